"""Effect sizes of pairs of comparates, positive where the row is better; and what a mean difference rests on.

Some effect sizes ignore which scores belong to the same task and compare two samples of scores.

They are customary, but say little when tasks differ in difficulty more than comparates do: a comparate that is
slightly better on every task has a Cliff's δ near 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from math import fsum

import numpy as np

from comparatex.data.scores import Scores
from comparatex.inference.analysis import ALONE, Running
from comparatex.inference.arithmetic import HELD, Floats, Integers, blocks, scaled_to_unit
from comparatex.inference.differences import canonical, of_scores
from comparatex.inference.workers import over_pairs

_SUMMED = 1 << 16
"""Differences that are summed at a time, which stay in the processor's nearest caches."""


def rank_biserial(w_plus: Floats, w_minus: Floats, n_tasks: Integers) -> Floats:
    """Return the matched-pairs rank-biserial correlation (W⁺ − W⁻)/(W⁺ + W⁻).

    1 when the row is better on every task, −1 when it is worse on every one, 0 when all differences are
    zero; NaN when there is no task.

    Parameters
    ----------
    w_plus, w_minus : ndarray of shape (n_pairs,)
        Rank sums of the tasks where the row is better, and worse.
    n_tasks : ndarray of int, of shape (n_pairs,)
        Tasks on which both have a score.

    Returns
    -------
    ndarray of shape (n_pairs,)
        Between −1 and 1.

    References
    ----------
    Kerby (2014), The simple difference formula, Comprehensive Psychology 3.
    """
    total = w_plus + w_minus
    correlation = np.divide(w_plus - w_minus, total, out=np.zeros_like(total), where=total > 0)
    return np.where(n_tasks > 0, correlation, np.nan)


def cohens_d(differences: Floats) -> Floats:
    """Return Cohen's d for pairs, d_z: mean difference over the standard deviation of the differences.

    NaN on fewer than two tasks, or when all differences are equal.

    Parameters
    ----------
    differences : ndarray of shape (n_pairs, n_tasks)
        In the unit of the scores, positive where the row is better; NaN where missing.

    Returns
    -------
    ndarray of shape (n_pairs,)
        In standard deviations; positive where the row is better.

    References
    ----------
    Cohen (1988), Statistical power analysis for the behavioral sciences, section 2.3.5.

    Examples
    --------
    >>> cohens_d(np.array([[1.0, 2.0, 3.0], [1.0, 1.0, np.nan]]))
    array([ 2., nan])
    """
    return _moments(differences)[0]


def skewness(differences: Floats) -> Floats:
    """Return the adjusted Fisher–Pearson skewness G₁ of the differences of pairs.

    G₁ = √(n(n − 1))/(n − 2) · m₃/m₂^(3/2) of n differences, where m₂ and m₃ are their second and third central
    moments. It is the usual one, unbiased for normal differences, and near 0 where differences are symmetric; from
    few tasks it cannot be large: |G₁| is at most √n. NaN on fewer than three tasks, or when all differences are equal.

    Parameters
    ----------
    differences : ndarray of shape (n_pairs, n_tasks)
        In the unit of the scores, positive where the row is better; NaN where missing.

    Returns
    -------
    ndarray of shape (n_pairs,)
        Without a unit; positive where a few tasks are much in favour of the row.

    References
    ----------
    Joanes and Gill (1998), Comparing measures of sample skewness and kurtosis, The Statistician 47.

    Examples
    --------
    >>> skewness(np.array([[0.0, 0.0, 3.0], [-1.0, 0.0, 1.0], [1.0, 1.0, 1.0]])).round(3)
    array([1.732, 0.   ,   nan])
    """
    return _moments(differences)[1]


def _moments(differences: Floats) -> tuple[Floats, Floats]:
    """Return Cohen's d and skewness of differences, which are scaled by a power of two for each pair."""
    lowest = np.fmin.reduce(differences, axis=1, initial=np.inf)
    highest = np.fmax.reduce(differences, axis=1, initial=-np.inf)
    varies, largest = lowest < highest, np.where(lowest <= highest, np.fmax(highest, -lowest), 0.0)
    differences, _ = scaled_to_unit(differences, largest)
    absent = np.isnan(differences)
    count = differences.shape[1] - np.count_nonzero(absent, axis=1)
    np.copyto(differences, 0.0, where=absent)
    mean = differences.sum(axis=1) / np.maximum(count, 1)
    centred = np.subtract(differences, mean[:, None], out=differences)
    np.copyto(centred, 0.0, where=absent)
    squares = centred**2
    total, n = squares.sum(axis=1), np.maximum(count, 3)
    deviation = np.sqrt(total / np.maximum(count - 1, 1))
    effect = np.divide(mean, deviation, out=np.full(len(n), np.nan), where=varies)
    second, third = total / n, (squares * centred).sum(axis=1) / n
    ratio = np.divide(third, second**1.5, out=np.full(len(n), np.nan), where=varies & (count >= 3))
    return effect, np.asarray(np.sqrt(n * (n - 1)) / (n - 2) * ratio)


