"""Scores on the log and the relative scale: SciPy on transformed scores; order and ties as before, exactly."""

import re

import numpy as np
import pandas as pd
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from scipy import stats

from comparatex.data.read import read
from comparatex.errors import DataError, UsageError
from comparatex.inference.compare import compare
from comparatex.inference.leaderboard import summary_of
from comparatex.stats import as_dict


def table(cells):
    return {f"c{j}": {f"t{k}": row[j] for k, row in enumerate(cells)} for j in range(len(cells[0]))}


def positive(n=14, m=4, seed=0):
    rng = np.random.default_rng(seed)
    return np.exp(rng.normal(0, 3, (n, 1)) + rng.normal(0, 0.4, (n, m)))


def of(values, **more):
    return read(table([[repr(float(x)) for x in row] for row in values]), higher_is_better=False, **more)


@pytest.mark.parametrize("scale", ["log", "relative"])
@pytest.mark.parametrize("test", ["wilcoxon", "t"])
def test_tests_means_and_intervals_are_those_of_transformed_scores(scale, test):
    values = positive()
    found = compare(of(values), scale=scale, test=test)
    wanted = np.log(values) if scale == "log" else values / values.min(axis=1, keepdims=True)
    pairs, order = found.pair_statistics, found.order
    for k, (i, j) in enumerate(zip(order[pairs.row], order[pairs.column], strict=True)):
        d = wanted[:, i] - wanted[:, j]
        by_scipy = stats.ttest_1samp(d, 0) if test == "t" else stats.wilcoxon(d, method="exact")
        np.testing.assert_allclose(pairs.pvalue[k], by_scipy.pvalue, rtol=1e-9)
        np.testing.assert_allclose(pairs.mean_difference[k], d.mean(), atol=1e-9)
    np.testing.assert_allclose(found.mean, wanted.mean(axis=0)[order], atol=1e-9)
    half = stats.t.ppf(0.975, len(wanted) - 1) * stats.sem(wanted)[order]
    ends = compare(of(values), scale=scale, interval_method="student").mean_intervals()
    np.testing.assert_allclose(ends.high - ends.low, 2 * half, rtol=1e-7)


def test_geometric_means_and_ratios_are_scipys_in_data_frames_json_and_from_either_side():
    values = positive()
    found = compare(of(values, measure_name="time_s"), scale="log")
    means = dict(zip(("c0", "c1", "c2", "c3"), stats.gmean(values), strict=True))
    np.testing.assert_allclose(found.summary["geometric_mean"], [means[a] for a in found.names], rtol=1e-8)
    for row, column, ratio in found.pairs[["row", "column", "ratio"]].to_numpy().tolist():
        assert ratio == pytest.approx(means[row] / means[column], rel=1e-8)
    square = found.matrix("ratio").to_numpy()
    np.testing.assert_allclose((square * square.T)[~np.eye(4, dtype=bool)], 1, rtol=1e-12)
    document = as_dict(found)
    assert document["settings"]["scale"] == "log" and document["scores"]["measure"] == "log time"
    assert document["pairs"][0]["ratio"] == found.pairs["ratio"][0]
    np.testing.assert_allclose(found.log_ratio, -np.log(found.pairs["ratio"]), rtol=1e-12)


def test_nothing_of_a_scale_is_in_results_without_one():
    document = as_dict(compare(of(positive())))
    assert "scale" not in document["settings"]
    assert "ratio" not in document["pairs"][0] and "geometric_mean" not in document["summary"][0]


scores = st.one_of(
    st.integers(1, 30).map(lambda k: f"{k / 10:g}"),
    st.sampled_from(["123456789.012", "123456789.013", "0.000001", "0.30000000000000004", "0.3", "1e30", "1e-9"]),
    st.floats(1e-6, 1e6).map(repr),
)


