"""Commands for the files of a project: study file, templates, checks against the data, bundles, hand-typed numbers."""

from __future__ import annotations

import json
import sys
import textwrap
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from comparatex import config
from comparatex.cli import study as s
from comparatex.cli.completion import files as as_files
from comparatex.cli.configured import SCORES, config_option, long_names, schema, schema_text
from comparatex.cli.options import NAMED, PathOf, announce, command, force, no_limits, options, output_option
from comparatex.cli.study import Source, Study
from comparatex.errors import ComparatexError, TypesetError, UsageError

if TYPE_CHECKING:
    from comparatex.bundle import Kind
    from comparatex.data.scores import Scores

_SCHEMA = "comparatex.schema.json"
_TABLES = ("report", "mcm", "cdd")
_LATEXMKRC = """\
# latexmk builds the report first: next to nothing happens when no table and no setting has changed.
# With latexmk -pvc, let "comparatex report --watch" run beside it.
unless (grep { /^-+[cC]$/ } @ARGV) {
    system('comparatex', 'report') == 0 or die "latexmkrc: comparatex report failed.\\n";
}
"""
_APART = {"config", "output", "higher-is-better", "help", "check", "watch", "depfile", "force", "no-limits"}
_TEX = (".tex", ".ltx", ".latex", ".rnw", ".bbl")


@command("results.csv")
@options(s.scores, s.reading, force)
@output_option( default=config.FILE, show_default=True, type=PathOf(dir_okay=False, path_type=Path),
    metavar="FILE", help="The study file.",
)  # fmt: skip
@click.option(
    "--latexmkrc", is_flag=True, help="Write a latexmkrc too: latexmk then builds the report first."
)
@click.option("--schema", "with_schema", is_flag=True, help=f"Write {_SCHEMA} beside it, for editors.")
def init(output: Path, latexmkrc: bool, with_schema: bool, **given: Any) -> None:
    """Write a commented comparatex.toml: the tables, what comparates are called, and every setting's default.

    Commands that are run in its folder or below, and name no SCORES, use its tables; flags win over its settings.
    """
    from comparatex.files import forced, relative_to, write_text
    from comparatex.stamps import write_own

    folder = output.resolve().parent
    for path in (output, *([folder / "latexmkrc"] if latexmkrc else [])):
        if path.exists() and not forced():
            raise ComparatexError(
                f"{path} exists already: move it away, name another file by -o, or overwrite it with --force."
            )
    context = click.get_current_context()
    group = context.find_root().command
    assert isinstance(group, click.Group)
    table = Source.of(given).scores()
    chosen = [
        option
        for option in context.command.params
        if isinstance(option, click.Option)
        and str(option.name) in given
        and context.get_parameter_source(str(option.name)) is click.core.ParameterSource.COMMANDLINE
    ]
    sources = [relative_to(source, folder) for source in context.meta[NAMED] if source != "-"]
    if latexmkrc:
        write_text(folder / "latexmkrc", _LATEXMKRC)
    if with_schema:
        content = schema_text(schema(group)).encode("utf-8")
        write_own(folder / _SCHEMA, content, ours=lambda found: b'"title": "comparatex.toml"' in found[:500])
    lines = _lines(group, table, sources, {str(option.name): given[str(option.name)] for option in chosen})
    first = f"#:schema ./{_SCHEMA}\n" if with_schema else ""
    write_text(output, first + "\n".join(lines) + "\n")
    announce(str(output))


def _lines(group: click.Group, table: Scores, sources: Sequence[str], given: dict[str, Any]) -> Iterator[str]:
    """Yield the lines of the file: what is known as settings, the rest as comments with defaults."""
    yield "# What comparatex does in this folder and below. Flags on the command line win over it; paths are"
    yield "# relative to this file. Lines with # and a setting are the default, or an example: change it, drop the #."
    yield "# What stands before the first [table] holds for every command that has the option; what stands below [mcm]"
    yield "# or [cdd], for that command and for what the report shows of it."
    yield ""
    yield f"scores = {_toml(list(sources))}"
    yield f"higher-is-better = {_toml(table.higher_is_better)}"
    common = _options(group.commands["mcm"], _own(group, "mcm"))
    for option in common:
        yield from _setting(option, given)
    for name in _TABLES:
        yield from ("", f"[{name}]", *_comment(group.commands[name].get_short_help_str(200)))
        own = _own(group, name)
        if name == "report":
            yield 'output = "report"'
        for option in _options(group.commands[name], set()):
            if long_names(option)[0] in own:
                yield from _setting(option, {})
    yield from _naming(table.comparates)


