"""Where names stand beside points: clear of all marks and of each other, else at the end of a line."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise
from types import MappingProxyType
from typing import Literal

from comparatex.layout.widths import serif_width

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
_EM, _LINE, _WIDER = 385, 760, 1.1
_MARK_WIDTH, _MARK_HEIGHT, _THIN = 300, 400, 100
_ROUND = 100
_BEYOND_RIGHT, _BEYOND_TOP = 200, 400
"""How far a name may reach beyond the axes."""
_CLEAR = 50
"""Room between a line and what it passes."""


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
    corner = high - half + _LINE  # what a name beside a mark, but above or below its middle, reaches to
    if side in ("right", "left"):
        bottom, top, gap = y - _LINE // 2, y + _LINE // 2, half
    elif side.startswith("above"):
        bottom, top, gap = y + _THIN, y + corner, 0
    else:
        bottom, top, gap = y - corner, y - _THIN, 0
    left = x + gap if side.endswith("right") else x - width - half - gap
    return left, bottom, left + width + half, top


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


def cross(one: Segment, other: Segment) -> bool:
    """Whether two lines cross or touch, which those from one place to two sides do not.

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


# -------------------------------------------------------------------------------------------------- placement
_STEP_X, _STEP_Y = 220, 340
"""Of the lattice on which lines may end, in hundredths of a percent: about as many points either way."""
_REACH = 10
"""Steps of the longest line: about a centimetre and a half."""
_NONE: Mapping[str, Label] = MappingProxyType({})
_ROUNDS = 4
"""Orders of choosing that are tried."""
_MANY = 40
"""Marks beyond which most have no room even for a number, which takes long to find out."""


@dataclass(frozen=True)
class Label:
    """What stands for a mark: its text, the side on which, and where the line to it ends, if it has one."""

    text: str
    side: Side
    lead: Place | None = None
    number: bool = False


@dataclass(frozen=True)
class _Field:
    """What names keep off: boxes of marks, the front, and the growing names and lines to them."""

    marks: tuple[Box, ...]
    front: tuple[Box, ...]
    names: list[Box]
    leads: list[Segment]

    def take(self, mark: Wanted, label: Label) -> Label:
        """Take the room of a label, and return it."""
        end = label.lead or (mark.x, mark.y)
        self.names.append(name_box(label.text, *end, label.side))
        if label.lead:
            self.leads.append(((mark.x, mark.y), label.lead))
        return label


@dataclass(frozen=True)
class _Plot:
    """The marks of a plot, and its front."""

    marks: tuple[Wanted, ...]
    front: tuple[Box, ...]

    def field(self, found: Mapping[str, Label]) -> _Field:
        """Return what names keep off where some have their place."""
        field = _Field(tuple(mark_box(mark) for mark in self.marks), self.front, [], [])
        for mark in self.marks:
            if mark.name in found and found[mark.name].side:
                field.take(mark, found[mark.name])
        return field


def labels(
    marks: Sequence[Wanted], steps: Sequence[Place] = (), important: Collection[str] = ()
) -> dict[str, Label]:
    """Return a label for each mark: its name beside it, or at the end of a line; else its number, or nothing.

    Of a great many marks only the important ones have labels.
    """
    plot = _Plot(tuple(marks), tuple(line_boxes(steps)))
    if len(marks) > _MANY:
        none = {mark.name: Label(mark.name, "") for mark in marks}
        return none | _best([mark for mark in marks if mark.name in important], plot, important)
    without, over = (_best(marks, plot, important, over=over) for over in (False, True))
    best = over if _cost(over)[0] < _cost(without)[0] else without
    numbers = _numbers(plot, best)
    while (crowded := _crowded(marks, best | numbers, important)) and 3 * len(numbers) <= len(marks):
        best |= {crowded: Label(crowded, "")}
        numbers = _numbers(plot, best)
    if _cost(best | numbers)[0] or 3 * len(numbers) > len(marks):  # then numbers for all are easier to read
        none = {mark.name: Label(mark.name, "") for mark in marks}
        best = none | _best([mark for mark in marks if mark.name in important], plot, important)
        numbers = _numbers(plot, best)
    return best | numbers


def _crowded(marks: Sequence[Wanted], found: Mapping[str, Label], important: Collection[str]) -> str:
    """Return whose name is nearest to a mark that has not even room for its number: it could make do with one."""
    bare = [mark for mark in marks if not found[mark.name].side]
    named = [mark for mark in marks if found[mark.name].side and not found[mark.name].number]
    others = [mark for mark in named if mark.name not in important]
    if not bare or not others:
        return ""
    return min(others, key=lambda mark: (mark.x - bare[0].x) ** 2 + (mark.y - bare[0].y) ** 2).name


def _numbers(plot: _Plot, found: Mapping[str, Label]) -> dict[str, Label]:
    """Return numbers for the marks that have no name, from left to right."""
    bare = sorted(
        (mark for mark in plot.marks if not found[mark.name].side), key=lambda mark: (mark.x, -mark.y)
    )
    short = {mark.name: replace(mark, name=str(i)) for i, mark in enumerate(bare, 1)}
    labels = _best(list(short.values()), plot, (), found, over=True)
    return {
        name: replace(labels[mark.name], number=True)
        for name, mark in short.items()
        if labels[mark.name].side
    }


