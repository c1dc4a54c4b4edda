"""Grids of cells, as documents and spreadsheets have them, to raw tables; headings may be merged over columns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from comparatex.data.measures import SCORE, better_scores, is_no_comparate, without_arrow
from comparatex.data.names import MEASURE, REPEAT, matches, only_count, quoted, tidy
from comparatex.data.pivots import Pivot, are_statistics, pivot_of, to_table
from comparatex.data.raw_table import Table, make_table
from comparatex.data.written_numbers import holds_numbers, is_missing

Row = tuple[int, Sequence[Any]]
"""The number of a row, and its cells."""


def has_merged_headings(rows: Sequence[Row]) -> bool:
    """Whether the first row has headings over several columns, whose own headings stand in the second.

    Behind a merged heading cells are empty; the row below names each of these columns. Columns of names in front may
    have one heading together.
    """
    if len(rows) < 3:
        return False
    top, below = rows[0][1], rows[1][1]
    first = max(_in_front(top, below), next((k for k, cell in enumerate(top) if _text(cell)), len(top)))
    empty = [k for k in range(first + 1, len(top)) if not _text(top[k])]
    names = [below[k] for k in range(first, len(below)) if _text(below[k])]
    return bool(empty) and all(_text(below[k]) for k in empty) and not _numbers(names)


def _in_front(top: Sequence[Any], below: Sequence[Any]) -> int:
    """Return how many columns in front have no heading of their own in one of two rows, as those of names."""
    nameless = [not (_text(one) or _text(other)) for one, other in zip(top, below, strict=True)]
    k = next((k for k in range(1, len(top)) if not nameless[k]), len(top))
    if k > 1:
        return k
    return next((k for k, cell in enumerate(below) if _text(cell)), len(top))


def _text(cell: Any) -> str:
    return "" if cell is None else tidy(cell)


def _numbers(cells: Sequence[Any]) -> bool:
    """Whether any of some cells is a number, other than a count."""
    texts = [_text(cell) for cell in cells]
    return any(holds_numbers([text]) and not text.isdecimal() for text in texts)


def from_rows(rows: Sequence[Row], name: str, unit: str, notes: tuple[str, ...] = ()) -> Table:
    """Return the raw table in rows of cells, the first of which holds the headings."""
    pivot = pivot_of(rows, name, unit, notes)
    if pivot:
        return to_table(pivot)
    merged = has_merged_headings(rows)
    tops, subs = _filled(rows[0][1], rows[1][1]) if merged else ([], [])
    body = rows[2 if merged else 1 :]
    columns = [[cells[k] for _, cells in body] for k in range(len(rows[0][1]))]
    lines = [number for number, _ in body]
    if not merged:
        return make_table(name, rows[0][1], columns, lines, unit, notes)
    front = _in_front(rows[0][1], rows[1][1])
    names = [k for k, top in enumerate(tops) if k < front or not top or not subs[k]]
    scores = [k for k in range(len(tops)) if k not in names]
    if not scores or (len(names) > 1 and names != list(range(front))):
        heads = [" ".join(filter(None, pair)) for pair in zip(tops, subs, strict=True)]
        return make_table(name, heads, columns, lines, unit, notes)
    if any(are_statistics([texts[k] for k in scores]) for texts in (tops, subs)):
        index = [(" ".join(filter(None, (tops[k], subs[k]))), columns[k]) for k in names]
        labels = [(tops[k], subs[k]) for k in scores]
        cells = [columns[k] for k in scores]
        return to_table(Pivot(name, index, ("", ""), labels, cells, lines, unit, notes))
    return _long(name, tops, subs, names, columns, lines, unit, notes)


def _filled(top: Sequence[Any], below: Sequence[Any]) -> tuple[list[str], list[str]]:
    """Return the headings of both rows, a merged one for all its columns."""
    tops: list[str] = []
    for k, cell in enumerate(top):
        text = _text(cell)
        tops.append(text if text or not tops or not _text(below[k]) else tops[-1])
    return tops, [_text(cell) for cell in below]


def _long(
    name: str,
    tops: list[str],
    subs: list[str],
    names: list[int],
    columns: list[list[Any]],
    lines: list[int],
    unit: str,
    notes: tuple[str, ...],
) -> Table:
    """Return a table with a row for each score; one row of headings holds comparates, the other what differs."""
    scores = [k for k in range(len(tops)) if k not in names]
    outer, inner = list(dict.fromkeys(tops[k] for k in scores)), list(dict.fromkeys(subs[k] for k in scores))
    swapped = _share_of_measures(outer) > _share_of_measures(inner)
    comparates, others = (subs, tops) if swapped else (tops, subs)
    count = only_count(outer if swapped else inner) or all(matches(text, REPEAT) for text in inner)
    kind = "repeat" if count else "measure"
    tasks = _joined([columns[k] for k in names]) if names else [str(k + 1) for k in range(len(lines))]
    plain = {text: without_arrow(text) for text in others}
    cells = [
        (task, comparates[k], plain[others[k]][0], columns[k][row], lines[row])
        for row, task in enumerate(tasks)
        if not is_missing(task)
        for k in scores
    ]
    what = f"the {kind} of a comparate" if swapped else f"a comparate and its {kind}"
    made = make_table(
        name,
        ["task", "comparate", kind, "score"],
        [[cell[k] for cell in cells] for k in range(4)],
        [cell[4] for cell in cells],
        unit,
        (*notes, f"{name}: {quoted(tops[scores[0]])} above {quoted(subs[scores[0]])} is read as {what}."),
    )
    lower = frozenset(text for text, better in plain.values() if (better or better_scores(text)) == "lower")
    return replace(made, lower=lower if kind == "measure" else frozenset())


def _joined(columns: Sequence[Sequence[Any]]) -> list[Any]:
    """Return names of several columns joined by slashes; those in front stand once for all rows below."""
    if len(columns) == 1:
        return list(columns[0])
    last: list[str] = [""] * len(columns)
    found = []
    for cells in zip(*columns, strict=True):
        texts = ["" if is_missing(cell) else _text(cell) for cell in cells]
        if not any(texts):
            found.append("")
            continue
        last = [text or last[k] if k < len(texts) - 1 else text for k, text in enumerate(texts)]
        found.append("/".join(filter(None, last)))
    return found


def _share_of_measures(names: Sequence[str]) -> float:
    """Return how many of some names are those of measures, costs included."""
    found = [
        bool(better_scores(name)) or matches(name, SCORE | MEASURE) or is_no_comparate(name) for name in names
    ]
    return sum(found) / len(found)
