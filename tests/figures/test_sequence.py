"""The sequence of diagrams: each row is the comparison of its tasks, bars are over members only."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from scipy.stats import rankdata

from comparatex.data.read import read
from comparatex.errors import UsageError
from comparatex.figures.sequence import SequenceOptions, draw, lay_out
from comparatex.inference.compare import compare

TASKS = tuple(f"t{i}" for i in range(24))
GROUPS = (("first", TASKS[:12]), ("second", TASKS[12:]))


@pytest.fixture(scope="module")
def comparison():
    rng = np.random.default_rng(7)
    values = rng.uniform(0.3, 0.6, (24, 1)) + 0.02 * np.arange(5) + rng.normal(0, 0.03, (24, 5))
    return compare(read((np.round(values, 3), tuple("ABCDE"), TASKS)))


def test_stages_are_comparisons_of_their_own(comparison):
    view = lay_out(comparison, SequenceOptions(groups=GROUPS))
    assert [(stage.name, stage.text) for stage in view.stages] == [
        ("all tasks", "24 tasks"),
        ("first", "12 tasks"),
        ("second", "12 tasks"),
    ]
    values = comparison.scores.values
    for k, tasks in enumerate((slice(0, 24), slice(0, 12), slice(12, 24))):
        means = rankdata(-values[tasks], axis=1).mean(axis=0)
        assert {way.name: way.ranks[k] for way in view.ways} == pytest.approx(
            dict(zip("ABCDE", means.tolist(), strict=True)), abs=5e-5
        )


def test_names_of_comparisons_stand_where_they_would_touch(comparison):
    for width, standing in (("8.5cm", True), ("16cm", False)):
        view = lay_out(
            comparison, SequenceOptions(groups=[(f"{k} of six", TASKS[k::6]) for k in range(6)], width=width)
        )
        assert view.standing == standing
        figure = draw(view)
        figure.canvas.draw()
        boxes = [label.get_window_extent() for label in figure.axes[0].get_xticklabels()]
        assert all(one.x1 < other.x0 for one, other in pairwise(boxes))


def test_bars_join_members_that_are_not_called_different(comparison):
    (stage,) = lay_out(comparison).stages
    place = {way.name: stage.ranks.index(way.ranks[0]) + 1 for way in lay_out(comparison).ways}
    cliques = [{comparison.names[i] for i in clique} for clique in comparison.cliques]
    on = [{name for name, at in place.items() if at in bar.members} for bar in stage.bars]
    assert sorted(map(sorted, on)) == sorted(map(sorted, cliques))
    thick = [(low, high) for _, low, high, thin in stage.lines() if not thin]
    thin = [(low, high) for _, low, high, thin in stage.lines() if thin]
    assert len(thin) == sum(bool(bar.gaps) for bar in stage.bars)
    assert len(thick) == sum(len(bar.runs) for bar in stage.bars)
    assert all(low <= high and {low, high} <= set(stage.ranks) for low, high in (*thick, *thin))


def test_the_best_stands_above_and_names_beside_both_ends_in_the_order_of_ranks(comparison):
    view = lay_out(comparison, SequenceOptions(groups=GROUPS))
    (axes,) = draw(view).axes
    low, high = axes.get_ylim()
    assert low > high
    lines = [tuple(line.get_ydata()) for line in axes.lines]
    assert {way.ranks for way in view.ways} <= set(lines)
    for end in (0, -1):
        by_rank = sorted(view.named, key=lambda way: way.ranks[end])
        places = [way.ends[end][0] for way in by_rank]
        assert places == sorted(places)
        assert [way.ends[end][1] for way in by_rank] == [f"{way.ranks[end]:.1f}" for way in by_rank]


def test_those_who_move_most_have_thick_lines(comparison):
    view = lay_out(comparison, SequenceOptions(groups=GROUPS, moves=2, ours=("E",)))
    moved = sorted(view.ways, key=lambda way: min(way.ranks) - max(way.ranks))
    roles = {way.name: way.role for way in view.ways}
    for way in moved[:2]:
        assert way.role == ("rising" if way.ranks[-1] < way.ranks[0] else "falling")
    assert {roles[way.name] for way in moved[2:]} <= {"own", "other"}
    assert roles["E"] != "other"
    assert "Thick lines: those that move most (dashed: downwards)." in view.caption
    assert "Thick" not in lay_out(comparison).caption  # nobody moves in one


def test_comparisons_of_other_measures_are_rows(comparison):
    flipped = compare(replace(comparison.scores, higher_is_better=False))
    view = lay_out(comparison, SequenceOptions(parts=(("gain", comparison), ("loss", flipped))))
    assert [stage.name for stage in view.stages] == ["gain", "loss"]
    ranked = sorted(view.ways, key=lambda way: way.ranks[0])
    assert view.alt == f"Best mean rank: {ranked[0].name} (gain) and {ranked[-1].name} (loss)."


def test_what_does_not_fit_together_is_refused(comparison):
    with pytest.raises(UsageError, match="unknown"):
        lay_out(comparison, SequenceOptions(groups=(("x", ("t0", "nothing")),)))
    other = compare(read((np.array([[1.0, 2.0], [2.0, 1.0]]), ("A", "B"), ("s", "t"))))
    with pytest.raises(UsageError, match="other methods"):
        lay_out(comparison, SequenceOptions(parts=(("a", comparison), ("b", other))))


def test_names_are_left_out_where_there_is_no_room_for_all():
    values = np.random.default_rng(3).uniform(size=(6, 70)).round(4)
    tasks = tuple("abcdef")
    comparison = compare(read((values, tuple(f"N{i}" for i in range(70)), tasks)))
    view = lay_out(comparison, SequenceOptions(groups=(("few", tasks[:3]),), ours=("N7",)))
    assert all(way.role != "other" for way in view.named)
    assert {way.name for way in view.named} > {"N7"}
    assert len(view.named) in (4, 5)
    assert f"Grey: {70 - len(view.named)} others." in view.caption
    assert view.least_type == 8
