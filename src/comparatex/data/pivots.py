"""Tables whose columns have several headings each: pandas' pivot tables, and headings merged over columns."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from comparatex.data.headings import called_like_methods, matches, names_methods, only_count, says, vocabulary, words
from comparatex.data.measures import SCORE, better_scores, in_unit, kind_of, without_arrow
from comparatex.data.raw_table import Cells, Table, cell_name, make_table, name_codes
from comparatex.data.sense import Block, evidence
from comparatex.data.written_numbers import holds_numbers, is_missing, number_in, parse_numbers
from comparatex.errors import DataError
from comparatex.names import listed, quoted, tidy

Row = tuple[int, Sequence[Any]]
"""The number of a row, and its cells."""

_MEASURE, _STATISTIC = "measure", "statistic"
_MOST_LEVELS = 4
_CENTRES = ("mean", "median", "average", "avg")
_STATISTICS = vocabulary(
    "mean, median, average, avg, std, var, sem, count, size, min, max, sum, first, last, sd, stderr, nunique"
)


@dataclass(frozen=True, eq=False)
class Pivot:
    """A table whose columns have a label at each of several levels; other fields are as in `Table`."""

    name: str
    index: Sequence[tuple[str, Cells]]
    """Headings and cells of the columns of names in front; without any, rows are numbered."""
    heads: tuple[str, ...]  # what each level is called; empty where it has no name
    labels: Sequence[tuple[str, ...]]
    columns: Sequence[Cells]
    lines: Sequence[int | str]
    unit: str = "row"
    notes: tuple[str, ...] = ()


def heading_rows(rows: Sequence[Sequence[Any]]) -> tuple[int, int]:
    """Return how many of the first rows are headings, and how many columns the row below them gives headings to.

    pandas writes the headings of the columns of names below all others, in a row of their own, which is empty behind
    them; where they have none, the same heading stands above several columns.
    """
    texts = [[cell_name(cell) for cell in row] for row in rows[: _MOST_LEVELS + 2]]
    repeated = len({*filter(None, texts[0][1:])}) < len([*filter(None, texts[0][1:])])
    for k, row in enumerate(texts[1:-1], start=1):
        front = next((j for j, cell in enumerate(row) if not cell), len(row))
        numbers = any(number_in(cell) and not cell.isdecimal() for cell in row[1:])
        if 0 < front < len(row) - 1 and not any(row[front:]) and not numbers:
            known = all(says(head, "task", "comparate") for head in row[:front])
            merged = k > 1 and not all(texts[0][front:])
            return (k, front) if repeated or known or merged else (1, 0)
        if numbers:
            break
    below = next((k for k, row in enumerate(texts) if row[0]), 0)
    return (below, 0) if repeated and below > 1 else (1, 0)


_BELOW_ARROW = re.compile("(.*?[↑↓]): (.+)")  # a name behind its measure


def from_rows(rows: Sequence[Row], name: str, unit: str, notes: tuple[str, ...] = ()) -> Table:
    """Return the raw table in rows of cells, the first of which holds the headings, such as ``accuracy ↑: A``."""
    (line, (corner, *heads)), *rest = rows
    if heads and all(levels := [_BELOW_ARROW.fullmatch(cell_name(head)) for head in heads]):
        outer, inner = zip(*(level.groups() for level in levels if level), strict=True)
        rows = [(line, ["", *outer]), (line, [corner, *inner]), *rest]
    pivot = _pivot_of(rows, name, unit, notes)
    if pivot:
        return _flat(pivot) if _follow_counts(pivot) else to_table(pivot)
    merged = has_merged_headings(rows)
    body = rows[2 if merged else 1 :]
    columns = [[cells[k] for _, cells in body] for k in range(len(rows[0][1]))]
    lines = [number for number, _ in body]
    if not merged:
        return make_table(name, rows[0][1], columns, lines, unit, notes)
    rows = [(rows[0][0], _once(rows[0][1])), *rows[1:]]
    front = _in_front(rows[0][1], rows[1][1])
    front = next((k for k in range(1, front) if _has_scores(columns[k])), front or int(not holds_numbers(columns[0])))
    subs = [cell_name(cell) for cell in rows[1][1]]
    tops: list[str] = []
    for cell, below in zip(rows[0][1], subs, strict=True):  # a merged heading stands above all its columns
        tops.append(cell_name(cell) or (tops[-1] if tops and below else ""))
    heads = [" ".join(filter(None, pair)) for pair in zip(tops, subs, strict=True)]
    names = [k for k, top in enumerate(tops) if k < front or not top or not subs[k]]
    scores = [k for k in range(len(tops)) if k not in names]
    if not scores or (len(names) > 1 and names != list(range(front))):
        return make_table(name, heads, columns, lines, unit, notes)
    labels = [(tops[k], subs[k]) for k in scores]
    index = [(heads[k], columns[k]) for k in names]
    pivot = Pivot(name, index, ("", ""), labels, [columns[k] for k in scores], lines, unit, notes)
    if any(map(are_statistics, zip(*labels, strict=True))):
        return to_table(pivot)
    if _follow_counts(pivot):
        return _flat(pivot)
    known = any(map(share_of_measures, zip(*labels, strict=True))) or any(without_arrow(head)[1] for head in heads)
    if not known and _has_spreads(pivot):
        return _flat(pivot)
    if len({inner for _, inner in labels}) == len(labels) and share_of_measures([inner for _, inner in labels]) <= 0.5:
        families = listed(list(dict.fromkeys(outer for outer, _ in labels)), 4)
        note = f"{name}: the headings of families, {families}, are not used: the methods stand below them."
        return _flat(replace(pivot, labels=[(inner,) for _, inner in labels], notes=(*notes, note)))
    return _of_merged_headings(pivot)


def _flat(pivot: Pivot) -> Table:
    """Return a table with the headings of all levels as one."""
    heads = [*(head for head, _ in pivot.index), *map(" ".join, pivot.labels)]
    columns = [*(cells for _, cells in pivot.index), *pivot.columns]
    return make_table(pivot.name, heads, columns, pivot.lines, pivot.unit, pivot.notes)


def _has_spreads(pivot: Pivot) -> bool:
    """Whether some columns hold what varies about others, going by the numbers."""
    try:
        numbers = parse_numbers(pivot.columns, lambda row, _: f"{pivot.name}, {pivot.unit} {pivot.lines[row]}")
    except DataError:  # which reading reports
        return False
    heads, rows = tuple(map(" ".join, pivot.labels)), tuple(map(str, pivot.lines))
    return any(entry.what == "spread" for entry in evidence(Block(*numbers, heads, rows)))


def with_whole_rows(table: Table) -> Table:
    """Return a table without a row of units, and with names that stand once for several rows in each of these."""
    if table.long or len(table.header) < 3 or table.n_rows < 3:
        return table
    units = [cell_name(cells[0]) for cells in table.columns]
    if not units[0] and any(units) and all(number_in(text) is None for text in units):
        unit, *others = dict.fromkeys(filter(None, units))
        note = f"{table.name}, {table.line(0)}: {quoted(unit)} is taken to begin a row of units and left out."
        only = table.only or ("" if others else in_unit(unit))
        table = replace(table.of_rows(np.arange(1, table.n_rows)), notes=(*table.notes, note), only=only)
    if "" not in name_codes(table.columns[0])[1]:
        return table
    if _describe_rows_above(table):
        note = f"{table.name}: rows without a name, {table.line(1)} first, describe those above and are not compared."
        return replace(table.of_rows(np.arange(0, table.n_rows, 2)), notes=(*table.notes, note))
    first, second = (list(map(cell_name, cells)) for cells in table.columns[:2])
    named = not holds_numbers(table.columns[1]) or 2 * len({*second}) <= len(second)
    if not (first[0] and named) or 2 * first.count("") < len(first) or "" in second or holds_numbers(first):
        return table
    filled = _filled(first)
    if len({*zip(filled, second, strict=True)}) < len(filled):
        return table
    note = f"{table.name}: names in {quoted(table.header[0] or 'the first column')} are those of the rows below, too."
    return replace(table, columns=(filled, *table.columns[1:]), notes=(*table.notes, note))


def _describe_rows_above(table: Table) -> bool:
    """Whether each second row has no name, and its numbers stand in brackets, behind ±, or small below others."""
    if not all(bool(cell_name(cell)) != row % 2 for row, cell in enumerate(table.columns[0])) or table.n_rows % 2:
        return False
    for cells in table.columns[1:]:
        numbers = [_DESCRIBES.fullmatch(cell_name(cell)) for cell in cells]
        for above, below in zip(numbers[::2], numbers[1::2], strict=True):
            if not (above and below) or above[1]:
                return False
            score, spread = (float(cell[2].replace(",", ".")) for cell in (above, below))
            if not below[1] and 2 * spread > score:
                return False
    return True


_DESCRIBES = re.compile(r"((?:[(\[]|±|\+/?-|\s)*)(\d*[.,]?\d+(?:e-?\d+)?)\s*%?\s*[)\]]?", re.IGNORECASE)
"""A number, behind the marks of one that describes another."""


def _of_merged_headings(pivot: Pivot) -> Table:
    """Return a table with a row for each score; one row of headings holds comparates, the other what differs."""
    outer, inner = (tuple(dict.fromkeys(labels)) for labels in zip(*pivot.labels, strict=True))
    swapped = share_of_measures(outer) > share_of_measures(inner) or called_like_methods(inner, outer)
    count = only_count(outer if swapped else inner) or all(says(text, "repeat") for text in inner)
    kind = "repeat" if count else _MEASURE
    heads = [word for head, _ in pivot.index for word in head.split()]
    first = pivot.labels[0]
    plain = {text: without_arrow(text) for text in (outer if swapped else inner)}
    texts = [(head, cells) for head, cells in pivot.index if not holds_numbers(cells)]
    if 0 < len(texts) < len(pivot.index) and len({*_slashed([cells for _, cells in texts])}) == len(pivot.lines):
        numbers = [head for head, cells in pivot.index if holds_numbers(cells)]
        note = f"{pivot.name}: numbers beside the names of rows, {listed(numbers, 4)}, are not used."
        pivot = replace(pivot, index=texts, notes=(*pivot.notes, note))
    names = _slashed([cells for _, cells in pivot.index]) or [str(k + 1) for k in range(len(pivot.lines))]
    rows = [row for row, name in enumerate(names) if not is_missing(name)]
    pairs = [labels[::-1] if swapped else labels for labels in pivot.labels]
    turned = any(map(names_methods, heads if len(pivot.index) == 1 else (head for head, _ in pivot.index)))
    if len(pivot.index) == 1 and len(heads) > 1 and says(heads[-1], "measure"):  # what stands beside these, each
        turned = says(" ".join(heads[:-1]), "task")
    beside = {  # methods, on what they are compared, or what may be a part of either
        head: _filled(list(cells))
        for head, cells in pivot.index
        if turned and len(pivot.index) > 1 and head and not names_methods(head) and not holds_numbers(cells)
    }
    if beside:
        names = _slashed([cells for head, cells in pivot.index if head not in beside])
    rows_of, columns_of = ("comparate", "task") if turned else ("task", "comparate")
    column = "a task" if turned else "a method"
    what = f"the {kind} of {column}" if swapped else f"{column} and its {kind}"
    note = f"{pivot.name}: {quoted(first[0])} above {quoted(first[1])} is read as {what}."
    table = to_table(
        replace(
            pivot,
            index=[(head, [cells[row] for row in rows]) for head, cells in (*beside.items(), (rows_of, names))],
            labels=[(comparate, plain[other][0]) for comparate, other in pairs],
            columns=[[cells[row] for row in rows] for cells in pivot.columns],
            lines=[pivot.lines[row] for row in rows],
            notes=(*pivot.notes, note),
        ),
        (columns_of, kind),
    )
    lower = frozenset(text for text, better in plain.values() if (better or better_scores(text)) == "lower")
    known = any(names_methods(head) or says(head, "task", "item") for head in heads)
    return replace(table, lower=lower if kind == _MEASURE else frozenset(), oriented=turned or known)


def _follow_counts(pivot: Pivot) -> bool:
    """Whether scores rise, or fall, with the numbers among headings in nearly all rows, as those of repeats do not."""
    counted = [k for k, labels in enumerate(zip(*pivot.labels, strict=True)) if only_count([*dict.fromkeys(labels)])]
    if len(counted) != 1 or len(pivot.labels[0]) < 2 or any(says(head, "repeat") for head in pivot.heads):
        return False
    families: dict[tuple[str, ...], dict[int, int]] = {}
    for place, labels in enumerate(pivot.labels):
        rest = tuple(label for k, label in enumerate(labels) if k not in counted)
        families.setdefault(rest, {})[int(re.sub(r"\D", "", labels[counted[0]]))] = place
    if any(len(places) < _FEWEST_COUNTS for places in families.values()):
        return False
    values, _ = parse_numbers(pivot.columns, lambda row, _: f"{pivot.name}, {pivot.unit} {pivot.lines[row]}")
    first, last = ([of(places.items())[1] for places in families.values()] for of in (min, max))
    signs = np.sign(values[:, last] - values[:, first])
    return signs.size >= _ENOUGH_ENDS and len(signs) > 2 and bool(abs(np.nanmean(signs)) >= _AGREEING)


_FEWEST_COUNTS, _ENOUGH_ENDS, _AGREEING = 3, 12, 0.8
"""Counts, their first and last scores, and the share of these that rise less that of those that fall."""


def has_merged_headings(rows: Sequence[Row]) -> bool:
    """Whether the first row has headings over several columns, each of which has one of its own in the second.

    They are empty behind the first of these columns, or the same above all.
    """
    if len(rows) < 3 or len(rows[0][1]) != len(rows[1][1]):
        return False
    top, below = ([cell_name(cell) for cell in cells] for cells in (_once(rows[0][1]), rows[1][1]))
    first = max(_in_front(top, below), next((k for k, text in enumerate(top) if text), len(top)))
    empty = [k for k in range(first + 1, len(top)) if not top[k]]
    counts = 2 * len(empty) >= len(top) - first  # such as numbers of repeats below each heading
    numbers = any(
        not (text.isdecimal() and counts) if holds_numbers([text]) else "±" in text and number_in(text) is not None
        for text in below[first:]
        if text
    )
    return bool(empty) and all(below[k] for k in empty) and not numbers


def _once(cells: Sequence[Any]) -> list[Any]:
    return [None if k and cell == cells[k - 1] else cell for k, cell in enumerate(cells)]


def _in_front(top: Sequence[Any], below: Sequence[Any]) -> int:
    """Return how many columns in front have no heading of their own in one of two rows, as those of names."""
    named = [bool(cell_name(above) or cell_name(under)) for above, under in zip(top, below, strict=True)]
    k = next((k for k in range(1, len(top)) if named[k]), len(top))
    return k if k > 1 else next((k for k, cell in enumerate(below) if cell_name(cell)), len(top))


def _has_scores(cells: Sequence[Any]) -> bool:
    """Whether cells are numbers, and not whole ones, which may name rows."""
    return any("." in cell or "%" in cell for cell in map(cell_name, cells)) and holds_numbers(
        [cell_name(cell).rstrip("%") for cell in cells]
    )


def _slashed(columns: Sequence[Cells]) -> list[str]:
    """Return names of several columns joined by slashes; those in front stand once for all rows below."""
    last = [""] * len(columns)
    names = []
    for cells in zip(*columns, strict=True):
        texts = ["" if is_missing(cell) else cell_name(cell) for cell in cells]
        if any(texts):
            last = [text or last[k] if k < len(texts) - 1 else text for k, text in enumerate(texts)]
        names.append("/".join(filter(None, last)) if any(texts) else "")
    return names


def _pivot_of(rows: Sequence[Row], name: str, unit: str, notes: tuple[str, ...]) -> Pivot | None:
    """Return the pivot table in rows of cells with their numbers; None if they are none."""
    n_levels, n_index = heading_rows([cells for _, cells in rows[: _MOST_LEVELS + 2]])
    if n_levels == 1 and not n_index:
        return None
    front, body = max(n_index, 1), rows[n_levels + bool(n_index) :]
    tops = [_filled(cells[front:], last=k == n_levels - 1) for k, (_, cells) in enumerate(rows[:n_levels])]
    heads = [cell_name(cell) for cell in rows[n_levels][1][:front]] if n_index else [""] * front
    columns = [[cells[k] for _, cells in body] for k in range(len(rows[0][1]))]
    return Pivot(
        name,
        [(head, _filled(columns[k], last=k == front - 1)) for k, head in enumerate(heads)],
        tuple(cell_name(cells[front - 1]) for _, cells in rows[:n_levels]),
        list(zip(*tops, strict=True)),
        columns[front:],
        [number for number, _ in body],
        unit,
        notes,
    )


def _filled(cells: Cells, *, last: bool = False) -> list[Any]:
    """Return cells with what stands once for several, in all but the last level, in each of them."""
    texts: list[str] = []
    for cell in cells:
        text = cell_name(cell)
        texts.append(text if text or last or not texts else texts[-1])
    return texts


def levels_in(heading: Any) -> tuple[str, ...]:
    """Return the labels in a heading of several levels, as JSON of pandas has it; of any other the heading alone."""
    if isinstance(heading, str) and heading.startswith("(") and heading.endswith(")"):
        import ast

        try:
            heading = ast.literal_eval(heading)
        except (ValueError, SyntaxError):
            return (heading,)
    return tuple(map(tidy, heading)) if isinstance(heading, (tuple, list)) else (tidy(heading),)


def to_table(pivot: Pivot, stated: tuple[str, ...] = ()) -> Table:
    """Return a table with one heading for each column: a row for each score, and a column for each measure.

    Of means beside their spreads, the means are read. Levels whose headings are stated become columns of these.
    """
    index = pivot.index or [("task", [str(row + 1) for row in range(len(pivot.lines))])]
    levels = zip(pivot.heads, zip(*pivot.labels, strict=True), strict=True)
    roles = stated or [role_of(head, list(dict.fromkeys(labels))) for head, labels in levels]
    named = {role: [k] for k, role in enumerate(roles) if stated or role not in ("", _MEASURE, _STATISTIC)}
    oriented = True
    if unnamed := [k for k, role in enumerate(roles) if not role]:
        heads = (*named, *(head for head, _ in index))
        named["task" if any(says(head, "comparate") for head in heads) else "comparate"] = unnamed
        oriented = any(says(head, "task", "comparate", "item") for head in heads)
    measured = [k for k, role in enumerate(roles) if role == _MEASURE and not stated]
    kept, notes = _centres(pivot, [k for k, role in enumerate(roles) if role == _STATISTIC])
    columns = {
        (tuple(_joined(labels, of_name) for of_name in named.values()), _joined(labels, measured)): cells
        for labels, cells in zip(pivot.labels, pivot.columns, strict=True)
        if all(labels[k] == centre for k, centre in kept.items())
    }
    combinations = list(dict.fromkeys(names for names, _ in columns))
    measures = list(dict.fromkeys(measure for _, measure in columns))
    rows = range(len(pivot.lines))
    front = [[column[row] for row in rows for _ in combinations] for _, column in index]
    middle = [[names[k] for _ in rows for names in combinations] for k in range(len(named))]
    if "task" in named and any(says(head, "comparate") for head, _ in index):  # a part of whose names stands in rows
        parts = [k for k, (head, _) in enumerate(index) if says(head, "task", "item")]
        place = [*named].index("task")
        names = zip(*(front[k] for k in parts), middle[place], strict=True)
        middle[place] = ["/".join(map(cell_name, each)) for each in names]
        index = [each for k, each in enumerate(index) if k not in parts]
        front = [each for k, each in enumerate(front) if k not in parts]
    scores: list[Cells] = []
    for measure in measures:
        beside = [columns.get((names, measure)) for names in combinations]
        scores.append(
            np.stack(beside, axis=1).ravel()  # type: ignore[arg-type]
            if all(isinstance(column, np.ndarray) for column in beside)
            else [None if column is None else column[row] for row in rows for column in beside]
        )
    table = make_table(
        pivot.name,
        [*(head for head, _ in index), *named, *(measure or "score" for measure in measures)],
        [*front, *middle, *scores],
        [line for line in pivot.lines for _ in combinations],
        pivot.unit,
        (*pivot.notes, *notes),
    )
    return replace(table, long=True, oriented=oriented) if named else table


def melted(
    table: Table,
    index: Sequence[tuple[str, Cells]],
    scores: Sequence[int],
    kinds: tuple[str, ...],
    labels: Sequence[tuple[str, ...]],
) -> Table:
    """Return a table with a row for each score, behind the columns of an index; parts of headings become cells."""
    columns = [table.columns[k] for k in scores]
    long = to_table(Pivot(table.name, index, kinds, labels, columns, table.lines, table.unit), kinds)
    return replace(table, header=long.header, columns=long.columns, lines=long.lines)


def _centres(pivot: Pivot, levels: Sequence[int]) -> tuple[dict[int, str], list[str]]:
    """Return the statistic that is read at each level of statistics, and notes on the others."""
    kept, notes = {}, []
    for level in levels:
        labels = list(dict.fromkeys(label[level] for label in pivot.labels))
        kept[level] = centre_of(labels)
        others = [label for label in labels if label != kept[level]]
        if others:
            notes.append(f"{pivot.name}: scores are those below {quoted(kept[level])}, not below {listed(others)}.")
    return kept, notes


def _joined(labels: tuple[str, ...], levels: Sequence[int]) -> str:
    return " ".join(filter(None, (labels[level] for level in levels)))


def centre_of(labels: Sequence[str]) -> str:
    """Return the first of some labels that is that of a mean or median; empty if there is none."""
    return next((label for label in labels if label.lower() in _CENTRES), "")


def are_statistics(labels: Sequence[str]) -> bool:
    """Whether some labels are those of statistics of repeats, with a mean or median among them."""
    known = all(label.lower() in _STATISTICS or kind_of(label) == "spread" for label in labels)
    return known and bool(centre_of(labels))


def bounds_of_means(columns: Mapping[str, NDArray[np.float64]]) -> dict[str, str]:
    """Return the headings of the least and largest scores of which another column holds the mean, or median, and why.

    Words say so, and the numbers that one is nowhere above it and the other nowhere below.
    """
    families: dict[tuple[str, ...], dict[str, str]] = {}
    for head in columns:
        parts = words(head)
        for word in set(parts).intersection((*_CENTRES, "min", "max")):
            families.setdefault(tuple(part for part in parts if part != word), {})[word] = head
    bounds: dict[str, str] = {}
    for called in families.values():
        if {"min", "max"} <= called.keys() and (centre := centre_of([*called])):
            least, middle, most = (columns[called[word]] for word in ("min", centre, "max"))
            if not ((middle < least) | (middle > most)).any():
                bounds |= {
                    called[word]: f"nowhere {where} {quoted(called[centre])}"
                    for word, where in (("min", "above"), ("max", "below"))
                }
    return bounds


def role_of(head: str, labels: Sequence[str]) -> str:
    """Return the heading of a column of labels, or that they are of measures or statistics; empty if none is known."""
    if are_statistics(labels):
        return _STATISTIC
    if says(head, "task", "comparate", "repeat"):
        return head
    if says(head, "measure") or share_of_measures(labels) > 0.5:
        return _MEASURE
    return "repeat" if only_count(labels) else ""


def share_of_measures(labels: Sequence[str]) -> float:
    """Return how many of some labels are those of measures, costs included."""
    measures = [
        better_scores(text)
        or without_arrow(text)[1]
        or matches(text, SCORE)
        or says(text, "measure")
        or kind_of(text) not in ("", "measure")
        for text in labels
    ]
    return sum(map(bool, measures)) / len(labels)
