"""Sheets: of Excel workbooks, old and new, and OpenDocument, and the tables of SQLite databases."""

from __future__ import annotations

import datetime
import io
import re
import struct
import sys
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from functools import reduce
from importlib import import_module
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element
from zipfile import ZipFile

from comparatex.data.headings import titles
from comparatex.data.pivots import Row, from_rows
from comparatex.data.raw_table import MOST_ROWS, Table, check_cells, check_rows, make_table
from comparatex.data.written_numbers import LEVEL, RAISED, SEAM, Unstyled, holds_numbers, without_seams
from comparatex.errors import DataError, UsageError
from comparatex.files import OTHER_WORKBOOKS, check_bytes, refusing, size_of_parts
from comparatex.names import hint, listed, quoted

if TYPE_CHECKING:
    import sqlite3

_DIMENSIONS = re.compile(rb"\x94\x01\x10(.{16})", re.DOTALL)
"""The first and last row, and the first and last column, that a sheet of a binary workbook says to have."""
_REFERENCE = re.compile(rb"""=\s*["']([A-Z]*)(\d+)["']""")  # where cells are, by letters and row
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


@contextmanager
def database(data: bytes, failure: Callable[[str], DataError]) -> Iterator[sqlite3.Connection]:
    """Open an SQLite database in memory, as one that needs no journal beside it."""
    import sqlite3

    try:
        with closing(sqlite3.connect(":memory:")) as base:
            base.deserialize(data[:18] + b"\1\1" + data[20:])
            base.execute("PRAGMA trusted_schema = OFF")
            yield base
    except sqlite3.Error as error:
        raise failure(str(error)) from error


def read_database(data: bytes, name: str, chosen: str | None = None) -> Table:
    """Return a table or view of an SQLite database: that chosen by its name or number, or the only one with numbers."""
    tables: dict[str, list[Row]] = {}
    kinds = "SELECT name FROM sqlite_master WHERE type IN ('table', 'view') AND name NOT GLOB 'sqlite_*'"
    with database(
        data, lambda fails: DataError(f"{name} cannot be read as an SQLite database ({fails}): copy it again.")
    ) as base:
        names = [called for (called,) in base.execute(kinds)]
        for called in _sheets_called(chosen, names, names, name):
            cursor = base.execute(f'SELECT * FROM "{called.replace(chr(34), chr(34) * 2)}" LIMIT {MOST_ROWS + 1}')
            tables[called] = [(0, [head for head, *_ in cursor.description]), *enumerate(cursor, start=1)]
            check_rows(len(tables[called]) - 1, name)
    kept = [called for called, rows in tables.items() if chosen or _holds_scores(rows[1:])]
    if len(kept) != 1:
        raise DataError(
            f"{name} holds {f'{len(kept)} tables with numbers, {listed(kept, 8)}' if kept else 'no table of numbers'}: "
            "choose one with `sheet`, or save one, or a view that joins them, as CSV.",
            [{"sheet": called} for called in kept[:8]],
        )
    (_, header), *rows = tables[kept[0]]
    columns = [[cells[k] for _, cells in rows] for k in range(len(header))]
    return make_table(name, header, columns, range(1, len(rows) + 1), "row")


def sheets_alike(data: bytes, name: str, suffix: str, largest: int) -> list[str]:
    """Return the names of the sheets with scores if there are several and all have the same headings."""
    if data.count(b"xl/worksheets/") == 2:  # once as a part, and once in the list of parts
        return []
    every = _sheets(data, name, suffix, largest, None)
    sheets = {sheet.name: sheet.rows for sheet in every if _holds_scores(sheet.rows)}
    heads = {tuple(rows[titles(rows, name, "row")[0]][1]) for rows in sheets.values()}
    return [*sheets] if len(heads) == 1 < len(sheets) else []


