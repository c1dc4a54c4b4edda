"""All sources to raw tables: folders and archives opened, formats recognised, roles of several columns joined."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from comparatex.data import folders
from comparatex.data.formats.registry import (
    FORMATS,
    Format,
    broken,
    by_content,
    cause,
    format_called,
    function,
    is_ours,
    names,
    others,
)
from comparatex.data.measures import without_arrow
from comparatex.data.paths import named_by_paths, stacked
from comparatex.data.raw_table import Cells, Table, cell_name
from comparatex.data.reading import COLUMNS, Reading, comparate_filter, task_filter
from comparatex.data.sources import STDIN, Budget, File, decode, load, read_bytes, shown_name, unpacked
from comparatex.data.written_numbers import number_in
from comparatex.errors import ComparatexError, DataError, UsageError
from comparatex.names import hint, listed, quoted

_DOCUMENTS = ("markdown", "html", "latex")
"""Formats of files that may hold several tables."""


def load_all(given: Sequence[Any], reading: Reading) -> list[Table]:
    """Return the raw table of each source, or one of all files of the same format, where the first of them stands."""
    wanted = _wanted(reading.input_format) if reading.input_format else None
    budget = Budget()
    parts: list[Any] = []
    for source in given:
        if isinstance(source, (str, Path)):
            is_stdin = str(source) == STDIN
            paths = [source] if is_stdin else folders.gathered([str(source)], reading.input_format)
            parts += [file for path in paths for file in _unpacked(path, reading, budget)]
        else:
            parts.append(source)
    kinds: dict[object, tuple[Format | None, list[Any]]] = {}
    for number, part in enumerate(parts, start=1):
        label = f"table {number}" if len(parts) > 1 else ""
        kind, content = _recognised(part, label, wanted, reading)
        kinds.setdefault(kind.name if kind else number, (kind, []))[1].append(content)
    tables = [
        _prepared(table, reading)
        for kind, contents in kinds.values()
        for table in (_records(kind, contents) if kind else contents)
    ]
    if not all(isinstance(source, Table) for source in given):  # which were loaded before
        tables = named_by_paths(tables, reading)
    return [_without_labels(table, reading) for table in tables]


def _wanted(name: str) -> Format:
    """Return the format that is stated."""
    if kind := format_called(name):
        return kind
    if fault := next((fault for fault in broken() if quoted(name) in fault), None):
        raise DataError(fault)
    raise UsageError(f"No format is called {quoted(name)} (`input_format`){hint(name, names())}")


def _unpacked(source: str | Path, reading: Reading, budget: Budget) -> Iterator[File]:
    """Yield a file, or those in an archive."""
    name = shown_name(source)
    data, suffix = unpacked(read_bytes(source, budget.left), name, budget.left)
    if not folders.is_archive(data) or suffix in (".xlsx", ".ods"):
        budget.take(len(data), name)
        yield File(name, data, reading.sheet, suffix)
        return
    for part, packed in folders.in_archive(data, name, reading.input_format, budget.left):
        content, suffix = unpacked(packed, part, budget.left)
        budget.take(len(content), part)
        yield File(part, content, reading.sheet, suffix)


def _recognised(part: Any, label: str, wanted: Format | None, reading: Reading) -> tuple[Format | None, Any]:
    """Return the format of a source with what its reader takes, or None with the raw table."""
    if isinstance(part, Table):
        return None, part
    if not isinstance(part, File):
        return _of_object(part, label, wanted, reading)
    kind = wanted or by_content(FORMATS, part.name, part.data, part.suffix)
    if kind and kind.records and not kind.headings:
        if part.sheet is not None and kind.name not in _DOCUMENTS:
            raise UsageError(f"{part.name} is no spreadsheet: leave out `sheet`.")
        return kind, part
    try:
        table = decode(part.data, part.name, part.sheet)
    except DataError as error:
        kind = None if wanted else by_content(others(), part.name, part.data, part.suffix)
        if kind is None:
            faults = broken()
            raise DataError(f"{error} {faults[0]}") if faults else error from None
        return kind, part
    return _by_headings(replace(table, path=table.name), part, wanted)


def _by_headings(table: Table, file: File, wanted: Format | None) -> tuple[Format | None, Any]:
    """Return the format of a table with its file, or None with the table."""
    absent = [head for head in wanted.headings if head not in table.header] if wanted else []
    if wanted and absent:
        raise DataError(
            f"{table.name} has no column {quoted(absent[0])}, which {wanted.title} has: leave out `input_format`."
        )
    heads = set(table.header)
    for kind in [wanted] if wanted else FORMATS:
        fits = kind.headings and heads.issuperset(kind.headings)
        if fits and (not kind.matches or function(kind.matches)(table)):
            return kind, (table, file)
    return None, table


def _of_object(part: Any, label: str, wanted: Format | None, reading: Reading) -> tuple[Format | None, Any]:
    """Return the raw table in Python objects, perhaps of a library or with the headings of a format."""
    if isinstance(part, tuple):
        from comparatex.data.objects import from_array

        return None, from_array(part, label or "the array", transpose=reading.transpose)
    if isinstance(part, Mapping):
        from comparatex.data.formats.scikit_learn import from_objects
        from comparatex.data.objects import without_frames

        part = without_frames(part)
        found = from_objects(part, label or "the table")
        if found is not None:
            return None, found
    return _by_headings(load(part, label), File(label, b""), wanted)


def _records(kind: Format, parts: list[Any]) -> list[Table]:
    """Return the raw tables that a format makes of its files, or of its tables."""
    from comparatex.data.formats.contract import name_of

    read = function(kind.records)
    name = parts[0][0].name if kind.headings else name_of(parts)
    try:
        if kind.headings:
            long = [
                replace(part, notes=tuple(dict.fromkeys((*table.notes, *part.notes))))
                for table, file in parts
                for part in _tables(kind, read(table, file), table.name, table.unit)
            ]
            tables = [stacked(long)]
        else:
            tables = _tables(kind, read(parts), name)
    except Exception as error:
        if isinstance(error, (ComparatexError, MemoryError)):
            raise
        if not is_ours(kind):
            raise DataError(
                f"{name}: the format {quoted(kind.name)} of another package fails to read it: {cause(error)}."
            ) from error
        if not isinstance(error, (KeyError, IndexError, TypeError, AttributeError, ValueError)):
            raise
        raise DataError(
            f"{name} looks like {kind.title.partition(':')[0]} ({kind.name}) but lacks something that it has "
            f"({type(error).__name__}: {error}): state another `input_format`, or write a table of the scores."
        ) from error
    paths = {one.name for one in parts} if kind.name in (*_DOCUMENTS, "aeon") else set()
    return [replace(table, format=kind.name, path=table.name if table.name in paths else "") for table in tables]


def _tables(kind: Format, read: Any, name: str, unit: str = "record") -> list[Table]:
    """Return the tables that a reader returns, or the long one of its records."""
    from comparatex.data.formats.contract import headed

    tables = read if isinstance(read, list) else [read]
    if tables and all(isinstance(table, Table) for table in tables):
        return tables
    return [headed(read, name, preferred=kind.preferred, unit=unit)]


def _prepared(table: Table, reading: Reading) -> Table:
    """Return a table with one column for each role, without arrows, and with plain numbers on request."""
    table = _without_arrows(table, reading)
    for role in (*COLUMNS, "group"):
        table = _with_role(table, getattr(reading, role))
    return _without_marks(table) if reading.marked_cells else table


def _without_labels(table: Table, reading: Reading) -> Table:
    """Return a table whose columns of groups and of clusters are none of the others."""
    group, cluster = (
        head if isinstance(head, str) and head in table.header else None for head in (reading.group, reading.cluster)
    )
    if group is None and cluster is None:
        return table
    kept = [k for k, head in enumerate(table.header) if head not in (group, cluster)]
    return replace(
        table,
        header=tuple(table.header[k] for k in kept),
        columns=tuple(table.columns[k] for k in kept),
        group=table.cells(group) if group else table.group,
        cluster=table.cells(cluster) if cluster else table.cluster,
    )


def _with_role(table: Table, stated: str | None) -> Table:
    """Return a table in which several columns that are named together are one; their cells are joined by a slash."""
    if not stated or "," not in stated or stated in table.header:
        return table
    heads = list(dict.fromkeys(head.strip() for head in stated.split(",")))
    if not all(head in table.header for head in heads):
        return table
    places = [table.header.index(head) for head in heads]
    joined = ["/".join(map(cell_name, cells)) for cells in zip(*(table.columns[k] for k in places), strict=True)]
    kept = [k for k in range(len(table.header)) if k not in places[1:]]
    return replace(
        table,
        header=tuple(stated if k == places[0] else table.header[k] for k in kept),
        columns=tuple(joined if k == places[0] else table.columns[k] for k in kept),
    )


def _without_arrows(table: Table, reading: Reading) -> Table:
    """Return a table whose headings have no arrows up or down, and which knows what these say of its scores."""
    found = [without_arrow(head) for head in table.header]
    plain = [head for head, _ in found]
    if plain == list(table.header) or len(set(plain)) < len(plain):
        return table
    keep = task_filter(reading) if reading.transpose else comparate_filter(reading)
    heads = {better: [head for head, one in found if one == better and keep(head)] for better in ("higher", "lower")}
    if heads["higher"] and heads["lower"] and not table.long and not reading.score:
        raise DataError(
            f"{table.name}: going by the arrows in its headings, higher scores are better of "
            f"{listed(heads['higher'])} and lower ones of {listed(heads['lower'])}: give tables of each."
        )
    table = replace(table, header=tuple(plain))
    if not heads["lower"]:
        return table
    note = f"{table.name}: lower scores are better, going by the arrow behind {listed(heads['lower'])}."
    return replace(table, lower=table.lower | {"", *heads["lower"]}, notes=(*table.notes, note))


def _without_marks(table: Table) -> Table:
    """Return a table with the numbers of cells such as ``0.76 ± 0.01``; percent signs are dropped if all have them."""
    percent: list[bool] = []
    columns: list[Cells] = []
    for k, cells in enumerate(table.columns):
        if isinstance(cells, np.ndarray):
            columns.append(cells)
            continue
        made = [number_in(cell) for cell in cells]
        signed = ["%" in str(cell) for cell, text in zip(cells, made, strict=True) if text is not None]
        if any(signed) and not all(signed):
            row = next(row for row, text in enumerate(made) if text is not None and "%" not in str(cells[row]))
            raise DataError(
                f"{table.place(row, k)}: {quoted(cells[row])} lacks the percent sign of the others: add it."
            )
        percent += signed[:1]
        columns.append([cell if text is None else text for cell, text in zip(cells, made, strict=True)])
    notes = table.notes
    if any(percent):
        notes = (*notes, f"{table.name}: scores are percentages, without their signs.")
    return replace(table, columns=tuple(columns), notes=notes)
