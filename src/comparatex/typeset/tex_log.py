"""The errors in a TeX log, with remedies for well-known causes."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from comparatex.files import limited
from comparatex.letters import described, is_seen

_PLACED = re.compile(r"(?P<file>[^:\s][^:]*\.\w+):(?P<line>\d+): (?P<text>.*)")
_UNPLACED = re.compile(r"! (?P<text>.*)")
_LINE = re.compile(r"l\.(?P<line>\d+) ")
_LUA = re.compile(r"\[\\directlua\]:\d+: .*")
_LOST = re.compile(
    r"Missing character: There is no (?P<shown>\S+)(?:\s\(U\+(?P<code>[0-9A-F]+)\))?\sin\sfont\s(?P<font>\S+)"
)
_REFUSED = re.compile(r"Unicode character .*\(U\+(?P<code>[0-9A-F]{4,6})\)")
_ECHO = re.compile(r"Emergency stop\.| ?==> Fatal error")  # the end of a run, after its error
_CONTINUED = re.compile(r"(?:\(\w+\))? {4,}(?P<text>\S.*)")

_LONGEST = 2000  # letters of a message that are quoted
_APT = {
    "lmodern": ("lmodern",),
    "texlive-latex-base": ("array", "babel", "geometry", "graphicx", "hyperref", "longtable", "natbib"),
    "texlive-latex-recommended": ("booktabs", "caption", "fontspec", "microtype", "scrbook", "xcolor"),
    "texlive-pictures": ("pgf", "pgfplots", "tikz"),
    "texlive-publishers": ("IEEEtran", "acmart", "elsarticle", "llncs"),
    "texlive-science": ("siunitx",),
}

_OURS = re.compile(r"\\(?:comparatex|mcm|cdd)")


@dataclass(frozen=True)
class LogError:
    """An error of a TeX run."""

    file: str | None  # the file as named by TeX, relative to the document's folder
    line: int | None  # the line in it
    message: str  # cause and, for well-known causes, remedy, in complete sentences
    letter: str = ""  # the letter that the engine does not have, if that is the error


def missing_letter(log: str) -> str:
    """Return the first letter that the log of a run says to be missing in a font, or nothing.

    Engines with Unicode fonts, and pdfTeX in those that it has, go on without it. A font called ``nullfont`` is none:
    TikZ sets what is not to be seen in it.

    >>> missing_letter("Missing character: There is no 世 (U+4E16) in font [lmroman10-regular]:+tlig;!")
    '世'
    >>> missing_letter("Missing character: There is no ; in font nullfont!")
    ''
    """
    for match in _LOST.finditer(log):
        letter = chr(int(match["code"], 16)) if match["code"] else match["shown"]
        if not match["font"].startswith("nullfont") and any(map(is_seen, letter)):
            return letter
    return ""


def find_errors(log: str) -> list[LogError]:
    r"""Return the errors in the log of a run with ``-file-line-error``, in order.

    >>> find_errors("./paper.tex:7: Undefined control sequence.\nl.7 \\comparatexmcmcell\n            {1}")[0].line
    7
    """
    lines = log.splitlines()
    errors = [_shortened(error) for index in range(len(lines)) if (error := _error_at(lines, index))]
    causes = [error for error in errors if not _ECHO.match(error.message)]
    if causes or not errors:
        return causes
    first = errors[0]
    cause = "TeX reached the end of the file too early: \\end{document} or a closing brace is missing."
    return [LogError(first.file, first.line, cause)]


def _shortened(error: LogError) -> LogError:
    """Return an error with its message cut to a readable length."""
    if len(error.message) <= _LONGEST or not limited():
        return error
    return replace(error, message=f"{error.message[:_LONGEST]} … (all of it with `no_limits`)")


def _error_at(lines: Sequence[str], index: int) -> LogError | None:
    """Return the error that begins on a line of the log, if one does."""
    line = lines[index]
    placed, unplaced, by_lua = _PLACED.fullmatch(line), _UNPLACED.fullmatch(line), _LUA.fullmatch(line)
    if not (placed or unplaced or by_lua):
        return None
    below = lines[index + 1 :]
    if placed:
        return LogError(placed["file"], int(placed["line"]), *_explained(placed["text"], below))
    number = next((int(shown["line"]) for shown in map(_LINE.match, below) if shown), None)  # TeX shows it below
    if unplaced is None:
        return LogError(None, number, f"Lua failed: {line}.")
    if _ECHO.match(unplaced["text"]):
        return LogError(None, None, unplaced["text"])
    file = next((later["file"] for later in map(_PLACED.fullmatch, below) if later), None)
    return LogError(file, number, *_explained(unplaced["text"], below))


def _explained(text: str, below: Sequence[str]) -> tuple[str, str]:
    """Return the complete message, with the remedy, that begins with `text`, and the letter that pdfLaTeX lacks."""
    if _ECHO.match(text):
        return text, ""
    # A message of LaTeX goes on in indented lines.
    continued = takewhile(bool, map(_CONTINUED.fullmatch, below)) if "Error: " in text else ()
    message = " ".join([text, *(part["text"].strip() for part in continued if part)])
    refused = _REFUSED.search(text)
    return explain(message, context="".join(below[:1])), chr(int(refused["code"], 16)) if refused else ""


def explain(message: str, *, context: str = "") -> str:
    """Turn TeX's message into a sentence with a remedy if the cause is well known, else return it.

    >>> explain("LaTeX Error: File `booktabs.sty' not found.")
    'booktabs.sty is not installed: install texlive-latex-recommended (Debian, Ubuntu) or booktabs (tlmgr).'
    """
    if message.startswith("Undefined control sequence"):
        return _explain_undefined(context)
    for pattern, remedy in _REMEDIES:
        if match := pattern.search(message):
            return remedy.format(**match.groupdict()) if isinstance(remedy, str) else remedy(match)
    return re.sub(r"^(?:LaTeX|Package \S+) Error: ", "", message.strip())


def _explain_undefined(context: str) -> str:
    """Name the command unknown to TeX: the last one that it read."""
    read = re.findall(r"\\(?:[A-Za-z@]+|.)", context)
    if not read:
        return "A command is not defined."
    if _OURS.match(read[-1]):
        return f"{read[-1]} is not defined: add \\usepackage{{comparatex}} to the preamble."
    return f"{read[-1]} is not defined: a package is missing in the preamble, or the name is misspelt."


def _explain_file(match: re.Match[str]) -> str:
    name = match["name"]
    stem, _, suffix = name.rpartition(".")
    if name == "comparatex.sty":
        return "comparatex.sty is not found: copy the one written beside the fragment next to the document."
    if suffix in ("sty", "cls", "ldf", "def", "clo", "fd"):
        apt = next((apt for apt, names in _APT.items() if stem in names), "texlive-latex-extra")
        return f"{name} is not installed: install {apt} (Debian, Ubuntu) or {stem} (tlmgr)."
    return f"The file {name} is not found: give its path relative to the folder of the document."


_REMEDIES: tuple[tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]], ...] = (
    (re.compile(r"Package comparatex Error: (?P<text>.*)"), "{text}"),
    (re.compile(r"File `(?P<name>[^']+)' not found"), _explain_file),
    (re.compile(r"I can't find file `(?P<name>[^']+)'"), _explain_file),
    (
        _REFUSED,
        lambda match: (
            f"pdfLaTeX cannot typeset {described(chr(int(match['code'], 16)))}: "
            'use `engine="lualatex"`, or give the method or task an alias.'
        ),
    ),
    (
        re.compile(r"TeX capacity exceeded, sorry \[(?P<what>[a-z ]+?)(?: size)?="),
        'TeX\'s {what} is full: use `engine="lualatex"`, whose memory grows, or show fewer methods with `include`.',
    ),
    (
        re.compile(r"Package babel Error: Unknown option [`'](?P<name>french)'"),
        "babel does not know {name}: install texlive-lang-french (Debian, Ubuntu) or babel-{name} (tlmgr).",
    ),
    (
        re.compile(r"Package babel Error: Unknown option [`'](?P<name>\w+)'"),
        "babel does not know {name}: install the package texlive-lang-… of the language (Debian, Ubuntu) or "
        "babel-{name} (tlmgr).",
    ),
    (
        re.compile(r"Font \S+?=(?P<name>\S+).* not loadable"),
        "The font {name} is not installed: install lmodern and texlive-fonts-recommended (Debian, Ubuntu), or choose "
        "another font.",
    ),
    (
        re.compile(r"The font \"(?P<name>[^\"]+)\" cannot be found"),
        "The font {name} is not installed: install it, or choose another one.",
    ),
    (
        re.compile(r"(?:File ended while scanning use|Paragraph ended before) (?:of )?(?P<name>\\\S+)"),
        "A closing brace is missing in the argument of {name}.",
    ),
)
