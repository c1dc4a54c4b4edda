"""Costs of comparates: from a column of the table of scores, or from a table of their own."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

from comparatex.cli import study
from comparatex.errors import DataError, UsageError


def add_costs(given: dict[str, Any]) -> None:
    """Put the costs of comparates, and what they are, among a command's values."""
    given["costs"] = costs(given)
    given["cost_name"] = given["cost_name"] or given["cost"] or "cost"


def costs(given: dict[str, Any]) -> dict[str, float]:
    """Return the mean cost of each comparate, under a command's options.

    Raises
    ------
    UsageError
        Neither a column nor a file of costs is given, or both are.
    DataError
        A cost is no number.
    """
    if bool(given["cost"]) == bool(given["cost_file"]):
        raise UsageError("Say where the costs are: --cost COLUMN or --costs FILE.")
    if given["cost_file"]:
        short = _short(Path(given["cost_file"]))
        if short is not None:
            return short
    return _means(given)


def _means(given: dict[str, Any]) -> dict[str, float]:
    """Return the means over the tasks of a table that is read as scores are."""
    from comparatex.inference.differences import mean_scores

    where = {"score": given["cost"]} if given["cost"] else {"scores": (given["cost_file"],), "score": None}
    table = study.scores({**given, **where, "higher_is_better": False})
    means = mean_scores(table.values, table.decimals).tolist()
    return dict(zip(table.comparates, means, strict=True))


def _short(path: Path) -> dict[str, float] | None:
    """Return the costs of a CSV file of two columns, comparate and cost; None for any other table."""
    if path.suffix.lower() != ".csv":
        return None
    with path.open(encoding="utf-8-sig", newline="") as file:
        lines = [[cell.strip() for cell in line] for line in csv.reader(file) if any(line)]
    if len(lines) < 2 or any(len(line) != 2 for line in lines):
        return None
    try:
        return {name: float(cost) for name, cost in lines[1:]}
    except ValueError as error:
        raise DataError(f"{path.name}: a cost is no number ({error}).") from None
