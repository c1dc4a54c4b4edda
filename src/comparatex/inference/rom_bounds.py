"""The bounds of Rom's correction for any level and number of p-values, and the levels whose bounds p-values are."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from comparatex.inference.arithmetic import Floats

_TERMS = 60
"""Terms of the recursion that are summed; those after it are below 1e-17 of the sum."""

_PANELS = np.array([0.0, 1.0, 3.0, 7.0, 15.0, 37.5])
"""Ends of the panels of −log(1 − α) on which the bounds are interpolated; i·c(i) tends to it for large i."""

_NODES = 20
"""Levels on each panel at which the bounds are computed.

Interpolation between them errs by less than 1e-10 of the bound for levels up to 0.9, and 1e-6 above.
"""


def bounds(alphas: Floats, size: int) -> Floats:
    """Return i·c(i, α)/α for i = 1, …, size in rows and levels 0 < α ≤ 1 in columns, c(i, α) being Rom's bounds.

    >>> (0.05 * bounds(np.array([0.05]), 4)[:, 0] / np.arange(1, 5)).round(5)
    array([0.05   , 0.025  , 0.01688, 0.01271])
    """
    ratios = np.ones((size, len(alphas)))  # i·c(i)/α
    c = np.empty_like(ratios)
    c[:1] = alphas
    series = np.ones_like(alphas)  # Σ_{j<i} α^(j−1)
    chosen = np.zeros(_TERMS + 1)  # C(i, j) for j = 0, …
    chosen[:2] = 1.0
    for i in range(2, size + 1):
        chosen[1:] += chosen[:-1].copy()
        series = series + alphas ** (i - 2) if i > 2 else series
        j = np.arange(2, min(i, _TERMS + 1))
        spent = chosen[j] @ c[i - j] ** j[:, None] if len(j) else 0.0
        ratios[i - 1] = series - spent / alphas
        c[i - 1] = ratios[i - 1] * alphas / i
    return ratios


def levels(falling: Floats) -> Floats:
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


def _interpolated(alphas: Floats, table: Floats) -> Floats:
    """Return row i of a table at the i-th level (barycentric formula for Chebyshev nodes)."""
    with np.errstate(divide="ignore"):
        place = np.minimum(-np.log1p(-alphas), _PANELS[-1])
    panel = np.clip(np.searchsorted(_PANELS, place) - 1, 0, len(_PANELS) - 2)
    angle = np.pi * (np.arange(_NODES) + 0.5) / _NODES
    weights = np.sin(angle) * (-1.0) ** np.arange(_NODES)
    distance = place[:, None] - _nodes()[panel]
    hit = distance == 0
    terms = weights / np.where(hit, 1.0, distance)
    terms[hit.any(axis=1)] = 0.0
    terms[hit] = 1.0
    values = table[np.arange(len(alphas)), panel]
    return np.asarray((terms * values).sum(axis=1) / terms.sum(axis=1))
