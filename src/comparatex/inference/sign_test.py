"""The sign test: which comparate wins on more tasks, whatever the margins."""

from __future__ import annotations

from functools import lru_cache
from itertools import accumulate
from typing import Literal

import numpy as np

from comparatex.inference.analysis import Sides, SignTies
from comparatex.inference.arithmetic import Floats, Integers


def sided(row: Floats, column: Floats, sides: Sides) -> tuple[Floats, Floats]:
    """Return the p-values of pairs, and those with row and column exchanged."""
    if sides == "two":
        both = np.minimum(1.0, 2.0 * np.minimum(row, column))
        return both, both
    if sides == "better":
        return row, row
    return (row, column) if sides == "row" else (column, row)


_EXACT = 5_000
"""Most tasks for which probabilities are computed exactly: whole numbers of more binary digits take seconds."""


def sign_test(wins: Integers, losses: Integers, sides: Sides = "two") -> tuple[Floats, Floats]:
    """Return the exact p-values of the sign test, and those with row and column exchanged.

    H0: on a task where the two differ, each is the better one with probability 1/2. Under H0 the wins of the
    row are binomial with n = wins + losses; ties are left out. One-sided p-values are P(X ≥ wins) and
    P(X ≥ losses); the two-sided one is twice the smaller, at most 1. Without any win or loss, p is 1.

    Parameters
    ----------
    wins, losses : ndarray of shape (n_pairs,)
        Tasks on which the row is better, and worse.
    sides : {"two", "better", "row", "column"}
        Alternative hypothesis, as in `Analysis`.

    Returns
    -------
    pvalue, reverse : ndarray of shape (n_pairs,)
        For the requested alternative, and for the same with row and column exchanged.

    References
    ----------
    Demšar (2006), Statistical comparisons of classifiers over multiple data sets, JMLR 7, section 3.1.4.
    """
    row, column = np.empty((2, len(wins)))
    decided = wins + losses
    for n in np.unique(decided).tolist():
        pairs, cdf = np.flatnonzero(decided == n), _coin_cdf(n)
        row[pairs], column[pairs] = cdf[losses[pairs]], cdf[wins[pairs]]
    return sided(row, column, sides)


def sign_test_of(
    wins: Integers, ties: Integers, losses: Integers, rule: SignTies, sides: Sides = "two"
) -> tuple[Floats, Floats, Floats]:
    """Return the sign test under a rule for ties: statistic, p-values, and those with row and column exchanged.

    H0 is that of `sign_test`. With ``count``, ties are tasks that neither wins, and H0 is that the row wins a task with
    probability at most 1/2: p = P(X ≥ wins) for X ~ Binomial(all tasks, 1/2), and likewise for the column. That is
    conservative: both p-values can be near 1 when there are many ties.

    Demšar (2006), Statistical comparisons of classifiers over multiple data sets, JMLR 7, section 3.1.4.
    """
    if rule == "count":
        row, column = sign_test(wins, ties + losses, "row")[0], sign_test(losses, ties + wins, "row")[0]
        return (ties + np.minimum(wins, losses)).astype(np.float64), *sided(row, column, sides)
    won, lost = with_ties(wins, ties, losses, rule)
    pvalue, reverse = sign_test(won, lost, sides)
    return np.minimum(won, lost).astype(np.float64), pvalue, reverse


def with_ties(
    wins: Integers, ties: Integers, losses: Integers, rule: Literal["drop", "split"]
) -> tuple[Integers, Integers]:
    """Return wins and losses with ties distributed among them, for the sign test and its share of wins."""
    if rule == "drop":
        return wins, losses
    return wins + ties // 2, losses + ties // 2


@lru_cache(maxsize=1024)
def _coin_cdf(n: int) -> Floats:
    """Return P(X ≤ x) for X ~ Binomial(n, 1/2) and x = 0, …, n, correctly rounded, or nearly so for large n."""
    if n > _EXACT:
        from scipy.special import bdtr

        return np.asarray(bdtr(np.arange(n + 1.0), n, 0.5))
    counts = accumulate(range(1, n + 1), lambda count, x: count * (n - x + 1) // x, initial=1)
    return np.array([total / 2**n for total in accumulate(counts)])
