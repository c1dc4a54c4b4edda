"""Tests of the best comparate of each task against others, by the runs on the task."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import comb

import numpy as np

from comparatex.data.scores import on_tasks
from comparatex.inference.arithmetic import Booleans, Floats, rejects
from comparatex.inference.corrections import adjust, for_some
from comparatex.inference.scale import compared
from comparatex.inference.statistics import Statistics
from comparatex.inference.within import TestWithin, require_runs, runs_by_task, within


@dataclass(frozen=True, eq=False)
class AgainstBest:
    """Tests of others against the best of each task, each array of shape (n_tasks, n_shown); see `against_best`."""

    pvalue: Floats
    adjusted_pvalue: Floats
    worse: Booleans  # whether one is significantly worse than the best of the task
    n_tests: int
    correction: str  # of all these tests
    least: float  # the least adjusted p-value that so many runs and tests allow


def against_best(
    comparison: Statistics, shown: Sequence[int], test: TestWithin = "rank-sum", *, second: bool = False
) -> AgainstBest:
    """Test on each task whether the runs of others are worse than those of the one with the best mean.

    H0 of every task and pair is that of the test (`comparatex.inference.within`), on both sides; one is worse that
    differs significantly on the side of the best. That the best is chosen by the same runs is not allowed for: among
    many that are alike, others are called worse more often than α says.

    Parameters
    ----------
    comparison : Statistics
        Of a table with runs.
    shown : sequence of int
        The comparates among which the best is, by their positions in the summary order.
    test : {"rank-sum", "welch", "paired"}
        The test.
    second : bool
        Whether the second best alone is tested, where one is the best and one the second; else all others are.

    Returns
    -------
    AgainstBest
        NaN where nothing is tested. Adjusted p-values are those of the analysis' correction over all tests made;
        corrections that work from equalities between comparates give way to Holm's.

    Raises
    ------
    DataError
        The table has no repeats, or they share data.
    UsageError
        Nobody says what the repeats are.

    References
    ----------
    Hsu (1981), Simultaneous confidence intervals for all distances from the "best", The Annals of Statistics 9, for
    intervals that do allow for the choice of the best.

    Examples
    --------
    >>> import comparatex as cx
    >>> lists = {"A": {"f1": [1, 2, 3, 4], "f2": [5, 6, 7, 8]}, "B": {"f1": [5, 6, 7, 8], "f2": [5, 6, 7, 9]}}
    >>> tests = against_best(cx.compare(cx.read(lists, repeats_are="runs")), [0, 1])
    >>> tests.adjusted_pvalue.round(4).tolist(), tests.worse.tolist()
    ([[nan, 0.0571], [nan, 0.9714]], [[False, False], [False, False]])
    """
    _, cube = runs_by_task(comparison)
    require_runs(comparison.scores)
    values = compared(comparison.scores)[:, comparison.order[list(shown)]]
    values = np.where(np.isnan(values), -np.inf, values if comparison.scores.higher_is_better else -values)
    best = values.argmax(axis=1)
    asked = np.arange(len(shown)) != best[:, None]
    if second and len(shown) > 1:
        ranked = np.sort(values, axis=1)[:, ::-1]
        parted = ranked[:, 0] > ranked[:, 1]
        asked &= parted[:, None] & (values == ranked[:, 1:2])
        asked &= asked.sum(axis=1, keepdims=True) == 1
    pvalue, worse = np.full(values.shape, np.nan), np.zeros(values.shape, dtype=np.bool_)
    raw = replace(comparison.analysis, correction="none")
    for k in {*best.tolist()}:
        rows, others = np.flatnonzero(best == k), np.array([j for j in range(len(shown)) if j != k], dtype=np.intp)
        part = replace(comparison, scores=on_tasks(comparison.scores, rows), analysis=raw)
        tests = within(part, shown[k], [shown[j] for j in others], test)
        pvalue[np.ix_(rows, others)], worse[np.ix_(rows, others)] = tests.pvalue, tests.better < 0
    pvalue[~asked] = np.nan
    correction, tested = for_some(comparison.analysis.correction), ~np.isnan(pvalue)
    adjusted = np.full(pvalue.shape, np.nan)
    adjusted[tested] = adjust(pvalue[tested], correction)
    least = np.full(max(1, int(tested.sum())), _least(test, cube.shape[2]))
    return AgainstBest(
        pvalue=pvalue,
        adjusted_pvalue=adjusted,
        worse=worse & tested & rejects(np.where(tested, adjusted, 1.0), comparison.analysis.alpha),
        n_tests=int(tested.sum()),
        correction=correction,
        least=float(adjust(least, correction).min()),
    )


def _least(test: TestWithin, n: int) -> float:
    """Return the least two-sided p-value of two samples of n runs."""
    return {"rank-sum": 2 / comb(2 * n, n), "paired": 2.0 ** (1 - n), "welch": 0.0}[test]
