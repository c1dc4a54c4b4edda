"""The scatter of one pair as a matplotlib figure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from comparatex.layout.plots.scatter_view import Corner, Scatter
from comparatex.preview import plot

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_SIDE = 240.0
_LINE = 100 * 1.3 * plot.SIZE / _SIDE
_EDGE = 2.0
"""Between the frame and the texts in its corners."""
_KEY = 2.5
"""Room for a mark before its text."""
_AROUND = 1.5
"""Between a text and the middle of a mark, at least."""
_MARKS = {"wins": ("o", plot.BETTER), "ties": ("s", plot.NEUTRAL), "losses": ("^", plot.WORSE)}


@dataclass(frozen=True)
class _Line:
    """A line of text, perhaps after a name and a mark."""

    text: str
    result: Literal["", "wins", "ties", "losses"] = ""
    name: str = ""
    bold: bool = False

    @property
    def width(self) -> float:
        """Its width in percent of the axes."""
        return (
            (_KEY if self.result else 0.0) + self.name_width + _width(self.text, self.bold and not self.name)
        )

    @property
    def name_width(self) -> float:
        """The width of the name and of the space after it."""
        return _width(self.name, self.bold) + 1.2 if self.name else 0.0


def draw(view: Scatter, ax: Axes | None = None) -> Figure:
    """Draw the scatter, on the axes given or on a figure of its own."""
    figure, axes = plot.canvas(_SIDE, _SIDE, ax)
    plot.prepare(axes, view.x, view.y, closed=True)
    axes.set_aspect("equal")
    axes.plot([0, 100], [0, 100], color=plot.RULE, linewidth=plot.THIN, zorder=1)
    for result in ("ties", "losses", "wins"):
        plot.marks(axes, getattr(view, result), *_MARKS[result])
    if view.means:
        x, y = [float(view.means.x)], [float(view.means.y)]
        axes.plot(x, y, "+", color="black", markersize=8, markeredgewidth=0.8, zorder=5)
    _write_texts(axes, view)
    return figure


def _write_texts(axes: Axes, view: Scatter) -> None:
    """Write who is better, and p: in the corners where they hide neither marks nor the diagonal, else above."""
    upper, lower = [*_corner(view.above), *_under(view)], [*_corner(view.below)]
    if _fits(view, upper, lower):
        for i, line in enumerate(upper):
            _write(axes, line, _EDGE, 98 - (i + 1) * _LINE)
        for i, line in enumerate(lower):
            _write(axes, line, 98 - line.width, _EDGE + (1.2 - i) * _LINE)
        return
    listed = [*_listed(view.above), *_listed(view.below), *_under(view)]
    for i, line in enumerate(reversed(listed)):
        _write(axes, line, 0.0 if line.result else _KEY, 100 + _EDGE + i * _LINE)


def _corner(corner: Corner | None) -> Iterator[_Line]:
    """Yield the lines of a corner: who is better there, and on how many tasks."""
    if corner:
        yield _Line(corner.name, bold=corner.ours)
        yield _Line(corner.count, corner.result)


def _listed(corner: Corner | None) -> Iterator[_Line]:
    """Yield what a corner says above the frame, in one line where that is no longer than the frame."""
    if not corner:
        return
    line = _Line(corner.count, corner.result, corner.name, corner.ours)
    if line.width <= 100:
        yield line
        return
    yield _Line(corner.name, corner.result, bold=corner.ours)
    yield _Line(corner.count)


def _under(view: Scatter) -> Iterator[_Line]:
    """Yield on how many tasks both are equal, and p."""
    if view.equal:
        yield _Line(view.equal, "ties")
    if view.pvalue:
        yield _Line(view.pvalue)


def _fits(view: Scatter, upper: list[_Line], lower: list[_Line]) -> bool:
    """Tell whether texts in the corners keep clear of all marks and of the diagonal."""
    sizes = [
        (_EDGE + max((line.width for line in lines), default=-100.0), _EDGE + (len(lines) + 0.3) * _LINE)
        for lines in (upper, lower)
    ]
    if any(width + height > 100 for width, height in sizes):
        return False
    points = [*view.wins, *view.ties, *view.losses, *([view.means] if view.means else ())]
    return not any(
        from_side < width + _AROUND * point.size and from_edge < height + _AROUND * point.size
        for point in points
        for (width, height), (from_side, from_edge) in zip(
            sizes,
            ((float(point.x), 100 - float(point.y)), (100 - float(point.x), float(point.y))),
            strict=True,
        )
    )


def _write(axes: Axes, line: _Line, x: float, y: float) -> None:
    """Write a line at a place in percent, after its mark."""
    weight = "bold" if line.bold else "normal"
    if line.result:
        marker, colour = _MARKS[line.result]
        axes.scatter(
            [x + 0.7], [y + 1.1], s=11, marker=marker, color=colour, linewidth=0, zorder=4, clip_on=False
        )
        x += _KEY
    if line.name:
        plot.write(axes, x, y, line.name, fontweight=weight)
        x += line.name_width
    plot.write(axes, x, y, line.text, fontweight="normal" if line.name else weight)


def _width(text: str, bold: bool = False) -> float:
    """Return the width of a text in percent of the axes."""
    from comparatex.preview.many_texts import text_width

    return 100 * text_width(text, plot.SIZE, bold=bold) / _SIDE
