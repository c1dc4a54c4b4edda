"""Shares: their intervals, two comparates on one task (two-proportion z test, McNemar's), and shares of wins.

Two comparates task by task, by counts of correct instances: from sizes of test sets, outcomes, discordant counts.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

import numpy as np

from comparatex.data.scores import Scores
from comparatex.errors import DataError, UsageError
from comparatex.inference.analysis import ShareMethod, SignTies
from comparatex.inference.arithmetic import Estimates, Floats, Integers, check_level, rejects
from comparatex.inference.pair_tests import sign_test, sign_test_of, with_ties


def share_interval(
    count: Integers, n: Integers, level: float = 0.95, method: ShareMethod = "wilson"
) -> tuple[Floats, Floats]:
    """Return an interval for the probability of an event observed `count` times in `n` trials.

    Parameters
    ----------
    count, n : ndarray of int, of any common shape
        Events and independent trials.
    level : float
        Confidence level, between 0 and 1.
    method : {"normal", "wilson", "clopper-pearson", "count"}
        ``normal``: p̂ ± z √(p̂(1 − p̂)/n), as in textbooks; it may leave [0, 1], is too short for few trials or
        shares near 0 or 1, and a point at these. ``wilson``: the shares that the normal test does not reject.
        ``clopper-pearson``: the shares that the exact binomial tests do not reject; its coverage is at least the level.
        ``count``: the smallest and largest count, as shares, between the quantiles of the binomial distribution
        with p̂.

    Returns
    -------
    low, high : ndarray
        NaN when there are no trials.

    Raises
    ------
    DataError
        A count is negative or above its number of trials.
    UsageError
        The level is not between 0 and 1, or the method unknown.

    References
    ----------
    Mitchell (1997), Machine learning, section 5.2. Wilson (1927), JASA 22. Clopper and Pearson (1934),
    Biometrika 26. Brown, Cai and DasGupta (2001), Interval estimation for a binomial proportion, Statistical
    Science 16.

    Examples
    --------
    >>> share_interval(np.array([9]), np.array([11]), method="normal")
    (array([0.59025506]), array([1.04610858]))
    """
    check_counts(count, n)
    check_level(level)
    trials, tail = np.where(n > 0, n, np.nan), (1 - level) / 2
    if method == "count":
        return _quantiles(count, trials, tail)
    share, z = count / trials, z_value(level)
    if method == "normal":
        half = z * np.sqrt(share * (1 - share) / trials)
        return share - half, share + half
    if method == "wilson":
        middle = (share + z * z / (2 * trials)) / (1 + z * z / trials)
        half = z / (1 + z * z / trials) * np.sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials))
        low, high = np.where(share == 0, 0.0, middle - half), np.where(share == 1, 1.0, middle + half)
    elif method == "clopper-pearson":
        from scipy.special import betaincinv

        low = np.where(count == 0, 0.0, betaincinv(np.maximum(count, 1), trials - count + 1, tail))
        high = np.where(count == n, 1.0, betaincinv(count + 1, np.maximum(trials - count, 1), 1 - tail))
    else:
        raise UsageError(f"There is no interval {method!r}: choose wilson, normal, clopper-pearson or count.")
    return np.where(np.isnan(trials), np.nan, low), np.where(np.isnan(trials), np.nan, high)


def check_counts(count: Integers, n: Integers) -> None:
    """Refuse counts that are negative or above the number of trials."""
    if (np.asarray(count) < 0).any() or (np.asarray(count) > np.asarray(n)).any():
        raise DataError("A count is negative, or larger than its number of trials.")


def z_value(level: float) -> float:
    """Return z with P(|Z| ≤ z) = level for a standard normal Z: the z_N of N % intervals.

    Mitchell (1997), Machine learning, section 5.2.

    >>> round(z_value(0.95), 3)
    1.96
    """
    from scipy.special import ndtri

    return float(-ndtri((1 - level) / 2))


def _quantiles(count: Integers, n: Floats, tail: float) -> tuple[Floats, Floats]:
    """Return the quantiles of Binomial(n, p̂), as shares: the smallest x with P(X ≤ x) ≥ q, divided by n."""
    from scipy.special import bdtr

    ends = np.full((2, np.size(n)), np.nan)
    for k, (x, trials) in enumerate(zip(np.ravel(count).tolist(), np.ravel(n).tolist(), strict=True)):
        if trials == trials:
            cdf = bdtr(np.arange(int(trials) + 1), int(trials), x / trials)
            ends[:, k] = [int(np.argmax(cdf >= q * (1 - 1e-12))) / trials for q in (tail, 1 - tail)]
    return ends[0].reshape(np.shape(n)), ends[1].reshape(np.shape(n))


def two_proportions(first: Integers, n_first: Integers, second: Integers, n_second: Integers) -> tuple[Floats, Floats]:
    """Return z and the two-sided p-value of the difference of two shares of independent samples.

    H0: both shares are equal. z = (p̂1 − p̂2)/√(p̂(1 − p̂)(1/n1 + 1/n2)) with the pooled share p̂.

    The two test sets are assumed to be independent. When both comparates are tested on the same instances, this
    is the wrong test, because it ignores that; use `mcnemar`.

    Parameters
    ----------
    first, n_first : ndarray of int, of any common shape
        Errors (or successes) of the first comparate, and the size of its test set.
    second, n_second : ndarray of int
        Those of the second comparate.

    Returns
    -------
    z, pvalue : ndarray
        z is 0 and p is 1 where the shares are equal; NaN where a test set is empty.

    Raises
    ------
    DataError
        A count is negative or above the size of its test set.

    References
    ----------
    Mitchell (1997), Machine learning, section 5.5. Dietterich (1998), Approximate statistical tests, Neural
    Computation 10.
    """
    from scipy.special import ndtr

    check_counts(first, n_first)
    check_counts(second, n_second)
    sizes, other_sizes = (np.where(n > 0, n, np.nan) for n in (n_first, n_second))
    p, q = first / sizes, second / other_sizes
    share = (first + second) / (sizes + other_sizes)
    variance = share * (1 - share) * (1 / sizes + 1 / other_sizes)
    with np.errstate(divide="ignore", invalid="ignore"):
        z = np.where(p == q, 0.0, (p - q) / np.sqrt(variance))
    return z, np.asarray(2 * ndtr(-np.abs(z)))


def mcnemar(only_first: Integers, only_second: Integers, *, mid_p: bool = False) -> Floats:
    """Return the two-sided p-values of McNemar's exact test, the sign test of two counts.

    H0: an instance that only one of the two gets right is equally likely to be the first's or the second's.
    Instances that both get right, or both get wrong, carry no information.

    Parameters
    ----------
    only_first, only_second : ndarray of int, of shape (n_tests,)
        Instances of a shared test set that only the first, only the second gets right.
    mid_p : bool
        Whether outcomes whose counts are as far apart as those observed count by half of their probability, which is
        less conservative.

    Returns
    -------
    ndarray of shape (n_tests,)
        1 where no instance distinguishes the two.

    Raises
    ------
    DataError
        A count is negative or not a whole number.

    References
    ----------
    McNemar (1947), Psychometrika 12. Fagerland, Lydersen and Laake (2013), BMC Medical Research Methodology 13.
    """
    from scipy.special import gammaln

    counts = np.asarray((only_first, only_second))
    if not ((counts >= 0) & (counts == np.floor(counts))).all():
        raise DataError("A count of instances is negative, or no whole number.")
    first, second = counts.astype(np.int64)
    n, exact = first + second, sign_test(first, second)
    if not mid_p:
        return exact
    point = np.exp(gammaln(n + 1) - gammaln(first + 1) - gammaln(second + 1) - n * np.log(2))
    pvalues = np.maximum(exact - np.where(first == second, point / 2, point), 0.0)
    return np.where(n > 0, pvalues, 1.0)


def win_shares(
    wins: Integers, ties: Integers, losses: Integers, *, rule: SignTies = "drop", level: float = 0.95
) -> Estimates:
    """Return the share w/n of tasks that the row of each pair wins, with Wilson's interval; see `share_interval`.

    Ties are left out, or half a win each, one of an odd number left out, or tasks that are not won. NaN where no task
    counts. Demšar (2006), JMLR 7, section 3.1.4, on ties; Mitchell (1997), Machine learning, section 5.2.

    >>> win_shares(np.array([9]), np.array([0]), np.array([2])).low.round(2)
    array([0.52])
    """
    won, lost = (wins, losses + ties) if rule == "count" else with_ties(wins, ties, losses, rule)
    n = won + lost
    return Estimates(won / np.where(n > 0, n, np.nan), *share_interval(won, n, level))


def clustered_win_shares(
    signs: Floats, clusters: Integers, *, rule: SignTies = "drop", level: float = 0.95
) -> Estimates:
    """Return the share of tasks that the row of each pair wins, with Wilson's interval for tasks in clusters.

    The share p = Σ w/n is that of `win_shares`, with w = 1 for a win and 0 for a loss, on the n tasks that count. Its
    variance V = K/(K − 1) Σ u²/n², with the sums u of w − p in the K clusters, is robust to dependence within them.
    Wilson's interval is that of n* trials instead of n: n* = min(n, p(1 − p)/V) · (z/t)², with the quantiles z of the
    normal distribution and t of Student's with K − 1 degrees of freedom. Where all tasks have one outcome, so that
    V = 0, each cluster counts as one trial.

    Parameters
    ----------
    signs : ndarray of shape (n_pairs, n_tasks)
        1 where the row is better, −1 where the column is, 0 where they tie; NaN where missing.
    clusters : ndarray of int, of shape (n_tasks,)
        The cluster of each task, from 0.
    rule : {"drop", "split", "count"}
        Ties are left out, half a win each, or no win.
    level : float
        Confidence level, between 0 and 1.

    Returns
    -------
    Estimates
        NaN where no task counts; ends are NaN where all that count are in one cluster.

    References
    ----------
    Korn and Graubard (1998), Confidence intervals for proportions with small expected number of positive counts
    estimated from survey data, Survey Methodology 24. Dean and Pagano (2015), Evaluating confidence interval methods
    for binomial proportions in clustered surveys, Journal of Survey Statistics and Methodology 3.

    Examples
    --------
    >>> shares = clustered_win_shares(np.array([[1.0, 1, 1, 1, -1, -1]]), np.array([0, 0, 1, 1, 2, 2]))
    >>> shares.estimate.round(2), shares.low.round(2), shares.high.round(2)
    (array([0.67]), array([0.04]), array([0.99]))
    """
    from scipy.special import stdtrit

    counted = ~np.isnan(signs) & ((signs != 0) | (rule != "drop"))
    won = np.where(counted, (np.nan_to_num(signs) + 1) / 2 if rule == "split" else signs > 0, 0.0)
    member = np.zeros((len(clusters), int(clusters.max(initial=0)) + 1))
    member[np.arange(len(clusters)), clusters] = 1
    n, k = counted.sum(axis=1), np.count_nonzero(counted @ member, axis=1)
    with np.errstate(divide="ignore", invalid="ignore"):
        share = won.sum(axis=1) / n
        sums = np.where(counted, won - share[:, None], 0.0) @ member
        variance = k / (k - 1) * (sums**2).sum(axis=1) / n**2
        trials = np.where((share > 0) & (share < 1), np.minimum(n, share * (1 - share) / variance), k)
        trials = np.where(k > 1, trials * (z_value(level) / stdtrit(k - 1, (1 + level) / 2)) ** 2, 0.0)
    ends = share_interval(np.nan_to_num(share) * trials, trials, level)
    return Estimates(share, *ends)


@dataclass(frozen=True, eq=False)
class InstanceCounts:
    """Counts of two comparates on their common tasks, and, where known, of instances that only one gets right."""

    tasks: Integers  # of shape (n_tasks,): positions of the tasks in the table
    sizes: Integers  # instances of each test set
    first: Integers  # first, second: instances that the score counts: correct ones, or errors where lower is better
    second: Integers
    only: Integers | None = None  # of shape (2, n_tasks): instances that only the first, only the second gets right

    def tested(self) -> tuple[Floats, Floats, Floats | None]:
        """Return z and p-value of the two-proportion test, and McNemar's exact p-value where it is possible."""
        z, p = two_proportions(self.first, self.sizes, self.second, self.sizes)
        return z, p, None if self.only is None else mcnemar(*self.only)

    def record(self, alpha: float, *, higher_is_better: bool) -> tuple[int, int, int]:
        """Return on how many tasks the first is significantly better, neither is, and the second is.

        Uses McNemar's test where possible, else the two-proportion z test, each task at the level α.
        """
        _, p, paired = self.tested()
        different = rejects(p if paired is None else paired, alpha)
        if self.only is not None:
            better = self.only[0] > self.only[1]
        else:
            better = self.first > self.second if higher_is_better else self.first < self.second
        wins, losses = int((different & better).sum()), int((different & ~better).sum())
        return wins, len(self.tasks) - wins - losses, losses


