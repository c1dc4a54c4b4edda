"""Diagrams in narrow columns: long names take two lines, where they would else leave no room for the axis."""

import re

import numpy as np
import pytest

from comparatex import artefacts
from comparatex.data.read import read
from comparatex.inference.analysis import Analysis
from comparatex.inference.compare import compare

NAMES = ("Random Convolutional Transform", "Collective of Transformations", "Bag-of-Symbols Ensemble", "1-NN")


@pytest.fixture(scope="module")
def diagram():
    values = np.random.default_rng(5).uniform(0.3, 1, (25, 4)) ** np.linspace(1, 3, 4)
    return artefacts.fragment(compare(read((np.round(values, 4), NAMES))), "cdd")


def page(width, diagram):
    return rf"\begin{{minipage}}{{{width}}}{diagram}\end{{minipage}}"


@pytest.mark.latex
@pytest.mark.parametrize("engine", ["pdflatex", "lualatex", "xelatex"])
def test_long_names_break_in_a_narrow_column(engine, diagram, fragment_compiler):
    done = fragment_compiler(page("150pt", diagram), engine=engine)
    assert done.findings == []
    lines = [line.strip() for line in done.text.splitlines()]
    assert all(any(line.endswith(name.split()[-1]) for line in lines) for name in NAMES)
    assert not any(name in done.text for name in NAMES[:2])
    assert any("1-NN" in line for line in lines)


@pytest.mark.latex
def test_they_keep_to_a_line_where_there_is_room(diagram, fragment_compiler):
    done = fragment_compiler(page("300pt", diagram))
    assert done.findings == []
    assert all(name in done.text for name in NAMES)


@pytest.mark.latex
def test_a_name_without_a_space_gets_a_warning(diagram, fragment_compiler):
    whole = diagram.replace("Random Convolutional Transform", "R" * 30)
    assert any("little room" in text for text in fragment_compiler(page("150pt", whole)).findings)


@pytest.mark.latex
@pytest.mark.parametrize("name", ["heatmap", "posterior-matrix"])
def test_a_very_long_name_leaves_most_of_a_map_to_the_squares(name, fragment_compiler):
    values = np.random.default_rng(5).uniform(0.3, 1, (25, 4)) ** np.linspace(1, 3, 4)
    long = "A comparate whose name has as many as sixty letters in it, X"
    comparison = compare(read((np.round(values, 4), (long, *NAMES[:3]))), Analysis(bayes=True, samples=200))
    tex = artefacts.fragment(comparison, name)
    done = fragment_compiler(
        rf"\setbox0=\vbox{{\hsize=241pt \linewidth=241pt \noindent {tex}\par}}"
        r"\typeout{HEIGHT \the\ht0.}\noindent\box0"
    )
    assert {text.partition(" only")[0] for text in done.findings} <= {
        "Package comparatex Warning: Text of this fragment is"
    }
    assert "only -" not in done.log
    assert 80 < float(re.findall(r"HEIGHT ([\d.]+)pt", done.log)[0]) < 241
