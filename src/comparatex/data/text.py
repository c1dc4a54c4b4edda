"""Separated text to a raw table: separator found out, quotes respected, numbers as written."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from itertools import islice

from comparatex.data.asides import title_note, titles
from comparatex.data.names import quoted
from comparatex.data.table import Table, table
from comparatex.errors import DataError

SEPARATORS = "\t;|,"
"""In the order of trust: commas also stand inside numbers and names."""

_PEEK = 100
_TOLD = re.compile(r"sep=([,;\t|])\r?\n", re.IGNORECASE)
Record = tuple[int, list[str]]


def read_text(text: str, name: str) -> Table:
    """Return the raw table in a text.

    Raises
    ------
    DataError
        The text is empty, has one column only, or a row of another length than the header.
    """
    if not text.strip():
        raise _empty(name)
    told = _TOLD.match(text)  # the line by which spreadsheets tell each other the separator
    records = _records(text, told[1] if told else separator(text), name)
    records = records[1:] if told else records
    if not records:
        raise _empty(name)
    above = titles([cells for _, cells in records[:_PEEK]])
    notes = tuple(title_note(name, f"line {line}", cells) for line, cells in records[:above])
    (_, header), body = records[above], records[above + 1 :]
    header, body = _row_names(header, body)
    if len(header) < 2:
        raise DataError(
            f"{name} has one column only: separate columns by commas, tabs, semicolons or vertical bars."
        )
    _check_lengths(len(header), body, name)
    columns = list(zip(*(cells for _, cells in body), strict=True)) if body else [()] * len(header)
    return table(name, header, columns, [line for line, _ in body], notes=notes)


def _empty(name: str) -> DataError:
    """Return the error for a file without content."""
    return DataError(f"{name} is empty: it needs a header and one row per task.")


def separator(text: str) -> str:
    r"""Return the character that separates columns: it cuts all of the first rows into equally many cells.

    >>> separator("task;A;B\nx;0,95;0,90\n")
    ';'
    """
    return max(SEPARATORS, key=lambda candidate: (*_trust(text, candidate), -SEPARATORS.index(candidate)))


def _trust(text: str, candidate: str) -> tuple[float, int]:
    """Return the share of rows that a separator cuts into as many cells as most, and how many these are."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=candidate, skipinitialspace=True)
    try:
        rows = list(islice(filter(None, reader), _PEEK))
    except csv.Error:
        return 0, 0
    rows = rows[titles(rows) :]
    usual, agreeing = Counter(map(len, rows)).most_common(1)[0]
    if usual < 2 or len(rows[0]) < 2:
        return 0, usual
    # A quote that is none under this separator swallows rows: cells of several lines are rather a bad sign.
    swallowed = any("\n" in cell or "\r" in cell for row in rows for cell in row)
    return agreeing / len(rows) / (1 + swallowed), usual


def _records(text: str, delimiter: str, name: str) -> list[Record]:
    """Return the rows that hold anything, each with the number of its first line."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, skipinitialspace=True)
    records: list[Record] = []
    line = 1
    try:
        for cells in reader:
            if any(map(str.strip, cells)):
                records.append((line, cells))
            line = reader.line_num + 1
    except csv.Error as error:
        raise DataError(
            f"{name}, line {line}: the row cannot be read ({error}); is a quote left open?"
        ) from error
    return records


def _row_names(header: list[str], body: list[Record]) -> tuple[list[str], list[Record]]:
    """Return the table with a heading for row names that have none, as R writes them."""
    if not body or any(len(cells) != len(header) + 1 for _, cells in body):
        return header, body
    if not any(cells[-1].strip() for _, cells in body):  # separators at the ends of the rows only
        return header, [(line, cells[:-1]) for line, cells in body]
    return ["", *header], body


def _check_lengths(width: int, body: list[Record], name: str) -> None:
    """Refuse a row that has not as many cells as the header."""
    for line, cells in body:
        if len(cells) != width:
            open_quote = any("\n" in cell or "\r" in cell for cell in cells)
            remedy = (
                "is a quote left open?"
                if open_quote
                else "complete the row, or quote cells that hold a separator."
            )
            raise DataError(
                f"{name}, line {line} (starting {quoted(cells[0])}) has {len(cells)} of the header's {width} "
                f"cells: {remedy}"
            )
