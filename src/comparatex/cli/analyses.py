"""Commands that print: statistics, the audit, conventions, numbers, what is installed and known, completion."""

from __future__ import annotations

import operator
import platform
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import partial
from itertools import chain
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import click

from comparatex.cli import study as s
from comparatex.cli.commands import command
from comparatex.cli.config import config_option
from comparatex.cli.messages import announce, as_commands, say
from comparatex.cli.options import argument, force, level_option, option, options, output_option, settings, trust
from comparatex.cli.study import Source, Study
from comparatex.errors import ComparatexError, DataError, UsageError
from comparatex.files import limited, require_place, with_plain_lines
from comparatex.inference.analysis import Analysis, AuditSettings, Running
from comparatex.layout.options import Showing
from comparatex.names import hint, listed, quoted
from comparatex.report_settings import Report
from comparatex.settings import values
from comparatex.stamps import stream_own
from comparatex.text import writing
from comparatex.version import __version__

if TYPE_CHECKING:
    from comparatex.data.scores import Scores
    from comparatex.inference.comparison import Comparison
    from comparatex.pair_table import PairForm

_PACKAGES = ("numpy", "scipy", "pandas", "matplotlib", "jinja2", "click", "pypdfium2", "openpyxl", "python-calamine",
             "pyarrow", "python-docx")  # fmt: skip


@command(
    "results.csv",
    brief="Print all statistics as JSON, or write them as CSV tables, or the pairs to a Parquet or Arrow file.",
)
@options(s.scores, s.reading, s.analysis, s.bayes, s.sizes, s.prices, s.running, force, config_option)
@option(
    "--format",
    choices=("json", "csv", "parquet", "arrow"),
    help="What to write: JSON, a folder of CSV tables, or the pairs only; by default what the suffix of FILE says, or "
    "JSON.",
)
@option(
    "--pairs",
    "auto",
    choices=("auto", "all", "columns", "none"),
    help="Pairs in JSON: all of them, or as columns, or none; by default, at most 20,000 are listed.",
)
@option(
    "--intervals",
    default=False,
    type=bool,
    own=True,
    help="Add Hodges–Lehmann differences, and bootstrap intervals of all means.",
)
@option(
    "--runs",
    default=False,
    type=bool,
    own=True,
    help="Add aggregate metrics of runs or seeds, and sources of their variance, to the JSON.",
)
@option("--draws", 10_000, int, minimum=1, own=True, help="Bootstrap draws of tasks.")
@output_option("-", kind="output", metavar="FILE|DIR", shown=False, help="Where to write; standard output by default.")
def stats(
    format: str | None, pairs: PairForm, intervals: bool, runs: bool, draws: int, output: str, **given: Any
) -> None:
    """Print all statistics as JSON, or write them as CSV tables, or the pairs to a Parquet or Arrow file.

    \b
    CSV tables in DIR:
      summary, pairs    every method, every pair
      friedman          tests of the whole table, by test and key
      cliques           methods that do not differ, by clique
      ranks, scores     of every method on every task
      task-posteriors   of every pair on every task, with --bayes and
                        --bayes-test correlated-t
      occam             costs, the best method, and the simplest that does
                        not differ from it, with --costs or --cost
    and the same in DIR/groups/NAME for each group of tasks.

    JSON leaves out more than 20,000 pairs, those of 200 methods; a note says so. Parquet and Arrow files have the
    columns of pairs.csv; with groups of tasks, a column names the group.
    """  # noqa: D301  (Click needs the character)
    from comparatex.inference.fields import OptionalStatistics
    from comparatex.pair_table import file_form, is_written, left_out, listed, required
    from comparatex.stats import write_pairs

    form: Any = format or file_form(output)
    if form != "json":
        required(form)
        if output == "-":
            raise UsageError("CSV tables need a folder: add -o DIR." if form == "csv" else "Add -o FILE.")
        if pairs != "auto":
            raise UsageError("--pairs is for JSON: leave it out, or say --format json.")
    if output != "-":
        require_place(Path(output) / "pairs.csv" if form == "csv" else Path(output))
    study = replace(Study.of(given), running=Running(**values(Running, given)))
    comparison, sizes = study.with_sizes()
    prices = study.costs()["costs"] if study.beside.has_costs else None
    extras = OptionalStatistics(sizes or None, prices, draws if intervals else 0, runs)
    groups = study.by_group(comparison)
    n_pairs = len(comparison.pair_statistics.row)
    if form == "json" and pairs == "auto" and not listed(n_pairs):
        say(f"Note: {left_out(n_pairs)}")
    if form == "json":
        _write_json(comparison, groups, extras, pairs, output)
    elif form == "csv":
        _write_csv(comparison, groups, extras, output)
    else:
        write = partial(write_pairs, form=form, comparison=comparison, groups=groups, optional=extras)
        stream_own(Path(output), write, ours=is_written)


