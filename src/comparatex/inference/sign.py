"""The sign test: which comparate wins on more tasks, whatever the margins."""

from __future__ import annotations

from functools import lru_cache
from itertools import accumulate

import numpy as np

from comparatex.inference.analysis import Sides
from comparatex.inference.arrays import Floats, Integers
from comparatex.inference.sides import sided


def sign_test(wins: Integers, losses: Integers, sides: Sides = "two") -> tuple[Floats, Floats]:
    """Return the exact p-values of the sign test, and those with row and column exchanged.

    H0: on a task where the two differ, each is the better one with probability 1/2. Under H0 the wins of the
    row are binomial with n = wins + losses; ties are left out. One-sided p-values are P(X ≥ wins) and
    P(X ≥ losses); the two-sided one is twice the smaller, at most 1. Without any win or loss p is 1.

    Parameters
    ----------
    wins, losses : ndarray of shape (n_pairs,)
        Tasks on which the row is better, and worse.
    sides : {"two", "better", "row", "column"}
        Alternative hypothesis, as in `Analysis`.

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


@lru_cache(maxsize=1024)
def _coin_cdf(n: int) -> Floats:
    """Return P(at most x of n fair coins show heads) for x = 0, …, n, each rounded once."""
    counts = accumulate(range(1, n + 1), lambda count, x: count * (n - x + 1) // x, initial=1)
    return np.array([total / 2**n for total in accumulate(counts)])
