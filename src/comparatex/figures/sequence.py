"""Draw diagrams of mean ranks by task group or measure."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from collections.abc import Sequence as Many
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

from comparatex.artefacts import Limit, declare
from comparatex.data.measures import without_unit
from comparatex.errors import DataError, UsageError
from comparatex.figures.common import pictures
from comparatex.figures.common.data import Described, Named
from comparatex.figures.common.rows import NARROW
from comparatex.layout.cdd_view import Clique, essential, spread
from comparatex.layout.facts import Study, text
from comparatex.layout.numbers import fixed
from comparatex.layout.options import Showing
from comparatex.layout.selection import looks
from comparatex.layout.widths import SIZE, Room, latin_modern, shrunk
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
    moves: int = setting(
        4, minimum=0, after="lower", help="Methods with a thick line: those that move most, besides --ours."
    )


@dataclass(frozen=True, kw_only=True)
class Stage:
    """The mean ranks of one comparison, and the bars beside them."""

    name: str
    text: str  # how many tasks it has
    ranks: tuple[float, ...]  # ascending
    bars: tuple[Clique, ...]  # over positions in these ranks

    def lines(self) -> Iterator[tuple[int, float, float, bool]]:
        """Yield lanes and ends of bars, first where these are thin: past those that are no members."""
        for bar in self.bars:
            if bar.gaps:
                yield bar.lane, self.ranks[bar.first - 1], self.ranks[bar.last - 1], True
        for bar in self.bars:
            for first, last in bar.runs:
                yield bar.lane, self.ranks[first - 1], self.ranks[last - 1], False


@dataclass(frozen=True, kw_only=True)
class Way(Named):
    """A comparate from comparison to comparison."""

    role: Literal["rising", "falling", "own", "other"]
    ranks: tuple[float, ...]  # its mean ranks
    ends: tuple[tuple[float, str], ...]
    """Where its name is beside the first and the last comparison, and its mean ranks there as texts; none without room
    for it."""


@dataclass(frozen=True, kw_only=True)
class Slopes(Described):
    """Mean ranks by comparison, joined for each comparate: the best above, comparisons from the left."""

    stages: tuple[Stage, ...]
    ways: tuple[Way, ...]  # the comparates, those with thick lines last
    low: float  # low, high: the ends of the axis of mean ranks
    high: float
    line: Room
    least_type: float

    @property
    def named(self) -> list[Way]:
        """The comparates whose names stand at the ends."""
        return [way for way in self.ways if way.ends]

    @property
    def digits(self) -> int:
        """Characters of the longest mean rank at an end."""
        return max((len(rank) for way in self.ways for _, rank in way.ends), default=0)

    @property
    def tall(self) -> float:
        """Height of the axis, in points."""
        return max(_LEAST, _PITCH * self.least_type * max(len(self.named) - 1, 1))

    def beside(self, stage: int) -> float:
        """How far texts are from the marks of a comparison, past its bars, in units of the type."""
        return round(_BESIDE + _LANE * (1 + max((bar.lane for bar in self.stages[stage].bars), default=0)), 3)

    @property
    def sizes(self) -> tuple[float, ...]:
        """Return the height, the type, and what names and bars take of the line on both sides, in units of the type."""
        left, right = self.taken(_name_width, self.least_type)
        return tuple(round(size / SIZE, 3) for size in (self.tall, self.least_type, left + right))

    def taken(self, width: Callable[[Way, float], float], size: float) -> tuple[float, float]:
        """Return what names and bars take of the line on either side, in points, in type of a size."""
        names = max((width(way, size) for way in self.named), default=0.0)
        left, right = (names + (self.beside(end) + _NUMBER) * size if self.sided(end) else size for end in (0, -1))
        return left, right

    def fitting(self, width: Callable[[Way, float], float]) -> float:
        """Return the type that leaves enough of the line to slopes."""
        size = self.least_type
        while size > _SMALLEST and sum(self.taken(width, size)) > (1 - _SLOPES) * self.line.width:
            size -= 0.1
        return round(size, 1)

    @property
    def standing(self) -> bool:
        """Whether the names of comparisons stand upright, as side by side they would touch."""
        across = self.line.width - sum(self.taken(_name_width, self.least_type))
        widest = max(latin_modern(words) for stage in self.stages for words in (stage.name, stage.text))
        return (widest * shrunk(self.least_type) + self.least_type) * (len(self.stages) - 1) > across

    def sided(self, end: int) -> bool:
        """Whether names stand at the first or the last comparison."""
        return len(self.stages) > 1 or not end


def _name_width(way: Way, size: float) -> float:
    return latin_modern(way.name, bold=way.ours) * shrunk(size)


_LANES = 4
"""Lanes of bars that a comparison can have: more, and bars that say nothing new are left out, else all of them."""
_REDUCIBLE = 1000  # most cliques among which those that say something new are searched for
_SHOWN = 6  # comparisons that the alternative text names
_MOST, _PITCH = 62, 1.2  # names at an end, and how far they are apart, in units of the type
_SLOPES, _SMALLEST, _NUMBER = 0.24, 4.0, 2.8
"""Share of the line that names leave to slopes; type at which they shrink no further; a mean rank, in units of type."""
_LEAST, _ABOVE = 60.0, 40.0  # heights of the axis at least, and of what stands above it, in points
_LANE, _BESIDE = 0.42, 1.8  # between bars, and of leaders to names, in units of the type, as in the style file


@declare(
    "Draw several critical difference diagrams on one axis: of all tasks and of each group, or of measures.",
    limit=Limit(600, "would fill a dozen pages", "`exclude`"),
    example="--task-groups tasks.csv",
)
def lay_out(comparison: Comparison, options: SequenceOptions = SequenceOptions()) -> Slopes:
    """Return the slopes."""
    everything = text("sequence", comparison).all_tasks()
    measured = [(without_unit(measure), part) for measure, part in options.parts]
    parts = measured or [(everything, comparison), *_grouped(comparison, options.groups)]
    first = parts[0][1]
    ranks = [_ranks(name, part, first) for name, part in parts]
    cliques = [_cliques(part) for _, part in parts]
    ways = _ways(comparison, ranks, options)
    words = text(
        "sequence",
        comparison,
        first=Study(first),
        n=len(first.names),
        n_rows=len(parts),
        n_grey=sum(not way.ends for way in ways),
        moved=any(way.role in ("rising", "falling") for way in ways),
        falls=any(way.role == "falling" for way in ways),
        hidden=[
            name
            for (name, part), found in zip(parts, cliques, strict=True)
            if found is None and part.analysis.family == "all"
        ],
        gaps=any(bar.gaps for of_group in cliques for bar in of_group or ()),
        doubtful=[name for name, part in parts if not Study(part).friedman["rejects"]],
        best=[(name, min(at, key=at.__getitem__)) for (name, _), at in zip(parts, ranks, strict=True)][:_SHOWN],
        n_more=max(0, len(parts) - _SHOWN),
    )
    every = [rank for row in ranks for rank in row.values()]
    usual = 7.0 if options.line.width < NARROW else SIZE
    n_named = max(sum(bool(way.ends) for way in ways) - 1, 1)
    view = Slopes(
        **words.about(),
        stages=tuple(
            Stage(name=name, text=words.size_of(len(part.ranks)), ranks=tuple(sorted(at.values())), bars=found or ())
            for (name, part), at, found in zip(parts, ranks, cliques, strict=True)
        ),
        ways=ways,
        low=min(every),
        high=max(every) if max(every) > min(every) else min(every) + 1.0,
        line=options.line,
        least_type=round(min(usual, (options.line.highest - _ABOVE) / n_named / _PITCH), 1),
    )
    return replace(view, least_type=view.fitting(_name_width))


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
        raise DataError(
            f"{name!r} has fewer than two tasks on which every method has a score, so it has no mean ranks."
        )
    return {other: round(rank, 4) for other, rank in zip(part.names, part.mean_rank.tolist(), strict=True)}


def _ways(comparison: Comparison, ranks: Many[Mapping[str, float]], options: SequenceOptions) -> tuple[Way, ...]:
    """Return all comparates, their names as near to their first and last marks as they can be read."""
    look, order = looks(comparison, options), sorted(ranks[0], key=lambda name: (ranks[0][name], name))
    moves = {name: max(row[name] for row in ranks) - min(row[name] for row in ranks) for name in order}
    most = [name for name in sorted(order, key=lambda name: -moves[name]) if moves[name] > 0][: options.moves]
    thick = {*most, *options.ours}
    named = [name for name in order if name in thick or len(order) <= _MOST]
    every = [rank for row in ranks for rank in row.values()]
    low, span = min(every), (max(every) - min(every)) or 1.0
    apart = span / max(len(named) - 1, 1)
    ends = []
    for row in (ranks[0], ranks[-1]):
        by_rank = sorted(named, key=lambda name: (row[name], name))
        places = spread([row[name] - low for name in by_rank], apart, span)
        ends.append({name: round(low + place, 4) for name, place in zip(by_rank, places, strict=True)})

    def role(name: str) -> Literal["rising", "falling", "own", "other"]:
        if name in most:
            return "rising" if ranks[-1][name] < ranks[0][name] else "falling"
        return "own" if name in thick else "other"

    return tuple(
        Way(
            **look(name),
            role=role(name),
            ranks=tuple(row[name] for row in ranks),
            ends=tuple(
                (end[name], fixed(ranks[k][name], 1)) for k, end in zip((0, -1), ends, strict=True) if name in end
            ),
        )
        for name in sorted(order, key=lambda name: name in thick)
    )


def _cliques(part: Comparison) -> tuple[Clique, ...] | None:
    """Return the bars of a comparison by places in the order of mean ranks; None for many."""
    import numpy as np

    from comparatex.layout.cdd import in_lanes

    try:
        cliques = part.cliques
    except DataError:
        return None
    position = {i: place for place, i in enumerate(np.argsort(part.mean_rank, kind="stable").tolist(), 1)}
    members = tuple(sorted(tuple(sorted(position[i] for i in clique)) for clique in cliques))
    for some in (members, essential(members) if len(members) <= _REDUCIBLE else ()):
        bars = in_lanes(some)
        if some and max(bar.lane for bar in bars) <= _LANES:
            return bars
    return None if members else ()


# -------------------------------------------------------------------------------------------------- pictures
_LOOKS = {
    "rising": ("plotbetter", 1.2, "-"),
    "falling": ("plotworse", 1.2, (0, (3, 1.2))),
    "own": ("black", 1.2, "-"),
    "other": ("plotcurve0", 0.5, "-"),
}
_STEP, _BELOW = 120.0, 22.0  # points from comparison to comparison at most, and below what stands above them


def draw(view: Slopes, ax: Axes | None = None) -> Figure:
    """Draw slopes: x is the number of a comparison, from 1 on, y the mean rank, the best above."""
    from comparatex.drawing.output import text_width

    def width(way: Way, size: float) -> float:
        return text_width(way.name, size, bold=way.ours)

    n, size = len(view.stages), view.least_type
    if ax is None:
        size = view.fitting(width)
        left, right = view.taken(width, size)
        across = max(min(view.line.width - left - right, _STEP * max(n - 1, 1)), 0.1 * view.line.width)
        heads = [text_width(f"{stage.name}, {stage.text}", size) for stage in view.stages]
        wide, tall = left + across + right, view.tall + (max(heads) + _BELOW if view.standing else _ABOVE)
        place = (left / wide, 0.02, across / wide, view.tall / tall)
        ax = pictures.new(tall, wide, layout=None).add_axes(place)
    ax.set(xlim=(1, max(n, 2)), ylim=(view.high, view.low), yticks=[])
    between = ", " if view.standing else "\n"
    ax.set_xticks(range(1, n + 1), [f"{stage.name}{between}{stage.text}" for stage in view.stages], fontsize=size)
    turn = 90 * view.standing
    ax.tick_params(axis="x", length=0, pad=8, labeltop=True, labelbottom=False, labelrotation=turn)
    ax.spines[:].set_visible(False)
    for label in ax.get_xticklabels():
        label.set_parse_math(False)
    for k, stage in enumerate(view.stages, 1):
        for lane, low, high, thin in stage.lines():
            shift = (1 if k == n > 1 else -1) * (lane + 0.5) * _LANE * size
            _line(ax, k, (low, shift), (high, shift), lw=0.4 if thin else 1.2, color="black")
    for way in view.ways:
        name, wide, dashes = _LOOKS[way.role]
        colour = f"#{way.colour}" if way.colour else pictures.COLOURS[name]
        ink = pictures.COLOURS["plotneutral"] if way.role == "other" and not way.colour else colour
        looks: dict[str, Any] = {"clip_on": False, "zorder": 3 if wide > 1 else 2}
        ax.plot(range(1, n + 1), way.ranks, "o", ls=dashes, color=colour, lw=wide, ms=2.6, **looks)
        for (at, rank), end in zip(way.ends, (0, -1), strict=False):
            if view.sided(end):
                side, x = (1, n) if end else (-1, 1)
                rank = rank.rjust(view.digits, "\N{FIGURE SPACE}")
                words = f"{rank}  {way.name}" if end else f"{way.name}  {rank}"
                away = side * view.beside(end) * size
                ends = (way.ranks[end], away - side * _BESIDE * size), (at, away - side * 2)
                _line(ax, x, *ends, lw=0.4, color=pictures.COLOURS["plotcurve0"])
                pictures.text(
                    ax, words, (x, at), (away, 0), ha="left" if end else "right", va="center", color=ink,
                    fontsize=size, fontweight="bold" if way.ours else "normal",
                )  # fmt: skip
    return pictures.figure_of(ax)


def _line(ax: Axes, x: int, one: tuple[float, float], two: tuple[float, float], **looks: Any) -> None:
    """Draw a line beside a comparison, from one rank, so many points to the right, to another one."""
    ends = [
        ax.annotate("", (x, y), (away, 0), textcoords="offset points", annotation_clip=False) for y, away in (one, two)
    ]
    arrow = {"arrowstyle": "-", "shrinkA": 0, "shrinkB": 0, **looks}
    ax.annotate("", (0.5, 0.5), (0.5, 0.5), ends[0], ends[1], arrowprops=arrow, annotation_clip=False)
