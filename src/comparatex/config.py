"""Defaults from ``comparatex.toml``, or from ``[tool.comparatex]`` in ``pyproject.toml``."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Collection, Iterable
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
    ("adjusted", "backend", "baseline", "caption", "cells", "column", "draws", "intervals", "jobs", "label",
     "max-points", "no-intervals", "of", "only", "output", "raw", "row", "target")
)  # fmt: skip
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
