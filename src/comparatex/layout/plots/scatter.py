"""The scatter of one pair: a mark for each task, at the scores of both comparates on it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from decimal import ROUND_HALF_EVEN, Decimal
from statistics import median

from comparatex.errors import UsageError
from comparatex.inference.comparison import Comparison
from comparatex.layout import words
from comparatex.layout.language import say
from comparatex.layout.numbers import fixed
from comparatex.layout.options import ScatterOptions
from comparatex.layout.pair_scores import PairScores, chosen_pair, pair_scores
from comparatex.layout.plots import scatter_words
from comparatex.layout.plots.plot import Point, Scale, log_scale, scale
from comparatex.layout.plots.scatter_view import Corner, Scatter

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
    above, below = _corners(comparison, found, (x, y), options)
    pair = scatter_words.Pair.of(comparison, found, x, y)
    return Scatter(
        say("Scatter of {y} against {x}", y=pair.y, x=pair.x),
        scatter_words.caption(comparison, pair, options, gathered=gathered, logarithmic=measure.logarithmic),
        scatter_words.alt(pair),
        measure.axis(_label(comparison, x, means[0], options)),
        measure.axis(_label(comparison, y, means[1], options)),
        wins,
        ties,
        losses,
        Point(measure.at(means[0]), measure.at(means[1])) if options.means else None,
        above,
        below,
        scatter_words.equal(pair.ties) if options.counts and pair.ties else "",
        words.equation(pair.pvalue) if options.counts else "",
    )


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
    comparison: Comparison, found: PairScores, pair: tuple[int, int], options: ScatterOptions
) -> tuple[Corner | None, Corner | None]:
    """Return who is better above and below the diagonal; lower is better: the other one of the axes."""
    if not options.counts:
        return None, None
    x, y = (
        Corner(
            "wins" if sign > 0 else "losses",
            comparison.names[i],
            scatter_words.better_on(int((found.better == sign).sum())),
            comparison.names[i] in options.ours,
        )
        for i, sign in zip(pair, (-1, 1), strict=True)
    )
    return (y, x) if comparison.scores.higher_is_better else (x, y)


def _label(comparison: Comparison, i: int, mean: float, options: ScatterOptions) -> str:
    """Return the label of an axis: the comparate, what is measured, and its mean where that is marked."""
    name, measure = comparison.names[i], comparison.scores.measure
    if not options.means:
        return say("{name} ({measure})", name=name, measure=measure) if measure else name
    what = say("mean {measure}", measure=measure) if measure else say("mean score")
    return say("{name} ({what} {mean})", name=name, what=what, mean=fixed(mean, options.precision))
