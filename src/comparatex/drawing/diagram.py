"""The critical difference diagram as a matplotlib figure, of the structure that TeX gives it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from math import hypot
from typing import TYPE_CHECKING, Any

from comparatex.drawing.canvas import COLOURS, figure_of, stage
from comparatex.drawing.output import text_width
from comparatex.layout.cdd_view import LANE, LEAST_AXIS, LONGEST, SMALL_TYPE, TYPE, Cdd, Label

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from comparatex.layout.cdd_view import Clique, RankInterval, Ruler

_LEADER, _RANK, _FRAGILE, _INTERVAL = (COLOURS[f"cdd{role}"] for role in ("leader", "rank", "fragile", "interval"))
_THIN, _BAR, _AXIS = 0.05, 0.134, 0.07  # widths of lines, in ems
_OVERHANG = 0.15  # of bars over the leaders of their members, in ems
INTERVAL = 0.45  # height of a lane of intervals, in ems as all that follows
SEP = 0.5  # between the parts of a label
_MARGIN = 0.5


@dataclass(frozen=True)
class _Pen:
    """Axes, and where the diagram's origin is on them."""

    axes: Axes
    right: float
    up: float


def draw(view: Cdd, ax: Axes | None = None) -> Figure:
    """Draw a diagram, as wide as a page where its labels let it, or on given axes."""
    sizes = Sizes.of(view)
    (left, right), (low, high) = sizes.span, sizes.edges(view)
    with stage(right - left, high - low, ax) as axes:
        _draw_on(_Pen(axes, -left, -low), view, sizes)
    return figure_of(axes)


def _draw_on(pen: _Pen, view: Cdd, sizes: Sizes) -> None:
    if view.within:
        x = [_along(view, end, sizes.axis) + pen.right for end in (view.within.low, view.within.high)]
        half = 0.17 * sizes.em
        low, high = pen.up - half, pen.up + half
        pen.axes.fill_between(sorted(x), low, high, color=_LEADER, lw=0, zorder=0.5)
    _draw_axis(pen, view, sizes)
    for sign, labels in ((-1, view.left), (1, view.right)):
        for number, label in enumerate(labels):
            y = sizes.row(number, view.n_lanes)
            _draw_leader(pen, label, sizes, y, sign)
            _draw_label(pen, label, sizes, y, sign)
    for interval in view.intervals:
        _draw_interval(pen, interval, view, sizes)
    for clique in view.cliques:
        _draw_clique(pen, clique, sizes)
    if view.ruler:
        _draw_ruler(pen, view.ruler, view, sizes)


def _draw_axis(pen: _Pen, view: Cdd, sizes: Sizes) -> None:
    """Draw the axis of mean ranks, its ticks and their numbers."""
    em = sizes.em
    _line(pen, [(0, 0), (sizes.axis, 0)], _AXIS * em, solid_capstyle="projecting")
    for ticks, height in ((view.axis.ticks, 0.45), (view.axis.minor_ticks, 0.25)):
        for tick in ticks:
            x = _along(view, tick, sizes.axis)
            _line(pen, [(x, 0), (x, height * em)], _AXIS * em)
    for tick, number in zip(view.axis.ticks, view.axis.numbers, strict=True):
        _text(pen, _along(view, tick, sizes.axis), 0.75 * em, number, em, ha="center", va="baseline")
    _text(pen, sizes.axis / 2, 1.85 * em, view.axis_title, em, ha="center", va="baseline")


def _draw_leader(pen: _Pen, label: Label, sizes: Sizes, y: float, sign: int) -> None:
    """Draw a leader from the axis down to a label, over what other leaders there are when it is coloured."""
    exact, place = sizes.exact[label.position], sizes.places[label.position]
    end = (sizes.axis if sign > 0 else 0) + sign * SEP * sizes.em
    style = {"color": f"#{label.colour}", "zorder": 2.5} if label.colour else {"color": _LEADER, "zorder": 2}
    width = 1.2 if label.colour else 0.6
    bend = [(exact, -sizes.drop)] if sizes.drop else []
    corners = [(exact, 0), *bend, (place, -sizes.fan), (place, y), (end, y)]
    _line(pen, list(_rounded(corners, 0.17 * sizes.em)), width, **style)


