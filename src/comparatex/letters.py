"""Letters that no font has: the sentence that names the letter, the name it occurs in, and what helps."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from comparatex.errors import TypesetError

_EAST_ASIAN = ("CJK", "HIRAGANA", "KATAKANA", "HANGUL", "BOPOMOFO", "IDEOGRAPHIC", "KANGXI", "FULLWIDTH",
               "HALFWIDTH")  # fmt: skip

GREEK = {
    "α": "alpha", "β": "beta", "γ": "gamma", "δ": "delta", "ε": "varepsilon", "ζ": "zeta", "η": "eta",
    "θ": "theta", "ι": "iota", "κ": "kappa", "λ": "lambda", "μ": "mu", "ν": "nu", "ξ": "xi", "π": "pi",
    "ρ": "rho", "σ": "sigma", "ς": "varsigma", "τ": "tau", "υ": "upsilon", "φ": "varphi", "ϕ": "phi",
    "χ": "chi", "ψ": "psi", "ω": "omega", "ϵ": "epsilon", "ϑ": "vartheta", "Γ": "Gamma", "Δ": "Delta",
    "Θ": "Theta", "Λ": "Lambda", "Ξ": "Xi", "Π": "Pi", "Σ": "Sigma", "Υ": "Upsilon", "Φ": "Phi", "Ψ": "Psi",
    "Ω": "Omega", "µ": "mu",
}  # fmt: skip
"""Letters by the names of their commands in TeX."""
SYMBOLS = {
    "±": "pm", "∓": "mp", "×": "times", "÷": "div", "·": "cdot", "≤": "leq",
    "≥": "geq",
    "≠": "neq", "≈": "approx", "∞": "infty", "→": "rightarrow", "←": "leftarrow",
    "↑": "uparrow", "↓": "downarrow", "↔": "leftrightarrow", "⇒": "Rightarrow", "∈": "in",
    "∪": "cup", "∩": "cap", "⊕": "oplus", "⊗": "otimes", "∘": "circ", "∂": "partial",
    "∇": "nabla", "√": "surd", "∑": "Sigma", "∏": "Pi", "⋆": "star", "★": "star", "∗": "ast",
    "†": "dagger", "‡": "ddagger", "ℓ": "ell", "∼": "sim", "¬": "neg",
}  # fmt: skip
"""Symbols by the names of their commands in TeX."""

_TURNING = "\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff"
RIGHT_TO_LEFT = re.compile(f"[{_TURNING}](?:[^\\w<&]*[{_TURNING}])*")
"""Words written from right to left; digits and punctuation after them belong to what is around them."""


class MissingLetters(TypesetError):
    """No font of a picture or document has a letter of its texts; a name that has it is said rather than its place."""

    def __init__(self, letter: str, by: str, place: str = "", names: Iterable[str] = ()) -> None:
        self.letter, self.by, self.place = letter, by, place
        name = next((name for name in names if letter in unicodedata.normalize("NFC", name)), "")
        where = f"in the name {name}" if name else f"in {place or 'the document'}"
        alias = "give it an alias under [names] in comparatex.toml, " if name else ""
        super().__init__(f"{by} has no font with {described(letter)} {where}: {alias}{_remedy(letter, by)}.")


@contextmanager
def naming(names: Iterable[str]) -> Iterator[None]:
    """Name the comparate or task in which a letter is missing."""
    try:
        yield
    except MissingLetters as error:
        raise MissingLetters(error.letter, error.by, error.place, names) from error


def described(letter: str) -> str:
    """Return a letter with its number and name.

    >>> described("世"), described("Ж")
    ('世 (U+4E16)', 'Ж (U+0416, cyrillic capital letter zhe)')
    """
    if len(letter) != 1:
        return letter
    name = unicodedata.name(letter, "a character without a name").lower()
    number = f"U+{ord(letter):04X}"
    return f"{letter} ({number})" if name.endswith(f"-{ord(letter):x}") else f"{letter} ({number}, {name})"


def is_seen(char: str) -> bool:
    """Whether a character leaves ink or room, unlike controls, joiners and selectors of variants.

    >>> is_seen("世"), is_seen("\N{ZERO WIDTH JOINER}"), is_seen("\N{VARIATION SELECTOR-16}")
    (True, False, False)
    """
    number = ord(char)
    if unicodedata.category(char) in {"Cc", "Cf", "Cs"} or 0xFE00 <= number <= 0xFE0F:
        return False
    return not (0xE0100 <= number <= 0xE01EF or 0xFDD0 <= number <= 0xFDEF or number & 0xFFFE == 0xFFFE)


def _remedy(letter: str, by: str) -> str:
    """Return what helps besides an alias."""
    package = _package(letter)
    where = f"{package} on Debian and Ubuntu"
    if by == "matplotlib":
        return f"or install a font that has it{f' ({where})' if package else ''}"
    if by == "pdflatex":
        return f'or use `engine="lualatex"` and a font that has it{f" ({where})" if package else ""}'
    return f"name a font that has it with `font`, or install one{f' ({where})' if package else ''}"


def _package(letter: str) -> str:
    """Return the Debian package of a font for a letter; empty where none can be known."""
    if len(letter) != 1 or unicodedata.category(letter) in {"Co", "Cn"}:
        return ""
    if unicodedata.name(letter, "").split(" ")[0].split("-")[0] in _EAST_ASIAN:
        return "fonts-noto-cjk"
    return "fonts-symbola" if unicodedata.category(letter).startswith("S") else "fonts-noto-core"
