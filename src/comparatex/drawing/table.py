"""Tables drawn with matplotlib: text in columns between rules."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from comparatex.drawing.canvas import figure_of, stage
from comparatex.layout.tables.booktabs import Column, Entry, Line, Part, Table, entry_width, width

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_PLAIN = Entry("")
_LINE, _SEPARATION, _FONT = 12.0, 10.0, 8.0
_WIDER = 1.12  # how much wider than its estimate a column is drawn, for matplotlib's font is wider than TeX's
_LETTER = 4.9  # height of a letter of a standing heading, in points


def draw(view: Table, ax: Axes | None = None) -> Figure:
    """Draw a table, its parts below each other, on given axes or a figure of their size."""
    sizes = [(_width(part), _height(part)) for part in view.parts]
    wide, high = max(size[0] for size in sizes), sum(size[1] for size in sizes)
    with stage(wide, high, ax) as axes:
        top = high
        for part, (_, height) in zip(view.parts, sizes, strict=True):
            _draw_part(axes, part, top)
            top -= height
    return figure_of(axes)


def _columns(part: Part) -> list[float]:
    return [
        _WIDER * width(column, (line.entries[j] for line in part.lines))
        for j, column in enumerate(part.columns)
    ]


def _width(part: Part) -> float:
    """Return how wide a part is."""
    widths = _columns(part)
    return sum(widths) + _SEPARATION * (len(widths) - 1)


def _head(part: Part) -> float:
    """Return how high the headings of a part are."""
    return max(
        _LETTER * len(column.heading) + 6 if column.standing else _LINE * max(1, len(column.stack))
        for column in part.columns
    )


def _height(part: Part) -> float:
    """Return how high a part is, with the room below it."""
    return _head(part) + _LINE * len(part.lines) + 3.0 * sum(line.rule for line in part.lines) + 2 * _LINE


def _draw_part(axes: Axes, part: Part, top: float) -> None:
    widths, head = _columns(part), _head(part)
    right = _width(part)
    _rule(axes, right, top - 1, 0.9)
    for (left, across), column in zip(_places(widths), part.columns, strict=True):
        _heading(axes, column, left, across, top - head + 1)
    y = top - head - 3
    _rule(axes, right, y, 0.5)
    for line in part.lines:
        if line.rule:
            y -= 3
            if line.sums:
                _rule(axes, right, y, 0.5)
        y -= _LINE
        _draw_line(axes, part, widths, line, y + 3)
    _rule(axes, right, y - 2, 0.9)


def _draw_line(axes: Axes, part: Part, widths: list[float], line: Line, y: float) -> None:
    for (left, across), column, entry in zip(_places(widths), part.columns, line.entries, strict=True):
        x = left + across * {"l": 0.0, "c": 0.5, "r": 1.0}[column.align]
        if entry.spread:
            if not entry.bare:
                _write(axes, x, y, f"± {entry.spread}", _PLAIN, column.align, size=0.9)
            x -= _WIDER * (entry_width(entry) - entry_width(replace(entry, spread=""))) + 2
        x -= _WIDER * entry_width(Entry("", pad=entry.pad))
        _write(axes, x, y, entry.text, entry, column.align)
        if entry.mark == "second":
            length = _WIDER * entry_width(replace(entry, spread="", pad=""))
            axes.plot([x - length, x], [y - 2, y - 2], color="black", lw=0.5)


def _heading(axes: Axes, column: Column, left: float, across: float, y: float) -> None:
    """Write the heading of a column, standing where its column is narrow."""
    if column.standing:
        _write(axes, left + across / 2, y, column.heading, column, "c", rotation=90)
    else:
        x = left + across * {"l": 0.0, "c": 0.5, "r": 1.0}[column.align]
        lines = column.stack or (column.heading,)
        for above, line in enumerate(reversed(lines)):
            _write(axes, x, y + above * _LINE, line, column, column.align)


def _write(
    axes: Axes,
    x: float,
    y: float,
    text: str,
    item: Column | Entry,
    align: str,
    rotation: float = 0.0,
    size: float = 1.0,
) -> None:
    """Write a text as its mark has it."""
    axes.text(
        x,
        y,
        text,
        fontsize=_FONT * size,
        ha={"l": "left", "c": "center", "r": "right"}[align],
        va="bottom" if rotation else "baseline",
        rotation=rotation,
        parse_math=False,
        color=f"#{item.colour}" if item.colour else "black",
        fontweight="bold" if item.mark not in ("", "second") else "normal",
    )


def _rule(axes: Axes, right: float, y: float, weight: float) -> None:
    axes.plot([0, right], [y, y], color="black", lw=weight, clip_on=False)


def _places(widths: list[float]) -> Iterator[tuple[float, float]]:
    """Yield the left edge and the width of each column."""
    left = 0.0
    for across in widths:
        yield left, across
        left += across + _SEPARATION