@given(
    st.lists(st.lists(scores, min_size=3, max_size=3), min_size=2, max_size=6),
    st.sampled_from(["log", "relative"]),
)
@example([["0.1", "123456789.012", "123456789.012"], *[["0.1", "0.3", "0.2"]] * 4], "log")
def test_ranks_are_those_of_the_table_and_equal_scores_tie(cells, scale):
    rows = tuple(f"t{k}" for k in range(len(cells)))
    raw = read(table(cells), higher_is_better=False, include=("c0", "c1", "c2"), tasks=rows)
    before, after = compare(raw), compare(raw, scale=scale)
    place = [before.names.index(name) for name in after.names]
    np.testing.assert_array_equal(after.ranks, before.ranks[:, place])
    if (raw.decimals >= 0).all():  # scores that are short decimals tie where they are equal
        for name in ("wins", "ties", "losses"):
            np.testing.assert_array_equal(after.square(name), before.square(name)[np.ix_(place, place)])


def test_equal_ratios_are_equal_differences():
    """Wilcoxon's test gives doubled scores one midrank, whatever their size."""
    sizes = np.array([0.1, 0.7, 3.3, 12.9, 250.0, 9e4])
    found = compare(of(np.stack([2 * sizes, sizes * [1, 1, 1, 1, 1, 4]], axis=1)), scale="log", zero_method="pratt")
    assert sorted([*found.pair_statistics.w_plus, *found.pair_statistics.w_minus]) == [3.5, 17.5]


def test_a_comparison_is_put_on_a_scale_once():
    once = compare(of(positive()), scale="log")
    again = compare(once.scores, once.analysis)
    np.testing.assert_array_equal(again.mean, once.mean)
    assert again.scores.measure == "log score"


def test_relative_scores_depend_on_the_best_of_the_task_and_logarithms_do_not():
    values = positive(m=3)
    for scale, same in (("log", True), ("relative", False)):
        alone, all_three = (compare(of(v), scale=scale) for v in (values[:, :2], values))
        difference = all_three.matrix("mean_difference").loc["c0", "c1"]
        assert bool(difference == alone.matrix("mean_difference").loc["c0", "c1"]) is same


@pytest.mark.parametrize(
    ("scale", "bad", "message"),
    [
        ("log", "0", r"'c1' on 't1' is 0, and `scale=\"log\"` needs positive scores"),
        ("log", "-2", r"'c1' on 't1' is -2, and"),
        ("relative", "-2", r"'c1' on 't1' is -2, and `scale=\"relative\"` needs a best score"),
    ],
)
def test_scores_without_logarithm_or_ratio_are_refused_by_row_and_column(scale, bad, message):
    with pytest.raises(DataError, match=message):
        compare(read(table([["0.5", "0.25"], ["0.75", bad]]), higher_is_better=False), scale=scale)


def test_relative_scores_may_be_zero_where_they_are_not_the_best():
    found = compare(read(table([["0.5", "0"], ["0.75", "0.25"]])), scale="relative")
    assert found.scores.values.tolist() == [[1.0, 0.0], [1.0, pytest.approx(1 / 3)]]


def test_the_rope_of_logarithms_has_no_default():
    found = compare(of(positive() + 1), scale="log", bayes=True)
    with pytest.raises(UsageError, match="rope of logarithms has no default"):
        _ = found.posterior


def test_other_scales_are_refused():
    with pytest.raises(UsageError, match="scale"):
        compare(of(positive()), scale="sqrt")


def test_ratios_to_a_reference_have_scipys_geometric_means_and_the_reference_is_one():
    values = positive(m=5)
    for scale in (None, "log", "relative"):
        found = compare(of(values, measure_name="MASE"), scale=scale, relative_to="c3")
        wanted = stats.gmean(values / values[:, [3]])
        means = dict(zip([f"c{k}" for k in range(5)], wanted, strict=True))
        np.testing.assert_allclose(summary_of(found, "geometric-mean"), [means[a] for a in found.names], rtol=1e-9)
        assert not found.scores.higher_is_better and "MASE relative to c3" in found.scores.measure
        np.testing.assert_array_equal(np.sort(found.ranks), np.sort(compare(of(values)).ranks))
    assert compare(of(values), relative_to="c3").scores.scale == "log"
    tests = [compare(of(values), scale="log", relative_to=name).matrix("pvalue") for name in ("", "c1")]
    assert tests[0].loc["c0", "c4"] == pytest.approx(tests[1].loc["c0", "c4"], rel=1e-12)  # of log ratios, no third


