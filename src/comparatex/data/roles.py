"""What each column of a table is, and why: tasks, comparates, scores, repeats, measures, items; decided here alone."""

from __future__ import annotations

import math
import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import combinations, takewhile
from pathlib import Path
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from comparatex.data.headings import (
    COMPARATE,
    HEADINGS,
    ITEM,
    MANY_METHODS,
    MORE_TASK,
    NUMBERING,
    REPEAT,
    SUBSETS,
    TASK,
    are_consecutive,
    called_like_methods,
    count_alike,
    matches,
    methods_in,
    names_methods,
    only_count,
    says,
    share_of_methods,
    stem,
    words,
)
from comparatex.data.measures import better_scores, is_measured, is_score, kind_of, split_measure
from comparatex.data.pivots import bounds_of_means, melted
from comparatex.data.raw_table import (
    Cells,
    Table,
    cell_name,
    distinct_cells,
    holds_whole_numbers,
    pick_rows,
)
from comparatex.data.reading import COLUMNS, Reading, columns_named, name_filter
from comparatex.data.scores import Evidence
from comparatex.data.sense import UNIT, Block, evidence
from comparatex.data.written_numbers import Numbers, holds_numbers, is_missing, number_in, parse_numbers
from comparatex.errors import ComparatexError, DataError, UsageError
from comparatex.names import hint, listed, quoted

_NAMES = TASK | COMPARATE | REPEAT | ITEM | {"subject"}
"""Headings of columns that are no scores, even of numbers."""

_PARTS = re.compile(r"[\s_.:/|-]+|(?<=\S)[(\[]")
_STEPS = (("iteration",), ("iter",), ("iterations",))
_DOTTED = re.compile(r"[\w@ -]+(\.[\w@ -]+)+")


@dataclass(frozen=True)
class Roles:
    """The columns of a table by role, and what the headings of those of scores name."""

    across: Literal["", "comparate", "task", "repeat"]
    """What the headings of the columns of scores name; nothing where one column holds the score of each row."""
    task: int | None
    comparate: int | None
    scores: tuple[int, ...]
    labels: tuple[str, ...] = ()  # what the columns of scores are called
    repeats: tuple[int, ...] = ()  # the columns that together identify a repeat
    measure: int | None = None
    item: int | None = None  # the column of the items of which a task consists
    only: str = ""  # the measure of all scores, if headings state it beside their names
    unused: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    known: bool = True  # whether the table, or the user, says what stands in rows

    @property
    def of_rows(self) -> Literal["task", "comparate"]:
        """What the rows of a wide table name."""
        return "comparate" if self.across == "task" else "task"

    @property
    def rows(self) -> int | None:
        """The column of the names of rows; None if they are only numbered."""
        return self.comparate if self.across == "task" else self.task


Shape = Literal["scores", "names", "repeats", "runs"]
"""What a row holds: a score; the scores of a task, or comparate; of one comparate on a task; of a run on one task."""


def shape_of(table: Table, reading: Reading) -> Shape:
    """Return what each row of a table holds, as it is stated or else as the headings say."""
    stated = reading.layout if table.format != "array" else "auto"
    if stated == "long" or (stated == "auto" and (table.long or _has_scores_in_rows(table, reading))):
        return "scores"
    if reading.transpose:
        return "names"
    front, *others = table.header
    if not reading.include and not says(front, "comparate") and _are_repeats(others):
        return "repeats"
    if others and all(head.isascii() and head.isdecimal() for head in others):  # as behind "Resamples:"
        called_by_measure = bool(table.only or split_measure(stem(Path(table.name)), named=True)[1])
        if matches(front, REPEAT) or (not front and only_count(others) and called_by_measure):
            return "repeats"
    names, _ = _naming_column(table, _measure_column(table), turned=False)
    if reading.task or names is None:
        return "names"
    head, cells = table.header[names], table.columns[names]
    runs = matches(head, REPEAT) or (bool(set(words(head)) & REPEAT) and not says(head, "task", "item"))
    called = table.names(names)[1]
    if not runs or head.endswith(":"):  # names may say what they count, under no heading that says another
        counted = _are_repeats(called) and not says(head, *HEADINGS) and stated != "wide"
        return "runs" if counted else "names"
    return "runs" if holds_whole_numbers(cells) or count_alike(called) else "names"


def _are_repeats(heads: Sequence[str]) -> bool:
    """Whether headings count repeats behind a word for these, as ``fold1`` and ``fold2`` do."""
    return only_count(heads) and not any(map(str.isdecimal, heads))


def _has_scores_in_rows(table: Table, reading: Reading) -> bool:
    """Whether a table has columns of tasks, of comparates and of scores."""
    if reading.transpose or _names_rows(table, reading):
        return False
    if reading.comparate or reading.score or reading.measure:
        return True
    comparates = _text_columns(table, "comparate") or _of_methods(table)
    if not comparates and not _text_columns(table, "task"):
        return False
    repeats = columns_named(reading.repeat, table.header)
    scores = [k for k in _possible_scores(table) if table.header[k] not in repeats]
    stated = reading.task and any(table.header[k] != reading.task for k in comparates)
    # Evaluations of a model each, with a score on each task.
    own = len(scores) > 1 and bool(comparates) and table.tell_apart(comparates[0])
    tasks = [k for k in _named_columns(table, "task", "item") if not own or matches(table.header[k], TASK)]
    if comparates and scores and (stated or tasks):
        return True
    if len(table.roles) == 1 and len(scores) == 1 and {"task", "comparate"} & {*table.roles}:
        return sum(table.header[k] not in table.roles.values() for k in _text_columns(table)) == 1
    alone = len(scores) == 1 and (is_score(head := table.header[scores[0]]) or kind_of(head) == "cost")
    measured = "comparate" in table.roles and any(is_measured(last_key(table.header[k])) for k in scores)
    two = len(set(_text_columns(table)) - set(_text_columns(table, "measure", "repeat"))) == 2
    return (alone or measured) and two


def _names_rows(table: Table, reading: Reading) -> bool:
    """Whether the column that the user states as that of comparates names the rows of a table with tasks in columns."""
    if reading.comparate not in table.header or reading.task or reading.score or reading.measure:
        return False
    names = table.header.index(reading.comparate)
    others = [k for k, cells in enumerate(table.columns) if k != names and holds_numbers(cells)]
    tasks = [k for k in (*_text_columns(table), *_named_columns(table, "task")) if k != names]
    return len(others) > 1 and not tasks and table.tell_apart(names)


