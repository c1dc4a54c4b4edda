"""Comparates on the same items: McNemar's test, and paired differences with errors by clusters or within strata."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np

from comparatex.data.scores import Scores
from comparatex.errors import DataError, UsageError
from comparatex.hypertext import Displayed, Shown
from comparatex.inference.arithmetic import Booleans, Floats, Integers, records, rejects, scaled_to_unit
from comparatex.inference.comparison import Comparison
from comparatex.inference.corrections import CORRECTIONS, adjust
from comparatex.inference.differences import of_scores
from comparatex.inference.equivalence import AGAINST_MARGIN, Equivalence
from comparatex.inference.proportions import mcnemar, share_interval
from comparatex.inference.verdicts import Verdict, in_words
from comparatex.names import quoted
from comparatex.text import counted

if TYPE_CHECKING:
    import pandas as pd

_SHOWN = 20
"""Rows that notebooks show."""

_NUMBERS = (
    "n_items", "n_clusters", "wins", "ties", "losses", "difference", "low", "high", "statistic", "df", "pvalue",
    "adjusted_pvalue"
)  # fmt: skip
"""What records have of every pair, behind its names."""

ItemTest = Literal["mcnemar", "t", "clustered", "stratified"]
"""McNemar's test; the paired t test; the same with errors robust to clusters; the same within strata."""

Average = Literal["items", "benchmarks"]
"""Of what the mean score is one: every item counts alike, or every group of items does."""

_KINDS: dict[tuple[bool, bool], Literal["", "sample", "fixed", "nested"]] = {
    (False, False): "", (False, True): "sample", (True, False): "fixed", (True, True): "nested",
}  # fmt: skip
"""What groups of items are, by whether there are strata, and clusters."""

_ROUNDING = 1e-13
"""Deviations from the mean, for each item of a cluster, that are errors of its rounding."""

FEW = 10
"""Degrees of freedom below which the level needs effects of clusters that are not skewed: by ten equal clusters of
exponential effects the test rejects in 10 % instead of 5 %. Of fewer units without variation nothing is tested."""


