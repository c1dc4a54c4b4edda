"""The test of an analysis, applied to all pairs and corrected within the declared family."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial

import numpy as np

from comparatex.errors import UsageError
from comparatex.inference import clustered, rank_tests
from comparatex.inference.analysis import CLUSTERED, RANK_TESTS, TESTS, Analysis
from comparatex.inference.arithmetic import Booleans, Floats, Integers, scaled_to_unit
from comparatex.inference.corrections import CORRECTIONS, adjust
from comparatex.inference.differences import Differences
from comparatex.inference.running import ALONE, Running
from comparatex.inference.sign_test import sided, sign_test_of
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
    mean_difference: Floats
    """mean_difference, median_difference: of score(row) − score(column), in the measure's unit; the median is
    computed on access."""
    wins: Integers  # wins, ties, losses: tasks on which the row is better, equal, worse
    ties: Integers
    losses: Integers
    w_plus: Floats  # w_plus, w_minus: rank sums of the tasks where the row is better and worse
    w_minus: Floats
    statistic: Floats
    """Of the analysis' test. Wilcoxon: the smaller rank sum; sign test: the smaller of wins and losses; Nemenyi: the
    difference of mean ranks; t, Friedman z, Conover, tests of clusters: the absolute t or z."""
    pvalue: Floats
    """pvalue, adjusted_pvalue: of the analysis' test, raw and corrected over all pairs. NaN where undefined."""
    adjusted_pvalue: Floats
    reverse_pvalue: Floats
    """reverse_pvalue, reverse_adjusted_pvalue: the same with row and column exchanged; different only for one-sided
    tests."""
    reverse_adjusted_pvalue: Floats
    median: Callable[[], Floats] = field(repr=False)  # computes the median differences

    @cached_property
    def median_difference(self) -> Floats:
        """Median of score(row) − score(column)."""
        return self.median()


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


Tested = tuple[Floats, Floats, Floats]
"""Statistics and p-values of pairs, and p-values with row and column exchanged."""
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
) -> Tested:
    """Return statistics and p-values of the analysis' test; tests of clusters need the cluster of each task."""
    if analysis.test in RANK_TESTS:
        return _by_ranks(analysis, best_first, row, column)
    if analysis.test in ("t", *CLUSTERED):
        of_pairs: OfPairs = partial(pair_differences.each, paired_t)
        if analysis.test in CLUSTERED:
            of_pairs = partial(clustered.of_pairs, pair_differences, clusters, analysis)
        t, first, second = over_pairs(of_pairs, row, column, pair_differences.values.shape[1], running)
        return np.abs(t), *sided(first, second, analysis.sides)
    none = test.n_tasks == 0
    if analysis.test == "sign":
        statistic, pvalue, reverse = sign_test_of(test.wins, test.ties, test.losses, analysis.sign_ties, analysis.sides)
        reverse = pvalue if reverse is pvalue else np.where(none, np.nan, reverse)
        pvalue[none] = np.nan
    else:
        statistic = np.minimum(test.w_plus, test.w_minus)
        pvalue, reverse = sided(test.row, test.column, analysis.sides)
    return np.where(none, np.nan, statistic), pvalue, reverse


def _by_ranks(analysis: Analysis, best_first: Floats, row: Integers, column: Integers) -> Tested:
    """Return the tests of mean ranks; NaN on fewer than two complete tasks."""
    if len(best_first) < 2:
        nothing = np.full(len(row), np.nan)
        return nothing, nothing, nothing
    test: RankTest = getattr(rank_tests, TESTS[analysis.test].function)
    statistic, pvalue = test(best_first, row, column)
    return np.abs(statistic), pvalue, pvalue


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
        raise UsageError("No pair of two comparates is drawn, so the family of tests is empty.")
    if CORRECTIONS[analysis.correction].pairs:
        k = len(np.union1d(row[drawn], column[drawn]))
        if drawn.sum() != k * (k - 1) // 2:
            raise UsageError(
                f"The correction {analysis.correction!r} needs all pairs of the comparates that are drawn."
            )
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
        raise UsageError(f"No comparate is called {quoted(unknown[0])}{hint(unknown[0], names)}")
    return np.array([names.index(name) for name in chosen], dtype=np.int64)