def lacking(table: Table, reading: Reading, *, alike: bool = False) -> frozenset[str]:
    """Return which of tasks and comparates a table of measures does not name, so that its path must."""
    if table.long or reading.transpose or reading.include:
        return frozenset()
    shape = shape_of(table, reading)
    if shape == "repeats":
        return frozenset({"comparate"})
    if alike and shape == "runs":
        return frozenset({"repeats only"})
    scores = _possible_scores(table)
    stated = (reading.task, reading.group, *columns_named(reading.repeat, table.header))
    heads = [table.header[k] for k in scores if table.header[k] not in stated]
    measured = [head for head in heads if head == reading.score or is_measured(last_key(head))]
    if 0 < len(measured) < len(heads):
        measured += _bounds(table, [k for k in scores if table.header[k] in heads])
    if alike and len(heads) == len(_text_columns(table)) == 1 < table.n_rows:  # a name and a number
        measured = heads
    enough = len(measured) == len(heads) or (alike and (table.n_rows == 1 or 2 * len(measured) > len(heads)))
    if not measured or not enough or any(head in reading.names for head in heads):
        return frozenset()
    taken = set(_named_columns(table, "repeat", "measure")) | set(scores)
    named = {
        "comparate": reading.comparate or _of_methods(table),
        "task": reading.task or _named_columns(table, "task", "item"),
    }
    known = {table.header.index(head) for head in table.roles.values() if head in table.header}
    if not any(named.values()) and (texts := set(_text_columns(table)) - taken) and table.n_rows > 1:
        return frozenset({"comparate"} if len(texts) == 1 else ())
    if known and not named["task"] and len(set(_text_columns(table)) - taken - known) == 1:
        return frozenset()  # which is that of tasks, beside methods that paths name
    return frozenset(role for role in named if not named[role])


def measures_of(table: Table) -> list[str]:
    """Return the measures of quality that the headings of a table name."""
    return measure_names([table.header[k] for k in _of_quality(table.header, _possible_scores(table))])


def check_alone(table: Table, reading: Reading, *, alone: bool) -> None:
    """Refuse a table that names no comparates or no tasks where no other file and no path does."""
    shape = shape_of(table, reading)
    if shape == "scores" or reading.layout == "wide" or (shape == "repeats" and not alone):
        return
    if shape == "repeats":
        head = table.header[1 if _are_repeats(table.header[1:]) else 0]
        raise DataError(
            f"{table.name} holds {len(table.header) - 1} repeats of one method, a column for each, and not "
            f"methods, going by its heading {quoted(head)}: name the files of several methods "
            "together, and each is called like its file."
        )
    lacks = lacking(table, reading)
    if not lacks:
        return
    heads = [table.header[k] for k in _possible_scores(table)]
    several = len(heads) > 1
    if "comparate" in lacks:
        what = f"{listed(heads, 8)} {'are measures' if several else 'is a measure'}"
        raise DataError(
            f"{table.name} holds results of one method, since {what}, going by the headings: "
            "give the files of the others, too, each called like its method, or name the column of methods with "
            "`comparate`" + (f'; if they are methods, use `include="{",".join(heads)}"`.' if several else "."),
            [{"include": ",".join(heads)}] if several else [],
        )
    methods, texts = _of_methods(table), [k for k in _text_columns(table) if table.header[k] and table.count(k) > 1]
    tasks = [k for k in texts if k not in methods and not says(table.header[k], "measure")]
    raise DataError(
        f"{table.name} holds results on one task, {listed(heads, 8)} by method: give the files of the other tasks, "
        "too, each called like its task, or name the column of tasks with `task`.",
        [{"task": table.header[k]} for *_, k in _telling(table, [(*methods, k) for k in tasks])],
    )


def _telling(table: Table, choices: Sequence[tuple[int, ...]]) -> Sequence[tuple[int, ...]]:
    """Return the choices of columns that tell all rows apart, alone or with a counter of repeats; all if none do."""
    whole = [k for k, cells in enumerate(table.columns) if holds_whole_numbers(cells)]
    beside = [(), *((k,) for k in whole if 2 * table.count(k) <= table.n_rows)]  # more are scores
    apart = [some for some in choices if any(table.tell_apart(*some, *k) for k in beside)]
    return apart or choices


def roles_of(table: Table, reading: Reading) -> Roles:
    """Return the role of each column."""
    shape = shape_of(table, reading)
    if shape == "scores":
        return _long(table, reading)
    if shape == "repeats":
        return Roles("repeat", 0, None, tuple(range(1, len(table.header))), table.header[1:])
    return _without_companions(table, _wide(table, reading), reading)


def _long(table: Table, reading: Reading) -> Roles:
    """Return the roles of the columns of a long table."""
    roles = "comparate", "task", "measure", "score", "repeat"
    comparate, task, measure, score, repeat = (_stated(table, reading, role) for role in roles)
    taken = {comparate, task, measure, score, repeat}
    if comparate is None:
        comparate = _one_column(table, "comparate", taken)
    taken.add(comparate)
    item = None
    if task is None:
        task = _one_column(table, "task", taken)
        item = next((k for k in _named_columns(table, "item") if k not in {*taken, task}), None)
        task, item = (item, None) if task is None else (task, item)
    task, comparate = _task_and_comparate(table, task, comparate, taken | {task})
    if not reading.task and table.count(task) == 1:  # which tells no rows apart
        varied = _finest(table, [k for k in _named_columns(table, "task") if k not in taken])
        named = [k for k in varied if k != task and table.tell_apart(k, comparate)]
        task = named[0] if len(named) == 1 else task
    if reading.transpose and not (reading.task or reading.comparate or table.roles):
        task, comparate = comparate, task
    if measure is None:
        measure = _one_column(table, "measure", taken | {task, comparate}, texts=True)
    repeats = _repeat_columns(table, reading, {task, comparate, measure})
    if not reading.repeat and any(table.count(k) > 1 for k in repeats):
        repeats = () if table.tell_apart(*(k for k in (task, comparate, measure) if k is not None)) else repeats
    repeats += () if item is None else (item,)
    score, notes = _score_column(table, reading, (task, comparate), {measure, *repeats}, measure is not None)
    if not reading.repeat:
        notes += tuple(
            f"{table.name}: the {table.count(k)} values of {quoted(table.header[k])} are "
            "averaged as repeats: if they are steps of a learning curve, keep the rows of the last."
            for k in repeats
            if words(table.header[k])[:1] in _STEPS
        )
    used = {task, comparate, measure, score, *repeats}
    unused = tuple(head for k, head in enumerate(table.header) if k not in used and head)
    heads, known = (table.header[score],), table.oriented or reading.transpose
    return Roles("", task, comparate, (score,), heads, repeats, measure, item, "", unused, notes, known)


def taken_for(
    table: Table, roles: Roles, reading: Reading, rows: Sequence[str], doubts: Sequence[Evidence]
) -> tuple[Evidence, ...]:
    """Return what each column was taken for and why, and the rows that a setting leaves out, in their order.

    What their numbers say of columns and rows is in the doubts.
    """
    places: dict[int | None, str] = {} if roles.across else dict.fromkeys(roles.scores, "score")
    places |= {roles.item: "item", roles.measure: "measure", roles.comparate: "method", roles.task: "task"}
    places |= dict.fromkeys(roles.repeats, "repeat")
    labels = dict(zip(roles.scores, roles.labels, strict=True)) if roles.across else {}
    said = {(doubt.name, doubt.row): doubt for doubt in doubts}
    sense = []
    for k, head in enumerate(table.header):
        if k in places:
            sense.append(Evidence(head, places[k], _why(table, reading, k, places[k])))
        elif k in labels:
            what = "method" if roles.across == "comparate" else roles.across
            sense.append(_filtered(Evidence(head, what, _numbers(table, k)), labels[k], what, said, reading))
        elif head in roles.unused:
            why = "numbers the rows" if roles.across else "no column of scores, and none that these need"
            sense.append(Evidence(head, "counter" if roles.across else "not used", why))
        else:
            sense.append(Evidence(head, "not used", "describing another column, going by the heading"))
    sense += [Evidence(str(getattr(reading, kind)), kind, f"stated by `{kind}`") for kind in table.labels]
    if reading.at:
        sense.append(Evidence(reading.at.rpartition("=")[0], "not used", "chooses rows, stated by `at`"))
    keep, of_rows = name_filter(reading, roles.of_rows), "task" if roles.of_rows == "task" else "method"
    odd = [name for name in rows if not keep(name) or (name, True) in said]
    sense += [_filtered(Evidence(name, of_rows, "", row=True), name, of_rows, said, reading) for name in odd]
    return tuple(sense)


