"""Spreadsheets: Excel workbooks, old and new, and OpenDocument."""

from __future__ import annotations

import datetime
import io
import re
import struct
import sys
import warnings
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from typing import Any
from zipfile import ZipFile

from comparatex.data.headings import titles
from comparatex.data.pivots import Row, from_rows
from comparatex.data.raw_table import Table, check_cells
from comparatex.data.written_numbers import LEVEL, RAISED, SEAM, Unstyled, holds_numbers, without_seams
from comparatex.errors import DataError, UsageError
from comparatex.files import OTHER_WORKBOOKS, check_bytes, size_of_parts
from comparatex.names import hint, quoted

_DIMENSIONS = re.compile(rb"\x94\x01\x10(.{16})", re.DOTALL)
"""The first and last row, and the first and last column, that a sheet of a binary workbook says to have."""
_REFERENCE = re.compile(rb"""=\s*["']([A-Za-z]*)(\d+)["']""")  # where cells are, by letters and row
_FAR = 50  # empty rows or columns behind which a cell is none of the table, where a sheet is nearly all empty
_SPARSE = 100  # cells for each filled one from which a sheet is nearly all empty: merged headings fill more by far


@dataclass(frozen=True)
class _Sheet:
    """A sheet of a workbook, its rows in which something is, and how many sheets there are, and are hidden."""

    name: str
    rows: list[Row]
    n_sheets: int
    n_hidden: int
    notes: tuple[str, ...] = ()


def read_spreadsheet(data: bytes, name: str, suffix: str, largest: int, chosen: str | None = None) -> Table:
    """Return the raw table in a sheet of a workbook, the first with scores unless one is chosen."""
    read: list[_Sheet] = []
    for sheet in _sheets(data, name, suffix, largest, chosen):
        read.append(sheet)
        if _holds_scores(sheet.rows):  # else a sheet of charts, an empty one, or one of texts
            break
    else:
        sheet = next((sheet for sheet in read if sheet.rows), read[-1])
    which = f"the sheet {quoted(sheet.name)}" if chosen else f"the first sheet, {quoted(sheet.name)},"
    if not sheet.rows:
        raise DataError(f"{name}: {which} is empty: put the results there.")
    above, notes = titles(sheet.rows, name, "row")
    if sheet.n_sheets > 1 and not chosen:
        hidden = f" ({sheet.n_hidden} hidden)" if sheet.n_hidden else ""
        first = f"{name} has {sheet.n_sheets} sheets{hidden}: the first with scores, {quoted(sheet.name)}, was read."
        notes = (first, *notes)
    return from_rows(sheet.rows[above:], name, "row", (*notes, *sheet.notes))


def sheets_alike(data: bytes, name: str, suffix: str, largest: int) -> list[str]:
    """Return the names of the sheets with scores if there are several and all have the same headings."""
    if data.count(b"xl/worksheets/") == 2:  # once as a part, and once in the list of parts
        return []
    every = _sheets(data, name, suffix, largest, None)
    sheets = {sheet.name: sheet.rows for sheet in every if _holds_scores(sheet.rows)}
    heads = {tuple(rows[titles(rows, name, "row")[0]][1]) for rows in sheets.values()}
    return [*sheets] if len(heads) == 1 < len(sheets) else []


def _sheets(data: bytes, name: str, suffix: str, largest: int, chosen: str | None) -> Iterator[_Sheet]:
    check_bytes(size_of_parts(data), largest, name)
    other = not data.startswith(b"PK\x03\x04") or suffix in OTHER_WORKBOOKS
    yield from (_by_calamine if other else _by_openpyxl)(data, name, chosen)


def _sheets_called(chosen: str | None, shown: list[str], sheets: list[str], name: str) -> list[str]:
    """Return the names of the sheets to look at: that chosen by its name or number, or those that are not hidden."""
    if chosen is None:
        return shown or sheets
    if chosen in sheets:
        return [chosen]
    if chosen.isdecimal() and 0 < int(chosen) <= len(sheets):
        return [sheets[int(chosen) - 1]]
    raise UsageError(f"{name} has no sheet {quoted(chosen)} (`sheet`){hint(chosen, sheets)}")


