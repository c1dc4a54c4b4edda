"""Cliques: maximal sets of comparates that are pairwise not significantly different."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from comparatex.errors import DataError
from comparatex.inference.arithmetic import Booleans, Floats

LIMIT = 10_000
"""Most cliques that are listed."""

_WORK = 5_000_000
"""Most neighbourhoods that are looked at in search of them: a few seconds."""

_TOO_MANY = (
    f"The {{}} methods form more than {LIMIT:,} cliques, or too many to search for: compare fewer, or show the "
    "pairs in a matrix."
)


def maximal_cliques(joined: Booleans, mean_rank: Floats) -> tuple[tuple[int, ...], ...]:
    """Return the maximal cliques of two or more members, members and cliques in the order of mean ranks.

    Parameters
    ----------
    joined : ndarray of bool, of shape (n_comparates, n_comparates)
        Which pairs are not significantly different; symmetric.
    mean_rank : ndarray of shape (n_comparates,)
        Mean ranks, 1 is best; equal or undefined ones keep the order of positions.

    Returns
    -------
    tuple of tuple of int
        Positions of the members; empty when all pairs differ.

    Raises
    ------
    DataError
        There are more than 10,000 cliques, or finding them takes too long.

    References
    ----------
    Bron and Kerbosch (1973), Algorithm 457, Communications of the ACM 16; pivot as in Tomita, Tanaka and
    Takahashi (2006), Theoretical Computer Science 363.
    """
    order = np.argsort(mean_rank, kind="stable")
    ordered = joined[np.ix_(order, order)] & ~np.eye(len(order), dtype=np.bool_)
    neighbours = [sum(1 << i for i in np.flatnonzero(row).tolist()) for row in ordered]
    cliques = []
    for clique in _search(neighbours):
        if clique & (clique - 1):
            cliques.append(tuple(_members(clique)))
        if len(cliques) > LIMIT:
            raise DataError(_TOO_MANY.format(len(joined)))
    return tuple(tuple(int(order[i]) for i in clique) for clique in sorted(cliques))


def _search(neighbours: list[int]) -> Iterator[int]:
    """Yield all maximal cliques of a graph as sets of bits."""
    stack, work = [(0, (1 << len(neighbours)) - 1, 0)], 0
    while stack:
        clique, candidates, excluded = stack.pop()
        work += candidates.bit_count() + excluded.bit_count()
        if work > _WORK:
            raise DataError(_TOO_MANY.format(len(neighbours)))
        for v in _members(candidates):  # one joined to all others belongs to every clique that follows
            if candidates & ~neighbours[v] == 1 << v:
                clique |= 1 << v
                candidates &= ~(1 << v)
                excluded &= neighbours[v]
        if not candidates:
            if not excluded:
                yield clique
            continue
        pivot = max(_members(candidates | excluded), key=lambda v: (candidates & neighbours[v]).bit_count())
        for v in _members(candidates & ~neighbours[pivot]):
            stack.append((clique | 1 << v, candidates & neighbours[v], excluded & neighbours[v]))
            candidates &= ~(1 << v)
            excluded |= 1 << v


def _members(bits: int) -> Iterator[int]:
    """Yield the positions of the bits of a set, in ascending order."""
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest
