"""Options of the command line, built from declared settings, and the types of their values."""

from __future__ import annotations

import csv
import io
import math
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager
from functools import reduce
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, get_origin

import click

from comparatex import progress
from comparatex.cli.formatter import WIDEST, Context
from comparatex.data.names import quoted, visible
from comparatex.files import TEMPLATES, overwriting, protect_inputs, template_files, without_limits
from comparatex.nearest import closest
from comparatex.settings import Declared, declared

NAMING = "comparatex.naming"
"""Where the context has the naming tables of the config file."""

_OF_COMPARATES = frozenset(
    ("ours", "focus", "control", "rows", "columns", "exclude_rows", "exclude_columns", "baseline", "only", "x", "y",
     "against", "pair", "row", "column", "full", "core", "highlight")
)  # fmt: skip
"""Parameters that name comparates as they are printed; who reads tables takes either name."""

NAME_FILES = "comparatex.name-files"
"""Where the context has the files that names of tasks were read from."""

F = TypeVar("F", bound=Callable[..., Any])

if TYPE_CHECKING:  # generic for type checkers since Click 8.4
    from click.shell_completion import CompletionItem

    _Type = click.ParamType[Any]
else:
    _Type = click.ParamType


class Word(click.Choice[str]):
    """One of some words; for another one, the nearest is offered."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Offer the word that was probably meant, or name all."""
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter:
            close = closest(str(value), self.choices)
            if close is None:
                raise
        return self.fail(f"{value!r} is unknown; did you mean {close!r}?", param, ctx)


class Real(click.FloatRange):
    """A finite number within bounds."""

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Refuse NaN and infinity."""
        found = super().convert(value, param, ctx)
        if not math.isfinite(found):
            self.fail(f"{value!r} is not a valid number.", param, ctx)
        return found


class Whole(click.IntRange):
    """A whole number within bounds."""

    name = "whole number"


class Names(_Type):
    """Names separated by commas; a name that contains a comma is in double quotes."""

    name = "names"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, ...]:
        """Split a text; a list (from a config file) is used as it is."""
        if not isinstance(value, str):
            return tuple(map(str, value))
        try:
            rows = list(csv.reader(io.StringIO(value, newline=""), skipinitialspace=True))
        except csv.Error as error:
            self.fail(f"{quoted(value)} is no list of names ({error}).", param, ctx)
        return tuple(name.strip() for row in rows for name in row if name.strip())


class TaskNames(Names):
    """Task names separated by commas, or a file with one name per line."""

    name = "names|file"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, ...]:
        """Read the file if one of that name exists."""
        if isinstance(value, str) and os.path.isfile(value):  # noqa: PTH113  (a Path stumbles over many names)
            if ctx is not None:
                ctx.meta.setdefault(NAME_FILES, []).append(Path(value))
            try:
                lines = Path(value).read_text(encoding="utf-8-sig").splitlines()
            except (OSError, ValueError):
                self.fail(f"{quoted(value)} cannot be read as a file of names: save it as UTF-8.", param, ctx)
            return tuple(line.strip() for line in lines if line.strip())
        return super().convert(value, param, ctx)


class PathOf(click.Path):
    """A path; one that no file can have is refused, too."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Refuse a zero byte, or half of a character."""
        try:
            return super().convert(value, param, ctx)
        except ValueError:
            self.fail(f"{quoted(value)} cannot be the name of a file.", param, ctx)


class Numbers(_Type):
    """A whole number, or a range of them such as 2-5."""

    name = "number"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, ...]:
        """Return all numbers of the range."""
        if isinstance(value, tuple):
            return value
        first, dash, last = str(value).partition("-")
        ends = (first, last if dash else first)
        if not all(end.isascii() and end.isdigit() for end in ends) or int(ends[0]) > int(ends[1]):
            self.fail(f"{value!r} is neither a number nor a range such as 2-5.", param, ctx)
        return tuple(range(int(ends[0]), int(ends[1]) + 1))


