"""Where names stand beside points: clear of all marks and of each other, else at the end of a line."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise
from typing import Literal

from comparatex.layout.widths import serif_width

Side = Literal["right", "left", "above", "below", "aboveright", "belowright", "aboveleft", "belowleft", ""]
SIDES: Mapping[Side, tuple[int, int]] = {
    "right": (1, 0), "left": (-1, 0), "above": (0, 1), "below": (0, -1),
    "aboveright": (1, 1), "belowright": (1, -1), "aboveleft": (-1, 1), "belowleft": (-1, -1),
}  # fmt: skip
"""Sides of a mark, the best first, and where they are from it."""
Place = tuple[int, int]
Box = tuple[int, int, int, int]
Segment = tuple[Place, Place]

# Of a plot in a column of 8.5 cm, in hundredths of a percent of its width and height, as all places here.
WHOLE = 10_000
_EM, _LINE, _WIDER = 385, 760, 1.1
_HALF_WIDTH, _HALF_HEIGHT, _THIN = 150, 200, 100
_ROUND = 100
_BEYOND_RIGHT, _BEYOND_TOP = 200, 400  # how far a name may reach beyond the axes
_CLEAR = 50  # room between a line and what it passes


@dataclass(frozen=True)
class Wanted:
    """A mark that would have a name, at its place."""

    name: str
    x: int
    y: int


@dataclass(frozen=True)
class Label:
    """What stands for a mark: its text, the side on which, and where the line to it ends, if it has one."""

    text: str
    side: Side
    lead: Place | None = None
    number: bool = False


def mark_box(mark: Wanted) -> Box:
    """Return the box of a mark."""
    return mark.x - _HALF_WIDTH, mark.y - _HALF_HEIGHT, mark.x + _HALF_WIDTH, mark.y + _HALF_HEIGHT


def line_boxes(steps: Sequence[Place]) -> Iterator[Box]:
    """Yield the boxes of the parts of a line that runs to the right, then up or down to its next corner."""
    for (x, y), (end, other) in pairwise(steps):
        low, high = sorted((y, other))
        yield x, y - _THIN, end, y + _THIN
        yield end - _THIN, low, end + _THIN, high


def name_box(name: str, x: int, y: int, side: Side) -> Box:
    """Return the box of a name that stands on a side of a place."""
    across, up = SIDES[side]
    width = _width(name) + _HALF_WIDTH * abs(across)
    height = _LINE - _HALF_WIDTH + _HALF_HEIGHT - _THIN if across and up else _LINE
    left = x + across * (0 if up else _HALF_WIDTH) - width * (1 - across) // 2
    bottom = y + up * (_THIN if across else _HALF_HEIGHT) - height * (1 - up) // 2
    return left, bottom, left + width, bottom + height


@cache
def _width(text: str) -> int:
    """Return about how wide a name is, rather more than less."""
    return int(_WIDER * _EM * serif_width(text))


def inside(box: Box) -> bool:
    """Whether a box is within the plot, or a little beyond where there is no axis."""
    left, bottom, right, top = box
    return left >= 0 and right <= WHOLE + _BEYOND_RIGHT and bottom >= 0 and top <= WHOLE + _BEYOND_TOP


def overlap(box: Box, other: Box) -> bool:
    """Whether two boxes overlap."""
    return box[0] < other[2] and other[0] < box[2] and box[1] < other[3] and other[1] < box[3]


def meets(segment: Segment, box: Box) -> bool:
    """Whether a line comes near a box: neither an axis nor the line itself separates them.

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


def cross(line: Segment, other: Segment) -> bool:
    """Whether two lines cross or touch, which those from one place to two sides do not.

    >>> cross(((0, 0), (9, 9)), ((0, 9), (9, 0))), cross(((0, 0), (9, 9)), ((0, 0), (9, 0)))
    (True, False)
    """
    if line[0] == other[0] and _turn(line, other[1]):
        return False
    return _turn(line, other[0]) * _turn(line, other[1]) <= 0 >= _turn(other, line[0]) * _turn(other, line[1])


