"""Running text on what was compared and how: the scores, the measure, missing scores, the test of a pair."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from comparatex.inference.analysis import RANK_TESTS, REPEATED
from comparatex.inference.arithmetic import Floats
from comparatex.inference.comparison import Comparison
from comparatex.inference.convention_profiles import find
from comparatex.layout import convention_words, words
from comparatex.layout.chapter import tests
from comparatex.layout.chapter.bayes import bayesian
from comparatex.layout.chapter.correction import correction
from comparatex.layout.chapter.text import Sentence, told
from comparatex.layout.language import say

__all__ = ["bayesian", "correction", "how_tested", "scores"]


def scores(comparison: Comparison, *, we: bool = False) -> Iterator[Sentence]:
    """Yield what was compared, on what, and what became of missing scores.

    Parameters
    ----------
    comparison : Comparison
        The statistics.
    we : bool
        It is the authors who say so.
    """
    table, n_pairs = comparison.scores, len(comparison.pair_statistics.row)
    size, in_pairs = words.size(comparison), words.count(n_pairs, "pair")
    if n_pairs > 1:
        yield (
            told("We compare {size}, which makes {pairs}.", size=size, pairs=in_pairs)
            if we
            else told("The results are of {size}, which makes {pairs}.", size=size, pairs=in_pairs)
        )
    else:
        yield (told("We compare {size}.", size=size) if we else told("The results are of {size}.", size=size))
    yield _measure(comparison)
    if table.repeats is not None:
        yield _repeats(comparison, table.repeats)
    yield from _missing(comparison)


def _repeats(comparison: Comparison, repeats: Floats) -> Sentence:
    """Return what a score is the mean of, and which tests see more than the mean."""
    n, there = str(repeats.shape[2]), ~np.isnan(repeats).all(axis=2)
    n = say("up to {n}", n=n) if np.isnan(repeats[there]).any() else n
    if comparison.analysis.bayes and comparison.analysis.bayes_test in REPEATED:
        return told(
            "Each score is the mean of {n} repeats of the same experiment; p-values and ranks are of the means "
            "only, and the Bayesian test sees the repeats.",
            n=n,
        )
    return told(
        "Each score is the mean of {n} repeats of the same experiment; the tests see the means only.",
        n=n,
    )


def _measure(comparison: Comparison) -> Sentence:
    """Return the measure and its direction."""
    table = comparison.scores
    if not table.measure:
        return (
            told("Higher scores are better.") if table.higher_is_better else told("Lower scores are better.")
        )
    if table.higher_is_better:
        return told("The measure is {measure}: higher is better.", measure=table.measure)
    return told("The measure is {measure}: lower is better.", measure=table.measure)


def how_tested(comparison: Comparison) -> Iterator[Sentence]:
    """Yield which test judges a pair, what it assumes, and where its p-values come from."""
    analysis = comparison.analysis
    if comparison.verdict is not None:
        yield from _convention(comparison)
        return
    if analysis.test == "nemenyi":
        yield from tests.nemenyi(comparison)
    elif analysis.test == "sign":
        yield tests.sign(comparison)
    elif analysis.test == "t":
        yield tests.t(comparison)
    elif analysis.test in RANK_TESTS:
        yield tests.mean_ranks(comparison)
    else:
        yield from tests.wilcoxon(comparison)
    if analysis.sides != "two":
        yield tests.one_sided(comparison)


def _missing(comparison: Comparison) -> Iterator[Sentence]:
    """Yield what became of missing scores."""
    table = comparison.scores
    if table.dropped_tasks:
        if len(table.dropped_tasks) == 1:
            yield told("One task on which a comparate has no score was left out.")
        else:
            n_tasks = words.count(len(table.dropped_tasks), "task")
            yield told(
                "{tasks} on which a comparate has no score were left out.", tasks=words.capital(n_tasks)
            )
    if table.dropped_comparates:
        names = words.joined(table.dropped_comparates)
        if len(table.dropped_comparates) == 1:
            yield told("{names} was left out, for want of a score on some task.", names=names)
        else:
            yield told("{names} were left out, for want of a score on some task.", names=names)
    if not table.complete.all():
        yield from _on_common_tasks(comparison)


def _on_common_tasks(comparison: Comparison) -> Iterator[Sentence]:
    """Yield which tasks count where scores are missing."""
    counts, n_complete = comparison.pair_statistics.n_tasks, len(comparison.ranks)
    n_tasks, least, most = str(comparison.scores.n_tasks), str(counts.min()), str(counts.max())
    if least == most:
        yield told(
            "Some scores are missing: each pair is compared on the tasks that both comparates have, {some} of "
            "{n_tasks}; means are over the tasks that a comparate has.",
            some=least,
            n_tasks=n_tasks,
        )
    else:
        yield told(
            "Some scores are missing: each pair is compared on the tasks that both comparates have, between "
            "{least} and {most} of {n_tasks}; means are over the tasks that a comparate has.",
            least=least,
            most=most,
            n_tasks=n_tasks,
        )
    if n_complete >= 2:
        yield told(
            "Ranks are taken on the {n_complete} of {n_tasks} tasks on which every comparate has a score.",
            n_complete=str(n_complete),
            n_tasks=n_tasks,
        )
    else:
        yield told("Too few tasks have all scores for ranks to be taken.")


def _convention(comparison: Comparison) -> Iterator[Sentence]:
    """Yield what another tool's convention does, with its known defects."""
    convention = find(comparison.analysis.convention)
    yield told(
        "Pairs are judged by the convention {name} of {tool}. {settings}",
        name=convention.name,
        tool=convention_words.tool(convention),
        settings=convention_words.in_words(replace(convention, alpha=comparison.analysis.alpha)),
    )
    if convention.note:
        yield told("{note}", note=convention_words.note(convention))
