from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.stats.multitest import multipletests

from comparatex.errors import UsageError
from comparatex.inference.analysis import Analysis
from comparatex.inference.compare import compare
from comparatex.inference.corrections import CORRECTIONS, adjust, holm, hommel, rom
from comparatex.inference.logical_corrections import (
    bergmann_hommel,
    bounds,
    most_equal,
    shaffer,
)

one = st.floats(0, 1) | st.sampled_from([0.0, 0.01, 0.05, 1.0])
pvalues = st.lists(one, min_size=1, max_size=30)
LOGICAL = [name for name, procedure in CORRECTIONS.items() if procedure.pairs]
FREE = [name for name in CORRECTIONS if name not in LOGICAL]
CHOICES = [name for name, procedure in CORRECTIONS.items() if procedure.choice]


def all_pairs(most=6):
    """Return a strategy for the p-values of all pairs of up to so many comparates."""
    return st.integers(2, most).flatmap(lambda k: st.lists(one, min_size=comb(k, 2), max_size=comb(k, 2)))


def equalities(k):
    """Yield the pairs that are equal, for all ways in which k comparates can be equal."""
    number = {pair: i for i, pair in enumerate(combinations(range(k), 2))}

    def divisions(members):
        if not members:
            yield ()
        for size in range(len(members)):
            for others in combinations(members[1:], size):
                rest = [x for x in members[1:] if x not in others]
                for division in divisions(rest):
                    yield ((members[0], *others), *division)

    for division in divisions(list(range(k))):
        yield [number[pair] for group in division for pair in combinations(group, 2)]


def comparates(n_pairs):
    return next(k for k in range(100) if comb(k, 2) == n_pairs)


@given(st.lists(one, min_size=1, max_size=7))
def test_holm_is_the_closed_test_of_bonferroni(raw):
    """The adjusted p-value is the largest Bonferroni p over all sets of hypotheses that hold this one."""
    members = range(len(raw))
    sets = [s for size in range(1, len(raw) + 1) for s in combinations(members, size)]
    expected = [max(min(1.0, len(s) * min(raw[j] for j in s)) for s in sets if i in s) for i in members]
    assert holm(np.array(raw)).tolist() == expected


@given(st.lists(one, min_size=1, max_size=7))
def test_hommel_is_the_closed_test_of_simes(raw):
    """Equal to 1e-14 of the value: products are rounded in another order."""

    def simes(members):
        ordered = sorted(raw[j] for j in members)
        return min(len(ordered) * p / rank for rank, p in enumerate(ordered, 1))

    members = range(len(raw))
    sets = [s for size in range(1, len(raw) + 1) for s in combinations(members, size)]
    expected = [max(simes(s) for s in sets if i in s) for i in members]
    np.testing.assert_allclose(hommel(np.array(raw)), expected, rtol=1e-14, atol=0)


@given(all_pairs())
def test_bergmann_hommel_is_the_closed_test_of_bonferroni_over_possible_equalities(raw):
    raw = np.array(raw)
    expected = np.zeros(len(raw))
    for equal in equalities(comparates(len(raw))):
        if equal:
            expected[equal] = np.maximum(expected[equal], min(1.0, len(equal) * raw[equal].min()))
    assert bergmann_hommel(raw).tolist() == expected.tolist()


@given(all_pairs())
def test_shaffer_counts_what_can_still_be_equal(raw):
    raw = np.array(raw)
    sizes = [len(equal) for equal in equalities(comparates(len(raw)))]
    ordered, running = np.sort(raw), 0.0
    expected = []
    for rejected, p in enumerate(ordered):
        running = max(running, min(1.0, p * max(s for s in sizes if s <= len(raw) - rejected)))
        expected.append(running)
    assert np.sort(shaffer(raw)).tolist() == expected


@given(all_pairs())
def test_logic_only_helps(raw):
    raw = np.array(raw)
    assert (shaffer(raw) <= holm(raw)).all()
    assert (bergmann_hommel(raw) <= shaffer(raw)).all()


