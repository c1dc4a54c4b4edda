"""Draw aggregate metrics of runs with intervals, a column for each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from comparatex.artefacts import Limit, declare
from comparatex.errors import UsageError
from comparatex.figures.common.data import axis, in_unit
from comparatex.figures.common.rows import Column, Plot, Row, RowPlot, coloured, draw_rows, fitted, numbered
from comparatex.layout import selection
from comparatex.layout.facts import text
from comparatex.layout.numbers import Notation
from comparatex.layout.runs import RunsOptions, about, computed
from comparatex.layout.selection import looks
from comparatex.names import require
from comparatex.settings import setting
from comparatex.text import Prose, Text

if TYPE_CHECKING:
    from comparatex.inference.comparison import Comparison
    from comparatex.inference.runs import Estimate

_SPARE = {"iqm": 0, "median": 2, "mean": 4, "gap": 3, "improvement": 1}
"""The columns there are: the greater the number, the sooner one goes where all lack room."""


@dataclass(frozen=True, kw_only=True)
class RunIntervalsOptions(RunsOptions):
    """Settings of the intervals of runs."""

    columns: tuple[str, ...] = setting(
        (),
        common=True,
        own=True,
        metavar="COLUMNS",
        help=f"Columns beside the names, in the order given, of {', '.join(_SPARE)}; by default what has room.",
    )


@dataclass(frozen=True, kw_only=True)
class RunIntervals(RowPlot[Row]):
    """Comparates with metrics of their runs."""

    remark: Prose  # what a chapter says of them


@declare(
    "Draw interquartile mean, median, mean and optimality gap of runs, and P(improves), with intervals.",
    # A row for each on one page: 6 pt at 248.
    limit=Limit(260, "has type that is too small to read"),
)
def lay_out(comparison: Comparison, options: RunIntervalsOptions = RunIntervalsOptions()) -> RunIntervals:
    """Return the intervals; of tasks on unlike scales those of P(improves) alone, unless others are asked for."""
    from comparatex.layout.notation import notations

    require(options.columns, tuple(_SPARE), "column", "`columns`")
    runs = computed(comparison, options.ours, options.target)
    if runs.target is None and "gap" in options.columns:
        raise UsageError(
            "An optimality gap is the distance to a target score: give `target`, or leave out this column."
        )
    places, look = selection.shown(comparison, options), looks(comparison, options)
    printed, usual = notations(comparison, options), ["improvement"] if comparison.scores.scales else [*_SPARE]
    usual = [key for key in usual if key != "gap" or runs.target is not None]
    facts = {"n_shown": len(places), "notations": printed, **about(comparison, runs)}
    words = text("runs", comparison, **facts)
    rows, columns = tuple(Row(**look(comparison.names[i])) for i in places), list[Column]()
    for key in dict.fromkeys(options.columns or usual):
        of_pair = key == "improvement"
        estimates = [runs.improvement[i] if of_pair else runs.metrics[i][key] for i in places]
        columns.append(_column(key, rows, estimates, Notation(2) if of_pair else printed.means, words))
    columns[0] = replace(columns[0], spare=0)
    view = RunIntervals(
        title="",
        caption="",
        alt="",
        rows=rows,
        columns=tuple(columns),
        line=options.line,
        remark=words.remark(),
    )
    view = numbered(view) if options.columns else fitted(view)
    shown = [plot.name for plot in view.plots]
    return replace(view, **text("run-intervals", comparison, shown=shown, **facts).about())


def _column(key: str, rows: Sequence[Row], estimates: Sequence[Estimate], notation: Notation, words: Text) -> Plot:
    """Return the column of a statistic: marks in intervals, and of P(improves) a line at one half."""
    numbers = [
        (i, *(in_unit(end, notation) for end in (each.value, each.low, each.high)))
        for i, each in enumerate(estimates, 1)
        if each.value == each.value
    ]
    zero = 0.5 if key == "improvement" else None
    ends = [end for _, *ends in numbers for end in ends]
    return Plot(
        name=key,
        x=axis("", [*ends, *([] if zero is None else [zero])] or [0.0]),
        heading=words.heading(key, notation),
        zero=zero,
        marks=(*coloured("estimate", rows, numbers),),
        spare=_SPARE[key],
    )


draw = draw_rows
