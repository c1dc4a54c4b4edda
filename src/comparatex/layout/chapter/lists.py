"""Running text on what there is to look up: scores, ranks and pairs in full, and whatever else is shown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from comparatex.inference.comparison import Comparison
from comparatex.layout.chapter.text import Inline, Sentence, cite, references, sentence, told
from comparatex.layout.chapter.view import Piece
from comparatex.layout.language import say
from comparatex.layout.tables.report import WHOLE

LISTED = ("scores", "ranks", "pairwise", "holm")
"""Kinds of pieces of the appendix, in its order: a table by task is one of these."""


def lists(comparison: Comparison, shown: Sequence[Piece]) -> Iterator[Sentence]:
    """Yield what there is: a sentence for each list of the appendix, and one for all else."""
    others = [piece for piece in shown if piece.kind not in LISTED]
    for piece in shown:
        where = _where(piece)
        if piece.kind == "pairwise":
            yield told("{where} lists pairs with their tests.", where=where)
        elif piece.kind == "scores":
            yield (
                told("{where} lists the score of every comparate on every task.", where=where)
                if len(comparison.names) <= WHOLE
                else told("{where} lists the scores of some comparates.", where=where)
            )
        elif piece.kind == "ranks":
            yield told("{where} lists the ranks on every task.", where=where)
        elif piece.kind == "holm":
            yield told(
                "{where} goes through Holm's procedure{source}: p-values in ascending order, each against its "
                "level, up to the first that is above it.",
                where=where,
                source=cite("holm1979"),
            )
            yield from _why_holm(comparison)
    if others:
        yield told("See also {pieces}.", pieces=_joined([_named(piece) for piece in others]))


def _where(piece: Piece) -> tuple[str | Inline, ...]:
    """Return a reference to a figure or table."""
    return references("Figure" if piece.environment == "figure" else "Table", [piece.label])


def _named(piece: Piece) -> Sentence:
    """Return a figure or table with its title."""
    return told("{where} ({title})", where=_where(piece), title=piece.view.title)


def _joined(parts: Sequence[Sentence]) -> Sentence:
    """Return parts of a sentence as a list in prose."""
    made: list[str | Inline] = []
    for k, part in enumerate(parts):
        if k:
            made.append(say(" and ") if k == len(parts) - 1 else ", ")
        made.extend(part)
    return sentence(*made)


def _why_holm(comparison: Comparison) -> Iterator[Sentence]:
    """Yield why Holm's steps are there where they do not decide."""
    if comparison.analysis.test == "nemenyi":
        yield told("It is there for comparison, for Nemenyi's p-values allow for all pairs already.")
    elif comparison.analysis.correction != "holm":
        yield told("It is there for comparison, for another rule is followed here.")
