"""Conventions of tools that are not at hand (in R and Julia), recomputed from their formulas on the stored tables.

Everything is written out here: ranks by SciPy, tests by enumeration or by SciPy's normal distribution, groups by
looking at every subset of the comparates. P-values agree to 1e-9 of their value, verdicts and groups exactly.
"""

from __future__ import annotations

import json
from itertools import combinations, product
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

from comparatex.inference.convention_profiles import find
from comparatex.inference.convention_verdicts import convention_difference, verdict

REFERENCE = Path(__file__).parents[2] / "reference"
TABLES = [np.array(table) / 100 for table in json.loads((REFERENCE / "tables.json").read_text())]
SIGNS = {n: np.array(list(product((0.0, 1.0), repeat=n))) for n in range(1, 16)}


@pytest.fixture
def said(make):
    return lambda values, name: verdict(make(values, 2), find(name))


def mean_ranks(values):
    return stats.rankdata(-values, axis=1).mean(axis=0)


def pairs(values):
    return list(combinations(range(values.shape[1]), 2))


def holm(raw):
    """Return p-values adjusted step by step, unbounded."""
    order, running, found = np.argsort(raw, kind="stable"), 0.0, np.empty(len(raw))
    for step, place in enumerate(order):
        running = max(running, (len(raw) - step) * raw[place])
        found[place] = running
    return found


def finner(raw):
    order, running, found = np.argsort(raw, kind="stable"), 0.0, np.empty(len(raw))
    for step, place in enumerate(order, 1):
        running = max(running, 1 - (1 - raw[place]) ** (len(raw) / step))
        found[place] = running
    return found


def z_test(values):
    """Return p-values of the differences of mean ranks as normal variables."""
    (n, k), rank = values.shape, mean_ranks(values)
    z = [abs(rank[i] - rank[j]) / np.sqrt(k * (k + 1) / (6 * n)) for i, j in pairs(values)]
    return 2 * stats.norm.sf(z)


def spans(rank, joined):
    """Return from each comparate, in the order of ranks, to the last joined to it, unless one reaches as far."""
    order, found, furthest = np.argsort(rank, kind="stable"), [], 0
    for start in range(len(order)):
        reached = [j for j in range(start + 1, len(order)) if frozenset((order[start], order[j])) in joined]
        if reached and reached[-1] > furthest:
            furthest = reached[-1]
            found.append(sorted(order[start : furthest + 1].tolist()))
    return sorted(found)


def cliques(k, joined):
    """Return all maximal sets of two or more that are joined in pairs, from all subsets."""
    complete = [
        set(members)
        for size in range(2, k + 1)
        for members in combinations(range(k), size)
        if all(frozenset(pair) in joined for pair in combinations(members, 2))
    ]
    return [group for group in complete if not any(group < other for other in complete)]


def apart(values, differ):
    """Return the pairs that do not differ."""
    return {frozenset(pair) for pair, differs in zip(pairs(values), differ, strict=True) if not differs}


def iman_davenport(values):
    n, k = values.shape
    chi2 = 12 * n / (k * (k + 1)) * np.sum((mean_ranks(values) - (k + 1) / 2) ** 2)
    return stats.f.sf((n - 1) * chi2 / (n * (k - 1) - chi2), k - 1, (k - 1) * (n - 1))


def julia(d):
    """Return SignedRankTest of HypothesisTests.jl: zeros dropped; exact up to 15, or 50 without ties."""
    d = d[d != 0]
    n, ranks = len(d), stats.rankdata(np.abs(d))
    plus, tied = ranks[d > 0].sum(), len(set(ranks)) < len(ranks)
    if n <= 15:
        sums = SIGNS[n] @ ranks
        return min(1.0, 2 * min(np.mean(sums <= plus), np.mean(sums >= plus)))
    if n <= 50 and not tied:
        return stats.wilcoxon(d, method="exact").pvalue
    sizes = np.unique(ranks, return_counts=True)[1]
    deviation = np.sqrt(n * (n + 1) * (2 * n + 1) / 24 - np.sum(sizes**3 - sizes) / 48)
    above = plus - n * (n + 1) / 4
    return 2 * stats.norm.sf(abs(above - np.sign(above) / 2) / deviation)


