"""The sign test, the paired t test, and the test of an analysis: all pairs, corrected within the declared family."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import accumulate
from typing import Literal

import numpy as np

from comparatex.errors import UsageError
from comparatex.inference import clustered, rank_tests
from comparatex.inference.analysis import ALONE, CLUSTERED, RANK_TESTS, TESTS, Analysis, Running, SignTies
from comparatex.inference.arithmetic import Booleans, Floats, Integers, check_level, scaled_to_unit
from comparatex.inference.corrections import CORRECTIONS, adjust
from comparatex.inference.differences import Differences
from comparatex.inference.wilcoxon import SignedRankTest
from comparatex.inference.workers import OfPairs, over_pairs
from comparatex.names import hint, quoted


@dataclass(frozen=True, eq=False)
class Pairs:
    """Statistics of every unordered pair of comparates, each an array of shape (n_pairs,).

    Pairs come in the order of ``numpy.triu_indices(m, 1)`` over the summary order, so that the row has the
    better mean score (or comes first by name).
    """

    row: Integers  # row, column: positions of the two comparates in the summary order
    column: Integers
    n_tasks: Integers  # tasks on which both have a score
    mean_difference: Floats  # mean of score(row) − score(column), in the measure's unit
    wins: Integers  # wins, ties, losses: tasks on which the row is better, equal, worse
    ties: Integers
    losses: Integers
    w_plus: Floats  # w_plus, w_minus: rank sums of the tasks where the row is better and worse
    w_minus: Floats
    # statistic: of the analysis' test. Wilcoxon: the smaller rank sum; sign test: the smaller of wins and losses;
    # Nemenyi: the difference of mean ranks; t, Friedman z, Conover, tests of clusters: the absolute t or z.
    statistic: Floats
    # pvalue, adjusted_pvalue: of the analysis' test, raw and corrected over all pairs. NaN where undefined.
    pvalue: Floats
    adjusted_pvalue: Floats


def median_differences(
    differences: Differences, row: Integers, column: Integers, running: Running = ALONE, turn: int = 1
) -> Floats:
    """Return the median difference of each pair, positive where the row is better, or turned; NaN without common tasks.

    The median of an even number is the mean of the two middle ones. Any tie tolerance is ignored.
    """
    of_pairs = partial(_medians, differences)
    return turn * over_pairs(of_pairs, row, column, differences.values.shape[1], running)[0] + 0.0


def _medians(differences: Differences, row: Integers, column: Integers) -> tuple[Floats]:
    signed, both = differences.signed(row, column), differences.both(row, column)
    count = np.full(len(signed), signed.shape[1])
    if both is not None:  # missing differences of a pair sort above all others
        signed[~both] = signed.max(initial=0) + 1
        count = np.count_nonzero(both, axis=1)
    signed.sort(axis=1)
    pairs = np.arange(len(signed))
    low = signed[pairs, np.maximum(count - 1, 0) // 2]
    high = signed[pairs, np.minimum(count // 2, signed.shape[1] - 1)]
    return (np.where(count > 0, differences.midpoints(low, high), np.nan),)


def paired_t(differences: Floats) -> tuple[Floats, Floats, Floats]:
    """Return t and the one-sided p-values: the row is better, the column is better.

    H0: the mean of the differences is zero; they are independent and normal. t = d̄/(s/√n) with n − 1 degrees
    of freedom. When all differences are equal, t is infinite and p is 0 on their side and 1 on the other; t
    is 0 and both p-values are 1 when all are zero.

    Parameters
    ----------
    differences : ndarray of shape (n_pairs, n_tasks)
        Positive where the row is better; NaN where missing.

    Returns
    -------
    statistic, row, column : ndarray of shape (n_pairs,)
        NaN on fewer than two tasks.

    References
    ----------
    Student (1908), Biometrika 6. Demšar (2006), JMLR 7, section 3.1.1, on why not to use it.
    """
    from scipy.special import stdtr

    differences, _ = scaled_to_unit(differences)  # t is scale-free
    present = ~np.isnan(differences)
    n = present.sum(axis=1)
    filled = np.where(present, differences, 0.0)
    mean = filled.sum(axis=1) / np.maximum(n, 1)
    highest = np.where(present, differences, -np.inf).max(axis=1, initial=-np.inf)
    lowest = np.where(present, differences, np.inf).min(axis=1, initial=np.inf)
    squares = (np.where(present, differences - mean[:, None], 0.0) ** 2).sum(axis=1)
    squares = np.where(highest > lowest, squares, 0.0)
    with np.errstate(divide="ignore", invalid="ignore"):
        t = np.where(mean == 0, 0.0, mean / np.sqrt(squares / (n - 1) / n))
    t = np.where(n < 2, np.nan, t)
    row, column = stdtr(n - 1, -t), stdtr(n - 1, t)
    none = (highest == 0) & (lowest == 0) & (n >= 2)
    return t, np.where(none, 1.0, row), np.where(none, 1.0, column)


@dataclass(frozen=True, eq=False)
class CorrectedT:
    """The corrected resampled t test of pairs, each array of shape (n_pairs,); see `corrected_t`."""

    n: Integers  # differences
    mean: Floats  # mean, low, high: mean difference, and its interval
    low: Floats
    high: Floats
    statistic: Floats  # t, with n − 1 degrees of freedom
    row: Floats  # row, column: one-sided p-values: the row is better, the column is better
    column: Floats


def corrected_t(differences: Floats, share: float, level: float = 0.95) -> CorrectedT:
    """Compare pairs on one task by repeats whose training sets overlap: Nadeau and Bengio's corrected resampled t test.

    H0: the expected difference is zero, over training and test sets of this size from the source of the data. The n
    differences are normal, and any two correlate by ρ. With mean d̄ and variance s² (divisor n − 1),
    t = d̄/(s √(1/n + ρ/(1 − ρ))) with n − 1 degrees of freedom; the interval is d̄ ± t* s √(1/n + ρ/(1 − ρ)) with
    Student's quantile t*. With ρ = 0 this is the paired t test.

    Parameters
    ----------
    differences : ndarray of shape (n_pairs, n_repeats)
        One per fold or resample, positive where the row is better; NaN where missing.
    share : float
        ρ, 0 ≤ ρ < 1: the share of the data that a repeat tests on, so that ρ/(1 − ρ) is the ratio of the sizes of test
        set and training set: 1/9 for ten folds, however often these are drawn.
    level : float
        Level of the interval, between 0 and 1.

    Returns
    -------
    CorrectedT
        NaN for fewer than two differences. Where all differences are equal, t is infinite and the interval is a point;
        where all are zero, both p-values are 1.

    Raises
    ------
    UsageError
        The share is not in [0, 1), or the level not between 0 and 1.

    Notes
    -----
    The correction is an approximation: the true correlation is not known and has no unbiased estimate. The level holds
    nearly for resamples, and for repeated cross-validation.

    References
    ----------
    Nadeau and Bengio (2003), Inference for the generalization error, Machine Learning 52, section 5. Bouckaert and
    Frank (2004), Evaluating the replicability of significance tests for comparing learning algorithms, PAKDD.

    Examples
    --------
    >>> test = corrected_t(np.array([[0.1, 0.3, 0.2, 0.4]]), 0.25)
    >>> test.statistic.round(3), test.low.round(3), test.high.round(3)
    (array([2.535]), array([-0.064]), array([0.564]))
    """
    from scipy.special import stdtr, stdtrit

    if not 0 <= share < 1:
        raise UsageError(f"The share of the data that a repeat tests on is {share}: it must be at least 0 and below 1.")
    check_level(level)
    plain, row, column = paired_t(differences)
    n = np.count_nonzero(~np.isnan(differences), axis=1)
    tested = n > 1
    mean, half = np.full((2, len(n)), np.nan)
    mean[tested] = np.nanmean(differences[tested], axis=1)
    deviation = np.where(np.isinf(plain[tested]), 0.0, np.nanstd(differences[tested], axis=1, ddof=1))
    squeezed = np.sqrt(1 + n * share / (1 - share))  # by how much the error of a mean is larger than s/√n
    half[tested] = stdtrit(n[tested] - 1, (1 + level) / 2) * deviation * squeezed[tested] / np.sqrt(n[tested])
    t = plain / squeezed
    varied = np.isfinite(t) & (t != 0)
    row, column = (np.where(varied, stdtr(n - 1, side * t), p) for side, p in ((-1, row), (1, column)))
    return CorrectedT(n, mean, mean - half, mean + half, t, row, column)


Alternatives = Integers | Literal[-1, 0, 1]
"""Of each pair, or of all: 1 where the alternative hypothesis is that the row is better, −1 that the column is, 0 that
either is."""


def alternatives(analysis: Analysis, names: Sequence[str], row: Integers, column: Integers) -> Integers:
    """Return the alternative of each pair's test, of names in the summary order."""
    if analysis.sides == "ours":
        (ours,) = _places((analysis.control,), names)
        return np.asarray((row == ours).astype(np.int64) - (column == ours))
    return np.full(len(row), analysis.sides == "better", dtype=np.int64)


