"""Draw diagrams of mean ranks by task group or measure."""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Sequence as Many
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from comparatex.artefacts import Limit, declare
from comparatex.drawing.canvas import LABELLED
from comparatex.errors import DataError, UsageError
from comparatex.figures.common import pictures
from comparatex.figures.common.data import Axis, Named
from comparatex.figures.common.rows import ALL, Bar, Row, RowPlot, bars, draw_bars, dress_rows
from comparatex.layout.cdd_view import essential, pack, spread
from comparatex.layout.facts import Study, text
from comparatex.layout.options import Showing
from comparatex.layout.selection import looks
from comparatex.settings import setting

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from comparatex.inference.comparison import Comparison


@dataclass(frozen=True, kw_only=True)
class SequenceOptions(Showing):
    """Settings of the sequence."""

    groups: tuple[tuple[str, tuple[str, ...]], ...] = setting(
        (), common=True, flag="--subset", kind="groups", help="A row for some tasks, below that of all; repeatable."
    )
    parts: tuple[tuple[str, Comparison], ...] = ()
    """Comparisons of the same comparates to show instead, by name: measures, for example."""
    max_names: int = setting(
        LABELLED, minimum=1, maximum=LABELLED, after="lower", help="Methods with a name; others are grey."
    )


@dataclass(frozen=True, kw_only=True)
class SequenceRow(Row):
    """One diagram: the height of its marks, and its bars below them."""

    y: int
    bars: tuple[Bar, ...]


@dataclass(frozen=True, kw_only=True)
class Way(Named):
    """A comparate from diagram to diagram."""

    style: int  # the number of its mark; 0 where that is grey
    ranks: tuple[float, ...]  # its mean ranks from the top
    at: float | None  # where its name is; None without room for it


@dataclass(frozen=True, kw_only=True)
class DiagramSequence(RowPlot[SequenceRow]):
    """A sequence of critical difference diagrams: mean ranks across; downwards, lanes of bars from the first marks."""

    most: ClassVar[int] = ALL  # lines lead from a row to the next
    best_right: bool  # the best rank is to the right
    ways: tuple[Way, ...]  # the comparates, grey ones first
    high: int  # lanes from the first marks to the axis
    top: int = -3

    @property
    def named(self) -> list[Way]:
        """The comparates whose names stand above the first row."""
        return [way for way in self.ways if way.at is not None]

    @property
    def room(self) -> int:
        """Lines of type that the axis is long at least, for the names above it."""
        return max(len(self.named), _FEWEST)


_LANES = 8
"""Lanes of bars that a row can have: more, and bars that say nothing new are left out, else all of them."""
_REDUCIBLE = 1000  # most cliques among which those that say something new are searched for
_SHOWN = 6  # rows that the alternative text names
_BETWEEN = 4
"""Lanes from the lowest bar of a row to the marks of the next: 14 pt, as rows of other plots have."""
_MOST, _FEWEST = 34, 13
"""Names in one line, each 1.12 times as far from the next as type of 8 pt is high: as many as fit above the axis of a
page, and above that of a column, so that a few never touch."""


