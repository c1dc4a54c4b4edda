"""Large plain texts, with a row in each line: cells are places in the file, which arrays find, and so their contents.

A Python text for each of millions of cells would take gigabytes and most of the time. Whatever the arrays do not
understand is left to `csv`, and to `comparatex.data.written_numbers`, which says what a number is.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from comparatex.data.raw_table import Column
from comparatex.data.scores import BINARY
from comparatex.data.written_numbers import (
    LARGEST_WHOLE,
    SIGNIFICANT,
    decimals_of,
    is_missing,
    vanishes,
)

Bytes: TypeAlias = NDArray[np.uint8]
Words: TypeAlias = NDArray[np.uint64]
Places: TypeAlias = NDArray[np.intp]

_BLOCK = 1 << 15  # cells that are looked at together, so that the arrays on the way stay in the cache
_LONGEST_NUMBER = 24
_POWERS = 10.0 ** np.arange(23)
"""The powers of ten that floats hold; dividing by one of them rounds once, as reading the text does."""

_HAS_64_BITS = np.finfo(np.longdouble).nmant == 63
_LONG_POWERS = np.array([np.longdouble(str(10**k)) for k in range(len(_POWERS))])

_PLAIN = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?", re.ASCII)
_SIGNS = (ord("+"), ord("-"))

_LONGEST_NAME = 128
_SLOTS = 17  # binary logarithm of the number of names that are found without a search
_ALL, _ONE, _BYTE = np.uint64((1 << 64) - 1), np.uint64(1), np.uint64(0xFF)
_ZEROS, _ABOVE_NINE, _HIGHEST = (np.uint64(int.from_bytes([byte] * 8)) for byte in (ord("0"), 0x80 - 10, 0x80))
_POINT = np.uint64(ord(".") ^ ord("0"))
_TAILS = np.array([(1 << 64) - (1 << 64 - 8 * k) for k in range(9)], dtype=np.uint64)
"""The last bytes of a word, by their number."""

_MASKS = np.array([(1 << 8 * k) - 1 for k in range(9)], dtype=np.uint64)
"""The first bytes of a word, by their number."""

_SPREAD = np.uint64(0x9E3779B97F4A7C15)


class TextColumn(Column):
    """A column of a text in UTF-8, without a zero byte: place and length of each cell in bytes, in the file's order."""

    def __init__(self, data: bytes, starts: NDArray[np.integer], lengths: NDArray[np.integer]) -> None:
        self.data, self.starts, self.lengths = data, starts, lengths

    def __len__(self) -> int:
        return len(self.starts)

    def __getitem__(self, row: int) -> str:  # type: ignore[override]
        return next(self.raw([row])).decode()

    def __iter__(self) -> Iterator[str]:
        return map(bytes.decode, self.raw(slice(None)))

    def pick(self, rows: Places) -> TextColumn:
        """Return the column of some rows, in their order."""
        return TextColumn(self.data, self.starts[rows], self.lengths[rows])

    def raw(self, rows: Places | slice | list[int]) -> Iterator[bytes]:
        """Yield the bytes of some cells."""
        starts, data = self.starts[rows], self.data
        ends = (starts + self.lengths[rows]).tolist()
        return (data[start:end] for start, end in zip(starts.tolist(), ends, strict=True))

    @cached_property
    def distinct(self) -> tuple[NDArray[np.int32], tuple[str, ...]]:
        """The index of each cell's text, and the texts in the order in which they first appear."""
        longest = int(self.lengths.max(initial=1))
        if longest <= _LONGEST_NAME and len(self):
            return _coded(self, -(-longest // 8))
        seen: dict[str, int] = {}
        codes = np.fromiter((seen.setdefault(text, len(seen)) for text in self), np.int32, len(self))
        return codes, tuple(seen)

    @cached_property
    def numbers(self) -> tuple[NDArray[np.float64], NDArray[np.int8]] | None:
        """Values and decimals if every cell is a plain number, or says that it is missing (NaN); None otherwise."""
        values, decimals = np.empty(len(self)), np.empty(len(self), np.int8)
        for first in range(0, len(self), _BLOCK):
            rows = slice(first, first + _BLOCK)
            digits = _Digits(*self.block(rows, _LONGEST_NUMBER, 0))
            values[rows], decimals[rows] = digits.values(), digits.decimals()
            long = first + digits.fill_in_long(values[rows])
            values[long] = list(map(float, self.raw(long)))
            others = first + np.flatnonzero(~digits.plain)
            for row in others.tolist():  # which are more than digits and a point
                text = self[row]
                is_number = _PLAIN.fullmatch(text) is not None
                values[row], decimals[row] = (float(text), decimals_of(text)) if is_number else (np.nan, BINARY)
                if not (is_number or is_missing(text)) or (values[row] == 0 and vanishes(text)):
                    return None
        return values, decimals

    def block(self, rows: slice, before: int, behind: int) -> tuple[Bytes, Places, Places]:
        """Return the bytes of some cells, with so many before and behind them, and place and length of each there."""
        starts, lengths = self.starts[rows].astype(np.intp), self.lengths[rows].astype(np.intp)
        low, high = int(starts[0]) - before, int(starts[-1] + lengths[-1]) + behind
        window = np.frombuffer(self.data, np.uint8)[max(low, 0) : high]
        if len(window) < high - low:
            window = np.pad(window, (max(-low, 0), max(high - len(self.data), 0)))
        return window, starts - low, lengths


class _Digits:
    """The digits of numbers such as ``-0.950``: of all cells at once, eight characters in a word, from the end on.

    A word is an integer whose highest byte is the last character.
    """

    def __init__(self, window: Bytes, at: Places, lengths: Places) -> None:
        first = window.take(at, mode="clip")
        self.negative = first == _SIGNS[1]
        size, ends = lengths - (self.negative | (first == _SIGNS[0])), at + lengths
        self.odd, self.later = np.zeros(len(at), np.uint64), np.zeros(len(at), np.uint64)
        self.behind, self.pointed = np.zeros(len(at), np.uint8), np.zeros(len(at), np.bool_)
        words: Words = np.ndarray((len(window) - 7,), "<u8", window, 0, (1,))
        parts: list[Words] = []
        for k in range(-(-min(int(size.max()), _LONGEST_NUMBER) // 8) or 1):
            word = words[ends - 8 * (k + 1)]
            word ^= _ZEROS
            word &= _TAILS.take(size - 8 * k if k else size, mode="clip")
            if k:
                self.later = np.where(self.pointed, _ALL, np.uint64(0))
                parts[-1] += (word >> np.uint64(56)) & self.later
            parts.append(self._without_point(word, k))
        parts = [_eight_digits(word) for word in parts]
        self.whole = parts[0]
        for k, part in enumerate(parts[1:], 1):
            self.whole += part * np.uint64(10 ** (8 * k))
        self.plain = (self.odd == 0) & (size > self.pointed) & (lengths <= _LONGEST_NUMBER)
        self.fits = np.ones(len(at), np.bool_) if len(parts) < 3 else parts[2] < 1000
        self.exact = self.plain & self.fits & (self.whole <= LARGEST_WHOLE) & (self.behind < len(_POWERS))

    def _without_point(self, word: Words, k: int) -> Words:
        """Return a word, of which 8 k characters stand behind, with what is before the point moved up by a byte."""
        strange = word + _ABOVE_NINE
        strange |= word
        strange &= _HIGHEST
        strange >>= np.uint64(7)  # the lowest bit of every byte that is no digit
        point = strange * _POINT
        self.odd |= (strange & (strange - _ONE)) | ((word & strange * _BYTE) ^ point)
        before = np.minimum(strange - _ONE, strange)
        if k:
            self.odd |= strange & self.later
            before |= self.later
        before &= word
        before *= _BYTE
        word += before
        word -= point
        places = np.bitwise_count(np.negative(strange, out=strange))
        has_point = places > 0
        self.behind += ((places >> 3) + np.uint8(8 * k)) * has_point - has_point
        self.pointed |= has_point
        return word

    def values(self) -> NDArray[np.float64]:
        """Return the numbers, right where `exact`."""
        numbers = self.whole / _POWERS.take(self.behind, mode="clip")
        return np.where(self.negative, -numbers, numbers) if self.negative.any() else numbers

    def fill_in_long(self, values: NDArray[np.float64]) -> Places:
        """Replace numbers of more digits than a float holds, and return those that are left.

        With 64 bits, the quotient is rounded twice, which goes wrong only where it seems to lie halfway between floats.
        """
        rows = np.flatnonzero(self.plain & ~self.exact)
        if not _HAS_64_BITS or not len(rows):
            return rows
        short = self.fits[rows] & (self.behind[rows] < len(_POWERS))
        taken = rows[short]
        quotient = self.whole[taken] / _LONG_POWERS[self.behind[taken]]
        rounded = quotient.astype(np.float64)
        gap, unit = np.abs(quotient - rounded), np.spacing(rounded)
        values[taken] = np.where(self.negative[taken], -rounded, rounded)
        return np.concatenate([rows[~short], taken[(gap == unit / 2) | (gap == unit / 4)]])

    def decimals(self) -> NDArray[np.int8]:
        """Return how many decimals were written, as `decimals_of` does; right where `plain`."""
        short = self.fits & (self.whole < 10**SIGNIFICANT)
        whole = self.fits & (self.whole <= LARGEST_WHOLE) & ~self.pointed
        return np.where(short | whole, self.behind.view(np.int8), np.int8(BINARY))


def _eight_digits(word: Words) -> Words:
    """Return the number that eight digits make, the last of them in the highest byte."""
    for digits, mask in ((1, 0x00FF00FF00FF00FF), (2, 0x0000FFFF0000FFFF), (4, 0x00000000FFFFFFFF)):
        word *= np.uint64((10**digits << 8 * digits) + 1)
        word >>= np.uint64(8 * digits)
        word &= np.uint64(mask)
    return word


def _coded(column: TextColumn, width: int) -> tuple[NDArray[np.int32], tuple[str, ...]]:
    """Return the code of each cell, of at most so many words, and the names, found by bits made of their bytes."""
    heads: list[Places] = []
    parts: list[Words] = []
    for first in range(0, len(column), _BLOCK):
        part = slice(first, first + _BLOCK)
        window, at, lengths = column.block(part, 0, 8 * width)
        eight: Words = np.ndarray((len(window) - 7,), "<u8", window, 0, (1,))  # bytes from each place on
        words = np.array([eight[at + 8 * k] & _MASKS.take(lengths - 8 * k, mode="clip") for k in range(width)])
        begins = np.append(True, (words[:, 1:] != words[:, :-1]).any(axis=0))  # equal names often follow each other
        heads.append(first + np.flatnonzero(begins))
        parts.append(words[:, begins])
    rows, words = np.concatenate(heads), np.concatenate(parts, axis=1)
    numbers, slots = np.arange(len(rows)), _slots(words)
    first_of_slot = np.empty(1 << _SLOTS, np.intp)
    first_of_slot[slots[::-1]] = numbers[::-1]  # of equal slots the first is assigned last
    same = first_of_slot[slots]
    others = np.flatnonzero((words[:, same] != words).any(axis=0))  # other names than the first of their slot
    seen: dict[bytes, int] = {}
    names = zip(column.raw(rows[others]), others.tolist(), strict=True)
    same[others] = [seen.setdefault(name, number) for name, number in names]
    new = same == numbers
    codes = (np.cumsum(new, dtype=np.int32) - np.int32(1))[same]
    return np.repeat(codes, np.diff(rows, append=len(column))), tuple(map(bytes.decode, column.raw(rows[new])))


def _slots(words: Words) -> Places:
    """Return the highest bits of products of the words of each name, which depend on all its bits."""
    bits = words[0] * _SPREAD
    for word in words[1:]:
        bits = (bits ^ word) * _SPREAD
    slots: Places = (bits >> np.uint64(64 - _SLOTS)).astype(np.intp)
    return slots


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
        if chunk is None or chunk[1].max(initial=0) > _LONGEST:
            return None
        begins, sizes, numbers, n_lines_of_chunk = chunk
        rows = slice(n_rows, n_rows + len(numbers))
        np.add(begins, start, out=starts[rows], casting="unsafe")
        lengths[rows], lines[rows] = sizes, numbers + line
        n_rows, start, line = rows.stop, end, line + n_lines_of_chunk
    lines_of_rows = range(first, line) if n_rows == line - first else lines[:n_rows].tolist()
    return [TextColumn(data, starts[:n_rows, k], lengths[:n_rows, k]) for k in range(width)], lines_of_rows


def _split(text: Bytes, separator: int, width: int) -> tuple[Places, Places, Places, int] | None:
    """Return place and length of the cells in some lines, of shape (n_rows, width), each row's line, and their number.

    None if the lines are not plain.
    """
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
    return (*cells, lines, n_lines) if cells else None


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