def sided(row: Floats, column: Floats, alternative: Alternatives = 0) -> Floats:
    """Return the p-values of pairs from those of either side being better."""
    both = np.minimum(1.0, 2.0 * np.minimum(row, column))
    if not np.any(alternative):
        return both
    return np.where(np.equal(alternative, 1), row, np.where(np.equal(alternative, -1), column, both))


_EXACT = 5_000
"""Most tasks for which probabilities are computed exactly: whole numbers of more binary digits take seconds."""


def sign_test(wins: Integers, losses: Integers, alternative: Alternatives = 0) -> Floats:
    """Return the exact p-values of the sign test.

    H0: on a task where the two differ, each is the better one with probability 1/2. Under H0 the wins of the
    row are binomial with n = wins + losses; ties are left out. One-sided p-values are P(X ≥ wins) and
    P(X ≥ losses); the two-sided one is twice the smaller, at most 1. Without any win or loss, p is 1.

    Parameters
    ----------
    wins, losses : ndarray of shape (n_pairs,)
        Tasks on which the row is better, and worse.
    alternative : int, or ndarray of int, of shape (n_pairs,)
        1: the row is better; −1: the column is; 0: either is.

    Returns
    -------
    ndarray of shape (n_pairs,)
        P-values.

    References
    ----------
    Demšar (2006), Statistical comparisons of classifiers over multiple data sets, JMLR 7, section 3.1.4.
    """
    row, column = np.empty((2, len(wins)))
    decided = wins + losses
    for n in np.unique(decided).tolist():
        pairs, cdf = np.flatnonzero(decided == n), _coin_cdf(n)
        row[pairs], column[pairs] = cdf[losses[pairs]], cdf[wins[pairs]]
    return sided(row, column, alternative)


