"""Pattern diagrams drawn with matplotlib."""

from __future__ import annotations

from typing import TYPE_CHECKING

from comparatex.layout.audit.figures import Node, PatternDiagram, Row
from comparatex.preview.stage import figure_of, stage

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_WIDTH = 455.0
_FONT, _SMALL = 8.0, 7.0
_LINE = 9.5
_LETTER = 0.58
_COUNTS, _RADIUS, _GAP = 80.0, 38.0, 10.0


def draw(view: PatternDiagram, ax: Axes | None = None) -> Figure:
    """Draw the patterns of significance below each other, on given axes or a figure of their size."""
    left, right = (_names(view, side) for side in ("left", "right"))
    ring = left + right + 2 * _RADIUS + 2 * _GAP
    heights = [_height(view, row) for row in view.rows]
    longest = max((len(text) for row in view.rows for text in row.examples), default=0)
    width = max(_WIDTH, _COUNTS + ring + _LETTER * _SMALL * longest)
    top = sum(heights)
    with stage(width, top, ax) as axes:
        _rule(axes, width, top, 0.9)
        for i, (row, height) in enumerate(zip(view.rows, heights, strict=True), 1):
            middle = top - height / 2
            _text(axes, 0, middle, f"({row.numeral}) {row.count}\n{row.share}", _FONT)
            _ring(axes, view, row, (_COUNTS + left + _GAP + _RADIUS, middle))
            _text(axes, _COUNTS + ring, middle, "\n".join(row.examples), _SMALL)
            top -= height
            _rule(axes, width, top, 0.9 if i == len(heights) else 0.5)
    return figure_of(axes)


def _names(view: PatternDiagram, side: str) -> float:
    """Return how wide the names on a side are."""
    return max((_LETTER * _SMALL * len(node.name) for node in view.nodes if node.side == side), default=0.0)


def _height(view: PatternDiagram, row: Row) -> float:
    """Return how high the line of a pattern is."""
    ring = 2 * _RADIUS * max((abs(float(node.y)) for node in view.nodes), default=0.0)
    return max(ring + 2 * _LINE, 1.25 * _LINE * max(len(row.examples), 2)) + 8


def _ring(axes: Axes, view: PatternDiagram, row: Row, centre: tuple[float, float]) -> None:
    """Draw the core on its ring, and a line between each two that are not significantly different."""
    places = {node.number: _place(node, centre) for node in view.nodes}
    for pair in row.joined:
        (x, y), (u, v) = (places[number] for number in pair)
        axes.plot([x, u], [y, v], color="black", linewidth=1.4, solid_capstyle="round")
    for node in view.nodes:
        x, y = places[node.number]
        axes.plot([x], [y], color="black", marker="o", markersize=2.6)
        dx, dy = {"left": (-4, 0), "right": (4, 0), "above": (0, 4), "below": (0, -4)}[node.side]
        across = {"left": "right", "right": "left"}.get(node.side, "center")
        up = {"above": "bottom", "below": "top"}.get(node.side, "center")
        _text(axes, x + dx, y + dy, node.name, _SMALL, across, up)


def _place(node: Node, centre: tuple[float, float]) -> tuple[float, float]:
    """Return where a comparate of the core is."""
    return centre[0] + _RADIUS * float(node.x), centre[1] + _RADIUS * float(node.y)


def _text(
    axes: Axes, x: float, y: float, text: str, size: float, across: str = "left", up: str = "center"
) -> None:
    """Write a text."""
    axes.text(x, y, text, fontsize=size, ha=across, va=up, parse_math=False)


def _rule(axes: Axes, width: float, y: float, weight: float) -> None:
    """Draw a rule across the figure."""
    axes.plot([0, width], [y, y], color="black", linewidth=weight, clip_on=False)
