"""The Multi-Comparison Matrix: every pair with its difference, its record and its p-value.

A. Ismail-Fawaz et al., "An approach to multiple comparison benchmark evaluations that is stable under
manipulation of the comparate set" (2023), arXiv:2305.11921.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from types import SimpleNamespace
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from comparatex.errors import UsageError
from comparatex.inference.arithmetic import Booleans, Floats, Integers, rejects
from comparatex.inference.audit.robustness import fragile
from comparatex.inference.basis import Others
from comparatex.inference.compare import of_ratios
from comparatex.inference.comparison import Comparison
from comparatex.inference.supplied import Supplied, of_function
from comparatex.layout.facts import share_text, text
from comparatex.layout.mcm_view import Cell, ColourBar, Head, Kind, Mcm, Row, Sizes, side_by_side
from comparatex.layout.notation import Notations, for_ratios, notations, printed_means
from comparatex.layout.numbers import CONTRARY, EQUIVALENT, NOT_WORSE, Notation, fixed, percentages, pvalue, stars_of
from comparatex.layout.options import Difference, McmOptions
from comparatex.layout.selection import highlights, ordered, positions
from comparatex.layout.tables.booktabs import even
from comparatex.layout.widths import PAGE, latin_modern
from comparatex.plugins import called
from comparatex.text import Prose, Text

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


@lru_cache(maxsize=4)
def supplied_statistic(statistic: Any) -> Supplied | None:
    """Return the statistic of somebody else, by its function or the name of its entry point; None for one of ours."""
    if statistic in get_args(Difference):
        return None
    function = called("statistics", statistic) if isinstance(statistic, str) else statistic
    supplied = of_function(function, statistic if isinstance(statistic, str) else "", "statistic")
    if not supplied.name:
        raise UsageError("A statistic that cells show needs a name: define its function by def, not by lambda.")
    return supplied


@lru_cache(maxsize=2)
def _of_each_pair(comparison: Comparison, statistic: Supplied) -> Floats:
    return statistic.statistics(comparison.scores, comparison.order)


def _in_places(square: NDArray[Any], of: Comparison, comparison: Comparison) -> Floats:
    """Return a matrix of some comparates as one of all, in their order."""
    m, places = len(comparison.names), [comparison.names.index(name) for name in of.names]
    placed = np.full((m, m), np.nan)
    placed[np.ix_(places, places)] = square
    return placed


def shown_differences(
    comparison: Comparison, options: McmOptions, rows: Sequence[int], columns: Sequence[int]
) -> Floats:
    """Return the differences of some against some, row less column as measured; of ratios, their logarithms.

    Or what another statistic is, which is positive where the row is better.
    """
    if own := supplied_statistic(options.difference):
        return _of_each_pair(comparison, own)[np.ix_(rows, columns)]
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
        self, comparison: Comparison, rows: Sequence[int], columns: Sequence[int], options: McmOptions, *, short: bool
    ) -> None:
        """Look at the differences of some against some."""
        differences = np.abs(shown_differences(comparison, options, rows, columns))
        defined = differences[np.isfinite(differences)]
        largest = float(defined.max()) if defined.size else 0.0
        low, high = usual_ends(centres(comparison, options)[sorted({*rows, *columns})])
        usual = high - low
        dominated = largest > _DOMINANT * usual > 0
        # the difference, before that of means, of the strongest colour; 0 where all are equal
        self.limit: float = options.colour_limit or (usual if dominated else largest)
        self.clipped = largest > self.limit  # whether some differences are larger
        self.notation = _form(comparison, self.limit, options, short=short)
        self.ratio = options.difference == "ratio"  # whether they are logarithms of ratios and printed as these

    def text(self, difference: float) -> str:
        """Return a difference as it is printed."""
        if self.ratio:
            return self.notation.fixed(math.exp(difference) if abs(difference) < _OVERFLOW else math.nan)
        return self.notation.fixed(difference)


def colour_limit(comparison: Comparison) -> float | None:
    """Return the mean difference of the strongest colour where all comparates are shown; None where all are equal."""
    everyone = range(len(comparison.names))
    return Scale(comparison, everyone, everyone, McmOptions(), short=False).limit or None


def usual_ends(means: Floats) -> tuple[float, float]:
    """Return the ends of the means but for outliers, far from the half of them that is closest together.

    One comparate that fails completely would else leave all other differences without colour.
    """
    means = np.sort(means[np.isfinite(means)])
    if means.size < _MANY:
        return -math.inf, math.inf
    half = means.size // 2
    ranges = means[half:] - means[: means.size - half]
    closest = int(ranges.argmin())
    fence = _FAR * float(ranges[closest])
    usual = means[(means >= means[closest] - fence) & (means <= means[closest + half] + fence)]
    return float(usual[0]), float(usual[-1])


def _form(comparison: Comparison, limit: float, options: McmOptions, *, short: bool) -> Notation:
    """Return the notation of the differences; what has no unit has decimals of its own.

    Halves print usual differences in three digits, those of scores in [0, 1] in percent points.
    """
    usual = notations(comparison, options).differences
    most = 4 if options.precision is None else options.precision
    if options.difference in RATIOS:
        if short or options.difference == "log-ratio":
            return Notation(min(2 if short else 3, most))
        return for_ratios(math.exp(min(limit, _OVERFLOW)), min(3, most))
    if options.difference == "relative":
        return Notation(min(1, max(most - 2, 0)), -2) if short else Notation(most)
    if supplied_statistic(options.difference):  # three digits, or in short cells two, of the largest
        leading = math.floor(math.log10(limit)) if limit else 0
        return Notation(min(max((1 if short else 2) - leading, 0), most))
    if not short:
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
    cells: Literal["full", "halves"]

    @cached_property
    def scale(self) -> Scale:
        """The scale that suits its differences."""
        return Scale(self.comparison, self.rows, self.columns, self.options, short=self.cells == "halves")

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
    def has_halves(self) -> bool:
        """Whether one half can show differences and the other one the wins, and nothing else is asked for."""
        plain = self.options.cells_show == "pvalue" and not self.options.stars and self.options.symmetric
        return plain and self.rows == self.columns and len(self.rows) > _FEW

    @property
    def adjusted(self) -> bool:
        """Whether the p-values shown are corrected for multiple testing."""
        return self.options.adjusted and self.comparison.basis.corrected

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
    def upwards(self) -> bool:
        """Whether the row is the better, the larger the difference."""
        return self.comparison.scores.higher_is_better or supplied_statistic(self.options.difference) is not None

    @property
    def advantage(self) -> Floats:
        """The differences as the row sees them: positive where it is better."""
        return self.differences if self.upwards else -self.differences

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
        """Whether what is not significant is paler, or not filled in halves."""
        return (self.cells == "halves" and self.shows_pvalues) or (
            self.options.shade == "both" and (self.shows_pvalues or self.shows_posteriors)
        )

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
        halves = self.cells == "halves"
        counted, separator = (("wins", "losses"), ":") if halves else (("wins", "ties", "losses"), "/")
        counts = [self.comparison.between(field, rows, columns).tolist() for field in counted]
        differences, marks, shades = self.differences.tolist(), self.marks, self.shades.tolist()
        significant, fragile = self.significant.tolist(), self.fragile.tolist()

        def cell(i: int, j: int) -> Cell:
            if rows[i] == columns[j]:
                return Cell("self")
            if not self.options.symmetric and columns[j] in rows[:i] and rows[i] in columns:
                return Cell("hidden")  # an earlier row shows this pair from the other side
            record = separator.join(str(int(count[i][j])) for count in counts)
            lower = halves and i > j  # rows and columns are the same, in the same order
            if halves:
                sure = self.shows_pvalues and significant[i][j]
                return Cell(
                    kind="pair",
                    difference="" if lower else self.scale.text(differences[i][j]) + marks[i][j],
                    record=record if lower else "",
                    shade=0 if self.shows_pvalues and not sure else shades[i][j],
                    bold=sure and not lower,  # bold records would be wider than all else
                    fragile=fragile[i][j],
                )
            return Cell(
                kind="pair",
                difference=self.scale.text(differences[i][j]) + marks[i][j],
                record=record,
                pvalue=_pvalue(pvalue[i][j], self) if self.shows_pvalues else "",
                shade=shades[i][j],
                bold=(self.shows_pvalues or self.shows_posteriors) and significant[i][j],
                fragile=fragile[i][j],
                posterior=percentages(*self.posteriors[:, i, j].tolist()) if self.shows_posteriors else "",
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


_FEW = 3  # comparates up to which halves would hold three numbers, and no p-value
MUTED = 0.4  # of the colour of its difference, what a pair has that is not significant
STRONGEST = 0.001  # p-value from which on the colour is the strongest, where colours show p-values


def evidence(pvalues: Floats) -> Floats:
    """Return how strong the colours of p-values are, by their logarithm; NaN where undefined.

    >>> evidence(np.array([1.0, 0.1, 1e-9])).round(3)
    array([0.   , 0.333, 1.   ])
    """
    return np.asarray(np.log(np.maximum(pvalues, STRONGEST)) / math.log(STRONGEST) + 0.0)


def _pvalue(value: float, matrix: Matrix) -> str:
    """Return a p-value with its stars."""
    text = pvalue(value, _PVALUE_DECIMALS, matrix.comparison.analysis.alpha)
    return f"{text}{stars_of(value)}" if matrix.options.stars else text


# ----------------------------------------------------------------------------------------- facts of its texts
_NAMED = 3  # comparates up to which a caption names all of them


def words_of(matrix: Matrix) -> Text:
    """Return the texts of a matrix."""
    comparison, options, scale = matrix.comparison, matrix.options, matrix.scale
    names, n_tasks = comparison.names, comparison.pair_statistics.n_tasks
    best = min(*matrix.rows, *matrix.columns)
    rows, columns = _without_itself(matrix.rows, matrix.columns)
    means, printed = printed_means(comparison, matrix.notations)
    supplied = supplied_statistic(options.difference)
    facts = SimpleNamespace(
        options=options,
        n_rows=len(matrix.rows),
        n_other_rows=len(rows),
        n_other_columns=len(columns),
        rows=[names[i] for i in rows] if len(rows) <= _NAMED else (),
        columns=[names[j] for j in columns] if len(columns) <= _NAMED else (),
        least_tasks=int(n_tasks.min()),
        most_tasks=int(n_tasks.max()),
        baseline=names[baseline(comparison, options)] if options.difference == "relative" else "",
        difference="supplied" if supplied else options.difference,
        statistic=supplied.name.replace("_", " ") if supplied else "",
        ratios=options.difference in RATIOS,  # which have no unit
        notation=scale.notation,
        fragile=share_text(options.fragile) if options.fragile > 0 else "",
        coloured=options.colours and scale.limit > 0,
        # beyond which the colour stays the same
        limit=scale.text(scale.limit) if scale.clipped and options.shade != "significance" else "",
        depends=_depends(matrix),
        tests_ratios=matrix.shows_pvalues
        and options.difference in (*RATIOS, "relative")
        and comparison.scores.scale != "log",
        means=printed,
        shown={*matrix.rows, *matrix.columns},
        best=names[best],
        best_mean=printed.fixed(means[best]),
        n_significant=_n_significant(matrix),
    )
    return text("mcm", comparison, f=facts, m=matrix)


def _depends(matrix: Matrix) -> Others:
    """Return what of the cells depends on the other comparates."""
    of, pvalue = matrix.comparison, "adjusted_pvalue" if matrix.adjusted else "pvalue"
    shown = ("p_left" if matrix.shows_posteriors else "mean_difference", *([pvalue] if matrix.shows_pvalues else ()))
    dependences = {of.basis_of(name).others for name in shown}
    most: tuple[Others, ...] = ("numbers", "pvalues", "unknown", "tasks")
    return next((others for others in most if others in dependences), "")


def _n_significant(matrix: Matrix) -> int:
    """Return how many comparisons are significant; from either side where both are shown."""
    if not matrix.square:
        return int(matrix.significant.sum())
    i, j = matrix.significant.nonzero()
    pairs = np.sort([np.array(matrix.rows)[i], np.array(matrix.columns)[j]], axis=0)
    return len(np.unique(pairs, axis=1).T)


def legend(words: Text, matrix: Matrix) -> tuple[str, ...]:
    """Return what the texts of a cell are."""
    if matrix.cells == "halves":
        upper, bracket, unit = words.upper_legend().partition(" (")  # names are no wider than what is before it
        return (upper, *([f"({unit}"] if bracket else []), words.lower_legend())
    test = (words.test_legend(),) if matrix.shows_pvalues else ()
    posterior = (words.posterior_legend(),) if matrix.shows_posteriors else ()
    return (words.difference_legend(), words.record_legend(), *test, *posterior)


def colour_bar(words: Text, matrix: Matrix) -> ColourBar | None:
    """Return the mean differences of the strongest colours, as they are printed in the cells."""
    scale = matrix.scale
    ends: tuple[Prose, Prose] = (words.column_better(), words.row_better())
    if not matrix.options.colours or scale.limit == 0:
        return None
    if matrix.options.shade == "significance":
        strongest = f"p ≤ {fixed(STRONGEST, 3)}"
        return ColourBar(strongest, strongest, ends, "1")
    positive, negative = scale.text(scale.limit), scale.text(-scale.limit)
    if scale.clipped:
        positive, negative = f"≥ {positive}", f"≤ {negative}"
    low, high = (negative, positive) if matrix.upwards else (positive, negative)
    return ColourBar(low, high, ends, "1" if scale.ratio else "0")


# ------------------------------------------------------------------------------------------------- the matrix
def mcm(comparison: Comparison, options: McmOptions = McmOptions()) -> Mcm:
    """Lay a Multi-Comparison Matrix out; that of logarithms shows the ratios that their differences are."""
    if comparison.scores.scale == "log" and options.difference == "mean":
        options = replace(options, difference="ratio")
    rows = _chosen(comparison, options.rows or options.focus or options.include, options.exclude_rows, options)
    columns = _chosen(comparison, options.columns or options.include, options.exclude_columns, options)
    if n_comparisons(rows, columns) == 0:
        raise UsageError("The matrix has no pair to show: choose other rows or columns.")
    rows, columns = _without_itself(rows, columns)
    full = Matrix(comparison, rows, columns, options, "full")
    half = replace(full, cells="halves")
    heads = {i: _head(full, i) for i in {*rows, *columns}}
    words, of_halves = words_of(full), words_of(half)
    of_full = _kind(words, full, heads)
    if options.cells == "halves" and not half.has_halves:
        raise UsageError(
            "Halves show all pairs of four methods or more, with neither stars nor probabilities: use other `cells`."
        )
    view = Mcm(
        title=words.title(),
        caption="",
        page_caption=words.caption(),
        alt=words.alt(),
        width=options.width,
        landscape=options.landscape,
        asked=options.cells,
        panel=(options.panel_rows, options.panel_columns),
        columns=tuple(heads[j] for j in (columns[1:] if full.is_half else columns)),
        full=of_full,
        halves=_kind(of_halves, half, heads) if half.has_halves else None,
        bold_mark=words.bold_mark(),
        bold_legend=words.bold_legend(),
        fragile_legend=words.fragile_legend(),
        mean_legend=words.mean_legend(),
        widest_posterior=_shape(of_full.rows, "posterior"),
        depends=None if options.difference == "relative" else _depends(full),
    )
    return replace(view, caption=(of_halves if view.cells == "halves" else words).caption())


def _kind(words: Text, matrix: Matrix, heads: Mapping[int, Head]) -> Kind:
    """Return the rows of full cells or of halves, and what goes with these."""
    rows = tuple(Row(heads[i], cells) for i, cells in zip(matrix.rows, matrix.grid(), strict=True))
    if matrix.is_half:  # it fills neither the last row nor the first column
        rows = tuple(replace(row, cells=row.cells[1:]) for row in rows[:-1])
    widest = _shape(rows, "difference"), _shape(rows, "record"), _shape(rows, "pvalue")
    return Kind(rows, legend(words, matrix), widest, colour_bar(words, matrix))


def _without_itself(rows: tuple[int, ...], columns: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Leave the comparate out of the others that is alone against them."""
    if len(rows) == 1:
        return rows, tuple(j for j in columns if j not in rows)
    return (tuple(i for i in rows if i not in columns), columns) if len(columns) == 1 else (rows, columns)


