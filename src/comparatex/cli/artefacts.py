"""Commands that write one artefact; the suffix of the output determines its format."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Any, Literal

import click
from click.core import ParameterSource

from comparatex import registry
from comparatex.cli import study as s
from comparatex.cli.commands import command
from comparatex.cli.configured import config_option
from comparatex.cli.messages import say
from comparatex.cli.options import force, options, output_option, settings, values
from comparatex.cli.study import WITH_EXTRA, Costs, Drawn, Extra, Sizes, Study
from comparatex.cli.types import Names, Real, Whole, Word
from comparatex.errors import UsageError
from comparatex.layout.options.shared import Showing
from comparatex.settings import declared, headed, setting
from comparatex.stamps import BEGIN, END

if TYPE_CHECKING:
    from comparatex.data.scores import Scores
    from comparatex.inference.audit.audit import Audit
    from comparatex.inference.comparison import Comparison
    from comparatex.inference.items import ItemComparison
    from comparatex.inference.plan import Plan


_GROUP = "group"
"""The column in which formats with a row for each item have their benchmark."""
_ALL, _OF_TABLES = ".tex .pdf .png .svg", ".md .html .typ .docx .csv"
"""Suffixes of what every artefact can be written as, and of what tables can, too."""


OWN_FORMATS = {"leaderboard": (".json",), "items": (".csv", ".json")}
"""What some artefacts can be written as besides the formats of all, by suffix."""


@headed("Output")
@dataclass(frozen=True)
class Target:
    """The output of an artefact, and how it is typeset."""

    output: str
    backend: Literal["auto", "tex", "matplotlib"] = setting(
        "auto", help="What draws .pdf and .png: TeX where it is installed."
    )
    how: Mapping[str, Any] = field(default_factory=dict)
    """The engine, the font, the templates and the files that it is made from."""

    @classmethod
    def of(cls, given: dict[str, Any]) -> Target:
        """Return the target given to a command."""
        from comparatex.report_settings import Report

        typeset = Report(**values(Report, given))
        how = {name: getattr(typeset, name) for name in ("engine", "font", "templates")}
        sources = () if "-" in given["scores"] else s.files_of(given)  # standard input cannot be read again
        return cls(given["output"], how=how | {"sources": sources}, **values(cls, given))

    def require(self, name: str, options: Showing) -> None:
        """Refuse what could not be written, whatever the scores."""
        from comparatex.artefact_files import require_writable
        from comparatex.artefacts import artefact
        from comparatex.files import require_place

        form, path = artefact(name), Path(self.output)
        if path.suffix.lower() in OWN_FORMATS.get(name, ()):
            require_place(path)
        elif self.output not in ("", "-"):
            require_writable(form, options, path, self.backend, self.how["engine"], self.how["font"])

    def write(self, comparison: Comparison | Audit, name: str, options: Showing) -> None:
        """Build an artefact and write it."""
        from comparatex.artefact_files import latex, write

        if self.output == "-":
            of = {key: self.how[key] for key in ("templates", "sources")}
            click.echo(latex(comparison, name, **of, say=say, **vars(options)), nl=False)
        else:
            write(
                comparison,
                name,
                Path(self.output),
                backend=self.backend,
                **self.how,
                say=say,
                **vars(options),
            )


_of_table = settings(Showing, group="table")
_look = options(s.showing, settings(Showing, group="artefact"), settings(Target), s.typesetting, force, config_option)
_rest = options(s.reading, s.analysis, s.bayes, _look)
_shared = options(
    s.scores,
    output_option(
        required=True,
        metavar="FILE",
        help=f"Where to write; by suffix: {_ALL}, and of tables {_OF_TABLES}; - is .tex, printed.",
    ),
    _rest,
)


def _settings(name: str, given: dict[str, Any], **more: Any) -> Showing:
    """Return the settings of an artefact from a command's parameters and from further values."""
    from comparatex.artefacts import artefact

    kind = artefact(name).options
    names = {field.name for field in fields(kind)}
    return kind(**values(kind, given) | {key: value for key, value in more.items() if key in names})


