"""The forest of differences as a matplotlib figure."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from comparatex.layout.plots.forest import Forest, Interval
from comparatex.preview import plot

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_COLOURS = {"better": plot.BETTER, "worse": plot.WORSE, "undecided": plot.NEUTRAL}
_ARROWS = {"low": "<-", "high": "->", "both": "<->", "": "-"}


def draw(view: Forest, ax: Axes | None = None) -> Figure:
    """Draw the forest, on the axes given or on a figure of its own."""
    figure, axes = plot.rows(view.x, view.rows, ax)
    axes.axvline(float(view.zero), color="black", linewidth=0.6, zorder=1)
    n = len(view.rows)
    for i, row in enumerate(view.rows):
        if row.interval:
            _interval(axes, row.interval, n - i - 0.5)
    plot.write(axes, 0, n + 0.35, f"← {view.left}")
    plot.write(axes, 100, n + 0.35, f"{view.right} →", ha="right")
    return figure


def _interval(axes: Axes, interval: Interval, y: float) -> None:
    """Draw an interval, with arrows at its open ends, and its estimate."""
    colour = _COLOURS[interval.result]
    low, high = float(interval.low), float(interval.high)
    arrow: dict[str, Any] = {
        "arrowstyle": _ARROWS[interval.open],
        "color": colour,
        "shrinkA": 0,
        "shrinkB": 0,
        "linewidth": 0.8,
    }
    axes.annotate("", xy=(high, y), xytext=(low, y), arrowprops=arrow)
    face = "white" if interval.result == "undecided" else colour
    style: dict[str, Any] = {
        "markerfacecolor": face,
        "markeredgecolor": colour,
        "markersize": 4,
        "markeredgewidth": 0.8,
    }
    axes.plot([float(interval.estimate)], [y], "s", zorder=3, **style)
