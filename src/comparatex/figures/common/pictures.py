"""What plots have in common as pictures: ordinary axes in data units, with matplotlib's ticks and in our colours."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Literal

from comparatex.drawing.canvas import COLOURS, SIZE, figure_of
from comparatex.figures.common.data import Axis
from comparatex.layout.widths import PAGE

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.ticker import Formatter


__all__ = ["COLOURS", "SIZE", "axes", "dress", "dress_names", "figure_of", "key", "new", "text"]


_GROUPED = 10_000


def axes(ax: Axes | None, height: float, width: float = PAGE.width) -> Axes:
    """Return the axes given, or those of a new figure, which is so many points wide and high with its labels."""
    return ax or new(height, width).add_subplot()


def new(height: float, width: float = PAGE.width, layout: Literal["constrained"] | None = "constrained") -> Figure:
    """Return a new figure of a size in points."""
    from comparatex.drawing.artists import Drawing

    return Drawing(figsize=(width / 72, height / 72), layout=layout)


BEYOND = 24.0  # points by which the label of an axis across may be longer than the axis


def dress(
    ax: Axes,
    x: Axis,
    y: Axis | None = None,
    *,
    box: bool = False,
    grid: Literal["x", "y", ""] = "",
    size: float = SIZE,
) -> None:
    """Give axes their scales, labels and lines, a grid of one of them, and ticks with numbers in its language."""
    from matplotlib.ticker import FixedLocator, LogLocator, MaxNLocator, NullFormatter

    from comparatex.drawing.output import wrapped

    place, sizes = ax.get_position(), figure_of(ax).get_size_inches()
    rooms = [72 * share * whole for share, whole in zip(place.size, sizes, strict=True)]
    ax.tick_params(labelsize=size, width=0.5, length=3, color=COLOURS["plotrule"])
    for side, spine in ax.spines.items():
        spine.set(visible=box or side in ("left", "bottom"), lw=0.5, color=COLOURS["plotrule"])
    if grid:
        ax.grid(axis=grid, color=COLOURS["plotgrid"], lw=0.5)
        ax.set_axisbelow(True)
    for name, scale, room in zip("xy", (x, y), rooms, strict=True):
        if scale is not None:
            label = wrapped(scale.label, room if y else room + BEYOND, size)
            ax.set(**{f"{name}scale": "log" if scale.logarithmic else "linear", f"{name}lim": (scale.low, scale.high)})
            getattr(ax, f"set_{name}label")(label, fontsize=size, parse_math=False)
            direction = getattr(ax, f"{name}axis")
            if not scale.logarithmic or scale.is_fine:
                direction.set_major_formatter(_plain_numbers(scale.decimal, shortest=scale.logarithmic))
            if not scale.logarithmic:  # matplotlib's own choice lets long numbers touch
                direction.set_major_locator(MaxNLocator(nbins=6, steps=[1, 2, 5, 10]))
            if scale.is_fine:  # then 1, 2 and 5 times the powers of ten have numbers
                direction.set_major_locator(LogLocator(subs=(1.0, 2.0, 5.0)))
                direction.set_minor_formatter(NullFormatter())
            if scale.ticks:
                direction.set_major_locator(FixedLocator(scale.ticks))


def _plain_numbers(decimal: str, shortest: bool) -> Formatter:
    """Return matplotlib's formatter of numbers, with a decimal mark and thousands set apart from 10 000 on.

    All have as many decimals, or each what it needs.
    """
    from matplotlib.ticker import ScalarFormatter

    class Numbers(ScalarFormatter):
        def __call__(self, x: float, pos: int | None = None) -> str:
            number = f"{Decimal(f'{x:.6g}'):f}" if shortest else super().__call__(x, pos)
            units, _, decimals = number.partition(".")
            if abs(x) >= _GROUPED:
                sign, digits = ("", units) if units[0].isdigit() else (units[0], units[1:])
                units = sign + f"{int(digits):,}".replace(",", "\N{NARROW NO-BREAK SPACE}")
            return f"{units}{decimal}{decimals}" if decimals else units

        def __reduce__(self) -> tuple[Any, ...]:  # a class inside a function cannot be pickled by its name
            return _plain_numbers, (decimal, shortest), self.__dict__

    numbers = Numbers(useOffset=False, useMathText=False)
    numbers.set_scientific(False)
    return numbers


def dress_names(labels: Iterable[Any], names: Iterable[Any]) -> None:
    """Set names as they stand: those of ours bold, others in their colours."""
    for label, name in zip(labels, names, strict=True):
        label.set(parse_math=False, fontweight="bold" if name.ours else "normal")
        label.set_color(f"#{name.colour}" if name.colour else "black")


def text(ax: Axes, words: str, at: tuple[float, float], offset: tuple[float, float] = (0, 0), **looks: Any) -> None:
    """Write a text, as it stands, so many points from a place in data units."""
    looks = {"annotation_clip": False, "fontsize": SIZE, "zorder": 4} | looks
    ax.annotate(words, at, offset, textcoords="offset points", parse_math=False, **looks)


def key(ax: Axes, entries: Sequence[tuple[Any, Any]], *, beside: bool = False) -> None:
    """Put a key above axes or beside them, a line for each entry: its name and its mark."""
    from comparatex.drawing.output import wrapped

    room = ax.get_position().width * figure_of(ax).get_figwidth() * 72 - 4 * SIZE  # less the marks
    legend = ax.legend(
        [mark for _, mark in entries],
        [wrapped(named.name, room, SIZE) for named, _ in entries],
        loc="upper left" if beside else "lower left",
        bbox_to_anchor=(1, 1) if beside else (0, 1),
        frameon=False,
        fontsize=SIZE,
        borderpad=0.2,
        handlelength=2.2,
        labelspacing=0.4,
    )
    dress_names(legend.get_texts(), [named for named, _ in entries])
