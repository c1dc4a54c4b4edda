"""Tables with several runs of each task: aggregate metrics, probability of improvement, sources of variance."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from comparatex.errors import DataError, UsageError
from comparatex.inference.analysis import IntervalMethod
from comparatex.inference.arithmetic import Floats, Integers
from comparatex.inference.bootstrap import resampled_means
from comparatex.inference.statistics import Statistics

METRICS = ("iqm", "median", "mean", "gap")
"""Aggregate metrics: interquartile mean, median, mean, optimality gap."""
RUN_DRAWS = 2000
"""Draws of runs for these intervals, where no other number is asked for."""
_CUT = 0.25
_HELD = 4_000_000
"""Runs of draws that are held at a time."""


@dataclass(frozen=True, eq=False)
class Estimate:
    """An estimate with the ends of its interval; NaN where undefined."""

    value: float
    low: float
    high: float

    def within(self, least: float, greatest: float) -> Estimate:
        """Return it with the ends cut to a range that it cannot leave."""
        return Estimate(self.value, *np.clip((self.low, self.high), least, greatest).tolist())


def cube_of(comparison: Statistics) -> Floats:
    """Return the runs of the complete tasks, of shape (n_tasks, n_comparates, n_runs), in summary order."""
    scores = comparison.scores
    if scores.repeats is None:
        reason = "logarithms have no runs: leave out `scale`" if scores.scale == "log" else "name a column of `repeat`"
        raise DataError(f"The table has one score per task and method, and this needs runs: {reason}.")
    cube = scores.repeats[scores.complete][:, comparison.order]
    if not len(cube) or ((~np.isnan(cube)).sum(axis=2) < 2).all():
        raise DataError("No score of a task that all methods have is of two runs or more: nothing varies between them.")
    return np.asarray(cube)


def aggregate_metrics(
    runs: Floats,
    level: float = 0.95,
    *,
    target: float | None = 1.0,
    higher_is_better: bool = True,
    method: IntervalMethod = "studentized",
    n_samples: int = RUN_DRAWS,
    seed: int | Sequence[int] = 0,
) -> Mapping[str, Estimate]:
    """Return aggregate metrics of one comparate's runs over all tasks, with stratified bootstrap intervals.

    - ``iqm``, the interquartile mean: the mean of the middle half of all runs of all tasks; of N runs, ⌊N/4⌋ are cut
      off at each end. Where tasks have unlike numbers of runs, each weighs 1/(runs of its task), and a quarter of the
      weight is cut off at each end.
    - ``median``: over the tasks, of the means of their runs. ``mean``: over the tasks, of the same.
    - ``gap``, the optimality gap: the mean over the tasks of the mean shortfall max(0, target − x) of their runs; with
      lower scores better, of max(0, x − target).

    For the intervals, runs are drawn with replacement within each task, so that they say how much the metrics vary
    with the seeds, for these tasks. How the tasks were chosen is no part of them. Percentiles of the draws are too
    close to the estimate where tasks have few runs: with the variances s² of the n runs of the tasks, the mean varies
    by Σ s²/n, and among the draws by Σ s²(n − 1)/n² alone. Their distances from the estimate are therefore multiplied
    by the root of the ratio of the two, and by t/z: the quantile of Student's distribution over the normal one, with
    Satterthwaite's degrees of freedom (Σ s²/n)² / Σ (s²/n)²/(n − 1).

    Parameters
    ----------
    runs : ndarray of shape (n_tasks, n_runs)
        Scores; NaN where a task has fewer runs. Each task has one at least.
    level : float
        Level of the intervals, between 0 and 1.
    target : float or None
        The score that leaves no gap, in the unit of the scores; None: no gap is computed.
    higher_is_better : bool
        Direction of the measure.
    method : {"studentized", "percentile", "student"}
        ``percentile``: percentiles as they are, as rliable has them; else widened.
    n_samples, seed : int
        Number of draws, and their seed.

    Returns
    -------
    mapping of str to Estimate
        By the names of `METRICS`, in the unit of the scores.

    Raises
    ------
    DataError
        A task has no run.
    UsageError
        The level is not between 0 and 1, or there are no samples to draw.

    References
    ----------
    Agarwal, Schwarzer, Castro, Courville and Bellemare (2021), Deep reinforcement learning at the edge of the
    statistical precipice, NeurIPS 34. Rao and Wu (1988), Resampling inference with complex survey data, JASA 83, on
    draws within strata of few. Satterthwaite (1946), An approximate distribution of estimates of variance components,
    Biometrics Bulletin 2.

    Examples
    --------
    >>> metrics = aggregate_metrics(np.array([[0.0, 0.2], [0.4, 0.8]]), n_samples=100)
    >>> {name: round(metric.value, 3) for name, metric in metrics.items()}
    {'iqm': 0.3, 'median': 0.35, 'mean': 0.35, 'gap': 0.65}
    """
    if not 0 < level < 1 or n_samples < 1:
        raise UsageError(f"Intervals need a level between 0 and 1 and a sample, not {level!r} and {n_samples}.")
    present = ~np.isnan(runs)
    if not present.any(axis=1).all():
        raise DataError("A task has no run: draw the others.")
    of = _Aggregates(runs, target, higher_is_better=higher_is_better)
    values = of.metrics((np.arange(runs.shape[1]) < of.counts)[None].astype(np.float64))
    n, size = present.sum(axis=1), max(1, _HELD // runs.size)
    drawn = [of.metrics(counts) for counts in _counts(n, runs.shape, n_samples, seed, size)]
    draws = np.concatenate(drawn, axis=1)
    wider = 1.0 if method == "percentile" else _widening(_variances(runs), n, level)
    metrics = {
        name: _estimate(value, drawn, level, wider) for name, value, drawn in zip(METRICS, values, draws, strict=True)
    }
    return metrics | {"gap": metrics["gap"].within(0.0, math.inf)}


def _variances(runs: Floats) -> Floats:
    """Return the variances of the runs of tasks; 0 of one run."""
    n = (~np.isnan(runs)).sum(axis=1)
    return np.asarray(np.nansum((runs - np.nanmean(runs, axis=1)[:, None]) ** 2, axis=1) / np.maximum(n - 1, 1))


def _widening(variances: Floats, n: Integers, level: float) -> float:
    """Return how many times as far from an estimate as percentiles the ends of an interval are; n: runs of tasks."""
    from scipy.special import ndtri, stdtrit

    parts = variances / n
    drawn, true = float((parts * (n - 1) / n).sum()), float(parts.sum())
    if not drawn:
        return 1.0
    freedom = true**2 / float((parts[n > 1] ** 2 / (n[n > 1] - 1)).sum())
    return float(np.sqrt(true / drawn) * stdtrit(freedom, (1 + level) / 2) / ndtri((1 + level) / 2))


def _estimate(value: Any, draws: Floats, level: float, wider: float) -> Estimate:
    """Return an estimate with the percentiles of its draws, so many times as far from it."""
    low, high = np.quantile(draws, [(1 - level) / 2, (1 + level) / 2])
    value = float(np.squeeze(value))
    return Estimate(
        value, float(min(low, value + wider * (low - value))), float(max(high, value + wider * (high - value)))
    )


class _Aggregates:
    """The metrics of draws, which are numbers of times that each run is drawn."""

    def __init__(self, runs: Floats, target: float | None, *, higher_is_better: bool) -> None:
        present = ~np.isnan(runs)
        counts = present.sum(axis=1)
        self.packed = np.take_along_axis(runs, np.argsort(~present, axis=1, kind="stable"), axis=1)  # present first
        filled = np.nan_to_num(self.packed)
        short = np.nan if target is None else np.maximum((target - filled) * (1 if higher_is_better else -1), 0.0)
        self.sides = filled, np.broadcast_to(short, filled.shape)
        self.counts = counts[:, None]
        self.order = np.argsort(self.packed, axis=None, kind="stable")[: counts.sum()]
        self.weights = np.ones(len(self.order))
        cut = math.floor(_CUT * len(self.order))
        self.ends = float(cut), float(len(self.order) - cut)
        if np.ptp(counts):
            self.weights = (1 / np.broadcast_to(self.counts, runs.shape)).ravel()[self.order]
            self.ends = _CUT * len(runs), (1 - _CUT) * len(runs)  # the weights of a task add up to 1

    def metrics(self, counts: Floats) -> Floats:
        """Return the metrics of draws of shape (n_draws, n_tasks, n_runs): an array of shape (4, n_draws)."""
        means, gaps = ((counts * side).sum(axis=2) / self.counts[:, 0] for side in self.sides)
        weights = counts.reshape(len(counts), -1)[:, self.order] * self.weights
        below = np.cumsum(weights, axis=1)
        low, high = self.ends
        middle = np.maximum(np.minimum(below, high) - np.maximum(below - weights, low), 0.0)
        iqm = (middle @ self.sides[0].ravel()[self.order]) / middle.sum(axis=1)
        return np.stack([iqm, np.median(means, axis=1), means.mean(axis=1), gaps.mean(axis=1)])


def _counts(
    n: Integers, shape: tuple[int, ...], n_samples: int, seed: int | Sequence[int], size: int
) -> Iterator[Floats]:
    """Yield how often each run of each task is drawn, those that are present first; by blocks of draws."""
    generator = np.random.default_rng(seed)
    for start in range(0, n_samples, size):
        several = min(size, n_samples - start)
        chosen = generator.integers(0, n[:, None], size=(several, *shape))
        chosen += shape[1] * np.arange(several * shape[0]).reshape(several, shape[0], 1)
        drawn = chosen[np.broadcast_to(np.arange(shape[1]) < n[:, None], chosen.shape)]
        yield np.bincount(drawn, minlength=chosen.size).reshape(chosen.shape).astype(np.float64)


def probability_of_improvement(
    first: Floats,
    second: Floats,
    level: float = 0.95,
    *,
    higher_is_better: bool = True,
    method: IntervalMethod = "studentized",
    n_samples: int = RUN_DRAWS,
    seed: int | Sequence[int] = 0,
) -> Estimate:
    """Return the probability that a run of the first is better than one of the second, averaged over tasks.

    On each task it is U/(nm), with the Mann–Whitney U of the n runs of the first and the m of the second: the share of
    the pairs of runs in which the first is better, ties counted half. Its mean over the tasks has a stratified
    bootstrap interval: the runs of each are drawn with replacement within each task, independently. Percentiles are
    widened as in `aggregate_metrics`, s² being the variances of the placements: of the shares of the other's runs that
    each run is better than.

    Parameters
    ----------
    first, second : ndarray of shape (n_tasks, n_runs)
        Scores; NaN where a task has fewer runs. The numbers of runs may differ.
    level : float
        Level of the interval, between 0 and 1.
    higher_is_better : bool
        Direction of the measure.
    method : {"studentized", "percentile", "student"}
        ``percentile``: percentiles as they are, as rliable has them; else widened.
    n_samples, seed : int
        Number of draws, and their seed.

    Returns
    -------
    Estimate
        Between 0 and 1; 1/2 where neither improves on the other. That of second and first is 1 less it.

    References
    ----------
    Agarwal et al. (2021), as in `aggregate_metrics`. Mann and Whitney (1947), The Annals of Mathematical Statistics 18.

    Examples
    --------
    >>> probability_of_improvement(np.array([[1.0, 3.0]]), np.array([[2.0, 1.0]]), n_samples=10).value
    0.625
    """
    n, m = ((~np.isnan(runs)).sum(axis=1) for runs in (first, second))
    first, second = np.sort(first, axis=1), np.sort(second, axis=1)  # those that are present first
    sign = 1.0 if higher_is_better else -1.0
    gap = sign * (first[:, :, None] - second[:, None, :])
    wins = np.where(np.isnan(gap), 0.0, (np.sign(np.nan_to_num(gap)) + 1) / 2)
    value = float((wins.sum(axis=(1, 2)) / (n * m)).mean())
    seeds = (seed,) if isinstance(seed, int) else tuple(seed)
    size = max(1, _HELD // max(first.size, second.size))
    drawn, others = (
        _counts(number, runs.shape, n_samples, (*seeds, side), size)
        for side, (number, runs) in enumerate(((n, first), (m, second)))
    )
    draws = []
    for a, b in zip(drawn, others, strict=True):
        shares = np.matmul(a.swapaxes(0, 1), wins) * b.swapaxes(0, 1)  # by tasks, draws, runs of the second
        draws.append((shares.sum(axis=2) / (n * m)[:, None]).mean(axis=0))
    placements = (
        np.where(np.arange(wins.shape[axis]) < size[:, None], wins.sum(axis=3 - axis) / others[:, None], np.nan)
        for axis, size, others in ((1, n, m), (2, m, n))
    )
    variances = np.concatenate([_variances(of) for of in placements])
    wider = 1.0 if method == "percentile" else _widening(variances, np.concatenate([n, m]), level)
    return _estimate(value, np.concatenate(draws), level, wider).within(0.0, 1.0)


@dataclass(frozen=True, eq=False)
class VarianceSplit:
    """The variance of scores by its sources; see `variance_split`."""

    tasks: float  # tasks, interaction, runs: variance components, in the square of the unit of the scores
    interaction: float
    runs: float
    # runs_for_mean: from how many runs on twice the tasks reduce the variance of a mean more than any number of further
    # runs
    runs_for_mean: Estimate
    runs_for_difference: Estimate  # the same for a difference of two means
    n_tasks: int
    n_runs: float  # harmonic mean of the numbers of runs

    @property
    def shares(self) -> tuple[float, float, float]:
        """The share of each source in their sum: of tasks, interaction, runs; NaN where nothing varies."""
        total = self.tasks + self.interaction + self.runs
        return tuple(part / total if total else math.nan for part in (self.tasks, self.interaction, self.runs))  # type: ignore[return-value]

    def standard_error(self, n_tasks: float, n_runs: float, *, of_difference: bool = False) -> float:
        """Return the standard error of a comparate's mean, or of a difference of two, on so many tasks with runs each.

        That of a mean is √((σ²_T + σ²_TC + σ²_R/r)/t) for t tasks with r runs, for tasks and runs drawn at random; in
        the difference of two on the same tasks these cancel: √(2(σ²_TC + σ²_R/r)/t).

        >>> VarianceSplit(3.0, 1.0, 4.0, *[Estimate(1, 1, 1)] * 2, 9, 4.0).standard_error(5, 4)
        1.0
        """
        between = 2 * self.interaction if of_difference else self.tasks + self.interaction
        return math.sqrt((between + (1 + of_difference) * self.runs / n_runs) / n_tasks)


def variance_split(cube: Floats, level: float = 0.95, *, n_samples: int = RUN_DRAWS, seed: int = 0) -> VarianceSplit:
    """Split the variance of scores into that of tasks, of tasks × comparates, and of runs within.

    Model: x_tcr = μ_c + τ_t + (τα)_tc + ε_tcr, comparates fixed, the other terms random with mean 0 and variances σ²_T,
    σ²_TC and σ²_R, uncorrelated. With the means m_tc of the n_tc runs, σ²_R is the pooled variance within; σ²_TC is the
    mean square of what m_tc differ by from the sum of row and column means, divisor (T − 1)(C − 1), less
    σ²_R · mean(1/n_tc); σ²_T is the variance of the row means, divisor T − 1, less that mean square over C. With equal
    numbers of runs these are the estimates of the analysis of variance; with unlike ones they are unbiased, too
    (analysis of unweighted means). Negative estimates are 0.

    Parameters
    ----------
    cube : ndarray of shape (n_tasks, n_comparates, n_runs)
        Scores; NaN where there are fewer runs. Each cell has one at least, some have two.
    level : float
        Level of the intervals of how many runs are enough, of percentiles over tasks drawn with replacement.
    n_samples, seed : int
        Number of draws, and their seed.

    Returns
    -------
    VarianceSplit
        Variances in the square of the unit of the scores. How many runs are enough for a mean is σ²_R/(σ²_T + σ²_TC),
        and for a difference σ²_R/σ²_TC, infinite where only runs vary: from there on endless runs would remove less
        than half of the variance, which twice the tasks halve.

    Raises
    ------
    DataError
        There is one task or one comparate only, a cell without a run, or none with two.

    References
    ----------
    Bouthillier et al. (2021), Accounting for variance in machine learning benchmarks, MLSys 3. Searle, Casella and
    McCulloch (1992), Variance components, chapter 4 (analysis of variance) and section 5.3 (unbalanced data).

    Examples
    --------
    >>> split = variance_split(np.array([[[1.0, 3.0], [2.0, 2.0]], [[7.0, 9.0], [4.0, 4.0]]]), n_samples=100)
    >>> split.runs, split.interaction, split.tasks
    (1.0, 3.5, 6.0)
    """
    counts = (~np.isnan(cube)).sum(axis=2)
    n_tasks, n_comparates = counts.shape
    if n_tasks < 2 or n_comparates < 2 or not counts.all() or (counts < 2).all():
        raise DataError(
            "Splitting the variance needs two tasks and two methods with runs everywhere, and two runs or more "
            "somewhere."
        )
    means = np.nanmean(cube, axis=2)
    within = np.nansum((cube - means[:, :, None]) ** 2, axis=(1, 2))
    rows = means.mean(axis=1)
    centred = means - rows[:, None]
    centred -= centred.mean(axis=0)
    row = rows - rows.mean()
    squares, inverse = (centred**2).sum(axis=1), (1 / counts).mean(axis=1)
    of_tasks = np.column_stack([within, (counts - 1).sum(axis=1), inverse, squares, row, row**2, centred])
    estimates = _components(of_tasks.mean(axis=0)[None], n_tasks, n_tasks - 1)
    resampled = resampled_means(of_tasks, n_samples=n_samples, seed=seed)
    draws = _components(resampled, n_tasks, (n_tasks - 1) ** 2 / n_tasks)
    (for_mean, for_difference), drawn = (
        [_enough(between, runs) for between in (tasks + interaction, interaction)]
        for tasks, interaction, runs in (estimates, draws)
    )
    ends = [(1 - level) / 2, (1 + level) / 2]
    enough = [
        Estimate(float(value[0]), *np.quantile(values, ends, method="inverted_cdf").tolist())
        for value, values in zip((for_mean, for_difference), drawn, strict=True)
    ]
    tasks, interaction, runs = (float(part[0]) for part in estimates)
    return VarianceSplit(tasks, interaction, runs, enough[0], enough[1], n_tasks, float(1 / (1 / counts).mean()))


def _components(means: Floats, n_tasks: int, degrees: float) -> tuple[Floats, Floats, Floats]:
    """Return the variances of tasks, interaction and runs from means over the tasks of what they are made of."""
    within, freedom, inverse, squares, row, row_squares = means[:, :6].T
    centred = means[:, 6:]
    with np.errstate(divide="ignore", invalid="ignore"):
        runs = np.where(freedom > 0, within / freedom, 0.0)
    n_comparates = centred.shape[1]
    residual = n_tasks * (squares - (centred**2).sum(axis=1)) / (degrees * (n_comparates - 1))
    interaction = np.maximum(residual - runs * inverse, 0.0)
    tasks = np.maximum(n_tasks * (row_squares - row**2) / degrees - residual / n_comparates, 0.0)
    return tasks, interaction, runs


def _enough(between: Floats, runs: Floats) -> Floats:
    """Return how many runs vary a mean as much as the tasks do: infinite where tasks do not, 0 where runs do not."""
    return np.where(runs == 0, 0.0, np.divide(runs, between, out=np.full(len(runs), np.inf), where=between > 0))


@dataclass(frozen=True, eq=False)
class Runs:
    """What several runs of each task say of a comparison, comparates in summary order; see `runs_of`."""

    metrics: tuple[Mapping[str, Estimate], ...]
    # improvement: of the comparate `against` over each: the probability that its run is better; NaN of itself
    improvement: tuple[Estimate, ...]
    against: int
    split: VarianceSplit
    target: float | None
    fewest: int  # fewest, most: runs of a score
    most: int
    n_samples: int


def runs_of(comparison: Statistics, against: int = 0, target: float | None = None, n_samples: int = RUN_DRAWS) -> Runs:
    """Return aggregate metrics, probabilities of improvement and the split of variance of a comparison with runs.

    Intervals are at level 1 − α, with the seed and by the method of the analysis, and within [0, 1] where all runs are;
    each comparate has draws of its own, whoever else there is. The target of the optimality gap is, where none is
    given, the best possible score of a measure between 0 and 1, and no gap is computed for others.
    """
    cube, higher = cube_of(comparison), comparison.scores.higher_is_better
    of_unit = bool(np.nanmin(cube) >= 0 and np.nanmax(cube) <= 1)
    if target is None and of_unit:
        target = 1.0 if higher else 0.0
    ends = (0.0, 1.0) if of_unit else (-math.inf, math.inf)
    level, seed = 1 - comparison.analysis.alpha, comparison.analysis.seed
    seeds = [(seed, *name.encode()) for name in comparison.names]
    counts = (~np.isnan(cube)).sum(axis=2)
    undefined = Estimate(math.nan, math.nan, math.nan)
    method = comparison.analysis.interval_method
    settings: dict[str, Any] = {"level": level, "higher_is_better": higher, "method": method, "n_samples": n_samples}
    metrics = [aggregate_metrics(cube[:, i], target=target, seed=draws, **settings) for i, draws in enumerate(seeds)]
    return Runs(
        metrics=tuple({name: metric.within(*ends) for name, metric in of.items()} for of in metrics),
        improvement=tuple(
            undefined
            if i == against
            else probability_of_improvement(cube[:, against], cube[:, i], seed=draws, **settings)
            for i, draws in enumerate(seeds)
        ),
        against=against,
        split=variance_split(cube, level, n_samples=n_samples, seed=seed),
        target=target,
        fewest=int(counts.min()),
        most=int(counts.max()),
        n_samples=n_samples,
    )
