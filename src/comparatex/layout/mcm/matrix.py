"""The Multi-Comparison Matrix: every pair with its difference, its record and its p-value.

A. Ismail-Fawaz et al., "An approach to multiple comparison benchmark evaluations that is stable under
manipulation of the comparate set" (2023), arXiv:2305.11921.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from comparatex.errors import UsageError
from comparatex.inference.comparison import Comparison
from comparatex.layout.colours import highlights
from comparatex.layout.mcm import size as mcm_size
from comparatex.layout.mcm import words as mcm_words
from comparatex.layout.mcm.cells import Matrix, n_comparisons
from comparatex.layout.mcm.report import report_options
from comparatex.layout.mcm.view import Cell, Head, Mcm, Panel, Row
from comparatex.layout.numbers import fixed
from comparatex.layout.options import McmOptions
from comparatex.layout.showing import ordered, positions

__all__ = ["Mcm", "McmOptions", "mcm", "report_options"]


def mcm(comparison: Comparison, options: McmOptions = McmOptions()) -> Mcm:
    """Lay a Multi-Comparison Matrix out.

    Parameters
    ----------
    comparison : Comparison
        The statistics.
    options : McmOptions
        What to show, and how.

    Raises
    ------
    UsageError
        A name is unknown, or no pair is left to be shown.
    """
    rows = _chosen(comparison, options.rows, options.exclude_rows, options)
    columns = _chosen(comparison, options.columns, options.exclude_columns, options)
    if n_comparisons(rows, columns) == 0:
        raise UsageError("The matrix has no pair to show: choose other rows or columns.")
    matrix, cells = _legible(comparison, rows, columns, options)
    words = mcm_words.words(matrix)
    return Mcm(
        title=words.title(),
        caption=words.caption(),
        alt=words.alt(),
        label=options.label,
        cells=matrix.cells,
        legend=mcm_words.legend(words, matrix),
        bold_legend=words.bold_legend(),
        fragile_legend=words.fragile_legend(),
        widest=_widest(cells),
        panels=tuple(_panels(matrix, cells)),
        colour_bar=mcm_words.colour_bar(words, matrix),
        bold_mark=words.bold_mark(),
        mean_legend=words.mean_legend(),
        widest_posterior=_shape(cells, "posterior"),
    )


def _chosen(
    comparison: Comparison, included: tuple[str, ...], excluded: tuple[str, ...], options: McmOptions
) -> tuple[int, ...]:
    """Return the positions of the comparates on one side of the matrix, in order."""
    wanted = dict.fromkeys(positions(comparison, included)) or dict.fromkeys(range(len(comparison.names)))
    left_out = {*positions(comparison, excluded)}
    listed = included and options.order == "given"
    order = wanted if listed else [i for i in ordered(comparison, options.order) if i in wanted]
    return tuple(i for i in order if i not in left_out)


def _legible(
    comparison: Comparison, rows: tuple[int, ...], columns: tuple[int, ...], options: McmOptions
) -> tuple[Matrix, tuple[tuple[Cell, ...], ...]]:
    """Return the matrix and its cells, of the kind asked for or else the one that is legible."""
    kind = options.cells
    if kind == "auto":
        kind = "compact" if mcm_size.large(len(rows), len(columns)) else "full"
    matrix = Matrix.of(comparison, rows, columns, options, kind)
    cells = matrix.grid()
    if options.cells != "auto" or kind == "compact":
        return matrix, cells
    chosen = mcm_size.choose(len(rows), len(columns), _names(comparison, rows), _room(cells))
    matrix = Matrix.of(comparison, rows, columns, options, chosen)
    return matrix, matrix.grid() if chosen == "compact" else cells


def _names(comparison: Comparison, chosen: Sequence[int]) -> tuple[str, ...]:
    """Return the names of some comparates."""
    return tuple(comparison.names[i] for i in chosen)


def _widest(cells: tuple[tuple[Cell, ...], ...]) -> tuple[str, str, str]:
    """Return the widest of each of the three texts, with 0 for every digit."""
    return _shape(cells, "difference"), _shape(cells, "record"), _shape(cells, "pvalue")


def _shape(cells: tuple[tuple[Cell, ...], ...], field: str) -> str:
    """Return the widest of one text of all pairs, with 0 for every digit."""
    texts = {getattr(cell, field) for row in cells for cell in row if cell.kind == "pair"}
    return max(sorted(re.sub(r"\d", "0", text) for text in texts), key=mcm_size.text_width)


def _room(cells: tuple[tuple[Cell, ...], ...]) -> tuple[str, str, str]:
    """Return the three texts that decide how wide cells are: the posterior stands below the p-value."""
    *others, pvalue = _widest(cells)
    return others[0], others[1], max(pvalue, _shape(cells, "posterior"), key=mcm_size.text_width)


def _panels(matrix: Matrix, cells: tuple[tuple[Cell, ...], ...]) -> Iterator[Panel]:
    """Yield the parts of the matrix, row by row."""
    names = _names(matrix.comparison, matrix.rows)
    shape = (len(matrix.rows), len(matrix.columns))
    height, width = mcm_size.panel_size(shape, names, _room(cells), matrix.cells, matrix.options)
    heads = {i: _head(matrix, i) for i in {*matrix.rows, *matrix.columns}}
    for top in range(0, shape[0], height):
        for left in range(0, shape[1], width):
            across, down = slice(left, left + width), slice(top, top + height)
            rows = zip(matrix.rows[down], cells[down], strict=True)
            yield Panel(
                tuple(heads[j] for j in matrix.columns[across]),
                tuple(Row(heads[i], line[across]) for i, line in rows),
            )


def _head(matrix: Matrix, i: int) -> Head:
    """Return a comparate with its mean score, marked where it is to stand out."""
    comparison, options = matrix.comparison, matrix.options
    name = comparison.names[i]
    colour = highlights(comparison, options).get(name, "")
    return Head(name, fixed(comparison.mean[i], options.precision), name in options.ours, colour)
