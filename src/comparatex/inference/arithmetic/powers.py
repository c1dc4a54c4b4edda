"""Rows of numbers of any magnitude, brought to about 1 by powers of two, which rounds nothing.

Squares of numbers beyond 1e±154 leave the range of floats: sums of squares are taken of such rows.
"""

from __future__ import annotations

import numpy as np

from comparatex.inference.arithmetic.arrays import Floats, Integers


def evened(values: Floats) -> tuple[Floats, Integers]:
    """Return numbers divided by powers of two, one for each row along the last axis, and their exponents.

    Parameters
    ----------
    values : ndarray of shape (…, n)
        Finite numbers, or NaN.

    Returns
    -------
    values : ndarray of shape (…, n)
        The largest absolute number of a row is at least 0.5 and below 1, unless all are 0.
    exponents : ndarray of int, of shape (…)
        ``np.ldexp`` of a result by these has the unit of the numbers again.

    Examples
    --------
    >>> evened(np.array([[3e300, 1e300], [0.0, 0.0]]))[0].max(axis=1)
    array([0.55995817, 0.        ])
    """
    largest = np.where(np.isnan(values), 0.0, np.abs(values)).max(axis=-1, initial=0.0)
    exponents = np.frexp(largest)[1]
    return np.ldexp(values, -exponents[..., None]), np.asarray(exponents, dtype=np.int64)
