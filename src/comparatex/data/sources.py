"""Where a table comes from: a file of any known format, standard input, a data frame or arrays."""

from __future__ import annotations

import sys
from pathlib import Path

from comparatex.data.names import closest, quoted
from comparatex.data.table import Table
from comparatex.data.text import read_text
from comparatex.errors import DataError

STDIN = "-"


def load(source: object) -> Table:
    """Return the raw table in a file (or `-`, standard input)."""
    name = "standard input" if str(source) == STDIN else str(source)
    return decode(content(source), name)


def content(source: object) -> bytes:
    """Return the bytes of a file or of standard input."""
    if str(source) == STDIN:
        return sys.stdin.buffer.read()
    path = Path(str(source))
    try:
        return path.read_bytes()
    except FileNotFoundError as error:
        raise DataError(f"There is no file {path}{_beside(path)}") from error
    except IsADirectoryError as error:
        raise DataError(f"{path} is a folder: name the file in it that holds the results.") from error
    except OSError as error:
        raise DataError(f"Cannot read {path}: {error.strerror or error}.") from error


def decode(data: bytes, name: str) -> Table:
    """Return the raw table in a file's content."""
    return read_text(data.decode("utf-8-sig"), name)


def _beside(path: Path) -> str:
    """Return the end of a sentence about a file that is not there: one beside it that may be meant."""
    folder = path.parent
    close = closest(path.name, sorted(item.name for item in folder.iterdir())) if folder.is_dir() else None
    return f": did you mean {quoted(close)}?" if close else "."
