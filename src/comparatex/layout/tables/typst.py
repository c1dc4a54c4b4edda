r"""Tables in Typst: a figure with a caption and a label, to be used with ``#include``.

Names and numbers are strings of Typst's code, in which only quotation marks and backslashes mean anything.
"""

from __future__ import annotations

from collections.abc import Iterator

from comparatex.layout.tables.booktabs import Column, Entry, Line, Part, Table

_SIDES = {"l": "left", "r": "right", "c": "center"}
_MARKS = {
    "best": "strong",
    "significant": "strong",
    "decided": "strong",
    "ours": "strong",
    "second": "underline",
}
_HEAVY, _LIGHT = "table.hline(stroke: 0.08em)", "table.hline(stroke: 0.05em)"
_LOOK = """\
  #set table(stroke: none, inset: (x: 0.4em, y: 0.28em))
  #set figure.caption(position: top)
  #show table: set text(size: 0.85em)"""
_LONG = """
  #show figure: set block(breakable: true)"""


def figure(table: Table) -> str:
    """Return a table in Typst, its parts below each other."""
    body = "\n".join(f"      {line}" for part in table.parts for line in _part(part))
    return f"""\
#[
{_LOOK}{_LONG if table.long else ""}
  #figure(
    kind: table,
    caption: [#{string(table.caption)}],
    {{
{body}
    }},
  ) #label({string(table.label)})
]
"""


def string(text: str) -> str:
    r"""Return a text as a string of Typst.

    >>> print(string('a "b" \\ #c'), string("two\nlines"))
    "a \"b\" \\ #c" "two lines"
    """
    escaped = " ".join(text.split("\n")).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _part(part: Part) -> Iterator[str]:
    sides = ", ".join(_SIDES[column.align] for column in part.columns)
    yield "table("
    yield f"  columns: {len(part.columns)},"
    yield f"  align: ({sides},),"
    high = any(column.standing or column.stack for column in part.columns)
    heads = ", ".join(_heading(column, at_the_foot=high) for column in part.columns)
    yield f"  table.header({_HEAVY}, {heads}, {_LIGHT}),"
    for line in part.lines:
        yield from _line(line)
    yield f"  {_HEAVY},"
    yield ")"


def _line(line: Line) -> Iterator[str]:
    if line.rule:
        yield f"  {_LIGHT},"
    yield f"  {', '.join(map(_entry, line.entries))},"


def _heading(column: Column, *, at_the_foot: bool) -> str:
    text = " + linebreak() + ".join(map(string, column.stack)) if column.stack else string(column.heading)
    text = _marked(column, text)
    text = f"rotate(-90deg, reflow: true, {text})" if column.standing else text
    side = "center" if column.standing else _SIDES[column.align]
    return f"table.cell(align: {side} + bottom, {text})" if at_the_foot else text


def _entry(entry: Entry) -> str:
    text = _marked(entry, string(entry.text)) if entry.text else '""'
    if entry.pad:
        text += f" + hide({string(entry.pad)})"
    if entry.spread:
        spread = f"text(size: 0.85em, {string(' ± ' + entry.spread)})"
        text += f" + {f'hide({spread})' if entry.bare else spread}"
    return text


def _marked(item: Column | Entry, text: str) -> str:
    """Return the text of a cell in its colour, bold or underlined."""
    text = f'text(fill: rgb("#{item.colour}"), {text})' if item.colour else text
    return f"{_MARKS[item.mark]}({text})" if item.mark else text
