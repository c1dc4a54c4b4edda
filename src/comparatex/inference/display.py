"""What a notebook shows of a comparison: the ranking, and how many pairs differ."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING

import numpy as np

from comparatex.data import display

if TYPE_CHECKING:
    from comparatex.inference.comparison import Comparison

_SHOWN = 20


def html(comparison: Comparison) -> str:
    """Return a comparison as HTML: what was tested, and the comparates by mean score."""
    names = comparison.names
    rows = [
        (name, *(f"{value:.4f}" for value in values))
        for name, *values in zip(names, comparison.mean, comparison.median, comparison.mean_rank, strict=True)
    ]
    more = [display.count(len(rows) - _SHOWN, "more comparate")] if len(rows) > _SHOWN else []
    return display.html(_heading(comparison), ("", "mean", "median", "mean rank"), rows[:_SHOWN], more)


def _heading(comparison: Comparison) -> str:
    """Say how much was compared, by which test, and how many pairs differ."""
    analysis, pairs = comparison.analysis, comparison.pair_statistics
    different = int(np.count_nonzero(comparison.adjusted_significant))
    said = [
        f"Comparison of {comparison.scores.extent}.",
        f"Test {analysis.test}, correction {analysis.correction}, α = {analysis.alpha:g}:",
        f"{different} of {display.count(len(pairs.row), 'pair')} significant.",
    ]
    if len(comparison.ranks) >= 2 and not isnan(p := comparison.friedman.pvalue):
        said.append(f"Friedman test: p = {p:.3g}.")
    return " ".join(said)
