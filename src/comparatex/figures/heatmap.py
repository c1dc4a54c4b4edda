"""Draw which pairs differ significantly, as a map of squares."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from comparatex.artefacts import Limit, declare
from comparatex.figures.common import pictures
from comparatex.figures.common.data import Named
from comparatex.figures.common.maps import MapPlot, axes_of_map, cells, draw_names, key_below
from comparatex.layout.facts import text
from comparatex.layout.numbers import level, mark
from comparatex.layout.options import Choosing
from comparatex.layout.selection import looks, shown
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

    adjusted: bool = setting(True, common=True, off="--raw", own=True, help="Judge by adjusted or by raw p-values.")


@dataclass(frozen=True, kw_only=True)
class MapRow(Named):
    """A comparate and its squares, one letter for each column.

    A, B, C: the row is better, by the weakest, the middle, the strongest class of p-values; a, b, c: the
    column is better; o: the test favours one and the mean score the other; ``.``: no significant difference;
    ``x``: the test is undefined; ``-``: the same comparate.
    """

    squares: str


@dataclass(frozen=True, kw_only=True)
class Heatmap(MapPlot):
    """A map of significance; its columns are its rows again."""

    rows: tuple[MapRow, ...]  # the comparates, from the top and from the left
    key: tuple[tuple[str, str], ...]
    """Letters of the squares of the key, none for words alone, with their texts, two in a line."""


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
    from matplotlib.colors import ListedColormap

    fit, n = view.cells, len(view.rows)
    ax = axes_of_map(ax, fit, n, view.line)
    draw_names(ax, view.rows, fit)
    letters = np.array([[*row.squares] for row in view.rows])
    kinds = [*_COLOURS, _UNDEFINED]
    ax.pcolormesh(
        np.arange(n + 1) + 0.5,
        np.arange(n + 1) + 0.5,
        np.searchsorted(np.sort(kinds), letters),
        cmap=ListedColormap([pictures.COLOURS.get(_COLOURS.get(kind, ""), "white") for kind in sorted(kinds)]),
        vmin=-0.5,
        vmax=len(kinds) - 0.5,
        edgecolors="white" if fit.wide > _GAPS else "none",
        lw=0.4,
    )
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


def _key(ax: Axes, view: Heatmap) -> None:
    """Put the key below the map, two entries in a line."""
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

    entries = [*view.key[::2], *view.key[1::2]]
    key_below(ax, [(squares(letters), words) for letters, words in entries], columns=2, fit=view.cells)
