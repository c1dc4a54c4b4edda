from __future__ import annotations

import numpy as np
import pytest

from comparatex import read

TASKS = [f"t{k}" for k in range(12)]


@pytest.fixture
def table():
    rng = np.random.default_rng(3)
    difficulty = np.linspace(0.2, 0.95, 12)[:, np.newaxis]
    return np.clip(difficulty + rng.normal(0, 0.02, (12, 5)), 0.01, 0.99)


def notes(values, **settings):
    return read((values, list("ABCDE"), TASKS), **settings).notes


def test_usual_scores_raise_no_suspicion(table):
    assert notes(table) == ()
    assert notes(100 * table) == ()
    assert notes(table * np.logspace(-3, 3, 12)[:, np.newaxis], higher_is_better=False) == ()


def test_constant_comparates_are_told(table):
    table[:, 2] = 0.5
    assert notes(table) == ("The same score on every task: 'C'.",)


def test_identical_comparates_are_told(table):
    table[:, 3] = table[:, 0]
    table[:, 4] = table[:, 1]
    assert notes(table) == (
        "Identical scores on all tasks: 'A' and 'D'.",
        "Identical scores on all tasks: 'B' and 'E'.",
    )


def test_percentages_among_fractions_are_told(table):
    table[:, 1] *= 100
    assert notes(table) == ("Scores look like percentages where others have fractions: 'B'.",)


def test_fractions_among_percentages_are_told(table):
    table[:, :4] *= 100
    assert notes(table) == ("Scores look like fractions where others have percentages: 'E'.",)


def test_errors_among_accuracies_are_told(table):
    table[:, 0] = 1 - table[:, 0]
    (note,) = notes(table)
    assert note.startswith("Scores look like errors where others have accuracies") and note.endswith("'A'.")


def test_suspicions_survive_gaps(table):
    table[:, 1] *= 100
    table[3, 1] = table[5, 2] = np.nan
    assert "Scores look like percentages where others have fractions: 'B'." in notes(
        table, missing="pairwise"
    )


@pytest.mark.parametrize(
    ("measure", "higher", "suspicious"),
    [
        ("RMSE", True, True),
        ("RMSE", False, False),
        ("accuracy", False, True),
        ("balanced accuracy", True, False),
        ("error rate", True, True),
        ("score", False, False),
        ("accuracy error", True, False),
    ],
)
def test_a_direction_that_the_measure_does_not_have_is_told(table, measure, higher, suspicious):
    found = notes(table, measure_name=measure, higher_is_better=higher)
    assert len(found) == suspicious
    for note in found:
        assert f"--{'lower' if higher else 'higher'}-is-better" in note


def test_the_name_of_the_file_tells_the_measure_where_nothing_else_does(table_file):
    path = table_file("name,A,B\nx,1,2\ny,3,4\n", "test_rmse.csv")
    (note,) = read(path).notes
    assert "'test_rmse'" in note and "--lower-is-better" in note
    assert read(path, measure_name="accuracy").notes == ()


def test_rows_of_means_are_told(table_file):
    scores = read(table_file("name,A,B\nx,1,2\ny,3,4\nAverage,2,3\nAvg. Rank,2,1\n"))
    assert scores.notes == (
        "Summaries rather than tasks, to leave out with --exclude-tasks: 'Average' and 'Avg. Rank'?",
    )