def _by_calamine(data: bytes, name: str, chosen: str | None) -> Iterator[_Sheet]:
    """Yield sheets that only calamine reads: it drops the styles within texts, so none of these is a score."""
    check_cells(_area_of_binary(data), 1_000_000, name)  # calamine ends the process where memory does
    try:
        calamine: Any = import_module("python_calamine")
    except ImportError as error:
        raise DataError(
            f"{name} is an old or foreign spreadsheet, which needs python-calamine: run pip install "
            "'comparatex[excel]', or save it as CSV."
        ) from error
    try:
        book = calamine.load_workbook(io.BytesIO(data))
        sheets = list(book.sheet_names)
        visible = calamine.SheetVisibleEnum.Visible
        shown = [about.name for about in book.sheets_metadata if about.visible == visible]
        filled = {
            called: book.get_sheet_by_name(called).to_python(skip_empty_area=False)
            for called in _sheets_called(chosen, shown, sheets, name)
        }
    except (UsageError, MemoryError, KeyboardInterrupt, SystemExit):
        raise
    except BaseException as error:  # a broken workbook may raise anything, also a panic of Rust
        raise DataError(f"{name} cannot be read as a spreadsheet: save it as .xlsx or .csv.") from error
    for called, whole in filled.items():
        cells = {
            (number, column): _like_openpyxl(cell)
            for number, row in enumerate(whole, start=1)
            for column, cell in enumerate(row, start=1)
            if cell != ""
        }
        rows, notes = _without_far(cells, size_of_parts(data) or len(data), name)
        yield _Sheet(called, rows, len(sheets), len(sheets) - len(shown), notes)


def _area_of_binary(data: bytes) -> int:
    """Return the cells that calamine makes of the largest sheet of an .xlsb, as it states them; 0 for other files."""
    areas = [0]
    with suppress(Exception), ZipFile(io.BytesIO(data)) as archive:  # calamine says what is wrong
        for part in archive.namelist():
            if part.endswith(".bin") and (stated := _DIMENSIONS.search(archive.read(part))):
                _, row, _, column = struct.unpack("<4I", stated[1])
                areas.append((row + 1) * (column + 1))
    return max(areas)


def _holds_scores(rows: list[Row]) -> bool:
    return sum(any(holds_numbers([cell]) for cell in cells[1:] if cell is not None) for _, cells in rows) > 1


def _by_openpyxl(data: bytes, name: str, chosen: str | None) -> Iterator[_Sheet]:
    openpyxl: Any = import_module("openpyxl")  # which has no types
    try:
        with warnings.catch_warnings(action="ignore"):  # of styles and extensions of the workbook, not of its values
            book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True, rich_text=True)
        sheets = {str(sheet.title): sheet for sheet in book.worksheets}
        shown = [title for title, sheet in sheets.items() if sheet.sheet_state == "visible"]
        for called in _sheets_called(chosen, shown, list(sheets), name):
            with warnings.catch_warnings(action="ignore"):
                rows, notes = _rows_of(sheets[called], name, size_of_parts(data))
            yield _Sheet(called, rows, len(sheets), len(sheets) - len(shown), notes)
    except (UsageError, DataError, MemoryError):
        raise
    except Exception as error:  # a broken workbook may raise anything
        if not _may_be_sparse(data):  # calamine reads sheets of workbooks whose styles or views break their schema
            with suppress(DataError):
                yield from _by_calamine(data, name, chosen)
                return
        raise DataError(f"{name} cannot be read as an Excel workbook: save it as .xlsx or .csv.") from error


def _may_be_sparse(data: bytes) -> bool:
    """Whether the area of a sheet, which calamine fills, may be far larger than what is in it."""
    try:
        with ZipFile(io.BytesIO(data)) as archive:
            sheets = [archive.read(part) for part in archive.namelist() if part.startswith("xl/worksheets/")]
        for sheet in filter(_REFERENCE.search, sheets):
            letters, rows = zip(*_REFERENCE.findall(sheet), strict=True)
            if 26 ** min(max(map(len, letters)), 9) * max(map(int, rows)) > _SPARSE * len(sheet) + 100_000:
                return True
    except Exception:  # a damaged archive, or a number of thousands of digits
        return True
    return False


def _rows_of(sheet: Any, name: str, n_bytes: int) -> tuple[list[Row], tuple[str, ...]]:
    """Return the rows and columns of a sheet in which something is, and notes on what is hidden or left out.

    The public interface fills up the area of a sheet, and drops the styles within texts.
    """
    reader: Any = import_module("openpyxl.worksheet._reader")
    if not hasattr(sheet, "_get_source"):  # of charts
        return [], ()
    with sheet._get_source() as source:
        content = source.read()
        _refuse_uncomputed(content, sheet.parent._archive, name)
        parser = reader.WorkSheetParser(
            io.BytesIO(content),
            sheet._shared_strings,
            data_only=True,
            epoch=sheet.parent.epoch,
            date_formats=sheet.parent._date_formats,
            timedelta_formats=sheet.parent._timedelta_formats,
            rich_text=True,
        )
        cells = {
            (number, cell["column"]): _plain(cell["value"])
            for number, row in parser.parse()
            for cell in row
            if cell["value"] is not None
        }
    hidden = _hidden(parser, cells, name)
    rows, notes = _without_far(cells, n_bytes, name)
    return rows, (*hidden, *notes)