Filled = dict[tuple[int, int], Any]
"""The cells in which something is, by row and column."""
_Book = tuple[list[str], list[str], Callable[[str], tuple[Filled, list[str]]]]
"""The names of all sheets and of those that are not hidden, and what reads one: its cells, and notes."""


def _sheets(data: bytes, name: str, suffix: str, largest: int, chosen: str | None) -> Iterator[_Sheet]:
    check_bytes(size_of_parts(data), largest, name)
    if _OPEN_DOCUMENT in data[:_TOP]:
        yield from _read(_of_open_document, data, name, chosen)
    elif not data.startswith(b"PK\x03\x04") or suffix in OTHER_WORKBOOKS:
        yield from _read(_by_calamine, data, name, chosen)
    else:
        try:
            yield from _read(_by_openpyxl, data, name, chosen, "an Excel workbook")
        except DataError as error:
            if error.__cause__:  # calamine reads more than what keeps to the schema
                with suppress(DataError):
                    yield from _read(_by_calamine, data, name, chosen)
                    return
            raise


def _read(
    reader: Callable[[bytes, str], _Book], data: bytes, name: str, chosen: str | None, kind: str = "a spreadsheet"
) -> Iterator[_Sheet]:
    """Yield the sheets that a reader finds, unless one is chosen."""
    fails = f"{name} cannot be read as {kind}: save it as .xlsx or .csv."
    needs = "an old or foreign spreadsheet, which needs python-calamine: run pip install 'comparatex[excel]'"
    with refusing(fails, f"{name} is {needs}, or save it as CSV."):
        with warnings.catch_warnings(action="ignore"):  # of styles and extensions of the workbook, not of its values
            sheets, shown, cells_in = reader(data, name)
        for called in _sheets_called(chosen, shown, sheets, name):
            with warnings.catch_warnings(action="ignore"):
                cells, notes = cells_in(called)
            rows, far = _without_far(cells, size_of_parts(data) or len(data), name)
            yield _Sheet(called, rows, len(sheets), len(sheets) - len(shown), (*notes, *far))


def _sheets_called(chosen: str | None, shown: list[str], sheets: list[str], name: str) -> list[str]:
    """Return the names of the sheets to look at: that chosen by its name or number, or those that are not hidden."""
    if chosen is None:
        return shown or sheets
    if chosen in sheets:
        return [chosen]
    if chosen.isdecimal() and 0 < int(chosen) <= len(sheets):
        return [sheets[int(chosen) - 1]]
    raise UsageError(f"{name} has no sheet {quoted(chosen)} (`sheet`){hint(chosen, sheets)}")


_OPEN_DOCUMENT, _TOP = b"application/vnd.oasis.opendocument.spreadsheet", 200
"""What stands in the first bytes of such a file."""
_NUMBERS = ("float", "percentage", "currency")


def _of_open_document(data: bytes, name: str) -> _Book:
    with ZipFile(io.BytesIO(data)) as archive:
        root = ElementTree.fromstring(archive.read("content.xml"))
    styles = {_in(style, "name"): _in_parts(style) for style in root.iter() if _kind(style) == "style"}
    sheets = {_in(sheet, "name"): sheet for sheet in root.iter() if _kind(sheet) == "table"}
    visible = {called: styles.get(_in(sheet, "style-name"), {}).get("display") for called, sheet in sheets.items()}
    shown = [called for called, display in visible.items() if display != "false"]
    return [*sheets], shown, lambda called: _in_open_sheet(sheets[called], styles, size_of_parts(data), name)


def _kind(element: Element) -> str:
    return element.tag.rpartition("}")[2]


def _in(element: Element, attribute: str) -> str:
    """Return an attribute whatever its namespace; none has two of the same name that matter."""
    return next((text for key, text in element.items() if key.rpartition("}")[2] == attribute), "")


def _in_parts(style: Element) -> dict[str, str]:
    """Return what the parts of a style say, by their names without namespaces."""
    return {key.rpartition("}")[2]: text for part in style for key, text in part.items()}


