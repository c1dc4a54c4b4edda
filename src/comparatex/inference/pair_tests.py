"""The test of an analysis, applied to all pairs."""

from __future__ import annotations

import numpy as np

from comparatex.inference.analysis import Analysis
from comparatex.inference.arithmetic.arrays import Floats, Integers
from comparatex.inference.arithmetic.blocks import blocks
from comparatex.inference.arithmetic.differences import Differences
from comparatex.inference.arithmetic.ranks import doubled_ranks
from comparatex.inference.choices import RANK_TESTS
from comparatex.inference.pairwise.paired_t import paired_t
from comparatex.inference.pairwise.sides import sided
from comparatex.inference.pairwise.sign import sign_test_of
from comparatex.inference.pairwise.wilcoxon import SignedRankTest
from comparatex.inference.ranking.nemenyi import nemenyi_pvalues
from comparatex.inference.ranking.post_hoc import aligned_z, conover, friedman_z, quade_z

Tested = tuple[Floats, Floats, Floats]
"""Statistics and p-values of pairs, and p-values with row and column exchanged."""


def tested(
    test: SignedRankTest,
    analysis: Analysis,
    taken: Differences,
    best_first: Floats,
    row: Integers,
    column: Integers,
) -> Tested:
    """Return statistics and p-values of the analysis' test.

    Parameters
    ----------
    test : SignedRankTest
        Signed-rank tests of the pairs, with their wins and losses.
    analysis : Analysis
        Which test, and its sides.
    taken : Differences
        The scores.
    best_first : ndarray of shape (n_complete_tasks, n_comparates)
        Scores of the complete tasks as they are compared, turned so that smaller is better.
    row, column : ndarray of int, of shape (n_pairs,)
        The comparates of each pair.

    Returns
    -------
    statistic, pvalue, reverse : ndarray of shape (n_pairs,)
        The statistic without its sign, the p-value on the analysis' sides, and that with row and column
        exchanged; NaN where the test is undefined.
    """
    if analysis.test in RANK_TESTS:
        return _by_ranks(analysis, best_first, row, column)
    if analysis.test == "t":
        parts = [
            paired_t(taken.settled(row[pairs], column[pairs]))
            for pairs in blocks(len(row), taken.values.shape[1])
        ]
        t, first, second = (np.concatenate(part) for part in zip(*parts, strict=True))
        return np.abs(t), *sided(first, second, analysis.sides)
    none = test.n_tasks == 0
    if analysis.test == "sign":
        statistic, pvalue, reverse = sign_test_of(
            test.wins, test.ties, test.losses, analysis.sign_ties, analysis.sides
        )
        reverse = pvalue if reverse is pvalue else np.where(none, np.nan, reverse)
        pvalue[none] = np.nan
    else:
        statistic = np.minimum(test.w_plus, test.w_minus)
        pvalue, reverse = sided(test.row, test.column, analysis.sides)
    return np.where(none, np.nan, statistic), pvalue, reverse


def _by_ranks(analysis: Analysis, best_first: Floats, row: Integers, column: Integers) -> Tested:
    """Return the tests of mean ranks; NaN on fewer than two complete tasks."""
    n, k = best_first.shape
    if n < 2:
        nothing = np.full(len(row), np.nan)
        return nothing, nothing, nothing
    if analysis.test in ("aligned-z", "quade-z"):
        statistic, pvalue = (aligned_z if analysis.test == "aligned-z" else quade_z)(best_first, row, column)
        return np.abs(statistic), pvalue, pvalue
    ranks = doubled_ranks(best_first) / 2
    mean_rank = ranks.sum(axis=0) / n
    if analysis.test == "friedman-z":
        statistic, pvalue = friedman_z(mean_rank, n, row, column)
    elif analysis.test == "conover":
        statistic, pvalue = conover(ranks, row, column)
    else:
        statistic = mean_rank[row] - mean_rank[column]
        pvalue = nemenyi_pvalues(np.abs(statistic), k, n)
    return np.abs(statistic), pvalue, pvalue
