"""Corrections that sort the p-values of a family and compare each with its own bound."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import numpy as np

from comparatex.errors import UsageError
from comparatex.inference.arithmetic import Floats, Integers, ascending


def in_order(
    pvalues: Floats,
    rule: Callable[[Floats], Floats],
    order_of: Callable[[Floats], Integers] = ascending,
) -> Floats:
    """Return adjusted p-values, each in the place of its raw one.

    Undefined p-values (NaN) are not part of the family and stay undefined. An adjusted p-value is at most 1
    and at least the raw one, whatever the effect of rounding.

    Parameters
    ----------
    pvalues : ndarray of shape (n_tests,)
        Raw p-values.
    rule : callable
        Takes the defined p-values in ascending order and returns the adjusted ones in the same order.
    order_of : callable
        Returns that order; another than the default where it makes no difference which of equal p-values comes first.

    Returns
    -------
    ndarray of shape (n_tests,)
        Adjusted p-values in the same order, at most 1; NaN stays.

    Raises
    ------
    UsageError
        A p-value lies outside [0, 1].
    """
    undefined = np.isnan(pvalues)
    if undefined.any():
        found = np.full(pvalues.shape, np.nan)
        found[~undefined] = in_order(pvalues[~undefined], rule, order_of)
        return found
    order = order_of(pvalues)
    ordered = pvalues[order]
    if len(ordered) and not 0 <= ordered[0] <= ordered[-1] <= 1:
        raise UsageError("P-values must lie between 0 and 1.")
    adjusted = np.empty(len(ordered))
    if len(ordered):
        adjusted[order] = np.clip(rule(ordered), ordered, 1.0, out=ordered)
    return adjusted


def ordinals(ordered: Floats) -> Floats:
    """Return 1, …, m for m p-values."""
    return np.arange(1.0, len(ordered) + 1)


def step_down(steps: Floats) -> Floats:
    """Return the largest of each step and those before it: a rejection needs all smaller p-values rejected."""
    return np.asarray(np.maximum.accumulate(steps))


def step_up(steps: Floats) -> Floats:
    """Return the smallest of each step and those after it: a rejection entails those of all smaller p-values."""
    return np.asarray(np.minimum.accumulate(steps[::-1])[::-1])


def none(pvalues: Floats) -> Floats:
    """Return the raw p-values: the level holds for each test, not for the family.

    Parameters
    ----------
    pvalues : ndarray of shape (n_tests,)
        Raw p-values; NaN is not part of the family.

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
        Raw p-values; NaN is not part of the family.

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
        Raw p-values; NaN is not part of the family.

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
    return in_order(pvalues, lambda p: at_least_once(p, np.full(len(p), float(len(p)))))


def at_least_once(pvalues: Floats, exponent: Floats) -> Floats:
    """Return 1 − (1 − p)^e, the probability that one of e independent uniform numbers is p at most.

    Small p do not lose precision.

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


def holm(pvalues: Floats) -> Floats:
    """Return Holm's step-down adjusted p-values.

    The i-th smallest of m p-values becomes the largest of (m − j + 1)·p(j) over j ≤ i, at most 1: no
    hypothesis is rejected once a smaller p-value was not.

    Parameters
    ----------
    pvalues : ndarray of shape (n_tests,)
        Raw p-values; NaN is not part of the family.

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
    return in_order(pvalues, _holm, np.argsort)


def _holm(ordered: Floats) -> Floats:
    steps = ordinals(ordered)[::-1]
    steps *= ordered
    return np.maximum.accumulate(steps, out=steps)


