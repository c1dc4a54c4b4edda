"""Draw differences from one method, with intervals."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from comparatex.artefacts import Limit, declare
from comparatex.errors import UsageError
from comparatex.figures.common import pictures
from comparatex.figures.common.data import Axis, axis, in_unit
from comparatex.figures.common.rows import Row, RowPlot, draw_rows
from comparatex.layout import selection
from comparatex.layout.facts import text
from comparatex.layout.numbers import CONTRARY, MINUS, UNDEFINED, Notation, level
from comparatex.layout.options import Choosing
from comparatex.layout.selection import highlights, positions
from comparatex.settings import setting
from comparatex.text import Text

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from comparatex.inference.comparison import Comparison

Result = Literal["better", "worse", "open"]
_Numbers = tuple[float, float, float]


@dataclass(frozen=True, kw_only=True)
class ForestOptions(Choosing):
    """Settings of the forest of differences.

    Notes
    -----
    Rows are in the order of the differences that are shown unless another `order` than ``mean`` is asked for.
    """

    against: str = setting(
        "",
        common=True,
        names="comparates",
        help="Method that is compared; --focus, --ours, or the best one, by default.",
    )
    pairs: tuple[tuple[str, str], ...] = setting(
        (),
        common=True,
        flag="--pair",
        kind="pairs",
        names="comparates",
        help="Show this pair, first less second; repeatable. By default one method against all others.",
    )
    statistic: Literal["median", "mean"] = setting(
        "median",
        common=True,
        help="Hodges-Lehmann differences with intervals of the signed-rank test, or mean ones with those "
        "of --interval-method.",
    )


@dataclass(frozen=True, kw_only=True)
class ForestRow(Row):
    """A comparate, or a pair, with its difference."""

    low: float
    """low, estimate, high: The difference and its interval, whose ends may be infinite; NaN where it is undefined."""
    estimate: float
    high: float
    result: Result
    """The corrected verdict on the comparate that the others are compared with, open where the estimate contradicts
    it."""


@dataclass(frozen=True, kw_only=True)
class Forest(RowPlot[ForestRow]):
    """A forest of differences."""

    left: str  # left, right: who is better on either side of zero; empty where no estimate is
    right: str

    def series(self, rows: Sequence[ForestRow]) -> Iterator[tuple[Result, list[tuple[int, ForestRow]]]]:
        """Yield the rows of each verdict with their places, their intervals cut to the axis."""
        for result in _RESULTS.values():
            defined = [
                (i, replace(row, low=max(row.low, self.x.low), high=min(row.high, self.x.high)))
                for i, row in enumerate(rows, 1)
                if row.result == result and row.estimate == row.estimate
            ]
            if defined:
                yield result, defined

    def open(self, rows: Sequence[ForestRow]) -> Iterator[tuple[Literal["left", "right"], float, list[int]]]:
        """Yield the places of intervals that go on beyond an end of the axis."""
        left = [i for i, row in enumerate(rows, 1) if row.low < self.x.low]
        right = [i for i, row in enumerate(rows, 1) if row.high > self.x.high]
        if left:
            yield "left", self.x.low, left
        if right:
            yield "right", self.x.high, right


_RESULTS: Mapping[int, Result] = {1: "better", -1: "worse", 0: "open"}
"""What a verdict says of the first of a pair."""


@declare(
    "Draw by how much one method is better than each other one, with intervals.",
    # A row for each on one page: 6 pt at 248.
    limit=Limit(260, "has type that is too small to read"),
    one_task="compared",
)
def lay_out(comparison: Comparison, options: ForestOptions = ForestOptions()) -> Forest:
    """Return the forest of differences."""
    from comparatex.layout.notation import notations

    names, turn = comparison.names, 1 if comparison.scores.higher_is_better else -1
    if comparison.basis.unit == "repeat":  # signed ranks take what is compared for independent
        options = replace(options, statistic="mean")
    intervals, n_student = _differences(comparison, _pairs(comparison, options), options)
    if not options.pairs and options.order == "mean":
        intervals.sort(key=lambda pair: (math.isnan(pair[1][1]), turn * pair[1][1]))
    side = comparison.square("side")
    sides = [int(side[pair]) for pair, _ in intervals]
    contrary = [turn * interval[1] * side < 0 for (_, interval), side in zip(intervals, sides, strict=True)]
    notation = notations(comparison, options).differences
    words = text(
        "forest",
        comparison,
        first="" if options.pairs else names[intervals[0][0][0]],
        statistic=options.statistic,
        sure=level(100 * (1 - comparison.analysis.alpha)),
        n=len(intervals),
        notation=notation,
        better=sides.count(1),
        worse=sides.count(-1),
        contrary=any(contrary),
        unbounded=any(math.isinf(low) for _, (low, *_) in intervals),
        n_student=n_student,
    )
    ends = words.second_better(), words.first_better()
    left, right = ends if comparison.scores.higher_is_better else ends[::-1]
    colours = highlights(comparison, options)
    numbers = [tuple(in_unit(number, notation) for number in interval) for _, interval in intervals]
    return Forest(
        **words.about(),
        x=_axis(words.axis(), numbers),
        heading=words.heading(),
        left=left if any(estimate < 0 for _, estimate, _ in numbers) else "",
        right=right if any(estimate > 0 for _, estimate, _ in numbers) else "",
        rows=tuple(
            ForestRow(
                name=f"{names[pair[0]]} {MINUS} {names[pair[1]]}" if options.pairs else names[pair[1]],
                text=_text(words, interval, notation) + (CONTRARY if against else ""),
                ours=names[pair[1]] in options.ours,
                colour="" if options.pairs else colours.get(names[pair[1]], ""),
                low=low,
                estimate=estimate,
                high=high,
                result="open" if against else _RESULTS[side],
            )
            for (pair, interval), (low, estimate, high), side, against in zip(
                intervals, numbers, sides, contrary, strict=True
            )
        ),
        line=options.line,
    )


def _pairs(comparison: Comparison, options: ForestOptions) -> list[tuple[int, int]]:
    """Return the pairs to show, by positions in the summary order."""
    if options.pairs:
        pairs = [positions(comparison, names) for names in options.pairs]
        return [(first, second) for first, second in pairs]
    named = (options.against,) if options.against else options.own[:1]
    against = positions(comparison, named)[0] if named else 0
    others = [i for i in selection.shown(comparison, options) if i != against]
    if not others:
        raise UsageError(f"There is nothing to compare {comparison.names[against]} with.")
    return [(against, other) for other in others]


def _differences(
    comparison: Comparison, pairs: Sequence[tuple[int, int]], options: ForestOptions
) -> tuple[list[tuple[tuple[int, int], _Numbers]], int]:
    """Return pairs with low end, estimate and high end, first less second; of how many means they are Student's."""
    import numpy as np

    row, column = np.array(pairs, dtype=np.int64).T
    if options.statistic == "mean":
        ends = comparison.difference_intervals(row, column)
        means = comparison.complete_values.mean(axis=0)
        low, estimate, high, n_student = (
            ends.low,
            means[row] - means[column],
            ends.high,
            int(ends.student.sum()),
        )
    else:
        interval = comparison.shifts(row, column)
        low, estimate, high, n_student = interval.low, interval.estimate, interval.high, 0
    numbers = zip(low.tolist(), estimate.tolist(), high.tolist(), strict=True)
    return list(zip(pairs, numbers, strict=True)), n_student


