# ruff: noqa: E501 (headings as the programs write them)
"""What other programs write, in the shapes that they write, is read to the right numbers without a flag."""

from __future__ import annotations

import contextlib
import io
import json
import os
import random
import re
import sqlite3
import subprocess
import sys
import zipfile
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from click.testing import CliRunner

from comparatex import compare, read, write
from comparatex.cli import main
from comparatex.data.formats import registry
from comparatex.data.formats.contract import Record
from comparatex.data.formats.registry import FORMATS, Format
from comparatex.errors import ComparatexError, DataError, UsageError
from fuzz.small_print import open_document


def dump(content) -> str:
    return json.dumps(content)


def lm_eval(model: str, tasks: dict[str, dict[str, float]], **more) -> str:
    return dump(
        {
            "results": {name: {"alias": f" - {name}", **scores} for name, scores in tasks.items()},
            "group_subtasks": {},
            "configs": {},
            "versions": dict.fromkeys(tasks, 1.0),
            "n-shot": dict.fromkeys(tasks, 0),
            "higher_is_better": {name: {"acc": True, "acc_norm": True} for name in tasks},
            "config": {"model": "hf", "model_args": f"pretrained={model},dtype=float16"},
            **more,
        }
    )


def predictions(dataset: str, estimator: str, resample: int, accuracy: str) -> str:
    return (
        f"{dataset},{estimator},TEST,{resample},MILLISECONDS,Generated on a day\n"
        "{'n_jobs': 1}\n"
        f"{accuracy},1203,30,-1,5000,2,None,-1,-1\n"
        "0,0,,0.9,0.1\n1,1,,0.2,0.8\n1,0,,0.7,0.3\n0,0,,0.6,0.4\n"
    )


def statistics(**means: float) -> str:
    return dump(
        [
            {
                "name": {"name": name, "split": split},
                "count": 3,
                "sum": 3 * mean,
                "mean": mean + (split == "valid"),
            }
            for name, mean in means.items()
            for split in ("valid", "test")
        ]
        + [
            {
                "name": {"name": "exact_match", "split": "test", "perturbation": {"name": "robustness"}},
                "mean": 0.0,
                "count": 3,
            }
        ]
    )


def benchmark(name: str, group: str | None, **stats) -> dict:
    return {
        "group": group,
        "name": name,
        "fullname": f"tests/test_x.py::{name}",
        "params": None,
        "stats": stats,
    }


def inspect_log(task: str, model: str, accuracy: float, **other) -> str:
    metrics = {
        name: {"name": name, "value": value, "params": {}}
        for name, value in (("accuracy", accuracy), ("mean", accuracy / 2), ("stderr", 0.125))
    }
    return dump(
        {
            "version": 2,
            "status": "success",
            "eval": {"eval_id": "x", "task": task, "model": model, "dataset": {}},
            "results": {
                "total_samples": 4,
                "scores": [{"name": "choice", "scorer": "choice", "metrics": metrics}],
            },
            "stats": {},
        }
        | other
    )


def asv(commit: str, factor: float) -> str:
    return dump(
        {
            "commit_hash": commit,
            "env_name": "virtualenv-py3.12",
            "date": 1700000000000,
            "params": {"machine": "box"},
            "python": "3.12",
            "requirements": {},
            "env_vars": {},
            "result_columns": ["result", "params", "version", "started_at", "duration", "stats_ci_99_a"],
            "results": {
                "sorting.Suite.time_sort": [[0.25 * factor, 0.5 * factor], [["10", "100"]], "ab", 1, 2.5],
                "sorting.time_all": [[0.125 * factor], [], "cd", 1, 1.5],
                "sorting.track_size": [[17], [], "ef", 1, 1.5],
            },
            "durations": {},
            "version": 2,
        }
    )


def folds(**scores: list[float]) -> dict:
    n = len(next(iter(scores.values())))
    return {
        "fit_time": [0.5] * n,
        "score_time": [0.25] * n,
        **{f"test_{name}": part for name, part in scores.items()},
    }


def search(*candidates: list[float]) -> dict:
    means = [sum(part) / len(part) for part in candidates]
    ranks = [1 + sum(other > mean for other in means) for mean in means]
    return {
        "mean_fit_time": [0.1] * len(means),
        "param_C": list(range(1, len(means) + 1)),
        "params": [{"C": k} for k in range(1, len(means) + 1)],
        **{f"split{k}_test_score": [part[k] for part in candidates] for k in range(len(candidates[0]))},
        "mean_test_score": means,
        "std_test_score": [0.0] * len(means),
        "rank_test_score": ranks,
    }


MLFLOW = """run_id,experiment_id,status,artifact_uri,start_time,metrics.accuracy,params.dataset,params.model,params.seed,tags.mlflow.runName
a1,0,FINISHED,x,2026,0.75,iris,A,0,zany-ant
a2,0,FINISHED,x,2026,0.85,iris,A,1,zany-bee
a3,0,FINISHED,x,2026,0.7,iris,B,0,zany-cat
a4,0,FINISHED,x,2026,0.6,iris,B,1,zany-dog
a5,0,FINISHED,x,2026,0.5,wine,A,0,zany-elk
a6,0,FINISHED,x,2026,0.5,wine,A,1,zany-fox
a7,0,FINISHED,x,2026,0.25,wine,B,0,zany-gnu
a8,0,FINISHED,x,2026,0.75,wine,B,1,zany-hen
"""

AMLB = (
    "id,task,framework,constraint,fold,type,result,metric,mode,version,params,app_version,utc,duration,info,acc\n"
    + "".join(
        f"openml.org/t/{k},{task},{framework},1h8c,{fold},binary,{score},{metric},local,1,,2.1,2026,30,,0.5\n"
        for k, (task, metric) in enumerate([("adult", "auc"), ("car", "neg_logloss")])
        for framework, scores in {"AutoGluon": ("0.9", "0.7"), "TPOT": ("0.5", "0.6")}.items()
        for fold, score in enumerate(scores)
    )
)

OPENML = (
    "run_id,task_id,setup_id,flow_id,flow_name,data_id,data_name,function,upload_time,uploader,uploader_name,value,values,array_data\n"
    + "".join(
        f'{10 * k + j},{k},{j},{j},sklearn.{flow},{k},{data},predictive_accuracy,2026,1,me,,"[{one}, {two}]",\n'
        for k, data in enumerate(["kr-vs-kp", "letter"])
        for j, (flow, one, two) in enumerate([("SVC", 0.5, 0.75), ("Tree", 0.25, 0.5)])
    )
)

MOABB = "score,time,samples,subject,session,channels,n_sessions,dataset,pipeline\n" + "".join(
    f"{score},0.5,144,{subject},{session},22,2,BNCI2014-001,{pipeline}\n"
    for pipeline, base in (("CSP + LDA", 0.5), ("MDM", 0.25))
    for subject in (1, 2)
    for session, score in (("0train", base), ("1test", base + 0.25))
)

SKTIME = (
    "validation_id,model_id,MeanAbsoluteError_fold_0_test,MeanAbsoluteError_fold_1_test,MeanAbsoluteError_mean,"
    "MeanAbsoluteError_std,runtime_secs\n"
    + "".join(
        f"[dataset={data}]_[cv_splitter=E]-v1,{model},{a},{b},{(a + b) / 2},0,1.5\n"
        for data in ("airline", "lynx")
        for model, a, b in (("Naive-v1", 0.5, 0.75), ("Theta-v1", 0.25, 0.5))
    )
)

MLFLOW_RUNS = [
    (f"{k:032x}", data, model, str(seed), score)
    for k, (data, model, seed, score) in enumerate(
        [
            ("iris", "A", 0, 0.75),
            ("iris", "A", 1, 0.85),
            ("iris", "B", 0, 0.7),
            ("iris", "B", 1, 0.6),
            ("wine", "A", 0, 0.5),
            ("wine", "A", 1, 0.5),
            ("wine", "B", 0, 0.25),
            ("wine", "B", 1, 0.75),
        ],
        start=1,
    )
]

MLFLOW_FOLDER = {
    "mlruns/0/meta.yaml": "artifact_location: file:///x\nexperiment_id: '0'\nname: Default\n",
    f"mlruns/{'7' * 18}/meta.yaml": "experiment_id: '7'\nlifecycle_stage: active\nname: first\n",
    f"mlruns/{'7' * 18}/{'f' * 32}/meta.yaml": "lifecycle_stage: deleted\n",
    f"mlruns/{'7' * 18}/{'f' * 32}/metrics/accuracy": "1 0.1 0\n",
} | {
    f"mlruns/{'7' * 18}/{run}/{name}": content
    for run, data, model, seed, score in MLFLOW_RUNS
    for name, content in {
        "meta.yaml": f"lifecycle_stage: active\nrun_id: {run}\nrun_name: zany-{run[-1]}\n",
        "metrics/accuracy": f"1790000000000 0.125 0\n1790000000009 {score} 7\n1790000000005 0.25 1\n",
        "metrics/system/cpu_utilization": "1790000000000 17.5 0\n",
        "params/dataset": data,
        "params/model": model,
        "params/seed": seed,
        "tags/mlflow.runName": f"zany-{run[-1]}",
    }.items()
}


def mlflow_database() -> bytes:
    base = sqlite3.connect(":memory:")
    base.executescript(
        """CREATE TABLE experiments (experiment_id INTEGER, name TEXT, lifecycle_stage TEXT);
        CREATE TABLE runs (run_uuid TEXT, name TEXT, status TEXT, start_time INTEGER, lifecycle_stage TEXT,
            experiment_id INTEGER);
        CREATE TABLE latest_metrics (key TEXT, value FLOAT, timestamp INTEGER, step INTEGER, is_nan BOOLEAN,
            run_uuid TEXT);
        CREATE TABLE params (key TEXT, value TEXT, run_uuid TEXT);
        CREATE TABLE tags (key TEXT, value TEXT, run_uuid TEXT);
        INSERT INTO experiments VALUES (7, 'first', 'active');
        INSERT INTO runs VALUES ('gone', 'zany', 'FINISHED', 0, 'deleted', 7);
        INSERT INTO latest_metrics VALUES ('accuracy', 0.1, 0, 0, 0, 'gone');"""
    )
    for run, data, model, seed, score in MLFLOW_RUNS:
        base.execute("INSERT INTO runs VALUES (?, 'zany', 'FINISHED', ?, 'active', 7)", (run, int(run, 16)))
        base.execute("INSERT INTO latest_metrics VALUES ('accuracy', ?, 0, 0, 0, ?)", (score, run))
        for key, value in (("dataset", data), ("model", model), ("seed", seed)):
            base.execute("INSERT INTO params VALUES (?, ?, ?)", (key, value, run))
    base.commit()
    data = base.serialize()
    base.close()
    return data


INSPECT = (
    "eval_id,run_id,task_id,log,created,task_name,model,status,total_samples,score_headline_name,score_headline_metric,score_headline_value,score_headline_stderr\n"
    + "".join(
        f"e{k},r,t,x.eval,2026,{task},{model},{'success' if score else 'error'},100,match,accuracy,{score},0.01\n"
        for k, (task, model, score) in enumerate(
            [
                ("gsm8k", "openai/a", "0.5"),
                ("gsm8k", "openai/b", "0.25"),
                ("arc", "openai/a", "0.75"),
                ("arc", "openai/b", "0.5"),
                ("arc", "openai/b", ""),
            ]
        )
    )
)

WANDB = (
    '"Name","State","Notes","User","Tags","Created","Runtime","Sweep","dataset","lr","model","test_accuracy"\n'
    + "".join(
        f'"run-{k}","finished","-","me","","2026-01-01","12","","{data}","0.1","{model}","{score}"\n'
        for k, (data, model, score) in enumerate(
            [("iris", "A", 0.5), ("iris", "B", 0.25), ("wine", "A", 0.75), ("wine", "B", 0.5)]
        )
    )
)

WANDB_RUNS = ",summary,config,name\n" + "".join(
    f"""{k},"{{'accuracy': {score}, 'loss/val': nan, '_runtime': 3, '_wandb': {{'runtime': 2}}}}","{{'lr': 0.1, 'model': """
    f"""'{model}', 'dataset': '{data}'}}",zany-{k}\n"""
    for k, (data, model, score) in enumerate(
        [("iris", "A", 0.5), ("iris", "B", 0.25), ("wine", "A", 0.75), ("wine", "B", 0.5)]
    )
)

HTML = """<html><body><table class="dataframe"><thead><tr><th></th><th>A</th><th>B</th></tr></thead>
<tbody><tr><th>iris</th><td><b>0.50</b></td><td>0.25</td></tr>
<tr><th>wine</th><td>0.75</td><td>0.5</td></tr></tbody></table></body></html>"""

LATEX = r"""% generated
\begin{table}\caption{Accuracy}
\begin{tabular}{@{}l*{2}{c}@{}} \toprule
data set & A & \textsc{B} \\ \midrule
iris & $\mathbf{0.50}$ & 0.25 \\[2pt]
wine \cite{wine} & \textbf{0.75} & 0.5 \\ \bottomrule
\end{tabular}\end{table}
"""

MARKDOWN = """# Results

| data set | A | [B](https://b.org) |
|:---------|--:|:-:|
| iris     | **0.50** | 0.25 |
| wine     | 0.75 | *0.5* |

More words.
"""

