"""Scores against costs: the front by its definition, names with room around them."""

from decimal import Decimal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from comparatex.data.read import read
from comparatex.data.reading import Reading
from comparatex.errors import DataError, UsageError
from comparatex.inference.compare import compare
from comparatex.layout.label_room import Wanted, sides
from comparatex.layout.plots.pareto import ParetoOptions, front, pareto

COSTS = {"A": 1.0, "B": 10.0, "C": 100.0, "D": 200.0}


def table(higher=True):
    values = np.array([[0.5, 0.6, 0.9, 0.8], [0.4, 0.3, 0.6, 0.7]])
    return compare(read((values, tuple("ABCD"), ("s", "t")), Reading(higher_is_better=higher)))


@given(
    st.dictionaries(st.sampled_from("ABCDEFGH"), st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=1)
)
def test_nobody_is_dominated_by_the_front_but_the_others(points):
    found = front({n: x for n, (x, _) in points.items()}, {n: y for n, (_, y) in points.items()}, higher=True)

    def dominates(one, other):
        return one != other and one[0] <= other[0] and one[1] >= other[1]

    for name, point in points.items():
        assert (name in found) == (not any(dominates(other, point) for other in points.values()))
    assert [points[name][0] for name in found] == sorted(points[name][0] for name in found)


def test_places_front_and_words():
    # means A 0.45, B 0.45, C 0.75, D 0.75
    view = pareto(table(), ParetoOptions(costs=COSTS, cost_name="time (s)"))
    assert [(mark.name, mark.on_front) for mark in view.marks] == [
        ("A", True),
        ("B", False),
        ("C", True),
        ("D", False),
    ]
    assert view.alt == "On the Pareto front are 2 of 4, the cheapest first: A and C."
    assert view.front == tuple((mark.x, mark.y) for mark in view.marks if mark.on_front)
    x = {mark.name: mark.x for mark in view.marks}
    assert abs((x["B"] - x["A"]) - (x["C"] - x["B"])) <= Decimal("0.01")  # a logarithmic axis
    assert [tick.text for tick in view.x.ticks] == ["1", "10", "100"]
    assert view.x.label == "time (s)"


def test_lower_is_better_has_the_other_front():
    view = pareto(table(higher=False), ParetoOptions(costs=COSTS))
    assert [mark.name for mark in view.marks if mark.on_front] == ["A"]


def test_ranks_have_the_best_on_top():
    view = pareto(table(), ParetoOptions(costs=COSTS, of="rank"))
    y = {mark.name: mark.y for mark in view.marks}
    assert y["C"] == y["D"] > y["A"] == y["B"]
    assert [float(tick.text) for tick in view.y.ticks] == sorted(
        (float(tick.text) for tick in view.y.ticks), reverse=True
    )
    assert [tick.at for tick in view.y.ticks] == sorted(tick.at for tick in view.y.ticks)


def test_costs_must_be_there_and_fit_the_axis():
    with pytest.raises(DataError, match="C has no cost, and 1 more"):
        pareto(table(), ParetoOptions(costs={"A": 1.0, "B": 2.0}))
    with pytest.raises(UsageError, match="positive costs"):
        pareto(table(), ParetoOptions(costs={**COSTS, "A": 0.0}, axis="logarithmic"))
    linear = pareto(table(), ParetoOptions(costs={**COSTS, "A": 0.0}))
    assert linear.x.ticks[0].text == "0"


def test_names_have_room():
    assert sides([Wanted("name", Decimal(50), Decimal(50))]) == {"name": "right"}
    assert sides([Wanted("name", Decimal(95), Decimal(50))]) == {"name": "left"}
    line = [(Decimal(50), Decimal(50)), (Decimal(90), Decimal(90))]
    assert sides([Wanted("name", Decimal(50), Decimal(50))], line) == {"name": "left"}
    crowd = [Wanted(f"name {i}", Decimal(50 + i % 5), Decimal(50 + i // 5)) for i in range(25)]
    found = sides(crowd)
    assert "" in found.values()
    assert found["name 0"]
