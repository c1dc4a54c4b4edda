"""Corrections that bound the expected share of false rejections among the rejections."""

from __future__ import annotations

import numpy as np

from comparatex.inference.arithmetic.arrays import Floats
from comparatex.inference.corrections.sorted_family import counted, in_order, up


def benjamini_hochberg(pvalues: Floats) -> Floats:
    """Return Benjamini and Hochberg's step-up adjusted p-values.

    The i-th smallest of m p-values becomes the smallest of m/j·p(j) over j ≥ i.

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
    Benjamini and Hochberg (1995), Controlling the false discovery rate, JRSS B 57.

    Examples
    --------
    >>> benjamini_hochberg(np.array([0.01, 0.04, 0.03]))
    array([0.03, 0.04, 0.04])
    """
    return in_order(pvalues, lambda p: up(p * len(p) / counted(p)))


def benjamini_yekutieli(pvalues: Floats) -> Floats:
    """Return Benjamini and Yekutieli's: those of Benjamini and Hochberg times 1 + 1/2 + … + 1/m, at most 1.

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
    Benjamini and Yekutieli (2001), The control of the false discovery rate in multiple testing under
    dependency, Annals of Statistics 29.

    Examples
    --------
    >>> benjamini_yekutieli(np.array([0.01, 0.04])).round(4)
    array([0.03, 0.06])
    """
    return in_order(pvalues, lambda p: up(p * len(p) / counted(p)) * float(np.sum(1 / counted(p))))
