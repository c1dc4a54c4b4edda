from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from comparatex import read
from comparatex.errors import DataError

GAPS = "name,A,B,C,D\nu,1,2,3,4\nv,1,,3,4\nw,2,,3,5\nx,2,3,4,6\ny,3,,,7\n"


def test_tasks_are_dropped_and_the_costly_comparates_named(table_file):
    scores = read(table_file(GAPS), missing="drop-tasks")
    assert scores.tasks == ("u", "x")
    assert scores.comparates == ("A", "B", "C", "D")
    assert scores.dropped_tasks == ("v", "w", "y")
    assert scores.dropped_comparates == ()
    assert scores.missing == "drop-tasks"
    (note,) = scores.notes
    assert note.startswith("Dropped 3 of 5 tasks")
    assert "'B' lacks 3 and 'C' lacks 1; 2 of these tasks lack only the score of 'B' and would stay without it" in note


def test_comparates_are_dropped(table_file):
    scores = read(table_file(GAPS), missing="drop-comparates")
    assert scores.comparates == ("A", "D")
    assert scores.n_tasks == 5
    assert scores.dropped_comparates == ("B", "C")
    assert scores.dropped_tasks == ()
    assert scores.notes == ("Dropped 2 of 4 methods with missing scores: 'B' and 'C'.",)


def test_pairs_keep_the_tasks_that_both_have(table_file):
    scores = read(table_file(GAPS), missing="pairwise")
    assert scores.n_tasks == 5
    assert scores.n_comparates == 4
    assert scores.complete.tolist() == [True, False, False, True, False]
    assert scores.dropped_tasks == scores.dropped_comparates == ()
    (note,) = scores.notes
    assert "(2 to 5)" in note and "2 complete of 5 tasks" in note


def test_tasks_that_nobody_has_are_gone_also_for_pairs(table_file):
    scores = read(table_file("name,A,B\nx,1,2\ny,,\nz,3,4\n"), missing="pairwise")
    assert scores.tasks == ("x", "z")
    assert scores.dropped_tasks == ("y",)
    assert "no method has a score on 'y'" in scores.notes[0]


@pytest.mark.parametrize("policy", ["error", "drop-tasks", "drop-comparates", "pairwise"])
def test_complete_tables_are_left_alone(table_file, policy):
    scores = read(table_file("name,A,B\nx,1,2\ny,3,4\n"), missing=policy)
    assert scores.missing == policy
    assert scores.notes == scores.dropped_tasks == scores.dropped_comparates == ()
    np.testing.assert_array_equal(scores.values, [[1, 2], [3, 4]])


def test_repeats_follow_what_is_dropped(table_file):
    content = "name,fold,A,B,C\n" + "".join(f"{t},{k},{k},{k},{'' if t == 'y' else 5}\n" for t in "xyz" for k in (1, 2))
    by_task = read(table_file(content), missing="drop-tasks")
    assert by_task.repeats.shape == (2, 3, 2)
    by_comparate = read(table_file(content), missing="drop-comparates")
    assert by_comparate.repeats.shape == (3, 2, 2)
    np.testing.assert_array_equal(by_comparate.values, 1.5)


def test_filters_come_before_the_policy(table_file):
    scores = read(table_file(GAPS), exclude=["B", "C"])
    assert scores.n_tasks == 5
    assert scores.notes == ()


def test_the_largest_complete_blocks_of_a_sparse_table_are_commands():
    rows = np.array([[(r + 2 * c) % 3 > 0 or c < 2 for c in range(6)] for r in range(12)])
    rows[3, 0] = rows[7, 1] = False
    scores = {f"m{c}": {f"t{r}": 0.5 + (r + c) / 50 for r in range(12) if rows[r, c]} for c in range(6)}
    for settings in ({}, {"missing": "drop-tasks"}, {"missing": "drop-comparates"}):
        with pytest.raises(DataError, match=r"Without gaps are, at the most, ") as raised:
            read(scores, **settings)
        assert raised.value.remedies
        sizes = []
        for remedy in raised.value.remedies:
            block = read(scores, include=remedy["include"].split(","), missing=remedy["missing"])
            assert not np.isnan(block.values).any()
            sizes.append(block.values.size)
        assert sizes == sorted(sizes, reverse=True)
        assert f"{block.n_comparates} methods on {block.n_tasks} tasks" in str(raised.value)
        best = max(
            len(pick) * int(rows[:, pick].all(axis=1).sum())
            for n in range(2, 7)
            for pick in map(list, combinations(range(6), n))
            if rows[:, pick].all(axis=1).sum() > 1
        )
        assert sizes[0] == best
