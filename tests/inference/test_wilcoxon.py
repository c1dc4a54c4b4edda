"""The signed-rank test against SciPy where SciPy is right, and against full enumeration.

SciPy is no oracle for exact p-values with zeros or ties (it takes the distribution of untied ranks, or permutes
at random), nor for zsplit (its variance counts the split zeros, which no sign can turn)."""

from itertools import product

import numpy as np
import pytest
import scipy.stats
from hypothesis import given
from hypothesis import strategies as st

from comparatex.inference.arithmetic import blocks
from comparatex.inference.differences import differences
from comparatex.inference.pair_tests import sided
from comparatex.inference.wilcoxon import signed_ranks, sorted_keys, tied_tails, untied_cdf, wilcoxon


def enumerated_tails(ranks, w):
    """Return P(W ≤ w) and P(W < w) over all signs."""
    sums = [
        sum(r for r, sign in zip(ranks, signs, strict=True) if sign) for signs in product((0, 1), repeat=len(ranks))
    ]
    return np.mean(np.array(sums) <= w), np.mean(np.array(sums) < w)


@given(st.lists(st.integers(1, 24), min_size=1, max_size=12), st.floats(0, 0.5))
def test_any_midranks_agree_with_enumeration(ranks, share):
    w = int(share * sum(ranks))
    found = tied_tails(np.array([sorted(ranks, reverse=True)]), np.array([w]))
    assert [float(value[0]) for value in found] == list(enumerated_tails(ranks, w))


def test_pairs_that_share_ranks_do_not_disturb_each_other():
    rng = np.random.default_rng(0)
    rows = -np.sort(-rng.integers(0, 14, (40, 10)), axis=1)
    rows[:, :3] = [40, 38, 36]
    w = (rows.sum(axis=1) * rng.uniform(0, 0.5, 40)).astype(np.int64)
    together = np.array(tied_tails(rows, w))
    alone = np.array([[value[0] for value in tied_tails(rows[k : k + 1], w[k : k + 1])] for k in range(40)]).T
    assert (together == alone).all()


