"""Text of figures in columns, on pages and on slides: legible, or TeX warns and names the remedy."""

import ctypes

import numpy as np
import pypdfium2
import pytest
from pypdfium2 import raw

import hosts
from comparatex import artefacts
from comparatex.data.read import read
from comparatex.drawing.matrix import draw
from comparatex.inference.analysis import Analysis
from comparatex.inference.compare import compare
from comparatex.layout.mcm import mcm
from comparatex.layout.options import McmOptions
from comparatex.layout.widths import PAGE as WHOLE
from comparatex.render import render
from comparatex.typeset.engines import find
from comparatex.typeset.pages import compile_pages

FIGURES = [name for name, kind in artefacts.ARTEFACTS.items() if kind.folder == "figures"]
SMALLEST = 5.0
COLUMN = r"\usepackage[textwidth=8.5cm,textheight=23cm]{geometry}"


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
    values = np.random.default_rng(5).uniform(0.3, 1, (30, 28)) ** np.linspace(1, 3, 28)
    return compare(read((np.round(values, 4), [f"Method {k} long" for k in range(28)])), Analysis(samples=1000))


@pytest.fixture(scope="module")
def figures(forty, parts_compiler):
    """All figures, each on pages of its own: what became of each, and the sizes of its type."""
    sources = {
        name: r"\noindent " + artefacts.latex(hosts.with_runs(name, forty), name, **hosts.options(name, forty))
        for name in FIGURES
    }
    found, done = parts_compiler(sources, COLUMN)
    pages = pypdfium2.PdfDocument(done.pdf)
    return {
        name: (part, [size for number in part.numbers for size in sizes(pages[number])]) for name, part in found.items()
    }


@pytest.mark.latex
@pytest.mark.parametrize("name", FIGURES)
def test_small_type_warns_and_names_the_remedy(name, figures):
    done, found = figures[name]
    warned = "Text of this fragment is only" in done.log
    assert warned == (min(found) < SMALLEST - 0.05)
    if warned:
        assert "Use a wider float, a sideways page, or show fewer methods" in " ".join(done.log.split())


PLOTS = [name for name in FIGURES if name not in ("mcm", "cdd")]
FEW, MANY = (5, 24), 121
GROW = ("boxes", "heatmap", "summary")
SIZES_OF_PLOTS = [(name, m) for k, name in enumerate(PLOTS) for m in (FEW[k % 2], MANY) if m < MANY or name in GROW]
"""Every plot with few comparates, and with many those that have a row or a column for each in their own way."""


@pytest.fixture(scope="module")
def views():
    """All plots of several sizes."""
    found = {}
    for m in (*FEW, MANY):
        values = np.random.default_rng(5).uniform(0.3, 1, (20, m)) ** np.linspace(1, 2, m)
        names = [f"{'Rocket' if k % 2 else 'InceptionTime'}_{k}" for k in range(m)]
        comparison = compare(read((np.round(values, 4), names)), Analysis(samples=1000))
        for name in (name for name, of in SIZES_OF_PLOTS if of == m):
            fewer = {"top": 60} if name == "summary" else {}  # more would not fit on a page
            compared = hosts.with_runs(name, comparison)
            found[name, m] = artefacts.view(compared, name, **hosts.options(name, comparison) | fewer)
    return found


@pytest.fixture(scope="module")
def typeset_plots(views):
    sources = {f"{name} {m}": render(artefacts.artefact(name).template, view=view) for (name, m), view in views.items()}
    pages = compile_pages(sources, find())
    return {key: pypdfium2.PdfDocument(pages[f"{key[0]} {key[1]}"]) for key in views}


@pytest.mark.latex
@pytest.mark.parametrize(("name", "m"), SIZES_OF_PLOTS)
@pytest.mark.thorough
def test_plots_on_a_page_are_legible(name, m, views, typeset_plots):
    (page,) = typeset_plots[name, m]
    found = sizes(page)
    assert min(found) >= SMALLEST
    usual = min(size for size in found if size > 6 or size < 5.9)  # without exponents
    assert views[name, m].least_type == pytest.approx(usual, rel=0.15)


@pytest.mark.latex
@pytest.mark.parametrize(("name", "m"), SIZES_OF_PLOTS)
@pytest.mark.thorough
def test_pictures_of_plots_are_as_large_as_those_of_tex(name, m, views, typeset_plots):
    (page,) = typeset_plots[name, m]
    drawn = artefacts.artefact(name).draw(views[name, m])
    drawn.draw_without_rendering()  # which lays out
    box = drawn.get_tightbbox()
    if name in artefacts.names("figures") and name != "mcm":  # each medium has its own axes; both fit a page
        assert box.width * 72 <= WHOLE.width and box.height * 72 <= 1.2 * WHOLE.height
        return
    assert box.width * 72 == pytest.approx(page.get_width(), rel=0.1)
    assert box.height * 72 == pytest.approx(page.get_height(), rel=0.1)


