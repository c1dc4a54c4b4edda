"""Which verdicts depend on scores that take the place of missing ones."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from comparatex.data.reading import IMPUTE
from comparatex.data.scores import on_tasks
from comparatex.inference.compare import compare
from comparatex.inference.comparison import Comparison
from comparatex.inference.verdicts import verdicts


@dataclass(frozen=True)
class Imputation:
    """Missing scores that others took the place of, and the verdicts that differ on the complete tasks alone."""

    source: str  # ``worst``, for the worst score of the task, or the comparate whose scores they have
    n_scores: int  # how many scores are imputed
    n_complete: int  # tasks without any
    verdicts: tuple[tuple[str, str, str, str], ...]
    """Row and column of such pairs, best mean score first; the verdict on the row, and that on complete tasks."""

    def record(self) -> dict[str, Any]:
        """Return this for JSON; verdicts are null where fewer than two tasks are complete."""
        keys = ("row", "column", "verdict", "on_complete_tasks")
        pairs = [dict(zip(keys, pair, strict=True)) for pair in self.verdicts]
        return {
            "source": self.source,
            "n_scores": self.n_scores,
            "n_complete_tasks": self.n_complete,
            "verdicts_that_differ": pairs if self.n_complete >= 2 else None,
        }


@lru_cache(maxsize=4)
def imputation(comparison: Comparison) -> Imputation | None:
    """Return what is imputed in a table, and which verdicts depend on it; None where nothing is.

    The verdict on the row of every pair, by the test and the correction of the analysis, is compared with that on the
    tasks on which no score is missing. These are fewer, so that a verdict can also become open for want of tasks.
    """
    scores = comparison.scores
    cells = {task for task, name in scores.imputed if name in scores.comparates}
    complete = np.flatnonzero([task not in cells for task in scores.tasks])
    if len(complete) == scores.n_tasks:
        return None
    number = sum(task in scores.tasks and name in scores.comparates for task, name in scores.imputed)
    changed: list[tuple[str, str, str, str]] = []
    if len(complete) >= 2:
        alone = compare(on_tasks(scores, complete), comparison.analysis, running=comparison.running)
        other = _verdicts(alone) | _verdicts(alone, of_columns=True)
        ours = _verdicts(comparison).items()
        changed = [(*pair, verdict, other[pair]) for pair, verdict in ours if verdict != other[pair]]
    return Imputation(scores.missing.removeprefix(IMPUTE), number, len(complete), tuple(changed))


def _verdicts(comparison: Comparison, *, of_columns: bool = False) -> dict[tuple[str, str], str]:
    """Return the verdict on one side of every pair, by its name and that of the other."""
    pairs, names = comparison.pair_statistics, comparison.names
    ends = (pairs.column, pairs.row) if of_columns else (pairs.row, pairs.column)
    first, second = ([names[i] for i in end.tolist()] for end in ends)
    words = verdicts(comparison, of_columns=of_columns).tolist()
    return dict(zip(zip(first, second, strict=True), words, strict=True))
