"""From the two one-sided p-values of a pair to the one that was asked for."""

from __future__ import annotations

import numpy as np

from comparatex.inference.arithmetic.arrays import Floats
from comparatex.inference.choices import Sides


def sided(row: Floats, column: Floats, sides: Sides) -> tuple[Floats, Floats]:
    """Return the p-values of pairs, and those with row and column exchanged.

    Parameters
    ----------
    row, column : ndarray of shape (n_pairs,)
        One-sided p-values against the alternative that the row, or the column, is better.
    sides : {"two", "better", "row", "column"}
        ``two``: twice the smaller, at most 1. ``better``: the row's, for pairs stand with the comparate of
        the better mean score first; the alternative stays the same when row and column change places.

    Returns
    -------
    pvalue, reverse : ndarray of shape (n_pairs,)
        The two are the same for ``two`` and ``better``.
    """
    if sides == "two":
        both = np.minimum(1.0, 2.0 * np.minimum(row, column))
        return both, both
    if sides == "better":
        return row, row
    return (row, column) if sides == "row" else (column, row)
