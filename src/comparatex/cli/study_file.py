"""The command that writes the config file, and for editors the schema of the file."""

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
from comparatex.cli.config import keys_of
from comparatex.cli.messages import announce
from comparatex.cli.options import force, option, options, options_of, output_option
from comparatex.cli.study import Source
from comparatex.errors import ComparatexError
from comparatex.files import forced, relative_to, write_text
from comparatex.settings import TEXTS, Setting
from comparatex.stamps import write_own

if TYPE_CHECKING:
    from comparatex.data.scores import Scores

_SCHEMA = "comparatex.schema.json"


@command("results.csv")
@options(s.scores, s.reading, force)
@output_option(config.FILE, kind="output file", help="The config file.")
@option("--schema", default=False, type=bool, help=f"Write {_SCHEMA} beside it, for editors.")
def init(output: Path, schema: bool, **given: Any) -> None:
    """Write a config file, comparatex.toml, with the tables and, as comments, the settings that most studies have.

    Commands that are run in its folder or below, and name no SCORES, use its tables; flags win over its settings.
    """
    folder = output.resolve().parent
    if output.exists() and not forced():
        raise ComparatexError(
            f"{output} exists already: move it away, name another file by -o, or overwrite it with --force."
        )
    context = click.get_current_context()
    group = context.find_root().command
    assert isinstance(group, click.Group)
    table = Source.of(given).scores()
    chosen = {
        option.setting.key: given[str(option.name)]
        for option in options_of(context.command)
        if option.name in given
        and context.get_parameter_source(str(option.name)) is click.core.ParameterSource.COMMANDLINE
    }
    sources = [relative_to(source, folder) for source in context.meta[NAMED] if source != "-"]
    if schema:
        content = json.dumps(schema_of(group), indent=2, ensure_ascii=False) + "\n"
        write_own(
            folder / _SCHEMA, content.encode("utf-8"), ours=lambda other: b'"title": "comparatex.toml"' in other[:500]
        )
    first = f"#:schema ./{_SCHEMA}\n" if schema else ""
    write_text(output, first + "\n".join(_lines(group, table, sources, chosen)) + "\n")
    announce(str(output))


def _lines(group: click.Group, table: Scores, sources: Sequence[str], given: Mapping[str, Any]) -> Iterator[str]:
    """Yield the lines of a file with what most studies set; what the table says stands in the examples."""
    noun = table.comparate_noun or "method"
    examples = {
        "comparate-noun": noun,
        "task-noun": table.task_noun or "data set",
        "measure-name": table.measure or "accuracy",
        "ours": [table.comparates[-1]],
        "alpha": 0.05,
        "captions": "full",
        "language": "en",
    }
    yield "# What comparatex does in this folder and below. Drop the # of what you set; flags win over it; paths are"
    yield "# relative to this file."
    yield f"scores = {_toml(list(sources))}"
    yield f"higher-is-better = {_toml(table.higher_is_better)}"
    shared = keys_of(group.commands["mcm"])
    yield from (f"{key} = {_toml(value)}" for key, value in given.items() if key != "higher-is-better")
    yield from _examples(shared, {key: example for key, example in examples.items() if key not in given})
    yield from ("", "[report]", 'output = "report"')
    title = f"Comparison of {table.n_comparates} {noun}s"
    yield from _examples(keys_of(group.commands["report"]), {"html": True, "title": title})
    yield from ("", "[names]", "# What methods are called: name in the table = name to print.")
    yield f"# {_toml(table.comparates[0])} = {_toml(table.comparates[0])}"


def _examples(known: Mapping[str, Setting], examples: Mapping[str, Any]) -> Iterator[str]:
    """Yield the descriptions of settings, with examples of values as comments."""
    for key, example in examples.items():
        words = f" One of {', '.join(known[key].choices)}." if known[key].choices else ""
        yield from (f"# {line}" for line in textwrap.wrap(f"{known[key].help}{words}", 105))
        yield f"# {key} = {_toml(example)}"


def _toml(value: Any) -> str:
    return json.dumps(list(value) if isinstance(value, tuple) else value, ensure_ascii=False)


def schema_of(group: click.Group) -> dict[str, Any]:
    """Return the schema: options that mean the same to all commands come first, those of one in its table."""
    from comparatex.artefacts import names

    known = {name: keys_of(command) for name, command in group.commands.items()}
    tables = {
        name: {key: {"description": item.help, **item.schema} for key, item in keys.items() if not item.only_flag}
        for name, keys in known.items()
    }
    own = {key for keys in known.values() for key, item in keys.items() if item.own}
    everywhere: dict[str, Any] = {}
    for properties in tables.values():
        for name, property_ in properties.items():
            if name not in {*config.NAMING, *own}:
                everywhere.setdefault(name, property_)
    described = {
        "names": "What methods are called: name in the table = name to print.",
        "tex-names": "What LaTeX sets in place of a method's or task's name: formulas, \\textsc, \\cite and the like.",
        "groups": "The group of each method.",
        "colours": "The colour of each method or group, #rrggbb.",
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
                "description": "Figures and tables of a report, in place of the usual ones of their kinds.",
                "type": "array",
                "items": {"type": "object", "required": ["kind"], "properties": of_figure},
            },
            **{name: {"description": text, **TEXTS} for name, text in described.items()},
            "comparate-order": {"description": "Order of the methods where the given order is asked for.", **texts},
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
            key: {"$ref": f"#/properties/{key}"}
            if value == everywhere.get(key) and value.get("type") not in ("boolean", "string")
            else value
            for key, value in sorted(properties.items())
        },
    }
    return {"anyOf": [schema, everywhere[name]]} if name in everywhere else schema
