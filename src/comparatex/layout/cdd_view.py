"""The view model of a critical difference diagram: its axis of mean ranks, its bars and their lanes, letters."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal
from itertools import combinations, pairwise
from typing import Literal

from comparatex.layout.numbers import marked
from comparatex.layout.widths import HALF, PAGE, SIZE, Room, latin_modern

_HEIGHT = 550.0  # points of a page's height that a figure may have, of an A4 article of 10 pt
TYPE, SMALL_TYPE, _MANY, _NARROW = 9.0, 8.0, 16, 340.0
"""Small and footnotesize, from how many labels on a side these are set in the latter, and on lines of which width."""
LONGEST = 256.0  # points of the axis: 9 cm, which the eye compares at once
LANE = 0.667  # height of a lane of bars, in units of the type, as in the style file
GOOD_AXIS, LEAST_AXIS, LEAST_SCALE = 0.35, 0.25, 0.8
"""Shares of the line: where labels on both sides leave less to the axis, all go to one; where these do, long names
break in two, before labels shrink below this scale."""
_ROW, TWO_ROWS = 1.2, 2.35
"""Heights of a label, and of one in two lines, in units of the type, as in ``comparatex.sty``."""
CLOSEST = 6.0  # points between columns of groups, at least
_APART = 0.5
"""Room between the parts of a label, in units of the type."""
_SURE = 1.03  # how much wider names may be than by estimate
_LABELLED = 8  # most intervals between labelled ticks
_FRACTIONS = 5  # the same where they are fractions of a rank

_STEPS = [
    (step * Decimal(10) ** power, step * Decimal(10) ** power / parts)
    for power in range(-1, 3)
    for step, parts in ((1, 2), (2, 2), (5, 5))
]
"""Distances of ticks with numbers, and of those without."""


@dataclass(frozen=True)
class Axis:
    """The axis of mean ranks."""

    left: Decimal
    """left, right: Ranks at its ends; the left one is larger where the best comparate stands on the right."""
    right: Decimal
    ticks: tuple[Decimal, ...]  # ranks with a tick and a number, ascending
    minor_ticks: tuple[Decimal, ...]  # ranks with a tick only
    numbers: tuple[str, ...]  # the numbers of `ticks`

    @property
    def span(self) -> Decimal:
        """Ranks from end to end."""
        return abs(self.right - self.left)


def rank_axis(ranks: list[Decimal], n_comparates: int, best: Literal["left", "right"]) -> Axis:
    """Return the axis for some mean ranks out of a table of so many comparates.

    >>> axis = rank_axis([Decimal("1.6"), Decimal("2.2"), Decimal("4.5")], 5, "right")
    >>> axis.left, axis.right, axis.numbers
    (Decimal('5'), Decimal('1'), ('1', '2', '3', '4', '5'))
    """
    low, high = min(ranks).to_integral(ROUND_FLOOR), max(ranks).to_integral(ROUND_CEILING)
    if low == high:
        low, high = max(low - 1, Decimal(1)), min(high + 1, Decimal(n_comparates))
    # whole ranks are read more easily
    fitting = (step for step in _STEPS if high - low <= (_LABELLED if step[0] >= 1 else _FRACTIONS) * step[0])
    major, minor = next(fitting, _STEPS[-1])
    ticks = _multiples(low, high, major)
    others = {*_multiples(low, high, minor), low, high}.difference(ticks)
    left, right = (low, high) if best == "left" else (high, low)
    return Axis(left, right, ticks, tuple(sorted(others)), tuple(marked(str(tick)) for tick in ticks))


def thinned(axis: Axis, long: float) -> Axis:
    """Return an axis that is so many points long, with as many numbers as keep apart."""
    if len(axis.ticks) < 2:
        return axis
    widest = max(map(latin_modern, axis.numbers)) + _BETWEEN * SIZE
    every = math.ceil(widest / (long * float((axis.ticks[1] - axis.ticks[0]) / axis.span)))
    others = {*axis.minor_ticks, *axis.ticks}.difference(axis.ticks[::every])
    return replace(axis, ticks=axis.ticks[::every], numbers=axis.numbers[::every], minor_ticks=tuple(sorted(others)))


_BETWEEN = 0.5  # between numbers, in units of the type


def _multiples(low: Decimal, high: Decimal, step: Decimal) -> tuple[Decimal, ...]:
    first, last = int((low / step).to_integral(ROUND_CEILING)), int((high / step).to_integral(ROUND_FLOOR))
    return tuple(step * i for i in range(first, last + 1))


# ------------------------------------------------------------------------------------------------ the diagram
Form = Literal["classic", "groups", "bands"]
Members = tuple[int, ...]  # positions of the members of a clique, ascending
MOST_ON_A_SIDE = 40  # labels of 8 pt that a page holds below each other
MOST_INTERVALS = 25  # comparates whose intervals can be told apart


@dataclass(frozen=True)
class Label:
    """A comparate with its mean rank."""

    position: int  # its place in the order of mean ranks; 1 is best
    name: str
    rank: Decimal  # rank, rank_text: its mean rank as a coordinate, and as text
    rank_text: str
    colour: str  # as RRGGBB, or empty
    ours: bool
    foot: Decimal  # where its leader goes down, as a rank
    lines: tuple[str, ...]  # its name in one line, or in two


@dataclass(frozen=True)
class Clique:
    """A bar over the members of a clique."""

    first: int  # first, last: positions of its ends
    last: int
    gaps: Members  # between them, who are no members
    lane: int  # 1 nearest the axis
    fragile: bool = False  # it joins a pair that small changes of the data or the convention would part

    @property
    def members(self) -> Members:
        """Positions of the members."""
        return tuple(i for i in range(self.first, self.last + 1) if i not in self.gaps)

    @property
    def runs(self) -> tuple[tuple[int, int], ...]:
        """The first and last of members that follow each other."""
        bounds = (self.first - 1, *self.gaps, self.last + 1)
        return tuple((a + 1, b - 1) for a, b in pairwise(bounds) if b - a > 1)


@dataclass(frozen=True)
class RankInterval:
    """The interval of the mean rank of the comparate at a position."""

    position: int
    low: Decimal
    high: Decimal
    lane: int  # 1 nearest the axis
    student: bool = False  # Student's interval takes the place of a studentized one


@dataclass(frozen=True)
class Ruler:
    """A ruler as long as the critical difference; `fits` when the axis is at least as long."""

    length: Decimal
    text: str
    fits: bool


@dataclass(frozen=True)
class Within:
    """What is within the critical difference of a control: the ends on the axis."""

    low: Decimal
    high: Decimal


@dataclass(frozen=True)
class Cdd:
    """A critical difference diagram."""

    title: str
    """title, caption, alt: What it is; what it shows and by which tests, with all warnings; the result in words."""
    caption: str
    alt: str
    axis: Axis  # the axis of mean ranks
    left: tuple[Label, ...]
    """left, right: Labels of each side, from the top: the ones whose ranks are farthest out come first."""
    right: tuple[Label, ...]
    cliques: tuple[Clique, ...]  # the bars
    n_lanes: int  # lanes of bars
    n_cliques: int  # cliques there are, shown or not; −1 when they are too many to list
    shows: Literal["bars", "groups", "nothing"]  # how cliques are shown
    ruler: Ruler | None  # the critical difference
    notes: tuple[str, ...]  # warnings, one sentence each; the caption holds them too
    intervals: tuple[RankInterval, ...] = ()  # intervals of mean ranks, between the axis and the bars
    form: Form = "classic"
    """Leaders from an axis to names, and bars below it; or a row for each comparate, with groups in columns or bands,
    which `comparatex.figures.cdd` lays out."""
    within: Within | None = None  # what is within the critical difference of a control
    line: Room = PAGE  # what it is made for
    axis_title: str = ""  # what the axis shows

    @property
    def labels(self) -> tuple[Label, ...]:
        """All labels, best first."""
        return tuple(sorted((*self.left, *self.right), key=lambda label: label.position))

    @property
    def two_lines(self) -> bool:
        """Whether a name stands in two lines."""
        return any(len(label.lines) > 1 for label in self.labels)

    @property
    def row_height(self) -> float:
        """Height of a label, in units of the type."""
        return TWO_ROWS if self.two_lines else _ROW

    @property
    def n_rows(self) -> int:
        """Labels on the longer side."""
        return max(len(self.left), len(self.right))

    @property
    def half(self) -> bool:
        """Whether half of a page's width is enough: few names leave room for the axis."""
        left, right, _ = self.columns
        return self.n_rows <= 3 and TYPE * (left + right) <= (1 - LEAST_AXIS) * HALF * self.line.width

    @property
    def has_many(self) -> bool:
        """Whether labels are in small type, because a side has many or the line is short."""
        return self.n_rows >= _MANY or self.line.width < _NARROW

    @property
    def n_interval_lanes(self) -> int:
        """Lanes of intervals."""
        return max((interval.lane for interval in self.intervals), default=0)

    @property
    def moved(self) -> Decimal:
        """How far the foot of a leader is at most from its rank, in ranks."""
        return max(abs(label.foot - label.rank) for label in self.labels)

    @property
    def columns(self) -> tuple[float, float, float]:
        """Widths in units of the type: of all labels on the left and right, and of their ranks."""
        widest_rank = max(latin_modern(label.rank_text) for label in self.labels) / SIZE
        ranks = widest_rank + _APART if widest_rank else 0.0

        def side(labels: tuple[Label, ...]) -> float:
            names = (latin_modern(line, bold=label.ours) for label in labels for line in label.lines)
            widest = _SURE * max(names, default=0.0) / SIZE
            return round(widest + ranks + 1.6 * _APART if labels else 1.0, 2)

        return side(self.left), side(self.right), round(ranks, 2)

    @property
    def least_type(self) -> float:
        """About how high the smallest type is, in points, in a document of 10 pt."""
        size = SMALL_TYPE if self.has_many else TYPE
        both = labels_width(self.left, size) + labels_width(self.right, size)
        height = (self.n_rows * self.row_height + self.n_lanes * LANE + 5) * size
        return size * min(1.0, (1 - LEAST_AXIS) * self.line.width / both, _HEIGHT / height)


