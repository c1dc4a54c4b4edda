"""Median differences of all pairs of comparates."""

from __future__ import annotations

import numpy as np

from comparatex.inference.arithmetic.arrays import Floats, Integers
from comparatex.inference.arithmetic.blocks import blocks
from comparatex.inference.arithmetic.differences import Differences


def median_differences(differences: Differences, row: Integers, column: Integers) -> Floats:
    """Return the median difference of each pair, positive where the row is better; NaN without a task.

    The median of an even number is the mean of the two middle ones. A tie tolerance plays no part.

    Parameters
    ----------
    differences : Differences
        The scores.
    row, column : ndarray of int, of shape (n_pairs,)
        The comparates of each pair.

    Returns
    -------
    ndarray of shape (n_pairs,)
        In the unit of the scores.
    """
    parts = [
        _medians(differences, row[pairs], column[pairs])
        for pairs in blocks(len(row), differences.values.shape[1])
    ]
    return np.concatenate(parts)


def _medians(differences: Differences, row: Integers, column: Integers) -> Floats:
    """Return the median differences of some pairs."""
    signed, both = differences.signed(row, column), differences.both(row, column)
    count = np.full(len(signed), signed.shape[1])
    if both is not None:  # what a pair lacks goes above all its differences
        signed[~both] = signed.max(initial=0) + 1
        count = np.count_nonzero(both, axis=1)
    signed.sort(axis=1)
    pairs = np.arange(len(signed))
    low = signed[pairs, np.maximum(count - 1, 0) // 2]
    high = signed[pairs, np.minimum(count // 2, signed.shape[1] - 1)]
    return np.where(count > 0, differences.midpoints(low, high), np.nan)
