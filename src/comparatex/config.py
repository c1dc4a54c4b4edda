"""Defaults from ``comparatex.toml``, or from ``[tool.comparatex]`` in ``pyproject.toml``."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from comparatex.errors import UsageError
from comparatex.files import relative_to, was_read
from comparatex.names import closest, hint

FILE = "comparatex.toml"
SCORES = "scores"
"""The key of the tables of scores, for commands that name none."""

FIGURES = "figure"
"""The key of the tables of figures and tables that a report has, ``[[figure]]``."""

NAMING = ("names", "groups", "colours", "comparate-order")
"""Keys of the file that are not options of the command line: what comparates are called and look like."""

OWN = frozenset(
    [
        "adjusted",
        "backend",
        "baseline",
        "caption",
        "cells",
        "column",
        "intervals",
        "jobs",
        "label",
        "max-points",
        "no-intervals",
        "of",
        "only",
        "output",
        "raw",
        "row",
    ]
)
"""Options that do not mean the same to all commands: keys of the commands' own tables, and never general ones."""


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
        elif file.is_file() and (file == study or _load(file)):
            return file
        if folder == home or (folder / ".git").exists():
            break
    return None


def _is_of_this_user(path: Path) -> bool:
    """Whether a file belongs to the user, or to the system's administrator."""
    return sys.platform == "win32" or path.stat().st_uid in (os.geteuid(), 0)


def load(path: Path) -> dict[str, Any]:
    """Return the settings in a config file; in a ``pyproject.toml``, those in ``[tool.comparatex]``."""
    return _load(path, was_read)


def _load(path: Path, read: Callable[[Path, bytes], bytes] = lambda _, content: content) -> dict[str, Any]:
    """Return the settings in a config file, which may only be looked into."""
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


class _Union(Collection[str]):
    """The options of all commands; those of the running one are searched first, others only if necessary."""

    def __init__(self, known: Mapping[str, set[str]], running: str) -> None:
        self._known, self._running = known, running

    def __contains__(self, name: object) -> bool:
        return name in self._known[self._running] or any(name in names for names in self._known.values())

    def __iter__(self) -> Iterator[str]:
        return iter(set().union(*self._known.values()))

    def __len__(self) -> int:
        return len(set(self))


def defaults(
    settings: dict[str, Any], command: str, known: Mapping[str, set[str]], path: Path
) -> dict[str, Any]:
    """Return the defaults for one command: the file's general keys, then those of the command's own table."""
    everywhere = _Union(known, command)
    tables = {key for key in known.keys() & settings.keys() if _is_table(key, settings[key], everywhere)}
    general = {
        key: value for key, value in settings.items() if key not in tables | {*NAMING, SCORES, FIGURES}
    }
    check(general, everywhere, f"{path}", known)
    for key in sorted(OWN & general.keys()):
        _refuse_general(key, known, path)
    chosen = {key: value for key, value in general.items() if key in known[command]}
    for name in tables:
        table = settings[name]
        if not isinstance(table, dict):
            raise UsageError(f"{path}: {name} is a command, so it must be a table: write [{name}].")
        check(table, known[name], f"{path}, [{name}]")
        if name == command:
            chosen = {key: value for key, value in chosen.items() if key not in table} | table
    return chosen


def _is_table(key: str, value: Any, options: Collection[str]) -> bool:
    """Whether a key that names a command means its table; ``templates`` and ``audit`` are also options."""
    return isinstance(value, dict) or key not in options


def _refuse_general(key: str, known: Mapping[str, set[str]], path: Path) -> None:
    """Refuse a general key that belongs in the commands' own tables, unless only one command has it."""
    owners = [name for name in known if key in known[name]]
    if len(owners) > 1:
        where = f"{', '.join(f'[{name}]' for name in owners[:-1])} or [{owners[-1]}]"
        raise UsageError(f"{path}: {key} does not mean the same to all commands: write it below {where}.")


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


def check(keys: dict[str, Any], known: Collection[str], place: str, commands: Iterable[str] = ()) -> None:
    """Refuse keys that are not options, and tables that do not belong to a command."""
    for key, value in keys.items():
        if key not in known:
            is_table = isinstance(value, dict) and bool(commands)
            meant = [
                *known,
                *([*NAMING, SCORES, FIGURES] if commands else []),
                *(commands if is_table else []),
            ]
            what = "command or option" if is_table else "option"
            close = closest(key, meant)
            raise UsageError(f"{place}: no {what} is called {key}{hint(key, [close], str) if close else '.'}")
