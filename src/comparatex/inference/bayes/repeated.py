"""Bayesian tests by repeats: the correlated t test on one task, and the hierarchical model of all of them.

The Gibbs sampler for the hierarchical model runs many chains side by side, as rows of arrays. Student's t distribution
of the tasks' means is a normal one whose precision is scaled by a gamma variable. Every conditional is then a standard
distribution, truncated at the bounds of the uniform priors: a draw beyond them is rejected and the old value kept,
which leaves the posterior invariant. Only the degrees of freedom and their prior's parameters take Metropolis steps.
Centre and spread are drawn a second time with the standardised means held fixed; otherwise the sampler would get stuck
when all tasks agree (Yu and Meng 2011).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from comparatex.errors import DataError
from comparatex.inference.analysis import ConstantRepeats
from comparatex.inference.arithmetic import Floats, scaled_to_unit
from comparatex.inference.bayes.posterior import Posterior, check, largest

SHAPE, RATE = (1.0, 2.0), (0.01, 0.1)
"""Bounds of the parameters of the gamma prior of the degrees of freedom less 1."""
SMALLEST = 0.01
"""Least standard deviation of the repeats of a task, in units of the average over the tasks."""
_CHAINS, _WARM_UP, _UPPER = 250, 300, 1000.0


def correlated_t(differences: Floats, rope: float, correlation: float) -> Posterior:
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

    Returns
    -------
    Posterior
        p_left = P(mean difference > r), p_rope, p_right = P(mean difference < −r), from the distribution function;
        NaN for fewer than two differences. No samples.

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
    from scipy.special import stdtr

    present = differences[~np.isnan(differences)]
    check(present, rope, correlation=correlation)
    n = len(present)
    if n < 2:
        return Posterior(math.nan, math.nan, math.nan)
    small, _ = scaled_to_unit(np.append(present, rope))
    scaled, edge = small[:-1], float(small[-1])
    mean, scale = float(scaled[0]), 0.0  # where all differences are equal
    if np.ptp(scaled) > 0:
        mean = math.fsum(scaled.tolist()) / n
        squares = float(np.sum((scaled - mean) ** 2))
        scale = math.sqrt((1 / n + correlation / (1 - correlation)) * squares / (n - 1))
    above = np.array([mean - edge, -mean - edge])
    if scale == 0:  # known with certainty; on the edge, half
        left, right = (0.5 * (above > 0) + 0.5 * (above >= 0)).tolist()
    else:
        left, right = stdtr(n - 1, above / scale).tolist()
    return Posterior(left, max(0.0, 1 - left - right) if rope > 0 else 0.0, right)


@dataclass(frozen=True, eq=False)
class Tasks:
    """Summaries of the differences on the tasks, each of shape (n_tasks,) or (n_chains, n_tasks); and the priors."""

    mean: Floats  # mean, squares: mean difference, and sum of squares about it divided by 1 − ρ
    squares: Floats
    count: Floats  # number of repeats n
    factor: Floats  # variance of the mean in units of σ²: (1 + (n − 1)ρ)/n
    most_centre: float  # most_centre, most_spread, most_noise: bounds of the uniform priors, of |centre| first
    most_spread: float
    most_noise: float


@dataclass(eq=False)
class Chains:
    """The state of the chains: one row, or one entry, for each."""

    # means, noise, of shape (n_chains, n_tasks): true mean difference of each task, and standard deviation of its
    # repeats
    means: Floats
    noise: Floats
    centre: Floats  # centre, spread, freedom, of shape (n_chains,): of Student's t distribution of the means
    spread: Floats
    freedom: Floats
    shape: Floats  # shape, rate, of shape (n_chains,): of the gamma prior of freedom − 1
    rate: Floats


def sweep(chains: Chains, tasks: Tasks, draw: np.random.Generator) -> None:
    """Draw every parameter once, given the others."""
    _draw_freedom(chains, draw)
    _draw_prior(chains, draw)
    scale = _draw_means(chains, tasks, draw)
    _draw_noise(chains, tasks, draw)
    _draw_population(chains, scale, tasks, draw)
    _redraw_population(chains, tasks, draw)


def _draw_means(chains: Chains, tasks: Tasks, draw: np.random.Generator) -> Floats:
    """Draw the tasks' means; return the scale of the precision of each."""
    far = (chains.means - chains.centre[:, None]) / chains.spread[:, None]
    freedom = chains.freedom[:, None]
    scale = draw.standard_gamma((freedom + 1) / 2, far.shape) / ((freedom + far**2) / 2)
    precision, common = 1 / (tasks.factor * chains.noise**2), scale / chains.spread[:, None] ** 2
    centre = (precision * tasks.mean + common * chains.centre[:, None]) / (precision + common)
    chains.means = centre + draw.standard_normal(far.shape) / np.sqrt(precision + common)
    return scale


