"""Decisions of stepwise corrections on many sets of comparates at once, and the smallest sets that flip one.

A correction compares the j-th smallest of M p-values with a critical value c(j, M). Which pairs belong to a
set, and how many of them have a smaller p-value, follows from its members alone; so the decisions for half a
million sets take a few hundred vector operations: one pass over the pairs in the order of their p-values.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, islice
from math import comb
from typing import Literal

import numpy as np

from comparatex.inference.arithmetic import Booleans, Floats
from comparatex.inference.comparison import Comparison
from comparatex.inference.corrections import CORRECTIONS

_BLOCK = 1 << 16
"""Sets that are decided at once: what is counted of each stays in the cache."""

AUDITED = tuple(name for name, correction in CORRECTIONS.items() if correction.step)
"""Corrections whose decisions follow from critical values."""


@cache
def _critical_values(correction: str, alpha: float, m: int) -> Floats:
    return CORRECTIONS[correction].critical_values(alpha, m)


def own_pvalues(comparison: Comparison) -> Floats:
    """Return the p-values from which a comparison's verdicts are, symmetric: those of each pair as it has them."""
    matrix = comparison.square("pvalue")
    np.fill_diagonal(matrix, 1.0)
    return matrix


def rejected(
    pvalues: Floats, core: tuple[int, ...], members: Booleans, *, alpha: float = 0.05, correction: str = "holm"
) -> Booleans:
    """Return which pairs of a core of comparates are significant within each of many sets."""
    matrix, members = np.nan_to_num(pvalues, nan=1.0), members.copy()
    members[:, list(core)] = True
    starts = range(0, max(1, len(members)), _BLOCK)
    limits = [_limits(matrix, members[start : start + _BLOCK], alpha, correction) for start in starts]
    first, second = np.array(list(combinations(core, 2))).T
    return np.asarray(matrix[first, second] <= np.concatenate(limits)[:, None])


def _limits(pvalues: Floats, members: Booleans, alpha: float, correction: str) -> Floats:
    """Return the largest rejected p-value of each set, in one pass over all pairs by p-value; −1 when there is none.

    Tied p-values share one decision, like their adjusted p-values: stepping down, that of the first among them,
    because the critical values grow with j and the rest pass with it; stepping up, that of the last.
    """
    sizes = members.sum(axis=1)
    row, column = np.triu_indices(len(pvalues), 1)
    order = np.argsort(pvalues[row, column], kind="stable")
    row, column = row[order], column[order]
    columns = np.ascontiguousarray(members.T)
    n_pairs, which = np.unique(sizes * (sizes - 1) // 2, return_inverse=True)
    table = np.full((len(n_pairs), int(n_pairs.max(initial=1)) + 1), -1.0)  # c(j, M) by the number of pairs and j
    for i, m in enumerate(n_pairs.tolist()):
        table[i, 1 : m + 1] = _critical_values(correction, alpha, m)
    limit = np.full(len(sizes), -1.0)
    rank = np.zeros(len(sizes), np.int32)
    undecided = np.ones(len(sizes), bool)
    down, top = CORRECTIONS[correction].step == "down", table.max(initial=0)
    values = pvalues[row, column]
    least = np.searchsorted(table[0], values).tolist()  # critical values do not decrease with the rank
    for i, j, value, needed in zip(row.tolist(), column.tolist(), values.tolist(), least, strict=True):
        if value > top or not undecided.any():
            break
        present = columns[i] & columns[j]
        rank += present
        within = rank >= needed if len(table) == 1 else value <= table[which, rank]
        if down:
            undecided &= within | ~present
        np.copyto(limit, value, where=present & undecided & within)
    return limit


Kind = Literal["add", "remove"]
_BATCH = 1 << 15


@dataclass(frozen=True)
class Flip:
    """The smallest change of a set that flips one pair's verdict."""

    # possible: whether some such change flips the verdict; None when the budget ran out before this was known
    possible: bool | None
    change: tuple[int, ...]  # the comparates of the smallest change; the first in lexical order among those of its size
    # at_least: no change of fewer comparates flips the verdict: the size of `change` when that is known to be the
    # smallest
    at_least: int


def smallest_flip(
    pvalues: Floats,
    baseline: tuple[int, ...],
    pair: tuple[int, int],
    kind: Kind,
    *,
    alpha: float = 0.05,
    correction: str = "holm",
    budget: int = 500_000,
) -> Flip:
    """Return the smallest addition to, or removal from, a set that flips a pair's significance.

    Sizes are tried from the smallest that a bound allows. Under Bonferroni, Šidák, Holm and Holland
    a larger family never helps a p-value, so only additions can undo a significance and only removals can
    create one; the largest change alone then decides whether there is any. For Holm, adding k comparates
    raises the number of p-values of at least x by at most the k largest numbers of such pairs with members of
    the set, plus k (k − 1) / 2: sizes for which no x ≤ p reaches its critical number are skipped.
    """
    base = np.zeros(len(pvalues), bool)
    base[list(baseline)] = True

    def verdicts(changes: Sequence[tuple[int, ...]]) -> Booleans:
        """Return whether the pair is significant after each of some changes, all of one size."""
        members = np.repeat(base[None], len(changes), axis=0)
        changed = np.array(changes, dtype=np.intp).reshape(len(changes), -1)
        members[np.arange(len(changes))[:, None], changed] = ~base[changed]
        return rejected(pvalues, pair, members, alpha=alpha, correction=correction)[:, 0]

    free = tuple(c for c in np.flatnonzero(~base if kind == "add" else base).tolist() if c not in pair)
    significant, impossible = bool(verdicts([()])[0]), Flip(possible=False, change=(), at_least=0)
    monotone = CORRECTIONS[correction].monotone  # only additions undo a significance, only removals make one
    if correction == "none" or (monotone and significant != (kind == "add")):
        return impossible
    if monotone and verdicts([free])[0] == significant:
        return impossible
    first = _first_size(pvalues, base, pair, free, alpha) if kind == "add" and correction == "holm" else 1
    for size in range(first, len(free) + 1):
        budget -= comb(len(free), size)
        if budget < 0:
            return Flip(possible=True if monotone else None, change=(), at_least=size)
        changes = combinations(free, size)
        while batch := tuple(islice(changes, _BATCH)):
            flipping = np.flatnonzero(verdicts(batch) != significant)
            if len(flipping):
                return Flip(possible=True, change=batch[flipping[0]], at_least=size)
    return impossible


def _first_size(pvalues: Floats, base: Booleans, pair: tuple[int, int], free: tuple[int, ...], alpha: float) -> int:
    """Return a size below which no addition can undo a significance under Holm."""
    inside, pvalues = np.flatnonzero(base), np.nan_to_num(pvalues, nan=1.0)
    values = np.unique(pvalues[np.triu_indices(len(pvalues), 1)])
    values = values[values <= pvalues[pair]]
    among = np.sort(pvalues[np.ix_(inside, inside)][np.triu_indices(len(inside), 1)])
    start = len(among) - np.searchsorted(among, values)  # pairs inside with at least each value
    gains = np.array(
        [len(inside) - np.searchsorted(np.sort(pvalues[c, inside]), values) for c in free], dtype=np.int64
    ).reshape(len(free), -1)
    best = np.cumsum(-np.sort(-gains, axis=0), axis=0)
    sizes = np.arange(1, len(free) + 1)[:, None]
    with np.errstate(divide="ignore"):
        enough = start + best + sizes * (sizes - 1) // 2 > alpha / values * (1 - 1e-12)
    reached = np.flatnonzero(enough.any(axis=1))
    return int(reached[0]) + 1 if len(reached) else max(1, len(free))
