"""A raw table: headings and columns as read, with the places that messages name."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from comparatex.data.headings import says
from comparatex.errors import DataError
from comparatex.files import limited
from comparatex.names import are_tidy, quoted, tidy

Cells = Sequence[Any] | NDArray[np.generic]
"""A column: texts as written, or an array of numbers, or a mixture as spreadsheets have."""

Codes = NDArray[np.intp]


class Column(Sequence[Any]):
    """A column of codes for its different contents, as categories of a data frame are; None where a cell is missing.

    It knows which of its cells are equal, so that nothing is done for each of millions of them; where nearly all are
    different numbers, each cell is a content of its own.
    """

    holds_numbers: bool | None = None  # whether it holds scores, once that is known
    numbers: tuple[NDArray[np.float64], NDArray[np.int8]] | None = None
    """Then, values and decimals of its contents, if all are plain numbers."""

    def __init__(self, codes: NDArray[np.integer], contents: Sequence[Any]) -> None:
        self._codes, self._contents = codes, contents

    def __len__(self) -> int:
        return len(self._codes)

    def __getitem__(self, row: int) -> Any:  # type: ignore[override]
        return self._contents[self._codes[row]]

    @property
    def distinct(self) -> tuple[NDArray[np.integer], Sequence[Any]]:
        """The index of each cell's content, and the contents in the order in which they first appear."""
        return self._codes, self._contents

    @cached_property
    def names(self) -> tuple[Codes, tuple[str, ...]]:
        """The number of each content's tidy name, and the names in the order in which they first appear."""
        return _names_in(self.distinct[1])

    def pick(self, rows: NDArray[np.intp]) -> Column:
        """Return the column of some rows, in their order."""
        order, codes = _in_order(self._codes[rows])
        held = self._contents
        picked = Column(codes, held.pick(order) if isinstance(held, Slices) else [held[k] for k in order.tolist()])
        if self.numbers:
            picked.holds_numbers, picked.numbers = True, (self.numbers[0][order], self.numbers[1][order])
        return picked


class Slices(Sequence[str]):
    """The cells of a column in the bytes of a text, each decoded when it is asked for."""

    def __init__(self, data: bytes, starts: NDArray[np.intp], ends: NDArray[np.intp]) -> None:
        self._data, self._starts, self._ends = data, starts, ends

    def __len__(self) -> int:
        return len(self._ends)

    def __getitem__(self, row: int) -> str:  # type: ignore[override]
        return self._data[self._starts[row] : self._ends[row]].decode()

    def pick(self, rows: NDArray[np.intp]) -> Slices:
        """Return some of the cells."""
        return Slices(self._data, self._starts[rows], self._ends[rows])


_LARGEST_CODE = 2**62
MOST_ROWS = 20_000_000  # each takes some hundred bytes
_MOST_CELLS, _CELLS_PER_BYTE = 50_000_000, 100
"""Cells of a document or a workbook, with those that are filled in: a gigabyte, and more than merged cells need."""


