"""The exact null distribution of the signed-rank sum, given the absolute differences.

Under H0 (the differences are symmetric about zero) every sign is a fair coin, so the sum W of the ranks of
the wins has the distribution of Σ r·B with independent fair B, whatever the ranks r: ties (midranks), zeros
(ranks that start above 1) and untied ranks 1..n alike. It is built rank by rank: P(W = w) becomes the mean of
P(W = w) and P(W = w − r). Every step adds positive numbers only, so that small tails keep their digits; up to
52 ranks all probabilities are exact.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from comparatex.inference.arithmetic.arrays import Floats, Integers, Keys

_SHARED = 64
"""Most ranks for which distributions on the way are kept, to be shared by pairs whose largest ranks agree."""


@lru_cache(maxsize=256)
def untied_cdf(offset: int, count: int) -> Floats:
    """Return P(W ≤ w) for the ranks offset + 1, …, offset + count and w = 0, 1, … up to half their sum.

    Parameters
    ----------
    offset, count : int
        What the ranks begin above, and how many there are.

    Returns
    -------
    ndarray of shape (⌊sum of the ranks/2⌋ + 1,)
        Probabilities in rising order.
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
        Twice the midranks in descending order; zeros at the end of a row count for nothing.
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
    """Distributions of rank lists that come in lexicographic order, so that they share their beginnings."""

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
    """Return P(W = w) for w = 0, 1, … up to the limit, or to the largest W where that is less."""
    chances = np.ones(1)
    for rank in ranks:
        chances = _with_rank(chances, rank, limit)
    return chances


def _with_rank(chances: Floats, rank: int, limit: int) -> Floats:
    """Return the distribution of W with one rank more."""
    n = len(chances)
    longer = np.zeros(min(n + rank, limit + 1))
    longer[:n] = chances
    longer[rank:] += chances[: max(len(longer) - rank, 0)]
    longer *= 0.5
    return longer
