"""The Multi-Comparison Matrix: every pair with its difference, its record and its p-value.

A. Ismail-Fawaz et al., "An approach to multiple comparison benchmark evaluations that is stable under
manipulation of the comparate set" (2023), arXiv:2305.11921.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import SimpleNamespace

import numpy as np

from comparatex.errors import UsageError
from comparatex.inference.analysis import RANK_TESTS
from comparatex.inference.comparison import Comparison
from comparatex.inference.scale import ratios
from comparatex.layout.facts import Study, share_text, text
from comparatex.layout.mcm_cells import (
    RATIOS,
    STRONGEST,
    ColourBar,
    Kind,
    Matrix,
    Mcm,
    Row,
    baseline,
    colour_limit,
    n_comparisons,
)
from comparatex.layout.mcm_size import Head, Sizes, side_by_side
from comparatex.layout.notation import geometric
from comparatex.layout.numbers import fixed
from comparatex.layout.options.figures import McmOptions
from comparatex.layout.selection import highlights, ordered, positions
from comparatex.layout.tables.booktabs import even
from comparatex.layout.widths import PAGE, latin_modern
from comparatex.text import Prose, Text

# ----------------------------------------------------------------------------------------- facts of its texts
_NAMED = 3  # comparates up to which a caption names all of them


def words_of(matrix: Matrix) -> Text:
    """Return the texts of a matrix."""
    comparison, options, scale = matrix.comparison, matrix.options, matrix.scale
    names, n_tasks = comparison.names, comparison.pair_statistics.n_tasks
    best = min(*matrix.rows, *matrix.columns)
    rows, columns = _without_itself(matrix.rows, matrix.columns)
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
        geometric=geometric(comparison) if comparison.scores.scale == "log" else scale.notation,
        shown={*matrix.rows, *matrix.columns},
        best=names[best],
        best_mean=matrix.notations.means.fixed(comparison.mean[best]),
        n_significant=_n_significant(matrix),
    )
    return text("mcm", comparison, f=facts, m=matrix)


def _depends(matrix: Matrix) -> bool:
    """Whether p-values depend on the other comparates."""
    by_best = matrix.comparison.scores.scale == "relative"
    by_rank = Study(matrix.comparison).convention.alternative == "better-rank"
    ranked = matrix.comparison.analysis.test in RANK_TESTS or by_rank
    return matrix.shows_pvalues and (matrix.adjusted or ranked or by_best)


def _n_significant(matrix: Matrix) -> int:
    """Return how many comparisons are significant; from either side where both are shown."""
    if not matrix.square:
        return int(matrix.significant.sum())
    i, j = matrix.significant.nonzero()
    pairs = np.sort([np.array(matrix.rows)[i], np.array(matrix.columns)[j]], axis=0)
    return len(np.unique(pairs, axis=1).T)


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
        strongest = f"p ≤ {fixed(STRONGEST, 3)}"
        return ColourBar(strongest, strongest, ends, "1")
    positive, negative = scale.text(scale.limit), scale.text(-scale.limit)
    if scale.clipped:
        positive, negative = f"≥ {positive}", f"≤ {negative}"
    higher = matrix.comparison.scores.higher_is_better
    low, high = (negative, positive) if higher else (positive, negative)
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
    full, short = (Matrix(comparison, rows, columns, options, kind) for kind in ("full", "compact"))
    heads = {i: _head(full, i) for i in {*rows, *columns}}
    words = words_of(replace(full, options=replace(options, cells="full")))
    of_full, of_short = _kind(words, full, heads), _kind(words_of(short), short, heads)
    view = Mcm(
        title=words.title(),
        caption="",
        page_caption=words.caption(),
        alt=words.alt(),
        line=options.line,
        asked=options.cells,
        panel=(options.panel_rows, options.panel_columns),
        columns=tuple(heads[j] for j in (columns[1:] if full.is_half else columns)),
        full=of_full,
        short=of_short,
        bold_mark=words.bold_mark(),
        bold_legend=words.bold_legend(),
        fragile_legend=words.fragile_legend(),
        mean_legend=words.mean_legend(),
        widest_posterior=_shape(of_full.rows, "posterior"),
        depends=None if "relative" in (options.difference, comparison.scores.scale) else _depends(full),
    )
    as_shown = full if view.cells in ("full", "line") else short
    return replace(view, caption=words_of(replace(as_shown, options=replace(options, cells=view.cells))).caption())


def _kind(words: Text, matrix: Matrix, heads: Mapping[int, Head]) -> Kind:
    """Return the rows of full or of compact cells, and what goes with these."""
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
    wanted = dict.fromkeys(positions(comparison, included)) or dict.fromkeys(range(len(comparison.names)))
    left_out = {*positions(comparison, excluded)}
    listed = included and options.order == "given"
    order = wanted if listed else [i for i in ordered(comparison, options.order) if i in wanted]
    return tuple(i for i in order if i not in left_out)


def _shape(rows: tuple[Row, ...], field: str) -> str:
    """Return the widest of one text of all pairs, with 0 for every digit."""
    texts = {getattr(cell, field) for row in rows for cell in row.cells if cell.kind == "pair"}
    return max(sorted({re.sub(r"\d", "0", text) for text in texts}), key=latin_modern)


def _head(matrix: Matrix, i: int) -> Head:
    """Return a comparate with its mean score, marked where it is to stand out."""
    comparison, options = matrix.comparison, matrix.options
    name = comparison.names[i]
    colour = highlights(comparison, options).get(name, "")
    mean, printed = float(comparison.mean[i]), matrix.notations.means
    if comparison.scores.scale == "log":
        mean, printed = float(ratios(mean)), geometric(comparison)
    return Head(name, printed.fixed(mean), name in options.ours, colour)


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
    """Whether the matrix of all is legible in one panel with all of its texts."""
    view = mcm(comparison, McmOptions(ours=ours))
    panel = view.layout.rows, view.layout.columns
    return panel == (len(view.rows), len(view.columns)) and view.cells != "brief"


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
