"""Ranks within tasks; relatives of the Friedman test (Quade's, aligned ranks); tests of pairs by mean ranks."""

from __future__ import annotations

import math
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache

import numpy as np

from comparatex.data.scores import Scores
from comparatex.errors import UsageError
from comparatex.inference.arithmetic import Floats, Integers, Keys, blocks
from comparatex.inference.differences import canonical
from comparatex.inference.docs import with_sections
from comparatex.inference.nemenyi import nemenyi_pvalues


def best_first(scores: Scores, order: Integers, *, incomplete: bool = False) -> Floats:
    """Return the complete tasks' scores as they are compared, negated where needed so that smaller is better.

    With incomplete tasks, too, a missing score is NaN.
    """
    complete = scores.complete | incomplete
    values, decimals = scores.values[complete][:, order], scores.decimals[complete][:, order]
    sign = 1.0 if scores.higher_is_better else -1.0
    return -sign * canonical(values, decimals, scores.tie_tolerance)


def doubled_ranks(values: Floats) -> Integers:
    """Return twice the rank of each score within its task, ties averaged; doubled ranks are whole numbers.

    >>> doubled_ranks(np.array([[0.3, 0.1, 0.3, 0.9]]))
    array([[5, 2, 5, 8]])
    """
    doubled = np.empty(values.shape, dtype=np.int64)
    for tasks in blocks(*values.shape):
        order = np.argsort(values[tasks], axis=1)
        midranks = doubled_midranks(np.take_along_axis(values[tasks], order, axis=1))
        np.put_along_axis(doubled[tasks], order, midranks, axis=1)
    return doubled


def doubled_midranks(ordered: Keys) -> Integers:
    """Return twice the midrank of each number in sorted rows."""
    position = np.arange(ordered.shape[1])
    change = ordered[:, 1:] != ordered[:, :-1]
    edge = np.ones((len(ordered), 1), dtype=np.bool_)
    first = np.maximum.accumulate(np.where(np.hstack([edge, change]), position, 0), axis=1)
    ends = np.where(np.hstack([change, edge]), position, ordered.shape[1])
    last = np.minimum.accumulate(ends[:, ::-1], axis=1)[:, ::-1]
    return np.asarray(first + last + 2, dtype=np.int64)


_DIGITS = 15
"""Significant digits of a decimal number that a float surely keeps."""

_LARGEST_EXACT = 1e15
_COMPARED_DIGITS = 12


def whole_numbers(scores: Floats) -> tuple[Keys, Keys]:
    """Return scores as whole numbers of a power of ten chosen for the table, and by how much those of each task tie.

    Numbers, of shape (n_tasks, n_comparates), are Python integers when 64 bits are too few: sums over a task, and
    products with the number of comparates, do not overflow. Those that differ by less than the step of their task tie,
    of shape (n_tasks, 1): 1 when the table's scores are decimals with 15 digits in the same unit, else the twelfth
    digit of the task's largest score.

    >>> whole_numbers(np.array([[0.3, 0.25], [2.0, 1.0]]))[0]
    array([[ 30,  25],
           [200, 100]])
    """
    room = 2**61 // max(1, scores.shape[1])
    largest = float(np.abs(scores).max(initial=0))
    for places in range(_DIGITS + 1):
        power = 10.0**places
        if largest * power > min(room, _LARGEST_EXACT):
            break
        whole = np.rint(scores * power)
        if np.array_equal(whole / power, scores):
            return whole.astype(np.int64), np.ones((len(scores), 1), dtype=np.int64)
    exact = [Decimal(f"{score:.{_DIGITS}g}") for score in scores.ravel().tolist()]
    last = min((int(number.as_tuple().exponent) for number in exact), default=0)
    integers = [int(number.scaleb(-last)) for number in exact]
    kind = np.int64 if max(map(abs, integers), default=0) <= room else object
    numbers = np.array(integers, dtype=kind).reshape(scores.shape)
    steps = [10 ** max(0, len(str(size)) - _COMPARED_DIGITS) for size in np.abs(numbers).max(axis=1).tolist()]
    return numbers, np.array(steps, dtype=kind).reshape(-1, 1)


