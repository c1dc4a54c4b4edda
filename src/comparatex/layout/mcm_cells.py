"""The view model of a Multi-Comparison Matrix, and its cells: differences on a scale, rounded and shaded."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from comparatex.inference.arithmetic import Booleans, Floats, Integers, rejects
from comparatex.inference.compare import of_ratios
from comparatex.inference.comparison import Comparison
from comparatex.layout.facts import fragile
from comparatex.layout.mcm_size import Cells, Contents, Head, Layout, Sizes, choose, head_lines, row_lines
from comparatex.layout.notation import Notations, notations
from comparatex.layout.numbers import (
    CONTRARY,
    EQUIVALENT,
    NOT_WORSE,
    Notation,
    mark,
    percentages,
    pvalue,
    stars_of,
)
from comparatex.layout.options.figures import McmOptions
from comparatex.layout.selection import positions
from comparatex.layout.widths import Room, latin_modern

EN_DASH = "\N{EN DASH}"


# --------------------------------------------------------------------------------------------- the view model
@dataclass(frozen=True)
class Cell:
    """What a row has to say about a column."""

    kind: Literal["pair", "self", "hidden"]  # a comparison, a comparate against itself, or shown elsewhere
    difference: str = ""
    record: str = ""  # wins/ties/losses of the row
    pvalue: str = ""  # empty where p-values are not shown
    shade: int = 0  # from −100 (column better) to 100 (row better)
    bold: bool = False  # the pair is significantly different
    fragile: bool = False  # small changes of the data or the convention change the verdict
    posterior: str = ""  # percentages: row better, both equal, column better; empty where not shown


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
class Kind:
    """The rows with the texts of cells in full or short, and what goes with these."""

    rows: tuple[Row, ...]
    legend: tuple[str, ...]  # what the texts of a cell are, in their order
    widest: tuple[str, str, str]  # the widest of each of the three texts, all digits 0
    colour_bar: ColourBar | None  # None where cells have no colour


@dataclass(frozen=True)
class Mcm:
    """A Multi-Comparison Matrix, ready to be drawn."""

    title: str  # title, caption, alt: what it is, what it shows and how, its result in a sentence
    caption: str
    page_caption: str  # the caption where cells have room for all of their texts, as on a page of HTML
    alt: str
    line: Room  # what it is made for
    asked: Literal["auto", "full", "compact", "brief", "line"]  # the kind of cells that was asked for
    panel: tuple[int, int]  # the rows and columns of panels that were asked for; 0: what is legible
    columns: tuple[Head, ...]  # the comparates above the columns
    full: Kind  # full, short: the rows with full cells, and with compact ones
    short: Kind
    bold_mark: str  # what stands before the meaning of bold
    bold_legend: str  # bold_legend, fragile_legend: what bold and a mark in the corner mean; empty where there is none
    fragile_legend: str
    mean_legend: str  # what stands with the names
    widest_posterior: str = ""  # the widest posterior, all digits 0; empty where none is shown
    depends: bool | None = False  # whether p-values depend on other comparates; None: differences do, too

    @property
    def rows(self) -> tuple[Row, ...]:
        """The rows, their cells in full."""
        return self.full.rows

    @cached_property
    def layout(self) -> Layout:
        """The kind of cells, and the panels."""
        order: tuple[Cells, ...] = ("line", "full", "compact", "brief")  # of preference
        kinds = order if self.asked == "auto" else (self.asked,)
        sizes = {cells: Sizes(self.contents(cells)) for cells in kinds}
        shape = len(self.rows), len(self.columns)
        return choose(sizes, shape, self.panel, self.line)

    @cached_property
    def sizes(self) -> Sizes:
        """Sizes of what is shown, about."""
        return Sizes(self.contents(self.cells))

    def row_lines(self, head: Head) -> tuple[str, ...]:
        """Return the lines of a name beside a row."""
        return row_lines(head, self.cells, self.sizes.cell_height)

    def head_lines(self, head: Head) -> tuple[str, ...]:
        """Return the lines of a name above a column."""
        return head_lines(head, self.sizes.cell_width, standing=self.sizes.standing)

    @property
    def cells(self) -> Cells:
        """The kind of cells."""
        return self.layout.cells

    @property
    def least_type(self) -> float:
        """Size of the type in a document set in 10 pt, in points."""
        return self.layout.least_type

    @property
    def colour_bar(self) -> ColourBar | None:
        """The meaning of the colours."""
        return self._kind(self.cells).colour_bar

    @property
    def widest(self) -> tuple[str, str, str]:
        """The widest of each of the texts of a cell, all digits 0."""
        widest = self._kind(self.cells).widest
        return (widest[0], "", "") if self.cells == "brief" else widest

    @property
    def legend(self) -> tuple[str, ...]:
        """What the texts of a cell are, in their order."""
        return self._kind(self.cells).legend[: 1 if self.cells == "brief" else None]

    def _kind(self, cells: Cells) -> Kind:
        return self.short if cells in ("compact", "brief") else self.full

    def contents(self, cells: Cells) -> Contents:
        """Return what a kind of cells needs."""
        kind, brief = self._kind(cells), cells == "brief"
        texts = (kind.widest[0],) if brief else (*kind.widest, self.widest_posterior)
        bold = (f"{self.bold_mark} {self.bold_legend}",) if self.bold_legend else ()
        fragile = (f"▪ {self.fragile_legend}",) if self.fragile_legend else ()
        return Contents(
            cells=cells,
            texts=tuple(text for text in texts if text),
            rows=tuple(row.head for row in self.rows),
            columns=self.columns,
            keys=(*kind.legend[: 1 if brief else None], *bold, *fragile),
            bold_keys=bold,
            mean_key=self.mean_legend,
            bar=sum(map(latin_modern, kind.colour_bar.ends)) if kind.colour_bar else 0.0,
        )

    @cached_property
    def panels(self) -> tuple[Panel, ...]:
        """The matrix in the panels of that choice, its cells of one kind."""
        height, width, rows = self.layout.rows, self.layout.columns, self._kind(self.cells).rows
        if self.cells == "brief":
            rows = tuple(Row(row.head, tuple(map(_brief, row.cells))) for row in rows)
        return tuple(
            Panel(
                self.columns[left : left + width],
                tuple(Row(row.head, row.cells[left : left + width]) for row in rows[top : top + height]),
            )
            for top in range(0, len(rows), height)
            for left in range(0, len(self.columns), width)
        )


def _brief(cell: Cell) -> Cell:
    """Return a cell with its difference alone."""
    return replace(cell, record="", pvalue="", posterior="")


# ------------------------------------------------------------------------------------------------ differences
RATIOS = ("ratio", "log-ratio")  # kinds without a unit, made of logarithms of scores


def shown_comparison(comparison: Comparison, options: McmOptions) -> Comparison:
    """Return the comparison whose differences a matrix shows and tests: of scores, or of their ratios."""
    if options.difference in RATIOS:
        return of_ratios(comparison)
    if options.difference == "relative":
        return of_ratios(comparison, baseline(comparison, options))
    return comparison


def between(
    comparison: Comparison, options: McmOptions, field: str, rows: Sequence[int], columns: Sequence[int]
) -> Floats:
    """Return a statistic of the pairs of `shown_comparison`, by positions in that of scores; NaN of others."""
    of = shown_comparison(comparison, options)
    if of is comparison:
        return comparison.between(field, rows, columns)
    return _in_places(of.square(field), of, comparison)[np.ix_(rows, columns)]


def _in_places(square: NDArray[Any], of: Comparison, comparison: Comparison) -> Floats:
    """Return a matrix of some comparates as one of all, in their order."""
    m, places = len(comparison.names), [comparison.names.index(name) for name in of.names]
    placed = np.full((m, m), np.nan)
    placed[np.ix_(places, places)] = square
    return placed


def shown_differences(
    comparison: Comparison, options: McmOptions, rows: Sequence[int], columns: Sequence[int]
) -> Floats:
    """Return the differences of some against some, row less column as measured; of ratios, their logarithms."""
    field = {"median": "median_difference", "hodges-lehmann": "hodges_lehmann"}
    return between(comparison, options, field.get(options.difference, "mean_difference"), rows, columns)


def centres(comparison: Comparison, options: McmOptions) -> Floats:
    """Return where each comparate stands on the scale of the differences."""
    if options.difference == "mean":
        return comparison.mean
    everyone = range(len(comparison.names))
    differences = shown_differences(comparison, options, everyone, everyone)
    np.fill_diagonal(differences, 0.0)
    return np.asarray(np.where(np.isnan(differences), 0.0, differences).mean(axis=1))


def baseline(comparison: Comparison, options: McmOptions) -> int:
    """Return the comparate that differences are relative to: as given, the first of ours, or the best."""
    named = (options.baseline,) if options.baseline else options.own[:1]
    return positions(comparison, named)[0] if named else 0


# ------------------------------------------------------------------------------------------------------ scale
_FAR = 10.0
"""Times the range of the closest half of the means: further away from that half a mean is an outlier."""
_OVERFLOW = 700.0  # logarithms beyond which floats hold no ratio
_MANY = 5  # means from which on some can be outliers
_DOMINANT = 4.0
"""Times the usual range of the means: a larger difference would leave usual ones without colour."""


class Scale:
    """How the differences of a matrix are printed, and which one has the strongest colour."""

    def __init__(
        self, comparison: Comparison, rows: Sequence[int], columns: Sequence[int], options: McmOptions, cells: str
    ) -> None:
        """Look at the differences of some against some."""
        differences = np.abs(shown_differences(comparison, options, rows, columns))
        defined = differences[np.isfinite(differences)]
        largest = float(defined.max()) if defined.size else 0.0
        usual = _usual_range(centres(comparison, options)[sorted({*rows, *columns})])
        dominated = largest > _DOMINANT * usual > 0
        # the difference, before that of means, of the strongest colour; 0 where all are equal
        self.limit: float = options.colour_limit or (usual if dominated else largest)
        self.clipped = largest > self.limit  # whether some differences are larger
        self.notation = _form(comparison, self.limit, options, compact=cells == "compact")
        self.ratio = options.difference == "ratio"  # whether they are logarithms of ratios and printed as these

    def text(self, difference: float) -> str:
        """Return a difference as it is printed."""
        if self.ratio:
            return self.notation.fixed(math.exp(difference) if abs(difference) < _OVERFLOW else math.nan)
        return self.notation.fixed(difference)


def colour_limit(comparison: Comparison) -> float | None:
    """Return the mean difference of the strongest colour where all comparates are shown; None where all are equal."""
    everyone = range(len(comparison.names))
    return Scale(comparison, everyone, everyone, McmOptions(), "full").limit or None


def _usual_range(means: Floats) -> float:
    """Return the range of the means but for outliers, far from the half of them that is closest together.

    One comparate that fails completely would else leave all other differences without colour.
    """
    means = np.sort(means[np.isfinite(means)])
    if means.size < _MANY:
        return math.inf
    half = means.size // 2
    ranges = means[half:] - means[: means.size - half]
    closest = int(ranges.argmin())
    fence = _FAR * float(ranges[closest])
    usual = means[(means >= means[closest] - fence) & (means <= means[closest + half] + fence)]
    return float(usual[-1] - usual[0])


def _form(comparison: Comparison, limit: float, options: McmOptions, *, compact: bool) -> Notation:
    """Return the notation of the differences; what has no unit has decimals of its own.

    Compact cells print usual differences in three digits, those of scores in [0, 1] in percent points.
    """
    usual = notations(comparison, options).differences
    most = 4 if options.precision is None else options.precision
    if options.difference in RATIOS:
        return Notation(min(2 if compact else 3, most))
    if options.difference == "relative":
        return Notation(min(1, max(most - 2, 0)), -2) if compact else Notation(most)
    if not compact:
        return usual
    values = comparison.scores.values
    percent = np.nanmin(values) >= 0 and np.nanmax(values) <= 1
    if usual.percent or (percent and not usual.exponent):
        return replace(usual, decimals=min(1, max(most - 2, 0)), exponent=-2)
    if limit == 0:
        return replace(usual, decimals=min(2, usual.decimals))
    leading = math.floor(math.log10(limit))
    if leading - usual.exponent < -2:
        return Notation(1, -3 * math.ceil(-leading / 3))
    return replace(usual, decimals=min(max(2 - leading + usual.exponent, 0), 2))


# ------------------------------------------------------------------------------------------------------ cells
_PVALUE_DECIMALS = 4


@dataclass(frozen=True, eq=False)
class Matrix:
    """What is shown: positions of the comparates in rows and columns, and the kind of cells."""

    comparison: Comparison
    rows: tuple[int, ...]
    columns: tuple[int, ...]
    options: McmOptions
    cells: Literal["full", "compact", "line"]

    @cached_property
    def scale(self) -> Scale:
        """The scale that suits its differences."""
        return Scale(self.comparison, self.rows, self.columns, self.options, self.cells)

    @cached_property
    def notations(self) -> Notations:
        """How scores and differences are printed."""
        return notations(self.comparison, self.options)

    @property
    def square(self) -> bool:
        """Whether the same comparates stand in rows and columns."""
        return {*self.rows} == {*self.columns}

    @property
    def is_half(self) -> bool:
        """Whether each pair is shown once."""
        return not self.options.symmetric and self.square

    @property
    def adjusted(self) -> bool:
        """Whether the p-values shown are corrected for multiple testing."""
        analysis = self.comparison.analysis
        return self.options.adjusted and analysis.correction != "none" and analysis.test != "nemenyi"

    @property
    def shows_pvalues(self) -> bool:
        """Whether cells hold a p-value."""
        return self.options.pvalues and self.options.cells_show != "posterior"

    @property
    def shows_posteriors(self) -> bool:
        """Whether cells hold the Bayesian probabilities."""
        return self.options.cells_show != "pvalue"

    @property
    def n_comparisons(self) -> int:
        """Number of comparisons: m(m − 1)/2, or |rows|·|columns| − |rows ∩ columns|."""
        return n_comparisons(self.rows, self.columns)

    def tested(self, field: str) -> Floats:
        """Return a statistic of the tests of the differences that are shown, of shape (n_rows, n_columns)."""
        return between(self.comparison, self.options, field, self.rows, self.columns)

    @cached_property
    def significant(self) -> Booleans:
        """Mask of the cells in bold, of shape (n_rows, n_columns): significant, or sure where no p is shown."""
        if not self.shows_pvalues and self.shows_posteriors:
            level = 1 - self.comparison.analysis.alpha
            return np.asarray(np.nan_to_num(self.posteriors).max(axis=0) >= level)
        field = "significant" if self.adjusted else "raw_significant"
        return np.asarray(self.tested(field) == 1)

    @cached_property
    def differences(self) -> Floats:
        """The differences that are shown, of shape (n_rows, n_columns)."""
        return shown_differences(self.comparison, self.options, self.rows, self.columns)

    @property
    def advantage(self) -> Floats:
        """The differences as the row sees them: positive where it is better."""
        return self.differences if self.comparison.scores.higher_is_better else -self.differences

    @cached_property
    def favoured(self) -> Floats:
        """The side that the test favours: 1 the row, −1 the column, 0 neither; NaN where both are the same."""
        return self.tested("favoured")

    @cached_property
    def contrary(self) -> Booleans:
        """Mask of the cells whose difference is to the advantage of the side that the test significantly disfavours."""
        if not self.shows_pvalues:
            return np.zeros(self.favoured.shape, dtype=np.bool_)
        return np.asarray(self.significant & (self.advantage * self.favoured < 0))

    @cached_property
    def equivalent(self) -> Booleans:
        """Mask of the cells whose two comparates are equivalent within the margin."""
        return self._within("adjusted_equivalence_pvalue")

    @cached_property
    def not_worse(self) -> Booleans:
        """Mask of the others whose row is, by the verdict, not worse than the column."""
        undecided = self.comparison.between("side", self.rows, self.columns) == 0
        return np.asarray(self._within("adjusted_not_worse_pvalue") & undecided & ~self.equivalent)

    def _within(self, field: str) -> Booleans:
        if self.comparison.equivalence is None or not self.shows_pvalues:
            return np.zeros((len(self.rows), len(self.columns)), dtype=np.bool_)
        return rejects(self.comparison.between(field, self.rows, self.columns), self.comparison.analysis.alpha)

    @cached_property
    def marks(self) -> list[list[str]]:
        """What stands behind the differences of the cells."""
        marks = np.where(self.equivalent, EQUIVALENT, np.where(self.not_worse, NOT_WORSE, "")).astype(object)
        both: list[list[str]] = (np.where(self.contrary, CONTRARY, "").astype(object) + marks).tolist()
        return both

    @property
    def mutes(self) -> bool:
        """Whether what is not significant is paler."""
        return self.options.shade == "both" and (self.shows_pvalues or self.shows_posteriors)

    @cached_property
    def shades(self) -> Integers:
        """Shades of the cells, from −100 (column better) to 100 (row better); 0 where difference and test disagree."""
        limit, shape = self.scale.limit, (len(self.rows), len(self.columns))
        if not self.options.colours or limit <= 0:
            return np.zeros(shape, dtype=np.int64)
        if self.options.shade == "significance":
            pvalue = "adjusted_pvalue" if self.adjusted else "pvalue"
            shares = self.favoured * evidence(self.tested(pvalue))
        else:
            muted = np.where(self.significant, 1.0, MUTED if self.mutes else 1.0)
            shares = muted * np.clip(self.advantage, -limit, limit) / limit
        return np.asarray(np.rint(100 * np.where(self.contrary | ~np.isfinite(shares), 0.0, shares)), np.int64)

    @cached_property
    def posteriors(self) -> Floats:
        """P(row better), P(rope), P(column better), of shape (3, n_rows, n_columns)."""
        return self.comparison.posteriors_between(self.rows, self.columns)

    @cached_property
    def fragile(self) -> Booleans:
        """Mask of the cells whose verdict small changes of the data or the convention change."""
        of = shown_comparison(self.comparison, self.options)
        marked = fragile(of, self.options.fragile, adjusted=self.adjusted)
        return np.asarray(_in_places(marked, of, self.comparison)[np.ix_(self.rows, self.columns)] == 1)

    def grid(self) -> tuple[tuple[Cell, ...], ...]:
        """Return the cells."""
        rows, columns = self.rows, self.columns
        pvalue = self.tested("adjusted_pvalue" if self.adjusted else "pvalue").tolist()
        compact = self.cells == "compact"
        counted, separator = (("wins", "losses"), EN_DASH) if compact else (("wins", "ties", "losses"), "/")
        counts = [self.comparison.between(field, rows, columns).tolist() for field in counted]
        differences, marks, shades = self.differences.tolist(), self.marks, self.shades.tolist()
        significant, fragile = self.significant.tolist(), self.fragile.tolist()

        def cell(i: int, j: int) -> Cell:
            if rows[i] == columns[j]:
                return Cell("self")
            if not self.options.symmetric and columns[j] in rows[:i] and rows[i] in columns:
                return Cell("hidden")  # an earlier row shows this pair from the other side
            posterior = self.posteriors[:, i, j].tolist() if self.shows_posteriors else None
            return Cell(
                kind="pair",
                difference=self.scale.text(differences[i][j]) + marks[i][j],
                record=separator.join(str(int(count[i][j])) for count in counts),
                pvalue=_pvalue(pvalue[i][j], self) if self.shows_pvalues else "",
                shade=shades[i][j],
                bold=(self.shows_pvalues or self.shows_posteriors) and significant[i][j],
                fragile=fragile[i][j],
                posterior=_posterior(posterior) if posterior else "",
            )

        return tuple(tuple(cell(i, j) for j in range(len(columns))) for i in range(len(rows)))


def n_comparisons(rows: Sequence[int], columns: Sequence[int]) -> int:
    """Return the number of comparisons in a matrix.

    It is m(m − 1)/2 where rows and columns are the same m comparates, else
    |rows|·|columns| − |rows ∩ columns| (Ismail-Fawaz et al. 2023, section 3).

    >>> n_comparisons(range(5), range(5)), n_comparisons([0, 1], [2, 3, 4]), n_comparisons([0, 1], range(5))
    (10, 6, 8)
    """
    common = {*rows} & {*columns}
    if {*rows} == {*columns}:
        return len(common) * (len(common) - 1) // 2
    return len(rows) * len(columns) - len(common)


def _posterior(shares: Sequence[float]) -> str:
    """Return three probabilities in whole percent that add up to 100.

    >>> _posterior([0.936, 0.0494, 0.0146]), _posterior([math.nan] * 3)
    ('94/5/1', '–')
    """
    if any(math.isnan(share) for share in shares):
        return EN_DASH
    triple = percentages(*shares)
    return f"{triple.left}/{triple.rope}/{triple.right}"


MUTED = 0.4  # of the colour of its difference, what a pair has that is not significant
STRONGEST = 0.001  # p-value from which on the colour is the strongest, where colours show p-values


def evidence(pvalues: Floats) -> Floats:
    """Return how strong the colours of p-values are, by their logarithm; NaN where undefined.

    >>> evidence(np.array([1.0, 0.1, 1e-9])).round(3)
    array([0.   , 0.333, 1.   ])
    """
    return np.asarray(np.log(np.maximum(pvalues, STRONGEST)) / math.log(STRONGEST) + 0.0)


def _pvalue(value: float, matrix: Matrix) -> str:
    """Return a p-value with its stars; in compact cells it has three decimals, without the zero before the point."""
    short = matrix.cells == "compact"
    text = pvalue(value, 3 if short else _PVALUE_DECIMALS, matrix.comparison.analysis.alpha)
    if short:
        text = "1" if text == f"1{mark()}000" else text.replace(f"0{mark()}", mark(), 1)
    return f"{text}{stars_of(value)}" if matrix.options.stars else text