def labels_width(labels: Sequence[Label], size: float = TYPE) -> float:
    """Return about how wide a side of labels is, in points."""
    lines = (latin_modern(line, bold=label.ours) for label in labels for line in label.lines)
    widest = max(lines, default=0.0) * size / SIZE
    numbers = max((len(label.rank_text) for label in labels), default=0) * 0.5 * size
    return widest + numbers + 1.5 * size


def spread(places: Sequence[float], gap: float, width: float) -> list[float]:
    """Return places between 0 and a width that keep a gap, where it has room for that, the least squares of moves.

    Places wanted ascend. Less i times the gap they only have to ascend: those that do not are pooled at their mean.

    >>> spread([5.0, 5.0, 9.0], 2, 10)
    [4.0, 6.0, 9.0]
    """
    if len(places) > 1:
        gap = min(gap, width / (len(places) - 1))
    pools: list[tuple[float, int]] = []
    for i, place in enumerate(places):
        pools.append((place - gap * i, 1))
        while len(pools) > 1 and pools[-2][0] > pools[-1][0]:
            (mean, size), (other, more) = pools[-2:]
            pools[-2:] = [((mean * size + other * more) / (size + more), size + more)]
    last = width - gap * (len(places) - 1)
    starts = [max(min(mean, last), 0.0) for mean, size in pools for _ in range(size)]
    return [start + gap * i for i, start in enumerate(starts)]


