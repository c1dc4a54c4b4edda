from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from comparatex import read
from comparatex.data.read import read_measures
from comparatex.data.scores import BINARY
from comparatex.errors import ComparatexError, DataError

ROWS = "A,x,{}0.10\nA,y,{}0.2\nB,x,{}0.30\nB,y,{}0.4\n"


def long(head: str, *extra: str) -> str:
    return head + "\n" + ROWS.format(*(extra or [""] * 4))


@pytest.mark.parametrize(
    "head",
    [
        "model,dataset,score",
        "Classifier,Data Set,Accuracy",
        "regressor,problem,rmse",
        "method_name,dataset_name,test_mae",
        "Algorithm,task_id,value",
        "estimators,datasets,anything",
        "method,name,auc",
        "variant,dataset,auc",
    ],
)
def test_long_tables_are_recognised_by_their_headings(table_file, head):
    scores = read(table_file(long(head)), higher_is_better=not {"rmse", "mae"} & set(head.split("_") + head.split(",")))
    assert scores.comparates == ("A", "B")
    assert scores.tasks == ("x", "y")
    np.testing.assert_array_equal(scores.values, [[0.1, 0.3], [0.2, 0.4]])
    np.testing.assert_array_equal(scores.decimals, [[2, 2], [1, 1]])
    assert scores.repeats is None


@pytest.mark.parametrize(("head", "measure"), [("score", ""), ("Value", ""), ("accuracy", "accuracy"), ("F", "F")])
def test_the_heading_of_the_scores_is_the_measure(table_file, head, measure):
    assert read(table_file(long(f"model,dataset,{head}"))).measure == measure


def test_columns_can_be_told(table_file):
    content = long("who,where,what")
    scores = read(table_file(content), comparate="who", task="where", score="what")
    assert scores.comparates == ("A", "B")
    turned = read(table_file(content), comparate="where", task="who", score="what")
    assert turned.comparates == ("x", "y")
    np.testing.assert_array_equal(turned.values, scores.values.T)
    assert read(table_file(content), comparate="who", score="what").tasks == ("x", "y")


def test_comparates_may_be_numbers_when_told(table_file):
    content = "model,dataset,score\n1,x,0.1\n1,y,0.2\n2,x,0.3\n2,y,0.5\n"
    assert read(table_file(content), comparate="model").comparates == ("1", "2")


def test_a_comparate_called_model_does_not_make_a_table_long(table_file):
    scores = read(table_file("dataset,Model,Baseline\nx,0.1,0.2\ny,0.3,0.4\n"))
    assert scores.comparates == ("Model", "Baseline")


def test_repeats_are_kept_in_their_natural_order_and_averaged(table_file):
    content = "model,dataset,fold,score\n" + "".join(
        f"{model},{task},{fold},{base + fold / 100:.2f}\n"
        for fold in (10, 2, 1)
        for model, base in (("A", 0.5), ("B", 0.7))
        for task, base in (("x", base), ("y", base + 1))
    )
    scores = read(table_file(content))
    np.testing.assert_array_equal(scores.repeats[0, 0], [0.51, 0.52, 0.6])
    assert scores.repeats.shape == (2, 2, 3)
    np.testing.assert_allclose(scores.values, [[1.63 / 3, 2.23 / 3], [4.63 / 3, 5.23 / 3]])
    np.testing.assert_array_equal(scores.decimals, BINARY)
    assert scores.notes == ()


def test_several_repeat_columns_tell_repeats_together(table_file):
    content = "model,dataset,seed,fold,score\n" + "".join(
        f"{model},{task},{seed},{fold},{seed}.{fold}\n"
        for model in "AB"
        for task in "xy"
        for seed in (1, 2)
        for fold in (1, 2)
    )
    assert read(table_file(content)).repeats[0, 0].tolist() == [1.1, 1.2, 2.1, 2.2]


