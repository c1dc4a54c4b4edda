"""Optional statistics, as columns of numbers: those requested, and those of tables with repeats."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from comparatex.inference.analysis import Analysis
from comparatex.inference.arithmetic import Floats, Integers
from comparatex.inference.pair_tests import Pairs, sign_test_of
from comparatex.inference.proportions import has_outcomes, significant_wins
from comparatex.inference.repeats import repeat_record, spread
from comparatex.inference.statistics import Statistics

Columns = dict[str, Floats | Integers]


@dataclass(frozen=True)
class OptionalStatistics:
    """What is requested beyond the usual statistics."""

    sizes: Mapping[str, int] | None = None
    """Size of the test set of every task, to count the tasks on which either of a pair is significantly better."""
    costs: Mapping[str, float] | None = None
    """Complexity of comparates, to name the simplest that does not differ from the best."""
    draws: int = 0  # bootstrap draws of tasks; 0 for no intervals
    runs: bool = False  # aggregate metrics of runs, and their variance


@dataclass(frozen=True, eq=False)
class Source:
    """The source of the values of fields: the statistics of a table, and the optional ones requested."""

    statistics: Statistics
    options: OptionalStatistics = OptionalStatistics()

    @property
    def pairs(self) -> Pairs:
        """Statistics of all pairs."""
        return self.statistics.pair_statistics

    @property
    def analysis(self) -> Analysis:
        """The settings of the analysis."""
        return self.statistics.analysis

    @property
    def mean_best_first(self) -> Floats:
        """Mean scores, negated where higher is better, so that the best is the smallest."""
        return -self.statistics.mean if self.statistics.scores.higher_is_better else self.statistics.mean

    @cached_property
    def repeats(self) -> Columns:
        """Wins, ties and losses of pairs repeat by repeat; empty without repeats."""
        cube, higher = self.statistics.scores.repeats, self.statistics.scores.higher_is_better
        if cube is None:
            return {}
        pairs = zip(*(index.tolist() for index in self.statistics.in_table), strict=True)
        records = (repeat_record(cube[:, i], cube[:, j], higher_is_better=higher) for i, j in pairs)
        counts = np.array([[int(count.sum()) for count in record] for record in records], dtype=np.int64)
        return dict(zip(("repeat_wins", "repeat_ties", "repeat_losses"), counts.T, strict=True))

    @cached_property
    def intervals(self) -> Columns:
        """Intervals of the differences of pairs; empty without draws."""
        if not self.options.draws:
            return {}
        shift = self.statistics.hodges_lehmann
        columns: Columns = {
            "hodges_lehmann": shift.estimate,
            "hodges_lehmann_low": shift.low,
            "hodges_lehmann_high": shift.high,
        }
        if len(self.statistics.ranks) >= 2:
            ends = self.statistics.difference_intervals(self.pairs.row, self.pairs.column, self.options.draws)
            columns |= {"mean_difference_low": ends.low, "mean_difference_high": ends.high}
        return columns

    @cached_property
    def significant_wins(self) -> Columns:
        """Significant wins of pairs; empty without sizes of test sets or outcomes."""
        if self.options.sizes is None and not has_outcomes(self.statistics.scores):
            return {}
        analysis, in_table = self.analysis, self.statistics.in_table
        sizes = self.options.sizes or {}
        counts = significant_wins(self.statistics.scores, *in_table, analysis.alpha, sizes)
        _, p, _ = sign_test_of(counts.wins, counts.ties, counts.losses, analysis.sign_ties, analysis.sides)
        names = "significant_wins", "significant_losses", "significant_wins_pvalue"
        return dict(zip(names, (counts.wins, counts.losses, p), strict=True))

    @cached_property
    def comparate_columns(self) -> Columns:
        """Spread of the repeats of comparates, and their intervals."""
        drawn = comparate_intervals(self.statistics, self.options.draws) if self.options.draws else {}
        return {**comparate_repeats(self.statistics), **drawn}


def comparate_intervals(comparison: Statistics, draws: int) -> Columns:
    """Return bootstrap intervals of means and mean ranks, and how often each comparate comes first."""
    if len(comparison.ranks) < 2:
        return {}
    columns: Columns = {}
    ends = {"mean": comparison.mean_intervals(draws), "mean_rank": comparison.rank_intervals(draws)}
    first = comparison.first_frequencies(draws)
    for (name, interval), share in zip(ends.items(), first, strict=True):
        columns[f"{name}_low"], columns[f"{name}_high"] = interval.low, interval.high
        columns[f"first_by_{name}"] = share
    return columns


def comparate_repeats(comparison: Statistics) -> dict[str, Floats]:
    """Return the spread of each comparate's repeats: mean deviation over tasks, best and worst case overall."""
    if comparison.scores.repeats is None:
        return {}
    higher = comparison.scores.higher_is_better
    spreads = spread(comparison.scores.repeats[:, comparison.order], higher_is_better=higher)
    varied = np.where(spreads.count > 1, spreads.deviation, 0.0).sum(axis=0)
    number = (spreads.count > 1).sum(axis=0)
    best, worst = (np.nanmax, np.nanmin) if higher else (np.nanmin, np.nanmax)
    return {
        "repeat_deviation": varied / np.where(number > 0, number, np.nan),
        "best_case": best(spreads.best, axis=0),
        "worst_case": worst(spreads.worst, axis=0),
    }
