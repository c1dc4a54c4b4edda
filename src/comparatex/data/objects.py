"""JSON, and Python's own dicts and lists, to a raw table; numbers stay as written."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, NoReturn

from comparatex.data.table import Table, table
from comparatex.errors import DataError


def read_json(text: str, name: str) -> Table:
    """Return the raw table in a JSON text, or in one with a record per line.

    Raises
    ------
    DataError
        No valid JSON (the message names the line), or no table.
    """
    try:
        content = _parsed(text, name)
    except json.JSONDecodeError as error:
        if error.msg != "Extra data":
            raise DataError(f"{name}, line {error.lineno}: no valid JSON ({error.msg}).") from error
        content = _lines(text, name)
    return from_objects(content, name)


def from_objects(content: Any, name: str) -> Table:
    """Return the raw table in objects.

    Known are lists of records; lists of rows, the header first; ``{comparate: {task: score}}``, with lists of
    repeats for scores too; ``{column: [cells]}``; and what pandas writes (``columns``, ``split``, ``table``).
    """
    if isinstance(content, Mapping) and _is_list(content.get("data")):
        if _is_list(content.get("columns")) and set(content) <= {"columns", "index", "data"}:
            return _split(content, name)
        content = content["data"] if "schema" in content else content
    if isinstance(content, Mapping) and content:
        if all(isinstance(cells, Mapping) for cells in content.values()):
            return _columns(content, name)
        if all(_is_list(cells) for cells in content.values()):
            return _lists(content, name)
    elif _is_list(content) and content:
        if all(isinstance(record, Mapping) for record in content):
            return _records(content, name)
        if all(_is_list(row) for row in content):
            return _rows(content[0], content[1:], name)
    elif content in ({}, [], None):
        raise DataError(f"{name} is empty: it needs at least two tasks and two comparates.")
    raise _no_table(name)


def _parsed(text: str, name: str) -> Any:
    """Return objects in which numbers are texts, as written."""

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) < len(pairs):
            keys = sorted(key for key, _ in pairs)
            twice = next(key for key, following in pairwise(keys) if key == following)
            raise DataError(f"{name}: the key '{twice}' comes twice in one object: delete or rename one.")
        return found

    try:
        return json.loads(text, parse_float=str, parse_int=str, parse_constant=str, object_pairs_hook=once)
    except RecursionError:
        raise _no_table(name) from None


def _lines(text: str, name: str) -> list[Any]:
    """Return the records of a text with one JSON value per line."""
    records = []
    for number, line in enumerate(text.splitlines(), start=1):
        try:
            records += [_parsed(line, name)] if line.strip() else []
        except json.JSONDecodeError as error:
            raise DataError(f"{name}, line {number}: no valid JSON ({error.msg}).") from error
    return records


def _is_list(content: Any) -> bool:
    """Tell whether an object is a sequence of others."""
    return isinstance(content, Sequence) and not isinstance(content, (str, bytes))


def _no_table(name: str) -> DataError:
    """Return the error for objects that are no table."""
    return DataError(
        f"{name} holds no table: write a list of records, {{comparate: {{task: score}}}}, or what pandas' "
        "to_json writes."
    )


def _records(records: Sequence[Mapping[str, Any]], name: str) -> Table:
    """Return a table with a row per record; a key that a record lacks is a missing cell."""
    header = list(dict.fromkeys(key for record in records for key in record))
    columns = [[record.get(key) for record in records] for key in header]
    return _table(name, header, columns, "record")


def _rows(header: Sequence[Any], rows: Sequence[Sequence[Any]], name: str) -> Table:
    """Return a table with a list per row."""
    for number, row in enumerate(rows, start=1):
        if len(row) != len(header):
            raise DataError(
                f"{name}, row {number} has {len(row)} cells, the header {len(header)}: complete the row."
            )
    columns = [list(column) for column in zip(*rows, strict=True)] if rows else [[] for _ in header]
    return _table(name, header, columns)


def _split(content: Mapping[str, Any], name: str) -> Table:
    """Return a table from its columns' names, its index and its rows."""
    header, rows, index = content["columns"], content["data"], content.get("index") or []
    if len(index) != len(rows) or _counts([str(label) for label in index]):
        return _rows(header, rows, name)
    return _rows(["", *header], [[label, *row] for label, row in zip(index, rows, strict=True)], name)


def _columns(content: Mapping[str, Mapping[str, Any]], name: str) -> Table:
    """Return a table from its columns, each with its cells by row name."""
    index = list(dict.fromkeys(str(label) for cells in content.values() for label in cells))
    columns = {head: {str(label): cell for label, cell in cells.items()} for head, cells in content.items()}
    if any(_is_list(cell) for cells in columns.values() for cell in cells.values()):
        return _repeats(columns, name)
    cells = [[column.get(label) for label in index] for column in columns.values()]
    if _counts(index):
        return _table(name, list(columns), cells)
    return _table(name, ["", *columns], [index, *cells])


def _repeats(content: Mapping[str, Mapping[str, Any]], name: str) -> Table:
    """Return a long table from lists of repeats by comparate and task."""
    rows = [
        (comparate, task, repeat, score)
        for comparate, scores in content.items()
        for task, cell in scores.items()
        for repeat, score in enumerate(cell if _is_list(cell) else [cell], start=1)
    ]
    return _rows(["comparate", "task", "repeat", "score"], rows, name)


def _lists(content: Mapping[str, Sequence[Any]], name: str) -> Table:
    """Return a table from its columns, each a list."""
    lengths = {len(cells) for cells in content.values()}
    if len(lengths) > 1:
        raise DataError(
            f"{name}: its columns are of different lengths, {min(lengths)} to {max(lengths)}: complete them."
        )
    return _table(name, list(content), [list(cells) for cells in content.values()])


def _counts(labels: Sequence[str]) -> bool:
    """Tell whether row names only count from 0, as pandas names rows that have no name."""
    return list(labels) == [str(number) for number in range(len(labels))]


def _table(name: str, header: Sequence[Any], columns: list[list[Any]], unit: str = "row") -> Table:
    """Return the raw table; refuse a cell that is itself a structure."""
    for column in columns:
        for cell in column:
            if isinstance(cell, Mapping) or _is_list(cell):
                _refuse(name)
    return table(name, header, columns, range(1, len(columns[0]) + 1) if columns else (), unit)


def _refuse(name: str) -> NoReturn:
    """Refuse objects that are no table."""
    raise _no_table(name)