def test_seeds_that_differ_everywhere_number_the_repeats_of_each_score(table_file):
    rows = [(m, t, k) for m in "ABC" for t in "xyz" for k in range(2)]
    content = "model,dataset,seed,score\n" + "".join(f"{m},{t},{1000 - n},{n}\n" for n, (m, t, _) in enumerate(rows))
    scores = read(table_file(content))
    assert scores.repeats.shape == (3, 3, 2)
    assert scores.repeats[0, 0].tolist() == [1, 0]  # the smaller seed comes first


def test_missing_repeats_are_no_missing_scores(table_file):
    content = "model,dataset,fold,score\nA,x,1,0.5\nA,x,2,0.7\nA,y,1,0.5\nB,x,1,1\nB,x,2,\nB,y,1,2\nB,y,2,3\n"
    scores = read(table_file(content))
    np.testing.assert_allclose(scores.values, [[0.6, 1], [0.5, 2.5]])
    np.testing.assert_array_equal(scores.decimals, [[BINARY, 0], [1, BINARY]])
    (note,) = scores.notes
    assert "2 of 4 scores are means of fewer than 2 repeats (fewest: 1, 'B' on 'x')" in note


def test_one_repeat_of_all_is_no_mean(table_file):
    scores = read(table_file(long("model,dataset,run,score", *["3,"] * 4)))
    assert scores.repeats is None
    np.testing.assert_array_equal(scores.decimals, [[2, 2], [1, 1]])


def test_one_of_several_measures_is_selected(table_file):
    content = "model,dataset,metric,value\n" + "".join(
        f"{m},{t},{measure},{k}\n" for measure, k in (("acc", 1), ("rmse", 2)) for m in "AB" for t in "xy"
    )
    scores = read(table_file(content), select_measure="rmse", higher_is_better=False)
    assert scores.measure == "rmse"
    assert scores.direction == "lower"
    np.testing.assert_array_equal(scores.values, 2)
    assert read(table_file(content), select_measure="acc", measure_name="Accuracy").measure == "Accuracy"


def test_the_only_measure_needs_no_selection(table_file):
    scores = read(table_file(long("model,dataset,metric,value", *["auc,"] * 4)))
    assert scores.measure == "auc"


def test_one_of_several_columns_of_scores_is_selected(table_file):
    content = "model,dataset,accuracy,f1\nA,x,1,5\nA,y,2,6\nB,x,3,7\nB,y,4,8\n"
    scores = read(table_file(content), select_measure="f1")
    assert scores.measure == "f1"
    np.testing.assert_array_equal(scores.values, [[5, 7], [6, 8]])
    np.testing.assert_array_equal(read(table_file(content), score="accuracy").values, [[1, 3], [2, 4]])


def test_the_known_column_of_scores_is_taken_and_told(table_file):
    scores = read(table_file("model,dataset,accuracy,size\nA,x,1,5\nA,y,2,6\nB,x,3,7\nB,y,4,8\n"))
    assert scores.measure == "accuracy"
    (note,) = scores.notes
    assert "'accuracy', not from 'size'" in note


@pytest.mark.parametrize("heads", ["train,test,sec", "fit,val,duration"])
def test_a_cost_beside_unknown_numbers_is_not_taken_for_the_scores(table_file, heads):
    content = f"model,dataset,{heads}\nA,x,0.91,0.82,7.5\nA,y,0.93,0.71,8.5\nB,x,0.88,0.84,9.25\nB,y,0.97,0.75,3.5\n"
    with pytest.raises(ComparatexError, match="3 columns that could be scores"):
        read(table_file(content))


def test_identifiers_beside_names_are_no_scores(table_file):
    content = "task_id,task,model,acc\n7,x,A,0.1\n9,y,A,0.2\n7,x,B,0.3\n9,y,B,0.4\n"
    scores = read(table_file(content))
    assert scores.tasks == ("x", "y")
    assert scores.notes == ()


def test_a_subset_column_with_one_value_is_no_repeat(table_file):
    assert read(table_file(long("model,dataset,split,score", *["test,"] * 4))).repeats is None


def test_filters_leave_names_without_rows_out(table_file):
    content = long("model,dataset,score") + "C,z,1\nC,x,oops\n"
    scores = read(table_file(content), exclude="C")
    assert scores.comparates == ("A", "B")
    assert scores.tasks == ("x", "y")


