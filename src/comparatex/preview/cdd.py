"""The critical difference diagram as a matplotlib figure, of the structure that TeX gives it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from comparatex.layout.cdd_view import Cdd, Clique, Label, Ruler
    from comparatex.preview.cdd_sizes import Sizes

_LEADER, _RANK, _FRAGILE = "#9e9e9e", "#666666", "#969696"
_THIN, _BAR, _AXIS = 0.05, 0.24, 0.07
"""Widths of lines, in ems."""
_HEADING = 14.0
"""Height of a heading over a diagram, in points."""
_OVERHANG = 0.15
"""Of bars over the leaders of their members, in ems."""


def draw(view: Cdd) -> Figure:
    """Draw a diagram, as wide as a page where its labels let it, on axes whose unit is a point."""
    return stack([view])


def stack(views: Sequence[Cdd], headings: Sequence[str] = ()) -> Figure:
    """Draw diagrams below each other, each under its heading where there are any."""
    from matplotlib.figure import Figure

    from comparatex.preview.cdd_sizes import Sizes  # it imports matplotlib

    sized = [(view, Sizes.of(view)) for view in views]
    left = min(sizes.span[0] for _, sizes in sized)
    right = max(sizes.span[1] for _, sizes in sized)
    above = _HEADING if headings else 0.0
    heights = [high - low + above for low, high in (sizes.edges(view) for view, sizes in sized)]
    figure = Figure(figsize=((right - left) / 72, sum(heights) / 72))
    top = sum(heights)
    for k, ((view, sizes), height) in enumerate(zip(sized, heights, strict=True)):
        low, high = sizes.edges(view)
        box = (0, (top - height) / sum(heights), 1, height / sum(heights))
        axes = figure.add_axes(box, xlim=(left, right), ylim=(low, high + above))
        axes.set_axis_off()
        _draw_on(axes, view, sizes)
        if headings:
            _text(axes, left, high + above / 2, headings[k], sizes.em, ha="left", style="italic")
        top -= height
    return figure


def _draw_on(axes: Axes, view: Cdd, sizes: Sizes) -> None:
    """Draw a diagram on axes."""
    _draw_axis(axes, view, sizes)
    for sign, labels in ((-1, view.left), (1, view.right)):
        for number, label in enumerate(labels):
            y = sizes.row(number, view.n_lanes)
            _draw_leader(axes, label, sizes, y, sign)
            _draw_label(axes, label, sizes, y, sign)
    for clique in view.cliques:
        _draw_clique(axes, clique, sizes)
    if view.ruler:
        _draw_ruler(axes, view.ruler, view, sizes)


def _draw_axis(axes: Axes, view: Cdd, sizes: Sizes) -> None:
    """Draw the axis of mean ranks, its ticks and as many of their numbers as keep apart."""
    em = sizes.em
    _line(axes, [(0, 0), (sizes.axis, 0)], _AXIS * em, solid_capstyle="projecting")
    for ticks, height in ((view.axis.ticks, 0.45), (view.axis.minor_ticks, 0.25)):
        for tick in ticks:
            x = sizes.along(view, tick)
            _line(axes, [(x, 0), (x, height * em)], _AXIS * em)
    for tick in view.axis.ticks[:: sizes.thinned(view)]:
        _text(axes, sizes.along(view, tick), 0.75 * em, str(tick), em, ha="center", va="baseline")


def _draw_leader(axes: Axes, label: Label, sizes: Sizes, y: float, sign: int) -> None:
    """Draw a leader from the axis down to a label, over what other leaders there are when it is coloured."""
    from comparatex.preview.cdd_sizes import SEP

    exact, place = sizes.exact[label.position], sizes.places[label.position]
    end = (sizes.axis if sign > 0 else 0) + sign * SEP * sizes.em
    looks = {"color": f"#{label.colour}", "zorder": 2.5} if label.colour else {"color": _LEADER, "zorder": 2}
    width = (2 if label.colour else 1) * _THIN * sizes.em
    _line(axes, [(exact, 0), (place, -sizes.fan), (place, y), (end, y)], width, **looks)


def _draw_label(axes: Axes, label: Label, sizes: Sizes, y: float, sign: int) -> None:
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
        _text(axes, edge, y, text, em, ha="right", **{"color": colour, **looks})
        x += sign * width
    weight = "bold" if label.ours else "normal"
    _text(axes, x, y, label.name, em, ha="left" if sign > 0 else "right", weight=weight, **looks)


def _draw_clique(axes: Axes, clique: Clique, sizes: Sizes) -> None:
    """Draw a bar: thick over members that follow each other, thin over the rest, hollow marks at gaps."""
    y, em, places = sizes.lane(clique.lane), sizes.em, sizes.places
    if clique.gaps:
        _line(axes, [(places[clique.first], y), (places[clique.last], y)], _THIN * em, zorder=3)
    bounds = (clique.first - 1, *clique.gaps, clique.last + 1)
    for before, after in pairwise(bounds):
        if after - before > 1:
            ends = sorted((places[before + 1], places[after - 1]))
            over = _OVERHANG * em
            colour = _FRAGILE if clique.fragile else "black"
            _line(axes, [(ends[0] - over, y), (ends[1] + over, y)], _BAR * em, zorder=4, color=colour)
    for gap in clique.gaps:
        looks: dict[str, Any] = {
            "markersize": 0.28 * em,
            "markerfacecolor": "white",
            "markeredgewidth": _THIN * em,
        }
        axes.plot([places[gap]], [y], "o", color="black", zorder=5, **looks)


def _draw_ruler(axes: Axes, ruler: Ruler, view: Cdd, sizes: Sizes) -> None:
    """Draw a ruler over the axis, where that is long enough, and write beside or over it what it is."""
    from comparatex.preview.many_texts import text_width

    em, y, x = sizes.em, 2.9 * sizes.em, 0.0
    if ruler.fits:
        length = sizes.axis * float(ruler.length / view.axis.span)
        _line(axes, [(0, y), (length, y)], _AXIS * em)
        for end in (0, length):
            _line(axes, [(end, y - 0.25 * em), (end, y + 0.25 * em)], _AXIS * em)
        x = length + 0.5 * em
    room = sizes.span[1] - text_width(ruler.text, False, em)
    if x > room:
        x, y = 0.0, y + 0.9 * em
    _text(axes, min(x, room), y, ruler.text, em, ha="left")


def _line(axes: Axes, points: list[tuple[float, float]], width: float, **looks: Any) -> None:
    """Draw a line of a width in points through points."""
    given = {"color": "black", "solid_capstyle": "butt", "solid_joinstyle": "round", **looks}
    axes.plot(*zip(*points, strict=True), linewidth=width, clip_on=False, **given)


def _text(axes: Axes, x: float, y: float, text: str, size: float, **looks: Any) -> None:
    """Write a text as it stands."""
    if text:
        given = {"va": "center_baseline", **looks}
        axes.text(x, y, text, fontsize=size, parse_math=False, **given)