@dataclass(frozen=True, eq=False, kw_only=True)
class ItemComparison(Displayed):
    """Pairs of comparates on the items that both have."""

    names: tuple[str, ...]  # the comparates in the order of the summary, best mean score first
    test: ItemTest  # how all pairs are tested
    average: Average  # of what the differences are means
    # groups: what groups of items are: a sample (clusters), fixed (strata), clusters within strata, or none
    groups: Literal["", "sample", "fixed", "nested"]
    correction: str  # of the p-values, over all pairs
    mid_p: bool  # whether McNemar's p-values are mid-p
    level: float  # of each interval; above 1 − α where intervals are simultaneous
    row: Integers  # row, column, of shape (n_pairs,): positions in `names`
    column: Integers
    # n_items, n_clusters, of shape (n_pairs,): items, and groups of them, clusters where there are both kinds; as many
    # as items where there are none
    n_items: Integers
    n_clusters: Integers
    # wins, ties, losses, of shape (n_pairs,): items on which the row is better, equal, worse. Wins and losses are the
    # discordant items of outcomes.
    wins: Integers
    ties: Integers
    losses: Integers
    # difference, low, high, of shape (n_pairs,): mean score of the row less that of the column, and its interval
    difference: Floats
    low: Floats
    high: Floats
    statistic: Floats  # statistic, df, of shape (n_pairs,): t and its degrees of freedom; NaN for McNemar's test
    df: Floats
    pvalue: Floats  # pvalue, adjusted_pvalue, of shape (n_pairs,): two-sided; NaN where nothing could be tested
    adjusted_pvalue: Floats
    margin: float = 0.0  # that of non-inferiority and equivalence; 0 where nothing is tested against one
    equivalence: Equivalence | None = None  # the tests against it

    def verdicts(self, alpha: float, *, higher_is_better: bool = True) -> list[Verdict]:
        """Return the verdict on the row of every pair at level α; not judged is what could not be tested."""
        ahead = self.difference if higher_is_better else -self.difference
        side = np.where(rejects(self.adjusted_pvalue, alpha), np.sign(ahead), 0)
        of_rows: list[Verdict] = in_words(np.isnan(self.pvalue), side, self.equivalence, alpha).tolist()
        return of_rows

    @property
    def few(self) -> Booleans:
        """Which pairs have so few degrees of freedom that the level needs effects of clusters that are not skewed."""
        return np.asarray((self.df < FEW) & (self.groups in ("sample", "nested")))

    def at_odds(self, alpha: float) -> Booleans:
        """Return which intervals contradict the verdict at level α, which is that of the adjusted p-value."""
        apart = (self.low > 0) | (self.high < 0)
        return np.asarray((rejects(self.adjusted_pvalue, alpha) != apart) & ~np.isnan(self.low))

    def records(self) -> list[dict[str, Any]]:
        """Return the numbers of every pair by their names; None where undefined or infinite."""
        columns = {end: [self.names[i] for i in getattr(self, end)] for end in ("row", "column")}
        columns |= {name: getattr(self, name) for name in _NUMBERS}
        if self.equivalence is not None:
            columns |= {name: getattr(self.equivalence, key) for name, key in AGAINST_MARGIN.items()}
        return records(columns)

    @property
    def pairs(self) -> pd.DataFrame:
        """The numbers of every pair, with names."""
        import pandas as pd

        return pd.DataFrame(self.records())

    def __repr__(self) -> str:
        pairs = counted(len(self.row), "pair")
        return f"<ItemComparison of {counted(len(self.names), 'method')}: {pairs}, test {self.test}>"

    def _shown(self) -> Shown:
        numbers = zip(self.difference, self.low, self.high, self.adjusted_pvalue, strict=True)
        rows = [
            (f"{self.names[i]} – {self.names[j]}", f"{gap:.4f}", f"{low:.4f} to {high:.4f}", f"{p:.3g}")
            for i, j, (gap, low, high, p) in zip(self.row[:_SHOWN], self.column, numbers, strict=False)
        ]
        more = [counted(len(self.row) - _SHOWN, "more pair")] if len(self.row) > _SHOWN else []
        return Shown(f"{repr(self)[1:-1]}.", ("", "difference", "interval", "adjusted p"), rows, more)


