"""Smallest flips against brute force over all changes."""

from itertools import combinations

import numpy as np
import pytest

from comparatex.inference.audit.flips import smallest_flip
from comparatex.inference.audit.stepwise import rejected


def _pvalues(seed, m):
    p = np.triu(np.random.default_rng(seed).beta(0.25, 4, (m, m)), 1)
    return p + p.T


def _verdict(p, chosen, pair, correction):
    members = np.zeros((1, len(p)), bool)
    members[0, list(chosen)] = True
    return bool(rejected(p, pair, members, correction=correction)[0, 0])


def _brute_force(p, baseline, pair, kind, correction):
    now = _verdict(p, baseline, pair, correction)
    free = [c for c in range(len(p)) if (c in baseline) == (kind == "remove") and c not in pair]
    for size in range(1, len(free) + 1):
        for change in combinations(free, size):
            if _verdict(p, set(baseline) ^ set(change), pair, correction) != now:
                return size
    return 0


@pytest.mark.parametrize("correction", ["none", "bonferroni", "holm", "hochberg", "finner"])
def test_flips_equal_brute_force(correction):
    flipped = 0
    for seed in range(6):
        p = _pvalues(seed, 8)
        for baseline in [(0, 1, 2), (0, 1, 2, 3, 4), tuple(range(8))]:
            for pair in [(0, 1), (1, 2)]:
                for kind in ("add", "remove"):
                    size = _brute_force(p, baseline, pair, kind, correction)
                    flip = smallest_flip(p, baseline, pair, kind, correction=correction)
                    assert flip.possible == (size > 0)
                    assert (len(flip.change), flip.at_least) == (size, size)
                    flipped += size > 0
    assert correction == "none" or flipped > 5


def test_a_spent_budget_says_what_is_known():
    p = np.full((12, 12), 0.2)
    p[0, 1] = p[1, 0] = 0.004
    flip = smallest_flip(p, (0, 1), (0, 1), "add", budget=3)
    exact = smallest_flip(p, (0, 1), (0, 1), "add")
    assert (flip.possible, flip.change) == (True, ())
    assert flip.at_least <= exact.at_least == len(exact.change) == 4
