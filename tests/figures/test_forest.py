"""The forest of differences: estimates and intervals at their places, judged from the right side."""

import numpy as np
import pytest
from scipy.stats import ttest_1samp

from comparatex.data.read import read
from comparatex.data.reading import Reading
from comparatex.errors import UsageError
from comparatex.figures.forest import ForestOptions
from comparatex.figures.forest import lay_out as forest
from comparatex.inference.compare import compare

DIFFERENCES = np.array([0.01, 0.02, 0.03, 0.04, 0.05, 0.06])


def table(higher=True, correction="none"):
    """Return A, always better than B (A − B is 0.01 … 0.06), and C, which is near B."""
    b = np.array([0.5, 0.6, 0.55, 0.7, 0.65, 0.8])
    c = b + np.array([0.02, -0.02, 0.01, -0.01, 0.03, -0.03])
    values = np.round(np.stack([b + DIFFERENCES, b, c], axis=1), 4)
    if not higher:
        values = np.round(1 - values, 4)
    tasks = tuple(f"t{i}" for i in range(6))
    return compare(read((values, ("A", "B", "C"), tasks), Reading(higher_is_better=higher)), correction=correction)


def test_the_estimate_is_the_median_of_walsh_averages():
    averages = [(a + b) / 2 for i, a in enumerate(DIFFERENCES) for b in DIFFERENCES[i:]]
    view = forest(table())
    rows = {row.name: row for row in view.rows}
    # P(W+ < 1) = 1/64 ≤ 0.025 < P(W+ < 2) = 2/64: the interval goes from the smallest average to the largest.
    assert rows["B"].text == f"+{np.median(averages):.4f} [+0.0100, +0.0600]"
    assert rows["B"].result == "better"
    assert (rows["B"].low, rows["B"].estimate, rows["B"].high) == (0.01, np.median(averages), 0.06)
    assert rows["C"].result == "open"
    assert view.alt == "A is significantly better in 1 and worse in none of 2 pairs."


def test_a_mark_is_filled_by_the_corrected_verdict_not_by_its_interval():
    """p is 2/64 for A and B, 6/64 by Holm over three pairs: the interval excludes zero, the verdict is open."""
    rows = {row.name: row for row in forest(table(correction="holm")).rows}
    assert "[+0.0100, +0.0600]" in rows["B"].text
    assert rows["B"].result == "open"


def test_an_estimate_against_the_verdict_is_marked_and_open():
    """B loses on 28 of 30 tasks, and leads by two."""
    gaps = np.where(np.arange(30) < 28, -0.01 - np.arange(30) / 1e4, 0.5)
    b = 0.3 + np.arange(30) / 100
    found = compare(read((np.stack([b + gaps, b], axis=1).round(4), ("B", "C"))))
    assert found.names[0] == "B"
    (row,) = forest(found, ForestOptions(statistic="mean")).rows
    assert (row.text[-1], row.result) == ("†", "open")
    (row,) = forest(found).rows  # the Hodges–Lehmann difference goes with the test
    assert (row.text[-1], row.result) == ("]", "worse")


def test_rows_are_in_the_order_of_what_they_show():
    view = forest(table(), ForestOptions(against="B"))
    assert (view.plots[0].left, view.plots[0].right) == (
        "rival better",
        "" if view.rows[1].estimate <= 0 else "B better",
    )
    assert [row.name for row in view.rows] == ["A", "C"]
    a, c = view.rows
    assert a.text == "−0.0350 [−0.0600, −0.0100]"
    assert (a.low, a.estimate, a.high, a.result) == (-0.06, -0.035, -0.01, "worse")
    assert c.low < 0 < c.high and c.result == "open"
    assert view.x.low < -0.06 and view.x.high > c.high
    assert [row.name for row in forest(table(), ForestOptions(order="given", against="C")).rows] == ["A", "B"]


def test_lower_is_better_exchanges_the_sides_and_keeps_the_differences_as_measured():
    view = forest(table(higher=False))
    assert (view.plots[0].left, view.plots[0].right) == ("A better", "")
    rows = {row.name: row for row in view.rows}
    assert rows["B"].text == "−0.0350 [−0.0600, −0.0100]"
    assert rows["B"].result == "better"


def test_pairs_are_first_less_second():
    view = forest(table(), ForestOptions(pairs=(("B", "A"), ("A", "C"))))
    assert [row.name for row in view.rows] == ["B − A", "A − C"]
    assert [row.result for row in view.rows] == ["worse", "open"]
    assert (view.plots[0].left, view.plots[0].right) == ("second better", "first better")


def test_the_mean_has_the_interval_of_the_analysis():
    view = forest(table(), ForestOptions(statistic="mean", include=("B",)))
    (row,) = view.rows
    low, high = ttest_1samp(DIFFERENCES, 0).confidence_interval()  # Student's, of so few tasks
    assert row.text == f"0.0350 [{low:.4f}, {high:.4f}]"
    assert "Student" in view.caption
    assert view == forest(table(), ForestOptions(statistic="mean", include=("B",)))


def test_an_interval_without_bounds_is_open():
    values = np.array([[0.5, 0.4], [0.6, 0.5], [0.8, 0.6]])
    view = forest(compare(read((values, ("A", "B"), ("s", "t", "u")))))
    (row,) = view.rows
    assert (row.low, row.high) == (-np.inf, np.inf)
    shown, left, right = view.plots[0].marks
    assert (left.style, left.rows) == ("beyond left", ((1, view.x.low),))
    assert (right.style, right.rows) == ("beyond right", ((1, view.x.high),))
    assert shown.rows == ((1, row.estimate, view.x.low, view.x.high),)
    assert row.text == "+0.125"


def test_what_cannot_be_compared_is_refused():
    with pytest.raises(UsageError, match="nothing to compare A with"):
        forest(table(), ForestOptions(include=("A",), against="A"))
    with pytest.raises(UsageError, match="No method is called 'Z'"):
        forest(table(), ForestOptions(pairs=(("A", "Z"),)))


def test_many_rows_stand_in_even_blocks():
    values = np.random.default_rng(1).uniform(size=(9, 121)).round(3)
    view = forest(compare(read((values, tuple(f"M{i}" for i in range(121))))))
    assert [len(rows) for rows, _ in view.blocks] == [60, 60]
    for first, (_, (plot, *_)) in zip((0, 60), view.blocks, strict=True):
        placed = {row[0]: row[1] for marks in plot.marks for row in marks.rows if len(row) == 4}
        assert placed == {i: row.estimate for i, row in enumerate(view.rows[first : first + 60], 1)}
    assert view.least_type >= 6
