"""Reading: any source in, checked scores out, for one measure or for each."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from pathlib import Path, PurePath
from types import MappingProxyType
from typing import Any

import numpy as np

from comparatex.data import folders, sources
from comparatex.data.checks import apply_missing_policy, check_size, direction_of, suspicions
from comparatex.data.formats import registry
from comparatex.data.formats.registry import Format
from comparatex.data.grid import Grid, join
from comparatex.data.headings import says
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
from comparatex.data.measures import ARROWS, SECONDS, in_unit, is_measured, kind_of, unit_of, without_arrow
from comparatex.data.objects import from_array, from_frames, plain
from comparatex.data.paths import left_out, named_by_paths, stacked
from comparatex.data.pivots import with_whole_rows
from comparatex.data.raw_table import Table, cell_name, distinct_cells, name_codes
from comparatex.data.reading import COLUMNS, Reading, columns_named, name_filter, settings_for
from comparatex.data.records import chosen_rows, measure_signs, to_grid
from comparatex.data.roles import Several, check_alone, heading_of, roles_of, shape_of, with_repeats_in_rows
from comparatex.data.scores import Scores, as_errors, frozen
from comparatex.data.sources import STDIN, File, as_frame, decode, load, read_bytes, shown_name, unpacked
from comparatex.data.spreadsheets import sheets_alike
from comparatex.data.written_numbers import (
    holds_numbers,
    is_missing,
    measured,
    number_in,
    with_texts,
    with_truths,
    without_marks,
)
from comparatex.errors import ComparatexError, DataError, UsageError
from comparatex.files import WORKBOOKS, check_bytes, recording, without_limits
from comparatex.names import hint, listed, quoted, require, separated, tidy
from comparatex.plugins import cause

_DEFAULTS = Reading()


def read(source: Any, reading: Reading = _DEFAULTS, *, no_limits: bool = False, **overrides: Any) -> Scores:
    """Return the scores in a table of results.

    Parameters
    ----------
    source : str, Path, DataFrame, tuple, mapping or list of these
        A file (CSV, TSV, text separated by ``;`` or ``|``, Excel, Parquet, JSON; also compressed) or one in a
        format of another program (see ``comparatex formats``), a folder or archive (ZIP, TAR) of these, a pattern
        such as ``"results/*.csv"``, ``"-"`` for standard input, a data frame, ``(array, comparates, tasks)`` with an
        array of shape (n_tasks, n_comparates[, n_repeats]), or ``{comparate: {task: score}}``. Several are joined by
        task; a file of one comparate, with a column per repeat behind ``Resamples:``, gives it its name.
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
        grid, similar = join([show_tasks(grid, reading) for grid in grids])
        grid = replace(grid, measure=reading.measure_name or grid.measure)
        higher, assumed, notes = direction_of(grid, reading)
        grid = replace(grid, higher_is_better=higher, assumed=(*grid.assumed, *assumed), notes=(*grid.notes, *notes))
        check_names(grid, reading)
        check_size(grid, reading)
        scores = _scores(apply_missing_policy(grid, reading, similar), reading)
        groups, clusters = groups_of(grid, reading), clusters_of(grid, reading, scores.tasks)
    scores = replace(scores, task_groups=groups, clusters=clusters, files=MappingProxyType(record.files))
    return as_errors(scores) if reading.errors else scores


def _of_one_measure(reading: Reading) -> Reading:
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
    fielded = [part for part in source if hasattr(part, "_asdict") or is_dataclass(part)]
    if len(fielded) == len(source) and not isinstance(source[0], Table):
        source = list(map(plain, source))
    rows = all(isinstance(part, list) or (type(part) is tuple and part and np.ndim(part[0]) == 0) for part in source)
    if rows or all(isinstance(part, Mapping) for part in source):
        return [source]
    if sum(isinstance(part, str) and part == STDIN for part in source) > 1:
        raise UsageError("Standard input (-) can be read only once: name files for the others.")
    return list(source)


