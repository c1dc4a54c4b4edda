"""The forest of differences: estimates and intervals at their places, judged from the right side."""

from decimal import Decimal

import numpy as np
import pytest
from scipy.stats import ttest_1samp

from comparatex.data.read import read
from comparatex.data.reading import Reading
from comparatex.errors import UsageError
from comparatex.inference.compare import compare
from comparatex.layout.options.figures import ForestOptions
from comparatex.layout.plots.forest import forest

DIFFERENCES = np.array([0.01, 0.02, 0.03, 0.04, 0.05, 0.06])


def table(higher=True, correction="none"):
    """Return A, always better than B (A − B is 0.01 … 0.06), and C, which is near B."""
    b = np.array([0.5, 0.6, 0.55, 0.7, 0.65, 0.8])
    c = b + np.array([0.02, -0.02, 0.01, -0.01, 0.03, -0.03])
    values = np.round(np.stack([b + DIFFERENCES, b, c], axis=1), 4)
    if not higher:
        values = np.round(1 - values, 4)
    tasks = tuple(f"t{i}" for i in range(6))
    return compare(
        read((values, ("A", "B", "C"), tasks), Reading(higher_is_better=higher)), correction=correction
    )


def test_the_estimate_is_the_median_of_walsh_averages():
    averages = [(a + b) / 2 for i, a in enumerate(DIFFERENCES) for b in DIFFERENCES[i:]]
    view = forest(table())
    rows = {row.name: row for row in view.rows}
    # P(W+ < 1) = 1/64 ≤ 0.025 < P(W+ < 2) = 2/64: the interval goes from the smallest average to the largest.
    assert rows["B"].text == f"+{np.median(averages):.4f} [+0.0100, +0.0600]"
    assert rows["B"].interval.result == "better"
    assert rows["B"].interval.open == ""
    assert rows["C"].interval.result == "undecided"
    assert view.alt == "A is significantly better in 1 and worse in 0 of 2 pairs."


def test_a_mark_is_filled_by_the_corrected_verdict_not_by_its_interval():
    """p is 2/64 for A and B, 6/64 by Holm over three pairs: the interval excludes zero, the verdict is open."""
    rows = {row.name: row for row in forest(table(correction="holm")).rows}
    assert "[+0.0100, +0.0600]" in rows["B"].text
    assert rows["B"].interval.result == "undecided"


def test_an_estimate_against_the_verdict_is_marked_and_open():
    """B loses on 28 of 30 tasks, and leads by two."""
    gaps = np.where(np.arange(30) < 28, -0.01 - np.arange(30) / 1e4, 0.5)
    b = 0.3 + np.arange(30) / 100
    found = compare(read((np.stack([b + gaps, b], axis=1).round(4), ("B", "C"))))
    assert found.names[0] == "B"
    (row,) = forest(found, ForestOptions(statistic="mean")).rows
    assert (row.text[-1], row.interval.result) == ("†", "undecided")
    (row,) = forest(found).rows  # the Hodges–Lehmann difference goes with the test
    assert (row.text[-1], row.interval.result) == ("]", "worse")


def test_places_are_on_one_scale():
    view = forest(table(), ForestOptions(against="B"))
    assert (view.left, view.right) == ("other better", "B better")
    a, c = (next(row for row in view.rows if row.name == name) for name in "AC")
    assert a.text == "−0.0350 [−0.0600, −0.0100]"
    assert a.interval.result == "worse"
    assert a.interval.low < a.interval.estimate < a.interval.high < view.zero
    assert c.interval.low < view.zero < c.interval.high
    assert c.interval.result == "undecided"
    places = [view.zero, a.interval.low, a.interval.high]
    width = (view.zero - a.interval.low) / 6
    assert abs(places[0] - places[2] - width) <= Decimal("0.01")


def test_lower_is_better_exchanges_the_sides_and_keeps_the_differences_as_measured():
    view = forest(table(higher=False))
    assert (view.left, view.right) == ("A better", "other better")
    rows = {row.name: row for row in view.rows}
    assert rows["B"].text == "−0.0350 [−0.0600, −0.0100]"
    assert rows["B"].interval.result == "better"


def test_pairs_are_first_less_second():
    view = forest(table(), ForestOptions(pairs=(("B", "A"), ("A", "C"))))
    assert [row.name for row in view.rows] == ["B − A", "A − C"]
    assert [row.interval.result for row in view.rows] == ["worse", "undecided"]
    assert (view.left, view.right) == ("second better", "first better")


def test_the_mean_has_the_interval_of_the_analysis():
    view = forest(table(), ForestOptions(statistic="mean", include=("B",)))
    (row,) = view.rows
    low, high = ttest_1samp(DIFFERENCES, 0).confidence_interval()  # Student's, of so few tasks
    assert row.text == f"+0.0350 [{low:+.4f}, {high:+.4f}]"
    assert "Student" in view.caption
    assert view == forest(table(), ForestOptions(statistic="mean", include=("B",)))


def test_an_interval_without_bounds_is_open():
    values = np.array([[0.5, 0.4], [0.6, 0.5], [0.8, 0.6]])
    view = forest(compare(read((values, ("A", "B"), ("s", "t", "u")))))
    (row,) = view.rows
    assert row.interval.open == "both"
    assert (row.interval.low, row.interval.high) == (0, 100)
    assert row.text == "+0.125"


def test_what_cannot_be_compared_is_refused():
    with pytest.raises(UsageError, match="nothing to compare A with"):
        forest(table(), ForestOptions(include=("A",), against="A"))
    with pytest.raises(UsageError, match="No comparate is called 'Z'"):
        forest(table(), ForestOptions(pairs=(("A", "Z"),)))