EVERY = {
    f"{name}.json": dump(
        {
            "schema_version": "0.2.1",
            "evaluation_id": f"x/{name}/1",
            "retrieved_timestamp": "1",
            "source_metadata": {},
            "eval_library": {"name": "helm", "version": "1"},
            "model_info": {"name": name, "id": f"org/{name}"},
            "evaluation_results": [
                {
                    "evaluation_name": task,
                    "source_data": {},
                    "metric_config": {"lower_is_better": False, "score_type": "continuous"},
                    "score_details": {"score": score},
                }
                for task, score in (("MMLU", one), ("GPQA", two))
            ],
        }
    )
    for name, one, two in (("A", 0.5, 0.75), ("B", 0.25, 0.5))
}

HYPERFINE = dump(
    {
        "results": [
            {
                "command": f"{name} --depth {depth}",
                "mean": sum(times) / 2,
                "stddev": 0.1,
                "median": 0.3,
                "user": 0.1,
                "system": 0.1,
                "min": 0.1,
                "max": 1.0,
                "times": times,
                "exit_codes": [0, 0],
                "parameters": {"depth": str(depth)},
            }
            for name, times in (("find", [0.5, 0.75]), ("fd", [0.25, 0.5]))
            for depth in (3, 5)
        ]
    }
)

GOOGLE = dump(
    {
        "context": {"date": "2026", "num_cpus": 2, "library_build_type": "release"},
        "benchmarks": [
            {
                "name": f"{name}/{size}{'_mean' if kind == 'aggregate' else ''}",
                "run_name": f"{name}/{size}",
                "run_type": kind,
                **({"aggregate_name": "mean"} if kind == "aggregate" else {"repetition_index": k}),
                "repetitions": 2,
                "real_time": time,
                "cpu_time": 99.0,
                "time_unit": "ns",
            }
            for name, base in (("BM_std", 0.5), ("BM_radix", 0.25))
            for size in (8, 64)
            for k, (kind, time) in enumerate([("iteration", base), ("iteration", base + 0.25), ("aggregate", 9.0)])
        ],
    }
)

HALVES = [[0.625, 0.375], [0.625, 0.375]]
EIGHTHS = [[0.5, 0.25], [0.75, 0.5]]

NOTEBOOK = json.dumps(
    {
        "cells": [
            {"cell_type": "markdown", "source": ["| a | b |\n", "|---|---|\n"]},
            {"cell_type": "code", "outputs": [{"output_type": "stream", "text": ["no table"]}]},
            {"cell_type": "code", "outputs": [{"output_type": "display_data", "data": {"text/html": HTML}}]},
        ],
        "nbformat": 4,
    }
)
RST = """=========  =====  =====
data set   A      B
=========  =====  =====
iris       {}     {}
wine       {}     {}
=========  =====  =====
"""
TYPST = """#figure(table(
  columns: (auto, 1fr, 1fr), // widths
  table.header(table.cell(rowspan: 1)[*data set*], [A], [B]),
  table.hline(),
  [iris], [*0.5*], [0.25], [wine], [#strong[0.75]], "0.5" + hide("0"),
), caption: [Results, as (said) above])
"""


def word(rows):
    """Return a document of Word with a table."""
    from docx import Document

    file, content = Document(), io.BytesIO()
    table = file.add_table(len(rows), len(rows[0]))
    for line, row in zip(table.rows, rows, strict=True):
        for cell, text in zip(line.cells, row, strict=True):
            cell.text = text
    file.save(content)
    return content.getvalue()


def of_jmh(name: str, n: int, scores: list[float]) -> dict:
    metric = {"score": 1, "scoreUnit": "us/op", "rawData": [[score] for score in scores]}
    return {"benchmark": f"org.Sort.{name}", "mode": "avgt", "params": {"n": str(n)}, "primaryMetric": metric}


SACRED = {
    f"runs/{number}/{part}.json": json.dumps(content)
    for number, (data, model, score) in enumerate(
        [("iris", "A", 0.5), ("iris", "B", 0.25), ("wine", "A", 0.75), ("wine", "B", 0.5)], start=1
    )
    for part, content in (
        ("run", {"experiment": {"name": "trees"}, "status": "COMPLETED", "result": None}),
        ("config", {"dataset": data, "model": model, "seed": number, "layers": [1, 2]}),
        ("metrics", {"accuracy": {"steps": [0, 1], "timestamps": ["", ""], "values": [0.1, score]}}),
    )
}
TENSORBOARD = "step,dir_name,tag,value\n" + "".join(
    f"{step},{run},{data}/accuracy,{score if step == 20 else 0.125}\n"
    for step in (20, 10)
    for run, data, score in (("A", "iris", 0.5), ("A", "wine", 0.75), ("B", "iris", 0.25), ("B", "wine", 0.5))
)
WANDB_FOLDER = {
    f"wandb/{folder}/files/{name}": content
    for number, (folder, data, model, score) in enumerate(
        [
            ("run-20260101_120001-a1", "iris", "A", 0.5),
            ("run-20260101_120002-b2", "iris", "B", 0.25),
            ("run-20260101_120003-c3", "wine", "A", 0.75),
            ("run-20260101_120004-d4", "wine", "B", 0.5),
            ("latest-run", "wine", "B", 0.5),
        ]
    )
    for name, content in (
        (
            "config.yaml",
            f"wandb_version: 1\n_wandb:\n  desc: null\n  value:\n    t:\n      1: [1]\ndata:\n  desc: null\n  value: {data}\n"
            f"model:\n    value:\n        name: {model}\n        lr: 0.1\nseed:\n    value: {number}\n",
        ),
        (
            "wandb-summary.json",
            json.dumps({"_step": 9, "eval": {"accuracy": score}, "x": [1], "_wandb": {"runtime": 1}}),
        ),
    )
}
WEKA = """Tester:     weka.experiment.PairedCorrectedTTester -G 4,5,6
Analysing:  Percent_correct
Datasets:   2

Dataset                   (1) trees.J48 '- | (2) trees.J4
----------------------------------------------------------
iris data                (100)   50.00( 5.30) |   25.00( 5.02) *
wine                     (100)   75.00( 6.05) |   50.00( 7.74) v
----------------------------------------------------------
                                      (v/ /*) |          (1/0/1)

Key:
(1) trees.J48 '-C 0.25 -M 2' -217733168393644444
(2) trees.J48 '-C 0.5 -M 2' -217733168393644444
"""
OPTUNA = """number,value,datetime_start,datetime_complete,duration,params_dataset,params_model,params_C,state
0,0.5,2026-01-01 10:00:00,2026-01-01 10:00:01,0 days 00:00:01,iris,A,0.1,COMPLETE
1,0.25,2026-01-01 10:00:00,2026-01-01 10:00:01,0 days 00:00:01,iris,B,0.1,COMPLETE
2,0.75,2026-01-01 10:00:00,2026-01-01 10:00:01,0 days 00:00:01,wine,A,0.3,COMPLETE
3,0.5,2026-01-01 10:00:00,2026-01-01 10:00:01,0 days 00:00:01,wine,B,0.1,COMPLETE
4,,2026-01-01 10:00:00,2026-01-01 10:00:01,0 days 00:00:01,wine,B,0.1,FAIL
"""


def optuna_storage(*, named: bool = False) -> bytes:
    """Return a database of Optuna: four trials of one study with parameters, or two of each of four studies."""
    base = sqlite3.connect(":memory:")
    base.executescript(
        """
        CREATE TABLE studies (study_id INTEGER PRIMARY KEY, study_name VARCHAR);
        CREATE TABLE study_directions (study_id INTEGER, direction VARCHAR, objective INTEGER);
        CREATE TABLE trials (trial_id INTEGER PRIMARY KEY, number INTEGER, study_id INTEGER, state VARCHAR);
        CREATE TABLE trial_params (trial_id INTEGER, param_name VARCHAR, param_value FLOAT, distribution_json TEXT);
        CREATE TABLE trial_values (trial_id INTEGER, objective INTEGER, value FLOAT);
        """
    )
    trial = 0
    choices = {"dataset": ["iris", "wine"], "model": ["A", "B"]}
    for d, data in enumerate(choices["dataset"]):
        for m, (model, score) in enumerate(zip("AB", EIGHTHS[d], strict=True)):
            study = 2 * d + m if named else 0
            if named or not trial:
                base.execute("INSERT INTO studies VALUES (?, ?)", (study, f"{model}-{data}"))
                base.execute("INSERT INTO study_directions VALUES (?, 'MINIMIZE', 0)", (study,))
            for value in (score, score + 1)[: 1 + named]:
                base.execute("INSERT INTO trials VALUES (?, 0, ?, 'COMPLETE')", (trial, study))
                base.execute("INSERT INTO trial_values VALUES (?, 0, ?)", (trial, value))
                for (name, values), place in zip(choices.items(), (d, m), strict=True) if not named else ():
                    about = json.dumps({"name": "CategoricalDistribution", "attributes": {"choices": values}})
                    base.execute("INSERT INTO trial_params VALUES (?, ?, ?, ?)", (trial, name, place, about))
                trial += 1
    base.execute("INSERT INTO trials VALUES (99, 0, 0, 'FAIL')")
    base.commit()
    return base.serialize()


JMH_CSV = """"Benchmark","Mode","Threads","Samples","Score","Score Error (99.9%)","Unit","Param: n"
"org.Sort.A","thrpt",1,5,0.5,0.01,"ops/us",10
"org.Sort.A","thrpt",1,5,0.75,0.01,"ops/us",1000
"org.Sort.B","thrpt",1,5,0.25,NaN,"ops/us",10
"org.Sort.B","thrpt",1,5,0.5,0.01,"ops/us",1000
"""
JMH_TEXT = """# Run complete. Total time: 00:12:10

Benchmark   (n)  (how)  Mode  Cnt  Score   Error  Units
Sort.A       10    N/A  avgt    5  0.500 ± 0.041  us/op
Sort.A     1000    N/A  avgt       0.750          us/op
Sort.B       10    N/A  avgt    5  0.250 ± 0.041  us/op
Sort.B     1000    N/A  avgt    5  0.500 ± 0.041  us/op
"""


def lighteval(model: str, *scores: float) -> str:
    results = {f"harness|{task}|5": {"acc": score, "acc_stderr": 0.1} for task, score in zip("xy", scores, strict=True)}
    return json.dumps({"config_general": {"model_name": model}, "results": {**results, "all": {"acc": 0.4}}})


