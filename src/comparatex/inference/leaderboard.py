"""A leaderboard: places by mean score, mean rank or win rate, those that the tests of all pairs leave open, tiers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, get_args

import numpy as np

from comparatex import progress
from comparatex.errors import UsageError
from comparatex.hypertext import Displayed, Shown
from comparatex.inference.analysis import DRAWS
from comparatex.inference.arithmetic import Booleans, Floats, Integers, Interval
from comparatex.inference.bootstrap import joint_level, resampled_means
from comparatex.inference.comparison import Comparison
from comparatex.inference.scale import ratios
from comparatex.names import quoted
from comparatex.text import counted

if TYPE_CHECKING:
    import pandas as pd

    from comparatex.data.scores import Scores

By = Literal["mean", "rank", "wins"]
"""What places are by: mean score, which is a geometric one of logarithms, mean rank, or win rate."""
Centre = Literal["mean", "rank", "wins", "geometric"]
_KEYS: dict[Centre, str] = {"rank": "mean_rank", "wins": "win_rate", "geometric": "geometric_mean"}
"""What the score of a board is called in its records, where it is no mean score."""
CENTRES = ("score", *_KEYS.values())
_SHOWN = 20
"""Rows that notebooks show."""
_NUMBERS = ("place", "place_low", "place_high", "score", "low", "high", "tier", "drawn_low", "drawn_high")

_DRAWS = 1_000
"""Draws of which the places are held in full width at a time."""
_NOISE = 1e-12
"""Of the largest mean, or of 1 where that is smaller, what may be a rounding error: means so close tie."""


@dataclass(frozen=True, eq=False)
class Leaderboard(Displayed):
    """Comparates by place, the best first."""

    names: tuple[str, ...]  # the comparates
    position: Integers  # of shape (n_comparates,): of each in `Comparison.names`
    place: Integers  # of shape (n_comparates,): place by mean score, or by mean rank, from 1
    place_low: Integers
    """place_low, place_high, of shape (n_comparates,): the places that the tests leave open; see `place_sets`. A
    place outside of them is one on which mean and test disagree."""
    place_high: Integers
    score: Floats
    """score, low, high, of shape (n_comparates,): what places are by, on the complete tasks, and its interval: the mean
    score, the mean rank, or the win rate in percent; of logarithms the geometric mean."""
    low: Floats
    high: Floats
    tier: Integers  # of shape (n_comparates,): number of the tier, as `tiers` defines it
    drawn_low: Integers | None = None
    """drawn_low, drawn_high, of shape (n_comparates,): the bootstrap interval of the place, where it is asked for;
    see `place_intervals` for what it covers."""
    drawn_high: Integers | None = None
    simultaneous: bool = False  # whether all intervals of the scores hold at once
    order: By = "mean"  # what places are by
    centre: Centre = "mean"  # the same, and whether means are geometric

    def records(self) -> list[dict[str, Any]]:
        """Return the numbers of every comparate by name, such as ``mean_rank`` or ``score``; None where undefined."""
        columns: dict[str, Any] = {"comparate": self.names}
        for name in _NUMBERS:
            if (values := getattr(self, name)) is not None:
                key = _KEYS.get(self.centre, name) if name == "score" else name
                columns[key] = [value if value == value else None for value in values.tolist()]
        return [dict(zip(columns, values, strict=True)) for values in zip(*columns.values(), strict=True)]

    @property
    def summary(self) -> pd.DataFrame:
        """The numbers of every comparate, best first."""
        import pandas as pd

        return pd.DataFrame(self.records()).set_index("comparate")

    def __repr__(self) -> str:
        tiers = counted(int(self.tier.max()), "tier")
        first = f"{self.names[0]} first, place {self._places(0)}"
        return f"<Leaderboard of {counted(len(self.names), 'method')} in {tiers}, {first}>"

    def _places(self, k: int) -> str:
        low, high = int(self.place_low[k]), int(self.place_high[k])
        return str(low) if low == high else f"{low}–{high}"

    def _shown(self) -> Shown:
        ends = zip(self.score, self.low, self.high, strict=True)
        rows = [
            (name, str(self.place[k]), self._places(k), f"{score:.4f}", f"{low:.4f} to {high:.4f}", str(self.tier[k]))
            for k, (name, (score, low, high)) in enumerate(zip(self.names[:_SHOWN], ends, strict=False))
        ]
        more = [counted(len(self.names) - _SHOWN, "more method")] if len(self.names) > _SHOWN else []
        by = _KEYS.get(self.centre, "mean").replace("_", " ")
        return Shown(f"{repr(self)[1:-1]}.", ("", "place", "possible", by, "interval", "tier"), rows, more)


def leaderboard(
    comparison: Comparison,
    *,
    draws: int = DRAWS,
    bootstrap: bool = False,
    order: By = "mean",
    weights: Mapping[str, float] | None = None,
    simultaneous: bool = False,
) -> Leaderboard:
    """Return the comparates by place, with the places that the tests leave open, intervals and tiers.

    Parameters
    ----------
    comparison : Comparison
        Its complete tasks count; its test, correction, α, interval method and seed are used.
    draws : int
        Bootstrap draws of tasks.
    bootstrap : bool
        Whether to add bootstrap intervals of places, which cover less than their level says.
    order : {"mean", "rank", "wins"}
        What places, intervals and the leaders of tiers are by: the mean score, the mean rank, or the win rate, which is
        the share of rivals that a comparate is better than, in the mean over tasks, ties half. On the scale of
        logarithms, means are geometric, and their intervals those of the logarithms. The places that are
        left open follow from the tests of pairs in any, and where tiers end from these and their leaders.
    weights : mapping of str to float, optional
        Weights of tasks, for places by means: those of the weighted means Σ wx/Σ w. Their intervals are those of the
        mean of x̄ + n w (x − x̄)/Σ w, the weighted mean made linear in tasks that are drawn with their weights. Tests,
        and what follows from them, weigh all tasks alike.
    simultaneous : bool
        Whether all intervals hold at once with the probability that their level says; each is at the level of
        `joint_level` then, which allows for how comparates rise and fall together. Else they are those of each
        comparate alone, so that of 20, one is expected to miss at a level of 0.95.

    Returns
    -------
    Leaderboard
        The best first; of those that tie, in the order of the summary.

    Raises
    ------
    DataError
        No task is complete.
    UsageError
        The family of tests does not hold all pairs, or places are asked for by something else.

    References
    ----------
    Mogstad, Romano, Shaikh and Wilhelm (2024), Review of Economic Studies 91.

    Examples
    --------
    >>> import comparatex as cx
    >>> scores = {"A": [7, 8, 9, 6, 7, 9], "B": [6, 6, 8, 5, 5, 7], "C": [1, 2, 2, 1, 3, 2]}
    >>> board = leaderboard(cx.compare({name: dict(zip("uvwxyz", row)) for name, row in scores.items()}))
    >>> board.names, board.place.tolist(), board.tier.tolist()
    (('A', 'B', 'C'), [1, 2, 3], [1, 1, 1])
    """
    analysis = comparison.analysis
    if analysis.family != "all":
        raise UsageError('Places and tiers rest on the tests of all pairs: choose `family="all"`.')
    centre, values, means, ends, higher = _by(comparison, order, draws, weights or {}, simultaneous)
    place = places(values.mean(axis=0)[None, :], higher_is_better=higher)[0]
    position = np.argsort(place, kind="stable")
    better = comparison.square("side")[np.ix_(position, position)] > 0
    low, high = place_sets(better)
    first = last = None
    if bootstrap:
        drawn = resampled_means(comparison.units(values), n_samples=draws, seed=analysis.seed)
        first, last = place_intervals(drawn, place, 1 - analysis.alpha, higher_is_better=higher)
    return Leaderboard(
        names=tuple(comparison.names[i] for i in position.tolist()),
        position=position,
        place=place[position],
        place_low=low,
        place_high=high,
        score=means[position],
        low=ends.low[position],
        high=ends.high[position],
        tier=tiers(better),
        drawn_low=None if first is None else first[position],
        drawn_high=None if last is None else last[position],
        simultaneous=simultaneous,
        order=order,
        centre=centre,
    )


def _at_once(comparison: Comparison, values: Floats) -> Comparison:
    """Return a comparison whose intervals of the means of some values hold at once at the level of the given one."""
    analysis, repeats = comparison.analysis, comparison.scores.repeats_of
    units = values if repeats else comparison.units(values)
    return replace(
        comparison, analysis=replace(analysis, alpha=1 - joint_level(units, 1 - analysis.alpha, seed=analysis.seed))
    )


def _by(
    comparison: Comparison, order: By, draws: int, weights: Mapping[str, float], simultaneous: bool
) -> tuple[Centre, Floats, Floats, Interval, bool]:
    """Return what places are by: its kind, values whose means are compared, these as printed, intervals, direction."""
    if order not in get_args(By):
        raise UsageError(f'There are no places by {order}: choose `order="mean"`, `order="rank"` or `order="wins"`.')
    if weights and order != "mean":
        raise UsageError('Weights of tasks are for places by means: leave them out, or use `order="mean"`.')
    if order != "mean" and comparison.scores.repeats_of:
        raise UsageError(f'Places by {order} are over tasks, and there is one: choose `order="mean"`.')
    if order != "mean":
        ranks = comparison.ranks
        ends = (_at_once(comparison, ranks) if simultaneous else comparison).rank_intervals(draws)
        if order == "rank":
            return "rank", ranks, ranks.mean(axis=0), ends, False
        m = ranks.shape[1]
        won, high, low = (100 * (m - of) / (m - 1) for of in (ranks, ends.low, ends.high))
        return "wins", won, won.mean(axis=0), replace(ends, low=low, high=high), True
    values, higher = comparison.complete_values, comparison.scores.higher_is_better
    if weights:
        share = weights_of(comparison.scores, weights)[comparison.scores.complete][:, None]
        share = share / share.mean()
        centred = values - (share * values).mean(axis=0)
        values = values - centred + share * centred
    ends = (_at_once(comparison, values) if simultaneous else comparison).intervals_of(values, draws)
    if comparison.scores.scale == "log":
        low, high, means = (ratios(of) for of in (ends.low, ends.high, values.mean(axis=0)))
        return "geometric", values, means, replace(ends, low=low, high=high), higher
    ends = ends.within(0.0, 1.0) if comparison.of_unit else ends
    return "mean", values if weights else comparison.scaled_values, values.mean(axis=0), ends, higher


def weights_of(scores: Scores, weights: Mapping[str, float]) -> Floats:
    """Return the weight of each task.

    Parameters
    ----------
    scores : Scores
        The table.
    weights : mapping of str to float
        Of each task, by its name; empty: all count alike.

    Returns
    -------
    ndarray of shape (n_tasks,)
        Positive numbers, in no unit: 1 where there are no weights.

    Raises
    ------
    UsageError
        A task has no weight, or one that is not positive and finite.
    """
    if not weights:
        return np.ones(scores.n_tasks)
    lacking = [task for task in scores.tasks if task not in weights]
    if lacking:
        raise UsageError(f"The task {quoted(lacking[0])} has no weight: `weights` needs one for each task.")
    numbers = np.array([float(weights[task]) for task in scores.tasks])
    if not (np.isfinite(numbers) & (numbers > 0)).all():
        raise UsageError("A weight of a task must be a positive number: leave tasks out with `exclude_tasks`.")
    return numbers


def summary_of(comparison: Comparison, kind: str, weights: Mapping[str, float] | None = None) -> Floats:
    """Return what sums the tasks of each comparate up, of shape (n_comparates,).

    Parameters
    ----------
    comparison : Comparison
        Each comparate's own tasks count; of ranks the complete tasks; of wins those of each pair.
    kind : str
        ``mean``, ``median``; ``geometric-mean``, of positive scores, NaN else; ``iqm``, the mean of the middle half;
        ``group-mean``, the mean of the means of groups of tasks; ``rank``, the mean rank; ``win-rate``, the percentage
        of comparisons with rivals on tasks that are won, ties half; ``best-on``, the number of tasks on which it is
        the best, or one of these.
    weights : mapping of str to float, optional
        Weights of tasks in means, geometric ones and those of groups; nothing else is weighted.

    Returns
    -------
    ndarray
        In the summary order.

    References
    ----------
    Fleming and Wallace (1986), How not to lie with statistics: the correct way to summarize benchmark results,
    Communications of the ACM 29, for geometric means; Agarwal et al. (2021), Deep reinforcement learning at the edge
    of the statistical precipice, NeurIPS 34, for the mean of the middle half.

    Examples
    --------
    >>> import comparatex as cx
    >>> comparison = cx.compare({"A": {"u": 4, "v": 1, "w": 2}, "B": {"u": 2, "v": 1, "w": 4}})
    >>> [summary_of(comparison, kind).round(3).tolist() for kind in ("geometric-mean", "win-rate", "best-on")]
    [[2.0, 2.0], [50.0, 50.0], [2.0, 2.0]]
    """
    columns, share = comparison.scores.values[:, comparison.order].T, weights_of(comparison.scores, weights or {})
    if kind == "geometric-mean":
        logarithms = comparison.scores.scale == "log"
        return np.array([_geometric(column, share, logarithms=logarithms) for column in columns])
    own = [column[~np.isnan(column)] for column in columns]
    if kind == "mean" and weights:
        return np.array([_mean(column, share) for column in columns])
    if kind == "iqm":
        from scipy.stats import trim_mean

        return np.array([trim_mean(scores, 0.25) for scores in own])
    if kind == "group-mean":
        return np.asarray(np.mean([*group_means(comparison, weights).values()], axis=0))
    if kind == "win-rate":
        pairs, won, met = comparison.pair_statistics, *np.zeros((2, len(own)))
        for end, wins in ((pairs.row, pairs.wins), (pairs.column, pairs.losses)):
            np.add.at(won, end, wins + 0.5 * pairs.ties)
            np.add.at(met, end, pairs.wins + pairs.ties + pairs.losses)
        return np.asarray(100 * won / np.maximum(met, 1))
    if kind == "best-on":
        best = comparison.ranks == comparison.ranks.min(axis=1, keepdims=True)
        return np.asarray(best.sum(axis=0), dtype=np.float64)
    usual: dict[str, Floats] = {"mean": comparison.mean, "median": comparison.median, "rank": comparison.mean_rank}
    return usual[kind]


def _mean(scores: Floats, share: Floats) -> float:
    """Return a weighted mean of the scores that there are; NaN where there is none."""
    there = ~np.isnan(scores)
    if not there.any():
        return np.nan
    return float(scores[there].mean() if np.ptp(share) == 0 else np.average(scores[there], weights=share[there]))


def _geometric(scores: Floats, share: Floats, *, logarithms: bool) -> float:
    if not logarithms and np.nanmin(scores, initial=np.inf) <= 0:
        return np.nan
    mean = _mean(scores if logarithms else np.log(scores), share)
    return float(ratios(mean)) if np.isfinite(mean) else np.nan


def group_means(comparison: Comparison, weights: Mapping[str, float] | None = None) -> dict[str, Floats]:
    """Return the mean of each comparate on each group of tasks, or on all tasks where there are no groups.

    Each group counts once in the mean of these means, however many tasks it has: a macro average.

    Parameters
    ----------
    comparison : Comparison
        Whose tasks are in groups, or in none.
    weights : mapping of str to float, optional
        Weights of tasks within their group.

    Returns
    -------
    dict of str to ndarray
        By group, the means of its tasks in the summary order; NaN where a comparate has no score in a group.

    References
    ----------
    Sebastiani (2002), Machine learning in automated text categorization, ACM Computing Surveys 34, section 7.

    Examples
    --------
    >>> import comparatex as cx
    >>> comparison = cx.compare({"A": {"u": 4, "v": 1, "w": 2}, "B": {"u": 2, "v": 1, "w": 4}})
    >>> {group: means.round(3).tolist() for group, means in group_means(comparison).items()}
    {'': [2.333, 2.333]}
    """
    scores = comparison.scores
    of = np.array([scores.task_groups.get(task, "") for task in scores.tasks])
    values, share = scores.values[:, comparison.order], weights_of(scores, weights or {})
    groups = {group: of == group for group in dict.fromkeys(of.tolist())}
    return {
        group: np.array([_mean(column, share[rows]) for column in values[rows].T]) for group, rows in groups.items()
    }


def places(means: Floats, *, higher_is_better: bool = True, noise: float | None = None) -> Integers:
    """Return the place of each mean in its row: one more than how many are better; those that tie share the best.

    Means tie that differ by no more than the noise, which is that of rounding errors by default.

    Goldstein and Spiegelhalter (1996), League tables and their limitations, Journal of the Royal Statistical
    Society A 159.

    >>> places(np.array([[0.5, 0.7, 0.7, 0.1]]))
    array([[3, 1, 1, 4]])
    """
    oriented, noise = -means if higher_is_better else means, _noise(means) if noise is None else noise
    lines = zip(np.sort(oriented, axis=1), oriented - noise, strict=True)
    return np.array([np.searchsorted(ordered, best) + 1 for ordered, best in lines])


def _noise(means: Floats) -> float:
    """Return by how much means may differ that tie."""
    return _NOISE * max(1.0, float(means.max(initial=0.0)), -float(means.min(initial=0.0)))


def place_intervals(
    means: Floats, place: Integers, level: float = 0.95, *, higher_is_better: bool = True
) -> tuple[Integers, Integers]:
    """Return intervals of places from `resampled_means`, which keep all comparates paired by task.

    The place is found again in every draw; the ends are the quantiles (1 − level)/2 and (1 + level)/2 of the places,
    each a place that occurs (the inverse of the distribution function), and moved to the place itself where that is
    outside. The interval shows how much a place depends on which tasks there are. It is one of each comparate alone,
    and its coverage is below the level where comparates are nearly equal: places are no smooth function of the means.
    `place_sets` has sets that hold.

    Goldstein and Spiegelhalter (1996), Journal of the Royal Statistical Society A 159. Xie, Singh and Zhang (2009),
    Confidence intervals for population ranks in the presence of ties and near ties, Journal of the American Statistical
    Association 104.
    """
    n, noise = len(means), _noise(means)
    drawn = np.empty(means.shape, dtype=np.int32)
    with progress.step("Bootstrap of places", n) as advance:
        for start in range(0, n, _DRAWS):
            some = slice(start, start + _DRAWS)
            drawn[some] = places(means[some], higher_is_better=higher_is_better, noise=noise)
            advance(some.stop)
    drawn.sort(axis=0)
    first, last = (max(0, int(np.ceil(round(n * q, 9))) - 1) for q in ((1 - level) / 2, (1 + level) / 2))
    return np.minimum(drawn[first], place), np.maximum(drawn[last], place)


def place_sets(better: Booleans) -> tuple[Integers, Integers]:
    """Return the places that the tests of all pairs leave open to each comparate.

    The best is 1 + the number of comparates that are significantly better, the worst the number of all less those that
    are significantly worse. Where the probability of any false verdict, direction included, is at most α, all sets
    contain the true places at once with probability 1 − α or more: places in the sense of the test, by which the mean
    may disagree. No set is at odds with `tiers`, which rest on the same tests.

    `better` has [i, j] where comparate i is significantly better than j, by tests that are corrected over all pairs.

    Mogstad, Romano, Shaikh and Wilhelm (2024), Review of Economic Studies 91.

    >>> place_sets(np.array([[False, False, True], [False, False, True], [False, False, False]]))
    (array([1, 1, 3]), array([2, 2, 3]))
    """
    return 1 + better.sum(axis=0), len(better) - better.sum(axis=1)


def tiers(better: Booleans) -> Integers:
    """Return the tier of each comparate: it ends before the first that its leader is significantly better than.

    The first comparate leads tier 1; the first that it is significantly better than leads the next, and so on. With
    p-values that are corrected over all pairs, no tier ends where leader and follower are equal, but with probability
    α; one that the test favours over the leader never ends its tier. Members of a tier may differ from each other,
    and those below its end may include some that its leader does not differ from.

    Parameters
    ----------
    better : ndarray of bool, of shape (n_comparates, n_comparates)
        As `place_sets` takes it, comparates by place.

    Returns
    -------
    ndarray of int, of shape (n_comparates,)
        From 1, never falling.

    Notes
    -----
    The leader is chosen by the data, so that a correction over its own comparisons alone does not hold the level: of
    tables without any difference, it ends the first tier in 9 % for five comparates, and in 33 % for 50 (α = 5 %).

    References
    ----------
    Mogstad, Romano, Shaikh and Wilhelm (2024), Review of Economic Studies 91.

    Examples
    --------
    >>> tiers(np.array([[False, False, True], [False, False, True], [False, False, False]]))
    array([1, 1, 2])
    """
    tier, leader = np.zeros(len(better), dtype=np.int64), 0
    while leader < len(better):
        tier[leader:] += 1
        below = better[leader, leader + 1 :]
        leader += 1 + (int(np.argmax(below)) if below.any() else len(below))
    return tier
