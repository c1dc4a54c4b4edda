"""Marks of fragile verdicts: the pairs that the audit finds, in the matrix and under the bars."""

import numpy as np
import pytest

from comparatex.data.read import read
from comparatex.inference.audit.robustness import fragile, robustness
from comparatex.inference.compare import compare
from comparatex.layout.cdd import cdd
from comparatex.layout.mcm import mcm
from comparatex.layout.options import CddOptions, McmOptions


@pytest.fixture(scope="module")
def comparison():
    rng = np.random.default_rng(7)
    values = rng.normal(0.7, 0.05, (30, 1)) + rng.normal(0, 0.03, (30, 6)) + 0.008 * np.arange(6)
    return compare(read((np.round(values, 3), tuple("ABCDEF"), tuple(f"t{i}" for i in range(30)))))


@pytest.fixture(scope="module")
def smallest(comparison):
    return robustness(comparison).weakest()[0]


@pytest.mark.parametrize("share", [0.0, 0.5, 0.9, 1.0])
@pytest.mark.usefixtures("full_captions")
def test_cells_are_marked_below_the_share(comparison, smallest, share):
    view = mcm(comparison, McmOptions(fragile=share))
    expected = {
        frozenset((comparison.names[i], comparison.names[j]))
        for i, j, found in zip(comparison.pair_statistics.row, comparison.pair_statistics.column, smallest, strict=True)
        if found < share
    }
    marked = {
        frozenset((row.head.name, head.name))
        for panel in view.panels
        for row in panel.rows
        for head, cell in zip(panel.columns, row.cells, strict=True)
        if cell.fragile
    }
    assert marked == expected
    assert ("robustness" in view.fragile_legend) == ("A mark in the corner" in view.caption) == (share > 0)


@pytest.mark.usefixtures("full_captions")
def test_bars_are_grey_over_a_fragile_pair(comparison):
    view = cdd(comparison, CddOptions(fragile=1.0))
    marked = fragile(comparison, 1.0, adjusted=True)
    place = {name: i for i, name in enumerate(comparison.names)}
    names = [place[label.name] for label in view.labels]
    for clique in view.cliques:
        members = [names[i - 1] for i in clique.members]
        assert clique.fragile == bool(marked[np.ix_(members, members)].any())
    assert any(clique.fragile for clique in view.cliques)
    assert "Grey: a pair under the bar" in view.caption
    assert not any(clique.fragile for clique in cdd(comparison).cliques)


@pytest.mark.latex
def test_marks_compile(comparison, fragment_compiler):
    from comparatex.artefacts import latex

    parts = [f"\\begin{{figure}}{latex(comparison, name, fragile=1.0)}\\end{{figure}}" for name in ("mcm", "cdd")]
    assert "\\comparatexmcmfragile\n" in parts[0]
    assert "\\comparatexcddfragile\n\\comparatexcddclique" in parts[1]
    done = fragment_compiler("\n".join(parts))
    assert done.findings == []
    assert "robustness < 100%" in " ".join(done.text.split())
