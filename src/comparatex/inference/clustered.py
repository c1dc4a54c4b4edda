"""Tests of pairs on clusters of tasks: signed ranks or differences, whose signs change for a whole cluster at once.

Tasks of a cluster may depend on each other in any way; clusters are independent. Each test adds up its scores of tasks,
s_i within cluster i, and T = Σ s_i over the clusters. If the differences d of a cluster have the same joint
distribution as −d, then, given the absolute differences, each s_i has a sign that is a fair coin, so that the variance
of T is Σ s_i², whatever the dependence within clusters. With one task in each cluster these are tests of tasks.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from comparatex.inference.analysis import Analysis, ZeroMethod
from comparatex.inference.arithmetic import Floats, Integers
from comparatex.inference.differences import Differences
from comparatex.inference.docs import with_sections
from comparatex.inference.rank_tests import doubled_midranks
from comparatex.inference.wilcoxon import exact_limit, of_signed_ranks

ENUMERATED = 20
"""Clusters with a score other than zero up to which all changes of sign are counted, where scores are not ranks."""
DRAWS = 100_000
"""Draws of signs for more of them."""
_AT_A_TIME = 1_000
"""Draws that are held at a time, with as many opposites."""
_ROUNDING = 1e-12
"""Of the sum of all absolute scores, what may be a rounding error."""


_of_clusters = with_sections("""
Parameters
----------
differences : ndarray of shape (n_pairs, n_tasks)
    Positive where the row is better; NaN where missing.
clusters : ndarray of int, of shape (n_tasks,)
    The cluster of each task, from 0.
zero_method : {"pratt", "wilcox", "zsplit", "zsplit-drop-odd"}
    What becomes of zeros, where they have ranks; see `wilcoxon`.

Returns
-------
ndarray of shape (n_pairs, n_clusters)
    The score of each cluster, in ranks or in the unit of the differences.
