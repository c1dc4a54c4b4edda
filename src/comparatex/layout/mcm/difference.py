"""What a Multi-Comparison Matrix shows as the difference of two comparates, and its words."""

from __future__ import annotations

import math

import numpy as np

from comparatex.errors import UsageError
from comparatex.inference.arithmetic.arrays import Floats
from comparatex.inference.comparison import Comparison
from comparatex.inference.effects.paired import relative_differences
from comparatex.layout.language import message, say
from comparatex.layout.mcm.view import McmOptions
from comparatex.layout.numbers import MINUS
from comparatex.layout.showing import positions

RATIOS = ("ratio", "log-ratio")
"""Kinds without a unit, made of logarithms of scores."""

_LEGENDS = {
    "mean": message("mean difference"),
    "median": message("median difference"),
    "hodges-lehmann": message("Hodges–Lehmann difference"),
    "log-ratio": message("mean log ratio"),
    "ratio": message("geometric mean ratio"),
    "relative": message("relative difference"),
}
_MEANINGS = {
    "median": message("median difference row{minus}column{unit}"),
    "hodges-lehmann": message("Hodges–Lehmann estimate of the difference row{minus}column{unit}"),
    "log-ratio": message("mean over tasks of log(row/column)"),
    "ratio": message("geometric mean over tasks of the ratio row/column"),
    "relative": message("mean over tasks of (row{minus}column)/|{baseline}|{unit}"),
}


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


def legend(options: McmOptions) -> str:
    """Return what the difference is called beside the matrix."""
    return say(_LEGENDS[options.difference])


def meaning(comparison: Comparison, options: McmOptions, unit: str) -> str:
    """Return what the difference is, in words; not for the mean difference, which has sentences of its own."""
    baseline = comparison.names[_baseline(comparison, options)] if options.difference == "relative" else ""
    return say(
        _MEANINGS[options.difference],
        minus=f"\N{NO-BREAK SPACE}{MINUS}\N{NO-BREAK SPACE}",
        unit=unit,
        baseline=baseline,
    )


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
