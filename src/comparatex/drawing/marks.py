"""Marks of plots, and what draws them: lines, points, areas, intervals and texts in a frame with its axes.

A plot is a list of marks at places in its frame, each with the name of its style. What a mark looks like is in
`styles`; nothing here knows which plot it draws.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Literal, Protocol, TypeVar

from comparatex.drawing.canvas import figure_of, new, stage
from comparatex.drawing.styles import SIZE, STYLES

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Place = tuple[float | Decimal, float | Decimal]
V_contra = TypeVar("V_contra", contravariant=True)


class Mark(Protocol):
    """What stands in a picture."""

    def draw(self, axes: Axes) -> None:
        """Draw it."""


@dataclass(frozen=True)
class Line:
    """A line through places. It ends at the frame unless it is free."""

    places: Sequence[Place]
    style: str
    free: bool = False

    def draw(self, axes: Axes) -> None:
        """Draw it."""
        axes.plot(*_coordinates(self.places), clip_on=not self.free, **STYLES[self.style])


@dataclass(frozen=True)
class Points:
    """Points in one style."""

    places: Sequence[Place]
    style: str

    def draw(self, axes: Axes) -> None:
        """Draw them."""
        axes.plot(*_coordinates(self.places), linestyle="", **STYLES[self.style])


@dataclass(frozen=True)
class Text:
    """A text as it stands: dollar signs are dollar signs. Its colour is RRGGBB, black where it is empty."""

    x: float
    y: float
    text: str
    across: Literal["left", "center", "right"] = "left"
    up: Literal["baseline", "center_baseline", "bottom", "top", "center"] = "baseline"
    bold: bool = False
    colour: str = ""
    turn: float = 0
    size: float = SIZE

    def draw(self, axes: Axes) -> None:
        """Draw it."""
        axes.text(
            self.x,
            self.y,
            self.text,
            ha=self.across,
            va=self.up,
            fontweight="bold" if self.bold else "normal",
            color=f"#{self.colour}" if self.colour else "black",
            rotation=self.turn,
            fontsize=self.size,
            zorder=4,
            parse_math=False,
        )


@dataclass(frozen=True, kw_only=True)
class Picture:
    """A plot.

    Parameters
    ----------
    width, height : float
        Its size in points.
    marks : sequence of Mark
        What is drawn, in this order.
    across, up : tuple of float
        Numbers at the edges, from the left and from below.
    square : bool
        Both directions have the same unit.
    scaled : bool
        On axes that are given, type and lines are scaled with the rest.
    """

    width: float
    height: float
    marks: Sequence[Mark]
    across: tuple[float, float] = (0, 100)
    up: tuple[float, float] = (0, 100)
    square: bool = False
    scaled: bool = False


class Draws(Protocol[V_contra]):
    """What draws a view model, on the axes given or on a figure of its own."""

    def __call__(self, view: V_contra, ax: Axes | None = None) -> Figure:
        """Draw it."""


def drawn(composed: Callable[[V_contra], Picture]) -> Draws[V_contra]:
    """Return what draws the picture that is composed of a view model."""

    def draw(view: V_contra, ax: Axes | None = None) -> Figure:
        return draw_picture(composed(view), ax)

    draw.__doc__ = composed.__doc__
    return draw


def draw_picture(picture: Picture, ax: Axes | None = None) -> Figure:
    """Draw a picture, on the axes given or on a figure of its own."""
    if picture.scaled:
        with stage(picture.width, picture.height, ax) as axes:
            for mark in picture.marks:
                mark.draw(axes)
        return figure_of(axes)
    axes = new(picture.width, picture.height) if ax is None else ax
    axes.set(xlim=picture.across, ylim=picture.up)
    if picture.square:
        axes.set_aspect("equal")
    axes.set_axis_off()
    for mark in picture.marks:
        mark.draw(axes)
    return figure_of(axes)


def _floats(places: Sequence[Place]) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for x, y in places]


def _coordinates(places: Sequence[Place]) -> tuple[list[float], list[float]]:
    """Return the two coordinates of places."""
    return [float(x) for x, _ in places], [float(y) for _, y in places]
