"""The view model of a chapter: sections of running text with the figures and tables that they show."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Literal

from comparatex.text import Prose

_CAPTION_LETTERS = 65
"""Letters on a line of a caption, at least, in the usual classes."""


@dataclass(frozen=True)
class Piece:
    """A figure or table that the chapter shows.

    Parameters
    ----------
    kind, name : str
        Which artefact it is; the name of its file, which tells several of a kind apart.
    path : str
        The fragment without suffix, relative to the document's folder.
    view : Any
        Its view model: it has a title and a caption, tables that break across pages are `long`.
    prefix : str
        What stands before its label, where the view model names none.
    """

    kind: str
    name: str
    path: str
    view: Any
    prefix: str = ""

    @property
    def environment(self) -> Literal["figure", "table"]:
        """The kind of float."""
        return "figure" if self.path.startswith("figures/") else "table"

    @property
    def long(self) -> bool:
        """It breaks across pages and has its caption inside."""
        return bool(getattr(self.view, "long", False))

    @property
    def label(self) -> str:
        """Name for cross-references."""
        return str(getattr(self.view, "label", "")) or f"{self.prefix}{self.environment[:3]}-{self.name}"

    @property
    def height(self) -> Decimal:
        """Share of a page that the caption leaves to a figure."""
        lines = -(-len(self.view.caption) // _CAPTION_LETTERS)
        return max(Decimal("0.5"), Decimal("0.97") - lines * Decimal("0.026")).quantize(Decimal("0.01"))


@dataclass(frozen=True)
class Section:
    """A part of the chapter: its running text, then what it shows."""

    title: str
    label: str
    paragraphs: tuple[Prose, ...]
    pieces: tuple[Piece, ...] = ()

    @property
    def apart(self) -> bool:
        """It has a table that breaks across pages, which begins one: it would overtake the floats before it."""
        return any(piece.long for piece in self.pieces)


@dataclass(frozen=True)
class Chapter:
    """A chapter, ready to be set.

    Parameters
    ----------
    title, heading : str
        Of the document, and of the chapter.
    summary : Prose
        The results in short.
    sections : tuple of Section
        What follows.
    appendix : Section or None
        What there is to look up, if anything.
    label : str
        Name for cross-references.
    parts : tuple of str
        Folders of parts of the chapter, between its first sections and its last one: one for each measure.
    """

    title: str
    heading: str
    summary: Prose
    sections: tuple[Section, ...]
    appendix: Section | None = None
    label: str = "ch-benchmark"
    parts: tuple[str, ...] = ()
