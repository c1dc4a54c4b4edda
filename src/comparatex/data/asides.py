"""What stands in a table beside its scores: titles above them, summaries of rows, descriptions of tasks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from comparatex.data.names import quoted
from comparatex.data.words import vocabulary, words

_SUMMING = vocabulary("mean, average, avg, median, rank, total, sum, std, sd, stdev, overall, wins, win")
"""Words of which one makes a name a summary, where all others are of these or of `_BESIDE`."""

_BESIDE = vocabulary(
    "score, accuracy, acc, error, f1, auc, geometric, arithmetic, number, no, of, count, all, tasks, "
    "datasets, ranks, ties, losses, tie, loss, draw, draws"
)
_COUNTS = frozenset({("w", "t", "l"), ("w", "d", "l"), ("wtl",), ("wdl",)})
_DESCRIBING = vocabulary(
    "train, test, train size, test size, size, length, series length, classes, n classes, no of classes, "
    "number of classes, n train, n test, n instances, n samples, n features, features, instances, samples, "
    "dimensions, n dimensions, channels"
)
"""Headings of columns that describe tasks, as the usual archives have them."""


def titles(rows: Sequence[Sequence[Any]]) -> int:
    """Return how many of the first rows are titles: one filled cell each, above a header of three or more.

    A first line that another separator would cut like the header is a header in disguise, not a title.

    >>> titles([["Accuracy of my thesis"], ["task", "A", "B"], ["x", "1", "2"]]), titles([["A"], ["x", "1"]])
    (1, 0)
    """
    widths = [[k for k, cell in enumerate(row) if _filled(cell)] for row in rows]
    first = next((k for k, filled in enumerate(widths) if len(filled) > 1), 0)
    if not first or widths[first][-1] < 2:
        return 0
    above = [str(cell) for row in rows[:first] for cell in row if _filled(cell)]
    width = widths[first][-1] + 1
    disguised = any(len(text.split(mark)) == width for text in above for mark in "\t;|,")
    return 0 if disguised else first


def title_note(name: str, place: str, cells: Sequence[Any]) -> str:
    """Return the note on a row that was taken as a title."""
    text = next(cell for cell in cells if _filled(cell))
    return f"{name}, {place}: {quoted(text)} is taken as a title and left out."


def sums_up(name: str) -> bool:
    """Tell whether a name is that of a summary of tasks or comparates.

    >>> sums_up("Avg. rank"), sums_up("# wins"), sums_up("W/T/L"), sums_up("MeanShift"), sums_up("Rank SVM")
    (True, True, True, False, False)
    """
    parts = words(name)
    return parts in _COUNTS or (bool(_SUMMING & set(parts)) and set(parts) <= _SUMMING | _BESIDE)


def describes(name: str) -> bool:
    """Tell whether a heading is that of a column that describes tasks.

    >>> describes("Train size"), describes("n_classes"), describes("ROCKET")
    (True, True, False)
    """
    return " ".join(words(name)) in _DESCRIBING


def _filled(cell: Any) -> bool:
    """Tell whether a cell holds anything."""
    return cell is not None and bool(str(cell).strip())
