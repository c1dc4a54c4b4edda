"""Names as the user's own TeX: what it may hold, so that it neither breaks nor runs anything."""

from __future__ import annotations

import re

from comparatex.errors import UsageError
from comparatex.letters import GREEK, SYMBOLS
from comparatex.names import quoted

_TYPE = (
    "textsc", "textbf", "textit", "textsl", "texttt", "textsf", "textrm", "textup", "emph",
)  # fmt: skip
_MATH_TYPE = (
    "mathrm", "mathbf", "mathit", "mathsf", "mathtt", "mathcal", "mathnormal", "hat", "bar", "tilde", "vec",
    "dot", "ddot", "check", "breve", "acute", "grave", "widehat", "widetilde", "overline", "underline", "sqrt",
    "frac",
)  # fmt: skip
_MATH = {
    *GREEK.values(), *SYMBOLS.values(),
    "max", "min", "sup", "inf", "log", "ln", "exp", "lim", "sin", "cos", "tan", "tanh", "dim", "det", "Pr",
    "prime", "ldots", "cdots", "dots", "circ", "bullet", "to", "le", "ge", "ne", "equiv", "propto", "ll", "gg",
    "subset", "supset", "cdot", "sum", "prod", "int", "top", "perp", "parallel", "wedge", "vee", "forall",
    "exists", "emptyset", "setminus", "mid", "langle", "rangle", "lfloor", "rfloor", "lceil", "rceil", "quad",
    "hbar", "imath", "jmath", "Re", "Im", "star", "diamond", "triangle",
}  # fmt: skip
_CITATIONS = (
    "cite", "citep", "citet", "citealp", "citealt", "citeauthor", "citeyear", "citeyearpar", "parencite",
    "textcite", "autocite",
)  # fmt: skip
_CITATION = re.compile(rf"\\({'|'.join(_CITATIONS)})((?:\[[\w .,:~-]*\]){{0,2}}\{{[\w.,:+/-]+\}})")
_TOKEN = re.compile(r"\\([A-Za-z]+) *|\\([_&%#${},;:! /-])|(.)", re.DOTALL)
_LONGEST = 500
_REFUSED = '~"`%#&\\'


def check(name: str, tex: str) -> None:
    r"""Refuse TeX of a name with anything but text, formulas, and macros of letters, symbols, type and citations.

    >>> check("max", r"$\lambda_{\max}$")
    >>> check("R", r"\textsc{Rocket}~\input{x}")
    Traceback (most recent call last):
    comparatex.errors.UsageError: The TeX of 'R', '\textsc{Rocket}~\input{x}', has ~, which no name may have as TeX.
    """

    def refuse(what: str) -> UsageError:
        return UsageError(f"The TeX of {quoted(name)}, {quoted(tex)}, {what}.")

    if not tex or len(tex) > _LONGEST:
        raise refuse(f"has {len(tex)} characters: write 1 to {_LONGEST}")
    if not any(map(str.isalpha, name)):
        raise refuse("is that of a number: give it a display name with a letter, under [names] in comparatex.toml")
    text, before = _CITATION.sub("", tex), list[str]()  # what is open: a brace, a dollar, the brace of a formula
    for token in _TOKEN.finditer(text):
        macro, char = token[1], token[3]
        is_math, opens = "$" in before or "ensuremath" in before, text[token.end() : token.end() + 1] == "{"
        if macro in _CITATIONS:
            raise refuse(rf"has \{macro} without the keys of works in braces")
        if macro and macro not in {*_TYPE, *_MATH_TYPE, *_MATH, "ensuremath"}:
            raise refuse(rf"has \{macro}, which is none of the macros of letters, symbols, type and citations")
        if macro in (*_TYPE, *_MATH_TYPE, "ensuremath") and not opens:
            raise refuse(rf"has \{macro} without braces behind it")
        if (macro in _MATH or macro in _MATH_TYPE or (char and char in "^_")) and not is_math:
            raise refuse(f"has {token[0].strip()} outside of a formula: set it between dollars")
        if char and (char in _REFUSED or token[0] == text[token.start() + 1 : token.end() + 1] == "^"):
            raise refuse(f"has {char if char != '^' else '^^'}, which no name may have as TeX")
        if char and not (char.isalnum() or " " <= char <= "~"):
            raise refuse(f"has {quoted(char)}, which no name may have as TeX")
        if char == "{":
            before.append("ensuremath" if text[: token.start()].rstrip().endswith(r"\ensuremath") else "{")
        elif char == "}" and (not before or before.pop() == "$"):
            raise refuse("has braces that do not match")
        elif char == "$" and text[token.end() : token.end() + 1] == "$":
            raise refuse("has two dollars in a row")
        elif char == "$" and before[-1:] == ["$"]:
            before.pop()
        elif char == "$" and is_math:
            raise refuse("has dollars that do not match")
        elif char == "$":
            before.append("$")
    if before:
        raise refuse(f"has {'dollars' if '$' in before else 'braces'} that do not match")


def typeset(tex: str) -> str:
    r"""Return the TeX of a name as a document without further packages can set it: citations as it has them.

    >>> print(typeset(r"A \citet{x}"), typeset("B"))
    {A \ifdefined\citet\citet{x}\else\cite{x}\fi} {B}
    """
    return f"{{{_CITATION.sub(_cited, tex)}}}"


def _cited(found: re.Match[str]) -> str:
    macro, keys = found.groups()
    key = keys[keys.index("{") :]
    return found[0] if macro == "cite" else rf"\ifdefined\{macro}{found[0]}\else\cite{key}\fi"
