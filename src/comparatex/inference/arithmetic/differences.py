"""Differences of scores, pair by pair, such that equal differences are equal numbers.

Subtracting decimal scores as binary floats loses ties: 0.3 − 0.2 and 0.2 − 0.1 differ in the last bit. Here a
difference is taken from two scores alone, by this rule:

- Both scores are short decimal numbers (at most 12 significant digits, as written in a text file): the
  difference is their exact decimal difference. "Exact" needs both, written with the decimals of the longer
  one, to be whole numbers up to 1e15, so that they are exact as floats too.
- Otherwise (one of them is a binary float, a mean of repeats, or too long): the difference is rounded to the
  nearest multiple of 1e-10. Where the larger absolute score, M, exceeds 1000, the grid is the smallest power
  of ten that is at least 1e-13·M: a power of ten, so that equal decimal differences of scores of unlike size
  still tie.
- With a tie tolerance, the difference by the rules above is rounded to its nearest multiple. A tolerance finer
  than the grid of the second rule takes its place, so that binary scores below 1e-10 can be told apart.

A difference is held as the float nearest to that decimal number, or as a whole number of units where one unit
fits the whole table; both say the same of every pair, so no third comparate can change what is said of two.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

import numpy as np

from comparatex.data.scores import Scores
from comparatex.inference.arithmetic.arrays import Booleans, Floats, Keys

EXACT = 1e15
"""Largest whole number to which a decimal score is scaled: scaling errs by less than a half up to 2e15."""

GRID_DECIMALS = 10
"""The grid for scores that are no short decimals is 1e-10."""

GRID_LIMIT = 1000.0
"""Absolute score above which the grid grows with the score."""

_POWERS = np.array([float(f"1e{k}") for k in range(309)])
_GRID_STEPS = _POWERS[3:]
_CORRECTLY_ROUNDED = 22
"""Powers of ten up to this one are exact as floats, so that dividing by them rounds once."""


@dataclass(frozen=True, eq=False)
class Differences:
    """Differences of all pairs of comparates, positive where the first is better.

    Parameters
    ----------
    values : ndarray of shape (n_comparates, n_tasks)
        Scores, negated where lower is better: whole numbers of 10**-unit, or floats; see `kind`.
    decimals : ndarray of int8, of shape (n_comparates, n_tasks)
        As in `Scores`.
    present : ndarray of bool, of shape (n_comparates, n_tasks), or None
        Which scores there are; None when all are.
    unit : int or None
        Differences are whole numbers of 10**-unit; None: they are floats.
    tolerance : float or None
        Grid asked for by the user.
    """

    values: Keys
    decimals: Keys
    present: Booleans | None
    unit: int | None
    tolerance: float | None

    def signed(self, row: Keys, column: Keys) -> Keys:
        """Return the differences of pairs, of shape (n_pairs, n_tasks), before any tie tolerance.

        Whole numbers of units where `unit` is given, floats otherwise. Cells that lack a score hold anything.
        """
        first, second = self.values.take(row, axis=0), self.values.take(column, axis=0)
        if self.unit is None:
            places = self.decimals.take(row, axis=0), self.decimals.take(column, axis=0)
            return _float_difference(first, second, *places, self.tolerance)
        if first.dtype.kind == "i":
            return np.subtract(first, second, out=first)
        first -= second
        return np.asarray(np.rint(first * _POWERS[self.unit]), dtype=np.int64)

    def compared(self, signed: Keys) -> Keys:
        """Return differences as they are compared: on the grid of the tie tolerance, if there is one."""
        if self.tolerance is None:
            return signed
        return np.asarray(np.rint(self.numbers(signed) / self.tolerance))

    def numbers(self, signed: Keys) -> Floats:
        """Return differences in the unit of the scores."""
        return signed if self.unit is None else np.asarray(signed / _POWERS[self.unit])

    def settled(self, row: Keys, column: Keys) -> Floats:
        """Return the differences of pairs as they are compared, of shape (n_pairs, n_tasks).

        In the unit of the scores and on the grid of the tie tolerance; NaN where a score is missing.
        """
        signed, both = self.signed(row, column), self.both(row, column)
        found = self.numbers(signed) if self.tolerance is None else self.compared(signed) * self.tolerance
        return np.asarray(found if both is None else np.where(both, found, np.nan), dtype=np.float64)

    def midpoints(self, low: Keys, high: Keys) -> Floats:
        """Return the means of two differences each, rounded once from their exact decimal values."""
        if self.unit is not None:
            return np.asarray((low + high) / (2 * _POWERS[self.unit]))
        exact = [
            (Decimal(repr(a)) + Decimal(repr(b))) / 2
            for a, b in zip(low.tolist(), high.tolist(), strict=True)
        ]
        return np.array([float(number) for number in exact], dtype=np.float64)

    def both(self, row: Keys, column: Keys) -> Booleans | None:
        """Return where both comparates of each pair have a score; None: everywhere."""
        if self.present is None:
            return None
        return np.asarray(self.present.take(row, axis=0) & self.present.take(column, axis=0))


def of_scores(scores: Scores) -> Differences:
    """Return what takes the differences of a table.

    Parameters
    ----------
    scores : Scores
        The table.

    Returns
    -------
    Differences
        As `differences` of its values.
    """
    return differences(
        scores.values,
        scores.decimals,
        higher_is_better=scores.higher_is_better,
        tolerance=scores.tie_tolerance,
    )


def differences(
    values: Floats, decimals: Keys, *, higher_is_better: bool = True, tolerance: float | None = None
) -> Differences:
    """Return what takes the differences of a table of scores.

    Parameters
    ----------
    values : ndarray of shape (n_tasks, n_comparates)
        Scores; NaN where missing.
    decimals : ndarray of int8, of shape (n_tasks, n_comparates)
        As in `Scores`.
    higher_is_better : bool
        Direction of the measure.
    tolerance : float or None
        Grid asked for by the user.

    Returns
    -------
    Differences
        It takes those of any pairs when asked.
    """
    absent = np.isnan(values)
    filled = np.where(absent, 0.0, values if higher_is_better else -values).T.copy()
    places = np.where(absent, 0, decimals).T.copy()
    present = ~absent.T.copy() if absent.any() else None
    largest, unit = float(np.abs(filled).max(initial=0)), int(places.max(initial=0))
    if places.min(initial=0) >= 0 and unit <= _CORRECTLY_ROUNDED and largest * 10.0**unit <= EXACT:
        return Differences(_whole(filled, unit), places, present, unit, tolerance)
    coarse = tolerance is None or tolerance >= 10.0**-GRID_DECIMALS
    if largest <= GRID_LIMIT and unit <= GRID_DECIMALS and coarse:
        return Differences(filled, places, present, GRID_DECIMALS, tolerance)
    return Differences(filled, places, present, None, tolerance)


def canonical(values: Floats, decimals: Keys, tolerance: float | None = None) -> Floats:
    """Return scores as they are compared within a task: on the grid of their differences.

    A short decimal is itself; any other score is rounded to the grid that its own size asks for, unless the
    tie tolerance is finer; a tie tolerance rounds both to its multiples.

    Parameters
    ----------
    values : ndarray of any shape
        Scores; NaN where missing.
    decimals : ndarray of int8, of the same shape
        As in `Scores`.
    tolerance : float or None
        Grid asked for by the user.

    Returns
    -------
    ndarray of the same shape
        Equal where a comparison calls scores equal; NaN where missing.
    """
    size = np.abs(values)
    places = _grid(size)
    exact = ((decimals >= 0) & _exact(size, decimals)) | _finer(tolerance, places)
    with np.errstate(invalid="ignore"):
        snapped = np.where(exact, values, _quotient(np.rint(_scaled(values, places)), places))
        return snapped if tolerance is None else np.rint(snapped / tolerance) * tolerance


def _whole(values: Floats, unit: int) -> Keys:
    """Return decimal scores as whole numbers of 10**-unit, less a task's smallest, in the narrowest type."""
    whole = np.rint(values * _POWERS[unit]).astype(np.int64)
    whole -= whole.min(axis=0)
    return np.asarray(whole, dtype=np.int32 if whole.max(initial=0) < 2**29 else np.int64)


