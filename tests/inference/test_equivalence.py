"""Non-inferiority and equivalence: against SciPy, statsmodels and enumeration, and their level by simulation."""

import itertools
import os

import numpy as np
import pytest
from scipy import stats

from comparatex.data.read import read
from comparatex.inference.analysis import RANK_TESTS, Analysis
from comparatex.inference.compare import compare
from comparatex.inference.equivalence import adjusted, equivalence
from comparatex.inference.hodges_lehmann import hodges_lehmann
from comparatex.inference.verdicts import VERDICTS, rivals, verdicts

FIRST, SECOND, ALL = np.array([0]), np.array([1]), np.array([True])
MARGIN = 0.05


def of_pair(differences, margin=MARGIN, higher=True, base=0.4, decimals=6, **analysis):
    """Test a pair whose scores differ by some decimals, positive where the first is better."""
    turn = 1 if higher else -1
    values = np.stack([base + turn * np.asarray(differences), np.full(len(differences), base)], axis=1)
    table = read((values.round(decimals), ("A", "B")), higher_is_better=higher)
    return equivalence(table, Analysis(**analysis), margin, FIRST, SECOND, ALL)


def differences(seed, n=18, centre=0.01):
    return np.random.default_rng(seed).normal(centre, 0.06, n).round(6)


# ---- one pair


@pytest.mark.parametrize("higher", [True, False])
@pytest.mark.parametrize("seed", range(8))
def test_the_signed_rank_test_is_scipys_of_shifted_differences(seed, higher):
    d = differences(seed)
    found = of_pair(d, higher=higher)
    assert found.row[0] == pytest.approx(stats.wilcoxon(d + MARGIN, alternative="greater").pvalue, rel=1e-12)
    assert found.column[0] == pytest.approx(stats.wilcoxon(d - MARGIN, alternative="less").pvalue, rel=1e-12)
    assert found.pvalue[0] == max(found.row[0], found.column[0])


def enumerated(shifted):
    """Return P(W+ ≥ w) over all signs by Pratt's ranks, of whole numbers."""
    ranks = stats.rankdata(np.abs(shifted))[shifted != 0]
    sums = [ranks[list(signs)].sum() for signs in itertools.product((False, True), repeat=len(ranks))]
    observed = ranks[shifted[shifted != 0] > 0].sum()
    return np.mean(np.asarray(sums) >= observed - 1e-9)


@pytest.mark.parametrize("seed", range(10))
def test_tied_differences_and_differences_on_the_margin_are_exact(seed):
    """Whole hundredths, so that shifted differences tie and some are zero; as floats they would not."""
    hundredths = np.random.default_rng(seed).integers(-7, 9, 11)
    found = of_pair(hundredths / 100)
    assert found.row[0] == pytest.approx(enumerated(hundredths + 5), rel=1e-12)
    assert found.column[0] == pytest.approx(enumerated(5 - hundredths), rel=1e-12)


@pytest.mark.parametrize("seed", range(8))
def test_non_inferiority_is_where_the_hodges_lehmann_bound_is_above_the_margin(seed):
    d = differences(seed, n=15, centre=-0.02)
    low = hodges_lehmann(d[None], 1 - 2 * 0.05).low[0]
    for margin in (0.01, 0.03, 0.05, 0.08):
        assert (of_pair(d, margin).row[0] <= 0.05) == (low > -margin)


@pytest.mark.parametrize("seed", range(8))
def test_the_t_test_is_that_of_statsmodels_and_scipy(seed):
    from statsmodels.stats.weightstats import ttost_paired

    d = differences(seed)
    found = of_pair(d, test="t")
    pvalue, first, second = ttost_paired(0.4 + d, np.full(len(d), 0.4), -MARGIN, MARGIN)
    assert found.pvalue[0] == pytest.approx(pvalue, rel=1e-9)
    assert [found.row[0], found.column[0]] == pytest.approx([first[1], second[1]], rel=1e-9)
    assert found.row[0] == pytest.approx(stats.ttest_1samp(d, -MARGIN, alternative="greater").pvalue, rel=1e-9)


@pytest.mark.parametrize("seed", range(8))
def test_the_sign_test_counts_shifted_differences(seed):
    d = differences(seed)
    found = of_pair(d, test="sign")
    for shifted, pvalue in ((d + MARGIN, found.row[0]), (MARGIN - d, found.column[0])):
        wins = int((shifted > 0).sum())
        assert pvalue == pytest.approx(stats.binomtest(wins, len(d), alternative="greater").pvalue, rel=1e-12)


@pytest.mark.parametrize("margin", [0.1, 1 / 3, 2, 1e-9])
@pytest.mark.parametrize("scale", [1e-6, 1.0, 1e6])
def test_scores_of_any_size_and_margins_of_any_digits(margin, scale):
    d = np.random.default_rng(4).normal(0, 1, 20) * scale
    found = of_pair(d, margin * scale, base=scale, decimals=15)
    expected = stats.wilcoxon(d / scale + margin, alternative="greater").pvalue
    assert found.row[0] == pytest.approx(expected, rel=1e-9)


# ---- the family


def closed(lower, upper):
    """Return adjusted p-values by the closed test with Bonferroni's test of each possible set of true hypotheses."""
    n = len(lower)
    found = np.zeros((2, n))
    for config in itertools.product((None, 0, 1), repeat=n):  # of each pair none, or one of the two
        members = [(k, which) for k, which in enumerate(config) if which is not None]
        if members:
            pvalue = min(1.0, len(members) * min((lower, upper)[which][k] for k, which in members))
            for k, which in members:
                found[which, k] = max(found[which, k], pvalue)
    return found


