"""TeX source, and pages, from view models and templates; names and texts as TeX that typesets them as they stand."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, Literal

from jinja2 import ChoiceLoader, Environment, FileSystemLoader, PrefixLoader, StrictUndefined, pass_eval_context
from jinja2.nodes import EvalContext
from jinja2.sandbox import ImmutableSandboxedEnvironment
from markupsafe import Markup as TeX

from comparatex.files import TEMPLATES, state_of
from comparatex.letters import GREEK, SYMBOLS, is_seen
from comparatex.tex_names import typeset
from comparatex.text import SYNTAX, Inline, Prose, code, compiled, language, said, template_errors, tex_names

Kind = Literal["tex", "plain", "html"]
"""What templates make; plain is LaTeX without ``comparatex.sty``."""

__all__ = ["TeX", "called", "cell", "comment", "escape", "number", "plain"]

# Control characters, which no name keeps.
_BREAK = "\x10"  # between two characters that TeX would join
_LETTERS, _RIGHT_TO_LEFT, _END = "\x11", "\x12", "\x13"  # before and after what not every font has

# A leading [, ] or * after a line end \\ would be taken for its argument or its star: hence the braces.
_SPECIAL = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": "$<$",
    ">": "$>$",
    "|": r"\textbar{}",
    '"': "''",  # \\textquotedbl does not exist in every encoding
    "`": r"\textasciigrave{}",
    _BREAK: r"\/",  # an empty group does not part them in LuaTeX
    _LETTERS: r"\comparatexletters{",
    _RIGHT_TO_LEFT: r"\comparatexrightleft{",
    _END: "}",
    **{char: f"\\{char}" for char in "&%$#_{}"},
    **{char: f"{{{char}}}" for char in "[]*"},
}

_GREEK_AS_LATIN = {
    "ο": "o", "Α": "A", "Β": "B", "Ε": "E", "Ζ": "Z", "Η": "H", "Ι": "I", "Κ": "K", "Μ": "M", "Ν": "N",
    "Ο": "O", "Ρ": "P", "Τ": "T", "Χ": "X",
}  # fmt: skip
_SUPERSCRIPTS = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿⁱ", "0123456789+-ni", strict=True))
_SUBSCRIPTS = dict(zip("₀₁₂₃₄₅₆₇₈₉₊₋", "0123456789+-", strict=True))
_TYPOGRAPHIC_LIGATURES = {"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl"}  # as copied from PDFs
_PUNCTUATION = {
    "\N{NO-BREAK SPACE}": "~", "\N{NARROW NO-BREAK SPACE}": r"\,",
    "‐": "-", "‑": "-", "–": "--", "—": "---", "“": "``", "”": "''", "‘": "`", "’": "'", "…": r"\ldots{}",
    "•": r"\textbullet{}", "°": r"\textdegree{}", "€": r"\texteuro{}",
}  # fmt: skip
_TABLE = str.maketrans(
    {
        **_SPECIAL,
        **{char: rf"$\{name}$" for char, name in GREEK.items()},
        **_GREEK_AS_LATIN,
        "−": "$-$",
        "′": r"${}^\prime$",
        **{char: rf"$\{name}$" for char, name in SYMBOLS.items()},
        **{char: rf"\textsuperscript{{{digit}}}" for char, digit in _SUPERSCRIPTS.items()},
        "⁻": r"\textsuperscript{$-$}",  # no hyphen
        **{char: rf"\textsubscript{{{digit}}}" for char, digit in _SUBSCRIPTS.items()},
        **_TYPOGRAPHIC_LIGATURES,
        **_PUNCTUATION,
    }
)


_ORDINARY = re.compile(r"[A-Za-z0-9 ./:+=()−]*")
_PRINTABLE = re.compile(r"[ -~−]*")
_LAST_LATIN = 0x17E  # of the letters with accents that every engine has
_COMMON = f"\x00-{chr(_LAST_LATIN)}„" + "".join(re.escape(chr(char)) for char in _TABLE if char > _LAST_LATIN)
_RARE = re.compile(rf"(?:[A-Za-z\u00c0-\u017e](?=[\u0300-\u036f])|[^\s{_COMMON}])+")
"""Letters that not every font has; accents go with the letter under them."""
_HEBREW_OR_ARABIC = r"[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\U00010800-\U00010fff]"
_FROM_THE_RIGHT = re.compile(rf"{_HEBREW_OR_ARABIC}+(?: +{_HEBREW_OR_ARABIC}+)*")
_LIGATURES = re.compile("(?<=[-‐‑–—])(?=[-‐‑–—])|(?<=['’”\"])(?=['’”\"])|(?<=[?!‘“])(?=[‘“])|(?<=,)(?=,)")
"""Between characters that would become others: ``--`` a dash."""
_EQUATION = re.compile(r"\$([^$ ]+)\$~(=|\$(?:[<>]|\\[lg]eq)\$)~(\d+(?:[.,]\d+)?)(?![.,]?\d|\\,|[\w%\\])")
"""A letter, a relation and a number, which are set as one formula."""


def escape(value: Any) -> TeX:
    r"""Return TeX that typesets a text as it stands; `TeX` passes unchanged.

    >>> print(escape("A_1 & 50 %"))
    A\_1 \& 50 \%
    >>> print(escape("χ² at α\xa0=\xa00.05"))
    $\chi$\textsuperscript{2} at $\alpha = 0.05$
    >>> print(escape("Net (模型)"))
    Net (\comparatexletters{模型})
    """
    if isinstance(value, TeX):
        return value
    if isinstance(value, Prose):
        return TeX(_EQUATION.sub(_equation, "".join(map(_part, value.parts))))
    text = str(value)
    if _ORDINARY.fullmatch(text):  # most are: numbers by the thousand
        return TeX(text.replace("−", "$-$"))
    if not _PRINTABLE.fullmatch(text):
        text = "".join(map(_plain, unicodedata.normalize("NFC", text)))
        text = _FROM_THE_RIGHT.sub(rf"{_RIGHT_TO_LEFT}\g<0>{_END}", text)
        text = _RARE.sub(rf"{_LETTERS}\g<0>{_END}", text)
    tex = _LIGATURES.sub(_BREAK, text).translate(_TABLE)
    if "“" in text and code() == "de":
        tex = tex.replace("``", "“")
    return TeX(_EQUATION.sub(_equation, tex))


def _equation(formula: re.Match[str]) -> str:
    """Return a formula; a comma in its number is no punctuation."""
    letter, relation, number = formula.groups()
    return f"${letter} {relation.strip('$')} {number.replace(',', '{,}')}$"


def called(value: Any) -> TeX:
    """Return what LaTeX sets for a name, or for a text with names: the user's TeX, the rest as it stands."""
    if isinstance(value, (TeX, Prose)) or not tex_names():
        return escape(value)
    tex = dict(tex_names()).get(str(value))
    return TeX(typeset(tex)) if tex else _sentence(str(value))


