"""All statistics of a comparison as JSON, or as CSV tables, for scripts; what is undefined is null, or empty."""

from __future__ import annotations

import csv
import io
import json
import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from itertools import count
from typing import Any

from numpy.typing import NDArray

from comparatex.data.names import guarded
from comparatex.data.scores import BINARY
from comparatex.errors import DataError
from comparatex.files import is_reserved
from comparatex.inference.bayes.pairs import REGIONS
from comparatex.inference.comparison import Comparison
from comparatex.inference.fields import COMPARATE, PAIR, TABLE
from comparatex.inference.items import ItemComparison
from comparatex.inference.leaderboard import leaderboard
from comparatex.inference.occam import razor
from comparatex.inference.optional import OptionalStatistics, Source
from comparatex.layout.options import LeaderboardOptions
from comparatex.version import __version__

_LONGEST = 60
"""Letters of the name of a folder: file systems take 255 bytes."""

NOTHING = OptionalStatistics()
"""Nothing beyond the usual statistics."""

TIES = (
    "Differences of scores written with at most 12 significant digits, or of whole numbers up to 2^53, are exact. "
    "Where a score has more digits, comes from a binary source or is a mean of repeats, they are on a grid of 1e-10, "
    "or of the smallest power of ten that is at least 1e-13 of the larger of the two scores when that exceeds 1000, "
    "and at least 1e-7 of it when that is at most 0.0001 and not both are multiples of 2^-53 (as 1 - x is of any "
    "floating-point x from 1/2 to 1)."
)
"""The rule for ties, in words."""

_TOLERANCE = "Then scores and differences are rounded to the nearest multiple of the tie tolerance."


def to_json(
    comparison: Comparison,
    groups: Sequence[Comparison] = (),
    optional: OptionalStatistics = NOTHING,
) -> str:
    """Return all statistics as strict JSON: undefined numbers are null, and the notes say why."""
    return json.dumps(as_dict(comparison, groups, optional), indent=2, ensure_ascii=False, allow_nan=False)


def of_measures(comparisons: Sequence[Comparison]) -> str:
    """Return the statistics by several measures as strict JSON: those of each, under ``measures``."""
    every = {"version": __version__, "measures": [as_dict(comparison) for comparison in comparisons]}
    return json.dumps(every, indent=2, ensure_ascii=False, allow_nan=False)


def as_dict(
    comparison: Comparison,
    groups: Sequence[Comparison] = (),
    optional: OptionalStatistics = NOTHING,
) -> dict[str, Any]:
    """Return all statistics as plain dictionaries, lists, numbers, texts and None.

    The keys and their order are part of the contract with scripts. Every pair stands once, in the order of
    the summary: the row is the comparate with the better mean score.

    Parameters
    ----------
    comparison : Comparison
        The statistics.
    groups : sequence of Comparison
        Those of each group of tasks; they follow under ``groups``, with the same keys.
    optional : OptionalStatistics
        What is asked for beyond the usual statistics.
    """
    cliques, note = _cliques(comparison)
    return {
        "version": __version__,
        "settings": _settings(comparison),
        "notes": [*comparison.notes, *note],
        "scores": _scores(comparison),
        "summary": comparate_records(comparison, optional),
        **table_records(comparison),
        "pairs": pair_records(comparison, optional),
        "cliques": cliques,
        **({"occam": occam_record(comparison, optional.costs)} if optional.costs else {}),
        **({"groups": [as_dict(group, (), optional) for group in groups]} if groups else {}),
    }


def to_csv(
    comparison: Comparison, groups: Sequence[Comparison] = (), optional: OptionalStatistics = NOTHING
) -> dict[str, str]:
    """Return all statistics as CSV tables, by file name; undefined numbers are empty cells.

    Those of each group of tasks are in folders of their own. ``task-posteriors.csv`` is there where the Bayesian
    test is one of every task, ``occam.csv`` where costs are known.
    """
    folders = folder_names([group.scores.task_group for group in groups])
    tables = {
        f"groups/{folder}/{name}": text
        for group, folder in zip(groups, folders, strict=True)
        for name, text in to_csv(group, (), optional).items()
    }
    return _csv(comparison, optional) | tables


