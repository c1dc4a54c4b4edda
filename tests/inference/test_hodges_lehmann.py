"""Walsh averages by rank against all of them sorted, to the last bit."""

import tracemalloc
from unittest import mock

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from scipy import stats

from comparatex.inference import hodges_lehmann as walsh
from comparatex.inference.differences import of_scores
from comparatex.inference.hodges_lehmann import hodges_lehmann, shifts, walsh_averages

SHIPPED = {"LISTED_UP_TO": walsh.LISTED_UP_TO}
SMALL = {"LISTED_UP_TO": 0, "_DRAWN": 16, "_LISTED": 8}
"""With these a few numbers already go through every step that thousands do."""
numbers = st.one_of(
    st.integers(-3, 3).map(float),
    st.integers(-40, 40).map(lambda k: k / 1000),
    st.sampled_from([0.0, -0.0, 0.1, 0.2, 0.3, 1e-18, -1e9, 1e16]),
    st.floats(-1e3, 1e3),
)
samples = st.one_of(st.lists(numbers, min_size=1, max_size=40), st.lists(numbers, min_size=150, max_size=200))


def everything(differences):
    """All averages, sorted; adding zero makes 0.0 and -0.0 one number, also where a half underflows."""
    d = np.asarray(differences) + 0.0
    return np.sort((d[:, None] + d)[np.triu_indices(len(d))] / 2 + 0.0)


def same_bits(found, expected):
    return np.array(found).tobytes() == np.asarray(expected, dtype=float).tobytes()


@pytest.mark.parametrize("sizes", [SHIPPED, SMALL], ids=["shipped", "small"])
@given(samples, st.data())
@example([0.0] * 20 + [1.0] * 20, None)
@example([-5e-324, 0.0], None)
def test_every_rank_is_that_of_sorting(sizes, differences, data):
    expected = everything(differences)
    middle = [(len(expected) - 1) // 2, len(expected) // 2]
    drawn = [] if data is None else data.draw(st.lists(st.integers(0, len(expected) - 1), max_size=3))
    for ranks in (middle, sorted([0, *middle, *drawn, len(expected) - 1])):
        with mock.patch.multiple(walsh, **sizes):
            assert same_bits(walsh_averages(np.array(differences), ranks), expected[ranks])


@pytest.mark.parametrize(
    "kind", ["continuous", "decimal", "zeros", "two values", "one value", "unlike sizes", "rising"]
)
@pytest.mark.parametrize("n", [256, 257, 700, 1500])
def test_many_differences_of_every_kind(kind, n):
    """The ends, the middle, and ranks on either side of the most frequent averages."""
    draw = np.random.default_rng(n)
    d = {
        "continuous": lambda: draw.normal(size=n),
        "decimal": lambda: draw.normal(size=n).round(2),
        "zeros": lambda: np.where(draw.random(n) < 0.5, 0.0, draw.normal(size=n).round(3)),
        "two values": lambda: draw.permutation(np.repeat([0.1, 0.7], [n // 2, n - n // 2])),
        "one value": lambda: np.full(n, 0.1),
        "unlike sizes": lambda: draw.choice([-1.0, 1.0], n) * 10.0 ** draw.integers(-18, 18, n),
        "rising": lambda: np.arange(n) / 10,
    }[kind]()
    expected = everything(d)
    changes = np.flatnonzero(np.diff(expected))[[0, -1]] if np.ptp(d) else np.zeros(2, dtype=int)
    m, edges = len(expected), changes.tolist()
    for ranks in ([0], [m - 1], [(m - 1) // 2, m // 2], sorted([*edges, *(e + 1 for e in edges), m // 3])):
        assert same_bits(walsh_averages(d, ranks), expected[ranks])


def test_differences_of_decimal_scores(make):
    """300 scores with three decimals: the shifts are those of all averages of the exact differences."""
    scores = make(np.random.default_rng(5).random((300, 3)).round(3), 3)
    row, column = np.array([0, 2, 1]), np.array([1, 0, 2])
    found = shifts(scores, row, column, 0.9)
    c = int(np.floor(300 * 301 / 4 + stats.norm.ppf(0.05) * np.sqrt(300 * 301 * 601 / 24)))
    for k, differences in enumerate(of_scores(scores).between(row, column)):
        averages = everything(differences)
        ends = (found.low[k], found.high[k], found.estimate[k])
        assert same_bits(ends, [averages[c - 1], averages[-c], np.median(averages)])
        whole = np.sort(np.rint(averages * 2000)) / 2000
        assert ends == pytest.approx((whole[c - 1], whole[-c], np.median(whole)), abs=1e-15)


def test_ends_are_where_the_signed_rank_statistic_passes_its_critical_value():
    """W⁻ at a shift counts the averages below it; at each end of the interval it jumps over its quantile."""
    d = np.random.default_rng(3).normal(0.1, 1, 4000)
    n, found = len(d), hodges_lehmann(d[None], 0.95)
    c = int(np.floor(n * (n + 1) / 4 + stats.norm.ppf(0.025) * np.sqrt(n * (n + 1) * (2 * n + 1) / 24)))

    def below(shift):
        return stats.rankdata(np.abs(d - shift))[d < shift].sum()

    m, step = n * (n + 1) // 2, 1e-11
    assert [below(found.low[0] - step), below(found.low[0] + step)] == [c - 1, c]
    assert [below(found.high[0] - step), below(found.high[0] + step)] == [m - c, m - c + 1]
    assert below(found.estimate[0]) == m / 2


def test_memory_grows_with_the_tasks_not_with_their_square():
    d = np.random.default_rng(0).normal(size=20_000).round(4)
    tracemalloc.start()
    try:
        hodges_lehmann(d[None])
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 400 * len(d)  # all averages: 1.6 GB


@pytest.mark.parametrize("n", [2, 60, 700])
def test_no_zero_has_a_sign(n):
    """Half of the smallest negative number is -0.0; the average of two of different sign, 0.0."""
    least = np.full((1, n), -5e-324)
    least[0, : n // 2] = -0.0
    found = hodges_lehmann(least)
    ends = np.array([found.estimate, found.low, found.high])
    assert not np.signbit(ends[ends == 0]).any()
    assert (ends == 0).any()