def _of_measure(tables: Sequence[Table], reading: Reading) -> list[Table]:
    """Return the tables of the measure that is selected, or that is the only one of quality."""
    known = list(dict.fromkeys(table.only for table in tables if table.only))
    if len(known) < 2 and reading.select_measure not in known:
        return list(tables)
    quality = [measure for measure in known if kind_of(measure) != "cost"] or known
    if reading.select_measure is None and len(quality) > 1:
        raise Several(f"{tables[0].name}, with {len(tables) - 1} more,", quality)
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
    grid = show_comparates(raw, reading)
    groups, colours, notes = appearance_of(raw, reading)
    shown_anew: dict[str, Any] = {
        "values": frozen(grid.values),
        "decimals": frozen(np.where(np.isnan(grid.values), 0, grid.decimals).astype(np.int8)),
        "repeats": None if grid.repeats is None else frozen(grid.repeats),
        "tie_tolerance": reading.tie_tolerance,
        "missing": reading.missing,
        "dropped_comparates": shown(grid.dropped_comparates, reading),
        "imputed": tuple((task, reading.names.get(name, name)) for task, name in grid.imputed),
        "tex_names": MappingProxyType({reading.names.get(name, name): tex for name, tex in reading.tex_names.items()}),
        "groups": groups,
        "colours": colours,
        "notes": (*grid.notes, *suspicions(grid), *notes),
    }
    return Scores(**{field.name: getattr(grid, field.name) for field in fields(Scores)} | shown_anew)


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
        better = {name: False if name in below else reading.higher_is_better for name in names}
        return tuple(read(source, reading, select_measure=name, higher_is_better=better[name]) for name in names)
    scores = read(source, reading)
    if not reading.select_measure:
        require(below, (scores.measure,), "measure", "lower")
    return (read(source, reading, higher_is_better=False) if scores.measure in below else scores,)


def measures(source: Any, reading: Reading) -> tuple[str, ...]:
    """Return the measures of the long tables among the sources, in their order; none if there is only one.

    Standard input is left out because it can be read only once.
    """
    parts = [part for part in as_sources(source) if not isinstance(part, tuple)]
    tables = load_all([part for part in parts if not (isinstance(part, str) and part == STDIN)], reading)
    if reading.measures:
        return reading.measures
    only = [table.only for table in tables if table.only]
    names = dict.fromkeys([name for name in only if kind_of(name) != "cost"] or only)
    shared: list[str] = []
    for table in tables:
        own = settings_for(table, tables, reading)
        try:
            roles = None if table.measure else roles_of(table, own)
            if roles and roles.measure is not None and not own.select_measure and not measure_signs(table, roles):
                code, called = name_codes(table.columns[roles.measure])
                names |= dict.fromkeys(called)
                if len(tables) == 1 and roles.task is not None and not (roles.repeats or own.one_task):
                    pairs = np.unique(np.column_stack([code, name_codes(table.columns[roles.task])[0]]), axis=0)
                    shared = [called[k] for k in np.flatnonzero(np.bincount(pairs[:, 0]) > 1)]
        except Several as several:
            names |= dict.fromkeys(several.measures)
        except ComparatexError:  # which reading reports
            continue
    if shared and (alone := [name for name in names if name not in shared]):
        raise DataError(
            f"{tables[0].name} has no more than one task by {listed(alone, 8)}: keep the measures of several tasks "
            f'(`measures="{separated(shared)}"`).',
            [{"measures": separated(shared)}],
        )
    return tuple(names) if len(names) > 1 else ()


def _check_measure_setting(tables: Sequence[Table], reading: Reading) -> None:
    wanted = reading.select_measure
    if wanted is None or any(table.only or shape_of(table, reading) == "scores" for table in tables):
        return
    if all(roles.only != wanted and roles.measure is None for roles in (roles_of(table, reading) for table in tables)):
        known = [roles.only for table in tables if (roles := roles_of(table, reading)).only]
        setting = "measures" if reading.measures else "select_measure"
        if known:
            raise UsageError(f"{tables[0].name} has no measure {quoted(wanted)} (`{setting}`){hint(wanted, known)}")
        raise UsageError(
            f"{tables[0].name} is a wide table with one measure: leave out `{setting}`, or use `measure_name` if the "
            "scores are of that measure."
        )


# --------------------------------------------------------------------------------------------- sources to raw tables