def ranked(numbers: Keys, steps: Keys) -> Floats:
    """Return the ranks of whole numbers, ties averaged; neighbours that differ by less than both their steps tie."""
    order = np.argsort(numbers, kind="stable")
    wide = np.diff(numbers[order]) >= np.minimum(steps[order][1:], steps[order][:-1])
    place = np.concatenate([[0], np.cumsum(wide.astype(np.int64))])
    ranks = np.empty(len(order))
    ranks[order] = doubled_midranks(place[None])[0] / 2
    return ranks


_of_scores = with_sections("""
Parameters
----------
best_first : ndarray of shape (n_tasks, n_comparates)
    Complete scores as they are compared, negated where needed so that smaller is better.
row, column : ndarray of int, of shape (n_pairs,)
    The comparates of each pair.

Returns
-------
statistic, pvalue : ndarray of shape (n_pairs,)
    The statistic is positive where the row is better; 0, with p 1, where what is compared is equal.
""")


@dataclass(frozen=True, eq=False)
class RankTest:
    """An omnibus test of ranks."""

    statistic: float  # statistic, pvalue: NaN where undefined
    pvalue: float
    df: tuple[int, ...]  # degrees of freedom: of F, or of χ²
    mean_rank: Floats  # of shape (n_comparates,): the (weighted) mean ranks behind it; smaller is better


def quade(best_first: Floats) -> RankTest:
    """Return Quade's test: Friedman's with tasks weighted by the spread of the comparates' scores.

    H0: on every task all orders of the comparates are equally likely. With ranks r within tasks, and q_i the
    rank of task i by its range of scores, S_ij = q_i (r_ij − (k + 1)/2); F = (N − 1)B/(A − B) with A = Σ S²
    and B = Σ_j (Σ_i S_ij)²/N has k − 1 and (N − 1)(k − 1) degrees of freedom.

    Parameters
    ----------
    best_first : ndarray of shape (n_tasks, n_comparates)
        Complete scores as they are compared, negated where needed so that smaller is better.

    Returns
    -------
    RankTest
        Undefined (NaN) on fewer than two tasks, or when every task ranks the comparates alike and all tasks have
        the same range of scores; F is 0 and p is 1 when the weighted ranks are all equal.

    Notes
    -----
    Ranges of scores are comparable between tasks only when the measure is the same on all.

    References
    ----------
    Quade (1979), Using weighted rankings in the analysis of complete blocks, JASA 74. Conover (1999),
    Practical nonparametric statistics, section 5.8.
    """
    from scipy.special import fdtrc

    n, k = best_first.shape
    df = (k - 1, max(n - 1, 0) * (k - 1))
    if n < 2:
        return RankTest(math.nan, math.nan, df, np.full(k, math.nan))
    weight, within = weighted(best_first)
    centred = weight[:, None] * (within - (k + 1) / 2)
    mean_rank = (weight[:, None] * within).sum(axis=0) / weight.sum()
    total, between = float((centred**2).sum()), float((centred.sum(axis=0) ** 2).sum() / n)
    if between == 0:
        return RankTest(0.0, 1.0, df, mean_rank)
    if total - between <= 1e-12 * total:
        return RankTest(math.nan, math.nan, df, mean_rank)
    statistic = (n - 1) * between / (total - between)
    return RankTest(statistic, float(fdtrc(*df, statistic)), df, mean_rank)


def aligned_ranks(best_first: Floats) -> RankTest:
    """Return the Friedman test of aligned ranks: scores minus their task's mean are all ranked together.

    H0: on every task all orders of the comparates are equally likely. With R_j and R_i the rank sums of
    comparates and tasks, T = (k − 1)[Σ_j R_j² − kN²(kN + 1)²/4]/[kN(kN + 1)(2kN + 1)/6 − Σ_i R_i²/k], from χ²
    with k − 1 degrees of freedom. The sum of squared ranks is the actual one, hence correct with ties.

    Parameters
    ----------
    best_first : ndarray of shape (n_tasks, n_comparates)
        Complete scores, negated where needed so that smaller is better.

    Returns
    -------
    RankTest
        Undefined (NaN) on fewer than two tasks; 0 with p 1 when all comparates tie on every task.

    References
    ----------
    Hodges and Lehmann (1962), Rank methods for combination of independent experiments, Annals of Mathematical
    Statistics 33. García, Fernández, Luengo and Herrera (2010), Information Sciences 180.
    """
    from scipy.special import chdtrc

    n, k = best_first.shape
    if n < 2:
        return RankTest(math.nan, math.nan, (k - 1,), np.full(k, math.nan))
    ranks = aligned(best_first)
    between = float((ranks.sum(axis=0) ** 2).sum() - k * n * n * (k * n + 1) ** 2 / 4)
    residual = float((ranks**2).sum() - (ranks.sum(axis=1) ** 2).sum() / k)
    statistic = (k - 1) * between / residual if residual > 0 else 0.0
    return RankTest(statistic, float(chdtrc(k - 1, statistic)), (k - 1,), ranks.mean(axis=0))


