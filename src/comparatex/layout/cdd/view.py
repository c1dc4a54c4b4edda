"""The view model of the critical difference diagram and its settings."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

from comparatex.layout.rank_axis import Axis
from comparatex.layout.showing import FRAGILE, ONLY, Showing
from comparatex.settings import setting

Members = tuple[int, ...]
"""Positions of the members of a clique, ascending."""

MAX_LANES = 10
"""Lanes of bars that can be read: more, and `auto` turns to letters."""
MOST_INTERVALS = 25
"""Comparates whose intervals can be told apart."""


@dataclass(frozen=True, kw_only=True)
class CddOptions(Showing):
    """Settings of the critical difference diagram.

    Parameters
    ----------
    include : tuple of str
        Comparates to draw, all when empty. Ranks, tests and correction stay those of the whole table.
    labels : {"two-sided", "one-sided"}
        Labels on both sides, or all on the side of the best comparate. In LaTeX they also go there where both sides
        would leave less of a narrow column to the axis than the setting ``goodaxis``.
    ranks : bool
        Print mean ranks beside the names.
    rank_precision : int
        Decimals of these.
    ruler : bool or None
        Draw a ruler as long as the Nemenyi critical difference; None: with the Nemenyi test only.
    bars : {"auto", "bars", "letters"}
        How cliques are shown. ``auto``: all bars where `max_lanes` hold them, else only bars that say
        something new, else letters, else nothing; the caption says which.
    max_lanes : int
        Lanes of bars that can be read.
    fragile : float
        Draw bars grey that join a pair whose verdict survives in less than this share of the variants of some
        family of small changes; 0: none.
    intervals : bool
        Draw the bootstrap interval of each mean rank under the axis, for up to 25 comparates.

    Notes
    -----
    The parameters of aeon's ``plot_critical_difference`` and what answers to them:

    ==================== =====================================================================
    ``scores``           the table, read by `comparatex.read`
    ``labels``           its headings, or display names of the config file
    ``highlight``        `highlight`, and `ours` in bold
    ``lower_better``     ``higher_is_better`` of the scores
    ``test``             ``Analysis.test``
    ``correction``       ``Analysis.correction``
    ``alpha``            ``Analysis.alpha``
    ``width``            the line width of the page
    ``textspace``        the widest label, measured when the diagram is drawn
    ``reverse``          `best`
    ``return_p_values``  ``comparison.matrix("pvalue")``
    ==================== =====================================================================
    """

    include: tuple[str, ...] = setting((), **ONLY)
    labels: Literal["two-sided", "one-sided"] = setting(
        "two-sided", help="Labels on both sides, in narrow columns on one; or always on one."
    )
    ranks: bool = setting(True, off="--no-ranks", help="Print mean ranks beside the names.")
    rank_precision: int = setting(2, minimum=0, maximum=6, help="Decimals of ranks.")
    intervals: bool = setting(
        False,
        off="--no-intervals",
        help="Draw bootstrap intervals of mean ranks under the axis, for up to 25 comparates.",
    )
    ruler: bool | None = setting(
        None, off="--no-ruler", help="Ruler of the critical difference; with Nemenyi by default."
    )
    bars: Literal["auto", "bars", "letters"] = setting(
        "auto", help="How cliques are shown; auto while bars can be read."
    )
    max_lanes: int = MAX_LANES
    fragile: float = setting(0.0, **FRAGILE)


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
