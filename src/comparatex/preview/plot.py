"""What previews of plots share: axes in percent with the ticks of the layout, and the published colours."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from comparatex.preview.stage import figure_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from comparatex.layout.plots.plot import PlotAxis, Point

SIZE = 8.0
"""Type size in points."""
BETTER, WORSE = "#ca0020", "#0571b0"
"""ColorBrewer RdBu, its ends."""
NEUTRAL, RULE, GRID = "#616161", "#737373", "#e0e0e0"
THIN = 0.5


def canvas(width: float, height: float, ax: Axes | None = None) -> tuple[Figure, Axes]:
    """Return axes to draw on: those given, or those of a new figure of a size in points."""
    from comparatex.preview.drawing import Drawing

    if ax is not None:
        return figure_of(ax), ax
    figure = Drawing(figsize=(width / 72, height / 72))
    return figure, figure.add_axes((0, 0, 1, 1))


def prepare(axes: Axes, x: PlotAxis | None, y: PlotAxis | None, *, closed: bool = False) -> None:
    """Give axes the labels and ticks of the layout, from 0 to 100 both ways."""
    axes.set(xlim=(0, 100), ylim=(0, 100))
    axes.tick_params(labelsize=SIZE, width=THIN, length=3, color=RULE, labelcolor="black")
    for side, spine in axes.spines.items():
        spine.set(visible=closed or side in ("left", "bottom"), linewidth=THIN, color=RULE)
    if x is not None:
        axes.set_xticks([float(tick.at) for tick in x.ticks], labels=[tick.text for tick in x.ticks])
        axes.set_xlabel(x.label, fontsize=SIZE, parse_math=False)
    if y is not None:
        axes.set_yticks([float(tick.at) for tick in y.ticks], labels=[tick.text for tick in y.ticks])
        axes.set_ylabel(y.label, fontsize=SIZE, parse_math=False)
    for text in (*axes.get_xticklabels(), *axes.get_yticklabels()):
        text.set_parse_math(False)


def marks(axes: Axes, points: Iterable[Point], marker: str, colour: str, area: float = 11.0) -> None:
    """Draw marks, larger ones where they stand for several."""
    drawn = list(points)
    axes.scatter(
        [float(point.x) for point in drawn],
        [float(point.y) for point in drawn],
        s=[area * (1 + 0.35 * (point.size - 1)) ** 2 for point in drawn],
        marker=marker,
        facecolor=colour,
        edgecolor="white",
        linewidth=0.3,
        clip_on=False,
        zorder=3,
    )


def write(axes: Axes, x: float, y: float, text: str, **style: Any) -> None:
    """Write a text as it stands, at a place in percent."""
    given: dict[str, Any] = {"fontsize": SIZE, "ha": "left", "va": "baseline", "zorder": 4, **style}
    axes.text(x, y, text, parse_math=False, **given)


class Row(Protocol):
    """What every row of a plot has: a comparate, and a text to the right."""

    @property
    def name(self) -> str:
        """What stands to the left."""

    @property
    def text(self) -> str:
        """What stands to the right."""

    @property
    def ours(self) -> bool:
        """The document proposes it."""

    @property
    def colour(self) -> str:
        """Colour of the name, or empty."""


def rows(
    x: PlotAxis, drawn: Sequence[Row], ax: Axes | None = None, *, height: float = 12.0
) -> tuple[Figure, Axes]:
    """Return axes with names and texts of rows; the i-th of n from the top is at n − i − 0.5."""
    n = len(drawn)
    figure, axes = canvas(260, height * n, ax)
    prepare(axes, x, None)
    axes.set(ylim=(0, n))
    axes.set_yticks([])
    axes.spines["left"].set_visible(False)
    for tick in x.ticks:
        axes.axvline(float(tick.at), color=GRID, linewidth=THIN, zorder=0)
    for i, row in enumerate(drawn):
        colour, weight = f"#{row.colour}" if row.colour else "black", "bold" if row.ours else "normal"
        y = n - i - 0.5
        write(axes, -1.5, y, row.name, ha="right", va="center_baseline", color=colour, fontweight=weight)
        write(axes, 102, y, row.text, va="center_baseline")
    return figure, axes


_CURVES: tuple[tuple[str, Any], ...] = (
    ("#bfbfbf", "-"),
    ("#0072b2", "-"),
    ("#d55e00", (0, (5, 1.5))),
    ("#009e73", (0, (2.2, 1.1))),
    ("#cc79a7", (0, (5, 1.1, 1.1, 1.1))),
    ("#e69f00", "-"),
    ("#56b4e9", (0, (5, 1.5))),
    ("#000000", (0, (0.9, 1.4))),
)
"""Grey, and seven colours of Okabe and Ito, each with a dash pattern."""


class Named(Protocol):
    """What every curve with a name has."""

    @property
    def style(self) -> int:
        """Its number, from 1."""

    @property
    def name(self) -> str:
        """Its comparate."""

    @property
    def ours(self) -> bool:
        """The document proposes it."""

    @property
    def colour(self) -> str:
        """Colour of the name, or empty."""


def line(style: int, ours: bool = False) -> dict[str, Any]:
    """Return the look of a curve; 0 is a grey one."""
    colour, dashes = _CURVES[style]
    width = 0.5 if style == 0 else 1.6 if ours else 1.0
    return {"color": colour, "linestyle": dashes, "linewidth": width, "zorder": 2 if style else 1}


def names(axes: Axes, curves: Sequence[Named], height: float = 186.0) -> None:
    """Write the names of curves to the right of a plot that is so many points high."""
    step = 100 * 1.5 * SIZE / height
    for i, curve in enumerate(curves):
        y = 98 - i * step
        axes.plot([103, 107.5], [y, y], clip_on=False, **line(curve.style, curve.ours))
        colour, weight = f"#{curve.colour}" if curve.colour else "black", "bold" if curve.ours else "normal"
        write(axes, 109, y, curve.name, va="center_baseline", color=colour, fontweight=weight)
