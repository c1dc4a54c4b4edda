"""The diagram that matplotlib draws: all texts on it, none over another, bars as laid out."""

from collections import Counter
from itertools import combinations, pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import minimize

from comparatex.data.read import read
from comparatex.drawing.diagram import draw
from comparatex.drawing.output import save
from comparatex.inference.analysis import Analysis
from comparatex.inference.compare import compare
from comparatex.layout.cdd import cdd
from comparatex.layout.cdd_view import spread
from comparatex.layout.options import CddOptions


def laid_out(m, name="M{}", **options):
    noise = np.random.default_rng(1).normal(0, 0.1, (40, m))
    values = np.round(0.9 + noise - 0.02 * np.arange(m), 3)
    return cdd(compare(read((values, [name.format(i) for i in range(m)]))), CddOptions(**options))


def extents(figure):
    """Return each text and where it stands, after drawing."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    canvas = FigureCanvasAgg(figure)
    canvas.draw()
    return [(text, text.get_window_extent(canvas.get_renderer())) for text in figure.axes[0].texts]


@pytest.mark.parametrize(
    "view",
    [
        laid_out(2),
        laid_out(9, "A rather long name of a forecasting model {}", ruler=True),
        laid_out(9, "$x_{}$ \\alpha %", labels="one-sided", ranks=False),
        laid_out(12, best="left", bars="bars", ruler=True),
        laid_out(50, form="classic"),
    ],
    ids=["two", "long", "special", "left", "fifty"],
)
def test_texts_are_on_the_picture_and_apart(view):
    figure = draw(view)
    drawn = extents(figure)
    wanted = [part for label in view.labels for part in (label.name, label.rank_text) if part]
    texts = Counter(text.get_text() for text, _ in drawn)
    assert not Counter(wanted) - texts
    assert view.ruler is None or texts[view.ruler.text] == 1
    width, height = figure.get_size_inches() * figure.dpi
    for _, box in drawn:
        assert box.x0 >= 0 and box.y0 >= 0 and box.x1 <= width and box.y1 <= height
    for (one, box), (other, other_box) in combinations(drawn, 2):
        assert not box.shrunk(0.98, 0.8).overlaps(other_box.shrunk(0.98, 0.8)), (
            one.get_text(),
            other.get_text(),
        )


def test_bars_span_their_members_only():
    # A is above C on 15 tasks and farther below on 5; B, ranked between, is always a little above C.
    values = np.column_stack([[0.9] * 15 + [0.0] * 5, [0.51] * 20, [0.5] * 20])
    view = cdd(compare(read((values, ["A", "B", "C"]))))
    lines = draw(view).axes[0].lines
    bars = [line for line in lines if line.get_zorder() == 4]
    thin = [line for line in lines if line.get_zorder() == 3]
    leaders = [line.get_xdata()[0] for line in lines if len(line.get_xdata()) > 2]
    place = dict(zip((label.name for label in (*view.left, *view.right)), leaders, strict=True))
    assert len(bars) == 3  # A with B; A alone and C alone, for B between them is no member
    (ends,) = [sorted(line.get_xdata()) for line in thin]
    assert ends == pytest.approx(sorted((place["A"], place["C"])), abs=9) and ends[0] < place["B"] < ends[1]
    for bar in bars:
        left, right = sorted(bar.get_xdata())
        covered = {name for name, x in place.items() if left <= x <= right}
        assert covered in ({"A", "B"}, {"A"}, {"C"})


def test_ours_is_bold_and_highlights_are_coloured():
    view = laid_out(6, ours=("M2",), highlight={"M3": "#0a7f3b"})
    texts = {text.get_text(): text for text in draw(view).axes[0].texts}
    assert [name for name in texts if texts[name].get_weight() == "bold"] == ["M2"]
    assert [name for name in texts if name.startswith("M") and texts[name].get_color() == "#0A7F3B"] == ["M3"]
    assert [line.get_zorder() for line in draw(view).axes[0].lines if line.get_color() == "#0A7F3B"] == [2.5]


def test_the_same_picture_has_the_same_bytes():
    view = laid_out(6)
    assert save(draw(view), "svg") == save(draw(view), "svg")
    assert b">M3<" in save(draw(view), "svg")


@given(st.lists(st.floats(0, 100), min_size=1, max_size=25).map(sorted), st.floats(0.1, 8))
def test_leaders_keep_apart_and_stay_on_the_axis(wanted, apart):
    places = spread(wanted, apart, 100)
    room = min(apart, 100 / max(len(wanted) - 1, 1))
    assert all(b - a >= room - 1e-9 for a, b in pairwise(places))
    assert min(places) >= -1e-9 and max(places) <= 100 + 1e-9


@given(st.lists(st.integers(0, 100), min_size=1, max_size=6, unique=True).map(sorted))
def test_leaders_that_are_apart_stay(wanted):
    assert spread(wanted, 1, 100) == wanted


@given(st.lists(st.floats(20, 80), min_size=2, max_size=5).map(sorted))
def test_leaders_move_as_little_as_can_be(wanted):
    n = len(wanted)
    best = minimize(
        lambda x: np.sum((x - wanted) ** 2),
        np.linspace(0, 100, n),
        method="SLSQP",
        constraints=[{"type": "ineq", "fun": lambda x: np.diff(x) - 3}],
    )
    found = sum((a - b) ** 2 for a, b in zip(spread(wanted, 3, 100), wanted, strict=True))
    assert found == pytest.approx(best.fun, abs=1e-3)


def test_a_controls_difference_is_shaded():
    noise = np.random.default_rng(1).normal(0, 0.1, (40, 9))
    values = np.round(0.9 + noise - 0.02 * np.arange(9), 3)
    scores = read((values, [f"M{i}" for i in range(9)]))
    settings = Analysis(family="control", control="M3", test="friedman-z", correction="bonferroni")
    assert len(draw(cdd(compare(scores, settings))).axes[0].collections) == 1
