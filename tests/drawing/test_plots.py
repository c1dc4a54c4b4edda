"""Plots drawn with matplotlib: no text runs into another, and the same view gives the same bytes."""

import re
from collections.abc import Iterator

import numpy as np
import pytest

from comparatex.data.read import read
from comparatex.drawing import plots
from comparatex.drawing.output import save
from comparatex.drawing.styles import COLOURS
from comparatex.files import TEMPLATES
from comparatex.inference.compare import compare
from comparatex.layout.plots.heatmap import heatmap
from comparatex.layout.plots.posteriors import posterior, posterior_matrix

PLOTS = {
    "heatmap": (heatmap, plots.heatmap),
    "posterior": (posterior, plots.posterior),
    "posterior-matrix": (posterior_matrix, plots.posterior_matrix),
}


@pytest.fixture(scope="module")
def comparison():
    rng = np.random.default_rng(2)
    values = np.round(np.clip(rng.normal(0.8, 0.1, (40, 1)) + rng.normal(0, 0.03, (40, 9)), 0, 1), 3)
    names = ("$x_1$", *(f"Rather long name {i}" for i in range(8)))
    return compare(read((values, names, tuple(f"task {t}" for t in range(40)))))


def texts(figure) -> Iterator:
    """Yield the boxes of all texts that are drawn."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.text import Text

    canvas = FigureCanvasAgg(figure)
    canvas.draw()
    for text in figure.findobj(Text):
        if text.get_text() and text.get_visible():
            yield text.get_text(), text.get_window_extent(canvas.get_renderer())


@pytest.mark.parametrize("name", PLOTS)
def test_no_text_runs_into_another(comparison, name):
    lay_out, draw = PLOTS[name]
    boxes = list(texts(draw(lay_out(comparison))))
    assert len(boxes) > 4
    for i, (text, box) in enumerate(boxes):
        for other_text, other in boxes[i + 1 :]:
            apart = (
                other.x0 > box.x1 - 1
                or box.x0 > other.x1 - 1
                or other.y0 > box.y1 - 1
                or box.y0 > other.y1 - 1
            )
            assert apart, (text, other_text)


@pytest.mark.parametrize("name", PLOTS)
def test_the_same_view_has_the_same_bytes_on_axes_of_ones_own_too(comparison, name):
    from matplotlib.figure import Figure

    lay_out, draw = PLOTS[name]
    view = lay_out(comparison)
    assert save(draw(view), "svg") == save(draw(view), "svg")
    figure = Figure()
    axes = figure.subplots()
    assert draw(view, axes) is figure
    assert len(figure.axes) == 1


def test_colours_are_those_of_the_style():
    style = (
        (TEMPLATES / "comparatex.sty").read_text("utf-8").partition("\\newcommand*\\comparatex@palette")[0]
    )
    found = {}
    for name, numbers in re.findall(r"\\definecolor\{(\w+)\}\{RGB\}\{([\d,]+)\}", style):
        found[name] = "#" + "".join(f"{int(number):02x}" for number in numbers.split(","))
    for name, percent in re.findall(r"\\colorlet\{(\w+)\}\{black!(\d+)\}", style):
        found.setdefault(name, "#" + 3 * f"{round(255 * (1 - int(percent) / 100)):02x}")
    for name, other in re.findall(r"\\colorlet\{(\w+)\}\{(\w+)\}", style):
        found.setdefault(name, found.get(other))
    own = {name: colour for name, colour in COLOURS.items() if name != "plotcurve0"}
    assert own == {name: found[name] for name in own}
