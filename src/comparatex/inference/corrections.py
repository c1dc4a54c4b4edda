"""Corrections of p-values for multiple testing. Undefined p-values (NaN) are no members of the family."""

from __future__ import annotations

import numpy as np

from comparatex.inference.analysis import Correction
from comparatex.inference.arrays import Floats


def adjust(pvalues: Floats, correction: Correction) -> Floats:
    """Return the adjusted p-values of a family of tests; compare them with α itself.

    Parameters
    ----------
    pvalues : ndarray of shape (n_tests,)
        Raw p-values.
    correction : {"none", "bonferroni", "holm"}
        Bonferroni and Holm control the family-wise error rate under any dependence between the tests.
    """
    if correction == "none":
        return pvalues.copy()
    return holm(pvalues) if correction == "holm" else bonferroni(pvalues)


def bonferroni(pvalues: Floats) -> Floats:
    """Return p-values times the size of the family, at most 1.

    >>> bonferroni(np.array([0.01, 0.4, np.nan, 0.02]))
    array([0.03, 1.  ,  nan, 0.06])
    """
    return np.asarray(np.minimum(1.0, pvalues * np.sum(~np.isnan(pvalues))))


def holm(pvalues: Floats) -> Floats:
    """Return Holm's step-down adjusted p-values.

    The i-th smallest of m p-values becomes the largest of (m − j + 1)·p(j) over j ≤ i, at most 1: no
    hypothesis is rejected once a smaller p-value was not.

    >>> holm(np.array([0.01, 0.04, 0.03, np.nan]))
    array([0.03, 0.06, 0.06,  nan])

    References ---------- Holm (1979), A simple sequentially rejective multiple test procedure, Scandinavian
    Journal of Statistics 6.
    """
    adjusted = np.full(pvalues.shape, np.nan)
    members = np.flatnonzero(~np.isnan(pvalues))
    order = members[np.argsort(pvalues[members], kind="stable")]
    steps = pvalues[order] * np.arange(len(order), 0, -1)
    adjusted[order] = np.minimum(1.0, np.maximum.accumulate(steps))
    return adjusted