def _turn(segment: Segment, point: Place) -> int:
    """Return a number whose sign says on which side of a line a point is."""
    (x, y), (u, v) = segment
    return (u - x) * (point[1] - y) - (v - y) * (point[0] - x)


# -------------------------------------------------------------------------------------------------- placement
_STEP_X, _STEP_Y = 220, 340
"""Of the lattice on which lines may end, in hundredths of a percent: about as many points either way."""
_REACH = 10  # steps of the longest line: about a centimetre and a half
_ROUNDS = 4  # orders of choosing that are tried
_MANY = 40  # marks beyond which most have no room even for a number, which takes long to find out
_STEPS = range(-_REACH, _REACH + 1)
_LATTICE = sorted(
    ((i, j) for i in _STEPS for j in _STEPS if 2 <= i * i + j * j <= _REACH**2),
    key=lambda step: (step[0] ** 2 + step[1] ** 2, step),
)
"""Steps to where a line may end, the shortest first."""


class _Field:
    """What names keep off: marks, the front, and the names and lines that stand already."""

    def __init__(self, marks: Sequence[Wanted], front: Sequence[Box], labels: Mapping[str, Label]) -> None:
        self.marks, self.front = [mark_box(mark) for mark in marks], front
        self.names: list[Box] = []
        self.leads: list[Segment] = []
        for mark in marks:
            if mark.name in labels and labels[mark.name].side:
                self.take(mark, labels[mark.name])

    def take(self, mark: Wanted, label: Label) -> Label:
        """Take the room of a label, and return it."""
        end = label.lead or (mark.x, mark.y)
        self.names.append(name_box(label.text, *end, label.side))
        if label.lead:
            self.leads.append(((mark.x, mark.y), label.lead))
        return label

    def beside(self, mark: Wanted, front: Sequence[Box]) -> Label | None:
        """Return a label next to its mark, off the front that is given."""
        for side in SIDES:
            if self._is_free(name_box(mark.name, mark.x, mark.y, side), mark, front):
                return self.take(mark, Label(mark.name, side))
        return None

    def led(self, mark: Wanted) -> Label | None:
        """Return a label at the end of the shortest line that crosses nothing, or if need be the front."""
        for front in (self.front, ()) if self.front else ((),):
            for i, j in _LATTICE:
                end = (mark.x + i * _STEP_X, mark.y + j * _STEP_Y)
                for side in _sides(i, j):
                    box = name_box(mark.name, *end, side)
                    if self._is_free(box, mark, self.front) and self._is_open(end, mark, front):
                        return self.take(mark, Label(mark.name, side, end))
        return None

    def _is_free(self, box: Box, mark: Wanted, front: Sequence[Box]) -> bool:
        """Whether a box is within the plot and on nothing but its own mark."""
        if not inside(box) or any(overlap(box, other) for other in (*front, *self.names)):
            return False
        home = mark_box(mark)
        return not any(overlap(box, other) and other != home for other in self.marks) and not any(
            meets(lead, box) for lead in self.leads
        )

    def _is_open(self, end: Place, mark: Wanted, front: Sequence[Box]) -> bool:
        """Whether a line from a mark passes clear of names, marks and lines, closer by marks that touch its own."""
        line, home = ((mark.x, mark.y), end), mark_box(mark)
        return not (
            any(meets(line, box) for box in self.names)
            or any(meets(line, _core(box) if overlap(box, home) else box) for box in self.marks if box != home)
            or any(not overlap(box, home) and meets(line, box) for box in front)
            or any(cross(line, lead) for lead in self.leads)
        )


def _core(box: Box) -> Box:
    """Return what a mark covers of its box, which has room around it."""
    return box[0] + _ROUND, box[1] + _ROUND, box[2] - _ROUND, box[3] - _ROUND


