"""Decisions on many sets at once against statsmodels on each set alone; smallest flips against brute force."""

from itertools import combinations

import numpy as np
import pytest
from statsmodels.stats.multitest import multipletests

import comparatex as cx
from comparatex.inference.analysis import AuditSettings
from comparatex.inference.audit.audit import audit
from comparatex.inference.audit.flips import AUDITED, rejected, smallest_flip
from comparatex.inference.corrections import CORRECTIONS, adjust
from documents import thorough

NAMES = {
    "bonferroni": "bonferroni",
    "sidak": "sidak",
    "holm": "holm",
    "holland": "holm-sidak",
    "hochberg": "simes-hochberg",
    "benjamini-hochberg": "fdr_bh",
    "benjamini-yekutieli": "fdr_by",
}


def _pvalue_matrix(seed, m, ties=False):
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
@pytest.mark.parametrize("ties", [thorough(False), True])
def test_each_set_is_decided_as_alone(correction, ties):
    core = (4, 1, 2)
    p = _pvalue_matrix(0, 7, ties)
    sets, members = _all_sets(7, core)
    found = rejected(p, core, members, correction=correction)
    for chosen, decisions in zip(sets, found, strict=True):
        pairs = list(combinations(chosen, 2))
        alone = multipletests([p[pair] for pair in pairs], 0.05, NAMES[correction])[0]
        # The library compares adjusted p-values, ours critical values: equal but for rounding.
        assert [alone[pairs.index(pair)] for pair in combinations(core, 2)] == decisions.tolist()


def test_without_correction_no_other_comparate_matters():
    p = _pvalue_matrix(7, 8)
    _, members = _all_sets(8, (0, 1, 2))
    found = rejected(p, (0, 1, 2), members, correction="none")
    assert (found == [p[0, 1] <= 0.05, p[0, 2] <= 0.05, p[1, 2] <= 0.05]).all()


def test_finner_steps_down():
    p = _pvalue_matrix(3, 6)
    values = np.sort(p[np.triu_indices(6, 1)])
    within = values <= 1 - 0.95 ** (np.arange(1, 16) / 15)
    limit = values[np.argmin(within) - 1] if not within.all() else values[-1]
    found = rejected(p, tuple(range(6)), np.ones((1, 6), bool), correction="finner")[0]
    assert found.tolist() == [p[pair] <= limit for pair in combinations(range(6), 2)]


def test_blocks_do_not_change_decisions(monkeypatch):
    p = _pvalue_matrix(5, 9)
    _, members = _all_sets(9, (0, 3))
    whole = {name: rejected(p, (0, 3), members, correction=name) for name in AUDITED}
    monkeypatch.setattr("comparatex.inference.audit.flips._BLOCK", 7)
    for name, decisions in whole.items():
        assert (rejected(p, (0, 3), members, correction=name) == decisions).all()


@pytest.mark.parametrize("correction", AUDITED)
@pytest.mark.parametrize("alpha", [0.01, 0.05, 0.1])
def test_critical_values_decide_as_adjusted_pvalues(correction, alpha):
    """Next to the critical values, too: each is the last number that its step takes."""
    m = 36
    critical = CORRECTIONS[correction].critical_values(alpha, m)
    assert (np.diff(critical) >= 0).all()
    rng = np.random.default_rng(5)
    for toward in (0, 1):
        drawn = np.where(rng.random(m) < 0.5, critical, np.nextafter(critical, toward))
        p = np.zeros((9, 9))
        p[np.triu_indices(9, 1)] = drawn
        decided = rejected(p + p.T, tuple(range(9)), np.ones((1, 9), bool), alpha=alpha, correction=correction)
        assert decided[0].tolist() == (adjust(drawn, correction) <= alpha).tolist()


def test_undefined_pvalues_are_never_rejected_and_count_in_the_family():
    p = np.array([[0, 0.02, np.nan], [0.02, 0, np.nan], [np.nan, np.nan, 0]])
    found = rejected(p, (0, 1, 2), np.array([[True, True, True]]))
    assert found.tolist() == [[False, False, False]]
    assert rejected(p, (0, 1), np.array([[True, True, False]])).tolist() == [[True]]


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


@pytest.mark.parametrize("sides", ["two", "better", "ours"])
def test_the_whole_table_has_the_verdicts_of_the_comparison(sides):
    rng = np.random.default_rng(0)
    values = np.round(np.linspace(0, 0.09, 6) + rng.normal(0.5, 0.05, (20, 6)), 3)
    comparison = cx.compare((values, list("ABCDEF")), sides=sides, control="C")
    found = audit(comparison, AuditSettings(core=tuple(range(6)), added=(0,))).patterns.patterns
    expected = comparison.square("adjusted_pvalue") > 0.05
    joined = tuple(pair for pair in combinations(range(6), 2) if expected[pair])
    assert [one.not_significant for one in found] == [joined]


def test_an_audit_looks_for_additions_to_the_core_and_removals_from_the_table():
    from itertools import combinations

    from comparatex.data.read import read
    from comparatex.inference.analysis import AuditSettings
    from comparatex.inference.audit.audit import audit
    from comparatex.inference.compare import compare

    rng = np.random.default_rng(11)
    values = rng.normal(0.7, 0.05, (40, 1)) + rng.normal(0, 0.03, (40, 8)) + 0.007 * np.arange(8)
    table = (np.round(values, 3), tuple("ABCDEFGH"), tuple(f"t{i}" for i in range(40)))
    found = audit(compare(read(table)), AuditSettings(core=(0, 2, 5)))
    pvalues = found.comparison.square("pvalue")
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
