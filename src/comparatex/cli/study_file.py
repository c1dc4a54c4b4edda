"""The command that writes the study file: what one sets, and for editors the schema of the file."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from comparatex.cli import config
from comparatex.cli import study as s
from comparatex.cli.commands import NAMED, command
from comparatex.cli.config import TEXTS, accepted, keys_of
from comparatex.cli.messages import announce
from comparatex.cli.options import PathOf, force, options, options_of, output_option
from comparatex.cli.study import Source
from comparatex.errors import ComparatexError
from comparatex.files import forced, relative_to, write_text
from comparatex.stamps import write_own

if TYPE_CHECKING:
    from comparatex.data.scores import Scores

_SCHEMA = "comparatex.schema.json"
_USUAL = ("comparate-noun", "task-noun", "measure-name", "ours", "alpha", "captions", "language")
"""What most studies set, for all commands; a table of results says what some of it is."""
_USUAL_OF_REPORT = ("title", "html")
_LATEXMKRC = """\
# latexmk builds the report first: next to nothing happens when no table and no setting has changed.
# With latexmk -pvc, let "comparatex report --watch" run beside it.
unless (grep { /^-+[cC]$/ } @ARGV) {
    my $status = system('comparatex', 'report');
    if ($status == -1) {
        warn "latexmkrc: comparatex is not installed here, so the report stays as it is.\\n";
    } elsif ($status != 0) {
        die "latexmkrc: comparatex report failed.\\n";
    }
}
"""
_APART = {
    "config", "output", "higher-is-better", "help", "check", "watch", "depfile", "force", "no-limits", "trust",
}  # fmt: skip
_ONLY_ON_THE_COMMAND_LINE = {
    "help", "config", "version", "check", "watch", "force", "no-limits", "trust", "yes",
}  # fmt: skip


@command("results.csv")
@options(s.scores, s.reading, force)
@output_option( default=config.FILE, show_default=True, type=PathOf(dir_okay=False, path_type=Path),
    metavar="FILE", help="The study file.",
)  # fmt: skip
@click.option("--latexmkrc", is_flag=True, help="Write a latexmkrc too: latexmk then builds the report first.")
@click.option("--schema", "with_schema", is_flag=True, help=f"Write {_SCHEMA} beside it, for editors.")
def init(output: Path, latexmkrc: bool, with_schema: bool, **given: Any) -> None:
    """Write a commented comparatex.toml with what one sets: the tables, what is compared, whose it is, the output.

    Commands that are run in its folder or below, and name no SCORES, use its tables; flags win over its settings.
    """
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
    chosen = {
        name: given[name]
        for name in (str(option.name) for option in options_of(context.command))
        if name in given and context.get_parameter_source(name) is click.core.ParameterSource.COMMANDLINE
    }
    sources = [relative_to(source, folder) for source in context.meta[NAMED] if source != "-"]
    if latexmkrc:
        write_text(folder / "latexmkrc", _LATEXMKRC)
    if with_schema:
        content = json.dumps(schema(group), indent=2, ensure_ascii=False) + "\n"
        write_own(
            folder / _SCHEMA, content.encode("utf-8"), ours=lambda other: b'"title": "comparatex.toml"' in other[:500]
        )
    first = f"#:schema ./{_SCHEMA}\n" if with_schema else ""
    write_text(output, first + "\n".join(_lines(group, table, sources, chosen)) + "\n")
    announce(str(output))


def _lines(group: click.Group, table: Scores, sources: Sequence[str], given: dict[str, Any]) -> Iterator[str]:
    """Yield the lines of a file with what one sets; what the table says stands in the examples."""
    noun = table.comparate_noun if table.comparate_noun not in ("", "comparate") else "method"
    examples = {
        "comparate-noun": noun,
        "task-noun": table.task_noun if table.task_noun not in ("", "task") else "data set",
        "measure-name": table.measure or "accuracy",
        "ours": [table.comparates[-1]],
        "captions": "full",
        "title": f"Comparison of {table.n_comparates} {noun}s",
        "html": True,
    }
    yield "# What comparatex does in this folder and below. Drop the # of what you set; flags win over it; paths are"
    yield "# relative to this file. comparatex mcm --help-all lists what [mcm] can set, and so with other commands."
    yield f"scores = {_toml(list(sources))}"
    yield f"higher-is-better = {_toml(table.higher_is_better)}"
    shared = _options(group.commands["mcm"])
    set_here = {name: given[str(option.name)] for name, option in shared.items() if str(option.name) in given}
    yield from (f"{name} = {_toml(value)}" for name, value in set_here.items())
    for name in _USUAL:
        if name not in set_here:
            yield from _setting(shared[name], examples)
    yield from ("", "[report]", 'output = "report"')
    for name, option in _options(group.commands["report"]).items():
        if name in _USUAL_OF_REPORT:
            yield from _setting(option, examples)
    yield from ("", "[names]", "# What comparates are called: name in the table = name to print.")
    yield f"# {_toml(table.comparates[0])} = {_toml(table.comparates[0])}"


def _options(command: click.Command) -> dict[str, click.Option]:
    """Return the options of a command that a study file can have, by name."""
    options = {names[0]: option for option in options_of(command) if (names := long_names(option))}
    return {name: option for name, option in options.items() if name not in _APART}


def _setting(option: click.Option, examples: Mapping[str, Any]) -> list[str]:
    """Return the description of an option, and as a comment its default or an example."""
    name = long_names(option)[0]
    words = f" One of {', '.join(option.type.choices)}." if isinstance(option.type, click.Choice) else ""
    return [
        *(f"# {line}" for line in textwrap.wrap(f"{option.help}{words}", 105)),
        f"# {name} = {_toml(examples.get(name, option.default))}",
    ]


def _toml(value: Any) -> str:
    return json.dumps(list(value) if isinstance(value, tuple) else value, ensure_ascii=False)


def schema(group: click.Group) -> dict[str, Any]:
    """Return the schema: options that mean the same to all commands come first, those of one in its table."""
    from comparatex.registry import names

    tables = {name: _properties(command) for name, command in group.commands.items()}
    everywhere: dict[str, Any] = {}
    for properties in tables.values():
        for name, property_ in properties.items():
            if name not in {*config.NAMING, *config.OWN}:
                everywhere.setdefault(name, property_)
    described = {
        "names": "What comparates are called: name in the table = name to print.",
        "groups": "The group of each comparate.",
        "colours": "The colour of each comparate, #rrggbb.",
    }
    kinds = sorted((*names("figures"), *names("tables")))
    texts = {"type": "array", "items": {"type": "string"}}
    of_figure = {
        "kind": {"enum": kinds, "description": "What it is."},
        "name": {"type": "string", "description": "What its file is called."},
    }
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "comparatex.toml",
        "type": "object",
        "additionalProperties": False,
        "properties": {
            config.SCORES: {
                "description": "Tables of scores, relative to this file, for commands that name none.",
                "anyOf": [texts, {"type": "string"}],
            },
            config.FIGURES: {
                "description": "Figures and tables of a report, in place of its of_command of their kinds.",
                "type": "array",
                "items": {"type": "object", "required": ["kind"], "properties": of_figure},
            },
            **{name: {"description": text, **TEXTS} for name, text in described.items()},
            "comparate-order": {
                "description": "Order of the comparates where the given order is asked for.",
                **texts,
            },
            **dict(sorted(everywhere.items())),
            **{name: _table(group.commands[name], of_command, everywhere) for name, of_command in tables.items()},
        },
    }


def _table(command: click.Command, properties: dict[str, Any], everywhere: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of a command's own table; if its name is also an option, either is allowed."""
    name = str(command.name)
    schema: dict[str, Any] = {
        "description": command.get_short_help_str(200),
        "type": "object",
        "additionalProperties": False,
        "properties": {
            key: {"$ref": f"#/properties/{key}"} if _shared(key, value, everywhere) else value
            for key, value in sorted(properties.items())
        },
    }
    return {"anyOf": [schema, everywhere[name]]} if name in everywhere else schema


def _shared(name: str, value: dict[str, Any], everywhere: dict[str, Any]) -> bool:
    """Whether an option is described at the top level as it is here."""
    return value == everywhere.get(name) and value.get("type") not in ("boolean", "string")


def long_names(option: click.Option) -> list[str]:
    """Return the long names of an option without dashes, only those that mean yes."""
    return [text.removeprefix("--") for text in option.opts if text.startswith("--")]


def _properties(command: click.Command) -> dict[str, Any]:
    """Return the schema of every option of a command."""
    return {
        name: {"description": option.help or "", **accepted(option).schema}
        for name, (option, _) in keys_of(command).items()
        if f"--{name}" in (*option.opts, *option.secondary_opts) and name not in _ONLY_ON_THE_COMMAND_LINE
    }
