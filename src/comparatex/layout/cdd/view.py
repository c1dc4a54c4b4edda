"""The view model of the critical difference diagram."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

from comparatex.layout.rank_axis import Axis

Members = tuple[int, ...]
"""Positions of the members of a clique, ascending."""
MOST_INTERVALS = 25
"""Comparates whose intervals can be told apart."""


@dataclass(frozen=True)
class Label:
    """A comparate: its place in the order of mean ranks (1 is best), its rank as a coordinate and as text.

    `letters` is empty unless cliques are letters, `colour` is ``RRGGBB`` or empty.
    """

    position: int
    name: str
    rank: Decimal
    rank_text: str
    letters: str
    colour: str
    ours: bool


@dataclass(frozen=True)
class Clique:
    """A bar from the position `first` to `last` in a lane, 1 nearest the axis; `gaps` are no members.

    A `fragile` one joins a pair that small changes of the data or the convention would part.
    """

    first: int
    last: int
    gaps: Members
    lane: int
    fragile: bool = False

    @property
    def members(self) -> Members:
        """Positions of the members."""
        return tuple(i for i in range(self.first, self.last + 1) if i not in self.gaps)


@dataclass(frozen=True)
class RankInterval:
    """The interval of the mean rank of the comparate at a position, in a lane, 1 nearest the axis."""

    position: int
    low: Decimal
    high: Decimal
    lane: int


@dataclass(frozen=True)
class Ruler:
    """A ruler as long as the critical difference; `fits` when the axis is at least as long."""

    length: Decimal
    text: str
    fits: bool


@dataclass(frozen=True)
class Cdd:
    """A critical difference diagram.

    Parameters
    ----------
    title, caption, alt : str
        What it is; what it shows and by which tests, with all warnings; the result in words.
    axis : Axis
        The axis of mean ranks.
    left, right : tuple of Label
        Labels of each side, from the top: the ones whose ranks are farthest out come first.
    cliques : tuple of Clique
        The bars.
    n_lanes : int
        Lanes of bars.
    n_cliques : int
        Cliques there are, shown or not; −1 when they are too many to list.
    shows : {"bars", "letters", "nothing"}
        How cliques are shown.
    ruler : Ruler or None
        The critical difference.
    notes : tuple of str
        Warnings, one sentence each; the caption holds them too.
    intervals : tuple of RankInterval
        Intervals of mean ranks, between the axis and the bars.
    """

    title: str
    caption: str
    alt: str
    axis: Axis
    left: tuple[Label, ...]
    right: tuple[Label, ...]
    cliques: tuple[Clique, ...]
    n_lanes: int
    n_cliques: int
    shows: Literal["bars", "letters", "nothing"]
    ruler: Ruler | None
    notes: tuple[str, ...]
    intervals: tuple[RankInterval, ...] = ()

    @property
    def labels(self) -> tuple[Label, ...]:
        """All labels, best first."""
        return tuple(sorted((*self.left, *self.right), key=lambda label: label.position))
