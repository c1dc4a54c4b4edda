"""Mean ranks and what else is known of comparates, or ranks by task."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from types import MappingProxyType
from typing import TYPE_CHECKING

from comparatex.layout import selection
from comparatex.layout.numbers import fixed, marked
from comparatex.layout.options.shared import Order
from comparatex.layout.tables.booktabs import Entry, Line
from comparatex.layout.tables.sheet import further
from comparatex.tables import ACROSS, MAX_ROWS, PER_TASK, Choosing, Sheet, Table, column, comparates, setting, table

if TYPE_CHECKING:
    from comparatex.inference.arithmetic import Integers
    from comparatex.inference.comparison import Comparison


@table("mean ranks, or ranks by task")
class RanksOptions(Choosing):
    """Settings of the table of ranks."""

    order: Order = "rank"  # order of the comparates
    per_task: bool = setting(False, **PER_TASK)
    across: int = setting(0, **ACROSS)
    max_rows: int = setting(0, **MAX_ROWS)
    extra: Mapping[str, Mapping[str, str | float]] = field(default_factory=lambda: MappingProxyType({}))
    """What else is known of comparates, by heading and name: texts, or numbers."""


def lay_out(comparison: Comparison, options: RanksOptions = RanksOptions()) -> Table:
    """Lay the table of ranks out: each comparate's mean rank and scores, or its rank on every task.

    Ranks are among all comparates on the complete tasks, 1 is best, ties averaged.
    """
    import numpy as np

    chosen, mean_rank = selection.shown(comparison, options), comparison.mean_rank
    n_lines = len(comparison.ranks) if options.per_task else len(chosen)
    defined = not np.isnan(mean_rank).any()
    best = int(np.argmin(mean_rank)) if defined else 0
    sheet = Sheet(
        "ranks",
        comparison,
        options,
        n_shown=len(chosen),
        n_lines=n_lines,
        n_lines_shown=min(options.max_rows or n_lines, n_lines),
        per_task=options.per_task,
        best=comparison.names[best] if defined else "",
        rank=fixed(float(mean_rank[best]), 2),
    )
    if options.per_task:
        lines = list(_ranks_by_task(sheet, chosen, options.max_rows))
        return sheet.table(sheet.by_task(chosen, lines, sheet.headings["task"], options.across))
    best_on, worst_on = _extremes(comparison)
    fields = (
        comparates(comparison),
        column("mean_rank", "rank", mean_rank),
        column("best_on", "count", best_on),
        column("worst_on", "count", worst_on),
        column("mean_score", "score", comparison.mean),
        column("median_score", "score", comparison.median, spare=True),
        *further(comparison, options.extra),
    )
    return sheet.table(sheet.parts(fields, chosen[: options.max_rows or None], turns=True))


def _extremes(comparison: Comparison) -> tuple[Integers, Integers]:
    """Return on how many tasks each comparate is the best and the worst; equal ones count alike."""
    import numpy as np

    table, ends = comparison.ranks, (1, len(comparison.names))
    if len(table):
        ends = (table.min(axis=1, keepdims=True), table.max(axis=1, keepdims=True))
    best, worst = (np.sum(table == end, axis=0) for end in ends)
    return best, worst


def _ranks_by_task(sheet: Sheet, shown: Sequence[int], max_rows: int) -> Iterator[Line]:
    """Yield a line for each complete task, ranks with one decimal, for halves exist; and one for the mean."""
    table, ranks = sheet.comparison.scores, sheet.comparison.ranks
    complete = [task for task, there in zip(table.tasks, table.complete, strict=True) if there]
    for task, row in list(zip(complete, ranks, strict=True))[: max_rows or None]:
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
