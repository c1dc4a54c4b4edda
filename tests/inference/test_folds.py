"""The comparison on one task by folds: a published example, SciPy, the lecture's folds, and simulated levels."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import integrate, stats

import comparatex as cx
from comparatex.errors import DataError, UsageError
from comparatex.inference.folds import alpaydin, five_by_two_f, require_repeats
from comparatex.inference.pair_tests import corrected_t

LECTURE = Path(__file__).parents[2] / "examples/lecture/folds.csv"
TENTHS = arrays(np.float64, st.integers(3, 12), elements=st.integers(-5, 5).map(float)).filter(lambda d: np.ptp(d) > 0)


def test_the_published_example_of_scikit_learn():
    """From "Statistical comparison of models using grid search": 10 × 10 folds, uncorrected t 2.611, p .005.

    It prints the corrected t 0.750 with one-sided p .227; the same number is the Bayesian P that the other is better.
    """
    drawn = np.random.default_rng(0).normal(size=100)
    d = (drawn - drawn.mean()) / drawn.std(ddof=1) + 2.611 / 10
    plain, found = stats.ttest_1samp(d, 0, alternative="greater"), corrected_t(d[None], 0.1)
    assert (round(plain.statistic, 3), round(plain.pvalue, 3)) == (2.611, 0.005)
    assert (round(found.statistic[0], 3), round(found.row[0], 3)) == (0.750, 0.227)


@given(TENTHS, st.sampled_from([0.0, 0.1, 0.5]))
def test_it_is_students_test_of_a_mean_with_a_larger_error(d, share):
    """The error by the formula, tails by integrating Student's density, and ends by which the test just rejects."""
    n, found = len(d), corrected_t(d[None], share, 0.9)
    error = d.std(ddof=1) * np.sqrt(1 / n + share / (1 - share))
    assert found.statistic[0] == pytest.approx(d.mean() / error, abs=1e-9)
    tail = integrate.quad(stats.t(n - 1).pdf, d.mean() / error, np.inf)[0]
    assert found.row[0] == pytest.approx(tail, abs=1e-7)
    assert found.row[0] + found.column[0] == pytest.approx(1)
    for end, side in ((found.low[0], "row"), (found.high[0], "column")):
        assert getattr(corrected_t(d[None] - end, share), side)[0] == pytest.approx(0.05, abs=1e-6)
    if share == 0:
        assert 2 * min(found.row[0], found.column[0]) == pytest.approx(stats.ttest_1samp(d, 0).pvalue)


def test_missing_equal_and_too_few_differences():
    d = np.array([[0.1, 0.3, np.nan, 0.2], [0.1, 0.1, 0.1, 0.1], [0.0] * 4, [0.2, np.nan, np.nan, np.nan]])
    found = corrected_t(d, 0.2)
    alone = corrected_t(d[:1, [0, 1, 3]], 0.2)
    assert (found.n[0], found.row[0], found.low[0]) == (3, alone.row[0], alone.low[0])
    assert (found.statistic[1], found.row[1], found.column[1]) == (np.inf, 0.0, 1.0)
    assert found.low[1] == found.high[1] == pytest.approx(0.1)
    assert (found.statistic[2], found.row[2], found.column[2]) == (0.0, 1.0, 1.0)
    assert np.isnan([found.statistic[3], found.row[3], found.low[3]]).all()
    for share, level in ((1.0, 0.95), (-0.1, 0.95), (0.1, 1.0)):
        with pytest.raises(UsageError):
            corrected_t(d, share, level)


@given(arrays(np.float64, (5, 2), elements=st.integers(-9, 9).map(float)))
def test_five_by_two_is_alpaydins_formula(d):
    means = d.mean(axis=1)
    variances = (d[:, 0] - means) ** 2 + (d[:, 1] - means) ** 2
    f, p = five_by_two_f(d / 10)
    if variances.sum() == 0:
        assert (f, p) == ((np.inf, 0.0) if d.any() else (0.0, 1.0))
    else:
        assert f == pytest.approx((d**2).sum() / (2 * variances.sum()))
        assert p == pytest.approx(stats.f(10, 5).sf(f))
    with pytest.raises(DataError, match="five divisions"):
        five_by_two_f(d[:4])


def test_levels_where_plain_t_rejects_a_quarter():
    """Differences that correlate by 1/10, as those of ten folds do in the model of the test: 4,000 null tables."""
    rng, n = np.random.default_rng(1), 10
    d = np.sqrt(0.1) * rng.normal(size=(4000, 1)) + np.sqrt(0.9) * rng.normal(size=(4000, n))
    rejected = {
        share: np.mean(2 * np.minimum(found.row, found.column) <= 0.05)
        for share in (0.0, 0.1)
        if (found := corrected_t(d, share))
    }
    assert rejected[0.1] == pytest.approx(0.05, abs=0.01)
    assert rejected[0.0] > 0.12


