"""Axes of plots: from numbers to places in percent of an axis, with round ticks."""

from __future__ import annotations

import math
from dataclasses import dataclass
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_EVEN, Decimal
from statistics import median
from typing import Literal

from comparatex.errors import UsageError
from comparatex.layout.numbers import MINUS, Notation, marked, place, power_of_ten
from comparatex.text import language

_STEPS = (Decimal(1), Decimal(2), Decimal(5))
_PLAINLY = Notation()
_CENT = Decimal("0.01")
_PLAIN = 4
"""Powers of ten up to this one are written out."""
_FEWEST, _ROOM = 3, 36
"""Ticks that an axis should have, and letters that fit below it in a narrow column."""


@dataclass(frozen=True)
class Tick:
    """A tick: its place in percent of the axis, and its text, which may be empty."""

    at: Decimal
    text: str


@dataclass(frozen=True)
class PlotAxis:
    """An axis of a plot: what it shows, and its ticks from left to right or from below."""

    label: str
    ticks: tuple[Tick, ...]


@dataclass(frozen=True)
class Point:
    """A place in a plot, in percent of its axes; `size` is 1 for a single one, more for several in one place."""

    x: Decimal
    y: Decimal
    size: int = 1


@dataclass(frozen=True)
class Scale:
    """What places numbers on an axis.

    Parameters
    ----------
    low, high : Decimal
        Numbers at the ends; on a logarithmic axis their decimal logarithms.
    logarithmic : bool
        The axis is logarithmic.
    """

    low: Decimal
    high: Decimal
    logarithmic: bool = False

    def at(self, value: float) -> Decimal:
        """Return the place of a number in percent, to two decimals; numbers beyond an end lie on it.

        >>> Scale(Decimal(0), Decimal(2)).at(0.5), Scale(Decimal(0), Decimal(2)).at(3)
        (Decimal('25.00'), Decimal('100.00'))
        """
        number = place(math.log10(value), 9) if self.logarithmic else Decimal(repr(float(value)))
        share = 100 * (number - self.low) / (self.high - self.low)
        return min(max(share, Decimal(0)), Decimal(100)).quantize(_CENT, ROUND_HALF_EVEN)

    def axis(self, label: str, notation: Notation = _PLAINLY, most: int = 7) -> PlotAxis:
        """Return the axis with at most so many ticks at round numbers, fewer where these are long.

        Numbers are in the unit of a notation.
        """
        shift = -notation.exponent
        ticks = self._powers(most, shift) if self.logarithmic else self._on(self, most, shift)
        if most > _FEWEST and sum(len(tick.text) + 1 for tick in ticks) > _ROOM:
            return self.axis(label, notation, most - 1)
        return PlotAxis(label, ticks)

    def _powers(self, most: int, shift: int) -> tuple[Tick, ...]:
        """Return ticks at powers of ten, at 3 or 2 and 5 times them where there are few, or at multiples."""
        inside = self._multiples((1,), most) if self.high - self.low > 2 else ()
        if len(inside) < _FEWEST:
            inside = self._multiples((1, 3) if inside else (1, 2, 5), most)
        if len(inside) < _FEWEST:
            return Scale(_power(self.low), _power(self.high))._on(self, most, shift)
        return tuple(
            Tick(self.at(float(f"{digit}e{power}")), _times(digit, power + shift)) for power, digit in inside
        )

    def _multiples(self, digits: tuple[int, ...], most: int) -> tuple[tuple[int, int], ...]:
        """Return the powers of ten on the axis, or every so many of them, each with every digit."""
        low, high = _floor(self.low), _ceiling(self.high)
        every = max(1, math.ceil((high - low) / most))
        places = ((power, digit) for power in range(low, high + 1) if power % every == 0 for digit in digits)
        return tuple((p, d) for p, d in places if self.low <= p + place(math.log10(d), 9) <= self.high)

    def _on(self, other: Scale, most: int, shift: int) -> tuple[Tick, ...]:
        """Return ticks at multiples of 1, 2 or 5 times a power of ten, at their places on another scale."""
        step = round_step(self.high - self.low, most)
        while not (numbers := range(_ceiling(self.low / step), _floor(self.high / step) + 1)):
            step /= 2  # a span shorter than its step may lie between two multiples
        decimals = max(0, -int(step.normalize().as_tuple().exponent) - shift)
        return tuple(
            Tick(other.at(float(i * step)), written((i * step).scaleb(shift), decimals)) for i in numbers
        )