REDUCIBLE = 1000  # most cliques among which the essential ones are searched for


@dataclass(frozen=True, kw_only=True)
class Display:
    """How cliques are shown."""

    bars: tuple[Members, ...] = ()  # those that are bars, or columns
    shows: Literal["bars", "groups", "nothing"] = "bars"  # which of these
    reason: Literal["", "untested", "not all tested", "redundant bars"] = ""
    """Why these are not all cliques; empty where they are."""
    n_cliques: int = 0  # all cliques

    @property
    def n_left_out(self) -> int:
        """Cliques without a bar."""
        return self.n_cliques - len(self.bars)


def display(cliques: Sequence[Members] | None, n_lanes: float, shows: Literal["bars", "groups"]) -> Display | None:
    """Choose the cliques that fit into lanes: all, else those that say something new; None where these do not fit."""
    if cliques is None or (len(cliques) > REDUCIBLE and n_lanes < math.inf):
        return None
    if max(pack(cliques), default=0) <= n_lanes:
        return Display(bars=tuple(cliques), shows=shows, n_cliques=len(cliques))
    needed = essential(cliques)
    if max(pack(needed), default=0) <= n_lanes:
        return Display(bars=needed, shows=shows, reason="redundant bars", n_cliques=len(cliques))
    return None


_FOLLOWED = 4  # bars below an axis that the eye follows at once: more are a block of black


def is_followed(cliques: Sequence[Members] | None) -> bool:
    """Whether the eye can follow bars: few, and none broken by comparates that it passes over.

    >>> is_followed([(1, 2, 3), (3, 4, 5)]), is_followed([(1, 2, 3), (3, 4, 6)])
    (True, False)
    """
    return cliques is not None and len(cliques) <= _FOLLOWED and not any(map(passed_over, cliques))


def pack(spans: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """Return a lane, from 1, for each bar: the first in which it fits, so that lanes are as few as can be.

    A bar goes from its first member to its last one. Bars that follow each other in a lane have at least one comparate
    between them, so that they read as two.
    """
    ends: list[int] = []
    lanes = []
    for span in spans:
        lane = next((i for i, end in enumerate(ends) if span[0] - end > 1), len(ends))
        ends[lane : lane + 1] = [span[-1]]
        lanes.append(lane + 1)
    return tuple(lanes)


def essential(cliques: Sequence[Members]) -> tuple[Members, ...]:
    """Leave out cliques that say nothing new: every pair of theirs is together in another one that stays.

    Which pairs share a clique is unchanged. Small cliques are left out first.

    >>> essential([(1, 2, 3), (2, 3, 4), (3, 4, 5), (2, 4)])
    ((1, 2, 3), (2, 3, 4), (3, 4, 5))
    """
    shared = Counter(pair for clique in cliques for pair in combinations(clique, 2))
    needed = list(cliques)
    for clique in sorted(cliques, key=lambda clique: (len(clique), clique)):
        pairs = list(combinations(clique, 2))
        if all(shared[pair] > 1 for pair in pairs):
            shared.subtract(pairs)
            needed.remove(clique)
    return tuple(needed)


def passed_over(clique: Members) -> Members:
    """Return the comparates between the first and last member that are not members.

    >>> passed_over((2, 3, 6))
    (4, 5)
    """
    return tuple(i for i in range(clique[0], clique[-1]) if i not in clique)
