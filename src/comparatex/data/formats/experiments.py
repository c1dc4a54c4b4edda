"""Results of experiments.

aeon 1, tsml-eval 0.5 and sktime 0.38 to 1.2; Weka 3; AutoML benchmark 2.1, OpenML 0.15 and MOABB 1.7; scikit-learn 1.5
and later; rliable 1.2.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import compress
from typing import Any

import numpy as np

from comparatex.data.formats.contract import File, Record, headed, long_table, name_of, numbered, placed, scored
from comparatex.data.headings import COMPARATE, REPEAT, TASK, matches
from comparatex.data.measures import better_scores, split_measure
from comparatex.data.raw_table import Table, cell_name
from comparatex.data.sources import decode
from comparatex.data.written_numbers import is_missing
from comparatex.errors import DataError
from comparatex.names import listed

_FOLD = re.compile(r"(?P<measure>.+)_fold_(?P<fold>\d+)_test|folds\.(?P<number>\d+)\.scores\.(?P<score>.+)")
_MEASURES = {9: "accuracy", 8: "MSE", 7: "clustering accuracy", 6: "accuracy", 5: "MAPE"}
"""What the third line of a file of predictions states first, by the number of its values."""
_SPLIT = re.compile(r"split(\d+)_test_(.+)")


# -------------------------------------------------------------------------------------------------------- time series
def has_measure(file: File) -> bool:
    """Whether a file is called like an estimator and a measure."""
    return all(split_measure(file.stem, named=True))


def resamples(files: Sequence[File]) -> list[Table]:
    """Return the tables in files of the resamples of an estimator, as aeon 1 and tsml-eval 0.5 write and load them.

    A row is a data set and a column a resample (aeon, ``benchmarking/results_loaders.py``; tsml-eval,
    ``evaluation/multiple_estimator_evaluation.py``). The name of a file is that of its estimator and measure.
    """
    return [decode(file.data, file.name) for file in files]


def means(files: Sequence[File]) -> list[Table]:
    """Return the tables in summaries of an evaluation by tsml-eval 0.5 (``multiple_estimator_evaluation.py``).

    A row is a data set and a column an estimator; ``accuracy_mean.csv`` is named by its measure.
    """
    tables = resamples(files)
    measures = [file.stem.removesuffix("_mean") if len(files) > 1 else "" for file in files]
    return [replace(table, only=only or table.only) for table, only in zip(tables, measures, strict=True)]


def predictions(files: Sequence[File]) -> Table:
    """Return the scores in files of predictions, as tsml-eval 0.5 writes them (``utils/results_writing.py``).

    The first line names data set, estimator, split and resample; scores of training data are a measure of their own.
    The third states the score: accuracy of classifiers (9 values; 6 where tsml in Java wrote them), mean squared error
    of regressors (8), accuracy of clusterers (7) or mean absolute percentage error of forecasters (5). Where it is
    left out (-1), the accuracy is counted from the predictions.
    """
    return long_table((_prediction(file, files) for file in files), name_of(files), unit="line")


def _prediction(file: File, files: Sequence[File]) -> Record:
    lines = file.text.splitlines()
    task, comparate, split, resample, *_ = lines[0].split(",")
    values = lines[2].split(",") if len(lines) > 2 else []
    measure = _MEASURES.get(len(values))
    if measure is None:
        raise file.strange(f"its third line holds {len(values)} values, and those of classifiers 9, of regressors 8")
    lower, score = "accuracy" not in measure, values[0]
    if score in ("-1", "-1.0") and not lower:
        pairs = [line.split(",")[:2] for line in lines[3:] if line.strip()]
        right = sum(float(true) == float(predicted) for true, predicted in pairs)
        score = repr(right / len(pairs)) if pairs else ""
    measure = f"train {measure}" if split.strip().lower() == "train" else measure
    repeat = "" if resample == "None" else resample
    return Record(task, comparate, score, measure, repeat, placed(3, file, files), lower)


def sktime(table: Table, file: File) -> Table:
    """Return the scores in the results of a benchmark of sktime 0.38 to 1.2 (``benchmarking/benchmarks.py``).

    A row is a model on a task. ``METRIC_fold_K_test`` is a column of the data frame that ``run`` returns,
    ``folds.K.scores.METRIC`` one of the CSV and Parquet files that it writes. The metrics of sktime that are not errors
    are named by the words for scores. A task is called like its data set where no other task has the same one.
    """
    folds = [(head, match) for head in table.header if (match := _FOLD.fullmatch(head))]
    records = (
        replace(record, measure=fold["measure"] or fold["score"], repeat=fold["fold"] or fold["number"])
        for head, fold in folds
        for record in scored(table, head, task="{validation_id}", comparate="{model_id}")
    )
    return _of_validations(records, table.name, table.unit)


def sktime_files(files: Sequence[File]) -> Table:
    """Return the scores in the JSON files that a benchmark of sktime 0.38 to 1.2 writes (``_storage_handlers.py``)."""
    records = (
        Record(cell_name(task), cell_name(model), score, measure, fold, placed(number, file, files))
        for file in files
        for number, result in enumerate(file.json, start=1)
        for task, model in [(result["validation_id"], result["model_id"])]
        for fold, content in result["folds"].items()
        for measure, score in content["scores"].items()
    )
    return _of_validations(records, name_of(files), "record")


def _of_validations(folds: Iterable[Record], name: str, unit: str) -> Table:
    """Return the long table of scores, with the plainest names for tasks, and times only where they are asked for."""
    records = [replace(fold, lower=better_scores(fold.measure) != "higher") for fold in folds]
    tasks = {record.task: re.fullmatch(r"\[dataset=(.+)\]_\[cv_splitter=.*\].*", record.task) for record in records}
    plain = {task: match[1] for task, match in tasks.items() if match}
    if len(set(plain.values())) == len(tasks):
        records = [replace(record, task=plain[record.task]) for record in records]
    measures = {record.measure for record in records}.difference(("fit_time", "pred_time"))
    return headed(records, name, preferred=tuple(measures) if len(measures) == 1 else (), unit=unit)


# -------------------------------------------------------------------------------------------------------- collections
def moabb(table: Table, file: File) -> Table:
    """Return the scores in the results of MOABB 1.2 to 1.7 (``evaluations/base.py``, ``analysis/results.py``).

    A task is a data set and a subject, and a repeat a session. Version 1.7 lists the rows of the first data sets again
    for each that follows: rows that repeat another one in all their cells, times included, are left out.
    """
    rows = numbered(zip(*(map(cell_name, column) for column in table.columns), strict=True))
    kept = [not before for before in rows]
    again = kept.count(False)
    rows_are = "1 row repeats another one and is" if again == 1 else f"{again} rows repeat others and are"
    roles = {"task": "{dataset}/{subject}", "comparate": "{pipeline}", "repeat": "{session}", "group": "{dataset}"}
    notes = (f"{table.name}: {rows_are} left out.",) if again else ()
    return long_table(compress(scored(table, "score", **roles), kept), table.name, notes=notes, unit=table.unit)


def amlb(table: Table, file: File) -> Table:
    """Return the scores in ``results.csv`` of the AutoML benchmark 2.1 (``amlb/results.py``), and of earlier versions.

    ``result`` is of the metric of the task. Version 2 turns it so that higher is better (``neg_logloss``); what
    earlier ones state of metrics that are better where lower is negated here. A run that failed has no score. Under
    several constraints a framework is one method for each.
    """
    limits = "constraint" in table.header and len(set(map(cell_name, table.cells("constraint")))) > 1
    comparate = "{framework} ({constraint})" if limits else "{framework}"
    metrics = _metrics(table)
    runs = scored(table, "result", task="{task}", comparate=comparate, repeat="{fold}")
    records = [
        replace(run, failed="no result") if is_missing(run.score) else replace(run, score=_higher(run.score, metric))
        for run, metric in zip(runs, metrics, strict=True)
    ]
    names = [name for name in dict.fromkeys(metrics) if name]
    turned = [name for name in names if better_scores(name) == "lower"]
    notes: tuple[str, ...] = ()
    if len(names) > 1 or turned:
        how = f", of which {listed(turned)} {'is' if len(turned) == 1 else 'are'} negated" if turned else ""
        notes = (f"{table.name}: scores are of {listed(names)}{how}; higher is better.",)
    elif names:
        records = [replace(record, measure=names[0]) for record in records]
    signed = tuple(f"−{name}" if name in turned else name for name in names)
    scores = long_table(records, table.name, notes=notes, unit=table.unit)
    return replace(scores, scales=signed) if len(names) > 1 else scores


def _metrics(table: Table) -> list[str]:
    """Return the metric of each run: as it is stated, or else that whose column repeats the result."""
    if "metric" in table.header:
        return ["" if is_missing(name) else cell_name(name) for name in table.cells("metric")]
    columns = {head: table.cells(head) for head in table.header if better_scores(head)}
    metrics = []
    for row, result in enumerate(table.cells("result")):
        same = [head for head, column in columns.items() if column[row] == result]
        if not is_missing(result) and not same:
            raise DataError(f"{table.place(row, table.header.index('result'))}: no column says which metric it is.")
        metrics.append("" if is_missing(result) else min(same, key=lambda head: head != "auc"))
    return metrics


def _higher(result: Any, metric: str) -> Any:
    """Return a result so that higher is better, written with the same digits."""
    if better_scores(metric) != "lower":
        return result
    if not isinstance(result, str):
        return -result
    text = result.strip()
    return text.removeprefix("-") if text.startswith("-") else f"-{text}"


def openml(table: Table, file: File) -> Iterator[Record]:
    """Yield the scores in a list of evaluations of openml-python 0.15 (``openml.evaluations.list_evaluations``).

    Tasks are data sets, and methods flows; several set-ups of a flow on one task are several methods.
    ``values``, which lists the scores of the folds, is preferred to their mean, ``value``.
    """
    heads = [head if head in table.header else "flow_name" for head in ("setup_id", "run_id", "task_id")]
    setups, numbers, tasks = (list(map(cell_name, table.cells(head))) for head in heads)
    folds = map(_listed_values, table.cells("values")) if "values" in table.header else [[]] * table.n_rows
    runs = list(scored(table, "value", task="{data_name}", comparate="{flow_name}", measure="{function}"))
    used: dict[tuple[str, str, str], set[str]] = {}
    for run, setup in zip(runs, setups, strict=True):
        used.setdefault((run.task, run.comparate, run.measure), set()).add(setup)
    several = {flow for (_, flow, _), ids in used.items() if len(ids) > 1}
    for run, scores, setup, number, task in zip(runs, folds, setups, numbers, tasks, strict=True):
        flow = f"{run.comparate} ({setup})" if run.comparate in several else run.comparate
        stated = (("task_id", task),) if "task_id" in table.header else ()
        for fold, score in enumerate(scores or [run.score]):
            yield replace(run, comparate=flow, score=score, repeat=f"{number}/{fold}", stated=stated)


def _listed_values(cell: Any) -> list[Any]:
    """Return the numbers of a list, as one or as text."""
    if isinstance(cell, str) and cell.strip().startswith("["):
        return [part.strip() for part in cell.strip()[1:-1].split(",") if part.strip()]
    return list(cell) if isinstance(cell, Sequence) and not isinstance(cell, str) else []


_SCHEME = re.compile(r"^\((\d+)\) (\S+)(.*?)(?: -?\d+)?[ \t]*$", re.MULTILINE)
_MEANS = re.compile(r"^(\S.*?)\s+\((\d+)\)\s+(.*)$", re.MULTILINE)
_MEAN = re.compile(r"(-?\d+(?:\.\d*)?|NaN|\?)(?:\(\s*[\d.]+\))?")


def weka(files: Sequence[File]) -> Iterator[Record]:
    """Yield the means in the results that the Experimenter of Weka 3 prints (``ResultMatrixPlainText.java``).

    A row is a data set, and a column a scheme, called as the key below the table says, with its options where two have
    one name.
    """
    for file in files:
        above, _, below = file.text.partition("\nKey:")
        schemes = {number: (name, options.strip(" '")) for number, name, options in _SCHEME.findall(below)}
        names = [name for name, _ in schemes.values()]
        called = [name if names.count(name) < 2 else f"{name} {options}" for name, options in schemes.values()]
        measure = re.search(r"^Analysing:\s*(\S+)", above, re.MULTILINE)
        for row in _MEANS.finditer(above, max(above.rfind("\n---", 0, above.rfind("\n---")), 0)):
            line = file.text.count("\n", 0, row.start()) + 1
            for comparate, score in zip(called, _MEAN.findall(row[3]), strict=True):
                yield Record(row[1], comparate, score, measure[1] if measure else "", place=placed(line, file, files))


def weka_results(table: Table, file: File) -> Iterator[Record]:
    """Yield the scores in the results that the Experimenter of Weka 3 writes as CSV, a row for each run and fold."""
    roles = {"task": "{Key_Dataset}", "comparate": "{Key_Scheme}", "repeat": "{Key_Run}/{Key_Fold}"}
    schemes = {*zip(*map(table.cells, ("Key_Scheme", "Key_Scheme_options")), strict=True)}
    if len({name for name, _ in schemes}) < len(schemes):
        roles["comparate"] = "{Key_Scheme} {Key_Scheme_options}"
    for head in table.header:
        if head == "Percent_correct" or better_scores(head):
            yield from (replace(record, measure=head) for record in scored(table, head, **roles))


# ------------------------------------------------------------------------------------------- scikit-learn and rliable
def from_objects(content: Any, name: str) -> Table | None:
    """Return the raw table in Python objects of these libraries; None if they are no such ones.

    These are ``{model: {dataset: cross_validate(…)}}``, ``{dataset: search.cv_results_}``, ``{model: {dataset:
    search.cv_results_}}`` (the best candidate of each), and rliable's ``{algorithm: array of runs × tasks}``.
    """
    if not isinstance(content, Mapping) or not content:
        return None
    parts = list(content.values())
    if all(isinstance(part, np.ndarray) and part.ndim == 2 for part in parts):
        runs, tasks = parts[0].shape
        note = (
            f"{name}: rows of its arrays are taken as runs ({runs}), columns as tasks ({tasks}), as rliable has them."
        )
        return replace(long_table(_runs(content, name), name), notes=(note,))
    if all(map(_is_search, parts)):
        return long_table(_candidates(content), name)
    if not all(isinstance(part, Mapping) for part in parts):
        return None
    results = [(task, comparate, result) for comparate, part in content.items() for task, result in part.items()]
    for known, scores in ((_is_search, _best), (_is_validation, _validation)):
        if results and all(known(result) for *_, result in results):
            return long_table((record for result in results for record in scores(*result)), name)
    return None


def _runs(content: Mapping[str, Any], name: str) -> Iterator[Record]:
    """Yield the scores in an array of shape (n_runs, n_tasks) for each algorithm."""
    widths = {scores.shape[1] for scores in content.values()}
    if len(widths) > 1:
        raise DataError(f"{name}: its arrays are of {min(widths)} to {max(widths)} columns: give all tasks of each.")
    for algorithm, scores in content.items():
        for (run, task), score in np.ndenumerate(scores):
            yield Record(str(task + 1), str(algorithm), float(score), repeat=str(run))


def _is_search(content: Any) -> bool:
    return isinstance(content, Mapping) and "params" in content and any(map(_SPLIT.fullmatch, map(str, content)))


def _candidate(task: Any, comparate: Any, results: Mapping[str, Any], k: int, only: str = "") -> Iterator[Record]:
    """Yield the scores of a candidate of a search on its splits, by all measures or one."""
    for head, scores in results.items():
        split = _SPLIT.fullmatch(head)
        if split and only in ("", split[2]):
            yield _record(task, comparate, split[2], split[1], scores[k])


def _candidates(content: Mapping[str, Any]) -> Iterator[Record]:
    """Yield the scores of all candidates of searches, a search for each task."""
    for task, results in content.items():
        for k, params in enumerate(results["params"]):
            name = re.sub(r"['{}]", "", str(params)).replace(": ", "=")
            if isinstance(params, Mapping):
                name = ", ".join(f"{key}={value}" for key, value in params.items())
            yield from _candidate(task, name or "default", results, k)


def _best(task: str, comparate: str, results: Mapping[str, Any]) -> Iterator[Record]:
    for measure in dict.fromkeys(split[2] for split in map(_SPLIT.fullmatch, results) if split):
        ranks = [int(float(rank)) for rank in results[f"rank_test_{measure}"]]
        yield from _candidate(task, comparate, results, ranks.index(1), measure)


def _is_validation(content: Any) -> bool:
    return isinstance(content, Mapping) and content.keys() >= {"fit_time", "score_time"}


def _validation(task: str, comparate: str, results: Mapping[str, Any]) -> Iterator[Record]:
    for head, scores in results.items():
        if head.startswith("test_"):
            for fold, score in enumerate(scores):
                yield _record(task, comparate, head.removeprefix("test_"), str(fold), score)


def _record(task: Any, comparate: Any, measure: str, repeat: str, score: Any) -> Record:
    score = score.item() if isinstance(score, np.generic) else score
    return Record(cell_name(task), cell_name(comparate), score, "" if measure == "score" else measure, repeat)


def nested(files: Sequence[File]) -> Table:
    """Return the scores in JSON files of ``{model: {dataset: results}}``, or of ``{dataset: cv_results_}``."""
    why = "results are written as {model: {dataset: results}}, those of searches also as {dataset: cv_results_}"
    merged: dict[str, dict[str, Any]] = {}
    for file in files:
        content = file.mapping()
        if _is_search(content):  # `DataFrame.to_json` writes its columns with an index
            items = content.items()
            columns = {key: list(part.values()) if isinstance(part, Mapping) else part for key, part in items}
            content = {file.stem: columns}
        for key, results in content.items():
            if not isinstance(results, Mapping):
                raise file.strange(why)
            merged.setdefault(key, {}).update(results)
    table = from_objects(merged, name_of(files))
    if table is None:
        raise files[0].strange(why)
    return table


def searches(table: Table, file: File) -> Iterator[Record]:
    """Yield the scores of the candidates in a table of ``cv_results_``; its task is called like its file."""
    return _candidates({file.stem: {head: table.cells(head) for head in table.header}})


def cross_validate_table(table: Table, file: File) -> Iterator[Record]:
    """Yield the scores in a table of ``cross_validate``, with columns of models and data sets or from its path."""

    def names(vocabulary: frozenset[str]) -> list[str]:
        head = next((head for head in table.header if matches(head, vocabulary)), "")
        return list(map(cell_name, table.cells(head))) if head else []

    comparates = names(COMPARATE) or [file.folder] * table.n_rows * bool(file.folder)
    tasks = names(TASK) or [file.stem] * table.n_rows * bool(file.data)
    if not (comparates and tasks):
        raise DataError(
            f"{table.name} holds the results of cross_validate without the names of model and data set: add columns "
            "of both, or name the file MODEL/DATASET.csv."
        )
    pairs = list(zip(tasks, comparates, strict=True))
    folds = names(REPEAT) or list(map(str, numbered(pairs)))
    tests = {head.removeprefix("test_"): table.cells(head) for head in table.header if head.startswith("test_")}
    for row, (pair, fold) in enumerate(zip(pairs, folds, strict=True)):
        for measure, scores in tests.items():
            yield _record(*pair, measure, fold, scores[row])