def test_the_repeat_column_can_be_told_and_hold_texts(table_file):
    content = "model,dataset,part,score\n" + "".join(
        f"{m},{t},part{k},{k}\n" for k in (10, 9) for m in "AB" for t in "xy"
    )
    scores = read(table_file(content), repeat="part")
    assert scores.repeats[0, 0].tolist() == [9, 10]


def test_the_only_texts_beside_the_tasks_are_comparates(table_file):
    assert read(table_file(long("who,dataset,acc")), task="dataset", score="acc").comparates == ("A", "B")


def test_names_of_comparates_alone_do_not_make_a_table_long(table_file):
    scores = read(table_file("dataset,model,A,B\nx,M,1,2\ny,M,3,4\n"), layout="wide", exclude="model")
    assert scores.comparates == ("A", "B")


def test_a_column_that_is_named_twice_for_a_role_counts_once(tmp_path):
    path = tmp_path / "r.csv"
    path.write_text(
        "task,method,seed,score\n" + "".join(f"{t},{m},{s},{s}\n" for t in "xy" for m in "AB" for s in (1, 2))
    )
    assert read(path, repeat="seed,seed").repeats.shape == (2, 2, 2)
    with pytest.raises(ComparatexError):
        read(path, repeat="task,method,seed,score,task,method,seed,score")


def test_a_column_that_holds_the_same_in_all_rows_names_no_tasks(table_file):
    rows = [f"zoo,{s},{m},{n},0.{k}{j}" for k, m in enumerate("AB", 6) for j, (s, n) in enumerate([("u", 3), ("v", 1)])]
    for heads in ("dataset,scenario,method,seeds,accuracy", "dataset,series,method,seeds,accuracy"):
        scores = read(table_file("\n".join([heads, *rows, ""])))
        assert (scores.tasks, scores.comparates, scores.repeats) == (("u", "v"), ("A", "B"), None)


DESCRIBED = [f"{d},{m},{k},{1.5 + k}{j}" for d, k in zip("xyz", (2, 5, 3), strict=True) for j, m in enumerate("AB")]


def test_what_is_the_same_for_all_methods_is_no_score(table_file):
    path = table_file("\n".join(["dataset,method,klen", *(line.rpartition(",")[0] for line in DESCRIBED), ""]))
    with pytest.raises(ComparatexError, match="'klen' is the same for all methods on each task"):
        read(path)
    assert read(path, score="klen").values[:, 0].tolist() == [2, 5, 3]


def test_of_two_columns_that_which_tells_methods_apart_holds_the_scores(table_file):
    scores = read(table_file("\n".join(["dataset,method,klen,trum", *DESCRIBED, ""])))
    assert (scores.measure, scores.values[0].tolist()) == ("trum", [3.5, 3.51])
    rows = [f"{d},{m},0.{k},0.{k},{k}.{j}" for d, j in (("x", 2), ("y", 3)) for k, m in enumerate("AB", 7)]
    path = table_file("\n".join(["dataset,method,AUC,accuracy,klen", *rows, ""]))
    assert read(path, select_measure="AUC").values.tolist() == [[0.7, 0.8], [0.7, 0.8]]


def test_a_column_without_a_score_is_no_measure(table_file):
    rows = [f"{d},{m},,{k}.{j}" for d, k in (("x", 2), ("y", 3)) for j, m in enumerate("AB")]
    scores = read(table_file("\n".join(["dataset,method,fit_time,predict_time", *rows, ""])))
    assert (scores.measure, scores.values.tolist()) == ("predict_time", [[2.0, 2.1], [3.0, 3.1]])


def test_groups_of_tasks_are_no_tasks_whatever_they_are_called(table_file):
    rows = [
        f"{m},{d},{t},0.{k}{j}"
        for k, m in enumerate("AB", start=5)
        for j, (d, t) in enumerate(zip("xyz", "uuv", strict=True))
    ]
    scores = read(table_file("\n".join(["model,dataset,task,score", *rows, ""])))
    assert scores.tasks == ("x", "y", "z")
    rows = [
        f"{m},{f},{d},0.{k}{j}"
        for k, (m, f) in enumerate(zip("abc", "FFG", strict=True), start=5)
        for j, d in enumerate("xyz")
    ]
    scores = read(table_file("\n".join(["model,architecture,dataset,score", *rows, ""])))
    assert scores.comparates == ("a", "b", "c")


