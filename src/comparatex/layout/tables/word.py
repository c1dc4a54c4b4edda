"""Tables for a word processor: the little HTML that pandoc turns into a document."""

from __future__ import annotations

from html import escape

from comparatex.layout.tables.booktabs import Column, Entry, Part, Table

_SIDES = {"l": "left", "r": "right", "c": "center"}
_TAGS = {"": "", "second": "u"}


def page(table: Table, language: str) -> str:
    """Return a table as HTML that pandoc understands: the sides of columns, bold, and the caption above.

    Parameters
    ----------
    table : Table
        The view model.
    language : str
        Code of the language of its texts.
    """
    first, *others = table.parts
    tables = [_part(first, table.caption), *map(_part, others)]
    return f'<!doctype html>\n<html lang="{escape(language)}">\n' + "\n<p></p>\n".join(tables) + "\n</html>\n"


def _part(part: Part, caption: str = "") -> str:
    sides = [_SIDES[column.align] for column in part.columns]
    above = f"<caption>{escape(caption)}</caption>\n" if caption else ""
    head = "".join(
        f'<th align="{side}">{_marked(column, column.heading)}</th>'
        for side, column in zip(sides, part.columns, strict=True)
    )
    rows = (
        "".join(
            f'<td align="{side}">{_entry(entry)}</td>'
            for side, entry in zip(sides, line.entries, strict=True)
        )
        for line in part.lines
    )
    body = "\n".join(f"<tr>{row}</tr>" for row in rows)
    return f"<table>\n{above}<thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody>\n</table>"


def _entry(entry: Entry) -> str:
    return _marked(entry, entry.text + (f" ± {entry.spread}" if entry.spread and not entry.bare else ""))


def _marked(item: Column | Entry, text: str) -> str:
    tag = _TAGS.get(item.mark, "strong") if text else ""
    return f"<{tag}>{escape(text)}</{tag}>" if tag else escape(text)
