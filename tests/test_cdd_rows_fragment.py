"""The diagram by rows as TeX: complete and legible in a page's width and in a column, on as many pages as it takes."""

import re

import numpy as np
import pypdfium2
import pytest

from comparatex.data.read import read
from comparatex.drawing.diagram import draw
from comparatex.drawing.output import save
from comparatex.files import TEMPLATES
from comparatex.inference.analysis import Analysis
from comparatex.inference.compare import compare
from comparatex.layout.cdd import cdd
from comparatex.layout.options.figures import CddOptions
from comparatex.render.environment import render
from comparatex.typeset import engines
from comparatex.typeset.pages import compile_pages
from test_legibility import sizes

GEOMETRY = r"\usepackage[a4paper,textwidth=%s,textheight=%s]{geometry}"
LONG = "Inception_Time-v2/long"
SIZES = (12, 40, 60, 121)


def comparison(m, name="Method{}", spread=0.1, **settings):
    noise = np.random.default_rng(1).normal(0, spread, (40, m))
    values = np.round(0.9 + noise - 0.6 / m * np.arange(m), 3)
    names = [name.format(i) for i in range(m - 1)]
    return compare(read((values, [*names, LONG])), Analysis(**settings))


def fragment(compared, **options):
    return render("cdd.tex.jinja", view=cdd(compared, CddOptions(**{"form": "rows", **options})))


def squeezed(text):
    """Return a text without spaces and ends of lines, which may break names."""
    return re.sub(r"\s", "", text)


def test_the_source_is_golden(tutorial, golden):
    best, worst = tutorial.names[0], tutorial.names[-1]
    options = {"ours": (best,), "highlight": {worst: "#AA00AA"}, "ruler": True, "intervals": True}
    golden(fragment(tutorial, **options), "cdd-rows.tex")


def test_the_source_is_readable(tutorial):
    source = fragment(tutorial)
    assert source.count("\\cddrow{") == 5
    assert all(line and line == line.rstrip() for line in source.splitlines())


@pytest.fixture(scope="module", params=["16cm", "8.5cm"])
def printed(request, parts_compiler):
    """Diagrams of several sizes on pages of their own: what became of each, and the sizes of its type."""
    sources = {m: fragment(comparison(m)) for m in SIZES}
    found, done = parts_compiler(sources, GEOMETRY % (request.param, "23cm"))
    pages = pypdfium2.PdfDocument(done.pdf)
    return {m: (part, [list(sizes(pages[number])) for number in part.numbers]) for m, part in found.items()}


@pytest.mark.latex
@pytest.mark.parametrize("m", SIZES)
def test_every_row_is_on_a_page_and_legible(printed, m):
    part, found = printed[m]
    assert part.findings == []
    text = squeezed(part.text)
    for label in cdd(comparison(m), CddOptions(form="rows")).labels:
        assert squeezed(label.name + label.rank_text) in text
    assert min(min(page) for page in found) >= 6.9
    assert len(found) == 1 or m > 40


@pytest.mark.latex
def test_sixty_fit_an_ordinary_page(fragment_compiler):
    done = fragment_compiler(
        fragment(comparison(60), ruler=True), options="a4paper,10pt", preamble=r"\usepackage{comparatex}"
    )
    assert done.findings == []
    assert len(pypdfium2.PdfDocument(done.pdf)) == 1


@pytest.mark.latex
def test_one_part_is_as_wide_as_the_line_and_can_be_drawn_on(fragment_compiler):
    extra = (
        r"\usepackage{comparatex}\renewcommand\cddextra{\draw[->] (cdd-label-1) -- (cdd-1);"
        r"\node at (cdd-clique-1) {here};}"
    )
    tex = fragment(comparison(12), intervals=True, ruler=True, highlight={"Method3": "teal"})
    measured = (
        f"\\setbox0\\hbox{{{tex}}}\\typeout{{WIDTH:\\the\\dimexpr\\wd0-\\linewidth\\relax:}}\\noindent\\box0"
    )
    done = fragment_compiler(measured, GEOMETRY % ("16cm", "23cm") + extra)
    assert done.findings == []
    assert "WIDTH:0.0pt:" in done.log
    assert "here" in done.text
    assert "CD = " in done.text