class Colours(_Type):
    """NAME=COLOUR; the colour is ``#rrggbb``."""

    name = "name=colour"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, str]:
        """Split at the last equals sign, because names may contain one."""
        if isinstance(value, tuple):
            return value
        name, separator, colour = str(value).rpartition("=")
        digits = colour.removeprefix("#")
        if (
            not separator
            or not name
            or len(digits) != 6
            or not set(digits.lower()) <= set("0123456789abcdef")
        ):
            self.fail(f"{value!r} is not of the form NAME=#rrggbb.", param, ctx)
        return name, f"#{digits.lower()}"


class Group(_Type):
    """NAME=TASKS: a name, and tasks separated by commas or a file with one per line."""

    name = "name=tasks"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, tuple[str, ...]]:
        """Split at the first equals sign."""
        if isinstance(value, tuple):
            return str(value[0]), tuple(map(str, value[1]))
        name, separator, tasks = str(value).partition("=")
        if not separator or not name.strip():
            self.fail(f"{value!r} is not of the form NAME=TASKS.", param, ctx)
        return name.strip(), TaskNames().convert(tasks, param, ctx)


NAMED = "comparatex.named"
"""The key, in a context, of SCORES as they are named, before folders are opened."""

_SCORES = (
    "SCORES is a table of scores, or several that are joined by task: CSV, TSV, Excel, Parquet or JSON, - for "
    "standard input; or files, folders and ZIP archives in a format that comparatex formats lists. By default what "
    "comparatex.toml names."
)


class Option(click.Option):
    """An option with a place in the help.

    Parameters
    ----------
    after : str
        The option after which it is listed.
    field : str
        The field of the dataclass that it sets.
    heading : str
        The heading under which it is listed; empty: that of the command's own options.
    common : bool
        Whether it is listed without being asked for.
    """

    def __init__(
        self,
        *args: Any,
        after: str = "",
        field: str = "",
        heading: str = "",
        common: bool = True,
        **attributes: Any,
    ) -> None:
        self.after, self.field, self.heading, self.common = after, field, heading, common
        super().__init__(*args, **attributes)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Return the values that begin like this: choices, files, or names of the table on the line."""
        from comparatex.cli import completion

        if self.name in (*_OF_COMPARATES, "include", "exclude"):
            return completion.comparates(ctx, incomplete)
        if self.metavar == "COLUMN":
            return completion.columns(ctx, incomplete)
        if self.metavar in ("FILE", "DIR") and self.type is click.STRING:
            return completion.files(ctx, self, incomplete)
        return super().shell_complete(ctx, incomplete)

    def get_help_extra(self, ctx: click.Context) -> Any:
        """Return what stands in brackets; a number without bounds has no range."""
        found = super().get_help_extra(ctx)
        if found.get("range", "").endswith("None"):
            del found["range"]
        return found

    @classmethod
    def of(cls, one: Declared) -> Option:
        """Return the option for a setting."""
        about = one.setting
        flags = f"{one.flag}/{about.off}" if about.off else one.flag
        kind = _flag(one) if one.type is bool else _value(one)
        return cls(
            [flags],
            help=about.help,
            after=about.after,
            field=one.field,
            heading=one.heading,
            common=about.common,
            **kind,
        )


def _flag(one: Declared) -> dict[str, Any]:
    """Return Click's parameters for a setting that is yes or no."""
    paired = bool(one.setting.off)
    return {"is_flag": True, "default": one.default, "show_default": paired and one.default is not None}


def _value(one: Declared) -> dict[str, Any]:
    """Return Click's parameters for a setting that has a value."""
    about, metavar = one.setting, one.setting.metavar or None
    by_kind: dict[str, dict[str, Any]] = {
        "tasks": {"type": TaskNames(), "default": (), "metavar": "NAMES|FILE"},
        "file": {"type": PathOf(exists=True, dir_okay=False), "metavar": "FILE"},
        "templates": {
            "type": PathOf(exists=True, file_okay=False, path_type=Path),
            "callback": _templates,
            "metavar": "DIR",
        },
        "colours": {"type": Colours(), "multiple": True, "metavar": "NAME=#RRGGBB"},
        "numbers": {"type": Numbers(), "default": one.default, "show_default": True},
        "pairs": {"nargs": 2, "multiple": True, "metavar": "NAME NAME"},
        "groups": {"type": Group(), "multiple": True, "metavar": "NAME=TASKS|FILE"},
    }
    if about.kind:
        return by_kind[about.kind]
    bounds: dict[str, Any] = {
        "min": about.minimum, "max": about.maximum, "min_open": about.open_min, "max_open": about.open_max
    }  # fmt: skip
    default = None if about.unset or (one.default == "" and metavar == "NAME") else one.default
    shown = {"default": default, "show_default": about.shown and default is not None}
    if one.choices:
        return {"type": Word(one.choices), **shown}
    if one.type is int:
        return {"type": Whole(**bounds), "metavar": metavar, **shown}
    if one.type is float:
        return {"type": Real(**bounds), "metavar": metavar, **shown}
    if get_origin(one.type) is tuple:
        return {"type": Names(), "default": (), "metavar": metavar or "NAMES"}
    return {"default": default, "metavar": metavar}