@pytest.mark.parametrize("n_ranks", [50, 60, 70])
def test_pairs_with_the_same_ranks_have_the_tails_that_each_has_alone(n_ranks):
    """Up to 52 ranks all sums of a list are taken at once, up to 64 beginnings of lists are shared."""
    rng = np.random.default_rng(n_ranks)
    lists = -np.sort(-rng.integers(1, 2 * n_ranks, (3, n_ranks)), axis=1)
    lists[2, n_ranks // 2 :] = 0
    rows = lists[rng.integers(0, 3, 30)]
    w = (rows.sum(axis=1) * rng.uniform(0, 0.5, 30)).astype(np.int64)
    together = np.array(tied_tails(rows, w))
    alone = np.array([[value[0] for value in tied_tails(rows[k : k + 1], w[k : k + 1])] for k in range(30)]).T
    assert (together == alone).all()


@pytest.mark.parametrize(
    ("n", "w", "p"),
    # Two-sided critical values of Wilcoxon's table at .05 (McCornack 1965, JASA 60): P(W ≤ w) ≤ .025 < P(W ≤ w + 1)
    [
        (6, 0, 0.025),
        (8, 3, 0.025),
        (10, 8, 0.025),
        (12, 13, 0.025),
        (20, 52, 0.025),
        (25, 89, 0.025),
        (30, 137, 0.025),
    ],
)
def test_published_critical_values(n, w, p):
    cdf = untied_cdf(0, n)
    assert cdf[w] <= p < cdf[w + 1]


def test_probabilities_of_many_ranks_stay_finite():
    cdf = untied_cdf(0, 300)
    assert 0 < cdf[0] < 1e-89
    assert cdf[-1] == pytest.approx(0.5, abs=1e-3)


SIDES = {"two": "two-sided", "row": "greater", "column": "less"}


def run(d, **options):
    """Return the test of the pair that has these whole numbers as differences."""
    values = np.column_stack([np.asarray(d, float), np.zeros(len(d))])
    taken = differences(values, np.zeros(values.shape, np.int8))
    return wilcoxon(taken, np.array([0]), np.array([1]), **options)


def pvalue(test, sides="two"):
    return float(sided(test.row, test.column, sides)[0][0])


def enumerated(d, zero_method, sides):
    """Return W⁺ and the p-value over all signs of the non-zero differences."""
    d = np.asarray(d, float)
    if zero_method == "wilcox":
        d = d[d != 0]
    if zero_method == "zsplit-drop-odd" and np.sum(d == 0) % 2:
        d = np.delete(d, np.flatnonzero(d == 0)[0])
    ranks = scipy.stats.rankdata(np.abs(d)) if len(d) else d
    split = ranks[d == 0].sum() / 2 if zero_method.startswith("zsplit") else 0.0
    plus, ranks = ranks[d > 0].sum(), ranks[d != 0]
    sums = np.array([np.dot(ranks, signs) for signs in product((0, 1), repeat=len(ranks))])
    upper, lower = np.mean(sums >= plus), np.mean(sums <= plus)
    return plus + split, {"two": min(1, 2 * min(upper, lower)), "row": upper, "column": lower}[sides]


@given(
    st.lists(st.integers(-5, 5), min_size=1, max_size=12),
    st.sampled_from(["pratt", "wilcox", "zsplit", "zsplit-drop-odd"]),
    st.sampled_from(["two", "row", "column"]),
)
def test_exact_with_ties_and_zeros_is_full_enumeration(d, zero_method, sides):
    test = run(d, zero_method=zero_method)
    assert (test.w_plus[0], pvalue(test, sides)) == enumerated(d, zero_method, sides)


@pytest.mark.parametrize("n", [5, 8, 13, 20, 35, 50])
@pytest.mark.parametrize("sides", SIDES)
def test_exact_without_ties_agrees_with_scipy(n, sides):
    rng = np.random.default_rng(n)
    for _ in range(5):
        d = rng.permutation(np.arange(1, n + 1)) * rng.choice([-1, 1], n, p=[0.3, 0.7])
        oracle = scipy.stats.wilcoxon(d, method="exact", alternative=SIDES[sides])
        assert pvalue(run(d), sides) == pytest.approx(oracle.pvalue, rel=1e-10)


@pytest.mark.parametrize("n", [5, 12, 51, 108, 300, 1000])
@pytest.mark.parametrize("zero_method", ["pratt", "wilcox"])
@pytest.mark.parametrize("sides", SIDES)
@pytest.mark.parametrize("spread", [3, 30, 10**4, 10**9])
def test_normal_approximation_agrees_with_scipy(n, zero_method, sides, spread):
    """With ties and zeros; spreads of 10**9 need 64-bit keys."""
    rng = np.random.default_rng(n)
    for shift in (0, 0.1, 0.6):
        d = np.rint(rng.normal(shift, 1, n) * spread)
        d[:2] = [1, -1]
        oracle = scipy.stats.wilcoxon(
            d, zero_method=zero_method, alternative=SIDES[sides], method="asymptotic", correction=False
        )
        test = run(d, zero_method=zero_method, method="asymptotic")
        assert pvalue(test, sides) == pytest.approx(oracle.pvalue, rel=1e-10)
        if sides == "two":
            assert min(test.w_plus[0], test.w_minus[0]) == oracle.statistic


@pytest.mark.parametrize("n", [60, 200])
def test_exact_beyond_the_automatic_limit_agrees_with_scipy(n):
    rng = np.random.default_rng(n)
    d = rng.permutation(np.arange(1, n + 1)) * rng.choice([-1, 1], n, p=[0.4, 0.6])
    oracle = scipy.stats.wilcoxon(d, method="exact")
    assert pvalue(run(d, method="exact")) == pytest.approx(oracle.pvalue, rel=1e-10)


def test_exact_with_many_ties_is_near_the_normal_approximation():
    d = np.rint(np.random.default_rng(1).normal(0.3, 2, 90))
    assert pvalue(run(d, method="exact")) == pytest.approx(pvalue(run(d)), rel=0.1)


@pytest.mark.parametrize(("nonzero", "exact"), [(50, True), (51, False)])
def test_auto_counts_nonzero_differences(nonzero, exact):
    d = np.concatenate([np.zeros(30), np.arange(1, nonzero + 1) * np.where(np.arange(nonzero) % 3, 1, -1)])
    method = "exact" if exact else "asymptotic"
    assert pvalue(run(d)) == pvalue(run(d, method=method))
    assert pvalue(run(d, method="exact")) != pvalue(run(d, method="asymptotic"))


@pytest.mark.parametrize("zero_method", ["pratt", "wilcox", "zsplit", "zsplit-drop-odd"])
@pytest.mark.parametrize("method", ["auto", "exact", "asymptotic"])
@pytest.mark.parametrize("n", [1, 5])
def test_no_difference_at_all_has_p_1(zero_method, method, n):
    test = run(np.zeros(n), zero_method=zero_method, method=method)
    assert pvalue(test) == pvalue(test, "row") == pvalue(test, "column") == 1
    assert test.ties[0] == n
    counted = n - n % 2 if zero_method == "zsplit-drop-odd" else n
    expected = counted * (counted + 1) / 4 if zero_method.startswith("zsplit") else 0
    assert test.w_plus[0] == test.w_minus[0] == expected


def test_zeros_move_the_ranks_as_each_method_says():
    d = [0, 0, 0, 1, -2, 3]
    plus = {method: run(d, zero_method=method).w_plus[0] for method in ("wilcox", "pratt", "zsplit", "zsplit-drop-odd")}
    # ranks of 1 and 3: 1, 3 without zeros; 4, 6 with three; 3, 5 with two; splits of 6 and 3 in halves
    assert plus == {"wilcox": 4, "pratt": 10, "zsplit": 13, "zsplit-drop-odd": 9.5}


def test_splitting_zeros_leaves_pratts_pvalues():
    d = [0, 0, 0, 1, -2, 3, 4, 5, 6, 7]
    for method in ("exact", "asymptotic"):
        pratt, zsplit = (run(d, zero_method=zero, method=method) for zero in ("pratt", "zsplit"))
        assert pvalue(pratt) == pvalue(zsplit)


@given(st.lists(st.integers(-300, 300), min_size=1, max_size=70), st.sampled_from(["auto", "asymptotic"]))
def test_exchanging_row_and_column_exchanges_results(d, method):
    one, other = run(d, method=method), run([-x for x in d], method=method)
    assert (one.row[0], one.column[0], one.w_plus[0]) == (other.column[0], other.row[0], other.w_minus[0])


@pytest.mark.parametrize("n", [1, 2, 7, 127, 129, 300, 700])
@pytest.mark.parametrize("spread", [0, 1, 3, 40, 5000, 10**6, 10**12])
@pytest.mark.parametrize("missing", [0.0, 0.2])
def test_sums_over_ties_of_any_length_are_those_of_a_loop(n, spread, missing):
    """Short ties are found by doubling, long ones by their ends; counts change their type at 128."""
    rng = np.random.default_rng(n)
    d = rng.integers(-spread, spread, (6, n), endpoint=True)
    d[1] = np.where(rng.random(n) < 0.5, spread, -spread)
    d[2, : n // 2] = 0
    both = rng.random(d.shape) >= missing if missing else None
    n_tasks = np.full(len(d), n) if both is None else both.sum(axis=1)
    kind = np.int16 if spread < 2**14 else np.int64
    zeros, wins, doubled_plus, cubes = signed_ranks(sorted_keys(d.astype(kind), both), n_tasks)
    for k, row in enumerate(d if both is None else [row[present] for row, present in zip(d, both, strict=True)]):
        nonzero = row[row != 0]
        ties = np.unique(np.abs(nonzero), return_counts=True)[1]
        assert (wins[k], (n_tasks - zeros - wins)[k]) == (np.sum(row > 0), np.sum(row < 0))
        assert doubled_plus[k] == 2 * scipy.stats.rankdata(np.abs(nonzero))[nonzero > 0].sum()
        assert cubes[k] == np.sum(ties**3 - ties)


@pytest.mark.parametrize("n", [30, 5, 200])
def test_zeros_of_any_number_are_counted(n):
    d = np.arange(1, n + 1) * np.ones((n + 1, 1), dtype=np.int16)
    d[np.arange(n) < np.arange(n + 1)[:, None]] = 0
    zeros, *_ = signed_ranks(sorted_keys(d.astype(np.int16), None), np.full(n + 1, n))
    assert zeros.tolist() == list(range(n + 1))


def test_short_keys_are_sorted_as_long_ones():
    d = np.random.default_rng(0).integers(-(2**15) + 2, 2**15 - 1, (7, 150)).astype(np.int16)
    expected = sorted_keys(d.astype(np.int64), None)
    assert (sorted_keys(d.copy(), None) == expected).all()


def test_lecture_counts_and_p(lecture):
    """9 wins, 2 losses, 1 tie. With the zero at rank 1 and left out, R⁺ = 62.5 and R⁻ = 14.5."""
    taken = differences(lecture.values, lecture.decimals, higher_is_better=False)
    test = wilcoxon(taken, np.array([0]), np.array([1]))
    assert [int(x[0]) for x in (test.wins, test.ties, test.losses)] == [9, 1, 2]
    assert (test.w_plus[0], test.w_minus[0]) == (62.5, 14.5)


def test_pairs_with_gaps_use_the_tasks_of_both(make):
    rng = np.random.default_rng(3)
    values = np.round(rng.uniform(size=(40, 4)), 2)
    values[rng.uniform(size=values.shape) < 0.2] = np.nan
    row, column = np.triu_indices(4, 1)
    for places in (2, -1):
        together = wilcoxon(differences(values, np.full(values.shape, places, np.int8)), row, column)
        for k, pair in enumerate(zip(row, column, strict=True)):
            own = values[:, pair][~np.isnan(values[:, pair]).any(axis=1)]
            alone = wilcoxon(differences(own, np.full(own.shape, places, np.int8)), np.array([0]), np.array([1]))
            assert alone.n_tasks[0] == together.n_tasks[k] == len(own)
            for field in ("wins", "ties", "losses", "w_plus", "w_minus", "row", "column"):
                assert getattr(alone, field)[0] == getattr(together, field)[k]


def test_blocks_do_not_show(accuracies, monkeypatch):
    scores = accuracies(12, 30, decimals=2)
    row, column = np.triu_indices(12, 1)
    taken = differences(scores.values, scores.decimals)
    whole = wilcoxon(taken, row, column)
    monkeypatch.setattr("comparatex.inference.workers.blocks", lambda n, tasks, _: blocks(n, tasks, 95))
    parts = wilcoxon(taken, row, column)
    assert all((getattr(whole, field) == getattr(parts, field)).all() for field in ("w_plus", "row", "column", "ties"))


@pytest.mark.parametrize("levels", [2, 5, 30, 300, 5000])
@pytest.mark.parametrize("n_tasks", [1, 2, 7, 60, 700])
def test_ties_of_any_share_are_those_of_scipy(levels, n_tasks):
    rng = np.random.default_rng(levels * n_tasks)
    whole = rng.integers(0, levels, (n_tasks, 6))
    scores = np.where(rng.random(whole.shape) < 0.1, np.nan, whole / 10_000)
    row, column = np.triu_indices(6, 1)
    test = wilcoxon(differences(scores, np.full(scores.shape, 4, dtype=np.int8)), row, column)
    for k, pair in enumerate(zip(row, column, strict=True)):
        common = whole[~np.isnan(scores[:, pair]).any(axis=1)][:, pair]
        d = common[:, 0] - common[:, 1]
        ranks = scipy.stats.rankdata(np.abs(d))
        assert (test.w_plus[k], test.w_minus[k]) == (ranks[d > 0].sum(), ranks[d < 0].sum())
        assert test.ties[k] == np.sum(d == 0)
