"""Patterns of significance against brute force, and their independence of how the work is cut."""

from collections import Counter
from itertools import combinations
from math import comb

import numpy as np
import pytest
from statsmodels.stats.multitest import multipletests

from comparatex.errors import UsageError
from comparatex.inference.audit.patterns import (
    Family,
    blocks,
    numbered_sets,
    patterns,
    question,
    sample,
)
from documents import thorough


def _pvalues(seed, m):
    p = np.triu(np.random.default_rng(seed).beta(0.3, 2, (m, m)), 1)
    return p + p.T


@pytest.mark.parametrize("sizes", [(2,), (0, 3), (0, 1, 2, 3, 4, 5)])
def test_numbers_name_every_set_once(sizes):
    family = Family(5, sizes)
    sets = numbered_sets(family, np.arange(family.n_sets))
    found = {tuple(np.flatnonzero(row).tolist()) for row in sets}
    assert found == {chosen for size in sizes for chosen in combinations(range(5), size)}


def test_large_combinations_are_numbered_exactly():
    family = Family(60, (30,))
    assert family.n_sets == comb(60, 30)
    rows = numbered_sets(family, np.array([0, 1, comb(60, 30) - 1]))
    assert rows.sum(axis=1).tolist() == [30, 30, 30]
    assert np.flatnonzero(rows[0]).tolist() == list(range(30))
    assert np.flatnonzero(rows[2]).tolist() == list(range(30, 60))


@pytest.mark.parametrize("sizes", [(1,), (2,), thorough((2, 3)), thorough(None)])
def test_patterns_equal_brute_force(sizes):
    m, core = 8, (5, 0, 2)
    p = _pvalues(0, m)
    expected = Counter()
    others = [c for c in range(m) if c not in core]
    for size in range(6) if sizes is None else sizes:
        for added in combinations(others, size):
            pairs = list(combinations((*core, *added), 2))
            holm = multipletests([p[pair] for pair in pairs], 0.05, "holm")[0]
            expected[tuple(pair for pair in combinations(core, 2) if not holm[pairs.index(pair)])] += 1
    found = patterns(question(p, core, sizes))
    assert found.exhaustive
    assert found.margin == 0
    assert {pattern.not_significant: pattern.count for pattern in found.patterns} == expected
    assert found.n_sets == found.n_possible == sum(expected.values())
    counts = [pattern.count for pattern in found.patterns]
    assert counts == sorted(counts, reverse=True)


def test_examples_produce_their_pattern_and_follow_the_seed():
    p = _pvalues(4, 9)
    first, again, other = (patterns(question(p, (0, 1, 2), (3,), seed=seed)) for seed in (0, 0, 1))
    assert first == again
    assert [pattern.examples for pattern in first.patterns] != [pattern.examples for pattern in other.patterns]
    for pattern in first.patterns:
        assert len(set(pattern.examples)) == min(5, pattern.count)
        for added in pattern.examples:
            pairs = list(combinations((0, 1, 2, *added), 2))
            holm = multipletests([p[pair] for pair in pairs], 0.05, "holm")[0]
            assert pattern.not_significant == tuple(
                pair for pair in combinations((0, 1, 2), 2) if not holm[pairs.index(pair)]
            )


def test_cutting_the_work_changes_nothing(monkeypatch):
    asked = question(_pvalues(2, 9), (0, 1, 2))
    whole = patterns(asked)
    monkeypatch.setattr("comparatex.inference.audit.patterns.BLOCK", 7)
    monkeypatch.setattr("comparatex.inference.audit.patterns.blocks", lambda *how: blocks(*how)[::-1])
    assert len(blocks(asked, 1 << 20)) > 3
    assert patterns(asked) == whole


def test_a_sample_states_its_error():
    p = _pvalues(6, 14)
    exact = patterns(question(p, (0, 1, 2, 3)))
    sampled = patterns(question(p, (0, 1, 2, 3)), budget=600)
    assert not sampled.exhaustive
    assert sampled.n_sets == 600
    assert 0.03 < sampled.margin < 0.05
    share = {pattern.not_significant: pattern.count / exact.n_sets for pattern in exact.patterns}
    for pattern in sampled.patterns:
        assert abs(pattern.count / 600 - share[pattern.not_significant]) < 2 * sampled.margin


@pytest.mark.parametrize(("sizes", "n_sets"), [((1, 2), 10), ((3, 4), 5)])
def test_samples_are_uniform_over_sets(sizes, n_sets):
    rows = sample(Family(4, sizes), 2000 * n_sets, 1)
    counts = Counter(tuple(np.flatnonzero(row).tolist()) for row in rows)
    assert len(counts) == n_sets
    assert {len(members) for members in counts} == {*sizes}
    assert all(abs(count - 2000) < 5 * 2000**0.5 for count in counts.values())


@pytest.mark.parametrize(("core", "sizes"), [((0,), None), (range(12), None), ((0, 1), (20,))])
def test_impossible_questions_are_refused(core, sizes):
    with pytest.raises(UsageError, match="core"):
        question(_pvalues(1, 14), core, sizes)


def test_of_more_sets_than_the_budget_as_many_are_drawn_as_asked():
    asked = question(_pvalues(5, 12), (0, 1, 2, 3), sampled=300)
    found = patterns(asked, budget=200), patterns(asked, budget=255), patterns(asked, budget=256)
    assert [one.n_sets for one in found] == [200, 255, 256]
    assert [one.exhaustive for one in found] == [False, False, True]
    many = patterns(question(_pvalues(5, 16), (0, 1, 2, 3), sampled=300), budget=4000)
    assert (many.n_sets, many.exhaustive, many.n_possible) == (300, False, 4096)


def test_bits_of_a_number_say_who_is_added_where_every_size_is_allowed():
    sets = numbered_sets(Family(4, tuple(range(5))), np.arange(16))
    assert [sum(1 << c for c in np.flatnonzero(row)) for row in sets] == [*range(16)]
