"""Options of the command line, built from declared settings: the types of their values, and what shells complete."""

from __future__ import annotations

import csv
import io
import math
import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from functools import reduce
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, get_origin

import click

from comparatex.files import TEMPLATES, overwriting, template_files, trusting, was_read, without_limits
from comparatex.names import closest, quoted
from comparatex.settings import Kind, Setting, declared, is_choice, require_current

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    _Type = click.ParamType[Any]  # generic for type checkers since Click 8.4
else:
    _Type = click.ParamType

F = TypeVar("F", bound=Callable[..., Any])

OF_COMPARATES = frozenset(
    ("ours", "focus", "control", "rows", "columns", "exclude_rows", "exclude_columns", "baseline", "only", "x", "y",
     "against", "pair", "row", "column", "full", "core", "highlight")
)  # fmt: skip
"""Parameters that name comparates as they are printed; who reads tables takes either name."""
NAME_FILES = "comparatex.name-files"  # where the context has the files that names of tasks were read from
_SEPARATORS = {".csv": ",", ".tsv": "\t", ".txt": "\t"}
_MOST = 1 << 20  # characters of the headings that are read


# -------------------------------------------------------------------------------------------------- types of values
class Word(click.Choice[str]):
    """One of some words; for another one, the nearest is offered."""

    def __init__(self, choices: Sequence[str], item: Setting | None = None) -> None:
        """Keep the setting, which may know words of former versions."""
        super().__init__(choices)
        self.item = item

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Offer the word that was probably meant, or name all."""
        if isinstance(value, str) and is_choice(value, self.choices):
            return value
        if self.item:
            require_current(self.item, value)
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
        number = super().convert(value, param, ctx)
        if not math.isfinite(number):
            self.fail(f"{value!r} is not a valid number.", param, ctx)
        return number


class Whole(click.IntRange):
    """A whole number within bounds."""

    name = "whole number"


class Names(_Type):
    """Names separated by commas; a name that contains a comma is in double quotes."""

    name = "names"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, ...]:
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

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, ...]:
        """Read the file if one of that name exists."""
        if isinstance(value, str) and os.path.isfile(value):  # noqa: PTH113  (a Path stumbles over many names)
            if ctx is not None:
                ctx.meta.setdefault(NAME_FILES, []).append(Path(value))
            try:
                lines = was_read(value, Path(value).read_bytes()).decode("utf-8-sig").splitlines()
            except (OSError, ValueError):
                self.fail(f"{quoted(value)} cannot be read as a file of names: save it as UTF-8.", param, ctx)
            return tuple(line.strip() for line in lines if line.strip())
        return super().convert(value, param, ctx)


class PathOf(click.Path):
    """A path; one that no file can have is refused, too, and so is standard output, which is no path."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Refuse a zero byte, or half of a character; and a dash where something is written."""
        if str(value) == "-" and not self.exists:
            kind = "file" if self.file_okay else "folder"
            self.fail(f"this cannot be written to standard output: name a {kind}.", param, ctx)
        try:
            return super().convert(value, param, ctx)
        except ValueError:
            self.fail(f"{quoted(value)} cannot be the name of a file.", param, ctx)


class Numbers(_Type):
    """A whole number, or a range of them such as 2-5."""

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, ...]:
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

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, str]:
        """Split at the last equals sign, because names may contain one."""
        if isinstance(value, tuple):
            return value
        name, separator, colour = str(value).rpartition("=")
        digits = colour.removeprefix("#")
        if not separator or not name or len(digits) != 6 or not set(digits.lower()) <= set("0123456789abcdef"):
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


