"""Tables to scores by task and comparate, of one measure, with repeats averaged and kept."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import combinations
from pathlib import Path
from string import ascii_letters

import numpy as np
from numpy.typing import NDArray

from comparatex.data.formats.registry import DOCUMENTS
from comparatex.data.grid import Grid, Named, gridded, number_within_cells, repeat_codes, subgrid
from comparatex.data.headings import (
    MORE_TASK,
    NUMBERING,
    REPEATS,
    called_like_methods,
    matches,
    noun_in,
    only_count,
    says,
    stem,
    what_repeats_are,
    words,
)
from comparatex.data.measures import (
    SCORE,
    are_measures,
    better_scores,
    is_measured,
    is_score,
    is_summary,
    kind_of,
    split_measure,
    summaries_among,
)
from comparatex.data.pivots import bounds_of_means
from comparatex.data.raw_table import (
    Cells,
    Codes,
    Column,
    Table,
    cell_name,
    distinct_cells,
    first_duplicate,
    holds_whole_numbers,
    name_codes,
    pick_rows,
)
from comparatex.data.reading import COLUMNS, Reading, name_filter
from comparatex.data.roles import (
    Roles,
    Several,
    go_with_no_scores,
    last_key,
    names_and_counts,
    numbers_in,
    orders_of,
    roles_of,
    shape_of,
    split_heading,
    taken_for,
)
from comparatex.data.scores import Evidence, remedies_for_repeats
from comparatex.data.sense import (
    NOTHING_ELSE,
    Block,
    code_of_missing,
    different_measures,
    doubtful,
    evidence,
    families_of_measures,
    is_best_known,
    is_far_above,
    may_be_repeats,
    scales_differ,
)
from comparatex.data.written_numbers import (
    Numbers,
    holds_numbers,
    is_marked_number,
    is_missing,
    number_in,
    what_is_wrong,
    with_plain_scores,
)
from comparatex.errors import DataError, UsageError
from comparatex.names import hint, listed, quoted, require, separated

Rows = NDArray[np.intp]
Signs = NDArray[np.int64]
"""For each row, 0 if it is not of the measure in use, -1 if higher is better only of its negated score; otherwise 1."""
_FAILED = re.compile("fail|error|time.?out|kill|crash|abort|prun|oom|cancel|interrupt|diverg", re.IGNORECASE)
"""What states of runs hold that are no success."""
_WINS = re.compile(r"\d+(\s*[/–-]\s*\d+){2}")  # numbers of wins, ties and losses, which are no scores
_DECIMAL = re.compile(r"[+-]?(\d+\.\d*|\.\d+)(e[+-]?\d+)?", re.IGNORECASE)
_MOST_KINDS = 6  # of states, and of rows that are offered one by one
_FEWEST_STEPS = 10  # of a learning curve
_WHOLE = re.compile(r"[0-9]+")
_MANY, _SEVERAL = 5, 3
"""Columns that are left where others are of other measures, so that they may be of one; where they are methods."""
Way = tuple[str, list[dict[str, str]]]  # what is said of columns that tell rows apart, and its commands


def to_grid(table: Table, reading: Reading) -> Grid:
    """Return the scores in a table."""
    roles = roles_of(table, reading)
    table = with_plain_scores(table, roles.scores, reading.decimal_mark)
    signs, measure, scales = _measured(table, roles, reading)
    if roles.across:
        _check_repeats_as_tasks(table, roles, reading)
    try:
        grid = _in_grid(table, roles, reading, signs)
    except DataError as error:
        raise _beside_cells_of_several(error, table, roles, reading) from error
    if not roles.across and not table.format:
        _check_described(grid, table, roles, reading)
    if not roles.across and table.format in ("", "array", *DOCUMENTS) and grid.repeats is None:
        _check_summaries(grid, table, roles, reading)
    kind = noun = ""
    splits: tuple[int, ...] = ()
    if grid.repeats is not None and roles.item is None:
        heads = [table.header[0]] if roles.across == "repeat" else [table.header[k] for k in roles.repeats]
        kind, noun = what_repeats_are(heads, reading.repeats_are or "")
        if kind == "folds" and all(len(label) == len(heads) for label in grid.labels):
            whole = [k for k, head in enumerate(heads) if not matches(head, REPEATS["folds"])] if len(heads) > 1 else []
            of = [tuple(label[k] for k in whole) for label in grid.labels]
            splits = tuple([*dict.fromkeys(of)].index(each) for each in of)
    notes = [] if reading.select_measure or not table.measure_note else [table.measure_note]
    if grid.repeats is not None and not (roles.repeats or roles.across == "repeat"):
        notes.append(f"{table.name}: rows of the same names are {noun}s, numbered in their order.")
    return replace(
        grid,
        repeats_are=kind,
        repeat_noun=noun,
        splits=splits,
        one_task=len(grid.tasks) == 1 and grid.repeats is not None and roles.item is None,
        measure=grid.measure or measure,
        notes=(*table.notes, *roles.notes, *notes, *grid.notes),
        lower=measure in table.lower or (bool(roles.across) and "" in table.lower),
        scales=scales,
        stated={kind: _labels(table, cells, roles) for kind, cells in table.labels.items()},
        failed=table.failed,
        sense=sense_of(table, roles, reading, checked=True),
    )


def _in_grid(table: Table, roles: Roles, reading: Reading, signs: Signs) -> Grid:
    """Return the scores by the names in columns and headings, of the rows and columns that are used."""
    named, empty = _names_in_rows(table, roles, keeps=reading.missing != "error")
    chosen = signs != 0
    chosen[empty] = False
    blank = [name for row in empty if (name := cell_name(table.columns[roles.rows or 0][row]))]
    for role, (code, names) in named.items():
        chosen &= np.fromiter(map(name_filter(reading, role), names), np.bool_, len(names))[code]
    rows = np.flatnonzero(chosen)
    used = {role: _used(names, rows) for role, names in named.items()}
    whole, table = table, table.of_rows(rows)
    (repeat, repeats), scores, columns = _scored(table, whole, roles, reading, used, signs[rows])
    axes = {role: (code[:, np.newaxis], names) for role, (code, names) in used.items()}
    everyone = {role: tuple(filter(None, names)) for role, (_, names) in named.items()}
    repeat, measure = repeat[:, np.newaxis], ""
    if roles.across == "repeat":
        name, measure = _name_of_one(table)
        repeat, repeats = np.arange(len(columns)), tuple((label,) for label in columns)
        axes["comparate"], everyone["comparate"] = (np.zeros(1, np.intp), (name,)), (name,)
    elif roles.across:
        axes[roles.across], everyone[roles.across] = (np.arange(len(columns)), columns), roles.labels
        if roles.rows is not None and roles.rows in roles.repeats:  # of one task, as is stated
            name = stem(Path(table.name))
            axes[roles.of_rows], everyone[roles.of_rows] = (np.zeros(1, np.intp), (name,)), (name,)
    single = roles.across in ("comparate", "repeat") and not roles.repeats
    grid = gridded(
        table.name,
        axes["task"],
        axes["comparate"],
        repeat,
        scores,
        labels=repeats,
        lines=tuple(table.lines) if single else (),
        unit=table.unit,
        numbered=roles.rows is None if roles.across else table.numbered,
        all_tasks=everyone["task"],
        all_comparates=everyone["comparate"],
        measure=measure,
        assumed=() if roles.known or roles.across == "repeat" else ("methods in columns, tasks in rows",),
        task_noun="" if roles.task is None else noun_in(table.header[roles.task], "task"),
        comparate_noun="" if roles.comparate is None else noun_in(table.header[roles.comparate], "comparate"),
    )
    if blank:
        s, have, are = ("s", "have", "are") if len(blank) > 1 else ("", "has", "is")
        note = f"{table.name}: the row{s} {listed(blank, 3)} {have} no scores and {are} left out."
        grid = replace(grid, notes=(*grid.notes, note))
    left_out = roles.across == "repeat" and not name_filter(reading, "comparate")(name)
    return subgrid(grid, range(len(grid.tasks)), []) if left_out else grid


def _names_in_rows(table: Table, roles: Roles, *, keeps: bool) -> tuple[dict[str, Named], list[int]]:
    """Return what each row of a wide table names, and the rows without scores; refuse scores without a name.

    Rows with only a name, as of a block of tasks, or a note below the table, stay where it is stated what is missing.
    """
    if not roles.across:
        columns = {"task": roles.task, "comparate": roles.comparate}
        named = {role: _named(table, column) for role, column in columns.items()}
        for role, (code, names) in named.items():
            if "" in names:
                place = table.place(int(np.flatnonzero(code == names.index(""))[0]), columns[role] or 0)
                noun = "task" if role == "task" else "method"
                raise DataError(f"{place}: the row names no {noun}: add the name or delete the row.")
        return named, []
    code, names = _named(table, roles.rows)
    nameless = np.flatnonzero(code == names.index("")).tolist() if "" in names else []
    rows = nameless if keeps or roles.across == "repeat" else range(table.n_rows)
    left = np.array(rows, dtype=np.intp)
    for cells in (table.columns[k] for k in roles.scores):
        if isinstance(cells, Column) and holds_numbers(cells) and cells.numbers:
            left = left[np.isnan(cells.numbers[0])[cells.distinct[0][left]]]
        else:
            left = left[np.array([is_missing(cells[row]) for row in left.tolist()], dtype=np.bool_)]
    empty = left.tolist()
    _check_headings(table, roles, [row for row in nameless if row not in empty])
    if len(empty) == table.n_rows:
        empty = [row for row in empty if row in nameless]
    return {roles.of_rows: (code, names)}, empty


def _scored(
    table: Table, whole: Table, roles: Roles, reading: Reading, used: Mapping[str, Named], signs: Signs
) -> tuple[tuple[Codes, tuple[tuple[str, ...], ...]], Numbers, tuple[str, ...]]:
    """Return which repeat each row is, with their labels; the scores; and what the columns that are used are called."""
    if not roles.across:
        scores = _scores(table, roles.scores, signs)
        if not table.failed[1] and roles.unused:
            _check_failed(table, roles, scores[0][:, 0])
        return _repeats(table, roles, reading, used), scores, roles.labels
    code, names = used[roles.of_rows]
    alone, keep = roles.across == "repeat", name_filter(reading, roles.across)
    kept = {k: label for k, label in zip(roles.scores, roles.labels, strict=True) if alone or keep(label)}
    repeats = None
    if all(holds_numbers(table.columns[k]) for k in kept):
        try:
            repeats = _repeats(table, roles, reading, used)
        except DataError:
            again = {names[k] for k in np.flatnonzero(np.bincount(code) > 1)}
            if again != {doubt.name for doubt in _doubts(whole, roles) if doubt.row and doubt.what == "summary"}:
                raise  # summaries of blocks are, say, called alike
    if alone:
        scores = _scores(table, [*kept], signs)
    else:
        _check_counted(table, names if roles.across == "task" else tuple(kept.values()), names, roles, reading)
        scores = _sensible(table, whole, roles, reading, signs, (code, names), kept)
    return repeats or _repeats(table, roles, reading, used), scores, tuple(kept.values())


def sense_of(table: Table, roles: Roles, reading: Reading, *, checked: bool = False) -> tuple[Evidence, ...]:
    """Return what each column is, and each row that is not what most are, and why.

    The numbers of what was `checked` raise no objection but to what settings leave out, or take as scores.
    """
    filtered = reading.include or reading.exclude or reading.tasks or reading.exclude_tasks
    doubts = _doubts(table, roles) if filtered or not checked else []
    rows = _named(table, roles.rows)[1] if roles.across and (filtered or doubts) else ()
    return taken_for(table, roles, reading, rows, doubts)


def _doubts(table: Table, roles: Roles) -> list[Evidence]:
    """Return what their numbers say of columns and rows, whatever the settings leave out or take as scores."""
    if roles.across in ("", "repeat") or roles.measure is not None:
        return []
    columns = [k for k in roles.scores if holds_numbers(table.columns[k])]
    named = _named(table, roles.rows)
    rows = np.flatnonzero(np.array([bool(name) for name in named[1]])[named[0]])
    try:
        scores = numbers_in(table, columns, rows)
    except DataError:  # which the settings leave out
        return []
    labels = dict(zip(roles.scores, roles.labels, strict=True))
    names = tuple(named[1][k] for k in named[0][rows].tolist())
    return evidence(Block(*scores, tuple(labels[k] for k in columns), names, roles.across == "task"))


def _measured(table: Table, roles: Roles, reading: Reading) -> tuple[Signs, str, tuple[str, ...]]:
    """Return the rows of the measure that is selected, or of the only one; all if each task has its own scale."""
    if roles.measure is None:
        head = "" if roles.across else table.header[roles.scores[0]]
        stated = "" if not head or matches(head, SCORE) else last_key(head)
        measure = " and ".join(table.scales) or table.only or roles.only or stated
        return np.ones(table.n_rows, dtype=np.int64), measure, table.scales
    code, measures = table.names(roles.measure)
    if not reading.select_measure and (signs := measure_signs(table, roles)):
        scales = tuple(f"−{name}" if sign < 0 else name for name, sign in signs.items())
        return np.array([signs[name] for name in measures])[code], " and ".join(scales), scales
    wanted = reading.select_measure or table.measure or measures[0]
    if len(measures) > 1 and not (reading.select_measure or table.measure):
        raise Several(table.name, measures)
    if wanted not in measures:
        raise UsageError(f"{table.name} has no measure {quoted(wanted)}{hint(wanted, measures)}")
    return np.asarray(code == measures.index(wanted), dtype=np.int64), wanted, ()


def measure_signs(table: Table, roles: Roles) -> dict[str, int]:
    """Return the measures of which each task has only one, if there are several; −1 for those to be negated."""
    if roles.measure is None or roles.task is None:
        return {}
    measures = table.names(roles.measure)[1]
    if len(measures) < 2 or table.count(roles.task, roles.measure) > table.count(roles.task):
        return {}
    lower = [name for name in measures if better_scores(name) == "lower"]
    turned = lower if len(lower) < len(measures) else []  # so that higher is better everywhere
    return {name: -1 if name in turned else 1 for name in measures}


def _labels(table: Table, cells: Cells, roles: Roles) -> tuple[tuple[str, str, str], ...]:
    """Return each task with its label and the place that states it; of rows that say the same, the first."""
    group, groups = name_codes(cells)
    task, tasks = _named(table, roles.task)
    _, first = np.unique(task * len(groups) + group, return_index=True)
    rows = np.sort(first).tolist()
    return tuple((tasks[task[row]], groups[group[row]], f"{table.name}, {table.line(row)}") for row in rows)


def _named(table: Table, column: int | None) -> Named:
    """Return the names of rows in a column; without one, these are numbers."""
    if column is not None:
        return table.names(column)
    return np.arange(table.n_rows), tuple(str(row + 1) for row in range(table.n_rows))


def _check_described(grid: Grid, table: Table, roles: Roles, reading: Reading) -> None:
    """Refuse scores that tell no methods, or no tasks, apart, in a column that nobody calls scores."""
    head = table.header[roles.scores[0]]
    if head in (reading.score, reading.select_measure) or is_score(last_key(head)) or min(grid.values.shape) < _FEWEST:
        return
    for axis, what in ((1, "methods on each task"), (0, "tasks of each method")):
        least, most = (of.reduce(grid.values, axis=axis) for of in (np.fmin, np.fmax))
        several = np.count_nonzero(~np.isnan(grid.values), axis=axis) > 1
        same = np.isclose(least, most)[several]
        share = 1.0 if grid.values.shape[axis] < _MANY_SCORES else _ALL_BUT_FEW
        if len(same) > 1 and same.mean() >= share and np.ptp(most[several]):
            raise DataError(
                f"{table.name}: {quoted(head)} is the same for all {what}, and so describes these and is no score: "
                "name the column of scores with `score`."
            )


_FEWEST, _MANY_SCORES, _ALL_BUT_FEW = 2, 12, 0.8


def _check_summaries(grid: Grid, table: Table, roles: Roles, reading: Reading) -> None:
    """Refuse tasks and comparates of a long table that are summaries of the others, or on a scale far above."""
    block = Block(grid.values, grid.decimals, grid.comparates, grid.tasks)
    trusted = frozenset((*reading.names, *reading.include, *reading.tasks))
    _check_codes(table, block, trusted)
    if table.format == "array" and not is_far_above(block):  # whose names the user gives, and many of which are read
        return
    kinds = ("scale",) if table.format == "array" else ("summary", "scale")
    objections = [doubt for doubt in evidence(block, trusted) if doubt.what in kinds]
    if objections:
        raise _Objections(table, replace(roles, known=True), reading, block, objections).error()
    if not trusted:
        _check_families(table, block, {})


def _check_codes(table: Table, block: Block, trusted: Container[str]) -> None:
    """Refuse a number in the place of missing scores, unless all comparates are stated."""
    code = code_of_missing(block)
    comparates = block.names if block.turned else block.heads
    if code is None or all(name in trusted for name in comparates):
        return
    cells = np.argwhere(block.values == code)
    row, column = cells[0].tolist()
    places = (block.heads[column], block.names[row])
    method, task = places[::-1] if block.turned else places
    raise DataError(
        f"{table.name}: {code:.0f} stands in {len(cells)} of {block.values.size:,} cells, first of {quoted(method)} on "
        f"{quoted(task)}, far from all other scores: leave these cells empty if scores are missing, or, if they are "
        "scores, list all methods in `include`.",
        [{"include": separated(comparates)}],
    )


def _used(named: Named, rows: Rows) -> Named:
    """Return codes over the names that occur in some rows, in the table's order."""
    if len(rows) == len(named[0]):
        return named
    used, code = np.unique(named[0][rows], return_inverse=True)
    return code, tuple(named[1][k] for k in used.tolist())


