"""The Nemenyi test: pairs of comparates by the difference of their mean ranks."""

from __future__ import annotations

import numpy as np

from comparatex.errors import UsageError
from comparatex.inference.arithmetic.arrays import Floats
from comparatex.inference.ranking.studentized_range import critical_value, integrals, survival

INTERPOLATED_ABOVE = 1000
"""Distinct differences of mean ranks above which p-values are interpolated."""

_NODES = 3000

_REACH = 53.0
"""Quantile of the range up to which p-values are interpolated; those above are below 1e-300."""


def critical_difference(n_comparates: int, n_tasks: int, alpha: float = 0.05) -> float:
    """Return the difference of mean ranks above which the Nemenyi test at level alpha calls a pair different.

    CD = q/√2 · √(k(k + 1)/(6N)) for k comparates on N tasks, where q is the upper alpha quantile of the
    studentized range of k with infinite degrees of freedom. H0 of a pair: both comparates have the same
    distribution of ranks; the test is two-sided, and not corrected for ties.

    Parameters
    ----------
    n_comparates, n_tasks : int
        Size of the table of ranks.
    alpha : float
        Significance level, for all pairs together.

    Returns
    -------
    float
        In mean ranks.

    Raises
    ------
    UsageError
        There are fewer than two comparates, or no task.

    References
    ----------
    Nemenyi (1963), Distribution-free multiple comparisons, PhD thesis, Princeton. Demšar (2006), JMLR 7,
    section 3.2.2.
    """
    if n_comparates < 2 or n_tasks < 1:
        raise UsageError("The Nemenyi test needs two comparates and a task.")
    return critical_value(alpha, n_comparates) * scale(n_comparates, n_tasks)


def scale(n_comparates: int, n_tasks: int) -> float:
    """Return the standard error of a mean rank, in which the studentized range counts: √(k(k + 1)/(12N)).

    Parameters
    ----------
    n_comparates, n_tasks : int
        The k and N of the table of ranks.

    Returns
    -------
    float
        In mean ranks.
    """
    return float(np.sqrt(n_comparates * (n_comparates + 1) / (12 * n_tasks)))


def nemenyi_pvalues(apart: Floats, n_comparates: int, n_tasks: int) -> Floats:
    """Return the p-values of the Nemenyi test.

    H0: the two comparates have the same distribution of ranks. p is the probability that the range of k
    independent normal mean ranks exceeds the difference; it allows for all pairs, so no correction follows.

    Parameters
    ----------
    apart : ndarray of shape (n_pairs,)
        Absolute differences of mean ranks; NaN where undefined.
    n_comparates, n_tasks : int
        Of the table on which the ranks were taken.

    Returns
    -------
    ndarray of shape (n_pairs,)
        Two-sided; NaN where the difference is undefined.

    Notes
    -----
    More than 1,000 distinct differences are interpolated (cubic Hermite on log p, 3,000 nodes), which errs by
    less than 1e-8 of p.

    References
    ----------
    Nemenyi (1963), Distribution-free multiple comparisons, PhD thesis, Princeton. Demšar (2006), JMLR 7,
    section 3.2.2.
    """
    pvalues = np.full(len(apart), np.nan)
    defined = ~np.isnan(apart)
    distinct, inverse = np.unique(apart[defined], return_inverse=True)
    if len(distinct):
        quantiles = distinct / scale(n_comparates, n_tasks)
        found = _many if len(distinct) > INTERPOLATED_ABOVE else survival
        pvalues[defined] = found(quantiles, n_comparates)[inverse]
    return pvalues


def _many(quantiles: Floats, k: int) -> Floats:
    """Return P(range > q) at many quantiles: interpolated, and computed in the last tail, where it vanishes."""
    tail, near = np.zeros(len(quantiles)), quantiles <= _REACH
    if near.any():
        tail[near] = _interpolated(quantiles[near], k)
    last = ~near & (quantiles < _REACH + 3)
    if last.any():
        tail[last] = survival(quantiles[last], k)
    return tail


def _interpolated(quantiles: Floats, k: int) -> Floats:
    """Return P(range > q) at many quantiles, between nodes at which it and its derivative are computed."""
    nodes = np.linspace(0.0, float(quantiles.max()), _NODES)
    tail, density = integrals(nodes, k)
    level, slope = np.log(tail), -density / tail
    step = nodes[1] or 1.0
    at = np.minimum((quantiles / step).astype(np.int64), _NODES - 2)
    t = quantiles / step - at
    left, right = level[at], level[at + 1]
    value = (
        left * (1 + 2 * t) * (1 - t) ** 2
        + right * t * t * (3 - 2 * t)
        + step * t * (1 - t) * (slope[at] * (1 - t) - slope[at + 1] * t)
    )
    return np.asarray(np.exp(np.minimum(value, 0.0)))
