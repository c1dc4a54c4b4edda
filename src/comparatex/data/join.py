"""Several tables, one set of tasks: joined by the tasks' names."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from comparatex.data.grid import Grid
from comparatex.data.names import closest, listed, quoted
from comparatex.data.scores import BINARY
from comparatex.errors import DataError

Value = TypeVar("Value", bound=np.generic)

_SHOWN = 8
_ALIKE = 0.85
_MOST_PAIRS = 20_000
"""Above so many pairs of unmatched names only spelling of case and punctuation is compared."""


def join(grids: Sequence[Grid]) -> tuple[Grid, tuple[str, ...]]:
    """Return the tables side by side, and which of their task names look alike.

    Tasks are those of all tables, in the order in which they first appear; a table's comparates have no score
    on a task that it lacks.

    Raises
    ------
    DataError
        A comparate is in two tables, or a table names no tasks.
    """
    if len(grids) == 1:
        return grids[0], ()
    _check(grids)
    tasks = tuple(dict.fromkeys(task for grid in grids for task in grid.tasks))
    alike = _alike(grids)
    joined = Grid(
        " and ".join(grid.name for grid in grids)
        if len(grids) == 2
        else f"{grids[0].name} and {len(grids) - 1} more",
        np.concatenate([_spread(grid.values, grid, tasks, np.nan) for grid in grids], axis=1),
        np.concatenate([_spread(grid.decimals, grid, tasks, BINARY) for grid in grids], axis=1),
        tasks,
        tuple(comparate for grid in grids for comparate in grid.comparates),
        measure=next((grid.measure for grid in grids if grid.measure), ""),
        repeats=_repeats(grids, tasks),
        numbered=grids[0].numbered,
        lines=("",) * len(tasks),
        all_tasks=tuple(dict.fromkeys(task for grid in grids for task in grid.all_tasks)),
        all_comparates=tuple(comparate for grid in grids for comparate in grid.all_comparates),
        notes=(*(note for grid in grids for note in grid.notes), *_notes(grids, tasks, alike)),
    )
    return joined, alike


def _check(grids: Sequence[Grid]) -> None:
    """Refuse tables that cannot stand side by side."""
    for one, other in combinations(grids, 2):
        both = set(one.comparates) & set(other.comparates)
        if both:
            names = listed([name for name in one.comparates if name in both])
            raise DataError(
                f"{one.name} and {other.name} both have scores of {names}: rename or leave out one of them."
            )
    numbered = [grid for grid in grids if grid.numbered]
    if numbered and not (len(numbered) == len(grids) and len({len(grid.tasks) for grid in grids}) == 1):
        raise DataError(
            f"{numbered[0].name} does not name its tasks, so it cannot be joined: add a first column with "
            "their names."
        )


def _spread(values: NDArray[Value], grid: Grid, tasks: tuple[str, ...], fill: float) -> NDArray[Value]:
    """Return a table's values on the tasks of all."""
    place = {task: k for k, task in enumerate(tasks)}
    spread = np.full((len(tasks), *values.shape[1:]), fill, dtype=values.dtype)
    spread[[place[task] for task in grid.tasks]] = values
    return spread


def _repeats(grids: Sequence[Grid], tasks: tuple[str, ...]) -> NDArray[np.float64] | None:
    """Return the repeats of all; a table without them has one."""
    if all(grid.repeats is None for grid in grids):
        return None
    parts = [grid.values[:, :, np.newaxis] if grid.repeats is None else grid.repeats for grid in grids]
    depth = max(part.shape[2] for part in parts)
    filled = [
        np.pad(part, ((0, 0), (0, 0), (0, depth - part.shape[2])), constant_values=np.nan) for part in parts
    ]
    return np.concatenate(
        [_spread(part, grid, tasks, np.nan) for part, grid in zip(filled, grids, strict=True)], axis=1
    )


def _alike(grids: Sequence[Grid]) -> tuple[str, ...]:
    """Return phrases on unmatched task names of two tables that are probably one task."""
    phrases = []
    for one, other in combinations(grids, 2):
        there = set(one.tasks)
        left = [task for task in other.tasks if task not in there]
        right = [task for task in one.tasks if task not in set(other.tasks)]
        plain = {_plain(task): task for task in right}
        few = len(left) * len(right) <= _MOST_PAIRS
        for task in left:
            close = plain.get(_plain(task)) or (closest(task, right, _ALIKE) if few else None)
            if close:
                phrases.append(f"{quoted(task)} in {other.name} looks like {quoted(close)} in {one.name}")
    return tuple(phrases)


def _plain(name: str) -> str:
    """Return a name by its letters and digits only, whatever their case."""
    return "".join(filter(str.isalnum, name.casefold()))


def _notes(grids: Sequence[Grid], tasks: tuple[str, ...], alike: tuple[str, ...]) -> list[str]:
    """Return which tables lack which tasks, and which measures differ."""
    notes = []
    for grid in grids:
        there = set(grid.tasks)
        lacking = [task for task in tasks if task not in there]
        if lacking:
            notes.append(
                f"{grid.name} lacks {len(lacking)} of {len(tasks)} tasks: {listed(lacking, _SHOWN)}."
            )
    if alike:
        notes.append(f"Task names that may be one: {listed(alike, _SHOWN, quote=False)}.")
    measures = {grid.measure: grid.name for grid in grids if grid.measure}
    if len(measures) > 1:
        told = [f"{quoted(measure)} in {name}" for measure, name in measures.items()]
        notes.append(f"The tables state different measures: {listed(told, _SHOWN, quote=False)}.")
    return notes
