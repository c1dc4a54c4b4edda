"""Skillings and Mack's test where scores are missing, and scores that take the place of missing ones."""

import json

import numpy as np
import pytest

from comparatex.inference.compare import compare
from comparatex.inference.friedman import friedman
from comparatex.inference.rank_tests import skillings_mack
from comparatex.inference.ranks import doubled_ranks
from comparatex.stats import to_json
from levels import ALPHA, Share
from studies import skillings

NAN = np.nan
# Times of assembly by four methods: Skillings and Mack (1981), whose statistic is 15.493.
ASSEMBLY = [
    [3.2, 4.1, 3.8, 4.2],
    [3.1, 3.9, 3.4, 4.0],
    [4.3, 3.5, 4.6, 4.8],
    [3.5, 3.6, 3.9, 4.0],
    [3.6, 4.2, 3.7, 3.9],
    [4.5, 4.7, 3.7, NAN],
    [NAN, 4.2, 3.4, NAN],
    [4.3, 4.6, 4.4, 4.9],
    [3.5, NAN, 3.7, 3.9],
]


def test_the_published_example(make):
    found = skillings_mack(np.array(ASSEMBLY))
    assert (found.df, round(found.statistic, 3), round(found.pvalue, 6)) == ((3,), 15.493, 0.00144)
    comparison = compare(make(ASSEMBLY, 1, missing="pairwise", higher_is_better=False))
    assert comparison.omnibus == "skillings-mack"
    assert json.loads(to_json(comparison))["skillings_mack"]["statistic"] == pytest.approx(found.statistic)
    assert compare(make(np.nan_to_num(ASSEMBLY, nan=5), 1)).skillings_mack is None


@pytest.mark.parametrize("seed", range(8))
def test_on_complete_tables_it_is_friedmans_corrected_for_ties(seed):
    values = np.random.default_rng(seed).integers(0, 4 + 9 * seed, (12, 5)).astype(float)
    wanted, found = friedman(doubled_ranks(values)), skillings_mack(values)
    assert (found.statistic, found.pvalue) == pytest.approx((wanted.statistic, wanted.pvalue))
    assert found.df == (wanted.df,)


@pytest.mark.parametrize("seed", range(8))
def test_it_agrees_with_sums_over_tasks_with_gaps_and_ties(seed):
    rng = np.random.default_rng(seed)
    values = rng.integers(0, 8, (9, 4)).astype(float)
    values[rng.random(values.shape) < 0.35] = NAN
    assert skillings_mack(values).pvalue == pytest.approx(skillings(-values))


def test_tasks_that_do_not_connect_all_leave_fewer_degrees_of_freedom():
    apart = np.array([[1, 2, NAN, NAN], [2, 1, NAN, NAN], [NAN, NAN, 1, 2], [NAN, NAN, 1, 2], [1, 2, NAN, NAN]])
    assert skillings_mack(apart).df == (2,)
    assert np.isnan(skillings_mack(apart[:1]).pvalue)
    assert skillings_mack(np.ones((3, 3))).pvalue == 1


def test_its_level_holds_with_gaps():
    rng, hits, runs = np.random.default_rng(3), 0, 2_000
    for _ in range(runs):
        values = rng.normal(size=(25, 5))
        values[rng.random(values.shape) < 0.25] = NAN
        hits += skillings_mack(values).pvalue <= ALPHA
    assert Share(hits, runs).at_most(ALPHA)
    assert hits > 0.03 * runs
