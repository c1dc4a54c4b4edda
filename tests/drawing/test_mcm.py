"""The Multi-Comparison Matrix drawn with matplotlib: complete, apart, legible, coloured as the style says."""

import re
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg

from comparatex.data.read import read
from comparatex.drawing.artists import ManyTexts
from comparatex.drawing.matrix import draw, ground, ink
from comparatex.drawing.output import save, text_width
from comparatex.inference.compare import compare
from comparatex.layout.mcm import mcm
from comparatex.layout.options import McmOptions

STYLE = Path(__file__).resolve().parents[2] / "templates" / "comparatex.sty"
LONG = "A collective of several transformation-based ensembles of trees"
KINDS = ["full", "halves", "line"]


def comparison(m, names=None):
    values = np.random.default_rng(4).uniform(0.3, 1, (30, m)) ** np.linspace(1, 4, m)
    return compare(read((np.round(values, 4), names or [f"method {k}" for k in range(m)])))


@pytest.fixture(scope="module")
def awkward():
    return comparison(5, [LONG, "$x^2$ & 50%", "a_1", "B", "{é}"])


def boxes(figure):
    """Return (text, left, bottom, right, top) of every text of a figure, in points."""
    canvas = FigureCanvasAgg(figure)
    canvas.draw()
    renderer, axes = canvas.get_renderer(), figure.axes[0]
    scale = 72 / figure.dpi
    for text in axes.texts:
        box = text.get_window_extent(renderer)
        yield text.get_text(), *(scale * edge for edge in (box.x0, box.y0, box.x1, box.y1))
    height, unit = axes.get_ylim()[0], 72 * figure.get_figwidth() / axes.get_xlim()[1]
    (cells,) = many_texts(figure)
    for text in cells.texts:
        half, middle = text_width(text.text, cells.size, bold=text.bold) / 2, height - text.y
        up = 0.37 * cells.size
        yield text.text, *(unit * edge for edge in (text.x - half, middle - up, text.x + half, middle + up))


def many_texts(figure):
    return [child for child in figure.axes[0].get_children() if isinstance(child, ManyTexts)]


def short_texts(figure):
    return [text for artist in many_texts(figure) for text in artist.texts]


SHOWN: list[dict] = [{}, {"pvalues": False}, {"symmetric": False, "ours": (LONG,)}, {"cells_show": "both"}]


@pytest.mark.parametrize(
    ("kind", "options"), [(kind, options) for kind in KINDS for options in SHOWN[: 2 if kind == "halves" else None]]
)
def test_texts_are_within_the_figure_and_apart(awkward, kind, options):
    figure = draw(mcm(awkward, McmOptions(cells=kind, **options)))
    width, height = figure.get_size_inches() * 72
    drawn = list(boxes(figure))
    for text, left, bottom, right, top in drawn:
        assert left >= 0 <= bottom, text
        assert right <= width, text
        assert top <= height, text
    for i, (text, left, bottom, right, top) in enumerate(drawn):
        for other, left_2, bottom_2, right_2, top_2 in drawn[i + 1 :]:
            across, down = min(right, right_2) - max(left, left_2), min(top, top_2) - max(bottom, bottom_2)
            assert across <= 0.5 or down <= 1.5, (text, other)


@pytest.mark.parametrize("kind", KINDS)
def test_every_text_of_the_view_is_drawn(awkward, kind):
    view = mcm(awkward, McmOptions(cells=kind, panel_rows=3, panel_columns=2))
    assert len(view.panels) == 6
    cells = [cell for panel in view.panels for row in panel.rows for cell in row.cells if cell.kind == "pair"]
    figure = draw(view)
    texts = Counter(text for cell in cells for text in (cell.difference, cell.record, cell.pvalue) if text)
    assert Counter(text.text for text in short_texts(figure)) == texts
    bold = sum(cell.bold for cell in cells)
    assert sum(text.bold for text in short_texts(figure)) == bold > 0
    heads = " ".join(text.get_text() for text in figure.axes[0].texts)
    assert all(name in heads for name in ("$x^2$ & 50%", "a_1", "{é}", "bold: p", "row better"))
    assert [heads.count(word) for word in ("collective", "ensembles")] == [5, 5]  # two heads, three labels


def test_the_panels_do_not_overlap(awkward):
    view = mcm(awkward, McmOptions(panel_rows=2))
    tops = sorted({round(text.y, 3) for text in short_texts(draw(view))})
    rows = [row for panel in view.panels for row in panel.rows]
    assert len(tops) == 3 * len(rows)


@pytest.mark.parametrize("shade", range(-100, 101))
def test_text_has_contrast(shade):
    def linear(part):
        return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4

    behind = sum(weight * linear(part) for weight, part in zip((0.2126, 0.7152, 0.0722), ground(shade), strict=True))
    before = {"black": 0.0, "white": 1.0}[ink(shade)]
    assert (max(behind, before) + 0.05) / (min(behind, before) + 0.05) >= 4.5


def test_colours_are_those_of_the_style():
    style = STYLE.read_text("utf-8")
    sections = re.findall(r"section\{(?:mcm)?\}\{.*?\}\{([^{}]*)\}\{[^{}]*\}$", style, re.MULTILINE | re.DOTALL)
    colours = dict(re.findall(r"(\w+)=([0-9A-F]{6})", ",".join(sections)))
    shades = {"better": 100, "betterhalf": 50, "neutral": 0, "worsehalf": -50, "worse": -100}
    for name, shade in shades.items():
        assert "".join(f"{round(255 * part):02X}" for part in ground(shade)) == colours[name]


def test_cells_have_their_colours(awkward):
    view = mcm(awkward, McmOptions(cells="full"))
    figure = draw(view)
    canvas = FigureCanvasAgg(figure)
    canvas.draw()
    pixels = np.asarray(canvas.buffer_rgba())
    cells = [cell for row in view.panels[0].rows for cell in row.cells if cell.kind == "pair"]
    differences = {(text.x, text.y): text for text in short_texts(figure)}
    for cell in cells:
        here = [place for place, text in differences.items() if text.text == cell.difference]
        assert len(here) == 1
        x, y = here[0]
        above = pixels[round((y - 5.4) * figure.dpi / 72), round(x * figure.dpi / 72), :3]
        assert above == pytest.approx([255 * part for part in ground(cell.shade)], abs=1)


def test_svg_keeps_text_as_text(awkward):
    view = mcm(awkward)
    svg = save(draw(view), "svg").decode()
    cell = view.panels[0].rows[0].cells[1]
    assert f">{cell.difference}</text>" in svg
    assert save(draw(view), "svg").decode() == svg


def test_names_keep_their_colour():
    figure = draw(mcm(comparison(3), McmOptions(highlight={"method 1": "#aa00aa"}, ours=("method 2",))))
    looks = {(text.get_text(), text.get_color(), text.get_weight()) for text in figure.axes[0].texts}
    assert {("method 0", "black", "normal"), ("method 1", "#AA00AA", "normal")} <= looks
    assert ("method 2", "black", "bold") in looks


def test_the_texts_of_many_cells_are_one_artist_a_panel():
    """One artist for each text would take most of the time."""
    figure = draw(mcm(comparison(40), McmOptions(cells="halves", panel_rows=40, panel_columns=40)))
    assert len(figure.axes[0].texts) < 300
    assert save(figure, "png", dpi=60).startswith(b"\x89PNG")


def test_a_large_matrix_is_drawn_without_pyplot():
    import matplotlib.pyplot as plt

    before = plt.get_fignums()
    draw(mcm(comparison(4)))
    assert plt.get_fignums() == before
