"""The Bayesian sign test and the correlated t test."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import beta, t

from comparatex.errors import UsageError
from comparatex.inference.bayes.repeated import correlated_t
from comparatex.inference.bayes.signed_rank import sign, sign_pairs

hundredths = st.lists(st.integers(-6, 6).map(lambda k: k / 100), min_size=1, max_size=12)


def test_sign_without_rope_is_a_beta_distribution():
    """7 wins, 3 losses, 2 ties, prior 1: θ ~ Beta(7 + 1 + 0.5, 3 + 1 + 0.5); five standard errors."""
    z = np.array([0.1] * 7 + [-0.2] * 3 + [0.0] * 2)
    found = sign(z, 0.0)
    expected = beta.sf(0.5, 8.5, 4.5)
    assert abs(found.p_left - expected) < 5 * np.sqrt(expected * (1 - expected) / 50_000)
    assert found.p_rope == 0


def test_sign_masses_are_those_of_the_dirichlet_distribution():
    """Counts 3, 2 + 1 (prior), 1, and a half of the difference on the edge to either region."""
    z = np.array([0.1, 0.2, 0.3, 0.0, 0.005, -0.3, 0.01])
    found = sign(z, 0.01)
    np.testing.assert_allclose(found.samples.mean(axis=0), np.array([3.5, 3.5, 1]) / 8, atol=5 * 0.18 / 223)


@given(hundredths, st.sampled_from([0.0, 0.01]))
def test_sign_of_a_pair_needs_no_other_and_exchanges_with_it(z, rope):
    z = np.array(z)
    one, other = sign(z, rope, n_samples=200), sign(-z, rope, n_samples=200)
    many = sign_pairs(np.column_stack((np.ones(len(z)), z, -2 * z)), rope, n_samples=200)
    assert (many.p_left[1], many.p_rope[1], many.p_right[1]) == (one.p_left, one.p_rope, one.p_right)
    if np.sum(z > rope) != np.sum(z < -rope) and rope == 0:
        assert (one.p_left, one.p_right) == (other.p_right, other.p_left)


def test_a_seed_gives_the_draws_that_it_gave():
    found = sign(np.array([0.1, 0.2, 0.3, -0.1, 0.02]), 0.05, seed=1, n_samples=1000)
    assert (found.p_left, found.p_rope, found.p_right) == (0.64, 0.276, 0.084)


def test_sign_without_a_task_is_undefined():
    assert np.isnan(sign(np.array([np.nan]), 0.01).p_left)
    assert np.isnan(sign_pairs(np.array([[np.nan, 1.0]]), 0.01).p_rope).tolist() == [True, False]


def test_correlated_t_is_students():
    """The squared scale (1/n + ρ/(1 − ρ)) s², against SciPy's distribution; to 1e-12."""
    z = np.random.default_rng(1).normal(0.02, 0.03, 100)
    scale = np.sqrt((1 / 100 + 1 / 9) * z.var(ddof=1))
    found = correlated_t(z, 0.01, 0.1)
    expected = [t.sf(0.01, 99, z.mean(), scale), t.cdf(-0.01, 99, z.mean(), scale)]
    np.testing.assert_allclose([found.p_left, found.p_right], expected, rtol=1e-12)
    assert found.p_left + found.p_rope + found.p_right == pytest.approx(1, abs=1e-15)


@pytest.mark.parametrize(("z", "expected"), [(0.02, (1, 0, 0)), (0.01, (0.5, 0.5, 0)), (0.0, (0, 1, 0))])
def test_equal_differences_are_certain(z, expected):
    found = correlated_t(np.full(10, z), 0.01, 0.1)
    assert (found.p_left, found.p_rope, found.p_right) == expected


def test_correlated_t_refuses_what_cannot_be():
    with pytest.raises(UsageError, match="correlation"):
        correlated_t(np.ones(3), 0.01, 1.0)
    assert np.isnan(correlated_t(np.array([0.1, np.nan]), 0.01, 0.1).p_left)
