"""Which comparates and which pair are shown, where settings do not name them all."""

import numpy as np
import pytest

import comparatex as cx
from comparatex.artefacts import view
from comparatex.errors import UsageError
from comparatex.figures.heatmap import HeatmapOptions
from comparatex.layout.options import CddOptions
from comparatex.layout.selection import chosen, chosen_pair

SCORES = [
    # one: far ahead on a single task, else last; two: first on all others; three: always between.
    [0.99, 0.10, 0.50],
    *[[0.60, 0.70, 0.65]] * 4,
]


@pytest.fixture
def comparison():
    found = cx.compare((np.array(SCORES), ["one", "two", "three"]))
    assert found.names == ("one", "three", "two")  # by their means
    return found


def pair(comparison, first="", second="", ours=()):
    return tuple(comparison.names[i] for i in chosen_pair(comparison, first, second, ours))


def test_a_pair_that_nobody_names_is_the_best_two(comparison):
    assert pair(comparison) == ("one", "three")


def test_ours_come_before_the_best_and_are_not_compared_with_each_other(comparison):
    assert pair(comparison, ours=("two",)) == ("two", "one")
    assert pair(comparison, ours=("two", "one")) == ("two", "three")
    assert pair(comparison, ours=("one", "three", "two")) == ("one", "three")


def test_names_that_are_given_stay_and_the_best_that_is_left_joins_them(comparison):
    assert pair(comparison, second="one") == ("three", "one")
    assert pair(comparison, "two") == ("two", "one")
    assert pair(comparison, "two", "three", ours=("one",)) == ("two", "three")
    assert pair(comparison, second="two", ours=("two",)) == ("one", "two")
    with pytest.raises(UsageError, match="both are two"):
        pair(comparison, "two", "two")


@pytest.mark.parametrize(
    ("options", "best"),
    [
        (HeatmapOptions(top=2, order="mean"), ("one", "three")),
        (HeatmapOptions(top=2, order="given"), ("one", "three")),
        (HeatmapOptions(top=2, order="rank"), ("three", "two")),
        (HeatmapOptions(top=2, order="median"), ("three", "two")),
        (HeatmapOptions(top=1, order="wins"), ("two",)),
        (CddOptions(top=2), ("three", "two")),
        (CddOptions(top=2, order="mean"), ("three", "two")),
    ],
)
def test_the_best_are_those_of_the_order_and_in_a_diagram_by_mean_rank(comparison, options, best):
    assert chosen(comparison, options).include == best


def test_ours_and_those_in_focus_are_shown_beside_the_best(comparison):
    assert chosen(comparison, HeatmapOptions(top=1, ours=("two",))).include == ("one", "two")
    # Only those that are included have a place.
    options = HeatmapOptions(top=1, include=("two", "three"), ours=("one",))
    assert chosen(comparison, options).include == ("three",)
    assert chosen(comparison, HeatmapOptions(include=("two",))).include == ("two",)


@pytest.mark.parametrize(("width", "n"), [("slide", 8), ("poster", 12), ("page", 15)])
def test_slides_and_posters_have_the_best_and_say_so(width, n):
    values = np.random.default_rng(4).normal(size=(12, 15))
    many = cx.compare((values, [f"m{i}" for i in range(15)]))
    last = many.names[-1]
    shown = view(many, "boxes", width=width, ours=(last,))
    assert {row.name for row in shown.rows} == {*many.names[:n], last}
    assert ("Shown are the best" in shown.caption) == (width != "page")
    assert len(view(many, "boxes", width=width, top=3).rows) == 3
    assert len(view(many, "boxes", width=width, include=many.names[:14]).rows) == 14
