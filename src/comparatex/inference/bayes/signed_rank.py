"""The Bayesian signed-rank test: the Wilcoxon test's question under a Dirichlet process."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from comparatex.inference.arithmetic.arrays import Floats
from comparatex.inference.bayes.posterior import (
    Posterior,
    Posteriors,
    check_differences,
    check_sampling,
    largest,
)
from comparatex.inference.bayes.regions import Region, regions
from comparatex.inference.bayes.rope import check_rope

Progress = Callable[[int, int], None]

_BLOCK = 2**17
"""Weights drawn at a time: they, and what is made of them, stay in the processor's cache."""

_PAIRS = 1024
"""Pairs at a time: bounds the memory for their regions; the weights are drawn anew for the next."""


def signed_rank(
    differences: Floats,
    rope: float,
    *,
    strength: float = 0.5,
    n_samples: int = 50_000,
    seed: int = 0,
) -> Posterior:
    """Compare two comparates by the Bayesian signed-rank test.

    The differences z_1, …, z_n of a pair are draws from an unknown distribution with a Dirichlet process
    prior, whose pseudo-observation is z_0 = 0, inside the rope, with weight `strength`. A draw from the
    posterior are weights ω ~ Dirichlet(s, 1, …, 1) of z_0, …, z_n; it gives the three regions the masses

        θ_left = Σ_i Σ_j ω_i ω_j [z_i + z_j > 2r],   θ_right = Σ_i Σ_j ω_i ω_j [z_i + z_j < -2r]

    and θ_rope = 1 - θ_left - θ_right. The probability of a region is the share of draws in which it has the
    largest mass. (The equation as published has the same regions with left and right by its own order of the
    pair.)

    Parameters
    ----------
    differences : ndarray of shape (n_tasks,)
        Positive where the row is better, whatever the direction of the measure; NaN where missing. Each is
        the float nearest to its decimal value where it has one (see `comparable`).
    rope : float
        Half-width r ≥ 0 of the region of practical equivalence.
    strength : float
        Weight s ≥ 0 of the pseudo-observation; 0 leaves it out.
    n_samples : int
        Number of draws.
    seed : int
        Seed of the draws.

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
    A sum exactly on the rope's edge counts half to the side and half to the rope; with r = 0, half to each
    side, and the rope has no mass. Sums are compared exactly where the differences are decimal numbers.
    Regions with equal masses share a draw evenly. The Monte Carlo standard error of a probability p is
    √(p(1-p)/n_samples): at most 0.0022 for 50,000.

    The weights are exchangeable, so the k-th drawn one is that of the k-th smallest difference: the order of
    tasks has no influence, and exchanging row and column exchanges p_left and p_right to the last bit unless
    the differences are symmetric about zero, where they agree within Monte Carlo error.

    References
    ----------
    Benavoli, Mangili, Corani, Zaffalon & Ruggeri (2014), A Bayesian Wilcoxon signed-rank test based on the
    Dirichlet process, ICML. Benavoli, Corani, Demšar & Zaffalon (2017), Time for a change, JMLR 18, section
    4.2. Ismail-Fawaz et al. (2023), An approach to multiple comparison benchmark evaluations that is stable
    under manipulation of the comparate set, equation 3.
    """
    _check(differences, rope, strength, n_samples)
    present = np.sort(differences[~np.isnan(differences)])
    if not len(present):
        return Posterior(np.nan, np.nan, np.nan)
    pair = _Pair.of(present, rope)
    counts, samples, done = np.zeros(3), np.empty((3, n_samples)), 0
    for weights in _draws(len(present), strength, n_samples, seed):
        masses = pair.masses(weights)
        counts += largest(*masses)
        stop = done + len(weights.own)
        np.divide(masses, weights.total**2, out=samples[:, done:stop])
        done = stop
    left, middle, right = (counts / n_samples).tolist()
    return Posterior(left, middle, right, samples.T)


