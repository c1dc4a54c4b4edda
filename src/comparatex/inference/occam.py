"""Occam's razor: of comparates that are shown not to be worse than the best by a margin, choose the simplest."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from comparatex.errors import DataError
from comparatex.inference.arithmetic import Booleans, Floats, Integers, rejects
from comparatex.inference.comparison import Comparison
from comparatex.inference.corrections import CORRECTIONS
from comparatex.inference.rank_tests import against_control
from comparatex.inference.verdicts import favoured, verdicts


def simplest(near: Booleans, complexity: Floats) -> int:
    """Return the simplest of the best comparate, which is the first, and those near to it.

    >>> simplest(np.array([True, True, False]), np.array([9.0, 5.0, 1.0]))
    1
    """
    if len(complexity) != len(near) or np.isnan(complexity).any():
        raise DataError("The complexity of every comparate is needed to choose the simpler one.")
    eligible = np.flatnonzero(near | (np.arange(len(near)) == 0))
    return int(eligible[np.argmin(complexity[eligible])])


def razor(comparison: Comparison, costs: Mapping[str, float]) -> tuple[int, int]:
    """Return the best comparate by mean score, and the simplest that may take its place.

    With a margin, these are the comparates that are shown not to be worse than the best one by the margin or more, and
    not significantly worse. Without, those that do not differ significantly from it: they have not been shown to be as
    good, and with few tasks, that is all of them.
    """
    priced = [i for i, name in enumerate(comparison.names) if name in costs]
    if not priced:
        raise DataError("No comparate has a complexity.")
    best = priced[0]
    pairs = comparison.pair_statistics
    first = pairs.row == best
    mine = first | (pairs.column == best)
    words = np.where(first, verdicts(comparison, of_columns=True), verdicts(comparison))[mine]
    near = np.zeros(len(comparison.names), dtype=np.bool_)
    eligible = ("better", "equivalent", "not worse") if comparison.margin else ("better", "open")
    near[np.where(first, pairs.column, pairs.row)[mine]] = np.isin(words.astype(np.str_), eligible)
    return best, priced[simplest(near[priced], np.array([costs[comparison.names[i]] for i in priced]))]


@dataclass(frozen=True, eq=False)
class Ablation:
    """A full pipeline against its reduced forms; each field of shape (n_reduced,)."""

    reduced: Integers  # positions of the reduced forms in the summary order
    difference: Floats  # mean difference score(full) − score(reduced), in the measure's unit
    pvalue: Floats
    """pvalue, adjusted_pvalue: of the analysis' test; corrected over the comparisons with the full pipeline only."""
    adjusted_pvalue: Floats
    matters: Booleans
    """Whether the full pipeline is significantly better, on the side that the test favours, so that what was left
    out matters. Otherwise the simpler pipeline will do."""


def pvalues_seen_from(comparison: Comparison, comparate: int) -> Floats:
    """Return the p-values of all pairs, with one comparate's own pairs seen from its side."""
    pairs = comparison.pair_statistics
    return np.where(pairs.row == comparate, pairs.pvalue, pairs.reverse_pvalue)


def ablation(comparison: Comparison, full: int) -> Ablation:
    """Return what each reduced form loses against the full pipeline.

    H0 is that of the analysis' test, for the full pipeline and each reduced form in turn.

    The family consists of the n − 1 comparisons with the full pipeline. Corrections that need all pairs (Shaffer,
    Bergmann–Hommel) are replaced by Holm's.
    """
    pairs, analysis = comparison.pair_statistics, comparison.analysis
    mine = (pairs.row == full) | (pairs.column == full)
    sign = np.where(pairs.row == full, 1.0, -1.0)[mine]
    raw = pvalues_seen_from(comparison, full)
    procedure = CORRECTIONS[analysis.correction]
    adjust = CORRECTIONS["holm"].adjust if procedure.pairs else procedure.adjust
    if analysis.test == "nemenyi":  # already allows for all pairs
        adjust = CORRECTIONS["none"].adjust
    adjusted = adjust(against_control(raw, pairs.row, pairs.column, full))[mine]
    better = sign * favoured(comparison)[mine] > 0
    return Ablation(
        np.where(pairs.row == full, pairs.column, pairs.row)[mine],
        0.0 + sign * pairs.mean_difference[mine],
        raw[mine],
        adjusted,
        better & rejects(adjusted, analysis.alpha),
    )
