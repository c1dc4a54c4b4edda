"""Comparates on the same items: McNemar's exact test, and paired differences with errors robust to clusters."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from comparatex.data.scores import Scores, counted
from comparatex.errors import DataError
from comparatex.inference.arithmetic import Floats, Integers, scaled_to_unit
from comparatex.inference.comparison import Comparison
from comparatex.inference.differences import Differences, of_scores
from comparatex.inference.proportions import mcnemar, share_interval
from comparatex.inference.repeats import repeat_differences
from comparatex.inference.stepwise_corrections import holm

if TYPE_CHECKING:
    import pandas as pd

_SHOWN = 20
"""Rows that notebooks show."""

_NUMBERS = (
    "n_items", "n_clusters", "wins", "ties", "losses", "difference", "low", "high", "statistic", "df", "pvalue",
    "adjusted_pvalue",
)  # fmt: skip
"""What records have of every pair, behind its names."""

ItemTest = Literal["mcnemar", "t", "clustered"]
"""McNemar's exact test; the paired t test; the same with errors that are robust to clusters."""


@dataclass(frozen=True, eq=False, kw_only=True)
class ItemComparison:
    """Pairs of comparates on the items that both have.

    Parameters
    ----------
    names : tuple of str
        The comparates in the order of the summary, best mean score first.
    test : {"mcnemar", "t", "clustered"}
        How all pairs are tested.
    row, column : ndarray of int, of shape (n_pairs,)
        Positions in `names`.
    n_items, n_clusters : ndarray of int, of shape (n_pairs,)
        Items, and groups of items that depend on each other; as many as items where they do not.
    wins, ties, losses : ndarray of int, of shape (n_pairs,)
        Items on which the row is better, equal, worse. Wins and losses are the discordant items of outcomes.
    difference, low, high : ndarray of shape (n_pairs,)
        Mean score of the row less that of the column, and its interval at the level 1 − α, not corrected for the
        number of pairs.
    statistic, df : ndarray of shape (n_pairs,)
        t and its degrees of freedom; NaN for McNemar's test.
    pvalue, adjusted_pvalue : ndarray of shape (n_pairs,)
        Two-sided, and by Holm's procedure over all pairs.
    """

    names: tuple[str, ...]
    test: ItemTest
    row: Integers
    column: Integers
    n_items: Integers
    n_clusters: Integers
    wins: Integers
    ties: Integers
    losses: Integers
    difference: Floats
    low: Floats
    high: Floats
    statistic: Floats
    df: Floats
    pvalue: Floats
    adjusted_pvalue: Floats

    def records(self) -> list[dict[str, Any]]:
        """Return the numbers of every pair by their names; None where undefined or infinite."""
        columns: dict[str, list[Any]] = {
            end: [self.names[i] for i in getattr(self, end).tolist()] for end in ("row", "column")
        }
        for name in _NUMBERS:
            columns[name] = [value if np.isfinite(value) else None for value in getattr(self, name).tolist()]
        return [dict(zip(columns, values, strict=True)) for values in zip(*columns.values(), strict=True)]

    @property
    def pairs(self) -> pd.DataFrame:
        """The numbers of every pair, with names."""
        import pandas as pd

        return pd.DataFrame(self.records())

    def __repr__(self) -> str:
        pairs = counted(len(self.row), "pair")
        return f"<ItemComparison of {counted(len(self.names), 'comparate')}: {pairs}, test {self.test}>"

    def _repr_html_(self) -> str:
        return str(self.pairs.to_html(index=False, max_rows=_SHOWN))


