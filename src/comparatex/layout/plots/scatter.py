"""The scatter of one pair: a mark for each task, at the scores of both comparates on it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from decimal import ROUND_HALF_EVEN, Decimal
from statistics import median

from comparatex.errors import UsageError
from comparatex.inference.comparison import Comparison
from comparatex.layout.facts import text
from comparatex.layout.numbers import equation, fixed
from comparatex.layout.options import ScatterOptions
from comparatex.layout.pair_scores import PairScores, chosen_pair, pair_scores
from comparatex.layout.plots.plot import Point, Scale, log_scale, scale
from comparatex.layout.plots.scatter_view import Corner, Scatter
from comparatex.text import Text

__all__ = ["Scatter", "ScatterOptions", "scatter"]

_GRID = 50
"""Cells along each axis on which the tasks of a large table are gathered."""
_SIZES = 5
_SKEWED = 10
"""Ratio of the largest to the median score from which the axes are logarithmic."""


def scatter(comparison: Comparison, options: ScatterOptions = ScatterOptions()) -> Scatter:
    """Lay the scatter of one pair out.

    Raises
    ------
    UsageError
        A name is unknown, both are the same, or logarithmic axes are asked for scores that are not positive.
    """
    y, x = chosen_pair(comparison, options.y, options.x, options.ours)
    found = pair_scores(comparison, y, x)
    measure = _scale(found, options)
    means = found.means[1], found.means[0]
    gathered = len(found.better) > options.max_points
    wins, ties, losses = (_points(found, sign, measure, gathered) for sign in (1, 0, -1))
    n_ties, pvalue = _count(found, 0), equation(float(comparison.matrix("pvalue")[y, x]))
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
    )
    above, below = _corners(comparison, found, (x, y), options, words)
    return Scatter(
        title=words.title(),
        caption=words.caption(),
        alt=words.alt(),
        x=measure.axis(words.axis(comparison.names[x], fixed(means[0], options.precision))),
        y=measure.axis(words.axis(comparison.names[y], fixed(means[1], options.precision))),
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


def _scale(found: PairScores, options: ScatterOptions) -> Scale:
    """Return the scale of both axes: logarithmic where a few tasks would push the others into a corner."""
    values = [*found.first.tolist(), *found.second.tolist()]
    positive = min(values) > 0
    if options.axis == "logarithmic" and not positive:
        raise UsageError('Logarithmic axes need positive scores: use `axis="linear"`.')
    skewed = positive and max(values) >= _SKEWED * median(values)
    if options.axis == "logarithmic" or (options.axis == "auto" and skewed):
        return log_scale(values)
    return scale(values)


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
