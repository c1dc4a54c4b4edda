"""Tests within tasks, against enumeration with ties, SciPy, and PlatEMO's and SAES's convention on a public table."""

from collections import Counter
from dataclasses import replace
from itertools import combinations, product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

import comparatex as cx
from comparatex.errors import DataError, UsageError
from comparatex.inference.compare import of_whole_task
from comparatex.inference.within import rank_sum, welch, within

CLASSIFIERS = Path(__file__).parents[2] / "examples/classifiers/results.csv"
WHOLE = st.lists(st.integers(0, 4), min_size=1, max_size=5).map(lambda runs: np.array(runs, dtype=float))


def enumerated(first, second):
    """Return U and both p-values over all choices of which runs are the first's: pairs counted one by one."""
    both, n = [*first, *second], len(first)

    def wins(chosen):
        rest = [both[k] for k in range(len(both)) if k not in chosen]
        return sum((both[k] > other) + (both[k] == other) / 2 for k in chosen for other in rest)

    seen = wins(range(n))
    every = [wins(chosen) for chosen in combinations(range(len(both)), n)]
    return seen, np.mean([u >= seen for u in every]), np.mean([u <= seen for u in every])


@given(WHOLE, WHOLE)
def test_rank_sum_with_ties_is_that_of_all_choices(first, second):
    assert rank_sum(first, second) == pytest.approx(enumerated(first, second), abs=1e-12)


@pytest.mark.parametrize(("n", "m"), [(3, 4), (10, 12), (30, 30), (1, 5)])
def test_rank_sum_without_ties_is_scipys_exact_one(n, m):
    drawn = np.random.default_rng(n).permutation(n + m).astype(float)
    u, better, worse = rank_sum(drawn[:n], drawn[n:])
    for p, side in ((better, "greater"), (worse, "less")):
        scipys = stats.mannwhitneyu(drawn[:n], drawn[n:], alternative=side, method="exact")
        assert (u, p) == pytest.approx((scipys.statistic, scipys.pvalue), rel=1e-9)


@pytest.mark.parametrize("digits", [0, 6])
def test_rank_sum_of_many_runs_is_scipys_normal_one(digits):
    rng = np.random.default_rng(digits)
    first, second = rng.normal(0.3, 1, 51).round(digits), rng.normal(0, 1, 40).round(digits)
    u, better, worse = rank_sum(first, second)
    for p, side in ((better, "greater"), (worse, "less")):
        scipys = stats.mannwhitneyu(first, second, alternative=side, method="asymptotic")
        assert (u, p) == pytest.approx((scipys.statistic, scipys.pvalue), rel=1e-12)
    assert rank_sum(np.ones(40), np.ones(40)) == (800.0, 1.0, 1.0)


def test_rank_sum_needs_a_run_of_either():
    assert np.isnan(rank_sum(np.array([]), np.ones(3))).all()


@pytest.mark.parametrize(("n", "m"), [(2, 2), (5, 9), (30, 51)])
def test_welch_is_scipys(n, m):
    rng = np.random.default_rng(n)
    first, second = rng.normal(0.5, 1, n), rng.normal(0, 4, m)
    t, better, worse = welch(first, second)
    scipys = stats.ttest_ind(first, second, equal_var=False)
    assert (t, 2 * min(better, worse)) == pytest.approx((scipys.statistic, scipys.pvalue), rel=1e-10)
    assert better + worse == pytest.approx(1)
    assert welch(1e200 * first, 1e200 * second) == pytest.approx((t, better, worse))


def test_welch_where_nothing_varies():
    assert welch(np.ones(3), np.ones(2)) == (0.0, 1.0, 1.0)
    assert welch(np.ones(3), np.zeros(2)) == (np.inf, 0.0, 1.0)
    assert welch(np.zeros(3), np.ones(2)) == (-np.inf, 1.0, 0.0)
    assert np.isnan(welch(np.ones(3), np.ones(1))).all()


