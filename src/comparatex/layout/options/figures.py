"""The settings of the matrix and of the diagram, which are laid out here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from comparatex.layout.options.shared import LABEL, Choosing, Order
from comparatex.settings import setting

CellKind = Literal["auto", "full", "compact", "brief", "line"]
Difference = Literal["mean", "median", "hodges-lehmann", "log-ratio", "ratio", "relative"]
Shade = Literal["difference", "significance", "both"]
Shown = Literal["pvalue", "posterior", "both"]
MAX_LANES = 10

_FRAGILE: dict[str, Any] = {
    "flag": "--mark-fragile",
    "metavar": "SHARE",
    "minimum": 0,
    "maximum": 1,
    "shown": False,
    "help": "Mark what survives in less than this share of small changes of the data, such as 0.9.",
}


@dataclass(frozen=True, kw_only=True)
class CddOptions(Choosing):
    """Settings of the critical difference diagram.

    Parameters
    ----------
    form : {"auto", "classic", "bands"}
        ``classic``: leaders from an axis to names on both sides, and bars below the axis; ``bands``: a comparate in
        each row in the order of mean ranks, a dot at its rank, and a bar over those that it does not differ from
        significantly, broken where it is. ``auto``: classic below 20 comparates while the eye can follow its bars
        (up to nine lanes, over up to twelve comparates that are no members), or where `bars` or `labels` ask for
        what it alone has; else bands.
    labels : {"two-sided", "one-sided"}
        Labels on both sides, or all on the side of the best comparate. In LaTeX they also go there where both sides
        would leave less than a third of a narrow column to the axis.
    ranks : bool
        Print mean ranks beside the names.
    rank_precision : int
        Decimals of these.
    ruler : bool or None
        Draw a ruler as long as the Nemenyi critical difference, or Bonferroni and Dunn's in a family of comparisons
        with a control; None: where the test decides by it. Of a control it is an interval around its mean rank.
    bars : {"auto", "bars", "letters"}
        How cliques are shown. ``auto``: all bars where `max_lanes` hold them, else only bars that say
        something new, else letters, else nothing; the caption says which.
    max_lanes : int
        Lanes of bars that can be read.
    fragile : float
        Draw bars grey that join a pair whose verdict survives in less than this share of the variants of some
        family of small changes; 0: none.
    intervals : bool
        Draw the interval of each mean rank: in its row, or under the axis, there for up to 25 comparates.

    Notes
    -----
    The parameters of aeon's ``plot_critical_difference`` and what answers to them:

    ==================== =====================================================================
    ``scores``           the table, read by `comparatex.read`
    ``labels``           its headings, or display names of the config file
    ``highlight``        `highlight`, and `ours` in bold
    ``lower_better``     ``higher_is_better`` of the scores
    ``test``             ``Analysis.test``
    ``correction``       ``Analysis.correction``
    ``alpha``            ``Analysis.alpha``
    ``width``            the line width of the page
    ``textspace``        the widest label, measured when the diagram is drawn
    ``reverse``          `best`
    ``return_p_values``  ``comparison.matrix("pvalue")``
    ==================== =====================================================================
    """

    form: Literal["auto", "classic", "bands"] = setting(
        "auto",
        common=True,
        help="Bars below an axis (classic), or a row for each comparate with a bar over those that it does not "
        "differ from (bands); auto: classic below 20 while its bars can be followed.",
    )
    labels: Literal["two-sided", "one-sided"] = setting(
        "two-sided", help="Labels on both sides, in narrow columns on one; or always on one."
    )
    ranks: bool = setting(True, off="--no-ranks", help="Print mean ranks beside the names.")
    rank_precision: int = setting(2, minimum=0, maximum=6, help="Decimals of ranks.")
    intervals: bool = setting(
        False,
        common=True,
        off="--no-intervals",
        help="Draw intervals of mean ranks, under an axis for up to 25 comparates.",
    )
    ruler: bool | None = setting(
        None,
        common=True,
        off="--no-ruler",
        help="Ruler of the critical difference, around a control where there is one; by default where it decides.",
    )
    bars: Literal["auto", "bars", "letters"] = setting(
        "auto", help="How cliques are shown; auto while bars can be read."
    )
    max_lanes: int = MAX_LANES
    fragile: float = setting(0.0, **_FRAGILE)

    @property
    def best_by(self) -> Order:
        """The order that says which are the best."""
        return "rank"


@dataclass(frozen=True, kw_only=True)
class McmOptions(Choosing):
    """Settings of a Multi-Comparison Matrix.

    Parameters
    ----------
    rows, columns : tuple of str
        Comparates in the rows and in the columns; empty: `focus` in the rows, else those to show. They are put in
        `order`; ``given`` keeps them as listed here.
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
        Colour the cells.
    shade : {"difference", "significance", "both"}
        What colours show: the difference; the p-value, in full colour from 0.001 down; or the difference, paler
        where it is not significant.
    symmetric : bool
        Show each pair twice, once from each side; else leave the second time blank.
    cells : {"auto", "full", "compact", "brief", "line"}
        ``full``: all digits on three lines; ``compact``: three short lines; ``brief``: the short difference alone;
        ``line``: all digits on one line, for few columns with many rows. ``auto`` takes what is legible in the
        column that the figure stands in.
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

    rows: tuple[str, ...] = setting(
        (), common=True, help="Comparates in the rows; --focus, or all, by default."
    )
    columns: tuple[str, ...] = setting((), common=True, help="Comparates in the columns; all by default.")
    exclude_rows: tuple[str, ...] = setting((), help="Comparates to leave out of the rows.")
    exclude_columns: tuple[str, ...] = setting((), help="Comparates to leave out of the columns.")
    pvalues: bool = setting(True, off="--no-pvalues", help="Print the p-value in each cell.")
    cells_show: Shown = setting(
        "pvalue", help="The p-value, the Bayesian probabilities in its place, or both."
    )
    difference: Difference = setting(
        "mean",
        common=True,
        help="What cells show and are coloured by; for measures without bounds ratio, or relative to --baseline.",
    )
    baseline: str = setting(
        "",
        metavar="NAME",
        help="Unit of relative differences; the first of --focus or --ours, or the best, else.",
    )
    colours: bool = setting(True, off="--no-colours", help="Colour the cells.")
    shade: Shade = setting(
        "both", help="What colours show: difference, p-value, or the difference, paler where not significant."
    )
    symmetric: bool = setting(True, common=True, off="--half", help="Both halves, or the upper one.")
    cells: CellKind = setting(
        "auto", help="How much a cell says; by default what is legible where the figure stands."
    )
    adjusted: bool = setting(False, common=True, off="--raw", help="Bold by adjusted or raw p-value.")
    colour_limit: float | None = setting(
        None, minimum=0, open_min=True, help="Difference of the full colour."
    )
    panel_rows: int = setting(0, minimum=0, help="Rows of a panel; 0: as many as are legible.")
    panel_columns: int = setting(0, minimum=0, help="Columns of a panel; 0: as many as are legible.")
    fragile: float = setting(0.0, **_FRAGILE)
    label: str = setting("fig-mcm", **LABEL)
