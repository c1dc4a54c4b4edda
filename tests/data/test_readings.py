"""Where a table, a file or a folder could be read in several ways: the one that is left, or both as commands."""

import json
import random
from pathlib import Path

import pandas as pd
import pytest
from click.testing import CliRunner

import comparatex as cx
from comparatex.cli import main
from comparatex.data.read import read
from comparatex.errors import ComparatexError, DataError, UsageError

METHODS, TASKS = ("kNN", "RandomForest", "SVC"), ("iris", "wine", "glass", "sonar")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def table(methods=METHODS, tasks=TASKS):
    return pd.DataFrame(
        [[round(0.5 + 0.1 * m + 0.01 * t, 2) for m in range(len(methods))] for t in range(len(tasks))],
        index=pd.Index(tasks, name="dataset"),
        columns=list(methods),
    )


def test_inner_keys_that_are_called_like_methods_are_comparates(folder):
    """As pandas' to_json(orient="index") of a wide table has them; the other way round stands in no file so."""
    (folder / "a.json").write_text(table().to_json(orient="index"))
    (folder / "b.json").write_text(table().to_json(orient="columns"))
    for name in ("a.json", "b.json"):
        scores = read(name)
        assert (scores.comparates, scores.tasks) == (METHODS, TASKS), name
    assert 'layout="wide"' in " ".join(read("a.json").notes) and not read("b.json").notes
    assert read("a.json", layout="wide").comparates == TASKS


def test_keys_of_which_either_may_be_comparates_are_refused_with_both_commands(folder):
    frame = table(("ours", "theirs", "older"), ("p1", "p2", "p3", "p4"))
    (folder / "a.json").write_text(frame.to_json(orient="index"))
    with pytest.raises(DataError, match="or the reverse") as refused:
        read("a.json")
    assert refused.value.remedies == ({"layout": "wide"}, {"transpose": ""})
    assert read("a.json", transpose=True).comparates == ("ours", "theirs", "older")


def test_a_wide_table_per_data_set_with_seeds_in_rows(folder):
    for t, task in enumerate(TASKS):
        rows = [f"{seed},0.{5 + t}{seed},0.{4 + t}{seed}" for seed in range(3)]
        (folder / f"{task}.csv").write_text("\n".join(["seed,kNN,SVC", *rows]) + "\n")
    scores = read(str(folder))
    assert (set(scores.comparates), set(scores.tasks)) == ({"kNN", "SVC"}, set(TASKS))
    assert scores.repeats.shape[2] == 3 and scores.values[scores.tasks.index("iris")].round(9).tolist() == [
        0.51,
        0.41,
    ]


def test_columns_that_only_some_files_could_have_are_said_and_refused_in_a_sentence(folder):
    for task in TASKS[:3]:
        (folder / f"{task}.csv").write_text("seed,kNN,SVC\n0,1,2\n1,2,4\n")
    assert read(".", repeat="seed").repeats.shape == read(".").repeats.shape == (3, 2, 2)
    with pytest.raises(UsageError, match="no column 'fold'"):
        read(".", repeat="fold")
    with pytest.raises(ComparatexError):
        read(".", group="task")


def test_keys_may_be_numbers():
    content = table(("A", "B"), (1, 2, 3)).to_dict()
    assert read(content).tasks == ("1", "2", "3")
    with pytest.raises(ComparatexError, match="only numbered"):
        read(table(("A", "B"), (1, 2, 3)).to_dict(orient="index"))


def test_the_score_of_fewest_repeats_is_named_where_comparates_are_in_rows():
    frame = pd.DataFrame({"model": list("aabb"), "fold": [0, 1, 0, 1], "x": [1, 2, 3, None], "y": [1, 2, 3, 4]})
    assert "fewest: 1, 'b' on 'x'" in read(frame, transpose=True).notes[0]


@pytest.mark.parametrize(("stems", "heads"), [(("ours", "older"), ("a", "b")), (("kNN", "SVC"), ("Ridge", "MLP"))])
def test_repeats_in_rows_whose_files_may_be_either_are_refused_with_both_commands(folder, stems, heads):
    for stem in stems:
        (folder / f"{stem}.csv").write_text(f"seed,{','.join(heads)}\n0,0.5,0.6\n1,0.6,0.8\n")
    with pytest.raises(DataError, match="tasks or of methods") as refused:
        read(str(folder))
    assert [choice["paths"] for choice in refused.value.remedies] == ["{task}.csv", "{comparate}.csv"]
    assert set(read(str(folder), paths="{comparate}.csv").comparates) == set(stems)
    assert set(read(str(folder), paths="{task}.csv").comparates) == set(heads)


