"""Aggregate metrics of runs by SciPy, and as published; the split of variance by simulation and by the usual table."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from comparatex.data.read import read
from comparatex.errors import DataError, UsageError
from comparatex.inference.compare import compare
from comparatex.inference.runs import aggregate_metrics, probability_of_improvement, runs_of, variance_split
from levels import runs_covered


def gapped(cube, rng, share=0.2):
    found = np.where(rng.random(cube.shape) < share, np.nan, cube)
    found[..., 0] = cube[..., 0]
    return found


@given(st.integers(1, 9), st.integers(1, 12), st.integers(0, 1000), st.booleans())
def test_metrics_are_those_of_scipy(n_tasks, n_runs, seed, higher):
    runs = np.random.default_rng(seed).random((n_tasks, n_runs)).round(1)
    found = aggregate_metrics(runs, target=0.6, higher_is_better=higher, n_samples=2)
    short = np.maximum(0.6 - runs if higher else runs - 0.6, 0)
    wanted = {
        "iqm": stats.trim_mean(runs, 0.25, axis=None),
        "median": np.median(runs.mean(axis=1)),
        "mean": runs.mean(),
        "gap": short.mean(),
    }
    for name, value in wanted.items():
        assert found[name].value == pytest.approx(value, abs=1e-12)


def test_intervals_are_those_of_runs_drawn_within_tasks():
    """As rliable has them: the same quantiles by 40,000 draws, one by one."""
    rng = np.random.default_rng(3)
    runs = rng.normal(0, 1, (5, 1)) + rng.normal(0, 1, (5, 8))
    found = aggregate_metrics(runs, target=1.0, method="percentile", n_samples=40_000)
    drawn = np.take_along_axis(runs[None], rng.integers(0, 8, (40_000, 5, 8)), axis=2)
    means = drawn.mean(axis=2)
    wanted = {
        "iqm": stats.trim_mean(drawn.reshape(40_000, -1), 0.25, axis=1),
        "median": np.median(means, axis=1),
        "mean": means.mean(axis=1),
        "gap": (1 - np.minimum(drawn, 1)).mean(axis=(1, 2)),
    }
    for name, draws in wanted.items():
        np.testing.assert_allclose([found[name].low, found[name].high], np.quantile(draws, [0.025, 0.975]), atol=0.015)


def test_tasks_with_unlike_numbers_of_runs_count_alike():
    rng = np.random.default_rng(5)
    runs = gapped(rng.random((6, 10)), rng)
    found = aggregate_metrics(runs, n_samples=200)
    repeated = np.concatenate(  # each run as often as makes 2,520 runs of every task
        [np.repeat(row[~np.isnan(row)], 2520 // np.sum(~np.isnan(row))) for row in runs]
    )
    assert found["iqm"].value == pytest.approx(stats.trim_mean(repeated, 0.25), abs=1e-3)
    assert found["mean"].value == pytest.approx(np.nanmean(runs, axis=1).mean())
    assert found["iqm"].low < found["iqm"].value < found["iqm"].high


@pytest.mark.parametrize("higher", [True, False])
def test_probability_of_improvement_is_mann_whitneys(higher):
    rng = np.random.default_rng(7)
    first, second = rng.random((6, 5)).round(1), gapped(rng.random((6, 9)).round(1), rng)
    found = probability_of_improvement(first, second, higher_is_better=higher, method="percentile", n_samples=20_000)
    wanted = np.mean(
        [
            stats.mannwhitneyu(x, y[~np.isnan(y)]).statistic / (5 * np.sum(~np.isnan(y)))
            for x, y in zip(first, second, strict=True)
        ]
    )
    assert found.value == pytest.approx(wanted if higher else 1 - wanted)
    turned = probability_of_improvement(second, first, higher_is_better=higher, method="percentile", n_samples=20_000)
    assert turned.value == pytest.approx(1 - found.value)
    assert turned.low == pytest.approx(1 - found.high, abs=0.01)
    draws = []
    for _ in range(3000):
        shares = []
        for x, row in zip(first, second, strict=True):
            y = row[~np.isnan(row)]
            a, b = rng.choice(x, len(x)), rng.choice(y, len(y))
            shares.append(((np.sign(a[:, None] - b) + 1) / 2).mean())
        draws.append(np.mean(shares))
    ends = np.quantile(draws, [0.025, 0.975])
    np.testing.assert_allclose([found.low, found.high], ends if higher else 1 - ends[::-1], atol=0.015)


@pytest.mark.parametrize("n_runs", [2, 5])
def test_intervals_of_few_runs_are_widened_as_far_as_their_variance_is_underestimated(n_runs):
    """Ends by the formula, from other people's quantiles; equal variances of tasks make it one factor for all."""
    rng = np.random.default_rng(4)
    runs = stats.zscore(rng.normal(size=(6, n_runs)), axis=1) + rng.normal(size=(6, 1))
    drawn, found = (aggregate_metrics(runs, method=method, n_samples=500) for method in ("percentile", "studentized"))
    wider = np.sqrt(n_runs / (n_runs - 1)) * stats.t.ppf(0.975, 6 * (n_runs - 1)) / stats.norm.ppf(0.975)
    for name in ("median", "mean"):
        ends = [drawn[name].value + wider * (end - drawn[name].value) for end in (drawn[name].low, drawn[name].high)]
        assert [found[name].low, found[name].high] == pytest.approx(ends, abs=1e-9)
        assert found[name].value == drawn[name].value


