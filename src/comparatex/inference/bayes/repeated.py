"""The Bayesian tests that use repeats: the correlated t test on every task, and the hierarchical model of all."""

from __future__ import annotations

import math
from itertools import combinations

import numpy as np

from comparatex.data.scores import Scores
from comparatex.errors import DataError, UsageError
from comparatex.inference.analysis import Analysis
from comparatex.inference.arithmetic import Floats, scaled_to_unit
from comparatex.inference.bayes.hierarchical import SMALLEST, hierarchical
from comparatex.inference.bayes.posterior import Posterior, check_rope
from comparatex.inference.repeats import repeat_differences


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
        (n_samples,), None when none are requested.

    Raises
    ------
    UsageError
        The rope is negative, or the correlation is outside [0, 1).
    DataError
        A difference is infinite.

    Notes
    -----
    When all differences are equal, the mean difference is known with certainty; on the rope's edge it counts
    half to the side.

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
    small, exponent = scaled_to_unit(np.append(present, rope))
    mean, scale = _location(small[:-1], correlation)
    left, right = (_beyond(n - 1, side * mean - float(small[-1]), scale) for side in (1, -1))
    draws = None
    if n_samples:
        draws = mean + scale * np.random.default_rng((seed, n)).standard_t(n - 1, n_samples)
        draws = np.ldexp(draws, exponent)
    return Posterior(left, max(0.0, 1 - left - right) if rope > 0 else 0.0, right, draws)


def _location(present: Floats, correlation: float) -> tuple[float, float]:
    """Return location and scale of the posterior; for equal differences, their value and 0."""
    n = len(present)
    if np.ptp(present) == 0:
        return float(present[0]), 0.0
    mean = math.fsum(present.tolist()) / n
    squares = float(np.sum((present - mean) ** 2))
    return mean, math.sqrt((1 / n + correlation / (1 - correlation)) * squares / (n - 1))


def _beyond(freedom: int, above: float, scale: float) -> float:
    """Return the probability of lying beyond an edge, by how far above it the location is; 1/2 on it if certain."""
    from scipy.special import stdtr

    if scale == 0:
        return 0.5 * (above > 0) + 0.5 * (above >= 0)
    return float(stdtr(freedom, above / scale))


def share_of(scores: Scores, analysis: Analysis) -> float:
    """Return the correlation of repeats: the share of the data that each tests on."""
    if scores.repeats is None or scores.repeats.shape[2] < 2:
        raise DataError(
            f"The Bayesian test {analysis.bayes_test!r} needs repeats (folds, resamples, seeds) of every score, and "
            "the table has one score per task and comparate: use the Bayesian test 'signed-rank'."
        )
    if analysis.test_share is None:
        raise UsageError(
            f"The Bayesian test {analysis.bayes_test!r} needs the share of the data that each repeat tests on: give "
            "`test_share`, 0.1 for ten folds, 0 for repeats that share no data."
        )
    return analysis.test_share


def repeated_posterior(scores: Scores, analysis: Analysis, rope: float, row: int, column: int) -> Posterior:
    """Return the Bayesian test of one pair by its repeats, with draws.

    Lacoste, Laviolette and Marchand (2012), Bayesian comparison of machine learning algorithms on single and
    multiple datasets, AISTATS. Corani, Benavoli, Demšar, Mangili & Zaffalon (2017), Statistical comparison of
    classifiers through Bayesian hierarchical modelling, Machine Learning 106.
    """
    share, of_tasks = share_of(scores, analysis), differences(scores, row, column)
    if analysis.bayes_test == "hierarchical":
        return hierarchical(
            of_tasks,
            rope,
            share,
            n_samples=analysis.samples,
            seed=analysis.seed,
            constant=analysis.constant_repeats,
        )
    masses = by_task(scores, analysis, rope, row, column)
    table = _counts(masses[~np.isnan(masses).any(axis=1)])
    n = len(table) - 1
    if n == 0:
        return Posterior(float("nan"), float("nan"), float("nan"))
    rows, columns = np.nonzero(table)
    chances = table[rows, columns] / table.sum()
    shares = np.stack((rows, n - rows - columns, columns), axis=1) / n
    first = shares == shares.max(axis=1, keepdims=True)
    probabilities = chances @ (first / first.sum(axis=1, keepdims=True))
    drawn = np.random.default_rng((analysis.seed, n)).choice(len(chances), analysis.samples, p=chances)
    left, middle, right = probabilities.tolist()
    return Posterior(left, middle, right, shares[drawn])


def is_floored(scores: Scores) -> bool:
    """Whether repeats of some pair vary so little on a task that `hierarchical` replaces their deviation."""
    if scores.repeats is None:
        return False
    for row, column in combinations(range(scores.n_comparates), 2):
        repeats = differences(scores, row, column)
        repeats = repeats[np.count_nonzero(~np.isnan(repeats), axis=1) >= 2]
        deviation = np.nanstd(scaled_to_unit(repeats.ravel())[0].reshape(repeats.shape), axis=1)
        if (deviation < SMALLEST * deviation.mean()).any() if len(repeats) else False:
            return True
    return False


def by_task(scores: Scores, analysis: Analysis, rope: float, row: int, column: int) -> Floats:
    """Return the correlated t test on every task: P(row better), P(rope), P(column better).

    Corani and Benavoli (2015), A Bayesian approach for comparing cross-validated algorithms on multiple data
    sets, Machine Learning 100.
    """
    share = share_of(scores, analysis)
    tests = (correlated_t(line, rope, share) for line in differences(scores, row, column))
    return np.array([(test.p_left, test.p_rope, test.p_right) for test in tests])


def differences(scores: Scores, row: int, column: int) -> Floats:
    """Return the differences of all repeats, positive where the row is better."""
    if scores.repeats is None:
        raise DataError("The table has no repeats.")
    difference = repeat_differences(scores.repeats[:, row], scores.repeats[:, column])
    return difference if scores.higher_is_better else 0.0 - difference


def _counts(masses: Floats) -> Floats:
    """Return the exact probabilities of i tasks on which the row is better and j on which the column is."""
    n = len(masses)
    table = np.zeros((n + 1, n + 1))
    table[0, 0] = 1.0
    for left, middle, right in masses:
        added = table * middle
        added[1:] += table[:-1] * left
        added[:, 1:] += table[:, :-1] * right
        table = added
    return table
