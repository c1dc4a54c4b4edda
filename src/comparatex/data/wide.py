"""Wide tables: one row per task and one column per comparate, or the other way round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from comparatex.data.grid import Grid, comparate_filter, task_filter
from comparatex.data.names import quoted
from comparatex.data.numbers import missing, numbers, numeric
from comparatex.data.reading import Reading
from comparatex.data.repeats import average, cell_name, first_duplicate, gaps, name_codes, repeat_codes, stack
from comparatex.data.table import Cells, Table
from comparatex.data.words import COMPARATE, NUMBERING, REPEAT, TASK, means, words
from comparatex.errors import DataError


@dataclass(frozen=True)
class Roles:
    """What the columns of a wide table are for: the one that names its rows, those of repeats, those of scores."""

    names: int | None
    repeats: tuple[int, ...]
    scores: tuple[int, ...]


def wide(table: Table, reading: Reading) -> Grid:
    """Return the scores of a wide table.

    Raises
    ------
    DataError
        A row or column without a name, a name twice, a header of numbers, or a score that is no number.
    """
    roles = _roles(table, reading)
    names = _row_names(table, roles)
    rows = [row for row in range(table.n_rows) if names[row] or not _empty(table, row, roles.scores)]
    _check_names(table, roles, names, rows, reading.transpose)
    keep_task, keep_comparate = task_filter(reading), comparate_filter(reading)
    keep_row, keep_column = (keep_comparate, keep_task) if reading.transpose else (keep_task, keep_comparate)
    kept = [row for row in rows if keep_row(names[row])]
    columns = [k for k in roles.scores if keep_column(table.header[k])]
    every_row = tuple(dict.fromkeys(names[row] for row in rows))
    every_column = tuple(table.header[k] for k in roles.scores)
    if reading.transpose:
        return _turned(_once(table, names, kept, columns), every_column, every_row)
    build = (
        _repeated(table, roles, names, kept, columns) if roles.repeats else _once(table, names, kept, columns)
    )
    return _filled(build, every_row, every_column, numbered=roles.names is None)


def _roles(table: Table, reading: Reading) -> Roles:
    """Return what each column is for."""
    told = reading.comparate if reading.transpose else reading.task
    names, aside = (table.header.index(told), ()) if told else _naming(table, reading.transpose)
    repeats = tuple(k for k, head in enumerate(table.header) if head == reading.repeat)
    if not repeats and names is not None and not reading.transpose and _again(table.columns[names]):
        repeats = tuple(k for k, head in enumerate(table.header) if k != names and means(head, REPEAT))
    others = {names, *aside, *repeats}
    return Roles(names, repeats, tuple(k for k in range(len(table.header)) if k not in others))


def _naming(table: Table, transpose: bool) -> tuple[int | None, tuple[int, ...]]:
    """Return the column that names the rows, None when they have numbers only, and columns that only number."""
    text = next((k for k, cells in enumerate(table.columns) if not numeric(cells)), None)
    if text is not None:
        return text, tuple(k for k in range(text) if _numbering(table, k))
    vocabulary = COMPARATE if transpose else TASK | REPEAT
    if means(table.header[0], vocabulary) and _whole(table.columns[0]):
        return 0, ()
    if not _numbering(table, 0):
        return None, ()
    first, *_, last = sorted(_integers(table.columns[0])) if table.n_rows > 1 else (0, 0)
    counted = not transpose and first in (0, 1) and last - first == table.n_rows - 1
    return (None, (0,)) if counted else (0, ())


def _numbering(table: Table, column: int) -> bool:
    """Tell whether a column only numbers the rows: different whole numbers under such a heading as "id"."""
    cells = table.columns[column]
    return " ".join(words(table.header[column])) in NUMBERING and _whole(cells) and not _again(cells)


def _whole(cells: Cells) -> bool:
    """Tell whether a column holds whole numbers only."""
    return all(cell_name(cell).isdecimal() for cell in cells)


def _integers(cells: Cells) -> list[int]:
    """Return the whole numbers in a column."""
    return [int(cell_name(cell)) for cell in cells]


def _again(cells: Cells) -> bool:
    """Tell whether any name in a column comes twice."""
    names = [cell_name(cell) for cell in cells]
    return len(set(names)) < len(names)


def _row_names(table: Table, roles: Roles) -> list[str]:
    """Return the name of every row: its number when it has none."""
    if roles.names is None:
        return [str(row + 1) for row in range(table.n_rows)]
    return [cell_name(cell) for cell in table.columns[roles.names]]


def _empty(table: Table, row: int, columns: Sequence[int]) -> bool:
    """Tell whether a row has no scores."""
    return all(missing(table.columns[k][row]) for k in columns)


def _check_names(table: Table, roles: Roles, names: list[str], rows: list[int], transpose: bool) -> None:
    """Refuse rows and columns that have no name or, for columns, a number where a name should be."""
    row_kind, column_kind = ("comparate", "task") if transpose else ("task", "comparate")
    for row in rows:
        if not names[row]:
            raise DataError(
                f"{table.name}, {table.line(row)} has scores but no name of its {row_kind}: add the name."
            )
    for k in roles.scores:
        if not table.header[k]:
            raise DataError(f"{table.name}: column {k + 1} has no heading: name its {column_kind}.")
    if transpose and roles.names is None:
        raise DataError(f"{table.name} has no column that names the comparates: add one as the first column.")
    heads = [table.header[k] for k in roles.scores]
    if heads and not transpose and all(_decimal(head) for head in heads):
        raise DataError(
            f"{table.name} starts with numbers, {quoted(heads[0])} first, where the names of the comparates should "
            "stand: add a header."
        )


def _decimal(text: str) -> bool:
    """Tell whether a heading is a number with a decimal point."""
    try:
        float(text)
    except ValueError:
        return False
    return "." in text


def _once(table: Table, names: list[str], rows: list[int], columns: list[int]) -> Grid:
    """Return the scores of a table in which every row has its own name."""
    row_names = tuple(names[row] for row in rows)
    twice = first_duplicate(name_codes(row_names)[0])
    if twice:
        before, again = (table.line(rows[k]) for k in twice)
        raise DataError(
            f"{table.name}: {quoted(row_names[twice[0]])} is the name of {before} and of {again}: rename or delete one, "
            "or name the column of repeats with --repeat."
        )
    values, decimals = _numbers(table, rows, columns)
    lines = tuple(map(table.line, rows))
    return Grid(table.name, values, decimals, row_names, tuple(table.header[k] for k in columns), lines=lines)


def _repeated(table: Table, roles: Roles, names: list[str], rows: list[int], columns: list[int]) -> Grid:
    """Return the scores of a table with one row per task and repeat."""
    task, tasks = name_codes([names[row] for row in rows])
    repeat, labels = repeat_codes([_picked(table.columns[k], rows) for k in roles.repeats])
    twice = first_duplicate(task * len(labels) + repeat)
    if twice:
        before, again = (table.line(rows[k]) for k in twice)
        raise DataError(
            f"{table.name}: {quoted(names[rows[twice[0]]])} has the same repeat in {before} and in {again}: delete one."
        )
    values, decimals = _numbers(table, rows, columns)
    comparates = tuple(table.header[k] for k in columns)
    shape, n = (len(tasks), len(columns)), len(columns)
    every_comparate = np.tile(np.arange(n), len(rows))
    cube, places = stack(
        np.repeat(task, n), every_comparate, np.repeat(repeat, n), values.ravel(), decimals.ravel(), shape
    )
    means_, exact = average(cube, places)
    return Grid(
        table.name,
        means_,
        exact,
        tasks,
        comparates,
        repeats=cube,
        lines=("",) * len(tasks),
        notes=gaps(cube, tasks, comparates),
    )


def _numbers(table: Table, rows: list[int], columns: list[int]):  # type: ignore[no-untyped-def]
    """Return values and decimals of the chosen rows and columns."""
    every = len(rows) == table.n_rows
    cells = [table.columns[k] if every else _picked(table.columns[k], rows) for k in columns]
    if not cells:
        return np.empty((len(rows), 0)), np.empty((len(rows), 0), dtype=np.int8)
    return numbers(cells, lambda row, k: table.place(rows[row], columns[k]))


def _picked(cells: Cells, rows: Sequence[int]) -> Cells:
    """Return some cells of a column."""
    return (
        cells[np.asarray(rows, dtype=np.intp)]
        if isinstance(cells, np.ndarray)
        else [cells[row] for row in rows]
    )


def _filled(grid: Grid, tasks: tuple[str, ...], comparates: tuple[str, ...], numbered: bool) -> Grid:
    """Return the grid with all names of the table, those that were left out too."""
    from dataclasses import replace

    return replace(grid, all_tasks=tasks, all_comparates=comparates, numbered=numbered)


def _turned(grid: Grid, tasks: tuple[str, ...], comparates: tuple[str, ...]) -> Grid:
    """Return the grid of a table with comparates in rows."""
    from dataclasses import replace

    return replace(
        grid,
        values=grid.values.T.copy(),
        decimals=grid.decimals.T.copy(),
        tasks=grid.comparates,
        comparates=grid.tasks,
        lines=("",) * len(grid.comparates),
        all_tasks=tasks,
        all_comparates=comparates,
    )
