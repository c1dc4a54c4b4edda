"""Intervals of mean ranks under the axis of a critical difference diagram, in as few lanes as keep them apart."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from comparatex.inference.bootstrap import intervals, resampled_means
from comparatex.inference.comparison import Comparison
from comparatex.layout.cdd.view import CddOptions, RankInterval
from comparatex.layout.language import say
from comparatex.layout.numbers import fixed, place
from comparatex.layout.words import level

DRAWS = 10_000
MOST = 25
"""Comparates whose intervals can be told apart."""
_APART = Decimal("0.03")
"""Of the axis, at least, between intervals in a lane."""


def rank_intervals(
    comparison: Comparison, chosen: Sequence[int], options: CddOptions
) -> tuple[RankInterval, ...]:
    """Return the percentile intervals of mean ranks over tasks drawn anew, best first; none for too many.

    Parameters
    ----------
    comparison : Comparison
        The statistics; ranks are among all its comparates.
    chosen : sequence of int
        Positions in the order of the summary, best mean rank first.
    options : CddOptions
        Whether there are to be any.
    """
    if not options.intervals or len(chosen) > MOST:
        return ()
    means = resampled_means(comparison.ranks[:, list(chosen)], n_samples=DRAWS, seed=comparison.analysis.seed)
    found = intervals(means, 1 - comparison.analysis.alpha)
    ends = [(place(float(low)), place(float(high))) for low, high in zip(found.low, found.high, strict=True)]
    return tuple(
        RankInterval(position, low, high, lane)
        for position, ((low, high), lane) in enumerate(zip(ends, _lanes(ends), strict=True), 1)
    )


def note(n_drawn: int, options: CddOptions) -> str:
    """Return why there are no intervals though they were asked for; nothing where there are."""
    if not options.intervals or n_drawn <= MOST:
        return ""
    return say("Intervals of mean ranks are drawn for up to {most} comparates only.", most=MOST)


def meaning(comparison: Comparison) -> str:
    """Return what the intervals are."""
    return say(
        "Lines below the axis: {level} % percentile intervals of mean ranks, of 10 000 bootstrap draws of tasks (seed "
        "{seed}).",
        level=level(100 * (1 - comparison.analysis.alpha)),
        seed=comparison.analysis.seed,
    )


def alternative(comparison: Comparison, found: Sequence[RankInterval], precision: int) -> str:
    """Return the intervals of the best and the last in words."""
    low, high, worst, last = (
        fixed(float(end), precision) for one in (found[0], found[-1]) for end in (one.low, one.high)
    )
    return say(
        "{level} % intervals: of the best one's mean rank {low} to {high}, of the last one's {worst} to {last}.",
        level=level(100 * (1 - comparison.analysis.alpha)),
        low=low,
        high=high,
        worst=worst,
        last=last,
    )


def _lanes(ends: Sequence[tuple[Decimal, Decimal]]) -> list[int]:
    """Return a lane for each interval, the first that keeps it apart from all others there."""
    apart = _APART * (max(high for _, high in ends) - min(low for low, _ in ends))
    lanes: list[list[tuple[Decimal, Decimal]]] = []
    found = []
    for low, high in ends:
        free = (
            i for i, lane in enumerate(lanes) if all(low > b + apart or high < a - apart for a, b in lane)
        )
        number = next(free, len(lanes))
        lanes[number : number + 1] = [[*(lanes[number] if number < len(lanes) else ()), (low, high)]]
        found.append(number + 1)
    return found
