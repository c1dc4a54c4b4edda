"""Scores of one pair of comparates, task by task, and which of the two is better there."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from comparatex.errors import UsageError
from comparatex.inference.arithmetic import Floats, Integers
from comparatex.inference.comparison import Comparison
from comparatex.inference.differences import differences, mean_scores
from comparatex.layout.showing import positions


@dataclass(frozen=True, eq=False)
class PairScores:
    """Scores of two comparates on the tasks that both have.

    Parameters
    ----------
    first, second : ndarray of shape (n_tasks,)
        Their scores.
    means : tuple of float
        Their mean scores, summed as decimals: equal to those of the summary where both have all tasks.
    better : ndarray of int, of shape (n_tasks,)
        1 where the first is better, −1 where the second is, 0 where they are equal: as the tests have it.
    """

    first: Floats
    second: Floats
    means: tuple[float, float]
    better: Integers


def pair_scores(comparison: Comparison, first: int, second: int) -> PairScores:
    """Return the scores of two comparates, given by their positions in the summary order."""
    table = comparison.scores
    columns = comparison.order[[first, second]]
    values, decimals = table.values[:, columns], table.decimals[:, columns]
    both = ~np.isnan(values).any(axis=1)
    values, decimals = values[both], decimals[both]
    taken = differences(
        values, decimals, higher_is_better=table.higher_is_better, tolerance=table.tie_tolerance
    )
    row, column = np.array([0]), np.array([1])
    signs = np.sign(taken.compared(taken.signed(row, column)))[0].astype(np.int64)
    first_mean, second_mean = mean_scores(values, decimals).tolist()
    return PairScores(values[:, 0], values[:, 1], (first_mean, second_mean), signs)


def chosen_pair(comparison: Comparison, first: str, second: str, ours: tuple[str, ...]) -> tuple[int, int]:
    """Return the positions of a pair: the names given; else ours, or the best one, and the best that is left.

    Raises
    ------
    UsageError
        A name is unknown, or both are the same.
    """
    everyone, own = range(len(comparison.names)), positions(comparison, ours)
    one, other = (positions(comparison, (name,))[0] if name else -1 for name in (first, second))
    if one < 0:
        one = next(i for i in (*own, *everyone) if i != other)
    if other < 0:
        others = [i for i in everyone if i != one]
        other = next((i for i in others if i not in own), others[0])
    if one == other:
        raise UsageError(f"A pair needs two comparates; both are {comparison.names[one]}.")
    return one, other
