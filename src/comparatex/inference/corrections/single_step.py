"""Corrections that compare every p-value with the same bound."""

from __future__ import annotations

import numpy as np

from comparatex.inference.arrays import Floats
from comparatex.inference.corrections.sorted_family import in_order


def none(pvalues: Floats) -> Floats:
    """Return the raw p-values: each test has its own level, and the family none."""
    return in_order(pvalues, np.copy)


def bonferroni(pvalues: Floats) -> Floats:
    """Return p-values times the size of the family, at most 1.

    >>> bonferroni(np.array([0.01, 0.4, np.nan, 0.02]))
    array([0.03, 1.  ,  nan, 0.06])

    References
    ----------
    Dunn (1961), Multiple comparisons among means, JASA 56.
    """
    return in_order(pvalues, lambda p: p * len(p))


def sidak(pvalues: Floats) -> Floats:
    """Return Šidák's 1 − (1 − p)^m for m p-values.

    >>> sidak(np.array([0.01, 0.5])).round(4)
    array([0.0199, 0.75  ])

    References
    ----------
    Šidák (1967), Rectangular confidence regions for the means of multivariate normal distributions, JASA 62.
    """
    return in_order(pvalues, lambda p: power(p, np.full(len(p), float(len(p)))))


def power(pvalues: Floats, exponent: Floats) -> Floats:
    """Return 1 − (1 − p)^e without losing the digits of small p."""
    with np.errstate(divide="ignore"):
        return np.asarray(-np.expm1(exponent * np.log1p(-pvalues)))