def load_all(given: Sequence[Any], reading: Reading) -> list[Table]:
    """Return the raw table of each source, or one of all files of the same format, where the first of them stands."""
    name = reading.input_format or ""
    wanted = registry.format_called(name) if name else None
    if name and not wanted:
        if fault := next((fault for fault in registry.broken() if quoted(name) in fault), None):
            raise DataError(fault)
        raise UsageError(f"No format is called {quoted(name)} (`input_format`){hint(name, registry.names())}")
    left: list[str] = []
    parts = list(_files(given, reading, left))
    if left and not parts:
        raise UsageError(f"No file fits {quoted(str(reading.paths))} (`paths`): there are {listed(left)}.")
    kinds: dict[object, tuple[Format | None, str, list[Any]]] = {}
    for number, part in enumerate(parts, start=1):
        kind, content = _recognised(part, f"table {number}" if len(parts) > 1 else "", wanted, reading)
        named = folders.fit(reading.paths, part.name) if kind and reading.paths and isinstance(part, File) else None
        names = tuple(named.groupdict().values()) if named else ()  # files with the same ones are one table
        key = (kind.name, *names) if kind else number
        kinds.setdefault(key, (kind, part.name if names else "", []))[2].append(content)
    tables: list[Table] = []
    for kind, path, contents in kinds.values():
        of_kind = _records(kind, contents, reading) if kind else contents
        tables += [replace(table, path=table.path or path) for table in of_kind] if path else of_kind
    for k, table in enumerate(tables):
        table = with_whole_rows(table) if table.format in ("", *registry.DOCUMENTS) else table
        table = replace(table, columns=tuple(map(with_truths, table.columns)))
        table = _with_roles(_with_headings(_without_arrows(table, reading), reading), reading)
        tables[k] = with_repeats_in_rows(_without_marks(_without_units(table, reading), reading), reading)
    if not all(isinstance(source, Table) for source in given):  # which were loaded before
        tables = [_with_roles(table, reading) for table in named_by_paths(tables, reading)]
        tables = chosen_rows(tables, reading) if reading.at else tables
    if left:
        tables[0] = left_out(tables[0], left, len(left) + len(parts))
    return [_without_labels(table, reading) for table in tables]


def _files(given: Sequence[Any], reading: Reading, left: list[str]) -> Iterator[Any]:
    """Yield the files of sources, those in folders and archives one by one, and objects as they are.

    Files that `paths` does not fit are not read, but `left`.
    """
    pattern = reading.paths
    room = sources.LARGEST_FILE  # for all files together, unpacked
    for source in given:
        if not isinstance(source, (str, Path)):
            yield source
            continue
        named = [source] if str(source) == STDIN else folders.gathered([str(source)], reading.input_format, pattern)
        for path in named:
            name = shown_name(path)
            if pattern and not folders.fit(pattern, name) and not folders.plain(name).endswith(folders.HOLDERS):
                left.append(name)
                continue
            data, suffix = unpacked(read_bytes(path, room), name, room)
            for file in _within(File(name, data, reading.sheet, suffix), reading, room):
                if pattern and not folders.fit(pattern, file.name):
                    left.append(file.name)
                    continue
                check_bytes(len(file.data), room, file.name, sources.LARGEST_FILE)
                room -= len(file.data)
                yield file


def _within(file: File, reading: Reading, room: int) -> Iterator[File]:
    """Yield the files in an archive, the sheets of a workbook whose headings are alike, or else the file itself."""
    if folders.is_archive(file.data) and file.suffix not in (".xlsx", ".ods", ".npz"):
        for part, packed in folders.in_archive(file.data, file.name, reading.input_format, reading.paths, room):
            data, suffix = unpacked(packed, part, room)
            yield from _within(File(part, data, reading.sheet, suffix), reading, room)
        return
    sheets: list[str] = []
    if not reading.sheet and not reading.input_format and file.suffix in WORKBOOKS:
        sheets = sheets_alike(file.data, file.name, file.suffix, room)
    yield from (File(f"{file.name}/{sheet}", file.data, sheet, file.suffix) for sheet in sheets) if sheets else [file]


