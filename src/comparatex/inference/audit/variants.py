"""Verdicts on all pairs in variants of a table, computing no more of each variant than its verdicts need."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from comparatex.data.scores import Scores, on_tasks
from comparatex.inference.analysis import Analysis
from comparatex.inference.arithmetic.arrays import Booleans, Floats
from comparatex.inference.arithmetic.differences import Differences, differences
from comparatex.inference.arithmetic.totals import mean_scores
from comparatex.inference.choices import OURS
from comparatex.inference.compare import compare, summary_order
from comparatex.inference.comparison import Comparison
from comparatex.inference.family import adjusted, members
from comparatex.inference.pair_tests import tested
from comparatex.inference.pairs import Pairs
from comparatex.inference.pairwise.subsets import wilcoxon_on
from comparatex.inference.pairwise.wilcoxon import SignedRankTest, wilcoxon

Verdicts = NDArray[np.int8]


@dataclass(frozen=True, eq=False)
class Judged:
    """What decides the pairs of a table, each of shape (n_pairs,).

    Parameters
    ----------
    direction : ndarray of int8
        1 where the rank sums say that the row is better, −1 where the column is, 0 where they are equal.
    pvalue, adjusted_pvalue : ndarray
        Of the analysis' test.
    """

    direction: Verdicts
    pvalue: Floats
    adjusted_pvalue: Floats

    def verdicts(self, alpha: float, *, adjusted: bool) -> Verdicts:
        """Return 1 where the row is significantly better, −1 where the column is, 0 where neither is."""
        significant = self.adjusted_pvalue <= alpha if adjusted else self.pvalue < alpha
        return np.where(significant, self.direction, 0).astype(np.int8)


def judged(pairs: Pairs) -> Judged:
    """Return what decides the pairs of a comparison."""
    direction = np.sign(pairs.w_plus - pairs.w_minus).astype(np.int8)
    return Judged(direction, pairs.pvalue, pairs.adjusted_pvalue)


def of_tables(comparison: Comparison, tables: Sequence[Scores]) -> Iterator[Judged]:
    """Yield what decides the pairs in other tables of the same comparates."""
    for table in tables:
        yield _of_table(comparison, table, comparison.analysis)


def of_analyses(comparison: Comparison, analyses: Sequence[Analysis]) -> Iterator[Judged]:
    """Yield what decides the pairs of the table under other analyses."""
    for analysis in analyses:
        yield _of_table(comparison, comparison.scores, analysis)


def of_tasks(comparison: Comparison, subsets: Sequence[NDArray[np.intp]]) -> Iterator[Judged]:
    """Yield what decides the pairs on subsets of the tasks."""
    scores, analysis = comparison.scores, comparison.analysis
    if not _by_signed_ranks(analysis):
        yield from of_tables(comparison, [on_tasks(scores, tasks) for tasks in subsets])
        return
    pairs, taken = comparison.pair_statistics, _taken(comparison, scores)
    rules = analysis.zero_method, analysis.pvalue_method
    found = wilcoxon_on(taken, pairs.row, pairs.column, subsets, *rules)
    for tasks, test in zip(subsets, found, strict=True):
        yield _by_test(comparison, on_tasks(scores, tasks), analysis, taken, test)


def _by_signed_ranks(analysis: Analysis) -> bool:
    """Tell whether verdicts follow from the signed ranks of a pair alone."""
    return analysis.convention == OURS and analysis.test in ("wilcoxon", "sign")


def _of_table(comparison: Comparison, table: Scores, analysis: Analysis) -> Judged:
    """Return what decides the pairs of a table, in the order and from the side of the comparison's pairs."""
    if not _by_signed_ranks(analysis):
        return _turned(compare(table, analysis), comparison)
    pairs, taken = comparison.pair_statistics, _taken(comparison, table)
    test = wilcoxon(taken, pairs.row, pairs.column, analysis.zero_method, analysis.pvalue_method)
    return _by_test(comparison, table, analysis, taken, test)


def _taken(comparison: Comparison, table: Scores) -> Differences:
    """Return what takes the differences of a table, comparates in the order of the comparison."""
    order = comparison.order
    return differences(
        table.values[:, order],
        table.decimals[:, order],
        higher_is_better=table.higher_is_better,
        tolerance=table.tie_tolerance,
    )


def _by_test(
    comparison: Comparison, table: Scores, analysis: Analysis, taken: Differences, test: SignedRankTest
) -> Judged:
    """Return what decides the pairs of a table, from their signed-rank tests."""
    pairs = comparison.pair_statistics
    direction = np.sign(test.w_plus - test.w_minus).astype(np.int8)
    if analysis.sides != "two":  # which side is asked for depends on the table's own order
        place = np.argsort(summary_order(table, mean_scores(table.values, table.decimals)))
        row, column = (comparison.order[index] for index in (pairs.row, pairs.column))
        test = _exchanged(test, place[row] > place[column])
    _, pvalue, _ = tested(test, analysis, taken, comparison.ranks, pairs.row, pairs.column)
    inside = members(analysis, comparison.names, pairs.row, pairs.column)
    return Judged(direction, pvalue, adjusted(pvalue, analysis, inside))


def _exchanged(test: SignedRankTest, where: Booleans) -> SignedRankTest:
    """Return the tests with row and column exchanged in some pairs."""
    fields = {"wins": "losses", "w_plus": "w_minus", "row": "column"}
    changed: dict[str, Any] = {}
    for one, other in fields.items():
        first, second = getattr(test, one), getattr(test, other)
        changed[one], changed[other] = np.where(where, second, first), np.where(where, first, second)
    return replace(test, **changed)


def _turned(changed: Comparison, original: Comparison) -> Judged:
    """Return what decides a variant's pairs in the order, and seen from the side, of the original's pairs."""
    found, m = judged(changed.pair_statistics), len(original.order)
    row, column = (
        changed.order[index] for index in (changed.pair_statistics.row, changed.pair_statistics.column)
    )
    direction, pvalue, corrected = np.zeros((m, m), np.int8), np.ones((m, m)), np.ones((m, m))
    direction[row, column], direction[column, row] = found.direction, -found.direction
    pvalue[row, column] = pvalue[column, row] = found.pvalue
    corrected[row, column] = corrected[column, row] = found.adjusted_pvalue
    pairs = original.pair_statistics
    at = original.order[pairs.row], original.order[pairs.column]
    return Judged(direction[at], pvalue[at], corrected[at])
