"""Bars of intervals in leaderboards: on one scale, in LaTeX, HTML and pictures, where there is room."""

import numpy as np
import pytest

import comparatex as cx
from comparatex.artefacts import view
from comparatex.table_files import markdown, page


@pytest.fixture(scope="module")
def comparison():
    values = np.round(np.random.default_rng(4).uniform(0.5, 0.7, (12, 4)) + 0.05 * np.arange(4), 3)
    return cx.compare((values, list("ABCD")))


def bars(table):
    return [entry.bar for line in table.parts[0].lines for entry in line.entries if entry.bar]


def test_bars_are_the_intervals_on_one_scale(comparison):
    table = view(comparison, "leaderboard", draws=500)
    board = cx.leaderboard(comparison, draws=500)
    low, high = board.low.min(), board.high.max()
    expected = (np.array([board.low, board.score, board.high]).T - low) / (high - low)
    np.testing.assert_allclose(bars(table), expected, atol=1e-12)
    some = bars(view(comparison, "leaderboard", draws=500, include=("A", "B")))
    assert (min(map(min, some)), max(map(max, some))) == (0, 1)  # of those that are shown


def test_bars_are_in_latex_and_html_where_there_is_room(comparison):
    tex = cx.latex(comparison, "leaderboard")
    assert tex.count(r"\comparatexbar{") == 4
    assert "comparatex" not in cx.latex(comparison, "leaderboard", plain=True).split("\n", 2)[2]
    table = view(comparison, "leaderboard")
    assert page(table, "en").count('<i class="interval"') == 4
    assert "interval" not in markdown(table).replace("95% interval", "")
    assert bars(view(comparison, "leaderboard", width="column")) == []
    assert len(cx.draw(comparison, "leaderboard").axes[0].lines) >= 8


@pytest.mark.latex
def test_bars_are_set(parts_compiler, comparison):
    how = {"usual": {}, "long": {"long": True}, "plain": {"plain": True}}
    found, done = parts_compiler({name: cx.latex(comparison, "leaderboard", **more) for name, more in how.items()})
    assert done.findings == []
    assert all("interval" in part.text for part in found.values())
