"""What limits the conclusions from one table of scores: only what these data show, each with its number."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from comparatex.data.headings import name_families
from comparatex.inference.analysis import CLUSTERED
from comparatex.inference.arithmetic import rejects
from comparatex.inference.attainable import least_pvalue
from comparatex.inference.bayes.posterior import default_rope
from comparatex.inference.compare import imputation
from comparatex.inference.comparison import Comparison
from comparatex.inference.corrections import adjust
from comparatex.inference.verdicts import favoured, in_family, in_words
from comparatex.layout.numbers import fixed, level, pvalue

_FEW_TASKS = 15  # tasks up to which the least p-value that they allow is worth a sentence
_SMALL = 20  # it is not, where it is so many times smaller than the level
_TIES = 0.05  # share of ties from which on they are worth one, unless nothing but ties is there
_LARGE, _MANY, _DOMINATED, _TIMES = 3, 10, 0.5, 10
"""So many tasks of at least so many dominate from this share of all differences on, if they are on these so many times
those of the median task: the three largest of ten normal differences make up half of all, but are twice as large."""
_NAMED = 3  # families that are named


class Limits:
    """What limits the conclusions; None, or 0, where these data have no such limit."""

    def __init__(self, comparison: Comparison) -> None:
        """Look for them."""
        self.few = _few(comparison)  # so few tasks allow no small p-value
        self.ties = _ties(comparison)  # scores tie often
        self.dominated = _dominated(comparison)  # the differences on a few tasks are much larger than all others
        self.families = families(comparison.scores.tasks)  # tasks may depend on each other
        self.imputed = imputation(comparison)  # scores take the place of missing ones
        self.levels = _levels(comparison)  # half and twice the level, with how many verdicts these would change


def _few(comparison: Comparison) -> SimpleNamespace | None:
    """Return how small a p-value so few tasks, or clusters of them, allow, of a comparate that wins on all of them.

    None where there are many tasks, or no outcome could be significant at all.
    """
    analysis = comparison.analysis
    numbers = comparison.n_clusters if analysis.test in CLUSTERED else comparison.pair_statistics.n_tasks
    n = int(numbers.max(initial=0))
    tested = comparison.verdict is None and comparison.n_family > 0
    if n > _FEW_TASKS or not tested or comparison.unattainable() is not None:
        return None
    least = least_pvalue(analysis, n, len(comparison.names))
    corrected = "none" if analysis.test == "nemenyi" else analysis.correction
    alone = np.ones(comparison.n_family)
    alone[0] = least
    smallest = least if corrected == "none" else float(adjust(alone, corrected)[0])
    if smallest < analysis.alpha / _SMALL:
        return None
    printed = "" if pvalue(smallest) == pvalue(least) else pvalue(smallest)
    return SimpleNamespace(least=pvalue(least), corrected=printed, n=n)


def _ties(comparison: Comparison) -> SimpleNamespace | None:
    """Return how many scores tie, in percent over all pairs, and the pair with the most of them."""
    pairs = comparison.pair_statistics
    share = float(pairs.ties.sum()) / max(1, int(pairs.n_tasks.sum()))
    if not _TIES <= share < 1:
        return None
    k = int(np.argmax(pairs.ties))
    return SimpleNamespace(
        share=fixed(100 * share, 0),
        first=comparison.names[pairs.row[k]],
        second=comparison.names[pairs.column[k]],
        most=int(pairs.ties[k]),
        n_tasks=int(pairs.n_tasks[k]),
    )


def _dominated(comparison: Comparison) -> SimpleNamespace | None:
    """Return the tasks whose differences outweigh all others, if the measure has no bounds: how many, the largest."""
    values, tasks = comparison.scores.values, comparison.scores.tasks
    varied = (~np.isnan(values)).sum(axis=1) >= 2
    if varied.sum() < _MANY or default_rope(values) is not None:
        return None
    size = np.zeros(len(tasks))
    size[varied] = np.nanstd(values[varied], axis=1)
    order = np.argsort(-size, kind="stable")
    large, usual = size[order[:_LARGE]], float(np.median(size[varied]))
    share = float(large.sum() / size.sum()) if size.sum() else 0.0
    if share < _DOMINATED or large.mean() < _TIMES * usual:
        return None
    printed = fixed(100 * share, 0)
    return SimpleNamespace(n=_LARGE, task=tasks[order[0]], share="> 99" if printed == "100" else printed)


def _levels(comparison: Comparison) -> tuple[tuple[str, int], ...]:
    """Return half the level and twice, each with the number of verdicts that it would change, one that does first."""
    if comparison.verdict is not None:
        return ()
    side, pvalues, unjudged = favoured(comparison), comparison.pair_statistics.adjusted_pvalue, ~in_family(comparison)

    def verdicts(alpha: float) -> NDArray[Any]:
        ends = side * rejects(pvalues, alpha), -side * rejects(pvalues, alpha)
        within = comparison.equivalence
        return np.array([in_words(unjudged, end, within, alpha, of_columns=k > 0) for k, end in enumerate(ends)])

    own, others = verdicts(comparison.analysis.alpha), [share * comparison.analysis.alpha for share in (0.5, 2.0)]
    changed = [(level(other), int((verdicts(other) != own).any(axis=0).sum())) for other in others]
    changed.sort(key=lambda pair: pair[1] == 0)
    return tuple(changed) if changed[0][1] else ()


def families(tasks: Sequence[str]) -> SimpleNamespace | None:
    """Return the families of tasks whose names suggest a common source, the largest named; None without any."""
    sizes = {start: len(members) for start, members in name_families(tasks).items()}
    largest = sorted(sizes.items(), key=lambda family: -family[1])[:_NAMED]
    return SimpleNamespace(n=len(sizes), n_tasks=sum(sizes.values()), named=tuple(largest)) if sizes else None
