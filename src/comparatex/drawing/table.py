"""Tables drawn with matplotlib: text in columns between rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from comparatex.drawing.canvas import COLOURS, figure_of, stage
from comparatex.drawing.matrix import ground
from comparatex.drawing.output import wrapped
from comparatex.layout.tables.booktabs import Column, Entry, Line, Part, Table, entry_width, shared
from comparatex.layout.widths import LEAST_TYPE

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_PLAIN = Entry("")
_LINE, _LEADING, _SEPARATION, _FONT = 12.0, 9.6, 10.0, 8.0
_WIDER = 1.12  # how much wider than its estimate a column is drawn, for matplotlib's font is wider than TeX's
_NARROWEST = 45.0  # points: of a column of names that wrap
_LETTER = 4.9  # height of a letter of a standing heading, in points


_ALIGN = {"l": (0.0, "left"), "c": (0.5, "center"), "r": (1.0, "right")}
"""Where in its column an entry has its side, as a share, and which side that is."""


def draw(view: Table, ax: Axes | None = None) -> Figure:
    """Draw a table, its parts below each other, on given axes or a figure of their size."""
    parts = [_wrapped(part, view.room * _FONT / LEAST_TYPE) for part in view.parts]
    places = [list(_places(widths)) for _, widths in parts]
    heights = [
        _head(part) + sum(map(_height, part.lines)) + 3.0 * sum(line.rule for line in part.lines) + 2 * _LINE
        for part, _ in parts
    ]  # with the room below each
    wide, top = max(sum(columns[-1]) for columns in places), sum(heights)
    scale = min(1.0, max(LEAST_TYPE / _FONT, view.room / wide))
    with stage(wide, top, ax, scale=scale) as axes:
        for (part, _), columns, height in zip(parts, places, heights, strict=True):
            _draw_part(axes, part, columns, top)
            top -= height
    return figure_of(axes)


def _wrapped(part: Part, room: float) -> tuple[Part, list[float]]:
    """Return a part whose names wrap where it would be wider than some room, and the widths of its columns."""
    widths = [_WIDER * wide for wide in part.widths]
    spare = room - sum(widths) - _SEPARATION * (len(widths) - 1)
    names = {j: widths[j] for j, column in enumerate(part.columns) if column.align == "l"}
    if spare >= 0 or not names:
        return part, widths
    share = max(shared(sorted(names.values()), spare + sum(names.values())), _NARROWEST)
    columns, lines = list(part.columns), [list(line.entries) for line in part.lines]
    for j in names:
        widths[j] = min(widths[j], share)
        columns[j] = replace(columns[j], stack=tuple(wrapped(columns[j].heading, share, _FONT).split("\n")))
        for entries in lines:
            entries[j] = replace(entries[j], text=wrapped(entries[j].text, share, _FONT))
    below = (replace(line, entries=tuple(entries)) for line, entries in zip(part.lines, lines, strict=True))
    return replace(part, columns=tuple(columns), lines=tuple(below)), widths


def _height(line: Line) -> float:
    """Return how high a line is, whose names may be in several."""
    return _LINE + _LEADING * max(entry.text.count("\n") for entry in line.entries)


def _places(widths: Sequence[float]) -> Iterator[tuple[float, float]]:
    """Yield the left edge and the width of each column."""
    left = 0.0
    for wide in widths:
        yield left, wide
        left += wide + _SEPARATION


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
        high, y = _height(line), y - _LINE
        for (left, across), column, entry in zip(places, part.columns, line.entries, strict=True):
            if entry.shade is not None:
                start, end = left - _SEPARATION / 2, left + across + _SEPARATION / 2
                low, up = y + _LINE - high, y + _LINE
                axes.fill([start, end, end, start], [low, low, up, up], color=ground(entry.shade), lw=0)
            _draw_entry(axes, left + across * _ALIGN[column.align][0], y + 3, entry, column.align)
        y -= high - _LINE
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
    for below, line in enumerate(entry.text.split("\n")):
        _write(axes, x, y - below * _LEADING, line, entry, align)
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
