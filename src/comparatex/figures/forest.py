"""Draw differences from one method, with intervals."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

from comparatex.artefacts import Limit, declare
from comparatex.errors import UsageError
from comparatex.figures.common.data import Axis, axis, in_unit
from comparatex.figures.common.rows import NARROW, Column, Plot, Row, RowPlot, Texts, draw_rows, fitted, groups, series
from comparatex.layout import selection
from comparatex.layout.facts import text
from comparatex.layout.numbers import (
    CONTRARY,
    EQUIVALENT,
    MINUS,
    NOT_WORSE,
    UNDEFINED,
    Notation,
    fixed,
    in_prose,
    level,
    marked,
)
from comparatex.layout.options import AGAINST, Choosing
from comparatex.layout.selection import looks, positions
from comparatex.settings import setting
from comparatex.text import Text

if TYPE_CHECKING:
    from comparatex.inference.comparison import Comparison
    from comparatex.layout.notation import Notations

Result = Literal["better", "worse", "open", ""]
_Numbers = tuple[float, float, float]


@dataclass(frozen=True, kw_only=True)
class ForestOptions(Choosing):
    """Settings of the forest of differences.

    Notes
    -----
    Rows are in the order of the differences that are shown unless another `order` than ``mean`` is asked for.
    """

    against: str = setting("", **AGAINST)
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
        help="Which differences: Hodges–Lehmann's, with intervals of the signed-rank test, or those of means, with "
        "intervals of --interval-method.",
    )


@dataclass(frozen=True, kw_only=True)
class Rival(Row):
    """A comparate that another is set against, or a pair; or that other one itself, which has no difference."""

    place: int  # of the comparate, or the second of the pair, in the summary order
    low: float = math.nan
    """low, estimate, high: The difference and its interval, whose ends may be infinite; NaN where it is undefined.
    On a scale of logarithms, the ratio and its interval, from 0 to infinity."""
    estimate: float = math.nan
    high: float = math.nan
    text: str = ""  # the difference with its interval
    result: Result = ""
    """The corrected verdict on the comparate that the others are compared with, open where the estimate contradicts
    it."""
    verdict: str = ""  # that in full, whatever the estimate says: equivalent and not worse, too
    pvalue: str = ""  # the corrected one
    wins: int = 0
    ties: int = 0
    losses: int = 0
    mean: str = ""


@dataclass(frozen=True, kw_only=True)
class Rivals(RowPlot[Rival]):
    """One comparate against others, or pairs, in rows."""

    @property
    def rivals(self) -> list[Rival]:
        """The rows with differences."""
        return [row for row in self.rows if row.result]


_RESULTS: Mapping[int, Result] = {1: "better", -1: "worse", 0: "open"}
"""What a verdict says of the first of a pair."""


@declare(
    "Draw by how much one method is better than each other one, with intervals.",
    # A row for each on one page: 6 pt at 248.
    limit=Limit(260, "has type that is too small to read"),
    one_task="compared",
)
def lay_out(comparison: Comparison, options: ForestOptions = ForestOptions()) -> Rivals:
    """Return the forest of differences."""
    found = against(comparison, options)
    return fitted(
        Rivals(**found.words.about(), rows=found.rows, columns=(difference(found), interval(found)), line=options.line)
    )


@dataclass(frozen=True, kw_only=True)
class Against:
    """What columns are made of."""

    comparison: Comparison
    options: ForestOptions
    printed: Notations
    first: str  # whom the others are set against, empty for pairs
    rows: tuple[Rival, ...]
    words: Text  # of the forest


def against(comparison: Comparison, options: ForestOptions, *, itself: bool = False) -> Against:
    """Return one comparate against others, or pairs; with a row of its own, at its place, where asked for."""
    from comparatex.layout.notation import notations, ratios_of_means

    names, turn = comparison.names, 1 if comparison.scores.higher_is_better else -1
    if comparison.basis.unit == "repeat":  # signed ranks take what is compared for independent
        options = replace(options, statistic="mean")
    printed = notations(comparison, options)
    if comparison.basis.scale == "log":
        printed = replace(printed, differences=ratios_of_means(comparison))
    pairs = _pairs(comparison, options)
    intervals, n_student = _differences(comparison, pairs, options)
    if not options.pairs and options.order == "mean":
        intervals.sort(key=lambda pair: (math.isnan(pair[1][1]), turn * pair[1][1]))
    side = comparison.square("side")
    sides = [int(side[pair]) for pair, _ in intervals]
    contrary = [turn * interval[1] * side < 0 for (_, interval), side in zip(intervals, sides, strict=True)]
    words = text(
        "forest",
        comparison,
        first="" if options.pairs else names[pairs[0][0]],
        statistic=options.statistic,
        sure=level(100 * (1 - comparison.analysis.alpha)),
        n=len(intervals),
        notation=printed.differences,
        better=sides.count(1),
        worse=sides.count(-1),
        contrary=any(contrary),
        unbounded=any(math.isinf(low) for _, (low, *_) in intervals),
        n_student=n_student,
    )
    rows = _rows(comparison, options, words, printed.differences, intervals)
    if itself:
        first, turned = pairs[0][0], selection.ordered(comparison, options.order)
        own = Rival(**looks(comparison, options)(names[first]), place=first, mean=mean_of(comparison, options)(first))
        above = (
            turn * row.estimate < turn * _alike(comparison)
            if options.order == "mean"
            else turned.index(row.place) < turned.index(first)
            for row in rows
        )
        rows.insert(sum(above), own)
    return Against(
        comparison=comparison,
        options=options,
        printed=printed,
        first="" if options.pairs else names[pairs[0][0]],
        rows=tuple(rows),
        words=words,
    )


def _alike(comparison: Comparison) -> float:
    """Return the difference, or the ratio, of two that are equally good."""
    return 1.0 if comparison.basis.scale == "log" else 0.0


def mean_of(comparison: Comparison, options: ForestOptions) -> Callable[[int], str]:
    """Return what prints the mean of a comparate by its position."""
    from comparatex.layout.notation import notations, printed_means

    values, notation = printed_means(comparison, notations(comparison, options))
    return lambda place: notation.fixed(float(values[place]))


def _rows(
    comparison: Comparison,
    options: ForestOptions,
    words: Text,
    notation: Notation,
    intervals: Sequence[tuple[tuple[int, int], _Numbers]],
) -> list[Rival]:
    """Return the rows of pairs with their differences."""
    from comparatex.inference.scale import ratios
    from comparatex.inference.verdicts import rivals

    names, look, logarithms = comparison.names, looks(comparison, options), comparison.basis.scale == "log"
    turn, alpha = 1 if comparison.scores.higher_is_better else -1, comparison.analysis.alpha
    mean = mean_of(comparison, options)
    verdicts = {} if options.pairs else rivals(comparison, intervals[0][0][0]).verdicts
    marks = {"equivalent": EQUIVALENT, "not worse": NOT_WORSE}
    fields = ("side", "adjusted_pvalue", "wins", "ties", "losses")
    signed = not logarithms and any(end < 0 for _, ends in intervals for end in ends)  # else all have one
    printed = notation.signed if signed else notation.fixed
    numbers = {field: comparison.square(field) for field in fields}
    rows = []
    for pair, ends in intervals:
        side, adjusted, *counts = (numbers[field][pair] for field in fields)
        dagger = CONTRARY if turn * ends[1] * side < 0 else ""
        wins, ties, losses = map(int, counts)
        interval: _Numbers = (
            (float(ratios(ends[0])), float(ratios(ends[1])), float(ratios(ends[2]))) if logarithms else ends
        )
        low, estimate, high = (in_unit(number, notation) for number in interval)
        shown = look(names[pair[1]])
        if options.pairs:
            shown |= {"name": f"{names[pair[0]]} {MINUS} {names[pair[1]]}", "colour": ""}
        rows.append(
            Rival(
                **shown,
                place=pair[1],
                low=low,
                estimate=estimate,
                high=high,
                text=_text(words, interval, printed) + dagger,
                result="open" if dagger else _RESULTS[int(side)],
                verdict=verdicts.get(pair[1], ""),
                pvalue=marked("".join(in_prose(float(adjusted), alpha)))
                + dagger
                + marks.get(verdicts.get(pair[1], ""), ""),
                wins=wins,
                ties=ties,
                losses=losses,
                mean=mean(pair[1]),
            )
        )
    return rows


# -------------------------------------------------------------------------------------------------- columns
def difference(found: Against, share: float = 1.0) -> Plot:
    """Return the column of differences with their intervals, filled where the corrected verdict is decided."""
    words, printed, comparison = found.words, found.printed.differences, found.comparison
    numbers = {i: (row.low, row.estimate, row.high) for i, row in enumerate(found.rows, 1) if row.result}
    alike = _alike(comparison)
    x = _axis(words.axis(), [*numbers.values()], logarithmic=bool(alike))
    ends = words.second_better(), words.first_better()
    left, right = ends if comparison.scores.higher_is_better else ends[::-1]
    margin = in_unit(comparison.margin, printed) if comparison.margin else 0.0
    margins = (math.exp(-margin), math.exp(margin)) if alike else (-margin, margin)
    return Plot(
        name="differences",
        x=x,
        left=left if any(estimate < alike for _, estimate, _ in numbers.values()) else "",
        right=right if any(estimate > alike for _, estimate, _ in numbers.values()) else "",
        share=share,
        zero=alike,
        bands=(("margin", *margins),) if margin else (),
        marks=(
            *(
                marks
                for result in _RESULTS.values()
                for marks in series(
                    result,
                    (
                        (i, estimate, max(low, x.low), min(high, x.high))
                        for i, (low, estimate, high) in numbers.items()
                        if estimate == estimate and found.rows[i - 1].result == result
                    ),
                )
            ),
            *series("beyond left", ((i, x.low) for i, (low, _, _) in numbers.items() if low < x.low)),
            *series("beyond right", ((i, x.high) for i, (_, _, high) in numbers.items() if high > x.high)),
        ),
    )


def interval(found: Against) -> Texts:
    """Return the column of differences with their intervals as numbers."""
    return Texts(heading=found.words.heading(), texts=tuple(row.text for row in found.rows), spare=1)


def means(found: Against) -> Texts:
    """Return the column of means."""
    heading = text("summary", found.comparison).means()
    return Texts(heading=heading, texts=tuple(row.mean for row in found.rows), spare=1)


def ranks(found: Against) -> Texts:
    """Return the column of mean ranks as numbers."""
    mean_ranks = (float(found.comparison.mean_rank[row.place]) for row in found.rows)
    heading = text("cdd", found.comparison).heading()
    return Texts(heading=heading, texts=tuple(fixed(rank, 2) for rank in mean_ranks), spare=1)


def wins(found: Against) -> Iterator[Column]:
    """Yield the columns of tasks that are won, tied and lost: a bar between the numbers, where there is room for it."""
    rows = [(i, row) for i, row in enumerate(found.rows, 1) if row.result]
    n = max(row.wins + row.ties + row.losses for _, row in rows)
    words = text("summary", found.comparison, first=found.first)
    if found.options.line.width < NARROW:
        counts = (f"{row.wins}–{row.losses}" if row.result else "" for row in found.rows)
        yield Texts(heading=words.record(), texts=tuple(counts))
        return

    def bars(style: str, start: Callable[[Rival], int], end: Callable[[Rival], int]) -> Iterator[Any]:
        for opened in ("", "open "):
            yield from series(
                opened + style,
                (
                    (i, start(row), end(row))
                    for i, row in rows
                    if (row.result == "open") == bool(opened) and start(row) < end(row)
                ),
            )

    yield Texts(heading=words.wins(), texts=tuple(str(row.wins) if row.result else "" for row in found.rows))
    yield Plot(
        name="record",
        x=Axis(words.tasks_of(), 0.0, float(n)),
        share=0.6,
        ticks=((n / 2, words.half()),),
        marks=(
            *bars("won", lambda row: 0, lambda row: row.wins),
            *series("tied", ((i, row.wins, row.wins + row.ties) for i, row in rows if row.ties)),
            *bars("lost", lambda row: row.wins + row.ties, lambda row: row.wins + row.ties + row.losses),
        ),
    )
    yield Texts(heading=words.losses(), texts=tuple(str(row.losses) if row.result else "" for row in found.rows))


def pvalues(found: Against) -> Texts:
    """Return the column of corrected p-values."""
    heading = text("summary", found.comparison).pvalue()
    return Texts(heading=heading, texts=tuple(row.pvalue for row in found.rows))


def joined(found: Against) -> Plot:
    """Return the columns of groups of rows that do not differ significantly from each other."""
    from comparatex.layout.cdd import groups_of

    places = [row.place for row in found.rows]
    cliques = groups_of(found.comparison, places, found.options.line)
    return groups(cliques, text("cdd", found.comparison).columns(), found.options.line)


COLUMNS: Mapping[str, Callable[[Against], Column | Iterator[Column]]] = {
    "mean": means,
    "rank": ranks,
    "difference": difference,
    "interval": interval,
    "wins": wins,
    "p": pvalues,
    "groups": joined,
}
"""What can stand beside a name."""
OF_EACH = frozenset({"mean", "rank", "groups"})
"""What the comparate that the others are set against has, too."""


# ------------------------------------------------------------------------------------------------- differences
def _pairs(comparison: Comparison, options: ForestOptions) -> list[tuple[int, int]]:
    """Return the pairs to show, by positions in the summary order."""
    if options.pairs:
        pairs = [positions(comparison, names) for names in options.pairs]
        return [(first, second) for first, second in pairs]
    named = (options.against,) if options.against else options.own[:1]
    against = positions(comparison, named)[0] if named else 0
    others = [i for i in selection.shown(comparison, options) if i != against]
    if not others:
        raise UsageError(f"There is nothing to compare {comparison.names[against]} with: include other methods.")
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
        low, estimate, high, n_student = (ends.low, means[row] - means[column], ends.high, int(ends.student.sum()))
    else:
        interval = comparison.shifts(row, column)
        low, estimate, high, n_student = interval.low, interval.estimate, interval.high, 0
    numbers = zip(low.tolist(), estimate.tolist(), high.tolist(), strict=True)
    return list(zip(pairs, numbers, strict=True)), n_student


def _axis(label: str, numbers: Sequence[tuple[float, ...]], *, logarithmic: bool) -> Axis:
    """Return the axis that holds zero, or the ratio 1, and all ends that are not much farther out than most."""
    if logarithmic:
        linear = _axis(
            label, [tuple(math.log(n) if n else -math.inf for n in each) for each in numbers], logarithmic=False
        )
        return Axis(label, float(f"{math.exp(linear.low):.3g}"), float(f"{math.exp(linear.high):.3g}"), logarithmic)
    finite = sorted(abs(number) for interval in numbers for number in interval if math.isfinite(number))
    if not finite:
        return Axis(label, -1.0, 1.0)
    estimates = [abs(estimate) for _, estimate, _ in numbers if math.isfinite(estimate)]
    usual = finite[min(len(finite) - 1, int(0.75 * len(finite)))]
    limit = max(1.25 * max(estimates), 3 * usual)
    return axis(label, [0.0, *(n for interval in numbers for n in interval if abs(n) <= limit)])


def _text(words: Text, interval: Sequence[float], printed: Callable[[float], str]) -> str:
    """Return a difference, or a ratio, with its interval as text."""
    low, estimate, high = interval
    if math.isnan(estimate):
        return UNDEFINED
    if math.isinf(low) or math.isinf(high):
        return printed(estimate)
    return str(words.interval(*map(printed, (estimate, low, high))))


draw = draw_rows