WEKA_RESULTS = "Key_Dataset,Key_Run,Key_Fold,Key_Scheme,Key_Scheme_options,Date_time,Percent_correct,Kappa_statistic\n" + "".join(
    f"{data},1,{fold},weka.{scheme},'-C {options}',20261121.1012,{score + fold},0.9\n"
    for data, scheme, options, score in (
        ("iris", "J48", 1, 48.5), ("iris", "J48", 2, 23.5), ("wine", "J48", 1, 73.5), ("wine", "J48", 2, 48.5)
    )
    for fold in (1, 2)
)  # fmt: skip
SAMPLES = {
    "weka-results": (
        {"results.csv": WEKA_RESULTS},
        ("iris", "wine"),
        ("weka.J48 '-C 1'", "weka.J48 '-C 2'"),
        [[50, 25], [75, 50]],
        "Percent_correct",
    ),
    "lighteval": (
        {"a/results_1.json": lighteval("o/A", 0.5, 0.75), "b/results_2.json": lighteval("o/B", 0.25, 0.5)},
        ("harness|x|5", "harness|y|5"),
        ("o/A", "o/B"),
        EIGHTHS,
        "acc",
    ),
    "pytest-benchmark-table": (
        {
            "b.csv": "name,min,max,mean,stddev,rounds,median,iqr,ops\n"
            "A[10],1,2,0.5,1,5,1,1,2\nB[10],1,2,0.25,1,5,1,1,2\nA[20],1,2,0.75,1,5,1,1,2\nB[20],1,2,0.5,1,5,1,1,2\n"
        },
        ("10", "20"),
        ("A", "B"),
        EIGHTHS,
        "seconds",
    ),
    "hyperfine-table": (
        {
            "b.csv": "command,mean,stddev,median,user,system,min,max,parameter_n\n"
            "A 1,0.5,1,1,1,1,1,1,1\nB 1,0.25,1,1,1,1,1,1,1\nA 2,0.75,1,1,1,1,1,1,2\nB 2,0.5,1,1,1,1,1,1,2\n"
        },
        ("n=1", "n=2"),
        ("A {n}", "B {n}"),
        EIGHTHS,
        "seconds",
    ),
    "google-benchmark-table": (
        {
            "b.csv": "name,iterations,real_time,cpu_time,time_unit,error_occurred\n"
            "A/1,9,0.5,1,ns,\nB/1,9,0.25,1,ns,\nA/2,9,0.75,1,ns,\nB/2,9,0.5,1,ns,\nB/2_mean,9,5,1,ns,\n"
        },
        ("1", "2"),
        ("A", "B"),
        EIGHTHS,
        "nanoseconds",
    ),
    "weka": (
        {"weka.txt": WEKA},
        ("iris data", "wine"),
        ("trees.J48 -C 0.25 -M 2", "trees.J48 -C 0.5 -M 2"),
        [[50, 25], [75, 50]],
        "Percent_correct",
    ),
    "jmh": (
        {
            "jmh.json": json.dumps(
                [
                    of_jmh("A", 10, [0.25, 0.75]),
                    of_jmh("A", 1000, [0.75, 0.75]),
                    of_jmh("B", 10, [0.25, 0.25]),
                    of_jmh("B", 1000, [0.25, 0.75]),
                ]
            )
        },
        ("n=10", "n=1000"),
        ("A", "B"),
        EIGHTHS,
        "avgt (us/op)",
    ),
    "jmh-table": ({"jmh.csv": JMH_CSV}, ("n=10", "n=1000"), ("A", "B"), EIGHTHS, "thrpt (ops/us)"),
    "jmh-text": ({"jmh.txt": JMH_TEXT}, ("n=10", "n=1000"), ("A", "B"), EIGHTHS, "avgt (us/op)"),
    "optuna": ({"trials.csv": OPTUNA}, ("iris", "wine"), ("A", "B"), EIGHTHS, ""),
    "optuna-storage": ({"optuna.db": optuna_storage()}, ("iris", "wine"), ("A", "B"), EIGHTHS, ""),
    "tensorboard": ({"scalars.csv": TENSORBOARD}, ("iris", "wine"), ("A", "B"), EIGHTHS, "accuracy"),
    "wandb-folder": (WANDB_FOLDER, ("iris", "wine"), ("A", "B"), EIGHTHS, "eval/accuracy"),
    "sacred": (SACRED, ("iris", "wine"), ("A", "B"), EIGHTHS, "accuracy"),
    "tsml-eval": (
        {
            f"{name}/Predictions/{data}/testResample{k}.csv": predictions(data, name, k, score)
            for name, scores in (("HC2", ("0.5", "0.75")), ("TSF", ("0.25", "0.5")))
            for data in ("Coffee", "Wafer")
            for k, score in enumerate(scores)
        },
        ("Coffee", "Wafer"),
        ("HC2", "TSF"),
        HALVES,
        "accuracy",
    ),
    "aeon": (
        {
            "HC2_accuracy.csv": "Resamples:,0,1\nCoffee,0.5,0.75\nWafer,0.5,0.75\n",
            "TSF_accuracy.csv": "Resamples:,0,1\nCoffee,0.25,0.5\nWafer,0.25,0.5\n",
        },
        ("Coffee", "Wafer"),
        ("HC2", "TSF"),
        HALVES,
        "accuracy",
    ),
    "tsml-eval-mean": (
        {"Accuracy/accuracy_mean.csv": "Estimators:,HC2,TSF\nCoffee,0.5,0.25\nWafer,0.75,0.5\n"},
        ("Coffee", "Wafer"),
        ("HC2", "TSF"),
        EIGHTHS,
        "",
    ),
    "sktime": (
        {"results.csv": SKTIME},
        ("airline", "lynx"),
        ("Naive-v1", "Theta-v1"),
        HALVES,
        "MeanAbsoluteError",
    ),
    "sktime-json": (
        {
            "results.json": dump(
                [
                    {
                        "model_id": model,
                        "validation_id": f"[dataset={data}]_[cv_splitter=E]",
                        "folds": {
                            str(k): {
                                "scores": {"MeanAbsoluteError": score, "fit_time": 0.1, "pred_time": 0.2},
                                "ground_truth": None,
                                "predictions": None,
                                "train_data": None,
                            }
                            for k, score in enumerate(scores)
                        },
                        "means": {"MeanAbsoluteError": sum(scores) / 2},
                    }
                    for data in ("airline", "lynx")
                    for model, scores in (("Naive-v1", (0.5, 0.75)), ("Theta-v1", (0.25, 0.5)))
                ]
            )
        },
        ("airline", "lynx"),
        ("Naive-v1", "Theta-v1"),
        HALVES,
        "MeanAbsoluteError",
    ),
    "moabb": (
        {"moabb.csv": MOABB},
        ("BNCI2014-001/1", "BNCI2014-001/2"),
        ("CSP + LDA", "MDM"),
        HALVES,
        "",
    ),
    "amlb": (
        {"results.csv": AMLB},
        ("adult", "car"),
        ("AutoGluon", "TPOT"),
        [[0.8, 0.55]] * 2,
        "auc and neg_logloss",
    ),
    "openml": (
        {"evaluations.csv": OPENML},
        ("kr-vs-kp", "letter"),
        ("sklearn.SVC", "sklearn.Tree"),
        HALVES,
        "predictive_accuracy",
    ),
    "mlflow": ({"runs.csv": MLFLOW}, ("iris", "wine"), ("A", "B"), [[0.8, 0.65], [0.5, 0.5]], "accuracy"),
    "mlflow-folder": (MLFLOW_FOLDER, ("iris", "wine"), ("A", "B"), [[0.8, 0.65], [0.5, 0.5]], "accuracy"),
    "mlflow-database": (
        {"mlflow.db": mlflow_database()},
        ("iris", "wine"),
        ("A", "B"),
        [[0.8, 0.65], [0.5, 0.5]],
        "accuracy",
    ),
    "wandb-runs": ({"project.csv": WANDB_RUNS}, ("iris", "wine"), ("A", "B"), EIGHTHS, "accuracy"),
    "wandb": ({"runs.csv": WANDB}, ("iris", "wine"), ("A", "B"), EIGHTHS, "test_accuracy"),
    "cross-validate": (
        {
            "cv.json": dump(
                {
                    name: {data: folds(score=part) for data in ("iris", "wine")}
                    for name, part in (("A", [0.5, 0.75]), ("B", [0.25, 0.5]))
                }
            )
        },
        ("iris", "wine"),
        ("A", "B"),
        HALVES,
        "",
    ),
    "cross-validate-table": (
        {
            f"{name}/{data}.csv": f",fit_time,score_time,test_score\n0,0.5,0.25,{part[0]}\n1,0.5,0.25,{part[1]}\n"
            for name, part in (("A", [0.5, 0.75]), ("B", [0.25, 0.5]))
            for data in ("iris", "wine")
        },
        ("iris", "wine"),
        ("A", "B"),
        HALVES,
        "",
    ),
    "cv-results": (
        {f"{data}.csv": pd.DataFrame(search([0.5, 0.75], [0.25, 0.5])).to_csv() for data in ("iris", "wine")},
        ("iris", "wine"),
        ("C=1", "C=2"),
        HALVES,
        "",
    ),
    "cv-results-json": (
        {"search.json": dump({data: search([0.5, 0.75], [0.25, 0.5]) for data in ("iris", "wine")})},
        ("iris", "wine"),
        ("C=1", "C=2"),
        HALVES,
        "",
    ),
    "lm-eval": (
        {
            f"org__{name}/results_2026-01-0{k}T10-00-00.123.json": lm_eval(
                f"org/{name}",
                {
                    "arc_easy": {
                        "acc,none": one,
                        "acc_stderr,none": 0.01,
                        "acc_norm,none": 0.9,
                        "acc_norm_stderr,none": 0.01,
                    },
                    "boolq": {"acc,none": two, "acc_stderr,none": 0.02},
                },
            )
            for k, (name, one, two) in enumerate([("a", 0.5, 0.75), ("b", 0.25, 0.5)], start=1)
        },
        ("arc_easy", "boolq"),
        ("org/a", "org/b"),
        EIGHTHS,
        "acc",
    ),
    "lm-eval-samples": (
        {
            f"org__{name}/samples_boolq_2026-01-01T10-00-00.123.jsonl": "".join(
                dump(
                    {
                        "doc_id": k,
                        "doc": {"q": "?"},
                        "target": "1",
                        "resps": [["x"]],
                        "filter": "none",
                        "metrics": ["acc"],
                        "acc": score,
                    }
                )
                + "\n"
                for k, score in enumerate(scores)
            )
            for name, scores in (("a", (1.0, 0.0)), ("b", (0.0, 1.0)))
        },
        ("boolq/0", "boolq/1"),
        ("org/a", "org/b"),
        [[1, 0], [0, 1]],
        "acc",
    ),
    "every-eval-ever": (EVERY, ("MMLU", "GPQA"), ("A", "B"), EIGHTHS, ""),
    "helm": (
        {
            f"runs/v1/mmlu:subject={task},model=openai_{name}/stats.json": statistics(
                num_prompt_tokens=400.0, exact_match=score
            )
            for name, scores in (("a", (0.5, 0.75)), ("b", (0.25, 0.5)))
            for task, score in zip(("anatomy", "law"), scores, strict=True)
        },
        ("mmlu:subject=anatomy", "mmlu:subject=law"),
        ("openai/a", "openai/b"),
        EIGHTHS,
        "exact_match",
    ),
    "inspect": ({"evals.csv": INSPECT}, ("gsm8k", "arc"), ("openai/a", "openai/b"), EIGHTHS, "accuracy"),
    "inspect-log": (
        {
            f"logs/2026-01-0{day}_{task}_{name}.json": inspect_log(task, f"openai/{name}", score)
            for name, scores in (("a", (0.5, 0.75)), ("b", (0.25, 0.5)))
            for day, (task, score) in enumerate(zip(("gsm8k", "arc"), scores, strict=True), start=1)
        },
        ("gsm8k", "arc"),
        ("openai/a", "openai/b"),
        EIGHTHS,
        "accuracy",
    ),
    "mteb": (
        {
            f"results/org__{name}/{'0123456789' * 4}/{task}.json": dump(
                {
                    "dataset_revision": "a",
                    "task_name": task,
                    "mteb_version": "1.38.0",
                    "scores": {
                        "validation": [{"main_score": 0.99, "hf_subset": "default"}],
                        "test": [
                            {
                                "cosine_pearson": 0.1,
                                "main_score": score,
                                "hf_subset": "default",
                                "languages": ["eng-Latn"],
                            }
                        ],
                    },
                    "evaluation_time": 3.5,
                    "kg_co2_emissions": None,
                }
            )
            for name, scores in (("a", (0.5, 0.75)), ("b", (0.25, 0.5)))
            for task, score in zip(("STS12", "STS13"), scores, strict=True)
        },
        ("STS12", "STS13"),
        ("org/a", "org/b"),
        EIGHTHS,
        "",
    ),
    "pytest-benchmark": (
        {
            "bench.json": dump(
                {
                    "machine_info": {"node": "box"},
                    "commit_info": {},
                    "benchmarks": [
                        benchmark(
                            f"test_{name}",
                            group,
                            min=0.1,
                            mean=sum(times) / 2,
                            stddev=0.1,
                            rounds=2,
                            data=times,
                        )
                        for group in ("small", "large")
                        for name, times in (("quick", [0.5, 0.75]), ("merge", [0.25, 0.5]))
                    ],
                    "datetime": "2026",
                    "version": "5.1.0",
                }
            )
        },
        ("small", "large"),
        ("test_quick", "test_merge"),
        HALVES,
        "seconds",
    ),
    "hyperfine": (
        {"times.json": HYPERFINE},
        ("depth=3", "depth=5"),
        ("find --depth {depth}", "fd --depth {depth}"),
        HALVES,
        "seconds",
    ),
    "google-benchmark": ({"b.json": GOOGLE}, ("8", "64"), ("BM_std", "BM_radix"), HALVES, "nanoseconds"),
    "asv": (
        {
            f"results/box/{commit[:8]}-env.json": asv(commit, factor)
            for commit, factor in (("a" * 40, 1), ("b" * 40, 2))
        },
        ("sorting.Suite.time_sort(10)", "sorting.Suite.time_sort(100)", "sorting.time_all"),
        ("aaaaaaaa", "bbbbbbbb"),
        [[0.25, 0.5], [0.5, 1.0], [0.125, 0.25]],
        "seconds",
    ),
    "markdown": ({"r.md": MARKDOWN}, ("iris", "wine"), ("A", "B"), EIGHTHS, ""),
    "html": ({"r.html": HTML}, ("iris", "wine"), ("A", "B"), EIGHTHS, ""),
    "latex": ({"r.tex": LATEX}, ("iris", "wine"), ("A", "B"), EIGHTHS, ""),
    "swe-bench": (
        {
            "A/results/results.json": json.dumps({"no_logs": ["x__y-2"], "resolved": ["x__y-1"]}),
            "B.json": json.dumps({"total_instances": 2, "resolved_ids": ["x__y-2"], "error_ids": []}),
        },
        ("x__y-1", "x__y-2"),
        ("A", "B"),
        [[1, 0], [0, 1]],
        "resolved",
    ),
    "jupyter": ({"r.ipynb": NOTEBOOK}, ("iris", "wine"), ("A", "B"), EIGHTHS, ""),
    "typst": ({"r.typ": TYPST}, ("iris", "wine"), ("A", "B"), EIGHTHS, ""),
    "text": (
        {"r.rst": RST.format("yes", "no", "no", "no") + "\n" + RST.format(0.5, 0.25, 0.75, 0.5)},
        ("iris", "wine"),
        ("A", "B"),
        EIGHTHS,
        "",
    ),
    "word": (
        {"r.docx": word([["data set", "A", "B"], ["iris", "0.5", "0.25"], ["wine", "0.75", "0.5"]])},
        ("iris", "wine"),
        ("A", "B"),
        EIGHTHS,
        "",
    ),
}
LOWER = {"sktime", "sktime-json", "pytest-benchmark", "hyperfine", "google-benchmark", "asv", "jmh", "jmh-text"}
LOWER |= {"optuna-storage"} | {f"{name}-table" for name in ("pytest-benchmark", "hyperfine", "google-benchmark")}
ALONE = {"markdown", "html", "latex", "weka", "jmh-text"}
"""Documents, which are read from folders only where they are named."""


