"""Spreadsheets: Excel workbooks, old and new, and OpenDocument."""

from __future__ import annotations

import datetime
import io
import re
import warnings
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from comparatex.data.merged_headings import from_rows
from comparatex.data.names import count_titles, hint, quoted, title_note
from comparatex.data.raw_table import Table, too_large
from comparatex.data.written_numbers import LEVEL, RAISED, SEAM, without_seams
from comparatex.errors import DataError, UsageError
from comparatex.files import limited

OLD_EXCEL = b"\xd0\xcf\x11\xe0"
_ODD_CELL = re.compile(
    rb't="[de]"|<rPh|_x[0-9A-Fa-f]{4}_|<t[^>]*>\s*</t>|<t[^>]*/>|<v>\s*</v>|<v/>'
    rb"|<v>-?\d+(?:\.0*|(?:\.\d*)?[eE]\+?\d+)</v>|<(?:\w+:)?r[ >]"
)
"""Errors and dates, readings of characters, escapes, empty texts, whole numbers written as others, and parts of texts
in styles of their own."""

_FOREIGN = (".xls", ".xlsb", ".ods")


@dataclass(frozen=True)
class _Sheet:
    """A sheet of a workbook, and the names of all."""

    name: str
    rows: list[Sequence[Any]]
    sheets: list[str]


def is_foreign(data: bytes, suffix: str) -> bool:
    """Whether a spreadsheet is of a kind that only calamine reads."""
    return data.startswith(OLD_EXCEL) or suffix in _FOREIGN


def read_spreadsheet(data: bytes, name: str, suffix: str, largest: int, chosen: str | None = None) -> Table:
    """Return the raw table in a sheet of a workbook, the first unless one is chosen.

    Raises
    ------
    DataError
        The package that reads it is missing, the workbook cannot be read, or the sheet is empty.
    UsageError
        It has no sheet of the name that is chosen.
    """
    if limited() and size_of_parts(data) > largest:
        raise too_large(name, largest)
    if is_foreign(data, suffix):
        sheet = _by_calamine(data, name, chosen)
    else:
        sheet = _plain_by_calamine(data, name, chosen) or _by_openpyxl(data, name, chosen)
    filled = [
        (number, row)
        for number, row in enumerate(sheet.rows, start=1)
        if any(cell is not None for cell in row)
    ]
    which = f"the sheet {quoted(sheet.name)}" if chosen else f"the first sheet, {quoted(sheet.name)},"
    if not filled:
        raise DataError(f"{name}: {which} is empty: put the results there.")
    above = count_titles([row for _, row in filled])
    notes = [title_note(name, f"row {number}", row) for number, row in filled[:above]]
    if len(sheet.sheets) > 1 and not chosen:
        notes.insert(0, f"{name} has {len(sheet.sheets)} sheets: the first, {quoted(sheet.name)}, was read.")
    return from_rows(filled[above:], name, "row", tuple(notes))


def size_of_parts(data: bytes) -> int:
    """Return how large the files in an archive are; 0 for one that is damaged."""
    from zipfile import BadZipFile, ZipFile

    with suppress(BadZipFile, ValueError, OSError, NotImplementedError):
        return sum(part.file_size for part in ZipFile(io.BytesIO(data)).infolist())
    return 0


def _sheet_called(chosen: str | None, sheets: list[str], name: str) -> str:
    """Return the name of the sheet to read, chosen by its name or number."""
    if chosen is None:
        return sheets[0]
    if chosen in sheets:
        return chosen
    if chosen.isdecimal() and 0 < int(chosen) <= len(sheets):
        return sheets[int(chosen) - 1]
    raise UsageError(f"{name} has no sheet {quoted(chosen)} (`sheet`){hint(chosen, sheets)}")


def _plain_by_calamine(data: bytes, name: str, chosen: str | None) -> _Sheet | None:
    """Return a sheet in a seventh of the time that openpyxl takes, if both find the same cells; None otherwise."""
    try:
        calamine: Any = import_module("python_calamine")
        if _has_odd_cells(data):
            return None
        book = calamine.load_workbook(io.BytesIO(data))
        if any(sheet.typ != calamine.SheetTypeEnum.WorkSheet for sheet in book.sheets_metadata):
            return None
        called = _sheet_called(chosen, list(book.sheet_names), name)
        rows = book.get_sheet_by_name(called).to_python(skip_empty_area=False)
    except UsageError:
        raise
    except BaseException as error:  # openpyxl says what is wrong; Rust may panic
        if isinstance(error, (KeyboardInterrupt, SystemExit)):
            raise
        return None
    cells: list[Sequence[Any]] = [[_cell(cell) for cell in row] for row in rows]
    kinds = {type(cell) for row in rows for cell in row}
    if not kinds <= {str, float, bool} or any(
        isinstance(cell, float) and cell.is_integer() for row in cells for cell in row
    ):
        return None
    return _Sheet(called, cells, list(book.sheet_names))