def _float_difference(
    first: Floats, second: Floats, first_places: Keys, second_places: Keys, tolerance: float | None
) -> Floats:
    """Return differences by the rule, each the float nearest to its decimal value; see `_finer` on the tolerance."""
    places = np.maximum(first_places, second_places).astype(np.int64)
    size = np.maximum(np.abs(first), np.abs(second))
    decimal = (first_places >= 0) & (second_places >= 0)
    exact = decimal & _exact(size, places)
    places = np.where(exact, places, _grid(size))
    raw = ~exact & _finer(tolerance, places)
    apart = np.rint(_scaled(first, places)) - np.rint(_scaled(second, places))
    found = _quotient(np.where(exact, apart, np.rint(_scaled(first - second, places))), places)
    return np.where(raw, first - second, found)


def _finer(tolerance: float | None, places: Keys) -> Booleans:
    """Tell where a tie tolerance is finer than the grid of so many decimals, which then does not matter."""
    if tolerance is None:
        return np.zeros(np.shape(places), dtype=np.bool_)
    return np.asarray(tolerance < 10.0**-places)


def _exact(size: Floats, places: Keys) -> Booleans:
    """Tell which scores of a size are whole numbers of 10**-places that floats hold exactly."""
    with np.errstate(over="ignore", invalid="ignore"):
        return np.asarray(size * _POWERS[np.maximum(places, 0)] <= EXACT)


def _grid(size: Floats) -> Keys:
    """Return the decimals of the grid for scores of a size; negative for grids above 1."""
    return np.asarray(GRID_DECIMALS - np.searchsorted(_GRID_STEPS, size))


def _scaled(values: Floats, places: Keys) -> Floats:
    """Return values · 10**places."""
    power = _POWERS[np.abs(places)]
    with np.errstate(over="ignore", invalid="ignore"):  # in the branch that is not taken
        return np.asarray(np.where(places < 0, values / power, values * power))


def _quotient(whole: Floats, places: Keys) -> Floats:
    """Return the floats nearest to whole / 10**places."""
    power = _POWERS[np.abs(places)]
    with np.errstate(over="ignore", invalid="ignore"):
        nearest = np.where(places < 0, whole * power, whole / power)
    for at in zip(*np.nonzero(np.abs(places) > _CORRECTLY_ROUNDED), strict=True):
        if np.isfinite(whole[at]):
            nearest[at] = float(f"{int(whole[at])}e{-int(places[at])}")
    return np.asarray(nearest + 0.0)  # adding zero takes the sign from -0.0