def test_two_columns_of_texts_that_tell_all_rows_apart_may_be_methods_and_tasks(table_file):
    rows = [
        f"{f},{m},{t},{d},0.{k}{j}"
        for k, (m, f) in enumerate(zip("abc", "FFG", strict=True), start=5)
        for j, (d, t) in enumerate(zip("xyz", "uuv", strict=True))
    ]
    path = table_file("\n".join(["architecture,gwyth,task,pryd,score", *rows, ""]))
    with pytest.raises(ComparatexError, match="'gwyth' and 'pryd' tell all rows apart: say which are tasks") as error:
        read(path)
    scores = read(path, **error.value.remedies[1])
    assert (scores.comparates, scores.tasks) == (("a", "b", "c"), ("x", "y", "z"))


@pytest.mark.parametrize("lists", [False, True], ids=["rows", "lists in records"])
def test_what_rises_in_every_run_counts_its_steps_and_is_no_score(table_file, lists):
    runs = [(m, d, s) for m in ("dqn", "ppo") for d in ("pong", "maze") for s in (0, 1)]
    ends = [[0.5, 0.25, round(0.6 + k / 100, 2)] for k in range(len(runs))]
    if lists:
        keys = ("method", "task", "seed", "xs", "ys")
        source = [dict(zip(keys, (*run, [10, 20, 30], end), strict=True)) for run, end in zip(runs, ends, strict=True)]
    else:
        rows = [
            f"{m},{d},{s},{10 * k},{y}"
            for (m, d, s), end in zip(runs, ends, strict=True)
            for k, y in enumerate(end, start=1)
        ]
        source = table_file("\n".join(["method,task,seed,xs,ys", *rows, ""]))
    with pytest.raises(ComparatexError, match=r"'xs' counts the steps of each run|'xs' tells them apart") as error:
        read(source)
    assert {"at": "xs=last"} in error.value.remedies
    scores = read(source, at="xs=last")
    assert scores.repeats.tolist() == [[[0.6, 0.61], [0.64, 0.65]], [[0.62, 0.63], [0.66, 0.67]]]


@pytest.mark.parametrize(("head", "texts"), [("rigo", ("node1", "node2", "node3")), ("muva", ("ok", "ok", "late"))])
@pytest.mark.parametrize("method", ["classifier", "zufe"])
def test_texts_that_tell_no_rows_apart_are_offered_as_no_names(table_file, method, head, texts):
    names = [(d, m, s) for d in ("iris", "wine", "zoo") for m in "ABCD" for s in range(1, 6)]
    rows = [f"{m},{d},{s},0.{61 + 7 * k % 29},{texts[(k * k // 7 + k) % 3]}" for k, (d, m, s) in enumerate(names)]
    with pytest.raises(ComparatexError) as raised:
        read(table_file("\n".join([f"{method},data,pul,kappa,{head}", *rows, ""])))
    assert raised.value.remedies
    assert not any(head in remedy.values() for remedy in raised.value.remedies)


def test_rows_of_one_task_are_no_kind_where_columns_are_measures(table_file):
    spans = {"x": (2.5, 43.0, 114.7, 244.1), "y": (96.4, 4.2, 31.0, 7.8), "z": (61.6, 36.7, 158.9, 10.9)}
    rows = [
        f"{m},0.{81 + 2 * k},{of[k]},{d}"
        for k, m in enumerate(("H2O", "GAMA", "Ridge", "SVM"))
        for d, of in spans.items()
    ]
    with pytest.raises(ComparatexError, match="stand in all combinations") as raised:
        read(table_file("\n".join(["lopa,zir,pamu,vena", *rows, ""])))
    assert raised.value.remedies
    assert not any("at" in remedy for remedy in raised.value.remedies)


