"""The sequence of diagrams: each row is the comparison of its tasks, bars are over members only."""

from dataclasses import replace

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


def test_rows_are_comparisons_of_their_own(comparison):
    view = lay_out(comparison, SequenceOptions(groups=GROUPS))
    assert [(row.name, row.text) for row in view.rows] == [
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


def test_bars_join_members_that_are_not_called_different(comparison):
    view = lay_out(comparison)
    (row,) = view.rows
    place = {way.name: way.ranks[0] for way in view.ways}
    on = []
    for bar in row.bars:
        members = {name for name, x in place.items() if any(low <= x <= high for low, high in bar.segments)}
        assert not {place[name] for name in members} & set(bar.gaps)
        assert bar.ends == (min(map(place.get, members)), max(map(place.get, members)))
        on.append(members)
    cliques = [{comparison.names[i] for i in clique} for clique in comparison.cliques]
    assert sorted(map(sorted, on)) == sorted(map(sorted, cliques))


def test_bars_are_below_the_marks_of_their_row_and_above_those_of_the_next(comparison):
    rows = lay_out(comparison, SequenceOptions(groups=GROUPS)).rows
    for row, below in zip(rows, (*rows[1:], None), strict=True):
        assert all(row.y < bar.y and (below is None or bar.y < below.y) for bar in row.bars)
        for bar in row.bars:
            for other in row.bars:
                if bar is not other and bar.y == other.y:
                    assert bar.ends[1] < other.ends[0] or other.ends[1] < bar.ends[0]


def test_the_best_stands_on_the_right_by_default(comparison):
    for best, ascends in (("right", False), ("left", True)):
        (axes,) = draw(lay_out(comparison, SequenceOptions(best=best))).axes
        assert axes.get_xlim() == ((1, 5) if ascends else (5, 1))


def test_ways_join_the_marks_of_a_comparate_and_names_stand_in_the_order_of_ranks(comparison):
    view = lay_out(comparison, SequenceOptions(groups=GROUPS))
    (axes,) = draw(view).axes
    lines = [tuple(line.get_xdata()) for line in axes.lines if line.get_marker() not in ("", "None")]
    assert {way.ranks for way in view.ways} <= set(lines)
    by_rank = sorted(view.named, key=lambda way: way.ranks[0])
    assert [way.name for way in by_rank] == [way.name for way in sorted(view.named, key=lambda way: way.at)]


def test_comparisons_of_other_measures_are_rows(comparison):
    flipped = compare(replace(comparison.scores, higher_is_better=False))
    view = lay_out(comparison, SequenceOptions(parts=(("gain", comparison), ("loss", flipped))))
    assert [row.name for row in view.rows] == ["gain", "loss"]
    first, *_, last = sorted(view.ways, key=lambda way: way.style)
    assert view.alt == f"Best mean rank: {first.name} (gain) and {last.name} (loss)."


def test_what_does_not_fit_together_is_refused(comparison):
    with pytest.raises(UsageError, match="unknown"):
        lay_out(comparison, SequenceOptions(groups=(("x", ("t0", "nothing")),)))
    other = compare(read((np.array([[1.0, 2.0], [2.0, 1.0]]), ("A", "B"), ("s", "t"))))
    with pytest.raises(UsageError, match="other methods"):
        lay_out(comparison, SequenceOptions(parts=(("a", comparison), ("b", other))))


def test_few_names(comparison):
    view = lay_out(comparison, SequenceOptions(max_names=2, ours=("A",)))
    assert "A" in [way.name for way in view.ways if way.style]
    assert sum(way.style == 0 for way in view.ways) == 3
    assert "Grey: three others." in view.caption


def test_names_of_grey_marks_are_left_out_where_there_is_no_room_for_all():
    values = np.random.default_rng(3).uniform(size=(6, 40)).round(4)
    view = lay_out(compare(read((values, tuple(f"N{i}" for i in range(40)), tuple("abcdef")))))
    assert all(way.style for way in view.named)
    assert len(view.named) == 7
    places = sorted(way.at for way in view.named)
    span = view.x.high - view.x.low
    assert min(np.diff(places)) >= span / view.room - 1e-3
