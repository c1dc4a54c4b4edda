"""Statistics without a unit do not change with the unit of the scores, however large or small it makes them."""

from __future__ import annotations

import numpy as np
import pytest

from comparatex.data.scores import BINARY
from comparatex.errors import DataError
from comparatex.inference.analysis import Analysis
from comparatex.inference.bayes.repeated import correlated_t, hierarchical
from comparatex.inference.compare import compare
from comparatex.inference.differences import mean_differences, mean_scores
from comparatex.inference.effects import cohens_d, relative_differences
from comparatex.inference.pair_tests import paired_t
from comparatex.inference.rank_tests import aligned_ranks, aligned_z, quade, quade_z
from comparatex.inference.repeats import spread

FEW = np.array([[1.0, 2.0, 4.0, -1.0], [3.0, np.nan, 1.0, 1.5]])
TABLE = np.array([[1.0, 2.0, 3.5], [2.0, 3.0, 1.0], [1.5, 3.0, 2.0], [5.0, 1.0, 1.5], [2.0, 2.5, 4.0]])
FOLDS = np.array([[0.01, 0.03, 0.02, 0.05], [0.04, -0.01, 0.02, 0.01], [0.03, 0.02, 0.06, 0.01]])
PAIR = np.array([0]), np.array([1])
SCALES = pytest.mark.parametrize("power", [-1000, -600, 600, 990])


@SCALES
def test_t_and_d_have_no_unit(power):
    """Squares of 2^600 overflow, and those of 2^-600 vanish: t was infinite, with p = 0."""
    scaled = np.ldexp(FEW, power)
    assert np.array_equal(cohens_d(scaled), cohens_d(FEW))
    for found, expected in zip(paired_t(scaled), paired_t(FEW), strict=True):
        assert np.array_equal(found, expected)
    assert np.isfinite(paired_t(FEW)[0]).all()


@SCALES
def test_spread_has_the_unit_of_the_scores(power):
    found, expected = spread(np.ldexp(FEW, power)), spread(FEW)
    for name in ("mean", "deviation", "best", "worst"):
        assert np.array_equal(getattr(found, name), np.ldexp(getattr(expected, name), power))


@SCALES
def test_bayesian_tests_by_repeats_change_with_the_unit_of_the_rope_alone(power):
    scaled, rope = np.ldexp(FOLDS, power), float(np.ldexp(0.01, power))
    found, expected = correlated_t(scaled[0], rope, 0.1), correlated_t(FOLDS[0], 0.01, 0.1)
    assert (found.p_left, found.p_rope, found.p_right) == (expected.p_left, expected.p_rope, expected.p_right)
    assert 0.5 < expected.p_left < 1
    found, expected = (hierarchical(d, r, 0.1, n_samples=250) for d, r in ((scaled, rope), (FOLDS, 0.01)))
    assert np.array_equal(found.samples, expected.samples)


@pytest.mark.parametrize("unit", [1e-300, 1e-20, 1e20, 1e300 / 5])
def test_rank_tests_have_no_unit(unit):
    """Decimals of tiny scores were rounded by a power of ten that is no float, and came out as NaN."""
    for test in (quade, aligned_ranks):
        found, expected = test(TABLE * unit), test(TABLE)
        assert (found.statistic, found.pvalue) == (expected.statistic, expected.pvalue)
        assert np.array_equal(found.mean_rank, expected.mean_rank)
        assert expected.statistic > 0
    for test in (quade_z, aligned_z):
        assert np.array_equal(test(TABLE * unit, *PAIR), test(TABLE, *PAIR))


def test_rank_tests_of_tasks_of_unlike_size():
    """Scores of 1e-9 keep their differences beside those of 1e6; equal decimal differences of both tie."""
    small = np.array([[1e-9, 3e-9, 2e-9]])
    large = np.array([[1e6, 1e6 + 0.1, 1e6 + 0.3], [0.2, 0.3, 0.5]])
    found = quade(np.vstack([small, 2 * small, large]))
    # ranks of the ranges 2e-9, 4e-9, and 0.3 twice, are the weights 1, 2, 3.5, 3.5
    weights, ranks = np.array([1, 2, 3.5, 3.5]), np.array([[1, 3, 2], [1, 3, 2], [1, 2, 3], [1, 2, 3]])
    np.testing.assert_allclose(found.mean_rank, weights @ ranks / 10, rtol=1e-15)
    # less their task's mean, in units of 1/30: large ones -4, -1, 5 twice, the small ones around 0
    aligned = aligned_ranks(np.vstack([small, large]))
    assert aligned.mean_rank.tolist() == [(1.5 + 1.5 + 5) / 3, (3.5 + 3.5 + 7) / 3, (8.5 + 8.5 + 6) / 3]


@pytest.mark.parametrize("largest", [1e300, 3e299, 1e-300, 7e-310])
def test_means_of_any_magnitude(largest):
    """Exact to the last digit where the mean is a float."""
    values = largest * np.array([[1.0, 0.5], [1.0, 0.25], [1.0, 0.75]])
    places = np.full(values.shape, BINARY, np.int8)
    assert mean_scores(values, places).tolist() == [values[0, 0], pytest.approx(largest / 2, rel=1e-15)]
    assert mean_differences(values, places, *PAIR)[0] == pytest.approx(largest / 2, rel=1e-15)


@pytest.mark.parametrize("test", ["wilcoxon", "sign", "t", "nemenyi", "friedman-z", "conover", "aligned-z", "quade-z"])
def test_comparisons_of_huge_scores(make, test):
    settings = Analysis(test=test, rope=0.0, samples=200)
    found, expected = (compare(make(TABLE * unit), settings) for unit in (2.0**990, 1.0))
    assert found.names == expected.names
    for name in ("statistic", "pvalue", "adjusted_pvalue"):
        np.testing.assert_allclose(
            getattr(found.pair_statistics, name), getattr(expected.pair_statistics, name), rtol=1e-12
        )
    for name, values in expected.effects.items():
        np.testing.assert_allclose(found.effects[name], values, rtol=1e-12, err_msg=name)
    assert np.array_equal(found.posterior.p_left, expected.posterior.p_left)


def test_ratios_to_a_baseline_of_almost_nothing_are_infinite():
    found = relative_differences(np.array([[5e-324, 1.0], [1e-300, 2e-300]]), 0)
    assert found.tolist() == [[0.0, np.inf], [0.0, 1.0]]


def test_scores_too_large_to_add_up_are_refused(make):
    with pytest.raises(DataError, match="1e300"):
        compare(make([[1.7e308, 1.0], [-1.7e308, 2.0]]))
