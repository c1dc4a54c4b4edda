"""Commands that write one artefact; the suffix of the output determines its format."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from comparatex import artefacts
from comparatex.artefacts import Backend, artefact, audited, require_writable
from comparatex.cli import study as s
from comparatex.cli.commands import command
from comparatex.cli.config import config_option
from comparatex.cli.messages import say
from comparatex.cli.options import argument, force, no_plain, options, output_option, settings
from comparatex.cli.study import Drawn, Study
from comparatex.errors import UsageError
from comparatex.files import require_place
from comparatex.layout.options import Showing
from comparatex.report_settings import Report
from comparatex.settings import declared, headed, setting, values

if TYPE_CHECKING:
    from comparatex.data.scores import Scores
    from comparatex.inference.audit.audit import Audit
    from comparatex.inference.comparison import Comparison


FORMATS, FORMATS_OF_TABLES = ".tex .pdf .png .svg", ".md .html .typ .docx .csv"
"""Suffixes of what every artefact can be written as, and of what tables can, too."""


@headed("Output")
@dataclass(frozen=True)
class Target:
    """The output of an artefact, and how it is typeset."""

    output: str
    backend: Backend = setting("auto", help="What draws .pdf and .png: TeX where it is installed.")
    how: Mapping[str, Any] = field(default_factory=dict)
    """The engine, the font, the templates and the files that it is made from."""

    @classmethod
    def of(cls, given: dict[str, Any]) -> Target:
        """Return the target given to a command."""
        typeset = Report(**values(Report, given))
        how = {name: getattr(typeset, name) for name in ("engine", "font", "templates")}
        sources = () if "-" in given["scores"] else s.files_of(given)  # standard input cannot be read again
        return cls(given["output"], how=how | {"sources": sources}, **values(cls, given))

    def require(self, name: str, options: Showing) -> None:
        """Refuse what could not be written, whatever the scores."""
        form, path = artefact(name), Path(self.output)
        if path.suffix.lower() in form.suffixes:
            require_place(path)
        elif self.output not in ("", "-"):
            require_writable(form, options, path, self.backend, self.how["engine"], self.how["font"])

    def write(self, comparison: Comparison | Audit, name: str, options: Showing) -> None:
        """Build an artefact and write it."""
        if self.output == "-":
            of = {key: self.how[key] for key in ("templates", "sources")}
            click.echo(artefacts.latex(comparison, name, **of, say=say, **vars(options)), nl=False)
        else:
            artefacts.write(
                comparison, name, Path(self.output), backend=self.backend, **self.how, say=say, **vars(options)
            )


plain = settings(Showing, group="plain")
of_table = options(plain, settings(Showing, group="table"))
_artefact = options(s.width, settings(Showing, group="artefact"), settings(Target), s.typesetting)
look = options(s.showing, _artefact, force, config_option)
usual = options(s.reading, s.analysis, s.bayes, look)
_output = output_option(
    required=True,
    kind="output",
    help=f"File to write, whose suffix says its format: {FORMATS}, and of tables {FORMATS_OF_TABLES}; - prints .tex.",
)
shared = options(s.scores, _output, usual)
of_audits = options(s.scores, _output, s.reading, s.all_pairs, s.bayes, look)


def settings_of(name: str, given: dict[str, Any], **more: Any) -> Showing:
    """Return the settings of an artefact from a command's parameters and from further values."""
    kind = artefact(name).options
    if given.get("stars") and not artefact(name).stars:
        if click.get_current_context().get_parameter_source("stars") is ParameterSource.COMMANDLINE:
            artefacts.require_stars(name)
        given = {**given, "stars": False}  # of a file, where it is for all tables
    names = {field.name for field in fields(kind)}
    return kind(**values(kind, given) | {key: value for key, value in more.items() if key in names})


