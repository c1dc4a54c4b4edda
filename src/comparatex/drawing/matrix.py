"""The Multi-Comparison Matrix as a matplotlib figure, of the structure and the colours that TeX gives it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from comparatex.drawing.canvas import figure_of, stage
from comparatex.drawing.output import text_width
from comparatex.layout.mcm_cells import ColourBar, Head, Mcm, Panel, Row

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from comparatex.drawing.artists import ShortText

Colour = tuple[float, float, float]
_STRIPS = 51

_Rectangle = list[tuple[float, float]]
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
_BETTER, _BETTER_HALF = (187, 47, 64), (246, 178, 147)
_NEUTRAL = (247, 247, 247)
_WORSE, _WORSE_HALF = (55, 117, 180), (158, 202, 225)
DIAGONAL = (228 / 255, 228 / 255, 228 / 255)
"""Ground of the cells where a comparate meets itself."""
_MIDDLE = 0.179
"""Relative luminance on which black and white text have the same contrast, 4.58 to 1."""


def draw(view: Mcm, ax: Axes | None = None) -> Figure:
    """Draw a matrix, its panels below each other, as large as its texts need it, or on given axes."""
    sizes = Sizes.of(view)
    width, height = sizes.figure(view)
    with stage(width, height, ax, downwards=True) as axes:
        top = sizes.margin
        for panel in view.panels:
            _draw_panel(axes, view, sizes, panel, top)
            top += sizes.panel_height(panel) + APART
        if view.colour_bar:
            _draw_colour_bar(axes, view.colour_bar, sizes.left, top - APART / 2)
    return figure_of(axes)


def _draw_panel(axes: Axes, view: Mcm, sizes: Sizes, panel: Panel, top: float) -> None:
    from comparatex.drawing.artists import ManyTexts

    left, body = sizes.left, top + sizes.heads
    for i, text in enumerate(reversed(legend(view, sizes.standing))):
        weight = "bold" if text.startswith(view.bold_mark) else "normal"
        _write(axes, left - SEP, body - SEP - (i + 0.5) * LEADING, text, ha="right", weight=weight)
    for j, head in enumerate(panel.columns):
        _column(axes, sizes, head, left + j * (sizes.cell_width + GAP) + sizes.cell_width / 2, body - SEP)
    _grounds(axes, sizes, panel.rows, body)
    texts: list[ShortText] = []
    for i, row in enumerate(panel.rows):
        middle = body + i * (sizes.cell_height + GAP) + sizes.cell_height / 2
        _label(axes, sizes, row.head, left - SEP, middle)
        texts.extend(_texts(sizes, row, middle))
    axes.add_artist(ManyTexts(texts, SIZE))


def _draw_colour_bar(axes: Axes, bar: ColourBar, left: float, top: float) -> None:
    start, middle = left + text_width(bar.ends[0], SIZE) + SEP, top + BAR_HEIGHT / 2
    step = BAR_WIDTH / _STRIPS
    # A little wider than a strip, so that no gap shows between them.
    strips = [_rectangle(start + i * step, top, step * 1.1, BAR_HEIGHT) for i in range(_STRIPS)]
    _fill(axes, strips, [ground(4 * i - 100) for i in range(_STRIPS)])
    _write(axes, left, middle, bar.ends[0])
    _write(axes, start + BAR_WIDTH + SEP, middle, bar.ends[1])
    below = top + BAR_HEIGHT + 1 + LEADING / 2
    _write(axes, start, below, bar.column_better)
    _write(axes, start + BAR_WIDTH / 2, below, bar.middle, ha="center")
    _write(axes, start + BAR_WIDTH, below, bar.row_better, ha="right")


def _column(axes: Axes, sizes: Sizes, head: Head, middle: float, bottom: float) -> None:
    """Write a comparate above its column, standing where names are wide."""
    lines = sizes.column_lines(head)
    for i, line in enumerate(lines):
        if sizes.standing:
            across = middle + (i - (len(lines) - 1) / 2) * LEADING
            _name(axes, head, line, across, bottom, rotation=90, ha="center", va="bottom")
        else:
            _name(axes, head, line, middle, bottom - (len(lines) - i - 0.5) * LEADING, ha="center")


def _label(axes: Axes, sizes: Sizes, head: Head, right: float, middle: float) -> None:
    """Write a comparate beside its row."""
    if sizes.cells == "line":
        _name(axes, head, head.mean, right, middle, ha="right")
        _name(axes, head, head.name, right - SEP - text_width(head.mean, SIZE), middle, ha="right")
        return
    lines = sizes.row_lines(head)
    for i, line in enumerate(lines):
        _name(axes, head, line, right, middle + (i - (len(lines) - 1) / 2) * LEADING, ha="right")


def _name(axes: Axes, head: Head, line: str, x: float, y: float, **style: str | float) -> None:
    """Write a line of a comparate's name in its look, or its mean."""
    if line != head.mean:
        style |= {"weight": "bold" if head.ours else "normal"}
        style |= {"color": f"#{head.colour}"} if head.colour else {}
    _write(axes, x, y, line, **style)


