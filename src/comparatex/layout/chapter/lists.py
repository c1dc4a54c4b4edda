"""Running text on what there is to look up: scores, ranks and pairs in full, and whatever else is shown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from comparatex.inference.comparison import Comparison
from comparatex.layout.chapter.text import Sentence, cite, references, told
from comparatex.layout.chapter.view import Piece
from comparatex.layout.tables.report import WHOLE


def lists(comparison: Comparison, shown: Sequence[Piece]) -> Iterator[Sentence]:
    """Yield what there is, a sentence for each figure or table."""
    for piece in shown:
        where = references("Figure" if piece.environment == "figure" else "Table", [piece.label])
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
        else:
            yield told("{where} has more: {title}.", where=where, title=piece.view.title)


def _why_holm(comparison: Comparison) -> Iterator[Sentence]:
    """Yield why Holm's steps are there where they do not decide."""
    if comparison.analysis.test == "nemenyi":
        yield told("It is there for comparison, for Nemenyi's p-values allow for all pairs already.")
    elif comparison.analysis.correction != "holm":
        yield told("It is there for comparison, for another rule is followed here.")
