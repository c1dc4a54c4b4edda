"""Posterior probabilities of three regions: the row is better, no matter, the column is better."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from comparatex.errors import DataError, UsageError
from comparatex.inference.arithmetic.arrays import Floats


@dataclass(frozen=True, eq=False)
class Posterior:
    """What is believed of one pair.

    Parameters
    ----------
    p_left, p_rope, p_right : float
        Probabilities that the row is better, that neither is by more than the rope, that the column is
        better; NaN without data.
    samples : ndarray of shape (n_samples, 3), or None
        Draws of the masses of the three regions, in this order; each row adds up to 1.
    """

    p_left: float
    p_rope: float
    p_right: float
    samples: Floats | None = None


@dataclass(frozen=True, eq=False)
class Posteriors:
    """What is believed of many pairs.

    Parameters
    ----------
    p_left, p_rope, p_right : ndarray of shape (n_pairs,)
        As in `Posterior`.
    """

    p_left: Floats
    p_rope: Floats
    p_right: Floats


def largest(left: Floats, rope: Floats, right: Floats) -> Floats:
    """Return how often each region has the largest mass: (n_left, n_rope, n_right).

    Regions that tie for the largest mass share the draw evenly.

    Parameters
    ----------
    left, rope, right : ndarray of shape (n_samples,)
        Masses of the regions, in any common unit.

    Returns
    -------
    ndarray of shape (3,)
        Numbers of draws; halves and thirds where regions tie.

    Examples
    --------
    >>> largest(np.array([0.6, 0.5]), np.array([0.1, 0.0]), np.array([0.3, 0.5]))
    array([1.5, 0. , 0.5])
    """
    masses = np.stack((left, rope, right))
    winners = masses == masses.max(axis=0)
    return np.asarray((winners / winners.sum(axis=0)).sum(axis=1))


def check_differences(differences: Floats) -> None:
    """Refuse infinite differences.

    Parameters
    ----------
    differences : ndarray of any shape
        NaN where missing.

    Raises
    ------
    DataError
        One is infinite.
    """
    if np.isinf(differences).any():
        raise DataError("A difference of two scores is infinite: Bayesian comparisons need finite scores.")


def check_sampling(strength: float, n_samples: int, fewest: int = 1) -> None:
    """Refuse a prior or a number of samples that cannot be.

    Parameters
    ----------
    strength : float
        Weight of the pseudo-observation.
    n_samples : int
        Number of draws.
    fewest : int
        Least number of draws that will do.

    Raises
    ------
    UsageError
        The strength is negative, above 1e100 or NaN, or the draws are fewer.
    """
    if not 0 <= strength <= 1e100:
        raise UsageError(f"The prior strength is {strength}: give a number from 0 to 1e100.")
    if n_samples < fewest:
        raise UsageError(f"{n_samples} samples are too few: ask for at least {fewest}.")
