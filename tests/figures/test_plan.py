"""The power of a plan: which curves are drawn, and where their names stand."""

import numpy as np
import pytest

from comparatex.data.read import read
from comparatex.figures.plan import PlanOptions, draw, lay_out
from comparatex.inference.compare import compare


@pytest.fixture(scope="module")
def comparison():
    values = np.random.default_rng(2).normal(0.6, 0.05, (12, 8)).round(4)
    values[:, 1:] -= 0.02
    values[:, 7] = np.arange(12) % 2  # of which no small difference can be shown
    return compare(read((values, tuple("ABCDEFGH"))))


def test_a_curve_on_zero_is_left_out_and_named(comparison):
    view = lay_out(comparison, PlanOptions(effect=0.005, draws=20))
    assert all(any(point.y for point in points) for points in view.curves.values())
    assert "Not drawn, as it is 0 throughout: all pairs with" in view.caption
    usual = lay_out(comparison, PlanOptions(effect=0.2, draws=20))
    assert "Not drawn" not in usual.caption and len(usual.curves) > len(view.curves)


@pytest.mark.parametrize(("width", "beside"), [("16cm", True), ("8.5cm", False)])
def test_names_stand_beside_the_ends_where_a_line_has_room(comparison, width, beside):
    view = lay_out(comparison, PlanOptions(effect=0.2, draws=20, width=width))
    (axes,) = draw(view).axes
    assert {text.get_text() for text in axes.texts} == ({*view.curves} if beside else set())
    assert (axes.get_legend() is None) == beside
    ends = {name: points[-1].y for name, points in view.curves.items()}
    assert sorted(view.names, key=view.names.get) == sorted(view.names, key=lambda name: (ends[name], view.names[name]))
    assert all(abs(one - other) > 6.9 for one in view.names.values() for other in view.names.values() if one != other)
