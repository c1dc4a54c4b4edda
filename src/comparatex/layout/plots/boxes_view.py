"""The view model of distributions of scores or ranks, and its settings."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from comparatex.layout.options import Kind
from comparatex.layout.plots.plot import PlotAxis, Point


@dataclass(frozen=True)
class Box:
    """Places of the whiskers' ends, the quartiles and the mean."""

    low: Decimal
    first: Decimal
    median: Decimal
    third: Decimal
    high: Decimal
    mean: Decimal


@dataclass(frozen=True)
class BoxRow:
    """A comparate with its distribution.

    Parameters
    ----------
    name, text : str
        The comparate, and its median or mean rank.
    box : Box
        The five numbers and the mean.
    outline : tuple of Point
        Of a violin; `y` is half its height, in percent of the row.
    points : tuple of Point
        Of a strip, or the outliers of a box; `y` is the distance from the middle in percent of the row.
    ours : bool
        The document proposes it.
    colour : str
        Colour of the name, or empty.
    """

    name: str
    text: str
    box: Box
    outline: tuple[Point, ...]
    points: tuple[Point, ...]
    ours: bool
    colour: str


@dataclass(frozen=True)
class Boxes:
    """Distributions of scores or ranks.

    Parameters
    ----------
    title, caption, alt : str
        What it is, what it shows, its result in a sentence.
    kind : {"box", "violin", "strip"}
        How they are drawn.
    x : PlotAxis
        The axis.
    rows : tuple of BoxRow
        The comparates, from the top.
    """

    title: str
    caption: str
    alt: str
    kind: Kind
    x: PlotAxis
    rows: tuple[BoxRow, ...]
