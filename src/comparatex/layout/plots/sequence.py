"""A sequence of critical difference diagrams on one axis: task groups or measures below each other."""

from __future__ import annotations

from collections.abc import Sequence as Many
from dataclasses import dataclass
from decimal import Decimal

import numpy as np

from comparatex.data.scores import on_tasks
from comparatex.errors import DataError, UsageError
from comparatex.inference.comparison import Comparison
from comparatex.layout.cdd_bars import essential, pack
from comparatex.layout.facts import Study, text
from comparatex.layout.mcm_size import SIZE
from comparatex.layout.options.figures import LABELLED, SequenceOptions
from comparatex.layout.plots.axes import PlotAxis, Scale, Tick
from comparatex.layout.selection import highlights

_LANES = 8
"""Lanes of bars that a row can have: more, and bars that say nothing new are left out, else all of them."""
_REDUCIBLE = 1000
"""Most cliques among which those that say something new are searched for."""
_SHOWN = 6
"""Rows that the alternative text names."""


@dataclass(frozen=True)
class Key:
    """A comparate: the number of its mark, 0 where that is grey, its place in the first row, and its name."""

    style: int
    x: Decimal
    name: str
    ours: bool
    colour: str


@dataclass(frozen=True)
class Mark:
    """A comparate at its mean rank; style 0 is grey."""

    style: int
    x: Decimal


@dataclass(frozen=True)
class Bar:
    """A clique in a lane, 1 nearest the marks, from end to end; thick over members that stand side by side.

    `segments` are thick; where there are `gaps`, comparates stand that are no members.
    """

    lane: int
    first: Decimal
    last: Decimal
    segments: tuple[tuple[Decimal, Decimal], ...]
    gaps: tuple[Decimal, ...]


@dataclass(frozen=True)
class SequenceRow:
    """One diagram of the sequence: its name, how many tasks it has, its marks and bars."""

    name: str
    text: str
    marks: tuple[Mark, ...]
    bars: tuple[Bar, ...]
    ours: bool = False
    colour: str = ""


@dataclass(frozen=True)
class Trail:
    """The way of a comparate with a name through the rows: places from left and from below, in percent."""

    style: int
    places: tuple[tuple[Decimal, Decimal], ...]


@dataclass(frozen=True)
class Sequence:
    """A sequence of critical difference diagrams.

    Parameters
    ----------
    title, caption, alt : str
        What it is, what it shows, its result in a sentence.
    x : PlotAxis
        Mean ranks.
    rows : tuple of SequenceRow
        The diagrams, from the top.
    trails : tuple of Trail
        What joins the marks of a comparate.
    keys : tuple of Key
        The comparates from left to right; grey ones have their names where there is room for all.
    n_lanes : int
        Most lanes of bars in a row.
    """

    title: str
    caption: str
    alt: str
    x: PlotAxis
    rows: tuple[SequenceRow, ...]
    trails: tuple[Trail, ...]
    keys: tuple[Key, ...]
    n_lanes: int

    @property
    def least_type(self) -> float:
        """Size of the smallest type, in points, in a document of 10 pt."""
        return SIZE


def sequence(comparison: Comparison, options: SequenceOptions = SequenceOptions()) -> Sequence:
    """Lay a sequence of critical difference diagrams out.

    Raises
    ------
    UsageError
        A task is unknown, or the comparisons have different comparates.
    DataError
        Mean ranks are undefined in one of them.
    """
    whole = text("sequence", comparison).all_tasks()
    parts = options.parts or ((whole, comparison), *_grouped(comparison, options.groups))
    ranks = [_ranks(name, part, parts[0][1]) for name, part in parts]
    styles = _styles(parts[0][1], ranks[0], options)
    names = parts[0][1].names
    axis = _Axis(Scale(*_span(ranks)), options.best == "right")
    keys = _keys(comparison, styles, {name: axis.at(rank) for name, rank in ranks[0].items()}, options)
    bars = [_bars(part, axis) for _, part in parts]
    words = text(
        "sequence",
        comparison,
        first=Study(parts[0][1]),
        n=len(names),
        n_rows=len(parts),
        n_grey=len(names) - len(styles),
        hidden=[name for (name, _), found in zip(parts, bars, strict=True) if found is None],
        doubtful=[name for name, part in parts if not Study(part).friedman["rejects"]],
        best=[(name, _best(at)) for (name, _), at in zip(parts, ranks, strict=True)][:_SHOWN],
        n_more=max(0, len(parts) - _SHOWN),
    )
    rows = tuple(
        SequenceRow(
            name,
            words.size_of(len(part.ranks)),
            tuple(
                Mark(*mark) for mark in sorted((styles.get(other, 0), axis.at(at[other])) for other in names)
            ),
            found or (),
        )
        for (name, part), at, found in zip(parts, ranks, bars, strict=True)
    )
    return Sequence(
        title=words.title(),
        caption=words.caption(),
        alt=words.alt(),
        x=axis.axis(words.axis()),
        rows=rows,
        trails=tuple(
            Trail(style, _places([at[name] for at in ranks], axis)) for name, style in styles.items()
        ),
        keys=keys,
        n_lanes=max((bar.lane for row in rows for bar in row.bars), default=0),
    )