@declare(
    "Draw several critical difference diagrams on one axis: of all tasks and of each group, or of measures.",
    limit=Limit(600, "would fill a dozen pages", "`exclude`"),
)
def lay_out(comparison: Comparison, options: SequenceOptions = SequenceOptions()) -> DiagramSequence:
    """Return the sequence of critical difference diagrams."""
    everything = text("sequence", comparison).all_tasks()
    parts = options.parts or ((everything, comparison), *_grouped(comparison, options.groups))
    first = parts[0][1]
    ranks = [_ranks(name, part, first) for name, part in parts]
    styles = _styles(first, ranks[0], options)
    cliques = [_cliques(part) for _, part in parts]
    words = text(
        "sequence",
        comparison,
        first=Study(first),
        n=len(first.names),
        n_rows=len(parts),
        n_grey=len(first.names) - len(styles),
        hidden=[
            name
            for (name, part), placed_cliques in zip(parts, cliques, strict=True)
            if placed_cliques is None and part.analysis.family == "all"
        ],
        gaps=any(bar.gaps for placed_cliques in cliques if placed_cliques for bar in bars(*placed_cliques, 0)),
        doubtful=[name for name, part in parts if not Study(part).friedman["rejects"]],
        best=[(name, min(at, key=at.__getitem__)) for (name, _), at in zip(parts, ranks, strict=True)][:_SHOWN],
        n_more=max(0, len(parts) - _SHOWN),
    )
    low, high = (end(rank for row in ranks for rank in row.values()) for end in (min, max))
    x = Axis(words.axis(), float(low // 1), max(float(-(-high // 1)), low // 1 + 1.0))
    rows, y = list[SequenceRow](), 0
    for (name, part), placed_cliques in zip(parts, cliques, strict=True):
        members, lanes, at = placed_cliques or ((), (), ())
        placed = tuple(bars(members, lanes, at, y))
        rows.append(SequenceRow(name=name, text=words.size_of(len(part.ranks)), y=y, bars=placed))
        y += max(lanes, default=0) + _BETWEEN
    return DiagramSequence(
        **words.about(),
        x=x,
        heading="",
        rows=tuple(rows),
        best_right=options.best == "right",
        ways=_ways(comparison, styles, ranks, (x.low, x.high), options),
        high=y - _BETWEEN // 2,
        line=options.line,
    )


def _grouped(comparison: Comparison, groups: tuple[tuple[str, tuple[str, ...]], ...]) -> list[tuple[str, Comparison]]:
    """Compare again on the tasks of each group."""
    from comparatex.data.scores import on_tasks
    from comparatex.inference.compare import compare

    table, parts = comparison.scores, []
    place = {name: i for i, name in enumerate(table.tasks)}
    for name, tasks in groups:
        unknown = [task for task in tasks if task not in place]
        if unknown or not tasks:
            raise UsageError(f"The group {name!r} has no task, or one that is unknown: {unknown[:1]}.")
        rows = sorted({place[task] for task in tasks})
        parts.append((name, compare(on_tasks(table, rows), comparison.analysis)))
    return parts


def _ranks(name: str, part: Comparison, first: Comparison) -> dict[str, float]:
    """Return the mean ranks of a part by comparate."""
    import numpy as np

    if set(part.names) != set(first.names):
        raise UsageError(f"{name!r} has other methods than the first comparison of the sequence.")
    if np.isnan(part.mean_rank).any():
        raise DataError(f"{name!r} has fewer than two tasks on which every method has a score: no mean ranks.")
    return {other: round(rank, 4) for other, rank in zip(part.names, part.mean_rank.tolist(), strict=True)}


def _styles(first: Comparison, ranks: Mapping[str, float], options: SequenceOptions) -> dict[str, int]:
    """Return the numbers of the marks that are not grey, the best of the first row first."""
    if not 1 <= options.max_names <= LABELLED:
        raise UsageError(f"A sequence names 1 to {LABELLED} methods, not {options.max_names}.")
    order = sorted(first.names, key=lambda name: ranks[name])
    ours = [name for name in order if name in options.ours][: options.max_names]
    others = [name for name in order if name not in options.ours]
    chosen = {*ours, *others[: options.max_names - len(ours)]}
    return {name: i for i, name in enumerate((name for name in order if name in chosen), 1)}


def _ways(
    comparison: Comparison,
    styles: Mapping[str, int],
    ranks: Many[Mapping[str, float]],
    ends: tuple[float, float],
    options: SequenceOptions,
) -> tuple[Way, ...]:
    """Return all comparates, their names as near to their first marks as they can be read; grey ones where all fit."""
    look, (low, high) = looks(comparison, options), ends
    order = sorted(ranks[0], key=lambda name: (ranks[0][name], name))
    named = [name for name in order if name in styles or len(order) <= _MOST]
    apart = (high - low) / max(len(named), _FEWEST)
    places = spread([ranks[0][name] - low for name in named], apart, high - low)
    at = {name: round(low + place, 4) for name, place in zip(named, places, strict=True)}
    return tuple(
        Way(**look(name), style=styles.get(name, 0), ranks=tuple(row[name] for row in ranks), at=at.get(name))
        for name in sorted(order, key=lambda name: name in styles)
    )


def _cliques(part: Comparison) -> tuple[list[Many[int]], Many[int], list[float]] | None:
    """Return the cliques of a row by places in the order of mean ranks, their lanes, and these ranks; None for many."""
    import numpy as np

    try:
        cliques = part.cliques
    except DataError:
        return None
    order = np.argsort(part.mean_rank, kind="stable").tolist()
    position = {i: place for place, i in enumerate(order)}
    members = sorted(tuple(sorted(position[i] for i in clique)) for clique in cliques)
    lanes = pack(members)
    if max(lanes, default=0) > _LANES and len(members) <= _REDUCIBLE:
        members = list(essential(members))
        lanes = pack(members)
    if max(lanes, default=0) > _LANES:
        return None
    return list(members), lanes, [round(float(part.mean_rank[i]), 4) for i in order]


# -------------------------------------------------------------------------------------------------- pictures
_SHAPES = ("o", "o", "s", "^", "d", "p", "v", "D")  # of marks, by their number
_LANE, _ABOVE, _AXIS = 3.4, 95.0, 40.0
"""Heights of a lane, of the names above, and of axis and label, in points."""


def draw(view: DiagramSequence, ax: Axes | None = None) -> Figure:
    """Draw a sequence of diagrams: x is the mean rank, y downwards in lanes of bars."""
    ax = pictures.axes(ax, _LANE * (view.high - view.top) + _ABOVE + _AXIS)
    places = [row.y for row in view.rows]
    dress_rows(ax, view, view.rows, places)
    ax.set_ylim(view.high, view.top)
    if view.best_right:
        ax.invert_xaxis()
    for way in view.ways:
        colour = pictures.COLOURS[f"plotcurve{way.style}"]
        ax.plot(
            way.ranks,
            places,
            color=colour,
            lw=0.5 if way.style else 0,
            marker=_SHAPES[way.style],
            ms=4.6,
            mec="white",
            mew=0.3,
            zorder=3 if way.style else 2,
            clip_on=False,
        )
        if way.at is not None:
            ax.plot(
                [way.ranks[0], way.ranks[0], way.at],
                [-1, view.top / 2, view.top],
                color=colour,
                lw=0.4,
                clip_on=False,
                zorder=1,
            )
            ink = f"#{way.colour}" if way.colour else "black" if way.style else pictures.COLOURS["plotneutral"]
            looks = {"fontweight": "bold" if way.ours else "normal", "color": ink}
            pictures.text(ax, way.name, (way.at, view.top), (0, 2), ha="center", va="bottom", rotation=90, **looks)
    draw_bars(ax, (bar for row in view.rows for bar in row.bars))
    return pictures.figure_of(ax)
