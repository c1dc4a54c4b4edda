"""Tests beside Wilcoxon and Friedman, against SciPy, statsmodels, enumeration and published numbers."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from statsmodels.stats.contingency_tables import mcnemar as their_mcnemar
from statsmodels.stats.proportion import proportion_confint, proportions_ztest

from comparatex.errors import DataError, UsageError
from comparatex.inference.bootstrap import mean_intervals
from comparatex.inference.corrections import bonferroni, holm
from comparatex.inference.nemenyi import critical_difference
from comparatex.inference.pair_tests import paired_t, sign_test, sign_test_of, with_ties
from comparatex.inference.proportions import mcnemar, share_interval, two_proportions, z_value
from comparatex.inference.rank_tests import (
    against_control,
    aligned_ranks,
    aligned_z,
    bonferroni_dunn_difference,
    bonferroni_dunn_value,
    conover,
    friedman_z,
    quade,
    quade_z,
)

tables = st.tuples(st.integers(2, 12), st.integers(2, 5), st.integers(0, 10**6)).map(
    lambda size: np.random.default_rng(size[2]).integers(0, 8, size[:2]) / 8
)
counts = st.integers(1, 200).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))


def one(*values):
    return (np.array([value]) for value in values)


# The sign test and the share of wins


def test_lecture_share_of_wins():
    """Paulheim, model validation: 9 and 2 of 11 decided tasks, [0.59, 1.05] and [−0.05, 0.41]."""
    low, high = share_interval(np.array([9, 2]), np.array([11, 11]), method="normal")
    assert low.round(2).tolist() == [0.59, -0.05]
    assert high.round(2).tolist() == [1.05, 0.41]


def test_lecture_only_significant_wins():
    """8 : 1 significant wins: exact one-sided p = (9 + 1)/512."""
    assert sign_test(*one(8, 1), 1)[0] == 10 / 512


def test_ties_of_the_sign_test():
    wins, ties, losses = one(9, 3, 2)
    assert [int(x[0]) for x in with_ties(wins, ties, losses, "drop")] == [9, 2]
    assert [int(x[0]) for x in with_ties(wins, ties, losses, "split")] == [10, 3]
    row, column = (sign_test_of(wins, ties, losses, "count", side)[1] for side in (1, -1))
    assert row[0] == pytest.approx(stats.binomtest(9, 14, alternative="greater").pvalue, rel=1e-12)
    assert column[0] == pytest.approx(stats.binomtest(2, 14, alternative="greater").pvalue, rel=1e-12)


# Paired t


@given(tables)
def test_paired_t_agrees_with_scipy(table):
    d = table[:, 0] - table[:, 1]
    t, row, column = paired_t(d[None])
    if np.ptp(d) > 0:
        for found, alternative in ((row, "greater"), (column, "less")):
            oracle = stats.ttest_rel(table[:, 0], table[:, 1], alternative=alternative)
            assert t[0] == pytest.approx(oracle.statistic, rel=1e-10, abs=1e-12)
            assert found[0] == pytest.approx(oracle.pvalue, rel=1e-10)


def test_paired_t_of_equal_differences_and_gaps():
    t, row, column = paired_t(np.array([[0.5, 0.5, 0.5], [0, 0, 0], [1, np.nan, np.nan], [2, 4, np.nan]]))
    assert (t[0], row[0], column[0]) == (np.inf, 0, 1)
    assert (t[1], row[1], column[1]) == (0, 1, 1)
    assert np.isnan([t[2], row[2], column[2]]).all()
    assert row[3] == pytest.approx(stats.ttest_1samp([2, 4], 0, alternative="greater").pvalue)


# Quade and aligned ranks


def test_quade_as_published():
    """Conover (1999), section 5.8, hand lotions: 5 brands in 7 stores, F = 3.83, 4 and 24 df, p = 0.015."""
    sales = [
        [5, 4, 7, 10, 12],
        [1, 3, 1, 0, 2],
        [16, 12, 22, 22, 35],
        [5, 4, 3, 5, 4],
        [10, 9, 7, 13, 10],
        [19, 18, 28, 37, 58],
        [10, 7, 6, 8, 7],
    ]
    found = quade(-np.array(sales, dtype=float))
    assert round(found.statistic, 4) == 3.8293
    assert found.df == (4, 24)
    assert round(found.pvalue, 5) == 0.01519


@given(tables)
def test_quade_of_two_comparates_is_a_t_test_of_signed_ranks(table):
    """With k = 2 the weighted ranks are half the signed ranks of Pratt's ranking with midranks."""
    best_first = table[:, :2]
    d = best_first[:, 1] - best_first[:, 0]
    signed = np.sign(d) * stats.rankdata(np.abs(d))
    found = quade(best_first)
    if np.ptp(np.abs(d)) == 0 and np.ptp(d) == 0:
        return
    if signed.sum() == 0:
        assert (found.statistic, found.pvalue) == (0, 1)
    elif np.ptp(signed) > 0:
        assert found.statistic == pytest.approx(stats.ttest_1samp(signed, 0).statistic ** 2, rel=1e-9)


