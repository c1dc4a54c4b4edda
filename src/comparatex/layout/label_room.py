"""Boxes of names around their marks, in a narrow column too, and what lines and boxes come near each other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Literal

Side = Literal["right", "left", "above", "below", "aboveright", "belowright", "aboveleft", "belowleft", ""]
SIDES: tuple[Side, ...] = (
    "right",
    "left",
    "above",
    "below",
    "aboveright",
    "belowright",
    "aboveleft",
    "belowleft",
)
"""Sides of a mark, the best first."""
Place = tuple[int, int]
Box = tuple[int, int, int, int]
Segment = tuple[Place, Place]

# Of a plot in a column of 8.5 cm, in hundredths of a percent of its width and height, as all places here.
WHOLE = 10_000
_EM, _LINE = 385, 760
_MARK_WIDTH, _MARK_HEIGHT, _THIN = 300, 400, 100
_ROUND = 100
_BEYOND_RIGHT, _BEYOND_TOP = 200, 400
"""How far a name may reach beyond the axes."""
_CLEAR = 50
"""Room between a line and what it passes."""

_WIDTHS = {
    **dict.fromkeys("ijl.,:;'|! I", 36),
    **dict.fromkeys("frst()[]/-", 44),
    **dict.fromkeys("mwMW@%", 100),
}
_ALPHABETS = 0x2E80
"""From here on characters are as wide as high."""


@dataclass(frozen=True)
class Wanted:
    """A mark that would have a name, at its place."""

    name: str
    x: int
    y: int


def mark_box(mark: Wanted) -> Box:
    """Return the box of a mark."""
    half, high = _MARK_WIDTH // 2, _MARK_HEIGHT // 2
    return mark.x - half, mark.y - high, mark.x + half, mark.y + high


def core(box: Box) -> Box:
    """Return what a mark covers of its box, which has room around it."""
    return box[0] + _ROUND, box[1] + _ROUND, box[2] - _ROUND, box[3] - _ROUND


def line_boxes(steps: Sequence[Place]) -> Iterator[Box]:
    """Yield the boxes of the parts of a line that runs to the right, then up or down to its next corner."""
    for (x, y), (end, other) in pairwise(steps):
        low, high = sorted((y, other))
        yield x, y - _THIN, end, y + _THIN
        yield end - _THIN, low, end + _THIN, high


def name_box(name: str, x: int, y: int, side: Side) -> Box:
    """Return the box of a name that stands on a side of a place."""
    width = _width(name)
    half, high = _MARK_WIDTH // 2, _MARK_HEIGHT // 2
    if side in ("above", "below"):
        left = x - width // 2
        bottom = y + high if side == "above" else y - high - _LINE
        return left, bottom, left + width, bottom + _LINE
    if side in ("right", "left"):
        bottom, gap = y - _LINE // 2, half
    else:
        bottom, gap = y + high - half if side.startswith("above") else y - high + half - _LINE, 0
    left = x + gap if side.endswith("right") else x - width - half - gap
    return left, bottom, left + width + half, bottom + _LINE


@cache
def _width(text: str) -> int:
    """Return about how wide a name is, rather more than less."""
    return _EM * sum(_hundredths(char) for char in text) // 100


def _hundredths(char: str) -> int:
    """Return about how wide a character is, in hundredths of the type size."""
    if char in _WIDTHS:
        return _WIDTHS[char]
    return 80 if char.isupper() else 54 if ord(char) < _ALPHABETS else 100


def inside(box: Box) -> bool:
    """Tell whether a box is within the plot, or a little beyond where there is no axis."""
    left, bottom, right, top = box
    return left >= 0 and right <= WHOLE + _BEYOND_RIGHT and bottom >= 0 and top <= WHOLE + _BEYOND_TOP


def overlap(box: Box, other: Box) -> bool:
    """Tell whether two boxes overlap."""
    return box[0] < other[2] and other[0] < box[2] and box[1] < other[3] and other[1] < box[3]


def meets(segment: Segment, box: Box) -> bool:
    """Tell whether a line comes near a box: neither an axis nor the line itself separates them.

    >>> meets(((0, 0), (900, 900)), (500, 0, 600, 400)), meets(((0, 0), (900, 900)), (500, 0, 600, 600))
    (False, True)
    """
    (x, y), (u, v) = segment
    left, bottom, right, top = box[0] - _CLEAR, box[1] - _CLEAR, box[2] + _CLEAR, box[3] + _CLEAR
    if max(x, u) <= left or min(x, u) >= right or max(y, v) <= bottom or min(y, v) >= top:
        return False
    corners = ((left, bottom), (left, top), (right, bottom), (right, top))
    turns = [_turn(segment, corner) for corner in corners]
    return min(turns) < 0 < max(turns)


def cross(one: Segment, other: Segment) -> bool:
    """Tell whether two lines cross or touch, which those from one place to two sides do not.

    >>> cross(((0, 0), (9, 9)), ((0, 9), (9, 0))), cross(((0, 0), (9, 9)), ((0, 0), (9, 0)))
    (True, False)
    """
    if one[0] == other[0] and _turn(one, other[1]):
        return False
    return (
        _turn(one, other[0]) * _turn(one, other[1]) <= 0 and _turn(other, one[0]) * _turn(other, one[1]) <= 0
    )


def _turn(segment: Segment, point: Place) -> int:
    """Return a number whose sign says on which side of a line a point is."""
    (x, y), (u, v) = segment
    return (u - x) * (point[1] - y) - (v - y) * (point[0] - x)