def _in_open_sheet(
    sheet: Element, styles: Mapping[str, Mapping[str, str]], n_bytes: int, name: str
) -> tuple[Filled, list[str]]:
    """Return the filled cells of a sheet, and the note on hidden rows."""
    cells: Filled = {}
    number = n_hidden = 0
    for row in (element for element in sheet.iter() if _kind(element) == "table-row"):
        column = 0
        filled: dict[int, Any] = {}
        for cell in row:
            times = int(_in(cell, "number-columns-repeated") or 1)
            content = _in_open_cell(cell, styles)
            if content is None and _in(cell, "formula"):
                raise _uncomputed(
                    name, f"row {number + 1}, column {column + 1}", _in(cell, "formula").partition("=")[2]
                )
            if content is not None:
                check_cells(len(cells) + len(filled) + times, n_bytes, name)
                filled |= dict.fromkeys(range(column + 1, column + times + 1), content)
            column += times
        times = int(_in(row, "number-rows-repeated") or 1)
        if filled:
            check_cells(len(cells) + times * len(filled), n_bytes, name)
            cells |= {(number + k, j): content for k in range(1, times + 1) for j, content in filled.items()}
            n_hidden += times * (_in(row, "visibility") in ("collapse", "filter"))
        number += times
    return cells, _hidden_parts(name, row=n_hidden)


def _in_open_cell(cell: Element, styles: Mapping[str, Mapping[str, str]]) -> Any:
    """Return the number in a cell, or its text, without what is struck in it."""
    if _in(cell, "value-type") in _NUMBERS:
        number = float(_in(cell, "value"))
        return int(number) if number.is_integer() and abs(number) < 2**53 else number
    lines = ["".join(_pieces(line, styles, {})) for line in cell if _kind(line) == "p"]
    return without_seams(" ".join(lines)) or None


def _pieces(element: Element, styles: Mapping[str, Mapping[str, str]], style: Mapping[str, str]) -> Iterator[str]:
    """Yield the pieces of a text, each part with marks around it; struck ones are left out."""
    raised = style.get("text-position", "0%").split()[0] not in ("0%", "0")
    before, behind = (RAISED, LEVEL) if raised else (SEAM, SEAM)
    shown = style.get("text-line-through-style", "none") == "none"
    for text, part in ((element.text, None), *((part.tail, part) for part in element)):
        if part is not None and _kind(part) in ("s", "tab", "line-break"):
            yield " "
        elif part is not None and _kind(part) != "annotation":
            yield from _pieces(part, styles, {**style, **styles.get(_in(part, "style-name"), {})})
        if text and shown:
            yield f"{before}{text}{behind}"


def _by_calamine(data: bytes, name: str) -> _Book:
    """Return sheets that only calamine reads: it drops the styles within texts, so none of these is a score."""
    check_cells(_area(data), 1_000_000, name)  # calamine ends the process where memory does
    calamine: Any = import_module("python_calamine")
    book = calamine.load_workbook(io.BytesIO(data))
    shown = [about.name for about in book.sheets_metadata if about.visible == calamine.SheetVisibleEnum.Visible]

    def cells_in(called: str) -> tuple[Filled, list[str]]:
        rows = enumerate(book.get_sheet_by_name(called).to_python(skip_empty_area=False), start=1)
        filled = ((row, k, cell) for row, cells in rows for k, cell in enumerate(cells, start=1) if cell != "")
        return {(row, column): _like_openpyxl(cell) for row, column, cell in filled}, []

    return list(book.sheet_names), shown, cells_in