def _repeats(
    table: Table, roles: Roles, reading: Reading, used: Mapping[str, Named]
) -> tuple[Codes, tuple[tuple[str, ...], ...]]:
    """Return which repeat each row is, and their labels; refuse two rows of the same names and repeat.

    Rows without a column that numbers them are repeats in their order, where it is stated what repeats are.
    """
    code = np.zeros(table.n_rows, np.intp)
    for own, names in used.values():
        code = code * len(names) + own
    repeat, labels = repeat_codes([table.columns[k] for k in roles.repeats], table.n_rows)
    twice = first_duplicate(code * len(labels) + repeat)
    if twice is None:
        return repeat, labels
    same = _Twice(table, roles, reading.exclude)
    again = not roles.repeats and same.are_repeats()
    if again and reading.repeats_are:
        repeat = number_within_cells(code, np.arange(table.n_rows))
        return repeat, tuple((str(k + 1),) for k in range(int(repeat.max()) + 1))
    first, second = (table.lines[row] for row in twice)
    alike = "are both called" if roles.across else "both score"
    called = " on ".join(quoted(names[own[twice[0]]]) for own, names in [*used.values()][::-1])
    places = f"{table.name}: {table.unit}s {first} and {second} {alike} {called}"
    in_repeat = f" in repeat {quoted(' '.join(labels[repeat[twice[0]]]))}" if roles.repeats else ""
    if roles.repeats and roles.across:
        raise DataError(f"{places}{in_repeat}: delete one of them.")
    raise same.error(f"{places}{in_repeat}", again=again)


