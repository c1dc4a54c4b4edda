"""The tables that there are: each other module of `comparatex.tables` is one, and declares itself by its settings.

Command, help, limit, keys of the config file, schema and reference follow from the declaration. A module imports what
computes within its functions, so that its settings can be listed at once.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import TypeVar

from comparatex.layout.limits import LIMITS, Limit
from comparatex.layout.options.shared import Showing
from comparatex.layout.options.tables import TABLES

K = TypeVar("K", bound=type[Showing])
_DECLARED: dict[str, type[Showing]] = {}


def table(limit: Limit | None = None) -> Callable[[K], K]:
    """Return a decorator that declares the table of a module by its settings, whose `about` is its help.

    Parameters
    ----------
    limit : Limit, optional
        How many comparates it takes, where it has no line for each.
    """

    def declare(options: K) -> K:
        name = options.__module__.rpartition(".")[2].replace("_", "-")
        _DECLARED[name] = options
        if limit:
            LIMITS[name] = limit
        return options

    return declare


def module(name: str) -> ModuleType:
    """Return the module of a table."""
    return import_module(f"comparatex.tables.{name.replace('-', '_')}")


@cache
def declared_tables() -> dict[str, type[Showing]]:
    """Return the settings of the tables that have a module, by name."""
    paths = Path(__file__).parent.glob("[!_]*.py")
    names = sorted(path.stem.replace("_", "-") for path in paths if path.stem != "registry")
    for name in names:
        module(name)
    return {name: _DECLARED[name] for name in names}


def tables() -> dict[str, type[Showing]]:
    """Return the settings of every table, by its name."""
    return {**TABLES, **declared_tables()}