def test_quade_ranks_ranges_as_decimals():
    """0.3 − 0.2 and 0.2 − 0.1 are equal ranges, whatever the floats say."""
    exact = quade(np.array([[3.0, 2.0, 2.5], [1.0, 2.0, 1.2], [4.0, 7.0, 5.0]]))
    floats = quade(np.array([[0.3, 0.2, 0.25], [0.1, 0.2, 0.12], [0.4, 0.7, 0.5]]))
    assert floats.statistic == pytest.approx(exact.statistic, rel=1e-12)


def test_aligned_ranks_have_the_moments_of_their_permutations():
    """Over all orders within tasks the mean of T is k − 1 exactly, as that of χ²; to 1e-12, with ties."""
    table = np.array([[0.1, 0.4, 0.2], [0.3, 0.3, 0.9], [0.5, 0.2, 0.3]])
    orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]
    values = [
        aligned_ranks(np.array([row[o] for row, o in zip(table, choice, strict=True)])).statistic
        for choice in product(orders, repeat=3)
    ]
    assert np.mean(values) == pytest.approx(2, rel=1e-12)


@pytest.mark.parametrize("test", [quade, aligned_ranks])
def test_rank_tests_where_nothing_differs(test):
    assert (test(np.ones((5, 3))).statistic, test(np.ones((5, 3))).pvalue) == (0, 1)
    assert np.isnan(test(np.ones((1, 3))).pvalue)
    shifted = np.array([[0.1, 0.2, 0.3], [0.4, 0.1, 0.3], [0.9, 0.2, 0.4]])
    assert test(shifted).statistic == pytest.approx(test(shifted + np.array([[0.1], [0.3], [0]])).statistic)


# Post-hoc tests of mean ranks


def ranks_of(table):
    return np.array([stats.rankdata(row) for row in table])


def test_friedman_z_as_published():
    """García and Herrera (2008), JMLR 9, table 4: mean ranks of 5 classifiers on 30 data sets."""
    mean_rank = np.array([2.100, 3.250, 2.200, 4.333, 3.117])
    row, column = np.triu_indices(5, 1)
    z, p = friedman_z(mean_rank, 30, row, column)
    assert p[2] == pytest.approx(4.487e-8, rel=0.01)  # C4.5 and Kernel
    assert p[4] == pytest.approx(0.01013, rel=0.01)  # 1NN and naive Bayes
    assert p[5] == pytest.approx(0.00798, rel=0.01)  # 1NN and Kernel
    assert (z[2] > 0, z[4] < 0) == (True, True)


@pytest.mark.parametrize("test", [aligned_z, quade_z])
def test_z_of_aligned_and_weighted_ranks_has_variance_1(test):
    """Over all orders within tasks, the mean of z is 0 and that of z² is 1, to 1e-12, with ties."""
    table = np.array([[0.1, 0.4, 0.2], [0.3, 0.3, 0.9], [0.5, 0.2, 0.3]])
    orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]
    found = np.array(
        [
            test(np.array([row[o] for row, o in zip(table, choice, strict=True)]), *np.triu_indices(3, 1))[0]
            for choice in product(orders, repeat=3)
        ]
    )
    np.testing.assert_allclose(found.mean(axis=0), 0, atol=1e-12)
    np.testing.assert_allclose((found**2).mean(axis=0), 1, rtol=1e-12)