def _whole(lines: Sequence[str], name: str) -> Sequence[str]:
    """Return the lines of a name; those of the user's TeX are one."""
    return [name] if dict(tex_names()).get(name) else lines


@cache
def _names(names: tuple[tuple[str, str], ...], language: str) -> re.Pattern[str] | None:
    """Return what finds names in sentences, but for those that may be words of ours; None without any."""
    every = [re.escape(name) for name, _ in names if not said(name, language)]
    return re.compile(rf"(?<!\w)({'|'.join(every)})(?!\w)") if every else None


def _sentence(text: str) -> TeX:
    """Return plain words of a sentence as TeX, with names by the user's."""
    pattern = _names(tex_names(), code())
    if not pattern:
        return escape(text)
    tex, parts = dict(tex_names()), enumerate(pattern.split(text))
    return TeX("".join(typeset(tex[part]) if k % 2 and tex[part] else escape(part) for k, part in parts))


def _part(part: str | Inline) -> TeX:
    """Return a part of a sentence as TeX: words, a citation, a reference, a number, a letter, the word for a colour."""
    if isinstance(part, str):
        return _sentence(part)
    if UNSAFE.search(part.text) and part.kind != "colour":
        raise ValueError(f"{part.text!r} cannot be the name of a {part.kind}")
    if part.kind == "cite":
        return TeX(rf"~\comparatexcite{{{part.text}}}")
    if part.kind == "ref":
        noun = escape(part.detail) + TeX("~") if part.detail else TeX("")
        return noun + TeX(rf"\ref{{{part.text}}}")
    if part.kind == "number":
        measure = f"[{part.detail}]" if part.detail else ""
        star = "*" if part.text.startswith("*") else ""
        return TeX(rf"\comparatex{star}{measure}{{{part.text.removeprefix('*')}}}")
    if part.kind == "math":
        return TeX(f"${part.text.replace('χ²', chr(92) + 'chi^2')}$")
    if part.detail.startswith("#"):
        return TeX(rf"\comparatexhighlight{{{part.detail[1:]}}}{{{escape(part.text)}}}")
    return TeX(rf"\comparatexcolourword{{{part.detail}}}{{{escape(part.text)}}}{{{code()}}}")


