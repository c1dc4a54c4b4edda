"""The cells of large plain texts, found by arrays: a row in each line, and quotes around whole cells only."""

from __future__ import annotations

import codecs
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from comparatex.data.text_columns import Bytes, Places, TextColumn

_CHUNK = 1 << 18  # bytes that are looked at together, so that the arrays on the way stay in the cache
_LARGEST, _LONGEST = (1 << 32) - 1, (1 << 16) - 1  # bytes of a file and of a cell
_NEWLINE, _RETURN, _SPACE, _QUOTE, _LAST = b'\n\r "~'


def is_plain(data: bytes) -> bool:
    """Whether a text is in UTF-8, without zero bytes, and not too large for the arrays."""
    if len(data) >= _LARGEST or b"\0" in data:
        return False
    if data.isascii():
        return True
    try:
        for _ in codecs.iterdecode((data[k : k + _CHUNK] for k in range(0, len(data), _CHUNK)), "utf-8"):
            pass
    except UnicodeDecodeError:
        return False
    return True


def split_cells(
    data: bytes, start: int, line: int, separator: str, width: int
) -> tuple[list[TextColumn], Sequence[int]] | None:
    """Return the columns of a text from a place on, which begins a line, and the number of each row's line.

    None if the text is not so plain that `csv.reader` would find the same cells: rows differ in length or hold nothing
    but blanks, or quotes do more than enclose a cell. Empty lines are left out.
    """
    text = np.frombuffer(data, np.uint8)
    n_lines = 1 + data.count(b"\n", start)
    starts = np.empty((n_lines, width), np.uint32, order="F")  # columns are read one by one
    lengths = np.empty((n_lines, width), np.uint16, order="F")
    lines = np.empty(n_lines, np.int64)
    n_rows, first = 0, line
    while start < len(data):
        end = data.rfind(b"\n", start, start + _CHUNK) + 1  # whole lines only
        end = end or data.find(b"\n", start + _CHUNK) + 1 or len(data)
        chunk = _split(text[start:end], ord(separator), width)
        if chunk is None or chunk.lengths.max(initial=0) > _LONGEST:
            return None
        rows = slice(n_rows, n_rows + len(chunk.lines))
        np.add(chunk.starts, start, out=starts[rows], casting="unsafe")
        lengths[rows] = chunk.lengths
        lines[rows] = chunk.lines + line
        n_rows, start, line = rows.stop, end, line + chunk.n_lines
    numbers = range(first, line) if n_rows == line - first else lines[:n_rows].tolist()
    return [TextColumn(data, starts[:n_rows, k], lengths[:n_rows, k]) for k in range(width)], numbers


class _Chunk(NamedTuple):
    """Place and length of the cells in some lines, of shape (n_rows, width), and the line of each row, from 0."""

    starts: Places
    lengths: Places
    lines: Places
    n_lines: int


def _split(text: Bytes, separator: int, width: int) -> _Chunk | None:
    """Return the cells of some lines; None if they are not plain."""
    ends_line = text == _NEWLINE
    ends = np.flatnonzero((text == separator) | ends_line)
    ends_line = ends_line[ends]
    if text[-1] != _NEWLINE:
        ends, ends_line = np.append(ends, len(text)), np.append(ends_line, True)
    starts = np.empty_like(ends)
    starts[0], starts[1:] = 0, ends[:-1] + 1
    n_lines = int(np.count_nonzero(ends_line))
    lines = np.arange(n_lines)
    n_returns = int(np.count_nonzero(text == _RETURN))
    if len(ends) != n_lines * width:
        empty = _empty_lines(text, starts, ends, ends_line)
        n_returns -= int((starts < ends)[empty].sum())
        lines = lines[~empty[ends_line]]
        starts, ends, ends_line = starts[~empty], ends[~empty], ends_line[~empty]
    if len(ends) != len(lines) * width or not ends_line[width - 1 :: width].all():
        return None
    shape = len(lines), width
    cells = _trimmed(text, starts.reshape(shape), (ends - starts).reshape(shape), n_returns)
    return _Chunk(*cells, lines, n_lines) if cells else None


def _empty_lines(text: Bytes, starts: Places, ends: Places, ends_line: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return which cells are all that is in their lines, and empty but for a carriage return."""
    begins_line = np.append(True, ends_line[:-1])
    size = ends - starts
    size -= (size == 1) & (text.take(starts, mode="clip") == _RETURN)
    return np.asarray(begins_line & ends_line & (size == 0))


def _trimmed(text: Bytes, starts: Places, lengths: Places, n_returns: int) -> tuple[Places, Places] | None:
    """Return cells without carriage returns behind rows, blanks before cells and quotes around them.

    None if there are quotes and carriage returns elsewhere, or rows in which each cell may be blank.
    """
    if n_returns:
        behind = text.take(starts[:, -1] + lengths[:, -1] - 1, mode="clip")
        returns = (lengths[:, -1] > 0) & (behind == _RETURN)
        if np.count_nonzero(returns) != n_returns:
            return None
        lengths[:, -1] -= returns
    first = text.take(starts, mode="clip")
    while (blank := (first == _SPACE) & (lengths > 0)).any():
        starts, lengths = starts + blank, lengths - blank
        first = text.take(starts, mode="clip")
    n_quotes = np.count_nonzero(text == _QUOTE)
    if n_quotes:
        last = text.take(starts + lengths - 1, mode="clip")
        quotes = (first == _QUOTE) & (last == _QUOTE) & (lengths > 1)
        if 2 * np.count_nonzero(quotes) != n_quotes:
            return None
        starts, lengths = starts + quotes, lengths - 2 * quotes
        first = text.take(starts, mode="clip")
    maybe_blank = (first <= _SPACE) | (first > _LAST) | (lengths == 0)
    return None if maybe_blank.all(axis=1).any() else (starts, lengths)
