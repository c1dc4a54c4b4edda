"""The frame of all corrections: sort the p-values of a family, adjust them, put them back in their places."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from comparatex.errors import UsageError
from comparatex.inference.arithmetic.arrays import Floats


def in_order(pvalues: Floats, rule: Callable[[Floats], Floats]) -> Floats:
    """Return adjusted p-values, each in the place of its raw one.

    Undefined p-values (NaN) are no members of the family and stay undefined. An adjusted p-value is at most 1
    and at least the raw one, whatever rounding does to the rule.

    Parameters
    ----------
    pvalues : ndarray of shape (n_tests,)
        Raw p-values.
    rule : callable
        Takes the defined p-values in rising order and returns the adjusted ones in the same order.

    Returns
    -------
    ndarray of shape (n_tests,)
        Adjusted p-values in the same order, at most 1; NaN stays.

    Raises
    ------
    UsageError
        A p-value lies outside [0, 1].
    """
    adjusted = np.full(pvalues.shape, np.nan)
    members = np.flatnonzero(~np.isnan(pvalues))
    order = members[np.argsort(pvalues[members], kind="stable")]
    ordered = pvalues[order]
    if len(ordered) and not 0 <= ordered[0] <= ordered[-1] <= 1:
        raise UsageError("P-values must lie between 0 and 1.")
    if len(ordered):
        adjusted[order] = np.clip(rule(ordered), ordered, 1.0)
    return adjusted


def counted(ordered: Floats) -> Floats:
    """Return 1, …, m for m p-values."""
    return np.arange(1.0, len(ordered) + 1)


def down(steps: Floats) -> Floats:
    """Return the largest of each step and those before it: a rejection needs all smaller p-values rejected."""
    return np.asarray(np.maximum.accumulate(steps))


def up(steps: Floats) -> Floats:
    """Return the smallest of each step and those after it: a rejection takes all smaller p-values along."""
    return np.asarray(np.minimum.accumulate(steps[::-1])[::-1])
