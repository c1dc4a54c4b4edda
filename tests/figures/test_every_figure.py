"""What every figure with a module holds: its data in the fragment and on axes of one's own, nothing over anything."""

import re
from itertools import combinations

import numpy as np
import pytest
from matplotlib.figure import Figure

import comparatex as cx
import hosts
from comparatex import artefacts
from comparatex.artefacts import artefact, latex, view
from comparatex.drawing.output import save
from comparatex.render import render

FIGURES = artefacts.names("figures")


@pytest.fixture(scope="module")
def audited():
    """What an audit found, for its figures; the others show the comparison in it."""
    rng = np.random.default_rng(2)
    values = np.round(np.clip(rng.normal(0.8, 0.1, (40, 1)) + rng.normal(0, 0.03, (40, 9)), 0, 1), 3)
    runs = np.clip(values[:, :, None] + [-0.01, 0.0, 0.01], 0, 1)
    names = ("$x_1$", *(f"Rather long name {i}" for i in range(8)))
    return cx.audit(cx.compare(cx.read((runs, names, tuple(f"task {t}" for t in range(40))), repeats_are="runs")))


def drawn(audited, name, ax=None):
    return cx.draw(audited, name, ax=ax, **hosts.options(name, audited.comparison))


def texts(figure):
    """Return the texts that are seen, with their boxes; ticks beyond the ends of an axis are not."""
    from matplotlib.text import Text

    figure.draw_without_rendering()
    directions = [direction for axes in figure.axes for direction in (axes.xaxis, axes.yaxis)]
    kept = {
        id(label)
        for direction in directions
        for tick in direction._update_ticks()
        for label in (tick.label1, tick.label2)
    }
    ticks = {id(label) for direction in directions for label in direction.get_ticklabels(which="both")}
    return [
        (text.get_text(), text.get_window_extent())
        for text in figure.findobj(Text)
        if text.get_text().strip() and text.get_visible() and (id(text) in kept or id(text) not in ticks)
    ]


@pytest.mark.parametrize("name", ["cdd", "scatter", "posterior", "profile", "plan"])
def test_long_names_leave_a_plot_its_room_in_a_column(name):
    rng = np.random.default_rng(5)
    names = [f"{word}, an ensemble of five networks and a linear classifier" for word in ("One", "Two", "Three")]
    comparison = cx.compare(cx.read((np.round(rng.uniform(0.2, 1, (30, 3)), 3), names)))
    figure = cx.draw(comparison, name, width="8.5cm", **hosts.options(name, comparison) | {"ours": names[:1]})
    figure.draw_without_rendering()
    assert figure.get_tightbbox().width * 2.54 <= 8.6
    assert figure.axes[0].get_window_extent().width / figure.dpi * 2.54 > 2
    shown = [(words, box) for words, box in texts(figure) if "ensemble" in words]
    assert not [(one, two) for (one, a), (two, b) in combinations(shown, 2) if a.overlaps(b)]


def test_a_ruler_above_the_rows_says_what_it_is():
    values = np.round(np.random.default_rng(1).uniform(0.5, 1, (30, 12)) ** np.linspace(1, 4, 12), 3)
    figure = cx.draw(cx.compare(cx.read((values, [f"M{k}" for k in range(12)])), test="nemenyi"), "cdd", form="groups")
    figure.draw_without_rendering()
    (words,) = [text for text in figure.axes[0].texts if text.get_text().startswith("CD")]
    assert words.get_tightbbox().width > 10


@pytest.mark.parametrize("name", FIGURES)
@pytest.mark.parametrize("width", ["8.5cm", pytest.param("16cm", marks=pytest.mark.thorough)])
def test_pictures_are_as_wide_as_they_are_made_for_and_no_text_runs_into_another(audited, name, width):
    options = hosts.options(name, audited.comparison)
    figure = cx.draw(audited, name, width=width, **options)
    assert figure.get_figwidth() * 2.54 <= float(width[:-2]) + 0.5
    shown = texts(figure)
    assert len(shown) > 4
    for (text, box), (other_text, other) in combinations(shown, 2):
        apart = box.x1 < other.x0 + 1 or other.x1 < box.x0 + 1 or box.y1 < other.y0 + 1 or other.y1 < box.y0 + 1
        assert apart, (text, other_text)


