"""Scores by task, the best of each line marked."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from comparatex.layout.options.shared import ACROSS, LABEL, MAX_ROWS, Choosing
from comparatex.layout.tables.booktabs import Entry, Line
from comparatex.registry import Limit, table
from comparatex.settings import setting

if TYPE_CHECKING:
    from comparatex.inference.arithmetic import Floats, Integers
    from comparatex.inference.comparison import Comparison
    from comparatex.layout.numbers import Notation
    from comparatex.layout.tables.booktabs import Mark, Table


@table("scores by task, the best marked", limit=Limit(300, "would fill dozens of pages"))
@dataclass(frozen=True, kw_only=True)
class ScoresOptions(Choosing):
    """Settings of the table of scores."""

    max_rows: int = setting(0, **MAX_ROWS)
    across: int = setting(0, **ACROSS)
    spread: bool = setting(True, off="--no-spread", help="Print the standard deviation of repeats.")
    extra: Mapping[str, Mapping[str, str | float]] = field(default_factory=lambda: MappingProxyType({}))
    """What else is known of comparates, by heading and name: texts, or numbers."""
    label: str = setting("tab-scores", **LABEL)


def lay_out(comparison: Comparison, options: ScoresOptions = ScoresOptions()) -> Table:
    """Lay the table of scores out: tasks in the lines, comparates in the columns, the best of each line marked.

    The best score of each task is marked, and the second best; equal ones share the mark. With repeats,
    the standard deviation (of a sample) follows each mean.
    """
    import numpy as np

    from comparatex.layout.notation import notations
    from comparatex.layout.numbers import Notation
    from comparatex.layout.tables.sheet import Sheet, comparates_shown, known_of, told

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
    lines.append(_marked_line(Entry(sheet.headings["mean_rank"]), ranks, higher=False, notation=Notation(2)))
    for heading in options.extra:
        known = known_of(comparison, options.extra, heading)
        lines.append(
            Line((Entry(heading), *(Entry(told(known[i]), loose=True, values=(known[i],)) for i in shown)))
        )
    return sheet.table(
        options.label, sheet.by_task(shown, _aligned(lines), sheet.words.stub(), options.across)
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
    import numpy as np

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
    import numpy as np

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