def compare_items(
    comparison: Comparison,
    *,
    clusters: bool | None = None,
    fixed_groups: bool = False,
    average: Average = "items",
    mid_p: bool = False,
) -> ItemComparison:
    """Return all pairs of comparates, compared on the same items.

    Each row of the table is an item; repeats of an item are averaged first. The test follows from the data:

    ``mcnemar``, where every score is 0 or 1, and items are independent, alone or within fixed groups: H0: an item that
    only one of the two gets right is equally likely to be the one's or the other's. By `mcnemar`; within groups it is
    the exact test of Mantel and Haenszel, because the sum of binomial counts with the same probability is one. The
    interval is `paired_interval`.

    ``t``, where scores are graded and items are independent; ``stratified``, where they are so within fixed groups, or
    in clusters within these; and ``clustered``, where groups are a sample, for scores of both kinds: H0: the expected
    difference is zero, over items or over benchmarks. By `clustered_difference`, of items or of the means of groups,
    and by `stratified_difference`. The hypothesis is one about means because the mean score is what is reported.

    Groups are the clusters of the table where it has these, such as passages with several questions each, else its
    groups of tasks. Where it has both, clusters lie within groups, which must be fixed.

    Intervals are simultaneous where the correction of the analysis bounds the family-wise error: their level is
    1 − α/m for m pairs that are tested. They stay within ±1 where all scores lie in [0, 1]. With Bonferroni's
    correction, an interval of t excludes zero where the pair differs; Holm's is sharper, so that such an interval may
    contain it. With the others, each has the level 1 − α.

    Parameters
    ----------
    comparison : Comparison
        Its table, α and correction; its own tests play no part.
    clusters : bool or None
        Whether groups of items are a sample, so that items of one may depend on each other. Otherwise all items are
        taken to be independent draws. None: they are a sample where they tell how such groups differ, with ten degrees
        of freedom or more for each pair; with fewer, what they are has to be said.
    fixed_groups : bool
        Whether groups are fixed instead: these benchmarks, and no others, with items drawn within each.
    average : {"items", "benchmarks"}
        Of what the difference is a mean: each item counts alike, or each group of items.
    mid_p : bool
        Whether McNemar's p-values are mid-p, which is less conservative.

    Returns
    -------
    ItemComparison
        NaN where a pair has fewer than two items, or fewer than two clusters, in common; where a stratum has one; and
        where fewer than ten items or clusters have the same difference without exception: nothing estimates an error.

    Raises
    ------
    DataError
        An item has no group, where others have; all are in one; groups are few, and it is not said what they are; or
        clusters are within groups that are not said to be fixed, or in several of them.
    UsageError
        Benchmarks are to be averaged and there are none, or mid-p is asked for, and the test is none of counts.

    References
    ----------
    Miller (2024), Adding error bars to evals: a statistical approach to language model evaluations,
    arXiv:2411.00640. McNemar (1947), Psychometrika 12. Mantel and Haenszel (1959), Journal of the National Cancer
    Institute 22. Fagerland, Lydersen and Laake (2013), BMC Medical Research Methodology 13.

    Examples
    --------
    >>> import comparatex as cx
    >>> right = {"A": [1, 1, 1, 1, 1, 1, 1, 0], "B": [0, 0, 0, 0, 0, 0, 1, 1]}
    >>> items = compare_items(cx.compare({name: dict(zip("stuvwxyz", row)) for name, row in right.items()}))
    >>> items.test, items.wins.tolist(), items.losses.tolist(), items.pvalue.tolist()
    ('mcnemar', [6], [1], [0.125])
    """
    strata, within = _groups(comparison.scores, sample=clusters is not False, fixed=fixed_groups)
    test = _test(comparison.scores, strata, within, average, mid_p=mid_p)
    row, column = np.triu_indices(len(comparison.names), 1)
    counts, estimates = _of_pairs(comparison, row, column, strata, within, average)
    n_items, n_clusters, wins, ties, losses, n_both = counts
    if clusters is None and not comparison.scores.clusters and test == "clustered" and average == "items":
        _require_many(estimates[2], n_clusters)
    analysis, higher = comparison.analysis, comparison.scores.higher_is_better
    statistic, df, pvalue = _t_test(estimates)
    if test == "mcnemar":
        exact_p = mcnemar(wins, losses, mid_p=mid_p)
        statistic, df, pvalue = df * np.nan, df * np.nan, np.where(n_items > 0, exact_p, np.nan)
    bounded = CORRECTIONS[analysis.correction].bounds == "family-wise error"
    level = 1 - analysis.alpha / max(1, int((~np.isnan(pvalue)).sum()) if bounded else 1)
    low, high = _interval(estimates, level)
    if comparison.of_unit:
        low, high = np.clip((low, high), -1.0, 1.0)
    if test == "mcnemar":
        only = (wins, losses) if higher else (losses, wins)
        cells = np.column_stack([n_both, *only, n_items - n_both - wins - losses]).tolist()
        low, high = np.array([paired_interval(a, b, c, d, level) for a, b, c, d in cells]).reshape(-1, 2).T
    margin, turn = analysis.rope or 0.0, 1 if higher else -1
    if test == "mcnemar" and strata is None:
        sides = score_test(wins, losses, n_items, margin), score_test(losses, wins, n_items, margin)
    else:
        sides = _not_worse(turn, estimates, margin), _not_worse(-turn, estimates, margin)
    return ItemComparison(
        names=comparison.names,
        test=test,
        average=average,
        groups=_KINDS[strata is not None, within is not None],
        correction=analysis.correction,
        mid_p=mid_p,
        level=level,
        row=row,
        column=column,
        n_items=n_items,
        n_clusters=n_clusters,
        wins=wins,
        ties=ties,
        losses=losses,
        difference=estimates[0],
        low=low,
        high=high,
        statistic=statistic,
        df=df,
        pvalue=pvalue,
        adjusted_pvalue=adjust(pvalue, analysis.correction),
        margin=margin,
        equivalence=Equivalence.of(*sides, analysis) if margin else None,
    )


