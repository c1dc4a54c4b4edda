"""The smallest addition or removal of comparates that flips the verdict on one pair."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations, islice
from math import comb
from typing import Literal

import numpy as np

from comparatex.inference.arithmetic.arrays import Booleans, Floats
from comparatex.inference.audit.stepwise import rejected

Kind = Literal["add", "remove"]
_MONOTONE = {"bonferroni", "sidak", "holm", "holland"}
"""Corrections under which a larger family never makes a given p-value significant."""
_BATCH = 1 << 15


@dataclass(frozen=True)
class Flip:
    """The smallest change of a set that flips one pair's verdict.

    Parameters
    ----------
    kind : {"add", "remove"}
        Whether comparates are added to the set or removed from it.
    possible : bool or None
        Some such change flips the verdict; None where the budget ended before it was known.
    change : tuple of int
        The comparates of the smallest change; the first in lexical order among those of its size.
    at_least : int
        No change of fewer comparates flips the verdict: the size of `change` when it is known to be smallest.
    """

    kind: Kind
    possible: bool | None
    change: tuple[int, ...]
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

    Parameters
    ----------
    pvalues : ndarray of shape (n_comparates, n_comparates)
        Raw p-values, symmetric.
    baseline : tuple of int
        The set whose verdict is in question; it holds the pair.
    pair : tuple of int
        The pair.
    kind : {"add", "remove"}
        Which change to look for.
    alpha : float
        Level.
    correction : str
        As for `rejected`, which applies it to all pairs of a set.
    budget : int
        Sets to try at most. Beyond it the answer states what is known so far.

    Returns
    -------
    Flip
        The smallest change, or that there is none, or what the budget allowed to find out.

    Raises
    ------
    KeyError
        The correction is unknown.

    Notes
    -----
    Sizes are tried from the smallest that a bound leaves possible. Under Bonferroni, Šidák, Holm and Holland
    a larger family never helps a p-value, so only additions can undo a significance and only removals can
    make one; one look at the largest change then decides whether there is any. For Holm, adding k comparates
    raises the number of p-values of at least x by at most the k largest numbers of such pairs with members of
    the set, plus k (k − 1) / 2: sizes for which no x ≤ p reaches its critical number are skipped.
    """
    base = np.zeros(len(pvalues), bool)
    base[list(baseline)] = True
    free = _free(base, pair, kind)
    now = bool(rejected(pvalues, pair, base[None], alpha=alpha, correction=correction)[0, 0])
    if correction == "none" or (correction in _MONOTONE and now != (kind == "add")):
        return Flip(kind, possible=False, change=(), at_least=0)
    if correction in _MONOTONE and not _flips(pvalues, base, pair, (free,), now, alpha, correction):
        return Flip(kind, possible=False, change=(), at_least=0)
    first = _first_size(pvalues, base, pair, free, alpha) if kind == "add" and correction == "holm" else 1
    for size in range(first, len(free) + 1):
        budget -= comb(len(free), size)
        if budget < 0:
            return Flip(kind, possible=True if correction in _MONOTONE else None, change=(), at_least=size)
        changes = combinations(free, size)
        while batch := tuple(islice(changes, _BATCH)):
            found = _flips(pvalues, base, pair, batch, now, alpha, correction)
            if found:
                return Flip(kind, possible=True, change=found[0], at_least=size)
    return Flip(kind, possible=False, change=(), at_least=0)


def _free(base: Booleans, pair: tuple[int, int], kind: Kind) -> tuple[int, ...]:
    """Return the comparates that may be added or removed."""
    candidates = np.flatnonzero(~base if kind == "add" else base)
    return tuple(int(c) for c in candidates if c not in pair)


def _flips(
    pvalues: Floats,
    base: Booleans,
    pair: tuple[int, int],
    changes: tuple[tuple[int, ...], ...],
    now: bool,
    alpha: float,
    correction: str,
) -> tuple[tuple[int, ...], ...]:
    """Return those changes (all of one size) that flip the verdict."""
    members = np.repeat(base[None], len(changes), axis=0)
    changed = np.array(changes, dtype=np.intp).reshape(len(changes), -1)
    members[np.arange(len(changes))[:, None], changed] = ~base[changed]
    verdicts = rejected(pvalues, pair, members, alpha=alpha, correction=correction)[:, 0]
    return tuple(change for change, verdict in zip(changes, verdicts.tolist(), strict=True) if verdict != now)


def _first_size(
    pvalues: Floats, base: Booleans, pair: tuple[int, int], free: tuple[int, ...], alpha: float
) -> int:
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
