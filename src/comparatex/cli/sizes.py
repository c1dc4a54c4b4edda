"""Sizes of test sets, and discordant counts: columns of the table of scores, or of a table of tasks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
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
        from comparatex.data.labelling import labels

        comparison = study.comparison(given)
        return comparison, _whole(labels(comparison.scores.tasks, study.reading({**given, **where})))
    if given["group"]:
        raise UsageError("With --group, give the sizes of test sets in a table of their own: --sizes FILE.")
    table = study.scores({**given, **where, "in_group": None})
    return study.compared(replace(table, task_groups={}), given), _whole(table.task_groups)


def _whole(sizes: Mapping[str, str]) -> dict[str, int]:
    """Return sizes as whole numbers."""
    for task, size in sizes.items():
        if not (size.isascii() and size.isdecimal() and int(size) > 0):
            raise DataError(
                f"The size of the test set of {quoted(task)} is {quoted(size)}, no whole number above 0."
            )
    return {task: int(size) for task, size in sizes.items()}


def discordant_counts(given: dict[str, Any]) -> dict[str, tuple[int, int]]:
    """Return, for every task, the instances that each of two comparates alone gets right; they name the pair.

    Raises
    ------
    UsageError
        The table has not two columns beside the tasks, or not those of the pair that is asked for.
    DataError
        A count is no whole number.
    """
    if not given["discordant"]:
        return {}
    own = {"scores": (given["discordant"],), "group": None, "task_groups": None, "in_group": None}
    plain = {"include": (), "exclude": (), "missing": "error", "layout": "wide", "higher_is_better": True}
    table = study.scores({**given, **own, **plain})
    if len(table.comparates) != 2:
        raise UsageError(
            "A table of discordant counts has a column of tasks and one for each of two comparates, with the "
            f"instances that it alone gets right; this one has {len(table.comparates)}."
        )
    first, second = given["row"] or table.comparates[0], given["column"] or table.comparates[1]
    if {first, second} != set(table.comparates):
        raise UsageError(
            f"The discordant counts are of {' and '.join(table.comparates)}, not of {first} and {second}."
        )
    given["row"], given["column"] = first, second
    if (table.values % 1 != 0).any() or (table.values < 0).any():
        raise DataError("Discordant counts must be whole numbers that are not negative.")
    counts = table.values[:, [table.comparates.index(first), table.comparates.index(second)]].astype(int)
    return {task: (int(b), int(c)) for task, (b, c) in zip(table.tasks, counts, strict=True)}
