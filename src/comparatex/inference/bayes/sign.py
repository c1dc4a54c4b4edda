"""The Bayesian sign test: on what share of tasks the row is better, by more than the rope."""

from __future__ import annotations

import numpy as np

from comparatex.inference.arithmetic.arrays import Floats
from comparatex.inference.bayes.posterior import (
    Posterior,
    Posteriors,
    check_differences,
    check_sampling,
    largest,
)
from comparatex.inference.bayes.rope import beyond, check_rope

STRENGTH = 1.0
"""Weight of the pseudo-observation, as in Benavoli et al. (2017)."""


def sign(
    differences: Floats, rope: float, *, strength: float = STRENGTH, n_samples: int = 50_000, seed: int = 0
) -> Posterior:
    """Compare two comparates by the Bayesian sign test.

    On a new task the row is better by more than the rope, neither is, or the column is, with probabilities
    (θ_left, θ_rope, θ_right). Given n_left, n_rope, n_right such tasks, they are distributed as
    Dirichlet(n_left, n_rope + s, n_right): a Dirichlet process prior with the pseudo-observation z_0 = 0 of
    weight s. The probability of a region is the share of draws in which it is the most probable.

    Parameters
    ----------
    differences : ndarray of shape (n_tasks,)
        Positive where the row is better, whatever the direction of the measure; NaN where missing.
    rope : float
        Half-width r ≥ 0 of the region of practical equivalence.
    strength : float
        Weight s ≥ 0 of the pseudo-observation.
    n_samples, seed : int
        Number of draws, and their seed.

    Returns
    -------
    Posterior
        p_left = P(row better), p_rope, p_right = P(column better), and the draws of (θ_left, θ_rope,
        θ_right). Without any difference NaN, and no draws.

    Raises
    ------
    UsageError
        The rope or the strength is negative or no number, or there are no samples to draw.
    DataError
        A difference is infinite.

    Notes
    -----
    A difference exactly on the rope's edge counts half to the side and half to the rope; with r = 0, half to
    each side, as does the pseudo-observation, and the rope has no mass.

    References
    ----------
    Benavoli, Corani, Demšar & Zaffalon (2017), Time for a change, JMLR 18, section 4.1.
    """
    found, samples = _believed(_counts(differences[:, None], rope, strength, n_samples)[0], n_samples, seed)
    if samples is None:
        return Posterior(np.nan, np.nan, np.nan)
    left, rope_share, right = found.tolist()
    return Posterior(left, rope_share, right, samples.T)


def sign_pairs(
    differences: Floats, rope: float, *, strength: float = STRENGTH, n_samples: int = 50_000, seed: int = 0
) -> Posteriors:
    """Compare many pairs of comparates by the Bayesian sign test; each gets what `sign` gives it.

    Parameters
    ----------
    differences : ndarray of shape (n_tasks, n_pairs)
        As in `sign`; NaN where a pair lacks a task.
    rope, strength : float
        As in `sign`.
    n_samples, seed : int
        As in `sign`; the same for all pairs.

    Returns
    -------
    Posteriors
        NaN for pairs without any difference.

    Raises
    ------
    UsageError
        The rope or the strength is negative or no number, or there are no samples to draw.
    DataError
        A difference is infinite.

    References
    ----------
    Benavoli, Corani, Demšar & Zaffalon (2017), Time for a change, JMLR 18, section 4.1.
    """
    counts = _counts(differences, rope, strength, n_samples)
    distinct, inverse = np.unique(counts, axis=0, return_inverse=True)
    found = np.array([_believed(count, n_samples, seed)[0] for count in distinct]).reshape(-1, 3)
    return Posteriors(*found[inverse.reshape(-1)].T.copy())


def _counts(differences: Floats, rope: float, strength: float, n_samples: int) -> Floats:
    """Return the parameters of each pair's Dirichlet distribution, of shape (n_pairs, 3)."""
    check_rope(rope)
    check_sampling(strength, n_samples)
    check_differences(differences)
    there = np.count_nonzero(~np.isnan(differences), axis=0)
    above, below = beyond(differences, rope).sum(axis=0), beyond(-differences, rope).sum(axis=0)
    prior = strength * (there > 0)
    if rope == 0:
        return np.stack((above + prior / 2, np.zeros(len(there)), below + prior / 2), axis=1)
    return np.stack((above, there - above - below + prior, below), axis=1)


def _believed(counts: Floats, n_samples: int, seed: int) -> tuple[Floats, Floats | None]:
    """Return the three probabilities and the draws, of shape (3, n_samples)."""
    if not counts.any():
        return np.full(3, np.nan), None
    generator = np.random.default_rng((seed, 3))
    order = [0, 1, 2] if counts[0] >= counts[2] else [2, 1, 0]  # exchanging the sides exchanges the draws
    draws = np.empty((3, n_samples))
    for region in order:
        draws[region] = generator.standard_gamma(counts[region], n_samples)
    draws /= draws.sum(axis=0)
    return largest(draws[0], draws[1], draws[2]) / n_samples, draws
