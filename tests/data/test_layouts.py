"""Results as projects lay them out: what they become without an option, or by the command in the message."""

from __future__ import annotations

import csv
import itertools
import json

import numpy as np
import pandas as pd
import pytest

from comparatex import read, read_measures
from comparatex.cli import main
from comparatex.errors import DataError, UsageError

METHODS, TASKS, RUNS = (
    ("Ridge", "SVM-rbf", "XGBoost"),
    ("adult", "credit-g", "higgs", "letter", "magic"),
    range(4),
)
ACCURACY = {
    key: round(0.5 + value / 2, 4)
    for key, value in zip(
        itertools.product(METHODS, TASKS, RUNS), np.random.default_rng(8).random(60).tolist(), strict=True
    )
}
SECONDS = {key: round(900 * (1 - value), 1) for key, value in ACCURACY.items()}
MEANS = [[np.mean([ACCURACY[method, task, run] for run in RUNS]) for method in METHODS] for task in TASKS]


@pytest.fixture
def put(tmp_path):
    """Write a file below the folder `results`, and return that folder."""

    def write(name, content):
        path = tmp_path / "results" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, str):
            path.write_text(content, encoding="utf-8")
        else:
            with path.open("w", newline="", encoding="utf-8") as file:
                csv.writer(file).writerows(content)
        return str(tmp_path / "results")

    return write


def check(scores, measure="accuracy"):
    rows = [scores.tasks.index(task) for task in TASKS]
    columns = [scores.comparates.index(method) for method in METHODS]
    assert (scores.n_tasks, scores.n_comparates) == (len(TASKS), len(METHODS))
    np.testing.assert_allclose(scores.values[np.ix_(rows, columns)], MEANS, atol=1e-12)
    assert (scores.measure, scores.direction) == (measure, "higher")


def long_rows(*without, extra=()):
    """Return rows with a heading; columns that the path of the file names are left out."""
    heads = [head for head in ("model", "dataset", "seed", *extra, "accuracy", "fit_time_s") if head not in without]

    def row(method, task, run):
        cells = {
            "model": method,
            "dataset": task,
            "seed": run,
            "date": f"2026-01-{run + 10}",
            "run_id": f"{method}{run}",
            "n": 100,
            "note": "ok",
            "accuracy": ACCURACY[method, task, run],
            "fit_time_s": SECONDS[method, task, run],
        }
        return [cells[head] for head in heads]

    return heads, row


def test_one_method_with_several_measures_is_no_comparison(put):
    folder = put(
        "one.csv",
        [["dataset", "accuracy_mean", "accuracy_std", "fit_time_s"], *([t, 0.9, 0.1, 3] for t in TASKS)],
    )
    with pytest.raises(
        DataError, match="holds results of one method, since 'accuracy_mean' and 'fit_time_s' are measures"
    ) as caught:
        read(folder)
    assert caught.value.remedies == ({"include": "accuracy_mean,fit_time_s"},)
    assert read(folder, **{"include": ("accuracy_mean", "fit_time_s")}).comparates == (
        "accuracy_mean",
        "fit_time_s",
    )


def test_a_file_per_method_is_called_after_it(put):
    heads, row = long_rows("model", extra=("date", "run_id", "n", "note"))
    for method in METHODS:
        folder = put(f"{method}.csv", [heads, *(row(method, task, run) for task in TASKS for run in RUNS)])
    for settings in ({}, {"paths": "{comparate}.csv"}):
        check(read(folder, **settings))
    assert read(folder, select_measure="fit_time_s").direction == "lower"


def test_a_file_per_task_is_called_after_it(put):
    heads, row = long_rows("dataset")
    for task in TASKS:
        folder = put(f"{task}.csv", [heads, *(row(method, task, run) for method in METHODS for run in RUNS)])
    check(read(folder))


def test_a_wide_file_per_task_has_its_repeats_in_rows(put):
    for task in TASKS:
        folder = put(
            f"{task}.csv",
            [["seed", *METHODS], *([run, *(ACCURACY[m, task, run] for m in METHODS)] for run in RUNS)],
        )
    scores = read(folder, paths="{task}.csv", measure_name="accuracy")
    check(scores)
    assert scores.repeats.shape == (len(TASKS), len(METHODS), len(RUNS))


