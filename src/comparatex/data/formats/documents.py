r"""Tables in documents: Markdown (GitHub's, 0.29), HTML 5, LaTeX 2e (tabular, longtable, tabularray), Typst, Word.

The table that is chosen is read, or the only one of scores. Marks of style are taken off: ``**0.95**``,
``<b>0.95</b>``.
"""

from __future__ import annotations

import io
import re
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from html import unescape
from itertools import groupby, pairwise
from xml.etree import ElementTree
from zipfile import ZipFile

from comparatex.data.formats.contract import File
from comparatex.data.headings import names_methods, says
from comparatex.data.pivots import from_rows, heading_rows, share_of_measures
from comparatex.data.raw_table import Table, check_cells
from comparatex.data.sources import decode, drawn_tables, is_rule, notes_on_encoding
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
from comparatex.files import check_bytes, refusing
from comparatex.letters import GREEK, SYMBOLS
from comparatex.names import listed, quoted

_BAR = re.compile(r"(?<!\\)\|")
_MAYBE_RULE = re.compile(rb"^[ \t]*(?:\|[ \t]*)?:?-+:?[ \t]*\|", re.MULTILINE)
_EMPHASIS = re.compile(r"(?<!\\)(\*\*|__|[*_`])")
_LINK = re.compile(r"!?\[((?:[^][]|\[[^][]*\])*)\]\([^()]*\)")
_ATTRIBUTE = r"[\s/]*([^\s/>=]+)(?:\s*=\s*(\"[^\"]*\"|'[^']*'|[^\s>\"'][^\s>]*))?"
_ATTRIBUTES = re.compile(_ATTRIBUTE)
_TOKEN = re.compile(
    rf"(?i:<(?P<raw>script|style)(?![^\s/>])(?:{_ATTRIBUTE})*+[^>]*+>?.*?(?=</(?P=raw)|\Z))"
    rf"|<(?P<end>/?)(?P<tag>[a-zA-Z][^\s/>]*)(?P<attributes>(?:{_ATTRIBUTE})*+)[^>]*+>?"
    r"|<!(?=--).*?(?:-->|\Z)|<[!?/][^>]*+>?|(?P<text><|[^<]+)",
    re.DOTALL,
)
"""What a document in HTML consists of; nothing is looked at twice, as `html.parser` does with what has no end."""
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
_LONGEST_CELL = 2000
"""Characters of the longest cell whose marks are taken off; names and scores are shorter."""

_PROTECTED = {chr(code): chr(0xE000 + code) for code in range(33, 127)}
"""Characters for those that a document escapes, so that they are taken for nothing else than themselves."""
_NOTHING = "\ue000"
"""What parts characters that TeX would join."""
_BACK = str.maketrans({there: here for here, there in _PROTECTED.items()} | {_NOTHING: ""})
_ESCAPED_MARKDOWN = re.compile(r"\\([!-/:-@[-`{-~])")
_FOOTNOTE = re.compile(r"(?<=\S)\s*[†‡§¶]+$")
_JOINED = re.compile("(?<=[@#:w])\u2060|[\u2068\u2069]")
"""What table_files puts into names, so that no site makes links of them."""
_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|[a-zA-Z]\w{1,30});")

Rows = list[tuple[int, list[str]]]


def holds_scores(file: File, least: int = 2) -> bool:
    """Whether a file is a document with a table of so many columns of scores, or a text that is a table."""
    try:
        for suffixes, grids_in in _KINDS.values():
            if file.suffix in suffixes:
                return bool(_of_scores([grid.rows for grid in grids_in(file)], least))
        return bool(decode(file.data, file.name))
    except DataError:  # it is no text
        return False


def _chosen_table(kind: str, file: File) -> Table:
    """Return the table that is chosen of those in a document, the only one of scores, or several that are alike."""
    every = _KINDS[kind][1](file)
    grids = [grid for grid in every if len(grid.rows) > 1 and max(len(cells) for _, cells in grid.rows) > 1]
    tables = [grid.rows for grid in grids]
    if not grids:
        raise DataError(f"{file.name} holds no table in {kind} of several rows and columns: name another file.")
    numbers = str(file.sheet).split(",") if file.sheet else []
    if not all(number.isdecimal() and 0 < int(number) <= len(grids) for number in numbers):
        raise UsageError(f"{file.name} holds {len(grids)} tables (`sheet`): choose one by its number.")
    chosen = [int(number) - 1 for number in numbers] or (_of_scores(tables, 1) if len(grids) > 1 else [0])
    sections = _sections(kind, file, [tables[k] for k in chosen])
    if len(grids) > 1 and not numbers and not sections:
        chosen = _of_scores(tables)
    if len(chosen) != 1 and not sections:
        if numbers:
            raise UsageError(f"{file.name}: the tables {file.sheet} (`sheet`) are not alike: choose one by its number.")
        raise _several(kind, file, tables, chosen or range(len(tables)))
    parts = [_rows_of(file, grids[k]) for k in chosen]
    notes = [note for _, noted in parts for note in noted]
    notes += notes_on_encoding(file.data, file.name) if kind != "Word" else ()
    rows = parts[0][0]
    if sections:
        rows = [(line, [sections[0] if k else "section", *cells]) for k, (line, cells) in enumerate(rows)]
        rows += [
            (line, [section, *cells])
            for section, (others, _) in zip(sections[1:], parts[1:], strict=True)
            for line, cells in others[1:]
        ]
        shown = f"tables {listed([str(k + 1) for k in chosen], 8, quote=str)} of {len(grids)}"
        notes.insert(0, f"{file.name}: {shown} are read as one, by section; `sheet` chooses one.")
    elif len(grids) > 1 and not numbers:
        which = f"table {chosen[0] + 1} of {len(grids)}, in line {rows[0][0]},"
        notes.insert(0, f"{file.name}: {which} was read; `sheet` chooses another.")
    if n_hidden := sum(grid.hidden for grid in every):
        hidden = "1 hidden row is" if n_hidden == 1 else f"{n_hidden} hidden rows are"
        notes.append(f"{file.name}: {hidden} left out.")
    table = from_rows(rows, file.name, "row" if kind == "Word" else "line", tuple(notes))
    corner = table.header[1]
    if sections and (names_methods(corner) or says(corner, "task")):
        outer, inner = ("task", "comparate") if names_methods(corner) else ("comparate", "task")
        return replace(table, long=True, roles={outer: table.header[0], inner: corner})
    return table


