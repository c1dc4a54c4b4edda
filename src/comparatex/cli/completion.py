"""What shells complete: files, and the names in the table of scores on the line."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

_SEPARATORS = {".csv": ",", ".tsv": "\t", ".txt": "\t"}
_MOST = 1 << 20
"""Characters of the headings that are read."""


def files(_: click.Context, __: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Return the mark by which the shell completes names of files and folders."""
    from click.shell_completion import CompletionItem

    return [CompletionItem(incomplete, type="file")]


def columns(ctx: click.Context, incomplete: str) -> list[CompletionItem]:
    """Return the columns of the table on the line that begin like this."""
    return _beginning(incomplete, _heading(ctx))


def comparates(ctx: click.Context, incomplete: str) -> list[CompletionItem]:
    """Return the comparates of the wide table on the line that begin like this, after others and a comma."""
    before, comma, last = incomplete.rpartition(",")
    return _beginning(last, _heading(ctx)[1:], before + comma)


def _beginning(start: str, names: list[str], before: str = "") -> list[CompletionItem]:
    from click.shell_completion import CompletionItem

    return [CompletionItem(before + name) for name in names if name.lower().startswith(start.lower())]


def _heading(ctx: click.Context) -> list[str]:
    """Return the headings of the first file of comma- or tab-separated values on the line."""
    words = (*(ctx.params.get("scores") or ()), *ctx.args)  # what stands before an option without its value
    tables = (Path(word) for word in words if Path(word).suffix.lower() in _SEPARATORS)
    try:
        table = next(table for table in tables if table.is_file())
        with table.open(encoding="utf-8-sig", newline="") as file:
            lines = csv.reader([file.readline(_MOST)], delimiter=_SEPARATORS[table.suffix.lower()])
            return [cell.strip() for cell in next(lines, [])]
    except (StopIteration, OSError, ValueError, csv.Error):
        return []
