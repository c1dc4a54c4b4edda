"""The critical difference diagram: who is where, on which side, under which bar, and what is said of it."""

from itertools import combinations

import numpy as np
import pytest

from comparatex.data.read import read
from comparatex.errors import DataError, UsageError
from comparatex.inference.analysis import Analysis
from comparatex.inference.compare import compare
from comparatex.layout.cdd import cdd, report_options
from comparatex.layout.cdd_view import display
from comparatex.layout.options import CddOptions
from comparatex.text import Text


def table(m, n=40, seed=3, slope=0.02, **settings):
    """Compare m comparates, the first the best, that differ by a slope each."""
    noise = np.random.default_rng(seed).normal(0, 0.1, (n, m))
    values = np.round(0.9 + noise - slope * np.arange(m), 3)
    return compare(read((values, [f"M{i}" for i in range(m)])), Analysis(**settings))


def reason(found):
    """Say why cliques are not shown as bars."""
    return Text("cdd").reason(found)


@pytest.fixture(scope="module")
def eight():
    return table(8)


def test_labels_are_in_the_order_of_mean_ranks(eight):
    view = cdd(eight)
    ranks = dict(zip(eight.names, eight.mean_rank, strict=True))
    assert [label.name for label in view.labels] == sorted(ranks, key=ranks.get)
    for position, label in enumerate(view.labels, 1):
        assert label.position == position
        assert float(label.rank) == pytest.approx(ranks[label.name], abs=5e-5)
        assert label.rank_text == f"{ranks[label.name]:.2f}"


@pytest.mark.parametrize("m", [2, 3, 7, 8])
def test_the_best_are_on_their_side_and_the_outermost_come_first(m):
    right, left = cdd(table(m)), cdd(table(m), CddOptions(best="left"))
    assert [label.position for label in right.right] == list(range(1, len(right.right) + 1))
    assert [label.position for label in right.left] == list(range(m, len(right.right), -1))
    assert abs(len(right.left) - len(right.right)) <= 1
    assert (left.left, left.right) == (right.right, right.left)
    assert (left.axis.left, left.axis.right) == (right.axis.right, right.axis.left)


@pytest.mark.parametrize("best", ["left", "right"])
def test_all_labels_can_be_on_the_side_of_the_best(eight, best):
    view = cdd(eight, CddOptions(best=best, labels="one-sided"))
    sides = {"left": view.left, "right": view.right}
    assert [label.position for label in sides.pop(best)] == list(range(1, 9))
    assert sides.popitem()[1] == ()


@pytest.mark.parametrize("seed", range(6))
def test_bars_join_exactly_the_pairs_that_are_not_different(seed):
    compared = table(14, seed=seed)
    view = cdd(compared)
    place = {label.position: compared.names.index(label.name) for label in view.labels}
    joined = {frozenset(pair) for bar in view.cliques for pair in combinations(bar.members, 2)}
    for one, other in combinations(place, 2):
        assert compared.joined[place[one], place[other]] == (frozenset((one, other)) in joined)
    assert view.n_lanes == max(bar.lane for bar in view.cliques)


def test_a_bar_marks_whom_it_passes_over():
    # A is far above C on 15 tasks and farther below on 5; B, ranked between, is always a little above C.
    values = np.column_stack([[0.9] * 15 + [0.0] * 5, [0.51] * 20, [0.5] * 20])
    view = cdd(compare(read((values, ["A", "B", "C"]))), CddOptions(form="classic"))
    assert [label.name for label in view.labels] == ["A", "B", "C"]
    assert [(bar.first, bar.last, bar.gaps, bar.lane) for bar in view.cliques] == [
        (1, 2, (), 1),
        (1, 3, (2,), 2),
    ]
    assert "A bar is thin where it passes a method outside its group." in view.caption


@pytest.mark.usefixtures("full_captions")
def test_some_of_a_table_keep_its_ranks_and_its_family(eight):
    some = cdd(eight, CddOptions(include=("M1", "M6", "M3")))
    everyone = {label.name: label.rank for label in cdd(eight).labels}
    assert {label.name: label.rank for label in some.labels} == {name: everyone[name] for name in ("M1", "M3", "M6")}
    assert "of three of eight methods" in some.caption
    assert "those of all eight" in some.caption
    assert "over 28 pairs" in some.caption


def test_ours_and_highlights(eight):
    view = cdd(eight, CddOptions(ours=("M2",), highlight={"M4": "#0a7f3b", "M5": "teal"}))
    assert [label.name for label in view.labels if label.ours] == ["M2"]
    assert {label.name: label.colour for label in view.labels if label.colour} == {
        "M4": "0A7F3B",
        "M5": "008080",
    }
    assert view.caption.endswith("Bold: ours.")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (CddOptions(include=("M1",)), "at least two"),
        (CddOptions(include=("M1", "M99")), "No method is called 'M99'"),
        (CddOptions(highlight={"M1": "no colour"}), "'no colour' is not a colour"),
    ],
)
def test_what_cannot_be_drawn(eight, options, message):
    with pytest.raises(UsageError, match=message):
        cdd(eight, options)


def test_without_tasks_that_all_have_there_are_no_mean_ranks():
    values = np.arange(18.0).reshape(6, 3)
    values[range(6), [0, 0, 1, 1, 2, 2]] = np.nan
    compared = compare(read((values, ["A", "B", "C"]), missing="pairwise"))
    with pytest.raises(DataError, match="need two tasks on which every method has a score; there are 0"):
        cdd(compared)
    assert report_options(compared) == ()


