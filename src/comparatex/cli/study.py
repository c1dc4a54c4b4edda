"""What a command reads and compares: its options become typed settings here, and those a comparison."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from comparatex import artefacts, progress
from comparatex.cli import config
from comparatex.cli.config import configured
from comparatex.cli.messages import say
from comparatex.cli.options import complete_files, no_limits, option, options, options_of, settings
from comparatex.data.reading import Reading
from comparatex.errors import DataError, UsageError
from comparatex.files import protect_inputs
from comparatex.inference.analysis import Analysis, AuditSettings, Running
from comparatex.layout.options import Showing
from comparatex.names import by_kind, quoted, require
from comparatex.report_settings import Report
from comparatex.settings import Setting, declared, headed, setting, values

if TYPE_CHECKING:
    from comparatex.data.raw_table import Table
    from comparatex.data.scores import Scores
    from comparatex.inference.comparison import Comparison


def _scores(ctx: click.Context, param: click.Parameter, value: tuple[str, ...]) -> tuple[str, ...]:
    """Return the tables given, or those in the config file."""
    numbers = ctx.params.get("sd") is not None  # in place of a pilot
    sources = value or (() if numbers else configured().scores)
    if not sources and not numbers and not ctx.resilient_parsing:
        raise click.MissingParameter(ctx=ctx, param=param)
    ctx.with_resource(protect_inputs(Path(source) for source in sources if source != "-"))
    return sources


@headed("Input")
@dataclass(frozen=True)
class Beside:
    """What is used beside the scores: a group of tasks, sizes, costs, weights, and what else is known of comparates."""

    in_group: str | None = setting(None, metavar="NAME", after="task_groups", help="Use the tasks of this group only.")
    size: str | None = setting(
        None,
        group="sizes",
        names="columns",
        help="Column of the sizes of the tasks' test sets; scores are accuracies or error rates.",
    )
    sizes: str | None = setting(
        None, group="sizes", kind="file", help="Table of tasks with the sizes of their test sets."
    )
    cost: str | None = setting(
        None, group="costs", names="columns", help="Column of the costs of a long table; their mean counts."
    )
    costs: str | None = setting(
        None,
        group="costs",
        kind="file",
        help="CSV of methods and costs, or a table of costs of any form that scores can have.",
    )
    cost_name: str | None = setting(None, group="cost name", help="What the costs are, with their unit.")
    extra: tuple[str, ...] = setting(
        (),
        group="extra",
        metavar="COLUMNS",
        names="columns",
        help="Further columns for the tables of scores and ranks, such as params,train_time: of a long table, where "
        "the mean of a method counts, or of --extra-table.",
    )
    extra_table: str | None = setting(
        None, group="extra", kind="file", help="CSV of what else is known of methods; they stand in its first column."
    )
    weights: str | None = setting(
        None,
        group="weights",
        kind="labels",
        names="columns",
        metavar="COLUMN|FILE",
        help="Column or table with weights of tasks in means; tests and ranks weigh all alike.",
    )

    @property
    def has_costs(self) -> bool:
        """Whether costs are given."""
        return bool(self.cost or self.costs)


scores = click.argument("scores", nargs=-1, metavar="SCORES...", callback=_scores, shell_complete=complete_files)
optional_scores = click.argument("scores", nargs=-1, metavar="[SCORES]...", shell_complete=complete_files)
reading = options(settings(Reading, Beside), no_limits)
all_pairs = settings(Analysis)  # of what asks about all pairs, whatever the family of the tests
analysis = options(all_pairs, settings(Analysis, group="supplied"), settings(Analysis, group="family"))
bayes = settings(Analysis, group="bayes")
running = settings(Running)
words = settings(Showing, group="words")
showing = options(settings(Showing), words)
stars = settings(Showing, group="stars")  # of tables alone
width = settings(Showing, group="width")
sizes = settings(Beside, group="sizes")
prices = settings(Beside, group="costs")
costs = options(prices, settings(Beside, group="cost name"))
extra = settings(Beside, group="extra")
weights = settings(Beside, group="weights")
measures = options(
    settings(Reading, group="measures"),
    option("--lower", (), kind="names", common=False, help="Measures, of several, of which lower scores are better."),
)
audit = options(
    settings(AuditSettings),
    option(
        "--all-supersets", default=False, type=bool, after="add", help="Add every number of others, instead of --add."
    ),
)
engine = settings(Report, group="engine")
typesetting = options(engine, settings(Report, group="font"), settings(Report, group="templates"))


def audit_settings(comparison: Comparison, given: Mapping[str, Any]) -> AuditSettings:
    """Return the settings of an audit given to a command, comparates by their places."""
    from comparatex.layout.selection import positions

    chosen = values(AuditSettings, given)
    for item in declared(AuditSettings):
        if item.names and item.field in chosen:
            chosen[item.field] = positions(comparison, chosen[item.field])
    return AuditSettings(**chosen | ({"added": None} if given.get("all_supersets") else {}))


@dataclass(frozen=True)
class Source:
    """Tables of scores, how they are read, and the group of tasks that is used; all tasks if none is named."""

    tables: tuple[str, ...]
    reading: Reading
    in_group: str | None = None
    grouped: bool = True  # whether the column of groups has them, and not weights

    @classmethod
    def of(cls, given: dict[str, Any]) -> Source:
        """Return the sources given to a command, with the names from the config file."""
        reading = Reading(**{**values(Reading, given), **configured().naming})
        return cls(tuple(given["scores"]), reading, given["in_group"])

    def scores(self, loaded: list[Table] | None = None, *, notes: bool = True, scaled: bool = False) -> Scores:
        """Read the tables, or those that are loaded already, and say what is compared; of costs nothing is said.

        Scores that will be `scaled` need no note on their scales.
        """
        from comparatex.data.checks import without_scales
        from comparatex.data.read import read

        with progress.step("Reading the scores"):
            table = read(loaded or self.tables, self.reading)
        table = table if self.grouped else replace(table, task_groups={})
        part = table
        if self.in_group:
            from comparatex.data.scores import in_group

            part = in_group(table, self.in_group)
        if notes:
            first = "standard input" if self.tables == ("-",) else self.tables[0]
            say(f"{part.introduction}, from {first if len(self.tables) == 1 else f'{len(self.tables):,} files'}.")
            for note in without_scales(table.notes) if scaled else table.notes:
                say(f"Note: {note}")
        return part

    def changed(self, **changes: Any) -> Source:
        """Return the same sources with changed settings of reading."""
        return replace(self, reading=self.reading.replace(**changes))


Drawn = Callable[[Sequence[str]], tuple[tuple[str, ...], tuple[str, ...]]]
"""What gives, of the comparates of a table, those in the rows and in the columns of what a command draws."""


@dataclass(frozen=True)
class Study:
    """What a command reads, and how it compares it."""

    source: Source
    analysis: Analysis
    control: str = ""  # the control that was named, whatever the family
    named: tuple[tuple[str, str], ...] = ()  # the options that name comparates, each with a name
    drawn: Drawn | None = None  # what is drawn, by commands that can draw some of the pairs
    running: Running | None = None  # who works, where a command lets that be chosen
    beside: Beside = Beside()

    @classmethod
    def of(cls, given: dict[str, Any], drawn: Drawn | None = None) -> Study:
        """Return the study given to a command."""
        control = given.get("control") or ""
        beside = Beside(**values(Beside, given))
        return cls(Source.of(given), analysis_of(given, drawn), control, _named(given), drawn, beside=beside)

    def comparison(self, check: Callable[[Scores], None] | None = None) -> Comparison:
        """Read and compare; what a check refuses, or names unknown comparates, is not compared.

        Without a check, one task is asked what its repeats are.
        """
        table = self.source.scores(scaled=self.analysis.on is not None)
        for parameter, name in self.named:
            require([name], table.comparates, "method", f"`{parameter}`")
        if check:
            check(table)
        result = self.compared(table)
        if not check and result.scores.one_task:
            from comparatex.inference.folds import require_repeats

            require_repeats(result.scores)
        return result

    def compared(self, table: Scores) -> Comparison:
        """Compare, and say what looks strange."""
        result = self._compared(table)
        for note in result.notes if result.scores.n_tasks > 1 else ():  # which are of tests
            if note not in result.scores.notes:
                say(f"Note: {note}")
        return result

    def _compared(self, table: Scores) -> Comparison:
        from comparatex.inference.compare import compare

        if self.control:
            require([self.control], table.comparates, "method", "`control`")
        settings = self.analysis
        if settings.family == "drawn" and self.drawn:
            settings = replace(settings, drawn=self.drawn(table.comparates))
        with progress.step(f"Comparing {table.n_comparates:,} methods on {table.n_tasks:,} tasks"):
            result = compare(table, settings, **({"running": self.running} if self.running else {}))
        if result.analysis.bayes and not table.one_task:
            _ = result.posterior  # now, so that what it lacks is said before anything is written
        return result

    def by_group(self, comparison: Comparison) -> list[Comparison]:
        """Compare on each group of tasks separately, with the group's own family of tests; empty without groups."""
        from comparatex.data.scores import group_names, in_group

        if comparison.scores.task_group:
            return []
        tables = [in_group(comparison.scores, name) for name in group_names(comparison.scores)]
        small = [table.task_group for table in tables if table.n_tasks < 2]
        notes = [(name, f"The group {name} has one task only and no results of its own.") for name in small]
        parts = {table.task_group: self._compared(table) for table in tables if table.n_tasks > 1}
        notes += [(name, f"In the group {name}: {note}") for name in parts for note in parts[name].notes]
        for note in by_kind(notes):
            say(f"Note: {note}")
        return list(parts.values())

    def by_measure(self, lower: tuple[str, ...]) -> list[Study]:
        """Return the study of each measure, if a table has several and none is selected."""
        from comparatex.data.read import measures

        how = self.source.reading
        names = () if how.select_measure else measures(self.source.tables, how)
        if names:
            require(lower, names, "measure", "`lower`")
            if how.measure_name:
                raise UsageError("--measure-name is for one measure: choose it with --select-measure.")
        elif lower and not how.select_measure:
            raise UsageError(
                "--lower names measures, of a table with several: where lower scores are better, give "
                "--lower-is-better."
            )
        directions = {name: False if name in lower else how.higher_is_better for name in names or (how.select_measure,)}
        return [
            replace(self, source=self.source.changed(select_measure=name, higher_is_better=higher))
            for name, higher in directions.items()
        ]

    def parts(self, lower: tuple[str, ...]) -> tuple[tuple[str, Comparison], ...]:
        """Compare by each measure, if there are several or some were named."""
        every = self.by_measure(lower)
        several = len(every) > 1 or self.source.reading.measures
        return tuple((str(part.source.reading.select_measure), part.comparison()) for part in every if several)

    def costs(self) -> dict[str, Any]:
        """Return the mean cost of each comparate, and what costs are called, as settings of what shows them."""
        where = self.beside
        if bool(where.cost) == bool(where.costs):
            raise UsageError("Say where the costs are: --cost COLUMN or --costs FILE.")
        costs = _short(Path(where.costs)) if where.costs else None
        if costs is None:
            costs = self._means(where.cost, (where.costs,) if where.costs else self.source.tables)
        return {"costs": costs, "cost_name": where.cost_name or where.cost or "cost"}

    def _means(self, column: str | None, tables: tuple[str, ...]) -> dict[str, float]:
        """Return the mean of a column for each comparate; None: of the scores of tables."""
        from comparatex.inference.differences import mean_scores

        source = self.source.changed(score=column, higher_is_better=False, errors=False)
        table = replace(source, tables=tables).scores(notes=False)
        means = mean_scores(table.values, table.decimals).tolist()
        return dict(zip(table.comparates, means, strict=True))

    def weighted(self, lower: tuple[str, ...] = ()) -> tuple[Study, dict[str, float]]:
        """Return the study without the column of weights, and the weight of each task; empty where there are none."""
        where, study = self.beside.weights, self
        if not where:
            return self, {}
        if Path(where).is_file():
            source = self.source.changed(task_groups=where, group=None)
        elif self.source.reading.group:
            raise UsageError("With --group, give the weights of tasks in a table of their own: --weights FILE.")
        else:
            source = self.source.changed(group=where)
            study = replace(self, source=replace(source, grouped=False))
        first = replace(study, source=replace(source, in_group=None)).by_measure(lower)[0]
        try:
            return study, {task: float(weight) for task, weight in first.source.scores(notes=False).task_groups.items()}
        except ValueError as error:
            raise DataError(f"{where}: a weight is not a number ({error}).") from None

    def extra(self) -> dict[str, dict[str, str | float]]:
        """Return what each further column says of each comparate."""
        where = self.beside
        if not where.extra_table:
            return {name: {**self._means(name, self.source.tables)} for name in where.extra}
        path = Path(where.extra_table)
        header, *lines = _lines(path) or [[]]
        require(where.extra, header[1:], "column", "`extra`")
        short = next((line for line in lines if len(line) != len(header)), None)
        if short:
            raise DataError(f"{path.name}: the row of {quoted(short[0])} has {len(short)} cells, not {len(header)}.")
        columns = where.extra or tuple(header[1:])
        return {name: {line[0]: line[header.index(name)] for line in lines} for name in columns}

    def with_sizes(self, check: Callable[[Scores], None] | None = None) -> tuple[Comparison, dict[str, int]]:
        """Read and compare, and return the size of every task's test set; empty if none is given."""
        where = self.beside
        if not where.size and not where.sizes:
            return self.comparison(check), {}
        source = self.source.changed(group=where.size, task_groups=where.sizes)
        if where.sizes:
            from comparatex.data.labelling import labels

            comparison = self.comparison(check)
            return comparison, _whole(labels(comparison.scores.tasks, source.reading))
        if self.source.reading.group:
            raise UsageError("With --group, give the sizes of test sets in a table of their own: --sizes FILE.")
        table = replace(source, in_group=None).scores(scaled=self.analysis.on is not None)
        return self.compared(replace(table, task_groups={})), _whole(table.task_groups)

    def discordant(self, file: str, pair: tuple[str, str]) -> tuple[dict[str, tuple[int, int]], str, str]:
        """Return the numbers of instances that only one of two comparates gets right, by task, and their names."""
        source = Source((file,), self.source.reading).changed(
            group=None, task_groups=None, include=(), exclude=(), missing="error", layout="wide",
            higher_is_better=True, errors=False,
        )  # fmt: skip
        table = source.scores(notes=False)
        if len(table.comparates) != 2:
            raise UsageError(
                "A table of discordant counts has a column of tasks and one for each of two methods, with the "
                f"instances that it alone gets right; this one has {len(table.comparates)} methods."
            )
        first, second = pair[0] or table.comparates[0], pair[1] or table.comparates[1]
        if {first, second} != set(table.comparates):
            raise UsageError(
                f"The discordant counts are of {' and '.join(table.comparates)}, not of {first} and {second}."
            )
        if (table.values % 1 != 0).any() or (table.values < 0).any():
            raise DataError("Discordant counts must be whole numbers that are not negative.")
        counts = table.values[:, [table.comparates.index(first), table.comparates.index(second)]].astype(int)
        by_task = {task: (int(b), int(c)) for task, (b, c) in zip(table.tasks, counts, strict=True)}
        return by_task, first, second


