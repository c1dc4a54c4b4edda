"""Sums of signed ranks of many pairs at once, out of one sort per pair.

A difference d becomes the key 2·|d| + (d > 0). Sorted keys stand in the order of |d|, zeros first, and within
a tie the losses before the wins. Then ranks are positions, and a tie of p wins and q losses takes p·q/2 from
the sum of the wins' positions to make midranks of them. Ties are runs of keys that differ from the one before
by less than 2; only what is tied is looked at again.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from comparatex.inference.arithmetic.arrays import Booleans, Integers, Keys


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


def keys_of(differences: Keys, both: Booleans | None) -> Keys:
    """Return the keys of differences, of shape (n_pairs, n_tasks); where no score is, the largest key.

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
    return keys


def sorted_keys(differences: Keys, both: Booleans | None) -> Keys:
    """Return the sorted keys of differences; see `keys_of`."""
    keys = keys_of(differences, both)
    keys.sort(axis=1)
    return keys


def signed_ranks(keys: Keys, n_tasks: Integers) -> SignedRanks:
    """Return the sums of signed ranks of pairs.

    Parameters
    ----------
    keys : ndarray of shape (n_pairs, n_tasks)
        Sorted keys.
    n_tasks : ndarray of int, of shape (n_pairs,)
        Tasks on which both comparates have a score: the number of keys that stand for a difference.
    """
    n = keys.shape[1]
    zeros, opposite, cubes = _ties(keys)
    # sums of whole numbers are exact in single precision up to 2**24
    wide = np.float32 if n * (n + 1) < 2**25 else np.float64
    weights = np.stack([np.ones(n), np.arange(1, n + 1)], axis=1).astype(wide)
    won: NDArray[Any] = np.asarray(keys & 1, dtype=wide)
    wins, positions = np.rint(won @ weights).astype(np.int64).T
    doubled_plus = 2 * (positions - zeros * wins) - opposite
    return SignedRanks(n_tasks, wins, n_tasks - zeros - wins, doubled_plus, cubes)


def nonzero(keys: Keys) -> Booleans:
    """Return which sorted keys are differences other than zero."""
    return np.asarray((keys != 0) & (keys != _absent(keys)))


def _absent(keys: Keys) -> int:
    """Return the key of a missing difference: above all others, and even, so that it is no win."""
    return int(np.iinfo(keys.dtype).max) - 1


def _ties(keys: Keys) -> tuple[Integers, Integers, Integers]:
    """Return, for each pair, its zeros, and the sums over its ties of wins · losses and of t³ − t."""
    n_pairs, n = keys.shape
    flat = keys.ravel()
    tied = np.zeros(
        keys.size + 1, dtype=np.bool_
    )  # with the key after; never at a pair's last, nor before all
    np.less_equal(keys[:, 1:] ^ keys[:, :-1], 1, out=tied[1:].reshape(n_pairs, n)[:, : n - 1])
    ends = np.flatnonzero(tied[1:] != tied[:-1])  # the first and the last keys of ties, in turn
    first, last = ends[::2], ends[1::2]
    length, key = last - first + 1, flat[first]
    zeros = np.asarray(keys[:, 0] == 0, dtype=np.int64)
    none = key == 0
    zeros[first[none] // max(n, 1)] = length[none]
    length[none | (key == _absent(keys))] = 0
    won = np.cumsum(keys & 1, dtype=np.int32)
    wins = won[last] - won[first] + (key & 1)
    bounds = np.searchsorted(first, np.arange(n_pairs + 1) * n)
    return zeros, _sums(wins * (length - wins), bounds), _sums(length * (length * length - 1), bounds)


def _sums(values: Integers, bounds: Integers) -> Integers:
    """Return the sums of values between neighbouring bounds."""
    total = np.zeros(len(values) + 1, dtype=np.int64)
    np.cumsum(values, out=total[1:])
    return np.diff(total[bounds])
