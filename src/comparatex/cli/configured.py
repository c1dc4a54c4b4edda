"""The config file: defaults of options, checked under their names in the file."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import click

from comparatex import config
from comparatex.cli.messages import say
from comparatex.cli.options import OF_COMPARATES, Option, options_of
from comparatex.cli.types import Names, Numbers, PathOf
from comparatex.errors import UsageError
from comparatex.files import relative_to
from comparatex.names import quoted

TEXTS = {"type": "object", "additionalProperties": {"type": "string"}}
"""The schema of a table of names."""
_REFUSED = {
    "force": "overwrites files",
    "no_limits": "lifts limits",
    "scheduler": "lets another computer run code here",
    "trust": "answers for the user",
    "yes": "answers for the user",
}
"""Parameters that must not come from a file, which may be somebody else's."""


@dataclass(frozen=True)
class Configured:
    """What a config file says besides the defaults of the command's options: Click's object of the context."""

    path: Path | None = None
    scores: tuple[str, ...] = ()  # the tables that it names
    naming: Mapping[str, Any] = field(default_factory=dict)  # what comparates are called and look like
    tables: Mapping[str, Any] = field(default_factory=dict)  # the tables of other commands
    figures: tuple[dict[str, Any], ...] = ()  # its tables ``[[figure]]``


def configured() -> Configured:
    """Return what the config file of the running command says."""
    return click.get_current_context().obj or Configured()


def _use_config(ctx: click.Context, _: click.Parameter, path: Path | None) -> None:
    """Fill the command's defaults from a config file; flags override them."""
    path = path or config.find(Path.cwd(), say)
    if path is None or ctx.resilient_parsing:
        return
    settings = config.load(path)
    group = ctx.parent.command if ctx.parent else ctx.command
    commands = group.commands if isinstance(group, click.Group) else {}
    of_command = settings.get(str(ctx.info_name))
    for table in (settings, of_command if isinstance(of_command, dict) else {}):
        _refuse_opposites(ctx.command, table, path)
    chosen = config.defaults(settings, str(ctx.info_name), commands, lambda name: _option_names(commands[name]), path)
    ctx.default_map = {**(ctx.default_map or {}), **by_parameter(ctx.command, chosen, path)}
    others = sorted(commands.keys() & settings.keys() - {ctx.info_name})
    ctx.obj = Configured(
        path=path,
        scores=config.inputs(settings, path),
        naming={key: settings[key] for key in config.NAMING if key in settings},
        tables={name: settings[name] for name in others if isinstance(settings[name], dict)},
        figures=config.figures(settings, path),
    )


def _option_names(command: click.Command) -> set[str]:
    """Return the long names of a command's options, without leading dashes."""
    return {text.lstrip("-") for param in options_of(command) for text in (*param.opts, *param.secondary_opts)}


config_option = click.option(
    "--config",
    cls=Option,
    heading="General",
    type=PathOf(exists=True, dir_okay=False, path_type=Path),
    callback=_use_config,
    is_eager=True,
    expose_value=False,
    metavar="FILE",
    help="Config file; by default comparatex.toml in this folder or above it.",
)


def named() -> dict[str, Any]:
    """Return the naming tables of the config file as fields of the reading settings."""
    given, fields = configured().naming, dict[str, Any]()
    for key in ("names", "groups", "colours"):
        if key in given:
            table = given[key]
            if not isinstance(table, dict) or not all(map(_is_text, table.values())):
                raise UsageError(
                    f"In the config file, {key} must be a table of names and texts, such as [{key}] and "
                    '"A" = "B" in the next line.'
                )
            fields[key] = {str(name): str(value) for name, value in table.items()}
    if "comparate-order" in given:
        order = given["comparate-order"]
        if not isinstance(order, list) or not all(map(_is_text, order)):
            raise UsageError('In the config file, comparate-order must be a list of names, such as ["A", "B"].')
        fields["order"] = tuple(map(str, order))
    return fields


def _is_text(value: Any) -> bool:
    """Whether a value in the config file can serve as a name or a text."""
    return isinstance(value, (str, int, float)) and not isinstance(value, bool)


def as_printed(values: Mapping[str, Any], ctx: click.Context) -> dict[str, Any]:
    """Return the values of parameters with names of the table replaced by those that the config file gives."""
    names = configured().naming.get("names")
    if not isinstance(names, dict) or ctx.command.name == "conventions":
        return dict(values)
    printed = set(map(str, names.values()))

    def name(value: Any) -> Any:
        if isinstance(value, tuple):
            return tuple(map(name, value))
        return names.get(value, value) if isinstance(value, str) and value not in printed else value

    return {key: name(value) if key in OF_COMPARATES else value for key, value in values.items()}


