"""Comparison on one task by folds or resamples of its data, which share training data."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from comparatex.data.scores import Scores, asked_what_repeats_are
from comparatex.errors import DataError, UsageError
from comparatex.inference.arithmetic import Floats, Integers
from comparatex.inference.bayes.pairs import rope_of
from comparatex.inference.bayes.posterior import Posterior
from comparatex.inference.bayes.repeated import correlated_t
from comparatex.inference.pair_tests import adjusted, family_members, paired_t, sided
from comparatex.inference.repeats import repeat_differences
from comparatex.inference.statistics import Statistics


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
    >>> found = corrected_t(np.array([[0.1, 0.3, 0.2, 0.4]]), 0.25)
    >>> found.statistic.round(3), found.low.round(3), found.high.round(3)
    (array([2.535]), array([-0.064]), array([0.564]))
    """
    from scipy.special import stdtr, stdtrit

    if not 0 <= share < 1:
        raise UsageError(f"The share of the data that a repeat tests on is {share}: it must be at least 0 and below 1.")
    if not 0 < level < 1:
        raise UsageError(f"The confidence level must lie between 0 and 1, not {level!r}.")
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


def five_by_two_f(differences: Floats) -> tuple[float, float]:
    """Compare a pair on one task by five divisions of its data into halves: Alpaydin's combined 5 × 2 cv F test.

    H0: the two perform alike. Of each division, one half trains and the other tests, and then the other way round. With
    d_ij the difference in fold j of division i, and s_i² = (d_i1 − d_i2)²/2, F = Σ d_ij²/(2 Σ s_i²) has approximately
    an F distribution with 10 and 5 degrees of freedom. Dietterich's 5 × 2 cv t test takes d_11 alone.

    Parameters
    ----------
    differences : ndarray of shape (5, 2)
        Differences by division and fold.

    Returns
    -------
    statistic, pvalue : float
        F is infinite and p 0 where the folds of every division agree; without any difference, F is 0 and p 1.

    Raises
    ------
    DataError
        There are not five divisions in two folds.

    References
    ----------
    Dietterich (1998), Approximate statistical tests for comparing supervised classification learning algorithms, Neural
    Computation 10. Alpaydin (1999), Combined 5 × 2 cv F test for comparing supervised classification learning
    algorithms, Neural Computation 11.

    Examples
    --------
    >>> f, p = five_by_two_f(np.array([[0.1, 0.2], [0.1, 0.1], [0.3, 0.1], [0.2, 0.2], [0.1, 0.0]]))
    >>> round(f, 3), round(p, 4)
    (4.333, 0.0596)
    """
    from scipy.special import fdtrc

    if differences.shape != (5, 2):
        raise DataError("The 5 × 2 cv F test is of five divisions of the data, each in two folds.")
    within = float(((differences[:, 0] - differences[:, 1]) ** 2).sum())  # twice the sum of variances
    total = float((differences**2).sum())
    if within == 0:
        return (np.inf, 0.0) if total > 0 else (0.0, 1.0)
    return total / within, float(fdtrc(10, 5, total / within))


@dataclass(frozen=True, eq=False)
class Folds:
    """The comparison of all pairs on one task, in the order of the comparison's pairs; see `compare_folds`."""

    share: float  # of the data that each repeat tests on
    test: CorrectedT  # differences row − column, in the unit of the scores
    wins: Integers  # wins, ties, losses: repeats in which the row is better, equal, worse
    ties: Integers
    losses: Integers
    pvalue: Floats  # of the sides of the analysis; adjusted_pvalue: corrected over its family, NaN outside
    adjusted_pvalue: Floats
    # f, f_pvalue: of the combined 5 × 2 cv F test; None but for five divisions in two folds
    f: Floats | None
    f_pvalue: Floats | None
    posteriors: tuple[Posterior, ...]  # of the Bayesian correlated t test; none unless it is asked for


