"""Results of scikit-learn 1.5 and later: cross_val_score, cross_validate and searches; and of rliable 1.2."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from comparatex.data.formats.contract import File, Record, long_table, name_of, numbered
from comparatex.data.headings import COMPARATE, REPEAT, TASK, matches
from comparatex.data.raw_table import Table, cell_name
from comparatex.errors import DataError

_SPLIT = re.compile(r"split(\d+)_test_(.+)")
_TIMES = {"fit_time", "score_time"}


def from_objects(content: Any, name: str) -> Table | None:
    """Return the raw table in Python objects of these libraries; None if they are no such ones.

    These are ``{model: {dataset: cross_validate(…)}}``, ``{dataset: search.cv_results_}``, ``{model: {dataset:
    search.cv_results_}}`` (the best candidate of each), and rliable's ``{algorithm: array of runs × tasks}``.
    """
    if not isinstance(content, Mapping) or not content:
        return None
    parts = list(content.values())
    results = [result for part in parts if isinstance(part, Mapping) for result in part.values()]
    if all(isinstance(part, np.ndarray) and part.ndim == 2 for part in parts):
        return long_table(_runs(content, name), name)
    if all(map(_is_search, parts)):
        return long_table(_candidates(content), name)
    if not results or not all(isinstance(part, Mapping) for part in parts):
        return None
    if all(map(_is_search, results)):
        return long_table(_best(content), name)
    if all(isinstance(result, Mapping) and result.keys() >= _TIMES for result in results):
        return long_table(_validations(content), name)
    return None


def _runs(content: Mapping[str, Any], name: str) -> Iterator[Record]:
    """Yield the scores that rliable takes: an array of shape (n_runs, n_tasks) for each algorithm."""
    widths = {scores.shape[1] for scores in content.values()}
    if len(widths) > 1:
        raise DataError(f"{name}: its arrays are of {min(widths)} to {max(widths)} columns: give all tasks of each.")
    for algorithm, scores in content.items():
        for (run, task), score in np.ndenumerate(scores):
            yield Record(task=str(task + 1), comparate=str(algorithm), score=float(score), repeat=str(run))


def _is_search(content: Any) -> bool:
    """Whether an object is a ``cv_results_``."""
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
            if isinstance(params, Mapping):
                name = ", ".join(f"{key}={value}" for key, value in params.items())
            else:
                name = re.sub(r"['{}]", "", str(params)).replace(": ", "=")
            yield from _candidate(task, name or "default", results, k)


def _best(content: Mapping[str, Any]) -> Iterator[Record]:
    """Yield the scores of the best candidate of each search."""
    for comparate, searches in content.items():
        for task, results in searches.items():
            for measure in dict.fromkeys(split[2] for split in map(_SPLIT.fullmatch, results) if split):
                ranks = [int(float(rank)) for rank in results[f"rank_test_{measure}"]]
                yield from _candidate(task, comparate, results, ranks.index(1), measure)


def _validations(content: Mapping[str, Any]) -> Iterator[Record]:
    """Yield the scores of ``cross_validate``."""
    for comparate, results in content.items():
        for task, columns in results.items():
            for head, scores in columns.items():
                if head.startswith("test_"):
                    for fold, score in enumerate(scores):
                        yield _record(task, comparate, head.removeprefix("test_"), str(fold), score)


def _record(task: Any, comparate: Any, measure: str, repeat: str, score: Any) -> Record:
    """Return a score; scikit-learn negates errors (``neg_…``), so that higher is better."""
    return Record(
        task=cell_name(task),
        comparate=cell_name(comparate),
        score=score.item() if isinstance(score, np.generic) else score,
        measure="" if measure == "score" else measure,
        repeat=repeat,
    )


def nested(files: Sequence[File]) -> Table:
    """Return the scores in JSON files of ``{model: {dataset: results}}``, or of ``{dataset: cv_results_}``."""
    why = "results are written as {model: {dataset: results}}, those of searches also as {dataset: cv_results_}"
    merged: dict[str, dict[str, Any]] = {}
    for file in files:
        content = file.mapping()
        if _is_search(content):  # `DataFrame.to_json` writes its columns with an index
            content = {
                file.stem: {
                    head: list(column.values()) if isinstance(column, Mapping) else column
                    for head, column in content.items()
                }
            }
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
