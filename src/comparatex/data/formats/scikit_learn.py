"""Results of scikit-learn 1.5 and later: cross_val_score, cross_validate and searches; and of rliable 1.2."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from comparatex.data.formats.contract import File, Record, cells, long_table, name_of
from comparatex.data.names import COMPARATE, REPEAT, TASK, matches
from comparatex.data.raw_table import Table, cell_name
from comparatex.errors import DataError

_SPLIT = re.compile(r"split(\d+)_test_(.+)")
_TIMES = ("fit_time", "score_time")


def from_objects(content: Any, name: str) -> Table | None:
    """Return the raw table in Python objects of these libraries; None if they are no such ones.

    These are ``{model: {dataset: cross_validate(…)}}``, ``{dataset: search.cv_results_}``, ``{model: {dataset:
    search.cv_results_}}`` (the best candidate of each), and rliable's ``{algorithm: array of runs × tasks}``.
    """
    if not isinstance(content, Mapping) or not content:
        return None
    parts = list(content.values())
    if all(isinstance(part, np.ndarray) and part.ndim == 2 for part in parts):
        return _of_runs(content, name)
    if all(map(_is_search, parts)):
        return long_table(_candidates(content), name)
    inner = [part for one in parts if isinstance(one, Mapping) for part in one.values()]
    if not inner or not all(isinstance(one, Mapping) for one in parts):
        return None
    if all(map(_is_search, inner)):
        return long_table(_best(content), name)
    if all(isinstance(part, Mapping) and all(time in part for time in _TIMES) for part in inner):
        return long_table(_validations(content), name)
    return None


def _of_runs(content: Mapping[str, Any], name: str) -> Table:
    """Return the scores that rliable takes: an array of shape (n_runs, n_tasks) for each algorithm."""
    widths = {part.shape[1] for part in content.values()}
    if len(widths) > 1:
        raise DataError(
            f"{name}: its arrays are of {min(widths)} to {max(widths)} columns: give all tasks of each."
        )
    return long_table(
        (
            Record(task=str(task + 1), comparate=str(algorithm), score=float(score), repeat=str(run))
            for algorithm, part in content.items()
            for (run, task), score in np.ndenumerate(part)
        ),
        name,
    )


def _is_search(content: Any) -> bool:
    """Whether an object is a ``cv_results_``."""
    return (
        isinstance(content, Mapping) and "params" in content and any(map(_SPLIT.fullmatch, map(str, content)))
    )


def _splits(content: Mapping[str, Any], k: int) -> Iterator[tuple[str, str, Any]]:
    """Yield measure, split and score of a candidate."""
    for head, scores in content.items():
        found = _SPLIT.fullmatch(head)
        if found:
            yield found[2], found[1], scores[k]


def _candidates(content: Mapping[str, Any]) -> Iterator[Record]:
    """Yield the scores of all candidates of searches, a search for each task."""
    for task, found in content.items():
        for k, params in enumerate(found["params"]):
            for measure, split, score in _splits(found, k):
                yield _record(task, _params(params), measure, split, score)


def _params(params: Any) -> str:
    """Return the name of a candidate, from a mapping or from the text of one."""
    if isinstance(params, Mapping):
        return ", ".join(f"{key}={value}" for key, value in params.items()) or "default"
    return re.sub(r"['{}]", "", str(params)).replace(": ", "=") or "default"


def _best(content: Mapping[str, Any]) -> Iterator[Record]:
    """Yield the scores of the best candidate of each search."""
    for comparate, searches in content.items():
        for task, found in searches.items():
            for measure in dict.fromkeys(match[2] for match in map(_SPLIT.fullmatch, found) if match):
                ranks = [int(float(rank)) for rank in found[f"rank_test_{measure}"]]
                for name, split, score in _splits(found, ranks.index(1)):
                    if name == measure:
                        yield _record(task, comparate, measure, split, score)


def _validations(content: Mapping[str, Any]) -> Iterator[Record]:
    """Yield the scores of ``cross_validate``."""
    for comparate, results in content.items():
        for task, found in results.items():
            for head, scores in found.items():
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


def cross_validate(files: Sequence[File]) -> Table:
    """Return the scores in JSON files of ``{model: {dataset: cross_validate(…)}}``."""
    merged: dict[str, dict[str, Any]] = {}
    for file in files:
        for model, results in file.mapping().items():
            if not isinstance(results, Mapping):
                raise file.strange("cross_validate is written as {model: {dataset: results}}")
            merged.setdefault(model, {}).update(results)
    found = from_objects(merged, name_of(files))
    if found is None:
        raise files[0].strange("cross_validate is written as {model: {dataset: results}}")
    return found


def search_files(files: Sequence[File]) -> Table:
    """Return the scores in JSON files of ``{dataset: cv_results_}``, or of ``{model: {dataset: cv_results_}}``."""
    merged: dict[str, Any] = {}
    for file in files:
        merged |= {file.stem: _columns(file.mapping())} if _is_search(file.json) else file.mapping()
    found = from_objects(merged, name_of(files))
    if found is None:
        raise files[0].strange("searches are written as {dataset: cv_results_}")
    return found


def _columns(content: Mapping[str, Any]) -> dict[str, Any]:
    """Return columns as lists, also where ``DataFrame.to_json`` has written them with an index."""
    return {
        head: list(cells.values()) if isinstance(cells, Mapping) else cells for head, cells in content.items()
    }


def searches(table: Table, file: File) -> Table:
    """Return the scores of the candidates in a table of ``cv_results_``; its task is called like its file."""
    content = {head: cells(table, head) for head in table.header}
    return long_table(_candidates({file.stem: content}), table.name, unit=table.unit)


def cross_validate_table(table: Table, file: File) -> Table:
    """Return the scores in a table of ``cross_validate``, with columns of models and data sets or from its path."""
    comparate = next((head for head in table.header if matches(head, COMPARATE)), "")
    task = next((head for head in table.header if matches(head, TASK)), "")
    fold = next((head for head in table.header if matches(head, REPEAT)), "")
    if not (comparate or file.folder) or not (task or file.data):
        raise DataError(
            f"{table.name} holds the results of cross_validate without the names of model and data set: add columns "
            "of both, or name the file MODEL/DATASET.csv."
        )
    tests = [head for head in table.header if head.startswith("test_")]
    seen: dict[tuple[str, str], int] = {}
    records = []
    for row in range(table.n_rows):
        names = (
            cell_name(cells(table, task)[row]) if task else file.stem,
            cell_name(cells(table, comparate)[row]) if comparate else file.folder,
        )
        seen[names] = seen.get(names, -1) + 1
        repeat = cell_name(cells(table, fold)[row]) if fold else str(seen[names])
        records += [
            _record(*names, head.removeprefix("test_"), repeat, cells(table, head)[row]) for head in tests
        ]
    return long_table(records, table.name, unit=table.unit)
