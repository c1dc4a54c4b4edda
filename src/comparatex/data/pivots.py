"""Pivot tables, whose columns have several headings each, as pandas keeps and writes them."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from comparatex.data.measures import is_score, kind_of
from comparatex.data.names import (
    COMPARATE,
    MEASURE,
    MORE_COMPARATE,
    MORE_TASK,
    REPEAT,
    TASK,
    comparate_noun,
    listed,
    matches,
    only_count,
    quoted,
    task_noun,
    tidy,
    vocabulary,
)
from comparatex.data.raw_table import Cells, Table, make_table
from comparatex.data.written_numbers import holds_numbers

_MEASURE, _STATISTIC = "measure", "statistic"
_MOST_LEVELS = 4
_CENTRES = ("mean", "median")
_STATISTICS = vocabulary(
    "mean, median, std, var, sem, count, size, min, max, sum, first, last, sd, stderr, nunique"
)


@dataclass(frozen=True, eq=False)
class Pivot:
    """A table whose columns have a label at each of several levels.

    Parameters
    ----------
    name, lines, unit, notes
        As in `Table`.
    index : sequence of (str, cells)
        The headings and the cells of the columns of names in front; without any, rows are numbered.
    heads : tuple of str
        What each level is called; empty where it has no name.
    labels : sequence of tuple of str
        The label of each column at every level.
    columns : sequence of cells
        The numbers.
    """

    name: str
    index: Sequence[tuple[str, Cells]]
    heads: tuple[str, ...]
    labels: Sequence[tuple[str, ...]]
    columns: Sequence[Cells]
    lines: Sequence[int | str]
    unit: str = "row"
    notes: tuple[str, ...] = ()


def heading_rows(rows: Sequence[Sequence[Any]]) -> tuple[int, int]:
    """Return how many of the first rows are headings, and how many columns the row below them gives headings to.

    pandas writes the headings of the columns of names below all others, in a row of their own, which is empty behind
    them; where they have none, the same heading stands above several columns.

    >>> heading_rows([["", "mean", "std"], ["model", "kNN", "kNN"], ["dataset", "", ""], ["iris", ".9", ".1"]])
    (2, 1)
    >>> heading_rows([["", "mean", "mean"], ["", "kNN", "SVM"], ["iris", ".9", ".1"]])
    (2, 0)
    >>> heading_rows([["dataset", "kNN", "SVM"], ["iris", ".9", ".8"]])
    (1, 0)
    """
    texts = [[_text(cell) for cell in row] for row in rows[: _MOST_LEVELS + 2]]
    repeated = len({*filter(None, texts[0][1:])}) < len([*filter(None, texts[0][1:])])
    for k, row in enumerate(texts[1:-1], start=1):
        front = next((j for j, cell in enumerate(row) if not cell), len(row))
        if 0 < front < len(row) - 1 and not any(row[front:]):
            known = all(task_noun(head) or comparate_noun(head) for head in row[:front])
            merged = k > 1 and not all(texts[0][front:])
            return (k, front) if repeated or known or merged else (1, 0)
        if any(holds_numbers([cell]) and not cell.isdecimal() for cell in row[1:] if cell):
            break
    below = next((k for k, row in enumerate(texts) if row[0]), 0)
    return (below, 0) if repeated and below > 1 else (1, 0)


def pivot_of(
    rows: Sequence[tuple[int, Sequence[Any]]], name: str, unit: str, notes: tuple[str, ...]
) -> Pivot | None:
    """Return the pivot table in rows of cells with their numbers; None if they are none."""
    n_levels, n_index = heading_rows([cells for _, cells in rows[: _MOST_LEVELS + 2]])
    if n_levels == 1 and not n_index:
        return None
    front, body = max(n_index, 1), rows[n_levels + bool(n_index) :]
    tops = [_filled(cells[front:], last=k == n_levels - 1) for k, (_, cells) in enumerate(rows[:n_levels])]
    heads = [_text(cell) for cell in rows[n_levels][1][:front]] if n_index else [""] * front
    columns = [[cells[k] for _, cells in body] for k in range(len(rows[0][1]))]
    return Pivot(
        name,
        [(head, _filled(columns[k], last=k == front - 1)) for k, head in enumerate(heads)],
        tuple(_text(cells[front - 1]) for _, cells in rows[:n_levels]),
        list(zip(*tops, strict=True)),
        columns[front:],
        [number for number, _ in body],
        unit,
        notes,
    )


def _filled(cells: Sequence[Any], *, last: bool) -> list[Any]:
    """Return cells with what stands once for several, in all but the last level, in each of them."""
    texts: list[str] = []
    for cell in cells:
        text = _text(cell)
        texts.append(text if text or last or not texts else texts[-1])
    return texts


def levels_in(heading: Any) -> tuple[str, ...]:
    """Return the labels in a heading of several levels, as JSON of pandas has it; of any other the heading alone.

    >>> levels_in("('accuracy', 'kNN')"), levels_in(["accuracy", "kNN"]), levels_in("kNN")
    (('accuracy', 'kNN'), ('accuracy', 'kNN'), ('kNN',))
    """
    if isinstance(heading, str) and heading.startswith("(") and heading.endswith(")"):
        try:
            heading = ast.literal_eval(heading)
        except (ValueError, SyntaxError):
            return (heading,)
    return tuple(map(tidy, heading)) if isinstance(heading, (tuple, list)) else (tidy(heading),)


def to_table(pivot: Pivot) -> Table:
    """Return a table with one heading for each column: a row for each score, and a column for each measure.

    Of means beside their spreads, the means are read.
    """
    index = pivot.index or [("task", [str(row + 1) for row in range(len(pivot.lines))])]
    roles = [
        _role(head, list(dict.fromkeys(labels)))
        for head, labels in zip(pivot.heads, zip(*pivot.labels, strict=True), strict=True)
    ]
    named = {role: [k] for k, role in enumerate(roles) if role not in ("", _MEASURE, _STATISTIC)}
    if unnamed := [k for k, role in enumerate(roles) if not role]:
        heads = (*named, *(head for head, _ in index))
        named["task" if any(map(comparate_noun, heads)) else "comparate"] = unnamed
    measured = [k for k, role in enumerate(roles) if role == _MEASURE]
    kept, notes = _centres(pivot, [k for k, role in enumerate(roles) if role == _STATISTIC])
    columns = {
        (tuple(_joined(labels, levels) for levels in named.values()), _joined(labels, measured)): cells
        for labels, cells in zip(pivot.labels, pivot.columns, strict=True)
        if all(labels[k] == centre for k, centre in kept.items())
    }
    combinations = list(dict.fromkeys(names for names, _ in columns))
    measures = list(dict.fromkeys(measure for _, measure in columns))
    rows = range(len(pivot.lines))
    front = [[column[row] for row in rows for _ in combinations] for _, column in index]
    middle = [[names[k] for _ in rows for names in combinations] for k in range(len(named))]
    scores = [
        _stacked([columns.get((names, measure)) for names in combinations], rows) for measure in measures
    ]
    table = make_table(
        pivot.name,
        [*(head for head, _ in index), *named, *(measure or "score" for measure in measures)],
        [*front, *middle, *scores],
        [line for line in pivot.lines for _ in combinations],
        pivot.unit,
        (*pivot.notes, *notes),
    )
    return replace(table, long=True) if named else table


def _centres(pivot: Pivot, levels: Sequence[int]) -> tuple[dict[int, str], list[str]]:
    """Return the statistic that is read at each level of statistics, and notes on the others."""
    kept, notes = {}, []
    for level in levels:
        labels = list(dict.fromkeys(label[level] for label in pivot.labels))
        kept[level] = next(label for label in labels if label.lower() in _CENTRES)
        others = [label for label in labels if label != kept[level]]
        if others:
            notes.append(
                f"{pivot.name}: scores are those below {quoted(kept[level])}, not below {listed(others)}."
            )
    return kept, notes


def _joined(labels: tuple[str, ...], levels: Sequence[int]) -> str:
    """Return the labels at some levels as one."""
    return " ".join(filter(None, (labels[level] for level in levels)))


def _stacked(columns: Sequence[Cells | None], rows: Sequence[int]) -> Cells:
    """Return columns side by side as one, row after row."""
    if all(isinstance(column, np.ndarray) for column in columns):
        return np.stack(columns, axis=1).ravel()  # type: ignore[arg-type]
    return [None if column is None else column[row] for row in rows for column in columns]


def are_statistics(labels: Sequence[str]) -> bool:
    """Whether some labels are those of statistics of repeats, with a mean or median among them."""
    plain = {label.lower() for label in labels}
    return plain <= _STATISTICS and not plain.isdisjoint(_CENTRES)


def _role(head: str, labels: Sequence[str]) -> str:
    """Return the heading of a column of labels, or that they are of measures or statistics; empty if none is known."""
    if are_statistics(labels):
        return _STATISTIC
    if any(matches(head, known) for known in (TASK | MORE_TASK, COMPARATE | MORE_COMPARATE, REPEAT)):
        return head
    if matches(head, MEASURE) or 2 * sum(
        is_score(label) or kind_of(label) == "cost" for label in labels
    ) > len(labels):
        return _MEASURE
    return "repeat" if only_count(labels) else ""


def _text(cell: Any) -> str:
    return "" if cell is None or cell != cell else tidy(cell)
