"""The Multi-Comparison Matrix: every pair with its difference, its record and its p-value.

A. Ismail-Fawaz et al., "An approach to multiple comparison benchmark evaluations that is stable under
manipulation of the comparate set" (2023), arXiv:2305.11921.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from comparatex.errors import UsageError
from comparatex.inference.analysis import RANK_TESTS
from comparatex.inference.comparison import Comparison
from comparatex.layout import mcm_cells, mcm_size
from comparatex.layout.facts import Study, share_text, text
from comparatex.layout.mcm_cells import Cell, ColourBar, Head, Kind, Matrix, Mcm, Row, n_comparisons, shown
from comparatex.layout.mcm_size import Sizes
from comparatex.layout.numbers import Notation, fixed
from comparatex.layout.options.figures import McmOptions
from comparatex.layout.selection import highlights, ordered, positions
from comparatex.layout.tables.booktabs import even
from comparatex.layout.widths import PAGE, latin_modern
from comparatex.text import Prose, Text

# ----------------------------------------------------------------------------------------- facts of its texts
_NAMED = 3
"""Comparates up to which a caption names all of them."""


@dataclass(frozen=True, eq=False)
class Facts:
    """What the texts of a matrix are made of."""

    matrix: Matrix

    @property
    def options(self) -> McmOptions:
        """The settings."""
        return self.matrix.options

    @property
    def n_rows(self) -> int:
        """Comparates in the rows."""
        return len(self.matrix.rows)

    @property
    def n_columns(self) -> int:
        """Comparates in the columns."""
        return len(self.matrix.columns)

    @property
    def n_other_rows(self) -> int:
        """Comparates in the rows, without the one that is alone in the columns."""
        return len(self._others(self.matrix.rows, self.matrix.columns))

    @property
    def n_other_columns(self) -> int:
        """Comparates in the columns, without the one that is alone in the rows."""
        return len(self._others(self.matrix.columns, self.matrix.rows))

    @property
    def rows(self) -> tuple[str, ...]:
        """The comparates in the rows, where they are few enough to be named."""
        return self._names(self._others(self.matrix.rows, self.matrix.columns))

    @property
    def columns(self) -> tuple[str, ...]:
        """The comparates in the columns, where they are few enough to be named."""
        return self._names(self._others(self.matrix.columns, self.matrix.rows))

    @staticmethod
    def _others(chosen: tuple[int, ...], against: tuple[int, ...]) -> tuple[int, ...]:
        alone = len(against) == 1 < len(chosen)
        return tuple(i for i in chosen if not (alone and i in against))

    def _names(self, chosen: tuple[int, ...]) -> tuple[str, ...]:
        names = self.matrix.comparison.names
        return tuple(names[i] for i in chosen) if len(chosen) <= _NAMED else ()

    @property
    def least_tasks(self) -> int:
        """The least number of tasks that a pair is compared on."""
        return int(self.matrix.comparison.pair_statistics.n_tasks.min())

    @property
    def most_tasks(self) -> int:
        """The greatest number of tasks that a pair is compared on."""
        return int(self.matrix.comparison.pair_statistics.n_tasks.max())

    @property
    def baseline(self) -> str:
        """The comparate that relative differences are relative to."""
        return mcm_cells.baseline_name(self.matrix.comparison, self.options)

    @property
    def ratios(self) -> bool:
        """Whether the difference is one of logarithms, which has no unit."""
        return self.options.difference in mcm_cells.RATIOS

    @property
    def notation(self) -> Notation:
        """How differences are printed."""
        return self.matrix.scale.notation

    @property
    def fragile(self) -> str:
        """In less than which share of the variants a verdict that is marked survives; empty where none is."""
        return share_text(self.options.fragile) if self.options.fragile > 0 else ""

    @property
    def coloured(self) -> bool:
        """Whether cells have colours."""
        return self.options.colours and self.matrix.scale.limit > 0

    @property
    def limit(self) -> str:
        """The difference beyond which the colour stays the same; empty where there is none."""
        scale, by_pvalue = self.matrix.scale, self.options.shade == "significance"
        return scale.text(scale.limit) if scale.clipped and not by_pvalue else ""

    @property
    def depends(self) -> bool:
        """Whether p-values depend on the other comparates."""
        return self.matrix.shows_pvalues and (
            self.matrix.adjusted
            or self.matrix.comparison.analysis.test in RANK_TESTS
            or Study(self.matrix.comparison).convention.alternative == "better-rank"
        )

    @property
    def tests_ratios(self) -> bool:
        """Whether p-values are of ratios, so that they may differ from those of the scores' differences."""
        scaled = self.options.difference in (*mcm_cells.RATIOS, "relative")
        return self.matrix.shows_pvalues and scaled

    @cached_property
    def shown(self) -> tuple[int, ...]:
        """Positions of the comparates that are shown, best first."""
        return tuple(sorted({*self.matrix.rows, *self.matrix.columns}))

    @property
    def best(self) -> str:
        """The best comparate that is shown."""
        return self.matrix.comparison.names[self.shown[0]]

    @property
    def best_mean(self) -> str:
        """Its mean score."""
        return self.matrix.notations.means.fixed(self.matrix.comparison.mean[self.shown[0]])

    @cached_property
    def n_significant(self) -> int:
        """Comparisons that are significant; from either side where both are shown."""
        matrix = self.matrix
        if not matrix.square:
            return int(matrix.significant.sum())
        cells = [
            (matrix.rows[i], matrix.columns[j]) for i, j in zip(*matrix.significant.nonzero(), strict=True)
        ]
        return len({frozenset(pair) for pair in cells})


