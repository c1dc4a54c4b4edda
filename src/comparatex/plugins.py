"""What other packages add by entry points: formats, tests, statistics of cells, corrections, figures and tables."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, Any

from comparatex.errors import DataError
from comparatex.names import quoted

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint


def cause(error: Exception) -> str:
    """Return what an error of another package says, in a line."""
    text = " ".join(str(error).split())
    return f"{type(error).__name__} ({text[:200].rstrip('.')})" if text else type(error).__name__


@cache  # to look through all installed packages takes longer than many a command
def points(group: str) -> list[EntryPoint]:
    """Return the entry points of a group by their names."""
    from importlib.metadata import entry_points

    return sorted(entry_points(group=f"comparatex.{group}"), key=lambda point: point.name)


def added(group: str, name: str = "") -> Iterator[tuple[str, Any]]:
    """Yield the names of a group, or one of them, with what is added, or the error that it cannot be loaded."""
    for point in points(group):
        if name in ("", point.name):
            try:
                yield point.name, point.load()
            except Exception as error:  # another package may raise anything
                yield point.name, faulty(group, point.name, error)


def faulty(group: str, name: str, error: Exception) -> DataError:
    """Return the error that something of another package cannot be loaded."""
    return DataError(
        f"The {group.removesuffix('s')} {quoted(name)} of another package cannot be loaded: {cause(error)}."
    )


def called(group: str, name: str) -> Any | None:
    """Return what is added under a name, or None; raise what prevents its being loaded."""
    for _, one in added(group, name):
        if isinstance(one, DataError):
            raise one
        return one
    return None
