"""Tables of scores and of ranks: all comparates beside each other, the best of each line marked."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from comparatex.inference.arithmetic import Floats, Integers
from comparatex.inference.comparison import Comparison
from comparatex.layout.notation import notations
from comparatex.layout.numbers import Notation, fixed, marked
from comparatex.layout.options.tables import RanksOptions, ScoresOptions
from comparatex.layout.tables.booktabs import Column, Entry, Line, Mark, Part, Table, headed, parts
from comparatex.layout.tables.sheet import Sheet, comparates, comparates_shown, field, further, known_of, told

_RANKS = Notation(2)


def scores(comparison: Comparison, options: ScoresOptions = ScoresOptions()) -> Table:
    """Lay the table of scores out: tasks in the lines, comparates in the columns, the best of each line marked.

    The best score of each task is marked, and the second best; equal ones share the mark. With repeats,
    the standard deviation (of a sample) follows each mean.
    """
    table, shown = comparison.scores, list(comparates_shown(comparison, options.include, options))
    found = notations(comparison, options)
    sheet = Sheet.of(
        "scores",
        comparison,
        options,
        n_shown=len(shown),
        n_lines=min(options.max_rows or table.n_tasks, table.n_tasks),
        n_repeats=0 if table.repeats is None else table.repeats.shape[2],
        spread=options.spread,
        missing=bool(np.isnan(table.values).any()),
        best=comparison.names[min(shown)],
        mean=found.means.fixed(float(comparison.mean[min(shown)])),
    )
    deviations = _deviations(comparison, comparison.order[shown]) if options.spread else None
    values, higher = table.values[:, comparison.order[shown]], table.higher_is_better
    lines = [
        _marked_line(
            Entry(name), values[t], higher, found.scores, None if deviations is None else deviations[t]
        )
        for t, name in list(enumerate(table.tasks))[: options.max_rows or None]
    ]
    means, ranks = comparison.mean[shown], comparison.mean_rank[shown]
    lines.append(_marked_line(Entry(sheet.headings["mean"]), means, higher, found.means, rule=True))
    lines.append(_marked_line(Entry(sheet.headings["mean_rank"]), ranks, higher=False, notation=_RANKS))
    for heading in options.extra:
        known = known_of(comparison, options.extra, heading)
        lines.append(
            Line((Entry(heading), *(Entry(told(known[i]), loose=True, values=(known[i],)) for i in shown)))
        )
    return sheet.table(
        options.label, _across(sheet, shown, _aligned(lines), sheet.words.stub(), options.across)
    )


def _across(
    sheet: Sheet, shown: Sequence[int], lines: Sequence[Line], stub: str, limit: int
) -> Iterator[Part]:
    """Yield the parts of a table with tasks in the lines and comparates in the columns."""
    landscape = sheet.options.landscape
    columns = (Column(stub, "l"), *map(sheet.head, shown))
    if any(entry.spread for line in lines for entry in line.entries):
        deviation = sheet.headings["deviation"]
        columns = (
            columns[0],
            *(replace(c, values=(c.heading, f"{c.heading}: {deviation}")) for c in columns[1:]),
        )
    yield from parts(
        headed(columns, lines, limit=limit, landscape=landscape), lines, limit=limit, landscape=landscape
    )


def _marked_line(
    first: Entry,
    values: Floats,
    higher: bool,
    notation: Notation,
    deviations: Floats | None = None,
    *,
    rule: bool = False,
) -> Line:
    """Return a line of scores whose best and second best are marked; none are where all are equal."""
    distinct = np.unique(values[~np.isnan(values)])[:: -1 if higher else 1]
    names: dict[float, Mark] = {}
    if len(distinct) > 1:
        names = {float(distinct[0]): "best", float(distinct[1]): "second"}
    spreads = [math.nan] * len(values) if deviations is None else deviations.tolist()
    entries = (
        Entry(
            notation.fixed(value),
            names.get(value, ""),
            "" if math.isnan(spread) else notation.fixed(spread),
            values=(value, spread),
        )
        for value, spread in zip(values.tolist(), spreads, strict=True)
    )
    return Line((first, *entries), rule, sums=rule)


def _deviations(comparison: Comparison, order: Integers) -> Floats | None:
    """Return the standard deviations of the repeats of every score, NaN of fewer than two; None without repeats."""
    repeats = comparison.scores.repeats
    if repeats is None:
        return None
    cells = repeats[:, order]
    several = np.sum(~np.isnan(cells), axis=2) > 1
    found = np.full(several.shape, np.nan)
    found[several] = np.nanstd(cells[several], axis=1, ddof=1)
    return found


def _aligned(lines: Sequence[Line]) -> list[Line]:
    """Return lines whose means stand below each other, also where no standard deviation follows."""
    room = max((entry.spread for line in lines for entry in line.entries), key=len)

    def spaced(entry: Entry) -> Entry:
        return entry if entry.spread or not room else replace(entry, spread=room, bare=True)

    return [replace(line, entries=(line.entries[0], *map(spaced, line.entries[1:]))) for line in lines]


def ranks(comparison: Comparison, options: RanksOptions = RanksOptions()) -> Table:
    """Lay the table of ranks out: each comparate's mean rank and scores, or its rank on every task.

    Ranks are among all comparates on the complete tasks, 1 is best, ties averaged.
    """
    shown, mean_rank = comparates_shown(comparison, options.include, options), comparison.mean_rank
    n_lines = len(comparison.ranks) if options.per_task else len(shown)
    defined = not np.isnan(mean_rank).any()
    best = int(np.argmin(mean_rank)) if defined else 0
    sheet = Sheet.of(
        "ranks",
        comparison,
        options,
        n_shown=len(shown),
        n_lines=n_lines,
        n_lines_shown=min(options.max_rows or n_lines, n_lines),
        per_task=options.per_task,
        best=comparison.names[best] if defined else "",
        rank=fixed(float(mean_rank[best]), 2),
    )
    if options.per_task:
        lines = list(_ranks_by_task(sheet, shown, options.max_rows))
        return sheet.table(
            options.label, _across(sheet, shown, lines, sheet.headings["task"], options.across)
        )
    best_on, worst_on = _extremes(comparison)
    fields = (
        comparates(comparison),
        field("mean_rank", "rank", mean_rank),
        field("best_on", "count", best_on),
        field("worst_on", "count", worst_on),
        field("mean_score", "score", comparison.mean),
        field("median_score", "score", comparison.median),
        *further(comparison, options.extra),
    )
    return sheet.table(options.label, sheet.parts(fields, shown[: options.max_rows or None], turns=True))


def _extremes(comparison: Comparison) -> tuple[Integers, Integers]:
    """Return on how many tasks each comparate is the best and the worst; equal ones count alike."""
    table, ends = comparison.ranks, (1, len(comparison.names))
    if len(table):
        ends = (table.min(axis=1, keepdims=True), table.max(axis=1, keepdims=True))
    best, worst = (np.sum(table == end, axis=0) for end in ends)
    return best, worst


def _ranks_by_task(sheet: Sheet, shown: Sequence[int], max_rows: int) -> Iterator[Line]:
    """Yield a line for each complete task, ranks with one decimal, for halves exist; and one for the mean."""
    table, found = sheet.comparison.scores, sheet.comparison.ranks
    complete = [task for task, there in zip(table.tasks, table.complete, strict=True) if there]
    for task, row in list(zip(complete, found, strict=True))[: max_rows or None]:
        best = row.min()
        yield Line(
            (
                Entry(task),
                *(
                    Entry(marked(f"{row[i]:.1f}"), "best" if row[i] == best else "", values=(float(row[i]),))
                    for i in shown
                ),
            )
        )
    mean = sheet.comparison.mean_rank.tolist()
    means = (Entry(fixed(mean[i], 2), values=(mean[i],)) for i in shown)
    yield Line((Entry(sheet.headings["mean"]), *means), rule=True, sums=True)
