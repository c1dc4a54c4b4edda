r"""Tables in documents: Markdown (GitHub's, 0.29), HTML 5, and LaTeX 2e (tabular, longtable, tabularray).

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
_LONGEST_CELL = 2000
"""Characters of the longest cell whose marks are taken off; names and scores are shorter."""

Rows = list[Row]


def _only(files: Sequence[File]) -> File:
    """Return the one file there is; each document is a table of its own."""
    if len(files) > 1:
        raise DataError(f"{name_of(files)} are documents of a table each: write the scores into one.")
    return files[0]


def _chosen_table(grids: Sequence[Rows], file: File, kind: str, headed: Sequence[bool] = ()) -> Table:
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
    file = _only(files)
    grids: list[Rows] = [
        [(number, [_plain(cell) for cell in _cells(line)]) for number, line in (block[rule - 1], *block[rule + 1 :])]
        for block, (rule, *_) in ((block, rules) for block, rules in _blocks(file.text) if rules)
    ]
    return _chosen_table(grids, file, "Markdown")


def _plain(cell: str) -> str:
    """Return a cell without emphasis, links and tags."""
    if len(cell) > _LONGEST_CELL:
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
    file = _only(files)
    content = _Content(None, len(file.data), file.name)
    content.read(file.text)
    grids: list[Rows] = [[row for row in grid.rows if any(row[1])] for grid in content.grids]
    table = _chosen_table(grids, file, "HTML", [grid.headed for grid in content.grids])
    if not content.hidden_rows:
        return table
    rows = "1 hidden row is" if content.hidden_rows == 1 else f"{content.hidden_rows} hidden rows are"
    return replace(table, notes=(*table.notes, f"{file.name}: {rows} left out."))


# ---------------------------------------------------------------------------------------------------------------- LaTeX
_ENVIRONMENTS = "tabular|tabularx|tabulary|tabular\\*|longtable|longtblr|tblr|NiceTabular|array|supertabular|xltabular"
_BEGIN = re.compile(rf"\\begin\{{({_ENVIRONMENTS})\}}")
_INNER = re.compile(
    rf"\\begin\{{({_ENVIRONMENTS})\}}(?:\[[^]]{{0,99}}\])?(?:\{{[^{{}}]*(?:\{{[^{{}}]*\}}[^{{}}]*)*\}})?"
    rf"((?:(?!\\begin\{{(?:{_ENVIRONMENTS})\}}).)*?)\\end\{{\1\}}",
    re.DOTALL,
)
_BREAKS = re.compile(r"\\\\(?:\[[^]]{0,40}\])?|(?<!\\)&")
_COMMENT = re.compile(r"(?<!\\)%.*")
_END_OF_ROW = re.compile(r"\\\\(?:\s*\[[^]]{0,40}\])?|\\tabularnewline\b")
_RULES = re.compile(
    r"\\(?:hline|toprule|midrule|bottomrule|endhead|endfirsthead|endfoot|endlastfoot|addlinespace|noalign|"
    r"specialrule|firsthline|lasthline)\b(?:\s*\[[^]]{0,40}\])?|\\(?:cmidrule|cline|hhline)(?:\[[^]]{0,40}\])?"
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
    r"(?:text|fcolor|color|high)?(?:color|box|light)(?:\[[^]]{0,99}\])?\{[^{}]*\}|makecell(?:\[[^]]{0,99}\])?|"
    r"(?:raisebox|adjustbox|parbox)(?:\[[^]]{0,99}\])?\{[^{}]*\}|multicolumn\{[^{}]*\}\{[^{}]*\})\s*\{([^{}]*)\}"
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
    "pm": "±", "uparrow": "↑", "downarrow": "↓", "Uparrow": "↑", "Downarrow": "↓", "dagger": "†", "ddagger": "‡",
    "dag": "†", "ddag": "‡", "textdagger": "†", "textdaggerdbl": "‡", "ast": "*", "star": "*", "bullet": "•",
    "textbullet": "•", "times": "×", "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "Delta": "Δ",
    "epsilon": "ε", "varepsilon": "ε", "lambda": "λ", "mu": "μ", "sigma": "σ", "phi": "φ", "ell": "ℓ", "infty": "∞",
    "cdot": "·", "S": "§", "P": "¶", "le": "≤", "leq": "≤", "ge": "≥", "geq": "≥", "approx": "≈", "textpm": "±",
    "sim": "∼", "textminus": "-", "textendash": "–", "textemdash": "—", "textuparrow": "↑", "textdownarrow": "↓",
    "rightarrow": "→", "to": "→", "checkmark": "✓", "xmark": "✗", "ss": "ß", "o": "ø", "l": "ł", "ae": "æ",
    "dots": "…", "ldots": "…", "textasteriskcentered": "*",
}  # fmt: skip
"""Commands that are a character."""

_SIGN = re.compile(r"\\([A-Za-z]+)(?![A-Za-z])")
_RAISED = re.compile(r"\s*(?:\^|\\textsuperscript)\s*(?:\{\s*([*†‡§¶•,\s]+)\s*\}|([*†‡§¶•]))")
_LOWERED = re.compile(r"[_^]\s*(?:\{\s*(?=±|[(\[]?\s*\d*\.)|(?=±))")
_OWN_COMMAND = re.compile(r"\\(?!(?:frac|sqrt|rule|includegraphics|href|url|begin|end)\b)[A-Za-z]+\*?\s*\{([^{}]+)\}")
"""A command of the document's own, as for the best score of a row."""

