"""The facts of a Multi-Comparison Matrix that its texts speak of."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from comparatex.layout.facts import text
from comparatex.layout.fragile import share_text
from comparatex.layout.mcm import difference as mcm_difference
from comparatex.layout.mcm.cells import Matrix
from comparatex.layout.mcm.view import ColourBar
from comparatex.layout.numbers import fixed, marked
from comparatex.layout.options import McmOptions
from comparatex.text import NBSP, Prose, Text

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
    def rows(self) -> tuple[str, ...]:
        """The comparates in the rows, where they are few enough to be named."""
        return self._names(self.matrix.rows)

    @property
    def columns(self) -> tuple[str, ...]:
        """The comparates in the columns, where they are few enough to be named."""
        return self._names(self.matrix.columns)

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
        return mcm_difference.baseline_name(self.matrix.comparison, self.options)

    @property
    def ratios(self) -> bool:
        """Whether the difference is one of logarithms, which has no unit."""
        return self.options.difference in mcm_difference.RATIOS

    @property
    def factor(self) -> str:
        """By what differences are multiplied; empty where they are not."""
        power = self.matrix.scale.power
        return f"{10**power:,}".replace(",", NBSP) if power else ""

    @property
    def alpha(self) -> str:
        """The level that p is compared with."""
        return marked(f"{self.matrix.comparison.analysis.alpha:g}")

    @property
    def sure(self) -> str:
        """From which percentage on a probability is set in bold."""
        return marked(f"{100 * (1 - self.matrix.comparison.analysis.alpha):g}")

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
        return self.matrix.scale.text(self.matrix.scale.limit) if self.matrix.scale.clipped else ""

    @property
    def depends(self) -> bool:
        """Whether p-values depend on the other comparates."""
        return self.matrix.shows_pvalues and (
            self.matrix.adjusted or self.matrix.comparison.analysis.test == "nemenyi"
        )

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
        return fixed(self.matrix.comparison.mean[self.shown[0]], self.options.precision)

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


def words(matrix: Matrix) -> Text:
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
    if not matrix.options.colours or scale.limit == 0:
        return None
    positive, negative = scale.text(scale.limit), scale.text(-scale.limit)
    if scale.clipped:
        positive, negative = f"≥ {positive}", f"≤ {negative}"
    higher = matrix.comparison.scores.higher_is_better
    low, high = (negative, positive) if higher else (positive, negative)
    ends: tuple[Prose, Prose] = (words.column_better(), words.row_better())
    return ColourBar(low, high, ends, "1" if scale.ratio else "0")
