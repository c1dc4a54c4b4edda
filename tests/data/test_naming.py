from __future__ import annotations

import numpy as np
import pytest

from comparatex import read
from comparatex.data.reading import Reading
from comparatex.errors import DataError

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


def test_groups_and_colours_for_nobody_are_told(path):
    one, two = read(path, groups={"a": "deep"}, colours={"E": "#000000", "F": "#000000"}).notes
    assert one == "A group is set for 'a', which is no comparate; did you mean 'A'?"
    assert two == "A colour is set for 'E' and 'F', which are no comparates."


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
