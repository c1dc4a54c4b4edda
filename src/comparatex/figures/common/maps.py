"""Maps of pairs: a cell for each, and the names of rows and columns, on ordinary axes.

The pair in row i and column j is at (j, i), both counted from 1, from the left and from the top.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from comparatex.drawing.canvas import MAP
from comparatex.figures.common import pictures
from comparatex.figures.common.data import Described, Named
from comparatex.layout.widths import LEAST_TYPE, PAGE, SIZE, Room, latin_modern

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_SIDE = 1.7  # side of a square at most, in units of the type, as in the style file
_SMALL = 0.75
"""Of the usual type: smaller names (6 pt) stand by turns to the left and to the right, with numbers for the columns."""
_LEADING = 1.05  # lines of names are so many times as far apart as their type is high
_NAMES, _BOTH, _BROAD = 0.35, 0.3, 0.4
"""Shares of the line that names may fill on one side, on each of two, and there before type is too small to read."""
_AXIS, _KEY = 1.5, 4.0  # heights of a line of numbers, and of the key, in units of the type

_WIDER, _LEAST = 1.2, 300.0
"""How much wider matplotlib's letters are than TeX's; width of a figure at least, in points, for its key."""
_STEPS = (5, 10, 20, 50)


@dataclass(frozen=True, kw_only=True)
class MapPlot(Described):
    """A map of pairs."""

    line: Room  # what it is made for
    cells: Cells  # how it fits its line

    @property
    def least_type(self) -> float:
        """Size of the smallest type, in points, on its line in a document of 10 pt."""
        return self.cells.size


@dataclass(frozen=True)
class Cells:
    """How a map fits a line and the height beside its caption, in points."""

    wide: float  # wide, high: of a cell
    high: float
    size: float  # type of the names
    names: float  # room of the names of rows, on each side that has some
    numbered: bool = False  # rows have names by turns on both sides, after their numbers, and columns have numbers

    @property
    def standing(self) -> bool:
        """Whether the names of columns stand upright."""
        return self.names > self.wide

    @property
    def step(self) -> int:
        """Every so many columns have a number where columns have no names, as close as numbers do not touch."""
        return next((step for step in _STEPS if step * self.wide > 2 * self.size), _STEPS[-1])

    @property
    def in_type(self) -> tuple[float, float, float]:
        """Width, height and type in units of the usual type."""
        return round(self.wide / SIZE, 3), round(self.high / SIZE, 3), round(self.size / SIZE, 3)


def cells(names: Sequence[str], line: Room = PAGE) -> Cells:
    """Return how squares of all pairs fit a line beside and below names.

    >>> cells(["A", "B"]).high, cells(["A"] * 121).numbered
    (13.6, True)
    """
    n, side = len(names), _SIDE * SIZE
    widest = max(map(latin_modern, names)) + 0.5 * SIZE
    narrow = min(1.0, _NAMES * line.width / widest)
    room, height = narrow * widest, line.height - _KEY * SIZE
    across = min(side, (line.width - room) / n)
    square = min(across, (height - (room if room > across else _AXIS * SIZE)) / n)
    if square >= _SMALL * SIZE * _LEADING:
        return Cells(square, square, min(narrow * SIZE, square / _LEADING), room)
    widest += latin_modern(f"{n} ")
    down = min(side, (height - _AXIS * SIZE) / n)
    largest, share = 2 * down / _LEADING, line.width / widest * SIZE
    size = min(SIZE, largest, max(_BOTH * share, min(LEAST_TYPE, _BROAD * share)))
    room = widest * size / SIZE
    across = min(down, (line.width - 2 * room) / n)
    return Cells(across, min(down, max(2 * across, _LEADING * size / 2)), size, room, numbered=True)


def axes_of_map(ax: Axes | None, fit: Cells, n: int, line: Room) -> Axes:
    """Return the axes given, or those of a figure in which a map fits as it does on a page."""
    names = _WIDER * fit.names
    above = _AXIS * pictures.SIZE if fit.numbered else names
    height = n * fit.high + above + (_KEY + 2) * pictures.SIZE
    width = max(n * fit.wide + (2 if fit.numbered else 1) * names, _LEAST)
    return pictures.axes(ax, height, min(width, line.width))


def draw_names(ax: Axes, names: Sequence[Named], fit: Cells) -> None:
    """Give axes the names of rows and columns."""
    n = len(names)
    places = range(1, n + 1)
    ax.set_gid(MAP)
    ax.set(xlim=(0.5, n + 0.5), ylim=(n + 0.5, 0.5))
    ax.tick_params(which="both", length=0, pad=2, top=False, bottom=False, labeltop=True, labelbottom=False)
    for spine in ax.spines.values():
        spine.set_visible(False)
    if fit.numbered:
        ax.tick_params(axis="y", which="minor", labelleft=False, labelright=True)
        for first in (1, 2):
            shown = names[first - 1 :: 2]
            numbered = zip(places[first - 1 :: 2], shown, strict=True)
            texts = [f"{row.name} {i}" if first == 1 else f"{i} {row.name}" for i, row in numbered]
            ax.set_yticks(places[first - 1 :: 2], texts, minor=first == 2, fontsize=fit.size)
            pictures.dress_names(ax.get_yticklabels(minor=first == 2), shown)
        ax.set_xticks([1, *range(fit.step, n + 1, fit.step)])
        ax.tick_params(axis="x", labelsize=fit.size)
        return
    for axis in (ax.xaxis, ax.yaxis):
        axis.set_ticks(places, [row.name for row in names], fontsize=fit.size)
        pictures.dress_names(axis.get_ticklabels(), names)
    ax.tick_params(axis="x", labelrotation=90 if fit.standing else 0)


def key_below(ax: Axes, entries: Sequence[tuple[Any, str]], columns: int, fit: Cells) -> None:
    """Put a key below a map, column by column: in the middle where names stand on both sides."""
    from matplotlib.legend_handler import HandlerTuple

    legend = ax.legend(
        [mark for mark, _ in entries],
        [words for _, words in entries],
        ncols=columns,
        loc="upper center" if fit.numbered else "upper right",
        bbox_to_anchor=(0.5 if fit.numbered else 1, 0),
        frameon=False,
        fontsize=pictures.SIZE,
        handlelength=1,
        handleheight=1,
        columnspacing=1,
        handletextpad=0.4,
        handler_map={tuple: HandlerTuple(ndivide=None, pad=0)},
    )
    for label in legend.get_texts():
        label.set_parse_math(False)
