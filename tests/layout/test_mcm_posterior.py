"""Bayesian probabilities in the cells of the matrix: in place of the p-value, or below it."""

import numpy as np
import pytest

from comparatex.artefacts import view
from comparatex.data.read import read
from comparatex.inference.analysis import Analysis
from comparatex.inference.compare import compare
from comparatex.layout.mcm import mcm
from comparatex.layout.options import McmOptions


@pytest.fixture(scope="module")
def tutorial(pytestconfig):
    path = pytestconfig.rootpath / "examples" / "friedman-tutorial" / "results.csv"
    return compare(read(path), Analysis(samples=4000))


def cells(view):
    return {
        (row.head.name, column.name): cell
        for panel in view.panels
        for row in panel.rows
        for column, cell in zip(panel.columns, row.cells, strict=True)
        if cell.kind == "pair"
    }


@pytest.mark.parametrize("kind", ["full", "line"])
def test_cells_hold_the_posterior_from_the_row(tutorial, kind):
    found = cells(mcm(tutorial, McmOptions(cells_show="posterior", cells=kind)))
    for (row, column), cell in found.items():
        i, j = tutorial.names.index(row), tutorial.names.index(column)
        percent = [100 * tutorial.square(name)[i, j] for name in ("p_left", "p_rope", "p_right")]
        shown = [int(part) for part in cell.posterior.split("/")]
        assert sum(shown) == 100
        assert np.abs(np.subtract(shown, percent)).max() < 1
        assert cell.pvalue == ""
        assert cell.bold == (max(percent) >= 95)
        mirrored = [int(part) for part in found[column, row].posterior.split("/")[::-1]]
        assert np.abs(np.subtract(shown, mirrored)).max() <= 1


def test_both_keep_the_pvalue_and_its_verdict(tutorial):
    alone, both = (cells(mcm(tutorial, McmOptions(cells_show=show))) for show in ("pvalue", "both"))
    for pair, cell in both.items():
        assert (cell.pvalue, cell.bold) == (alone[pair].pvalue, alone[pair].bold)
        assert cell.posterior
        assert alone[pair].posterior == ""


def plain(text):
    """Return a text with ordinary spaces."""
    return text.replace("\N{NO-BREAK SPACE}", " ")


@pytest.mark.usefixtures("full_captions")
def test_the_words_say_what_is_shown(tutorial):
    alone = mcm(tutorial, McmOptions(cells_show="posterior"))
    assert alone.legend == ("mean difference", "wins/ties/losses", "% row/rope/column")
    assert plain(alone.bold_legend) == "one ≥ 95%"
    assert "p-value" not in plain(alone.caption)
    assert "Bayesian signed-rank test, 4000 draws with seed 0; differences up to ±0.01" in plain(alone.caption)
    assert "Bold: one probability ≥ 95%." in plain(alone.caption)
    assert "pairs have one probability ≥ 95%" in plain(alone.alt)
    both = mcm(tutorial, McmOptions(cells_show="both"))
    assert both.legend[2:] == ("Wilcoxon p", "% row/rope/column")
    assert plain(both.bold_legend) == "p ≤ 0.05"
    assert "Below it, the probabilities in percent" in plain(both.caption)
    assert "Bold: p ≤ 0.05" in plain(both.caption)
    assert both.widest_posterior == "0/0/000"
    usual = mcm(tutorial)
    assert "Bayesian" not in usual.caption
    assert usual.widest_posterior == ""


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "The probabilities are not corrected for the number of pairs."),
        ("de", "Die Wahrscheinlichkeiten sind nicht für die Zahl der Paare korrigiert."),
        ("fr", "Les probabilités ne sont pas corrigées pour le nombre de paires."),
        ("es", "Las probabilidades no están corregidas por el número de pares."),
    ],
)
def test_probabilities_of_several_pairs_are_said_to_be_uncorrected(tutorial, language, said):
    for captions in ("short", "full"):
        chosen = {"language": language, "captions": captions}
        assert said in plain(view(tutorial, "mcm", cells_show="both", **chosen).caption)
        assert said not in plain(view(tutorial, "mcm", **chosen).caption)
        of_a_pair = {"cells_show": "posterior", "rows": tutorial.names[:1], "columns": tutorial.names[1:2]}
        assert said not in plain(view(tutorial, "mcm", **of_a_pair, **chosen).caption)


def test_rank_tests_bear_on_pvalues_alone(tutorial):
    nemenyi = compare(tutorial.scores, Analysis(test="nemenyi", samples=500))
    assert "depend on which methods are compared" in mcm(nemenyi, McmOptions(cells_show="both")).caption
    assert "depend on which methods are compared" not in mcm(nemenyi, McmOptions(cells_show="posterior")).caption


def test_identical_comparates_and_a_rope():
    same = compare(read((np.array([[0.5, 0.5], [0.6, 0.6], [0.7, 0.7]]), ("A", "B"))), Analysis(samples=500))
    found = cells(mcm(same, McmOptions(cells_show="posterior")))
    assert found["A", "B"].posterior == "0/100/0"
    assert found["A", "B"].bold
