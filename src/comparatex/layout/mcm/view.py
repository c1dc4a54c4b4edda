"""The view model of a Multi-Comparison Matrix, and its settings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from comparatex.layout.showing import FRAGILE, Showing
from comparatex.settings import setting

CellKind = Literal["auto", "full", "compact", "line"]
Difference = Literal["mean", "median", "hodges-lehmann", "log-ratio", "ratio", "relative"]
Shown = Literal["pvalue", "posterior", "both"]


@dataclass(frozen=True, kw_only=True)
class McmOptions(Showing):
    """Settings of a Multi-Comparison Matrix.

    Parameters
    ----------
    rows, columns : tuple of str
        Comparates in the rows and in the columns; empty: all. They are put in `order`; ``given`` keeps them
        as listed here.
    exclude_rows, exclude_columns : tuple of str
        Comparates that are left out.
    pvalues : bool
        Show p-values and set what is significant in bold.
    cells_show : {"pvalue", "posterior", "both"}
        Show the p-value, the Bayesian probabilities in its place (bold where one of them is at least 1 − α), or
        these below it.
    difference : {"mean", "median", "hodges-lehmann", "log-ratio", "ratio", "relative"}
        The difference that cells show and are coloured by. For measures without bounds, where one task or
        comparate can rule the mean: the geometric mean ratio, or the mean difference relative to the baseline.
    baseline : str
        The comparate whose scores are the unit of relative differences; empty: the first of `ours`, or the best.
    colours : bool
        Colour the cells by difference.
    symmetric : bool
        Show each pair twice, once from each side; else leave the second time blank.
    cells : {"auto", "full", "compact", "line"}
        ``full``: all digits on three lines; ``compact``: three short lines; ``line``: all digits on one line,
        for few columns with many rows. ``auto`` takes what stays legible.
    adjusted : bool
        Show p-values that are corrected for multiple testing, and judge by them.
    colour_limit : float or None
        Difference of the strongest colour (of ratios, its logarithm); None: the largest one, outlying
        comparates aside.
    fragile : float
        Mark pairs whose verdict survives in less than this share of the variants of some family of small
        changes; 0: none.
    panel_rows, panel_columns : int
        Rows and columns of one panel of a matrix that is too large for a page; 0: what stays legible.
    label : str
        Name of the figure for cross-references.
    """

    rows: tuple[str, ...] = setting((), help="Comparates in the rows; all by default, or --ours.")
    columns: tuple[str, ...] = setting((), help="Comparates in the columns; all by default.")
    exclude_rows: tuple[str, ...] = setting((), help="Comparates to leave out of the rows.")
    exclude_columns: tuple[str, ...] = setting((), help="Comparates to leave out of the columns.")
    pvalues: bool = setting(True, off="--no-pvalues", help="Print the p-value in each cell.")
    cells_show: Shown = setting(
        "pvalue", help="The p-value, the Bayesian probabilities in its place, or both."
    )
    difference: Difference = setting(
        "mean",
        help="What cells show and are coloured by; for measures without bounds ratio, or relative to --baseline.",
    )
    baseline: str = setting(
        "", metavar="NAME", help="Unit of relative differences; the first of --ours, or the best, else."
    )
    colours: bool = setting(True, off="--no-colours", help="Colour cells by difference.")
    symmetric: bool = setting(True, off="--half", help="Both halves, or the upper one.")
    cells: CellKind = setting("auto", help="How much a cell says; compact for many comparates.")
    adjusted: bool = setting(False, off="--raw", help="Bold by adjusted or raw p-value.")
    colour_limit: float | None = setting(
        None, minimum=0, open_min=True, help="Difference of the full colour."
    )
    panel_rows: int = setting(0, minimum=0, shown=False, help="Rows of a panel; 0 chooses.")
    panel_columns: int = setting(0, minimum=0, shown=False, help="Columns of a panel; 0 chooses.")
    fragile: float = setting(0.0, **FRAGILE)
    label: str = "fig-mcm"


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
