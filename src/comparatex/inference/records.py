"""The statistics of pairs as plain records, for JSON and CSV: numbers, texts, and None where undefined."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from numpy.typing import NDArray

from comparatex.inference.bayes.pairs import REGIONS
from comparatex.inference.comparison import Comparison
from comparatex.inference.counts.shares import has_outcomes
from comparatex.inference.extras import Extras, pair_intervals, pair_repeats
from comparatex.inference.occam import razor
from comparatex.inference.pairs import STATISTICS
from comparatex.inference.pairwise.sign import sign_test_of
from comparatex.inference.verdicts import judged, sides

_VERDICTS = {1: "better", -1: "worse", 0: "not distinguishable"}
"""What the test says of the row of a pair."""
_UNJUDGED = "not judged"
"""Of a pair outside the family of tests."""

_PAIR_FIELDS = tuple(name for name in STATISTICS if name not in ("row", "column") and "reverse" not in name)


def pair_records(comparison: Comparison, extras: Extras) -> list[dict[str, Any]]:
    """Return the statistics of every pair."""
    statistics, names = comparison.pair_statistics, comparison.names
    columns: dict[str, list[Any]] = {
        "row": [names[i] for i in statistics.row.tolist()],
        "column": [names[i] for i in statistics.column.tolist()],
    }
    columns |= {field: numbers(getattr(statistics, field)) for field in _PAIR_FIELDS}
    columns["significant"] = comparison.significant.tolist()
    columns["adjusted_significant"] = comparison.adjusted_significant.tolist()
    columns["verdict"] = [
        _VERDICTS[side] if inside else _UNJUDGED
        for side, inside in zip(sides(comparison).tolist(), judged(comparison).tolist(), strict=True)
    ]
    columns["sign_pvalue"] = numbers(comparison.sign_pvalue)
    columns["nemenyi_pvalue"] = numbers(comparison.nemenyi_pvalue)
    won = comparison.win_share
    columns |= {
        "win_share": numbers(won.share),
        "win_share_low": numbers(won.low),
        "win_share_high": numbers(won.high),
    }
    more = pair_repeats(comparison) | (pair_intervals(comparison, extras.draws) if extras.draws else {})
    columns |= {name: numbers(values) for name, values in more.items()}
    if extras.sizes is not None or has_outcomes(comparison.scores):
        columns |= _significant_wins(comparison, extras.sizes or {})
    effects = {name: numbers(values) for name, values in comparison.effects.items()}
    columns["effects"] = [dict(zip(effects, row, strict=True)) for row in zip(*effects.values(), strict=True)]
    if comparison.analysis.bayes:
        regions = {name: numbers(getattr(comparison.posterior, name)) for name in REGIONS}
        columns["posterior"] = [
            dict(zip(regions, row, strict=True)) for row in zip(*regions.values(), strict=True)
        ]
        if comparison.analysis.bayes_test == "correlated-t":
            columns["task_posteriors"] = _task_posteriors(comparison)
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


def _significant_wins(comparison: Comparison, sizes: Mapping[str, int]) -> dict[str, list[Any]]:
    """Return on how many tasks alone either of each pair is significantly better, and the sign test of these."""
    found, analysis = comparison.significant_wins(sizes), comparison.analysis
    _, p, _ = sign_test_of(found.wins, found.ties, found.losses, analysis.sign_ties, analysis.sides)
    return {
        "significant_wins": numbers(found.wins),
        "significant_losses": numbers(found.losses),
        "significant_wins_pvalue": numbers(p),
    }


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
