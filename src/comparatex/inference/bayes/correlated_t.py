"""The Bayesian correlated t test: two comparates on one task, by the repeats of a cross-validation."""

from __future__ import annotations

import math

import numpy as np

from comparatex.errors import DataError, UsageError
from comparatex.inference.arithmetic.arrays import Floats
from comparatex.inference.arithmetic.powers import evened
from comparatex.inference.bayes.posterior import Posterior
from comparatex.inference.bayes.rope import check_rope


def correlated_t(
    differences: Floats, rope: float, correlation: float, *, n_samples: int = 0, seed: int = 0
) -> Posterior:
    """Compare two comparates on one task, by scores of repeats whose training sets overlap.

    The n differences are normal with a common mean, and any two correlate by ρ. With mean x̄ and variance s²
    (divisor n − 1), the posterior of the mean difference under the prior 1/σ² is Student's t with n − 1
    degrees of freedom, location x̄ and squared scale (1/n + ρ/(1 − ρ)) s².

    Parameters
    ----------
    differences : ndarray of shape (n_repeats,)
        One per fold and run, positive where the row is better; NaN where missing.
    rope : float
        Half-width r ≥ 0 of the region of practical equivalence.
    correlation : float
        ρ, 0 ≤ ρ < 1: the share of the data that a fold tests on, 1/10 for ten folds, however many runs.
    n_samples, seed : int
        Number of draws of the mean difference to return, and their seed.

    Returns
    -------
    Posterior
        p_left = P(mean difference > r), p_rope, p_right = P(mean difference < −r), from the distribution
        function; NaN for fewer than two differences. The samples are draws of the mean difference, of shape
        (n_samples,), None when none were asked for.

    Raises
    ------
    UsageError
        The rope is negative, or the correlation outside [0, 1).
    DataError
        A difference is infinite.

    Notes
    -----
    When all differences are equal, so is the mean difference for certain; on the rope's edge it counts half
    to the side.

    References
    ----------
    Nadeau and Bengio (2003), Inference for the generalization error, Machine Learning 52. Corani and Benavoli
    (2015), A Bayesian approach for comparing cross-validated algorithms on multiple data sets, Machine
    Learning 100.
    """
    check_rope(rope)
    if not 0 <= correlation < 1:
        raise UsageError(f"The correlation of repeats is {correlation}: it must be at least 0 and below 1.")
    present = differences[~np.isnan(differences)]
    if np.isinf(present).any():
        raise DataError("A difference of two scores is infinite: Bayesian comparisons need finite scores.")
    n = len(present)
    if n < 2:
        return Posterior(math.nan, math.nan, math.nan)
    small, exponent = evened(np.append(present, rope))
    mean, scale = _location(small[:-1], correlation)
    left, right = (_beyond(n - 1, side * mean - float(small[-1]), scale) for side in (1, -1))
    draws = None
    if n_samples:
        draws = mean + scale * np.random.default_rng((seed, n)).standard_t(n - 1, n_samples)
        draws = np.ldexp(draws, exponent)
    return Posterior(left, max(0.0, 1 - left - right) if rope > 0 else 0.0, right, draws)


def _location(present: Floats, correlation: float) -> tuple[float, float]:
    """Return location and scale of the posterior; equal differences are their own mean, without a scale."""
    n = len(present)
    if np.ptp(present) == 0:
        return float(present[0]), 0.0
    mean = math.fsum(present.tolist()) / n
    squares = float(np.sum((present - mean) ** 2))
    return mean, math.sqrt((1 / n + correlation / (1 - correlation)) * squares / (n - 1))


def _beyond(freedom: int, above: float, scale: float) -> float:
    """Return the probability of lying beyond an edge that the location is so far above: half on it for certain."""
    from scipy.special import stdtr

    if scale == 0:
        return 0.5 * (above > 0) + 0.5 * (above >= 0)
    return float(stdtr(freedom, above / scale))
