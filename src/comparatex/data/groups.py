"""Groups of tasks: read from a column of the table or from a table of tasks, and the scores of one group."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from comparatex.data.columns import find_columns
from comparatex.data.names import hint, listed, quoted, require
from comparatex.data.reading import Reading
from comparatex.data.repeats import cell_name
from comparatex.data.roles import find_roles
from comparatex.data.scores import Scores, on_tasks
from comparatex.data.shape import layout, local
from comparatex.data.sources import load
from comparatex.data.table import Table
from comparatex.data.words import TASK, means
from comparatex.errors import DataError, UsageError

Named = Iterable[tuple[str, str, str]]
"""Task, its group, and the place where that stands."""


def take(tables: Sequence[Table], reading: Reading) -> tuple[list[Table], Mapping[str, str]]:
    """Return the tables without their column of groups, and the group of every task by its raw name.

    Raises
    ------
    UsageError
        No table has the column.
    DataError
        A task has two groups.
    """
    if reading.task_groups is not None:
        return list(tables), _given(reading)
    if reading.group is None:
        return list(tables), {}
    if reading.transpose:
        raise UsageError("With `transpose` tasks stand in columns: give their groups with `task_groups`.")
    if not any(reading.group in table.header for table in tables):
        heads = [head for table in tables for head in table.header if head]
        name = tables[0].name if tables else "The array"
        raise UsageError(
            f"{name} has no column {quoted(reading.group)} (`group`){hint(reading.group, heads)}"
        )
    cut = [_without(table, reading.group) for table in tables]
    found: list[tuple[str, str, str]] = []
    for table, rest in zip(tables, cut, strict=True):
        if reading.group in table.header:
            found += _beside(table, rest, reading.group, local(rest, cut, reading))
    return cut, _united(found)


def grouped(tasks: Sequence[str], groups: Mapping[str, str], reading: Reading) -> Mapping[str, str]:
    """Return the group of every task by the name under which it is shown, in the order of the tasks.

    Raises
    ------
    DataError
        A task has no group.
    """
    if not groups:
        return MappingProxyType({})
    shown = {reading.names.get(task, task): group for task, group in groups.items()} | dict(groups)
    without = [task for task in tasks if not shown.get(task)]
    if without:
        source = "task groups" if reading.task_groups is not None else f"column {quoted(reading.group)}"
        raise DataError(f"The {source} name no group of {listed(without)}: give every task one.")
    return MappingProxyType({task: shown[task] for task in tasks})


def labels(tasks: Sequence[str], reading: Reading) -> Mapping[str, str]:
    """Return what a table of tasks says of every task, such as the size of its test set.

    Raises
    ------
    DataError
        A task is not in the table, or has two labels.
    """
    return grouped(tasks, _given(reading), reading)


def group_names(scores: Scores) -> tuple[str, ...]:
    """Return the groups of tasks, in the order in which the tasks come to them."""
    return tuple(
        dict.fromkeys(scores.task_groups.get(task, "") for task in scores.tasks if scores.task_groups)
    )


def in_group(scores: Scores, group: str) -> Scores:
    """Return the scores on the tasks of one group.

    Raises
    ------
    UsageError
        There is no group of this name.
    """
    known = group_names(scores)
    if not known:
        raise UsageError(f"The tasks have no groups, so none is called {quoted(group)}: say `group`.")
    require([group], known, "group of tasks", "`in_group`")
    return replace(
        on_tasks(scores, [t for t, task in enumerate(scores.tasks) if scores.task_groups[task] == group]),
        dropped_tasks=tuple(task for task in scores.dropped_tasks if scores.task_groups.get(task) == group),
        task_group=group,
        notes=(),
    )


def _given(reading: Reading) -> Mapping[str, str]:
    """Return the groups of a mapping, or of a table of tasks."""
    source = reading.task_groups
    if isinstance(source, Mapping):
        return {cell_name(task): cell_name(group) for task, group in source.items()}
    table = load(source, "the task groups")
    task = _task_column(table, reading)
    column = _group_column(table, task, reading.group)
    cells = zip(table.columns[task], table.columns[column], strict=True)
    return _united(
        (cell_name(name), cell_name(group), table.place(row, column))
        for row, (name, group) in enumerate(cells)
    )


def _task_column(table: Table, reading: Reading) -> int:
    """Return the column of a table of tasks that names them: as in the scores, else by its heading, else the first."""
    if reading.task in table.header:
        return table.header.index(str(reading.task))
    return next((k for k, head in enumerate(table.header) if means(head, TASK)), 0)


def _group_column(table: Table, task: int, heading: str | None) -> int:
    """Return the column of a table of tasks that holds their groups."""
    others = [k for k in range(len(table.header)) if k != task]
    if heading is None and len(others) == 1:
        return others[0]
    heads = [table.header[k] for k in others if table.header[k]]
    if heading is None:
        raise UsageError(
            f"{table.name} has {len(others)} columns beside the tasks ({listed(heads, 8)}): say which holds "
            "the groups with `group`."
        )
    if heading not in heads:
        raise UsageError(f"{table.name} has no column {quoted(heading)} (`group`){hint(heading, heads)}")
    return table.header.index(heading)


def _without(table: Table, heading: str) -> Table:
    """Return a table without one of its columns."""
    kept = [k for k, head in enumerate(table.header) if head != heading]
    return replace(
        table,
        header=tuple(table.header[k] for k in kept),
        columns=tuple(table.columns[k] for k in kept),
    )


def _beside(table: Table, rest: Table, heading: str, reading: Reading) -> Iterator[tuple[str, str, str]]:
    """Yield task and group of every row of a table of scores."""
    column = table.header.index(heading)
    if layout(rest, reading) == "long":
        tasks: int | None = find_columns(rest, reading).task
    else:
        tasks = find_roles(rest, reading).names
    for row, group in enumerate(table.columns[column]):
        name = str(row + 1) if tasks is None else cell_name(rest.columns[tasks][row])
        yield name, cell_name(group), table.place(row, column)


def _united(found: Named) -> Mapping[str, str]:
    """Return the group of each task; all rows of a task must agree, those without a group aside."""
    groups: dict[str, str] = {}
    for task, group, place in found:
        if groups.setdefault(task, group) != group and group:
            if groups[task]:
                raise DataError(
                    f"{place}: the task {quoted(task)} is in the group {quoted(group)}, but in "
                    f"{quoted(groups[task])} before: give every task one group."
                )
            groups[task] = group
    return groups