def written(folder: Path, files: dict[str, str | bytes]) -> list[str]:
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return [str(folder / name) for name in files]


def check(name: str, scores) -> None:
    _, tasks, comparates, values, measure = SAMPLES[name]
    assert (scores.tasks, scores.comparates, scores.measure) == (tasks, comparates, measure)
    np.testing.assert_allclose(scores.values, values, rtol=1e-15)
    assert scores.higher_is_better == (name not in LOWER)


@pytest.mark.parametrize("name", SAMPLES)
def test_files_are_read_without_a_flag(tmp_path, name):
    paths = written(tmp_path, SAMPLES[name][0])
    check(name, read(paths))
    check(name, read(paths, input_format=name))


@pytest.mark.parametrize("name", ["jmh-table", "google-benchmark-table", "pytest-benchmark-table"])
def test_benchmarks_in_tables_of_several_files_are_tasks_and_files_methods(tmp_path, name):
    (text,) = SAMPLES[name][0].values()
    scores = read(written(tmp_path, {"old.csv": text, "new.csv": text.replace("0.75", "0.875")}))
    assert (scores.comparates, scores.n_tasks) == (("old", "new"), 4)
    assert (scores.values[:, 0] != scores.values[:, 1]).sum() == text.count("0.75")


@pytest.mark.parametrize("name", sorted(SAMPLES.keys() - ALONE))
def test_folders_and_archives_are_read_as_their_files_are(tmp_path, name):
    written(tmp_path / "all", {**SAMPLES[name][0], "README.txt": "not, scores", ".hidden/x.csv": "a,b"})
    check(name, read(tmp_path / "all"))
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for path, content in SAMPLES[name][0].items():
            archive.writestr(path, content)
    (tmp_path / "all.zip").write_bytes(data.getvalue())
    check(name, read(tmp_path / "all.zip"))


@pytest.mark.parametrize("name", ["sktime", "moabb", "amlb", "mlflow", "wandb", "wandb-runs", "inspect"])
def test_data_frames_are_read_as_the_files_are(tmp_path, name):
    (content,) = SAMPLES[name][0].values()
    check(name, read(pd.read_csv(io.StringIO(content))))


def test_the_best_values_of_studies_are_scores_by_their_names(tmp_path):
    path = tmp_path / "studies.db"
    path.write_bytes(optuna_storage(named=True))
    with pytest.raises(DataError, match="`task` and `comparate`"):
        read(path)
    scores = read(path, comparate="study, first word", task="study, second word")
    assert (scores.tasks, scores.comparates, scores.direction) == (("iris", "wine"), ("A", "B"), "lower")
    np.testing.assert_array_equal(scores.values, EIGHTHS)


def test_artifacts_of_runs_are_not_read(tmp_path):
    written(tmp_path, MLFLOW_FOLDER | {f"mlruns/{'7' * 18}/{'1' * 32}/artifacts/x/model.json": "{}"})
    check("mlflow-folder", read(tmp_path / "mlruns"))


def test_mappings_in_frames_of_runs_are_read_as_their_texts_are():
    frame = pd.read_csv(io.StringIO(WANDB_RUNS))
    for head in ("summary", "config"):
        frame[head] = [eval(cell, {"nan": np.nan}) for cell in frame[head]]
    check("wandb-runs", read(frame))


def test_files_of_a_sktime_benchmark_are_read_as_its_frame_is(tmp_path):
    lines = [line.split(",") for line in SKTIME.splitlines()]
    heads = [re.sub(r"(.+)_fold_(\d)_test", r"folds.\2.scores.\1", head) for head in lines[0]]
    rows = [
        [*heads, "folds.0.scores.fit_time", "folds.0.predictions"],
        *([*row, "0.5", ""] for row in lines[1:]),
    ]
    path = tmp_path / "sktime.csv"
    path.write_text("\n".join(",".join(row) for row in rows))
    scores = read(path)
    check("sktime", scores)
    assert scores.notes[0].endswith("scores are 'MeanAbsoluteError'; `select_measure` chooses 'fit_time'.")


def test_experiments_are_tasks_where_runs_state_none(tmp_path):
    runs = "run_id,experiment_id,status,metrics.accuracy,tags.mlflow.runName\n" + "".join(
        f"{experiment}{run},{experiment},FINISHED,{score},{run}\n"
        for experiment, scores in (("17", (0.5, 0.25)), ("18", (0.75, 0.5)))
        for run, score in zip(("kNN", "NB"), scores, strict=True)
    )
    scores = read(written(tmp_path, {"runs.csv": runs}))
    assert (scores.tasks, scores.comparates) == (("17", "18"), ("kNN", "NB"))
    np.testing.assert_array_equal(scores.values, EIGHTHS)


def test_data_sets_in_the_names_of_metrics_are_tasks(tmp_path):
    runs = (
        "run_id,experiment_id,status,metrics.iris/accuracy,metrics.wine/accuracy,metrics.system/cpu,tags.mlflow.runName\n"
        "a,17,FINISHED,0.5,0.75,99,kNN\nb,17,FINISHED,0.25,0.5,99,NB\n"
    )
    scores = read(written(tmp_path, {"runs.csv": runs}))
    assert (scores.tasks, scores.comparates, scores.measure) == (("iris", "wine"), ("kNN", "NB"), "accuracy")
    np.testing.assert_array_equal(scores.values, EIGHTHS)
    parts = written(tmp_path, {"runs.csv": runs.replace("iris/", "train/").replace("wine/", "val/")})
    with pytest.raises(DataError, match="no heading says which column holds the tasks"):
        read(parts)


def test_runs_of_other_experiments_are_left_out(tmp_path):
    more = "a9,1,FINISHED,x,2026,0.9,,,,zany-pig\n"
    scores = read(written(tmp_path, {"runs.csv": MLFLOW + more}))
    check("mlflow", scores)
    assert scores.notes[0].endswith("runs.csv: 1 run is left out, without a 'dataset'.")


def test_a_database_of_others_is_no_mlflow(tmp_path):
    base = sqlite3.connect(tmp_path / "mlflow.db")
    base.execute("CREATE TABLE latest_metrics (x)")
    base.commit()
    base.close()
    with pytest.raises(DataError, match="the database has not the tables of MLflow"):
        read(tmp_path / "mlflow.db")


def test_rows_that_moabb_lists_again_are_left_out(tmp_path):
    header, *rows = MOABB.splitlines()
    scores = read(written(tmp_path, {"r.csv": "\n".join([header, *rows, *rows[:2]])}))
    check("moabb", scores)
    assert scores.notes[0].endswith("r.csv: 2 rows repeat others and are left out.")
    again = rows[0].replace("0.5,144", "0.75,144")
    with pytest.raises(DataError, match=r"both score 'CSP . LDA' on 'BNCI2014-001/1' in repeat '0train'"):
        read(written(tmp_path, {"r.csv": "\n".join([header, *rows, again])}))


def test_parts_of_tags_are_asked_about_where_no_run_says_which_are_methods():
    rows = [
        (step, f"{m}/{d}", k)
        for k, (m, d) in enumerate([("A", "iris"), ("B", "iris"), ("A", "wine"), ("B", "wine")])
        for step in (1, 2)
    ]
    frame = pd.DataFrame(rows, columns=["step", "tag", "value"])
    with pytest.raises(DataError, match=r"2 values of 'part 1' .* stand in all combinations") as error:
        read(frame)
    assert read(frame, **error.value.remedies[-1]).values.tolist() == [[0, 1], [2, 3]]
    with pytest.raises(DataError, match="its tags have unlike numbers of parts"):
        read(frame.assign(tag=["A", *frame.tag[1:]]))


def test_searches_are_read_from_every_kind_of_table(tmp_path):
    frame = pd.DataFrame(search([0.5, 0.75], [0.25, 0.5]))
    for data in ("iris", "wine"):
        (tmp_path / "parquet").mkdir(exist_ok=True)
        (tmp_path / "json").mkdir(exist_ok=True)
        frame.to_parquet(tmp_path / "parquet" / f"{data}.parquet")
        frame.to_json(tmp_path / "json" / f"{data}.json")
    check("cv-results", read(tmp_path / "parquet"))
    check("cv-results", read(tmp_path / "json"))
    check("cv-results", read({"iris": frame, "wine": frame}))


def test_points_in_the_names_of_estimators_belong_to_them(tmp_path):
    files = {name.replace("HC2", "WEASEL-2.0"): content for name, content in SAMPLES["aeon"][0].items()}
    scores = read(written(tmp_path, files))
    assert (scores.comparates, scores.measure) == (("WEASEL-2.0", "TSF"), "accuracy")


@pytest.mark.parametrize(
    ("name", "content", "kind"),
    [
        ("results.hdf5", b"\x89HDF\r\n\x1a\n\0\0", "an HDF5 file"),
        ("results.pdf", b"%PDF-1.7\0", "a PDF"),
        ("results.pkl", b"\x80\x05\x95\0", "a pickle of Python"),
    ],
)
def test_files_without_text_are_called_what_they_are(tmp_path, name, content, kind):
    (tmp_path / name).write_bytes(content)
    with pytest.raises(DataError, match=f"{name} is {kind}, which is not read: write the table in it as CSV"):
        read(tmp_path / name)


def test_lists_in_frames_of_openml_are_folds():
    frame = pd.read_csv(io.StringIO(OPENML))
    frame["values"] = frame["values"].map(json.loads)
    check("openml", read(frame))


@pytest.mark.parametrize("one", [one for one in FORMATS if one.records], ids=lambda one: one.name)
def test_every_format_has_a_sample(one):
    assert one.name in SAMPLES
    assert one.title and one.example


@pytest.mark.parametrize("name", [name for name in SAMPLES if SAMPLES[name][0].keys() and name not in ("aeon",)])
def test_files_that_only_look_like_a_format_are_refused_in_a_sentence(tmp_path, name):
    one = registry.format_called(name)
    if one.headings:
        content = ",".join(one.headings) + ",x\n" + ",".join("?" for _ in one.headings) + ",1\n"
        path = tmp_path / "r.csv"
    else:
        content = b" ".join(one.marks).decode().join("{}")
        path = tmp_path / f"r{(*one.suffixes, '')[0]}"
    path.write_text(content)
    with pytest.raises(DataError) as caught:
        read(path, input_format=name)
    assert "r" + path.suffix in str(caught.value)


def test_runs_without_a_word_for_tasks_say_so(tmp_path):
    path = tmp_path / "runs.csv"
    path.write_text(MLFLOW.replace("params.dataset", "params.data_x").replace("params.model", "params.lr"))
    with pytest.raises(
        DataError, match=r"no heading says which column holds the tasks: name it with `task` \(there are"
    ):
        read(path)
    scores = read(path, task="data_x", comparate="lr")
    np.testing.assert_allclose(scores.values, SAMPLES["mlflow"][3])


def test_python_objects_of_scikit_learn():
    scores = {
        name: {data: folds(score=np.array(part)) for data in ("iris", "wine")}
        for name, part in (("A", [0.5, 0.75]), ("B", [0.25, 0.5]))
    }
    check("cross-validate", read(scores))
    searches = {data: search([0.5, 0.75], [0.25, 0.5]) for data in ("iris", "wine")}
    check("cv-results", read(searches))
    best = read({"SVC": searches, "Tree": {data: search([0.0, 0.25], [0.125, 0.25]) for data in searches}})
    assert best.comparates == ("SVC", "Tree")
    np.testing.assert_array_equal(best.values, [[0.625, 0.1875]] * 2)
    assert best.repeats.shape == (2, 2, 2)


def test_several_scorers_are_measures_and_negated_errors_stay_higher():
    content = {
        name: {data: folds(acc=[k, k], neg_rmse=[-k, -k]) for data in "xy"} for k, name in enumerate("AB", start=1)
    }
    with pytest.raises(DataError, match="2 measures, 'acc' and 'neg_rmse': choose one with `select_measure`"):
        read(content)
    scores = read(content, select_measure="neg_rmse")
    np.testing.assert_array_equal(scores.values, [[-1, -2]] * 2)
    assert scores.higher_is_better and not any("suggests" in note for note in scores.notes)


def test_arrays_of_runs_and_tasks_are_those_of_rliable():
    scores = read({"DQN": np.array([[0.5, 1.0], [0.75, 2.0], [1.0, 3.0]]), "IQN": np.ones((3, 2))})
    assert (scores.tasks, scores.comparates) == (("1", "2"), ("DQN", "IQN"))
    np.testing.assert_array_equal(scores.values, [[0.75, 1], [2, 1]])
    assert scores.repeats.shape == (2, 2, 3)
    with pytest.raises(DataError, match="its arrays are of 2 to 3 columns"):
        read({"DQN": np.ones((3, 2)), "IQN": np.ones((3, 3))})


def test_groups_of_lm_eval_are_left_out_where_their_subtasks_are(tmp_path):
    for name, score in (("a", 0.5), ("b", 0.25)):
        tasks = {"mmlu": {"acc,none": 9.0}, "mmlu_law": {"acc,none": score}, "mmlu_art": {"acc,none": score}}
        content = lm_eval(name, tasks, group_subtasks={"mmlu": ["mmlu_law", "mmlu_art"]})
        written(tmp_path, {f"{name}/results_1.json": content})
    assert read(tmp_path).tasks == ("mmlu_law", "mmlu_art")