def _why(table: Table, reading: Reading, column: int, what: str) -> str:
    """Return what says that a column has a role."""
    head, role = table.header[column], "comparate" if what == "method" else what
    if role in COLUMNS and head in columns_named(getattr(reading, role), table.header):
        return f"stated by `{role}`"
    if head in table.roles.values():
        return "named by the paths of the files" if table.format != "array" else "stated"
    if table.format and table.long:
        return f"known of files of the format {table.format}"
    roles = (role, "item") if role == "task" else (role,)
    if says(head, *roles) if role in HEADINGS else is_measured(last_key(head)):
        return "going by the heading"
    if what == "score":
        return _numbers(table, column)
    return "counts the rows, and so names them" if _counts_rows(table, column) else "names the rows"


def _numbers(table: Table, column: int) -> str:
    return "numbers" if holds_numbers(table.columns[column]) else "texts"


def _filtered(
    usual: Evidence, name: str, kind: str, said: Mapping[tuple[str, bool], Evidence], reading: Reading
) -> Evidence:
    """Return what a column or row of scores is, which its numbers or a setting may leave out, or one may take."""
    doubt = said.get((name, usual.row))
    if not name_filter(reading, "comparate" if kind == "method" else kind)(name):
        takes, leaves = ("include", "exclude") if kind == "method" else ("tasks", "exclude_tasks")
        setting = takes if getattr(reading, takes) else leaves
        what = f"{doubt.what}, {doubt.why}" if doubt else usual.why
        return replace(usual, what="left out", why=f"stated by `{setting}`" + (f"; {what}" if what else ""))
    if doubt and name in {*reading.names, *reading.include, *reading.tasks}:
        return replace(usual, why=f"stated, though its numbers are those of a {doubt.what}: {doubt.why}")
    return replace(usual, what=doubt.what, why=doubt.why) if doubt else usual


def item_columns(table: Table, reading: Reading) -> tuple[str, str] | None:
    """Return the headings of the items of tasks and of these tasks, if a table has both."""
    try:
        roles = roles_of(table, reading)
    except ComparatexError:  # which reading reports
        return None
    return None if roles.item is None else (table.header[roles.item], table.header[roles.task or 0])


def _stated(table: Table, reading: Reading, role: str) -> int | None:
    """Return the position of the column that the user, or the path of the file, names for a role."""
    heading = getattr(reading, role, None) or table.roles.get(role)
    return table.header.index(heading) if heading in table.header else None


def _text_columns(table: Table, *roles: str) -> list[int]:
    """Return the columns of texts, if roles are given only those whose heading is of one."""
    columns = _named_columns(table, *roles) if roles else range(len(table.header))
    return [k for k in columns if not holds_numbers(table.columns[k])]


def _of_methods(table: Table) -> list[int]:
    """Return the columns of texts whose heading is one of methods, in any language."""
    return [k for k in _text_columns(table) if names_methods(table.header[k])]


def _named_columns(table: Table, *roles: str) -> list[int]:
    """Return the columns whose heading is one of some roles."""
    return [k for k, head in enumerate(table.header) if says(head, *roles) or says(last_key(head), *roles)]


def _possible_scores(table: Table) -> list[int]:
    """Return the columns of numbers whose heading does not suggest names, repeats, row numbers, dates or spreads.

    Fractions are no counts, whatever they are called: ``test`` may be a score, and the number of test cases.
    """
    columns = []
    for k, (head, cells) in enumerate(zip(table.header, table.columns, strict=True)):
        named = head in table.roles.values() or matches(head, _NAMES) or " ".join(words(head)) in NUMBERING
        if not named and holds_numbers(cells):
            kind = kind_of(last_key(head)) or kind_of(head)
            if kind in ("", "measure", "cost", "rank") or (kind == "count" and not holds_whole_numbers(cells)):
                columns.append(k)
    return columns


def _one_column(table: Table, kind: str, taken: set[int | None], *, texts: bool = False) -> int | None:
    """Return the one column whose heading is of a role, preferring usual ones, texts, then the plainest heading."""
    for known in HEADINGS[kind]:
        called = [matches(head, known) or matches(last_key(head), known) for head in table.header]
        columns = [k for k in np.flatnonzero(called).tolist() if k not in taken]
        if columns:
            break
    text = [k for k in columns if not holds_numbers(table.columns[k])]
    columns = _finest(table, text if text or texts else columns)
    columns = [k for k in columns if " ".join(words(table.header[k])) in known] or columns
    if len(columns) > 1:
        heads = [table.header[k] for k in columns]
        raise DataError(
            f"{table.name}: the columns {listed(heads, 8)} may all hold the {kind}s: say which with `{kind}`.",
            [{kind: head} for head in heads],
        )
    return columns[0] if columns else None


def _finest(table: Table, columns: Sequence[int]) -> list[int]:
    """Return the columns without those whose names group those of another, as one that holds the same everywhere."""

    def group(k: int, other: int) -> bool:
        return k != other and table.count(k) < table.count(other) == table.count(k, other)

    return [k for k in columns if not any(group(k, other) for other in columns)]


def _task_and_comparate(
    table: Table, task: int | None, comparate: int | None, taken: set[int | None]
) -> tuple[int, int]:
    """Return the columns of tasks and comparates; one may be the only remaining column of texts."""
    left = [k for k in _text_columns(table) if k not in taken and not says(table.header[k], "repeat", "measure")]
    front = left[:1] if table.roles and left[:1] == [0] else left  # beside a path, names stand in front
    if len(front) == 1 and (task is None) != (comparate is None):
        task, comparate = front[0] if task is None else task, front[0] if comparate is None else comparate
    if task is None or comparate is None:
        kind, role = ("method", "comparate") if comparate is None else ("task", "task")
        raise DataError(
            f"{table.name} has one row per score, but no heading says which column holds the {kind}s: name "
            f"it with `{role}` (there are {listed(table.header, 8)}).",
            orders_of([head for k in left if (head := table.header[k])]) if task == comparate else [],
        )
    return task, comparate


def _repeat_columns(table: Table, reading: Reading, taken: set[int | None]) -> tuple[int, ...]:
    """Return the columns that identify repeats, by option, by path or by heading."""
    if reading.repeat:
        return tuple(map(table.header.index, columns_named(reading.repeat, table.header)))
    score = _stated(table, reading, "score")
    repeats = []
    for k in _named_columns(table, "repeat"):
        if k in taken or k == score:
            continue
        labels = table.names(k)[1]
        if not {label.casefold() for label in labels} <= SUBSETS:
            repeats.append(k)
        elif len(labels) > 1:
            raise DataError(
                f"{table.name}: the column {quoted(table.header[k])} mixes {listed(labels)} scores: keep the "
                "rows of one of them with `at`.",
                [{"at": f"{table.header[k]}={label}"} for label in labels],
            )
    return tuple(repeats)


