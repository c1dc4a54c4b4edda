from __future__ import annotations

import cProfile
import pstats

import numpy as np
import pytest

from comparatex import read
from comparatex.data.grid import Grid, join
from comparatex.errors import DataError, UsageError

OWN = "dataset,model,fold,accuracy\nBeef ,Ours,1,0.9\nBeef,Ours,2,0.8\nWine,Ours,1,0.7\nWine,Ours,2,0.6\n"
PUBLISHED = "dataset,HC2,TDE\nWine,0.71,0.72\nBeef,0.81,0.825\n"


@pytest.fixture
def own(table_file):
    return table_file(OWN, "own.csv")


def test_tables_are_joined_by_task(table_file, own):
    published = table_file(PUBLISHED, "published.csv")
    for scores in (read([own, published]), read((own, published))):
        assert scores.tasks == ("Beef", "Wine")
        assert scores.comparates == ("Ours", "HC2", "TDE")
        np.testing.assert_allclose(scores.values, [[0.85, 0.81, 0.825], [0.65, 0.71, 0.72]])
        np.testing.assert_array_equal(scores.decimals, [[-1, 2, 3], [-1, 2, 2]])
        np.testing.assert_array_equal(scores.repeats[0], [[0.9, 0.8], [0.81, np.nan], [0.825, np.nan]])
        assert scores.measure == "accuracy"
        assert scores.notes == ()


def test_unmatched_tasks_are_missing_and_reported(table_file, own):
    published = table_file(PUBLISHED.replace("Wine", "wine") + "Iris,0.5,0.6\n", "published.csv")
    with pytest.raises(DataError, match=r"'wine' in .*published\.csv looks like 'Wine' in .*own\.csv: fill"):
        read([own, published])
    scores = read([own, published], include=["HC2", "TDE", "Ours"], missing="drop-tasks", names={"wine": "Wine"})
    assert scores.dropped_tasks == ("Iris",)
    scores = read([published, own], include=["HC2", "TDE"], missing="pairwise")
    assert scores.tasks == ("wine", "Beef", "Iris")
    content = table_file(PUBLISHED.replace("Wine", "wine") + "Iris,0.5,0.6\nOil,0.5,0.7\n", "published.csv")
    with pytest.raises(DataError, match="fewer than 2 tasks in common"):
        read([own, content], missing="pairwise")


def test_notes_name_unmatched_tasks_and_near_misses(table_file):
    one = table_file("dataset,A\nBeef,1\nOlive Oil,2\nWine,3\nIris,4\n", "one.csv")
    two = table_file("dataset,B\nBeef,1\nOliveOil,2\nWine,3\nIris,5\nZoo,5\n", "two.csv")
    scores = read([one, two], missing="drop-tasks")
    assert scores.tasks == ("Beef", "Wine", "Iris")
    assert scores.dropped_tasks == ("Olive Oil", "OliveOil", "Zoo")
    lacking, alike, dropped = scores.notes
    assert lacking.startswith("2 of 2 tables lack tasks that others have: ")
    assert "one.csv lacks 2 of 6 tasks, 'OliveOil' and 'Zoo'; " in lacking
    assert lacking.endswith("two.csv lacks 1 of 6 tasks, 'Olive Oil'.")
    assert "'OliveOil' in" in alike and "looks like 'Olive Oil' in" in alike and "Zoo" not in alike
    assert "'A' lacks 2 and 'B' lacks 1" in dropped


def test_display_names_unite_spellings(table_file):
    one = table_file("dataset,A\nBeef,1\nolive,2\n", "one.csv")
    two = table_file("dataset,B\nBeef,1\nOliveOil,2\n", "two.csv")
    scores = read([one, two], names={"olive": "Olive oil", "OliveOil": "Olive oil"})
    assert scores.tasks == ("Beef", "Olive oil")


def test_different_scores_of_a_comparate_on_a_task_are_refused(table_file, own):
    published = table_file(PUBLISHED.replace("TDE", "Ours"), "published.csv")
    with pytest.raises(DataError, match=r"'Ours' on 'Wine' has the score 0\.65 in .*own\.csv and 0\.72 in .*, line 2"):
        read([own, published])


