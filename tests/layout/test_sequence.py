"""The sequence of diagrams: each row is the comparison of its tasks, bars are over members only."""

from dataclasses import replace
from decimal import Decimal

import numpy as np
import pytest
from scipy.stats import rankdata

from comparatex.data.read import read
from comparatex.errors import UsageError
from comparatex.inference.compare import compare
from comparatex.layout.options.figures import SequenceOptions
from comparatex.layout.plots.sequence import sequence

TASKS = tuple(f"t{i}" for i in range(24))
GROUPS = (("first", TASKS[:12]), ("second", TASKS[12:]))


@pytest.fixture(scope="module")
def comparison():
    rng = np.random.default_rng(7)
    values = rng.uniform(0.3, 0.6, (24, 1)) + 0.02 * np.arange(5) + rng.normal(0, 0.03, (24, 5))
    return compare(read((np.round(values, 3), tuple("ABCDE"), TASKS)))


def test_rows_are_comparisons_of_their_own(comparison):
    view = sequence(comparison, SequenceOptions(groups=GROUPS, best="left"))
    assert [(row.name, row.text) for row in view.rows] == [
        ("all tasks", "24 tasks"),
        ("first", "12 tasks"),
        ("second", "12 tasks"),
    ]
    values = comparison.scores.values
    low, high = float(view.x.ticks[0].text), float(view.x.ticks[-1].text)
    step = (view.x.ticks[-1].at - view.x.ticks[0].at) / Decimal(high - low)
    names = {key.style: key.name for key in view.keys}
    for row, tasks in zip(view.rows, (slice(0, 24), slice(0, 12), slice(12, 24)), strict=True):
        ranks = rankdata(-values[tasks], axis=1)
        for mark in row.marks:
            mean = ranks[:, "ABCDE".index(names[mark.style])].mean()
            place = view.x.ticks[0].at + Decimal(float(mean) - low) * step
            assert abs(mark.x - place) < Decimal("0.03")


def test_bars_join_members_that_are_not_called_different(comparison):
    view = sequence(comparison, SequenceOptions(best="left"))
    (row,) = view.rows
    at = dict(zip(comparison.names, comparison.mean_rank, strict=True))
    place = {key.name: mark.x for key in view.keys for mark in row.marks if mark.style == key.style}
    ranked = sorted(at, key=at.get)
    members = [{ranked.index(comparison.names[i]) for i in clique} for clique in comparison.cliques]
    assert len(row.bars) == len(members)
    found = []
    for bar in row.bars:
        on = {
            i
            for i, name in enumerate(ranked)
            if any(low <= place[name] <= high for low, high in bar.segments)
        }
        assert not {place[ranked[i]] for i in on} & set(bar.gaps)
        found.append(on)
    assert sorted(map(sorted, found)) == sorted(map(sorted, members))


def test_the_best_stands_on_the_right_by_default(comparison):
    right, left = sequence(comparison), sequence(comparison, SequenceOptions(best="left"))
    mirrored = {mark.style: 100 - mark.x for mark in left.rows[0].marks}
    assert {mark.style: mark.x for mark in right.rows[0].marks} == mirrored
    assert right.rows[0].marks[0].x > 50
    assert [tick.at for tick in right.x.ticks] == sorted(100 - tick.at for tick in left.x.ticks)


def test_trails_follow_a_comparate_through_the_middle_of_the_rows(comparison):
    view = sequence(comparison, SequenceOptions(groups=GROUPS))
    for trail in view.trails:
        assert [y for _, y in trail.places] == [Decimal("83.33"), Decimal("50.00"), Decimal("16.67")]
        marks = [next(mark.x for mark in row.marks if mark.style == trail.style) for row in view.rows]
        assert [x for x, _ in trail.places] == marks


def test_comparisons_of_other_measures_are_rows(comparison):
    flipped = compare(replace(comparison.scores, higher_is_better=False))
    view = sequence(comparison, SequenceOptions(parts=(("gain", comparison), ("loss", flipped))))
    assert [row.name for row in view.rows] == ["gain", "loss"]
    first, *_, last = sorted(view.keys, key=lambda key: key.style)
    assert view.alt == f"Best mean rank: {first.name} (gain) and {last.name} (loss)."


def test_what_does_not_fit_together_is_refused(comparison):
    with pytest.raises(UsageError, match="unknown"):
        sequence(comparison, SequenceOptions(groups=(("x", ("t0", "nothing")),)))
    other = compare(read((np.array([[1.0, 2.0], [2.0, 1.0]]), ("A", "B"), ("s", "t"))))
    with pytest.raises(UsageError, match="other comparates"):
        sequence(comparison, SequenceOptions(parts=(("a", comparison), ("b", other))))


def test_few_names(comparison):
    view = sequence(comparison, SequenceOptions(max_names=2, ours=("A",)))
    assert "A" in [key.name for key in view.keys]
    assert sum(mark.style == 0 for mark in view.rows[0].marks) == 3
    assert "Grey: three others." in view.caption
