"""Tables drawn with matplotlib: text in columns between rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from comparatex.drawing.canvas import COLOURS, figure_of, stage
from comparatex.drawing.matrix import ground
from comparatex.layout.tables.booktabs import Column, Entry, Part, Table, entry_width
from comparatex.layout.widths import LEAST_TYPE

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_PLAIN = Entry("")
_LINE, _SEPARATION, _FONT = 12.0, 10.0, 8.0
_WIDER = 1.12  # how much wider than its estimate a column is drawn, for matplotlib's font is wider than TeX's
_LETTER = 4.9  # height of a letter of a standing heading, in points


_ALIGN = {"l": (0.0, "left"), "c": (0.5, "center"), "r": (1.0, "right")}
"""Where in its column an entry has its side, as a share, and which side that is."""


def draw(view: Table, ax: Axes | None = None) -> Figure:
    """Draw a table, its parts below each other, on given axes or a figure of their size."""
    places = [list(_places(part)) for part in view.parts]
    heights = [
        _head(part) + _LINE * len(part.lines) + 3.0 * sum(line.rule for line in part.lines) + 2 * _LINE
        for part in view.parts
    ]  # with the room below each
    wide, top = max(sum(columns[-1]) for columns in places), sum(heights)
    scale = min(1.0, max(LEAST_TYPE / _FONT, view.room / wide))
    with stage(wide, top, ax, scale=scale) as axes:
        for part, columns, height in zip(view.parts, places, heights, strict=True):
            _draw_part(axes, part, columns, top)
            top -= height
    return figure_of(axes)


def _places(part: Part) -> Iterator[tuple[float, float]]:
    """Yield the left edge and the width of each column."""
    left = 0.0
    for wide in part.widths:
        yield left, _WIDER * wide
        left += _WIDER * wide + _SEPARATION


def _head(part: Part) -> float:
    """Return how high the headings of a part are."""
    over = _LINE + 2 if part.spans else 0.0
    return over + max(
        _LETTER * len(column.heading) + 6 if column.standing else _LINE * max(1, len(column.stack))
        for column in part.columns
    )


def _draw_part(axes: Axes, part: Part, places: Sequence[tuple[float, float]], top: float) -> None:
    head, right = _head(part), sum(places[-1])
    _rule(axes, right, top - 1, 0.9)
    for place, column in zip(places, part.columns, strict=True):
        _heading(axes, column, place, top - head + 1)
    for span, first, last in part.spans:
        left, end = places[first - 1][0], sum(places[last - 1])
        if span:
            _write(axes, (left + end) / 2, top - _LINE + 1, span, _PLAIN, "c")
            axes.plot([left, end], [top - _LINE - 2] * 2, color="black", lw=0.4)
    y = top - head - 3
    _rule(axes, right, y, 0.5)
    for line in part.lines:
        if line.rule:
            y -= 3
            if line.sums:
                _rule(axes, right, y, 0.5)
        y -= _LINE
        for (left, across), column, entry in zip(places, part.columns, line.entries, strict=True):
            if entry.shade is not None:
                start, end = left - _SEPARATION / 2, left + across + _SEPARATION / 2
                axes.fill([start, end, end, start], [y, y, y + _LINE, y + _LINE], color=ground(entry.shade), lw=0)
            _draw_entry(axes, left + across * _ALIGN[column.align][0], y + 3, entry, column.align)
    _rule(axes, right, y - 2, 0.9)


def _draw_entry(axes: Axes, x: float, y: float, entry: Entry, align: str) -> None:
    """Write an entry, its standard deviation smaller to the right of it, or its bar."""
    if entry.bar:
        wide = entry_width(Entry("", bar=entry.bar))
        low, middle, high = (x - 0.84 * wide * (1 - end) for end in entry.bar)
        axes.plot([low, high], [y + 3, y + 3], color=COLOURS["plotworse"], lw=2, solid_capstyle="butt")
        axes.plot([middle], [y + 3], "|", color="black", ms=5, mew=1.2)
        x -= wide
    if entry.spread:
        if not entry.bare:
            _write(axes, x, y, f"± {entry.spread}", _PLAIN, align, fontsize=0.9 * _FONT)
        x -= _WIDER * (entry_width(entry) - entry_width(replace(entry, spread=""))) + 2
    x -= _WIDER * entry_width(Entry("", pad=entry.pad))
    _write(axes, x, y, entry.text, entry, align)
    if entry.mark == "second":
        length = _WIDER * entry_width(replace(entry, spread="", pad=""))
        axes.plot([x - length, x], [y - 2, y - 2], color="black", lw=0.5)


def _heading(axes: Axes, column: Column, place: tuple[float, float], y: float) -> None:
    """Write the heading of a column, standing where its column is narrow."""
    left, across = place
    if column.standing:
        _write(axes, left + across / 2, y, column.heading, column, "c", rotation=90, va="bottom")
        return
    x, lines = left + across * _ALIGN[column.align][0], column.stack or (column.heading,)
    for above, line in enumerate(reversed(lines)):
        _write(axes, x, y + above * _LINE, line, column, column.align)


def _write(axes: Axes, x: float, y: float, text: str, item: Column | Entry, align: str, **looks: Any) -> None:
    """Write a text as its mark has it."""
    looks = {"fontsize": _FONT, "va": "baseline", **looks}
    colour = f"#{item.colour}" if item.colour else "black"
    weight = "bold" if item.mark not in ("", "second") else "normal"
    side = _ALIGN[align][1]
    axes.text(x, y, text, ha=side, parse_math=False, color=colour, fontweight=weight, **looks)


def _rule(axes: Axes, right: float, y: float, weight: float) -> None:
    axes.plot([0, right], [y, y], color="black", lw=weight, clip_on=False)