def _recognised(part: Any, label: str, wanted: Format | None, reading: Reading) -> tuple[Format | None, Any]:
    """Return the format of a source with what its reader takes, or None with the raw table."""
    if isinstance(part, Table):
        return None, part
    if not isinstance(part, File):
        try:
            return _of_object(part, label, wanted, reading)
        except RecursionError:
            raise DataError(f"{label or 'The table'} is nested without end: give the scores in it.") from None
    kind = wanted or registry.by_content(registry.FORMATS, part)
    if kind and kind.records and not kind.headings:
        if part.sheet is not None and kind.name not in registry.DOCUMENTS:
            raise UsageError(f"{part.name} is not a spreadsheet: leave out `sheet`.")
        return kind, part
    try:
        stated = wanted.name if wanted and not wanted.records else ""
        table = decode(part.data, part.name, part.sheet, reading.score, stated)
    except DataError as error:
        kind = None if wanted else registry.by_content(registry.others(), part)
        if kind is None:
            faults = registry.broken()
            raise DataError(f"{error} {faults[0]}") if faults else error from None
        return kind, part
    return _by_headings(replace(table, path=table.name), part, wanted, reading)


def _by_headings(table: Table, file: File, wanted: Format | None, reading: Reading) -> tuple[Format | None, Any]:
    """Return the format of a table with its file, or None with the table, as where the user names its columns."""
    absent = [head for head in wanted.headings if head not in table.header] if wanted else []
    if wanted and absent:
        raise DataError(
            f"{table.name} has no column {quoted(absent[0])}, which {wanted.title} has: leave out `input_format`."
        )
    heads = set(table.header)
    stated = {head for role in COLUMNS for head in columns_named(getattr(reading, role), table.header)}
    if not wanted and stated.difference(COLUMNS):
        return None, table
    for kind in [wanted] if wanted else registry.FORMATS:
        fits = kind.headings and heads.issuperset(kind.headings)
        if fits and (not kind.matches or registry.function(kind.matches)(table)):
            return kind, (table, file)
    return None, table


def _of_object(part: Any, label: str, wanted: Format | None, reading: Reading) -> tuple[Format | None, Any]:
    """Return the raw table in Python objects, perhaps of a library or with the headings of a format."""
    part = as_frame(part)
    if isinstance(part, tuple):
        return None, from_array(part, label or "the array", transpose=reading.transpose)
    if isinstance(part, Mapping):
        from comparatex.data.formats.experiments import from_objects

        arrays = any(isinstance(content, np.ndarray) for content in part.values())
        table = from_objects(part if arrays else plain(part), label or "the table")
        if table is None and part and all(hasattr(frame, "iloc") and frame.ndim == 2 for frame in part.values()):
            asked = {role: getattr(reading, role) for role in (*COLUMNS, "group")}
            table = from_frames(part, label or "the table", asked, transpose=reading.transpose)
        if table is not None:
            return None, table
    return _by_headings(load(part, label, reading.score), File(label, b""), wanted, reading)


def _records(kind: Format, parts: list[Any], reading: Reading) -> list[Table]:
    """Return the raw tables that a format makes of its files, or the long one of its records or its tables."""
    from comparatex.data.formats.contract import headed, name_of

    def read(name: str, unit: str, *content: Any) -> list[Table]:
        records = registry.function(kind.records)(*content)
        tables = records if isinstance(records, list) else [records]
        if tables and all(isinstance(table, Table) for table in tables):
            return tables
        return [headed(records, name, preferred=kind.preferred, unit=unit)]

    name = parts[0][0].name if kind.headings else name_of(parts)
    try:
        if kind.together:
            tables = read(name, parts[0][0].unit, parts)
        elif kind.headings:
            long = [
                _with_stated(replace(part, notes=tuple(dict.fromkeys((*table.notes, *part.notes)))), table, reading)
                for table, file in parts
                for part in read(table.name, table.unit, table, file)
            ]
            tables = [stacked(long)]
        else:
            tables = read(name, "record", parts)
    except Exception as error:
        if isinstance(error, (ComparatexError, MemoryError)):
            raise
        if not registry.is_ours(kind):
            raise DataError(
                f"{name}: the format {quoted(kind.name)} of another package fails to read it: {cause(error)}."
            ) from error
        if not isinstance(error, (KeyError, IndexError, TypeError, AttributeError, ValueError)):
            raise
        raise DataError(
            f"{name} looks like {kind.title.partition(':')[0]} ({kind.name}) but lacks something that it has "
            f"({type(error).__name__}: {error}): state another `input_format`, or write a table of the scores."
        ) from error
    paths = {file.name for file in parts} if kind.name in (*registry.DOCUMENTS, "aeon") else set()
    return [replace(table, format=kind.name, path=table.name if table.name in paths else "") for table in tables]


