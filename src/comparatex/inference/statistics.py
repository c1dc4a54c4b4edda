"""The statistics of one table of scores: those that `compare` computes, and those that follow from them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import compress
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from comparatex.data.scores import Scores, clustering
from comparatex.errors import DataError
from comparatex.inference import effects
from comparatex.inference.analysis import (
    ALONE,
    CLUSTERED,
    DRAWS,
    RANK_TESTS,
    SUPPLIED,
    TESTS,
    Analysis,
    IntervalMethod,
    Running,
)
from comparatex.inference.arithmetic import (
    Booleans,
    Estimates,
    Floats,
    Integers,
    Interval,
    pair_numbers,
    rejects,
    scaled_to_unit,
)
from comparatex.inference.attainable import Unattainable, least_pvalue, unattainable
from comparatex.inference.basis import Basis, basis_of
from comparatex.inference.clustered import by_clusters
from comparatex.inference.corrections import adjust
from comparatex.inference.differences import Differences, mean_scores, of_scores
from comparatex.inference.equivalence import Equivalence, equivalence
from comparatex.inference.hodges_lehmann import shifts
from comparatex.inference.nemenyi import critical_difference, nemenyi_pvalues
from comparatex.inference.pair_tests import (
    Pairs,
    alternatives,
    corrected_t,
    family_members,
    median_differences,
    sign_test_of,
)
from comparatex.inference.rank_tests import (
    RankTest,
    aligned_ranks,
    best_first,
    bonferroni_dunn_difference,
    quade,
    skillings_mack,
)
from comparatex.inference.repeats import repeat_differences

if TYPE_CHECKING:
    from comparatex.inference.bayes.posterior import Posterior, Posteriors
    from comparatex.inference.convention_verdicts import Verdict
    from comparatex.inference.effects import Concentration
    from comparatex.inference.friedman import Friedman, ImanDavenport


@dataclass(frozen=True, eq=False)
class PairScores:
    """Scores of two comparates on the tasks that both have."""

    tasks: tuple[str, ...]  # these tasks
    first: Floats  # first, second: their scores
    second: Floats
    means: tuple[float, float]
    """Their mean scores, summed as decimals: equal to those of the summary where both have all tasks."""
    better: Integers
    """1 where the first is better, −1 where the second is, 0 where they are equal: as the tests have it."""

    def count(self, sign: int) -> int:
        """Return the number of tasks with one result."""
        return int((self.better == sign).sum())


@dataclass(frozen=True, eq=False)
class Statistics:
    """Statistics of a table of scores; comparates are in summary order, best mean score first.

    What follows from the fields is computed on first access.
    """

    scores: Scores  # the table, in the order in which it was read
    analysis: Analysis  # the settings used
    order: Integers
    """Of shape (n_comparates,): ``scores.values[:, order]`` is in the summary order: best mean score first, equal
    means by name."""
    mean: Floats
    """mean, median, mean_rank, of shape (n_comparates,): of each comparate's scores, and of its ranks on the
    complete tasks (1 is best). Mean ranks are NaN on fewer than two complete tasks."""
    median: Floats
    mean_rank: Floats
    ranks: Floats  # of shape (n_complete_tasks, n_comparates): ranks on the complete tasks, ties averaged
    pair_statistics: Pairs  # statistics of all pairs
    notes: tuple[str, ...] = ()  # what the reader of the numbers should know, one sentence each
    verdict: Verdict | None = None  # the verdict of another tool's convention, if the analysis follows one
    running: Running = ALONE  # who computes statistics of pairs; they do not depend on it

    @cached_property
    def basis(self) -> Basis:
        """What the verdicts rest on: tests, correction, what is drawn, other comparates, gaps, repeats and scale."""
        inside = family_members(self.analysis, self.names, self.pair_statistics.row, self.pair_statistics.column)
        both_ways = bool((self.alternative[inside] == 0).any())
        return basis_of(self.scores, self.analysis, self.n_family, both_ways=both_ways)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Names of the comparates in the summary order."""
        return tuple(self.scores.comparates[i] for i in self.order)

    @property
    def ranked_tasks(self) -> list[str]:
        """Names of the tasks of `ranks`."""
        tasks = compress(self.scores.tasks, self.scores.complete.tolist())
        return [] if self.scores.repeats_of else [*tasks]

    @cached_property
    def friedman(self) -> Friedman:
        """The Friedman test on the complete tasks."""
        from comparatex.inference.friedman import friedman

        return friedman(self._doubled_ranks)

    @cached_property
    def iman_davenport(self) -> ImanDavenport:
        """Iman and Davenport's F on the complete tasks."""
        from comparatex.inference.friedman import iman_davenport

        return iman_davenport(self._doubled_ranks)

    @property
    def omnibus(self) -> Literal["exact", "f", "chi-square", "skillings-mack"]:
        """The test of all comparates that decides: Friedman's exact one for small tables, else F where defined.

        Where scores are missing it is Skillings and Mack's, unless another tool's convention says otherwise.
        """
        if self.skillings_mack is not None and self.verdict is None:
            return "skillings-mack"
        if self.friedman.exact_pvalue is not None:
            return "exact"
        return "chi-square" if np.isnan(self.iman_davenport.pvalue) else "f"

    @cached_property
    def quade(self) -> RankTest:
        """Quade's test on the complete tasks."""
        return quade(self._ranked)

    @cached_property
    def skillings_mack(self) -> RankTest | None:
        """Skillings and Mack's test on all tasks; None where no score is missing, as it is Friedman's then."""
        if self.scores.complete.all():
            return None
        return skillings_mack(best_first(self.scores, self.order, incomplete=True))

    @cached_property
    def aligned_ranks(self) -> RankTest:
        """The Friedman test of aligned ranks on the complete tasks."""
        return aligned_ranks(self._ranked)

    @property
    def _ranked(self) -> Floats:
        """Scores on the complete tasks, the best smallest; none of one task, whose repeats are not ranked."""
        return best_first(self.scores, self.order)[: 0 if self.scores.repeats_of else None]

    @cached_property
    def tested_rank(self) -> Floats:
        """The mean ranks that the analysis' test compares: aligned, weighted, or `mean_rank`."""
        ranks = TESTS[self.analysis.test].ranks if self.analysis.test in TESTS else "plain"
        if ranks == "plain":
            return self.mean_rank
        return (self.aligned_ranks if ranks == "aligned" else self.quade).mean_rank

    @cached_property
    def critical_difference(self) -> float:
        """Nemenyi's critical difference of mean ranks; NaN on fewer than two complete tasks."""
        if len(self.ranks) < 2:
            return float("nan")
        size = len(self.order), len(self.ranks)
        if self.verdict is not None and self.analysis.test == "nemenyi":
            from comparatex.inference.convention_verdicts import convention_difference

            return convention_difference(*size, self.verdict.convention, self.analysis.alpha)
        return critical_difference(*size, self.analysis.alpha)

    @property
    def control_difference(self) -> float:
        """Bonferroni and Dunn's critical difference of mean ranks from a control; NaN as Nemenyi's is."""
        size = len(self.order), len(self.ranks)
        return float("nan") if size[1] < 2 else bonferroni_dunn_difference(*size, self.analysis.alpha)

    @cached_property
    def differences(self) -> Differences:
        """The differences of all pairs, task by task, as tests see them."""
        return of_scores(self.scores)

    def by_task(self, first: int, second: int) -> Floats:
        """Return the differences of two by task, by positions in the summary order: positive where the first is better.

        NaN where one of them has no score.
        """
        row, column = self.order[[first]], self.order[[second]]
        return np.asarray(self.differences.between(row, column)[0])

    def decisive(self, first: int, second: int) -> Concentration | None:
        """Return the few tasks that the mean difference of two depends on, all of them outliers; None without any."""
        return effects.decisive(self.by_task(first, second))

    def n_close(self, first: int, second: int) -> int:
        """Return on how many tasks two are within the margin of each other; 0 without one."""
        one, other = self.scores.values[:, self.order[[first, second]]].T
        return effects.n_close(one, other, self.margin) if self.margin else 0

    def scores_of_pair(self, first: int, second: int) -> PairScores:
        """Return the scores of two on the tasks that both have, by positions in the summary order."""
        table, columns = self.scores, self.order[[first, second]]
        better = np.sign(self.by_task(first, second))
        both = ~np.isnan(better)
        values, decimals = table.values[both][:, columns], table.decimals[both][:, columns]
        one, other = mean_scores(values, decimals).tolist()
        tasks = tuple(task for task, present in zip(table.tasks, both.tolist(), strict=True) if present)
        first_scores, second_scores = values.T
        return PairScores(tasks, first_scores, second_scores, (one, other), better[both].astype(np.int64))

    @cached_property
    def median_difference(self) -> Floats:
        """Median of score(row) − score(column) of every pair."""
        turn = 1 if self.scores.higher_is_better else -1
        return median_differences(self.differences, *self.in_table, self.running, turn)

    @cached_property
    def nemenyi_pvalue(self) -> Floats:
        """P-value of the Nemenyi test of every pair."""
        pairs = self.pair_statistics
        if self.analysis.test == "nemenyi":
            return pairs.pvalue
        gap = np.abs(self.mean_rank[pairs.row] - self.mean_rank[pairs.column])
        return nemenyi_pvalues(gap, len(self.order), len(self.ranks))

    @cached_property
    def sign_pvalue(self) -> Floats:
        """P-value of the sign test of every pair, with the sides and the rule for ties of the analysis."""
        pairs = self.pair_statistics
        _, pvalue = sign_test_of(pairs.wins, pairs.ties, pairs.losses, self.analysis.sign_ties, self.alternative)
        return np.where((pairs.n_tasks == 0) | bool(self.scores.repeats_of), np.nan, pvalue)

    @cached_property
    def alternative(self) -> Integers:
        """1 for pairs whose test has the alternative that the row is better, −1 the column, 0 either; see `sides`."""
        return alternatives(self.analysis, self.names, self.pair_statistics.row, self.pair_statistics.column)

    @cached_property
    def rank_biserial(self) -> Floats:
        """Matched-pairs rank-biserial correlation of every pair, positive where the row is better."""
        pairs = self.pair_statistics
        return effects.rank_biserial(pairs.w_plus, pairs.w_minus, pairs.n_tasks)

    @cached_property
    def cohens_d(self) -> Floats:
        """Cohen's d of the differences of every pair, positive where the row is better."""
        return self._standardized[0]

    @cached_property
    def skewness(self) -> Floats:
        """Skewness of the differences of every pair, positive where a few tasks are much in favour of the row."""
        return self._standardized[1]

    @cached_property
    def _standardized(self) -> tuple[Floats, Floats]:
        return effects.standardized_of(self.scores, *self.in_table, self.running)

    @cached_property
    def cliffs_delta(self) -> Floats:
        """Cliff's δ of every pair, positive where the row is better."""
        return effects.cliffs_delta_of(self.scores, *self.in_table, self.running)

    @cached_property
    def vargha_delaney(self) -> Floats:
        """Vargha and Delaney's A of every pair, above 1/2 where the row is better."""
        return effects.vargha_delaney(self.cliffs_delta)

    @cached_property
    def log_ratio(self) -> Floats:
        """Mean logarithm of the ratios of scores of every pair, positive where the row is better."""
        scores = self.scores
        if scores.scale == "log":
            return self.pair_statistics.mean_difference * (1.0 if scores.higher_is_better else -1.0)
        return effects.log_ratios(scores.values, *self.in_table, higher_is_better=scores.higher_is_better)

    @cached_property
    def win_share(self) -> Estimates:
        """Share of tasks that the row wins, ties as in the analysis, with Wilson's interval, of clusters, at 1 − α."""
        return self._shares_of("wins", "losses")

    @cached_property
    def loss_share(self) -> Estimates:
        """Share of tasks won by the column of every pair."""
        return self._shares_of("losses", "wins")

    def _shares_of(self, won: str, lost: str) -> Estimates:
        from comparatex.inference.proportions import clustered_win_shares, win_shares

        if self.scores.clusters:
            better = np.sign(self.differences.between(*self.in_table)) * (1 if won == "wins" else -1)
            settings: dict[str, Any] = {"rule": self.analysis.sign_ties, "level": 1 - self.analysis.alpha}
            return clustered_win_shares(better, clustering(self.scores), **settings)
        counts = (getattr(self.pair_statistics, name) for name in (won, "ties", lost))
        shares = win_shares(*counts, rule=self.analysis.sign_ties, level=1 - self.analysis.alpha)
        if not self.scores.repeats_of:
            return shares
        unknown = np.full_like(shares.low, np.nan)  # repeats are no independent trials
        return shares._replace(low=unknown, high=unknown)

    @cached_property
    def hodges_lehmann(self) -> Estimates:
        """Hodges–Lehmann difference score(row) − score(column) of every pair, with intervals at level 1 − α."""
        return self.shifts(self.pair_statistics.row, self.pair_statistics.column)

    def shifts(self, row: Integers, column: Integers) -> Estimates:
        """Return the same of some pairs, by positions in the summary order: each takes milliseconds."""
        return shifts(self.scores, self.order[row], self.order[column], 1 - self.analysis.alpha, self.running)

    def pair_numbers(self, first: Integers | int, second: Integers | int) -> Integers:
        """Return the numbers of pairs, by positions in the summary order, whichever of the two is asked about."""
        return pair_numbers(first, second, len(self.order))

    @cached_property
    def n_clusters(self) -> Integers:
        """Number of clusters of tasks on which both of every pair have a score, of shape (n_pairs,)."""
        of, present = clustering(self.scores), ~np.isnan(self.scores.values[:, self.order])
        pairs, number = self.pair_statistics, int(of.max(initial=-1)) + 1
        if present.all():
            return np.full(len(pairs.row), number, dtype=np.int64)
        both = present[:, pairs.row] & present[:, pairs.column]
        return np.asarray(sum(both[of == k].any(axis=0).astype(np.int64) for k in range(number)), dtype=np.int64)

    @cached_property
    def complete_values(self) -> Floats:
        """Scores on the complete tasks, comparates in the summary order."""
        return np.asarray(self.scores.values[self.scores.complete][:, self.order])

    @cached_property
    def scaled_values(self) -> Floats:
        """The same, divided by a power of two that makes the largest about 1: the unit decides no tie of means."""
        values = self.complete_values
        return scaled_to_unit(values.ravel())[0].reshape(values.shape)

    def mean_intervals(self, draws: int = DRAWS) -> Interval:
        """Return intervals of the mean scores on the complete tasks, by the analysis' method, at level 1 − α.

        Where all scores lie in [0, 1], so do the intervals, and those of differences in [−1, 1]: no mean is beyond.
        """
        intervals = self.intervals_of(self.complete_values, draws)
        return intervals.within(0.0, 1.0) if self.of_unit else intervals

    @property
    def of_unit(self) -> bool:
        """Whether all scores lie in [0, 1]."""
        return bool(np.nanmin(self.scores.values) >= 0 and np.nanmax(self.scores.values) <= 1)

    @property
    def dominating(self) -> tuple[tuple[int, ...], float] | None:
        """The tasks whose differences outweigh all others, and their share of these; None of bounded measures."""
        return None if self.of_unit else effects.dominating(self.scores.values)

    def rank_intervals(self, draws: int = DRAWS) -> Interval:
        """Return intervals of the mean ranks, by the analysis' method, at level 1 − α; within 1 and their number."""
        return self.intervals_of(self.ranks, draws).within(1.0, len(self.order))

    def intervals_of(self, values: Floats, draws: int = DRAWS) -> Interval:
        """Return intervals of the means of any values of the comparates on the complete tasks, by the same method."""
        from comparatex.inference.bootstrap import mean_intervals

        if self.scores.repeats_of:
            return self._of_repeats(values.T)
        return mean_intervals(self.units(values), **self._interval_settings(draws))

    def difference_intervals(self, row: Integers, column: Integers, draws: int = DRAWS) -> Interval:
        """Return intervals of mean differences of pairs, by positions in the summary order, as `mean_intervals`."""
        from comparatex.inference.bootstrap import difference_intervals

        if self.scores.repeats_of:
            first, second = (self.scores.values[:, self.order[of]].T for of in (row, column))
            intervals = self._of_repeats(repeat_differences(first, second))
        else:
            values = self.units(self.complete_values)
            intervals = difference_intervals(values, row, column, **self._interval_settings(draws))
        return intervals.within(-1.0, 1.0) if self.of_unit else intervals

    def _of_repeats(self, values: Floats) -> Interval:
        """Return intervals of the means of lines by the repeats of one task, which may share data."""
        test = corrected_t(values, self.analysis.test_share or 0.0, 1 - self.analysis.alpha)
        return Interval(test.low, test.high, np.zeros(len(test.low), dtype=np.bool_))

    def first_frequencies(self, draws: int = DRAWS) -> tuple[Floats, Floats]:
        """Return in what share of draws of the complete tasks each comparate is first: by mean score, by mean rank."""
        from comparatex.inference.bootstrap import first_frequency, resampled_means

        means, ranks = (
            resampled_means(self.units(values), n_samples=draws, seed=self.analysis.seed)
            for values in (self.scaled_values, self.ranks)
        )
        higher = self.scores.higher_is_better
        return first_frequency(means, higher_is_better=higher), first_frequency(ranks, higher_is_better=False)

    def units(self, values: Floats) -> Floats:
        """Return values on the complete tasks, or one for each cluster of these where tasks are in clusters."""
        scores = self.scores
        return by_clusters(values, clustering(scores)[scores.complete]) if scores.clusters else values

    @property
    def n_units(self) -> int:
        """Number of what is drawn for intervals of means: complete tasks, or clusters of these."""
        return len(self.units(self.complete_values[:, :0]))

    @property
    def interval_method(self) -> IntervalMethod | Literal["corrected"]:
        """How intervals of means are computed: as asked for, but Student's for few tasks or clusters, and for repeats.

        ``corrected``: those of the corrected resampled t test, of repeats that share data.
        """
        from comparatex.inference.bootstrap import FEWEST

        if self.scores.repeats_of:
            return "corrected" if self.scores.share_data else "student"
        method = self.analysis.interval_method
        return "student" if method == "studentized" and self.n_units < FEWEST else method

    def _interval_settings(self, draws: int) -> dict[str, Any]:
        of = self.analysis
        return {"level": 1 - of.alpha, "method": of.interval_method, "n_samples": draws, "seed": of.seed}

    @cached_property
    def rope(self) -> float:
        """Half-width of the rope of the Bayesian tests: as given, or 0.01 for measures between 0 and 1.

        Raises
        ------
        UsageError
            None is given, and there are scores outside [0, 1].
        """
        from comparatex.inference.bayes.pairs import rope_of

        return rope_of(self.scores, self.analysis)

    @property
    def margin(self) -> float:
        """The margin of equivalence: the rope that was given; 0 where nothing is tested for equivalence.

        That is so without a rope (its default is one of Bayesian tests alone), with tests of mean ranks, which have
        another scale, with p-values that are supplied, and with the convention of another tool.
        """
        testable = self.analysis.test not in (*RANK_TESTS, SUPPLIED) and self.verdict is None
        return (self.analysis.rope or 0.0) if testable else 0.0

    @cached_property
    def equivalence(self) -> Equivalence | None:
        """The tests of non-inferiority and equivalence of every pair within the margin; None without one."""
        if not self.margin:
            return None
        pairs = self.pair_statistics
        inside = family_members(self.analysis, self.names, pairs.row, pairs.column)
        return equivalence(self.scores, self.analysis, self.margin, *self.in_table, inside, self.running)

    @cached_property
    def posterior(self) -> Posteriors:
        """The analysis' Bayesian test of every pair: P(row better), P(rope), P(column better).

        Raises
        ------
        UsageError
            The rope must be given.
        """
        from comparatex.inference.bayes.pairs import posteriors

        return posteriors(self.scores, self.analysis, *self.in_table)

    def posteriors_between(self, rows: Sequence[int], columns: Sequence[int]) -> Floats:
        """Return the Bayesian tests of some comparates against some, by positions in the summary order.

        No other pair is computed. A pair's probabilities are the same whichever others are asked for.
        """
        from comparatex.inference.bayes.pairs import posteriors

        m = len(self.order)
        first, second = (grid.ravel() for grid in np.meshgrid(rows, columns, indexing="ij"))
        low, high = np.minimum(first, second), np.maximum(first, second)
        pairs, where = np.unique((low * m + high)[low < high], return_inverse=True)
        computed = self.__dict__.get("posterior")
        if computed is None:
            computed = posteriors(self.scores, self.analysis, self.order[pairs // m], self.order[pairs % m])
        else:
            where = np.searchsorted(self.pair_statistics.row * m + self.pair_statistics.column, pairs)[where]
        regions = np.full((3, len(low)), np.nan)
        regions[:, low < high] = np.stack(computed)[:, where]
        turned = first > second
        regions[:, turned] = regions[::-1, turned]
        return regions.reshape(3, len(rows), len(columns))

    def posterior_of(self, row: int, column: int) -> Posterior:
        """Return the Bayesian test of one pair, by positions in the summary order, with its samples."""
        from comparatex.inference.bayes.pairs import posterior

        return posterior(self.scores, self.analysis, int(self.order[row]), int(self.order[column]))

    def task_posteriors(self, row: int, column: int) -> Floats:
        """Return the Bayesian correlated t test of one pair on every task, of shape (n_tasks, 3)."""
        from comparatex.inference.bayes.pairs import by_task

        return by_task(self.scores, self.analysis, self.rope, int(self.order[row]), int(self.order[column]))

    @cached_property
    def raw_significant(self) -> Booleans:
        """Which pairs have a p-value of at most α, without correction."""
        return rejects(self.pair_statistics.pvalue, self.analysis.alpha)

    @cached_property
    def significant(self) -> Booleans:
        """Which pairs have an adjusted p-value of at most α, or differ under the convention of the analysis."""
        if self.verdict is not None:
            return np.asarray(self.verdict.significant[pair_numbers(*self.in_table, len(self.order))])
        return rejects(self.pair_statistics.adjusted_pvalue, self.analysis.alpha)

    @property
    def n_family(self) -> int:
        """Number of tests that the correction counts: the defined p-values of the declared family."""
        return int(np.sum(~np.isnan(self.pair_statistics.adjusted_pvalue)))

    def unattainable(self, *, corrected: bool = True) -> Unattainable | None:
        """Return why no outcome could be significant, or None; of adjusted p-values or raw ones."""
        analysis = self.analysis if corrected else replace(self.analysis, correction="none")
        return unattainable(analysis, len(self.order), self.most_units, self.n_family)

    @property
    def most_units(self) -> int:
        """The greatest number of tasks, or of clusters of tasks, that a pair of the family is tested on."""
        if self.analysis.test == "nemenyi":
            return len(self.ranks)
        numbers = self.n_clusters if self.analysis.test in CLUSTERED else self.pair_statistics.n_tasks
        return int(numbers[~np.isnan(self.pair_statistics.adjusted_pvalue)].max(initial=0))

    def least_pvalues(self) -> tuple[float, float]:
        """Return the least p-value that so many units allow, and what correction makes of one such pair alone."""
        least = least_pvalue(self.analysis, self.most_units, len(self.order))
        family = np.ones(self.n_family)
        family[:1] = least
        correction = "none" if self.analysis.test == "nemenyi" else self.analysis.correction
        return least, float(adjust(family, correction)[0])

    @cached_property
    def joined(self) -> Booleans:
        """Which pairs are not declared different, of shape (n_comparates, n_comparates); symmetric.

        A pair whose test is undefined is joined, because it is not known to differ.
        """
        pairs, different = self.pair_statistics, self.significant
        joined = np.ones((len(self.order),) * 2, dtype=np.bool_)
        row, column = pairs.row[different], pairs.column[different]
        joined[row, column] = joined[column, row] = False
        return joined

    @property
    def cliques(self) -> tuple[tuple[int, ...], ...]:
        """Maximal sets of comparates whose pairs are all `joined`; positions in rank order.

        Raises
        ------
        DataError
            There are too many to list, or the family of tests does not include all pairs.
        """
        if self.analysis.family != "all":
            raise DataError('The family of tests does not hold all pairs: choose `family="all"`.')
        if self.verdict is not None and self.verdict.convention.cliques != "none":
            summary = np.argsort(self.order)
            groups = (summary[list(group)].tolist() for group in self.verdict.groups)
            return tuple(tuple(sorted(group, key=lambda i: self.mean_rank[i])) for group in groups)
        if isinstance(self._cliques, str):
            raise DataError(self._cliques)
        return self._cliques

    @cached_property
    def _cliques(self) -> tuple[tuple[int, ...], ...] | str:
        """The cliques, or why they are not listed: searching for them can take seconds."""
        from comparatex.inference.cliques import maximal_cliques

        try:
            return maximal_cliques(self.joined, self.mean_rank)
        except DataError as error:
            return str(error)

    @cached_property
    def in_table(self) -> tuple[Integers, Integers]:
        """Rows and columns of the pairs, as positions in the table as it was read."""
        pairs = self.pair_statistics
        return self.order[pairs.row], self.order[pairs.column]

    @cached_property
    def _doubled_ranks(self) -> Integers:
        """Twice the ranks, as whole numbers."""
        return np.asarray(np.rint(2 * self.ranks), dtype=np.int64)
