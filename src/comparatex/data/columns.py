"""Which column of a long table holds what: told by the user, or by its heading."""

from __future__ import annotations

from dataclasses import dataclass

from comparatex.data.names import hint, listed, quoted
from comparatex.data.numbers import numeric
from comparatex.data.reading import Reading
from comparatex.data.repeats import name_codes
from comparatex.data.table import Table
from comparatex.data.words import (
    COMPARATE,
    MEASURE,
    NUMBERING,
    REPEAT,
    SCORE,
    SUBSETS,
    TASK,
    better,
    means,
    words,
)
from comparatex.errors import DataError, UsageError


@dataclass(frozen=True)
class Columns:
    """Positions of a long table's columns.

    Parameters
    ----------
    task, comparate, score : int
        Where tasks, comparates and scores stand.
    repeats : tuple of int
        The columns that tell repeats apart, together.
    measure : int or None
        Where the measures stand.
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


def looks_long(table: Table, reading: Reading) -> bool:
    """Tell whether a table has one row per score: names of comparates beside those of tasks, and scores."""
    if reading.transpose:
        return False
    if reading.comparate or reading.score or reading.measure:
        return True
    comparates, tasks = (
        _texts(table, COMPARATE),
        [k for k, head in enumerate(table.header) if means(head, TASK)],
    )
    if not comparates and not _texts(table, TASK):
        return False
    scores = [k for k in _score_columns(table) if numeric(table.columns[k])]
    if comparates and scores and (tasks or reading.task):
        return True
    alone = len(scores) == 1 and (means(table.header[scores[0]], SCORE) or better(table.header[scores[0]]))
    return bool(alone) and len(set(_texts(table)) - set(_texts(table, MEASURE | REPEAT))) == 2


def find_columns(table: Table, reading: Reading) -> Columns:
    """Return which column holds what.

    Raises
    ------
    DataError
        A column cannot be told from the headings; the message says which option names it.
    """
    comparate = _told(table, reading.comparate)
    task = _told(table, reading.task)
    measure = _told(table, reading.measure)
    taken = {comparate, task, measure, _told(table, reading.score), _told(table, reading.repeat)}
    comparate = _one(table, COMPARATE, "comparate", taken) if comparate is None else comparate
    taken.add(comparate)
    task = _one(table, TASK, "task", taken) if task is None else task
    task, comparate = _last_text(table, task, comparate, taken | {task})
    if measure is None:
        measure = _one(table, MEASURE, "measure", taken | {task, comparate}, texts=True)
    repeats = _repeats(table, reading, {task, comparate, measure})
    score, notes = _score(table, reading, {task, comparate, measure, *repeats}, measure is not None)
    used = {task, comparate, measure, score, *repeats}
    unused = tuple(head for k, head in enumerate(table.header) if k not in used and head)
    return Columns(task, comparate, score, repeats, measure, unused, notes)


def _told(table: Table, heading: str | None) -> int | None:
    """Return the position of a column that the user named."""
    return None if heading is None else table.header.index(heading)


def _texts(table: Table, vocabulary: frozenset[str] | None = None) -> list[int]:
    """Return the columns of texts, those whose heading is in a vocabulary."""
    return [
        k
        for k, head in enumerate(table.header)
        if (vocabulary is None or means(head, vocabulary)) and not numeric(table.columns[k])
    ]


def _score_columns(table: Table) -> list[int]:
    """Return the columns whose heading does not say that they hold names, repeats or row numbers."""
    return [
        k
        for k, head in enumerate(table.header)
        if not (means(head, TASK | COMPARATE | REPEAT) or " ".join(words(head)) in NUMBERING)
    ]


def _one(
    table: Table, vocabulary: frozenset[str], kind: str, taken: set[int | None], texts: bool = False
) -> int | None:
    """Return the one column whose heading is in a vocabulary; texts, then the plainest, come first."""
    found = [k for k, head in enumerate(table.header) if k not in taken and means(head, vocabulary)]
    text = [k for k in found if not numeric(table.columns[k])]
    found = text if text or texts else found
    plain = [k for k in found if " ".join(words(table.header[k])) in vocabulary]
    found = plain or found
    if len(found) > 1:
        heads = listed([table.header[k] for k in found], 8)
        raise DataError(
            f"{table.name}: the columns {heads} may all hold the {kind}s: say which with `{kind}`."
        )
    return found[0] if found else None


def _last_text(
    table: Table, task: int | None, comparate: int | None, taken: set[int | None]
) -> tuple[int, int]:
    """Return the columns of tasks and comparates; one may be the only column of texts that is left."""
    left = [k for k in _texts(table) if k not in taken and not means(table.header[k], REPEAT | MEASURE)]
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


def _repeats(table: Table, reading: Reading, taken: set[int | None]) -> tuple[int, ...]:
    """Return the columns that tell repeats apart, by option or by heading."""
    told = _told(table, reading.repeat)
    if told is not None:
        return (told,)
    score = _told(table, reading.score)
    found = [
        k for k, head in enumerate(table.header) if k not in taken and k != score and means(head, REPEAT)
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


def _score(
    table: Table, reading: Reading, taken: set[int | None], has_measures: bool
) -> tuple[int, tuple[str, ...]]:
    """Return the column of scores, and a note when others might have been meant."""
    told = _told(table, reading.score)
    if told is not None:
        return told, ()
    left = [k for k in range(len(table.header)) if k not in taken and numeric(table.columns[k])]
    left = [k for k in left if k in _score_columns(table)] or left
    heads = [table.header[k] for k in left]
    if not left:
        raise DataError(f"{table.name} has no column of numbers that could be scores: name it with `score`.")
    wanted = None if has_measures else reading.select_measure
    if wanted is not None and wanted not in heads:
        raise UsageError(f"{table.name} has no measure {quoted(wanted)}{hint(wanted, heads)}")
    if wanted is not None:
        return left[heads.index(wanted)], ()
    named = [k for k in left if means(table.header[k], SCORE) or better(table.header[k])]
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
    ) if others else ()
