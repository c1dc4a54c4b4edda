"""Tables as Markdown, as GitHub reads it: for a README, an issue, a page of documentation."""

from __future__ import annotations

import re
from collections.abc import Iterable

from comparatex.layout.tables.booktabs import Column, Entry, Part, Table
from comparatex.letters import RIGHT_TO_LEFT

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~&$])")
_LIVE = re.compile(r"@(?=\w)|#(?=\d)|\bwww(?=\.)|:(?=//)", re.IGNORECASE)
"""What makes mentions and links of plain text, in a file that may be posted for others; a joiner ends that."""

_RULES = {"l": ":--", "r": "--:", "c": ":-:"}


def markdown(table: Table) -> str:
    """Return a table in Markdown, its caption below."""
    return "\n\n".join([*map(_part, table.wholes), escaped(table.caption)]) + "\n"


def escaped(text: str) -> str:
    r"""Return a text such that Markdown and HTML show it as it is, on one line.

    >>> escaped("a|b <script> *x*"), escaped("two\nlines")
    ('a\\|b \\<script\\> \\*x\\*', 'two lines')
    >>> print(ascii(escaped("@octocat http://evil.test www.evil.test")))
    '@\u2060octocat http:\u2060//evil.test www\u2060.evil.test'
    """
    text = _LIVE.sub("\\g<0>\u2060", " ".join(text.split("\n")))
    return RIGHT_TO_LEFT.sub("\u2068\\g<0>\u2069", _SPECIAL.sub(r"\\\1", text))


def _part(part: Part) -> str:
    rows = [[_entry(entry) for entry in line.entries] for line in part.lines]
    return "\n".join(
        [
            _row(map(_heading, part.columns)),
            _row(_RULES[column.align] for column in part.columns),
            *map(_row, rows),
        ]
    )


def _heading(column: Column) -> str:
    return escaped(column.heading)


def _entry(entry: Entry) -> str:
    spread = f" ± {entry.spread}" if entry.spread and not entry.bare else ""
    text = escaped(entry.text + spread)
    around = {"": "", "second": "*"}.get(entry.mark, "**") if text else ""
    return f"{around}{text}{around}"


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"
