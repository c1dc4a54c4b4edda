"""Results of time series toolkits: aeon 1, tsml-eval 0.5 and sktime 0.38 to 1.2."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from comparatex.data.formats.contract import File, Record, headed, long_table, name_of, placed, rows
from comparatex.data.measures import better_scores, split_measure
from comparatex.data.raw_table import Table, cell_name
from comparatex.data.sources import decode

_FOLD = re.compile(r"(?P<measure>.+)_fold_(?P<fold>\d+)_test|folds\.(?P<number>\d+)\.scores\.(?P<score>.+)")
_VALIDATION = re.compile(r"\[dataset=(.+)\]_\[cv_splitter=.*\].*")
_TIMES = ("fit_time", "pred_time")


@dataclass(frozen=True)
class _Kind:
    """What the third line of a file of predictions states first, by the number of its values."""

    measure: str
    lower: bool = False


_KINDS = {
    9: _Kind("accuracy"),
    8: _Kind("MSE", lower=True),
    7: _Kind("clustering accuracy"),
    6: _Kind("accuracy"),
    5: _Kind("MAPE", lower=True),
}


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
    tables = [decode(file.data, file.name) for file in files]
    if len(files) == 1:
        return tables
    return [
        replace(table, only=file.stem.removesuffix("_mean"))
        for file, table in zip(files, tables, strict=True)
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
    lines = file.text.splitlines()
    task, comparate, split, resample, *_ = lines[0].split(",")
    values = lines[2].split(",") if len(lines) > 2 else []
    kind = _KINDS.get(len(values))
    if kind is None:
        raise file.strange(
            f"its third line holds {len(values)} values, and those of classifiers 9, of regressors 8"
        )
    score = _counted(lines[3:]) if values[0] in ("-1", "-1.0") and not kind.lower else values[0]
    return Record(
        task=task,
        comparate=comparate,
        score=score,
        measure=f"train {kind.measure}" if split.strip().lower() == "train" else kind.measure,
        repeat="" if resample == "None" else resample,
        place=placed(3, file, files),
        lower=kind.lower,
    )


def _counted(lines: Sequence[str]) -> str:
    """Return the share of cases that are predicted rightly."""
    pairs = [line.split(",")[:2] for line in lines if line.strip()]
    right = sum(float(true) == float(predicted) for true, predicted in pairs)
    return repr(right / len(pairs)) if pairs else ""


def sktime(table: Table, file: File) -> Table:
    """Return the scores in the results of a benchmark of sktime 0.38 to 1.2 (``benchmarking/benchmarks.py``).

    A row is a model on a task. ``METRIC_fold_K_test`` is a column of the data frame that ``run`` returns,
    ``folds.K.scores.METRIC`` one of the CSV and Parquet files that it writes. The metrics of sktime that are not errors
    are named by the words for scores. A task is called like its data set where no other task has the same one.
    """
    return _of_validations(_folds(table), table.name, table.unit)


def sktime_files(files: Sequence[File]) -> Table:
    """Return the scores in the JSON files that a benchmark of sktime 0.38 to 1.2 writes (``_storage_handlers.py``)."""
    return _of_validations(
        (
            _fold(
                result["validation_id"],
                result["model_id"],
                measure,
                fold,
                score,
                placed(number, file, files),
            )
            for file in files
            for number, result in enumerate(file.json, start=1)
            for fold, found in result["folds"].items()
            for measure, score in found["scores"].items()
        ),
        name_of(files),
        "record",
    )


def _of_validations(found: Iterable[Record], name: str, unit: str) -> Table:
    """Return the long table of records, with the plainest names for tasks, and times only where they are asked for."""
    records = list(found)
    ids = dict.fromkeys(one.task for one in records)
    parts = {task: _VALIDATION.fullmatch(task) for task in ids}
    plain = {task: part[1] for task, part in parts.items() if part}
    if len(set(plain.values())) == len(ids):
        records = [replace(one, task=plain[one.task]) for one in records]
    measures = [one for one in dict.fromkeys(one.measure for one in records) if one not in _TIMES]
    return headed(records, name, preferred=measures if len(measures) == 1 else (), unit=unit)


def _folds(table: Table) -> Iterator[Record]:
    for head in table.header:
        found = _FOLD.fullmatch(head)
        if found:
            measure, fold = found["measure"] or found["score"], found["fold"] or found["number"]
            for row, (task, model, score) in enumerate(rows(table, ("validation_id", "model_id", head))):
                yield _fold(task, model, measure, fold, score, str(table.lines[row]))


def _fold(task: object, model: object, measure: str, fold: str, score: object, place: str) -> Record:
    """Return the score of a fold."""
    return Record(
        task=cell_name(task),
        comparate=cell_name(model),
        score=score,
        measure=measure,
        repeat=fold,
        place=place,
        lower=better_scores(measure) != "higher",
    )
