"""Defaults from ``comparatex.toml``, or from ``[tool.comparatex]`` in ``pyproject.toml``, and how they are checked."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import click

from comparatex.cli.messages import say
from comparatex.cli.options import OF_COMPARATES, Names, Numbers, Option, PathOf, options_of
from comparatex.errors import UsageError
from comparatex.files import relative_to, was_read
from comparatex.names import closest, hint, quoted

FILE = "comparatex.toml"
SCORES = "scores"  # the key of the tables of scores, for commands that name none
FIGURES = "figure"
"""The key of the tables of figures and tables that a report has, ``[[figure]]``."""

NAMING = ("names", "groups", "colours", "comparate-order")
"""Keys of the file that are not options of the command line: what comparates are called and look like."""

OWN = frozenset(
    ("adjusted", "baseline", "caption", "cells", "column", "draws", "intervals", "jobs", "label",
     "max-points", "no-intervals", "of", "only", "output", "raw", "row", "target")
)  # fmt: skip
"""Options that do not mean the same to all commands: keys of the commands' own tables, and never general ones."""

TEXTS = {"type": "object", "additionalProperties": {"type": "string"}}  # the schema of a table of names
_REFUSED = {
    "force": "overwrites files",
    "no_limits": "lifts limits",
    "trust": "answers for the user",
    "yes": "answers for the user",
}
"""Parameters that must not come from a file, which may be somebody else's."""


def find(start: Path, say: Callable[[str], None] = lambda _: None) -> Path | None:
    """Return the nearest config file in a folder or above it; ``pyproject.toml`` counts if it has our table.

    The search ends at the root of a repository, and at the user's home folder. A file of another user is not used,
    and a sentence says so.
    """
    try:
        home: Path | None = Path.home()
    except RuntimeError:  # there is none
        home = None
    for folder in (start, *start.parents):
        study, pyproject = folder / FILE, folder / "pyproject.toml"
        file = study if study.is_file() else pyproject
        if file.is_file() and not _is_of_this_user(file):
            if file == study:
                say(f"Note: {file} belongs to another user and is not used; --config {file} would use it.")
        elif file.is_file() and (file == study or load(file, lambda _, content: content)):  # which only looks into it
            return file
        if folder == home or (folder / ".git").exists():
            break
    return None


def _is_of_this_user(path: Path) -> bool:
    """Whether a file belongs to the user, or to the system's administrator."""
    return sys.platform == "win32" or path.stat().st_uid in (os.geteuid(), 0)


def load(path: Path, read: Callable[[Path, bytes], bytes] = was_read) -> dict[str, Any]:
    """Return the settings in a config file; in a ``pyproject.toml``, those in ``[tool.comparatex]``."""
    import tomllib

    try:
        content = tomllib.loads(read(path, path.read_bytes()).decode("utf-8-sig"))
    except OSError as error:
        raise UsageError(f"Cannot read {path}: {error.strerror}.") from error
    except tomllib.TOMLDecodeError as error:
        raise UsageError(f"{path} is not valid TOML: {error}.") from error
    except RecursionError as error:
        raise UsageError(f"{path} is not valid TOML: it is nested too deeply.") from error
    except UnicodeDecodeError as error:
        raise UsageError(f"{path} is not in UTF-8: save it as UTF-8.") from error
    if path.name != "pyproject.toml":
        return content
    tools = content.get("tool")
    settings = tools.get("comparatex", {}) if isinstance(tools, dict) else {}
    if not isinstance(settings, dict):
        raise UsageError(f"{path}: comparatex must be a table: write [tool.comparatex].")
    return settings


def defaults(
    settings: dict[str, Any],
    command: str,
    commands: Collection[str],
    options: Callable[[str], Collection[str]],
    path: Path,
) -> dict[str, Any]:
    """Return the defaults for one command: the file's general keys, then those of the command's own table.

    `options` returns the long names of a command's options, which takes a while, so the running one is asked first.
    """

    def is_option(name: str) -> bool:
        return name in options(command) or any(name in options(other) for other in commands)

    # ``templates`` and ``audit`` are commands and options.
    tables = {key for key in settings if key in commands and (isinstance(settings[key], dict) or not is_option(key))}
    general = {key: value for key, value in settings.items() if key not in tables | {*NAMING, SCORES, FIGURES}}
    for key, value in general.items():
        if not is_option(key):
            is_table = isinstance(value, dict)
            every = {name for other in commands for name in options(other)}
            names = [*every, *NAMING, SCORES, FIGURES, *(commands if is_table else ())]
            raise _unknown(key, names, f"{path}", "command or option" if is_table else "option")
    for key in sorted(OWN & general.keys()):
        owners = [f"[{name}]" for name in commands if key in options(name)]
        if len(owners) > 1:
            where = f"{', '.join(owners[:-1])} or {owners[-1]}"
            raise UsageError(f"{path}: {key} does not mean the same to all commands: write it below {where}.")
    chosen = {key: value for key, value in general.items() if key in options(command)}
    for name in tables:
        table = settings[name]
        if not isinstance(table, dict):
            raise UsageError(f"{path}: {name} is a command, so it must be a table: write [{name}].")
        check(table, options(name), f"{path}, [{name}]")
        if name == command:
            chosen = {key: value for key, value in chosen.items() if key not in table} | table
    return chosen


