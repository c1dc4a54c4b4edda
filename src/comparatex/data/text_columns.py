"""Columns of large texts: cells are places in the file, whose names and numbers are found by arrays.

A Python text for each of millions of cells would take gigabytes and most of the time. Whatever the arrays do not
understand is left to `comparatex.data.written_numbers`, which says what a number is.
"""

from __future__ import annotations

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
    MISSING,
    SIGNIFICANT,
    decimals_of,
    vanishes,
)

Bytes: TypeAlias = NDArray[np.uint8]
Words: TypeAlias = NDArray[np.uint64]
Places: TypeAlias = NDArray[np.intp]

_BLOCK = 1 << 14
"""Cells that are looked at together, so that the arrays on the way stay in the cache."""

_LONGEST_NUMBER = 24
_MOST_DIGITS = 19
"""Digits of which every number fits into 64 bits."""

_POWERS = 10.0 ** np.arange(23)
"""The powers of ten that floats hold; dividing by one of them rounds once, as reading the text does."""

_HAS_64_BITS = np.finfo(np.longdouble).nmant == 63
_LONG_POWERS = np.array([np.longdouble(str(10**k)) for k in range(len(_POWERS))])

_PLAIN = re.compile(rb"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?")
_SIGNS = (ord("+"), ord("-"))
_POINT, _ZERO = ord("."), ord("0")

_LONGEST_NAME = 128
_SLOTS = 17
"""Binary logarithm of the number of names that are found without a search."""

_MASKS = np.array([(1 << 8 * k) - 1 for k in range(9)], dtype=np.uint64)
_SPREAD, _MIX = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xBF58476D1CE4E5B9)