def _draw_noise(chains: Chains, tasks: Tasks, draw: np.random.Generator) -> None:
    """Draw the standard deviations of the repeats: uniform a priori, so that precisions are gamma."""
    squares = tasks.squares + (tasks.mean - chains.means) ** 2 / tasks.factor
    shape = np.broadcast_to((tasks.count - 1) / 2, squares.shape)
    with np.errstate(divide="ignore"):
        new = np.sqrt(squares / 2 / draw.standard_gamma(shape))
    chains.noise = np.where((new < tasks.most_noise) & (new > 0), new, chains.noise)


def _draw_population(chains: Chains, scale: Floats, tasks: Tasks, draw: np.random.Generator) -> None:
    """Draw centre and spread of the means, given the means."""
    total = scale.sum(axis=1)
    middle = (scale * chains.means).sum(axis=1) / total
    centre = middle + chains.spread * draw.standard_normal(len(middle)) / np.sqrt(total)
    chains.centre = np.where(np.abs(centre) < tasks.most_centre, centre, chains.centre)
    squares = (scale * (chains.means - chains.centre[:, None]) ** 2).sum(axis=1)
    with np.errstate(divide="ignore"):
        spread = np.sqrt(squares / 2 / draw.standard_gamma((scale.shape[1] - 1) / 2, len(middle)))
    chains.spread = np.where((spread < tasks.most_spread) & (spread > 0), spread, chains.spread)


def _redraw_population(chains: Chains, tasks: Tasks, draw: np.random.Generator) -> None:
    """Draw centre and spread given the standardised means, and move the means with them."""
    standard = (chains.means - chains.centre[:, None]) / chains.spread[:, None]
    weight = 1 / (tasks.factor * chains.noise**2)
    for spread in (False, True):
        lever, fixed = (standard, chains.centre) if spread else (np.ones_like(standard), chains.spread)
        residuals = tasks.mean - fixed[:, None] * (1.0 if spread else standard)
        total = (weight * lever**2).sum(axis=1)
        new = (weight * lever * residuals).sum(axis=1) / total + draw.standard_normal(len(total)) / np.sqrt(total)
        if spread:
            chains.spread = np.where((new > 0) & (new < tasks.most_spread), new, chains.spread)
        else:
            chains.centre = np.where(np.abs(new) < tasks.most_centre, new, chains.centre)
    chains.means = chains.centre[:, None] + chains.spread[:, None] * standard


def _draw_freedom(chains: Chains, draw: np.random.Generator) -> None:
    """Move the degrees of freedom, given only the means."""
    from scipy.special import gammaln

    squares = ((chains.means - chains.centre[:, None]) / chains.spread[:, None]) ** 2

    def level(freedom: Floats) -> Floats:
        """Return the logarithm of the density of log(freedom − 1), up to a constant."""
        constant = gammaln((freedom + 1) / 2) - gammaln(freedom / 2) - np.log(freedom) / 2
        tails = np.log1p(squares / freedom[:, None]).sum(axis=1)
        likelihood = squares.shape[1] * constant - (freedom + 1) / 2 * tails
        return np.asarray(likelihood + chains.shape * np.log(freedom - 1) - chains.rate * (freedom - 1))

    for step in (0.3, 2.0):
        new = 1 + (chains.freedom - 1) * np.exp(step * draw.standard_normal(len(squares)))
        new = np.maximum(new, 1 + 1e-12)
        gain = level(new) - level(chains.freedom)
        chains.freedom = np.where(np.log(draw.random(len(squares))) < gain, new, chains.freedom)


def _draw_prior(chains: Chains, draw: np.random.Generator) -> None:
    """Move the parameters of the prior of the degrees of freedom."""
    from scipy.special import gammaln

    above = chains.freedom - 1

    def level(shape: Floats, rate: Floats) -> Floats:
        """Return the logarithm of the parameters' density."""
        return np.asarray(shape * np.log(rate) + (shape - 1) * np.log(above) - gammaln(shape) - rate * above)

    shape, rate = draw.uniform(*SHAPE, len(above)), draw.uniform(*RATE, len(above))
    gain = level(shape, rate) - level(chains.shape, chains.rate)
    accepted = np.log(draw.random(len(above))) < gain
    chains.shape = np.where(accepted, shape, chains.shape)
    chains.rate = np.where(accepted, rate, chains.rate)