def _has_odd_cells(data: bytes) -> bool:
    """Whether a workbook holds cells that calamine returns in another way than openpyxl."""
    from zipfile import ZipFile

    with ZipFile(io.BytesIO(data)) as parts:
        return any(
            _ODD_CELL.search(parts.read(part)) is not None
            for part in parts.namelist()
            if part.startswith("xl/worksheets/sheet") or part == "xl/sharedStrings.xml"
        )


def _by_openpyxl(data: bytes, name: str, chosen: str | None) -> _Sheet:
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
            book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True, rich_text=True)
            sheets = [str(sheet.title) for sheet in book.worksheets]
            called = _sheet_called(chosen, sheets, name)
            sheet = book.worksheets[sheets.index(called)]
            with sheet._get_source() as source:
                return _Sheet(called, _rows_of(sheet, source), sheets)
    except UsageError:
        raise
    except Exception as error:  # a broken workbook may raise anything
        raise DataError(f"{name} cannot be read as an Excel workbook: save it as .xlsx or .csv.") from error


def _rows_of(sheet: Any, source: Any) -> list[Sequence[Any]]:
    """Return the rows of a sheet, with the styles within texts of all kinds, which the public interface drops."""
    reader: Any = import_module("openpyxl.worksheet._reader")
    parser = reader.WorkSheetParser(
        source,
        sheet._shared_strings,
        data_only=True,
        epoch=sheet.parent.epoch,
        date_formats=sheet.parent._date_formats,
        timedelta_formats=sheet.parent._timedelta_formats,
        rich_text=True,
    )
    rows: list[Sequence[Any]] = []
    cells = {number: {cell["column"]: cell["value"] for cell in row} for number, row in parser.parse()}
    width = max((max(row, default=0) for row in cells.values()), default=0)
    for number in range(1, max(cells, default=0) + 1):
        row = cells.get(number, {})
        rows.append([_plain(row.get(column)) for column in range(1, width + 1)])
    return rows


def _plain(cell: Any) -> Any:
    """Return a cell, as text where parts of it are in styles of their own; struck ones are left out."""
    if not isinstance(cell, list):
        return cell
    parts = []
    for part in cell:
        font = getattr(part, "font", None)
        raised = font is not None and font.vertAlign in ("superscript", "subscript")
        if font is None or not font.strike:
            parts.append(
                f"{RAISED if raised else SEAM}{getattr(part, 'text', part)}{LEVEL if raised else SEAM}"
            )
    return without_seams("".join(parts))


def _by_calamine(data: bytes, name: str, chosen: str | None) -> _Sheet:
    try:
        calamine: Any = import_module("python_calamine")
    except ImportError as error:
        raise DataError(
            f"{name} is an old or foreign spreadsheet, which needs python-calamine: run pip install "
            "'comparatex[excel]', or save it as .xlsx or .csv."
        ) from error
    try:
        book = calamine.load_workbook(io.BytesIO(data))
        called = _sheet_called(chosen, list(book.sheet_names), name)
        rows = book.get_sheet_by_name(called).to_python(skip_empty_area=False)
    except UsageError:
        raise
    except BaseException as error:  # a broken workbook may raise anything, also a panic of Rust
        if isinstance(error, (KeyboardInterrupt, SystemExit)):
            raise
        raise DataError(f"{name} cannot be read as a spreadsheet: save it as .xlsx or .csv.") from error
    return _Sheet(called, [[_cell(cell) for cell in row] for row in rows], list(book.sheet_names))


def _cell(cell: Any) -> Any:
    """Return a cell as openpyxl does: whole numbers as such, dates as text, nothing where it is empty."""
    if cell == "" and isinstance(cell, str):
        return None
    if isinstance(cell, float) and cell.is_integer() and abs(cell) < 2**53:
        return int(cell)
    return str(cell) if isinstance(cell, (datetime.date, datetime.time, datetime.timedelta)) else cell
