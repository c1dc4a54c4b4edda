"""Results of collections of experiments: AutoML benchmark 2.1, OpenML 0.15 and MOABB 1.7."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from comparatex.data.formats.contract import File, Record, long_table, scored
from comparatex.data.measures import better_scores
from comparatex.data.raw_table import Table, cell_name
from comparatex.data.written_numbers import is_missing
from comparatex.errors import DataError
from comparatex.names import listed


def moabb(table: Table, file: File) -> Table:
    """Return the scores in the results of MOABB 1.2 to 1.7 (``evaluations/base.py``, ``analysis/results.py``).

    A task is a data set and a subject, and a repeat a session. Version 1.7 lists the rows of the first data sets again
    for each that follows: rows that repeat another one in all their cells, times included, are left out.
    """
    texts = list(zip(*(map(cell_name, column) for column in table.columns), strict=True))
    kept = set({cells: row for row, cells in reversed(list(enumerate(texts)))}.values())
    again = table.n_rows - len(kept)
    rows_are = "1 row repeats another one and is" if again == 1 else f"{again} rows repeat others and are"
    roles = {
        "task": "{dataset}/{subject}",
        "comparate": "{pipeline}",
        "repeat": "{session}",
        "group": "{dataset}",
    }
    records = scored(table, "score", **roles)
    return long_table(
        (record for row, record in enumerate(records) if row in kept),
        table.name,
        notes=(f"{table.name}: {rows_are} left out.",) if again else (),
        unit=table.unit,
    )


def amlb(table: Table, file: File) -> Table:
    """Return the scores in ``results.csv`` of the AutoML benchmark 2.1 (``amlb/results.py``), and of earlier versions.

    ``result`` is of the metric of the task. Version 2 turns it so that higher is better (``neg_logloss``); what
    earlier ones state of metrics that are better where lower is negated here. A run that failed has no score. Under
    several constraints a framework is one comparate for each.
    """
    limits = "constraint" in table.header and len(set(map(cell_name, table.cells("constraint")))) > 1
    comparate = "{framework} ({constraint})" if limits else "{framework}"
    metrics = _metrics(table)
    records = [
        replace(record, failed="no result")
        if is_missing(record.score)
        else replace(record, score=_higher(record.score, metric))
        for record, metric in zip(
            scored(table, "result", task="{task}", comparate=comparate, repeat="{fold}"), metrics, strict=True
        )
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
            raise DataError(f"{table.place(row, table.header.index('result'))}: no column says of which metric it is.")
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

    Tasks are data sets, and comparates flows; several set-ups of a flow on one task are several comparates.
    ``values``, which lists the scores of the folds, is preferred to their mean, ``value``.
    """
    about = {
        head: list(map(cell_name, table.cells(head if head in table.header else "flow_name")))
        for head in ("setup_id", "run_id", "task_id")
    }
    folds = map(_listed_values, table.cells("values")) if "values" in table.header else [[]] * table.n_rows
    runs = list(scored(table, "value", task="{data_name}", comparate="{flow_name}", measure="{function}"))
    setups: dict[tuple[str, str, str], set[str]] = {}
    for run, setup in zip(runs, about["setup_id"], strict=True):
        setups.setdefault((run.task, run.comparate, run.measure), set()).add(setup)
    several = {flow for (_, flow, _), ids in setups.items() if len(ids) > 1}
    for run, scores, setup, number, task in zip(runs, folds, *about.values(), strict=True):
        flow = f"{run.comparate} ({setup})" if run.comparate in several else run.comparate
        stated = (("task_id", task),) if "task_id" in table.header else ()
        for fold, score in enumerate(scores or [run.score]):
            yield replace(run, comparate=flow, score=score, repeat=f"{number}/{fold}", stated=stated)


def _listed_values(cell: Any) -> list[Any]:
    """Return the numbers of a list, as one or as text."""
    if isinstance(cell, str) and cell.strip().startswith("["):
        return [part.strip() for part in cell.strip()[1:-1].split(",") if part.strip()]
    return list(cell) if isinstance(cell, Sequence) and not isinstance(cell, str) else []
