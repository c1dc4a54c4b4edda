"""Which comparates and which pair are shown, where settings do not name them all."""

import io
import zipfile

import numpy as np
import pytest

import comparatex as cx
from comparatex.artefacts import view
from comparatex.errors import UsageError
from comparatex.figures.heatmap import HeatmapOptions
from comparatex.layout import selection
from comparatex.layout.options import CddOptions
from comparatex.layout.selection import chosen, chosen_pair
from comparatex.table_files import markdown, page, typst, word

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


# ------------------------------------------------------------------------------------------- groups of methods
GROUPS = {"A": "trees & co", "B": "trees & co", "C": "nets", "D": ""}


def grouped(**how):
    values = np.round(np.random.default_rng(1).uniform(0.5, 1, (12, 4)), 3)
    groups = {name: group for name, group in GROUPS.items() if group}
    return cx.compare(cx.read((values, list("ABCD")), groups=groups, **how))


@pytest.mark.parametrize("kind", ["cdd", "boxes", "pareto", "leaderboard", "mcm"])
def test_groups_of_methods_have_colours_and_a_key(kind):
    more = {"costs": {name: 1.0 + k for k, name in enumerate("ABCD")}} if kind == "pareto" else {}
    shown = view(grouped(), kind, **more)
    assert shown.caption.endswith("Colours of methods: trees & co, nets.")
    tex = cx.latex(grouped(), kind, float="figure", **more)
    assert r"Colours of methods: \comparatexhighlight{0072B2}{trees \& co}, \comparatexhighlight{C04A00}{nets}." in tex
    assert {colour: tex.count(colour) >= 1 + n for colour, n in (("0072B2", 2), ("C04A00", 1))} == {
        "0072B2": True,
        "C04A00": True,
    }


def test_only_groups_that_are_shown_are_in_the_key():
    assert view(grouped(), "boxes", include=("A", "D")).caption.endswith("Colours of methods: trees & co.")
    assert "Colours" not in view(grouped(), "friedman").caption


def test_colours_given_win_over_those_of_groups():
    comparison = grouped(colours={"nets": "#00aa00", "B": "#aa0000"})
    colours = selection.highlights(comparison, CddOptions(highlight={"A": "#000000"}))
    assert {name: colours.get(name, "") for name in "ABCD"} == {"A": "000000", "B": "AA0000", "C": "00AA00", "D": ""}
    assert comparison.scores.notes == ()


def test_more_groups_than_colours_are_refused_with_the_remedy():
    values = np.round(np.random.default_rng(1).uniform(0.5, 1, (12, 7)), 3)
    scores = cx.read((values, list("ABCDEFG")), groups={name: f"group {name}" for name in "ABCDEFG"})
    with pytest.raises(UsageError, match=r"There are 6 colours .* and 7 groups: give some a colour under \[colours\]"):
        view(cx.compare(scores), "boxes")


def test_the_key_has_its_colours_in_every_format_that_has():
    board = view(grouped(), "leaderboard")
    html = page(board, "en")
    assert html.count('<span style="text-decoration: underline 0.2em #0072B2">') == 3
    assert '#text(fill: rgb("#C04A00"), "nets")' in typst(board)
    assert "Colours" not in markdown(board)
    with zipfile.ZipFile(io.BytesIO(word(board, "en"))) as file:
        assert file.read("word/document.xml").decode().count('w:val="0072B2"') == 3


def test_each_row_has_the_colour_of_its_own():
    """A colour is mixed when the axis ends, so that one name for all would be the last."""
    tex = cx.latex(grouped(), "cdd", form="groups")
    assert r"\definecolor{comparatex 0072B2}{HTML}{0072B2}" in tex
    assert "comparatex coloured=comparatex C04A00" in tex


@pytest.mark.parametrize("kind", ["box", "violin", "strip"])
def test_distributions_have_the_colours_of_groups(kind):
    styles = {"box": "whiskers", "violin": "quartiles", "strip": "points"}
    (plot,) = view(grouped(), "boxes", kind=kind).plots
    own = {(marks.colour, *(row[0] for row in marks.rows)) for marks in plot.marks if marks.style == styles[kind]}
    assert {colour for colour, *_ in own} == {"", "0072B2", "C04A00"}
    assert {marks.colour for marks in plot.marks if marks.style == "median"} == {""}


def test_costs_have_the_colours_of_groups_on_the_front_and_behind_it():
    shown = view(grouped(), "pareto", costs={name: 1.0 + k for k, name in enumerate("ABCD")})
    marks = {mark.name: (style, colour) for style, colour, marks in shown.drawn for mark in marks}
    assert {name: colour for name, (_, colour) in marks.items()} == {mark.name: mark.colour for mark in shown.marks}
    assert all((style == "dominated") != mark.on_front for mark in shown.marks for style, _ in [marks[mark.name]])
