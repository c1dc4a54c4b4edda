"""The axis of mean ranks holds all of them and has a readable number of ticks."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from comparatex.layout.cdd_view import rank_axis

RANKS = st.lists(st.decimals(1, 600, places=4), min_size=2, max_size=20)


@given(RANKS, st.sampled_from(["left", "right"]))
def test_all_ranks_are_on_the_axis(ranks, best):
    axis = rank_axis(ranks, 600, best)
    low, high = sorted((axis.left, axis.right))
    assert low <= min(ranks) and max(ranks) <= high
    assert (axis.left < axis.right) == (best == "left")
    assert axis.span == high - low >= 1


@given(RANKS)
def test_ticks_are_few_and_on_the_axis(ranks):
    axis = rank_axis(ranks, 600, "right")
    ticks = (*axis.ticks, *axis.minor_ticks)
    assert 2 <= len(axis.ticks) <= 9
    assert {axis.left, axis.right} <= set(ticks)
    assert len(set(ticks)) == len(ticks) <= 60
    assert all(axis.right <= tick <= axis.left for tick in ticks)
    assert len({b - a for a, b in zip(axis.ticks, axis.ticks[1:], strict=False)}) == 1


@pytest.mark.parametrize(
    ("ranks", "n", "ends", "ticks"),
    [
        (("1.2", "1.8"), 2, (2, 1), "1.0 1.2 1.4 1.6 1.8 2.0"),
        (("2.5", "2.5"), 4, (3, 2), "2.0 2.2 2.4 2.6 2.8 3.0"),
        (("2", "2"), 3, (3, 1), "1.0 1.5 2.0 2.5 3.0"),
        (("2.1", "9.9"), 12, (10, 2), "2 3 4 5 6 7 8 9 10"),
        (("1.1", "37.3"), 40, (38, 1), "5 10 15 20 25 30 35"),
    ],
)
def test_examples(ranks, n, ends, ticks):
    axis = rank_axis([Decimal(rank) for rank in ranks], n, "right")
    assert (axis.left, axis.right) == ends
    assert " ".join(map(str, axis.ticks)) == ticks