def log_ratios(values: Floats, row: Integers, column: Integers, *, higher_is_better: bool = True) -> Floats:
    """Return the mean logarithm of score(row)/score(column), with the sign positive where the row is better.

    Its exponential is the geometric mean of the ratios: an effect size for errors whose scale depends on
    the task, such as RMSE, where the tasks with the largest errors dominate the mean difference. NaN where a
    score of either is not positive, or no task has both.

    Parameters
    ----------
    values : ndarray of shape (n_tasks, n_comparates)
        Scores; NaN where missing.
    row, column : ndarray of int, of shape (n_pairs,)
        The comparates of each pair.
    higher_is_better : bool
        Direction of the measure.

    Returns
    -------
    ndarray of shape (n_pairs,)
        Mean natural logarithms.

    Examples
    --------
    >>> errors = np.array([[1.0, 2.0], [30.0, 60.0]])
    >>> np.exp(log_ratios(errors, np.array([0]), np.array([1]), higher_is_better=False))
    array([2.])
    """
    missing = np.isnan(values)
    with np.errstate(divide="ignore", invalid="ignore"):
        logarithms = np.where(values > 0, np.log(values), np.where(missing, np.nan, -np.inf))
    of_each, ratios = np.ascontiguousarray(logarithms.T), np.empty(len(row))
    for pairs in blocks(len(row), len(values), _SUMMED):
        first, second = of_each.take(row[pairs], axis=0), of_each.take(column[pairs], axis=0)
        with np.errstate(invalid="ignore"):
            gaps = first - second
        both = ~(np.isnan(first) | np.isnan(second))
        defined = np.isfinite(gaps).all(axis=1, where=both) & both.any(axis=1)
        total = np.where(both & defined[:, None], gaps, 0.0).sum(axis=1)
        ratios[pairs] = np.where(defined, total / np.maximum(both.sum(axis=1), 1), np.nan)
    return ratios if higher_is_better else 0.0 - ratios


def relative_differences(values: Floats, baseline: int) -> Floats:
    """Return (score − score(baseline))/|score(baseline)| of every task and comparate.

    NaN where either is missing or the baseline's score is 0; infinite where the ratio is too large for a
    float.

    >>> relative_differences(np.array([[2.0, 3.0], [0.0, 1.0]]), 0)
    array([[0. , 0.5],
           [nan, nan]])
    """
    base, undefined = values[:, [baseline]], np.full(values.shape, np.nan)
    with np.errstate(over="ignore"):
        return np.asarray(np.divide(values - base, np.abs(base), out=undefined, where=base != 0))


def cliffs_delta(values: Floats, row: Integers, column: Integers) -> Floats:
    """Return Cliff's δ: P(X > Y) − P(X < Y) for a score X of the row and a score Y of the column.

    The pairing by tasks is ignored. NaN where no task has both.

    Parameters
    ----------
    values : ndarray of shape (n_tasks, n_comparates)
        Scores as they are compared (see `canonical`), negated where lower is better; NaN where missing. A
        pair uses the tasks where both have a score.
    row, column : ndarray of int, of shape (n_pairs,)
        The comparates of each pair.

    Returns
    -------
    ndarray of shape (n_pairs,)
        Between −1 and 1.

    References
    ----------
    Cliff (1993), Dominance statistics: ordinal analyses to answer ordinal questions, Psychological Bulletin
    114.

    Examples
    --------
    >>> cliffs_delta(np.array([[1.0, 0.0], [3.0, 2.0]]), np.array([0]), np.array([1]))
    array([0.5])
    """
    if np.isnan(values).any():
        return _deltas_with_gaps(values, row, column)
    distinct, ranks = np.unique(values.T, return_inverse=True)
    ranks = np.sort(ranks.reshape(values.T.shape), axis=1)  # neighbours are fast to look up
    n, deltas, order = len(values), np.empty(len(row)), np.argsort(row, kind="stable")
    rows, starts = np.unique(row[order], return_index=True)
    for first, pairs in zip(rows.tolist(), np.split(order, starts[1:]), strict=True):
        counts = np.bincount(ranks[first], minlength=len(distinct))
        above = 2 * counts.cumsum() - counts  # scores of the row below, and up to, each score
        for some in blocks(len(pairs), n):
            deltas[pairs[some]] = (n * n - above.take(ranks[column[pairs[some]]]).sum(axis=1)) / (n * n)
    return deltas


