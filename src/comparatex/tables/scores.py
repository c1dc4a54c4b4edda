"""Scores by task, the best of each line marked."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from comparatex.layout import selection
from comparatex.layout.numbers import Notation
from comparatex.layout.tables.booktabs import Entry, Line, Mark
from comparatex.layout.tables.sheet import known_of, told
from comparatex.tables import ACROSS, MAX_ROWS, Choosing, Limit, Sheet, Table, setting, table

if TYPE_CHECKING:
    from comparatex.inference.arithmetic import Floats, Integers
    from comparatex.inference.comparison import Comparison


@table("scores by task, the best marked", limit=Limit(300, "would fill dozens of pages"))
class ScoresOptions(Choosing):
    """Settings of the table of scores."""

    max_rows: int = setting(0, **MAX_ROWS)
    across: int = setting(0, **ACROSS)
    spread: bool = setting(True, off="--no-spread", help="Print the standard deviation of repeats.")
    extra: Mapping[str, Mapping[str, str | float]] = field(default_factory=lambda: MappingProxyType({}))
    """What else is known of comparates, by heading and name: texts, or numbers."""


def lay_out(comparison: Comparison, options: ScoresOptions = ScoresOptions()) -> Table:
    """Lay the table of scores out: tasks in the lines, comparates in the columns, the best of each line marked.

    The best score of each task is marked, and the second best; those that are printed alike share the mark. With
    repeats, the standard deviation (of a sample) follows each mean.
    """
    import numpy as np

    from comparatex.inference.scale import ratios
    from comparatex.layout.notation import geometric, notations

    table, chosen = comparison.scores, selection.shown(comparison, options)
    printed, higher = notations(comparison, options), table.higher_is_better
    values = table.values[:, comparison.order[chosen]]
    spreads = _deviations(comparison, comparison.order[chosen], spread=options.spread)
    lines = [
        _marked_line(name, values[t].tolist(), printed.scores, spreads[t].tolist(), higher=higher)
        for t, name in list(enumerate(table.tasks))[: options.max_rows or None]
    ]
    sheet = Sheet(
        "scores",
        comparison,
        options,
        n_shown=len(chosen),
        n_lines=len(lines),
        n_repeats=0 if table.repeats is None else table.repeats.shape[2],
        spread=options.spread,
        missing=bool(np.isnan(table.values).any()),
        alike=any(map(_is_coarse, lines)),
        best=comparison.names[min(chosen)],
        mean=printed.means.fixed(float(comparison.mean[min(chosen)])),
    )
    means, ranks = comparison.mean[chosen].tolist(), comparison.mean_rank[chosen].tolist()
    first = _marked_line(sheet.headings["mean"], means, printed.means, higher=higher)
    lines.append(replace(first, rule=True, sums=True))
    if table.scale == "log":
        geometric_means = ratios(comparison.mean[chosen]).tolist()
        name = sheet.headings["geometric_mean"]
        lines.append(_marked_line(name, geometric_means, geometric(comparison), higher=higher))
    lines.append(_marked_line(sheet.headings["mean_rank"], ranks, Notation(2), higher=False))
    for heading in options.extra:
        about = known_of(comparison, options.extra, heading)
        lines.append(Line((Entry(heading), *(Entry(told(about[i]), loose=True, values=(about[i],)) for i in chosen))))
    return sheet.table(sheet.by_task(chosen, _aligned(lines), sheet.words.stub(), options.across))


def _marked_line(
    name: str, values: Sequence[float], notation: Notation, spreads: Sequence[float] = (), *, higher: bool
) -> Line:
    """Return a line of scores whose best and second best, as printed, are marked; none are where all are alike."""
    texts = [notation.fixed(value) for value in values]
    order = {text: value for text, value in zip(texts, values, strict=True) if value == value}
    distinct = sorted(order, key=lambda text: order[text], reverse=higher)
    marks: dict[str, Mark] = dict(zip(distinct, ("best", "second"), strict=False)) if distinct[1:] else {}
    entries = (
        Entry(
            text,
            marks.get(text, ""),
            "" if math.isnan(spread) else notation.fixed(spread),
            values=(value, spread),
        )
        for text, value, spread in zip(texts, values, spreads or [math.nan] * len(values), strict=True)
    )
    return Line((Entry(name), *entries))


def _is_coarse(line: Line) -> bool:
    """Whether scores that differ share a mark, for they are printed alike."""
    marked = {(entry.mark, entry.values[0]) for entry in line.entries if entry.mark}
    return len(marked) > len({mark for mark, _ in marked})


def _deviations(comparison: Comparison, order: Integers, *, spread: bool) -> Floats:
    """Return the standard deviations of the repeats of every score that are printed; NaN where there is none."""
    import numpy as np

    repeats = comparison.scores.repeats
    deviations = np.full((comparison.scores.n_tasks, len(order)), np.nan)
    if spread and repeats is not None:
        cells = repeats[:, order]
        several = np.sum(~np.isnan(cells), axis=2) > 1
        deviations[several] = np.nanstd(cells[several], axis=1, ddof=1)
    return deviations


def _aligned(lines: Sequence[Line]) -> list[Line]:
    """Return lines whose means stand below each other, also where no standard deviation follows."""
    room = max((entry.spread for line in lines for entry in line.entries), key=len)

    def spaced(entry: Entry) -> Entry:
        return entry if entry.spread or not room else replace(entry, spread=room, bare=True)

    return [replace(line, entries=(line.entries[0], *map(spaced, line.entries[1:]))) for line in lines]