def words_of(matrix: Matrix) -> Text:
    """Return the texts of a matrix."""
    return text("mcm", matrix.comparison, f=Facts(matrix), m=matrix)


def legend(words: Text, matrix: Matrix) -> tuple[str, ...]:
    """Return what the texts of a cell are."""
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
        strongest = f"p ≤ {fixed(mcm_cells.STRONGEST, 3)}"
        return ColourBar(strongest, strongest, ends, "1")
    positive, negative = scale.text(scale.limit), scale.text(-scale.limit)
    if scale.clipped:
        positive, negative = f"≥ {positive}", f"≤ {negative}"
    higher = matrix.comparison.scores.higher_is_better
    low, high = (negative, positive) if higher else (positive, negative)
    return ColourBar(low, high, ends, "1" if scale.ratio else "0")


# ------------------------------------------------------------------------------------------------- the matrix
def mcm(comparison: Comparison, options: McmOptions = McmOptions()) -> Mcm:
    """Lay a Multi-Comparison Matrix out."""
    rows = _chosen(
        comparison, options.rows or options.focus or options.include, options.exclude_rows, options
    )
    columns = _chosen(comparison, options.columns or options.include, options.exclude_columns, options)
    if n_comparisons(rows, columns) == 0:
        raise UsageError("The matrix has no pair to show: choose other rows or columns.")
    rows, columns = _without_itself(rows, columns)
    full, short = (Matrix.of(comparison, rows, columns, options, kind) for kind in ("full", "compact"))
    cells, short_cells = full.grid(), short.grid()
    heads = {i: _head(full, i) for i in {*rows, *columns}}
    if (
        not options.symmetric and full.square
    ):  # the half that is shown fills neither the last row nor the first column
        rows, columns = rows[:-1], columns[1:]
        cells, short_cells = (tuple(line[1:] for line in lines[:-1]) for lines in (cells, short_cells))
    words = words_of(replace(full, options=replace(options, cells="full")))
    view = Mcm(
        title=words.title(),
        caption="",
        page_caption=words.caption(),
        alt=words.alt(),
        label=options.label,
        width=options.width,
        landscape=options.landscape,
        asked=options.cells,
        panel_rows=options.panel_rows,
        panel_columns=options.panel_columns,
        columns=tuple(heads[j] for j in columns),
        rows=tuple(
            Row(heads[i], tuple(map(_both, line, short_line)))
            for i, line, short_line in zip(rows, cells, short_cells, strict=True)
        ),
        full=_kind(words, full, cells),
        short=_kind(words_of(short), short, short_cells),
        bold_mark=words.bold_mark(),
        bold_legend=words.bold_legend(),
        fragile_legend=words.fragile_legend(),
        mean_legend=words.mean_legend(),
        widest_posterior=_shape(cells, "posterior"),
        depends=None if options.difference == "relative" else Facts(full).depends,
    )
    as_shown = full if view.cells in ("full", "line") else short
    return replace(
        view, caption=words_of(replace(as_shown, options=replace(options, cells=view.cells))).caption()
    )


def _both(cell: Cell, short: Cell) -> Cell:
    """Return a cell that holds what compact ones print, too."""
    if cell.kind != "pair":
        return cell
    return replace(cell, short_difference=short.difference, short_pvalue=short.pvalue)