def _rows_of(file: File, grid: _Grid) -> tuple[Rows, list[str]]:
    """Return the rows of a table without titles and footnotes, and notes on what is left out."""
    width = max(len(cells) for _, cells in grid.rows)
    check_cells(len(grid.rows) * width, len(file.data), file.name)
    rows: Rows = [(line, [*cells, *[""] * (width - len(cells))]) for line, cells in grid.rows]
    if b"comparatex" not in file.data:
        rows = _without_footnotes(rows)
    line, head = rows[0][0], [cell for cell in rows[0][1][1:] if cell]
    if not grid.headed and any("." in cell for cell in head) and all(holds_numbers([cell]) for cell in head):
        raise DataError(
            f"{file.name}, line {line}: the table has numbers ({quoted(head[0])} first) where its headings should "
            "stand: add a row of headings."
        )
    n_levels, n_index = heading_rows([cells for _, cells in rows])
    body = n_levels + bool(n_index)
    titles = [(line, cells[0]) for line, cells in rows[body:] if _is_title(cells)]
    notes = [f"{file.name}, line {line}: {quoted(text)} is taken as a title and left out." for line, text in titles]
    return [*rows[:body], *(row for row in rows[body:] if not _is_title(row[1]))], notes


_MARKED = (
    r"^ {0,3}#{1,6}[ \t]+(.+?)[ \t#]*$|^\*\*(.+)\*\*:?[ \t]*$|^(?=[^|\n]*\w)([^|\n]+)\n(?:={2,}|-{2,})[ \t]*$"
    r"|<(?:h[1-6]|caption)[^<>]*>(.*?)</(?:h|c)"
)
_TITLES = {
    "Markdown": _MARKED,
    "HTML": _MARKED,
    "LaTeX": r"^[^%\n]*\\(?:sub)*(?:section|paragraph)\*?\{([^{}]*)\}",
    "text": r"^[*=]+[ \t]+(.+)$|^(\S.*)\n([=~^*+#\"'-])\3{2,}[ \t]*$",
}
"""Titles of sections, in the kinds of documents that have them."""


def _sections(kind: str, file: File, tables: Sequence[Rows]) -> list[str]:
    """Return the titles of the sections of tables that are alike, each in a section of its own; nothing of others.

    They have the same headings, which are of one column of scores or of measures, and rows of the same names.
    """
    if len(tables) < 2 or kind not in _TITLES or len({tuple(rows[0][1][1:]) for rows in tables}) > 1:
        return []
    line_of = _lines(file.text)
    titles = [
        (line_of(title.start()), next(filter(None, title.groups()), ""))
        for title in re.finditer(_TITLES[kind], file.text, re.MULTILINE | re.IGNORECASE)
    ]
    begins = [1, *(rows[0][0] for rows in tables)]
    above = [[text for line, text in titles if begin <= line < end] for begin, end in pairwise(begins)]
    sections = [
        _plain(next((text for text in reversed(texts) if any(text not in others for others in above)), "")).strip(" :")
        for texts in above
    ]
    named = set.intersection(*({cells[0] for _, cells in rows[1:]} for rows in tables))
    heads = [
        head
        for j, head in enumerate(tables[0][0][1])
        for column in [[cells[j] for _, cells in tables[0][1:] if j < len(cells) and not is_missing(cells[j])]]
        if j and column and all(map(_is_score, column))
    ]
    alike = len(named) > 1 and share_of_measures([*named]) <= 0.5 and len({*sections} - {""}) == len(sections) and heads
    return sections if alike and (len(heads) == 1 or share_of_measures(heads) > 0.5) else []


def _lines(text: str) -> Callable[[int], int]:
    """Return what tells the line of a place in a text."""
    ends = [end.start() for end in re.finditer("\n", text)]
    return lambda place: bisect_left(ends, place) + 1


def _without_footnotes(rows: Rows) -> Rows:
    """Return a table without the marks of footnotes behind the names in it, unless only these tell two apart."""
    for names in (rows[0][1], rows[1][1], [cells[0] for _, cells in rows]):
        if len({_FOOTNOTE.sub("", name) for name in names}) < len({*names}):
            return rows
    body = [(n, [_FOOTNOTE.sub("", cells[0]), *cells[1:]]) for n, cells in rows]
    return [*((n, [_FOOTNOTE.sub("", cell) for cell in cells]) for n, cells in body[:2]), *body[2:]]


