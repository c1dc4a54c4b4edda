"""Parts of a Multi-Comparison Matrix that matplotlib draws: legend, columns, rows, cells, colour bar."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from matplotlib.axes import Axes
from matplotlib.collections import PolyCollection

from comparatex.layout.mcm.view import ColourBar, Head, Mcm, Panel, Row
from comparatex.preview.many_texts import ManyTexts, ShortText, text_width
from comparatex.preview.mcm_shades import DIAGONAL, Colour, ground, ink
from comparatex.preview.mcm_sizes import (
    BAR_HEIGHT,
    BAR_WIDTH,
    BETWEEN,
    GAP,
    LEADING,
    LINE_PADDING,
    MARK,
    SEP,
    SIZE,
    Sizes,
    legend,
)

_STRIPS = 51

_Rectangle = list[tuple[float, float]]


def draw_panel(axes: Axes, view: Mcm, sizes: Sizes, panel: Panel, top: float) -> None:
    """Draw one panel: legend, columns, rows."""
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


def draw_colour_bar(axes: Axes, bar: ColourBar, left: float, top: float) -> None:
    """Draw the colours with the differences that they stand for."""
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
    axes.add_collection(PolyCollection(places, facecolors=colours, edgecolors="none"), autolim=False)


def _rectangle(x: float, y: float, width: float, height: float) -> _Rectangle:
    """Return the corners of a rectangle."""
    return [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]


def _texts(sizes: Sizes, row: Row, middle: float) -> Iterator[ShortText]:
    """Yield the texts of a row's cells."""
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
    """Write a text as it stands, at the middle of its height unless told otherwise."""
    looks: dict[str, Any] = {"ha": "left", "va": "center_baseline", "fontsize": SIZE, **style}
    axes.text(x, y, text, parse_math=False, **looks)