def settings_of(kind: str, figure: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Return the config file's settings for an artefact, by parameter as its command takes them.

    They are those of a table ``[[figure]]``, or else of the command's own table; all tables share a command.
    """
    file = configured()
    if file.path is None or not (figure or file.tables):
        return {}
    ctx = click.get_current_context()
    commands = ctx.find_root().command.commands  # type: ignore[attr-defined]
    command = commands.get(kind, commands["table"])
    table = file.tables.get(str(command.name), {})
    if figure is not None:
        table = {key: value for key, value in figure.items() if key not in ("kind", "name")}
        config.check(table, _option_names(command) - {"output"}, f"{file.path}, [[{config.FIGURES}]] of {kind}")
    _refuse_opposites(command, table, file.path)
    chosen = by_parameter(command, table, file.path)
    params = {str(param.name): param for param in command.params if param.name in chosen}
    return as_printed({name: param.type_cast_value(ctx, chosen[name]) for name, param in params.items()}, ctx)


def by_parameter(command: click.Command, chosen: Mapping[str, Any], path: Path) -> dict[str, Any]:
    """Translate option names to parameter names; ``no-pdf = true`` is ``pdf = false``; the last one counts."""
    by_name = {
        text.lstrip("-"): (option, text in option.secondary_opts)
        for option in options_of(command)
        for text in (*option.opts, *option.secondary_opts)
    }
    values: dict[str, Any] = {}
    for key, value in chosen.items():
        option, negated = by_name.get(key, (None, False))
        if option is not None and option.name:
            _check(option, key, value, path)
            _refuse_elsewhere(option, key, value, path)
            values[option.name] = not value if negated else _value(option, value, path.parent)
            _convert(option, key, values[option.name], path)
    return values


def _refuse_opposites(command: click.Command, keys: Collection[str], path: Path) -> None:
    """Refuse two keys of one table that set the same parameter, such as `pdf` and `no-pdf`."""
    for option in options_of(command):
        names = [text.lstrip("-") for text in (*option.opts, *option.secondary_opts)]
        names = [text for text in names if text in keys]
        if len(names) > 1:
            raise UsageError(f"{path}: {names[0]} and {names[1]} are about the same: leave one of them out.")


def _refuse_elsewhere(option: click.Option, key: str, value: Any, path: Path) -> None:
    """Refuse to write outside the file's folder: the file may be somebody else's."""
    name = str(option.name)
    if name in _REFUSED:
        raise UsageError(f"{path}: {key} {_REFUSED[name]}, so it can be given on the command line only.")
    if name in ("output", "depfile") and isinstance(value, str) and value != "-":
        home = path.parent.resolve()
        target = (home if isinstance(option.type, click.Path) else Path.cwd()) / value
        if Path(value).is_absolute() or ".." in Path(value).parts or not target.resolve().is_relative_to(home):
            raise UsageError(
                f"{path}: {key} = {quoted(value)} is outside the folder of the file: give it on the command line."
            )


def _value(option: click.Option, value: Any, folder: Path) -> Any:
    """Return a value in the form that Click accepts: a table such as highlight as a list of pairs."""
    if isinstance(option.type, click.Path):
        return relative_to(folder.resolve() / value, Path.cwd())
    if isinstance(value, dict):
        return [f"{name}={colour}" for name, colour in value.items()]
    return value


def _check(option: click.Option, key: str, value: Any, path: Path) -> None:
    """Refuse a value of the wrong type; Click would take ``"no"`` for a flag, or fail."""
    types, words, *_ = accepted(option)
    wrong = not isinstance(value, types) or (isinstance(value, bool) and bool not in types)
    if not wrong and isinstance(value, list):
        wrong = any(isinstance(item, bool) or not isinstance(item, (str, int, float)) for item in value)
    if wrong:
        raise UsageError(f"{path}: {key} must be {words}, not {_shown(value)}.")


class Accepted(NamedTuple):
    """What an option accepts in a config file: types, their description, a schema of JSON and an example."""

    types: tuple[type, ...]
    words: str
    schema: dict[str, Any]
    example: Any = None


def accepted(option: click.Option) -> Accepted:
    """Return what an option accepts in a config file."""
    kind: Any = option.type
    if option.is_flag:
        return Accepted((bool,), "true or false", {"type": "boolean"}, bool(option.secondary_opts))
    if option.multiple:
        return Accepted((dict, list), 'a table, such as { "NAME" = "…" }', TEXTS)
    if isinstance(kind, click.Choice):
        words = f"one of {', '.join(kind.choices)}"
        open_ended = [{"pattern": f"^{word[:-4]}"} for word in kind.choices if word.endswith("=NAME")]
        schema: dict[str, Any] = {"enum": list(kind.choices)}
        return Accepted((str,), words, {"anyOf": [schema, *open_ended]} if open_ended else schema, kind.choices[0])
    if isinstance(kind, (click.IntRange, click.FloatRange)):
        low = "exclusiveMinimum" if kind.min_open else "minimum"
        high = "exclusiveMaximum" if kind.max_open else "maximum"
        bounds = {key: bound for key, bound in ((low, kind.min), (high, kind.max)) if bound is not None}
        if isinstance(kind, click.IntRange):
            return Accepted((int,), "a whole number", {"type": "integer", **bounds}, 1)
        return Accepted((int, float), "a number", {"type": "number", **bounds}, 0.01)
    if isinstance(kind, Names):
        listed = [{"type": "array", "items": {"type": "string"}}, {"type": "string"}]
        return Accepted((str, list), 'a list of names, such as ["A", "B"]', {"anyOf": listed}, [])
    if isinstance(kind, click.Path):
        return Accepted((str,), "the name of a file or folder", {"type": "string"})
    types = {click.INT: "integer", click.FLOAT: "number"}
    either = ["integer", "string"] if isinstance(kind, Numbers) else types.get(kind, "string")
    return Accepted((str, int, float), "a text", {"type": either})


def _convert(option: click.Option, key: str, value: Any, path: Path) -> None:
    """Refuse a value that the option does not accept, with the option's own message."""
    if isinstance(option.type, Names):  # its conversion would look for files of names
        return
    try:
        option.type_cast_value(click.get_current_context(), value)
    except click.BadParameter as error:
        raise UsageError(f"{path}: {key}: {error.message}") from error


def _shown(value: Any) -> str:
    """Return a value roughly as written in the file."""
    if isinstance(value, bool):
        return str(value).lower()
    return quoted(value) if isinstance(value, str) else str(value)
