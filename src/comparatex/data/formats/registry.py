"""The formats that are known, one row each; their readers are imported on first use."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from importlib import import_module
from itertools import chain
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from comparatex.errors import ComparatexError, DataError
from comparatex.plugins import added, cause, faulty

if TYPE_CHECKING:
    from comparatex.data.sources import File


@dataclass(frozen=True, kw_only=True)
class Format:
    """A kind of results file."""

    name: str  # what `format` calls it
    title: str  # what the files are, in a few words
    example: str  # the start of such a file
    records: Callable[..., Any] | str = ""
    """The function that reads it, or ``module:function`` below this package; it gets a list of `File`, or with
    `headings` the raw `Table` and its `File`, and returns a raw `Table`, a list of them, or an iterable of `Record`.
    Empty for tables that need no format."""
    preferred: tuple[str, ...] | None = None
    """Measures of which the first that all tasks have is used where none is selected; where it is empty, the one that
    all tasks have; None where readers have to select one of several."""
    suffixes: tuple[str, ...] = ()  # ends of file names; any if there are none
    marks: tuple[bytes, ...] = ()  # what the content of such a file holds, all of it
    paths: tuple[str, ...] = ()
    """Regular expressions of the ends of the paths of the files in a folder that are of this format: where one fits,
    others in the folder are left out, if one fits the first."""
    named: bool = False  # whether a file must fit one of these patterns
    headings: tuple[str, ...] = ()
    """Columns, of which a table of this format has all; such a table may be a file of any kind or a data frame."""
    together: bool = False
    """Whether the function of a format with headings gets the list of the tables of all files, each with its `File`."""
    begins: str = ""  # a regular expression that the content begins with
    matches: Callable[..., bool] | str = ""
    """Whether a `File` with these suffixes and marks, or a `Table` with these headings, is of this format."""

    def knows(self, name: str, paths: tuple[str, ...] | None = None) -> bool:
        """Whether the path of a file fits one of the patterns, or of some of them."""
        path = PurePath(name).as_posix() if self.paths else ""
        patterns = self.paths if paths is None else paths
        return any(re.search(f"(?:^|/){pattern}$", path, re.IGNORECASE) for pattern in patterns)


_JSON = (".json",)
_OF_HELM = (
    "exact_match", "quasi_exact_match", "prefix_exact_match", "quasi_prefix_exact_match", "f1_score", "rouge_l",
    "rouge_2", "bleu_4", "NDCG@10", "RR@10", "math_equiv_chain_of_thought", "classification_macro_f1",
)  # fmt: skip
_OF_INSPECT = ("accuracy", "accuracy, mean", "mean", "mean, mean")

# fmt: off
FORMATS = (
    Format(name="csv", title="tables as text: CSV, TSV, ARFF, and lines that end with keys and values",
        example="dataset,A,B\niris,0.95,0.93"),
    Format(name="json", title="tables as JSON",
        example='{"A": {"iris": 0.95}, "B": {"iris": 0.93}}'),
    Format(name="excel", title="Excel and OpenDocument, the first sheet or the one asked for",
        example="results.xlsx, .xls, .ods"),
    Format(name="parquet", title="Parquet and Arrow",
        example="results.parquet, .feather"),
    Format(name="sqlite", title="SQLite: a table or view of a database, the only one with numbers or the one asked for",
        example="results.db, an SQLite database"),
    Format(name="arrays", title="arrays of NumPy and MATLAB: scores with their names, or a vector for each method",
        example="results.npz, .npy, .mat: scores, methods, datasets"),
    Format(name="mlflow-folder", records="tracking:mlflow_folder", named=True, title="MLflow: the folder mlruns",
        example="mlruns/EXPERIMENT/RUN/metrics/accuracy: 1767225600000 0.95 0",
        paths=(r"[0-9a-f]{32}/((metrics|params|tags)/.+|meta\.yaml)", r"(\d{18}|0)/meta\.yaml")),
    Format(name="mlflow-database", records="tracking:mlflow_database", suffixes=(".db", ".sqlite", ".sqlite3"),
        title="MLflow: mlflow.db",
        example="mlflow.db, an SQLite database",
        marks=(b"latest_metrics",), begins="SQLite format 3", paths=(r"mlflow\.db",)),
    Format(name="aeon", records="experiments:resamples", suffixes=(".csv",), matches="experiments:has_measure",
        title="aeon and tsml-eval: a file of resamples for each estimator",
        example="HC2_accuracy.csv: Resamples:,0,1,2\nArrowHead,0.85,0.86,0.84",
        begins=r"(Resamples:)?,\d+,"),
    Format(name="tsml-eval-mean", records="experiments:means", suffixes=(".csv",), named=True,
        title="tsml-eval: summaries of an evaluation, a file for each measure",
        example="Accuracy/accuracy_mean.csv: Estimators:,HC2,TSF\nArrowHead,0.85,0.80",
        paths=(r"([^/]+)/\1_mean\.csv",)),
    Format(name="tsml-eval", records="experiments:predictions", suffixes=(".csv",),
        title="tsml-eval: predictions of each resample",
        example="HC2/Predictions/ArrowHead/testResample0.csv: ArrowHead,HC2,TEST,0,MILLISECONDS,",
        begins=r"(?i)[^,\r\n]*,[^,\r\n]*,(test|train|no split),(-?\d+|None),",
        paths=(r"testRes(ample\d+|ults)\.csv",)),
    Format(name="sktime", records="experiments:sktime", title="sktime: results of a benchmark",
        example="model_id,validation_id,folds.0.scores.MeanAbsoluteError,… or MeanAbsoluteError_fold_0_test,…",
        headings=("validation_id", "model_id")),
    Format(name="sktime-json", records="experiments:sktime_files", suffixes=_JSON,
        title="sktime: results of a benchmark as JSON",
        example='[{"model_id": "Naive", "validation_id": …, "folds": {"0": {"scores": {"MeanAbsoluteError": 0.5}}}}]',
        marks=(b'"validation_id"', b'"model_id"', b'"folds"')),
    Format(name="weka", records="experiments:weka", title="Weka: what the Experimenter prints",
        example="Dataset  (1) rules.ZeroR | (2) trees.J48\niris  (100) 33.33 | 94.73 v\n\nKey:\n(1) rules.ZeroR",
        marks=(b"Dataset", b"\nKey:", b"(1) "), begins=r"(?s)(Tester:|.{0,1000}Dataset +\(1\) )"),
    Format(name="weka-results", records="experiments:weka_results", preferred=("Percent_correct",),
        title="Weka: results of the Experimenter as CSV",
        example="Key_Dataset,Key_Run,Key_Fold,Key_Scheme,…,Percent_correct,Root_mean_squared_error,…",
        headings=("Key_Dataset", "Key_Run", "Key_Scheme")),
    Format(name="moabb", records="experiments:moabb",
        title="MOABB: results of evaluations (a task is a data set and a subject)",
        example="score,time,samples,subject,session,channels,n_sessions,dataset,pipeline",
        headings=("score", "subject", "session", "dataset", "pipeline")),
    Format(name="amlb", records="experiments:amlb", title="AutoML benchmark: results.csv",
        example="id,task,framework,constraint,fold,type,result,metric,…",
        headings=("id", "task", "framework", "fold", "result")),
    Format(name="openml", records="experiments:openml", title="OpenML: list of evaluations",
        example="run_id,task_id,setup_id,flow_id,flow_name,data_id,data_name,function,…,value,values",
        headings=("flow_name", "data_name", "function", "value")),
    Format(name="mlflow", records="tracking:mlflow", title="MLflow: search_runs",
        example="run_id,experiment_id,status,metrics.accuracy,params.dataset,params.model",
        headings=("run_id", "experiment_id", "status")),
    Format(name="wandb", records="tracking:wandb", title="Weights & Biases: export of a table of runs",
        example="Name,State,Created,Runtime,dataset,model,accuracy",
        headings=("Name", "State", "Created")),
    Format(name="wandb-runs", records="tracking:wandb_runs",
        title="Weights & Biases: runs of its Python interface, as a table",
        example="summary,config,name\n\"{'accuracy': 0.95}\",\"{'model': 'A', 'dataset': 'iris'}\",run-1",
        headings=("summary", "config", "name")),
    Format(name="tensorboard", records="tracking:tensorboard", title="TensorBoard: scalars as a table",
        example="step,tag,value\n100,A/iris,0.95", headings=("tag", "step", "value"), matches="tracking:are_scalars"),
    Format(name="wandb-folder", records="tracking:wandb_folder", named=True, title="Weights & Biases: the folder wandb",
        example='wandb/run-TIME-ID/files/wandb-summary.json: {"accuracy": 0.95}, and config.yaml',
        paths=(r"files/wandb-summary\.json", r"files/config\.yaml")),
    Format(name="sacred", records="tracking:sacred", suffixes=_JSON, named=True,
        title="Sacred: the folder of the FileStorageObserver",
        example='RUN/run.json, config.json, metrics.json: {"accuracy": {"steps": [0], "values": [0.95]}}',
        paths=(r"\d+/run\.json", r"\d+/(config|metrics)\.json"), matches="tracking:is_of_sacred"),
    Format(name="optuna", records="tracking:optuna", title="Optuna: trials_dataframe, of which each row is a score",
        example="number,value,datetime_start,datetime_complete,duration,params_dataset,params_model,state",
        headings=("number", "value", "datetime_complete", "state")),
    Format(name="optuna-storage", records="tracking:optuna_storage", suffixes=(".db", ".sqlite", ".sqlite3"),
        title="Optuna: storage of trials, or of studies called METHOD-DATASET",
        example="optuna.db, an SQLite database",
        marks=(b"trial_values", b"study_directions"), begins="SQLite format 3", paths=(r"[^/]*optuna[^/]*\.db",)),
    Format(name="cross-validate", records="experiments:nested", suffixes=_JSON,
        title="scikit-learn: cross_validate, as {model: {dataset: results}} or in tables",
        example='{"SVC": {"iris": {"fit_time": […], "score_time": […], "test_score": […]}}}',
        marks=(b'"fit_time"', b'"score_time"', b'"test_')),
    Format(name="cross-validate-table", records="experiments:cross_validate_table",
        title="scikit-learn: cross_validate as a table, MODEL/DATASET.csv or with columns of both",
        example="SVC/iris.csv: ,fit_time,score_time,test_score",
        headings=("fit_time", "score_time")),
    Format(name="cv-results", records="experiments:searches",
        title="scikit-learn: cv_results_ of each data set (candidates are compared), DATASET.csv",
        example="iris.csv: mean_fit_time,…,params,split0_test_score,…,mean_test_score",
        headings=("params", "mean_fit_time")),
    Format(name="cv-results-json", records="experiments:nested", suffixes=_JSON,
        title="scikit-learn: cv_results_ as {dataset: results}, or the best of {model: {dataset: results}}",
        example='{"iris": {"params": […], "split0_test_score": […], …}}',
        marks=(b'"params"', b'"mean_test_', b'"split0_test_')),
    Format(name="swe-bench", records="language_models:resolved", suffixes=_JSON, matches="language_models:are_resolved",
        title="SWE-bench: the instances that each model resolved, a file each",
        example='20240402_model/results/results.json: {"no_generation": […], "resolved": ["django__django-11001", …]}',
        marks=(b'"resolved',)),
    Format(name="lm-eval", records="language_models:lm_eval", suffixes=_JSON,
        title="lm-evaluation-harness: results_*.json",
        example='{"results": {"arc_easy": {"alias": "arc_easy", "acc,none": 0.52}}, "versions": {…}, "config": {…}}',
        marks=(b'"results"', b'"versions"', b'"config"'), paths=(r"results_[^/]*\.json",)),
    Format(name="lighteval", records="language_models:lm_eval", suffixes=_JSON,
        title="LightEval and the first Open LLM Leaderboard: results_*.json",
        example='{"config_general": {"model_name": …}, "results": {"harness|arc:challenge|25": {"acc": 0.52}}}',
        marks=(b'"config_general"', b'"model_name"', b'"results"'), paths=(r"results_[^/]*\.json",)),
    Format(name="lm-eval-samples", records="language_models:samples", suffixes=(".jsonl",), preferred=(),
        title="lm-evaluation-harness: samples_*.jsonl, an item each",
        example='{"doc_id": 0, "doc": {…}, "filter": "none", "metrics": ["acc"], "acc": 1.0}',
        marks=(b'"doc_id"',), begins=r'(?s).{0,1000000}?"(metrics|resps)"', paths=(r"samples_[^/]*\.jsonl",)),
    Format(name="every-eval-ever", records="language_models:every_eval_ever", suffixes=_JSON, preferred=(),
        title="Every Eval Ever: a file of results for each model",
        example='{"schema_version": "0.2.1", "model_info": {"name": …}, "evaluation_results": […]}',
        marks=(b'"schema_version"', b'"model_info"', b'"evaluation_results"')),
    Format(name="helm", records="language_models:helm", suffixes=_JSON, title="HELM: stats.json of each run",
        example='mmlu:subject=anatomy,model=openai_gpt2/stats.json: [{"name": {"name": "exact_match", …}, "mean": …}]',
        marks=(b'"name"', b'"split"', b'"count"'), begins=r"\s*\[\s*\{\s*\"name\"\s*:\s*\{",
        paths=(r"stats\.json",), preferred=_OF_HELM),
    Format(name="inspect", records="language_models:inspect", title="Inspect: evals_df",
        example="eval_id,…,task_name,model,status,score_headline_metric,score_headline_value",
        headings=("task_name", "model", "score_headline_value"), preferred=_OF_INSPECT),
    Format(name="inspect-log", records="language_models:inspect_logs", suffixes=_JSON,
        title="Inspect: logs, JSON or .eval",
        example='{"version": 2, "status": "success", "eval": {"task": "gsm8k", "model": …}, "results": {…}}',
        marks=(b'"eval_id"', b'"status"', b'"model"'), begins=r"\s*\{\s*\"version\"\s*:", paths=(r"[^/]+\.eval",),
        preferred=_OF_INSPECT),
    Format(name="mteb", records="language_models:mteb", suffixes=_JSON,
        title="MTEB: a file of each task below MODEL/REVISION",
        example='{"task_name": "STS12", "mteb_version": …, "scores": {"test": [{"main_score": 0.72}]}}',
        marks=(b'"task_name"', b'"mteb_version"', b'"main_score"')),
    Format(name="pytest-benchmark", records="timings:pytest_benchmark", suffixes=_JSON,
        title="pytest-benchmark: groups are tasks, or each file is a method",
        example='{"machine_info": {…}, "benchmarks": [{"group": "sort", "name": "test_quick", "stats": {…}}]}',
        marks=(b'"machine_info"', b'"benchmarks"', b'"stats"')),
    Format(name="pytest-benchmark-table", records="timings:pytest_benchmark_table", together=True,
        title="pytest-benchmark: CSV",
        example="name,min,max,mean,stddev,rounds,median,iqr,…\ntest_quick[10],…",
        headings=("name", "mean", "stddev", "rounds", "iqr")),
    Format(name="hyperfine-table", records="timings:hyperfine_table", title="hyperfine: CSV",
        example="command,mean,stddev,median,user,system,min,max,parameter_n",
        headings=("command", "mean", "stddev", "user", "system")),
    Format(name="google-benchmark-table", records="timings:google_benchmark_table", together=True,
        title="Google Benchmark: CSV",
        example="name,iterations,real_time,cpu_time,time_unit,…\n\"BM_quick/1024\",…",
        headings=("name", "iterations", "real_time", "cpu_time", "time_unit")),
    Format(name="hyperfine", records="timings:hyperfine", suffixes=_JSON,
        title="hyperfine: commands are methods, parameters or files are tasks",
        example='{"results": [{"command": "fd .", "mean": 0.31, "times": [0.30, 0.32]}]}',
        marks=(b'"results"', b'"command"', b'"times"')),
    Format(name="google-benchmark", records="timings:google_benchmark", suffixes=_JSON,
        title="Google Benchmark: BM_NAME/ARGUMENTS, or each file is a method",
        example='{"context": {…}, "benchmarks": [{"name": "BM_quick/1024", "run_type": "iteration", …}]}',
        marks=(b'"context"', b'"benchmarks"', b'"real_time"')),
    Format(name="jmh", records="timings:jmh", suffixes=_JSON, title="JMH: results as JSON",
        example='[{"benchmark": "org.Sort.quick", "mode": "avgt", "params": {"n": "10"}, "primaryMetric": {…}}]',
        marks=(b'"benchmark"', b'"mode"', b'"primaryMetric"')),
    Format(name="jmh-table", records="timings:jmh_table", together=True, title="JMH: results as CSV",
        example="Benchmark,Mode,Threads,Samples,Score,Score Error (99.9%),Unit,Param: n",
        headings=("Benchmark", "Mode", "Samples", "Score", "Unit")),
    Format(name="jmh-text", records="timings:jmh_text", suffixes=(".txt", ".log", ".out", ""),
        title="JMH: the table that it prints", matches="timings:is_jmh",
        example="Benchmark  (n)  Mode  Cnt  Score   Error  Units\nSort.quick  10  avgt  10  1.223 ± 0.041  us/op",
        marks=(b"Benchmark", b"Mode", b"Score", b"Units")),
    Format(name="asv", records="timings:asv", suffixes=_JSON,
        title="asv: commits are methods, benchmarks and their parameters are tasks",
        example='{"commit_hash": "1a2b…", "env_name": …, "result_columns": ["result", "params"], "results": {…}}',
        marks=(b'"commit_hash"', b'"params"', b'"results"')),
    Format(name="markdown", records="documents:markdown", suffixes=(".md", ".markdown", ".csv", ".txt", ""),
        matches="documents:is_markdown",
        title="a table in Markdown",
        example="| dataset | A | B |\n|---|---|---|\n| iris | **0.95** | 0.93 |",
        marks=(b"|", b"-")),
    Format(name="html", records="documents:html", suffixes=(".html", ".htm", ".md", ".markdown", ".xls", ""),
        matches="documents:is_html",
        title="a table in HTML",
        example="<table><tr><th>dataset<th>A<th>B<tr><td>iris<td>0.95<td>0.93</table>",
        marks=(b"<t",)),
    Format(name="jupyter", records="documents:jupyter", suffixes=(".ipynb",),
        title="a table in the outputs of a notebook of Jupyter",
        example='{"cells": [{"outputs": [{"data": {"text/html": ["<table>…"]}}]}], "nbformat": 4, …}',
        marks=(b'"cells"', b'"nbformat"')),
    Format(name="latex", records="documents:latex", suffixes=(".tex", ".ltx", ""),
        title="a table in LaTeX: tabular, longtable, tabularray",
        example=r"\begin{tabular}{lcc} dataset & A & B \\ \midrule iris & \textbf{0.95} & 0.93 \\ \end{tabular}",
        marks=(b"\\begin{", b"&")),
    Format(name="typst", records="documents:typst", suffixes=(".typ",),
        title="a table in Typst",
        example='#table(columns: 3, [dataset], [A], [B], [iris], [*0.95*], [0.93])',
        marks=(b"table(",)),
    Format(name="word", records="documents:word", suffixes=(".docx",),
        title="a table in a document of Word",
        example="results.docx",
        marks=(b"word/document.xml",), begins="PK"),
    Format(name="text", records="documents:text", matches="documents:is_drawn",
        suffixes=(".rst", ".org", ".adoc", ".asciidoc", ".wiki", ".txt", ".log", ".out", ""),
        title="one of several tables that are drawn in a text: reStructuredText, Org, AsciiDoc, prints",
        example="===== ==== ====\ndata  A    B\n===== ==== ====\niris  0.95 0.93\n===== ==== ===="),
)
DOCUMENTS = tuple(kind.name for kind in FORMATS if str(kind.records).startswith("documents:"))
"""Formats of files that may hold several tables."""
# fmt: on
"""In the order in which they are asked; those without a reader are read as tables."""


def _added() -> Iterator[Format | DataError]:
    """Yield the formats that other packages add, or what is wrong with them, sorted by name."""
    for name, entry in added("formats"):
        if isinstance(entry, (Format, DataError)):
            yield entry
            continue
        try:
            kind = entry()
            if not isinstance(kind, Format):
                raise TypeError(f"it is a {type(kind).__name__} and no Format")
            yield kind
        except Exception as error:  # another package may raise anything
            yield faulty("formats", name, error)


def others() -> Iterator[Format]:
    """Yield the formats that other packages add; an entry point is a `Format`, or a function that returns one."""
    return (added for added in _added() if isinstance(added, Format))


def broken() -> tuple[str, ...]:
    """Return a sentence on each format of another package that cannot be loaded."""
    return tuple(str(fault) for fault in _added() if isinstance(fault, DataError))


def names() -> tuple[str, ...]:
    """Return the names of all formats."""
    return tuple(kind.name for kind in (*FORMATS, *others()))


def format_called(name: str) -> Format | None:
    """Return the format of a name; other packages are asked only for names that none here has."""
    return next((kind for kind in chain(FORMATS, others()) if kind.name == name), None)


def function(named: Callable[..., Any] | str) -> Callable[..., Any]:
    """Return a function of a reader, imported if only its place is named."""
    if not isinstance(named, str):
        return named
    module, _, name = named.partition(":")
    reader: Callable[..., Any] = getattr(import_module(f"comparatex.data.formats.{module}"), name)
    return reader


def by_content(formats: Iterable[Format], file: File) -> Format | None:
    """Return the first format that a file is of, by its suffix, the marks in it, its beginning and its reader."""
    faults: list[DataError] = []
    for kind in formats:
        try:
            if _fits(kind, file):
                return kind
        except Exception as error:
            if is_ours(kind) or isinstance(error, ComparatexError):
                raise
            why = f"the format '{kind.name}' of another package fails to tell whether it is one: {cause(error)}."
            faults.append(DataError(f"{file.name}: {why}"))
    if faults:
        raise faults[0]
    return None


def is_ours(kind: Format) -> bool:
    """Whether a format is none of another package."""
    return any(kind is ours for ours in FORMATS)


def _fits(kind: Format, file: File) -> bool:
    """Whether a file has all that a format states of its files."""
    if kind.headings or not kind.records or (kind.suffixes and file.suffix not in kind.suffixes):
        return False
    if (kind.named and not kind.knows(file.name)) or (kind.begins and not re.match(kind.begins.encode(), file.data)):
        return False
    if not all(mark in file.data for mark in kind.marks):
        return False
    return not kind.matches or bool(function(kind.matches)(file))