def _grounds(axes: Axes, sizes: Sizes, rows: Sequence[Row], top: float) -> None:
    """Colour the cells."""
    places: list[_Rectangle] = []
    colours: list[Colour] = []
    for i, row in enumerate(rows):
        for j, cell in enumerate(row.cells):
            if cell.kind != "hidden":
                x, y = sizes.left + j * (sizes.cell_width + GAP), top + i * (sizes.cell_height + GAP)
                places.append(_rectangle(x, y, sizes.cell_width, sizes.cell_height))
                colours.append(DIAGONAL if cell.kind == "self" else ground(cell.shade))
    _fill(axes, places, colours)
    _mark(axes, sizes, rows, top)


def _mark(axes: Axes, sizes: Sizes, rows: Sequence[Row], top: float) -> None:
    """Mark the cells with a fragile verdict in their upper right corner."""
    places: list[_Rectangle] = []
    colours: list[str] = []
    for i, row in enumerate(rows):
        for j, cell in enumerate(row.cells):
            if cell.fragile:
                right = sizes.left + j * (sizes.cell_width + GAP) + sizes.cell_width
                y = top + i * (sizes.cell_height + GAP)
                places.append(_rectangle(right - MARK - 1, y + 1, MARK, MARK))
                colours.append(ink(cell.shade))
    _fill(axes, places, colours)


def _fill(axes: Axes, places: Sequence[_Rectangle], colours: Sequence[Colour | str]) -> None:
    """Fill rectangles with colours."""
    from matplotlib.collections import PolyCollection

    axes.add_collection(PolyCollection(places, facecolors=colours, edgecolors="none"), autolim=False)


def _rectangle(x: float, y: float, width: float, height: float) -> _Rectangle:
    """Return the corners of a rectangle."""
    return [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]


def _texts(sizes: Sizes, row: Row, middle: float) -> Iterator[ShortText]:
    """Yield the texts of a row's cells."""
    from comparatex.drawing.artists import ShortText

    places = tuple(_places(sizes))
    for j, cell in enumerate(row.cells):
        left = sizes.left + j * (sizes.cell_width + GAP)
        texts = [text for text in (cell.difference, cell.record, cell.pvalue, cell.posterior) if text]
        for i, text in enumerate(texts):
            bold = cell.bold and (i == 0 or sizes.cells != "compact")
            yield ShortText(left + places[i][0], middle + places[i][1], text, bold, ink(cell.shade))


def _places(sizes: Sizes) -> Iterator[tuple[float, float]]:
    """Yield the middles of a cell's texts, from the middle of its left side."""
    across = LINE_PADDING / 2
    for i, width in enumerate(sizes.texts):
        if sizes.cells == "line":
            yield across + width / 2, 0.0
            across += width + BETWEEN
        else:
            yield sizes.cell_width / 2, (i - (len(sizes.texts) - 1) / 2) * LEADING


def _write(axes: Axes, x: float, y: float, text: str, **style: str | float) -> None:
    """Write a text as it stands, at the middle of its height unless `style` says otherwise."""
    properties: dict[str, Any] = {"ha": "left", "va": "center_baseline", "fontsize": SIZE, **style}
    axes.text(x, y, text, parse_math=False, **properties)


@cache
def ground(shade: int) -> Colour:
    """Return the colour of a shade from −100 (column better) to 100 (row better), as parts of red, green, blue.

    >>> [round(255 * part) for part in ground(-100)], [round(255 * part) for part in ground(25)]
    ([55, 117, 180], [246, 212, 197])
    """
    end, half = (_WORSE, _WORSE_HALF) if shade < 0 else (_BETTER, _BETTER_HALF)
    size = abs(shade)
    return _mix(half, end, 2 * size - 100) if size > 50 else _mix(_NEUTRAL, half, 2 * size)


def _mix(start: tuple[int, int, int], end: tuple[int, int, int], percent: int) -> Colour:
    red, green, blue = (a / 255 + (b - a) / 255 * percent / 100 for a, b in zip(start, end, strict=True))
    return red, green, blue


@cache
def ink(shade: int) -> str:
    """Return black or white, whichever has more contrast on a shade: at least 4.5 to 1.

    >>> ink(0), ink(100), ink(-50)
    ('black', 'white', 'black')
    """
    return "black" if luminance(ground(shade)) > _MIDDLE else "white"


def luminance(colour: Colour) -> float:
    """Return the relative luminance of a colour (WCAG 2.1).

    >>> luminance((0.0, 0.0, 0.0)), round(luminance((1.0, 1.0, 1.0)), 9)
    (0.0, 1.0)
    """
    parts = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour)
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), parts, strict=True))


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
