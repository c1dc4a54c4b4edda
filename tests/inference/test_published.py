"""The worked examples of Demšar (2006) and of García and Herrera (2008), recomputed from what they print.

Demšar's table 6 was checked against copies in public repositories, and by its own statistics, which all follow from
it. García and Herrera's mean ranks and p-values are also printed in the manual of scmamp (nemenyiTest,
friedmanPost), to more digits; the adjusted p-values are recomputed here from all sets of hypotheses that can be true
together.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from scipy import stats

from comparatex.inference.compare import compare
from comparatex.inference.convention_profiles import find
from comparatex.inference.convention_verdicts import verdict
from comparatex.inference.corrections import adjust
from comparatex.inference.differences import differences
from comparatex.inference.friedman import friedman, iman_davenport
from comparatex.inference.nemenyi import critical_difference
from comparatex.inference.pair_tests import sign_test, with_ties
from comparatex.inference.rank_tests import bonferroni_dunn_difference, friedman_z
from comparatex.inference.wilcoxon import wilcoxon

NAMES = ("C4.5", "C4.5+m", "C4.5+cf", "C4.5+m+cf")
AUC = np.array(
    [
        [0.763, 0.768, 0.771, 0.798],  # adult (sample)
        [0.599, 0.591, 0.590, 0.569],  # breast cancer
        [0.954, 0.971, 0.968, 0.967],  # breast cancer wisconsin
        [0.628, 0.661, 0.654, 0.657],  # cmc
        [0.882, 0.888, 0.886, 0.898],  # ionosphere
        [0.936, 0.931, 0.916, 0.931],  # iris
        [0.661, 0.668, 0.609, 0.685],  # liver disorders
        [0.583, 0.583, 0.563, 0.625],  # lung cancer
        [0.775, 0.838, 0.866, 0.875],  # lymphography
        [1.000, 1.000, 1.000, 1.000],  # mushroom
        [0.940, 0.962, 0.965, 0.962],  # primary tumor
        [0.619, 0.666, 0.614, 0.669],  # rheum
        [0.972, 0.981, 0.975, 0.975],  # voting
        [0.957, 0.978, 0.946, 0.970],  # wine
    ]
)
VOTING = 12


@pytest.fixture
def demsar(make):
    return make(AUC, 3, NAMES)


def printed_ranks():
    """Return the ranks of table 6, which has a second place on voting where the printed scores tie."""
    ranks = stats.rankdata(-AUC, axis=1)
    ranks[VOTING] = [4, 1, 2, 3]
    return ranks


def test_demsar_friedman():
    """Section 3.2.2: mean ranks 3.143, 2.000, 2.893, 1.964; χ² = 9.28, F = 3.69 with 3 and 39 degrees of freedom."""
    doubled = np.rint(2 * printed_ranks()).astype(np.int64)
    chi2, f = friedman(doubled), iman_davenport(doubled)
    assert np.round(printed_ranks().mean(axis=0), 3).tolist() == [3.143, 2.0, 2.893, 1.964]
    assert (round(chi2.uncorrected_statistic, 2), round(f.uncorrected_statistic, 2)) == (9.28, 3.69)
    assert f.df == (3, 39)
    assert round(stats.f.isf(0.05, 3, 39), 2) == 2.85


def test_demsar_friedman_of_the_printed_scores(demsar):
    """From the scores as printed, the tie on voting counts half: 2.929 and 1.929, and SciPy's χ² with ties."""
    found = compare(demsar)
    ranks = dict(zip(found.names, found.mean_rank.round(3).tolist(), strict=True))
    assert ranks == {"C4.5": 3.143, "C4.5+m": 2.0, "C4.5+cf": 2.929, "C4.5+m+cf": 1.929}
    assert found.friedman.statistic == pytest.approx(stats.friedmanchisquare(*AUC.T).statistic, rel=1e-12)


def test_demsar_nemenyi(demsar):
    """CD = 1.25 at 0.05 separates nobody; 1.12 at 0.10 separates C4.5 from those with m, 3.143 − 2.000 = 1.143."""
    assert [round(critical_difference(4, 14, alpha), 2) for alpha in (0.05, 0.1)] == [1.25, 1.12]
    rank = printed_ranks().mean(axis=0)
    gaps = {(NAMES[i], NAMES[j]): abs(rank[i] - rank[j]) for i, j in combinations(range(4), 2)}
    assert all(gap < critical_difference(4, 14, 0.05) for gap in gaps.values())
    apart = {pair for pair, gap in gaps.items() if gap > critical_difference(4, 14, 0.1)}
    assert apart == {("C4.5", "C4.5+m"), ("C4.5", "C4.5+m+cf")}
    found = verdict(demsar, find("demsar2006"), 0.1)
    assert sorted(map(sorted, found.groups)) == [[0, 2], [1, 2, 3]]


def test_demsar_bonferroni_dunn():
    """CD = 1.16 at 0.05: only C4.5+m+cf, 1.179, differs from C4.5; 1.143 and 0.250 are too near."""
    difference = bonferroni_dunn_difference(4, 14)
    rank = printed_ranks().mean(axis=0)
    assert round(difference, 3) in (1.168, 1.169)  # printed as 1.16
    assert (rank[0] - rank[1:] > difference).tolist() == [False, False, True]


