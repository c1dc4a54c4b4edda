"""What the columns of a wide table are for: names of its rows, repeats, scores."""

from __future__ import annotations

from dataclasses import dataclass

from comparatex.data.names import quoted
from comparatex.data.numbers import numeric
from comparatex.data.reading import Reading
from comparatex.data.repeats import cell_name
from comparatex.data.table import Cells, Table
from comparatex.data.words import COMPARATE, NUMBERING, REPEAT, TASK, means, words
from comparatex.errors import UsageError


@dataclass(frozen=True)
class Roles:
    """Columns of a wide table.

    Parameters
    ----------
    names : int or None
        The column that names the rows; None when they have numbers only.
    repeats : tuple of int
        The columns that tell apart several rows of one name.
    scores : tuple of int
        The columns of scores.
    notes : tuple of str
        Warnings.
    """

    names: int | None
    repeats: tuple[int, ...]
    scores: tuple[int, ...]
    notes: tuple[str, ...] = ()


def find_roles(table: Table, reading: Reading) -> Roles:
    """Return what each column is for."""
    names, aside = _told(table, reading) or _naming(table, reading.transpose)
    repeats: tuple[int, ...] = ()
    if reading.repeat:
        repeats = (table.header.index(reading.repeat),)
    elif names is not None:
        repeats = tuple(k for k in range(len(table.header)) if k != names and _repeating(table, k, names))
    others = {names, *aside, *repeats}
    scores = tuple(k for k in range(len(table.header)) if k not in others)
    return Roles(names, repeats, scores, _turned_note(table, names, reading.transpose))


def _told(table: Table, reading: Reading) -> tuple[int, tuple[int, ...]] | None:
    """Return the column that the user says names the rows."""
    heading = reading.comparate if reading.transpose else reading.task
    if reading.transpose and reading.task:
        raise UsageError(
            "With `transpose` the comparates are in rows: name their column with `comparate`, not `task`."
        )
    return (table.header.index(heading), ()) if heading else None


def _naming(table: Table, transpose: bool) -> tuple[int | None, tuple[int, ...]]:
    """Return the column that names the rows, or None, and the columns that only number them."""
    text = next((k for k, cells in enumerate(table.columns) if not numeric(cells)), None)
    if text is not None:
        return text, tuple(k for k in range(text) if _numbering(table, k))
    if means(table.header[0], COMPARATE if transpose else TASK | REPEAT) and _whole(table.columns[0]):
        return 0, ()
    if not _numbering(table, 0):
        return None, ()
    numbers = [int(cell_name(cell)) for cell in table.columns[0]]
    counted = sorted(numbers) in (list(range(len(numbers))), list(range(1, len(numbers) + 1)))
    return (None, (0,)) if counted and not transpose else (0, ())


def _numbering(table: Table, column: int) -> bool:
    """Tell whether a column only numbers the rows: different whole numbers under such a heading as "id"."""
    cells = table.columns[column]
    return " ".join(words(table.header[column])) in NUMBERING and _whole(cells) and not _again(cells)


def _repeating(table: Table, column: int, names: int) -> bool:
    """Tell whether a column tells apart rows of one name, or has nothing to tell apart."""
    if not means(table.header[column], REPEAT):
        return False
    labels = {cell_name(cell) for cell in table.columns[column]}
    return _again(table.columns[names]) or (len(labels) == 1 and _whole(table.columns[column]))


def _whole(cells: Cells) -> bool:
    """Tell whether a column holds whole numbers only."""
    return all(name.isascii() and name.isdecimal() for name in map(cell_name, cells))


def _again(cells: Cells) -> bool:
    """Tell whether any name in a column comes twice."""
    names = [cell_name(cell) for cell in cells]
    return len(set(names)) < len(names)


def _turned_note(table: Table, names: int | None, transpose: bool) -> tuple[str, ...]:
    """Return the warning that rows seem to be what the columns are taken for."""
    if names is None or not means(table.header[names], TASK if transpose else COMPARATE):
        return ()
    head = quoted(table.header[names])
    if transpose:
        return (f"{table.name}: its rows are named by {head} but taken as comparates: is --transpose meant?",)
    return (
        f"{table.name}: its rows are named by {head} but taken as tasks: if they are comparates, say "
        "--transpose.",
    )