def _rounded(corners: list[tuple[float, float]], radius: float) -> Iterator[tuple[float, float]]:
    """Yield a line whose corners are rounded."""
    yield corners[0]
    for (x0, y0), (x, y), (x1, y1) in zip(corners, corners[1:], corners[2:], strict=False):
        before, after = hypot(x0 - x, y0 - y) or 1.0, hypot(x1 - x, y1 - y) or 1.0
        one, two = min(radius / before, 0.5), min(radius / after, 0.5)
        for t in (0.0, 0.25, 0.5, 0.75, 1.0):  # a parabola
            a, b = (1 - t) ** 2 * one, t**2 * two
            yield x + a * (x0 - x) + b * (x1 - x), y + a * (y0 - y) + b * (y1 - y)
    yield corners[-1]


def _draw_label(pen: _Pen, label: Label, sizes: Sizes, y: float, sign: int) -> None:
    """Write rank and name, from the axis outwards; numbers are flush right."""
    em, sep = sizes.em, SEP * sizes.em
    x = (sizes.axis if sign > 0 else 0) + sign * 1.6 * sep
    style: dict[str, Any] = {"color": f"#{label.colour}"} if label.colour else {}
    edge = x + sizes.ranks - sep if sign > 0 else x
    _text(pen, edge, y, label.rank_text, em, ha="right", **{"color": _RANK, **style})
    x += sign * sizes.ranks
    weight = "bold" if label.ours else "normal"
    up = {} if len(label.lines) == 1 else {"va": "center", "linespacing": 1.0}
    side = "left" if sign > 0 else "right"
    _text(pen, x, y, "\n".join(label.lines), em, ha=side, ma=side, weight=weight, **style, **up)


def _draw_clique(pen: _Pen, clique: Clique, sizes: Sizes) -> None:
    """Draw a bar: thick over members that follow each other, thin over the rest."""
    y, em, places = sizes.lane(clique.lane), sizes.em, sizes.places
    if clique.gaps:
        _line(pen, [(places[clique.first], y), (places[clique.last], y)], _THIN * em, zorder=3)
    over, colour = _OVERHANG * em, _FRAGILE if clique.fragile else "black"
    for run in clique.runs:
        low, high = sorted(places[end] for end in run)
        _line(pen, [(low - over, y), (high + over, y)], _BAR * em, zorder=4, color=colour)


def _draw_interval(pen: _Pen, interval: RankInterval, view: Cdd, sizes: Sizes) -> None:
    """Draw the interval of a mean rank, with a dot on the leader of the comparate."""
    em = sizes.em
    y = -(INTERVAL * (interval.lane - 0.5) + 0.25) * em
    named = next(label for label in view.labels if label.position == interval.position)
    colour = f"#{named.colour}" if named.colour else _INTERVAL
    ends = [(_along(view, end, sizes.axis), y) for end in (interval.low, interval.high)]
    _line(pen, ends, 0.09 * em, color=colour, zorder=3)
    place = (sizes.exact[interval.position] + pen.right, y + pen.up)
    pen.axes.plot(*place, "o", color=colour, ms=0.26 * em, mew=0, zorder=3)


def _draw_ruler(pen: _Pen, ruler: Ruler, view: Cdd, sizes: Sizes) -> None:
    """Draw a ruler over the axis, where that is long enough, and write beside or over it what it is."""
    length = sizes.axis * float(ruler.length / view.axis.span) if ruler.fits else 0.0
    y, em, right = 3.8 * sizes.em, sizes.em, sizes.span[1]
    x = 0.0
    if length:
        _line(pen, [(0, y), (length, y)], _AXIS * em)
        for end in (0, length):
            _line(pen, [(end, y - 0.25 * em), (end, y + 0.25 * em)], _AXIS * em)
        x = length + 0.5 * em
    room = right - text_width(ruler.text, em) - _MARGIN * em
    if x > room:
        x, y = 0.0, y + 0.9 * em
    _text(pen, min(x, room), y, ruler.text, em, ha="left")


