"""What a convention makes of a table: p-values, verdicts on pairs, groups; and where conventions differ."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from comparatex.data.scores import Scores
from comparatex.errors import DataError
from comparatex.inference.arithmetic.arrays import Booleans, Floats, Integers
from comparatex.inference.arithmetic.differences import canonical
from comparatex.inference.arithmetic.ranks import doubled_ranks
from comparatex.inference.conventions.groups import Groups, groups
from comparatex.inference.conventions.pair_tests import nemenyi_test, wilcoxon_test
from comparatex.inference.conventions.settings import Convention
from comparatex.inference.corrections import CORRECTIONS
from comparatex.inference.ranking.friedman import friedman, iman_davenport
from comparatex.inference.ranking.post_hoc import conover, friedman_z


@dataclass(frozen=True, eq=False)
class Verdict:
    """What a convention says; comparates by their positions in the table.

    Parameters
    ----------
    convention : Convention
        The settings.
    row, column : ndarray of int, of shape (n_pairs,)
        The pairs, in the order of ``numpy.triu_indices``.
    mean_rank : ndarray of shape (n_comparates,)
        Mean ranks on the complete tasks.
    omnibus_pvalue : float
        Of the test of the whole table; NaN without one.
    pvalue, adjusted_pvalue : ndarray of shape (n_pairs,)
        Raw, and as the rule adjusts them (for rules without a stop, neither monotone nor below 1).
    significant : ndarray of bool, of shape (n_pairs,)
        Which pairs differ.
    groups : tuple of tuple of int
        Groups that do not differ, in the order of mean ranks.
    stopped : bool
        The omnibus test stopped everything: there is no verdict, or one group.
    """

    convention: Convention
    row: Integers
    column: Integers
    mean_rank: Floats
    omnibus_pvalue: float
    pvalue: Floats
    adjusted_pvalue: Floats
    significant: Booleans
    groups: Groups
    stopped: bool


def verdict(scores: Scores, convention: Convention, alpha: float | None = None) -> Verdict:
    """Return what a convention makes of a table.

    Parameters
    ----------
    scores : Scores
        The table; conventions use its complete tasks.
    convention : Convention
        The settings.
    alpha : float, optional
        Significance level; by default the convention's own.

    Returns
    -------
    Verdict
        Of all pairs, in the order of ``numpy.triu_indices``.

    Raises
    ------
    DataError
        There are fewer than two complete tasks or comparates.
    UsageError
        The correction does not take so many comparates.
    """
    level = convention.alpha if alpha is None else alpha
    complete = scores.complete
    if complete.sum() < 2 or scores.n_comparates < 2:
        raise DataError("Conventions need at least two comparates and two complete tasks.")
    doubled = _doubled_ranks(scores, convention)
    mean_rank = doubled.sum(axis=0) / (2 * len(doubled))
    row, column = (index.astype(np.int64) for index in np.triu_indices(scores.n_comparates, 1))
    pvalue = _pvalues(scores, convention, doubled, row, column)
    adjusted = _adjusted(pvalue, convention, scores.n_comparates)
    if convention.test == "nemenyi":
        significant = nemenyi_test(mean_rank, len(doubled), convention, level, row, column)[1]
    else:
        with np.errstate(invalid="ignore"):
            significant = adjusted <= level if convention.at_level else adjusted < level
    omnibus = _omnibus(doubled, convention)
    stopped = omnibus >= level and convention.gate in ("one-clique", "refuse")
    joined = np.ones((scores.n_comparates,) * 2, dtype=np.bool_)
    if stopped:
        significant = np.zeros(len(row), dtype=np.bool_)
    joined[row[significant], column[significant]] = joined[column[significant], row[significant]] = False
    found = groups(joined, mean_rank, convention.cliques, convention.equal_ranks)
    if stopped and convention.gate == "refuse":
        found = ()
    return Verdict(
        convention, row, column, mean_rank, omnibus, pvalue, adjusted, significant, found, bool(stopped)
    )


@dataclass(frozen=True, eq=False)
class Differing:
    """Where conventions differ.

    Parameters
    ----------
    pairs : ndarray of int
        Pairs that some conventions call different and others do not.
    significant : ndarray of bool, of shape (n_conventions, n_pairs)
        Who says what of every pair.
    groups : tuple of tuple of str
        Names of conventions, put together where they make the same groups.
    """

    pairs: Integers
    significant: Booleans
    groups: tuple[tuple[str, ...], ...]


def differing(verdicts: Sequence[Verdict]) -> Differing:
    """Return where verdicts on the same table differ.

    Parameters
    ----------
    verdicts : sequence of Verdict
        One for each convention.

    Returns
    -------
    Differing
        Pairs by their positions in each verdict.
    """
    significant = np.array([one.significant for one in verdicts], dtype=np.bool_)
    some, every = significant.any(axis=0), significant.all(axis=0)
    alike: dict[Groups, list[str]] = {}
    for one in verdicts:
        if one.convention.cliques != "none":
            alike.setdefault(one.groups, []).append(one.convention.name)
    return Differing(
        np.flatnonzero(some & ~every), significant, tuple(tuple(names) for names in alike.values())
    )


def _doubled_ranks(scores: Scores, convention: Convention) -> Integers:
    """Return twice the ranks on the complete tasks."""
    values, decimals = scores.values[scores.complete], scores.decimals[scores.complete]
    if convention.exact_differences:
        values = canonical(values, decimals, scores.tie_tolerance)
    return doubled_ranks(-values if scores.higher_is_better else values)


def _pvalues(
    scores: Scores, convention: Convention, doubled: Integers, row: Integers, column: Integers
) -> Floats:
    """Return the raw p-values of all pairs."""
    mean_rank = doubled.sum(axis=0) / (2 * len(doubled))
    if convention.test == "nemenyi":
        return nemenyi_test(mean_rank, len(doubled), convention, convention.alpha, row, column)[0]
    if convention.test == "friedman-z":
        return friedman_z(mean_rank, len(doubled), row, column)[1]
    if convention.test == "conover":
        return conover(doubled / 2, row, column)[1]
    return wilcoxon_test(scores, convention, mean_rank, row, column)


def _adjusted(pvalue: Floats, convention: Convention, k: int) -> Floats:
    """Return p-values such that comparing them with α is what the rule does."""
    if convention.rule == "alpha-over-k-1":
        return pvalue * (k - 1)
    if convention.rule == "holm-no-stop":
        adjusted, order = pvalue.copy(), np.argsort(pvalue, kind="stable")
        adjusted[order] *= np.arange(len(pvalue), 0, -1)
        return adjusted
    return CORRECTIONS[convention.rule].adjust(pvalue)


def _omnibus(doubled: Integers, convention: Convention) -> float:
    """Return the p-value of the test of the whole table."""
    if convention.omnibus == "none":
        return math.nan
    uncorrected = convention.omnibus.endswith("uncorrected")
    if convention.omnibus.startswith("friedman"):
        chi2 = friedman(doubled, exact=False)
        return chi2.uncorrected_pvalue if uncorrected else chi2.pvalue
    f = iman_davenport(doubled)
    found = f.uncorrected_pvalue if uncorrected else f.pvalue
    return 0.0 if math.isnan(found) else found  # perfect agreement
