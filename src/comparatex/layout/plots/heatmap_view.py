"""The view model of the map of significance, and its settings."""

from __future__ import annotations

from dataclasses import dataclass


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
