"""What `compare` returns: all statistics, by name, and their display in notebooks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import isnan
from typing import TYPE_CHECKING

import numpy as np

from comparatex.errors import UsageError
from comparatex.hypertext import Displayed, Shown
from comparatex.inference.arithmetic import Floats
from comparatex.inference.basis import Basis
from comparatex.inference.fields import COMPARATE, PAIR, PairField, Source
from comparatex.inference.statistics import Statistics
from comparatex.inference.verdicts import significant_counts
from comparatex.names import hint
from comparatex.text import counted

if TYPE_CHECKING:
    import pandas as pd


_SHOWN = 20


@dataclass(frozen=True, eq=False)
class Comparison(Displayed, Statistics):
    """Every statistic of one table of scores; comparates are in summary order, best mean score first.

    It is returned by `compare`. Every other statistic is an attribute, computed on first access.

    Attributes
    ----------
    scores : Scores
        The table, in the order in which it was read.
    analysis : Analysis
        The settings used.
    names : tuple of str
        The comparates in the summary order.
    pairs, summary, rank_table : DataFrame
        The statistics of every pair, of every comparate, and the ranks on every complete task.
    basis : Basis
        What the verdicts rest on; `basis_of` says so of a single statistic.
    friedman, iman_davenport, quade, aligned_ranks
        Tests of all comparates at once: ``statistic``, ``pvalue``.
    critical_difference : float
        Nemenyi's, in mean ranks.
    cliques : tuple of tuples of int
        Maximal sets of comparates no two of which differ, as positions in the summary order.
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

    def matrix(self, field: str) -> pd.DataFrame:
        """Return a statistic of the pairs as a data frame, rows and columns by name: row against column.

        Parameters
        ----------
        field : str
            Name of a number in `comparatex.inference.fields.PAIR`, as in `pairs` and `stats.json`, or
            ``hodges_lehmann``; ``raw_significant`` and ``significant`` are 1 where true, else 0.

        Returns
        -------
        DataFrame of shape (n_comparates, n_comparates)
            Comparates in the summary order; NaN on the diagonal.

        Raises
        ------
        UsageError
            There is no such statistic of pairs; the message offers the nearest one.

        Examples
        --------
        >>> import comparatex as cx
        >>> comparison = cx.compare({"A": {"iris": 0.9, "wine": 0.8}, "B": {"iris": 0.7, "wine": 0.8}})
        >>> wins = comparison.matrix("wins")
        >>> wins.loc["A"].to_dict(), wins.loc["B"].to_dict()
        ({'A': nan, 'B': 1.0}, {'A': 0.0, 'B': nan})
        """
        import pandas as pd

        return pd.DataFrame(
            self.square(field), index=pd.Index(self.names, name="row"), columns=pd.Index(self.names, name="column")
        )

    def basis_of(self, field: str) -> Basis:
        """Return what a statistic of the pairs rests on, where `basis` has what their verdicts do.

        Parameters
        ----------
        field : str
            Name of a statistic in `comparatex.inference.fields.PAIR`, as in `pairs` and `stats.json`.

        Returns
        -------
        Basis
            Its test and side, correction, what is drawn, and what of it depends on which others are compared.

        Examples
        --------
        >>> import comparatex as cx
        >>> table = {"A": {"s": 0.9, "t": 0.8}, "B": {"s": 0.7, "t": 0.8}, "C": {"s": 0.7, "t": 0.6}}
        >>> comparison = cx.compare(table)
        >>> [comparison.basis_of(name).others for name in ("pvalue", "adjusted_pvalue")]
        ['', 'pvalues']
        """
        return self.basis.of(PAIR[field].on)

    def square(self, field: str) -> Floats:
        """Return the same as an array; [i, j] is row i against column j."""
        declared, source = self._field(field)
        pairs, m = self.pair_statistics, len(self.order)
        matrix = np.full((m, m), np.nan)
        matrix[pairs.row, pairs.column] = declared.values(source)
        matrix[pairs.column, pairs.row] = declared.from_column(source)
        return matrix

    def between(self, field: str, rows: Sequence[int], columns: Sequence[int]) -> Floats:
        """Return some rows and columns of that array, by positions: cheaper than all where there are thousands."""
        declared, source = self._field(field)
        row, column = np.meshgrid(np.asarray(rows, np.int64), np.asarray(columns, np.int64), indexing="ij")
        pair = self.pair_numbers(row, column)
        block = np.full(row.shape, np.nan)
        for side, values in ((row < column, declared.values), (row > column, declared.from_column)):
            if side.any():
                block[side] = values(source)[pair[side]]
        return block

    def _field(self, name: str) -> tuple[PairField, Source]:
        """Return the declaration of a number of pairs, and where its values are from."""
        if name == "adjusted_significant":
            raise UsageError("Pairs have no statistic 'adjusted_significant' any more: it is called 'significant'.")
        declared, source = PAIR.get(name), Source(self)
        if declared is None or declared.format == "words" or (declared.optional and not declared.when(source)):
            names = [field.name for field in PAIR.values() if field.format != "words" and not field.optional]
            raise UsageError(f"Pairs have no statistic {name!r}{hint(name, names)}")
        return declared, source

    @cached_property
    def effects(self) -> Mapping[str, Floats]:
        """Effect sizes of every pair, by name; positive where the row is better (A: above 1/2)."""
        source = Source(self)
        return {field.name: field.values(source) for field in PAIR.values() if field.group == "effects"}

    @property
    def pairs(self) -> pd.DataFrame:
        """The statistics of every pair, with names."""
        import pandas as pd

        source, names = Source(self), np.array(self.names, dtype=object)
        columns = {"row": names[source.pairs.row], "column": names[source.pairs.column]}
        columns |= {f.name: f.values(source) for f in PAIR.values() if f.frame and f.when(source)}
        return pd.DataFrame(columns)

    @property
    def summary(self) -> pd.DataFrame:
        """Mean, median and mean rank of every comparate, best mean first."""
        import pandas as pd

        source = Source(self)
        columns = {f.name: f.values(source) for f in COMPARATE if f.frame and f.when(source)}
        return pd.DataFrame(columns, index=pd.Index(self.names, name="comparate"))

    @property
    def rank_table(self) -> pd.DataFrame:
        """Ranks on the complete tasks, tasks in rows and comparates in summary order."""
        import pandas as pd

        return pd.DataFrame(
            self.ranks, index=pd.Index(self.ranked_tasks, name="task"), columns=pd.Index(self.names, name="comparate")
        )

    def _tested(self) -> str:
        """Return by which test, and how many pairs differ."""
        different, analysis, by = int(np.count_nonzero(self.significant)), self.analysis, self.basis.supplied
        test = f"P-values as supplied{f' by {by}' if by else ''}" if self.basis.is_supplied else f"Test {analysis.test}"
        return (
            f"{test}, correction {analysis.correction}, α = {analysis.alpha:.12g}: {different:,} of "
            f"{counted(len(self.pair_statistics.row), 'pair')} significant"
        )

    def __repr__(self) -> str:
        (better, *_), (worse, *_) = self._counts
        best = f"{self.names[0]} has the best mean, significantly better in {better} and worse in {worse}"
        return f"<Comparison of {self.scores.extent}. {self._tested()}; {best}>"

    @property
    def _counts(self) -> tuple[list[int], list[int]]:
        better, worse = significant_counts(self)
        return better.tolist(), worse.tolist()

    def _shown(self) -> Shown:
        numbers = self.mean, self.median, self.mean_rank
        rows = [
            (name, *(f"{value:.4f}" for value in values), str(better), str(worse))
            for name, *values, better, worse in zip(self.names, *numbers, *self._counts, strict=True)
        ]
        more = [counted(len(rows) - _SHOWN, "more method")] if len(rows) > _SHOWN else []
        heading = f"Comparison of {self.scores.extent}. {self._tested()}."
        if len(self.ranks) >= 2 and not isnan(p := self.friedman.pvalue):
            heading += f" Friedman test: p = {p:.3g}."
        return Shown(heading, ("", "mean", "median", "mean rank", "better than", "worse than"), rows[:_SHOWN], more)
