"""The Wilcoxon signed-rank test of all pairs of comparates.

Sums of signed ranks are computed for many pairs at once, from one sort per pair.

A difference d becomes the key 2·|d| + (d > 0). Sorted keys are in the order of |d|, zeros first, and within a
tie the losses before the wins. Then ranks are positions, and for a tie of p wins and q losses, subtracting
p·q/2 from the sum of the wins' positions turns them into midranks. Ties are runs of keys that differ from the
one before by less than 2.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, fields
from enum import IntEnum
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from comparatex import progress
from comparatex.inference.analysis import PvalueMethod, ZeroMethod
from comparatex.inference.arithmetic import CACHED, WORKSPACE, Booleans, Floats, Integers, Keys, blocks
from comparatex.inference.differences import Differences
from comparatex.inference.ranks import doubled_midranks
from comparatex.inference.signed_rank_tails import tied_tails, untied_tails
from comparatex.inference.workers import ALONE, SENT, Running, elementwise, over_pairs


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

    @property
    def count(self) -> Integers:
        """Tasks on which they differ."""
        return self.wins + self.losses

    def of(self, pairs: slice | Integers) -> SignedRanks:
        """Return those of some pairs."""
        return SignedRanks(*(getattr(self, item.name)[pairs] for item in fields(self)))


def keys_of(differences: Keys, both: Booleans | None) -> Keys:
    """Return the keys of differences, of shape (n_pairs, n_tasks); the largest key where a score is missing."""
    won = np.greater(differences, 0, out=WORKSPACE.array("equal", differences.shape, np.bool_))
    size = np.abs(differences, out=differences)
    keys: Keys = size.view(f"u{size.itemsize}")  # the bits of positive floats are in the order of the floats
    keys += keys
    keys |= won
    if both is not None:
        np.copyto(keys, _absent(keys), where=np.logical_not(both, out=won))
    return keys


def sorted_keys(differences: Keys, both: Booleans | None) -> Keys:
    """Return the sorted keys of differences; see `keys_of`."""
    keys = keys_of(differences, both)
    if keys.itemsize > 2:
        keys.sort(axis=1)
        return keys
    # Every processor with AVX2 sorts keys of 32 bits by vector instructions: a fifth to a tenth of the time.
    wide = WORKSPACE.array("wide", keys.shape, np.uint32)
    wide[:] = keys
    wide.sort(axis=1)
    keys[:] = wide
    return keys


def signed_ranks(keys: Keys, n_tasks: Integers) -> SignedRanks:
    """Return the sums of signed ranks of pairs."""
    return _ranks(_sums(keys, n_tasks), keys.shape[1])


class _Sum(IntEnum):
    """What is computed of whole blocks, for each pair. Zeros, and missing scores, count as a tie here."""

    N_TASKS = 0
    """Tasks on which both comparates have a score."""
    ZEROS = 1
    """Tasks on which they are equal."""
    WINS = 2
    """Keys that are wins."""
    POSITIONS = 3
    """Sum of the positions of these keys."""
    OPPOSITE = 4
    """Sum of wins · losses over the ties."""
    BEFORE = 5
    """Sum over the keys of the number of those before that tie with it."""
    SQUARES = 6
    """Sum of the squares of these numbers."""


def _sums(keys: Keys, n_tasks: Integers | int) -> Integers:
    """Return the sums of a block, of shape (7, n_pairs): few operations, since threads wait for each other at each."""
    n = keys.shape[1]
    found = np.zeros((len(_Sum), len(keys)), dtype=np.int32 if n**3 < 2**31 else np.int64)
    found[_Sum.N_TASKS] = n_tasks
    _put_ties(keys, found)
    won = np.bitwise_and(keys, 1, out=WORKSPACE.array("keys and halves", keys.shape, keys.dtype))
    wide = _sums_exactly(n * (n + 1) // 2)
    numbers = _numbers(won, wide)
    np.vecdot(numbers, np.ones(n, wide), out=found[_Sum.WINS], casting="unsafe")
    np.vecdot(numbers, np.arange(1, n + 1, dtype=wide), out=found[_Sum.POSITIONS], casting="unsafe")
    return found


def _ranks(sums: Integers, n: int) -> SignedRanks:
    """Return what the test needs of pairs, from sums over so many keys."""
    n_tasks, zeros, wins, positions, opposite, before, squares = sums.astype(np.int64)
    missing = n - n_tasks
    return SignedRanks(
        n_tasks=n_tasks,
        wins=wins,
        losses=n_tasks - zeros - wins,
        doubled_plus=2 * (positions - zeros * wins) - opposite,
        cubes=3 * (before + squares) - zeros * (zeros * zeros - 1) - missing * (missing * missing - 1),
    )


def _numbers(whole: Keys, wide: type[np.float32 | np.float64]) -> NDArray[Any]:
    """Return whole numbers as floats, in the thread's workspace.

    Their sums are taken by `numpy.vecdot`, in this thread: a product of matrices would take threads of its own, which
    get in the way of ours, and wait long for a processor that others use.
    """
    found = WORKSPACE.array("numbers", whole.shape, wide)
    found[:] = whole
    return found


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


_RANKED = 1 << 24
"""Ranks of tied pairs that are held at a time: pairs with the same ranks share what is computed."""

_HELD = 8 * CACHED
"""Bytes of keys to sort at a time: in larger blocks threads wait less for each other, but fewer stay in the cache."""


def _equal(keys: Keys, lag: int) -> Booleans:
    """Return which keys of each array equal the one so many places before: flat arrays in the thread's workspace."""
    flat = keys.reshape(len(keys), math.prod(keys.shape[1:]))
    found = WORKSPACE.array("equal", flat.shape, np.bool_)
    np.equal(flat[:, lag:], flat[:, :-lag], out=found[:, lag:])
    found.reshape(keys.shape)[:, :, :lag] = False
    return found


