"""The Bayesian probabilities of all pairs as a matplotlib figure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from comparatex.layout.plots.posterior_matrix import PosteriorMatrix, Triple, TripleRow
from comparatex.preview import plot

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_COLOURS = ("#ef8a62", "#d9d9d9", "#67a9cf")
_WIDE, _HIGH, _GAP = 48.0, 18.0, (2.0, 8.0)
_MANY = 12


def draw(view: PosteriorMatrix, ax: Axes | None = None) -> Figure:
    """Draw the matrix, on the axes given or on a figure of its own; its unit is a point."""
    n = len(view.rows) - 1
    wide = _WIDE if n <= _MANY else _HIGH
    figure, axes = plot.canvas(n * wide, (n + 1.5) * _HIGH, ax)
    axes.set(xlim=(0, n * wide), ylim=((n + 1.5) * _HIGH, 0))
    axes.set_axis_off()
    for i, row in enumerate(view.rows):
        if i < n:
            _name(axes, row, -4, (i + 0.5) * _HIGH, ha="right", va="center_baseline")
        if i > 0:
            _name(axes, row, (i - 0.5) * wide, -4, ha="center", va="bottom", rotation=90)
        for j, cell in enumerate(row.cells, i):
            _cell(axes, cell, j * wide, i * _HIGH, wide)
    left = 0.0
    for colour, key in zip(_COLOURS, view.keys, strict=True):
        left = _key(axes, key, colour, left, (n + 1) * _HIGH)
    return figure


def _name(axes: Axes, row: TripleRow, x: float, y: float, **style: str | float) -> None:
    """Write a comparate beside its row or above its column."""
    colour = f"#{row.colour}" if row.colour else "black"
    plot.write(axes, x, y, row.name, color=colour, fontweight="bold" if row.ours else "normal", **style)


def _cell(axes: Axes, cell: Triple, left: float, top: float, wide: float) -> None:
    """Draw a bar of three parts, its numbers above it where there is room."""
    from matplotlib.patches import Rectangle

    numbers, start = wide == _WIDE, left
    room = wide - _GAP[numbers]
    y, high = (top + 0.6 * _HIGH, 0.25 * _HIGH) if numbers else (top + 0.2 * _HIGH, 0.6 * _HIGH)
    parts = (cell.left, cell.rope, cell.right)
    if not any(parts):
        return
    for part, colour in zip(parts, _COLOURS, strict=True):
        axes.add_patch(Rectangle((start, y), room * part / 100, high, facecolor=colour, linewidth=0))
        start += room * part / 100
    if numbers:
        for part, across, side in zip(parts, (0, 0.5, 1), ("left", "center", "right"), strict=True):
            plot.write(axes, left + across * room, y - 1.5, str(part), ha=side, fontsize=6.5)


def _key(axes: Axes, key: str, colour: str, left: float, y: float) -> float:
    """Write what a part means; return where the next one goes."""
    from matplotlib.patches import Rectangle

    from comparatex.preview.many_texts import text_width

    axes.add_patch(Rectangle((left, y - 6), 6, 6, facecolor=colour, linewidth=0, clip_on=False))
    plot.write(axes, left + 9, y, key)
    return left + 9 + text_width(key, plot.SIZE) + 12
