"""Intervals of mean ranks in the critical difference diagram."""

from itertools import combinations

import numpy as np
import pytest
from scipy.stats import norm, rankdata

from comparatex.data.read import read
from comparatex.inference.analysis import Analysis
from comparatex.inference.compare import compare
from comparatex.layout.cdd import cdd
from comparatex.layout.options import CddOptions


def table(m, n=60, seed=3):
    values = np.random.default_rng(seed).normal(0, 0.1, (n, m)) - 0.03 * np.arange(m)
    return np.round(values, 4)


def laid_out(values, *, alpha=0.05, **options):
    names = [f"method {i}" for i in range(values.shape[1])]
    return cdd(compare(read((values, names)), Analysis(alpha=alpha)), CddOptions(intervals=True, **options))


@pytest.mark.parametrize("alpha", [0.05, 0.2])
def test_intervals_are_about_those_of_the_normal_approximation(alpha):
    values = table(6)
    ranks = np.array([rankdata(-row) for row in values])
    view = laid_out(values, alpha=alpha)
    assert [one.position for one in view.intervals] == [1, 2, 3, 4, 5, 6]
    for one, label in zip(view.intervals, view.labels, strict=True):
        column = ranks[:, int(label.name.split()[1])]
        half = norm.isf(alpha / 2) * column.std() / np.sqrt(len(column))
        assert abs(float(one.low) - (column.mean() - half)) < 0.08
        assert abs(float(one.high) - (column.mean() + half)) < 0.08


@pytest.mark.parametrize("m", [2, 5, 14, 25])
def test_intervals_in_a_lane_keep_apart_and_are_on_the_axis(m):
    view = laid_out(table(m, n=20))
    lanes = {one.lane for one in view.intervals}
    assert lanes == set(range(1, max(lanes) + 1))
    for one, other in combinations(view.intervals, 2):
        assert one.lane != other.lane or one.high < other.low or other.high < one.low
    ends = sorted((view.axis.left, view.axis.right))
    assert all(ends[0] <= one.low <= one.high <= ends[1] for one in view.intervals)


def test_some_of_a_table_keep_their_intervals():
    values = table(8)
    every = {label.name: one for label, one in zip(*_labelled(laid_out(values)), strict=True)}
    some = laid_out(values, include=("method 1", "method 6"))
    for label, one in zip(*_labelled(some), strict=True):
        assert (one.low, one.high) == (every[label.name].low, every[label.name].high)


def _labelled(view):
    return view.labels, view.intervals


def test_there_are_none_for_more_than_25_and_the_caption_says_so():
    view = laid_out(table(26), form="classic")
    assert view.intervals == ()
    assert "Intervals of mean ranks are drawn for up to 25 methods only." in view.caption


@pytest.mark.usefixtures("full_captions")
def test_caption_and_alternative_text_say_what_they_are():
    view = laid_out(table(5), alpha=0.1)
    assert "90% studentized bootstrap intervals of mean ranks of 10 000 draws of tasks." in view.caption
    first, last = view.intervals[0], view.intervals[-1]
    assert f"90% intervals: of the best one's mean rank {first.low:.2f} to {first.high:.2f}" in view.alt
    assert f"of the last one's {last.low:.2f} to {last.high:.2f}." in view.alt
    assert cdd(compare(read((table(5), list("abcde"))))).intervals == ()