@dataclass(frozen=True)
class _Twice:
    """Rows of one score, or one name, and the columns that tell them apart.

    In a wide table these are columns of a few whole numbers, such as horizons, of sizes, or of a few texts; other
    numbers with decimals are measurements unless they are few, and in a wide table stand in all combinations with the
    methods.
    """

    table: Table  # of the rows in use
    roles: Roles
    left_out: Container[str]

    @cached_property
    def named(self) -> list[int]:
        """The columns that name what each row is."""
        return [k for k in (self.roles.task, self.roles.comparate, *self.roles.repeats) if k is not None]

    def are_repeats(self) -> bool:
        """Whether most names stand in several rows, with scores that differ, but not as measures do, and no text does.

        The largest of repeats seldom is far above the least.
        """
        table, code = self.table, self.table.joint(self.named)
        order = np.argsort(code, kind="stable")
        first = np.flatnonzero(np.diff(code[order], prepend=-1))
        again = np.diff(first, append=table.n_rows) > 1
        texts = [k for k, cells in enumerate(table.columns) if not holds_numbers(cells)]
        if 2 * again.sum() <= len(first) or any(table.tell_apart(*self.named, k) for k in texts):
            return False
        scores = [k for k in self.roles.scores if k not in texts]
        if _rows_of_texts([table.columns[k] for k in scores], table.n_rows):  # as between two tables
            return False
        sizes = np.abs(numbers_in(table, scores)[0][order])
        least, most = (of.reduceat(sizes, first)[again] for of in (np.fmin, np.fmax))
        return bool((most > least).any() and np.nanmean(most > 5 * least) < 0.5)

    def error(self, places: str, *, again: bool) -> DataError:
        """Return the error, with commands for such columns; without any, most names may be those of repeats `again`."""
        table, long = self.table, not self.roles.across
        columns = [k for k in range(len(table.header)) if self._may_tell(k)]
        likely = [k for k in columns if 2 * table.count(k) < table.n_rows + 2]  # unlike dates, say
        most = 3 if long and len(columns) <= 12 else 1  # columns, in 286 ways
        ways = [
            self._last_step(some) or self._in_their_place(some) or self._parts_of_names(some)
            for some in self._apart(likely, most) or self._apart(columns, most)
        ]
        unused = f" (not used: {listed(self.roles.unused, 8)})" if self.roles.unused and long else ""
        which = "them with `repeat` or `measure`" if long else "repeats with `repeat`"
        alone = f"{'' if long else 'rename or '}delete one, or name the column that distinguishes {which}"
        remedies = [remedy for _, offered in ways for remedy in offered]
        if again and not ways:
            alone = (
                "if rows of the same names are repeats, say with `repeats_are` what these are, or else rename the rows"
            )
            remedies = remedies_for_repeats()
        return DataError(f"{places}: {'; '.join(way for way, _ in ways) or alone}{unused}.", remedies)

    def _may_tell(self, k: int) -> bool:
        """Whether a column may be one of those that tell rows apart."""
        table, roles, head, cells = self.table, self.roles, self.table.header[k], self.table.columns[k]
        named = roles.rows not in (None, k) and roles.across != "repeat"
        known = named and (k in roles.scores or not holds_numbers(cells)) if roles.across else head in roles.unused
        if not (known and head) or head in self.left_out or table.count(k) < 2:
            return False
        few, names = 2 * table.count(k) <= table.n_rows, filter(None, table.names(k)[1])
        counts = holds_whole_numbers(cells) or not all(map(number_in, names))
        if not roles.across:
            return counts or (few and not is_measured(head))
        return self._is_size(k) or ((few or not holds_numbers(cells)) and (counts or self._crossed(k)))

    def _is_size(self, k: int) -> bool:
        """Whether a column is of costs or counts, going by its heading, or the only one of whole numbers of several."""
        scores = self.roles.scores
        whole = [j for j in scores if holds_whole_numbers(self.table.columns[j])]  # beside decimals
        return kind_of(self.table.header[k]) in ("cost", "count") or (whole == [k] and len(scores) > 2)

    def _crossed(self, k: int) -> bool:
        """Whether methods in rows stand in all combinations with what a column names."""
        table = self.table
        whole = table.count(*self.named) * table.count(k) == table.n_rows
        return whole and self.roles.across == "task" and not is_measured(table.header[k])

    def _apart(self, columns: Sequence[int], most: int) -> list[tuple[int, ...]]:
        """Return the fewest columns that together tell rows apart, in all ways."""
        for number in range(1, most + 1):
            if apart := [some for some in combinations(columns, number) if self.table.tell_apart(*self.named, *some)]:
                return apart
        return []

    def _heads(self, columns: Sequence[int]) -> list[str]:
        return [self.table.header[k] for k in columns]

    def _last_step(self, columns: Sequence[int]) -> Way | None:
        """Return how to take the last step of each run, if a column counts the steps of learning curves."""
        for step in self._steps_among(columns):
            if self._is_curve([k for k in columns if k != step], step):
                last, head = self._at_last(step, columns), quoted(self.table.header[step])
                return f"{head} counts the steps of each run: take the last ({_said(last)}), or one of them", [last]
        return None

    def _in_their_place(self, columns: Sequence[int]) -> Way | None:
        """Return how to take two columns of texts as tasks and methods, if these tell all rows apart by themselves."""
        texts = [k for k in columns if not holds_numbers(self.table.columns[k])]
        if len(texts) != 2 or len(columns) != 2 or not self.table.tell_apart(*columns):
            return None
        heads = self._heads(columns)
        return f"{listed(heads)} tell all rows apart: say which are tasks, and which methods", orders_of(heads)

    def _parts_of_names(self, columns: Sequence[int]) -> Way:
        """Return how to make columns a part of names, or repeats, or tasks, as are numbers crossed with the methods."""
        table, roles, heads, first = self.table, self.roles, self._heads(columns), columns[0]
        alone = len(columns) == 1
        whole = [step for step in self._steps_among(columns) if holds_whole_numbers(table.columns[step])]
        beside = [k for k in roles.scores if k != first]
        one_step = alone and holds_whole_numbers(table.columns[first]) and not matches(heads[0], MORE_TASK)
        curves = [step for step in whole if alone and self._is_curve([], step, sure=False)]
        lasts = [self._at_last(step, columns) for step in curves]
        naming = {str(roles.of_rows): roles.rows} | ({"comparate": roles.comparate} if not roles.across else {})
        names = [{kind: ",".join((table.header[k or 0], *heads))} for kind, k in naming.items()]
        repeat = {"repeat": ",".join((*self._heads(roles.repeats), *heads))}
        nouns = ["a method" if kind == "comparate" else "a task" for kind in naming]
        part = " or of ".join(f"{noun} ({_said(name)})" for noun, name in zip(nouns, names, strict=True))
        tell, they, be = ("tells", "it", "is") if alone else ("together tell", "they", "are")
        kinds = table.names(first)[1] if alone and not (roles.across or whole) else ()
        few = [{"at": f"{heads[0]}={kind}"} for kind in kinds if "," not in kind and len(kinds) <= _MOST_KINDS]
        known = any(kind_of(head) in ("measure", "cost") for head in self._heads(roles.scores))
        may_be = few and roles.measure is None and not known and not self._on_one_scale(first)
        measure = [{"measure": heads[0]}] if may_be else []
        choices = ["choose the rows of one with `at`, or "] if few else []
        choices += [f"take the last of each run ({_said(last)}), or " for last in lasts]
        names_measures = "".join(f"names measures ({_said(stated)}), " for stated in measure)
        scores = [head for head in self._heads(roles.scores) if roles.across and head not in heads]
        measured = 2 * sum(is_measured(head) or bool(better_scores(head)) for head in scores) >= len(scores)
        one, measured = len(scores) == 1, measured and self._crossed(first)
        each = {"task": heads[0], "comparate": table.header[roles.rows or 0]} if alone and (one or measured) else {}
        each |= {"score": scores[0]} if each and one else {}
        # Those of which hardly one comes again are no repeats of a wide table.
        names_rows = roles.across and (kind_of(heads[0]) == "cost" or 2 * table.count(first) > table.n_rows)
        repeats = [] if names_rows else [repeat]
        if one_step and len(beside) == 1 and go_with_no_scores(table, first, self.named, beside[0]):
            way = f"{quoted(heads[0])} tells them apart, and scores do not go with its numbers, as those of repeats"
            return f"{way}: say so ({_said(repeat)}), or make it a part of names with `task` or `comparate`", [repeat]
        way = f"{listed(heads)} {tell} them apart: {''.join(choices)}say that {they} {names_measures}"
        way += f"{be} part of the name of {part}"
        way += "".join(f" or {f'{be} ' if measure else ''}a repeat ({_said(said)})" for said in repeats)
        as_tasks = f", or, if they are tasks, say so ({_said(each)})" if each else ""
        return f"{way}{as_tasks}", [*few, *measure, *lasts, *names, *repeats, *([each] if each else [])]

    def _on_one_scale(self, k: int) -> bool:
        """Whether scores of each kind that a column names may be those of one measure."""
        code = self.table.names(k)[0]
        order = np.lexsort((self.table.joint(self.named), code))
        scores = numbers_in(self.table, self.roles.scores[:1])[0][order, 0]
        return may_be_repeats(np.split(scores, np.flatnonzero(np.diff(code[order])) + 1))

    def _steps_among(self, columns: Sequence[int]) -> list[int]:
        return [k for k in columns if not self.roles.across and holds_numbers(self.table.columns[k])]

    def _at_last(self, step: int, columns: Sequence[int]) -> dict[str, str]:
        """Return the settings that take the last step of each run, which the other columns tell apart."""
        others = [k for k in columns if k != step]
        repeats = {"repeat": ",".join(self._heads((*self.roles.repeats, *others)))} if others else {}
        return {"at": f"{self.table.header[step]}=last"} | repeats

    def _is_curve(self, others: Sequence[int], step: int, *, sure: bool = True) -> bool:
        """Whether scores rise, or fall, from the first to the last step in nearly all, or in most, runs."""
        table = self.table
        if not holds_whole_numbers(table.columns[step]) and table.count(step) < _FEWEST_STEPS:  # as shares of data are
            return False
        (steps, scores), code = numbers_in(table, [step, *self.roles.scores])[0].T, table.joint([*self.named, *others])
        order = np.lexsort((steps, code))
        first = np.flatnonzero(np.diff(code[order], prepend=-1))
        ends = np.append(first[1:], len(order)) - 1
        signs = np.sign(scores[order[ends]] - scores[order[first]])[ends - first > 1]
        most = abs(np.nanmean(signs)) if len(signs) else 0.0  # share of those that go up less others
        return bool(most >= 0.8 and len(signs) >= 8) if sure else bool(most > 0.5)


