"""Tests of pairs on clusters of tasks: enumeration, resampling within clusters, level, and what follows from them."""

from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from scipy import stats

from comparatex.data.read import read
from comparatex.errors import DataError, UsageError
from comparatex.inference.analysis import CLUSTERED, Analysis
from comparatex.inference.audit.robustness import robustness
from comparatex.inference.bootstrap import mean_intervals
from comparatex.inference.clustered import SCORES, by_clusters
from comparatex.inference.compare import compare
from comparatex.inference.hodges_lehmann import shifts
from comparatex.inference.proportions import clustered_win_shares, win_shares
from comparatex.inference.rank_tests import doubled_midranks
from levels import ALPHA, clusters_of_pairs_rejected


def pair(differences, clusters, decimals=3):
    """Return a table of two comparates with these differences."""
    differences = np.asarray(differences, float)
    values = np.column_stack([differences, np.zeros(len(differences))]).round(decimals)
    named = {str(k): f"c{of}" for k, of in enumerate(clusters, 1)}
    return read((values, ("A", "B")), cluster=named)


def enumerated(differences, clusters, statistic):
    """Return the one-sided p-value over all signs of clusters, each statistic computed anew."""
    clusters = np.asarray(clusters)
    signs = [np.array(signs)[clusters] for signs in product((1, -1), repeat=clusters.max() + 1)]
    observed = statistic(differences)
    return np.mean([statistic(sign * differences) >= observed - 1e-9 for sign in signs])


def signed_ranks(differences):
    order = np.argsort(np.abs(differences), kind="stable")
    ranks = np.empty(len(differences))
    ranks[order] = doubled_midranks(np.abs(differences)[order][None])[0] / 2
    return np.sign(differences) * ranks


def resampled(differences, clusters):
    """Return the mean signed-rank sum over all ways to draw one task of each cluster."""
    members = [np.flatnonzero(np.asarray(clusters) == k) for k in range(max(clusters) + 1)]
    return np.mean([signed_ranks(differences[list(drawn)]).sum() for drawn in product(*members)])


SMALL = [0, 0, 0, 1, 2, 2, 3, 4, 4, 5]


@pytest.mark.parametrize("seed", range(6))
def test_p_values_are_those_of_all_signs_of_clusters(seed):
    d = np.random.default_rng(seed).integers(-9, 13, len(SMALL)) / 100  # with ties and zeros
    of = np.array(SMALL)
    wanted = {
        "clustered-signed-rank": lambda x: signed_ranks(x).sum(),
        "datta-satten": lambda x: resampled(x, of),
        "cluster-sign-flip": np.sum,
    }
    for test, statistic in wanted.items():
        (found,) = compare(pair(d, of), test=test, sides="ours", control="A").pairs["pvalue"]
        assert found == pytest.approx(enumerated(d, of, statistic), abs=1e-12), test


@pytest.mark.parametrize("seed", range(5))
def test_datta_and_satten_is_the_mean_over_draws_of_one_task_of_each_cluster(seed):
    rng = np.random.default_rng(seed)
    of = np.array([0, 0, 0, 1, 1, 2, 3, 3])
    d = rng.integers(-6, 9, len(of)) / 10
    scores = SCORES["datta-satten"](d[None], of, "pratt")
    assert scores.sum() == pytest.approx(resampled(d, of))


@pytest.mark.parametrize("method", ["auto", "exact", "asymptotic"])
@pytest.mark.parametrize("zeros", ["pratt", "wilcox", "zsplit", "zsplit-drop-odd"])
@pytest.mark.parametrize("n", [12, 70])
def test_clusters_of_one_task_give_the_ordinary_test(n, zeros, method, accuracies):
    scores = accuracies(4, n, decimals=2, seed=n)
    alone = replace(scores, clusters={task: task for task in scores.tasks})
    settings = {"zero_method": zeros, "pvalue_method": method}
    ordinary, clustered = compare(scores, **settings), compare(alone, **settings)
    assert (ordinary.analysis.test, clustered.analysis.test) == ("wilcoxon", "clustered-signed-rank")
    np.testing.assert_allclose(clustered.pair_statistics.pvalue, ordinary.pair_statistics.pvalue, rtol=1e-12)
    if zeros == "pratt" and (n == 12 or method == "asymptotic"):
        other = compare(alone, **settings, test="datta-satten")
        np.testing.assert_allclose(other.pair_statistics.pvalue, ordinary.pair_statistics.pvalue, rtol=1e-9)