def _templates(_: click.Context, __: click.Parameter, value: Path | None) -> Path | None:
    """Refuse a folder that would have no effect."""
    if value and not any(
        (value / path.relative_to(TEMPLATES)).is_file() for path in template_files(TEMPLATES)
    ):
        raise click.BadParameter(
            f"{value} holds no template, such as mcm.tex.jinja: copy those to change from where "
            "'comparatex templates' puts them."
        )
    return value


def values(settings: type, given: dict[str, Any]) -> dict[str, Any]:
    """Return a command's values for the settings of a dataclass, by field, omitting those not given."""
    found = {}
    for one in declared(settings):
        value = given.get(one.parameter)
        if value is not None:
            kind = one.setting.kind
            found[one.field] = (
                dict(value) if kind == "colours" else (value,) if kind == "templates" else value
            )
    return found


def settings(*homes: str, group: str = "") -> Callable[[F], F]:
    """Add the options of settings to a command.

    Parameters
    ----------
    *homes : str
        Paths of the dataclasses, such as ``"inference.analysis.Analysis"``; they are imported on first use.
    group : str
        The group of the settings.
    """

    def made() -> Iterator[Option]:
        for home in homes:
            module, _, name = f"comparatex.{home}".rpartition(".")
            kind = getattr(import_module(module), name)
            yield from (Option.of(one) for one in declared(kind) if one.setting.group == group)

    return _add(made)


def _ambient(
    name: str, begin: Callable[[], AbstractContextManager[None]], text: str, **place: Any
) -> Callable[[F], F]:
    """Return a flag that holds while the command runs; its place is that in the help."""

    def callback(ctx: click.Context, _: click.Parameter, value: bool) -> None:
        if value and not ctx.resilient_parsing:
            ctx.with_resource(begin())

    return click.option(
        name, cls=Option, is_flag=True, expose_value=False, callback=callback, help=text, **place
    )


force = _ambient(
    "--force",
    overwriting,
    "Overwrite files that comparatex did not write, or that were edited since.",
    heading="Output",
)
no_limits = _ambient(
    "--no-limits",
    without_limits,
    "Accept tables, messages and TeX runs of any size and length; by default they are limited.",
    heading="General",
    common=False,
)


def output_option(**about: Any) -> Callable[[F], F]:
    """Return the option that says where to write."""
    return click.option("-o", "--output", cls=Option, heading="Output", **about)


def options(*decorators: Callable[[F], F]) -> Callable[[F], F]:
    """Return one decorator that adds several options, in the order given."""
    return lambda command: reduce(lambda f, option: option(f), reversed(decorators), command)


def _add(made: Callable[[], Iterator[Option]]) -> Callable[[F], F]:
    """Return a decorator that adds options to a function, like Click's, but creates them later."""

    def add(function: F) -> F:
        params: list[Any] = function.__dict__.setdefault("__click_params__", [])
        params.append(made)
        return function

    return add


