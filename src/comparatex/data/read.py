"""Reading: any source in, checked scores out, for one measure or for each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path, PurePath
from types import MappingProxyType
from typing import Any

import numpy as np

from comparatex.data.checks import apply_missing_policy, check_size, direction_of, suspicions
from comparatex.data.grid import Grid, join
from comparatex.data.labelling import (
    appearance_of,
    check_groups,
    check_names,
    clusters_of,
    groups_of,
    show_comparates,
    show_tasks,
    shown,
)
from comparatex.data.loading import load_all
from comparatex.data.measures import kind_of
from comparatex.data.raw_table import Table, name_codes
from comparatex.data.reading import Reading, settings_for
from comparatex.data.records import measure_signs, to_grid
from comparatex.data.roles import (
    Several,
    check_alone,
    layout_of,
    roles_of,
)
from comparatex.data.scores import Scores, as_errors, frozen
from comparatex.data.sources import STDIN
from comparatex.errors import ComparatexError, DataError, UsageError
from comparatex.files import recording, without_limits
from comparatex.names import listed, require, tidy

_DEFAULTS = Reading()


def read(source: Any, reading: Reading = _DEFAULTS, *, no_limits: bool = False, **overrides: Any) -> Scores:
    """Return the scores in a table of results.

    Parameters
    ----------
    source : str, Path, DataFrame, tuple, mapping or list of these
        A file (CSV, TSV, text separated by ``;`` or ``|``, Excel, Parquet, JSON; also compressed) or one in a
        format of another program (see ``comparatex formats``), a folder or ZIP archive of these, a pattern such as
        ``"results/*.csv"``, ``"-"`` for standard input, a data frame, ``(array, comparates, tasks)`` with an array of
        shape (n_tasks, n_comparates[, n_repeats]), or ``{comparate: {task: score}}``. Several are joined by task;
        a file of one comparate, with a column per repeat behind ``Resamples:``, gives it its name.
    reading : Reading
        Settings.
    no_limits : bool
        Read tables of any size, and wait for a pipe for any time.
    **overrides
        Fields of `Reading` that replace those of `reading`.

    Returns
    -------
    Scores
        Checked scores; `Scores.notes` says what looks strange.

    Raises
    ------
    DataError
        The table cannot be used; the message names file, place and remedy.
    UsageError
        A setting names something that is not in the table.

    Examples
    --------
    >>> scores = read({"A": {"iris": 0.9, "wine": 0.8}, "B": {"iris": 0.7, "wine": 0.8}})
    >>> scores.comparates, scores.tasks
    (('A', 'B'), ('iris', 'wine'))
    """
    reading = _of_one_measure(reading.replace(**overrides))
    with recording() as record, without_limits(no_limits):
        tables = load_all(as_sources(source), reading)
        check_groups(tables, reading)
        _check_measure_setting(tables, reading)
        grids = _shaped(_of_measure(tables, reading), reading, alone=len(tables) == 1)
        scores = _joined(grids, reading)
    return replace(scores, files=MappingProxyType(record.files))


def _joined(grids: list[Grid], reading: Reading) -> Scores:
    """Return the checked scores of all sources."""
    grid, similar = join([show_tasks(grid, reading) for grid in grids])
    higher, notes = direction_of(grid, reading)
    grid = replace(grid, notes=(*grid.notes, *notes))
    reading = reading.replace(higher_is_better=higher)
    check_names(grid, reading)
    check_size(grid)
    scores = _scores(apply_missing_policy(grid, reading, similar), reading)
    scores = replace(scores, task_groups=groups_of(grid, reading), clusters=clusters_of(grid, reading, scores.tasks))
    return as_errors(scores) if reading.errors else scores


def _of_one_measure(reading: Reading) -> Reading:
    """Return the settings of a reading by one measure."""
    if not reading.measures or reading.select_measure:
        return reading
    if len(reading.measures) > 1:
        raise UsageError(
            f"A comparison is by one measure, not by {listed(reading.measures)}: choose it with `select_measure`.",
            [{"select_measure": measure} for measure in reading.measures],
        )
    return reading.replace(select_measure=reading.measures[0])


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


def _of_measure(tables: Sequence[Table], reading: Reading) -> list[Table]:
    """Return the tables of the measure that is selected, or that is the only one of quality."""
    known = list(dict.fromkeys(table.only for table in tables if table.only))
    if len(known) < 2 and reading.select_measure not in known:
        return list(tables)
    quality = [measure for measure in known if kind_of(measure) != "cost"] or known
    if reading.select_measure is None and len(quality) > 1:
        raise Several(f"{tables[0].name} and {len(tables) - 1} more", quality)
    wanted = reading.select_measure or quality[0]
    require([wanted], known, "measure", "`select_measure`")
    return [table for table in tables if table.only in ("", wanted)]


def _shaped(tables: Sequence[Table], reading: Reading, *, alone: bool) -> list[Grid]:
    """Return the scores in each table; of several that do not fit together the error names those that do."""
    grids: list[Grid] = []
    failures: dict[str, DataError] = {}
    for table in tables:
        own = settings_for(table, tables, reading)
        try:
            check_alone(table, own, alone=alone)
            grids.append(to_grid(table, own))
        except DataError as error:
            failures[table.name] = error
    if not failures:
        return grids
    first = next(iter(failures.values()))
    asking = {name: error for name, error in failures.items() if isinstance(error, Several)}
    fits = [table for table in tables if table.name not in failures or table.name in asking]
    if len(tables) == 1 or not fits or len(asking) == len(tables) or not all(table.path for table in tables):
        raise first
    names = [PurePath(table.path).name for table in fits]
    pattern = ",".join(names if len(set(names)) == len(names) else [PurePath(table.path).as_posix() for table in fits])
    choices = next(iter(asking.values())).remedies if asking else ({},)
    stated = [choice["include"] for error in failures.values() for choice in error.remedies if "include" in choice]
    everyone = dict.fromkeys([*(name for grid in grids for name in grid.all_comparates), *",".join(stated).split(",")])
    others = [str(error) for name, error in failures.items() if name not in asking]
    raise DataError(
        f"{' '.join(others[:3])} To leave {'it' if len(others) == 1 else 'such files'} out, say with "
        f"`paths` which files to read: {listed(names, 8)} can be read.",
        [
            *({"paths": pattern, **choice} for choice in choices),
            *([{"include": ",".join(everyone)}] if grids and len(stated) == len(failures) else []),
        ],
    )


def _scores(raw: Grid, reading: Reading) -> Scores:
    """Return the scores with display names."""
    grid = show_comparates(raw, reading)
    groups, colours, notes = appearance_of(raw, reading)
    return Scores(
        frozen(grid.values),
        frozen(np.where(np.isnan(grid.values), 0, grid.decimals).astype(np.int8)),
        grid.tasks,
        grid.comparates,
        higher_is_better=reading.higher_is_better is not False,
        measure=reading.measure_name or grid.measure,
        repeats=None if grid.repeats is None else frozen(grid.repeats),
        tie_tolerance=reading.tie_tolerance,
        numbered=grid.numbered,
        scales=grid.scales,
        failed=grid.failed,
        task_noun=grid.task_noun,
        comparate_noun=grid.comparate_noun,
        missing=reading.missing,
        dropped_tasks=grid.dropped_tasks,
        dropped_comparates=shown(grid.dropped_comparates, reading),
        imputed=tuple((task, reading.names.get(name, name)) for task, name in grid.imputed),
        groups=groups,
        colours=colours,
        notes=(*grid.notes, *suspicions(grid, reading), *notes),
    )


def read_measures(
    source: Any, reading: Reading = _DEFAULTS, *, lower: Sequence[str] = (), **overrides: Any
) -> tuple[Scores, ...]:
    """Return the scores for each measure of a long table; any other table has one measure.

    Parameters
    ----------
    source : str, Path, DataFrame, tuple, mapping or list of these
        As in `read`.
    reading : Reading
        Settings; ``select_measure`` selects a single measure.
    lower : sequence of str
        The measures for which lower is better.
    **overrides
        Fields of `Reading` that replace those of `reading`.

    Returns
    -------
    tuple of Scores
        In the order of the table; `Scores.measure` is the name.

    Raises
    ------
    DataError
        The table cannot be used.
    UsageError
        A name in `lower` is not a measure of the table.

    Examples
    --------
    >>> lines = ["task,comparate,measure,score"]
    >>> for task in ("iris", "wine"):
    ...     lines += [f"{task},A,accuracy,0.9", f"{task},B,accuracy,0.7", f"{task},A,time,8.5", f"{task},B,time,0.4"]
    >>> heads, *rows = [line.split(",") for line in lines]
    >>> table = [dict(zip(heads, row)) for row in rows]
    >>> [(scores.measure, scores.direction) for scores in read_measures(table, lower=["time"])]
    [('accuracy', 'higher'), ('time', 'lower')]
    """
    reading = reading.replace(**overrides)
    below = tuple(map(tidy, [lower] if isinstance(lower, str) else lower))
    names = () if reading.select_measure else measures(source, reading)
    if names:
        require(below, names, "measure", "lower")
        return tuple(
            read(
                source,
                reading,
                select_measure=name,
                higher_is_better=False if name in below else reading.higher_is_better,
            )
            for name in names
        )
    scores = read(source, reading)
    if not reading.select_measure:
        require(below, (scores.measure,), "measure", "lower")
    return (read(source, reading, higher_is_better=False) if scores.measure in below else scores,)


def measures(source: Any, reading: Reading) -> tuple[str, ...]:
    """Return the measures of the long tables among the sources, in their order; none if there is only one.

    Standard input is left out because it can be read only once.
    """
    files = [
        part
        for part in as_sources(source)
        if not (isinstance(part, tuple) or (isinstance(part, str) and part == STDIN))
    ]
    tables = load_all(files, reading)
    if reading.measures:
        return reading.measures
    only = [table.only for table in tables if table.only]
    names = dict.fromkeys([name for name in only if kind_of(name) != "cost"] or only)
    for table in tables:
        own = settings_for(table, tables, reading)
        try:
            roles = None if table.measure else roles_of(table, own)
            if roles and roles.measure is not None and not measure_signs(table, roles):
                names |= dict.fromkeys(name_codes(table.columns[roles.measure])[1])
        except Several as several:
            names |= dict.fromkeys(several.measures)
        except ComparatexError:  # which reading reports
            continue
    return tuple(names) if len(names) > 1 else ()


def _check_measure_setting(tables: Sequence[Table], reading: Reading) -> None:
    """Refuse to select a measure if no table can have several."""
    wanted = reading.select_measure
    if wanted is None or any(table.only or layout_of(table, reading) == "long" for table in tables):
        return
    if all(roles.only != wanted and roles.measure is None for roles in (roles_of(table, reading) for table in tables)):
        raise UsageError(f"{tables[0].name} is a wide table with one measure: leave out `select_measure`.")