def _drawn(given: dict[str, Any]) -> Drawn | None:
    """Return the comparates that are drawn; None if the command has no choice of pairs."""
    if "only" not in given:
        return None
    if "exclude_rows" not in given:
        return Drawn(given["only"], given["only"])
    rows, columns = given["rows"] or given["focus"] or given["only"], given["columns"] or given["only"]
    return Drawn(rows, columns, given["exclude_rows"], given["exclude_columns"])


def _draw(name: str, given: dict[str, Any]) -> None:
    """Read, compare, audit where that is shown, and write an artefact."""
    from comparatex.artefacts import audited
    from comparatex.inference.audit.audit import require_question

    shown, of_audit = _settings(name, given), registry.declaration(name).of == "audit"
    study, fits = Study.of(given, _drawn(given)), _fits(name, given, shown)
    if of_audit:
        require_question(study.analysis)
    more = _besides(name, study, given)
    if name in registry.names("tables") and "sizes" in vars(shown):
        comparison, more["sizes"] = study.with_sizes(Sizes(**values(Sizes, given)))
    else:
        comparison = study.comparison(fits)  # all comparates count for ranks
    subject: Comparison | Audit = comparison
    if of_audit:
        subject = audited(comparison, s.audit_settings(comparison, {**given, "backend": None}))
    Target.of(given).write(subject, name, _settings(name, given, **more))


def _besides(name: str, study: Study, given: dict[str, Any]) -> dict[str, Any]:
    """Return what an artefact shows besides the scores, by fields of its settings: costs, columns, counts."""
    names = {field.name for field in fields(registry.declaration(name).options)}
    costs, more = Costs(**values(Costs, given)), dict[str, Any]()
    if "costs" in names and (costs.given or name in registry.names("figures")):  # which have nothing else to show
        more |= {"costs": study.costs(costs), "cost_name": costs.name}
    elif costs.cost_name:
        more["cost_name"] = costs.cost_name
    if "extra" in names:
        more["extra"] = study.extra(Extra(**values(Extra, given)))
    if given.get("discordant"):
        pair = (given["row"], given["column"])
        more["discordant"], more["row"], more["column"] = study.discordant(given["discordant"], pair)
    return more | {"control": study.control, "full": given.get("full") or study.control}


def _fits(name: str, given: dict[str, Any], shown: Showing) -> Callable[[Scores], None]:
    """Refuse an output that cannot be; return what refuses a table with too many comparates before it compares them."""
    Target.of(given).require(name, shown)
    return lambda table: registry.require_room(name, shown, table.n_comparates)


def __getattr__(name: str) -> click.Command:
    """Return the command of tables, or of a figure, whose modules are imported when it is asked for."""
    figure = name.replace("_", "-")
    if name != "table" and (name.startswith("_") or figure not in registry.names("figures")):
        raise AttributeError(name)
    created = globals()[name] = _table() if name == "table" else _figure(figure)
    return created


def _figure(name: str) -> click.Command:
    """Return the command of a figure that declares itself in a module of its own."""
    about = registry.declaration(name)

    def draw(**given: Any) -> None:
        _draw(name, given)

    names = {field.name for field in fields(about.options)}
    more = [option for field, option in _SOURCES.items() if field in names]
    more += [s.audit] if about.of == "audit" else []
    decorated = options(_shared, settings(about.options), *more)(draw)
    return command(f"results.csv -o {name}.tex {about.example}".rstrip(), name, help=about.help)(decorated)


def _table() -> click.Command:
    """Return the command of all tables."""
    tables = registry.options_of("tables")
    rows = (f"{name:18}{registry.declaration(name).help}" for name in tables)
    listed = "\n".join(fill(row, 77, subsequent_indent=" " * 18) for row in rows)

    @command(
        "pairwise results.csv -o pairwise.tex",
        help=f"Write a booktabs table; TABLE is one of these.\n\n\b\n{listed}",
    )
    @click.argument("kind", type=Word([*tables]), metavar="TABLE")
    @options(
        _shared,
        _of_table,
        settings(*tables.values()),
        *_SOURCES.values(),
    )
    def table(kind: str, **given: Any) -> None:
        _refuse_unused(kind, click.get_current_context())
        _draw(kind, given)

    return table


