from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from comparatex.inference.wilcoxon import tied_tails, untied_cdf


def enumerated(ranks, w):
    """Return P(W ≤ w) and P(W < w) over all signs."""
    sums = [
        sum(r for r, sign in zip(ranks, signs, strict=True) if sign)
        for signs in product((0, 1), repeat=len(ranks))
    ]
    return np.mean(np.array(sums) <= w), np.mean(np.array(sums) < w)


@given(st.lists(st.integers(1, 24), min_size=1, max_size=12), st.floats(0, 0.5))
@settings(deadline=None, max_examples=60)
def test_any_midranks_agree_with_enumeration(ranks, share):
    w = int(share * sum(ranks))
    found = tied_tails(np.array([sorted(ranks, reverse=True)]), np.array([w]))
    assert [float(value[0]) for value in found] == list(enumerated(ranks, w))


def test_pairs_that_share_ranks_do_not_disturb_each_other():
    rng = np.random.default_rng(0)
    rows = -np.sort(-rng.integers(0, 14, (40, 10)), axis=1)
    rows[:, :3] = [40, 38, 36]
    w = (rows.sum(axis=1) * rng.uniform(0, 0.5, 40)).astype(np.int64)
    together = np.array(tied_tails(rows, w))
    alone = np.array([[value[0] for value in tied_tails(rows[k : k + 1], w[k : k + 1])] for k in range(40)]).T
    assert (together == alone).all()


@pytest.mark.parametrize(
    ("n", "w", "p"),
    # Two-sided critical values of Wilcoxon's table at .05 (McCornack 1965, JASA 60): P(W ≤ w) ≤ .025 < P(W ≤ w + 1)
    [
        (6, 0, 0.025),
        (8, 3, 0.025),
        (10, 8, 0.025),
        (12, 13, 0.025),
        (20, 52, 0.025),
        (25, 89, 0.025),
        (30, 137, 0.025),
    ],
)
def test_published_critical_values(n, w, p):
    cdf = untied_cdf(0, n)
    assert cdf[w] <= p < cdf[w + 1]


def test_probabilities_of_many_ranks_stay_finite():
    cdf = untied_cdf(0, 300)
    assert 0 < cdf[0] < 1e-89
    assert cdf[-1] == pytest.approx(0.5, abs=1e-3)
