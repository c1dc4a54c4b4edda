"""What limits the conclusions from one table of scores: only what these data show, each with its number."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from comparatex.data.families import name_families
from comparatex.inference.analysis import CLUSTERED
from comparatex.inference.attainable import least_pvalue
from comparatex.inference.bayes.posterior import default_rope
from comparatex.inference.comparison import Comparison
from comparatex.inference.corrections import adjust
from comparatex.inference.imputation import Imputation, imputation
from comparatex.inference.verdicts import in_family
from comparatex.layout.numbers import fixed, pvalue

_FEW_TASKS = 15  # tasks up to which the least p-value that they allow is worth a sentence
_SMALL = 20  # it is not, where it is so many times smaller than the level
_TIES = 0.05  # share of ties from which on they are worth one, unless nothing but ties is there
_LARGE, _MANY, _DOMINATED, _TIMES = 3, 10, 0.5, 10
"""So many tasks of at least so many dominate from this share of all differences on, if they are on these so many times
those of the median task: the three largest of ten normal differences make up half of all, but are twice as large."""
_NAMED = 3  # families that are named


@dataclass(frozen=True)
class Few:
    """How small a p-value so few tasks allow: of a comparate that wins on all of them, and the same corrected."""

    least: str
    corrected: str
    n: int  # so few tasks, or clusters of tasks where these are tested


@dataclass(frozen=True)
class Ties:
    """How many scores tie: in percent over all pairs, and the pair with the most of them."""

    share: str
    first: str
    second: str
    most: int
    n_tasks: int


@dataclass(frozen=True)
class Dominated:
    """Tasks whose differences are so large that they dominate: how many, the largest, their share in percent."""

    n: int
    task: str
    share: str


@dataclass(frozen=True)
class Families:
    """Tasks whose names suggest a common source."""

    n: int  # n, n_tasks: how many families, and tasks in all of them
    n_tasks: int
    named: tuple[tuple[str, int], ...]
    """The beginnings of the names of the largest, and how many tasks each has."""


@dataclass(frozen=True)
class Limits:
    """What limits the conclusions; None, or 0, where these data have no such limit."""

    few: Few | None  # so few tasks allow no small p-value
    ties: Ties | None  # scores tie often
    dominated: Dominated | None  # the differences on a few tasks are much larger than all others
    families: Families | None  # tasks may depend on each other
    imputed: Imputation | None  # scores take the place of missing ones
    n_near: int  # verdicts that a level of half, or twice, the size would change

    @classmethod
    def of(cls, comparison: Comparison) -> Limits:
        """Look for them."""
        return cls(
            few=_few(comparison),
            ties=_ties(comparison),
            dominated=_dominated(comparison),
            families=families(comparison.scores.tasks),
            imputed=imputation(comparison),
            n_near=_n_near(comparison),
        )


def _few(comparison: Comparison) -> Few | None:
    """Return the least p-values; None where there are many tasks, or no outcome could be significant at all."""
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
    found = least if corrected == "none" else float(adjust(alone, corrected)[0])
    if found < analysis.alpha / _SMALL:
        return None
    return Few(pvalue(least), "" if pvalue(found) == pvalue(least) else pvalue(found), n)


def _ties(comparison: Comparison) -> Ties | None:
    pairs = comparison.pair_statistics
    share = float(pairs.ties.sum()) / max(1, int(pairs.n_tasks.sum()))
    if not _TIES <= share < 1:
        return None
    k = int(np.argmax(pairs.ties))
    names = comparison.names[pairs.row[k]], comparison.names[pairs.column[k]]
    return Ties(fixed(100 * share, 0), *names, int(pairs.ties[k]), int(pairs.n_tasks[k]))


def _dominated(comparison: Comparison) -> Dominated | None:
    """Return the tasks with the largest differences, where they outweigh all others and the measure has no bounds."""
    values, tasks = comparison.scores.values, comparison.scores.tasks
    known = (~np.isnan(values)).sum(axis=1) >= 2
    if known.sum() < _MANY or default_rope(values) is not None:
        return None
    size = np.zeros(len(tasks))
    size[known] = np.nanstd(values[known], axis=1)
    order = np.argsort(-size, kind="stable")
    large, usual = size[order[:_LARGE]], float(np.median(size[known]))
    share = float(large.sum() / size.sum()) if size.sum() else 0.0
    if share < _DOMINATED or large.mean() < _TIMES * usual:
        return None
    printed = fixed(100 * share, 0)
    return Dominated(_LARGE, tasks[order[0]], "> 99" if printed == "100" else printed)


def _n_near(comparison: Comparison) -> int:
    """Return the number of verdicts on which half the level, or twice, would decide otherwise."""
    if comparison.verdict is not None:
        return 0
    found = comparison.pair_statistics.adjusted_pvalue[in_family(comparison)]
    alpha = comparison.analysis.alpha
    return int(np.sum((found > alpha / 2) & (found <= 2 * alpha)))


def families(tasks: Sequence[str]) -> Families | None:
    """Return the tasks whose names suggest a common source; None where there are no such families."""
    sizes = {start: len(members) for start, members in name_families(tasks).items()}
    largest = sorted(sizes.items(), key=lambda family: -family[1])[:_NAMED]
    return Families(len(sizes), sum(sizes.values()), tuple(largest)) if sizes else None