def _deltas_with_gaps(values: Floats, row: Integers, column: Integers) -> Floats:
    """Return Cliff's δ when each pair has its own tasks."""
    present, deltas = ~np.isnan(values), np.full(len(row), np.nan)
    for k, (first, second) in enumerate(zip(row.tolist(), column.tolist(), strict=True)):
        both = present[:, first] & present[:, second]
        if both.any():
            pair = values[both][:, [first, second]]
            deltas[k] = cliffs_delta(pair, np.array([0]), np.array([1]))[0]
    return deltas


def vargha_delaney(delta: Floats) -> Floats:
    """Return Vargha and Delaney's A = P(X > Y) + P(X = Y)/2 from Cliff's δ: (δ + 1)/2; 1/2 is no effect.

    Parameters
    ----------
    delta : ndarray of any shape
        Cliff's δ.

    Returns
    -------
    ndarray of the same shape
        Between 0 and 1; above 1/2 where the row tends to be better.

    References
    ----------
    Vargha and Delaney (2000), A critique and improvement of the CL common language effect size statistics,
    Journal of Educational and Behavioral Statistics 25.
    """
    return np.asarray((delta + 1) / 2)


def standardized_of(scores: Scores, row: Integers, column: Integers, running: Running = ALONE) -> tuple[Floats, Floats]:
    """Return `cohens_d` and `skewness` of the differences of pairs of comparates, positive for the row."""
    effects, shapes = over_pairs(partial(of_scores(scores).each, _moments), row, column, scores.n_tasks, running)
    return effects, shapes


def cliffs_delta_of(scores: Scores, row: Integers, column: Integers, running: Running = ALONE) -> Floats:
    """Return `cliffs_delta` of pairs of comparates, positive where the row is better."""
    compared = canonical(scores.values, scores.decimals, scores.tie_tolerance)
    oriented = compared if scores.higher_is_better else -compared
    return over_pairs(partial(_deltas, oriented), row, column, scores.n_tasks, running, HELD)[0]


def _deltas(oriented: Floats, row: Integers, column: Integers) -> tuple[Floats]:
    return (cliffs_delta(oriented, row, column),)


_LARGE, _MANY, _DOMINATED, _TIMES = 3, 10, 0.5, 10
"""So many tasks of at least so many dominate from this share of all differences on, if they are on these so many times
those of the median task: the three largest of ten normal differences make up half of all, but are twice as large."""


def dominating(values: Floats) -> tuple[tuple[int, ...], float] | None:
    """Return the tasks on which comparates differ by far the most, largest first, and their share of all differences.

    The size of a task's differences is the standard deviation of its scores. None where no few tasks outweigh all.

    >>> import numpy as np
    >>> dominating(np.outer([*[1] * 9, 500, 400, 300], [1.0, 2.0]))[0]
    (9, 10, 11)
    """
    varied = (~np.isnan(values)).sum(axis=1) >= 2
    if varied.sum() < _MANY:
        return None
    size = np.zeros(len(values))
    size[varied] = np.nanstd(values[varied], axis=1)
    first = np.argsort(-size, kind="stable")[:_LARGE]
    large, usual, total = size[first], float(np.median(size[varied])), float(size.sum())
    share = float(large.sum() / total) if total else 0.0
    return None if share < _DOMINATED or large.mean() < _TIMES * usual else (tuple(first.tolist()), share)


_ROUNDING = 1e-12
"""Errors of differences of decimal scores, relative to their size."""
_FEWEST, _SEVERAL = 10, 25
"""Tasks from which on one outlier is looked for, and several: Rosner's approximation holds from 25 on."""


@dataclass(frozen=True)
class Concentration:
    """The tasks that contribute most to a summed difference."""

    tasks: tuple[int, ...]  # positions of these tasks, the largest contribution first
    largest: tuple[float, ...]  # their differences, in the direction of the sum: the unit is that of the differences
    # share: their sum as a share of the whole sum; above 1 where all other tasks together go the other way; NaN where
    # the whole sum is zero
    share: float
    # rest: mean difference on all other tasks, in the direction of the sum: negative where `share` is above 1; NaN
    # where there are none
    rest: float


