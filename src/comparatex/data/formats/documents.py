r"""Tables in documents: Markdown (GitHub's, 0.29), HTML 5 and LaTeX 2e.

The first table with several rows and columns is read. Marks of style are taken off: ``**0.95**``, ``<b>0.95</b>``,
``\textbf{0.95}``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from html.parser import HTMLParser
from itertools import groupby

from comparatex.data.formats.contract import File, name_of
from comparatex.data.merged_headings import Row, from_rows
from comparatex.data.raw_table import Table
from comparatex.data.sources import is_rule
from comparatex.errors import DataError

_BAR = re.compile(r"(?<!\\)\|")
_EMPHASIS = re.compile(r"(\*\*|__|~~|`)(.+?)\1|(?<![\w*])[*_](\S.*?)[*_](?![\w*])")
_LINK = re.compile(r"!?\[([^]]*)\]\([^)]*\)")
_TAG = re.compile(r"</?[a-zA-Z][^>]*>")
_LONGEST_CELL = 2000
"""Characters of the longest cell whose marks are taken off; names and scores are shorter."""

Grid = list[Row]


def _only(files: Sequence[File]) -> File:
    """Return the one file there is; each document is a table of its own."""
    if len(files) > 1:
        raise DataError(f"{name_of(files)} are documents of a table each: write the scores into one.")
    return files[0]


def _table(found: Sequence[Grid], file: File, kind: str) -> Table:
    """Return the first of the tables that is large enough to hold scores."""
    large = [grid for grid in found if len(grid) > 1 and max(len(cells) for _, cells in grid) > 1]
    if not large:
        raise DataError(
            f"{file.name} holds no table in {kind} of several rows and columns: name another file."
        )
    width = max(len(cells) for _, cells in large[0])
    rows = [(line, [*cells, *[""] * (width - len(cells))]) for line, cells in large[0]]
    table = from_rows(rows, file.name, "line")
    if len(large) > 1:
        table = replace(
            table, notes=(*table.notes, f"{file.name} holds {len(large)} tables: the first was read.")
        )
    return table


# ------------------------------------------------------------------------------------------------- Markdown
def is_markdown(file: File) -> bool:
    """Whether a text has a rule of dashes between bars, below a row of as many cells."""
    lines = file.text.splitlines()
    return any(
        _is_rule(line) and len(_cells(line)) == len(_cells(lines[k])) for k, line in enumerate(lines[1:])
    )


def _is_rule(line: str) -> bool:
    return "|" in line and is_rule(_cells(line))


def _cells(line: str) -> list[str]:
    """Return the cells of a row of Markdown, between bars."""
    text = line.strip().removeprefix("|")
    if _BAR.search(text[-1:]):
        text = text[:-1]
    return [cell.strip().replace("\\|", "|") for cell in _BAR.split(text)]


def markdown(files: Sequence[File]) -> Table:
    """Return the first table in a document in Markdown."""
    file = _only(files)
    lines = list(enumerate(file.text.splitlines(), start=1))
    blocks = [list(block) for filled, block in groupby(lines, lambda line: "|" in line[1]) if filled]
    grids: list[Grid] = []
    for block in blocks:
        rules = [k for k, (_, line) in enumerate(block) if _is_rule(line)]
        if rules and rules[0]:
            rows = [block[rules[0] - 1], *block[rules[0] + 1 :]]
            grids.append([(number, [_plain(cell) for cell in _cells(line)]) for number, line in rows])
    return _table(grids, file, "Markdown")


def _plain(cell: str) -> str:
    """Return a cell without emphasis, links and tags."""
    if len(cell) > _LONGEST_CELL:
        return cell
    text = _TAG.sub("", _LINK.sub(r"\1", cell))
    while (found := _EMPHASIS.sub(lambda part: part[2] or part[3], text)) != text:
        text = found
    return re.sub(r"\\([*_`~])", r"\1", text).strip()


# ----------------------------------------------------------------------------------------------------- HTML
def is_html(file: File) -> bool:
    """Whether a text has a table in HTML."""
    return b"<table" in file.data[:1_000_000].lower()


class _Tables(HTMLParser):
    """The cells of all tables, with the columns and rows that they span."""

    def __init__(self) -> None:
        super().__init__()
        self.tables: list[Grid] = []
        self._open: list[Grid] = []
        self._spans: list[dict[int, tuple[int, str]]] = []
        self._cell: list[str] | None = None
        self._size = (1, 1)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "table":
            self._end_cell()
            self._open.append([])
            self._spans.append({})
        elif tag == "tr" and self._open:
            self._end_cell()
            self._open[-1].append((self.getpos()[0], []))
        elif tag in ("td", "th") and self._open and self._open[-1]:
            self._end_cell()
            given = dict(attrs)
            self._cell, self._size = [], (_span(given.get("colspan")), _span(given.get("rowspan")))

    def handle_endtag(self, tag: str) -> None:
        if tag in ("td", "th", "tr", "table"):
            self._end_cell()
        if tag == "table" and self._open:
            self.tables.append(self._open.pop())
            self._spans.pop()

    def handle_data(self, data: str) -> None:
        if self._cell is not None:
            self._cell.append(data)

    def _end_cell(self) -> None:
        if self._cell is None:
            return
        text = " ".join("".join(self._cell).split())
        self._cell = None
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
    file = _only(files)
    parser = _Tables()
    parser.feed(file.text)
    parser.close()
    grids = [[row for row in grid if any(row[1])] for grid in parser.tables]
    return _table(grids, file, "HTML")


# ---------------------------------------------------------------------------------------------------- LaTeX
_ENVIRONMENTS = (
    "tabular|tabularx|tabulary|tabular\\*|longtable|longtblr|tblr|NiceTabular|array|supertabular|xltabular"
)
_BEGIN = re.compile(rf"\\begin\{{({_ENVIRONMENTS})\}}")
_COMMENT = re.compile(r"(?<!\\)%.*")
_END_OF_ROW = re.compile(r"\\\\(?:\s*\[[^]]*\])?|\\tabularnewline\b")
_RULES = re.compile(
    r"\\(?:hline|toprule|midrule|bottomrule|endhead|endfirsthead|endfoot|endlastfoot|addlinespace|noalign|"
    r"specialrule|firsthline|lasthline)\b(?:\s*\[[^]]*\])?|\\(?:cmidrule|cline|hhline)(?:\([^)]*\))?\s*\{[^}]*\}"
)
_AMPERSAND = re.compile(r"(?<!\\)&")
_SPANNING = re.compile(r"\s*\\multicolumn\s*\{(\d+)\}\s*\{(?:[^{}]|\{[^{}]*\})*\}\s*(.*)", re.DOTALL)
_WRAPPED = re.compile(
    r"\\(?:textbf|textit|emph|underline|uline|textsc|texttt|textrm|textsf|mathbf|mathrm|mathit|boldsymbol|bm|num|mbox|"
    r"text|best|second|highlight|rotatebox\{[^{}]*\}|multirow\s*(?:\[[^]]*\])?\{[^{}]*\}(?:\[[^]]*\])?\{[^{}]*\}|"
    r"cellcolor(?:\[[^]]*\])?\{[^{}]*\}|textcolor(?:\[[^]]*\])?\{[^{}]*\}|makecell(?:\[[^]]*\])?)\s*\{([^{}]*)\}"
)
_REACHING = re.compile(r"\s*\\multirow\s*(?:\[[^]]*\])?\{(\d+)\}")
_SWITCHES = re.compile(
    r"\\(?:bfseries|itshape|bf|it|em|small|footnotesize|scriptsize|tiny|centering|"
    r"cellcolor(?:\[[^]]*\])?\{[^{}]*\}|rowcolor(?:\[[^]]*\])?\{[^{}]*\}|color\{[^{}]*\}|label\{[^{}]*\}|cite\w*\{[^{}]*\})"
)


def latex(files: Sequence[File]) -> Table:
    r"""Return the first table in a document in LaTeX: tabular and its relatives, longtable, tabularray."""
    file = _only(files)
    text = _COMMENT.sub("", file.text)
    grids: list[Grid] = []
    for begin in _BEGIN.finditer(text):
        end = text.find(f"\\end{{{begin[1]}}}", begin.end())
        if end > 0:
            grids.append(_rows(text, begin.end(), end))
    return _table(grids, file, "LaTeX")


def _rows(text: str, start: int, end: int) -> Grid:
    """Return the rows of a table between two places in a text."""
    start = _behind_arguments(text, start)
    rows: Grid = []
    spans: dict[int, tuple[int, str]] = {}
    for place, row in _split(text, start, end):
        row = _RULES.sub("", row)
        if "&" in row and "\\caption" not in row:
            blank = len(row) - len(row.lstrip())
            line = text.count("\n", 0, place + blank) + 1
            rows.append((line, list(_latex_cells(row, spans, body=len(rows) > 1))))
    heads = [cells for _, cells in rows[:1]]
    return [row for k, row in enumerate(rows) if k == 0 or row[1] not in heads]  # longtable repeats its head


def _behind_arguments(text: str, place: int) -> int:
    """Return where the first row begins, behind the arguments of an environment."""
    while True:
        found = re.compile(r"\s*([\[{])").match(text, place)
        if not found:
            return place
        depth, k = 0, found.end() - 1
        while k < len(text):
            depth += (text[k] in "[{") - (text[k] in "]}")
            k += 1
            if not depth:
                break
        place = k


def _split(text: str, start: int, end: int) -> Iterator[tuple[int, str]]:
    """Yield the rows and where they begin."""
    for found in _END_OF_ROW.finditer(text, start, end):
        yield start, text[start : found.start()]
        start = found.end()
    yield start, text[start:end]


def _latex_cells(row: str, spans: dict[int, tuple[int, str]], body: bool) -> Iterator[str]:
    """Yield the cells of a row; one over several columns is followed by empty ones, one over several rows repeated.

    `spans` is what reaches down from the rows above: how many rows are left of it, and its text.
    """
    k = 0
    for cell in _AMPERSAND.split(row):
        found, down = _SPANNING.fullmatch(cell), _REACHING.match(cell)
        text = _without_commands(found[2] if found else cell)
        left, above = spans.get(k, (0, ""))
        spans[k] = (int(down[1]) - 1, text) if down else (max(left - 1, 0), above)
        yield above if body and left and not text and not down else text
        k += int(found[1]) if found else 1
        if found:
            yield from [""] * (min(int(found[1]), 1000) - 1)


def _without_commands(cell: str) -> str:
    r"""Return the text of a cell.

    >>> _without_commands(r"\textbf{0.95}"), _without_commands(r"$\mathbf{0.91} \pm 0.02$")
    ('0.95', '0.91 ± 0.02')
    >>> _without_commands(r"$0.91_{\pm 0.02}$"), _without_commands(r"A\_1~(ours)")
    ('0.91 ± 0.02', 'A_1 (ours)')
    """
    if len(cell) > _LONGEST_CELL:
        return cell.strip()
    text = _SWITCHES.sub("", cell)
    while (found := _WRAPPED.sub(r"\1", text)) != text:
        text = found
    text = (
        text.replace("\\pm", "±").replace("~", " ").replace("--", "–")
        if "\\" in text or "~" in text
        else text
    )
    text = re.sub(r"[_^]\s*\{?\s*(?=±)", " ", text)
    text = re.sub(r"\\([&%_#$])", r"\1", text.replace("\\,", "").replace("$", "").replace("\\$", "$"))
    return " ".join(text.replace("{", "").replace("}", "").split())