def test_the_ruler_is_nemenyis(eight):
    assert cdd(eight).ruler is None
    nemenyi = table(8, test="nemenyi")
    ruler = cdd(nemenyi).ruler
    # q(0.05; 8, inf) = 3.031 (Demsar 2006, table 5a), times sqrt(8 * 9 / (6 * 40)).
    assert float(ruler.length) == pytest.approx(3.031 * (72 / 240) ** 0.5, abs=1e-3)
    assert (ruler.text, ruler.fits) == ("CD\N{NO-BREAK SPACE}=\N{NO-BREAK SPACE}1.66", True)
    assert cdd(nemenyi, CddOptions(ruler=False)).ruler is None
    asked = cdd(eight, CddOptions(ruler=True))
    assert asked.ruler == ruler
    assert "which does not decide the verdicts" in asked.caption
    assert not cdd(table(3, n=2), CddOptions(ruler=True)).ruler.fits


def test_a_friedman_test_that_does_not_reject_warns():
    view = cdd(table(4, slope=0.0))
    assert any(note.startswith("Warning: the Friedman test finds no difference") for note in view.notes)
    assert view.notes[0] in view.caption
    assert cdd(table(4, slope=0.2)).notes == ()


def test_equal_comparates_are_one_clique():
    view = cdd(compare(read((np.full((6, 3), 0.5), ["A", "B", "C"]))))
    assert [label.rank_text for label in view.labels] == ["2.00"] * 3
    assert [bar.members for bar in view.cliques] == [(1, 2, 3)]


def test_bars_while_lanes_are_few():
    cliques = tuple((i, i + 4) for i in range(1, 9))
    assert display(cliques, 6, "bars").bars == cliques
    assert display(cliques, 5, "bars") is None
    assert display(None, 5, "bars") is None


def test_bars_that_do_not_fit_are_columns_or_are_refused():
    # Each is joined to those that are at most eleven places from it: 19 groups, each of which says something new.
    joined = np.abs(np.subtract.outer(range(30), range(30))) <= 11
    crowded = table(30, slope=0.01)
    vars(crowded)["joined"] = joined
    assert cdd(crowded, CddOptions(labels="one-sided")).form in ("groups", "bands")
    assert cdd(crowded, CddOptions(form="classic", bars="bars")).n_lanes > 10
    with pytest.raises(UsageError, match='too many for bars that can be read: use `form="groups"`'):
        cdd(crowded, CddOptions(form="classic"))
    with pytest.raises(UsageError, match='too many for columns: use `form="bands"`'):
        cdd(crowded, CddOptions(form="groups", width="column"))
    with pytest.raises(
        UsageError, match="no `bars` 'letters' any more: draw groups as columns, with `form=\"groups\"`"
    ):
        CddOptions(bars="letters")


def test_bars_that_say_nothing_new_are_left_out_first():
    triangle = ((1, 2, 3), (2, 3, 5), (2, 4, 5), (3, 5, 6))
    found = display(triangle, 3, "bars")
    assert found.bars == ((1, 2, 3), (2, 4, 5), (3, 5, 6))
    assert reason(found).startswith("Of 4 bars, one is left out that says nothing new")
    assert display(triangle, 4, "bars").bars == triangle


@pytest.mark.parametrize(("name", "fits"), [("Classifier", True), ("MMWHigh-OOMMNN", False)])
def test_a_diagram_stands_beside_another_figure_where_its_names_leave_room_for_its_axis(name, fits):
    values = np.random.default_rng(5).uniform(0.3, 1, (25, 5)).round(3)
    assert cdd(compare(read((values, [f"{name}{i}" for i in range(5)])))).half == fits


def test_reports_show_all_or_the_best_and_ours():
    few = table(5)
    assert report_options(few, ("M4",)) == (("cdd", CddOptions(ours=("M4",))),)
    assert report_options(table(70, n=30), own={"include": ("M1", "M2")}) == (("cdd", CddOptions()),)


def test_reports_show_the_best_and_ours_of_very_many():
    many = table(140, n=10)
    ((name, focus),) = report_options(many, ("M139",))
    best = [many.names[i] for i in np.argsort(many.mean_rank, kind="stable")]
    assert name == "cdd"
    assert [*focus.include] == [*[one for one in best if one != "M139"][:59], "M139"]
    assert "of 60 of 140 methods" in cdd(many, focus).caption


def test_the_alternative_text_says_who_is_best(eight):
    view = cdd(eight)
    first, last = view.labels[0], view.labels[-1]
    assert view.alt.startswith(f"Mean ranks of eight methods on 40 tasks, best first: {first.name} (")
    assert f"last is {last.name} ({last.rank_text})" in view.alt
    assert "()" not in cdd(eight, CddOptions(ranks=False)).alt


def test_tasks_with_missing_scores_do_not_rank():
    values = np.round(np.random.default_rng(0).uniform(0, 1, (12, 3)), 3)
    values[4, 1] = np.nan
    view = cdd(compare(read((values, ["A", "B", "C"]), missing="pairwise")))
    assert "on the 11 of 12 tasks on which every method has a score" in view.caption
