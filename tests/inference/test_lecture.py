"""Numbers that a lecture on model validation prints (Paulheim, Mannheim), and where it misprints, what is right."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from comparatex.inference.pair_tests import sign_test, sign_test_of
from comparatex.inference.proportions import share_interval
from comparatex.inference.wilcoxon import rare_sums

ERRORS = np.array(
    [
        [0.09, 0.11], [0.71, 0.72], [0.77, 0.69], [0.21, 0.44], [0.37, 0.37], [0.85, 0.92],
        [0.62, 0.65], [0.58, 0.55], [0.79, 0.89], [0.12, 0.16], [0.09, 0.15], [0.19, 0.24],
    ]
)  # fmt: skip

SIGN_05 = (5, 6, 7, 7, 8, 9, 9, 10, 10, 11, 12, 12, 13, 13, 14, 15, 15, 16, 17, 18, 18)
SIGN_10 = (5, 6, 6, 7, 7, 8, 9, 9, 10, 10, 11, 12, 12, 13, 13, 14, 14, 15, 16, 16, 17)

WILCOXON = {
    5: (0, None, None, None), 6: (2, 0, None, None), 7: (3, 2, 0, None), 8: (5, 3, 1, 0), 9: (8, 5, 3, 1),
    10: (10, 8, 5, 3), 11: (13, 10, 7, 5), 12: (17, 13, 9, 7), 13: (21, 17, 12, 9), 14: (25, 21, 15, 12),
    15: (30, 25, 19, 15), 16: (35, 29, 23, 19), 17: (41, 34, 27, 23), 18: (47, 40, 32, 27), 19: (53, 46, 37, 32),
    20: (60, 52, 43, 37), 21: (67, 58, 49, 42), 22: (75, 65, 55, 48), 23: (83, 73, 62, 54), 24: (91, 81, 69, 61),
    25: (100, 89, 76, 68), 26: (110, 98, 84, 75), 27: (119, 107, 92, 83), 28: (130, 116, 101, 91),
    29: (140, 126, 110, 100), 30: (151, 127, 120, 100),
}  # fmt: skip
MISPRINTED = {(30, 1): 137, (30, 3): 109}
"""Of 30 differences the table prints 127 and 100, less than what is exact."""


def test_numbers_of_wins_and_means():
    apart = np.sign(ERRORS[:, 1] - ERRORS[:, 0])
    assert [int((apart == side).sum()) for side in (1, 0, -1)] == [9, 1, 2]
    assert ERRORS.mean(axis=0).round(2).tolist() == [0.45, 0.49]


def test_observed_errors_of_a_model():
    """7 to 17 of 40 errors at a rate of 0.3, called 95 %, are the symmetric counts nearest to it: 94.4 %."""
    coverage = [stats.binom.cdf(12 + half, 40, 0.3) - stats.binom.cdf(11 - half, 40, 0.3) for half in (5, 6)]
    assert np.round(coverage, 3).tolist() == [0.944, 0.977]
    low, high = share_interval(np.array([12]), np.array([40]), method="count")
    assert (low[0], high[0]) == (0.175, 0.45)  # quantiles are not symmetric: 7 to 18
    assert (7 / 40, 17 / 40) == (0.175, 0.425)


def test_counting_ties_takes_significance_away():
    """9 of 11 are significant at 0.05, one-sided as in the lecture; 9 of 12, with the tie counted, are not."""
    wins, ties, losses = np.array([9]), np.array([1]), np.array([2])
    assert sign_test(wins, losses, 1)[0] == pytest.approx(0.0327, abs=5e-5)
    assert sign_test_of(wins, ties, losses, "count", 1)[1][0] == pytest.approx(0.0730, abs=5e-5)


def fewest_wins(n, alpha):
    """Return the fewest wins of n with which the one-sided sign test rejects."""
    return next(w for w in range(n + 1) if sign_test(np.array([w]), np.array([n - w]), 1)[0] <= alpha)


def test_significant_wins_alone():
    """On problems 1, 3, 4, 6, 7, 9 to 12 the difference counts: 8 wins and a loss, as many as nine problems need."""
    counted = np.array([1, 3, 4, 6, 7, 9, 10, 11, 12]) - 1
    apart = np.sign(ERRORS[counted, 1] - ERRORS[counted, 0])
    assert (int((apart > 0).sum()), int((apart < 0).sum())) == (8, 1)
    assert SIGN_05[9 - 5] == fewest_wins(9, 0.05) == 8


def test_table_of_the_sign_test():
    """Called two-tailed, its rows are one-tailed values at 0.05 and 0.1; two of them are one too high."""
    sizes = range(5, 26)
    for alpha, printed, high in ((0.05, SIGN_05, {23, 24}), (0.1, SIGN_10, set())):
        exact = [fewest_wins(n, alpha) for n in sizes]
        assert {n for n, x, y in zip(sizes, printed, exact, strict=True) if x != y} == high
        assert all(y <= x <= y + 1 for x, y in zip(printed, exact, strict=True))


@pytest.mark.parametrize("n", WILCOXON)
def test_table_of_the_signed_rank_test(n):
    for column, alpha in enumerate((0.1, 0.05, 0.02, 0.01)):
        expected = MISPRINTED.get((n, column), WILCOXON[n][column])
        assert rare_sums(n, alpha / 2) == (0 if expected is None else expected + 1), (n, alpha)