def _chosen(
    comparison: Comparison, included: tuple[str, ...], excluded: tuple[str, ...], options: McmOptions
) -> tuple[int, ...]:
    """Return the positions of the comparates on one side of the matrix, in order."""
    chosen = dict.fromkeys(positions(comparison, included)) or dict.fromkeys(range(len(comparison.names)))
    left_out = {*positions(comparison, excluded)}
    listed = included and options.order == "given"
    order = chosen if listed else [i for i in ordered(comparison, options.order) if i in chosen]
    return tuple(i for i in order if i not in left_out)


def _shape(rows: tuple[Row, ...], field: str) -> str:
    """Return the widest of one text of all pairs, with 0 for every digit; empty where they have none."""
    texts = {getattr(cell, field) for row in rows for cell in row.cells if cell.kind == "pair"}
    return max(sorted({re.sub(r"\d", "0", text) for text in texts}), key=latin_modern)


def _head(matrix: Matrix, i: int) -> Head:
    """Return a comparate with its mean score, marked where it is to stand out."""
    comparison, options = matrix.comparison, matrix.options
    name = comparison.names[i]
    colour = highlights(comparison, options).get(name, "")
    means, printed = printed_means(comparison, matrix.notations)
    return Head(name, printed.fixed(float(means[i])), name in options.ours, colour)


