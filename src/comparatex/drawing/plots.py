"""The plots as pictures: which marks a view model asks for, and where they go in the frame."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import cos, pi, sin, sqrt
from typing import Literal, Protocol

from comparatex.drawing.marks import (
    Area,
    Areas,
    Line,
    Mark,
    Picture,
    Place,
    Points,
    Rectangle,
    Strokes,
    Text,
    drawn,
)
from comparatex.drawing.output import text_width
from comparatex.drawing.styles import SIZE
from comparatex.layout.audit_figures import Node, PatternDiagram
from comparatex.layout.audit_figures import Row as Pattern
from comparatex.layout.mcm_size import PAGE_HEIGHT, PAGE_WIDTH, broken
from comparatex.layout.plots.fitting import Map, fit_map
from comparatex.layout.plots.heatmap import Heatmap
from comparatex.layout.plots.posteriors import Corner, PosteriorMatrix, Triangle, Triple


class Named(Protocol):
    """What has the name of a comparate."""

    @property
    def name(self) -> str:
        """The comparate."""

    @property
    def ours(self) -> bool:
        """The document proposes it."""

    @property
    def colour(self) -> str:
        """Colour of the name, or empty."""


_Across = Literal["left", "center", "right"]
_Up = Literal["baseline", "center_baseline", "bottom", "top", "center"]


def _name(
    of: Named, x: float, y: float, across: _Across = "left", up: _Up = "center_baseline", turn: float = 0
) -> Text:
    """Return the name of a comparate: bold where it is ours, in its colour."""
    return Text(x, y, of.name, across, up, bold=of.ours, colour=of.colour, turn=turn)


def _width_of_text(text: str) -> float:
    return text_width(text, SIZE)


# ------------------------------------------------------------------------------------------- maps of pairs
def _rectangle(x: float, y: float, width: float, height: float) -> list[Place]:
    return [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]


_KEY_WIDTH = 35.0
_CLASSES = {letter: f"heatmap{letter}" for letter in "ABCabc"} | {
    ".": "heatmapneither",
    "-": "heatmapself",
    "x": "white",
}


@drawn
def heatmap(view: Heatmap) -> Picture:
    """Draw the map of significance; its unit is a point."""
    n, letters = len(view.rows), list[str]()
    fit = fit_map([row.name for row in view.rows], _width_of_text)
    marks = [mark for i, row in enumerate(view.rows) for mark in _map_names(fit, i, row)]
    squares: list[list[Place]] = []
    dashes: list[tuple[Place, Place]] = []
    side, gap = fit.side, min(0.4, 0.08 * fit.side)
    for i, row in enumerate(view.rows):
        letters += row.squares
        for j, letter in enumerate(row.squares):
            x, y = j * side, i * side
            squares.append(_rectangle(x, y, side - gap, side - gap))
            if letter in "abc":
                dashes.append(((x + 0.32 * side, y + 0.5 * side), (x + 0.68 * side, y + 0.5 * side)))
    inks = ["white" if letter == "c" else "black" for letter in letters if letter in "abc"]
    marks.append(Areas(squares, [_CLASSES[letter] for letter in letters], "heatmap square"))
    marks.append(Strokes(dashes, inks, "heatmap dash"))
    marks.extend(_heatmap_key(view, min(0.0, max(-fit.room, n * side - 7 * _KEY_WIDTH)), n * side))
    width, height = n * side, n * side + 4 * SIZE
    return Picture(width=width, height=height, across=(0, width), up=(height, 0), square=True, marks=marks)


def _map_names(fit: Map, i: int, of: Named, *, row: bool = True, column: bool = True) -> Iterator[Mark]:
    """Yield the name of a row and of a column of a map, at its distance, with lines to the squares."""
    middle, out, size = (i + 0.5) * fit.side, fit.distances[i], SIZE * fit.scale
    text, start, end = "\n".join(fit.names[i]), -0.1 * SIZE, -0.3 * SIZE - out
    if row:
        if out:
            yield Line([(start, middle), (end, middle)], "heatmap lead", free=True)
        yield replace(_name(of, -0.4 * SIZE - out, middle, "right", "center"), text=text, size=size)
    if column:
        if out:
            yield Line([(middle, start), (middle, end)], "heatmap lead", free=True)
        yield replace(_name(of, middle, -0.4 * SIZE - out, "center", "bottom", 90), text=text, size=size)


def _heatmap_key(view: Heatmap, left: float, top: float) -> Iterator[Mark]:
    """Yield the key: seven squares from column better to row better, with the bounds of p."""
    weakest, middle, strongest = view.classes
    texts = (strongest, middle, weakest, "n. s.", weakest, middle, strongest)
    for k, (letter, text) in enumerate(zip("cba.ABC", texts, strict=True)):
        x = left + k * _KEY_WIDTH
        yield Rectangle(x, top + 1.9 * SIZE, _KEY_WIDTH - 1, 0.8 * SIZE, _CLASSES[letter], free=True)
        yield Text(x + _KEY_WIDTH / 2, top + 3.7 * SIZE, text, "center")
    row, column = view.sides
    yield Text(left, top + 1.6 * SIZE, column)
    yield Text(left + 7 * _KEY_WIDTH, top + 1.6 * SIZE, row, "right")


_TRIPLES = ("posteriortriplesrow", "posteriortriplesequal", "posteriortriplescolumn")
_CELL, _HIGH, _GAP = 5 * SIZE, 2.1 * SIZE, 0.7 * SIZE
"""Of cells with numbers: width at most, height, and what is left free beside a bar."""


@drawn
def posterior_matrix(view: PosteriorMatrix) -> Picture:
    """Draw the Bayesian probabilities of all pairs; its unit is a point."""
    n, names = len(view.rows) - 1, [row.name for row in view.rows]
    fit = fit_map(names, _width_of_text, PAGE_HEIGHT - 2 * SIZE)
    wide = high = fit.side
    if view.with_numbers:
        widest = max(map(_width_of_text, names))
        scale = min(1.0, 0.45 * PAGE_WIDTH / widest)
        fit = Map(
            fit.side, scale, tuple((name,) for name in names), (0.0,) * len(names), scale * widest + SIZE / 2
        )
        wide, high = min(_CELL, (PAGE_WIDTH - fit.room) / n), _HIGH
    marks: list[Mark] = []
    bars: list[tuple[list[Place], str]] = []
    for i, row in enumerate(view.rows):
        if i < n:
            marks.extend(_map_names(replace(fit, side=high), i, row, column=False))
        if i > 0 and fit.room <= wide:
            marks.append(
                replace(
                    _name(row, (i - 0.5) * wide, -0.4 * SIZE, "center", "baseline"), size=SIZE * fit.scale
                )
            )
        elif i > 0:
            above = replace(fit, side=wide, names=fit.names[1:], distances=fit.distances[1:])
            marks.extend(_map_names(above, i - 1, row, row=False))
        for j, cell in enumerate(row.cells, i):
            bars.extend(_bars(cell, j * wide, i * high, (wide, high), numbers=view.with_numbers))
            if view.with_numbers:
                marks.extend(_numbers(cell, j * wide, i * high + 0.6 * high - 1.5, wide - _GAP))
    marks.append(Areas([corners for corners, _ in bars], [style for _, style in bars], "posterior triples"))
    left, y = -fit.room, n * high + 1.5 * SIZE
    for style, key in zip(_TRIPLES, view.keys, strict=True):
        marks.append(Rectangle(left, y - 6, 6, 6, style, free=True))
        marks.append(Text(left + 9, y, key))
        left += 9 + text_width(key, SIZE) + 1.4 * SIZE
    width, height = n * wide, n * high + 2 * SIZE
    return Picture(width=width, height=height, across=(0, width), up=(height, 0), marks=marks)


def _bars(
    cell: Triple, left: float, top: float, size: tuple[float, float], *, numbers: bool
) -> Iterator[tuple[list[Place], str]]:
    """Yield the three parts of a bar, below numbers or alone, each with its colour."""
    wide, high = size
    start, room = left, wide - (_GAP if numbers else 0.12 * wide)
    y, bar = (top + 0.6 * high, 0.25 * high) if numbers else (top + 0.1 * high, 0.8 * high)
    parts = (cell.left, cell.rope, cell.right)
    if not any(parts):
        return
    for part, style in zip(parts, _TRIPLES, strict=True):
        if part:
            yield _rectangle(start, y, room * part / 100, bar), style
        start += room * part / 100


def _numbers(cell: Triple, left: float, y: float, room: float) -> Iterator[Mark]:
    """Yield the numbers of a cell, with the same room between them."""
    parts = (cell.left, cell.rope, cell.right)
    if not any(parts):
        return
    widths = [text_width(str(part), _NUMBERS) for part in parts]
    between = (room - sum(widths)) / 2
    for part, own in zip(parts, widths, strict=True):
        yield Text(left, y, str(part), size=_NUMBERS)
        left += own + between


_NUMBERS = 6.5
"""Size of the numbers of a cell: matplotlib's digits are wider than TeX's."""


# ------------------------------------------------------------------------------------------------- posterior
_TOP = 50 * sqrt(3)
"""Height of the triangle, in percent of a side."""
_BASE = 210.0
_LEADING = 100 * 1.3 * SIZE / _BASE


@drawn
def posterior(view: Triangle) -> Picture:
    """Draw the posterior of one pair as a triangle; its unit is a percent of a side."""
    corners: list[Place] = [(0.0, 0.0), (100.0, 0.0), (50.0, _TOP)]
    marks: list[Mark] = [Area(corners, "posterior frame", free=True), _hexagons(view, corners)]
    for end in ((50.0, 0.0), (25.0, _TOP / 2), (75.0, _TOP / 2)):
        marks.append(Line([(50, _TOP / 3), end], "posterior border"))
    marks.extend(_corner(view.left, 0, -_LEADING, "left"))
    marks.extend(_corner(view.right, 100, -_LEADING, "right"))
    marks.extend(_corner(view.top, 50, _TOP + 1.4 * _LEADING, "center"))
    return Picture(
        width=_BASE,
        height=_BASE * (_TOP + 4.6 * _LEADING) / 100,
        up=(-2.4 * _LEADING, _TOP + 2.2 * _LEADING),
        square=True,
        marks=marks,
    )


def _hexagons(view: Triangle, within: Sequence[Place]) -> Areas:
    step = 100 / view.cells
    radius = step / sqrt(3) * 1.03
    hexagon = [(radius * cos(pi * (k / 3 + 0.5)), radius * sin(pi * (k / 3 + 0.5))) for k in range(6)]
    places: list[list[Place]] = []
    colours = []
    for row in view.rows:
        for i, level in enumerate(map(int, row.levels), row.first):
            if level:
                x, y = (i + row.row / 2) * step, row.row * step * sqrt(3) / 2
                places.append([(x + dx, y + dy) for dx, dy in hexagon])
                colours.append(f"posterior{level}")
    return Areas(places, colours, "posterior hexagon", within)


def _corner(corner: Corner, x: float, y: float, side: _Across) -> Iterator[Mark]:
    """Yield what a corner means, in two lines where it is long, and its probability."""
    lines = broken(corner.name, 0.48 * _BASE, _width_of_text) if side != "center" else (corner.name,)
    for i, line in enumerate(lines):
        yield replace(_name(corner, x, y - i * _LEADING, side, "baseline"), text=line)
    yield Text(x, y - len(lines) * _LEADING, corner.text, side)


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
