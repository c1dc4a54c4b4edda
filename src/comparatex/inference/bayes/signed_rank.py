"""The Bayesian signed-rank test (the Wilcoxon test's question under a Dirichlet process), and the sign test.

The sums of two differences that lie beyond the rope are described by rectangles of sorted positions.

With differences sorted, z[0] ≤ … ≤ z[n-1], the pairs (i, j) with z[i] + z[j] > 2r fill a staircase: the lowest j
that qualifies falls as i rises. It is symmetric, and consists of the square of all i, j with z[i], z[j] > r, and
of steps with z[i] > r ≥ z[j], which count for both orders. The mass of a rectangle under weights of the
differences is a product of two differences of their cumulative sums, so that a sample costs O(n).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from comparatex.inference.arithmetic import Booleans, Floats, Integers
from comparatex.inference.bayes.posterior import Posterior, Posteriors, beyond, check, comparable, largest


@dataclass(frozen=True, eq=False)
class Region:
    """Pairs of sorted positions whose sum lies beyond one edge of the rope; those on the edge count half."""

    # corners: of shape (4, n_rectangles): first row, end of rows, first column, end of columns of each rectangle
    corners: Integers
    odd: int  # rectangles from here on count less than twice
    share: Floats  # of shape (n_rectangles - odd, 1): how often these count, divided by two
    # alone: positions beyond the edge when added to the pseudo-observation 0: strictly, and with the edge
    alone: tuple[tuple[int, int], tuple[int, int]]
    at_zero: float  # the weight, beyond the edge, of the pseudo-observation's sum with itself

    def mirrored(self, n: int) -> Region:
        """Return the same region in terms of positions of the negated differences."""
        (a, b), (c, d) = self.alone
        alone = ((n - b, n - a), (n - d, n - c))
        return replace(self, corners=n - self.corners[[1, 0, 3, 2]], alone=alone)


def regions(ordered: Floats, rope: float) -> tuple[Region, Region]:
    """Return where sums of two differences are above 2·rope, and where below -2·rope."""
    values, half, tolerance = comparable(ordered, rope)
    above = _above(values, 2 * half, tolerance)
    below = _above(-values[::-1], 2 * half, tolerance)
    return above, below.mirrored(len(ordered))


def _above(values: Floats, edge: float, tolerance: float) -> Region:
    """Return where sums of two sorted values exceed an edge."""
    n = len(values)
    missing = np.append(edge - values, edge)  # distances to the edge, also of the pseudo-observation
    slack = tolerance * np.maximum(np.abs(np.append(values, 0.0)), edge)
    low = np.searchsorted(values, missing - slack, "left")
    high = np.searchsorted(values, missing + slack, "right")
    position = np.arange(n)
    start = int(np.count_nonzero(high[:n] > position))  # the first value whose double exceeds the edge
    on_edge = int(np.count_nonzero(low[:n] > position))  # the first whose double reaches it
    rows = position[start:]
    steps = _runs(rows, high[start:n], high[start:n] < start)
    steps = np.vstack((steps, np.full(steps.shape[1], start)))
    edges = _runs(rows, low[start:n], low[start:n] < high[start:n])
    edges = np.vstack((edges, high[edges[0]]))
    squares = np.array([[start, n, start, n], [on_edge, start, on_edge, start]]).T
    share = np.array([0.5] * edges.shape[1] + [0.5, 0.25])[:, None]
    corners = np.hstack((steps, edges, squares))
    return Region(corners, steps.shape[1], share, ((int(high[n]), n), (int(low[n]), n)), 0.5 * (edge == 0))


def _runs(rows: Integers, column: Integers, counted: Booleans) -> Integers:
    """Return first row, end and column of the runs of wanted rows with the same column."""
    rows, column = rows[counted], column[counted]
    first = np.flatnonzero(np.diff(column, prepend=-1))
    last = np.flatnonzero(np.diff(column, append=-1))
    return np.array([rows[first], rows[last] + 1, column[first]])


_BLOCK = 2**17
"""Weights drawn at a time: they, and what is made of them, stay in the processor's cache."""


