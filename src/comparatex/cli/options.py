"""Options of the command line, built from declared settings, and what shells complete."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from functools import partial, reduce
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from comparatex.errors import UsageError
from comparatex.files import overwriting, trusting, without_limits
from comparatex.settings import Kind, Setting, declared

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    _Type = click.ParamType[Any]  # generic for type checkers since Click 8.4
else:
    _Type = click.ParamType

F = TypeVar("F", bound=Callable[..., Any])

_SEPARATORS = {".csv": ",", ".tsv": "\t", ".txt": "\t"}
_MOST = 1 << 20  # characters of the headings that are read


class Value(_Type):
    """A value that its setting reads."""

    def __init__(self, setting: Setting) -> None:
        self.setting, self.name = setting, setting.form

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Read the value, unless it is an option, before which a value was forgotten."""
        if ctx and any(value in option.opts for option in options_of(ctx.command)):
            self.fail(f"a value is missing before {value}.", param, ctx)
        try:
            return self.setting.read(value)
        except ValueError as error:
            return self.fail(f"{'it ' if str(error).startswith('must ') else ''}{error}", param, ctx)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Return the values that begin like this: choices, names of the table on the line, or files."""
        setting = self.setting
        if setting.choices:
            return _beginning(incomplete, setting.choices)
        if setting.names == "columns":
            return _beginning(incomplete, _heading(ctx))
        if setting.names:
            before, comma, last = incomplete.rpartition(",")
            return _beginning(last, _heading(ctx)[1:], before + comma)
        place = setting.placeholder
        return _of_type("dir" if place == "DIR" else "file", incomplete) if place in ("DIR", "FILE", "FILE|DIR") else []


def _of_type(kind: str, incomplete: str) -> list[CompletionItem]:
    from click.shell_completion import CompletionItem

    return [CompletionItem(incomplete, type=kind)]


def complete_files(_: click.Context, __: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Return the mark by which the shell completes names of files and folders."""
    return _of_type("file", incomplete)


def _beginning(start: str, names: Iterable[str], before: str = "") -> list[CompletionItem]:
    from click.shell_completion import CompletionItem

    return [CompletionItem(before + name) for name in names if name.lower().startswith(start.lower())]


def _heading(ctx: click.Context) -> list[str]:
    """Return the headings of the first file of comma- or tab-separated values on the line."""
    words = (*(ctx.params.get("scores") or ()), *ctx.args)  # what stands before an option without its value
    tables = (Path(word) for word in words if Path(word).suffix.lower() in _SEPARATORS)
    try:
        table = next(table for table in tables if table.is_file())
        with table.open(encoding="utf-8-sig", newline="") as file:
            lines = csv.reader([file.readline(_MOST)], delimiter=_SEPARATORS[table.suffix.lower()])
            return [cell.strip() for cell in next(lines, [])]
    except (StopIteration, OSError, ValueError, csv.Error):
        return []


class Option(click.Option):
    """The option of a setting."""

    def __init__(self, setting: Setting, **attributes: Any) -> None:
        self.setting = setting
        flags = [f"{setting.flag}/{setting.off}" if setting.off else setting.flag, *filter(None, [setting.short])]
        default, look = setting.default, dict[str, Any]()
        if setting.form == "flag":
            look |= {"is_flag": True, "show_default": bool(setting.off) and default is not None}
        else:
            hidden = setting.unset or (default == "" and setting.placeholder == "NAME") or setting.several
            default = None if hidden or setting.form in ("file", "templates") else default
            shown = setting.shown and setting.form in _WITH_DEFAULT and default not in (None, "")
            look |= {"type": Value(setting), "show_default": shown, "multiple": setting.several}
            look |= {"nargs": 2} if setting.form == "pairs" else {}
        if not attributes.get("required"):  # a default of None would count as given
            look["default"] = default
        super().__init__(flags, help=setting.help, **look, **attributes)

    def type_cast_value(self, ctx: click.Context, value: Any) -> Any:
        """Read what may be given again as a whole; a default, but for a path, is as the field has it."""
        if self.setting.several:
            return self.type.convert(() if value is None else value, self, ctx)
        as_it_is = value is self.default and not self.setting.form.startswith("output")
        return value if as_it_is else super().type_cast_value(ctx, value)

    def make_metavar(self, ctx: click.Context) -> str:
        """Return what stands for the value in the help."""
        return self.setting.placeholder

    def get_help_extra(self, ctx: click.Context) -> Any:
        """Return what stands in brackets: the default, and the bounds of a number."""
        extra = super().get_help_extra(ctx)
        return extra | ({"range": self.setting.range} if self.setting.range else {})