@pytest.mark.parametrize("order", ["{method}/{task}", "{task}/{method}"])
def test_a_tree_of_nested_json_is_read_by_its_path(put, order):
    for method, task, run in ACCURACY:
        content = {
            "config": {"lr": 0.1, "layers": [1, 2]},
            "metrics": {
                "train": {"accuracy": 1.0},
                "test": {"accuracy": ACCURACY[method, task, run], "loss": 0.3},
            },
            "seconds": SECONDS[method, task, run],
        }
        path = f"{order.format(method=method, task=task)}/tuned/seed{run}/stats.json"
        folder = put(path, json.dumps(content))
    pattern = order.replace("method", "comparate") + "/*/{repeat}/stats.json"
    check(read(folder, paths=pattern, score="metrics.test.accuracy"))
    check(read(folder, paths=pattern, select_measure="accuracy"))
    with pytest.raises(DataError, match="scores of 2 measures, 'accuracy' and 'loss'"):
        read(folder, paths=pattern)


def test_a_tree_that_leaves_two_readings_lists_them_as_commands(put, run_command):
    for first, second in itertools.product("abc", "uvwx"):
        folder = put(f"{first}/{second}/scores.json", json.dumps({"accuracy": ord(first) + ord(second)}))
    done = run_command("stats", folder)
    assert done.exit_code == 1
    commands = [line.strip() for line in done.stderr.splitlines() if line.startswith("  comparatex")]
    assert commands == [
        f"comparatex stats {folder} --paths '{{{one}}}/{{{two}}}/scores.json'"
        for one, two in (("comparate", "task"), ("task", "comparate"))
    ]
    assert read(folder, paths="{task}/{comparate}/scores.json").comparates == tuple("uvwx")


def test_files_of_method_and_measure(put):
    for method in METHODS:
        for measure, factor in (("accuracy", 1), ("log_loss", 2), ("homebrew", 3)):
            rows = [[task, *(factor * ACCURACY[method, task, run] for run in RUNS)] for task in TASKS]
            folder = put(f"{method}_{measure}.csv", [["Resamples:", *RUNS], *rows])
    with pytest.raises(DataError, match="scores of 3 measures"):
        read(folder)
    check(read(folder, select_measure="accuracy"))
    check(read(folder, paths="{comparate}_{measure}.csv", select_measure="accuracy"))
    assert [(scores.measure, scores.direction, scores.n_comparates) for scores in read_measures(folder)] == [
        ("accuracy", "higher", 3), ("log_loss", "lower", 3), ("homebrew", "higher", 3)
    ]  # fmt: skip
    names = [scores.measure for scores in read_measures(folder, measures=("log_loss", "accuracy"))]
    assert names == ["log_loss", "accuracy"]


def test_columns_that_are_neither_names_nor_scores(put):
    heads, row = long_rows(extra=("date", "run_id", "n", "note"))
    rows = [row(*key) for key in ACCURACY]
    check(read(put("runs.csv", [heads, *rows])))
    check(read(pd.DataFrame(rows, columns=heads)))


def test_measures_in_columns_are_parts_on_request(put):
    heads, row = long_rows()
    folder = put("runs.csv", [heads, *(row(*key) for key in ACCURACY)])
    parts = read_measures(folder, measures=("accuracy", "fit_time_s"))
    assert [(part.measure, part.direction) for part in parts] == [
        ("accuracy", "higher"),
        ("fit_time_s", "lower"),
    ]
    with pytest.raises(UsageError, match="by one measure, not by 'accuracy' and 'fit_time_s'"):
        read(folder, measures=("accuracy", "fit_time_s"))


@pytest.mark.parametrize(
    "ends", [("", "_std"), ("_mean", "_std"), (" mean", " SD"), ("_accuracy", "_time"), ("", " rank")]
)
def test_columns_that_describe_others_are_not_compared(put, ends):
    heads = [f"{method}{end}" for method in METHODS for end in ends]
    rows = [[task, *itertools.chain(*((mean, 7) for mean in means))] for task, means in zip(TASKS, MEANS, strict=True)]
    scores = read(put("wide.csv", [["task", *heads], *rows]), measure_name="accuracy")
    check(scores)


