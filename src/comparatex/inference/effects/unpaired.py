"""Effect sizes that ignore which scores belong to the same task: they compare two heaps of scores.

They are customary, and say little where tasks differ in difficulty more than comparates do: a comparate that is
better on every task by a little has a Cliff's δ near 0.
"""

from __future__ import annotations

import numpy as np

from comparatex.inference.arithmetic.arrays import Floats, Integers


def cliffs_delta(values: Floats, row: Integers, column: Integers) -> Floats:
    """Return Cliff's δ: P(X > Y) − P(X < Y) for a score X of the row and a score Y of the column.

    The pairing by tasks is ignored. NaN where no task has both.

    Parameters
    ----------
    values : ndarray of shape (n_tasks, n_comparates)
        Scores as they are compared (see `canonical`), negated where lower is better; NaN where missing. A
        pair uses the tasks where both have a score.
    row, column : ndarray of int, of shape (n_pairs,)
        The comparates of each pair.

    Returns
    -------
    ndarray of shape (n_pairs,)
        Between −1 and 1.

    References
    ----------
    Cliff (1993), Dominance statistics: ordinal analyses to answer ordinal questions, Psychological Bulletin
    114.

    Examples
    --------
    >>> cliffs_delta(np.array([[1.0, 0.0], [3.0, 2.0]]), np.array([0]), np.array([1]))
    array([0.5])
    """
    if np.isnan(values).any():
        return _with_gaps(values, row, column)
    n = len(values)
    found = np.empty(len(row))
    for first in np.unique(row).tolist():
        pairs = np.flatnonzero(row == first)
        others = values[:, column[pairs]]
        own = np.sort(values[:, first])
        above = np.searchsorted(own, others, "left") + np.searchsorted(own, others, "right")
        found[pairs] = (n * n - above.sum(axis=0)) / (n * n)
    return found


def vargha_delaney(delta: Floats) -> Floats:
    """Return Vargha and Delaney's A = P(X > Y) + P(X = Y)/2 from Cliff's δ: (δ + 1)/2; 1/2 is no effect.

    Parameters
    ----------
    delta : ndarray of any shape
        Cliff's δ.

    Returns
    -------
    ndarray of the same shape
        Between 0 and 1; above 1/2 where the row tends to be better.

    References
    ----------
    Vargha and Delaney (2000), A critique and improvement of the CL common language effect size statistics,
    Journal of Educational and Behavioral Statistics 25.
    """
    return np.asarray((delta + 1) / 2)


def _with_gaps(values: Floats, row: Integers, column: Integers) -> Floats:
    """Return Cliff's δ where each pair has tasks of its own."""
    there, found = ~np.isnan(values), np.full(len(row), np.nan)
    for k, (first, second) in enumerate(zip(row.tolist(), column.tolist(), strict=True)):
        both = there[:, first] & there[:, second]
        if both.any():
            pair = values[both][:, [first, second]]
            found[k] = cliffs_delta(pair, np.array([0]), np.array([1]))[0]
    return found