def _put_zeros(keys: Keys, found: Integers) -> None:
    """Put the number of zeros of each pair, which come first."""
    some, start, width = np.flatnonzero(keys[:, 0] == 0), 0, 8
    while len(some) and start < keys.shape[1]:
        zero = np.zeros((len(some), width), dtype=np.bool_)
        part = keys[some, start : start + width]
        np.equal(part, 0, out=zero[:, : part.shape[1]])
        count = np.bitwise_count(zero.view(np.uint64)).sum(axis=1, dtype=np.int64)
        found[some] += count
        some, start, width = some[count == width], start + width, 2 * width


def _put_ties(keys: Keys, found: Integers) -> None:
    """Put each pair's zeros, and the sums over its ties, zeros and missing scores among them.

    Let r count the keys before a key that tie with it, and s those that equal it. Over a tie of p wins and q losses,
    Σr = t(t − 1)/2, Σ(r − s) = p·q and Σ3r(r + 1) = t³ − t. Both are found by doubling: min(r, 2k) is min(r, k), and
    min(r, k) of the key k places before is to be added where that key ties.
    """
    _put_zeros(keys, found[_Sum.ZEROS])
    # Keys, and keys halved, which are equal where they tie: together, because threads wait between operations.
    both = WORKSPACE.array("keys and halves", (2, *keys.shape), keys.dtype)
    both[0] = keys
    np.right_shift(keys, 1, out=both[1])
    n, lag = both.shape[2], 1
    same = _equal(both, 1)
    before = _counted(same, "before", np.uint8)
    while True:
        more = WORKSPACE.array("more", before[:, lag:].shape, before.dtype)
        np.multiply(before[:, :-lag], same[:, lag:].view(np.uint8), out=more)
        before[:, lag:] += more
        lag *= 2
        if before[1].max() < lag:
            break
        if lag == 128:
            before = _counted(before, "long before", np.min_scalar_type(n))
        same = _equal(both, lag)
    wide = _sums_exactly(n * lag * lag)
    ones, (s, r) = np.ones(n, dtype=wide), before.reshape(both.shape)
    opposite = _numbers(np.subtract(r, s, out=s), wide)
    np.vecdot(opposite, ones, out=found[_Sum.OPPOSITE], casting="unsafe")
    numbers = _numbers(r, wide)
    np.vecdot(numbers, ones, out=found[_Sum.BEFORE], casting="unsafe")
    found[_Sum.SQUARES] = np.vecdot(numbers, numbers)


def _counted(values: Keys, name: str, kind: Any) -> Keys:
    """Return a copy of counts in the thread's workspace, in another type."""
    found = WORKSPACE.array(name, values.shape, kind)
    found[:] = values
    return found


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
    if running.backend == "dask":
        of_pairs = partial(_by_a_worker, differences, zero_method, method)
        return SignedRankTest(*over_pairs(of_pairs, row, column, n_tasks, running, SENT))
    limit = exact_limit(method, n_tasks)
    (sums,) = over_pairs(partial(_sums_of, differences), row, column, n_tasks, running, _held(differences))

    def of_block(pairs: slice) -> tuple[Keys, ...]:
        return _fields(_test(_ranks(sums[:, pairs], n_tasks), zero_method, limit))

    test = SignedRankTest(*elementwise(of_block, len(row), running))
    few = _few(test, limit)
    if len(few):
        ranks = _ranks(sums[:, few], n_tasks)
        _be_exact(test, few, ranks, zero_method, lambda some: _keys(differences, row[some], column[some])[0])
    return test


def _by_a_worker(
    differences: Differences, zero_method: ZeroMethod, method: PvalueMethod, row: Integers, column: Integers
) -> tuple[Keys, ...]:
    return _fields(wilcoxon(differences, row, column, zero_method, method))


def _fields(found: SignedRankTest) -> tuple[Keys, ...]:
    return tuple(getattr(found, item.name) for item in fields(found))


def _sums_of(differences: Differences, row: Integers, column: Integers) -> tuple[Keys]:
    return (_sums(*_keys(differences, row, column)),)


def _held(differences: Differences) -> int:
    """Return how many differences to hold at a time."""
    return _HELD // differences.values.itemsize


