"""How tables are understood, for people: the role of each column and why, a record, and the settings that say so."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from comparatex.data.headings import says
from comparatex.data.measures import is_score
from comparatex.data.raw_table import Table, cell_name
from comparatex.data.reading import Reading, name_filter, settings_for
from comparatex.data.roles import Roles, roles_of
from comparatex.errors import ComparatexError
from comparatex.names import listed, quoted


def understood(tables: Sequence[Table], reading: Reading) -> tuple[list[str], dict[str, str]]:
    """Return how each column of some tables is understood, in lines, the same once; and the settings that say so."""
    files: dict[tuple[str, ...], list[str]] = {}
    explicit: dict[str, str] = {}
    for table in tables:
        own = settings_for(table, tables, reading)
        try:
            layout, lines, settings = _of_table(table, own)
            explicit |= ({"paths": table.pattern} if table.pattern else {}) | settings
        except ComparatexError:
            layout, lines = "not understood", [_columns("columns", table.header)]
        if "group" in table.labels:
            lines.append(_columns("groups of tasks", (str(reading.group),), ", as stated"))
        kind = f"{table.format}, " if table.format else ""
        files.setdefault((f"{kind}{layout}", *filter(None, lines)), []).append(table.name)
    described = [
        line
        for (layout, *lines), names in files.items()
        for line in (f"{listed(names, 3, quote=str)}: {layout}", *lines)
    ]
    return described, explicit


def _columns(role: str, heads: Sequence[str], why: str = "") -> str:
    """Return a line on the columns of a role, with their number where there are several; empty without columns."""
    if not heads:
        return ""
    named = listed([head or "(no heading)" for head in heads], 8)
    return f"  {role}: {named if len(heads) == 1 else f'{len(heads)} columns, {named}'}{why}"


def _of_table(table: Table, reading: Reading) -> tuple[str, list[str], dict[str, str]]:
    """Return the layout of a table in words, lines on its columns, and the settings that say the same."""
    roles, head = roles_of(table, reading), table.header
    if roles.layout == "long":
        return _long(table, roles, reading)
    rows, columns = ("methods", "tasks") if roles.transposed else ("tasks", "methods")
    role = "comparate" if roles.transposed else "task"
    if roles.layout == "repeats":
        return "the repeats of one method", [_columns(rows, head[:1]), _columns("repeats", head[1:])], {}
    keep = name_filter(reading, "task" if roles.transposed else "comparate")
    named = {roles.task, roles.measure, *roles.repeats, *roles.scores}
    unnamed = "" if roles.task is not None else " without names"
    by = "" if roles.task is None else _why(table, reading, role, head[roles.task])
    lines = [
        _columns(rows, () if roles.task in (None, *roles.repeats) else (head[roles.task or 0],), by),
        _columns(columns, [head[k] for k in roles.scores if keep(head[k])]),
        _columns("repeats", [head[k] for k in roles.repeats]),
        _columns("measures", [] if roles.measure is None else [head[roles.measure]], ", by its heading"),
        _columns("left out", [head[k] for k in roles.scores if not keep(head[k])]),
        _columns("not used", [head[k] for k in range(len(head)) if k not in named]),
    ]
    if roles.scores and table.n_rows:
        row = str(1) if roles.task is None else cell_name(table.columns[roles.task][0])
        score = quoted(cell_name(table.columns[roles.scores[0]][0]))
        pair = [quoted(row), quoted(head[roles.scores[0]])]
        first, second = pair if roles.transposed else pair[::-1]
        lines.append(f"  first record: {first} has {score} on {second}")
    settings = {"layout": "wide"}
    if roles.task is not None and roles.task not in roles.repeats and head[roles.task]:
        settings = {"transpose": ""} if roles.transposed else settings
        settings |= {role: head[roles.task]}
    if roles.repeats:
        settings |= {"repeat": ",".join(head[k] for k in roles.repeats)}
    return f"wide, {rows} in {table.n_rows:,} rows{unnamed}", lines, settings


def _long(table: Table, roles: Roles, reading: Reading) -> tuple[str, list[str], dict[str, str]]:
    """Return what `_of_table` does of a long table."""
    head = table.header
    places: Mapping[str, int | None] = {
        "task": roles.task, "comparate": roles.comparate, "score": roles.scores[0], "measure": roles.measure
    }  # fmt: skip
    settings = {role: head[k] for role, k in places.items() if k is not None}
    called = {"comparate": "method"}
    lines = [
        _columns(f"{called.get(role, role)}s", (heading,), _why(table, reading, role, heading))
        for role, heading in settings.items()
    ]
    repeats = [head[k] for k in roles.repeats]
    lines.insert(3, _columns("repeats", repeats, _why(table, reading, "repeat", repeats[0]) if repeats else ""))
    lines.append(_columns("not used", roles.unused))
    cells = {role: quoted(cell_name(table.columns[k][0])) for role, k in places.items() if k is not None}
    repeat = "".join(f", {head[k]} {cell_name(table.columns[k][0])}" for k in roles.repeats)
    measure = f" by {cells['measure']}" if "measure" in cells else ""
    lines.append(f"  first record: {cells['comparate']} has {cells['score']} on {cells['task']}{repeat}{measure}")
    if repeats:
        settings["repeat"] = ",".join(repeats)
    from_paths = set(table.roles.values())
    settings = {role: name for role, name in settings.items() if name not in from_paths}
    return f"long, one score in each of {table.n_rows:,} rows", lines, settings


def _why(table: Table, reading: Reading, role: str, heading: str) -> str:
    """Return why a column has a role."""
    if getattr(reading, role) == heading:
        return ", as stated"
    if heading in table.roles.values():
        return ", from the paths of files"
    roles = (role, "item") if role in ("task", "repeat") else (role,)  # items may be either
    by_heading = is_score(heading) if role == "score" else says(heading, *roles)
    return ", by its heading" if by_heading else ", by its cells"