def skillings_mack(best_first: Floats) -> RankTest:
    """Return Skillings and Mack's test, which is Friedman's where scores are missing, corrected for ties.

    H0: on every task, all orders of the comparates that have a score are equally likely, and which scores are missing
    has nothing to do with them. With the ranks r_ij among the k_i comparates of task i, ties averaged, c_ij =
    r_ij − (k_i + 1)/2, or 0 where the score is missing, and the sums A_j = Σ_i c_ij √(12/(k_i + 1)), T = AᵀV⁻A has the
    χ² distribution for many tasks. V, the covariance of A under H0 given the ties, has V_jl = −Σ_i 12 Σ_j c_ij²/
    (k_i(k_i² − 1)) over the tasks with both, j ≠ l, and rows that sum to zero; without ties that is minus the number
    of these tasks. Degrees of freedom are the rank of V: k − 1 where tasks connect all comparates.

    Parameters
    ----------
    best_first : ndarray of shape (n_tasks, n_comparates)
        Scores as they are compared, negated where needed so that smaller is better; NaN where missing.

    Returns
    -------
    RankTest
        `mean_rank` has the means of c_ij √(12/(k_i + 1)) over each comparate's tasks. NaN where fewer than two tasks
        have two scores; 0 with p 1 when all comparates tie. On complete tasks it is `friedman`, corrected for ties.

    References
    ----------
    Skillings and Mack (1981), On the use of a Friedman-type statistic in balanced and unbalanced block designs,
    Technometrics 23.
    """
    from scipy.special import chdtrc

    present = ~np.isnan(best_first)
    size, df = present.sum(axis=1), best_first.shape[1] - 1
    present[size < 2] = False
    if np.count_nonzero(size > 1) < 2:
        return RankTest(math.nan, math.nan, (df,), np.full(df + 1, math.nan))
    k = np.maximum(size, 2)[:, None]
    centred = np.where(present, doubled_ranks(best_first) / 2 - (k + 1) / 2, 0.0) * np.sqrt(12 / (k + 1))
    shared = (centred**2).sum(axis=1, keepdims=True) / (k * (k - 1)) * present
    covariance = -(present.T.astype(np.float64) @ shared)
    np.fill_diagonal(covariance, 0.0)
    np.fill_diagonal(covariance, -covariance.sum(axis=1))
    variance, axes = np.linalg.eigh(covariance)
    positive = variance > 1e-9 * max(float(variance[-1]), 1.0)
    mean_rank = centred.sum(axis=0) / np.maximum(present.sum(axis=0), 1)
    if not positive.any():
        return RankTest(0.0, 1.0, (df,), mean_rank)
    statistic = float(((centred.sum(axis=0) @ axes[:, positive]) ** 2 / variance[positive]).sum())
    df = int(positive.sum())
    return RankTest(statistic, float(chdtrc(df, statistic)), (df,), mean_rank)


def weighted(best_first: Floats) -> tuple[Floats, Floats]:
    """Return the weights of tasks, which are the ranks of their ranges of scores, and the ranks within tasks."""
    numbers, steps = whole_numbers(best_first)
    return ranked(np.ptp(numbers, axis=1), steps[:, 0]), doubled_ranks(best_first) / 2


def aligned(best_first: Floats) -> Floats:
    """Return the ranks, over the whole table, of scores minus their task's mean."""
    numbers, steps = whole_numbers(best_first)
    deviation = best_first.shape[1] * numbers - numbers.sum(axis=1, keepdims=True)  # times k, so whole numbers
    return ranked(deviation.ravel(), np.repeat(steps, best_first.shape[1])).reshape(deviation.shape)


