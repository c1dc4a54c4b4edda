"""Draw the Bayesian probabilities of all pairs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from comparatex.artefacts import Limit, declare
from comparatex.errors import UsageError
from comparatex.figures.common import pictures
from comparatex.figures.common.data import Named
from comparatex.figures.common.maps import Cells, MapPlot, axes_of_map, cells, draw_names, key_below
from comparatex.layout.facts import text
from comparatex.layout.numbers import Triple, percentages
from comparatex.layout.options import Choosing
from comparatex.layout.selection import looks, shown
from comparatex.layout.widths import SIZE, Room

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from comparatex.inference.comparison import Comparison


@dataclass(frozen=True, kw_only=True)
class PosteriorMatrixOptions(Choosing):
    """Settings of the matrix of Bayesian probabilities."""


@dataclass(frozen=True, kw_only=True)
class TripleRow(Named):
    """A comparate, and its probabilities against each one below it."""

    triples: tuple[Triple, ...]


@dataclass(frozen=True, kw_only=True)
class PosteriorMatrix(MapPlot):
    """A matrix of Bayesian probabilities; its columns are its rows without the first."""

    rows: tuple[TripleRow, ...]  # the comparates, from the top
    keys: tuple[str, str, str]  # what the three parts of a bar mean
    with_numbers: bool  # there is room for numbers

    @property
    def least_type(self) -> float:
        """Size of the smallest type, in points, on its line in a document of 10 pt."""
        return min(self.cells.size, _SMALL) if self.with_numbers else self.cells.size


_WIDE, _LEAST, _HIGH = 5.0, 4.3, 2.1
"""Width of a cell with numbers at most and at least, and its height, in units of the type, as in the style file."""
_SIDE = 1.7  # side of a cell without
_SMALL = 7.0  # size of the numbers, in points
_SURE = 0.95  # probability from which on a pair is decided


def _fit(names: Sequence[str], line: Room) -> tuple[Cells, bool]:
    """Return the cells that fit a line beside these names, and whether there is room for numbers."""
    fit = cells(names, _WIDE, _HIGH, len(names) - 1, line)
    if fit.wide >= _LEAST * SIZE and fit.high >= 0.99 * _HIGH * SIZE:
        return fit, True
    return cells(names, _SIDE, _SIDE, len(names) - 1, line), False


@declare(
    "Draw the Bayesian probabilities of all pairs: row better, practically equal, column better.",
    # The Bayesian test of a pair takes 2 to 3 ms: half a minute for 150, nine for 1,000 and 20 minutes for 2,000.
    limit=Limit(150, "takes minutes"),
)
def lay_out(comparison: Comparison, options: PosteriorMatrixOptions = PosteriorMatrixOptions()) -> PosteriorMatrix:
    """Return the matrix of Bayesian probabilities."""
    chosen = shown(comparison, options)
    if len(chosen) < 2:
        raise UsageError("A matrix of probabilities needs at least two methods.")
    regions, names = comparison.posteriors_between(chosen, chosen), [comparison.names[i] for i in chosen]
    look, (fit, with_numbers) = looks(comparison, options), _fit(names, options.line)
    rows = tuple(
        TripleRow(
            **look(name), triples=tuple(percentages(*regions[:, i, j].tolist()) for j in range(i + 1, len(chosen)))
        )
        for i, name in enumerate(names)
    )
    chances = [regions[:, i, j] for i in range(len(chosen)) for j in range(i + 1, len(chosen))]
    words = text(
        "posterior-matrix",
        comparison,
        n=len(chosen),
        numbers=with_numbers,
        n_pairs=len(chances),
        n_better=sum(bool(max(left, right) >= _SURE) for left, _, right in chances),
        n_equal=sum(bool(equal >= _SURE) for _, equal, _ in chances),
        numbered=fit.numbered,
    )
    return PosteriorMatrix(
        **words.about(),
        rows=rows,
        keys=(words.row_better(), words.equal(), words.column_better()),
        line=options.line,
        cells=fit,
        with_numbers=with_numbers,
    )


# -------------------------------------------------------------------------------------------------- pictures
_PARTS = ("posteriortriplesrow", "posteriortriplesequal", "posteriortriplescolumn")
_BAR = 0.86  # width of a bar, as a share of its cell
_ABOVE, _BELOW, _HALF = (0.05, 0.3, 0.4)
"""Where a bar below numbers begins and ends under the middle of its row, and half the height of one without."""


def draw(view: PosteriorMatrix, ax: Axes | None = None) -> Figure:
    """Draw the matrix: x is the column and y the row, from 1 on, from the left and from the top."""
    from matplotlib.collections import PolyCollection
    from matplotlib.patches import Patch

    fit, n = view.cells, len(view.rows) - 1
    ax = axes_of_map(ax, fit, n, view.line)
    draw_names(ax, view.rows, fit, skip=1)
    top, low = (_ABOVE, _BELOW) if view.with_numbers else (-_HALF, _HALF)
    bars, colours = [], []
    for i, row in enumerate(view.rows, 1):
        for j, triple in enumerate(row.triples, i + 1):
            left = j - _BAR / 2
            for part, colour in zip((triple.left, triple.rope, triple.right), _PARTS, strict=True):
                right = left + _BAR * part / 100
                bars.append([(left, i + top), (right, i + top), (right, i + low), (left, i + low)])
                colours.append(pictures.COLOURS[colour])
                left = right
            if view.with_numbers and triple.is_defined:
                _numbers(ax, triple, i, j)
    ax.add_collection(PolyCollection(bars, facecolors=colours, edgecolors="none"), autolim=False)
    handles = [Patch(facecolor=pictures.COLOURS[colour]) for colour in _PARTS]
    key_below(ax, [*zip(handles, view.keys, strict=True)], columns=3, fit=fit)
    return pictures.figure_of(ax)


def _numbers(ax: Axes, triple: Triple, row: int, column: int) -> None:
    """Write the three percentages of a cell above its bar."""
    parts = ((triple.left, -_BAR / 2, "left"), (triple.rope, 0.0, "center"), (triple.right, _BAR / 2, "right"))
    for part, right, across in parts:
        ax.text(column + right, row, str(part), fontsize=_SMALL, ha=across, va="bottom")