def test_tasks_of_lm_eval_without_a_common_metric_have_the_first_of_each(tmp_path):
    for name, score in (("a", 0.5), ("b", 0.25)):
        tasks = {
            "arc": {"acc,none": score, "acc_norm,none": 0.1},
            "gsm8k": {"exact_match,strict-match": score, "exact_match,flexible-extract": 0.2},
        }
        written(tmp_path, {f"{name}/results_1.json": lm_eval(name, tasks)})
    scores = read(tmp_path)
    np.testing.assert_array_equal(scores.values, [[0.5, 0.25]] * 2)
    assert scores.notes[0].partition(": ")[2] == (
        "tasks have no measure in common, so scores are the first of each, 'acc' of 'arc' and 'exact_match "
        "(strict-match)' of 'gsm8k'."
    )


def test_samples_of_earlier_versions_do_not_list_their_metrics(tmp_path):
    files = {
        name: content.replace('"metrics": ["acc"], ', "") for name, content in SAMPLES["lm-eval-samples"][0].items()
    }
    check("lm-eval-samples", read(written(tmp_path, files)))


def perplexities(folder, directions):
    """Return the results of two models on two tasks, with the directions that their files state."""
    for name, score in (("a", 12.5), ("b", 11.25)):
        tasks = {task: {"word_perplexity,none": score} for task in ("wikitext", "pile")}
        stated = {task: {"word_perplexity": higher} for task, higher in directions.items()}
        written(folder, {f"{name}/results_1.json": lm_eval(name, tasks, higher_is_better=stated)})
    return folder


@pytest.mark.parametrize("stated", [("wikitext", "pile"), ("wikitext",), ()])
def test_perplexities_of_lm_eval_are_better_where_lower_stated_or_not(tmp_path, stated):
    assert read(perplexities(tmp_path, dict.fromkeys(stated, False))).direction == "lower"


def test_files_that_contradict_each_other_on_the_direction_are_refused(tmp_path):
    with pytest.raises(DataError, match="lower scores are better on some tasks and higher ones on others"):
        read(perplexities(tmp_path, {"wikitext": False, "pile": True}))


def test_the_later_evaluation_of_a_model_counts(tmp_path):
    for name, day, score in (("a", 1, 0.1), ("a", 2, 0.5), ("b", 1, 0.25)):
        tasks = {"arc": {"acc,none": score}, "boolq": {"acc,none": score}}
        written(tmp_path, {f"{name}/results_2026-01-0{day}T.json": lm_eval(name, tasks)})
    scores = read(tmp_path)
    np.testing.assert_array_equal(scores.values, [[0.5, 0.25]] * 2)
    assert "a was evaluated again: the later file counts." in scores.notes


def test_losses_of_earlier_automl_benchmarks_are_negated(tmp_path):
    rows = "".join(
        f"t/{k},{task},{framework},0,{score},aws,0.5.1,4293,,0.75,{score if task == 'blood' else ''},{'' if task == 'blood' else score}\n"
        for k, (task, framework, score) in enumerate(
            [("blood", "A", 0.75), ("blood", "B", 0.5), ("car", "A", 0.125), ("car", "B", 0.25)]
        )
    )
    header = "id,task,framework,fold,result,mode,version,seed,info,acc,auc,logloss\n"
    scores = read(written(tmp_path, {"r.csv": header + rows}))
    np.testing.assert_array_equal(scores.values, [[0.75, 0.5], [-0.125, -0.25]])
    assert scores.decimals.tolist() == [[2, 1], [3, 2]]
    assert scores.notes[0].endswith(
        "scores are of 'auc' and 'logloss', of which 'logloss' is negated; higher is better."
    )
    with pytest.raises(DataError, match="line 2, column 'result': no column says which metric it is"):
        read(written(tmp_path, {"r.csv": header + rows.replace("0,0.75,aws", "0,0.7,aws")}))


def test_failed_runs_of_the_automl_benchmark_are_missing(tmp_path):
    content = AMLB.replace(",0,binary,0.5,", ",0,binary,,").replace(",1,binary,0.6,", ",1,binary,,")
    with pytest.raises(DataError, match="2 of 4 scores are missing, first 'TPOT' on 'adult'"):
        read(written(tmp_path, {"results.csv": content}))


def test_predictions_without_an_accuracy_are_counted(tmp_path):
    files = {
        f"{name}/Predictions/{data}/testResample0.csv": predictions(data, name, 0, "-1")
        for name in "AB"
        for data in ("x", "y")
    }
    np.testing.assert_array_equal(read(written(tmp_path, files)).values, np.full((2, 2), 0.75))


def test_predictions_of_forecasters_and_of_tsml_in_java(tmp_path):
    for values, lower in (("0.25,99,35,783,724992", True), ("0.25,51733074309,14378044023,-1,-1,2", False)):
        files = {
            f"{name}/Predictions/{data}/testResample0.csv": f"{data},{name},test,0,NANOSECONDS,PREDICTIONS, by a, b\n"
            f"No parameter info\n{values}\n1,1\n"
            for name in "AB"
            for data in ("x", "y")
        }
        folder = tmp_path / str(lower)
        written(folder, files)
        scores = read(folder)
        assert (scores.values == 0.25).all() and scores.higher_is_better != lower


def test_runs_of_helm_in_folders_without_colons(tmp_path):
    files = {name.replace(":", "-"): text for name, text in SAMPLES["helm"][0].items()}
    check("helm", read(written(tmp_path, files)))


def test_a_cut_off_file_is_no_valid_json(tmp_path):
    name, text = next(iter(SAMPLES["helm"][0].items()))
    (path,) = written(tmp_path, {name: text[:-40]})
    with pytest.raises(DataError, match=r"stats\.json, line \d+: not valid JSON \("):
        read(path)


def test_logs_of_inspect_in_its_archives(tmp_path):
    for name, text in SAMPLES["inspect-log"][0].items():
        path = (tmp_path / name).with_suffix(".eval")
        path.parent.mkdir(exist_ok=True)
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr("header.json", text)
            archive.writestr("summaries.json", "[]")
            archive.writestr("samples/1_epoch_1.json", '{"id": 1}')
            archive.writestr("_journal/start.json", '{"version": 2, "eval": {}}')
    check("inspect-log", read(tmp_path / "logs"))


def test_logs_of_inspect_that_failed_are_left_out(tmp_path):
    failed = {"logs/z.json": inspect_log("gsm8k", "openai/c", 0.5, status="error")}
    scores = read(written(tmp_path, SAMPLES["inspect-log"][0] | failed))
    assert scores.comparates == ("openai/a", "openai/b")
    assert any("1 of 5 runs failed or did not end and is left out" in note for note in scores.notes)


def changed(text: str, **parts) -> str:
    """Return JSON with other values in its first object."""
    return dump(json.loads(text) | parts)


def failing() -> dict[str, tuple[dict[str, str], tuple[str, ...], list[list[float]]]]:
    """Return files with a run that failed of each format that states it, with comparates and scores of the others."""
    google = json.loads(GOOGLE)
    google["benchmarks"][1] |= {"error_occurred": True, "error_message": "no memory", "real_time": 0.0}
    hyper = json.loads(HYPERFINE)
    hyper["results"][2] |= {"exit_codes": [0, 139]}
    folder = MLFLOW_FOLDER | {
        name: text + "status: 4\n" for name, text in MLFLOW_FOLDER.items() if name.endswith(f"{'0' * 31}2/meta.yaml")
    }
    asv_runs = {name: json.loads(text) for name, text in SAMPLES["asv"][0].items()}
    asv_runs[f"results/box/{'b' * 8}-env.json"]["results"] |= {"sorting.broken": [None, [], "x", 1, 1]}
    ab = ("A", "B")
    trained = [[0.75, 0.65], [0.5, 0.5]]
    return {
        "google-benchmark": (
            {"b.json": dump(google)},
            ("BM_std", "BM_radix"),
            [[0.5, 0.375], [0.625, 0.375]],
        ),
        "hyperfine": (
            {"h.json": dump(hyper)},
            ("find --depth {depth}", "fd --depth {depth}"),
            [[0.625, 0.25], [0.625, 0.375]],
        ),
        "mlflow": ({"runs.csv": MLFLOW.replace("a2,0,FINISHED", "a2,0,FAILED")}, ab, trained),
        "mlflow-folder": (folder, ab, trained),
        "wandb": (
            {"runs.csv": WANDB + '"run-9","crashed","-","me","","2026-01-01","1","","iris","0.1","B","0.05"\n'},
            ab,
            EIGHTHS,
        ),
        "wandb-folder": (
            {
                **WANDB_FOLDER,
                "wandb/run-20260101_120005-e5/files/config.yaml": "data:\n  value: iris\nmodel:\n  value: B\n",
            },
            ab,
            EIGHTHS,
        ),
        "inspect": ({"evals.csv": INSPECT}, ("openai/a", "openai/b"), EIGHTHS),
        "asv": (
            {name: dump(content) for name, content in asv_runs.items()},
            ("aaaaaaaa", "bbbbbbbb"),
            SAMPLES["asv"][3],
        ),
        "amlb": (
            {"results.csv": AMLB.replace("TPOT,1h8c,1,binary,0.6,auc", "TPOT,1h8c,1,binary,,auc")},
            ("AutoGluon", "TPOT"),
            [[0.8, 0.5], [0.8, 0.55]],
        ),
    }


@pytest.mark.parametrize("name", failing())
def test_runs_that_failed_are_left_out_with_their_number(tmp_path, name):
    files, comparates, expected = failing()[name]
    scores = read(written(tmp_path, files))
    assert scores.comparates == comparates
    np.testing.assert_allclose(scores.values, expected)
    (note,) = [note for note in scores.notes if "failed or did not end" in note]
    assert re.search(r": 1 of \d+ runs failed or did not end and is left out, the first, .+, with '.+'\.$", note)


def test_runs_of_a_database_of_mlflow_that_failed_are_left_out(tmp_path):
    base = sqlite3.connect(tmp_path / "mlflow.db")
    base.deserialize(mlflow_database())
    base.execute("UPDATE runs SET status = 'KILLED' WHERE run_uuid = ?", (MLFLOW_RUNS[1][0],))
    base.commit()
    (tmp_path / "mlflow.db").write_bytes(base.serialize())
    base.close()
    scores = read(tmp_path / "mlflow.db")
    np.testing.assert_allclose(scores.values, [[0.75, 0.65], [0.5, 0.5]])
    assert "1 of 8 runs failed or did not end and is left out, the first, run " in scores.notes[0]


def test_a_file_of_failed_runs_alone_is_refused(tmp_path):
    path = written(tmp_path, {"runs.csv": MLFLOW.replace("FINISHED", "FAILED")})
    with pytest.raises(DataError, match="all 8 runs failed, the first, line 2, with 'FAILED': name others"):
        read(path)


def test_ways_to_reduce_epochs_are_measures(tmp_path):
    files = {}
    for name, mean, best in (("a", 0.5, 0.9), ("b", 0.6, 0.7)):
        for task in ("gsm8k", "arc"):
            scores = [
                {
                    "name": "choice",
                    "scorer": "choice",
                    "reducer": reducer,
                    "metrics": {"accuracy": {"name": "accuracy", "value": value}},
                }
                for reducer, value in (("mean", mean), ("pass_at_5", best))
            ]
            text = inspect_log(task, f"openai/{name}", 0)
            files[f"logs/{task}_{name}.json"] = changed(text, results={"total_samples": 4, "scores": scores})
    scores = read(written(tmp_path, files))
    np.testing.assert_array_equal(scores.values, [[0.5, 0.6]] * 2)
    assert any("scores are 'accuracy, mean'" in note for note in scores.notes)
    best = read(tmp_path / "logs", select_measure="accuracy, pass_at_5")
    np.testing.assert_array_equal(best.values, [[0.9, 0.7]] * 2)


def test_arguments_of_tasks_that_differ_are_part_of_their_names(tmp_path):
    files = {
        f"logs/{shots}_{name}.json": changed(
            inspect_log("gsm8k", f"openai/{name}", score + shots / 64),
            eval={
                "eval_id": "x",
                "task": "gsm8k",
                "model": f"openai/{name}",
                "task_args": {"shots": shots, "cot": True},
                "config": {"limit": 10 if name == "a" else None},
            },
        )
        for name, score in (("a", 0.5), ("b", 0.25))
        for shots in (0, 8)
    }
    scores = read(written(tmp_path, files))
    assert scores.tasks == ("gsm8k (shots=0)", "gsm8k (shots=8)")
    np.testing.assert_array_equal(scores.values, [[0.5, 0.25], [0.625, 0.375]])
    assert any(
        "scores of a task are of different experiments: limit on gsm8k (shots=0) (10 of openai/a and none of openai/b) "
        "and 1 more." in note
        for note in scores.notes
    )


EXPERIMENTS = {
    "lm-eval": ("org__b", {"n-shot": {"arc_easy": 25}}, "n-shot on arc_easy (0 of org/a and 25 of org/b)"),
    "lm-eval of a limit": (
        "org__b",
        {"config": {"model": "hf", "model_args": "pretrained=org/b", "limit": 10}},
        "limit on arc_easy (none of org/a and 10 of org/b) and 1 more",
    ),
    "lm-eval of versions": (
        "org__b",
        {"versions": {"arc_easy": 1.0, "boolq": 2.0}},
        "version on boolq (1.0 of org/a and 2.0 of org/b)",
    ),
    "mteb": (
        "org__b",
        {"scores": {"dev": [{"main_score": 0.5, "hf_subset": "default"}]}},
        "split on STS12 (test of org/a and dev of org/b)",
    ),
}


