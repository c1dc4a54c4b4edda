"""Excel workbooks to raw tables."""

from __future__ import annotations

import io
import warnings
from importlib import import_module
from typing import Any

from comparatex.data.asides import title_note, titles
from comparatex.data.names import quoted
from comparatex.data.table import Table, table
from comparatex.errors import DataError


def read_excel(data: bytes, name: str) -> Table:
    """Return the raw table in the first sheet of a workbook.

    Raises
    ------
    DataError
        No openpyxl, no readable workbook, or an empty sheet.
    """
    sheet, rows, n_sheets = _first_sheet(data, name)
    filled = [
        (number, row) for number, row in enumerate(rows, start=1) if any(cell is not None for cell in row)
    ]
    if not filled:
        raise DataError(f"{name}: the first sheet, {quoted(sheet)}, is empty: put the results there.")
    above = titles([row for _, row in filled])
    (_, header), body = filled[above], filled[above + 1 :]
    columns = [[row[k] for _, row in body] for k in range(len(header))]
    notes = [title_note(name, f"row {number}", row) for number, row in filled[:above]]
    if n_sheets > 1:
        notes.insert(0, f"{name} has {n_sheets} sheets: the first, {quoted(sheet)}, was read.")
    return table(name, header, columns, [number for number, _ in body], "row", tuple(notes))


def _first_sheet(data: bytes, name: str) -> tuple[str, list[tuple[Any, ...]], int]:
    """Return name and rows of the first sheet, and how many sheets there are."""
    try:
        openpyxl: Any = import_module("openpyxl")
    except ImportError as error:
        raise DataError(
            f"{name} is an Excel workbook, which needs openpyxl: run pip install 'comparatex[excel]', or "
            "save it as CSV."
        ) from error
    try:
        with warnings.catch_warnings():
            warnings.simplefilter(
                "ignore"
            )  # about styles and extensions of the workbook, not about its values
            book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True)
            sheet = book.worksheets[0]
            sheet.reset_dimensions()  # some writers state a wrong size
            rows = list(sheet.iter_rows(values_only=True))
            width = max(map(len, rows), default=0)
            return (
                str(sheet.title),
                [(*row, *[None] * (width - len(row))) for row in rows],
                len(book.worksheets),
            )
    except Exception as error:  # a broken workbook may raise anything
        raise DataError(f"{name} cannot be read as an Excel workbook: save it as .xlsx or .csv.") from error