def items_to_json(found: ItemComparison, alpha: float) -> str:
    """Return comparisons on the same items as strict JSON."""
    content = {"version": __version__, "test": found.test, "alpha": alpha, "pairs": found.records()}
    return json.dumps(content, indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def items_to_csv(found: ItemComparison) -> str:
    """Return comparisons on the same items as a CSV table, a line for each pair."""
    records = found.records()
    return _table(records[0], (record.values() for record in records))


def leaderboard_to_json(comparison: Comparison, options: LeaderboardOptions) -> str:
    """Return the leaderboard as strict JSON, with the further columns that are asked for."""
    lines = leaderboard(comparison, draws=options.draws).records()
    for heading, texts in options.extra.items():
        for line in lines:
            line.setdefault("extra", {})[heading] = texts.get(line["comparate"])
    analysis = comparison.analysis
    content = {"version": __version__, "test": analysis.test, "alpha": analysis.alpha, "comparates": lines}
    return json.dumps(content, indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def folder_names(names: Iterable[str]) -> list[str]:
    """Return a folder name for each group: its letters, digits, dots and dashes; a number where two are alike.

    >>> folder_names(["Image data", "image/data", "β", "..", "Image data 2", "aux"])
    ['Image-data', 'image-data-2', 'β', 'group', 'Image-data-2-2', 'group-aux']
    """
    found: list[str] = []
    for name in names:
        plain = re.sub(r"[^\w.-]+", "-", name)[:_LONGEST].strip(".-") or "group"
        plain = f"group-{plain}" if is_reserved(plain) else plain
        taken = {other.casefold() for other in found}
        number = next(k for k in count(1) if _numbered(plain, k).casefold() not in taken)
        found.append(_numbered(plain, number))
    return found


def _numbered(name: str, number: int) -> str:
    """Return a name, with its number from the second on."""
    return f"{name}-{number}" if number > 1 else name


def _csv(comparison: Comparison, optional: OptionalStatistics) -> dict[str, str]:
    summary, records = comparate_records(comparison, optional), pair_records(comparison, optional)
    by_task = [record.pop("task_posteriors", []) for record in records]
    pairs = [_flat(record) for record in records]
    cliques, _ = _cliques(comparison)
    members = [(number, name) for number, clique in enumerate(cliques or [], 1) for name in clique]
    return {
        "summary.csv": _table(summary[0], (row.values() for row in summary)),
        "pairs.csv": _table(pairs[0], (row.values() for row in pairs)),
        "friedman.csv": _table(("test", "key", "value"), _table_rows(comparison)),
        "cliques.csv": _table(("clique", "comparate"), members),
        "ranks.csv": _ranks_csv(comparison),
        "scores.csv": _scores_csv(comparison),
        **({"task-posteriors.csv": _task_posteriors_csv(pairs, by_task)} if any(by_task) else {}),
        **({"occam.csv": _occam_csv(comparison, optional.costs)} if optional.costs else {}),
    }


def _settings(comparison: Comparison) -> dict[str, Any]:
    """Return the settings of the analysis and those of the table that bear on its numbers."""
    settings = asdict(comparison.analysis)
    scores = comparison.scores
    if comparison.analysis.bayes:
        settings["rope"] = comparison.rope
    followed = None if comparison.verdict is None else asdict(comparison.verdict.convention)
    return {
        "convention": settings.pop("convention"),
        **({"convention_settings": followed} if followed else {}),
        **settings,
        "missing": scores.missing,
        "ties": TIES if scores.tie_tolerance is None else f"{TIES} {_TOLERANCE}",
        "tie_tolerance": scores.tie_tolerance,
    }


def _scores(comparison: Comparison) -> dict[str, Any]:
    scores = comparison.scores
    return {
        "comparates": list(scores.comparates),
        "tasks": list(scores.tasks),
        "n_tasks": scores.n_tasks,
        "direction": scores.direction,
        "measure": scores.measure,
        **({"group": scores.task_group} if scores.task_group else {}),
        **({"task_groups": dict(scores.task_groups)} if scores.task_groups and not scores.task_group else {}),
        "dropped_tasks": list(scores.dropped_tasks),
        "dropped_comparates": list(scores.dropped_comparates),
    }


def _cliques(comparison: Comparison) -> tuple[list[list[str]] | None, list[str]]:
    """Return the cliques, or None with a note when there are too many."""
    try:
        return [[comparison.names[i] for i in clique] for clique in comparison.cliques], []
    except DataError as error:
        return None, [f"Cliques are not listed. {error}"]


def _table_rows(comparison: Comparison) -> Iterable[tuple[str, str, Any]]:
    """Yield the same as test, key and value; two degrees of freedom as df1 and df2."""
    for test, values in table_records(comparison).items():
        for key, value in values.items():
            if isinstance(value, list):
                yield from ((test, f"{key}{k}", part) for k, part in enumerate(value, 1))
            else:
                yield test, key, value


def _flat(pair: dict[str, Any]) -> dict[str, Any]:
    """Return the statistics of a pair with its effects and posterior in columns of their own."""
    effects, posterior = pair.pop("effects"), pair.pop("posterior", {})
    return {**pair, **effects, **posterior}


def _task_posteriors_csv(pairs: Sequence[dict[str, Any]], by_task: Sequence[list[dict[str, Any]]]) -> str:
    """Return the posterior of every pair on every task, a row for each."""
    rows = [
        (pair["row"], pair["column"], *posterior.values())
        for pair, posteriors in zip(pairs, by_task, strict=True)
        for posterior in posteriors
    ]
    return _table(("row", "column", *by_task[0][0]), rows)


def _occam_csv(comparison: Comparison, costs: Mapping[str, float]) -> str:
    """Return what comparates cost, which is the best, and which the simplest that does not differ from it."""
    found = occam_record(comparison, costs)
    rows = [
        (name, cost, name == found["best"], name == found["simplest"])
        for name, cost in found["costs"].items()
    ]
    return _table(("comparate", "cost", "best", "simplest"), rows)


def _ranks_csv(comparison: Comparison) -> str:
    scores = comparison.scores
    tasks = [task for task, there in zip(scores.tasks, scores.complete, strict=True) if there]
    rows = ((task, *numbers(ranks)) for task, ranks in zip(tasks, comparison.ranks, strict=True))
    return _table(("task", *comparison.names), rows)


def _scores_csv(comparison: Comparison) -> str:
    """Return the scores as they were compared, decimals as written, comparates in the summary order."""
    scores, order = comparison.scores, comparison.order
    cells = zip(scores.values[:, order].tolist(), scores.decimals[:, order].tolist(), strict=True)
    rows = (
        (task, *(_written(value, places) for value, places in zip(*row, strict=True)))
        for task, row in zip(scores.tasks, cells, strict=True)
    )
    return _table(("task", *comparison.names), rows)


def _written(value: float, places: int) -> str:
    """Return a score with the decimals in which it was written; a binary float with all its digits."""
    if math.isnan(value):
        return ""
    return repr(value) if places == BINARY else f"{value:.{places}f}"


def _table(heading: Iterable[str], rows: Iterable[Iterable[Any]]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(map(guarded, heading))
    writer.writerows([guarded(cell) if isinstance(cell, str) else cell for cell in row] for row in rows)
    return text.getvalue()


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
    return [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]


def _task_posteriors(comparison: Comparison) -> list[Any]:
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
