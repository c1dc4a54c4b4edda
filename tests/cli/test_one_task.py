"""One data set: its folds and runs have tables of their own, which all other commands name."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from comparatex.cli import main

FOLDS = str(Path(__file__).parents[2] / "examples/lecture/folds.csv")


def run(*arguments):
    return CliRunner().invoke(main, [*arguments])


@pytest.mark.parametrize(
    "command",
    ["report {} --no-pdf -o out", "mcm {} -o -", "cdd {} -o -", "table pairwise {} -o -", "stats {}", "numbers {}",
     "table leaderboard {} -o -", "audit {}", "plan {} --effect 0.1", "forest {} -o -"],
)  # fmt: skip
def test_what_needs_data_sets_names_the_table_of_folds(command, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    done = run(*command.format(f"{FOLDS} --repeat fold --lower-is-better").split())
    assert done.exit_code in (1, 2)
    assert "only one task, 'folds'" in done.stderr
    assert "the table folds compares the methods by its folds, and the table repeats" in done.stderr
    assert not [*tmp_path.iterdir()]


def test_runs_lead_to_the_table_within(tmp_path):
    path = tmp_path / "runs.csv"
    lines = [f"F1,{method},{seed},{seed * 0.1 + (method == 'B'):.1f}" for method in "AB" for seed in range(6)]
    path.write_text("\n".join(["function,algorithm,seed,error", *lines, ""]), encoding="utf-8")
    done = run("mcm", str(path), "--task", "function", "-o", "-")
    assert "the table within compares the methods by its seeds" in done.stderr
    done = run("table", "within", str(path), "--task", "function", "-o", str(tmp_path / "w.csv"), "-q")
    assert done.exit_code == 0, done.stderr
    cells = (tmp_path / "w.csv").read_text(encoding="utf-8").splitlines()[1].split(",")
    assert cells[0] == "F1"
    assert float(cells[5]) == pytest.approx(2 / 924)  # of all choices of 6 runs among 12, one either way


@pytest.mark.parametrize("suffix", ["md", "csv", "html", "tex", "typ"])
def test_the_table_of_folds_is_written_as_others_are(suffix, tmp_path):
    path = tmp_path / f"folds.{suffix}"
    done = run("table", "folds", FOLDS, "--repeat", "fold", "--lower-is-better", "--bayes", "-q", "-o", str(path))
    assert done.exit_code == 0, done.stderr
    text = path.read_text(encoding="utf-8")
    assert "0.0561" in text or "0.05606" in text


def test_folds_as_rows_are_asked_about():
    done = run("table", "folds", FOLDS, "-o", "-")
    assert done.exit_code == 1
    assert "compare on this task alone by the table folds or within and --repeat fold" in done.stderr
    said = run("doctor", FOLDS, "--repeat", "fold", "--lower-is-better")
    assert said.exit_code == 0, said.stderr
    assert "3 methods (M0, M1_A, …) × 1 task (folds) (lower is better), 10 folds each" in said.stderr + said.stdout
    assert "One task: compare the methods by its folds, with the table folds." in said.stdout
    assert "tasks:" not in said.stdout


def test_one_task_of_many_can_be_chosen(tmp_path):
    path = tmp_path / "long.csv"
    lines = [
        f"{task},{method},{fold},{0.7 + 0.01 * fold + 0.02 * (method == 'B') * (fold % 3):.2f}"
        for task in ("iris", "wine")
        for method in "AB"
        for fold in range(5)
    ]
    path.write_text("\n".join(["task,method,fold,accuracy", *lines, ""]), encoding="utf-8")
    done = run("table", "folds", str(path), "-o", "-")
    assert "There are 2 tasks, and folds are compared on one: choose it by --tasks" in done.stderr
    done = run("table", "folds", str(path), "--tasks", "wine", "-o", str(tmp_path / "f.md"), "-q")
    assert done.exit_code == 0, done.stderr
    assert "Two methods on wine, five folds" in (tmp_path / "f.md").read_text(encoding="utf-8")
    assert json.loads(run("stats", str(path)).stdout)["scores"]["repeats_are"] == "folds"


def test_resamples_need_the_share_that_they_test_on(tmp_path):
    path = tmp_path / "long.csv"
    lines = [f"iris,{method},{k},{0.7 + k % 3 * 0.01 * (method == 'A'):.2f}" for method in "AB" for k in range(5)]
    path.write_text("\n".join(["task,method,resample,accuracy", *lines, ""]), encoding="utf-8")
    done = run("table", "folds", str(path), "-o", "-")
    assert "each resample tests on is not known: give --test-share" in done.stderr
    done = run("table", "folds", str(path), "--test-share", "0.3", "-o", str(tmp_path / "f.md"), "-q")
    assert done.exit_code == 0, done.stderr
