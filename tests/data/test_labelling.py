from __future__ import annotations

import numpy as np
import pytest

from comparatex import read
from comparatex.data.reading import Reading
from comparatex.data.scores import group_names, in_group
from comparatex.errors import DataError, UsageError

WIDE = "name,A,B,C\nx,1,2,3\ny,4,5,6\nz,7,8,0\n"


@pytest.fixture
def path(table_file):
    return table_file(WIDE)


@pytest.mark.parametrize(
    ("settings", "comparates", "tasks"),
    [
        ({"include": ("C", "A")}, "AC", "xyz"),
        ({"exclude": ["B"]}, "AC", "xyz"),
        ({"exclude": " B "}, "AC", "xyz"),
        ({"include": ("A", "B"), "tasks": ("z", "x")}, "AB", "xz"),
        ({"exclude_tasks": "y"}, "ABC", "xz"),
    ],
)
def test_filters_keep_the_order_of_the_table(path, settings, comparates, tasks):
    scores = read(path, **settings)
    assert scores.comparates == tuple(comparates)
    assert scores.tasks == tuple(tasks)
    whole = read(path)
    rows = [whole.tasks.index(task) for task in tasks]
    columns = [whole.comparates.index(comparate) for comparate in comparates]
    np.testing.assert_array_equal(scores.values, whole.values[np.ix_(rows, columns)])


def test_display_names_replace_raw_ones_everywhere(path):
    scores = read(path, names={"A": "α", "x": "Iris", "B": "B\n&  b"})
    assert scores.comparates == ("α", "B & b", "C")
    assert scores.tasks == ("Iris", "y", "z")


def test_filters_take_raw_and_display_names(path):
    names = {"A": "Alpha", "x": "Iris"}
    assert read(path, names=names, exclude="Alpha").comparates == ("B", "C")
    assert read(path, names=names, exclude="A").comparates == ("B", "C")
    assert read(path, names=names, exclude_tasks="Iris").tasks == ("y", "z")


def test_names_may_be_exchanged(path):
    scores = read(path, names={"A": "B", "B": "A"})
    assert scores.comparates == ("B", "A", "C")


def test_listed_comparates_come_first(path):
    assert read(path, order=["C"]).comparates == ("C", "A", "B")
    assert read(path, order=("C", "B", "C")).comparates == ("C", "B", "A")
    scores = read(path, order=["Gamma", "B"], names={"C": "Gamma"}, exclude="B")
    assert scores.comparates == ("Gamma", "A")
    np.testing.assert_array_equal(scores.values[:, 0], [3, 6, 0])
    np.testing.assert_array_equal(scores.decimals, 0)


def test_groups_and_colours_come_by_display_name(path):
    scores = read(
        path,
        names={"A": "Alpha", "C": "Gamma"},
        groups={"A": "deep", "Gamma": "shallow"},
        colours={"Alpha": "#FF0000", "B": "00ff7f"},
        exclude="C",
    )
    assert scores.groups == {"Alpha": "deep"}
    assert scores.colours == {"Alpha": "#ff0000", "B": "#00ff7f"}
    assert scores.notes == ()
    with pytest.raises(TypeError):
        scores.groups["B"] = "deep"


def test_groups_and_colours_of_unknown_comparates_are_noted(path):
    one, two = read(path, groups={"a": "deep"}, colours={"E": "#000000", "F": "#000000"}).notes
    assert one == "A group is set for 'a', which is not a method: did you mean 'A'?"
    assert two == "A colour is set for 'E' and 'F', which are not methods."


def test_settings_can_be_given_as_a_value_and_changed(path):
    reading = Reading(exclude=("B",), tie_tolerance=0.01, higher_is_better=False)
    scores = read(path, reading, exclude="C")
    assert scores.comparates == ("A", "B")
    assert scores.tie_tolerance == 0.01
    assert scores.direction == "lower"
    assert reading.exclude == ("B",)


def test_a_name_without_end_is_refused_until_it_has_a_display_name(table_file):
    path = table_file(f"task,A,{'x' * 10_000}\ny,1,2\nz,2,1\n")
    with pytest.raises(DataError, match=r"'x{60}…' has 10,000 characters, .*give it a display name"):
        read(path)
    assert read(path, names={"x" * 10_000: "X"}).comparates == ("A", "X")


GROUPED = "kind,task,A,B\nx,t1,0.5,0.4\ny,t2,0.6,0.7\nx,t3,0.8,0.8\n"
LONG = "task,kind,comparate,score\n" + "".join(
    f"{task},{kind},{name},{score}\n"
    for task, kind, scores in (("t1", "x", (5, 4)), ("t2", "y", (6, 7)), ("t3", "x", (8, 8)))
    for name, score in zip("AB", scores, strict=True)
)
GROUPS = {"t1": "x", "t2": "y", "t3": "x"}


