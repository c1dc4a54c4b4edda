"""Rom's correction: Hochberg's with bounds that use up the level exactly for independent p-values."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from comparatex.inference.arrays import Floats
from comparatex.inference.corrections.sorted_family import in_order, up

_TERMS = 60
"""Terms of the recursion that are summed; those after it are below 1e-17 of the sum."""

_NODES = 48
"""Levels at which the bounds are computed; between them they are interpolated to 1e-12 or better."""


def rom(pvalues: Floats) -> Floats:
    """Return Rom's step-up adjusted p-values.

    The i-th largest p-value is compared with the bound c(i, α) that makes the level of the whole test exactly
    α when all hypotheses are true and their p-values independent:

        i·c(i) = Σ_{j<i} α^j − Σ_{j=2}^{i-1} C(i, j) c(i − j + 1)^j

    with c(1) = α; c(2) = α/2, c(3) = α/3 + α²/12, and so on. The adjusted p-value is the smallest level at
    which the test rejects, hence free of α; published tables of c(i)/α hold for one level.

    >>> rom(np.array([0.01, 0.04, 0.03])).round(4)
    array([0.0298, 0.04  , 0.04  ])

    References
    ----------
    Rom (1990), A sequentially rejective test procedure based on a modified Bonferroni inequality, Biometrika
    77.
    """

    def rule(p: Floats) -> Floats:
        """Find the level at which each p-value meets its bound."""
        return up(_levels(p[::-1])[::-1])

    return in_order(pvalues, rule)


def bounds(levels: Floats, size: int) -> Floats:
    """Return i·c(i, α)/α for i = 1, …, size in rows and levels in columns.

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
    nodes, table = _table(len(falling))
    low, high = falling.copy(), np.minimum(1.0, i * falling)  # α/i ≤ c(i) ≤ α
    for _ in range(60):
        middle = (low + high) / 2
        within = falling * i <= middle * _interpolated(middle, nodes, table)
        low, high = np.where(within, low, middle), np.where(within, middle, high)
    return high


@lru_cache(maxsize=4)
def _table(size: int) -> tuple[Floats, Floats]:
    """Return Chebyshev nodes in (0, 1) and the bounds there."""
    nodes = (1 - np.cos(np.pi * (np.arange(_NODES) + 0.5) / _NODES)) / 2
    return nodes, bounds(nodes, size)


def _interpolated(levels: Floats, nodes: Floats, table: Floats) -> Floats:
    """Return row i of a table at the i-th level (barycentric formula for Chebyshev nodes)."""
    angle = np.pi * (np.arange(_NODES) + 0.5) / _NODES
    weights = np.sin(angle) * (-1.0) ** np.arange(_NODES)
    apart = levels[:, None] - nodes
    hit = apart == 0
    terms = weights / np.where(hit, 1.0, apart)
    terms[hit.any(axis=1)] = 0.0
    terms[hit] = 1.0
    return np.asarray((terms * table).sum(axis=1) / terms.sum(axis=1))
