"""Draw the distribution of scores or ranks."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import TYPE_CHECKING, Literal

from comparatex.artefacts import Limit, declare
from comparatex.errors import DataError
from comparatex.figures.common.data import Axis, Point, axis, in_unit, is_logarithmic
from comparatex.figures.common.rows import PITCH, Marks, Plot, Row, RowPlot, Texts, coloured, draw_rows, fitted, series
from comparatex.layout.facts import text
from comparatex.layout.numbers import Notation
from comparatex.layout.options import AXIS, Choosing
from comparatex.layout.selection import looks, shown
from comparatex.settings import setting

if TYPE_CHECKING:
    from comparatex.inference.comparison import Comparison

Kind = Literal["box", "violin", "strip"]


@dataclass(frozen=True, kw_only=True)
class BoxesOptions(Choosing):
    """Settings of the distributions."""

    kind: Kind = setting("box", common=True, help="Boxes, densities, or points of tasks.")
    of: Literal["scores", "ranks"] = setting("scores", common=True, own=True, help="What to show.")
    axis: Literal["auto", "linear", "logarithmic"] = setting("auto", **AXIS)
    max_points: int = setting(
        300, minimum=0, own=True, help="Tasks that have a point each in a strip; more share points."
    )


@dataclass(frozen=True, kw_only=True)
class BoxRow(Row):
    """A comparate with its distribution."""

    text: str  # its median, or its mean rank
    low: float
    """low, first, median, third, high: Tukey's five numbers: the whiskers end at the last numbers within 1.5 quartile
    distances."""
    first: float
    median: float
    third: float
    high: float
    mean: float  # the mean
    outline: tuple[Point, ...] = ()  # of a violin; `y` is half its height, as a share of the row
    points: tuple[Point, ...] = ()
    """Of a strip, or the outliers of a box; `y` is the distance downwards from the middle as a share of the row."""


@dataclass(frozen=True, kw_only=True)
class Boxes(RowPlot[BoxRow]):
    """Distributions of scores or ranks."""

    kind: Kind  # how they are drawn

    @property
    def lines(self) -> float:  # type: ignore[override]
        """Height of a row at most, in units of the type: outlines and swarms need more."""
        return PITCH if self.kind == "box" else 2.1


# ---------------------------------------------------------------------------------------------- distributions
_WHISKER = Decimal("1.5")
_OUTLINE = 31  # points of an outline, from the smallest number to the largest: more are not seen on 10 cm
_WIDEST = 0.44  # half the height of an outline or a swarm at most, as a share of its row
_STEP = 0.14  # between points of a swarm that are stacked: their size in a row of 2 lines
_CELLS = 100  # stacks of a swarm along the axis: 10 cm hold so many points of 1 mm


def summary(values: Sequence[float]) -> tuple[tuple[Decimal, ...], tuple[Decimal, ...]]:
    """Return Tukey's five numbers of some, taken as the shortest decimals that name them, and the outliers.

    The whiskers end at the last numbers within 1.5 quartile distances; outliers ascend.

    >>> [[float(n) for n in numbers] for numbers in summary([4, 1, 2, 3, 20])]
    [[1.0, 2.0, 3.0, 4.0, 4.0], [20.0]]
    """
    numbers = sorted(Decimal(repr(float(value))) for value in values)
    first, median, third = (quantile(numbers, Decimal(share) / 4) for share in (1, 2, 3))
    reach = _WHISKER * (third - first)
    inside = [number for number in numbers if first - reach <= number <= third + reach]
    outliers = (number for number in numbers if not first - reach <= number <= third + reach)
    return (min(inside[0], first), first, median, third, max(inside[-1], third)), tuple(outliers)


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


def outline(values: Sequence[float], axis: Axis) -> tuple[Point, ...]:
    """Return the upper outline of the density of numbers, from the smallest to the largest.

    The kernel is normal, its width Silverman's 0.9 min(s, quartile distance/1.34) n^(−1/5); `y` is the share
    of the greatest density (on a logarithmic axis that of the logarithms), of half a row at most.
    """
    import numpy as np

    numbers = np.asarray(values, dtype=np.float64)
    numbers = np.log10(numbers) if axis.logarithmic else numbers
    low, high = float(numbers.min()), float(numbers.max())
    if low == high:
        return ()
    spread, quartiles = float(numbers.std(ddof=1)), np.subtract(*np.quantile(numbers, (0.75, 0.25)))
    width = 0.9 * (min(spread, float(quartiles) / 1.34) or spread) * len(numbers) ** -0.2
    at = np.linspace(low, high, _OUTLINE)
    density = np.exp(-0.5 * ((at[:, None] - numbers) / width) ** 2).sum(axis=1)
    heights = _WIDEST * density / density.max()
    return tuple(
        Point(float(f"{10**x if axis.logarithmic else x:.6g}"), round(float(height), 3))
        for x, height in zip(at, heights, strict=True)
    )


def swarm(values: Sequence[float], axis: Axis, most: int) -> tuple[Point, ...]:
    """Return a point for each number, near ones stacked about the middle; of more than `most`, near ones share one."""
    stacks: defaultdict[int, list[float]] = defaultdict(list)
    for value in sorted(values):
        stacks[round(axis.share(value) * _CELLS)].append(value)
    if len(values) > most:
        return tuple(
            Point(stack[len(stack) // 2], 0.0, size=min(len(stack).bit_length(), 5))
            for _, stack in sorted(stacks.items())
        )
    return tuple(
        Point(x, round(height, 3) + 0.0)
        for stack in stacks.values()
        for x, height in zip(stack, _heights(len(stack)), strict=True)
    )


def _heights(n: int) -> Iterator[float]:
    """Yield the heights of n numbers that are near one another, from the middle outwards, within the row."""
    step = min(_STEP, 2 * _WIDEST / max(1, n - 1))
    for i in range(n):
        yield (0.0 if n % 2 else -step / 2) + (step if i % 2 else -step) * ((i + 1) // 2)


# ------------------------------------------------------------------------------------------------ view model
_NAMED = 5  # comparates that the alternative text names


@declare(
    "Draw how scores or ranks are distributed: boxes, violins or strips.",
    # A row for each on one page: 6 pt at 248.
    limit=Limit(260, "has type that is too small to read"),
)
def lay_out(comparison: Comparison, options: BoxesOptions = BoxesOptions()) -> Boxes:
    """Return the distributions of scores or ranks."""
    from comparatex.layout.notation import notations, printed_means

    ranks = options.of == "ranks"
    if ranks and options.order == "mean":
        options = replace(options, order="rank")
    notation = Notation(2) if ranks else printed_means(comparison, notations(comparison, options))[1]
    chosen = shown(comparison, options)
    columns = {i: _numbers(comparison, i, options) for i in chosen}
    values = [in_unit(value, notation) for column in columns.values() for value in column]
    x = axis("", values, logarithmic=not ranks and is_logarithmic(values, options.axis, comparison.basis.scale))
    if ranks:  # none of which is 0
        x = replace(x, low=max(x.low, 0.5))
    rows = tuple(_row(comparison, i, columns[i], x, notation, options) for i in chosen)
    n_tasks = len(comparison.ranks) if ranks else comparison.scores.n_tasks
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
    view = Boxes(
        **words.about(),
        columns=(
            Plot(
                name="scores",
                x=replace(x, label=words.axis(x.logarithmic)),
                marks=tuple(_marks(rows, options.kind)),
                reverse=ranks and options.best == "right",  # as in the diagram
            ),
            Texts(heading=words.heading(), texts=tuple(row.text for row in rows), spare=1),
        ),
        kind=options.kind,
        rows=rows,
        line=options.line,
    )
    return fitted(view)


def _marks(rows: Sequence[BoxRow], kind: Kind) -> Iterator[Marks]:
    """Yield what is in the rows."""
    placed = list(enumerate(rows, 1))
    if kind == "violin":
        for i, row in placed:
            upper = [(i - point.y, point.x) for point in row.outline]
            lower = [(i + point.y, point.x) for point in reversed(row.outline)]
            yield from coloured("violin", rows, (*upper, *lower, *upper[:1]), pale=True)
        yield from coloured("quartiles", rows, ((i, row.first, row.third) for i, row in placed))
    if kind == "box":
        yield from coloured("whiskers", rows, ((i, row.low, row.high) for i, row in placed))
        yield from coloured("box", rows, ((i, row.first, row.third) for i, row in placed), pale=True)
    points = [(point.size, i + point.y, point.x) for i, row in placed for point in row.points]
    for size in sorted({size for size, _, _ in points}):
        yield from coloured("points", rows, ((y, x) for of, y, x in points if of == size), shared=size)
    yield from series("median", ((i, row.median) for i, row in placed))
    yield from series("mean", ((i, row.mean) for i, row in placed))


def _numbers(comparison: Comparison, i: int, options: BoxesOptions) -> list[float]:
    """Return the scores or ranks of a comparate."""
    from comparatex.inference.scale import in_ratios

    if options.of == "ranks":
        if not len(comparison.ranks):
            raise DataError("Ranks need a task on which every method has a score; there is none.")
        return list(comparison.ranks[:, i].tolist())
    column = in_ratios(comparison.scores).values[:, comparison.order[i]]
    return [value for value in column.tolist() if value == value]


def _row(
    comparison: Comparison, i: int, values: list[float], x: Axis, notation: Notation, options: BoxesOptions
) -> BoxRow:
    """Return a comparate with its distribution."""
    import numpy as np

    ranks = options.of == "ranks"
    mean = float(comparison.mean_rank[i]) if ranks else float(np.mean(values))
    if comparison.basis.scale == "log" and not ranks:
        mean = float(np.exp(np.mean(np.log(values))))
    numbers = [in_unit(value, notation) for value in values]
    (low, first, median, third, high), outliers = summary(numbers)
    points: tuple[Point, ...] = ()
    if options.kind == "strip":
        points = swarm(numbers, x, options.max_points)
    elif options.kind == "box":
        points = tuple(Point(number, 0.0) for number in sorted(set(map(float, outliers))))
    return BoxRow(
        **looks(comparison, options)(comparison.names[i]),
        text=notation.fixed(mean if ranks else float(summary(values)[0][2])),
        low=float(low),
        first=float(first),
        median=float(median),
        third=float(third),
        high=float(high),
        mean=in_unit(mean, notation),
        outline=outline(numbers, x) if options.kind == "violin" else (),
        points=points,
    )


draw = draw_rows
