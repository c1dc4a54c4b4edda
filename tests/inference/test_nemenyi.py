import numpy as np
import pytest
import scipy.stats

from comparatex.inference.nemenyi import critical_difference, critical_value, nemenyi_pvalues, scale, survival


@pytest.mark.parametrize(
    ("k", "at_05", "at_10"),
    # Demšar (2006), Table 5a: critical values of the Nemenyi test, the studentized range, from tables of
    # few digits, divided by √2
    [
        (2, 1.960, 1.645), (3, 2.343, 2.052), (4, 2.569, 2.291), (5, 2.728, 2.459), (6, 2.850, 2.589),
        (7, 2.949, 2.693), (8, 3.031, 2.780), (9, 3.102, 2.855), (10, 3.164, 2.920),
    ],
)  # fmt: skip
def test_published_values(k, at_05, at_10):
    assert critical_value(0.05, k) / np.sqrt(2) == pytest.approx(at_05, abs=1.1e-3)
    assert critical_value(0.1, k) / np.sqrt(2) == pytest.approx(at_10, abs=1.1e-3)


@pytest.mark.parametrize("k", [2, 3, 5, 10, 50, 99])
def test_survival_agrees_with_scipy(k):
    q = np.array([0.5, 1.0, 2.0, 3.5, 5.0, 6.0])
    oracle = scipy.stats.studentized_range.sf(q, k, np.inf)  # one minus a quadrature: good to 1e-12 in absolute terms
    np.testing.assert_allclose(survival(q, k), oracle, rtol=1e-12, atol=5e-12)


def test_two_comparates_are_a_normal_difference():
    q = np.array([0.0, 0.1, 1.0, 5.0, 20.0, 40.0])
    oracle = 2 * scipy.stats.norm.sf(q / np.sqrt(2))
    np.testing.assert_allclose(survival(q, 2), oracle, rtol=1e-12)


def test_three_comparates_in_the_far_tail():
    """Bonferroni's bound is sharp there: three pairs of normal differences."""
    q = np.array([15.0, 25.0])
    np.testing.assert_allclose(survival(q, 3), 6 * scipy.stats.norm.sf(q / np.sqrt(2)), rtol=1e-6)


@pytest.mark.parametrize("k", [2, 7, 121, 1000])
@pytest.mark.parametrize("alpha", [0.1, 0.05, 1e-3, 1e-9])
def test_critical_value_inverts_survival(k, alpha):
    assert survival(np.array([critical_value(alpha, k)]), k)[0] == pytest.approx(alpha, rel=1e-12)


def test_demsars_critical_difference():
    """Demšar (2006), section 3.2.2: 4 classifiers on 14 data sets, CD = 1.25 at .05 and 1.12 at .10."""
    assert round(critical_difference(4, 14, 0.05), 2) == 1.25
    assert round(critical_difference(4, 14, 0.10), 2) == 1.12


def test_p_is_alpha_at_the_critical_difference():
    cd = critical_difference(6, 30, 0.05)
    assert nemenyi_pvalues(np.array([cd]), 6, 30)[0] == pytest.approx(0.05, rel=1e-12)


@pytest.mark.parametrize("k", [3, 60, 600, 2000])
def test_interpolation_errs_by_less_than_stated(k):
    apart = np.linspace(0, (k - 1) * 0.9, 3777)
    quantiles = apart / scale(k, 40)
    found, exact = nemenyi_pvalues(apart, k, 40), survival(quantiles, k)
    far = exact > 1e-290
    np.testing.assert_allclose(found[far], exact[far], rtol=1e-9)
    assert (found[~far] <= 1e-290).all()


@pytest.mark.parametrize(("k", "n"), [(60, 2000), (100, 100_000), (600, 1000)])
def test_interpolation_keeps_its_digits_on_many_tasks(k, n):
    """Mean ranks may lie a thousand standard errors apart: nodes are not wasted where p is 0, nor warned about."""
    near = np.linspace(0, 56 * scale(k, n), 2500)
    apart = np.concatenate([near, np.linspace(near[-1], k - 1, 500)])
    found, exact = nemenyi_pvalues(apart, k, n), survival(apart / scale(k, n), k)
    far = exact < 1e-300
    np.testing.assert_allclose(found[~far], exact[~far], rtol=1e-9)
    np.testing.assert_allclose(found[far], exact[far], atol=1e-300)


def test_interpolated_p_of_2000_comparates_agrees_with_scipy():
    """At random differences among those of a table of 2,000 comparates on 50 tasks."""
    rng = np.random.default_rng(1)
    apart = rng.uniform(0, 7 * scale(2000, 50), 2000)
    some = rng.choice(2000, 6, replace=False)
    oracle = scipy.stats.studentized_range.sf(apart[some] / scale(2000, 50), 2000, np.inf)
    np.testing.assert_allclose(nemenyi_pvalues(apart, 2000, 50)[some], oracle, rtol=1e-9, atol=1e-9)


def test_undefined_differences_stay_undefined():
    assert np.isnan(nemenyi_pvalues(np.array([np.nan, np.nan]), 3, 0)).all()
    assert np.isnan(nemenyi_pvalues(np.array([np.nan, 0.0]), 3, 10)).tolist() == [True, False]
