"""Statistics of pairs by name, seen from the row and from the column."""

from __future__ import annotations

import numpy as np

from comparatex.errors import UsageError
from comparatex.inference.arithmetic.arrays import Booleans, Floats
from comparatex.inference.pairs import STATISTICS
from comparatex.inference.statistics import Statistics

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


def both_ways(found: Statistics, field: str) -> tuple[Floats | Booleans, Floats | Booleans]:
    """Return a statistic of the pairs, and the same with row and column exchanged.

    Parameters
    ----------
    found : Statistics
        The statistics of a table.
    field : str
        Name of a statistic of pairs.

    Returns
    -------
    row, column : ndarray of shape (n_pairs,)
        As seen from the row, and from the column.

    Raises
    ------
    UsageError
        Pairs have no such statistic.
    """
    if field == "adjusted_significant" and found.verdict is not None:
        return found.adjusted_significant, found.adjusted_significant
    if field in _JUDGED:
        upper, lower = both_ways(found, _JUDGED[field])
        alpha = found.analysis.alpha
        return (upper < alpha, lower < alpha) if field == "significant" else (upper <= alpha, lower <= alpha)
    if field == "sign_pvalue":
        return found.sign_pvalues_both_ways
    upper = _statistic(found, field)
    if field in _SIGNED:
        return upper, 0.0 - upper
    if field == "vargha_delaney":
        return upper, 1.0 - upper
    if field in _EXCHANGED:
        return upper, _statistic(found, _EXCHANGED[field])
    if field in _SIDES:
        return upper, getattr(found.posterior, _SIDES[field])
    if field in ("pvalue", "adjusted_pvalue"):
        return upper, _statistic(found, f"reverse_{field}")
    return upper, upper


def _statistic(found: Statistics, field: str) -> Floats:
    """Return a statistic of the pairs by its name."""
    if field == "nemenyi_pvalue":
        return found.nemenyi_pvalue
    if field == "hodges_lehmann":
        return found.hodges_lehmann.estimate
    if field in found.effects:
        return found.effects[field]
    if field in _SIDES:
        return np.asarray(getattr(found.posterior, field))
    if field not in STATISTICS[2:]:
        raise UsageError(f"Pairs have no statistic {field!r}.")
    return np.asarray(getattr(found.pair_statistics, field))
