"""The cells of a Multi-Comparison Matrix: statistics rounded, worded and shaded."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np

from comparatex.inference.arithmetic import Booleans, Floats
from comparatex.inference.comparison import Comparison
from comparatex.layout.fragile import fragile
from comparatex.layout.mcm.difference import differences
from comparatex.layout.mcm.scale import Scale, scale
from comparatex.layout.mcm.view import Cell
from comparatex.layout.numbers import mark, pvalue
from comparatex.layout.options import McmOptions
from comparatex.layout.plots.posterior_matrix import percentages

_EN_DASH = "\N{EN DASH}"
_PVALUE_DECIMALS = 4


@dataclass(frozen=True, eq=False)
class Matrix:
    """What is shown: positions of the comparates in rows and columns, the kind of cells, and their scale."""

    comparison: Comparison
    rows: tuple[int, ...]
    columns: tuple[int, ...]
    options: McmOptions
    cells: Literal["full", "compact", "line"]
    scale: Scale

    @classmethod
    def of(
        cls,
        comparison: Comparison,
        rows: tuple[int, ...],
        columns: tuple[int, ...],
        options: McmOptions,
        cells: Literal["full", "compact", "line"],
    ) -> Matrix:
        """Return a matrix with the scale that suits its differences."""
        return cls(
            comparison, rows, columns, options, cells, scale(comparison, rows, columns, options, cells)
        )

    @property
    def square(self) -> bool:
        """Whether the same comparates stand in rows and columns."""
        return {*self.rows} == {*self.columns}

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

    @cached_property
    def significant(self) -> Booleans:
        """Mask of the cells in bold, of shape (n_rows, n_columns): significant, or sure where no p is shown."""
        if not self.shows_pvalues and self.shows_posteriors:
            level = 1 - self.comparison.analysis.alpha
            return np.asarray(np.nan_to_num(self.posteriors).max(axis=0) >= level)
        field = "adjusted_significant" if self.adjusted else "significant"
        return np.asarray(self.comparison.matrix(field)[np.ix_(self.rows, self.columns)] == 1)

    @cached_property
    def posteriors(self) -> Floats:
        """P(row better), P(rope), P(column better), of shape (3, n_rows, n_columns)."""
        where = np.ix_(self.rows, self.columns)
        return np.stack([self.comparison.matrix(field)[where] for field in ("p_left", "p_rope", "p_right")])

    @cached_property
    def fragile(self) -> Booleans:
        """Mask of the cells whose verdict small changes of the data or the convention change."""
        marked = fragile(self.comparison, self.options.fragile, adjusted=self.adjusted)
        return marked[np.ix_(self.rows, self.columns)]

    def grid(self) -> tuple[tuple[Cell, ...], ...]:
        """Return the cells."""
        statistics = _Statistics.of(self)
        return tuple(
            tuple(self._cell(statistics, i, j) for j in range(len(self.columns)))
            for i in range(len(self.rows))
        )

    def _cell(self, statistics: _Statistics, i: int, j: int) -> Cell:
        """Return the cell of the i-th row and the j-th column."""
        row, column = self.rows[i], self.columns[j]
        if row == column:
            return Cell("self")
        if not self.options.symmetric and self._shown_before(i, j):
            return Cell("hidden")
        return _pair(self, statistics, i, j)

    def _shown_before(self, i: int, j: int) -> bool:
        """Return whether an earlier row shows this pair from the other side."""
        return self.columns[j] in self.rows[:i] and self.rows[i] in self.columns


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


@dataclass(frozen=True, eq=False)
class _Statistics:
    """What cells are made of, as rows of columns: plain numbers, for cells by the thousand."""

    difference: list[list[float]]
    wins: list[list[float]]
    ties: list[list[float]]
    losses: list[list[float]]
    pvalue: list[list[float]]
    significant: list[list[bool]]
    fragile: list[list[bool]]

    @classmethod
    def of(cls, matrix: Matrix) -> _Statistics:
        """Return the statistics of a matrix; p-values raw or adjusted."""
        pvalue = "adjusted_pvalue" if matrix.adjusted else "pvalue"
        where = np.ix_(matrix.rows, matrix.columns)

        def lists(field: str) -> list[list[float]]:
            found: list[list[float]] = matrix.comparison.matrix(field)[where].tolist()
            return found

        return cls(
            differences(matrix.comparison, matrix.options)[where].tolist(),
            lists("wins"),
            lists("ties"),
            lists("losses"),
            lists(pvalue),
            matrix.significant.tolist(),
            matrix.fragile.tolist(),
        )


def _pair(matrix: Matrix, statistics: _Statistics, i: int, j: int) -> Cell:
    """Return the cell of two comparates."""
    options, scale, compact = matrix.options, matrix.scale, matrix.cells == "compact"
    difference, p = statistics.difference[i][j], statistics.pvalue[i][j]
    wins, ties, losses = (int(count[i][j]) for count in (statistics.wins, statistics.ties, statistics.losses))
    sign = 1.0 if matrix.comparison.scores.higher_is_better else -1.0
    return Cell(
        "pair",
        scale.text(difference),
        f"{wins}{_EN_DASH}{losses}" if compact else f"{wins}/{ties}/{losses}",
        "" if not matrix.shows_pvalues else _short_pvalue(p) if compact else pvalue(p, _PVALUE_DECIMALS),
        shade(sign * difference, scale.limit) if options.colours else 0,
        (matrix.shows_pvalues or matrix.shows_posteriors) and statistics.significant[i][j],
        statistics.fragile[i][j],
        _posterior(matrix.posteriors[:, i, j].tolist()) if matrix.shows_posteriors else "",
    )


def _posterior(shares: Sequence[float]) -> str:
    """Return three probabilities in whole percent that add up to 100.

    >>> _posterior([0.936, 0.0494, 0.0146]), _posterior([math.nan] * 3)
    ('94/5/1', '–')
    """
    if any(math.isnan(share) for share in shares):
        return _EN_DASH
    triple = percentages(*shares)
    return f"{triple.left}/{triple.rope}/{triple.right}"


def shade(advantage: float, limit: float) -> int:
    """Return the shade of a difference as the row sees it, from −100 to 100.

    >>> shade(0.05, 0.1), shade(-3, 0.1), shade(0.0, 0.0), shade(float("nan"), 1.0)
    (50, -100, 0, 0)
    """
    if not math.isfinite(advantage) or limit <= 0:
        return 0
    return round(100 * max(-1.0, min(1.0, advantage / limit)))


def _short_pvalue(value: float) -> str:
    """Return a p-value in three decimals, without the zero before the point."""
    text = pvalue(value, 3)
    return "1" if text == f"1{mark()}000" else text.replace(f"0{mark()}", mark(), 1)
