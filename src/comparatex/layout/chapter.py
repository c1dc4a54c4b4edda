"""A benchmark chapter: figures and tables in floats, and running text that explains and states results."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Literal

from comparatex.inference.comparison import Comparison
from comparatex.layout import chapter_methods as methods
from comparatex.layout import chapter_results as results
from comparatex.layout import words
from comparatex.layout.chapter_text import Paragraph, paragraph

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
    """

    kind: str
    name: str
    path: str
    view: Any

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
        return str(getattr(self.view, "label", "")) or f"{self.environment[:3]}-{self.name}"

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
    paragraphs: tuple[Paragraph, ...]
    pieces: tuple[Piece, ...]

    @property
    def apart(self) -> bool:
        """It begins a page: tables that break across pages would overtake the floats before them."""
        return any(piece.long for piece in self.pieces)


@dataclass(frozen=True)
class Chapter:
    """A chapter, ready to be set.

    Parameters
    ----------
    title, heading : str
        Of the document, and of the chapter.
    summary : Paragraph
        The results in short.
    sections : tuple of Section
        What follows.
    """

    title: str
    heading: str
    summary: Paragraph
    sections: tuple[Section, ...]


def chapter(comparison: Comparison, pieces: Sequence[Piece], more: Sequence[Section] = ()) -> Chapter:
    """Lay the chapter out.

    Parameters
    ----------
    comparison : Comparison
        The statistics.
    pieces : sequence of Piece
        What there is to show; every piece is shown once.
    more : sequence of Section
        Further sections; those that break across pages still come last.
    """
    measure = comparison.scores.measure
    return Chapter(
        f"Comparison of {words.size(comparison)}{f' by {measure}' if measure else ''}",
        "Benchmark results",
        paragraph(results.summary(comparison)),
        tuple(sorted((*_sections(comparison, pieces), *more), key=lambda section: section.apart)),
    )


def _sections(comparison: Comparison, pieces: Sequence[Piece]) -> Iterator[Section]:
    """Yield the sections; pieces of kinds that no section is about come last."""
    text = {kind: [piece for piece in pieces if piece.kind == kind] for kind in _KINDS}
    shown = {kind: tuple(piece.label for piece in found) for kind, found in text.items()}

    def of(*kinds: str) -> tuple[Piece, ...]:
        return tuple(piece for kind in kinds for piece in text[kind])

    yield Section(
        "Scores and tests",
        "sec-tests",
        _paragraphs(
            methods.scores(comparison),
            (*methods.how_tested(comparison), *methods.correction(comparison)),
            methods.limits(comparison),
        ),
        (),
    )
    yield Section(
        "Pairwise comparisons",
        "sec-pairs",
        _paragraphs(
            results.means(comparison),
            results.matrix(comparison, text["mcm"]),
            (*results.pairs(comparison), *results.tasks_apart(shown["scatter"])),
        ),
        of("mcm", "scatter"),
    )
    yield Section(
        "Mean ranks",
        "sec-ranks",
        _paragraphs(
            results.ranks(comparison, shown["ranks"]),
            results.friedman(comparison, shown["friedman"]),
            results.diagram(comparison, text["cdd"]),
        ),
        of("friedman", "cdd", "ranks"),
    )
    lists = of("pairwise", "holm", "scores") + tuple(piece for piece in pieces if piece.kind not in _KINDS)
    if lists:
        yield Section(
            "Pairs and scores in full", "sec-lists", _paragraphs(results.lists(comparison, lists)), lists
        )


_KINDS = ("mcm", "scatter", "pairwise", "holm", "ranks", "friedman", "cdd", "scores")


def _paragraphs(*given: Any) -> tuple[Paragraph, ...]:
    """Return the paragraphs that say something."""
    return tuple(made for made in map(paragraph, given) if made)