def test_items_may_be_named_by_paths(folder):
    for m, method in enumerate(METHODS):
        for k in range(4):
            path = folder / method / f"question{k}.json"
            path.parent.mkdir(exist_ok=True)
            path.write_text(json.dumps({"correct": (m + k) % 2}))
    scores = read(str(folder), paths="{comparate}/{item}.json")
    assert set(scores.comparates) == set(METHODS) and scores.tasks == tuple(f"question{k}" for k in range(4))


def test_scores_that_are_equal_as_rounded_are_given_once(folder):
    rows = [("iris", m, s, 0.5 + 0.1 * k + 0.01 * s) for k, m in enumerate(METHODS) for s in range(3)]
    frame = pd.DataFrame([*rows, *(("wine", *row[1:]) for row in rows)], columns=["dataset", "model", "fold", "score"])
    frame.to_csv("runs.csv", index=False)
    frame.pivot_table(index="dataset", columns="model", values="score").round(3).to_csv("means.csv")
    scores = read(["means.csv", "runs.csv"])
    assert scores.repeats is not None and scores.values[0].tolist() == [0.61, 0.71, 0.51]
    assert "6 scores are in several tables with equal values" in " ".join(scores.notes)
    (folder / "means.csv").write_text((folder / "means.csv").read_text().replace("0.51", "0.53"))
    (folder / "coarse.csv").write_text("dataset,kNN,SVC\niris,1,0.5\n")
    (folder / "fine.csv").write_text("dataset,kNN,SVC\niris,0.75,0.5\n")
    with pytest.raises(DataError, match="has the score 1 in coarse"):
        read(["coarse.csv", "fine.csv"])
    with pytest.raises(DataError, match=r"has the score 0\.53 in means\.csv.* and 0\.51 in runs\.csv"):
        read(["means.csv", "runs.csv"])


def test_a_column_that_tells_rows_of_one_name_apart_is_named_with_both_commands(folder):
    rows = [f"{task},{horizon},0.{horizon},0.5" for task in TASKS for horizon in (96, 192, 336)]
    (folder / "a.csv").write_text("\n".join(["dataset,horizon,PPO,SAC", *rows]) + "\n")
    with pytest.raises(DataError, match="'horizon' tells them apart") as refused:
        read("a.csv")
    assert refused.value.remedies == ({"task": "dataset,horizon"}, {"repeat": "horizon"})
    assert read("a.csv", task="dataset,horizon").tasks[:2] == ("iris/96", "iris/192")


def test_a_wide_table_may_have_a_column_of_measures(folder):
    rows = [f"M{k},{measure},{k}.5,{k + j}.1" for k in range(5) for j, measure in enumerate(("mase", "smape"))]
    (folder / "a.csv").write_text("\n".join(["unique_id,metric,ETS,Theta", *rows]) + "\n")
    with pytest.raises(DataError, match="'mase' and 'smape'"):
        read("a.csv")
    scores = read("a.csv", select_measure="smape")
    assert (scores.measure, scores.direction, scores.comparates) == ("smape", "lower", ("ETS", "Theta"))
    assert scores.values[1].tolist() == [1.5, 2.1]


def test_columns_of_a_data_set_and_a_measure_are_no_data_sets(folder):
    heads = ",".join(f"{task}_{measure}" for task in TASKS for measure in ("acc", "f1"))
    rows = [",".join([method, *(f"0.{m}{k}" for k in range(8))]) for m, method in enumerate(METHODS)]
    (folder / "a.csv").write_text("\n".join([f"model,{heads}", *rows]) + "\n")
    with pytest.raises(DataError, match="'acc' and 'f1'"):
        read("a.csv")
    scores = read("a.csv", select_measure="f1")
    assert (scores.tasks, scores.comparates, scores.measure) == (TASKS, METHODS, "f1")
    assert scores.values[:, 1].tolist() == [0.11, 0.13, 0.15, 0.17]


