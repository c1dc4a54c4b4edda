"""The Bayesian tests against baycomp 1.0.3, as run on the stored tables (``tests/reference/make_baycomp.py``).

baycomp's hierarchical test samples with Stan, which is not at hand: ours is held against the same posterior by
weighting draws from the prior with the likelihood, in which the tasks' means are integrated out numerically.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from scipy import special, stats

from comparatex.inference.bayes.repeated import correlated_t, hierarchical
from comparatex.inference.bayes.signed_rank import sign, signed_rank

REFERENCE = Path(__file__).parents[2] / "reference"
FOUND = json.loads((REFERENCE / "baycomp.json").read_text())
ROPE, SAMPLES = FOUND["rope"], 50_000
TABLES = json.loads((REFERENCE / "tables.json").read_text())
PAIRS = [np.array([row[0] - row[1] for row in table]) / 100 for table in TABLES]


def shares(posterior):
    return np.array([posterior.p_left, posterior.p_rope, posterior.p_right])


@pytest.mark.parametrize(("name", "test", "seeds"), [("signed-rank", signed_rank, 2), ("sign", sign, 3)])
def test_agrees_with_baycomp(name, test, seeds):
    """24 pairs, within five Monte Carlo standard errors of both sides, for each of some seeds."""
    for z, peer in zip(PAIRS, FOUND["tables"], strict=True):
        theirs = np.array(peer[name])
        for seed in range(seeds):
            found = shares(test(z, ROPE, n_samples=SAMPLES, seed=seed))
            p = (found * SAMPLES + theirs * FOUND["samples"]) / (SAMPLES + FOUND["samples"])
            error = np.sqrt(p * (1 - p) * (1 / SAMPLES + 1 / FOUND["samples"]))
            # Its sign test adds 0.0001 to each count "for numerical stability".
            assert (np.abs(found - theirs) <= 5 * error + 1e-4).all()


@pytest.mark.parametrize("test", [signed_rank, sign])
def test_draws_repeat_with_their_seed(test):
    first, again = (test(PAIRS[0], ROPE, n_samples=2000, seed=7) for _ in range(2))
    assert (first.samples == again.samples).all()
    assert (test(PAIRS[0], ROPE, n_samples=2000, seed=8).samples != first.samples).any()


def test_correlated_t_agrees_with_baycomp():
    """24 pairs, one run of as many folds as tasks: ρ = 1/n. A closed form: to 1e-11."""
    for z, peer in zip(PAIRS, FOUND["tables"], strict=True):
        np.testing.assert_allclose(shares(correlated_t(z, ROPE, 1 / len(z))), peer["t"], atol=1e-11)


def weighted_prior(z, rope, rho, draws=2**15):
    """Return the means of the three probabilities for a new task, and their standard errors.

    The prior is drawn by a scrambled Sobol sequence. A task's σ is integrated out on a logarithmic grid, then its
    δ under Student's t on a grid of δ.
    """
    n_tasks, n = z.shape
    means, unit = z.mean(axis=1), np.mean(z.std(axis=1))
    u = stats.qmc.Sobol(5, rng=np.random.default_rng(3)).random(draws)
    centre = (2 * u[:, 0] - 1) * np.abs(z).max()
    spread = 10 * unit * u[:, 1]  # uniform much further, where the likelihood has vanished
    shape, rate = 1 + u[:, 2], 0.01 + 0.09 * u[:, 3]
    freedom = 1 + special.gammaincinv(shape, u[:, 4]) / rate
    sigma = np.geomspace(unit / 50, unit * 50, 600)
    factor, total = (1 + (n - 1) * rho) / n, np.zeros(draws)
    for k in range(n_tasks):
        delta = means[k] + np.linspace(-6, 6, 121) * unit * np.sqrt(factor) * 1.5
        squares = ((z[k] - means[k]) ** 2).sum() / (1 - rho)
        exponent = -(squares + (delta[:, None] - means[k]) ** 2 / factor) / (2 * sigma**2) - (n - 1) * np.log(sigma)
        likelihood = np.exp(exponent - exponent.max()).sum(axis=1)  # dσ is σ d log σ
        for part in np.array_split(np.arange(draws), 30):
            far = (delta - centre[part, None]) / spread[part, None]
            nu = freedom[part, None]
            log_t = special.gammaln((nu + 1) / 2) - special.gammaln(nu / 2) - np.log(nu) / 2
            density = np.exp(log_t - (nu + 1) / 2 * np.log1p(far**2 / nu)) / spread[part, None]
            total[part] += np.log(density @ likelihood)
    weight = np.exp(total - total.max())
    weight /= weight.sum()
    left = special.stdtr(freedom, (centre - rope) / spread)
    right = special.stdtr(freedom, (-centre - rope) / spread)
    probability = np.stack((left, 1 - left - right, right), axis=1)
    mean = weight @ probability
    return mean, np.sqrt(weight**2 @ (probability - mean) ** 2)


@pytest.mark.parametrize("centre", [0.0, 0.02])
def test_hierarchical_agrees_with_its_posterior(centre):
    """6 tasks with 10 repeats, correlated by 0.1: mean probabilities within five standard errors of both sides."""
    rng = np.random.default_rng(11)
    z = rng.normal(centre, 0.01, (6, 1)) + rng.normal(0, 0.02, (6, 10))
    expected, their_error = weighted_prior(z, 0.01, 0.1)
    for seed in range(2):
        samples = hierarchical(z, 0.01, 0.1, n_samples=25_000, seed=seed).samples
        chains = samples.reshape(-1, 250, 3).mean(axis=0)  # draws of a chain depend on each other
        own_error = chains.std(axis=0) / np.sqrt(250)
        assert own_error.max() < 0.01
        assert their_error.max() < 0.02
        assert (np.abs(samples.mean(axis=0) - expected) < 5 * np.hypot(own_error, their_error)).all()
