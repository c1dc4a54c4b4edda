"""What the user states wins over formats, layouts and guesses, whatever a table is in."""

from __future__ import annotations

import json
from itertools import product

import pytest

from comparatex import read
from comparatex.errors import DataError, UsageError

WIDE = "dataset,krall,lamda\nash,0.1,0.2\noak,0.3,0.5\nfir,0.4,0.7\n"
TURNED = "Korpus,ash,oak,fir\nkrall,0.1,0.3,0.4\nlamda,0.2,0.5,0.7\n"
LONG = "dataset,method,value\nash,krall,0.1\nash,lamda,0.2\noak,krall,0.3\noak,lamda,0.5\n"
SEEDS = "dataset,krall_seed1,krall_seed2,lamda_seed1,lamda_seed2\nash,.1,.2,.3,.4\noak,.5,.6,.7,.8\n"


@pytest.fixture
def two_files(tmp_path):
    (tmp_path / "day.csv").write_text(WIDE)
    (tmp_path / "night.csv").write_text(WIDE.replace("0.", "0.0"))
    return str(tmp_path)


def test_the_name_of_a_task_may_be_of_a_path_and_a_column(two_files):
    scores = read(two_files, paths="{task}.csv", task="task,dataset")
    assert scores.comparates == ("krall", "lamda")
    assert set(scores.tasks) == {f"{day}/{tree}" for day in ("day", "night") for tree in ("ash", "oak", "fir")}


def test_the_name_of_a_method_may_be_of_a_path_and_of_headings(two_files):
    scores = read(two_files, paths="{group}.csv", comparate="comparate,group", task="dataset")
    assert set(scores.comparates) == {f"{name}/{day}" for name in ("krall", "lamda") for day in ("day", "night")}
    assert scores.tasks == ("ash", "oak", "fir")


def test_paths_name_measures_of_tables_with_methods_in_rows(tmp_path):
    for name in ("accuracy", "time"):
        (tmp_path / f"{name}.csv").write_text(TURNED)
    scores = read(str(tmp_path), paths="{group}.csv", comparate="Korpus", task="task,group")
    assert scores.comparates == ("krall", "lamda")
    assert len(scores.tasks) == 6


def test_several_columns_of_repeats_are_understood_as_each_of_them(table_file):
    cells = product(("ash", "oak"), ("krall", "lamda"), "12", "12")
    rows = [f"{task},{name},{seed},{fold},.{seed}{fold}" for task, name, seed, fold in cells]
    file = table_file("\n".join(["dataset,method,seed,fold,score", *rows]))
    usual, stated = read(file), read(file, repeat="seed,fold")
    assert (stated.repeats_are, stated.repeat_noun, stated.splits) == ("folds", "fold", usual.splits) != ("", "", ())


def test_a_column_of_methods_may_name_the_rows(table_file):
    scores = read(table_file(TURNED), comparate="Korpus")
    assert (scores.comparates, scores.tasks) == (("krall", "lamda"), ("ash", "oak", "fir"))
    assert not any("columns" in part for part in scores.assumed)


@pytest.mark.parametrize("setting", [{"transpose": True}, {"layout": "wide"}])
def test_a_layout_that_no_table_of_single_scores_has_is_to_be_left_out(table_file, setting):
    with pytest.raises(DataError, match=f"every row is one score, so leave out `{next(iter(setting))}`") as error:
        read(table_file(LONG), **setting)
    assert not error.value.remedies


def test_columns_of_two_seeds_each_are_repeats_unless_they_are_called_methods(table_file):
    scores = read(table_file(SEEDS))
    assert (scores.comparates, scores.numbers_of_repeats, scores.repeats_are) == (("krall", "lamda"), (2, 2), "runs")
    assert read(table_file(SEEDS), include=SEEDS.splitlines()[0].split(",")[1:]).n_comparates == 4
    with pytest.raises(DataError, match="if they are methods, list all in `include`"):
        read(table_file(SEEDS), layout="wide")


@pytest.mark.parametrize(
    ("form", "why"), [("json", "not valid JSON"), ("excel", "spreadsheet"), ("parquet", "Parquet")]
)
def test_a_stated_format_is_not_replaced_by_that_of_the_content(table_file, form, why):
    with pytest.raises(DataError, match=why):
        read(table_file(WIDE), input_format=form)


def test_a_stated_format_is_read_whatever_the_file_is_called(table_file):
    assert read(table_file(WIDE, "scores.json"), input_format="csv").comparates == ("krall", "lamda")
    records = json.dumps([dict(zip(WIDE[:19].split(","), row, strict=True)) for row in (("ash", 1, 2), ("oak", 3, 5))])
    assert read(table_file(records, "scores.csv"), input_format="json").comparates == ("krall", "lamda")


def test_scores_may_be_named_in_columns_of_an_object():
    columns = {"dataset": [*"aabb"], "model": [*"XYXY"], "hit": [0.1, 0.2, 0.3, 0.4], "n": [100, 100, 90, 90]}
    assert read(columns, score="hit").measure == "hit"


@pytest.mark.parametrize(
    ("setting", "sentence"),
    [
        ({"select_measure": "f1"}, "leave out `select_measure`, or use `measure_name`"),
        ({"measures": ("f1",)}, "leave out `measures`, or"),
    ],
)
def test_measures_of_a_table_without_any_are_refused_by_the_setting_that_names_them(table_file, setting, sentence):
    with pytest.raises(UsageError, match=sentence):
        read(table_file(WIDE), **setting)
    with pytest.raises(UsageError, match=f"no measure 'f1' .`{next(iter(setting))}`.: there is only 'acc'"):
        read(table_file("dataset,krall_acc,krall_time,lamda_acc,lamda_time\nash,.1,9,.2,8\noak,.3,7,.4,6\n"), **setting)


