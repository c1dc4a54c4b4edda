"""What is known of each comparate: the numbers that a sentence about it may hold."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any, Literal

from comparatex.inference.comparison import Comparison
from comparatex.stats import as_dict

Kind = Literal["score", "difference", "rank", "p", "wins", "ties", "losses", "tasks", "table", "other"]

_KINDS: Mapping[str, Kind] = {
    "mean": "score",
    "median": "score",
    "mean_rank": "rank",
    "mean_difference": "difference",
    "median_difference": "difference",
    "n_tasks": "tasks",
    "wins": "wins",
    "ties": "ties",
    "losses": "losses",
    "pvalue": "p",
    "adjusted_pvalue": "p",
    "sign_pvalue": "p",
    "nemenyi_pvalue": "p",
}
_OTHER_SIDE = {"wins": "losses", "losses": "wins"}


@dataclass(frozen=True)
class Known:
    """A number of a comparate.

    Parameters
    ----------
    kind : str
        What it is a number of.
    key : str
        Its key in prose, or what it is.
    size : Decimal
        Without its sign, which depends on the side that one looks from.
    rival : str
        Of a pair: the other one.
    task : bool
        It is a score on a single task, for which there is no key.
    """

    kind: Kind
    key: str
    size: Decimal
    rival: str = ""
    task: bool = False


def known(comparison: Comparison) -> dict[str, tuple[Known, ...]]:
    """Return what is known of each comparate, by name."""
    found: dict[str, list[Known]] = {name: [] for name in comparison.names}
    content = as_dict(comparison)
    for row in content["summary"]:
        found[row["comparate"]] += _of(row, f"comparate/{row['comparate']}/")
    for pair in content["pairs"]:
        row, column = pair["row"], pair["column"]
        numbers = {**pair, **pair["effects"], **pair.get("posterior", {})}
        found[row] += _of(numbers, f"pair/{row}/{column}/", column)
        turned = {_OTHER_SIDE.get(key, key): value for key, value in numbers.items()}
        found[column] += _of(turned, f"pair/{column}/{row}/", row)
    for name, scores in zip(
        comparison.names, comparison.scores.values[:, comparison.order].T.tolist(), strict=True
    ):
        found[name] += _of_tasks(comparison.scores.tasks, scores)
    whole = tuple(_of_table(content))
    return {name: (*values, *whole) for name, values in found.items()}


def _of(numbers: Mapping[str, Any], prefix: str, rival: str = "") -> Iterator[Known]:
    """Yield the numbers among the statistics of a comparate or a pair."""
    for key, value in numbers.items():
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            yield Known(_KINDS.get(key, "other"), f"{prefix}{key}", Decimal(repr(abs(value))), rival)


def _of_table(content: Mapping[str, Any]) -> Iterator[Known]:
    """Yield the level and the tests of all comparates, which may stand beside any of them."""
    for test in ("friedman", "iman_davenport", "nemenyi"):
        for found in _of(content[test], f"{test}/"):
            yield replace(found, kind="table")


def _of_tasks(tasks: tuple[str, ...], scores: list[Any]) -> Iterator[Known]:
    """Yield the scores on single tasks."""
    for task, value in zip(tasks, scores, strict=True):
        if math.isfinite(value):
            yield Known("score", f"the score on {task}", Decimal(repr(abs(value))), task=True)
