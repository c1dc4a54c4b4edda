"""Long tables: one row per score, with its task, comparate, perhaps repeat and measure."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from comparatex.data.columns import Columns, find_columns
from comparatex.data.grid import Filter, Grid, comparate_filter, task_filter
from comparatex.data.names import hint, listed, quoted
from comparatex.data.numbers import Numbers, numbers
from comparatex.data.reading import Reading
from comparatex.data.repeats import Codes, average, first_duplicate, gaps, name_codes, repeat_codes, stack
from comparatex.data.table import Table, picked
from comparatex.data.words import SCORE, means
from comparatex.errors import DataError, UsageError


@dataclass(frozen=True, eq=False)
class Keys:
    """Which task, comparate and repeat the rows in use are of."""

    rows: NDArray[np.intp]
    task: Codes
    comparate: Codes
    repeat: Codes
    tasks: tuple[str, ...]
    comparates: tuple[str, ...]
    repeats: tuple[tuple[str, ...], ...]


def long(table: Table, reading: Reading) -> Grid:
    """Return the scores of a long table, repeats averaged and kept.

    Raises
    ------
    DataError
        A column is not to be found, a row names no task or comparate, two rows score the same, several
        measures and none selected, or a score is no number.
    """
    columns = find_columns(table, reading)
    chosen, measure = _measure_rows(table, columns, reading)
    task, tasks = _names(table, columns.task, "task")
    comparate, comparates = _names(table, columns.comparate, "comparate")
    chosen &= (
        _kept(tasks, task_filter(reading))[task] & _kept(comparates, comparate_filter(reading))[comparate]
    )
    keys = _keys(table, columns, np.flatnonzero(chosen), (task, tasks), (comparate, comparates))
    _check_duplicates(table, columns, keys)
    values, decimals = _scores(table, columns.score, keys.rows)
    shape = (len(keys.tasks), len(keys.comparates))
    cube, places = stack(keys.task, keys.comparate, keys.repeat, values, decimals, shape)
    mean, exact = average(cube, places)
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
        notes=(*columns.notes, *gaps(cube, keys.tasks, keys.comparates)),
    )


def _measure_rows(table: Table, columns: Columns, reading: Reading) -> tuple[NDArray[np.bool_], str]:
    """Return the mask of the rows of the measure in use, and what it is called."""
    head = table.header[columns.score]
    if columns.measure is None:
        return np.ones(table.n_rows, dtype=np.bool_), "" if means(head, SCORE) else head
    code, measures = name_codes(table.columns[columns.measure])
    wanted = reading.select_measure
    if wanted is None and len(measures) > 1:
        raise DataError(
            f"{table.name} has scores of {len(measures)} measures, {listed(measures, 8)}: choose one with "
            "`select_measure`."
        )
    if wanted is not None and wanted not in measures:
        raise UsageError(f"{table.name} has no measure {quoted(wanted)}{hint(wanted, measures)}")
    selected = measures.index(wanted) if wanted is not None else 0
    return code == selected, measures[selected]


def _names(table: Table, column: int, kind: str) -> tuple[Codes, tuple[str, ...]]:
    """Return which name each row has in a column, and the names; refuse a row without one."""
    code, names = name_codes(table.columns[column])
    if "" in names:
        row = int(np.flatnonzero(code == names.index(""))[0])
        raise DataError(
            f"{table.place(row, column)}: the row names no {kind}: add the name or delete the row."
        )
    return code, names


def _kept(names: tuple[str, ...], keep: Filter) -> NDArray[np.bool_]:
    """Return the mask of the names that a filter keeps."""
    return np.array([keep(name) for name in names], dtype=np.bool_)


def _keys(
    table: Table,
    columns: Columns,
    rows: NDArray[np.intp],
    task: tuple[Codes, tuple[str, ...]],
    comparate: tuple[Codes, tuple[str, ...]],
) -> Keys:
    """Return what the rows in use are of; names that have no row left are gone."""
    repeat, repeats = repeat_codes([picked(table.columns[k], rows) for k in columns.repeats], len(rows))
    task_code, tasks = _used(task[0][rows], task[1])
    comparate_code, comparates = _used(comparate[0][rows], comparate[1])
    return Keys(rows, task_code, comparate_code, repeat, tasks, comparates, repeats)


def _used(code: Codes, names: tuple[str, ...]) -> tuple[Codes, tuple[str, ...]]:
    """Return codes over the names that occur, in the table's order."""
    used, compact = np.unique(code, return_inverse=True)
    return compact, tuple(names[k] for k in used)


def _check_duplicates(table: Table, columns: Columns, keys: Keys) -> None:
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
    raise DataError(
        f"{table.name}: {places} both score {what}: delete one, or name the column that tells them apart "
        f"with `repeat` or `measure`{unused}."
    )


def _scores(table: Table, column: int, rows: NDArray[np.intp]) -> Numbers:
    """Return values and decimals of the scores in use."""
    cells = picked(table.columns[column], rows)
    values, decimals = numbers([cells], lambda row, _: table.place(int(rows[row]), column))
    return values[:, 0], decimals[:, 0]