@pytest.mark.parametrize("case", EXPERIMENTS)
def test_experiments_that_differ_are_noted(tmp_path, case):
    where, parts, expected = EXPERIMENTS[case]
    files = {
        name: changed(text, **parts) if where in name else text
        for name, text in SAMPLES[case.partition(" ")[0]][0].items()
    }
    (note,) = [note for note in read(written(tmp_path, files)).notes if "different experiments" in note]
    assert expected in note
    for name, text in SAMPLES[case.partition(" ")[0]][0].items():
        (tmp_path / name).write_text(text)
    assert not any("different experiments" in note for note in read(tmp_path).notes)


def test_training_data_of_tsml_eval_are_a_measure_of_their_own(tmp_path):
    files = {
        name.replace("testRes", "trainRes"): text.replace("TEST", "TRAIN")
        for name, text in SAMPLES["tsml-eval"][0].items()
    }
    assert read(written(tmp_path, files), input_format="tsml-eval").measure == "train accuracy"


@pytest.mark.parametrize("heading", ["test", "train"])
def test_a_table_with_a_comparate_called_as_a_split_is_no_file_of_predictions(tmp_path, heading):
    (tmp_path / "r.csv").write_text(f"task,A,{heading},B\niris,0.5,0.1,0.25\nwine,0.75,0.2,0.5\n")
    with pytest.raises(DataError) as refused:
        read(tmp_path / "r.csv")
    assert "third line" not in str(refused.value)


def test_files_of_several_machines_are_told_apart(tmp_path):
    runs = {f"results/{machine}/a-env.json": asv("a" * 40, 1) for machine in ("box", "tower")}
    with pytest.raises(DataError, match=r"of box/a-env\.json and .+ of tower/a-env\.json"):
        read(written(tmp_path, runs))


def test_results_of_asv_before_version_2(tmp_path):
    old = {
        f"results/box/{commit}-py2.7.json": dump(
            {
                "commit_hash": commit * 5,
                "date": 1,
                "params": {},
                "python": "2.7",
                "results": {
                    "time_a": 0.25 * factor,
                    "time_b": {"params": [["1", "2"]], "result": [0.5 * factor, 0.125 * factor]},
                    "time_c": None,
                },
            }
        )
        for commit, factor in (("a" * 8, 1), ("b" * 8, 2))
    }
    scores = read(written(tmp_path, old))
    assert scores.tasks == ("time_a", "time_b(1)", "time_b(2)")
    np.testing.assert_array_equal(scores.values, [[0.25, 0.5], [0.5, 1], [0.125, 0.25]])


def test_parameters_that_a_group_shares_are_not_part_of_its_comparates(tmp_path):
    found = [
        benchmark(f"test_sort[{how}-{n}]", f"n={n}", mean=mean * n)
        for n in (1, 2)
        for how, mean in (("quick", 0.5), ("radix", 0.25))
    ]
    alone = benchmark("test_sum", None, mean=1.0)
    path = tmp_path / "b.json"
    path.write_text(dump({"machine_info": {}, "benchmarks": [*found, alone]}))
    scores = read(path)
    assert scores.tasks == ("n=1", "n=2")
    assert scores.comparates == ("test_sort[quick]", "test_sort[radix]")
    np.testing.assert_array_equal(scores.values, [[0.5, 0.25], [1, 0.5]])
    assert any("1 of 5 benchmarks are left out because they have no groups" in note for note in scores.notes)


def test_parameters_are_tasks_where_nothing_is_grouped(tmp_path):
    found = [
        benchmark(f"{name}[{n}]", None, mean=mean * n) | {"param": str(n)}
        for n in (1, 2)
        for name, mean in (("test_quick", 0.5), ("test_radix", 0.25))
    ]
    path = tmp_path / "b.json"
    path.write_text(dump({"machine_info": {}, "benchmarks": found}))
    scores = read(path)
    assert (scores.tasks, scores.comparates) == (("1", "2"), ("test_quick", "test_radix"))
    path.write_text(dump({"machine_info": {}, "benchmarks": found[::2]}))
    with pytest.raises(DataError, match="its benchmarks have no groups"):
        read(path)


def test_a_parameter_of_hyperfine_may_also_occur_elsewhere_in_the_command(tmp_path):
    results = [
        {"command": command.format(n=n), "mean": mean, "times": [mean], "parameters": {"n": str(n)}}
        for n in (1, 2, 3)
        for command, mean in (("sleep 0.1{n}", 0.5), ("sort -n1 {n} {n}", 0.25))
    ]
    path = tmp_path / "h.json"
    path.write_text(dump({"results": results}))
    scores = read(path)
    assert scores.comparates == ("sleep 0.1{n}", "sort -n1 {n} {n}")
    assert scores.tasks == ("n=1", "n=2", "n=3")


def test_times_in_several_units_and_repetitions_without_a_number(tmp_path):
    times = {
        "old": (("x", 1.25, "us"), ("x", 1.75, "us"), ("y", 7, "ns")),
        "new": (("x", 0.5, "us"), ("y", 3, "ns")),
    }
    for name, found in times.items():
        runs = [{"name": task, "real_time": time, "time_unit": unit} for task, time, unit in found]
        written(tmp_path, {f"{name}.json": dump({"context": {}, "benchmarks": runs})})
    scores = read([tmp_path / "old.json", tmp_path / "new.json"])
    assert scores.measure == "nanoseconds" and scores.comparates == ("old", "new")
    np.testing.assert_array_equal(scores.values, [[1500, 500], [7, 3]])


def test_files_are_comparates_where_there_are_several(tmp_path):
    for name, mean in (("before", 0.5), ("after", 0.25)):
        content = {"machine_info": {}, "benchmarks": [benchmark(f"test_{k}", None, mean=mean) for k in "xy"]}
        written(tmp_path, {f"{name}.json": dump(content)})
    scores = read([tmp_path / "before.json", tmp_path / "after.json"])
    assert scores.comparates == ("before", "after")
    assert scores.tasks == ("tests/test_x.py::test_x", "tests/test_x.py::test_y")
    with pytest.raises(
        DataError,
        match=r"before\.json: its benchmarks have no groups, .*; mark them by .* or name a file of each",
    ):
        read(tmp_path / "before.json")


def test_patterns_name_files(tmp_path):
    written(tmp_path, {**SAMPLES["aeon"][0], "notes_other.csv": "a,b\n"})
    check("aeon", read(str(tmp_path / "*_accuracy.csv")))
    with pytest.raises(DataError, match="There is no file"):
        read(str(tmp_path / "*_f1.csv"))


def test_one_empty_heading_before_numbered_resamples_is_a_file_of_one_estimator(tmp_path):
    files = {name: content.replace("Resamples:", "") for name, content in SAMPLES["aeon"][0].items()}
    check("aeon", read(written(tmp_path, files)))


def test_files_beside_results_that_hold_none_are_left_out(tmp_path):
    beside = {
        "results/benchmarks.json": '{"version": 2}',
        "results/box/machine.json": '{"machine": "box", "version": 1}',
    }
    written(tmp_path / "asv", SAMPLES["asv"][0] | beside)
    check("asv", read(tmp_path / "asv"))
    meta = {f"{Path(name).parent}/model_meta.json": '{"name": "org/x"}' for name in SAMPLES["mteb"][0]}
    written(tmp_path / "mteb", SAMPLES["mteb"][0] | meta)
    check("mteb", read(tmp_path / "mteb"))


def test_archives_that_cannot_be_read(tmp_path):
    (tmp_path / "r.zip").write_bytes(b"PK\x03\x04 broken")
    with pytest.raises(DataError, match=r"r\.zip cannot be unpacked because it is damaged or locked"):
        read(tmp_path / "r.zip")
    with zipfile.ZipFile(tmp_path / "r.zip", "w") as archive:
        archive.writestr("README", "no table")
    with pytest.raises(DataError, match=r"r\.zip is an archive without results"):
        read(tmp_path / "r.zip")


def test_reports_in_folders_are_no_sources(tmp_path):
    report = {"report/comparatex.sty": "", "report/manifest.json": "{}", "report/stats.json": "{}"}
    written(tmp_path, {**SAMPLES["aeon"][0], **report})
    check("aeon", read(tmp_path))


def test_a_folder_with_a_figure_beside_the_results_is_a_source(tmp_path):
    written(tmp_path, {**SAMPLES["aeon"][0], "mcm.tex": "% comparatex", "comparatex.sty": ""})
    check("aeon", read(tmp_path))


class Point:
    """An entry point of another package."""

    def __init__(self, name: str, load) -> None:
        self.name, self.load = name, load


def add(monkeypatch, **points) -> None:
    """Have other packages add formats."""
    found = [Point(name, load) for name, load in points.items()]
    monkeypatch.setattr("comparatex.plugins.points", lambda group: found)


def fails(*_):
    raise RuntimeError("no licence.\nAsk for one.")


FAILING = {
    "is loaded": fails,
    "is made": lambda: fails,
    "is none": lambda: 5,
    "is asked": lambda: Format(name="other", title="x", example="y", suffixes=(".json",), records=fails, matches=fails),
    "has texts for marks": lambda: Format(name="other", title="x", example="y", records=fails, marks=("x",)),
    "reads": lambda: Format(name="other", title="x", example="y", suffixes=(".json",), records=fails),
}


@pytest.mark.parametrize("when", FAILING)
def test_formats_of_others_that_fail_leave_the_rest_alone(tmp_path, monkeypatch, when):
    mine = Format(name="mine", title="x", example="y", suffixes=(".mine",), records=lambda files: SCORES)
    add(monkeypatch, other=FAILING[when], rest=lambda: mine)
    (strange,) = written(tmp_path, {"r.json": '{"scores": 1}'})
    (known,) = written(tmp_path, {"r.mine": "!"})
    assert read(known).comparates == read(known, input_format="mine").comparates == ("A", "B")
    check("markdown", read(written(tmp_path, SAMPLES["markdown"][0])))
    for settings in ({}, {"input_format": "other"}):
        with pytest.raises(DataError, match=r"of another package|'other'") as caught:
            read(strange, **settings)
        assert "\n" not in str(caught.value)
    result = CliRunner().invoke(main, ["formats"])
    assert result.exit_code == 0 and "mine: x" in result.stdout
    if when in ("is loaded", "is made"):
        note = "The format 'other' of another package cannot be loaded: RuntimeError (no licence. Ask for one)."
        assert f"Note: {note}" in result.stderr
        assert f"Note: {note}" in CliRunner().invoke(main, ["doctor", known]).stderr


SCORES = [
    Record(task=task, comparate=comparate, score=score)
    for comparate, task, score in (("A", "x", 1), ("A", "y", 2), ("B", "x", 3), ("B", "y", 4))
]


def test_formats_of_others_are_asked_where_nothing_else_reads_a_file(tmp_path, monkeypatch):
    mine = Format(
        name="mine",
        title="my results",
        example="!A x 1",
        begins="!",
        records=lambda files: (
            Record(task=task, comparate=comparate, score=score)
            for file in files
            for comparate, task, score in (line[1:].split() for line in file.text.splitlines())
        ),
    )
    add(monkeypatch, mine=lambda: mine)
    path = tmp_path / "r.mine"
    path.write_text("!A x 1\n!A y 2\n!B x 3\n!B y 4\n")
    for settings in ({}, {"input_format": "mine"}):
        scores = read(path, **settings)
        assert scores.comparates == ("A", "B")
        np.testing.assert_array_equal(scores.values, [[1, 3], [2, 4]])


def test_an_unknown_format_is_named(tmp_path):
    path = tmp_path / "r.csv"
    path.write_text("d,A,B\nx,1,2\ny,3,4\n")
    with pytest.raises(UsageError, match=r"No format is called 'helmet' \(`input_format`\): did you mean 'helm'\?"):
        read(path, input_format="helmet")
    with pytest.raises(DataError, match=r"r\.csv has no column 'score', which MOABB: .* has"):
        read(path, input_format="moabb")
    assert read(path, input_format="csv").comparates == ("A", "B")


def test_several_columns_may_name_the_tasks(tmp_path):
    path = tmp_path / "r.csv"
    rows = [f"{d},{s},{m},{k}" for k, (d, s, m) in enumerate((d, s, m) for d in "pq" for s in "12" for m in "AB")]
    path.write_text("\n".join(["dataset,subject,model,score", *rows]))
    for task in ("dataset,subject", "dataset, subject", ("dataset", "subject")):
        scores = read(path, task=task)
        assert scores.tasks == ("p/1", "p/2", "q/1", "q/2")
        np.testing.assert_array_equal(scores.values, np.arange(8).reshape(4, 2))
    with pytest.raises(DataError, match=r'part of the name of a task .`task="dataset,subject"`'):
        read(path)