def _with_stated(table: Table, raw: Table, reading: Reading) -> Table:
    """Return a table of records with the columns of the file that say of each row what its format does not."""
    stated = (reading.group, reading.cluster, (reading.at or "").rpartition("=")[0])
    heads = [head for head in stated if isinstance(head, str) and head in raw.header and head not in table.header]
    places = {str(line): row for row, line in enumerate(raw.lines)} if heads else {}
    rows = [row for line in table.lines if (row := places.get(str(line))) is not None]
    if len(rows) < table.n_rows:
        return table
    columns = [[raw.cells(head)[row] for row in rows] for head in heads]
    return replace(table, header=(*table.header, *heads), columns=(*table.columns, *columns))


def _without_labels(table: Table, reading: Reading) -> Table:
    """Return a table whose columns of groups and of clusters are none of the others."""
    stated = {"group": reading.group, "cluster": reading.cluster}
    labels = {kind: head for kind, head in stated.items() if isinstance(head, str) and head in table.header}
    kept = table.without(*labels.values()) if labels else table
    return replace(kept, labels=dict(table.labels) | {kind: table.cells(head) for kind, head in labels.items()})


def _with_headings(table: Table, reading: Reading) -> Table:
    """Return a table whose columns without a heading are called as messages call them, if settings do so."""
    stated = (*(getattr(reading, role) for role in (*COLUMNS, "group")), (reading.at or "").rpartition("=")[0])
    heads = tuple(heading_of(table, k) for k in range(len(table.header)))
    named = {head for text in stated for head in columns_named(text, heads)}
    return table if named <= {*table.header} else replace(table, header=heads)


def _with_roles(table: Table, reading: Reading) -> Table:
    """Return a table with one column for each role that the user states, but repeats: cells are joined by slashes."""
    for role in ("task", "comparate", "measure", "group"):
        stated = getattr(reading, role)
        heads = columns_named(stated, table.header)
        if len(heads) > 1:
            place = table.header.index(heads[0])
            rows = zip(*map(table.cells, heads), strict=True)
            joined = ["/".join(filter(None, map(cell_name, cells))) for cells in rows]
            left = table.without(*(head for head in heads if head not in (reading.group, reading.cluster)))
            table = replace(
                left,
                header=(*left.header[:place], stated, *left.header[place:]),
                columns=(*left.columns[:place], joined, *left.columns[place:]),
            )
    return table


def _without_arrows(table: Table, reading: Reading) -> Table:
    """Return a table whose headings have no arrows up or down, and which knows what these say of its scores.

    Names of rows keep theirs.
    """
    names_and_arrows = list(map(without_arrow, table.header))
    plain = tuple(head for head, _ in names_and_arrows)
    in_rows, first = plain == table.header, table.columns[0]
    if in_rows and not holds_numbers(first) and any(map("".join(names := name_codes(first)[1]).count, ARROWS)):
        names_and_arrows = [(name, without_arrow(name)[1]) for name in names]
    elif in_rows or len(set(plain)) < len(plain):
        return table
    of_methods = in_rows == (reading.transpose or says(table.header[0], "comparate"))
    keep = name_filter(reading, "comparate" if of_methods else "task")
    higher, lower = (
        [head for head, arrow in names_and_arrows if arrow == better and keep(head)] for better in ("higher", "lower")
    )
    if higher and lower and not (table.long and not in_rows) and not reading.score:
        of, setting = "names of rows" if in_rows else "headings", "include" if of_methods else "tasks"
        name_one = f", or name one kind in `{setting}`" if in_rows else ""  # headings may be measures
        raise DataError(
            f"{table.name}: going by the arrows in its {of}, higher scores are better for {listed(higher)} and lower "
            f"ones for {listed(lower)}: give a table of each kind{name_one}.",
            [{setting: separated(kind)} for kind in (higher, lower)] if in_rows else [],
        )
    table = replace(table, header=plain)
    if not lower:
        return table
    note = f"{table.name}: lower scores are better, going by the arrow behind {listed(lower)}."
    return replace(table, lower=table.lower | {"", *lower}, notes=(*table.notes, note))


