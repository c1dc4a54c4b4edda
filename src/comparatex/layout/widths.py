"""How wide texts are, about: for deciding what fits; TeX and matplotlib measure what they set."""

from __future__ import annotations

import re
from dataclasses import dataclass

from comparatex.errors import UsageError

_WIDTHS = {
    **dict.fromkeys("ijl.,:;'|! I", 36),
    **dict.fromkeys("frst()[]/-", 44),
    **dict.fromkeys("mwMW@%", 100),
}
_ALPHABETS = 0x2E80
"""From here on characters are as wide as high."""


def hundredths(text: str) -> int:
    """Return about how wide a text is, in hundredths of the type size.

    >>> hundredths("Will")
    208
    """
    return sum(map(_of_character, text))


def _of_character(char: str) -> int:
    """Return about how wide a character is, in hundredths of the type size."""
    if char in _WIDTHS:
        return _WIDTHS[char]
    return 80 if char.isupper() else 54 if ord(char) < _ALPHABETS else 100


# ------------------------------------------------------------------------------------------------------- room
@dataclass(frozen=True)
class Room:
    """What a figure is made for, in points of a document of 10 pt, whose figures have type of 8 pt."""

    name: str  # the width as TeX reads it
    width: float  # width, height: of the line, and of what a page leaves beside a caption
    height: float


_POINTS = {"pt": 1.0, "in": 72.27, "cm": 72.27 / 2.54, "mm": 7.227 / 2.54}
_LENGTH = re.compile(r"(\d+(?:\.\d+)?)\s*(pt|in|cm|mm)")
_HEIGHT = 546.0
"""Four fifths of the text of A4."""
_NAMED = {
    "page": ("16cm", _HEIGHT),
    "column": ("8.5cm", _HEIGHT),
    "slide": ("14cm", 185.0),
    "poster": ("11cm", 300.0),
}
"""The usual article, its column, a slide of beamer of 16 to 9 with a title, and a column of 26 cm in type of 24 pt."""
AT_ONCE = {"slide": 8, "poster": 12}
"""Comparates that a figure for those who stand apart from it shows, unless it names others."""
_TURNED = "20.4cm"
"""The line of a page on its side, less the room of a caption."""


def room(width: str, *, landscape: bool = False) -> Room:
    """Return what a figure of a width is made for.

    >>> room("8.5cm").width == room("column").width, room("page", landscape=True).name
    (True, '20.4cm')
    """
    length, height = _NAMED.get(width, (width, _HEIGHT))
    if (found := _LENGTH.fullmatch(length)) is None or not 60 < (points := _points(found)) < 6000:
        raise UsageError(
            f"`width` {width!r} is no length such as 16cm, 86mm, 3.5in or 240pt, and none of {', '.join(_NAMED)}."
        )
    if landscape:
        return Room(_TURNED, 580.4, min(points, height))
    return Room(length.replace(" ", ""), points, height)


def _points(length: re.Match[str]) -> float:
    return round(float(length[1]) * _POINTS[length[2]], 2)


PAGE = room("page")
