"""The critical difference diagram as a matplotlib figure, of the structure that TeX gives it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from comparatex.preview.stage import figure_of, stage

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from comparatex.layout.cdd.view import Cdd, Clique, Label, RankInterval, Ruler
    from comparatex.preview.cdd_sizes import Sizes

_LEADER, _RANK, _FRAGILE, _INTERVAL = "#9e9e9e", "#666666", "#969696", "#404040"
_THIN, _BAR, _AXIS = 0.05, 0.24, 0.07
"""Widths of lines, in ems."""
_HEADING = 14.0
"""Height of a heading over a diagram, in points."""
_OVERHANG = 0.15
"""Of bars over the leaders of their members, in ems."""


@dataclass(frozen=True)
class _Pen:
    """Axes, and where the diagram's origin is on them."""

    axes: Axes
    right: float
    up: float


def draw(view: Cdd, ax: Axes | None = None) -> Figure:
    """Draw a diagram, as wide as a page where its labels let it, or on given axes."""
    return stack([view], ax=ax)


def stack(views: Sequence[Cdd], headings: Sequence[str] = (), ax: Axes | None = None) -> Figure:
    """Draw diagrams below each other, each under its heading where there are any."""
    from comparatex.preview.cdd_sizes import Sizes  # it imports matplotlib

    sized = [(view, Sizes.of(view)) for view in views]
    left = min(sizes.span[0] for _, sizes in sized)
    right = max(sizes.span[1] for _, sizes in sized)
    above = _HEADING if headings else 0.0
    heights = [high - low + above for low, high in (sizes.edges(view) for view, sizes in sized)]
    with stage(right - left, sum(heights), ax) as axes:
        top = sum(heights)
        for k, ((view, sizes), height) in enumerate(zip(sized, heights, strict=True)):
            high = sizes.edges(view)[1]
            pen = _Pen(axes, -left, top - above - high)
            _draw_on(pen, view, sizes)
            if headings:
                _text(pen, left, high + above / 2, headings[k], sizes.em, ha="left", style="italic")
            top -= height
    return figure_of(axes)


def _draw_on(pen: _Pen, view: Cdd, sizes: Sizes) -> None:
    """Draw a diagram on axes."""
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
    """Draw the axis of mean ranks, its ticks and as many of their numbers as keep apart."""
    em = sizes.em
    _line(pen, [(0, 0), (sizes.axis, 0)], _AXIS * em, solid_capstyle="projecting")
    for ticks, height in ((view.axis.ticks, 0.45), (view.axis.minor_ticks, 0.25)):
        for tick in ticks:
            x = sizes.along(view, tick)
            _line(pen, [(x, 0), (x, height * em)], _AXIS * em)
    labelled = list(zip(view.axis.ticks, view.axis.numbers, strict=True))
    for tick, number in labelled[:: sizes.thinned(view)]:
        _text(pen, sizes.along(view, tick), 0.75 * em, number, em, ha="center", va="baseline")


def _draw_leader(pen: _Pen, label: Label, sizes: Sizes, y: float, sign: int) -> None:
    """Draw a leader from the axis down to a label, over what other leaders there are when it is coloured."""
    from comparatex.preview.cdd_sizes import SEP

    exact, place = sizes.exact[label.position], sizes.places[label.position]
    end = (sizes.axis if sign > 0 else 0) + sign * SEP * sizes.em
    looks = {"color": f"#{label.colour}", "zorder": 2.5} if label.colour else {"color": _LEADER, "zorder": 2}
    width = (2 if label.colour else 1) * _THIN * sizes.em
    bend = [(exact, -sizes.drop)] if sizes.drop else []
    _line(pen, [(exact, 0), *bend, (place, -sizes.fan), (place, y), (end, y)], width, **looks)