def _without_units(table: Table, reading: Reading) -> Table:
    """Return a table with the numbers of cells such as ``1.22s``, and the unit in the name of their measure.

    Columns are read in this way where all of their scores have a unit, and either most columns, and all of numbers,
    have the same one or all headings of these name measures. Times in units that differ by powers of ten are in the
    first of them.
    """
    turned = reading.transpose or says(table.header[0], "comparate")
    keep = name_filter(reading, "task" if turned else "comparate")
    read: dict[int, dict[str, tuple[str, str]]] = {}
    plain: list[str] = []
    for k, head in enumerate(table.header):
        named = head == reading.score
        taken = keep(head) or any(name.startswith(f"{head} (") for name in (*reading.include, *reading.tasks))
        if not named and (k == 0 or not taken or says(head, "task", "comparate", "repeat", "measure", "item")):
            continue
        if holds_numbers(table.columns[k]):
            plain.append(head)
            continue
        contents = [cell for cell in distinct_cells(table.columns[k]) if not is_missing(cell)]
        cells = {cell: pair for cell in contents if (pair := measured(cell, bounds=reading.marked_cells))[1]}
        if {"s"} < {unit for _, unit in cells.values()} <= {"s", "m", "min", "h", "d"}:
            cells = {cell: measured(cell, bounds=reading.marked_cells, durations=True) for cell in cells}
        if cells and 2 * len(cells) >= len(contents):
            read[k] = cells
    if not read:
        return table
    measures = all(map(is_measured, plain))
    of_measures = [k for k in read if (head := table.header[k]) == reading.score or (measures and is_measured(head))]
    rest = [k for k in read if k not in of_measures] if not plain or reading.marked_cells else []
    alone = all(kind_of(table.header[k]) == "cost" for k in of_measures)  # beside what is no score
    units = {unit for cells in read.values() for _, unit in cells.values()}
    if plain and not (of_measures or rest) and len(units) == 1 < len(read) > len(plain) and in_unit(*units):
        left = "exclude_tasks" if turned else "exclude"
        raise DataError(
            f"{table.name}: {listed([table.header[k] for k in read], 4)} have scores in {units.pop()}, unlike "
            f"{listed(plain, 4)}: leave what has no unit out with `{left}`.",
            [{left: reading.also(left, plain)}],
        )
    for columns in [*([k] for k in of_measures), *([rest] if rest else [])]:
        table = _in_one_unit(table, reading, {k: read[k] for k in columns}, alone=alone and columns is rest)
    return table


