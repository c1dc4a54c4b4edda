"""Sets of added comparates, numbered: any block of them can be made alone, on any machine, in any order."""

from __future__ import annotations

from dataclasses import dataclass
from math import comb

import numpy as np

from comparatex.inference.arithmetic.arrays import Booleans, Integers

LARGEST = 2**62
"""Families of more sets cannot be numbered; they are sampled."""


@dataclass(frozen=True)
class Family:
    """All ways to add comparates to a core.

    Parameters
    ----------
    others : int
        Number of comparates outside the core.
    sizes : tuple of int
        How many of them may be added, ascending.
    """

    others: int
    sizes: tuple[int, ...]

    @property
    def n_sets(self) -> int:
        """Number of sets."""
        return sum(comb(self.others, size) for size in self.sizes)

    @property
    def every_size(self) -> bool:
        """All subsets count, so that a number's bits are the set."""
        return self.sizes == tuple(range(self.others + 1))


def members(family: Family, numbers: Integers) -> Booleans:
    """Return the sets with these numbers, as a mask of shape (n_numbers, others).

    Numbers run from 0. With every size allowed, bit c of a number says whether comparate c is added;
    otherwise sets come size by size, each size in colexicographic order.
    """
    if family.every_size:
        return np.asarray((numbers[:, None] >> np.arange(family.others)) & 1, bool)
    chosen = np.zeros((len(numbers), family.others), bool)
    start = 0
    for size in family.sizes:
        count = comb(family.others, size)
        here = np.flatnonzero((numbers >= start) & (numbers < start + count))
        if here.size:
            chosen[here] = _combinations(family.others, size, numbers[here] - start)
        start += count
    return chosen


def _combinations(n: int, size: int, numbers: Integers) -> Booleans:
    """Return the combinations with these colexicographic numbers (combinatorial number system)."""
    mask = np.zeros((len(numbers), n), bool)
    rest = numbers.copy()
    rows = np.arange(len(numbers))
    for left in range(size, 0, -1):
        table = np.array([min(comb(c, left), LARGEST) for c in range(n)], np.int64)
        element = np.searchsorted(table, rest, side="right") - 1
        mask[rows, element] = True
        rest = rest - table[element]
    return mask


def sample(family: Family, n_samples: int, seed: int) -> Booleans:
    """Return sets drawn uniformly with replacement, whatever their number.

    The size is drawn in proportion to how many sets have it, then the members.
    """
    rng = np.random.default_rng(seed)
    weights = np.array([float(comb(family.others, size)) for size in family.sizes])
    sizes = rng.choice(family.sizes, size=n_samples, p=weights / weights.sum())
    drawn = rng.random((n_samples, family.others))
    # Members are those with the smallest numbers: all that are below the next one.
    places = [size for size in family.sizes if size < family.others]
    parted = np.partition(drawn, places, axis=1) if places else drawn
    beyond = parted[np.arange(n_samples), np.minimum(sizes, max(family.others - 1, 0))]
    return np.asarray(drawn < np.where(sizes < family.others, beyond, 1.0)[:, None])