def sign_test_of(
    wins: Integers, ties: Integers, losses: Integers, rule: SignTies, alternative: Alternatives = 0
) -> Tested:
    """Return statistics and p-values of the sign test under a rule for ties.

    H0 is that of `sign_test`. With ``count``, ties are tasks that neither wins, and H0 is that the row wins a task with
    probability at most 1/2: p = P(X ≥ wins) for X ~ Binomial(all tasks, 1/2), and likewise for the column. That is
    conservative: both p-values can be near 1 when there are many ties.

    Demšar (2006), Statistical comparisons of classifiers over multiple data sets, JMLR 7, section 3.1.4.
    """
    if rule == "count":
        row, column = sign_test(wins, ties + losses, 1), sign_test(losses, ties + wins, 1)
        return (ties + np.minimum(wins, losses)).astype(np.float64), sided(row, column, alternative)
    won, lost = with_ties(wins, ties, losses, rule)
    return np.minimum(won, lost).astype(np.float64), sign_test(won, lost, alternative)


def with_ties(
    wins: Integers, ties: Integers, losses: Integers, rule: Literal["drop", "split"]
) -> tuple[Integers, Integers]:
    """Return wins and losses with ties distributed among them, for the sign test and its share of wins."""
    if rule == "drop":
        return wins, losses
    return wins + ties // 2, losses + ties // 2


