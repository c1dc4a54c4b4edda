"""Where names of marks stand so that none runs into another or into a mark, in a narrow column too."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import pairwise
from typing import Literal

Side = Literal["right", "left", "above", "below", "aboveright", "belowright", "aboveleft", "belowleft", ""]
Place = tuple[Decimal, Decimal]
_Box = tuple[Decimal, Decimal, Decimal, Decimal]

# Of a plot in a column of 8.5 cm, in percent of its width and height.
_LETTER, _LINE = Decimal("2.35"), Decimal("7.6")
_MARK_WIDTH, _MARK_HEIGHT, _THIN = Decimal(3), Decimal(4), Decimal(1)
_BEYOND = Decimal(2)
"""How far a name may reach beyond the axes."""


@dataclass(frozen=True)
class Wanted:
    """A mark that would have a name, at its place in percent."""

    name: str
    x: Decimal
    y: Decimal


def sides(marks: Sequence[Wanted], steps: Sequence[Place] = (), important: int = 0) -> dict[str, Side]:
    """Return the side on which each name stands, empty where there is no room; earlier ones choose first.

    Parameters
    ----------
    marks : sequence of Wanted
        The marks.
    steps : sequence of (Decimal, Decimal)
        Corners of a line that runs from each to the right, then up or down to the next; no name is on it.
    important : int
        So many of the first names may stand on the line rather than nowhere.
    """
    line = list(_line(steps))
    taken = [_mark(mark) for mark in marks]
    found: dict[str, Side] = {}
    for i, mark in enumerate(marks):
        chosen = _choose(mark, [*taken, *line]) or (_choose(mark, taken) if i < important else None)
        found[mark.name] = ""
        if chosen:
            found[mark.name] = chosen[0]
            taken.append(chosen[1])
    return found


def _choose(mark: Wanted, taken: Sequence[_Box]) -> tuple[Side, _Box] | None:
    """Return the first side on which a name has room, and its box."""
    own = _mark(mark)
    for side, box in _boxes(mark).items():
        if _inside(box) and not any(_overlap(box, other) for other in taken if other != own):
            return side, box
    return None


def _mark(mark: Wanted) -> _Box:
    """Return the box of a mark."""
    half, high = _MARK_WIDTH / 2, _MARK_HEIGHT / 2
    return mark.x - half, mark.y - high, mark.x + half, mark.y + high


def _line(steps: Sequence[Place]) -> Iterator[_Box]:
    """Yield the boxes of the parts of a line."""
    for (x, y), (end, other) in pairwise(steps):
        low, high = sorted((y, other))
        yield x, y - _THIN, end, y + _THIN
        yield end - _THIN, low, end + _THIN, high


def _boxes(mark: Wanted) -> dict[Side, _Box]:
    """Return the boxes of a name on each side, the best side first."""
    width, half, high = _LETTER * len(mark.name), _MARK_WIDTH / 2, _LINE / 2
    left, bottom, right, top = _mark(mark)
    return {
        "right": (right, mark.y - high, right + half + width, mark.y + high),
        "left": (left - half - width, mark.y - high, left, mark.y + high),
        "above": (mark.x - width / 2, top, mark.x + width / 2, top + _LINE),
        "below": (mark.x - width / 2, bottom - _LINE, mark.x + width / 2, bottom),
        "aboveright": (mark.x, top - half, mark.x + half + width, top - half + _LINE),
        "belowright": (mark.x, bottom + half - _LINE, mark.x + half + width, bottom + half),
        "aboveleft": (mark.x - half - width, top - half, mark.x, top - half + _LINE),
        "belowleft": (mark.x - half - width, bottom + half - _LINE, mark.x, bottom + half),
    }


def _inside(box: _Box) -> bool:
    """Tell whether a box is within the plot."""
    left, bottom, right, top = box
    return left >= -_BEYOND and right <= 100 + _BEYOND and bottom >= 0 and top <= 100 + 2 * _BEYOND


def _overlap(box: _Box, other: _Box) -> bool:
    """Tell whether two boxes overlap."""
    return box[0] < other[2] and other[0] < box[2] and box[1] < other[3] and other[1] < box[3]
