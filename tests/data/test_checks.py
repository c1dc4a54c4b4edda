from __future__ import annotations

import numpy as np
import pytest

from comparatex import read
from comparatex.errors import DataError

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
    assert notes(table * np.logspace(-1, 1, 12)[:, np.newaxis], higher_is_better=False) == ()


def test_constant_comparates_are_told(table):
    table[:, 2] = 0.5
    assert notes(table) == ("The same score on every task: 'C'.",)
    table[:, 2] = 1
    assert "ratios" not in notes(table)[0]
    table[:, :2] *= 2
    assert notes(table) == (
        "The same score on every task: 'C', as if the others were ratios to it: if it is no method, leave it out with "
        "`exclude`.",
    )


def test_units_that_no_score_can_be_in_are_told(table):
    assert "but none is above 1" in notes(table, measure_name="accuracy (%)")[0]
    assert "but some are below 0" in notes(table - 0.5, measure_name="time (ms)", higher_is_better=False)[0]
    assert notes(100 * table, measure_name="accuracy (%)") == ()
    signs = {name: {task: f"{value:.2f}%" for task, value in zip(TASKS, table[:, 0], strict=True)} for name in "AB"}
    assert any("but none is above 1 %" in note for note in read(signs).notes)


def test_identical_comparates_are_told(table):
    table[:, 3] = table[:, 0]
    table[:, 4] = table[:, 1]
    assert notes(table) == (
        "Identical scores on all tasks: 'A' and 'D'.",
        "Identical scores on all tasks: 'B' and 'E'.",
    )


def test_a_comparate_on_a_scale_of_its_own_is_told(table):
    table[:, 2] *= 1e5
    with pytest.raises(
        DataError, match=r"'C' seems .* more than 1,000 times as large as those of all others.*`exclude`"
    ):
        notes(table)
    table[4, 2] = 0.5  # one usual score
    assert notes(table) == ()


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
    assert "Scores look like percentages where others have fractions: 'B'." in notes(table, missing="pairwise")


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
        assert f"{'higher' if higher else 'lower'} is taken as better, as stated" in note


@pytest.mark.parametrize("name", ["test_rmse.csv", "results-rmse.csv", "mean_log_loss.csv", "error_rate.csv"])
def test_a_measure_in_the_name_of_the_file_takes_its_direction_and_says_so(table_file, name):
    path = table_file("name,A,B\nx,1,2\ny,3,4\n", name)
    scores = read(path)
    assert scores.direction == "lower"
    assert scores.notes == (
        f"Lower is better, going by the name '{name.removesuffix('.csv')}': `higher_is_better` says otherwise.",
    )
    assert read(path, higher_is_better=True).direction == "higher"
    assert read(path, measure_name="accuracy").notes == ()


def test_a_word_for_errors_in_the_name_of_a_file_is_only_asked_about(table_file):
    scores = read(table_file("name,A,B\nx,1,2\ny,3,4\n", "loss_landscapes.csv"))
    assert scores.direction == "higher"
    assert "is `higher_is_better=False` meant?" in scores.notes[0]


def test_the_direction_is_that_of_the_measure_however_it_is_named(table_file):
    rows = "iris,A,1\niris,B,2\nwine,A,3\nwine,B,4\n"
    for text, settings in (
        (f"dataset,model,rmse\n{rows}", {}),
        (f"dataset,model,score\n{rows}", {"measure_name": "RMSE"}),
        (f"dataset,model,x\n{rows}".replace("x", "log loss"), {"score": "log loss"}),
        ("dataset,model,metric,value\n" + rows.replace("A,", "A,mae,").replace("B,", "B,mae,"), {}),
    ):
        assert read(table_file(text), **settings).direction == "lower"
        assert read(table_file(text), higher_is_better=True, **settings).direction == "higher"


def test_rows_of_means_are_no_tasks_unless_they_are_said_to_be(table_file):
    table = table_file("dataset,A,B\nx,1,2\ny,3,4\nAverage,2,3\nAvg. Rank,2,1\n")
    with pytest.raises(DataError, match=r"the rows 'Average' and 'Avg\. Rank' seem to hold no scores") as error:
        read(table)
    leave, keep = error.value.remedies
    assert read(table, **{key: tuple(names.split(",")) for key, names in leave.items()}).tasks == ("x", "y")
    assert len(read(table, **{key: tuple(names.split(",")) for key, names in keep.items()}).tasks) == 4


@pytest.mark.parametrize("settings", [{}, {"transpose": True}])
def test_numbered_summaries_are_left_out_together(table_file, settings):
    rows = "x,1.3,2.8\ny,3.1,4.7\nmean,2.2,3.7\nz,8.8,6.1\nw,5.5,9.0\nmean 2,7.2,7.5\n"
    with pytest.raises(DataError, match=r"the rows 'mean' and 'mean 2' seem to hold no scores"):
        read(table_file(f"problem,A,B\n{rows}"), **settings)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("t,A,B\nx,0.5,0.6\ny,0.7,0.8\nz,91.2,84.1\n", "2 of 6 scores are above 1, first 91.2 of 'A' on 'z'"),
        ("t,A,B\nx,50,60\ny,70,0.8\nz,91.2,84.1\n", "1 of 6 scores are up to 1, first 0.8 of 'B' on 'y'"),
        ("t,A,B\nx,0.5,60\ny,0.7,80\nz,0.9,84.1\n", "3 of 6 scores are above 1, first 60 of 'B' on 'x'"),
    ],
)
def test_percentages_beside_fractions_are_told_in_small_tables_too(table_file, text, told):
    assert read(table_file(text)).notes == (f"Percentages and fractions seem to be mixed: {told}.",)
    assert read(table_file(text), higher_is_better=False).notes == ()


def test_columns_of_ranks_and_of_properties_of_tasks_are_no_comparates(table_file):
    text = "t,Train,A,B,Avg. rank\nx,30,50,60,1\ny,40,70,80,2\n"
    with pytest.raises(DataError, match=r"the columns 'Train' and 'Avg. rank' seem to hold no scores"):
        read(table_file(text))
    assert read(table_file(text), exclude=("Train", "Avg. rank")).comparates == ("A", "B")


def test_a_method_called_mean_is_no_summary_unless_it_is_the_mean(table_file):
    table = "t,A,B,Mean\nx,50,60,{}\ny,70,80,{}\n"
    assert read(table_file(table.format(40, 90))).notes == ()
    summary = table_file(table.format("55.0", 75))
    with pytest.raises(DataError, match="the column 'Mean' seems to hold no scores of methods"):
        read(summary)
    assert len(read(summary, include=("A", "B", "Mean")).comparates) == 3


def test_what_was_said_is_not_printed_as_a_remedy_again():
    with pytest.raises(DataError, match="see `layout`; if rows"):
        read({"A": {"x": 1, "y": 2}}, transpose=True)


@pytest.mark.parametrize("rows", [["site,GA [ms],PSO [ms]"], ["site,GA,PSO", ",[ms],[ms]"]])
def test_scores_in_a_unit_of_time_are_better_if_lower(table_file, rows):
    scores = read(table_file("\n".join([*rows, *(f"t{k},{40 + 7 * k % 30},{55 + 11 * k % 40}" for k in range(8))])))
    assert scores.direction == "lower"
    assert "going by the measure 'time (ms)'" in " ".join(scores.notes)
