"""Scores against costs as a matplotlib figure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from comparatex.layout.plots.pareto_view import Pareto, ParetoMark
from comparatex.preview import plot

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_WIDTH, _HEIGHT = 320.0, 205.0
_SIDES = {
    "right": (4.5, 0, "left", "center_baseline"),
    "left": (-4.5, 0, "right", "center_baseline"),
    "above": (0, 4.5, "center", "baseline"),
    "below": (0, -4.5, "center", "top"),
    "aboveright": (2.5, 3, "left", "baseline"),
    "belowright": (2.5, -3, "left", "top"),
    "aboveleft": (-2.5, 3, "right", "baseline"),
    "belowleft": (-2.5, -3, "right", "top"),
}


def draw(view: Pareto, ax: Axes | None = None) -> Figure:
    """Draw scores against costs, on the axes given or on a figure of its own."""
    figure, axes = plot.canvas(_WIDTH, _HEIGHT, ax)
    plot.prepare(axes, view.x, view.y)
    for tick in view.y.ticks:
        axes.axhline(float(tick.at), color=plot.GRID, linewidth=plot.THIN, zorder=0)
    x, y = zip(*((float(x), float(y)) for x, y in view.front), strict=True)
    axes.step(x, y, where="post", color=plot.WORSE, linewidth=0.8, zorder=2)
    for mark in view.marks:
        _mark(axes, mark)
    return figure


def _mark(axes: Axes, mark: ParetoMark) -> None:
    """Draw a mark, and its name beside it."""
    x, y = float(mark.x), float(mark.y)
    edge, face = (plot.WORSE, plot.WORSE) if mark.on_front else (plot.NEUTRAL, "white")
    axes.plot([x], [y], "o", color=edge, markerfacecolor=face, markersize=4, markeredgewidth=0.6, zorder=3)
    if mark.side:
        _name(axes, mark)


def _name(axes: Axes, mark: ParetoMark) -> None:
    """Write what stands for a mark, beside it or where the line from it ends."""
    right, up, across, along = _SIDES[mark.side]
    x, y = map(float, mark.lead or (mark.x, mark.y))
    place = (x + 100 * right / _WIDTH, y + 100 * up / _HEIGHT)
    colour, weight = f"#{mark.colour}" if mark.colour else "black", "bold" if mark.ours else "normal"
    plot.write(axes, *place, mark.text, ha=across, va=along, color=colour, fontweight=weight)
    if mark.lead:
        short = (x + 70 * right / _WIDTH, y + 70 * up / _HEIGHT)
        ends = [(float(mark.x), short[0]), (float(mark.y), short[1])]
        axes.plot(*ends, color=plot.RULE, linewidth=0.4, zorder=2.5)
