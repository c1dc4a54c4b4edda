"""Draw scores against costs, with the Pareto front."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal

from comparatex.artefacts import Limit, declare
from comparatex.errors import DataError, UsageError
from comparatex.figures.common import pictures
from comparatex.figures.common.data import Axis, Described, Named, axis, in_unit, is_logarithmic
from comparatex.layout.facts import text
from comparatex.layout.numbers import Notation
from comparatex.layout.options import AXIS, Choosing
from comparatex.layout.selection import looks, positions
from comparatex.settings import setting
from comparatex.text import Text

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from comparatex.figures.common.label_placement import Label, Side
    from comparatex.inference.comparison import Comparison


@dataclass(frozen=True, kw_only=True)
class ParetoOptions(Choosing):
    """Settings of scores against costs."""

    costs: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))
    """Cost of each comparate, as time, size or energy; less is better."""
    cost_name: str = "cost"  # what the costs are, with their unit
    of: Literal["mean", "median", "rank"] = setting(
        "mean", common=True, after="cost_name", own=True, help="The score: mean, median, or mean rank."
    )
    axis: Literal["auto", "linear", "logarithmic"] = setting("auto", common=True, after="of", **AXIS)


@dataclass(frozen=True, kw_only=True)
class ParetoMark(Named):
    """A comparate with its label."""

    x: float  # x, y: its cost and score
    y: float
    side: Side  # of the label; none where that has no room
    lead: tuple[float, float] | None  # where the line to the label ends, when that has no room beside the mark
    number: int  # what stands for a name that has no room at all; 0 where the name stands
    on_front: bool

    @property
    def text(self) -> str:
        """Return what stands at the mark."""
        return str(self.number) if self.number else self.name


@dataclass(frozen=True, kw_only=True)
class Pareto(Described):
    """Scores against costs."""

    x: Axis  # x, y: costs and scores
    y: Axis
    descending: bool  # low scores are on top: ranks, of which 1 is best
    marks: tuple[ParetoMark, ...]  # the comparates, the cheapest first
    least_type: float = 8.0

    @property
    def front(self) -> tuple[ParetoMark, ...]:
        """Those that no other is better than at the same cost or less, the cheapest first."""
        return tuple(mark for mark in self.marks if mark.on_front)

    @property
    def drawn(self) -> list[tuple[str, str, list[ParetoMark]]]:
        """The front as a whole, and by colours all others and those marks of the front that have one."""
        drawn = [("front", "", [*self.front])]
        for colour in sorted({mark.colour for mark in self.marks}):
            some = [mark for mark in self.marks if mark.colour == colour]
            drawn.append(("dominated", colour, [mark for mark in some if not mark.on_front]))
            drawn.append(("priced", colour, [mark for mark in some if mark.on_front and colour]))
        return [each for each in drawn if each[2]]


_RATIO = 20  # ratio of the largest to the smallest cost from which the axis is logarithmic
_ROOM = 0.08  # room for names on either side of the data, as a share of their span


@declare(
    "Draw scores against costs (time, size, energy) with the Pareto front.",
    limit=Limit(3000, "would be one spot of marks"),
    example="--costs costs.csv",
)
def lay_out(comparison: Comparison, options: ParetoOptions = ParetoOptions()) -> Pareto:
    """Return scores against costs."""
    from comparatex.figures.common.label_placement import WHOLE, labels
    from comparatex.inference.scale import ratios
    from comparatex.layout.notation import notations, printed_means

    included = positions(comparison, options.include) or tuple(range(len(comparison.names)))
    names, ranks = [comparison.names[i] for i in included], options.of == "rank"
    costs, values = _costs(names, options), _scores(comparison, options)
    if not all(math.isfinite(values[i]) for i in included):
        raise DataError("Mean ranks need two tasks on which every method has a score.")
    notation = Notation() if ranks else printed_means(comparison, notations(comparison, options))[1]
    if comparison.basis.scale == "log" and not ranks:
        values = [float(ratios(value)) for value in values]
    scores = {name: in_unit(values[i], notation) for name, i in zip(names, included, strict=True)}
    higher = comparison.scores.higher_is_better and not ranks
    best = front(costs, scores, higher=higher)
    values = list(scores.values())
    x = axis("", list(costs.values()), logarithmic=_is_logarithmic(list(costs.values()), options), margin=_ROOM)
    y = axis("", values, logarithmic=not ranks and is_logarithmic(values, "auto", comparison.basis.scale), margin=_ROOM)
    first = [*(name for name in options.ours if name in costs), *best]
    order = [*first, *sorted(names, key=lambda name: -scores[name] if higher else scores[name])]

    def at(name: str) -> tuple[int, int]:
        across, up = x.share(costs[name]), y.share(scores[name])
        return int(WHOLE * across), int(WHOLE * (1 - up if ranks else up))

    def end(label: Label) -> tuple[float, float] | None:
        """Return where the line from a mark to its label ends."""
        if not label.lead:
            return None
        across, up = (part / WHOLE for part in label.lead)
        return x.at(across), y.at(1 - up if ranks else up)

    named = labels({name: at(name) for name in order}, [at(name) for name in best], important=first)
    look = looks(comparison, options)
    marks = tuple(
        ParetoMark(
            **look(name),
            x=costs[name],
            y=scores[name],
            side=named[name].side,
            lead=end(named[name]),
            number=named[name].number,
            on_front=name in best,
        )
        for name in sorted(names, key=lambda name: costs[name])
    )
    words = _words(comparison, options, marks, best, notation)
    return Pareto(
        **words.about(),
        x=replace(x, label=words.across()),
        y=replace(y, label=words.along(y.logarithmic)),
        descending=ranks,
        marks=marks,
    )


def _words(
    comparison: Comparison, options: ParetoOptions, marks: Sequence[ParetoMark], best: Sequence[str], notation: Notation
) -> Text:
    """Return the texts of scores against costs."""
    from comparatex.inference.verdicts import razor_in_words

    taken, simplest = razor_in_words(comparison, {mark.name: mark.x for mark in marks})
    return text(
        "pareto",
        comparison,
        of=options.of,
        cost="" if options.cost_name == ParetoOptions.cost_name else options.cost_name,
        n=len(marks),
        front=best,
        best=taken,
        simplest=simplest,
        numbered=[f"{number} {name}" for number, name in sorted((m.number, m.name) for m in marks if m.number)],
        hidden=[mark.name for mark in marks if not mark.side],
        notation=notation,
    )


def front(costs: Mapping[str, float], scores: Mapping[str, float], *, higher: bool) -> tuple[str, ...]:
    """Return those that no other one dominates: as cheap and as good, and cheaper or better; cheapest first.

    >>> front({"A": 1, "B": 2, "C": 3}, {"A": 0.5, "B": 0.4, "C": 0.9}, higher=True)
    ('A', 'C')
    """
    good = {name: score if higher else -score for name, score in scores.items()}
    names, cheapest, best = list[str](), math.nan, -math.inf
    for name in sorted(costs, key=lambda name: (costs[name], -good[name], name)):
        if good[name] > best:
            cheapest, best = costs[name], good[name]
        if (costs[name], good[name]) == (cheapest, best):
            names.append(name)
    return tuple(names)


def _costs(names: list[str], options: ParetoOptions) -> dict[str, float]:

    lacking = [name for name in names if not math.isfinite(options.costs.get(name, math.nan))]
    if lacking:
        raise DataError(
            f"{lacking[0]} has no cost{f', and {len(lacking) - 1} more' if len(lacking) > 1 else ''}: give the "
            "costs of all methods that are drawn."
        )
    return {name: float(options.costs[name]) for name in names}


def _scores(comparison: Comparison, options: ParetoOptions) -> list[float]:
    """Return what is drawn upwards, in the summary order."""
    scores = {"mean": comparison.mean, "median": comparison.median, "rank": comparison.mean_rank}[options.of]
    return [float(f"{score:.12g}") for score in scores]  # equal means of decimals are equal


def _is_logarithmic(costs: Sequence[float], options: ParetoOptions) -> bool:
    """Whether the axis of costs is logarithmic."""
    positive = min(costs) > 0
    if options.axis == "logarithmic" and not positive:
        raise UsageError('A logarithmic axis needs positive costs: use `axis="linear"`.')
    wide = positive and max(costs) >= _RATIO * min(costs)
    return options.axis == "logarithmic" or (options.axis == "auto" and wide)


# -------------------------------------------------------------------------------------------------- pictures
_HEIGHT = 210.0  # of a figure of its own, in points
_OFFSETS: dict[str, tuple[float, float, str, str]] = {
    "right": (4.5, 0, "left", "center_baseline"),
    "left": (-4.5, 0, "right", "center_baseline"),
    "above": (0, 4.5, "center", "baseline"),
    "below": (0, -4.5, "center", "top"),
    "aboveright": (2.5, 3, "left", "baseline"),
    "belowright": (2.5, -3, "left", "top"),
    "aboveleft": (-2.5, 3, "right", "baseline"),
    "belowleft": (-2.5, -3, "right", "top"),
}
"""How many points a name is from its mark, to the right and up, and what of it is there."""


def draw(view: Pareto, ax: Axes | None = None) -> Figure:
    """Draw scores against costs: x is the cost, y the score."""
    ax = pictures.axes(ax, _HEIGHT, 345.0)
    pictures.dress(ax, view.x, view.y, grid="y")
    if view.descending:
        ax.invert_yaxis()
    red, grey = pictures.COLOURS["plotbetter"], pictures.COLOURS["plotneutral"]
    looks: dict[str, Any] = {"ms": 4, "mew": 0.6, "zorder": 3}
    for style, colour, marks in view.drawn:
        look = {"front": {"color": red, "ls": "-"}, "dominated": {"color": grey, "mfc": "white"}}.get(style, {})
        look |= {"color": f"#{colour}"} if colour else {}
        x, y = [mark.x for mark in marks], [mark.y for mark in marks]
        ax.step(x, y, where="post", **{"marker": "o", "ls": "", "lw": 0.8, **looks, **look})
    for mark in view.marks:
        if mark.lead:
            ax.plot(*zip((mark.x, mark.y), mark.lead, strict=True), color=pictures.COLOURS["plotrule"], lw=0.4)
        if mark.side:
            right, up, across, along = _OFFSETS[mark.side]
            pictures.text(
                ax,
                mark.text,
                mark.lead or (mark.x, mark.y),
                (right, up),
                ha=across,
                va=along,
                fontweight="bold" if mark.ours else "normal",
                color=f"#{mark.colour}" if mark.colour else "black",
            )
    return pictures.figure_of(ax)
