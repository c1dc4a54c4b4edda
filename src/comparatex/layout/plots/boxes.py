"""Distributions of scores or ranks, one row for each comparate: boxes, violins or strips of points."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_EVEN, Decimal

import numpy as np

from comparatex.errors import DataError
from comparatex.inference.comparison import Comparison
from comparatex.layout.facts import text
from comparatex.layout.mcm_size import SIZE
from comparatex.layout.notation import notations
from comparatex.layout.numbers import Notation
from comparatex.layout.options.figures import BoxesOptions, Kind
from comparatex.layout.plots.axes import PlotAxis, Point, Scale, scale, score_scale
from comparatex.layout.plots.fitting import fit_rows
from comparatex.layout.selection import highlights, ordered, positions

HEIGHTS: Mapping[Kind, float] = {"box": 1.5 * SIZE, "violin": 2 * SIZE, "strip": 2 * SIZE}
"""Of a row, in points."""


@dataclass(frozen=True)
class Box:
    """Places of the whiskers' ends, the quartiles and the mean."""

    low: Decimal
    first: Decimal
    median: Decimal
    third: Decimal
    high: Decimal
    mean: Decimal


@dataclass(frozen=True)
class BoxRow:
    """A comparate with its distribution.

    Parameters
    ----------
    name, text : str
        The comparate, and its median or mean rank.
    box : Box
        The five numbers and the mean.
    outline : tuple of Point
        Of a violin; `y` is half its height, in percent of the row.
    points : tuple of Point
        Of a strip, or the outliers of a box; `y` is the distance from the middle in percent of the row.
    ours : bool
        The document proposes it.
    colour : str
        Colour of the name, or empty.
    """

    name: str
    text: str
    box: Box
    outline: tuple[Point, ...]
    points: tuple[Point, ...]
    ours: bool
    colour: str


@dataclass(frozen=True)
class Boxes:
    """Distributions of scores or ranks.

    Parameters
    ----------
    title, caption, alt : str
        What it is, what it shows, its result in a sentence.
    kind : {"box", "violin", "strip"}
        How they are drawn.
    x : PlotAxis
        The axis.
    rows : tuple of BoxRow
        The comparates, from the top.
    """

    title: str
    caption: str
    alt: str
    kind: Kind
    x: PlotAxis
    rows: tuple[BoxRow, ...]

    @property
    def least_type(self) -> float:
        """Size of the smallest type, in points, on a line of 16 cm of a document of 10 pt."""
        return SIZE * fit_rows([row.name for row in self.rows], HEIGHTS[self.kind]).scale


# ---------------------------------------------------------------------------------------------- distributions
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
    return Summary(
        low=min(inside[0], first),
        first=first,
        median=median,
        third=third,
        high=max(inside[-1], third),
        outliers=outliers,
    )


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
    of the greatest density (on a logarithmic axis that of the logarithms), in percent of half a row.
    """
    numbers = np.asarray(values, dtype=np.float64)
    numbers = np.log10(numbers) if scale.logarithmic else numbers
    low, high = float(numbers.min()), float(numbers.max())
    if low == high:
        return ()
    spread, quartiles = float(numbers.std(ddof=1)), np.subtract(*np.quantile(numbers, (0.75, 0.25)))
    width = 0.9 * (min(spread, float(quartiles) / 1.34) or spread) * len(numbers) ** -0.2
    at = np.linspace(low, high, _OUTLINE)
    density = np.exp(-0.5 * ((at[:, None] - numbers) / width) ** 2).sum(axis=1)
    heights = _WIDEST * density / density.max()
    return tuple(
        Point(
            scale.at(float(f"{10**x:.12g}") if scale.logarithmic else round(float(x), 12)),
            Decimal(f"{height:.1f}"),
        )
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


# ----------------------------------------------------------------------------------------------------- layout
_NAMED = 5
"""Comparates that the alternative text names."""


def boxes(comparison: Comparison, options: BoxesOptions = BoxesOptions()) -> Boxes:
    """Lay distributions of scores or ranks out.

    Raises
    ------
    UsageError
        A name is unknown.
    DataError
        Ranks are asked for, and there is no complete task.
    """
    wanted = {*positions(comparison, options.include)} or {*range(len(comparison.names))}
    chosen = [i for i in ordered(comparison, options.order) if i in wanted]
    columns = {i: _numbers(comparison, i, options) for i in chosen}
    values = [value for column in columns.values() for value in column]
    measure = scale(values) if options.of == "ranks" else score_scale(values, options.axis)
    notation = Notation(2) if options.of == "ranks" else notations(comparison, options).means
    rows = tuple(_row(comparison, i, columns[i], measure, notation, options) for i in chosen)
    n_tasks = len(comparison.ranks) if options.of == "ranks" else comparison.scores.n_tasks
    words = text(
        "boxes",
        comparison,
        of=options.of,
        drawn="gathered" if options.kind == "strip" and n_tasks > options.max_points else options.kind,
        n=len(chosen),
        n_tasks=n_tasks,
        first=[(row.name, row.text) for row in rows[:_NAMED]],
        n_more=max(0, len(rows) - _NAMED),
        notation=notation,
    )
    return Boxes(
        title=words.title(),
        caption=words.caption(),
        alt=words.alt(),
        kind=options.kind,
        x=measure.axis(words.axis(measure.logarithmic), notation, 9 if options.of == "ranks" else 7),
        rows=rows,
    )


def _numbers(comparison: Comparison, i: int, options: BoxesOptions) -> list[float]:
    """Return the scores or ranks of a comparate."""
    if options.of == "ranks":
        if not len(comparison.ranks):
            raise DataError("Ranks need a task on which every comparate has a score; there is none.")
        return list(comparison.ranks[:, i].tolist())
    column = comparison.scores.values[:, comparison.order[i]]
    return list(column[~np.isnan(column)].tolist())


def _row(
    comparison: Comparison,
    i: int,
    values: list[float],
    measure: Scale,
    notation: Notation,
    options: BoxesOptions,
) -> BoxRow:
    """Return a comparate with its distribution."""
    name, five = comparison.names[i], summary(decimals(values))
    ranks = options.of == "ranks"
    mean = float(comparison.mean_rank[i]) if ranks else float(np.mean(values))
    points: tuple[Point, ...] = ()
    if options.kind == "strip":
        points = swarm(values, measure, options.max_points)
    elif options.kind == "box":
        places = dict.fromkeys(measure.at(float(outlier)) for outlier in five.outliers)
        points = tuple(Point(x, Decimal(0)) for x in places)
    return BoxRow(
        name=name,
        text=notation.fixed(mean if ranks else float(five.median)),
        box=_box(five, mean, measure),
        outline=outline(values, measure) if options.kind == "violin" else (),
        points=points,
        ours=name in options.ours,
        colour=highlights(comparison, options).get(name, ""),
    )


def _box(five: Summary, mean: float, measure: Scale) -> Box:
    """Return the places of five numbers and a mean."""
    low, first, median, third, high = (
        measure.at(float(number)) for number in (five.low, five.first, five.median, five.third, five.high)
    )
    return Box(low=low, first=first, median=median, third=third, high=high, mean=measure.at(mean))
