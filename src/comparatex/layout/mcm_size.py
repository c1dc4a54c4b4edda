"""How much of a matrix is legible on one page: estimates in points, for deciding; TeX measures what it sets."""

from __future__ import annotations

from typing import Literal

from comparatex.layout.options import McmOptions
from comparatex.layout.tables.booktabs import even

_TEXT_WIDTH = 455.0
"""Of a page with 16 cm of text."""
_FONT = 8.0
_READABLE, _SMALLEST = 5.6, 5.0
"""Sizes of type: what full cells keep, and what compact ones may come down to."""
_DIGIT = 0.6125
"""Width of a bold digit of Latin Modern, in units of the type size; a regular one has less."""
_EM = {"−": 0.83, ".": 0.34, ",": 0.34, "<": 0.83, ">": 0.83, "\u202f": 0.17, "*": 0.55}
_REGULAR = 0.87
_LEGEND_WIDTH, _NAME_WIDTH = 62.0, 80.0
"""Of the legend, and of a name that does not break in two."""
_ROWS = {"full": 16, "compact": 24, "line": 40}
_FEW_ROWS, _FEW_COLUMNS, _MANY_ROWS = 6, 5, 14

Cells = Literal["full", "compact", "line"]


def text_width(text: str) -> float:
    """Return about how wide a bold number is, in units of the type size."""
    return sum(_EM.get(char, _DIGIT) for char in text)


def cell_width(widest: tuple[str, str, str], cells: Cells) -> float:
    """Return about how wide a cell is, in points."""
    difference, *others = (_FONT * text_width(text) for text in widest)
    if cells == "compact":
        return max(difference, _REGULAR * max(others)) + 1.5
    return difference + sum(others) + 24 if cells == "line" else max(difference, *others) + 6


def label_width(names: tuple[str, ...], cells: Cells) -> float:
    """Return about how wide the names beside the rows are, in points."""
    widest = 0.52 * _FONT * max(map(len, names))
    if cells == "line":
        widest += 0.52 * _FONT * 7
    elif widest > _NAME_WIDTH:
        widest = max(_NAME_WIDTH, 0.7 * widest)
    return max(_LEGEND_WIDTH, widest) + 5


def capacity(names: tuple[str, ...], widest: tuple[str, str, str], cells: Cells) -> int:
    """Return how many columns are legible side by side."""
    smallest = _SMALLEST if cells == "compact" else _READABLE
    room = _TEXT_WIDTH * _FONT / smallest - label_width(names, cells)
    return max(1, int(room / cell_width(widest, cells)))


def large(n_rows: int, n_columns: int) -> bool:
    """Whether cells must be compact, however short their texts are."""
    return n_rows > _ROWS["full"] and n_columns > _FEW_COLUMNS


def choose(n_rows: int, n_columns: int, names: tuple[str, ...], widest: tuple[str, str, str]) -> Cells:
    """Return which kind of cells suits a matrix.

    Parameters
    ----------
    n_rows, n_columns : int
        Size of the matrix.
    names : tuple of str
        The comparates in the rows.
    widest : tuple of str
        The widest texts of full cells.
    """
    fits = n_columns <= capacity(names, widest, "full")
    if n_columns <= _FEW_COLUMNS and n_rows > _MANY_ROWS:
        return "line"
    few = n_rows <= _FEW_ROWS and n_rows < n_columns
    return "full" if few or (fits and n_rows <= _ROWS["full"]) else "compact"


def panel_size(
    shape: tuple[int, int],
    names: tuple[str, ...],
    widest: tuple[str, str, str],
    cells: Cells,
    options: McmOptions,
) -> tuple[int, int]:
    """Return rows and columns of a panel: as asked for, else legible ones of about equal size."""
    rows = options.panel_rows or even(shape[0], _ROWS[cells])
    return rows, options.panel_columns or even(shape[1], capacity(names, widest, cells))


def lines_per_page(names: tuple[str, ...], widest: tuple[str, str, str], n_columns: int) -> int:
    """Return how many rows of one-line cells a page has, blocks of them side by side."""
    block = label_width(names, "line") + n_columns * cell_width(widest, "line") + 12
    return _ROWS["line"] * max(1, int(_TEXT_WIDTH * _FONT / _READABLE / block))