_SOURCES = {"costs": s.costs, "extra": s.extra, "sizes": s.sizes}
"""Options of what is read besides the scores, by the field of an artefact's settings."""


@command("results.csv -o sequence.tex --task-groups tasks.csv")
@options(_shared, settings("figures.sequence.SequenceOptions"))
@settings("data.reading.Reading", group="measures")
@click.option(
    "--lower",
    type=Names(),
    default=(),
    metavar="NAMES",
    help="Those of the measures of which lower is better.",
)
def sequence(lower: tuple[str, ...], **given: Any) -> None:
    """Draw several critical difference diagrams on one axis: of all tasks and of each group, or of measures."""
    from comparatex.names import require

    require(lower, given["measures"], "measure", "`lower`")
    study, fits = Study.of(given), _fits("sequence", given, _settings("sequence", given))
    how = study.source.reading
    directions = {name: False if name in lower else how.higher_is_better for name in how.measures}
    parts = tuple((name, study.of_measure(name, higher_is_better=up).comparison()) for name, up in directions.items())
    comparison = parts[0][1] if parts else study.comparison(fits)
    groups = () if parts else given["subset"] or _task_groups(comparison)
    Target.of(given).write(comparison, "sequence", _settings("sequence", given, parts=parts, groups=groups))


@command("results.csv --effect 0.01")
@options(
    s.scores,
    output_option(
        default="",
        metavar="FILE",
        help=f"Where to draw power against tasks: {_ALL}; - is .tex; without it, sentences are printed.",
    ),
    settings("figures.plan.PlanOptions"),
    click.option(
        "--sd",
        type=Real(0, min_open=True),
        metavar="SIZE",
        help="Without SCORES: standard deviation of the differences of two comparates; --tasks is a number then.",
    ),
    click.option("--comparates", type=Whole(2), default=2, help="Without SCORES: how many there are to be."),
    click.option("--json", "as_json", is_flag=True, help="Print all numbers as JSON."),
    click.option("--numbers", metavar="FILE", help="Write the numbers for \\comparatex{KEY} to this .tex file, too."),
    _rest,
)
def plan(sd: float | None, comparates: int, as_json: bool, numbers: str | None, **given: Any) -> None:
    """Say how many tasks it takes to show a stated effect; with -o, draw how power grows with their number."""
    from comparatex.figures.plan import plan_of, said
    from comparatex.inference.plan import plan as of_numbers
    from comparatex.layout.facts import writing_of
    from comparatex.stats import plan_to_json
    from comparatex.text import writing

    shown: Any = _settings("plan", given)
    if sd is not None:
        if given["scores"] or given["output"] or numbers:
            raise UsageError("With `sd`, there is no pilot: leave out SCORES, `output` and `numbers`.")
        n_tasks = "".join(given["tasks"])
        if not n_tasks.isdecimal():
            raise UsageError("With `sd`, `tasks` is how many there are to be, such as 30.")
        asked = {"effect": shown.effect, "target": shown.target, "draws": shown.draws}
        comparison, analysis = None, s.analysis_of(given)
        planned = of_numbers(sd=sd, tasks=int(n_tasks), comparates=comparates, **asked, **vars(analysis))
    else:
        comparison = Study.of(given).comparison(_fits("plan", given, shown))
        planned = plan_of(comparison, shown)
        if numbers:
            _write_numbers("plan", comparison, planned, shown, Target.of(given), Path(numbers))
        if given["output"]:
            Target.of(given).write(comparison, "plan", shown)
    if as_json:
        click.echo(plan_to_json(planned))
    elif not (numbers or given["output"]):
        with writing(writing_of(shown, comparison.scores) if comparison else shown.language):
            click.echo("\n".join(said(planned, comparison, shown)))


def _task_groups(comparison: Comparison) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return the table's groups of two or more tasks, each with its tasks."""
    from comparatex.data.scores import group_names

    table = comparison.scores
    if table.task_group:
        return ()
    groups = (
        (name, tuple(task for task in table.tasks if table.task_groups[task] == name)) for name in group_names(table)
    )
    return tuple((name, tasks) for name, tasks in groups if len(tasks) > 1)


