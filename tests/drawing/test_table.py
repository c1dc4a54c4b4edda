"""Tables drawn with matplotlib: every text is on the picture, and none runs into another."""

import numpy as np
import pytest

from comparatex.data.read import read
from comparatex.drawing.output import save, text_width, wrapped
from comparatex.drawing.table import draw
from comparatex.inference.compare import compare
from comparatex.layout.options import PairOptions
from comparatex.tables.pairs import pairwise
from comparatex.tables.scores import scores


def comparison_of(long):
    rng = np.random.default_rng(2)
    values = np.round(rng.uniform(-5, 5, (9, 16)), 4)
    names = tuple(f"{long} {i}" if i % 3 else f"$n_{i}$" for i in range(16))
    return compare(read((values, names, tuple(f"task {t}" for t in range(9)))))


@pytest.fixture(scope="module")
def comparison():
    return comparison_of("A rather long name")


@pytest.mark.parametrize(
    "view",
    [
        lambda: scores(comparison_of("A rather long name")),
        lambda: pairwise(comparison_of("A rather long name")),
        lambda: pairwise(
            comparison_of("A name of a method with fifty letters or a few mor"), PairOptions(width="column")
        ),
    ],
)
def test_texts_are_there_and_apart(view):
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    view = view()
    figure = draw(view)
    assert 72 * figure.get_figwidth() < view.room + 1
    canvas = FigureCanvasAgg(figure)
    canvas.draw()
    drawn = figure.axes[0].texts
    wanted = [
        text
        for part in view.parts
        for text in (
            *(column.heading for column in part.columns),
            *(entry.text for line in part.lines for entry in line.entries),
        )
    ]
    assert sorted(" ".join(text.get_text() for text in drawn).split()) == sorted(" ".join(wanted).split())
    boxes = sorted((text.get_window_extent(canvas.get_renderer()) for text in drawn), key=lambda box: box.y0)
    for i, box in enumerate(boxes):
        for other in boxes[i + 1 :]:
            if other.y0 > box.y1 - 1:
                break
            assert other.x0 > box.x1 - 1 or box.x0 > other.x1 - 1 or other.y1 - 1 < box.y0
    frame = figure.bbox
    assert all(box.x0 >= frame.x0 - 1 and box.x1 <= frame.x1 + 1 for box in boxes)


def test_the_same_table_has_the_same_bytes(comparison):
    view = scores(comparison)
    assert save(draw(view), "svg") == save(draw(view), "svg")


@pytest.mark.parametrize("name", ["long-name of_a_method with", "LongNameOfAMethodWith", "longnameofamethodwithout"])
def test_names_without_a_space_wrap(name):
    lines = wrapped(f"wins of {name} settings", 60, 8).split("\n")
    assert "".join(lines).replace(" ", "") == f"winsof{name}settings".replace(" ", "")
    assert max(text_width(line, 8) for line in lines) <= 60
