"""The figures and tables that there are, and how many comparates each takes, known before anything is computed.

Each module of `comparatex.figures` is a figure, and each of `comparatex.tables` a table, and declares itself by its
settings. Commands, their help, limits, keys of the config file, schema, reference and reports follow from that. A
module imports what computes and what draws within its functions, so that its settings can be listed at once.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Literal, TypeVar

from comparatex.errors import UsageError
from comparatex.files import limited
from comparatex.layout.options.shared import Showing

K = TypeVar("K", bound=type[Showing])
Folder = Literal["figures", "tables"]
Source = Literal["comparison", "audit"]


@dataclass(frozen=True)
class Limit:
    """How many comparates an artefact takes; of a matrix, the root of its cells."""

    most: int
    why: str  # what more would be, after "of so many comparates"
    remedy: str = "`top`"  # what can be done, after "show fewer by"
    of_pairs: bool = False  # whether it has a line for each pair, so that with `max_rows` any number has room


ANY_NUMBER = Limit(sys.maxsize, "", "")  # of what shows one or two comparates, or the study: any table has room
LINES = Limit(3000, "would fill dozens of pages")  # of a table with a line for each, 45 on a page
PAIRS = Limit(150, "would fill hundreds of pages", "`top` or `max_rows`", of_pairs=True)
"""Of a table with a line for each pair: 11,175, on 250 pages; `stats` has the numbers of any number of pairs."""


@dataclass(frozen=True)
class Declaration:
    """What the module of a figure or table says of it."""

    options: type[Showing]  # its settings
    help: str  # what the command of a figure does, or what a table holds
    limit: Limit
    of: Source  # what it shows: statistics, or what an audit of them found
    example: str = ""  # what an example of its command ends with


_DECLARED: dict[str, Declaration] = {}


def figure(
    help: str, *, limit: Limit, name: str = "", of: Source = "comparison", example: str = ""
) -> Callable[[K], K]:
    """Return a decorator that declares the figure of a module by its settings.

    The first line of the module's docstring is its help in short; its name is by default that of the module.
    """

    def declare(options: K) -> K:
        key = name or options.__module__.rpartition(".")[2].replace("_", "-")
        _DECLARED[key] = Declaration(options, help, limit, of, example)
        return options

    return declare


@cache
def names(folder: Folder) -> tuple[str, ...]:
    """Return the names of all figures, or of all tables."""
    paths = (Path(__file__).parent / folder).glob("[!_]*.py")
    return tuple(sorted(path.stem.replace("_", "-") for path in paths))


def module(name: str) -> ModuleType:
    """Return the module of a figure or table."""
    folder = "figures" if name in names("figures") else "tables"
    return import_module(f"comparatex.{folder}.{name.replace('-', '_')}")


def declaration(name: str) -> Declaration:
    """Return what the module of a figure or table declares."""
    module(name)
    return _DECLARED[name]


def options_of(folder: Folder) -> dict[str, type[Showing]]:
    """Return the settings of every figure, or of every table, by its name."""
    return {name: declaration(name).options for name in names(folder)}


def require_room(name: str, options: Showing, n_comparates: int) -> None:
    """Refuse an artefact of more comparates than it takes, of all those of the table."""
    limit, n_shown = declaration(name).limit, shown(options, n_comparates)
    cut = limit.of_pairs and bool(getattr(options, "max_rows", 0))
    if limited() and not cut and math.prod(n_shown) > limit.most ** len(n_shown):
        raise UsageError(
            f"{name} of {max(n_shown):,} comparates {limit.why}, and it takes {limit.most:,}: show fewer by "
            f"{limit.remedy}, or give `no_limits`."
        )


def shown(options: Showing, n_comparates: int) -> tuple[int, ...]:
    """Return how many comparates are shown at most; of a matrix, in rows and in columns.

    >>> from comparatex.layout.options.figures import McmOptions
    >>> from comparatex.layout.options.shared import Choosing
    >>> shown(Choosing(top=12, ours=("A",)), 500), shown(McmOptions(focus=("A",)), 500)
    ((13,), (1, 500))
    """
    some = len(getattr(options, "include", ())) or n_comparates
    top = getattr(options, "top", 0)
    if top:
        some = min(some, top + len({*options.ours, *options.focus}))
    rows, columns = getattr(options, "rows", None), getattr(options, "columns", None)
    if rows is None or columns is None:
        return (some,)
    return len(rows or options.focus) or some, len(columns) or some