def figures(settings: dict[str, Any], path: Path) -> tuple[dict[str, Any], ...]:
    """Return the tables ``[[figure]]`` of a config file."""
    tables = settings.get(FIGURES, [])
    if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        raise UsageError(f'{path}: {FIGURES} must be tables: write [[{FIGURES}]], and kind = "mcm" below it.')
    for table in tables:
        if not isinstance(table.get("kind"), str) or not isinstance(table.get("name", ""), str):
            raise UsageError(f'{path}, [[{FIGURES}]]: say what it is, as in kind = "mcm"; a name is a text.')
    return tuple(tables)


def inputs(settings: dict[str, Any], path: Path) -> tuple[str, ...]:
    """Return the tables of scores named in a config file, which are relative to its folder."""
    sources = settings.get(SCORES, [])
    if isinstance(sources, str):
        sources = [sources]
    if not isinstance(sources, list) or not all(isinstance(name, str) for name in sources):
        raise UsageError(f'{path}: {SCORES} must be a list of files, such as ["results.csv"].')
    return tuple(relative_to(path.resolve().parent / name, Path.cwd()) for name in sources)


def check(keys: Iterable[str], options: Collection[str], place: str) -> None:
    """Refuse keys that are not options."""
    for key in keys:
        if key not in options:
            raise _unknown(key, options, place)


def _unknown(key: str, known: Iterable[str], place: str, what: str = "option") -> UsageError:
    close = closest(key, list(known))
    return UsageError(f"{place}: no {what} is called {key}{hint(key, [close], str) if close else '.'}")


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
    path = path or find(Path.cwd(), say)
    if path is None or ctx.resilient_parsing:
        return
    settings = load(path)
    group = ctx.parent.command if ctx.parent else ctx.command
    commands = group.commands if isinstance(group, click.Group) else {}
    of_command = settings.get(str(ctx.info_name))
    for table in (settings, of_command if isinstance(of_command, dict) else {}):
        _refuse_opposites(ctx.command, table, path)
    chosen = defaults(settings, str(ctx.info_name), commands, lambda name: keys_of(commands[name]), path)
    ctx.default_map = {**(ctx.default_map or {}), **by_parameter(ctx.command, chosen, path)}
    others = sorted(commands.keys() & settings.keys() - {ctx.info_name})
    ctx.obj = Configured(
        path=path,
        scores=inputs(settings, path),
        naming={key: settings[key] for key in NAMING if key in settings},
        tables={name: settings[name] for name in others if isinstance(settings[name], dict)},
        figures=figures(settings, path),
    )


def keys_of(command: click.Command) -> dict[str, tuple[click.Option, bool]]:
    """Return the options of a command by their keys in the file, and whether a key means no."""
    return {
        text.lstrip("-"): (option, text in option.secondary_opts)
        for option in options_of(command)
        for text in (*option.opts, *option.secondary_opts)
    }


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
        check(table, keys_of(command).keys() - {"output"}, f"{file.path}, [[{FIGURES}]] of {kind}")
    _refuse_opposites(command, table, file.path)
    chosen = by_parameter(command, table, file.path)
    params = {str(param.name): param for param in command.params if param.name in chosen}
    return as_printed({name: param.type_cast_value(ctx, chosen[name]) for name, param in params.items()}, ctx)


def by_parameter(command: click.Command, chosen: Mapping[str, Any], path: Path) -> dict[str, Any]:
    """Translate option names to parameter names; ``no-pdf = true`` is ``pdf = false``; the last one counts."""
    options, values = keys_of(command), dict[str, Any]()
    for key, value in chosen.items():
        option, negated = options[key]
        name = str(option.name)
        _check(option, key, value, path)
        _refuse_elsewhere(option, key, value, path)
        values[name] = not value if negated else _value(option, value, path.parent)
        _convert(option, key, values[name], path)
    return values


def _refuse_opposites(command: click.Command, keys: Collection[str], path: Path) -> None:
    """Refuse two keys of one table that set the same parameter, such as `pdf` and `no-pdf`."""
    first: dict[str | None, str] = {}
    for name, (option, _) in keys_of(command).items():
        if name in keys and first.setdefault(option.name, name) != name:
            raise UsageError(f"{path}: {first[option.name]} and {name} are about the same: leave one of them out.")


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
