"""Text of figures in a narrow column: legible, or TeX warns and names the remedy."""

import ctypes

import numpy as np
import pypdfium2
import pytest
from pypdfium2 import raw

import hosts
from comparatex import artefacts
from comparatex.data.read import read
from comparatex.inference.analysis import Analysis
from comparatex.inference.compare import compare

FIGURES = [name for name, kind in artefacts.ARTEFACTS.items() if kind.folder == "figures"]
SMALLEST = 5.0
COLUMN = r"\usepackage[T1]{fontenc}\usepackage{lmodern}\usepackage[textwidth=8.5cm,textheight=23cm]{geometry}"


def sizes(page):
    """Return the sizes of type on a page, as they are there."""
    found = []
    for item in page.get_objects(max_depth=1):
        _walk(item, np.eye(2), found)
    return found


def _walk(item, outer, found):
    matrix = item.get_matrix()
    here = np.array([[matrix.a, matrix.b], [matrix.c, matrix.d]]) @ outer
    if item.type == raw.FPDF_PAGEOBJ_TEXT:
        size = ctypes.c_float()
        raw.FPDFTextObj_GetFontSize(item, size)
        found.append(size.value * abs(np.linalg.det(here)) ** 0.5)
    elif item.type == raw.FPDF_PAGEOBJ_FORM:
        for i in range(raw.FPDFFormObj_CountObjects(item)):
            inside = raw.FPDFFormObj_GetObject(item, i)
            _walk(pypdfium2.PdfObject(inside, page=item.page, pdf=item.pdf, level=1), here, found)


@pytest.fixture(scope="module")
def forty():
    values = np.random.default_rng(5).uniform(0.3, 1, (30, 40)) ** np.linspace(1, 3, 40)
    return compare(
        read((np.round(values, 4), [f"Method {k} long" for k in range(40)])), Analysis(samples=1000)
    )


@pytest.fixture(scope="module")
def figures(forty, parts_compiler):
    """All figures, each on pages of its own: what became of each, and the sizes of its type."""
    sources = {
        name: r"\noindent " + artefacts.fragment(forty, name, **hosts.options(name, forty))
        for name in FIGURES
    }
    found, done = parts_compiler(sources, COLUMN)
    pages = pypdfium2.PdfDocument(done.pdf)
    return {
        name: (part, [size for number in part.numbers for size in sizes(pages[number])])
        for name, part in found.items()
    }


@pytest.mark.latex
@pytest.mark.parametrize("name", FIGURES)
def test_small_type_warns_and_names_the_remedy(name, figures):
    done, found = figures[name]
    warned = "Text of this fragment is only" in done.log
    assert warned == (min(found) < SMALLEST - 0.05)
    if warned:
        assert "Use a wider float, a sideways page, or show fewer comparates" in " ".join(done.log.split())
