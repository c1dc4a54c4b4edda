"""Effect sizes, shifts and bootstrap intervals against SciPy, enumeration and published numbers."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from comparatex.errors import DataError, UsageError
from comparatex.inference.bootstrap import (
    difference_intervals,
    first_frequency,
    mean_intervals,
    resampled_means,
)
from comparatex.inference.compare import compare
from comparatex.inference.effects import (
    cliffs_delta,
    cohens_d,
    log_ratios,
    relative_differences,
    skewness,
    vargha_delaney,
)
from comparatex.inference.hodges_lehmann import hodges_lehmann, shifts

FIRST, SECOND = np.array([0]), np.array([1])
columns = st.integers(1, 12).flatmap(
    lambda n: st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=n, max_size=n)
)

NAMES = ("rank_biserial", "cohens_d", "cliffs_delta", "vargha_delaney", "log_ratio")


@given(columns)
def test_cliffs_delta_counts_all_couples(pairs):
    values = np.array(pairs, dtype=float)
    x, y = values.T
    expected = np.sign(x[:, None] - y).mean()
    assert cliffs_delta(values, FIRST, SECOND)[0] == pytest.approx(expected, abs=1e-15)
    u = stats.mannwhitneyu(x, y).statistic / len(x) ** 2
    assert vargha_delaney(cliffs_delta(values, FIRST, SECOND))[0] == pytest.approx(u, abs=1e-15)


@given(columns)
def test_cohens_d_is_t_over_the_root_of_n(pairs):
    values = np.array(pairs, dtype=float)
    d = values[:, 0] - values[:, 1]
    found = cohens_d(d[None])[0]
    if np.ptp(d) == 0:
        assert np.isnan(found)
    else:
        expected = stats.ttest_rel(*values.T).statistic / np.sqrt(len(d))
        assert found == pytest.approx(expected, rel=1e-12, abs=1e-15)


@given(columns)
def test_skewness_is_that_of_scipy(pairs):
    values = np.array(pairs, dtype=float)
    d = values[:, 0] - values[:, 1]
    found = skewness(np.array([[*d, np.nan], [*(-1e-200 * d), np.nan]]))
    if len(d) < 3 or np.ptp(d) == 0:
        assert np.isnan(found).all()
    else:
        expected = stats.skew(d, bias=False)
        np.testing.assert_allclose(found, [expected, -expected], rtol=1e-12, atol=1e-14)


@given(columns, st.sampled_from([0.5, 0.8, 0.95]))
def test_shift_interval_holds_what_the_test_does_not_reject(pairs, level):
    """Just inside the interval the exact signed-rank test keeps the shift, just outside it rejects it."""
    d = np.array([a - b + 0.3 * k + 0.01 * k**2 for k, (a, b) in enumerate(pairs)])  # hardly any ties
    averages = np.unique(np.round((d[:, None] + d) / 2, 9))
    if len(averages) < len(d) * (len(d) + 1) / 2:
        return  # the test of a tied sample has another distribution
    found = hodges_lehmann(d[None], level)
    assert found.estimate[0] == pytest.approx(np.median(((d[:, None] + d) / 2)[np.triu_indices(len(d))]))
    for shift in np.concatenate(((averages[1:] + averages[:-1]) / 2, [averages[0] - 1, averages[-1] + 1])):
        kept = stats.wilcoxon(d - shift, method="exact").pvalue > 1 - level
        assert kept == (found.low[0] < shift < found.high[0])


def test_shift_as_published():
    """Hollander and Wolfe, example 3.1 (depression scale factor IV): estimate −0.46, 96 % (−0.786, −0.010).

    Differences y − x of nine patients.
    """
    before = [1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30]
    after = [0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29]
    found = hodges_lehmann((np.array(after) - before)[None], 0.96)
    assert [round(float(x[0]), 3) for x in (found.estimate, found.low, found.high)] == [-0.46, -0.786, -0.01]


def test_shift_of_many_tasks_follows_the_normal_approximation():
    """The c-th smallest and largest average, c from SciPy's normal quantile; symmetric about 5."""
    found = hodges_lehmann((np.arange(1, 61) - 25.5)[None])
    assert found.estimate[0] == 5
    assert found.high[0] - 5 == 5 - found.low[0]
    c = int(np.floor(60 * 61 / 4 + stats.norm.ppf(0.025) * np.sqrt(60 * 61 * 121 / 24)))
    averages = np.sort(np.add.outer(np.arange(1, 61) - 25.5, np.arange(1, 61) - 25.5)[np.triu_indices(60)] / 2)
    assert found.low[0] == averages[c - 1]


def test_too_few_tasks_have_no_bounded_interval():
    found = hodges_lehmann(np.array([[0.1, 0.2, np.nan], [np.nan] * 3]))
    assert found.estimate[0] == pytest.approx(0.15)
    assert (found.low[0], found.high[0]) == (-np.inf, np.inf)
    assert np.isnan(found.estimate[1])


