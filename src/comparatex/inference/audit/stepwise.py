"""Decisions of stepwise corrections on many sets of comparates at once, from p-values computed once.

A correction compares the j-th smallest of M p-values with a critical value c(j, M). Which pairs belong to a
set, and how many of them have a smaller p-value, follows from its members alone; so the decisions for half a
million sets are a few hundred vector operations: one pass over the pairs by their p-values.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

Booleans = NDArray[np.bool_]
Step = Literal["single", "down", "up"]
_BLOCK = 1 << 16
"""Sets that are decided at once: their counters stay in the cache."""


@dataclass(frozen=True)
class Procedure:
    """A multiple testing procedure by its critical values.

    Parameters
    ----------
    name : str
        Its name.
    step : {"single", "down", "up"}
        ``single``: reject where p ≤ c. ``down``: from the smallest p-value on, stop at the first failure.
        ``up``: reject all up to the largest p-value that is within its critical value.
    critical : callable
        ``critical(alpha, j, m)``: c(j, M) for the j-th smallest of M p-values, j from 1.
    """

    name: str
    step: Step
    critical: Callable[[float, NDArray[np.float64], int], NDArray[np.float64]]


PROCEDURES = {
    procedure.name: procedure
    for procedure in (
        Procedure("none", "single", lambda alpha, j, m: np.full_like(j, alpha)),
        Procedure("bonferroni", "single", lambda alpha, j, m: np.full_like(j, alpha / m)),
        Procedure("sidak", "single", lambda alpha, j, m: np.full_like(j, -np.expm1(np.log1p(-alpha) / m))),
        Procedure("holm", "down", lambda alpha, j, m: alpha / (m - j + 1)),
        Procedure("holland", "down", lambda alpha, j, m: -np.expm1(np.log1p(-alpha) / (m - j + 1))),
        Procedure("finner", "down", lambda alpha, j, m: -np.expm1(np.log1p(-alpha) * j / m)),
        Procedure("hochberg", "up", lambda alpha, j, m: alpha / (m - j + 1)),
        Procedure("benjamini-hochberg", "up", lambda alpha, j, m: alpha * j / m),
    )
}


def rejected(
    pvalues: NDArray[np.float64],
    core: tuple[int, ...],
    members: Booleans,
    *,
    alpha: float = 0.05,
    correction: str = "holm",
) -> Booleans:
    """Return which pairs of a core of comparates are significant within each of many sets.

    Parameters
    ----------
    pvalues : ndarray of shape (n_comparates, n_comparates)
        Raw p-values of all pairs, symmetric. Undefined ones (NaN) count as 1.
    core : tuple of int
        Comparates whose pairs are asked for; they belong to every set.
    members : ndarray of bool, of shape (n_sets, n_comparates)
        The sets.
    alpha : float
        Level.
    correction : str
        A key of `PROCEDURES`, applied to all pairs of a set.

    Returns
    -------
    ndarray of bool, of shape (n_sets, n_core_pairs)
        Pairs of the core in the order of ``itertools.combinations(core, 2)``.

    Raises
    ------
    KeyError
        The correction is unknown.
    """
    procedure = PROCEDURES[correction]
    members = members.copy()
    members[:, list(core)] = True
    blocks = [
        _decide(pvalues, core, members[start : start + _BLOCK], alpha, procedure)
        for start in range(0, len(members), _BLOCK)
    ]
    n_pairs = len(core) * (len(core) - 1) // 2
    return np.concatenate(blocks) if blocks else np.empty((0, n_pairs), bool)


def _decide(
    pvalues: NDArray[np.float64], core: tuple[int, ...], members: Booleans, alpha: float, procedure: Procedure
) -> Booleans:
    """Decide one block of sets, by the largest p-value that each set rejects."""
    row, column = np.triu_indices(len(pvalues), 1)
    p = np.nan_to_num(pvalues[row, column], nan=1.0)
    order = np.argsort(p, kind="stable")
    row, column, p = row[order], column[order], p[order]
    columns = np.ascontiguousarray(members.T)
    sizes = members.sum(axis=1)
    limit = _largest_rejected(columns, row, column, p, sizes, alpha, procedure)
    first, second = np.triu_indices(len(core), 1)
    chosen = np.asarray(core, int)
    own = np.nan_to_num(pvalues[chosen[first], chosen[second]], nan=1.0)
    return np.asarray(own[None, :] <= limit[:, None])


def _largest_rejected(
    columns: Booleans,
    row: NDArray[np.intp],
    column: NDArray[np.intp],
    p: NDArray[np.float64],
    sizes: NDArray[np.intp],
    alpha: float,
    procedure: Procedure,
) -> NDArray[np.float64]:
    """Return for each set the largest p-value that is rejected in it; −1 where none is.

    Tied p-values share one decision, as their adjusted p-values have it: stepping down, that of the first
    among them, for the critical values grow with j and the rest passes with it; stepping up, of the last.
    """
    n_sets = len(sizes)
    n_pairs = sizes * (sizes - 1) // 2
    table = _critical_table(alpha, int(n_pairs.max(initial=1)), np.unique(n_pairs), procedure)
    limit = np.full(n_sets, -1.0)
    rank = np.zeros(n_sets, np.int64)
    open_ = np.ones(n_sets, bool)
    down, top = procedure.step == "down", table.max(initial=0)
    for i, j, value in zip(row.tolist(), column.tolist(), p.tolist(), strict=True):
        if value > top or not open_.any():
            break
        present = columns[i] & columns[j]
        rank += present
        within = value <= table[n_pairs, np.maximum(rank, 1)]
        if down:
            open_ &= within | ~present
        limit[present & open_ & within] = value
    return limit


def _critical_table(
    alpha: float, largest: int, sizes: NDArray[np.intp], procedure: Procedure
) -> NDArray[np.float64]:
    """Return c(j, M) at ``[M, j]`` for the numbers of pairs that occur; −1 elsewhere."""
    table = np.full((largest + 1, largest + 1), -1.0)
    for m in sizes.tolist():
        if m:
            table[m, 1 : m + 1] = procedure.critical(alpha, np.arange(1.0, m + 1), m)
    return table