def _options(command: click.Command, without: set[str]) -> list[click.Option]:
    """Return the options of a command that a study file can have."""
    return [
        param
        for param in command.params
        if isinstance(param, click.Option)
        and long_names(param)
        and long_names(param)[0] not in without | _APART
    ]


def _own(group: click.Group, name: str) -> set[str]:
    """Return the options of a command that the other commands of the file do not share."""
    each = {
        key: {long_names(option)[0] for option in _options(group.commands[key], set())} for key in _TABLES
    }
    return {option for option in each[name] if not all(option in others for others in each.values())}


def _setting(option: click.Option, given: dict[str, Any]) -> Iterator[str]:
    """Yield the description of an option and its value, the latter as a comment unless it was given."""
    name = long_names(option)[0]
    default = given.get(str(option.name), option.default)
    words = f" One of {', '.join(option.type.choices)}." if isinstance(option.type, click.Choice) else ""
    yield from ("", *_comment(f"{option.help}{words}"))
    if option.multiple:
        yield f'# {name} = {{ "NAME" = "#0072b2" }}'
    elif str(option.name) in given:
        yield f"{name} = {_toml(default)}"
    else:
        yield f"# {name} = {_toml(_example(option))}"


def _example(option: click.Option) -> Any:
    """Return the default of an option; without one, a value that it accepts."""
    default, kind = option.default, option.type
    if isinstance(default, (bool, int, float, str, tuple)) and default != ():
        return default
    if option.is_flag:
        return bool(option.secondary_opts)  # the data decide about flags with both forms and no default
    if isinstance(kind, click.Choice):
        return kind.choices[0]
    if isinstance(kind, (click.FloatRange, click.IntRange)):
        return 1 if isinstance(kind, click.IntRange) else 0.01
    return [] if kind.name.startswith("names") else long_names(option)[0]


def _naming(comparates: Sequence[str]) -> Iterator[str]:
    """Yield the tables of names, groups and colours, as comments."""
    yield from ("", "# What comparates are called: name in the table = name to print.", "[names]")
    yield from (f"# {_toml(name)} = {_toml(name)}" for name in comparates)
    yield from ("", "# Groups of comparates, by the name that is printed.", "[groups]")
    yield from (f"# {_toml(name)} = {_toml('')}" for name in comparates)
    yield from ("", "# Colours of comparates, by the name that is printed.", "[colours]")
    yield from (f'# {_toml(name)} = "#0072b2"' for name in comparates)


def _comment(text: str) -> list[str]:
    """Return a text as comment lines that cannot be mistaken for settings."""
    return [f"# {line}" for line in textwrap.wrap(text.replace("\n", " "), 105)]


def _toml(value: Any) -> str:
    return json.dumps(list(value) if isinstance(value, tuple) else value, ensure_ascii=False)


@command("my-templates")
@click.argument("folder", type=PathOf(file_okay=False, path_type=Path), metavar="DIR")
def templates(folder: Path) -> None:
    """Copy the built-in templates to DIR; pass that folder to --templates after changing them."""
    from comparatex.files import TEMPLATES, template_files, write_bytes

    sources = {path: folder / path.relative_to(TEMPLATES) for path in template_files(TEMPLATES)}
    for copy in sources.values():
        if copy.exists():
            raise ComparatexError(f"{copy} exists already: name another folder.")
    for path, copy in sources.items():
        write_bytes(copy, path.read_bytes())
    announce(f"Copied {len(sources)} files to {folder}. Delete those that you do not change.", err=True)


@command("report")
@click.argument("target", type=PathOf(exists=True, path_type=Path), metavar="PDF|HTML|DIR")
@click.argument("scores", nargs=-1, type=PathOf(exists=True, path_type=Path), metavar="[SCORES]...")
@click.option(
    "--report", type=PathOf(exists=True, file_okay=False, path_type=Path), metavar="DIR",
    help="The report that a PDF is from; by default the PDF's own folder, or a folder beside it.",
)  # fmt: skip
def verify(target: Path, scores: tuple[Path, ...], report: Path | None) -> None:
    r"""Say whether a report, or the PDF of a paper with its fragments or \input{report/stamp}, matches the data.

    A report: compares the hashes of scores and outputs with its manifest. A PDF: compares the stamp of every fragment
    in it with the report, and the data of fragments that mcm, cdd, table and other commands made from SCORES; these are
    the tables of the study file or of the reports beside the PDF where none is named. Pictures have no stamp. Ends
    with status 1, and names what is out of date, when something does not match. report.html, the HTML page
    of a report, is compared as a PDF is.
    """
    from comparatex.data.folders import gathered
    from comparatex.verify import verify as compare

    named = gathered(map(str, scores or _configured(target)))
    wrong = compare(target, report, tuple(map(Path, named)))
    if wrong:
        raise ComparatexError("\n".join(wrong))
    announce(f"{target} matches the data.")


