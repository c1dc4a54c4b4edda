"""Figures and tables that lie on their sides: larger text in the same column, nothing beyond the page."""

import re

import numpy as np
import pytest

import hosts
from comparatex import artefacts
from comparatex.data.read import read
from comparatex.inference.compare import compare
from comparatex.layout.options import McmOptions
from documents import ENGINES

NAMES = [f"method {k}" for k in range(12)]
FIGURES = [name for name, kind in artefacts.ARTEFACTS.items() if kind.folder == "figures"]


@pytest.fixture(scope="module")
def comparison():
    values = np.random.default_rng(5).uniform(0.3, 1, (15, 12)) ** np.linspace(1, 3, 12)
    return compare(read((np.round(values, 4), NAMES)))


def sizes(done):
    """Return width and height of the box that a document typed out."""
    return [float(text) for text in re.findall(r"^SIZE ([\d.]+)pt", done.log, re.MULTILINE)]


def measured(tex, keys):
    show = r"\typeout{SIZE \the\wd0}\typeout{SIZE \the\dimexpr\ht0+\dp0\relax}"
    return rf"\comparatexsetup{{{keys}}}\setbox0=\vbox{{\noindent {tex}\par}}" + show + r"\noindent\box0"


@pytest.mark.latex
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.thorough
def test_every_figure_fits_the_page_on_its_side(engine, comparison, fragment_compiler):
    names = FIGURES if engine == "pdflatex" else ("mcm", "cdd", "scatter")  # the others turn any box alike
    sources = [
        artefacts.latex(hosts.with_runs(name, comparison), name, **hosts.options(name, comparison)) for name in names
    ]
    floats = "".join(f"\\begin{{figure}}[p]\\centering {tex}\\caption{{A figure}}\\end{{figure}}\n" for tex in sources)
    done = fragment_compiler(rf"\comparatexsetup{{landscape}}{floats}x", engine=engine)
    assert [text for text in done.findings if "float specifier" not in text] == []


@pytest.mark.latex
def test_a_matrix_is_larger_on_its_side(comparison, fragment_compiler):
    tex = artefacts.latex(comparison, "mcm", panel_rows=12, panel_columns=12)
    upright = sizes(fragment_compiler(measured(tex, "landscape=false")))
    turned = sizes(fragment_compiler(measured(tex, "landscape")))
    assert turned[1] > 1.2 * upright[0]  # its width, which is now its height
    assert max(upright[0], turned[0]) <= 345.0


@pytest.mark.latex
def test_a_wide_table_is_larger_on_its_side(comparison, fragment_compiler):
    tex = artefacts.latex(comparison, "scores", across=12)
    upright = fragment_compiler(measured(tex, "landscape=false"))
    turned = fragment_compiler(measured(tex, "landscape"))
    assert upright.findings == turned.findings == []
    assert sizes(upright)[0] <= 345.0
    assert sizes(turned)[1] > 1.15 * sizes(upright)[0]  # its width, which is now its height


@pytest.mark.latex
def test_panels_stay_upright(comparison, fragment_compiler):
    tex = artefacts.latex(comparison, "mcm", panel_columns=4)
    assert McmOptions().panel_columns != 4
    assert fragment_compiler(r"\comparatexsetup{landscape}" + tex).findings == []


ALONE = ("mcm", "cdd", "scores")


@pytest.fixture(scope="module")
def turned(comparison, parts_compiler):
    """Fragments on their sides by the document, by themselves, and upright after one that is."""
    sources = {}
    for name in ALONE:
        upright = artefacts.latex(comparison, name)
        own = artefacts.latex(comparison, name, landscape=True)
        sources |= {
            (name, "on"): measured(rf"\comparatexsetup{{landscape}}{upright}", "landscape=false"),
            (name, "own"): measured(own, "landscape=false"),
            (name, "after"): measured(own + r"\par}\setbox1=\vbox{\noindent " + upright, "landscape=false"),
        }
    return parts_compiler(sources)[0]


@pytest.mark.latex
@pytest.mark.parametrize("name", ALONE)
def test_a_fragment_can_lie_on_its_side_alone(name, comparison, turned):
    found = sizes(turned[name, "own"])
    if name != "scores":  # which are less tight where they are made for the wider line
        assert found == sizes(turned[name, "on"])
    assert found[1] > found[0] or name == "cdd"
    found = [text for text in turned[name, "after"].findings if "made for" not in text and "only" not in text]
    assert name == "scores" or found == []  # upright, the table is too wide


def test_pictures_do_not_lie_on_their_sides_but_are_as_wide(comparison, tmp_path):
    size = {}
    for landscape in (False, True):
        artefacts.write(comparison, "forest", tmp_path / f"{landscape}.svg", landscape=landscape)
        head = (tmp_path / f"{landscape}.svg").read_text("utf-8")
        size[landscape] = [float(length) for length in re.findall(r'(?:width|height)="([\d.]+)pt"', head)[:2]]
    assert size[True][0] > size[False][0] > size[False][1] == pytest.approx(size[True][1], abs=0.05)


def test_tables_break_across_pages_when_asked_to(comparison):
    assert not artefacts.view(comparison, "scores").long
    assert "comparatexlongtable" in artefacts.latex(comparison, "scores", long=True)
    assert artefacts.view(comparison, "pairwise").long
    assert "comparatexlongtable" not in artefacts.latex(comparison, "pairwise", long=False)


@pytest.mark.latex
def test_a_table_is_split_for_the_page_on_its_side(comparison, fragment_compiler):
    wide = artefacts.view(comparison, "scores", precision=7)
    turned = artefacts.view(comparison, "scores", precision=7, landscape=True)
    assert (len(wide.parts), len(turned.parts)) == (2, 1)
    tex = artefacts.latex(comparison, "scores", precision=7, landscape=True)
    page = r"\setlength\textheight{24cm}\setlength\textwidth{16cm}\setlength\oddsidemargin{0pt}\topmargin=-2cm "
    done = fragment_compiler(rf"\begin{{table}}{tex}\end{{table}}", preamble=page)
    assert done.findings == []


def test_a_table_that_goes_beyond_the_page_on_its_side_stays_upright():
    values = np.random.default_rng(5).uniform(0.3, 1, (60, 40))
    comparison = compare(read((np.round(values, 4), [f"method {k}" for k in range(40)])))
    upright, turned = (
        artefacts.view(comparison, "scores", max_rows=6, methods_in="columns", landscape=on) for on in (False, True)
    )
    assert turned.upright
    assert turned.parts == upright.parts
    assert "landscape" not in artefacts.latex(comparison, "scores", max_rows=6, methods_in="columns", landscape=True)
    few = tuple(comparison.names[:12])
    views = (artefacts.view(comparison, "scores", include=few, landscape=on) for on in (False, True))
    assert next(views).parts == next(views).parts  # more lines than a page has, so it breaks across pages
