"""Decisions on many sets at once against statsmodels on each set alone."""

from itertools import combinations

import numpy as np
import pytest
from statsmodels.stats.multitest import multipletests

from comparatex.inference.audit import flips as stepwise
from comparatex.inference.audit.flips import PROCEDURES, rejected

NAMES = {
    "bonferroni": "bonferroni",
    "sidak": "sidak",
    "holm": "holm",
    "holland": "holm-sidak",
    "hochberg": "simes-hochberg",
    "benjamini-hochberg": "fdr_bh",
}


def _pvalues(seed, m, ties=False):
    rng = np.random.default_rng(seed)
    p = np.triu(rng.beta(0.3, 2, (m, m)), 1)
    if ties:
        p = np.round(p, 2)
    return p + p.T


def _all_sets(m, core):
    others = [c for c in range(m) if c not in core]
    sets = [(*core, *added) for size in range(len(others) + 1) for added in combinations(others, size)]
    members = np.zeros((len(sets), m), bool)
    for mask, chosen in zip(members, sets, strict=True):
        mask[list(chosen)] = True
    return sets, members


@pytest.mark.parametrize("correction", NAMES)
@pytest.mark.parametrize("ties", [False, True])
def test_each_set_is_decided_as_alone(correction, ties):
    core = (4, 1, 2)
    for seed in range(4):
        p = _pvalues(seed, 7, ties)
        sets, members = _all_sets(7, core)
        found = rejected(p, core, members, correction=correction)
        for chosen, decisions in zip(sets, found, strict=True):
            pairs = list(combinations(chosen, 2))
            alone = multipletests([p[pair] for pair in pairs], 0.05, NAMES[correction])[0]
            # The library compares adjusted p-values, ours critical values: equal but for rounding.
            assert [alone[pairs.index(pair)] for pair in combinations(core, 2)] == decisions.tolist()


def test_without_correction_no_other_comparate_matters():
    p = _pvalues(7, 8)
    _, members = _all_sets(8, (0, 1, 2))
    found = rejected(p, (0, 1, 2), members, correction="none")
    assert (found == [p[0, 1] <= 0.05, p[0, 2] <= 0.05, p[1, 2] <= 0.05]).all()


def test_finner_steps_down():
    p = _pvalues(3, 6)
    values = np.sort(p[np.triu_indices(6, 1)])
    within = values <= 1 - 0.95 ** (np.arange(1, 16) / 15)
    limit = values[np.argmin(within) - 1] if not within.all() else values[-1]
    found = rejected(p, tuple(range(6)), np.ones((1, 6), bool), correction="finner")[0]
    assert found.tolist() == [p[pair] <= limit for pair in combinations(range(6), 2)]


def test_blocks_do_not_change_decisions(monkeypatch):
    p = _pvalues(5, 9)
    _, members = _all_sets(9, (0, 3))
    whole = {name: rejected(p, (0, 3), members, correction=name) for name in PROCEDURES}
    monkeypatch.setattr("comparatex.inference.audit.flips._BLOCK", 7)
    for name, decisions in whole.items():
        assert (rejected(p, (0, 3), members, correction=name) == decisions).all()


def test_undefined_pvalues_are_never_rejected_and_count_in_the_family():
    p = np.array([[0, 0.02, np.nan], [0.02, 0, np.nan], [np.nan, np.nan, 0]])
    found = rejected(p, (0, 1, 2), np.array([[True, True, True]]))
    assert found.tolist() == [[False, False, False]]
    assert rejected(p, (0, 1), np.array([[True, True, False]])).tolist() == [[True]]


@pytest.mark.parametrize("correction", PROCEDURES)
def test_sorting_each_set_decides_as_one_pass_over_all_pairs(correction, monkeypatch):
    p = _pvalues(11, 24, ties=True)
    members = np.random.default_rng(2).random((400, 24)) < 0.15
    sorted_each = rejected(p, (3, 8, 1), members, correction=correction)
    monkeypatch.setattr(stepwise, "_GATHERED", 1000)
    assert (rejected(p, (3, 8, 1), members, correction=correction) == sorted_each).all()
    assert sorted_each.any() and not sorted_each.all()