def test_intervals_of_unlike_numbers_of_runs_are_widened_by_the_variance_of_each_task():
    n, runs = np.array([2, 4, 5]), np.random.default_rng(4).normal(size=(3, 5))
    runs[np.arange(5) >= n[:, None]] = np.nan
    drawn, found = (aggregate_metrics(runs, method=method, n_samples=500) for method in ("percentile", "studentized"))
    parts = np.nanvar(runs, axis=1, ddof=1) / n
    freedom = parts.sum() ** 2 / (parts**2 / (n - 1)).sum()
    less = np.sqrt((parts * (n - 1) / n).sum() / parts.sum())
    wider = stats.t.ppf(0.975, freedom) / stats.norm.ppf(0.975) / less
    mean = drawn["mean"]
    ends = [mean.value + wider * (end - mean.value) for end in (mean.low, mean.high)]
    assert [found["mean"].low, found["mean"].high] == pytest.approx(ends, abs=1e-9)


def test_levels_and_samples_that_give_no_interval_are_refused():
    runs = np.array([[0.1, 0.2], [0.4, 0.3]])
    for level, n_samples in ((1.0, 10), (1.5, 10), (0.0, 10), (0.9, 0)):
        with pytest.raises(UsageError, match="Intervals need a level between 0 and 1 and a sample"):
            aggregate_metrics(runs, level=level, n_samples=n_samples)
    assert aggregate_metrics(runs, n_samples=1)["mean"].value == 0.25


def test_intervals_of_runs_that_do_not_vary_are_points_and_others_stay_in_range():
    found = aggregate_metrics(np.tile([[0.5], [0.75]], (1, 3)), n_samples=50)
    assert (found["mean"].low, found["mean"].high, found["gap"].low) == (0.625, 0.625, 0.375)
    rng = np.random.default_rng(2)
    near = runs_of(compare(read(records(1 - 0.1 * rng.random((4, 2, 2)) ** 4))), n_samples=200)
    for metrics in near.metrics:
        assert all(0 <= each.low <= each.value <= each.high <= 1 for each in metrics.values())


@pytest.mark.simulation
def test_intervals_of_five_runs_hold_what_they_say():
    for name, share in runs_covered("normal", "studentized", 5, 60).items():
        assert share.value >= 0.95 - 3 * np.sqrt(0.95 * 0.05 / 60), name


def anova(cube):
    """Return the variances of tasks, interaction and runs by the mean squares of the usual table."""
    t, c, r = cube.shape
    cells, rows, columns = cube.mean(axis=2), cube.mean(axis=(1, 2)), cube.mean(axis=(0, 2))
    of_runs = ((cube - cells[:, :, None]) ** 2).sum() / (t * c * (r - 1))
    of_both = r * ((cells - rows[:, None] - columns + cube.mean()) ** 2).sum() / ((t - 1) * (c - 1))
    of_tasks = r * c * ((rows - cube.mean()) ** 2).sum() / (t - 1)
    return (of_tasks - of_both) / (c * r), (of_both - of_runs) / r, of_runs


def simulated(rng, t, c, r, variances=(4.0, 1.0, 2.0)):
    tasks, both, runs = np.sqrt(variances)
    return (
        np.arange(c)[:, None]
        + tasks * rng.normal(size=(t, 1, 1))
        + both * rng.normal(size=(t, c, 1))
        + runs * rng.normal(size=(t, c, r))
    )


def test_the_split_is_the_analysis_of_variance():
    cube = simulated(np.random.default_rng(1), 12, 4, 5)
    found = variance_split(cube, n_samples=10)
    np.testing.assert_allclose((found.tasks, found.interaction, found.runs), anova(cube), rtol=1e-9)
    assert found.n_runs == 5 and sum(found.shares) == pytest.approx(1)
    assert found.runs_for_difference.value == pytest.approx(found.runs / found.interaction)
    assert found.runs_for_mean.value == pytest.approx(found.runs / (found.tasks + found.interaction))