@pytest.mark.parametrize("higher", [True, False])
def test_skill_and_normalised_scores_are_better_where_higher(higher):
    values = positive(m=4)
    low, high = (values.max(axis=1) * 2, values.min(axis=1) / 2)[:: -1 if higher else 1]
    cells = np.column_stack([values, low, high])
    raw = read(table([[repr(float(x)) for x in row] for row in cells]), higher_is_better=higher)
    skill = compare(raw, scale="skill", relative_to="c4")
    wanted = (cells / low[:, None] - 1) * (1 if higher else -1)
    np.testing.assert_allclose(skill.mean, wanted.mean(axis=0)[skill.order], rtol=1e-9, atol=1e-12)
    between = compare(raw, between=("c4", "c5"))
    wanted = (values - low[:, None]) / (high - low)[:, None]
    np.testing.assert_allclose(between.scores.values, wanted, rtol=1e-9)
    assert between.scores.comparates == ("c0", "c1", "c2", "c3")
    assert skill.scores.higher_is_better and between.scores.higher_is_better
    before = compare(read(table(cells[:, :4]), higher_is_better=higher))
    place = [before.names.index(name) for name in between.names]
    np.testing.assert_array_equal(between.ranks, before.ranks[:, place])


def test_runs_are_normalised_with_their_means():
    rng = np.random.default_rng(4)
    cube = rng.uniform(10, 20, (6, 3, 5))
    cube[:, 1], cube[:, 2] = 5.0, 40.0
    frame = [
        {"game": f"g{t}", "agent": name, "seed": r, "return": cube[t, k, r]}
        for t in range(6)
        for k, name in enumerate(("ours", "random", "human"))
        for r in range(5)
    ]
    frame += [{**row, "agent": "theirs", "return": row["return"] + 1} for row in frame if row["agent"] == "ours"]
    found = compare(read(pd.DataFrame(frame), repeat="seed"), between=("random", "human"))
    np.testing.assert_allclose(found.scores.repeats[:, found.scores.comparates.index("ours")], (cube[:, 0] - 5) / 35)
    np.testing.assert_allclose(np.nanmean(found.scores.repeats, axis=2), found.scores.values)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"relative_to": "c9"}, "No method is called 'c9'"),
        ({"scale": "skill"}, "needs the method that the others are set against"),
        ({"between": ("c0",)}, "`between` names two methods"),
        ({"between": ("c0", "c1"), "scale": "log"}, "`between` is a scale of its own"),
        ({"between": ("c0", "c1")}, "On 't0' the second method of `between` is not better than the first"),
        ({"between": ("c1", "c0")}, "leaves fewer than two methods"),
    ],
)
def test_references_that_say_nothing_are_refused(settings, message):
    cells = [["0.5", "0.75", "0.6"], ["0.25", "0.5", "0.3"]]
    with pytest.raises((UsageError, DataError), match=re.escape(message)):
        compare(read(table(cells), higher_is_better=False), **settings)


def test_a_reference_without_a_positive_score_is_refused_by_its_task():
    cells = [["0.5", "0", "0.6"], ["0.25", "0.5", "0.3"]]
    with pytest.raises(DataError, match=r"'c1' on 't0' is 0, and `relative_to` needs a reference whose scores"):
        compare(read(table(cells), higher_is_better=False), relative_to="c1")
    with pytest.raises(DataError, match=r"'c1' on 't0' is 0, and `scale=\"log\"` needs positive scores"):
        compare(read(table(cells), higher_is_better=False), relative_to="c0")
    frame = {"a": {"u": 1, "v": 2, "w": 3}, "b": {"u": 1, "w": 2}, "c": {"u": 1, "v": 3, "w": 1}}
    with pytest.raises(DataError, match="'b', which others are set against, has no score on 'v'"):
        compare(read(frame, missing="pairwise"), relative_to="b")
