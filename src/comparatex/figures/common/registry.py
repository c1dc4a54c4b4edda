"""The figures that there are: each module of `comparatex.figures` is one, and declares itself by its settings.

Commands, their help, limits, keys of the config file, schema, reference and reports follow from the declaration. A
module imports what computes and what draws within its functions, so that its settings can be listed at once.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import TypeVar

from comparatex.layout.limits import LIMITS, Limit
from comparatex.layout.options.figures import FIGURES
from comparatex.layout.options.shared import Showing

K = TypeVar("K", bound=type[Showing])
_PACKAGE = "comparatex.figures"


@dataclass(frozen=True)
class Declaration:
    """What the module of a figure says of it.

    Parameters
    ----------
    options : type
        Its settings.
    help : str
        What its command does.
    """

    options: type[Showing]
    help: str


_DECLARED: dict[str, Declaration] = {}


def figure(help: str, *, limit: Limit, name: str = "") -> Callable[[K], K]:
    """Return a decorator that declares the figure of a module by its settings.

    Parameters
    ----------
    help : str
        What its command does; the first line of the module's docstring is the same in short.
    limit : Limit
        How many comparates it takes.
    name : str
        Its name, by default that of the module of its settings.
    """

    def declare(options: K) -> K:
        key = name or options.__module__.rpartition(".")[2].replace("_", "-")
        _DECLARED[key] = Declaration(options, help)
        LIMITS[key] = limit
        return options

    return declare


@cache
def names() -> tuple[str, ...]:
    """Return the names of the figures that have a module."""
    folder = Path(__file__).parents[1]
    return tuple(sorted(path.stem.replace("_", "-") for path in folder.glob("[!_]*.py")))


def module(name: str) -> ModuleType:
    """Return the module of a figure."""
    return import_module(f"{_PACKAGE}.{name.replace('-', '_')}")


def declaration(name: str) -> Declaration:
    """Return what the module of a figure declares."""
    module(name)
    return _DECLARED[name]


def figures() -> dict[str, type[Showing]]:
    """Return the settings of every figure, by its name."""
    return {**FIGURES, **{name: declaration(name).options for name in names()}}