def _score_column(
    table: Table, reading: Reading, names_in: tuple[int, int], others: set[int | None], has_measures: bool
) -> tuple[int, tuple[str, ...]]:
    """Return the column of scores, and a note if others might have been meant."""
    stated = _stated(table, reading, "score")
    if stated is not None:
        return stated, ()
    taken = {*names_in, *others}
    left = [k for k in _possible_scores(table) if k not in taken] or [
        k for k in range(len(table.header)) if k not in taken and holds_numbers(table.columns[k])
    ]
    left = [k for k in left if not all(map(is_missing, table.columns[k]))]
    settings = [k for k in left if table.count(k) == 1 and not is_score(last_key(table.header[k]))]
    left = [k for k in left if k not in settings] or left  # as what is the same everywhere and called no measure
    if not left:
        raise DataError(f"{table.name} has no column of numbers that could be scores: name it with `score`.")
    chosen = left if len(left) == 1 else _of_quality(table.header, left)
    own = [
        k
        for k in (left if not chosen else ())
        if not (any(_describes(table, k, names) for names in names_in) or _rises(table, k, taken))
    ]
    chosen = own if len(own) == 1 else chosen
    chosen = _without_spreads(table, chosen) if len(chosen) > 3 else chosen
    chosen = [k for k in chosen if not any(_is_state(table, k, other) for other in chosen)]
    heads = [table.header[k] for k in own or left]
    names = dict(zip(chosen, measure_names([table.header[k] for k in chosen]), strict=True))
    wanted = None if has_measures else reading.select_measure
    if wanted is not None:
        known = {**{table.header[k]: k for k in left}, **{name: k for k, name in names.items()}}
        if wanted not in known:
            raise UsageError(f"{table.name} has no measure {quoted(wanted)}{hint(wanted, list(known))}")
        beside = [k for k in left if len(chosen) > 1 and k not in chosen and not holds_whole_numbers(table.columns[k])]
        unknown = [head for k in beside if not kind_of(last_key(head := table.header[k])) and head != wanted]
        if unknown:
            return known[wanted], (f"{table.name}: {listed(unknown, 8)} may hold scores, too (`select_measure`).",)
        return known[wanted], ()
    if len(chosen) > 1 and not has_measures:
        raise Several(table.name, list(names.values()))
    if len(chosen) != 1 or any(_may_vary(table, chosen[0], k) for k in left):
        option = "score" if has_measures else "select_measure"
        raise DataError(
            f"{table.name} has {len(heads)} columns that could be scores, {listed(heads, 8)}: choose one with "
            f"`{option}`.",
            [{option: head} for head in heads],
        )
    unused = [table.header[k] for k in left if k != chosen[0]]
    if not unused or table.long:
        return chosen[0], ()
    scores = quoted(table.header[chosen[0]])
    return chosen[0], (f"{table.name}: scores are taken from {scores}, not from {listed(unused, 8)}.",)


def _is_state(table: Table, column: int, scores: int) -> bool:
    """Whether one of the two values of a column goes with no score of quality, or with 0, as failed runs do."""
    code, labels = table.names(column)
    if len(labels) != 2 or column == scores or kind_of(last_key(table.header[scores])) == "cost":
        return False
    values = numbers_in(table, [scores])[0][:, 0]
    empty = np.isnan(values) | (values == 0)
    return bool(len(np.unique(values)) > 2 and any((empty == (code == k)).all() for k in range(2)))


def _describes(table: Table, column: int, names: int) -> bool:
    """Whether a column holds the same wherever a name stands, in rows of several, and not always the same."""
    n = table.count(names)
    several = table.count(column) > 1 < n and table.n_rows >= _ENOUGH_ROWS * n
    return several and table.count(names, column) == n


def _rises(table: Table, column: int, names_in: Iterable[int | None]) -> bool:
    """Whether numbers rise from row to row in each run, as the steps of learning curves, and what these took, do."""
    run = table.joint({k for k in names_in if k is not None})
    order = np.argsort(run, kind="stable")
    within = np.diff(run[order]) == 0
    values = numbers_in(table, [column])[0][order, 0]
    return bool(2 * within.sum() >= table.n_rows and (np.diff(values)[within] > 0).all())


_ENOUGH_ROWS = 2
"""Rows of each name, in the mean, that show that a column describes it."""


def _may_vary(table: Table, chosen: int, other: int) -> bool:
    """Whether errors, by their heading, may be those of what is in another column, far smaller than all of that."""
    if better_scores(table.header[chosen]) != "lower" or kind_of(last_key(table.header[other])):
        return False
    values, _ = numbers_in(table, [chosen, other])
    both = ~np.isnan(values).any(axis=1) & ~holds_whole_numbers(table.columns[other])
    return bool(both.any() and (values[both, 0] >= 0).all() and (_FAR * values[both, 0] < values[both, 1]).all())


_FAR = 5
"""How many times as large as what varies about it a score is at least."""


def _without_spreads(table: Table, columns: list[int]) -> list[int]:
    """Return columns of measures without those that are spreads of others, going by headings and numbers."""
    heads = tuple(table.header[k] for k in columns)
    doubts = evidence(Block(*numbers_in(table, columns), heads, tuple(map(str, range(table.n_rows)))))
    spreads = {doubt.name for doubt in doubts if doubt.what == "spread" and not doubt.row}
    return [k for k, head in zip(columns, heads, strict=True) if head not in spreads]


def with_repeats_in_rows(table: Table, reading: Reading) -> Table:
    """Return a table with a row for each repeat, where it has a column for each: ``seed 1``, and so on.

    So it may have for each of several methods: ``A seed 1``.
    """
    given = reading.select_measure or reading.score in table.header or reading.layout == "wide"
    rows = None if given else _with_repeats_named(table, reading)
    if given or rows or reading.transpose or not any("1" in head for head in table.header):
        return rows or table
    roles = ("task", "comparate", "repeat", "measure")
    stated = {head for role in roles for head in columns_named(getattr(reading, role), table.header)}
    parts: list[tuple[str, ...]]
    if shape_of(table, reading) == "scores":
        scores = [k for k in _possible_scores(table) if table.header[k] not in stated]
        heads = [table.header[k] for k in scores]
        parts = [(head,) for head in heads] if count_alike(heads) or only_count(heads) else []
    else:
        scores = [k for k, cells in enumerate(table.columns) if k and holds_numbers(cells)]
        heads = [table.header[k] for k in scores]
        parts = names_and_counts(heads) if stated.union(reading.include, reading.names).isdisjoint(heads) else []
    word = _word_of_repeats(table, parts)
    if not parts or not (word or len(parts[0]) == 1 or reading.repeats_are):
        return table
    kinds = ("method", word or "repeat")[-len(parts[0]) :]
    only = "of scores are only numbered" if len(parts[0]) == 1 else "are numbered alike for each method"
    ends = f"{quoted(heads[0])} to {quoted(heads[-1])}"
    note = f"{table.name}: its {len(heads)} columns {only}, {ends}, and are taken as repeats."
    front = [k for k in range(len(table.header)) if k not in scores]
    unnamed = "task" if len(kinds) > 1 else ""
    index = [(table.header[k] or unnamed, table.columns[k]) for k in front]
    return replace(melted(table, index, scores, kinds, parts), notes=(*table.notes, note))