def signed_rank(
    differences: Floats, rope: float, *, strength: float = 0.5, n_samples: int = 50_000, seed: int = 0
) -> Posterior:
    """Compare two comparates by the Bayesian signed-rank test.

    The differences z_1, …, z_n of a pair are draws from an unknown distribution with a Dirichlet process
    prior, whose pseudo-observation is z_0 = 0, inside the rope, with weight `strength`. A draw from the
    posterior consists of weights ω ~ Dirichlet(s, 1, …, 1) of z_0, …, z_n; it gives the three regions the masses

        θ_left = Σ_i Σ_j ω_i ω_j [z_i + z_j > 2r],   θ_right = Σ_i Σ_j ω_i ω_j [z_i + z_j < -2r]

    and θ_rope = 1 - θ_left - θ_right. The probability of a region is the share of draws in which it has the
    largest mass. (The published equation has the same regions, with left and right according to its own order of
    the pair.)

    Parameters
    ----------
    differences : ndarray of shape (n_tasks,)
        Positive where the row is better, whatever the direction of the measure; NaN where missing. Each is
        the float nearest to its decimal value where it has one (see `comparable`).
    rope : float
        Half-width r ≥ 0 of the region of practical equivalence.
    strength : float
        Weight s ≥ 0 of the pseudo-observation; 0 leaves it out.
    n_samples, seed : int
        Number of draws, and their seed.

    Returns
    -------
    Posterior
        p_left = P(row better), p_rope, p_right = P(column better), and the draws of (θ_left, θ_rope,
        θ_right). Without any differences, NaN and no draws.

    Raises
    ------
    UsageError
        The rope or the strength is negative or not a finite number, or no samples are requested.
    DataError
        A difference is infinite.

    Notes
    -----
    A sum exactly on the rope's edge counts half to the side and half to the rope; with r = 0, half to each
    side, and the rope has no mass. Sums are compared exactly where the differences are decimal numbers.
    Regions with equal masses share a draw evenly. The Monte Carlo standard error of a probability p is
    √(p(1-p)/n_samples): at most 0.0022 for 50,000.

    The weights are exchangeable, so the k-th weight drawn is assigned to the k-th smallest difference: the order
    of tasks has no influence, and exchanging row and column exchanges p_left and p_right to the last bit unless
    the differences are symmetric about zero, where they agree within Monte Carlo error.

    References
    ----------
    Benavoli, Mangili, Corani, Zaffalon & Ruggeri (2014), A Bayesian Wilcoxon signed-rank test based on the
    Dirichlet process, ICML. Benavoli, Corani, Demšar & Zaffalon (2017), Time for a change, JMLR 18, section
    4.2. Ismail-Fawaz et al. (2023), An approach to multiple comparison benchmark evaluations that is stable
    under manipulation of the comparate set, equation 3.
    """
    check(differences, rope, n_samples=n_samples, strength=strength)
    present = np.sort(differences[~np.isnan(differences)])
    if not len(present):
        return Posterior(np.nan, np.nan, np.nan)
    pair = _Pair.of(present, rope)
    counts, samples = np.zeros(3), list[Floats]()
    for weights in _draws(len(present), strength, n_samples, seed):
        masses = pair.masses(weights)
        counts += largest(*masses)
        samples.append(np.stack(masses) / weights.total**2)
    left, middle, right = (counts / n_samples).tolist()
    return Posterior(left, middle, right, np.concatenate(samples, axis=1).T)


def signed_rank_pairs(
    differences: Floats, rope: float, *, strength: float = 0.5, n_samples: int = 50_000, seed: int = 0
) -> Posteriors:
    """Compare many pairs of comparates by `signed_rank`, each with its result to the last bit.

    Pairs with the same number of differences share the drawn weights. Each probability has the Monte Carlo error
    of its own draws, but the errors of such pairs are dependent and do not average out.
    """
    check(differences, rope, n_samples=n_samples, strength=strength)
    ordered = np.sort(differences.T, axis=1)  # NaN last
    size = np.count_nonzero(~np.isnan(ordered), axis=1)
    chances = np.full((differences.shape[1], 3), np.nan)
    for n in np.unique(size[size > 0]).tolist():
        members = np.flatnonzero(size == n).tolist()
        regions_of = {pair: _Pair.of(ordered[pair, :n], rope) for pair in members}
        chances[members] = 0.0
        for weights in _draws(n, strength, n_samples, seed):
            for pair, of_pair in regions_of.items():
                chances[pair] += largest(*of_pair.masses(weights))
    return Posteriors(*(chances / n_samples).T.copy())


