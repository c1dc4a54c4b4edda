"""The Wilcoxon signed-rank test of all pairs of comparates.

Sums of signed ranks are computed for many pairs at once, from one sort per pair.

A difference d becomes the key 2·|d| + (d > 0). Sorted keys are in the order of |d|, zeros first, and within a
tie the losses before the wins. Then ranks are positions, and for a tie of p wins and q losses, subtracting
p·q/2 from the sum of the wins' positions turns them into midranks. Ties are runs of keys that differ from the
one before by less than 2.

Under H0 (the differences are symmetric about zero) every sign is a fair coin, so the sum W of the ranks of the wins has
the distribution of Σ r·B with independent fair B, whatever the ranks r: with ties (midranks), zeros (ranks that start
above 1) and untied ranks 1..n alike. It is built rank by rank: P(W = w) becomes the mean of P(W = w) and P(W = w − r).
Every step adds only positive numbers, so that small tails keep their precision; up to 52 ranks all probabilities are
exact.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache, partial

import numpy as np

from comparatex import progress
from comparatex.inference.analysis import ALONE, PvalueMethod, Running, ZeroMethod
from comparatex.inference.arithmetic import CACHED, Booleans, Floats, Integers, Keys
from comparatex.inference.differences import Differences
from comparatex.inference.rank_tests import doubled_midranks
from comparatex.inference.workers import over_pairs

EXACT_UP_TO = 50
"""Number of non-zero differences up to which ``auto`` is exact."""


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
    held = CACHED // differences.values.itemsize

    return SignedRankTest(*over_pairs(of_pairs, row, column, n_tasks, running, held))


def exact_limit(method: PvalueMethod, n_tasks: int) -> int:
    """Return the number of non-zero differences up to which p-values are exact."""
    return {"auto": EXACT_UP_TO, "exact": n_tasks, "asymptotic": 0}[method]


def _of_pairs(
    differences: Differences, zero_method: ZeroMethod, limit: int, row: Integers, column: Integers
) -> tuple[Keys, ...]:
    """Return the fields of the tests of a block of pairs."""
    both = differences.both(row, column)
    keys = sorted_keys(differences.compared(differences.signed(row, column)), both)
    n_tasks = np.full(len(keys), keys.shape[1]) if both is None else np.count_nonzero(both, axis=1)
    return tuple(vars(of_keys(keys, n_tasks, zero_method, limit)).values())


def sorted_keys(differences: Keys, both: Booleans | None) -> Keys:
    """Return the sorted keys of differences, of shape (n_pairs, n_tasks); the largest key where a score is missing.

    They have 32 bits at least, which every processor with AVX2 sorts by vector instructions: a tenth of the time of 16.
    """
    won, size = differences > 0, np.abs(differences, out=differences)
    keys: Keys = size.view(f"u{size.itemsize}")  # the bits of positive floats are in the order of the floats
    keys = keys.astype(np.uint32) if keys.itemsize < 4 else keys
    keys += keys
    keys |= won
    if both is not None:  # above all others, and even, so that it is not a win
        keys[~both] = np.iinfo(keys.dtype).max - 1
    keys.sort(axis=1)
    return keys


def signed_ranks(keys: Keys, n_tasks: Integers) -> tuple[Integers, Integers, Integers, Integers]:
    """Return of pairs, from their sorted keys: zeros, wins, twice the rank sum of the wins, and Σ(t³ − t) over ties.

    Ranks and ties are those of the non-zero differences, ties averaged.
    Of p wins and q losses that tie, t in all, 2pq is t² − t less p² − p and q² − q, where each are ties of the keys
    themselves. Zeros, and missing scores, count as a tie first.
    """
    n, n_pairs = keys.shape[1], len(keys)
    pair, tied = runs(keys >> 1)
    alike, equal = runs(keys)
    cubes = np.bincount(pair, tied**3 - tied, n_pairs).astype(np.int64)
    both = np.bincount(pair, tied**2 - tied, n_pairs).astype(np.int64)
    apart = np.bincount(alike, equal**2 - equal, n_pairs).astype(np.int64)
    won = (keys & 1).astype(np.float32 if n**2 < 2**24 else np.float64)  # sums up to n² are exact in either
    # by vecdot: a product of matrices takes threads of its own, which get in the way of ours
    wins = np.vecdot(won, np.ones(n, won.dtype)).astype(np.int64)
    positions = np.vecdot(won, np.arange(1, n + 1, dtype=won.dtype)).astype(np.int64)
    zeros, missing = np.count_nonzero(keys == 0, axis=1), n - n_tasks
    doubled_plus = 2 * (positions - zeros * wins) - (both - apart) // 2
    return zeros, wins, doubled_plus, cubes - zeros * (zeros * zeros - 1) - missing * (missing * missing - 1)


def runs(ordered: Keys) -> tuple[Integers, Integers]:
    """Return the rows and the lengths of runs of equal numbers in sorted rows."""
    n = ordered.shape[1]
    same = np.zeros((len(ordered), n + 1), dtype=np.bool_)  # no run reaches from one row into the next
    np.equal(ordered[:, 1:], ordered[:, :-1], out=same[:, 1:n])
    edges = np.flatnonzero(same.ravel()[1:] != same.ravel()[:-1])
    first, last = edges[::2], edges[1::2]
    return first // (n + 1), last - first + 1


def of_keys(keys: Keys, n_tasks: Integers, zero_method: ZeroMethod, limit: int, *, ties: bool = True) -> SignedRankTest:
    """Return the tests of a block of pairs from their sorted keys, exact up to a number of non-zero differences.

    Without ties, p-values are those of untied ranks: ties are taken for what a simulation draws more than once.
    """
    zeros, wins, doubled_plus, cubes = signed_ranks(keys, n_tasks)
    if not ties:
        cubes = np.zeros_like(cubes)
    ranked = {"wilcox": 0 * zeros, "zsplit-drop-odd": zeros - zeros % 2}
    offset, count = ranked.get(zero_method, zeros), n_tasks - zeros  # ranks below, of zeros
    doubled, total = doubled_plus + 2 * offset * wins, count * (2 * offset + count + 1)
    pvalues = np.ones((2, len(count)))
    pvalues[:, n_tasks == 0] = np.nan
    many, few = np.flatnonzero(count > limit), np.flatnonzero((count > 0) & (count <= limit))
    if len(many):  # else SciPy, which takes as long to import as small tables to test, is not needed
        quadrupled = 2 * doubled[many] - total[many]
        pvalues[:, many] = _normal(cubes[many], offset[many], count[many], quadrupled)
    if len(few):
        tails, smaller = np.empty((2, len(count))), np.minimum(doubled, total - doubled)
        free, tied = few[cubes[few] == 0], few[cubes[few] > 0]
        for below, n in {*zip(offset[free].tolist(), count[free].tolist(), strict=True)}:
            pairs = free[(offset[free] == below) & (count[free] == n)]
            cdf, w = np.concatenate([[0.0], untied_cdf(below, n)]), smaller[pairs] // 2
            tails[:, pairs] = cdf[w + 1], cdf[w]
        if len(tied):
            midranks = _midranks(keys[tied], zeros[tied], offset[tied], count[tied])
            tails[:, tied] = tied_tails(midranks, smaller[tied])
        pvalues[:, few] = one_sided(doubled[few], total[few], *tails[:, few])
    split = offset * (offset + 1) / 4 if zero_method.startswith("zsplit") else 0.0
    return SignedRankTest(
        n_tasks=n_tasks,
        wins=wins,
        ties=zeros,
        losses=count - wins,
        w_plus=doubled / 2 + split,
        w_minus=(total - doubled) / 2 + split,
        row=pvalues[0],
        column=pvalues[1],
    )


def one_sided(doubled: Integers, total: Integers, inclusive: Floats, exclusive: Floats) -> tuple[Floats, Floats]:
    """Return both exact one-sided p-values from P(W ≤ w) and P(W < w) of the smaller rank sum."""
    low = doubled <= total - doubled
    row = np.where(2 * doubled == total, inclusive, np.where(low, 1 - exclusive, inclusive))
    return row, np.where(low, inclusive, 1 - exclusive)


def of_signed_ranks(ranks: Floats) -> tuple[Floats, Floats]:
    """Return both exact one-sided p-values of rows of signed ranks, multiples of 1/2, over all their signs."""
    doubled = np.rint(2 * ranks).astype(np.int64)
    total, plus = np.abs(doubled).sum(axis=1), np.maximum(doubled, 0).sum(axis=1)
    tails = tied_tails(-np.sort(-np.abs(doubled), axis=1), np.minimum(plus, total - plus))
    return one_sided(plus, total, *tails)


def _midranks(keys: Keys, zeros: Integers, offset: Integers, count: Integers) -> Keys:
    """Return twice the midranks of the non-zero differences of pairs, the largest first, padded with zeros."""
    place = np.arange(int(count.max()))
    last = np.maximum((zeros + count)[:, None] - 1 - place, 0)
    doubled = np.take_along_axis(doubled_midranks(keys >> 1), last, axis=1) + 2 * (offset - zeros)[:, None]
    return np.where(place < count[:, None], doubled, 0)


def _normal(cubes: Integers, offset: Integers, count: Integers, quadrupled: Integers) -> tuple[Floats, Floats]:
    """Return both one-sided p-values of the normal approximation, from four times W⁺ minus its mean."""
    from scipy.special import ndtr

    top = (offset + count).astype(np.float64)
    below = offset * (offset + 1.0) * (2.0 * offset + 1)
    squares = (top * (top + 1) * (2 * top + 1) - below) / 6 - cubes / 12
    with np.errstate(divide="ignore", invalid="ignore"):
        z = (quadrupled / 4) / np.sqrt(squares / 4)
    return np.asarray(ndtr(-z)), np.asarray(ndtr(z))


_SHARED = 52
"""Most ranks for which sets of ranks are counted: their numbers, and sums of these in any order, are exact."""


@lru_cache(maxsize=256)
def untied_cdf(offset: int, count: int) -> Floats:
    """Return P(W ≤ w) for the ranks offset + 1, …, offset + count and w = 0, 1, … up to half their sum."""
    half = (2 * offset + count + 1) * count // 4
    return np.cumsum(_distribution(range(offset + count, offset, -1), half))


def rare_sums(n: int, tail: float) -> int:
    """Return for how many w = 0, 1, … P(W ≤ w) is at most a probability, for n ranks without ties."""
    return int(np.searchsorted(untied_cdf(0, n), tail * (1 + 1e-12), "right"))


def tied_tails(doubled: Keys, smaller: Integers) -> tuple[Floats, Floats]:
    """Return P(W ≤ w) and P(W < w) of pairs with any midranks, given doubled, the largest first, padded with zeros.

    Sets of up to 52 ranks are counted by their sum, each list of ranks once, in lexicographic order: what the
    beginnings of two lists share is counted once.
    """
    inclusive, exclusive = np.empty((2, len(doubled)))
    integers = np.ascontiguousarray(doubled, dtype=">u2" if doubled.max(initial=0) < 1 << 16 else ">u4")
    rows = integers.view(f"S{integers.itemsize * integers.shape[1]}").ravel()  # as bytes, they are sorted fast
    order = np.argsort(rows, kind="stable")
    first = np.flatnonzero(np.concatenate([[True], rows[order[1:]] != rows[order[:-1]]])[: len(order)])
    lists, alike = integers[order[first]].tolist(), np.split(order, first[1:])
    few, before, done = doubled.shape[1] <= _SHARED, list[int](), 0
    counts = np.zeros(
        (_SHARED + 1, int(smaller.max(initial=0)) + 1 if few else 1)
    )  # by the number of ranks and the sum
    counts[0, 0] = 1.0
    with progress.step("Computing exact p-values", len(doubled)) as advance:
        for padded, pairs in zip(lists, alike, strict=True):
            ranks, same = padded[: len(padded) - padded.count(0)], 0
            if few:
                while same < min(len(ranks), len(before)) and ranks[same] == before[same]:
                    same += 1
                for k in range(same, len(ranks)):
                    rank, step, longer = ranks[k], counts[k], counts[k + 1]
                    longer[:rank] = step[:rank]
                    np.add(step[rank:], step[: max(len(step) - rank, 0)], out=longer[rank:])
                before = ranks
                cdf = np.concatenate([[0.0], np.cumsum(counts[len(ranks)]) * 0.5 ** len(ranks)])
                inclusive[pairs], exclusive[pairs] = cdf[smaller[pairs] + 1], cdf[smaller[pairs]]
            else:
                chances = _distribution(ranks, int(smaller[pairs].max()))
                exclusive[pairs] = [float(chances[:w].sum()) for w in smaller[pairs].tolist()]
                inclusive[pairs] = exclusive[pairs] + chances[smaller[pairs]]
            done += len(pairs)
            advance(done)
    return inclusive, exclusive


def _distribution(ranks: list[int] | range, limit: int) -> Floats:
    """Return P(W = w) for w = 0, 1, … up to the limit, or to the largest W if that is smaller."""
    chances = np.ones(1)
    for rank in ranks:
        n = len(chances)
        longer = np.zeros(min(n + rank, limit + 1))
        longer[:n] = chances
        longer[rank:] += chances[: max(len(longer) - rank, 0)]
        longer *= 0.5
        chances = longer
    return chances
