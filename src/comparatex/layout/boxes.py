"""Distributions of scores or ranks, one row for each comparate: boxes, violins or strips of points."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

import numpy as np

from comparatex.errors import DataError
from comparatex.inference.comparison import Comparison
from comparatex.layout import boxes_words
from comparatex.layout.colours import highlights
from comparatex.layout.distribution import Summary, decimals, outline, summary, swarm
from comparatex.layout.numbers import fixed
from comparatex.layout.plot import PlotAxis, Point, Scale, scale
from comparatex.layout.showing import Showing, ordered, positions

__all__ = ["Box", "BoxRow", "Boxes", "BoxesOptions", "boxes"]

Kind = Literal["box", "violin", "strip"]


@dataclass(frozen=True, kw_only=True)
class BoxesOptions(Showing):
    """Settings of the distributions.

    Parameters
    ----------
    kind : {"box", "violin", "strip"}
        Boxes after Tukey, outlines of densities with their quartiles, or a point for each task.
    of : {"scores", "ranks"}
        What is shown; ranks on the complete tasks, 1 is best.
    include : tuple of str
        Comparates to draw, all when empty; ranks stay those among all.
    max_points : int
        Tasks up to which each has a point of its own in a strip.
    """

    kind: Kind = "box"
    of: Literal["scores", "ranks"] = "scores"
    include: tuple[str, ...] = ()
    max_points: int = 300


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
    measure = scale([value for column in columns.values() for value in column])
    label = "rank" if options.of == "ranks" else comparison.scores.measure or "score"
    rows = tuple(_row(comparison, i, columns[i], measure, options) for i in chosen)
    return Boxes(
        boxes_words.title(options),
        boxes_words.caption(comparison, len(chosen), options),
        boxes_words.alt([(row.name, row.text) for row in rows], options),
        options.kind,
        measure.axis(label, 9 if options.of == "ranks" else 7),
        rows,
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
    comparison: Comparison, i: int, values: list[float], measure: Scale, options: BoxesOptions
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
        name,
        fixed(mean, 2) if ranks else fixed(float(five.median), options.precision),
        _box(five, mean, measure),
        outline(values, measure) if options.kind == "violin" else (),
        points,
        name in options.ours,
        highlights(comparison, options).get(name, ""),
    )


def _box(five: Summary, mean: float, measure: Scale) -> Box:
    """Return the places of five numbers and a mean."""
    low, first, median, third, high = (
        measure.at(float(number)) for number in (five.low, five.first, five.median, five.third, five.high)
    )
    return Box(low, first, median, third, high, measure.at(mean))
