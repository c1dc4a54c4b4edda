"""The view model of the scatter of one pair, and its settings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from comparatex.layout.plots.plot import PlotAxis, Point


@dataclass(frozen=True)
class Corner:
    """What stands in a corner of the scatter: who is better there, on how many tasks, with which marks."""

    result: Literal["wins", "losses"]
    name: str
    count: str
    ours: bool


@dataclass(frozen=True)
class Scatter:
    """A scatter of one pair. Both axes are of one scale, so that the diagonal is where scores are equal.

    Parameters
    ----------
    title, caption, alt : str
        What it is, what it shows, its result in a sentence.
    x, y : PlotAxis
        The axes.
    wins, ties, losses : tuple of Point
        Tasks on which the comparate of the y axis is better, equal, worse.
    means : Point or None
        The mean scores.
    above, below : Corner or None
        Who is better above and below the diagonal.
    equal : str
        On how many tasks both are equal; empty where there is none.
    pvalue : str
        The p-value as an equation; empty where counts are not shown.
    """

    title: str
    caption: str
    alt: str
    x: PlotAxis
    y: PlotAxis
    wins: tuple[Point, ...]
    ties: tuple[Point, ...]
    losses: tuple[Point, ...]
    means: Point | None
    above: Corner | None
    below: Corner | None
    equal: str
    pvalue: str
