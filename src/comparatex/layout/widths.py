"""How wide texts are, about: for deciding what fits; TeX and matplotlib measure what they set."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from comparatex.errors import UsageError

_SERIF = {
    **dict.fromkeys("ijlI.,:;'!|", 0.29),
    **dict.fromkeys("frst()[]-`", 0.38),
    **dict.fromkeys("acegkoqvxyz/", 0.49),
    **dict.fromkeys("bdhnpu", 0.556),
    **dict.fromkeys("mw", 0.8),
    **dict.fromkeys("SJLFEP", 0.62),
    **dict.fromkeys("ABCDGHKNOQRTUVXYZ", 0.75),
    **dict.fromkeys("MW", 0.97),
    **dict.fromkeys("+−<>=&%±", 0.78),
    " ": 0.333,
    "\u202f": 0.17,
}
"""Those of Computer Modern, nearly, in units of the type size."""
_DIGIT, _OTHER, _WIDE = 0.5, 0.6, 1.0
_ALPHABETS = 0x2E80  # from here on characters are as wide as high


@lru_cache(maxsize=65536)  # every layout that is tried measures the same entries
def serif_width(text: str) -> float:
    """Return how wide a text is in a serif type, in units of the type size.

    >>> serif_width("MMM") > 3 * serif_width("i")
    True
    """
    return sum(
        _SERIF.get(char) or (_WIDE if ord(char) >= _ALPHABETS else _DIGIT if char.isdigit() else _OTHER)
        for char in text
    )


SIZE = 8.0  # of type in figures, in a document set in 10 pt
LEAST_TYPE = 6.0  # points: most journals ask for type of this height at least
HALF = 0.48  # share of the line that each of two figures beside each other has, as in ``comparatex.sty``
_EIGHT, _BOLD = 1.06, 1.15  # letters in 8 pt are wider than those in 10 pt, and bold ones wider still


def latin_modern(text: str, *, bold: bool = False) -> float:
    """Return about how wide a text is in TeX's usual type at 8 pt."""
    return round(SIZE * _EIGHT * (_BOLD if bold else 1.0) * serif_width(text), 6)


_BROADER, _SMALLEST = 0.53, 5.0
"""Letters of smaller type are wider for their height, down to 5 points: 1.07 times at 7 points, 1.28 times at 5."""


def shrunk(size: float) -> float:
    """Return how wide letters of a size, 8 points at most, are beside those of 8 points.

    >>> shrunk(8), round(shrunk(6), 2), round(shrunk(4), 2)
    (1.0, 0.87, 0.64)
    """
    return size / SIZE * math.pow(SIZE / max(size, _SMALLEST), _BROADER)


_BETWEEN_WORDS = re.compile(r"\s+|(?<=[_/-])(?=.)")
_WITHIN_LONG = re.compile(r"(?<=[a-z])(?=[A-Z])")
_LONG = 14
"""Where a name may break: between words, and before capitals in words of more letters than these."""


def broken(name: str, narrow: float, width: Callable[[str], float]) -> tuple[str, ...]:
    """Return a name in two lines, where it is wider than `narrow` and two lines save a fifth; else in one.

    >>> broken("H-InceptionTime", 5, len), broken("a_b", 5, len), broken("LongInceptionTime", 5, len)
    (('H-InceptionTime',), ('a_b',), ('Long', 'InceptionTime'))
    """
    across = width(name)
    places, start = [gap.span() for gap in _BETWEEN_WORDS.finditer(name)], 0
    for end, following in [*places, (len(name), 0)]:
        if end - start > _LONG:
            places += [gap.span() for gap in _WITHIN_LONG.finditer(name, start, end)]
        start = following
    parts = [(name[:start], name[end:]) for start, end in places if start > 0 and end < len(name)]
    best = min(parts, key=lambda part: max(map(width, part)), default=(name,))
    return best if across > narrow and max(map(width, best)) < 0.8 * across else (name,)


# ------------------------------------------------------------------------------------------------------- room
@dataclass(frozen=True)
class Room:
    """What a figure is made for, in points of a document of 10 pt, whose figures have type of 8 pt."""

    name: str  # the width as TeX reads it
    width: float  # width, height: of the line, and of what a page leaves beside a caption
    height: float
    highest: float  # of a plot with many rows, which a page has beside a caption of seven lines


_POINTS = {"pt": 1.0, "in": 72.27, "cm": 72.27 / 2.54, "mm": 7.227 / 2.54}
_LENGTH = re.compile(r"(\d+(?:\.\d+)?)\s*(pt|in|cm|mm)")
_HEIGHT = 546.0  # four fifths of the text of A4
_HIGHEST = 582.0  # 24 cm of text, less a gap of 10 points and seven lines of caption in 10 pt
_NAMED = {
    "page": ("16cm", _HEIGHT, _HIGHEST),
    "column": ("8.5cm", _HEIGHT, _HIGHEST),
    "slide": ("14cm", 185.0, 185.0),
    "poster": ("11cm", 300.0, 300.0),
}
"""The usual article, its column, a slide of beamer of 16 to 9 with a title, and a column of 26 cm in type of 24 pt."""
AT_ONCE = {"slide": 8, "poster": 12}
"""Comparates that a figure for those who stand apart from it shows, unless it names others."""
_TURNED = "20.4cm"  # the line of a page on its side, less the room of a caption


def room(width: str, *, landscape: bool = False) -> Room:
    """Return what a figure of a width is made for.

    >>> room("8.5cm").width == room("column").width, room("page", landscape=True).name
    (True, '20.4cm')
    """
    length, *heights = _NAMED.get(width, (width, _HEIGHT, _HIGHEST))
    match = _LENGTH.fullmatch(length)
    points = round(float(match[1]) * _POINTS[match[2]], 2) if match else 0.0
    if not 60 < points < 6000:
        raise UsageError(
            f"`width` {width!r} is not a length such as 16cm, 86mm, 3.5in or 240pt, nor one of {', '.join(_NAMED)}."
        )
    if landscape:
        return Room(_TURNED, 580.4, *(min(points, height) for height in heights))
    return Room(length.replace(" ", ""), points, *heights)


PAGE = room("page")
