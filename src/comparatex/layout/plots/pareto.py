"""Scores against costs: who is best at what price, and who costs more and is no better than another."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal

from comparatex.errors import DataError, UsageError
from comparatex.inference.comparison import Comparison
from comparatex.inference.occam import razor
from comparatex.layout.facts import text
from comparatex.layout.mcm_size import SIZE
from comparatex.layout.notation import notations
from comparatex.layout.numbers import Notation
from comparatex.layout.options.figures import ParetoOptions
from comparatex.layout.plots.axes import PlotAxis, Scale, Tick, log_scale, scale, score_scale
from comparatex.layout.plots.label_placement import Label, Side, Wanted, labels
from comparatex.layout.selection import highlights, positions


@dataclass(frozen=True)
class ParetoMark:
    """A comparate: its place, what stands for it and on which side (none where there is no room), its looks.

    `lead` is where the line ends that runs from the mark to its label, when that has no room beside the mark; `number`
    is what stands for a name that has no room at all, 0 where the name stands.
    """

    name: str
    x: Decimal
    y: Decimal
    side: Side
    lead: tuple[Decimal, Decimal] | None
    number: int
    on_front: bool
    ours: bool
    colour: str

    @property
    def text(self) -> str:
        """Return what stands at the mark."""
        return str(self.number) if self.number else self.name


@dataclass(frozen=True)
class Pareto:
    """Scores against costs.

    Parameters
    ----------
    title, caption, alt : str
        What it is, what it shows, its result in a sentence.
    x, y : PlotAxis
        Costs and scores.
    marks : tuple of ParetoMark
        The comparates, the cheapest first.
    front : tuple of (Decimal, Decimal)
        Places of those that no other is better than at the same cost or less, the cheapest first.
    """

    title: str
    caption: str
    alt: str
    x: PlotAxis
    y: PlotAxis
    marks: tuple[ParetoMark, ...]
    front: tuple[tuple[Decimal, Decimal], ...]

    @property
    def least_type(self) -> float:
        """Size of the smallest type, in points, in a document of 10 pt."""
        return SIZE


_RATIO = 20
"""Ratio of the largest to the smallest cost from which the axis is logarithmic."""


def pareto(comparison: Comparison, options: ParetoOptions = ParetoOptions()) -> Pareto:
    """Lay scores against costs out.

    Raises
    ------
    UsageError
        A name is unknown, or a logarithmic axis is asked for costs that are not positive.
    DataError
        A comparate has no cost, or no score.
    """
    wanted = positions(comparison, options.include) or tuple(range(len(comparison.names)))
    names = [comparison.names[i] for i in wanted]
    costs = _costs(names, options)
    found = _scores(comparison, options)
    scores = {name: found[i] for name, i in zip(names, wanted, strict=True)}
    if not all(math.isfinite(score) for score in scores.values()):
        raise DataError("Mean ranks need two tasks on which every comparate has a score.")
    higher = comparison.scores.higher_is_better and options.of != "rank"
    best = front(costs, scores, higher=higher)
    x = _cost_scale(list(costs.values()), options)
    y = (
        scale(list(scores.values()), padding="0.08")
        if options.of == "rank"
        else _score_scale(scores.values())
    )
    places = {name: (x.at(costs[name]), _upwards(y.at(scores[name]), options)) for name in names}
    first = [*(name for name in options.ours if name in places), *best]
    order = [*first, *sorted(names, key=lambda name: -scores[name] if higher else scores[name])]
    steps = tuple(places[name] for name in best)
    wishes = [Wanted(name, *_hundredths(places[name])) for name in dict.fromkeys(order)]
    named = labels(wishes, [_hundredths(step) for step in steps], important=set(first))
    colours = highlights(comparison, options)
    marks = tuple(
        _mark(places[name], name, named[name], name in best, name in options.ours, colours.get(name, ""))
        for name in sorted(names, key=lambda name: costs[name])
    )
    notation = Notation() if options.of == "rank" else notations(comparison, options).means
    taken, simplest = razor(comparison, {mark.name: costs[mark.name] for mark in marks})
    words = text(
        "pareto",
        comparison,
        of=options.of,
        cost="" if options.cost_name == ParetoOptions.cost_name else options.cost_name,
        n=len(names),
        front=best,
        best=comparison.names[taken],
        simplest=comparison.names[simplest],
        numbered=[f"{mark.number} {mark.name}" for mark in sorted(marks, key=_numbered) if mark.number],
        hidden=[mark.name for mark in marks if not mark.side],
        notation=notation,
    )
    return Pareto(
        title=words.title(),
        caption=words.caption(),
        alt=words.alt(),
        x=x.axis(words.across()),
        y=_axis(y, words.along(y.logarithmic), notation, options),
        marks=marks,
        front=steps,
    )


def _numbered(mark: ParetoMark) -> tuple[int, str]:
    """Return what marks whose names have no room are listed by."""
    return mark.number, mark.name


def front(costs: Mapping[str, float], scores: Mapping[str, float], *, higher: bool) -> tuple[str, ...]:
    """Return those that no other one dominates: as cheap and as good, and cheaper or better; cheapest first.

    >>> front({"A": 1, "B": 2, "C": 3}, {"A": 0.5, "B": 0.4, "C": 0.9}, higher=True)
    ('A', 'C')
    """
    good = {name: score if higher else -score for name, score in scores.items()}
    found, cheapest, best = list[str](), math.nan, -math.inf
    for name in sorted(costs, key=lambda name: (costs[name], -good[name], name)):
        if good[name] > best:
            cheapest, best = costs[name], good[name]
        if (costs[name], good[name]) == (cheapest, best):
            found.append(name)
    return tuple(found)


def _mark(
    place: tuple[Decimal, Decimal], name: str, label: Label, on_front: bool, ours: bool, colour: str
) -> ParetoMark:
    """Return the mark of a comparate with its label."""
    number = int(label.text) if label.number else 0
    lead = (Decimal(label.lead[0]) / 100, Decimal(label.lead[1]) / 100) if label.lead else None
    return ParetoMark(name, *place, label.side, lead, number, on_front, ours, colour)


def _hundredths(place: tuple[Decimal, Decimal]) -> tuple[int, int]:
    """Return a place in hundredths of a percent."""
    return int(100 * place[0]), int(100 * place[1])


def _upwards(place: Decimal, options: ParetoOptions) -> Decimal:
    """Return the place of a score: ranks have 1 on top."""
    return 100 - place if options.of == "rank" else place


def _axis(y: Scale, label: str, notation: Notation, options: ParetoOptions) -> PlotAxis:
    """Return the axis of scores."""
    ticks = ((_upwards(tick.at, options), tick.text) for tick in y.axis(label, notation).ticks)
    return PlotAxis(label, tuple(Tick(at, text) for at, text in sorted(ticks)))


def _costs(names: list[str], options: ParetoOptions) -> dict[str, float]:
    lacking = [name for name in names if not math.isfinite(options.costs.get(name, math.nan))]
    if lacking:
        raise DataError(
            f"{lacking[0]} has no cost{f', and {len(lacking) - 1} more' if len(lacking) > 1 else ''}: give the "
            "costs of all comparates that are drawn."
        )
    return {name: float(options.costs[name]) for name in names}


def _scores(comparison: Comparison, options: ParetoOptions) -> list[float]:
    """Return what is drawn upwards, in the summary order."""
    found = {"mean": comparison.mean, "median": comparison.median, "rank": comparison.mean_rank}[options.of]
    return [float(f"{score:.12g}") for score in found]  # equal means of decimals are equal


def _score_scale(scores: Iterable[float]) -> Scale:
    """Return the scale of scores, with room for names."""
    return score_scale(list(scores), padding="0.08")


def _cost_scale(costs: list[float], options: ParetoOptions) -> Scale:
    positive = min(costs) > 0
    if options.axis == "logarithmic" and not positive:
        raise UsageError('A logarithmic axis needs positive costs: use `axis="linear"`.')
    wide = positive and max(costs) >= _RATIO * min(costs)
    if options.axis == "logarithmic" or (options.axis == "auto" and wide):
        return log_scale(costs, padding="0.08")
    return scale(costs, padding="0.08")
