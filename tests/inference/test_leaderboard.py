"""Places, their intervals and tiers against plain oracles."""

import itertools
import os

import numpy as np
import pytest
from scipy.stats import gmean, multivariate_t, rankdata, t

import comparatex as cx
from comparatex.artefacts import view
from comparatex.errors import UsageError
from comparatex.inference.bootstrap import joint_level, resampled_means
from comparatex.inference.leaderboard import leaderboard, place_intervals, place_sets, places, tiers
from levels import Share, first_tier_ends, places_covered


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
    first, second = (leaderboard(one, bootstrap=True) for one in (ours, scaled))
    np.testing.assert_array_equal(first.drawn_high, second.drawn_high)
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


def test_a_leaderboard_says_who_is_first():
    first, *_ = comparison(gap=0.1).names
    assert f"tiers, {first} first, place 1" in repr(leaderboard(comparison(gap=0.1)))


def test_an_interval_contains_the_place():
    low, high = place_intervals(np.array([[0.1, 0.2]] * 10), np.array([1, 2]))
    assert (low.tolist(), high.tolist()) == ([1, 1], [2, 2])


def by_enumeration(better):
    """Return the tiers, and the first and the last place that any order allows which no verdict contradicts."""
    m = len(better)
    found, tier, leader = [], 0, 0
    for k in range(m):
        if k == 0 or better[leader][k]:
            leader, tier = k, tier + 1
        found.append(tier)
    orders = [
        order
        for order in itertools.permutations(range(m))
        if not any(better[order[b]][order[a]] for a, b in itertools.combinations(range(m), 2))
    ]
    return found, [{order.index(k) + 1 for order in orders} for k in range(m)]


@pytest.mark.parametrize("seed", range(20))
def test_tiers_and_places_are_those_that_the_verdicts_leave_open(seed):
    rng = np.random.default_rng(seed)
    strength = rng.permutation(6)  # transitive verdicts, some of them against the order of the means
    better = strength[:, None] > strength + rng.integers(0, 4)
    expected, open_places = by_enumeration(better.tolist())
    assert tiers(better).tolist() == expected
    low, high = place_sets(better)
    for k, places_of_one in enumerate(open_places):
        assert {*range(low[k], high[k] + 1)} == places_of_one


def test_no_tier_ends_before_a_comparate_that_the_test_favours():
    """B leads by mean through two tasks; C is better on 28 of 30."""
    low, high = np.full(30, 0.7), np.full(30, 0.72) + 0.001 * np.arange(30)
    high[:2] = 0.0
    found = leaderboard(cx.compare({"B": dict(enumerate(low)), "C": dict(enumerate(high))}))
    assert found.names == ("B", "C") and found.tier.tolist() == [1, 1]
    assert [(a, b) for a, b in zip(found.place_low, found.place_high, strict=True)] == [(2, 2), (1, 1)]


def one_outlier():
    """Return six methods: D is fourth by rank, and second by mean through a single task."""
    rng = np.random.default_rng(1)
    values = np.round(0.6 + rng.normal(0, 0.05, (20, 6)) - 0.02 * np.arange(6), 3)
    values[0, 3] += 0.9
    return cx.compare((values, list("ABCDEF")))


def test_places_by_mean_rank_are_those_of_scipy():
    found = one_outlier()
    board, by_mean = leaderboard(found, order="rank", bootstrap=True, draws=500), leaderboard(found)
    ranks = rankdata(-found.scores.values, axis=1).mean(axis=0)
    assert by_mean.names[:3] == ("A", "D", "B") and board.names == tuple("ABCDEF")
    np.testing.assert_allclose(board.score, np.sort(ranks), atol=1e-12)
    np.testing.assert_array_equal(board.place, rankdata(board.score, method="min"))
    assert ((board.low < board.score) & (board.score < board.high)).all()
    ends = found.rank_intervals(500)
    np.testing.assert_array_equal([board.low, board.high], [ends.low[board.position], ends.high[board.position]])
    drawn = rankdata(resampled_means(found.ranks, n_samples=500).round(12), method="min", axis=1)
    np.testing.assert_array_equal(
        board.drawn_low, np.quantile(drawn, 0.025, axis=0, method="inverted_cdf")[board.position]
    )


