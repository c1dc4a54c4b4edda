"""Swaps and stretches of mean ranks against brute force over all sets."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import rankdata

from comparatex.inference.audit.mean_ranks import (
    half_wins,
    mean_ranks,
    rank_swaps,
)


def _table(seed, n_tasks, m):
    # Few distinct scores: ties are frequent.
    return np.random.default_rng(seed).integers(0, 5, (n_tasks, m)).astype(float)


def _ranks(scores, members):
    return rankdata(scores[:, list(members)], axis=1).mean(axis=0)


def _sets_with(m, pair):
    others = [c for c in range(m) if c not in pair]
    return [(*pair, *added) for size in range(len(others) + 1) for added in combinations(others, size)]


def test_mean_ranks_are_those_of_the_set():
    scores = _table(1, 9, 6)
    counts = half_wins(scores)
    for members in [(0, 1), (4, 2, 5), tuple(range(6))]:
        np.testing.assert_allclose(mean_ranks(counts, members, 9), _ranks(scores, members), atol=1e-12)


@given(st.integers(0, 10**6), st.integers(2, 6), st.integers(3, 9), st.data())
def test_swaps_equal_brute_force(seed, m, n_tasks, data):
    scores = _table(seed, n_tasks, m)
    baseline = tuple(sorted(data.draw(st.sets(st.integers(0, m - 1), min_size=2))))
    for swap in rank_swaps(half_wins(scores), n_tasks, baseline):
        pair = (swap.better, swap.worse)
        differences = {}
        for members in _sets_with(m, pair):
            first, second = _ranks(scores, members)[:2]
            differences[frozenset(members)] = second - first
        assert swap.difference == pytest.approx(differences[frozenset(baseline)], abs=1e-12)
        assert swap.difference >= 0
        assert swap.smallest == pytest.approx(min(differences.values()), abs=1e-12)
        assert swap.largest == pytest.approx(max(differences.values()), abs=1e-12)
        reversing = [members for members, value in differences.items() if value < -1e-9]
        assert swap.reversible == bool(reversing)
        if reversing:
            smallest = min(len(members ^ set(baseline)) for members in reversing)
            assert len(swap.add) + len(swap.remove) == smallest
            changed = (frozenset(baseline) | set(swap.add)) - set(swap.remove)
            assert changed in reversing


def test_the_swap_by_a_similar_competitor():
    """A beats B on more tasks, but whoever competes with C sees B win: C takes places between B and A."""
    scores = np.array([[1, 2, 3], [1, 2, 3], [1, 2, 3], [3, 1, 2], [3, 1, 2]], float)
    (swap,) = rank_swaps(half_wins(scores), 5, (0, 1))
    assert (swap.better, swap.worse, swap.reversible, swap.add, swap.remove) == (0, 1, True, (2,), ())
