"""From the pairs that do not differ to groups of comparates, as the tools of the field make them."""

from __future__ import annotations

import numpy as np

from comparatex.inference.arithmetic.arrays import Booleans, Floats
from comparatex.inference.conventions.settings import Cliques, EqualRanks
from comparatex.inference.ranking.cliques import maximal_cliques

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

    Returns
    -------
    tuple of tuple of int
        Positions of the members.
    """
    equal = mean_rank[:, None] == mean_rank
    if equal_ranks != "as-tested":
        joined = _shared(joined, equal) if equal_ranks == "shared" else joined & ~equal
    order = np.argsort(mean_rank, kind="stable")
    sorted_joined = joined[np.ix_(order, order)]
    if algorithm == "none":
        return ()
    if algorithm.startswith("maximal"):
        found = list(maximal_cliques(sorted_joined, np.arange(len(order), dtype=np.float64)))
        if algorithm != "maximal":
            found = _widest(found, mean_rank[order])
        if algorithm == "maximal-filled":
            found = _filled(found, mean_rank[order])
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


def _shared(joined: Booleans, equal: Booleans) -> Booleans:
    """Return what is joined when a comparate is also joined to what those of its mean rank are joined to."""
    near = joined & ~np.eye(len(joined), dtype=np.bool_)
    return np.asarray(joined | (equal @ near) | (near @ equal))


def _widest(cliques: list[tuple[int, ...]], rank: Floats) -> list[tuple[int, ...]]:
    """Return the cliques whose mean ranks do not lie within those of a wider one."""
    spans = [(rank[clique[0]], rank[clique[-1]]) for clique in cliques]

    def within(span: tuple[float, float]) -> bool:
        """Return whether another span holds this one."""
        return any(one != span and one[0] <= span[0] and span[1] <= one[1] for one in spans)

    return [clique for clique, span in zip(cliques, spans, strict=True) if not within(span)]


def _filled(cliques: list[tuple[int, ...]], rank: Floats) -> list[tuple[int, ...]]:
    """Return cliques with what ranks between their ends, each once."""
    spans = [(rank[clique[0]], rank[clique[-1]]) for clique in cliques]
    groups = [tuple(np.flatnonzero((low <= rank) & (rank <= high)).tolist()) for low, high in spans]
    return list(dict.fromkeys(groups))