def _said(settings: Mapping[str, str]) -> str:
    return listed([f'`{name}="{value}"`' for name, value in settings.items()], quote=str)


def chosen_rows(tables: Sequence[Table], reading: Reading) -> list[Table]:
    """Return the tables with the rows that the settings choose by a column, which is none of theirs then."""
    head, mark, stated = str(reading.at).rpartition("=")
    wanted = [value.strip() for value in stated.split(",")]
    known = [heading for table in tables for heading in table.header if heading]
    if not (mark or stated) or not (head or any("" in table.header for table in tables)):
        raise UsageError(f"{quoted(reading.at)} (`at`) names no rows: say COLUMN=VALUE, or COLUMN=last.")
    require([head] if head else [], known, "column", "`at`")
    return [_at(table, head, wanted, reading) if head in table.header else table for table in tables]


def _at(table: Table, head: str, wanted: Sequence[str], reading: Reading) -> Table:
    place = table.header.index(head)
    code, names = name_codes(table.columns[place])
    only = wanted[0] if says(head, "measure") and len(wanted) == 1 else table.only
    left = replace(table.without(head), long=shape_of(table, reading) == "scores", only=only)
    if wanted == ["last"] and "last" not in names:
        own = reading.replace(**{role: None for role in COLUMNS if getattr(reading, role) == head})
        roles = roles_of(left, own)
        if roles.across:
            raise UsageError(f"{table.name} has no row for each score, so none is the last (`at`): leave it out.")
        keys = [k for k in (roles.task, roles.comparate, roles.measure, *roles.repeats) if k is not None]
        run, _ = repeat_codes([left.columns[k] for k in keys], table.n_rows)
        values = numbers_in(table, [place])[0][:, 0]
        last = np.full(int(run.max()) + 1, -np.inf)
        np.maximum.at(last, run, np.nan_to_num(values, nan=-np.inf))
        kept = np.flatnonzero(values == last[run])
    else:
        require(wanted, names, f"value of {quoted(head)}", "`at`")
        kept = np.flatnonzero(np.isin(code, [names.index(value) for value in wanted]))
    return left.of_rows(kept)


