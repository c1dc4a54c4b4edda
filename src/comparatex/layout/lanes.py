"""Bars of overlapping cliques: which are essential, and in which lane each lies so that none overlap."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

Members = tuple[int, ...]


def pack(spans: Sequence[tuple[int, int]]) -> tuple[int, ...]:
    """Return a lane, from 1, for each bar: the first in which it fits, so that lanes are as few as can be.

    Bars that follow each other in a lane have at least one comparate between them, so that they read as two.

    Parameters
    ----------
    spans : sequence of (int, int)
        First and last comparate of each bar, in ascending order.

    >>> pack([(1, 3), (2, 5), (4, 6), (5, 7)])
    (1, 2, 3, 1)
    """
    ends: list[int] = []
    lanes = []
    for first, last in spans:
        lane = next((i for i, end in enumerate(ends) if first - end > 1), len(ends))
        ends[lane : lane + 1] = [last]
        lanes.append(lane + 1)
    return tuple(lanes)


def essential(cliques: Sequence[Members]) -> tuple[Members, ...]:
    """Leave out cliques that say nothing new: every pair of theirs is together in another one that stays.

    Which pairs share a clique is unchanged. Small cliques are left out first.

    >>> essential([(1, 2, 3), (2, 3, 4), (3, 4, 5), (2, 4)])
    ((1, 2, 3), (2, 3, 4), (3, 4, 5))
    """
    shared = Counter(pair for clique in cliques for pair in combinations(clique, 2))
    kept = list(cliques)
    for clique in sorted(cliques, key=lambda clique: (len(clique), clique)):
        pairs = list(combinations(clique, 2))
        if all(shared[pair] > 1 for pair in pairs):
            shared.subtract(pairs)
            kept.remove(clique)
    return tuple(kept)


def passed_over(clique: Members) -> Members:
    """Return the comparates between the first and last member that are not members.

    >>> passed_over((2, 3, 6))
    (4, 5)
    """
    return tuple(i for i in range(clique[0], clique[-1]) if i not in clique)
