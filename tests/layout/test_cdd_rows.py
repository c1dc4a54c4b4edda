"""The diagram by rows: when there is one, which cliques are columns, and what its parts hold."""

from itertools import combinations

import numpy as np
import pytest

from comparatex.artefacts import view
from comparatex.data.read import read
from comparatex.errors import UsageError
from comparatex.inference.analysis import Analysis
from comparatex.inference.compare import compare
from comparatex.inference.rank_tests import bonferroni_dunn_difference
from comparatex.layout.cdd import cdd
from comparatex.layout.cdd_bars import REDUCIBLE
from comparatex.layout.cdd_rows import (
    PART,
    capacity,
    chosen_form,
    columns,
    covering,
    is_followed,
    n_parts,
    part_of,
)
from comparatex.layout.options.figures import CddOptions


def table(m, n=40, seed=3, slope=0.02, **settings):
    """Compare m comparates, the first the best, that differ by a slope each."""
    noise = np.random.default_rng(seed).normal(0, 0.1, (n, m))
    values = np.round(0.9 + noise - slope * np.arange(m), 3)
    return compare(read((values, [f"M{i}" for i in range(m)])), Analysis(**settings))


@pytest.fixture(scope="module")
def thirty():
    return table(30, slope=0.005)


@pytest.mark.parametrize(
    ("cliques", "m", "followed"),
    [
        ((), 12, True),
        (tuple((i, i + 1) for i in range(1, 12)), 12, True),
        (tuple((i, i + 1, i + 5) for i in range(1, 5)), 9, True),
        (tuple((i, i + 1, i + 5) for i in range(1, 6)), 10, False),  # five bars pass over fifteen
        (tuple(tuple(range(i, i + 10)) for i in range(1, 11)), 19, False),  # ten lanes
        (tuple(tuple(range(i, i + 10)) for i in range(1, 10)), 18, True),
        ((), 60, False),  # leaders too close
        (None, 12, False),
    ],
)
def test_bars_are_followed_by_lanes_gaps_and_leaders(cliques, m, followed):
    assert is_followed(cliques, m) == followed
    assert chosen_form(cliques, m, CddOptions(), tested=True) == ("classic" if followed else "rows")


def test_the_form_can_be_chosen(thirty):
    assert cdd(thirty).form == "rows"
    assert cdd(thirty, CddOptions(form="classic")).form == "classic"
    assert cdd(thirty, CddOptions(bars="letters")).shows == "letters"
    assert cdd(thirty, CddOptions(labels="one-sided")).form == "classic"
    assert cdd(table(5), CddOptions(form="rows")).form == "rows"
    assert cdd(table(5)).form == "classic"


def test_columns_join_exactly_the_pairs_that_are_not_different(thirty):
    view = cdd(thirty)
    place = {label.position: thirty.names.index(label.name) for label in view.labels}
    joined = {frozenset(pair) for column in view.cliques for pair in combinations(column.members, 2)}
    for one, other in combinations(place, 2):
        assert thirty.joined[place[one], place[other]] == (frozenset((one, other)) in joined)
    assert [column.lane for column in view.cliques] == [*range(1, len(view.cliques) + 1)]
    assert view.n_lanes == view.n_cliques == len(view.cliques)
    assert [label.position for label in view.left] == [*range(1, 31)]
    assert view.right == ()


@pytest.mark.usefixtures("full_captions")
def test_the_caption_speaks_of_columns(thirty):
    view = cdd(thirty)
    assert "Columns of dots join comparates that are pairwise not significantly different" in view.caption
    assert "A thin line passes over comparates that are not members" in view.caption
    assert "bar" not in view.caption.replace("Barr", "")


def test_columns_that_say_nothing_new_go_first():
    cliques = ((1, 2, 3), (1, 2, 4), (2, 3, 4), (1, 3, 4))
    found, complete = covering((*cliques, (1, 5)), 4)
    assert complete
    pairs = {pair for clique in (*cliques, (1, 5)) for pair in combinations(clique, 2)}
    assert {pair for clique in found for pair in combinations(clique, 2)} == pairs


def test_columns_that_have_no_room_are_counted():
    names = ["a name of some length"] * 400
    most = capacity(names)
    pairs = tuple((i, i + 200) for i in range(1, 151))
    assert len(pairs) > most
    found = columns(pairs, names)
    assert (len(found.bars), found.reason, found.n_left_out) == (most, "too many columns", 150 - most)
    assert columns(pairs[:most], names).bars == pairs[:most]
    assert columns(None, names).reason == "too many cliques"