@lru_cache(maxsize=1024)
def _coin_cdf(n: int) -> Floats:
    """Return P(X ≤ x) for X ~ Binomial(n, 1/2) and x = 0, …, n, correctly rounded, or nearly so for large n."""
    if n > _EXACT:
        from scipy.special import bdtr

        return np.asarray(bdtr(np.arange(n + 1.0), n, 0.5))
    counts = accumulate(range(1, n + 1), lambda count, x: count * (n - x + 1) // x, initial=1)
    return np.array([total / 2**n for total in accumulate(counts)])


Tested = tuple[Floats, Floats]
"""Statistics and p-values of pairs."""
RankTest = Callable[[Floats, Integers, Integers], tuple[Floats, Floats]]
_NONE: Integers = np.empty(0, dtype=np.int64)


def apply_test(
    test: SignedRankTest,
    analysis: Analysis,
    pair_differences: Differences,
    best_first: Floats,
    row: Integers,
    column: Integers,
    running: Running = ALONE,
    clusters: Integers = _NONE,
    *,
    alternative: Alternatives,
) -> Tested:
    """Return the analysis' test against these alternatives; tests of clusters need the cluster of each task."""
    if analysis.test in RANK_TESTS:
        if len(best_first) < 2:  # complete tasks
            return (np.full(len(row), np.nan),) * 2
        rank_test: RankTest = getattr(rank_tests, TESTS[analysis.test].function)
        statistic, pvalue = rank_test(best_first, row, column)
        return np.abs(statistic), pvalue
    if analysis.test in ("t", "corrected-t", *CLUSTERED):
        of_pairs: OfPairs = partial(pair_differences.each, paired_t)
        if analysis.test == "corrected-t":
            of_pairs = partial(pair_differences.each, partial(_corrected_t, share=analysis.test_share or 0.0))
        if analysis.test in CLUSTERED:
            of_pairs = partial(clustered.of_pairs, pair_differences, clusters, analysis)
        t, first, second = over_pairs(of_pairs, row, column, pair_differences.values.shape[1], running)
        return np.abs(t), sided(first, second, alternative)
    none = test.n_tasks == 0
    if analysis.test == "sign":
        statistic, pvalue = sign_test_of(test.wins, test.ties, test.losses, analysis.sign_ties, alternative)
    else:
        statistic, pvalue = np.minimum(test.w_plus, test.w_minus), sided(test.row, test.column, alternative)
    return np.where(none, np.nan, statistic), np.where(none, np.nan, pvalue)


def _corrected_t(differences: Floats, share: float) -> tuple[Floats, Floats, Floats]:
    """Return t and one-sided p-values of repeats that share data."""
    test = corrected_t(differences, share)
    return test.statistic, test.row, test.column


def family_members(analysis: Analysis, names: Sequence[str], row: Integers, column: Integers) -> Booleans:
    """Return which pairs belong to the declared family."""
    if analysis.family == "all":
        return np.ones(len(row), dtype=np.bool_)
    if analysis.family == "control":
        control = _places((analysis.control,), names)
        return np.asarray(np.isin(row, control) | np.isin(column, control))
    rows, columns = (_places(side, names) if side else np.arange(len(names)) for side in analysis.drawn)
    drawn = (np.isin(row, rows) & np.isin(column, columns)) | (np.isin(row, columns) & np.isin(column, rows))
    if not drawn.any():
        raise UsageError("No pair of two methods is drawn, so the family of tests is empty.")
    if CORRECTIONS[analysis.correction].pairs:
        k = len(np.union1d(row[drawn], column[drawn]))
        if drawn.sum() != k * (k - 1) // 2:
            raise UsageError(f"The correction {analysis.correction!r} needs all pairs of the methods that are drawn.")
    return np.asarray(drawn)


def adjusted(pvalues: Floats, analysis: Analysis, inside: Booleans) -> Floats:
    """Return p-values corrected within the family; NaN for pairs outside it."""
    if inside.all():
        return adjust(pvalues, analysis.correction)
    corrected = np.full(len(pvalues), np.nan)
    corrected[inside] = adjust(pvalues[inside], analysis.correction)
    return corrected


def _places(chosen: Sequence[str], names: Sequence[str]) -> Integers:
    unknown = [name for name in chosen if name not in names]
    if unknown:
        raise UsageError(f"No method is called {quoted(unknown[0])}{hint(unknown[0], names)}")
    return np.array([names.index(name) for name in chosen], dtype=np.int64)
