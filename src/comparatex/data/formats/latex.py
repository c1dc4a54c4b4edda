r"""Tables in LaTeX 2e: tabular and its relatives, longtable, tabularray."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from comparatex.data.formats.contract import File
from comparatex.data.formats.documents import LONGEST_CELL, Rows, chosen_table, only
from comparatex.data.raw_table import Table
from comparatex.data.written_numbers import SEAM, without_seams

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
    file = only(files)
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
    return chosen_table(grids, file, "LaTeX")


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
    if len(cell) > LONGEST_CELL:
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
