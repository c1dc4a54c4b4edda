"""Distributions of scores or ranks as a matplotlib figure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from comparatex.layout.plots.boxes_view import Boxes, BoxRow
from comparatex.preview import plot

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_FILL = "#92c5de"
_MEDIAN = {"box": 0.3, "violin": 0.26, "strip": 0.44}


def draw(view: Boxes, ax: Axes | None = None) -> Figure:
    """Draw the distributions, on the axes given or on a figure of its own."""
    height = 12.0 if view.kind == "box" else 17.0
    figure, axes = plot.rows(view.x, view.rows, ax, height=height)
    for i, row in enumerate(view.rows):
        y = len(view.rows) - i - 0.5
        {"box": _box, "violin": _violin, "strip": _strip}[view.kind](axes, row, y)
        half, median = _MEDIAN[view.kind], float(row.box.median)
        axes.plot([median, median], [y - half, y + half], color="black", linewidth=1, zorder=4)
        mean = [float(row.box.mean)]
        axes.plot(
            mean,
            [y],
            "d",
            color="black",
            markerfacecolor="white",
            markersize=3.5,
            markeredgewidth=0.5,
            zorder=5,
        )
    return figure


def _box(axes: Axes, row: BoxRow, y: float) -> None:
    """Draw whiskers, box and outliers."""
    from matplotlib.patches import Rectangle

    low, first, third, high = (float(getattr(row.box, end)) for end in ("low", "first", "third", "high"))
    for start, end in ((low, first), (third, high)):
        axes.plot([start, end], [y, y], color=plot.WORSE, linewidth=0.5)
    for end in (low, high):
        axes.plot([end, end], [y - 0.14, y + 0.14], color=plot.WORSE, linewidth=0.5)
    place = (first, y - 0.3)
    axes.add_patch(Rectangle(place, third - first, 0.6, facecolor=_FILL, edgecolor=plot.WORSE, linewidth=0.5))
    _strip(axes, row, y)


def _violin(axes: Axes, row: BoxRow, y: float) -> None:
    """Draw the density and the quartiles."""
    across = [float(point.x) for point in row.outline]
    half = [float(point.y) / 100 for point in row.outline]
    low, high = [y - up for up in half], [y + up for up in half]
    axes.fill_between(across, low, high, facecolor=_FILL, edgecolor=plot.WORSE, linewidth=0.5)
    axes.plot([float(row.box.first), float(row.box.third)], [y, y], color=plot.WORSE, linewidth=2, zorder=3)


def _strip(axes: Axes, row: BoxRow, y: float) -> None:
    """Draw points."""
    for point in row.points:
        size = 2 * (1 + 0.35 * (point.size - 1))
        axes.plot(
            [float(point.x)],
            [y + float(point.y) / 100],
            "o",
            color=plot.WORSE,
            markersize=size,
            markeredgewidth=0,
        )
