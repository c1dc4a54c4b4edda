"""Corrections that take an algorithm: by the logic of equality, which hypotheses can be true together; Rom's bounds."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from math import isqrt

import numpy as np
from numpy.typing import NDArray

from comparatex.errors import UsageError
from comparatex.inference.arithmetic import Floats, Integers, in_order
from comparatex.inference.docs import OF_CORRECTIONS, with_sections

_of_pairs = with_sections(
    OF_CORRECTIONS.format(
        "Two-sided p-values of all pairs in the order of ``numpy.triu_indices(k, 1)``; NaN where undefined.",
        ", or some pairs are missing",
    )
)


@_of_pairs
def shaffer(pvalues: Floats) -> Floats:
    """Return Shaffer's static step-down adjusted p-values of all pairs.

    If A and B differ, C cannot equal both. Hence, among k comparates, at least k − 1 pairs differ as soon as one
    does, and the i-th smallest p-value becomes the largest of t(j)·p(j) over j ≤ i, where t(j) is the
    largest number of pairs that can be equal when j − 1 are not.

    Notes
    -----
    Valid for hypotheses of equality that are transitive: A = B and B = C imply A = C. An undefined pair may
    be equal without being tested, so that fewer are ruled out.

    References
    ----------
    Shaffer (1986), Modified sequentially rejective multiple test procedures, JASA 81.

    Examples
    --------
    >>> shaffer(np.array([0.01, 0.04, 0.03]))
    array([0.03, 0.04, 0.03])
    """
    equal, n_pairs = most_equal(comparates(len(pvalues))), len(pvalues)

    def worth(p: Floats, j: Floats, m: int) -> Floats:
        remaining = np.arange(m, 0, -1)
        return np.asarray(p * np.minimum(remaining, equal[n_pairs - m + remaining]))

    return in_order(pvalues, worth, "down")


def comparates(n_pairs: int) -> int:
    """Return how many comparates have the given number of pairs.

    >>> comparates(3), comparates(45)
    (3, 10)
    """
    k = (1 + isqrt(1 + 8 * n_pairs)) // 2
    if k * (k - 1) // 2 != n_pairs:
        raise UsageError(f"{n_pairs} p-values are not those of all pairs of any number of methods.")
    return k


@lru_cache(maxsize=16)
def most_equal(k: int) -> Integers:
    """Return, for s = 0, …, k(k − 1)/2, the largest possible number of equal pairs that is at most s.

    >>> most_equal(4)
    array([0, 1, 2, 3, 3, 3, 6])
    """
    possible = [1]  # by number of comparates, the possible s as bits
    for size in range(1, k + 1):
        possible.append(0)
        for group in range(1, size + 1):
            possible[size] |= possible[size - group] << (group * (group - 1) // 2)
    raw = np.frombuffer(possible[k].to_bytes(possible[k].bit_length() // 8 + 1, "little"), np.uint8)
    numbers = np.flatnonzero(np.unpackbits(raw, bitorder="little"))
    wanted = np.arange(k * (k - 1) // 2 + 1)
    return np.asarray(numbers[np.searchsorted(numbers, wanted, "right") - 1], dtype=np.int64)


@_of_pairs
def bergmann_hommel(pvalues: Floats) -> Floats:
    """Return Bergmann and Hommel's exact adjusted p-values of all pairs, as published.

    A set of hypotheses is exhaustive when its pairs, and no others, can be equal together: the pairs within
    the groups of some division of the comparates. The adjusted p-value of a pair is the largest |I|·min p(I) over the
    exhaustive sets I that contain it, at most 1. Of two pairs, the one with the larger p-value can have the smaller
    adjusted one, because fewer divisions may keep it together; equal p-values can have unequal ones.

    Notes
    -----
    The divisions are not listed (16 comparates have 10 billion). For every p-value t, the pairs with p ≥ t
    form a graph; the largest exhaustive set in it is the division into cliques with the most pairs, found for
    all subsets of comparates by dynamic programming. Then a pair's adjusted p-value is the largest t times
    the number of pairs in the best division that keeps the pair together, over all t up to its own p-value.

    Valid for hypotheses of equality that are transitive. Each comparate triples the time.

    References
    ----------
    Bergmann and Hommel (1988), Improvements of general multiple test procedures for redundant systems of
    hypotheses, in Multiple Hypotheses Testing, Springer. García and Herrera (2008), JMLR 9.

    Examples
    --------
    >>> bergmann_hommel(np.array([0.01, 0.04, 0.03]))
    array([0.03, 0.04, 0.03])
    """
    k = comparates(len(pvalues))
    defined = ~np.isnan(pvalues)
    if (defined & ~((pvalues >= 0) & (pvalues <= 1))).any():
        raise UsageError("P-values must lie between 0 and 1.")
    if not defined.any():
        return pvalues.copy()
    highest = _highest(pvalues, k)
    members = np.arange(1 << k)
    adjusted = pvalues.copy()
    for pair, (a, b) in enumerate(combinations(range(k), 2)):
        if defined[pair]:
            adjusted[pair] = min(1.0, highest[(members >> a) & (members >> b) & 1 == 1].max())
    return adjusted


def _highest(pvalues: Floats, k: int) -> Floats:
    """Return, for every set of comparates, the largest |I|·min p(I) of the divisions that have it as a group.

    Sets are numbered by their bits.
    """
    levels = np.unique(pvalues[~np.isnan(pvalues)])
    pairs, lowest = _groups(pvalues, k)
    reach = np.searchsorted(levels, lowest, "right")  # the levels up to the smallest p-value in the set
    best = _best_divisions(pairs, reach, len(levels), k)
    everyone = len(pairs) - 1
    highest = np.zeros(len(pairs))
    for group in range(1, len(pairs)):
        r = reach[group]
        if r and pairs[group]:
            highest[group] = np.max(levels[:r] * (pairs[group] + best[everyone ^ group, :r]))
    return highest


def _groups(pvalues: Floats, k: int) -> tuple[Integers, Floats]:
    """Return, for every set of comparates, how many defined pairs it contains, and their smallest p-value."""
    matrix = np.full((k, k), np.nan)
    matrix[np.triu_indices(k, 1)] = pvalues
    pairs, lowest = np.zeros(1 << k, dtype=np.int64), np.full(1 << k, np.inf)
    for v in range(k):  # sets whose last member is v: the earlier ones with v added
        old, new = slice(0, 1 << v), slice(1 << v, 2 << v)
        pairs[new], lowest[new] = pairs[old], lowest[old]
        for u in range(v):
            if not np.isnan(matrix[u, v]):
                holds = (np.arange(1 << v) >> u & 1).astype(bool)
                pairs[new] += holds
                lowest[new] = np.where(holds, np.minimum(lowest[new], matrix[u, v]), lowest[new])
    return pairs, lowest


def _best_divisions(pairs: Integers, reach: Integers, n_levels: int, k: int) -> NDArray[np.int16]:
    """Return, for every set of comparates and every level, the most pairs that a division of it can have.

    The groups of the division must contain no p-value below the level. A set is divided into the group of its
    first member and the best division of the others.
    """
    best = np.zeros((1 << k, n_levels), dtype=np.int16)
    subsets = np.arange(1 << k)
    for first in reversed(range(k)):
        later = subsets[: 1 << (k - first - 1)] << (first + 1)
        best[later | 1 << first] = best[later]
        for group in (later[1:] | 1 << first).tolist():
            r = reach[group]
            if r and pairs[group]:
                disjoint = later[later & group == 0]
                reached = best[disjoint | group, :r]
                best[disjoint | group, :r] = np.maximum(reached, best[disjoint, :r] + np.int16(pairs[group]))
    return best


_TERMS = 60
"""Terms of the recursion that are summed; those after it are below 1e-17 of the sum."""

_PANELS = np.array([0.0, 1.0, 3.0, 7.0, 15.0, 37.5])
"""Ends of the panels of −log(1 − α) on which the bounds are interpolated; i·c(i) tends to it for large i."""

_NODES = 20
"""Levels on each panel at which the bounds are computed.