def _require_many(df: Floats, n_clusters: Integers) -> None:
    """Refuse groups that are too few to be a sample without being said to be one."""
    if (df < FEW).any():
        raise DataError(
            f"Items are in {counted(int(n_clusters.max()), 'group')}, too few to stand for all groups: say whether "
            "these are a sample of such groups (`clusters`), all that matter (`fixed_groups`), to be counted alike "
            '(`average="benchmarks"`), or without meaning for independent items (`clusters=False`).',
            [{"clusters": ""}, {"fixed_groups": ""}, {"average": "benchmarks"}, {"no-clusters": ""}],
        )


def _test(
    scores: Scores, strata: Integers | None, clusters: Integers | None, average: Average, *, mid_p: bool
) -> ItemTest:
    """Return the test that follows from the data."""
    if strata is None and clusters is None and average == "benchmarks":
        raise UsageError("A mean over benchmarks needs groups of items: name their column with `group`.")
    test: ItemTest = "stratified" if strata is not None else "clustered" if clusters is not None else "t"
    if clusters is None and average == "items" and np.isin(scores.values[~np.isnan(scores.values)], (0.0, 1.0)).all():
        test = "mcnemar"
    if mid_p and test != "mcnemar":
        raise UsageError("`mid_p` is for McNemar's test, and this is a t test: leave it out.")
    return test


def _of_pairs(
    comparison: Comparison,
    row: Integers,
    column: Integers,
    strata: Integers | None,
    clusters: Integers | None,
    average: Average,
) -> tuple[Integers, Floats]:
    """Return the counts of every pair: items, groups, items won, tied, lost, and right for both; and the estimates."""
    scores, exact = comparison.scores, of_scores(comparison.scores)
    turn = 1 if scores.higher_is_better else -1
    counts, estimates = [], []
    for first, second in zip(comparison.order[row], comparison.order[column], strict=True):
        gains = np.asarray(exact.between(np.array([first]), np.array([second]))[0])
        present = ~np.isnan(gains)
        layers, of = (None if groups is None else groups[present] for groups in (strata, clusters))
        gains = gains[present]
        n, wins, losses = len(gains), int((gains > 0).sum()), int((gains < 0).sum())
        both = int(np.sum((scores.values[present][:, [first, second]] == 1).all(axis=1)))
        groups = of if of is not None else layers if layers is not None else np.arange(n)
        counts.append((n, len(np.unique(groups)), wins, n - wins - losses, losses, both))
        gains = turn * gains + 0.0
        if layers is not None:  # of outcomes, too, against a margin
            estimates.append(stratified_difference(gains, layers, of, average=average))
            continue
        if average == "benchmarks":
            numbers = np.unique(groups, return_inverse=True)[1]
            gains, of = np.bincount(numbers, weights=gains) / np.bincount(numbers), None
        estimates.append(clustered_difference(gains, of))
    return (np.array(counts, dtype=np.int64).reshape(-1, 6).T, np.array(estimates, dtype=np.float64).reshape(-1, 4).T)


class Estimate(NamedTuple):
    """A mean difference, and what it is tested by."""

    difference: float
    error: float  # its standard error; NaN where nothing estimates it
    df: float  # degrees of freedom
    n_units: int  # independent units on which they rest: items, or clusters


def _t_test(estimates: Floats) -> tuple[Floats, Floats, Floats]:
    """Return t, degrees of freedom and p of estimates of shape (4, n): NaN where nothing estimates an error."""
    from scipy.special import stdtr

    mean, error, df, units = estimates
    with np.errstate(divide="ignore", invalid="ignore"):
        t = np.where(mean == 0, 0.0, mean / error)
    t = np.where(np.isnan(error) | ((error == 0) & (mean != 0) & (units < FEW)), np.nan, t)
    return t, df, 2 * stdtr(df, -np.abs(t))