def _word_of_repeats(table: Table, parts: Sequence[tuple[str, ...]]) -> str:
    """Return the word that stands before the numbers of parts of names, if it is one of repeats and no heading yet."""
    word = " ".join(words(re.sub(r"\d.*", "", parts[0][-1]))) if parts else ""
    return word if matches(word, REPEAT) and word not in table.header else ""


def _with_repeats_named(table: Table, reading: Reading) -> Table | None:
    """Return a table with a column of repeats, if its rows are numbered alike for each method: ``A seed 1``."""
    first = table.columns[0]
    if table.n_rows < _LEAST_REPEATED or reading.repeat or not any(c.search(cell_name(first[0])) for c in _COUNTS):
        return None
    if holds_numbers(first):
        return None
    parts = names_and_counts(list(map(cell_name, first)))
    word = _word_of_repeats(table, parts) or ("repeat" if parts and reading.repeats_are else "")
    if not word or {*map(cell_name, first)} & {*reading.include, *reading.names}:
        return None
    names, counts = [name for name, _ in parts], [re.sub(r"\D", "", count) for _, count in parts]
    note = (
        f"{table.name}: its rows are numbered alike, {quoted(cell_name(first[0]))} for one, and are taken as repeats."
    )
    header, columns = (table.header[0], word, *table.header[1:]), (names, counts, *table.columns[1:])
    return replace(table, header=header, columns=columns, notes=(*table.notes, note))


_LEAST_REPEATED = 4
"""Rows of two methods with two repeats each."""

_COUNTS = (
    re.compile(r"[ _./(\[-]+([^\W\d_]*[ _.]?\d+)[)\]]?$"),
    re.compile(r"[ _./(\[-]+(\d+)[)\]]?$"),
    re.compile(r"^([^\W\d_]*[ _.]?\d+)[ _./-]+(?=.)"),
)
"""What stands last in a heading: a word with a number at its end, or a number; or first."""


def names_and_counts(heads: Sequence[str]) -> list[tuple[str, ...]]:
    """Return the names and numbers of headings that are numbered alike for each of several names; else nothing."""
    for count in (count for count in _COUNTS if heads and count.search(heads[0])):
        parts = [
            (head[: place.start()] + head[place.end() :], place[1]) for head in heads if (place := count.search(head))
        ]
        names, ends = (list(dict.fromkeys(part)) for part in zip(*parts, strict=True)) if parts else ([], [])
        crossed = len(names) > 1 and len({*parts}) == len(heads) == len(names) * len(ends)
        if crossed and (count_alike(ends) or _are_repeats(ends)):
            return [*parts]
    return []


class Several(DataError):
    """A table has scores of several measures, and none is selected."""

    def __init__(self, name: str, measures: Sequence[str]) -> None:
        self.measures = tuple(measures)
        super().__init__(
            f"{name} has scores of {len(measures)} measures, {listed(measures, 8)}: choose one with `select_measure`; "
            "a report has a section for each.",
            [{"select_measure": measure} for measure in measures],
        )


def _of_quality(header: Sequence[str], columns: list[int]) -> list[int]:
    """Return the columns of measures of quality; without those of training beside others, and costs only if alone."""
    scores = [k for k in columns if is_score(last_key(header[k]))]
    tested = [k for k in scores if not {"train", "training"} & set(words(header[k]))]
    costs = [k for k in columns if kind_of(last_key(header[k])) == "cost"]
    return tested or scores or (costs if len(costs) == len(columns) else [])


def last_key(heading: str) -> str:
    """Return the last of the keys in the heading of what an object held."""
    return heading.rpartition(".")[2] if _DOTTED.fullmatch(heading) else heading


def measure_names(headings: Sequence[str]) -> list[str]:
    """Return what the measures of columns are called: by the last key, of nested ones, where that tells them apart."""
    last = [last_key(head) for head in headings]
    return last if len(set(last)) == len(last) else list(headings)


def _wide(table: Table, reading: Reading) -> Roles:
    """Return the roles of the columns of a wide table."""
    if reading.transpose and reading.task:
        raise UsageError("With `transpose` the methods are in rows: name their column with `comparate`, not `task`.")
    turned, known = _orientation(table, reading)
    measure = _measure_column(table)
    stated = reading.comparate if turned else reading.task
    names, numbering = (table.header.index(stated), ()) if stated else _naming_column(table, measure, turned=turned)
    measure = None if measure == names else measure
    if names is not None and not stated and not reading.repeat:
        _refuse_crossed(table, names, measure, reading)
    elif names is None and not reading.include:
        _refuse_counted(table, reading)
    repeats = tuple(map(table.header.index, columns_named(reading.repeat, table.header)))  # or paths may name them
    if not repeats and names is not None:  # they tell rows of the same name apart, or have only one value
        columns = [k for k in _named_columns(table, "repeat") if k != names]
        single = [k for k in columns if table.count(k) == 1 and holds_whole_numbers(table.columns[k])]
        repeats = tuple(single if table.tell_apart(names) else columns)
    if reading.repeats_are and names is not None and not repeats and shape_of(table, reading) == "runs":
        repeats = (names,)
    others = {names, measure, *numbering, *repeats}
    scores = tuple(k for k in range(len(table.header)) if k not in others)
    return Roles(
        "task" if turned else "comparate",
        None if turned else names,
        names if turned else None,
        scores,
        tuple(table.header[k] for k in scores),
        repeats,
        measure,
        unused=tuple(table.header[k] for k in numbering),
        notes=tuple(_notes_of_wide(table, reading, names, repeats, turned=turned)),
        known=known,
    )


def _notes_of_wide(
    table: Table, reading: Reading, names: int | None, repeats: Sequence[int], *, turned: bool
) -> Iterator[str]:
    """Yield what the user may see otherwise: which way round a table stands, and whether its rows are repeats."""
    head = "" if names is None else table.header[names]
    unsaid = turned and not (reading.transpose or reading.comparate or _stated_in(table, reading))
    if unsaid and table.mapped:
        wide = '`layout="wide"` takes the outer ones'
        yield f"{table.name}: its inner keys are taken as methods, going by their names; {wide}."
    elif unsaid and names is not None:
        yield f"{table.name}: its rows are named by {quoted(head)} and taken as methods, its columns as tasks."
    elif turned and not unsaid and matches(head, TASK):
        yield f"{table.name}: its rows are named by {quoted(head)} but taken as methods: is `transpose` meant?"
    for k in repeats if not reading.repeat else ():
        if len(labels := table.names(k)[1]) == 1:
            yield (
                f"{table.name}: the column {quoted(table.header[k])}, {quoted(labels[0])} in every row, is taken as "
                "the number of the repeat and not compared."
            )
    if names is None or names in repeats or turned or reading.task or says(head, "task", "item"):
        return
    if count_alike(table.names(names)[1]):
        by = f", by {quoted(head)}" if head else ""
        yield (
            f"{table.name}: its rows are only numbered{by}: if they are repeats of one task, such as folds or "
            "seeds, they are no tasks of their own, and tests over them reject too often."
        )


