from itertools import permutations, product

import numpy as np
import pytest
import scipy.stats
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from comparatex.inference.friedman import exact_pvalue, friedman, friedman_critical_value, iman_davenport
from comparatex.inference.rank_tests import doubled_ranks


@given(arrays(float, st.tuples(st.integers(1, 6), st.integers(1, 8)), elements=st.integers(0, 5).map(float)))
def test_ranks_agree_with_scipy(values):
    assert (doubled_ranks(values) / 2 == scipy.stats.rankdata(values, axis=1)).all()


def test_tutorial_ranks(tutorial):
    """The two equal scores on UMD share ranks 1 and 2, which the tutorial's printed ranks do not."""
    ranks = doubled_ranks(-tutorial.values) / 2
    assert ranks[9].tolist() == [1.5, 1.5, 3, 4, 5]
    assert np.round(ranks.mean(axis=0), 3).tolist() == [2.292, 1.625, 3.167, 3, 4.917]


def test_tutorial(tutorial):
    ranks = doubled_ranks(-tutorial.values)
    test, f = friedman(ranks), iman_davenport(ranks)
    assert test.uncorrected_statistic == pytest.approx(29.25, rel=1e-12)
    assert round(test.statistic, 3) == 29.372
    assert (round(f.uncorrected_statistic, 2), round(f.statistic, 3)) == (17.16, 17.345)
    assert (test.df, f.df) == (4, (4, 44))
    assert 0 < test.exact_pvalue < test.pvalue < 1e-5


def test_tutorial_printed_ranks():
    """Its printed ranks break the tie on UMD: 29.0 and 16.79."""
    printed = [
        [3, 1, 4, 2, 5], [2, 1, 5, 3, 4], [2, 1, 3, 4, 5], [2, 3, 1, 4, 5], [1, 2, 4, 3, 5], [1, 2, 3, 4, 5],
        [4, 1, 2, 3, 5], [2, 1, 3, 4, 5], [2, 3, 4, 1, 5], [1, 2, 3, 4, 5], [3, 2, 4, 1, 5], [4, 1, 2, 3, 5],
    ]  # fmt: skip
    test, f = friedman(2 * np.array(printed)), iman_davenport(2 * np.array(printed))
    assert test.statistic == test.uncorrected_statistic == pytest.approx(29.0, rel=1e-12)
    assert round(f.statistic, 2) == 16.79


@given(st.integers(3, 6), st.integers(2, 12), st.integers(0, 10**6))
def test_corrected_statistic_agrees_with_scipy(k, n, seed):
    values = np.random.default_rng(seed).integers(0, 4, (n, k)).astype(float)
    values[0] = np.arange(k)  # SciPy divides by zero when everything ties
    oracle = scipy.stats.friedmanchisquare(*values.T)
    test = friedman(doubled_ranks(values))
    assert test.statistic == pytest.approx(oracle.statistic, rel=1e-10, abs=1e-10)
    assert test.pvalue == pytest.approx(oracle.pvalue, rel=1e-10)
    ranks = scipy.stats.rankdata(values, axis=1).mean(axis=0)
    by_hand = 12 * n / (k * (k + 1)) * (np.sum(ranks**2) - k * (k + 1) ** 2 / 4)
    assert test.uncorrected_statistic == pytest.approx(by_hand, rel=1e-10, abs=1e-10)


def test_iman_davenport_is_the_f_of_the_formula(accuracies):
    ranks = doubled_ranks(accuracies(5, 20, 2).values)
    test, f = friedman(ranks), iman_davenport(ranks)
    for chi2, (statistic, p) in (
        (test.statistic, (f.statistic, f.pvalue)),
        (test.uncorrected_statistic, (f.uncorrected_statistic, f.uncorrected_pvalue)),
    ):
        assert statistic == pytest.approx(19 * chi2 / (20 * 4 - chi2), rel=1e-12)
        assert p == pytest.approx(scipy.stats.f.sf(statistic, 4, 76), rel=1e-10)