""")


@_of_clusters
def clustered_signed_rank(differences: Floats, clusters: Integers, zero_method: ZeroMethod) -> Floats:
    """Return the sums of signed ranks in clusters, whose total is the clustered signed-rank statistic T_c.

    H0: the differences of a cluster, as a vector, are symmetric about zero. The absolute differences of all tasks are
    ranked together, ties averaged; s_i adds up the ranks of cluster i with the signs of the differences, and
    T_c = Σ s_i has the variance Σ s_i². Every task counts alike. For clusters of unequal sizes Rosner, Glynn and Lee
    also weight them by an estimate of the correlation within clusters; here they are not weighted, so that the test
    stays exact: T_c has the distribution of a signed-rank sum with the ranks |s_i|.

    References
    ----------
    Rosner, Glynn and Lee (2006), The Wilcoxon signed rank test for paired comparisons of clustered data,
    Biometrics 62.

    Examples
    --------
    >>> clustered_signed_rank(np.array([[0.1, 0.3, -0.2, 0.4]]), np.array([0, 0, 1, 1]), "pratt")
    array([[4., 2.]])
    """
    size = np.abs(differences)
    order = np.argsort(size, axis=1, kind="stable")  # NaN last
    ranks = np.empty(size.shape)
    np.put_along_axis(ranks, order, doubled_midranks(np.take_along_axis(size, order, axis=1)) / 2, axis=1)
    zeros = np.count_nonzero(size == 0, axis=1)
    dropped = {"wilcox": zeros, "zsplit-drop-odd": zeros % 2}.get(zero_method, 0 * zeros)
    signs = np.sign(np.nan_to_num(differences))
    return _sums(signs * (ranks - dropped[:, None]), clusters)


@_of_clusters
def datta_satten(differences: Floats, clusters: Integers, zero_method: ZeroMethod) -> Floats:
    """Return the mean signed ranks of clusters by Datta and Satten, for which every cluster counts alike.

    H0: the difference on a random task of a random cluster is symmetric about zero, also where the size of a cluster
    says something about its differences. With n_i tasks of cluster i, and F_k the share of the tasks of cluster k with
    a smaller absolute difference, equal ones counted half, s_i = Σ_j sign(d_ij)(1 + Σ_{k≠i} F_k(|d_ij|))/n_i: the mean
    signed rank where one task is drawn from each cluster. The variance of T = Σ s_i is taken as Σ s_i²; their own
    estimate differs from it by terms that vanish with the number of clusters. Zeros are left out with ``wilcox``, else
    ranked.

    References
    ----------
    Datta and Satten (2008), A signed-rank test for clustered data, Biometrics 64; (2005), Rank-sum tests for clustered
    data, JASA 100.

    Examples
    --------
    >>> datta_satten(np.array([[0.1, 0.3, -0.2, 0.4]]), np.array([0, 0, 1, 1]), "pratt").tolist()
    [[1.25, 0.25]]
    """
    scores = np.zeros(differences.shape)
    for score, pair in zip(scores, differences, strict=True):
        tasks = np.flatnonzero(~np.isnan(pair) & ((pair != 0) | (zero_method != "wilcox")))
        size, of = np.abs(pair[tasks]), clusters[tasks]
        share = 1 / np.bincount(of)[of] if len(of) else size
        below = (size < size[:, None]) + (size == size[:, None]) / 2
        score[tasks] = np.sign(pair[tasks]) * share * (1 + (below * (of != of[:, None])) @ share)
    return _sums(scores, clusters)


@_of_clusters
def cluster_sign_flip(differences: Floats, clusters: Integers, zero_method: ZeroMethod = "pratt") -> Floats:
    """Return the sums of differences in clusters, for the randomisation test of the mean difference.

    H0: the differences of a cluster, as a vector, are symmetric about zero. T = Σ s_i is compared with the sums that
    arise where the differences of each cluster keep or change their signs together, all equally likely.

    References
    ----------
    Fisher (1935), The design of experiments, section 21. Canay, Romano and Shaikh (2017), Randomization tests under an
    approximate symmetry assumption, Econometrica 85.

    Examples
    --------
    >>> cluster_sign_flip(np.array([[0.25, 0.5, -0.25, 0.5]]), np.array([0, 0, 1, 1]))
    array([[0.75, 0.25]])
    """
    return _sums(np.nan_to_num(differences), clusters)


def _sums(scores: Floats, clusters: Integers) -> Floats:
    """Return sums in clusters; those that only rounding errors keep from zero are zero."""
    size, order = np.bincount(clusters, minlength=1), np.argsort(clusters, kind="stable")
    there = np.flatnonzero(size)
    sums, sizes = np.zeros((2, len(scores), len(size)))
    if len(there):
        first = (np.cumsum(size) - size)[there]
        sums[:, there] = np.add.reduceat(scores[:, order], first, axis=1)
        sizes[:, there] = np.add.reduceat(np.abs(scores[:, order]), first, axis=1)
    return np.where(np.abs(sums) > _ROUNDING * sizes, sums, 0.0)


SCORES = {
    "clustered-signed-rank": clustered_signed_rank,
    "datta-satten": datta_satten,
    "cluster-sign-flip": cluster_sign_flip,
}
"""The scores of clusters that each test adds up."""


def of_pairs(
    differences: Differences, clusters: Integers, analysis: Analysis, row: Integers, column: Integers
) -> tuple[Floats, Floats, Floats]:
    """Return z = T/√Σ s_i², positive where the row is better, and both one-sided p-values of pairs.

    P-values are P(T* ≥ T) and P(T* ≤ T) over random signs of the clusters' scores, given their sizes. Signed-rank sums:
    exact as in `wilcoxon`, for up to 50 of them other than zero by default, else normal. Other scores: up to 20 by
    enumeration; above, Datta and Satten's by the normal distribution, and differences by 100,000 draws of signs and
    their opposites, where p = (1 + hits)/(1 + number of draws), so that the test keeps its level.
    """
    limit = exact_limit(analysis.pvalue_method, len(clusters))
    return of_values(differences.between(row, column), clusters, analysis, limit, drawn=bool(limit))


def of_values(
    values: Floats, clusters: Integers, analysis: Analysis, limit: int, *, drawn: bool
) -> tuple[Floats, Floats, Floats]:
    """Return z and both one-sided p-values of differences, as `of_pairs` does.

    H0: the differences of a cluster, as a vector, are symmetric about zero. With the scores s_i of the clusters,
    T = Σ s_i, z = T/√Σ s_i².

    Parameters
    ----------
    values : ndarray of shape (n_pairs, n_tasks)
        Differences, positive where the row is better; NaN where missing.
    clusters : ndarray of int, of shape (n_tasks,)
        The cluster of each task, from 0.
    analysis : Analysis
        Its test, and its rule for zeros.
    limit : int
        Clusters up to which p-values are exact.
    drawn : bool
        Whether sign flips of more are drawn; else they are normal.

    Returns
    -------
    z, row, column : ndarray of shape (n_pairs,)
        p-values are NaN where a pair has no task.

    References
    ----------
    As of `clustered_signed_rank`, `datta_satten` and `cluster_sign_flip`.
    """
    scores = SCORES[analysis.test](values, clusters, analysis.zero_method)
    if analysis.test == "clustered-signed-rank":
        z, tails = signed_rank_tails(scores, limit)
    else:
        z, tails = _normal(scores)
        few = np.count_nonzero(scores, axis=1) <= min(limit, ENUMERATED)
        for pair in np.flatnonzero(few):
            tails[:, pair] = _enumerated(scores[pair, scores[pair] != 0])
        if analysis.test == "cluster-sign-flip" and drawn and not few.all():
            tails[:, ~few] = _drawn(scores[~few], analysis.seed)
    tails[:, np.isnan(values).all(axis=1)] = np.nan
    return z, tails[0], tails[1]


def signed_rank_tails(scores: Floats, limit: int) -> tuple[Floats, Floats]:
    """Return z and both one-sided p-values of sums of ranks in clusters, exact up to a number other than zero."""
    z, tails = _normal(scores)
    few = np.count_nonzero(scores, axis=1) <= limit
    if few.any():
        tails[:, few] = of_signed_ranks(scores[few])
    return z, tails


def leads(differences: Differences, clusters: Integers, analysis: Analysis, row: Integers, column: Integers) -> Floats:
    """Return T of pairs, positive where the test favours the row."""
    scores = SCORES[analysis.test](differences.between(row, column), clusters, analysis.zero_method)
    return np.asarray(scores.sum(axis=1))


def by_clusters(values: Floats, clusters: Integers) -> Floats:
    """Return one value for each cluster, of shape (n_clusters, n_columns), in place of those of tasks.

    With the sum S_i of the n_i values of cluster i, the mean m of all n, and K clusters, the value is
    m + (S_i − n_i m)K/n: a cluster's influence on m. Their mean is m, and their variance over K is that of m with
    errors robust to dependence within clusters (linearised ratio of Σ S_i to Σ n_i), so that intervals of their means,
    for clusters drawn at random, are those of the mean over tasks. Cochran (1977), Sampling Techniques, section 9A.1.

    >>> by_clusters(np.array([[1.0], [3.0], [5.0]]), np.array([0, 0, 1])).ravel().tolist()
    [1.6666666666666667, 4.333333333333333]
    """
    of = np.unique(clusters, return_inverse=True)[1]
    mean, size = values.mean(axis=0), np.bincount(of)
    return np.asarray(mean + _sums((values - mean).T, of).T * (len(size) / len(of)))


def _normal(scores: Floats) -> tuple[Floats, Floats]:
    """Return z and both one-sided p-values of the normal approximation."""
    from scipy.special import ndtr

    total, error = scores.sum(axis=1), np.sqrt((scores**2).sum(axis=1))
    z = np.divide(total, error, out=np.zeros(len(total)), where=error > 0)
    return z, np.array([ndtr(-z), ndtr(z)])


def _enumerated(scores: Floats) -> tuple[float, float]:
    """Return both p-values over all signs of a pair's scores: sums of two halves, those of one sorted."""
    first, second = (_signs(len(half)) @ half for half in np.split(scores, [len(scores) // 2]))
    second.sort()
    total, slack = float(scores.sum()), _ROUNDING * float(np.abs(scores).sum())
    below = int(np.searchsorted(second, total - slack - first).sum())
    up_to = int(np.searchsorted(second, total + slack - first, "right").sum())
    return 1 - below / 2 ** len(scores), up_to / 2 ** len(scores)


@lru_cache(maxsize=ENUMERATED)
def _signs(n: int) -> Floats:
    """Return all signs of n scores, of shape (2^n, n)."""
    return np.asarray(1.0 - 2 * (np.arange(2**n)[:, None] >> np.arange(n) & 1))


def _drawn(scores: Floats, seed: int) -> Floats:
    """Return both p-values of pairs by draws of signs and their opposites, the same for all pairs of a table."""
    generator, total = np.random.default_rng((seed, scores.shape[1])), scores.sum(axis=1)
    slack = _ROUNDING * np.abs(scores).sum(axis=1)
    least, most = np.abs(total) - slack, np.abs(total) + slack
    reached, passed = np.zeros((2, len(scores)))
    for _ in range(DRAWS // 2 // _AT_A_TIME):  # not by numbers of pairs: p-values must not depend on these
        sums = np.abs(scores @ generator.choice((-1.0, 1.0), (scores.shape[1], _AT_A_TIME)))
        reached += np.count_nonzero(sums >= least[:, None], axis=1)
        passed += np.count_nonzero(sums > most[:, None], axis=1)
    towards, against = (1 + reached) / (DRAWS + 1), (1 + DRAWS - passed) / (DRAWS + 1)
    return np.where(total > 0, [towards, against], [against, towards])
