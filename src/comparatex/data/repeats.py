"""Repeats of a score (folds, resamples, seeds): stacked as a third axis, averaged, gaps counted."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from comparatex.data.names import quoted, tidy
from comparatex.data.scores import BINARY
from comparatex.data.table import Cells

_DIGITS = re.compile(r"(\d+(?:\.\d+)?)")

Codes = NDArray[np.intp]
Stack = tuple[NDArray[np.float64], NDArray[np.int8]]
"""Values, NaN where missing, and decimals, of shape (n_tasks, n_comparates, n_repeats)."""


def name_codes(cells: Cells) -> tuple[Codes, tuple[str, ...]]:
    """Return which name each cell holds, and the tidy names in the order in which they first appear."""
    raw = cells.tolist() if isinstance(cells, np.ndarray) else cells
    names: dict[str, int] = {}
    code = {cell: names.setdefault(cell_name(cell), len(names)) for cell in dict.fromkeys(raw)}
    return np.fromiter((code[cell] for cell in raw), dtype=np.intp, count=len(raw)), tuple(names)


def cell_name(cell: Any) -> str:
    """Return the name that a cell holds; empty when it holds none."""
    return "" if cell is None or cell != cell else tidy(cell)


def repeat_codes(columns: Sequence[Cells], n_rows: int) -> tuple[Codes, tuple[tuple[str, ...], ...]]:
    """Return which repeat each row is, and the repeats' labels in their natural order.

    Several columns, such as seed and fold, tell a repeat together. Sorting makes means independent of the
    order of rows to the last bit.
    """
    if not columns:
        return np.zeros(n_rows, dtype=np.intp), ((),)
    rows = list(
        zip(
            *(column.tolist() if isinstance(column, np.ndarray) else column for column in columns),
            strict=True,
        )
    )
    tidied = {row: tuple(map(cell_name, row)) for row in dict.fromkeys(rows)}
    labels = sorted(set(tidied.values()), key=_natural)
    number = {label: k for k, label in enumerate(labels)}
    code = {row: number[label] for row, label in tidied.items()}
    return np.fromiter((code[row] for row in rows), dtype=np.intp, count=n_rows), tuple(labels)


def first_duplicate(keys: NDArray[np.intp]) -> tuple[int, int] | None:
    """Return where a key is first repeated: its first position, then the second; None when all differ."""
    _, first, inverse = np.unique(keys, return_index=True, return_inverse=True)
    again = np.flatnonzero(first[inverse] != np.arange(len(keys)))
    return (int(first[inverse[again[0]]]), int(again[0])) if len(again) else None


def stack(
    task: Codes,
    comparate: Codes,
    repeat: Codes,
    values: NDArray[np.float64],
    decimals: NDArray[np.int8],
    shape: tuple[int, int],
) -> Stack:
    """Return scores, one per (task, comparate, repeat), as an array with a third axis.

    Where repeats have labels of their own in every cell (random seeds), the k-th of a cell is its repeat k.
    """
    cell = task * shape[1] + comparate
    n_repeats = int(repeat.max(initial=-1)) + 1
    deepest = int(np.bincount(cell).max(initial=0)) if len(cell) else 0
    if n_repeats > 2 * deepest:
        repeat, n_repeats = _within(cell, repeat), deepest
    cube = np.full((*shape, n_repeats), np.nan)
    places = np.full(cube.shape, BINARY, dtype=np.int8)
    cube[task, comparate, repeat] = values
    places[task, comparate, repeat] = decimals
    return cube, places


def average(cube: NDArray[np.float64], decimals: NDArray[np.int8]) -> Stack:
    """Return the mean of the repeats that are there, and its decimals.

    A mean is a binary float; a score alone in its cell stays as written. Shapes (n_tasks, n_comparates).
    """
    there = ~np.isnan(cube)
    count = there.sum(axis=2)
    total = np.where(there, cube, 0.0).sum(axis=2)
    values = np.divide(total, count, out=np.full(total.shape, np.nan), where=count > 0)
    single = np.where(there, decimals, BINARY).max(axis=2, initial=BINARY)
    return values, np.where(count == 1, single, BINARY).astype(np.int8)


def gaps(cube: NDArray[np.float64], tasks: Sequence[str], comparates: Sequence[str]) -> tuple[str, ...]:
    """Return the note on scores that are means of fewer repeats than others; none when all are equal."""
    count = (~np.isnan(cube)).sum(axis=2)
    most, scored = count.max(initial=0), count > 0
    short = scored & (count < most)
    if not short.any():
        return ()
    task, comparate = divmod(int(np.where(scored, count, most + 1).argmin()), count.shape[1])
    return (
        f"{int(short.sum()):,} of {int(scored.sum()):,} scores are means of fewer than {most} repeats "
        f"(fewest: {count[task, comparate]}, {quoted(comparates[comparate])} on {quoted(tasks[task])}); each "
        "mean takes the repeats that are there.",
    )


def _within(cell: Codes, repeat: Codes) -> Codes:
    """Return the number of each score within its cell, in the order of its repeat's label."""
    order = np.lexsort((repeat, cell))
    grouped = cell[order]
    starts = np.flatnonzero(np.r_[True, grouped[1:] != grouped[:-1]])
    number = np.arange(len(cell)) - np.repeat(starts, np.diff(np.r_[starts, len(cell)]))
    within = np.empty_like(number)
    within[order] = number
    return within


def _natural(label: tuple[str, ...]) -> tuple[object, ...]:
    """Return a sorting key by which 2 comes before 10, also inside texts.

    >>> sorted([("fold 10",), ("fold 9",)], key=_natural)
    [('fold 9',), ('fold 10',)]
    """
    parts = [part for text in label for part in enumerate(_DIGITS.split(text))]
    return (*((0, float(part), "") if k % 2 else (1, 0.0, part) for k, part in parts), label)
