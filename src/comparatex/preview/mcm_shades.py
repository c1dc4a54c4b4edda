"""The colours of the Multi-Comparison Matrix, mixed as ``comparatex.sty`` mixes them."""

from __future__ import annotations

from functools import cache

_BETTER, _BETTER_HALF = (187, 47, 64), (246, 178, 147)
_NEUTRAL = (247, 247, 247)
_WORSE, _WORSE_HALF = (55, 117, 180), (158, 202, 225)
DIAGONAL = (228 / 255, 228 / 255, 228 / 255)
"""Ground of the cells where a comparate meets itself."""
_MIDDLE = 0.179
"""Relative luminance on which black and white text have the same contrast, 4.58 to 1."""

Colour = tuple[float, float, float]


@cache
def ground(shade: int) -> Colour:
    """Return the colour of a shade from −100 (column better) to 100 (row better), as parts of red, green, blue.

    >>> [round(255 * part) for part in ground(-100)], [round(255 * part) for part in ground(25)]
    ([55, 117, 180], [246, 212, 197])
    """
    end, half = (_WORSE, _WORSE_HALF) if shade < 0 else (_BETTER, _BETTER_HALF)
    size = abs(shade)
    return _mix(half, end, 2 * size - 100) if size > 50 else _mix(_NEUTRAL, half, 2 * size)


def _mix(start: tuple[int, int, int], end: tuple[int, int, int], percent: int) -> Colour:
    """Return the colour so many percent of the way between two."""
    red, green, blue = (a / 255 + (b - a) / 255 * percent / 100 for a, b in zip(start, end, strict=True))
    return red, green, blue


@cache
def ink(shade: int) -> str:
    """Return black or white, whichever has more contrast on a shade: at least 4.5 to 1.

    >>> ink(0), ink(100), ink(-50)
    ('black', 'white', 'black')
    """
    return "black" if luminance(ground(shade)) > _MIDDLE else "white"


def luminance(colour: Colour) -> float:
    """Return the relative luminance of a colour (WCAG 2.1).

    >>> luminance((0.0, 0.0, 0.0)), round(luminance((1.0, 1.0, 1.0)), 9)
    (0.0, 1.0)
    """
    parts = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour)
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), parts, strict=True))
