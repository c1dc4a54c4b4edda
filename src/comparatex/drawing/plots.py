"""The plots as pictures: which marks a view model asks for, and where they go in the frame."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from comparatex.drawing.marks import (
    Line,
    Mark,
    Picture,
    Points,
    Text,
    drawn,
)
from comparatex.layout.audit_figures import Node, PatternDiagram
from comparatex.layout.audit_figures import Row as Pattern

_Across = Literal["left", "center", "right"]
_Up = Literal["baseline", "center_baseline", "bottom", "top", "center"]


# -------------------------------------------------------------------------------- patterns of significance
_PAGE = 455.0
_FONT, _SMALL = 8.0, 7.0
_TEXT_LINE = 9.5
_LETTER = 0.58
_COUNTS, _RADIUS, _BETWEEN = 80.0, 38.0, 10.0


@drawn
def patterns(view: PatternDiagram) -> Picture:
    """Draw the patterns of significance below each other."""
    left, right = (_names(view, side) for side in ("left", "right"))
    ring = left + right + 2 * _RADIUS + 2 * _BETWEEN
    heights = [_pattern_height(view, row) for row in view.rows]
    longest = max((len(text) for row in view.rows for text in row.examples), default=0)
    width = max(_PAGE, _COUNTS + ring + _LETTER * _SMALL * longest)
    height = top = sum(heights)
    marks: list[Mark] = [Line([(0, top), (width, top)], "patterns edge", free=True)]
    for i, (row, high) in enumerate(zip(view.rows, heights, strict=True), 1):
        middle = top - high / 2
        marks.append(_small(0, middle, f"({row.numeral}) {row.count}\n{row.share}", size=_FONT))
        marks.extend(_ring(view, row, (_COUNTS + left + _BETWEEN + _RADIUS, middle)))
        marks.append(_small(_COUNTS + ring, middle, "\n".join(row.examples)))
        top -= high
        edge = "patterns edge" if i == len(heights) else "patterns rule"
        marks.append(Line([(0, top), (width, top)], edge, free=True))
    return Picture(width=width, height=height, scaled=True, marks=marks)


def _names(view: PatternDiagram, side: str) -> float:
    """Return how wide the names on a side are."""
    return max((_LETTER * _SMALL * len(node.name) for node in view.nodes if node.side == side), default=0.0)


def _pattern_height(view: PatternDiagram, row: Pattern) -> float:
    """Return how high the line of a pattern is."""
    ring = 2 * _RADIUS * max((abs(float(node.y)) for node in view.nodes), default=0.0)
    return max(ring + 2 * _TEXT_LINE, 1.25 * _TEXT_LINE * max(len(row.examples), 2)) + 8


def _ring(view: PatternDiagram, row: Pattern, centre: tuple[float, float]) -> Iterator[Mark]:
    """Yield the core on its ring, and a line between each two that are not significantly different."""
    places = {node.number: _on_ring(node, centre) for node in view.nodes}
    for one, other in row.joined:
        yield Line([places[one], places[other]], "patterns joined")
    for node in view.nodes:
        x, y = places[node.number]
        yield Points([(x, y)], "patterns node")
        dx, dy = {"left": (-4, 0), "right": (4, 0), "above": (0, 4), "below": (0, -4)}[node.side]
        across: dict[str, _Across] = {"left": "right", "right": "left"}
        up: dict[str, Literal["bottom", "top"]] = {"above": "bottom", "below": "top"}
        yield Text(
            x + dx,
            y + dy,
            node.name,
            across.get(node.side, "center"),
            up.get(node.side, "center"),
            size=_SMALL,
        )


def _on_ring(node: Node, centre: tuple[float, float]) -> tuple[float, float]:
    """Return where a comparate of the core is."""
    return centre[0] + _RADIUS * float(node.x), centre[1] + _RADIUS * float(node.y)


def _small(x: float, y: float, text: str, size: float = _SMALL) -> Text:
    return Text(x, y, text, up="center", size=size)
