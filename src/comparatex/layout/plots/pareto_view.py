"""The view model of scores against costs, and its settings."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from comparatex.layout.label_room import Side
from comparatex.layout.plots.plot import PlotAxis


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
