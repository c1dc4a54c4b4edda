"""Results of time series toolkits: tsml-eval 0.5 and sktime 0.38."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from comparatex.data.formats.contract import File, Record, long_table, name_of, placed, rows
from comparatex.data.names import better_scores
from comparatex.data.raw_table import Table, cell_name

_FOLD = re.compile(r"(.+)_fold_(\d+)_test")


@dataclass(frozen=True)
class _Kind:
    """What the third line of a file of predictions states first, by the number of its values."""

    measure: str
    lower: bool = False


_KINDS = {
    9: _Kind("accuracy"),
    8: _Kind("MSE", lower=True),
    7: _Kind("clustering accuracy"),
    6: _Kind("MAPE", lower=True),
}


def predictions(files: Sequence[File]) -> Table:
    """Return the scores in files of predictions, as tsml-eval 0.5 writes them (``utils/results_writing.py``).

    The first line names data set, estimator, split and resample. The third states the score: accuracy of
    classifiers (9 values), mean squared error of regressors (8), accuracy of clusterers (7) or mean absolute
    percentage error of forecasters (6). Where it is left out (-1), the accuracy is counted from the predictions.
    """
    return long_table((_prediction(file, files) for file in files), name_of(files), unit="line")


def _prediction(file: File, files: Sequence[File]) -> Record:
    lines = file.text.splitlines()
    task, comparate, _, resample, *_ = lines[0].split(",")
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
        measure=kind.measure,
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
    """Return the scores in the results of a benchmark of sktime 0.38 (``benchmarking/_benchmarking_dataclasses.py``).

    A row is a model on a task, ``METRIC_fold_K_test`` a column of it. The metrics of sktime that are not errors
    are named by the words for scores.
    """
    return long_table(_folds(table), table.name, unit=table.unit)


def _folds(table: Table) -> Iterator[Record]:
    found = [(head, _FOLD.fullmatch(head)) for head in table.header]
    columns = [(head, match[1], match[2]) for head, match in found if match]
    for head, measure, fold in columns:
        lower = better_scores(measure) != "higher"
        for row, (task, model, score) in enumerate(rows(table, ("validation_id", "model_id", head))):
            yield Record(
                task=cell_name(task),
                comparate=cell_name(model),
                score=score,
                measure=measure,
                repeat=fold,
                place=str(table.lines[row]),
                lower=lower,
            )
