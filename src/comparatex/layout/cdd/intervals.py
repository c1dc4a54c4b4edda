"""Intervals of mean ranks under the axis of a critical difference diagram, in as few lanes as keep them apart."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from comparatex.inference.bootstrap import intervals, resampled_means
from comparatex.inference.comparison import Comparison
from comparatex.layout.cdd.view import RankInterval
from comparatex.layout.numbers import place
from comparatex.layout.options import CddOptions

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