def with_field(name: str) -> tuple[str, ...]:
    """Return the tables that have a setting or a further value of this name."""
    tables = artefacts.options_of("tables").items()
    return tuple(table for table, kind in tables if name in {item.name for item in fields(kind)})


def files_of(given: Mapping[str, Any]) -> tuple[Path, ...]:
    """Return the files that the running command reads."""
    return config.files_of(_settings(), given, given["scores"])


def _settings() -> list[Setting]:
    """Return the settings of the running command."""
    return [option.setting for option in options_of(click.get_current_context().command)]


def _named(given: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    """Return the options that name comparates, each with a name; colours may be of comparates of other tables, too."""
    named = sorted(item.parameter for item in _settings() if item.names == "comparates" and item.form != "colours")
    return tuple((option, name) for option in named for name in _names(given.get(option)))


def _names(value: Any) -> Iterator[str]:
    """Yield the names in the value of an option: one, several, or pairs."""
    if isinstance(value, str) and value:
        yield value
    elif isinstance(value, tuple):
        for part in value:
            yield from _names(part)


def analysis_of(given: dict[str, Any], drawn: Drawn | None = None) -> Analysis:
    """Return the settings of the analysis, as given or from another tool's convention."""
    context = click.get_current_context()
    for item in _settings():
        by_user = context.get_parameter_source(item.parameter) is ParameterSource.COMMANDLINE
        if by_user and item.needs and not given[item.needs] and "caption" not in given:  # figures and tables ask for it
            raise UsageError(f"`{item.parameter}` is for Bayesian tests: add `{item.needs}`, or leave it out.")
    family = given.get("family")
    if family == "drawn" and drawn is None:
        raise UsageError("This command draws all pairs: with it, `family` must be all or control.")
    if family == "drawn" and given.get("top"):
        raise UsageError(
            'Which methods are best is known only after the tests: with `family="drawn"`, name them with `only`.'
        )
    sources = {item.field: context.get_parameter_source(item.parameter) for item in declared(Analysis)}
    stated = [name for name, source in sources.items() if source not in (None, ParameterSource.DEFAULT)]
    return config.analysis_of(values(Analysis, given), stated, given)


def _lines(path: Path) -> list[list[str]]:
    """Return the cells of a CSV file, without empty lines."""
    from comparatex.data.sources import decode_text, read_bytes

    text = decode_text(read_bytes(path), str(path))
    lines = csv.reader(io.StringIO(text, newline=""))
    return [[cell.strip() for cell in line] for line in lines if any(line)]


def _short(path: Path) -> dict[str, float] | None:
    """Return the costs of a CSV file of two columns, comparate and cost; None for any other file."""
    if path.suffix.lower() != ".csv":
        return None
    lines = _lines(path)
    if len(lines) < 2 or any(len(line) != 2 for line in lines):
        return None
    try:
        return {name: float(cost) for name, cost in lines[1:]}
    except ValueError as error:
        raise DataError(f"{path.name}: a cost is not a number ({error}).") from None


def _whole(sizes: Mapping[str, str]) -> dict[str, int]:
    """Return sizes as whole numbers."""
    for task, size in sizes.items():
        if not (size.isascii() and size.isdecimal() and int(size) > 0):
            raise DataError(
                f"The size of the test set of {quoted(task)} must be a whole number above 0, not {quoted(size)}."
            )
    return {task: int(size) for task, size in sizes.items()}
