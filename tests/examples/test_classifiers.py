"""The example that we compute ourselves: its table is complete, and its script still yields these numbers."""

from __future__ import annotations

import csv
import subprocess
import sys
from collections.abc import Iterable
from itertools import product
from pathlib import Path

import pytest

import comparatex as cx

FOLDER = Path(__file__).resolve().parents[2] / "examples" / "classifiers"
RESULTS = FOLDER / "results.csv"

Cell = tuple[str, str, int]


def _python(*arguments: str) -> list[str]:
    """Run Python in the example's folder and return the lines that it prints."""
    command = [sys.executable, *arguments]
    done = subprocess.run(command, cwd=FOLDER, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def _rows(lines: Iterable[str]) -> list[tuple[Cell, float]]:
    return [
        ((row["task"], row["comparate"], int(row["repeat"])), float(row["accuracy"])) for row in csv.DictReader(lines)
    ]


@pytest.fixture(scope="module")
def committed() -> list[tuple[Cell, float]]:
    return _rows(RESULTS.read_text(encoding="utf-8").splitlines())


def test_table_has_every_cell_of_the_script_once(committed: list[tuple[Cell, float]]) -> None:
    code = "import classifiers, tasks; print(*tasks.TASKS, sep='\\t'); print(*classifiers.NAMES, sep='\\t')"
    tasks, comparates = (line.split("\t") for line in _python("-c", code))
    assert len(tasks) >= 30
    assert len(comparates) >= 12
    cells = [cell for cell, _ in committed]
    assert len(cells) == len(set(cells))
    assert set(cells) == set(product(tasks, comparates, range(1, 6)))


def test_table_reads_by_itself_as_long_with_repeats() -> None:
    scores = cx.read(RESULTS)
    assert scores.repeats is not None
    assert scores.repeats.shape == (scores.n_tasks, scores.n_comparates, 5)
    assert scores.measure == "accuracy"
    assert scores.higher_is_better
    assert scores.notes == ()


def test_accuracies_differ_by_task_and_none_is_absurd(committed: list[tuple[Cell, float]]) -> None:
    values = cx.read(RESULTS).values
    assert values.min() > 0.25
    assert values.max(axis=1).min() > 0.5
    assert values.mean(axis=0).min() > 0.7
    assert values.std(axis=0).min() > 0.05
    assert 0.02 < values.mean(axis=0).std() < 0.1


@pytest.mark.thorough
def test_rerunning_one_task_yields_the_committed_accuracies(committed: list[tuple[Cell, float]]) -> None:
    task, comparates = "Waveform", ("Gaussian NB", "RBF SVM")
    again = dict(_rows(_python("run.py", "--tasks", task, "--comparates", *comparates)))
    expected = {cell: accuracy for cell, accuracy in committed if cell[0] == task and cell[1] in comparates}
    assert again.keys() == expected.keys()
    # Versions of scikit-learn and of the linear algebra under it may decide a few samples otherwise.
    assert again == pytest.approx(expected, abs=0.02)


def test_repeats_are_different_splits(committed: list[tuple[Cell, float]]) -> None:
    accuracies = {accuracy for (task, name, _), accuracy in committed if (task, name) == ("Waveform", "LDA")}
    assert len(accuracies) > 1
