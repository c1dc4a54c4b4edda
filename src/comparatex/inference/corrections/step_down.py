"""Step-down corrections: from the smallest p-value on, until one is not rejected."""

from __future__ import annotations

import numpy as np

from comparatex.inference.arithmetic.arrays import Floats
from comparatex.inference.corrections.single_step import power
from comparatex.inference.corrections.sorted_family import counted, down, in_order


def holm(pvalues: Floats) -> Floats:
    """Return Holm's step-down adjusted p-values.

    The i-th smallest of m p-values becomes the largest of (m − j + 1)·p(j) over j ≤ i, at most 1: no
    hypothesis is rejected once a smaller p-value was not.

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
    Holm (1979), A simple sequentially rejective multiple test procedure, Scandinavian Journal of Statistics 6.

    Examples
    --------
    >>> holm(np.array([0.01, 0.04, 0.03, np.nan]))
    array([0.03, 0.06, 0.06,  nan])
    """
    return in_order(pvalues, lambda p: down(p * counted(p)[::-1]))


def holland(pvalues: Floats) -> Floats:
    """Return Holland and Copenhaver's step-down adjusted p-values, which others call Holm–Šidák.

    The i-th smallest of m p-values becomes the largest of 1 − (1 − p(j))^(m − j + 1) over j ≤ i.

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
    Holland and Copenhaver (1987), An improved sequentially rejective Bonferroni test procedure, Biometrics 43.

    Examples
    --------
    >>> holland(np.array([0.01, 0.04])).round(4)
    array([0.0199, 0.04  ])
    """
    return in_order(pvalues, lambda p: down(power(p, counted(p)[::-1])))


def finner(pvalues: Floats) -> Floats:
    """Return Finner's step-down adjusted p-values.

    The i-th smallest of m p-values becomes the largest of 1 − (1 − p(j))^(m/j) over j ≤ i.

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
    Finner (1993), On a monotonicity problem in step-down multiple test procedures, JASA 88.

    Examples
    --------
    >>> finner(np.array([0.01, 0.04])).round(4)
    array([0.0199, 0.04  ])
    """
    return in_order(pvalues, lambda p: down(power(p, len(p) / counted(p))))


def li(pvalues: Floats) -> Floats:
    """Return the adjusted p-values of Li's two steps, p/(p + 1 − p(m)) with the largest p-value p(m).

    All hypotheses are rejected when p(m) ≤ α; otherwise those with p ≤ α(1 − p(m))/(1 − α). One large p-value
    decides over all others: with p(m) = 1, only p-values of 0 are rejected.

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
    Li (2008), A two-step rejection procedure for testing multiple hypotheses, Journal of Statistical Planning
    and Inference 138.

    Examples
    --------
    >>> li(np.array([0.01, 0.04, 0.5])).round(4)
    array([0.0196, 0.0741, 0.5   ])
    """

    def rule(p: Floats) -> Floats:
        """Divide, and leave zeros alone."""
        return np.asarray(np.divide(p, p + (1 - p[-1]), out=np.zeros_like(p), where=p > 0))

    return in_order(pvalues, rule)