def share_of_folds(scores: Scores, stated: float | None) -> float:
    """Return the share of the data that each repeat tests on: as stated, or of k folds 1/k; ask for that of resamples.

    >>> import comparatex as cx
    >>> scores = cx.read(((np.zeros((1, 2, 4))), ("A", "B")), repeats_are="folds")
    >>> share_of_folds(scores, None), share_of_folds(scores, 0.3)
    (0.25, 0.3)
    """
    if scores.repeats is None:
        raise DataError("The table has one score per task and method, where folds are compared: name their column by "
                        "`repeat`.")  # fmt: skip
    if not scores.repeats_are:
        raise asked_what_repeats_are()
    if not scores.share_data:
        raise DataError(
            f"The {scores.repeat_noun}s are independent of each other, and the correction is for folds that share "
            "data: the table within tests them."
        )
    if stated is not None:
        return stated
    if scores.repeats_are == "folds" and scores.splits:
        return len({*scores.splits}) / len(scores.splits)
    raise UsageError(
        f"The share of the data that each {scores.repeat_noun} tests on is not known: give `test_share`, as 0.3 where "
        "30% are for testing."
    )


def compare_folds(comparison: Statistics) -> Folds:
    """Compare all pairs on one task by folds or resamples of its data.

    Parameters
    ----------
    comparison : Statistics
        Of a table with one task, whose repeats share data; its sides, correction, family and level hold here, its test
        does not.

    Returns
    -------
    Folds
        By `corrected_t`; by `five_by_two_f` too for five divisions in two folds; and where the analysis asks for
        Bayesian tests by `comparatex.inference.bayes.repeated.correlated_t` within its rope.

    Raises
    ------
    DataError
        There are several tasks, or the repeats share no data.
    UsageError
        Nobody says what the repeats are, or what share of the data resamples test on.

    Examples
    --------
    >>> import comparatex as cx
    >>> scores = cx.read({"A": {"t": [0.9, 0.8, 0.85]}, "B": {"t": [0.7, 0.75, 0.8]}}, repeats_are="folds")
    >>> found = compare_folds(cx.compare(scores))
    >>> round(found.share, 3), found.wins.tolist(), found.pvalue.round(3).tolist()
    (0.333, [3], [0.333])
    """
    scores, analysis = comparison.scores, comparison.analysis
    share = share_of_folds(scores, analysis.test_share)
    if scores.n_tasks > 1 or scores.repeats is None:
        raise DataError(
            f"There are {scores.n_tasks} tasks, and folds are compared on one: choose it by `tasks`; over all tasks, "
            "the means of their folds are compared."
        )
    first, second = comparison.in_table
    cube, sign = scores.repeats[0], 1.0 if scores.higher_is_better else -1.0
    differences = sign * repeat_differences(cube[first], cube[second])
    level = 1 - analysis.alpha
    tested = corrected_t(differences, share, level)
    pvalue = sided(tested.row, tested.column, comparison.alternative)
    pairs = comparison.pair_statistics
    inside = family_members(analysis, comparison.names, pairs.row, pairs.column)
    if sign < 0:
        tested = replace(tested, mean=0.0 - tested.mean, low=0.0 - tested.high, high=0.0 - tested.low)
    halves = sorted(scores.splits) == [*np.repeat(range(5), 2)] and not np.isnan(differences).any()
    order = np.argsort(scores.splits, kind="stable")
    of_halves = [five_by_two_f(each[order].reshape(5, 2)) for each in differences] if halves else []
    f, f_pvalue = np.array(of_halves).T if halves else (None, None)
    rope = rope_of(scores, analysis) if analysis.bayes else 0.0
    return Folds(
        share=share,
        test=tested,
        wins=np.count_nonzero(differences > 0, axis=1),
        ties=np.count_nonzero(differences == 0, axis=1),
        losses=np.count_nonzero(differences < 0, axis=1),
        pvalue=pvalue,
        adjusted_pvalue=adjusted(pvalue, analysis, inside),
        f=f,
        f_pvalue=f_pvalue,
        posteriors=tuple(correlated_t(each, rope, share) for each in differences) if analysis.bayes else (),
    )
