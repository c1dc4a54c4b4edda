"""Where names stand beside points: clear of all marks and of each other, else at the end of a line.

All that names and lines keep off are boxes: left, bottom, right, top. A line is a chain of small ones.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import hypot
from typing import TYPE_CHECKING, Literal

import numpy as np

from comparatex.layout.widths import serif_width

if TYPE_CHECKING:
    from comparatex.inference.arithmetic import Booleans, Floats, Integers

Place = tuple[int, int]
Side = Literal["right", "left", "above", "below", "aboveright", "belowright", "aboveleft", "belowleft", ""]
SIDES: Mapping[Side, Place] = {
    "right": (1, 0), "left": (-1, 0), "above": (0, 1), "below": (0, -1),
    "aboveright": (1, 1), "belowright": (1, -1), "aboveleft": (-1, 1), "belowleft": (-1, -1),
}  # fmt: skip
"""Sides of a mark, the best first, and where they are from it."""

# Of a plot in a column of 8.5 cm, in hundredths of a percent of its width and height, as all places here.
WHOLE = 10_000
_EM, _LINE, _THIN = 424, 760, 100
_MARK, _CORE = np.array([150, 200]), np.array([60, 110])  # halves of a mark with room for names, and for lines
_DOT = 50  # half of a box of a line
_BEYOND = 200, 400  # how far a name may reach to the right and up, where there is no axis
_MANY = 40  # marks beyond which most have no room even for a number

_ROUNDS = 4  # orders of choosing that are tried
_REACH = 10  # steps of the longest line: about a centimetre and a half
_STEPS = sorted((i * i + j * j, i, j) for i in range(-_REACH, _REACH + 1) for j in range(-_REACH, _REACH + 1))
_ENDS = np.array(
    [
        (220 * i, 340 * j, side)  # about as far either way
        for square, i, j in _STEPS
        for side, (across, up) in enumerate(SIDES.values())
        if square != 1 and square <= _REACH**2 and i * across + j * up >= 0.7 * hypot(i, j) * hypot(across, up)
    ]
)
"""Where lines may end, the shortest first, and on which side of that a name goes on in their direction."""


@dataclass(frozen=True)
class Label:
    """What stands for a mark: its name, or a number where that has no room; nothing without a side."""

    side: Side = ""
    lead: Place | None = None  # where the line to it ends, if it has one
    number: int = 0


def boxes(text: str, places: Floats, sides: Integers) -> Floats:
    """Return the boxes of a text on sides of places."""
    across, up = np.array([*SIDES.values()])[sides].T
    corner = (across != 0) & (up != 0)
    width = int(_EM * serif_width(text)) + _MARK[0] * abs(across)
    height = np.where(corner, _LINE - _MARK[0] + _MARK[1] - _THIN, _LINE)
    left = places[:, 0] + across * np.where(corner, 0, _MARK[0]) - width * (1 - across) // 2
    bottom = places[:, 1] + up * np.where(corner, _THIN, _MARK[1]) - height * (1 - up) // 2
    return np.stack([left, bottom, left + width, bottom + height], axis=1)


def around(places: Sequence[Place] | Floats, half: Floats | int) -> Floats:
    """Return boxes around places."""
    middle = np.array(places, dtype=np.float64).reshape(-1, 2)
    return np.hstack([middle - half, middle + half])


def front_boxes(steps: Sequence[Place]) -> Floats:
    """Return the boxes of a line that runs to the right, then up or down to its next corner."""
    parts = [((x, y, end, y), (end, min(y, other), end, max(y, other))) for (x, y), (end, other) in pairwise(steps)]
    return np.asarray(np.array(parts, dtype=np.float64).reshape(-1, 4) + np.array([-_THIN, -_THIN, _THIN, _THIN]))


def are_clear(of: Floats, others: Floats) -> Booleans:
    """Return which boxes overlap none of some others."""
    left, bottom, right, top = of.T[:, :, None]
    apart = (left >= others[:, 2]) | (bottom >= others[:, 3]) | (right <= others[:, 0]) | (top <= others[:, 1])
    return np.asarray(apart.all(axis=1))


def line_boxes(start: Floats, end: Floats) -> Floats:
    """Return the boxes of a line, outside of the mark where it starts."""
    n = int(np.abs(end - start).max() / (1.8 * _DOT)) + 2
    dots = start + np.linspace(0, 1, n)[:, None] * (end - start)
    return around(dots[(np.abs(dots - start) > _MARK).any(axis=1)], _DOT)


class _Plot:
    """A plot with the labels that stand already."""

    def __init__(self, marks: Mapping[str, Place], steps: Sequence[Place]) -> None:
        self.marks, self.front = marks, front_boxes(steps)
        self.names = self.lines = np.empty((0, 4))
        self.labels = {name: Label() for name in marks}

    @property
    def numbered(self) -> list[str]:
        """Marks with a number."""
        return [name for name, label in self.labels.items() if label.number]

    @property
    def bare(self) -> list[str]:
        """Marks without a label."""
        return [name for name, label in self.labels.items() if not label.side]

    @property
    def led(self) -> list[str]:
        """Marks whose label is at the end of a line."""
        return [name for name, label in self.labels.items() if label.lead]

    def lead(self, name: str) -> float:
        """Return how long the line to a label is."""
        end = self.labels[name].lead
        return hypot(*np.subtract(end, self.marks[name])) if end else 0.0

    def place(self, name: str, number: int = 0, *, led: bool = True, over_lines: bool = False) -> bool:
        """Put a label beside its mark, or at the end of the shortest line that crosses nothing; whether it has room.

        Lines cross the front if need be.
        """
        text, home = str(number or name), np.array(self.marks[name])
        others = [place for place in self.marks.values() if place != self.marks[name]]
        ends = _ENDS[: None if led else len(SIDES)]
        of = boxes(text, home + ends[:, :2], ends[:, 2])
        free = (of[:, :2] >= 0).all(axis=1) & (of[:, 2:] <= np.add(WHOLE, _BEYOND)).all(axis=1)
        lines = [] if over_lines else [self.lines, self.front]
        free &= are_clear(of, np.concatenate([around(others, _MARK), self.names, *lines]))
        passed, chosen = np.concatenate([around(others, _CORE), self.names, self.lines]), None
        for k in np.flatnonzero(free).tolist():
            line = line_boxes(home, home + ends[k, :2])
            if are_clear(line, passed).all():
                direct = bool(are_clear(line, self.front).all())
                chosen = (k, line) if direct or chosen is None else chosen
                if direct:
                    break
        if chosen is None:
            return False
        k, line = chosen
        end = (int(home[0] + ends[k, 0]), int(home[1] + ends[k, 1])) if k >= len(SIDES) else None
        self.labels[name] = Label([*SIDES][ends[k, 2]], end, number)
        self.names, self.lines = np.vstack([self.names, of[k]]), np.vstack([self.lines, line])
        return True


def labels(
    marks: Mapping[str, Place], steps: Sequence[Place] = (), important: Collection[str] = ()
) -> dict[str, Label]:
    """Return a label for each mark: its name beside it, or at the end of a line; else its number, or nothing.

    Of several orders of choosing that is taken which leaves the fewest bare: who has no room chooses earlier. Where
    more than a third would have numbers, all but the important ones have them, which is easier to read; of a great many
    marks only the important ones have labels.
    """
    few, many = [name for name in marks if name in important], len(marks) > _MANY
    for named in (few,) if many else ([*marks], few):
        first, plots = few, list[_Plot]()
        for _ in range(_ROUNDS):
            plot = _Plot(marks, steps)
            for name in first:
                plot.place(name) or plot.place(name, led=False, over_lines=name in few)
            for led in (False, True):
                for name in named:
                    plot.labels[name].side or plot.place(name, led=led)
            bare = [] if many else sorted(plot.bare, key=lambda name: marks[name])
            for k, name in enumerate(bare, 1):
                plot.place(name, k) or plot.place(name, k, led=False, over_lines=True)
            plots.append(plot)
            apart = [*bare, *sorted(plot.led, key=plot.lead, reverse=True)]
            if not apart:
                break
            first = [*dict.fromkeys([*(name for name in apart if name in named), *first])]
        plot = min(plots, key=lambda plot: (len(plot.bare), len(plot.numbered), sum(map(plot.lead, plot.led))))
        if not plot.bare and 3 * len(plot.numbered) <= len(marks):
            break
    return plot.labels
