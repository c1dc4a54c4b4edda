"""The settings of the matrix and of the diagram, which are laid out here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from comparatex.layout.options.shared import Choosing, Order
from comparatex.settings import headed, setting

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


@headed()
@dataclass(frozen=True, kw_only=True)
class CddOptions(Choosing):
    """Settings of the critical difference diagram.

    {settings}
    max_lanes : int
        Lanes of bars that can be read.

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
        "auto",
        help="How cliques are shown; auto: all bars while they can be read, else those that say something new, else "
        "letters; the caption says which.",
    )
    max_lanes: int = MAX_LANES
    fragile: float = setting(0.0, **_FRAGILE)

    @property
    def best_by(self) -> Order:
        """The order that says which are the best."""
        return "rank"


@headed()
@dataclass(frozen=True, kw_only=True)
class McmOptions(Choosing):
    """Settings of a Multi-Comparison Matrix.

    {settings}
    """

    rows: tuple[str, ...] = setting((), common=True, help="Comparates in the rows; --focus, or all, by default.")
    columns: tuple[str, ...] = setting((), common=True, help="Comparates in the columns; all by default.")
    exclude_rows: tuple[str, ...] = setting((), help="Comparates to leave out of the rows.")
    exclude_columns: tuple[str, ...] = setting((), help="Comparates to leave out of the columns.")
    pvalues: bool = setting(True, off="--no-pvalues", help="Print the p-value in each cell.")
    cells_show: Shown = setting("pvalue", help="The p-value, the Bayesian probabilities in its place, or both.")
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
        "auto",
        help="How much a cell says: all digits on three lines (full), three short lines (compact), the short "
        "difference (brief), or all digits on one line (line); by default what is legible where the figure stands.",
    )
    adjusted: bool = setting(False, common=True, off="--raw", help="Bold by adjusted or raw p-value.")
    colour_limit: float | None = setting(
        None,
        minimum=0,
        open_min=True,
        help="Difference of the full colour; of ratios, its logarithm; by default the largest, outliers aside.",
    )
    panel_rows: int = setting(0, minimum=0, help="Rows of a panel; 0: as many as are legible.")
    panel_columns: int = setting(0, minimum=0, help="Columns of a panel; 0: as many as are legible.")
    fragile: float = setting(0.0, **_FRAGILE)
