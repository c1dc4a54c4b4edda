"""Tables in HTML, Markdown and Typst, which are templates as LaTeX is, and as CSV; what comes from data is escaped."""

from __future__ import annotations

import csv
import io
import math
import re
from collections.abc import Sequence
from html import escape
from itertools import chain
from pathlib import Path

from markupsafe import Markup

from comparatex.files import TEMPLATES
from comparatex.hypertext import html
from comparatex.layout.numbers import UNDEFINED
from comparatex.layout.tables.booktabs import Column, Entry, Part, Table, Value
from comparatex.layout.widths import serif_width
from comparatex.letters import RIGHT_TO_LEFT
from comparatex.names import guarded
from comparatex.render import render_html

STYLE = "report.css"
"""The template with the look of tables and pages."""
_SANS, _PADDING = 1.05, 1.0
"""How wide a sans-serif type is beside a serif one, and the room around an entry."""


# ------------------------------------------------------------------------------------------------------- HTML
def page(table: Table, language: str, templates: Sequence[Path] = ()) -> str:
    """Return a table as a page, its caption below."""
    style = Markup((TEMPLATES / STYLE).read_text(encoding="utf-8"))
    context = {"kind": "", "html": html, "language": language, "style": style}
    return render_html("table-page.html.jinja", templates, table=table, **context)


def notebook(table: Table, language: str) -> str:
    """Return a table as a part of a page, for notebooks: without a title, and with the notebook's own look."""
    return f'<div lang="{escape(language)}">\n{body(table)}\n<p>{html(table.caption)}</p>\n</div>'


def body(table: Table, kind: str = "") -> Markup:
    """Return a table as an element, or those below each other."""
    return Markup(render_html("table.html.jinja", table=table, kind=kind, html=html).rstrip("\n"))


def extent(table: Table) -> tuple[float, int]:
    """Return about how wide a table is, in units of its type size, and how many rows it has."""
    return max(map(_width, table.wholes)), sum(len(part.lines) for part in table.wholes)


def _width(part: Part) -> float:
    columns = (
        max((serif_width(line.entries[j].full) for line in part.lines), default=0.0) for j in range(len(part.columns))
    )
    least = (max(map(serif_width, column.heading.split() or [""])) for column in part.columns)
    return sum(_SANS * max(both) + _PADDING for both in zip(columns, least, strict=True))


# --------------------------------------------------------------------------------------------------- Markdown
_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~&$])")
_LIVE = re.compile(r"@(?=\w)|#(?=\d)|\bwww(?=\.)|:(?=//)", re.IGNORECASE)
"""What makes mentions and links of plain text, in a file that may be posted for others; a joiner ends that."""


def markdown(table: Table, templates: Sequence[Path] = ()) -> str:
    """Return a table in Markdown, its caption below."""
    return render_html("table.md.jinja", templates, table=table, text=escaped)


def escaped(text: str) -> Markup:
    r"""Return a text such that Markdown and HTML show it as it is, on one line.

    >>> print(escaped("a|b <script> *x*"), escaped("two\nlines"))
    a\|b \<script\> \*x\* two lines
    >>> print(ascii(str(escaped("@octocat http://evil.test www.evil.test"))))
    '@\u2060octocat http:\u2060//evil.test www\u2060.evil.test'
    """
    text = _LIVE.sub("\\g<0>\u2060", " ".join(text.split("\n")))
    return Markup(RIGHT_TO_LEFT.sub("\u2068\\g<0>\u2069", _SPECIAL.sub(r"\\\1", text)))


# ------------------------------------------------------------------------------------------------------ Typst
def typst(table: Table, templates: Sequence[Path] = ()) -> str:
    """Return a table in Typst, to be used with ``#include``."""
    return render_html("table.typ.jinja", templates, table=table, text=string)


def string(text: str) -> Markup:
    r"""Return a text as a string of Typst's code, in which only quotation marks and backslashes mean anything.

    >>> print(string('a "b" \\ #c'), string("two\nlines"))
    "a \"b\" \\ #c" "two lines"
    """
    marked = " ".join(text.split("\n")).replace("\\", "\\\\").replace('"', '\\"')
    return Markup(f'"{marked}"')


def data(table: Table) -> str:
    """Return a table as CSV, without marks and caption.

    Columns that are side by side on no page are here; tables below each other have an empty line between them. An
    interval, or a record of wins, ties and losses, takes a column for each of its numbers.
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    for number, part in enumerate(table.wholes):
        text.write("\n" if number else "")
        writer.writerow(map(_cell, chain.from_iterable(map(_headings, part.columns))))
        for line in part.lines:
            writer.writerow(map(_cell, chain.from_iterable(map(_values, part.columns, line.entries))))
    return text.getvalue()


def _headings(column: Column) -> tuple[str, ...]:
    return column.values or (column.heading,)


def _values(column: Column, entry: Entry) -> list[Value]:
    """Return the values of an entry, as many as its column has headings."""
    n = len(_headings(column))
    values = [*(entry.values or (entry.text,))][:n]
    return [*values, *[""] * (n - len(values))]


def _cell(value: Value) -> Value:
    """Return what a cell says: names guarded against spreadsheets, nothing for what is undefined."""
    if isinstance(value, str):
        return "" if value == UNDEFINED else guarded(value)
    return value if math.isfinite(value) else ""
