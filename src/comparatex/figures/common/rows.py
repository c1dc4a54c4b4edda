"""Figures with a row for each comparate: its name, and beside it columns of texts and of plots.

What a figure shows is its choice of columns. The i-th row is at i on the axes of plots, downwards from 1 at the top, in
TeX as with matplotlib, and looks of marks have the names of their styles in TeX.
"""

from __future__ import annotations

import math
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, TypeVar

from comparatex.figures.common import pictures
from comparatex.figures.common.data import Axis, Described, Named
from comparatex.layout.numbers import Notation
from comparatex.layout.widths import HALF, LEAST_TYPE, PAGE, SIZE, Room, latin_modern, shrunk

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from comparatex.layout.cdd_view import Clique

ALL = sys.maxsize  # rows of a block of what is in one block
NARROW = 340.0  # 12 cm: on less, type is smaller, and bars of wins are left out
PITCH = 11.38 / SIZE  # of rows: 4 mm in type of 8 points
_IN_COLUMN = 7.0  # points of type on a narrow line
_LEADING = 1.05
"""Lines of names are so many times as far apart as their type is high: closer, accents would touch."""
_GAP, _BEFORE, _END = 7.0, 9.0, 9.0
"""Points before texts and before plots, and for half the last number of an axis at the end of a line."""
_BELOW = 48.0  # points of the heading above rows, and of the axis and its label below, in TeX
_SURE = 1.03  # how much wider names may be than by estimate
_BETWEEN = 5.0  # points that each of several blocks leaves of the line, as in the style file
_DROPS = 0.33  # share of the line: plots that have less room make spare columns go
_SHRINKS = ((LEAST_TYPE, 0.24), (4.0, 0.12))
"""Type shrinks to so many points while plots have less than this share: to illegible type only for the barest plot."""
_PLOT = 45.0  # points that each plot must have, or else spare columns go


@dataclass(frozen=True, kw_only=True)
class Row(Named):
    """What every row has."""


@dataclass(frozen=True, kw_only=True)
class Texts:
    """A column of texts, flush right unless they are lines of words."""

    heading: str
    texts: tuple[str, ...]
    flush: Literal["right", "left"] = "right"
    spare: int = 0  # the greater, the sooner it goes where plots would lack room; 0: never


@dataclass(frozen=True)
class Marks:
    """Marks of one look: for each the row and its numbers, as `fields` names them."""

    style: str
    rows: tuple[tuple[float, ...], ...]
    colour: str = ""  # as RRGGBB, in place of that of the look
    shared: int = 1  # of how many it is one, see `Point`
    fragile: bool = False  # of pairs that small changes would part

    @property
    def fields(self) -> tuple[str, ...]:
        """What the numbers are."""
        return ("row", *_FIELDS[LOOKS[self.style][0]])

    @property
    def is_named(self) -> bool:
        """Whether each is the only one of its look in its row."""
        return len({row[0] for row in self.rows}) == len(self.rows) and self.style not in (
            "core",
            "clique",
            "clique past",
        )


@dataclass(frozen=True, kw_only=True)
class Plot:
    """A column with an axis across, and marks in the rows."""

    name: str  # of its node in TeX, and of its style
    x: Axis
    marks: tuple[Marks, ...]
    heading: str = ""  # above its middle
    left: str = ""  # left, right: who is better on either side of zero
    right: str = ""
    share: float = 1.0  # of the room that texts leave
    fixed: float = 0.0  # its width, in units of the type, where that does not depend on the line
    bands: tuple[tuple[str, float, float], ...] = ()  # style and ends of what is behind all rows
    zero: float | None = None  # where two are equally good: a line
    reverse: bool = False  # the least is on the right
    ticks: tuple[tuple[float, str], ...] = ()  # numbers of the axis with their texts, where these are not the usual
    above: tuple[Named, ...] = ()  # what 1, 2, … stand for, above the axis in place of numbers
    ruler: tuple[float, float, str] | None = None  # a length above the first row, and what it is
    spare: int = 0  # as of texts

    @property
    def is_bare(self) -> bool:
        """Whether it has no numbers."""
        return bool(self.fixed)


