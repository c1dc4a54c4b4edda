"""Scores by task and comparate once a table's layout is understood: repeats averaged, tables joined."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import PurePath
from typing import Any

import numpy as np
from numpy.typing import NDArray

from comparatex.data.raw_table import Cells, Codes, check_cells, name_codes
from comparatex.data.scores import BINARY, Evidence, Scores
from comparatex.data.written_numbers import Numbers
from comparatex.errors import DataError
from comparatex.names import by_kind, closest, listed, quoted

_DIGITS = re.compile(r"(\d+(?:\.\d+)?)")
Named = tuple[Codes, tuple[str, ...]]
"""Which name each row has, and the names."""

_SIMILAR, _CASES, _MOST_PAIRS = 0.85, 3, 20_000
"""Beyond so many pairs of unmatched names only spelling of case and punctuation is compared."""


@dataclass(frozen=True, eq=False)
class Grid(Scores):
    """Scores of one table, or of several joined, with raw names, and with what messages say of where they are from."""

    name: str = ""
    lines: Sequence[int | str] = ()  # the number of each task's line in the file; none where tasks have no single line
    unit: str = "line"
    all_tasks: tuple[str, ...] = ()
    all_comparates: tuple[str, ...] = ()  # names before filtering, to recognise a misspelt filter
    lower: bool = False  # whether lower is better, because the format of the file says so
    labels: tuple[tuple[str, ...], ...] = ()
    """Of each repeat, what the columns say that identify it; none where cells have other labels each."""
    stated: Mapping[str, tuple[tuple[str, str, str], ...]] = field(default_factory=dict)
    """For the kinds of labels, ``group`` and ``cluster``, tasks, their labels and the places that state these."""

    def placed(self, task: str) -> str:
        """Return where the scores of a task stand, for messages."""
        return f"{self.name}, {self.unit} {self.lines[self.tasks.index(task)]}" if self.lines else self.name


def subgrid(grid: Grid, tasks: Sequence[int], comparates: Sequence[int]) -> Grid:
    """Return a grid of some tasks and comparates, in the order given."""
    both = np.ix_(np.asarray(tasks, dtype=np.intp), np.asarray(comparates, dtype=np.intp))
    return replace(
        grid,
        values=grid.values[both],
        decimals=grid.decimals[both],
        repeats=None if grid.repeats is None else grid.repeats[both],
        tasks=tuple(grid.tasks[k] for k in tasks),
        comparates=tuple(grid.comparates[k] for k in comparates),
        lines=tuple(grid.lines[k] for k in tasks) if grid.lines else (),
    )


def repeat_codes(columns: Sequence[Cells], n_rows: int) -> tuple[Codes, tuple[tuple[str, ...], ...]]:
    """Return which repeat each row is, by columns such as seed and fold, and the repeats' labels in natural order."""
    codes = np.zeros(n_rows, dtype=np.intp)
    labels: list[tuple[str, ...]] = [()]
    if not columns:
        return codes, ((),)
    for column in columns:
        other, names = name_codes(column)
        used, codes = np.unique(codes * len(names) + other, return_inverse=True)
        labels = [(*labels[k // len(names)], names[k % len(names)]) for k in used.tolist()]
    ordered = sorted(labels, key=_natural_order)  # so that no mean depends on the order of rows, to the last bit
    place = {label: k for k, label in enumerate(ordered)}
    return np.array([place[label] for label in labels], dtype=np.intp)[codes], tuple(ordered)


def gridded(
    name: str,
    tasks: Named,
    comparates: Named,
    repeat: Codes,
    scores: Numbers,
    *,
    labels: tuple[tuple[str, ...], ...] = (),
    **more: Any,
) -> Grid:
    """Return the means of repeats, binary floats, and these; a single score stays as written.

    Which task, comparate and repeat each score is of may be broadcast.
    """
    (task, task_names), (comparate, comparate_names) = tasks, comparates
    values, decimals = scores
    shape = len(task_names), len(comparate_names)
    cell, repeat = (np.broadcast_to(each, values.shape).ravel() for each in (task * shape[1] + comparate, repeat))
    n_repeats = int(repeat.max(initial=0)) + 1
    if n_repeats > 2:  # a cell with a score has one at least
        deepest = int(np.bincount(cell).max(initial=0))
        if n_repeats > 2 * deepest:  # each cell has other labels, as random seeds: its k-th is repeat k
            repeat, n_repeats, labels = number_within_cells(cell, repeat), deepest, ()
    check_cells(shape[0] * shape[1] * n_repeats, values.size, name)
    cube = np.full((*shape, n_repeats), np.nan)
    places = np.full(cube.shape, BINARY, dtype=np.int8)
    flat = cell * n_repeats + repeat
    cube.reshape(-1)[flat] = values.ravel()
    places.reshape(-1)[flat] = decimals.ravel()
    scored = ~np.isnan(cube)
    count = scored.sum(axis=2)
    total = np.where(scored, cube, 0.0).sum(axis=2)
    means = np.divide(total, count, out=np.full(shape, np.nan), where=count > 0)
    single = np.where(scored, places, BINARY).max(axis=2)
    return Grid(
        means,
        np.where(count == 1, single, BINARY).astype(np.int8),
        task_names,
        comparate_names,
        repeats=cube if n_repeats > 1 else None,
        notes=_gaps(count, task_names, comparate_names),
        name=name,
        labels=labels,
        **more,
    )


def _gaps(count: NDArray[np.int64], tasks: Sequence[str], comparates: Sequence[str]) -> tuple[str, ...]:
    """Return the note on scores that are means of fewer repeats than others; none if all have the same number."""
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


def number_within_cells(cell: Codes, repeat: Codes) -> Codes:
    """Return the number of each score within its cell, in the order of its repeat's label."""
    order = np.lexsort((repeat, cell))
    _, starts, sizes = np.unique(cell[order], return_index=True, return_counts=True)
    within = np.empty_like(cell)
    within[order] = np.arange(len(cell)) - np.repeat(starts, sizes)
    return within


def _natural_order(label: tuple[str, ...]) -> tuple[object, ...]:
    """Return a sorting key that puts 2 before 10, also inside texts."""
    parts = [part for text in label for part in enumerate(_DIGITS.split(text))]
    return tuple((0, float(part), "") if k % 2 else (1, 0.0, part) for k, part in parts), label


def join(grids: Sequence[Grid]) -> tuple[Grid, tuple[str, ...]]:
    """Return the scores of all tables, by task and comparate, and phrases on their similar task names."""
    if len(grids) == 1:
        return grids[0], ()
    numbered = [grid for grid in grids if grid.numbered]
    if numbered and not (len(numbered) == len(grids) and len({len(grid.tasks) for grid in grids}) == 1):
        raise DataError(
            f"{numbered[0].name} does not name its tasks, so it cannot be joined: add a first column with their names."
        )

    def merged(field: str) -> Any:
        return tuple(dict.fromkeys(entry for grid in grids for entry in getattr(grid, field)))

    def first(field: str) -> Any:
        return next(filter(None, (getattr(grid, field) for grid in grids)), "")

    tasks, comparates = merged("tasks"), merged("comparates")
    (cube, decimals), equal = _stacked(grids, tasks, comparates)
    similar = _similar_names(grids)
    sense: dict[tuple[str, str, bool], Evidence] = {}
    for evidence in merged("sense"):
        sense.setdefault((evidence.name, evidence.what, evidence.row), evidence)
    two = f"{grids[0].name} and {grids[1].name}"
    joined = Grid(
        np.ascontiguousarray(cube[:, :, 0]),
        decimals,
        tasks,
        comparates,
        name=two if len(grids) == 2 else f"{grids[0].name} and {len(grids) - 1} more",
        repeats=None if all(grid.repeats is None for grid in grids) else np.ascontiguousarray(cube[:, :, 1:]),
        numbered=grids[0].numbered,
        lower=any(grid.lower for grid in grids),
        stated={
            kind: tuple(place for grid in grids for place in grid.stated.get(kind, ())) for kind in ("group", "cluster")
        },
        failed=(sum(grid.failed[0] for grid in grids), sum(grid.failed[1] for grid in grids)),
        sense=tuple(sense.values()),
        splits=grids[0].splits if len({grid.labels for grid in grids}) == 1 else (),
        one_task=len(tasks) == 1 and all(grid.one_task for grid in grids),
        **{field: merged(field) for field in ("all_tasks", "all_comparates", "scales", "assumed")},
        **{field: first(field) for field in ("measure", "task_noun", "comparate_noun", "repeats_are", "repeat_noun")},
    )
    own = by_kind((grid.name, note) for grid in grids for note in grid.notes)
    return replace(joined, notes=(*own, *equal[:1], *_join_notes(grids, joined, similar))), similar


def _stacked(grids: Sequence[Grid], tasks: Sequence[str], comparates: Sequence[str]) -> tuple[Numbers, list[str]]:
    """Return the scores of all tables, behind each its repeats, its decimals, and notes on those given twice."""
    rows, columns = ({name: k for k, name in enumerate(names)} for names in (tasks, comparates))
    shape = len(tasks), len(comparates)
    repeats = [grid.values[:, :, np.newaxis] if grid.repeats is None else grid.repeats for grid in grids]
    depth = max(cube.shape[2] for cube in repeats)
    cube, decimals = np.full((*shape, 1 + depth), np.nan), np.full(shape, BINARY, np.int8)
    source = np.full(shape, -1, np.intp)
    equal: list[str] = []
    for number, grid in enumerate(grids):
        place = np.ix_([rows[task] for task in grid.tasks], [columns[name] for name in grid.comparates])
        scored = ~np.isnan(grid.values)
        twice = scored & (source[place] >= 0)
        if twice.any():
            before = cube[..., 0][place], decimals[place]
            equal += _given_twice(grids, number, before, source[place], twice)
            scored &= ~twice | (_digits(grid.decimals) > _digits(before[1]))  # the more precise one stays
        whole = np.full((*scored.shape, 1 + depth), np.nan)
        whole[..., 0] = grid.values
        whole[..., 1 : 1 + repeats[number].shape[2]] = repeats[number]
        cube[place] = np.where(scored[:, :, np.newaxis], whole, cube[place])
        decimals[place] = np.where(scored, grid.decimals, decimals[place])
        source[place] = np.where(scored, number, source[place])
    return (cube, decimals), equal


def _given_twice(
    grids: Sequence[Grid], number: int, before: Numbers, source: Codes, twice: NDArray[np.bool_]
) -> list[str]:
    """Return the note on scores that a table gives again; refuse those that differ by more than rounding."""
    grid, (values, decimals) = grids[number], before
    shared = np.minimum(_digits(decimals), _digits(grid.decimals))
    size = np.fmax(np.abs(values), np.abs(grid.values))
    half = np.where(shared < _FULL, 0.5 * 10.0**-shared, 0.0)
    half = np.where(half <= _ROUNDED * size, half, 0.0) + _NOISE * size
    different = np.argwhere(twice & ~(np.abs(values - grid.values) <= half))
    row, column = (different if len(different) else np.argwhere(twice))[0].tolist()
    other = grids[int(source[row, column])]
    what = f"{quoted(grid.comparates[column])} on {quoted(grid.tasks[row])}"
    if len(different):
        ends = {PurePath(one.name).suffix for one in grids} - {""}
        raise DataError(
            f"{what} has the score {values[row, column]:.6g} in {other.placed(grid.tasks[row])} and "
            f"{grid.values[row, column]:.6g} in {grid.placed(grid.tasks[row])}: rename or leave "
            "out one of them, or say with `paths` what the names of the files tell apart.",
            [{"paths": f"{{comparate}}{end}"} for end in ends if len(ends) == 1],
        )
    as_rounded = " as rounded" if (twice & (values != grid.values)).any() else ""
    return [
        f"{int(twice.sum())} scores are in several tables with equal values{as_rounded}, first {what} in "
        f"{other.name} and {grid.name}."
    ]


_ROUNDED, _NOISE = 1e-3, 1e-12
"""Shares of a score: half of its last digit, of three digits at least, and what is left by binary fractions."""
_FULL = 16
"""More decimals than a score of less than full precision is written with."""


def _digits(decimals: NDArray[np.int8]) -> NDArray[np.int64]:
    """Return decimals as numbers to compare: scores of full precision have the most."""
    return np.where(decimals == BINARY, _FULL, decimals).astype(np.int64)


def _similar_names(grids: Sequence[Grid]) -> tuple[str, ...]:
    """Return phrases on task names of a table that probably mean tasks of tables before it."""
    phrases = []
    table: dict[str, Grid] = {}
    spelling: dict[str, str] = {}
    pairs = _MOST_PAIRS
    for grid in grids:
        tasks = set(grid.tasks)
        plain = {task: "".join(filter(str.isalnum, task.casefold())) for task in grid.tasks}
        new = [task for task in grid.tasks if task not in table]
        others = [task for task in table if task not in tasks] if new and pairs else []
        few = len(new) * len(others) <= pairs
        pairs -= len(new) * len(others) if few else pairs
        for task in new:
            close = spelling.get(plain[task], "")
            if not close or close in tasks:
                close = (closest(task, others, _SIMILAR) if few else None) or ""
            if close:
                phrases.append(f"{quoted(task)} in {grid.name} looks like {quoted(close)} in {table[close].name}")
        table |= dict.fromkeys(new, grid)
        spelling = {plain[task]: task for task in new} | spelling
    return tuple(phrases)


def _join_notes(grids: Sequence[Grid], joined: Grid, similar: tuple[str, ...]) -> list[str]:
    """Return notes on tasks on which a table's comparates have no score, and on measures that differ."""
    place = {name: k for k, name in enumerate(joined.comparates)}
    kinds: dict[tuple[str, ...], list[Grid]] = {}
    for grid in grids:
        absent = np.isnan(joined.values[:, [place[name] for name in grid.comparates]]).all(axis=1)
        if absent.any():
            kinds.setdefault(tuple(joined.tasks[row] for row in np.flatnonzero(absent).tolist()), []).append(grid)
    cases = []
    for lacking, alike in list(kinds.items())[:_CASES]:
        names = listed([grid.name for grid in alike], quote=str)
        verb = "lacks" if len(alike) == 1 else "lack"
        cases.append(f"{names} {verb} {len(lacking):,} of {len(joined.tasks):,} tasks, {listed(lacking)}")
    number = sum(map(len, kinds.values()))
    more = ["the rest lack others"] if len(kinds) > len(cases) else []
    front = f"{number:,} of {len(grids):,} tables lack tasks that others have: " if number > 1 else ""
    notes = [f"{front}{'; '.join((*cases, *more))}."] if cases else []
    if similar:
        notes.append(f"Some tasks may be one under two names: {listed(similar, quote=str)}.")
    measures = {grid.measure: grid.name for grid in grids if grid.measure}
    if len(measures) > 1:
        stated = [f"{quoted(measure)} in {name}" for measure, name in measures.items()]
        notes.append(f"The tables state different measures: {listed(stated, quote=str)}.")
    return notes