@pytest.mark.latex
@pytest.mark.parametrize("engine", ["pdflatex", "lualatex"])
def test_parts_stand_side_by_side_in_a_float(fragment_compiler, engine):
    tex = fragment(comparison(100, spread=0.003))
    body = rf"\begin{{figure}}\centering {tex}\caption{{Rows.}}\end{{figure}}"
    done = fragment_compiler(body, GEOMETRY % ("16cm", "23cm"), engine=engine)
    assert done.findings == []
    first, *_ = (line for line in done.text.splitlines() if "Method" in line)
    assert len(re.findall(r"Method\d+", first)) == 2
    assert all(f"Method{i}" in done.text for i in range(99))


@pytest.mark.latex
def test_a_long_name_breaks_and_takes_a_row_of_two_lines(fragment_compiler):
    name = "A forecasting-model whose name-is long enough to fill all of a column, and then some more {}"
    done = fragment_compiler(fragment(comparison(6, name)), GEOMETRY % ("8.5cm", "23cm"))
    assert done.findings == []
    assert all(squeezed(name.format(i)[-12:]) in squeezed(done.text) for i in range(5))
    assert min(sizes(pypdfium2.PdfDocument(done.pdf)[0])) >= 6.9


@pytest.mark.latex
def test_a_controls_difference_is_shaded_in_both_forms(parts_compiler):
    compared = comparison(9, family="control", control="Method3", test="friedman-z", correction="bonferroni")
    sources = {form: fragment(compared, form=form) for form in ("classic", "rows")}
    tell = r"\usepackage{comparatex}\tikzset{every shade/.code={\typeout{SHADED}},"
    tell += "cdd/within/.append style={every shade},cdd/within axis/.append style={every shade}}"
    for part in parts_compiler(sources, GEOMETRY % ("16cm", "23cm") + tell)[0].values():
        assert part.findings == []
        assert "CD = " in part.text
        assert "SHADED" in part.log


@pytest.mark.latex
def test_names_break_after_signs_and_before_capitals(fragment_compiler):
    name = "InceptionTimeWithAttention_v{}/OfManyScales-and_bagging/"
    tex = fragment(comparison(12, name), ours=(name.format(1),))
    done = fragment_compiler(tex, GEOMETRY % ("8.5cm", "23cm"))
    assert done.findings == []
    assert all(name.format(i) not in done.text for i in range(11))
    words = {word for line in done.text.splitlines() for word in line.split()}
    assert {"InceptionTimeWithAttention_v0/OfMany", "Scales-and_bagging/"} <= words


@pytest.mark.latex
def test_a_name_that_cannot_break_takes_room_from_the_axis(fragment_compiler):
    done = fragment_compiler(fragment(comparison(12, "R" * 26 + "{}")), GEOMETRY % ("8.5cm", "23cm"))
    assert done.findings == []
    assert all("R" * 26 + str(i) in done.text for i in range(11))


@pytest.mark.latex
def test_a_name_wider_than_the_line_gets_a_warning(fragment_compiler):
    done = fragment_compiler(fragment(comparison(4, "R" * 70 + "{}")), GEOMETRY % ("8.5cm", "23cm"))
    assert any("A name leaves no room for anything else" in found for found in done.findings)


@pytest.mark.latex
def test_matplotlib_draws_both_forms_about_as_large():
    views = {
        (form, m): cdd(comparison(m, spread=0.01), CddOptions(form=form, ruler=m == 24))
        for form, m in [
            ("rows", 12),
            ("rows", 24),
            ("rows", 40),
            ("classic", 5),
            ("classic", 12),
            ("classic", 24),
        ]
    }
    sources = {f"{form}-{m}": render("cdd.tex.jinja", view=view) for (form, m), view in views.items()}
    printed = compile_pages(sources, TEMPLATES, engines.find("pdflatex"))
    for (form, m), view in views.items():
        drawn = save(draw(view), "pdf")
        sizes = [pypdfium2.PdfDocument(pdf)[0].get_size() for pdf in (drawn, printed[f"{form}-{m}"])]
        assert sizes[0] == pytest.approx(sizes[1], rel=0.1), (form, m)
