"""Statistics against R 4.2 and its packages, run on 24 stored tables with ties and zeros (``tests/reference``).

R gives 12 digits; numbers agree to 1e-9 of their value unless a test says otherwise. Scores are whole hundredths.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
import scipy.stats

from comparatex.inference.cliques import maximal_cliques
from comparatex.inference.corrections import adjust
from comparatex.inference.differences import differences
from comparatex.inference.friedman import friedman
from comparatex.inference.hodges_lehmann import hodges_lehmann
from comparatex.inference.nemenyi import critical_value
from comparatex.inference.pair_tests import paired_t, sided, sign_test
from comparatex.inference.proportions import share_interval, two_proportions, z_value
from comparatex.inference.rank_tests import quade
from comparatex.inference.wilcoxon import rare_sums, wilcoxon

REFERENCE = Path(__file__).parents[1] / "reference"
TABLES = [np.array(table) for table in json.loads((REFERENCE / "tables.json").read_text())]
R = json.loads((REFERENCE / "r.json").read_text())
VARIANTS = {
    "dropped_exact": ("wilcox", "exact"),
    "dropped_normal": ("wilcox", "asymptotic"),
    "pratt_exact": ("pratt", "exact"),
    "pratt_normal": ("pratt", "asymptotic"),
}


def close(found, expected):
    np.testing.assert_allclose(found, expected, rtol=1e-9, atol=1e-12)


def each_table():
    return zip(TABLES, R["tables"], strict=True)


def first_against_others(table):
    """Return the differences of the first comparate to each other one, and its wins and losses."""
    apart = (table[:, :1] - table[:, 1:]).T.astype(float)
    return apart, np.sum(apart > 0, axis=1), np.sum(apart < 0, axis=1)


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize(("side", "alternative"), [(0, "two_sided"), (1, "greater")])
def test_signed_rank_tests(variant, side, alternative):
    """R's wilcox.test (zeros dropped, normal), exactRankTests (exact) and coin (Pratt, both)."""
    zero_method, method = VARIANTS[variant]
    for table, said in each_table():
        others = np.arange(1, table.shape[1])
        taken = differences(table.astype(float), np.zeros(table.shape, np.int8))
        test = wilcoxon(taken, np.zeros_like(others), others, zero_method, method)
        close(sided(test.row, test.column, side), [pair[alternative][variant] for pair in said["pairs"]])


def test_rank_sums():
    for table, said in each_table():
        others = np.arange(1, table.shape[1])
        taken = differences(table.astype(float), np.zeros(table.shape, np.int8))
        found = wilcoxon(taken, np.zeros_like(others), others, "wilcox").w_plus
        assert found.tolist() == [pair["two_sided"]["statistic"] for pair in said["pairs"]]


def test_sign_tests_and_intervals_of_shares():
    """binom.test and prop.test of the wins among the tasks that are no ties."""
    for table, said in each_table():
        _, wins, losses = first_against_others(table)
        close(sign_test(wins, losses), [pair["sign"] for pair in said["pairs"]])
        for method, key in (("clopper-pearson", "share"), ("wilson", "wilson")):
            ends = share_interval(wins, wins + losses, method=method)
            close(np.transpose(ends), [pair[key] for pair in said["pairs"]])


def test_paired_t_tests():
    for table, said in each_table():
        _, row, column = paired_t(first_against_others(table)[0])
        close(sided(row, column), [pair["t"] for pair in said["pairs"]])


def test_shifts():
    """The Hodges-Lehmann estimate and the exact interval of wilcox.test, which needs untied differences."""
    for table, said in each_table():
        untied = first_against_others(table)[0] + np.arange(1, len(table) + 1) / 1000
        found = hodges_lehmann(untied)
        close(np.transpose([found.estimate, found.low, found.high]), [pair["shift"] for pair in said["pairs"]])


def test_friedman_and_quade():
    for table, said in each_table():
        best_first = -table.astype(float)
        doubled = np.rint(2 * scipy.stats.rankdata(best_first, axis=1)).astype(np.int64)
        found = friedman(doubled)
        close([found.statistic, found.pvalue], said["friedman"])
        found = quade(best_first)
        close([found.statistic, found.pvalue], said["quade"])


def test_tests_of_counts():
    """prop.test of two shares of 100."""
    for table, said in each_table():
        hundred = np.array([100])
        _, pvalue = two_proportions(table[:1, 0], hundred, table[:1, 1], hundred)
        close(pvalue, said["proportions"])


@pytest.mark.parametrize(
    ("correction", "name"),
    [
        ("bonferroni", "bonferroni"),
        ("holm", "holm"),
        ("hochberg", "hochberg"),
        ("hommel", "hommel"),
        ("benjamini-hochberg", "BH"),
        ("benjamini-yekutieli", "BY"),
    ],
)
def test_corrections(correction, name):
    for _, said in each_table():
        close(adjust(np.array(said["adjusted"]["raw"]), correction), said["adjusted"][name])


def test_letters_are_cliques():
    """Each letter of multcompView's compact display is one of our cliques, but for one of a single comparate."""
    for table, said in each_table():
        k = table.shape[1]
        row, column = np.triu_indices(k, 1)
        _, better, worse = paired_t((table[:, row] - table[:, column]).T.astype(float))
        joined = np.eye(k, dtype=bool)
        joined[row, column] = joined[column, row] = sided(better, worse) >= 0.05
        ours = {frozenset(clique) for clique in maximal_cliques(joined, np.arange(k, dtype=float))}
        theirs = {frozenset(np.atleast_1d(letter).tolist()) for letter in said["cliques"]}
        assert ours == {clique for clique in theirs if len(clique) > 1}


def test_critical_values():
    """qtukey to the 1e-6 that its own accuracy is; qsignrank exactly; qnorm."""
    critical = R["critical"]
    for k, at_05, at_10 in critical["studentized"]:
        found = [critical_value(alpha, k) for alpha in (0.05, 0.10)]
        np.testing.assert_allclose(found, [at_05, at_10], rtol=1e-6)
    for n, one_sided, two_sided in critical["signed_rank"]:
        assert max(rare_sums(n, 0.05) - 1, 0) == max(one_sided, 0)
        assert max(rare_sums(n, 0.025) - 1, 0) == max(two_sided, 0)
    close([z_value(level) for level in (0.80, 0.90, 0.95, 0.99)], critical["normal"])
