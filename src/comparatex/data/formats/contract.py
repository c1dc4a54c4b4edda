"""What a format gets and returns: files in, records of scores out, which become a long table."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from comparatex.data.measures import better_scores
from comparatex.data.raw_table import Table, cell_name, make_table
from comparatex.data.raw_table import numbered as numbered
from comparatex.data.sources import File as File  # for other packages, too
from comparatex.errors import DataError
from comparatex.names import listed, quoted

HEADLINE = "main metric"  # the measure of scores of several metrics, one for each task


@dataclass(frozen=True, slots=True)
class Record:
    """A score."""

    task: str  # of what
    comparate: str  # by which
    score: Any  # as it is written; None where it is missing
    measure: str = ""
    repeat: str = ""
    place: str = ""  # where it stands, for messages, without the word for a record: ``"3 of run.json"``
    lower: bool | None = None
    """Whether lower is better, as the file or its format states; where neither does, the measure's name decides."""
    group: str = ""  # of the task
    failed: str = ""
    """What the file states of a run that failed or was cut off, such as ``exit code 139``; its score is none."""
    stated: tuple[tuple[str, str], ...] = ()
    """What else it states of the experiment, such as ``("n-shot", "5")``; a note says where it differs."""

    @property
    def is_lower(self) -> bool:
        """Whether lower is better, as it is stated or by the name of the measure."""
        return better_scores(self.measure) == "lower" if self.lower is None else self.lower


def long_table(records: Iterable[Record], name: str, *, notes: tuple[str, ...] = (), unit: str = "record") -> Table:
    """Return the long table of records, without empty columns, and with notes on failed runs and unlike experiments."""
    runs = list(records)
    failed = [(f"{run.comparate} on {run.task}", run.failed) for run in runs if run.failed]
    n_runs = len({(run.task, run.comparate, run.repeat) for run in runs})
    scored = {(run.task, run.measure) for run in runs if not run.failed}
    kept = [
        replace(run, score=None) if run.failed else run
        for run in runs
        if not run.failed or (run.task, run.measure) in scored
    ]
    notes = (*notes, *without_failed(name, failed, n_runs), *_differences(runs, name))
    if not kept:
        raise DataError(f"{name} holds no scores: name files that do, or say with `input_format` what they are.")
    roles = [role for role in ("group", "measure", "repeat") if any(getattr(run, role) for run in kept)]
    header = ["task", "comparate", *roles, "score"]
    columns = [[getattr(run, role) for run in kept] for role in header]
    lines = [run.place or str(number) for number, run in enumerate(kept, start=1)]
    for role, column in zip(header, columns, strict=True):
        for line, cell in zip(lines, column, strict=True):
            if isinstance(cell, (Mapping, list, tuple)):
                raise DataError(f"{name}, {unit} {line}: the {role} has several values: write one.")
    lower = frozenset(run.measure for run in kept if run.lower)
    if lower & {run.measure for run in kept if not run.is_lower}:
        raise DataError(
            f"{name}: lower scores are better on some tasks and higher ones on others: give a table of each kind."
        )
    table = make_table(name, header, columns, lines, unit, notes)
    return replace(table, lower=lower, long=True, failed=(len(failed), n_runs))


def without_failed(name: str, states: Sequence[tuple[str, str]], n_runs: int) -> tuple[str, ...]:
    """Return the note on runs that failed, by what each is and what is stated of it; refuse if these are all."""
    if not states:
        return ()
    (first, state), n = states[0], len(states)
    if n == n_runs:
        raise DataError(f"{name}: all {n} runs failed, the first, {first}, with {quoted(state)}: name others.")
    are = "is" if n == 1 else "are"
    left_out = f"{n} of {n_runs} runs failed or did not end and {are} left out"
    return (f"{name}: {left_out}, the first, {first}, with {quoted(state)}.",)


