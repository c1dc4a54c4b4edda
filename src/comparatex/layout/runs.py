"""What the table and the figure of runs share: settings, numbers, and facts of their texts."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from comparatex.layout.options import Choosing
from comparatex.layout.selection import positions
from comparatex.settings import setting

if TYPE_CHECKING:
    from comparatex.inference.comparison import Comparison
    from comparatex.inference.runs import Estimate, Runs

TARGET = {
    "metavar": "SCORE",
    "own": True,
    "help": "Score that leaves no optimality gap; by default the best of a measure between 0 and 1.",
}


@dataclass(frozen=True, kw_only=True)
class RunsOptions(Choosing):
    """Settings of the table of runs."""

    target: float | None = setting(None, **TARGET)


@lru_cache(maxsize=2)
def computed(comparison: Comparison, ours: tuple[str, ...], target: float | None) -> Runs:
    """Return what runs say of a comparison, the first of ours, or the best, against the others."""
    from comparatex.inference.runs import runs_of

    return runs_of(comparison, positions(comparison, ours[:1])[0] if ours else 0, target)


def about(comparison: Comparison, runs: Runs) -> dict[str, object]:
    """Return the facts of the texts on runs."""
    from comparatex.layout.notation import notations
    from comparatex.layout.numbers import Notation

    best = max if comparison.scores.higher_is_better else min
    iqms = [of["iqm"].value for of in runs.metrics]
    leader = iqms.index(best(iqms))
    shares = [share for share in (other.value for other in runs.improvement) if not math.isnan(share)]
    return {
        "low": runs.fewest,
        "high": runs.most,
        "draws": runs.n_samples,
        "seed": comparison.analysis.seed,
        "target": "" if runs.target is None else f"{runs.target:g}",
        "against": comparison.names[runs.against],
        "leader": comparison.names[leader],
        "iqm": notations(comparison).means.fixed(iqms[leader]),
        "improves": [Notation(2).fixed(share) for share in (min(shares), max(shares))],
        "variance": Notation(0).fixed(100 * runs.split.shares[2]),
        "enough": enough(runs.split.runs_for_difference),
        "zeros": not (runs.split.tasks and runs.split.runs),
        "widened": comparison.analysis.interval_method != "percentile",
    }


def enough(estimate: Estimate) -> tuple[str, ...]:
    """Return from how many runs on tasks help more, with the interval, as whole numbers; empty where none is enough."""
    numbers = estimate.value, estimate.low, estimate.high
    return tuple(f"{max(math.ceil(x - 1e-9), 1)}" if math.isfinite(x) else "" for x in numbers)
