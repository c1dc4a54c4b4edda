"""The Bayesian posterior of one pair: draws of three probabilities in a triangle, gathered in hexagons."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from comparatex.errors import DataError
from comparatex.inference.arithmetic import Floats, Integers
from comparatex.inference.comparison import Comparison
from comparatex.layout.colours import highlights
from comparatex.layout.facts import text
from comparatex.layout.numbers import fixed
from comparatex.layout.options import TriangleOptions
from comparatex.layout.pair_scores import chosen_pair

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


def posterior(comparison: Comparison, options: TriangleOptions = TriangleOptions()) -> Triangle:
    """Lay the posterior of one pair out.

    Raises
    ------
    UsageError
        A name is unknown, both are the same, or the rope must be given.
    DataError
        The pair has no task in common.
    """
    row, column = chosen_pair(comparison, options.row, options.column, options.ours)
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
