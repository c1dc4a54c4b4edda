"""Diagrams in narrow columns: long names take two lines, where they would else leave no room for the axis."""

import re
from pathlib import Path

import numpy as np
import pytest

from comparatex import artefacts
from comparatex.data.read import read
from comparatex.inference.analysis import Analysis
from comparatex.inference.compare import compare
from documents import ENGINES, thorough

ROOT = Path(__file__).resolve().parent.parent
NAMES = ("Random Convolutional Transform", "Collective of Transformations", "Bag-of-Symbols Ensemble", "1-NN")


def diagram(width, names=NAMES):
    values = np.random.default_rng(5).uniform(0.3, 1, (25, 4)) ** np.linspace(1, 3, 4)
    return artefacts.latex(compare(read((np.round(values, 4), names))), "cdd", width=width)


def page(width, diagram):
    return rf"\begin{{minipage}}{{{width}}}{diagram}\end{{minipage}}"


@pytest.mark.latex
@pytest.mark.parametrize("engine", ENGINES)
def test_long_names_break_in_a_narrow_column(engine, fragment_compiler):
    done = fragment_compiler(page("150pt", diagram("150pt")), engine=engine)
    assert done.findings == []
    lines = [line.strip() for line in done.text.splitlines()]
    assert all(any(line.endswith(name.split()[-1]) for line in lines) for name in NAMES)
    assert not any(name in done.text for name in NAMES[:2])
    assert any("1-NN" in line for line in lines)


@pytest.mark.latex
def test_they_keep_to_a_line_where_there_is_room(fragment_compiler):
    done = fragment_compiler(page("300pt", diagram("300pt")))
    assert done.findings == []
    assert all(name in done.text for name in NAMES)


@pytest.fixture(scope="module")
def classifiers():
    return compare(read(ROOT / "examples" / "classifiers" / "results.csv"))


def measured(tex, width, compiler, setup=""):
    """Return the share of the axis, the scale of the text and the names as they stand on the page."""
    told = r"\csname comparatex@axis\endcsname"
    preamble = (
        rf"\usepackage[a4paper,textwidth={width}]{{geometry}}\usepackage{{comparatex}}{setup}"
        r"\tikzset{comparatex cdd/.append style={execute at end picture={"
        rf"\typeout{{AXIS \the{told} OF \the\linewidth, SCALE \csname comparatex@cddscale\endcsname.}}}}}}}}"
    )
    done = compiler(rf"\noindent {tex}", preamble)
    assert done.findings == []
    pattern = r"AXIS ([\d.]+)pt ?OF ([\d.]+)pt, SCALE ([\d.]+)\."
    axis, line, scale = map(float, re.findall(pattern, done.log)[0])
    return axis / line, scale, done.text


def ranks_per_line(text):
    """Return how many mean ranks stand in each line that has some."""
    return [n for n in (len(re.findall(r"\d\.\d\d", line)) for line in text.splitlines()) if n]


@pytest.mark.latex
def test_labels_go_to_one_side_where_both_would_leave_too_little_room(classifiers, fragment_compiler):
    tex = artefacts.latex(classifiers, "cdd", width="8.5cm", form="classic")
    share, scale, text = measured(tex, "8.5cm", fragment_compiler)
    assert share > 0.5 and scale == 1
    assert ranks_per_line(text) == [1] * 14
    rows = [line for line in text.splitlines() if re.search(r"\d\.\d\d", line)]
    best_first = sorted(classifiers.names, key=lambda name: classifiers.mean_rank[classifiers.names.index(name)])
    assert all(row.endswith(name) for row, name in zip(rows, best_first, strict=True))


@pytest.mark.latex
@pytest.mark.parametrize("width", ["12.2cm", "16cm"])
def test_they_stay_on_both_sides_of_a_wide_line(classifiers, fragment_compiler, width):
    share, scale, text = measured(artefacts.latex(classifiers, "cdd", form="classic"), width, fragment_compiler)
    assert share > 0.35 and scale == 1
    assert ranks_per_line(text) == [2] * 7


@pytest.mark.latex
def test_what_was_made_for_a_page_is_scaled_in_a_column_and_says_so(classifiers, fragment_compiler):
    done = fragment_compiler(page("8.5cm", artefacts.latex(classifiers, "cdd", form="classic")))
    assert any("made for a line of 16cm" in text for text in done.findings)
    assert ranks_per_line(done.text) == [2] * 7