def _draw_label(pen: _Pen, label: Label, sizes: Sizes, y: float, sign: int) -> None:
    """Write letters, rank and name, from the axis outwards; numbers are flush right."""
    from comparatex.preview.cdd_sizes import SEP

    em, sep = sizes.em, SEP * sizes.em
    x = (sizes.axis if sign > 0 else 0) + sign * 1.6 * sep
    looks: dict[str, Any] = {"color": f"#{label.colour}"} if label.colour else {}
    for text, width, colour in (
        (label.letters, sizes.letters, "black"),
        (label.rank_text, sizes.ranks, _RANK),
    ):
        edge = x + width - sep if sign > 0 else x
        _text(pen, edge, y, text, em, ha="right", **{"color": colour, **looks})
        x += sign * width
    weight = "bold" if label.ours else "normal"
    _text(pen, x, y, label.name, em, ha="left" if sign > 0 else "right", weight=weight, **looks)


def _draw_clique(pen: _Pen, clique: Clique, sizes: Sizes) -> None:
    """Draw a bar: thick over members that follow each other, thin over the rest, hollow marks at gaps."""
    y, em, places = sizes.lane(clique.lane), sizes.em, sizes.places
    if clique.gaps:
        _line(pen, [(places[clique.first], y), (places[clique.last], y)], _THIN * em, zorder=3)
    bounds = (clique.first - 1, *clique.gaps, clique.last + 1)
    for before, after in pairwise(bounds):
        if after - before > 1:
            ends = sorted((places[before + 1], places[after - 1]))
            over = _OVERHANG * em
            colour = _FRAGILE if clique.fragile else "black"
            _line(pen, [(ends[0] - over, y), (ends[1] + over, y)], _BAR * em, zorder=4, color=colour)
    for gap in clique.gaps:
        looks: dict[str, Any] = {
            "markersize": 0.28 * em,
            "markerfacecolor": "white",
            "markeredgewidth": _THIN * em,
        }
        pen.axes.plot([places[gap] + pen.right], [y + pen.up], "o", color="black", zorder=5, **looks)


def _draw_interval(pen: _Pen, interval: RankInterval, view: Cdd, sizes: Sizes) -> None:
    """Draw the interval of a mean rank, with a dot on the leader of the comparate."""
    from comparatex.preview.cdd_sizes import INTERVAL

    em = sizes.em
    y = -(INTERVAL * (interval.lane - 0.5) + 0.25) * em
    named = next(label for label in view.labels if label.position == interval.position)
    colour = f"#{named.colour}" if named.colour else _INTERVAL
    ends = [(sizes.along(view, end), y) for end in (interval.low, interval.high)]
    _line(pen, ends, 0.09 * em, color=colour, zorder=3)
    place = (sizes.exact[interval.position] + pen.right, y + pen.up)
    pen.axes.plot(*place, "o", color=colour, markersize=0.26 * em, markeredgewidth=0, zorder=3)


def _draw_ruler(pen: _Pen, ruler: Ruler, view: Cdd, sizes: Sizes) -> None:
    """Draw a ruler over the axis, where that is long enough, and write beside or over it what it is."""
    from comparatex.preview.many_texts import text_width

    em, y, x = sizes.em, 2.9 * sizes.em, 0.0
    if ruler.fits:
        length = sizes.axis * float(ruler.length / view.axis.span)
        _line(pen, [(0, y), (length, y)], _AXIS * em)
        for end in (0, length):
            _line(pen, [(end, y - 0.25 * em), (end, y + 0.25 * em)], _AXIS * em)
        x = length + 0.5 * em
    room = sizes.span[1] - text_width(ruler.text, em)
    if x > room:
        x, y = 0.0, y + 0.9 * em
    _text(pen, min(x, room), y, ruler.text, em, ha="left")


def _line(pen: _Pen, points: list[tuple[float, float]], width: float, **looks: Any) -> None:
    """Draw a line of a width in points through points."""
    given = {"color": "black", "solid_capstyle": "butt", "solid_joinstyle": "round", **looks}
    x, y = zip(*((x + pen.right, y + pen.up) for x, y in points), strict=True)
    pen.axes.plot(x, y, linewidth=width, clip_on=False, **given)


def _text(pen: _Pen, x: float, y: float, text: str, size: float, **looks: Any) -> None:
    """Write a text as it stands."""
    if text:
        given = {"va": "center_baseline", **looks}
        pen.axes.text(x + pen.right, y + pen.up, text, fontsize=size, parse_math=False, **given)