def _not_worse(turn: int, estimates: Floats, margin: float) -> Floats:
    """Return one-sided p-values of estimates, their signs turned, being above −margin; NaN where none has an error."""
    from scipy.special import stdtr

    mean, error, df, units = estimates
    with np.errstate(divide="ignore", invalid="ignore"):
        p = stdtr(df, -(turn * mean + margin) / error)
    return np.where((error == 0) & (units < FEW), np.nan, p)


def _interval(estimates: Floats, level: float) -> tuple[Floats, Floats]:
    """Return the intervals of estimates; NaN where nothing estimates an error."""
    from scipy.special import stdtrit

    mean, error, df, _ = estimates
    half = np.where(error > 0, stdtrit(df, (1 + level) / 2) * error, np.nan)
    return mean - half, mean + half


def clustered_difference(differences: Floats, clusters: Integers | None = None) -> Estimate:
    """Return the mean of paired differences and its standard error, robust to dependence within clusters.

    H0: the expected difference is zero; clusters are independent, and items within one depend on each other in any
    way. With the sum u of a cluster's deviations from the mean d̄, and its share w of the n items, the variance of d̄
    is Σ u²/(1 − w) / n² (CR2, unbiased where items are independent), and t = d̄/√variance has Satterthwaite's
    degrees of freedom, for items of a cluster that agree fully: the number of clusters less one where these are of
    equal size, fewer where they are not. Without clusters this is the paired t test.

    Parameters
    ----------
    differences : ndarray of shape (n_items,)
        Score of the row less score of the column, in the unit of the scores.
    clusters : ndarray of int, of shape (n_items,), or None
        The cluster of each item; None: each is one of its own.

    Returns
    -------
    Estimate
        In the unit of the scores; error and degrees of freedom are NaN for fewer than two clusters.

    References
    ----------
    Miller (2024), arXiv:2411.00640, sections 2.2 and 4. Bell and McCaffrey (2002), Survey Methodology 28. Imbens and
    Kolesár (2016), Robust standard errors in small samples, Review of Economics and Statistics 98.

    Examples
    --------
    >>> clustered_difference(np.array([1.0, 0.0, 1.0, -1.0]), np.array([0, 0, 1, 1]))
    Estimate(difference=0.25, error=0.25, df=1.0, n_units=2)
    """
    n = len(differences)
    if n == 0:
        return Estimate(np.nan, np.nan, np.nan, 0)
    scaled, exponent = scaled_to_unit(differences)
    mean = float(scaled.mean())
    difference = float(np.ldexp(mean, exponent))
    of = np.arange(n) if clusters is None else np.unique(clusters, return_inverse=True)[1]
    size, deviations = np.bincount(of), np.bincount(of, weights=scaled - mean)
    if len(size) < 2:
        return Estimate(difference, np.nan, np.nan, len(size))
    share = size / n
    deviations = np.where(np.abs(deviations) > _ROUNDING * size, deviations, 0.0)
    error = float(np.sqrt((deviations**2 / (1 - share)).sum())) / n
    df = round(_degrees(share), 9)  # whole where clusters are equal
    return Estimate(difference, float(np.ldexp(error, exponent)), df, len(size))


