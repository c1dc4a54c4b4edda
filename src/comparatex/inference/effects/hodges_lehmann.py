"""The Hodges–Lehmann difference: the shift that the Wilcoxon signed-rank test would find balanced."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from comparatex.data.scores import Scores
from comparatex.errors import UsageError
from comparatex.inference.arithmetic.arrays import Floats, Integers
from comparatex.inference.arithmetic.blocks import blocks
from comparatex.inference.arithmetic.differences import of_scores
from comparatex.inference.effects.walsh import walsh_averages
from comparatex.inference.pairwise.signed_rank_null import untied_cdf

_HELD = 4_000_000
"""Differences held at a time."""

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


def shifts(scores: Scores, row: Integers, column: Integers, level: float) -> Shifts:
    """Return the Hodges–Lehmann differences of pairs, score(row) − score(column), with intervals.

    Parameters
    ----------
    scores : Scores
        The table.
    row, column : ndarray of int, of shape (n_pairs,)
        Positions in the table.
    level : float
        Confidence level, between 0 and 1.

    Returns
    -------
    Shifts
        In the unit of the scores, as measured: where lower is better, a better row has a negative one. NaN
        for pairs without a task.

    Raises
    ------
    UsageError
        The level is not between 0 and 1.

    References
    ----------
    Hodges and Lehmann (1963), Estimates of location based on rank tests, Annals of Mathematical Statistics
    34.
    """
    if not 0 < level < 1:
        raise UsageError(f"The confidence level must lie between 0 and 1, not {level!r}.")
    table = of_scores(scores)
    some = blocks(len(row), scores.n_tasks, _HELD)
    parts = [hodges_lehmann(table.settled(row[pairs], column[pairs]), level) for pairs in some]
    estimate, low, high = (
        np.concatenate([getattr(p, name) for p in parts]) for name in ("estimate", "low", "high")
    )
    if scores.higher_is_better:
        return Shifts(estimate, low, high)
    return Shifts(0.0 - estimate, 0.0 - high, 0.0 - low)
