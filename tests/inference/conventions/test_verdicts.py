"""Groups by their definitions; verdicts of whole conventions; where conventions differ."""

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from statsmodels.stats.multitest import multipletests

from comparatex.errors import DataError, UsageError
from comparatex.inference.analysis import Analysis
from comparatex.inference.compare import compare
from comparatex.inference.convention_profiles import CONVENTIONS, find
from comparatex.inference.convention_verdicts import convention_difference, differing, groups, verdict
from comparatex.inference.friedman import friedman
from comparatex.inference.rank_tests import doubled_ranks

PAIRWISE = [c for c in CONVENTIONS.values() if c.test == "wilcoxon"]


def graph(k, *apart):
    """Return which of k comparates are joined: all but the pairs that differ."""
    joined = np.ones((k, k), dtype=bool)
    for i, j in apart:
        joined[i, j] = joined[j, i] = False
    return joined


RANKS = np.arange(1.0, 6)


@pytest.mark.parametrize(
    ("algorithm", "expected"),
    [
        ("maximal", ((0, 2, 3), (1, 2), (2, 3, 4))),
        ("maximal-widest", ((0, 2, 3), (2, 3, 4))),
        ("maximal-filled", ((0, 1, 2, 3), (2, 3, 4))),
        ("prefix-run", ((1, 2), (2, 3, 4))),
        ("row-gaps", ((0, 2, 3), (1, 2), (2, 3, 4))),
        ("row-span", ((0, 1, 2, 3), (2, 3, 4))),
        ("none", ()),
    ],
)
def test_groups_of_a_graph_with_a_gap(algorithm, expected):
    """0 differs from 1 and 4, 1 from 3 and 4."""
    joined = graph(5, (0, 1), (0, 4), (1, 3), (1, 4))
    assert groups(joined, RANKS, algorithm) == expected


def test_groups_are_of_positions_in_rank_order():
    joined = graph(3, (0, 2))
    assert groups(joined, np.array([3.0, 1.5, 1.0]), "maximal") == ((2, 1), (1, 0))


def test_equal_ranks_can_share_or_part():
    """0 and 1 rank alike and differ: 1 is joined to 2, since 0 is, but not to 0."""
    joined, rank = graph(3, (0, 1), (1, 2)), np.array([1.0, 1.0, 3.0])
    assert groups(joined, rank, "maximal", "shared") == ((0, 2), (1, 2))
    assert groups(graph(3), rank, "row-gaps", "apart") == ((0, 2), (1, 2))


@given(st.lists(st.integers(0, 20), min_size=2, max_size=8), st.floats(0.1, 10))
def test_interval_groups_are_the_longest_runs_within_the_difference(ranks, difference):
    rank = np.array(ranks, dtype=float)
    joined = np.abs(rank[:, None] - rank) <= difference
    ordered = np.sort(rank)
    runs = [(i, j) for i, j in combinations(range(len(rank)), 2) if ordered[j] - ordered[i] <= difference]
    longest = [r for r in runs if not any(o != r and o[0] <= r[0] and r[1] <= o[1] for o in runs)]
    found = groups(joined, rank, "interval")
    assert [len(group) for group in found] == [j - i + 1 for i, j in longest]


def test_our_convention_is_compare(accuracies):
    """Same p-values, verdicts and cliques as `compare` with its defaults, on 20 tables with ties."""
    for seed in range(20):
        scores = accuracies(5, 12 + 5 * (seed % 4), decimals=2, seed=seed)
        ours, comparison = verdict(scores, find("comparatex")), compare(scores)
        matrix = comparison.square("adjusted_pvalue")
        place = np.argsort(comparison.order)
        expected = matrix[np.ix_(place, place)][np.triu_indices(5, 1)]
        np.testing.assert_allclose(ours.adjusted_pvalue, expected, rtol=1e-12)
        cliques = tuple(tuple(int(comparison.order[i]) for i in clique) for clique in comparison.cliques)
        assert {frozenset(clique) for clique in cliques} == {frozenset(group) for group in ours.groups}
        omnibus = friedman(doubled_ranks(scores.values), exact=False)
        assert ours.omnibus_pvalue == pytest.approx(omnibus.pvalue, rel=1e-12)


@pytest.mark.thorough
def test_scikit_posthocs_by_its_parts(accuracies):
    """scipy.stats.wilcoxon of all pairs and statsmodels' Holm, on 20 tables of floats; to 1e-9."""
    for seed in range(20):
        scores = accuracies(4, 14 + 2 * seed, seed=seed)
        raw = [stats.wilcoxon(a, b).pvalue for a, b in combinations(scores.values.T, 2)]
        reject, adjusted, *_ = multipletests(raw, method="holm")
        found = verdict(scores, find("sk-posthocs"))
        np.testing.assert_allclose(found.adjusted_pvalue, adjusted, rtol=1e-9)
        assert found.significant.tolist() == reject.tolist()


