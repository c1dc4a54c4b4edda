"""Statistics that are computed when they are asked for, or when the table has repeats, as columns of numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from comparatex.inference import bootstrap
from comparatex.inference.arithmetic.arrays import Floats, Integers
from comparatex.inference.comparison import Comparison
from comparatex.inference.repeats import competition, spread

Columns = dict[str, Floats | Integers]


@dataclass(frozen=True)
class Extras:
    """What is asked for beyond the usual statistics.

    Parameters
    ----------
    sizes : mapping of str to int, or None
        Size of the test set of every task: pairs get the tasks on which one is significantly better.
    costs : mapping of str to float, or None
        Complexity of comparates: the simplest that does not differ from the best is named.
    draws : int
        Bootstrap draws of tasks; 0: no intervals.
    """

    sizes: Mapping[str, int] | None = None
    costs: Mapping[str, float] | None = None
    draws: int = 0


def pair_intervals(comparison: Comparison, draws: int) -> Columns:
    """Return Hodges–Lehmann differences with intervals, and bootstrap intervals of mean differences.

    Parameters
    ----------
    comparison : Comparison
        The statistics.
    draws : int
        Number of bootstrap draws of tasks.

    Returns
    -------
    dict of str to ndarray of shape (n_pairs,)
        Estimates and ends in the unit of the scores; no bootstrap on fewer than two complete tasks.
    """
    shift, pairs, level = comparison.hodges_lehmann, comparison.pair_statistics, 1 - comparison.analysis.alpha
    found: Columns = {
        "hodges_lehmann": shift.estimate,
        "hodges_lehmann_low": shift.low,
        "hodges_lehmann_high": shift.high,
    }
    if len(comparison.ranks) >= 2:
        means = bootstrap.resampled_means(_complete(comparison), n_samples=draws)
        ends = bootstrap.difference_intervals(means, pairs.row, pairs.column, level)
        found |= {"mean_difference_low": ends.low, "mean_difference_high": ends.high}
    return found


def comparate_intervals(comparison: Comparison, draws: int) -> Columns:
    """Return bootstrap intervals of means and mean ranks, and how often each comparate comes first by them.

    Parameters
    ----------
    comparison : Comparison
        The statistics.
    draws : int
        Number of bootstrap draws of tasks.

    Returns
    -------
    dict of str to ndarray of shape (n_comparates,)
        Ends in the unit of the scores and in ranks, and shares of the draws; empty on fewer than two complete
        tasks.
    """
    if len(comparison.ranks) < 2:
        return {}
    level, found = 1 - comparison.analysis.alpha, {}
    higher = {"mean": comparison.scores.higher_is_better, "mean_rank": False}
    for name, values in (("mean", _complete(comparison)), ("mean_rank", comparison.ranks)):
        drawn = bootstrap.resampled_means(values, n_samples=draws)
        ends = bootstrap.intervals(drawn, level)
        found[f"{name}_low"], found[f"{name}_high"] = ends.low, ends.high
        found[f"first_by_{name}"] = bootstrap.first_frequency(drawn, higher_is_better=higher[name])
    return dict(found)


def comparate_repeats(comparison: Comparison) -> Columns:
    """Return how the repeats of each comparate spread: mean deviation over tasks, best and worst case of all.

    Parameters
    ----------
    comparison : Comparison
        The statistics.

    Returns
    -------
    dict of str to ndarray of shape (n_comparates,)
        In the unit of the scores; empty without repeats.
    """
    if comparison.scores.repeats is None:
        return {}
    higher = comparison.scores.higher_is_better
    found = spread(comparison.scores.repeats[:, comparison.order], higher_is_better=higher)
    varied = np.where(found.count > 1, found.deviation, 0.0).sum(axis=0)
    number = (found.count > 1).sum(axis=0)
    best, worst = (np.nanmax, np.nanmin) if higher else (np.nanmin, np.nanmax)
    return {
        "repeat_deviation": varied / np.where(number > 0, number, np.nan),
        "best_case": best(found.best, axis=0),
        "worst_case": worst(found.worst, axis=0),
    }


def pair_repeats(comparison: Comparison) -> Columns:
    """Return in how many repeats of all tasks the row of each pair is better, equal, and worse.

    Parameters
    ----------
    comparison : Comparison
        The statistics.

    Returns
    -------
    dict of str to ndarray of shape (n_pairs,)
        Numbers of repeats; empty without any.
    """
    cube = comparison.scores.repeats
    if cube is None:
        return {}
    pairs, counts = comparison.pair_statistics, []
    for row, column in zip(comparison.order[pairs.row], comparison.order[pairs.column], strict=True):
        record = competition(
            cube[:, row], cube[:, column], higher_is_better=comparison.scores.higher_is_better
        )
        counts.append([int(count.sum()) for count in record])
    wins, ties, losses = np.array(counts, dtype=np.int64).T
    return {"repeat_wins": wins, "repeat_ties": ties, "repeat_losses": losses}


def _complete(comparison: Comparison) -> Floats:
    """Return the scores of the complete tasks, comparates in the summary order."""
    table = comparison.scores
    return np.asarray(table.values[table.complete][:, comparison.order])
