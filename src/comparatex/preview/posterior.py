"""The posterior of one pair as a matplotlib figure."""

from __future__ import annotations

from math import cos, pi, sin, sqrt
from typing import TYPE_CHECKING

from comparatex.layout.plots.posterior import Corner, Triangle
from comparatex.preview import plot

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.patches import Polygon

# ColorBrewer Blues from where a hexagon shows on white.
_LEVELS = ("#d6e6f4", "#c2d9ee", "#a6cee4", "#7fb9da", "#57a0ce", "#3686c0", "#1b69af", "#084f99", "#08306b")
_HEIGHT = 50 * sqrt(3)
_SIDE = 210.0
_LINE = 100 * 1.3 * plot.SIZE / _SIDE


def draw(view: Triangle, ax: Axes | None = None) -> Figure:
    """Draw the triangle, on the axes given or on a figure of its own; its unit is a percent of a side."""
    from matplotlib.patches import Polygon

    figure, axes = plot.canvas(_SIDE, _SIDE * (_HEIGHT + 4.6 * _LINE) / 100, ax)
    axes.set(xlim=(0, 100), ylim=(-2.4 * _LINE, _HEIGHT + 2.2 * _LINE))
    axes.set_aspect("equal")
    axes.set_axis_off()
    corners = [(0.0, 0.0), (100.0, 0.0), (50.0, _HEIGHT)]
    side = Polygon(corners, facecolor="none", edgecolor=plot.RULE, linewidth=0.6, clip_on=False)
    axes.add_patch(side)
    _hexagons(axes, view, side)
    for x, y in ((50.0, 0.0), (25.0, _HEIGHT / 2), (75.0, _HEIGHT / 2)):
        axes.plot([50, x], [_HEIGHT / 3, y], color="black", linewidth=0.5, dashes=(5, 3))
    _corner(axes, view.left, 0, -_LINE, "left")
    _corner(axes, view.right, 100, -_LINE, "right")
    _corner(axes, view.top, 50, _HEIGHT + 1.4 * _LINE, "center")
    return figure


def _hexagons(axes: Axes, view: Triangle, side: Polygon) -> None:
    """Draw the hexagons within the triangle."""
    from matplotlib.collections import PolyCollection

    step = 100 / view.cells
    radius = step / sqrt(3) * 1.03
    hexagon = [(radius * cos(pi * (k / 3 + 0.5)), radius * sin(pi * (k / 3 + 0.5))) for k in range(6)]
    places, colours = [], []
    for row in view.rows:
        for i, level in enumerate(map(int, row.levels), row.first):
            if level:
                x, y = (i + row.row / 2) * step, row.row * step * sqrt(3) / 2
                places.append([(x + dx, y + dy) for dx, dy in hexagon])
                colours.append(_LEVELS[level - 1])
    drawn = PolyCollection(places, facecolors=colours, edgecolors="none")
    axes.add_collection(drawn, autolim=False)
    drawn.set_clip_path(side)


def _corner(axes: Axes, corner: Corner, x: float, y: float, side: str) -> None:
    """Write what a corner means, and its probability."""
    colour, weight = f"#{corner.colour}" if corner.colour else "black", "bold" if corner.ours else "normal"
    plot.write(axes, x, y, corner.name, ha=side, color=colour, fontweight=weight)
    plot.write(axes, x, y - _LINE, corner.text, ha=side)
