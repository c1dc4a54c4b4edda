"""The spread of repeats, and the competition of pairs in them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from comparatex.errors import DataError
from comparatex.layout import selection
from comparatex.tables import (
    PAIRS,
    PER_TASK,
    Field,
    PairOptions,
    Part,
    Sheet,
    Table,
    column,
    comparates,
    ends,
    pairs_shown,
    setting,
    table,
)

if TYPE_CHECKING:
    from comparatex.inference.arithmetic import Floats
    from comparatex.inference.comparison import Comparison
    from comparatex.inference.repeats import Spread


@table("spread and competition of folds or seeds", limit=PAIRS)
class RepeatsOptions(PairOptions):
    """Settings of the table of repeats."""

    per_task: bool = setting(False, **PER_TASK)


def lay_out(comparison: Comparison, options: RepeatsOptions = RepeatsOptions()) -> Table:
    """Lay the repeats out: mean, standard deviation, best and worst case, and the competition of every pair."""
    import numpy as np

    from comparatex.inference.fields import comparate_repeats
    from comparatex.inference.repeats import spread
    from comparatex.layout.notation import notations

    if comparison.scores.repeats is None:
        raise DataError("The table has one score per task and comparate: there are no repeats to show.")
    cube = comparison.scores.repeats[:, comparison.order]
    spreads = spread(cube, higher_is_better=comparison.scores.higher_is_better)
    cases = comparate_repeats(comparison)
    deviations = np.nan_to_num(cases["repeat_deviation"])
    most, pairs = int(np.argmax(deviations)), pairs_shown(comparison, options)
    sheet = Sheet(
        "repeats",
        comparison,
        options,
        low=int(spreads.count.min()),
        high=int(spreads.count.max()),
        n_shown=len(pairs),
        per_task=options.per_task,
        own=comparison.names[most],
        deviation=notations(comparison, options).means.fixed(float(deviations[most])),
    )
    everyone = selection.shown(comparison, options)
    if options.per_task:
        first = _spread_by_task(sheet, spreads, everyone)
    else:
        first = sheet.parts((comparates(comparison), *_cases(comparison.mean, *cases.values())), everyone)
    return sheet.table(first, _competition(sheet, cube, pairs))


def _cases(*values: Floats | Sequence[float]) -> Iterator[Field]:
    """Yield the columns of the mean, the deviation and the extremes."""
    for key, of in zip(("mean", "deviation", "best_case", "worst_case"), values, strict=True):
        yield column(key, "score", of)


def _spread_by_task(sheet: Sheet, spreads: Spread, pairs: Sequence[int]) -> tuple[Part, ...]:
    """Return a line for each task and comparate, numbered task by task."""
    comparison, m = sheet.comparison, len(sheet.comparison.names)
    tasks = comparison.scores.tasks
    heads = {t * m + pairs[0]: task for t, task in enumerate(tasks)}
    cells = (spreads.mean, spreads.deviation, spreads.best, spreads.worst)
    lines = [t * m + i for t in range(len(tasks)) for i in pairs]
    fields = (
        column("task", "words", {k: heads.get(k) for k in lines}),
        column("comparate", "name", [k % m for k in range(len(tasks) * m)]),
        column("repeats", "count", spreads.count.ravel()),
        *_cases(*(cell.ravel() for cell in cells)),
    )
    return sheet.parts(fields, lines, stub=2, rules=list(heads)[1:])


def _competition(sheet: Sheet, cube: Floats, shown: Sequence[int]) -> tuple[Part, ...]:
    """Return in how many repeats of all tasks the row of each pair wins, ties and loses."""
    from comparatex.inference.repeats import repeat_record

    comparison, pairs = sheet.comparison, sheet.comparison.pair_statistics
    higher = comparison.scores.higher_is_better
    records = {}
    for k in shown:
        counts = repeat_record(cube[:, pairs.row[k]], cube[:, pairs.column[k]], higher_is_better=higher)
        records[k] = [int(count.sum()) for count in counts]
    wins, ties, losses = ({k: record[j] for k, record in records.items()} for j in range(3))
    fields = (
        *ends(comparison),
        column("record", "record", wins, ties, losses),
        column("won", "percent", {k: record[0] / max(sum(record), 1) for k, record in records.items()}),
    )
    return sheet.parts(fields, shown, stub=2)
