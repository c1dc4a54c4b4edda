"""What the paths of files name: comparates, tasks, repeats, measures, groups; as a pattern says, or as they show."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import permutations
from pathlib import PurePath
from types import MappingProxyType

from comparatex.data.folders import fit, named_by_settings
from comparatex.data.headings import COUNTED, FEW_METHODS, MANY_METHODS, are_consecutive, says, share_of_methods, stem
from comparatex.data.measures import is_measured, kind_of, split_measure
from comparatex.data.pivots import melted
from comparatex.data.raw_table import Table, name_codes
from comparatex.data.reading import COLUMNS, Reading, columns_named
from comparatex.data.roles import lacking, measures_of, roles_of, shape_of
from comparatex.data.sense import may_be_repeats
from comparatex.data.written_numbers import holds_numbers, parse_numbers
from comparatex.errors import DataError, UsageError
from comparatex.files import WORKBOOKS
from comparatex.names import listed, quoted

_REPEATS_ONLY = frozenset({"repeats only"})


def named_by_paths(tables: Sequence[Table], reading: Reading) -> list[Table]:
    """Return tables with what the paths of their files name, if a pattern says so or their columns do not name it."""
    if reading.paths is not None:
        return _by_pattern(tables, reading.paths, reading)
    if len(tables) < 2 or not all(table.path for table in tables):
        return list(tables)
    alike = len({table.header for table in tables}) == 1 or all(table.n_rows == 1 for table in tables)
    needed = {lacking(table, reading, alike=alike) for table in tables}
    if needed == {frozenset()}:
        levels, suffix = _levels(tables)
        rows = {name_codes(table.columns[0])[1] for table in tables}
        if alike and len(rows) == 1 and [level.kind for level in levels] == ["repeat"]:
            named = _with_names(tables, [{"repeat": name} for name in levels[0].names], reading)
            return _noted(named, f"{{repeat}}{suffix}", ["repeat"])
        measured = _by_measure(tables, reading)
        if alike and len(rows) == 1 and measured == [*tables]:
            _refuse_sheets(tables)
        return measured
    if len(needed) > 1:
        return list(tables)  # those that do not fit are told when they are read
    if needed == {_REPEATS_ONLY} and all(map(is_measured, tables[0].header[1:])):
        needed = {frozenset({"comparate", "task"})}
    return _by_levels(tables, needed.pop(), reading)


def _refuse_sheets(tables: Sequence[Table]) -> None:
    """Refuse the sheets of one workbook that have the same rows and columns, whose names do not say why."""
    book, *others = {PurePath(table.path).parent for table in tables}
    if not others and book.suffix.lower() in WORKBOOKS:
        sheets = [PurePath(table.path).name for table in tables]
        columns = [[cells for cells in table.columns[1:] if holds_numbers(cells)] for table in tables]
        scores = [parse_numbers(cells, lambda row, _: tables[0].line(row))[0].ravel() for cells in columns]
        raise DataError(
            f"{book} has {len(sheets)} sheets with the same rows and columns, {listed(sheets, 4)}: choose one with "
            "`sheet`, or say with `paths` whether they are measures or repeats.",
            [
                *({"sheet": sheet} for sheet in sheets[:4]),
                *({"paths": f"{book.name}/{{{role}}}"} for role in ("measure", "repeat")[: 1 + may_be_repeats(scores)]),
            ],
        )


def _noted(tables: list[Table], pattern: str, roles: Iterable[str]) -> list[Table]:
    """Return tables of which the first says what paths name."""
    plurals = listed([f"{role}s" for role in sorted(set(roles))], 5, quote=str)
    note = f'{plurals.capitalize()} are named by the paths of files, as `paths="{pattern}"` says.'
    return [replace(tables[0], notes=(*tables[0].notes, note), pattern=pattern), *tables[1:]]


def _by_pattern(tables: Sequence[Table], pattern: str, reading: Reading) -> list[Table]:
    fits = [fit(pattern, table.path) for table in tables]
    kept = [table for table, names in zip(tables, fits, strict=True) if names]
    whole = [table for table in tables if not table.path and table.format not in ("", "array")]  # of several files
    if not kept and not whole:
        raise UsageError(f"No file fits {quoted(pattern)} (`paths`): there are {listed([t.name for t in tables])}.")
    return [*whole, *_with_names(kept, [_values(names) for names in fits if names], reading)]


def left_out(table: Table, left: Sequence[str], n_files: int) -> Table:
    """Return a table with the note on files that were not read."""
    note = f"{len(left)} of {n_files} files are left out, since `paths` does not fit them: {listed(left)}."
    return replace(table, notes=(*table.notes, note))


def _values(named: re.Match[str]) -> dict[str, str]:
    """Return what a path names; where a measure follows a comparate, it may be of several words."""
    values = named.groupdict()
    if "measure" in values and "comparate" in values and named.start("measure") == named.end("comparate") + 1:
        both = named.string[named.start("comparate") : named.end("measure")]
        name, measure = split_measure(both, named=True)
        values |= {"comparate": name, "measure": measure} if name and measure else {}
    return values


def _by_measure(tables: Sequence[Table], reading: Reading) -> list[Table]:
    """Return wide tables that share comparates with the measures that their names give, if these differ."""
    measures = [split_measure(stem(PurePath(table.path)))[1] for table in tables]
    folders = [PurePath(table.path).parent.name for table in tables]
    if not all(measures):
        measures = [name if kind_of(name) in ("measure", "cost") else "" for name in folders]
    stated = any(table.only or shape_of(table, reading) == "scores" for table in tables)
    if stated or not all(measures) or len(set(measures)) == 1:
        return list(tables)
    return [replace(table, only=measure) for table, measure in zip(tables, measures, strict=True)]


def _by_levels(tables: Sequence[Table], needed: frozenset[str], reading: Reading) -> list[Table]:
    """Return tables with what the levels of their paths name, if that leaves one reading."""
    depths: dict[int, list[Table]] = {}
    for table in tables:
        depths.setdefault(len(named_by_settings(table.path).parts), []).append(table)
    if len(depths) > 1:
        patterns = [p for part in depths.values() if len(part) > 1 for p in _patterns(part, needed, reading)]
        raise _unclear(tables, needed, list(dict.fromkeys(patterns)), reading)
    levels, suffix = _levels(tables)
    measured = _measures(levels[-1].names) if levels else None
    if measured:
        levels[-1:] = [replace(levels[-1], names=measured[0]), _Level(measured[1], "_", kind="measure")]
    if sum(level.kind in ("name", *needed) for level in levels) < len(needed):
        levels = [part for level in levels for part in _in_parts(level)]
    if len(levels) == 1 and all(shape_of(table, reading) == "repeats" for table in tables):
        return list(tables)  # each is called like its file, without the measure that it may name
    counts = [k for k, level in enumerate(levels) if level.kind == "repeat"]
    names = [k for k, level in enumerate(levels) if level.kind in ("name", *needed)]
    while len(names) < len(needed) and counts:
        names.append(counts.pop(0))
    names = _without_synonyms([level.names for level in levels], sorted(names))
    fixed = {"repeat": counts[0]} if len(counts) == 1 else {}
    kinds = [level.kind for level in levels]
    fixed |= {"measure": kinds.index("measure")} if "measure" in kinds else {}
    orders = _orders(tables, needed, reading)
    readings = [
        fixed | dict(zip(roles, places, strict=True))
        for roles in orders
        for places in permutations(names, len(needed))
        if all(levels[k].kind in ("name", "repeat", role) for role, k in zip(roles, places, strict=True))
    ]
    patterns = [_pattern(levels, roles, suffix) for roles in readings]
    values_of = [
        [{role: levels[k].names[n] for role, k in roles.items()} for n in range(len(tables))] for roles in readings
    ]
    said = list(zip(patterns, values_of, strict=True))
    inner = tables[0].header[1:] if needed == _REPEATS_ONLY else name_codes(tables[0].columns[0])[1]
    if needed == {"comparate"} and len(names) == 2 and not counts and tables[0].mapped and not reading.measure:
        # Two levels that name each file are methods and tasks, and what stands in the files are measures.
        ways = sorted(permutations(names), key=lambda order: -share_of_methods(levels[order[0]].names))
        patterns = [_pattern(levels, dict(zip(("comparate", "task"), order, strict=True)), suffix) for order in ways]
        if len({*zip(*(levels[k].names for k in names), strict=True)}) == len(tables):
            raise _unclear(tables, frozenset({"comparate", "task"}), patterns, reading, {"measure": "task"})
    clear = _clear(readings, levels, inner)
    if len(counts) > 1 or len(names) > len(needed) or len(clear) != 1:
        raise _unclear(tables, needed, [p for p, named in said if _says_all(p, tables, named)], reading)
    pattern, values = said[readings.index(clear[0])]
    named = _with_names(tables, values, reading)
    if all(shape_of(table, reading) == "repeats" for table in tables):
        return named
    noted = _noted(named, pattern, clear[0])
    if needed == {"comparate"} and "comparate" in clear[0] and not says(tables[0].header[0], "task", "item"):
        noted[0] = replace(noted[0], notes=(*noted[0].notes, "Their rows are taken as tasks."))
    return noted


def _patterns(tables: Sequence[Table], needed: frozenset[str], reading: Reading) -> list[str]:
    """Return the patterns that the paths of some of several files leave."""
    try:
        return [table.pattern for table in _by_levels(tables, needed, reading) if table.pattern]
    except DataError as error:
        return [remedy["paths"] for remedy in error.remedies if "paths" in remedy]


def _clear(readings: list[dict[str, int]], levels: Sequence[_Level], inner: Sequence[str]) -> list[dict[str, int]]:
    """Return the only reading, or those in which comparates are called like methods, and tasks are not."""
    if len(readings) == 1:
        return readings

    def share(roles: Mapping[str, int], role: str) -> float:
        return share_of_methods(levels[roles[role]].names if role in roles else inner)

    methods = [roles for roles in readings if share(roles, "comparate") >= MANY_METHODS]
    return [roles for roles in methods if share(roles, "task") <= FEW_METHODS]


def _unclear(
    tables: Sequence[Table],
    needed: frozenset[str],
    patterns: Sequence[str],
    reading: Reading,
    also: Mapping[str, str] = MappingProxyType({}),
) -> DataError:
    """Return the error about paths that leave several readings, or none; each needs some settings, also."""
    several = () if reading.select_measure or reading.score else measures_of(tables[0])
    choices = [{"select_measure": measure} for measure in several] if len(several) > 1 else [{}]
    left = f"{len(patterns)} readings: choose one" if patterns else "no reading: say it"
    why = (
        "have repeats in rows, and their names may be those of tasks or of methods: say which"
        if needed == _REPEATS_ONLY
        else f"do not name the {' and the '.join(sorted(needed))} of their scores, and their paths leave {left}"
    )
    return DataError(
        f"{tables[0].name} and {len(tables) - 1} more files {why} with `paths`.",
        [{"paths": pattern, **choice, **also} for pattern in patterns[:4] for choice in choices],
    )


def _says_all(pattern: str, tables: Sequence[Table], named: Sequence[Mapping[str, str]]) -> bool:
    """Whether a pattern gives the names in paths, as it may not where names hold what stands between them."""
    fits = [fit(pattern, table.path) for table in tables]
    return all(names and _values(names) == wanted for names, wanted in zip(fits, named, strict=True))


def _orders(tables: Sequence[Table], needed: frozenset[str], reading: Reading) -> list[tuple[str, ...]]:
    """Return what paths may name: what is needed, and where nothing says what rows are, tasks in place of methods."""
    if needed == _REPEATS_ONLY:
        return [("task",), *([] if reading.include else [("comparate",)])]
    head, rows = tables[0].header[0], name_codes(tables[0].columns[0])[1]
    methods = share_of_methods(rows) > share_of_methods(PurePath(table.path).stem for table in tables)
    open_rows = needed == {"comparate"} and not (reading.task or says(head, "task", "item")) and (methods or not head)
    return [tuple(sorted(needed)), *([("task",)] if open_rows else [])]


def _pattern(levels: Sequence[_Level], roles: Mapping[str, int], suffix: str) -> str:
    fields = {k: f"{{{role}}}" for role, k in roles.items()}
    parts = [
        (level.mark * (k > 0)) + level.key + fields.get(k, level.names[0] if len(set(level.names)) == 1 else "*")
        for k, level in enumerate(levels)
    ]
    return "".join(parts) + suffix


@dataclass(frozen=True)
class _Level:
    """A part of all paths: what it is called in each, what stands in front of it, and what it names."""

    names: list[str]
    mark: str = "/"
    key: str = ""
    kind: str = ""


_KEYED = re.compile(r"[^=,]+=[^=,]+(?:,[^=,]+=[^=,]+)*")


def _levels(tables: Sequence[Table]) -> tuple[list[_Level], str]:
    """Return the parts of paths from the first that differs on, level by level, and the suffix that they share.

    Keys with values, as Hydra joins them in the names of folders, are levels of their own.
    """
    paths = [named_by_settings(table.path) for table in tables]
    if len({len(path.parts) for path in paths}) > 1:
        return [], ""
    parts = [(*path.parts[:-1], stem(path)) for path in paths]
    levels: list[_Level] = []
    for level in (list(names) for names in zip(*parts, strict=True)):
        settings = [[pair.split("=") for pair in name.split(",")] for name in level if _KEYED.fullmatch(name)]
        keys = {tuple(key for key, _ in pairs) for pairs in settings}
        if len(settings) < len(level) or len(keys) > 1:
            levels.append(_Level(level, kind=_kind(level)))
            continue
        for k, key in enumerate(keys.pop()):
            names = [pairs[k][1] for pairs in settings]
            role = next((role for role in ("comparate", "task", "repeat") if says(key, role)), "")
            kind = role if role and len(set(names)) > 1 else _kind(names)
            levels.append(_Level(names, "," if k else "/", f"{key}=", kind))
    first = next((k for k, level in enumerate(levels) if len(set(level.names)) > 1), len(levels) - 1)
    suffixes = {path.name[len(stem(path)) :] for path in paths}
    return levels[first:], suffixes.pop() if len(suffixes) == 1 else ".*"


def _measures(names: Sequence[str]) -> tuple[list[str], list[str]] | None:
    """Return stems as names and measures, if all end with a measure, or with the same ends of which one is known."""
    known = [split_measure(name, named=True) for name in names]
    if all(front and measure for front, measure in known):
        return ([front for front, _ in known], [end for _, end in known]) if len(set(known)) > 1 else None
    crossed = _crossed(names)
    return (crossed[0], crossed[2]) if crossed and crossed[1] == "_" and any(map(kind_of, crossed[2])) else None


def _crossed(names: Sequence[str]) -> tuple[list[str], str, list[str]] | None:
    """Return two parts of names that stand in all combinations, and the signs between; of several, the last such."""
    for sign in reversed([*re.finditer(r"(?<=.)[\W_]+(?=.)", names[0])]):
        front, end = names[0][: sign.end()], names[0][sign.start() :]
        fronts = {name.removesuffix(end) for name in names if name.endswith(end)}
        ends = {name.removeprefix(front) for name in names if name.startswith(front)}
        pairs = {f"{first}{sign[0]}{last}": (first, last) for first in fronts for last in ends}
        if min(len(fronts), len(ends)) > 1 and len(fronts) * len(ends) == len(pairs) and pairs.keys() == {*names}:
            return [pairs[name][0] for name in names], sign[0], [pairs[name][1] for name in names]
    return None


def _in_parts(level: _Level) -> list[_Level]:
    """Return the parts of a level whose names join several, each of which stands with all others."""
    crossed = _crossed(level.names) if level.kind == "name" else None
    if not crossed:
        return [level]
    fronts, mark, ends = crossed
    counts = {re.sub(r"^[a-z](?=\d)", "", end) for end in ends}
    counted = all(map(str.isdecimal, counts)) and are_consecutive([*counts])  # others may be sizes of models
    kind = "repeat" if counted else "name" if all(map(str.isdecimal, ends)) else _kind(ends)
    return [*_in_parts(replace(level, names=fronts, kind=_kind(fronts))), _Level(ends, mark, kind=kind)]


def _kind(level: Sequence[str]) -> str:
    """Return what a level of paths names: nothing if it is the same, repeats, measures or names."""
    if len(set(level)) == 1:
        return ""
    counts = [*map(COUNTED.fullmatch, level)]
    counted = {count["word"] for count in counts if count}
    if all(counts) and len(counted) == 1 and says(counted.pop() or "repeat", "repeat"):
        return "repeat"
    return "measure" if all(kind_of(name) in ("measure", "cost") for name in level) else "name"


def _without_synonyms(levels: Sequence[Sequence[str]], names: list[int]) -> list[int]:
    """Return levels of names without those that say the same as another, in more letters."""
    kept: list[int] = []
    for k in sorted(names, key=lambda k: sum(map(len, levels[k]))):
        pairs = [set(zip(levels[k], levels[other], strict=True)) for other in kept]
        if not any(
            len(pair) == len(set(levels[k])) == len(set(levels[other])) for pair, other in zip(pairs, kept, strict=True)
        ):
            kept.append(k)
    return sorted(kept)


def _with_names(tables: Sequence[Table], values: Sequence[Mapping[str, str]], reading: Reading) -> list[Table]:
    """Return tables with what their paths name: of one comparate each by itself, others in columns of one table."""
    if not any(values):
        return list(tables)
    named: list[Table] = []
    stacks: list[Table] = []
    for table, value in zip(tables, values, strict=True):
        own = reading.replace(
            **{role: None for role in COLUMNS if not columns_named(getattr(reading, role), table.header)}
        )
        shape = shape_of(table, own)
        wide = shape != "scores" and "comparate" not in value
        if shape == "repeats" and set(value) <= {"comparate", "measure"}:
            named.append(replace(table, comparate=value.get("comparate", ""), only=value.get("measure", "")))
        elif wide and set(value) <= {"measure"}:
            named.append(replace(table, only=value["measure"]))
        else:
            inner, lacks = table, lacking(table, own, alike=True)
            repeats = lacks == _REPEATS_ONLY and not {"task", "comparate"} <= set(value)
            if shape == "repeats":
                inner = _melted(table, (0,), tuple(range(1, len(table.header))), "task", "repeat", table.header[1:])
            elif repeats or (wide and not lacks):
                roles = roles_of(table, own.replace(layout="wide"))
                front = tuple(dict.fromkeys(k for k in (roles.rows, *roles.repeats) if k is not None))
                turned = "comparate" in value if repeats else roles.across == "task"
                kinds = ("comparate", "task") if turned else ("task", "comparate")
                inner = _melted(table, front, roles.scores, *kinds, roles.labels, getattr(own, kinds[0]))
                folder = PurePath(table.path).parent.name
                if "measure" not in value and kind_of(folder) in ("measure", "cost"):
                    inner = replace(inner, only=folder)
            stacks.append(_with_columns(inner, value))
    return [*named, *([stacked(stacks)] if stacks else [])]


def _melted(
    table: Table,
    front: Sequence[int],
    scores: Sequence[int],
    kind: str,
    across: str,
    labels: Sequence[str],
    stated: str | None = None,
) -> Table:
    """Return a table with a row for each score; the columns in front stay, and headings become cells.

    Columns in front are called by their kind where neither the user nor their heading says it.
    """
    known = (kind, "repeat") if across != "repeat" else ()
    heads = [head if says(head, *known) or head == stated else kind for head in (table.header[k] for k in front)]
    index = [(head, table.columns[k]) for head, k in zip(heads, front, strict=True)]
    return melted(table, index, scores, (across,), [(label,) for label in labels])


def _with_columns(table: Table, values: Mapping[str, str]) -> Table:
    if not table.header[0] and {"comparate", "task"} & values.keys():
        table = replace(table, header=("task" if "comparate" in values else "comparate", *table.header[1:]))
    heads = {role: role if role not in table.header else f"{role} of the path" for role in values}
    return replace(
        table,
        header=(*table.header, *heads.values()),
        columns=(*table.columns, *([value] * table.n_rows for value in values.values())),
        roles={role: head for role, head in heads.items() if role != "group"},
    )


def stacked(tables: Sequence[Table]) -> Table:
    """Return several tables, one below the other; what one lacks of the columns of others is empty."""
    if len(tables) == 1:
        return tables[0]
    header = tuple(dict.fromkeys(head for table in tables for head in table.header))
    return replace(
        tables[0],
        name=f"{tables[0].name} and {len(tables) - 1} more",
        path="",
        header=header,
        columns=tuple([cell for table in tables for cell in table.cells(head)] for head in header),
        lines=[f"{line} of {PurePath(table.name).name}" for table in tables for line in table.lines],
        notes=tuple(dict.fromkeys(note for table in tables for note in table.notes)),
        lower=frozenset().union(*(table.lower for table in tables)),
        failed=tuple(map(sum, zip(*(table.failed for table in tables), strict=True))),  # type: ignore[arg-type]
    )