def sign_pvalue(record: tuple[int, int, int], rule: SignTies) -> float:
    """Return the two-sided p-value of the sign test of wins, ties and losses; see `sign_test_of`."""
    wins, ties, losses = np.array(record)[:, None]
    return float(sign_test_of(wins, ties, losses, rule)[1][0])


def significant_wins(
    scores: Scores, row: Integers, column: Integers, alpha: float, sizes: Mapping[str, int]
) -> Integers:
    """Return on how many tasks the row of each pair is significantly better, neither is, and the column is.

    The three are rows of the result, each of shape (n_pairs,); tasks are tested each at the level α, uncorrected.

    H0 on a task: both get an instance right with the same probability. It is tested by `mcnemar` where outcomes
    (repeats of 1 and 0) show which instances only one gets right, else by `two_proportions`, from shares and the
    sizes of test sets. Demšar (2006), JMLR 7, section 3.1.4, on why to count all wins instead.
    """
    better, pairs = {"higher_is_better": scores.higher_is_better}, zip(row.tolist(), column.tolist(), strict=True)
    records = [instance_counts(scores, pair, sizes).record(alpha, **better) for pair in pairs]
    return np.array(records, dtype=np.int64).T


def instance_counts(
    scores: Scores,
    pair: tuple[int, int],
    sizes: Mapping[str, int],
    discordant_counts: Mapping[str, tuple[int, int]] = MappingProxyType({}),
) -> InstanceCounts:
    """Return the counts of two comparates, from outcomes of instances, or else from sizes of test sets."""
    if has_outcomes(scores):
        return from_outcomes(scores, *pair)
    counts = from_sizes(scores, *pair, sizes)
    return with_discordant(counts, scores, discordant_counts) if discordant_counts else counts