@pytest.mark.parametrize("comparate", ["framework", "Pipeline", "architecture", "backbone", "flow", "agent"])
@pytest.mark.parametrize("task", ["env", "scenario", "subject", "dataset"])
def test_common_words_of_the_field_need_no_flag(tmp_path, comparate, task):
    path = tmp_path / "r.csv"
    path.write_text(
        f"{task},{comparate},seed,score\n" + "".join(f"{t},{c},{s},{s}\n" for t in "xy" for c in "AB" for s in (0, 1))
    )
    scores = read(path)
    assert (scores.tasks, scores.comparates) == (("x", "y"), ("A", "B"))
    assert scores.repeats.shape == (2, 2, 2)


@pytest.mark.parametrize(
    "cells",
    [
        ("0.76 ± 0.01", "0.5 (0.1)", "0.25±.1", "*0.5*"),
        ("0.76±0.00 (41s)", "0.5±0.00 (3s)", "0.25±0.00 (389s)", "0.5±0.01 (2min)"),
        ("0.76 (±0.0004) (+1.20%)", "0.5 (±0.0001)", "0.25 (±0.01) (+6.46%)", "0.5 (±0.01)"),
        ("0.76 [0.70, 0.82] +", "0.5 [0.4; 0.6] −", "0.25 [0.2, 0.3] ≈", "0.5 [0.5, 0.5]"),
        ("0.76†", "0.5", "0.25", "0.5*"),
        ("0.76 +0.02", "0.5 (↑2%)", "0.25 +0.03", "0.5 (↓3%)"),
    ],
)
def test_numbers_are_read_that_spreads_and_marks_follow(tmp_path, cells):
    path = tmp_path / "r.csv"
    path.write_text('model 2,A,B\nx 10%,"{}","{}"\ny,"{}","{}"\n'.format(*cells))
    scores = read(path)
    assert scores.tasks == ("x 10%", "y")
    np.testing.assert_array_equal(scores.values, [[0.76, 0.5], [0.25, 0.5]])
    assert sum("cells are read as the number in front" in note for note in scores.notes) == 1
    if "†" not in cells[0]:  # spreads are not those of names
        np.testing.assert_array_equal(read(pd.read_csv(path)[["A", "B"]]).values, scores.values)


SITES = "| site | licence | since |\n|---|---|---|\n| x | MIT | 2019 |\n| y | BSD | 2020 |\n"
COUNTS = "| model | stars | forks |\n|---|---|---|\n| A | 120 | 7 |\n| B | 80 | 9 |\n"
OF_SCORES = "| data set | A | B |\n|---|---|---|\n| iris | 0.5 | 0.25 |\n| wine | 0.75 | 0.5 |\n"
PAIRS = "| model | data set | accuracy |\n|---|---|---|\n" + "".join(
    f"| {model} | {data} | {score} |\n"
    for model, *scores in (("A", 0.5, 0.75), ("B", 0.25, 0.5))
    for data, score in zip(("iris", "wine"), scores, strict=True)
)


@pytest.mark.parametrize("scores", [OF_SCORES, PAIRS])
def test_a_document_gives_its_one_table_of_scores(tmp_path, scores):
    path = tmp_path / "README.md"
    path.write_text("\n".join([SITES, COUNTS, scores, SITES]))
    read_scores = read(path)
    np.testing.assert_array_equal(read_scores.values, [[0.5, 0.25], [0.75, 0.5]])
    assert "table 3 of 4, in line 11, was read; `sheet` chooses another" in read_scores.notes[0]


@pytest.mark.parametrize("tables", [(SITES, OF_SCORES, OF_SCORES), (SITES, SITES)])
def test_a_document_of_several_such_tables_lists_them(tmp_path, tables):
    path = tmp_path / "README.md"
    path.write_text("\n".join(tables))
    with pytest.raises(DataError, match=r"choose one with `sheet`, of number .*, in line \d+ \(") as raised:
        read(path)
    assert [remedy["sheet"] for remedy in raised.value.remedies] == (["2", "3"] if OF_SCORES in tables else ["1", "2"])
    if OF_SCORES in tables:
        assert read(path, **raised.value.remedies[1]).comparates == ("A", "B")


@pytest.mark.parametrize("suffix", ["md", "tex", "html"])
def test_a_folder_of_documents_gives_those_with_scores(tmp_path, suffix):
    comparison = compare(read({"A": {"iris": 0.5, "wine": 0.75}, "B": {"iris": 0.25, "wine": 0.5}}))
    write(comparison, "scores", tmp_path / f"results.{suffix}", sources=())
    (tmp_path / "about.md").write_text(f"# Sites\n\n{SITES}")
    (tmp_path / "notes.txt").write_text("nothing\n")
    scores = read(tmp_path, exclude_tasks=("Mean", "Mean rank"))
    assert (scores.comparates, scores.tasks) == (("A", "B"), ("iris", "wine"))


def test_one_strange_cell_is_asked_about(tmp_path):
    path = tmp_path / "r.csv"
    path.write_text("data,A,B\nx,0.76 (3),0.5\ny,0.25,0.5\nz,0.5,0.75\n")
    with pytest.raises(DataError, match=r"holds more than a score: keep the score alone \(`marked_cells` does\)"):
        read(path)
    assert read(path, marked_cells=True).values[0, 0] == 0.76
    path.write_text("data,A,B\nx,0.76/0.8,0.5\ny,0.25,0.5\nz,0.5,0.75\n")
    for marked in (False, True):
        with pytest.raises(DataError, match="keep the score alone, or write"):
            read(path, marked_cells=marked)


def test_percent_signs_are_those_of_all_or_none(tmp_path):
    path = tmp_path / "r.csv"
    path.write_text("data,A,B\nx 10%,76.0 %,50%\nx 20%,5 \\%,4 %\n")
    scores = read(path)
    assert scores.tasks == ("x 10%", "x 20%")
    np.testing.assert_array_equal(scores.values, [[76, 50], [5, 4]])
    assert any("percentages, without their signs" in note for note in scores.notes)
    path.write_text("data,A,B\nx,76.0 %,50%\ny,0.05,4 %\n")
    with pytest.raises(DataError, match=r"line 3, column 'A': '0\.05' lacks the percent sign of the others"):
        read(path, marked_cells=True)


MERGED = [
    ["data", "acc", None, "time", None],
    [None, "A", "B", "A", "B"],
    ["x", 0.5, 0.25, 1, 2],
    ["y", 0.75, 0.5, 3, 4],
]


def check_merged(path) -> None:
    with pytest.raises(DataError, match="2 measures, 'acc' and 'time'"):
        read(path)
    scores = read(path, select_measure="acc")
    assert scores.comparates == ("A", "B")
    np.testing.assert_array_equal(scores.values, EIGHTHS)


def test_merged_headings_of_excel_are_comparates_and_measures(tmp_path):
    pd.DataFrame(MERGED).to_excel(tmp_path / "r.xlsx", header=False, index=False)
    check_merged(tmp_path / "r.xlsx")


def test_merged_headings_of_html_and_latex_are_comparates_and_measures(tmp_path):
    (tmp_path / "r.html").write_text(
        "<table><tr><th rowspan=2>data<th colspan=2>acc<th colspan=2>time<tr><th>A<th>B<th>A<th>B"
        "<tr><td>x<td>0.5<td>0.25<td>1<td>2<tr><td>y<td>0.75<td>0.5<td>3<td>4</table>"
    )
    check_merged(tmp_path / "r.html")
    (tmp_path / "r.tex").write_text(
        r"\begin{tabular}{lcccc} \multirow{2}{*}{data} & \multicolumn{2}{c}{acc} & \multicolumn{2}{c}{time} \\"
        r"\cmidrule(lr){2-3} & A & B & A & B \\ \midrule x & 0.5 & 0.25 & 1 & 2 \\ y & 0.75 & 0.5 & 3 & 4 \\ \end{tabular}"
    )
    check_merged(tmp_path / "r.tex")


def test_rows_of_latex_that_reach_down_are_filled(tmp_path):
    (tmp_path / "r.tex").write_text(
        r"\begin{tabular}{llc} dataset & model & score \\ \midrule \multirow{2}{*}{x} & A & 1 \\ & B & 2 \\"
        r"\midrule \multirow{2}{*}{\textit{y}} & A & 3 \\ & B & 4 \\ \end{tabular}"
    )
    scores = read(tmp_path / "r.tex")
    assert scores.tasks == ("x", "y")
    np.testing.assert_array_equal(scores.values, [[1, 2], [3, 4]])


@pytest.mark.parametrize("kind", ["resamples", "means"])
def test_files_of_several_measures_are_one_table(tmp_path, kind):
    if kind == "resamples":
        files = {
            f"{name}_{measure}.csv": f"Resamples:,0,1\nx,{k},{k}\ny,{k},{k}\n"
            for k, name in enumerate("AB")
            for measure in ("accuracy", "logloss")
        }
    else:
        files = {f"{name}/{name}_mean.csv": ",A,B\nx,0,1\ny,0,1\n" for name in ("accuracy", "logloss")}
        files["accuracy/accuracy_ranks.csv"] = ",A,B\nx,2,1\ny,2,1\n"
    written(tmp_path, files)
    with pytest.raises(DataError, match="2 measures, 'accuracy' and 'logloss': choose one with `select_measure`"):
        read(tmp_path)
    scores = read(tmp_path, select_measure="logloss")
    np.testing.assert_array_equal(scores.values, [[0, 1], [0, 1]])
    assert (scores.comparates, scores.direction) == (("A", "B"), "lower")


def test_rows_of_html_that_reach_down_are_filled(tmp_path):
    (tmp_path / "r.html").write_text(
        "<table><tr><th>dataset<th>model<th>score<tr><td rowspan=2>x<td>A<td>1<tr><td>B<td>2"
        "<tr><td rowspan=2>y<td>A<td>3<tr><td>B<td>4</table>"
    )
    np.testing.assert_array_equal(read(tmp_path / "r.html").values, [[1, 2], [3, 4]])


def test_a_sheet_is_chosen_by_name_or_number(tmp_path):
    with pd.ExcelWriter(tmp_path / "r.xlsx") as book:
        pd.DataFrame({"d": ["x", "y"], "A": [1, 2], "B": [3, 4]}).to_excel(book, sheet_name="one", index=False)
        pd.DataFrame({"d": ["x", "y"], "C": [1, 2], "D": [3, 4]}).to_excel(book, sheet_name="two", index=False)
    for sheet in ("two", "2", 2):
        scores = read(tmp_path / "r.xlsx", sheet=sheet)
        assert scores.comparates == ("C", "D") and not scores.notes
    with pytest.raises(UsageError, match=r"no sheet 'three' \(`sheet`\): there are 'one' and 'two'"):
        read(tmp_path / "r.xlsx", sheet="three")
    (tmp_path / "r.csv").write_text("d,A,B\nx,1,2\ny,3,4\n")
    with pytest.raises(UsageError, match="is not a spreadsheet: leave out `sheet`"):
        read(tmp_path / "r.csv", sheet="one")


class Stream:
    """What only streams Arrow data, as relations of DuckDB do."""

    def __init__(self, table):
        self._table = table

    def __arrow_c_stream__(self, requested_schema=None):
        return self._table.__arrow_c_stream__(requested_schema)


def test_arrow_streams_and_lazy_frames_are_read():
    pyarrow = pytest.importorskip("pyarrow")
    table = pyarrow.table({"d": ["x", "y"], "A": [1.5, 2.5], "B": [3.5, 4.5]})
    np.testing.assert_array_equal(read(Stream(table)).values, [[1.5, 3.5], [2.5, 4.5]])

    class Lazy:
        def collect_schema(self):
            raise AssertionError

        def collect(self):
            return table

    np.testing.assert_array_equal(read(Lazy()).values, [[1.5, 3.5], [2.5, 4.5]])


def test_open_documents_are_read(tmp_path):
    pytest.importorskip("python_calamine")
    rows = [["data", "A", "B"], ["x", 0.5, 2.0], ["y", 0.75, 0.5]]
    (tmp_path / "r.ods").write_bytes(open_document({"notes": [["words", "more"]], "scores": rows}))
    scores = read(tmp_path / "r.ods", sheet="scores")
    np.testing.assert_array_equal(scores.values, [[0.5, 2], [0.75, 0.5]])
    with pytest.raises(UsageError, match=r"no sheet 'x' \(`sheet`\): there are 'notes' and 'scores'"):
        read(tmp_path / "r.ods", sheet="x")


def test_one_format_is_listed_by_its_name():
    assert (
        CliRunner().invoke(main, ["formats", "helm"]).stdout.startswith("helm: HELM: stats.json of each run\n    mmlu:")
    )
    result = CliRunner().invoke(main, ["formats", "helmet"])
    assert result.exit_code == 2 and "did you mean 'helm'?" in result.stderr


