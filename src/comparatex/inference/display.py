"""What a notebook shows of a comparison: the ranking, and how many pairs differ."""

from __future__ import annotations

from math import isnan

import numpy as np

from comparatex.data.scores import counted, html_table
from comparatex.inference.statistics import Statistics

_SHOWN = 20


def html(found: Statistics) -> str:
    """Return a comparison as HTML: what was tested, and the comparates by mean score."""
    names = found.names
    rows = [
        (name, *(f"{value:.4f}" for value in values))
        for name, *values in zip(names, found.mean, found.median, found.mean_rank, strict=True)
    ]
    more = [counted(len(rows) - _SHOWN, "more comparate")] if len(rows) > _SHOWN else []
    return html_table(_heading(found), ("", "mean", "median", "mean rank"), rows[:_SHOWN], more)


def _heading(found: Statistics) -> str:
    """Say how much was compared, by which test, and how many pairs differ."""
    analysis, pairs = found.analysis, found.pair_statistics
    different = int(np.count_nonzero(found.adjusted_significant))
    said = [
        f"Comparison of {found.scores.extent}.",
        f"Test {analysis.test}, correction {analysis.correction}, α = {analysis.alpha:g}:",
        f"{different} of {counted(len(pairs.row), 'pair')} significant.",
    ]
    if len(found.ranks) >= 2 and not isnan(p := found.friedman.pvalue):
        said.append(f"Friedman test: p = {p:.3g}.")
    return " ".join(said)
