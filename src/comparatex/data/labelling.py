"""How comparates and tasks are shown: display names, order, groups and colours."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

from comparatex.data.grid import Grid, subgrid
from comparatex.data.headings import TASK, matches, name_families
from comparatex.data.raw_table import Table, cell_name
from comparatex.data.reading import Reading
from comparatex.data.sources import load
from comparatex.errors import DataError, UsageError
from comparatex.names import hint, listed, quoted, require

_LONGEST = 500  # letters of a name: TeX could measure a few thousand, but nobody could read them
_SHORT = 60  # letters that are left of the name of a task that is too long
BY_NAMES = "names"  # clusters as names suggest them


def check_names(grid: Grid, reading: Reading) -> None:
    """Refuse a name in the settings that the table does not have, and one that no file can hold."""
    names = (*grid.all_comparates, *grid.all_tasks, *reading.names.values())
    for name in filter(re.compile("[\ud800-\udfff]").search, names):
        raise DataError(
            f"{grid.name}: the name {quoted(name)} holds half of a character: correct it where the table is written."
        )
    for asked, known, what, setting in (
        (reading.include, grid.all_comparates, "method", "`include`"),
        (reading.exclude, grid.all_comparates, "method", "`exclude`"),
        (reading.order, grid.all_comparates, "method", "order of methods"),
        (reading.tasks, grid.all_tasks, "task", "`tasks`"),
        (reading.exclude_tasks, grid.all_tasks, "task", "`exclude_tasks`"),
    ):
        if asked:
            require(asked, _raw_and_shown(known, reading), what, setting)
    if reading.names:
        require(reading.names, (*grid.all_comparates, *grid.all_tasks), "method or task", "display names")
    if reading.tex_names:
        both = _raw_and_shown((*grid.all_comparates, *grid.all_tasks), reading)
        require(reading.tex_names, both, "method or task", "names with TeX")


def show_tasks(grid: Grid, reading: Reading) -> Grid:
    """Return the grid with display names of tasks; this comes before joining, so that it can unify spellings."""
    long = [task for task in grid.tasks if len(task) > _LONGEST and len(reading.names.get(task, task)) > _LONGEST]
    if long:  # texts of items, say, which no figure shows
        short = {task: f"{task[:_SHORT]}… ({k})" for k, task in enumerate(grid.tasks, start=1) if task in set(long)}
        note = f"{grid.name}: the names of {len(long)} tasks have more than {_LONGEST} characters and are cut."
        tasks = tuple(short.get(task, task) for task in grid.tasks)
        grid = replace(grid, tasks=tasks, notes=(*grid.notes, note))
    return replace(grid, tasks=_distinct_names(grid.tasks, reading, "tasks"))


def show_comparates(grid: Grid, reading: Reading) -> Grid:
    """Return the grid with the comparates in display order, with display names."""
    if reading.order:
        wanted = {name: k for k, name in reversed(list(enumerate(reading.order)))}
        pairs = zip(grid.comparates, shown(grid.comparates, reading), strict=True)
        places = [min(wanted.get(name, len(reading.order)) for name in both) for both in pairs]
        grid = subgrid(grid, range(len(grid.tasks)), sorted(range(len(places)), key=places.__getitem__))
    return replace(grid, comparates=_distinct_names(grid.comparates, reading, "methods"))


def shown(names: Sequence[str], reading: Reading) -> tuple[str, ...]:
    """Return display names."""
    return tuple(reading.names.get(name, name) for name in names) if reading.names else tuple(names)


def appearance_of(grid: Grid, reading: Reading) -> tuple[Mapping[str, str], Mapping[str, str], tuple[str, ...]]:
    """Return groups and colours of comparates by display name, and notes on those that match no comparate.

    Groups may have colours, too.
    """
    if not (reading.groups or reading.colours):
        return MappingProxyType({}), MappingProxyType({}), ()
    known, names = _raw_and_shown(grid.all_comparates, reading), shown(grid.comparates, reading)
    both = dict(zip((*names, *grid.comparates), (*names, *names), strict=True))
    notes, appearance, groups = [], [], dict[str, str]()
    for setting, mapping in (("group", reading.groups), ("colour", reading.colours)):
        of_groups = {name: text for name, text in mapping.items() if name in groups.values()}
        unknown = [name for name in mapping if name not in known and name not in of_groups]
        if len(unknown) == 1:
            notes.append(f"A {setting} is set for {quoted(unknown[0])}, which is not a method{hint(unknown[0], known)}")
        elif unknown:
            notes.append(f"A {setting} is set for {listed(unknown, 8)}, which are not methods.")
        raw = {both[name]: text for name, text in mapping.items() if name in grid.comparates}
        groups = of_groups | {name: text for name, text in mapping.items() if name in names} | raw
        appearance.append(MappingProxyType(groups))
    return appearance[0], appearance[1], tuple(notes)


def _raw_and_shown(names: Sequence[str], reading: Reading) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*names, *shown(names, reading))))


def _distinct_names(names: Sequence[str], reading: Reading, kind: str) -> tuple[str, ...]:
    """Return display names, which must be distinct."""
    result = shown(names, reading)
    if len(set(result)) == len(result) and all(result) and max(map(len, result), default=0) <= _LONGEST:
        return result
    first: dict[str, str] = {}
    for raw, name in zip(names, result, strict=True):
        other = first.setdefault(name, raw)
        if other != raw:
            raise UsageError(
                f"The {kind} {quoted(other)} and {quoted(raw)} would both be shown as {quoted(name)}: give "
                "them different display names."
            )
        if not name:
            raise UsageError(f"The display name of {quoted(raw)} is empty: give it one.")
        if len(name) > _LONGEST:
            raise DataError(
                f"The name {quoted(name)} has {len(name):,} characters, and no figure has room for more than "
                f"{_LONGEST}: give it a display name, under [names] in comparatex.toml."
            )
    return result


def check_groups(tables: Sequence[Table], reading: Reading) -> None:
    """Refuse a column of groups that no table has, or could have."""
    if reading.group is None or reading.task_groups is not None:
        return
    if reading.transpose:
        raise UsageError("With `transpose` tasks stand in columns: give their groups with `task_groups`.")
    if not any("group" in table.labels for table in tables):
        heads = [head for table in tables for head in table.header if head]
        raise UsageError(
            f"{tables[0].name} has no column {quoted(reading.group)} (`group`){hint(reading.group, heads)}"
        )


def groups_of(grid: Grid, reading: Reading) -> Mapping[str, str]:
    """Return the group of every task by its display name, as the settings or else the tables state it."""
    if reading.task_groups is not None:
        return labels(grid.tasks, reading)
    return _in_column(grid, "group", grid.tasks, reading)


def clusters_of(grid: Grid, reading: Reading, tasks: Sequence[str]) -> Mapping[str, str]:
    """Return the cluster of every task: as a column or a table of tasks states it, or as its name suggests."""
    stated = reading.cluster
    if stated is None:
        return MappingProxyType({})
    if grid.stated.get("cluster"):
        return _in_column(grid, "cluster", tasks, reading)
    if stated == BY_NAMES:
        sources = {task: start for start, members in name_families(tasks).items() for task in members}
        return MappingProxyType({task: sources.get(task, task) for task in tasks})
    if not isinstance(stated, Mapping) and not Path(stated).is_file():
        raise UsageError(
            f"{grid.name} has no column {quoted(str(stated))} (`cluster`), and there is no such file: name a column "
            f'with the cluster of each task, or a table of tasks, or use `cluster="{BY_NAMES}"`.'
        )
    return labels(tasks, reading.replace(task_groups=stated, group=None))


def _in_column(grid: Grid, kind: str, tasks: Sequence[str], reading: Reading) -> Mapping[str, str]:
    source = f"column {quoted(getattr(reading, kind))} names"
    return _by_display(tasks, _one_group_each(grid.stated.get(kind, ())), source, reading)


def labels(tasks: Sequence[str], reading: Reading) -> Mapping[str, str]:
    """Return what a table of tasks states for every task, such as its group or the size of its test set."""
    return _by_display(tasks, _stated_groups(reading), "task groups name", reading)


def _by_display(tasks: Sequence[str], groups: Mapping[str, str], source: str, reading: Reading) -> Mapping[str, str]:
    named = {reading.names.get(task, task): group for task, group in groups.items()} | dict(groups)
    without = [task for task in tasks if not named.get(task)] if groups else []
    if without:
        raise DataError(f"The {source} no group of {listed(without)}: give every task one.")
    return MappingProxyType({task: named[task] for task in tasks} if groups else {})


def _stated_groups(reading: Reading) -> Mapping[str, str]:
    source, heading = reading.task_groups, reading.group
    if isinstance(source, Mapping):
        return {cell_name(task): cell_name(group) for task, group in source.items()}
    table = load(source, "the task groups")
    named = [k for k, head in enumerate(table.header) if head == reading.task]  # as in the scores, else by heading
    named += [k for k, head in enumerate(table.header) if matches(head, TASK)]
    task = [*named, 0][0]
    others = [k for k in range(len(table.header)) if k != task]
    heads = [table.header[k] for k in others if table.header[k]]
    if heading is None and len(others) != 1:
        raise UsageError(
            f"{table.name} has {len(others)} columns besides the tasks ({listed(heads, 8)}): say which holds "
            "the groups with `group`."
        )
    if heading is not None and heading not in heads:
        raise UsageError(f"{table.name} has no column {quoted(heading)} (`group`){hint(heading, heads)}")
    column = others[0] if heading is None else table.header.index(heading)
    cells = zip(table.columns[task], table.columns[column], strict=True)
    return _one_group_each(
        (cell_name(name), cell_name(group), table.place(row, column)) for row, (name, group) in enumerate(cells)
    )


def _one_group_each(stated: Iterable[tuple[str, str, str]]) -> Mapping[str, str]:
    """Return the group of each task, of tasks, groups and places that state them; refuse a task with two groups."""
    groups: dict[str, str] = {}
    for task, group, place in stated:
        if groups.setdefault(task, group) != group and group:
            if groups[task]:
                raise DataError(
                    f"{place}: the task {quoted(task)} is in the group {quoted(group)}, but in "
                    f"{quoted(groups[task])} before: give every task one group."
                )
            groups[task] = group
    return groups
