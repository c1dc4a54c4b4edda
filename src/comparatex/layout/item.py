"""What a figure or table is once it is laid out: what the chapter and the page show, and what files are made of."""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path
from typing import Any

from comparatex.layout.options import Showing

_COLUMN = 300.0
"""Points: columns are narrower."""
_CAPTION_LETTERS = 65
"""Letters on a line of a caption, at least, in the usual classes."""


@dataclass(frozen=True)
class Item:
    """A figure or table that is laid out."""

    kind: str  # kind, name: which artefact it is; the name of its file, which tells several of a kind apart
    name: str
    path: str  # the fragment without suffix, relative to the document's folder
    view: Any  # its view model: it has a title and a caption, tables that break across pages are `long`
    prefix: str = ""  # what stands before its label; that of a view model has it already
    options: Showing = field(default_factory=Showing)
    templates: tuple[Path, ...] = ()  # folders that come before the built-in ones

    @property
    def file(self) -> str:
        """File of the fragment inside a report."""
        return f"{self.path}.tex"

    @property
    def is_figure(self) -> bool:
        """Whether it is a figure, in whatever float."""
        return self.path.startswith("figures/")

    @property
    def counter(self) -> str:
        """What numbers it."""
        return "figure" if self.is_figure else "table"

    @property
    def environment(self) -> str:
        """The environment of the float: over both columns, where a class has two, for what is as wide as a page."""
        line = getattr(self.view, "line", None)
        spans = self.kind in ("mcm", "summary") and (line is None or line.width > _COLUMN)
        return self.options.float or (f"{self.counter}*" if spans else self.counter)

    @property
    def above(self) -> bool:
        """Whether the caption stands above: in floats of tables."""
        return "table" in self.environment

    @property
    def sideways(self) -> bool:
        """Whether the float lies on its side."""
        return self.environment.startswith("sideways")

    @property
    def long(self) -> bool:
        """It breaks across pages and has its caption inside."""
        return bool(getattr(self.view, "long", False))

    @property
    def half(self) -> bool:
        """Whether half of a page's width is enough for it, so that another figure may stand beside it."""
        return self.is_figure and not self.options.float and bool(getattr(self.view, "half", False))

    @property
    def label(self) -> str:
        """Name for cross-references."""
        if label := getattr(self.view, "label", ""):
            return str(label)
        given = "" if hasattr(self.view, "label") else self.options.label
        return self.prefix + (given or f"{'fig' if self.is_figure else 'tab'}-{self.name}")

    @property
    def height(self) -> Decimal:
        """Share of a page that the caption leaves to a figure."""
        lines = -(-len(self.view.caption) // _CAPTION_LETTERS)
        return max(Decimal("0.5"), Decimal("0.97") - lines * Decimal("0.026")).quantize(Decimal("0.01"))