def test_places_by_mean_rank_and_win_rate_are_those_of_a_count_by_hand():
    """A Borda count, as of MTEB: of four, the first of a task gets three points, the last none, ties share theirs."""
    table = {
        "A": {"t1": 0.9, "t2": 0.5, "t3": 0.8, "t4": 0.7, "t5": 0.9},  # 3 + 0 + 2.5 + 2 + 3 = 10.5
        "B": {"t1": 0.8, "t2": 0.9, "t3": 0.8, "t4": 0.1, "t5": 0.3},  # 2 + 3 + 2.5 + 0 + 1 = 8.5
        "C": {"t1": 0.7, "t2": 0.7, "t3": 0.4, "t4": 0.6, "t5": 0.8},  # 1 + 2 + 1 + 1 + 2 = 7
        "D": {"t1": 0.6, "t2": 0.6, "t3": 0.2, "t4": 0.9, "t5": 0.1},  # 0 + 1 + 0 + 3 + 0 = 4
    }
    comparison, points = cx.compare(table), np.array([10.5, 8.5, 7.0, 4.0])
    by_rank, by_wins = leaderboard(comparison, order="rank"), leaderboard(comparison, order="wins")
    assert by_rank.names == by_wins.names == ("A", "B", "C", "D")
    assert by_rank.place.tolist() == by_wins.place.tolist() == [1, 2, 3, 4]
    assert by_rank.score.tolist() == pytest.approx((4 - points / 5).tolist())
    assert by_wins.score.tolist() == pytest.approx((100 * points / 15).tolist())


def test_the_tests_leave_the_same_places_open_in_any_order_and_tiers_follow_the_order():
    found = one_outlier()
    board, by_mean = leaderboard(found, order="rank"), leaderboard(found)
    for name in found.names:
        first, second = (one.records()[one.names.index(name)] for one in (board, by_mean))
        assert (first["place_low"], first["place_high"]) == (second["place_low"], second["place_high"])
    better = (found.matrix("significant") * (found.matrix("favoured") > 0)).loc[[*board.names], [*board.names]]
    assert board.tier.tolist() == tiers(better.to_numpy() == 1).tolist() != by_mean.tier.tolist()


def test_mean_ranks_have_a_name_of_their_own():
    found = one_outlier()
    assert (
        "mean_rank" in leaderboard(found, order="rank").summary
        and "score" not in leaderboard(found, order="rank").summary
    )
    assert "score" in leaderboard(found).summary
    with pytest.raises(
        UsageError, match='no places by median: choose `order="mean"`, `order="rank"` or `order="wins"`'
    ):
        leaderboard(found, order="median")


def test_win_rates_are_shares_of_comparisons_won_and_their_intervals_those_of_ranks():
    rng = np.random.default_rng(3)
    values = rng.uniform(0, 1, (15, 5)).round(1)
    found = cx.compare((values, list("ABCDE")))
    board, by_rank = leaderboard(found, order="wins"), leaderboard(found, order="rank")
    won = (values[:, :, None] > values[:, None]) + 0.5 * (values[:, :, None] == values[:, None])
    rates = dict(zip("ABCDE", 100 * (won.sum(axis=2) - 0.5).mean(axis=0) / 4, strict=True))
    np.testing.assert_allclose(board.score, [rates[name] for name in board.names])
    assert board.names == by_rank.names and board.place.tolist() == by_rank.place.tolist()
    np.testing.assert_allclose(board.low, 100 * (5 - by_rank.high) / 4)
    assert ((board.low <= board.score) & (board.score <= board.high) & (board.high <= 100)).all()
    assert "win_rate" in board.summary and board.tier.tolist() == by_rank.tier.tolist()


def test_boards_of_ratios_have_geometric_means_in_their_order():
    rng = np.random.default_rng(6)
    values = np.exp(rng.normal(0, 2, (20, 1)) + rng.normal(0, 0.3, (20, 5)) + 0.1 * np.arange(5))
    values[0, 1] *= 50  # which rules a mean
    raw = cx.read((values, ["naive", *"ABCD"]), higher_is_better=False, measure_name="MASE")
    board = leaderboard(cx.compare(raw, relative_to="naive", interval_method="student"))
    wanted = dict(zip(["naive", *"ABCD"], gmean(values / values[:, [0]]), strict=True))
    assert board.names == tuple(sorted(wanted, key=wanted.__getitem__))
    np.testing.assert_allclose(board.score, [wanted[name] for name in board.names], rtol=1e-9)
    k = board.names.index("C")
    logarithms = np.log(values[:, 3] / values[:, 0])
    half = t.ppf(0.975, 19) * logarithms.std(ddof=1) / 20**0.5
    np.testing.assert_allclose(
        [board.low[k], board.high[k]], np.exp(logarithms.mean() + half * np.array([-1, 1])), rtol=1e-7
    )
    assert "geometric_mean" in board.summary
    table = view(cx.compare(raw, relative_to="naive"), "scores")
    assert [line.entries[0].text for line in table.wholes[0].lines[-2:]] == ["Geometric mean", "Mean rank"]
    first = table.wholes[0].lines[1].entries
    names = [column.heading for column in table.wholes[0].columns]
    assert float(first[names.index("B")].text) == pytest.approx(values[1, 2] / values[1, 0], rel=5e-3)
    assert float(first[names.index("naive")].text) == 1
    assert "(MASE relative to naive, lower is better)" in table.caption


