"""Step-up corrections: the largest p-value within its bound takes all smaller ones along."""

from __future__ import annotations

import numpy as np

from comparatex.inference.arithmetic.arrays import Floats
from comparatex.inference.corrections.sorted_family import counted, in_order, up


def hochberg(pvalues: Floats) -> Floats:
    """Return Hochberg's step-up adjusted p-values.

    The i-th smallest of m p-values becomes the smallest of (m − j + 1)·p(j) over j ≥ i.

    Parameters
    ----------
    pvalues : ndarray of shape (n_tests,)
        Raw p-values; NaN is no member of the family.

    Returns
    -------
    ndarray of shape (n_tests,)
        Adjusted p-values in the same order, at most 1; NaN stays.

    Raises
    ------
    UsageError
        A p-value lies outside [0, 1].

    References
    ----------
    Hochberg (1988), A sharper Bonferroni procedure for multiple tests of significance, Biometrika 75.

    Examples
    --------
    >>> hochberg(np.array([0.01, 0.04, 0.03]))
    array([0.03, 0.04, 0.04])
    """
    return in_order(pvalues, lambda p: up(p * counted(p)[::-1]))


def hommel(pvalues: Floats) -> Floats:
    """Return Hommel's adjusted p-values: the closed test whose intersections are tested by Simes.

    That is, the largest of min_k s·q(k)/k over all sets of s p-values q(1) ≤ … ≤ q(s) that hold p.

    Parameters
    ----------
    pvalues : ndarray of shape (n_tests,)
        Raw p-values; NaN is no member of the family.

    Returns
    -------
    ndarray of shape (n_tests,)
        Adjusted p-values in the same order, at most 1; NaN stays.

    Raises
    ------
    UsageError
        A p-value lies outside [0, 1].

    Notes
    -----
    For sets of s, the p-value itself and the s − 1 largest others decide. Time grows with the square of the
    number of p-values.

    References
    ----------
    Hommel (1988), A stagewise rejective multiple test procedure based on a modified Bonferroni test,
    Biometrika 75. Wright (1992), Adjusted p-values for simultaneous inference, Biometrics 48.

    Examples
    --------
    >>> hommel(np.array([0.01, 0.04, 0.03]))
    array([0.03, 0.04, 0.04])
    """

    def rule(p: Floats) -> Floats:
        """Take the largest Simes p-value over the sizes of sets."""
        m, found = len(p), p.copy()
        for s in range(2, m + 1):
            others = float(np.min(s * p[m - s + 1 :] / np.arange(2, s + 1)))
            first = np.minimum(s * p[: m - s + 1], others)
            found[: m - s + 1] = np.maximum(found[: m - s + 1], first)
            found[m - s + 1 :] = np.maximum(found[m - s + 1 :], first[-1])
        return found

    return in_order(pvalues, rule)
