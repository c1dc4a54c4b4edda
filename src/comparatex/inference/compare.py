"""The entry to inference: a table of scores in, all its statistics out."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from comparatex.data.scores import BINARY, Scores
from comparatex.errors import DataError
from comparatex.inference.analysis import Analysis
from comparatex.inference.arithmetic.arrays import Floats, Integers
from comparatex.inference.arithmetic.differences import Differences, canonical, differences
from comparatex.inference.arithmetic.ranks import best_first, doubled_ranks
from comparatex.inference.arithmetic.totals import mean_differences, mean_scores, median_scores
from comparatex.inference.comparison import Comparison
from comparatex.inference.family import adjusted, members
from comparatex.inference.notes import notes
from comparatex.inference.pair_tests import tested
from comparatex.inference.pairs import Pairs
from comparatex.inference.pairwise.medians import median_differences
from comparatex.inference.pairwise.wilcoxon import wilcoxon
from comparatex.inference.under_convention import remarks, with_verdict

_DEFAULTS = Analysis()

LARGEST = 1e300
"""Largest absolute score that is compared: sums over tasks must not overflow."""


def compare(scores: Any, analysis: Analysis = _DEFAULTS, **overrides: Any) -> Comparison:
    """Compare all comparates with each other.

    Parameters
    ----------
    scores : Scores, or anything that `read` takes
        The table: at least two comparates and one task.
    analysis : Analysis
        Settings of the tests.
    **overrides
        Fields of `Analysis` that replace those of `analysis`.

    Returns
    -------
    Comparison
        All statistics, comparates in summary order: best mean score first, equal means by name.

    Raises
    ------
    DataError
        There is nothing to compare, or a score is above 1e300.
    UsageError
        A setting has a value that it does not know, or two settings contradict each other.

    Examples
    --------
    >>> comparison = compare({"A": {"iris": 0.7, "wine": 0.8}, "B": {"iris": 0.9, "wine": 0.8}})
    >>> comparison.names, comparison.mean_rank.tolist()
    (('B', 'A'), [1.25, 1.75])
    >>> comparison.pairs[["row", "column", "wins", "ties", "losses", "pvalue"]].values.tolist()
    [['B', 'A', 1, 1, 0, 1.0]]
    >>> comparison.summary.loc["B"].round(2).tolist()
    [0.85, 0.85, 1.25]
    >>> comparison.rank_table.loc["wine"].tolist(), comparison.cliques
    ([1.5, 1.5], ((0, 1),))
    >>> compare(comparison.scores, test="sign", correction="none").analysis.test
    'sign'
    """
    table = _table(scores)
    if overrides:
        analysis = replace(analysis, **overrides)
    mean = mean_scores(table.values, table.decimals)
    order = summary_order(table, mean)
    turned = best_first(table, order)
    doubled = doubled_ranks(turned)
    enough = len(doubled) >= 2
    mean_rank = doubled.sum(axis=0) / (2 * len(doubled)) if enough else np.full(len(order), np.nan)
    pairs, verdict = with_verdict(table, analysis, _pairs(table, analysis, order, turned), order)
    return Comparison(
        table,
        analysis,
        order,
        mean[order],
        median_scores(table.values[:, order]),
        mean_rank,
        doubled / 2,
        pairs,
        (*notes(table, analysis, doubled), *remarks(verdict)),
        verdict,
    )


def summary_order(table: Scores, mean: Floats) -> Integers:
    """Return the comparates by mean score, best first, equal ones by name.

    Means of scores that are no short decimals are equal where they are on the grid of their differences: what
    binary addition makes of equal sums must not order them.
    """
    binary = np.any(table.decimals == BINARY, axis=0)
    on_grid = canonical(mean[None], np.full((1, len(mean)), BINARY, np.int8), table.tie_tolerance)[0]
    goodness = np.where(binary, on_grid, mean) * (1.0 if table.higher_is_better else -1.0)
    places = sorted(range(len(mean)), key=lambda c: (-goodness[c], table.comparates[c]))
    return np.array(places, dtype=np.int64)


def _table(scores: Any) -> Scores:
    """Return a table of scores that can be compared."""
    if not isinstance(scores, Scores):
        from comparatex.data.read import read

        return _table(read(scores))
    if scores.n_comparates < 2:
        raise DataError("There is only one comparate: a comparison needs at least two.")
    if scores.n_tasks < 1:
        raise DataError("There is no task to compare the comparates on.")
    if (np.abs(scores.values) > LARGEST).any():  # never where a score is missing
        raise DataError(
            "A score is larger than 1e300, where sums overflow: divide all scores by a power of ten."
        )
    return scores


def _pairs(table: Scores, analysis: Analysis, order: Integers, turned: Floats) -> Pairs:
    """Return the statistics of all pairs."""
    values, decimals = table.values[:, order], table.decimals[:, order]
    row, column = (index.astype(np.int64) for index in np.triu_indices(len(order), 1))
    taken = differences(
        values, decimals, higher_is_better=table.higher_is_better, tolerance=table.tie_tolerance
    )
    test = wilcoxon(taken, row, column, analysis.zero_method, analysis.pvalue_method)
    statistic, pvalue, reverse = tested(test, analysis, taken, turned, row, column)
    alike = analysis.test == "nemenyi"
    inside = members(analysis, tuple(table.comparates[i] for i in order), row, column)
    corrected = pvalue if alike else adjusted(pvalue, analysis, inside)
    corrected_reverse = corrected if reverse is pvalue else adjusted(reverse, analysis, inside)
    return Pairs(
        row,
        column,
        test.n_tasks,
        mean_differences(values, decimals, row, column),
        test.wins,
        test.ties,
        test.losses,
        test.w_plus,
        test.w_minus,
        statistic,
        pvalue,
        corrected,
        reverse,
        corrected_reverse,
        partial(_medians, taken, row, column, higher_is_better=table.higher_is_better),
    )


def _medians(taken: Differences, row: Integers, column: Integers, *, higher_is_better: bool) -> Floats:
    """Return the median differences of pairs, in the measure's unit."""
    median = median_differences(taken, row, column)
    return median if higher_is_better else 0.0 - median
