"""Long tables: one row per score, with its task, comparate, perhaps repeat and measure."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from comparatex.data.grid import Grid, average_repeats, note_gaps, repeat_codes, stack_repeats
from comparatex.data.measures import SCORE, better_scores, kind_of
from comparatex.data.names import (
    COMPARATE,
    MEASURE,
    MORE_COMPARATE,
    MORE_TASK,
    NUMBERING,
    REPEAT,
    SUBSETS,
    TASK,
    hint,
    listed,
    matches,
    quoted,
    words,
)
from comparatex.data.raw_table import Codes, Table, compact_codes, first_duplicate, name_codes, pick_rows
from comparatex.data.reading import Filter, Layout, Reading, comparate_filter, task_filter
from comparatex.data.written_numbers import Numbers, holds_numbers, parse_numbers
from comparatex.errors import DataError, UsageError

_NAMES = TASK | COMPARATE | REPEAT | {"subject"}
"""Headings of columns that are no scores, even of numbers."""


@dataclass(frozen=True)
class Columns:
    """Positions of a long table's columns.

    Parameters
    ----------
    task, comparate, score : int
        The columns of tasks, comparates and scores.
    repeats : tuple of int
        The columns that together identify a repeat.
    measure : int or None
        The column of measures.
    unused : tuple of str
        Headings of the other columns.
    notes : tuple of str
        Warnings.
    """

    task: int
    comparate: int
    score: int
    repeats: tuple[int, ...]
    measure: int | None
    unused: tuple[str, ...]
    notes: tuple[str, ...] = ()


def is_long(table: Table, reading: Reading) -> bool:
    """Whether a table has one row per score, with columns of tasks, of comparates and of scores."""
    if reading.transpose:
        return False
    if reading.comparate or reading.score or reading.measure:
        return True
    comparates = _text_columns(table, COMPARATE) or _text_columns(table, MORE_COMPARATE)
    tasks = _named_columns(table, TASK) or _named_columns(table, MORE_TASK)
    if not comparates and not (_text_columns(table, TASK) or _text_columns(table, MORE_TASK)):
        return False
    scores = [k for k in _possible_scores(table) if holds_numbers(table.columns[k])]
    if comparates and scores and (tasks or reading.task):
        return True
    alone = len(scores) == 1 and (
        matches(table.header[scores[0]], SCORE) or better_scores(table.header[scores[0]])
    )
    return bool(alone) and len(set(_text_columns(table)) - set(_text_columns(table, MEASURE | REPEAT))) == 2


def find_columns(table: Table, reading: Reading) -> Columns:
    """Return the role of each column.

    Raises
    ------
    DataError
        A column cannot be recognised by its heading; the message says which option names it.
    """
    comparate = _stated_column(table, reading.comparate)
    task = _stated_column(table, reading.task)
    measure = _stated_column(table, reading.measure)
    taken = {
        comparate,
        task,
        measure,
        _stated_column(table, reading.score),
        _stated_column(table, reading.repeat),
    }
    comparate = (
        _one_column(table, COMPARATE, "comparate", taken, more=MORE_COMPARATE)
        if comparate is None
        else comparate
    )
    taken.add(comparate)
    task = _one_column(table, TASK, "task", taken, more=MORE_TASK) if task is None else task
    task, comparate = _task_and_comparate(table, task, comparate, taken | {task})
    if measure is None:
        measure = _one_column(table, MEASURE, "measure", taken | {task, comparate}, texts=True)
    repeats = _repeat_columns(table, reading, {task, comparate, measure})
    score, notes = _score_column(table, reading, {task, comparate, measure, *repeats}, measure is not None)
    used = {task, comparate, measure, score, *repeats}
    unused = tuple(head for k, head in enumerate(table.header) if k not in used and head)
    return Columns(
        task=task,
        comparate=comparate,
        score=score,
        repeats=repeats,
        measure=measure,
        unused=unused,
        notes=notes,
    )


def _stated_column(table: Table, heading: str | None) -> int | None:
    """Return the position of the column named by the user."""
    return None if heading is None else table.header.index(heading)


def _text_columns(table: Table, vocabulary: frozenset[str] | None = None) -> list[int]:
    """Return the columns of texts, if a vocabulary is given only those whose heading is in it."""
    return [
        k
        for k, head in enumerate(table.header)
        if (vocabulary is None or matches(head, vocabulary)) and not holds_numbers(table.columns[k])
    ]


def _named_columns(table: Table, vocabulary: frozenset[str]) -> list[int]:
    """Return the columns whose heading is in a vocabulary."""
    return [k for k, head in enumerate(table.header) if matches(head, vocabulary)]


def _possible_scores(table: Table) -> list[int]:
    """Return the columns whose heading does not suggest names, repeats or row numbers."""
    return [
        k
        for k, head in enumerate(table.header)
        if not (matches(head, _NAMES) or " ".join(words(head)) in NUMBERING)
    ]


def _one_column(
    table: Table,
    vocabulary: frozenset[str],
    kind: str,
    taken: set[int | None],
    texts: bool = False,
    more: frozenset[str] = frozenset(),
) -> int | None:
    """Return the one column whose heading is in a vocabulary, preferring texts, then the plainest heading.

    Where none is, it is the one whose heading is in a second vocabulary.
    """
    found = [k for k in _named_columns(table, vocabulary) if k not in taken]
    if not found and more:
        return _one_column(table, more, kind, taken, texts)
    text = [k for k in found if not holds_numbers(table.columns[k])]
    found = text if text or texts else found
    plain = [k for k in found if " ".join(words(table.header[k])) in vocabulary]
    found = plain or found
    if len(found) > 1:
        heads = listed([table.header[k] for k in found], 8)
        raise DataError(
            f"{table.name}: the columns {heads} may all hold the {kind}s: say which with `{kind}`."
        )
    return found[0] if found else None


def _task_and_comparate(
    table: Table, task: int | None, comparate: int | None, taken: set[int | None]
) -> tuple[int, int]:
    """Return the columns of tasks and comparates; one may be the only remaining column of texts."""
    left = [
        k for k in _text_columns(table) if k not in taken and not matches(table.header[k], REPEAT | MEASURE)
    ]
    if task is None and comparate is not None and len(left) == 1:
        return left[0], comparate
    if comparate is None and task is not None and len(left) == 1:
        return task, left[0]
    if task is None or comparate is None:
        kind = "comparate" if comparate is None else "task"
        raise DataError(
            f"{table.name} has one row per score, but no heading says which column holds the {kind}s: name "
            f"it with `{kind}` (there are {listed(table.header, 8)})."
        )
    return task, comparate


def _repeat_columns(table: Table, reading: Reading, taken: set[int | None]) -> tuple[int, ...]:
    """Return the columns that identify repeats, by option or by heading."""
    stated = _stated_column(table, reading.repeat)
    if stated is not None:
        return (stated,)
    score = _stated_column(table, reading.score)
    found = [
        k for k, head in enumerate(table.header) if k not in taken and k != score and matches(head, REPEAT)
    ]
    repeats = []
    for k in found:
        labels = name_codes(table.columns[k])[1]
        if not {label.casefold() for label in labels} <= SUBSETS:
            repeats.append(k)
        elif len(labels) > 1:
            raise DataError(
                f"{table.name}: the column {quoted(table.header[k])} mixes {listed(labels)} scores: keep the "
                "rows of one of them."
            )
    return tuple(repeats)


def _score_column(
    table: Table, reading: Reading, taken: set[int | None], has_measures: bool
) -> tuple[int, tuple[str, ...]]:
    """Return the column of scores, and a note if others might have been meant."""
    stated = _stated_column(table, reading.score)
    if stated is not None:
        return stated, ()
    left = [k for k in range(len(table.header)) if k not in taken and holds_numbers(table.columns[k])]
    left = [k for k in left if k in _possible_scores(table)] or left
    heads = [table.header[k] for k in left]
    if not left:
        raise DataError(f"{table.name} has no column of numbers that could be scores: name it with `score`.")
    wanted = None if has_measures else reading.select_measure
    if wanted is not None and wanted not in heads:
        raise UsageError(f"{table.name} has no measure {quoted(wanted)}{hint(wanted, heads)}")
    if wanted is not None:
        return left[heads.index(wanted)], ()
    named = [k for k in left if matches(table.header[k], SCORE) or better_scores(table.header[k])]
    named = [k for k in named if kind_of(table.header[k]) not in ("cost", "count")] or named
    chosen = left if len(left) == 1 else named
    if len(chosen) != 1:
        option = "`score`" if has_measures else "`select_measure`"
        raise DataError(
            f"{table.name} has {len(left)} columns that could be scores, {listed(heads, 8)}: choose one with "
            f"{option}."
        )
    others = [table.header[k] for k in left if k != chosen[0]]
    scores = quoted(table.header[chosen[0]])
    return chosen[0], (
        f"{table.name}: scores are taken from {scores}, not from {listed(others, 8)}.",
    ) if others and not table.long else ()


def layout_of(table: Table, reading: Reading) -> Layout:
    """Return the layout of a table, as stated or else as detected."""
    if reading.layout != "auto":
        return reading.layout
    return "long" if table.long or is_long(table, reading) else "wide"


@dataclass(frozen=True, eq=False)
class Keys:
    """The task, comparate and repeat of each row in use."""

    rows: NDArray[np.intp]
    task: Codes
    comparate: Codes
    repeat: Codes
    tasks: tuple[str, ...]
    comparates: tuple[str, ...]
    repeats: tuple[tuple[str, ...], ...]


def read_long(table: Table, reading: Reading) -> Grid:
    """Return the scores of a long table, repeats averaged and kept.

    Raises
    ------
    DataError
        A column cannot be found, a row names no task or comparate, two rows have scores for the same cell,
        there are several measures and none is selected, or a score is not a number.
    """
    columns = find_columns(table, reading)
    chosen, measure = _measure_rows(table, columns, reading)
    task, tasks = _row_names(table, columns.task, "task")
    comparate, comparates = _row_names(table, columns.comparate, "comparate")
    for names, code, keep in ((tasks, task, task_filter), (comparates, comparate, comparate_filter)):
        kept = _kept_names(names, keep(reading))
        chosen &= kept.all() or kept[code]
    keys = _keys(table, columns, np.flatnonzero(chosen), (task, tasks), (comparate, comparates))
    _check_duplicates(table, columns, keys)
    values, decimals = _parse_scores(table, columns.score, keys.rows)
    shape = (len(keys.tasks), len(keys.comparates))
    cube, places = stack_repeats(keys.task, keys.comparate, keys.repeat, values, decimals, shape)
    mean, exact = average_repeats(cube, places)
    return Grid(
        table.name,
        mean,
        exact,
        keys.tasks,
        keys.comparates,
        measure=measure,
        repeats=cube if cube.shape[2] > 1 else None,
        lines=("",) * len(keys.tasks),
        all_tasks=tasks,
        all_comparates=comparates,
        notes=(*columns.notes, *_measure_note(table, reading), *note_gaps(cube, keys.tasks, keys.comparates)),
        lower=measure in table.lower,
    )


def _measure_rows(table: Table, columns: Columns, reading: Reading) -> tuple[NDArray[np.bool_], str]:
    """Return the mask of the rows of the measure in use, and its name."""
    head = table.header[columns.score]
    if columns.measure is None:
        return np.ones(table.n_rows, dtype=np.bool_), table.only or ("" if matches(head, SCORE) else head)
    code, measures = name_codes(table.columns[columns.measure])
    wanted = reading.select_measure or table.measure or None
    if wanted is None and len(measures) > 1:
        raise DataError(
            f"{table.name} has scores of {len(measures)} measures, {listed(measures, 8)}: choose one with "
            "`select_measure`."
        )
    if wanted is not None and wanted not in measures:
        raise UsageError(f"{table.name} has no measure {quoted(wanted)}{hint(wanted, measures)}")
    selected = measures.index(wanted) if wanted is not None else 0
    return code == selected, measures[selected]


def _measure_note(table: Table, reading: Reading) -> tuple[str, ...]:
    """Return the note on the measure that is used because none is selected."""
    return () if reading.select_measure or not table.measure_note else (table.measure_note,)


def _row_names(table: Table, column: int, kind: str) -> tuple[Codes, tuple[str, ...]]:
    """Return which name each row has in a column, and the names; refuse a row without one."""
    code, names = name_codes(table.columns[column])
    if "" in names:
        row = int(np.flatnonzero(code == names.index(""))[0])
        raise DataError(
            f"{table.place(row, column)}: the row names no {kind}: add the name or delete the row."
        )
    return code, names


def _kept_names(names: tuple[str, ...], keep: Filter) -> NDArray[np.bool_]:
    """Return the mask of the names that a filter keeps."""
    return np.array([keep(name) for name in names], dtype=np.bool_)


def _keys(
    table: Table,
    columns: Columns,
    rows: NDArray[np.intp],
    task: tuple[Codes, tuple[str, ...]],
    comparate: tuple[Codes, tuple[str, ...]],
) -> Keys:
    """Return the `Keys` of the rows in use; names without a row are dropped."""
    repeat, repeats = repeat_codes([pick_rows(table.columns[k], rows) for k in columns.repeats], len(rows))
    task_code, tasks = _used_names(task, rows)
    comparate_code, comparates = _used_names(comparate, rows)
    return Keys(
        rows=rows,
        task=task_code,
        comparate=comparate_code,
        repeat=repeat,
        tasks=tasks,
        comparates=comparates,
        repeats=repeats,
    )


def _used_names(
    named: tuple[Codes, tuple[str, ...]], rows: NDArray[np.intp]
) -> tuple[Codes, tuple[str, ...]]:
    """Return codes over the names that occur in some rows, in the table's order."""
    code, names = named
    used, compact = compact_codes(code if len(rows) == len(code) else code[rows], len(names))
    return compact, tuple(names[k] for k in used.tolist())


