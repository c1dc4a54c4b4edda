"""Draw a critical difference diagram of mean ranks.

The classic form is `comparatex.layout.cdd`'s. Bands have a row for each comparate by mean rank: a dot at its rank, and
a bar over those that it does not differ from significantly, broken where it passes over one that it differs from.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, ClassVar

from comparatex.artefacts import Limit, declare
from comparatex.drawing import diagram
from comparatex.figures.common import pictures
from comparatex.figures.common.data import axis
from comparatex.figures.common.rows import Row, RowPlot, draw_rows
from comparatex.layout.cdd_view import Cdd, Ruler, Within
from comparatex.layout.facts import text
from comparatex.layout.options import CddOptions

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from comparatex.inference.arithmetic import Booleans
    from comparatex.inference.comparison import Comparison


@dataclass(frozen=True)
class Bar:
    """A part of a row's bar without a gap, in mean ranks; small changes would part the pairs of a `fragile` one."""

    left: float
    right: float
    fragile: bool = False


@dataclass(frozen=True, kw_only=True)
class Band(Row):
    """A comparate with those that it does not differ from."""

    rank: float  # its mean rank
    bars: tuple[Bar, ...]
    """Over those that it does not differ from significantly, itself included where there is another one."""
    interval: tuple[float, float] | None = None  # the interval of its mean rank, where one is shown


@dataclass(frozen=True, kw_only=True)
class Bands(RowPlot[Band]):
    """A critical difference diagram by rows."""

    most: ClassVar[int] = 130  # rows of a block: bars of half the width would hide their gaps
    form: ClassVar[str] = "bands"

    reverse: bool  # the best ranks are on the right
    shows: str  # "bars", or "nothing" where not all pairs are tested
    n_cliques: int  # 0 where all pairs differ significantly, else −1: not counted
    ruler: Ruler | None  # the critical difference
    within: Within | None  # what is within it of a control

    @property
    def ruled(self) -> tuple[float, float]:
        """The ends of the ruler, from the left end of the axis; alike where it is longer than that."""
        start, turn = (self.x.high, -1) if self.reverse else (self.x.low, 1)
        return start, start + turn * float(self.ruler.length if self.ruler and self.ruler.fits else 0)

    def bars(self, rows: Sequence[Band], *, fragile: bool) -> Iterator[tuple[int, Band, Bar]]:
        """Yield the places of some rows with the parts of their bars that are fragile, or that are not."""
        for i, row in enumerate(rows, 1):
            yield from ((i, row, bar) for bar in row.bars if bar.fragile == fragile)


@declare(
    "Draw a critical difference diagram: mean ranks, and bars over what is not significantly different.",
    # A row for each: 260 stand in two blocks with type of 4 pt.
    limit=Limit(260, "has type that is too small to read", "`top`, or write the table leaderboard"),
)
def lay_out(comparison: Comparison, options: CddOptions = CddOptions()) -> Cdd | Bands:
    """Return the diagram, by rows from 20 comparates on and where the eye could not follow classic bars."""
    from comparatex.layout.cdd import cdd

    view = cdd(comparison, options)
    return bands(comparison, view, options) if view.form == "bands" else view


_ROOM, _PAST = 0.012, 0.004
"""Shares of the axis: beyond the outermost ranks, and of a bar beyond its members, so that one member is seen."""


