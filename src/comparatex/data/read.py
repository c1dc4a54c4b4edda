"""The entry to reading: any source in, checked scores out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np

from comparatex.data.checks import check_size, warnings
from comparatex.data.grid import Grid
from comparatex.data.groups import grouped, take
from comparatex.data.join import join
from comparatex.data.missing import Settled, settle
from comparatex.data.naming import check_names, looks, show_comparates, show_tasks, shown
from comparatex.data.reading import Reading
from comparatex.data.scores import Scores, frozen
from comparatex.data.shape import check_fit, local, shape
from comparatex.data.sources import STDIN, load
from comparatex.data.table import Table
from comparatex.errors import UsageError

_DEFAULTS = Reading()


def read(source: Any, reading: Reading = _DEFAULTS, **overrides: Any) -> Scores:
    """Return the scores in a table of results.

    Parameters
    ----------
    source : str, Path, DataFrame, tuple, mapping or list of these
        A file (CSV, TSV, text separated by ``;`` or ``|``, Excel, Parquet, JSON; packed too), ``"-"`` for
        standard input, a data frame, ``(array, comparates, tasks)`` with an array of shape
        (n_tasks, n_comparates[, n_repeats]), or ``{comparate: {task: score}}``. Several are joined by task.
    reading : Reading
        Settings.
    **overrides
        Fields of `Reading` that replace those of `reading`.

    Returns
    -------
    Scores
        Checked scores; `Scores.notes` says what looks strange.

    Raises
    ------
    DataError
        The table cannot be used: one sentence names file, place and remedy.
    UsageError
        A setting names something that the table does not have.

    Examples
    --------
    >>> scores = read({"A": {"iris": 0.9, "wine": 0.8}, "B": {"iris": 0.7, "wine": 0.8}})
    >>> scores.comparates, scores.tasks
    (('A', 'B'), ('iris', 'wine'))
    """
    reading = reading.replace(**overrides)
    grids, groups = _grids(as_sources(source), reading)
    grid, alike = join([show_tasks(grid, reading) for grid in grids])
    check_names(grid, reading)
    check_size(grid, reading)
    scores = _scores(settle(grid, reading.missing, alike), reading)
    return replace(scores, task_groups=grouped(grid.tasks, groups, reading))


def as_sources(source: Any) -> list[Any]:
    """Return the sources one by one; a list of records, or of rows, is one table."""
    if isinstance(source, tuple) and all(isinstance(part, (str, Path)) for part in source):
        source = list(source)
    if not isinstance(source, list):
        return [source]
    if not source:
        raise UsageError("There is nothing to read: name at least one table.")
    if all(isinstance(part, Mapping) for part in source) or all(isinstance(part, list) for part in source):
        return [source]
    if sum(isinstance(part, str) and part == STDIN for part in source) > 1:
        raise UsageError("Standard input (-) can be read once only: name files for the others.")
    return source


def _grids(sources: list[Any], reading: Reading) -> tuple[list[Grid], Mapping[str, str]]:
    """Return the scores of every source, and the groups of tasks that they name."""
    names = [f"table {k}" for k in range(1, len(sources) + 1)] if len(sources) > 1 else [""]
    loaded = [_loaded(part, name, reading) for part, name in zip(sources, names, strict=True)]
    tables, groups = take([part for part in loaded if isinstance(part, Table)], reading)
    check_fit(tables, reading)
    shaped = iter([shape(table, local(table, tables, reading)) for table in tables])
    return [next(shaped) if isinstance(part, Table) else part for part in loaded], groups


def _loaded(source: Any, name: str, reading: Reading) -> Table | Grid:
    """Return the raw table of a source; an array has its layout already."""
    if not isinstance(source, tuple):
        return load(source, name)
    if len(source) not in (2, 3):
        raise UsageError(f"An array comes as (array, comparates, tasks), not as a tuple of {len(source)}.")
    from comparatex.data.frames import from_array

    array, comparates, *tasks = source
    return from_array(array, comparates, tasks[0] if tasks else None, reading, name or "the array")


def _scores(settled: Settled, reading: Reading) -> Scores:
    """Return the scores under the names that are to be shown."""
    grid = show_comparates(settled.grid, reading)
    look = looks(settled.grid, reading)
    return Scores(
        frozen(grid.values),
        frozen(np.where(np.isnan(grid.values), 0, grid.decimals).astype(np.int8)),
        grid.tasks,
        grid.comparates,
        higher_is_better=reading.higher_is_better,
        measure=reading.measure_name or grid.measure,
        repeats=None if grid.repeats is None else frozen(grid.repeats),
        tie_tolerance=reading.tie_tolerance,
        numbered=grid.numbered,
        missing=reading.missing,
        dropped_tasks=settled.tasks,
        dropped_comparates=shown(settled.comparates, reading),
        groups=MappingProxyType(dict(look.groups)),
        colours=MappingProxyType(dict(look.colours)),
        notes=(*grid.notes, *warnings(grid, reading), *look.notes),
    )