def _sides(i: int, j: int) -> list[Side]:
    """Return the sides that go on in the direction of a line.

    >>> _sides(2, 1), _sides(0, -3)
    (['right', 'aboveright'], ['below'])
    """
    across, up = (i > 0) - (i < 0), (j > 0) - (j < 0)
    onwards = {(across, 0)} if abs(i) >= abs(j) else set()
    onwards |= {(0, up)} if abs(j) >= 2 * abs(i) else set()
    onwards |= {(across, up)} if i and j else set()
    return [side for side, direction in SIDES.items() if direction in onwards]


def labels(marks: Sequence[Wanted], steps: Sequence[Place] = (), important: Collection[str] = ()) -> dict[str, Label]:
    """Return a label for each mark: its name beside it, or at the end of a line; else its number, or nothing.

    Where more than a third would have numbers, all but the important ones have them, which is easier to read; of a
    great many marks only the important ones have labels.
    """
    front = tuple(line_boxes(steps))
    bare = {mark.name: Label(mark.name, "") for mark in marks}
    few = [mark for mark in marks if mark.name in important]
    if len(marks) > _MANY:
        return bare | _best(few, marks, front, important)
    for wanted in (marks, few):
        names = bare | _best(wanted, marks, front, important)
        numbers = _numbers(marks, front, names)
        if not _cost(names | numbers)[0] and 3 * len(numbers) <= len(marks):
            break
    return names | numbers


def _numbers(marks: Sequence[Wanted], front: Sequence[Box], names: Mapping[str, Label]) -> dict[str, Label]:
    """Return numbers for the marks that have no name, from left to right."""
    bare = sorted((mark for mark in marks if not names[mark.name].side), key=lambda mark: (mark.x, -mark.y))
    short = [replace(mark, name=str(i)) for i, mark in enumerate(bare, 1)]
    numbers = _best(short, marks, front, (), names)
    both = ((mark.name, numbers[number.name]) for mark, number in zip(bare, short, strict=True))
    return {name: replace(number, number=True) for name, number in both if number.side}


def _best(
    wanted: Sequence[Wanted],
    marks: Sequence[Wanted],
    front: Sequence[Box],
    important: Collection[str],
    names: Mapping[str, Label] = {},
) -> dict[str, Label]:
    """Return the labels of that order of choosing which leaves the fewest bare: who has no room chooses earlier."""
    first: list[str] = []
    best = chosen = _chosen(wanted, _Field(marks, front, names), important, first)
    for _ in range(_ROUNDS):
        missing = [name for name, label in chosen.items() if not label.side]
        if not missing or missing == first[: len(missing)]:
            break
        first = [*missing, *(name for name in first if name not in missing)]
        chosen = _chosen(wanted, _Field(marks, front, names), important, first)
        best = min(best, chosen, key=_cost)
    return best


def _cost(labels: Mapping[str, Label]) -> tuple[int, int]:
    """Return how many names have no room, and how many a line."""
    return sum(not label.side for label in labels.values()), sum(bool(label.lead) for label in labels.values())


def _chosen(
    wanted: Sequence[Wanted], field: _Field, important: Collection[str], first: Sequence[str]
) -> dict[str, Label]:
    """Return labels: beside the mark, or else at the end of a line, or none.

    After the important ones those choose that come first, and may have a line before others choose a side.
    """
    place = {name: i for i, name in enumerate(first)}
    ahead = [mark for mark in wanted if mark.name in important or mark.name in place]
    ahead.sort(key=lambda mark: (mark.name not in important, place.get(mark.name, len(place))))
    others = [mark for mark in wanted if mark not in ahead]
    labels = {mark.name: Label(mark.name, "") for mark in wanted}
    for mark in ahead:
        on_front = mark.name in important
        label = field.beside(mark, field.front) or field.led(mark) or (field.beside(mark, ()) if on_front else None)
        labels[mark.name] = label or labels[mark.name]
    for choose in (lambda mark: field.beside(mark, field.front), field.led):
        for mark in others:
            if not labels[mark.name].side:
                labels[mark.name] = choose(mark) or labels[mark.name]
    return labels