def test_log_ratio_is_not_ruled_by_one_task():
    """A has half the error of B on nine tasks, and 1.01 times on one of a scale 1000 times as large."""
    errors = np.array([[0.5, 1.0]] * 9 + [[1010.0, 1000.0]])
    assert errors.mean(axis=0)[0] > errors.mean(axis=0)[1]
    found = log_ratios(errors, FIRST, SECOND, higher_is_better=False)[0]
    assert np.exp(found) == pytest.approx(stats.gmean(errors[:, 1] / errors[:, 0]), rel=1e-14)
    assert found > 0
    assert log_ratios(errors, SECOND, FIRST, higher_is_better=False)[0] == -found


def test_log_ratio_needs_positive_scores_on_common_tasks():
    values = np.array([[1.0, 2.0, 3.0, np.nan], [0.0, 2.0, np.nan, 5.0], [1.0, 1.0, 3.0, np.nan]])
    row, column = np.array([0, 1, 1, 0]), np.array([1, 2, 3, 2])
    found = log_ratios(values, row, column)
    assert np.isnan(found[0])
    assert found[1] == pytest.approx((np.log(2 / 3) + np.log(1 / 3)) / 2)
    assert found[2] == pytest.approx(np.log(2 / 5))
    assert found[3] == pytest.approx(np.log(1 / 3))


def test_relative_difference_of_a_negative_baseline_keeps_its_direction():
    assert relative_differences(np.array([[-2.0, -1.0]]), 0).tolist() == [[0, 0.5]]


def test_cliffs_delta_of_many_comparates_on_few_tasks():
    """Pairs are processed some at a time, and none is left out."""
    values = np.random.default_rng(1).integers(0, 9, (2, 900)).astype(float)
    row, column = np.triu_indices(900, 1)
    signs = np.sign(values[:, None, row] - values[None, :, column])
    np.testing.assert_allclose(cliffs_delta(values, row, column), signs.mean(axis=(0, 1)), rtol=0, atol=1e-15)


@pytest.mark.parametrize("higher", [True, False])
def test_effects_of_a_comparison(higher, make):
    values = np.random.default_rng(0).random((9, 4)).round(2)
    comparison = compare(make(values, 2, higher_is_better=higher))
    assert tuple(comparison.effects) == NAMES
    for name in NAMES:
        matrix = comparison.square(name)
        opposite = 1 - matrix.T if name == "vargha_delaney" else -matrix.T
        np.testing.assert_array_equal(matrix, opposite)
    i, j = comparison.order[:2]
    d = (values[:, i] - values[:, j]).round(2) * (1 if higher else -1)
    assert comparison.effects["cohens_d"][0] == pytest.approx(d.mean() / d.std(ddof=1))
    assert comparison.effects["cliffs_delta"][0] == pytest.approx(
        np.sign(values[:, [i]] - values[:, j]).mean() * (1 if higher else -1)
    )
    with pytest.raises(KeyError):
        comparison.effects["guess"]


def test_shifts_of_a_comparison_are_in_the_unit_of_the_scores(make):
    values = np.random.default_rng(0).random((15, 3)).round(2)
    up = compare(make(values, 2)).hodges_lehmann
    table = make(values, 2, higher_is_better=False)
    down = compare(table)
    found = shifts(table, down.order[[2]], down.order[[1]], 0.95)
    assert (found.estimate[0], found.low[0], found.high[0]) == (
        up.estimate[0],
        up.low[0],
        up.high[0],
    )
    assert down.square("hodges_lehmann")[0, 1] == -down.square("hodges_lehmann")[1, 0]
    with pytest.raises(UsageError, match="level"):
        shifts(table, FIRST, SECOND, 1.0)


def test_effects_where_tasks_are_missing(make):
    values = np.array([[0.5, 0.6, np.nan], [np.nan, 0.7, 0.2], [0.9, 0.1, np.nan], [0.3, 0.8, np.nan]])
    comparison = compare(make(values, 1, ["a", "b", "c"], missing="pairwise"))
    a, b, c = (comparison.names.index(name) for name in "abc")
    d = np.array([-0.1, 0.8, -0.5])
    assert comparison.square("cohens_d")[a, b] == pytest.approx(d.mean() / d.std(ddof=1))
    assert comparison.square("cliffs_delta")[a, b] == pytest.approx((5 - 4) / 9)
    assert np.isnan([comparison.square(name)[a, c] for name in NAMES]).all()


def test_bootstrap_interval_of_a_mean_is_that_of_the_binomial():
    """The mean of n zeros and ones resampled is Binomial(n, p)/n; ends within one step of its quantiles."""
    values = np.array([[1.0]] * 12 + [[0.0]] * 8)
    found = mean_intervals(values, method="percentile", n_samples=40_000)
    expected = stats.binom.ppf([0.025, 0.975], 20, 0.6) / 20
    assert [found.low[0], found.high[0]] == pytest.approx(expected.tolist(), abs=1e-12)


