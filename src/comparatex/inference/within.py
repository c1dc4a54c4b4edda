"""Tests of two samples of runs on one task, and of one comparate against others on each task of a table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from types import MappingProxyType
from typing import Literal

import numpy as np

from comparatex.data.scores import BINARY, Scores, asked_what_repeats_are
from comparatex.errors import DataError
from comparatex.inference.arithmetic import Floats, Integers, rejects, scaled_to_unit
from comparatex.inference.clustered import of_pairs
from comparatex.inference.corrections import adjust, for_some
from comparatex.inference.differences import differences
from comparatex.inference.statistics import Statistics

TestWithin = Literal["rank-sum", "welch", "paired"]
Sided = tuple[float, float, float]
"""A statistic, and the one-sided p-values of the first being better and of the second."""

EXACT_RUNS = 60
"""Runs of both up to which the rank-sum test is exact."""


def rank_sum(first: Floats, second: Floats) -> Sided:
    """Compare two independent samples by the rank sums of Wilcoxon, Mann and Whitney.

    H0: all runs come from one distribution. U counts the pairs of runs in which the first is larger, ties half. With up
    to 60 runs in all, the p-values P(U ≥ u) and P(U ≤ u) are those of all ways to choose which runs are the first's,
    given their midranks, so that they are exact with ties, too; with more they are normal with mean nm/2, variance
    nm/12 · (N + 1 − Σ(t³ − t)/(N(N − 1))) for ties of t runs each, and a correction of 1/2 for continuity.

    Parameters
    ----------
    first, second : ndarray of shape (n_runs,)
        Larger is better; the numbers of runs may differ.

    Returns
    -------
    statistic, first, second : float
        U of the first, and one-sided p-values; NaN without a run of either.

    References
    ----------
    Wilcoxon (1945), Biometrics Bulletin 1. Mann and Whitney (1947), The Annals of Mathematical Statistics 18.
    Hollander, Wolfe and Chicken (2014), Nonparametric statistical methods, section 4.1.

    Examples
    --------
    >>> rank_sum(np.array([3.0, 4.0, 5.0]), np.array([1.0, 2.0]))
    (6.0, 0.1, 1.0)
    """
    n, m = len(first), len(second)
    if not n or not m:
        return (np.nan,) * 3
    both = np.concatenate([first, second])
    _, place, counts = np.unique(both, return_inverse=True, return_counts=True)
    ends = np.cumsum(counts)
    doubled = (2 * ends - counts + 1)[place]  # twice the midranks
    total = int(doubled[:n].sum())
    statistic = total / 2 - n * (n + 1) / 2
    if n + m <= EXACT_RUNS:
        ways = _ways(tuple(sorted(doubled.tolist())), n)
        every = ways.sum()
        return statistic, float(ways[total:].sum() / every), float(ways[: total + 1].sum() / every)
    from scipy.special import ndtr

    size, ties = n + m, float((counts.astype(np.float64) ** 3 - counts).sum())
    deviation = np.sqrt(n * m / 12 * (size + 1 - ties / (size * (size - 1))))
    if deviation == 0:
        return statistic, 1.0, 1.0
    above = statistic - n * m / 2
    return statistic, float(ndtr((0.5 - above) / deviation)), float(ndtr((0.5 + above) / deviation))


@lru_cache(maxsize=256)
def _ways(doubled: tuple[int, ...], n: int) -> Floats:
    """Return in how many ways n of some doubled ranks have each sum."""
    ways = np.zeros((n + 1, sum(doubled[-n:]) + 1))
    ways[0, 0] = 1.0
    for rank in doubled:
        ways[1:, rank:] += ways[:-1, : ways.shape[1] - rank].copy()
    return np.asarray(ways[n])


def welch(first: Floats, second: Floats) -> Sided:
    """Compare the means of two independent samples whose variances may differ, by Welch's t test.

    H0: the means are equal; runs are normal. t = (x̄ − ȳ)/√(s²/n + r²/m), with the degrees of freedom of Welch and
    Satterthwaite, (s²/n + r²/m)²/((s²/n)²/(n − 1) + (r²/m)²/(m − 1)). Where neither sample varies, t is infinite and p
    is 0 on the side of the larger mean; without a difference, it is 1.

    Parameters
    ----------
    first, second : ndarray of shape (n_runs,)
        Larger is better; the numbers of runs may differ.

    Returns
    -------
    statistic, first, second : float
        t and one-sided p-values; NaN where either has fewer than two runs.

    References
    ----------
    Welch (1947), The generalization of Student's problem when several different population variances are involved,
    Biometrika 34.

    Examples
    --------
    >>> [round(value, 4) for value in welch(np.array([1.0, 2.0, 3.0]), np.array([2.0, 4.0, 9.0]))]
    [-1.3887, 0.8581, 0.1419]
    """
    from scipy.special import stdtr

    n, m = len(first), len(second)
    if n < 2 or m < 2:
        return (np.nan,) * 3
    small, _ = scaled_to_unit(np.concatenate([first, second]))  # t is scale-free
    halves = small[:n], small[n:]
    gap = float(halves[0].mean() - halves[1].mean())
    errors = [float(half.var(ddof=1)) / len(half) if np.ptp(half) > 0 else 0.0 for half in halves]
    if not any(errors):
        larger = float(halves[0][0] > halves[1][0]), float(halves[0][0] < halves[1][0])
        return (0.0, 1.0, 1.0) if not any(larger) else (np.inf * (larger[0] - larger[1]), *larger[::-1])
    df = sum(errors) ** 2 / (errors[0] ** 2 / (n - 1) + errors[1] ** 2 / (m - 1))
    t = gap / np.sqrt(sum(errors))
    return float(t), float(stdtr(df, -t)), float(stdtr(df, t))


UNPAIRED: Mapping[str, Callable[[Floats, Floats], Sided]] = MappingProxyType({"rank-sum": rank_sum, "welch": welch})
"""The tests of two independent samples, by name."""


def require_runs(scores: Scores) -> None:
    """Refuse repeats that share data, and ask what others are where nobody says so."""
    if scores.share_data:
        raise DataError(
            f"The {scores.repeat_noun}s of a task share data, and tests within a task treat runs as independent: they "
            "would reject too often. The table folds allows for that on one task, chosen with `tasks`."
        )
    if not scores.repeats_are:
        raise asked_what_repeats_are()


@dataclass(frozen=True, eq=False)
class Within:
    """Tests of some comparates against one on each task, each array of shape (n_tasks, n_rivals); see `within`."""

    against: int  # against, rivals: positions in the summary order
    rivals: tuple[int, ...]
    pvalue: Floats
    adjusted_pvalue: Floats
    better: Integers  # 1 where the rival is significantly better, −1 where it is worse, else 0
    test: TestWithin
    correction: str  # of all these tests


def runs_by_task(comparison: Statistics) -> tuple[tuple[str, ...], Floats]:
    """Return the tasks, and the runs on each, of shape (n_tasks, n_comparates, n_runs), in summary order."""
    scores = comparison.scores
    if scores.repeats is None:
        raise DataError("The table has one score per task and method, and runs are compared here: name their column "
                        "with `repeat`.")  # fmt: skip
    return scores.tasks, np.asarray(scores.repeats[:, comparison.order])


def within(
    comparison: Statistics, against: int = 0, rivals: Sequence[int] | None = None, test: TestWithin = "rank-sum"
) -> Within:
    """Test on each task whether the runs of one comparate and those of each rival differ.

    H0 of every task and rival is that of the test, on both sides. Runs are independent with ``rank-sum`` and ``welch``;
    with ``paired``, those of the same name share their seed or their start, and the signs of their differences are
    exchangeable (`comparatex.inference.clustered.of_pairs`: exact up to 20 runs that differ).

    Parameters
    ----------
    comparison : Statistics
        Of a table with runs.
    against : int
        The comparate that the rivals are tested against, by its position in the summary order.
    rivals : sequence of int, optional
        All others by default.
    test : {"rank-sum", "welch", "paired"}
        The test.

    Returns
    -------
    Within
        Adjusted p-values are those of the analysis' correction over all tasks and rivals; corrections that work from
        equalities between comparates give way to Holm's. NaN where either lacks runs.

    Raises
    ------
    DataError
        The table has no repeats, or they share data.
    UsageError
        Nobody says what the repeats are.

    References
    ----------
    García, Molina, Lozano and Herrera (2009), A study on the use of non-parametric tests for analyzing the evolutionary
    algorithms' behaviour, Journal of Heuristics 15. Derrac, García, Molina and Herrera (2011), Swarm and Evolutionary
    Computation 1.

    Examples
    --------
    >>> import comparatex as cx
    >>> lists = {"A": {"f1": [1, 2, 3, 4], "f2": [5, 6, 7, 8]}, "B": {"f1": [5, 6, 7, 8], "f2": [5, 6, 7, 9]}}
    >>> tests = within(cx.compare(cx.read(lists, repeats_are="runs"), correction="none"))
    >>> tests.pvalue.round(4).tolist(), tests.better.tolist()
    ([[0.0286], [0.9714]], [[-1], [0]])
    """
    require_runs(comparison.scores)
    _, cube = runs_by_task(comparison)
    others = tuple(i for i in range(cube.shape[1]) if i != against) if rivals is None else tuple(rivals)
    signed = cube if comparison.scores.higher_is_better else 0.0 - cube
    first, second = np.empty((2, len(signed), len(others)))
    for t, task in enumerate(signed):
        if test == "paired":
            table = differences(task.T, np.full(task.T.shape, BINARY, np.int8))
            analysis = replace(comparison.analysis, test="cluster-sign-flip", pvalues=None)
            ours = np.full(len(others), against)
            _, first[t], second[t] = of_pairs(table, np.arange(task.shape[1]), analysis, np.array(others), ours)
        else:
            present = [runs[~np.isnan(runs)] for runs in task]
            for k, i in enumerate(others):
                _, first[t, k], second[t, k] = UNPAIRED[test](present[i], present[against])
    pvalue = np.minimum(1.0, 2 * np.minimum(first, second))
    correction = for_some(comparison.analysis.correction)
    corrected = adjust(pvalue.ravel(), correction).reshape(pvalue.shape)
    apart = rejects(corrected, comparison.analysis.alpha)
    return Within(
        against=against,
        rivals=others,
        pvalue=pvalue,
        adjusted_pvalue=corrected,
        better=np.where(apart, np.where(first < second, 1, -1), 0),
        test=test,
        correction=correction,
    )