def test_the_folds_of_the_lecture():
    """M1 A has 0.047 less errors than M0: plain t finds p = .011, and the signed-rank test .027."""
    scores = cx.read(LECTURE, repeat="fold", higher_is_better=False)
    assert (scores.one_task, scores.repeats_are, scores.n_tasks, scores.splits) == (True, "folds", 1, (0,) * 10)
    comparison = cx.compare(scores, bayes=True)
    pair = comparison.names.index("M1_A"), comparison.names.index("M0")
    found = comparison.pairs.iloc[int(comparison.pair_numbers(*pair))]
    folds = np.loadtxt(LECTURE, delimiter=",", skiprows=1, usecols=(1, 2))
    d = folds[:, 1] - folds[:, 0]
    error = d.std(ddof=1) * np.sqrt(1 / 10 + 1 / 9)
    p = 2 * stats.t(9).cdf(d.mean() / error)
    half = stats.t(9).ppf(0.975) * error
    assert stats.ttest_1samp(d, 0).pvalue == pytest.approx(0.0111, abs=1e-4)
    assert found.pvalue == pytest.approx(p) == pytest.approx(0.0561, abs=1e-4)
    ends = comparison.difference_intervals(*np.array(pair)[:, None])
    assert (found.mean_difference, ends.low[0], ends.high[0]) == pytest.approx(
        (d.mean(), d.mean() - half, d.mean() + half)
    )
    of_mean = comparison.mean_intervals()
    width = stats.t(9).ppf(0.975) * folds[:, 0].std(ddof=1) * np.sqrt(1 / 10 + 1 / 9)
    assert of_mean.high[pair[1]] - of_mean.low[pair[1]] == pytest.approx(2 * width)
    assert (found.wins, found.ties, found.losses) == (7, 0, 3)
    assert found.adjusted_pvalue == pytest.approx(3 * p)
    better = stats.t(9, d.mean(), error).cdf(-0.01)
    assert found.p_left == pytest.approx(better)
    assert alpaydin(comparison.scores, *comparison.in_table) is None
    assert (comparison.basis.unit, comparison.basis.test, comparison.basis.share) == ("repeat", "corrected-t", 0.1)


def test_what_takes_folds_for_independent_is_undefined():
    comparison = cx.compare(cx.read(LECTURE, repeat="fold", higher_is_better=False))
    assert comparison.pairs[["sign_pvalue", "nemenyi_pvalue"]].isna().all(axis=None)
    assert np.isnan([*comparison.win_share.low, *comparison.loss_share.high, *comparison.mean_rank]).all()
    for test in (comparison.friedman, comparison.iman_davenport, comparison.quade, comparison.aligned_ranks):
        assert np.isnan([test.statistic, test.pvalue]).all()
    assert np.isnan(comparison.critical_difference)
    assert comparison.unattainable() is None
    for order in ("rank", "wins"):
        with pytest.raises(UsageError, match=f"Places by {order} are over tasks"):
            cx.leaderboard(comparison, order=order)
    with pytest.raises(UsageError, match="Mean ranks are over tasks, and there is one"):
        cx.latex(comparison, "mcm", order="rank")
    with pytest.raises(DataError, match="only one task, 'folds'"):
        cx.audit(comparison)


def test_equivalence_within_a_rope_is_by_the_same_test():
    """Student's test of the mean against the margin, with the larger error: two one-sided tests."""
    comparison = cx.compare(cx.read(LECTURE, repeat="fold", higher_is_better=False), rope=0.05, correction="none")
    k = int(comparison.pair_numbers(0, comparison.names.index("M1_B")))
    folds = np.loadtxt(LECTURE, delimiter=",", skiprows=1, usecols=(2, 3))
    d = folds[:, 1] - folds[:, 0]
    error = d.std(ddof=1) * np.sqrt(1 / 10 + 1 / 9)
    p = max(stats.t(9).sf((0.05 + side * d.mean()) / error) for side in (1, -1))
    assert comparison.equivalence.pvalue[k] == pytest.approx(p)