_BRACE = re.compile(r"(?<!\\)[{}]")
_ESCAPED = re.compile(r"\\([&%_#{}])")
_APART = rf"{SEAM}\1{SEAM}"
_DECIMAL_SIGN = re.compile(r"(?<=\d)\{([.,])\}(?=\d)")
_ACCENT = re.compile(r"\\([`'^\"~=.cuvH])\s*(?:\{\s*\\?([A-Za-z])\s*\}|\\?([A-Za-z]))")
_ACCENTS = dict(zip("`'^\"~=.cuvH", "\u0300\u0301\u0302\u0308\u0303\u0304\u0307\u0327\u0306\u030c\u030b", strict=True))


def latex(files: Sequence[File]) -> Table:
    r"""Return the first table in a document in LaTeX: tabular and its relatives, longtable, tabularray."""
    file = _only(files)
    text = _without_inner_tables(_COMMENT.sub("", file.text))
    grids: list[Rows] = []
    place, line, unended = 0, 1, set[str]()
    while begin := _BEGIN.search(text, place):
        line += text.count("\n", place, begin.end())
        place = begin.end()
        end = -1 if begin[1] in unended else text.find(f"\\end{{{begin[1]}}}", place)
        if end < 0:
            unended.add(begin[1])
        else:
            grids.append(_rows(text[place:end], line))
            line += text.count("\n", place, end)
            place = end
    return _chosen_table(grids, file, "LaTeX")


def _without_inner_tables(text: str) -> str:
    """Return a text in which tables within cells of others are lines of words, at the same places."""
    level, levels = 0, {}
    for match in re.finditer(rf"\\(begin|end)\{{({_ENVIRONMENTS})\}}", text):
        level += 1 if match[1] == "begin" else -1 if level else 0
        levels[match.start()] = level
    if max(levels.values(), default=0) < 2:
        return text

    def flat(match: re.Match[str]) -> str:
        if levels.get(match.start(), 0) < 2:
            return match[0]
        words = _BREAKS.sub(lambda part: " " * len(part[0]), match[2])
        before = match.start(2) - match.start()
        return " " * before + words + " " * (len(match[0]) - before - len(words))

    return _INNER.sub(flat, text)


def _within_groups(text: str) -> str:
    """Return rows in which nothing within braces ends a cell or a row; unchanged if the braces do not match."""
    parts, depth, k = [], 0, 0
    for match in re.finditer(r"\\\\|\\.|[{}&]", text, re.DOTALL):
        piece = match[0]
        depth += {"{": 1, "}": -1}.get(piece, 0)
        if depth < 0:
            return text
        parts += [text[k : match.start()], " " * len(piece) if depth and piece in ("\\\\", "&") else piece]
        k = match.end()
    return text if depth else "".join([*parts, text[k:]])


def _rows(text: str, line: int) -> Rows:
    """Return the rows of a table, which begins in a line."""
    start = _behind_arguments(text)
    line += text.count("\n", 0, start)
    inside = _within_groups(text[start:])
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


def _behind_arguments(text: str) -> int:
    """Return where the first row begins, behind the arguments of an environment; at the end if one is left open."""
    depth = 0
    for k, sign in enumerate(text):
        if sign in "[{":
            depth += 1
        elif depth:
            depth -= sign in "]}"
        elif not sign.isspace():
            return k
    return len(text)


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


def _without_commands(cell: str) -> str:
    r"""Return the text of a cell.

    >>> _without_commands(r"\textbf{0.95}"), _without_commands(r"$\mathbf{0.91} \pm 0.02$")
    ('0.95', '0.91 ± 0.02')
    >>> _without_commands(r"$0.91_{\pm 0.02}$"), _without_commands(r"A\_1~(ours)")
    ('0.91 ± 0.02', 'A_1 (ours)')
    """
    if len(cell) > _LONGEST_CELL:
        return cell.strip()
    if "\\" not in cell and not any(sign in cell for sign in "~${}"):
        return " ".join(cell.split())
    text = _SIGN.sub(lambda sign: _SIGNS.get(sign[1], sign[0]), _DECIMAL_SIGN.sub(r"\1", cell))
    while "\\" in text and (plainer := _WRAPPED.sub(_APART, _SWITCHES.sub(SEAM, text))) != text:
        text = plainer
    if has_commands := "\\" in text:  # as few cells have by now: each search takes as long as all that is left to do
        text = _ACCENT.sub(lambda part: (part[2] or part[3]) + _ACCENTS[part[1]], text)
        text = text.replace("\\$", "\0")
    text = text.replace("$", SEAM).replace("~", " ")
    if has_commands:
        text = _OWN_COMMAND.sub(_APART, text)
    if has_commands or "^" in text or "_" in text:
        text = _LOWERED.sub(" ", _RAISED.sub(lambda part: part[1] or part[2], text))
    text = _BRACE.sub(SEAM, text)
    if has_commands:
        text = _ESCAPED.sub(r"\1", text).replace("\0", "$")
    return without_seams(text.replace("---", "—").replace("--", "–"))
