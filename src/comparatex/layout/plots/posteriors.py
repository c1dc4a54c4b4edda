"""Bayesian posteriors: the draws of one pair in a triangle, and the probabilities of all pairs as bars."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from comparatex.errors import DataError, UsageError
from comparatex.inference.arithmetic import Floats, Integers
from comparatex.inference.comparison import Comparison
from comparatex.layout.facts import text
from comparatex.layout.mcm_size import PAGE_HEIGHT, PAGE_WIDTH, SIZE, broken, latin_modern
from comparatex.layout.numbers import fixed
from comparatex.layout.options.figures import PosteriorMatrixOptions, TriangleOptions
from comparatex.layout.plots.fitting import fit_map
from comparatex.layout.selection import chosen_pair, highlights, ordered, positions

_LEVELS = 9


@dataclass(frozen=True)
class Corner:
    """A corner: what its region says, and its probability."""

    name: str
    text: str
    ours: bool = False
    colour: str = ""


@dataclass(frozen=True)
class HexRow:
    """Hexagons side by side: the row from below, the first one from the left side, a level from 0 to 9 each.

    The i-th hexagon of row j, counted from 0, is around i/n of the way from left to right plus j/n of that
    from the base to the top.
    """

    row: int
    first: int
    levels: str


@dataclass(frozen=True)
class Triangle:
    """The posterior of one pair.

    Parameters
    ----------
    title, caption, alt : str
        What it is, what it shows, its result in a sentence.
    left, top, right : Corner
        The row is better; neither is, by more than the rope; the column is better.
    cells : int
        Hexagons along a side.
    rows : tuple of HexRow
        The hexagons that hold draws.
    """

    title: str
    caption: str
    alt: str
    left: Corner
    top: Corner
    right: Corner
    cells: int
    rows: tuple[HexRow, ...]

    @property
    def least_type(self) -> float:
        """Size of the smallest type, in points, on a line of 16 cm of a document of 10 pt."""
        room = 0.48 * SIDE
        names = [broken(corner.name, room, latin_modern) for corner in (self.left, self.right)]
        return SIZE * min(1.0, room / max(latin_modern(part) for parts in names for part in parts))


SIDE = 213.4
"""Of the triangle, in points."""


def posterior(comparison: Comparison, options: TriangleOptions = TriangleOptions()) -> Triangle:
    """Lay the posterior of one pair out.

    Raises
    ------
    UsageError
        A name is unknown, both are the same, or the rope must be given.
    DataError
        The pair has no task in common.
    """
    row, column = chosen_pair(comparison, options.row, options.column, options.own)
    found = comparison.posterior_of(row, column)
    names = comparison.names[row], comparison.names[column]
    if found.samples is None:
        raise DataError(f"{names[0]} and {names[1]} have no task in common.")
    colours = highlights(comparison, options)
    left, right = (
        Corner(name, f"p = {fixed(p, 3)}", name in options.ours, colours.get(name, ""))
        for name, p in zip(names, (found.p_left, found.p_right), strict=True)
    )
    words = text(
        "posterior",
        comparison,
        row=names[0],
        column=names[1],
        left=fixed(found.p_left, 3),
        equal=fixed(found.p_rope, 3),
        right=fixed(found.p_right, 3),
    )
    return Triangle(
        title=words.title(),
        caption=words.caption(),
        alt=words.alt(),
        left=left,
        top=Corner(words.practically_equal(), f"p = {fixed(found.p_rope, 3)}"),
        right=right,
        cells=options.cells,
        rows=_rows(_counts(found.samples, options.cells)),
    )


def _counts(samples: Floats, cells: int) -> Integers:
    """Return how many draws are nearest to each point of the grid, by row from below and place from the left."""
    nearest = hexagons(samples, cells)
    counts = np.zeros((cells + 1, cells + 1), dtype=np.int64)
    np.add.at(counts, (nearest[:, 1], nearest[:, 2]), 1)
    return counts


def hexagons(samples: Floats, cells: int) -> Integers:
    """Return the nearest points of a triangular grid: three whole numbers each that add up to `cells`.

    Each part is rounded; where the sum then differs, the part that was rounded most makes up for it.

    >>> hexagons(np.array([[0.26, 0.37, 0.37]]), 10).tolist()
    [[2, 4, 4]]
    """
    scaled = samples * cells
    rounded = np.rint(scaled)
    errors = rounded - scaled
    excess = rounded.sum(axis=1) - cells
    worst = np.argmax(np.where(excess[:, None] > 0, errors, -errors), axis=1)
    rounded[np.arange(len(rounded)), worst] -= excess
    return np.asarray(rounded, dtype=np.int64)


def _rows(counts: Integers) -> tuple[HexRow, ...]:
    """Return the rows that hold draws; levels go with the square root of the number of draws."""
    levels = np.ceil(_LEVELS * np.sqrt(counts / counts.max())).astype(np.int64)
    found = []
    for j, line in enumerate(levels.tolist()):
        text = "".join(map(str, line)).rstrip("0")
        if text:
            first = len(text) - len(text.lstrip("0"))
            found.append(HexRow(j, first, text[first:]))
    return tuple(found)


# --------------------------------------------------------------------------------- probabilities of all pairs
_SURE = 95
"""Percentage from which on a pair is decided."""


@dataclass(frozen=True)
class Triple:
    """Percentages that the row is better, neither is, the column is; they add up to 100, or all are 0."""

    left: int
    rope: int
    right: int


@dataclass(frozen=True)
class TripleRow:
    """A comparate, and its probabilities against each one below it."""

    name: str
    cells: tuple[Triple, ...]
    ours: bool
    colour: str


@dataclass(frozen=True)
class PosteriorMatrix:
    """A matrix of Bayesian probabilities; its columns are its rows without the first.

    Parameters
    ----------
    title, caption, alt : str
        What it is, what it shows, its result in a sentence.
    rows : tuple of TripleRow
        The comparates, from the top.
    keys : tuple of str
        What the three parts of a bar mean.
    """

    title: str
    caption: str
    alt: str
    rows: tuple[TripleRow, ...]
    keys: tuple[str, str, str]

    @property
    def with_numbers(self) -> bool:
        """Whether there is room for numbers on a line of 16 cm of a document of 10 pt."""
        return _with_numbers([row.name for row in self.rows])

    @property
    def least_type(self) -> float:
        """Size of the smallest type, in points, on a line of 16 cm of a document of 10 pt."""
        if self.with_numbers:
            widest = max(latin_modern(row.name) for row in self.rows)
            return min(SMALL, SIZE * 0.45 * PAGE_WIDTH / max(widest, 1.0))
        return SIZE * fit_map([row.name for row in self.rows], height=PAGE_HEIGHT - 2 * SIZE).scale


def _with_numbers(names: Sequence[str]) -> bool:
    """Whether there is room for numbers beside these names."""
    n, widest = len(names), max(map(latin_modern, names))
    across = (PAGE_WIDTH - min(widest, 0.45 * PAGE_WIDTH) - 0.5 * SIZE) / (n - 1)
    return across >= LEAST_CELL and n * 2.1 * SIZE <= PAGE_HEIGHT - 8 * SIZE


LEAST_CELL = 4.3 * SIZE
"""Width of a cell with numbers at least, in points."""
SMALL = 7.0
"""Size of the numbers, in points."""


def posterior_matrix(
    comparison: Comparison, options: PosteriorMatrixOptions = PosteriorMatrixOptions()
) -> PosteriorMatrix:
    """Lay the matrix of Bayesian probabilities out.

    Raises
    ------
    UsageError
        A name is unknown, there is but one comparate, or the rope must be given.
    """
    wanted = {*positions(comparison, options.include)} or {*range(len(comparison.names))}
    chosen = [i for i in ordered(comparison, options.order) if i in wanted]
    if len(chosen) < 2:
        raise UsageError("A matrix of probabilities needs at least two comparates.")
    regions = comparison.posteriors_between(chosen, chosen)
    colours, rows = highlights(comparison, options), []
    for place, i in enumerate(chosen):
        name = comparison.names[i]
        cells = tuple(
            percentages(*regions[:, place, other].tolist()) for other in range(place + 1, len(chosen))
        )
        rows.append(TripleRow(name, cells, name in options.ours, colours.get(name, "")))
    every = [cell for row in rows for cell in row.cells]
    words = text(
        "posterior-matrix",
        comparison,
        n=len(chosen),
        numbers=_with_numbers([row.name for row in rows]),
        n_pairs=len(every),
        n_better=sum(max(cell.left, cell.right) >= _SURE for cell in every),
        n_equal=sum(cell.rope >= _SURE for cell in every),
    )
    return PosteriorMatrix(
        title=words.title(),
        caption=words.caption(),
        alt=words.alt(),
        rows=tuple(rows),
        keys=(words.row_better(), words.equal(), words.column_better()),
    )


def percentages(left: float, rope: float, right: float) -> Triple:
    """Return three probabilities as percentages that add up to 100: the largest remainders are rounded up.

    >>> percentages(0.936, 0.0494, 0.0146)
    Triple(left=94, rope=5, right=1)
    >>> percentages(1 / 3, 1 / 3, 1 / 3)
    Triple(left=34, rope=33, right=33)
    """
    shares = [100 * share for share in (left, rope, right)]
    if any(math.isnan(share) for share in shares):
        return Triple(0, 0, 0)
    whole = [math.floor(round(share, 9)) for share in shares]
    missing = 100 - sum(whole)
    for k in sorted(range(3), key=lambda k: whole[k] - shares[k])[:missing]:
        whole[k] += 1
    return Triple(*whole)
