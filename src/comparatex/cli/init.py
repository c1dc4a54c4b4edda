"""The command that writes a study file to start from."""

from __future__ import annotations

import json
import os
import textwrap
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from comparatex import config
from comparatex.cli import options as o
from comparatex.cli import schema, study
from comparatex.errors import ComparatexError

if TYPE_CHECKING:
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


@click.command()
@o.options(o.scores, o.reading, o.force)
@click.option(
    "-o", "--output", default=config.FILE, show_default=True, type=click.Path(dir_okay=False, path_type=Path),
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
    from comparatex.files import forced, write_text
    from comparatex.provenance import write_own

    folder = output.resolve().parent
    for path in (output, *([folder / "latexmkrc"] if latexmkrc else [])):
        if path.exists() and not forced():
            raise ComparatexError(
                f"{path} exists already: move it away, name another file by -o, or overwrite it with --force."
            )
    context = click.get_current_context()
    group = context.find_root().command
    assert isinstance(group, click.Group)
    table = study.scores(given)
    chosen = [
        option
        for option in context.command.params
        if isinstance(option, click.Option)
        and str(option.name) in given
        and context.get_parameter_source(str(option.name)) is click.core.ParameterSource.COMMANDLINE
    ]
    sources = [
        Path(os.path.relpath(source, folder)).as_posix() for source in given["scores"] if source != "-"
    ]
    if latexmkrc:
        write_text(folder / "latexmkrc", _LATEXMKRC)
    if with_schema:
        content = schema.text(schema.schema(group)).encode("utf-8")
        write_own(folder / _SCHEMA, content, ours=lambda found: b'"title": "comparatex.toml"' in found[:500])
    lines = _lines(group, table, sources, {str(option.name): given[str(option.name)] for option in chosen})
    first = f"#:schema ./{_SCHEMA}\n" if with_schema else ""
    write_text(output, first + "\n".join(lines) + "\n")
    click.echo(str(output))


def _lines(group: click.Group, table: Scores, sources: Sequence[str], given: dict[str, Any]) -> Iterator[str]:
    """Yield the lines of the file: what is known as it is, the rest as comments with its default."""
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
            if schema.names(option)[0] in own:
                yield from _setting(option, {})
    yield from _naming(table.comparates)


def _options(command: click.Command, without: set[str]) -> list[click.Option]:
    """Return the options of a command that a study file can have."""
    return [
        param
        for param in command.params
        if isinstance(param, click.Option)
        and schema.names(param)
        and schema.names(param)[0] not in without | _APART
    ]


def _own(group: click.Group, name: str) -> set[str]:
    """Return the options that a command has for itself, not shared with the other commands of the file."""
    each = {
        key: {schema.names(option)[0] for option in _options(group.commands[key], set())} for key in _TABLES
    }
    return {option for option in each[name] if not all(option in others for others in each.values())}


def _setting(option: click.Option, given: dict[str, Any]) -> Iterator[str]:
    """Yield what an option is about, and its value, as a comment unless it was given."""
    name = schema.names(option)[0]
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
    """Return the default of an option; without one, something that it takes."""
    default, kind = option.default, option.type
    if isinstance(default, (bool, int, float, str, tuple)) and default != ():
        return default
    if option.is_flag:
        return bool(option.secondary_opts)  # what has both ways and no default is decided by the data
    if isinstance(kind, click.Choice):
        return kind.choices[0]
    if isinstance(kind, (click.FloatRange, click.IntRange)):
        return 1 if isinstance(kind, click.IntRange) else 0.01
    return [] if kind.name.startswith("names") else schema.names(option)[0]


def _naming(comparates: Sequence[str]) -> Iterator[str]:
    """Yield the tables of names, groups and colours, as comments."""
    yield from ("", "# What comparates are called: name in the table = name to print.", "[names]")
    yield from (f"# {_toml(name)} = {_toml(name)}" for name in comparates)
    yield from ("", "# Groups of comparates, by the name that is printed.", "[groups]")
    yield from (f"# {_toml(name)} = {_toml('')}" for name in comparates)
    yield from ("", "# Colours of comparates, by the name that is printed.", "[colours]")
    yield from (f'# {_toml(name)} = "#0072b2"' for name in comparates)


def _comment(text: str) -> list[str]:
    """Return a text as lines of comment that no one can take for a setting."""
    return [f"# {line}" for line in textwrap.wrap(text.replace("\n", " "), 105)]


def _toml(value: Any) -> str:
    """Return a value as TOML."""
    return json.dumps(list(value) if isinstance(value, tuple) else value, ensure_ascii=False)
