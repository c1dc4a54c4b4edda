"""The attack by a weakened variant: a comparate enters the study a second time, made worse."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from comparatex.data.scores import BINARY, Scores
from comparatex.inference.analysis import Analysis
from comparatex.inference.compare import compare
from comparatex.inference.comparison import Comparison

MARK = "*"


@dataclass(frozen=True)
class Weakening:
    """A variant whose scores lie between those of a comparate and of a weaker one.

    Parameters
    ----------
    comparate, weaker : int
        The comparate that is copied, and the one that it is mixed with.
    weight : float
        Share of the comparate's own scores, from 0 (the weaker one) to 1 (an exact copy).
    """

    comparate: int
    weaker: int
    weight: float


def weaken(scores: Scores, weakening: Weakening) -> Scores:
    """Return the table with one more comparate, the weakened variant, which bears an asterisk.

    The variant's score on each task is ``weight × comparate + (1 − weight) × weaker``, as in Figure 3 of the
    paper that introduced the multi-comparison matrix.

    Parameters
    ----------
    scores : Scores
        The table.
    weakening : Weakening
        Whom to copy, with whom to mix it, and in what share.

    Returns
    -------
    Scores
        With the variant as the last column, without repeats.

    Raises
    ------
    ValueError
        The weight is not between 0 and 1.
    """
    if not 0 <= weakening.weight <= 1:
        raise ValueError(f"A weight lies between 0 and 1, not at {weakening.weight}.")
    own, other = scores.values[:, weakening.comparate], scores.values[:, weakening.weaker]
    mixed = weakening.weight * own + (1 - weakening.weight) * other
    name = scores.comparates[weakening.comparate] + MARK
    while name in scores.comparates:
        name += MARK
    return replace(
        scores,
        values=np.column_stack([scores.values, mixed]),
        decimals=np.column_stack([scores.decimals, np.full(len(mixed), BINARY, np.int8)]),
        comparates=(*scores.comparates, name),
        repeats=None,
    )


@dataclass(frozen=True)
class Effect:
    """What one weakened variant does to a pair.

    Parameters
    ----------
    weight : float
        Share of the copied comparate's own scores in the variant.
    better_rank : int
        Which of the pair has the better mean rank: 0 the first, 1 the second; ties count for the first.
    rank_difference : float
        Mean rank of the second minus mean rank of the first.
    significant : bool
        The adjusted p-value of the pair is at most α.
    adjusted_pvalue : float
        That p-value; the raw one is the same for every variant.
    """

    weight: float
    better_rank: int
    rank_difference: float
    significant: bool
    adjusted_pvalue: float


def sweep(
    scores: Scores,
    pair: tuple[int, int],
    copied: int,
    weaker: int,
    weights: Sequence[float],
    analysis: Analysis,
) -> tuple[Effect, ...]:
    """Return what weakened variants of a comparate do to a pair, over weights.

    Parameters
    ----------
    scores : Scores
        The table.
    pair : tuple of int
        Columns of the two comparates whose order and verdict are followed.
    copied, weaker : int
        Columns of the comparate that enters a second time, and of the one that it is mixed with.
    weights : sequence of float
        Shares of the copied comparate's own scores, between 0 and 1.
    analysis : Analysis
        The analysis of every variant's table.

    Returns
    -------
    tuple of Effect
        One for each weight.
    """
    return tuple(
        _effect(compare(weaken(scores, Weakening(copied, weaker, weight)), analysis), pair, weight)
        for weight in weights
    )


def _effect(comparison: Comparison, pair: tuple[int, int], weight: float) -> Effect:
    """Return what the comparison with a variant says of the pair."""
    place = {int(column): i for i, column in enumerate(comparison.order)}
    first, second = place[pair[0]], place[pair[1]]
    difference = float(comparison.mean_rank[second] - comparison.mean_rank[first])
    adjusted = float(comparison.matrix("adjusted_pvalue")[first, second])
    return Effect(weight, int(difference < 0), difference, adjusted <= comparison.analysis.alpha, adjusted)
