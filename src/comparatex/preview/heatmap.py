"""The map of significance as a matplotlib figure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from comparatex.layout.plots.heatmap_view import Heatmap, MapRow
from comparatex.preview import plot

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

# ColorBrewer RdBu with seven classes.
_COLOURS = {
    "A": "#fddbc7",
    "B": "#ef8a62",
    "C": "#b2182b",
    "a": "#d1e5f0",
    "b": "#67a9cf",
    "c": "#2166ac",
    ".": "#f7f7f7",
    "-": "#d9d9d9",
    "x": "white",
}
_SIDE, _KEY, _SEP = 13.0, 40.0, 4.0


def draw(view: Heatmap, ax: Axes | None = None) -> Figure:
    """Draw the map, on the axes given or on a figure of its own; its unit is a point."""
    n = len(view.rows)
    figure, axes = plot.canvas(n * _SIDE, n * _SIDE + 3 * _SIDE, ax)
    axes.set(xlim=(0, n * _SIDE), ylim=((n + 3) * _SIDE, 0))
    axes.set_aspect("equal")
    axes.set_axis_off()
    for i, row in enumerate(view.rows):
        middle = (i + 0.5) * _SIDE
        _name(axes, row, -_SEP, middle, ha="right", va="center_baseline")
        _name(axes, row, middle, -_SEP, ha="center", va="bottom", rotation=90)
    _squares(axes, view)
    _key(axes, view, min(0.0, n * _SIDE - 7 * _KEY), (n + 1) * _SIDE)
    return figure


def _name(axes: Axes, row: MapRow, x: float, y: float, **style: str | float) -> None:
    """Write a comparate beside its row or above its column."""
    colour = f"#{row.colour}" if row.colour else "black"
    plot.write(axes, x, y, row.name, color=colour, fontweight="bold" if row.ours else "normal", **style)


def _squares(axes: Axes, view: Heatmap) -> None:
    """Draw the squares, with a dash where the column is better."""
    from matplotlib.collections import LineCollection, PolyCollection

    places, colours, dashes, inks = [], [], [], []
    for i, row in enumerate(view.rows):
        for j, letter in enumerate(row.squares):
            x, y = j * _SIDE, i * _SIDE
            places.append([(x, y), (x + _SIDE, y), (x + _SIDE, y + _SIDE), (x, y + _SIDE)])
            colours.append(_COLOURS[letter])
            if letter in "abc":
                dashes.append([(x + 0.32 * _SIDE, y + 0.5 * _SIDE), (x + 0.68 * _SIDE, y + 0.5 * _SIDE)])
                inks.append("white" if letter == "c" else "black")
    squares = PolyCollection(places, facecolors=colours, edgecolors="white", linewidths=0.5)
    axes.add_collection(squares, autolim=False)
    axes.add_collection(LineCollection(dashes, colors=inks, linewidths=0.9), autolim=False)


def _key(axes: Axes, view: Heatmap, left: float, top: float) -> None:
    """Draw the key: seven squares from row better to column better, with the bounds of p."""
    from matplotlib.patches import Rectangle

    weakest, middle, strongest = view.classes
    texts = (strongest, middle, weakest, "n. s.", weakest, middle, strongest)
    for k, (letter, text) in enumerate(zip("CBA.abc", texts, strict=True)):
        at = (left + k * _KEY, top)
        axes.add_patch(Rectangle(at, _KEY - 1, 0.5 * _SIDE, facecolor=_COLOURS[letter], clip_on=False))
        plot.write(axes, at[0] + _KEY / 2, top + 1.4 * _SIDE, text, ha="center")
    plot.write(axes, left, top - 3, view.sides[0])
    plot.write(axes, left + 7 * _KEY, top - 3, view.sides[1], ha="right")
