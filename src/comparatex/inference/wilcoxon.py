"""The Wilcoxon signed-rank test of all pairs of comparates.

The exact null distribution of the signed-rank sum, given the absolute differences.

Under H0 (the differences are symmetric about zero) every sign is a fair coin, so the sum W of the ranks of
the wins has the distribution of Σ r·B with independent fair B, whatever the ranks r: with ties (midranks), zeros
(ranks that start above 1) and untied ranks 1..n alike. It is built rank by rank: P(W = w) becomes the mean of
P(W = w) and P(W = w − r). Every step adds only positive numbers, so that small tails keep their precision; up
to 52 ranks all probabilities are exact.

Sums of signed ranks are computed for many pairs at once, from one sort per pair.

A difference d becomes the key 2·|d| + (d > 0). Sorted keys are in the order of |d|, zeros first, and within a
tie the losses before the wins. Then ranks are positions, and for a tie of p wins and q losses, subtracting
p·q/2 from the sum of the wins' positions turns them into midranks. Ties are runs of keys that differ from the
one before by less than 2; only tied keys are processed further.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import lru_cache, partial
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from comparatex.inference.analysis import PvalueMethod, ZeroMethod
from comparatex.inference.arithmetic import CACHED, Booleans, Floats, Integers, Keys
from comparatex.inference.differences import Differences
from comparatex.inference.ranks import doubled_midranks
from comparatex.inference.workers import ALONE, Running, over_pairs

_SHARED = 64
"""Most ranks for which distributions on the way are kept, to be shared by pairs whose largest ranks agree."""


@lru_cache(maxsize=256)
def untied_cdf(offset: int, count: int) -> Floats:
    """Return P(W ≤ w) for the ranks offset + 1, …, offset + count and w = 0, 1, … up to half their sum.

    Parameters
    ----------
    offset, count : int
        The rank below the first, and the number of ranks.

    Returns
    -------
    ndarray of shape (⌊sum of the ranks/2⌋ + 1,)
        Probabilities in ascending order.
    """
    half = (2 * offset + count + 1) * count // 4
    return np.cumsum(_distribution(range(offset + count, offset, -1), half))


def untied_tails(offset: Integers, count: Integers, smaller: Integers) -> tuple[Floats, Floats]:
    """Return P(W ≤ w) and P(W < w) of pairs without ties.

    Parameters
    ----------
    offset, count : ndarray of int, of shape (n_pairs,)
        The ranks are offset + 1, …, offset + count.
    smaller : ndarray of int, of shape (n_pairs,)
        The smaller rank sum, w.

    Returns
    -------
    inclusive, exclusive : ndarray of shape (n_pairs,)
        The two probabilities, in this order.
    """
    inclusive, exclusive = np.empty((2, len(count)))
    for key in sorted(set(zip(offset.tolist(), count.tolist(), strict=True))):
        pairs = np.flatnonzero((offset == key[0]) & (count == key[1]))
        cdf = np.concatenate([[0.0], untied_cdf(*key)])
        inclusive[pairs], exclusive[pairs] = cdf[smaller[pairs] + 1], cdf[smaller[pairs]]
    return inclusive, exclusive


def tied_tails(doubled: Keys, smaller: Integers) -> tuple[Floats, Floats]:
    """Return P(W ≤ w) and P(W < w) of pairs with any midranks.

    Parameters
    ----------
    doubled : ndarray of int, of shape (n_pairs, n_ranks)
        Twice the midranks in descending order; zeros at the end of a row are padding.
    smaller : ndarray of int, of shape (n_pairs,)
        Twice the smaller rank sum, 2·w.

    Returns
    -------
    inclusive, exclusive : ndarray of shape (n_pairs,)
        The two probabilities, in this order.
    """
    inclusive, exclusive = np.empty((2, len(doubled)))
    order = np.lexsort(doubled.T[::-1])
    walk = _Shared(int(smaller.max(initial=0))) if doubled.shape[1] <= _SHARED else None
    for k, ranks in zip(order.tolist(), doubled[order].tolist(), strict=True):
        w = int(smaller[k])
        ranks = ranks[: np.count_nonzero(doubled[k])]
        chances = walk.distribution(ranks) if walk else _distribution(ranks, w)
        below = float(chances[:w].sum())
        exclusive[k], inclusive[k] = below, below + float(chances[w])
    return inclusive, exclusive


class _Shared:
    """Distributions of rank lists given in lexicographic order, so that shared beginnings are computed once."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._ranks: list[int] = []
        self._steps: list[Floats] = [np.ones(1)]

    def distribution(self, ranks: list[int]) -> Floats:
        """Return P(W = w) for w = 0, 1, … up to the limit."""
        same = 0
        while same < min(len(ranks), len(self._ranks)) and ranks[same] == self._ranks[same]:
            same += 1
        del self._steps[same + 1 :]
        for rank in ranks[same:]:
            self._steps.append(_with_rank(self._steps[-1], rank, self._limit))
        self._ranks = ranks
        return self._steps[-1]


