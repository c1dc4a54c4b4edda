"""Statistics of pairs by name, seen from the row and from the column."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from comparatex.errors import UsageError
from comparatex.inference.arrays import Booleans, Floats
from comparatex.inference.pairs import STATISTICS

if TYPE_CHECKING:
    from comparatex.inference.comparison import Comparison

_SIGNED = (
    "mean_difference",
    "median_difference",
    "rank_biserial",
    "cohens_d",
    "cliffs_delta",
    "log_ratio",
    "hodges_lehmann",
)
_EXCHANGED = {"wins": "losses", "losses": "wins", "w_plus": "w_minus", "w_minus": "w_plus"}
_SIDES = {"p_left": "p_right", "p_rope": "p_rope", "p_right": "p_left"}
_JUDGED = {"significant": "pvalue", "adjusted_significant": "adjusted_pvalue"}


def both_ways(comparison: Comparison, field: str) -> tuple[Floats | Booleans, Floats | Booleans]:
    """Return a statistic of the pairs, and the same with row and column exchanged.

    Raises
    ------
    UsageError
        Pairs have no such statistic.
    """
    if field == "adjusted_significant" and comparison.verdict is not None:
        return comparison.adjusted_significant, comparison.adjusted_significant
    if field in _JUDGED:
        upper, lower = both_ways(comparison, _JUDGED[field])
        alpha = comparison.analysis.alpha
        return (upper < alpha, lower < alpha) if field == "significant" else (upper <= alpha, lower <= alpha)
    if field == "sign_pvalue":
        return comparison.sign_pvalues_both_ways
    upper = _statistic(comparison, field)
    if field in _SIGNED:
        return upper, 0.0 - upper
    if field == "vargha_delaney":
        return upper, 1.0 - upper
    if field in _EXCHANGED:
        return upper, _statistic(comparison, _EXCHANGED[field])
    if field in _SIDES:
        return upper, getattr(comparison.posterior, _SIDES[field])
    if field in ("pvalue", "adjusted_pvalue"):
        return upper, _statistic(comparison, f"reverse_{field}")
    return upper, upper


def _statistic(comparison: Comparison, field: str) -> Floats:
    """Return a statistic of the pairs by its name."""
    if field == "nemenyi_pvalue":
        return comparison.nemenyi_pvalue
    if field == "hodges_lehmann":
        return comparison.hodges_lehmann.estimate
    if field in comparison.effects:
        return comparison.effects[field]
    if field in _SIDES:
        return np.asarray(getattr(comparison.posterior, field))
    if field not in STATISTICS[2:]:
        raise UsageError(f"Pairs have no statistic {field!r}.")
    return np.asarray(getattr(comparison.pair_statistics, field))