def test_critdd_on_new_scipy_tells_equal_columns_apart(said):
    """As critdd's source at 0d5422d does with SciPy 1.17.1: the smaller rank sum, 0, is the least of 2¹² sums."""
    values = np.random.default_rng(0).random((12, 4)).round(2)
    values[:, 1] = values[:, 0]
    assert said(values, "critdd-new-scipy").pvalue[0] == 2 / 2**12
    assert said(values, "critdd").pvalue[0] == 1


def test_critdd_joins_those_of_the_same_mean_rank_although_they_differ(said):
    """As its source does: a group of one is filled by mean rank. A to D on tasks, in tenths; B differs from all."""
    tasks = "6767 7777 8888 8988 8888 7776 7877 9999 8988 6776 6766 8888 8988 7877 6766"
    found = said(np.array([[int(digit) / 10 for digit in task] for task in tasks.split()]), "critdd-new-scipy")
    alike = np.flatnonzero(np.isclose(found.mean_rank, 17 / 6)).tolist()
    assert found.significant.all()
    assert [list(group) for group in found.groups] == [alike]


def test_critdd_julia(said):
    """CriticalDifferenceDiagrams.jl: equal mean ranks share what they are joined to; the widest cliques stay."""
    alike = 0
    for values in TABLES:
        found, rank = said(values, "critdd-julia"), mean_ranks(values)
        raw = np.array([julia(np.round(values[:, i] - values[:, j], 9)) for i, j in pairs(values)])
        binary = np.array([julia(values[:, i] - values[:, j]) for i, j in pairs(values)])
        np.testing.assert_allclose(found.pvalue, binary, rtol=1e-9)
        alike += np.allclose(raw, binary)
        assert found.omnibus_pvalue == pytest.approx(iman_davenport(values), rel=1e-9)
        if iman_davenport(values) >= 0.05:
            assert [sorted(group) for group in found.groups] == [list(range(len(rank)))]
            continue
        joined = apart(values, holm(binary) < 0.05)
        for i, j in map(tuple, list(joined)):
            joined |= {frozenset((x, j)) for x in np.flatnonzero(rank == rank[i]).tolist() if x != j}
            joined |= {frozenset((i, x)) for x in np.flatnonzero(rank == rank[j]).tolist() if x != i}
        groups = cliques(len(rank), joined)
        ends = [(min(rank[list(g)]), max(rank[list(g)])) for g in groups]
        kept = [
            sorted(g)
            for g, (low, high) in zip(groups, ends, strict=True)
            if not any((a <= low and b > high) or (a < low and b >= high) for a, b in ends)
        ]
        assert sorted(map(sorted, found.groups)) == sorted(kept)
    assert alike < len(TABLES)  # binary floats split ties of decimals


@pytest.mark.thorough
def test_scmamp_critical_difference(said):
    """plotCD: studentized range with k(N − 1) degrees of freedom, to 1e-6; joined when 0 < difference < CD."""
    for values in TABLES[:5]:  # a second each
        (n, k), rank, found = values.shape, mean_ranks(values), said(values, "scmamp-cd")
        difference = convention_difference(k, n, found.convention, 0.05)
        quantile = difference / np.sqrt(k * (k + 1) / (12 * n))
        assert stats.studentized_range.sf(quantile, k, k * (n - 1)) == pytest.approx(0.05, rel=1e-6)
        gaps = [abs(rank[i] - rank[j]) for i, j in pairs(values)]
        joined = apart(values, [gap >= difference or gap == 0 for gap in gaps])
        assert found.significant.tolist() == [gap >= difference for gap in gaps]
        assert sorted(map(sorted, found.groups)) == spans(rank, joined)


def test_scmamp_printed_critical_difference():
    """The manual of nemenyiTest, on the data of García and Herrera (2008): 1.014 with k = 5, df = 145, α = 0.1."""
    assert round(convention_difference(5, 30, find("scmamp-cd"), 0.1), 3) == 1.014