def _write_json(comparison: Comparison, groups: Any, extras: Any, pairs: PairForm, output: str) -> None:
    from comparatex.stats import JSON_START, json_parts

    parts = chain(json_parts(comparison, groups, extras, pairs=pairs), "\n")
    if output == "-":
        for part in json_parts(comparison, groups, extras, pairs="none"):
            part.encode(sys.stdout.encoding)  # what cannot be printed is to fail before anything is
        for part in parts:
            click.echo(part, nl=False)
    else:
        stream_own(Path(output), _encoded(parts), ours=partial(_alike, JSON_START))


def _write_csv(comparison: Comparison, groups: Any, extras: Any, output: str) -> None:
    from comparatex.stats import csv_parts

    for name, parts in csv_parts(comparison, groups, extras):
        head = next(parts)
        start = head.partition("\n")[0].encode("utf-8")
        stream_own(Path(output) / name, _encoded(chain([head], parts)), ours=partial(_alike, start))


def _encoded(parts: Iterable[str]) -> Callable[[IO[bytes]], None]:
    """Return what writes parts of a text to a file."""

    def write(file: IO[bytes]) -> None:
        file.writelines(part.encode("utf-8") for part in parts)

    return write


def _alike(start: bytes, path: Path) -> bool:
    """Whether a file begins as ours does: with the names of the columns, or the first keys."""
    with path.open("rb") as file:
        return with_plain_lines(file.read(2 * len(start))).startswith(start)


@command("results.csv --core ROCKET,BOSS --all-supersets")
@options(s.scores, s.reading, s.all_pairs, config_option)
@options(s.audit, settings(AuditSettings, group="processes"))
@s.typesetting
@force
@trust
@s.words
@option("--pdf", default=True, type=bool, off="--no-pdf", help="Compile the findings to a PDF, too, with -o.")
@option("--json", default=False, type=bool, help="Print the findings as JSON.")
@output_option(kind="output folder", help="Folder for JSON, figures, a section and its PDF.")
def audit(json: bool, output: Path | None, **given: Any) -> None:
    """Audit the conclusion: competitors that reverse it, and data on which it depends."""
    from comparatex.artefacts import telling
    from comparatex.audit_report import write_audit
    from comparatex.audits import in_words, to_json
    from comparatex.inference.audit.audit import audit as run
    from comparatex.inference.audit.audit import require_question
    from comparatex.layout.facts import writing_of

    study = Study.of(given)
    require_question(study.analysis)
    if output:
        require_place(output / "audit.json")
    comparison = study.comparison()
    findings = run(comparison, s.audit_settings(comparison, given))
    typeset, showing = Report(**values(Report, given)), Showing(**values(Showing, given))
    if output:
        how = {name: getattr(typeset, name) for name in ("engine", "font", "pdf", "templates")}
        written = write_audit(findings, output, **how, showing=showing, say=say)
        announce(str(written), err=json)
    if json:
        click.echo(to_json(findings))
    elif not output:
        with telling(say), writing(writing_of(showing, comparison.scores, typeset.templates)):
            click.echo(in_words(findings), nl=False)


@command("results.csv")
@options(s.optional_scores, s.reading, config_option)
@option("--only", (), kind="names", own=True, help="Conventions to compare; all by default.")
@level_option(help="One significance level for all; by default the one of each convention.")
@option("--json", default=False, type=bool, help="Print JSON.")
def conventions(only: tuple[str, ...], alpha: float | None, json: bool, **given: Any) -> None:
    """List the named conventions; with SCORES, show which verdicts depend on them."""
    from comparatex.conventions import MOST, compared, listed, to_json, verdicts

    if not given["scores"]:
        click.echo(to_json(None, ()) if json else listed(), nl=json)
        return
    scores = Source.of(given).scores()
    if not only and limited() and scores.n_comparates > MOST:  # a few may be quick
        raise UsageError(
            f"conventions of {scores.n_comparates:,} methods takes minutes; it is for {MOST:,} at most: "
            "show fewer by `exclude`, or give `no_limits`."
        )
    outcomes = verdicts(scores, only, alpha)
    click.echo(to_json(scores, outcomes) if json else compared(scores, outcomes, alpha), nl=json)


@command("results.csv")
@options(s.scores, s.reading, s.analysis, s.bayes, s.showing, config_option)
@option("--matching", "", help="List only the keys that contain this text.")
@option(
    "--style", "english", choices=("english", "slash"), help="Keys such as 'wins of A against B', or pair/A/B/wins."
)
def numbers(matching: str, style: str, **given: Any) -> None:
    r"""List the keys and values that \comparatex{KEY} prints after \input of numbers.tex."""
    from comparatex.layout.number_macros import numbers as lay_out

    showing = Showing(**values(Showing, given))
    with writing(showing.language):
        view = lay_out(Study.of(given).comparison(), showing)
        listed = view.items() if style == "english" else view.slash_items()
        lines = [f"{key}\t{value}" for key, value in listed if matching in key]
    if not lines:
        say(f"Note: no key contains {quoted(matching)}; without --matching all are listed.")
    for line in lines:
        click.echo(line)