def test_study_files_name_folders_as_they_are_named(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    written(tmp_path / "results", SAMPLES["aeon"][0])
    assert CliRunner().invoke(main, ["init", "results"]).exit_code == 0
    assert 'scores = ["results"]' in (tmp_path / "comparatex.toml").read_text()
    assert "2 methods (" in CliRunner().invoke(main, ["doctor", "results"]).stderr


def test_doctor_names_the_format(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    written(tmp_path, SAMPLES["lm-eval"][0])
    result = CliRunner().invoke(main, ["doctor", "org__a", "org__b"])
    assert (
        "results_2026-01-01T10-00-00.123.json and 1 more: lm-eval, long, one score in each of 6 rows" in result.stdout
    )
    assert "scores are 'acc'; --select-measure chooses 'acc_norm'" in result.stderr
    result = CliRunner().invoke(main, ["doctor", "org__a", "org__b", "--select-measure", "acc"])
    assert "2 methods (" in result.stderr and "chooses" not in result.stderr


def mutations(content: str | bytes, seed: int) -> str | bytes:
    """Return a text with some of its pieces changed for others, left out or written twice."""
    if isinstance(content, bytes):
        return mutations(content.decode("latin-1"), seed).encode("latin-1", "ignore")
    draw = random.Random(seed)
    pieces = re.split(r"([\s,:{}\[\]\"|&<>/\\\\]+)", content)
    for _ in range(draw.randint(1, 4)):
        k = draw.randrange(len(pieces))
        other = draw.choice([*pieces[:40], "", "null", "[]", "{}", "1e999", "NaN", "-1", "0", "\x00", "é", "{" * 2000])
        pieces[k] = draw.choice([other, pieces[k] * 2, pieces[k] + other])
    return "".join(pieces)


@pytest.mark.parametrize("name", SAMPLES)
def test_damaged_files_are_read_or_refused_in_a_sentence(tmp_path, name):
    for seed in range(int(os.environ.get("COMPARATEX_FORMATS", "12"))):
        files = SAMPLES[name][0]
        damaged = random.Random(seed).choice(list(files))
        paths = written(tmp_path, {**files, damaged: mutations(files[damaged], seed)})
        for settings in ({}, {"input_format": name}):
            try:
                read(paths, **settings)
            except ComparatexError as error:
                assert "\n" not in str(error), (seed, str(error))


def test_commands_take_folders_and_stay_unchanged_until_a_file_comes(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    written(tmp_path / "results", SAMPLES["aeon"][0])
    run = CliRunner().invoke
    assert run(main, ["report", "results", "--no-pdf"]).exit_code == 0
    assert "results/HC2_accuracy.csv" in (tmp_path / "report" / "manifest.json").read_text()
    assert "Nothing has changed" in run(main, ["report", "results", "--no-pdf"]).stderr
    written(tmp_path / "results", {"New_accuracy.csv": "Resamples:,0,1\nCoffee,0.1,0.2\nWafer,0.3,0.4\n"})
    assert run(main, ["report", "results", "--no-pdf", "--check"]).exit_code != 0
    assert "3 methods (" in run(main, ["doctor", "results"]).stderr


def test_a_reader_is_imported_when_a_file_of_its_is_read(tmp_path):
    (tmp_path / "r.csv").write_text("d,A,B\nx,1,2\ny,3,4\n")
    code = (
        "import sys, comparatex; comparatex.read('r.csv'); "
        "print([name for name in sys.modules if name.startswith('comparatex.data.formats.')])"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "['comparatex.data.formats.registry']"


TABLES = {
    "numbers in place of headings, HTML": (
        "<table><tr><td>1<td>70.20<td>60.1<tr><td>2<td>71.20<td>61.1<tr><td>3<td>71.20<td>61.1</table>",
        {},
        "line 1: the table has numbers ('70.20' first) where its headings should stand: add a row of headings",
    ),
    "rules with colons, footnotes, titles": (
        "| data set | A | B |\n|:-:|-:|-:|\n| **Small** | | |\n| iris[^1] | 0.5 | 0.25<sup>†</sup> |\n| wine | 0.75 | 0.5 |\n",
        {},
        EIGHTHS,
    ),
    "rules of few dashes": (
        "|data set|A|B|\n|--|:-|-|\n|iris|0.5|0.25|\n|wine|0.75|0.5|\n",
        {},
        EIGHTHS,
    ),
    "the first table with numbers": (
        "| Model | Link |\n|---|---|\n| A | [x](y) |\n| B | [z](y) |\n\n"
        "| data set | A | B |\n|---|---|---|\n| iris | 0.5 | 0.25 |\n| wine | 0.75 | 0.5 |\n",
        {},
        EIGHTHS,
    ),
    "the table that is chosen": (
        "| data set | A | B |\n|---|---|---|\n| x | 7 | 8 |\n| y | 7 | 9 |\n\n"
        "| data set | A | B |\n|---|---|---|\n| iris | 0.5 | 0.25 |\n| wine | 0.75 | 0.5 |\n",
        {"sheet": 2},
        EIGHTHS,
    ),
    "no such table": (
        "| data set | A | B |\n|---|---|---|\n| x | 7 | 8 |\n| y | 7 | 9 |\n",
        {"sheet": "Results"},
        "holds 1 tables (`sheet`): choose one by its number",
    ),
    "breaks in headings, LaTeX": (
        r"""\begin{tabular}{lcc}
        \multirow{2}{*}{data set} & \makecell{A\\} & \begin{tabular}[c]{@{}c@{}}B\end{tabular} \\ \midrule
        iris~\citep{iris} & \best{0.50} & 0.25\tnote{a} \\
        \multicolumn{3}{l}{\emph{Large}} \\
        wine & \cellcolor{gray!20}\textbf{0.75} & $\hphantom{0}0.5$ \\
        \end{tabular}""",
        {},
        EIGHTHS,
    ),
    "marks and spreads, LaTeX": (
        r"""\begin{tabular}{l S[table-format=1.2] S}
        data set & {A} & \shortstack[r]{B\\} \\ \midrule
        iris & 0.5 {\small (0.1)} & $0.25_{(0.02)}$ \\
        wine & $\mathbf{0.75}_{\pm0.1}$ & \underline{0.5}$^{\dagger}$\gray{(+0.1)} \\
        \end{tabular}""",
        {"marked_cells": True},
        EIGHTHS,
    ),
    "names in two columns under one heading": (
        r"""\begin{tabular}{cc|cc|cc}
        \multicolumn{2}{c|}{Models} & \multicolumn{2}{c|}{A} & \multicolumn{2}{c}{B} \\
        \multicolumn{2}{c|}{Metric} & MSE & MAE & MSE & MAE \\ \hline
        \multirow{2}{*}{\rotatebox{90}{ETTh1}} & 96 & 0.5 & 0.1 & \textbf{0.25} & 0.1 \\
        & 192 & 0.75 & 0.1 & 0.5 & 0.2 \\
        \end{tabular}""",
        {"select_measure": "MSE"},
        EIGHTHS,
    ),
    "a break within a heading": (
        "\\begin{tabular}{lcc}\ndata set & \\shortstack{A \\\\ (ours)} & B \\\\\niris & 0.5 & 0.25 \\\\\nwine & 0.75 & 0.5\n"
        "\\end{tabular}",
        {"names": {"A (ours)": "A"}},
        EIGHTHS,
    ),
}


@pytest.mark.parametrize("name", TABLES)
def test_tables_of_papers_are_read_or_refused_in_a_sentence(tmp_path, name):
    content, settings, expected = TABLES[name]
    path = tmp_path / f"r{'.html' if content.startswith('<') else '.tex' if chr(92) in content else '.md'}"
    path.write_text(content)
    if isinstance(expected, str):
        with pytest.raises(ComparatexError, match=re.escape(expected)):
            read(path, **settings)
        return
    scores = read(path, **settings)
    assert scores.comparates == ("A", "B")
    np.testing.assert_array_equal(scores.values, expected)


def test_places_in_tables_of_papers_are_lines_of_the_file(tmp_path):
    content = r"""\begin{tabular}{lcc}
    data set & \makecell{A\\B} & C \\ \hline

    iris & 0.5 & 0.25 \\
    wine & x5 & 0.25
    \end{tabular}"""
    with pytest.raises(DataError, match=r"r.tex, line 5, column 'A B': 'x5'"):
        read(written(tmp_path, {"r.tex": content}))


def test_names_in_several_columns_of_merged_headings_are_joined(tmp_path):
    content = (
        "<table><tr><th rowspan=2>Data<th rowspan=2>H<th colspan=2>A<th colspan=2>B<tr><th>MSE<th>R2<th>MSE<th>R2"
        "<tr><td rowspan=2>iris<td>1<td>0.5<td>9<td>0.25<td>9<tr><td>2<td>0.75<td>9<td>0.5<td>9</table>"
    )
    scores = read(written(tmp_path, {"r.html": content}), select_measure="MSE")
    assert (scores.tasks, scores.comparates, scores.direction) == (("iris/1", "iris/2"), ("A", "B"), "lower")
    np.testing.assert_array_equal(scores.values, EIGHTHS)


@pytest.mark.parametrize("suffix", ["md", "csv", "tex"])
def test_arrows_in_headings_say_the_direction(tmp_path, suffix):
    rows = [["data set", "A ↓", "B (↓)"], ["iris", "0.5", "0.25"], ["wine", "0.75", "0.5"]]
    text = {
        "md": "\n".join("|".join(["", *row, ""]) for row in [rows[0], ["---"] * 3, *rows[1:]]),
        "csv": "\n".join(",".join(row) for row in rows),
        "tex": "\\begin{tabular}{lcc}"
        + "\\\\".join(" & ".join(row) for row in rows).replace("↓", r"$\downarrow$")
        + "\\end{tabular}",
    }[suffix]
    scores = read(written(tmp_path, {f"r.{suffix}": text}))
    assert (scores.comparates, scores.direction) == (("A", "B"), "lower")
    assert scores.notes[0].endswith("lower scores are better, going by the arrow behind 'A' and 'B'.")
    mixed = written(tmp_path, {f"r.{suffix}": text.replace("(↓)", "↑").replace(r"($\downarrow$)", "↑")})
    with pytest.raises(
        DataError, match="higher scores are better for 'B' and lower ones for 'A': give a table of each kind"
    ):
        read(mixed)


def test_arrows_in_the_names_of_rows_are_of_one_direction(tmp_path):
    text = "data set,A,B\niris ↓,0.5,0.25\nwine ↓,0.75,0.5\nzoo ↑,0.5,0.1\nglass ↑,0.4,0.2\n"
    with pytest.raises(DataError, match="higher scores are better for 'zoo ↑' and 'glass ↑' and lower ones") as error:
        read(written(tmp_path, {"r.csv": text}))
    of_kinds = [read(tmp_path / "r.csv", tasks=remedy["tasks"].split(",")) for remedy in error.value.remedies]
    assert [(scores.direction, scores.tasks[0]) for scores in of_kinds] == [("higher", "zoo ↑"), ("lower", "iris ↓")]


def test_arrows_above_columns_say_the_direction_of_their_measures(tmp_path):
    content = (
        "<table><tr><th><th colspan=2>A<th colspan=2>B<tr><th>Data<th>X ↓<th>Y ↑<th>X ↓<th>Y ↑"
        "<tr><td>iris<td>0.5<td>9<td>0.25<td>9<tr><td>wine<td>0.75<td>8<td>0.5<td>9</table>"
    )
    path = written(tmp_path, {"r.html": content})
    assert read(path, select_measure="X").direction == "lower"
    assert read(path, select_measure="Y").direction == "higher"


def database(path, tables):
    with contextlib.closing(sqlite3.connect(path)) as base:
        for name, (heads, rows) in tables.items():
            base.execute(f"CREATE TABLE {name} ({heads})")
            base.executemany(f"INSERT INTO {name} VALUES ({', '.join('?' * len(rows[0]))})", rows)
        base.commit()
    return path


def test_tables_of_databases_are_read(tmp_path):
    scores = ("dataset TEXT, A REAL, B REAL", [("x", 0.5, 0.25), ("y", 0.75, None), ("z", 1, 0.5)])
    file = database(tmp_path / "r.db", {"notes": ("id INTEGER, words TEXT", [(1, "x")]), "scores": scores})
    for source in (file, tmp_path):
        assert read(source, missing="drop-tasks").values.tolist() == [[0.5, 0.25], [1, 0.5]]
    database(file, {"more": ("dataset TEXT, C REAL, D REAL", [("x", 1, 2), ("y", 4, 3)])})
    with pytest.raises(DataError, match="holds 2 tables with numbers, 'scores' and 'more': choose one") as error:
        read(file)
    assert [read(file, **remedy, missing="drop-tasks").comparates for remedy in error.value.remedies] == [
        ("A", "B"),
        ("C", "D"),
    ]
    file.write_bytes(b"SQLite format 3\0" + b"x" * 200)
    with pytest.raises(DataError, match="cannot be read as an SQLite database"):
        read(file)


def test_texts_in_open_documents_are_numbers_where_their_styles_say_so(tmp_path):
    rows = [["data", "A", "B"], ["x", "0,5 ± 0,1", "0,25"], ["y", "OOM", "74,5"], ["z", "0,75", "0,5"]]
    (tmp_path / "r.ods").write_bytes(open_document({"scores": rows}))
    scores = read(tmp_path / "r.ods", missing="drop-tasks", marked_cells=True)
    assert scores.values.tolist() == [[0.5, 0.25], [0.75, 0.5]]
    assert any("'OOM' is read as missing" in note for note in scores.notes)


def test_formulas_of_open_documents_that_nobody_computed_are_refused(tmp_path):
    formula = "<table:table-row><table:table-cell/><table:table-cell table:formula='of:=B1+1'/></table:table-row>"
    (tmp_path / "r.ods").write_bytes(open_document({"scores": [["d", "A", "B"], ["x", 0.5, 0.25]]}, formula))
    with pytest.raises(DataError, match=r"row 3, column 2: no program has computed the formula \('=B1\+1'\)"):
        read(tmp_path / "r.ods")
