"""Relatives of the Friedman test: Quade's, and that of aligned ranks."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from comparatex.inference.arithmetic.arrays import Floats
from comparatex.inference.arithmetic.decimals import whole_numbers
from comparatex.inference.arithmetic.ranks import doubled_ranks


@dataclass(frozen=True, eq=False)
class RankTest:
    """An omnibus test of ranks.

    Parameters
    ----------
    statistic, pvalue : float
        NaN where undefined.
    df : tuple of int
        Degrees of freedom: of F, or of χ².
    mean_rank : ndarray of shape (n_comparates,)
        The (weighted) mean ranks behind it; smaller is better.
    """

    statistic: float
    pvalue: float
    df: tuple[int, ...]
    mean_rank: Floats


def quade(best_first: Floats) -> RankTest:
    """Return Quade's test: Friedman's with tasks weighted by how far the comparates spread on them.

    H0: on every task all orders of the comparates are equally likely. With ranks r within tasks, and q_i the
    rank of task i by its range of scores, S_ij = q_i (r_ij − (k + 1)/2); F = (N − 1)B/(A − B) with A = Σ S²
    and B = Σ_j (Σ_i S_ij)²/N has k − 1 and (N − 1)(k − 1) degrees of freedom.

    Parameters
    ----------
    best_first : ndarray of shape (n_tasks, n_comparates)
        Complete scores as they are compared, turned so that smaller is better.

    Returns
    -------
    RankTest
        Undefined (NaN) on fewer than two tasks, or when every task ranks the comparates alike and all have scores
        of the same range; F is 0 and p is 1 when the weighted ranks are all equal.

    Notes
    -----
    Ranges of scores are comparable between tasks only when the measure is the same on all.

    References
    ----------
    Quade (1979), Using weighted rankings in the analysis of complete blocks, JASA 74. Conover (1999),
    Practical nonparametric statistics, section 5.8.
    """
    from scipy.special import fdtrc

    n, k = best_first.shape
    df = (k - 1, max(n - 1, 0) * (k - 1))
    if n < 2:
        return RankTest(math.nan, math.nan, df, np.full(k, math.nan))
    weight, within = weighted(best_first)
    turned = weight[:, None] * (within - (k + 1) / 2)
    mean_rank = (weight[:, None] * within).sum(axis=0) / weight.sum()
    total, between = float((turned**2).sum()), float((turned.sum(axis=0) ** 2).sum() / n)
    if between == 0:
        return RankTest(0.0, 1.0, df, mean_rank)
    if total - between <= 1e-12 * total:
        return RankTest(math.nan, math.nan, df, mean_rank)
    statistic = (n - 1) * between / (total - between)
    return RankTest(statistic, float(fdtrc(*df, statistic)), df, mean_rank)


def aligned_ranks(best_first: Floats) -> RankTest:
    """Return the Friedman test of aligned ranks: scores less their task's mean are ranked all together.

    H0: on every task all orders of the comparates are equally likely. With R_j and R_i the rank sums of
    comparates and tasks, T = (k − 1)[Σ_j R_j² − kN²(kN + 1)²/4]/[kN(kN + 1)(2kN + 1)/6 − Σ_i R_i²/k], by χ²
    with k − 1 degrees of freedom. The sum of squared ranks is taken as it is, hence right with ties.

    Parameters
    ----------
    best_first : ndarray of shape (n_tasks, n_comparates)
        Complete scores, turned so that smaller is better.

    Returns
    -------
    RankTest
        Undefined (NaN) on fewer than two tasks; 0 with p 1 when all comparates tie on every task.

    References
    ----------
    Hodges and Lehmann (1962), Rank methods for combination of independent experiments, Annals of Mathematical
    Statistics 33. García, Fernández, Luengo and Herrera (2010), Information Sciences 180.
    """
    from scipy.special import chdtrc

    n, k = best_first.shape
    if n < 2:
        return RankTest(math.nan, math.nan, (k - 1,), np.full(k, math.nan))
    ranks = aligned(best_first)
    between = float((ranks.sum(axis=0) ** 2).sum() - k * n * n * (k * n + 1) ** 2 / 4)
    rest = float((ranks**2).sum() - (ranks.sum(axis=1) ** 2).sum() / k)
    statistic = (k - 1) * between / rest if rest > 0 else 0.0
    return RankTest(statistic, float(chdtrc(k - 1, statistic)), (k - 1,), ranks.mean(axis=0))


def weighted(best_first: Floats) -> tuple[Floats, Floats]:
    """Return the weights of tasks, which are the ranks of their ranges of scores, and the ranks within tasks.

    Parameters
    ----------
    best_first : ndarray of shape (n_tasks, n_comparates)
        Complete scores, turned so that smaller is better.

    Returns
    -------
    weight : ndarray of shape (n_tasks,)
        From 1 for the smallest range; ties averaged.
    within : ndarray of shape (n_tasks, n_comparates)
        Ranks, 1 is best; ties averaged.
    """
    return whole_numbers(best_first).spread_ranks(), doubled_ranks(best_first) / 2


def aligned(best_first: Floats) -> Floats:
    """Return the ranks, over the whole table, of scores less their task's mean.

    Parameters
    ----------
    best_first : ndarray of shape (n_tasks, n_comparates)
        Complete scores, turned so that smaller is better.

    Returns
    -------
    ndarray of shape (n_tasks, n_comparates)
        From 1 for the best to the number of scores; ties averaged.
    """
    return whole_numbers(best_first).aligned_ranks()