def _in_one_unit(
    table: Table, reading: Reading, read: Mapping[int, Mapping[str, tuple[str, str]]], *, alone: bool
) -> Table:
    """Return a table with the numbers of some columns, where these have one unit or are times."""
    units = [list(dict.fromkeys(unit for _, unit in cells.values())) for cells in read.values()]
    unit, *others = dict.fromkeys(unit for own in units for unit in own)
    columns, header = list(table.columns), list(table.header)
    first, (number, _) = next(iter(next(iter(read.values())).items()))
    letters = [re.fullmatch("a?b?c?d?e?f?g?h?", text) for text in (unit, *others)]  # of groups that do not differ
    if all(letters) and any("a" in text for text in (unit, *others)):
        for k, cells in read.items():
            columns[k] = with_texts(columns[k], {cell: plain for cell, (plain, _) in cells.items()})
        note = f"{table.name}: letters behind numbers are left out, as those of {quoted(first)}."
        return replace(table, columns=tuple(columns), notes=(*table.notes, note))
    if others and not {unit, *others} <= SECONDS.keys():
        mixed = next((k for k, own in zip(read, units, strict=True) if len(own) > 1 and any(map(in_unit, own))), None)
        if mixed is None:  # those of the unit that most have, beside properties in others
            usual = max(units, key=units.count)
            most = {k: cells for (k, cells), own in zip(read.items(), units, strict=True) if own == usual}
            return _in_one_unit(table, reading, most, alone=alone) if 2 * len(most) > len(read) else table
        raise DataError(
            f"{table.name}: column {quoted(table.header[mixed])} has scores in {listed([unit, *others], 4)}: write all "
            "in one unit."
        )
    if len(unit) == 1 and unit.isalpha() and unit not in "xkM" and not in_unit(unit):
        return table  # as a mark that says which methods are alike
    stated = {reading.score, reading.select_measure, *reading.measures, *reading.names}
    for k, cells in read.items():
        for row, cell in enumerate(columns[k]):
            if cell not in cells and number_in(str(cell)):
                raise DataError(f"{table.place(row, k)}: {quoted(cell)} lacks the unit of the others: add it.")
        powers = {own: f"e{SECONDS[own] - SECONDS[unit]}" for own in others}
        columns[k] = with_texts(columns[k], {cell: plain + powers.get(own, "") for cell, (plain, own) in cells.items()})
        with_unit = f"{header[k]} ({unit})"
        if not alone and header[k] not in stated and unit_of(with_unit) and not unit_of(header[k]):
            header[k] = with_unit
    note = f"{table.name}: cells are read as numbers in {unit}, as {quoted(number)} of {quoted(first)}."
    only = table.only or (in_unit(unit) if alone and not table.long else "")
    return replace(table, header=tuple(header), columns=tuple(columns), only=only, notes=(*table.notes, note))


_FOLLOWED = re.compile(r"±|\+/?-|\\pm|(?:\+|_[-−]|[↑↓])\s*[\d.]|[(\[]")
"""What stands between a number and its spread, or opens what is added to it."""


def _without_marks(table: Table, reading: Reading) -> Table:
    """Return a table with the numbers of cells such as ``0.76 ± 0.01``; percent signs are dropped if all have them.

    Unless the user says so, a column is read in this way where all its cells begin with numbers, and what is added
    follows at least half of them; one that names rows only if all others are, too, and it has more than signs.
    """
    stated = reading.marked_cells
    columns = list(table.columns)
    read: dict[str, str] = {}
    percentages: list[str] = []
    for k in [*range(1, len(columns)), 0]:
        if not stated and says(table.header[k], "task", "comparate", "repeat", "measure", "item"):
            continue
        cells, marked = without_marks(columns[k], all_of_them=not stated)
        followed = sum(map(bool, map(_FOLLOWED.search, marked)))
        contents = distinct_cells(columns[k])
        held = len(contents) - sum(map(is_missing, contents)) if followed and not stated else 0
        if not marked or (0 < 2 * followed < held) or (k == 0 and not stated and not (followed and read)):
            continue
        if signs := [cell for cell in marked if re.match(r"[^(\[]*%|.*[)\]]\s*\\?%", cell)]:  # behind the number
            lacking = [row for row, cell in enumerate(columns[k]) if cell not in signs and number_in(str(cell))]
            if lacking:
                signed = [row for row, cell in enumerate(columns[k]) if cell in signs]
                row, what = lacking[0], "lacks the percent sign of the others: add it"
                if len(signed) < len(lacking):
                    row, what = signed[0], "has a percent sign, unlike most others: delete it, or the row"
                raise DataError(f"{table.place(row, k)}: {quoted(columns[k][row])} {what}.")
        percentages += [marked[cell] for cell in signs]
        columns[k] = cells
        read |= marked
    if not read:
        return table
    cell, number = next((pair for pair in read.items() if _FOLLOWED.search(pair[0])), next(iter(read.items())))
    notes = [f"{table.name}: cells are read as the number in front, as {quoted(number)} of {quoted(cell)}."]
    if percentages:
        small = all(float(number.replace(",", ".")) <= 1 for number in percentages)
        doubt = ", but none is above 1 %, as if they were fractions" if small else ""
        notes.append(f"{table.name}: scores are percentages, without their signs{doubt}.")
    return replace(table, columns=tuple(columns), notes=(*table.notes, *notes))
