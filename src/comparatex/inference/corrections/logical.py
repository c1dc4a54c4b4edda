"""Shaffer's correction: how many hypotheses of equality can still be true once some are false."""

from __future__ import annotations

from functools import lru_cache
from math import isqrt

import numpy as np

from comparatex.errors import UsageError
from comparatex.inference.arithmetic.arrays import Floats, Integers
from comparatex.inference.corrections.sorted_family import down, in_order


def shaffer(pvalues: Floats) -> Floats:
    """Return Shaffer's static step-down adjusted p-values of all pairs.

    If A and B differ, C cannot equal both. Hence of k comparates, k − 1 pairs at least differ as soon as one
    does, and the i-th smallest p-value becomes the largest of t(j)·p(j) over j ≤ i, where t(j) is the
    largest number of pairs that can be equal when j − 1 are not.

    Parameters
    ----------
    pvalues : ndarray of shape (n_pairs,)
        Two-sided p-values of all pairs of comparates, in any order; NaN where undefined.

    Returns
    -------
    ndarray of shape (n_pairs,)
        Adjusted p-values in the same order, at most 1; NaN stays.

    Raises
    ------
    UsageError
        These are not k(k − 1)/2 p-values for any k, or one lies outside [0, 1].

    Notes
    -----
    Valid for hypotheses of equality that are transitive: A = B and B = C imply A = C. An undefined pair may
    be equal without being tested, so that fewer are ruled out.

    References
    ----------
    Shaffer (1986), Modified sequentially rejective multiple test procedures, JASA 81.

    Examples
    --------
    >>> shaffer(np.array([0.01, 0.04, 0.03]))
    array([0.03, 0.04, 0.03])
    """
    k, m = comparates(len(pvalues)), len(pvalues)

    def rule(p: Floats) -> Floats:
        """Multiply by the number of pairs that can still be equal."""
        left = np.arange(len(p), 0, -1)
        return down(p * np.minimum(left, most_equal(k)[m - len(p) + left]))

    return in_order(pvalues, rule)


def comparates(n_pairs: int) -> int:
    """Return how many comparates have so many pairs.

    Parameters
    ----------
    n_pairs : int
        Number of pairs, k(k − 1)/2.

    Returns
    -------
    int
        The number k of comparates.

    Raises
    ------
    UsageError
        No number of comparates has so many pairs.

    Examples
    --------
    >>> comparates(3), comparates(45)
    (3, 10)
    """
    k = (1 + isqrt(1 + 8 * n_pairs)) // 2
    if k * (k - 1) // 2 != n_pairs:
        raise UsageError(f"{n_pairs} p-values are not those of all pairs of any number of comparates.")
    return k


@lru_cache(maxsize=16)
def most_equal(k: int) -> Integers:
    """Return, for 0, …, k(k − 1)/2 pairs, the largest possible number of equal ones that is not above.

    Parameters
    ----------
    k : int
        Number of comparates.

    Returns
    -------
    ndarray of int, of shape (k(k − 1)/2 + 1,)
        At position s, the largest number of pairs up to s that can be equal while all others differ.

    Examples
    --------
    >>> most_equal(4)
    array([0, 1, 2, 3, 3, 3, 6])
    """
    possible = [1]  # sets of bits: s is possible for so many comparates
    for size in range(1, k + 1):
        possible.append(0)
        for group in range(1, size + 1):
            possible[size] |= possible[size - group] << (group * (group - 1) // 2)
    numbers = np.array([s for s in range(k * (k - 1) // 2 + 1) if possible[k] >> s & 1])
    wanted = np.arange(k * (k - 1) // 2 + 1)
    return np.asarray(numbers[np.searchsorted(numbers, wanted, "right") - 1], dtype=np.int64)
