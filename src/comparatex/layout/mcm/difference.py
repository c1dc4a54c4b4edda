"""What a Multi-Comparison Matrix shows as the difference of two comparates."""

from __future__ import annotations

import math

import numpy as np

from comparatex.errors import UsageError
from comparatex.inference.arithmetic import Floats
from comparatex.inference.comparison import Comparison
from comparatex.inference.effects import relative_differences
from comparatex.layout.options import McmOptions
from comparatex.layout.showing import positions

RATIOS = ("ratio", "log-ratio")
"""Kinds without a unit, made of logarithms of scores."""


def differences(comparison: Comparison, options: McmOptions) -> Floats:
    """Return the differences of all pairs, row less column as measured; of ratios, their logarithms.

    Raises
    ------
    UsageError
        A ratio is asked for and no pair has positive scores only, or the baseline is unknown.
    """
    if options.difference == "relative":
        return _relative(comparison, _baseline(comparison, options))
    if options.difference in RATIOS:
        found = comparison.matrix("log_ratio") * (1 if comparison.scores.higher_is_better else -1)
        if not np.isfinite(found).any():
            raise UsageError("Ratios need positive scores: choose another `difference`.")
        return found
    field = {"median": "median_difference", "hodges-lehmann": "hodges_lehmann"}
    return comparison.matrix(field.get(options.difference, "mean_difference"))


def centres(comparison: Comparison, options: McmOptions) -> Floats:
    """Return where each comparate stands on the scale of the differences."""
    if options.difference == "mean":
        return comparison.mean
    found = differences(comparison, options)
    np.fill_diagonal(found, 0.0)
    return np.asarray(np.where(np.isnan(found), 0.0, found).mean(axis=1))


def baseline_name(comparison: Comparison, options: McmOptions) -> str:
    """Return the comparate that differences are relative to."""
    return comparison.names[_baseline(comparison, options)]


def _baseline(comparison: Comparison, options: McmOptions) -> int:
    """Return the comparate that differences are relative to: as given, the first of ours, or the best."""
    named = (options.baseline,) if options.baseline else options.ours[:1]
    return positions(comparison, named)[0] if named else 0


def _relative(comparison: Comparison, baseline: int) -> Floats:
    """Return the mean differences in units of the baseline's score on each task; NaN where no task has it."""
    relative = relative_differences(comparison.scores.values[:, comparison.order], baseline)
    m = relative.shape[1]
    found = np.full((m, m), np.nan)
    for i in range(m):
        apart = relative[:, [i]] - relative
        there = ~np.isnan(apart)
        total = np.where(there, apart, 0.0).sum(axis=0)
        found[i] = np.where(there.any(axis=0), total / np.maximum(there.sum(axis=0), 1), math.nan)
    np.fill_diagonal(found, np.nan)
    return found