def _refuse_crossed(table: Table, names: int, measure: int | None, reading: Reading) -> None:
    """Refuse texts in all combinations with others: each row is a score, or of one kind of them."""
    counters = [k for k, cells in enumerate(table.columns) if k != names and holds_whole_numbers(cells)]
    texts, crossed = _factors(table, names, measure, counters)
    if len(crossed) < 2:
        return
    alone = table.tell_apart(*crossed)
    # Few numbers that tell rows of one code apart are repeats; many are scores, such as counts of wins.
    few = [k for k in counters if table.header[k] and 2 * table.count(k) <= table.n_rows] if not alone else []
    repeats = [k for k in few if table.tell_apart(*crossed, k)][:1]
    scores = [k for k in _numbers_beside(table, {*repeats, *texts}) if table.header[k]]
    unique = table.tell_apart(names)
    heads, called = [heading_of(table, k) for k in crossed], [table.header[k] for k in scores]
    if names not in crossed and (unique or not alone) and len(scores) > 1 and not _differ_in_size(table, scores):
        return  # names of rows, beside groups of them
    rest = {"repeat": table.header[repeats[0]]} if repeats else {}
    rest |= {"score": called[0]} if len(called) == 1 else {}
    sizes = dict(zip(heads, map(table.count, crossed), strict=True))
    orders = orders_of(heads)
    if all(sizes[order["comparate"]] > _FAR_MORE * sizes[order["task"]] for order in orders):
        orders += [{"task": order["comparate"], "comparate": order["task"]} for order in orders]
    orders = [{**order, **rest} for order in orders]
    both = (crossed, crossed[::-1]) if len(crossed) == 2 and len(scores) == 1 else ()
    runs = [pair for pair in both if pair[0] in counters and go_with_no_scores(table, pair[0], pair[1:], scores[0])]
    if len(runs) == 1 and (head := table.header[runs[0][0]]):
        raise DataError(
            f"{table.name}: the numbers in {quoted(head)} are the same for each of "
            f"{quoted(heading_of(table, runs[0][1]))}, and scores do not go with them, as those of "
            f'repeats: say so with `repeat="{head}"`, or say what they are with `task` and `comparate`.',
            [{"repeat": head}],
        )
    column = min(crossed[1::-1], key=lambda k: share_of_methods(table.names(k)[1]) >= MANY_METHODS)
    kinds, apart = _kinds_of_rows(table, heads, scores, column) if alone else ((), False)
    chosen = "if the rows of one kind are meant, choose them with `at`" if kinds else ""
    either = "if every row is one score, say what these are with `task` and `comparate`"
    if apart:
        orders, either = [], "they are on scales of their own"
    if measured := [heading_of(table, k) for k in crossed if _are_measures(table.names(k)[1])]:
        orders, kinds, chosen = [], (), ""
        either = f'{quoted(measured[0])} holds measures, going by its texts (`measure="{measured[0]}"`)'
    if stated := "`transpose`" if reading.transpose else "`layout`" if reading.layout == "wide" else "":
        orders, either = [], f"every row is one score, so leave out {stated}"
    counts = [
        f"{len(labels):,} {'values ' * (k == crossed[0])}of {quoted(heading_of(table, k))} (first {quoted(labels[0])})"
        for k, labels in ((k, table.names(k)[1]) for k in crossed)
    ]
    raise DataError(
        f"{table.name}: {counts[0]} stand in all combinations with {listed(counts[1:], quote=str)}: "
        f"{'; '.join(filter(None, (either, chosen)))}.",
        [*({"at": f"{heading_of(table, column)}={value}"} for value in kinds), *orders],
    )


def _factors(
    table: Table, names: int, measure: int | None, counters: Sequence[int]
) -> tuple[Sequence[int], Sequence[int]]:
    """Return the columns of names, and those of them in all combinations: of texts, or of numbers that design them."""
    texts: Sequence[int] = [k for k in dict.fromkeys((names, *_text_columns(table))) if k != measure]
    designed = _designed(table, (*texts, *(k for k in counters if k not in texts))) if counters else ()
    told = names in designed and names_methods(table.header[names])  # with what tells their rows apart
    designed = () if told or {*designed} <= {*texts} else designed
    crossed = designed or _crossed(table, texts)
    telling = {k for pair in _telling(table, [*combinations(crossed, 2)]) for k in pair}
    return designed or texts, [k for k in crossed if k in telling] if len(crossed) > 1 else []


def go_with_no_scores(table: Table, column: int, others: Sequence[int], scores: int) -> bool:
    """Whether the same consecutive numbers stand beside all names, and scores do not go with them, as with repeats.

    With the numbers of settings, such as shots or sizes, they do, going by Friedman's test, or Wilcoxon's of two.
    """
    counted = holds_whole_numbers(table.columns[column])
    numbers = sorted(map(int, table.names(column)[1])) if counted else []
    size, number = len(numbers), table.count(*others)
    if size < 2 or numbers[-1] - numbers[0] != size - 1 or number < _ENOUGH_TO_COUNT or number * size != table.n_rows:
        return False
    from scipy import stats

    steps, values = numbers_in(table, [column, scores])[0].T
    runs = values[np.lexsort((steps, table.joint(others)))].reshape(number, size).T
    return bool((stats.friedmanchisquare if size > 2 else stats.wilcoxon)(*runs).pvalue > _NO_ACCIDENT)


_NO_ACCIDENT = 0.01
"""P-value up to which scores go with numbers, so that these may be a setting; the more are asked about, the safer."""


def _kinds_of_rows(
    table: Table, heads: Sequence[str], scores: Sequence[int], column: int
) -> tuple[Sequence[str], bool]:
    """Return the kinds of which a row may be, as the second of two columns says, and whether each has its own scale."""
    (code, kinds), called = table.names(column), [table.header[k] for k in scores]
    if len(heads) > 2 or len(kinds) > _MOST_KINDS or len(scores) < 2 or any(map(names_methods, heads)):
        return (), False
    units = {unit[1] for head in called if (unit := UNIT.search(head))}
    if count_alike(called) or only_count(called) or units or _bounds(table, scores):  # the columns are those of one
        return (), False
    apart, alike = _are_unlike(table, scores, code)
    return (kinds if apart or alike else ()), apart


def _refuse_counted(table: Table, reading: Reading) -> None:
    """Refuse whole numbers in front that stand in all combinations, once each, as settings that name rows do."""
    front = list(takewhile(lambda k: holds_whole_numbers(table.columns[k]), range(len(table.header) - 1)))
    crossed = _crossed(table, front)
    heads = [table.header[k] for k in crossed if table.header[k]]
    alone = len(crossed) > 1 and table.tell_apart(*crossed)
    if alone and len(heads) == len(crossed) and not {*heads} <= {*reading.exclude}:
        what = f"{table.name}: {listed(heads)} hold whole numbers in all combinations, as names of rows do"
        if any(map(names_methods, heads)):
            said = "if every row is one score, say what these are with `task` and `comparate`"
            raise DataError(f"{what}: {said}.", orders_of(heads))
        others = ",".join(head for head in table.header if head not in reading.exclude)
        raise DataError(
            f'{what}: say so with `task="{",".join(heads)}"`, or, if they are methods, list all in `include`.',
            [{"task": ",".join(heads)}, {"include": others}],
        )


def _designed(table: Table, columns: Sequence[int]) -> Sequence[int]:
    """Return the two columns, if any, of which each combination stands in one row, beside one column of scores."""
    several = [k for k in columns if 1 < table.count(k) < table.n_rows]
    for pair in combinations(several, 2):
        whole = math.prod(map(table.count, pair)) == table.n_rows >= _LEAST_DESIGN
        if whole and table.tell_apart(*pair):
            scores = [k for k in _numbers_beside(table, pair) if not _numbers_each_row(table, k)]
            return pair if len(scores) == 1 else ()
    return ()


