"""What a notebook shows of a value: a heading, and the head of a table."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape


def html(heading: str, head: Sequence[str], rows: Sequence[Sequence[str]], more: Sequence[str] = ()) -> str:
    """Return a heading, a table whose first column names its rows, and what else there is of it."""
    rest = f"<p>… and {' and '.join(more)}</p>" if more else ""
    return f"<div><p>{escape(heading)}</p>{_table(head, rows)}{rest}</div>"


def count(number: int, noun: str) -> str:
    """Return a number with its noun.

    >>> count(1, "task"), count(2345, "pair")
    ('1 task', '2,345 pairs')
    """
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table whose first column names its rows."""
    header = "".join(f"<th>{escape(text)}</th>" for text in head)
    body = "".join(
        f"<tr><th>{escape(first)}</th>{''.join(f'<td>{escape(text)}</td>' for text in rest)}</tr>"
        for first, *rest in rows
    )
    return f"<table><thead><tr>{header}</tr></thead><tbody>{body}</tbody></table>"
