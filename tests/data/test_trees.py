"""Objects within objects, as people write their results: the comparison that is meant, whatever the order of keys."""

from __future__ import annotations

import json
from collections import namedtuple
from dataclasses import dataclass
from statistics import fmean

import pytest

from comparatex import read, read_measures
from comparatex.errors import DataError
from fuzz.judge import Meaning, Stranger, outcome_of

METHODS = ("RandomForest", "XGBoost", "SVM")
SETS = ("aare", "birs", "doubs", "emme")
SCORES = {(m, t): round(0.5 + 0.1 * k + 0.03 * ((5 * j + 3 * k) % 7), 3)
          for j, t in enumerate(SETS) for k, m in enumerate(METHODS)}  # fmt: skip
LOSSES = {pair: round(1.2 - score, 3) for pair, score in SCORES.items()}
RUNS = {pair: [score, round(score + 0.02, 3), round(score - 0.05, 3)] for pair, score in SCORES.items()}
MEANS = Meaning({pair: fmean(runs) for pair, runs in RUNS.items()})
MEANT = Meaning(SCORES)
BOTH = (Meaning(SCORES, "higher", "accuracy"), Meaning(LOSSES, "lower", "loss"))


def nested(cell, *, turned=False):
    outer, inner = (SETS, METHODS) if turned else (METHODS, SETS)
    return {a: {b: cell((b, a) if turned else (a, b)) for b in inner} for a in outer}


def both(pair):
    return {"accuracy": SCORES[pair], "loss": LOSSES[pair]}


TREES = {
    "below a key": ({"date": "2025", "results": nested(SCORES.get)}, (MEANT,)),
    "beside settings": ({"config": {"lr": 0.1, "epochs": 20}, "scores": nested(SCORES.get)}, (MEANT,)),
    "measures within": (nested(both), BOTH),
    "measures within, turned": (nested(both, turned=True), BOTH),
    "one measure within": (nested(lambda pair: {"accuracy": SCORES[pair]}), BOTH[:1]),
    "measures outside": ({"accuracy": nested(SCORES.get), "loss": nested(LOSSES.get)}, BOTH),
    "measures between": (
        {m: {"accuracy": {t: SCORES[m, t] for t in SETS}, "loss": {t: LOSSES[m, t] for t in SETS}} for m in METHODS},
        BOTH,
    ),
    "groups outside": ({group: {t: {m: SCORES[m, t] for m in METHODS} for t in sets}
                        for group, sets in (("zu", SETS[:2]), ("zv", SETS[2:]))}, (MEANT,)),
    "parameters beside": (
        {m: {"params": {"C": k, "kernel": "rbf"}, "scores": {t: SCORES[m, t] for t in SETS}}
         for k, m in enumerate(METHODS)},
        (MEANT,),
    ),
    "seeds": (nested(lambda pair: {f"seed_{k}": run for k, run in enumerate(RUNS[pair])}), (MEANS,)),
    "seeds of measures": (nested(lambda pair: {f"run{k}": {"zw": run} for k, run in enumerate(RUNS[pair])}), (MEANS,)),
    "runs": (nested(lambda pair: [{"zw": run, "epoch": "last"} for run in RUNS[pair]]), (MEANS,)),
    "means": (nested(lambda pair: {"mean": SCORES[pair], "std": 0.01}), (MEANT,)),
    "names in records": ([{"id": m, "scores": {t: SCORES[m, t] for t in SETS}} for m in METHODS], (MEANT,)),
    "records within records": (
        {"models": [{"model": m, "evals": [{"dataset": t, "top": SCORES[m, t]} for t in SETS]} for m in METHODS]},
        (MEANT,),
    ),
    "papers with code": (
        [{"task": "Rivers", "datasets": [
            {"dataset": t, "sota": {"metrics": ["Accuracy"], "rows": [
                {"model_name": m, "metrics": {"Accuracy": str(SCORES[m, t])}, "paper_title": "x"} for m in METHODS]}}
            for t in SETS]}],
        (MEANT,),
    ),
    "DVC": ({m: {"data": {f"{t}.json": {"data": {"accuracy": SCORES[m, t]}} for t in SETS}} for m in METHODS},
            (Meaning({(m, f"{t}.json"): score for (m, t), score in SCORES.items()}, "higher", "accuracy"),)),
    "reports on classes": (
        nested(lambda pair: {
            f"no {pair[1]}": {"precision": 0.1, "support": 9}, f"yes {pair[1]}": {"precision": 0.3, "support": 5},
            "accuracy": SCORES[pair], "loss": LOSSES[pair]}),
        BOTH,
    ),
    "answers": (nested(lambda pair: SCORES[pair] > 0.65), (Meaning({p: float(s > 0.65) for p, s in SCORES.items()}),)),
}  # fmt: skip