def _check_failed(table: Table, roles: Roles, values: NDArray[np.float64]) -> None:
    """Refuse rows whose state, in a column of a few values, goes with no score or with a score of 0, as failed runs.

    Numbers with decimals are no states, but other measures, which may be 0 on the same rows.
    """
    empty = np.isnan(values) | (values == 0)
    endless = {
        head: which
        for head in roles.unused
        if holds_numbers(cells := table.cells(head))
        and (which := np.array([str(cell).strip(" +").casefold().startswith("inf") for cell in cells])).any()
        and not all(map(is_missing, pick_rows(cells, np.flatnonzero(~which))))  # as of a setting of one method
    }
    for head in roles.unused:
        code, names = name_codes(table.cells(head))
        measured = holds_numbers(table.cells(head)) and any("." in name for name in names)
        if measured or not 2 <= len(names) <= _MOST_KINDS or table.n_rows < 2 * len(names):
            continue
        share, zeros = (np.bincount(code, which) / np.bincount(code) for which in (empty, values == 0))
        called = np.array([bool(_FAILED.search(name)) for name in names])
        split = (share == 1) & (zeros > 0) & ((share == 0) | (share == 1)).all()
        scored = called & ((share < 1) | (zeros > 0))
        failed = split | (called & scored.any() & (not called.all()))
        highest, lowest = (np.array([of(values[code == k]) for k in range(len(names))]) for of in (np.max, np.min))
        failed |= (highest == lowest) & np.isin(highest, highest[failed])  # and those that end at the same limit
        why = "going by the word" if (failed & ~split).any() else "whose scores are all 0 or missing"
        for other, which in endless.items() if not failed.any() else ():
            shares = np.bincount(code, which) / np.bincount(code)
            if {*shares.tolist()} == {0.0, 1.0}:
                failed, why = shares == 1, f"whose {quoted(other)} is infinite"
        if not failed.any() or failed.all():
            continue
        fine, lost = (separated(names[k] for k in np.flatnonzero(which)) for which in (~failed, failed))
        raise DataError(
            f"{table.name}: the runs with {listed([names[k] for k in np.flatnonzero(failed)])} in the column "
            f"{quoted(head)} "
            f'seem to have failed, {why}: leave them out with `at="{head}={fine}"`, or, if their scores count, say '
            f'`at="{head}={lost},{fine}"`.',
            [{"at": f"{head}={fine}"}, {"at": f"{head}={lost},{fine}"}],
        )


def _sensible(
    table: Table, whole: Table, roles: Roles, reading: Reading, signs: Signs, named: Named, kept: Mapping[int, str]
) -> Numbers:
    """Return the scores of a wide table; refuse columns and rows that are none, all at once."""
    (code, names), cells = named, table.columns
    measured = roles.measure is not None and table.count(roles.measure) > 1
    texts = [k for k in kept if not holds_numbers(cells[k])]
    columns = [k for k in kept if k not in texts]
    objections = []
    for k in texts:
        row, cell = next((row, cell) for row, cell in enumerate(cells[k]) if not holds_numbers([cell]))
        if is_marked_number(cell) and not _WINS.fullmatch(cell):
            raise DataError(f"{table.place(row, k)}: {quoted(cell)} {what_is_wrong(cell)}")
        why = f"texts, such as {quoted(cell_name(cell))} in {table.line(row)}"
        objections.append(Evidence(kept[k], "text", why))
    odd = _rows_of_texts([cells[k] for k in columns], table.n_rows)
    for row in odd:
        cell = next(cells[k][row] for k in columns if not is_missing(cells[k][row]))
        why = f"texts, such as {quoted(cell)} in {table.line(row)}"
        objections.append(Evidence(names[code[row]], "text", why, row=True))
    left = np.delete(np.arange(table.n_rows), odd)
    scores = _scores(table.of_rows(left), columns, signs[left])
    names_left = tuple(names[k] for k in code[left].tolist())
    block = Block(*scores, tuple(kept[k] for k in columns), names_left, roles.across == "task").written
    trusted = frozenset((*reading.names, *reading.include, *reading.tasks))
    if not (reading.task or trusted or measured or block.turned or roles.rows is None):
        _check_steps(table, table.header[roles.rows], block)
    if not (reading.task or reading.transpose or reading.layout == "wide" or trusted):
        _check_square(table, block)
    if not measured:
        _check_codes(table, block, trusted)
        without = {*reading.exclude, *reading.exclude_tasks}
        told = without and any(doubt.name in without and is_best_known(doubt) for doubt in _doubts(whole, roles))
        objections += evidence(block, trusted, told=bool(told))
    for part in [block, block.across] if block.turned or not roles.known else [block]:
        derived = {entry.what for entry in objections if entry.row == (part is not block)}
        if not (measured or trusted or "spread" in derived) and len({*part.heads}) == len(part.heads):
            said = {"transpose": ""} if part.turned and part is not block else {}
            ordered = "summary" not in derived and (part is block or not part.turned)
            _check_families(table, part, said, ordered=ordered, known=roles.known or part is not block)
    known = {objection.name for objection in objections} | trusted
    measures = roles.measure is not None
    objections += [entry for entry in _described(block, names, known, measured=measures) if entry.name not in known]
    gone = {objection.name for objection in objections if not objection.row}
    rest = [k for k, head in enumerate(block.heads) if head not in gone]
    kinds = {entry.what for entry in objections if not entry.row}
    foreign = not kinds.isdisjoint(("property", "neighbour", "scale", "complement", "description"))
    unlike = {} if trusted or measured else _different_measures(block, table, roles, rest, foreign=foreign)
    settled = (reading.transpose, reading.comparate, *trusted, *reading.exclude, *reading.exclude_tasks)
    means = {entry.row for entry in objections if entry.what == "summary" and "mean" in entry.why}
    if block.turned and means == {True} and not any(settled):  # as of data sets, whatever the corner says
        roles = replace(roles, known=False)
    orientation = [] if roles.known else _orientation(block.of(rest))  # spreads, say, are on scales of their own
    if objections or orientation or unlike:
        stated = reading.layout == "wide" or reading.task
        few = len(rest) < (_SEVERAL if stated else _MANY) and not (table.only or _names_tasks(table, roles))
        tasks = block.turned and len(block.names) > _SEVERAL and not any(kind_of(block.heads[k]) for k in rest)
        safe = not unlike and not (foreign and (few or (doubtful(block, rest) and not tasks)))  # on scales of their own
        of_texts = {kept[k]: cells[k] for k in texts}
        raise _Objections(table, roles, reading, block, objections, orientation, of_texts, unlike, safe).error()
    return scores