@command("results.csv")
@options(s.optional_scores, s.reading, config_option)
def doctor(**given: Any) -> None:
    """Say what is installed and, with SCORES, how the table is understood and what looks wrong in it."""
    from importlib.metadata import PackageNotFoundError, version

    from comparatex.data.formats.registry import broken
    from comparatex.plugins import added
    from comparatex.typeset import engines

    click.echo(f"comparatex {__version__}, Python {platform.python_version()}")
    for package in _PACKAGES:
        try:
            click.echo(f"  {package} {version(package)}")
        except PackageNotFoundError:
            click.echo(f"  {package} not installed")
    engine = engines.find()
    click.echo(f"TeX: {engine.name} at {engine.path}" if engine else f"No TeX engine. {engines.HOW_TO_GET_TEX}")
    groups = ("tests", "corrections", "figures", "tables")
    faults = [str(one) for group in groups for _, one in added(group) if isinstance(one, DataError)]
    for fault in (*broken(), *faults):
        click.echo(f"Note: {fault}", err=True)
    if given["scores"]:
        from comparatex.cli.understanding import understood
        from comparatex.data.read import as_sources, load_all, measures

        whole = Source.of(given)
        tables = load_all(as_sources(whole.tables), whole.reading)
        names = () if whole.reading.select_measure else measures(tables, whole.reading)
        if names:
            click.echo(
                f"Scores of {len(names)} measures, {listed(names, 8)}: a report has a section for each, the tables "
                "scores, measures and leaderboard show all; elsewhere, --select-measure takes one."
            )
        said: list[str] = []
        for source in [whole.changed(select_measure=name, measures=names) for name in names] or [whole]:
            lines, explicit = understood(tables, source.reading)
            click.echo("\n".join(line for line in lines if line not in said))
            scores = source.scores(tables)  # or an error, which has commands of its own
            stated = {role: text for role, text in explicit.items() if text not in (given.get(role), *names)}
            if stated and not said and _is_said(source, stated, scores):
                click.echo("  said explicitly: " + next(as_commands([stated], click.get_current_context())))
            click.echo(_table(scores))
            said += lines


def _is_said(source: Source, stated: Mapping[str, str], scores: Scores) -> bool:
    """Whether settings, with their texts, say how scores were read, as they cannot of columns that were made."""
    if "-" in source.tables:  # which can be read only once
        return True
    try:
        again = source.changed(**{role: text or True for role, text in stated.items()}).scores(notes=False)
    except ComparatexError:
        return False
    names = operator.attrgetter("comparates", "tasks", "measure", "direction", "numbers_of_repeats")
    return bool(names(again) == names(scores))


@command("lm-eval")
@click.argument("name", required=False)
def formats(name: str | None) -> None:
    """List the formats of results that are read, with an example of each; or only that called NAME."""
    from comparatex.data.formats.registry import FORMATS, broken, format_called, names, others

    named = format_called(name) if name else None
    if name and not named:
        raise UsageError(f"No format is called {quoted(name)}{hint(name, names())}")
    for form in [named] if named else (*FORMATS, *others()):
        click.echo(f"{form.name}: {form.title}")
        for line in form.example.splitlines():
            click.echo(f"    {line}")
    for fault in broken():
        click.echo(f"Note: {fault}", err=True)


@command("bash")
@argument("shell", choices=("bash", "zsh", "fish"), metavar="SHELL")
def completion(shell: str) -> None:
    """Print the script by which SHELL (bash, zsh or fish) completes commands, options, files and names.

    \b
    bash:  eval "$(comparatex init --completion bash)" in ~/.bashrc
    zsh:   eval "$(comparatex init --completion zsh)" in ~/.zshrc, after compinit
    fish:  comparatex init --completion fish > ~/.config/fish/completions/comparatex.fish

    Methods and columns are those of the first table of scores on the line, if it is CSV or TSV.
    """  # noqa: D301  (Click needs the character)
    from click.shell_completion import get_completion_class

    kind = get_completion_class(shell)
    assert kind is not None
    group = click.get_current_context().find_root().command
    script = kind(group, {}, "comparatex", "_COMPARATEX_COMPLETE").source()
    # A table may be a stranger's, and bash runs what stands in the line; the other shells quote by themselves.
    click.echo(script.replace("COMPREPLY+=($value)", """COMPREPLY+=("$(printf '%q' "$value")")"""))


def _table(scores: Scores) -> str:
    """Return how a table was understood."""
    import numpy as np

    from comparatex.inference.attainable import unattainable

    smallest, largest = np.nanmin(scores.values), np.nanmax(scores.values)
    analysis, k = Analysis(), scores.n_comparates
    if scores.one_task:
        table = "within" if scores.repeats_are == "runs" else "folds"
        noun = scores.repeat_noun or "repeat"
        return f"One task: compare the methods by its {noun}s, with report, mcm, forest or the table {table}."
    least = unattainable(analysis, k, scores.n_tasks, k * (k - 1) // 2)
    too_few = f"\nBy the default analysis: {least.sentence(analysis.alpha)}" if least else ""
    return (
        f"Scores are from {smallest:.6g} to {largest:.6g}; "
        f"{'remarks above' if scores.notes else 'no remarks'}.{too_few}"
    )
