"""What a reader of the statistics should know, one sentence each."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from comparatex.data.scores import Scores
from comparatex.inference.analysis import Analysis
from comparatex.inference.arithmetic.arrays import Integers
from comparatex.inference.arithmetic.differences import canonical
from comparatex.inference.choices import LOGICAL, RANK_TESTS


def notes(scores: Scores, analysis: Analysis, doubled_ranks: Integers) -> tuple[str, ...]:
    """Return the notes on a comparison: those of the table first."""
    found = (*_on_missing(scores), *_on_ranks(doubled_ranks), *_on_tests(scores, analysis))
    return (*scores.notes, *(note for note in found if note not in scores.notes))


def _on_missing(scores: Scores) -> Iterator[str]:
    """Yield what missing scores mean for the statistics."""
    complete = int(scores.complete.sum())
    if complete == scores.n_tasks:
        return
    yield (
        f"Scores are missing: mean ranks, the Friedman test and the Nemenyi test use the {complete} complete "
        f"of {scores.n_tasks} tasks; each pair is tested on the tasks that both comparates have."
    )
    there = (~np.isnan(scores.values)).astype(np.int64)
    if (there.T @ there == 0).any():
        yield "Some pairs have no task in common: their statistics are undefined."


def _on_ranks(doubled_ranks: Integers) -> Iterator[str]:
    """Yield why statistics of the ranks are undefined or degenerate."""
    n_tasks, n_comparates = doubled_ranks.shape
    if n_tasks < 2:
        yield "Mean ranks, Friedman and Nemenyi test are undefined: they need at least two complete tasks."
    elif (doubled_ranks == n_comparates + 1).all():
        yield "All comparates tie on every task: the Friedman statistic is 0 and its p-value 1."
    elif (doubled_ranks == doubled_ranks[0]).all():
        yield (
            "Every task ranks the comparates alike: Iman and Davenport's F is infinite and left undefined, and so is "
            "Quade's where all tasks have scores of the same range."
        )


def _on_tests(scores: Scores, analysis: Analysis) -> Iterator[str]:
    """Yield what the settings of the tests mean."""
    if analysis.test == "wilcoxon" and analysis.zero_method.startswith("zsplit"):
        yield (
            "Ranks of zero differences are split between both sides; p-values are conditional on the zeros, "
            "and so those of Pratt's method."
        )
    if analysis.bayes and analysis.rope is None:
        yield "The rope was not given: it is 0.01, for the measure lies between 0 and 1."
    if analysis.correction in LOGICAL and analysis.test not in RANK_TESTS:
        yield (
            "The correction takes it that equality is transitive: if A equals B, and B equals C, then A equals "
            "C. The hypotheses of tests that look at one pair alone need not be so: its level is not assured."
        )
    present = scores.values[~np.isnan(scores.values)]
    places = scores.decimals[~np.isnan(scores.values)]
    compared = canonical(present, places, scores.tie_tolerance)
    if len(np.unique(compared)) == 1 < len(np.unique(present)):
        yield "All scores tie on the grid on which they are compared: set a smaller --tie-tolerance."
