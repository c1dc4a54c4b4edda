"""Draw which pairs differ significantly, as a map of squares."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from comparatex.artefacts import Limit, declare
from comparatex.figures.common import pictures
from comparatex.figures.common.data import Described, Named
from comparatex.layout.facts import text
from comparatex.layout.numbers import level, mark
from comparatex.layout.options import Choosing
from comparatex.layout.selection import looks, shown
from comparatex.layout.widths import LEAST_TYPE, PAGE, SIZE, Room, latin_modern, shrunk
from comparatex.settings import setting
from comparatex.text import NBSP, Prose, math

if TYPE_CHECKING:
    import numpy as np
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from numpy.typing import NDArray

    from comparatex.inference.comparison import Comparison


@dataclass(frozen=True, kw_only=True)
class HeatmapOptions(Choosing):
    """Settings of the map of significance."""

    adjusted: bool = setting(
        True, common=True, off="--raw", own=True, help="Judge by adjusted or by uncorrected p-values."
    )


@dataclass(frozen=True, kw_only=True)
class MapRow(Named):
    """A comparate and its squares, one letter for each column.

    A, B, C: the row is better, by the weakest, the middle, the strongest class of p-values; a, b, c: the
    column is better; o: the test favours one and the mean score the other; ``.``: no significant difference;
    ``x``: the test is undefined; ``-``: the same comparate.
    """

    squares: str


@dataclass(frozen=True)
class Cells:
    """How a map fits a line and the height beside its caption, in points."""

    wide: float  # wide, high: of a cell
    high: float
    size: float  # type of the names
    names: float  # room of the names of rows, on each side that has some
    numbered: int = 0
    """0 where rows and columns have names; else columns have numbers, and rows names with them on so many sides."""

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


@dataclass(frozen=True, kw_only=True)
class Heatmap(Described):
    """A map of significance; its columns are its rows again."""

    line: Room  # what it is made for
    cells: Cells  # how it fits its line
    rows: tuple[MapRow, ...]  # the comparates, from the top and from the left
    key: tuple[tuple[str, str], ...]
    """Letters of the squares of the key, none for words alone, with their texts, two in a line."""

    @property
    def least_type(self) -> float:
        """Size of the smallest type, in points, on its line in a document of 10 pt."""
        return self.cells.size


_SIDE = 1.7  # side of a square at most, in units of the type, as in the style file
_SMALL = 0.75
"""Of the usual type: smaller names (6 pt) stand by turns to the left and to the right, with numbers for the columns."""
_LEADING = 1.05  # lines of names are so many times as far apart as their type is high
_NAMES, _BOTH, _BROAD = 0.35, 0.3, 0.4
"""Shares of the line that names may fill on one side, on each of two, and there before type is too small to read."""
_SEEN = 2.0  # points: where names on both sides leave narrower squares, all stand on one
_AXIS, _KEY = 1.5, 4.0  # heights of a line of numbers, and of the key, in units of the type

_WIDER, _LEAST = 1.2, 300.0
"""How much wider matplotlib's letters are than TeX's; width of a figure at least, in points, for its key."""
_STEPS = (5, 10, 20, 50)
_NARROW = 320.0  # points: the key is wider than a column
_GAPS = 4.0  # points: between smaller squares there are no gaps, which would be wider than a pixel should
_ROW, _COLUMN, _OPEN, _CONTRARY, _UNDEFINED, _SELF = "ABC", "abc", ".", "o", "x", "-"
"""Letters of the squares: the first of three is the weakest class."""
_LEVELS = (0.05, 0.01, 0.001, 0.0001, 0.00001)


@declare(
    "Draw which pairs differ significantly, as a map of squares.",
    # The type of names is 5 pt high at 190.
    limit=Limit(200, "has type that is too small to read"),
)
def lay_out(comparison: Comparison, options: HeatmapOptions = HeatmapOptions()) -> Heatmap:
    """Return the map of significance."""
    import numpy as np

    chosen = shown(comparison, options)
    levels = _levels(comparison.analysis.alpha)
    squares = _squares(comparison, levels, options.adjusted)[np.ix_(chosen, chosen)]
    different = np.isin(squares, [*_ROW, *_COLUMN, _CONTRARY])
    look, names = looks(comparison, options), [comparison.names[i] for i in chosen]
    rows = tuple(
        MapRow(**look(name), squares="".join(line)) for name, line in zip(names, squares.tolist(), strict=True)
    )
    contrary = bool(np.any(squares == _CONTRARY))
    fit = cells(names, options.line)
    words = text(
        "heatmap",
        comparison,
        n=len(chosen),
        n_different=int(np.triu(different | different.T, 1).sum()),
        order=options.order,
        adjusted=options.adjusted,
        undefined=bool(np.any(squares == _UNDEFINED)),
        contrary=contrary,
        numbered=fit.numbered,
    )
    separator = "; " if mark() == "," else ", "
    bounds = Prose.of(f"{math('p')}{NBSP}≤{NBSP}{separator.join(map(level, levels))}")
    return Heatmap(
        **words.about(),
        rows=rows,
        key=(
            (_ROW, words.row_better()),
            ("", bounds),
            (_COLUMN, words.column_better()),
            (_OPEN, words.undecided()),
            *([(_CONTRARY, words.disagreement())] if contrary else []),
        ),
        line=options.line,
        cells=fit,
    )


def cells(names: Sequence[str], line: Room = PAGE) -> Cells:
    """Return how squares of all pairs fit a line beside and below names.

    >>> cells(["A", "B"]).high, cells(["A"] * 121).numbered
    (13.6, 2)
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
    if across < _SEEN and down >= _LEADING * LEAST_TYPE:
        room = min(widest * shrunk(LEAST_TYPE), (1 - _BROAD) * line.width)
        return Cells((line.width - room) / n, _LEADING * LEAST_TYPE, LEAST_TYPE, room, numbered=1)
    return Cells(across, min(down, max(2 * across, _LEADING * size / 2)), size, room, numbered=2)