def test_z_of_equal_clusters_is_that_of_rosner_glynn_and_lee():
    d, of = np.array([0.3, 0.1, -0.2, 0.5, 0.6, -0.4]), np.array([0, 0, 1, 1, 2, 2])
    ranks = np.array([3, 1, -2, 5, 6, -4])  # by hand: sums of clusters 4, 3, 2
    found = compare(pair(d, of))
    assert np.bincount(of, weights=ranks).tolist() == [4, 3, 2]
    assert found.pair_statistics.statistic[0] == pytest.approx(9 / np.sqrt(16 + 9 + 4))
    assert found.pair_statistics.pvalue[0] == 2 / 2**3


def test_draws_of_signs_agree_with_enumeration_and_are_of_a_pair_alone(monkeypatch, accuracies):
    scores = accuracies(5, 36, seed=2)
    scores = replace(scores, clusters={task: str(k // 2) for k, task in enumerate(scores.tasks)})
    exact = compare(scores, test="cluster-sign-flip").pair_statistics.pvalue
    monkeypatch.setattr("comparatex.inference.clustered.ENUMERATED", 3)
    drawn = compare(scores, test="cluster-sign-flip").pair_statistics.pvalue
    np.testing.assert_allclose(drawn, exact, atol=4 * 0.5 / np.sqrt(50_000))
    assert (drawn != exact).any()
    two = replace(
        scores, values=scores.values[:, :2], decimals=scores.decimals[:, :2], comparates=scores.comparates[:2]
    )
    pairs = compare(scores, test="cluster-sign-flip").matrix("pvalue")
    assert compare(two, test="cluster-sign-flip").matrix("pvalue").iloc[0, 1] == pairs.loc[two.comparates]
    assert (compare(scores, test="cluster-sign-flip", seed=1).pair_statistics.pvalue != drawn).any()


@pytest.mark.thorough
def test_level_with_correlated_tasks():
    """The ordinary test rejects far too often, the clustered ones as often as they say."""
    found = {test: clusters_of_pairs_rejected(test, 15, 200) for test in ("wilcoxon", *CLUSTERED)}
    assert found.pop("wilcoxon").value > 3 * ALPHA
    assert all(share.at_most(ALPHA) for share in found.values()), found


def test_missing_scores_leave_clusters_smaller():
    values = np.array([[0.5, 0.1], [np.nan, 0.2], [0.4, 0.3], [0.6, 0.2], [0.9, np.nan], [0.4, 0.6]])
    of = {str(k): c for k, c in enumerate("aabbcd", 1)}
    found = compare(read((values, ("A", "B")), missing="pairwise", cluster=of))
    left = compare(pair([0.4, 0.1, 0.4, -0.2], [0, 1, 1, 2]))
    assert found.n_clusters.tolist() == left.n_clusters.tolist() == [3]
    assert found.pair_statistics.pvalue == left.pair_statistics.pvalue
    assert found.pairs["n_clusters"].tolist() == [3]


def test_intervals_are_of_clusters(accuracies):
    scores = accuracies(3, 30, seed=5)
    of = np.repeat(np.arange(10), 3)
    clustered = compare(replace(scores, clusters={t: str(k) for t, k in zip(scores.tasks, of, strict=True)}))
    means = clustered.complete_values.reshape(10, 3, 3).mean(axis=1)  # equal clusters: each is worth its mean
    wanted = mean_intervals(means)
    np.testing.assert_allclose(clustered.mean_intervals().low, wanted.low, rtol=1e-9)
    assert clustered.n_units == 10
    values = np.array([[1.0], [2.0], [6.0]])
    np.testing.assert_allclose(by_clusters(values, np.arange(3)), values)


def test_hodges_lehmann_intervals_are_the_shifts_that_the_clustered_test_does_not_reject(accuracies):
    scores = accuracies(3, 24, decimals=2, seed=4)
    alone = compare(replace(scores, clusters={task: task for task in scores.tasks})).hodges_lehmann
    ordinary = compare(scores).hodges_lehmann
    np.testing.assert_allclose(alone.low, ordinary.low, atol=1e-8)
    np.testing.assert_allclose(alone.high, ordinary.high, atol=1e-8)
    d, of = np.random.default_rng(0).normal(0.3, 1, 24).round(3), np.arange(24) // 3
    found = compare(pair(d, of)).hodges_lehmann
    sign = 1 if compare(pair(d, of)).names[0] == "A" else -1
    for end, step in ((found.low[0], -1e-6), (found.high[0], 1e-6)):
        inside, outside = (
            min(enumerated(side * (d - sign * (end + shift)), of, lambda x: signed_ranks(x).sum()) for side in (1, -1))
            for shift in (-step, step)
        )
        assert outside <= ALPHA / 2 < inside
    few = compare(pair(d, np.arange(24) // 6)).hodges_lehmann
    assert (few.low[0], few.high[0]) == (-np.inf, np.inf)


def test_an_interval_by_clusters_is_mirrored_to_the_last_bit():
    """Either end is searched for from the estimate outwards, however far from zero that is."""
    scores = pair(np.random.default_rng(0).normal(5, 0.1, 24), np.arange(24) // 3)
    (there, low, high), (back, other_low, other_high) = (
        shifts(scores, np.array([i]), np.array([1 - i]), 0.95) for i in (0, 1)
    )
    assert (low[0], there[0], high[0]) == (-other_high[0], -back[0], -other_low[0])


def test_too_few_clusters_can_show_nothing(accuracies):
    scores = accuracies(4, 40, seed=1)
    few = replace(scores, clusters={task: str(k % 5) for k, task in enumerate(scores.tasks)})
    found = compare(few).unattainable()
    assert (found.n_tasks, found.unit) == (5, "cluster")
    assert found.pvalue == 1 / 16 * 6
    assert any(note.startswith("With 5 clusters, no outcome could be significant") for note in compare(few).notes)
    assert any("takes each as independent" in note for note in compare(few, test="t").notes)


def test_audits_leave_each_cluster_out(accuracies):
    scores = accuracies(3, 12, seed=8)
    in_pairs = replace(scores, clusters={task: str(k // 2) for k, task in enumerate(scores.tasks)})
    found = robustness(compare(in_pairs))
    place = found.families.index("leave one cluster out")
    assert found.variants[place] == 6
    assert "leave one cluster out" not in robustness(compare(scores)).families


def test_clusters_are_read_from_a_column_a_table_or_names(tmp_path):
    table = tmp_path / "r.csv"
    table.write_text("data set,source,A,B\nPig1,x,0.5,0.4\nPig2,x,0.4,0.3\nCar,y,0.2,0.1\n")
    found = read(table, cluster="source")
    assert (found.comparates, dict(found.clusters)) == (("A", "B"), {"Pig1": "x", "Pig2": "x", "Car": "y"})
    table.write_text("data set,A,B\nPig1,0.5,0.4\nPig2,0.4,0.3\nCar,0.2,0.1\n")
    (tmp_path / "of.csv").write_text("data set,cluster\nPig1,x\nPig2,x\nCar,y\n")
    assert read(table, cluster=tmp_path / "of.csv").clusters == found.clusters
    many = {"A": dict.fromkeys(["PigA", "PigB", "PigC", "Car", "Fish", "Bee"], 1), "B": {}}
    many["B"] = {task: k for k, task in enumerate(many["A"])}
    clusters = read(many, cluster="names").clusters
    assert {task for task, of in clusters.items() if of == "Pig"} == {"PigA", "PigB", "PigC"}
    assert len(set(clusters.values())) == 4
    with pytest.raises(UsageError, match=r"no column 'src' \(`cluster`\), and there is no such file"):
        read(table, cluster="src")
    with pytest.raises(DataError, match="Car"):
        read(many, cluster={"PigA": "x"})


@pytest.mark.parametrize("test", CLUSTERED)
def test_tests_of_clusters_need_clusters(test, accuracies):
    with pytest.raises(UsageError, match="needs clusters of tasks"):
        compare(accuracies(3, 9), Analysis(test=test))


@pytest.mark.parametrize("test", CLUSTERED)
def test_margins_are_tested_on_clusters(test):
    d = np.array([0.02, 0.01, -0.01, 0.0, 0.03, 0.01, -0.02, 0.02, 0.01, 0.0, 0.01, 0.02])
    found = compare(pair(d, np.arange(12) // 2), test=test, rope=0.1).equivalence
    assert found.pvalue.tolist() == [2.0**-6]


def test_shares_of_wins_have_intervals_by_clusters():
    """By the formula, with statsmodels' Wilson interval of so many trials; NaN, ties and unlike clusters in it."""
    from statsmodels.stats.proportion import proportion_confint

    rng = np.random.default_rng(3)
    of = np.repeat(np.arange(9), 1 + np.arange(9) % 4)
    signs = np.sign(rng.normal(0.4, 1, (3, 9))[:, of] + rng.normal(size=(3, len(of))))
    signs[0, 2], signs[1, 5:8] = np.nan, 0
    for rule in ("drop", "split", "count"):
        found = clustered_win_shares(signs, of, rule=rule, level=0.9)
        for k, pair in enumerate(signs):
            there = ~np.isnan(pair) & ((pair != 0) | (rule != "drop"))
            w = (pair[there] + 1) / 2 if rule == "split" else (pair[there] > 0).astype(float)
            n, p, clusters = len(w), w.mean(), np.unique(of[there])
            u = np.array([(w - p)[of[there] == cluster].sum() for cluster in clusters])
            variance = len(clusters) / (len(clusters) - 1) * (u**2).sum() / n**2
            shrink = (stats.norm.ppf(0.95) / stats.t.ppf(0.95, len(clusters) - 1)) ** 2
            trials = min(n, p * (1 - p) / variance) * shrink
            low, high = proportion_confint(p * trials, trials, alpha=0.1, method="wilson")
            assert found.estimate[k] == pytest.approx(p)
            assert (found.low[k], found.high[k]) == pytest.approx((low, high))


def test_shares_of_clusters_that_agree_are_those_of_clusters():
    won = clustered_win_shares(np.ones((1, 12)), np.repeat(np.arange(4), 3))
    assert (won.estimate[0], won.high[0]) == (1, 1)
    assert 0 < won.low[0] < win_shares(np.array([12]), np.array([0]), np.array([0])).low[0]
    assert np.isnan(clustered_win_shares(np.ones((1, 3)), np.zeros(3, dtype=int)).low[0])
    table = read(
        {"A": dict(zip("stuv", (3, 2, 5, 4), strict=True)), "B": dict(zip("stuv", (1, 1, 6, 2), strict=True))},
        cluster=dict(zip("stuv", "xxyz", strict=True)),
    )
    comparison = compare(table)
    assert comparison.win_share.estimate[0] == 0.75
    assert comparison.win_share.low[0] == pytest.approx(comparison.loss_share.high[0] * -1 + 1)


@pytest.mark.simulation
def test_intervals_of_shares_of_wins_hold_in_clusters():
    of, rng = np.repeat(np.arange(12), 1 + np.arange(12) % 5), np.random.default_rng(1)
    signs = np.sign(rng.normal(0.8, 1, (1500, 12))[:, of] + rng.normal(size=(1500, len(of))))
    true, n = stats.norm.cdf(0.8 / np.sqrt(2)), len(of)
    found, wins = clustered_win_shares(signs, of), (signs > 0).sum(axis=1)
    alone = win_shares(wins, 0 * wins, n - wins)
    held = [((one.low <= true) & (true <= one.high)).mean() for one in (found, alone)]
    assert held[0] > 0.95 - 3 * np.sqrt(0.95 * 0.05 / 1500) and held[1] < 0.9