def _numbers_beside(table: Table, others: Container[int]) -> list[int]:
    return [k for k, cells in enumerate(table.columns) if k not in others and holds_numbers(cells)]


_LEAST_DESIGN = 6
"""Rows in which all combinations of two columns do not stand by chance."""


def _crossed(table: Table, columns: Sequence[int]) -> list[int]:
    """Return the columns of which nearly all combinations occur, those with most of these."""
    several = [k for k in columns if 1 < table.count(k) < table.n_rows]
    best: tuple[int, list[int]] = 0, []
    for first in several:
        crossed = [first]
        for k in several:
            if k not in crossed and all(5 * table.count(j, k) >= 4 * table.count(j) * table.count(k) for j in crossed):
                crossed.append(k)
        best = max(best, (table.count(*crossed), crossed), key=lambda way: way[0])
    return best[1]


def numbers_in(table: Table, columns: Sequence[int], rows: NDArray[np.intp] | None = None) -> Numbers:
    """Return values and decimals in some columns, perhaps of some rows."""
    rows = np.arange(table.n_rows) if rows is None else rows
    cells = [pick_rows(table.columns[k], rows) for k in columns]
    return parse_numbers(cells, lambda row, k: table.place(int(rows[row]), columns[k]))


def heading_of(table: Table, column: int) -> str:
    """Return what messages and settings call a column."""
    return table.header[column] or f"column {column + 1}"


def orders_of(heads: Sequence[str]) -> list[dict[str, str]]:
    """Return which of some columns may name tasks, and which comparates, going by their headings."""
    methods = [head for head in heads if names_methods(head)]
    tasks = [head for head in heads if head not in methods and says(head, "task")]
    methods = methods or [head for head in heads if head not in tasks or len(tasks) == len(heads)]
    tasks = tasks or [head for head in heads if head not in methods or len(methods) == len(heads)]
    return [{"task": task, "comparate": name} for task in tasks for name in methods if task != name]


def _bounds(table: Table, columns: Sequence[int]) -> dict[str, str]:
    """Return the headings of least and largest scores beside their means; none where cells are no numbers."""
    try:
        numbers = zip((table.header[k] for k in columns), numbers_in(table, columns)[0].T, strict=True)
        return bounds_of_means(dict(numbers))
    except DataError:  # which reading reports
        return {}


def _differ_in_size(table: Table, columns: Sequence[int]) -> bool:
    """Whether the numbers of some columns differ by decades in the median, as those of measures do."""
    sizes = []
    for k in columns:
        with suppress(DataError):  # of a column that may not be used
            sizes.append(np.nanmedian(np.abs(numbers_in(table, [k])[0])))
    return bool(sizes) and bool(max(sizes) > 10**_APART * min(sizes))


def _are_measures(names: Sequence[str]) -> bool:
    return 2 * sum(bool(better_scores(name)) for name in names) > len(names)


def _are_unlike(table: Table, scores: Sequence[int], kind: NDArray[np.int64]) -> tuple[bool, bool]:
    """Whether the rows of kinds are on scales of their own in all columns, and whether these are on one in each."""
    try:
        values, _ = numbers_in(table, scores)
    except DataError:  # which reading reports, if these are scores
        return False, False
    if not (values > 0).all():
        return False, False
    logs = [np.log10(values[kind == code]) for code in np.unique(kind)]
    sizes, reach = (np.array([of(part, axis=0) for part in logs]) for of in (np.median, np.std))
    apart = (np.ptp(sizes, axis=0) > _APART) | (np.ptp(reach, axis=0) > _WIDER)
    within = np.ptp(sizes, axis=1)
    varied = [part for part in logs if len(part) > 1 and np.ptp(part, axis=0).all()]
    alike = (within < _APART).all() or min((np.corrcoef(part.T).min() for part in varied), default=0) > 0.5
    return bool(apart.all() and (within < _ALIKE).any()), bool(alike)


_APART, _WIDER, _ALIKE = 0.9, 0.5, 0.2
"""Decades between rows of different kinds, by which more some spread over the tasks, between methods of one kind."""
_MOST_KINDS, _FAR_MORE = 6, 5
"""Kinds of rows, such as means and deviations, that are offered one by one; how many times more methods than tasks
there seldom are, whatever the headings say."""


def _orientation(table: Table, reading: Reading) -> tuple[bool, bool]:
    """Return whether methods stand in rows, and whether the table, or the user, says what stands there.

    The heading of the first column of texts says it, and the names of keys of which nobody knows which are outer.
    """
    if reading.transpose or _names_rows(table, reading):
        return True, True
    if stated := _stated_in(table, reading):
        return stated == "rows", True
    text = _text_columns(table)
    called = [k for k in text if names_methods(table.header[k]) or says(table.header[k], "task", "item")]
    naming = _naming_one(table, text, called) if text else None
    heading = "" if naming is None else table.header[naming]
    behind = heading.endswith(":")  # which says what stands behind it in the header
    if names_methods(heading) and not behind and reading.task is None and reading.layout != "wide":
        return True, True
    if _has_comparates_within(table, reading):
        return True, True
    if reading.task or reading.layout == "wide" or table.mapped or table.numbered or table.roles:
        return False, True
    parts = words(heading)  # of "dataset_config", say
    of_tasks = any(matches(word, TASK) for word in parts) and not any(map(names_methods, parts))
    if naming is None or of_tasks or matches(heading, TASK):
        return False, naming is not None
    if any(k != naming and matches(table.header[k], COMPARATE) and table.tell_apart(k) for k in text):
        return True, True  # the rows are evaluations of a model each, say
    doubted = called_like_methods(table.names(naming)[1], table.header)
    return False, not doubted and matches(heading, MORE_TASK | ITEM | REPEAT)


def _stated_in(table: Table, reading: Reading) -> Literal["", "rows", "columns"]:
    """Return where methods stand, going by the names that the user states; nothing where these are in both."""
    methods, tasks = {*reading.include, *reading.exclude}, {*reading.tasks, *reading.exclude_tasks}
    if reading.layout == "wide" or reading.task or not (methods or tasks):
        return ""
    heads = {*table.header}
    names = {name for k in _text_columns(table)[:1] for name in table.names(k)[1]}
    in_columns = bool(methods & heads or tasks & names)
    in_rows = bool(methods & names or tasks & heads)
    return "" if in_columns == in_rows else "columns" if in_columns else "rows"


def _has_comparates_within(table: Table, reading: Reading) -> bool:
    """Whether the inner keys of a file are comparates, going by their names; refuse one that may be either."""
    outer, inner = table.header[1:], table.names(0)[1]
    if not table.mapped or reading.layout != "auto" or any(name in reading.include for name in outer):
        return False
    if methods := methods_in(outer, inner):
        return methods == "inner"
    raise DataError(
        f"{table.name}: its {len(outer)} outer keys may be methods and its {len(inner)} inner ones tasks "
        '(`layout="wide"`), or the reverse (`transpose`): say which.',
        [{"layout": "wide"}, {"transpose": ""}],
    )