def hierarchical(
    differences: Floats,
    rope: float,
    correlation: float,
    *,
    n_samples: int = 50_000,
    seed: int = 0,
    constant: ConstantRepeats = "floor",
) -> Posterior:
    """Compare two comparates by the hierarchical model of their differences on all tasks.

    The repeats on task i are normal with mean δ_i and standard deviation σ_i, any two of them correlated by ρ;
    the δ_i are drawn from Student's t distribution with centre δ_0, spread σ_0 and ν degrees of freedom. The
    priors are uniform: |δ_0| up to the largest difference, σ_0 up to 1000 times the spread of the tasks'
    means, σ_i up to 1000 times their average; ν − 1 is gamma with shape in [1, 2] and rate in [0.01, 0.1].
    Every draw of (δ_0, σ_0, ν) gives the probabilities that the mean difference on a new task is above the
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
    constant : {"floor", "baycomp"}
        What becomes of tasks whose repeats all differ by the same; see the notes.

    Returns
    -------
    Posterior
        p_left = P(row better), p_rope, p_right: the shares of draws in which a region is the most probable
        for a new task; and the draws of the three probabilities.

    Raises
    ------
    UsageError
        The rope is negative, the correlation is outside [0, 1), or no samples are requested.
    DataError
        A difference is infinite, fewer than two tasks have repeats, or no repeats differ.

    Notes
    -----
    Drawn by our own Gibbs sampler, 250 chains side by side from dispersed starts; the first 300 sweeps are
    discarded. The density is unbounded when all repeats of a task have the same difference; their standard
    deviation is then set to 0.01 of the tasks' average. As baycomp does, the first half of such repeats is replaced by
    draws between −rope and rope, and the second half by their negatives: the task then speaks for equality, whatever
    its difference was. Where such tasks are many, the choice decides.

    References
    ----------
    Corani, Benavoli, Demšar, Mangili & Zaffalon (2017), Statistical comparison of classifiers through
    Bayesian hierarchical modelling, Machine Learning 106.
    """
    check(differences, rope, n_samples=n_samples, correlation=correlation)
    if constant == "baycomp":
        differences = _noisy(differences, rope, seed)
    small, _ = scaled_to_unit(np.append(differences, rope))
    tasks, unit = _prepared(small[:-1].reshape(differences.shape), correlation)
    draw = np.random.default_rng((seed, *differences.shape))
    chains, parts = _started(tasks, draw), []
    for k in range(_WARM_UP - (-n_samples // _CHAINS)):
        sweep(chains, tasks, draw)
        if k >= _WARM_UP:
            parts.append(_new_task(chains, float(small[-1]) / unit))
    samples = np.concatenate(parts)[:n_samples]
    left, middle, right = (largest(*samples.T) / n_samples).tolist()
    return Posterior(left, middle, right, samples)


def _noisy(differences: Floats, rope: float, seed: int) -> Floats:
    """Return differences with noise of mean 0 within the rope in place of repeats that are all the same."""
    draw, noisy = np.random.default_rng((seed, 1, *differences.shape)), differences.copy()
    for task in noisy:
        at = np.flatnonzero(~np.isnan(task))
        if len(at) >= 2 and np.ptp(task[at]) == 0:
            half = draw.uniform(-rope, rope, len(at) // 2)
            task[at] = np.concatenate((half, np.zeros(len(at) % 2), -half))
    return noisy


def _prepared(differences: Floats, correlation: float) -> tuple[Tasks, float]:
    """Return the tasks' summaries in units of the average deviation, and this."""
    usable = differences[np.count_nonzero(~np.isnan(differences), axis=1) >= 2]
    if len(usable) < 2:
        raise DataError("The hierarchical test needs at least two tasks with two repeats each.")
    count = np.count_nonzero(~np.isnan(usable), axis=1).astype(np.float64)
    mean = np.nansum(usable, axis=1) / count
    squares = np.nansum((usable - mean[:, None]) ** 2, axis=1)
    unit = float(np.mean(np.sqrt(squares / count)))
    if unit == 0:
        raise DataError("The repeats differ by the same amount on every task: use a test of the tasks' means.")
    mean, squares = mean / unit, np.maximum(squares / unit**2, count * SMALLEST**2)
    among = float(np.std(mean)) or 1.0
    factor, most = (1 + (count - 1) * correlation) / count, float(np.nanmax(np.abs(usable))) / unit
    return Tasks(mean, squares / (1 - correlation), count, factor, most, _UPPER * among, _UPPER), unit


def _started(tasks: Tasks, draw: np.random.Generator) -> Chains:
    """Return chains at dispersed starting points near the data."""
    size = (_CHAINS, len(tasks.mean))
    noise = np.sqrt(tasks.squares / tasks.count) * np.exp(0.3 * draw.standard_normal(size))
    spread = (np.std(tasks.mean) + 0.1) * np.exp(draw.standard_normal(_CHAINS))
    return Chains(
        means=tasks.mean + 0.1 * draw.standard_normal(size),
        noise=noise,
        centre=np.median(tasks.mean) * draw.random(_CHAINS),
        spread=spread,
        freedom=1 + draw.exponential(20, _CHAINS),
        shape=draw.uniform(*SHAPE, _CHAINS),
        rate=draw.uniform(*RATE, _CHAINS),
    )


def _new_task(chains: Chains, rope: float) -> Floats:
    """Return the probabilities of the three regions for a new task, of shape (n_chains, 3)."""
    from scipy.special import stdtr

    left = stdtr(chains.freedom, (chains.centre - rope) / chains.spread)
    right = stdtr(chains.freedom, (-chains.centre - rope) / chains.spread)
    middle = np.maximum(1 - left - right, 0.0) if rope > 0 else np.zeros_like(left)
    return np.stack((left, middle, right), axis=1)
