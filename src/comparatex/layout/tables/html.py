"""Tables as one self-contained page of HTML: no script, no network; names are text."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from comparatex.layout.tables.booktabs import Column, Entry, Part, Table

_ALIGN = {"l": "start", "r": "end", "c": "center"}
_TAGS = {"": "", "second": "em"}
_STYLE = """\
:root { color-scheme: light dark; }
body { font: 1rem/1.45 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; border-block: 2px solid; font-variant-numeric: tabular-nums; margin-block: 1rem; }
thead { border-block-end: 1px solid; }
th, td { padding: 0.2rem 0.7rem; }
tr.rule > * { border-block-start: 1px solid color-mix(in srgb, currentColor 40%, transparent); }
tbody th { font-weight: inherit; }
.start { text-align: start; } .end { text-align: end; } .center { text-align: center; }
@media print { body { margin: 0; max-width: none; } tr { break-inside: avoid; } }"""


def page(table: Table, language: str) -> str:
    """Return a table as a page, its parts one after the other and its caption below.

    Parameters
    ----------
    table : Table
        The view model.
    language : str
        Code of the language of its texts.
    """
    title = escape(table.title)
    return f"""\
<!doctype html>
<html lang="{escape(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
{_STYLE}
</style>
</head>
<body>
<main>
<h1>{title}</h1>
{_body(table)}
</main>
</body>
</html>
"""


def fragment(table: Table, language: str) -> str:
    """Return a table as a part of a page, for notebooks: without a title, and with the notebook's own look."""
    return f'<div lang="{escape(language)}">\n{_body(table)}\n</div>'


def _body(table: Table) -> str:
    """Return the parts and the caption of a table."""
    title = escape(table.title)
    parts = "\n".join(
        f'<div class="scroll" tabindex="0" role="region" aria-label="{title}">\n{_part(part)}\n</div>'
        for part in table.parts
    )
    return f"{parts}\n<p>{escape(table.caption)}</p>"


def _part(part: Part) -> str:
    sides = [_ALIGN[column.align] for column in part.columns]
    head = _row(
        (_cell("th", side, _heading(c), "col") for c, side in zip(part.columns, sides, strict=True)), ""
    )
    rows = (
        _row(
            (_cell("td", side, _entry(e)) for e, side in zip(line.entries, sides, strict=True)),
            line.rule and "rule",
        )
        for line in part.lines
    )
    body = "\n".join(rows)
    return f"<table>\n<thead>\n{head}\n</thead>\n<tbody>\n{body}\n</tbody>\n</table>"


def _row(cells: Iterable[str], kind: str | bool) -> str:
    return f"<tr{f' class={kind!r}' if kind else ''}>{''.join(cells)}</tr>"


def _cell(tag: str, side: str, text: str, scope: str = "") -> str:
    return f'<{tag} class="{side}"{f" scope={scope!r}" if scope else ""}>{text}</{tag}>'


def _heading(column: Column) -> str:
    return escape(column.heading)


def _entry(entry: Entry) -> str:
    spread = f" ± {entry.spread}" if entry.spread and not entry.bare else ""
    tag, text = _TAGS.get(entry.mark, "strong"), escape(entry.text + spread)
    return f"<{tag}>{text}</{tag}>" if tag and text else text
