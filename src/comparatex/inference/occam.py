"""Occam's razor: of comparates that are not significantly different, choose the simplest."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from comparatex.errors import DataError
from comparatex.inference.arithmetic import Booleans, Floats, Integers, rejects
from comparatex.inference.comparison import Comparison
from comparatex.inference.corrections import CORRECTIONS
from comparatex.inference.rank_tests import against_control
from comparatex.inference.verdicts import favoured, in_family


def simplest(different: Booleans, complexity: Floats, best: int = 0) -> int:
    """Return the simplest comparate that is not significantly worse than the best one.

    Parameters
    ----------
    different : ndarray of bool, of shape (n_comparates, n_comparates)
        Which pairs differ significantly; symmetric.
    complexity : ndarray of shape (n_comparates,)
        Number of features, parameters or trees: any number that is larger for more complex comparates.
    best : int
        The comparate to compare with; the default is the first, because comparates are in order of their scores.

    Returns
    -------
    int
        Of equally simple ones, the first.

    Raises
    ------
    DataError
        A complexity is missing.

    Notes
    -----
    That two comparates do not differ significantly does not show that they are equal: with few tasks, nothing
    differs and the simplest wins.

    Examples
    --------
    >>> simplest(np.array([[0, 0, 1], [0, 0, 0], [1, 0, 0]], dtype=bool), np.array([9.0, 5.0, 1.0]))
    1
    """
    if len(complexity) != len(different) or np.isnan(complexity).any():
        raise DataError("The complexity of every comparate is needed to choose the simpler one.")
    near = np.flatnonzero(~different[best] | (np.arange(len(different)) == best))
    return int(near[np.argmin(complexity[near])])


def _in_family(comparison: Comparison) -> Booleans:
    """Return which pairs are in the family of tests, of shape (n_comparates, n_comparates); symmetric."""
    pairs, m = comparison.pair_statistics, len(comparison.names)
    found = np.eye(m, dtype=np.bool_)
    found[pairs.row, pairs.column] = found[pairs.column, pairs.row] = in_family(comparison)
    return found


def razor(comparison: Comparison, costs: Mapping[str, float]) -> tuple[int, int]:
    """Return the best comparate by mean score, and the simplest that does not differ significantly from it.

    Parameters
    ----------
    comparison : Comparison
        The statistics; verdicts are those of the corrected p-values.
    costs : mapping of str to float
        Complexities by name; comparates without one are ignored, as are those whose pair with the best is
        outside the family of tests.

    Returns
    -------
    best, simplest : int
        Positions in the summary order.

    Raises
    ------
    DataError
        No comparate has a complexity.
    """
    known = [i for i, name in enumerate(comparison.names) if name in costs]
    if not known:
        raise DataError("No comparate has a complexity.")
    indistinct = comparison.joined & _in_family(comparison)
    different = ~indistinct[np.ix_(known, known)]
    return known[0], known[simplest(different, np.array([costs[comparison.names[i]] for i in known]))]


@dataclass(frozen=True, eq=False)
class Ablation:
    """A full pipeline against its reduced forms; each field of shape (n_reduced,).

    Parameters
    ----------
    reduced : ndarray of int
        Positions of the reduced forms in the summary order.
    difference : ndarray
        Mean difference score(full) − score(reduced), in the measure's unit.
    pvalue, adjusted_pvalue : ndarray
        Of the analysis' test; corrected over the comparisons with the full pipeline only.
    matters : ndarray of bool
        Whether the full pipeline is significantly better, on the side that the test favours, so that what was left
        out matters. Otherwise the simpler pipeline will do.
    """

    reduced: Integers
    difference: Floats
    pvalue: Floats
    adjusted_pvalue: Floats
    matters: Booleans


def pvalues_seen_from(comparison: Comparison, one: int) -> Floats:
    """Return the p-values of all pairs, with one comparate's own pairs seen from its side.

    Parameters
    ----------
    comparison : Comparison
        The statistics.
    one : int
        Position of the comparate in the summary order.

    Returns
    -------
    ndarray of shape (n_pairs,)
        Raw p-values in the order of the pairs, as if the comparate were the row of each of its pairs.
    """
    pairs = comparison.pair_statistics
    return np.where(pairs.row == one, pairs.pvalue, pairs.reverse_pvalue)


def ablation(comparison: Comparison, full: int) -> Ablation:
    """Return what each reduced form loses against the full pipeline.

    H0 is that of the analysis' test, for the full pipeline and each reduced form in turn.

    Parameters
    ----------
    comparison : Comparison
        Of the full pipeline and its reduced forms.
    full : int
        Position of the full pipeline in the summary order.

    Returns
    -------
    Ablation
        One value for each reduced form, in the order of the pairs.

    Notes
    -----
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
