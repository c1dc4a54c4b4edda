r"""LaTeX that does without ``comparatex.sty``: what fragments say by its macros in those of public packages.

A plain table is the rendering of every table, with each of our macros replaced by what it stands for; the matrix and
the diagram have templates of their own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from comparatex.errors import UsageError

_HEAD = r"\toprule" "\n#2 \\\\\n" r"\midrule"
_BOLD = (1, r"\textbf{#1}")
_MEANINGS: Mapping[str, tuple[int, str]] = {
    **dict.fromkeys(("best", "significant", "decided", "ours", "bold"), _BOLD),
    "second": (1, r"\underline{#1}"),
    "spread": (2, r"#1 $\pm$ #2"),
    "nospread": (2, r"#1\phantom{ $\pm$ #2}"),
    "highlight": (2, r"\textcolor[HTML]{#1}{#2}"),
    "standing": (1, r"\rotatebox{90}{#1}"),
    "stack": (3, r"\shortstack[#1]{#2\\#3}"),
    "break": (1, ""),
    "bar": (
        3,
        r"\hspace{1em}\makebox[5em][l]{\rlap{\hspace*{#1\dimexpr5em\relax}\rule[.4ex]"
        r"{\dimexpr#3\dimexpr5em\relax-#1\dimexpr5em\relax\relax}{.4ex}}"
        r"\hspace*{#2\dimexpr5em\relax}\hspace*{-.8pt}\rule{1.6pt}{1.2ex}}",
    ),
    "letters": (1, "#1"),
    "rightleft": (1, "#1"),
    "colourword": (3, "#2"),
    "cite": (1, r"\cite{#1}"),
    "rule": (0, r"\midrule"),
    "gap": (0, r"\addlinespace"),
    "space": (0, r"\addlinespace[2.2pt]"),
    "partskip": (0, r"\bigskip"),
    "belowcaption": (0, r"\medskip"),
    "parts": (1, "#1"),
    "begin{table}": (2, r"\begin{tabular}{#1}" f"\n{_HEAD}"),
    "end{table}": (0, "\\bottomrule\n\\end{tabular}"),
    "begin{longtable}": (
        5,
        "\\begin{longtable}{#1}\n\\caption{#4}\\label{#5}\\\\\n"
        f"{_HEAD}\n\\endfirsthead\n{_HEAD}\n\\endhead\n\\bottomrule\n\\endfoot",
    ),
    "end{longtable}": (0, r"\end{longtable}"),
}
"""How many arguments macros and environments have whose names begin with ``comparatex``, and what they stand for."""
_OURS = re.compile(r"\\(?:(begin|end)\{)?comparatex([a-z]*)(?(1)\})")
_LOOK = re.compile(r"^ *\\(?:renewcommand\*\\)?comparatex(?:maxheight|lying|language|madefor)\b.*\n", re.MULTILINE)
"""Lines on how a fragment fits a line, which nothing plain does."""
_TIGHT = re.compile(r"\\comparatextight\{(\w*)\}\{([^}]*)\}.*\n")
_TYPES = {"": r"\footnotesize", "small": r"\scriptsize", "tiny": r"\tiny"}
_TABLE = re.compile(r"(^\\begin\{(?:longtable|tabular)\}.*?^\\end\{(?:longtable|tabular)\})", re.MULTILINE | re.DOTALL)
_USES = {
    "booktabs": r"\\(?:toprule|midrule)\b",
    "longtable": r"\\begin\{longtable\}",
    "siunitx": r"S\[",
    "graphicx": r"\\rotatebox\b",
    "xcolor": r"\\(?:textcolor|color)\b",
    "colortbl": r"\\cellcolor\b",
    "makecell": r"\\makecell\b",
    "pgfplots": r"\\begin\{axis\}",
    "rotating": r"\\begin\{sideways",
}
"""Packages by what they are needed for."""


def plain(tex: str, *, siunitx: bool = False, decimal: str = ".") -> str:
    """Return a fragment without macros of ours, which names the packages that it needs on its first line.

    With siunitx, columns of numbers are its ``S`` columns.
    """
    tight = _TIGHT.search(tex)
    size, room = tight.groups() if tight else ("", "5pt")
    lies = r"\begin{comparatexlongtable}" not in tex  # what breaks across pages does not
    tex = _LOOK.sub("", _TIGHT.sub("", tex))
    tex = tex.replace("\\begingroup\\comparatexsetup{landscape}%\n", "\\rotatebox{90}{%\n" if lies else "")
    tex = re.sub(r"^\\endgroup%\n?", "}%\n" if lies else "", tex, flags=re.MULTILINE)
    first, _, body = re.sub(r"\\caption\{\}\\label\{\}\\\\\n", "", _expanded(tex)).partition("\n")
    tables = _TABLE.split(body) if r"\toprule" in body else [body]
    tables[1::2] = [_table(table, siunitx, decimal) for table in tables[1::2]]
    if len(tables) > 1:
        sized = "\\sisetup{detect-weight}" if siunitx else ""
        tables[1] = f"{{{_TYPES[size]}\\setlength{{\\tabcolsep}}{{{room}}}{sized}%\n{tables[1]}"
        tables[-2] += "}"
    body = "".join(tables)
    packages = ",".join(name for name, used in _USES.items() if re.search(used, body))
    return re.sub(r"(?<=[Nn]eeds )\\usepackage.*", rf"\\usepackage{{{packages}}}.", first) + f"\n{body}"


def _expanded(tex: str) -> str:
    r"""Return TeX with our macros replaced by what they stand for.

    >>> print(_expanded(r"a & \comparatexbest{\comparatexletters{B} \} c} & \comparatexspread{1}{2}"))
    a & \textbf{B \} c} & 1 $\pm$ 2
    """
    parts, at = list[str](), 0
    while found := _OURS.search(tex, at):
        name = f"{found[1]}{{{found[2]}}}" if found[1] else found[2]
        if name not in _MEANINGS:
            raise UsageError(f"{found[0]} has no form without comparatex.sty: leave out `plain`.")
        count, meaning = _MEANINGS[name]
        parts.append(tex[at : found.start()])
        given, at = _arguments(tex, found.end(), count)
        pieces = re.split(r"#(\d)", meaning)
        pieces[1::2] = [given[int(number) - 1] for number in pieces[1::2]]
        parts += pieces
    return "".join([*parts, tex[at:]])


def _arguments(tex: str, at: int, count: int) -> tuple[list[str], int]:
    """Return the next arguments without our macros, and where they end; comments and spaces stand between them."""
    given = list[str]()
    for _ in range(count):
        begin = at = re.compile(r"(?:\s|%.*\n)*\{").match(tex, at).end()  # type: ignore[union-attr]
        depth = 1
        while depth:
            token = re.compile(r"\\.|[{}]", re.DOTALL).search(tex, at)
            assert token
            depth += {"{": 1, "}": -1}.get(token[0], 0)
            at = token.end()
        given.append(_expanded(re.sub(r"\A%\n", "", tex[begin : at - 1]).rstrip("\n")))
    return given, at


# ---------------------------------------------------------------------------------------------------- tables
_COLUMNS = re.compile(r"[lrc]|[NpS](?:\{[^}]*\}|\[[^]]*\])")
_NUMBER = re.compile(
    r"(?P<shade>\\cellcolor\[HTML\]\{\w+\}\\color\{\w+\})?(?:\\(?P<mark>textbf|underline)\{)?(?P<than>\$[<>]\$)?(?P<sign>\$-\$|\+)?(?P<whole>[\d\\,]*?\d)"
    r"(?:[.,](?P<part>\d+))?(?P<tail>\*+|\$\\dagger\$)?(?(mark)\})(?:\\hphantom\{[^}]*\})?"
)


def _table(tex: str, siunitx: bool, decimal: str) -> str:
    """Return a table whose lines have their columns below each other."""
    begin, *lines = tex.split("\n")
    before, types, end = re.match(r"(.*?)\{@\{\}(.*)@\{(\\hspace\{\\tabcolsep\})?.*?\}\}$", begin).groups("")  # type: ignore[union-attr]
    columns = _COLUMNS.findall(types)
    rows = {k: cells for k, line in enumerate(lines) if len(cells := _cells(line)) == len(columns)}
    if siunitx:
        for j, side in enumerate(columns):
            entries = [cells[j] for cells in rows.values()]
            if side == "r" and any(map(_NUMBER.fullmatch, entries)):
                columns[j], changed = _aligned(entries, decimal)
                for cells, entry in zip(rows.values(), changed, strict=True):
                    cells[j] = entry
    widths = [max(map(len, column)) for column in zip(*rows.values(), strict=True)]
    for k, cells in rows.items():
        rest = lines[k][lines[k].rindex("\\\\") :]
        lines[k] = " & ".join(cell.ljust(width) for cell, width in zip(cells, widths, strict=True)) + f" {rest}"
    types = "".join(columns).replace("N{", "p{")
    return "\n".join([f"{before}{{@{{}}{types}@{{{end}}}}}", *lines])


def _cells(line: str) -> list[str]:
    """Return the cells of a line of a table; nothing of other lines."""
    text, end, _ = line.rpartition("\\\\")
    return [cell.strip() for cell in _split(text)] if end else []


def _split(text: str) -> Iterator[str]:
    r"""Yield what stands between the ampersands of a line, not those in braces.

    >>> list(_split(r"a \& b & \textbf{c & {d}} & "))
    ['a \\& b ', ' \\textbf{c & {d}} ', ' ']
    """
    depth = start = 0
    for token in re.finditer(r"\\.|[{}&]", text):
        depth += {"{": 1, "}": -1}.get(token[0], 0)
        if token[0] == "&" and not depth:
            yield text[start : token.start()]
            start = token.end()
    yield text[start:]


def _aligned(entries: Sequence[str], decimal: str) -> tuple[str, list[str]]:
    r"""Return the S column of some entries, and these as it wants them: in braces what is no number, or underlined.

    >>> _aligned(["rocket", r"\textbf{0.76}", r"\underline{12.5}\hphantom{0}", "$-$1.25"], ".")
    ('S[table-format=-2.2]', ['{rocket}', '\\bfseries 0.76', '{\\underline{12.5}\\hphantom{0}}', '-1.25'])
    """
    matches = [_NUMBER.fullmatch(entry) for entry in entries]
    numbers = [number for number in matches if number]
    whole = max(len(number["whole"].replace("\\,", "")) for number in numbers)
    part = max(len(number["part"] or "") for number in numbers)
    signs = ("<" if any(n["than"] for n in numbers) else "") + ("-" if any(n["sign"] for n in numbers) else "")
    tail = max((number["tail"] or "" for number in numbers), key=len)
    about = f"table-format={signs}{whole}.{part}" if part else f"table-format={signs}{whole}"
    about += f",table-space-text-post={{{tail}}}" if tail else ""
    about += ",output-decimal-marker={,}" if decimal == "," else ""

    def cell(entry: str, number: re.Match[str] | None) -> str:
        if number is None or number["mark"] == "underline":
            return f"{{{entry}}}" if entry else ""
        than, sign = (number["than"] or "").strip("$"), (number["sign"] or "").strip("$")
        text = f"{than}{sign}{number['whole'].replace(chr(92) + ',', '')}"
        text += f".{number['part']}" if number["part"] else ""
        text += f"{{{number['tail']}}}" if number["tail"] else ""
        return (number["shade"] or "") + (rf"\bfseries {text}" if number["mark"] else text)

    return f"S[{about}]", [cell(entry, number) for entry, number in zip(entries, matches, strict=True)]
