"""Statistics as plain records, for JSON and CSV: numbers, texts, and None where undefined."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from numpy.typing import NDArray

from comparatex.inference.bayes.pairs import REGIONS
from comparatex.inference.comparison import Comparison
from comparatex.inference.fields import COMPARATE, PAIR, TABLE
from comparatex.inference.occam import razor
from comparatex.inference.optional import OptionalStatistics, Source


def pair_records(comparison: Comparison, optional: OptionalStatistics) -> list[dict[str, Any]]:
    """Return the statistics of every pair; those of a group, such as ``effects``, under its name."""
    source, names = Source(comparison, optional), comparison.names
    columns: dict[str, list[Any]] = {
        "row": [names[i] for i in source.pairs.row.tolist()],
        "column": [names[i] for i in source.pairs.column.tolist()],
    }
    groups: dict[str, dict[str, list[Any]]] = {"": columns}
    for field in PAIR.values():
        if field.records and field.when(source):
            groups.setdefault(field.group, {})[field.name] = numbers(field.values(source))
    columns |= {group: _records(values) for group, values in groups.items() if group}
    if comparison.analysis.bayes and comparison.analysis.bayes_test == "correlated-t":
        columns["task_posteriors"] = _task_posteriors(comparison)
    return _records(columns)


def comparate_records(comparison: Comparison, optional: OptionalStatistics) -> list[dict[str, Any]]:
    """Return the statistics of every comparate."""
    source = Source(comparison, optional)
    columns: dict[str, list[Any]] = {"comparate": list(comparison.names)}
    columns |= {f.name: numbers(f.values(source)) for f in COMPARATE if f.records and f.when(source)}
    return _records(columns)


def table_records(comparison: Comparison) -> dict[str, dict[str, Any]]:
    """Return the statistics of the whole table, by test; degrees of freedom as a number where there is one."""
    source, found = Source(comparison), dict[str, dict[str, Any]]()
    for field in TABLE:
        if field.records and field.when(source):
            value: Any = field.value(source)
            if isinstance(value, tuple):
                value = list(value) if len(value) > 1 else value[0]
            found.setdefault(field.group, {})[field.name] = number(value)
    return found


def _records(columns: Mapping[str, list[Any]]) -> list[dict[str, Any]]:
    """Return columns as rows."""
    return [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]


def _task_posteriors(comparison: Comparison) -> list[Any]:
    """Return the probabilities of every pair on every task."""
    statistics, tasks = comparison.pair_statistics, comparison.scores.tasks
    pairs = zip(statistics.row.tolist(), statistics.column.tolist(), strict=True)
    return [
        [
            {"task": task, **{name: number(p) for name, p in zip(REGIONS, line, strict=True)}}
            for task, line in zip(tasks, comparison.task_posteriors(*pair).tolist(), strict=True)
        ]
        for pair in pairs
    ]


def occam_record(comparison: Comparison, costs: Mapping[str, float]) -> dict[str, Any]:
    """Return the best comparate, and the simplest that does not differ significantly from it."""
    best, simplest = (comparison.names[i] for i in razor(comparison, costs))
    known = {name: costs[name] for name in comparison.names if name in costs}
    return {"best": best, "simplest": simplest, "costs": known}


def numbers(values: NDArray[Any]) -> list[Any]:
    """Return the numbers of an array, None where undefined."""
    return [number(value) for value in values.tolist()]


def number(value: Any) -> Any:
    """Return a value as JSON knows it: undefined and infinite numbers are None."""
    return None if isinstance(value, float) and not math.isfinite(value) else value
