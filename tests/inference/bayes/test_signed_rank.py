"""Probabilities are compared within five Monte Carlo standard errors, unless said otherwise."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from comparatex.errors import DataError, UsageError
from comparatex.inference.bayes.signed_rank import signed_rank, signed_rank_pairs

hundredths = st.lists(st.integers(-6, 6).map(lambda k: k / 100), min_size=1, max_size=12)


def by_definition(z, rope, n_samples, seed, strength=0.5):
    """The double sum over all pairs of weights, with decimals compared as whole hundredths."""
    rng = np.random.default_rng(seed)
    weights = rng.dirichlet([strength] + [1] * len(z), n_samples)
    whole, edge = np.rint(100 * np.append(0, z)), round(200 * rope)
    sums = whole[:, None] + whole
    left = np.einsum("si,ij,sj->s", weights, (sums > edge) + (sums == edge) / 2, weights)
    right = np.einsum("si,ij,sj->s", weights, (sums < -edge) + (sums == -edge) / 2, weights)
    return np.stack((left, 1 - left - right, right), axis=1)


def believed(masses):
    return np.bincount(masses.argmax(axis=1), minlength=3) / len(masses)


@pytest.mark.parametrize(("n", "rope"), [(1, 0.01), (2, 0.0), (5, 0.01), (12, 0.02), (40, 0.01)])
def test_agrees_with_the_definition(n, rope):
    z = np.random.default_rng(n).integers(-4, 6, n) / 100
    n_samples = 40_000
    expected = by_definition(z, rope, n_samples, seed=1)
    found = signed_rank(z, rope, n_samples=n_samples)
    error = np.sqrt(2 * 0.25 / n_samples)
    np.testing.assert_allclose([found.p_left, found.p_rope, found.p_right], believed(expected), rtol=0, atol=5 * error)
    spread = expected.std(axis=0) * np.sqrt(2 / n_samples)
    assert (np.abs(found.samples.mean(axis=0) - expected.mean(axis=0)) <= 5 * spread + 1e-12).all()


def test_agrees_with_baycomp():
    """baycomp 1.0.3, mean of 10 seeds with 50,000 samples each, x = rng.random(n), y = x + normal."""
    rng = np.random.default_rng(5)
    for n, expected in ((10, [0.289042, 0.682072, 0.028886]), (30, [0.000086, 0.844178, 0.155736])):
        x = rng.random(n)
        y = x + rng.normal(0.004, 0.02, n)
        runs = [signed_rank(x - y, 0.01, seed=seed) for seed in range(10)]
        found = np.mean([(run.p_left, run.p_rope, run.p_right) for run in runs], axis=0)
        np.testing.assert_allclose(found, expected, rtol=0, atol=5 * np.sqrt(2 * 0.25 / 500_000))


@given(hundredths, st.sampled_from([0.0, 0.01, 0.02]))
def test_exchanging_row_and_column_exchanges_the_sides(z, rope):
    z = np.array(z)
    one, other = (signed_rank(s * z, rope, n_samples=300) for s in (1, -1))
    if sorted(z) != sorted(-z):
        assert (one.p_left, one.p_rope, one.p_right) == (other.p_right, other.p_rope, other.p_left)
        assert (one.samples == other.samples[:, ::-1]).all()


@given(hundredths, st.randoms())
def test_order_of_tasks_missing_tasks_and_other_pairs_do_not_matter(z, random):
    alone = signed_rank(np.array(z), 0.01, n_samples=300)
    shuffled = random.sample(z, len(z))
    others = np.random.default_rng(0).normal(size=(len(z) + 3, 4))
    table = np.column_stack((others[:, :2], [np.nan] * 3 + shuffled, others[:, 2:]))
    many = signed_rank_pairs(table, 0.01, n_samples=300)
    assert (many.p_left[2], many.p_rope[2], many.p_right[2]) == (alone.p_left, alone.p_rope, alone.p_right)


def test_the_edge_of_the_rope_counts_half():
    """One difference on the edge: with weight w it adds w² / 2 to the side, and nothing beside zero."""
    found = signed_rank(np.array([0.01]), 0.01, n_samples=2000)
    w = np.sqrt(2 * found.samples[:, 0])
    assert (found.samples[:, 2] == 0).all()
    assert 0.66 - 0.05 < w.mean() < 0.67 + 0.05  # Beta(1, 0.5) has mean 2/3
    assert found.p_rope == 1


def test_decimal_sums_meet_the_edge_whatever_the_floats_say():
    """0.013 + 0.007 is 2 · 0.01."""
    exact = signed_rank(np.array([0.013, 0.007, -0.05]), 0.01, n_samples=500)
    scaled = signed_rank(np.array([13.0, 7.0, -50.0]), 10.0, n_samples=500)
    assert (exact.samples == scaled.samples).all()


def test_is_repeatable_and_seeded():
    z = np.random.default_rng(0).normal(size=20)
    same = [signed_rank(z, 0.1, seed=seed, n_samples=5000).samples for seed in (3, 3, 4)]
    assert (same[0] == same[1]).all()
    assert (same[0] != same[2]).any()


def test_masses_add_up_to_one():
    samples = signed_rank(np.random.default_rng(0).normal(size=20), 0.3, n_samples=5000).samples
    assert samples.min() >= 0
    np.testing.assert_allclose(samples.sum(axis=1), 1, rtol=1e-12)


def test_nothing_to_compare_is_undefined():
    found = signed_rank_pairs(np.array([[np.nan, 0.1]]), 0.01, n_samples=10)
    assert np.isnan([found.p_left[0], found.p_rope[0], found.p_right[0]]).all()
    assert signed_rank(np.array([np.nan]), 0.01).samples is None


@pytest.mark.parametrize("given", [{"rope": -1}, {"rope": np.nan}, {"strength": -1}, {"n_samples": 0}])
def test_what_cannot_be_is_refused(given):
    with pytest.raises(UsageError):
        signed_rank(np.array([0.1]), given.pop("rope", 0.01), **given)
    with pytest.raises(DataError, match="infinite"):
        signed_rank(np.array([np.inf]), 0.01)