@command("results.csv -o leaderboard.md --extra-table providers.csv")
@options(
    s.scores,
    output_option(
        default="",
        metavar="FILE",
        help=f"Where to write: {_ALL} {_OF_TABLES} .json; - is .tex, printed.",
    ),
    click.option(
        "--into",
        metavar="FILE",
        help=f"Replace what this Markdown file has between the lines {BEGIN} and {END}.",
    ),
    _rest,
    _of_table,
    settings("tables.leaderboard.LeaderboardOptions"),
    s.extra,
)
def leaderboard(into: str | None, **given: Any) -> None:
    """Write a leaderboard: places, those that the tests leave open, mean scores with intervals, and tiers.

    A tier ends before the first comparate that its leader is significantly better than, by the test of the analysis
    and its correction over all pairs.
    """
    from comparatex.artefact_files import put_into, require_marks
    from comparatex.stamps import write_own
    from comparatex.stats import leaderboard_to_json

    if bool(into) == bool(given["output"]):
        raise UsageError("Say where the leaderboard goes: `output`, or `into`.")
    if into:
        require_marks(Path(into))
    study = Study.of(given, _drawn(given))
    comparison = study.comparison(_fits("leaderboard", given, _settings("leaderboard", given)))
    shown: Any = _settings("leaderboard", given, extra=study.extra(Extra(**values(Extra, given))))
    path = Path(into or given["output"])
    if into:
        put_into(path, comparison, "leaderboard", **vars(shown))
    elif path.suffix.lower() in OWN_FORMATS["leaderboard"]:
        content = leaderboard_to_json(comparison, shown).encode()
        write_own(path, content, ours=lambda before: before.startswith(b'{\n  "version": "'))
    else:
        Target.of(given).write(comparison, "leaderboard", shown)


@command("samples.csv -o items.tex --cluster benchmark")
@options(
    s.scores,
    output_option(
        default="",
        metavar="FILE",
        help=f"Where to write: {_ALL} {_OF_TABLES} .json; - is .tex; without it, sentences are printed.",
    ),
    s.reading,
    click.option(
        "--strata",
        metavar="COLUMN",
        help="Column of fixed groups, such as these benchmarks and no others: --group with --fixed-groups.",
    ),
    click.option(
        "--correction",
        type=click.Choice(["bonferroni", "holm", "none"]),
        default="bonferroni",
        show_default=True,
        help="Correction of the p-values over all pairs; intervals are simultaneous unless there is none.",
    ),
    click.option("--numbers", metavar="FILE", help="Write the numbers for \\comparatex{KEY} to this .tex file, too."),
    click.option(
        "--alpha",
        type=Real(0, 1, min_open=True, max_open=True),
        default=0.05,
        show_default=True,
        help="Significance level; intervals are for 1 − alpha, all at once.",
    ),
    click.option(
        "--rope",
        metavar="WIDTH",
        type=Real(0),
        help="Margin within which mean scores are equivalent, or not worse: tests it where given.",
    ),
    _look,
    _of_table,
    settings("tables.items.ItemsOptions"),
)
def items(
    cluster: str | None,
    strata: str | None,
    correction: Any,
    numbers: str | None,
    alpha: float,
    rope: float | None,
    **given: Any,
) -> None:
    """Compare on the same items: McNemar's exact test, or differences with errors by clusters or within strata.

    SCORES has a row for each item (question, instance): 1 or 0 for right or wrong, or a graded score. Repeats of an
    item are averaged. Groups of items, such as benchmarks, are a sample (--cluster) or fixed (--strata).
    """
    from comparatex.inference.analysis import Analysis
    from comparatex.inference.compare import compare
    from comparatex.tables.items import items_compared, sentences_on_items
    from comparatex.text import writing

    if len([name for name in (cluster, strata, given["group"]) if name]) > 1:
        raise UsageError("`cluster`, `strata` and `group` name the same column: leave all but one out.")
    given["group"] = cluster or strata or given["group"]
    given["fixed_groups"] = bool(strata) or given["fixed_groups"]
    shown: Any = _settings("items", given)
    fits = _fits("items", given, shown)
    scores = _items(s.Source.of(given), clusters=shown.clusters)
    fits(scores)
    comparison = compare(scores, Analysis(test="sign", alpha=alpha, correction=correction, rope=rope))
    compared = items_compared(comparison, shown)
    if numbers:
        _write_numbers("items", comparison, compared, shown, Target.of(given), Path(numbers))
    path = Path(given["output"])
    if path.suffix.lower() in OWN_FORMATS["items"]:
        _write_results(compared, alpha, path)
    elif given["output"]:
        Target.of(given).write(comparison, "items", shown)
    elif not numbers:
        with writing(shown.language):
            click.echo("\n".join(sentences_on_items(comparison, compared, shown)))


