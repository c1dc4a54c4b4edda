"""The Wilcoxon signed-rank test of all pairs of comparates.

Sums of signed ranks are computed for many pairs at once, from one sort per pair.

A difference d becomes the key 2·|d| + (d > 0). Sorted keys are in the order of |d|, zeros first, and within a
tie the losses before the wins. Then ranks are positions, and for a tie of p wins and q losses, subtracting
p·q/2 from the sum of the wins' positions turns them into midranks. Ties are runs of keys that differ from the
one before by less than 2.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, fields, replace
from functools import partial

import numpy as np

from comparatex.inference.analysis import PvalueMethod, ZeroMethod
from comparatex.inference.arithmetic import CACHED, WORKSPACE, Booleans, Floats, Integers, Keys
from comparatex.inference.differences import Differences
from comparatex.inference.ranks import doubled_midranks
from comparatex.inference.signed_rank_tails import tied_tails, untied_tails
from comparatex.inference.workers import ALONE, Running, over_pairs

_HELD = 8 * CACHED
"""Bytes of keys to sort at a time: in larger blocks threads wait less for each other, but fewer stay in the cache."""

EXACT_UP_TO = 50
"""Number of non-zero differences up to which ``auto`` is exact."""


@dataclass(frozen=True, eq=False)
class SignedRanks:
    """What the Wilcoxon test needs for each pair, all whole numbers of shape (n_pairs,)."""

    n_tasks: Integers  # tasks on which both comparates have a score
    zeros: Integers  # those on which both are equal
    wins: Integers  # those on which the first is better
    doubled_plus: Integers  # twice the rank sum of the wins among the non-zero differences, ties averaged
    cubes: Integers  # sum of t³ − t over the ties, of t non-zero differences each

    @property
    def losses(self) -> Integers:
        """Tasks on which the first is worse."""
        return self.n_tasks - self.zeros - self.wins


@dataclass(frozen=True, eq=False)
class SignedRankTest:
    """Wilcoxon signed-rank tests, each field of shape (n_pairs,); the row is the first of a pair."""

    n_tasks: Integers  # tasks on which both have a score
    wins: Integers  # wins, ties, losses: tasks on which the row is better, equal, worse
    ties: Integers
    losses: Integers
    w_plus: Floats  # w_plus, w_minus: rank sums of the tasks where the row is better, and worse
    w_minus: Floats
    row: Floats  # row, column: one-sided p-values of either being better; NaN where no task is common
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
    of_pairs = partial(_of_pairs, differences, zero_method, exact_limit(method, n_tasks))
    held = _HELD // differences.values.itemsize
    return SignedRankTest(*over_pairs(of_pairs, row, column, n_tasks, running, held))


def exact_limit(method: PvalueMethod, n_tasks: int) -> int:
    """Return the number of non-zero differences up to which p-values are exact."""
    return {"auto": EXACT_UP_TO, "exact": n_tasks, "asymptotic": 0}[method]


def _of_pairs(
    differences: Differences, zero_method: ZeroMethod, limit: int, row: Integers, column: Integers
) -> tuple[Keys, ...]:
    """Return the fields of the tests of a block of pairs."""
    both = differences.both(row, column)
    keys = sorted_keys(differences.compared(differences.signed(row, column, lasting=False)), both)
    n_tasks = np.full(len(keys), keys.shape[1]) if both is None else np.count_nonzero(both, axis=1)
    test = of_keys(keys, n_tasks, zero_method, limit)
    return tuple(getattr(test, item.name) for item in fields(test))


def keys_of(differences: Keys, both: Booleans | None) -> Keys:
    """Return the keys of differences, of shape (n_pairs, n_tasks); the largest key where a score is missing.

    They have 32 bits at least, which every processor with AVX2 sorts by vector instructions: a tenth of the time of 16.
    """
    won = np.greater(differences, 0, out=WORKSPACE.array("equal", differences.shape, np.bool_))
    size = np.abs(differences, out=differences)
    keys: Keys = size.view(f"u{size.itemsize}")  # the bits of positive floats are in the order of the floats
    if keys.itemsize < 4:
        keys, narrow = WORKSPACE.array("wide", keys.shape, np.uint32), keys
        keys[:] = narrow
    keys += keys
    keys |= won
    if both is not None:  # above all others, and even, so that it is not a win
        np.copyto(keys, np.iinfo(keys.dtype).max - 1, where=np.logical_not(both, out=won))
    return keys


def sorted_keys(differences: Keys, both: Booleans | None) -> Keys:
    """Return the sorted keys of differences; see `keys_of`."""
    keys = keys_of(differences, both)
    keys.sort(axis=1)
    return keys


def signed_ranks(keys: Keys, n_tasks: Integers) -> SignedRanks:
    """Return the sums of signed ranks of pairs from their sorted keys.

    Let r count the keys before a key that tie with it, and s those that equal it. Over a tie of p wins and q losses,
    Σr = t(t − 1)/2, Σ(r − s) = p·q and Σ3r(r + 1) = t³ − t. Zeros, and missing scores, count as a tie first.
    """
    n = keys.shape[1]
    missing = n - n_tasks
    (zeros,) = _sums(np.equal(keys, 0, out=WORKSPACE.array("equal", keys.shape, np.bool_)), np.ones(n))
    won = np.bitwise_and(keys, 1, out=WORKSPACE.array("more", keys.shape, keys.dtype))
    wins, positions = _sums(won, np.ones(n), np.arange(1.0, n + 1))
    s, r = _before(keys)
    (opposite,) = _sums(np.subtract(r, s, out=s), np.ones(n))
    before, squares = _sums(r, np.ones(n), None)
    return SignedRanks(
        n_tasks=n_tasks,
        zeros=zeros,
        wins=wins,
        doubled_plus=2 * (positions - zeros * wins) - opposite,
        cubes=3 * (before + squares) - zeros * (zeros * zeros - 1) - missing * (missing * missing - 1),
    )


def _sums(whole: Keys, *weights: Floats | None) -> list[Integers]:
    """Return the sums of each row of whole numbers by weights, or of their squares.

    Taken by `numpy.vecdot`, in this thread: a product of matrices would take threads of its own, which get in the way
    of ours, and wait long for a processor that others use.
    """
    exact = np.float32 if whole.shape[1] ** 3 < 2**24 else np.float64
    numbers = WORKSPACE.array("numbers", whole.shape, exact)
    numbers[:] = whole
    return [
        np.vecdot(numbers, numbers if weight is None else weight.astype(exact)).astype(np.int64)
        for weight in weights
    ]


def _before(keys: Keys) -> Keys:
    """Return how many keys before each key equal it, and how many tie with it, of shape (2, n_pairs, n_tasks).

    By doubling: min(r, 2k) is min(r, k), and min(r, k) of the key k places before is to be added where that key ties.
    """
    both = WORKSPACE.array("keys and halves", (2, *keys.shape), keys.dtype)
    both[0] = keys  # keys halved are equal where keys tie
    np.right_shift(keys, 1, out=both[1])
    n, lag = keys.shape[1], 1
    counts = WORKSPACE.array("before", both.shape, np.min_scalar_type(n))
    counts[:] = _equal(both, lag)
    while counts[1].max(initial=0) >= lag:
        # flat arrays, of which no row reaches into the one before it: `_equal` has none there
        before, same = counts.reshape(2, keys.size), _equal(both, lag).reshape(2, keys.size)
        more = WORKSPACE.array("more", before[:, lag:].shape, before.dtype)
        np.multiply(before[:, :-lag], same[:, lag:].view(np.uint8), out=more)
        before[:, lag:] += more
        lag *= 2
    return counts


def _equal(keys: Keys, lag: int) -> Booleans:
    """Return which keys equal the one so many places before."""
    flat = keys.reshape(len(keys), math.prod(keys.shape[1:]))
    same = WORKSPACE.array("equal", flat.shape, np.bool_)
    np.equal(flat[:, lag:], flat[:, :-lag], out=same[:, lag:])
    rows: Booleans = same.reshape(keys.shape)
    rows[:, :, :lag] = False
    return rows


def of_keys(
    keys: Keys, n_tasks: Integers, zero_method: ZeroMethod, limit: int, *, ties: bool = True
) -> SignedRankTest:
    """Return the tests of a block of pairs from their sorted keys, exact up to a number of non-zero differences.

    Without ties, p-values are those of untied ranks: ties are taken for what a simulation draws more than once.
    """
    ranks = signed_ranks(keys, n_tasks)
    if not ties:
        ranks = replace(ranks, cubes=np.zeros_like(ranks.cubes))
    offset, count = _offset(ranks.zeros, zero_method), ranks.wins + ranks.losses
    doubled, total = ranks.doubled_plus + 2 * offset * ranks.wins, count * (2 * offset + count + 1)
    pvalues = np.ones((2, len(count)))
    pvalues[:, n_tasks == 0] = np.nan
    many, few = np.flatnonzero(count > limit), np.flatnonzero((count > 0) & (count <= limit))
    if len(many):  # else SciPy, which takes as long to import as small tables to test, is not needed
        quadrupled = 2 * doubled[many] - total[many]
        pvalues[:, many] = _normal(ranks.cubes[many], offset[many], count[many], quadrupled)
    if len(few):
        sums = (ranks.zeros, offset, count, ranks.cubes, doubled, total)
        pvalues[:, few] = _exact(keys[few], *(part[few] for part in sums))
    split = offset * (offset + 1) / 4 if zero_method.startswith("zsplit") else 0.0
    return SignedRankTest(
        n_tasks=n_tasks,
        wins=ranks.wins,
        ties=ranks.zeros,
        losses=ranks.losses,
        w_plus=doubled / 2 + split,
        w_minus=(total - doubled) / 2 + split,
        row=pvalues[0],
        column=pvalues[1],
    )


def _offset(zeros: Integers, zero_method: ZeroMethod) -> Integers:
    """Return how many ranks the zeros take below those of the other differences."""
    if zero_method == "wilcox":
        return np.zeros_like(zeros)
    return zeros - zeros % 2 if zero_method == "zsplit-drop-odd" else zeros


def _exact(
    keys: Keys,
    zeros: Integers,
    offset: Integers,
    count: Integers,
    cubes: Integers,
    doubled: Integers,
    total: Integers,
) -> tuple[Floats, Floats]:
    """Return both exact one-sided p-values of pairs, from twice W⁺ and twice the sum of all ranks."""
    smaller = np.minimum(doubled, total - doubled)
    inclusive, exclusive = np.empty((2, len(keys)))
    free, tied = np.flatnonzero(cubes == 0), np.flatnonzero(cubes)
    if len(free):
        inclusive[free], exclusive[free] = untied_tails(offset[free], count[free], smaller[free] // 2)
    if len(tied):
        midranks = _midranks(keys[tied], zeros[tied], offset[tied], count[tied])
        inclusive[tied], exclusive[tied] = tied_tails(midranks, smaller[tied])
    return one_sided(doubled, total, inclusive, exclusive)


def one_sided(
    doubled: Integers, total: Integers, inclusive: Floats, exclusive: Floats
) -> tuple[Floats, Floats]:
    """Return both exact one-sided p-values from P(W ≤ w) and P(W < w) of the smaller rank sum."""
    low = doubled <= total - doubled
    row = np.where(2 * doubled == total, inclusive, np.where(low, 1 - exclusive, inclusive))
    return row, np.where(low, inclusive, 1 - exclusive)


def _midranks(keys: Keys, zeros: Integers, offset: Integers, count: Integers) -> Keys:
    """Return twice the midranks of the non-zero differences of pairs, the largest first, padded with zeros."""
    place = np.arange(int(count.max()))
    last = np.maximum((zeros + count)[:, None] - 1 - place, 0)
    doubled = np.take_along_axis(doubled_midranks(keys >> 1), last, axis=1) + 2 * (offset - zeros)[:, None]
    return np.where(place < count[:, None], doubled, 0)


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