def _line(pen: _Pen, points: list[tuple[float, float]], width: float, **style: Any) -> None:
    look = {"color": "black", "solid_capstyle": "butt", "solid_joinstyle": "round", **style}
    x, y = zip(*((x + pen.right, y + pen.up) for x, y in points), strict=True)
    pen.axes.plot(x, y, lw=width, clip_on=False, **look)


def _text(pen: _Pen, x: float, y: float, text: str, size: float, **style: Any) -> None:
    if text:
        look = {"va": "center_baseline", **style}
        pen.axes.text(x + pen.right, y + pen.up, text, fontsize=size, parse_math=False, **look)


@dataclass(frozen=True)
class Sizes:
    """Sizes and places; the left end of the axis is the origin, y grows upwards."""

    em: float  # size of the type
    ranks: float  # width of this column of a label, 0 where there is none
    left: float  # left, right: widths of the labels on both sides
    right: float
    axis: float  # length of the axis
    fan: float  # height in which leaders spread, with what intervals take above it
    drop: float  # height of the intervals, 0 where there are none
    row_height: float  # of a label, in ems
    exact: dict[int, float]  # exact, places: where leaders leave the axis, and where they go down, by position
    places: dict[int, float]

    @classmethod
    def of(cls, view: Cdd) -> Sizes:
        """Measure the labels of a diagram and spread its leaders."""
        em = SMALL_TYPE if view.has_many else TYPE
        ranks = _widest([label.rank_text for label in view.labels], em)
        left, right = (_column(side, ranks, em) for side in (view.left, view.right))
        axis = min(LONGEST, max(LEAST_AXIS * view.line.width, view.line.width - left - right - 2 * _MARGIN * em))
        exact = {label.position: _along(view, label.rank, axis) for label in view.labels}
        places = {label.position: _along(view, label.foot, axis) for label in view.labels}
        moved = max(abs(places[i] - exact[i]) for i in exact)
        depth = max((interval.lane for interval in view.intervals), default=0)
        drop = (INTERVAL * depth + 0.4) * em if depth else 0.0
        fan = min(0.3 * moved + 0.4 * em, 1.6 * em) + drop
        return cls(em, ranks, left, right, axis, fan, drop, view.row_height, exact, places)

    @property
    def span(self) -> tuple[float, float]:
        """Left and right edge."""
        return -self.left - _MARGIN * self.em, self.axis + self.right + _MARGIN * self.em

    def lane(self, number: int) -> float:
        """Return the height of a lane."""
        return -self.fan - LANE * self.em * (number - 0.5)

    def row(self, number: int, n_lanes: int) -> float:
        """Return the height of the label that comes so many below the first."""
        under = self.lane(n_lanes) - (LANE / 2 + 0.3) * self.em if n_lanes else -self.fan
        return under - self.row_height * self.em * (number + 0.5)

    def edges(self, view: Cdd) -> tuple[float, float]:
        """Return the lower and upper edge of a diagram."""
        rows = max(len(view.left), len(view.right))
        return self.row(rows, view.n_lanes) + 0.5 * self.em, (5.4 if view.ruler else 3.0) * self.em


def _along(view: Cdd, rank: Decimal, axis: float) -> float:
    """Return where a rank is on an axis of some length."""
    return float((rank - view.axis.left) / (view.axis.right - view.axis.left)) * axis


def _column(labels: tuple[Label, ...], numbers: float, em: float) -> float:
    """Return the width of the labels of a side; without any, room for half the number of a tick."""
    if not labels:
        return em
    names = (text_width(line, em, bold=label.ours) for label in labels for line in label.lines)
    return 1.03 * max(names) + numbers + 2 * SEP * em  # pixels round letters up


def _widest(texts: list[str], em: float) -> float:
    """Return the width of the widest text with the gap beside it; 0 when all are empty."""
    widest = max(text_width(text, em) for text in texts)
    return widest + SEP * em if widest else 0.0
