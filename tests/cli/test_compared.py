"""Every command says first what it compares, in one line, and then each kind of note once."""

import json

import pytest

RUNS = "classifier_name,dataset_name,fold,accuracy\n" + "".join(
    f"{name},{data},{fold},0.{k + 3 * d + fold}5\n"
    for k, name in enumerate(("rocket", "boss"))
    for d, data in enumerate(("Beef", "Car"))
    for fold in (1, 2, 3)
)


def first_line(result):
    assert result.exit_code == 0, result.stderr
    return result.stderr.splitlines()[0]


@pytest.mark.parametrize(
    "command",
    [
        ["mcm"], ["cdd"], ["scatter"], ["table", "scores"], ["leaderboard"], ["stats"], ["numbers"], ["conventions"],
        ["doctor"], ["audit", "--json"], ["report", "--no-pdf", "--no-previews"],
    ],
)  # fmt: skip
def test_what_is_compared_is_said_first(run, folder, command):
    (folder / "runs.csv").write_text(RUNS)
    where = ["-o", "-"] if command[0] in ("mcm", "cdd", "scatter", "table", "leaderboard") else []
    result = run(*command, "runs.csv", *where)
    expected = (
        "2 classifiers (rocket, boss) × 2 data sets (Beef, Car) by accuracy (higher is better), 3 folds each, from "
        "runs.csv."
    )
    assert first_line(result) == expected
    assert result.stderr.count(expected) == 1


def test_quiet_leaves_it_out_and_standard_output_is_the_same(run, folder):
    (folder / "runs.csv").write_text(RUNS)
    loud, quiet = run("stats", "runs.csv"), run("stats", "runs.csv", "-q")
    assert quiet.stderr == "" and quiet.stdout == loud.stdout


def test_files_groups_and_other_measures_are_said(run, folder):
    for name in ("a", "b"):
        (folder / f"{name}.csv").write_text(f"task,{name}1,{name}2\nx,1,2\ny,2,3\nz,4,5\n")
    assert first_line(run("stats", "a.csv", "b.csv")) == (
        "4 methods (a1, a2, …) × 3 tasks (x, y, …) (higher is better, assumed), from 2 files."
    )
    result = run("stats", "-", stdin="dataset,A,B\nx,1,2\ny,2,3\n")
    assert first_line(result) == (
        "2 methods (A, B) × 2 data sets (x, y) (higher is better, assumed), from standard input."
    )
    (folder / "groups.csv").write_text("task,group\nx,few\ny,few\nz,many\n")
    result = run("stats", "a.csv", "--task-groups", "groups.csv", "--in-group", "few")
    assert first_line(result) == ("2 methods (a1, a2) × 2 tasks (x, y) of few (higher is better, assumed), from a.csv.")


def test_repeats_of_unlike_number_are_said(run, folder):
    (folder / "runs.csv").write_text(RUNS.rpartition("\n")[0].rpartition("\n")[0] + "\n")
    assert "2 to 3 folds each" in first_line(run("stats", "runs.csv"))


def test_what_holds_of_many_files_is_noted_once(run, folder):
    for k in range(5):
        lines = [f"{task},0.{k}{t}" for t, task in enumerate(("x", "y", "z", "v")[: 3 if k else 4])]
        (folder / f"m{k}.csv").write_text(
            "\n".join(["Results of m", f"task,m{k}", *lines, ""]).replace("Results of m\n", "")
        )
    result = run("stats", *(f"m{k}.csv" for k in range(5)), "--missing", "drop-tasks")
    lacking = [line for line in result.stderr.splitlines() if "lack" in line and "Dropped" not in line]
    assert lacking == [
        "Note: 4 of 5 tables lack tasks that others have: m1.csv, m2.csv, m3.csv and m4.csv lack 1 of 4 tasks, 'v'."
    ]


def test_notes_are_words_that_a_newcomer_knows(run, folder):
    rows = "".join(f"{task},0.{k}12345678901234,0.{k}12345678901235,0.{k}\n" for k, task in enumerate("abcdef"))
    (folder / "results.csv").write_text(f"dataset,A,B,C\n{rows}")
    notes = run("stats", "results.csv").stderr
    assert "6 pairs of scores differ by no more than a computer's rounding error and count as equal." in notes
    assert "grid" not in notes


def test_what_holds_of_all_measures_is_said_once(run, folder):
    tree = {m: {t: {"acc": 0.1 * x + 0.01 * y, "f1": 0.2 * x} for y, t in enumerate("xyz")} for x, m in enumerate("AB")}
    (folder / "tree.json").write_text(json.dumps(tree), encoding="utf-8")
    done = run("table", "scores", "tree.json", "-o", "-")
    assert done.exit_code == 0 and done.stderr.count("are taken as methods") == 1
    assert done.stderr.count("2 methods (A, B) × 3 tasks") == 2
