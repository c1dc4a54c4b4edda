"""The scatter of a pair: every task once, on the right side of the diagonal, counted as the tests count."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from comparatex.data.read import read
from comparatex.data.reading import Reading
from comparatex.errors import UsageError
from comparatex.figures.scatter import ScatterOptions, draw
from comparatex.figures.scatter import lay_out as scatter
from comparatex.inference.compare import compare
from comparatex.layout.numbers import fixed
from comparatex.text import writing

VALUES = np.array([[0.3, 0.2, 0.9], [0.2, 0.2, 0.1], [0.5, 0.4, 0.3], [0.1, 0.6, 0.0]])


def table(higher=True, values=VALUES):
    names, tasks = ("A", "B", "C"), tuple(f"t{i}" for i in range(len(values)))
    return compare(read((values, names, tasks), Reading(higher_is_better=higher)))


def test_tasks_are_shared_by_result():
    view = scatter(table(), ScatterOptions(y="A", x="B"))
    assert [len(marks) for marks in (view.wins, view.ties, view.losses)] == [2, 1, 1]
    assert [(count.corner, count.name, count.lines) for count in view.key] == [
        ("upper", "A", ("better on 2 tasks",)),
        ("lower", "B", ("better on 1 task", "equal on 1")),
    ]
    assert "p\N{NO-BREAK SPACE}=\N{NO-BREAK SPACE}1.0000" in view.caption
    assert view.alt == "On four tasks, A is better than B on 2, equal on 1 and worse on 1."


@pytest.mark.parametrize("score", [0.97, 0.5])
def test_counts_stand_in_corners_or_above_where_marks_are_in_these(score):
    values = [(0.1, 0.2, 0.3), (score, 0.3, 0.3), (0.9, 1.0, 0.5)]
    view = scatter(table(values=values), ScatterOptions(y="A", x="B"))
    width, height = draw(view).get_size_inches() * 72
    assert view.above == (score > 0.9) == (height > width)


def test_captions_explain_squares_only_where_there_are_any():
    assert "both are equal on 1 (squares)" in scatter(table(), ScatterOptions(y="A", x="B")).caption
    assert "squares" not in scatter(table(), ScatterOptions(y="A", x="C")).caption


def test_points_are_scores_on_axes_with_the_same_ends():
    view = scatter(table(), ScatterOptions(y="A", x="B"))
    assert [(p.x, p.y, p.name) for p in view.wins] == [(0.2, 0.3, "t0"), (0.4, 0.5, "t2")]
    assert [(p.x, p.y, p.name) for p in view.losses] == [(0.6, 0.1, "t3")]
    assert (view.means.x, view.means.y) == (0.35, 0.275)
    assert (view.x.low, view.x.high) == (view.y.low, view.y.high) == (0.08, 0.62)
    assert view.x.label == "B (mean score 0.3500)"


def test_percentages_are_the_unit_of_the_points():
    view = scatter(table(), ScatterOptions(y="A", x="B", percent=True))
    assert [(p.x, p.y) for p in view.wins] == [(20.0, 30.0), (40.0, 50.0)]
    assert "%" in view.x.label


def test_means_that_end_in_five_are_rounded_as_elsewhere(tmp_path):
    scores = ("0.7896", "0.4080", "0.5233", "0.2781")
    assert np.mean([float(score) for score in scores]) < 0.49975  # the mean of the decimals
    (tmp_path / "scores.csv").write_text("\n".join(["task,A,B", *(f"t{score},{score},0.1" for score in scores)]))
    comparison = compare(read(tmp_path / "scores.csv"))
    view = scatter(comparison, ScatterOptions(y="A", x="B"))
    assert view.y.label == f"A (mean score {fixed(float(comparison.mean[0]))})" == "A (mean score 0.4998)"


@pytest.mark.parametrize(("largest", "logarithmic"), [(9.9, False), (10.0, True)])
def test_a_few_large_scores_make_the_axes_logarithmic(largest, logarithmic):
    values = np.array([[1.0, 0.5], [1.0, 2.0], [largest, 1.0]])  # their median is 1
    compared = compare(read((values, ["A", "B"]), Reading(higher_is_better=False)))
    view = scatter(compared, ScatterOptions(y="A", x="B"))
    assert ("Both axes are logarithmic." in view.caption) == logarithmic
    assert sorted(point.x for point in (*view.wins, *view.losses)) == [0.5, 1, 2]
    assert view.x.logarithmic == view.y.logarithmic == logarithmic
    assert view.x.is_fine == logarithmic
    other = scatter(compared, ScatterOptions(y="A", x="B", axis="linear" if logarithmic else "logarithmic"))
    assert ("Both axes are logarithmic." in other.caption) != logarithmic
    assert [len(marks) for marks in (other.wins, other.losses)] == [len(view.wins), len(view.losses)]


def test_logarithmic_axes_need_positive_scores():
    with pytest.raises(UsageError, match='need positive scores: use `axis="linear"`'):
        scatter(table(), ScatterOptions(y="A", x="C", axis="logarithmic"))


def test_axes_say_what_is_measured():
    measured = compare(read((VALUES, ["A", "B", "C"]), Reading(measure_name="accuracy")))
    pair = {"y": "A", "x": "B"}
    assert scatter(measured, ScatterOptions(**pair)).y.label == "A (mean accuracy 0.2750)"
    assert scatter(measured, ScatterOptions(**pair, means=False)).y.label == "A (accuracy)"
    assert scatter(table(), ScatterOptions(**pair, means=False)).y.label == "A"
    with writing("fr"):
        assert scatter(measured, ScatterOptions(**pair)).y.label == "A (moyenne d’accuracy 0,2750)"


def test_lower_is_better_puts_the_winner_of_a_task_below_the_diagonal():
    view = scatter(table(higher=False), ScatterOptions(y="A", x="B"))
    assert [len(marks) for marks in (view.wins, view.ties, view.losses)] == [1, 1, 2]
    assert all(point.y < point.x for point in view.wins)
    assert [(count.corner, count.name) for count in view.key] == [("upper", "B"), ("lower", "A")]


def test_by_default_ours_stands_upright_against_the_best_of_the_others():
    comparison = table()
    assert comparison.names == ("B", "C", "A")
    assert scatter(comparison).title == "Scatter of B against C"
    view = scatter(comparison, ScatterOptions(ours=("A",)))
    assert view.title == "Scatter of A against B"
    assert [count.ours for count in view.key] == [True, False]


@pytest.mark.usefixtures("full_captions")
@pytest.mark.thorough
def test_many_tasks_share_marks_and_none_is_lost():
    rng = np.random.default_rng(1)
    values = np.round(rng.uniform(0, 1, (3000, 3)), 3)
    view = scatter(table(values=values), ScatterOptions(max_points=2999))
    marks = [*view.wins, *view.ties, *view.losses]
    assert len(marks) < 3000
    assert max(Counter(mark.size for mark in marks)) > 1
    assert {mark.x for mark in marks} <= {*values.ravel().tolist()}
    of_results = {"wins": view.wins, "ties": view.ties, "losses": view.losses}
    assert {mark for _, _, series in view.series for mark in series} == {*marks}
    for result, size, series in view.series:
        assert series == tuple(mark for mark in marks if mark in of_results[result] and mark.size == size)
    assert "share a mark" in view.caption
    assert "share a mark" not in scatter(table(values=values), ScatterOptions(max_points=3000)).caption


def test_names_are_checked():
    with pytest.raises(UsageError, match="No method is called 'D'"):
        scatter(table(), ScatterOptions(x="D"))
    with pytest.raises(UsageError, match="both are A"):
        scatter(table(), ScatterOptions(x="A", y="A"))


@given(st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30)), min_size=2, max_size=20, unique=True))
def test_names_of_tasks_lie_on_no_mark(pairs):
    tasks = tuple(f"Task {i}" for i in range(len(pairs)))
    compared = compare(read((np.array(pairs) / 30, ("A", "B"), tasks)))
    figure = draw(scatter(compared, ScatterOptions(y="A", x="B")))
    figure.draw_without_rendering()
    (axes,) = figure.axes
    marks = axes.transData.transform([(b / 30, a / 30) for a, b in pairs])
    for text in axes.texts:
        box = text.get_window_extent()
        assert not [place for place in marks if box.x0 < place[0] < box.x1 and box.y0 < place[1] < box.y1]
        assert axes.bbox.x0 <= box.x0 and box.x1 <= axes.bbox.x1


def test_the_farthest_tasks_are_named():
    values = np.array([[0.5, 0.51], [0.62, 0.6], [0.9, 0.6], [0.3, 0.4], [0.7, 0.72]])
    compared = compare(read((values, ("A", "B"), ("s", "t", "u", "v", "w"))))
    view = scatter(compared, ScatterOptions(y="A", x="B"))
    assert [label.at.name for label in view.labels] == ["u", "v"]
    assert not scatter(compare(read((values, ("A", "B")))), ScatterOptions(y="A", x="B")).labels
