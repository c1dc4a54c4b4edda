"""Two comparates on one task: error counts on test sets, by the two-proportion z test and McNemar's."""

from __future__ import annotations

from typing import Literal

import numpy as np

from comparatex.errors import DataError, UsageError
from comparatex.inference.arithmetic.arrays import Floats, Integers
from comparatex.inference.counts.intervals import check_counts
from comparatex.inference.pairwise.sign import sign_test


def two_proportions(
    first: Integers, n_first: Integers, second: Integers, n_second: Integers, *, pooled: bool = True
) -> tuple[Floats, Floats]:
    """Return z and the two-sided p-value of the difference of two shares of independent samples.

    H0: both shares are equal. z = (p̂1 − p̂2)/√(p̂(1 − p̂)(1/n1 + 1/n2)) with the pooled share p̂, or with
    the two variances p̂i(1 − p̂i)/ni.

    It takes the two test sets to be independent. Where both comparates are tested on the same instances, it
    ignores that, and is the wrong test: use `mcnemar`.

    Parameters
    ----------
    first, n_first : ndarray of int, of any common shape
        Errors (or successes) of the first comparate, and the size of its test set.
    second, n_second : ndarray of int
        Those of the second comparate.
    pooled : bool
        Whether the variance is that of H0.

    Returns
    -------
    z, pvalue : ndarray
        z is 0 and p is 1 where the shares are equal; NaN where a test set is empty. Shares of 0 and 1 have no
        variances of their own: unless `pooled`, z is infinite then, and p is 0.

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
    one, two = (np.where(n > 0, n, np.nan) for n in (n_first, n_second))
    p, q = first / one, second / two
    if pooled:
        share = (first + second) / (one + two)
        variance = share * (1 - share) * (1 / one + 1 / two)
    else:
        variance = p * (1 - p) / one + q * (1 - q) / two
    with np.errstate(divide="ignore", invalid="ignore"):
        z = np.where(p == q, 0.0, (p - q) / np.sqrt(variance))
    return z, np.asarray(2 * ndtr(-np.abs(z)))


def mcnemar(
    only_first: Integers,
    only_second: Integers,
    method: Literal["exact", "mid-p", "chi2", "chi2-continuity"] = "exact",
) -> Floats:
    """Return the two-sided p-values of McNemar's test.

    H0: an instance that just one of the two gets right is the first's or the second's with equal probability.
    Instances that both get right, or both wrong, say nothing.

    Parameters
    ----------
    only_first, only_second : ndarray of int, of shape (n_tests,)
        Instances of a shared test set that only the first, only the second gets right.
    method : {"exact", "mid-p", "chi2", "chi2-continuity"}
        ``exact``: the sign test of the two counts b and c. ``mid-p``: less conservative, counts the observed
        outcome half. ``chi2``: (b − c)²/(b + c) with one degree of freedom; ``chi2-continuity``: with
        (|b − c| − 1)², as Edwards.

    Returns
    -------
    ndarray of shape (n_tests,)
        1 where no instance tells the two apart.

    Raises
    ------
    DataError
        A count is negative, or no whole number.
    UsageError
        The method is unknown.

    References
    ----------
    McNemar (1947), Psychometrika 12. Edwards (1948), Psychometrika 13. Fagerland, Lydersen and Laake (2013),
    BMC Medical Research Methodology 13.
    """
    from scipy.special import chdtrc

    first, second = _counts(only_first), _counts(only_second)
    exact = sign_test(first, second)[0]
    if method == "exact":
        return exact
    if method == "mid-p":
        return _mid_p(first, second, exact)
    if method not in ("chi2", "chi2-continuity"):
        raise UsageError(f"McNemar's test has no method {method!r}.")
    less = 1 if method == "chi2-continuity" else 0
    apart = np.maximum(np.abs(first - second) - less, 0)
    return np.asarray(chdtrc(1, apart**2 / np.maximum(first + second, 1)))


def discordant(first: Integers, second: Integers) -> tuple[int, int]:
    """Return how many instances only the first, and only the second comparate gets right.

    Parameters
    ----------
    first, second : ndarray of shape (n_instances,)
        1 (or True) where the comparate is right, 0 where it is wrong.

    Returns
    -------
    only_first, only_second : int
        The two counts that `mcnemar` compares.

    Raises
    ------
    DataError
        The two are of unlike length, or hold something else.
    """
    one, two = np.asarray(first), np.asarray(second)
    if one.shape != two.shape or not (np.isin(one, (0, 1)).all() and np.isin(two, (0, 1)).all()):
        raise DataError("Outcomes must be 1 (right) or 0 (wrong), for the same instances of both comparates.")
    return int(np.sum((one == 1) & (two == 0))), int(np.sum((one == 0) & (two == 1)))


def _counts(given: Integers) -> Integers:
    """Return counts of instances as whole numbers."""
    found = np.asarray(given)
    if not ((found >= 0) & (found == np.floor(found))).all():
        raise DataError("A count of instances is negative, or no whole number.")
    return found.astype(np.int64)


def _mid_p(first: Integers, second: Integers, exact: Floats) -> Floats:
    """Return the exact p-values less the probability of the observed outcome, and 1 where b = c."""
    from scipy.special import gammaln

    n = first + second
    point = np.exp(gammaln(n + 1) - gammaln(first + 1) - gammaln(second + 1) - n * np.log(2))
    return np.where(first == second, 1.0, np.maximum(exact - point, 0.0))
