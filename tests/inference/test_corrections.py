from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from comparatex.inference.corrections import adjust, holm

pvalues = st.lists(st.floats(0, 1) | st.sampled_from([0.01, 0.05]), min_size=1, max_size=30)


@given(st.lists(st.floats(0, 1), min_size=1, max_size=7))
@settings(deadline=None, max_examples=60)
def test_holm_is_the_closed_test_of_bonferroni(raw):
    """The adjusted p-value is the largest Bonferroni p over all sets of hypotheses that hold this one."""
    members = range(len(raw))
    sets = [s for size in range(1, len(raw) + 1) for s in combinations(members, size)]
    expected = [max(min(1.0, len(s) * min(raw[j] for j in s)) for s in sets if i in s) for i in members]
    assert holm(np.array(raw)).tolist() == expected


def test_bonferroni():
    assert adjust(np.array([0.01, 0.5, 0.02]), "bonferroni").tolist() == [0.03, 1, 0.06]


@pytest.mark.parametrize("correction", ["holm", "bonferroni", "none"])
@given(pvalues)
@settings(deadline=None, max_examples=60)
def test_adjusted_is_at_least_raw_at_most_1_and_monotone(correction, raw):
    raw = np.array(raw)
    adjusted = adjust(raw, correction)
    order = np.argsort(raw, kind="stable")
    assert (adjusted >= raw).all()
    assert (adjusted <= 1).all()
    assert (np.diff(adjusted[order]) >= 0).all()
    assert (adjust(raw[::-1], correction) == adjusted[::-1]).all()


def test_holm_stops_at_the_first_failure():
    """0.03 alone would pass 0.05 / 1, but 0.04 · 2 before it did not: steps are cumulative."""
    assert holm(np.array([0.001, 0.026, 0.027])).tolist() == [0.003, 0.052, 0.052]


def test_undefined_pvalues_are_no_members_of_the_family():
    assert adjust(np.array([np.nan, 0.01, 0.02]), "holm").tolist()[1:] == [0.02, 0.02]
    assert np.isnan(adjust(np.full(3, np.nan), "bonferroni")).all()
