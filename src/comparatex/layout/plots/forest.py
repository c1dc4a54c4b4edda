"""The forest of differences: by how much one comparate is better than each other one, with intervals."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

import numpy as np

from comparatex.errors import UsageError
from comparatex.inference.comparison import Comparison
from comparatex.inference.hodges_lehmann import shifts
from comparatex.layout.facts import text
from comparatex.layout.mcm_size import SIZE
from comparatex.layout.notation import notations
from comparatex.layout.numbers import CONTRARY, MINUS, UNDEFINED, Notation, level
from comparatex.layout.options.figures import ForestOptions
from comparatex.layout.plots.axes import PlotAxis, Scale, scale
from comparatex.layout.plots.fitting import fit_rows
from comparatex.layout.selection import highlights, ordered, positions
from comparatex.text import Text

_Numbers = tuple[float, float, float]


@dataclass(frozen=True)
class Interval:
    """An interval by the places of its ends and of the estimate.

    `open` names the ends that have no bound or lie beyond the axis: low, high, both or none; `result` is the
    corrected verdict on the comparate that the others are compared with, undecided where the estimate contradicts it.
    """

    low: Decimal
    estimate: Decimal
    high: Decimal
    open: Literal["", "low", "high", "both"]
    result: Literal["better", "worse", "undecided"]


@dataclass(frozen=True)
class ForestRow:
    """A comparate, or a pair, with its difference as text and as an interval; None where it is undefined."""

    name: str
    text: str
    interval: Interval | None
    ours: bool
    colour: str


@dataclass(frozen=True)
class Forest:
    """A forest of differences.

    Parameters
    ----------
    title, caption, alt : str
        What it is, what it shows, its result in a sentence.
    x : PlotAxis
        The axis of differences.
    zero : Decimal
        The place of no difference.
    left, right : str
        Who is better on either side of it.
    rows : tuple of ForestRow
        The differences, from the top.
    """

    title: str
    caption: str
    alt: str
    x: PlotAxis
    zero: Decimal
    left: str
    right: str
    rows: tuple[ForestRow, ...]

    @property
    def least_type(self) -> float:
        """Size of the smallest type, in points, on a line of 16 cm of a document of 10 pt."""
        return SIZE * fit_rows([row.name for row in self.rows], HEIGHT).scale


_RESULTS: Mapping[int, Literal["better", "worse", "undecided"]] = {1: "better", -1: "worse", 0: "undecided"}
"""What a verdict says of the first of a pair."""
HEIGHT = 1.5 * SIZE
"""Of a row, in points."""


def forest(comparison: Comparison, options: ForestOptions = ForestOptions()) -> Forest:
    """Lay the forest of differences out.

    Raises
    ------
    UsageError
        A name is unknown, or there is nothing to compare with.
    """
    chosen = _pairs(comparison, options)
    numbers, n_student = _differences(comparison, chosen, options)
    measure = _scale(numbers)
    side = comparison.square("side")
    sides = [int(side[pair]) for pair in chosen]
    turn = 1 if comparison.scores.higher_is_better else -1
    contrary = [turn * found[1] * side < 0 for found, side in zip(numbers, sides, strict=True)]
    notation = notations(comparison, options).differences
    words = text(
        "forest",
        comparison,
        first="" if options.pairs else comparison.names[chosen[0][0]],
        statistic=options.statistic,
        sure=level(100 * (1 - comparison.analysis.alpha)),
        n=len(chosen),
        notation=notation,
        better=sides.count(1),
        worse=sides.count(-1),
        contrary=any(contrary),
        n_student=n_student,
    )
    ends = words.second_better(), words.first_better()
    left, right = ends if comparison.scores.higher_is_better else ends[::-1]
    colours = highlights(comparison, options)
    return Forest(
        title=words.title(),
        caption=words.caption(),
        alt=words.alt(),
        x=measure.axis(words.axis(), notation),
        zero=measure.at(0.0),
        left=left,
        right=right,
        rows=tuple(
            ForestRow(
                _name(comparison, pair, bool(options.pairs)),
                _text(words, found, notation) + (CONTRARY if against else ""),
                _interval(found, measure, "undecided" if against else _RESULTS[side]),
                comparison.names[pair[1]] in options.ours,
                "" if options.pairs else colours.get(comparison.names[pair[1]], ""),
            )
            for pair, found, side, against in zip(chosen, numbers, sides, contrary, strict=True)
        ),
    )


def _pairs(comparison: Comparison, options: ForestOptions) -> list[tuple[int, int]]:
    """Return the pairs to show, by positions in the summary order."""
    if options.pairs:
        found = [positions(comparison, names) for names in options.pairs]
        return [(first, second) for first, second in found]
    named = (options.against,) if options.against else options.own[:1]
    against = positions(comparison, named)[0] if named else 0
    wanted = {*positions(comparison, options.include)} or {*range(len(comparison.names))}
    others = [i for i in ordered(comparison, options.order) if i in wanted and i != against]
    if not others:
        raise UsageError(f"There is nothing to compare {comparison.names[against]} with.")
    return [(against, other) for other in others]


def _differences(
    comparison: Comparison, chosen: Sequence[tuple[int, int]], options: ForestOptions
) -> tuple[list[_Numbers], int]:
    """Return lower ends, estimates and upper ends of pairs, first less second; of how many means they are Student's."""
    row, column = np.array(chosen, dtype=np.int64).T
    if options.statistic == "mean":
        ends = comparison.difference_intervals(row, column)
        estimate = comparison.complete_values.mean(axis=0)
        means = zip(
            ends.low.tolist(), (estimate[row] - estimate[column]).tolist(), ends.high.tolist(), strict=True
        )
        return list(means), int(ends.student.sum())
    in_table = comparison.order[row], comparison.order[column]
    found = shifts(comparison.scores, *in_table, 1 - comparison.analysis.alpha)
    return list(zip(found.low.tolist(), found.estimate.tolist(), found.high.tolist(), strict=True)), 0


