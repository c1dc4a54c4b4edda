"""Plots with a row for each comparate: their blocks side by side, and their rows on ordinary axes.

The i-th row is at i on the axis upwards, from 1 at the top, in TeX as with matplotlib.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Generic, TypeVar

from comparatex.figures.common import pictures
from comparatex.figures.common.data import Axis, Described, Named
from comparatex.layout.widths import PAGE, SIZE, Room, latin_modern, shrunk, shrunk_to

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


_LEADING = 1.05
"""Lines of names are so many times as far apart as their type is high: closer, accents would touch."""


ALL = sys.maxsize  # rows of a block of what is in one block


@dataclass(frozen=True, kw_only=True)
class Row(Named):
    """What every row has."""

    text: str  # what stands to the right of the row


R = TypeVar("R", bound=Row)


@dataclass(frozen=True, kw_only=True)
class RowPlot(Described, Generic[R]):
    """A plot with a row for each comparate."""

    most: ClassVar[int] = 62  # rows of a block: names of 6 pt, and an axis, fill 80 % of a page of A4
    lines: ClassVar[float] = 1.6  # height of a row at most, in units of the type
    least_axis: ClassVar[float] = 0.42  # share of the line that texts beside rows leave to the axis
    most_names: ClassVar[float] = 0.6  # share of the line that names may fill: wider ones are set in smaller type
    least_numbers: ClassVar[float] = 41.0  # points that names leave to the axis at least, for three powers of ten
    last_number: ClassVar[float] = 11.0  # points of the line for the last number of the axis, which texts stand over

    x: Axis  # what it shows
    heading: str  # what the texts to the right of the rows are
    rows: tuple[R, ...]  # from the top
    line: Room = PAGE  # what it is made for

    @property
    def share(self) -> float:
        """Of the line, for names, axis and texts."""
        return 1.0

    @property
    def blocks(self) -> list[tuple[R, ...]]:
        """The rows of each block: even ones, as few as hold them all."""
        n = -(-len(self.rows) // self.most)
        each = -(-len(self.rows) // n)
        return [self.rows[first : first + each] for first in range(0, len(self.rows), each)]

    @property
    def row_height(self) -> float:
        """Height of a row of a picture, in points."""
        return min(_HIGH, (_HIGHEST - _AXIS) / len(self.blocks[0]))

    @property
    def across(self) -> float:
        """Width of a block, in points."""
        n_blocks = len(self.blocks)
        return self.share * self.line.width / n_blocks - (_BETWEEN if n_blocks > 1 else 0.0)

    @property
    def least_type(self) -> float:
        """Size of the smallest type, in points, on its line in a document of 10 pt."""
        room = min(self.most_names * self.across, self.across - _SIDES - self.least_numbers)
        return min(self._highest / _LEADING, shrunk_to(max(room, _SIDES) / self._widest))

    @property
    def _highest(self) -> float:
        """Height of a row in points, where all fill the page."""
        return (self.line.highest - _BELOW) / len(self.blocks[0])

    @property
    def _widest(self) -> float:
        return max(latin_modern(row.name, bold=row.ours) for row in self.rows)

    @property
    def _texts(self) -> float:
        """Width that texts beside the rows add, in points, 0 where they would leave too little to the axis."""
        if len(self.blocks) > 1 or not any(row.text for row in self.rows):
            return 0.0
        narrow = shrunk(self.least_type)
        widest = narrow * max(latin_modern(row.text) for row in self.rows)
        texts = max(widest, latin_modern(self.heading)) + GAP - self.last_number
        axis = self.across - _SIDES - narrow * self._widest - texts
        return texts if axis >= self.least_axis * self.across else 0.0

    @property
    def has_texts(self) -> bool:
        """Whether there is room for texts to the right of the rows."""
        return self._texts > 0

    def sizes(self, block: Sequence[R]) -> tuple[float, ...]:
        """Return the number of rows, their height and type, and widths of names and texts, in units of the type."""
        high = min(self.lines * SIZE, self._highest)
        names = self._widest * shrunk(self.least_type)
        return len(block), *(round(size / SIZE, 3) for size in (high, self.least_type, names, self._texts))


GAP, _SIDES = 6.0, 16.0  # points before texts, and of the line beside names, axis and texts, as in the style file
_BELOW = 36.0  # points of the axis, its label and the heading of the texts in TeX
_BETWEEN = 5.0  # points that each of several blocks leaves of the line, as in the style file
_HIGH, _AXIS = 13.0, 40.0  # heights of a row, and of axis and label, in points
_HIGHEST = 620.0  # of a figure: the text of a page of A4 with a caption


def draw_rows(
    view: RowPlot[R], ax: Axes | None, draw: Callable[[Axes, Sequence[R]], None], high: float = _HIGH
) -> Figure:
    """Draw a plot of rows: on the axes given as one block, else in a figure of its own."""
    if ax is not None:
        _block(ax, view, view.rows, draw)
        return pictures.figure_of(ax)
    blocks = view.blocks
    height = min(_HIGHEST, high * len(blocks[0]) + _AXIS)
    all_axes = pictures.new(height).subplots(1, len(blocks), sharex=True, squeeze=False)[0]
    for block, axes in zip(blocks, all_axes, strict=True):
        _block(axes, view, block, draw)
        axes.set_ylim(len(blocks[0]) + 0.5, 0.5)
        if len(blocks) > 1:
            axes.set_xlabel("")
    figure = pictures.figure_of(all_axes[0])
    if len(blocks) > 1:
        figure.supxlabel(view.x.label, fontsize=pictures.SIZE, parse_math=False)
    return figure


def _block(ax: Axes, view: RowPlot[R], rows: Sequence[R], draw: Callable[[Axes, Sequence[R]], None]) -> None:
    """Draw the axis, the names and the texts of some rows, and what is in them."""
    dress_rows(ax, view, rows, range(1, len(rows) + 1))
    ax.set_ylim(len(rows) + 0.5, 0.5)
    draw(ax, rows)


def dress_rows(ax: Axes, view: RowPlot[R], rows: Sequence[R], places: Sequence[int]) -> None:
    """Give axes the axis, the names and the texts of some rows, at these places."""
    pictures.dress(ax, view.x, grid="x", ticks=5 if len(rows) == len(view.rows) else 3)
    ax.spines["left"].set_visible(False)
    ax.set_yticks(places, [row.name for row in rows], fontsize=min(pictures.SIZE, view.least_type))
    ax.tick_params(axis="y", length=0)
    pictures.dress_names(ax.get_yticklabels(), rows)
    if view.has_texts:
        looks = {"xycoords": ax.get_yaxis_transform(), "va": "center"}
        for row, place in zip(rows, places, strict=True):
            pictures.text(ax, row.text, (1, place), (5, 0), fontsize=min(pictures.SIZE, view.least_type), **looks)
        pictures.text(ax, view.heading, (1, 1), (5, 3), xycoords="axes fraction", va="bottom")


@dataclass(frozen=True)
class Bar:
    """The bar of a clique at a height."""

    y: float
    segments: tuple[tuple[float, float], ...]  # where members stand side by side: there it is thick
    gaps: tuple[float, ...]  # where comparates stand that are no members: there it is thin, with hollow marks

    @property
    def ends(self) -> tuple[float, float]:
        """The places of its first and its last member."""
        return self.segments[0][0], self.segments[-1][1]


def bars(
    cliques: Sequence[Sequence[int]], lanes: Sequence[int], at: Sequence[float], top: float, lane: float = 1
) -> Iterator[Bar]:
    """Yield the bars of cliques, ascending positions of members `at` places, in lanes, of which 0 is at the `top`."""
    for members, number in zip(cliques, lanes, strict=True):
        runs: list[list[int]] = []
        for i in members:
            if runs and runs[-1][-1] == i - 1:
                runs[-1].append(i)
            else:
                runs.append([i])
        gaps = tuple(at[i] for i in range(members[0], members[-1]) if i not in members)
        yield Bar(round(top + lane * number, 2), tuple((at[run[0]], at[run[-1]]) for run in runs), gaps)


def draw_bars(axes: Axes, placed: Iterable[Bar]) -> None:
    """Draw bars on axes."""
    for bar in placed:
        if bar.gaps:
            axes.plot(bar.ends, [bar.y] * 2, color="black", lw=0.4)
            axes.plot(bar.gaps, [bar.y] * len(bar.gaps), "o", color="black", mfc="white", ms=2.5, mew=0.4, zorder=5)
        for low, high in bar.segments:
            axes.plot([low, high], [bar.y] * 2, color="black", lw=1.6)