def test_the_correction_is_the_one_asked_for():
    table = comparison(gap=0.012)
    for settings in ({"correction": "none"}, {"correction": "bonferroni"}, {"test": "nemenyi"}):
        found = cx.compare(table.scores, **settings)
        board, pairs = leaderboard(found), found.pairs
        significant = pairs[pairs["significant"]]
        for name, low, high in zip(board.names, board.place_low, board.place_high, strict=True):
            above, below = (significant[side] == name for side in ("row", "column"))
            assert (low - 1, len(board.names) - high) == (below.sum(), above.sum()), settings
    with pytest.raises(UsageError, match="all pairs"):
        leaderboard(cx.compare(table.scores, family="control", control="M0"))


@pytest.mark.simulation
@pytest.mark.parametrize("k", [5, 10, 20, 50])
@pytest.mark.thorough
def test_of_tables_without_differences_few_have_a_second_tier(k):
    runs = int(os.environ.get("COMPARATEX_RUNS", "100"))
    assert first_tier_ends(k, runs).at_most(0.05)


@pytest.mark.simulation
@pytest.mark.parametrize("gap", [0.02, 0.5])
@pytest.mark.thorough
def test_the_sets_of_places_hold_at_once_and_bootstrap_intervals_do_not(gap):
    runs = int(os.environ.get("COMPARATEX_RUNS", "100"))
    found = places_covered(10, 20, gap, runs)
    assert Share(runs - found.sets.n, runs).at_most(0.05)
    assert gap > 0.1 or found.drawn.value < 0.8


def test_the_board_is_in_order_and_complete():
    found = leaderboard(comparison(), draws=500)
    assert sorted(found.names) == [f"M{k}" for k in range(8)]
    assert (np.diff(found.place) >= 0).all() and (np.diff(found.score) <= 0).all()
    assert (found.place_low <= found.place).all() and (found.place <= found.place_high).all()
    assert found.drawn_low is None and "drawn_low" not in found.records()[0]
    assert (np.diff(found.tier) >= 0).all() and found.tier[0] == 1
    assert found.records()[0]["place"] == 1


def test_the_same_seed_gives_the_same_board():
    first, second = (leaderboard(comparison(), draws=500, bootstrap=True).records() for _ in range(2))
    assert first == second


def test_comparates_alike_share_one_place_and_tier():
    values = np.tile(np.linspace(0.5, 0.9, 12)[:, None], (1, 3))
    found = leaderboard(cx.compare((values, ["A", "B", "C"])), draws=100)
    assert found.place.tolist() == [1, 1, 1] and found.tier.tolist() == [1, 1, 1]
    assert found.place_high.tolist() == [3, 3, 3]


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


# --------------------------------------------------------------------------------------- intervals all at once
def test_intervals_at_once_are_between_those_alone_and_bonferronis():
    values = np.random.default_rng(2).normal(size=(40, 6)) + np.random.default_rng(3).normal(size=(40, 1))
    level = joint_level(values)
    assert 0.95 < level < 1 - 0.05 / 6
    assert joint_level(values * 1e200 + 1) == pytest.approx(level, abs=1e-6)  # of any unit
    assert joint_level(values[:6]) == pytest.approx(1 - 0.05 / 6)  # too few tasks to know correlations
    assert joint_level(values[:, :1].repeat(6, axis=1)) == pytest.approx(0.95, abs=0.005)
    assert joint_level(np.ones((40, 6))) == 0.95


def test_the_level_at_once_is_that_of_scipys_multivariate_t():
    values = np.random.default_rng(2).normal(size=(25, 3)) + np.random.default_rng(3).normal(size=(25, 1))
    limit = t.ppf((1 + joint_level(values, n_samples=200_000)) / 2, 24)
    of = multivariate_t(shape=np.corrcoef(values.T), df=24, seed=1)
    inside = (np.abs(of.rvs(200_000)) <= limit).all(axis=1).mean()
    assert inside == pytest.approx(0.95, abs=0.003)


@pytest.mark.parametrize("how", [{}, {"order": "rank"}, {"order": "wins"}, {"weights": "tasks"}, {"scale": "log"}])
def test_a_board_has_intervals_at_once_by_anything(how):
    found = comparison(scale="log") if how.pop("scale", "") else comparison()
    if how.get("weights"):
        how = {"weights": {task: 1.0 + k for k, task in enumerate(found.scores.tasks)}}
    alone, at_once = (leaderboard(found, simultaneous=wide, draws=1000, **how) for wide in (False, True))
    wider = (at_once.low <= alone.low) & (at_once.high >= alone.high)
    assert wider.all() and (at_once.high - at_once.low > alone.high - alone.low).any()
    for same in ("names", "place", "place_low", "tier", "score"):
        np.testing.assert_array_equal(getattr(at_once, same), getattr(alone, same))
    captions = {
        length: view(found, "leaderboard", simultaneous=True, captions=length, draws=99).caption
        for length in ("short", "full")
    }
    assert "simultaneous 95% intervals" in captions["short"] and "widened to hold all at once" in captions["full"]
