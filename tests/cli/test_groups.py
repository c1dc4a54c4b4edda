"""Results by group of tasks: the same as of a table with these tasks alone, and labelled."""

import json

import pytest

KINDS = dict(zip(
    ("Beef", "BME", "Car", "CBF", "Crop", "Fish", "Ham", "Meat", "Rock", "UMD", "Wine", "Yoga"),
    ("spectra", "model", "shape", "model", "shape", "shape", "spectra", "spectra", "spectra", "model", "spectra",
     "one"),
    strict=True,
))  # fmt: skip


@pytest.fixture
def tasks(folder):
    """The file with the group of every task."""
    lines = [f"{task},{kind}\n" for task, kind in KINDS.items()]
    (folder / "tasks.csv").write_text("dataset,kind\n" + "".join(lines), encoding="utf-8")
    return "tasks.csv"


def test_stats_of_a_group_are_those_of_its_tasks_alone(run, tasks):
    result = run("stats", "results.csv", "--task-groups", tasks)
    assert "one task only" in result.stderr
    numbers = json.loads(result.stdout)
    assert [group["scores"]["group"] for group in numbers["groups"]] == ["spectra", "model", "shape"]
    for group in numbers["groups"]:
        chosen = ",".join(task for task, kind in KINDS.items() if kind == group["scores"]["group"])
        alone = json.loads(run("stats", "results.csv", "--tasks", chosen).stdout)
        assert {**group, "scores": {**group["scores"]}}["pairs"] == alone["pairs"]
        assert group["friedman"] == alone["friedman"]
        assert list(group) == list(alone)


def test_one_group_can_be_asked_for(run, tasks):
    only = json.loads(run("stats", "results.csv", "--task-groups", tasks, "--in-group", "shape").stdout)
    assert only["scores"]["tasks"] == ["Car", "Crop", "Fish"]
    assert "groups" not in only
    unknown = run("stats", "results.csv", "--task-groups", tasks, "--in-group", "shapes")
    assert unknown.exit_code == 2
    assert "did you mean 'shape'" in unknown.stderr


@pytest.mark.parametrize(
    "command", [["mcm"], ["cdd"], ["scatter"], ["forest"], ["profile"], ["heatmap"], ["table", "pairwise"]]
)
def test_every_artefact_of_a_group_names_it(run, tasks, command):
    text = run(*command, "results.csv", "--task-groups", tasks, "--in-group", "spectra", "-o", "-").stdout
    assert "data sets of the group ``spectra''." in text.splitlines()[0]


def test_csv_tables_of_groups_have_folders(run, folder, tasks):
    assert run("stats", "results.csv", "--task-groups", tasks, "--format", "csv", "-o", "out").exit_code == 0
    assert {path.name for path in (folder / "out" / "groups").iterdir()} == {"spectra", "model", "shape"}
    assert (folder / "out" / "groups" / "model" / "pairs.csv").is_file()


def test_a_report_has_a_report_of_every_group(run, folder, tasks):
    arguments = ("report", "results.csv", "--task-groups", tasks, "-o", "out", "--no-pdf", "--no-previews")
    assert run(*arguments).exit_code == 0
    out = folder / "out"
    assert "groups" in json.loads((out / "stats.json").read_text(encoding="utf-8"))
    for name in ("spectra", "model", "shape"):
        part = out / "groups" / name
        assert (part / "document.tex").is_file()
        assert f"data sets of the group ``{name}" in (part / "chapter.tex").read_text(encoding="utf-8")
    assert "Nothing has changed" in run(*arguments).stderr
    (out / "groups" / "model" / "chapter.tex").unlink()
    assert "groups/model: Missing: chapter.tex" in run(*arguments, "--check").stderr
    assert run(*arguments).exit_code == 0
    assert (out / "groups" / "model" / "chapter.tex").is_file()


def test_groups_that_are_no_more_leave_nothing(run, folder, tasks):
    arguments = ("report", "results.csv", "-o", "out", "--no-pdf", "--no-previews")
    run(*arguments, "--task-groups", tasks)
    run(*arguments, "--task-groups", tasks, "--exclude-tasks", "BME,CBF,UMD")
    left = {path.parent.name for path in (folder / "out" / "groups").rglob("*") if path.is_file()}
    assert "shape" in left
    assert not [path for path in (folder / "out" / "groups" / "model").rglob("*") if path.is_file()]


def test_a_sequence_has_a_row_for_every_group(run, tasks):
    text = run("sequence", "results.csv", "--task-groups", tasks, "-o", "-").stdout
    assert [name in text for name in ("spectra", "model", "shape")] == [True] * 3
