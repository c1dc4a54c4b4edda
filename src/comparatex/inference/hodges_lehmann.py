"""The Hodges–Lehmann difference: the shift that the Wilcoxon signed-rank test would find balanced.

Walsh averages (d_i + d_j)/2, i ≤ j, by rank, without forming all n(n + 1)/2 of them when n is large.

Sorted differences make a triangle of sums d_i + d_j whose rows ascend, so the sums below a pivot are counted row by
row with bisections. Two pivots from a sample of the sums bracket the wanted ranks; what lies between them is sampled
again, until so few sums are left that they can be listed. The draws determine how long that takes, never the
result: every count is of the floating-point sums themselves.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import Literal

import numpy as np

from comparatex.data.scores import Scores
from comparatex.errors import UsageError
from comparatex.inference.arithmetic import Floats, Integers
from comparatex.inference.differences import Differences, of_scores
from comparatex.inference.signed_rank_tails import untied_cdf
from comparatex.inference.wilcoxon import EXACT_UP_TO
from comparatex.inference.workers import ALONE, Running, over_pairs

LISTED_UP_TO = 256
"""Most differences whose averages are all formed: that takes less time than counting."""

_DRAWN = 4096
"""Sums in a sample."""

_LISTED = 16384
"""Sums that are listed rather than bracketed further."""

_Side = Literal["left", "right"]


@dataclass(frozen=True, eq=False)
class _Band:
    """Sums of consecutive ranks: in row `row` + i those in columns first[i] to last[i] − 1.

    `below` sums are smaller than all of these; none is less than `least` or more than `most`.
    """

    row: int
    first: Integers
    last: Integers
    below: int
    least: float
    most: float

    @property
    def sizes(self) -> Integers:
        """Sums in each row."""
        return self.last - self.first


def walsh_averages(differences: Floats, ranks: Sequence[int]) -> list[float]:
    """Return the Walsh averages of some ranks, as sorting all of them would.

    >>> walsh_averages(np.array([4.0, 1.0, 2.0]), [0, 2, 3, 5])  # of 1, 1.5, 2, 2.5, 3, 4
    [1.0, 2.0, 2.5, 4.0]
    """
    differences, n = differences + 0.0, len(differences)  # adding zero turns -0.0 into 0.0
    if n <= LISTED_UP_TO:
        i, j = _triangle(n)
        sums = differences[i] + differences[j]
        sums.partition(sorted(set(ranks)))
        return _halves(sums[list(ranks)].tolist())
    values = np.sort(differences)
    everything = _Band(
        row=0,
        first=np.arange(n),
        last=np.full(n, n),
        below=0,
        least=2 * float(values[0]),
        most=2 * float(values[-1]),
    )
    return _halves(_ranked(values, everything, list(ranks)))


def _halves(sums: Sequence[float]) -> list[float]:
    """Return halves without a signed zero, which that of the smallest negative number is."""
    return [total / 2 + 0.0 for total in sums]


@lru_cache(maxsize=4)
def _triangle(n: int) -> tuple[Integers, Integers]:
    """Return the rows and columns of the sums."""
    row, column = np.triu_indices(n)
    return row, column


def _ranked(values: Floats, band: _Band, ranks: list[int]) -> list[float]:
    """Return the sums with the given ranks, all in the band."""
    margin = usual = math.isqrt(_DRAWN)
    while (size := int(band.sizes.sum())) > _LISTED and band.least < band.most:
        if len(ranks) > 1 and (margin == 0 or 8 * (ranks[-1] - ranks[0]) > size):
            split = 1 + int(np.argmax(np.diff(ranks)))
            return _ranked(values, band, ranks[:split]) + _ranked(values, band, ranks[split:])
        band = _narrowed(values, band, (ranks[0], ranks[-1]), margin)
        # a sum so frequent that no two pivots separate it from its neighbours is hit by one pivot
        margin = 0 if 2 * int(band.sizes.sum()) > size else usual
    if band.least == band.most:
        return [band.least] * len(ranks)
    return _listed(values, band, ranks)


def _listed(values: Floats, band: _Band, ranks: list[int]) -> list[float]:
    """Return the sums with the given ranks in a small band."""
    ends = np.cumsum(band.sizes)
    sums = _sums(values, band, ends, np.arange(ends[-1]))
    places = [rank - band.below for rank in ranks]
    sums.partition(sorted(set(places)))
    return [float(sums[place]) for place in places]


def _sums(values: Floats, band: _Band, ends: Integers, places: Integers) -> Floats:
    """Return some sums of a band by their positions when it is read row by row; `ends` are those of its rows."""
    row = np.searchsorted(ends, places, "right")
    column = (band.last - ends)[row] + places
    return np.asarray(values[band.row + row] + values[column])


def _narrowed(values: Floats, band: _Band, ranks: tuple[int, int], margin: int) -> _Band:
    """Return a smaller band that contains two ranks: what lies between two pivots, or on one side of both.

    The pivots are drawn sums whose ranks are about those wanted, minus and plus a margin of drawn sums.
    """
    ends = np.cumsum(band.sizes)
    size, low, high = int(ends[-1]), *ranks
    drawn = np.sort(_sums(values, band, ends, (2 * np.arange(_DRAWN) + 1) * size // (2 * _DRAWN)))
    places = (low - band.below) * _DRAWN // size - margin, (high - band.below) * _DRAWN // size + margin
    first, last = (float(drawn[min(max(place, 0), _DRAWN - 1)]) for place in places)
    band = _cut(values, _cut(values, band, last, "right", ranks), first, "left", ranks)
    filled = np.flatnonzero(band.sizes)
    rows = slice(int(filled[0]), int(filled[-1]) + 1)
    return replace(band, row=band.row + rows.start, first=band.first[rows], last=band.last[rows])


def _cut(values: Floats, band: _Band, pivot: float, side: _Side, ranks: tuple[int, int]) -> _Band:
    """Return the part of a band on that side of a pivot where two ranks are; all of it if it separates them."""
    later = values[band.row : band.row + len(band.first)]
    column = np.clip(_columns(values, later, pivot, side), band.first, band.last)
    below = band.below + int((column - band.first).sum())
    if below > ranks[1]:
        return replace(band, last=column, most=pivot)
    if below <= ranks[0]:
        return replace(band, first=column, below=below, least=pivot)
    return band


def _columns(values: Floats, own: Floats, pivot: float, side: _Side) -> Integers:
    """Return the first column of each row whose sum is not below the pivot; for the right side: is above it.

    `own` are the differences of the rows.
    """
    needed = pivot - own
    columns = np.searchsorted(values, needed, side)
    walled = np.concatenate(((-math.inf,), values, (math.inf,)))
    below = np.less if side == "left" else np.less_equal
    right = below(own + walled[columns], pivot) & ~below(own + walled[columns + 1], pivot)
    if not right.all():
        wrong = np.flatnonzero(~right)
        columns[wrong] = _near(values, own[wrong], pivot, side)
    return columns


def _near(values: Floats, own: Floats, pivot: float, side: _Side) -> Integers:
    """Return `_columns` where the rounding of pivot − d_i would mislead, by comparing the sums within that error."""
    needed, below = pivot - own, np.less if side == "left" else np.less_equal
    error = 4 * float(np.finfo(np.float64).eps) * (np.abs(needed) + abs(pivot))
    first = np.searchsorted(values, needed - error, "left")
    last = np.searchsorted(values, needed + error, "right")
    while (first < last).any():
        middle = (first + last) // 2
        lower = (first < last) & below(own + values[np.minimum(middle, len(values) - 1)], pivot)
        first, last = np.where(lower, middle + 1, first), np.where(lower, last, middle)
    return first


@dataclass(frozen=True, eq=False)
class Shifts:
    """Estimated shifts of pairs, each field of shape (n_pairs,).

    Parameters
    ----------
    estimate : ndarray
        Median of all averages of two differences.
    low, high : ndarray
        Ends of the interval; infinite when there are too few tasks for one at this level.
    """

    estimate: Floats
    low: Floats
    high: Floats


def hodges_lehmann(differences: Floats, level: float = 0.95) -> Shifts:
    """Estimate how much better the row is, with an interval.

    The estimate is the median of the Walsh averages (d_i + d_j)/2, i ≤ j. The interval contains the shifts that
    the two-sided signed-rank test of level 1 − `level` does not reject: from the c-th smallest average to the
    c-th largest, where c is the largest number with P(W⁺ < c) ≤ (1 − level)/2.

    Parameters
    ----------
    differences : ndarray of shape (n_pairs, n_tasks)
        Positive where the row is better; NaN where missing.
    level : float
        Confidence level, between 0 and 1; for n ≤ 50 tasks, coverage is at least this when the differences are draws
        from a continuous distribution that is symmetric about the shift. With more or tied ones, nearly so.

    Returns
    -------
    Shifts
        NaN for pairs without common tasks.

    Notes
    -----
    c follows from the exact distribution of W⁺ for n ≤ 50 tasks, and above that from the normal approximation with
    mean n(n + 1)/4 and variance n(n + 1)(2n + 1)/24.

    References
    ----------
    Hodges and Lehmann (1963), Estimates of location based on rank tests, Annals of Mathematical Statistics 34.
    Hollander, Wolfe and Chicken (2014), Nonparametric statistical methods, sections 3.2 and 3.3.
    """
    estimates = np.array([_shift(row[~np.isnan(row)], level) for row in differences]).reshape(-1, 3)
    return Shifts(*estimates.T.copy())


def _shift(differences: Floats, level: float) -> tuple[float, float, float]:
    """Return estimate and interval of one pair."""
    n = len(differences)
    if n == 0:
        return math.nan, math.nan, math.nan
    m, c = n * (n + 1) // 2, _depth(n, level)
    ranks = [max(c - 1, 0), (m - 1) // 2, m // 2, m - max(c, 1)]
    first, low, high, last = walsh_averages(differences, ranks)
    (middle,) = _halves([low + high])
    return middle, (first if c else -math.inf), (last if c else math.inf)


def _depth(n: int, level: float) -> int:
    """Return the largest c with P(W⁺ < c) ≤ (1 − level)/2 for n untied differences."""
    tail = (1 - level) / 2
    if n <= EXACT_UP_TO:
        return int(np.searchsorted(untied_cdf(0, n), tail * (1 + 1e-12), "right"))
    from scipy.special import ndtri

    deviation = math.sqrt(n * (n + 1) * (2 * n + 1) / 24)
    return max(0, math.floor(n * (n + 1) / 4 + float(ndtri(tail)) * deviation))


def shifts(scores: Scores, row: Integers, column: Integers, level: float, running: Running = ALONE) -> Shifts:
    """Return the Hodges–Lehmann differences of pairs, score(row) − score(column), with intervals.

    Hodges and Lehmann (1963), Estimates of location based on rank tests, Annals of Mathematical Statistics
    34.
    """
    if not 0 < level < 1:
        raise UsageError(f"The confidence level must lie between 0 and 1, not {level!r}.")
    of_pairs = partial(_of_pairs, of_scores(scores), level)
    estimate, low, high = over_pairs(of_pairs, row, column, scores.n_tasks, running)
    if scores.higher_is_better:
        return Shifts(estimate, low, high)
    return Shifts(0.0 - estimate, 0.0 - high, 0.0 - low)


def _of_pairs(
    table: Differences, level: float, row: Integers, column: Integers
) -> tuple[Floats, Floats, Floats]:
    estimates = hodges_lehmann(table.between(row, column), level)
    return estimates.estimate, estimates.low, estimates.high
