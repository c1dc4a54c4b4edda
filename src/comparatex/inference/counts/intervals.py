"""Intervals for a share: of wins, or of errors on a test set."""

from __future__ import annotations

from typing import Literal

import numpy as np

from comparatex.errors import DataError, UsageError
from comparatex.inference.arithmetic.arrays import Floats, Integers

Method = Literal["wilson", "normal", "clopper-pearson", "count"]


def share_interval(
    count: Integers, n: Integers, level: float = 0.95, method: Method = "wilson"
) -> tuple[Floats, Floats]:
    """Return an interval for the probability of an event that was seen `count` times in `n` trials.

    Parameters
    ----------
    count, n : ndarray of int, of any common shape
        Events and independent trials.
    level : float
        Confidence level, between 0 and 1.
    method : {"normal", "wilson", "clopper-pearson", "count"}
        ``normal``: p̂ ± z √(p̂(1 − p̂)/n), as taught; it may leave [0, 1], and is too short for few trials or
        shares near 0 or 1. ``wilson``: the shares that the normal test does not reject. ``clopper-pearson``:
        the shares that the exact binomial tests do not reject; it holds the level at least. ``count``: the
        smallest and largest count, as shares, between the quantiles of the binomial distribution with p̂.

    Returns
    -------
    low, high : ndarray
        NaN without a trial.

    Raises
    ------
    DataError
        A count is negative or above its number of trials.
    UsageError
        The level is not between 0 and 1, or the method unknown.

    References
    ----------
    Mitchell (1997), Machine learning, section 5.2. Wilson (1927), JASA 22. Clopper and Pearson (1934),
    Biometrika 26. Brown, Cai and DasGupta (2001), Interval estimation for a binomial proportion, Statistical
    Science 16.

    Examples
    --------
    >>> share_interval(np.array([9]), np.array([11]), method="normal")
    (array([0.59025506]), array([1.04610858]))
    """
    check_counts(count, n)
    if not 0 < level < 1:
        raise UsageError(f"The confidence level must lie between 0 and 1, not {level!r}.")
    trials = np.where(n > 0, n, np.nan)
    with np.errstate(invalid="ignore"):
        if method == "normal":
            return _normal(count / trials, trials, level)
        if method == "wilson":
            return _wilson(count / trials, trials, level)
        if method == "clopper-pearson":
            return _clopper_pearson(count, trials, level)
        if method == "count":
            return _count(count, trials, level)
    raise UsageError(f"There is no interval {method!r}.")


def check_counts(count: Integers, n: Integers) -> None:
    """Refuse counts that are negative or above the number of trials.

    Parameters
    ----------
    count, n : ndarray of int, of any common shape
        Events and trials.

    Raises
    ------
    DataError
        A count is negative or above its number of trials.
    """
    if (np.asarray(count) < 0).any() or (np.asarray(count) > np.asarray(n)).any():
        raise DataError("A count is negative, or larger than its number of trials.")


def z_value(level: float) -> float:
    """Return z with P(|Z| ≤ z) = level for a standard normal Z: the z_N of N % intervals.

    Parameters
    ----------
    level : float
        Confidence level, between 0 and 1.

    Returns
    -------
    float
        In standard deviations.

    References
    ----------
    Mitchell (1997), Machine learning, section 5.2.

    Examples
    --------
    >>> round(z_value(0.95), 3)
    1.96
    """
    from scipy.special import ndtri

    return float(-ndtri((1 - level) / 2))


def _normal(share: Floats, n: Floats, level: float) -> tuple[Floats, Floats]:
    """Return the share plus and minus z standard errors."""
    half = z_value(level) * np.sqrt(share * (1 - share) / n)
    return share - half, share + half


def _wilson(share: Floats, n: Floats, level: float) -> tuple[Floats, Floats]:
    """Return the shares p with |p̂ − p| ≤ z √(p(1 − p)/n)."""
    z = z_value(level)
    middle = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * np.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    low, high = np.where(share == 0, 0.0, middle - half), np.where(share == 1, 1.0, middle + half)
    return np.where(np.isnan(n), np.nan, low), np.where(np.isnan(n), np.nan, high)


def _clopper_pearson(count: Integers, n: Floats, level: float) -> tuple[Floats, Floats]:
    """Return the shares at which the count is just not too large, and just not too small."""
    from scipy.special import betaincinv

    tail = (1 - level) / 2
    low = np.where(count == 0, 0.0, betaincinv(np.maximum(count, 1), n - count + 1, tail))
    high = np.where(count == n, 1.0, betaincinv(count + 1, np.maximum(n - count, 1), 1 - tail))
    return np.where(np.isnan(n), np.nan, low), np.where(np.isnan(n), np.nan, high)


def _count(count: Integers, n: Floats, level: float) -> tuple[Floats, Floats]:
    """Return the quantiles of Binomial(n, p̂), as shares."""
    tail = (1 - level) / 2
    ends = np.full((2, np.size(n)), np.nan)
    for k, (x, trials) in enumerate(zip(np.ravel(count).tolist(), np.ravel(n).tolist(), strict=True)):
        if trials == trials:
            ends[:, k] = [_quantile(q, int(trials), x / trials) / trials for q in (tail, 1 - tail)]
    return ends[0].reshape(np.shape(n)), ends[1].reshape(np.shape(n))


def _quantile(q: float, n: int, p: float) -> int:
    """Return the smallest x with P(X ≤ x) ≥ q for X ~ Binomial(n, p)."""
    from scipy.special import bdtr

    return int(np.argmax(bdtr(np.arange(n + 1), n, p) >= q * (1 - 1e-12)))
