r"""Tables in documents: Markdown (GitHub's, 0.29) and HTML 5, and what those in LaTeX share with them.

The table that is chosen is read, or the first one with several rows and columns of numbers. Marks of style are taken
off: ``**0.95**``, ``<b>0.95</b>``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from html import unescape
from itertools import groupby

from comparatex.data.formats.contract import File, name_of
from comparatex.data.pivots import Row, from_rows, heading_rows
from comparatex.data.raw_table import Table, check_cells
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
from comparatex.names import quoted

_BAR = re.compile(r"(?<!\\)\|")
_MAYBE_RULE = re.compile(rb"^[ \t]*(?:\|[ \t]*)?:?-+:?[ \t]*\|", re.MULTILINE)
_SHORT_RULE = re.compile(r":?-+:?")
_EMPHASIS = re.compile(r"(?<!\\)(\*\*|__|[*_`])")
_LINK = re.compile(r"!?\[([^][]*)\]\([^()]*\)")
_TAG_NAME = re.compile(r"<(/?)([a-zA-Z][^\s/>]*)")
_ATTRIBUTE = re.compile(r"[\s/]*([^\s/>=][^\s/>=]*)(?:\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s>\"'][^\s>]*)))?")
_LEFT_OUT = re.compile(r"\[\^[^][]*\]|~~.+?~~")  # footnotes and struck text
_TAG = re.compile(r"</?[a-zA-Z][^<>]*>")
_UNSEEN_TAGS = frozenset(("script", "style", "template", "del", "s", "strike", "annotation", "annotation-xml"))
_UNSEEN_STYLE = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*hidden|mso-hide\s*:\s*all|line-through|(?:font-size|opacity)\s*:\s*0(?![.\d]*[1-9])",
    re.IGNORECASE,
)
_RAISING = ("sup", "sub")
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


def chosen_table(grids: Sequence[Rows], file: File, kind: str, headed: Sequence[bool] = ()) -> Table:
    """Return the table that is chosen, or the first that is large enough to hold scores, preferably with numbers.

    `headed` says which of them have marked headings; others need words in their first row.
    """
    large = [k for k, grid in enumerate(grids) if len(grid) > 1 and max(len(cells) for _, cells in grid) > 1]
    if not large:
        raise DataError(f"{file.name} holds no table in {kind} of several rows and columns: name another file.")
    if not file.sheet:
        place = next((k for k in large if len(large) == 1 or _holds_scores(grids[k])), large[0])
    elif file.sheet.isdecimal() and 0 < int(file.sheet) <= len(large):
        place = large[int(file.sheet) - 1]
    else:
        raise UsageError(f"{file.name} holds {len(large)} tables (`sheet`): choose one by its number.")
    grid = grids[place]
    width = max(len(cells) for _, cells in grid)
    check_cells(len(grid) * width, len(file.data), file.name)
    rows = [(line, [*cells, *[""] * (width - len(cells))]) for line, cells in grid]
    line, head = rows[0][0], [cell for cell in rows[0][1][1:] if cell]
    named = kind == "Markdown" or bool(headed and headed[place])
    if not named and any("." in cell for cell in head) and all(holds_numbers([cell]) for cell in head):
        raise DataError(
            f"{file.name}, line {line}: the table has numbers ({quoted(head[0])} first) where its headings should "
            "stand: add a row of headings."
        )
    n_levels, n_index = heading_rows([cells for _, cells in rows])
    body = n_levels + bool(n_index)
    titles = [(line, cells[0]) for line, cells in rows[body:] if _is_title(cells)]
    notes = [f"{file.name}, line {line}: {quoted(text)} is taken as a title and left out." for line, text in titles]
    if len(large) > 1 and not file.sheet:
        number = large.index(place) + 1
        ordinal = "first" if number == 1 else f"one in line {grid[0][0]}, number {number},"
        notes.insert(0, f"{file.name} holds {len(large)} tables: the {ordinal} was read; `sheet` chooses another.")
    kept = [*rows[:body], *(row for row in rows[body:] if not _is_title(row[1]))]
    return from_rows(kept, file.name, "line", tuple(notes))


def _holds_scores(grid: Rows) -> bool:
    """Whether at least half of the cells behind the first column and below the first row are like numbers."""
    inner = [cell for _, cells in grid[1:] for cell in cells[1:] if not is_missing(cell)]
    numbers = [cell for cell in inner if holds_numbers([cell]) or is_marked_number(cell)]
    return bool(inner) and 2 * len(numbers) >= len(inner)


def _is_title(cells: Sequence[str]) -> bool:
    """Whether the first cell of a row is the only one that is filled, as above the rows of a group."""
    return len(cells) > 2 and bool(cells[0]) and not any(cells[1:])


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
            and "-" in line
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
    grids: list[Rows] = [
        [(number, [_plain(cell) for cell in _cells(line)]) for number, line in (block[rule - 1], *block[rule + 1 :])]
        for block, (rule, *_) in ((block, rules) for block, rules in _blocks(file.text) if rules)
    ]
    return chosen_table(grids, file, "Markdown")


def _plain(cell: str) -> str:
    """Return a cell without emphasis, links and tags."""
    if len(cell) > LONGEST_CELL:
        return cell
    text = _LINK.sub(rf"{SEAM}\1{SEAM}", _LEFT_OUT.sub(SEAM, cell))
    if _TAG.search(text):
        content = _Content([])
        content.read(text)
        text = "".join(content.pieces or ())
    return without_seams(re.sub(r"\\([*_`~])", r"\1", _without_emphasis(text)))


def _without_emphasis(text: str) -> str:
    """Return a text with marks of style taken off in pairs: ``**0.95**``, but neither ``0.95*`` nor ``a_b_c``."""
    parts = _EMPHASIS.split(text)
    opened: dict[str, int] = {}
    for k in range(1, len(parts), 2):
        mark = parts[k]
        before, behind = (
            (parts[k - 1] or parts[k - 2 * (k > 1)])[-1:],
            (parts[k + 1] or "".join(parts[k + 2 : k + 3]))[:1],
        )
        single = len(mark) == 1 and mark != "`"
        if mark in opened and not before.isspace() and not (single and behind.isalnum()):
            parts[opened.pop(mark)] = parts[k] = SEAM
        elif behind and not behind.isspace() and not (single and before.isalnum()):
            opened[mark] = k
    return "".join(parts)


# ----------------------------------------------------------------------------------------------------- HTML
def is_html(file: File) -> bool:
    """Whether a text has a table in HTML."""
    return b"<table" in file.data[:1_000_000].lower()


def _tokens(text: str) -> Iterator[tuple[str, str, dict[str, str], int]]:
    """Yield kind ("start", "end" or "text"), name or content, attributes and place of what a document consists of.

    Nothing is looked at twice, so that no text takes longer than others of its size; `html.parser` looks for the end of
    each tag and comment that has none in all that follows.
    """
    place = 0
    while place < len(text):
        begin = text.find("<", place)
        begin = len(text) if begin < 0 else begin
        if begin > place:
            yield "text", _characters(text[place:begin]), {}, place
        name = _TAG_NAME.match(text, begin)
        if not name:
            place = _behind_declaration(text, begin)
            if place == begin + 1:
                yield "text", text[begin:place], {}, begin
            continue
        tag, place = name[2].lower(), name.end()
        attributes: dict[str, str] = {}
        while attribute := _ATTRIBUTE.match(text, place):
            attributes.setdefault(attribute[1].lower(), _characters(attribute[2] or attribute[3] or attribute[4] or ""))
            place = attribute.end()
        place = text.find(">", place) + 1 or len(text)
        yield "end" if name[1] else "start", tag, attributes, begin
        if tag in ("script", "style") and not name[1]:
            end = re.compile(f"</{tag}", re.IGNORECASE).search(text, place)
            place = end.start() if end else len(text)


def _characters(text: str) -> str:
    """Return a text with the characters that it names; as it is, if one is a number without end."""
    try:
        return unescape(text)
    except ValueError:
        return text


def _behind_declaration(text: str, place: int) -> int:
    """Return where a comment, a declaration or an instruction ends; behind the sign itself if it is none."""
    if text.startswith("<!--", place):
        return text.find("-->", place + 2) + 3 if text.find("-->", place + 2) >= 0 else len(text)
    if text[place + 1 : place + 2] in ("!", "?", "/"):
        return text.find(">", place) + 1 or len(text)
    return place + 1


def _is_hidden(attributes: Mapping[str, str]) -> bool:
    """Whether nobody sees an element, by its attributes."""
    return "hidden" in attributes or _UNSEEN_STYLE.search(attributes.get("style", "")) is not None


class _Grid:
    """A table: its rows, whether its first one is marked as headings, and what reaches down from the rows above."""

    def __init__(self) -> None:
        self.rows: list[tuple[int, list[str]]] = []
        self.headed = False
        self._spans: dict[int, tuple[int, str]] = {}

    def add(self, text: str, width: int, height: int) -> int:
        """Add a cell behind those that reach down, and return how many cells that makes."""
        cells = self.rows[-1][1]
        before = len(cells)
        self._fill(cells)
        for k in range(width):
            self._spans[len(cells)] = (height - 1, text if width == 1 else "")
            cells.append(text if k == 0 else "")
        self._fill(cells)
        return len(cells) - before

    def _fill(self, cells: list[str]) -> None:
        """Add the cells that reach down from rows above."""
        while (left := self._spans.get(len(cells), (0, "")))[0] > 0:
            self._spans[len(cells)] = (left[0] - 1, left[1])
            cells.append(left[1] if len(self.rows) > 2 else "")


class _Content:
    """The cells of all tables, or a text: without what nobody sees, and with marks where tags are."""

    def __init__(self, text: list[str] | None, n_bytes: int = 0, name: str = "") -> None:
        self.pieces = text  # of the cell that is open, if one is
        self._has_tables = text is None
        self.grids: list[_Grid] = []
        self.hidden_rows = self._n_cells = 0
        self._n_bytes, self._name = n_bytes, name
        self._unseen, self._depth = "", 0
        self._open: list[_Grid] = []
        self._size, self._hidden_row = (1, 1), False

    def read(self, text: str) -> None:
        """Take in a document."""
        line, counted = 1, 0
        for kind, content, attributes, place in _tokens(text):
            if kind == "start" and content == "tr":
                line, counted = line + text.count("\n", counted, place), place
            if kind == "start":
                self._start(content, attributes, line)
            elif kind == "end":
                self._end(content)
            elif not self._unseen:
                self._add(content)

    def _add(self, *texts: str) -> None:
        if self.pieces is not None:
            self.pieces += texts

    def _start(self, tag: str, attributes: Mapping[str, str], line: int) -> None:
        if tag == "table" and self._has_tables:
            self._end_cell()
            self._open.append(_Grid())
        elif tag == "tr" and self._open:
            self._end_cell()
            self._open[-1].rows.append((line, []))
            self._hidden_row = _is_hidden(attributes)
            self.hidden_rows += self._hidden_row
        elif tag in ("td", "th") and self._open and self._open[-1].rows:
            self._end_cell()
            self._open[-1].headed |= tag == "th" and len(self._open[-1].rows) == 1
            self._size = (_span(attributes.get("colspan")), _span(attributes.get("rowspan")))
            self.pieces = None if self._hidden_row or _is_hidden(attributes) else []
        else:
            if self._unseen:
                self._depth += tag == self._unseen
            elif (tag in _UNSEEN_TAGS or _is_hidden(attributes)) and tag not in _VOID:
                self._unseen, self._depth = tag, 1
            self._add(RAISED if tag in _RAISING else SEAM, " " * (tag in _OF_LINES))

    def _end(self, tag: str) -> None:
        if tag in ("td", "th", "tr", "table") and self._has_tables:
            self._end_cell()
            if tag == "table" and self._open:
                self.grids.append(self._open.pop())
            return
        self._depth -= tag == self._unseen
        if not self._depth:
            self._unseen = ""
        self._add(LEVEL if tag in _RAISING else SEAM, " " * (tag in _OF_LINES))

    def _end_cell(self) -> None:
        self._unseen, self._depth = "", 0
        if self.pieces is not None:
            text, self.pieces = without_seams("".join(self.pieces)), None
            self._n_cells += self._open[-1].add(text, *self._size)
            check_cells(self._n_cells, self._n_bytes, self._name)


def _span(text: str | None) -> int:
    """Return how many rows or columns a cell spans."""
    return min(int(text), 1000) if text and text.isascii() and text.isdecimal() and int(text) else 1


def html(files: Sequence[File]) -> Table:
    """Return the first table in a document in HTML."""
    file = only(files)
    content = _Content(None, len(file.data), file.name)
    content.read(file.text)
    grids: list[Rows] = [[row for row in grid.rows if any(row[1])] for grid in content.grids]
    table = chosen_table(grids, file, "HTML", [grid.headed for grid in content.grids])
    if not content.hidden_rows:
        return table
    rows = "1 hidden row is" if content.hidden_rows == 1 else f"{content.hidden_rows} hidden rows are"
    return replace(table, notes=(*table.notes, f"{file.name}: {rows} left out."))