def test_tasks_on_unlike_scales_are_noted_but_on_a_scale_without_unit(folder):
    wild = table().mul([10.0**k for k in range(0, 8, 2)], axis=0)
    assert "differ in scale" in " ".join(read(wild).notes)
    assert not read(table()).notes
    assert "differ in scale" in " ".join(cx.compare(wild).notes)
    assert "differ in scale" not in " ".join(cx.compare(wild, scale="log").notes)
    wild.to_csv(folder / "a.csv")
    for said, noted in (([], True), (["--scale", "log"], False)):
        ended = CliRunner().invoke(main, ["forest", "a.csv", "-o", "a.tex", *said])
        assert ended.exit_code == 0
        assert ("differ in scale" in ended.output) == noted


def test_names_that_the_user_states_say_where_methods_stand():
    by_task = {
        task: {method: 0.5 + 0.1 * t * m + 0.1 * t for m, method in enumerate("AB")}
        for t, task in enumerate(("±模", "模#"))
    }
    for said in ({"include": ("A", "B")}, {"tasks": tuple(by_task)}):
        scores = read(by_task, **said)
        assert (scores.comparates, scores.tasks, scores.notes) == (("A", "B"), tuple(by_task), ())
    assert read(by_task, include=tuple(by_task)).comparates == tuple(by_task)


def test_runs_that_failed_are_counted_in_the_methods(folder):
    lines = ["id,task,framework,constraint,fold,type,result,metric,mode,version,utc,info"]
    for task in ("adult", "higgs"):
        for m, method in enumerate(METHODS):
            for fold in (0, 1):
                failed = (task, m, fold) == ("higgs", 1, 1)
                lines.append(
                    f"o/{task},{task},{method},1h,{fold},binary,{'' if failed else f'0.{7 + m}{fold}'},auc,local,1,"
                    f"2023,{'NoResultError: killed' if failed else ''}"
                )
    (folder / "results.csv").write_text("\n".join(lines) + "\n")
    scores = read("results.csv")
    assert scores.failed == (1, 12)
    cx.write_report(cx.compare("results.csv"), "report", pdf=False)
    text = " ".join(Path("report/methods.tex").read_text().split())
    assert "Of 12 runs, 1 failed or did not end and have no auc." in text


KINDS = {
    ".csv": lambda frame, path: frame.to_csv(path, index=False),
    ".parquet": lambda frame, path: frame.to_parquet(path, index=False),
    ".xlsx": lambda frame, path: frame.to_excel(path, index=False),
    ".json": lambda frame, path: frame.to_json(path, orient="records", double_precision=15),
}


@pytest.mark.parametrize("seed", range(24))
def test_data_frames_are_read_as_files_of_the_same_content(folder, seed):
    """Wide and long tables, with repeats, several measures, and columns that are neither; decimals of text are kept."""
    chance = random.Random(seed)
    methods, tasks = METHODS[: chance.randint(2, 3)], TASKS[: chance.randint(2, 4)]
    score = lambda: round(chance.uniform(0.5, 0.99), 3)  # noqa: E731
    if chance.random() < 0.5:
        frame = pd.DataFrame({"dataset": tasks} | {method: [score() for _ in tasks] for method in methods})
    else:
        measures = chance.sample(["accuracy", "rmse", "duration_s"], chance.randint(1, 2))
        frame = pd.DataFrame(
            [
                {"model": method, "dataset": task, "seed": fold, "date": 20240101 + fold}
                | {measure: score() for measure in measures}
                for method in methods
                for task in tasks
                for fold in range(chance.randint(1, 3))
            ]
        )
    suffix = chance.choice(sorted(KINDS))
    KINDS[suffix](frame, folder / f"table{suffix}")
    assert _reading(frame) == _reading(str(folder / f"table{suffix}"))


def _reading(source):
    try:
        scores = read(source)
    except DataError as refused:
        return refused.remedies
    repeats = None if scores.repeats is None else str(scores.repeats.round(12).tolist())
    named = (scores.tasks, scores.comparates, scores.measure, scores.direction, scores.task_noun)
    return named, scores.values.round(12).tolist(), repeats, len(scores.notes)