# ------------------------------------------------------------------------------------------------ in a report
_WHOLE = 24  # comparates up to which one matrix holds all of them
_BEST, _FOCUS = 12, 3
_LINES = 40  # rows of one line that a page has below each other


def report_options(
    comparison: Comparison, ours: tuple[str, ...] = (), focus: tuple[str, ...] = ()
) -> tuple[tuple[str, McmOptions], ...]:
    """Return names and settings of the matrices in a report.

    Where a matrix of all is not legible, others set all against `focus`, or else the best three; how `ours` stand
    against all others is in their summaries or verdicts.
    """
    positions(comparison, (*ours, *focus))
    everyone, limit = comparison.names, colour_limit(comparison)
    alike = McmOptions(ours=ours, colour_limit=limit)
    if len(everyone) <= _WHOLE and _fits(comparison, ours):
        return (("mcm", McmOptions(ours=ours)), *_focused(comparison, focus, alike))
    best = {*everyone[:_BEST], *ours}
    members = tuple(name for name in everyone if name in best)
    focused = _focused(comparison, focus or (() if ours else everyone[:_FOCUS]), alike)
    return (("mcm", McmOptions(ours=ours, rows=members, columns=members)), *focused)


def _fits(comparison: Comparison, ours: tuple[str, ...]) -> bool:
    """Whether the matrix of all is legible in one panel."""
    return len(mcm(comparison, McmOptions(ours=ours)).panels) == 1


def _focused(comparison: Comparison, focus: tuple[str, ...], options: McmOptions) -> Iterator[tuple[str, McmOptions]]:
    """Yield pages of all others in the rows against a few in the columns."""
    others = tuple(name for name in comparison.names if name not in focus)
    if not focus or not others:
        return
    sizes = Sizes(mcm(comparison, replace(options, rows=others, columns=focus)).contents("line"))
    width, _ = sizes.panel(1, len(focus))
    page = even(len(others), _LINES * max(1, side_by_side(width, PAGE)))
    pages = [others[start : start + page] for start in range(0, len(others), page)]
    for number, rows in enumerate(pages, start=1):
        name = "mcm-focus" if len(pages) == 1 else f"mcm-focus-{number}"
        yield name, replace(options, rows=rows, columns=focus, cells="line")