def _levels(alpha: float) -> tuple[float, float, float]:
    """Return the level of significance and the next two usual ones below it.

    >>> _levels(0.05), _levels(0.03)
    ((0.05, 0.01, 0.001), (0.03, 0.01, 0.001))
    """
    below = [level for level in (*_LEVELS, alpha / 10, alpha / 100) if level < alpha]
    return alpha, below[0], below[1]


def _squares(comparison: Comparison, levels: Sequence[float], adjusted: bool) -> NDArray[np.str_]:
    """Return the letters of all pairs, in the summary order."""
    import numpy as np

    from comparatex.inference.arithmetic import rejects

    pvalue = comparison.square("adjusted_pvalue" if adjusted else "pvalue")
    strength = np.sum([rejects(pvalue, level) for level in levels], axis=0)
    side = comparison.square("favoured")
    turn = 1 if comparison.scores.higher_is_better else -1
    letters = np.full(pvalue.shape, _OPEN)
    for kind, sign in ((_ROW, 1), (_COLUMN, -1)):
        for i, letter in enumerate(kind, 1):
            letters[(strength == i) & (side == sign)] = letter
    letters[(strength > 0) & (turn * comparison.square("mean_difference") * side < 0)] = _CONTRARY
    letters[np.isnan(pvalue)] = _UNDEFINED
    np.fill_diagonal(letters, _SELF)
    return letters


# -------------------------------------------------------------------------------------------------- pictures
_COLOURS = {letter: f"heatmap{letter}" for letter in _ROW + _COLUMN} | {
    _OPEN: "heatmapneither",
    _CONTRARY: "heatmapneither",
    _SELF: "heatmapself",
}


def draw(view: Heatmap, ax: Axes | None = None) -> Figure:
    """Draw the map: x is the column and y the row, from 1 on, from the left and from the top."""
    import numpy as np
    from matplotlib.collections import PolyCollection

    fit, n = view.cells, len(view.rows)
    ax = _axes(ax, fit, n, view.line)
    _names(ax, view.rows, fit)
    letters = np.array([[*row.squares] for row in view.rows])
    apart = fit.wide > _GAPS
    for kind, name in _COLOURS.items():
        looks: dict[str, Any] = {"facecolors": pictures.COLOURS[name], "edgecolors": "none", "antialiaseds": apart}
        ax.add_collection(PolyCollection([*_runs(letters == kind)], **looks), autolim=False)
    if apart:
        ends = np.arange(n + 1) + 0.5
        ax.hlines(ends, 0.5, n + 0.5, color="white", lw=0.4)
        ax.vlines(ends, 0.5, n + 0.5, color="white", lw=0.4)
    marks, inks = [], []
    for i, j in np.argwhere(np.isin(letters, [*_COLUMN, _CONTRARY])):
        wide, high = (0.36, 0.08) if letters[i, j] in _COLUMN else (0.3, 0.3)
        x, y = j + 1 - wide / 2, i + 1 - high / 2
        marks.append([(x, y), (x + wide, y), (x + wide, y + high), (x, y + high)])
        inks.append("white" if letters[i, j] == _COLUMN[-1] else "black")
    ax.add_collection(PolyCollection(marks, facecolors=inks, edgecolors="none"), autolim=False)
    if not fit.numbered:
        ax.set_aspect("equal")
    _key(ax, view)
    return pictures.figure_of(ax)