@pytest.mark.parametrize(
    "head", ["n", "p", "#", "epoch", "rank", "date", "id", "Precision", "Std Error", "runtime (s)"]
)
def test_a_heading_that_may_be_no_method_is_asked_about(put, head):
    rows = [[task, *means, k + 2] for k, (task, means) in enumerate(zip(TASKS, MEANS, strict=True))]
    folder = put("wide.csv", [["task", *METHODS, head], *rows])
    with pytest.raises(DataError, match=r"seems? to hold no scores") as caught:
        read(folder)
    assert caught.value.remedies == ({"exclude": head}, {"include": ",".join((*METHODS, head))})
    check(read(folder, exclude=(head,), measure_name="accuracy"))
    assert read(folder, include=(*METHODS, head)).n_comparates == 4


def test_steps_of_a_learning_curve_are_told(put):
    heads, row = long_rows()
    heads = ["iteration" if head == "seed" else head for head in heads]
    scores = read(put("runs.csv", [heads, *(row(*key) for key in ACCURACY)]))
    assert any("the 4 values of 'iteration' are averaged as repeats" in note for note in scores.notes)


def test_records_below_a_key_beside_others(put):
    records = [
        {
            "model": m,
            "dataset": t,
            "seed": r,
            "accuracy": ACCURACY[m, t, r],
            "env": {"gpu": "x"},
            "log": [1, 2],
        }
        for m, t, r in ACCURACY
    ]
    content = {"version": 2, "results": records, "models": [{"name": m} for m in METHODS], "dates": [1, 2, 3]}
    check(read(put("all.json", json.dumps(content))))


def test_a_folder_says_which_files_belong_together(put, run_command):
    heads, row = long_rows()
    put("runs.csv", [heads, *(row(*key) for key in ACCURACY)])
    put("table.csv", [["dataset", *METHODS], *([t, "93.1/0.5", "9.1/0.4", "8/1"] for t in TASKS)])
    folder = put("themes.csv", [["theme", "#", *METHODS], ["image", 5, 0.1, 0.2, 0.3], ["sensor", 6, 0.1, 0.2, 0.3]])
    done = run_command("stats", folder)
    assert "table.csv, line 2" in done.stderr and "themes.csv: the column '#'" in done.stderr
    assert done.stderr.splitlines()[-1].strip() == f"comparatex stats {folder} --paths runs.csv"
    check(read(folder, paths="runs.csv"))


@pytest.mark.parametrize(
    ("pattern", "words"),
    [
        ("{model}.csv", "A part of a path is"),
        ("{task}/x.csv", "No file fits"),
        ("{task}{task}.csv", "gives one twice"),
    ],
)
def test_a_pattern_that_fits_nothing_is_refused(put, pattern, words):
    heads, row = long_rows("dataset")
    folder = put("adult.csv", [heads, *(row(method, "adult", run) for method in METHODS for run in RUNS)])
    with pytest.raises(UsageError, match=words):
        read(folder, paths=pattern)


@pytest.fixture
def run_command():
    from click.testing import CliRunner

    return lambda *arguments: CliRunner().invoke(main, list(arguments))


def test_items_of_benchmarks_need_no_option(put, run_command):
    heads = ["model", "benchmark", "question", "score"]
    rows = [
        [model, name, f"{name}{k}", int((k * 7 + place) % 3 > 0)]
        for place, model in enumerate(METHODS)
        for name in ("arc", "mmlu")
        for k in range(9)
    ]
    folder = put("answers.csv", [heads, *rows])
    scores = read(folder)
    assert scores.tasks == ("arc", "mmlu")
    np.testing.assert_allclose(scores.values[:, 0], [np.mean([k * 7 % 3 > 0 for k in range(9)])] * 2)
    done = run_command("items", folder, "--clusters")
    assert done.exit_code == 0 and "On 18 items" in done.stdout
    assert "Items are named by the column 'question', and grouped by 'benchmark'." in done.stderr


def test_files_that_score_the_same_cells_may_be_methods(tmp_path):
    for name, shift in (("aur", 0.0), ("efydd", 0.03)):
        rows = [f"s{k},{0.7 + 0.02 * k + shift:.3f},{0.9 - 0.01 * k + shift:.3f}" for k in range(4)]
        (tmp_path / f"{name}.csv").write_text("\n".join(["name,liver,spleen", *rows, ""]))
    with pytest.raises(DataError, match="has the score") as error:
        read(tmp_path)
    assert error.value.remedies == ({"paths": "{comparate}.csv"},)
    way = {"task": "name", "comparate": "comparate", "select_measure": "liver"}
    assert read(tmp_path, paths="{comparate}.csv", **way).comparates == ("aur", "efydd")
