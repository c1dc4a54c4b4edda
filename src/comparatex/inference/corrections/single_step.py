"""Corrections that compare every p-value with the same bound."""

from __future__ import annotations

import numpy as np

from comparatex.inference.arithmetic.arrays import Floats
from comparatex.inference.corrections.sorted_family import in_order


def none(pvalues: Floats) -> Floats:
    """Return the raw p-values: each test has its own level, and the family none.

    Parameters
    ----------
    pvalues : ndarray of shape (n_tests,)
        Raw p-values; NaN is no member of the family.

    Returns
    -------
    ndarray of shape (n_tests,)
        The same p-values; NaN stays.

    Raises
    ------
    UsageError
        A p-value lies outside [0, 1].
    """
    return in_order(pvalues, np.copy)


def bonferroni(pvalues: Floats) -> Floats:
    """Return p-values times the size of the family, at most 1.

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
    Dunn (1961), Multiple comparisons among means, JASA 56.

    Examples
    --------
    >>> bonferroni(np.array([0.01, 0.4, np.nan, 0.02]))
    array([0.03, 1.  ,  nan, 0.06])
    """
    return in_order(pvalues, lambda p: p * len(p))


def sidak(pvalues: Floats) -> Floats:
    """Return Šidák's 1 − (1 − p)^m for m p-values.

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
    Šidák (1967), Rectangular confidence regions for the means of multivariate normal distributions, JASA 62.

    Examples
    --------
    >>> sidak(np.array([0.01, 0.5])).round(4)
    array([0.0199, 0.75  ])
    """
    return in_order(pvalues, lambda p: power(p, np.full(len(p), float(len(p)))))


def power(pvalues: Floats, exponent: Floats) -> Floats:
    """Return 1 − (1 − p)^e without losing the digits of small p.

    Parameters
    ----------
    pvalues, exponent : ndarray of shape (n_tests,)
        The p and e of each test.

    Returns
    -------
    ndarray of shape (n_tests,)
        Between 0 and 1.
    """
    with np.errstate(divide="ignore"):
        return np.asarray(-np.expm1(exponent * np.log1p(-pvalues)))