def nemenyi(best_first: Floats, row: Integers, column: Integers) -> tuple[Floats, Floats]:
    """Return differences of mean ranks, column less row, and their p-values by Nemenyi's test; see `nemenyi_pvalues`.

    Nemenyi (1963), Distribution-free multiple comparisons, PhD thesis, Princeton. Demšar (2006), JMLR 7, section 3.2.2.
    """
    mean_rank = doubled_ranks(best_first).mean(axis=0) / 2
    gap = mean_rank[column] - mean_rank[row]
    return gap, nemenyi_pvalues(np.abs(gap), best_first.shape[1], len(best_first))


def friedman_z_of(best_first: Floats, row: Integers, column: Integers) -> tuple[Floats, Floats]:
    """Return `friedman_z` of scores."""
    return friedman_z(doubled_ranks(best_first).mean(axis=0) / 2, len(best_first), row, column)


def friedman_z(mean_rank: Floats, n_tasks: int, row: Integers, column: Integers) -> tuple[Floats, Floats]:
    """Return z and the two-sided p-values of differences of mean ranks.

    H0: on every task all orders of the comparates are equally likely. z = (R_column − R_row)/√(k(k + 1)/(6N)), positive
    where the row is better, from the normal distribution; corrected neither for multiple testing nor for ties.

    Parameters
    ----------
    mean_rank : ndarray of shape (n_comparates,)
        Mean ranks on the complete tasks.
    n_tasks : int
        Number of complete tasks.
    row, column : ndarray of int, of shape (n_pairs,)
        The comparates of each pair.

    Returns
    -------
    z, pvalue : ndarray of shape (n_pairs,)
        0 and 1 where the mean ranks are equal.

    References
    ----------
    Demšar (2006), JMLR 7, section 3.2.2. García and Herrera (2008), JMLR 9.
    """
    k = len(mean_rank)
    return _normal(mean_rank, math.sqrt(k * (k + 1) / (6 * max(n_tasks, 1))), row, column)


@_of_scores
def aligned_z(best_first: Floats, row: Integers, column: Integers) -> tuple[Floats, Floats]:
    """Return z and the two-sided p-values of differences of mean aligned ranks.

    H0: on every task all orders of the comparates are equally likely. z is the difference of the mean ranks
    of `aligned_ranks`, positive where the row is better, over its standard deviation under H0 given the
    ranks, √(2 Σ_i Σ_j (r_ij − r̄_i)²/(k − 1))/N, from the normal distribution; not corrected for
    multiple testing.

    Notes
    -----
    García et al. print the variance k(N + 1)/6, about k times too small: ranks run from 1 to kN.

    References
    ----------
    Hodges and Lehmann (1962), Annals of Mathematical Statistics 33. García, Fernández, Luengo and Herrera
    (2010), Information Sciences 180.
    """
    ranks = aligned(best_first)
    return _normal(ranks.mean(axis=0), _error(ranks) / len(ranks), row, column)


@_of_scores
def quade_z(best_first: Floats, row: Integers, column: Integers) -> tuple[Floats, Floats]:
    """Return z and the two-sided p-values of differences of mean ranks weighted after Quade.

    H0 and z are those of `aligned_z`, with the ranks within tasks multiplied by the weights of `quade`, and
    mean ranks divided by the sum of weights.

    Notes
    -----
    Without ties the variance is k(k + 1)(2N + 1)/(9N(N + 1)). García et al. print (k − 1)/2 times that, which is
    correct for three comparates only.

    References
    ----------
    Quade (1979), JASA 74. García, Fernández, Luengo and Herrera (2010), Information Sciences 180.
    """
    weight, within = weighted(best_first)
    ranks = weight[:, None] * within
    return _normal(ranks.sum(axis=0) / weight.sum(), _error(ranks) / float(weight.sum()), row, column)


def _error(ranks: Floats) -> float:
    """Return the standard deviation of a difference of two sums of ranks, over all orders within tasks."""
    centred = ranks - ranks.mean(axis=1, keepdims=True)
    return math.sqrt(2 * float((centred**2).sum()) / (ranks.shape[1] - 1))


