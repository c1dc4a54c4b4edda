"""Draw a critical difference diagram of mean ranks.

The classic form is `comparatex.layout.cdd`'s. The others have a row for each comparate by mean rank, with a dot at its
rank. Beside the rows, groups have columns of joined dots; or in each row, a band is over those that it does not differ
from significantly, broken where it passes over one that it differs from.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, ClassVar

from comparatex.artefacts import Limit, declare
from comparatex.drawing import diagram
from comparatex.figures.common import pictures
from comparatex.figures.common.data import axis
from comparatex.figures.common.rows import GAP, Row, RowPlot, draw_rows
from comparatex.layout.cdd_view import CLOSEST, Cdd, Clique, Ruler, Within
from comparatex.layout.facts import text
from comparatex.layout.options import CddOptions
from comparatex.layout.widths import SIZE, latin_modern, shrunk

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.transforms import Transform

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
    """Over those that it does not differ from significantly, itself included where there is another one; none where
    groups have columns."""
    interval: tuple[float, float] | None = None  # the interval of its mean rank, where one is shown


@dataclass(frozen=True, kw_only=True)
class Bands(RowPlot[Band]):
    """A critical difference diagram by rows."""

    most: ClassVar[int] = 130  # rows of a block: bars of half the width would hide their gaps
    form: str  # "groups" or "bands"
    groups: tuple[Clique, ...]  # those that have columns; each has its lane, 1 nearest the rows
    columns: str  # the heading of the columns
    reverse: bool  # the best ranks are on the right
    shows: str  # "bars", "groups", or "nothing" where not all pairs are tested
    n_cliques: int  # 0 where all pairs differ significantly, −1: not counted
    ruler: Ruler | None  # the critical difference
    within: Within | None  # what is within it of a control

    @property
    def ruled(self) -> tuple[float, float]:
        """The ends of the ruler, from the left end of the axis; alike where it is longer than that."""
        start, turn = (self.x.high, -1) if self.reverse else (self.x.low, 1)
        return start, start + turn * float(self.ruler.length if self.ruler and self.ruler.fits else 0)

    @property
    def half(self) -> bool:
        """Whether half of a page's width is enough: names and groups leave room for the ranks between them."""
        letters = max(len(row.name) for row in self.rows)
        return self.form == "groups" and len(self.rows) <= _OF_HALF[0] and letters + 2 * self.n_columns <= _OF_HALF[1]

    @property
    def n_columns(self) -> int:
        """Columns that groups take."""
        return max((group.lane for group in self.groups), default=0)

    @property
    def apart(self) -> float:
        """Points from one column to the next."""
        return min(_APART, max(CLOSEST, _SHARE * self.across / max(self.n_columns, 1)))

    @property
    def _ranks(self) -> float:
        """Width of ranks beside the axis, in points, with the gap before them, 0 where there is no room for them."""
        if not self.groups:
            return super()._texts
        if not any(row.text for row in self.rows):
            return 0.0
        widest = max(shrunk(self.least_type) * max(latin_modern(row.text) for row in self.rows),
            latin_modern(self.heading))  # fmt: skip
        names = shrunk(self.least_type) * self._widest
        axis = self.across - names - widest - 2 * GAP - self.apart * self.n_columns
        return widest + GAP if axis >= self.least_axis * self.across else 0.0

    @property
    def _texts(self) -> float:
        return self._ranks + self.apart * self.n_columns if self.groups else super()._texts

    @property
    def has_texts(self) -> bool:
        """Whether there is room for ranks to the right of the rows."""
        return self._ranks > 0

    @property
    def column_sizes(self) -> tuple[float, float]:
        """Return where the middle of the first column is, right of the axis, and of the next, in units of the type."""
        return round((self._ranks + GAP + self.apart / 2) / SIZE, 3), round(self.apart / SIZE, 3)

    def bars(self, rows: Sequence[Band], *, fragile: bool) -> Iterator[tuple[int, Band, Bar]]:
        """Yield the places of some rows with the parts of their bars that are fragile, or that are not."""
        for i, row in enumerate(rows, 1):
            yield from ((i, row, bar) for bar in row.bars if bar.fragile == fragile)


@declare(
    "Draw a critical difference diagram: mean ranks, and groups that do not differ significantly.",
    # A row for each: 260 stand in two blocks with type of 4 pt.
    limit=Limit(260, "has type that is too small to read", "`top`, or write the table leaderboard"),
)
def lay_out(comparison: Comparison, options: CddOptions = CddOptions()) -> Cdd | Bands:
    """Return the diagram, by rows from 20 comparates on and where the eye could not follow classic bars at once."""
    from comparatex.layout.cdd import cdd

    view = cdd(comparison, options)
    return view if view.form == "classic" else bands(comparison, view, options)


_ROOM, _PAST = 0.012, 0.004
"""Shares of the axis: beyond the outermost ranks, and of a bar beyond its members, so that one member is seen."""
_OF_HALF = 24, 40  # rows, and letters of names with two for each column of groups, for which half a page is enough
_APART, _SHARE = 12.0, 0.25
"""Points between columns of groups at most, the height of a row; and the share of the line that they take."""


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
        form=view.form,
        groups=view.cliques if view.form == "groups" else (),
        columns=words.columns(),
        rows=tuple(
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
        if view.groups:
            _columns(axes, view)
        if view.ruler and rows[0] is view.rows[0]:
            _rule(axes, view, view.ruler)

    return draw_rows(view, ax, marks)


def _columns(axes: Axes, view: Bands) -> None:
    """Draw groups beside the rows: a dot for each member, joined by lines that are thin past who is none."""
    from matplotlib.transforms import ScaledTranslation, blended_transform_factory

    figure, colours = pictures.figure_of(axes), pictures.COLOURS
    first, apart = (SIZE * size for size in view.column_sizes)
    beside = blended_transform_factory(axes.transAxes, axes.transData)

    def at(column: float) -> Transform:
        return beside + ScaledTranslation((first + apart * column) / 72, 0, figure.dpi_scale_trans)

    axes.grid(axis="y", color=colours["plotgrid"], lw=0.5)
    n, middle = view.n_columns, (view.n_columns - 1) / 2
    rows = range(1, len(view.rows) + 1)
    (line,) = axes.plot(
        [1] * len(rows), rows, "_", ms=n * apart, mew=0.5, color=colours["plotgrid"], transform=at(middle), zorder=0.5,
        clip_on=False,
    )  # fmt: skip
    line.set_in_layout(False)  # a mark counts as high as wide
    for group in view.groups:
        place, colour = at(group.lane - 1), colours["cddfragile" if group.fragile else "cddgroup"]
        for one, two in pairwise(group.members):
            width = 2.2 if two == one + 1 else 0.5
            axes.plot([1, 1], [one, two], lw=width, color=colour, transform=place, clip_on=False)
        n_members = len(group.members)
        axes.plot(
            [1] * n_members, group.members, "o", ms=4.4, mew=0, color=colour, transform=place, clip_on=False
        )  # fmt: skip
    pictures.text(
        axes, view.columns, (1, 1), (first + apart * middle, 3), xycoords="axes fraction", va="bottom", ha="center"
    )  # fmt: skip


def _rule(axes: Axes, view: Bands, ruler: Ruler) -> None:
    """Draw the critical difference above the first row, at the end of the axis that is on the left."""
    axes.plot(view.ruled, [0.2, 0.2], "|-", color="black", lw=0.6, ms=4, clip_on=False)
    pictures.text(axes, ruler.text, (view.ruled[1], 0.2), (4, 0), va="center")