Interpolation between them errs by less than 1e-10 of the bound for levels up to 0.9, and 1e-6 above.
"""

_ANGLES = np.pi * (np.arange(_NODES) + 0.5) / _NODES
_AT = np.asarray(_PANELS[:-1, None] + np.diff(_PANELS)[:, None] * ((1 - np.cos(_ANGLES)) / 2))
"""The Chebyshev nodes in ascending order, one row for each panel."""


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


@lru_cache(maxsize=4)
def _table(size: int) -> Floats:
    """Return the bounds at the nodes, of shape (size, n_panels, n_nodes)."""
    return bounds(-np.expm1(-_AT.ravel()), size).reshape(size, *_AT.shape)


def _interpolated(alphas: Floats, table: Floats) -> Floats:
    """Return row i of a table at the i-th level (barycentric formula for Chebyshev nodes)."""
    with np.errstate(divide="ignore"):
        place = np.minimum(-np.log1p(-alphas), _PANELS[-1])
    panel = np.clip(np.searchsorted(_PANELS, place) - 1, 0, len(_PANELS) - 2)
    weights = np.sin(_ANGLES) * (-1.0) ** np.arange(_NODES)
    distance = place[:, None] - _AT[panel]
    hit = distance == 0
    terms = weights / np.where(hit, 1.0, distance)
    terms[hit.any(axis=1)] = 0.0
    terms[hit] = 1.0
    values = table[np.arange(len(alphas)), panel]
    return np.asarray((terms * values).sum(axis=1) / terms.sum(axis=1))