@pytest.mark.parametrize("seed", range(20))
def test_holm_is_the_closed_test_of_hypotheses_of_which_each_pair_has_one_true_at_most(seed):
    rng = np.random.default_rng(seed)
    lower, upper = rng.uniform(0, 1, (2, 4)) ** rng.uniform(1, 5, (2, 1))
    row, column, both = adjusted(lower, upper, Analysis())
    np.testing.assert_allclose([row, column], closed(lower, upper), rtol=1e-12)
    np.testing.assert_allclose(both, np.maximum(row, column), rtol=1e-12)


@pytest.mark.parametrize("correction", ["none", "bonferroni", "holm", "hochberg", "shaffer", "benjamini-hochberg"])
def test_no_correction_makes_equivalence_easier_than_being_not_worse(correction):
    rng = np.random.default_rng(1)
    lower, upper = rng.uniform(0, 1, (2, 10)) ** 3
    lower[0] = upper[0] = np.nan
    row, column, both = adjusted(lower, upper, Analysis(correction=correction))
    assert np.isnan([row[0], column[0], both[0]]).all()
    assert (np.maximum(row, column)[1:] <= both[1:] + 1e-15).all()
    assert (row >= lower)[1:].all() and (column >= upper)[1:].all()


# ---- verdicts


def near(**analysis):
    """Return A and B within 0.003 of each other, C not far below, Z far below, on 20 tasks."""
    rng = np.random.default_rng(3)
    a = rng.uniform(0.6, 0.8, 20)
    noise = rng.normal(0, 0.002, (2, 20))
    values = np.stack([a, a + noise[0], a - 0.012 + 4 * noise[1], a - 0.2 + rng.normal(0, 0.01, 20)], axis=1)
    return compare(read((values.round(5), ("A", "B", "C", "Z"))), **analysis)


def words(comparison):
    frame = comparison.pairs
    return {
        frozenset((row, column)): verdict
        for row, column, verdict in zip(frame["row"], frame["column"], frame["verdict"], strict=True)
    }


def test_without_a_margin_nothing_is_tested_and_nothing_is_claimed():
    for analysis in ({}, {"bayes": True}, {"rope": 0.0}):
        found = near(**analysis)
        assert found.equivalence is None
        assert words(found)[frozenset("AB")] == "open"
        assert "equivalence_pvalue" not in found.pairs


@pytest.mark.parametrize("test", RANK_TESTS)
def test_mean_ranks_have_no_margin(test):
    found = near(test=test, rope=0.01)
    assert found.margin == 0 and found.equivalence is None


def test_verdicts_within_a_margin():
    found = near(rope=0.01)
    assert words(found)[frozenset("AB")] == "equivalent"
    assert words(found)[frozenset("AZ")] == "better"
    assert {*verdicts(found), *verdicts(found, of_columns=True)} <= {*VERDICTS}
    assert (found.equivalence.adjusted_pvalue >= found.equivalence.pvalue).all()
    of = {name: rivals(found, found.names.index(name)) for name in "ABCZ"}
    assert found.names.index("B") in of["A"].near
    assert not of["Z"].within


def test_not_worse_is_the_verdict_of_one_side_alone():
    d = np.concatenate([np.full(8, 0.03), np.full(4, -0.004)]) + np.arange(12) / 1e4
    values = np.stack([0.5 + d, np.full(12, 0.5)], axis=1).round(5)
    found = compare(read((values, ("A", "B"))), rope=0.01, alpha=0.02)
    assert found.names == ("A", "B")
    assert verdicts(found).tolist() == ["not worse"]
    assert verdicts(found, of_columns=True).tolist() == ["open"]


def test_pairs_outside_the_family_are_not_tested():
    found = near(rope=0.01, family="control", control="A")
    inside = (found.pair_statistics.row == 0) | (found.pair_statistics.column == 0)
    if found.names[0] != "A":
        a = found.names.index("A")
        inside = (found.pair_statistics.row == a) | (found.pair_statistics.column == a)
    assert np.isnan(found.equivalence.pvalue[~inside]).all()
    assert not np.isnan(found.equivalence.pvalue[inside]).any()
    assert {verdict for verdict, there in zip(verdicts(found), inside, strict=True) if not there} == {"not judged"}


# ---- level


@pytest.mark.simulation
@pytest.mark.parametrize(("test", "draw"), [("wilcoxon", "logistic"), ("t", "normal"), ("sign", "laplace")])
@pytest.mark.thorough
def test_claims_hold_their_level_on_the_margin(test, draw):
    """Neighbours are exactly the margin apart, all others farther: each claim of equivalence is false.

    So is each claim that a comparate is not worse than one above it. A run of 2,000 gives the documentation's numbers.
    """
    runs, rng = int(os.environ.get("COMPARATEX_RUNS", "200")), np.random.default_rng(7)
    false = 0
    for _ in range(runs):
        noise = getattr(rng, draw)(0, 0.3, (20, 4))
        table = read(((noise - np.arange(4)).round(9), ("A", "B", "C", "D")))
        order = np.triu_indices(4, 1)
        found = equivalence(table, Analysis(test=test), 1.0, *order, np.ones(6, dtype=bool))
        false += bool((found.adjusted_column <= 0.05).any() or (found.adjusted_pvalue <= 0.05).any())
    assert false / runs <= 0.05 + 3 * (0.05 * 0.95 / runs) ** 0.5