# --------------------------------------------------------------------------------------------- what shells complete
def complete_files(_: click.Context, __: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Return the mark by which the shell completes names of files and folders."""
    from click.shell_completion import CompletionItem

    return [CompletionItem(incomplete, type="file")]


def _columns(ctx: click.Context, incomplete: str) -> list[CompletionItem]:
    """Return the columns of the table on the line that begin like this."""
    return _beginning(incomplete, _heading(ctx))


def _comparates(ctx: click.Context, incomplete: str) -> list[CompletionItem]:
    """Return the comparates of the wide table on the line that begin like this, after others and a comma."""
    before, comma, last = incomplete.rpartition(",")
    return _beginning(last, _heading(ctx)[1:], before + comma)


def _beginning(start: str, names: list[str], before: str = "") -> list[CompletionItem]:
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


# ---------------------------------------------------------------------------------------------------------- options
class Option(click.Option):
    """An option with a place in the help."""

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
        if self.name in (*OF_COMPARATES, "include", "exclude"):
            return _comparates(ctx, incomplete)
        if self.metavar == "COLUMN":
            return _columns(ctx, incomplete)
        if self.metavar in ("FILE", "DIR") and self.type is click.STRING:
            return complete_files(ctx, self, incomplete)
        return super().shell_complete(ctx, incomplete)

    def get_help_extra(self, ctx: click.Context) -> Any:
        """Return what stands in brackets; a number without bounds has no range."""
        extra = super().get_help_extra(ctx)
        if extra.get("range", "").endswith("None"):
            del extra["range"]
        return extra

    @classmethod
    def of(cls, item: Setting) -> Option:
        """Return the option for a setting."""
        flags = f"{item.flag}/{item.off}" if item.off else item.flag
        shown = bool(item.off) and item.default is not None
        flag = {"is_flag": True, "default": item.default, "show_default": shown}
        kind = flag if item.type is bool else _value(item)
        kind |= {"after": item.after, "field": item.field, "heading": item.heading, "common": item.common}
        return cls([flags], help=item.help, **kind)


def _value(item: Setting) -> dict[str, Any]:
    """Return Click's parameters for a setting that has a value."""
    metavar = item.metavar or None
    default = None if item.unset or (item.default == "" and metavar == "NAME") else item.default
    look = {"default": default, "show_default": item.shown and default is not None}
    if item.kind:
        return _OF_KIND[item.kind] | (look if item.kind == "numbers" else {})
    if item.choices:
        return {"type": Word(item.choices, item), **look}
    if item.type in (int, float):
        number: Any = Whole if item.type is int else Real
        bounds = {"min": item.minimum, "max": item.maximum, "min_open": item.open_min, "max_open": item.open_max}
        return {"type": number(**bounds), "metavar": metavar, **look}
    if get_origin(item.type) is tuple:
        return {"type": Names(), "default": (), "metavar": metavar or "NAMES"}
    return {"default": default, "metavar": metavar}


def _templates(_: click.Context, __: click.Parameter, value: Path | None) -> Path | None:
    """Refuse a folder that would have no effect."""
    names = (path.relative_to(TEMPLATES) for path in template_files(TEMPLATES)) if value else ()
    if value and not any((value / name).is_file() for name in names):
        raise click.BadParameter(
            f"{value} holds no template, such as mcm.tex.jinja: copy those to change from where "
            "'comparatex templates' puts them."
        )
    return value


_FOLDER = PathOf(exists=True, file_okay=False, path_type=Path)
_OF_KIND: Mapping[Kind, dict[str, Any]] = {
    "tasks": {"type": TaskNames(), "default": (), "metavar": "NAMES|FILE"},
    "file": {"type": PathOf(exists=True, dir_okay=False), "metavar": "FILE"},
    "templates": {"type": _FOLDER, "callback": _templates, "metavar": "DIR"},
    "colours": {"type": Colours(), "multiple": True, "metavar": "NAME=#RRGGBB"},
    "numbers": {"type": Numbers()},
    "pairs": {"nargs": 2, "multiple": True, "metavar": "NAME NAME"},
    "groups": {"type": Group(), "multiple": True, "metavar": "NAME=TASKS|FILE"},
}
"""Click's parameters for settings whose type does not say what their values are."""


def options_of(command: click.Command) -> list[click.Option]:
    """Return the options of a command, without its arguments."""
    return [param for param in command.params if isinstance(param, click.Option)]


def values(settings: type, given: dict[str, Any]) -> dict[str, Any]:
    """Return a command's values for the settings of a dataclass, by field, omitting those not given."""
    fields = {}
    for item in declared(settings):
        value = given.get(item.parameter)
        if value is not None:
            kind = item.kind
            fields[item.field] = dict(value) if kind == "colours" else (value,) if kind == "templates" else value
    return fields


def settings(*kinds: type, group: str = "") -> Callable[[F], F]:
    """Add the options of a group of the settings of dataclasses to a command."""
    added = [Option.of(item) for kind in kinds for item in declared(kind) if item.group == group]

    def add(function: F) -> F:
        params: list[click.Parameter] = function.__dict__.setdefault("__click_params__", [])
        params.extend(reversed(added))  # Click puts the decorator that is called last first
        return function

    return add


def _ambient(name: str, begin: Callable[[], AbstractContextManager[None]], text: str, **place: Any) -> Callable[[F], F]:
    """Return a flag that holds while the command runs; its place is that in the help."""

    def callback(ctx: click.Context, _: click.Parameter, value: bool) -> None:
        if value and not ctx.resilient_parsing:
            ctx.with_resource(begin())

    return click.option(name, cls=Option, is_flag=True, expose_value=False, callback=callback, help=text, **place)


force = _ambient(
    "--force",
    overwriting,
    "Overwrite files that comparatex did not write, or that were edited since.",
    heading="Output",
)
trust = _ambient(
    "--trust",
    trusting,
    "Answer for the edited files and templates: LuaTeX may keep for other documents what they have it write.",
    heading="Output",
    common=False,
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
