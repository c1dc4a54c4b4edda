"""The view model of the scatter of one pair, and its settings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from comparatex.layout.plots.plot import PlotAxis, Point
from comparatex.layout.showing import AXIS, Showing
from comparatex.settings import setting


@dataclass(frozen=True, kw_only=True)
class ScatterOptions(Showing):
    """Settings of the scatter of one pair.

    Parameters
    ----------
    x, y : str
        The two comparates. Without them: ours, or the best of the others, upwards; the best one that is left
        to the right.
    means : bool
        Mark the mean scores.
    counts : bool
        Print on how many tasks which of the two is better, and the p-value.
    axis : {"auto", "linear", "logarithmic"}
        Both axes; ``auto`` is logarithmic where scores are positive and the largest is ten times their median.
    max_points : int
        Tasks up to which each has a mark of its own. More are gathered on a grid, and a mark of size s
        stands for 2^(s−1) tasks and more.
    """

    x: str = setting("", metavar="NAME", help="Comparate to the right; the best one that is left by default.")
    y: str = setting("", metavar="NAME", help="Comparate upwards; --ours, or the best one, by default.")
    means: bool = setting(True, off="--no-means", help="Mark the mean scores.")
    counts: bool = setting(True, off="--no-counts", help="Print on how many tasks who is better.")
    axis: Literal["auto", "linear", "logarithmic"] = setting("auto", **AXIS)
    max_points: int = setting(1000, minimum=0, help="Tasks that have a mark each; more share marks.")


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