def test_far_too_many_cliques_are_covered():
    rng = np.random.default_rng(0)
    cliques = sorted({tuple(sorted(rng.choice(80, 6, replace=False) + 1)) for _ in range(REDUCIBLE + 200)})
    found = columns(tuple(tuple(map(int, one)) for one in cliques), ["X"] * 80)
    assert len(found.bars) == capacity(["X"])
    assert found.reason == "too many columns"


def test_the_french_caption_of_a_part_names_the_share_drawn():
    m = 2 * PART - 1
    part = view(table(m, n=12), "cdd", language="fr", part=1)
    assert f"Rangs moyens de {len(part.left)} des {m} méthodes" in part.caption


def test_parts_hold_every_row_once_and_the_columns_that_touch_them():
    many = table(2 * PART - 1, n=12)
    whole, parts = cdd(many), [cdd(many, CddOptions(part=k)) for k in (1, 2)]
    assert n_parts(len(whole.left)) == 2
    assert (*parts[0].left, *parts[1].left) == whole.left
    for part in parts:
        rows = {label.position for label in part.left}
        assert part.axis == whole.axis
        touching = [one.members for one in whole.cliques if rows & {*one.members}]
        assert [one.members for one in part.cliques] == touching
        first, last = part.left[0].position, part.left[-1].position
        assert f"here places {first} to {last}" in part.caption
    with pytest.raises(UsageError, match="There is no part 3, as the diagram has 2"):
        cdd(many, CddOptions(part=3))
    with pytest.raises(UsageError, match="is not by rows"):
        cdd(table(5), CddOptions(part=1))


@pytest.mark.parametrize("m", [1, 60, 61, 62, 121, 200])
def test_parts_are_about_equal(m):
    sizes = [len(part_of(m, k)) for k in range(1, n_parts(m) + 1)]
    assert sum(sizes) == m
    assert max(sizes) <= PART
    assert max(sizes) - min(sizes) <= len(sizes)


def test_rows_have_intervals_however_many(thirty):
    rows = cdd(thirty, CddOptions(intervals=True))
    assert len(rows.intervals) == 30
    assert all(one.low <= rows.labels[one.position - 1].rank <= one.high for one in rows.intervals)
    classic = cdd(thirty, CddOptions(intervals=True, form="classic"))
    assert classic.intervals == ()
    assert "up to 25 comparates only" in classic.caption


@pytest.mark.parametrize("form", ["classic", "rows"])
@pytest.mark.usefixtures("full_captions")
def test_what_is_within_the_difference_of_a_control(form):
    compared = table(9, family="control", control="M3", test="friedman-z", correction="bonferroni")
    view = cdd(compared, CddOptions(form=form))
    difference = bonferroni_dunn_difference(9, 40, 0.05)
    ranks = {label.position: float(label.rank) for label in view.labels}
    control = next(label.position for label in view.labels if label.name == "M3")
    inside = [i for i, rank in ranks.items() if abs(rank - ranks[control]) <= difference]
    assert (view.within.control, view.within.first, view.within.last) == (control, inside[0], inside[-1])
    assert float(view.ruler.length) == pytest.approx(difference, abs=1e-4)
    assert "Mean ranks within it are shaded." in view.caption
    adjusted = compared.square("significant")[compared.names.index("M3")]
    differ = {i for i, label in enumerate(view.labels, 1) if adjusted[compared.names.index(label.name)]}
    assert differ - {control} == {*ranks} - {*inside}
    assert cdd(compared, CddOptions(form=form, ruler=False)).within is None


def test_no_control_has_no_shade(thirty):
    assert cdd(thirty, CddOptions(ruler=True)).within is None


@pytest.mark.usefixtures("full_captions")
def test_fragile_columns_are_marked(thirty):
    assert any(column.fragile for column in cdd(thirty, CddOptions(fragile=0.99)).cliques)
    assert "Grey: a pair in the column" in cdd(thirty, CddOptions(fragile=0.99)).caption


@pytest.mark.parametrize(("m", "form"), [(5, "classic"), (24, "rows"), (60, "rows"), (121, "rows")])
def test_type_of_rows_is_legible(m, form):
    view = cdd(table(m, n=12), CddOptions(form=form))
    assert isinstance(view.least_type, float)
    assert view.least_type >= 7
    assert cdd(table(m, n=12), CddOptions(form="classic")).least_type <= 8


@pytest.mark.parametrize("best", ["left", "right"])
def test_the_axis_has_the_best_on_its_side(best):
    axis = cdd(table(5), CddOptions(form="rows", best=best)).axis
    assert (axis.left < axis.right) == (best == "left")