def compare_items(comparison: Comparison, *, clusters: bool = True) -> ItemComparison:
    """Return all pairs of comparates, compared on the same items.

    Each row of the table is an item or, where scores have repeats, each repeat; items of one group of tasks, or
    else repeats of one task, are a cluster. The test follows from the data:

    ``mcnemar``, where every score is 0 or 1 and items are independent: H0: an item that only one of the two gets
    right is equally likely to be the one's or the other's. Exact, by `mcnemar`; the interval is `paired_interval`.

    ``t``, where scores are graded and items are independent, and ``clustered``, where items come in two or more
    clusters, for scores of both kinds: H0: the expected difference on an item is zero. By `clustered_difference`.
    The hypothesis is one about means because the mean score is what is reported; a test of ranks would have another.

    Parameters
    ----------
    comparison : Comparison
        Its table and its α; its own tests play no part.
    clusters : bool
        Whether items of a cluster may depend on each other. Otherwise all items are taken to be independent draws.

    Returns
    -------
    ItemComparison
        NaN where a pair has fewer than two items, or fewer than two clusters, in common.

    References
    ----------
    Miller (2024), Adding error bars to evals: a statistical approach to language model evaluations,
    arXiv:2411.00640. McNemar (1947), Psychometrika 12. Holm (1979), Scandinavian Journal of Statistics 6.

    Examples
    --------
    >>> import comparatex as cx
    >>> right = {"A": [1, 1, 1, 1, 1, 1, 1, 0], "B": [0, 0, 0, 0, 0, 0, 1, 1]}
    >>> found = compare_items(cx.compare({name: dict(zip("stuvwxyz", row)) for name, row in right.items()}))
    >>> found.test, found.wins.tolist(), found.losses.tolist(), found.pvalue.tolist()
    ('mcnemar', [6], [1], [0.125])
    """
    scores = comparison.scores
    row, column = np.triu_indices(len(comparison.names), 1)
    groups = _clusters(scores) if clusters else None
    test: ItemTest = "clustered" if groups is not None else "mcnemar" if _is_binary(scores) else "t"
    items = _Items.of(scores)
    found = [
        _pair(items, first, second, groups, test, comparison.analysis.alpha)
        for first, second in zip(comparison.order[row], comparison.order[column], strict=True)
    ]
    counts = np.array([count for count, _ in found], dtype=np.int64).reshape(-1, 5).T
    numbers = np.array([measured for _, measured in found], dtype=np.float64).reshape(-1, 6).T
    n_items, n_clusters, wins, ties, losses = counts
    difference, low, high, statistic, df, pvalue = numbers
    if test == "mcnemar":
        pvalue = np.where(n_items > 0, mcnemar(wins, losses), np.nan)
    return ItemComparison(
        names=comparison.names,
        test=test,
        row=row,
        column=column,
        n_items=n_items,
        n_clusters=n_clusters,
        wins=wins,
        ties=ties,
        losses=losses,
        difference=difference,
        low=low,
        high=high,
        statistic=statistic,
        df=df,
        pvalue=pvalue,
        adjusted_pvalue=holm(pvalue),
    )


Counts = tuple[int, int, int, int, int]
Measured = tuple[float, float, float, float, float, float]


def _pair(
    items: _Items, first: int, second: int, groups: Integers | None, test: ItemTest, alpha: float
) -> tuple[Counts, Measured]:
    """Return the counts of one pair, and its difference, interval, t, degrees of freedom and p-value."""
    gains = items.gains(first, second)
    there = ~np.isnan(gains)
    gains, cluster = gains[there], None if groups is None else groups[there]
    n, wins, losses = len(gains), int((gains > 0).sum()), int((gains < 0).sum())
    n_clusters = n if cluster is None else len(np.unique(cluster))
    counts = (n, n_clusters, wins, n - wins - losses, losses)
    differences = gains if items.higher_is_better else 0.0 - gains
    if test != "mcnemar":
        return counts, clustered_difference(differences, cluster, 1 - alpha)
    both = items.n_both(first, second)
    only = (wins, losses) if items.higher_is_better else (losses, wins)
    low, high = paired_interval(both, *only, n - both - wins - losses, 1 - alpha)
    mean = (only[0] - only[1]) / n if n else np.nan
    return counts, (mean, low, high, np.nan, np.nan, np.nan)


