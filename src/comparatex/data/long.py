"""Long tables: one row per score, with its task, comparate, perhaps repeat and measure."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from comparatex.data.grid import Grid, average_repeats, note_gaps, repeat_codes, stack_repeats
from comparatex.data.measures import SCORE, better_scores
from comparatex.data.names import (
    MORE_TASK,
    comparate_noun,
    hint,
    listed,
    matches,
    quoted,
    task_noun,
)
from comparatex.data.raw_table import Codes, Table, compact_codes, first_duplicate, name_codes, pick_rows
from comparatex.data.reading import Filter, Reading, comparate_filter, task_filter
from comparatex.data.roles import Roles, Several, last_key, roles_of
from comparatex.data.written_numbers import Numbers, parse_numbers
from comparatex.errors import DataError, UsageError


@dataclass(frozen=True, eq=False)
class Keys:
    """The task, comparate and repeat of each row in use."""

    rows: NDArray[np.intp]
    task: Codes
    comparate: Codes
    repeat: Codes
    tasks: tuple[str, ...]
    comparates: tuple[str, ...]
    repeats: tuple[tuple[str, ...], ...]


def read_long(table: Table, reading: Reading) -> Grid:
    """Return the scores of a long table, repeats averaged and kept."""
    columns = roles_of(table, reading)
    signs = {} if reading.select_measure else measure_signs(table, columns)
    scales = tuple(f"−{name}" if sign < 0 else name for name, sign in signs.items()) or table.scales
    if scales:
        chosen, measure = np.ones(table.n_rows, dtype=np.bool_), " and ".join(scales)
    else:
        chosen, measure = _measure_rows(table, columns, reading)
    task, tasks = _row_names(table, columns.task or 0, "task")
    comparate, comparates = _row_names(table, columns.comparate or 0, "comparate")
    for names, code, keep in ((tasks, task, task_filter), (comparates, comparate, comparate_filter)):
        kept = _kept_names(names, keep(reading))
        chosen &= kept.all() or kept[code]
    keys = _keys(table, columns, np.flatnonzero(chosen), (task, tasks), (comparate, comparates))
    _check_duplicates(table, columns, keys)
    values, decimals = _parse_scores(table, columns.scores[0], keys.rows)
    if signs and columns.measure is not None:
        code, measures = name_codes(table.columns[columns.measure])
        values = values * np.array([signs[name] for name in measures])[code[keys.rows]] + 0.0
    shape = (len(keys.tasks), len(keys.comparates))
    cube, places = stack_repeats(keys.task, keys.comparate, keys.repeat, values, decimals, shape, table.name)
    mean, exact = average_repeats(cube, places)
    return Grid(
        table.name,
        mean,
        exact,
        keys.tasks,
        keys.comparates,
        measure=measure,
        repeats=cube if cube.shape[2] > 1 else None,
        lines=("",) * len(keys.tasks),
        all_tasks=tasks,
        all_comparates=comparates,
        notes=(*columns.notes, *_measure_note(table, reading), *note_gaps(cube, keys.tasks, keys.comparates)),
        lower=measure in table.lower,
        scales=scales,
        task_noun=task_noun(table.header[columns.task or 0]),
        comparate_noun=comparate_noun(table.header[columns.comparate or 0]),
    )


def measure_signs(table: Table, columns: Roles) -> dict[str, int]:
    """Return the measures of which each task has only one, if there are several; −1 for those to be negated.

    Where lower is better by some of them alone, their scores are negated, so that higher is better everywhere.
    """
    if columns.measure is None:
        return {}
    code, measures = name_codes(table.columns[columns.measure])
    task, tasks = name_codes(table.columns[columns.task or 0])
    if len(measures) < 2 or len(np.unique(task * len(measures) + code)) > len(tasks):
        return {}
    lower = [name for name in measures if better_scores(name) == "lower"]
    turned = lower if len(lower) < len(measures) else []
    return {name: -1 if name in turned else 1 for name in measures}


def _measure_rows(table: Table, columns: Roles, reading: Reading) -> tuple[NDArray[np.bool_], str]:
    """Return the mask of the rows of the measure in use, and its name."""
    head = table.header[columns.scores[0]]
    if columns.measure is None:
        return np.ones(table.n_rows, dtype=np.bool_), table.only or (
            "" if matches(head, SCORE) else last_key(head)
        )
    code, measures = name_codes(table.columns[columns.measure])
    wanted = reading.select_measure or table.measure or None
    if wanted is None and len(measures) > 1:
        raise Several(table.name, measures)
    if wanted is not None and wanted not in measures:
        raise UsageError(f"{table.name} has no measure {quoted(wanted)}{hint(wanted, measures)}")
    selected = measures.index(wanted) if wanted is not None else 0
    return code == selected, measures[selected]


def _measure_note(table: Table, reading: Reading) -> tuple[str, ...]:
    """Return the note on the measure that is used because none is selected."""
    return () if reading.select_measure or not table.measure_note else (table.measure_note,)


def _row_names(table: Table, column: int, kind: str) -> tuple[Codes, tuple[str, ...]]:
    """Return which name each row has in a column, and the names; refuse a row without one."""
    code, names = name_codes(table.columns[column])
    if "" in names:
        row = int(np.flatnonzero(code == names.index(""))[0])
        raise DataError(
            f"{table.place(row, column)}: the row names no {kind}: add the name or delete the row."
        )
    return code, names


def _kept_names(names: tuple[str, ...], keep: Filter) -> NDArray[np.bool_]:
    """Return the mask of the names that a filter keeps."""
    return np.array([keep(name) for name in names], dtype=np.bool_)


def _keys(
    table: Table,
    columns: Roles,
    rows: NDArray[np.intp],
    task: tuple[Codes, tuple[str, ...]],
    comparate: tuple[Codes, tuple[str, ...]],
) -> Keys:
    """Return the `Keys` of the rows in use; names without a row are dropped."""
    repeat, repeats = repeat_codes([pick_rows(table.columns[k], rows) for k in columns.repeats], len(rows))
    task_code, tasks = _used_names(task, rows)
    comparate_code, comparates = _used_names(comparate, rows)
    return Keys(
        rows=rows,
        task=task_code,
        comparate=comparate_code,
        repeat=repeat,
        tasks=tasks,
        comparates=comparates,
        repeats=repeats,
    )


def _used_names(
    named: tuple[Codes, tuple[str, ...]], rows: NDArray[np.intp]
) -> tuple[Codes, tuple[str, ...]]:
    """Return codes over the names that occur in some rows, in the table's order."""
    code, names = named
    used, compact = compact_codes(code if len(rows) == len(code) else code[rows], len(names))
    return compact, tuple(names[k] for k in used.tolist())


