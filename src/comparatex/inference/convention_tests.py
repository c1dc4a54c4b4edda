"""The tests of pairs under a convention, with its treatment of zeros, ties and small samples."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from comparatex.data.scores import Scores
from comparatex.inference.arithmetic import Booleans, Floats, Integers
from comparatex.inference.convention_profiles import Convention, Distribution, Zeros
from comparatex.inference.differences import of_scores
from comparatex.inference.nemenyi import critical_value, scale, survival
from comparatex.inference.ranks import doubled_midranks
from comparatex.inference.signed_rank_tails import tied_tails, untied_cdf


class Tails(NamedTuple):
    """P-values of one pair: the first is better, the second is better, they differ; and the lower tail alone."""

    first: float
    second: float
    two: float
    lower: float


UNDEFINED = Tails(math.nan, math.nan, math.nan, math.nan)


def tails(differences: Floats, zeros: Zeros, distribution: Distribution) -> Tails:
    """Return the p-values of the signed-rank test of one pair."""
    ranked = _ranked(differences, zeros)
    if not ranked.signed.any() and distribution != "exact-1.17":
        return UNDEFINED
    kind = _kind(ranked, distribution)
    if kind == "conditional":
        return _conditional(ranked)
    if kind == "untied":
        return _untied(ranked, up=distribution.endswith("1.17"))
    return _normal(ranked, plain=distribution == "normal-plain", continuity=distribution == "julia")


class _Ranked(NamedTuple):
    """Signed midranks of the differences; zeros have none, but may be counted."""

    signed: Floats
    n: int  # differences before any was dropped
    n_zero: int
    counted: int  # differences that were ranked
    split: float  # rank sum of zeros that goes to either side
    tied: bool  # among those that are not zero

    @property
    def plus(self) -> float:
        """Rank sum of the first."""
        return float(self.signed[self.signed > 0].sum()) + self.split


def _ranked(differences: Floats, zeros: Zeros) -> _Ranked:
    """Rank absolute differences, the zeros first."""
    n_zero = int(np.count_nonzero(differences == 0))
    kept = differences[differences != 0]
    leading = 0 if zeros == "wilcox" else n_zero - n_zero % 2 if zeros == "zsplit-drop-odd" else n_zero
    order = np.argsort(np.abs(kept), kind="stable")
    size = np.abs(kept)[order]
    ranks = doubled_midranks(size[None])[0] / 2 + leading
    split = leading * (leading + 1) / 4 if zeros.startswith("zsplit") else 0.0
    tied = bool((size[1:] == size[:-1]).any())
    return _Ranked(np.sign(kept[order]) * ranks, len(differences), n_zero, leading + len(kept), split, tied)


def _kind(ranked: _Ranked, distribution: Distribution) -> str:
    """Return which distribution a tool falls back on."""
    n, clean = ranked.n, not (ranked.tied or ranked.n_zero)
    if distribution == "exact":
        return "conditional" if len(ranked.signed) <= 50 else "normal"
    if distribution == "julia":
        count = len(ranked.signed)
        return "conditional" if count <= 15 or (count <= 50 and not ranked.tied) else "normal"
    if distribution == "exact-1.17":
        return "untied"
    if distribution == "exact-1.11" or (distribution == "scipy-1.11" and n <= 50):
        return "normal" if ranked.n_zero else "untied"
    if distribution == "scipy-1.17" and n <= 50:
        return "untied" if clean else "conditional" if n <= 13 else "normal"
    return "normal"


def _conditional(ranked: _Ranked) -> Tails:
    """Return p-values over all signs of the ranks as they are, ties included."""
    doubled = np.rint(2 * ranked.signed).astype(np.int64)
    total, plus = int(np.abs(doubled).sum()), int(doubled[doubled > 0].sum())
    ranks = -np.sort(-np.abs(doubled))[None]
    inclusive, exclusive = (float(x[0]) for x in tied_tails(ranks, np.array([min(plus, total - plus)])))
    low, high = inclusive, 1 - exclusive  # of the side with the smaller rank sum
    first, second = (high, low) if 2 * plus < total else (low, high)
    if 2 * plus == total:
        first = second = inclusive
    return Tails(first, second, min(1.0, 2 * inclusive), inclusive)


def _untied(ranked: _Ranked, *, up: bool) -> Tails:
    """Return p-values from the distribution without ties and zeros, with rank sums rounded as in SciPy."""
    count = ranked.counted
    half = untied_cdf(0, count)
    total = count * (count + 1) // 2
    plus = ranked.plus

    def cdf(x: int) -> float:
        """Return P(W ≤ x)."""
        if x < 0:
            return 0.0
        return float(half[x]) if x < len(half) else 1.0 if x >= total else 1 - cdf(total - x - 1)

    high, low = (math.floor(plus), math.ceil(plus)) if up else (int(plus), int(plus))
    first, second = cdf(total - high), cdf(low)
    two = 1.0 if not up and int(plus) == total // 2 else min(1.0, 2 * min(first, second))
    return Tails(first, second, two, min(first, second))


def _normal(ranked: _Ranked, *, plain: bool, continuity: bool) -> Tails:
    """Return p-values of the normal approximation; plain: corrected for neither ties nor zeros."""
    from scipy.special import ndtr

    n = ranked.counted
    mean, variance = n * (n + 1) / 4, n * (n + 1) * (2 * n + 1) / 24
    if not plain:
        leading = n - len(ranked.signed)
        _, repeats = np.unique(np.abs(ranked.signed), return_counts=True)
        ties = float(np.sum(repeats.astype(np.float64) ** 3 - repeats))
        if ranked.split:
            ties += leading**3 - leading
        else:
            mean -= leading * (leading + 1) / 4
            variance -= leading * (leading + 1) * (2 * leading + 1) / 24
        variance -= ties / 48
    above = ranked.plus - mean
    shift = 0.5 if continuity else 0.0
    deviation = math.sqrt(variance)
    first, second = (float(ndtr((side * above + shift) / deviation)) for side in (-1, 1))
    two = min(1.0, 2 * float(ndtr((shift - abs(above)) / deviation)))
    return Tails(first, second, two, float(ndtr(-abs(above) / deviation)))


def wilcoxon_test(
    scores: Scores, convention: Convention, mean_rank: Floats, row: Integers, column: Integers
) -> Floats:
    """Return the p-values of the signed-rank test on the complete tasks, 1 where the tool has none.

    H0: the differences of a pair are symmetric about zero.
    """
    pvalues = np.empty(len(row))
    turn = 1.0 if scores.higher_is_better or convention.raw_scores else -1.0
    table = of_scores(scores)
    for k, (first, second) in enumerate(zip(row.tolist(), column.tolist(), strict=True)):
        if convention.exact_differences:
            gap = table.between(np.array([first]), np.array([second]))[0, scores.complete]
        else:
            values = scores.values[scores.complete]
            gap = (-1.0 if convention.later_first else turn) * (values[:, first] - values[:, second])
        tail = tails(gap, convention.zeros, convention.distribution)
        pvalues[k] = _one(tail, convention, mean_rank[first] <= mean_rank[second])
    return np.where(np.isnan(pvalues), 1.0, pvalues)


def _one(tail: Tails, convention: Convention, first_better: bool) -> float:
    """Return the p-value for the alternative of the convention."""
    if convention.alternative == "two":
        return tail.two
    if convention.alternative == "lower-tail":
        return tail.lower
    if convention.alternative == "first-column" or first_better:
        return tail.first
    return tail.second


def nemenyi_test(
    mean_rank: Floats, n_tasks: int, convention: Convention, alpha: float, row: Integers, column: Integers
) -> tuple[Floats, Booleans]:
    """Return p-values of the Nemenyi test, and which pairs differ by more than the critical difference.

    H0: on every task all orders of the comparates are equally likely.

    Nemenyi (1963), Distribution-free multiple comparisons, PhD thesis, Princeton. Demšar (2006), JMLR 7,
    section 3.2.2.
    """
    k = len(mean_rank)
    gap = np.abs(mean_rank[row] - mean_rank[column])
    quantiles = gap / scale(k, n_tasks)
    if convention.finite_df:
        from scipy.stats import studentized_range  # needed only here, for finite degrees of freedom

        pvalue = np.asarray(studentized_range.sf(quantiles, k + convention.q_index, k * (n_tasks - 1)))
    else:
        pvalue = survival(quantiles, k + convention.q_index)
    difference = critical_difference(k, n_tasks, convention, alpha)
    return pvalue, gap >= difference if convention.at_level else gap > difference


def critical_difference(n_comparates: int, n_tasks: int, convention: Convention, alpha: float) -> float:
    """Return the critical difference of mean ranks of a convention's Nemenyi test.

    Nemenyi (1963), Distribution-free multiple comparisons, PhD thesis, Princeton. Demšar (2006), JMLR 7,
    section 3.2.2.
    """
    k, size = n_comparates, n_comparates + convention.q_index
    finite = convention.finite_df
    quantile = _finite_quantile(alpha, size, k * (n_tasks - 1)) if finite else critical_value(alpha, size)
    return quantile * scale(k, n_tasks)


@lru_cache(maxsize=64)
def _finite_quantile(alpha: float, size: int, df: int) -> float:
    """Return the quantile of the studentized range with finite degrees of freedom; takes about a second."""
    from scipy.stats import studentized_range

    return float(studentized_range.isf(alpha, size, df))
