"""The scatter of one pair: a mark for each task, at the scores of both comparates on it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_EVEN, Decimal
from typing import Literal

import numpy as np

from comparatex.inference.arithmetic import Floats, Integers
from comparatex.inference.comparison import Comparison
from comparatex.inference.differences import differences, mean_scores
from comparatex.layout.facts import text
from comparatex.layout.mcm_size import SIZE
from comparatex.layout.notation import notations
from comparatex.layout.numbers import equation
from comparatex.layout.options.figures import ScatterOptions
from comparatex.layout.plots.axes import PlotAxis, Point, Scale, score_scale
from comparatex.layout.selection import chosen_pair
from comparatex.text import Text


@dataclass(frozen=True)
class Corner:
    """What stands in a corner of the scatter: who is better there, on how many tasks, with which marks."""

    result: Literal["wins", "losses"]
    name: str
    count: str
    ours: bool


@dataclass(frozen=True)
class Scatter:
    """A scatter of one pair. Both axes are of one scale, so that the diagonal is where scores are equal.

    Parameters
    ----------
    title, caption, alt : str
        What it is, what it shows, its result in a sentence.
    x, y : PlotAxis
        The axes.
    wins, ties, losses : tuple of Point
        Tasks on which the comparate of the y axis is better, equal, worse.
    means : Point or None
        The mean scores.
    above, below : Corner or None
        Who is better above and below the diagonal.
    equal : str
        On how many tasks both are equal; empty where there is none.
    pvalue : str
        The p-value as an equation; empty where counts are not shown.
    """

    title: str
    caption: str
    alt: str
    x: PlotAxis
    y: PlotAxis
    wins: tuple[Point, ...]
    ties: tuple[Point, ...]
    losses: tuple[Point, ...]
    means: Point | None
    above: Corner | None
    below: Corner | None
    equal: str
    pvalue: str

    @property
    def least_type(self) -> float:
        """Size of the smallest type, in points, in a document of 10 pt."""
        return SIZE


# ------------------------------------------------------------------------------------------- scores of a pair
@dataclass(frozen=True, eq=False)
class PairScores:
    """Scores of two comparates on the tasks that both have.

    Parameters
    ----------
    first, second : ndarray of shape (n_tasks,)
        Their scores.
    means : tuple of float
        Their mean scores, summed as decimals: equal to those of the summary where both have all tasks.
    better : ndarray of int, of shape (n_tasks,)
        1 where the first is better, −1 where the second is, 0 where they are equal: as the tests have it.
    """

    first: Floats
    second: Floats
    means: tuple[float, float]
    better: Integers


def pair_scores(comparison: Comparison, first: int, second: int) -> PairScores:
    """Return the scores of two comparates, given by their positions in the summary order."""
    table = comparison.scores
    columns = comparison.order[[first, second]]
    values, decimals = table.values[:, columns], table.decimals[:, columns]
    both = ~np.isnan(values).any(axis=1)
    values, decimals = values[both], decimals[both]
    taken = differences(
        values, decimals, higher_is_better=table.higher_is_better, tolerance=table.tie_tolerance
    )
    row, column = np.array([0]), np.array([1])
    signs = np.sign(taken.compared(taken.signed(row, column)))[0].astype(np.int64)
    first_mean, second_mean = mean_scores(values, decimals).tolist()
    return PairScores(values[:, 0], values[:, 1], (first_mean, second_mean), signs)


# ----------------------------------------------------------------------------------------------------- layout
_GRID = 50
"""Cells along each axis on which the tasks of a large table are gathered."""
_SIZES = 5


def scatter(comparison: Comparison, options: ScatterOptions = ScatterOptions()) -> Scatter:
    """Lay the scatter of one pair out.

    Raises
    ------
    UsageError
        A name is unknown, both are the same, or logarithmic axes are asked for scores that are not positive.
    """
    y, x = chosen_pair(comparison, options.y, options.x, options.own)
    found = pair_scores(comparison, y, x)
    measure = score_scale([*found.first.tolist(), *found.second.tolist()], options.axis)
    means = found.means[1], found.means[0]
    found_as = notations(comparison, options)
    gathered = len(found.better) > options.max_points
    wins, ties, losses = (_points(found, sign, measure, gathered) for sign in (1, 0, -1))
    n_ties = _count(found, 0)
    pvalue = equation(float(comparison.between("pvalue", [y], [x])[0, 0]), comparison.analysis.alpha)
    words = text(
        "scatter",
        comparison,
        x=comparison.names[x],
        y=comparison.names[y],
        wins=_count(found, 1),
        ties=n_ties,
        losses=_count(found, -1),
        pvalue=pvalue,
        means=options.means,
        gathered=gathered,
        logarithmic=measure.logarithmic,
        notations=found_as,
    )
    above, below = _corners(comparison, found, (x, y), options, words)
    return Scatter(
        title=words.title(),
        caption=words.caption(),
        alt=words.alt(),
        x=measure.axis(words.axis(comparison.names[x], found_as.means.fixed(means[0])), found_as.scores),
        y=measure.axis(words.axis(comparison.names[y], found_as.means.fixed(means[1])), found_as.scores),
        wins=wins,
        ties=ties,
        losses=losses,
        means=Point(measure.at(means[0]), measure.at(means[1])) if options.means else None,
        above=above,
        below=below,
        equal=words.equal() if options.counts and n_ties else "",
        pvalue=pvalue if options.counts else "",
    )


def _count(found: PairScores, sign: int) -> int:
    """Return the number of tasks with one result."""
    return int((found.better == sign).sum())


def _points(found: PairScores, sign: int, measure: Scale, gathered: bool) -> tuple[Point, ...]:
    """Return the marks of the tasks with one result, from left to right."""
    tasks = [t for t, better in enumerate(found.better.tolist()) if better == sign]
    at = [(measure.at(float(found.second[t])), measure.at(float(found.first[t]))) for t in tasks]
    if not gathered:
        return tuple(Point(x, y) for x, y in sorted(at))
    return gather(at)


def gather(at: Sequence[tuple[Decimal, Decimal]]) -> tuple[Point, ...]:
    """Return one mark for all points near a crossing of the grid, its size the digits of their number in base 2.

    >>> gather([(Decimal("10.2"), Decimal(50)), (Decimal("9.7"), Decimal("49.6"))])
    (Point(x=Decimal('10'), y=Decimal('50'), size=2),)
    """
    step = Decimal(100) / _GRID
    near = Counter(
        ((x / step).to_integral(ROUND_HALF_EVEN), (y / step).to_integral(ROUND_HALF_EVEN)) for x, y in at
    )
    return tuple(
        Point(i * step, j * step, min(number.bit_length(), _SIZES)) for (i, j), number in sorted(near.items())
    )


def _corners(
    comparison: Comparison, found: PairScores, pair: tuple[int, int], options: ScatterOptions, words: Text
) -> tuple[Corner | None, Corner | None]:
    """Return who is better above and below the diagonal; lower is better: the other one of the axes."""
    if not options.counts:
        return None, None
    x, y = (
        Corner(
            "wins" if sign > 0 else "losses",
            comparison.names[i],
            words.better_on(_count(found, sign)),
            comparison.names[i] in options.ours,
        )
        for i, sign in zip(pair, (-1, 1), strict=True)
    )
    return (y, x) if comparison.scores.higher_is_better else (x, y)
