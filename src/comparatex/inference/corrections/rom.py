"""Rom's correction: Hochberg's with bounds that use up the level exactly for independent p-values."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from comparatex.inference.arithmetic.arrays import Floats
from comparatex.inference.corrections.sorted_family import in_order, up

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
    which the test rejects, hence free of α; published tables of c(i)/α hold for one level.

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
    Rom (1990), A sequentially rejective test procedure based on a modified Bonferroni inequality, Biometrika
    77.

    Examples
    --------
    >>> rom(np.array([0.01, 0.04, 0.03])).round(4)
    array([0.0298, 0.04  , 0.04  ])
    """

    def rule(p: Floats) -> Floats:
        """Find the level at which each p-value meets its bound."""
        return up(_levels(p[::-1])[::-1])

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
    """Return the Chebyshev nodes in rising order, one row for each panel."""
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
    apart = place[:, None] - _nodes()[panel]
    hit = apart == 0
    terms = weights / np.where(hit, 1.0, apart)
    terms[hit.any(axis=1)] = 0.0
    terms[hit] = 1.0
    values = table[np.arange(len(levels)), panel]
    return np.asarray((terms * values).sum(axis=1) / terms.sum(axis=1))
