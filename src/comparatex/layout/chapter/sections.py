"""The sections of a chapter: which paragraphs and which figures and tables each of them has."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from comparatex.inference.comparison import Comparison
from comparatex.layout.chapter import limits as chapter_limits
from comparatex.layout.chapter import lists as chapter_lists
from comparatex.layout.chapter import methods, ours
from comparatex.layout.chapter import ranks as ranked
from comparatex.layout.chapter import results as found
from comparatex.layout.chapter.lists import LISTED
from comparatex.layout.chapter.text import Paragraph, paragraph
from comparatex.layout.chapter.view import Piece, Section
from comparatex.layout.language import say

_SHOWN = ("verdicts", "mcm", "scatter", "posterior", "posterior-matrix", "ranks", "friedman", "cdd")
"""Kinds of pieces that the text speaks of."""


def results(
    comparison: Comparison, pieces: Sequence[Piece], argued: Sequence[Paragraph] = ()
) -> Iterator[Section]:
    """Yield the sections on what was compared, how, and what came out; other kinds of pieces come last.

    Parameters
    ----------
    comparison : Comparison
        The statistics.
    pieces : sequence of Piece
        What there is to show.
    argued : sequence of Paragraph
        What is to be said of the comparates that the document proposes.
    """
    listed = _listed(pieces)
    text = {kind: [piece for piece in pieces if piece.kind == kind] for kind in _SHOWN}
    text = {kind: [piece for piece in of if piece not in listed] for kind, of in text.items()}

    def of(*kinds: str) -> tuple[Piece, ...]:
        return tuple(piece for kind in kinds for piece in text[kind])

    yield Section(
        say("Scores and tests"),
        "sec-tests",
        _paragraphs(methods.scores(comparison), tested(comparison)),
    )
    yield Section(
        say("Pairwise comparisons"),
        "sec-pairs",
        _paragraphs(
            found.means(comparison),
            found.matrix(comparison, text["mcm"]),
            (*found.pairs(comparison), *found.tasks_apart(_labels(of("scatter")))),
        ),
        of("mcm", "scatter"),
    )
    if of("posterior", "posterior-matrix"):
        yield Section(
            say("Posterior probabilities"),
            "sec-posteriors",
            _paragraphs(found.posteriors(comparison, of("posterior"), of("posterior-matrix"))),
            of("posterior", "posterior-matrix"),
        )
    yield Section(
        say("Mean ranks"),
        "sec-ranks",
        _paragraphs(
            ranked.ranks(comparison, _labels(of("ranks"))),
            ranked.friedman(comparison, _labels(of("friedman"))),
            ranked.diagram(comparison, text["cdd"]),
        ),
        of("friedman", "cdd", "ranks"),
    )
    if argued or of("verdicts"):
        yield Section(
            say("Verdicts against each rival"),
            "sec-verdicts",
            (*argued[:-1], (*(argued[-1] if argued else ()), *ours.shown(of("verdicts")))),
            of("verdicts"),
        )
    others = tuple(piece for piece in pieces if piece.kind not in {*_SHOWN, *LISTED})
    if others:
        yield Section(
            say("Further figures and tables"), "sec-more", _paragraphs(chapter_lists.lists(comparison, others)), others
        )  # fmt: skip


def tested(comparison: Comparison) -> Paragraph:
    """Return how pairs are tested."""
    return paragraph((*methods.how_tested(comparison), *methods.correction(comparison)))


def limits(comparison: Comparison) -> Section:
    """Return the section on what the results do not say."""
    return Section(
        say("Limits of the results"),
        "sec-limits",
        _paragraphs(
            chapter_limits.pvalues(comparison),
            chapter_limits.mean_ranks(comparison),
            chapter_limits.corrections(comparison),
            chapter_limits.tasks(comparison),
        ),
    )


def appendix(comparison: Comparison, pieces: Sequence[Piece]) -> Section | None:
    """Return what there is to look up; None where there is nothing."""
    shown = _listed(pieces)
    if not shown:
        return None
    text = _paragraphs(chapter_lists.lists(comparison, shown))
    return Section(say("Scores in full"), "sec-lists", text, shown)


def _listed(pieces: Sequence[Piece]) -> tuple[Piece, ...]:
    """Return the pieces of the appendix."""
    found = [piece for piece in pieces if piece.kind in LISTED and piece.name != "ranks"]
    return tuple(sorted(found, key=lambda piece: LISTED.index(piece.kind)))


def _labels(pieces: Sequence[Piece]) -> tuple[str, ...]:
    """Return the names of pieces for cross-references."""
    return tuple(piece.label for piece in pieces)


def _paragraphs(*given: Any) -> tuple[Paragraph, ...]:
    """Return the paragraphs that say something."""
    return tuple(made for made in map(paragraph, given) if made)
