"""What notebooks show of scores, comparisons and drawings: well-formed, escaped, and cut where it is long."""

from html.parser import HTMLParser
from pickle import dumps, loads

import numpy as np
import pytest

import comparatex as cx
from comparatex.artefacts import ARTEFACTS


class _Cells(HTMLParser):
    """Collects the text of cells and paragraphs, and counts tags that are not closed."""

    def __init__(self, html):
        super().__init__()
        self.texts, self.open = [], []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.open.append(tag)
        if tag in ("th", "td", "p"):
            self.texts.append("")

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.texts[-1] += data


def _texts(value):
    cells = _Cells(value._repr_html_())
    assert not cells.open
    return cells.texts


@pytest.fixture
def scores():
    table = {"A <b>": {"iris": 0.9, "R&D": 0.85, "wine": 0.7}, "B": {"iris": 0.7, "R&D": 0.5}}
    return cx.read(table, missing="pairwise", measure_name="accuracy")


def test_scores_show_as_they_were_written(scores):
    assert _texts(scores) == [
        "2 comparates on 3 tasks, accuracy, higher is better",
        *("", "A <b>", "B"),
        *("iris", "0.9", "0.7"),
        *("R&D", "0.85", "0.5"),
        *("wine", "0.7", "–"),
    ]


def test_a_comparison_shows_its_ranking_and_what_was_tested(scores):
    assert _texts(cx.compare(scores)) == [
        "Comparison of 2 comparates on 3 tasks, accuracy, higher is better. Test wilcoxon, correction holm, "
        "α = 0.05: 0 of 1 pair significant. Friedman test: p = 0.157.",
        *("", "mean", "median", "mean rank"),
        *("A <b>", "0.8167", "0.8500", "1.0000"),
        *("B", "0.6000", "0.6000", "2.0000"),
    ]


def test_long_tables_are_cut():
    values = np.random.default_rng(0).random((30, 25))
    scores = cx.read((values, [f"c{i}" for i in range(25)], [f"t{i}" for i in range(30)]))
    texts = _texts(scores)
    assert (texts[-1], len(texts)) == ("… and 20 more tasks and 17 more comparates", 1 + 9 + 10 * 9 + 1)
    texts = _texts(cx.compare(scores))
    assert (texts[-1], len(texts)) == ("… and 5 more comparates", 1 + 4 + 20 * 4 + 1)


@pytest.mark.parametrize("name", ["mcm", "cdd", "scatter", "ranks"])
def test_what_is_drawn_shows(name, scores):
    assert name in ARTEFACTS
    figure = cx.draw(cx.compare(scores), name)
    picture = figure._repr_png_()
    assert picture.startswith(b"\x89PNG")
    assert loads(dumps(figure))._repr_png_() == picture
