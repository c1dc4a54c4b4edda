"""The Hodges–Lehmann difference: the shift that the Wilcoxon signed-rank test would find balanced."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from comparatex.inference.arithmetic.arrays import Floats
from comparatex.inference.effects.walsh import walsh_averages
from comparatex.inference.pairwise.signed_rank_null import untied_cdf

EXACT_UP_TO = 50


@dataclass(frozen=True, eq=False)
class Shifts:
    """Estimated shifts of pairs, each field of shape (n_pairs,).

    Parameters
    ----------
    estimate : ndarray
        Median of all averages of two differences.
    low, high : ndarray
        Ends of the interval; infinite where so few tasks allow none at this level.
    """

    estimate: Floats
    low: Floats
    high: Floats


def hodges_lehmann(differences: Floats, level: float = 0.95) -> Shifts:
    """Estimate by how much the row is better, with an interval.

    The estimate is the median of the Walsh averages (d_i + d_j)/2, i ≤ j. The interval holds the shifts that
    the two-sided signed-rank test of level 1 − `level` does not reject: from the c-th smallest average to the
    c-th largest, where c is the largest number with P(W⁺ < c) ≤ (1 − level)/2.

    Parameters
    ----------
    differences : ndarray of shape (n_pairs, n_tasks)
        Positive where the row is better; NaN where missing.
    level : float
        Confidence level, between 0 and 1; it is at least reached when the differences are draws from a
        continuous distribution that is symmetric about the shift. With ties it holds approximately.

    Returns
    -------
    Shifts
        NaN for pairs without a task.

    Notes
    -----
    c follows from the exact distribution of W⁺ for n ≤ 50 tasks, above from the normal approximation with
    mean n(n + 1)/4 and variance n(n + 1)(2n + 1)/24.

    References
    ----------
    Hodges and Lehmann (1963), Estimates of location based on rank tests, Annals of Mathematical Statistics 34.
    Hollander, Wolfe and Chicken (2014), Nonparametric statistical methods, sections 3.2 and 3.3.
    """
    found = np.array([_shift(row[~np.isnan(row)], level) for row in differences]).reshape(-1, 3)
    return Shifts(*found.T.copy())


def _shift(differences: Floats, level: float) -> tuple[float, float, float]:
    """Return estimate and interval of one pair."""
    n = len(differences)
    if n == 0:
        return math.nan, math.nan, math.nan
    m, c = n * (n + 1) // 2, _depth(n, level)
    ranks = [max(c - 1, 0), (m - 1) // 2, m // 2, m - max(c, 1)]
    first, low, high, last = walsh_averages(differences, ranks)
    return (low + high) / 2, (first if c else -math.inf), (last if c else math.inf)


def _depth(n: int, level: float) -> int:
    """Return the largest c with P(W⁺ < c) ≤ (1 − level)/2 for n untied differences."""
    tail = (1 - level) / 2
    if n <= EXACT_UP_TO:
        return int(np.searchsorted(untied_cdf(0, n), tail * (1 + 1e-12), "right"))
    from scipy.special import ndtri

    deviation = math.sqrt(n * (n + 1) * (2 * n + 1) / 24)
    return max(0, math.floor(n * (n + 1) / 4 + float(ndtri(tail)) * deviation))