def _check_families(
    table: Table, block: Block, said: Mapping[str, str], *, ordered: bool = False, known: bool = True
) -> None:
    """Refuse columns, or rows if these are columns here, that have several measures of each of some names."""
    why, families = families_of_measures(block, ordered=ordered)
    if not families:
        why, families = "going by the names", _called_alike(block.heads)
    if not families:
        return
    noun, taken = ("task", "tasks") if block.turned and not said else ("method", "include")
    called, first = listed([end for end in families if end]), next(iter(families.values()))
    ways = [(said, taken)] if known else [({"layout": "wide"}, "include"), ({"transpose": ""}, "tasks")]
    oriented = (
        "" if known else '; use `layout="wide"` if methods stand in columns, or `transpose` if they stand in rows'
    )
    raise DataError(
        f"{table.name}: the names {listed(block.heads, 8)} say {called} of {len(first):,} {noun}s each, {why}, so that "
        f"these seem to be different measures, not the scores of one: keep those of one in `{taken}`, or, if all are "
        f"scores of one, list all{' (with `transpose`, since they stand in rows)' if said else ''}{oriented}.",
        [{**way, key: separated(heads)} for way, key in ways for heads in (*families.values(), block.heads)],
    )


def _check_square(table: Table, block: Block) -> None:
    """Refuse rows that are called like the columns, as those of similarities, confusions, wins and transfers are.

    Their numbers say so, too: the best in each row and column stands on the diagonal.
    """
    shared = [head for head in block.heads if head in block.names and not _WHOLE.fullmatch(head)]
    alike = len(shared) > 1 and 3 * len(shared) >= 2 * max(map(len, (block.heads, block.names)))
    values, n = block.values, len(block.values)
    square = values.shape == (n, n) and n >= _LEAST_SQUARE and not np.isnan(values).any()
    ends = [[of(values, axis=k).tolist() for k in (0, 1)] for of in (np.argmax, np.argmin)] if square else []
    if alike or [[*range(n)]] * 2 in ends:
        why = f"its rows are called like its columns, {listed(shared, 4)}" if alike else _ON_DIAGONAL
        raise DataError(
            f"{table.name}: {why}, as those of similarities, confusions, wins or transfers among the same things are: "
            'if scores are of methods in columns on tasks in rows, use `layout="wide"`, or else `transpose`.',
            [{"layout": "wide"}, {"transpose": ""}],
        )


_ON_DIAGONAL = "the largest, or smallest, numbers of all its rows and columns stand on its diagonal"
_LEAST_SQUARE = 4  # rows and columns of which these hardly ever do by chance


def _check_steps(table: Table, head: str, block: Block) -> None:
    """Refuse rows that are equal steps, in which all scores change little by little, as along a learning curve."""
    if not head or len(block.names) < _FEWEST_STEPS or not all(map(_WHOLE.fullmatch, block.names)):
        return
    steps = [*map(int, block.names)]
    if len({*np.diff(steps).tolist()}) > 1:
        return
    with np.errstate(invalid="ignore", divide="ignore"):
        apart = ((block.values - block.values.mean(axis=0)) ** 2).sum(axis=0)
        changes = (np.diff(block.values, axis=0) ** 2).sum(axis=0) / apart
    if (changes < 0.25).all():  # 2 where scores are random
        raise DataError(
            f"{table.name}: its rows are equal steps, {quoted(head)} from {steps[0]} to {steps[-1]}, in which all "
            "scores change little by little, as along a learning curve of one task: give the last scores on each "
            f'task, or, if the rows are tasks, use `task="{head}"`.',
            [{"task": head}],
        )


def _names_tasks(table: Table, roles: Roles) -> bool:
    """Whether the heading of the names of rows says that they are tasks."""
    return roles.task is not None and says(table.header[roles.task], "task", "item")


def _different_measures(
    block: Block, table: Table, roles: Roles, columns: Sequence[int], *, foreign: bool
) -> dict[str, str]:
    """Return why columns, or rows, are different measures rather than the scores of one, by which of them are."""
    if are_measures([block.heads[k] for k in columns]):
        return {"column": "are called like measures"}
    sure = _names_tasks(table, roles)
    if why := different_measures(block, columns, strict=sure and not foreign):  # scores of methods that fail are far
        return {"column": why}
    if sure or roles.rows is None:
        return {}
    called = sum(kind_of(name) in ("measure", "cost") for name in block.names)
    if says(table.header[roles.rows], "measure") or 2 * called > len(block.names):
        return {"row": "are called like measures"}
    why = "" if roles.across == "task" else different_measures(block, range(len(block.names)), rows=True, strict=True)
    return {"row": why} if why else {}


