"""Differences of scores, pair by pair, so that equal differences are equal numbers.

Subtracting decimal scores as binary floats loses ties: 0.3 − 0.2 and 0.2 − 0.1 differ in the last bit. Here a
difference depends only on the two scores, by this rule:

- Both scores are short decimal numbers (at most 12 significant digits, as written in a text file, or whole
  numbers up to 2^53): the difference is their exact decimal difference. "Exact" needs both, written with the
  decimals of the longer one, to be whole numbers up to 1e15 (2^53 without decimals), so that they are exact as
  floats too.
- Otherwise (one of them is a binary float, a mean of repeats, or too long): the difference is rounded to the
  nearest multiple of 1e-10. Where the larger absolute score, M, exceeds 1000, the grid is the smallest power
  of ten that is at least 1e-13·M, and where M is at most 0.0001, the smallest that is at least 1e-7·M: powers
  of ten, so that equal decimal differences of scores of unlike size still tie. But the grid stays 1e-10 for
  small scores that are both multiples of 2^-53, as the complement 1 − x of every float x from 1/2 to 1 is: what
  subtraction from 1 left of the digits makes no difference, and x and 1 − x have the same ties.
- With a tie tolerance, the difference by the rules above is rounded to its nearest multiple. A tolerance finer
  than the grid of the second rule takes its place.

What holds for x and 1 − x in floating point: their differences are the same numbers where the scores are
multiples of 2^-53 between 0 and 1, and where they are decimals between 0 and 1 with at most 10 places.

A difference is stored as the float nearest to that decimal number, or as a whole number of units when one unit
fits the whole table; the results are the same, so no third comparate can change the result for two others.

The unit of binary floats that are decimals all the same (a data frame of accuracies, means of five repeats) is found
in the values. Two cases have the differences of the second rule:

- All scores are the floats nearest to k·10^-d, and 10^-d is at least 1e-10 and at least the grid of the largest
  score, M. A pair has a grid of 10^-p with p ≥ d: its exact difference is a whole number K of grid steps. Each
  score is off by at most M·2^-53, their difference as floats by at most M·2^-51, and the grid is at least 1e-13·M
  when M exceeds 1000, at least 1e-13·1000 below that and at least 1e-7 of the pair's own scores when these are
  small: the error is less than 0.01 steps. The nearest multiple is K steps, whatever the grid.
- All scores are at most 1000 and within 0.1 steps of 1e-10 of some k·10^-d, and no pair has a finer grid (0.1 + 0.2 is
  0.3 here). Then the difference is within 0.2 steps, and 0.01 by rounding, of a whole number of steps: that of the
  decimals.

Either way the result is the float nearest to the exact difference of the decimals.

Means of scores and of their differences come from a sum of each comparate alone, and are rounded once: the order of the
tasks does not matter. Sums of short decimals are exact, so that the mean of 0.1 and 0.2 is 0.15; those of others have
about 32 significant digits.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import partial
from math import fsum, inf, lcm

import numpy as np

from comparatex.data.scores import Scores
from comparatex.inference.arithmetic import Booleans, Floats, Integers, Keys, blocks

EXACT = 1e15
"""Largest whole number to which a decimal score is scaled: scaling errs by less than a half up to 2e15."""

WHOLE = 2.0**53
"""Up to this all whole numbers are floats; multiples of its inverse are what complements of floats can be."""

GRID_DECIMALS = 10
"""The grid for scores that are not short decimals is 1e-10."""

GRID_LIMIT = 1000.0
"""Absolute score above which the grid grows with the score."""

SMALL = 1e-4
"""Absolute score up to which the grid shrinks with the score."""

_NEAR = 0.1
"""Steps of the grid by which a score may be off a decimal number that replaces it: two of them round alike."""

_POWERS = np.array([float(f"1e{k}") for k in range(309)])
_FINEST = 308
_GRID_STEPS = np.array([float(f"1e{k}") for k in (*range(GRID_DECIMALS - _FINEST - 3, -3), *range(3, 309))])
"""Sizes at which the grid changes, from the finest on."""
_CORRECTLY_ROUNDED = 22
"""Powers of ten up to this one are exact as floats, so that dividing by them rounds once."""
_TYPES = (np.int16, np.int32, np.int64)


@dataclass(frozen=True, eq=False)
class Differences:
    """Differences of all pairs of comparates, positive where the first is better."""

    # values: of shape (n_comparates, n_tasks): scores, negated where lower is better: whole numbers of 10**-unit, or
    # floats; see `unit`
    values: Keys
    decimals: Keys  # of shape (n_comparates, n_tasks): as in `Scores`
    present: Booleans | None  # of shape (n_comparates, n_tasks): which scores are present; None when all are
    unit: int | None  # differences are whole numbers of 10**-unit; None when they are floats
    tolerance: float | None  # grid asked for by the user
    apart: Integers | None = None  # with floats: the tasks of which some pairs may have another grid than 1e-10

    def signed(self, row: Keys, column: Keys) -> Keys:
        """Return the differences of pairs, of shape (n_pairs, n_tasks), before any tie tolerance.

        Whole numbers of units when `unit` is given, floats otherwise. Values where a score is missing are arbitrary.
        """
        first, second = self.values.take(row, axis=0), self.values.take(column, axis=0)
        if self.unit is None:
            at, scale = self.apart, _POWERS[GRID_DECIMALS]
            decimals = self.decimals[:, at]
            places = decimals.take(row, axis=0), decimals.take(column, axis=0)
            others = _float_difference(first[:, at], second[:, at], *places, self.tolerance)
            with np.errstate(over="ignore", invalid="ignore"):  # in tasks that `others` replaces
                rounded = np.rint((first - second) * scale) / scale + 0.0  # takes the sign from -0.0
            rounded[:, at] = others
            return np.asarray(rounded)
        first -= second
        if first.dtype.kind == "i":
            return first
        return np.asarray(np.rint(first * _POWERS[self.unit]), dtype=np.int64)

    def compared(self, signed: Keys) -> Keys:
        """Return differences as they are compared: rounded to the grid of the tie tolerance, if there is one."""
        if self.tolerance is None:
            return signed
        return np.asarray(np.rint(self.numbers(signed) / self.tolerance))

    def numbers(self, signed: Keys) -> Floats:
        """Return differences in the unit of the scores."""
        return signed if self.unit is None else np.asarray(signed / _POWERS[self.unit])

    def between(self, row: Keys, column: Keys) -> Floats:
        """Return the differences of pairs as they are compared, of shape (n_pairs, n_tasks).

        In the unit of the scores and on the grid of the tie tolerance; NaN where a score is missing.
        """
        signed, both = self.signed(row, column), self.both(row, column)
        numbers = self.numbers(signed) if self.tolerance is None else self.compared(signed) * self.tolerance
        return np.asarray(numbers if both is None else np.where(both, numbers, np.nan), dtype=np.float64)

    def each(self, function: Callable[[Floats], Sequence[Floats]], row: Keys, column: Keys) -> Sequence[Floats]:
        """Return what a function makes of the differences of pairs, for `over_pairs`."""
        return function(self.between(row, column))

    def midpoints(self, low: Keys, high: Keys) -> Floats:
        """Return the means of two differences each, rounded once from their exact decimal values."""
        if self.unit is not None:
            return np.asarray((low.astype(np.int64) + high) / (2 * _POWERS[self.unit]))
        return np.array(list(map(_midpoint, low.tolist(), high.tolist())), dtype=np.float64)

    def both(self, row: Keys, column: Keys) -> Booleans | None:
        """Return where both comparates of each pair have a score; None when they do everywhere."""
        if self.present is None:
            return None
        return np.asarray(self.present.take(row, axis=0) & self.present.take(column, axis=0))


def of_scores(scores: Scores) -> Differences:
    """Return the `Differences` of a table."""
    return differences(
        scores.values, scores.decimals, higher_is_better=scores.higher_is_better, tolerance=scores.tie_tolerance
    )


def differences(
    values: Floats, decimals: Keys, *, higher_is_better: bool = True, tolerance: float | None = None
) -> Differences:
    """Return the `Differences` of an array of scores."""
    filled, places, present = values.T.copy(), decimals.T.copy(), None
    if not higher_is_better:
        np.negative(filled, out=filled)
    absent = np.isnan(filled)
    if absent.any():
        filled[absent], places[absent], present = 0.0, 0, ~absent
    construct = partial(Differences, decimals=places, present=present, tolerance=tolerance)
    largest, unit = max(filled.max(initial=0), -filled.min(initial=0)), int(places.max(initial=0))
    exact = WHOLE if unit == 0 else EXACT
    if places.min(initial=0) >= 0 and unit <= _CORRECTLY_ROUNDED and largest * 10.0**unit <= exact:
        return construct(_whole(filled, unit), unit=unit)
    everywhere = np.arange(filled.shape[1])
    most = min(GRID_DECIMALS, int(_grid(np.array(largest))))  # decimals that are looked for in binary floats
    if unit > most or (tolerance is not None and tolerance < 10.0**-most):
        return construct(filled, unit=None, apart=everywhere)
    scores, small = filled[places < 0], np.abs(filled) <= SMALL
    fine = (small & (places < 0) & ~_complements(filled)).any(axis=0)
    apart = np.flatnonzero(fine & (np.count_nonzero(small, axis=0) > 1))  # some pair may have a grid finer than 1e-10
    powers = _POWERS[: most + 1].tolist()
    written = next((d for d, power in enumerate(powers) if (np.rint(scores * power) / power == scores).all()), None)
    if written is None and largest <= GRID_LIMIT and not len(apart):
        steps = scores * _POWERS[GRID_DECIMALS]
        nearest = (np.rint(scores * _POWERS[d]) * _POWERS[GRID_DECIMALS - d] for d in range(GRID_DECIMALS + 1))
        written = next((d for d, whole in enumerate(nearest) if (np.abs(steps - whole) <= _NEAR).all()), None)
        if written is None:
            return construct(filled, unit=GRID_DECIMALS)
    if written is None:
        return construct(filled, unit=None, apart=apart if largest <= GRID_LIMIT else everywhere)
    unit = max(unit, written)
    return construct(_whole(filled, unit), unit=unit)


def canonical(values: Floats, decimals: Keys, tolerance: float | None = None) -> Floats:
    """Return scores as they are compared within a task: on the grid of their differences.

    A short decimal is itself; any other score is rounded to the grid that its own size asks for, unless the
    tie tolerance is finer; a tie tolerance rounds both to its multiples. The grid stays 1e-10 for small scores
    when all that are small and no short decimals in the task are multiples of 2^-53.
    """
    compared, finest = np.empty(values.shape), inf if tolerance is None else tolerance
    for tasks in blocks(*values.shape):
        scores, decimal = values[tasks], decimals[tasks] >= 0
        size = np.abs(scores)
        coarse = ~(size <= SMALL) | decimal | _complements(scores)  # true of missing scores, too
        places = _grid(size, np.all(coarse, axis=-1, keepdims=True))
        exact = (decimal & _exact(size, decimals[tasks])) | (finest < 10.0**-places)
        with np.errstate(invalid="ignore"):
            snapped = np.where(exact, scores, _quotient(np.rint(_scaled(scores, places)), places))
            compared[tasks] = snapped if tolerance is None else np.rint(snapped / tolerance) * tolerance
    return compared


def _whole(values: Floats, unit: int) -> Keys:
    """Return decimal scores as whole numbers of 10**-unit above the task's smallest, in the narrowest type.

    The scores are overwritten.
    """
    units: Keys = np.rint(np.multiply(values, _POWERS[unit], out=values), out=values)
    if np.abs(units).max(initial=0) > WHOLE / 2:  # differences of floats would be rounded
        units = units.astype(np.int64)
    units -= units.min(axis=0)
    return np.asarray(units, dtype=next(kind for kind in _TYPES if units.max(initial=0) < np.iinfo(kind).max))


def _float_difference(
    first: Floats, second: Floats, first_places: Keys, second_places: Keys, tolerance: float | None
) -> Floats:
    """Return differences by the rule, each the float nearest to its decimal value; raw where the tolerance is finer."""
    places = np.maximum(first_places, second_places).astype(np.int64)
    size = np.maximum(np.abs(first), np.abs(second))
    decimal = (first_places >= 0) & (second_places >= 0)
    exact = decimal & _exact(size, places)
    places = np.where(exact, places, _grid(size, _complements(first) & _complements(second)))
    raw = ~exact & ((inf if tolerance is None else tolerance) < 10.0**-places)
    difference = np.rint(_scaled(first, places)) - np.rint(_scaled(second, places))
    rounded = _quotient(np.where(exact, difference, np.rint(_scaled(first - second, places))), places)
    return np.where(raw, first - second, rounded)


def _exact(size: Floats, places: Keys) -> Booleans:
    """Return which scores of a size are whole numbers of 10**-places that floats represent exactly."""
    with np.errstate(over="ignore", invalid="ignore"):
        return np.asarray(size * _POWERS[np.maximum(places, 0)] <= np.where(places > 0, EXACT, WHOLE))


def _grid(size: Floats, complements: Booleans | None = None) -> Keys:
    """Return the decimals of the grid for scores of a size, negative above 1; that of complements is not finer."""
    places = _FINEST - np.searchsorted(_GRID_STEPS, size)
    if complements is None:
        return np.asarray(places)
    return np.asarray(np.where(complements, np.minimum(places, GRID_DECIMALS), places))


def _complements(values: Floats) -> Booleans:
    """Which scores are multiples of 2^-53, as 1 − x is of every float x from 1/2 to 1."""
    with np.errstate(over="ignore", invalid="ignore"):
        scaled = values * WHOLE
        return np.asarray(scaled == np.rint(scaled))


def _scaled(values: Floats, places: Keys) -> Floats:
    """Return values · 10**places."""
    power = _POWERS[np.abs(places)]
    with np.errstate(over="ignore", invalid="ignore"):  # in the branch that is not taken
        return np.asarray(np.where(places < 0, values / power, values * power))


def _quotient(integers: Floats, places: Keys) -> Floats:
    """Return the floats nearest to whole / 10**places."""
    power = _POWERS[np.abs(places)]
    with np.errstate(over="ignore", invalid="ignore"):
        nearest = np.where(places < 0, integers * power, integers / power)
    far = (np.abs(places) > _CORRECTLY_ROUNDED) & np.isfinite(integers)
    if far.any():  # powers of ten that no float represents
        pairs = zip(integers[far].tolist(), places[far].tolist(), strict=True)
        nearest[far] = [float(f"{number:.0f}e{-place}") for number, place in pairs]
    return np.asarray(nearest + 0.0)  # adding zero takes the sign from -0.0


_BLOCK = 50_000
"""Pairs taken at a time: what their means need beside them stays small."""


def mean_scores(values: Floats, decimals: Keys) -> Floats:
    """Return the mean score of each comparate over the tasks where it has one."""
    columns = zip(values.T, decimals.T, ~np.isnan(values.T), strict=True)
    totals = [(_exact_sum(scores[present], places[present]), present.sum()) for scores, places, present in columns]
    return np.array([float(total / int(count)) if count else np.nan for total, count in totals])


def median_scores(values: Floats) -> Floats:
    """Return the median score of each comparate over the tasks where it has one.

    For an even number of scores, the mean of the two middle ones is that of their decimal values.
    """
    ordered, count = np.sort(values, axis=0), np.count_nonzero(~np.isnan(values), axis=0)
    columns = np.arange(values.shape[1])
    low, high = ordered[(count - 1) // 2, columns].tolist(), ordered[count // 2, columns].tolist()
    return np.array([a if a == b else _midpoint(a, b) for a, b in zip(low, high, strict=True)])


def _midpoint(low: float, high: float) -> float:
    """Return the mean of two numbers, rounded once from their decimal values."""
    return float((Decimal(repr(low)) + Decimal(repr(high))) / 2)


def mean_differences(values: Floats, decimals: Keys, row: Integers, column: Integers) -> Floats:
    """Return the mean of score(row) − score(column) of each pair, over the tasks where both have a score.

    Swapping row and column changes the sign and nothing else.
    """
    if np.isnan(values).any():
        return _with_gaps(values, decimals, row, column)
    sums = [_exact_sum(scores, places) for scores, places in zip(values.T, decimals.T, strict=True)]
    denominator = lcm(*(total.denominator for total in sums))
    totals = np.array([int(total * denominator) for total in sums], dtype=object)
    means = np.empty(len(row))
    for pairs in blocks(len(row), 1, _BLOCK):
        means[pairs] = (totals[row[pairs]] - totals[column[pairs]]) / (denominator * len(values))
    return means


def _with_gaps(values: Floats, decimals: Keys, row: Integers, column: Integers) -> Floats:
    """Return mean differences when each pair has its own tasks."""
    absent = np.isnan(values)
    filled, places = (np.where(absent, 0, each) for each in (values, decimals))
    unit, means = int(places.max(initial=0)), np.full(len(row), np.nan)
    largest = float(np.abs(filled).max(initial=0)) * 10.0**unit
    if places.min(initial=0) < 0 or unit > _CORRECTLY_ROUNDED or largest > min(EXACT, WHOLE / len(values)):
        return _with_gaps_one_by_one(values, decimals, row, column)
    wholes, present = np.rint(filled * _POWERS[unit]), (~absent).astype(np.float64)  # sums of wholes are exact
    for pairs in blocks(len(row), 1, _BLOCK):
        rows, place = np.unique(row[pairs], return_inverse=True)
        of_row, of_column, count = (
            (first[:, rows].T @ second)[place, column[pairs]].astype(np.int64)
            for first, second in ((wholes, present), (present, wholes), (present, present))
        )
        total, counted = (of_row - of_column).astype(object), count > 0
        means[pairs][counted] = total[counted] / (10**unit * count[counted].astype(object))
    return means


def _with_gaps_one_by_one(values: Floats, decimals: Keys, row: Integers, column: Integers) -> Floats:
    """Return what `_with_gaps` does, for scores of any kind."""
    present, sums = ~np.isnan(values), dict[tuple[int, bytes], Fraction]()
    means = np.full(len(row), np.nan)
    for k, pair in enumerate(zip(row.tolist(), column.tolist(), strict=True)):
        both = present[:, pair[0]] & present[:, pair[1]]
        mask, count = both.tobytes(), int(both.sum())
        for c in pair:
            if (c, mask) not in sums:
                sums[c, mask] = _exact_sum(values[both, c], decimals[both, c])
        if count:
            means[k] = (sums[pair[0], mask] - sums[pair[1], mask]) / count
    return means


def _exact_sum(values: Floats, decimals: Keys) -> Fraction:
    """Return the sum of scores: of their decimal values where all are short decimals, else to 32 digits."""
    places = int(decimals.max(initial=0))
    if decimals.min(initial=0) >= 0:
        with np.errstate(over="ignore"):
            scaled = values * 10.0**places
        if np.abs(scaled).max(initial=0) <= EXACT:
            return Fraction(sum(np.rint(scaled).astype(np.int64).tolist()), 10**places)
    high = fsum(values.tolist())
    return Fraction(high) + Fraction(fsum([*values.tolist(), -high]))