def signed_rank_pairs(
    differences: Floats,
    rope: float,
    *,
    strength: float = 0.5,
    n_samples: int = 50_000,
    seed: int = 0,
    progress: Progress | None = None,
) -> Posteriors:
    """Compare many pairs of comparates by the Bayesian signed-rank test.

    Each pair gets what `signed_rank` gives it, to the last bit, whatever the other pairs are.

    Parameters
    ----------
    differences : ndarray of shape (n_tasks, n_pairs)
        As in `signed_rank`; NaN where a pair lacks a task.
    rope, strength : float
        As in `signed_rank`.
    n_samples, seed : int
        As in `signed_rank`; the same for all pairs.
    progress : callable, optional
        Called with (done, total), in units of one block of samples of one pair.

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

    Notes
    -----
    Pairs with equally many differences share the drawn weights. Each probability has the Monte Carlo error of
    its own draws, but the errors of such pairs are dependent: do not average them away.

    References
    ----------
    Benavoli, Mangili, Corani, Zaffalon & Ruggeri (2014), A Bayesian Wilcoxon signed-rank test based on the
    Dirichlet process, ICML. Benavoli, Corani, Demšar & Zaffalon (2017), Time for a change, JMLR 18, section
    4.2.
    """
    _check(differences, rope, strength, n_samples)
    ordered = np.sort(differences.T, axis=1)  # NaN last
    size = np.count_nonzero(~np.isnan(ordered), axis=1)
    chances = np.full((differences.shape[1], 3), np.nan)
    total = sum(len(_blocks(n, n_samples)) for n in size.tolist() if n)
    done = 0
    for n in np.unique(size[size > 0]).tolist():
        members = np.flatnonzero(size == n)
        for some in np.split(members, range(_PAIRS, len(members), _PAIRS)):
            pairs = [_Pair.of(ordered[pair, :n], rope) for pair in some.tolist()]
            chances[some] = 0.0
            for weights in _draws(n, strength, n_samples, seed):
                for place, pair in zip(some.tolist(), pairs, strict=True):
                    chances[place] += largest(*pair.masses(weights))
                done += len(pairs)
                if progress is not None:
                    progress(done, total)
    return Posteriors(*(chances / n_samples).T.copy())


@dataclass(frozen=True, eq=False)
class _Weights:
    """A block of drawn weights, not normalised.

    Parameters
    ----------
    sums : ndarray of shape (n + 1, n_draws)
        Cumulative sums of the differences' weights, from 0.
    own : ndarray of shape (n_draws,)
        Weights of the pseudo-observation.
    total : ndarray of shape (n_draws,)
        Sums of all weights.
    """

    sums: Floats
    own: Floats
    total: Floats

    def mass(self, region: Region) -> Floats:
        """Return the mass of a region, in units of the squared total."""
        row, row_end, column, column_end = region.corners
        rows = self.sums.take(row_end, axis=0)
        rows -= self.sums.take(row, axis=0)
        rows[region.odd :] *= region.share
        columns = self.sums.take(column_end, axis=0)
        columns -= self.sums.take(column, axis=0)
        twice = 2 * np.einsum("rs,rs->s", rows, columns)
        (a, b), (c, d) = region.alone
        alone = (self.sums[b] - self.sums[a]) + (self.sums[d] - self.sums[c])
        return np.asarray(twice + self.own * alone + region.at_zero * self.own**2)


@dataclass(frozen=True)
class _Pair:
    """The regions of a pair, by the sorted positions of its differences or of their negatives."""

    above: Region
    below: Region
    negated: bool
    has_rope: bool

    @classmethod
    def of(cls, ordered: Floats, rope: float) -> _Pair:
        """Return the regions of sorted differences, by a sign that exchanging row and column leaves alone."""
        balance = ordered + ordered[::-1]
        decisive = balance[np.flatnonzero(balance)[:1]]
        negated = bool((decisive < 0).any())
        return cls(*regions(-ordered[::-1] if negated else ordered, rope), negated, rope > 0)

    def masses(self, weights: _Weights) -> tuple[Floats, Floats, Floats]:
        """Return the masses of left, rope and right."""
        above, below = weights.mass(self.above), weights.mass(self.below)
        rope = np.maximum(weights.total**2 - above - below, 0.0) if self.has_rope else np.zeros_like(above)
        return (below, rope, above) if self.negated else (above, rope, below)


def _blocks(n: int, n_samples: int) -> list[int]:
    """Return how many draws of n weights to take at a time; it must depend on nothing else."""
    size = min(max(_BLOCK // n, 256), 4096)
    return [min(size, n_samples - start) for start in range(0, n_samples, size)]


def _draws(n: int, strength: float, n_samples: int, seed: int) -> Iterator[_Weights]:
    """Yield weights of n differences and the pseudo-observation, in one place, a block of draws at a time."""
    generator = np.random.default_rng((seed, n))
    blocks = _blocks(n, n_samples)
    room = np.zeros((n + 1) * blocks[0])
    for size in blocks:
        sums = room[: (n + 1) * size].reshape(n + 1, size)
        sums[0] = 0.0
        generator.standard_exponential(out=sums[1:])
        before = sums[0]
        for current in sums[1:]:  # faster than accumulating along the first axis
            np.add(before, current, out=current)
            before = current
        own = generator.standard_gamma(strength, size)
        yield _Weights(sums, own, own + sums[n])


def _check(differences: Floats, rope: float, strength: float, n_samples: int) -> None:
    """Refuse what cannot be compared."""
    check_rope(rope)
    check_sampling(strength, n_samples)
    check_differences(differences)