def _configured(target: Path) -> tuple[Path, ...]:
    """Return the tables of the study file of a PDF's folder."""
    file = config.find(target.resolve().parent, s.say)
    tables = config.inputs(config.load(file), file) if file else ()
    return tuple(path for path in map(Path, tables) if path.exists())


@command("report --arxiv -o report.zip")
@click.argument("folder", type=PathOf(exists=True, file_okay=False, path_type=Path), metavar="DIR")
@click.option(
    "--arxiv", "kind", flag_value="arxiv", default="arxiv", show_default=True,
    help="With the bibliography as BibTeX left it.",
)  # fmt: skip
@click.option("--overleaf", "kind", flag_value="overleaf", help="With the source of the bibliography.")
@output_option( required=True, type=PathOf(dir_okay=False, path_type=Path), metavar="FILE",
    help="The archive: .zip, .tar.gz or .tgz.",
)  # fmt: skip
@click.option("--main", metavar="FILE", help="The document in DIR, where there are several.")
@click.option(
    "--yes", is_flag=True, help="Pack files from outside DIR, too, that nothing usual names; else it asks."
)
@options(s.engine, force, no_limits)
def bundle(folder: Path, kind: Kind, output: Path, main: str | None, yes: bool, engine: str) -> None:
    """Pack DIR, a report or a paper that uses one, with exactly the files that its document reads.

    The paper is compiled in a copy, and what is packed in an empty folder; when that fails no archive is written.
    """
    from comparatex.bundle import bundle as pack
    from comparatex.typeset import engines

    found = engines.find(engine)
    if found is None:
        raise TypesetError(f"A bundle needs TeX, to know what the document reads. {engines.HOW_TO_GET_TEX}")

    def agree(files: Sequence[str]) -> bool:
        asked = f"The paper reads files from outside its folder: {', '.join(files)}. Pack them?"
        return yes or (sys.stdin is not None and sys.stdin.isatty() and click.confirm(asked, err=True))

    names = pack(folder, output, kind, found, main, agree=agree)
    s.say(f"{len(names)} files: {', '.join(names)}.")
    announce(str(output))


@command("paper.tex results.csv")
@click.argument("files", nargs=-1, required=True, metavar="TEX... [SCORES]...", shell_complete=as_files)
@options(s.reading, s.analysis, s.bayes, config_option)
@click.option("--strict", is_flag=True, help="End with status 1 when there are candidates.")
def lint(files: tuple[str, ...], strict: bool, **given: Any) -> None:
    """List hand-typed numbers beside a comparate's name that none of its numbers rounds to.

    TEX are files that end in .tex; all others are tables of scores. The numbers listed are candidates, for a
    person to check: a number that comparatex prints is never listed, nor is a bound such as p < 0.05.
    """
    from comparatex.lint import KnownNumbers, check
    from comparatex.stamps import is_ours

    papers = [Path(name) for name in files if name.lower().endswith(_TEX)]
    named = tuple(name for name in files if not name.lower().endswith(_TEX))
    given["scores"] = named or tuple(click.get_current_context().meta.get(SCORES, ()))
    if not papers or not given["scores"]:
        raise UsageError("Name at least one .tex file and one table of scores.")
    sources = {paper: tex for paper in papers if not is_ours(tex := _read(paper))}
    comparison = Study.of(given).comparison()
    numbers = KnownNumbers(comparison)
    found = [
        f"{paper}:{candidate}"
        for paper, tex in sources.items()
        for candidate in check(tex, numbers, comparison.scores.measure)
    ]
    for line in found:
        click.echo(line)
    if found and strict:
        raise ComparatexError(f"{len(found)} hand-typed number{'s' * (len(found) > 1)} to look at.")


def _read(paper: Path) -> str:
    """Return the source of a paper, whatever its encoding."""
    try:
        return paper.read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        raise UsageError(f"Cannot read {paper}: {error.strerror}.") from error
