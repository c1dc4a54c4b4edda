"""The Multi-Comparison Matrix as TeX: readable source, and pages on which every cell is legible and complete."""

import re
from collections import Counter

import numpy as np
import pytest

from comparatex.artefacts import view
from comparatex.data.read import read
from comparatex.inference.compare import compare
from comparatex.layout.mcm import mcm
from comparatex.layout.options import McmOptions
from comparatex.render import render
from documents import ENGINES, thorough

AWKWARD = (
    "A_1 & 50% #3 {x} $y^2$",
    "Collective of Transformation-Based Ensembles",
    "χ² test",
    "[naïve] *",
    "a-b",
)
GEOMETRY = r"\usepackage[a4paper,textwidth=%s,textheight=23cm]{geometry}"


def comparison(m, names=None, **reading):
    values = np.random.default_rng(4).uniform(0.3, 1, (30, m)) ** np.linspace(1, 4, m)
    return compare(read((np.round(values, 4), names or [f"method {k}" for k in range(m)]), **reading))


def fragment(compared, **options):
    return render("mcm.tex.jinja", view=mcm(compared, McmOptions(**options)))


def figure(tex):
    return f"\\begin{{figure}}{tex}\\caption{{A matrix}}\\end{{figure}}"


def printed(view):
    """Return the texts of all cells."""
    cells = (cell for panel in view.panels for row in panel.rows for cell in row.cells if cell.kind == "pair")
    texts = (text for cell in cells for text in (cell.difference, cell.record, cell.pvalue) if text)
    return Counter(texts)


def on_page(text):
    """Return the numbers on a page, joined where TeX sets a sign apart."""
    joined = re.sub(r"([−<]) +(?=[\d.])", r"\1", text)
    return Counter(joined.split())


def test_the_source_is_golden(tutorial, golden):
    golden(fragment(tutorial, ours=("rocket",), highlight={"boss": "#AA00AA"}), "mcm.tex")


def test_the_source_with_posteriors_is_golden(tutorial, golden):
    golden(fragment(tutorial, cells_show="both"), "mcm-both.tex")


CELLS = ("full", "halves", "line")
SHOWN = [(cells, show) for cells in ("full", "line") for show in ("posterior", "both")]


@pytest.fixture(scope="module")
def posteriors(tutorial, parts_compiler):
    """Matrices with posteriors, each on a page of its own."""
    sources = {
        (cells, show): figure(fragment(tutorial, cells=cells, cells_show=show, width="345pt")) for cells, show in SHOWN
    }
    return parts_compiler(sources)[0]


@pytest.mark.latex
@pytest.mark.parametrize(("cells", "show"), SHOWN)
def test_posteriors_are_on_the_page(tutorial, posteriors, cells, show):
    done = posteriors[cells, show]
    assert done.findings == []
    view = mcm(tutorial, McmOptions(cells=cells, cells_show=show))
    shown = [cell for panel in view.panels for row in panel.rows for cell in row.cells if cell.kind == "pair"]
    counted = Counter(done.text.split())
    for text, number in Counter(cell.posterior for cell in shown).items():
        assert counted[text] == number


def test_the_size_of_panels_is_in_the_source_where_it_is_asked_for():
    assert fragment(comparison(4)).count(r"\comparatexmcmcolumns{") == 1
    assert fragment(comparison(4), panel_columns=2, panel_rows=1).count(r"\comparatexmcmcolumns{") == 8
    assert fragment(comparison(4), cells="line").count(r"\begin{comparatexmatrix}{line}{1}{") == 1


@pytest.mark.parametrize("captions", ["short", "full"])
@pytest.mark.parametrize(
    ("m", "width", "kind"),
    [
        (8, "page", "full"),
        (8, "column", "halves"),
        (24, "page", "halves"),
        (30, "page", "halves"),
    ],
)
def test_captions_say_what_is_shown(m, width, kind, captions):
    shown = view(comparison(m), "mcm", width=width, captions=captions)
    cell = next(cell for row in shown.panels[0].rows for cell in row.cells if cell.kind == "pair")
    assert shown.cells == kind
    assert ("wins" in shown.caption) == (bool(cell.record) or kind == "halves")
    assert ("wins/ties/losses" in shown.caption or "wins, ties and losses" in shown.caption) == (
        cell.record.count("/") == 2
    )
    assert "where there is room" not in shown.caption
    assert rf"\begin{{comparatexmatrix}}{{{shown.cells}}}" in fragment(comparison(m), width=width)