def test_shaffer_factors_as_published():
    """García and Herrera (2008), JMLR 9, section 2: the factors for five comparates."""
    assert most_equal(5)[10:0:-1].tolist() == [10, 6, 6, 6, 6, 4, 4, 3, 2, 1]


@pytest.mark.parametrize(
    ("name", "theirs"),
    [
        ("bonferroni", "bonferroni"),
        ("sidak", "sidak"),
        ("holm", "holm"),
        ("holland", "holm-sidak"),
        ("hochberg", "simes-hochberg"),
        ("hommel", "hommel"),
        ("benjamini-hochberg", "fdr_bh"),
        ("benjamini-yekutieli", "fdr_by"),
    ],
)
@given(raw=st.lists(st.floats(1e-12, 1 - 1e-12), min_size=1, max_size=30))
def test_agrees_with_statsmodels(name, theirs, raw):
    """To 1e-12 of the value, and 1e-14: statsmodels computes 1 − (1 − p)^m with the loss of small p."""
    found = adjust(np.array(raw), name)
    np.testing.assert_allclose(found, multipletests(raw, method=theirs)[1], rtol=1e-12, atol=1e-14)


def step_down(ordered, critical):
    """Return how many of the sorted p-values are rejected, one after the other."""
    fails = [p > c for p, c in zip(ordered, critical, strict=True)]
    return fails.index(True) if any(fails) else len(ordered)


@given(raw=pvalues, alpha=st.floats(0.001, 0.5))
def test_finner_rejects_as_its_author_says(raw, alpha):
    ordered, m = np.sort(raw), len(raw)
    finner = step_down(ordered, [1 - (1 - alpha) ** (i / m) for i in range(1, m + 1)])
    found = adjust(ordered, "finner")
    if np.abs(found - alpha).min() > 1e-9:  # a p-value on its bound may fall to either side
        assert np.sum(found <= alpha) == finner


@pytest.mark.parametrize("name", [name for name in FREE if CORRECTIONS[name].bounds == "family-wise error"])
def test_true_hypotheses_are_rejected_as_seldom_as_the_condition_says_where_others_are_false(name):
    """Five of ten are true, with independent p-values; 400 draws, four standard errors; Finner's by its formula."""
    rng, alpha = np.random.default_rng(3), 0.2
    draws = [np.concatenate([np.zeros(5), rng.random(5)]) for _ in range(400)]
    share, error = np.mean([(adjust(p, name)[5:] <= alpha).any() for p in draws]), 4 * 0.5 / 400**0.5
    if CORRECTIONS[name].condition == "all-true":
        assert abs(share - (1 - (1 - alpha) ** (5 * 6 / 10))) < error
    else:
        assert share < alpha + error


def test_rom_bounds_follow_the_recursion():
    """Rom (1990), in fractions; to 1e-14 of the value."""
    alpha = Fraction(1, 20)
    c = [Fraction(0), alpha]
    for i in range(2, 46):
        spent = sum(comb(i, j) * c[j + 1] ** (i - j) for j in range(1, i - 1))
        c.append((sum(alpha**j for j in range(1, i)) - spent).limit_denominator(10**60) / i)
    expected = [float(i * c[i] / alpha) for i in range(1, 46)]
    assert c[3] == alpha / 3 + alpha**2 / 12
    np.testing.assert_allclose(bounds(np.array([0.05]), 45)[:, 0], expected, rtol=1e-14)


def test_rom_uses_up_the_level_exactly():
    """P(some of m uniform p-values is rejected at α) = α: 200,000 draws, five standard errors."""
    rng, m, alpha = np.random.default_rng(1), 5, 0.3
    draws = np.sort(rng.random((200_000, m)), axis=1)[:, ::-1]
    c = alpha * bounds(np.array([alpha]), m)[:, 0] / np.arange(1, m + 1)
    share = np.mean((draws <= c).any(axis=1))
    assert abs(share - alpha) < 5 * np.sqrt(alpha * (1 - alpha) / 200_000)