def _check_duplicates(table: Table, columns: Columns, keys: Keys) -> None:
    """Refuse two scores of one comparate on one task (and repeat)."""
    n_repeats = max(len(keys.repeats), 1)
    twice = first_duplicate((keys.task * len(keys.comparates) + keys.comparate) * n_repeats + keys.repeat)
    if twice is None:
        return
    first, second = twice
    places = f"lines {table.lines[keys.rows[first]]} and {table.lines[keys.rows[second]]}"
    places = places.replace("line", table.unit)
    what = f"{quoted(keys.comparates[keys.comparate[first]])} on {quoted(keys.tasks[keys.task[first]])}"
    if columns.repeats:
        label = " ".join(keys.repeats[keys.repeat[first]])
        raise DataError(
            f"{table.name}: {places} both score {what} in repeat {quoted(label)}: delete one of them."
        )
    unused = f" (not used: {listed(columns.unused, 8)})" if columns.unused else ""
    more = [head for head in columns.unused if matches(head, MORE_TASK)]
    several = f', or both as `task="{table.header[columns.task]},{more[0]}"`' if more else ""
    raise DataError(
        f"{table.name}: {places} both score {what}: delete one, or name the column that distinguishes them "
        f"with `repeat` or `measure`{several}{unused}."
    )


def _parse_scores(table: Table, column: int, rows: NDArray[np.intp]) -> Numbers:
    """Return values and decimals of the scores in use."""
    cells = pick_rows(table.columns[column], rows)
    values, decimals = parse_numbers([cells], lambda row, _: table.place(int(rows[row]), column))
    return values[:, 0], decimals[:, 0]