def _scale(numbers: Sequence[_Numbers]) -> Scale:
    """Return the scale that holds zero and all ends that are not much farther out than most."""
    finite = [number for found in numbers for number in found if math.isfinite(number)]
    if not finite:
        return Scale(Decimal(-1), Decimal(1))
    estimates = [found[1] for found in numbers if math.isfinite(found[1])]
    reach = 3 * max((abs(number) for number in estimates), default=0.0)
    usual = float(np.quantile(np.abs(finite), 0.75)) * 3
    limit = max(reach, usual)
    return scale([0.0, *(number for number in finite if abs(number) <= limit)])


def _name(comparison: Comparison, pair: tuple[int, int], pairs: bool) -> str:
    """Return what a row is called: the other comparate, or both of a pair."""
    first, second = (comparison.names[i] for i in pair)
    return f"{first} {MINUS} {second}" if pairs else second


def _text(words: Text, found: _Numbers, notation: Notation) -> str:
    """Return a difference with its interval as text."""
    low, estimate, high = found
    if math.isnan(estimate):
        return UNDEFINED
    if math.isinf(low) or math.isinf(high):
        return notation.signed(estimate)
    return str(words.interval(*(notation.signed(number) for number in (estimate, low, high))))


def _interval(
    found: _Numbers, measure: Scale, result: Literal["better", "worse", "undecided"]
) -> Interval | None:
    """Return the places of an interval; None where it is undefined."""
    low, estimate, high = found
    if math.isnan(estimate):
        return None
    beyond = low < measure.low, high > measure.high
    ends: dict[tuple[bool, bool], Literal["", "low", "high", "both"]] = {
        (False, False): "",
        (True, False): "low",
        (False, True): "high",
        (True, True): "both",
    }
    first = Decimal(0) if beyond[0] else measure.at(low)
    last = Decimal(100) if beyond[1] else measure.at(high)
    return Interval(first, measure.at(estimate), last, ends[beyond], result)