_FORMULA = re.compile(
    rb"""<c\b([^>]*)>\s*<f\b[^>]*?(?:/>|>([^<]*)</f>)\s*(?:<v>([^<]*)</v>|<v\s*/>)?"""  # attributes, formula, value
)
_ON_LOAD = re.compile(rb"""fullCalcOnLoad=["'](?:1|true)""")
_PLACE = re.compile(rb"""\br=["']([A-Z]+\d+)""")


def _refuse_uncomputed(sheet: bytes, archive: ZipFile, name: str) -> None:
    """Refuse formulas that no program has computed: libraries write them without values, or with zeros.

    Then they are to be computed when the workbook is opened.
    """
    formulas = [cell for cell in _FORMULA.findall(sheet) if b"str" not in cell[0]] if b"<f" in sheet else []
    empty = [cell for cell in formulas if not cell[2]]
    zeros = formulas if all(cell[2] == b"0" for cell in formulas) else []
    missing = empty or (zeros if zeros and _ON_LOAD.search(archive.read("xl/workbook.xml")) else [])
    if missing:
        attributes, formula, _ = missing[0]
        place = stated[1].decode() if (stated := _PLACE.search(attributes)) else "?"
        shown = f" ({quoted('=' + formula.decode(errors='replace'))})" if formula else ""
        raise DataError(
            f"{name}, cell {place}: no program has computed the formula{shown}: open the workbook in one and save it, "
            "or write the values."
        )


def _without_far(cells: Mapping[tuple[int, int], Any], n_bytes: int, name: str) -> tuple[list[Row], tuple[str, ...]]:
    """Return the rows of the cells by row and column; where nearly all are empty without those far from the others."""
    area = max((row for row, _ in cells), default=0) * max((column for _, column in cells), default=0)
    far = _apart(cells) if area > _SPARSE * len(cells) else {}
    kept = {place: value for place, value in cells.items() if place not in far} if far else cells
    rows, columns = sorted({row for row, _ in kept}), range(1, max({k for _, k in kept}, default=0) + 1)
    check_cells(len(rows) * len(columns), n_bytes, name)
    lone = [f"{quoted(str(cells[place]))} in row {place[0]}" for place in list(far)[:3]]
    notes = tuple(f"{name}: {cell} stands far from the table and is left out." for cell in lone)
    return [(row, [kept.get((row, column)) for column in columns]) for row in rows], notes


def _apart(cells: Mapping[tuple[int, int], Any]) -> dict[tuple[int, int], None]:
    """Return the cells that are alone in their row or column, far from all others."""
    apart: set[tuple[int, int]] = set()
    for axis in (0, 1):
        places = sorted(place[axis] for place in cells)
        beside = zip([-_FAR, *places], places, [*places[1:], sys.maxsize], strict=False)
        lone = {place for before, place, behind in beside if min(place - before, behind - place) > _FAR}
        apart |= {place for place in cells if place[axis] in lone}
    return dict.fromkeys(sorted(apart))


def _hidden(parser: Any, cells: Mapping[tuple[int, int], Any], name: str) -> list[str]:
    rows = {int(row) for row, about in parser.row_dimensions.items() if about.get("hidden") in ("1", "true")}
    spans = [about for about in parser.column_dimensions.values() if about.get("hidden") in ("1", "true")]
    columns = {column for _, column in cells}
    spanned = [k for k in columns if any(int(about["min"]) <= k <= int(about["max"]) for about in spans)]
    numbers = {"row": len(rows & {row for row, _ in cells}), "column": len(spanned)}
    parts = [f"{n} hidden {what}{'s' if n > 1 else ''}" for what, n in numbers.items() if n]
    return [f"{name}: {' and '.join(parts)} of the sheet are read, too."] if parts else []


def _plain(cell: Any) -> Any:
    """Return a cell, as text where parts of it are in styles of their own; struck ones are left out."""
    if not isinstance(cell, list):
        return cell
    parts = []
    for part in cell:
        font = getattr(part, "font", None)
        raised = font is not None and font.vertAlign in ("superscript", "subscript")
        if font is None or not font.strike:
            parts.append(f"{RAISED if raised else SEAM}{getattr(part, 'text', part)}{LEVEL if raised else SEAM}")
    return without_seams("".join(parts))


def _like_openpyxl(cell: Any) -> Any:
    """Return a filled cell of calamine as openpyxl does: whole numbers as such, dates as texts."""
    if isinstance(cell, float) and cell.is_integer() and abs(cell) < 2**53:
        return int(cell)
    is_text = isinstance(cell, (str, datetime.date, datetime.time, datetime.timedelta))
    return Unstyled(cell) if is_text else cell
