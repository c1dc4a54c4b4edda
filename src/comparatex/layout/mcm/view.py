"""The view model of a Multi-Comparison Matrix, and its settings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class Head:
    """A comparate beside its row or above its column.

    Parameters
    ----------
    name, mean : str
        What it is called, and its mean score.
    ours : bool
        The document proposes it.
    colour : str
        Colour of the name as six hexadecimal digits, or empty.
    """

    name: str
    mean: str
    ours: bool = False
    colour: str = ""


@dataclass(frozen=True)
class Cell:
    """What a row has to say about a column.

    Parameters
    ----------
    kind : {"pair", "self", "hidden"}
        A comparison, a comparate against itself, or a pair that is shown elsewhere.
    difference, record, pvalue : str
        Mean difference, wins/ties/losses of the row, p-value (empty where p-values are not shown).
    shade : int
        From −100 (column better) to 100 (row better).
    bold : bool
        The pair is significantly different.
    fragile : bool
        Small changes of the data or the convention change the verdict.
    posterior : str
        Percentages that the row is better, both are equal, the column is better; empty where not shown.
    """

    kind: Literal["pair", "self", "hidden"]
    difference: str = ""
    record: str = ""
    pvalue: str = ""
    shade: int = 0
    bold: bool = False
    fragile: bool = False
    posterior: str = ""


@dataclass(frozen=True)
class Row:
    """A row of cells with its comparate."""

    head: Head
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class Panel:
    """A part of the matrix that is legible on one page."""

    columns: tuple[Head, ...]
    rows: tuple[Row, ...]


@dataclass(frozen=True)
class ColourBar:
    """The meaning of the colours: differences of the two strongest and of none, and in words who is better there."""

    column_better: str
    row_better: str
    ends: tuple[str, str]
    middle: str = "0"


@dataclass(frozen=True)
class Mcm:
    """A Multi-Comparison Matrix, ready to be drawn.

    Parameters
    ----------
    title, caption, alt, label : str
        What it is, what it shows and how, its result in a sentence, its name for cross-references.
    cells : {"full", "compact", "line"}
        How the three texts of a cell are set.
    legend : tuple of str
        What the texts of a cell are, in their order.
    bold_legend, fragile_legend : str
        What bold means, and a mark in the corner; empty where nothing is bold, or marked.
    widest : tuple of str
        The widest of each of the three texts, all digits 0.
    panels : tuple of Panel
        The matrix, in parts that are legible; usually one.
    colour_bar : ColourBar or None
        None where cells have no colour.
    bold_mark : str
        What stands before `bold_legend`.
    mean_legend : str
        What stands below the names of columns.
    widest_posterior : str
        The widest posterior, all digits 0; empty where none is shown.
    """

    title: str
    caption: str
    alt: str
    label: str
    cells: Literal["full", "compact", "line"]
    legend: tuple[str, ...]
    bold_legend: str
    fragile_legend: str
    widest: tuple[str, str, str]
    panels: tuple[Panel, ...]
    colour_bar: ColourBar | None
    bold_mark: str
    mean_legend: str
    widest_posterior: str = ""
