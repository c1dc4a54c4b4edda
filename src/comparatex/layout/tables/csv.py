"""Tables as files of data: numbers with all their digits, nothing where one is undefined, one line of headings."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Iterator
from itertools import chain

from comparatex.layout.numbers import UNDEFINED
from comparatex.layout.tables.booktabs import Column, Entry, Part, Table, Value
from comparatex.names import guarded


def data(table: Table) -> str:
    """Return a table as CSV, without marks and caption.

    Columns that are side by side on no page are here; tables below each other have an empty line between them. An
    interval, or a record of wins, ties and losses, takes a column for each of its numbers.
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    for number, part in enumerate(table.wholes):
        text.write("\n" if number else "")
        writer.writerows([_cell(value) for value in row] for row in _rows(part))
    return text.getvalue()


def _rows(part: Part) -> Iterator[list[Value]]:
    yield list(chain.from_iterable(map(_headings, part.columns)))
    for line in part.lines:
        yield list(chain.from_iterable(map(_values, part.columns, line.entries)))


def _headings(column: Column) -> tuple[str, ...]:
    return column.values or (column.heading,)


def _values(column: Column, entry: Entry) -> list[Value]:
    """Return the values of an entry, as many as its column has headings."""
    n = len(_headings(column))
    values = [*(entry.values or (entry.text,))][:n]
    return [*values, *[""] * (n - len(values))]


def _cell(value: Value) -> Value:
    """Return what a cell says: names guarded against spreadsheets, nothing for what is undefined."""
    if isinstance(value, str):
        return "" if value == UNDEFINED else guarded(value)
    return value if math.isfinite(value) else ""
