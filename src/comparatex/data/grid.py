"""One table's scores once its layout is understood: what wide, long and arrays have in common."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from comparatex.data.reading import Reading


@dataclass(frozen=True, eq=False)
class Grid:
    """Scores of one table, by task and comparate, before the policy for missing cells.

    Parameters
    ----------
    name : str
        The file, for messages.
    values, decimals, tasks, comparates, measure, repeats, numbered, notes
        As in `Scores`; names are raw, values may hold NaN.
    lines : tuple of str
        Where each task stands in the file; empty when it has no single place.
    all_tasks, all_comparates : tuple of str
        Names before filtering, so that a filter's misspelling can be told.
    """

    name: str
    values: NDArray[np.float64]
    decimals: NDArray[np.int8]
    tasks: tuple[str, ...]
    comparates: tuple[str, ...]
    measure: str = ""
    repeats: NDArray[np.float64] | None = None
    numbered: bool = False
    lines: tuple[str, ...] = ()
    all_tasks: tuple[str, ...] = ()
    all_comparates: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def turned(grid: Grid) -> Grid:
    """Return a grid with tasks for comparates and comparates for tasks."""
    return replace(
        grid,
        values=np.ascontiguousarray(np.swapaxes(grid.values, 0, 1)),
        decimals=np.ascontiguousarray(grid.decimals.T),
        repeats=None if grid.repeats is None else np.ascontiguousarray(np.swapaxes(grid.repeats, 0, 1)),
        tasks=grid.comparates,
        comparates=grid.tasks,
        lines=("",) * len(grid.comparates),
        all_tasks=grid.all_comparates,
        all_comparates=grid.all_tasks,
    )


def chosen(grid: Grid, tasks: Sequence[int], comparates: Sequence[int]) -> Grid:
    """Return some tasks and comparates of a grid, in the order given."""
    both = np.ix_(np.asarray(tasks, dtype=np.intp), np.asarray(comparates, dtype=np.intp))
    return replace(
        grid,
        values=grid.values[both],
        decimals=grid.decimals[both],
        repeats=None if grid.repeats is None else grid.repeats[both],
        tasks=tuple(grid.tasks[k] for k in tasks),
        comparates=tuple(grid.comparates[k] for k in comparates),
        lines=tuple(grid.lines[k] for k in tasks),
    )


Filter = Callable[[str], bool]


def comparate_filter(reading: Reading) -> Filter:
    """Return what tells whether a comparate, by its raw name, is to be used."""
    return _filter(reading, reading.include, reading.exclude)


def task_filter(reading: Reading) -> Filter:
    """Return what tells whether a task, by its raw name, is to be used."""
    return _filter(reading, reading.tasks, reading.exclude_tasks)


def _filter(reading: Reading, wanted: tuple[str, ...], unwanted: tuple[str, ...]) -> Filter:
    """Return a filter that takes raw and display names."""
    take, leave, names = set(wanted), set(unwanted), reading.names

    def keep(name: str) -> bool:
        both = {name, names.get(name, name)}
        return (not take or not both.isdisjoint(take)) and both.isdisjoint(leave)

    return keep