def _measure_column(table: Table) -> int | None:
    """Return the column of a wide table that says which measure each row is of, beside one of names."""
    measures = _text_columns(table, "measure")
    return measures[0] if measures and len(_text_columns(table)) > 1 else None


def _naming_column(table: Table, measure: int | None, *, turned: bool) -> tuple[int | None, tuple[int, ...]]:
    """Return the column that names the rows, or None, and the columns that only number them."""
    texts = [k for k in _text_columns(table) if k != measure]
    plain = [k for k in texts if not _holds_quantities(table.columns[k])] or texts
    heads = {k: table.header[k] for k in plain}
    called = [k for k, head in heads.items() if (names_methods(head) if turned else says(head, "task", "item"))]
    again = [k for k in texts if not table.tell_apart(k)]
    if called and plain[0] not in (*called, *again) and kind_of(table.header[plain[0]]) == "" and {*called} <= {*again}:
        called = []  # groups of those that stand in front
    numbered = " ".join(words(table.header[0])) not in NUMBERING and _counts_rows(table, 0)
    if numbered and texts == again and len(texts) == 1 and not called:
        return 0, ()  # such as test persons, with a property of each
    if texts:
        text = _naming_one(table, called or texts, [k for k in called if says(table.header[k], "task")])
        headless = [k for k in texts if k < text and not table.header[k]]  # groups of the rows, over several each
        return text, (*headless, *(k for k in range(text) if _only_numbers_rows(table, k) or _counts_rows(table, k)))
    named = next((k for k, head in enumerate(table.header) if matches(head, COMPARATE if turned else TASK)), None)
    if named is not None and all(_only_numbers_rows(table, k) for k in range(named)):
        return named, tuple(range(named))
    if not turned and matches(table.header[0], REPEAT) and holds_whole_numbers(table.columns[0]):
        return 0, ()
    if not _only_numbers_rows(table, 0):
        return (0 if _counts_rows(table, 0) else None), ()
    counted = are_consecutive(list(map(cell_name, table.columns[0])))
    return (None, (0,)) if counted and not turned else (0, ())


def _holds_quantities(cells: Cells) -> bool:
    """Whether all texts of a column begin with a digit, as dates and sizes such as 60k do."""
    return all(is_missing(cell) or str(cell).lstrip()[:1].isdigit() for cell in distinct_cells(cells))


def _naming_one(table: Table, texts: Sequence[int], called: Sequence[int]) -> int:
    """Return the column of texts that names the rows: the first, unless it groups them beside one that does."""
    unique = [k for k in texts if table.tell_apart(k) and (k in called or not table.header[texts[0]])]
    return unique[0] if unique and not table.tell_apart(texts[0]) else texts[0]


def _counts_rows(table: Table, column: int) -> bool:
    """Whether whole numbers count the rows in their order, or rise or fall throughout, beside others with decimals.

    So do others in equal steps, or by an equal factor.
    """
    cells = table.columns[column]
    if table.n_rows < _ENOUGH_TO_COUNT or not holds_numbers(cells):
        return False
    if not holds_whole_numbers(cells) and not isinstance(cells, np.ndarray):
        cells = [_IN_GROUPS.sub("", str(cell)) for cell in cells]  # 10,000
    if not holds_whole_numbers(cells):
        if None in map(number_in, map(cell_name, distinct_cells(cells))):
            return False
        values = parse_numbers([cells], lambda row, _: table.place(row, column))[0][:, 0]
        factors = np.log(values[1:]) if (values[1:] > 0).all() else values
        kinds = np.diff(values), np.diff(factors)
        even = any(len(steps) > 2 and np.ptp(steps) < 1e-9 * abs(steps[0]) for steps in kinds)
        return bool(even and table.n_rows > _ENOUGH_TO_COUNT)
    names = list(map(cell_name, cells))
    others = [cells for cells in table.columns[column + 1 :] if holds_numbers(cells)]
    whole = [*map(holds_whole_numbers, others)]
    if sorted(names, key=int) == names and are_consecutive(names):
        return not all(whole)
    steps = np.diff([float(name) for name in names])  # of years, or of sizes, say
    return bool(len(steps) > _ENOUGH_TO_COUNT and ((steps > 0).all() or (steps < 0).all()) and whole and not any(whole))


_ENOUGH_TO_COUNT = 3
_IN_GROUPS = re.compile(r"(?<=\d),(?=(\d{3},)*\d{3}$)")


def _only_numbers_rows(table: Table, column: int) -> bool:
    """Whether a column only numbers the rows: different whole numbers under such a heading as "id"."""
    return " ".join(words(table.header[column])) in NUMBERING and _numbers_each_row(table, column)


def _numbers_each_row(table: Table, column: int) -> bool:
    return holds_whole_numbers(table.columns[column]) and table.tell_apart(column)


_MAIN = frozenset(("", "mean", "avg", "average", "score", "value"))
"""Ends of headings of the scores themselves, beside those of what describes them."""


def _without_companions(table: Table, roles: Roles, reading: Reading) -> Roles:
    """Return the roles without columns such as ``A_std`` that describe others, or with those of one measure.

    Then headings are names, all with the same ends or fronts, of which those of spreads may lack.
    """
    if any(head in (*reading.include, *reading.tasks) for head in roles.labels):
        return roles
    numbers = [k for k in roles.scores if holds_numbers(table.columns[k])]
    for behind in (True, False):
        parts = [split_heading(table.header[k], behind=behind) for k in numbers]
        names: dict[str, set[str]] = {}
        for name, end in parts:
            names.setdefault(name, set()).add(end)
        ends = list(dict.fromkeys(end for _, end in parts))
        needed = {end for end in ends if kind_of(end) != "spread"}
        distinct = len(names) > 1 and len(ends) > 1 and len(set(parts)) == len(parts)
        if distinct and all(needed <= stated for stated in names.values()):
            break
    else:
        return roles
    main = [end for end in ends if end.casefold() in _MAIN]
    measures = main or [end for end in ends if kind_of(end) in ("measure", "cost")]
    if not main and reading.select_measure in measures:
        measures = [str(reading.select_measure)]
    elif not main:
        measures = [end for end in measures if kind_of(end) == "measure"] or measures
        if len(measures) > 1:
            raise Several(table.name, measures)
    if len(measures) != 1:
        return roles
    kept = {k: name for k, (name, end) in zip(numbers, parts, strict=True) if end == measures[0]}
    others = [table.header[k] for k in numbers if k not in kept]
    kept |= {k: table.header[k] for k in roles.scores if k not in numbers}  # of which the check of scores complains
    kept = {k: kept[k] for k in sorted(kept)}
    note = f"{table.name}: the columns {listed(others)} describe other columns and are not compared."
    return replace(
        roles,
        scores=tuple(kept),
        labels=tuple(kept.values()),
        notes=(note, *roles.notes) if others else roles.notes,
        only="" if main else measures[0],
    )


def split_heading(head: str, *, behind: bool) -> tuple[str, str]:
    """Return a heading as a name and the longest end that is a measure or describes one, or what so stands in front."""
    places = list(_PARTS.finditer(head))
    for place in places if behind else reversed(places):
        parts = head[: place.start()].strip(), head[place.end() :].strip(" )]")
        name, end = parts if behind else reversed(parts)
        number = end[:1].isdecimal() if behind else end.isdecimal()
        if name and end and not number and (kind_of(end) or end.casefold() in _MAIN):
            return name, end
    return head, ""