@dataclass(frozen=True, eq=False)
class Table:
    """A table whose columns have not been interpreted yet; headings are tidied, and columns of the same length."""

    name: str
    header: tuple[str, ...]
    columns: tuple[Cells, ...]
    lines: Sequence[int | str]
    """Number of each row as an editor or a spreadsheet shows it; behind a number of records also their file."""
    unit: str = "line"  # what these numbers count: ``line``, ``row`` or ``record``
    notes: tuple[str, ...] = ()
    lower: frozenset[str] = frozenset()
    """The measures of which lower is better, as the file states; with an empty name, if it has none."""
    measure: str = ""
    measure_note: str = ""  # the measure that is used where none is selected, and what to say then
    only: str = ""  # the measure of all scores, if no column or heading states it
    scales: tuple[str, ...] = ()
    long: bool = False  # whether it has a row for each score, as the format of the file knows
    format: str = ""  # as `comparatex formats` calls it; empty for plain tables
    path: str = ""  # the path of its file, if it is a table of its own
    comparate: str = ""  # the comparate of all scores, if its path names it
    pattern: str = ""  # what `paths` would be, if the paths of files show it
    roles: Mapping[str, str] = field(default_factory=dict)
    """The headings of columns with what paths of files name, or of those of an array, by role."""
    numbered: bool = False  # whether its tasks are only numbered, though in a column
    oriented: bool = True  # whether it says what stands in rows, where headings of several levels became columns
    labels: Mapping[str, Cells] = field(default_factory=dict)
    """What columns state of the task of each row, its ``group`` and ``cluster``, as none of the others."""
    mapped: bool = False
    """Whether its headings were the outer keys of a file of objects, and the names of its rows the inner ones."""
    failed: tuple[int, int] = (0, 0)
    separator: str = ""  # what parts its columns in a text

    @property
    def n_rows(self) -> int:
        """Number of rows below the header."""
        return len(self.lines)

    @property
    def measures(self) -> list[str]:
        """The measures that it states, in a column or of all scores."""
        stated = (
            name
            for head, cells in zip(self.header, self.columns, strict=True)
            if says(head, "measure") and not isinstance(cells, np.ndarray)
            for name in name_codes(cells)[1]
        )
        return [*filter(None, (self.only, *stated))]

    def names(self, column: int) -> tuple[Codes, tuple[str, ...]]:
        """Return the index of each cell's name in a column, and the names in the order in which they first appear."""
        if column not in self._names:
            self._names[column] = name_codes(self.columns[column])
        return self._names[column]

    @cached_property
    def _names(self) -> dict[int, tuple[Codes, tuple[str, ...]]]:
        return {}

    def joint(self, columns: Iterable[int]) -> Codes:
        """Return a code of what some columns name together."""
        joint, largest = np.zeros(1, dtype=np.intp), 1
        for code, names in map(self.names, columns):
            if largest > _LARGEST_CODE // len(names):
                joint, largest = np.unique(joint, return_inverse=True)[1], self.n_rows
            joint, largest = joint * len(names) + code, largest * len(names)
        return joint

    def count(self, *columns: int) -> int:
        """Return how many different names, or combinations of them, some columns hold."""
        return len(self.names(*columns)[1]) if len(columns) == 1 else len(np.unique(self.joint(columns)))

    def tell_apart(self, *columns: int) -> bool:
        """Whether no two rows have the same names in some columns."""
        enough = math.prod(map(self.count, columns)) >= self.n_rows
        return enough and (len(columns) == 1 or first_duplicate(self.joint(columns)) is None)

    def cells(self, heading: str) -> Cells:
        """Return the cells below a heading; empty ones where there is none."""
        return self.columns[self.header.index(heading)] if heading in self.header else [""] * self.n_rows

    def line(self, row: int) -> str:
        """Return the place of a row, without the file."""
        return f"{self.unit} {self.lines[row]}"

    def place(self, row: int, column: int) -> str:
        """Return the place of a cell."""
        heading = f"column {quoted(self.header[column])}" if self.header[column] else f"column {column + 1}"
        return f"{self.name}, {self.line(row)}, {heading}"

    def without(self, *heads: str) -> Table:
        """Return the table without some columns."""
        kept = [k for k, head in enumerate(self.header) if head not in heads]
        header = tuple(self.header[k] for k in kept)
        return replace(self, header=header, columns=tuple(self.columns[k] for k in kept))

    def of_rows(self, rows: NDArray[np.intp]) -> Table:
        """Return the table of some rows, in their order."""
        if len(rows) == self.n_rows:  # so these are all of them
            return self
        return replace(
            self,
            columns=tuple(pick_rows(cells, rows) for cells in self.columns),
            lines=[self.lines[row] for row in rows.tolist()],
            labels={kind: pick_rows(cells, rows) for kind, cells in self.labels.items()},
        )


def _in_order(cells: NDArray[np.generic]) -> tuple[NDArray[Any], Codes]:
    """Return the different values of an array in the order in which they first appear, and which each cell has."""
    values, first, inverse = np.unique(cells, return_index=True, return_inverse=True)
    order = np.argsort(first)
    place = np.empty_like(order)
    place[order] = np.arange(len(order))
    return values[order], place[inverse]


