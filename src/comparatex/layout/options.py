"""The settings that all figures and tables have, or several in common, and those of the matrix and the diagram.

Each is a field with what the command line, the config file and the schema say of it. Nothing here computes, so that
commands know their options without importing what draws.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Literal, get_args

from comparatex.layout.widths import Room, room
from comparatex.settings import Settings, headed, setting
from comparatex.text import LANGUAGES, Length

Order = Literal["mean", "rank", "wins", "median", "given"]
CellKind = Literal["auto", "full", "halves", "line"]
Difference = Literal["mean", "median", "hodges-lehmann", "log-ratio", "ratio", "relative"]
Shade = Literal["difference", "significance", "both"]
Shown = Literal["pvalue", "posterior", "both"]

_NAMES = [known.name for known in LANGUAGES.values()]
_LANGUAGES = f"{', '.join(_NAMES[:-1])} or {_NAMES[-1]}"

FLOATS = tuple(
    f"{turned}{kind}{star}" for turned in ("", "sideways") for star in ("", "*") for kind in ("figure", "table")
)
LABEL: dict[str, Any] = {
    "common": True,
    "group": "artefact",
    "metavar": "TEXT",
    "unset": True,
    "own": True,
    "help": "Name for cross-references, such as fig:mcm.",
}


MAX_ROWS: dict[str, Any] = {"minimum": 0, "shown": False, "help": "Rows to print at most; 0: all."}
ACROSS: dict[str, Any] = {
    "minimum": 0,
    "shown": False,
    "help": "Columns of methods, corrections or conventions side by side; 0: what fits 16 cm, or the page on its side.",
}
PER_TASK: dict[str, Any] = {"after": "long", "help": "Print ranks or repeats on every task instead of a summary."}
WITHIN: dict[str, Any] = {
    "help": "Tables within and scores: the test of the runs of two methods on a task; paired: of the differences "
    "of runs of the same name."
}
AGAINST: dict[str, Any] = {
    "common": True,
    "names": "comparates",
    "help": "Method that is compared with the others; by default the first of --focus or --ours, or the best.",
}
AXIS: dict[str, Any] = {"help": "Scale of the axis of costs, or of scores."}
_FRAGILE: dict[str, Any] = {
    "flag": "--mark-fragile",
    "metavar": "SHARE",
    "minimum": 0,
    "maximum": 1,
    "shown": False,
    "help": "Mark what survives in less than this share of small changes of the data, such as 0.9.",
}


@headed(words="Words", width="Output", artefact="Output", plain="Output")
@dataclass(frozen=True, kw_only=True)
class Showing(Settings):
    """What all artefacts of one document have in common; each artefact adds its own settings."""

    ours: tuple[str, ...] = setting(
        (), common=True, names="comparates", help="The methods that the document proposes: highlighted everywhere."
    )
    focus: tuple[str, ...] = setting(
        (),
        common=True,
        names="comparates",
        help="Methods that are set against all others: rows of a matrix; what is about one method takes the "
        "first, or else the first of --ours.",
    )
    order: Order = setting(
        "mean",
        common=True,
        unset=True,
        help="Order of the methods; by mean score where none is given, ranks by mean rank.",
    )
    best: Literal["left", "right"] = setting("right", help="Side of the diagram on which the best method stands.")
    precision: int | None = setting(
        None, minimum=0, maximum=12, help="Decimals of scores and differences; by default as the data have or need."
    )
    percent: bool = setting(False, help="Show scores from 0 to 1 as percentages.")
    stars: bool = setting(
        False, group="stars", help="Mark p-values by stars: * below .05, ** below .01, *** below .001."
    )
    highlight: Mapping[str, str] = setting(
        MappingProxyType({}), kind="colours", names="comparates", help="Colour of a method; repeatable."
    )
    language: str = setting(
        "en",
        common=True,
        choices=tuple(LANGUAGES),
        group="words",
        help=f"Language of all words, and the decimal mark: {_LANGUAGES}.",
    )
    comparate_noun: str = setting(
        "",
        metavar="NOUN",
        group="words",
        help="What methods are called in all texts: singular, or singular/plural, such as classifier/classifiers.",
    )
    task_noun: str = setting(
        "", metavar="NOUN", group="words", help="What tasks are called, such as 'data set/data sets'."
    )
    measure_noun: str = setting(
        "",
        metavar="NOUN",
        group="words",
        help="What scores are called, such as accuracy; by default as the measure is.",
    )
    captions: Length = setting(
        "short", group="words", help="Captions that say what is seen and how to read it, or the whole convention, too."
    )
    width: str = setting(
        "page",
        common=True,
        metavar="LENGTH",
        group="width",
        help="Width that it is made for, such as 16cm or 86mm; or page, column, slide or poster: a slide has the best "
        "eight methods, a poster the best twelve, unless --top or --only say which.",
    )
    landscape: bool = setting(
        False, group="artefact", help="Turn the .tex on its side within its float, where there is more room."
    )
    float: str = setting(
        "",
        common=True,
        choices=FLOATS,
        unset=True,
        group="artefact",
        help="Make the .tex a whole float, with caption and label; sideways ones need the package rotating.",
    )
    caption: str = setting(
        "auto",
        metavar="TEXT",
        group="artefact",
        own=True,
        help="Caption, in which no character is TeX; auto: the one that comparatex writes.",
    )
    label: str = setting("", **LABEL)
    plain: bool = setting(
        False,
        common=True,
        group="plain",
        only_flag="is of one fragment, and a report needs comparatex.sty",
        help="Make the .tex need no comparatex.sty: public packages alone, which its first line names.",
    )
    siunitx: bool = setting(
        False,
        group="table",
        after="plain",
        only_flag="is of one fragment, and a report needs comparatex.sty",
        help="With --plain, make columns of numbers S columns of siunitx.",
    )
    long: bool | None = setting(
        None,
        off="--no-long",
        group="table",
        after="across",
        help="Break across pages, without a float; by default when it has more lines than a page.",
    )

    @property
    def line(self) -> Room:
        """What it is made for."""
        return room(self.width, landscape=self.landscape)

    @property
    def own(self) -> tuple[str, ...]:
        """The comparates that are looked at, or else those that the document proposes."""
        return self.focus or self.ours


@dataclass(frozen=True, kw_only=True)
class Choosing(Showing):
    """What artefacts have in common that can show some of the comparates; the statistics stay those of all."""

    include: tuple[str, ...] = setting(
        (),
        common=True,
        flag="--only",
        names="comparates",
        own=True,
        help="Show only these methods; ranks, tests and corrections stay those of all.",
    )
    top: int = setting(
        0,
        common=True,
        minimum=0,
        shown=False,
        metavar="K",
        help="Show only the best K methods, and --ours; ranks, tests and corrections stay those of all.",
    )

    @property
    def best_by(self) -> Order:
        """The order that says which are the best."""
        return "mean" if self.order == "given" else self.order


@dataclass(frozen=True, kw_only=True)
class PairOptions(Choosing):
    """Settings that tables of pairs share."""

    max_rows: int = setting(0, **MAX_ROWS)


# ------------------------------------------------------------------------------ the diagram and the matrix
@headed()
@dataclass(frozen=True, kw_only=True)
class CddOptions(Choosing):
    """Settings of the critical difference diagram.

    {settings}

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

    form: Literal["auto", "classic", "groups", "bands"] = setting(
        "auto",
        common=True,
        help="Form: bars below an axis (classic); a row for each method, and beside it a column for each group "
        "(groups) or in it a bar over those that it does not differ from (bands); auto: classic while four unbroken "
        "bars do, then groups while they fit.",
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
        own=True,
        help="Draw intervals of mean ranks, under an axis for up to 25 methods.",
    )
    ruler: bool | None = setting(
        None,
        off="--no-ruler",
        help="Ruler of the critical difference, around a control where there is one; by default where it decides.",
    )
    bars: Literal["auto", "bars"] = setting(
        "auto",
        help="Which groups have bars below an axis; auto: all while they can be read, else those that say something "
        "new; bars: all.",
        retired=("letters",),
        instead='draw groups as columns, with `form="groups"`',
    )
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

    rows: tuple[str, ...] = setting((), names="comparates", help="Methods in the rows; --focus, or all, by default.")
    columns: tuple[str, ...] = setting((), names="comparates", own=True, help="Methods in the columns; all by default.")
    exclude_rows: tuple[str, ...] = setting((), names="comparates", help="Methods to leave out of the rows.")
    exclude_columns: tuple[str, ...] = setting((), names="comparates", help="Methods to leave out of the columns.")
    pvalues: bool = setting(True, flag="--show-pvalues", off="--no-pvalues", help="Print the p-value in each cell.")
    cells_show: Shown = setting("pvalue", help="The p-value, the Bayesian probabilities in its place, or both.")
    difference: str = setting(
        "mean",
        common=True,
        choices=get_args(Difference),
        plugins="statistics",
        help="What cells show and are coloured by; ratio and relative (to --baseline) are for measures without bounds.",
    )
    baseline: str = setting(
        "",
        names="comparates",
        own=True,
        help="Method whose score is the unit of relative differences; by default the first of --focus or --ours, or "
        "the best.",
    )
    colours: bool = setting(True, off="--no-colours", help="Colour the cells.")
    shade: Shade = setting(
        "both", help="What colours show: difference, p-value, or the difference, paler where not significant."
    )
    symmetric: bool = setting(True, off="--half", help="Show both halves of the matrix, or the upper one alone.")
    cells: CellKind = setting(
        "auto",
        own=True,
        help="How much a cell says: all digits on three lines (full), the short difference above the diagonal and "
        "wins and losses below it (halves), or all digits on one line (line); by default what is legible where the "
        "figure stands.",
        retired=("compact", "brief"),
        instead="'halves' shows short differences above the diagonal, and wins and losses below it",
    )
    adjusted: bool = setting(
        False,
        common=True,
        off="--raw",
        own=True,
        help="Set bold by adjusted or by uncorrected p-values.",
    )
    colour_limit: float | None = setting(
        None,
        minimum=0,
        open_min=True,
        help="Difference of the full colour; of ratios, its logarithm; by default the largest, outliers aside.",
    )
    panel_rows: int = setting(0, minimum=0, help="Rows of a panel; 0: as many as are legible.")
    panel_columns: int = setting(0, minimum=0, help="Columns of a panel; 0: as many as are legible.")
    fragile: float = setting(0.0, **_FRAGILE)

    def __post_init__(self) -> None:
        """Check the settings, but for a function that is the difference."""
        if callable(self.difference):
            replace(self, difference="mean")
        else:
            super().__post_init__()