def has_outcomes(scores: Scores) -> bool:
    """Whether every repeat is the outcome of an instance, 1 or 0."""
    cube = scores.repeats
    return cube is not None and bool(np.isin(cube[~np.isnan(cube)], (0.0, 1.0)).all())


def from_outcomes(scores: Scores, first: int, second: int) -> InstanceCounts:
    """Return the counts of two comparates from the outcomes of the instances that both have."""
    assert scores.repeats is not None
    outcomes = scores.repeats[:, [first, second]]
    both = np.asarray(~np.isnan(outcomes).any(axis=1))
    one, other = ((outcomes == scores.higher_is_better) & both[:, None]).swapaxes(0, 1)  # right; else scores are errors
    only = np.array([(one & ~other).sum(axis=1), (other & ~one).sum(axis=1)])
    counts = np.where(both[:, None], outcomes, 0).sum(axis=2).astype(np.int64)
    return InstanceCounts(np.arange(scores.n_tasks), both.sum(axis=1), counts[:, 0], counts[:, 1], only)


def from_sizes(scores: Scores, first: int, second: int, sizes: Mapping[str, int]) -> InstanceCounts:
    """Return the counts of two comparates: scores times sizes of test sets, rounded."""
    unknown = [task for task in scores.tasks if not sizes.get(task)]
    if unknown:
        raise DataError(
            f'The size of the test set of {unknown[0]!r} is unknown: give `sizes="FILE"` or `size="COLUMN"`, or one '
            "outcome per instance as repeats of 1 and 0."
        )
    values = scores.values[:, [first, second]]
    common = np.flatnonzero(~np.isnan(values).any(axis=1))
    if ((values[common] < 0) | (values[common] > 1)).any():
        raise DataError("Scores must be shares between 0 and 1, such as accuracies or error rates.")
    n = np.array([sizes[scores.tasks[t]] for t in common], dtype=np.int64)
    counts = np.rint(values[common] * n[:, None]).astype(np.int64)
    return InstanceCounts(common, n, counts[:, 0], counts[:, 1])