def make_table(
    name: str,
    header: Sequence[object],
    columns: Sequence[Cells],
    lines: Sequence[int | str],
    unit: str = "line",
    notes: tuple[str, ...] = (),
) -> Table:
    """Return a raw table without empty rows, and columns of signs without a heading, or of nothing (separators)."""
    plain = [tidy(head) if head is not None else "" for head in header]
    kept = [k for k, head in enumerate(plain) if head or (holds_words(columns[k]) if k else not is_blank(columns[k]))]
    places: dict[str, list[int]] = {}
    for place, k in enumerate(kept[1:], start=1):
        places.setdefault(plain[k], []).append(place)
    alike = {  # as of deviations, each behind its mean
        head
        for head, those in places.items()
        if len(those) > (1 if not any(map(str.isalnum, head)) else 2)
        and those == [*range(those[0], len(kept), (len(kept) - 1) // len(those))]
        and those[0] > 1
    }
    headings = [f"{plain[k - 1]} {head or '(2)'}" if k > 1 and head in alike else head for k, head in enumerate(plain)]
    check_rows(len(lines), name)
    empty = np.arange(len(lines) if kept and not isinstance(columns[kept[0]], np.ndarray) else 0)
    for cells in (columns[k] for k in kept):
        code, names = name_codes(pick_rows(cells, empty))
        empty = empty[code == names.index("")] if "" in names else empty[:0]
    if empty.size:  # as between blocks
        rest = np.delete(np.arange(len(lines)), empty)
        columns, lines = [pick_rows(cells, rest) for cells in columns], [lines[row] for row in rest.tolist()]
    if not len(lines):
        raise DataError(f"{name} has a header but no rows: add one row per task.")
    seen: dict[str, int] = {}
    for k in kept:
        other = seen.setdefault(headings[k], k)
        if other != k and headings[k]:
            raise DataError(
                f"{name}: columns {other + 1} and {k + 1} are both called {quoted(headings[k])}: rename one of them."
            )
    return Table(name, tuple(headings[k] for k in kept), tuple(columns[k] for k in kept), lines, unit, notes)


def check_rows(n_rows: int, name: str) -> None:
    """Refuse more rows than fit into memory."""
    if n_rows > MOST_ROWS and limited():
        raise DataError(f"{name} holds {n_rows:,} rows: give `no_limits` if you mean it.")


def check_cells(n_cells: int, n_held: int, name: str) -> None:
    """Refuse a table whose cells are so many more than what it holds, bytes or scores, that nearly all are empty."""
    if n_cells > max(10 * n_held, min(_MOST_CELLS, _CELLS_PER_BYTE * (n_held + 1000))) and limited():
        raise DataError(
            f"{name} holds {n_cells:,} cells, nearly all of them empty or repeated: leave out what stands apart from "
            "the table, check which columns name tasks and methods, or give `no_limits` if you mean it."
        )


def pick_rows(cells: Cells, rows: NDArray[np.intp]) -> Cells:
    """Return the cells of some rows of a column."""
    if len(rows) == len(cells):  # rows are in order, so these are all of them
        return cells
    if isinstance(cells, Column):
        return cells.pick(rows)
    return cells[rows] if isinstance(cells, np.ndarray) else [cells[row] for row in rows.tolist()]


def is_blank(cells: Cells) -> bool:
    """Whether a column has no content at all."""
    if isinstance(cells, np.ndarray):
        return cells.dtype.kind == "f" and bool(np.isnan(cells).all())
    contents = (cell.strip() if isinstance(cell, str) else cell for cell in distinct_cells(cells))
    return all(cell is None or cell == "" or cell != cell for cell in contents)


def holds_words(cells: Cells) -> bool:
    """Whether a column holds letters or digits; arrows and plus-minus signs stand between others."""
    if isinstance(cells, np.ndarray):
        return not is_blank(cells)
    return any(any(map(str.isalnum, str(cell))) for cell in distinct_cells(cells) if cell is not None and cell == cell)


def distinct_cells(cells: Cells) -> Cells:
    """Return a column without repetitions where these are known."""
    return cells.distinct[1] if isinstance(cells, Column) else cells


def name_codes(cells: Cells) -> tuple[Codes, tuple[str, ...]]:
    """Return the index of each cell's name, and the tidy names in the order in which they first appear."""
    if isinstance(cells, Column):
        numbers, names = cells.names
        return numbers[cells.distinct[0]], names
    if isinstance(cells, np.ndarray) and cells.dtype.kind in "iuf":
        values, codes = _in_order(cells)
        numbers, names = _names_in(values.tolist())
    else:
        raw = cells.tolist() if isinstance(cells, np.ndarray) else cells
        places = {cell: k for k, cell in enumerate(dict.fromkeys(raw))}
        codes = np.fromiter(map(places.__getitem__, raw), dtype=np.intp, count=len(raw))
        numbers, names = _names_in(places)
    return numbers[codes], names


def _names_in(contents: Iterable[Any]) -> tuple[Codes, tuple[str, ...]]:
    """Return the number of each content's tidy name, and the names in the order in which they first appear."""
    names = list(contents)
    if not are_tidy(names):
        names = list(map(cell_name, names))
    places = {name: k for k, name in enumerate(dict.fromkeys(names))}
    return np.array([places[name] for name in names], dtype=np.intp), tuple(places)


def cell_name(cell: Any) -> str:
    """Return the name in a cell; empty when there is none."""
    return "" if cell is None or cell != cell else tidy(cell)


def holds_whole_numbers(cells: Cells) -> bool:
    """Whether all cells of a column are whole numbers."""
    return all(name.isascii() and name.isdecimal() for name in map(cell_name, distinct_cells(cells)))


def first_duplicate(keys: NDArray[np.intp]) -> tuple[int, int] | None:
    """Return the first two positions of the first repeated key; None when all keys differ."""
    largest = int(keys.max(initial=0))
    if largest < 8 * len(keys) + 1000:  # so that a mask of all keys is small, and a fifth of the time of sorting
        present = np.zeros(largest + 1, dtype=np.bool_)
        present[keys] = True
        if np.count_nonzero(present) == len(keys):
            return None
    _, first, inverse = np.unique(keys, return_index=True, return_inverse=True)
    again = np.flatnonzero(first[inverse] != np.arange(len(keys)))
    return (int(first[inverse[again[0]]]), int(again[0])) if len(again) else None


def numbered(keys: Iterable[Hashable]) -> Iterator[int]:
    """Yield for each key how many equal ones stand before it."""
    seen: Counter[Hashable] = Counter()
    for key in keys:
        yield seen[key]
        seen[key] += 1
