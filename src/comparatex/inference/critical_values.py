"""Critical values of the tests: the tables at the end of textbooks, computed for any level and size."""

from __future__ import annotations

import math
from fractions import Fraction

from comparatex.errors import UsageError
from comparatex.inference.nemenyi import critical_value
from comparatex.inference.signed_rank_tails import rare_sums


def sign_critical_value(n: int, alpha: float = 0.05, *, two_sided: bool = True) -> int | None:
    """Return the smallest number of wins on n decided tasks at which the sign test rejects.

    Parameters
    ----------
    n : int
        Tasks without ties.
    alpha : float
        Significance level.
    two_sided : bool
        Whether either comparate may be the better one.

    Returns
    -------
    int or None
        None when even n wins are too few.

    Raises
    ------
    UsageError
        There is no task, or the level is not between 0 and 1.

    References
    ----------
    Demšar (2006), JMLR 7, table 3, whose values are the one-sided ones.

    Examples
    --------
    >>> sign_critical_value(10), sign_critical_value(10, two_sided=False), sign_critical_value(5)
    (9, 9, None)
    """
    _check(n, alpha)
    level = Fraction(alpha) / (2 if two_sided else 1) * Fraction(1 + 1e-12)
    tail, wins = 0, n + 1
    for x in range(n, -1, -1):
        tail += math.comb(n, x)
        if Fraction(tail, 2**n) > level:
            break
        wins = x
    return wins if wins <= n else None


def wilcoxon_critical_value(n: int, alpha: float = 0.05, *, two_sided: bool = True) -> int | None:
    """Return the largest min(W⁺, W⁻), the smaller rank sum, at which the exact signed-rank test rejects.

    Parameters
    ----------
    n : int
        Differences that are neither zero nor tied.
    alpha : float
        Significance level.
    two_sided : bool
        Whether either comparate may be the better one.

    Returns
    -------
    int or None
        None when no outcome is rare enough.

    Raises
    ------
    UsageError
        There is no difference, or the level is not between 0 and 1.

    References
    ----------
    McCornack (1965), Extended tables of the Wilcoxon matched pair signed rank statistic, JASA 60.

    Examples
    --------
    >>> wilcoxon_critical_value(30), wilcoxon_critical_value(30, 0.01), wilcoxon_critical_value(5)
    (137, 109, None)
    """
    _check(n, alpha)
    rare = rare_sums(n, alpha / (2 if two_sided else 1))
    return rare - 1 if rare else None


def nemenyi_critical_value(n_comparates: int, alpha: float = 0.05) -> float:
    """Return q_α of the Nemenyi test: the quantile of the studentized range, divided by √2.

    Demšar (2006), JMLR 7, table 5(a).

    >>> [round(nemenyi_critical_value(k), 3) for k in (2, 5, 10)]
    [1.96, 2.728, 3.164]
    """
    if n_comparates < 2:
        raise UsageError("The Nemenyi test needs two comparates.")
    _check(n_comparates, alpha)
    return critical_value(alpha, n_comparates) / math.sqrt(2)


def _check(n: int, alpha: float) -> None:
    if n < 1 or not 0 < alpha < 1:
        raise UsageError(f"There is no critical value for n = {n} at the level {alpha}.")
