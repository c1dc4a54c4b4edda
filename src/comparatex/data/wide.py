"""Wide tables: one row per task and one column per comparate, or the other way round."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from comparatex.data.asides import sums_up
from comparatex.data.grid import Grid, comparate_filter, task_filter, turned
from comparatex.data.names import quoted
from comparatex.data.numbers import Numbers, fault, marred, missing, numbers, numeric
from comparatex.data.reading import Reading
from comparatex.data.repeats import average, cell_name, first_duplicate, gaps, name_codes, repeat_codes, stack
from comparatex.data.roles import Roles, find_roles
from comparatex.data.table import Table, picked
from comparatex.errors import DataError

Rows = NDArray[np.intp]


def wide(table: Table, reading: Reading) -> Grid:
    """Return the scores of a wide table.

    Raises
    ------
    DataError
        A row or column without a name, a name twice, a header of numbers, or a score that is no number.
    """
    roles = find_roles(table, reading)
    names = _row_names(table, roles)
    rows = [row for row in range(table.n_rows) if names[row] or not _empty(table, roles, row)]
    _check_names(table, roles, [row for row in rows if not names[row]], reading.transpose)
    keep_row, keep_column = task_filter(reading), comparate_filter(reading)
    if reading.transpose:
        keep_row, keep_column = keep_column, keep_row
    kept = np.array([row for row in rows if keep_row(names[row])], dtype=np.intp)
    columns = [k for k in roles.scores if keep_column(table.header[k])]
    _check_summaries(table, names, kept, columns, reading.transpose)
    _check_texts(table, kept, columns, reading.transpose)
    build = _repeated if roles.repeats else _once
    grid = replace(
        build(table, roles, [names[row] for row in kept], kept, columns),
        numbered=roles.names is None,
        all_tasks=tuple(dict.fromkeys(names[row] for row in rows)),
        all_comparates=tuple(table.header[k] for k in roles.scores),
    )
    grid = replace(grid, notes=roles.notes + grid.notes)
    return turned(grid) if reading.transpose else grid


def _row_names(table: Table, roles: Roles) -> list[str]:
    """Return the name of every row: its number when it has none."""
    if roles.names is None:
        return [str(row + 1) for row in range(table.n_rows)]
    return [cell_name(cell) for cell in table.columns[roles.names]]


def _empty(table: Table, roles: Roles, row: int) -> bool:
    """Tell whether a row has no scores."""
    return all(missing(table.columns[k][row]) for k in roles.scores)


def _check_names(table: Table, roles: Roles, nameless: list[int], transpose: bool) -> None:
    """Refuse rows and columns without names, and numbers where the comparates' names should be."""
    row_kind, column_kind = ("comparate", "task") if transpose else ("task", "comparate")
    if nameless:
        line = table.line(nameless[0])
        raise DataError(f"{table.name}, {line} has scores but no name of its {row_kind}: add the name.")
    if transpose and roles.names is None:
        raise DataError(f"{table.name} has no column that names the comparates: add one, in front.")
    heads = [table.header[k] for k in roles.scores]
    if "" in heads:
        column = roles.scores[heads.index("")] + 1
        raise DataError(f"{table.name}: column {column} has no heading: name its {column_kind} there.")
    if heads and not transpose and all(map(_score_like, heads)):
        raise DataError(
            f"{table.name} has numbers ({quoted(heads[0])} first) where the names of the comparates should "
            "stand: add a header."
        )


def _score_like(text: str) -> bool:
    """Tell whether a heading is a number with a decimal point."""
    try:
        float(text)
    except ValueError:
        return False
    return "." in text


def _once(table: Table, roles: Roles, names: list[str], rows: Rows, columns: list[int]) -> Grid:
    """Return the scores of a table in which every row has a name of its own."""
    twice = first_duplicate(name_codes(names)[0])
    if twice:
        first, second = (table.line(int(rows[k])) for k in twice)
        raise DataError(
            f"{table.name}: {first} and {second} are both called {quoted(names[twice[0]])}: rename or delete "
            "one, or name the column that tells repeats apart with `repeat`."
        )
    values, decimals = _scores(table, rows, columns)
    comparates = tuple(table.header[k] for k in columns)
    lines = tuple(table.line(row) for row in rows.tolist())
    return Grid(table.name, values, decimals, tuple(names), comparates, lines=lines)


def _repeated(table: Table, roles: Roles, names: list[str], rows: Rows, columns: list[int]) -> Grid:
    """Return the scores of a table with one row per task and repeat."""
    task, tasks = name_codes(names)
    repeat, labels = repeat_codes([picked(table.columns[k], rows) for k in roles.repeats], len(rows))
    twice = first_duplicate(task * max(len(labels), 1) + repeat)
    if twice:
        first, second = (table.line(int(rows[k])) for k in twice)
        label = " ".join(labels[repeat[twice[0]]])
        raise DataError(
            f"{table.name}: {first} and {second} are both repeat {quoted(label)} of "
            f"{quoted(names[twice[0]])}: delete one."
        )
    values, decimals = _scores(table, rows, columns)
    comparates = tuple(table.header[k] for k in columns)
    n = len(columns)
    cube, places = stack(
        np.repeat(task, n),
        np.tile(np.arange(n), len(rows)),
        np.repeat(repeat, n),
        values.ravel(),
        decimals.ravel(),
        (len(tasks), n),
    )
    mean, exact = average(cube, places)
    repeats = cube if cube.shape[2] > 1 else None
    notes = gaps(cube, tasks, comparates)
    return Grid(
        table.name, mean, exact, tasks, comparates, repeats=repeats, lines=("",) * len(tasks), notes=notes
    )


def _check_summaries(table: Table, names: list[str], rows: Rows, columns: list[int], transpose: bool) -> None:
    """Refuse a row of counts or the like below the scores, such as 3/0/2 wins, ties and losses."""
    option = "`exclude`" if transpose else "`exclude_tasks`"
    for row in rows.tolist():
        if not sums_up(names[row]):
            continue
        for cell in (table.columns[k][row] for k in columns):
            if not missing(cell) and not numeric([cell]):
                raise DataError(
                    f"{table.name}, {table.line(row)}: {quoted(names[row])} is called like a summary of the "
                    f"others and holds {quoted(cell)}: leave it out with {option}."
                )


def _check_texts(table: Table, rows: Rows, columns: list[int], transpose: bool) -> None:
    """Refuse a column of texts among the scores: something that describes the rows, or a long table."""
    option = "`exclude_tasks`" if transpose else "`exclude`"
    for k in columns:
        cells = picked(table.columns[k], rows)
        if not numeric(cells):
            row = next(row for row, cell in enumerate(cells) if not numeric([cell]))
            if marred(cells[row]):
                raise DataError(f"{table.place(int(rows[row]), k)}: {quoted(cells[row])} {fault(cells[row])}")
            raise DataError(
                f"{table.place(int(rows[row]), k)}: {quoted(cells[row])} is a text among the scores: leave "
                f"the column out with {option}, or, if every row is one score, say `comparate` and `score`."
            )


def _scores(table: Table, rows: Rows, columns: list[int]) -> Numbers:
    """Return values and decimals of the rows and columns in use."""
    if not columns:
        return np.empty((len(rows), 0)), np.empty((len(rows), 0), dtype=np.int8)
    cells = [picked(table.columns[k], rows) for k in columns]
    return numbers(cells, lambda row, k: table.place(int(rows[row]), columns[k]))
