"""Means of scores and of their differences: exact sums, whatever the order of the tasks.

A sum is held as two floats, high + low, where high is the sum rounded to the nearest float and low what that
lost: about 32 significant digits. Sums of short decimals are exact decimal sums, so that the mean of 0.1 and
0.2 is 0.15. Each sum comes from one comparate alone.
"""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from math import fsum
from typing import NamedTuple

import numpy as np

from comparatex.inference.arithmetic.arrays import Floats, Integers, Keys
from comparatex.inference.arithmetic.differences import EXACT


class Sum(NamedTuple):
    """Sums as unevaluated pairs of floats."""

    high: Floats
    low: Floats


_BLOCK = 50_000
"""Pairs taken at a time: what their means need beside them stays small."""


def mean_scores(values: Floats, decimals: Keys) -> Floats:
    """Return the mean score of each comparate over the tasks where it has one.

    Parameters
    ----------
    values, decimals : ndarray of shape (n_tasks, n_comparates)
        As in `Scores`.

    Returns
    -------
    ndarray of shape (n_comparates,)
        In the unit of the scores; NaN where a comparate has none.
    """
    return _divided(_column_sums(values, decimals), np.sum(~np.isnan(values), axis=0))


def median_scores(values: Floats) -> Floats:
    """Return the median score of each comparate over the tasks where it has one.

    The mean of the two middle scores of an even number is that of their decimal values.

    Parameters
    ----------
    values : ndarray of shape (n_tasks, n_comparates)
        Scores; NaN where missing. Every comparate has one at least.

    Returns
    -------
    ndarray of shape (n_comparates,)
        In the unit of the scores.
    """
    medians = []
    for column in values.T:
        ordered = np.sort(column[~np.isnan(column)]).tolist()
        low, high = ordered[(len(ordered) - 1) // 2], ordered[len(ordered) // 2]
        medians.append(float((Decimal(repr(low)) + Decimal(repr(high))) / 2))
    return np.array(medians)


def mean_differences(values: Floats, decimals: Keys, row: Integers, column: Integers) -> Floats:
    """Return the mean of score(row) − score(column) of each pair, over the tasks where both have a score.

    Swapping row and column changes the sign and nothing else.

    Parameters
    ----------
    values, decimals : ndarray of shape (n_tasks, n_comparates)
        As in `Scores`.
    row, column : ndarray of int, of shape (n_pairs,)
        The comparates of each pair.

    Returns
    -------
    ndarray of shape (n_pairs,)
        In the unit of the scores; NaN where no task has both.
    """
    if np.isnan(values).any():
        return _with_gaps(values, decimals, row, column)
    high, low = _column_sums(values, decimals)
    found = np.empty(len(row))
    for start in range(0, len(row), _BLOCK):
        first, second = row[start : start + _BLOCK], column[start : start + _BLOCK]
        difference = _added(high[first], -high[second], low[first] - low[second])
        found[start : start + _BLOCK] = _divided(difference, np.full(len(first), len(values)))
    return found


def _with_gaps(values: Floats, decimals: Keys, row: Integers, column: Integers) -> Floats:
    """Return mean differences where each pair has tasks of its own."""
    present, known = ~np.isnan(values), dict[tuple[int, bytes], tuple[float, float]]()
    sums, counts = np.empty((len(row), 4)), np.empty(len(row), dtype=np.int64)
    for k, pair in enumerate(zip(row.tolist(), column.tolist(), strict=True)):
        both = present[:, pair[0]] & present[:, pair[1]]
        mask, counts[k] = both.tobytes(), both.sum()
        for c in pair:
            if (c, mask) not in known:
                known[c, mask] = _exact_sum(values[both, c], decimals[both, c])
        sums[k] = (*known[pair[0], mask], *known[pair[1], mask])
    return _divided(_added(sums[:, 0], -sums[:, 2], sums[:, 1] - sums[:, 3]), counts)


def _column_sums(values: Floats, decimals: Keys) -> Sum:
    """Return the sum of each comparate's scores, leaving out those that are missing."""
    pairs = []
    for column, places in zip(values.T, decimals.T, strict=True):
        there = ~np.isnan(column)
        pairs.append(_exact_sum(column[there], places[there]))
    both = np.array(pairs, dtype=np.float64).reshape(-1, 2)
    return Sum(both[:, 0], both[:, 1])


def _exact_sum(values: Floats, decimals: Keys) -> tuple[float, float]:
    """Return high and low part of the sum of scores: of their decimal values where all are short decimals."""
    places = int(decimals.max(initial=0))
    if decimals.min(initial=0) >= 0:
        with np.errstate(over="ignore"):
            scaled = values * 10.0**places
        if np.abs(scaled).max(initial=0) <= EXACT:
            total, power = sum(np.rint(scaled).astype(np.int64).tolist()), 10**places
            high = total / power
            return high, float(Fraction(total, power) - Fraction(high))
    high = fsum(values.tolist())
    return high, fsum([*values.tolist(), -high])


def _added(first: Floats, second: Floats, low: Floats) -> Sum:
    """Return first + second + low without losing what the first addition rounds off."""
    high = first + second
    kept = high - first
    return Sum(high, ((first - (high - kept)) + (second - kept)) + low)


def _divided(total: Sum, count: Integers) -> Floats:
    """Return a sum divided by a count, rounded once; NaN where nothing was counted."""
    _, exponent = np.frexp(
        total.high
    )  # numbers near 1 have products without overflow, down to the last digit
    high, low = np.ldexp(total.high, -exponent), np.ldexp(total.low, -exponent)
    with np.errstate(divide="ignore", invalid="ignore"):
        quotient = high / count
        product, lost = _product(quotient, count.astype(np.float64))
        rest = ((high - product) - lost) + low
        return np.asarray(np.where(count > 0, np.ldexp(quotient + rest / count, exponent), np.nan))


def _product(first: Floats, second: Floats) -> tuple[Floats, Floats]:
    """Return first · second rounded, and what rounding lost (Dekker 1971, after splitting as Veltkamp)."""
    product = first * second
    (a, b), (c, d) = _halves(first), _halves(second)
    return product, ((a * c - product) + a * d + b * c) + b * d


def _halves(number: Floats) -> tuple[Floats, Floats]:
    """Return the upper and the lower half of the digits of numbers."""
    shifted = number * 134217729.0  # 2**27 + 1
    upper = shifted - (shifted - number)
    return upper, number - upper