@pytest.mark.latex
def test_a_narrower_line_gets_a_warning_with_the_command(fragment_compiler):
    for width, warns in (("16cm", True), ("8.5cm", False)):
        done = fragment_compiler(figure(fragment(comparison(9), width=width)), preamble=GEOMETRY % "8.5cm")
        said = done.log.replace("\n(comparatex)", "").replace("\n", "")
        assert ("mcm ... --width 241" in re.sub(" +", " ", said)) == warns
        assert "Overfull" not in done.log


def awkward(kind):
    compared = comparison(5, AWKWARD)
    return mcm(compared, McmOptions(cells=kind, columns=compared.names[3:] if kind == "line" else (), width="345pt"))


@pytest.fixture(scope="module", params=ENGINES)
def matrices(request, parts_compiler):
    """Matrices of awkward names, each on a page of its own, by every engine."""
    sources = {kind: figure(render("mcm.tex.jinja", view=awkward(kind))) for kind in CELLS}
    return parts_compiler(sources, engine=request.param)[0]


@pytest.mark.latex
@pytest.mark.parametrize("kind", CELLS)
def test_every_cell_is_on_the_page(matrices, kind):
    done = matrices[kind]
    assert done.findings == []
    page = on_page(done.text)
    for text, times in printed(awkward(kind)).items():
        assert page[text] >= times, text


@pytest.mark.latex
@pytest.mark.parametrize(
    ("preamble", "class_", "options"),
    [
        (GEOMETRY % "8.5cm", "article", "twocolumn"),
        (r"\usepackage[french]{babel}\usepackage{hyperref}", "article", ""),
        (r"\usepackage[dvipsnames,table]{xcolor}\usepackage{hyperref}", "report", "12pt"),
        (r"\usepackage{pgfplots}", "IEEEtran", "journal"),
    ],
)
def test_it_fits_other_documents(fragment_compiler, preamble, class_, options):
    tex = figure(fragment(comparison(9), ours=("method 3",), highlight={"method 1": "teal"}))
    done = fragment_compiler(tex, preamble=preamble, class_=class_, options=options)
    assert [text for text in done.findings if "only" not in text and "made for" not in text] == []
    assert "Float too large" not in done.log


LARGE = [(24, {}), (40, {}), (30, {"rows": ("method 0",)}), (40, {"columns": ("method 0",)})]


@pytest.fixture(scope="module")
def large(parts_compiler):
    """Matrices of many comparates, each in a float and in the text."""
    sources = {}
    for case, (m, options) in enumerate(LARGE):
        tex = fragment(comparison(m), **options)
        sources |= {(case, "float"): figure(tex), (case, "text"): f"Text.\n\n{tex}"}
    return parts_compiler(sources, GEOMETRY % "16cm")[0]


@pytest.mark.latex
@pytest.mark.parametrize("place", ["float", "text"])
@pytest.mark.parametrize("case", range(len(LARGE)))
def test_it_never_overflows_a_page(large, case, place):
    log = large[case, place].log
    assert "Overfull" not in log
    assert "Float too large" not in log
    assert ("Text of this fragment is only" in log) == (place == "float" and LARGE[case] == (40, {}))


@pytest.mark.latex
def test_panels_that_are_asked_for_are_below_each_other_in_a_column(fragment_compiler):
    tex = fragment(comparison(12, [f"long_name_of_method_{k}" for k in range(12)]), panel_columns=6, width="8.5cm")
    done = fragment_compiler(figure(tex), preamble=GEOMETRY % "8.5cm")
    assert done.findings == []
    named = [len(re.findall(rf"method_{k}\b", done.text)) for k in range(12)]
    assert named == [3] * 12  # two rows, one column


@pytest.mark.latex
def test_it_warns_of_illegible_text(fragment_compiler):
    whole = fragment(comparison(40), cells="halves", panel_rows=40, panel_columns=40)
    done = fragment_compiler(figure(whole), preamble=GEOMETRY % "16cm")
    size = re.search(r"only ([\d.]+) pt", done.log.replace("\n", ""))
    assert size is not None
    assert 2 < float(size[1]) < 5
    assert "Overfull" not in done.log


