"""Scores against costs: the front by its definition, names with room around them."""

import re
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from comparatex.artefacts import view
from comparatex.data.read import read
from comparatex.data.reading import Reading
from comparatex.errors import DataError, UsageError
from comparatex.figures.common.label_placement import SIDES, boxes, labels
from comparatex.figures.pareto import ParetoOptions, front
from comparatex.figures.pareto import lay_out as pareto
from comparatex.inference.compare import compare

COSTS = {"A": 1.0, "B": 10.0, "C": 100.0, "D": 200.0}


def table(higher=True):
    values = np.array([[0.5, 0.6, 0.9, 0.8], [0.4, 0.3, 0.6, 0.7]])
    return compare(read((values, tuple("ABCD"), ("s", "t")), Reading(higher_is_better=higher)))


@given(st.dictionaries(st.sampled_from("ABCDEFGH"), st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=1))
def test_nobody_is_dominated_by_the_front_but_the_others(points):
    found = front({n: x for n, (x, _) in points.items()}, {n: y for n, (_, y) in points.items()}, higher=True)

    def dominates(one, other):
        return one != other and one[0] <= other[0] and one[1] >= other[1]

    for name, point in points.items():
        assert (name in found) == (not any(dominates(other, point) for other in points.values()))
    assert [points[name][0] for name in found] == sorted(points[name][0] for name in found)


def test_marks_have_their_costs_and_scores():
    # means A 0.45, B 0.45, C 0.75, D 0.75
    view = pareto(table(), ParetoOptions(costs=COSTS, cost_name="time (s)"))
    assert [(mark.name, mark.on_front) for mark in view.marks] == [
        ("A", True),
        ("B", False),
        ("C", True),
        ("D", False),
    ]
    assert view.alt == "On the Pareto front are 2 of 4, the cheapest first: A and C."
    assert [(mark.name, mark.x, mark.y) for mark in view.front] == [("A", 1.0, 0.45), ("C", 100.0, 0.75)]
    assert [(mark.name, mark.x, mark.y) for mark in view.marks if not mark.on_front] == [
        ("B", 10.0, 0.45),
        ("D", 200.0, 0.75),
    ]
    assert view.x.logarithmic and not view.y.logarithmic
    assert view.x.label == "time (s)"


def test_lower_is_better_has_the_other_front():
    view = pareto(table(higher=False), ParetoOptions(costs=COSTS))
    assert [mark.name for mark in view.marks if mark.on_front] == ["A"]


def test_ranks_have_the_best_on_top():
    view = pareto(table(), ParetoOptions(costs=COSTS, of="rank"))
    y = {mark.name: mark.y for mark in view.marks}
    assert y["C"] == y["D"] < y["A"] == y["B"]
    assert view.descending and not pareto(table(), ParetoOptions(costs=COSTS)).descending


def test_costs_must_be_there_and_fit_the_axis():
    with pytest.raises(DataError, match="C has no cost, and 1 more"):
        pareto(table(), ParetoOptions(costs={"A": 1.0, "B": 2.0}))
    with pytest.raises(UsageError, match="positive costs"):
        pareto(table(), ParetoOptions(costs={**COSTS, "A": 0.0}, axis="logarithmic"))
    linear = pareto(table(), ParetoOptions(costs={**COSTS, "A": 0.0}))
    assert linear.x.low < 0 and not linear.x.logarithmic


def standing(marks, found):
    """Return the box of each label that has a side."""
    return {
        name: boxes(str(label.number or name), np.array([label.lead or marks[name]]), [[*SIDES].index(label.side)])[0]
        for name, label in found.items()
        if label.side
    }


def lines(marks, found):
    """Return the line of each label that has one, outside of its mark."""
    leads = {}
    for name, label in found.items():
        if label.lead:
            (x, y), (u, v) = marks[name], label.lead
            out = 1.01 * min(150 / max(abs(u - x), 1e-9), 200 / max(abs(v - y), 1e-9))
            leads[name] = (x + out * (u - x), y + out * (v - y)), label.lead
    return leads


def overlap(box, other):
    return all(box[k] < other[k + 2] and other[k] < box[k + 2] for k in (0, 1))


def cross(line, other):
    def turn(from_, to, point):
        return np.sign((to[0] - from_[0]) * (point[1] - from_[1]) - (to[1] - from_[1]) * (point[0] - from_[0]))

    return turn(*line, other[0]) * turn(*line, other[1]) < 0 > turn(*other, line[0]) * turn(*other, line[1])


def meets(line, box):
    """Whether a line passes through a box."""
    low_x, low_y, high_x, high_y = box
    diagonals = ((low_x, low_y), (high_x, high_y)), ((low_x, high_y), (high_x, low_y))
    inside = any(low_x < x < high_x and low_y < y < high_y for x, y in line)
    return inside or any(cross(line, diagonal) for diagonal in diagonals)


def test_names_have_room():
    def side(x, y, steps=()):
        return labels({"name": (x, y)}, steps)["name"].side

    assert side(5000, 5000) == "right"
    assert side(9500, 5000) == "left"
    assert side(5000, 5000, [(5000, 5000), (9000, 9000)]) == "left"


