"""The performance profile: shares of tasks within a ratio of the best, or a difference."""

import numpy as np
import pytest

import comparatex as cx
from comparatex.data.read import read
from comparatex.data.reading import Reading
from comparatex.errors import UsageError
from comparatex.figures.common.data import Axis
from comparatex.figures.profile import ProfileOptions
from comparatex.figures.profile import lay_out as profile
from comparatex.inference.compare import compare

SECONDS = np.array([[1.0, 2.0, 4.0], [2.0, 2.0, 8.0], [6.0, 3.0, 3.0], [1.0, 10.0, 5.0]])


def table(values=SECONDS, higher=False):
    tasks = tuple(f"t{i}" for i in range(len(values)))
    return compare(read((values, ("A", "B", "C"), tasks), Reading(higher_is_better=higher)))


def height(curve, x):
    """Return the height of a curve at a place."""
    return [float(step.y) for step in curve.steps if step.x <= x][-1]


def test_shares_at_ratios():
    view = profile(table(), ProfileOptions(limit=16))
    curves = {curve.name: curve for curve in view.curves}
    # ratios to the best: A 1 1 2 1; B 2 1 1 10; C 4 4 1 5
    for ratio, shares in (
        (1, (75, 50, 25)),
        (2, (100, 75, 25)),
        (4, (100, 75, 75)),
        (8, (100, 75, 100)),
        (15, (100, 100, 100)),
    ):
        assert tuple(height(curves[name], ratio) for name in "ABC") == shares
    assert height(curves["A"], 1.99) == 75
    assert (view.x.low, view.x.high, view.x.logarithmic) == (1, 16, True)
    assert view.x.label == "within … times the best score"
    assert [curve.name for curve in view.curves] == ["A", "B", "C"]
    shares = "A on 75%, B on 50% and C on 25%"
    assert view.alt.replace("\xa0", " ") == f"Best, or as good as the best, are {shares} of four tasks."


def test_a_picture_has_ratios_across_and_shares_upwards():
    axes = cx.draw(table(), "profile", limit=16).axes[0]
    (low, high), (none, most) = axes.get_xlim(), axes.get_ylim()
    assert (low, high, none) == (1, 16, 0)
    assert most >= 100
    for curve, line in zip(profile(table(), ProfileOptions(limit=16)).curves, axes.lines, strict=True):
        assert [*zip(line.get_xdata(), line.get_ydata(), strict=True)] == [(step.x, step.y) for step in curve.steps]


def test_a_curve_that_rises_at_the_end_of_the_axis_ends_above():
    curves = {curve.name: curve for curve in profile(table(), ProfileOptions(limit=2)).curves}
    assert curves["A"].steps[-1].x == 2 and height(curves["A"], 2) == 100
    assert height(curves["A"], 1.99) == 75


def test_higher_is_better_shows_differences():
    view = profile(table(higher=True), ProfileOptions(limit=8))
    curves = {curve.name: curve for curve in view.curves}
    # differences from the best: A 3 6 0 9; B 2 6 3 0; C 0 0 3 5
    assert view.x.label == "within … of the best score"
    for difference, shares in (
        (0, (25, 25, 50)),
        (2.5, (25, 50, 50)),
        (3, (50, 75, 75)),
        (5, (50, 75, 100)),
        (6, (75, 100, 100)),
    ):
        assert tuple(height(curves[name], difference) for name in "ABC") == shares


@pytest.mark.parametrize("higher", [True, False])
@pytest.mark.parametrize("by", ["ratio", "difference"])
def test_curves_rise_from_the_left_end_to_the_right(higher, by):
    rng = np.random.default_rng(1)
    view = profile(table(np.round(rng.uniform(0.1, 1, (200, 3)), 3), higher), ProfileOptions(by=by))
    for curve in view.curves:
        x, y = [step.x for step in curve.steps], [step.y for step in curve.steps]
        assert x == sorted(set(x))
        assert y == sorted(y)
        assert (x[0], x[-1]) == (view.x.low, view.x.high) or x[-1] > 0.99 * view.x.high
        assert 0 <= y[0] <= y[-1] <= 100
        assert y[-1] >= 90
    assert round(sum(float(curve.steps[0].y) for curve in view.curves)) >= 100


def test_ours_has_a_name_before_better_ones():
    comparison = table()
    view = profile(comparison, ProfileOptions(max_curves=1, ours=("C",)))
    assert [(curve.style, curve.name) for curve in view.curves] == [(0, "A"), (0, "B"), (1, "C")]
    assert view.curves[-1].ours
    assert "Grey: two others." in view.caption


def test_what_has_no_ratio_is_refused():
    values = SECONDS - 1
    assert "within … of" in profile(table(values)).x.label
    with pytest.raises(UsageError, match="positive"):
        profile(table(values), ProfileOptions(by="ratio"))
    with pytest.raises(UsageError, match="begins at 1"):
        profile(table(), ProfileOptions(limit=1.0))


def test_a_short_logarithmic_axis_has_numbers_like_a_linear_one():
    axis = Axis("within … times the best", 1.0, 1.76, logarithmic=True)
    assert axis.ticks == (1.0, 1.2, 1.4, 1.6)
    assert Axis("x", 1.0, 2.6, logarithmic=True).ticks == (1.0, 1.5, 2.0, 2.5)
    assert Axis("x", 1.0, 50.0, logarithmic=True).ticks == Axis("x", 1.0, 1.76).ticks == ()


def test_a_logarithmic_axis_of_two_or_three_decades_has_plain_numbers():
    axis = Axis("seconds", 0.0018, 0.66, logarithmic=True)
    assert axis.is_fine and axis.ticks == (0.003, 0.01, 0.03, 0.1, 0.3)
    for low, high in ((1e-8, 3e-6), (1.0, 2000.0)):  # whose numbers are long, or many
        wide = Axis("seconds", low, high, logarithmic=True)
        assert not wide.is_fine and wide.ticks == ()
