"""A benchmark chapter: figures and tables in floats, and running text that explains and states results."""

from __future__ import annotations

from collections.abc import Sequence

from comparatex.inference.comparison import Comparison
from comparatex.layout import chapter_results as results
from comparatex.layout import chapter_sections as parts
from comparatex.layout import words
from comparatex.layout.chapter_text import paragraph
from comparatex.layout.chapter_view import Chapter, Piece, Section
from comparatex.layout.language import say

__all__ = ["Chapter", "Piece", "Section", "chapter"]


def chapter(
    comparison: Comparison,
    pieces: Sequence[Piece],
    more: Sequence[Section] = (),
) -> Chapter:
    """Lay the chapter out.

    Parameters
    ----------
    comparison : Comparison
        The statistics.
    pieces : sequence of Piece
        What there is to show; every piece is shown once.
    more : sequence of Section
        Further sections, such as the findings of an audit.
    """
    size, measure = words.size(comparison), comparison.scores.measure
    return Chapter(
        say("Comparison of {size} by {measure}", size=size, measure=measure)
        if measure
        else say("Comparison of {size}", size=size),
        say("Benchmark results"),
        paragraph(results.summary(comparison)),
        (*parts.results(comparison, pieces), *more, parts.limits(comparison)),
        parts.appendix(comparison, pieces),
    )
