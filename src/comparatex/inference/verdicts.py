"""Which side of a pair the verdict favours, the verdicts on one comparate against each rival, and what they allow.

By Occam's razor, of comparates that are shown not to be worse than the best by a margin, choose the simplest.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from comparatex.data.scores import clustering
from comparatex.errors import DataError
from comparatex.inference import clustered
from comparatex.inference.analysis import RANK_TESTS, SUPPLIED
from comparatex.inference.arithmetic import Booleans, Floats, Integers, rejects
from comparatex.inference.corrections import CORRECTIONS, for_some
from comparatex.inference.equivalence import Equivalence
from comparatex.inference.pair_tests import family_members
from comparatex.inference.rank_tests import against_control
from comparatex.inference.statistics import Statistics

Verdict = Literal["better", "worse", "equivalent", "not worse", "open", "not judged"]
"""What the tests say of one side of a pair.

Significantly better or worse, whatever the margin; else equivalent, or at least not worse, within the margin, where
there is one; else open. Not judged: the pair is outside the family of tests.
"""
VERDICTS: tuple[Verdict, ...] = get_args(Verdict)


def sides(comparison: Statistics) -> Integers:
    """Return, for every pair, 1 where the row is significantly better, −1 where the column is, else 0.

    A significant pair goes to the side that the test favours; see `favoured`.
    """
    pairs = comparison.pair_statistics
    different = ~comparison.joined[pairs.row, pairs.column]
    favour: Integers = np.where(different, favoured(comparison), 0)
    return favour


def verdicts(comparison: Statistics, *, of_columns: bool = False) -> NDArray[Any]:
    """Return the verdict on the row of every pair, or on its column."""
    side, alpha = -sides(comparison) if of_columns else sides(comparison), comparison.analysis.alpha
    return in_words(~in_family(comparison), side, comparison.equivalence, alpha, of_columns=of_columns)


def verdicts_on(comparison: Statistics, ones: Integers | int, others: Integers | int) -> NDArray[Any]:
    """Return the verdicts on some comparates against others, by positions in the summary order."""
    numbers = comparison.pair_numbers(ones, others)
    rows, columns = (verdicts(comparison, of_columns=of_columns)[numbers] for of_columns in (False, True))
    return np.where(np.less(ones, others), rows, columns)


def changed_at(comparison: Statistics, alpha: float) -> int:
    """Return how many verdicts would be others at another level; none of a convention, which has its own."""
    if comparison.verdict is not None:
        return 0
    side, pvalues = favoured(comparison), comparison.pair_statistics.adjusted_pvalue

    def at(alpha: float, *, of_columns: bool) -> NDArray[Any]:
        end = (-side if of_columns else side) * rejects(pvalues, alpha)
        return in_words(~in_family(comparison), end, comparison.equivalence, alpha, of_columns=of_columns)

    ends = (at(alpha, of_columns=end) != at(comparison.analysis.alpha, of_columns=end) for end in (False, True))
    return int(np.logical_or(*ends).sum())


def in_words(
    unjudged: Booleans, side: Integers, tests: Equivalence | None, alpha: float, *, of_columns: bool = False
) -> NDArray[Any]:
    """Return verdicts, from the side that is significantly better (1: this one) and the tests against a margin."""
    conditions, words = [unjudged, side > 0, side < 0], ["not judged", "better", "worse"]
    if tests is not None:
        not_worse = tests.adjusted_column if of_columns else tests.adjusted_row
        conditions += [rejects(tests.adjusted_pvalue, alpha), rejects(not_worse, alpha)]
        words += ["equivalent", "not worse"]
    return np.select(conditions, [np.array(word, dtype=object) for word in words], np.array("open", object))


def favoured(comparison: Statistics) -> Integers:
    """Return, for every pair, 1 where the analysis' test favours the row, −1 where the column, 0 where neither.

    That is the side with the larger rank sum, more wins, the better mean rank or the better mean score,
    depending on what the test compares. The mean scores may differ in direction.
    """
    pairs = comparison.pair_statistics
    if comparison.analysis.test in RANK_TESTS:
        favour = comparison.tested_rank[pairs.column] - comparison.tested_rank[pairs.row]
    elif comparison.analysis.test == "datta-satten":
        data = comparison.differences, clustering(comparison.scores), comparison.analysis
        favour = clustered.leads(*data, *comparison.in_table)
    elif comparison.analysis.test in ("t", "corrected-t", "cluster-sign-flip", SUPPLIED):
        favour = pairs.mean_difference * (1 if comparison.scores.higher_is_better else -1)
    elif comparison.analysis.test == "sign":
        favour = (pairs.wins - pairs.losses).astype(np.float64)
    else:
        favour = pairs.w_plus - pairs.w_minus
    return np.asarray(np.sign(np.nan_to_num(favour)), dtype=np.int64)


def contrary(comparison: Statistics) -> Booleans:
    """Return which pairs the test decides significantly in favour of the side with the worse mean score."""
    better = 1 if comparison.scores.higher_is_better else -1
    return np.asarray(better * comparison.pair_statistics.mean_difference * sides(comparison) < 0)


def in_family(comparison: Statistics) -> Booleans:
    """Return which pairs are in the family of tests; there is no verdict on others."""
    pairs = comparison.pair_statistics
    return family_members(comparison.analysis, comparison.names, pairs.row, pairs.column)


def significant_counts(comparison: Statistics) -> tuple[Integers, Integers]:
    """Return in how many pairs each comparate is significantly better, and worse."""
    pairs, m = comparison.pair_statistics, len(comparison.names)
    winners = sides(comparison)
    first, second = winners > 0, winners < 0
    rows, columns = (
        np.bincount(index[first], minlength=m) + np.bincount(other[second], minlength=m)
        for index, other in ((pairs.row, pairs.column), (pairs.column, pairs.row))
    )
    return rows, columns


def places(values: Floats) -> Floats:
    """Return the place of each value, 1 for the smallest, the same for equal ones."""
    if np.isnan(values).any():
        return np.full(len(values), np.nan)
    return np.asarray(1.0 + np.sum(values < values[:, None], axis=1))


@dataclass(frozen=True)
class Rivals:
    """The verdicts on a comparate; rivals are given by position in the summary order."""

    own: int  # the comparate
    verdicts: Mapping[int, Verdict]  # the verdict on the comparate against each rival
    within: tuple[int, ...] = ()
    """The rivals that it is shown not to be worse than by the margin or more, whatever the verdict."""
    near: tuple[int, ...] = ()
    """Those that are also shown not to be worse than the comparate by as much: differences within the margin."""
    dearer: tuple[int, ...] = ()  # those that cost more

    def of(self, *words: Verdict) -> tuple[int, ...]:
        """Return the rivals with one of some verdicts, best first."""
        return tuple(i for i, word in self.verdicts.items() if word in words)

    @property
    def better(self) -> tuple[int, ...]:
        """The rivals that it is significantly better than."""
        return self.of("better")

    @property
    def worse(self) -> tuple[int, ...]:
        """Those that it is significantly worse than."""
        return self.of("worse")

    @property
    def undecided(self) -> tuple[int, ...]:
        """Those that it is neither better nor worse than."""
        return self.of("equivalent", "not worse", "open")

    @property
    def unjudged(self) -> tuple[int, ...]:
        """Those whose pair with it is outside the family of tests."""
        return self.of("not judged")


def rivals(comparison: Statistics, own: int, costs: Mapping[str, float] = {}) -> Rivals:
    """Return the verdicts on a comparate against every other."""
    names, tests = comparison.names, comparison.equivalence
    others = np.delete(np.arange(len(names)), own)
    mine, words = comparison.pair_numbers(own, others), verdicts_on(comparison, own, others)
    within = near = ()
    if tests is not None:
        alpha = comparison.analysis.alpha
        not_worse = np.where(own < others, tests.adjusted_row[mine], tests.adjusted_column[mine])
        within = tuple(others[rejects(not_worse, alpha)].tolist())
        near = tuple(others[rejects(tests.adjusted_pvalue[mine], alpha)].tolist())
    cost = costs.get(names[own], np.inf)
    return Rivals(
        own=own,
        verdicts=dict(zip(others.tolist(), words.tolist(), strict=True)),
        within=within,
        near=near,
        dearer=tuple(i for i in others.tolist() if costs.get(names[i], cost) > cost),
    )


def simplest(near: Booleans, complexity: Floats) -> int:
    """Return the simplest of the best comparate, which is the first, and those near to it.

    >>> simplest(np.array([True, True, False]), np.array([9.0, 5.0, 1.0]))
    1
    """
    if len(complexity) != len(near) or np.isnan(complexity).any():
        raise DataError("The complexity of every method is needed to choose the simpler one.")
    eligible = np.flatnonzero(near | (np.arange(len(near)) == 0))
    return int(eligible[np.argmin(complexity[eligible])])


def razor(comparison: Statistics, costs: Mapping[str, float]) -> tuple[int, int]:
    """Return the best comparate by mean score, and the simplest that may take its place.

    With a margin, these are the comparates that are shown not to be worse than the best one by the margin or more, and
    not significantly worse. Without, those that do not differ significantly from it: they have not been shown to be as
    good, and with few tasks, that is all of them.
    """
    priced = [i for i, name in enumerate(comparison.names) if name in costs]
    if not priced:
        raise DataError("No method has a complexity.")
    best = priced[0]
    others, near = np.delete(np.arange(len(comparison.names)), best), np.zeros(len(comparison.names), dtype=np.bool_)
    eligible = ("better", "equivalent", "not worse") if comparison.margin else ("better", "open")
    near[others] = np.isin(verdicts_on(comparison, others, best).astype(np.str_), eligible)
    return best, priced[simplest(near[priced], np.array([costs[comparison.names[i]] for i in priced]))]


def razor_in_words(comparison: Statistics, costs: Mapping[str, float]) -> tuple[str, str]:
    """Return whom `razor` finds, by name; empty where none costs less than the best, so that it says nothing."""
    best, chosen = (comparison.names[i] for i in razor(comparison, costs))
    cheapest = min(costs[name] for name in comparison.names if name in costs)
    return (best, chosen) if cheapest < costs[best] else ("", "")


def against(comparison: Statistics, one: int, correction: str) -> Floats:
    """Return the p-values of the pairs with one comparate, corrected over these; NaN of others."""
    pairs = comparison.pair_statistics
    return CORRECTIONS[correction].adjust(against_control(pairs.pvalue, pairs.row, pairs.column, one))


@dataclass(frozen=True, eq=False)
class Ablation:
    """A full pipeline against its reduced forms; each field of shape (n_reduced,)."""

    reduced: Integers  # positions of the reduced forms in the summary order
    difference: Floats  # mean difference score(full) − score(reduced), in the measure's unit
    pvalue: Floats
    """pvalue, adjusted_pvalue: of the analysis' test; corrected over the comparisons with the full pipeline only."""
    adjusted_pvalue: Floats
    matters: Booleans
    """Whether the full pipeline is significantly better, on the side that the test favours, so that what was left
    out matters. Otherwise that has not been shown, which does not show that it makes no difference."""


def ablation(comparison: Statistics, full: int) -> Ablation:
    """Return what each reduced form loses against the full pipeline, by the analysis' test, corrected over these pairs.

    Corrections that need all pairs (Shaffer, Bergmann–Hommel) are replaced by Holm's.
    """
    pairs, analysis = comparison.pair_statistics, comparison.analysis
    others = np.delete(np.arange(len(comparison.names)), full)
    mine, sign = comparison.pair_numbers(full, others), np.where(full < others, 1.0, -1.0)
    # Nemenyi's test already allows for all pairs
    correction = "none" if analysis.test == "nemenyi" else for_some(analysis.correction)
    adjusted = against(comparison, full, correction)[mine]
    better = sign * favoured(comparison)[mine] > 0
    return Ablation(
        others,
        0.0 + sign * pairs.mean_difference[mine],
        pairs.pvalue[mine],
        adjusted,
        better & rejects(adjusted, analysis.alpha),
    )