def test_quade_z_without_ties():
    """The variance k(k + 1)(2N + 1)/(9N(N + 1)); positive where the row is better."""
    best_first = np.array([[1, 2, 4, 9], [3, 5, 4, 8], [1, 5, 2, 4], [6, 9, 8, 7.0]])
    z, p = quade_z(best_first, np.array([0]), np.array([3]))
    weights, ranks = np.array([4, 3, 2, 1]), ranks_of(best_first)  # ranges 8, 5, 4, 3
    apart = ((ranks[:, 3] - ranks[:, 0]) * weights).sum() / 10
    assert z[0] == pytest.approx(apart / np.sqrt(4 * 5 * 9 / (9 * 4 * 5)))
    assert p[0] == pytest.approx(2 * stats.norm.sf(z[0]))


def test_conover_as_published():
    """scikit-posthocs 0.17.1, posthoc_conover_friedman of this table, computed in a separate environment."""
    table = np.array([[1, 2, 3.5, 4], [2, 1, 4, 3], [1, 1, 2, 5], [3, 1, 2, 4], [1, 3, 2, 2.0], [1, 2, 3, 4]])
    row, column = np.triu_indices(4, 1)
    _, p = conover(ranks_of(table), row, column)
    expected = [
        0.5566814719012705,
        0.029545525837382326,
        0.002587064255723508,
        0.0914110897881655,
        0.008863444464580877,
        0.2478437866142732,
    ]
    np.testing.assert_allclose(p, expected, rtol=1e-9)


@given(tables)
def test_conover_of_two_comparates_is_a_t_test_of_rank_differences(table):
    ranks = ranks_of(table[:, :2])
    d = ranks[:, 1] - ranks[:, 0]
    t, p = conover(ranks, *one(0, 1))
    if np.abs(d.sum()) > 0 and np.ptp(d) > 0:
        oracle = stats.ttest_1samp(d, 0)
        assert (t[0], p[0]) == (pytest.approx(oracle.statistic), pytest.approx(oracle.pvalue))
    elif d.sum() == 0:
        assert (t[0], p[0]) == (0, 1)
    else:
        assert (abs(t[0]), p[0]) == (np.inf, 0)


def test_control_against_the_rest_is_a_family_of_its_own():
    row, column = np.triu_indices(4, 1)
    raw = np.array([0.001, 0.02, 0.03, 0.004, 0.005, 0.006])
    family = against_control(raw, row, column, 1)
    assert np.nan_to_num(bonferroni(family), nan=-1) == pytest.approx([0.003, -1, -1, 0.012, 0.015, -1])
    assert np.nan_to_num(holm(family), nan=-1) == pytest.approx([0.003, -1, -1, 0.008, 0.008, -1])


def test_bonferroni_dunn_as_published():
    """Demšar (2006), table 5(b), q at 0.05 and 0.10 for 2 to 10 classifiers; text: CD = 1.16 for 4 on 14."""
    at_5 = [1.960, 2.241, 2.394, 2.498, 2.576, 2.638, 2.690, 2.724, 2.773]
    at_10 = [1.645, 1.960, 2.128, 2.241, 2.326, 2.394, 2.450, 2.498, 2.539]
    found = [[bonferroni_dunn_value(k, alpha) for k in range(2, 11)] for alpha in (0.05, 0.1)]
    np.testing.assert_allclose(found[0][:7] + found[0][8:], at_5[:7] + at_5[8:], atol=6e-4)
    assert found[0][7] == pytest.approx(2.734, abs=5e-4)  # printed as 2.724, by a slip
    np.testing.assert_allclose(found[1], at_10, atol=6e-4)
    assert bonferroni_dunn_difference(4, 14) == pytest.approx(1.16, abs=0.01)


# Shares and error counts


@given(counts, st.sampled_from([0.5, 0.9, 0.95, 0.99]))
def test_intervals_agree_with_statsmodels(given, level):
    count, n = given
    for ours, theirs in (("normal", "normal"), ("wilson", "wilson"), ("clopper-pearson", "beta")):
        low, high = share_interval(*one(count, n), level, ours)
        expected = proportion_confint(count, n, 1 - level, theirs)
        if ours == "normal":  # theirs is cut to [0, 1]
            low, high = np.clip(low, 0, 1), np.clip(high, 0, 1)
        np.testing.assert_allclose([low[0], high[0]], expected, rtol=1e-9, atol=1e-12)
    low, high = share_interval(*one(count, n), level, "count")
    tail = (1 - level) / 2
    expected = stats.binom.ppf([tail, 1 - tail], n, count / n) / n
    np.testing.assert_allclose([low[0], high[0]], np.maximum(expected, 0), atol=1e-12)


