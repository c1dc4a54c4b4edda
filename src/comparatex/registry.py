"""The figures and tables that there are, and how many comparates each takes, known before anything is computed.

Each module of `comparatex.figures` is a figure, and those of `comparatex.tables` have a function for each table; what
lays it out declares it, with its settings. Commands, their help, limits, keys of the config file, schema, reference and
reports follow from that. A module imports what computes and what draws within its functions, so that its settings can
be listed at once.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Literal, TypeVar

from comparatex.errors import UsageError
from comparatex.files import limited
from comparatex.layout.options import Showing

F = TypeVar("F", bound=Callable[..., object])
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
    """A figure or table: what the function that lays it out says of it."""

    folder: Folder
    lay_out: Callable[..., object]
    options: type[Showing]  # its settings
    help: str  # what the command of a figure does, or what a table holds
    limit: Limit
    of: Source  # what it shows: statistics, or what an audit of them found
    example: str = ""  # what an example of its command ends with
    suffixes: tuple[str, ...] = ()  # of what its command writes besides the formats of all


_DECLARED: dict[str, Declaration] = {}


def _declares(
    folder: Folder,
    help: str,
    *,
    limit: Limit = LINES,
    of: Source = "comparison",
    example: str = "",
    suffixes: tuple[str, ...] = (),
) -> Callable[[F], F]:
    """Return a decorator that declares a figure or table by the function that lays it out with settings.

    Its name is that of the module of a figure, whose docstring begins with its help in short, or of a table's function.
    """

    def declare(lay_out: F) -> F:
        name = lay_out.__module__.rpartition(".")[2] if folder == "figures" else lay_out.__name__
        (defaults,) = lay_out.__defaults__ or ()
        options = type(defaults)
        _DECLARED[name.replace("_", "-")] = Declaration(folder, lay_out, options, help, limit, of, example, suffixes)
        return lay_out

    return declare


figure, table = partial(_declares, "figures"), partial(_declares, "tables")


def _modules(folder: Folder) -> Iterator[str]:
    """Yield the names of the modules of figures or tables."""
    return (path.stem for path in (Path(__file__).parent / folder).glob("[!_]*.py"))


@cache
def names(folder: Folder) -> tuple[str, ...]:
    """Return the names of all figures, or of all tables, whose modules this imports."""
    if folder == "figures":
        return tuple(sorted(name.replace("_", "-") for name in _modules(folder)))
    for name in _modules(folder):
        import_module(f"comparatex.tables.{name}")
    return tuple(sorted(name for name, declared in _DECLARED.items() if declared.folder == folder))


def module(name: str) -> ModuleType:
    """Return the module of a figure."""
    return import_module(f"comparatex.figures.{name.replace('-', '_')}")


def declaration(name: str) -> Declaration:
    """Return what the function that lays a figure or table out declares."""
    if name in names("figures"):
        module(name)
    else:
        names("tables")
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

    >>> from comparatex.layout.options import McmOptions
    >>> from comparatex.layout.options import Choosing
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