def _check_duplicates(table: Table, columns: Roles, keys: Keys) -> None:
    """Refuse two scores of one comparate on one task (and repeat)."""
    n_repeats = max(len(keys.repeats), 1)
    twice = first_duplicate((keys.task * len(keys.comparates) + keys.comparate) * n_repeats + keys.repeat)
    if twice is None:
        return
    first, second = twice
    places = f"lines {table.lines[keys.rows[first]]} and {table.lines[keys.rows[second]]}"
    places = places.replace("line", table.unit)
    what = f"{quoted(keys.comparates[keys.comparate[first]])} on {quoted(keys.tasks[keys.task[first]])}"
    if columns.repeats:
        label = " ".join(keys.repeats[keys.repeat[first]])
        raise DataError(
            f"{table.name}: {places} both score {what} in repeat {quoted(label)}: delete one of them."
        )
    unused = f" (not used: {listed(columns.unused, 8)})" if columns.unused else ""
    more = [head for head in columns.unused if matches(head, MORE_TASK)]
    several = f', or both as `task="{table.header[columns.task or 0]},{more[0]}"`' if more else ""
    raise DataError(
        f"{table.name}: {places} both score {what}: delete one, or name the column that distinguishes them "
        f"with `repeat` or `measure`{several}{unused}."
    )


def _parse_scores(table: Table, column: int, rows: NDArray[np.intp]) -> Numbers:
    """Return values and decimals of the scores in use."""
    cells = pick_rows(table.columns[column], rows)
    values, decimals = parse_numbers([cells], lambda row, _: table.place(int(rows[row]), column))
    return values[:, 0], decimals[:, 0]
