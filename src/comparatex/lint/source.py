"""TeX as prose: sentences without comments, citations and what comparatex prints; places are kept."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_COMMENT = re.compile(r"(?<!\\)((?:\\\\)*)%.*")
_NO_PROSE = re.compile(
    r"\\begin\{(verbatim\*?|lstlisting|minted|tikzpicture|equation\*?|align\*?)\}.*?\\end\{\1\}"
    r"|\\comparatex(?:value)?\s*\{[^{}]*\}"
    r"|\\(?:[a-zA-Z]*(?:ref|cite[a-z]*)|label|input|include[a-z]*|bibliography[a-z]*|url|href|hspace|vspace|setlength"
    r"|usepackage|documentclass|begin|end|rule|includegraphics)\*?(?:\s*\[[^\]]*\])*(?:\s*\{[^{}]*\})+",
    re.DOTALL,
)
_END = re.compile(r"[.!?:;](?=[\s}])|\n[ \t]*\n|\\\\|\\item\b|\\par\b|\\(?:sub)*section\b|\\caption\b")
_NUMBER = re.compile(
    r"(?<![\w.,])(?P<digits>\d*\.\d+|\d+)(?!\w|\.\d|,\d|\s*(?:pt|mm|cm|em|ex|in|bp|GB|MB|h|s|ms)\b|\s*\\\w*(?:width|height))"
    r"(?P<percent>(?:\\,|[\s~$])*\\?%)?"
)
_BOUND = re.compile(r"(?:<|>|\\leq?|\\geq?|\\ll)[\s${]*$")


@dataclass(frozen=True)
class Number:
    """A number as it is typed: the characters, where they stand, whether it is a bound or in percent."""

    digits: str
    start: int
    end: int
    bound: bool
    percent: bool


def prose(tex: str) -> str:
    r"""Return TeX with spaces for what is no prose; every character keeps its place.

    >>> prose(r"A\cite{b} is 0.5.% never")
    'A         is 0.5.       '
    """
    return _NO_PROSE.sub(
        _blank, _COMMENT.sub(lambda found: found[1] + " " * (len(found[0]) - len(found[1])), tex)
    )


def _blank(found: re.Match[str]) -> str:
    """Return spaces in the place of a match; its line ends stay."""
    return re.sub(r"[^\n]", " ", found[0])


def sentences(text: str) -> Iterator[tuple[int, str]]:
    """Yield where each sentence begins, and the sentence."""
    start = 0
    for end in _END.finditer(text):
        yield start, text[start : end.start()]
        start = end.end()
    yield start, text[start:]


def numbers(sentence: str) -> Iterator[Number]:
    """Yield the numbers of a sentence."""
    for found in _NUMBER.finditer(sentence):
        bound = bool(_BOUND.search(sentence, 0, found.start()))
        yield Number(found["digits"], *found.span("digits"), bound, bool(found["percent"]))