@pytest.mark.parametrize("cut", range(1, 4))
def test_tables_of_further_tasks_are_appended_and_those_of_further_comparates_joined(table_file, cut):
    rng = np.random.default_rng(cut)
    values, tasks, names = rng.integers(0, 100, (4, 4)), list("wxyz"), list("ABCD")

    def text(rows, columns):
        head = [f"task,{','.join(names[k] for k in columns)}"]
        return "\n".join(head + [f"{tasks[r]},{','.join(str(values[r, k]) for k in columns)}" for r in rows])

    every, first, rest = range(4), range(cut), range(cut, 4)
    for parts in (
        ((first, every), (rest, every)),
        ((every, first), (every, rest)),
        ((first, first), (first, rest), (rest, first), (rest, rest)),
    ):
        scores = read([table_file(text(*part), f"{k}.csv") for k, part in enumerate(parts)])
        assert (scores.tasks, scores.comparates, scores.notes) == (tuple(tasks), tuple(names), ())
        np.testing.assert_array_equal(scores.values, values)


def test_a_score_given_twice_is_told_where_it_is_equal(table_file):
    first = table_file("task,A,B\nx,1,2\ny,3,4\n", "first.csv")
    second = table_file("task,A,C\nx,1,5\ny,3,6\n", "second.csv")
    scores = read([first, second])
    assert scores.comparates == ("A", "B", "C")
    assert scores.notes[0].startswith("2 scores are in several tables with equal values, first 'A' on 'x' in")


def test_numbered_tables_are_joined_by_number_when_equally_long(table_file):
    one, two = table_file("A,B\n1,2\n3,4\n", "one.csv"), table_file("C,D\n5,6\n7,8\n", "two.csv")
    scores = read([one, two])
    assert scores.numbered
    np.testing.assert_array_equal(scores.values, [[1, 2, 5, 6], [3, 4, 7, 8]])
    longer = table_file("C,D\n5,6\n7,8\n9,1\n", "two.csv")
    with pytest.raises(DataError, match=r"one\.csv does not name its tasks, so it cannot be joined"):
        read([one, longer])


def test_columns_are_told_for_the_tables_that_have_them(table_file):
    own = table_file("who,where,acc\nOurs,Beef,1\nOurs,Wine,2\n", "own.csv")
    published = table_file(PUBLISHED, "published.csv")
    assert read([own, published], comparate="who", score="acc").comparates == ("Ours", "HC2", "TDE")
    with pytest.raises(UsageError, match="no column 'whom'"):
        read([own, published], comparate="whom", score="acc")


def test_different_measures_are_told(table_file):
    one = table_file("dataset,model,accuracy\nx,A,1\ny,A,2\n", "one.csv")
    two = table_file("dataset,model,f1\nx,B,1\ny,B,2\n", "two.csv")
    assert any("different measures: 'accuracy' in" in note for note in read([one, two]).notes)


def test_files_frames_and_arrays_can_be_joined(table_file):
    import pandas as pd

    frame = pd.DataFrame({"F": [0.1, 0.2]}, index=["Beef", "Wine"])
    array = (np.array([[1], [2]]), ["G"], ["Wine", "Beef"])
    scores = read([table_file(PUBLISHED), frame, array])
    assert scores.comparates == ("HC2", "TDE", "F", "G")
    np.testing.assert_array_equal(scores.values, [[0.71, 0.72, 0.2, 1], [0.81, 0.825, 0.1, 2]])


def test_nothing_to_read_and_standard_input_twice():
    with pytest.raises(UsageError, match="nothing to read"):
        read([])
    with pytest.raises(UsageError, match="only once"):
        read(["-", "-"])


def calls(function, *arguments) -> int:
    """Return how many functions a call runs."""
    profile = cProfile.Profile()
    profile.runcall(function, *arguments)
    return pstats.Stats(profile).total_calls  # type: ignore[attr-defined]


def test_the_work_of_joining_grows_as_the_number_of_tables():
    def tables(n):
        return [
            Grid(
                np.zeros((19, 1)),
                np.zeros((19, 1), np.int8),
                tuple(f"task {i}" for i in range(20) if i != k % 20),
                (f"method {k}",),
                name=f"f{k}.csv",
            )
            for k in range(n)
        ]

    few, many = tables(100), tables(400)
    assert calls(join, many) < 6 * calls(join, few)
    joined, similar = join(many)
    assert joined.values.shape == (20, 400) and not similar
    assert joined.notes == (
        "400 of 400 tables lack tasks that others have: f0.csv, f20.csv, f40.csv and 17 more lack 1 of 20 tasks, "
        "'task 0'; f1.csv, f21.csv, f41.csv and 17 more lack 1 of 20 tasks, 'task 1'; f2.csv, f22.csv, f42.csv and 17 "
        "more lack 1 of 20 tasks, 'task 2'; the rest lack others.",
    )