def stratified_difference(
    differences: Floats, strata: Integers, clusters: Integers | None = None, *, average: Average = "items"
) -> Estimate:
    """Return the mean of paired differences and its standard error, items being drawn within fixed strata.

    H0: the expected difference Σ v·μ over the strata is zero; items, or clusters of them, are independent draws within
    each stratum. With the mean d̄ of a stratum, its variance V and degrees of freedom f by `clustered_difference`,
    which of independent items are s²/n and n − 1, and v the stratum's share of the items or one of as many as there
    are, t = Σ v·d̄ / √(Σ v²V), with Satterthwaite's degrees of freedom (Σ v²V)² / Σ (v²V)²/f.

    Parameters
    ----------
    differences : ndarray of shape (n_items,)
        Score of the row less score of the column, in the unit of the scores.
    strata : ndarray of int, of shape (n_items,)
        The stratum of each item.
    clusters : ndarray of int, of shape (n_items,), or None
        The cluster of each item, within its stratum; None: each is one of its own.
    average : {"items", "benchmarks"}
        Whether each item counts alike, or each stratum.

    Returns
    -------
    Estimate
        In the unit of the scores; error and degrees of freedom are NaN where a stratum has a single item, or cluster.

    References
    ----------
    Cochran (1977), Sampling Techniques, 3rd edition, sections 5.4, 5.6 and 9A. Satterthwaite (1946), Biometrics
    Bulletin 2. Those of `clustered_difference`.

    Examples
    --------
    >>> stratified_difference(np.array([1.0, 0.0, 3.0, 2.0]), np.array([0, 0, 1, 1])).df
    2.0
    """
    if not len(differences):
        return Estimate(np.nan, np.nan, np.nan, 0)
    scaled, exponent = scaled_to_unit(differences)
    inside = [strata == stratum for stratum in np.unique(strata)]
    each = [clustered_difference(scaled[here], None if clusters is None else clusters[here]) for here in inside]
    means, errors, df, units = np.array(each).T
    share = np.mean(inside, axis=1) if average == "items" else np.full(len(inside), 1 / len(inside))
    parts = (share * errors) ** 2
    variance = float(parts.sum())
    return Estimate(
        float(np.ldexp(float((share * means).sum()), exponent)),
        float(np.ldexp(np.sqrt(variance), exponent)),
        variance**2 / float((parts**2 / df).sum()) if variance else float(df.sum()),
        int(units.sum()),
    )


def _degrees(share: Floats) -> float:
    """Return Satterthwaite's degrees of freedom: (tr Γ)²/tr Γ² of Σ u²/(1 − w) in clusters' effects."""
    weight, all_squares = share**2 / (1 - share), float((share**2).sum())
    total, first, second = (float((weight * share**k).sum()) for k in range(3))
    trace = float((weight * (1 - 2 * share + all_squares)).sum())
    squares = all_squares**2 * total**2 + 2 * total * second + 2 * first**2 - 4 * all_squares * first * total
    squares += float((weight**2 * (1 + 2 * (all_squares - 2 * share))).sum())
    return trace**2 / squares


def score_test(only_first: Integers, only_second: Integers, n_items: Integers, margin: float) -> Floats:
    """Return Tango's score test that the first share of right items is not below the second by a margin or more.

    H0: π₁ − π₂ ≤ −δ, for independent items, each right for both, for one of the two, or for neither. With b and c items
    that only the first, only the second gets right, z = (b − c + nδ)/√(n(2q − δ(1 + δ))) is normal, where q is the most
    likely probability of the latter under π₁ − π₂ = −δ, the larger root of
    2nq² − (b + c + (2n − b + c)δ)q + cδ(1 + δ) = 0. For δ = 0, z² is McNemar's χ² without continuity correction.

    Parameters
    ----------
    only_first, only_second, n_items : ndarray of int, of shape (n_pairs,)
        b, c and n.
    margin : float
        δ, above 0; 1 and more is shown by any outcome but one.

    Returns
    -------
    ndarray of shape (n_pairs,)
        One-sided p-values; NaN without items.

    Notes
    -----
    Normal, not exact: enumerated over all outcomes, with δ from 0.02 to 0.2 and any share of items on which the two
    differ, it rejects in at most 6.9 % of samples of 20 items, and 5.8 % of 50 or more (α = 5 %).

    References
    ----------
    Tango (1998), Equivalence test and confidence interval for the difference in proportions for the paired-sample
    design, Statistics in Medicine 17.

    Examples
    --------
    >>> score_test(np.array([4]), np.array([6]), np.array([100]), 0.1).round(4)
    array([0.0159])
    """
    from scipy.special import ndtr

    b, c, n, delta = only_first, only_second, n_items, min(margin, 1.0)
    middle = b + c + (2 * n - b + c) * delta
    with np.errstate(divide="ignore", invalid="ignore"):
        q = (middle + np.sqrt(np.maximum(middle**2 - 8 * n * c * delta * (1 + delta), 0.0))) / (4 * n)
        z = (b - c + n * delta) / np.sqrt(np.maximum(n * (2 * q - delta * (1 + delta)), 0.0))
    return np.asarray(ndtr(-z))