def platemo(first, second):
    """Return the p-value of MATLAB's ranksum, which PlatEMO and SAES call: exact for small samples, else normal."""
    n, m = sorted((len(first), len(second)))
    if n < 10 and n + m < 20:
        _, better, worse = enumerated(first, second)
        return min(1.0, 2 * min(better, worse))
    ranks = stats.rankdata([*first, *second])
    w, mean = ranks[: len(first)].sum(), len(first) * (n + m + 1) / 2
    _, ties = np.unique(ranks, return_counts=True)
    variance = n * m / 12 * (n + m + 1 - (ties**3 - ties).sum() / ((n + m) * (n + m - 1)))
    return 2 * stats.norm.cdf(-abs(w - mean - 0.5 * np.sign(w - mean)) / np.sqrt(variance)) if variance else 1.0


def test_symbols_are_those_of_other_tools_on_a_public_table():
    """All pairs of 44 × 14 classifiers; their five splits stand for runs here."""
    scores = cx.read(CLASSIFIERS, repeats_are="runs")
    comparison = cx.compare(scores, correction="none")
    found = within(comparison)
    assert found.better.shape == (44, 13)
    counts = set()
    for t, k in product(range(44), range(13)):
        rival, ours = (scores.repeats[t, comparison.order[i]] for i in (found.rivals[k], 0))
        p = platemo(rival.tolist(), ours.tolist())
        wanted = 0 if p > 0.05 else 1 if np.median(rival) > np.median(ours) else -1
        assert found.pvalue[t, k] == pytest.approx(p, abs=1e-12)
        assert found.better[t, k] == wanted
        counts.add(wanted)
    assert counts == {-1, 0, 1}


INSECTS = {  # Beall (1942), Biometrika 32: insects counted after six sprays, in twelve plots each
    "A": (10, 7, 20, 14, 14, 12, 10, 23, 17, 20, 14, 13),
    "B": (11, 17, 21, 11, 16, 14, 17, 17, 19, 21, 7, 13),
    "C": (0, 1, 7, 2, 3, 1, 2, 1, 3, 0, 1, 4),
    "D": (3, 5, 12, 6, 4, 3, 5, 5, 5, 5, 2, 4),
    "E": (3, 5, 3, 5, 3, 6, 1, 1, 3, 2, 6, 4),
    "F": (11, 9, 15, 22, 15, 16, 13, 10, 26, 26, 24, 13),
}
PLANTS = {  # Dobson (1983), An introduction to statistical modelling, table 7.1: dried weights of plants
    "control": (4.17, 5.58, 5.18, 6.11, 4.50, 4.61, 5.17, 4.53, 5.33, 5.14),
    "first": (4.81, 4.17, 4.41, 3.59, 5.87, 3.83, 6.03, 4.89, 4.32, 4.69),
    "second": (6.31, 5.12, 5.54, 5.50, 5.37, 5.29, 4.92, 6.15, 5.80, 5.26),
}


def counted(first, second):
    """Return the two-sided p-value over all choices of the first's ranks, counted in whole numbers."""
    doubled = (2 * stats.rankdata([*first, *second])).astype(int).tolist()
    ways = Counter({(0, 0): 1})
    for rank in doubled:
        for (k, total), n in [*ways.items()]:
            if k < len(first):
                ways[k + 1, total + rank] += n
    own = sum(doubled[: len(first)])
    sums = {total: n for (k, total), n in ways.items() if k == len(first)}
    tails = (sum(n for total, n in sums.items() if side * total >= side * own) for side in (1, -1))
    return min(1.0, 2 * min(tails) / sum(sums.values()))


