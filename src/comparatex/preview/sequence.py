"""A sequence of critical difference diagrams as a matplotlib figure."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from comparatex.layout.plots.sequence import Bar, Sequence
from comparatex.preview import plot

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_MARKS = ("o", "o", "s", "^", "d", "p", "v", "D")
_LANE, _ROW = 3.4, 12.0


def draw(view: Sequence, ax: Axes | None = None) -> Figure:
    """Draw the sequence, on the axes given or on a figure of its own."""
    n, height = len(view.rows), _ROW + _LANE * view.n_lanes
    figure, axes = plot.rows(view.x, view.rows, ax, height=height)
    up = _LANE * view.n_lanes / 2 / height
    for trail in view.trails:
        x, y = zip(*((float(x), float(y) / 100 * n + up) for x, y in trail.places), strict=True)
        axes.plot(x, y, color=plot.line(trail.style)["color"], linewidth=0.5, zorder=1)
    for i, row in enumerate(view.rows):
        middle = n - i - 0.5 + up
        for bar in row.bars:
            _bar(axes, bar, middle - (1.2 + _LANE * bar.lane) / height)
        for mark in row.marks:
            axes.plot([float(mark.x)], [middle], **_mark(mark.style))
    _keys(axes, view, height * n)
    return figure


def _mark(style: int) -> dict[str, Any]:
    """Return the look of a mark."""
    colour = plot.line(style)["color"]
    look = {"marker": _MARKS[style], "color": colour, "markeredgecolor": "white", "markeredgewidth": 0.3}
    return {**look, "markersize": 4.6, "linestyle": "", "zorder": 4 if style else 3, "clip_on": False}


def _bar(axes: Axes, bar: Bar, y: float) -> None:
    """Draw the bar of a clique, thin and with hollow marks where comparates are no members."""
    if bar.gaps:
        axes.plot([float(bar.first), float(bar.last)], [y, y], color="black", linewidth=0.4)
        gaps = [float(gap) for gap in bar.gaps]
        look: dict[str, Any] = {"markerfacecolor": "white", "markeredgewidth": 0.4, "markersize": 2.5}
        axes.plot(gaps, [y] * len(gaps), "o", color="black", zorder=5, **look)
    for low, high in bar.segments:
        axes.plot([float(low), float(high)], [y, y], color="black", linewidth=1.6, clip_on=False)


def _keys(axes: Axes, view: Sequence, height: float) -> None:
    """Write the comparates with a name to the right, beside the numbers of tasks."""
    from comparatex.preview.many_texts import text_width

    left = 108 + 100 / 260 * max(text_width(row.text, plot.SIZE) for row in view.rows)
    step, top = len(view.rows) * 1.5 * plot.SIZE / height, float(len(view.rows))
    for i, key in enumerate(view.keys):
        y = top - (i + 0.5) * step
        axes.plot([left], [y], **_mark(key.style))
        colour, weight = f"#{key.colour}" if key.colour else "black", "bold" if key.ours else "normal"
        plot.write(axes, left + 3, y, key.name, va="center_baseline", color=colour, fontweight=weight)
