"""Names as the user wants them: filters checked, comparates in order, display names, groups and colours."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from comparatex.data.grid import Grid, chosen
from comparatex.data.names import hint, listed, quoted, require
from comparatex.data.reading import Reading
from comparatex.errors import DataError, UsageError

_LONGEST = 500
"""TeX can measure a few thousand letters, which no one can read."""


@dataclass(frozen=True)
class Looks:
    """Group and colour of comparates by display name, and warnings about those that are for nobody."""

    groups: Mapping[str, str]
    colours: Mapping[str, str]
    notes: tuple[str, ...]


def check_names(grid: Grid, reading: Reading) -> None:
    """Refuse a name in the settings that the table does not have.

    Raises
    ------
    UsageError
        Names the setting and the name that is probably meant.
    """
    comparates = _both(grid.all_comparates, reading)
    tasks = _both(grid.all_tasks, reading)
    require(reading.include, comparates, "comparate", "`include`")
    require(reading.exclude, comparates, "comparate", "`exclude`")
    require(reading.order, comparates, "comparate", "order of comparates")
    require(reading.tasks, tasks, "task", "`tasks`")
    require(reading.exclude_tasks, tasks, "task", "`exclude_tasks`")
    require(reading.names, (*grid.all_comparates, *grid.all_tasks), "comparate or task", "display names")


def show_tasks(grid: Grid, reading: Reading) -> Grid:
    """Return the grid with its tasks as they are to be shown; done before joining, so it can unite spellings.

    Raises
    ------
    UsageError
        Two tasks of one table would be shown by one name.
    """
    return replace(grid, tasks=_shown(grid.tasks, reading, "tasks"))


def show_comparates(grid: Grid, reading: Reading) -> Grid:
    """Return the grid with the comparates in order and as they are to be shown.

    Raises
    ------
    UsageError
        Two comparates would be shown by one name.
    """
    wanted = {name: k for k, name in reversed(list(enumerate(reading.order)))}
    last = len(reading.order)

    def place(k: int) -> int:
        raw = grid.comparates[k]
        return min(wanted.get(raw, last), wanted.get(reading.names.get(raw, raw), last))

    ordered = chosen(grid, range(len(grid.tasks)), sorted(range(len(grid.comparates)), key=place))
    return replace(ordered, comparates=_shown(ordered.comparates, reading, "comparates"))


def shown(names: Sequence[str], reading: Reading) -> tuple[str, ...]:
    """Return names as they are to be shown."""
    return tuple(reading.names.get(name, name) for name in names)


def looks(grid: Grid, reading: Reading) -> Looks:
    """Return groups and colours of the comparates of a table, by display name."""
    known = _both(grid.all_comparates, reading)
    notes = []
    for setting, mapping in (("group", reading.groups), ("colour", reading.colours)):
        unknown = [name for name in mapping if name not in known]
        if len(unknown) == 1:
            notes.append(
                f"A {setting} is set for {quoted(unknown[0])}, which is no comparate{hint(unknown[0], known)}"
            )
        elif unknown:
            notes.append(f"A {setting} is set for {listed(unknown, 8)}, which are no comparates.")
    raw, names = set(grid.comparates), reading.names

    def by_display(mapping: Mapping[str, str]) -> dict[str, str]:
        there = shown(grid.comparates, reading)
        found = {name: text for name, text in mapping.items() if name in there}
        return found | {names.get(name, name): text for name, text in mapping.items() if name in raw}

    return Looks(by_display(reading.groups), by_display(reading.colours), tuple(notes))


def _both(names: Sequence[str], reading: Reading) -> tuple[str, ...]:
    """Return raw and display names."""
    return tuple(dict.fromkeys((*names, *shown(names, reading))))


def _shown(names: Sequence[str], reading: Reading, kind: str) -> tuple[str, ...]:
    """Return display names, which must differ."""
    result = shown(names, reading)
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