def _distribution(ranks: list[int] | range, limit: int) -> Floats:
    """Return P(W = w) for w = 0, 1, … up to the limit, or to the largest W if that is smaller."""
    chances = np.ones(1)
    for rank in ranks:
        chances = _with_rank(chances, rank, limit)
    return chances


def _with_rank(chances: Floats, rank: int, limit: int) -> Floats:
    """Return the distribution of W with one more rank."""
    n = len(chances)
    longer = np.zeros(min(n + rank, limit + 1))
    longer[:n] = chances
    longer[rank:] += chances[: max(len(longer) - rank, 0)]
    longer *= 0.5
    return longer


@dataclass(frozen=True, eq=False)
class SignedRanks:
    """What the Wilcoxon test needs for each pair, all whole numbers of shape (n_pairs,).

    Parameters
    ----------
    n_tasks : ndarray
        Tasks on which both comparates have a score.
    wins, losses : ndarray
        Tasks on which the first is better, and worse.
    doubled_plus : ndarray
        Twice the rank sum of the wins among the non-zero differences, ties averaged.
    cubes : ndarray
        Sum of t³ − t over the ties, of t non-zero differences each.
    """

    n_tasks: Integers
    wins: Integers
    losses: Integers
    doubled_plus: Integers
    cubes: Integers

    @property
    def zeros(self) -> Integers:
        """Tasks on which both are equal."""
        return self.n_tasks - self.wins - self.losses


def keys_of(differences: Keys, both: Booleans | None) -> Keys:
    """Return the keys of differences, of shape (n_pairs, n_tasks); the largest key where a score is missing.

    Parameters
    ----------
    differences : ndarray of shape (n_pairs, n_tasks)
        Whole numbers, of at most half the largest one of their type less one, or floats in which equal differences
        are equal numbers. They are overwritten.
    both : ndarray of bool of the same shape, or None
        Where both comparates have a score.
    """
    won = differences > 0
    size = np.abs(differences, out=differences)
    size = size.view(f"u{size.itemsize}")  # the bits of positive floats are in the order of the floats
    keys = np.left_shift(size, 1, out=size)
    keys |= won
    if both is not None:
        keys[~both] = _absent(keys)
    return keys


def sorted_keys(differences: Keys, both: Booleans | None) -> Keys:
    """Return the sorted keys of differences; see `keys_of`."""
    keys = keys_of(differences, both)
    if keys.itemsize > 2:
        keys.sort(axis=1)
    else:
        _SORTS[_fastest(keys.shape[1].bit_length())](keys)
    return keys


def _sort_as_wide(keys: Keys) -> None:
    """Sort short keys as longer ones, for which more processors have vector instructions."""
    wide = keys.astype(np.uint32)
    wide.sort(axis=1)
    keys[:] = wide


_SORTS: tuple[Callable[[Keys], None], ...] = (
    lambda keys: keys.sort(axis=1),
    lambda keys: keys.sort(axis=1, kind="stable"),  # by counting digits
    _sort_as_wide,
)
"""Ways to sort short keys, with the same result."""