def round_step(span: Decimal, most: int) -> Decimal:
    """Return the smallest of …, 0.5, 1, 2, 5, 10, … of which `most` − 1 cover a span.

    >>> round_step(Decimal("0.37"), 6), round_step(Decimal(40), 6)
    (Decimal('0.1'), Decimal('10'))
    """
    exponent = span.adjusted() - 2
    while True:
        for step in (digit.scaleb(exponent) for digit in _STEPS):
            if span <= (most - 1) * step:
                return step if exponent < 0 else Decimal(int(step))
        exponent += 1


def scale(values: list[float], *, padding: str = "0.04", include: tuple[float, ...] = ()) -> Scale:
    """Return the scale that holds some numbers with room on both sides.

    Parameters
    ----------
    values : list of float
        Finite numbers.
    padding : str
        Room on either side, as a share of their span.
    include : tuple of float
        Numbers that the axis must reach, without room beyond them.
    """
    low, high = Decimal(repr(min(values))), Decimal(repr(max(values)))
    room = (high - low) * Decimal(padding)
    low, high = low - room, high + room
    for number in map(Decimal, map(repr, include)):
        low, high = min(low, number), max(high, number)
    if low == high:
        room = abs(low) / 10 or Decimal(1)
        low, high = low - room, high + room
    return Scale(low, high)


def log_scale(values: list[float], *, padding: str = "0.04") -> Scale:
    """Return the logarithmic scale that holds some positive numbers with room on both sides."""
    found = scale([float(place(math.log10(value), 9)) for value in values], padding=padding)
    return Scale(found.low, found.high, logarithmic=True)


SKEWED = 10
"""Ratio of the largest to the median score from which axes of scores are logarithmic."""


def score_scale(
    values: list[float], axis: Literal["auto", "linear", "logarithmic"] = "auto", *, padding: str = "0.04"
) -> Scale:
    """Return the scale of scores: logarithmic where a few of them would push the others into a corner.

    Raises
    ------
    UsageError
        A logarithmic axis is asked for scores that are not positive.
    """
    positive = min(values) > 0
    if axis == "logarithmic" and not positive:
        raise UsageError('Logarithmic axes need positive scores: use `axis="linear"`.')
    skewed = positive and max(values) >= SKEWED * median(values)
    if axis == "logarithmic" or (axis == "auto" and skewed):
        return log_scale(values, padding=padding)
    return scale(values, padding=padding)


def written(number: Decimal, decimals: int) -> str:
    r"""Return a tick's number.

    >>> written(Decimal("-0.5"), 2), written(Decimal(20000), 0)
    ('−0.50', '20\u202f000')
    """
    text = f"{abs(number):,.{decimals}f}" if abs(number) >= 10_000 else f"{abs(number):.{decimals}f}"
    text = marked(text.replace(",", "_")).replace("_", language().thousands)
    return f"{MINUS}{text}" if number < 0 else text


def _times(digit: int, power: int) -> str:
    """Return a digit times a power of ten as text.

    >>> _times(2, 3), _times(5, -2), _times(1, 6)
    ('2000', '0.05', '10⁶')
    """
    if -_PLAIN <= power <= _PLAIN:
        number = Decimal(digit).scaleb(power)
        return written(number, max(0, -power))
    exponent = power_of_ten(power)
    return exponent if digit == 1 else f"{digit}×{exponent}"


def _power(exponent: Decimal) -> Decimal:
    """Return a power of ten, to six digits."""
    return Decimal(f"{10.0 ** float(exponent):.6g}")


def _ceiling(number: Decimal) -> int:
    return int(number.to_integral(ROUND_CEILING))


def _floor(number: Decimal) -> int:
    return int(number.to_integral(ROUND_FLOOR))