def _axis(label: str, numbers: Sequence[tuple[float, ...]]) -> Axis:
    """Return the axis that holds zero and all ends that are not much farther out than most."""
    finite = sorted(abs(number) for interval in numbers for number in interval if math.isfinite(number))
    if not finite:
        return Axis(label, -1.0, 1.0)
    estimates = [abs(estimate) for _, estimate, _ in numbers if math.isfinite(estimate)]
    usual = finite[min(len(finite) - 1, int(0.75 * len(finite)))]
    limit = max(1.25 * max(estimates), 3 * usual)
    return axis(label, [0.0, *(n for interval in numbers for n in interval if abs(n) <= limit)])


def _text(words: Text, interval: _Numbers, notation: Notation) -> str:
    """Return a difference with its interval as text."""
    low, estimate, high = interval
    if math.isnan(estimate):
        return UNDEFINED
    if math.isinf(low) or math.isinf(high):
        return notation.signed(estimate)
    return str(words.interval(*(notation.signed(number) for number in (estimate, low, high))))


# -------------------------------------------------------------------------------------------------- pictures
_COLOURS: Mapping[Result, str] = {"better": "plotbetter", "worse": "plotworse", "open": "plotneutral"}


def draw(view: Forest, ax: Axes | None = None) -> Figure:
    """Draw a forest: x is the difference, y the row."""

    def marks(axes: Axes, rows: Sequence[ForestRow]) -> None:
        sides = ((f"← {view.left}", "right"), (f"{view.right} →", "left"))
        axes.axvline(0, color="black", lw=0.6, zorder=1)
        for result, placed in view.series(rows):
            colour = pictures.COLOURS[_COLOURS[result]]
            axes.errorbar(
                [row.estimate for _, row in placed],
                [i for i, _ in placed],
                xerr=[
                    [row.estimate - row.low for _, row in placed],
                    [row.high - row.estimate for _, row in placed],
                ],
                fmt="s",
                color=colour,
                ms=4,
                mfc="white" if result == "open" else colour,
                mew=0.8,
                elinewidth=0.8,
            )
        for end, x, places in view.open(rows):
            axes.plot([x] * len(places), places, "<" if end == "left" else ">", color="black", ms=3, clip_on=False)
        for words, side in sides if rows[0] is view.rows[0] else ():
            if words not in ("← ", " →"):
                shift = (-4, 3) if side == "right" else (4, 3)
                pictures.text(axes, words, (0, 1), shift, xycoords=axes.get_xaxis_transform(), ha=side, va="bottom")

    return draw_rows(view, ax, marks)