def with_discordant(
    shares: InstanceCounts, scores: Scores, discordant_counts: Mapping[str, tuple[int, int]]
) -> InstanceCounts:
    """Return the counts of two comparates, completed by those of instances that only one of the two gets right."""
    names = [scores.tasks[t] for t in shares.tasks]
    unknown = [name for name in names if name not in discordant_counts]
    if unknown:
        raise DataError(f"The discordant counts of {unknown[0]!r} are missing.")
    counts = np.array([discordant_counts[name] for name in names], dtype=np.int64)
    better = (shares.first - shares.second) * (1 if scores.higher_is_better else -1)
    rounding = 10.0 ** -np.maximum(scores.decimals[shares.tasks].max(axis=1), 0)
    lines = zip(names, counts.tolist(), shares.sizes.tolist(), better.tolist(), rounding, strict=True)
    for name, (b, c), n, gap, step in lines:
        if min(b, c) < 0 or b + c > n:
            raise DataError(f"{name!r} has {b} and {c} discordant instances, but a test set of {n}.")
        if step < 1 and abs(b - c - gap) > 1 + n * step:
            raise DataError(
                f"On {name!r} the scores differ by {gap} instances of {n}, the discordant counts by {b - c}: they "
                "are not of the same test set."
            )
    return replace(shares, only=counts.T)
