"""The words of the map of significance."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from comparatex.inference.comparison import Comparison
from comparatex.layout import words
from comparatex.layout.language import message, say
from comparatex.layout.options import HeatmapOptions

_ORDERS = {
    "mean": message("Comparates stand in the order of their mean score, best first."),
    "rank": message("Comparates stand in the order of their mean rank, best first."),
    "wins": message("Comparates stand in the order of their number of wins, best first."),
    "median": message("Comparates stand in the order of their median score, best first."),
    "given": "",
}


def caption(comparison: Comparison, squares: NDArray[np.str_], options: HeatmapOptions) -> str:
    """Return the caption: what a square is, by which test, in which order."""
    return " ".join(_sentences(comparison, squares, options))


def alt(comparison: Comparison, squares: NDArray[np.str_]) -> str:
    """Return the result in a sentence."""
    n = len(squares)
    return say(
        "Of the {pairs} of {comparates}, {number} differ significantly at α = {alpha}.",
        pairs=words.count(n * (n - 1) // 2, "pair"),
        comparates=words.count(n, "comparate"),
        number=_n_different(squares),
        alpha=words.level(comparison.analysis.alpha),
    )


def _sentences(comparison: Comparison, squares: NDArray[np.str_], options: HeatmapOptions) -> Iterator[str]:
    """Yield the sentences of the caption."""
    analysis, scores = comparison.analysis, comparison.scores
    kind = ", ".join(filter(None, (scores.measure, words.direction(comparison))))
    whose = words.size(comparison)
    if len(squares) != scores.n_comparates:
        whose = say("{drawn} of {all}", drawn=len(squares), all=whose)
    yield say("Significance of all pairs among {whose} ({kind}).", whose=whose, kind=kind)
    yield say(
        "Red: the row is better; blue, with a dash: the column is better; the darker, the smaller p; light: "
        "not significant."
    )
    yield f"{words.capital(words.test(analysis))}{_corrected(comparison, options)}."
    yield alt(comparison, squares)
    if _ORDERS[options.order]:
        yield say(_ORDERS[options.order])
    if np.any(squares == "x"):
        yield say("Empty: the test is undefined.")


def _corrected(comparison: Comparison, options: HeatmapOptions) -> str:
    """Return how the test is corrected, after a comma; nothing where it allows for all pairs itself."""
    if comparison.analysis.test == "nemenyi":
        return ""
    if not options.adjusted:
        return say(", not corrected")
    return f", {words.correction(comparison.analysis, comparison.n_family)}"


def _n_different(squares: NDArray[np.str_]) -> int:
    """Return how many pairs differ significantly, on either side."""
    found = np.isin(squares, list("ABCabc"))
    return int(np.triu(found | found.T, 1).sum())
