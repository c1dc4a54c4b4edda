"""The paired t test of all pairs of comparates."""

from __future__ import annotations

import numpy as np

from comparatex.inference.arithmetic.arrays import Floats
from comparatex.inference.arithmetic.powers import evened


def paired_t(differences: Floats) -> tuple[Floats, Floats, Floats]:
    """Return t and the one-sided p-values: the row is better, the column is better.

    H0: the mean of the differences is zero; they are independent and normal. t = d̄/(s/√n) with n − 1 degrees
    of freedom. Where all differences are equal, t is infinite and p is 0 on their side and 1 on the other; t
    is 0 and both p-values are 1 where all are zero.

    Parameters
    ----------
    differences : ndarray of shape (n_pairs, n_tasks)
        Positive where the row is better; NaN where missing.

    Returns
    -------
    statistic, row, column : ndarray of shape (n_pairs,)
        NaN on fewer than two tasks.

    References
    ----------
    Student (1908), Biometrika 6. Demšar (2006), JMLR 7, section 3.1.1, on why not to use it.
    """
    from scipy.special import stdtr

    differences, _ = evened(differences)  # t has no unit
    there = ~np.isnan(differences)
    n = there.sum(axis=1)
    filled = np.where(there, differences, 0.0)
    mean = filled.sum(axis=1) / np.maximum(n, 1)
    highest = np.where(there, differences, -np.inf).max(axis=1, initial=-np.inf)
    lowest = np.where(there, differences, np.inf).min(axis=1, initial=np.inf)
    squares = (np.where(there, differences - mean[:, None], 0.0) ** 2).sum(axis=1)
    squares = np.where(highest > lowest, squares, 0.0)
    with np.errstate(divide="ignore", invalid="ignore"):
        t = np.where(mean == 0, 0.0, mean / np.sqrt(squares / (n - 1) / n))
    t = np.where(n < 2, np.nan, t)
    row, column = stdtr(n - 1, -t), stdtr(n - 1, t)
    none = (highest == 0) & (lowest == 0) & (n >= 2)
    return t, np.where(none, 1.0, row), np.where(none, 1.0, column)