class Command(click.Command):
    """A command whose options are created on demand, because the modules of settings also import much that computes."""

    context_class = Context

    def __init__(self, *args: Any, example: str, **attributes: Any) -> None:
        self.example = example
        self._params: list[Any] = []
        super().__init__(*args, **attributes)

    @property
    def params(self) -> list[click.Parameter]:
        """The arguments and options; a setting shared by several dataclasses is one option."""
        if any(not isinstance(param, click.Parameter) for param in self._params):
            self._params = _ordered(self._params)
        return self._params

    @params.setter
    def params(self, params: list[Any]) -> None:
        self._params = params

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Refuse an option that is given twice with a value: Click would keep the last and drop the other."""
        _, _, order = self.make_parser(ctx).parse_args(list(args))
        seen: set[str | None] = set()
        for param in order:
            if isinstance(param, click.Option) and not (param.multiple or param.is_flag or param.count):
                if param.name in seen:
                    listing = "; separate names by commas" if isinstance(param.type, Names) else ""
                    raise click.BadOptionUsage(
                        param.opts[0], f"{param.opts[-1]} is given twice: give it once{listing}.", ctx
                    )
                seen.add(param.name)
        return super().parse_args(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """Run with the files in the folders that are named, and with the names that the config file gives."""
        if sys.stderr.isatty() and not is_quiet():
            ctx.with_resource(progress.shown(sys.stderr))
        ctx.params = as_printed(ctx.params, ctx)
        if ctx.params.get("scores") and "input_format" in ctx.params:
            from comparatex.data.folders import gathered

            ctx.meta[NAMED] = ctx.params["scores"]
            found = gathered(ctx.params["scores"], ctx.params["input_format"])
            if found != ctx.params["scores"]:
                ctx.with_resource(protect_inputs(map(Path, found)))
            ctx.params["scores"] = found
        return super().invoke(ctx)

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """Return the parameters with those for help; there is more help where some options are not common."""
        found = super().get_params(ctx)
        if all(_is_common(param) for param in found):
            return found
        count = sum(isinstance(param, click.Option) for param in found) + 1
        return [*found, _help_all(count)]

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the options under headings, the common ones first and the others where they are asked for."""
        rows: dict[str, list[tuple[str, str]]] = {heading: [] for heading in _HEADINGS}
        options = [param for param in self.get_params(ctx) if isinstance(param, click.Option)]
        for option in sorted(options, key=lambda option: (not _is_common(option), option.name != "output")):
            record = _record(option, ctx)
            if record and (_is_common(option) or ctx.meta.get(_ALL)):
                rows.setdefault(_heading(option), []).append(record)
        widths = [len(name) for listed in rows.values() for name, _ in listed]
        width = max((width for width in widths if width <= WIDEST), default=0)
        for heading, listed in rows.items():
            if listed:
                with formatter.section(heading or _own_heading(str(self.name))):
                    formatter.write_dl([(name.ljust(width), text) for name, text in listed])

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Explain SCORES at the end of the help, and show an example."""
        arguments = [param for param in self.params if isinstance(param, click.Argument)]
        words = f"{_SCORES}\n\n" if any("SCORES" in str(one.metavar) for one in arguments) else ""
        self.epilog = f"{words}Example: comparatex {self.name} {self.example}"
        super().format_epilog(ctx, formatter)


_QUIET = "comparatex.quiet"
"""Whether the context prints results and errors only."""
_ALL = "comparatex.help-all"
"""Whether the context is to list all options."""
_HEADINGS = ("Input", "Analysis", "Bayesian tests", "", "Words", "Output", "General")
"""The order of the headings in the help; those of others follow."""


def _is_common(param: click.Parameter) -> bool:
    """Whether the help lists a parameter without being asked to list all."""
    return getattr(param, "common", True)


def _record(option: click.Option, ctx: click.Context) -> tuple[str, str] | None:
    """Return the name and the description; choices that are too long to stand in the name follow the description."""
    found = option.get_help_record(ctx)
    if found is None or not isinstance(option.type, click.Choice) or len(found[0]) <= WIDEST:
        return found
    words = [*option.type.choices]
    listed = f"{option.help} One of {', '.join(words[:-1])} or {words[-1]}."
    return found[0].replace(option.make_metavar(ctx), "WORD"), found[1].replace(str(option.help), listed, 1)


def _heading(option: click.Option) -> str:
    """Return the heading of an option; what Click adds is help."""
    return getattr(option, "heading", "General" if option.is_eager else "")


def _own_heading(command: str) -> str:
    """Return the heading of a command's own options."""
    from comparatex.layout.options import FIGURES, TABLES

    kinds = {**dict.fromkeys(FIGURES, "Figure"), **dict.fromkeys(("table", *TABLES), "Table")}
    return kinds.get(command, "Report" if command == "report" else "Options")


