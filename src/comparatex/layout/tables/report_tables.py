"""Which tables a report shows: whole ones, and of many comparates those of the best."""

from __future__ import annotations

from comparatex.inference.comparison import Comparison
from comparatex.layout.options.shared import Showing
from comparatex.layout.options.tables import (
    FriedmanOptions,
    HolmOptions,
    PairwiseOptions,
    RanksOptions,
    ScoresOptions,
)

_AFLOAT = 20
"""Tasks up to which the ranks on each may float: a longer table would wait for a page while others overtake it."""
WHOLE, _BEST = 24, 12
"""Comparates up to which scores and pairs are shown of all, and of how many else."""
_TASKS, _STEPS = 500, 150
"""Lines beyond which a table is cut; the CSV beside it has them all."""


def report_options(
    comparison: Comparison, ours: tuple[str, ...] = ()
) -> tuple[tuple[str, str, Showing], ...]:
    """Return kinds, names and settings of the tables in a report.

    Scores and pairs are those of all up to 24 comparates; of more, those of the best twelve and of `ours`.
    """
    names = comparison.names
    best = () if len(names) <= WHOLE else tuple(dict.fromkeys((*names[:_BEST], *ours)))
    return (
        ("scores", "scores", ScoresOptions(ours=ours, include=best, max_rows=_TASKS)),
        ("ranks", "ranks", RanksOptions(ours=ours)),
        *_by_task(comparison, ours, best),
        ("pairwise", "pairwise", PairwiseOptions(ours=ours, include=best)),
        ("friedman", "friedman", FriedmanOptions(ours=ours)),
        ("holm", "holm", HolmOptions(ours=ours, max_rows=_STEPS)),
    )


def _by_task(
    comparison: Comparison, ours: tuple[str, ...], best: tuple[str, ...]
) -> tuple[tuple[str, str, Showing], ...]:
    """Return the table of the ranks on every task, where there are any."""
    if len(comparison.ranks) < 2:
        return ()
    options = RanksOptions(
        ours=ours,
        include=best,
        per_task=True,
        max_rows=_TASKS,
        label="tab-ranks-by-task",
        long=True if comparison.scores.n_tasks > _AFLOAT else None,
    )
    return (("ranks", "ranks-by-task", options),)