def _normal(mean_rank: Floats, error: float, row: Integers, column: Integers) -> tuple[Floats, Floats]:
    """Return z, positive where the row is better, and its two-sided p-values; 0 and 1 where ranks are equal."""
    from scipy.special import ndtr

    gap = mean_rank[column] - mean_rank[row]
    z = np.where(np.abs(gap) <= 1e-12 * len(mean_rank), 0.0, gap / (error or 1.0))
    return z, np.minimum(1.0, 2 * ndtr(-np.abs(z)))


@_of_scores
def conover(best_first: Floats, row: Integers, column: Integers) -> tuple[Floats, Floats]:
    """Return t and the two-sided p-values of Conover's test of rank sums after Friedman's.

    H0: on every task all orders of the comparates are equally likely. t = (S_column − S_row)/√(2(NA − Σ S²)/((N − 1)
    (k − 1))) with rank sums S and A = Σ r² over all ranks, with (N − 1)(k − 1) degrees of freedom. It is meant to
    follow a significant Friedman test, and is liberal without a correction. t is NaN on fewer than two tasks, and
    infinite, with p 0, for rank sums that differ where every task ranks the comparates alike.

    References
    ----------
    Conover (1999), Practical nonparametric statistics, section 5.8.
    """
    from scipy.special import stdtr

    n, k = best_first.shape
    if n < 2:
        return np.full(len(row), math.nan), np.full(len(row), math.nan)
    ranks = doubled_ranks(best_first) / 2
    sums = ranks.sum(axis=0)
    df = (n - 1) * (k - 1)
    residual = float(n * (ranks**2).sum() - (sums**2).sum())
    gap = sums[column] - sums[row]
    with np.errstate(divide="ignore", invalid="ignore"):
        t = np.where(gap == 0, 0.0, gap / math.sqrt(2 * residual / df))
    return t, np.where(gap == 0, 1.0, 2 * stdtr(df, -np.abs(t)))


def against_control(pvalues: Floats, row: Integers, column: Integers, control: int) -> Floats:
    """Return the p-values of the pairs with a control, NaN elsewhere: `bonferroni` of them is Bonferroni and Dunn's."""
    return np.where((row == control) | (column == control), pvalues, np.nan)


def bonferroni_dunn_difference(n_comparates: int, n_tasks: int, alpha: float = 0.05) -> float:
    """Return the difference of mean ranks from a control above which the Bonferroni–Dunn test rejects.

    CD = z √(k(k + 1)/(6N)) with the upper alpha/(2(k − 1)) quantile z of the normal distribution. H0: on
    every task all orders of the comparates are equally likely; the test is two-sided, and not corrected for ties.

    Parameters
    ----------
    n_comparates, n_tasks : int
        Size of the table of ranks.
    alpha : float
        Significance level, for all comparisons with the control together.

    Returns
    -------
    float
        In mean ranks.

    Raises
    ------
    UsageError
        There are fewer than two comparates, or no task.

    References
    ----------
    Dunn (1961), JASA 56. Demšar (2006), JMLR 7, section 3.2.2 and table 5(b).
    """
    if n_tasks < 1:
        raise UsageError("The Bonferroni–Dunn test needs a task.")
    k = n_comparates
    return bonferroni_dunn_value(k, alpha) * math.sqrt(k * (k + 1) / (6 * n_tasks))


@lru_cache(maxsize=256)
def bonferroni_dunn_value(n_comparates: int, alpha: float = 0.05) -> float:
    """Return z of the Bonferroni–Dunn test of k comparates with the control: the upper alpha/(2(k − 1)) quantile.

    Dunn (1961), JASA 56. Demšar (2006), JMLR 7, section 3.2.2 and table 5(b).

    >>> [round(bonferroni_dunn_value(k), 3) for k in (2, 3, 10)]
    [1.96, 2.241, 2.773]
    """
    from scipy.special import ndtri

    if n_comparates < 2 or not 0 < alpha < 1:
        raise UsageError("The Bonferroni–Dunn test needs two methods and a level between 0 and 1.")
    return float(-ndtri(alpha / (2 * (n_comparates - 1))))
