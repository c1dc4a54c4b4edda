"""The value that `compare` yields: every statistic of one table of scores, joined to its names."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from comparatex.data.scores import Scores
from comparatex.inference.analysis import Analysis

if TYPE_CHECKING:
    import pandas as pd

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]


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
        Of score(row) − score(column), in the measure's unit.
    wins, ties, losses : ndarray of int
        Tasks on which the row is better, equal, worse.
    w_plus, w_minus, statistic : ndarray
        Rank sums of the tasks where the row is better and worse; the statistic of the test.
    pvalue, adjusted_pvalue : ndarray
        Of the analysis' test, raw and corrected over all pairs. NaN where undefined.
    reverse_pvalue, reverse_adjusted_pvalue : ndarray
        The same with row and column exchanged; they differ for one-sided tests only.
    """

    row: Integers
    column: Integers
    n_tasks: Integers
    mean_difference: Floats
    median_difference: Floats
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


@dataclass(frozen=True, eq=False)
class Comparison:
    """Statistics of a table of scores; comparates stand in the summary order, best mean score first.

    Parameters
    ----------
    scores : Scores
        The table, in the order in which it was read.
    analysis : Analysis
        The settings that were followed.
    order : ndarray of int, of shape (n_comparates,)
        ``scores.values[:, order]`` is in the summary order: best mean score first, equal means by name.
    mean, median, mean_rank : ndarray of shape (n_comparates,)
        Of each comparate's scores, and of its ranks on the complete tasks (1 is best).
    ranks : ndarray of shape (n_complete_tasks, n_comparates)
        Ranks on the complete tasks, ties averaged.
    pair_statistics : Pairs
        Statistics of all pairs.
    notes : tuple of str
        What the reader of the numbers should know, one sentence each.
    """

    scores: Scores
    analysis: Analysis
    order: Integers
    mean: Floats
    median: Floats
    mean_rank: Floats
    ranks: Floats
    pair_statistics: Pairs
    notes: tuple[str, ...] = ()

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Names of the comparates in the summary order."""
        return tuple(self.scores.comparates[i] for i in self.order)
