"""Where a table comes from: a file of any known format, standard input, objects, a data frame or arrays."""

from __future__ import annotations

import csv
import io
import os
import re
import stat
import sys
import time
from array import array
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from functools import cached_property
from importlib import import_module
from itertools import chain, count, groupby, islice
from pathlib import Path, PurePath
from typing import Any, BinaryIO

import numpy as np

from comparatex.data.headings import count_titles, says, stem, titles
from comparatex.data.measures import is_measured
from comparatex.data.objects import (
    arrays_in,
    check_search,
    from_frame,
    from_objects,
    from_series,
    parsed_json,
    plain,
    read_columns,
    read_json,
)
from comparatex.data.pivots import from_rows, has_merged_headings, heading_rows
from comparatex.data.raw_table import Column, Slices, Table, is_blank, make_table
from comparatex.data.scores import BINARY
from comparatex.data.spreadsheets import read_database, read_spreadsheet
from comparatex.data.written_numbers import decimals_in, holds_numbers, number_in
from comparatex.errors import DataError, UsageError
from comparatex.files import (
    JSON,
    OTHER_OBJECTS,
    OTHER_WORKBOOKS,
    PACKED,
    SEPARATED,
    beside,
    check_bytes,
    limited,
    refusing,
    size_of_parts,
    was_read,
)
from comparatex.names import closest, quoted, unguarded