@pytest.mark.parametrize("content", TREES)
def test_trees_become_the_comparison_that_is_meant(content, tmp_path):
    objects, meanings = TREES[content]
    path = tmp_path / "results.json"
    path.write_text(json.dumps(objects))
    assert outcome_of(Stranger(content, str(path), meanings)).kind == "right"
    assert outcome_of(Stranger(content, objects, meanings)).kind in ("right", "solved")


@dataclass
class Run:
    model: str
    data_set: str
    accuracy: float


@pytest.mark.parametrize(
    "runs",
    [
        [(m, t, score) for (m, t), score in SCORES.items()],
        [[m, t, score] for (m, t), score in SCORES.items()],
        [("model", "data_set", "accuracy"), *((m, t, score) for (m, t), score in SCORES.items())],
        [Run(m, t, score) for (m, t), score in SCORES.items()],
        [namedtuple("Run", "model data_set accuracy")(m, t, score) for (m, t), score in SCORES.items()],
        SCORES,
        {(t, m): score for (m, t), score in SCORES.items()},
        {(m, t): {"zw": score} for (m, t), score in SCORES.items()},
    ],
)
def test_runs_one_by_one_are_read(runs):
    assert outcome_of(Stranger("runs", runs, (MEANT,))).kind == "right"


def test_objects_without_end_are_no_table(tmp_path):
    objects = 1
    for _ in range(5000):
        objects = {"a": objects, "b": 2}
    with pytest.raises(DataError):
        read(objects)
    (tmp_path / "r.json").write_text('{"b": 2, "a": ' * 950 + "1" + "}" * 950)
    with pytest.raises(DataError):
        read(str(tmp_path / "r.json"))


def test_what_is_scored_twice_is_told():
    runs = [{"model": m, "runs": [{"data": t, "zw": SCORES[m, t]} for t in (*SETS, SETS[0])]} for m in METHODS]
    for objects in (runs, [*((m, t, score) for (m, t), score in SCORES.items()), (METHODS[0], SETS[0], 0.1)]):
        with pytest.raises(DataError, match=r"both score|no heading says"):
            read(objects)


def test_where_nothing_says_which_keys_are_methods_it_is_asked(tmp_path):
    tree = {f"x{a}": {f"y{b}": {"zw": a + b * b / 10, "kr": 100 * a * b} for b in range(3)} for a in range(5)}
    with pytest.raises(DataError, match="no heading says which column holds the methods") as caught:
        read(tree)
    assert [dict(remedy) for remedy in caught.value.remedies] == [
        {"task": "outer", "comparate": "inner"}, {"task": "inner", "comparate": "outer"}
    ]  # fmt: skip
    scores = read_measures(tree, task="inner", comparate="outer", select_measure="zw")[0]
    assert scores.comparates == tuple(tree)


FILES = {
    "a file each method": ({f"{m}.json": {t: SCORES[m, t] for t in SETS} for m in METHODS}, (MEANT,)),
    "a file each data set": ({f"{t}.json": {m: SCORES[m, t] for m in METHODS} for t in SETS}, (MEANT,)),
    "a file each method, of measures": ({f"{m}.json": {t: both((m, t)) for t in SETS} for m in METHODS}, BOTH),
    "keys in folders": (
        {f"model={m},data={t}/metrics.json": {**both((m, t)), "epoch": 9} for m in METHODS for t in SETS}, BOTH,
    ),
    "solved by instance": (
        {f"run/{m}/{t}/report.json": {t: {"patched": True, "resolved": SCORES[m, t] > 0.65}}
         for m in METHODS for t in SETS},
        TREES["answers"][1],
    ),
    "solved by model": (
        {"all.json": {m: {"resolved": [t for t in SETS if SCORES[m, t] > 0.65], "unresolved": [*SETS]}
                      for m in METHODS}},
        TREES["answers"][1],
    ),
}  # fmt: skip


@pytest.mark.parametrize("kind", FILES)
def test_folders_of_objects_become_the_comparison_that_is_meant(kind, tmp_path):
    files, meanings = FILES[kind]
    for name, content in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(json.dumps(content))
    assert outcome_of(Stranger(kind, str(tmp_path), meanings)).kind == "right"