@lru_cache
def _fastest(bits: int) -> int:
    """Return which way to sort rows of so many short keys, up to a power of two, takes the least time here."""
    n = 1 << bits
    sample = (np.arange(max(4000, n)) * 40503).astype(np.uint16)[: max(1, 4000 // n) * n].reshape(-1, n)
    return min(range(len(_SORTS)), key=lambda way: _seconds(lambda: _SORTS[way](sample.copy())))


def _seconds(call: Callable[[], object]) -> float:
    """Return the least time of three calls."""
    times = []
    for _ in range(3):
        start = perf_counter()
        call()
        times.append(perf_counter() - start)
    return min(times)


def signed_ranks(keys: Keys, n_tasks: Integers) -> SignedRanks:
    """Return the sums of signed ranks of pairs.

    Parameters
    ----------
    keys : ndarray of shape (n_pairs, n_tasks)
        Sorted keys.
    n_tasks : ndarray of int, of shape (n_pairs,)
        Tasks on which both comparates have a score: the number of keys that represent a difference.
    """
    n = keys.shape[1]
    zeros, opposite, cubes = _ties(keys, n_tasks)
    wide = _sums_exactly(n * (n + 1) // 2)
    won: NDArray[Any] = np.asarray(keys & 1, dtype=wide)
    wins, positions = (
        _whole(won @ weights) for weights in (np.ones(n, wide), np.arange(1, n + 1, dtype=wide))
    )
    doubled_plus = 2 * (positions - zeros * wins) - opposite
    return SignedRanks(n_tasks, wins, n_tasks - zeros - wins, doubled_plus, cubes)


def _sums_exactly(largest: int) -> type[np.float32 | np.float64]:
    """Return the narrowest type in which all sums of whole numbers up to some number are exact."""
    return np.float32 if largest < 2**24 else np.float64


def _whole(sums: NDArray[Any]) -> Integers:
    return np.asarray(sums, dtype=np.int64)


def nonzero(keys: Keys) -> Booleans:
    """Return which sorted keys are differences other than zero."""
    return np.asarray((keys != 0) & (keys != _absent(keys)))


def _absent(keys: Keys) -> int:
    """Return the key of a missing difference: above all others, and even, so that it is not a win."""
    return int(np.iinfo(keys.dtype).max) - 1


_MOSTLY_TIED = 0.8
"""Share of keys that tie with the one before, above which ties are long and few."""


_HELD = 2 * CACHED
"""Keys to sort at a time: they are short, and in larger blocks threads wait less for each other."""

_SELDOM_TIED = 0.025
"""Share below which it is quicker to look at these keys alone."""


def _ties(keys: Keys, n_tasks: Integers) -> tuple[Integers, Integers, Integers]:
    """Return, for each pair, its zeros, and the sums over its ties of wins · losses and of t³ − t."""
    n_pairs, n = keys.shape
    apart = _apart(keys, 1)
    share = np.count_nonzero(apart <= 1) / max(1, keys.size)
    if share > _MOSTLY_TIED:
        return _long_ties(keys, apart)
    zeros, missing = _zeros(keys), n - n_tasks
    if share == 0:
        nothing = np.zeros(n_pairs, dtype=np.int64)
        return zeros, nothing, nothing
    opposite, cubes = (_few_ties if share < _SELDOM_TIED else _short_ties)(keys, apart)
    return zeros, opposite, cubes - zeros * (zeros * zeros - 1) - missing * (missing * missing - 1)


def _apart(keys: Keys, lag: int) -> Keys:
    """Return how each key differs from the one so many places before, in a flat array: by at most 1 if they tie."""
    flat = keys.ravel()
    found = np.empty_like(flat)
    np.bitwise_xor(flat[lag:], flat[:-lag], out=found[lag:])
    found.reshape(keys.shape)[:, :lag] = 2
    return found


def _zeros(keys: Keys) -> Integers:
    """Return the number of zeros of each pair, which come first."""
    most = 1
    while most < keys.shape[1] and (keys[:, most - 1] == 0).any():
        most *= 2
    return np.asarray(np.count_nonzero(keys[:, :most] == 0, axis=1))


def _short_ties(keys: Keys, apart: Keys) -> tuple[Integers, Integers]:
    """Return the sums over each pair's ties, zeros and missing scores among them, of wins · losses and of t³ − t.

    Let r count the keys before a key that tie with it, and s those that equal it. Over a tie of p wins and q losses,
    Σr = t(t − 1)/2, Σ(r − s) = p·q and Σ3r(r + 1) = t³ − t. Both are found by doubling: min(r, 2k) is min(r, k), and
    min(r, k) of the key k places before is to be added where that key ties.

    Parameters
    ----------
    keys : ndarray of shape (n_pairs, n_tasks)
        Sorted keys.
    apart : ndarray
        As `_apart` returns for the lag 1.
    """
    n, lag = keys.shape[1], 1
    tied, equal = apart <= 1, apart == 0
    before, same = (mask.view(np.uint8).copy() for mask in (tied, equal))
    while True:
        if lag == 128:
            before, same = (counts.astype(np.min_scalar_type(n)) for counts in (before, same))
        for counts, mask in ((before, tied), (same, equal)):
            counts[lag:] += counts[:-lag] * mask[lag:].view(np.uint8)
        lag *= 2
        if lag >= n or not np.less_equal(apart := _apart(keys, lag), 1, out=tied).any():
            break
        np.equal(apart, 0, out=equal)
    wide = _sums_exactly(n * lag * lag)
    r: NDArray[Any] = before.reshape(keys.shape).astype(wide)
    s: NDArray[Any] = same.reshape(keys.shape).astype(wide)
    ones = np.ones(n, dtype=wide)
    total = _whole(r @ ones)
    return total - _whole(s @ ones), 3 * (_whole(np.einsum("ij,ij->i", r, r)) + total)


def _few_ties(keys: Keys, apart: Keys) -> tuple[Integers, Integers]:
    """Return what `_short_ties` returns, from the places of the keys that tie with the one before."""
    n_pairs, n = keys.shape
    at = np.flatnonzero(apart <= 1)
    count = np.arange(1, len(at) + 1)
    first = np.ones(len(at), dtype=np.bool_)  # of those of a tie
    np.not_equal(at[1:], at[:-1] + 1, out=first[1:])
    before = np.where(first, count - 1, 0)
    r = count - np.maximum.accumulate(before)
    s = count - np.maximum.accumulate(np.where(apart[at] == 1, count, before))
    bounds = np.searchsorted(at, np.arange(n_pairs + 1) * n)
    return _sums(r - s, bounds), _sums(3 * r * (r + 1), bounds)


def _long_ties(keys: Keys, apart: Keys) -> tuple[Integers, Integers, Integers]:
    """Return what `_ties` returns, from the first and the last key of each tie."""
    n_pairs, n = keys.shape
    flat = keys.ravel()
    tied = np.zeros(keys.size + 1, dtype=np.bool_)
    np.less_equal(apart, 1, out=tied[:-1])
    ends = np.flatnonzero(tied[1:] != tied[:-1])  # the first and the last key of each tie, alternately
    first, last = ends[::2], ends[1::2]
    length, key = last - first + 1, flat[first]
    zeros = np.asarray(keys[:, 0] == 0, dtype=np.int64)
    none = key == 0
    zeros[first[none] // n] = length[none]
    length[none | (key == _absent(keys))] = 0
    won = np.cumsum(keys & 1, dtype=np.int32)
    wins = won[last] - won[first] + (key & 1)
    bounds = np.searchsorted(first, np.arange(n_pairs + 1) * n)
    return zeros, _sums(wins * (length - wins), bounds), _sums(length * (length * length - 1), bounds)


def _sums(values: Integers, bounds: Integers) -> Integers:
    """Return the sums of values between successive bounds."""
    total = np.zeros(len(values) + 1, dtype=np.int64)
    np.cumsum(values, out=total[1:])
    return np.diff(total[bounds])


EXACT_UP_TO = 50
"""Number of non-zero differences up to which ``auto`` is exact."""


@dataclass(frozen=True, eq=False)
class SignedRankTest:
    """Wilcoxon signed-rank tests, each field of shape (n_pairs,); the row is the first of a pair.

    Parameters
    ----------
    n_tasks, wins, ties, losses : ndarray of int
        Tasks on which both have a score; on which the row is better, equal, worse.
    w_plus, w_minus : ndarray
        Rank sums of the tasks where the row is better, and worse.
    row, column : ndarray
        One-sided p-values: the row is better, the column is better. NaN when there are no common tasks.
    """

    n_tasks: Integers
    wins: Integers
    ties: Integers
    losses: Integers
    w_plus: Floats
    w_minus: Floats
    row: Floats
    column: Floats


def wilcoxon(
    differences: Differences,
    row: Integers,
    column: Integers,
    zero_method: ZeroMethod = "pratt",
    method: PvalueMethod = "auto",
    running: Running = ALONE,
) -> SignedRankTest:
    """Test pairs of comparates by the Wilcoxon signed-rank test.

    H0: the differences of a pair are symmetric about zero. The ranks of |d|, ties averaged, are summed over
    the tasks where the row is better (W⁺) and worse (W⁻).

    Parameters
    ----------
    differences : Differences
        The scores.
    row, column : ndarray of int, of shape (n_pairs,)
        The comparates of each pair.
    zero_method : {"pratt", "wilcox", "zsplit", "zsplit-drop-odd"}
        ``wilcox`` drops zeros before ranking. The others rank them: ``pratt`` then drops their ranks;
        ``zsplit`` gives half of them to each side; ``zsplit-drop-odd`` drops one zero before ranking when
        their number is odd (Demšar). A zero has no random sign, so that, given the zeros,
        splitting adds a constant to both sides: W⁺ and W⁻ differ from Pratt's, the p-values of ``zsplit`` are
        Pratt's, and those of ``zsplit-drop-odd`` are Pratt's with one zero fewer.
    method : {"auto", "exact", "asymptotic"}
        ``exact``: the distribution of W⁺ over all signs, given |d|; valid with ties and zeros.
        ``asymptotic``: normal, with mean and variance of that distribution, Σr/2 and Σr²/4 over the ranks r
        of the non-zero differences, hence corrected for ties and zeros; without continuity correction.
        ``auto``: exact up to 50 non-zero differences.
    running : Running
        Who works.

    Returns
    -------
    SignedRankTest
        Rank sums and both one-sided p-values of each pair; NaN p-values where no task has both scores.

    Notes
    -----
    When all differences are zero, both p-values are 1. For more than 50 differences with ties, the time of exact
    p-values grows with the cube of their number, and the memory with the square.

    References
    ----------
    Wilcoxon (1945), Individual comparisons by ranking methods, Biometrics Bulletin 1. Pratt (1959), Remarks on
    zeros and ties in the Wilcoxon signed rank procedures, JASA 54. Demšar (2006), JMLR 7, section 3.1.3.
    """
    n_tasks = differences.values.shape[1]
    of_pairs = partial(_fields, differences, zero_method, exact_limit(method, n_tasks))
    return SignedRankTest(*over_pairs(of_pairs, row, column, n_tasks, running, _HELD))


def exact_limit(method: PvalueMethod, n_tasks: int) -> int:
    """Return the number of non-zero differences up to which p-values are exact.

    Parameters
    ----------
    method : {"auto", "exact", "asymptotic"}
        As in `wilcoxon`.
    n_tasks : int
        Number of tasks of the table.

    Returns
    -------
    int
        50, all of them, or none.
    """
    return {"auto": EXACT_UP_TO, "exact": n_tasks, "asymptotic": 0}[method]


def _fields(
    differences: Differences, zero_method: ZeroMethod, limit: int, row: Integers, column: Integers
) -> tuple[Keys, ...]:
    """Return the fields of the tests of a block of pairs."""
    both = differences.both(row, column)
    keys = sorted_keys(differences.compared(differences.signed(row, column)), both)
    n_tasks = np.broadcast_to(keys.shape[1], len(keys)) if both is None else np.count_nonzero(both, axis=1)
    test = of_keys(keys, n_tasks, zero_method, limit)
    return tuple(getattr(test, item.name) for item in fields(test))


def of_keys(keys: Keys, n_tasks: Integers, zero_method: ZeroMethod, limit: int) -> SignedRankTest:
    """Return the tests of a block of pairs from their sorted keys; see `signed_ranks`.

    Parameters
    ----------
    keys : ndarray of shape (n_pairs, n_tasks)
        Sorted keys.
    n_tasks : ndarray of int, of shape (n_pairs,)
        Tasks on which both have a score.
    zero_method : str
        As in `wilcoxon`.
    limit : int
        Number of non-zero differences up to which p-values are exact; see `exact_limit`.

    Returns
    -------
    SignedRankTest
        As in `wilcoxon`, for the pairs whose keys are given.
    """
    ranks = signed_ranks(keys, n_tasks)
    offset = _offset(ranks.zeros, zero_method)
    plus, minus, *pvalues = _pvalues(keys, ranks, offset, limit)
    split = offset * (offset + 1) / 4 if zero_method.startswith("zsplit") else 0.0
    return SignedRankTest(
        n_tasks=n_tasks,
        wins=ranks.wins,
        ties=ranks.zeros,
        losses=ranks.losses,
        w_plus=plus + split,
        w_minus=minus + split,
        row=pvalues[0],
        column=pvalues[1],
    )


def _offset(zeros: Integers, zero_method: ZeroMethod) -> Integers:
    """Return how many ranks the zeros take below those of the other differences."""
    if zero_method == "wilcox":
        return np.zeros_like(zeros)
    return zeros - zeros % 2 if zero_method == "zsplit-drop-odd" else zeros


def _pvalues(
    keys: Keys, ranks: SignedRanks, offset: Integers, limit: int
) -> tuple[Floats, Floats, Floats, Floats]:
    """Return both rank sums and both one-sided p-values: exact up to a number of differences, else normal."""
    count = ranks.wins + ranks.losses
    doubled = ranks.doubled_plus + 2 * offset * ranks.wins
    total = count * (2 * offset + count + 1)  # twice the sum of all ranks
    row, column = np.empty((2, len(count)))
    if (
        count > limit
    ).any():  # else SciPy, which takes as long to import as small tables to test, is not needed
        row, column = _normal(ranks.cubes, offset, count, 2 * doubled - total)
    few = np.flatnonzero((count > 0) & (count <= limit))
    if len(few):
        smaller = np.minimum(doubled, total - doubled)[few]
        inclusive, exclusive = _tails(keys[few], ranks.cubes[few], offset[few], count[few], smaller)
        low = doubled[few] <= total[few] - doubled[few]
        column[few] = np.where(low, inclusive, 1 - exclusive)
        row[few] = np.where(2 * smaller == total[few], inclusive, np.where(low, 1 - exclusive, inclusive))
    row[count == 0] = column[count == 0] = 1.0
    row[ranks.n_tasks == 0] = column[ranks.n_tasks == 0] = np.nan
    return doubled / 2, (total - doubled) / 2, row, column


def _normal(
    cubes: Integers, offset: Integers, count: Integers, quadrupled: Integers
) -> tuple[Floats, Floats]:
    """Return both one-sided p-values of the normal approximation, from four times W⁺ minus its mean."""
    from scipy.special import ndtr

    top = (offset + count).astype(np.float64)
    squares = (
        top * (top + 1) * (2 * top + 1) - offset * (offset + 1.0) * (2.0 * offset + 1)
    ) / 6 - cubes / 12
    with np.errstate(divide="ignore", invalid="ignore"):
        z = (quadrupled / 4) / np.sqrt(squares / 4)
    return np.asarray(ndtr(-z)), np.asarray(ndtr(z))


def _tails(
    keys: Keys, cubes: Integers, offset: Integers, count: Integers, smaller: Integers
) -> tuple[Floats, Floats]:
    """Return the exact P(W ≤ w) and P(W < w) from twice w, the smaller rank sum."""
    inclusive, exclusive = np.empty((2, len(keys)))
    free, tied = np.flatnonzero(cubes == 0), np.flatnonzero(cubes)
    if len(free):
        inclusive[free], exclusive[free] = untied_tails(offset[free], count[free], smaller[free] // 2)
    if len(tied):
        there = nonzero(keys[tied])
        shift = 2 * (offset[tied] - np.count_nonzero(keys[tied] == 0, axis=1))[:, None]
        midranks = np.where(there, doubled_midranks(keys[tied] >> 1) + shift, 0)
        descending = -np.sort(-midranks, axis=1)[:, : int(count[tied].max())]
        inclusive[tied], exclusive[tied] = tied_tails(descending, smaller[tied])
    return inclusive, exclusive