def test_demsar_holm_and_hochberg():
    """Standard error 0.488; z = 2.416, 2.342, 0.512; p = 0.016, 0.019, 0.607; both procedures reject two."""
    z, p = friedman_z(printed_ranks().mean(axis=0), 14, np.array([3, 1, 2]), np.array([0, 0, 0]))
    assert round(np.sqrt(4 * 5 / (6 * 14)), 3) == 0.488
    assert z.round(2).tolist() == [2.42, 2.34, 0.51]
    assert np.abs(z - [2.416, 2.342, 0.512]).max() < 1.5e-3  # from ranks of three decimals
    assert p.round(3).tolist() == [0.016, 0.019, 0.608]  # printed as 0.607, from z = 0.512
    for name in ("holm", "hochberg"):
        assert (adjust(p, name) <= 0.05).tolist() == [True, True, False]


def test_demsar_wilcoxon_and_sign():
    """Section 3.1: C4.5 and C4.5+m. R⁺ = 93, R⁻ = 12, two zeros split; T = 12 is at most 21, the value for 14 at 0.05.

    10 wins, 2 losses, 2 ties: 11 wins of 14 with the ties split, as many as the sign test needs at 0.05.
    """
    taken = differences(AUC, np.full(AUC.shape, 3, np.int8))
    test = wilcoxon(taken, np.array([1]), np.array([0]), zero_method="zsplit-drop-odd")
    assert (test.w_plus[0], test.w_minus[0]) == (93, 12)
    assert [int(x[0]) for x in (test.wins, test.ties, test.losses)] == [10, 2, 2]
    wins, losses = with_ties(np.array([10]), np.array([2]), np.array([2]), "split")
    assert (wins[0], losses[0]) == (11, 3)
    assert sign_test(wins, losses, 1)[0] < 0.05 < sign_test(wins - 1, losses + 1, 1)[0]


# García and Herrera (2008): C4.5, 1-NN, naive Bayes, Kernel and CN2 on 30 data sets

RANKS = np.array([2.1, 3.25, 2.2, 13 / 3, 3 + 7 / 60])  # printed as 2.100, 3.250, 2.200, 4.333, 3.117
PRINTED = [
    0.004848763, 0.8064959, 4.486991e-08, 0.01276301, 0.010112334, 0.007963489, 0.743971478, 1.736118e-07,
    0.024744672, 0.002880485,
]  # fmt: skip
PAIRS = list(combinations(range(5), 2))


def divisions(members):
    """Yield all ways to divide members into groups."""
    if not members:
        yield []
        return
    for size in range(len(members)):
        for others in combinations(members[1:], size):
            rest = [x for x in members[1:] if x not in others]
            for division in divisions(rest):
                yield [(members[0], *others), *division]


def raw():
    row, column = np.triu_indices(5, 1)
    return friedman_z(RANKS, 30, row, column)[1]


def true_together():
    """Return all sets of hypotheses that can be true together: of equal comparates in groups."""
    return [{pair for group in division for pair in combinations(group, 2)} for division in divisions(list(range(5)))]


def test_garcia_herrera_raw():
    """Raw p-values to the seven digits that scmamp prints."""
    assert RANKS.sum() == pytest.approx(15)
    np.testing.assert_allclose(raw(), PRINTED, rtol=2e-7)


def test_garcia_herrera_bergmann_hommel():
    """The largest Bonferroni p-value over all sets that hold a hypothesis; where the order is kept, or a smaller one.

    Two are kept at 0.05: so expects the test of a public implementation that takes the paper's p-values.
    """
    p = dict(zip(PAIRS, raw(), strict=True))
    sets = [one for one in true_together() if one]
    closed = [max(min(1.0, len(s) * min(p[q] for q in s)) for s in sets if pair in s) for pair in PAIRS]
    found = adjust(raw(), "bergmann-hommel")
    monotone = [max(c for c, q in zip(closed, raw(), strict=True) if q <= own) for own in raw()]
    np.testing.assert_allclose(found, closed, rtol=1e-12)
    np.testing.assert_allclose(adjust(raw(), "bergmann-hommel-monotone"), monotone, rtol=1e-12)
    kept = {pair for pair, q in zip(PAIRS, found, strict=True) if q > 0.05}
    assert kept == {(0, 2), (1, 4)}  # C4.5 and naive Bayes, 1-NN and CN2


def test_garcia_herrera_shaffer():
    """Each p-value times as many hypotheses as can still be true; six are rejected at 0.05."""
    sizes, ordered, running, expected = {len(s) for s in true_together()}, np.sort(raw()), 0.0, []
    for rejected, p in enumerate(ordered):
        running = max(running, min(1.0, p * max(t for t in sizes if t <= 10 - rejected)))
        expected.append(running)
    found = np.sort(adjust(raw(), "shaffer"))
    np.testing.assert_allclose(found, expected, rtol=1e-12)
    assert np.sum(found <= 0.05) == 6


@pytest.mark.parametrize(("name", "rejected"), [("bonferroni", 4), ("holm", 5)])
def test_garcia_herrera_nemenyi_and_holm(name, rejected):
    """What they call Nemenyi's procedure multiplies all p-values by 10, and rejects four at 0.05; Holm's five."""
    ordered = np.sort(raw())
    factors = np.full(10, 10) if name == "bonferroni" else np.arange(10, 0, -1)
    expected = np.minimum(1, np.maximum.accumulate(factors * ordered))
    found = np.sort(adjust(raw(), name))
    np.testing.assert_allclose(found, expected, rtol=1e-12)
    assert np.sum(found <= 0.05) == rejected


def test_lecture_sign_test_digits():
    """Paulheim's lecture prints 0.03 for 9 of 11 coins: 67/2048 = 0.0327 (ties dropped, one-sided)."""
    assert round(sign_test(np.array([9]), np.array([2]), 1)[0], 4) == 0.0327
