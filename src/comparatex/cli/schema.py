"""The study file's JSON schema, for editors: made of the options of the command line."""

from __future__ import annotations

import json
from typing import Any

import click

from comparatex import config

_TEXTS = {"type": "object", "additionalProperties": {"type": "string"}}
_ONLY_ON_THE_COMMAND_LINE = {
    "help",
    "config",
    "version",
    "check",
    "watch",
    "force",
    "no-limits",
    "yes",
    "scheduler",
}


def schema(group: click.Group) -> dict[str, Any]:
    """Return the schema: options that mean the same to all commands at the top, those of one in its table."""
    tables = {name: _properties(command) for name, command in group.commands.items()}
    everywhere: dict[str, Any] = {}
    for properties in tables.values():
        for name, property_ in properties.items():
            if name not in {*config.NAMING, *config.OWN}:
                everywhere.setdefault(name, property_)
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "comparatex.toml",
        "type": "object",
        "additionalProperties": False,
        "properties": {
            config.SCORES: {
                "description": "Tables of scores, relative to this file, for commands that name none.",
                "anyOf": [{"type": "array", "items": {"type": "string"}}, {"type": "string"}],
            },
            "names": {
                "description": "What comparates are called: name in the table = name to print.",
                **_TEXTS,
            },
            "groups": {"description": "The group of each comparate.", **_TEXTS},
            "colours": {"description": "The colour of each comparate, #rrggbb.", **_TEXTS},
            "comparate-order": {
                "description": "Order of the comparates where the given order is asked for.",
                "type": "array",
                "items": {"type": "string"},
            },
            **dict(sorted(everywhere.items())),
            **{
                name: _table(group.commands[name], properties, everywhere)
                for name, properties in tables.items()
            },
        },
    }


def text(content: dict[str, Any]) -> str:
    """Return a schema as the package ships it, and as init writes it."""
    return json.dumps(content, indent=2, ensure_ascii=False) + "\n"


def _table(command: click.Command, properties: dict[str, Any], everywhere: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of a command's own table; a name that is an option too is either."""
    name = str(command.name)
    found: dict[str, Any] = {
        "description": command.get_short_help_str(200),
        "type": "object",
        "additionalProperties": False,
        "properties": {
            key: {"$ref": f"#/properties/{key}"} if _shared(key, value, everywhere) else value
            for key, value in sorted(properties.items())
        },
    }
    return {"anyOf": [found, everywhere[name]]} if name in everywhere else found


def _shared(name: str, value: dict[str, Any], everywhere: dict[str, Any]) -> bool:
    """Tell whether an option is described at the top as it is here."""
    return value == everywhere.get(name) and value.get("type") not in ("boolean", "string")


def names(option: click.Option) -> list[str]:
    """Return the long names of an option without dashes: those that say yes."""
    return [text.removeprefix("--") for text in option.opts if text.startswith("--")]


def _properties(command: click.Command) -> dict[str, Any]:
    """Return the schema of every option of a command."""
    found = {}
    for option in command.params:
        if not isinstance(option, click.Option):
            continue
        for text in (*option.opts, *option.secondary_opts):
            name = text.removeprefix("--")
            if text.startswith("--") and name not in _ONLY_ON_THE_COMMAND_LINE:
                found[name] = {"description": option.help or "", **_type(option)}
    return found


def _type(option: click.Option) -> dict[str, Any]:
    """Return the type of an option's value."""
    kind: Any = option.type
    if option.is_flag:
        return {"type": "boolean"}
    if option.multiple:  # a table of names
        return _TEXTS
    if isinstance(kind, click.Choice):
        return {"enum": list(kind.choices)}
    if isinstance(kind, (click.IntRange, click.FloatRange)):
        return {"type": "integer" if isinstance(kind, click.IntRange) else "number", **_bounds(kind)}
    if kind.name.startswith("names"):
        return {"anyOf": [{"type": "array", "items": {"type": "string"}}, {"type": "string"}]}
    if kind.name == "number":
        return {"type": ["integer", "string"]}
    return {"type": "integer" if kind is click.INT else "number" if kind is click.FLOAT else "string"}


def _bounds(kind: Any) -> dict[str, Any]:
    """Return the bounds of a range."""
    low = "exclusiveMinimum" if kind.min_open else "minimum"
    high = "exclusiveMaximum" if kind.max_open else "maximum"
    return {key: value for key, value in ((low, kind.min), (high, kind.max)) if value is not None}