def _differences(records: Sequence[Record], name: str) -> tuple[str, ...]:
    """Return the note on what files state of scores of a task, where these are of different experiments."""
    states: dict[tuple[str, str], dict[str, str]] = {}
    for record in records:
        for key, value in record.stated:
            states.setdefault((key, record.task), {}).setdefault(value, record.comparate)
    mixed: dict[str, list[str]] = {}
    for (key, task), values in states.items():
        if len(values) > 1:
            cases = listed([f"{value} of {comparate}" for value, comparate in values.items()], 2, quote=str)
            mixed.setdefault(key, []).append(f"{key} on {task} ({cases})")
    if not mixed:
        return ()
    parts = [cases[0] + (f" and {len(cases) - 1} more" if len(cases) > 1 else "") for cases in mixed.values()]
    return (f"{name}: scores of a task are of different experiments: {'; '.join(parts)}.",)


def name_of(files: Sequence[File]) -> str:
    """Return what messages call some files."""
    return files[0].name if len(files) == 1 else f"{files[0].name} and {len(files) - 1} more"


def placed(number: int | str, file: File, files: Sequence[File]) -> str:
    """Return the place of a record; with its file where there are several, and its folder where those are."""
    folder = f"{file.folder}/" if files[0].folder != files[-1].folder else ""
    return f"{number} of {folder}{file.path.name}" if len(files) > 1 else str(number)


def headed(
    records: Iterable[Record],
    name: str,
    *,
    preferred: Sequence[str] | None = (),
    notes: tuple[str, ...] = (),
    unit: str = "record",
) -> Table:
    """Return the long table of records of several measures, with the one that is used where none is selected.

    It is the first of those preferred, or the only one, that all tasks have; or else the first of each task, as a
    measure of its own. Where all tasks have several, or nothing is said of those preferred, none is.
    """
    if preferred is None:
        return long_table(records, name, notes=notes, unit=unit)
    records = list(records)
    by_task: dict[str, dict[str, bool]] = {}
    for record in records:
        if not record.failed:
            by_task.setdefault(record.task, {})[record.measure] = record.is_lower
    shared = set.intersection(*map(set, by_task.values())) if by_task else set()
    usual = preferred if len(shared) > 1 else (*preferred, *shared)
    best = next((measure for measure in usual if measure in shared), "")
    others = sorted(set().union(*by_task.values()) - {best})
    first = {task: next(iter(measures)) for task, measures in by_task.items()}
    if best and others:
        note = f"{name}: scores are {quoted(best)}; `select_measure` chooses {listed(others, 4)}."
    elif not others or shared or any(by_task[task][measure] for task, measure in first.items()):
        return long_table(records, name, notes=notes, unit=unit)
    else:
        best = HEADLINE
        tasks = {measure: [task for task in first if first[task] == measure] for measure in first.values()}
        parts = [f"{quoted(measure)} of {listed(those, 2)}" for measure, those in tasks.items()]
        of_each = f"so scores are the first of each, {listed(parts, 4, quote=str)}"
        note = f"{name}: tasks have no measure in common, {of_each}."
        taken = [record for record in records if first.get(record.task) == record.measure]
        records = [*records, *(replace(record, measure=HEADLINE) for record in taken)]
    return replace(long_table(records, name, notes=notes, unit=unit), measure=best, measure_note=note)


def scored(table: Table, score: str, **roles: str) -> Iterator[Record]:
    """Yield a record of each row: the score in a column, and roles by patterns such as ``{dataset}/{subject}``.

    A heading that is not there stands for nothing.
    """
    heads = [head for head in table.header if any(f"{{{head}}}" in pattern for pattern in roles.values())]
    names = zip(*(map(cell_name, table.cells(head)) for head in heads), strict=True)
    for line, cell, row in zip(table.lines, table.cells(score), names, strict=True):
        about = defaultdict(str, zip(heads, row, strict=True))
        parts: dict[str, Any] = {role: pattern.format_map(about) for role, pattern in roles.items()}
        yield Record(score=cell, place=str(line), **parts)
