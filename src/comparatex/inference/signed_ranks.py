"""Sums of signed ranks of many pairs at once, out of one sort per pair.

A difference d becomes the key 2·|d| + (d > 0). Sorted keys stand in the order of |d|, zeros first, and within
a tie the losses before the wins. Then ranks are positions, and a tie of p wins and q losses takes p·q/2 from
the sum of the wins' positions to make midranks of them. Ties are counted by comparing sorted keys with those
one place on, two places on, and so forth as long as any are equal: a tie of t yields t − lag equal ones at
each lag, and the sum of lag·(t − lag) over all lags is (t³ − t)/6.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from comparatex.inference.arrays import Booleans, Integers, Keys

_LAGS = 6
"""Lags after which tied runs are measured instead, which costs the same however long they are."""


@dataclass(frozen=True, eq=False)
class SignedRanks:
    """What the Wilcoxon test needs of each pair, all whole numbers, of shape (n_pairs,).

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


def sorted_keys(differences: Keys, both: Booleans | None) -> Keys:
    """Return the sorted keys of differences, of shape (n_pairs, n_tasks); where no score is, the last key.

    Parameters
    ----------
    differences : ndarray of shape (n_pairs, n_tasks)
        Whole numbers, or floats of which equal ones are equal numbers.
    both : ndarray of bool of the same shape, or None
        Where both comparates have a score.
    """
    won = differences > 0
    size = np.abs(differences)
    if size.dtype.kind == "f":  # the bits of positive floats are in the order of the floats
        size = size.view(np.uint64)
    keys = np.left_shift(size, 1, out=size)
    keys |= won
    if both is not None:
        keys[~both] = _absent(keys)
    keys.sort(axis=1)
    return keys


def signed_ranks(keys: Keys) -> SignedRanks:
    """Return the sums of signed ranks of pairs by their sorted keys, of shape (n_pairs, n_tasks)."""
    n = keys.shape[1]
    absent = np.count_nonzero(keys == _absent(keys), axis=1)
    zeros = np.count_nonzero(keys == 0, axis=1)
    # sums of whole numbers are exact in single precision up to 2**24
    wide = np.float32 if n * (n + 1) < 2**25 else np.float64
    weights = np.stack([np.ones(n), np.arange(1, n + 1)], axis=1).astype(wide)
    won: NDArray[Any] = np.asarray(keys & 1, dtype=wide)
    wins, positions = np.rint(won @ weights).astype(np.int64).T
    opposite, cubes = _ties(keys, zeros, absent)
    doubled_plus = 2 * (positions - zeros * wins) - opposite
    return SignedRanks(n - absent, wins, n - absent - zeros - wins, doubled_plus, cubes)


def nonzero(keys: Keys) -> Booleans:
    """Return which sorted keys are differences other than zero."""
    return np.asarray((keys != 0) & (keys != _absent(keys)))


def _absent(keys: Keys) -> int:
    """Return the key of a missing difference: above all others, and even, so that it is no win."""
    return int(np.iinfo(keys.dtype).max) - 1


def _ties(keys: Keys, zeros: Integers, absent: Integers) -> tuple[Integers, Integers]:
    """Return, for each pair, the sums over its ties of wins · losses and of t³ − t."""
    opposite, cubes = np.zeros((2, len(keys)), dtype=np.int64)
    left = np.arange(len(keys))
    for lag in range(1, keys.shape[1]):
        if lag > _LAGS:
            opposite[left], cubes[left] = _runs(keys)
            break
        apart = keys[:, lag:] ^ keys[:, :-lag]
        equal = np.count_nonzero(apart <= 1, axis=1)
        equal -= np.maximum(zeros[left] - lag, 0) + np.maximum(absent[left] - lag, 0)
        opposite[left] += np.count_nonzero(apart == 1, axis=1)
        cubes[left] += 6 * lag * equal
        tied = np.flatnonzero(equal)
        if len(tied) == 0:
            break
        left, keys = left[tied], keys[tied]
    return opposite, cubes


def _runs(keys: Keys) -> tuple[Integers, Integers]:
    """Return the same as `_ties` by measuring each run of equal |d|."""
    size, n = keys >> 1, keys.shape[1]
    starts = np.ones(keys.shape, dtype=np.bool_)
    np.not_equal(size[:, 1:], size[:, :-1], out=starts[:, 1:])
    first = np.flatnonzero(starts)
    counted = nonzero(keys).ravel()[first]
    length = np.diff(first, append=keys.size) * counted
    wins = np.add.reduceat((keys & 1).ravel(), first, dtype=np.int64) * counted
    pairs = np.searchsorted(first, np.arange(0, keys.size, n))  # the first run of each pair
    return np.add.reduceat(wins * (length - wins), pairs), np.add.reduceat(length**3 - length, pairs)
