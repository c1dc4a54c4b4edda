"""How tables are understood, for people: the role of each column and why, a record, and the settings that say so."""

from __future__ import annotations

from collections.abc import Sequence

import click

from comparatex.cli.messages import as_flags
from comparatex.data.raw_table import Table, cell_name
from comparatex.data.reading import Reading, settings_for
from comparatex.data.records import sense_of
from comparatex.data.roles import Roles, roles_of
from comparatex.data.scores import Evidence
from comparatex.data.written_numbers import holds_numbers
from comparatex.errors import ComparatexError
from comparatex.names import listed, quoted

_ROLES = {
    "task": "tasks", "method": "methods", "score": "scores", "repeat": "repeats", "item": "items",
    "measure": "measures", "group": "groups of tasks", "cluster": "clusters of tasks",
}  # fmt: skip
_KINDS = {
    "property": "a property of the {0}", "neighbour": "perhaps a property of the {0}",
    "summary": "a summary", "spread": "a spread",
    "complement": "the rest of another column", "scale": "on a scale of its own",
}  # fmt: skip
"""What columns and rows are that are no scores."""


def understood(tables: Sequence[Table], reading: Reading) -> tuple[list[str], dict[str, str]]:
    """Return how each column of some tables is understood, in lines, the same once; and the settings that say so."""
    files: dict[tuple[str, ...], list[str]] = {}
    explicit: dict[str, str] = {}
    for table in tables:
        own = settings_for(table, tables, reading)
        try:
            roles = roles_of(table, own)
            sense = sense_of(table, roles, own)
            layout, record, settings = _of_table(table, roles, sense)
            lines = [*_of_columns(sense, roles, own), *record]
            explicit |= ({"paths": table.pattern} if table.pattern else {}) | settings
        except ComparatexError:
            layout, lines = "not understood", [_line("columns", table.header)]
        kind = f"{table.format}, " if table.format else ""
        files.setdefault((f"{kind}{layout}", *lines), []).append(table.name)
    described = [
        line
        for (layout, *lines), names in files.items()
        for line in (f"{listed(names, 3, quote=str)}: {layout}", *lines)
    ]
    return described, explicit


def _line(role: str, heads: Sequence[str], why: str = "") -> str:
    """Return a line on the columns of a role, with their number where there are several, and why they have it."""
    named = listed([head or "(no heading)" for head in heads], 8)
    because = as_flags(f", {why}", click.get_current_context()) if why else ""
    return f"  {role}: {named if len(heads) == 1 else f'{len(heads)} columns, {named}'}{because}"


def _of_columns(sense: Sequence[Evidence], roles: Roles, reading: Reading) -> list[str]:
    """Return lines on the columns of each role, and on columns and rows that are left out or seem to be no scores."""
    tasks = "methods" if roles.across == "task" else "tasks"
    grouped: dict[tuple[str, str], list[str]] = {}
    for one in sense:
        what, why = _ROLES.get(one.what, one.what), one.why.removesuffix("; numbers")
        if one.what in _KINDS:
            what, why = "row of no scores" if one.row else "no scores", f"{why}: {_KINDS[one.what].format(tasks)}"
        elif one.what == "not used" and one.name in reading.measures:
            what, why = "other measures", ""
        elif roles.across and why in ("numbers", "texts"):
            what, why = (what, "") if why == "numbers" else ("no scores", "texts")
        grouped.setdefault((what, why), []).append(one.name)
    order = (*_ROLES.values(), "other measures", "left out", "not used", "counter")
    places = {what: k for k, what in enumerate(order)}
    ordered = sorted(grouped.items(), key=lambda item: (places.get(item[0][0], len(order)), item[0][1] != "texts"))
    return [_line(what, names, why) for (what, why), names in ordered]


def _of_table(table: Table, roles: Roles, sense: Sequence[Evidence]) -> tuple[str, list[str], dict[str, str]]:
    """Return the layout of a table in words, a line with the first record, and the settings that say its roles."""
    head = table.header
    if roles.across == "repeat":
        return "the repeats of one method", [], {}
    repeat = {"repeat": ",".join(head[k] for k in roles.repeats)} if roles.repeats else {}
    if not roles.across:
        named = {"task": roles.task, "comparate": roles.comparate, "score": roles.scores[0], "measure": roles.measure}
        places = {role: k for role, k in named.items() if k is not None}
        settings = {role: head[k] for role, k in places.items()} | repeat
        cells = {role: quoted(cell_name(table.columns[k][0])) for role, k in places.items()}
        of = "".join(f", {head[k]} {cell_name(table.columns[k][0])}" for k in roles.repeats)
        of += f" by {cells['measure']}" if "measure" in cells else ""
        line = f"  first record: {cells['comparate']} has {cells['score']} on {cells['task']}{of}"
        paths = set(table.roles.values())
        explicit = {role: name for role, name in settings.items() if name not in paths}
        return f"long, one score in each of {table.n_rows:,} rows", [line], explicit
    lines, row = [], "1" if roles.rows is None else cell_name(table.columns[roles.rows][0])
    compared = {one.name for one in sense if one.what in ("method", "task") and not one.row}
    for k in [k for k in roles.scores if head[k] in compared and holds_numbers(table.columns[k])][:1]:
        first, second = (row, head[k]) if roles.across == "task" else (head[k], row)
        score = quoted(cell_name(table.columns[k][0]))
        lines = [f"  first record: {quoted(first)} has {score} on {quoted(second)}"]
    settings = {"layout": "wide"}
    if roles.rows is not None and roles.rows not in roles.repeats and head[roles.rows]:
        settings = ({"transpose": ""} if roles.across == "task" else settings) | {roles.of_rows: head[roles.rows]}
    unnamed = " without names" if roles.rows is None else ""
    rows = "methods" if roles.across == "task" else "tasks"
    return f"wide, {rows} in {table.n_rows:,} rows{unnamed}", lines, settings | repeat
