"""Groups of tasks: where they are read from, what they must be, and the scores of one."""

import numpy as np
import pytest

from comparatex.data.groups import group_names, in_group
from comparatex.data.read import read
from comparatex.errors import DataError, UsageError

WIDE = "kind,task,A,B\nx,t1,0.5,0.4\ny,t2,0.6,0.7\nx,t3,0.8,0.8\n"
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


@pytest.mark.parametrize("text", [WIDE, LONG])
def test_a_column_of_the_table_groups_its_tasks(file, text):
    scores = read(file(text), group="kind")
    assert dict(scores.task_groups) == GROUPS
    assert scores.comparates == ("A", "B")
    assert group_names(scores) == ("x", "y")


@pytest.mark.parametrize("heading", ["task", "dataset", "anything"])
def test_a_second_table_groups_the_tasks(file, heading):
    tasks = file(f"{heading},kind\nt3,x\nt2,y\nt1,x\nt9,z\n", "tasks.csv")
    scores = read(
        file(WIDE.replace("kind,", "").replace("\nx,", "\n").replace("\ny,", "\n")), task_groups=tasks
    )
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
    shown = read(file(WIDE), group="kind", names={"t1": "First"})
    assert dict(shown.task_groups) == {"First": "x", "t2": "y", "t3": "x"}
    plain = file("task,A,B\nt1,1,2\nt2,2,3\n")
    by_display = read(plain, names={"t1": "First"}, task_groups={"First": "x", "t2": "y"})
    assert dict(by_display.task_groups) == {"First": "x", "t2": "y"}
    numbered = read(file("A,B,kind\n0.1,0.2,x\n0.3,0.1,y\n"), group="kind")
    assert dict(numbered.task_groups) == {"1": "x", "2": "y"}


def test_a_group_has_its_tasks_and_nothing_else(file):
    whole = read(file(WIDE), group="kind")
    part = in_group(whole, "x")
    assert part.tasks == ("t1", "t3")
    assert part.task_group == "x"
    np.testing.assert_array_equal(part.values, whole.values[[0, 2]])
    np.testing.assert_array_equal(part.decimals, whole.decimals[[0, 2]])
    alone = read(file(WIDE), group="kind", tasks=("t1", "t3"))
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
        read(file(WIDE), group="kinds")
    with pytest.raises(UsageError, match="`task_groups`"):
        read(file(WIDE), group="kind", transpose=True)
    with pytest.raises(DataError, match="name no group of 't3'"):
        read(file(WIDE.replace("x,t3", ",t3")), group="kind")
    with pytest.raises(DataError, match="'t1' is in the group 'y', but in 'x' before"):
        read(file(LONG.replace("t1,x,B", "t1,y,B")), group="kind")
    with pytest.raises(UsageError, match=r"`in_group`.*did you mean"):
        in_group(read(file(WIDE), group="kind"), "X")
    with pytest.raises(UsageError, match="`group`"):
        in_group(read(file("task,A,B\nt1,1,2\nt2,2,1\n")), "x")