@pytest.mark.parametrize("name", FIGURES)
def test_the_same_comparison_has_the_same_bytes(audited, name):
    kind, options = artefact(name), hosts.options(name, audited.comparison)
    views = [view(audited, name, **options) for _ in range(2)]
    first, second = [(save(kind.draw(shown), "svg"), render(kind.template, view=shown)) for shown in views]
    assert first == second


AXES_OF_DATA = {
    "audit-patterns": 2.0,
    "audit-swap": 3.0,
    "audit-weakened": 3.3,
    "boxes": 0.8,
    "forest": 0.01,
    "heatmap": 3.0,
    "pareto": 100.0,
    "plan": 20.0,
    "posterior": 0.3,
    "profile": 0.02,
    "scatter": 0.8,
    "sequence": 1.5,
    "summary": 0.01,
}


@pytest.mark.parametrize("name", AXES_OF_DATA)
def test_axes_of_ones_own_are_in_the_units_of_the_data(audited, name):
    figure = Figure()
    left, right = figure.subplots(1, 2)
    assert drawn(audited, name, right) is right
    assert figure.axes == [left, right]
    (low, high), number = sorted(right.get_xlim()), AXES_OF_DATA[name]
    assert number - max(0.5, number) < low < number < high < number + max(0.5, 30 * number)
    line = right.axvline(number)
    left.plot([0, 1])
    right.set_xlim(number / 2, number * 2)
    right.set_xscale("log")
    figure.draw_without_rendering()
    assert right.get_xlim() == (number / 2, number * 2)
    (place, _) = right.transAxes.inverted().transform(right.transData.transform((line.get_xdata()[0], 1)))
    assert place == pytest.approx(0.5)


def test_names_are_those_of_modules_and_their_commands():
    from comparatex.cli import main

    for name in FIGURES:
        assert main.commands[name].name == name
        assert main.commands[name].help == artefacts.artefact(name).help


ON_AXES = [name for name in FIGURES if name != "mcm"]  # whose cells are no axis


@pytest.fixture(scope="module")
def styled(audited, parts_compiler):
    """The figures as they are, and in a smaller style; their sizes are typed out."""
    said = r"\typeout{SIZE \the\dimexpr\ht0 + \dp0\relax, \the\wd0.}"
    sources = {}
    for name in ON_AXES:
        tex = latex(audited, name, width="345pt", **hosts.options(name, audited.comparison))
        setup = rf"\pgfplotsset{{comparatex {name}/.append style={{width=3cm,height=2.5cm}}}}"
        sources[name] = rf"\setbox0\hbox{{{tex}}}{said}{{{setup}\setbox0\hbox{{{tex}}}{said}}}x"
    return parts_compiler(sources, r"\usepackage{pgfplots}\pgfplotsset{compat=newest}")[0]


@pytest.mark.latex
@pytest.mark.parametrize("name", ON_AXES)
def test_styles_are_those_of_pgfplots(name, styled):
    """What a document appends to the style of a figure is seen, and what the document has is left as it is."""
    done = styled[name]
    assert done.findings == []
    before, after = [np.array(found, float) for found in re.findall(r"SIZE ([\d.]+)pt, ([\d.]+)pt\.", done.log)]
    assert max(before - after) > 20


@pytest.mark.latex
def test_plots_can_be_left_out(audited, fragment_compiler):
    done = fragment_compiler(latex(audited, "mcm"), r"\usepackage[noplots]{comparatex}")
    assert [text for text in done.findings if "made for" not in text] == []
    assert "pgfplots.sty" not in done.log
    with pytest.raises(Exception, match="This figure needs pgfplots"):
        fragment_compiler(latex(audited, "scatter"), r"\usepackage[noplots]{comparatex}")
