"""What limits a conclusion, at the borders of the rules that say so."""

import numpy as np
import pytest

import comparatex as cx
from comparatex.layout.chapter_limits import Limits


@pytest.mark.parametrize(
    ("alpha", "near"),
    [
        (0.05, 1),  # p = 9/128: not significant at 0.05, but at 0.1
        (0.1, 1),  # significant at 0.1, and not at 0.05
        (9 / 256, 1),  # just significant at twice the level
        (0.035, 0),
        (9 / 64, 0),  # still significant at half the level
        (0.14, 1),
        (0.00391, 2),  # p = 1/128 of the other two pairs is significant at twice the level only
    ],
)
def test_verdicts_near_the_level_are_those_that_half_or_twice_of_it_would_change(alpha, near):
    ahead = np.array([1, 1, 1, 1, 1, 1, 1, -1]) / 100  # seven of eight tasks
    values = np.column_stack([0.5 + ahead, np.full(8, 0.5), np.full(8, 0.1)])
    comparison = cx.compare((values, ["A", "B", "C"]), test="sign", correction="none", alpha=alpha)
    assert comparison.pair_statistics.pvalue.tolist() == [9 / 128, 1 / 128, 1 / 128]
    assert Limits(comparison).n_near == near
