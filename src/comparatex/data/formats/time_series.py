"""Results of time series toolkits: aeon 1, tsml-eval 0.5 and sktime 0.38 to 1.2."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from comparatex.data.formats.contract import File, Record, headed, long_table, name_of, placed, scored
from comparatex.data.measures import better_scores, split_measure
from comparatex.data.raw_table import Table, cell_name
from comparatex.data.sources import decode

_FOLD = re.compile(r"(?P<measure>.+)_fold_(?P<fold>\d+)_test|folds\.(?P<number>\d+)\.scores\.(?P<score>.+)")
_VALIDATION = re.compile(r"\[dataset=(.+)\]_\[cv_splitter=.*\].*")
_TIMES = ("fit_time", "pred_time")
_MEASURES = {9: "accuracy", 8: "MSE", 7: "clustering accuracy", 6: "accuracy", 5: "MAPE"}
"""What the third line of a file of predictions states first, by the number of its values."""


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
    return [
        replace(table, only=file.stem.removesuffix("_mean") if len(files) > 1 else table.only)
        for file, table in zip(files, resamples(files), strict=True)
    ]


def predictions(files: Sequence[File]) -> Table:
    """Return the scores in files of predictions, as tsml-eval 0.5 writes them (``utils/results_writing.py``).

    The first line names data set, estimator, split and resample; scores of training data are a measure of their own.
    The third states the score: accuracy of classifiers (9 values; 6 where tsml in Java wrote them), mean squared error
    of regressors (8), accuracy of clusterers (7) or mean absolute percentage error of forecasters (5). Where it is
    left out (-1), the accuracy is counted from the predictions.
    """
    return long_table((_prediction(file, files) for file in files), name_of(files), unit="line")


def _prediction(file: File, files: Sequence[File]) -> Record:
    """Return the score of a file of predictions."""
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
    return Record(
        task=task,
        comparate=comparate,
        score=score,
        measure=f"train {measure}" if split.strip().lower() == "train" else measure,
        repeat="" if resample == "None" else resample,
        place=placed(3, file, files),
        lower=lower,
    )


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
    return _of_validations(
        (
            Record(
                task=cell_name(result["validation_id"]),
                comparate=cell_name(result["model_id"]),
                score=score,
                measure=measure,
                repeat=fold,
                place=placed(number, file, files),
            )
            for file in files
            for number, result in enumerate(file.json, start=1)
            for fold, content in result["folds"].items()
            for measure, score in content["scores"].items()
        ),
        name_of(files),
        "record",
    )


def _of_validations(folds: Iterable[Record], name: str, unit: str) -> Table:
    """Return the long table of scores, with the plainest names for tasks, and times only where they are asked for."""
    records = [replace(fold, lower=better_scores(fold.measure) != "higher") for fold in folds]
    tasks = {record.task: _VALIDATION.fullmatch(record.task) for record in records}
    plain = {task: match[1] for task, match in tasks.items() if match}
    if len(set(plain.values())) == len(tasks):
        records = [replace(record, task=plain[record.task]) for record in records]
    measures = {record.measure for record in records}.difference(_TIMES)
    return headed(records, name, preferred=tuple(measures) if len(measures) == 1 else (), unit=unit)
