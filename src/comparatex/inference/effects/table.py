"""The effect sizes of all pairs of a table, each computed when it is asked for."""

from __future__ import annotations

import numpy as np

from comparatex.data.scores import Scores
from comparatex.inference.arithmetic.arrays import Floats, Integers
from comparatex.inference.arithmetic.blocks import blocks
from comparatex.inference.arithmetic.differences import canonical, of_scores
from comparatex.inference.effects.paired import cohens_d
from comparatex.inference.effects.unpaired import cliffs_delta

_HELD = 4_000_000
"""Differences held at a time."""


def cohens_d_of(scores: Scores, row: Integers, column: Integers) -> Floats:
    """Return `cohens_d` of pairs of comparates, positive where the row is better.

    Parameters
    ----------
    scores : Scores
        The table.
    row, column : ndarray of int, of shape (n_pairs,)
        Positions in the table.

    Returns
    -------
    ndarray of shape (n_pairs,)
        In standard deviations of the differences.

    References
    ----------
    Cohen (1988), Statistical power analysis for the behavioral sciences, 2nd edition.
    """
    table = of_scores(scores)
    some = blocks(len(row), scores.n_tasks, _HELD)
    return np.concatenate([cohens_d(table.settled(row[pairs], column[pairs])) for pairs in some])


def cliffs_delta_of(scores: Scores, row: Integers, column: Integers) -> Floats:
    """Return `cliffs_delta` of pairs of comparates, positive where the row is better.

    Parameters
    ----------
    scores : Scores
        The table; scores are equal where they are on the grid on which they are compared.
    row, column : ndarray of int, of shape (n_pairs,)
        Positions in the table.

    Returns
    -------
    ndarray of shape (n_pairs,)
        Between −1 and 1.

    References
    ----------
    Cliff (1993), Dominance statistics: ordinal analyses to answer ordinal questions, Psychological Bulletin 114.
    """
    compared = canonical(scores.values, scores.decimals, scores.tie_tolerance)
    return cliffs_delta(compared if scores.higher_is_better else -compared, row, column)