def test_missing_folds_are_left_out_of_their_pairs():
    cells = {"A": {"t": [0.9, 0.8, 0.7, 0.9]}, "B": {"t": [0.7, None, 0.6, 0.6]}, "C": {"t": [0.6, 0.7, 0.5, 0.9]}}
    comparison = cx.compare(cx.read(cells, repeats_are="folds"))
    k = int(comparison.pair_numbers(comparison.names.index("A"), comparison.names.index("B")))
    found = corrected_t(np.array([[0.2, 0.1, 0.3]]), 0.25)
    assert comparison.pairs.n_tasks[k] == 3
    assert comparison.pairs.pvalue[k] == pytest.approx(2 * found.row[0])


def repeated(folder, n_splits, n_folds):
    rng = np.random.default_rng(0)
    lines = [
        f"iris,{method},{fold},{split},{rng.normal(0.8, 0.05):.3f}"
        for method in "AB"
        for split in range(n_splits)
        for fold in range(n_folds)
    ]
    path = folder / "table.csv"
    path.write_text("\n".join(["task,method,fold,repetition,accuracy", *lines, ""]), encoding="utf-8")
    return path


def test_five_halves_have_alpaydins_test_beside(tmp_path):
    path = repeated(tmp_path, 5, 2)
    scores = cx.read(path)
    comparison = cx.compare(scores)
    assert comparison.basis.share == 0.5
    assert sorted(scores.splits) == [0, 0, 1, 1, 2, 2, 3, 3, 4, 4]
    lines = [line.split(",") for line in Path(path).read_text().splitlines()[1:]]
    of = {(m, s, f): float(x) for _, m, f, s, x in lines}
    wanted = [[of["A", str(s), str(f)] - of["B", str(s), str(f)] for f in range(2)] for s in range(5)]
    f, p = alpaydin(comparison.scores, *comparison.in_table)
    sign = 1 if comparison.names == ("A", "B") else -1
    assert (f[0], p[0]) == pytest.approx(five_by_two_f(sign * np.array(wanted)))


def test_the_share_is_that_of_one_division_however_often_it_is_drawn(tmp_path):
    assert cx.compare(cx.read(repeated(tmp_path, 3, 4))).basis.share == 0.25
    assert cx.compare(cx.read(repeated(tmp_path, 3, 4)), test_share=0.1).basis.share == 0.1


def test_what_is_refused_or_asked(tmp_path):
    path = repeated(tmp_path, 1, 4)
    scores = cx.read(path)
    with pytest.raises(DataError, match=r"independent of each other.* the table within tests them"):
        cx.table(cx.compare(cx.read(path, repeats_are="runs")), "folds")
    with pytest.raises(UsageError, match="not known: give `test_share`"):
        require_repeats(cx.compare(cx.read(path, repeats_are="resamples")).scores)
    two = cx.read((np.zeros((2, 2, 3)), ["A", "B"]), repeats_are="folds")
    with pytest.raises(DataError, match="There are 2 tasks"):
        require_repeats(cx.compare(two).scores)
    with pytest.raises(UsageError, match="does not say what its repeats are"):
        require_repeats(cx.compare(cx.read((np.zeros((1, 2, 3)), ["A", "B"]))).scores)
    with pytest.raises(DataError, match="one score per task"):
        require_repeats(cx.compare(cx.read((np.zeros((2, 2)), ["A", "B"]))).scores)
    for test in ("sign", "nemenyi", "t", "clustered-signed-rank"):
        with pytest.raises(UsageError, match="whose folds are compared by the test 'corrected-t': leave out `test`"):
            cx.compare(scores, test=test)
    with pytest.raises(UsageError, match="leave out `convention`"):
        cx.compare(scores, cx.analysis_of("demsar2006"))
    with pytest.raises(UsageError, match="'corrected-t' compares folds or resamples of one task"):
        cx.compare(two, test="corrected-t")
    for show in (lambda c: cx.latex(c, "cdd"), lambda c: cx.table(c, "friedman")):
        with pytest.raises(DataError, match=r"only one task, 'iris'.*compare the methods by its folds"):
            show(cx.compare(scores))


def test_runs_of_one_task_are_paired_by_their_names(tmp_path):
    """They are independent of each other: Student's paired test, which SciPy has, without any correction."""
    comparison = cx.compare(cx.read(repeated(tmp_path, 1, 6), repeats_are="runs"))
    cube = np.array(comparison.scores.values[:, comparison.order])
    found = stats.ttest_rel(*cube.T)
    assert comparison.pairs.pvalue[0] == pytest.approx(found.pvalue)
    ends = comparison.difference_intervals(np.array([0]), np.array([1]))
    assert (ends.low[0], ends.high[0]) == pytest.approx(tuple(found.confidence_interval()))
    assert (comparison.basis.test, comparison.basis.unit, comparison.basis.share) == ("t", "repeat", 0.0)
