"""Options of the command line, built from declared settings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from functools import reduce
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, get_origin

import click

from comparatex.cli.types import Colours, Group, Names, Numbers, PathOf, Real, TaskNames, Whole, Word
from comparatex.files import TEMPLATES, overwriting, template_files, trusting, without_limits
from comparatex.settings import Kind, Setting, declared

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

F = TypeVar("F", bound=Callable[..., Any])

OF_COMPARATES = frozenset(
    ("ours", "focus", "control", "rows", "columns", "exclude_rows", "exclude_columns", "baseline", "only", "x", "y",
     "against", "pair", "row", "column", "full", "core", "highlight")
)  # fmt: skip
"""Parameters that name comparates as they are printed; who reads tables takes either name."""


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
        from comparatex.cli import completion

        if self.name in (*OF_COMPARATES, "include", "exclude"):
            return completion.comparates(ctx, incomplete)
        if self.metavar == "COLUMN":
            return completion.columns(ctx, incomplete)
        if self.metavar in ("FILE", "DIR") and self.type is click.STRING:
            return completion.files(ctx, self, incomplete)
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
        return {"type": Word(item.choices), **look}
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
