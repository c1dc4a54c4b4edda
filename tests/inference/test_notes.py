"""What a comparison notes on its table."""

import numpy as np
import pytest

import comparatex as cx

NOTE = "No two scores differ by more than what counts as equal: set a smaller `tie_tolerance`."


@pytest.mark.parametrize(
    ("step", "tolerance", "noted"),
    [(0.0, None, False), (1e-14, None, True), (1e-3, None, False), (1e-3, 0.1, True), (1e-3, 1e-4, False)],
)
def test_scores_that_differ_but_all_tie_are_noted(step, tolerance, noted):
    values = 0.5 + step * np.arange(12.0).reshape(4, 3)[:, ::-1]
    table = cx.read((values, ["A", "B", "C"]), tie_tolerance=tolerance)
    assert (NOTE in cx.compare(table).notes) == noted
    assert (NOTE in cx.compare(cx.read((-values, ["A", "B", "C"]), tie_tolerance=tolerance)).notes) == noted


def test_notes_on_gaps_count_pairs_and_name_the_test_of_all():
    values = np.round(np.random.default_rng(0).random((20, 4)), 3)
    for column in range(4):
        values[[5 * column, 5 * column + 1], column] = np.nan
    values[:2, 1] = np.nan
    comparison = cx.compare(cx.read((values, tuple("ABCD")), missing="pairwise"))
    shared = comparison.pairs["n_tasks"]
    first, second = comparison.notes[:2]
    assert f"on the tasks that both have ({shared.min()} to {shared.max()}), while ranks use the" in first
    assert "Friedman's" in second and not any("Friedman test" in note for note in comparison.notes)
    assert second == "Skillings and Mack's test, on all tasks with two scores or more, takes the place of Friedman's."
    assert sum("missing" in note for note in comparison.notes) == 1