@pytest.mark.parametrize(
    ("groups", "kruskal", "apart"), [(INSECTS, 54.69134, {("C", "E"), ("E", "C")}), (PLANTS, 7.988229, set())]
)
def test_symbols_are_those_of_other_tools_on_data_that_textbooks_print(groups, kruskal, apart):
    """With many ties, and with none; R prints these statistics of Kruskal and Wallis for the same numbers.

    On one pair of sprays they differ: p is .049 by all choices of ranks, and .053 by the normal distribution.
    """
    assert stats.kruskal(*groups.values()).statistic == pytest.approx(kruskal, abs=1e-5)
    scores = cx.read({name: {"field": list(map(float, runs))} for name, runs in groups.items()}, repeats_are="runs")
    comparison, differ = of_whole_task(cx.compare(scores, correction="none")), set()
    for against, own in enumerate(comparison.names):
        found = within(comparison, against)
        for k, rival in enumerate(comparison.names[i] for i in found.rivals):
            first, second = np.array(groups[rival], float), np.array(groups[own], float)
            favoured = int(np.sign(np.sign(first[:, None] - second).sum()))
            assert found.pvalue[0, k] == pytest.approx(p := counted(first, second), rel=1e-9)
            assert found.better[0, k] == (favoured if p <= 0.05 else 0)
            if found.better[0, k] != (favoured if platemo(first, second) <= 0.05 else 0):
                differ.add((rival, own))
    assert differ == apart


def table(**changes):
    cube = np.random.default_rng(0).normal(0, 1, (4, 3, 6)).round(3)
    cube[:, 1] += 2
    return replace(cx.read((cube, ["A", "B", "C"]), repeats_are="runs"), **changes)


def test_the_other_side_is_better_where_lower_is():
    up, down = (within(cx.compare(table(higher_is_better=side)), 0) for side in (True, False))
    assert {up.against, down.against} == {0}
    first, last = cx.compare(table()), cx.compare(table(higher_is_better=False))
    assert first.names[0] == "B" != last.names[0]
    of_a = within(first, 0).better[:, list(within(first, 0).rivals).index(first.names.index("A"))]
    turned = within(last, last.names.index("A"))
    assert of_a.tolist() == turned.better[:, list(turned.rivals).index(last.names.index("B"))].tolist()


def test_pairs_are_those_of_all_signs():
    scores = table()
    comparison = cx.compare(scores, correction="none")
    found = within(comparison, 0, test="paired")
    for t, k in product(range(4), range(2)):
        d = scores.repeats[t, comparison.order[found.rivals[k]]] - scores.repeats[t, comparison.order[0]]
        sums = [np.dot(signs, d) for signs in product((-1, 1), repeat=6)]
        p = np.mean([abs(total) >= abs(d.sum()) - 1e-9 for total in sums])
        assert found.pvalue[t, k] == pytest.approx(p)


def test_corrections_count_every_test_of_the_table():
    found = within(cx.compare(table()))
    every = np.sort(found.pvalue.ravel())
    assert found.adjusted_pvalue.min() == pytest.approx(min(1, every[0] * found.pvalue.size))
    assert within(cx.compare(table(), correction="shaffer")).correction == "holm"


def test_missing_runs_are_left_out_and_untested_ones_are_neither():
    cube = table().repeats.copy()
    cube[0, 0, 3:] = np.nan
    cube[1, 0, 1:] = np.nan
    scores = table(repeats=cube)
    found = within(cx.compare(scores, correction="none"), cx.compare(scores).names.index("A"), test="welch")
    assert np.isnan(found.pvalue[1]).all()
    assert found.better[1].tolist() == [0, 0]
    k = list(found.rivals).index(cx.compare(scores).names.index("B"))
    assert found.pvalue[0, k] == pytest.approx(stats.ttest_ind(cube[0, 1], cube[0, 0, :3], equal_var=False).pvalue)


def test_what_is_refused_or_asked():
    with pytest.raises(DataError, match="folds of a task share data"):
        within(cx.compare(table(repeats_are="folds", repeat_noun="fold")))
    with pytest.raises(UsageError, match="does not say what its repeats are: give `repeats_are`") as asked:
        within(cx.compare(table(repeats_are="", repeat_noun="")))
    assert [remedy["repeats_are"] for remedy in asked.value.remedies] == ["runs", "folds", "resamples"]
    with pytest.raises(DataError, match="one score per task"):
        within(cx.compare(table(repeats=None)))
