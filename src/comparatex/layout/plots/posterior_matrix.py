"""The Bayesian probabilities of all pairs: a bar of three parts for each."""

from __future__ import annotations

import math
from dataclasses import dataclass

from comparatex.errors import UsageError
from comparatex.inference.comparison import Comparison
from comparatex.layout.colours import highlights
from comparatex.layout.facts import text
from comparatex.layout.options import PosteriorMatrixOptions
from comparatex.layout.showing import ordered, positions

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
    left, rope, right = (comparison.matrix(name) for name in ("p_left", "p_rope", "p_right"))
    colours, rows = highlights(comparison, options), []
    for place, i in enumerate(chosen):
        name = comparison.names[i]
        cells = tuple(
            percentages(float(left[i, j]), float(rope[i, j]), float(right[i, j])) for j in chosen[place + 1 :]
        )
        rows.append(TripleRow(name, cells, name in options.ours, colours.get(name, "")))
    every = [cell for row in rows for cell in row.cells]
    words = text(
        "posterior-matrix",
        comparison,
        n=len(chosen),
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
