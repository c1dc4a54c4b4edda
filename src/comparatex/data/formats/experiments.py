"""Results of collections of experiments: AutoML benchmark 2.1, OpenML 0.15 and MOABB 1.7."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from comparatex.data.formats.contract import File, Record, cells, long_table, rows
from comparatex.data.measures import better_scores
from comparatex.data.names import listed
from comparatex.data.raw_table import Table, cell_name
from comparatex.data.written_numbers import is_missing
from comparatex.errors import DataError


def moabb(table: Table, file: File) -> Table:
    """Return the scores in the results of MOABB 1.2 to 1.7 (``evaluations/base.py``, ``analysis/results.py``).

    A task is a data set and a subject, and a repeat a session. Version 1.7 lists the rows of the first data sets again
    for each that follows: rows that repeat another one in all their cells, times included, are left out.
    """
    heads = ("dataset", "subject", "pipeline", "session", "score")
    whole = list(zip(*(map(cell_name, column) for column in table.columns), strict=True))
    kept = set({cells: row for row, cells in reversed(list(enumerate(whole)))}.values())
    again = table.n_rows - len(kept)
    rows_are = "1 row repeats another one and is" if again == 1 else f"{again} rows repeat others and are"
    return long_table(
        (
            Record(
                task=f"{cell_name(dataset)}/{cell_name(subject)}",
                comparate=cell_name(pipeline),
                score=score,
                repeat=cell_name(session),
                place=str(table.lines[row]),
                group=cell_name(dataset),
            )
            for row, (dataset, subject, pipeline, session, score) in enumerate(rows(table, heads))
            if row in kept
        ),
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
    limits = "constraint" in table.header and len(set(map(cell_name, cells(table, "constraint")))) > 1
    extra = "constraint" if limits else "framework"
    metrics = _metrics(table)
    records = [
        Record(
            task=cell_name(task),
            comparate=f"{cell_name(framework)} ({cell_name(limit)})" if limits else cell_name(framework),
            score=result if is_missing(result) else _higher(result, metrics[row]),
            repeat=cell_name(fold),
            place=str(table.lines[row]),
            failed="no result" if is_missing(result) else "",
        )
        for row, (task, framework, fold, result, limit) in enumerate(
            rows(table, ("task", "framework", "fold", "result", extra))
        )
    ]
    named = [name for name in dict.fromkeys(metrics) if name]
    notes = []
    if len(named) > 1 or "lower" in map(better_scores, named):
        turned = [name for name in named if better_scores(name) == "lower"]
        how = f", of which {listed(turned)} {'is' if len(turned) == 1 else 'are'} negated" if turned else ""
        notes.append(f"{table.name}: scores are of {listed(named)}{how}; higher is better.")
    if len(named) == 1 and better_scores(named[0]) != "lower":
        records = [replace(one, measure=named[0]) for one in records]
    made = long_table(records, table.name, notes=tuple(notes), unit=table.unit)
    signed = tuple(f"−{name}" if better_scores(name) == "lower" else name for name in named)
    return replace(made, scales=signed) if len(named) > 1 else made


def _metrics(table: Table) -> list[str]:
    """Return the metric of each run: as it is stated, or else that whose column repeats the result."""
    if "metric" in table.header:
        return ["" if is_missing(name) else cell_name(name) for name in cells(table, "metric")]
    known = {head: cells(table, head) for head in table.header if better_scores(head)}
    found = []
    for row, result in enumerate(cells(table, "result")):
        same = [head for head, column in known.items() if column[row] == result]
        if not is_missing(result) and not same:
            raise DataError(
                f"{table.place(row, table.header.index('result'))}: no column says of which metric it is."
            )
        found.append("" if is_missing(result) else min(same, key=lambda head: head != "auc"))
    return found


def _higher(result: Any, metric: str) -> Any:
    """Return a result so that higher is better, written with the same digits."""
    if better_scores(metric) != "lower":
        return result
    if not isinstance(result, str):
        return -result
    text = result.strip()
    return text.removeprefix("-") if text.startswith("-") else f"-{text}"


def openml(table: Table, file: File) -> Table:
    """Return the scores in a list of evaluations of openml-python 0.15 (``openml.evaluations.list_evaluations``).

    Tasks are data sets, and comparates flows; several set-ups of a flow on one task are several comparates.
    ``values``, which lists the scores of the folds, is preferred to their mean, ``value``.
    """
    extra = [
        head if head in table.header else "flow_name" for head in ("setup_id", "values", "run_id", "task_id")
    ]
    heads = ("data_name", "flow_name", "function", "value", *extra)
    setups: dict[tuple[str, str, str], set[str]] = {}
    for task, flow, measure, _, setup, *_ in rows(table, heads):
        setups.setdefault((cell_name(task), cell_name(flow), cell_name(measure)), set()).add(cell_name(setup))
    several = {flow for (_, flow, _), found in setups.items() if len(found) > 1}
    records = []
    for row, (task, flow, measure, value, setup, values, run, of) in enumerate(rows(table, heads)):
        name = cell_name(flow)
        folds = _listed_values(values) if "values" in table.header else []
        for fold, score in enumerate(folds or [value]):
            records.append(
                Record(
                    task=cell_name(task),
                    comparate=f"{name} ({cell_name(setup)})" if name in several else name,
                    score=score,
                    measure=cell_name(measure),
                    repeat=f"{cell_name(run)}/{fold}",
                    place=str(table.lines[row]),
                    stated=(("task_id", cell_name(of)),) if "task_id" in table.header else (),
                )
            )
    return long_table(records, table.name, unit=table.unit)


def _listed_values(cell: Any) -> list[Any]:
    """Return the numbers of a list, as one or as text."""
    if isinstance(cell, str) and cell.strip().startswith("["):
        return [part.strip() for part in cell.strip()[1:-1].split(",") if part.strip()]
    return list(cell) if isinstance(cell, Sequence) and not isinstance(cell, str) else []