def test_files_that_are_numbered_and_name_the_same_are_repeats(tmp_path):
    for k in range(3):
        rows = [",".join([t, *(str(RUNS[m, t][k]) for m in METHODS)]) for t in SETS]
        (tmp_path / f"seed_{k}.csv").write_text("\n".join(["data set," + ",".join(METHODS), *rows]))
    assert outcome_of(Stranger("seeds", str(tmp_path), (MEANS,))).kind == "right"


def test_rows_are_what_the_names_of_files_are_not(tmp_path):
    for t in SETS:
        (tmp_path / f"{t}.json").write_text(json.dumps({f"x{k}": SCORES[m, t] for k, m in enumerate(METHODS)}))
    with pytest.raises(DataError, match="leave 2 readings: choose one with `paths`") as caught:
        read(str(tmp_path))
    assert [dict(remedy) for remedy in caught.value.remedies] == [
        {"paths": "{comparate}.json"}, {"paths": "{task}.json"}
    ]  # fmt: skip
    assert read(str(tmp_path), paths="{task}.json").tasks == SETS


def test_which_of_three_levels_of_names_are_methods_or_measures_is_asked():
    levels = {kind: nested(lambda pair, by=by: by * SCORES[pair]) for kind, by in (("zu", 1), ("zv", 0.5))}
    with pytest.raises(DataError, match=r"2 values of 'outer' .first 'zu'. .* 4 of 'inner'") as error:
        read(levels)
    way = {"task": "inner", "comparate": "middle"}
    assert {**way, "score": "score"} in error.value.remedies
    scores = read(levels, **way, measure="outer", select_measure="zu")
    assert dict(zip(scores.tasks, scores.values[:, 0], strict=True)) == {t: SCORES["RandomForest", t] for t in SETS}


def test_a_long_list_beside_many_scores_is_refused_in_a_moment():
    part = {f"k{n}": 1.5 for n in range(600)} | {"curve": [0.5] * 3000}
    with pytest.raises(DataError, match="cells, nearly all of them empty or repeated"):
        read({model: dict.fromkeys(("iris", "wine"), part) for model in "AB"})


def test_four_levels_of_keys_and_lists_within_lists_are_named():
    deep = {m: {d: {k: {n: {"f1": 0.5} for n in "pq"} for k in "rs"} for d in ("iris", "wine")} for m in "AB"}
    with pytest.raises(DataError, match="'level 1'") as error:
        read(deep)
    assert {"task": "level 2", "comparate": "level 1", "score": "f1"} in error.value.remedies
    runs = {d: {"status": "ok", "tests": [{"passed": [{"took": 1.5}, {"took": 2.5}]}] * 2} for d in ("iris", "wine")}
    assert read(runs).repeats.tolist() == [[[1.5, 2.5, 1.5, 2.5]] * 2]


def test_a_score_beside_a_list_is_no_repeat_again():
    part = {"accuracy": 0.5, "curve": [0.1, 0.2, 0.3]}
    scores = read({m: dict.fromkeys(("iris", "wine"), part) for m in "AB"})
    assert scores.extent == "2 methods × 2 tasks by accuracy (higher is better), 1 repeat each"
    with pytest.raises(DataError, match="'k0', 'k1' and 'curve': choose one"):
        read({m: {d: {"k0": 1, "k1": 1, "curve": [0.1, 0.2]} for d in ("iris", "wine")} for m in "AB"})


def test_folders_with_files_at_two_depths_offer_the_patterns_of_each(tmp_path):
    for k, model in enumerate(("od", "do", "is"), start=5):
        for j, data in enumerate(("pryd", "hyd")):
            path = tmp_path / model / "eval" / f"{data}.json"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(json.dumps({"wer": k / 10 + j / 100, "n": 20}))
        (tmp_path / model / "metrics.json").write_text(json.dumps({"wer": 0.5, "loss": 1.5}))
    with pytest.raises(DataError, match="leave 2 readings: choose one with `paths`") as error:
        read(tmp_path)
    assert {"paths": "{comparate}/eval/{task}.json"} in error.value.remedies
    scores = read(tmp_path, paths="{comparate}/eval/{task}.json")
    assert (scores.comparates, scores.tasks, scores.measure) == (("do", "is", "od"), ("hyd", "pryd"), "wer")
