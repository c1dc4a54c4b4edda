r"""Tables in documents: Markdown (GitHub's, 0.29) and HTML 5, and what those in LaTeX share with them.

The table that is chosen is read, or the first one with several rows and columns of numbers. Marks of style are taken
off: ``**0.95**``, ``<b>0.95</b>``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from html.parser import HTMLParser
from itertools import groupby

from comparatex.data.formats.contract import File, name_of
from comparatex.data.merged_headings import Row, from_rows
from comparatex.data.names import quoted
from comparatex.data.raw_table import Table
from comparatex.data.sources import is_rule
from comparatex.data.written_numbers import (
    LEVEL,
    RAISED,
    SEAM,
    holds_numbers,
    is_marked_number,
    is_missing,
    without_seams,
)
from comparatex.errors import DataError, UsageError

_BAR = re.compile(r"(?<!\\)\|")
_MAYBE_RULE = re.compile(rb"^[ \t]*\|?[ \t]*:?-+:?[ \t]*\|", re.MULTILINE)
_SHORT_RULE = re.compile(r":?-+:?")
_EMPHASIS = re.compile(r"(\*\*|__|`)(.+?)\1|(?<![\w*])[*_](\S.*?)[*_](?![\w*])")
_LINK = re.compile(r"!?\[([^]]*)\]\([^)]*\)")
_LEFT_OUT = re.compile(r"\[\^[^]]*\]|~~.+?~~")
"""Footnotes and struck text."""

_TAG = re.compile(r"</?[a-zA-Z][^>]*>")
_UNSEEN_TAGS = frozenset(
    ("script", "style", "template", "del", "s", "strike", "annotation", "annotation-xml")
)
_UNSEEN_STYLE = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*hidden|mso-hide\s*:\s*all|line-through|(?:font-size|opacity)\s*:\s*0(?![.\d]*[1-9])",
    re.IGNORECASE,
)
_OF_LINES = frozenset(("br", "p", "div", "li", "hr", "dd", "dt"))
_VOID = frozenset(("br", "hr", "img", "input", "wbr", "col", "area", "embed", "link", "meta", "source"))
LONGEST_CELL = 2000
"""Characters of the longest cell whose marks are taken off; names and scores are shorter."""

Rows = list[Row]


def only(files: Sequence[File]) -> File:
    """Return the one file there is; each document is a table of its own."""
    if len(files) > 1:
        raise DataError(f"{name_of(files)} are documents of a table each: write the scores into one.")
    return files[0]


def chosen_table(found: Sequence[Rows], file: File, kind: str, headed: Sequence[bool] = ()) -> Table:
    """Return the table that is chosen, or the first that is large enough to hold scores, preferably with numbers.

    `headed` says which of them have marked headings; others need words in their first row.
    """
    large = [k for k, grid in enumerate(found) if len(grid) > 1 and max(len(cells) for _, cells in grid) > 1]
    if not large:
        raise DataError(
            f"{file.name} holds no table in {kind} of several rows and columns: name another file."
        )
    which = _place(file, large, found)
    grid = found[which]
    width = max(len(cells) for _, cells in grid)
    rows = [(line, [*cells, *[""] * (width - len(cells))]) for line, cells in grid]
    if not (headed and headed[which]) and kind != "Markdown":
        _check_headings(rows[0], file)
    notes = [
        f"{file.name}, line {line}: {quoted(text)} is taken as a title and left out."
        for line, cells in rows[1:]
        if (text := _title(cells))
    ]
    rows = [row for k, row in enumerate(rows) if k == 0 or not _title(row[1])]
    if len(large) > 1 and not file.sheet:
        place = large.index(which) + 1
        ordinal = "first" if place == 1 else f"one in line {grid[0][0]}, number {place},"
        notes.insert(
            0, f"{file.name} holds {len(large)} tables: the {ordinal} was read; `sheet` chooses another."
        )
    return from_rows(rows, file.name, "line", tuple(notes))


def _place(file: File, large: Sequence[int], found: Sequence[Rows]) -> int:
    """Return which table is read."""
    if not file.sheet:
        return next((k for k in large if _holds_scores(found[k])), large[0])
    if file.sheet.isdecimal() and 0 < int(file.sheet) <= len(large):
        return large[int(file.sheet) - 1]
    raise UsageError(f"{file.name} holds {len(large)} tables (`sheet`): choose one by its number.")


def _holds_scores(grid: Rows) -> bool:
    """Whether at least half of the cells behind the first column and below the first row are like numbers."""
    inner = [cell for _, cells in grid[1:] for cell in cells[1:] if not is_missing(cell)]
    return bool(inner) and 2 * sum(holds_numbers([cell]) or is_marked_number(cell) for cell in inner) >= len(
        inner
    )


def _title(cells: Sequence[str]) -> str:
    """Return what stands in a row of one filled cell, the first, as above the rows of a group; else nothing."""
    return cells[0] if len(cells) > 2 and cells[0] and not any(cells[1:]) else ""


def _check_headings(row: Row, file: File) -> None:
    """Refuse numbers where the names should stand."""
    line, cells = row
    filled = [cell for cell in cells[1:] if cell]
    if (
        filled
        and all(map(holds_numbers, ([cell] for cell in filled)))
        and any("." in cell for cell in filled)
    ):
        raise DataError(
            f"{file.name}, line {line}: the table has numbers ({quoted(filled[0])} first) where its headings should "
            "stand: add a row of headings."
        )


# ------------------------------------------------------------------------------------------------- Markdown
def is_markdown(file: File) -> bool:
    """Whether a text has a rule of dashes between bars, below a row of as many cells."""
    if b"\0" in file.data or not _MAYBE_RULE.search(file.data):
        return False
    return any(rules for _, rules in _blocks(file.text))


def _blocks(text: str) -> Iterator[tuple[list[tuple[int, str]], list[int]]]:
    """Yield lines with bars that follow each other, and which of them are rules below as many cells.

    Below the first line one dash in each cell is a rule; elsewhere it stands for a missing score.
    """
    lines = enumerate(text.splitlines(), start=1)
    for filled, group in groupby(lines, lambda line: "|" in line[1]):
        block = list(group) if filled else []
        rules = [
            k
            for k, (_, line) in enumerate(block)
            if k
            and (is_rule(_cells(line)) or (k == 1 and all(map(_SHORT_RULE.fullmatch, _cells(line)))))
            and len(_cells(line)) == len(_cells(block[k - 1][1]))
        ]
        yield block, rules


def _cells(line: str) -> list[str]:
    """Return the cells of a row of Markdown, between bars."""
    text = line.strip().removeprefix("|")
    if _BAR.search(text[-1:]):
        text = text[:-1]
    return [cell.strip().replace("\\|", "|") for cell in _BAR.split(text)]


def markdown(files: Sequence[File]) -> Table:
    """Return the first table in a document in Markdown."""
    file = only(files)
    grids: list[Rows] = []
    for block, rules in _blocks(file.text):
        if rules:
            rows = [block[rules[0] - 1], *block[rules[0] + 1 :]]
            grids.append([(number, [_plain(cell) for cell in _cells(line)]) for number, line in rows])
    return chosen_table(grids, file, "Markdown")


def _plain(cell: str) -> str:
    """Return a cell without emphasis, links and tags."""
    if len(cell) > LONGEST_CELL:
        return cell
    text = _LINK.sub(rf"{SEAM}\1{SEAM}", _LEFT_OUT.sub(SEAM, cell))
    if _TAG.search(text):
        words = _Words()
        words.pieces = []
        words.feed(text)
        words.close()
        text = "".join(words.pieces)
    while (plainer := _EMPHASIS.sub(lambda part: f"{SEAM}{part[2] or part[3]}{SEAM}", text)) != text:
        text = plainer
    return without_seams(re.sub(r"\\([*_`~])", r"\1", text))


# ----------------------------------------------------------------------------------------------------- HTML
def is_html(file: File) -> bool:
    """Whether a text has a table in HTML."""
    return b"<table" in file.data[:1_000_000].lower()


class _Words(HTMLParser):
    """The text of a cell, without what nobody sees, and with marks where tags are."""

    def __init__(self) -> None:
        super().__init__()
        self.pieces: list[str] | None = None
        self._unseen, self._depth = "", 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if self._unseen:
            self._depth += tag == self._unseen
        elif (tag in _UNSEEN_TAGS or _is_hidden(attrs)) and tag not in _VOID:
            self._unseen, self._depth = tag, 1
        if self.pieces is not None:
            self.pieces += (RAISED if tag in ("sup", "sub") else SEAM, " " * (tag in _OF_LINES))

    def handle_endtag(self, tag: str) -> None:
        self._depth -= tag == self._unseen
        if not self._depth:
            self._unseen = ""
        if self.pieces is not None:
            self.pieces += (LEVEL if tag in ("sup", "sub") else SEAM, " " * (tag in _OF_LINES))

    def handle_data(self, data: str) -> None:
        if self.pieces is not None and not self._unseen:
            self.pieces.append(data)


def _is_hidden(attributes: Sequence[tuple[str, str | None]]) -> bool:
    return any(
        name == "hidden" or (name == "style" and _UNSEEN_STYLE.search(text or ""))
        for name, text in attributes
    )


class _Tables(_Words):
    """The cells of all tables, with the columns and rows that they span."""

    def __init__(self) -> None:
        super().__init__()
        self.tables: list[Rows] = []
        self.headed: list[bool] = []
        self._heads: list[bool] = []
        self._open: list[Rows] = []
        self._spans: list[dict[int, tuple[int, str]]] = []
        self._size = (1, 1)
        self._hidden_row = False
        self.hidden_rows = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "table":
            self._end_cell()
            self._open.append([])
            self._heads.append(False)
            self._spans.append({})
        elif tag == "tr" and self._open:
            self._end_cell()
            self._open[-1].append((self.getpos()[0], []))
            self._hidden_row = _is_hidden(attrs)
            self.hidden_rows += self._hidden_row
        elif tag in ("td", "th") and self._open and self._open[-1]:
            self._end_cell()
            self._heads[-1] |= tag == "th" and len(self._open[-1]) == 1
            given = dict(attrs)
            self._size = (_span(given.get("colspan")), _span(given.get("rowspan")))
            self.pieces = None if self._hidden_row or _is_hidden(attrs) else []
        else:
            super().handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        if tag not in ("td", "th", "tr", "table"):
            super().handle_endtag(tag)
            return
        self._end_cell()
        if tag == "table" and self._open:
            self.tables.append(self._open.pop())
            self.headed.append(self._heads.pop())
            self._spans.pop()

    def _end_cell(self) -> None:
        self._unseen, self._depth = "", 0
        if self.pieces is None:
            return
        text = without_seams("".join(self.pieces))
        self.pieces = None
        cells, spans = self._open[-1][-1][1], self._spans[-1]
        assert isinstance(cells, list)
        self._fill(cells)
        width, height = self._size
        for k in range(width):
            spans[len(cells)] = (height - 1, text if width == 1 else "")
            cells.append(text if k == 0 else "")
        while len(cells) in spans and spans[len(cells)][0] > 0:
            self._fill(cells)

    def _fill(self, cells: list[str]) -> None:
        """Add the cells that reach down from rows above."""
        spans = self._spans[-1]
        while (left := spans.get(len(cells), (0, "")))[0] > 0:
            spans[len(cells)] = (left[0] - 1, left[1])
            cells.append(left[1] if len(self._open[-1]) > 2 else "")


def _span(text: str | None) -> int:
    """Return how many rows or columns a cell spans."""
    return min(int(text), 1000) if text and text.isascii() and text.isdecimal() and int(text) else 1


def html(files: Sequence[File]) -> Table:
    """Return the first table in a document in HTML."""
    file = only(files)
    parser = _Tables()
    parser.feed(file.text)
    parser.close()
    grids = [[row for row in grid if any(row[1])] for grid in parser.tables]
    table = chosen_table(grids, file, "HTML", parser.headed)
    if not parser.hidden_rows:
        return table
    rows = "1 hidden row is" if parser.hidden_rows == 1 else f"{parser.hidden_rows} hidden rows are"
    return replace(table, notes=(*table.notes, f"{file.name}: {rows} left out."))
