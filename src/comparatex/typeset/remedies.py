"""Well-known causes of TeX errors, each with what to do about it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable

_APT = {
    "lmodern": ("lmodern",),
    "texlive-latex-base": ("array", "babel", "geometry", "graphicx", "hyperref", "longtable", "natbib"),
    "texlive-latex-recommended": ("booktabs", "caption", "fontspec", "microtype", "scrbook", "xcolor"),
    "texlive-pictures": ("pgf", "pgfplots", "tikz"),
    "texlive-publishers": ("IEEEtran", "acmart", "elsarticle", "llncs"),
    "texlive-science": ("siunitx",),
}
_OURS = re.compile(r"\\(?:comparatex|mcm|cdd)")


def explain(message: str, *, context: str = "") -> str:
    """Turn TeX's words into a sentence with a remedy where the cause is well known, else return them.

    Parameters
    ----------
    message : str
        The error, without file and line.
    context : str
        The line that TeX shows under the error.

    Examples
    --------
    >>> explain("LaTeX Error: File `booktabs.sty' not found.")
    'booktabs.sty is not installed: install texlive-latex-recommended (Debian, Ubuntu) or booktabs (tlmgr).'
    """
    if message.startswith("Undefined control sequence"):
        return _undefined(context)
    for pattern, remedy in _REMEDIES:
        if match := pattern.search(message):
            return remedy(match)
    return re.sub(r"^(?:LaTeX|Package \S+) Error: ", "", message.strip())


def _undefined(context: str) -> str:
    """Name the command that TeX does not know: the last one that it has read."""
    read = re.findall(r"\\(?:[A-Za-z@]+|.)", context)
    if not read:
        return "A command is not defined."
    if _OURS.match(read[-1]):
        return f"{read[-1]} is not defined: add \\usepackage{{comparatex}} to the preamble."
    return f"{read[-1]} is not defined: a package is missing in the preamble, or the name is misspelt."


def _file(match: re.Match[str]) -> str:
    """Say where a missing file comes from."""
    name = match["name"]
    stem, _, suffix = name.rpartition(".")
    if name == "comparatex.sty":
        return "comparatex.sty is not found: copy the one written beside the fragment next to the document."
    if suffix in ("sty", "cls", "ldf", "def", "clo", "fd"):
        apt = next((apt for apt, names in _APT.items() if stem in names), "texlive-latex-extra")
        return f"{name} is not installed: install {apt} (Debian, Ubuntu) or {stem} (tlmgr)."
    return f"The file {name} is not found: give its path relative to the folder of the document."


def _character(match: re.Match[str]) -> str:
    """Name a character that pdfLaTeX does not know."""
    code = int(match["code"], 16)
    name = unicodedata.name(chr(code), "a character without a name").lower()
    return (
        f"pdfLaTeX cannot typeset {chr(code)} (U+{code:04X}, {name}): "
        'use `engine="lualatex"`, or give the comparate or task an alias.'
    )


def _capacity(match: re.Match[str]) -> str:
    """Say what to do when TeX's memory is full."""
    return (
        f'TeX\'s {match["what"]} is full: use `engine="lualatex"`, whose memory grows, '
        "or show fewer comparates with `include`."
    )


def _font(match: re.Match[str]) -> str:
    """Say how to get a font."""
    return (
        f"The font {match['name']} is not installed: "
        "install lmodern and texlive-fonts-recommended (Debian, Ubuntu), or choose another font."
    )


def _language(match: re.Match[str]) -> str:
    """Say how to get a language."""
    name = match["name"]
    package = "texlive-lang-french" if name == "french" else "the package texlive-lang-… of the language"
    return f"babel does not know {name}: install {package} (Debian, Ubuntu) or babel-{name} (tlmgr)."


def _unclosed(match: re.Match[str]) -> str:
    """Say that a brace is missing."""
    return f"A closing brace is missing in the argument of {match['name'].strip()}."


_REMEDIES: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], str]], ...] = (
    (re.compile(r"Package comparatex Error: (?P<text>.*)"), lambda match: match["text"]),
    (re.compile(r"File `(?P<name>[^']+)' not found"), _file),
    (re.compile(r"I can't find file `(?P<name>[^']+)'"), _file),
    (re.compile(r"Unicode character .*\(U\+(?P<code>[0-9A-F]{4,6})\)"), _character),
    (re.compile(r"TeX capacity exceeded, sorry \[(?P<what>[a-z ]+?)(?: size)?="), _capacity),
    (re.compile(r"Package babel Error: Unknown option [`'](?P<name>\w+)'"), _language),
    (re.compile(r"Font \S+?=(?P<name>\S+).* not loadable"), _font),
    (re.compile(r"The font \"(?P<name>[^\"]+)\" cannot be found"), _font),
    (
        re.compile(r"(?:File ended while scanning use|Paragraph ended before) (?:of )?(?P<name>\\\S+)"),
        _unclosed,
    ),
)
