"""Posterior probabilities of three regions: the row is better, practically equal (the rope), the column is better."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from comparatex.errors import DataError, UsageError
from comparatex.inference.arithmetic import Floats

UNIT_ROPE = 0.01
"""Half-width for measures between 0 and 1: one hundredth, as one percentage point of accuracy."""

_TOLERANCE = 1e-12
_LARGEST = 1e15
_MOST_DECIMALS = 15


def default_rope(values: Floats) -> float | None:
    """Return 0.01 when all scores lie in [0, 1], otherwise None: the rope must then be given.

    >>> default_rope(np.array([0.25, np.nan, 1.0])), default_rope(np.array([0.25, 1.5]))
    (0.01, None)
    """
    present = values[~np.isnan(values)]
    return UNIT_ROPE if len(present) and present.min() >= 0 and present.max() <= 1 else None


def check(
    differences: Floats, rope: float, *, n_samples: int = 1, strength: float = 0.0, correlation: float = 0.0
) -> None:
    """Refuse infinite differences, and a rope, a number of draws, a prior or a correlation of repeats that is none."""
    if not (math.isfinite(rope) and rope >= 0):
        raise UsageError(f"The rope is {rope}: give its half-width, a number that is not negative.")
    if not 0 <= strength <= 1e100:
        raise UsageError(f"The prior strength is {strength}: give a number from 0 to 1e100.")
    if n_samples < 1:
        raise UsageError(f"{n_samples} samples are too few: ask for at least 1.")
    if not 0 <= correlation < 1:
        raise UsageError(f"The correlation of repeats is {correlation}: it must be at least 0 and below 1.")
    if np.isinf(differences).any():
        raise DataError("A difference of two scores is infinite: Bayesian comparisons need finite scores.")


def comparable(differences: Floats, rope: float) -> tuple[Floats, float, float]:
    """Return differences and rope so that sums of two differences can be compared with the rope's edge.

    Scores are decimal numbers, and their differences hit the edge often: 0.013 + 0.007 is 2 · 0.01, whatever
    the floats say. If all are decimal numbers with few digits, they are returned as whole numbers of the last
    decimal, and comparisons are exact. Otherwise two numbers that differ by at most 1e-12 of the larger count
    as equal.
    """
    numbers = np.append(differences, rope)
    largest = float(np.abs(numbers).max())
    for decimals in range(_MOST_DECIMALS + 1):
        power = float(10**decimals)
        if largest * power > _LARGEST:
            break
        integers = np.rint(numbers * power)
        if np.array_equal(integers / power, numbers):
            return integers[:-1], float(integers[-1]), 0.0
    return differences, rope, _TOLERANCE


def beyond(differences: Floats, rope: float) -> Floats:
    """Return 1 where a difference is above the rope, 0.5 where it is on its upper edge, otherwise 0.

    >>> beyond(np.array([0.3 - 0.2, 0.01, -0.01, np.nan]), 0.01)
    array([1. , 0.5, 0. , 0. ])
    """
    flat = differences.ravel()
    present = ~np.isnan(flat)
    weights = np.zeros(flat.shape)
    if present.any():
        values, edge, tolerance = comparable(flat[present], rope)
        slack = tolerance * np.maximum(np.abs(values), edge)
        weights[present] = 0.5 * (values > edge + slack) + 0.5 * (values >= edge - slack)
    return weights.reshape(differences.shape)


@dataclass(frozen=True, eq=False)
class Posterior:
    """Posterior probabilities of one pair."""

    # p_left, p_rope, p_right: probabilities that the row is better, that neither is by more than the rope, that the
    # column is better; NaN without data
    p_left: float
    p_rope: float
    p_right: float
    # samples: of shape (n_samples, 3): draws of the masses of the three regions, in this order; each row adds up to 1
    samples: Floats | None = None


class Posteriors(NamedTuple):
    """Posterior probabilities of many pairs, each field of shape (n_pairs,)."""

    p_left: Floats  # p_left, p_rope, p_right: as in `Posterior`
    p_rope: Floats
    p_right: Floats


def largest(left: Floats, rope: Floats, right: Floats) -> Floats:
    """Return how often each region has the largest mass: (n_left, n_rope, n_right).

    Regions that tie for the largest mass split the draw evenly.

    >>> largest(np.array([0.6, 0.5]), np.array([0.1, 0.0]), np.array([0.3, 0.5]))
    array([1.5, 0. , 0.5])
    """
    masses = np.stack((left, rope, right))
    winners = masses == masses.max(axis=0)
    return np.asarray((winners / winners.sum(axis=0)).sum(axis=1))