STDIN = "-"
STDIN_NAME = "standard input"
_ARRAYS = (b"\x93NUMPY", b"MATLAB 5")
_OLD_EXCEL = b"\xd0\xcf\x11\xe0"
_BYTE_ORDER_MARKS = {b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16", b"\xef\xbb\xbf": "utf-8"}
_FOREIGN = {
    b"\x89HDF\r\n\x1a\n": "an HDF5 file",
    b"\x80": "a pickle of Python",
    b"%PDF-": "a PDF",
    b"\x89PNG": "a picture",
    b"RDX": "data of R",
}
"""How files begin that hold no text, and what they are."""

SEPARATORS = "\t;|,"  # in the order of trust: commas also stand inside numbers and names
LARGEST_FILE = 1 << 30  # bytes of all tables of a command, unpacked


_PATIENCE = 10.0  # seconds that a pipe may be silent
_UNTOUCHED = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
"""How a stream is opened: without waiting, and with its line ends as they are."""

_PEEK, _TOP = 100, 1 << 16  # rows and characters by which a text is told from others
LEAST, MOST = 1 << 19, 1 << 26  # characters of a text whose cells arrays find, five times as fast, in more memory
_BLOCK = 1 << 8  # rows that are looked at together, and stay in the cache
_LINE = re.compile(r"[^\r\n]*(?:\r\n?|\n)|[^\r\n]+")
_GUARD = re.compile("'[=+@-]")
_SEPARATOR_LINE = re.compile(r"sep=([,;\t|])\r?\n", re.IGNORECASE)
_RULE = re.compile(r":-+:?|-+:|-{3,}")  # "-" and "--" alone stand for missing scores
Record = tuple[int, list[str]]


@dataclass(frozen=True)
class File:
    """A file of results."""

    name: str  # its path, for messages and for the names in it; in an archive, behind that of the archive
    data: bytes  # its content, unpacked
    sheet: str | None = None  # which of several tables is meant, if that is stated
    suffix: str = ""  # the end of its name, without that of packing

    @property
    def path(self) -> PurePath:
        """The path, to be taken apart."""
        return PurePath(self.name)

    @property
    def stem(self) -> str:
        """The name without folder and suffixes."""
        return stem(self.path)

    @property
    def folder(self) -> str:
        """The name of the folder that holds it; empty where it is not known."""
        return self.path.parent.name

    @cached_property
    def text(self) -> str:
        """The content as text."""
        return decode_text(self.data, self.name)

    @cached_property
    def json(self) -> Any:
        """The content of JSON, or of TOML or YAML, with numbers as they are written."""
        if self.suffix in OTHER_OBJECTS:
            return _objects(self.text, self.name, self.suffix)
        return parsed_json(self.text, self.name)

    def mapping(self) -> Mapping[str, Any]:
        """Return the object that a JSON file holds, or refuse what is none."""
        if not isinstance(self.json, Mapping):
            raise self.strange("the file holds no object")
        return self.json

    def strange(self, why: str) -> DataError:
        """Return the error about a file that looks like its format and is not."""
        return DataError(f"{self.name}: {why}; state another `input_format`, or write a table of its scores.")


def load(source: Any, name: str = "", score: str | None = None) -> Table:
    """Return the raw table in a source: a path, ``-``, a data frame, dicts and lists as JSON has them, or itself.

    `name` is what messages call a source that is not a file, and `score` the key of the scores in records.
    """
    if isinstance(source, Table):
        return source
    if isinstance(source, (str, Path)):
        return decode(read_bytes(source), shown_name(source))
    source = as_frame(source)
    if hasattr(source, "iloc"):  # of pandas
        if source.ndim == 1:
            return from_series(source, name or "the series")
        check_search(name or "the data frame", list(source.columns))
        return from_frame(source, name or "the data frame")
    if isinstance(source, (Mapping, list)):
        return from_objects(plain(source), name or "the table", score=score)
    raise DataError(
        f"Scores cannot be read from an object of type {type(source).__name__}: give a path, a data frame or "
        "(array, methods, tasks)."
    )


def shown_name(source: str | Path) -> str:
    """Return what messages call a file."""
    return STDIN_NAME if str(source) == STDIN else str(source)


def as_frame(source: Any) -> Any:
    """Return the objects of pandas for those of other libraries: polars, also lazy, Arrow, xarray, all that stream."""
    kind, what = type(source).__module__.partition(".")[0], f"An object of type {type(source).__name__}"
    if isinstance(source, np.ndarray) and source.dtype.names:  # with fields
        return import_module("pandas").DataFrame(source)
    if hasattr(source, "to_latex") and hasattr(source, "highlight_max"):  # pandas.io.formats.style.Styler
        return source.data
    if isinstance(source, dict):
        return {key: as_frame(part) for key, part in source.items()}
    if kind in ("pandas", "builtins", "numpy"):
        return source
    try:
        if hasattr(source, "collect") and hasattr(source, "collect_schema"):  # polars.LazyFrame
            source = source.collect()
        if kind == "polars" and hasattr(source, "get_columns"):  # whose own way needs pyarrow
            import pandas

            columns = {
                column.name: column.to_numpy() if column.dtype.is_numeric() else column.to_list()
                for column in source.get_columns()
            }
            return pandas.DataFrame(columns)
        if kind == "polars" and hasattr(source, "to_list"):  # a series
            return import_module("pandas").Series(source.to_list(), name=source.name)
        if hasattr(source, "assign_coords"):  # of xarray, which names dimensions that nobody does "dim_0"
            bare = {dim: n for dim, n in source.sizes.items() if dim not in source.coords and dim[:4] != "dim_"}
            source = source.assign_coords({dim: [f"{dim} {k + 1}" for k in range(n)] for dim, n in bare.items()})
        if hasattr(source, "data_vars"):  # xarray.Dataset
            return source.to_dataframe()
        if hasattr(source, "to_dataframe") and source.ndim > 2:  # xarray.DataArray
            return source.to_dataframe(source.name or "score")
        if hasattr(source, "to_pandas"):
            return source.to_pandas()
        if hasattr(source, "__arrow_c_stream__"):
            return import_module("pyarrow").table(source).to_pandas()
    except ImportError as error:
        raise DataError(f"{what} is read by pyarrow: run pip install 'comparatex[parquet]'.") from error
    except Exception as error:  # of another library
        why = f"cannot be made into a data frame ({error})"
        raise DataError(f"{what} {why}: give a data frame of pandas.") from error
    return source


def unpacked(data: bytes, name: str, largest: int | None = None) -> tuple[bytes, str]:
    """Return the content of a file, unpacked, and its suffix without that of packing."""
    suffixes = [suffix.lower() for suffix in Path(name).suffixes]
    for magic, (module, suffix) in PACKED.items():
        if data.startswith(magic):
            fails = f"{name} cannot be unpacked because it is damaged or cut off: copy it again."
            lacks = "is packed by Zstandard, which needs pyarrow: run pip install 'comparatex[parquet]', or unpack it"
            with refusing(fails, f"{name} {lacks} yourself."), _opened(module, io.BytesIO(data)) as file:
                data = _at_most(file, LARGEST_FILE if largest is None else largest, name)
        if suffixes[-1:] == [suffix]:
            suffixes.pop()
    return data, suffixes[-1] if suffixes else ""


def _opened(module: str, file: BinaryIO) -> Any:
    package = import_module(module)
    return package.input_stream(file, compression="zstd") if module == "pyarrow" else package.open(file)


def decode(data: bytes, name: str, sheet: str | None = None, score: str | None = None, kind: str = "") -> Table:
    """Return the raw table in a file's content; unless its kind is stated, content tells it, then the suffix.

    `score` is the key of the scores in JSON.
    """
    data, suffix = unpacked(data, name)
    kind = kind or _kind_of(data, suffix)
    if kind == "excel":
        return read_spreadsheet(data, name, suffix, LARGEST_FILE, sheet)
    if kind == "sqlite":
        return read_database(data, name, sheet)
    if sheet is not None and kind != "json" and (kind or suffix not in JSON + OTHER_OBJECTS):
        raise UsageError(f"{name} is not a spreadsheet: leave out `sheet`.")
    if kind == "parquet":
        return read_columns(data, name)
    if kind == "arrays":
        return _of_arrays(data, name, score)
    text = decode_text(data, name)
    if suffix in OTHER_OBJECTS and kind != "csv":
        return from_objects(_objects(text, name, suffix), name, sheet, score)
    begins = suffix not in (*SEPARATED, ".txt", ".dat") and re.match(r"\s*(\{(?!\|)|\[\s*[\[{\]])", text)
    if kind == "json" or (not kind and (begins or suffix in JSON)):
        return read_json(text, name, sheet, score)
    table = read_text(_of_arff(text) if suffix == ".arff" else text, name)
    return replace(table, notes=(*notes_on_encoding(data, name), *table.notes))


def _kind_of(data: bytes, suffix: str) -> str:
    """Return which of the formats without a reader of their own a file is of; nothing of a text."""
    if (data.startswith((_OLD_EXCEL, b"PK\x03\x04")) and suffix != ".npz") or suffix in OTHER_WORKBOOKS:
        return "excel"
    if data.startswith((b"PAR1", b"ARROW1")):
        return "parquet"
    if data.startswith(b"SQLite format 3"):
        return "sqlite"
    if data.startswith(_ARRAYS) or suffix == ".npz":
        return "arrays"
    return ""


def _of_arrays(data: bytes, name: str, score: str | None) -> Table:
    """Return the table in arrays of NumPy or MATLAB: of scores with their names, or one for each column."""
    check_bytes(size_of_parts(data), LARGEST_FILE, name)
    arrays = as_frame(arrays_in(data, name))
    if isinstance(arrays, np.ndarray):
        raise DataError(f"{name} is an array without names: give (array, methods, tasks) in Python, or save it as CSV.")
    return load(arrays, name, score)


def _objects(text: str, name: str, suffix: str) -> Any:
    """Return the objects in a text of TOML or YAML, with numbers as they are written."""
    try:
        if suffix == ".toml":
            return import_module("tomllib").loads(text, parse_float=str)
        yaml = import_module("yaml")
        return yaml.load(text, Loader=yaml.BaseLoader)
    except ImportError as error:
        raise DataError(f"{name} is YAML, which needs PyYAML: run pip install pyyaml, or save it as JSON.") from error
    except Exception as error:
        raise DataError(f"{name}: not valid {suffix[1:].upper()} ({' '.join(str(error).split())}).") from error


def read_bytes(source: str | Path, largest: int | None = None) -> bytes:
    """Return the content of a file or of standard input; of an SQLite database with the log beside it."""
    largest = LARGEST_FILE if largest is None else largest
    if str(source) == STDIN:
        if sys.stdin is None:
            raise DataError("Standard input is closed: name a file.")
        return _at_most(sys.stdin.buffer, largest, STDIN_NAME)
    path = Path(source)
    try:
        if not stat.S_ISREG(path.stat().st_mode) and not path.is_dir():
            return _read_stream(path, largest)
        if path.is_file():
            check_bytes(path.stat().st_size, largest, str(path), LARGEST_FILE)
        data = path.read_bytes()
        log = beside(path, "-wal")
        was_read(path, data + log)
        return data if not data.startswith(b"SQLite format 3") else _settled(path, data, log)
    except FileNotFoundError as error:
        if path.is_symlink():
            raise DataError(f"{path} is a link to a file that does not exist: name another one.") from error
        raise DataError(f"There is no file {path}{_similar_file(path)}") from error
    except IsADirectoryError as error:
        raise DataError(f"{path} is a folder: name the file in it that holds the results.") from error
    except (OSError, ValueError) as error:  # the latter of half a character, or of a zero byte
        why = getattr(error, "strerror", None) or "no file can have that name"
        raise DataError(f"Cannot read {path}: {why}.") from error


def _at_most(file: BinaryIO, largest: int, name: str) -> bytes:
    """Return what is left in a file, or refuse it where that is more than so many bytes."""
    data = bytes(file.read(largest + 1 if limited() else -1))
    check_bytes(len(data), largest, name, LARGEST_FILE)
    return data


def _settled(path: Path, data: bytes, log: bytes) -> bytes:
    """Return an SQLite database as its clients see it: with what is committed in its log, without what is not."""
    if not log and not beside(path, "-journal"):
        return data
    import sqlite3

    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as base:
            return base.serialize()
    except sqlite3.Error as error:
        raise DataError(
            f"{path} has unfinished changes ({error}): end the program that writes to it, or open and close it with "
            "sqlite3, and try again."
        ) from error


def _similar_file(path: Path) -> str:
    """Return the end of a sentence about a file that does not exist: a similar name in its folder."""
    folder = path.parent
    try:
        close = closest(path.name, sorted(item.name for item in folder.iterdir() if item.is_file()))
    except OSError:
        return f", nor a folder {folder}."
    return f": is {quoted(close)} in that folder meant?" if close else ": check the name."


def _read_stream(path: Path, largest: int) -> bytes:
    """Read a pipe or a device: only up to a limit, and only while something writes to it."""
    device = stat.S_ISCHR(path.stat().st_mode)
    with os.fdopen(os.open(path, _UNTOUCHED), "rb", buffering=0) as file:
        parts: list[bytes] = []
        size, until = 0, time.monotonic() + _PATIENCE
        while True:
            part = file.read(1 << 20)
            if part:
                parts.append(part)
                size, until = size + len(part), time.monotonic() + _PATIENCE
            elif part is not None and (size or device):
                return b"".join(parts)
            elif time.monotonic() > until and limited():
                raise DataError(f"Nothing writes to {path}: name a file, or wait for it with `no_limits`.")
            else:
                time.sleep(0.02)
            check_bytes(size, largest, str(path), LARGEST_FILE)


def decode_text(data: bytes, name: str) -> str:
    """Return the text in a file, decoded as UTF-8, as its byte order mark indicates, or as its letters suggest."""
    encoding = next((codec for mark, codec in _BYTE_ORDER_MARKS.items() if data.startswith(mark)), "utf-8")
    kind = next((kind for magic, kind in _FOREIGN.items() if data.startswith(magic)), "")
    if kind:
        raise DataError(f"{name} is {kind}, which is not read: write the table in it as CSV or Parquet.")
    if encoding != "utf-16" and b"\0" in data:
        line = data[: data.index(b"\0")].count(b"\n") + 1
        raise DataError(f"{name}, line {line} holds a zero byte, so it is not text: save the table as CSV in UTF-8.")
    try:
        return data.decode(encoding).removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        if encoding == "utf-8" and (older := _older_encoding(data)):
            return data.decode(older)
        line = data[: error.start].count(b"\n") + 1
        raise DataError(
            f"{name}, line {line}: the byte 0x{data[error.start]:02x} is not valid {encoding.upper()}: save the "
            "file as UTF-8."
        ) from error


_CYRILLIC = "[оеаинтсрвлкмдпу]", 0.4  # the usual letters of Russian
_LETTERS = {
    "Shift_JIS": ("[\u3040-\u30ff]", 0.2),
    **dict.fromkeys(("CP1251", "KOI8-R", "CP866"), _CYRILLIC),
    "EUC-KR": ("[\uac00-\ud7a3]", 0.9),
    "GB18030": ("[\u4e00-\u9fff]", 0.8),
}
"""For each encoding some of its letters, and their share in a text that hardly is one of another."""
_OF_TURKISH = re.compile(rb"[\xd0\xdd\xde\xf0\xfd\xfe]")  # Icelandic letters otherwise


def _older_encoding(data: bytes) -> str:
    """Return the encoding that a text has which is no UTF-8, going by its letters; empty if it seems to have none."""
    if re.search(rb"[\x00-\x08\x0e-\x1f]", data):
        return ""
    runs = re.findall(rb"[\x80-\xff]+", data)
    if 2 * sum(len(run) == 1 and run >= b"\xa1" for run in runs) > len(runs):  # among other letters, as with accents
        return "CP1254" if _OF_TURKISH.search(data) else "CP1252"
    for codec, (script, least) in _LETTERS.items():
        with suppress(UnicodeDecodeError):
            letters = "".join(letter for letter in data.decode(codec) if not letter.isascii())
            if len(re.findall(script, letters)) >= least * len(letters):
                return codec
    return ""


def notes_on_encoding(data: bytes, name: str) -> tuple[str, ...]:
    """Return a note on a text that is read in an encoding of which nothing but its letters tells."""
    if data.isascii() or any(map(data.startswith, _BYTE_ORDER_MARKS)):
        return ()
    try:
        data.decode()
    except UnicodeDecodeError:
        return (f"{name} is no UTF-8 and read as {_older_encoding(data)}: save it as UTF-8 if names look wrong.",)
    return ()


_ATTRIBUTE = re.compile(r"^@attribute\s+(?:'([^']*)'|\"([^\"]*)\"|(\S+))", re.IGNORECASE | re.MULTILINE)
_DATA = re.compile(r"^@data.*$", re.IGNORECASE | re.MULTILINE)
_PLAIN_QUOTE = re.compile(r"(?<![^,\n])\s*'([^'\n]*)'\s*(?=,|$)", re.MULTILINE)


def _of_arff(text: str) -> str:
    """Return an ARFF file as a text with commas, each row in its line; SciPy's reader takes no texts such as names."""
    data = _DATA.search(text)
    above, below = (text[: data.start()], text[data.end() :]) if data else (text, "")
    names = ["".join(names).replace('"', '""') for names in _ATTRIBUTE.findall(above)]
    rows = re.sub(r"^%.*$", "", _PLAIN_QUOTE.sub(r'"\1"', below), flags=re.MULTILINE)
    return "\n" * above.count("\n") + ",".join(f'"{name}"' for name in names) + rows


def _without_comments(text: str, name: str) -> tuple[str, tuple[str, ...]]:
    """Return a text with empty lines for those behind ``#`` that are neither headings nor rows, and a note on these."""
    lines = text.splitlines() if text.startswith("#") or "\n#" in text else []
    others = [line for line in lines if line.strip() and not line.startswith("#")]
    if not others:
        return text, ()
    mark = separator("\n".join(others[:_PEEK]))
    cells = {
        n: _split(line, mark) if mark in others[0] else line.lstrip("# ").split()
        for n, line in enumerate([others[0], *lines])
        if line.startswith("#") or n == 0
    }
    rows = {n for n, row in cells.items() if any(cell.strip() and holds_numbers([cell]) for cell in row[1:])}
    comments = [n for n, row in cells.items() if n and (len(row) != len(cells[0]) or (0 not in rows and n not in rows))]
    more = f" and {len(comments) - 1} more are taken as comments" if len(comments) > 1 else " is taken as a comment"
    notes = tuple(f"{name}, line {n}: {quoted(lines[n - 1])}{more} and left out." for n in comments[:1])
    for n in comments:
        lines[n - 1] = ""
    for n in cells.keys() - rows - {0}:
        lines[n - 1] = re.sub(r"^#\s*(?=\w)", "", lines[n - 1])
    return "\n".join(lines), notes


def _split(line: str, mark: str) -> list[str]:
    try:
        return next(csv.reader([line], delimiter=mark))
    except csv.Error:  # a comment may be as long as it likes
        return line.split(mark)


_LONGEST_NUMBER = 40  # characters of a text that may be a number alone
_PAIR = re.compile(r"""(?<![A-Za-z_])([A-Za-z_][\w./@-]*+)(?:\s*=\s*|:\s+)("[^"]*"|'[^']*'|[^\s,;|"']+)[\s,;|]*""")


def _of_keys(text: str, name: str) -> Table | None:
    """Return the table in lines that end with keys and values, as ``model=A data=iris acc=0.9`` in a log.

    Where each line has one, the lines are one record, and so is a number alone.
    """
    if any(map(str.isdigit, text)) and holds_numbers([text.strip()]):
        return make_table(name, ["score"], [[text.strip()]], [1])
    records: dict[int, dict[str, str]] = {}
    lines = [(n, line.strip()) for n, line in enumerate(text.splitlines(), 1) if line.strip()]
    for n, line in lines:
        pairs = list(_PAIR.finditer(line))
        behind = next((k for k in range(len(pairs) - 1, 0, -1) if pairs[k - 1].end() != pairs[k].start()), 0)
        record = {pair[1]: pair[2].strip("\"'") for pair in pairs[behind:]}
        whole = bool(pairs) and pairs[-1].end() == len(line) and len(record) == len(pairs) - behind
        if whole and not line[: pairs[behind].start()].endswith((",", ";", "|")):
            records[n] = record
    single = {key: cell for pairs in records.values() for key, cell in pairs.items()}
    alone = len(single) == len(records) == len(lines) and all(len(pairs) == 1 for pairs in records.values())
    if alone:
        records = {1: single}
    kinds = {tuple(record) for record in records.values()}
    known = [
        keys for keys in kinds if any(is_measured(key) if alone else says(key, "comparate", "task") for key in keys)
    ]
    records = {n: record for n, record in records.items() if tuple(record) in known}
    columns = [[record[key] for record in records.values()] for key in known[0]] if len(known) == 1 else []
    if not any(map(holds_numbers, columns)):
        return None
    notes: tuple[str, ...] = ()
    if len(records) < len(lines) and not alone:
        notes = (f"{name}: keys and values at the ends of {len(records)} of {len(lines)} lines are read.",)
    return make_table(name, known[0], columns, list(records), notes=notes)


def read_text(text: str, name: str) -> Table:
    """Return the raw table in a text."""
    text, comments = _without_comments(text, name)
    if (len(text) < _LONGEST_NUMBER or _PAIR.search(text, 0, _TOP)) and (table := _of_keys(text, name)):
        return table
    stated = _SEPARATOR_LINE.match(text)  # the line in which spreadsheets declare the separator
    mark = stated[1] if stated else separator(text)
    drawn = not stated and (not _consistency(text, mark)[0] or _RULED.search(text, 0, _TOP)) and text.strip()
    if drawn and (rows := _drawn(text)):
        note = f"{name}: columns are told apart by {'bars' if _BAR.search(text) else 'blanks'}."
        return from_rows(rows, name, "line", (note,))
    records = _records(text, mark, name) if text.strip() else iter(())
    first = list(islice(records, 1 if stated else 0, _PEEK))
    if not first:
        raise DataError(f"{name} is empty: it needs a header and one row per task.")
    above, notes = titles(first, name, "line")
    notes = (*comments, *notes)
    (_, header), *begun = first[above:]
    numbers = [[holds_numbers([cell]) for cell in cells[1:] if cell] for _, cells in begun[:2]]
    below = has_merged_headings(first[above : above + 3]) and not any(numbers[0]) and any(numbers[1])
    if below or heading_rows([header, *(cells for _, cells in begun)]) != (1, 0):
        body = [*begun, *records]
        for record in body:
            if len(record[1]) != len(header):
                raise _other_length(record, header, name)
        return from_rows([first[above], *body], name, "line", notes)
    if begun and is_rule(begun[0][1]):
        raise DataError(f"{name} is a Markdown table: delete line {begun[0][0]}, the rule of dashes below the header.")
    plain = _plain_columns(text, mark, header, begun) if begun and LEAST <= len(text) <= MOST else None
    columns, lines = plain or _columns(header, chain(begun, records), name)
    if len(columns) > len(header):  # row names, which R writes without a heading, or just separators behind all rows
        columns, header = (columns[:-1], header) if is_blank(columns[-1]) else (columns, ["", *header])
    if len(header) < 2 and not (is_measured(header[0]) and holds_numbers(columns[0])):  # which paths may name
        raise _one_column(name)
    return replace(make_table(name, header, columns, lines, notes=notes), separator=mark)


def _columns(header: Sequence[str], body: Iterator[Record], name: str) -> tuple[list[Column], Sequence[int]]:
    """Return the columns below a header, or one more if all rows have it, and the line of each row.

    Different texts are kept once: millions of rows fit into memory, and each text is understood once.
    """
    first = next(body, (0, []))
    width = len(header) + (len(first[1]) == len(header) + 1)
    lines, codes = array("q"), [array("i") for _ in range(width)]
    places = [defaultdict[str, int](count().__next__) for _ in range(width)]
    body = chain([first] if first[1] else (), body)
    while records := list(islice(body, _BLOCK)):
        numbers, rows = zip(*records, strict=True)
        if {*map(len, rows)} != {width}:  # rows that end in empty cells may lack more of these
            rows = tuple([*cells, *[""] * (width - len(cells))] if not cells[-1] else cells for cells in rows)
        if {*map(len, rows)} != {width}:
            other = next(record for record in records if len(record[1]) != width)
            raise _other_length(first if width > len(header) else other, header, name)
        lines.extend(numbers)
        for coded, place, cells in zip(codes, places, zip(*rows, strict=True), strict=True):
            coded.extend(map(place.__getitem__, cells))
    return [Column(np.array(coded), list(place)) for coded, place in zip(codes, places, strict=True)], lines


def _plain_columns(
    text: str, delimiter: str, header: Sequence[str], begun: Sequence[Record]
) -> tuple[list[Column], Sequence[int]] | None:
    """Return what `_columns` does of a text without quotes, whose rows are alike and none empty; None of others.

    Numbers that hardly repeat stay in the text.
    """
    (line, cells), text = begun[0], text.replace("\r\n", "\n")
    width = len(cells)
    if '"' in text or "\r" in text or _GUARD.search(text) or width - len(header) not in (0, 1):
        return None
    data = (text.split("\n", line - 1)[-1].removesuffix("\n") + "\n").encode()
    ends, decimals, unusual = decimals_in(data, f"{delimiter}\n".encode())
    if len(ends) % width:
        return None
    ends, decimals, unusual = (ends.reshape(-1, width), decimals.reshape(-1, width), unusual.reshape(-1, width))
    at_end = np.frombuffer(data, np.uint8)[ends] == ord("\n")
    if not at_end[:, -1].all() or at_end[:, :-1].any():
        return None
    import pandas as pd

    seen = [*zip(*(cells for _, cells in begun), strict=True)]
    varied = [k for k, cells in enumerate(seen) if holds_numbers(cells) and 2 * len({*cells}) > len(cells)]
    numeric = {k for k in varied if not unusual[:, k].any()}
    starts = np.append(0, ends.ravel()[:-1] + 1).reshape(ends.shape)
    how: dict[str, Any] = {"sep": delimiter, "header": None, "quoting": csv.QUOTE_NONE, "low_memory": False}
    how |= {"dtype": {k: object for k in range(width) if k not in numeric}, "skipinitialspace": " " in text}
    if (starts == ends).any():
        how |= {"keep_default_na": False, "na_values": {k: [""] for k in numeric}}
    else:
        how |= {"na_filter": False}
    if tuple(map(int, pd.__version__.split(".")[:2])) < (3, 1):
        how["float_precision"] = "round_trip"  # as it is from then on
    frame = pd.read_csv(io.BytesIO(data), **how)
    columns = []
    for k, values in enumerate(frame[k].to_numpy() for k in frame):
        if k not in numeric:
            codes, contents = pd.factorize(values)
            columns.append(Column(codes.astype(np.intc), contents.tolist()))
            continue
        if values.dtype.kind not in "if" or ((values == 0) & (decimals[:, k] == BINARY)).any():
            return None  # such as 1.2.3, or 1e-400 written out
        decimals[np.isnan(values), k] = BINARY
        columns.append(Column(np.arange(len(ends)), Slices(data, starts[:, k], ends[:, k])))
        columns[k].holds_numbers, columns[k].numbers = True, (values.astype(float), decimals[:, k])
    return (columns, range(line, line + len(ends))) if all(map(str.strip, columns[0].distinct[1])) else None


def is_rule(cells: list[str]) -> bool:
    """Whether a row is the rule between header and body of a Markdown table."""
    filled = [cell.strip() for cell in cells if cell.strip()]
    return bool(filled) and all(map(_RULE.fullmatch, filled))


def separator(text: str) -> str:
    r"""Return the character that separates columns: it splits all of the first rows into the same number of cells.

    >>> separator("task;A;B\nx;0,95;0,90\n")
    ';'
    """
    return max(SEPARATORS, key=lambda candidate: (*_consistency(text, candidate), -SEPARATORS.index(candidate)))


_LINE_OF_TABLE = re.compile(
    r"[\s=+|:\u2500-\u257f-]*|[#>].*|\s*(<\w+>\s*)+|[\s│┆]*((str|cat|enum|bool|[fiu]\d+)\s*[│┆]\s*)+"
)
"""A rule, a remark, a command or the types of columns."""
_QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"|(\S+)')
_RULED = re.compile(
    r"^[ \t]*[|+\u2500-\u257f]?[-=+|\u2500-\u257f]{3,}[-=+|\u2500-\u257f\s]*$|^[^\S\n]*\* - |^\|-$", re.MULTILINE
)
_BAR = re.compile(r"\s*(?:\|\||!!|[|│┆┃║])\s*")
_BULLET = re.compile(r"\s+(\*)?\s+-\s+(.*)|\s*(\*)\s+-\s+(.*)")
_STYLED = re.compile(r"(\*\*|\*|``|`)(?=\S)(.*\S)\1")
"""A cell in marks of style, as in reStructuredText."""


def _drawn(text: str) -> list[Record]:
    """Return the rows of a table that is drawn with bars or aligned by blanks, as on a screen or copied from a PDF.

    There may be prose around it. Of several blocks of lines, the largest counts; there are none in any other text.
    """
    if tables := drawn_tables(text):
        return max(tables, key=len)
    lines = list(enumerate(text.splitlines(), 1))
    blocks = [[(n, line) for n, line in lines if line.strip()], *_blocks(lines)]
    return max((_unstyled(rows) for rows in map(_aligned, blocks)), key=len)


def drawn_tables(text: str) -> list[list[Record]]:
    """Return the tables that are drawn in a text with bars, or else those between rules, or else those of bullets.

    Behind an empty line another table begins if a rule does.
    """
    lines = list(enumerate(text.splitlines(), 1))
    bars: list[list[Record]] = [[]]
    rules, empty = 0, False  # since the last row
    for n, line in lines:
        if _LINE_OF_TABLE.fullmatch(line):
            drawn = bool(line.strip(" \t|│┆┃║"))
            rules, empty = rules + drawn, empty or not drawn
            continue
        cells = [cell.strip() for cell in _BAR.split(re.sub(r"^\s*[!|│┃║]\s*|\s*[|│┃║]\s*$", "", line))]
        above = bars[-1][-1][1] if bars[-1] else cells
        if len(above) != len(cells) or (rules and empty):
            bars.append([])
        bars[-1].append((n, cells))
        rules, empty = 0, False
    tables = [block for block in bars if len(block) > 1 and len(block[0][1]) >= _FEWEST_COLUMNS]
    tables = tables or [rows for rows in map(_between_rules, _blocks(lines)) if len(rows) > 1]
    if not tables:
        parts = groupby(lines, lambda line: line[1].startswith(".."))
        tables = [rows for directive, part in parts if not directive and len(rows := _bullets(list(part))) > 1]
    return list(map(_unstyled, tables))


def _blocks(lines: Sequence[tuple[int, str]]) -> list[list[tuple[int, str]]]:
    return [list(block) for filled, block in groupby(lines, lambda line: bool(line[1].strip())) if filled]


def _unstyled(rows: Sequence[Record]) -> list[Record]:
    return [(n, [_STYLED.sub(r"\2", cell.strip()) for cell in cells]) for n, cells in rows]


def _between_rules(block: Sequence[tuple[int, str]]) -> list[Record]:
    """Return the rows of a table whose columns are as wide as the parts of its rules; none of any other."""
    spans = next(([*re.finditer(r"=+", line)] for _, line in block if re.fullmatch(r"\s*=+(\s+=+)+\s*", line)), [])
    ends = [*(part.start() for part in spans[1:]), None]
    rows = [(n, line) for n, line in block if not _LINE_OF_TABLE.fullmatch(line)]
    if len(spans) < _FEWEST_COLUMNS or any(line[end - 1 : end].strip() for _, line in rows for end in ends[:-1] if end):
        return []
    return [(n, [line[part.start() : end].strip() for part, end in zip(spans, ends, strict=True)]) for n, line in rows]


def _bullets(lines: Sequence[tuple[int, str]]) -> list[Record]:
    rows: list[Record] = []
    for n, line in lines:
        if cell := _BULLET.fullmatch(line):
            if cell[1] or cell[3]:
                rows.append((n, []))
            if rows:
                rows[-1][1].append(cell[2] or cell[4])
    return rows if len({len(cells) for _, cells in rows}) == 1 else []


def _aligned(block: Sequence[tuple[int, str]]) -> list[Record]:
    """Return the rows of a table that is aligned by blanks; none of any other.

    Two blanks part columns, or each blank does, and what stands before as many numbers in each row is its name.
    """
    lines = [(n, line.strip()) for n, line in block if not _LINE_OF_TABLE.fullmatch(line)]
    lines = [(n, re.sub(r"\s*(±|\+/-)\s*|(?<=\d)\s+(?=\()", r"\1", line)) for n, line in lines]
    if len(lines) > 2 and len(lines[1][1].split()) == 1 < len(lines[2][1].split()):  # as pandas names rows
        (line, heads), (_, rows_head) = lines[:2]
        named = not dict(block)[line][:1].isspace()  # what columns are stands before their headings
        lines[:2] = [(line, f"{rows_head}  {heads.partition(' ')[2] if named else heads}")]
    if len(lines) < 2:
        return []
    rows = [(n, re.split(r"\s{2,}|\t", line)) for n, line in lines]
    if all('"' in line for _, line in lines):  # as R writes names
        rows = [(n, [name or word for name, word in _QUOTED.findall(line)]) for n, line in lines]
    if len({len(cells) for _, cells in rows[1:]}) != 1 or len(rows[-1][1]) < _FEWEST_COLUMNS:
        words = [line.split() for _, line in lines]
        counts = {next((k for k, cell in enumerate(reversed(row)) if not _begins(cell)), 0) for row in words[1:]}
        if len(counts) != 1 or (n_numbers := counts.pop()) < _FEWEST_COLUMNS - 1:
            return []
        rows = [
            (n, [" ".join(row[:-n_numbers]), *row[-n_numbers:]] if k else row)
            for k, ((n, _), row) in enumerate(zip(lines, words, strict=True))
        ]
    (line, head), *body = rows
    if all(cells[0].startswith(f"{k} ") for k, (_, cells) in enumerate(body, start=1)):  # as tibbles count their rows
        body = [(n, [cells[0].split(" ", 1)[1], *cells[1:]]) for n, cells in body]
    width = len(body[0][1])
    head = ["", *head] if len(head) == width - 1 else head  # as R and pandas print row names
    return [(line, head), *body] if len(head) == width else []


def _begins(cell: str) -> bool:
    return holds_numbers([cell]) or number_in(cell) is not None


_FEWEST_COLUMNS = 3


def _consistency(text: str, candidate: str) -> tuple[float, int]:
    """Return the share of rows that a separator splits into the most common number of cells, and that number."""
    reader = csv.reader(_lines(text), delimiter=candidate, skipinitialspace=True)
    try:
        rows = list(islice(filter(None, reader), _PEEK))
    except csv.Error:
        return 0, 0
    n_rows, rows = len(rows), rows[count_titles(rows) :]
    if not rows:
        return 0, 0
    usual, agreeing = Counter(map(len, rows)).most_common(1)[0]
    if usual < 2 or len(rows[0]) < 2:
        return 0, usual
    # A stray quote under this separator swallows rows, so that cells of several lines are a bad sign.
    swallowed = any("\n" in cell or "\r" in cell for row in rows for cell in row)
    return agreeing / n_rows / (1 + swallowed), usual  # a header that is split is no title


def _records(text: str, delimiter: str, name: str) -> Iterator[Record]:
    """Yield the rows that are not empty, each with the number of its first line."""
    reader = csv.reader(_lines(text), delimiter=delimiter, skipinitialspace=True)
    guarded, line = _GUARD.search(text), 1
    try:
        for cells in reader:
            if any(map(str.strip, cells)):
                yield line, list(map(unguarded, cells)) if guarded else cells
            line = reader.line_num + 1
    except csv.Error as error:
        raise DataError(f"{name}, line {line}: the row cannot be read ({error}); is a quote left open?") from error


def _lines(text: str) -> Iterator[str]:
    return (line[0] for line in _LINE.finditer(text))


def _other_length(record: Record, header: Sequence[str], name: str) -> DataError:
    line, cells = record
    if len(header) < 2:
        return _one_column(name)
    is_open = any("\n" in cell or "\r" in cell for cell in cells)
    remedy = "complete the row, or quote cells that hold a separator."
    return DataError(
        f"{name}, line {line} (starting {quoted(cells[0])}) has {len(cells)} of the header's {len(header)} "
        f"cells: {'is a quote left open?' if is_open else remedy}"
    )


def _one_column(name: str) -> DataError:
    return DataError(f"{name} has one column only: separate columns by commas, tabs, semicolons or vertical bars.")