def test_a_score_may_be_the_key_of_a_measure(tmp_path):
    tree = {name: {tree: {"zorp": x + k, "quux": "0.5" if k else "0.25"} for k, tree in enumerate(("ash", "oak"))}
            for x, name in enumerate(("krall", "lamda"))}  # fmt: skip
    assert read(tree, score="zorp").values.tolist() == [[0, 1], [1, 2]]
    assert (
        read({name: {key: part["quux"] for key, part in parts.items()} for name, parts in tree.items()}).measure == ""
    )
    for name, parts in tree.items():
        (tmp_path / f"{name}.json").write_text(json.dumps(parts))
    scores = read(str(tmp_path), score="zorp", paths="{comparate}.json")
    assert (scores.comparates, scores.tasks, scores.measure) == (("krall", "lamda"), ("ash", "oak"), "zorp")
    only = {name: {key: {"quux": part["quux"]} for key, part in parts.items()} for name, parts in tree.items()}
    assert read(only, score="quux").measure == "quux"
    long = [{"dataset": t, "model": m, "metric": k, "value": "1"} for t in "ab" for m in "xy" for k in ("zorp", "quux")]
    assert read(long, score="zorp").measure == "zorp"
    with pytest.raises(UsageError, match=r"no column 'zor' .`score`.: did you mean 'zorp'"):
        read(long, score="zor")


def test_rows_of_a_measure_are_of_that_measure(table_file):
    rows = [
        "dataset,method,measure,value",
        *(f"{t},{m},{k},{n}" for n, (t, m, k) in enumerate(product("ab", "xy", ("f1", "time")))),
    ]
    scores = read(table_file("\n".join(rows)), at="measure=time")
    assert (scores.measure, scores.direction) == ("time", "lower")


MOABB = "score,time,samples,subject,session,channels,n_sessions,dataset,pipeline\n" + "".join(
    f".{subject}{len(name)},1,9,{subject},0,3,1,{task},{name}\n"
    for task, name, subject in product(("ash", "oak"), ("kra", "lamda"), (1, 2))
)


@pytest.mark.parametrize(
    ("settings", "n_tasks"),
    [({"group": "dataset"}, 4), ({"cluster": "dataset"}, 4), ({"at": "subject=1"}, 2)],
)
def test_columns_of_a_known_format_are_there_for_groups_and_rows(table_file, settings, n_tasks):
    scores = read(table_file(MOABB), **settings)
    assert scores.n_tasks == n_tasks
    labels = scores.task_groups or scores.clusters
    assert not labels or labels == {f"{task}/{subject}": task for task in ("ash", "oak") for subject in "12"}


def test_a_column_that_is_part_of_a_name_may_be_of_groups_too(table_file):
    scores = read(table_file(MOABB), task="dataset,subject", group="dataset", repeat="session")
    assert set(scores.task_groups.values()) == {"ash", "oak"}


def test_paths_name_methods_of_files_that_call_all_the_same(tmp_path):
    for k, name in enumerate(("krall", "lamda")):
        (tmp_path / name).mkdir()
        results = {task: {"alias": task, "acc,none": (k + j) / 9} for j, task in enumerate(("ash", "oak"))}
        content = {"results": results, "versions": {}, "config": {"model": "hf", "model_args": "pretrained=x"}}
        (tmp_path / name / "results_1.json").write_text(json.dumps(content))
    assert read(str(tmp_path), paths="{comparate}/*.json").comparates == ("krall", "lamda")


@pytest.mark.parametrize("head", ["err", "error", "loss"])
def test_errors_far_below_a_column_without_a_known_name_may_be_its_spread(table_file, head):
    rows = [f"{task},{name},.{k}{k + 1},.0{k + 1}" for k, (task, name) in enumerate(product("ab", "xy"), start=1)]
    with pytest.raises(DataError, match=f"2 columns that could be scores, 'Wert' and '{head}'"):
        read(table_file("\n".join([f"dataset,method,Wert,{head}", *rows])))
    assert read(table_file("\n".join([f"dataset,method,Wert,{head}", *rows])), score="Wert").measure == "Wert"


RUNS = ",krall,lamda\n" + "".join(f"seed {k},.7{k},.6{9 - k}\n" for k in range(1, 6))


def test_rows_that_are_called_repeats_are_no_tasks_unless_the_user_says_so(table_file):
    with pytest.raises(DataError, match="its rows are called 'seed 1' and so on, so they seem to be repeats") as error:
        read(table_file(RUNS))
    assert {"layout": "wide"} in error.value.remedies and {"repeats_are": "runs"} in error.value.remedies
    assert read(table_file(RUNS), layout="wide").n_tasks == 5
    scores = read(table_file(RUNS), repeats_are="runs", one_task=True)
    assert (scores.one_task, scores.numbers_of_repeats, scores.repeats_are) == (True, (5, 5), "runs")


@pytest.mark.parametrize("code", ["-1", "-1.0"])
def test_codes_of_missing_scores_are_found_whatever_they_are_written_with(table_file, code):
    cells = [f"t{k},.{k}1{k},{code if k in (2, 5) else f'.{k}2'},1.0" for k in range(1, 9)]
    with pytest.raises(DataError, match="-1 stands in 2 of 24 cells, first of 'lamda' on 't2'"):
        read(table_file("\n".join(["dataset,krall,lamda,sigmo", *cells])))