class TextCells:
    """The cells of a text in UTF-8, without a zero byte.

    Parameters
    ----------
    data : bytes
        The file.
    starts, lengths : ndarray of shape (n_columns, n_rows)
        Place and length of each cell, in bytes; places in the order of the file.
    """

    def __init__(self, data: bytes, starts: NDArray[np.integer], lengths: NDArray[np.integer]) -> None:
        self.data, self.starts, self.lengths = data, starts, lengths

    def block(
        self, columns: Sequence[int], rows: slice, beyond: int
    ) -> tuple[Bytes, Places, NDArray[np.integer]]:
        """Return the bytes of some cells, with so many behind the last start, and place and length of each cell there.

        The cells of a row follow each other.
        """
        starts = self.starts[columns, rows].T.ravel().astype(np.intp)
        low, high = int(starts[0]), int(starts[-1]) + beyond
        window = np.frombuffer(self.data, np.uint8)[low:high]
        if len(window) < high - low:
            window = np.concatenate([window, np.zeros(high - low - len(window), np.uint8)])
        return window, starts - low, self.lengths[columns, rows].T.ravel()

    def raw(self, column: int, row: int) -> bytes:
        """Return the bytes of a cell."""
        start = int(self.starts[column, row])
        return self.data[start : start + int(self.lengths[column, row])]

    @cached_property
    def numbers(self) -> dict[int, tuple[NDArray[np.float64], NDArray[np.int8]]]:
        """Values and decimals of the columns of plain numbers, in which cells may say that they are missing (NaN)."""
        n_columns, n_rows = self.starts.shape
        values: dict[int, NDArray[np.float64]] = {k: np.empty(n_rows) for k in range(n_columns)}
        decimals = {k: np.empty(n_rows, dtype=np.int8) for k in range(n_columns)}
        columns, first = list(range(n_columns)), 0
        while first < n_rows and columns:
            rows = slice(first, min(first + max(_BLOCK // len(columns), 1), n_rows))
            shape = rows.stop - first, len(columns)
            window, at, lengths = self.block(columns, rows, _LONGEST_NUMBER + 1)
            found, places, plain = _read(window, at, lengths)
            found, places, plain = found.reshape(shape), places.reshape(shape), plain.reshape(shape)
            for j, k in enumerate(columns):
                values[k][rows], decimals[k][rows] = found[:, j], places[:, j]
            odd = [k for j, k in enumerate(columns) if not plain[:, j].all()]
            others = {k: first + np.flatnonzero(~plain[:, columns.index(k)]) for k in odd}
            failed = {k for k in odd if not self._read_others(k, others[k], values[k], decimals[k])}
            columns, first = [k for k in columns if k not in failed], rows.stop
        return {k: (values[k], decimals[k]) for k in columns}

    def _read_others(
        self, column: int, rows: Places, values: NDArray[np.float64], decimals: NDArray[np.int8]
    ) -> bool:
        """Fill in what is more than digits and a point, and return whether all are numbers or missing."""
        for row in rows.tolist():
            raw = self.raw(column, row)
            if _PLAIN.fullmatch(raw):
                values[row], decimals[row] = float(raw), decimals_of(raw.decode())
                if values[row] == 0 and vanishes(raw.decode()):
                    return False
            elif raw.decode().strip().lower() in MISSING:
                values[row], decimals[row] = np.nan, BINARY
            else:
                return False
        return True


class TextColumn(Column):
    """A column of a text."""

    def __init__(self, cells: TextCells, column: int) -> None:
        self.cells, self.column = cells, column
        self.starts, self.lengths = cells.starts[column], cells.lengths[column]

    def __len__(self) -> int:
        return len(self.starts)

    def __getitem__(self, row: int) -> str:  # type: ignore[override]
        return self.cells.raw(self.column, row).decode()

    def __iter__(self) -> Iterator[str]:
        for first in range(0, len(self), _BLOCK):
            yield from map(bytes.decode, self.raw(slice(first, first + _BLOCK)))

    def pick(self, rows: Places) -> TextColumn:
        """Return the column of some rows, in their order."""
        return TextColumn(TextCells(self.cells.data, self.starts[None, rows], self.lengths[None, rows]), 0)

    @cached_property
    def distinct(self) -> tuple[NDArray[np.int32], tuple[str, ...]]:
        """The index of each cell's text, and the texts in the order in which they first appear."""
        longest = int(self.lengths.max(initial=0))
        codes = _Names(-(-longest // 8)).codes(self) if longest <= _LONGEST_NAME else None
        found, texts = self._one_by_one() if codes is None else codes
        return found, tuple(text.decode() for text in texts)

    @property
    def numbers(self) -> tuple[NDArray[np.float64], NDArray[np.int8]] | None:
        """Values and decimals if every cell is a plain number, or says that it is missing (NaN); None otherwise."""
        return self.cells.numbers.get(self.column)

    def raw(self, rows: Places | slice) -> Iterator[bytes]:
        """Yield the bytes of some cells."""
        starts, data = self.starts[rows], self.cells.data
        ends = (starts + self.lengths[rows]).tolist()
        return (data[start:end] for start, end in zip(starts.tolist(), ends, strict=True))

    def _one_by_one(self) -> tuple[NDArray[np.int32], list[bytes]]:
        """Return what `distinct` does, by a dictionary."""
        codes: dict[bytes, int] = {}
        found = (codes.setdefault(raw, len(codes)) for raw in self.raw(slice(None)))
        return np.fromiter(found, dtype=np.int32, count=len(self)), list(codes)


def _read(
    window: Bytes, at: Places, lengths: NDArray[np.integer]
) -> tuple[NDArray[np.float64], NDArray[np.int8], NDArray[np.bool_]]:
    """Return values and decimals of cells, and which of them are no more than digits, a point and a sign."""
    digits = _Digits(window, at, lengths)
    values = digits.values()
    long = digits.fill_in_long(values)
    if len(long):
        text, first = window.tobytes(), at[long]
        ends = zip(first.tolist(), (first + lengths[long]).tolist(), strict=True)
        values[long] = [float(text[start:end]) for start, end in ends]
    return values, digits.decimals(), digits.plain


class _Digits:
    """The digits of numbers such as ``-0.950``, read character by character, all cells at once."""

    def __init__(self, window: Bytes, at: Places, lengths: NDArray[np.integer]) -> None:
        first = window.take(at, mode="clip")
        signed = (first == _SIGNS[0]) | (first == _SIGNS[1])
        self.negative = first == _SIGNS[1]
        at, length = at + signed, np.minimum(lengths, _LONGEST_NUMBER + 1).astype(np.int8) - signed
        n = len(at)
        self.whole = np.zeros(n, np.uint64)
        self.behind = np.zeros(n, np.uint8)
        self.significant = np.zeros(n, np.uint8)
        self.pointed = np.zeros(n, np.bool_)
        self.plain = np.ones(n, np.bool_)
        for k in range(min(int(length.max()), _LONGEST_NUMBER)):
            self._next(window.take(at, mode="clip"), length > k)
            at += 1
        self.plain &= (length > self.pointed) & (lengths <= _LONGEST_NUMBER)
        self.exact = (
            self.plain
            & (self.whole <= LARGEST_WHOLE)
            & (self.behind < len(_POWERS))
            & (self.significant <= _MOST_DIGITS)
        )

    def _next(self, byte: Bytes, inside: NDArray[np.bool_]) -> None:
        """Take in the next character of each cell."""
        digit = byte - np.uint8(_ZERO)
        counts = (digit < 10) & inside
        point = (byte == _POINT) & inside
        self.plain &= counts | (point & ~self.pointed) | ~inside
        self.whole *= counts.view(np.uint8) * np.uint8(9) + np.uint8(1)
        self.whole += digit * counts
        self.behind += counts & self.pointed
        self.pointed |= point
        self.significant += counts & (self.whole > 0)

    def values(self) -> NDArray[np.float64]:
        """Return the numbers, right where `exact`."""
        found = self.whole / _POWERS.take(self.behind, mode="clip")
        return np.where(self.negative, -found, found)

    def fill_in_long(self, values: NDArray[np.float64]) -> Places:
        """Replace numbers of more digits than a float holds, and return those that are left.

        With 64 bits, the quotient is rounded twice, which goes wrong only where it seems to lie halfway between floats.
        """
        rows = np.flatnonzero(self.plain & ~self.exact)
        if not _HAS_64_BITS:
            return rows
        short = (self.significant[rows] <= _MOST_DIGITS) & (self.behind[rows] < len(_POWERS))
        taken = rows[short]
        quotient = self.whole[taken] / _LONG_POWERS[self.behind[taken]]
        rounded = quotient.astype(np.float64)
        gap, unit = np.abs(quotient - rounded), np.spacing(rounded)
        values[taken] = np.where(self.negative[taken], -rounded, rounded)
        return np.concatenate([rows[~short], taken[(gap == unit / 2) | (gap == unit / 4)]])

    def decimals(self) -> NDArray[np.int8]:
        """Return how many decimals were written, as `decimals_of` does; right where `plain`."""
        whole = ~self.pointed & (self.whole <= LARGEST_WHOLE) & (self.significant <= _MOST_DIGITS)
        return np.where((self.significant > SIGNIFICANT) & ~whole, BINARY, self.behind).astype(np.int8)


class _Names:
    """A table of names, found by 64 bits that are made of their bytes; each is compared in full."""

    def __init__(self, width: int) -> None:
        self.width = max(width, 1)
        self.known: dict[bytes, int] = {}
        self.bits = np.zeros(1 << _SLOTS, np.uint64)
        self.slots = np.full(1 << _SLOTS, -1, np.int32)
        self.words = np.zeros((self.width, 64), np.uint64)

    def codes(self, column: TextColumn) -> tuple[NDArray[np.int32], list[bytes]] | None:
        """Return the code of each cell, and the names; None if two names have the same bits."""
        codes = np.empty(len(column), np.int32)
        for first in range(0, len(column), _BLOCK):
            part = slice(first, first + _BLOCK)
            words = self._words(*column.cells.block([column.column], part, 8 * self.width + 8))
            new = np.append(True, np.logical_or.reduce([word[1:] != word[:-1] for word in words]))
            rows = np.flatnonzero(new)  # equal names often follow each other
            found = self._found(column, first + rows, [word[rows] for word in words])
            if found is None:
                return None
            codes[part] = found if len(rows) == len(new) else found[np.cumsum(new) - 1]
        return codes, list(self.known)

    def _found(self, column: TextColumn, rows: Places, words: list[Words]) -> NDArray[np.int32] | None:
        """Return the codes of some rows, of names that are known or new."""
        bits = mixed(words)
        slot = (bits >> np.uint64(64 - _SLOTS)).astype(np.intp)
        found = self.slots.take(slot)
        strange = np.flatnonzero((self.bits.take(slot) != bits) | (found < 0))
        if len(strange):
            found[strange] = self._learnt(column, rows, strange, words, bits, slot)
        different = any(
            (known.take(found) != word).any() for known, word in zip(self.words, words, strict=True)
        )
        return None if different else found

    def _words(self, window: Bytes, at: Places, lengths: NDArray[np.integer]) -> list[Words]:
        """Return the bytes of the cells, eight in a word, and zeros behind their ends."""
        overlapping: Words = np.ndarray((len(window) - 7,), "<u8", window, 0, (1,))
        left = lengths.astype(np.intp)
        return [overlapping[at + 8 * k] & _MASKS.take(left - 8 * k, mode="clip") for k in range(self.width)]

    def _learnt(
        self,
        column: TextColumn,
        rows: Places,
        strange: Places,
        words: list[Words],
        bits: Words,
        slot: Places,
    ) -> NDArray[np.int32]:
        """Return the codes of cells that are not found at once, and remember their names."""
        _, index, inverse = np.unique(bits[strange], return_index=True, return_inverse=True)
        order = np.argsort(index)
        each = strange[index[order]]
        names = column.raw(rows[each])
        codes = np.array([self.known.setdefault(name, len(self.known)) for name in names], np.int32)
        while len(self.known) > self.words.shape[1]:
            self.words = np.concatenate([self.words, np.zeros_like(self.words)], axis=1)
        self.words[:, codes] = [word[each] for word in words]
        self.bits[slot[each]], self.slots[slot[each]] = bits[each], codes
        of_index = np.empty_like(codes)
        of_index[order] = codes
        return np.asarray(of_index[inverse])


def mixed(words: list[Words]) -> Words:
    """Return 64 bits that differ for nearly all different words."""
    bits = words[0] * _SPREAD
    for word in words[1:]:
        bits = ((bits ^ (bits >> np.uint64(29))) + word) * _SPREAD
    bits = (bits ^ (bits >> np.uint64(32))) * _MIX
    return bits ^ (bits >> np.uint64(29))
