"""Where a table comes from: a file of any known format, standard input, objects, a data frame or arrays."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

from comparatex.data.names import closest, quoted
from comparatex.data.table import Table
from comparatex.data.text import read_text
from comparatex.errors import DataError

STDIN = "-"
STDIN_NAME = "standard input"

_TEXT = {".csv", ".tsv", ".tab", ".psv", ".txt", ".dat"}
_JSON = {".json", ".jsonl", ".ndjson"}
_PACKED = {b"\x1f\x8b": ("gzip", ".gz"), b"BZh": ("bz2", ".bz2"), b"\xfd7zXZ\x00": ("lzma", ".xz")}
_OLD_EXCEL = b"\xd0\xcf\x11\xe0"
_MARKS = {b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16", b"\xef\xbb\xbf": "utf-8"}


def load(source: Any, name: str = "") -> Table:
    """Return the raw table in a source: a path, ``-``, a data frame, or dicts and lists as JSON has them.

    What is no file is called by `name` in messages.

    Raises
    ------
    DataError
        The source cannot be read, or holds no table.
    """
    if isinstance(source, (str, Path)):
        stdin = str(source) == STDIN
        return decode(_content(source), STDIN_NAME if stdin else str(source))
    if hasattr(source, "to_pandas"):  # polars, pyarrow
        source = source.to_pandas()
    if _is_frame(source):
        from comparatex.data.frames import from_frame

        return from_frame(source, name or "the data frame")
    if isinstance(source, (Mapping, list)):
        from comparatex.data.objects import from_objects

        return from_objects(source, name or "the table")
    raise DataError(
        f"Scores cannot be read from an object of type {type(source).__name__}: give a path, a data frame or "
        "(array, comparates, tasks)."
    )


def decode(data: bytes, name: str) -> Table:
    """Return the raw table in a file's content; content tells its format, then the file's suffix."""
    suffixes = [suffix.lower() for suffix in Path(name).suffixes]
    for magic, (module, suffix) in _PACKED.items():
        if data.startswith(magic):
            data = _unpacked(data, module, name)
            suffixes = suffixes[:-1] if suffixes[-1:] == [suffix] else suffixes
    suffix = suffixes[-1] if suffixes else ""
    if data.startswith(_OLD_EXCEL) or suffix in {".xls", ".ods"}:
        raise DataError(f"{name} is an old or foreign spreadsheet: save it as .xlsx or .csv.")
    if data.startswith(b"PK\x03\x04"):
        from comparatex.data.excel import read_excel

        return read_excel(data, name)
    if data.startswith(b"PAR1"):
        from comparatex.data.frames import read_parquet

        return read_parquet(data, name)
    text = _text(data, name)
    if suffix in _JSON or (suffix not in _TEXT and text.lstrip()[:1] in ("{", "[")):
        from comparatex.data.objects import read_json

        return read_json(text, name)
    return read_text(text, name)


def _content(source: str | Path) -> bytes:
    """Return the bytes of a file or of standard input."""
    if str(source) == STDIN:
        if sys.stdin is None:
            raise DataError("Standard input is closed: name a file.")
        return sys.stdin.buffer.read()
    path = Path(source)
    try:
        return path.read_bytes()
    except FileNotFoundError as error:
        raise DataError(f"There is no file {path}{_beside(path)}") from error
    except IsADirectoryError as error:
        raise DataError(f"{path} is a folder: name the file in it that holds the results.") from error
    except (OSError, ValueError) as error:
        raise DataError(f"Cannot read {path}: {getattr(error, 'strerror', None) or error}.") from error


def _beside(path: Path) -> str:
    """Return the end of a sentence about a file that is not there: the one beside it that may be meant."""
    folder = path.parent
    try:
        close = closest(path.name, sorted(item.name for item in folder.iterdir() if item.is_file()))
    except OSError:
        return f", nor a folder {folder}."
    return f": is {quoted(close)} in that folder meant?" if close else ": check the name."


def _unpacked(data: bytes, module: str, name: str) -> bytes:
    """Return the content of a packed file."""
    try:
        return bytes(import_module(module).decompress(data))
    except Exception as error:  # zlib.error, EOFError, OSError, lzma.LZMAError
        raise DataError(f"{name} cannot be unpacked, it is damaged or cut off: copy it anew.") from error


def _text(data: bytes, name: str) -> str:
    """Return the text in a file: UTF-8, or what its byte order mark says."""
    encoding = next((known for mark, known in _MARKS.items() if data.startswith(mark)), "utf-8")
    if encoding != "utf-16" and b"\0" in data:
        line = data[: data.index(b"\0")].count(b"\n") + 1
        raise DataError(
            f"{name}, line {line} holds a zero byte, so it is no text: save the table as CSV in UTF-8."
        )
    try:
        return data.decode(encoding).removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise DataError(
            f"{name}, line {line}: the byte 0x{data[error.start]:02x} is no {encoding.upper()}: save the "
            "file as UTF-8 (for example by iconv -f latin1 -t utf-8)."
        ) from error


def _is_frame(source: Any) -> bool:
    """Tell whether an object is a pandas data frame, without importing pandas for it."""
    pandas = sys.modules.get("pandas")
    return pandas is not None and isinstance(source, pandas.DataFrame)