@pytest.mark.parametrize(
    ("head", "factor", "offered"), [("RMSE", 100, False), ("value", 1.2, False), ("value", 100, True)]
)
def test_texts_beside_scores_name_measures_where_these_are_on_scales_of_their_own(table_file, head, factor, offered):
    rows = [
        f"{d},{m},{o},{4.1 * factor**k:.2f}" for d in "xyz" for m in "AB" for k, o in enumerate(("sgd", "adam", "lion"))
    ]
    with pytest.raises(ComparatexError, match="tells them apart") as raised:
        read(table_file("\n".join([f"dataset,method,lopa,{head}", *rows, ""])))
    assert ({"measure": "lopa"} in raised.value.remedies) == offered


@pytest.mark.parametrize(
    "heads", ["conjunto de datos,método,puntuación", "Datensatz,Verfahren,Ergebnis", "数据集,方法,得分"]
)
def test_headings_of_long_tables_in_other_languages(heads, table_file):
    scores = read(table_file(f"{heads}\nx,A,.1\nx,B,.2\ny,A,.3\ny,B,.4\n"))
    assert (scores.comparates, scores.tasks) == (("A", "B"), ("x", "y"))


@pytest.mark.parametrize("yes", ["True", "true", "TRUE"])
def test_truth_values_of_items_are_scores_as_in_data_frames(table_file, yes):
    no = {"True": "False", "true": "false", "TRUE": "FALSE"}[yes]
    rows = [f"q{q},{m},{yes if q % k else no},{1 + q}.{k}5" for q in range(12) for k, m in ((5, "gpt"), (3, "llama"))]
    path = table_file("\n".join(["question,model,correct,latency_s", *rows, ""]))
    scores = read(path)
    assert (scores.measure, scores.comparates) == ("correct", ("gpt", "llama"))
    assert scores.values.mean(axis=0).tolist() == [0.75, pytest.approx(2 / 3)]
    wide = table_file("\n".join(["question,gpt,llama", *(f"q{q},{yes},{no if q % 3 else yes}" for q in range(6)), ""]))
    assert read(wide).values.mean(axis=0).tolist() == [1, pytest.approx(1 / 3)]


def test_columns_of_no_known_measure_beside_measures_are_told(table_file):
    rows = [
        "model,dataset,accuracy,Zw,F1",
        *(f"{m},{d},0.7{k},0.3{k}7,0.5{k}" for k, (m, d) in enumerate(product("AB", "xy"))),
    ]
    first, second = read_measures(table_file("\n".join(rows)))
    assert (first.measure, second.measure) == ("accuracy", "F1")
    assert any("'Zw' may hold scores, too (`select_measure`)" in note for note in first.notes)
    assert not any("may hold" in note for note in read(table_file("\n".join(rows)), select_measure="Zw").notes)


def test_methods_and_data_sets_that_are_only_numbers_are_asked_about(table_file):
    rows = ["model,dataset,Zw,F1", *(f"{m},{d},0.{m}1,0.5{d}" for m, d in product((3, 4), (1, 2)))]
    with pytest.raises(DataError, match="'model' and 'dataset' hold whole numbers in all combinations") as caught:
        read(table_file("\n".join(rows)))
    assert caught.value.remedies == ({"task": "dataset", "comparate": "model"},)
    assert read(table_file("\n".join(rows)), **caught.value.remedies[0], select_measure="F1").comparates == ("3", "4")


def test_a_column_of_one_value_is_no_measure(table_file):
    rows = [
        f"{data},{method},64,0.00{j + 2}{k},1e-3"
        for k, data in enumerate(("saws", "waves", "runs"))
        for j, method in enumerate("PQ")
    ]
    path = table_file("\n".join(["dataset,method,width,plo,vug", *rows, ""]))
    scores = read(path)
    assert (scores.comparates, scores.tasks) == (("P", "Q"), ("saws", "waves", "runs"))
    assert scores.values.tolist() == [[0.002, 0.003], [0.0021, 0.0031], [0.0022, 0.0032]]
