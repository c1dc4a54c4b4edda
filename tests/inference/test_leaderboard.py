"""Places, their intervals and tiers against plain oracles."""

import numpy as np
import pytest
from scipy.stats import rankdata
from statsmodels.stats.multitest import multipletests

import comparatex as cx
from comparatex.inference.bootstrap import resampled_means
from comparatex.inference.leaderboard import leaderboard, place_intervals, places, tiers


def comparison(n=20, m=8, gap=0.03, **settings):
    rng = np.random.default_rng(5)
    values = np.round(0.5 + 0.1 * rng.random((n, m)) - gap * np.arange(m), 4)
    return cx.compare((values, [f"M{k}" for k in range(m)]), **settings)


@pytest.mark.parametrize("higher", [True, False])
def test_places_are_those_of_scipy(higher):
    means = np.round(np.random.default_rng(0).normal(size=(50, 12)), 1)
    expected = rankdata(-means if higher else means, method="min", axis=1)
    np.testing.assert_array_equal(places(means, higher_is_better=higher), expected)


def test_rounding_errors_tie():
    assert places(np.array([[0.1 + 0.2, 0.3, 0.2]])).tolist() == [[1, 1, 3]]
    assert places(np.array([[2.0, 2.0 + 1e-9, 1.0]])).tolist() == [[2, 1, 3]]


@pytest.mark.parametrize("factor", [1e-200, 1e-14, 1e250])
def test_the_unit_of_the_scores_decides_no_place(factor):
    table = {"A": [0.1, 0.2, 0.3], "B": [0.2, 0.1, 0.5], "C": [0.1, 0.1, 0.1]}
    ours, scaled = (
        cx.compare({name: {str(k): f * x for k, x in enumerate(row)} for name, row in table.items()})
        for f in (1.0, factor)
    )
    for one in (ours, scaled):
        assert (leaderboard(one).names, leaderboard(one).place.tolist()) == (("B", "A", "C"), [1, 2, 3])
    np.testing.assert_array_equal(leaderboard(ours).place_high, leaderboard(scaled).place_high)
    np.testing.assert_array_equal(ours.first_frequencies(200)[0], scaled.first_frequencies(200)[0])


def test_intervals_are_quantiles_of_the_places_in_the_draws():
    found = comparison()
    means = resampled_means(found.complete_values, n_samples=999, seed=found.analysis.seed)
    drawn = rankdata(-means.round(12), method="min", axis=1)
    expected = [np.quantile(drawn, q, axis=0, method="inverted_cdf") for q in (0.025, 0.975)]
    own = places(found.complete_values.mean(axis=0)[None])[0]
    low, high = place_intervals(means, own)
    np.testing.assert_array_equal(low, np.minimum(expected[0], own))
    np.testing.assert_array_equal(high, np.maximum(expected[1], own))


def test_an_interval_contains_the_place():
    low, high = place_intervals(np.array([[0.1, 0.2]] * 10), np.array([1, 2]))
    assert (low.tolist(), high.tolist()) == ([1, 1], [2, 2])


def plain_tiers(p, alpha):
    found, tier, left = [], 0, list(range(len(p)))
    while left:
        leader, *rest = left
        tier += 1
        adjusted = multipletests([p[leader][k] for k in rest], method="holm")[1] if rest else []
        inside = 1
        for value in adjusted:
            if value <= alpha:
                break
            inside += 1
        found += [tier] * inside
        left = left[inside:]
    return found


@pytest.mark.parametrize("seed", range(20))
def test_tiers_end_before_the_first_that_differs_from_their_leader(seed):
    rng = np.random.default_rng(seed)
    p = rng.uniform(size=(15, 15)) ** rng.integers(1, 8)
    assert tiers(np.maximum(p, p.T), 0.05).tolist() == plain_tiers(np.maximum(p, p.T), 0.05)


def test_the_board_is_in_order_and_complete():
    found = leaderboard(comparison(), draws=500)
    assert sorted(found.names) == [f"M{k}" for k in range(8)]
    assert (np.diff(found.place) >= 0).all() and (np.diff(found.score) <= 0).all()
    assert (found.place_low <= found.place).all() and (found.place <= found.place_high).all()
    assert (np.diff(found.tier) >= 0).all() and found.tier[0] == 1
    assert found.records()[0]["place"] == 1


def test_the_same_seed_gives_the_same_board():
    first, second = (leaderboard(comparison(), draws=500).records() for _ in range(2))
    assert first == second


def test_comparates_alike_share_one_place_and_tier():
    values = np.tile(np.linspace(0.5, 0.9, 12)[:, None], (1, 3))
    found = leaderboard(cx.compare((values, ["A", "B", "C"])), draws=100)
    assert found.place.tolist() == [1, 1, 1] and found.tier.tolist() == [1, 1, 1]
    assert found.place_high.tolist() == [1, 1, 1]


def test_lower_is_better():
    table = comparison()
    values = 1 - table.scores.values
    names = table.scores.comparates
    turned = leaderboard(cx.compare(cx.read((values.round(4), names), higher_is_better=False)), draws=300)
    assert turned.names == leaderboard(table, draws=300).names


def test_incomplete_tasks_are_left_out():
    table = comparison()
    values = table.scores.values.copy()
    values[0, 0] = np.nan
    names = table.scores.comparates
    some = leaderboard(cx.compare(cx.read((values, names), missing="pairwise")), draws=100)
    assert some.score[list(some.names).index("M0")] == pytest.approx(values[1:, 0].mean())