Column = Texts | Plot
R = TypeVar("R", bound=Row)


def _part(column: Column, first: int, last: int) -> Column:
    """Return some rows of a column, counted anew."""
    if isinstance(column, Texts):
        return replace(column, texts=column.texts[first:last])
    marks = (
        replace(
            marks, rows=tuple((row[0] - first, *row[1:]) for row in marks.rows if first + 0.5 <= row[0] < last + 0.5)
        )
        for marks in column.marks
    )
    return replace(column, marks=tuple(some for some in marks if some.rows), ruler=None if first else column.ruler)


@dataclass(frozen=True)
class Place:
    """Where a column is, in points after names and in shares of what texts leave of the line."""

    start: tuple[float, float]
    end: tuple[float, float]


@dataclass(frozen=True, kw_only=True)
class RowPlot(Described, Generic[R]):
    """A figure with a row for each comparate."""

    most: ClassVar[int] = 62  # rows of a block, which with an axis fill 80 % of a page of A4
    lines: ClassVar[float] = PITCH  # height of a row at most, in units of the type

    rows: tuple[R, ...]  # from the top
    columns: tuple[Column, ...]  # from the left
    line: Room = PAGE  # what it is made for

    @property
    def half(self) -> bool:
        """Whether half of a page's width is enough."""
        return False

    @property
    def x(self) -> Axis:
        """The axis of the first plot."""
        return self.plots[0].x

    @property
    def plots(self) -> list[Plot]:
        """The columns that are drawn."""
        return [column for column in self.columns if isinstance(column, Plot)]

    @property
    def blocks(self) -> list[tuple[tuple[R, ...], tuple[Column, ...]]]:
        """The rows and columns of each block: even ones, as few as hold all rows."""
        n = -(-len(self.rows) // self.most)
        each = -(-len(self.rows) // n)
        return [
            (self.rows[first : first + each], tuple(_part(column, first, first + each) for column in self.columns))
            for first in range(0, len(self.rows), each)
        ]

    @property
    def across(self) -> float:
        """Width of a block, in points."""
        n_blocks = -(-len(self.rows) // self.most)
        return self.line.width / n_blocks - (_BETWEEN if n_blocks > 1 else 0.0)

    @cached_property
    def least_type(self) -> float:
        """Size of its type, in points, on its line in a document of 10 pt."""
        size = min(_IN_COLUMN if self.line.width < NARROW else SIZE, self._highest / _LEADING)
        return round(_shrunk(size, self.across, self.taken), 1)

    @property
    def _highest(self) -> float:
        """Height of a row in points, where all fill the page."""
        return (self.line.highest - _BELOW) / min(len(self.rows), self.most)

    @property
    def row_height(self) -> float:
        """Height of a row, in points."""
        return min(self.lines * self.least_type, self._highest)

    def places(self, widths: Sequence[float], size: float) -> list[Place]:
        """Return where columns are, by the widths of their texts in points and the size of the type."""
        shares = sum(plot.share for plot in self.plots if not plot.fixed) or 1.0
        places, points, share, unit = list[Place](), 0.0, 0.0, size / SIZE
        for column, width in zip(self.columns, widths, strict=True):
            start = (points + unit * (_BEFORE if isinstance(column, Plot) and len(column.ticks) != 1 else _GAP), share)
            points = start[0] + width
            if isinstance(column, Plot):
                points = start[0] + column.fixed * size
                share += 0.0 if column.fixed else column.share / shares
            places.append(Place(start, (points, share)))
        return places

    def taken(self, size: float) -> float:
        """Return the points of a line that are not left to plots, as TeX sets them in type of a size."""
        names = _SURE * max(latin_modern(row.name, bold=row.ours) for row in self.rows) * shrunk(size)
        return names + self.places(self._widths(size), size)[-1].end[0] + self._end(size)

    def _end(self, size: float) -> float:
        last = self.columns[-1]
        return _END * size / SIZE if isinstance(last, Plot) and not last.is_bare else 0.0

    def _widths(self, size: float) -> list[float]:
        return [
            shrunk(size) * max(map(latin_modern, (column.heading, *column.texts))) if isinstance(column, Texts) else 0.0
            for column in self.columns
        ]

    @property
    def sizes(self) -> tuple[float, ...]:
        """Return the rows of a block, their height and type, and what plots have not of the line, in units of type."""
        points = (self.row_height, self.least_type, self.taken(self.least_type))
        return len(self.blocks[0][0]), *(round(size / SIZE, 3) for size in points)

    @property
    def cells(self) -> list[tuple[Plot | None, Place]]:
        """The plot that each column stands beside, None before the first one, with its place from there."""
        places = self.places(self._widths(self.least_type), self.least_type)
        first = next(k for k, column in enumerate(self.columns) if isinstance(column, Plot))
        beside: Plot | None = None
        origin, cells = places[first].start, list[tuple[Plot | None, Place]]()
        for column, place in zip(self.columns, places, strict=True):
            start, end = (round((end[0] - origin[0]) / SIZE, 3) for end in (place.start, place.end))
            cells.append((beside, Place((start, place.start[1]), (end, round(place.end[1] - place.start[1], 3)))))
            if isinstance(column, Plot):
                beside, origin = column, place.end
        return cells

    @property
    def before(self) -> float:
        """How far names are from the first plot, in units of the type."""
        first = next(k for k, column in enumerate(self.columns) if isinstance(column, Plot))
        return round(self.places(self._widths(self.least_type), self.least_type)[first].start[0] / SIZE, 3)


def _shrunk(size: float, line: float, taken: Callable[[float], float]) -> float:
    """Return the largest size of type, from one on down, in which names and texts leave a plot its room on a line."""
    for least, share in _SHRINKS:
        while size > least + 0.05 and line - taken(size) < share * line:
            size -= 0.1
    return size


P = TypeVar("P", bound=RowPlot[Any])


def fitted(view: P) -> P:
    """Leave out what has no room, and columns without a text: spare columns first, then who is better on a side."""
    columns = [column for column in view.columns if isinstance(column, Plot) or any(column.texts)]
    while True:
        view = replace(view, columns=tuple(columns))
        spare, room = max(column.spare for column in columns), view.across - view.taken(view.least_type)
        n_plots = sum(not plot.fixed for plot in view.plots)
        if not spare or room >= max(_DROPS * view.across, _PLOT * n_plots):
            break
        columns = [column for column in columns if column.spare != spare]
    shares = sum(plot.share for plot in view.plots if not plot.fixed)
    view = replace(view, columns=tuple(_ended(view, column, room / (shares or 1.0)) for column in columns))
    return numbered(view)


_APART, _INTERVALS = 1.35, 6
"""Widths of a number from one of an axis to the next, and intervals between them, at most."""


def numbered(view: P) -> P:
    """Give linear axes few numbers, which have room side by side, also where the figure may have half of the width."""
    plots = [plot for plot in view.plots if not (plot.fixed or plot.ticks)]
    across, size = view.across, view.least_type
    if view.half:
        across = HALF * across
        size = _shrunk(size, across, view.taken)
    room = across - view.taken(size)
    shares = sum(plot.share for plot in view.plots if not plot.fixed)
    return replace(
        view,
        columns=tuple(
            replace(column, ticks=_ticks(column.x, room * column.share / shares, size, _END / len(plots)))
            if column in plots and isinstance(column, Plot) and not column.x.logarithmic
            else column
            for column in view.columns
        ),
    )


def _ticks(x: Axis, across: float, size: float, past: float) -> tuple[tuple[float, str], ...]:
    """Return the multiples of the least step, 1, 2 or 5 times a power of ten, whose texts have room, or else two.

    Texts go on beyond an axis that is `across` points wide for `past` points at most.
    """
    exponent = math.floor(math.log10(x.high - x.low)) - 1
    steps = [(step, power) for power in (exponent, exponent + 1) for step in (1, 2, 5)]
    for complete in (True, False):
        for step, power in steps if complete else reversed(steps):
            unit, notation = step * 10.0**power, Notation(max(-power, 0))
            points = shrunk(size) * max(latin_modern(notation.fixed(end)) for end in (x.low, x.high))
            wide, inside = ((x.high - x.low) / across * part for part in (points, max(points / 2 - past, 0.0)))
            first, last = math.ceil((x.low + inside) / unit), math.floor((x.high - inside) / unit)
            apart = 1 if complete else last - first
            if first < last <= first + _INTERVALS * apart and apart * unit >= _APART * wide:
                numbers = (k * unit for k in range(first, last + 1, apart))
                return tuple((round(number, max(-power, 0)), notation.fixed(number)) for number in numbers)
    return ()


def _ended(view: RowPlot[Any], column: Column, room: float) -> Column:
    """Leave out who is better on a side of zero where a plot, with so much room for a share, is too narrow for that."""
    if isinstance(column, Plot):
        left, right = (
            shrunk(view.least_type) * latin_modern(f"{words} →") if words else 0.0
            for words in (column.left, column.right)
        )
        across = room * column.share
        if left > across or (right and left + right > across):
            column = replace(column, left="")
        if right > across:
            column = replace(column, right="")
    return column


# -------------------------------------------------------------------------------------------------- pictures
Kind = Literal["dots", "intervals", "bars", "joins"]
_FIELDS: Mapping[Kind, tuple[str, ...]] = {
    "dots": ("x",),
    "intervals": ("x", "low", "high"),
    "bars": ("left", "right"),
    "joins": ("x", "last"),
}
_ROW = 0.55  # of bars that fill a row, as a share of its height
LOOKS: Mapping[str, tuple[Kind, str, Mapping[str, Any]]] = {
    "better": ("intervals", "plotbetter", {"marker": "s", "share": 0.36, "mew": 0.8, "lw": 0.8}),
    "worse": ("intervals", "plotworse", {"marker": "s", "share": 0.36, "mew": 0.8, "lw": 0.8}),
    "open": ("intervals", "plotneutral", {"marker": "s", "share": 0.36, "mew": 0.8, "lw": 0.8, "mfc": "white"}),
    "estimate": ("intervals", "black", {"marker": "|", "ms": 6, "mew": 1, "lw": 0.8}),
    "beyond left": ("dots", "black", {"marker": "<", "ms": 3}),
    "beyond right": ("dots", "black", {"marker": ">", "ms": 3}),
    "won": ("bars", "plotbetter", {"share": 0.6}),
    "lost": ("bars", "cddbar", {"share": 0.6}),
    "open won": ("bars", "heatmapB", {"share": 0.6}),
    "open lost": ("bars", "heatmapa", {"share": 0.6}),
    "tied": ("bars", "plotneutral", {"lw": 0.8}),
    "bar": ("bars", "cddbar", {"share": _ROW}),
    "lone": ("joins", "plotcurve0", {"lw": 0.4}),
    "clique": ("bars", "black", {"lw": 1.2}),
    "clique past": ("bars", "black", {"lw": 0.4}),
    "rank": ("dots", "black", {"share": 0.4, "mec": "white", "mew": 0.3}),
    "rank interval": ("bars", "black", {"lw": 0.7}),
    "rising": ("dots", "plotbetter", {"marker": "^", "share": 0.4, "mec": "white", "mew": 0.3}),
    "falling": ("dots", "plotworse", {"marker": "v", "share": 0.4, "mec": "white", "mew": 0.3}),
    "exchanged": ("dots", "plotneutral", {"share": 0.4, "mec": "white", "mew": 0.3}),
    "bystander": ("dots", "black", {"share": 0.4, "mec": "white", "mew": 0.3}),
    "core": ("dots", "black", {"ms": 3}),
    "member": ("dots", "cddgroup", {"share": 0.38, "mew": 0}),
    "group": ("joins", "cddgroup", {"lw": 2.2}),
    "group gap": ("joins", "cddgroup", {"lw": 0.5}),
    "whiskers": ("bars", "boxesline", {"lw": 0.5}),
    "box": ("bars", "boxesfill", {"share": 0.58}),
    "quartiles": ("bars", "boxesline", {"lw": 2}),
    "points": ("dots", "boxesline", {"ms": 2, "mew": 0}),
    "median": ("dots", "black", {"marker": "|", "share": 0.6, "mew": 1}),
    "mean": ("dots", "black", {"marker": "d", "ms": 3.5, "mew": 0.5, "mfc": "white"}),
    "violin": ("dots", "boxesline", {"lw": 0.5}),
}
"""What marks of each style are, in which colour, and how matplotlib draws them; `share`: of the height of a row."""
_BANDS = {"margin": "plotgrid", "within": "cddwithin"}
_ABOVE, _AXIS = 13.0, 14.0  # points of a line of headings above rows, and of the numbers of an axis


def draw_rows(view: RowPlot[R], ax: Axes | None = None) -> Figure:
    """Draw a figure of rows: the names and the first plot on the axes given, else all in a figure of its own."""
    if ax is not None:
        _plot(ax, view, view.plots[0], view.rows, view.least_type)
        _names(ax, view.rows, view.least_type, 3.0)
        return pictures.figure_of(ax)
    from comparatex.drawing.output import text_width, wrapped

    blocks, line = view.blocks, view.line.width
    across = line / len(blocks)
    size = _shrunk(view.least_type, across, lambda size: _taken(view, size))  # letters are wider than TeX's
    widths, room = _text_widths(view, size), max(across - _taken(view, size), 0.1 * across)
    places, high = view.places(widths, size), view.row_height * min(1.0, size / view.least_type + 0.05)
    spans = [room * (place.end[1] - place.start[1]) for place in places]
    labels = [
        wrapped(column.x.label, across + pictures.BEYOND, size).count("\n") + 1
        for column, across in zip(view.columns, spans, strict=True)
        if isinstance(column, Plot) and not column.is_bare
    ]
    names = (text_width(one.name, size) for plot in view.plots for one in plot.above)
    below, n = (_AXIS + 1.25 * size * max(labels) if labels else 0.0), len(blocks[0][0])
    tall = _ABOVE + max(names, default=0.0) + n * high + below
    page = pictures.new(tall, line, layout=None)
    for k, (rows, columns) in enumerate(blocks):
        origin, bottom = (
            (k + 1) * across - room - _taken(view, size) + _names_width(view, size),
            below + (n - len(rows)) * high,
        )
        edges = [[origin + points + room * share for points, share in (at.start, at.end)] for at in places]
        axes: list[tuple[float, Axes]] = []
        for column, (start, end) in zip(columns, edges, strict=True):
            if isinstance(column, Plot):
                box = (start / line, bottom / tall, (end - start) / line, len(rows) * high / tall)
                axes.append((end, page.add_axes(box)))
                _plot(axes[-1][1], view, column, rows, size, high, end - start)
                axes[-1][1].set_yticks(range(1, len(rows) + 1), [])
                axes[-1][1].tick_params(axis="y", length=0)
        first = next(start for column, (start, _) in zip(columns, edges, strict=True) if isinstance(column, Plot))
        _names(axes[0][1], rows, size, first - origin)
        for column, (start, end) in zip(columns, edges, strict=True):
            if isinstance(column, Texts):
                at = end if column.flush == "right" else start
                before = [one for one in axes if one[0] <= start]
                edge, beside = before[-1] if before else (first, axes[0][1])
                _texts(beside, column, 1.0 if before else 0.0, at - edge, size)
    return page


def _names_width(view: RowPlot[R], size: float) -> float:
    """Return how wide names are in matplotlib's letters, in points."""
    from comparatex.drawing.output import text_width

    return max(text_width(row.name, size, bold=row.ours) for row in view.rows)


def _text_widths(view: RowPlot[R], size: float) -> list[float]:
    """Return how wide the texts of each column are in matplotlib's letters, in points."""
    from comparatex.drawing.output import text_width

    texts = ((column.heading, *column.texts) if isinstance(column, Texts) else () for column in view.columns)
    return [max((text_width(words, size) for words in some), default=0.0) for some in texts]


def _taken(view: RowPlot[R], size: float) -> float:
    """Return the points of a line that are not left to plots, in matplotlib's letters."""
    return _names_width(view, size) + view.places(_text_widths(view, size), size)[-1].end[0] + _END


def _names(ax: Axes, rows: Sequence[Row], size: float, pad: float) -> None:
    ax.set_yticks(range(1, len(rows) + 1), [row.name for row in rows], fontsize=size)
    ax.tick_params(axis="y", length=0, pad=pad)
    pictures.dress_names(ax.get_yticklabels(), rows)


def _texts(ax: Axes, column: Texts, edge: float, away: float, size: float) -> None:
    """Write texts and their heading so many points from an edge of a plot."""
    looks: dict[str, Any] = {"fontsize": size, "ha": column.flush}
    for i, words in enumerate(column.texts, 1):
        pictures.text(ax, words, (edge, i), (away, 0), xycoords=ax.get_yaxis_transform(), va="center_baseline", **looks)
    pictures.text(ax, column.heading, (edge, 1), (away, 3), xycoords="axes fraction", va="bottom", **looks)


def _plot(
    ax: Axes, view: RowPlot[R], plot: Plot, rows: Sequence[R], size: float, high: float = 0.0, width: float = 0.0
) -> None:
    """Draw a plot in some rows."""
    from comparatex.drawing.output import text_width

    grid: Literal["x", "y"] = "y" if plot.is_bare else "x"
    pictures.dress(ax, plot.x, grid=grid, size=size)
    ax.spines["left"].set_visible(False)
    ax.set_ylim(len(rows) + 0.5, 0.5)
    if plot.reverse:
        ax.invert_xaxis()
    for style, low, end in plot.bands:
        ax.axvspan(low, end, color=pictures.COLOURS[_BANDS[style]], lw=0, zorder=0)
    if plot.zero is not None:
        ax.axvline(plot.zero, color="black", lw=0.6, zorder=1)
    for marks in plot.marks:
        _marks(ax, marks, high or view.row_height)
    if plot.ticks:
        ax.set_xticks([at for at, _ in plot.ticks], [words for _, words in plot.ticks])
    if plot.above or plot.is_bare:
        ax.set_xticks(range(1, len(plot.above) + 1), [one.name for one in plot.above])
        ax.tick_params(axis="x", length=0, labelrotation=90, labeltop=True, labelbottom=False)
        pictures.dress_names(ax.get_xticklabels(), plot.above)
        ax.spines["bottom"].set_visible(False)
    looks: dict[str, Any] = {"va": "bottom", "fontsize": size, "xycoords": "axes fraction"}
    if plot.heading:
        pictures.text(ax, plot.heading, (0.5, 1), (0, 3), ha="center", **looks)
    both = (text_width(f"{plot.left} {plot.right}", size) + 4 * size) * bool(plot.left and plot.right)
    if plot.left and not both > width > 0:
        pictures.text(ax, f"← {plot.left}", (0, 1), (0, 3), ha="left", **looks)
    if plot.right:
        pictures.text(ax, f"{plot.right} →", (1, 1), (0, 3), ha="right", **looks)
    if plot.ruler:
        start, end, words = plot.ruler
        ax.plot([start, end], [0.2, 0.2], "|-", color="black", lw=0.6, ms=4, clip_on=False)
        pictures.text(ax, words, (end, 0.2), (4, 0), va="center", fontsize=size)


def _marks(ax: Axes, marks: Marks, high: float) -> None:
    """Draw marks of one look in rows of a height in points."""
    kind, colour, look = LOOKS[marks.style]
    colour = f"#{marks.colour}" if marks.colour else pictures.COLOURS["cddfragile" if marks.fragile else colour]
    looks = dict(look)
    size = looks.pop("share", 0) * high
    wide = looks.pop("lw", size or 0.8)
    row, x, *more = (list(numbers) for numbers in zip(*marks.rows, strict=True))
    if marks.style == "violin":
        ax.fill(x, row, facecolor=colour if marks.colour else pictures.COLOURS["boxesfill"], edgecolor=colour, lw=wide)
    elif kind == "bars":
        ax.hlines(row, x, more[0], color=colour, lw=wide, zorder=2)
    elif kind == "joins":
        ax.vlines(x, row, more[0], color=colour, lw=wide, zorder=2)
    else:
        if kind == "intervals":
            ax.hlines(row, more[0], more[1], color=colour, lw=wide, zorder=3)
        at_size = {"ms": (looks.get("ms") or size) * (1 + 0.35 * (marks.shared - 1))}
        ax.plot(x, row, color=colour, zorder=4, clip_on=False, **{"marker": "o", "ls": "", **looks, **at_size})


# ----------------------------------------------------------------------------------------- marks and columns
_COLUMN, _CLOSEST, _GROUPS = 12.0, 6.0, 0.25
"""Points between columns of groups at most and at least, and the share of the line that they may take."""


def groups(cliques: Sequence[Clique], heading: str, line: Room) -> Plot:
    """Return columns of groups: a dot for each member, joined by lines that are thin past who is none."""
    n = max((clique.lane for clique in cliques), default=1)
    marks = list[Marks]()
    for weak in (False, True):
        some = [clique for clique in cliques if clique.fragile == weak]
        joins = [(clique.lane, one, two) for clique in some for one, two in pairwise(clique.members)]
        for style, near in (("group", True), ("group gap", False)):
            placed = ((one, lane, two) for lane, one, two in joins if (two == one + 1) == near)
            marks += series(style, placed, fragile=weak)
        marks += series("member", ((row, clique.lane) for clique in some for row in clique.members), fragile=weak)
    apart = min(_COLUMN, max(_CLOSEST, _GROUPS * line.width / n))
    return Plot(
        name="groups", x=Axis("", 0.5, n + 0.5), heading=heading, fixed=round(apart * n / SIZE, 3), marks=tuple(marks)
    )


def coloured(
    style: str, rows: Sequence[Row], marks: Iterable[tuple[float, ...]], *, pale: bool = False, **looks: Any
) -> Iterator[Marks]:
    """Yield marks of one look in the colours of their rows; `pale`: of areas that have other marks on them."""
    by_colour = defaultdict[str, list[tuple[float, ...]]](list)
    for mark in marks:
        by_colour[rows[round(mark[0]) - 1].colour].append(mark)
    for colour in sorted(by_colour):
        parts = (int(colour[k : k + 2], 16) for k in range(0, len(colour), 2))
        shown = "".join(f"{round(0.4 * part + 0.6 * 255):02X}" for part in parts) if pale else colour
        yield from series(style, by_colour[colour], colour=shown, **looks)


def series(style: str, rows: Iterable[tuple[float, ...]], **looks: Any) -> tuple[Marks, ...]:
    """Return marks of one look, none where there are no rows."""
    placed = tuple(rows)
    return (Marks(style, placed, **looks),) if placed else ()
