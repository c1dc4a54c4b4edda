"""The performance profile as a matplotlib figure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from comparatex.layout.plots.profile import Curve, Profile
from comparatex.preview import plot

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


def draw(view: Profile, ax: Axes | None = None) -> Figure:
    """Draw the profile, on the axes given or on a figure of its own."""
    figure, axes = plot.canvas(300, 186, ax)
    plot.prepare(axes, view.x, view.y)
    for tick in view.y.ticks:
        axes.axhline(float(tick.at), color=plot.GRID, linewidth=plot.THIN, zorder=0)
    for curve in view.curves:
        _curve(axes, curve)
    plot.names(axes, [curve for curve in view.curves if curve.style])
    return figure


def _curve(axes: Axes, curve: Curve) -> None:
    """Draw a curve."""
    x, y = [float(step.x) for step in curve.steps], [float(step.y) for step in curve.steps]
    axes.step(x, y, where="post", **plot.line(curve.style, curve.ours))
