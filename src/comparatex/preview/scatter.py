"""The scatter of one pair as a matplotlib figure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from comparatex.layout.plots.scatter_view import Corner, Scatter
from comparatex.preview import plot

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_SIDE = 240.0
_LINE = 100 * 1.3 * plot.SIZE / _SIDE
_MARKS = {"wins": ("o", plot.BETTER), "ties": ("s", plot.NEUTRAL), "losses": ("^", plot.WORSE)}


def draw(view: Scatter, ax: Axes | None = None) -> Figure:
    """Draw the scatter, on the axes given or on a figure of its own."""
    figure, axes = plot.canvas(_SIDE, _SIDE, ax)
    plot.prepare(axes, view.x, view.y, closed=True)
    axes.set_aspect("equal")
    axes.plot([0, 100], [0, 100], color=plot.RULE, linewidth=plot.THIN, zorder=1)
    for result in ("ties", "losses", "wins"):
        plot.marks(axes, getattr(view, result), *_MARKS[result])
    if view.means:
        x, y = [float(view.means.x)], [float(view.means.y)]
        axes.plot(x, y, "+", color="black", markersize=8, markeredgewidth=0.8, zorder=5)
    _corner(axes, view.above, 2.0, 98 - _LINE, "left")
    _corner(axes, view.below, 98.0, 2 + 1.2 * _LINE, "right")
    if view.equal:
        _key(axes, "ties", 2.0, 98 - 3 * _LINE, view.equal, "left")
    plot.write(axes, 2.0, 98 - (4 if view.equal else 3) * _LINE, view.pvalue)
    return figure


def _corner(axes: Axes, corner: Corner | None, x: float, y: float, side: str) -> None:
    """Write who is better in a corner, and on how many tasks."""
    if corner:
        weight = "bold" if corner.ours else "normal"
        plot.write(axes, x, y, corner.name, ha=side, fontweight=weight)
        _key(axes, corner.result, x, y - _LINE, corner.count, side)


def _key(axes: Axes, result: str, x: float, y: float, text: str, side: str) -> None:
    """Write on how many tasks there is a result, after its mark."""
    from comparatex.preview.many_texts import text_width

    marker, colour = _MARKS[result]
    room = 2.5
    left = x if side == "left" else x - room - 100 * text_width(text, plot.SIZE) / _SIDE
    axes.scatter([left + 0.7], [y + 1.1], s=11, marker=marker, color=colour, linewidth=0, zorder=4)
    plot.write(axes, left + room, y, text)