def _several(kind: str, file: File, tables: Sequence[Rows], choice: Sequence[int]) -> DataError:
    shown = []
    same: dict[tuple[str, ...], list[int]] = {}
    for k in choice:
        line, cells = tables[k][0]
        heads = [cell for cell in cells if cell]
        shown.append(f"{k + 1}, in line {line} ({listed(heads, 4) if heads else 'without headings'})")
        same.setdefault(tuple(cells[1:]), []).append(k)
    groups = [group for group in same.values() if _sections(kind, file, [tables[k] for k in group])]
    alike = [",".join(str(k + 1) for k in group) for group in groups]
    what = "of which none is clearly one" if len(choice) == len(tables) else f"of which {len(choice)} may be"
    together = "".join(f', or several by section (`sheet="{group}"`)' for group in alike[:3])
    return DataError(
        f"{file.name} holds {len(tables)} tables, {what} of scores: choose one with `sheet`, of number "
        f"{listed(shown, 8, quote=str)}{together}.",
        [{"sheet": group} for group in (*alike[:3], *(str(k + 1) for k in choice[:8]))],
    )


def _of_scores(grids: Sequence[Rows], least: int = 2) -> list[int]:
    """Return which tables may be of scores, going by their numbers; of these, those with decimals if some have them.

    They have several columns of numbers, or one behind the names of pairs, each of which comes again.
    """
    decimals: dict[int, bool] = {}
    for k, grid in enumerate(grids):
        body = [cells for _, cells in grid[1:]]
        columns = [[row[j] for row in body if j < len(row)] for j in range(max(map(len, body), default=0))]
        numbers = [cells for cells in columns if 2 * sum(map(_is_score, cells)) >= sum(map(bool, cells)) > 0]
        names = [cells for cells in columns if cells not in numbers]
        pairs = len(numbers) == 1 < len(names) and all(len({*cells}) < len(cells) for cells in names)
        if len(columns) > 1 and (len(numbers) - (not names) >= least or pairs):
            scores = [cell for cells in numbers for cell in cells if _is_score(cell)]
            decimals[k] = 2 * sum("." in cell or "," in cell for cell in scores) >= len(scores)
    return [k for k in decimals if decimals[k] or not any(decimals.values())]


def _is_score(cell: str) -> bool:
    return not is_missing(cell) and (holds_numbers([cell]) or is_marked_number(cell))


def _is_title(cells: Sequence[str]) -> bool:
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
        cells = [_cells(line) for _, line in block]
        rules = [
            k
            for k in range(1, len(block))
            if "-" in block[k][1] and len(cells[k]) == len(cells[k - 1])
            if is_rule(cells[k]) or (k == 1 and all(re.fullmatch(":?-+:?", cell) for cell in cells[k]))
        ]
        yield block, rules


def _cells(line: str) -> list[str]:
    text = line.strip().removeprefix("|")
    if _BAR.search(text[-1:]):
        text = text[:-1]
    return [cell.strip().replace("\\|", "|") for cell in _BAR.split(text)]


def _in_markdown(file: File) -> list[_Grid]:
    blocks = [(block, rules[0]) for block, rules in _blocks(file.text) if rules]
    tables = [(block[rule - 1], *block[rule + 1 :]) for block, rule in blocks]
    grids = [[(n, [_plain(cell) for cell in _cells(line)]) for n, line in lines] for lines in tables]
    within = _in_html(file) if is_html(file) else []
    return sorted([*(_Grid(rows, headed=True) for rows in grids), *within], key=lambda grid: grid.rows[:1])


def _plain(cell: str) -> str:
    """Return a cell without emphasis, links and tags."""
    if len(cell) > _LONGEST_CELL:
        return cell
    text = _ESCAPED_MARKDOWN.sub(lambda part: _PROTECTED[part[1]], _JOINED.sub("", cell))
    text = _LINK.sub(rf"{SEAM}\1{SEAM}", _LEFT_OUT.sub(SEAM, text))
    if _TAG.search(text):
        content = _Content([])
        content.read(text)
        text = "".join(content.pieces or ())
    elif "&" in text:
        text = _ENTITY.sub(lambda part: _characters(part[0]), text)
    return without_seams(_without_emphasis(text).translate(_BACK))


def _without_emphasis(text: str) -> str:
    """Return a text with marks of style taken off in pairs: ``**0.95**``, but neither ``0.95*`` nor ``a_b_c``."""
    parts = _EMPHASIS.split(text)
    opened: dict[str, int] = {}
    for k in range(1, len(parts), 2):
        mark = parts[k]
        before = (parts[k - 1] or parts[k - 2 * (k > 1)])[-1:]
        behind = (parts[k + 1] or "".join(parts[k + 2 : k + 3]))[:1]
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


def _characters(text: str) -> str:
    """Return a text with the characters that it names; as it is, if one is a number without end."""
    try:
        return unescape(text)
    except ValueError:
        return text


def _is_hidden(attributes: Mapping[str, str]) -> bool:
    return "hidden" in attributes or _UNSEEN_STYLE.search(attributes.get("style", "")) is not None