def drawn_of(given: dict[str, Any]) -> Drawn | None:
    """Return what chooses the comparates that are drawn; None if the command has no choice of pairs."""
    if "only" not in given:
        return None

    sides = (
        ((given["rows"] or given["focus"]) if "rows" in given else (), given.get("exclude_rows", ())),
        (given.get("columns"), given.get("exclude_columns", ())),
    )

    def drawn(comparates: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
        rows, columns = (
            tuple(name for name in some or given["only"] or comparates if name not in without)
            for some, without in sides
        )
        return rows, columns

    return drawn


def _draw(name: str, given: dict[str, Any]) -> None:
    """Read, compare, audit where that is shown, and write an artefact."""
    showing, of_audit = settings_of(name, given), artefact(name).of == "audit"
    study, fits = Study.of(given, drawn_of(given)), limit_of(name, given, showing)
    if of_audit:
        from comparatex.inference.audit.audit import require_question

        require_question(study.analysis)
    study, weights = study.weighted(given.get("lower", ())) if "weights" in vars(showing) else (study, {})
    more, is_table = _besides(name, study, given) | {"weights": weights}, artefact(name).folder == "tables"
    if is_table and "sizes" in vars(showing):  # tests within each task
        study = replace(study, source=study.source.changed(one_task=True))
        comparison, more["sizes"] = study.with_sizes(fits)
    elif "parts" in vars(showing) and (parts := study.parts(given["lower"])):
        comparison, more["parts"] = parts[0][1], parts
        fits(comparison.scores)
    else:
        comparison = study.comparison(fits)  # all comparates count for ranks
        more |= {"groups": given["subset"] or _task_groups(comparison)} if "groups" in vars(showing) else {}
    subject: Comparison | Audit = comparison
    if of_audit:
        subject = audited(comparison, s.audit_settings(comparison, given))
    Target.of(given).write(subject, name, settings_of(name, given, **more))


def _besides(name: str, study: Study, given: dict[str, Any]) -> dict[str, Any]:
    """Return what an artefact shows besides the scores, by fields of its settings: costs, columns, counts."""
    names, more = {field.name for field in fields(artefact(name).options)}, dict[str, Any]()
    if "costs" in names and (study.beside.has_costs or artefact(name).folder == "figures"):  # which show nothing else
        more |= study.costs()
    elif study.beside.cost_name:
        more["cost_name"] = study.beside.cost_name
    if "extra" in names:
        more["extra"] = study.extra()
    if given.get("discordant"):
        pair = (given["row"], given["column"])
        more["discordant"], more["row"], more["column"] = study.discordant(given["discordant"], pair)
    return more | {"control": study.control, "full": given.get("full") or study.control}


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


def limit_of(name: str, given: dict[str, Any], showing: Showing) -> Callable[[Scores], None]:
    """Refuse an output that cannot be; return what refuses a table with too many comparates before it compares them."""
    Target.of(given).require(name, showing)

    def fits(table: Scores) -> None:
        if not artefact(name).one_task:
            table.require_tasks()
        artefacts.require_room(name, showing, table.n_comparates)

    return fits


def __getattr__(name: str) -> click.Command:
    """Return the command of tables, or of a figure, whose modules are imported when it is asked for."""
    figure = name.replace("_", "-")
    if name.startswith("_"):
        raise AttributeError(name)
    try:
        created = globals()[name] = _table() if name == "table" else _figure(figure)
    except UsageError as error:
        raise AttributeError(str(error)) from None
    return created


def _figure(name: str) -> click.Command:
    """Return the command of a figure that declares itself in a module of its own."""
    about = artefact(name)

    def draw(**given: Any) -> None:
        _draw(name, given)

    names = {field.name for field in fields(about.options)}
    more = [option for field, option in _SOURCES.items() if field in names]
    more.append(plain if about.plain_template else no_plain(name))
    usual = options(of_audits, settings(about.options), *more, s.audit)
    decorated = (usual if about.of == "audit" else options(shared, settings(about.options), *more))(draw)
    return command(
        f"results.csv -o {name}{'.svg' if about.drawn else '.tex'} {about.example}".rstrip(), name, help=about.help
    )(decorated)


def _table() -> click.Command:
    """Return the command of all tables."""
    tables = artefacts.options_of("tables")
    rows = (f"{name:18}{artefact(name).help}" for name in tables)
    listed = "\n".join(fill(row, 77, subsequent_indent=" " * 18) for row in rows)

    @command(
        "pairwise results.csv -o pairwise.tex",
        help=f"Write a booktabs table; TABLE is one of these.\n\n\b\n{listed}",
        brief=f"Write a booktabs table; TABLE, of which --help-all says more, is {', '.join(tables)}.",
    )
    @argument("kind", choices=tables, plugins="tables", metavar="TABLE")
    @options(shared, s.stars, s.measures, of_table, settings(*tables.values()), *_SOURCES.values())
    def table(kind: str, **given: Any) -> None:
        _refuse_unused(kind, click.get_current_context())
        _draw(kind, given if kind in s.with_field("parts") else given | dict.fromkeys(_OF_SOME["parts"], ()))

    return table


_SOURCES = {"costs": s.costs, "extra": s.extra, "sizes": s.sizes, "weights": s.weights, "parts": s.measures}
"""Options of what is read besides the scores, by the field of an artefact's settings."""
_OF_SOME = {"extra": {"extra", "extra_table"}, "weights": {"weights"}, "parts": {"measures", "lower"}}
"""Those of them that a table without such a field refuses."""


def _refuse_unused(kind: str, context: click.Context) -> None:
    """Refuse options on the command line that would not affect this table."""
    tables = artefacts.options_of("tables")
    own = {name: {item.parameter for item in declared(options)} for name, options in tables.items()}
    for field_, parameters in _OF_SOME.items():
        for name in s.with_field(field_):
            own[name] |= parameters
    unused = set().union(*own.values()) - own.get(kind, set()) - {item.parameter for item in declared(Showing)}
    for param in context.command.params:
        source = context.get_parameter_source(str(param.name))
        if param.name in unused and source is ParameterSource.COMMANDLINE:
            raise UsageError(f"Table {kind} has no {param.opts[0]}.")