def concentration(differences: Floats, most: int = 3) -> Concentration:
    """Return how much of the summed difference of two comparates its largest contributions account for.

    A description of the data; no hypothesis is tested. With differences d_1, …, d_n, their sum S and the differences
    d_(1) ≥ d_(2) ≥ … in the direction of S (that is d_i·sign(S)), the share is (d_(1) + … + d_(k)) / |S|. The mean
    difference is S/n, so the share is that of the mean, too.

    >>> import numpy as np
    >>> concentration(np.array([0.125, 0.5, -0.125, 0.0]), most=1)
    Concentration(tasks=(1,), largest=(0.5,), share=1.0, rest=0.0)
    """
    defined = np.flatnonzero(~np.isnan(differences))
    total = _sum(differences[defined])
    towards = differences[defined] * (-1.0 if total < 0 else 1.0)
    order = np.argsort(-towards, kind="stable")
    first, others = order[:most], order[most:]
    share = _sum(towards[first]) / abs(total) if total else float("nan")
    mean_of_others = _sum(towards[others]) / len(others) if len(others) else float("nan")
    return Concentration(tuple(defined[first].tolist()), tuple(towards[first].tolist()), share, mean_of_others)


def decisive(differences: Floats, most: int = 3) -> Concentration | None:
    """Return the fewest tasks, all outlying, without which the mean difference is zero or goes the other way.

    None where there are none; see `concentration` and `n_outlying`.

    >>> import numpy as np
    >>> decisive(np.array([1.0, -1.0, 2.0, -2.0, 0.0, -1.5, 1.5, 0.5, -0.5, -1.0, 20.0])).tasks
    (10,)
    """
    without = (concentration(differences, k) for k in range(1, n_outlying(differences, most) + 1))
    return next((few for few in without if few.rest <= 0), None)


def n_outlying(differences: Floats, most: int = 3, level: float = 0.05) -> int:
    """Return how many of the largest contributions to a summed difference are more than n, mean and spread explain.

    Rosner's generalized extreme Studentized deviate, of one side. The hypothesis is that all differences are drawn from
    one normal distribution; d_(1) ≥ d_(2) ≥ … are the differences in the direction of their sum, and R_i is
    (d_(i) − mean)/SD of all but the i − 1 largest. The result is the greatest i ≤ k with R_i > λ_i, where λ_i =
    (n − i)t/√((n − i − 1 + t²)(n − i + 1)), and t is the quantile of Student's t with n − i − 1 degrees of freedom at
    1 − level/(n − i + 1). With one outlier at most this is the test of Grubbs. On fewer than 25 tasks, k is 1: λ_2 and
    λ_3 are too small there.

    Rosner (1983), Percentage points for a generalized ESD many-outlier procedure, Technometrics 25.

    >>> import numpy as np
    >>> n_outlying(np.array([1.0, -1.0, 2.0, -2.0, 0.0, 1.5, -1.5, 0.5, -0.5, 1.0, 20.0]))
    1
    """
    from scipy.special import stdtrit

    defined = differences[~np.isnan(differences)]
    n = len(defined)
    if n < _FEWEST:
        return 0
    towards = np.sort(defined * (-1.0 if _sum(defined) < 0 else 1.0))
    outlying = 0
    for i in range(1, (most if n >= _SEVERAL else 1) + 1):
        inner = towards[: n - i + 1]
        spread = float(inner.std(ddof=1))
        t = float(stdtrit(n - i - 1, 1 - level / (n - i + 1)))
        bound = (n - i) * t / np.sqrt((n - i - 1 + t * t) * (n - i + 1))
        if spread > 0 and (inner[-1] - inner.mean()) / spread > bound:
            outlying = i
    return outlying


def _sum(values: Floats) -> float:
    """Return a sum; one that only rounding errors keep from zero is zero."""
    total = fsum(values.tolist())
    return 0.0 if abs(total) <= _ROUNDING * fsum(np.abs(values).tolist()) else total


def n_close(first: Floats, second: Floats, distance: float) -> int:
    """Return on how many tasks two comparates are within a distance of each other.

    >>> import numpy as np
    >>> n_close(np.array([0.9, 0.8, 0.7]), np.array([0.89, 0.7, 0.7]), 0.01)
    2
    """
    size = np.fmax(np.abs(first), np.abs(second))
    return int(np.count_nonzero(np.abs(first - second) <= distance + _ROUNDING * size))