@pytest.fixture
def file(tmp_path):
    def write(text, name="scores.csv"):
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return path

    return write


@pytest.mark.parametrize("text", [GROUPED, LONG])
def test_a_column_of_the_table_groups_its_tasks(file, text):
    scores = read(file(text), group="kind")
    assert dict(scores.task_groups) == GROUPS
    assert scores.comparates == ("A", "B")
    assert group_names(scores) == ("x", "y")


@pytest.mark.parametrize("heading", ["task", "dataset", "anything"])
def test_a_second_table_groups_the_tasks(file, heading):
    tasks = file(f"{heading},kind\nt3,x\nt2,y\nt1,x\nt9,z\n", "tasks.csv")
    scores = read(file(GROUPED.replace("kind,", "").replace("\nx,", "\n").replace("\ny,", "\n")), task_groups=tasks)
    assert dict(scores.task_groups) == GROUPS
    assert group_names(scores) == ("x", "y")


def test_of_several_columns_of_a_table_of_tasks_one_is_named(file):
    tasks = file("task,size,kind\nt1,1,x\nt2,2,y\nt3,1,x\n", "tasks.csv")
    scores = file("task,A,B\nt1,1,2\nt2,2,3\nt3,4,5\n")
    assert group_names(read(scores, task_groups=tasks, group="size")) == ("1", "2")
    with pytest.raises(UsageError, match=r"size.*kind.*`group`"):
        read(scores, task_groups=tasks)
    with pytest.raises(UsageError, match="did you mean 'kind'"):
        read(scores, task_groups=tasks, group="kinds")


def test_display_names_and_numbered_tasks_have_groups(file):
    shown = read(file(GROUPED), group="kind", names={"t1": "First"})
    assert dict(shown.task_groups) == {"First": "x", "t2": "y", "t3": "x"}
    plain = file("task,A,B\nt1,1,2\nt2,2,3\n")
    by_display = read(plain, names={"t1": "First"}, task_groups={"First": "x", "t2": "y"})
    assert dict(by_display.task_groups) == {"First": "x", "t2": "y"}
    numbered = read(file("A,B,kind\n0.1,0.2,x\n0.3,0.1,y\n"), group="kind")
    assert dict(numbered.task_groups) == {"1": "x", "2": "y"}


def test_a_group_has_its_tasks_and_nothing_else(file):
    whole = read(file(GROUPED), group="kind")
    part = in_group(whole, "x")
    assert part.tasks == ("t1", "t3")
    assert part.task_group == "x"
    np.testing.assert_array_equal(part.values, whole.values[[0, 2]])
    np.testing.assert_array_equal(part.decimals, whole.decimals[[0, 2]])
    alone = read(file(GROUPED), group="kind", tasks=("t1", "t3"))
    np.testing.assert_array_equal(part.values, alone.values)


def test_repeats_and_dropped_tasks_go_with_their_group(file):
    text = "task,kind,fold,A,B\n" + "".join(
        f"t{t},{'xy'[t % 2]},{f},{'' if t == 3 else 0.5 + 0.1 * f},0.4\n" for t in range(4) for f in range(2)
    )
    whole = read(file(text), group="kind", missing="drop-tasks")
    assert in_group(whole, "x").repeats.shape == (2, 2, 2)
    assert in_group(whole, "x").dropped_tasks == ()
    assert in_group(whole, "y").dropped_tasks == ("t3",)


def test_what_cannot_be_grouped_is_refused(file):
    with pytest.raises(UsageError, match=r"no column 'kinds'.*did you mean 'kind'"):
        read(file(GROUPED), group="kinds")
    with pytest.raises(UsageError, match="`task_groups`"):
        read(file(GROUPED), group="kind", transpose=True)
    with pytest.raises(DataError, match="column 'kind' names no group of 't3'"):
        read(file(GROUPED.replace("x,t3", ",t3")), group="kind")
    with pytest.raises(DataError, match="'t1' is in the group 'y', but in 'x' before"):
        read(file(LONG.replace("t1,x,B", "t1,y,B")), group="kind")
    with pytest.raises(UsageError, match=r"`in_group`.*did you mean"):
        in_group(read(file(GROUPED), group="kind"), "X")
    with pytest.raises(UsageError, match="`group`"):
        in_group(read(file("task,A,B\nt1,1,2\nt2,2,1\n")), "x")