def holland(pvalues: Floats) -> Floats:
    """Return Holland and Copenhaver's step-down adjusted p-values, also known as Holm–Šidák.

    The i-th smallest of m p-values becomes the largest of 1 − (1 − p(j))^(m − j + 1) over j ≤ i.

    Parameters
    ----------
    pvalues : ndarray of shape (n_tests,)
        Raw p-values; NaN is not part of the family.

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
    return in_order(pvalues, lambda p: step_down(at_least_once(p, ordinals(p)[::-1])))


def finner(pvalues: Floats) -> Floats:
    """Return Finner's step-down adjusted p-values, as García et al. and scmamp use them.

    The i-th smallest of m p-values becomes the largest of 1 − (1 − p(j))^(m/j) over j ≤ i.

    It bounds the family-wise error where all hypotheses are true, and not where some are false: with n true ones among
    m, whose p-values are independent, and p-values of 0 for the others, a true one is rejected with the probability
    1 − (1 − α)^(n(m − n + 1)/m), 0.14 for five of ten at α = 0.05.

    Parameters
    ----------
    pvalues : ndarray of shape (n_tests,)
        Raw p-values; NaN is not part of the family.

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
    Finner (1993), On a monotonicity problem in step-down multiple test procedures, JASA 88. García, Fernández, Luengo
    and Herrera (2010), Information Sciences 180.

    Examples
    --------
    >>> finner(np.array([0.01, 0.04])).round(4)
    array([0.0199, 0.04  ])
    """
    return in_order(pvalues, lambda p: step_down(at_least_once(p, len(p) / ordinals(p))))


def li(pvalues: Floats) -> Floats:
    """Return the adjusted p-values of Li's two steps, p/(p + 1 − p(m)) with the largest p-value p(m).

    All hypotheses are rejected when p(m) ≤ α; otherwise those with p ≤ α(1 − p(m))/(1 − α). One large p-value
    decides over all others: with p(m) = 1, only p-values of 0 are rejected.

    Parameters
    ----------
    pvalues : ndarray of shape (n_tests,)
        Raw p-values; NaN is not part of the family.

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
        """Divide, leaving zeros as they are."""
        return np.asarray(np.divide(p, p + (1 - p[-1]), out=np.zeros_like(p), where=p > 0))

    return in_order(pvalues, rule)


def hochberg(pvalues: Floats) -> Floats:
    """Return Hochberg's step-up adjusted p-values.

    The i-th smallest of m p-values becomes the smallest of (m − j + 1)·p(j) over j ≥ i.

    Parameters
    ----------
    pvalues : ndarray of shape (n_tests,)
        Raw p-values; NaN is not part of the family.

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
    return in_order(pvalues, lambda p: step_up(p * ordinals(p)[::-1]))


def hommel(pvalues: Floats) -> Floats:
    """Return Hommel's adjusted p-values: the closed test whose intersections are tested by Simes.

    That is, the largest of min_k s·q(k)/k over all sets of s p-values q(1) ≤ … ≤ q(s) that contain p.

    Parameters
    ----------
    pvalues : ndarray of shape (n_tests,)
        Raw p-values; NaN is not part of the family.

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
    Among sets of size s, the one with p itself and the s − 1 largest others decides. Time grows with the square of the
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


_TERMS = 60
"""Terms of the recursion that are summed; those after it are below 1e-17 of the sum."""

_PANELS = np.array([0.0, 1.0, 3.0, 7.0, 15.0, 37.5])
"""Ends of the panels of −log(1 − α) on which the bounds are interpolated; i·c(i) tends to it for large i."""

_NODES = 20
"""Levels on each panel at which the bounds are computed.

Interpolation between them errs by less than 1e-10 of the bound for levels up to 0.9, and 1e-6 above.
"""


def rom(pvalues: Floats) -> Floats:
    """Return Rom's step-up adjusted p-values.

    The i-th largest p-value is compared with the bound c(i, α) that makes the level of the whole test exactly
    α when all hypotheses are true and their p-values independent:

        i·c(i) = Σ_{j<i} α^j − Σ_{j=2}^{i-1} C(i, j) c(i − j + 1)^j

    with c(1) = α; c(2) = α/2, c(3) = α/3 + α²/12, and so on. The adjusted p-value is the smallest level at
    which the test rejects, hence independent of α; published tables of c(i)/α are for a single level.

    Parameters
    ----------
    pvalues : ndarray of shape (n_tests,)
        Raw p-values; NaN is not part of the family.

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
    Rom (1990), A sequentially rejective test procedure based on a modified Bonferroni inequality, Biometrika
    77.

    Examples
    --------
    >>> rom(np.array([0.01, 0.04, 0.03])).round(4)
    array([0.0298, 0.04  , 0.04  ])
    """

    def rule(p: Floats) -> Floats:
        """Return the level at which each p-value equals its bound."""
        return step_up(_levels(p[::-1])[::-1])

    return in_order(pvalues, rule)