def bands(comparison: Comparison, view: Cdd, options: CddOptions) -> Bands:
    """Return a diagram by rows."""
    import numpy as np

    from comparatex.inference.audit.robustness import fragile

    order = [comparison.names.index(label.name) for label in view.labels]
    joined = comparison.joined[np.ix_(order, order)] & (view.shows != "nothing")
    np.fill_diagonal(joined, val=False)
    weak = fragile(comparison, options.fragile, adjusted=True)[np.ix_(order, order)] & joined
    ranks = [float(label.rank) for label in view.labels]
    intervals = {span.position: (float(span.low), float(span.high)) for span in view.intervals}
    words = text("cdd", comparison, v=view)
    return Bands(
        title=view.title,
        caption=view.caption,
        alt=view.alt,
        x=axis(words.axis(), [*ranks, *(end for ends in intervals.values() for end in ends)], margin=_ROOM),
        heading=words.heading() if options.ranks else "",
        rows=tuple(
            Band(
                name=label.name,
                text=label.rank_text,
                ours=label.ours,
                colour=label.colour,
                rank=rank,
                bars=tuple(_bars(ranks, k, joined[k], weak[k])),
                interval=intervals.get(label.position),
            )
            for k, (label, rank) in enumerate(zip(view.labels, ranks, strict=True))
        ),
        reverse=options.best == "right",
        shows=view.shows,
        n_cliques=view.n_cliques,
        ruler=view.ruler,
        within=view.within,
        line=options.line,
    )


def _bars(ranks: Sequence[float], k: int, joined: Booleans, weak: Booleans) -> Iterator[Bar]:
    """Yield the parts of the bar of the k-th row: each a run of neighbours, a little beyond its ends."""
    if not joined.any():
        return
    members = joined.copy()
    members[k] = True
    past = _PAST * (ranks[-1] - ranks[0])
    runs = groupby(range(len(ranks)), key=lambda i: (bool(members[i]), bool(weak[i])))
    for (member, is_weak), places in runs:
        if member:
            run = list(places)

            def beyond(end: int, neighbour: int) -> float:
                """Return how far a bar goes on: half the way to a member, at most a third of that to another."""
                if not 0 <= neighbour < len(ranks):
                    return past
                away = abs(ranks[neighbour] - ranks[end])
                return away / 2 if members[neighbour] else min(past, away / 3)

            low, high = ranks[run[0]], ranks[run[-1]]
            yield Bar(
                round(low - beyond(run[0], run[0] - 1), 4),
                round(high + beyond(run[-1], run[-1] + 1), 4),
                is_weak,
            )


# -------------------------------------------------------------------------------------------------- pictures
def draw(view: Cdd | Bands, ax: Axes | None = None) -> Figure:
    """Draw a diagram; of bands, x is the mean rank and y the row."""
    if not isinstance(view, Bands):
        return diagram.draw(view, ax)

    def marks(axes: Axes, rows: Sequence[Band]) -> None:
        colours = pictures.COLOURS
        high = 0.55 * view.row_height
        if view.reverse:
            axes.invert_xaxis()
        if view.within:
            low, end = float(view.within.low), float(view.within.high)
            axes.axvspan(low, end, color=colours["cddwithin"], lw=0, zorder=0)
        for weak, colour in ((False, colours["cddbar"]), (True, colours["cddfragile"])):
            placed = list(view.bars(rows, fragile=weak))
            axes.hlines(
                [i for i, _, _ in placed],
                [bar.left for _, _, bar in placed],
                [bar.right for _, _, bar in placed],
                color=colour,
                lw=high,
                zorder=2,
            )
        for i, row in enumerate(rows, 1):
            colour = f"#{row.colour}" if row.colour else "black"
            if row.interval:
                axes.hlines(i, row.interval[0], row.interval[1], color=colour, lw=0.7, zorder=3)
            axes.plot([row.rank], [i], "o", color=colour, ms=0.65 * high, mec="white",
                mew=0.3, zorder=4)  # fmt: skip
        if view.ruler and rows[0] is view.rows[0]:
            _rule(axes, view, view.ruler)

    return draw_rows(view, ax, marks)


def _rule(axes: Axes, view: Bands, ruler: Ruler) -> None:
    """Draw the critical difference above the first row, at the end of the axis that is on the left."""
    axes.plot(view.ruled, [0.2, 0.2], "|-", color="black", lw=0.6, ms=4, clip_on=False)
    pictures.text(axes, ruler.text, (view.ruled[1], 0.2), (4, 0), va="center")