def test_intervals_are_of_the_split_of_the_tasks_drawn(monkeypatch):
    """Variances of tasks drawn with replacement, times T/(T − 1), which makes up for what such draws lose."""
    rng = np.random.default_rng(8)
    cube = rng.normal(0, 2, (9, 1, 1)) + rng.normal(0, 1, (9, 3, 1)) + rng.normal(0, 1, (9, 3, 4))
    some = [0, 0, 1, 2, 2, 2, 5, 7, 8]
    monkeypatch.setattr(
        "comparatex.inference.runs.resampled_means", lambda of_tasks, **_: of_tasks[some].mean(axis=0)[None]
    )
    found = variance_split(cube).runs_for_mean
    means, within = cube[some].mean(axis=2), cube[some].var(axis=2, ddof=1).mean()
    rest = means - means.mean(axis=1, keepdims=True) - means.mean(axis=0) + means.mean()
    residual = (rest**2).sum() / (8 * 2) * 9 / 8
    tasks = means.mean(axis=1).var(ddof=1) * 9 / 8 - residual / 3
    assert found.low == found.high == pytest.approx(within / (tasks + residual - within / 4))


def test_simulation_recovers_the_variances_with_unlike_numbers_of_runs_and_how_many_are_enough():
    rng = np.random.default_rng(2)
    found = [variance_split(gapped(simulated(rng, 30, 4, 5), rng, 0.3), n_samples=300) for _ in range(150)]
    parts = np.mean([(one.tasks, one.interaction, one.runs) for one in found], axis=0)
    np.testing.assert_allclose(parts, (4, 1, 2), rtol=0.08)
    covered = np.mean([one.runs_for_difference.low <= 2 <= one.runs_for_difference.high for one in found])
    assert 0.85 <= covered <= 0.99


def test_standard_errors_are_those_of_new_tables():
    rng = np.random.default_rng(4)
    split = variance_split(simulated(rng, 400, 3, 6), n_samples=10)
    means = np.array([simulated(rng, 10, 2, 3).mean(axis=(0, 2)) for _ in range(4000)])
    assert split.standard_error(10, 3) == pytest.approx(means[:, 0].std(), rel=0.12)
    difference = split.standard_error(10, 3, of_difference=True)
    assert difference == pytest.approx((means[:, 0] - means[:, 1]).std(), rel=0.12)


def test_twice_the_tasks_help_more_than_endless_runs_just_where_it_is_said():
    split = variance_split(simulated(np.random.default_rng(6), 20, 3, 4), n_samples=10)
    for of, enough in ((False, split.runs_for_mean.value), (True, split.runs_for_difference.value)):
        for runs, more in ((enough * 1.01, True), (enough * 0.99, False)):
            doubled = split.standard_error(40, runs, of_difference=of)
            assert (doubled < split.standard_error(20, 1e12, of_difference=of)) is more


def test_where_nothing_but_runs_varies_no_number_of_runs_is_enough():
    cube = np.tile([0.0, 1.0, 2.0], (5, 3, 1))
    split = variance_split(cube, n_samples=20)
    assert (split.tasks, split.interaction, split.runs) == (0, 0, 1)
    assert split.runs_for_difference.value == split.runs_for_difference.high == np.inf


def records(cube):
    return [
        {"task": f"t{t}", "comparate": f"c{c}", "seed": r, "score": float(x)}
        for (t, c, r), x in np.ndenumerate(cube)
        if not np.isnan(x)
    ]


def test_a_comparison_has_what_its_runs_say_whoever_else_there_is():
    cube = np.random.default_rng(8).random((6, 3, 4)).round(2)
    whole = compare(read(records(cube)))
    found = runs_of(whole, n_samples=50)
    assert found.target == 1 and (found.fewest, found.most) == (4, 4)
    two = compare(read(records(cube), include=whole.names[:2]))
    again = runs_of(two, n_samples=50)
    assert [vars(one) for one in again.metrics[0].values()] == [vars(one) for one in found.metrics[0].values()]
    assert vars(again.improvement[1]) == vars(found.improvement[1])
    assert runs_of(compare(read(records(10 * cube))), n_samples=5).target is None
    assert np.isnan(found.improvement[0].value)


def test_tables_without_runs_are_refused():
    single = compare(read({"A": {"u": 1, "v": 2}, "B": {"u": 2, "v": 4}}))
    with pytest.raises(DataError, match="one score per task and method, and this needs runs"):
        runs_of(single)
    logarithms = compare(read(records(np.random.default_rng(0).random((3, 2, 2)))), scale="log")
    with pytest.raises(DataError, match="leave out `scale`"):
        runs_of(logarithms)
