"""How to read a table of results: the settings, checked on construction."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal

from comparatex.errors import UsageError
from comparatex.names import hint, quoted, separated, tidy
from comparatex.settings import Settings, headed, setting
from comparatex.tex_names import check

if TYPE_CHECKING:
    from comparatex.data.raw_table import Table

Layout = Literal["auto", "wide", "long"]
IMPUTE = "impute="
"""What begins the policy for missing cells that says whose scores they have."""
WORST = "worst"

COLUMNS = ("task", "comparate", "score", "repeat", "measure")
"""The settings that name a column of the table."""

_NAMES = ("measures", "include", "exclude", "tasks", "exclude_tasks", "order")


@headed("Input")
@dataclass(frozen=True)
class Reading(Settings):
    """Settings of reading.

    {settings}
    names : mapping of str to str
        Display names of comparates and tasks, by raw name.
    tex_names : mapping of str to str
        TeX of comparates and tasks for LaTeX alone, by raw or display name: formulas, and macros of letters, symbols,
        type and citations.
    order : tuple of str
        Comparates that come first in the given order, by raw or display name.
    groups, colours : mapping of str to str
        Group and colour (``#rrggbb``) of comparates, by raw or display name.
    one_task : bool
        Whether a single task will do, for tests within it.

    Raises
    ------
    UsageError
        A setting has an unknown value, or two settings contradict each other.

    Examples
    --------
    >>> import comparatex as cx
    >>> settings = cx.Reading(names={"rf": "Random forest"}, higher_is_better=False)
    >>> scores = cx.read({"rf": {"iris": 0.9, "wine": 0.8}, "SVM": {"iris": 0.7, "wine": 0.8}}, settings)
    >>> scores.comparates, scores.direction
    (('Random forest', 'SVM'), 'lower')
    """

    layout: Layout = setting("auto", help="One row per task, or one row per score.")
    transpose: bool = setting(False, common=True, help="Methods are in the rows, and tasks in the columns.")
    input_format: str | None = setting(
        None,
        metavar="NAME",
        help="Format of the files, one of those that comparatex formats lists; by default it is recognised.",
    )
    sheet: str | None = setting(
        None,
        common=True,
        metavar="NAME",
        help="Sheet of a workbook, by name or number; table of a document, by number.",
    )
    marked_cells: bool = setting(
        False, help="Read cells such as 0.76 (3) as the number in front, even where only a few are like that."
    )
    decimal_mark: Literal["point", "comma"] | None = setting(
        None, help="What stands before decimals, where numbers such as 1,234 leave it open; the other parts thousands."
    )
    task: str | None = setting(None, common=True, names="columns", help="Column of the tasks of a long table.")
    comparate: str | None = setting(None, common=True, names="columns", help="Column of the methods of a long table.")
    score: str | None = setting(None, common=True, names="columns", help="Column of the scores of a long table.")
    repeat: str | None = setting(None, common=True, names="columns", help="Column of the repeats: folds, seeds, runs.")
    repeats_are: Literal["folds", "resamples", "runs"] | None = setting(
        None,
        after="repeat",
        help="What repeats are, where no heading says so: folds of the data, random divisions of it, or independent "
        "runs; rows of the same names are repeats then.",
    )
    measure: str | None = setting(None, names="columns", help="Column of the measures of a long table.")
    at: str | None = setting(
        None,
        metavar="COLUMN=VALUE",
        help="Rows of a long table to use, such as 'status=ok,finished'; 'step=last' takes the last of each run.",
    )
    group: str | None = setting(
        None,
        common=True,
        names="columns",
        help="Column of the groups of tasks; there are results of each group, and of all tasks.",
    )
    task_groups: Mapping[str, str] | str | Path | None = setting(
        None, kind="file", help="Table of tasks with their groups, instead of a column in the table of scores."
    )
    cluster: Mapping[str, str] | str | Path | None = setting(
        None,
        kind="labels",
        names="columns",
        metavar="COLUMN|FILE|names",
        help="Clusters of tasks that may depend on each other: a column, a table of tasks, or those that names "
        "suggest; tests and intervals are by cluster.",
    )
    paths: str | None = setting(
        None,
        common=True,
        metavar="PATTERN",
        help="What the parts of paths name: '{comparate}.csv', '{task}/{comparate}/*/{repeat}.json', "
        "'{comparate}_{measure}.csv'; other files are left out.",
    )
    select_measure: str | None = setting(
        None, common=True, metavar="NAME", help="The measure to use when there are several."
    )
    measures: tuple[str, ...] = setting(
        (), group="measures", common=True, help="Measures to show: columns, rows, files or keys that hold them."
    )
    measure_name: str = setting("", metavar="TEXT", help="What the scores measure, for captions.")
    higher_is_better: bool | None = setting(
        None, common=True, off="--lower-is-better", help="Direction of the measure; by default as its name says."
    )
    errors: bool = setting(False, help="Use 1 − score in place of each score from 0 to 1.")
    missing: str = setting(
        "error",
        common=True,
        choices=("error", "drop-tasks", "drop-comparates", "pairwise", IMPUTE + WORST, IMPUTE + "NAME"),
        help="What to do where scores are missing: stop; use the complete tasks only; the complete methods only; for"
        " each pair the tasks of both; or put in a score just below all others of the task, or that of a "
        "method, such as a constant one.",
    )
    include: tuple[str, ...] = setting((), common=True, names="any comparates", help="Methods to use; all by default.")
    exclude: tuple[str, ...] = setting((), common=True, names="any comparates", help="Methods to leave out.")
    tasks: tuple[str, ...] = setting((), common=True, kind="tasks", help="Tasks to use; all by default.")
    exclude_tasks: tuple[str, ...] = setting((), kind="tasks", help="Tasks to leave out.")
    tie_tolerance: float | None = setting(
        None,
        metavar="STEP",
        minimum=0,
        open_min=True,
        help="Step to which scores and differences are rounded before they are compared; by default they are "
        "compared as written.",
    )
    one_task: bool = False
    names: Mapping[str, str] = field(default_factory=dict)
    tex_names: Mapping[str, str] = field(default_factory=dict)
    order: tuple[str, ...] = ()
    groups: Mapping[str, str] = field(default_factory=dict)
    colours: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Tidy names like those of the table, so that they match; refuse what no table could satisfy."""
        super().__post_init__()
        for name in _NAMES:
            _set(self, name, _tuple(getattr(self, name)))
        for name in ("names", "tex_names", "groups", "colours"):
            _set(self, name, _mapping(name, getattr(self, name)))
        for name, tex in self.tex_names.items():
            check(self.names.get(name, name), tex)
        if self.sheet is not None:
            _set(self, "sheet", str(self.sheet))
        for name in (*COLUMNS, "group", "select_measure"):
            value = getattr(self, name)
            _set(self, name, None if value is None else ",".join(_tuple(value)))
        _set(self, "colours", {name: _colour(name, colour) for name, colour in self.colours.items()})
        if self.transpose and self.layout == "long":
            raise UsageError('Only a wide table can have methods in rows: leave out `transpose` or `layout="long"`.')

    def replace(self, **changes: Any) -> Reading:
        """Return these settings with some changed."""
        return replace(self, **changes)

    def also(self, setting: str, names: Iterable[str]) -> str:
        """Return the names that a setting has, and more, as it takes them."""
        return separated((*getattr(self, setting), *names))


def _set(reading: Reading, name: str, value: object) -> None:
    object.__setattr__(reading, name, value)


def _tuple(names: object) -> tuple[str, ...]:
    several = names if isinstance(names, Iterable) and not isinstance(names, str) else () if names is None else [names]
    return tuple(map(tidy, several))


def _mapping(setting: str, names: object) -> Mapping[str, str]:
    if not isinstance(names, Mapping):
        raise UsageError(f"The setting '{setting}' must map names to texts, not be a {type(names).__name__}.")
    return MappingProxyType({tidy(name): tidy(text) for name, text in names.items()})


def _colour(name: str, colour: str) -> str:
    if not re.fullmatch("#?[0-9a-f]{6}", colour.lower()):
        raise UsageError(f"The colour of '{name}' must be of the form #rrggbb, not '{colour}'.")
    return f"#{colour.lower().removeprefix('#')}"


def columns_named(stated: str | None, header: Sequence[str]) -> tuple[str, ...]:
    """Return the headings that a setting names: one, or several with commas between; none where one is lacking."""
    heads = [stated] if stated in header else [head.strip() for head in stated.split(",")] if stated else []
    return tuple(dict.fromkeys(head for head in heads if head)) if {*heads} <= {*header} else ()


def name_filter(reading: Reading, role: str) -> Callable[[str], bool]:
    """Return the filter of tasks or comparates by raw and display names, which keeps who stands in for the missing."""
    of_tasks, of_comparates = (reading.tasks, reading.exclude_tasks), (reading.include, reading.exclude)
    take, leave = map(set, of_tasks if role == "task" else of_comparates)
    imputed = role != "task" and reading.missing.startswith(IMPUTE)
    stand_in = reading.missing.removeprefix(IMPUTE) if imputed else None
    if not take and not leave:
        return lambda _: True

    def keep(name: str) -> bool:
        both = {name, reading.names.get(name, name)}
        return stand_in in both or ((not take or not both.isdisjoint(take)) and both.isdisjoint(leave))

    return keep


def settings_for(table: Table, tables: Sequence[Table], reading: Reading) -> Reading:
    """Return the settings for one of several tables: named columns apply only to those tables that have them."""
    missing: dict[str, str | None] = {}
    for option in COLUMNS:
        heading = getattr(reading, option)
        if heading is None or columns_named(heading, table.header):
            continue
        elsewhere = any(columns_named(heading, other.header) for other in tables)
        if option == "score" and not elsewhere and heading in (measures := table.measures):
            missing["select_measure"] = heading
        elif table.format != "array" and not elsewhere:
            known = [*filter(None, table.header), *(measures if option == "score" else ())]
            raise UsageError(f"{table.name} has no column {quoted(heading)} (`{option}`){hint(heading, known)}")
        missing[option] = None
    return reading.replace(**missing) if missing else reading
