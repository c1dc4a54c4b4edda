"""Many small losses and a few large gains: where counting tasks and adding scores disagree."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from comparatex.inference.comparison import Comparison


@dataclass(frozen=True)
class Disagreement:
    """A pair of which one comparate has the better mean score and the other wins on more tasks.

    Parameters
    ----------
    better_mean, more_wins : int
        The two, as positions in the summary order.
    wins, ties, losses : int
        Of `better_mean`: fewer wins than losses.
    mean_difference : float
        Score of `better_mean` minus score of `more_wins`, as measured.
    largest_gains : int
        Of the tasks that `better_mean` wins by most, how many outweigh all its losses together.
    """

    better_mean: int
    more_wins: int
    wins: int
    ties: int
    losses: int
    mean_difference: float
    largest_gains: int


def disagreements(comparison: Comparison) -> tuple[Disagreement, ...]:
    """Return the pairs in which the mean and the count of wins disagree, the most lopsided first.

    Mean ranks, and in part the signed-rank test, follow the count; a reader who cares for the size of gains
    would follow the mean. In the summary order the row has the better mean, so these are the pairs whose row
    loses on more tasks than it wins.

    Parameters
    ----------
    comparison : Comparison
        The statistics of the table.

    Returns
    -------
    tuple of Disagreement
        Empty where mean and count agree on every pair.
    """
    pairs = comparison.pair_statistics
    found = []
    for i in np.flatnonzero((pairs.wins < pairs.losses) & (pairs.mean_difference != 0)).tolist():
        row, column = int(pairs.row[i]), int(pairs.column[i])
        found.append(
            Disagreement(
                row,
                column,
                int(pairs.wins[i]),
                int(pairs.ties[i]),
                int(pairs.losses[i]),
                float(pairs.mean_difference[i]),
                _largest_gains(comparison, row, column),
            )
        )
    return tuple(sorted(found, key=lambda pair: (pair.wins - pair.losses, pair.better_mean, pair.more_wins)))


def _largest_gains(comparison: Comparison, row: int, column: int) -> int:
    """Return how many of the row's largest gains outweigh all its losses."""
    scores = comparison.scores
    sign = 1.0 if scores.higher_is_better else -1.0
    values = scores.values[:, comparison.order]
    gains = sign * (values[:, row] - values[:, column])
    gains = gains[~np.isnan(gains)]
    losses = -gains[gains < 0].sum()
    largest = np.cumsum(np.sort(gains[gains > 0])[::-1])
    return int(np.searchsorted(largest, losses, side="right")) + 1
