"""Distributions of scores or ranks, one row for each comparate: boxes, violins or strips of points."""

from __future__ import annotations

from decimal import Decimal

import numpy as np

from comparatex.errors import DataError
from comparatex.inference.comparison import Comparison
from comparatex.layout.colours import highlights
from comparatex.layout.facts import text
from comparatex.layout.numbers import fixed
from comparatex.layout.options import BoxesOptions
from comparatex.layout.plots.boxes_view import Box, Boxes, BoxRow
from comparatex.layout.plots.distribution import Summary, decimals, outline, summary, swarm
from comparatex.layout.plots.plot import Point, Scale, scale
from comparatex.layout.showing import ordered, positions

__all__ = ["Box", "BoxRow", "Boxes", "BoxesOptions", "boxes"]

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
    measure = scale([value for column in columns.values() for value in column])
    rows = tuple(_row(comparison, i, columns[i], measure, options) for i in chosen)
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
    )
    return Boxes(
        title=words.title(),
        caption=words.caption(),
        alt=words.alt(),
        kind=options.kind,
        x=measure.axis(words.axis(), 9 if options.of == "ranks" else 7),
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
