"""The scatter of a pair: every task once, on the right side of the diagonal, counted as the tests count."""

from collections import Counter
from decimal import Decimal

import numpy as np
import pytest

from comparatex.data.read import read
from comparatex.data.reading import Reading
from comparatex.errors import UsageError
from comparatex.inference.compare import compare
from comparatex.layout.numbers import fixed
from comparatex.layout.options.figures import ScatterOptions
from comparatex.layout.plots.scatter import scatter
from comparatex.text import writing

VALUES = np.array([[0.3, 0.2, 0.9], [0.2, 0.2, 0.1], [0.5, 0.4, 0.3], [0.1, 0.6, 0.0]])


def table(higher=True, values=VALUES):
    names, tasks = ("A", "B", "C"), tuple(f"t{i}" for i in range(len(values)))
    return compare(read((values, names, tasks), Reading(higher_is_better=higher)))


def test_tasks_are_shared_by_result():
    view = scatter(table(), ScatterOptions(y="A", x="B"))
    assert [len(marks) for marks in (view.wins, view.ties, view.losses)] == [2, 1, 1]
    assert (view.above.name, view.above.count) == ("A", "better on 2 tasks")
    assert (view.below.name, view.below.count) == ("B", "better on 1 task")
    assert view.equal == "equal on 1"
    assert "p\N{NO-BREAK SPACE}=\N{NO-BREAK SPACE}1.0000" in view.caption
    assert view.alt == "On four tasks, A is better than B on 2, equal on 1 and worse on 1."


def test_captions_explain_squares_only_where_there_are_any():
    assert "both are equal on 1 (squares)" in scatter(table(), ScatterOptions(y="A", x="B")).caption
    assert "squares" not in scatter(table(), ScatterOptions(y="A", x="C")).caption


def test_places_are_those_of_the_scores_on_one_scale():
    view = scatter(table(), ScatterOptions(y="A", x="B"))
    # scores from 0.1 to 0.6 and 4 % on either side: 0.08 to 0.62
    place = {
        value: Decimal(repr(round((value - 0.08) / 0.54 * 100, 2)))
        for value in (0.1, 0.2, 0.3, 0.4, 0.5, 0.6)
    }
    assert {(p.x, p.y) for p in view.wins} == {(place[0.2], place[0.3]), (place[0.4], place[0.5])}
    assert {(p.x, p.y) for p in view.losses} == {(place[0.6], place[0.1])}
    assert view.x.ticks == view.y.ticks
    assert view.x.label == "B (mean score 0.3500)"


def test_means_that_end_in_five_are_rounded_as_elsewhere(tmp_path):
    scores = ("0.7896", "0.4080", "0.5233", "0.2781")
    assert np.mean([float(score) for score in scores]) < 0.49975  # the mean of the decimals
    (tmp_path / "scores.csv").write_text(
        "\n".join(["task,A,B", *(f"t{score},{score},0.1" for score in scores)])
    )
    comparison = compare(read(tmp_path / "scores.csv"))
    view = scatter(comparison, ScatterOptions(y="A", x="B"))
    assert view.y.label == f"A (mean score {fixed(float(comparison.mean[0]))})" == "A (mean score 0.4998)"


@pytest.mark.parametrize(("largest", "logarithmic"), [(9.9, False), (10.0, True)])
def test_a_few_large_scores_make_the_axes_logarithmic(largest, logarithmic):
    values = np.array([[1.0, 0.5], [1.0, 2.0], [largest, 1.0]])  # their median is 1
    compared = compare(read((values, ["A", "B"]), Reading(higher_is_better=False)))
    view = scatter(compared, ScatterOptions(y="A", x="B"))
    assert ("Both axes are logarithmic." in view.caption) == logarithmic
    half, one, two = sorted(point.x for point in (*view.wins, *view.losses))  # B has 0.5, 1 and 2
    assert (abs(two - one - (one - half)) < Decimal("0.02")) == logarithmic
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
    assert (view.above.name, view.above.result) == ("B", "losses")
    assert (view.below.name, view.below.result) == ("A", "wins")


def test_by_default_ours_stands_upright_against_the_best_of_the_others():
    comparison = table()
    assert comparison.names == ("B", "C", "A")
    assert scatter(comparison).title == "Scatter of B against C"
    view = scatter(comparison, ScatterOptions(ours=("A",)))
    assert view.title == "Scatter of A against B"
    assert view.above.ours
    assert not view.below.ours


@pytest.mark.usefixtures("full_captions")
def test_many_tasks_share_marks_and_none_is_lost():
    rng = np.random.default_rng(1)
    values = np.round(rng.uniform(0, 1, (3000, 3)), 3)
    view = scatter(table(values=values), ScatterOptions(max_points=2999))
    marks = [*view.wins, *view.ties, *view.losses]
    assert len(marks) < 3000
    assert max(Counter(mark.size for mark in marks)) > 1
    assert "share a mark" in view.caption
    assert "share a mark" not in scatter(table(values=values), ScatterOptions(max_points=3000)).caption


def test_names_are_checked():
    with pytest.raises(UsageError, match="No comparate is called 'D'"):
        scatter(table(), ScatterOptions(x="D"))
    with pytest.raises(UsageError, match="both are A"):
        scatter(table(), ScatterOptions(x="A", y="A"))