def test_who_writes_small_type_is_told_the_remedy(tmp_path):
    names = ["An_" + "extraordinarilylongname" * 8 + f"_{k}" for k in range(4)]
    comparison = compare(read((np.random.default_rng(5).uniform(0.3, 1, (20, 4)).round(4), names)))
    said = []
    artefacts.write(comparison, "boxes", tmp_path / "boxes.tex", say=said.append)
    (found,) = [sentence for sentence in said if "pt high" in sentence]
    assert "`top` or `include`" in found
    said.clear()
    artefacts.write(comparison, "profile", tmp_path / "profile.tex", say=said.append)
    assert not [sentence for sentence in said if "pt high" in sentence]


SIZES = (5, 24, 40)
PAGE = r"\usepackage[T1]{fontenc}\usepackage{lmodern,rotating}\usepackage[textwidth=16cm,textheight=23cm]{geometry}"
PLACES = {
    "column": r"\begin{figure}%s\caption{A matrix}\end{figure}",
    "page": r"\begin{figure}%s\caption{A matrix}\end{figure}",
    "sideways": r"\begin{sidewaysfigure}%s\caption{A matrix}\end{sidewaysfigure}",
    "slide": r"\begin{frame}{A matrix}%s\end{frame}",
}


@pytest.fixture(scope="module")
def matrices():
    """Matrices of several sizes for several places."""
    found = {}
    for m in SIZES:
        values = np.random.default_rng(5).uniform(0.3, 1, (112, m)) ** np.linspace(1, 2, m)
        names = [f"{'Rocket' if k % 2 else 'InceptionTime'}_{k}" for k in range(m)]
        comparison = compare(read((np.round(values, 4), names)))
        for place in PLACES:
            wide = McmOptions(landscape=True) if place == "sideways" else McmOptions(width=place)
            found[place, m] = mcm(comparison, wide)
    return found


@pytest.fixture(scope="module")
def placed(matrices, parts_compiler):
    """Every matrix in every place, with its sizes of type."""
    fragments = {key: render("mcm.tex.jinja", view=view) for key, view in matrices.items()}
    found = {}
    for places, preamble, class_, options in (
        (("column",), COLUMN, "article", ""),
        (("page", "sideways"), PAGE, "article", ""),
        (("slide",), "", "beamer", "aspectratio=169"),
    ):
        sources = {(place, m): PLACES[place] % fragments[place, m] for place in places for m in SIZES}
        parts, done = parts_compiler(sources, preamble, class_=class_, options=options)
        pages = pypdfium2.PdfDocument(done.pdf)
        for key, part in parts.items():
            found[key] = part, [size for number in part.numbers for size in sizes(pages[number])]
    return found


@pytest.mark.latex
@pytest.mark.parametrize("m", SIZES)
@pytest.mark.parametrize("place", PLACES)
def test_a_matrix_is_legible_where_it_stands(place, m, placed):
    done, found = placed[place, m]
    least = 4.5 if place == "slide" else SMALLEST
    warned = "Text of this fragment is only" in done.log
    assert warned == (min(found) < least - 0.05)
    # Slides of 16 to 9 are low; three panels of 24 need a page of 24 cm, and this one has 23.
    assert m == 40 or (place, m) in (("slide", 24), ("column", 24)) or not warned
    assert "Overfull" not in done.log


@pytest.mark.latex
def test_pictures_are_as_large_as_the_pages_of_tex(matrices):
    engine = find()
    views = {m: view for (place, m), view in matrices.items() if place == "page"}
    sources = {str(m): render("mcm.tex.jinja", view=view) for m, view in views.items()}
    typeset = compile_pages(sources, engine)
    for m, view in views.items():
        pages = [page.get_size() for page in pypdfium2.PdfDocument(typeset[str(m)])]
        drawn = draw(view).get_size_inches() * 72
        assert drawn[0] == pytest.approx(max(width for width, _ in pages), rel=0.1), m
        assert drawn[1] == pytest.approx(sum(height for _, height in pages), rel=0.1), m
        across = -(-len(view.columns) // view.layout.columns)
        down = -(-len(view.rows) // view.layout.rows)
        assert len(pages) <= across * down
