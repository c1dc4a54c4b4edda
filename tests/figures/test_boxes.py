"""Distributions: quartiles as NumPy has them, whiskers after Tukey, every task in a strip."""

from decimal import Decimal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from comparatex.artefacts import latex
from comparatex.data.read import read
from comparatex.figures.boxes import BoxesOptions, draw, outline, quantile, summary, swarm
from comparatex.figures.boxes import lay_out as boxes
from comparatex.figures.common.data import Axis
from comparatex.inference.compare import compare

HUNDRED = Axis("", 0.0, 100.0)


def decimals(values):
    return sorted(Decimal(repr(float(value))) for value in values)


columns = st.lists(st.floats(-1000, 1000).map(lambda x: round(x, 3)), min_size=1, max_size=30)


@given(columns)
def test_quartiles_are_those_of_numpy(values):
    for share in ("0", "0.25", "0.5", "0.75", "1"):
        found = quantile(decimals(values), Decimal(share))
        assert float(found) == pytest.approx(np.quantile(values, float(share)), abs=1e-9)


@given(columns)
def test_every_number_is_within_the_whiskers_or_an_outlier(values):
    (low, first, median, third, high), outliers = summary(values)
    assert low <= first <= median <= third <= high
    inside = [value for value in decimals(values) if low <= value <= high]
    assert sorted([*inside, *outliers]) == decimals(values)
    reach = Decimal("1.5") * (third - first)
    assert low >= first - reach
    assert high <= third + reach


def table():
    values = np.array([[0.1, 0.5], [0.2, 0.5], [0.3, 0.6], [0.4, 0.4], [0.9, 0.5]])
    return compare(read((values, ("A", "B"), tuple("stuvw"))))


def test_a_box_has_its_numbers():
    view = boxes(table())
    assert [(row.name, row.text) for row in view.rows] == [("B", "0.500"), ("A", "0.300")]
    row = view.rows[1]
    assert (row.low, row.first, row.median, row.third, row.high) == (0.1, 0.2, 0.3, 0.4, 0.4)
    assert row.mean == pytest.approx(0.38)
    assert [point.x for point in row.points] == [0.9]
    (points,) = [marks for marks in view.plots[0].marks if marks.style == "points"]
    assert points.rows == ((1.0, 0.4), (1.0, 0.6), (2.0, 0.9))
    assert view.x.low < 0.1 < 0.9 < view.x.high
    assert view.columns[-1].heading == "median"
    assert view.alt == "Medians of scores: B 0.500 and A 0.300."


FIVE = ("MLP", "Random forest (500 trees)", "k-NN, k = 5", "NaiveBayes", "C4.5")


def test_medians_stand_beside_five_rows_in_a_column():
    values = np.random.default_rng(2).uniform(0.3, 1, (20, 5)).round(4)
    assert boxes(compare(read((values, FIVE))), BoxesOptions(width="8.5cm")).columns[1:]
    longer = (f"{FIVE[1]} and some more words", *FIVE[:1], *FIVE[2:])
    assert not boxes(compare(read((values, longer))), BoxesOptions(width="8.5cm")).columns[1:]


@pytest.mark.latex
def test_they_are_not_scaled_for_that(fragment_compiler):
    comparison = compare(read((np.random.default_rng(2).uniform(0.3, 1, (20, 5)).round(4), FIVE)))
    done = fragment_compiler(
        rf"\hsize=8.5cm \linewidth=8.5cm \noindent {latex(comparison, 'boxes', width='8.5cm')}"
        r"\typeout{SCALE \csname comparatex@scale\endcsname.}"
    )
    assert "SCALE 1." in done.log
    assert "median" in done.text


def test_ranks_have_their_mean_as_number():
    view = boxes(table(), BoxesOptions(of="ranks", kind="strip"))
    assert [(row.name, row.text) for row in view.rows] == [("B", "1.30"), ("A", "1.70")]
    assert [len(row.points) for row in view.rows] == [5, 5]
    wide = np.random.default_rng(1).random((9, 24))
    many = compare(read((wide, [f"M{k}" for k in range(24)])))
    assert min(at for at, _ in boxes(many, BoxesOptions(of="ranks")).plots[0].ticks) >= 1
    assert view.plots[0].reverse  # the best is on the right, as in the diagram
    assert not boxes(table(), BoxesOptions(of="ranks", best="left")).plots[0].reverse


def test_an_outline_is_highest_where_numbers_are_dense():
    found = outline([10.0, 50.0, 51.0, 52.0, 90.0], HUNDRED)
    assert (found[0].x, found[-1].x) == (10, 90)
    peak = max(found, key=lambda point: point.y)
    assert 45 < peak.x < 57
    assert peak.y == 0.44
    assert outline([3.0, 3.0], HUNDRED) == ()


def test_a_swarm_keeps_points_apart_and_in_their_row():
    found = swarm([10.0, 10.1, 10.2, 50.0], HUNDRED, 10)
    assert sorted(point.y for point in found if point.x < 20) == [-0.14, 0, 0.14]
    assert [point.y for point in found if point.x == 50] == [0]
    assert [point.y for point in swarm([10.0, 10.0], HUNDRED, 10)] == [-0.07, 0.07]
    crowded = swarm([10.0] * 200, HUNDRED, 1000)
    assert len(crowded) == 200
    assert max(abs(point.y) for point in crowded) <= 0.45


def test_a_crowd_shares_points():
    found = swarm([10.0, 10.1, 10.2, 50.0], HUNDRED, 3)
    assert [(point.x, point.size) for point in found] == [(10.1, 2), (50, 1)]


def test_a_point_that_stands_for_more_numbers_is_drawn_larger():
    numbers = np.concatenate([np.full(400, 0.5), np.linspace(0.1, 0.9, 20)])
    view = boxes(compare(read((np.column_stack([numbers, numbers]), ("A", "B")))), BoxesOptions(kind="strip"))
    (axes,) = draw(view).axes
    widths = [line.get_markersize() for line in axes.lines if line.get_marker() == "o"]
    assert len(widths) == sum(marks.style == "points" for marks in view.plots[0].marks) > 1
    assert widths == sorted(set(widths))