class _Grid:
    """A table: its rows, whether its first one is marked as headings, and what reaches down from the rows above."""

    def __init__(self, rows: Rows | None = None, *, headed: bool = False) -> None:
        self.rows, self.headed = rows or [], headed
        self.hidden = 0  # rows
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
        self._n_cells = 0
        self._n_bytes, self._name = n_bytes, name
        self._unseen, self._depth = "", 0
        self._open: list[_Grid] = []
        self._size, self._hidden_row = (1, 1), False

    def read(self, text: str) -> None:
        """Take in a document."""
        line_of = _lines(text)
        for token in _TOKEN.finditer(text):
            tag = (token["raw"] or token["tag"] or "").lower()
            if token["end"]:
                self._end(tag)
            elif tag:
                pairs = reversed(_ATTRIBUTES.findall(token["attributes"] or ""))  # of which the first counts
                stated = {
                    name.lower(): _characters(value[1:-1] if value[:1] in ("'", '"') else value)
                    for name, value in pairs
                }
                self._start(tag, stated, line_of(token.start()))
            elif token["text"] and not self._unseen:
                self._add(_characters(token["text"]))

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
            self._open[-1].hidden += self._hidden_row
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
    return min(int(text), 1000) if text and text.isascii() and text.isdecimal() and int(text) else 1


def _in_html(file: File, text: str | None = None) -> list[_Grid]:
    content = _Content(None, len(file.data), file.name)
    content.read(file.text if text is None else text)
    for grid in content.grids:
        grid.rows = [row for row in grid.rows if any(row[1])]
    return content.grids


def _in_notebook(file: File) -> list[_Grid]:
    """Return the tables in the outputs of a notebook, as pandas shows its frames."""
    outputs = [output.get("data", {}) for cell in file.mapping()["cells"] for output in cell.get("outputs", ())]
    return _in_html(file, "\n".join("".join(shown.get("text/html", "")) for shown in outputs))


# ---------------------------------------------------------------------------------------------------------------- LaTeX
_OURS = {"comparatextable": 2, "comparatexlongtable": 5}
"""Our own environments, with their arguments, of which the second holds the headings."""
_ENVIRONMENTS = (
    r"tabular|tabularx|tabulary|tabular\*|longtable|longtblr|tblr|NiceTabular|array|supertabular|xltabular|"
    + "|".join(_OURS)
)
_LIMIT = re.compile(rf"\\(begin|end)\{{({_ENVIRONMENTS})\}}")
_GROUPING = re.compile(
    rf"\\begin\{{(?:{_ENVIRONMENTS})\}}(?:\[[^]]{{0,99}}\])?(?:\{{[^{{}}]*(?:\{{[^{{}}]*\}}[^{{}}]*)*\}})?"
    rf"|\\end\{{(?:{_ENVIRONMENTS})\}}|\\\\(?:\[[^]]{{0,40}}\])?|\\.|[{{}}&]",
    re.DOTALL,
)
_COMMENT = re.compile(r"(?<!\\)%.*")
_END_OF_ROW = re.compile(r"\\\\\*?(?:\s*\[[^]]{0,40}\])?|\\tabularnewline\b")
_RULES = re.compile(
    r"\\(?:hline|toprule|midrule|bottomrule|endhead|endfirsthead|endfoot|endlastfoot|addlinespace|noalign|"
    r"specialrule|firsthline|lasthline|comparatexrule|comparatexgap|comparatexspace)\b(?:\s*\[[^]]{0,40}\])?|\\(?:cmidrule|cline|hhline)(?:\[[^]]{0,40}\])?"
    r"(?:\([^)]{0,40}\))?\s*\{[^}]{0,400}\}"
)
_AMPERSAND = re.compile(r"(?<!\\)&")
_SPANNING = re.compile(r"\s*\\multicolumn\s*\{(\d+)\}\s*\{(?:[^{}]|\{[^{}]*\})*\}\s*(.*)", re.DOTALL)
_TAKING_ONE = (
    "textbf|textit|textsl|textmd|emph|underline|uline|uuline|dashuline|textsc|texttt|textrm|textsf|textup|textnormal|"
    "mathbf|mathrm|mathit|mathsf|boldsymbol|bm|ensuremath|num|numprint|tablenum|mbox|fbox|text|best|second|highlight|hl"
)
_WRAPPED = re.compile(
    rf"\\(?:(?:{_TAKING_ONE})(?:\[[^]]{{0,99}}\])?|rotatebox(?:\[[^]]{{0,99}}\])?\{{[^{{}}]*\}}|scalebox\{{[^{{}}]*\}}|"
    r"multirow\s*(?:\[[^]]{0,99}\])?\{[^{}]*\}(?:\[[^]]{0,99}\])?\{[^{}]*\}(?:\[[^]]{0,99}\])?|"
    r"(?:text|fcolor|color|high)?(?:color|box|light)(?:\[[^]]{0,99}\])?\{[^{}]*\}|"
    r"(?:makecell|shortstack)(?:\[[^]]{0,99}\])?|(?:raisebox|adjustbox|parbox)(?:\[[^]]{0,99}\])?\{[^{}]*\}|"
    r"multicolumn\{[^{}]*\}\{[^{}]*\})\s*\{([^{}]*)\}"
)
_REACHING = re.compile(r"\s*\\multirow\s*(?:\[[^]]{0,99}\])?\{(\d+)\}")
_SWITCHES = re.compile(
    r"\\(?:bfseries|itshape|slshape|scshape|ttfamily|boldmath|bf|it|em|tt|small|footnotesize|scriptsize|tiny|normalsize|"
    r"large|Large|centering|raggedright|xspace|quad|qquad|enspace|protect|relax|displaystyle|textstyle|scriptstyle|"
    r"noindent|leavevmode|hfill|ul)(?![a-zA-Z])\s?"
    r"|\\(?:cellcolor|rowcolor|color)(?:\[[^]]{0,99}\])?\{[^{}]*\}"
    r"|\\(?:label|cite\w*|ref|footref)(?:\[[^]]{0,99}\])*\{[^{}]*\}"
    r"|\\(?:phantom|hphantom|vphantom|sout|xout|st|cancel|bcancel|xcancel|hspace\*?|vspace\*?|tnote|tablefootnote|"
    r"footnote|footnotemark|stepcounter)"
    r"(?:\[[^]]{0,99}\])?\{[^{}]*\}|\\footnotemark(?:\[[^]]{0,99}\])?|\\[!;:,>]|\\hskip\s*[\d.]+\w\w|\\kern-?[\d.]+\w\w"
)
_SIGNS = {
    **{name: sign for signs in (GREEK, SYMBOLS) for sign, name in signs.items()},
    "epsilon": "ε", "varepsilon": "ε", "phi": "φ", "mu": "μ", "star": "*", "ast": "*", "Sigma": "Σ", "Pi": "Π",
    "Uparrow": "↑", "Downarrow": "↓", "dag": "†", "ddag": "‡", "textdagger": "†", "textdaggerdbl": "‡", "bullet": "•",
    "textbullet": "•", "S": "§", "P": "¶", "le": "≤", "ge": "≥", "textpm": "±", "textminus": "-", "textendash": "–",
    "textemdash": "—", "textuparrow": "↑", "textdownarrow": "↓", "to": "→", "checkmark": "✓", "xmark": "✗", "ss": "ß",
    "o": "ø", "l": "ł", "ae": "æ", "dots": "…", "ldots": "…", "textasteriskcentered": "*", "textdegree": "°",
    "texteuro": "€",
}  # fmt: skip
"""Commands that are a character."""