@given(st.lists(st.floats(1e-12, 1), min_size=1, max_size=30))
def test_rom_adjusted_is_the_level_that_just_rejects(raw):
    """At the adjusted p-value some p-value at least as large meets its bound; to 1e-11."""
    ordered = np.sort(raw)[::-1]
    m = len(ordered)
    for level in np.unique(rom(ordered)):
        if 0 < level < 1:
            c = level * bounds(np.array([level]), m)[:, 0] / np.arange(1, m + 1)
            assert np.abs(ordered / c - 1).min() < 1e-11


@pytest.mark.parametrize("name", FREE)
@given(raw=pvalues)
def test_adjusted_is_at_least_raw_at_most_1_and_monotone(name, raw):
    raw = np.array(raw)
    adjusted = adjust(raw, name)
    order = np.argsort(raw, kind="stable")
    assert (adjusted >= raw).all()
    assert (adjusted <= 1).all()
    assert (np.diff(adjusted[order]) >= 0).all()
    assert (adjust(raw[::-1], name) == adjusted[::-1]).all()


@pytest.mark.parametrize("name", LOGICAL)
@given(raw=all_pairs())
def test_logical_corrections_stay_with_their_pairs(name, raw):
    """Reversing the comparates reverses the order of some pairs; each keeps its adjusted p-value."""
    raw = np.array(raw)
    k = comparates(len(raw))
    matrix = np.zeros((k, k))
    matrix[np.triu_indices(k, 1)] = raw
    matrix += matrix.T
    adjusted = np.zeros((k, k))
    adjusted[np.triu_indices(k, 1)] = adjust(raw, name)
    turned = adjust(matrix[::-1, ::-1][np.triu_indices(k, 1)], name)
    assert turned.tolist() == (adjusted + adjusted.T)[::-1, ::-1][np.triu_indices(k, 1)].tolist()
    assert ((raw <= adjust(raw, name)) & (adjust(raw, name) <= 1)).all()
    if name != "bergmann-hommel":
        assert (np.diff(adjust(raw, name)[np.argsort(raw, kind="stable")]) >= 0).all()


def test_which_of_equal_pvalues_comes_first_makes_no_difference_to_holm():
    raw = np.random.default_rng(0).integers(1, 40, 3000) / 1e5
    found = holm(raw)
    assert all(len(np.unique(found[raw == p])) == 1 for p in np.unique(raw))
    assert found[np.argsort(raw, kind="stable")].tolist() == holm(np.sort(raw)).tolist()


def test_bergmann_hommel_turns_the_order_of_pvalues_as_published():
    """AB is also held by AB|CD, whose two p-values are at least 0.03; AC, by AC alone, would have 0.04."""
    raw = np.array([0.03, 0.04, 1e-6, 1e-6, 1e-6, 0.9])  # AB AC AD BC BD CD
    assert bergmann_hommel(raw)[:2].tolist() == [0.06, 0.04]


@pytest.mark.parametrize("name", [name for name in CHOICES if name != "bergmann-hommel"])
def test_adjusted_pvalues_of_random_tables_follow_the_raw_ones(name, accuracies):
    for seed in range(20):
        scores = accuracies(4 + seed % 5, 6 + seed, decimals=2, seed=seed)
        pairs = compare(scores, Analysis(correction=name)).pair_statistics
        order = np.argsort(pairs.pvalue, kind="stable")
        raw, adjusted = pairs.pvalue[order], pairs.adjusted_pvalue[order]
        assert (np.diff(adjusted) >= 0).all()
        assert (np.diff(adjusted)[np.diff(raw) == 0] == 0).all()


def test_holm_stops_at_the_first_failure():
    """0.03 alone would pass 0.05 / 1, but 0.04 · 2 before it did not: steps are cumulative."""
    assert holm(np.array([0.001, 0.026, 0.027])).tolist() == [0.003, 0.052, 0.052]


