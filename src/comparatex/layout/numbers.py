"""Numbers as they are printed: fixed decimals, the typographic minus, p-values that are never zero.

A `Notation` says how all numbers of one kind are printed; `comparatex.layout.notation` chooses those of a comparison.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from decimal import ROUND_HALF_EVEN, Context, Decimal
from functools import cache, lru_cache

from comparatex.text import GROUPED, NBSP, Prose, language
from comparatex.text import math as letter

MINUS = "\N{MINUS SIGN}"
_SUPERSCRIPT = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
CONTRARY, EQUIVALENT, NOT_WORSE = "†", "‡", "§"
"""Behind a difference: the test is significantly for the other side; equivalent, or not worse, within the margin."""
UNDEFINED = "\N{EN DASH}"
_WRITTEN_OUT = 3  # powers of ten that are printed without an exponent, from 0.001 to 1000
_PLAIN = range(-4, 7)
"""Powers of ten of the leading digits of numbers that are printed without a power of ten, where digits are counted."""
_TELLING = 4  # decimals more that a p-value may take to be on its side of the level
_EVERY_DIGIT = Context(prec=400, rounding=ROUND_HALF_EVEN)
"""Enough for any float: the usual 28 digits end at 1e24 with four decimals."""


@dataclass(frozen=True)
class Notation:
    r"""How the numbers of one kind are printed, the same in all tables, figures, captions and macros.

    >>> Notation(2).fixed(0.12355), Notation(1, -9).fixed(2.5e-9), Notation(0).fixed(1234567)
    ('0.12', '2.5', '1\u202f234\u202f567')
    """

    decimals: int = 4
    exponent: int = 0  # what is printed is divided by ten to this power, which the head of its column names
    percent: bool = False  # percent of fractions, so that the power is −2
    points: bool = False  # percentage points, because they are differences of such
    stripped: bool = False  # zeros at the end of the decimals are left out
    unit: str = ""  # of the measure, such as ``s``
    significant: int = 0
    """Digits of each number, in place of decimals; very small and very large ones have a power of ten of their own."""

    def rounded(self, value: float) -> Decimal:
        """Return what is printed of a finite number, in units of the power of ten; a zero has no sign.

        >>> Notation(2, -9).rounded(2.504e-9), Notation(1).rounded(-0.04)
        (Decimal('2.50'), Decimal('0.0'))
        """
        if self.significant:
            own = self.of(value)
            return own.rounded(value).scaleb(own.exponent - self.exponent)
        number = _half_even(value, self.decimals, self.exponent)
        return number if number else abs(number)

    def of(self, value: float) -> Notation:
        """Return the notation of a number by its decimals, and its power of ten, where digits are what is set.

        >>> Notation(significant=3).of(0.012345).decimals, Notation(significant=2).of(1.5e-9).exponent
        (4, -9)
        """
        if not self.significant or not math.isfinite(value):
            return self
        digits = Context(prec=self.significant).create_decimal(repr(float(value)))
        leading = digits.adjusted() - self.exponent if digits else 0
        power = 0 if leading in _PLAIN else leading
        decimals = max(self.significant - 1 - leading + power, 0)
        return replace(self, decimals=decimals, exponent=self.exponent + power, significant=0)

    def is_zero(self, value: float) -> bool:
        """Whether a number is printed as zero."""
        return math.isfinite(value) and not self.rounded(value)

    def spread_of(self, value: float) -> Notation:
        """Return how the standard deviation of a number is printed behind it."""
        own = self.of(value)
        return own if own.exponent == self.exponent else replace(self, significant=2)

    def fixed(self, value: float) -> str:
        """Return a number; a rounded zero has no sign, an undefined number is a dash.

        >>> Notation(4).fixed(-0.00001), Notation(4).fixed(float("nan")), Notation(4, stripped=True).fixed(2.5)
        ('0.0000', '–', '2.5')
        >>> [Notation(significant=3).fixed(value) for value in (6.1e-10, 0.0153, 123456.7)]
        ['6.10e−10', '0.0153', '123\u202f457']
        """
        if not math.isfinite(value):
            return UNDEFINED
        if self.significant:
            own = self.of(value)
            power = own.exponent - self.exponent
            return f"{own.fixed(value)}{f'e{power}'.replace('-', MINUS) if power else ''}"
        text = self._digits(value).replace("-", MINUS)
        return marked(text.replace(",", "_")).replace("_", language().thousands)

    def brief(self, value: float, most: int) -> str:
        """Return a number as prose has it: with so many decimals at most, unless less than two digits were left.

        >>> Notation(4).brief(0.871455, 3), Notation(4).brief(0.0074, 3), Notation(2, -2, percent=True).brief(0.0102, 1)
        ('0.871', '0.0074', '1.0')
        """
        return self.for_prose(value, most).fixed(value)

    def for_prose(self, value: float, most: int) -> Notation:
        """Return the notation that a number has in prose."""
        if self.decimals <= most or not math.isfinite(value):
            return self
        shorter = _unit(most - 1) <= abs(self.rounded(value)) < GROUPED
        return replace(self, decimals=most) if shorter else self

    def signed(self, value: float) -> str:
        """Return a number with its sign, also when positive.

        >>> Notation(2).signed(0.5), Notation(2).signed(-0.5), Notation(2).signed(0.001)
        ('+0.50', '−0.50', '0.00')
        """
        return f"{'+' if value > 0 and not self.is_zero(value) else ''}{self.fixed(value)}"

    def typed(self, value: float) -> str:
        """Return a number as TeX reads it: with the characters of a keyboard, and its unit as a power of ten.

        Thousands are set apart by ``'``; ``e0`` is the unit of the measure, ``e-2`` percent, ``E-2`` percentage points,
        ``--`` an undefined number.

        >>> Notation(1, -9).typed(-1.2e-9), Notation(1, -2, percent=True).typed(0.846), Notation().typed(math.nan)
        ('-1.2e-9', '84.6e-2', '--')
        """
        if not math.isfinite(value):
            return "--"
        power = f"{'E' if self.points else 'e'}{self.exponent}" if self.exponent or self.unit else ""
        return self._digits(value).replace(",", "'") + power

    def _digits(self, value: float) -> str:
        """Return what is printed of a finite number, with a point and a hyphen."""
        number = self.rounded(value)
        if self.stripped:
            number = number.normalize(_EVERY_DIGIT)
        return f"{number:,f}" if abs(number) >= GROUPED else f"{number:f}"

    def interval(self, low: float, high: float, most: int = 9) -> str:
        """Return an interval, both ends with the same decimals; a dash where there is none that is finite.

        >>> Notation(2).interval(-0.5, 0.25), Notation(4).interval(-0.12, -0.0102, 2), Notation(1).interval(0, math.inf)
        ('[−0.50, 0.25]', '[−0.1200, −0.0102]', '–')
        """
        if not (math.isfinite(low) and math.isfinite(high)):
            return UNDEFINED
        alike = max(self.for_prose(low, most), self.for_prose(high, most), key=lambda notation: notation.decimals)
        return f"[{alike.fixed(low)}{language().between}{alike.fixed(high)}]"

    @property
    def power(self) -> str:
        """The power of ten that the head of a column names; empty where there is none.

        Small powers are written out: a superscript in the key of a dense matrix would be too small to read.

        >>> Notation(2, -9).power, Notation(2, -2).power, Notation(2).power, Notation(2, -2, percent=True).power
        ('10⁻⁹', '0.01', '', '')
        """
        if not self.exponent or self.percent:
            return ""
        written = abs(self.exponent) <= _WRITTEN_OUT
        return marked(f"{_unit(-self.exponent):f}") if written else power_of_ten(self.exponent)

    @property
    def suffix(self) -> str:
        """What the head of a column says of its numbers: their power of ten and their unit.

        >>> Notation(2, -9, unit="s").suffix, Notation(2, unit="s").suffix, Notation(2).suffix
        ('×10⁻⁹ s', 's', '')
        """
        return " ".join(filter(None, (f"×{self.power}" if self.power else "", self.unit)))


def power_of_ten(exponent: int) -> str:
    """Return a power of ten.

    >>> power_of_ten(-12)
    '10⁻¹²'
    """
    return f"10{str(exponent).translate(_SUPERSCRIPT)}"


def fixed(value: float, precision: int = 4) -> str:
    """Return a number with so many decimals; a rounded zero has no sign, an undefined number is a dash.

    >>> fixed(0.12355), fixed(-0.5, 2), fixed(-0.00001), fixed(float("nan"))
    ('0.1236', '−0.50', '0.0000', '–')
    """
    return Notation(precision).fixed(value)


def marked(text: str) -> str:
    """Return a number that has a decimal point with the decimal mark of the language.

    >>> from comparatex.text import writing
    >>> with writing("fr"):
    ...     marked("0.05")
    '0,05'
    """
    return text.replace(".", mark())


def mark() -> str:
    """Return the decimal mark of the language."""
    return language().decimal


def level(alpha: float) -> str:
    """Return a significance level as it was given.

    >>> level(0.05)
    '0.05'
    """
    return marked(f"{alpha:.12g}")


def equation(value: float, alpha: float = math.nan, *, brief: bool = False) -> Prose:
    r"""Return a p-value as an equation, or as an inequality where `pvalue` is one; no line ends within it.

    A brief one is as prose has it.

    >>> [equation(0.0123), equation(1e-9), equation(0.049976, 0.05)]
    ['p\xa0=\xa00.0123', 'p\xa0<\xa00.0001', 'p\xa0=\xa00.04998']
    """
    sign, number = in_prose(value, alpha) if brief else compared(value, 4, alpha)
    return Prose.of(f"{letter('p')}{NBSP}{sign or '='}{NBSP}{marked(number)}")


def pvalue(value: float, precision: int = 4, alpha: float = math.nan) -> str:
    """Return a p-value: below the last printed digit it is an inequality, never zero.

    Where rounding would put it on the other side of the level, or on it, it has as many decimals more as that takes.

    >>> pvalue(0.04567), pvalue(3e-9), pvalue(1.0, 2), pvalue(float("nan"))
    ('0.0457', '<0.0001', '1.00', '–')
    >>> pvalue(0.049976, alpha=0.05), pvalue(0.05, alpha=0.05), pvalue(0.050024, alpha=0.05)
    ('0.04998', '0.0500', '0.05002')
    """
    sign, number = compared(value, precision, alpha)
    return f"{sign}{marked(number)}"


def in_prose(value: float, alpha: float) -> tuple[str, str]:
    """Return a p-value as prose has it, as `compared` does: to three decimals, beyond 0.001 and 0.99 as a bound.

    Where rounding would carry it over the level, it keeps its decimals.

    >>> in_prose(0.0233, 0.05), in_prose(1.0, 0.05), in_prose(4e-4, 0.05), in_prose(0.0498, 0.05)
    (('', '0.023'), ('>', '0.99'), ('<', '0.001'), ('', '0.0498'))
    >>> in_prose(0.023460, 0.05), in_prose(0.000960, 0.05)
    (('', '0.023'), ('<', '0.001'))
    """
    sign, number = compared(value, 4, alpha)
    if sign == "<" and number == "0.0001":
        return "<", "0.001"
    if sign or number == UNDEFINED:
        return sign, number
    if value < 0.001:
        return "<", "0.001"
    if value > 0.99:
        return ">", "0.99"
    rounded = f"{_half_even(value, 3)}"
    crosses = value != alpha and (float(rounded) - alpha) * (value - alpha) <= 0
    return "", number if crosses else rounded


@lru_cache(maxsize=1 << 14)  # a matrix has each twice
def compared(value: float, precision: int, alpha: float) -> tuple[str, str]:
    """Return a p-value as a sign of relation, which is empty where it is equality, and a number with a point."""
    if not math.isfinite(value):
        return "", UNDEFINED
    smallest = 10.0**-precision
    if value < smallest:
        return "<", f"{smallest:.{precision}f}"
    number = _half_even(value, precision)
    if value != alpha and abs(value - alpha) < smallest:
        finer = (_half_even(value, precision + more) for more in range(_TELLING + 1))
        told = next((each for each in finer if (float(each) - alpha) * (value - alpha) > 0), None)
        if told is None:  # it is next to the level
            return "<" if value < alpha else ">", f"{number:f}"
        number = told
    return "", f"{number:f}"


_STARS = (0.05, 0.01, 0.001)


def stars_of(p: float) -> str:
    """Return the stars of a p-value: one for each usual level that it reaches.

    >>> stars_of(0.051), stars_of(0.05), stars_of(0.0002)
    ('', '*', '***')
    """
    from comparatex.inference.arithmetic import rejects

    return "*" * sum(bool(rejects(p, level)) for level in _STARS)


def star_levels() -> list[str]:
    """Return the levels of one, two and three stars."""
    return [level(each) for each in _STARS]


def place(value: float, precision: int = 4) -> Decimal:
    """Return a coordinate at its printed precision: what places a mark is data, equal on every machine.

    >>> place(2.33333333)
    Decimal('2.3333')
    """
    return _half_even(value, precision)


def _half_even(value: float, precision: int, exponent: int = 0) -> Decimal:
    """Round the shortest decimal that names this float, so that 0.12345 is taken as it reads."""
    number = Decimal(repr(float(value)))
    return (number.scaleb(-exponent) if exponent else number).quantize(_unit(precision), context=_EVERY_DIGIT)


@cache
def _unit(precision: int) -> Decimal:
    """Return one unit of the last printed decimal."""
    return Decimal(1).scaleb(-precision)


def percentages(left: float, rope: float, right: float) -> str:
    """Return three probabilities as percentages that add up to 100: the largest remainders are rounded up.

    >>> percentages(0.936, 0.0494, 0.0146), percentages(math.nan, math.nan, math.nan), percentages(1 / 3, 1 / 3, 1 / 3)
    ('94/5/1', '–', '34/33/33')
    """
    shares = [100 * share for share in (left, rope, right)]
    if any(math.isnan(share) for share in shares):
        return UNDEFINED
    percents = [math.floor(round(share, 9)) for share in shares]
    missing = 100 - sum(percents)
    for k in sorted(range(3), key=lambda k: percents[k] - shares[k])[:missing]:
        percents[k] += 1
    return "/".join(map(str, percents))
