"""The view model of the map of significance, and its settings."""

from __future__ import annotations

from dataclasses import dataclass

from comparatex.layout.showing import ONLY, Showing
from comparatex.settings import setting


@dataclass(frozen=True, kw_only=True)
class HeatmapOptions(Showing):
    """Settings of the map of significance.

    Parameters
    ----------
    include : tuple of str
        Comparates to draw, all when empty; the correction stays that of the whole table.
    adjusted : bool
        Judge by the p-values that are corrected for multiple testing.
    """

    include: tuple[str, ...] = setting((), **ONLY)
    adjusted: bool = setting(True, off="--raw", help="Judge by adjusted or by raw p-values.")


@dataclass(frozen=True)
class MapRow:
    """A comparate and its squares, one letter for each column.

    A, B, C: the row is better, by the weakest, the middle, the strongest class of p-values; a, b, c: the
    column is better; ``.``: neither is significant; ``x``: the test is undefined; ``-``: the same comparate.
    """

    name: str
    squares: str
    ours: bool
    colour: str


@dataclass(frozen=True)
class Heatmap:
    """A map of significance; its columns are its rows again.

    Parameters
    ----------
    title, caption, alt : str
        What it is, what it shows, its result in a sentence.
    rows : tuple of MapRow
        The comparates, from the top and from the left.
    classes : tuple of str
        The bounds of the classes of p-values, the weakest first.
    sides : tuple of str
        What the ends of the key mean: the row is better, the column is.
    """

    title: str
    caption: str
    alt: str
    rows: tuple[MapRow, ...]
    classes: tuple[str, str, str]
    sides: tuple[str, str]