@dataclass(frozen=True, eq=False)
class _Weights:
    """A block of drawn weights, not normalised."""

    sums: Floats  # of shape (n + 1, n_draws): cumulative sums of the differences' weights, from 0
    pseudo: Floats  # of shape (n_draws,): weights of the pseudo-observation
    total: Floats  # of shape (n_draws,): sums of all weights

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
        return np.asarray(twice + self.pseudo * alone + region.at_zero * self.pseudo**2)


@dataclass(frozen=True)
class _Pair:
    """The regions of a pair, in terms of the sorted positions of its differences or of their negatives."""

    above: Region
    below: Region
    negated: bool
    has_rope: bool

    @classmethod
    def of(cls, ordered: Floats, rope: float) -> _Pair:
        """Return the regions of sorted differences, with a sign that does not depend on which comparate is the row."""
        balance = ordered + ordered[::-1]
        decisive = balance[np.flatnonzero(balance)[:1]]
        negated = bool((decisive < 0).any())
        return cls(*regions(-ordered[::-1] if negated else ordered, rope), negated, rope > 0)

    def masses(self, weights: _Weights) -> tuple[Floats, Floats, Floats]:
        """Return the masses of left, rope and right."""
        above, below = weights.mass(self.above), weights.mass(self.below)
        rope = np.maximum(weights.total**2 - above - below, 0.0) if self.has_rope else np.zeros_like(above)
        return (below, rope, above) if self.negated else (above, rope, below)


def _draws(n: int, strength: float, n_samples: int, seed: int) -> Iterator[_Weights]:
    """Yield weights of n differences and the pseudo-observation, a block of draws at a time, in a shared array."""
    generator = np.random.default_rng((seed, n))
    most = min(max(_BLOCK // n, 256), 4096)  # depends on n alone, so that pairs have the same draws
    room = np.zeros((n + 1) * most)
    for start in range(0, n_samples, most):
        size = min(most, n_samples - start)
        sums = room[: (n + 1) * size].reshape(n + 1, size)
        sums[0] = 0.0
        generator.standard_exponential(out=sums[1:])
        before = sums[0]
        for current in sums[1:]:  # faster than accumulating along the first axis
            np.add(before, current, out=current)
            before = current
        pseudo = generator.standard_gamma(strength, size)
        yield _Weights(sums, pseudo, pseudo + sums[n])


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
        θ_right). Without any differences, NaN and no draws.

    Raises
    ------
    UsageError
        The rope or the strength is negative or not a finite number, or no samples are requested.
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
    counts = _counts(differences[:, None], rope, strength, n_samples)[0]
    probabilities, samples = _probabilities(counts, n_samples, seed)
    left, middle, right = probabilities.tolist()
    return Posterior(left, middle, right, None if samples is None else samples.T)


def sign_pairs(
    differences: Floats, rope: float, *, strength: float = STRENGTH, n_samples: int = 50_000, seed: int = 0
) -> Posteriors:
    """Compare many pairs of comparates by `sign`."""
    counts = _counts(differences, rope, strength, n_samples)
    distinct, inverse = np.unique(counts, axis=0, return_inverse=True)
    regions = np.array([_probabilities(count, n_samples, seed)[0] for count in distinct]).reshape(-1, 3)
    return Posteriors(*regions[inverse.reshape(-1)].T.copy())


def _counts(differences: Floats, rope: float, strength: float, n_samples: int) -> Floats:
    """Return the parameters of each pair's Dirichlet distribution, of shape (n_pairs, 3)."""
    check(differences, rope, n_samples=n_samples, strength=strength)
    n_tasks = np.count_nonzero(~np.isnan(differences), axis=0)
    above, below = beyond(differences, rope).sum(axis=0), beyond(-differences, rope).sum(axis=0)
    prior = strength * (n_tasks > 0)
    if rope == 0:
        return np.stack((above + prior / 2, np.zeros(len(n_tasks)), below + prior / 2), axis=1)
    return np.stack((above, n_tasks - above - below + prior, below), axis=1)


def _probabilities(counts: Floats, n_samples: int, seed: int) -> tuple[Floats, Floats | None]:
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
