"""The map of significance: a square for each pair, coloured by who is better and by the class of its p-value."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from comparatex.inference.arithmetic import rejects
from comparatex.inference.comparison import Comparison
from comparatex.layout.facts import text
from comparatex.layout.mcm_size import SIZE
from comparatex.layout.numbers import level
from comparatex.layout.options.figures import HeatmapOptions
from comparatex.layout.plots.fitting import fit_map
from comparatex.layout.selection import highlights, ordered, positions


@dataclass(frozen=True)
class MapRow:
    """A comparate and its squares, one letter for each column.

    A, B, C: the row is better, by the weakest, the middle, the strongest class of p-values; a, b, c: the
    column is better; ``.``: neither is significant; ``x``: the test is undefined; ``-``: the same comparate.
    """

    name: str
    squares: str
    ours: bool
    colour: str


@dataclass(frozen=True)
class Heatmap:
    """A map of significance; its columns are its rows again.

    Parameters
    ----------
    title, caption, alt : str
        What it is, what it shows, its result in a sentence.
    rows : tuple of MapRow
        The comparates, from the top and from the left.
    classes : tuple of str
        The bounds of the classes of p-values, the weakest first.
    sides : tuple of str
        What the ends of the key mean: the row is better, the column is.
    """

    title: str
    caption: str
    alt: str
    rows: tuple[MapRow, ...]
    classes: tuple[str, str, str]
    sides: tuple[str, str]

    @property
    def least_type(self) -> float:
        """Size of the smallest type, in points, on a line of 16 cm of a document of 10 pt."""
        return SIZE * fit_map([row.name for row in self.rows]).scale


ROW_BETTER, COLUMN_BETTER, UNDECIDED, UNDEFINED, SELF = "ABC", "abc", ".", "x", "-"
"""Letters of the squares: the first of three is the weakest class."""
_LEVELS = (0.05, 0.01, 0.001, 0.0001, 0.00001)


def heatmap(comparison: Comparison, options: HeatmapOptions = HeatmapOptions()) -> Heatmap:
    """Lay the map of significance out.

    Raises
    ------
    UsageError
        A name is unknown.
    """
    wanted = {*positions(comparison, options.include)} or {*range(len(comparison.names))}
    chosen = [i for i in ordered(comparison, options.order) if i in wanted]
    levels = _levels(comparison.analysis.alpha)
    squares = _squares(comparison, levels, options.adjusted)[np.ix_(chosen, chosen)]
    colours = highlights(comparison, options)
    names = [comparison.names[i] for i in chosen]
    words = text(
        "heatmap",
        comparison,
        n=len(chosen),
        n_different=_n_different(squares),
        order=options.order,
        adjusted=options.adjusted,
        undefined=bool(np.any(squares == UNDEFINED)),
    )
    return Heatmap(
        title=words.title(),
        caption=words.caption(),
        alt=words.alt(),
        rows=tuple(
            MapRow(name, "".join(line), name in options.ours, colours.get(name, ""))
            for name, line in zip(names, squares.tolist(), strict=True)
        ),
        classes=tuple(f"≤ {level(bound)}" for bound in levels),  # type: ignore[arg-type]  # three
        sides=(words.row_better(), words.column_better()),
    )


def _levels(alpha: float) -> tuple[float, float, float]:
    """Return the level of significance and the next two usual ones below it.

    >>> _levels(0.05), _levels(0.03)
    ((0.05, 0.01, 0.001), (0.03, 0.01, 0.001))
    """
    below = [level for level in (*_LEVELS, alpha / 10, alpha / 100) if level < alpha]
    return alpha, below[0], below[1]


def _squares(comparison: Comparison, levels: tuple[float, ...], adjusted: bool) -> NDArray[np.str_]:
    """Return the letters of all pairs, in the summary order."""
    pvalue = comparison.square("adjusted_pvalue" if adjusted else "pvalue")
    strength = sum(rejects(pvalue, level).astype(np.int64) for level in levels)
    side = comparison.square("favoured")
    letters = np.full(pvalue.shape, UNDECIDED)
    for kind, sign in ((ROW_BETTER, 1), (COLUMN_BETTER, -1)):
        for i, letter in enumerate(kind, 1):
            letters[(strength == i) & (side == sign)] = letter
    letters[np.isnan(pvalue)] = UNDEFINED
    np.fill_diagonal(letters, SELF)
    return letters


def _n_different(squares: NDArray[np.str_]) -> int:
    found = np.isin(squares, list(ROW_BETTER + COLUMN_BETTER))
    return int(np.triu(found | found.T, 1).sum())
