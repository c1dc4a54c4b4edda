"""Figures and tables of other packages: a function that draws on axes, or one that returns a data frame."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from comparatex.errors import ComparatexError, UsageError
from comparatex.layout.numbers import UNDEFINED, marked
from comparatex.layout.options import Showing
from comparatex.layout.tables.booktabs import LINES, Column, Entry, Line, Table, Value, headed, parts
from comparatex.layout.widths import SIZE, room
from comparatex.names import quoted
from comparatex.plugins import cause

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from comparatex.inference.comparison import Comparison

_HIGH = 0.62  # height of a new figure, as a share of its width


@dataclass(frozen=True)
class Picture:
    """What a function draws of a comparison, with matplotlib."""

    title: str
    caption: str
    alt: str
    names: tuple[str, ...]  # which it may show
    draw: Callable[[Any], object] = field(repr=False, compare=False)  # on axes
    width: float = 0.0  # of a new figure, in points
    least_type: float = SIZE


def described(function: Callable[..., Any], name: str) -> tuple[str, str]:
    """Return the first sentence of a function's docstring, and the whole: title and caption."""
    text = " ".join((inspect.getdoc(function) or name).split())
    return text.partition(". ")[0].rstrip("."), text


def figure(function: Callable[..., Any], name: str) -> Callable[[Comparison, Showing], Picture]:
    """Return what lays a figure out that a function of a comparison and axes draws."""
    title, caption = described(function, name)

    def lay_out(comparison: Comparison, options: Showing) -> Picture:
        def draw(ax: Axes) -> None:
            _called("figure", name, function, comparison, ax)

        names = (*comparison.names, *comparison.scores.tasks)
        return Picture(title, caption, title, names, draw, room(options.width).width)

    return lay_out


def table(function: Callable[..., Any], name: str) -> Callable[[Comparison, Showing], Table]:
    """Return what lays a table out whose data frame a function of a comparison returns; its index names the lines."""
    title, caption = described(function, name)

    def lay_out(comparison: Comparison, options: Showing) -> Table:
        import pandas as pd

        frame = _called("table", name, function, comparison)
        if not isinstance(frame, pd.DataFrame) or not frame.size:
            raise UsageError(f"The table {quoted(name)} of another package returns no data frame with cells.")
        heads = ["" if head is None else str(head) for head in (frame.index.name, *frame.columns)]
        numbers = [False, *(pd.api.types.is_numeric_dtype(kind) for kind in frame.dtypes)]
        columns = [Column(head, "r" if of else "l", values=(head,)) for head, of in zip(heads, numbers, strict=True)]
        lines = [Line(tuple(_entry(value) for value in row)) for row in frame.itertuples()]
        fit = headed(columns, lines, made_for=options.width)
        laid_out = tuple(parts(fit, lines, made_for=options.width, landscape=options.landscape))
        return Table(
            title, caption, title, f"tab-{name}", laid_out, long=len(lines) > LINES, room=room(options.width).width
        )

    return lay_out


def _entry(value: Any) -> Entry:
    """Return the cell of a value: numbers with four digits at least, and all of those before the decimal mark."""
    plain: Value = getattr(value, "item", lambda: value)()
    if isinstance(plain, bool) or not isinstance(plain, (int, float)):
        return Entry(str(plain), values=(str(plain),))
    if plain != plain:
        return Entry(UNDEFINED, values=(plain,))
    return Entry(
        marked(f"{plain:.0f}" if plain == int(plain) or abs(plain) >= 1e4 else f"{plain:.4g}"), values=(plain,)
    )


def _called(what: str, name: str, function: Callable[..., Any], *given: Any) -> Any:
    try:
        return function(*given)
    except ComparatexError:
        raise
    except Exception as error:  # a function of another package may raise anything
        raise UsageError(f"The {what} {quoted(name)} of another package fails: {cause(error)}.") from error


def draw(view: Picture, ax: Axes | None = None) -> Figure:
    """Draw a figure on the axes given, or on those of a new one."""
    if ax is None:
        from comparatex.drawing.artists import Drawing

        size = view.width / 72
        ax = Drawing(figsize=(size, _HIGH * size), layout="constrained").add_subplot()
    view.draw(ax)
    of: Any = ax.figure
    drawn: Figure = of
    return drawn
