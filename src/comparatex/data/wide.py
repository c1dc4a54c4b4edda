"""Wide tables: one row per task and one column per comparate, or the other way round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from string import ascii_letters
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from comparatex.data.grid import (
    Grid,
    average_repeats,
    note_gaps,
    repeat_codes,
    stack_repeats,
    subgrid,
    transposed,
)
from comparatex.data.measures import kind_of, split_measure, summaries
from comparatex.data.names import (
    REPEAT,
    comparate_noun,
    listed,
    matches,
    only_count,
    quoted,
    stem,
    task_noun,
)
from comparatex.data.raw_table import (
    Table,
    cell_name,
    first_duplicate,
    name_codes,
    pick_rows,
)
from comparatex.data.reading import Reading, comparate_filter, every, task_filter
from comparatex.data.roles import (
    Roles,
    holds_whole_numbers,
    is_of_one_comparate,
    roles_of,
    without_companions,
)
from comparatex.data.written_numbers import (
    Numbers,
    holds_numbers,
    is_marked_number,
    is_missing,
    parse_numbers,
    what_is_wrong,
)
from comparatex.errors import DataError

Rows = NDArray[np.intp]
Item = TypeVar("Item")
_ENOUGH_TO_DIFFER, _THOUSAND, _PERCENT = 3, 1000, 100


def read_wide(table: Table, reading: Reading) -> Grid:
    """Return the scores of a wide table."""
    if is_of_one_comparate(table, reading):
        return _read_one_comparate(table, reading)
    table = without_companions(table, reading)
    roles = roles_of(table, reading)
    reading = reading.replace(transpose=True) if roles.transposed else reading
    _check_repeats_as_tasks(table, roles, reading)
    every_name = _row_names(table, roles)
    unnamed = [row for row, name in enumerate(every_name) if not name] if "" in every_name else []
    empty = [row for row in unnamed if _is_empty_row(table, roles, row)]
    _check_names(table, roles, [row for row in unnamed if row not in empty], reading.transpose)
    rows = np.delete(np.arange(table.n_rows), empty)
    keep_row, keep_column = task_filter(reading), comparate_filter(reading)
    if reading.transpose:
        keep_row, keep_column = keep_column, keep_row
    all_names = _at(every_name, rows)
    kept = rows if keep_row is every else rows[np.fromiter(map(keep_row, all_names), np.bool_, len(rows))]
    names = _at(every_name, kept)
    columns = [k for k in roles.scores if keep_column(table.header[k])]
    _check_counted(table, columns, reading)
    _check_summaries(table, names, kept, columns, reading.transpose)
    _check_texts(table, kept, columns, reading.transpose)
    build = _with_repeats if roles.repeats else _without_repeats
    row_noun = comparate_noun if reading.transpose else task_noun
    grid = replace(
        build(table, roles, names, kept, columns),
        numbered=roles.task is None,
        task_noun="" if roles.task is None else row_noun(table.header[roles.task]),
        all_tasks=tuple(dict.fromkeys(all_names)),
        all_comparates=tuple(table.header[k] for k in roles.scores),
    )
    _check_descriptions(grid, reading)
    grid = replace(grid, notes=roles.notes + grid.notes)
    return transposed(grid) if reading.transpose else grid


def _at(items: Sequence[Item], rows: Rows) -> Sequence[Item]:
    """Return what stands in some rows, which are in order."""
    return items if len(rows) == len(items) else [items[row] for row in rows.tolist()]


def _read_one_comparate(table: Table, reading: Reading) -> Grid:
    """Return the scores of one comparate, which is called like the file, without the measure behind its name."""
    whole = stem(Path(table.name))
    name, measure = (table.comparate, table.only) if table.comparate else split_measure(whole, named=True)
    name = name or whole
    names = [cell_name(cell) for cell in table.columns[0]]
    if "" in names:
        line = table.line(names.index(""))
        raise DataError(f"{table.name}, {line} has scores but no name of its task: add the name.")
    keep = task_filter(reading)
    rows = np.array([row for row, task in enumerate(names) if keep(task)], dtype=np.intp)
    roles = Roles(0, None, tuple(range(1, len(table.header))))
    one = _without_repeats(table, roles, [names[row] for row in rows], rows, list(roles.scores))
    cube, places = one.values[:, np.newaxis], one.decimals[:, np.newaxis]
    mean, exact = average_repeats(cube, places)
    grid = replace(
        one,
        values=mean,
        decimals=exact,
        comparates=(name,),
        measure=measure,
        repeats=cube if cube.shape[2] > 1 else None,
        all_tasks=tuple(names),
        all_comparates=(name,),
        notes=note_gaps(cube, one.tasks, (name,)),
    )
    return subgrid(grid, range(len(grid.tasks)), [0] if comparate_filter(reading)(name) else [])


def _row_names(table: Table, roles: Roles) -> Sequence[str]:
    """Return the name of every row, or its number if rows have no names."""
    if roles.task is None:
        return [str(row + 1) for row in range(table.n_rows)]
    codes, names = name_codes(table.columns[roles.task])
    return names if len(names) == len(codes) else [names[code] for code in codes.tolist()]


def _is_empty_row(table: Table, roles: Roles, row: int) -> bool:
    return all(is_missing(table.columns[k][row]) for k in roles.scores)


def _check_names(table: Table, roles: Roles, nameless: list[int], transpose: bool) -> None:
    """Refuse rows and columns without names, and numbers where the comparates' names should be."""
    row_kind, column_kind = ("comparate", "task") if transpose else ("task", "comparate")
    if nameless:
        line = table.line(nameless[0])
        raise DataError(f"{table.name}, {line} has scores but no name of its {row_kind}: add the name.")
    if transpose and roles.task is None:
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
    """Whether a heading is a number with a decimal point."""
    try:
        float(text)
    except ValueError:
        return False
    return "." in text


