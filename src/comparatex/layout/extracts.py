"""Parts of the chapter on their own, for papers that want only those: the methods paragraph and the captions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from comparatex.inference.comparison import Comparison
from comparatex.layout import words
from comparatex.layout.chapter import methods as chapter_methods
from comparatex.layout.chapter.text import Paragraph, Sentence
from comparatex.layout.chapter.view import Piece
from comparatex.layout.language import say
from comparatex.layout.number_macros import numbers


@dataclass(frozen=True)
class Methods:
    """How the comparates were compared: a title for the file, and the paragraph."""

    title: str
    text: Paragraph


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
    found = (
        *chapter_methods.scores(comparison, we=True),
        *chapter_methods.how_tested(comparison),
        *chapter_methods.correction(comparison),
        *(chapter_methods.bayesian(comparison) if comparison.analysis.bayes else ()),
    )
    return Methods(
        say("Methods paragraph, for {size}", size=words.size(comparison)),
        tuple(_written_out(sentence, printed) for sentence in found),
    )


def _written_out(sentence: Sentence, printed: dict[str, str]) -> Sentence:
    """Return a sentence with its numbers in the place of their keys."""
    return tuple(
        replace(part, kind="text", text=printed[part.text]) if part.kind == "number" else part
        for part in sentence
    )


def captions(pieces: Sequence[Piece]) -> Captions:
    """Return the captions of what the report shows."""
    return Captions(
        say("Captions"), tuple(Caption(piece.name, piece.view.title, piece.view.caption) for piece in pieces)
    )
