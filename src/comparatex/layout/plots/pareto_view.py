"""The view model of scores against costs, and its settings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from types import MappingProxyType
from typing import Literal

from comparatex.layout.label_room import Side
from comparatex.layout.plots.plot import PlotAxis
from comparatex.layout.showing import AXIS, ONLY, Showing
from comparatex.settings import setting


@dataclass(frozen=True, kw_only=True)
class ParetoOptions(Showing):
    """Settings of scores against costs.

    Parameters
    ----------
    costs : mapping of str to float
        Cost of each comparate, as time, size or energy; less is better.
    cost_name : str
        What the costs are, with their unit.
    include : tuple of str
        Comparates to draw, all when empty.
    of : {"mean", "median", "rank"}
        The score: mean, median, or mean rank (1 is best).
    axis : {"auto", "linear", "logarithmic"}
        The axis of costs; ``auto`` is logarithmic where the largest is 20 times the smallest.
    """

    costs: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))
    cost_name: str = "cost"
    include: tuple[str, ...] = setting((), **ONLY)
    of: Literal["mean", "median", "rank"] = setting(
        "mean", after="cost_name", help="The score: mean, median, or mean rank."
    )
    axis: Literal["auto", "linear", "logarithmic"] = setting("auto", after="of", **AXIS)


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
