"""Sizes of test sets: a column of the table of scores, or a table of tasks, as groups are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from comparatex.cli import study
from comparatex.data.names import quoted
from comparatex.errors import DataError, UsageError

if TYPE_CHECKING:
    from comparatex.inference.comparison import Comparison


def comparison_with_sizes(given: dict[str, Any]) -> tuple[Comparison, dict[str, int]]:
    """Read and compare, and return the size of every task's test set; none where none is given.

    Raises
    ------
    UsageError
        Groups and sizes are both columns of the table of scores.
    DataError
        A size is no whole number above 0.
    """
    if not given["size"] and not given["size_file"]:
        return study.comparison(given), {}
    where = {"group": given["size"], "task_groups": given["size_file"]}
    if given["size_file"]:
        sizes = study.scores({**given, **where, "in_group": None}).task_groups
        return study.comparison(given), _whole(sizes)
    if given["group"]:
        raise UsageError("With --group, give the sizes of test sets in a table of their own: --sizes FILE.")
    comparison = study.comparison({**given, **where, "in_group": None})
    return comparison, _whole(comparison.scores.task_groups)


def _whole(sizes: Mapping[str, str]) -> dict[str, int]:
    """Return sizes as whole numbers."""
    for task, size in sizes.items():
        if not (size.isascii() and size.isdecimal() and int(size) > 0):
            raise DataError(
                f"The size of the test set of {quoted(task)} is {quoted(size)}, no whole number above 0."
            )
    return {task: int(size) for task, size in sizes.items()}
