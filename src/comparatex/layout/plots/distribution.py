"""How numbers are distributed: quartiles and whiskers as decimals, outlines of densities, swarms of points."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_EVEN, Decimal

import numpy as np

from comparatex.layout.plots.plot import Point, Scale

_WHISKER = Decimal("1.5")
_OUTLINE = 41
"""Points of an outline, from the smallest number to the largest."""
_WIDEST = 44
"""Half the height of an outline or a swarm at most, in percent of its row."""
_STEP = Decimal(14)
"""Between points of a swarm that are stacked."""
_CELL = Decimal(1)


@dataclass(frozen=True)
class Summary:
    """Five numbers after Tukey: the whiskers end at the last numbers within 1.5 quartile distances.

    Parameters
    ----------
    low, first, median, third, high : Decimal
        End of the lower whisker, quartiles, end of the upper whisker.
    outliers : tuple of Decimal
        Numbers beyond the whiskers, ascending.
    """

    low: Decimal
    first: Decimal
    median: Decimal
    third: Decimal
    high: Decimal
    outliers: tuple[Decimal, ...]


def decimals(values: Sequence[float]) -> list[Decimal]:
    """Return numbers as the shortest decimals that name them, ascending."""
    return sorted(Decimal(repr(float(value))) for value in values)


def summary(numbers: Sequence[Decimal]) -> Summary:
    """Return the five numbers of some in ascending order.

    >>> five = summary([Decimal(n) for n in (1, 2, 3, 4, 20)])
    >>> [float(n) for n in (five.low, five.first, five.median, five.third, five.high, *five.outliers)]
    [1.0, 2.0, 3.0, 4.0, 4.0, 20.0]
    """
    first, median, third = (quantile(numbers, Decimal(share) / 4) for share in (1, 2, 3))
    reach = _WHISKER * (third - first)
    inside = [number for number in numbers if first - reach <= number <= third + reach]
    outliers = tuple(number for number in numbers if not first - reach <= number <= third + reach)
    return Summary(min(inside[0], first), first, median, third, max(inside[-1], third), outliers)


def quantile(numbers: Sequence[Decimal], share: Decimal) -> Decimal:
    """Return a quantile of numbers in ascending order, linear between them.

    >>> quantile([Decimal(1), Decimal(2), Decimal(4)], Decimal("0.75"))
    Decimal('3.00')
    """
    place = share * (len(numbers) - 1)
    below = int(place)
    if below + 1 == len(numbers):
        return numbers[below]
    return numbers[below] + (place - below) * (numbers[below + 1] - numbers[below])


def outline(values: Sequence[float], scale: Scale) -> tuple[Point, ...]:
    """Return the upper outline of the density of numbers, from the smallest to the largest.

    The kernel is normal, its width Silverman's 0.9 min(s, quartile distance/1.34) n^(−1/5); `y` is the share
    of the greatest density, in percent of half a row.
    """
    numbers = np.asarray(values, dtype=np.float64)
    low, high = float(numbers.min()), float(numbers.max())
    if low == high:
        return ()
    spread, quartiles = float(numbers.std(ddof=1)), np.subtract(*np.quantile(numbers, (0.75, 0.25)))
    width = 0.9 * (min(spread, float(quartiles) / 1.34) or spread) * len(numbers) ** -0.2
    at = np.linspace(low, high, _OUTLINE)
    density = np.exp(-0.5 * ((at[:, None] - numbers) / width) ** 2).sum(axis=1)
    heights = _WIDEST * density / density.max()
    return tuple(
        Point(scale.at(round(float(x), 12)), Decimal(f"{height:.1f}"))
        for x, height in zip(at, heights, strict=True)
    )


def swarm(values: Sequence[float], scale: Scale, most: int) -> tuple[Point, ...]:
    """Return a point for each number, those near one another stacked about the middle of the row.

    More than `most` numbers share points on a grid; then `size` counts the digits of their number in base 2.
    """
    places = [scale.at(value) for value in values]
    if len(places) > most:
        near = Counter((place / _CELL).to_integral(ROUND_HALF_EVEN) * _CELL for place in places)
        return tuple(Point(x, Decimal(0), min(n.bit_length(), 5)) for x, n in sorted(near.items()))
    stacks: defaultdict[Decimal, list[Decimal]] = defaultdict(list)
    for place in sorted(places):
        stacks[(place / _CELL).to_integral(ROUND_HALF_EVEN)].append(place)
    return tuple(point for stack in stacks.values() for point in _stacked(stack))


def _stacked(stack: Sequence[Decimal]) -> list[Point]:
    """Return the points of numbers that are near one another, from the middle outwards, within the row."""
    step = min(_STEP, Decimal(2 * _WIDEST) / max(1, len(stack) - 1)).quantize(Decimal("0.1"), "ROUND_DOWN")
    shift = step / 2 if len(stack) % 2 == 0 else Decimal(0)
    return [
        Point(
            x, (shift + (step if i % 2 else -step) * ((i + 1) // 2)).quantize(Decimal("0.1")) + Decimal("0.0")
        )
        for i, x in enumerate(stack)
    ]