@pytest.mark.parametrize("name", FREE)
def test_undefined_pvalues_are_no_members_of_the_family(name):
    raw = np.array([np.nan, 0.01, np.nan, 0.02])
    assert adjust(raw, name)[[1, 3]].tolist() == adjust(raw[[1, 3]], name).tolist()
    assert np.isnan(adjust(raw, name)[[0, 2]]).all()
    assert np.isnan(adjust(np.full(3, np.nan), name)).all()


@pytest.mark.parametrize("name", LOGICAL)
def test_undefined_pairs_may_be_equal_without_being_tested(name):
    """Without AB, rejecting AC leaves BC alone; all three could be equal before."""
    assert np.nan_to_num(adjust(np.array([np.nan, 0.01, 0.02]), name), nan=-1).tolist() == [-1, 0.02, 0.02]
    assert np.isnan(adjust(np.full(3, np.nan), name)).all()


@pytest.mark.parametrize("name", LOGICAL)
def test_logical_corrections_need_all_pairs_and_two_sides(name):
    with pytest.raises(UsageError, match="all pairs"):
        adjust(np.full(4, 0.5), name)
    with pytest.raises(UsageError, match="two"):
        Analysis(correction=name, sides="better")


def test_bergmann_hommel_says_how_many_comparates_it_takes():
    with pytest.raises(UsageError, match="up to 16 methods, not 17"):
        adjust(np.full(136, 0.5), "bergmann-hommel")


@pytest.mark.parametrize(("correction", "n", "most"), [("shaffer", 1001, "1,000"), ("bergmann-hommel", 17, "16")])
def test_too_many_comparates_are_refused_before_any_test_is_computed(correction, n, most, monkeypatch):
    def never(*_):
        raise AssertionError("pairs are compared")

    monkeypatch.setattr("comparatex.inference.compare._pairs", never)
    scores = np.arange(3.0 * n).reshape(3, n), [f"c{k}" for k in range(n)], ["x", "y", "z"]
    with pytest.raises(UsageError, match=f"up to {most} methods, not {n:,}: compare fewer"):
        compare(scores, correction=correction)


@pytest.mark.parametrize("name", [name for name in CORRECTIONS if name != "none"])
def test_pvalues_outside_0_and_1_are_refused(name):
    with pytest.raises(UsageError, match="between 0 and 1"):
        adjust(np.array([0.5, 1.5, 0.1]), name)


@pytest.mark.parametrize("size", [60, 300, 1000])
@pytest.mark.parametrize("level", [1e-9, 0.001, 0.05, 0.4, 0.9])
def test_rom_finds_the_level_of_bounds_in_large_families(size, level):
    """P-values on the bounds of one level all become that level, as many as there may be."""
    on_bounds = level * bounds(np.array([level]), size)[:, 0] / np.arange(1, size + 1)
    np.testing.assert_allclose(rom(on_bounds), level, rtol=1e-9)


@pytest.mark.parametrize("name", CORRECTIONS)
@pytest.mark.parametrize("wrong", [-0.1, 1.1, np.inf])
def test_no_correction_takes_what_is_no_pvalue(name, wrong):
    with pytest.raises(UsageError, match="between 0 and 1"):
        adjust(np.array([0.1, wrong, 0.2]), name)


def test_every_correction_says_what_it_bounds_and_when():
    for name, procedure in CORRECTIONS.items():
        assert bool(procedure.bounds) == bool(procedure.condition) == (name != "none")


@pytest.mark.parametrize("name", CHOICES)
def test_compare_applies_every_correction_to_its_pairs(name, accuracies):
    comparison = compare(accuracies(5, 20, decimals=2, seed=3), Analysis(correction=name))
    pairs = comparison.pair_statistics
    assert pairs.adjusted_pvalue.tolist() == CORRECTIONS[name].adjust(pairs.pvalue).tolist()
