import numpy as np
import pytest
import scipy.stats

from comparatex.inference.pair_tests import _coin_cdf, sign_test

SIDES = {0: "two-sided", 1: "greater", -1: "less"}


@pytest.mark.parametrize("side", SIDES)
def test_agrees_with_scipys_binomial_test(side):
    wins, losses = (index.ravel() for index in np.mgrid[0:25, 0:25])
    found = sign_test(wins[1:], losses[1:], side)
    for w, n, p in zip(wins[1:], losses[1:], found, strict=True):
        oracle = scipy.stats.binomtest(int(w), int(w + n), alternative=SIDES[side]).pvalue
        assert p == pytest.approx(oracle, rel=1e-12)


def test_many_tasks():
    found = sign_test(np.array([2000, 1500]), np.array([0, 1400]))
    assert found[0] == 2.0**-1999 * 1 or found[0] == 0.0
    assert found[1] == pytest.approx(scipy.stats.binomtest(1500, 2900).pvalue, rel=1e-10)


def test_only_ties():
    assert sign_test(np.array([0]), np.array([0])).tolist() == [1.0]


def test_lecture():
    """9 wins and 2 losses: 0.03 one-sided (Paulheim, model validation)."""
    found, reverse = (sign_test(np.array([9]), np.array([2]), side) for side in (1, -1))
    assert found[0] == pytest.approx(67 / 2**11, rel=1e-15)
    assert reverse[0] == pytest.approx(1 - 12 / 2**11, rel=1e-15)


@pytest.mark.parametrize(("n", "wins"), [(5, 5), (10, 9), (15, 12), (20, 15), (23, 17), (25, 18)])
def test_published_one_tailed_critical_values(n, wins):
    """Demšar (2006), Table 3, w at .05: its heading says two-tailed, its numbers are one-tailed but for 23 and 24."""
    if n == 23:
        wins = 16
    at, below = (sign_test(np.array([w]), np.array([n - w]), 1)[0] for w in (wins, wins - 1))
    assert at <= 0.05 < below


def test_many_tasks_cost_little_and_agree_with_whole_numbers(monkeypatch):
    wins, losses = np.array([2_900, 2_400, 60]), np.array([3_000, 2_500, 5_840])
    nearly = sign_test(wins, losses)
    monkeypatch.setattr("comparatex.inference.pair_tests._EXACT", 10_000)
    _coin_cdf.cache_clear()
    for found, exact in zip(nearly, sign_test(wins, losses), strict=True):
        np.testing.assert_allclose(found, exact, rtol=1e-9)
    _coin_cdf.cache_clear()
    million = sign_test(np.array([499_000]), np.array([501_000]))
    assert million[0] == pytest.approx(2 * scipy.stats.binom.cdf(499_000, 1_000_000, 0.5), rel=1e-9)
