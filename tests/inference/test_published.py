"""The worked examples of Demšar (2006), of García and Herrera (2008), and of books, recomputed from what they print.

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

from comparatex import compare, read
from comparatex.inference.convention_profiles import find
from comparatex.inference.convention_verdicts import verdict
from comparatex.inference.corrections import adjust
from comparatex.inference.differences import differences
from comparatex.inference.friedman import exact_pvalue, friedman, iman_davenport
from comparatex.inference.items import score_test
from comparatex.inference.nemenyi import critical_difference
from comparatex.inference.pair_tests import sign_test, with_ties
from comparatex.inference.proportions import mcnemar
from comparatex.inference.rank_tests import bonferroni_dunn_difference, friedman_z, quade
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
    """The largest Bonferroni p-value over all sets that hold a hypothesis.

    Two are kept at 0.05: so expects the test of a public implementation that takes the paper's p-values.
    """
    p = dict(zip(PAIRS, raw(), strict=True))
    sets = [one for one in true_together() if one]
    closed = [max(min(1.0, len(s) * min(p[q] for q in s)) for s in sets if pair in s) for pair in PAIRS]
    found = adjust(raw(), "bergmann-hommel")
    np.testing.assert_allclose(found, closed, rtol=1e-12)
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


# ------------------------------------------------------------------------------------------------- textbook examples
# The counts of figure 4 of the paper on the Multi-Comparison Matrix rest on data that are too large to be reprinted.
GRASSES = np.array(
    [
        [4, 3, 2, 1], [4, 2, 3, 1], [3, 1.5, 1.5, 4], [3, 1, 2, 4], [4, 2, 1, 3], [2, 2, 2, 4],
        [1, 3, 2, 4], [2, 4, 1, 3], [3.5, 1, 2, 3.5], [4, 1, 3, 2], [4, 2, 3, 1], [3.5, 1, 2, 3.5],
    ]
)  # fmt: skip
ROUNDING = np.array(
    [
        [540, 550, 555], [585, 570, 575], [520, 560, 550], [555, 550, 540], [590, 585, 570], [545, 555, 560],
        [540, 540, 535], [545, 550, 535], [525, 515, 500], [585, 580, 570], [525, 520, 510], [565, 555, 545],
        [560, 535, 545], [505, 500, 495], [550, 550, 540], [545, 555, 550], [555, 555, 535], [545, 550, 555],
        [550, 545, 525], [565, 560, 540], [570, 565, 555], [630, 630, 625],
    ]
)  # fmt: skip
MAIZE = np.array([49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48])
SLEEP = np.array([12, 24, 13, 13, 0, 10, 18, 8, 46, 14])
CRSD = np.array(
    [
        1.4052, 6.1523, 1.0391, -1.3904, -1.1344, 5.2481, 1.7378, -24.3555, -1.9616, -1.501, -1.6034, -2.8387,
        1.3581, -1.7799, -1.3515, 1.9111, -1.4412, -1.5097, -1.5473, 2.7537, -2.1795, -4.4136, -3.384, -3.3624,
        10.8053, 4.3206, 5.4009, -1.1826, -1.355, -2.5307, 1.2694, -1.9784, 1.2852, 12.4491, 1.1235, -2.3626,
        -2.1383, -4.3457, 1.6196, 1.8914,
    ]
)  # fmt: skip


def of_differences(values, **settings):
    """Return the comparison of two comparates with these differences."""
    return compare((np.column_stack([values, np.zeros(len(values))]), ("A", "B")), **settings)


def test_conover_grasses():
    """Conover, Practical Nonparametric Statistics, 3rd edition, 5.8, example 1: T1 8.097, T2 3.19, and two pairs."""
    ranks = np.round(2 * GRASSES).astype(np.int64)
    assert friedman(ranks).statistic == pytest.approx(8.0973, abs=5e-5)
    assert iman_davenport(ranks).statistic == pytest.approx(3.1922, abs=5e-5)
    comparison = compare((-GRASSES, ("1", "2", "3", "4")), test="conover", correction="none")
    pairs, names = comparison.pair_statistics, comparison.names
    apart = {
        frozenset((names[row], names[column]))
        for row, column, differ in zip(pairs.row, pairs.column, comparison.raw_significant, strict=True)
        if differ
    }
    assert apart == {frozenset("12"), frozenset("13")}


def test_hollander_wolfe_rounding_first_base():
    """Hollander and Wolfe (1973), page 140, as in R: 11.143, p 0.003805; Quade's F is that on whole hundredths."""
    comparison = compare(read((ROUNDING, ("round out", "narrow", "wide")), higher_is_better=False))
    assert comparison.friedman.statistic == pytest.approx(11.143, abs=5e-4)
    assert comparison.friedman.pvalue == pytest.approx(0.003805, abs=5e-7)
    assert comparison.friedman.exact_pvalue == pytest.approx(0.00315, abs=5e-6)
    assert quade(ROUNDING.astype(float)).statistic == pytest.approx(6.3704, abs=5e-5)


