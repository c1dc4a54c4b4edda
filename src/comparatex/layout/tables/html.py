"""Tables as HTML: one self-contained page, or a part of a larger one; names are text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape

from markupsafe import Markup

from comparatex.files import TEMPLATES
from comparatex.hypertext import html
from comparatex.layout.tables.booktabs import Entry, Line, Part, Table
from comparatex.layout.widths import serif_width

STYLE = "report.css"
"""The template with the look of tables and pages."""
_ALIGN = {"l": "start", "r": "end", "c": "center"}
_TAGS = {"": "", "second": "em"}
_SANS, _PADDING = 1.05, 1.0
"""How wide a sans-serif type is beside a serif one, and the room around an entry."""


def page(table: Table, language: str) -> str:
    """Return a table as a page, its caption below."""
    title, style = escape(table.title), (TEMPLATES / STYLE).read_text(encoding="utf-8")
    return f"""\
<!doctype html>
<html lang="{escape(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
{style}</style>
</head>
<body class="table">
<main>
<h1>{title}</h1>
<div class="scroll" tabindex="0" role="region" aria-label="{title}">
{body(table)}
</div>
<p class="caption">{html(table.caption)}</p>
</main>
</body>
</html>
"""


def fragment(table: Table, language: str) -> str:
    """Return a table as a part of a page, for notebooks: without a title, and with the notebook's own look."""
    return f'<div lang="{escape(language)}">\n{body(table)}\n<p>{html(table.caption)}</p>\n</div>'


def body(table: Table, kind: str = "") -> Markup:
    """Return a table as an element, or those below each other; what follows a rule is a group of rows of its own.

    Lines that sum up all those above are its foot.
    """
    return Markup("\n".join(_table(whole, kind) for whole in table.wholes))


def _table(whole: Part, kind: str) -> str:
    sides = [_ALIGN[column.align] for column in whole.columns]
    cells = (
        _cell("th", html(column.heading), class_=side, scope="col")
        for column, side in zip(whole.columns, sides, strict=True)
    )
    head = f"<thead>\n<tr>{''.join(cells)}</tr>\n</thead>"
    bodies = "\n".join(_group(lines, sides) for lines in _groups(whole.lines))
    opened = f'<table class="{kind}">' if kind else "<table>"
    return f"{opened}\n{head}\n{bodies}\n</table>"


def extent(table: Table) -> tuple[float, int]:
    """Return about how wide a table is, in units of its type size, and how many rows it has."""
    return max(map(_width, table.wholes)), sum(len(whole.lines) for whole in table.wholes)


def _width(whole: Part) -> float:
    columns = (
        max(
            (serif_width(line.entries[j].text + _spread(line.entries[j])) for line in whole.lines),
            default=0.0,
        )
        for j in range(len(whole.columns))
    )
    least = (max(map(serif_width, column.heading.split() or [""])) for column in whole.columns)
    return sum(_SANS * max(both) + _PADDING for both in zip(columns, least, strict=True))


def _groups(lines: Iterable[Line]) -> Iterator[list[Line]]:
    """Yield the lines between rules."""
    group: list[Line] = []
    for line in lines:
        if line.rule and group:
            yield group
            group = []
        group.append(line)
    yield group


def _group(lines: Sequence[Line], sides: Sequence[str]) -> str:
    tag = "tfoot" if lines and lines[0].sums else "tbody"
    rows = "\n".join(_row(line, sides) for line in lines)
    return f"<{tag}>\n{rows}\n</{tag}>"


def _row(line: Line, sides: Iterable[str]) -> str:
    cells = (
        _entry(entry, side, head=j == 0)
        for j, (entry, side) in enumerate(zip(line.entries, sides, strict=True))
    )
    return f"<tr>{''.join(cells)}</tr>"


def _cell(tag: str, text: str, **attributes: str) -> str:
    known = "".join(
        f' {name.rstrip("_").replace("_", "-")}="{value}"' for name, value in attributes.items() if value
    )
    return f"<{tag}{known}>{text}</{tag}>"


def _entry(entry: Entry, side: str, *, head: bool) -> str:
    tag, text = _TAGS.get(entry.mark, "strong"), html(entry.text) + _spread(entry)
    shown = f"<{tag}>{text}</{tag}>" if tag and text else str(text)
    scope, pad = "row" if head else "", escape(entry.pad)
    return _cell("th" if head else "td", shown, class_=side, scope=scope, data_pad=pad)


def _spread(entry: Entry) -> str:
    """Return the standard deviation of an entry, after it."""
    return f" ± {entry.spread}" if entry.spread and not entry.bare else ""