def test_perfect_agreement_leaves_f_undefined():
    ranks = doubled_ranks(np.tile([1.0, 2.0, 3.0], (6, 1)))
    f = iman_davenport(ranks)
    assert np.isnan([f.statistic, f.pvalue, f.uncorrected_statistic, f.uncorrected_pvalue]).all()
    assert friedman(ranks).statistic == 12
    assert friedman(ranks).exact_pvalue == pytest.approx(6.0**-5, rel=1e-12)


def test_perfect_agreement_with_ties_leaves_only_the_corrected_f_undefined():
    f = iman_davenport(doubled_ranks(np.tile([1.0, 1.0, 3.0], (6, 1))))
    assert np.isnan(f.statistic)
    assert np.isfinite(f.uncorrected_statistic)


def test_all_ties():
    ranks = doubled_ranks(np.ones((5, 4)))
    test, f = friedman(ranks), iman_davenport(ranks)
    assert (test.statistic, test.uncorrected_statistic, f.statistic) == (0, 0, 0)
    assert (test.pvalue, test.uncorrected_pvalue, test.exact_pvalue, f.pvalue) == (1, 1, 1, 1)


def test_one_task_is_not_enough():
    ranks = doubled_ranks(np.array([[1.0, 2.0, 3.0]]))
    assert np.isnan([friedman(ranks).statistic, friedman(ranks).pvalue, iman_davenport(ranks).statistic]).all()
    assert friedman(ranks).exact_pvalue is None


@given(st.integers(2, 4), st.integers(2, 4), st.integers(0, 10**6))
def test_exact_p_is_full_enumeration(k, n, seed):
    """With ties within tasks, over all orders of each task's ranks."""
    if k == 4:
        n = min(n, 3)
    ranks = doubled_ranks(np.random.default_rng(seed).integers(0, 3, (n, k)).astype(float))
    own = np.sum((ranks.sum(axis=0) - n * (k + 1)) ** 2)
    sums = np.array([np.sum(rows, axis=0) for rows in product(*(list(permutations(task)) for task in ranks))])
    expected = np.mean(np.sum((sums - n * (k + 1)) ** 2, axis=1) >= own)
    assert exact_pvalue(ranks) == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize(
    ("k", "n", "value"),
    # Friedman's exact critical values at .05: Zar, Biostatistical analysis, Table B.14 (Owen 1962 for k = 3 and 4)
    [
        (3, 2, None), (3, 3, 6.0), (3, 4, 6.5), (3, 5, 6.4), (3, 6, 7.0), (3, 7, 7.143), (3, 8, 6.25), (3, 9, 6.222),
        (3, 10, 6.2), (4, 2, 6.0), (4, 3, 7.4), (4, 4, 7.8), (4, 5, 7.8), (4, 6, 7.6), (4, 7, 7.8), (4, 8, 7.65),
        (5, 2, 7.6), (5, 3, 8.533), (5, 4, 8.8),
    ],
)  # fmt: skip
def test_published_critical_values(k, n, value):
    found = friedman_critical_value(k, n)
    assert found is None if value is None else round(found, 3) == value


def test_critical_value_of_a_large_table_is_chi_squares():
    assert friedman_critical_value(20, 100) == pytest.approx(scipy.stats.chi2.isf(0.05, 19), rel=1e-12)


def test_large_tables_have_no_exact_p(accuracies):
    assert exact_pvalue(doubled_ranks(accuracies(9, 5).values)) is None
    assert exact_pvalue(doubled_ranks(accuracies(6, 40).values)) is None


def test_exact_p_needs_no_order_of_tasks_or_comparates(accuracies):
    ranks = doubled_ranks(accuracies(4, 9, 1).values)
    rng = np.random.default_rng(0)
    assert exact_pvalue(ranks) == exact_pvalue(ranks[rng.permutation(9)][:, rng.permutation(4)])
