"""Texts of a scatter hide no mark: they stand in the corners, or above the frame where a corner holds marks."""

import re
import subprocess
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from comparatex import artefact_files
from comparatex.data.read import read
from comparatex.drawing.plots import scatter as draw
from comparatex.inference.compare import compare
from comparatex.layout.options.figures import ScatterOptions
from comparatex.layout.plots.scatter import scatter

UPPER, LOWER = [(0.93, 0.35), (0.9, 0.31)], [(0.35, 0.93), (0.31, 0.9)]
LONG = ("Random Convolutional Transform", "Collective of Transformations")
CORNERS = {"none": [], "upper": UPPER, "lower": LOWER, "both": [*UPPER, *LOWER]}


def compared(added=(), names=("A", "B")):
    """Compare scores near the diagonal, one of them equal, and some more of both comparates."""
    base = np.linspace(0.3, 0.95, 20)
    pairs = np.column_stack([base + np.where(np.arange(20) % 2, 0.03, -0.02), base])
    pairs[10, 0] = pairs[10, 1]
    return compare(read((np.round([*pairs, *added], 4), names)))


def view_of(comparison):
    return scatter(comparison, ScatterOptions(y=comparison.names[0], x=comparison.names[1]))


def places(view):
    """Return all marks, and that of the means, in percent of the axes."""
    points = [*view.wins, *view.ties, *view.losses, view.means]
    return np.array([(float(point.x), float(point.y)) for point in points])


def previewed(view):
    """Return the boxes of the texts on and above the axes, and the middles of the marks, in pixels."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    figure = draw(view)
    canvas = FigureCanvasAgg(figure)
    canvas.draw()
    axes = figure.axes[0]
    boxes = [text.get_window_extent(canvas.get_renderer()).extents for text in axes.texts]
    return np.array(boxes), axes.transData.transform(places(view)), axes.bbox


def covered(boxes, marks, around):
    """Return the marks whose middles lie on a box or nearer to it than that."""
    return [
        (mark, box)
        for mark in marks
        for box in boxes
        if (box[:2] - around < mark).all() and (mark < box[2:] + around).all()
    ]


@pytest.mark.parametrize("names", [("A", "B"), LONG], ids=["short", "long"])
@pytest.mark.parametrize("corner", CORNERS)
def test_the_preview_hides_no_mark(corner, names):
    boxes, marks, frame = previewed(view_of(compared(CORNERS[corner], names)))
    assert covered(boxes, marks, 2) == []
    assert all((box[3] <= frame.y1) == (corner == "none") for box in boxes)


@settings(max_examples=25, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 20), st.integers(0, 20)), min_size=2, max_size=12))
def test_the_preview_hides_no_mark_wherever_marks_are(pairs):
    boxes, marks, _ = previewed(view_of(compared([(a / 20, b / 20) for a, b in pairs])))
    assert covered(boxes, marks, 2) == []


def words(pdf):
    """Return the boxes of the words of each page, upwards from its foot, in points."""
    done = subprocess.run(["pdftotext", "-bbox", "-", "-"], input=pdf, capture_output=True, check=True)
    return [_words(page) for page in done.stdout.decode().split("<page ")[1:]]


def _words(text):
    height = float(re.findall(r'width="[\d.]+" height="([\d.]+)"', text)[0])
    shape = r'xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">([^<]*)<'
    found = [(*map(float, numbers), word) for *numbers, word in re.findall(shape, text)]
    return [((x, height - bottom, right, height - y), word) for x, y, right, bottom, word in found]


def on_page(found, view):
    """Return what takes percent of the axes to the page: ticks stand in the middle of their numbers."""
    ticks = {tick.text: float(tick.at) for tick in view.x.ticks}
    numbers = [(box, ticks[word]) for box, word in found if word in ticks]
    foot = min(box[1] for box, _ in numbers)
    along_x = [((box[0] + box[2]) / 2, at) for box, at in numbers if box[1] < foot + 3]
    along_y = [((box[1] + box[3]) / 2, at) for box, at in numbers if box[1] >= foot + 3]
    fits = [
        np.polyfit([at for _, at in side], [place for place, _ in side], 1) for side in (along_x, along_y)
    ]
    slope, start = np.array(fits).T
    assert slope[0] == pytest.approx(slope[1], rel=0.02)  # a square
    return lambda percent: start + slope * percent


NAMES = {"short": ("A", "B"), "long": LONG}
WIDTHS = {"9cm": True, "5cm": False}
FIGURES = list(product(CORNERS, WIDTHS, NAMES))


@pytest.fixture(scope="module")
def figures(parts_compiler):
    """Scatters on pages of their own: what became of each, and the words on its page."""

    def figure(corner, width, names):
        y, x = NAMES[names]
        tex = artefact_files.fragment(compared(CORNERS[corner], NAMES[names]), "scatter", y=y, x=x)
        return rf"\noindent\begin{{minipage}}{{{width}}}{tex}\end{{minipage}}"

    sources = {case: figure(*case) for case in FIGURES}
    found, done = parts_compiler(sources, r"\pagestyle{empty}")
    shown = words(done.pdf)
    return {case: (part, shown[part.numbers[0]]) for case, part in found.items()}


@pytest.mark.latex
@pytest.mark.parametrize(("corner", "width", "names"), FIGURES)
def test_the_figure_hides_no_mark(figures, corner, width, names):
    done, found = figures[corner, width, names]
    roomy, names = WIDTHS[width], NAMES[names]
    comparison = compared(CORNERS[corner], names)
    assert len(done.numbers) == 1
    if names != LONG or roomy:
        assert done.findings == []
    view = view_of(comparison)
    place = on_page(found, view)
    boxes = [np.array(box) for box, word in found]
    assert covered(boxes, [place(percent) for percent in places(view)], 1) == []
    (top,) = {round(box[3]) for box, word in found if word == "equal"}
    assert (top < place(100)[1]) == (corner == "none" and roomy)
    text = " ".join(done.text.split())
    for wanted in (view.equal, view.pvalue, view.above.count, view.below.count):
        assert " ".join(wanted.split()) in text
    assert all(name in text for name in names)


@pytest.mark.latex
def test_texts_above_the_frame_keep_it_within_the_height_of_the_page(fragment_compiler):
    tex = artefact_files.fragment(compared([*UPPER, *LOWER]), "scatter", y="A", x="B")
    done = fragment_compiler(
        r"\renewcommand\comparatexmaxheight{6cm}"
        rf"\setbox0=\hbox{{{tex}}}\typeout{{HEIGHT \the\dimexpr\ht0+\dp0\relax.}}\noindent\box0",
        r"\usepackage{comparatex}",
    )
    (height,) = re.findall(r"HEIGHT ([\d.]+)pt", done.log)
    assert 160 < float(height) < 6 * 28.46 + 1