_SIGN = re.compile(r"\\([A-Za-z]+)(?![A-Za-z])")
_RAISED = re.compile(r"\s*(?:\^|\\textsuperscript)\s*(?:\{\s*([*†‡§¶•,\s]+)\s*\}|([*†‡§¶•]))")
_LOWERED = re.compile(r"[_^]\s*(?:\{\s*(?=±|[(\[]?\s*\d*\.)|(?=±))")
_OWN_COMMAND = re.compile(r"\\(?!(?:frac|sqrt|rule|includegraphics|href|url|begin|end)\b)[A-Za-z]+\*?\s*\{([^{}]+)\}")
"""A command of the document's own, as for the best score of a row."""

_LITERALS = {
    "textbackslash": "\\", "textasciitilde": "~", "textasciicircum": "^", "textbar": "|", "textasciigrave": "`",
    "textless": "<", "textgreater": ">", "textquotesingle": "'", "textquotedbl": '"', "textunderscore": "_",
    "textdollar": "$", "lbrace": "{", "rbrace": "}",
}  # fmt: skip
_ESCAPED = re.compile(rf"\\(?:([&%_#${{}}])|({'|'.join(_LITERALS)})(?:\{{\}}|(?![a-zA-Z])\s?))")
_OWN_SPREAD = re.compile(r"\s*\\comparatex(no)?spread(\{.*\})\{([^{}]*)\}\s*", re.DOTALL)
_OWN_STACK = re.compile(r"\\comparatexstack\{\w\}(\{(?:[^{}\\]|\\.|\{(?:[^{}\\]|\\.|\{[^{}]*\})*\})*\})")
_OWN_PARTS = re.compile(r"\\comparatex(?:highlight\{[^{}]*\}|[a-zA-Z]+)")
_APART = rf"{SEAM}\1{SEAM}"
_DECIMAL_SIGN = re.compile(r"(?<=\d)\{([.,])\}(?=\d)")
_ACCENT = re.compile(r"\\([`'^\"~=.cuvH])\s*(?:\{\s*\\?([A-Za-z])\s*\}|\\?([A-Za-z]))")
_ACCENTS = dict(zip("`'^\"~=.cuvH", "\u0300\u0301\u0302\u0308\u0303\u0304\u0307\u0327\u0306\u030c\u030b", strict=True))
_QUANTITY = re.compile(r"\\(?:SI|qty)\s*(?:\[[^]]*\])?\{([^{}]*)\}\s*\{([^{}]*)\}")
_SYMBOLS = {
    "nano": "n", "micro": "µ", "milli": "m", "kilo": "k", "mega": "M", "giga": "G", "second": "s", "us": "µs",
    "minute": "min", "hour": "h", "byte": "B", "joule": "J", "watt": "W", "percent": "%", "per": "/",
}  # fmt: skip
"""Units of siunitx, where they are called otherwise than they are printed."""
_SCRIPTS = {
    "super": dict(zip("0123456789+n", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺ⁿ", strict=True)),
    "sub": dict(zip("0123456789+", "₀₁₂₃₄₅₆₇₈₉₊", strict=True)),
}
_GROUP = r"\{((?:[^{}\\]|\\.|\{(?:[^{}\\]|\\.|\{(?:[^{}\\]|\\.)*+\})*+\})*+)\}"
_DEFINED = re.compile(rf"\\(?:(?:re)?new|provide)command\*?\s*\{{?\\([A-Za-z]+)\}}?\s*(?:\[(\d)\])?\s*{_GROUP}")


def _in_latex(file: File) -> list[_Grid]:
    text = _expanded(_COMMENT.sub("", file.text))
    opened: list[re.Match[str]] = []
    tables: list[tuple[re.Match[str], int]] = []
    for limit in _LIMIT.finditer(text):
        if limit[1] == "begin":
            opened.append(limit)
        elif any(begin[2] == limit[2] for begin in opened):
            while (begin := opened.pop())[2] != limit[2]:  # which has no end
                pass
            while tables and tables[-1][0].start() > begin.start():  # within this one
                tables.pop()
            tables.append((begin, limit.start()))
    line_of = _lines(text)
    grids = [_rows(text[a.end() : end], line_of(a.end()), _OURS.get(a[2], 0)) for a, end in tables]
    return [_Grid(rows) for rows in (_joined(grids) if "\\comparatexparts" in text else grids)]


def _expanded(text: str) -> str:
    """Return a text with what its own commands stand for, as those for spreads and best scores do."""
    longest = 10 * len(text)
    for name, n, body in _DEFINED.findall(text)[:50]:
        arguments = int(n or 0)
        known = all(int(number) <= arguments for number in re.findall(r"#(\d)", body))
        if known and "tabular" not in body and not name.startswith("comparatex") and len(text) <= longest:
            call = re.compile(rf"(?<!command)(?<!command\{{)\\{name}(?![A-Za-z])" + rf"\s*{_GROUP}" * arguments)
            filled = re.sub(r"\\(?!g<)", r"\\\\", re.sub(r"#(\d)", r"\\g<\1>", body))
            text = call.sub(f"{{{filled}}}", text)
    return text


def _joined(grids: Sequence[Rows]) -> list[Rows]:
    """Return tables of which those that name the same rows, as the parts of one of ours do, are one side by side."""
    whole: list[Rows] = []
    for grid in grids:
        names = [cells[0] for _, cells in grid]
        if whole and names == [cells[0] for _, cells in whole[-1]] and not {*grid[0][1][1:]} & {*whole[-1][0][1][1:]}:
            whole[-1] = [(n, [*left, *cells[1:]]) for (n, left), (_, cells) in zip(whole[-1], grid, strict=True)]
        else:
            whole.append(grid)
    return whole


def _within_groups(text: str) -> str:
    """Return rows in which nothing within braces or inner tables ends a cell or a row; unchanged if these are open."""
    parts, depth, k = [], 0, 0
    for match in _GROUPING.finditer(text):
        piece = match[0]
        opens, closes = piece.startswith(("{", "\\begin")), piece.startswith(("}", "\\end"))
        depth += opens - closes
        if depth < 0:
            return text
        blank = len(piece) > 1 if opens or closes else depth and piece.startswith(("\\\\", "&"))
        parts += [text[k : match.start()], " " * len(piece) if blank else piece]
        k = match.end()
    return text if depth else "".join([*parts, text[k:]])


def _rows(text: str, line: int, n_arguments: int = 0) -> Rows:
    """Return the rows of a table, which begins in a line; one of ours has as many arguments."""
    ends = _ends_of_arguments(text, n_arguments)
    start = ends[-1] if ends else 0
    line += text.count("\n", 0, start)
    inside = _within_groups(text[start:])
    if len(ends) == n_arguments > 1:
        inside = f"{text[ends[0] : ends[1]].strip()[1:-1]} \\\\ {inside}"
    rows: Rows = []
    spans: dict[int, tuple[int, str]] = {}
    for row in _END_OF_ROW.split(inside):
        plain = _RULES.sub("", row)
        if _AMPERSAND.search(plain) and "\\caption" not in plain:
            above = plain.count("\n", 0, len(plain) - len(plain.lstrip()))
            rows.append((line + above, list(_latex_cells(plain, spans, body=len(rows) > 1))))
        line += row.count("\n")
    heads = [cells for _, cells in rows[:1]]
    return [row for k, row in enumerate(rows) if k == 0 or row[1] not in heads]  # longtable repeats its head


def _ends_of_arguments(text: str, most: int) -> list[int]:
    """Return where the arguments of an environment end, all in front of the first row or so many."""
    depth, ends = 0, list[int]()
    opening, closing = ("{", "}") if most else ("[{", "]}")
    for part in re.finditer(r"\\.|[^\s]", text, re.DOTALL):
        if part[0] in opening:
            depth += 1
        elif depth and part[0] in closing:
            depth -= 1
            ends += [part.end()] * (not depth)
        if not depth and (part[0] not in closing or len(ends) == most):
            break
    return [len(text)] if depth else ends


def _latex_cells(row: str, spans: dict[int, tuple[int, str]], body: bool) -> Iterator[str]:
    """Yield the cells of a row; one over several columns is followed by empty ones, one over several rows repeated.

    `spans` is what reaches down from the rows above: how many rows are left of it, and its text.
    """
    k = 0
    for cell in _AMPERSAND.split(row):
        across, down = _SPANNING.fullmatch(cell), _REACHING.match(cell)
        text = _without_commands(across[2] if across else cell)
        left, above = spans.get(k, (0, ""))
        spans[k] = (int(down[1]) - 1, text) if down else (max(left - 1, 0), above)
        yield above if body and left and not text and not down else text
        k += int(across[1]) if across else 1
        if across:
            yield from [""] * (min(int(across[1]), 1000) - 1)


def _broken(line: str) -> str:
    """Return the first line of a heading with the blank at which it was broken, unless that was behind a dash."""
    return line if re.search(r"(?:^|[^\s–-])(?:-|--|-*–)$", line) else f"{line} "


def _without_commands(cell: str) -> str:
    r"""Return the text of a cell.

    >>> _without_commands(r"\textbf{0.95}"), _without_commands(r"$\mathbf{0.91} \pm 0.02$")
    ('0.95', '0.91 ± 0.02')
    >>> _without_commands(r"$0.91_{\pm 0.02}$"), _without_commands(r"A\_1~(ours)")
    ('0.91 ± 0.02', 'A_1 (ours)')
    """
    if len(cell) > _LONGEST_CELL:
        return cell.strip()
    if "\\" not in cell and "--" not in cell and not any(sign in cell for sign in "~${}'`"):
        return " ".join(cell.split())
    if "comparatex" in cell:
        if spread := _OWN_SPREAD.fullmatch(cell):
            cell = spread[2] if spread[1] else f"{spread[2]} ± {spread[3]}"
        cell = _OWN_PARTS.sub("", _OWN_STACK.sub(lambda part: _broken(part[1][:-1]) + "}", cell))
    cell = _ESCAPED.sub(lambda part: _PROTECTED[part[1] or _LITERALS[part[2]]], cell)
    text = _SIGN.sub(lambda sign: _SIGNS.get(sign[1], sign[0]), _DECIMAL_SIGN.sub(r"\1", cell))
    text = _QUANTITY.sub(_quantity, text)
    while "\\" in text and (plainer := _WRAPPED.sub(_APART, _SWITCHES.sub(SEAM, text))) != text:
        text = plainer
    if has_commands := "\\" in text:  # as few cells have by now: each search takes as long as all that is left to do
        text = _ACCENT.sub(lambda part: (part[2] or part[3]) + _ACCENTS[part[1]], text)
        text = re.sub(r"\\text(super|sub)script\{([0-9+n])\}", _script, text).replace("\\/", _NOTHING)
    text = text.replace("$", SEAM).replace("~", " ")
    if has_commands:
        text = _OWN_COMMAND.sub(_APART, text)
    if has_commands or "^" in text or "_" in text:
        text = _LOWERED.sub(" ", _RAISED.sub(lambda part: part[1] or part[2], text))
    text = re.sub(r"(?<!\\)[{}]", SEAM, text).replace("---", "—").replace("--", "–").replace("``", "“")
    return without_seams(text.replace("''", "”" if "“" in text else '"').translate(_BACK))


def _quantity(part: re.Match[str]) -> str:
    unit = re.sub(r"\\([A-Za-z]+)\s*", lambda name: _SYMBOLS.get(name[1], name[1]), part[2])
    return f"{part[1]} {unit}"


def _script(part: re.Match[str]) -> str:
    """Return a raised or lowered sign of a name; as it is, where it would be part of a number."""
    around = part.string[: part.start()] + part.string[part.end() :]
    return _SCRIPTS[part[1]].get(part[2], part[2]) if any(map(str.isalpha, around)) else part[0]


# ------------------------------------------------------------------------------------------------------ Word and Typst
_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"


def _in_word(file: File) -> list[_Grid]:
    fails = f"{file.name} cannot be read as a Word document: save it again, or as .html."
    with refusing(fails), ZipFile(io.BytesIO(file.data)) as archive:
        check_bytes(archive.getinfo("word/document.xml").file_size, 1 << 28, file.name)
        tables = list(ElementTree.fromstring(archive.read("word/document.xml")).iter(f"{_W}tbl"))
        ours = b"Made by comparatex" in archive.comment
    grids: list[Rows] = []
    n_cells = 0
    for table in tables:
        grid = _Grid()
        for number, row in enumerate(table.findall(f"{_W}tr"), start=1):
            grid.rows.append((number, []))
            for cell in row.findall(f"{_W}tc"):
                span = cell.find(f"{_W}tcPr/{_W}gridSpan")
                n_cells += grid.add(_in_word_cell(cell), _span(None if span is None else span.get(f"{_W}val")), 1)
                check_cells(n_cells, len(file.data), file.name)
        grids.append([row for row in grid.rows if any(row[1])])
    return [_Grid(rows, headed=True) for rows in (_joined(grids) if ours else grids)]


def _in_word_cell(cell: ElementTree.Element) -> str:
    """Return the text of a cell without what is struck or hidden."""
    pieces: list[str] = []
    for paragraph in cell.iter(f"{_W}p"):
        for run in paragraph.iter(f"{_W}r"):
            form = {part.tag.removeprefix(_W): part.get(f"{_W}val", "") for part in run.iterfind(f"{_W}rPr/*")}
            if any(form.get(name, "0") not in ("0", "false") for name in ("strike", "dstrike", "vanish")):
                continue
            raised = form.get("vertAlign") in ("superscript", "subscript")
            text = "".join(part.text or " " for part in run if part.tag in (f"{_W}t", f"{_W}tab", f"{_W}br"))
            pieces.append(f"{RAISED}{text}{LEVEL}" if raised else f"{SEAM}{text}{SEAM}")
        pieces.append(" ")
    return without_seams("".join(pieces))


_OF_TYPST = re.compile(r'"(?:[^"\\]|\\.)*"|//[^\n]*|[()\[\]{},]', re.DOTALL)
_MARKS_OF_TYPST = re.compile(r"#\w+(?:\([^()]*\))?|(?<![^\W_])[*_]|[*_](?![^\W_])|[$\[\]]")
_UNSEEN_IN_TYPST = re.compile(r"\b(?:hide|rgb|luma|v|h)\(\s*$")


def _in_typst(file: File) -> list[_Grid]:
    grids: list[Rows] = []
    line_of = _lines(file.text)
    for begin in re.finditer(r"(?<![\w.-])table\s*\(", file.text):
        arguments = _arguments(file.text, begin.end())
        width = next((_width(code) for _, code in arguments if code.startswith("columns:")), 0)
        cells = list(_cells_of_typst(arguments))
        starts = range(0, len(cells) if width else 0, max(width, 1))
        grids.append([(line_of(cells[k][0]), [text for _, text in cells[k : k + width]]) for k in starts])
    joined = _joined(grids) if "Made by comparatex" in file.text else grids
    return [_Grid(rows, headed=True) for rows in joined if rows]


def _arguments(text: str, place: int) -> list[tuple[int, str]]:
    """Return the arguments of a call, from behind its parenthesis, and where they begin."""
    depth, arguments = 0, []
    begin = place
    for part in _OF_TYPST.finditer(text, place):
        sign = part[0]
        if sign.startswith("//") and not text[begin : part.start()].strip():
            begin = part.end()
        depth += (sign in "([{") - (sign in ")]}") if len(sign) == 1 else 0
        if depth < 0 or (sign == "," and not depth):
            arguments.append((begin, text[begin : part.start()].strip()))
            begin = part.end()
        if depth < 0:
            break
    return [argument for argument in arguments if argument[1]]


def _width(code: str) -> int:
    """Return how many columns a table has, by a number or by their widths."""
    value = code.partition(":")[2].strip()
    return int(value) if value.isdecimal() else len(_arguments(value, 1)) if value.startswith("(") else 0


def _cells_of_typst(arguments: Sequence[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """Yield the text of each cell and where it begins; one over several columns is followed by empty ones."""
    for place, code in arguments:
        if code.startswith(("table.header(", "table.footer(")):
            inside = code.index("(") + 1
            yield from ((place + at, text) for at, text in _cells_of_typst(_arguments(code, inside)))
        elif not re.match(r"table\.[hv]line|[\w-]+:|\.\.", code):
            yield place, _text_of_typst(code)
            across = re.match(r"table\.cell\([^)]*colspan:\s*(\d+)", code)
            yield from [(place, "")] * (_span(across[1]) - 1 if across else 0)


def _text_of_typst(code: str) -> str:
    """Return what an expression shows: its strings and content, without what is hidden."""
    pieces, skipped, depth, opened = [], 0, 0, -1
    for part in _OF_TYPST.finditer(code):
        sign = part[0]
        if sign in ("(", "[", "{"):
            depth += 1
            if not skipped and _UNSEEN_IN_TYPST.search(code, max(part.start() - 9, 0), part.end()):
                skipped = depth
            if sign == "[" and opened < 0 and not skipped:
                opened, inside = depth, part.end()
        elif sign in (")", "]", "}"):
            if sign == "]" and depth == opened:
                text = re.sub(r"\\(.)", lambda one: _PROTECTED.get(one[1], one[1]), code[inside : part.start()])
                text = _MARKS_OF_TYPST.sub(SEAM, text.replace("#sym.", "").replace("plus.minus", "±")).replace("~", " ")
                pieces.append(text.replace("---", "—").replace("--", "–").translate(_BACK))
                opened = -1
            skipped = 0 if depth == skipped else skipped
            depth -= 1
        elif sign.startswith('"') and not skipped and opened < 0:
            pieces.append(re.sub(r"\\(.)", r"\1", sign[1:-1]))
        if sign == "(" and code.startswith("linebreak", part.start() - 9):
            pieces[-1:] = [_broken(pieces[-1])] if pieces else []
    return without_seams("".join(pieces))


# ---------------------------------------------------------------------------------------------------------- drawn texts
def is_drawn(file: File) -> bool:
    """Whether a text holds several tables that are drawn with bars or rules."""
    return b"\0" not in file.data and len(drawn_tables(file.text)) > 1


_REFERENCE = re.compile(r"`([^`<]+?)\s*<[^<>`]*>`__?|\[\[[^][]*\]\[([^][]*)\]\]|:\w+:`([^`]*)`|\b(\w+)_(?=\s|$)")


def _in_text(file: File) -> list[_Grid]:
    tables = drawn_tables(file.text)
    return [
        _Grid([(n, [_plain(_REFERENCE.sub(_shown, cell)) for cell in cells]) for n, cells in rows]) for rows in tables
    ]


def _shown(reference: re.Match[str]) -> str:
    """Return the text that reStructuredText or Org shows for a reference."""
    return next(filter(None, reference.groups()), "")


_KINDS: Mapping[str, tuple[tuple[str, ...], Callable[[File], list[_Grid]]]] = {
    "Markdown": ((".md", ".markdown"), _in_markdown),
    "HTML": ((".html", ".htm"), _in_html),
    "Jupyter": ((".ipynb",), _in_notebook),
    "LaTeX": ((".tex", ".ltx"), _in_latex),
    "Typst": ((".typ",), _in_typst),
    "Word": ((".docx",), _in_word),
    "text": ((".rst", ".org", ".adoc"), _in_text),
}
"""Kinds of documents, by the suffixes that they have in folders of others, with what finds their tables."""
DOCUMENTS = tuple(suffix for suffixes, _ in _KINDS.values() for suffix in suffixes)


def _tables(kind: str, files: Sequence[File]) -> list[Table]:
    return [_chosen_table(kind, file) for file in files]


markdown, html, jupyter, latex, typst, word, text = (partial(_tables, kind) for kind in _KINDS)
