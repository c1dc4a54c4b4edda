from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from comparatex.errors import DataError
from comparatex.inference.cliques import maximal_cliques


def symmetric(edges, m):
    joined = np.eye(m, dtype=bool)
    for i, j in edges:
        joined[i, j] = joined[j, i] = True
    return joined


@given(st.integers(2, 8), st.integers(0, 2**28 - 1))
def test_cliques_are_all_maximal_complete_sets(m, bits):
    edges = [pair for k, pair in enumerate(combinations(range(m), 2)) if bits >> k & 1]
    joined = symmetric(edges, m)
    complete = [
        set(members)
        for size in range(2, m + 1)
        for members in combinations(range(m), size)
        if joined[np.ix_(members, members)].all()
    ]
    expected = [tuple(sorted(s)) for s in complete if not any(s < other for other in complete)]
    assert list(maximal_cliques(joined, np.arange(m, dtype=float))) == sorted(expected)


def test_members_and_cliques_stand_in_rank_order():
    joined = symmetric([(0, 1), (1, 2)], 3)
    assert maximal_cliques(joined, np.array([3.0, 2.0, 1.0])) == ((2, 1), (1, 0))


def test_no_clique_of_one():
    assert maximal_cliques(symmetric([], 4), np.arange(4.0)) == ()


def test_undefined_ranks_keep_the_order_of_positions():
    assert maximal_cliques(symmetric([(0, 1)], 2), np.full(2, np.nan)) == ((0, 1),)


def test_a_thousand_that_do_not_differ_are_one_clique():
    assert maximal_cliques(np.ones((1000, 1000), bool), np.arange(1000.0)) == (tuple(range(1000)),)


def test_intervals_of_many():
    m, reach = 600, 150
    near = np.abs(np.subtract.outer(np.arange(m), np.arange(m))) <= reach
    found = maximal_cliques(near, np.arange(m, dtype=float))
    assert found == tuple(tuple(range(i, i + reach + 1)) for i in range(m - reach))


def test_too_many_are_refused():
    """The graph that joins everyone but 20 pairs has 2**20 maximal cliques."""
    joined = np.ones((40, 40), bool)
    joined[np.arange(0, 40, 2), np.arange(1, 40, 2)] = joined[np.arange(1, 40, 2), np.arange(0, 40, 2)] = False
    with pytest.raises(DataError, match="40 comparates form more than 10,000 cliques"):
        maximal_cliques(joined, np.arange(40.0))