def bounds(levels: Floats, size: int) -> Floats:
    """Return i·c(i, α)/α for i = 1, …, size in rows and levels in columns.

    Parameters
    ----------
    levels : ndarray of shape (n_levels,)
        Levels α, above 0 and at most 1.
    size : int
        Number of p-values of the family.

    Returns
    -------
    ndarray of shape (size, n_levels)
        The bounds c(i, α) of `rom`, in units of α/i.

    Examples
    --------
    >>> (0.05 * bounds(np.array([0.05]), 4)[:, 0] / np.arange(1, 5)).round(5)
    array([0.05   , 0.025  , 0.01688, 0.01271])
    """
    found = np.ones((size, len(levels)))  # i·c(i)/α
    c = np.empty_like(found)
    c[:1] = levels
    series = np.ones_like(levels)  # Σ_{j<i} α^(j−1)
    chosen = np.zeros(_TERMS + 1)  # C(i, j) for j = 0, …
    chosen[:2] = 1.0
    for i in range(2, size + 1):
        chosen[1:] += chosen[:-1].copy()
        series = series + levels ** (i - 2) if i > 2 else series
        j = np.arange(2, min(i, _TERMS + 1))
        spent = chosen[j] @ c[i - j] ** j[:, None] if len(j) else 0.0
        found[i - 1] = series - spent / levels
        c[i - 1] = found[i - 1] * levels / i
    return found


def _levels(falling: Floats) -> Floats:
    """Return for the i-th p-value the level whose bound c(i) it is, at most 1."""
    i = np.arange(1.0, len(falling) + 1)
    table = _table(len(falling))
    low, high = falling.copy(), np.minimum(1.0, i * falling)  # α/i ≤ c(i) ≤ α
    for _ in range(60):
        middle = (low + high) / 2
        within = falling * i <= middle * _interpolated(middle, table)
        low, high = np.where(within, low, middle), np.where(within, middle, high)
    return high


def _nodes() -> Floats:
    """Return the Chebyshev nodes in ascending order, one row for each panel."""
    unit = (1 - np.cos(np.pi * (np.arange(_NODES) + 0.5) / _NODES)) / 2
    return np.asarray(_PANELS[:-1, None] + np.diff(_PANELS)[:, None] * unit)


@lru_cache(maxsize=4)
def _table(size: int) -> Floats:
    """Return the bounds at the nodes, of shape (size, n_panels, n_nodes)."""
    nodes = _nodes()
    return bounds(-np.expm1(-nodes.ravel()), size).reshape(size, *nodes.shape)


def _interpolated(levels: Floats, table: Floats) -> Floats:
    """Return row i of a table at the i-th level (barycentric formula for Chebyshev nodes)."""
    with np.errstate(divide="ignore"):
        place = np.minimum(-np.log1p(-levels), _PANELS[-1])
    panel = np.clip(np.searchsorted(_PANELS, place) - 1, 0, len(_PANELS) - 2)
    angle = np.pi * (np.arange(_NODES) + 0.5) / _NODES
    weights = np.sin(angle) * (-1.0) ** np.arange(_NODES)
    distance = place[:, None] - _nodes()[panel]
    hit = distance == 0
    terms = weights / np.where(hit, 1.0, distance)
    terms[hit.any(axis=1)] = 0.0
    terms[hit] = 1.0
    values = table[np.arange(len(levels)), panel]
    return np.asarray((terms * values).sum(axis=1) / terms.sum(axis=1))
