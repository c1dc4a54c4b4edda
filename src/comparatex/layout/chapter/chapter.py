"""A benchmark chapter: figures and tables in floats, and running text that explains and states results."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from comparatex.inference.comparison import Comparison
from comparatex.layout import words
from comparatex.layout.chapter import results
from comparatex.layout.chapter import sections as parts
from comparatex.layout.chapter.proposed import proposed
from comparatex.layout.chapter.text import Paragraph, paragraph
from comparatex.layout.chapter.view import Chapter, Piece, Section
from comparatex.layout.language import say


def chapter(
    comparison: Comparison,
    pieces: Sequence[Piece],
    more: Sequence[Section] = (),
    *,
    prefix: str = "",
    argued: Sequence[Paragraph] = (),
    ours: tuple[str, ...] = (),
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
    prefix : str
        What stands before every label, so that several chapters go into one document.
    argued : sequence of Paragraph
        What is to be said of the comparates that the document proposes, see `comparatex.layout.chapter.ours`.
    ours : tuple of str
        Those comparates, for the summary.
    """
    size, measure = words.size(comparison), comparison.scores.measure
    appendix = parts.appendix(comparison, pieces)
    sections = (*parts.results(comparison, pieces, argued), *more, parts.limits(comparison))
    return Chapter(
        say("Comparison of {size} by {measure}", size=size, measure=measure)
        if measure
        else say("Comparison of {size}", size=size),
        say("Benchmark results"),
        paragraph((*results.summary(comparison), *proposed(comparison, ours))),
        tuple(_labelled(section, prefix) for section in sections),
        appendix and _labelled(appendix, prefix),
        f"{prefix}{Chapter.label}",
    )


def of_measure(whole: Chapter, measure: str, *, tested_alike: bool = False) -> Chapter:
    """Return the chapter of one of several measures as a part of theirs, which says itself what all share."""
    first, *others = whole.sections[:-1]
    if tested_alike:
        first = replace(first, title=say("Scores"), paragraphs=first.paragraphs[:1])
    return replace(whole, heading=say("Results by {measure}", measure=measure), sections=(first, *others))


def _labelled(section: Section, prefix: str) -> Section:
    """Return a section with a prefix before its label."""
    return replace(section, label=f"{prefix}{section.label}")