@dataclass(frozen=True)
class _Axis:
    """The axis of mean ranks, 1 on either side."""

    scale: Scale
    best_right: bool

    def at(self, rank: float) -> Decimal:
        """Return the place of a rank."""
        place = self.scale.at(rank)
        return 100 - place if self.best_right else place

    def axis(self, label: str) -> PlotAxis:
        """Return the axis with its ticks from left to right."""
        found = self.scale.axis(label, most=9)
        ticks = sorted((100 - tick.at if self.best_right else tick.at, tick.text) for tick in found.ticks)
        return PlotAxis(found.label, tuple(Tick(at, text) for at, text in ticks))


def _grouped(
    comparison: Comparison, groups: tuple[tuple[str, tuple[str, ...]], ...]
) -> list[tuple[str, Comparison]]:
    """Compare again on the tasks of each group."""
    from comparatex.inference.compare import compare

    table, found = comparison.scores, []
    place = {name: i for i, name in enumerate(table.tasks)}
    for name, tasks in groups:
        unknown = [task for task in tasks if task not in place]
        if unknown or not tasks:
            raise UsageError(f"The group {name!r} has no task, or one that is unknown: {unknown[:1]}.")
        rows = sorted({place[task] for task in tasks})
        found.append((name, compare(on_tasks(table, rows), comparison.analysis)))
    return found


def _ranks(name: str, part: Comparison, first: Comparison) -> dict[str, float]:
    """Return the mean ranks of a part by comparate."""
    if set(part.names) != set(first.names):
        raise UsageError(f"{name!r} has other comparates than the first comparison of the sequence.")
    if np.isnan(part.mean_rank).any():
        raise DataError(
            f"{name!r} has fewer than two tasks on which every comparate has a score: no mean ranks."
        )
    return dict(zip(part.names, part.mean_rank.tolist(), strict=True))


def _span(ranks: Many[dict[str, float]]) -> tuple[Decimal, Decimal]:
    """Return the whole ranks around all mean ranks."""
    every = [rank for row in ranks for rank in row.values()]
    low, high = int(min(every)), -int(-max(every) // 1)
    return Decimal(low), Decimal(max(high, low + 1))


def _styles(first: Comparison, ranks: dict[str, float], options: SequenceOptions) -> dict[str, int]:
    """Return the numbers of the marks that are not grey, the best of the first row first."""
    if not 1 <= options.max_names <= LABELLED:
        raise UsageError(f"A sequence names 1 to {LABELLED} comparates, not {options.max_names}.")
    order = sorted(first.names, key=lambda name: ranks[name])
    ours = [name for name in order if name in options.ours][: options.max_names]
    others = [name for name in order if name not in options.ours]
    chosen = {*ours, *others[: options.max_names - len(ours)]}
    return {name: i for i, name in enumerate((name for name in order if name in chosen), 1)}


def _keys(
    comparison: Comparison, styles: dict[str, int], places: dict[str, Decimal], options: SequenceOptions
) -> tuple[Key, ...]:
    """Return all comparates, from left to right."""
    colours = highlights(comparison, options)
    return tuple(
        Key(styles.get(name, 0), x, name, name in options.ours, colours.get(name, ""))
        for name, x in sorted(places.items(), key=lambda item: (item[1], item[0]))
    )


def _bars(part: Comparison, axis: _Axis) -> tuple[Bar, ...] | None:
    """Return the bars of a row; None where they are too many."""
    try:
        cliques = part.cliques
    except DataError:
        return None
    order = np.argsort(part.mean_rank, kind="stable").tolist()
    position = {i: place for place, i in enumerate(order)}
    members = sorted(tuple(sorted(position[i] for i in clique)) for clique in cliques)
    lanes = pack([(clique[0], clique[-1]) for clique in members])
    if max(lanes, default=0) > _LANES and len(members) <= _REDUCIBLE:
        members = list(essential(members))
        lanes = pack([(clique[0], clique[-1]) for clique in members])
    if max(lanes, default=0) > _LANES:
        return None
    at = [axis.at(float(part.mean_rank[i])) for i in order]
    return tuple(_bar(clique, lane, at) for clique, lane in zip(members, lanes, strict=True))


def _bar(clique: Many[int], lane: int, at: Many[Decimal]) -> Bar:
    """Return the bar of a clique, by positions in rank order."""
    first, last = sorted((at[clique[0]], at[clique[-1]]))
    runs: list[list[int]] = []
    for i in clique:
        if runs and runs[-1][-1] == i - 1:
            runs[-1].append(i)
        else:
            runs.append([i])
    ends = [sorted((at[run[0]], at[run[-1]])) for run in runs]
    gaps = tuple(at[i] for i in range(clique[0], clique[-1]) if i not in clique)
    return Bar(lane, first, last, tuple((low, high) for low, high in ends), gaps)


def _best(ranks: dict[str, float]) -> str:
    """Return who has the best mean rank."""
    return min(ranks, key=lambda name: ranks[name])


def _places(ranks: Many[float], axis: _Axis) -> tuple[tuple[Decimal, Decimal], ...]:
    """Return the places of a comparate in all rows, which are equally high."""
    n = len(ranks)
    heights = [(100 - Decimal(100 * (2 * i + 1)) / (2 * n)).quantize(Decimal("0.01")) for i in range(n)]
    return tuple((axis.at(rank), height) for rank, height in zip(ranks, heights, strict=True))