def _runs(squares: NDArray[np.bool_]) -> Iterator[list[tuple[float, float]]]:
    """Yield the corners of rectangles that cover squares which stand side by side."""
    import numpy as np

    for i, ends in enumerate(np.diff(np.pad(squares, ((0, 0), (1, 1))).astype(int))):
        for left, right in zip(np.flatnonzero(ends > 0) + 0.5, np.flatnonzero(ends < 0) + 0.5, strict=True):
            yield [(left, i + 0.5), (right, i + 0.5), (right, i + 1.5), (left, i + 1.5)]


def _axes(ax: Axes | None, fit: Cells, n: int, line: Room) -> Axes:
    """Return the axes given, or those of a figure in which a map fits as it does on a page."""
    names = _WIDER * fit.names
    above = _AXIS * pictures.SIZE if fit.numbered else names
    height = n * fit.high + above + (_KEY + 2) * pictures.SIZE
    width = max(n * fit.wide + max(fit.numbered, 1) * names, _LEAST)
    return pictures.axes(ax, height, min(width, line.width))


def _names(ax: Axes, names: Sequence[Named], fit: Cells) -> None:
    """Give axes the names of rows and columns."""
    n = len(names)
    places = range(1, n + 1)
    ax.set(xlim=(0.5, n + 0.5), ylim=(n + 0.5, 0.5))
    ax.tick_params(which="both", length=0, pad=2, top=False, bottom=False, labeltop=True, labelbottom=False)
    for spine in ax.spines.values():
        spine.set_visible(False)
    if sides := fit.numbered:
        ax.tick_params(axis="y", which="minor", labelleft=False, labelright=True)
        for first in range(1, sides + 1):
            shown = names[first - 1 :: sides]
            numbered = zip(places[first - 1 :: sides], shown, strict=True)
            texts = [f"{row.name} {i}" if first == 1 else f"{i} {row.name}" for i, row in numbered]
            ax.set_yticks(places[first - 1 :: sides], texts, minor=first == 2, fontsize=fit.size)
            pictures.dress_names(ax.get_yticklabels(minor=first == 2), shown)
        ax.set_xticks([1, *range(fit.step, n + 1, fit.step)])
        ax.tick_params(axis="x", labelsize=fit.size)
        return
    for axis in (ax.xaxis, ax.yaxis):
        axis.set_ticks(places, [row.name for row in names], fontsize=fit.size)
        pictures.dress_names(axis.get_ticklabels(), names)
    ax.tick_params(axis="x", labelrotation=90 if fit.standing else 0)


def _key(ax: Axes, view: Heatmap) -> None:
    """Put the key below the map, two entries in a line: in the middle where names stand on both sides."""
    from matplotlib.legend_handler import HandlerTuple
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch

    def squares(letters: str) -> Any:
        hatches = {_CONTRARY: "."} | dict.fromkeys(_COLUMN, "-")
        looks: dict[str, Any] = {"edgecolor": pictures.COLOURS["plotgrid"], "lw": 0.3}
        patches = (
            Patch(facecolor=pictures.COLOURS[_COLOURS[letter]], hatch=hatches.get(letter), **looks)
            for letter in letters
        )
        return tuple(patches) or Line2D([], [], ls="")

    entries, both = [*view.key[::2], *view.key[1::2]], view.cells.numbered == 2
    legend = ax.legend(
        [squares(letters) for letters, _ in entries],
        [words for _, words in entries],
        ncols=2,
        loc="upper center" if both else "upper right",
        bbox_to_anchor=(0.5 if both else 1, 0),
        frameon=False,
        fontsize=pictures.SIZE if view.line.width > _NARROW else LEAST_TYPE,
        handlelength=1,
        handleheight=1,
        columnspacing=1,
        handletextpad=0.4,
        handler_map={tuple: HandlerTuple(ndivide=None, pad=0)},
    )
    for label in legend.get_texts():
        label.set_parse_math(False)
