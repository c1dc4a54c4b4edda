"""Draw a critical difference diagram of mean ranks.

The classic form is `comparatex.layout.cdd`'s. The others have a row for each comparate by mean rank, with a dot at its
rank. Beside the rows, groups have columns of joined dots; or in each row, a band is over those that it does not differ
from significantly, broken where it passes over one that it differs from.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, ClassVar

from comparatex.artefacts import Limit, declare
from comparatex.drawing import diagram
from comparatex.figures.common.data import Axis, axis
from comparatex.figures.common.rows import (
    NARROW,
    Column,
    Marks,
    Plot,
    Row,
    RowPlot,
    Texts,
    coloured,
    draw_rows,
    fitted,
    groups,
    series,
)
from comparatex.layout.cdd_view import Cdd, Clique, Ruler, Within
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
    lone: int = 0  # the row of whom it is over, where that is another one alone


@dataclass(frozen=True, kw_only=True)
class Band(Row):
    """A comparate with those that it does not differ from."""

    text: str  # its mean rank as text
    rank: float  # its mean rank
    bars: tuple[Bar, ...]
    """Over those that it does not differ from significantly, itself included where there is another one; none where
    groups have columns."""
    interval: tuple[float, float] | None = None  # the interval of its mean rank, where one is shown


@dataclass(frozen=True, kw_only=True)
class Bands(RowPlot[Band]):
    """A critical difference diagram by rows."""

    most: ClassVar[int] = 80  # rows of a block in legible type: bars of half the width hide gaps
    form: str  # "groups" or "bands"
    groups: tuple[Clique, ...]  # those that have columns; each has its lane, 1 nearest the rows
    shows: str  # "bars", "groups", or "nothing" where not all pairs are tested
    n_cliques: int  # 0 where all pairs differ significantly, −1: not counted
    within: Within | None  # what is within the critical difference of a control

    @property
    def half(self) -> bool:
        """Whether half of a page's width is enough: names and groups leave room for the ranks between them."""
        letters = max(len(row.name) for row in self.rows)
        n_columns = max((group.lane for group in self.groups), default=0)
        return self.form == "groups" and len(self.rows) <= _OF_HALF[0] and letters + 2 * n_columns <= _OF_HALF[1]


@declare(
    "Draw a critical difference diagram: mean ranks, and groups that do not differ significantly.",
    # A row for each: 240 stand in three blocks.
    limit=Limit(240, "has type that is too small to read", "`top`, or write the table leaderboard"),
)
def lay_out(comparison: Comparison, options: CddOptions = CddOptions()) -> Cdd | Bands:
    """Return the diagram, by rows from 20 comparates on and where the eye could not follow classic bars at once."""
    from comparatex.layout.cdd import cdd

    view = cdd(comparison, options)
    return view if view.form == "classic" else bands(comparison, view, options)


_ROOM, _PAST = 0.012, 0.004
"""Shares of the axis: beyond the outermost ranks, and of a bar beyond its members, so that one member is seen."""
_OF_HALF = 24, 40  # rows, and letters of names with two for each column of groups, for which half a page is enough


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
    rows = tuple(
        Band(
            name=label.name,
            text=label.rank_text,
            ours=label.ours,
            colour=label.colour,
            rank=rank,
            bars=tuple(_bars(ranks, k, joined[k], weak[k])) if view.form == "bands" else (),
            interval=intervals.get(label.position),
        )
        for k, (label, rank) in enumerate(zip(view.labels, ranks, strict=True))
    )
    shown = [*ranks, *(end for ends in intervals.values() for end in ends)]
    if max(shown) - min(shown) < 1:  # else differences would look large
        shown = [float(view.axis.left), float(view.axis.right)]
    x = axis(words.axis(), shown, margin=_ROOM)
    has_room = options.line.width >= NARROW and len(rows) <= Bands.most and not view.ruler
    columns: list[Column] = [
        Texts(heading=words.heading() if options.ranks else "", texts=tuple(row.text for row in rows), spare=1),
        Plot(
            name="ranks",
            x=x,
            marks=tuple(_marks(rows)),
            heading=words.spanned() if has_room and any(row.bars for row in rows) else "",
            reverse=options.best == "right",
            bands=(("within", float(view.within.low), float(view.within.high)),) if view.within else (),
            ruler=_ruler(view.ruler, x, options.best) if view.ruler else None,
        ),
    ]
    if view.form == "groups" and view.cliques:
        columns.append(groups(view.cliques, words.columns(), options.line))
    diagram = Bands(
        title=view.title,
        caption=view.caption,
        alt=view.alt,
        form=view.form,
        groups=view.cliques if view.form == "groups" else (),
        rows=rows,
        columns=tuple(columns),
        shows=view.shows,
        n_cliques=view.n_cliques,
        within=view.within,
        line=options.line,
    )
    return fitted(diagram)


def _ruler(ruler: Ruler, x: Axis, best: str) -> tuple[float, float, str]:
    """Return a ruler from the left end of the axis; without length where it is longer than that."""
    start, turn = (x.high, -1) if best == "right" else (x.low, 1)
    return start, start + turn * float(ruler.length if ruler.fits else 0), ruler.text


def _marks(rows: Sequence[Band]) -> Iterator[Marks]:
    """Yield bars, lines that lead from those over one alone to its row, intervals and mean ranks."""
    placed = list(enumerate(rows, 1))
    for weak in (False, True):
        bars = ((i, bar.left, bar.right) for i, row in placed for bar in row.bars if bar.fragile == weak)
        yield from series("bar", bars, fragile=weak)
    lone = sorted(
        {(bar.lone, i) for i, row in placed for bar in row.bars if bar.lone} if len(rows) <= Bands.most else ()
    )
    spans = ((k, [k, *(i for _, i in pairs)]) for k, pairs in groupby(lone, key=lambda pair: pair[0]))
    yield from series("lone", ((min(span), rows[k - 1].rank, max(span)) for k, span in spans))
    yield from series("rank interval", ((i, *row.interval) for i, row in placed if row.interval))
    yield from coloured("rank", rows, ((i, row.rank) for i, row in placed))


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
            left, right = low - beyond(run[0], run[0] - 1), high + beyond(run[-1], run[-1] + 1)
            near = members[max(run[0] - 1, 0) : run[-1] + 2]
            yield Bar(round(left, 4), round(right, 4), is_weak, run[0] + 1 if near.sum() == 1 and run != [k] else 0)


# -------------------------------------------------------------------------------------------------- pictures
def draw(view: Cdd | Bands, ax: Axes | None = None) -> Figure:
    """Draw a diagram; by rows, x is the mean rank and y the row."""
    return draw_rows(view, ax) if isinstance(view, Bands) else diagram.draw(view, ax)