@pytest.mark.latex
@pytest.mark.parametrize("engine", ENGINES)
def test_cells_can_be_drawn_on(fragment_compiler, engine):
    show = r"""
\newcommand\showcell[1]{\path (#1);\pgfgetlastxy\thisx\thisy\typeout{AT #1: \thisx\space\thisy}}
\AtBeginDocument{\tikzset{comparatex mcm picture/.append style={execute at end picture={
  \draw (mcm-1-2.south west) rectangle (mcm-1-3.north east); \draw[->] (mcm-2-1) -- (mcm-3-3.center) |- (mcm-1-1);
  \showcell{mcm-1-1.north west}\showcell{mcm-1-2.north west}\showcell{mcm-3-2.south east}\showcell{mcm-3-3.south west}
  \showcell{mcm.south east}}}}}"""
    later = r"\tikz{\showcell{mcm-2-2.north west}}\makeatletter\typeout{HOST \meaning\pgfpointanchor}"
    done = fragment_compiler(
        fragment(comparison(3), colours=False) + later, preamble=r"\usepackage{comparatex}" + show, engine=engine
    )
    assert "comparatex" not in re.search("^HOST .*", done.log, re.MULTILINE)[0]
    assert done.findings == []
    places = {
        name: (float(x), float(y)) for name, x, y in re.findall(r"AT (\S[^:]*): (-?[\d.]+)pt (-?[\d.]+)pt", done.log)
    }
    first, second = places["mcm-1-1.north west"], places["mcm-1-2.north west"]
    below, beside = places["mcm-3-2.south east"], places["mcm-3-3.south west"]
    assert first[1] == second[1]
    assert beside[0] - below[0] == pytest.approx(0.5, abs=0.01)  # the gap
    assert below[0] - second[0] == pytest.approx(second[0] - first[0] - 0.5, abs=0.01)
    assert places["mcm.south east"][0] == pytest.approx(beside[0] + below[0] - second[0], abs=0.6)


@pytest.mark.latex
@pytest.mark.parametrize(
    ("engine", "preamble", "share"),
    [
        ("pdflatex", "", 0.9),
        thorough(  # whose characters take twice the memory
            *("xelatex", r"\usepackage[french]{babel}", 0.9)
        ),
    ],
)
@pytest.mark.thorough
def test_a_hundred_comparates_fit_into_the_memory_of_tex(fragment_compiler, engine, preamble, share):
    tex = fragment(comparison(100), cells="full", panel_rows=100, panel_columns=100)
    done = fragment_compiler(figure(tex), preamble=preamble + r"\usepackage{hyperref}", engine=engine, preload=False)
    words = re.search(r"(\d+) words of memory out of (\d+)", done.log)
    assert words is not None
    assert int(words[1]) < share * int(words[2])
    assert "Overfull" not in done.log


@pytest.mark.latex
def test_text_is_black_or_white_whichever_is_seen(fragment_compiler):
    """The style's ramp has the same black and white as the preview, for all shades."""
    from comparatex.drawing.matrix import ground, ink

    probe = (
        r"\makeatletter\comparatex@checkshades\newcount\s \s=-100 \loop"
        r"{\comparatex@usecolour{ink}{\the\s}}{\comparatex@usecolour{ground}{\the\s}}"
        r"\expandafter\let\expandafter\i\csname comparatex@ink@1@\the\s\endcsname"
        r"\expandafter\let\expandafter\g\csname comparatex@ground@1@\the\s\endcsname"
        r"\typeout{SHADE \the\s: \i; \g.}\advance\s1 \ifnum\s<101 \repeat Text."
    )
    log = fragment_compiler(probe).log
    shades = re.findall(r"SHADE (-?\d+): (\S+) g \S+ G; ([\d.]+) ([\d.]+) ([\d.]+) rg", log)
    assert len(shades) == 201
    for shade, gray, *parts in shades:
        assert {"0": "black", "1": "white"}[gray] == ink(int(shade)), shade
        assert [float(part) for part in parts] == pytest.approx(ground(int(shade)), abs=0.003)