def _called_alike(heads: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Return headings by the measure that they name behind, or before, what is the same of all these measures."""
    for behind in (True, False) if heads else ():
        if not split_heading(heads[0], behind=behind)[1]:
            continue
        parts = {head: split_heading(head, behind=behind) for head in heads}
        names, ends = (dict.fromkeys(part) for part in zip(*parts.values(), strict=True))
        if "" not in ends and len(ends) > 1 < len(names) and len({*parts.values()}) == len(names) * len(ends):
            return {end: tuple(head for head, (_, own) in parts.items() if own == end) for end in ends}
    return {}


def _rows_of_texts(columns: Sequence[Cells], n_rows: int) -> list[int]:
    """Return the rows without numbers in columns of numbers, as those of wins, ties and losses are."""
    if any(isinstance(cells, np.ndarray) for cells in columns) or not columns:
        return []
    rows = np.arange(n_rows)
    for cells in columns:
        if isinstance(cells, Column) and cells.numbers:  # or it says that they are missing
            rows = rows[np.isnan(cells.numbers[0])[cells.distinct[0][rows]]]
    return [
        row
        for row in rows.tolist()
        if (held := [cells[row] for cells in columns if not is_missing(cells[row])])
        and not any(holds_numbers([cell]) or number_in(cell) for cell in held)
        and len(held) > 1
    ]


def _described(block: Block, names: Sequence[str], known: Container[str], *, measured: bool) -> Iterator[Evidence]:
    """Yield the columns and rows that are no scores by their words: descriptions, and summaries."""
    letters = "".join(sorted(head for head in block.heads if len(head) == 1 and head not in known))
    initials = set(letters) if len(letters) > 1 and letters in ascii_letters else set()  # P, Q, R and S
    called = sum(kind_of(head) == "measure" for head in block.heads)
    # Where a column names the measures, headings do not, and one of many tasks may be called like a measure, as AMI.
    kinds = ("", "measure") if measured or (block.turned and called == 1 and len(block.heads) > _MANY) else ("",)
    bounds = bounds_of_means(dict(zip(block.heads, block.values.T, strict=True)))
    for k, head in enumerate(block.heads):
        if head in bounds:
            yield Evidence(head, "description", bounds[head])
        elif head not in initials and kind_of(head) not in kinds:
            yield Evidence(head, "description", "going by the heading")
        elif is_summary(head) or (block.turned and len(block.heads) > _SEVERAL and matches(head, SCORE)):
            others = np.delete(block.values, k, axis=1)
            mean, spread = others.mean(axis=1), np.ptp(others, axis=1)
            near = not (np.abs(block.values[:, k] - mean) > np.maximum(0.01 * np.abs(mean), _NEAR * spread)).any()
            own = block.values[:, [k]]
            near |= bool((own >= block.values).all() or (own <= block.values).all())
            if near or block.turned or len(words(head)) > 1:
                yield Evidence(head, "summary", "going by the heading")
    yield from _describing_rows(block, names)
    summaries = summaries_among(names)
    if not block.turned or any(len(words(name)) > 1 for name in summaries):  # methods may be called mean and median
        for name in summaries:
            yield Evidence(name, "summary", "going by its name", row=True)


_NEAR = 0.15  # of how far scores are apart, up to which what is called so is their mean, if not as printed


def _describing_rows(block: Block, names: Sequence[str]) -> Iterator[Evidence]:
    """Yield the rows that are called like another one and its spread, or rank, and those that describe the columns.

    The latter stand at an end, and not only their words say so: their numbers are unlike those of all others.
    """
    of_names: dict[str, str] = {}
    for behind in (True, False):
        parts = [split_heading(name, behind=behind) for name in names[:_ENOUGH_NAMES]]
        if not any(kind_of(end) in ("spread", "rank") for _, end in parts if end):
            continue
        parts = [split_heading(name, behind=behind) for name in names]
        fronts = Counter(front for front, _ in parts)
        for name, (front, end) in zip(names, parts, strict=True):
            if end and fronts[front] > 1 and kind_of(end) in ("spread", "rank"):
                of_names.setdefault(name, front)
    for name, front in of_names.items():
        yield Evidence(name, "spread", f"describes {quoted(front)}, going by its name", row=True)
    n = len(block.names)
    for row in sorted({*range(min(_AT_END, n)), *range(max(n - _AT_END, 0), n)}) if n > _AT_END else ():
        name = block.names[row]
        known = kind_of(name) in ("cost", "count", "identifier") or says(name, "repeat")
        own = block.values[row]
        counted = len(own) > 2 and own[0] in (0, 1) and bool((np.diff(own) == 1).all())
        if (counted and " ".join(words(name)) in NUMBERING) or (known and not block.turned and _is_unlike(block, row)):
            yield Evidence(name, "description", "going by its name and its numbers", row=True)


_ENOUGH_NAMES = 200
"""Names of rows of which some are called as spreads if all rows have these."""


def _is_unlike(block: Block, row: int) -> bool:
    """Whether the numbers of a row are beyond all others, or of a wider range than in any other, or alone whole."""
    own, others = block.values[row], np.delete(block.values, row, axis=0)
    beyond = np.nanmin(own) > np.nanmax(others) or np.nanmax(own) < np.nanmin(others)
    whole = block.decimals == 0
    with np.errstate(divide="ignore", invalid="ignore"):
        reach = np.nanmax(block.values, axis=1) / np.nanmin(block.values, axis=1)
    rest = np.delete(whole, row, axis=0).mean()
    alone = whole[row].all() and rest < (_FEW_WHOLE if kind_of(block.names[row]) == "cost" else 1)
    return bool(beyond or alone or (np.nanmin(own) > 0 and not (reach[row] <= np.delete(reach, row)).any()))


_AT_END, _FEW_WHOLE = 3, 0.1
"""Rows at either end that may describe the columns; share of whole numbers among scores that are hardly ever whole."""


def _orientation(block: Block) -> list[str]:
    """Return what speaks against the usual orientation of a table that does not say which it has."""
    asked = ["its rows are called like methods"] if called_like_methods(block.names, block.heads) else []
    if scales_differ(block):
        asked.append("each column is on a scale of its own, as data sets are and methods are not")
    return asked


@dataclass(frozen=True)
class _Objections:
    """What of a table is no scores of one measure, and what speaks against the usual orientation."""

    table: Table
    roles: Roles
    reading: Reading
    block: Block
    evidence: Sequence[Evidence]
    orientation: Sequence[str] = ()
    texts: Mapping[str, Cells] = field(default_factory=dict)
    unlike: Mapping[str, str] = field(default_factory=dict)  # why the columns, or the rows, are different measures
    safe: bool = True  # whether what is left may be compared

    @cached_property
    def of(self) -> dict[str, list[Evidence]]:
        """The evidence against columns and against rows."""
        entries = {(entry.name, entry.row): entry for entry in self.evidence}.values()  # rows may be called alike
        return {kind: [entry for entry in entries if entry.row == (kind == "row")] for kind in ("column", "row")}

    @cached_property
    def names(self) -> dict[str, Sequence[str]]:
        """The names of columns and rows."""
        return {"column": self.block.heads, "row": tuple(dict.fromkeys(self.block.names))}

    @cached_property
    def stays(self) -> bool:
        """Whether more than one column is left."""
        return not self.of["column"] or len({*self.block.heads}.difference(e.name for e in self.of["column"])) > 1

    def error(self) -> DataError:
        """Return the error, whose commands leave out all of that, or take it as scores."""
        turned = self.roles.across == "task"
        nouns = {"column": "task", "row": "method"} if turned else {"column": "method", "row": "task"}
        ways = []
        for kind in self.unlike:
            taken, _ = _filters(kind, turned=turned)
            ways.append(f"keep the {kind}s of one measure, or, if they are {nouns[kind]}s, list all in `{taken}`")
        if self.of["column"]:
            (taken, left), noun = _filters("column", turned=turned), nouns["column"]
            them, are = ("them", f"they are {noun}s") if len(self.of["column"]) > 1 else ("it", f"it is a {noun}")
            leaving = f"leave {them} out with `{left}`, or, " if self.stays else ""
            listing = f"list all {noun}s in `{taken}`" if self.block.heads else "write plain numbers"
            listing += ", or all but those that are none" if len(set(map(_rung, self.of["column"]))) > 1 else ""
            ways.append(f"{leaving}if {are}, {listing}")
            if not self.safe and not self.unlike:
                ways.append("what is left may be different measures, too: keep the columns of one")
        if self.of["row"]:
            taken, left = _filters("row", turned=turned)
            ways.append(f"leave such rows out with `{left}`, or list all in `{taken}`")
        only_rows = "row" in self.unlike and not (self.evidence or self.orientation)
        orientations = [{}] if self.roles.known or only_rows else [{"layout": "wide"}, {"transpose": ""}]
        if len(orientations) > 1:
            ways.append('use `layout="wide"` if methods stand in columns, or `transpose` if they stand in rows')
        if self.texts:
            ways.append(
                "if one of them names the rows, name it with `task`; if every row is one score, give `comparate` and "
                "`score`"
            )
        remedies: list[dict[str, str]] = []
        names, table = self.block.names, self.table
        if not turned and len(self.names["row"]) < len(
            names
        ):  # these are no names, but others may be, or both together
            again = [entry.name for entry in self.of["column"] if holds_whole_numbers(table.cells(entry.name))]
            for head, cells in {**self.texts, **{head: table.cells(head) for head in again}}.items():
                if len(name_codes(cells)[1]) == len(cells):
                    remedies += [{"task": head}] * (head in self.texts)
                elif len(cells) == len(names) == len({*zip(names, map(cell_name, cells), strict=True)}):
                    remedies += [{"task": f"{table.header[self.roles.rows or 0]},{head}"}]
        for said in orientations:
            remedies += self._remedies(said, in_rows="transpose" in said or (turned and not said))
        remedies = [remedy for remedy in remedies if all(remedy[kind] for kind in remedy if kind != "transpose")]
        said_of = "; ".join(self._sentences(nouns["column"]))
        return DataError(f"{self.table.name}: {said_of}: {'; '.join(ways)}.", remedies)

    def _sentences(self, noun: str) -> Iterator[str]:
        for kind, entries in self.of.items():
            s, verb = ("s", "seem") if len(entries) > 1 else ("", "seems")
            reasons = {entry.why for entry in entries}
            shown = [str(entry) if len(reasons) > 1 else quoted(entry.name) for entry in entries]
            why = f" ({reasons.pop()})" if len(reasons) == 1 else ""
            whose = f"of {noun}s" if kind == "column" else f"of {'their' if len(entries) > 1 else 'its'} own"
            if entries:
                yield f"the {kind}{s} {listed(shown, 8, quote=str)} {verb} to hold no scores {whose}{why}"
        for kind, why in self.unlike.items():
            seem = "so that they seem to be different measures, not the scores of one"
            yield f"the {kind}s {listed(self.names[kind], 8)} {why}, {seem}"
        if self.orientation:
            yield f"{' and '.join(self.orientation)}, so that methods may stand in its rows"

    def _remedies(self, said: Mapping[str, str], *, in_rows: bool) -> Iterator[dict[str, str]]:
        """Yield settings, one way round, that leave out what objections are to, or only what is surer, or nothing."""
        ways: list[dict[str, str]] = []
        also, rungs = self.reading.also, {_rung(entry) for entries in self.of.values() for entry in entries} or {0}
        for rung in (*sorted(rungs, reverse=True), -1):
            way = dict(said)
            for kind, entries in self.of.items():
                taken, left = _filters(kind, turned=in_rows)
                gone = [entry.name for entry in entries if _rung(entry) <= rung]
                if len(gone) < len(entries) or (rung < 0 and kind in self.unlike):
                    way[taken] = separated(name for name in self.names[kind] if name not in gone)
                elif gone:
                    way[left] = also(left, gone)
            ways += [way] if way not in ways else []
        leave, *keep = ways
        groups = (head for head, cells in self.texts.items() if 1 < len(name_codes(cells)[1]) <= len(cells) / 2)
        if not in_rows and (group := next(groups, "")):
            others = [entry.name for entry in self.of["column"] if entry.name != group]
            rest = {name: value for name, value in leave.items() if name != "exclude"}
            yield {**rest, "group": group, **({"exclude": also("exclude", others)} if others else {})}
        whole = self.safe or in_rows or not self.evidence  # tasks may be on any scale, and methods hardly ever are
        if said and not (self.safe or (self.unlike and whole)):
            yield dict(said)  # which is asked first
            return
        if self.safe and self.stays:
            yield leave
        if whole and not self.safe and rungs > {0}:  # of what is surest alone; what is left is looked at again
            sure = ((kind, [entry.name for entry in entries if not _rung(entry)]) for kind, entries in self.of.items())
            filters = ((_filters(kind, turned=in_rows)[1], gone) for kind, gone in sure if gone)
            yield {**said, **{left: also(left, gone) for left, gone in filters}}
        if whole:
            yield from keep if self.safe else keep[-1:]


def _rung(entry: Evidence) -> int:
    """Return how much less sure it is that something is no scores than what follows from the others."""
    if entry.what in ("text", "summary", "complement", "spread"):
        return 0
    return 2 if entry.what == "neighbour" or entry.why == NOTHING_ELSE else 1


def _filters(kind: str, *, turned: bool) -> tuple[str, str]:
    """Return the settings that take, and leave out, columns or rows by name."""
    return ("include", "exclude") if (kind == "column") != turned else ("tasks", "exclude_tasks")


def _name_of_one(table: Table) -> tuple[str, str]:
    """Return the name of the comparate of a table of one, which is called like the file, and the measure behind it."""
    if table.comparate:
        return table.comparate, table.only
    title = stem(Path(table.name))
    name, measure = split_measure(title, named=True)
    return name or title, measure


def _scores(table: Table, columns: Sequence[int], signs: Signs) -> Numbers:
    """Return the scores in some columns, negated in some rows, and their decimals."""
    if not columns:
        return np.empty((table.n_rows, 0)), np.empty((table.n_rows, 0), dtype=np.int8)
    values, decimals = numbers_in(table, columns)
    return values * signs[:, np.newaxis] + 0.0, decimals  # which turns -0.0 into 0.0


def _beside_cells_of_several(error: DataError, table: Table, roles: Roles, reading: Reading) -> DataError:
    """Return an error with the command that leaves out columns of cells with several numbers, if it has none."""
    keep = name_filter(reading, roles.across or "comparate")
    kept = {label: table.columns[k] for k, label in zip(roles.scores, roles.labels, strict=True) if keep(label)}
    several = [
        label
        for label, cells in kept.items()
        if any(
            is_marked_number(cell) and number_in(cell) is None and not holds_numbers([cell])
            for cell in map(str, distinct_cells(cells))
        )
    ]
    _, left = _filters("column", turned=roles.across == "task")
    if error.remedies or not (roles.across and several) or len(kept) < len(several) + 2:
        return error
    names = separated((*getattr(reading, left), *several))
    way = f', or leave such columns out (`{left}="{names}"`).'
    return DataError(str(error).removesuffix(".") + way, [{left: names}])


def _check_headings(table: Table, roles: Roles, nameless: list[int]) -> None:
    """Refuse rows and columns without names, and numbers where the comparates' names should be."""
    row_kind, column_kind = ("method", "task") if roles.across == "task" else ("task", "method")
    if nameless:
        line = table.line(nameless[0])
        raise DataError(f"{table.name}, {line} has scores but no name of its {row_kind}: add the name.")
    if roles.across == "task" and roles.comparate is None:
        raise DataError(f"{table.name} has no column that names the methods: add one, in front.")
    if "" in roles.labels:
        column = roles.scores[roles.labels.index("")] + 1
        raise DataError(f"{table.name}: column {column} has no heading: name its {column_kind} there.")
    numbers = [number for label in roles.labels if (number := number_in(label)) is not None]
    if 0 < len(numbers) == len(roles.labels) and roles.across != "task" and any(map(_DECIMAL.fullmatch, numbers)):
        raise DataError(
            f"{table.name} has numbers ({quoted(roles.labels[0])} first) where the names of the methods should "
            "stand: add a header."
        )


def _check_repeats_as_tasks(table: Table, roles: Roles, reading: Reading) -> None:
    """Refuse rows that are repeats on one task, going by the heading of the column that names them."""
    head = table.header[roles.rows or 0]
    if not (reading.repeat or reading.repeats_are) and shape_of(table, reading) == "runs":
        first = quoted(cell_name(table.columns[roles.rows or 0][0]))
        called = f"named by {quoted(head)}" if head else f"called {first} and so on"
        alone = f'compare on this task alone by `repeat="{head}"`' if head else "say with `repeats_are` what these are"
        raise DataError(
            f"{table.name}: its rows are {called}, so they seem to be repeats on one task and no tasks: add a column "
            f"of tasks, give a file per task, {alone}, or, if they are tasks, use "
            + (f'`task="{head}"`.' if head else '`layout="wide"`.'),
            [{"task": head}] if head else [*remedies_for_repeats(), {"layout": "wide"}],
        )


def _check_counted(table: Table, heads: Sequence[str], names: Sequence[str], roles: Roles, reading: Reading) -> None:
    """Refuse methods that are only numbered, or so for each of several names: these are repeats, not comparates.

    So may be rows of which nothing says what they name.
    """
    in_rows = roles.across == "task"
    if any(head in (*reading.names, *reading.include) for head in heads):
        return
    rows = () if in_rows or roles.known else tuple(dict.fromkeys(names))
    for kind, called in (("rows" if in_rows else "columns", heads), ("rows", rows)):
        if not (parts := names_and_counts(called)):
            continue
        methods, ends = (list(dict.fromkeys(part)) for part in zip(*parts, strict=True))
        if called is rows:
            ways = [{"transpose": "", **said} for said in remedies_for_repeats()] + [{"layout": "wide"}]
            otherwise = ' and `transpose` what these are, or, if they are tasks, use `layout="wide"`'
        else:
            ways = [*remedies_for_repeats(), {"include": separated(heads)}, *([] if in_rows else [{"transpose": ""}])]
            otherwise = " what these are, or, if they are methods, list all in `include`"
            otherwise += "" if in_rows else ", or, if methods stand in rows, use `transpose`"
        raise DataError(
            f"{table.name}: its {kind} of scores are numbered alike for each of {listed(methods, 8)}, from "
            f"{quoted(ends[0])} to {quoted(ends[-1])}, so they seem to be repeats: say with `repeats_are`{otherwise}.",
            ways,
        )
    if in_rows or not only_count(heads):
        return
    raise DataError(
        f"{table.name}: its {len(heads)} columns of scores are only numbered, {quoted(heads[0])} to "
        f"{quoted(heads[-1])}, so they seem to be repeats of one method: write one row per method, task "
        "and repeat, or give the columns the methods' names (`include` takes them as they are)."
    )
