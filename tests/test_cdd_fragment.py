"""The critical difference diagram as TeX: readable source, exactly as wide as the line, every text on the page."""

import re

import numpy as np
import pytest

from comparatex.data.read import read
from comparatex.inference.analysis import Analysis
from comparatex.inference.compare import compare
from comparatex.layout.cdd import cdd
from comparatex.layout.options import CddOptions
from comparatex.render import render
from documents import ENGINES

AWKWARD = ("A_1 & 50% #3 {x} $y^2$", "back\\slash", "χ² test", "[naïve] *", "~a^b", "x--y")
GEOMETRY = r"\usepackage[a4paper,textwidth=%s,textheight=23cm]{geometry}"
NARROW, WIDE = GEOMETRY % "8.5cm", GEOMETRY % "16cm"


def comparison(m, name="method {}", names=None, slope=0.02, **settings):
    noise = np.random.default_rng(1).normal(0, 0.1, (40, m))
    values = np.round(0.9 + noise - slope * np.arange(m), 3)
    return compare(read((values, names or [name.format(i) for i in range(m)])), Analysis(**settings))


def fragment(compared, **options):
    return render("cdd.tex.jinja", view=cdd(compared, CddOptions(**{"form": "classic", **options})))


def measured(tex):
    """Set a fragment in a box and log how much its width differs from the line's."""
    return f"\\setbox0\\hbox{{{tex}}}\\typeout{{WIDTH:\\the\\dimexpr\\wd0-\\linewidth\\relax:}}\\noindent\\box0"


def test_the_source_is_golden(tutorial, golden):
    best, worst = tutorial.names[0], tutorial.names[-1]
    golden(fragment(tutorial, ours=(best,), highlight={worst: "#AA00AA"}, ruler=True), "cdd.tex")


def test_the_source_with_intervals_is_golden(tutorial, golden):
    golden(fragment(tutorial, intervals=True), "cdd-intervals.tex")


SIZES = (5, 14, 25)


@pytest.fixture(scope="module", params=[NARROW, WIDE], ids=["narrow", "wide"])
def intervals(request, parts_compiler):
    """Diagrams with intervals of several sizes, each on a page of its own."""
    sources = {m: measured(fragment(comparison(m, "M{}"), intervals=True)) for m in SIZES}
    return parts_compiler(sources, request.param)[0]


@pytest.mark.latex
@pytest.mark.parametrize("m", SIZES)
def test_intervals_fit_the_line(intervals, m):
    done = intervals[m]
    assert done.findings == []
    assert float(re.search(r"WIDTH:(-?[\d.]+)pt:", done.log)[1]) <= 0
    for i in range(m):
        assert f"M{i}" in done.text


def test_a_bar_names_the_gaps():
    values = np.column_stack([[0.9] * 15 + [0.0] * 5, [0.51] * 20, [0.5] * 20])
    source = fragment(compare(read((values, ["A", "B", "C"]))))
    assert "\\comparatexcddclique{1}{2}{1}\n\\comparatexcddclique[2]{1}{3}{2}\n" in source


def test_source_has_neither_blank_lines_nor_spaces_at_the_ends_of_lines(tutorial):
    for line in fragment(tutorial).splitlines():
        assert line and line == line.rstrip()


KINDS = {
    "two": (2, {}, {}),
    "nemenyi": (9, {"test": "nemenyi"}, {"best": "left"}),
    "one-sided": (23, {}, {"labels": "one-sided"}),
    "forty": (40, {}, {"bars": "bars", "ranks": False}),
    "fifty": (50, {"slope": 0.05}, {"bars": "bars"}),
}


@pytest.fixture(scope="module", params=[NARROW, WIDE], ids=["narrow", "wide"])
def diagrams(request, parts_compiler):
    """Diagrams of all kinds, each on a page of its own."""
    sources = {
        kind: measured(fragment(comparison(m, **settings), **options)) for kind, (m, settings, options) in KINDS.items()
    }
    return parts_compiler(sources, request.param)[0]


@pytest.mark.latex
@pytest.mark.parametrize("kind", KINDS)
def test_it_is_as_wide_as_the_line_and_complete(diagrams, kind):
    m, settings, options = KINDS[kind]
    done = diagrams[kind]
    assert done.findings == []
    assert float(re.search(r"WIDTH:(-?[\d.]+)pt:", done.log)[1]) <= 0
    for label in cdd(comparison(m, **settings), CddOptions(**{"form": "classic", **options})).labels:
        assert re.search(rf"(?<![\w.]){label.name}(?!\d)", done.text), label.name
        assert label.rank_text in done.text


@pytest.mark.latex
@pytest.mark.parametrize("engine", ENGINES)
def test_awkward_names_in_every_engine(fragment_compiler, engine):
    compared = comparison(6, names=AWKWARD)
    done = fragment_compiler(fragment(compared), WIDE, engine=engine)
    assert done.findings == []
    for text in ("A_1 & 50% #3 {x}", "back\\slash", "test", "x--y", "a"):
        assert text in done.text


@pytest.mark.latex
def test_babel_and_hyperref(fragment_compiler):
    preamble = WIDE + r"\usepackage[french]{babel}\usepackage{comparatex}\usepackage{hyperref}"
    done = fragment_compiler(fragment(comparison(6, test="nemenyi"), highlight={"method 1": "teal"}), preamble)
    assert done.findings == []
    assert "CD = " in done.text


@pytest.mark.latex
def test_long_names_go_to_one_side_before_they_shrink(fragment_compiler):
    long = comparison(7, "A forecasting model of some size {}")
    shown = r"\typeout{SCALE:\csname comparatex@cddscale\endcsname:}"
    measure = rf"\tikzset{{comparatex cdd/.append style={{execute at end picture={{{shown}}}}}}}"
    done = fragment_compiler(fragment(long, width="85mm"), NARROW + r"\usepackage{comparatex}" + measure)
    assert done.findings == []
    (scale,) = re.findall(r"SCALE:([\d.]+):", done.log)
    assert float(scale) >= 0.8
    rows = [line for line in done.text.splitlines() if "forecasting" in line]
    best_first = [label.name for label in cdd(long).labels]
    assert [row[row.index("A forecasting") :].strip() for row in rows] == best_first


@pytest.mark.latex
def test_one_can_draw_on_it(fragment_compiler):
    extra = (
        r"\usepackage{comparatex}\renewcommand\comparatexcddextra{\draw[->] (cdd-label-1) -- (cdd-1);"
        r"\node at (cdd-clique-1) {here};}"
    )
    done = fragment_compiler(fragment(comparison(6)), WIDE + extra)
    assert done.findings == []
    assert "here" in done.text
