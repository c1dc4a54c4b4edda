"""From the pairs that do not differ to groups of comparates, as the tools of the field make them."""

from __future__ import annotations

import numpy as np

from comparatex.inference.arrays import Booleans, Floats
from comparatex.inference.cliques import maximal_cliques
from comparatex.inference.conventions.settings import Cliques, EqualRanks

Groups = tuple[tuple[int, ...], ...]


def groups(
    joined: Booleans, mean_rank: Floats, algorithm: Cliques, equal_ranks: EqualRanks = "as-tested"
) -> Groups:
    """Return groups of two or more, members and groups in the order of mean ranks.

    Parameters
    ----------
    joined : ndarray of bool, of shape (n_comparates, n_comparates)
        Which pairs do not differ; symmetric.
    mean_rank : ndarray of shape (n_comparates,)
        Mean ranks, 1 is best.
    algorithm : str
        As in `Convention.cliques`.
    equal_ranks : str
        As in `Convention.equal_ranks`.
    """
    equal = mean_rank[:, None] == mean_rank
    if equal_ranks != "as-tested":
        joined = joined | equal if equal_ranks == "joined" else joined & ~equal
    order = np.argsort(mean_rank, kind="stable")
    sorted_joined = joined[np.ix_(order, order)]
    if algorithm == "none":
        return ()
    if algorithm in ("maximal", "maximal-filled"):
        cliques = maximal_cliques(sorted_joined, np.arange(len(order), dtype=np.float64))
        found = _filled(cliques, mean_rank[order]) if algorithm == "maximal-filled" else list(cliques)
    else:
        found = _from_rows(sorted_joined, algorithm)
    return tuple(tuple(int(order[i]) for i in group) for group in found)


def _from_rows(joined: Booleans, algorithm: Cliques) -> list[tuple[int, ...]]:
    """Return groups that start at each comparate; those inside an earlier one are dropped."""
    found: list[tuple[int, ...]] = []
    for first in range(len(joined)):
        row = [j for j in range(first + 1, len(joined)) if joined[first, j]]
        if algorithm in ("prefix-run", "interval"):
            row = [j for j in row if joined[first, first + 1 : j + 1].all()]
        elif algorithm == "row-span" and row:
            row = list(range(first + 1, row[-1] + 1))
        group = (first, *row)
        if row and not any(set(group) <= set(other) for other in found):
            found.append(group)
    return found


def _filled(cliques: Groups, rank: Floats) -> list[tuple[int, ...]]:
    """Return cliques with what ranks between their ends, those inside another dropped."""
    spans = [(rank[clique[0]], rank[clique[-1]]) for clique in cliques]
    filled = []
    for low, high in spans:
        inside = [other for other in spans if other[0] <= low and high <= other[1] and other != (low, high)]
        group = tuple(np.flatnonzero((low <= rank) & (rank <= high)).tolist())
        if not inside and group not in filled:
            filled.append(group)
    return filled