def _without_repeats(
    table: Table, roles: Roles, names: Sequence[str], rows: Rows, columns: list[int]
) -> Grid:
    """Return the scores of a table in which every row has a different name."""
    twice = first_duplicate(name_codes(names)[0]) if len(set(names)) < len(names) else None
    if twice:
        first, second = (table.line(int(rows[k])) for k in twice)
        raise DataError(
            f"{table.name}: {first} and {second} are both called {quoted(names[twice[0]])}: rename or delete "
            "one, or name the column that distinguishes repeats with `repeat`."
        )
    values, decimals = _scores(table, rows, columns)
    comparates = tuple(table.header[k] for k in columns)
    lines = _at(table.lines, rows)
    return Grid(table.name, values, decimals, tuple(names), comparates, lines=lines, unit=table.unit)


def _with_repeats(table: Table, roles: Roles, names: Sequence[str], rows: Rows, columns: list[int]) -> Grid:
    """Return the scores of a table with one row per task and repeat."""
    task, tasks = name_codes(names)
    repeat, labels = repeat_codes([pick_rows(table.columns[k], rows) for k in roles.repeats], len(rows))
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
    cube, places = stack_repeats(
        np.repeat(task, n),
        np.tile(np.arange(n), len(rows)),
        np.repeat(repeat, n),
        values.ravel(),
        decimals.ravel(),
        (len(tasks), n),
    )
    mean, exact = average_repeats(cube, places)
    repeats = cube if cube.shape[2] > 1 else None
    notes = note_gaps(cube, tasks, comparates)
    return Grid(
        table.name, mean, exact, tasks, comparates, repeats=repeats, lines=("",) * len(tasks), notes=notes
    )


def _is_named(head: str, reading: Reading) -> bool:
    """Whether the settings say that a heading is that of a comparate (of a task, where these stand in columns)."""
    chosen = reading.tasks if reading.transpose else reading.include
    shown = reading.names.get(head)
    return shown is not None or head in chosen


def _check_counted(table: Table, columns: list[int], reading: Reading) -> None:
    """Refuse columns that are only numbered: they are repeats of one comparate rather than comparates."""
    heads = [table.header[k] for k in columns]
    if reading.transpose or not only_count(heads) or any(_is_named(head, reading) for head in heads):
        return
    raise DataError(
        f"{table.name}: its {len(heads)} columns of scores are only numbered, {quoted(heads[0])} to "
        f"{quoted(heads[-1])}, so they seem to be repeats of one comparate: write one row per comparate, task "
        "and repeat, or give the columns the comparates' names (`include` takes them as they are)."
    )