def test_a_name_without_room_beside_its_mark_stands_at_the_end_of_a_line():
    found = labels({f"name {i} of a row": (3000 + 900 * i, 5000) for i in range(7)})
    assert all(label.side and not label.number for label in found.values())
    assert any(label.lead for label in found.values())


@given(st.lists(st.tuples(st.integers(0, 10_000), st.integers(0, 10_000), st.integers(1, 25)), min_size=1, max_size=12))
def test_labels_keep_off_each_other_and_lines_cross_nothing(drawn):
    marks = {f"{i:x<{size}}": (x, y) for i, (x, y, size) in enumerate(drawn)}
    found = labels(marks)
    taken, leads = standing(marks, found), lines(marks, found)
    for name, box in taken.items():
        assert box[:2].min() >= 0 and box[2] <= 10_200 and box[3] <= 10_400
        assert not any(overlap(box, other) for key, other in taken.items() if key != name)
        others = [place for place in marks.values() if place != marks[name]]
        assert not any(overlap(box, (x - 150, y - 200, x + 150, y + 200)) for x, y in others)
        beside_number = found[name].number and not found[name].lead
        assert beside_number or not any(meets(lead, box) for key, lead in leads.items() if key != name)
    assert not any(cross(a, b) for one, a in leads.items() for other, b in leads.items() if one < other)


def test_a_name_with_empty_room_within_reach_is_no_number():
    marks = {
        "Linear SVM": (2216, 1278),
        "LDA": (2987, 767),
        "Logistic regression": (2835, 714),
        "Decision tree": (2216, 4226),
    }
    assert all(label.side and not label.number for label in labels(marks).values())


def test_lines_to_names_are_short_where_another_order_of_choosing_makes_them_so():
    """AdaBoost's name has room on either side, and on one of them it is where those above it need to be."""
    marks = {
        "MLP": (7600, 9330),
        "Extra trees": (7150, 9290),
        "Random forest": (7860, 8900),
        "Gradient boosting": (9260, 8520),
        "AdaBoost": (8600, 6430),
    }
    named = labels(marks, [(700, 6340), (2600, 8750), (7150, 9290), (7600, 9330)], important=("MLP", "Extra trees"))
    leads = {name: np.hypot(*np.subtract(label.lead, marks[name])) for name, label in named.items() if label.lead}
    assert max(leads.values()) < 1600, leads


def test_a_crowd_gets_numbers_from_the_left_and_the_caption_names_them():
    rng = np.random.default_rng(3)
    names = tuple(f"A method with a long name {i}" for i in range(30))
    comparison = compare(read((rng.random((9, 30)), names, tuple("abcdefghi")), Reading()))
    view = pareto(comparison, ParetoOptions(costs={name: 1.3**i for i, name in enumerate(names)}))
    numbers = [(mark.number, mark.name) for mark in view.marks if mark.number]
    assert [number for number, _ in numbers] == list(range(1, len(numbers) + 1))
    assert len(numbers) > 5
    key = ", ".join(f"{number} {name}" for number, name in numbers)
    assert f"Numbers stand for names that have no room: {key}." in view.caption
    assert all(mark.side for mark in view.marks)


@pytest.mark.thorough
def test_the_caption_names_those_that_have_no_room_even_for_a_number():
    n = 9
    names = tuple(f"c{i}" for i in range(n))
    comparison = compare(read((np.full((4, n), 0.5), names, tuple("abcd")), Reading()))
    view = pareto(comparison, ParetoOptions(costs=dict.fromkeys(names, 2.0)))
    hidden = [mark.name for mark in view.marks if not mark.side]
    assert hidden
    assert sorted(re.findall(r"c\d+", view.caption.partition("Without room")[2])) == sorted(hidden)


def test_a_line_does_not_cross_the_front_where_another_order_spares_it():
    steps = [(690, 6312), (2632, 8723), (7176, 9267), (7621, 9310)]
    front = {"RBF SVM": (2632, 8723), "Extra trees": (7176, 9267), "MLP": (7621, 9310)}
    marks = {**front, "Random forest": (7847, 8880), "Gradient boosting": (9310, 8498)}
    found = labels(marks, steps, important=[*front])
    leads = [lead for name, lead in lines(marks, found).items() if name not in front]
    assert all(label.side and not label.number for label in found.values())
    assert leads
    corners = [place for (x, y), end in pairwise(steps) for place in ((x, y), (end[0], y), end)]
    assert not any(cross(lead, part) for lead in leads for part in pairwise(corners))


def test_of_a_great_many_only_the_front_has_names():
    rng = np.random.default_rng(0)
    names = [f"model {i}" for i in range(150)]
    comparison = compare(read((rng.uniform(size=(9, 150)), names, [f"t{k}" for k in range(9)])))
    found = view(comparison, "pareto", costs=dict(zip(names, rng.uniform(1, 9, 150), strict=True)), ours=("model 3",))
    named = {mark.name for mark in found.marks if mark.side}
    assert named <= {mark.name for mark in found.marks if mark.on_front} | {"model 3"} and not any(
        m.number for m in found.marks
    )
    assert f"Without room for their names: {150 - len(named)} methods." in found.caption
