"""The words of the map of significance."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from comparatex.inference.comparison import Comparison
from comparatex.layout import words
from comparatex.layout.heatmap_view import HeatmapOptions

_ORDERS = {
    "mean": "mean score",
    "rank": "mean rank",
    "wins": "number of wins",
    "median": "median score",
    "given": "",
}


def caption(comparison: Comparison, squares: NDArray[np.str_], options: HeatmapOptions) -> str:
    """Return the caption: what a square is, by which test, in which order."""
    return " ".join(_sentences(comparison, squares, options))


def alt(comparison: Comparison, squares: NDArray[np.str_]) -> str:
    """Return the result in a sentence."""
    n = len(squares)
    return (
        f"Of the {words.count(n * (n - 1) // 2, 'pair')} of {words.count(n, 'comparate')}, "
        f"{_n_different(squares)} differ significantly at α = {words.level(comparison.analysis.alpha)}."
    )


def _sentences(comparison: Comparison, squares: NDArray[np.str_], options: HeatmapOptions) -> Iterator[str]:
    """Yield the sentences of the caption."""
    analysis, scores = comparison.analysis, comparison.scores
    kind = ", ".join(filter(None, (scores.measure, words.direction(comparison))))
    drawn = "" if len(squares) == scores.n_comparates else f"{len(squares)} of "
    yield f"Significance of all pairs among {drawn}{words.size(comparison)} ({kind})."
    yield (
        "Red: the row is better; blue, with a dash: the column is better; the darker, the smaller p; light: "
        "not significant."
    )
    corrected = ""
    if analysis.test != "nemenyi":
        n_pairs = len(comparison.pair_statistics.row)
        corrected = f", {words.correction(analysis, n_pairs) if options.adjusted else 'not corrected'}"
    yield f"{words.capital(words.test(analysis))}{corrected}."
    yield f"{alt(comparison, squares)}"
    if _ORDERS[options.order]:
        yield f"Comparates stand in the order of their {_ORDERS[options.order]}, best first."
    if np.any(squares == "x"):
        yield "Empty: the test is undefined."


def _n_different(squares: NDArray[np.str_]) -> int:
    """Return how many pairs differ significantly, on either side."""
    found = np.isin(squares, list("ABCabc"))
    return int(np.triu(found | found.T, 1).sum())