@pytest.mark.parametrize("wrong", [-1, 1.5, np.nan])
def test_mcnemar_takes_counts_alone(wrong):
    with pytest.raises(DataError, match="whole number"):
        mcnemar(np.array([wrong]), np.array([3]))


def test_shares_without_variance():
    """Errors on all and on no instance: not infinitely apart, because the shares are pooled."""
    found, p = two_proportions(*(np.array([x]) for x in (5, 5, 0, 5)))
    assert found[0] == pytest.approx(10**0.5) and p[0] == pytest.approx(2 * stats.norm.sf(10**0.5))


@pytest.mark.parametrize(("ranges", "undefined"), [((1, 1), True), ((1, 2), False)])
def test_quade_of_tasks_that_agree_is_undefined_where_their_weights_are_equal(ranges, undefined):
    found = quade(np.array([[0.0, ranges[0]], [0.0, ranges[1]]]))
    assert np.isnan(found.statistic) == np.isnan(found.pvalue) == undefined
    assert quade(np.zeros((0, 3))).df == (2, 0)


@pytest.mark.parametrize("difference", [critical_difference, bonferroni_dunn_difference])
@pytest.mark.parametrize("size", [(1, 5), (3, 0)])
def test_no_critical_difference_without_pairs_or_tasks(difference, size):
    with pytest.raises(UsageError, match="needs"):
        difference(*size)
    assert difference(3, 1) == pytest.approx(2 * difference(3, 4))  # one task is enough


@pytest.mark.parametrize("level", [0, 1, 95])
def test_levels_of_bootstrap_intervals(level):
    with pytest.raises(UsageError, match="between 0 and 1"):
        mean_intervals(np.array([[0.1], [0.2]]), level)


def test_lecture_error_intervals():
    """Error 0.30 on 40 and 2,000 instances: [0.158, 0.442] and [0.280, 0.320]."""
    low, high = share_interval(np.array([12, 600]), np.array([40, 2000]), method="normal")
    assert low.round(3).tolist() == [0.158, 0.28]
    assert high.round(3).tolist() == [0.442, 0.32]


def test_z_values_of_the_lecture():
    """Mitchell (1997), table 5.1."""
    levels = [0.5, 0.68, 0.8, 0.9, 0.95, 0.98, 0.99]
    assert [round(z_value(level), 2) for level in levels] == [0.67, 0.99, 1.28, 1.64, 1.96, 2.33, 2.58]


def test_intervals_without_trials_and_of_impossible_counts():
    for method in ("normal", "wilson", "clopper-pearson", "count"):
        assert np.isnan(share_interval(*one(0, 0), method=method)).all()
    with pytest.raises(DataError):
        share_interval(*one(3, 2))
    with pytest.raises(UsageError):
        share_interval(*one(1, 2), level=1)
    with pytest.raises(UsageError):
        share_interval(*one(1, 2), method="guess")


@given(counts, counts)
def test_two_proportions_agree_with_statsmodels(first, second):
    (a, n), (b, m) = first, second
    z, p = two_proportions(*one(a, n, b, m))
    if 0 < a + b < n + m:
        expected = proportions_ztest([a, b], [n, m])
        np.testing.assert_allclose([z[0], p[0]], expected, rtol=1e-9, atol=1e-12)
    else:
        assert (z[0], p[0]) == (0, 1)


@given(st.integers(0, 40), st.integers(0, 40))
def test_mcnemar_agrees_with_statsmodels(b, c):
    if b + c == 0:
        assert all(mcnemar(*one(0, 0), mid_p=mid_p)[0] == 1 for mid_p in (False, True))
        return
    table = [[5, b], [c, 5]]
    exact = their_mcnemar(table, exact=True).pvalue
    assert mcnemar(*one(b, c))[0] == pytest.approx(exact, rel=1e-10)
    far, point = np.abs(np.arange(b + c + 1) - (b + c) / 2), stats.binom.pmf(np.arange(b + c + 1), b + c, 0.5)
    mid = point[far > abs(b - c) / 2].sum() + point[far == abs(b - c) / 2].sum() / 2
    assert mcnemar(*one(b, c), mid_p=True)[0] == pytest.approx(mid, rel=1e-9, abs=1e-13)


def test_counts_below_zero_are_refused():
    with pytest.raises(DataError):
        mcnemar(*one(-1, 2))
