"""What plots show, in the unit that their axes name: points, axes, limits. No places, no ticks, no widths."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal
from statistics import median
from typing import Literal

from comparatex.errors import UsageError
from comparatex.layout.numbers import Notation
from comparatex.text import language

Scale = Literal["auto", "linear", "logarithmic"]
SKEWED = 10  # ratio of the largest to the median score from which axes of scores are logarithmic
_FINE, _PLAIN = 100, 1000
"""Ratios of the ends of a logarithmic axis up to which it has numbers at 1, 2 and 5 times powers of ten, and at 3."""
_DECADE, _TICKS, _EPS = 5, 4, 1e-9
"""Ratio of the ends of a logarithmic axis up to which its numbers are those of a linear one, and about how many."""
_LEAST, _MOST = 1e-4, 1e5  # ends of numbers that are easy to read without powers of ten
MARGIN = 0.04  # room on either side of the data, as a share of their span
_DIGITS = 2
"""Digits of the ends of an axis beyond the first of its span: a hundredth of it is less than the room."""


@dataclass(frozen=True, kw_only=True)
class Described:
    """What every figure says of itself: what it is, what it shows, its result in a sentence."""

    title: str
    caption: str
    alt: str


@dataclass(frozen=True, kw_only=True)
class Named:
    """A comparate as it is shown, see `comparatex.layout.selection.looks`."""

    name: str
    ours: bool = False  # the document proposes it
    colour: str = ""  # of the name as RRGGBB, or empty


@dataclass(frozen=True)
class Point:
    """A point in data units."""

    x: float  # x, y: where it is
    y: float
    name: str = ""  # what it stands for; may be empty
    size: int = 1  # of how many it is one: the digits of their number in base 2


@dataclass(frozen=True)
class Axis:
    """An axis: what it shows, and its ends."""

    label: str  # what it shows, with the unit of its numbers
    low: float  # low, high: its ends, with room beyond the data
    high: float
    logarithmic: bool = False  # equal distances are equal ratios
    decimal: str = field(default_factory=lambda: language().decimal)  # the decimal mark of its numbers

    @property
    def is_fine(self) -> bool:
        """Whether powers of ten alone would be too few ticks."""
        return self.logarithmic and self.high < (_PLAIN if _LEAST < self.low < self.high < _MOST else _FINE) * self.low

    @property
    def ticks(self) -> tuple[float, ...]:
        """Numbers of a logarithmic axis where 1, 2 and 5 are too few or too many: multiples of a step, or 1 and 3."""
        if self.is_fine and self.high >= _FINE * self.low:
            numbers = (float(Decimal(k).scaleb(n)) for n in range(-4, 5) for k in (1, 3))
            return tuple(number for number in numbers if self.low <= number <= self.high)
        if not self.logarithmic or self.high >= _DECADE * self.low:
            return ()
        exponent = math.floor(math.log10((self.high - self.low) / _TICKS))
        units = (Decimal(step).scaleb(exponent) for step in (1, 2, 5, 10))
        unit = next(unit for unit in units if (self.high - self.low) / float(unit) <= _TICKS + 1)
        first, last = math.ceil(self.low / float(unit) - _EPS), math.floor(self.high / float(unit) + _EPS)
        return tuple(float(unit * k) for k in range(first, last + 1))

    def share(self, value: float) -> float:
        """Return where a number is, as a share of the axis from its low end."""
        low, high = self.low, self.high
        if self.logarithmic:
            low, high, value = math.log(low), math.log(high), math.log(value)
        return (value - low) / (high - low)

    def at(self, share: float) -> float:
        """Return the number at a share of the axis, to six digits."""
        if self.logarithmic:
            return float(f"{self.low * (self.high / self.low) ** share:.6g}")
        return float(f"{self.low + share * (self.high - self.low):.6g}")


def axis(label: str, values: Sequence[float], *, logarithmic: bool = False, margin: float = MARGIN) -> Axis:
    """Return the axis that holds some finite numbers with room on both sides, its ends rounded outwards."""
    ends = (min(values), max(values))
    low, high = map(math.log10, ends) if logarithmic else ends
    room = margin * (high - low) or (0.1 if logarithmic else abs(low) / 10 or 1.0)
    low, high = low - room, high + room
    unit = Decimal(1).scaleb(math.floor(math.log10(high - low)) - _DIGITS)
    if logarithmic:
        return Axis(label, float(f"{10**low:.3g}"), float(f"{10**high:.3g}"), logarithmic)
    low, high = (
        float((Decimal(end) / unit).to_integral(rounding) * unit)
        for end, rounding in ((low, ROUND_FLOOR), (high, ROUND_CEILING))
    )
    return Axis(label, low, high)


def in_unit(value: float, notation: Notation) -> float:
    """Return a number in the unit in which it is printed.

    >>> in_unit(0.871, Notation(1, -2, percent=True)), in_unit(2.5e-9, Notation(1, -9)), in_unit(0.5, Notation(2))
    (87.1, 2.5, 0.5)
    """
    return float(Decimal(repr(value)).scaleb(-notation.exponent))


def is_logarithmic(values: Sequence[float], scale: Scale, compared: str) -> bool:
    """Whether an axis of scores is logarithmic: as asked for, or as they are compared, or as a few are far out."""
    scale = "logarithmic" if compared == "log" and scale == "auto" else scale
    positive = min(values) > 0
    if scale == "logarithmic" and not positive:
        raise UsageError('Logarithmic axes need positive scores: use `axis="linear"`.')
    return scale == "logarithmic" or (scale == "auto" and positive and max(values) >= SKEWED * median(values))
