"""The Bayesian hierarchical test: two comparates on many tasks, each with repeats of a cross-validation."""

from __future__ import annotations

import numpy as np

from comparatex.errors import DataError, UsageError
from comparatex.inference.arithmetic.arrays import Floats
from comparatex.inference.arithmetic.powers import evened
from comparatex.inference.bayes.gibbs import RATE, SHAPE, Bounds, Chains, Tasks, sweep
from comparatex.inference.bayes.posterior import Posterior, check_differences, check_sampling, largest
from comparatex.inference.bayes.rope import check_rope

_CHAINS, _WARM_UP, _UPPER = 250, 300, 1000.0
_SMALLEST = 0.01


def hierarchical(
    differences: Floats, rope: float, correlation: float, *, n_samples: int = 50_000, seed: int = 0
) -> Posterior:
    """Compare two comparates by the hierarchical model of their differences on all tasks.

    The repeats on task i are normal with mean δ_i and standard deviation σ_i, any two of them correlated by ρ;
    the δ_i are drawn from Student's t distribution with centre δ_0, spread σ_0 and ν degrees of freedom. The
    priors are uniform: |δ_0| up to the largest difference, σ_0 up to 1000 times the spread of the tasks'
    means, σ_i up to 1000 times their average; ν − 1 is gamma with shape in [1, 2] and rate in [0.01, 0.1].
    Every draw of (δ_0, σ_0, ν) gives the probabilities that the mean difference on a new task lies above the
    rope, in it, and below it.

    Parameters
    ----------
    differences : ndarray of shape (n_tasks, n_repeats)
        Positive where the row is better; NaN where missing. Tasks with fewer than two repeats are left out.
    rope : float
        Half-width r ≥ 0 of the region of practical equivalence.
    correlation : float
        ρ, 0 ≤ ρ < 1: the share of the data that a fold tests on, 1/10 for ten folds.
    n_samples, seed : int
        Number of draws, and their seed.

    Returns
    -------
    Posterior
        p_left = P(row better), p_rope, p_right: the shares of draws in which a region is the most probable
        for a new task; and the draws of the three probabilities.

    Raises
    ------
    UsageError
        The rope is negative, the correlation outside [0, 1), or no sample to be drawn.
    DataError
        A difference is infinite, fewer than two tasks have repeats, or the repeats differ nowhere.

    Notes
    -----
    Drawn by a Gibbs sampler of our own, 250 chains side by side from dispersed starts; the first 300 sweeps
    are discarded. The density has no bound where all repeats of a task have the same difference; their
    standard deviation is then taken to be 0.01 of the tasks' average.

    References
    ----------
    Corani, Benavoli, Demšar, Mangili & Zaffalon (2017), Statistical comparison of classifiers through
    Bayesian hierarchical modelling, Machine Learning 106.
    """
    check_rope(rope)
    check_sampling(0.0, n_samples)
    check_differences(differences)
    if not 0 <= correlation < 1:
        raise UsageError(f"The correlation of repeats is {correlation}: it must be at least 0 and below 1.")
    small, _ = evened(np.append(differences, rope))
    tasks, bounds, unit = _prepared(small[:-1].reshape(differences.shape), correlation)
    draw = np.random.default_rng((seed, *differences.shape))
    chains = _started(tasks, draw)
    for _ in range(_WARM_UP):
        sweep(chains, tasks, bounds, draw)
    parts = []
    for _ in range(-(-n_samples // _CHAINS)):
        sweep(chains, tasks, bounds, draw)
        parts.append(_new_task(chains, float(small[-1]) / unit))
    samples = np.concatenate(parts)[:n_samples]
    left, middle, right = (largest(*samples.T) / n_samples).tolist()
    return Posterior(left, middle, right, samples)


def _prepared(differences: Floats, correlation: float) -> tuple[Tasks, Bounds, float]:
    """Return what the tasks say and the bounds of the priors, in units of the average standard deviation."""
    taken = differences[np.count_nonzero(~np.isnan(differences), axis=1) >= 2]
    if len(taken) < 2:
        raise DataError("The hierarchical test needs at least two tasks with two repeats each.")
    count = np.count_nonzero(~np.isnan(taken), axis=1).astype(np.float64)
    mean = np.nansum(taken, axis=1) / count
    squares = np.nansum((taken - mean[:, None]) ** 2, axis=1)
    unit = float(np.mean(np.sqrt(squares / count)))
    if unit == 0:
        raise DataError("The repeats differ by the same on every task: use a test of the tasks' means.")
    mean, squares = mean / unit, np.maximum(squares / unit**2, count * _SMALLEST**2)
    among = float(np.std(mean)) or 1.0
    bounds = Bounds(float(np.nanmax(np.abs(taken))) / unit, _UPPER * among, _UPPER)
    factor = (1 + (count - 1) * correlation) / count
    return Tasks(mean, squares / (1 - correlation), count, factor), bounds, unit


def _started(tasks: Tasks, draw: np.random.Generator) -> Chains:
    """Return chains at dispersed places near the data."""
    size = (_CHAINS, len(tasks.mean))
    noise = np.sqrt(tasks.squares / tasks.count) * np.exp(0.3 * draw.standard_normal(size))
    spread = (np.std(tasks.mean) + 0.1) * np.exp(draw.standard_normal(_CHAINS))
    return Chains(
        tasks.mean + 0.1 * draw.standard_normal(size),
        noise,
        np.clip(np.median(tasks.mean), tasks.mean.min(), tasks.mean.max()) * draw.random(_CHAINS),
        spread,
        1 + draw.exponential(20, _CHAINS),
        draw.uniform(*SHAPE, _CHAINS),
        draw.uniform(*RATE, _CHAINS),
    )


def _new_task(chains: Chains, rope: float) -> Floats:
    """Return the probabilities of the three regions for a new task, of shape (n_chains, 3)."""
    from scipy.special import stdtr

    left = stdtr(chains.freedom, (chains.centre - rope) / chains.spread)
    right = stdtr(chains.freedom, (-chains.centre - rope) / chains.spread)
    middle = np.maximum(1 - left - right, 0.0) if rope > 0 else np.zeros_like(left)
    return np.stack((left, middle, right), axis=1)
