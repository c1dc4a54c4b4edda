"""What a notebook shows of a table of scores, and the HTML that other summaries share."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

from comparatex.data.scores import BINARY

if TYPE_CHECKING:
    from comparatex.data.scores import Scores

_TASKS, _COMPARATES = 10, 8


def html(scores: Scores) -> str:
    """Return the first tasks and comparates of a table as HTML."""
    columns = range(min(scores.n_comparates, _COMPARATES))
    rows = [
        (task, *(_score(float(scores.values[t, c]), int(scores.decimals[t, c])) for c in columns))
        for t, task in enumerate(scores.tasks[:_TASKS])
    ]
    table = grid(("", *scores.comparates[:_COMPARATES]), rows)
    left = scores.n_tasks - _TASKS, scores.n_comparates - _COMPARATES
    more = [count(n, noun) for n, noun in zip(left, ("more task", "more comparate"), strict=True) if n > 0]
    rest = f"<p>… and {' and '.join(more)}</p>" if more else ""
    return f"<div><p>{escape(extent(scores))}</p>{table}{rest}</div>"


def extent(scores: Scores) -> str:
    """Return how large a table is, what it measures, and which scores are better.

    Examples
    --------
    >>> import comparatex as cx
    >>> extent(cx.read({"A": {"iris": 0.9, "wine": 0.8}, "B": {"iris": 0.7, "wine": 0.8}}))
    '2 comparates on 2 tasks, higher is better'
    """
    size = f"{count(scores.n_comparates, 'comparate')} on {count(scores.n_tasks, 'task')}"
    family = f" of {scores.family}" if scores.family else ""
    measure = f", {scores.measure}" if scores.measure else ""
    return f"{size}{family}{measure}, {scores.direction} is better"


def count(number: int, noun: str) -> str:
    """Return a number with its noun."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def grid(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table whose first column names its rows."""
    header = "".join(f"<th>{escape(text)}</th>" for text in head)
    body = "".join(
        f"<tr><th>{escape(first)}</th>{''.join(f'<td>{escape(text)}</td>' for text in rest)}</tr>"
        for first, *rest in rows
    )
    return f"<table><thead><tr>{header}</tr></thead><tbody>{body}</tbody></table>"


def _score(value: float, decimals: int) -> str:
    """Return a score as it was written; a dash where it is missing."""
    if value != value:
        return "–"
    return f"{value:.6g}" if decimals == BINARY else f"{value:.{decimals}f}"