def test_bootstrap_draws_belong_together_and_to_no_comparate():
    values = np.random.default_rng(1).random((30, 4))
    means = resampled_means(values, n_samples=500)
    np.testing.assert_allclose(resampled_means(values[:, [2]], n_samples=500)[:, 0], means[:, 2], rtol=1e-13)
    row, column = np.array([0, 1]), np.array([1, 3])
    for method in ("studentized", "percentile", "student"):
        direct = mean_intervals(values[:, row] - values[:, column], method=method, n_samples=500)
        found = difference_intervals(values, row, column, method=method, n_samples=500)
        turned = difference_intervals(values, column, row, method=method, n_samples=500)
        np.testing.assert_allclose([found.low, found.high], [direct.low, direct.high], rtol=0, atol=1e-12)
        np.testing.assert_allclose([-turned.high, -turned.low], [direct.low, direct.high], rtol=0, atol=1e-12)


@pytest.mark.parametrize("scale", [1.0, 1e-200, 1e200])
def test_a_studentized_interval_is_that_of_its_formula(scale):
    """Every draw by itself, with SciPy's standard errors."""
    values = np.random.default_rng(3).exponential(size=15).round(2)
    drawn = np.random.default_rng((7, 15)).multinomial(15, np.full(15, 1 / 15), 999)
    samples = [np.repeat(values, counts) for counts in drawn]
    t = np.sort([(sample.mean() - values.mean()) / stats.sem(sample) for sample in samples])
    found = mean_intervals(values[:, None] * scale, 0.9, n_samples=999, seed=7)
    ends = values.mean() - t[[949, 49]] * stats.sem(values)  # the 50th of 999, from either side
    np.testing.assert_allclose([found.low[0], found.high[0]], ends * scale, rtol=1e-9)
    assert not found.student.any()


def test_students_interval_is_that_of_scipy_and_stands_in():
    few = np.random.default_rng(0).random((7, 1))
    tied = np.array([[0.0]] * 9 + [[0.4]])  # draws of nothing but zeros are too many
    for values in (few, tied):
        found = mean_intervals(values)
        expected = stats.ttest_1samp(values[:, 0], 0).confidence_interval(0.95)
        np.testing.assert_allclose([found.low[0], found.high[0]], expected, rtol=1e-12)
        assert found.student.all()
    eight = np.random.default_rng(0).random((8, 1))
    assert not mean_intervals(eight).student.any()
    assert mean_intervals(eight, method="student").student.all()


def test_intervals_of_equal_values_and_of_a_single_task():
    equal = mean_intervals(np.full((12, 1), 0.1))
    assert (equal.low[0], equal.high[0]) == pytest.approx((0.1, 0.1), abs=1e-15)
    near = np.array([[0.1]] * 10 + [[0.3], [-0.1]])  # the mean is that of the equal ones, but for rounding
    found = mean_intervals(near)
    assert np.isfinite([found.low, found.high]).all()
    one = mean_intervals(np.array([[0.5]]))
    assert (one.low[0], one.high[0]) == (-np.inf, np.inf)


def test_the_analysis_says_which_intervals(make):
    values = np.random.default_rng(0).random((30, 3)).round(3)
    for method in ("studentized", "percentile", "student"):
        comparison = compare(make(values, 3), interval_method=method, seed=5, alpha=0.1)
        given = {"method": method, "seed": 5, "level": 0.9}
        direct = mean_intervals(values[:, comparison.order], **given)
        found = comparison.mean_intervals()
        np.testing.assert_array_equal([found.low, found.high], [direct.low, direct.high])
    with pytest.raises(UsageError, match="interval_method"):
        compare(make(values, 3), interval_method="guess")


def test_intervals_of_mean_ranks_stay_within_the_ranks(make):
    values = np.column_stack([np.full(9, 0.9), np.full(9, 0.5), np.full(9, 0.4)])
    values[0, 0] = 0.45
    found = compare(make(values, 2)).rank_intervals()
    assert (found.low >= 1).all()
    assert (found.high <= 3).all()
    assert found.low[0] == 1


def test_frequency_of_ranking_first():
    """Two comparates that win n/2 + 1 and n/2 − 1 tasks of n: enumerated by the binomial distribution."""
    ranks = np.array([[1.0, 2.0]] * 6 + [[2.0, 1.0]] * 4)
    found = first_frequency(resampled_means(ranks, n_samples=50_000), higher_is_better=False)
    expected = stats.binom.sf(5, 10, 0.6) + stats.binom.pmf(5, 10, 0.6) / 2
    assert found[0] == pytest.approx(expected, abs=5 * 0.0023)
    assert found.sum() == pytest.approx(1)


def test_bootstrap_needs_complete_tasks():
    with pytest.raises(DataError, match="complete"):
        resampled_means(np.array([[1.0, np.nan]]))
    with pytest.raises(UsageError):
        resampled_means(np.ones((3, 1)), n_samples=0)