def _area(data: bytes) -> int:
    """Return the cells that calamine makes of the largest sheet of a workbook, by the places in it; 0 if unknown."""
    areas = [0]
    with suppress(Exception), ZipFile(io.BytesIO(data)) as archive:  # calamine says what is wrong
        for part in archive.namelist():
            if part.endswith(".bin") and (stated := _DIMENSIONS.search(archive.read(part))):
                _, row, _, column = struct.unpack("<4I", stated[1])
                areas.append((row + 1) * (column + 1))
            elif part.startswith("xl/worksheets/") and (places := _REFERENCE.findall(archive.read(part).upper())):
                letters, rows = zip(*places, strict=True)
                last = max({*letters}, key=lambda text: (len(text), text))[:9]
                areas.append(reduce(lambda column, letter: 26 * column + letter - 64, last, 0) * max(map(int, rows)))
    return max(areas)


def _holds_scores(rows: list[Row]) -> bool:
    return sum(any(holds_numbers([cell]) for cell in cells[1:] if cell is not None) for _, cells in rows) > 1


def _by_openpyxl(data: bytes, name: str) -> _Book:
    openpyxl: Any = import_module("openpyxl")  # which has no types
    book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True, rich_text=True)
    sheets = {str(sheet.title): sheet for sheet in book.worksheets}
    shown = [title for title, sheet in sheets.items() if sheet.sheet_state == "visible"]
    return [*sheets], shown, lambda called: _cells_of(sheets[called], name)


def _cells_of(sheet: Any, name: str) -> tuple[Filled, list[str]]:
    """Return the filled cells of a sheet, and notes on what is hidden.

    The public interface fills up the area of a sheet, and drops the styles within texts.
    """
    reader: Any = import_module("openpyxl.worksheet._reader")
    if not hasattr(sheet, "_get_source"):  # of charts
        return {}, []
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
    return cells, _hidden(parser, cells, name)


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
        raise _uncomputed(name, f"cell {place}", formula.decode(errors="replace"))


def _uncomputed(name: str, place: str, formula: str) -> DataError:
    shown = f" ({quoted('=' + formula)})" if formula else ""
    return DataError(
        f"{name}, {place}: no program has computed the formula{shown}: open the workbook in one and save it, or write "
        "the values."
    )


def _without_far(cells: Filled, n_bytes: int, name: str) -> tuple[list[Row], tuple[str, ...]]:
    """Return the rows of the cells by row and column; where nearly all are empty without those far from the others."""
    area = max((row for row, _ in cells), default=0) * max((column for _, column in cells), default=0)
    far = _apart(cells) if area > _SPARSE * len(cells) else {}
    kept = {place: value for place, value in cells.items() if place not in far} if far else cells
    rows, columns = sorted({row for row, _ in kept}), range(1, max({k for _, k in kept}, default=0) + 1)
    check_cells(len(rows) * len(columns), n_bytes, name)
    lone = [f"{quoted(str(cells[place]))} in row {place[0]}" for place in list(far)[:3]]
    notes = tuple(f"{name}: {cell} stands far from the table and is left out." for cell in lone)
    return [(row, [kept.get((row, column)) for column in columns]) for row in rows], notes


def _apart(cells: Filled) -> dict[tuple[int, int], None]:
    """Return the cells that are alone in their row or column, far from all others."""
    apart: set[tuple[int, int]] = set()
    for axis in (0, 1):
        places = sorted(place[axis] for place in cells)
        beside = zip([-_FAR, *places], places, [*places[1:], sys.maxsize], strict=False)
        lone = {place for before, place, behind in beside if min(place - before, behind - place) > _FAR}
        apart |= {place for place in cells if place[axis] in lone}
    return dict.fromkeys(sorted(apart))


def _hidden(parser: Any, cells: Filled, name: str) -> list[str]:
    rows = {int(row) for row, about in parser.row_dimensions.items() if about.get("hidden") in ("1", "true")}
    spans = [about for about in parser.column_dimensions.values() if about.get("hidden") in ("1", "true")]
    columns = {column for _, column in cells}
    spanned = [k for k in columns if any(int(about["min"]) <= k <= int(about["max"]) for about in spans)]
    return _hidden_parts(name, row=len(rows & {row for row, _ in cells}), column=len(spanned))


def _hidden_parts(name: str, **numbers: int) -> list[str]:
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
