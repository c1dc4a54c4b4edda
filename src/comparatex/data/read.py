"""The entry to reading: any source in, checked scores out."""

from __future__ import annotations

from typing import Any

import numpy as np

from comparatex.data.reading import Reading
from comparatex.data.scores import Scores
from comparatex.data.sources import load
from comparatex.data.wide import wide
from comparatex.errors import DataError


def read(source: Any, reading: Reading = Reading(), **overrides: Any) -> Scores:  # noqa: B008  (frozen)
    """Return the scores in a results table (early version: one wide text file)."""
    reading = reading.replace(**overrides)
    grid = wide(load(source[0] if isinstance(source, (list, tuple)) else source), reading)
    if np.isnan(grid.values).any() and reading.missing == "error":
        raise DataError(
            f"{grid.name}: scores are missing: use --missing drop-tasks, drop-comparates or pairwise."
        )
    return Scores(
        grid.values,
        grid.decimals,
        grid.tasks,
        grid.comparates,
        higher_is_better=reading.higher_is_better,
        measure=reading.measure_name,
        repeats=grid.repeats,
        tie_tolerance=reading.tie_tolerance,
        numbered=grid.numbered,
        missing=reading.missing,
        notes=grid.notes,
    )
