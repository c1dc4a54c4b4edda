"""How the numbers of a comparison are printed: one notation for each kind of number, the same everywhere.

Decimals follow the data. What is derived from scores has as many as the differences need: three significant digits of
the usual difference of mean scores, two of the usual median difference (each the median over pairs); it keeps up to
four of the decimals with which scores were written, or, where they are of full precision, of those that three digits of
the mean absolute deviation on a task need, by the quarter of the tasks where it is smallest. Scores themselves have as
many as they were written with, but no more than two digits of that deviation, or three of the usual score, need; six
decimals at most. Very small and very large numbers share a power of ten.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from decimal import Context
from itertools import pairwise
from typing import Any, TypeVar

import numpy as np

from comparatex.data.measures import unit_of
from comparatex.data.scores import BINARY, Scores
from comparatex.errors import UsageError
from comparatex.inference.arithmetic import Floats
from comparatex.inference.comparison import Comparison
from comparatex.inference.scale import compared, ratios
from comparatex.layout.numbers import Notation
from comparatex.layout.options import Showing
from comparatex.text import Text

S = TypeVar("S", bound=Showing)
_MOST = 6  # decimals at most: scores that were written with more count as of full precision
_KEPT = 4  # decimals of scores that means keep at most, where their differences need fewer
_DIGITS, _FEWER = 3, 2
"""Significant digits of the usual difference of means, and of that of medians and of what parts scores on a task."""
_NEIGHBOURS = 0.9
"""Share of numbers that follow each other in a column, and differ, that are to be told apart."""
_TWENTIETH = 0.05
"""Of the larger of two numbers: if they differ by as much, they are printed differently."""
_UNLIKE = 100.0
"""How many times as large scores of one task, or a geometric mean, are as others, where each has own decimals."""
_WIDEST, _EVERY = 9, 17
"""Digits that numbers of a line may have before each has its own decimals, and all that a float has."""
_QUARTER = 0.25
"""Share of the tasks whose scores are closer together than those that the decimals of scores are for."""
_SMALL, _LARGE = -3, 7
"""Powers of ten: where all scores are below the first, or most are above the second, they share a power."""
_FEW = 4  # decimals that this power may cost numbers that have none without it
_NOISE = 1e-13  # share of the largest score up to which a difference may be what rounding left of zero
_SEVEN_DIGITS = Context(prec=7)
"""What 0.09999999999999998 is rounded to: it is 0.1, but for the noise of binary fractions."""


@dataclass(frozen=True)
class Notations:
    """How the numbers of a comparison are printed."""

    scores: Notation  # scores as they are in the table
    means: Notation  # what is derived from them in their unit: means, medians, standard deviations
    differences: Notation  # differences of scores and of means
    in_prose: int = 3  # decimals that prose has of these at most

    def alike(self, **changes: Any) -> Notations:
        """Return the notations with what all have in common."""
        scores, means, differences = (replace(kind, **changes) for kind in (self.scores, self.means, self.differences))
        return Notations(scores, means, differences, self.in_prose)


_KEPT_IN = "_notations"
"""Where a comparison has what was found once, as it has all that it computes on access."""
_printing: ContextVar[Showing] = ContextVar("printing", default=Showing())  # noqa: B039  (frozen)


@contextmanager
def printing(showing: Showing) -> Iterator[None]:
    """Print the numbers of all texts within the context as the artefacts of a document do."""
    token = _printing.set(showing)
    try:
        yield
    finally:
        _printing.reset(token)


def quantity(value: float, notation: Notation, most: int = 9) -> str:
    r"""Return a number with its unit, for a sentence, with so many decimals at most.

    >>> quantity(0.1234, Notation(1, -2, percent=True)), quantity(1.5e-9, Notation(2, -9))
    ('12.3%', '1.50×10⁻⁹')
    """
    return str(Text("words").quantity(notation.brief(value, most), notation))


def notations(comparison: Comparison, showing: Showing | None = None) -> Notations:
    """Return how the numbers of a comparison are printed.

    >>> import comparatex as cx
    >>> table = {"A": {"iris": "0.95", "wine": "0.8"}, "B": {"iris": "0.7", "wine": "0.81"}}
    >>> printed = notations(cx.compare(table), Showing())
    >>> printed.scores.fixed(0.8), printed.means.fixed(0.875), printed.differences.signed(0.12)
    ('0.80', '0.875', '+0.120')
    """
    showing = showing or _printing.get()
    # The comparison does not change, and each table asks again.
    of_data = vars(comparison).setdefault(_KEPT_IN, {})
    if showing.percent not in of_data:
        kinds = _percentages(comparison) if showing.percent else _by_data(comparison)
        unit = "" if comparison.scores.scales else unit_of(comparison.scores.measure)
        of_data[showing.percent] = replace(kinds.alike(unit=unit), in_prose=_in_prose(comparison, kinds.means))
    printed: Notations = of_data[showing.percent]
    if showing.precision is None:
        return printed
    return replace(printed.alike(decimals=showing.precision), in_prose=showing.precision)


def _in_prose(comparison: Comparison, notation: Notation) -> int:
    """Return the decimals of prose: three of numbers below one, one of percent, three digits of larger numbers."""
    sizes = _sizes(comparison.mean)
    before = _leading(float(np.median(sizes))) - notation.exponent + 1 if sizes.size else 0
    return 1 if notation.percent else max(0, 3 - max(0, before))


def geometric(comparison: Comparison, means: Floats | None = None) -> Notation:
    """Return how geometric means are printed: the smallest in four digits, six decimals at most, and with the unit.

    Where some are more than a hundred times as large as others, or six decimals are too few, each has four digits.
    """
    sizes = _sizes(ratios(comparison.mean) if means is None else means)
    least, largest = (float(sizes.min()), float(sizes.max())) if sizes.size else (1.0, 1.0)
    places = _DIGITS - _leading(least)
    digits = _DIGITS + 1 if largest > _UNLIKE * least or places > _MOST else 0
    return Notation(_within(places), unit=unit_of(comparison.scores.unscaled), significant=digits)


def for_ratios(largest: float, places: int = 3) -> Notation:
    """Return how ratios, the largest of which is given, and its inverse are printed: in digits where that is small.

    >>> for_ratios(4.2).fixed(1 / 4.2), for_ratios(4200.0).fixed(1 / 4200), for_ratios(4200.0, 2).fixed(4200)
    ('0.238', '0.000238', '4200')
    """
    return Notation(places, significant=places if largest > _UNLIKE else 0)


def ratios_of_means(comparison: Comparison) -> Notation:
    """Return how the ratios of two comparates are printed where logarithms are compared."""
    return for_ratios(float(ratios(_sizes(comparison.pair_statistics.mean_difference).max(initial=0.0))))


def printed_means(comparison: Comparison, printed: Notations) -> tuple[Floats, Notation]:
    """Return the means by which comparates are ordered, of logarithms the geometric ones, and how they are printed."""
    if comparison.basis.scale == "log":
        return ratios(comparison.mean), geometric(comparison)
    return comparison.mean, printed.means


def no_finer(comparison: Comparison, showing: S, errors: Floats, values: Floats) -> S:
    """Return settings in which means have the decimals that two digits of their usual error need, and neighbours."""
    sizes, means = _sizes(errors), notations(comparison, showing).means
    if showing.precision is not None or not sizes.size:
        return showing
    needed = _within(_FEWER - 1 - _leading(float(np.median(sizes))) + means.exponent)
    least = replace(means, decimals=min(means.decimals, needed))
    return replace(showing, precision=told_apart(values, least, means.decimals).decimals)


def told_apart(values: Floats, notation: Notation, most: int) -> Notation:
    """Return a notation with as many decimals, so many at most, as tell nine tenths of the unlike neighbours apart.

    >>> [told_apart(np.array(means), Notation(1), 4).decimals for means in ([1.31, 1.36, 1.412], [1.0, 1.0])]
    [2, 1]
    """
    unlike = sorted({*values[np.isfinite(values)].tolist()})
    for decimals in range(notation.decimals, most):
        tried = replace(notation, decimals=decimals)
        if len({tried.rounded(value) for value in unlike}) - 1 >= _NEIGHBOURS * (len(unlike) - 1):
            return tried
    return replace(notation, decimals=max(notation.decimals, most))


def of_tasks(
    comparison: Comparison, usual: Notation, shown: Sequence[int], *, exactly: bool = False
) -> list[list[Notation]]:
    """Return how the scores of each task are printed, of the comparates shown.

    That is as usual, or, where tasks differ in scale, by the rule of all scores applied to those of the task
    alone; with more decimals where these are needed to tell scores apart (see `clear`), unless it is exactly so.
    """
    scores, columns = comparison.scores, comparison.order[list(shown)]
    if exactly:
        return [[usual] * len(columns)] * scores.n_tasks
    unlike, values = differs_in_scale(scores), compared(scores)
    for task, comparate in scores.imputed:  # what stands in is told apart by its sign
        values[scores.tasks.index(task), scores.comparates.index(comparate)] = math.nan
    written = np.where(scores.decimals == BINARY, _MOST, scores.decimals)
    by_task = []
    for t, row in enumerate(values):
        most = _MOST if scores.repeats is not None else int(written[t].max()) + usual.exponent
        own_notation = for_size(row, usual, most) if unlike else usual
        printed = first_of_ties(scores.values[t], row)
        by_task.append(clear(printed[columns], own_notation, higher=scores.higher_is_better))
    return by_task


def first_of_ties(values: Floats, compared: Floats) -> Floats:
    """Return values of which those that tie are equal: what is printed, not what was rounded to be compared."""
    first = dict(zip(compared[::-1].tolist(), values[::-1].tolist(), strict=True))
    return np.array([first.get(value, math.nan) for value in compared.tolist()])


def differs_in_scale(scores: Scores) -> bool:
    """Whether the scores of one task are so much larger than those of another that each has its own decimals."""
    sizes = [float(np.median(each)) for row in scores.values if (each := _sizes(row)).size]
    return max(sizes, default=0.0) > _UNLIKE * min(sizes, default=math.inf)


def for_size(values: Floats, usual: Notation, most: int = _MOST) -> Notation:
    """Return a notation with three digits of the usual number, or two of what parts numbers, and no more decimals.

    >>> for_size(np.array([0.0061, 0.01, 0.0439]), Notation(2)).decimals, for_size(np.array([5e4, 6e4]), Notation(2), 1)
    (4, Notation(decimals=0, exponent=0, percent=False, points=False, stripped=False, unit='', significant=0))
    """
    sizes, apart = _sizes(values), _usual_deviation(values[None])
    if not sizes.size:
        return usual
    needed = max(_DIGITS - 1 - _leading(float(np.median(sizes))), _FEWER - 1 - _leading(apart) if apart else 0)
    return replace(usual, decimals=max(min(needed + usual.exponent, most), 0))


def clear(values: Floats, notation: Notation, *, higher: bool | None = None) -> list[Notation]:
    """Return notations in which no two numbers that differ by a twentieth look alike, nor marked ones and any other.

    Marked are the best and the second, where it is said which are better. All have the same decimals; or each the same
    number of digits, if some were long; and if many decimals were needed for marked numbers alone, these have them, and
    those that would look like them.

    >>> [clear(np.array([0.87, 0.872, best]), Notation(2), higher=True)[2].decimals for best in (0.89, 0.874)]
    [3, 3]
    >>> [each.decimals for each in clear(np.array([0.5, 0.61, 0.64]), Notation(1))]
    [1, 1, 1]
    >>> [each.decimals for each in clear(np.array([0.5, 0.61234561, 0.61234562]), Notation(2), higher=True)]
    [2, 8, 8]
    >>> clear(np.array([6.1e-9, 2.5, 31000.0]), Notation(2), higher=False)[0].significant
    3
    """
    unlike = sorted({*values[np.isfinite(values)].tolist()}, reverse=bool(higher))
    largest = _leading(max(map(abs, unlike), default=0.0)) - notation.exponent
    usual = _telling(unlike, (replace(notation, decimals=notation.decimals + more) for more in range(_EVERY)))
    if higher is not None:
        usual = _telling(unlike[:1], (replace(usual, decimals=usual.decimals + more) for more in range(_EVERY)), 1)
    if usual.decimals > _MOST or (usual != notation and usual.decimals + max(largest, 0) >= _WIDEST):
        usual = _telling(unlike, (replace(notation, significant=digits) for digits in range(_DIGITS, _EVERY)))
    if higher is None:
        return [usual] * len(values)
    step = "significant" if usual.significant else "decimals"
    finer = (replace(usual, **{step: getattr(usual, step) + more}) for more in range(_EVERY))
    finest = _telling(unlike, finer, 2)
    if getattr(finest, step) - getattr(usual, step) <= _FEWER:
        return [finest] * len(values)
    marked = {usual.rounded(value) for value in unlike[:2]}
    alike = Counter(usual.rounded(value) for value in unlike)
    long = {value for value in unlike if (text := usual.rounded(value)) in marked and alike[text] > 1}
    return [finest if value in long else usual for value in values.tolist()]


def _telling(unlike: Sequence[float], tried: Iterable[Notation], marked: int = 0) -> Notation:
    """Return the first notation that tells numbers apart: see `_tells`; the last, where none does."""
    for notation in tried:
        if _tells(unlike, notation, marked):
            break
    return notation


def _tells(unlike: Sequence[float], notation: Notation, marked: int) -> bool:
    """Whether numbers, the best first, are told apart: from those beyond a twentieth; marked ones from all, and 0."""
    printed = [notation.rounded(value) for value in unlike]
    if any(a == b for a, b in pairwise(printed[: marked + 1])) or (marked and any(unlike[:1]) and not printed[0]):
        return False
    first = 0
    for k in range(1, len(unlike)):
        if printed[k] != printed[first]:
            first = k
        elif abs(unlike[k] - unlike[first]) >= _TWENTIETH * max(abs(unlike[k]), abs(unlike[first])):
            return False
    return True


def _by_data(comparison: Comparison) -> Notations:
    """Return the notations that suit the scores and their differences."""
    values, pairs = comparison.scores.values, comparison.pair_statistics
    sizes = _sizes(values)
    largest = float(sizes.max(initial=0.0))
    noise = _NOISE * largest
    apart, medians = (_sizes(each, noise) for each in (pairs.mean_difference, comparison.median_difference))
    usual = float(np.median(apart)) if apart.size else largest
    needed = _DIGITS - 1 - _leading(usual)
    if medians.size:
        needed = max(needed, _FEWER - 1 - _leading(float(np.median(medians))))
    exponent = _exponent(sizes, needed)
    derived = _within(needed + exponent)
    written = _written(comparison, exponent)
    on_tasks = _leading(_usual_deviation(values) or usual) - exponent
    exactly = max(derived, _within(_DIGITS - 1 - on_tasks)) if written is None else written
    means = Notation(max(derived, min(exactly, _KEPT)), exponent)
    of_scores = _leading(float(np.median(sizes))) - exponent if sizes.size else 0
    apart_on_tasks = max(_FEWER - 1 - on_tasks, _DIGITS - 1 - of_scores)
    scores = replace(means, decimals=min(exactly, _within(apart_on_tasks)))
    return Notations(scores, means, _differences(means, float(apart.max(initial=0.0)), needed))


def _differences(means: Notation, largest: float, needed: int) -> Notation:
    """Return the notation of differences: that of means, unless all would be next to nothing in it."""
    leading = _leading(largest)
    if not largest or leading - means.exponent > -means.decimals:
        return means
    exponent = _thousands(leading)
    return Notation(_within(needed + exponent), exponent)


def _percentages(comparison: Comparison) -> Notations:
    """Return the notations of fractions as percentages: a hundred times as large, two decimals less."""
    values = comparison.scores.values
    low, high = float(np.nanmin(values)), float(np.nanmax(values))
    if low < 0 or high > 1:
        raise UsageError(
            f"`percent` shows fractions as percentages, but scores are from {low:g} to {high:g}: leave it out, or "
            "divide the scores so that all are from 0 to 1."
        )
    plain = _by_data(comparison)
    scores, means, differences = (
        Notation(_within(each.decimals - each.exponent - 2), -2, percent=True)
        for each in (plain.scores, plain.means, plain.differences)
    )
    return Notations(scores, means, replace(differences, points=True))


def _sizes(values: Floats, noise: float = 0.0) -> Floats:
    """Return the absolute values of numbers, without those up to the noise and what is undefined."""
    return np.asarray(np.abs(values[(np.abs(values) > noise) & np.isfinite(values)]))


def _usual_deviation(values: Floats) -> float:
    """Return the mean deviation on a task that a quarter of the tasks stay below; 0 where there is none."""
    defined = ~np.isnan(values)
    count = np.maximum(defined.sum(axis=1, keepdims=True), 1)
    mean = np.where(defined, values, 0.0).sum(axis=1, keepdims=True) / count
    deviation = (np.where(defined, np.abs(values - mean), 0.0) / count).sum(axis=1)
    return float(np.quantile(deviation[deviation > 0], _QUARTER)) if (deviation > 0).any() else 0.0


def _exponent(sizes: Floats, needed: int) -> int:
    """Return the power of ten that scores of these sizes share, a multiple of three; 0: none."""
    if not sizes.size:
        return 0
    largest, usual = _leading(float(sizes.max())), _leading(float(np.median(sizes)))
    if largest < _SMALL:
        return _thousands(largest)
    exponent = _thousands(usual) if usual >= _LARGE else 0
    return exponent if needed + exponent <= _FEW else 0


def _thousands(leading: int) -> int:
    """Return the power of ten, a multiple of three, in units of which a number is from 1 to 999.

    >>> _thousands(-10), _thousands(-9), _thousands(-7), _thousands(-6)
    (-12, -9, -9, -6)
    """
    return 3 * (leading // 3)


def _written(comparison: Comparison, exponent: int) -> int | None:
    """Return the decimals with which scores were written, in units of a power of ten; None: at full precision."""
    scores = comparison.scores
    if scores.repeats is not None:  # they are means
        return None
    defined = ~np.isnan(scores.values)
    decimals = scores.decimals[defined]
    if (decimals == BINARY).any() or exponent > 0:
        scaled = scores.values[defined] * 10.0**-exponent
        # They have so many decimals and no more, but for the noise of binary fractions.
        exact = (np.allclose(scaled, np.round(scaled, d), rtol=1e-13, atol=0.0) for d in range(_MOST + 1))
        return next((d for d, is_exact in enumerate(exact) if is_exact), None)
    most = max(int(decimals.max()) + exponent, 0)
    return most if most <= _MOST else None


def _leading(value: float) -> int:
    """Return the power of ten of a number's leading digit.

    >>> _leading(0.02), _leading(250.0)
    (-2, 2)
    """
    return _SEVEN_DIGITS.create_decimal_from_float(value).adjusted() if value else 0


def _within(decimals: int) -> int:
    return min(max(decimals, 0), _MOST)