def clustered_difference(
    differences: Floats, clusters: Integers | None = None, level: float = 0.95
) -> Measured:
    """Return the mean of paired differences with its interval and test, robust to dependence within clusters.

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
    level : float
        Confidence level of the interval.

    Returns
    -------
    difference, low, high, statistic, df, pvalue : float
        Two-sided. All but the difference are NaN for fewer than two clusters. Where the variance is zero, p is 0,
        or 1 if all differences are zero.

    References
    ----------
    Miller (2024), arXiv:2411.00640, sections 2.2 and 4. Bell and McCaffrey (2002), Survey Methodology 28. Imbens and
    Kolesár (2016), Robust standard errors in small samples, Review of Economics and Statistics 98.

    Examples
    --------
    >>> found = clustered_difference(np.array([1.0, 0.0, 1.0, -1.0]), np.array([0, 0, 1, 1]))
    >>> [round(value, 3) for value in found]
    [0.25, -2.927, 3.427, 1.0, 1.0, 0.5]
    """
    from scipy.special import stdtr, stdtrit

    n = len(differences)
    if n == 0:
        return (np.nan,) * 6
    scaled, exponent = scaled_to_unit(differences)  # t is scale-free
    mean = float(scaled.mean())
    difference = float(np.ldexp(mean, exponent))
    of = np.arange(n) if clusters is None else np.unique(clusters, return_inverse=True)[1]
    size, deviations = np.bincount(of), np.bincount(of, weights=scaled - mean)
    if len(size) < 2:
        return difference, np.nan, np.nan, np.nan, np.nan, np.nan
    share = size / n
    deviations = np.where(np.abs(deviations) > _ROUNDING * size, deviations, 0.0)
    error = float(np.sqrt((deviations**2 / (1 - share)).sum())) / n
    df = round(_degrees(share), 9)  # whole where clusters are equal
    with np.errstate(divide="ignore"):
        t = 0.0 if mean == 0 else float(np.divide(mean, error))
    half = float(np.ldexp(stdtrit(df, (1 + level) / 2) * error, exponent))
    return difference, difference - half, difference + half, t, df, float(2 * stdtr(df, -abs(t)))


_ROUNDING = 1e-13
"""Deviations from the mean, for each item of a cluster, that are errors of its rounding."""


def _degrees(share: Floats) -> float:
    """Return Satterthwaite's degrees of freedom: (tr Γ)²/tr Γ² of Σ u²/(1 − w) in clusters' effects."""
    weight, all_squares = share**2 / (1 - share), float((share**2).sum())
    total, first, second = (float((weight * share**k).sum()) for k in range(3))
    trace = float((weight * (1 - 2 * share + all_squares)).sum())
    squares = all_squares**2 * total**2 + 2 * total * second + 2 * first**2 - 4 * all_squares * first * total
    squares += float((weight**2 * (1 + 2 * (all_squares - 2 * share))).sum())
    return trace**2 / squares


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
    under = _combined(p - low_p, high_q - q, phi)
    over = _combined(high_p - p, q - low_q, phi)
    return float(p - q - under), float(p - q + over)


def _combined(first: float, second: float, phi: float) -> float:
    """Return the length of the difference of two parts of intervals with a correlation."""
    return float(np.sqrt(max(first**2 - 2 * phi * first * second + second**2, 0.0)))


def _is_binary(scores: Scores) -> bool:
    """Whether every score of an item is 0 or 1."""
    found = scores.values if scores.repeats is None else scores.repeats
    return bool(np.isin(found[~np.isnan(found)], (0.0, 1.0)).all())


@dataclass(frozen=True, eq=False)
class _Items:
    """The scores of comparates in columns on items in rows, and their differences as other tests have them."""

    values: Floats
    higher_is_better: bool
    exact: Differences | None

    @classmethod
    def of(cls, scores: Scores) -> _Items:
        if scores.repeats is None:
            return cls(scores.values, scores.higher_is_better, of_scores(scores))
        cube = scores.repeats.transpose(0, 2, 1)
        return cls(cube.reshape(-1, cube.shape[2]), scores.higher_is_better, None)

    def gains(self, first: int, second: int) -> Floats:
        """Return by how much the first is better on every item; NaN where either has no score."""
        if self.exact is not None:
            return np.asarray(self.exact.between(np.array([first]), np.array([second]))[0])
        found = repeat_differences(self.values[:, first], self.values[:, second])
        return found if self.higher_is_better else 0.0 - found

    def n_both(self, first: int, second: int) -> int:
        """Return on how many items both have 1."""
        return int(np.sum((self.values[:, first] == 1) & (self.values[:, second] == 1)))


def _clusters(scores: Scores) -> Integers | None:
    """Return the cluster of every item; None where there are not two, or each item is one of its own.

    Raises
    ------
    DataError
        A task has no group.
    """
    tasks: Integers = np.arange(scores.n_tasks)
    if scores.task_groups:
        missing = [task for task in scores.tasks if not scores.task_groups.get(task)]
        if missing:
            raise DataError(f"{missing[0]} has no group, so its cluster is unknown.")
        number = {name: k for k, name in enumerate(sorted(set(scores.task_groups.values())))}
        tasks = np.array([number[scores.task_groups[task]] for task in scores.tasks], dtype=np.int64)
    found = tasks if scores.repeats is None else np.repeat(tasks, scores.repeats.shape[2])
    n_clusters = len(np.unique(found))
    return found if 2 <= n_clusters < len(found) else None