def _items(source: s.Source, *, clusters: bool) -> Scores:
    """Return the scores of items, in the groups that the table has in a column of this name unless another is named."""
    from comparatex.data.loading import load_all
    from comparatex.data.read import as_sources
    from comparatex.data.roles import item_columns

    loaded = load_all(as_sources(source.tables), source.reading)
    for table in loaded:
        if not source.reading.task and (columns := item_columns(table, source.reading)):
            task, group = columns
            source = source.changed(task=task, group=source.reading.group or group)
            if source.reading.group == group and clusters:
                say(f"Note: Items are named by the column {task!r}, and in clusters by {group!r}.")
    unnamed = source.reading.group is None and source.reading.task_groups is None
    if unnamed and any(_GROUP in table.header for table in loaded):
        source = source.changed(group=_GROUP)
        scores = source.scores(loaded)
        if len({*(scores.task_groups or {}).values()}) < 2:  # nobody named it: items of one benchmark
            return replace(scores, task_groups={})
        if clusters:
            say(f"Note: Items are in clusters by the column {_GROUP!r}.")
        return scores
    return source.scores(loaded)


def _write_results(compared: ItemComparison, alpha: float, path: Path) -> None:
    """Write comparisons on items for scripts."""
    from comparatex.stamps import write_own
    from comparatex.stats import items_to_csv, items_to_json

    text = items_to_csv(compared) if path.suffix.lower() == ".csv" else items_to_json(compared, alpha)
    content = text.encode("utf-8")
    head = b'{\n  "version": "' if content.startswith(b"{") else content.partition(b"\n")[0]
    write_own(path, content, ours=lambda before: before.startswith(head))


def _write_numbers(
    command: str,
    comparison: Comparison,
    of: ItemComparison | Plan,
    shown: Showing,
    target: Target,
    path: Path,
) -> None:
    """Write the numbers of comparisons on items, or of a plan, for prose."""
    from comparatex.layout.number_macros import numbers_of_items, numbers_of_plan
    from comparatex.render import render
    from comparatex.stamps import of_data, stamped, write_own
    from comparatex.text import writing

    if path.suffix.lower() != ".tex":
        raise UsageError(f"{path} does not end with .tex: `numbers` are LaTeX.")
    with writing(shown.language):
        lay_out: Any = {"items": numbers_of_items, "plan": numbers_of_plan}[command]
        view = lay_out(comparison, of, shown)
        tex = render("numbers.tex.jinja", target.how["templates"], view=view, command=command)
    data = of_data(target.how["sources"], comparison.scores.files) or "-"
    write_own(path, stamped(tex, "numbers", data).encode("utf-8"))


def _refuse_unused(kind: str, context: click.Context) -> None:
    """Refuse options on the command line that would not affect this table."""
    shared = {item.parameter for item in declared(Showing)}
    tables = registry.options_of("tables")
    of_tables = {item.parameter for settings_of in tables.values() for item in declared(settings_of)} - shared
    of_tables |= {item.parameter for item in declared(Extra)}
    of_kind = {item.parameter for item in declared(tables[kind])}
    of_kind |= {item.parameter for item in declared(Extra) if kind in WITH_EXTRA}
    for param in context.command.params:
        source = context.get_parameter_source(str(param.name))
        if param.name in of_tables - of_kind and source is ParameterSource.COMMANDLINE:
            raise UsageError(f"Table {kind} has no {param.opts[0]}.")