def test_scmamp_post_hoc(said):
    """postHocTest with its default, Finner's correction; plotRanking draws spans."""
    for values in TABLES:
        found, raw = said(values, "scmamp-posthoc"), z_test(values)
        np.testing.assert_allclose(found.pvalue, raw, rtol=1e-9)
        np.testing.assert_allclose(found.adjusted_pvalue, finner(raw), rtol=1e-9, atol=1e-14)
        differ = finner(raw) <= 0.05
        assert found.significant.tolist() == differ.tolist()
        assert sorted(map(sorted, found.groups)) == spans(mean_ranks(values), apart(values, differ))


def lower_tail(d):
    """Return the p-value of wilcoxonSignedTest: zeros split, and neither ties nor the other tail counted."""
    n, ranks = len(d), stats.rankdata(np.abs(d))
    smaller = min(ranks[d > 0].sum(), ranks[d < 0].sum()) + ranks[d == 0].sum() / 2
    return stats.norm.cdf((smaller - n * (n + 1) / 4) / np.sqrt(n * (n + 1) * (2 * n + 1) / 24))


def test_scmamp_wilcoxon(said):
    for values in TABLES:
        found = said(values, "scmamp-wilcoxon")
        raw = np.array([lower_tail(values[:, i] - values[:, j]) for i, j in pairs(values)])
        np.testing.assert_allclose(found.pvalue, raw, rtol=1e-9)
        differ = finner(raw) <= 0.05
        assert found.significant.tolist() == differ.tolist()
        assert sorted(map(sorted, found.groups)) == spans(mean_ranks(values), apart(values, differ))


def test_scmamp_printed_wilcoxon(said):
    """The manual of wilcoxonSignedTest: the second is larger on all of 50 tasks, T = 0, p = 3.778e-10."""
    values = np.column_stack((np.zeros(50), np.arange(1, 51) / 100))
    assert f"{said(values, 'scmamp-wilcoxon').pvalue[0]:.3e}" == "3.778e-10"


def test_exreport(said):
    """testMultiple: χ² without correction for ties, Holm over all pairs."""
    for values in TABLES:
        (n, k), found, raw = values.shape, said(values, "exreport"), z_test(values)
        chi2 = 12 * n / (k * (k + 1)) * np.sum((mean_ranks(values) - (k + 1) / 2) ** 2)
        assert found.omnibus_pvalue == pytest.approx(stats.chi2.sf(chi2, k - 1), rel=1e-9)
        np.testing.assert_allclose(found.adjusted_pvalue, np.minimum(1, holm(raw)), rtol=1e-9)
        assert found.significant.tolist() == (holm(raw) < 0.05).tolist()
        assert not found.stopped


def exact(d):
    """Return the two-sided p-value of Pratt's test over all signs, by convolution of whole numbers of signs."""
    ranks = np.rint(2 * stats.rankdata(np.abs(d))[d != 0]).astype(int)
    plus, ways = int(np.rint(2 * stats.rankdata(np.abs(d))[d > 0].sum())), {0: 1}
    for rank in ranks.tolist():
        more = dict(ways)
        for total, count in ways.items():
            more[total + rank] = more.get(total + rank, 0) + count
        ways = more
    low = sum(count for total, count in ways.items() if total <= plus)
    high = sum(count for total, count in ways.items() if total >= plus)
    return min(1.0, 2 * min(low, high) / 2 ** len(ranks))


def test_our_own(said):
    """Decimal differences, Pratt's zeros, all signs, Holm, maximal cliques."""
    for values in TABLES:
        found, whole = said(values, "comparatex"), np.rint(100 * values)
        raw = np.array([exact(whole[:, i] - whole[:, j]) for i, j in pairs(values)])
        np.testing.assert_allclose(found.pvalue, raw, rtol=1e-12)
        differ = holm(raw) <= 0.05
        assert found.significant.tolist() == differ.tolist()
        assert {frozenset(g) for g in found.groups} == {
            frozenset(g) for g in cliques(values.shape[1], apart(values, differ))
        }
