"""The Nemenyi test, and the studentized range with infinite degrees of freedom on which it is based."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from comparatex.errors import UsageError
from comparatex.inference.arithmetic import Floats, blocks

_STEP = 1 / 32
"""Step of the trapezoidal rule, in standard deviations."""

_LARGEST_Z = 9.0
"""Where the integrand vanishes, in standard deviations."""

_AT_A_TIME = 200
"""Quantiles whose integrands are held at a time."""


def survival(quantiles: Floats, k: int) -> Floats:
    """Return P(range of k standard normals > q).

    The smallest of the k lies at z, and not all others are within q of it: k ∫ φ(z) [Φ(−z)^(k−1) − (Φ(−z) −
    Φ(−z−q))^(k−1)] dz. The integrand is positive and computed without subtracting nearly equal numbers, so that
    small tails keep their precision, and the trapezoidal rule converges for it faster than any power of its
    step.
    """
    return integrals(quantiles, k)[0]


def integrals(quantiles: Floats, k: int) -> tuple[Floats, Floats]:
    """Return the survival function and the density of the range at quantiles, a few at a time, to limit memory."""
    from scipy.special import ndtr

    tails, densities = np.empty((2, len(quantiles)))
    for start in range(0, len(quantiles), _AT_A_TIME):
        part = slice(start, start + _AT_A_TIME)
        z = np.arange(-_LARGEST_Z - float(quantiles[part].max()) / 2, _LARGEST_Z, _STEP)
        normal = np.exp(-z * z / 2) / np.sqrt(2 * np.pi)
        above = ndtr(-z)
        shifted = z + quantiles[part, None]
        with np.errstate(under="ignore"):
            outside = np.minimum(ndtr(-shifted) / above, 1 - 2**-53)
            weight = k * _STEP * normal * above ** (k - 1)
            within = np.log1p(-outside)
            tails[part] = np.minimum(-np.expm1((k - 1) * within) @ weight, 1.0)
            other = np.exp(-shifted * shifted / 2) / np.sqrt(2 * np.pi)
            densities[part] = (other * np.exp((k - 2) * within)) @ ((k - 1) * weight / above)
    return tails, densities


@lru_cache(maxsize=4096)  # an audit asks about every size of the set, for each pair of its core
def critical_value(alpha: float, k: int) -> float:
    """Return the quantile q with P(range of k standard normals > q) = alpha."""
    low, high = 0.0, 1.0
    while survival(np.array([high]), k)[0] > alpha:
        low, high = high, 2 * high
    q = (low + high) / 2
    for _ in range(100):  # Newton's method on log P, kept within the bracket by bisection
        tail, density = (float(value[0]) for value in integrals(np.array([q]), k))
        low, high = (q, high) if tail > alpha else (low, q)
        step = q + tail * np.log(tail / alpha) / density if density > 0 and tail > 0 else low
        following = float(step) if low < step < high else (low + high) / 2
        if abs(following - q) <= 1e-15 * q:
            break
        q = following
    return q


INTERPOLATED_ABOVE = 1000
"""Distinct differences of mean ranks above which p-values are interpolated."""

_NODE_DISTANCE = 0.01
"""Distance of the nodes, in standard errors of a mean rank."""

_LARGEST_QUANTILE = 53.0
"""Quantile of the range up to which p-values are interpolated; those above are below 1e-300."""


def critical_difference(n_comparates: int, n_tasks: int, alpha: float = 0.05) -> float:
    """Return the difference of mean ranks above which the Nemenyi test at level alpha calls a pair different.

    CD = q/√2 · √(k(k + 1)/(6N)) for k comparates on N tasks, where q is the upper alpha quantile of the
    studentized range of k normals with infinite degrees of freedom. H0: on every task all orders of the comparates are
    equally likely; the test is two-sided, and not corrected for ties.

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
        raise UsageError("The Nemenyi test needs two methods and a task.")
    return critical_value(alpha, n_comparates) * scale(n_comparates, n_tasks)


def scale(n_comparates: int, n_tasks: int) -> float:
    """Return the standard error of a mean rank, the unit of the studentized range: √(k(k + 1)/(12N))."""
    return float(np.sqrt(n_comparates * (n_comparates + 1) / (12 * n_tasks)))


def nemenyi_pvalues(gap: Floats, n_comparates: int, n_tasks: int) -> Floats:
    """Return the p-values of the Nemenyi test.

    H0: on every task all orders of the comparates are equally likely. p is the probability that the range of k
    independent normal mean ranks exceeds the difference; it allows for all pairs, so no correction follows.

    Parameters
    ----------
    gap : ndarray of shape (n_pairs,)
        Absolute differences of mean ranks; NaN where undefined.
    n_comparates, n_tasks : int
        Size of the table of ranks.

    Returns
    -------
    ndarray of shape (n_pairs,)
        Two-sided; NaN where the difference is undefined.

    Notes
    -----
    More than 1,000 distinct differences are interpolated: cubic Hermite on log p, whose nodes are 0.01 standard errors
    apart. The relative error of p is below 1e-9 for up to 5,000 comparates; p below 1e-300 errs by less than that.

    References
    ----------
    Nemenyi (1963), Distribution-free multiple comparisons, PhD thesis, Princeton. Demšar (2006), JMLR 7,
    section 3.2.2.
    """
    pvalues = np.full(len(gap), np.nan)
    defined = ~np.isnan(gap)
    if defined.any():
        quantiles = gap[defined] / scale(n_comparates, n_tasks)
        distinct, inverse = np.unique(quantiles, return_inverse=True)
        if len(distinct) > INTERPOLATED_ABOVE:
            pvalues[defined] = _interpolated(quantiles, n_comparates)
        else:
            pvalues[defined] = survival(distinct, n_comparates)[inverse]
    return pvalues


def _interpolated(quantiles: Floats, k: int) -> Floats:
    """Return P(range > q) at many quantiles: between nodes; in the far tail, where it vanishes, along lines."""
    tail, near = np.zeros(len(quantiles)), np.flatnonzero(quantiles <= _LARGEST_QUANTILE)
    if len(near):
        nodes = np.arange(0.0, float(quantiles[near].max()) / _NODE_DISTANCE + 2) * _NODE_DISTANCE
        chances, density = integrals(nodes, k)
        level, slope = np.log(chances), -density / chances
        for some in blocks(len(near), 1):
            tail[near[some]] = _hermite(quantiles[near[some]], level, slope)
    if len(near) < len(quantiles):
        far = quantiles > _LARGEST_QUANTILE
        nodes = np.arange(_LARGEST_QUANTILE, _LARGEST_QUANTILE + 3, _NODE_DISTANCE)
        tail[far] = np.interp(quantiles[far], nodes, survival(nodes, k), right=0.0)
    return tail


def _hermite(quantiles: Floats, level: Floats, slope: Floats) -> Floats:
    """Return exp of the cubic Hermite interpolant at quantiles, from its levels and slopes at the nodes."""
    at = (quantiles / _NODE_DISTANCE).astype(np.int64)
    t = quantiles / _NODE_DISTANCE - at
    left, right = level[at], level[at + 1]
    value = (
        left * (1 + 2 * t) * (1 - t) ** 2
        + right * t * t * (3 - 2 * t)
        + _NODE_DISTANCE * t * (1 - t) * (slope[at] * (1 - t) - slope[at + 1] * t)
    )
    return np.asarray(np.exp(np.minimum(value, 0.0)))
