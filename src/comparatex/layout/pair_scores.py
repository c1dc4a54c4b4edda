"""Scores of one pair of comparates, task by task, and which of the two is better there."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from comparatex.inference.arrays import Floats, Integers
from comparatex.inference.comparison import Comparison
from comparatex.inference.differences import differences


@dataclass(frozen=True, eq=False)
class PairScores:
    """Scores of two comparates on the tasks that both have.

    Parameters
    ----------
    first, second : ndarray of shape (n_tasks,)
        Their scores.
    better : ndarray of int, of shape (n_tasks,)
        1 where the first is better, −1 where the second is, 0 where they are equal: as the tests have it.
    """

    first: Floats
    second: Floats
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
    return PairScores(values[:, 0], values[:, 1], signs)