def _best(
    wanted: Sequence[Wanted],
    plot: _Plot,
    important: Collection[str],
    given: Mapping[str, Label] = _NONE,
    *,
    over: bool = True,
) -> dict[str, Label]:
    """Return the labels of that order of choosing which leaves the fewest bare; lines may cross the front or not."""
    first: list[str] = []
    tried: set[tuple[str, ...]] = set()
    best = found = _chosen(wanted, plot.field(given), important, first, over)
    for _ in range(_ROUNDS):
        missing = [name for name, label in found.items() if not label.side]
        if not missing or tuple(missing) in tried:
            break
        tried.add(tuple(missing))
        first = [*missing, *(name for name in first if name not in missing)]
        found = _chosen(wanted, plot.field(given), important, first, over)
        best = min(best, found, key=_cost)
    return best


def _cost(found: Mapping[str, Label]) -> tuple[int, int]:
    """Return how many names have no room, and how many a line."""
    return sum(not label.side for label in found.values()), sum(bool(label.lead) for label in found.values())


def _chosen(
    wanted: Sequence[Wanted], field: _Field, important: Collection[str], first: Sequence[str], over: bool
) -> dict[str, Label]:
    """Return labels: beside the mark, or else at the end of a line, or none.

    After the important ones those choose that come first, and may have a line before others choose a side.
    """
    place = {name: i for i, name in enumerate(first)}
    ahead = [mark for mark in wanted if mark.name in important or mark.name in place]
    ahead.sort(key=lambda mark: (mark.name not in important, place.get(mark.name, len(place))))
    rest = [mark for mark in wanted if mark not in ahead]
    found = {mark.name: Label(mark.name, "") for mark in wanted}
    for mark in ahead:
        label = _beside(mark, field) or _led(mark, field, over)
        label = label or (_on_front(mark, field) if mark.name in important else None)
        found[mark.name] = label or found[mark.name]
    for mark in rest:
        found[mark.name] = _beside(mark, field) or found[mark.name]
    for mark in rest:
        if not found[mark.name].side:
            found[mark.name] = _led(mark, field, over) or found[mark.name]
    return found


def _beside(mark: Wanted, field: _Field) -> Label | None:
    """Return a label next to its mark, off the front."""
    return _next_to(mark, field, field.front)


def _on_front(mark: Wanted, field: _Field) -> Label | None:
    """Return a label next to its mark, perhaps on the front."""
    return _next_to(mark, field, ())


def _next_to(mark: Wanted, field: _Field, front: Sequence[Box]) -> Label | None:
    for side in SIDES:
        if _free(name_box(mark.name, mark.x, mark.y, side), mark, field, front):
            return field.take(mark, Label(mark.name, side))
    return None


def _led(mark: Wanted, field: _Field, over: bool) -> Label | None:
    """Return a label at the end of the shortest line that crosses nothing, or if need be the front."""
    for front in (field.front, ()) if over and field.front else (field.front,):
        for end, side in _ends(mark):
            box = name_box(mark.name, *end, side)
            if _free(box, mark, field, field.front) and _open(end, mark, field, front):
                return field.take(mark, Label(mark.name, side, end))
    return None


def _free(box: Box, mark: Wanted, field: _Field, front: Sequence[Box]) -> bool:
    """Whether a box is within the plot and on nothing but its own mark."""
    if not inside(box) or any(overlap(box, other) for other in (*front, *field.names)):
        return False
    own = mark_box(mark)
    return not any(overlap(box, other) and other != own for other in field.marks) and not any(
        meets(lead, box) for lead in field.leads
    )


def _open(end: Place, mark: Wanted, field: _Field, front: Sequence[Box]) -> bool:
    """Whether a line from a mark passes clear of names, marks and lines, closer by marks that touch its own."""
    line, own = ((mark.x, mark.y), end), mark_box(mark)
    return not (
        any(meets(line, box) for box in field.names)
        or any(meets(line, core(box) if overlap(box, own) else box) for box in field.marks if box != own)
        or any(not overlap(box, own) and meets(line, box) for box in front)
        or any(cross(line, lead) for lead in field.leads)
    )


def _ends(mark: Wanted) -> Iterator[tuple[Place, Side]]:
    """Yield where a line may end and on which side of that the name stands, the nearest first."""
    for i, j in _LATTICE:
        end = (mark.x + i * _STEP_X, mark.y + j * _STEP_Y)
        yield from ((end, side) for side in _sides(i, j))


def _sides(i: int, j: int) -> Iterator[Side]:
    """Yield the sides that go on in the direction of a line.

    >>> list(_sides(2, 1)), list(_sides(0, -3))
    (['right', 'aboveright'], ['below'])
    """
    if abs(i) >= abs(j):
        yield "right" if i > 0 else "left"
    if abs(j) >= 2 * abs(i):
        yield "above" if j > 0 else "below"
    if i and j:
        yield (
            ("aboveright" if j > 0 else "belowright") if i > 0 else ("aboveleft" if j > 0 else "belowleft")
        )


_LATTICE = sorted(
    (
        (i, j)
        for i in range(-_REACH, _REACH + 1)
        for j in range(-_REACH, _REACH + 1)
        if 2 <= i * i + j * j <= _REACH**2
    ),
    key=lambda step: (step[0] ** 2 + step[1] ** 2, step),
)
"""Steps to where a line may end, the shortest first."""
