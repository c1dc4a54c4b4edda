"""Comparisons under the conventions of other tools."""

import json

import numpy as np
import pytest

from comparatex.errors import UsageError
from comparatex.inference.analysis import Analysis
from comparatex.inference.compare import compare
from comparatex.inference.convention_profiles import CONVENTIONS, find
from comparatex.inference.convention_verdicts import analysis_of, verdict
from comparatex.layout.facts import Study
from comparatex.stats import to_json
from comparatex.text import Text

EACH = pytest.mark.parametrize("name", CONVENTIONS)


@EACH
def test_a_comparison_says_what_its_convention_says(name, accuracies):
    scores = accuracies(6, 30, decimals=2, seed=1)
    found, comparison = verdict(scores, find(name)), compare(scores, analysis_of(name))
    said = comparison.square("significant")
    places = {int(table): summary for summary, table in enumerate(comparison.order)}
    for i, j, expected, p in zip(found.row, found.column, found.significant, found.pvalue, strict=True):
        a, b = places[int(i)], places[int(j)]
        assert said[a, b] == said[b, a] == expected
        assert comparison.joined[a, b] != expected
        assert comparison.square("pvalue")[a, b] == pytest.approx(p, rel=1e-9)
    if find(name).cliques != "none":
        groups = {frozenset(places[i] for i in group) for group in found.groups}
        assert {frozenset(clique) for clique in comparison.cliques} == groups


@EACH
def test_everything_is_stated(name, accuracies):
    comparison = compare(accuracies(4, 20, decimals=2), analysis_of(name))
    found = json.loads(to_json(comparison))
    assert found["settings"]["convention"] == name
    assert found["nemenyi"]["alpha"] == find(name).alpha
    if name != "comparatex":
        assert found["settings"]["convention_settings"]["tool"] == find(name).tool
        assert any(name in note for note in found["notes"])
        assert name in Text("words").test(Study(comparison))
        assert all(0 <= pair["adjusted_pvalue"] <= 1 for pair in found["pairs"])


def test_levels_and_unknown_names():
    assert analysis_of("aeon-cdd").alpha == 0.1
    assert analysis_of("aeon-cdd", 0.01).alpha == 0.01
    assert analysis_of("comparatex") == Analysis()
    with pytest.raises(UsageError, match=r"no `convention` .guess."):
        Analysis(convention="guess")


def test_a_closed_gate_calls_no_pair_different(make):
    values = np.random.default_rng(3).random((12, 4)).round(3)
    comparison = compare(make(values, 3), analysis_of("hfawaz"))
    assert not comparison.significant.any()
    assert comparison.cliques == ()
    assert any("no pair different" in note for note in comparison.notes)


@EACH
@pytest.mark.usefixtures("full_captions")
def test_diagrams_say_whose_groups_they_draw(name, accuracies):
    from comparatex.layout.cdd import cdd

    view = cdd(compare(accuracies(5, 30, decimals=2, seed=1), analysis_of(name)))
    pairwise = "on a common bar do not differ significantly" in view.caption
    assert pairwise == (name == "comparatex")
    assert (f"the convention {name} (" in view.caption) == (name != "comparatex")
