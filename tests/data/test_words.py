"""What names and headings are understood to say, by examples."""

from __future__ import annotations

from functools import partial
from pathlib import PurePath

import pytest

from comparatex import names
from comparatex.data import grid, headings, measures, pivots, roles
from comparatex.errors import visible

is_task, is_comparate = (partial(headings.matches, vocabulary=known) for known in (headings.TASK, headings.COMPARATE))
noun_of_tasks, noun_of_comparates = (partial(headings.noun_in, role=role) for role in ("task", "comparate"))
PIVOT = [["", "mean", "std"], ["model", "kNN", "kNN"], ["dataset", "", ""], ["iris", ".9", ".1"]]
KINDS = {
    "accuracy_mean": "measure", "fit time (s)": "cost", "std": "spread", "#": "count", "Avg. rank": "rank",
    "run_id": "identifier", "kNN": "", "Precision": "measure", "LossNet": "", "TimeNet": "", "pass@1": "measure",
    "Std Error": "spread", "date": "date",
}  # fmt: skip
EXAMPLES = [
    (measures.better_scores, {"test RMSE": "lower", "accuracy": "higher", "score": "", "neg_rmse": "higher"}),
    (measures.better_scores, {"pass@1": "higher", "duration_s": "lower", "Brier score": "lower"}),
    (measures.kind_of, KINDS),
    (
        measures.kind_of,
        {"ñ": "", "±模": "", "模\\#": "", "Лес n": "", "Précision": "measure", "durée (s)": "cost", "R²": "measure"},
    ),
    (headings.words, {"\N{MICRO SIGN}": ("\N{GREEK SMALL LETTER MU}",), "ñ": ("ñ",), "Año": ("ano",)}),
    (measures.measure_in, {"far_cell": ("", ""), "time_series": ("", ""), "misc": ("", ""), "a_FAR": ("FAR", "")}),
    (measures.measure_in, {"dir_shd": ("shd", ""), "MASE_per_series": ("MASE_per_series", "mase")}),
    (measures.measure_in, {"errors_by_site": ("", "errors")}),
    (measures.split_measure, {"RF_500_log_loss": ("RF_500", "log_loss"), "mean-rmse": ("", "rmse")}),
    (measures.split_measure, {"Precision_f1": ("Precision", "f1")}),
    (measures.unit_of, {"duration_s": "s", "train_seconds": "s", "Memory (MB)": "MB", "accuracy": ""}),
    (measures.unit_of, {"acc (%)": "%"}),
    (measures.without_unit, {"duration_s": "duration", "Memory (MB)": "Memory", "seconds": "seconds"}),
    (measures.without_arrow, {"Accuracy (↑)": ("Accuracy", "higher"), "RMSE ↓": ("RMSE", "lower")}),
    (measures.without_arrow, {"RMSE": ("RMSE", "")}),
    (
        measures.is_summary,
        {"Avg. rank": True, "# wins": True, "W/T/L": True, "MeanShift": False, "Rank SVM": False},
    ),
    (names.tidy, {"  random\n forest ": "random forest", 3.0: "3", "A\u202egnp.exe\uffff": "Agnp.exe"}),
    (names.quoted, {"a\ud800b": r"'a\ud800b'"}),
    (visible, {"no file a\x1b[2Jb": r"no file a\x1b[2Jb"}),
    (names.guarded, {"=cmd|' /C calc'!A0": "'=cmd|' /C calc'!A0", "-Drop": "-Drop", "'=f(x)": "''=f(x)"}),
    (names.listed, {("A",): "'A'", ("A", "B"): "'A' and 'B'", tuple("ABCDE"): "'A', 'B', 'C' and 2 more"}),
    (headings.words, {"DatasetName": ("dataset", "name"), "test_RMSE": ("test", "rmse")}),
    (noun_of_tasks, {"Dataset_Name": "data set", "benchmarks": "benchmark", "file": ""}),
    (
        partial(headings.noun_in, role="comparate"),
        {"classifier_name": "classifier", "clf": "classifier", "dataset": ""},
    ),
    (is_task, {"Dataset_Name": True, "classifiers": False}),
    (is_comparate, {"classifiers": True, "Model A": False}),
    (headings.share_of_methods, {("RandomForest", "iris", "iris"): 0.5}),
    (headings.count_titles, {(("Accuracy of my thesis",), ("task", "A", "B"), ("x", "1", "2")): 1}),
    (headings.count_titles, {(("A",), ("x", "1")): 0}),
    (headings.stem, {PurePath("results/WEASEL-2.0_accuracy.csv.gz"): "WEASEL-2.0_accuracy"}),
    (headings.stem, {PurePath("results_2026-01-01T10.123.json"): "results_2026-01-01T10.123"}),
    (
        headings.only_count,
        {("0", "1", "2"): True, ("fold_1", "fold_2"): True, ("A1", "A2"): False, ("1", "7"): False},
    ),
    (pivots.heading_rows, {tuple(map(tuple, PIVOT)): (2, 1)}),
    (pivots.heading_rows, {(("", "mean", "mean"), ("", "kNN", "SVM"), ("iris", ".9", ".1")): (2, 0)}),
    (pivots.heading_rows, {(("dataset", "kNN", "SVM"), ("iris", ".9", ".8")): (1, 0)}),
    (
        pivots.levels_in,
        {"('accuracy', 'kNN')": ("accuracy", "kNN"), ("accuracy", "kNN"): ("accuracy", "kNN")},
    ),
    (pivots.levels_in, {"kNN": ("kNN",)}),
    (roles.measure_names, {("metrics.test.accuracy", "time"): ["accuracy", "time"]}),
    (roles.measure_names, {("train.f1", "test.f1"): ["train.f1", "test.f1"]}),
]


@pytest.mark.parametrize(
    ("function", "given", "meaning"),
    [(function, given, meaning) for function, cases in EXAMPLES for given, meaning in cases.items()],
)
def test_words_say(function, given, meaning):
    assert function(given) == meaning


def test_numbers_in_labels_of_repeats_are_in_order():
    for labels in (["fold 9", "fold 10"], ["", "a", "a1"]):
        assert sorted([(label,) for label in reversed(labels)], key=grid._natural_order) == [(x,) for x in labels]