def _keys(differences: Differences, row: Integers, column: Integers) -> tuple[Keys, Integers | int]:
    """Return the sorted keys of pairs, in the thread's workspace, and on how many tasks both have a score."""
    both = differences.both(row, column)
    signed = differences.signed(row, column, lasting=False)
    keys = sorted_keys(differences.compared(signed), both)
    if both is None:
        return keys, keys.shape[1]
    return keys, np.count_nonzero(both, axis=1)


def exact_limit(method: PvalueMethod, n_tasks: int) -> int:
    """Return the number of non-zero differences up to which p-values are exact."""
    return {"auto": EXACT_UP_TO, "exact": n_tasks, "asymptotic": 0}[method]


def of_keys(keys: Keys, n_tasks: Integers, zero_method: ZeroMethod, limit: int) -> SignedRankTest:
    """Return the tests of a block of pairs from their sorted keys; see `signed_ranks`."""
    ranks = signed_ranks(keys, n_tasks)
    test = _test(ranks, zero_method, limit)
    few = _few(test, limit)
    if len(few):
        _be_exact(test, few, ranks.of(few), zero_method, lambda some: keys[some])
    return test


def _few(test: SignedRankTest, limit: int) -> Integers:
    """Return the pairs whose p-values are to be exact."""
    count = test.wins + test.losses
    return np.flatnonzero((count > 0) & (count <= limit))


def _test(ranks: SignedRanks, zero_method: ZeroMethod, limit: int) -> SignedRankTest:
    """Return the tests of pairs, with p-values of the normal distribution above a number of differences."""
    offset, count = _offset(ranks.zeros, zero_method), ranks.count
    doubled = ranks.doubled_plus + 2 * offset * ranks.wins
    total = _total(offset, count)
    row, column = np.empty((2, len(count)))
    if (
        count > limit
    ).any():  # else SciPy, which takes as long to import as small tables to test, is not needed
        row, column = _normal(ranks.cubes, offset, count, 2 * doubled - total)
    row[count == 0] = column[count == 0] = 1.0
    row[ranks.n_tasks == 0] = column[ranks.n_tasks == 0] = np.nan
    split = offset * (offset + 1) / 4 if zero_method.startswith("zsplit") else 0.0
    return SignedRankTest(
        n_tasks=ranks.n_tasks,
        wins=ranks.wins,
        ties=ranks.zeros,
        losses=ranks.losses,
        w_plus=doubled / 2 + split,
        w_minus=(total - doubled) / 2 + split,
        row=row,
        column=column,
    )


def _offset(zeros: Integers, zero_method: ZeroMethod) -> Integers:
    """Return how many ranks the zeros take below those of the other differences."""
    if zero_method == "wilcox":
        return np.zeros_like(zeros)
    return zeros - zeros % 2 if zero_method == "zsplit-drop-odd" else zeros


def _total(offset: Integers, count: Integers) -> Integers:
    """Return twice the sum of the ranks from `offset` + 1 on."""
    return count * (2 * offset + count + 1)


def _be_exact(
    test: SignedRankTest,
    few: Integers,
    ranks: SignedRanks,
    zero_method: ZeroMethod,
    keys: Callable[[Integers], Keys],
) -> None:
    """Put exact p-values of some pairs into their tests; the callable returns the sorted keys of pairs."""
    offset, count = _offset(ranks.zeros, zero_method), ranks.count
    doubled, total = ranks.doubled_plus + 2 * offset * ranks.wins, _total(offset, count)
    smaller = np.minimum(doubled, total - doubled)
    inclusive, exclusive = np.empty((2, len(few)))
    free, tied = np.flatnonzero(ranks.cubes == 0), np.flatnonzero(ranks.cubes)
    if len(free):
        inclusive[free], exclusive[free] = untied_tails(offset[free], count[free], smaller[free] // 2)
    with progress.step("Computing exact p-values", len(tied)) as advance:
        for part in blocks(len(tied), int(count.max()), _RANKED) if len(tied) else ():
            some = tied[part]
            midranks = _midranks(few[some], offset[some], ranks.of(some), keys)

            def further(done: int, start: int = part.start) -> None:
                advance(start + done)

            inclusive[some], exclusive[some] = tied_tails(midranks, smaller[some], further)
    low = doubled <= total - doubled
    test.column[few] = np.where(low, inclusive, 1 - exclusive)
    test.row[few] = np.where(2 * smaller == total, inclusive, np.where(low, 1 - exclusive, inclusive))


def _midranks(
    places: Integers, offset: Integers, ranks: SignedRanks, keys: Callable[[Integers], Keys]
) -> Keys:
    """Return twice the midranks of pairs, the largest first, padded with zeros; the callable returns sorted keys."""
    zeros, count = ranks.zeros, ranks.count
    longest = int(count.max())
    place = np.arange(longest)
    found = np.zeros((len(count), longest), dtype=np.min_scalar_type(2 * int((offset + count).max())))
    for part in blocks(len(count), int(ranks.n_tasks.max())):
        doubled = doubled_midranks(keys(places[part]) >> 1) + 2 * (offset - zeros)[part, None]
        last = np.maximum((zeros + count)[part, None] - 1 - place, 0)
        there = place < count[part, None]
        found[part] = np.where(there, np.take_along_axis(doubled, last, axis=1), 0)
    return found


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
