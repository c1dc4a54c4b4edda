"""Values from a config file for options: checked and named as the file has them, for nobody typed a flag."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from comparatex.cli import kinds
from comparatex.data.names import quoted
from comparatex.errors import UsageError


def by_parameter(command: click.Command, chosen: Mapping[str, Any], path: Path) -> dict[str, Any]:
    """Translate option names to parameter names; ``no-pdf = true`` is ``pdf = false``; what comes last counts.

    Parameters
    ----------
    command : Command
        Whose options they are.
    chosen : mapping
        Values by option name, without dashes in front.
    path : Path
        The config file; its folder is where paths start.

    Raises
    ------
    UsageError
        A value is none that the option takes.
    """
    known = {
        text.lstrip("-"): (option, text in option.secondary_opts)
        for option in options(command)
        for text in (*option.opts, *option.secondary_opts)
    }
    found: dict[str, Any] = {}
    for key, value in chosen.items():
        option, negated = known.get(key, (None, False))
        if option is not None and option.name:
            _check(option, key, value, path)
            _refuse_elsewhere(option, key, value, path)
            found[option.name] = not value if negated else _value(option, value, path.parent)
            _convert(option, key, found[option.name], path)
    return found


_COMMAND_LINE = {
    "force": "overwrites files",
    "no_limits": "lifts limits",
    "scheduler": "lets another computer run code here",
    "yes": "answers for the user",
}
"""Parameters that a file of somebody else's must not have."""


def _refuse_elsewhere(option: click.Option, key: str, value: Any, path: Path) -> None:
    """Refuse to write outside the file's folder: the file may be somebody else's."""
    name = str(option.name)
    if name in _COMMAND_LINE:
        raise UsageError(f"{path}: {key} {_COMMAND_LINE[name]}, so it can be given on the command line only.")
    if name in ("output", "depfile") and isinstance(value, str) and value != "-":
        home = path.parent.resolve()
        target = (home if isinstance(option.type, click.Path) else Path.cwd()) / value
        if (
            Path(value).is_absolute()
            or ".." in Path(value).parts
            or not target.resolve().is_relative_to(home)
        ):
            raise UsageError(
                f"{path}: {key} = {quoted(value)} is outside the folder of the file: give it on the command line."
            )


def options(command: click.Command) -> list[click.Option]:
    """Return the options of a command."""
    return [param for param in command.params if isinstance(param, click.Option)]


def _value(option: click.Option, value: Any, folder: Path) -> Any:
    """Return a value in the form that Click takes: a table such as highlight is a list of pairs."""
    if isinstance(option.type, click.Path):
        return os.path.relpath(folder.resolve() / value)
    if isinstance(value, dict):
        return [f"{name}={colour}" for name, colour in value.items()]
    return value


def _check(option: click.Option, key: str, value: Any, path: Path) -> None:
    """Refuse a value of the wrong type; Click would take ``"no"`` for a flag, or fail."""
    types, wanted = _types(option)
    wrong = not isinstance(value, types) or (isinstance(value, bool) and bool not in types)
    if not wrong and isinstance(value, list):
        wrong = any(isinstance(one, bool) or not isinstance(one, (str, int, float)) for one in value)
    if wrong:
        raise UsageError(f"{path}: {key} must be {wanted}, not {_shown(value)}.")


def _types(option: click.Option) -> tuple[tuple[type, ...], str]:
    """Return what an option takes in a config file, and how to say so."""
    kind = option.type
    if option.is_flag:
        return (bool,), "true or false"
    if option.multiple:
        return (dict, list), 'a table, such as { "NAME" = "…" }'
    if isinstance(kind, click.Choice):
        return (str,), f"one of {', '.join(kind.choices)}"
    if isinstance(kind, click.IntRange):
        return (int,), "a whole number"
    if isinstance(kind, click.FloatRange):
        return (int, float), "a number"
    if isinstance(kind, kinds.Names):
        return (str, list), 'a list of names, such as ["A", "B"]'
    if isinstance(kind, click.Path):
        return (str,), "the name of a file or folder"
    return (str, int, float), "a text"


def _convert(option: click.Option, key: str, value: Any, path: Path) -> None:
    """Refuse a value that the option does not take, in the words of the option."""
    if isinstance(option.type, kinds.Names):  # would look for files of names
        return
    try:
        option.type_cast_value(click.get_current_context(), value)
    except click.BadParameter as error:
        raise UsageError(f"{path}: {key}: {error.message}") from error


def _shown(value: Any) -> str:
    """Return a value as the file has it, or nearly."""
    if isinstance(value, bool):
        return str(value).lower()
    return quoted(value) if isinstance(value, str) else str(value)
