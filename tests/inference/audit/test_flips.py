"""Smallest flips against brute force over all changes."""

from itertools import combinations

import numpy as np
import pytest

from comparatex.inference.audit.flips import rejected, smallest_flip


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


def test_an_audit_looks_for_additions_to_the_core_and_removals_from_the_table():
    from itertools import combinations

    from comparatex.data.read import read
    from comparatex.inference.audit.audit import AuditSettings, audit
    from comparatex.inference.compare import compare

    rng = np.random.default_rng(11)
    values = rng.normal(0.7, 0.05, (40, 1)) + rng.normal(0, 0.03, (40, 8)) + 0.007 * np.arange(8)
    table = (np.round(values, 3), tuple("ABCDEFGH"), tuple(f"t{i}" for i in range(40)))
    found = audit(compare(read(table)), AuditSettings(core=(0, 2, 5)))
    pvalues = found.comparison.matrix("pvalue")
    np.fill_diagonal(pvalues, 1.0)
    assert any(flip.change for flip in (*found.flips.values(), *found.removals.values()))
    for kind, flips, base in (("add", found.flips, {0, 2, 5}), ("remove", found.removals, set(range(8)))):
        for pair, flip in flips.items():
            free = [c for c in range(8) if c not in pair and (c in base) == (kind == "remove")]
            sizes = [
                size
                for size in range(1, len(free) + 1)
                for change in combinations(free, size)
                if _verdict(pvalues, tuple(sorted(base ^ set(change))), pair, "holm")
                != _verdict(pvalues, tuple(sorted(base)), pair, "holm")
            ]
            assert flip.possible == bool(sizes)
            assert len(flip.change) == min(sizes, default=0)
