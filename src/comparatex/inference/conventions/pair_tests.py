"""The tests of pairs under a convention."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from comparatex.data.scores import Scores
from comparatex.inference.arithmetic.arrays import Booleans, Floats, Integers
from comparatex.inference.arithmetic.differences import of_scores
from comparatex.inference.conventions.settings import Convention
from comparatex.inference.conventions.wilcoxon import Tails, tails
from comparatex.inference.ranking.nemenyi import scale
from comparatex.inference.ranking.studentized_range import critical_value, survival


def wilcoxon_test(
    scores: Scores, convention: Convention, mean_rank: Floats, row: Integers, column: Integers
) -> Floats:
    """Return the p-values of the signed-rank test on the complete tasks, 1 for identical columns.

    H0: the differences of a pair are symmetric about zero.

    Parameters
    ----------
    scores : Scores
        The table.
    convention : Convention
        Its settings for zeros, sides and distribution.
    mean_rank : ndarray of shape (n_comparates,)
        Mean ranks, for conventions that test towards the better one.
    row, column : ndarray of int, of shape (n_pairs,)
        The pairs.

    Returns
    -------
    ndarray of shape (n_pairs,)
        On the side that the convention looks at.
    """
    found = np.empty(len(row))
    table, turn = of_scores(scores), 1.0 if scores.higher_is_better else -1.0
    for k, (first, second) in enumerate(zip(row.tolist(), column.tolist(), strict=True)):
        if convention.exact_differences:
            apart = table.settled(np.array([first]), np.array([second]))[0, scores.complete]
        else:
            values = scores.values[scores.complete]
            apart = (-1.0 if convention.later_first else turn) * (values[:, first] - values[:, second])
        tail = tails(apart, convention.zeros, convention.distribution)
        found[k] = _one(tail, convention, mean_rank[first] <= mean_rank[second])
    return np.where(np.isnan(found), 1.0, found)


def _one(tail: Tails, convention: Convention, first_better: bool) -> float:
    """Return the p-value that the convention looks at."""
    if convention.alternative == "two":
        return tail.two
    if convention.alternative == "lower-tail":
        return tail.lower
    if convention.alternative == "first-column" or first_better:
        return tail.first
    return tail.second


def nemenyi_test(
    mean_rank: Floats, n_tasks: int, convention: Convention, alpha: float, row: Integers, column: Integers
) -> tuple[Floats, Booleans]:
    """Return p-values of the Nemenyi test, and which pairs differ by more than the critical difference.

    H0 of a pair: both comparates have the same distribution of ranks.

    Parameters
    ----------
    mean_rank : ndarray of shape (n_comparates,)
        Mean ranks.
    n_tasks : int
        Complete tasks.
    convention : Convention
        Which studentized range it takes, and whether a difference equal to the critical one is significant.
    alpha : float
        Significance level.
    row, column : ndarray of int, of shape (n_pairs,)
        The pairs.

    Returns
    -------
    pvalue : ndarray of shape (n_pairs,)
        P(range ≥ the difference over its standard error), of the convention's studentized range.
    significant : ndarray of bool, of shape (n_pairs,)
        True where the pair differs.

    References
    ----------
    Nemenyi (1963), Distribution-free multiple comparisons, PhD thesis, Princeton. Demšar (2006), JMLR 7,
    section 3.2.2.
    """
    k = len(mean_rank)
    apart = np.abs(mean_rank[row] - mean_rank[column])
    quantiles = apart / scale(k, n_tasks)
    if convention.finite_df:
        from scipy.stats import studentized_range  # the one place with finite degrees of freedom

        pvalue = np.asarray(studentized_range.sf(quantiles, k + convention.q_index, k * (n_tasks - 1)))
    else:
        pvalue = survival(quantiles, k + convention.q_index)
    difference = critical_difference(k, n_tasks, convention, alpha)
    return pvalue, apart >= difference if convention.at_level else apart > difference


def critical_difference(n_comparates: int, n_tasks: int, convention: Convention, alpha: float) -> float:
    """Return the critical difference of mean ranks of a convention's Nemenyi test.

    Parameters
    ----------
    n_comparates, n_tasks : int
        Size of the table of ranks.
    convention : Convention
        Which studentized range it takes.
    alpha : float
        Significance level, for all pairs together.

    Returns
    -------
    float
        In mean ranks: q·√(k(k + 1)/(12N)), with the q of that range.

    References
    ----------
    Nemenyi (1963), Distribution-free multiple comparisons, PhD thesis, Princeton. Demšar (2006), JMLR 7,
    section 3.2.2.
    """
    k, size = n_comparates, n_comparates + convention.q_index
    finite = convention.finite_df
    quantile = _finite_quantile(alpha, size, k * (n_tasks - 1)) if finite else critical_value(alpha, size)
    return quantile * scale(k, n_tasks)


@lru_cache(maxsize=64)
def _finite_quantile(alpha: float, size: int, df: int) -> float:
    """Return the quantile of the studentized range with finite degrees of freedom: a second of work."""
    from scipy.stats import studentized_range

    return float(studentized_range.isf(alpha, size, df))
