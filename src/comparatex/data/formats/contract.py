"""What a format gets and returns: files in, records of scores out, which become a long table."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import PurePath
from typing import Any

from comparatex.data.names import listed, quoted, stem
from comparatex.data.objects import parsed_json
from comparatex.data.raw_table import Table, make_table
from comparatex.data.sources import decode_text
from comparatex.errors import DataError

HEADLINE = "main metric"
"""The measure of scores of several metrics, one for each task."""


@dataclass(frozen=True)
class File:
    """A file of results.

    Parameters
    ----------
    name : str
        Its path, for messages and for the names in it; of a file in an archive, behind that of the archive.
    data : bytes
        Its content, unpacked.
    sheet : str or None
        Which of several tables is meant, if that is stated.
    """

    name: str
    data: bytes
    sheet: str | None = None

    @property
    def path(self) -> PurePath:
        """The path, to be taken apart."""
        return PurePath(self.name)

    @property
    def stem(self) -> str:
        """The name without folder and suffixes."""
        return stem(self.path)

    @property
    def folder(self) -> str:
        """The name of the folder that holds it; empty where it is not known."""
        return self.path.parent.name

    @cached_property
    def text(self) -> str:
        """The content as text."""
        return decode_text(self.data, self.name)

    @cached_property
    def json(self) -> Any:
        """The content of JSON, with numbers as they are written."""
        try:
            return parsed_json(self.text, self.name)
        except json.JSONDecodeError as error:
            raise DataError(f"{self.name}, line {error.lineno}: no valid JSON ({error.msg}).") from error

    def mapping(self) -> Mapping[str, Any]:
        """Return the object that a JSON file holds.

        Raises
        ------
        DataError
            It holds something else.
        """
        if not isinstance(self.json, Mapping):
            raise self.strange("the file holds no object")
        return self.json

    def strange(self, why: str) -> DataError:
        """Return the error about a file that looks like its format and is not."""
        return DataError(f"{self.name}: {why}; state another `input_format`, or write a table of its scores.")


@dataclass(frozen=True, slots=True)
class Record:
    """A score.

    Parameters
    ----------
    task, comparate : str
        Of what, and by which.
    score : str or number or None
        As it is written; None where it is missing.
    measure, repeat : str
        What it measures, and of which repeat it is, if there are several.
    place : str
        Where it stands, for messages, without the word for a record: ``"3 of run.json"``.
    lower : bool
        Whether lower is better.
    group : str
        The group of the task.
    failed : str
        What the file states of a run that failed or was cut off, such as ``exit code 139``; its score is none.
    stated : sequence of pairs of str
        What else the file states of the experiment, such as ``("n-shot", "5")``; a note says where it differs.
    """

    task: str
    comparate: str
    score: Any
    measure: str = ""
    repeat: str = ""
    place: str = ""
    lower: bool = False
    group: str = ""
    failed: str = ""
    stated: tuple[tuple[str, str], ...] = ()


def long_table(
    records: Iterable[Record],
    name: str,
    *,
    notes: tuple[str, ...] = (),
    unit: str = "record",
) -> Table:
    """Return the long table of some records; a column of which all cells are empty is left out.

    Runs that failed have no score, and notes say how many these are, and what differs but the comparate.

    Raises
    ------
    DataError
        There are no records, or all runs failed.
    """
    stated = list(records)
    notes = (*notes, *_failures(stated, name), *_differences(stated, name))
    scored = {(one.task, one.measure) for one in stated if not one.failed}
    found = [
        replace(one, score=None) if one.failed else one
        for one in stated
        if not one.failed or (one.task, one.measure) in scored
    ]
    if not found:
        raise DataError(
            f"{name} holds no scores: name files that do, or say with `input_format` what they are."
        )
    kept = [part for part in ("group", "measure", "repeat") if any(getattr(one, part) for one in found)]
    header = ["task", "comparate", *kept, "score"]
    columns = [[getattr(one, part) for one in found] for part in header]
    lines = [one.place or str(k) for k, one in enumerate(found, start=1)]
    for part in header:
        bad = next(
            (k for k, one in enumerate(found) if isinstance(getattr(one, part), (Mapping, list, tuple))), None
        )
        if bad is not None:
            raise DataError(f"{name}, {unit} {lines[bad]}: the {part} is several values: write one.")
    lower = frozenset(one.measure for one in found if one.lower)
    mixed = lower & {one.measure for one in found if not one.lower}
    if mixed:
        raise DataError(
            f"{name}: lower scores are better of some tasks and higher ones of others: give tables of each."
        )
    return replace(make_table(name, header, columns, lines, unit, notes), lower=lower, long=True)


def without_failed(name: str, states: Sequence[tuple[str, str]], n_runs: int) -> tuple[str, ...]:
    """Return the note on runs that failed, by what each is and what is stated of it; the one rule of all formats.

    Raises
    ------
    DataError
        These are all runs.
    """
    if not states:
        return ()
    (first, state), n = states[0], len(states)
    if n == n_runs:
        raise DataError(
            f"{name}: all {n} runs failed, the first, {first}, with {quoted(state)}: name others."
        )
    are = "is" if n == 1 else "are"
    return (
        f"{name}: {n} of {n_runs} runs failed or did not end and {are} left out, the first, {first}, with "
        f"{quoted(state)}.",
    )


def _failures(records: Sequence[Record], name: str) -> tuple[str, ...]:
    failed = [(f"{one.comparate} on {one.task}", one.failed) for one in records if one.failed]
    if not failed:
        return ()
    return without_failed(name, failed, len({(one.task, one.comparate, one.repeat) for one in records}))


def _differences(records: Sequence[Record], name: str) -> tuple[str, ...]:
    """Return the note on what files state of scores of a task, where these are of different experiments."""
    states: dict[tuple[str, str], dict[str, str]] = {}
    for one in records:
        for key, value in one.stated:
            states.setdefault((key, one.task), {}).setdefault(value, one.comparate)
    mixed: dict[str, list[str]] = {}
    for (key, task), values in states.items():
        if len(values) > 1:
            cases = listed([f"{value} of {comparate}" for value, comparate in values.items()], 2, quote=False)
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
    records: Sequence[Record],
    name: str,
    *,
    preferred: Sequence[str] = (),
    notes: tuple[str, ...] = (),
    unit: str = "record",
) -> Table:
    """Return the long table of records of several measures, with the one that is used where none is selected.

    It is the first of those preferred, or the only one, that all tasks have; or else the first of each task, as a
    measure of its own. Where all tasks have several, none is.
    """
    by_task: dict[str, dict[str, bool]] = {}
    for one in records:
        if not one.failed:
            by_task.setdefault(one.task, {})[one.measure] = one.lower
    shared = set.intersection(*map(set, by_task.values())) if by_task else set()
    best = [measure for measure in preferred if measure in shared] or (
        list(shared) if len(shared) == 1 else []
    )
    others = sorted(set().union(*by_task.values()) - set(best[:1]))
    if not others or (not best and shared):
        return long_table(records, name, notes=notes, unit=unit)
    if best:
        note = f"{name}: scores are {quoted(best[0])}; `select_measure` chooses {listed(others, 4)}."
        return replace(long_table(records, name, notes=notes, unit=unit), measure=best[0], measure_note=note)
    first = {task: next(iter(found)) for task, found in by_task.items()}
    if any(by_task[task][measure] for task, measure in first.items()):
        return long_table(records, name, notes=notes, unit=unit)
    taken = [replace(one, measure=HEADLINE) for one in records if first.get(one.task) == one.measure]
    parts = [
        f"{quoted(measure)} of {listed([task for task in first if first[task] == measure], 2)}"
        for measure in dict.fromkeys(first.values())
    ]
    note = f"{name}: tasks have no measure in common, so scores are the first of each, {listed(parts, 4, quote=False)}."
    made = long_table([*records, *taken], name, notes=notes, unit=unit)
    return replace(made, measure=HEADLINE, measure_note=note)


def cells(table: Table, heading: str) -> list[Any]:
    """Return the cells of a column."""
    return list(table.columns[table.header.index(heading)])


def rows(table: Table, headings: Sequence[str]) -> Iterator[tuple[Any, ...]]:
    """Yield the cells of some columns, row by row."""
    return zip(*(cells(table, heading) for heading in headings), strict=True)
