"""The Friedman test and Iman and Davenport's F: whether any of the comparates differ.

The exact permutation distribution of Friedman's statistic, for tables where χ² is a poor approximation.

Under H0 every order of a task's (mid)ranks is equally likely, independently for each task. All that the
statistic needs from the tasks so far is the multiset of rank sums, so tasks are added one by one to a table of
distinct multisets with their probabilities; the last task goes straight to sums of squares.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations
from math import factorial, nan, prod

import numpy as np

from comparatex.inference.arithmetic import Floats, Integers, Keys

STEP_LIMIT = 12_000_000
"""Most rank sums that may be looked at when one task is added: about 60 MB."""

TOTAL_LIMIT = 50_000_000
"""Most rank sums that may be looked at over all tasks: about a quarter of a second."""

_MOST_COMPARATES = 8

_DENSE = 2**23
"""Most possible codes of rank sums for which probabilities are added up in a table of all codes."""

Pattern = tuple[int, ...]
"""Twice the ranks of one task less their mean, in ascending order."""


def exact_pvalue(doubled_ranks: Integers) -> float | None:
    """Return the probability under H0 of a Friedman statistic at least as large, given the ties of each task.

    None when the table is too large, see `STEP_LIMIT` and `TOTAL_LIMIT`. Without ties, tables are small enough up
    to 274 tasks for 3 comparates, 41 for 4, 12 for 5, 4 for 6, 2 for 7 and 8; ties reduce the number of orders but
    increase that of rank sums. Friedman (1937), The use of ranks to avoid the assumption of normality, JASA 32.
    """
    k = doubled_ranks.shape[1]
    if k > _MOST_COMPARATES:
        return None
    centred = np.sort(doubled_ranks - (k + 1), axis=1)
    patterns = sorted(tuple(row) for row in centred.tolist() if any(row))
    tail = _upper_tail(tuple(patterns))
    if tail is None:
        return None
    deviation = np.sum(doubled_ranks - (k + 1), axis=0)
    return float(tail[int(np.sum(deviation**2))])


def friedman_critical_value(n_comparates: int, n_tasks: int, alpha: float = 0.05) -> float | None:
    """Return the smallest x with P(Friedman's statistic ≥ x) ≤ alpha under its H0, without ties.

    From the exact distribution, or the upper quantile of χ² when the table is too large for that; None when even
    perfect agreement has a larger probability. Friedman (1937), The use of ranks to avoid the assumption of
    normality, JASA 32.
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
    """Return P(S ≥ s) for s = 0, 1, …, where S is the sum of squares of the centred doubled rank sums."""
    if not patterns:
        return np.ones(1)
    # doubled rank sums span at most twice the tasks times the comparates; narrow types are added faster
    kind = np.dtype(np.int16 if 2 * len(patterns) * len(patterns[0]) < 2**15 else np.int64)
    sums: Keys = np.array(patterns[0], dtype=kind)[:, None]
    chances = np.ones(1)
    total = 0
    for task, pattern in enumerate(patterns[1:], 2):
        n_orders = factorial(len(pattern)) // prod(factorial(pattern.count(rank)) for rank in set(pattern))
        step = len(pattern) * len(chances) * n_orders
        total += step
        if step > STEP_LIMIT or total > TOTAL_LIMIT:
            return None
        if task < len(patterns):
            sums, chances = _with_task(sums, chances, _orders(pattern).astype(kind))
    sums = sums.astype(np.int64)
    squares, weights = np.sum(sums**2, axis=0), chances
    if len(patterns) > 1:
        orders = _orders(patterns[-1])
        squares = (squares + 2 * (orders @ sums) + int(np.sum(orders[0] ** 2))).ravel()
        weights = np.tile(chances / len(orders), len(orders))
    return np.asarray(np.cumsum(np.bincount(squares, weights)[::-1])[::-1], dtype=np.float64)


@lru_cache(maxsize=32)
def _orders(pattern: Pattern) -> Integers:
    """Return all distinct orders of a task's ranks, of shape (n_orders, n_comparates)."""
    return np.array(sorted(set(permutations(pattern))), dtype=np.int64)


def _with_task(sums: Keys, chances: Floats, orders: Keys) -> tuple[Keys, Floats]:
    """Return the distinct sorted rank sums, of shape (n_comparates, n_states), with one more task."""
    longer = (orders.T[:, :, None] + sums[:, None, :]).reshape(len(sums), -1)
    for last in range(len(longer) - 1, 0, -1):  # sorts each column in place: rows are few
        for k in range(last):
            upper = np.maximum(longer[k], longer[k + 1])
            np.minimum(longer[k], longer[k + 1], out=longer[k])
            longer[k + 1] = upper
    weights = np.tile(chances / len(orders), len(orders))
    longer = longer[:-1]  # the last sum follows from the others
    low = longer.min(axis=1, keepdims=True)
    longer -= low
    half = 0 if (longer & 1).any() else 1  # without ties, all sums of a row have the same parity
    longer >>= half
    bases = [int(row.max()) + 1 for row in longer]
    code = np.zeros(longer.shape[1], dtype=np.int64)
    for base, row in zip(bases, longer, strict=True):
        code *= base
        code += row
    if prod(bases) <= _DENSE:
        total = np.bincount(code, weights)
        codes = np.flatnonzero(total)
        merged = total[codes]
    else:
        codes, inverse = np.unique(code, return_inverse=True)
        merged = np.bincount(inverse, weights)
    distinct = np.empty((len(sums), len(codes)), dtype=np.int64)
    for place in range(len(bases) - 1, -1, -1):
        codes, distinct[place] = np.divmod(codes, bases[place])
    distinct[:-1] = (distinct[:-1] << half) + low
    distinct[-1] = -distinct[:-1].sum(axis=0)  # together they sum to zero
    return distinct.astype(sums.dtype), np.asarray(merged, dtype=np.float64)


@dataclass(frozen=True)
class Friedman:
    """Friedman's χ²; statistics and p-values are NaN on fewer than two complete tasks."""

    statistic: float  # statistic, pvalue: corrected for ties
    df: int  # degrees of freedom, one less than there are comparates
    pvalue: float
    tie_correction: bool  # whether `statistic` and `pvalue` are corrected for ties
    uncorrected_statistic: float  # uncorrected_statistic, uncorrected_pvalue: without the correction
    uncorrected_pvalue: float
    # exact_pvalue: from the permutation distribution, ties included; None when the table is too large for it
    exact_pvalue: float | None


@dataclass(frozen=True)
class ImanDavenport:
    """Iman and Davenport's F; NaN where undefined: fewer than two complete tasks, or perfect agreement."""

    statistic: float  # statistic, pvalue: from the tie-corrected χ²
    df: tuple[int, int]  # degrees of freedom
    pvalue: float
    uncorrected_statistic: float  # uncorrected_statistic, uncorrected_pvalue: from the uncorrected χ²
    uncorrected_pvalue: float


def friedman(doubled_ranks: Integers, *, exact: bool = True) -> Friedman:
    """Return the Friedman test.

    H0: on every task, all orders of the comparates are equally likely; the alternative is that some
    comparates differ. With rank sums R of k comparates on N tasks, χ² = 12/(Nk(k + 1)) Σ (R − N(k + 1)/2)²,
    divided by 1 − Σ(t³ − t)/(N(k³ − k)) over ties of t for the correction; p from χ² with k − 1 degrees of
    freedom. When all comparates tie on every task, the statistic is 0 and p is 1.

    Parameters
    ----------
    doubled_ranks : ndarray of int, of shape (n_tasks, n_comparates)
        Twice the ranks on the complete tasks, ties averaged.
    exact : bool
        Whether to compute the exact p-value, if the table is small enough.

    Returns
    -------
    Friedman
        Statistic and p-values; NaN on fewer than two tasks.

    References
    ----------
    Friedman (1937), The use of ranks to avoid the assumption of normality, JASA 32. Conover (1999), Practical
    nonparametric statistics, section 5.8.
    """
    from scipy.special import chdtrc

    n_tasks, df = len(doubled_ranks), doubled_ranks.shape[1] - 1
    if n_tasks < 2:
        corrected = uncorrected = nan
    else:
        corrected, uncorrected = (top / bottom if top else 0.0 for top, bottom in _statistics(doubled_ranks))
    return Friedman(
        statistic=corrected,
        df=df,
        pvalue=float(chdtrc(df, corrected)),
        tie_correction=True,
        uncorrected_statistic=uncorrected,
        uncorrected_pvalue=float(chdtrc(df, uncorrected)),
        exact_pvalue=exact_pvalue(doubled_ranks) if exact and n_tasks >= 2 else None,
    )


def iman_davenport(doubled_ranks: Integers) -> ImanDavenport:
    """Return Iman and Davenport's F = (N − 1)χ²/(N(k − 1) − χ²), less conservative than χ² itself.

    H0 is that of `friedman`: on every task, all orders of the comparates are equally likely. F has k − 1 and
    (k − 1)(N − 1) degrees of freedom.

    Parameters
    ----------
    doubled_ranks : ndarray of int, of shape (n_tasks, n_comparates)
        Twice the ranks on the complete tasks, ties averaged.

    Returns
    -------
    ImanDavenport
        F from χ² with and without the correction for ties; NaN on fewer than two tasks, or when every task
        ranks the comparates alike.

    References
    ----------
    Iman and Davenport (1980), Approximations of the critical region of the Friedman statistic,
    Communications in Statistics A9.
    """
    from scipy.special import fdtrc

    n_tasks, df = len(doubled_ranks), doubled_ranks.shape[1] - 1
    degrees = (df, df * (n_tasks - 1))
    if n_tasks < 2:
        return ImanDavenport(nan, (df, 0), nan, nan, nan)
    results: list[float] = []
    for top, bottom in _statistics(doubled_ranks):
        residual = n_tasks * df * bottom - top
        statistic = (n_tasks - 1) * top / residual if residual else nan
        results += [0.0, 1.0] if top == 0 else [statistic, float(fdtrc(*degrees, statistic))]
    return ImanDavenport(results[0], degrees, results[1], results[2], results[3])


def _statistics(doubled_ranks: Integers) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return χ² with and without tie correction, each as numerator and denominator."""
    n, k = doubled_ranks.shape
    deviation = doubled_ranks.sum(axis=0) - n * (k + 1)
    # four times that of R − N(k + 1)/2, beyond 64 bits, too
    squares = sum(gap * gap for gap in deviation.tolist())
    cubes = 2 * k * (k + 1) * (2 * k + 1) * n - 3 * int(np.sum(doubled_ranks**2))
    corrected = 3 * squares * (k - 1), n * (k**3 - k) - cubes
    return corrected, (3 * squares, n * k * (k + 1))
