"""Sizes of a Multi-Comparison Matrix that matplotlib draws: what its widest texts ask for, in points."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from comparatex.layout.mcm.view import Head, Mcm, Panel
from comparatex.preview.many_texts import text_width

SIZE = 8.0
LEADING = 1.2 * SIZE
GAP, SEP, APART = 0.5, 4.0, 14.0
"""Between cells, beside texts, between panels."""
BETWEEN, LINE_PADDING = 8.0, 8.0
"""Between texts on one line, and on both sides of them."""
MARK = 2.2
"""Side of the mark of a fragile verdict."""
BAR_WIDTH, BAR_HEIGHT = 120.0, 6.0

_PADDING = {"full": 6.0, "compact": 3.0, "line": LINE_PADDING}
_NAME_WIDTH = 90.0
_HINTED = 1.05
_BREAK = re.compile(r"(?<=-)|\s+")


@dataclass(frozen=True)
class Sizes:
    """Sizes that all panels share.

    Parameters
    ----------
    cells : {"full", "compact", "line"}
        How the texts of a cell are set.
    texts : tuple of float
        Widths of the widest texts.
    cell_width, cell_height : float
        Size of a cell.
    labels, heads : float
        Width of the names beside the rows, height of those above the columns.
    standing : bool
        The names above the columns are turned.
    margin : float
        Around everything.
    """

    cells: str
    texts: tuple[float, ...]
    cell_width: float
    cell_height: float
    labels: float
    heads: float
    standing: bool
    margin: float = 4.0

    @classmethod
    def of(cls, view: Mcm) -> Sizes:
        """Measure the texts of a matrix."""
        texts = tuple(_width(text, bold=True) for text in (*view.widest, view.widest_posterior) if text)
        line = view.cells == "line"
        width = _PADDING[view.cells] + (sum(texts) + BETWEEN * (len(texts) - 1) if line else max(texts))
        height = LEADING * (1 if line else len(texts)) + 3
        columns = {head for panel in view.panels for head in panel.columns}
        standing = max(_widest(head, _lying(head, width)) for head in columns) > width
        heads = {head: _standing(head, width) if standing else _lying(head, width) for head in columns}
        deep = [_widest(head, lines) if standing else LEADING * len(lines) for head, lines in heads.items()]
        labels = max(
            [*_label_widths(view, height), *(_width(key, bold=True) for key in legend(view, standing))]
        )
        top = max(LEADING * len(legend(view, standing)), *deep)
        return cls(view.cells, texts, width, height, labels + SEP, top + SEP, standing)

    @property
    def left(self) -> float:
        """Where the cells begin."""
        return self.margin + self.labels

    def figure(self, view: Mcm) -> tuple[float, float]:
        """Return width and height of the figure."""
        ends = view.colour_bar.ends if view.colour_bar else ()
        bar = sum(map(_width, ends)) + BAR_WIDTH + 4 * SEP if ends else 0.0
        cells = max(len(panel.columns) for panel in view.panels) * (self.cell_width + GAP)
        height = sum(self.panel_height(panel) + APART for panel in view.panels) - APART
        below = APART + 2 * LEADING if view.colour_bar else 0.0
        return self.left + max(cells, bar) + self.margin, height + below + 2 * self.margin

    def panel_height(self, panel: Panel) -> float:
        """Return how high a panel is."""
        return self.heads + len(panel.rows) * (self.cell_height + GAP)

    def row_lines(self, head: Head) -> tuple[str, ...]:
        """Return the lines beside a row: the name, in two where it is long, and the mean."""
        return _lines(head, self.cell_height, _NAME_WIDTH)

    def column_lines(self, head: Head) -> tuple[str, ...]:
        """Return the lines above a column."""
        return _standing(head, self.cell_width) if self.standing else _lying(head, self.cell_width)


def legend(view: Mcm, standing: bool) -> list[str]:
    """Return the lines of the legend; the last is in line with the means of names that do not stand."""
    bold = [f"{view.bold_mark} {view.bold_legend}"] if view.bold_legend else []
    fragile = [f"▪ {view.fragile_legend}"] if view.fragile_legend else []
    return [*view.legend, *bold, *fragile, *([] if standing else [view.mean_legend])]


def _label_widths(view: Mcm, height: float) -> Iterator[float]:
    """Yield how wide the comparates are beside their rows: name and mean on one line, or below each other."""
    for head in (row.head for panel in view.panels for row in panel.rows):
        if view.cells == "line":
            yield _width(head.name, head.ours) + SEP + _width(head.mean)
        else:
            yield _widest(head, _lines(head, height, _NAME_WIDTH))


def _standing(head: Head, width: float) -> tuple[str, ...]:
    """Return the lines of a comparate that stands on its column."""
    return _lines(head, width, _NAME_WIDTH)


def _lying(head: Head, width: float) -> tuple[str, ...]:
    """Return the lines of a comparate that lies above its column."""
    return _lines(head, 3 * LEADING, width)


def _lines(head: Head, room: float, narrow: float) -> tuple[str, ...]:
    """Return name and mean; a name wider than `narrow` is broken in two where there is room for three lines."""
    if room < 3 * LEADING or _width(head.name, head.ours) <= narrow:
        return head.name, head.mean
    places = [(place.start(), place.end()) for place in _BREAK.finditer(head.name)]
    inner = ((start, end) for start, end in places if start > 0 and end < len(head.name))
    parts = [(head.name[:start], head.name[end:]) for start, end in inner]
    broken = min(parts, key=lambda part: max(map(len, part)), default=(head.name,))
    return *broken, head.mean


def _widest(head: Head, lines: tuple[str, ...]) -> float:
    """Return how wide the lines of a comparate are."""
    return max(_width(line, head.ours) for line in lines)


def _width(text: str, bold: bool = False) -> float:
    """Return how wide a text is at most: pixels make it a little wider than its outlines."""
    return _HINTED * text_width(text, SIZE, bold=bold)
