"""What limits a conclusion, at the borders of the rules that say so."""

import numpy as np
import pytest

import comparatex as cx
from comparatex.layout.chapter_limits import Limits
from comparatex.layout.numbers import level


@pytest.mark.parametrize(
    ("alpha", "near"),
    [
        (0.05, {0.1: 1, 0.025: 0}),  # p = 9/128: not significant at 0.05, but at 0.1
        (0.1, {0.05: 1, 0.2: 0}),  # significant at 0.1, and not at 0.05
        (9 / 256, {9 / 128: 1, 9 / 512: 0}),  # just significant at twice the level
        (0.035, {}),
        (9 / 64, {}),  # still significant at half the level
        (0.14, {0.07: 1, 0.28: 0}),
        (0.00391, {0.00782: 2, 0.001955: 0}),  # p = 1/128 of the other two pairs is significant at twice the level only
    ],
)
def test_verdicts_near_the_level_are_those_that_half_or_twice_of_it_would_change(alpha, near):
    ahead = np.array([1, 1, 1, 1, 1, 1, 1, -1]) / 100  # seven of eight tasks
    values = np.column_stack([0.5 + ahead, np.full(8, 0.5), np.full(8, 0.1)])
    comparison = cx.compare((values, ["A", "B", "C"]), test="sign", correction="none", alpha=alpha)
    assert comparison.pair_statistics.pvalue.tolist() == [9 / 128, 1 / 128, 1 / 128]
    assert Limits(comparison).levels == tuple((level(other), n) for other, n in near.items())
