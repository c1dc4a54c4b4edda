"""Conventions against the tools themselves, run on 24 stored tables with ties (``tests/reference``).

P-values agree to 1e-9 of their value unless a test says otherwise; verdicts and groups agree exactly.
"""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import rankdata

from comparatex.data.scores import BINARY
from comparatex.inference.analysis import Analysis
from comparatex.inference.compare import compare
from comparatex.inference.convention_profiles import find
from comparatex.inference.convention_verdicts import analysis_of, convention_difference, verdict
from comparatex.inference.nemenyi import nemenyi_pvalues
from comparatex.inference.rank_tests import conover

REFERENCE = Path(__file__).parents[2] / "reference"
TABLES = [np.array(table) / 100 for table in json.loads((REFERENCE / "tables.json").read_text())]


def stored(peer):
    """Return what a peer said of every table, and about it."""
    found = json.loads((REFERENCE / f"{peer}.json").read_text())
    return found.pop("tables"), found


@pytest.fixture
def said(make):
    return lambda values, name, **changes: verdict(make(values, 2), replace(find(name), **changes))


def test_the_tables_have_ties_and_zeros():
    shares = [np.mean([np.mean(a == b) for a, b in combinations(table.T, 2)]) for table in TABLES]
    assert len(TABLES) == 24
    assert min(shares) > 0.05
    assert all(len(table) < 26 and 5 <= table.shape[1] <= 8 for table in TABLES)


@pytest.mark.parametrize("name", ["aeon-cdd", "aeon-significance", "aeon-nemenyi"])
def test_aeon_diagrams(name, said):
    """aeon 1.6.0 with SciPy 1.17.1: groups of the figure, p-values where the omnibus test lets it test pairs.

    Between equal mean ranks its sort decides in which direction it tests; such pairs have no p-value to compare.
    """
    stopped = 0
    for values, peer in zip(TABLES, stored("aeon")[0], strict=True):
        found = said(values, name)
        assert sorted(map(sorted, found.groups)) == sorted(peer[name]["groups"])
        stopped += found.stopped
        if found.stopped and peer[name]["pvalue"]:
            assert set(peer[name]["pvalue"]) == {1.0}
        elif peer[name]["pvalue"]:
            ranked = found.mean_rank[found.row] != found.mean_rank[found.column]
            np.testing.assert_allclose(found.pvalue[ranked], np.array(peer[name]["pvalue"])[ranked], rtol=1e-9)
    assert 1 <= stopped <= 4


def test_aeon_comparison_matrix(said):
    """aeon 1.6.0 with SciPy 1.17.1, its default matrix: p-values and verdicts of all pairs."""
    for values, peer in zip(TABLES, stored("aeon")[0], strict=True):
        found = said(values, "aeon-mcm")
        np.testing.assert_allclose(found.pvalue, peer["aeon-mcm"]["pvalue"], rtol=1e-9)
        assert found.significant.tolist() == [bool(x) for x in peer["aeon-mcm"]["significant"]]


@pytest.mark.parametrize(("scipy", "distribution"), [("1.17.1", "scipy-1.17"), ("1.11.4", "scipy-1.11")])
def test_multi_comp_matrix(scipy, distribution, said):
    """multi-comp-matrix 0.0.4. Its own pins give it SciPy 1.11.4, which ignores ties in small tables."""
    for values, peer in zip(TABLES, stored("multi_comp_matrix")[0], strict=True):
        found = said(values, "mcm-2023", distribution=distribution)
        np.testing.assert_allclose(found.pvalue, peer[scipy]["pvalue"], rtol=1e-9)
        assert found.significant.tolist() == [bool(x) for x in peer[scipy]["significant"]]


def test_the_version_of_scipy_changes_pvalues_of_the_matrix():
    """What the note of the convention says: the two versions differ on these very tables."""
    rows = stored("multi_comp_matrix")[0]
    apart = [np.abs(np.subtract(row["1.11.4"]["pvalue"], row["1.17.1"]["pvalue"])).max() for row in rows]
    assert max(apart) > 0.01


def test_scikit_posthocs(said):
    """scikit-posthocs 0.17.1 with SciPy 1.17.1: Wilcoxon with Holm, and the crossbars of its diagram."""
    for values, peer in zip(TABLES, stored("scikit_posthocs")[0], strict=True):
        found, theirs = said(values, "sk-posthocs"), peer["sk-posthocs"]
        np.testing.assert_allclose(found.adjusted_pvalue, theirs["adjusted"], rtol=1e-9)
        assert found.significant.tolist() == [bool(x) for x in theirs["significant"]]
        drawn = sorted(sorted(round(found.mean_rank[i], 6) for i in group) for group in found.groups)
        assert drawn == sorted([round(x, 6) for x in bar] for bar in theirs["bars"])


def test_nemenyi_and_conover_of_scikit_posthocs(said):
    """To 1e-9: SciPy's studentized range is a quadrature taken from one."""
    for values, peer in zip(TABLES, stored("scikit_posthocs")[0], strict=True):
        found = said(values, "demsar2006")
        apart = np.abs(found.mean_rank[found.row] - found.mean_rank[found.column])
        pvalue = nemenyi_pvalues(apart, values.shape[1], len(values))
        np.testing.assert_allclose(pvalue, peer["nemenyi"], rtol=1e-8, atol=1e-9)
        np.testing.assert_allclose(
            conover(rankdata(-values, axis=1), found.row, found.column)[1], peer["conover"], rtol=1e-9
        )