def _check_descriptions(grid: Grid, reading: Reading) -> None:
    """Refuse columns that are no comparates, by their headings or by their scale."""
    letters = "".join(sorted(head for head in grid.comparates if len(head) == 1))
    named = set(letters) if len(letters) > 1 and letters in ascii_letters else set()  # P, Q, R and S
    heads = [head for head in grid.comparates if head not in named and kind_of(head)]
    why = "no scores of comparates, going by the heading"
    if not heads and (heads := _large_counts(grid, reading)):
        why = "large whole numbers, where no other score is above 100"
    asked = [head for head in heads if not _is_named(head, reading)]
    if not asked:
        return
    kind = "task" if reading.transpose else "comparate"
    leave, keep = ("exclude_tasks", "tasks") if reading.transpose else ("exclude", "include")
    one = len(asked) == 1
    every_head, all_asked = ",".join(grid.all_comparates), ",".join(asked)
    meant = f"it is a {kind}" if one else f"they are {kind}s"
    raise DataError(
        f"{grid.name}: the column{'' if one else 's'} {listed(asked, 8)} seem{'s' if one else ''} to hold {why}: "
        f"leave {'it' if one else 'them'} out with `{leave}`, or, if {meant}, "
        f"list all {kind}s in `{keep}`.",
        [{leave: all_asked}, {keep: every_head}],
    )


def _check_repeats_as_tasks(table: Table, roles: Roles, reading: Reading) -> None:
    """Refuse rows that are repeats on one task, going by the heading of the column that names them."""
    if roles.task is None or reading.task or reading.transpose:
        return
    head = table.header[roles.task]
    if matches(head, REPEAT) and not head.endswith(":") and holds_whole_numbers(table.columns[roles.task]):
        raise DataError(
            f"{table.name}: its rows are named by {quoted(head)}, so they seem to be repeats on one task and no tasks: "
            f'add a column of tasks, give a file per task, or, if they are tasks, say `task="{head}"`.',
            [{"task": head}],
        )


def _large_counts(grid: Grid, reading: Reading) -> list[str]:
    """Return the column of whole numbers in the thousands where all others have scores up to 100, some with decimals.

    Tasks in columns may be on any scale.
    """
    if reading.transpose or len(grid.comparates) < _ENOUGH_TO_DIFFER:
        return []
    if grid.values.max(initial=0.0) < _THOUSAND:  # False where a score is missing
        return []
    largest = np.fmax.reduce(np.abs(grid.values), axis=0, initial=0.0)
    k = int(largest.argmax())
    column = grid.values[:, k]
    there = column[~np.isnan(column)]
    counts = bool(len(there)) and bool((there >= _THOUSAND).all()) and not (there % 1).any()
    if not counts:
        return []
    others = np.delete(grid.values, k, axis=1)
    with np.errstate(invalid="ignore"):
        fractions = bool((np.abs(others) <= _PERCENT)[~np.isnan(others)].all() and (others % 1 > 0).any())
    return [grid.comparates[k]] if fractions else []


def _check_summaries(
    table: Table, names: Sequence[str], rows: Rows, columns: list[int], transpose: bool
) -> None:
    """Refuse a row of summaries below the scores, such as 3/0/2 wins, ties and losses."""
    option = "`exclude`" if transpose else "`exclude_tasks`"
    for name, row in [(names[k], int(rows[k])) for k in summaries(names)]:
        for cell in (table.columns[k][row] for k in columns):
            if not is_missing(cell) and not holds_numbers([cell]):
                raise DataError(
                    f"{table.name}, {table.line(row)}: {quoted(name)} is called like a summary of the "
                    f"others and holds {quoted(cell)}: leave it out with {option}."
                )


def _check_texts(table: Table, rows: Rows, columns: list[int], transpose: bool) -> None:
    """Refuse a column of texts among the scores: something that describes the rows, or a long table."""
    option = "`exclude_tasks`" if transpose else "`exclude`"
    for k in columns:
        cells = pick_rows(table.columns[k], rows)
        if not holds_numbers(cells):
            row = next(row for row, cell in enumerate(cells) if not holds_numbers([cell]))
            if is_marked_number(cells[row]):
                raise DataError(
                    f"{table.place(int(rows[row]), k)}: {quoted(cells[row])} {what_is_wrong(cells[row])}"
                )
            raise DataError(
                f"{table.place(int(rows[row]), k)}: {quoted(cells[row])} is a text among the scores: leave "
                f"the column out with {option}, or, if every row is one score, say `comparate` and `score`."
            )


def _scores(table: Table, rows: Rows, columns: list[int]) -> Numbers:
    """Return values and decimals of the rows and columns in use."""
    if not columns:
        return np.empty((len(rows), 0)), np.empty((len(rows), 0), dtype=np.int8)
    cells = [pick_rows(table.columns[k], rows) for k in columns]
    return parse_numbers(cells, lambda row, k: table.place(int(rows[row]), columns[k]))
