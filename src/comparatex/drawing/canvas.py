"""Axes to draw on: those of a new figure of the right size, or given ones, to which all is scaled."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


@contextmanager
def stage(width: float, height: float, ax: Axes | None, *, downwards: bool = False) -> Iterator[Axes]:
    """Give axes of a size in points as asked for; what is drawn on axes that are given is scaled to fit them."""
    axes = new(width, height) if ax is None else ax
    axes.set(xlim=(0, width), ylim=(height, 0) if downwards else (0, height))
    axes.set_axis_off()
    before = set(axes.get_children())
    yield axes
    if ax is not None:
        ax.set_aspect("equal", adjustable="box")
        _scale([artist for artist in ax.get_children() if artist not in before], _factor(ax, width, height))


def figure_of(axes: Axes) -> Figure:
    """Return the figure that axes are part of."""
    figure = axes.get_figure(root=True)
    assert figure is not None
    return figure


def new(width: float, height: float) -> Axes:
    """Return the axes of a new figure of a size in points."""
    from comparatex.drawing.artists import Drawing

    return Drawing(figsize=(width / 72, height / 72)).add_axes((0, 0, 1, 1))


def _factor(ax: Axes, width: float, height: float) -> float:
    """Return how much smaller the axes are than the picture."""
    box = ax.get_position(original=True)
    across, up = figure_of(ax).get_size_inches() * 72
    return float(min(box.width * across / width, box.height * up / height))


def _scale(artists: list[object], factor: float) -> None:
    from matplotlib.lines import Line2D
    from matplotlib.text import Text

    for artist in artists:
        if isinstance(artist, Text):
            artist.set_fontsize(float(artist.get_fontsize()) * factor)
        elif isinstance(artist, Line2D):
            artist.set_linewidth(artist.get_linewidth() * factor)
            artist.set_markersize(artist.get_markersize() * factor)
            artist.set_markeredgewidth(artist.get_markeredgewidth() * factor)