def test_demsar_by_its_parts(accuracies):
    scores = accuracies(5, 30, decimals=2, seed=1)
    found = verdict(scores, find("demsar2006"))
    ranks = np.array([stats.rankdata(-row) for row in scores.values])
    assert found.omnibus_pvalue == pytest.approx(stats.friedmanchisquare(*scores.values.T).pvalue, rel=1e-10)
    np.testing.assert_allclose(found.mean_rank, ranks.mean(axis=0))
    apart = np.abs(found.mean_rank[found.row] - found.mean_rank[found.column])
    expected = stats.studentized_range.sf(apart / np.sqrt(5 * 6 / (12 * 30)), 5, np.inf)
    np.testing.assert_allclose(found.pvalue, expected, atol=1e-9)
    assert found.significant.tolist() == (expected < 0.05).tolist()


def test_critical_differences_of_the_tools():
    """k = 5, N = 10: 1.929 with infinite df, 2.009 with k(N − 1), 2.015 with the range of k + 1."""
    found = [convention_difference(5, 10, find(name), 0.05) for name in ("demsar2006", "scmamp-cd", "aeon-nemenyi")]
    assert [round(x, 3) for x in found] == [1.929, 2.009, 2.015]


def test_rules_without_a_stop():
    """p = 0.001, 0.026, 0.027 of 3 pairs: 0.026 · 2 fails, 0.027 · 1 passes where nothing stops."""
    from comparatex.inference.convention_verdicts import _adjusted

    raw = np.array([0.001, 0.026, 0.027])
    assert _adjusted(raw, find("aeon-mcm"), 3) == pytest.approx([0.003, 0.052, 0.027])
    assert _adjusted(raw, find("aeon-cdd"), 3) == pytest.approx([0.002, 0.052, 0.054])


def test_first_column_decides_in_aeon_mcm(make):
    """The better comparate last: nothing is significant; first: it is."""
    values = np.column_stack((np.linspace(0.5, 0.7, 15), np.linspace(0.6, 0.83, 15)))
    assert not verdict(make(values, 4), find("aeon-mcm")).significant.any()
    assert verdict(make(values[:, ::-1], 4), find("aeon-mcm")).significant.all()


@pytest.mark.parametrize("gate", ["none", "warn", "one-clique", "refuse"])
def test_gates(gate, make):
    values = np.random.default_rng(3).random((12, 4)).round(3)
    convention = replace(find("hfawaz"), gate=gate)
    found = verdict(make(values, 3), convention)
    assert found.omnibus_pvalue > 0.05
    assert found.stopped == (gate in ("one-clique", "refuse"))
    if gate == "one-clique":
        assert [sorted(group) for group in found.groups] == [[0, 1, 2, 3]]
    if gate == "refuse":
        assert found.groups == ()


def test_perfect_agreement_opens_the_gate(make):
    values = np.arange(20.0)[:, None] + np.arange(3)
    assert verdict(make(values, 0), find("critdd")).omnibus_pvalue == 0


@pytest.mark.parametrize("convention", CONVENTIONS.values(), ids=lambda c: c.name)
def test_every_convention_on_tables_with_ties_and_direction(convention, make):
    """Errors give the verdicts of accuracies; an identical column differs from its twin in one convention only.

    Where a convention looks at raw scores, the direction changes nothing.
    """
    values = np.random.default_rng(0).integers(40, 60, (20, 4)) / 64  # exact in binary, so 1 − x is too
    values[:, 1] = values[:, 0]
    values[:, 3] += 20 / 64
    up = verdict(make(values, 6), convention)
    turned = values if convention.raw_scores else 1 - values
    down = verdict(make(turned, 6, higher_is_better=False), convention)
    assert up.significant.tolist() == down.significant.tolist()
    assert up.groups == down.groups
    assert up.significant[0] == (convention.name == "critdd-new-scipy")  # its tool's fault, stated in its note
    assert ((up.pvalue >= 0) & (up.pvalue <= 1)).all()
    assert up.significant[[2, 4, 5]].any() or convention.alternative == "first-column"


def test_differing_names_the_pairs_and_who_draws_alike(accuracies):
    verdicts = [verdict(accuracies(6, 25, decimals=2, seed=2), c) for c in CONVENTIONS.values()]
    found = differing(verdicts)
    for pair in range(15):
        said = {bool(v.significant[pair]) for v in verdicts}
        assert (pair in found.pairs) == (len(said) == 2)
    drawn = [name for names in found.groups for name in names]
    assert sorted(drawn) == sorted(c.name for c in CONVENTIONS.values() if c.cliques != "none")
    assert len(found.groups) > 1


def test_names_and_defects_are_stated():
    assert find("aeon-mcm").note.startswith("Only to reproduce")
    assert find("comparatex").note == ""
    ours, theirs = find("comparatex"), Analysis()
    assert (ours.alpha, ours.zeros, ours.rule) == (theirs.alpha, theirs.zero_method, theirs.correction)
    with pytest.raises(UsageError, match="no convention 'guess'"):
        find("guess")
    assert len(PAIRWISE) >= 9


def test_one_task_is_no_table(make):
    with pytest.raises(DataError, match="two complete tasks"):
        verdict(make([[0.1, 0.2]], 1), find("comparatex"))