def _help_all(count: int) -> Option:
    """Return the option that lists all options."""

    def show(ctx: click.Context, _: click.Parameter, value: bool) -> None:
        if value and not ctx.resilient_parsing:
            ctx.meta[_ALL] = True
            click.echo(ctx.get_help())
            ctx.exit()

    return Option(
        ["--help-all"],
        is_flag=True,
        is_eager=True,
        expose_value=False,
        callback=show,
        heading="General",
        help=f"Show all {count} options and exit.",
    )


def as_printed(values: Mapping[str, Any], ctx: click.Context) -> dict[str, Any]:
    """Return the values of parameters with names of the table replaced by those that the config file gives."""
    names = ctx.meta.get(NAMING, {}).get("names")
    if not isinstance(names, dict) or ctx.command.name == "conventions":
        return dict(values)
    printed = set(map(str, names.values()))

    def name(value: Any) -> Any:
        if isinstance(value, tuple):
            return tuple(map(name, value))
        return names.get(value, value) if isinstance(value, str) and value not in printed else value

    return {key: name(value) if key in _OF_COMPARATES else value for key, value in values.items()}


def command(example: str, name: str | None = None, cls: type[Command] = Command) -> Callable[[F], Command]:
    """Return a decorator that turns a function into a command; the example, its arguments, ends the help."""

    def make(function: F) -> Command:
        params: list[Any] = function.__dict__.setdefault("__click_params__", [])
        params.insert(0, _quiet())  # the last one, after the config file
        return click.command(name, cls=cls, example=example)(function)

    return make


def _quiet() -> Option:
    """Return the option that leaves out all that is neither a result nor an error."""

    def be_quiet(ctx: click.Context, _: click.Parameter, value: bool) -> None:
        ctx.meta[_QUIET] = value

    return Option(
        ["-q", "--quiet"],
        is_flag=True,
        is_eager=True,
        expose_value=False,
        callback=be_quiet,
        heading="General",
        help="Print results and errors only: no notes, no progress, no names of files written.",
    )


def is_quiet() -> bool:
    """Whether the running command prints results and errors only."""
    return bool(click.get_current_context().meta.get(_QUIET))


def announce(text: str, *, err: bool = False) -> None:
    """Print what is neither a result nor an error, such as the name of a file that was written."""
    if not is_quiet():
        progress.clear()
        click.echo(text, err=err)


def say(message: str) -> None:
    """Print a message to the user, apart from the result."""
    announce(as_flags(message, click.get_current_context()), err=True)


def _ordered(params: Iterable[Any]) -> list[click.Parameter]:
    """Return parameters together with those created on demand, each once, after those that they name."""
    made = [one for param in params for one in ([param] if isinstance(param, click.Parameter) else param())]
    found: list[click.Parameter] = []
    for param in made:
        if not isinstance(param, Option) or all(param.name != other.name for other in found):
            found.append(param)
    for option in [param for param in found if isinstance(param, Option)]:
        if option.after in {param.name for param in found}:
            found.remove(option)
            found.insert([param.name for param in found].index(option.after) + 1, option)
    return found


_SETTING = re.compile(r"(?<!')`([a-z_]+)(?:=(?:\"([^\"`]*)\"|(True|False)))?`")


def as_flags(message: str, context: click.Context) -> str:
    """Return a message of the library for a terminal, with settings as flags; `` `x="y"` `` becomes ``--x y``."""

    def flag(found: re.Match[str]) -> str:
        known = _flag_of(found[1], _commands(context), on=found[3] != "False")
        return found[0] if known is None else known if found[2] is None else f"{known} {found[2]}"

    return visible(_SETTING.sub(flag, message))


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
        found = [param for param in command.params if isinstance(param, click.Option)]
        for option in sorted(found, key=lambda option: option.name != name):
            if name in (option.name, getattr(option, "field", "")):
                return next(
                    text for text in (option.opts if on else option.secondary_opts) if text.startswith("--")
                )
    return None
