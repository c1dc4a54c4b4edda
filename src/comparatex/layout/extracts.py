"""Parts of the chapter on their own, for papers that want only those: the methods paragraph and the captions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from comparatex.inference.comparison import Comparison
from comparatex.layout.chapter.facts import words
from comparatex.layout.chapter.view import Piece
from comparatex.layout.number_macros import numbers
from comparatex.text import Prose, Text


@dataclass(frozen=True)
class Methods:
    """How the comparates were compared: a title for the file, and the paragraph."""

    title: str
    text: Prose


@dataclass(frozen=True)
class Caption:
    """The caption of an artefact, by the name of its file: for the list of figures, and in full."""

    name: str
    short: str
    text: str


@dataclass(frozen=True)
class Captions:
    """All captions."""

    title: str
    captions: tuple[Caption, ...]


def methods(comparison: Comparison) -> Methods:
    """Return the methods paragraph; its numbers are written out, so that it needs no other file."""
    printed = dict(numbers(comparison).items())
    said = words("methods", comparison, num=printed.__getitem__)
    bayesian = [said.bayesian()] if comparison.analysis.bayes else []
    return Methods(
        words("", comparison).methods_title(), Prose.joined(said.compared(we=True), said.tested(), *bayesian)
    )


def captions(pieces: Sequence[Piece]) -> Captions:
    """Return the captions of what the report shows."""
    shown = tuple(Caption(piece.name, piece.view.title, piece.view.caption) for piece in pieces)
    return Captions(Text("chapter").headings["captions"], shown)