def test_autorank(said):
    """autorank 1.3.0. Its critical difference is from statsmodels' approximation: to 1e-4 of the value.

    It computes groups although its omnibus test is not significant; the convention refuses them, as autorank's
    plot does.
    """
    for values, peer in zip(TABLES, stored("autorank")[0], strict=True):
        found = said(values, "autorank-np")
        assert found.omnibus_pvalue == pytest.approx(peer["omnibus"], rel=1e-9)
        np.testing.assert_allclose(found.mean_rank, peer["mean_rank"], rtol=1e-11)
        difference = convention_difference(values.shape[1], len(values), found.convention, 0.05)
        assert difference == pytest.approx(peer["cd"], rel=1e-4)
        assert found.stopped == (peer["omnibus"] >= 0.05)
        expected = [] if found.stopped else peer["groups"]
        assert sorted(map(sorted, found.groups)) == sorted(expected)


def test_orange(said):
    """graph_ranks of Orange 3.33.0, the last release with it; its table of quantiles is good to 2e-6."""
    for values, peer in zip(TABLES, stored("orange")[0], strict=True):
        found = said(values, "orange")
        difference = convention_difference(values.shape[1], len(values), found.convention, 0.05)
        assert difference == pytest.approx(peer["cd"], rel=5e-5)
        ends = [[min(found.mean_rank[list(g)]), max(found.mean_rank[list(g)])] for g in found.groups]
        np.testing.assert_allclose(sorted(ends), sorted(peer["bars"]), atol=1e-8)


def test_statds(said):
    """StaTDS 1.1.7. It integrates the normal and χ² densities itself: p-values to 1e-6."""
    for values, peer in zip(TABLES, stored("statds")[0], strict=True):
        found = said(values, "statds")
        np.testing.assert_allclose(found.pvalue, peer["pvalue"], atol=1e-6)
        assert found.omnibus_pvalue == pytest.approx(peer["omnibus"], abs=1e-5)
        assert found.significant.tolist() == [bool(x) for x in peer["significant"]]


@pytest.mark.parametrize(("scipy", "name"), [("1.11.4", "critdd"), ("1.17.1", "critdd-new-scipy")])
def test_critdd(scipy, name, said):
    """critdd's own functions with either SciPy: p-values, and bars by the mean ranks of their ends.

    Its omnibus p-value is a difference from 1: to 1e-12. Filling a group by rank changes no bar.
    """
    for values, peer in zip(TABLES, stored("critdd")[0], strict=True):
        found, theirs = said(values, name), peer[scipy]
        assert found.omnibus_pvalue == pytest.approx(theirs["omnibus"], rel=1e-9, abs=1e-12)
        np.testing.assert_allclose(found.pvalue, theirs["pvalue"], rtol=1e-9)
        ends = {(min(found.mean_rank[list(g)]), max(found.mean_rank[list(g)])) for g in found.groups}
        np.testing.assert_allclose(sorted(ends), np.unique(theirs["bars"], axis=0), atol=1e-8)


def test_cd_diagram(said):
    """cd-diagram's own functions with SciPy 1.17.1: p-values, verdicts and cliques; none where it stops."""
    for values, peer in zip(TABLES, stored("cd_diagram")[0], strict=True):
        found = said(values, "hfawaz")
        assert found.stopped == (peer["pvalue"] is None)
        if not found.stopped:
            np.testing.assert_allclose(found.pvalue, peer["pvalue"], rtol=1e-9)
            assert found.significant.tolist() == [bool(x) for x in peer["significant"]]
            assert sorted(map(sorted, found.groups)) == peer["groups"]


def test_aeon_comparison_matrix_where_lower_is_better(make):
    """aeon asks for higher scores whatever the direction (`_mcm.py`, get_pairwise_content): the same p-values."""
    for values, peer in zip(TABLES, stored("aeon")[0], strict=True):
        found = verdict(make(values, 2, higher_is_better=False), find("aeon-mcm"))
        np.testing.assert_allclose(found.pvalue, peer["aeon-mcm"]["pvalue"], rtol=1e-9)
        assert found.significant.tolist() == [bool(x) for x in peer["aeon-mcm"]["significant"]]


@pytest.mark.parametrize("name", ["mcm-2023", "aeon-mcm"])
@pytest.mark.parametrize("higher", [True, False])
def test_comparison_matrices_count_floats(name, higher, make):
    """Both count by x > y of the arrays that they are given; ours counts 0.1 + 0.2 and 0.3 as a tie."""
    values = np.array([[0.3, 0.1 + 0.2], [0.5, 0.5], [0.25, 0.125], [0.7, 0.1 * 7]])
    scores = make(values, BINARY, higher_is_better=higher)
    for settings in (analysis_of(name), Analysis()):
        pairs = compare(scores, settings).pairs.iloc[0]
        sign = (1 if higher else -1) * (1 if pairs["row"] == scores.comparates[0] else -1)
        gap = sign * (values[:, 0] - values[:, 1])
        if settings.convention == "comparatex":
            gap = np.round(gap, 10)
        assert [pairs["wins"], pairs["ties"], pairs["losses"]] == [sum(gap > 0), sum(gap == 0), sum(gap < 0)]
