"""The value that `compare` yields: statistics with what a notebook asks of them, by name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from comparatex.inference import display, frames
from comparatex.inference.arithmetic.arrays import Floats
from comparatex.inference.both_ways import both_ways
from comparatex.inference.statistics import Statistics

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, eq=False)
class Comparison(Statistics):
    """Every statistic of one table of scores; comparates stand in the summary order, best mean score first.

    `compare` makes it. Every other statistic is an attribute, computed when it is first asked for.

    Attributes
    ----------
    scores : Scores
        The table, in the order in which it was read.
    analysis : Analysis
        The settings that were followed.
    names : tuple of str
        The comparates in the summary order.
    pairs, summary, rank_table : DataFrame
        The statistics of every pair, of every comparate, and the ranks on every complete task.
    friedman, iman_davenport, quade, aligned_ranks
        Tests of all comparates at once: ``statistic``, ``pvalue``.
    critical_difference : float
        Nemenyi's, of mean ranks.
    cliques : tuple of tuples of int
        Maximal sets of comparates of which no two differ, by positions in the summary order.
    posterior : Posteriors
        The Bayesian test of every pair.
    notes : tuple of str
        What the reader of the numbers should know, one sentence each.

    Examples
    --------
    >>> import comparatex as cx
    >>> comparison = cx.compare({"A": {"iris": 0.9, "wine": 0.8}, "B": {"iris": 0.7, "wine": 0.8}})
    >>> comparison.names, comparison.pairs["wins"].tolist()
    (('A', 'B'), [1])
    """

    def matrix(self, field: str) -> Floats:
        """Return a statistic of the pairs as a matrix; [i, j] is row i against column j, NaN on the diagonal.

        Parameters
        ----------
        field : str
            A field of `Pairs`, ``sign_pvalue``, ``nemenyi_pvalue``, an effect size, ``hodges_lehmann``,
            ``p_left``, ``p_rope``, ``p_right`` (of `posterior`), ``significant`` or ``adjusted_significant``
            (1 where it is so, else 0).

        Returns
        -------
        ndarray of shape (n_comparates, n_comparates)

        Raises
        ------
        UsageError
            Pairs have no such statistic.

        Examples
        --------
        >>> import comparatex as cx
        >>> comparison = cx.compare({"A": {"iris": 0.9, "wine": 0.8}, "B": {"iris": 0.7, "wine": 0.8}})
        >>> comparison.matrix("mean_difference")
        array([[ nan,  0.1],
               [-0.1,  nan]])
        """
        upper, lower = both_ways(self, field)
        pairs, m = self.pair_statistics, len(self.order)
        matrix = np.full((m, m), np.nan)
        matrix[pairs.row, pairs.column] = upper
        matrix[pairs.column, pairs.row] = lower
        return matrix

    @property
    def pairs(self) -> pd.DataFrame:
        """The statistics of every pair, with names."""
        return frames.pairs(self)

    @property
    def summary(self) -> pd.DataFrame:
        """Mean, median and mean rank of every comparate, best mean first."""
        return frames.summary(self)

    @property
    def rank_table(self) -> pd.DataFrame:
        """Ranks of the comparates on the complete tasks."""
        return frames.rank_table(self)

    def _repr_html_(self) -> str:
        """Return a summary for notebooks."""
        return display.html(self)
