"""The axis of mean ranks: whole numbers around the ranks that are drawn, with a readable number of ticks."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal
from typing import Literal

from comparatex.layout.numbers import marked

_LABELLED = 8
"""Most intervals between labelled ticks."""
_FRACTIONS = 5
"""The same where they are fractions of a rank."""

_STEPS = tuple(
    (Decimal(major), Decimal(minor))
    for major, minor in (
        ("0.2", "0.1"),
        ("0.5", "0.1"),
        ("1", "0.5"),
        ("2", "1"),
        ("5", "1"),
        ("10", "5"),
        ("20", "10"),
        ("50", "10"),
        ("100", "50"),
        ("200", "100"),
    )
)


@dataclass(frozen=True)
class Axis:
    """The axis of mean ranks.

    Parameters
    ----------
    left, right : Decimal
        Ranks at its ends; the left one is larger where the best comparate stands on the right.
    ticks : tuple of Decimal
        Ranks with a tick and a number, ascending.
    minor_ticks : tuple of Decimal
        Ranks with a tick only.
    numbers : tuple of str
        The numbers of `ticks`.
    """

    left: Decimal
    right: Decimal
    ticks: tuple[Decimal, ...]
    minor_ticks: tuple[Decimal, ...]
    numbers: tuple[str, ...]

    @property
    def span(self) -> Decimal:
        """Ranks from end to end."""
        return abs(self.right - self.left)


def rank_axis(ranks: list[Decimal], n_comparates: int, best: Literal["left", "right"]) -> Axis:
    """Return the axis for some mean ranks out of a table of so many comparates.

    >>> axis = rank_axis([Decimal("1.6"), Decimal("2.2"), Decimal("4.5")], 5, "right")
    >>> axis.left, axis.right, axis.numbers
    (Decimal('5'), Decimal('1'), ('1', '2', '3', '4', '5'))
    """
    low, high = min(ranks).to_integral(ROUND_FLOOR), max(ranks).to_integral(ROUND_CEILING)
    if low == high:
        low, high = max(low - 1, Decimal(1)), min(high + 1, Decimal(n_comparates))
    major, minor = next((step for step in _STEPS if high - low <= _most(step[0]) * step[0]), _STEPS[-1])
    ticks = _multiples(low, high, major)
    others = {*_multiples(low, high, minor), low, high}.difference(ticks)
    left, right = (low, high) if best == "left" else (high, low)
    return Axis(left, right, ticks, tuple(sorted(others)), tuple(marked(str(tick)) for tick in ticks))


def _most(step: Decimal) -> int:
    """Return how many intervals of a size there may be: whole ranks are read more easily."""
    return _LABELLED if step >= 1 else _FRACTIONS


def _multiples(low: Decimal, high: Decimal, step: Decimal) -> tuple[Decimal, ...]:
    """Return the multiples of a step from low to high."""
    first, last = int((low / step).to_integral(ROUND_CEILING)), int((high / step).to_integral(ROUND_FLOOR))
    return tuple(step * i for i in range(first, last + 1))
