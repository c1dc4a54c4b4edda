"""Tables as files of data: numbers with all their digits, nothing where one is undefined, one line of headings."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Iterable, Iterator
from itertools import chain

from comparatex.data.names import guarded
from comparatex.layout.numbers import UNDEFINED
from comparatex.layout.tables.booktabs import Column, Entry, Part, Table, Value


def data(table: Table) -> str:
    """Return a table as CSV, without marks and caption.

    Columns that are side by side on no page are here; tables below each other have an empty line between them. An
    interval, or a record of wins, ties and losses, takes a column for each of its numbers.

    Parameters
    ----------
    table : Table
        The view model.
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    for number, whole in enumerate(_wholes(table.parts)):
        text.write("\n" if number else "")
        writer.writerows([_cell(value) for value in row] for row in whole)
    return text.getvalue()


def _wholes(parts: Iterable[Part]) -> Iterator[list[list[Value]]]:
    """Yield the rows of each table, the columns of its parts beside each other."""
    rows: list[list[Value]] = []
    for part in parts:
        columns = part.columns[part.repeated :]
        found: list[list[Value]] = [list(chain.from_iterable(map(_headings, columns)))]
        for line in part.lines:
            pairs = zip(columns, line.entries[part.repeated :], strict=True)
            found.append(list(chain.from_iterable(_values(column, entry) for column, entry in pairs)))
        if part.repeated:
            rows = [before + more for before, more in zip(rows, found, strict=True)]
            continue
        if rows:
            yield rows
        rows = found
    yield rows


def _headings(column: Column) -> tuple[str, ...]:
    return column.values or (column.heading,)


def _values(column: Column, entry: Entry) -> list[Value]:
    """Return the values of an entry, as many as its column has headings."""
    n = len(_headings(column))
    found = [*(entry.values or (entry.text,))][:n]
    return [*found, *[""] * (n - len(found))]


def _cell(value: Value) -> Value:
    """Return what a cell says: names guarded against spreadsheets, nothing for what is undefined."""
    if isinstance(value, str):
        return "" if value == UNDEFINED else guarded(value)
    return value if math.isfinite(value) else ""