@pytest.mark.parametrize(
    ("ranks", "printed"),
    [
        ([[1, 2, 3]] * 4, 0.0046),
        ([[1, 2, 3]] * 3 + [[1, 3, 2]], 0.042),
        ([[1, 2, 3, 4]] * 3, 0.0017),
    ],
)
def test_hollander_wolfe_table_of_friedman(ranks, printed):
    """The upper tail of Friedman's statistic, as Hollander and Wolfe tabulate it for 3 × 4 and 4 × 3."""
    assert round(exact_pvalue(2 * np.array(ranks)), 4 if printed < 0.01 else 3) == printed


def test_fisher_darwin_maize():
    """Fisher, The Design of Experiments, section 21: 863 of 32,768 on each side; t 2.148, p 0.0497."""
    signs = np.array([(np.arange(2**15) >> k & 1) * 2 - 1 for k in range(15)]).T @ np.abs(MAIZE)
    flips = {f"{k + 1}": f"c{k}" for k in range(15)}
    flipped = compare(read((np.column_stack([MAIZE, 0 * MAIZE]), ("A", "B")), cluster=flips), test="cluster-sign-flip")
    assert 2 * int((signs >= MAIZE.sum()).sum()) == 1726
    assert float(flipped.pair_statistics.pvalue[0]) == 1726 / 32768
    t = of_differences(MAIZE, test="t").pair_statistics
    assert (round(float(abs(t.statistic[0])), 3), round(float(t.pvalue[0]), 4)) == (2.148, 0.0497)
    assert round(float(of_differences(MAIZE).pair_statistics.pvalue[0]), 4) == 0.0413


def test_student_sleep():
    """Student (1908), as in R: t 4.0621, p 0.002833; exact 2/512 by signed ranks without the zero."""
    t = of_differences(SLEEP, test="t").pair_statistics
    assert (round(float(abs(t.statistic[0])), 4), round(float(t.pvalue[0]), 6)) == (4.0621, 0.002833)
    assert float(of_differences(SLEEP).pair_statistics.pvalue[0]) == 2 / 512


def test_clusrank_balanced():
    """Rosner, Glynn and Lee (2006), sample data `crsd` of R's clusrank 1.0-4: Z −0.63321, p 0.5266; exact 0.53913."""
    pairs_of_eyes = {f"{k + 1}": f"{k // 2}" for k in range(40)}
    table = read((np.column_stack([CRSD, 0 * CRSD]), ("A", "B")), cluster=pairs_of_eyes)
    for method, p in (("asymptotic", 0.5266), ("exact", 0.53913)):
        found = compare(table, test="clustered-signed-rank", pvalue_method=method).pair_statistics
        assert float(abs(found.statistic[0])) == pytest.approx(0.63321, abs=5e-6)
        assert float(found.pvalue[0]) == pytest.approx(p, abs=5e-6)


def test_tango_lenses():
    """Tango (1998), soft contact lenses: of 44 pairs, one is discordant; with a margin of 0.1, Z is 1.709."""
    p = score_test(np.array([0]), np.array([1]), np.array([44]), 0.1)
    assert -stats.norm.ppf(np.ravel(p)[0]) == pytest.approx(1.709, abs=5e-4)


def test_benjamini_hochberg_1995():
    """Benjamini and Hochberg (1995), section 4.1: of 15 p-values theirs rejects four, Bonferroni and Hochberg three."""
    p = np.array(
        [1e-4, 4e-4, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.324, 0.4262, 0.5719, 0.6528, 0.759, 1.0]
    )
    rejected = {name: int((adjust(p, name) <= 0.05).sum()) for name in ("benjamini-hochberg", "bonferroni", "hochberg")}
    assert rejected == {"benjamini-hochberg": 4, "bonferroni": 3, "hochberg": 3}


def test_salzberg_1997():
    """Salzberg (1997): of 154 tests, each must be at 0.0003 for 0.05 in all."""
    level = 1 - 0.95 ** (1 / 154)
    assert round(level, 4) == 0.0003
    assert float(adjust(np.full(154, level), "sidak")[0]) == pytest.approx(0.05)


def test_agresti_approval():
    """Agresti (1990), page 350, approval ratings: 150 and 86 changed their minds; exact, as in R, p is 3.7159e-05."""
    assert float(np.ravel(mcnemar(np.array([150]), np.array([86])))[0]) == pytest.approx(3.7159e-5, rel=2e-5)