def cell(value: object) -> TeX:
    """Return a text of a cell, where the style file sets ``<`` and ``>`` as they stand.

    >>> print(cell("<0.0001"), cell("−0.5"))
    <0.0001 $-$0.5
    """
    return TeX(str(escape(value)).replace("$<$", "<").replace("$>$", ">"))


UNSAFE = re.compile(r"[\\{}%#~^]")  # what no label, key or name of a number has: it would be TeX


def _plain(char: str) -> str:
    """Return a character without layout of its own: line ends and tabs are spaces, controls nothing."""
    if char.isspace() and char not in "\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}":
        return " "
    return char if is_seen(char) else ""


def number(value: float) -> TeX:
    """Return a number of a plot as data, to seven significant digits: what pgfplots tells apart.

    >>> print(number(0.1 + 0.2), number(float("nan")))
    0.3 nan
    """
    return TeX(f"{value + 0.0:.7g}")  # no negative zero


def comment(value: object) -> TeX:
    """Return a text as it stands in a comment of TeX, which ends with the line."""
    return TeX("".join(map(_plain, str(value))))


_IN_PLAIN = str.maketrans(
    {**{char: f"\\{char}" for char in "\\{}%#^"}, "\N{NO-BREAK SPACE}": " ", "\N{NARROW NO-BREAK SPACE}": " "}
)


def plain(value: object) -> TeX:
    r"""Return a text in plain words, which the style file puts into the PDF; TeX's characters are escaped.

    >>> print(plain("χ² ≤ 5 % (Müller)"))
    χ² ≤ 5 \% (Müller)
    """
    text = "".join(map(_plain, unicodedata.normalize("NFC", str(value))))
    return TeX(text.translate(_IN_PLAIN))


def _printed(value: Any) -> Any:
    """Refuse binary floats, because they print as they like; what is not `Markup` is escaped by Jinja."""
    if isinstance(value, float):
        raise TypeError(f"{value!r} reached a template: numbers are formatted in the layout")
    return value


@pass_eval_context  # keeps Jinja from folding constants before they are escaped
def _printed_in_tex(_: EvalContext, value: Any) -> TeX:
    return escape(_printed(value))


def environment(overrides: Sequence[Path] = (), kind: Kind = "tex") -> Environment:
    r"""Return the environment; folders in `overrides`, as they are now, come before the built-in templates.

    Values are ``\VAR{…}``, ``language()`` is the key of the language, ``locale()`` what is known of it, control lines
    start with ``%%``, inline control is ``\BLOCK{…}`` and comments are ``\NOTE{…}``. An override may extend what it
    replaces as ``builtin/NAME``.
    """
    return _environment(kind, tuple(map(Path.resolve, overrides)), state_of(overrides))


@cache
def _environment(kind: Kind, overrides: tuple[Path, ...], _: object) -> Environment:
    templates = FileSystemLoader([*overrides, TEMPLATES])
    jinja = (ImmutableSandboxedEnvironment if overrides else Environment)(  # a folder may be a stranger's
        loader=ChoiceLoader([templates, PrefixLoader({"builtin": FileSystemLoader(TEMPLATES)})]),
        autoescape=True,
        finalize=_printed if kind == "html" else _printed_in_tex,
        undefined=StrictUndefined,
        bytecode_cache=compiled(f"{kind} sandbox" if overrides else kind),
        **SYNTAX,
    )
    if kind != "html":
        jinja.filters |= {"e": escape, "escape": escape}
        jinja.filters |= {"called": called, "whole": _whole, "plain": plain, "number": number, "comment": comment}
        jinja.filters["cell"] = cell if kind == "tex" else escape
        jinja.globals |= {"language": code, "locale": language}
    return jinja


def render(template: str, overrides: Sequence[Path] = (), kind: Kind = "tex", **context: Any) -> str:
    """Return the TeX that a template makes of a view model."""
    with template_errors(template):
        return environment(overrides, kind).get_template(template).render(context)


def render_html(template: str, overrides: Sequence[Path] = (), **context: Any) -> str:
    """Return the HTML that a template makes of a view model; what is not `Markup` is escaped."""
    with template_errors(template):
        return environment(overrides, "html").get_template(template).render(context)