def _kind(words: Text, matrix: Matrix, cells: tuple[tuple[Cell, ...], ...]) -> Kind:
    """Return what goes with the texts of full or of compact cells."""
    widest = _shape(cells, "difference"), _shape(cells, "record"), _shape(cells, "pvalue")
    if matrix.cells == "compact":
        records = {shown(cell, "compact").record for row in cells for cell in row if cell.kind == "pair"}
        widest = widest[0], _widest(records), widest[2]
    return Kind(legend(words, matrix), widest, colour_bar(words, matrix))


def _without_itself(
    rows: tuple[int, ...], columns: tuple[int, ...]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Leave the comparate out of the others that is alone against them."""
    if len(rows) == 1:
        return rows, tuple(j for j in columns if j not in rows)
    if len(columns) == 1:
        return tuple(i for i in rows if i not in columns), columns
    return rows, columns


def _chosen(
    comparison: Comparison, included: tuple[str, ...], excluded: tuple[str, ...], options: McmOptions
) -> tuple[int, ...]:
    """Return the positions of the comparates on one side of the matrix, in order."""
    wanted = dict.fromkeys(positions(comparison, included)) or dict.fromkeys(range(len(comparison.names)))
    left_out = {*positions(comparison, excluded)}
    listed = included and options.order == "given"
    order = wanted if listed else [i for i in ordered(comparison, options.order) if i in wanted]
    return tuple(i for i in order if i not in left_out)


def _shape(cells: tuple[tuple[Cell, ...], ...], field: str) -> str:
    """Return the widest of one text of all pairs, with 0 for every digit."""
    return _widest({getattr(cell, field) for row in cells for cell in row if cell.kind == "pair"})


def _widest(texts: set[str]) -> str:
    return max(sorted({re.sub(r"\d", "0", text) for text in texts}), key=latin_modern)


def _head(matrix: Matrix, i: int) -> Head:
    """Return a comparate with its mean score, marked where it is to stand out."""
    comparison, options = matrix.comparison, matrix.options
    name = comparison.names[i]
    colour = highlights(comparison, options).get(name, "")
    return Head(name, matrix.notations.means.fixed(comparison.mean[i]), name in options.ours, colour)


# ------------------------------------------------------------------------------------------------ in a report
_WHOLE = 24
"""Comparates up to which one matrix holds all of them."""
_BEST, _FOCUS = 12, 3
_LINES = 40
"""Rows of one line that a page has below each other."""


def report_options(
    comparison: Comparison, ours: tuple[str, ...] = (), focus: tuple[str, ...] = ()
) -> tuple[tuple[str, McmOptions], ...]:
    """Return names and settings of the matrices in a report.

    Where a matrix of all is not legible, others set all against `focus`, or else the best three; how `ours` stand
    against all others is in their summaries or verdicts.
    """
    positions(comparison, (*ours, *focus))
    everyone, limit = comparison.names, mcm_cells.colour_limit(comparison)
    alike = McmOptions(ours=ours, colour_limit=limit)
    if len(everyone) <= _WHOLE and _fits(comparison, ours):
        return (("mcm", McmOptions(ours=ours)), *_focused(comparison, focus, alike))
    best = {*everyone[:_BEST], *ours}
    members = tuple(name for name in everyone if name in best)
    focused = _focused(comparison, focus or (() if ours else everyone[:_FOCUS]), alike)
    return (("mcm", McmOptions(ours=ours, rows=members, columns=members)), *focused)


def _fits(comparison: Comparison, ours: tuple[str, ...]) -> bool:
    """Whether the matrix of all is legible in one panel with all of its texts."""
    view = mcm(comparison, McmOptions(ours=ours))
    whole = view.layout.rows, view.layout.columns
    return whole == (len(view.rows), len(view.columns)) and view.cells != "brief"


def _focused(
    comparison: Comparison, focus: tuple[str, ...], options: McmOptions
) -> Iterator[tuple[str, McmOptions]]:
    """Yield pages of all others in the rows against a few in the columns."""
    others = tuple(name for name in comparison.names if name not in focus)
    if not focus or not others:
        return
    sizes = Sizes.of(mcm(comparison, replace(options, rows=others, columns=focus)).contents("line"))
    width, _ = sizes.panel(1, len(focus))
    page = even(len(others), _LINES * max(1, mcm_size.side_by_side(width, PAGE)))
    pages = [others[start : start + page] for start in range(0, len(others), page)]
    for number, rows in enumerate(pages, start=1):
        name = "mcm-focus" if len(pages) == 1 else f"mcm-focus-{number}"
        yield name, replace(options, rows=rows, columns=focus, cells="line", label=f"fig-{name}")