def paired_interval(
    both: int, only_first: int, only_second: int, neither: int, level: float = 0.95
) -> tuple[float, float]:
    """Return Newcombe's interval for the difference of two shares of the same items.

    The ends combine those of the Wilson intervals of the two shares by the correlation φ of the outcomes, whose
    numerator is made smaller by n/2, to zero at least, where it is positive (his method 10). It stays within [−1, 1].
    It is not the inversion of McNemar's test, so that in rare cases the one finds a difference and the other does not.

    Parameters
    ----------
    both, only_first, only_second, neither : int
        Independent items that both, only the first, only the second, and neither gets right.
    level : float
        Confidence level.

    Returns
    -------
    low, high : float
        Of the share of the first less that of the second; NaN without items.

    References
    ----------
    Newcombe (1998), Improved confidence intervals for the difference between binomial proportions based on paired
    data, Statistics in Medicine 17.

    Examples
    --------
    >>> [round(end, 4) for end in paired_interval(36, 12, 2, 0)]
    [0.0569, 0.3404]
    """
    n = both + only_first + only_second + neither
    if n == 0:
        return np.nan, np.nan
    counts = np.array([both + only_first, both + only_second])
    (p, q), sizes = counts / n, np.array([n, n])
    (low_p, low_q), (high_p, high_q) = share_interval(counts, sizes, level, "wilson")
    product = float(np.prod(np.sqrt(np.concatenate([counts, n - counts]), dtype=np.float64)))
    agreement = float(both * neither - only_first * only_second)
    if agreement > 0:
        agreement = max(agreement - n / 2, 0.0)
    phi = agreement / product if product else 0.0
    under, over = (
        float(np.sqrt(max(first**2 - 2 * phi * first * second + second**2, 0.0)))
        for first, second in ((p - low_p, high_q - q), (high_p - p, q - low_q))
    )
    return float(p - q - under), float(p - q + over)


def _groups(scores: Scores, *, sample: bool, fixed: bool) -> tuple[Integers | None, Integers | None]:
    """Return the stratum and the cluster of every item; None where there are none, or each item is one of its own."""
    if sample and scores.clusters and scores.task_groups and not fixed:
        raise DataError(
            "Items are in clusters within groups: take the groups as fixed (`fixed_groups`), or leave out `cluster` "
            "where they are a sample, as they are the clusters then."
        )
    strata, names = None, scores.clusters or scores.task_groups
    if fixed:
        strata, names = _numbered(scores, scores.task_groups), scores.clusters
    clusters = _numbered(scores, names) if sample else None
    if clusters is None:
        return strata, None
    number = len({*clusters.tolist()})
    if number == 1:
        raise DataError(
            f"All items are in one cluster, {quoted(names[scores.tasks[0]])}, so that nothing tells how clusters "
            "differ: name a finer column, or take the group as fixed (`fixed_groups`) or items as independent "
            "(`clusters=False`)."
        )
    if strata is not None and np.unique([clusters, strata], axis=1).shape[1] > number:
        raise DataError("A cluster of items is in several groups: clusters within fixed groups lie in one each.")
    return strata, clusters if number < len(clusters) else None


def _numbered(scores: Scores, names: Mapping[str, str]) -> Integers | None:
    """Return the number of the group of every item; None without groups."""
    if not names:
        return None
    missing = [task for task in scores.tasks if not names.get(task)]
    if missing:
        raise DataError(f"{quoted(missing[0])} has no group, so its cluster is unknown.")
    return np.unique([names[task] for task in scores.tasks], return_inverse=True)[1].astype(np.int64)