@pytest.mark.latex
@pytest.mark.parametrize("name", ["boxes", "heatmap", *(thorough(name) for name in ("forest", "summary"))])
def test_plots_with_rows_say_so_too_where_they_are_scaled(name, classifiers, fragment_compiler):
    plots = [artefacts.latex(classifiers, name), artefacts.latex(classifiers, "scatter")]
    done = fragment_compiler(page("100pt", r"\par ".join(plots)))
    told = [text for text in done.findings if "made for a line of 16cm" in text]
    assert len(told) == 1 and "scales it" in told[0] and f"comparatex {name} ..." in " ".join(told[0].split())
    assert not any("made for" in text for text in fragment_compiler(page("16cm", plots[0])).findings)


@pytest.mark.latex
@pytest.mark.parametrize(("width", "wanted"), [("219pt", ["boxes", "summary"]), ("12.2cm", [])])
def test_plots_with_rows_say_so_where_their_axes_have_little_room(width, wanted, classifiers, fragment_compiler):
    plots = (artefacts.latex(classifiers, name) for name in ("boxes", "summary", "scatter", "profile"))
    done = fragment_compiler(page(width, r"\par ".join(plots)))
    told = " ".join(" ".join(done.findings).split())
    assert (
        re.findall(r"The (\w+) was made for a line of 16cm: one of [\d.]+pt (?:leaves it little room|scales)", told)
        == wanted
    )


@pytest.mark.latex
def test_a_name_without_a_space_gets_a_warning(fragment_compiler):
    whole = diagram("150pt", ("R" * 30, *NAMES[1:]))
    assert any("little room" in text for text in fragment_compiler(page("150pt", whole)).findings)


@pytest.mark.latex
@pytest.mark.parametrize("name", ["heatmap"])
def test_a_very_long_name_leaves_most_of_a_map_to_the_squares(name, fragment_compiler):
    values = np.random.default_rng(5).uniform(0.3, 1, (25, 4)) ** np.linspace(1, 3, 4)
    long = "A method whose name has as many as sixty letters in it, X"
    comparison = compare(read((np.round(values, 4), (long, *NAMES[:3]))), Analysis(bayes=True, samples=200))
    tex = artefacts.latex(comparison, name)
    done = fragment_compiler(
        rf"\setbox0=\vbox{{\hsize=241pt \linewidth=241pt \noindent {tex}\par}}"
        r"\typeout{HEIGHT \the\ht0.}\noindent\box0"
    )
    assert {text.partition(" only")[0] for text in done.findings if "made for" not in text} <= {
        "Package comparatex Warning: Text of this fragment is"
    }
    assert "only -" not in done.log
    assert 80 < float(re.findall(r"HEIGHT ([\d.]+)pt", done.log)[0]) < 265


@pytest.mark.latex
def test_names_without_spaces_break_after_signs_and_before_capitals(fragment_compiler):
    names = (
        "RandomConvolutionalTransform",
        "collective_of_transformations",
        "bagof/symbols-ensemble",
        "1-NN",
    )
    done = fragment_compiler(page("130pt", diagram("130pt", names)))
    assert done.findings == []
    assert not any(name in done.text for name in names[:2])
    assert all(part in done.text for part in ("Transform", "transformations", "1-NN"))


@pytest.mark.latex
@pytest.mark.parametrize("name", ["heatmap"])
def test_names_beside_squares_have_room_as_they_are_broken_at_last(name, parts_compiler):
    """A way of breaking names that was tried and not chosen leaves no widths behind."""
    names = [f"Long_Transformer{k}" if k < 3 else f"m{k}" for k in range(12)]
    values = np.random.default_rng(3).uniform(0.3, 1, (25, 12))
    comparison = compare(read((np.round(values, 4), names)), Analysis(seed=1))
    pages = {
        width: rf"\begin{{minipage}}{{{width}}}{artefacts.latex(comparison, name, width=width)}\end{{minipage}}"
        for width in (f"{points}pt" for points in range(200, 320, 20))
    }
    _, done = parts_compiler(pages)
    assert [found for found in done.findings if "wide" in found] == []
