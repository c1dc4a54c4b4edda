"""The exact null distribution of the signed-rank sum, given the absolute differences.

Under H0 (the differences are symmetric about zero) every sign is a fair coin, so the sum W of the ranks of
the wins has the distribution of Σ r·B with independent fair B, whatever the ranks r: with ties (midranks), zeros
(ranks that start above 1) and untied ranks 1..n alike. It is built rank by rank: P(W = w) becomes the mean of
P(W = w) and P(W = w − r). Every step adds only positive numbers, so that small tails keep their precision; up
to 52 ranks all probabilities are exact.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import numpy as np

from comparatex import progress
from comparatex.inference.arithmetic import Floats, Integers, Keys

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


def untied_tails(offset: Integers, count: Integers, smaller: Integers) -> tuple[Floats, Floats]:
    """Return P(W ≤ w) and P(W < w) of pairs without ties."""
    inclusive, exclusive = np.empty((2, len(count)))
    for key in sorted(set(zip(offset.tolist(), count.tolist(), strict=True))):
        pairs = np.flatnonzero((offset == key[0]) & (count == key[1]))
        cdf = np.concatenate([[0.0], untied_cdf(*key)])
        inclusive[pairs], exclusive[pairs] = cdf[smaller[pairs] + 1], cdf[smaller[pairs]]
    return inclusive, exclusive


def tied_tails(doubled: Keys, smaller: Integers) -> tuple[Floats, Floats]:
    """Return P(W ≤ w) and P(W < w) of pairs with any midranks, given doubled, the largest first, padded with zeros."""
    inclusive, exclusive = np.empty((2, len(doubled)))
    shared = _Shared(int(smaller.max(initial=0))) if doubled.shape[1] <= _SHARED else None
    done = 0
    with progress.step("Computing exact p-values", len(doubled)) as advance:
        for ranks, pairs in _distinct(doubled):
            if shared:
                cdf = np.concatenate([[0.0], np.cumsum(shared.counts(ranks)) * 0.5 ** len(ranks)])
                inclusive[pairs], exclusive[pairs] = cdf[smaller[pairs] + 1], cdf[smaller[pairs]]
            else:
                chances = _distribution(ranks, int(smaller[pairs].max()))
                exclusive[pairs] = [float(chances[:w].sum()) for w in smaller[pairs].tolist()]
                inclusive[pairs] = exclusive[pairs] + chances[smaller[pairs]]
            done += len(pairs)
            advance(done)
    return inclusive, exclusive


def _distinct(doubled: Keys) -> Iterator[tuple[list[int], Integers]]:
    """Yield each list of ranks and the pairs that have it, in lexicographic order."""
    integers = np.ascontiguousarray(doubled, dtype=">u2" if doubled.max(initial=0) < 1 << 16 else ">u4")
    rows = integers.view(f"S{integers.itemsize * integers.shape[1]}").ravel()  # as bytes, they are sorted fast
    order = np.argsort(rows, kind="stable")
    first = np.flatnonzero(np.concatenate([[True], rows[order[1:]] != rows[order[:-1]]])[: len(order)])
    patterns = integers[order[first]]
    length = np.count_nonzero(patterns, axis=1).tolist()
    for ranks, n, pairs in zip(patterns.tolist(), length, np.split(order, first[1:]), strict=True):
        yield ranks[:n], pairs


class _Shared:
    """Counts of sets of ranks by their sum, for lists of ranks in lexicographic order: shared beginnings count once."""

    def __init__(self, limit: int) -> None:
        self._ranks: list[int] = []
        self._steps = np.zeros((_SHARED + 1, limit + 1))
        self._steps[0, 0] = 1.0

    def counts(self, ranks: list[int]) -> Floats:
        """Return how many sets of ranks have the sum w, for w = 0, 1, … up to the limit."""
        same = 0
        while same < min(len(ranks), len(self._ranks)) and ranks[same] == self._ranks[same]:
            same += 1
        for k in range(same, len(ranks)):
            rank, step, longer = ranks[k], self._steps[k], self._steps[k + 1]
            longer[:rank] = step[:rank]
            np.add(step[rank:], step[: max(len(step) - rank, 0)], out=longer[rank:])
        self._ranks = ranks
        return np.asarray(self._steps[len(ranks)])


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
