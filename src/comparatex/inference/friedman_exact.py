"""The exact permutation distribution of Friedman's statistic, for tables where χ² is a poor approximation.

Under H0 every order of a task's (mid)ranks is equally likely, on each task by itself. What the statistic
needs of the tasks so far is the multiset of rank sums, so tasks are added one by one to a table of distinct
multisets with their probabilities; the last task goes straight to sums of squares.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import permutations
from math import factorial

import numpy as np

from comparatex.inference.arrays import Floats, Integers

LIMIT = 1_000_000
"""Combinations of rank sums and orders looked at in one step above which a table is too large."""

_MOST_COMPARATES = 8

Pattern = tuple[int, ...]
"""Twice the ranks of one task less their mean, in ascending order."""


def exact_pvalue(doubled_ranks: Integers) -> float | None:
    """Return the probability under H0 of a Friedman statistic at least as large, given the ties of each task.

    Parameters
    ----------
    doubled_ranks : ndarray of int, of shape (n_tasks, n_comparates)
        Twice the ranks, ties averaged.

    Returns
    -------
    float or None
        None when the table is too large, see `LIMIT`: without ties, that is above about 100 tasks for 3
        comparates, 40 for 4, 12 for 5, 6 for 6, 4 for 7 and 3 for 8.
    """
    k = doubled_ranks.shape[1]
    if k > _MOST_COMPARATES:
        return None
    centred = np.sort(doubled_ranks - (k + 1), axis=1)
    patterns = sorted(tuple(row) for row in centred.tolist() if any(row))
    tail = _upper_tail(tuple(patterns))
    if tail is None:
        return None
    apart = np.sum(doubled_ranks - (k + 1), axis=0)
    return float(tail[int(np.sum(apart**2))])


def friedman_critical_value(n_comparates: int, n_tasks: int, alpha: float = 0.05) -> float | None:
    """Return the smallest value x of Friedman's statistic without ties for which P(statistic ≥ x) ≤ alpha.

    Parameters
    ----------
    n_comparates, n_tasks : int
        Size of the table.
    alpha : float
        Significance level.

    Returns
    -------
    float or None
        From the exact distribution, or the upper quantile of χ² where the table is too large for that. None
        when even perfect agreement has a larger probability.
    """
    k, n = n_comparates, n_tasks
    tail = _upper_tail((tuple(range(1 - k, k, 2)),) * n) if k <= _MOST_COMPARATES else None
    if tail is None:
        from scipy.special import chdtri

        return float(chdtri(k - 1, alpha))
    chances = -np.diff(tail, append=0.0)
    reached = np.flatnonzero((chances > 0) & (tail <= alpha * (1 + 1e-12)))
    return float(3 * reached[0] / (n * k * (k + 1))) if len(reached) else None


@lru_cache(maxsize=64)
def _upper_tail(patterns: tuple[Pattern, ...]) -> Floats | None:
    """Return P(S ≥ s) for s = 0, 1, …, S the sum of squares of the centred doubled rank sums."""
    if not patterns:
        return np.ones(1)
    sums, chances = np.array([patterns[0]], dtype=np.int64), np.ones(1)
    for pattern in patterns[1:-1]:
        if _too_large(len(sums), pattern):
            return None
        sums, chances = _with_task(sums, chances, _orders(pattern))
    if len(patterns) > 1 and _too_large(len(sums), patterns[-1]):
        return None
    if len(patterns) == 1:
        squares, weights = np.sum(sums**2, axis=1), chances
    else:
        orders = _orders(patterns[-1])
        own, other = np.sum(sums**2, axis=1)[:, None], int(np.sum(orders[0] ** 2))
        squares = (own + 2 * (sums @ orders.T) + other).ravel()
        weights = np.repeat(chances / len(orders), len(orders))
    return np.asarray(np.cumsum(np.bincount(squares, weights)[::-1])[::-1], dtype=np.float64)


def _too_large(n_states: int, pattern: Pattern) -> bool:
    """Tell whether adding a task is too much work."""
    orders = factorial(len(pattern))
    for rank in set(pattern):
        orders //= factorial(pattern.count(rank))
    return n_states * orders > LIMIT


@lru_cache(maxsize=32)
def _orders(pattern: Pattern) -> Integers:
    """Return all distinct orders of a task's ranks, of shape (n_orders, n_comparates)."""
    return np.array(sorted(set(permutations(pattern))), dtype=np.int64)


def _with_task(sums: Integers, chances: Floats, orders: Integers) -> tuple[Integers, Floats]:
    """Return the distinct sorted rank sums with one task more, and their probabilities."""
    longer = (sums[:, None, :] + orders).reshape(-1, sums.shape[1])
    longer.sort(axis=1)
    low = int(longer.min())
    base = int(longer.max()) - low + 1
    code = np.zeros(len(longer), dtype=np.int64)
    for column in longer.T:
        code = code * base + (column - low)
    _, first, inverse = np.unique(code, return_index=True, return_inverse=True)
    weights = np.repeat(chances / len(orders), len(orders))
    return longer[first], np.asarray(np.bincount(inverse, weights), dtype=np.float64)
