"""What is said to the user: nothing where the command is quiet, and settings by their flags."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable, Iterator, Mapping
from contextlib import nullcontext, suppress

import click

from comparatex import progress
from comparatex.cli.options import options_of
from comparatex.errors import visible

QUIET = "comparatex.quiet"  # whether the context prints results and errors only
_SAID = "comparatex.said"  # the messages that the context has printed


def is_quiet() -> bool:
    """Whether the running command prints results and errors only."""
    return bool(click.get_current_context().meta.get(QUIET))


def announce(text: str, *, err: bool = False) -> None:
    """Print what is neither a result nor an error, such as the name of a file that was written."""
    if not is_quiet():
        progress.clear()
        with suppress(OSError) if err else nullcontext():  # a full standard error is no reason to fail
            click.echo(text, err=err)


def say(message: str) -> None:
    """Print a message to the user, apart from the result; what holds of several measures once."""
    context = click.get_current_context()
    said: set[str] = context.meta.setdefault(_SAID, set())
    if message not in said:
        said.add(message)
        announce(as_flags(message, context), err=True)


_SETTING = re.compile(r"(?<!')`([a-z_]+)(?:=(?:\"([^\"`]*)\"|(True|False)))?`")


def as_flags(message: str, context: click.Context) -> str:
    """Return a message of the library for a terminal, with settings as flags; `` `x="y"` `` becomes ``--x y``."""

    def flag(setting: re.Match[str]) -> str:
        name = _flag_of(setting[1], _commands(context), on=setting[3] != "False")
        value = "" if setting[2] is None else f" {shlex.quote(setting[2])}"
        return setting[0] if name is None else name + value

    return visible(_SETTING.sub(flag, message))


def as_commands(remedies: Iterable[Mapping[str, str]], context: click.Context) -> Iterator[str]:
    """Yield the command that runs with each of some settings, to be copied."""
    arguments = getattr(context.find_root(), "arguments", ())
    for settings in remedies:
        words = ["comparatex", *arguments]
        for name, value in settings.items():
            flag = _flag_of(name, _commands(context)) or f"--{name}"
            if flag in words:  # whose value is another now
                del words[(place := words.index(flag)) : place + 1 + bool(value)]
            words += filter(None, (flag, value))
        yield visible(shlex.join(words))


def _commands(context: click.Context) -> Iterator[click.Command]:
    """Yield the command that runs, then the others."""
    group = context.find_root().command
    yield context.command
    if isinstance(group, click.Group):
        if running := group.commands.get(str(context.invoked_subcommand)):
            yield running
        yield from group.commands.values()


def _flag_of(name: str, commands: Iterable[click.Command], on: bool = True) -> str | None:
    """Return the flag that turns a setting on, or off, in the first command that has it; None if none has it."""
    for command in commands:
        for option in sorted(options_of(command), key=lambda option: option.name != name):
            if name in (option.name, option.setting.field):
                flags = option.opts if on else option.secondary_opts
                return next(text for text in flags if text.startswith("--"))
    return None
