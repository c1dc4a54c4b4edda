"""The statistics of all pairs of comparates."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property

from comparatex.inference.arithmetic.arrays import Floats, Integers

STATISTICS = (
    "row",
    "column",
    "n_tasks",
    "mean_difference",
    "median_difference",
    "wins",
    "ties",
    "losses",
    "w_plus",
    "w_minus",
    "statistic",
    "pvalue",
    "adjusted_pvalue",
    "reverse_pvalue",
    "reverse_adjusted_pvalue",
)
"""Names of the statistics of `Pairs`, in the order in which tables have them."""


@dataclass(frozen=True, eq=False)
class Pairs:
    """Statistics of every unordered pair of comparates, each an array of shape (n_pairs,).

    Pairs come in the order of ``numpy.triu_indices(m, 1)`` over the summary order, so that the row has the
    better mean score (or comes first by name).

    Parameters
    ----------
    row, column : ndarray of int
        Positions of the two comparates in the summary order.
    n_tasks : ndarray of int
        Tasks on which both have a score.
    mean_difference, median_difference : ndarray
        Of score(row) − score(column), in the measure's unit; the median is computed on access.
    wins, ties, losses : ndarray of int
        Tasks on which the row is better, equal, worse.
    w_plus, w_minus : ndarray
        Rank sums of the tasks where the row is better and worse.
    statistic : ndarray
        Of the analysis' test. Wilcoxon: the smaller rank sum; sign test: the smaller of wins and losses;
        Nemenyi: the difference of mean ranks; t, Friedman z, Conover: the absolute t or z.
    pvalue, adjusted_pvalue : ndarray
        Of the analysis' test, raw and corrected over all pairs. NaN where undefined.
    reverse_pvalue, reverse_adjusted_pvalue : ndarray
        The same with row and column exchanged; they differ for one-sided tests only.
    median : callable
        Computes the median differences.
    """

    row: Integers
    column: Integers
    n_tasks: Integers
    mean_difference: Floats
    wins: Integers
    ties: Integers
    losses: Integers
    w_plus: Floats
    w_minus: Floats
    statistic: Floats
    pvalue: Floats
    adjusted_pvalue: Floats
    reverse_pvalue: Floats
    reverse_adjusted_pvalue: Floats
    median: Callable[[], Floats] = field(repr=False)

    @cached_property
    def median_difference(self) -> Floats:
        """Median of score(row) − score(column)."""
        return self.median()
