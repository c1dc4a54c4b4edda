"""How pictures look, and axes to draw on: those of a new figure of the right size, or given ones."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from comparatex.files import TEMPLATES
from comparatex.layout.widths import PAGE

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


SIZE = 8.0  # type size in points

_SECTION = re.compile(r"^\\comparatex@section\{(\w*)\}\{.*?\}\{([^{}]*)\}\{([^{}]*)\}$", re.MULTILINE | re.DOTALL)
_COLOUR = re.compile(r"(\w+)=([\w!]+)")


def _colours() -> dict[str, str]:
    """Return the colours that the style file declares by name: as digits, shares of black, or copies."""
    colours = {"black": "#000000", "white": "#ffffff"}
    for section, digits, copies in _SECTION.findall((TEMPLATES / "comparatex.sty").read_text("utf-8")):
        colours |= {section + name: f"#{value.lower()}" for name, value in _COLOUR.findall(digits)}
        for name, value in _COLOUR.findall(copies):
            base, _, share = value.partition("!")
            grey = f"{int(255 * (1 - int(share or 100) / 100) + 0.5):02x}"
            colours[section + name] = "#" + 3 * grey if share else colours[base.removeprefix("comparatex")]
    return colours


COLOURS: Mapping[str, str] = _colours()
"""Colours of ``comparatex.sty``, where their names begin with ``comparatex``."""

LABELLED = 7  # curves that have a name and a colour of their own
DASHES: tuple[Any, ...] = (
    "-",
    "-",
    (0, (5, 1.5)),
    (0, (2.2, 1.1)),
    (0, (5, 1.1, 1.1, 1.1)),
    "-",
    (0, (5, 1.5)),
    (0, (0.9, 1.4)),
)
"""Of curves, by their number; with the colours they tell curves apart in grey, too. 0 is a grey one."""


@contextmanager
def stage(
    width: float, height: float, ax: Axes | None, *, downwards: bool = False, scale: float = 1.0
) -> Iterator[Axes]:
    """Give axes of a size in points as asked for, scaled; what is drawn on given axes is scaled to fit them."""
    from comparatex.drawing.artists import Drawing

    axes = ax or Drawing(figsize=(scale * width / 72, scale * height / 72)).add_axes((0, 0, 1, 1))
    axes.set(xlim=(0, width), ylim=(height, 0) if downwards else (0, height))
    axes.set_axis_off()
    before = set(axes.get_children())
    yield axes
    if ax is not None:
        ax.set_aspect("equal", adjustable="box")
        box, (across, up) = ax.get_position(original=True), figure_of(ax).get_size_inches() * 72
        scale = float(min(box.width * across / width, box.height * up / height))
    _scale([artist for artist in axes.get_children() if artist not in before], scale)


def figure_of(axes: Axes) -> Figure:
    """Return the figure that axes are part of."""
    figure = axes.get_figure(root=True)
    assert figure is not None
    return figure


def _scale(artists: list[object], factor: float) -> None:
    from matplotlib.lines import Line2D
    from matplotlib.text import Text

    for artist in artists:
        sizes = ("fontsize",) if isinstance(artist, Text) else ("linewidth", "markersize", "markeredgewidth")
        if isinstance(artist, Text | Line2D):
            artist.set(**{size: factor * getattr(artist, f"get_{size}")() for size in sizes})


_TICK = 36.0  # points from tick to tick: a number of five digits and its sign


def fit(figure: Figure, width: float) -> None:
    """Make a plot as wide as a line where it is wider, or was as wide as a page."""
    from matplotlib.ticker import MaxNLocator

    across = figure.get_figwidth() * 72
    if across > width or round(across) == round(PAGE.width):
        figure.set_figwidth(width / 72)
    figure.draw_without_rendering()
    for axes in figure.axes:
        locator, room = axes.xaxis.get_major_locator(), axes.get_position().width * width
        if isinstance(locator, MaxNLocator):
            locator.set_params(nbins=max(1, min(6, int(room / _TICK))))
