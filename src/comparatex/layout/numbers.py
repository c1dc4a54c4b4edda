"""Numbers as they are printed: fixed decimals, the typographic minus, p-values that are never zero."""

from __future__ import annotations

import math
from decimal import ROUND_HALF_EVEN, Context, Decimal
from functools import cache, lru_cache

from comparatex.text import language

MINUS = "\N{MINUS SIGN}"
_SUPERSCRIPT = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
UNDEFINED = "\N{EN DASH}"
_EVERY_DIGIT = Context(prec=400, rounding=ROUND_HALF_EVEN)
"""Enough for any float: the usual 28 digits end at 1e24 with four decimals."""


def fixed(value: float, precision: int = 4) -> str:
    """Return a number with so many decimals; a rounded zero has no sign, an undefined number is a dash.

    >>> fixed(0.12355), fixed(-0.5, 2), fixed(-0.00001), fixed(float("nan"))
    ('0.1236', '−0.50', '0.0000', '–')
    """
    if not math.isfinite(value):
        return UNDEFINED
    text = f"{_half_even(value, precision):.{precision}f}"
    return marked(text.removeprefix("-") if is_zero(text) else text.replace("-", MINUS))


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


def equation(value: float, alpha: float = math.nan) -> str:
    """Return a p-value as an equation, or as an inequality where `pvalue` is one.

    >>> equation(0.0123), equation(1e-9), equation(0.049976, 0.05)
    ('p = 0.0123', 'p < 0.0001', 'p < 0.0500')
    """
    text = pvalue(value, alpha=alpha)
    return f"p {text[0]} {text[1:]}" if text[0] in "<>" else f"p = {text}"


def is_zero(text: str) -> bool:
    """Whether a printed number is zero, with whichever decimal mark.

    >>> is_zero("0.00"), is_zero("0,00"), is_zero("0.10")
    (True, True, False)
    """
    return not text.strip("-0.,")


def signed(value: float, precision: int = 4) -> str:
    """Return a number with its sign, also when positive.

    >>> signed(0.5, 2), signed(-0.5, 2), signed(0.001, 2)
    ('+0.50', '−0.50', '0.00')
    """
    text = fixed(value, precision)
    return f"+{text}" if value > 0 and not is_zero(text) else text


def interval(low: float, high: float, precision: int = 4) -> str:
    """Return an interval; an end that so few tasks do not set is infinite.

    >>> interval(-0.5, 0.25, 2), interval(-math.inf, 1, 1), interval(math.nan, 1)
    ('[−0.50, 0.25]', '[−∞, 1.0]', '–')
    """
    if math.isnan(low) or math.isnan(high):
        return UNDEFINED
    first, last = (
        fixed(end, precision) if math.isfinite(end) else f"{MINUS if end < 0 else ''}∞" for end in (low, high)
    )
    return f"[{first}{language().between}{last}]"


def pvalue(value: float, precision: int = 4, alpha: float = math.nan) -> str:
    """Return a p-value: below the last printed digit it is an inequality, never zero.

    Where rounding would put it on the other side of the level, or on it, it is an inequality too.

    >>> pvalue(0.04567), pvalue(3e-9), pvalue(1.0, 2), pvalue(float("nan"))
    ('0.0457', '<0.0001', '1.00', '–')
    >>> pvalue(0.049976, alpha=0.05), pvalue(0.05, alpha=0.05), pvalue(0.050024, alpha=0.05)
    ('<0.0500', '0.0500', '>0.0500')
    """
    return _pvalue(value, precision, alpha, mark())


@lru_cache(maxsize=8192)  # a matrix has each twice
def _pvalue(value: float, precision: int, alpha: float, _: str) -> str:
    """Return a p-value with the decimal mark of the language."""
    smallest = 10.0**-precision
    if math.isfinite(value) and value < smallest:
        return f"<{marked(f'{smallest:.{precision}f}')}"
    text = fixed(value, precision)
    if value == value and abs(value - alpha) < smallest:
        rounded = float(_half_even(value, precision))
        if value < alpha <= rounded:
            return f"<{text}"
        if rounded <= alpha < value:
            return f">{text}"
    return text


def significant(value: float, precision: int = 4) -> str:
    """Return a small probability with two significant digits where so many decimals would not show it.

    >>> significant(0.01234), significant(0.0000642), significant(0.0)
    ('0.0123', '6.4×10⁻⁵', '0.0000')
    """
    if value != value or value == 0 or value >= 10.0**-precision:
        return fixed(value, precision)
    digits, exponent = f"{value:.1e}".split("e")
    return f"{marked(digits)}×10{str(int(exponent)).translate(_SUPERSCRIPT)}"


def place(value: float, precision: int = 4) -> Decimal:
    """Return a coordinate at its printed precision: what places a mark is data, equal on every machine.

    >>> place(2.33333333)
    Decimal('2.3333')
    """
    return _half_even(value, precision)


def _half_even(value: float, precision: int) -> Decimal:
    """Round the shortest decimal that names this float, so that 0.12345 is taken as it reads."""
    return Decimal(repr(float(value))).quantize(_unit(precision), context=_EVERY_DIGIT)


@cache
def _unit(precision: int) -> Decimal:
    """Return one unit of the last printed decimal."""
    return Decimal(1).scaleb(-precision)
