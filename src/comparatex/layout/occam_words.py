"""Occam's verdict in words: the simplest comparate that is not significantly worse."""

from __future__ import annotations

from collections.abc import Mapping

from comparatex.inference.comparison import Comparison
from comparatex.inference.occam import razor
from comparatex.layout import words
from comparatex.layout.language import say


def verdict(comparison: Comparison, costs: Mapping[str, float], cost_name: str) -> str:
    """Return which comparate to take, of those that have a cost."""
    best, simplest = (comparison.names[i] for i in razor(comparison, costs))
    alpha, test = words.level(comparison.analysis.alpha), words.test(comparison.analysis)
    if best == simplest:
        return say(
            "Occam's razor: {best} has the best mean score, and all that have less {cost} differ from it "
            "significantly (adjusted p ≤ {alpha}; {test}).",
            best=best,
            cost=cost_name,
            alpha=alpha,
            test=test,
        )
    return say(
        "Occam's razor: of those that do not differ significantly (adjusted p > {alpha}; {test}) from {best}, which "
        "has the best mean score, {simplest} has the least {cost}.",
        best=best,
        simplest=simplest,
        cost=cost_name,
        alpha=alpha,
        test=test,
    )
