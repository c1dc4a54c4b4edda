"""The Hodges–Lehmann difference: the shift that the Wilcoxon signed-rank test would find balanced.

Walsh averages (d_i + d_j)/2, i ≤ j, by rank, without forming all n(n + 1)/2 of them when n is large.

Sorted differences make a triangle of sums d_i + d_j whose rows ascend, so the sums below a pivot are counted row by
row with bisections. Two pivots from a sample of the sums bracket a wanted rank; what lies between them is sampled
again, until so few sums are left that they can be listed. The draws determine how long that takes, never the
result: every count is of the floating-point sums themselves.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache, partial

import numpy as np

from comparatex.data.scores import Scores, clustering
from comparatex.inference.analysis import ALONE, Running
from comparatex.inference.arithmetic import Booleans, Estimates, Floats, Integers, check_level
from comparatex.inference.clustered import clustered_signed_rank, signed_rank_tails
from comparatex.inference.differences import Differences, of_scores
from comparatex.inference.wilcoxon import EXACT_UP_TO, rare_sums
from comparatex.inference.workers import OfPairs, over_pairs

LISTED_UP_TO = 256
"""Most differences whose averages are all formed: that takes less time than counting."""

_DRAWN = 4096
"""Sums in a sample."""

_LISTED = 16384
"""Sums that are listed rather than bracketed further."""


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
        totals = sums[list(ranks)].tolist()
    else:
        values = np.sort(differences)
        sum_of = {rank: _ranked(values, rank) for rank in set(ranks)}
        totals = [sum_of[rank] for rank in ranks]
    return [total / 2 + 0.0 for total in totals]  # half of the smallest negative number is a signed zero


_triangle = lru_cache(maxsize=4)(np.triu_indices)


def _ranked(values: Floats, rank: int) -> float:
    """Return the sum of a rank; in row i, those in columns first[i] to last[i] − 1 are left, `below` are smaller."""
    n, below = len(values), 0
    first, last = np.arange(n), np.full(n, n)
    margin = usual = math.isqrt(_DRAWN)  # drawn sums by which the pivots are beside the wanted rank
    while True:
        ends = np.cumsum(last - first)
        size = int(ends[-1])
        if size <= _LISTED:
            return float(np.partition(_sums(values, last, ends, np.arange(size)), rank - below)[rank - below])
        drawn = np.sort(_sums(values, last, ends, (2 * np.arange(_DRAWN) + 1) * size // (2 * _DRAWN)))
        place = (rank - below) * _DRAWN // size
        low, high = float(drawn[max(place - margin, 0)]), float(drawn[min(place + margin, _DRAWN - 1)])
        under = np.clip(_columns(values, low, np.less), first, last)
        over = np.clip(_columns(values, high, np.less_equal), first, last)
        n_under, n_over = (below + int((column - first).sum()) for column in (under, over))
        if low == high and n_under <= rank < n_over:
            return low
        if rank < n_under:
            last = under
        elif rank < n_over:
            first, last, below = under, over, n_under
        else:
            first, below = over, n_over
        # a sum so frequent that no two pivots separate it from its neighbours is hit by one pivot
        margin = 0 if 2 * int((last - first).sum()) > size else usual


def _sums(values: Floats, last: Integers, ends: Integers, places: Integers) -> Floats:
    """Return some of the sums that are left by their positions when they are read row by row."""
    row = np.searchsorted(ends, places, "right")
    return np.asarray(values[row] + values[(last - ends)[row] + places])


def _columns(values: Floats, pivot: float, below: np.ufunc) -> Integers:
    """Return the first column of each row whose sum is not below the pivot: by bisection, within the error of p − d."""
    needed = pivot - values
    error = 4 * float(np.finfo(np.float64).eps) * (np.abs(needed) + abs(pivot))
    first = np.searchsorted(values, needed - error, "left")
    last = np.searchsorted(values, needed + error, "right")
    while (first < last).any():
        middle = (first + last) // 2
        lower = (first < last) & below(values + values[np.minimum(middle, len(values) - 1)], pivot)
        first, last = np.where(lower, middle + 1, first), np.where(lower, last, middle)
    return first


def hodges_lehmann(differences: Floats, level: float = 0.95) -> Estimates:
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
    Estimates
        The medians; ends of intervals are infinite where tasks are too few for one at this level. NaN for pairs without
        common tasks.

    Notes
    -----
    c follows from the exact distribution of W⁺ for n ≤ 50 tasks, and above that from the normal approximation with
    mean n(n + 1)/4 and variance n(n + 1)(2n + 1)/24.

    References
    ----------
    Hodges and Lehmann (1963), Estimates of location based on rank tests, Annals of Mathematical Statistics 34.
    Hollander, Wolfe and Chicken (2014), Nonparametric statistical methods, sections 3.2 and 3.3.
    """
    estimates = np.full((len(differences), 3), np.nan)
    for pair, row in enumerate(differences):
        present = row[~np.isnan(row)]
        if n := len(present):
            m, c = n * (n + 1) // 2, _depth(n, level)
            ranks = [max(c - 1, 0), (m - 1) // 2, m // 2, m - max(c, 1)]
            first, low, high, last = walsh_averages(present, ranks)
            estimates[pair] = (low + high) / 2 + 0.0, (first if c else -math.inf), (last if c else math.inf)
    return Estimates(*estimates.T.copy())


@lru_cache(maxsize=256)
def _depth(n: int, level: float) -> int:
    """Return the largest c with P(W⁺ < c) ≤ (1 − level)/2 for n untied differences."""
    tail = (1 - level) / 2
    if n <= EXACT_UP_TO:
        return rare_sums(n, tail)
    from scipy.special import ndtri

    deviation = math.sqrt(n * (n + 1) * (2 * n + 1) / 24)
    return max(0, math.floor(n * (n + 1) / 4 + float(ndtri(tail)) * deviation))


def shifts(scores: Scores, row: Integers, column: Integers, level: float, running: Running = ALONE) -> Estimates:
    """Return the Hodges–Lehmann differences of pairs, score(row) − score(column), with intervals.

    Where tasks are in clusters, these have the shifts that the clustered signed-rank test does not reject.
    """
    check_level(level)
    of_pairs: OfPairs = partial(of_scores(scores).each, partial(hodges_lehmann, level=level))
    if scores.clusters:
        of_pairs = partial(_by_clusters, of_scores(scores), level, clustering(scores))
    estimate, low, high = over_pairs(of_pairs, row, column, scores.n_tasks, running)
    if scores.higher_is_better:
        return Estimates(estimate, low, high)
    return Estimates(0.0 - estimate, 0.0 - high, 0.0 - low)


_HALVINGS = 30
"""Steps of a bisection: to the largest difference over a thousand million."""


def _by_clusters(table: Differences, level: float, clusters: Integers, row: Integers, column: Integers) -> Estimates:
    differences = table.between(row, column)
    estimate = hodges_lehmann(differences, level).estimate
    low = _lowest(differences, estimate, clusters, (1 - level) / 2)
    high = 0.0 - _lowest(0.0 - differences, 0.0 - estimate, clusters, (1 - level) / 2)
    return Estimates(estimate, low, high)


def _lowest(differences: Floats, inside: Floats, clusters: Integers, tail: float) -> Floats:
    """Return the least shifts that the clustered signed-rank test does not reject; infinite where it never does."""

    def rejected(shift: Floats) -> Booleans:
        ranks = clustered_signed_rank(differences - shift[:, None], clusters, "pratt")
        return np.asarray(signed_rank_tails(ranks, EXACT_UP_TO)[1][0] <= tail)

    size = np.where(np.isnan(differences), 0.0, np.abs(differences)).max(axis=1, initial=0.0)
    outside = -(1 + 1e-9) * size - np.finfo(float).tiny  # below all differences
    never = ~rejected(outside)
    for _ in range(_HALVINGS):
        middle = (outside + inside) / 2
        beyond = rejected(middle)
        outside, inside = np.where(beyond, middle, outside), np.where(beyond, inside, middle)
    return np.where(np.isnan(inside) | ~never, inside, -math.inf)