_WITH_DEFAULT = ("word", "number", "numbers", "output", "output file", "output folder")
"""Forms of values of which the help shows the default."""


def options_of(command: click.Command) -> list[Option]:
    """Return the options of a command, without its arguments."""
    return [param for param in command.params if isinstance(param, Option)]


def adding(*added: Option) -> Callable[[F], F]:
    """Return a decorator that adds options to a command."""

    def add(function: F) -> F:
        params: list[click.Parameter] = function.__dict__.setdefault("__click_params__", [])
        params.extend(reversed(added))  # Click puts the decorator that is called last first
        return function

    return add


def settings(*kinds: type, group: str = "") -> Callable[[F], F]:
    """Add the options of a group of the settings of dataclasses to a command."""
    return adding(*(Option(item) for kind in kinds for item in declared(kind) if item.group == group))


def option(flag: str, default: Any = None, type: Any = str, required: bool = False, **about: Any) -> Callable[[F], F]:
    """Add an option of one command alone."""
    item = Setting(flag=flag, default=default, type=type, **{"common": True, **about})
    return adding(Option(item, required=required))


def argument(
    name: str, kind: Kind = "path", choices: Iterable[str] = (), plugins: str = "", **attributes: Any
) -> Callable[[F], F]:
    """Add an argument that is read as a setting is."""
    item = Setting(help="", kind="" if choices else kind, choices=tuple(choices), plugins=plugins)
    return click.argument(name, type=Value(item), **attributes)


def _ambient(flag: str, begin: Callable[[], AbstractContextManager[None]], **about: Any) -> Callable[[F], F]:
    """Return a flag that holds while the command runs."""

    def callback(ctx: click.Context, _: click.Parameter, value: bool) -> None:
        if value and not ctx.resilient_parsing:
            ctx.with_resource(begin())

    item = Setting(flag=flag, default=False, type=bool, **about)
    return adding(Option(item, expose_value=False, callback=callback))


def no_plain(command: str) -> Callable[[F], F]:
    """Return a flag that refuses, with the reason, what a command cannot write without the style file."""

    def callback(_: click.Context, __: click.Parameter, value: bool) -> None:
        if value:
            from comparatex import artefacts

            raise UsageError(artefacts.no_plain(command))

    return click.option(
        "--plain", is_flag=True, hidden=True, expose_value=False, callback=callback, help="Refused, with the reason."
    )


force = _ambient(
    "--force",
    overwriting,
    help="Overwrite files that comparatex did not write; also those that were edited since it wrote them.",
    only_flag="overwrites files",
    heading="Output",
    common=True,
)
trust = _ambient(
    "--trust",
    trusting,
    help="Trust edited files and templates: what they have LuaTeX write into its font cache stays there for other "
    "documents.",
    only_flag="answers for the user",
    heading="Output",
)
no_limits = _ambient(
    "--no-limits",
    without_limits,
    help="Accept tables, messages and TeX runs of any size and length; by default they are limited.",
    only_flag="lifts limits",
    heading="General",
)
output_option = partial(option, "--output", short="-o", heading="Output", own=True)
"""The option that says where to write."""
level_option = partial(option, "--alpha", type=float, minimum=0, maximum=1, open_min=True, open_max=True)
"""The option of a significance level, for commands that do not have all settings of an analysis."""


def options(*decorators: Callable[[F], F]) -> Callable[[F], F]:
    """Return one decorator that adds several options, in the order given."""
    return lambda command: reduce(lambda f, add: add(f), reversed(decorators), command)
