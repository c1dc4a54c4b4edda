"""The Friedman test and Iman and Davenport's F: whether any of the comparates differ."""

from __future__ import annotations

from dataclasses import dataclass
from math import nan

import numpy as np

from comparatex.inference.arithmetic.arrays import Integers
from comparatex.inference.ranking.friedman_exact import exact_pvalue


@dataclass(frozen=True)
class Friedman:
    """Friedman's χ²; statistics and p-values are NaN on fewer than two complete tasks.

    Parameters
    ----------
    statistic, pvalue : float
        Corrected for ties.
    df : int
        Degrees of freedom, one less than there are comparates.
    tie_correction : bool
        `statistic` and `pvalue` are corrected for ties.
    uncorrected_statistic, uncorrected_pvalue : float
        Without the correction.
    exact_pvalue : float or None
        From the permutation distribution, ties included; None where the table is too large for it.
    """

    statistic: float
    df: int
    pvalue: float
    tie_correction: bool
    uncorrected_statistic: float
    uncorrected_pvalue: float
    exact_pvalue: float | None


@dataclass(frozen=True)
class ImanDavenport:
    """Iman and Davenport's F; NaN where undefined: fewer than two complete tasks, or perfect agreement.

    Parameters
    ----------
    statistic, pvalue : float
        From the tie-corrected χ².
    df : (int, int)
        Degrees of freedom.
    uncorrected_statistic, uncorrected_pvalue : float
        From the uncorrected χ².
    """

    statistic: float
    df: tuple[int, int]
    pvalue: float
    uncorrected_statistic: float
    uncorrected_pvalue: float


def friedman(doubled_ranks: Integers, *, exact: bool = True) -> Friedman:
    """Return the Friedman test.

    H0: on every task, all orders of the comparates are equally likely; the alternative is that some
    comparates differ. With rank sums R of k comparates on N tasks, χ² = 12/(Nk(k + 1)) Σ (R − N(k + 1)/2)²,
    divided by 1 − Σ(t³ − t)/(N(k³ − k)) over ties of t for the correction; p from χ² with k − 1 degrees of
    freedom. When all comparates tie on every task, the statistic is 0 and p is 1.

    Parameters
    ----------
    doubled_ranks : ndarray of int, of shape (n_tasks, n_comparates)
        Twice the ranks on the complete tasks, ties averaged.
    exact : bool
        Whether the exact p-value is wanted, where the table is small enough.

    Returns
    -------
    Friedman
        Statistic and p-values; NaN on fewer than two tasks.

    References
    ----------
    Friedman (1937), The use of ranks to avoid the assumption of normality, JASA 32. Conover (1999), Practical
    nonparametric statistics, section 5.8.
    """
    from scipy.special import chdtrc

    n_tasks, df = len(doubled_ranks), doubled_ranks.shape[1] - 1
    if n_tasks < 2:
        corrected = uncorrected = nan
    else:
        corrected, uncorrected = (top / bottom if top else 0.0 for top, bottom in _statistics(doubled_ranks))
    return Friedman(
        statistic=corrected,
        df=df,
        pvalue=float(chdtrc(df, corrected)),
        tie_correction=True,
        uncorrected_statistic=uncorrected,
        uncorrected_pvalue=float(chdtrc(df, uncorrected)),
        exact_pvalue=exact_pvalue(doubled_ranks) if exact and n_tasks >= 2 else None,
    )


def iman_davenport(doubled_ranks: Integers) -> ImanDavenport:
    """Return Iman and Davenport's F = (N − 1)χ²/(N(k − 1) − χ²), less conservative than χ² itself.

    H0 is that of `friedman`: on every task, all orders of the comparates are equally likely. F has k − 1 and
    (k − 1)(N − 1) degrees of freedom.

    Parameters
    ----------
    doubled_ranks : ndarray of int, of shape (n_tasks, n_comparates)
        Twice the ranks on the complete tasks, ties averaged.

    Returns
    -------
    ImanDavenport
        F from χ² with and without the correction for ties; NaN on fewer than two tasks, or when every task
        ranks the comparates alike.

    References
    ----------
    Iman and Davenport (1980), Approximations of the critical region of the Friedman statistic,
    Communications in Statistics A9.
    """
    from scipy.special import fdtrc

    n_tasks, df = len(doubled_ranks), doubled_ranks.shape[1] - 1
    degrees = (df, df * (n_tasks - 1))
    if n_tasks < 2:
        return ImanDavenport(nan, (df, 0), nan, nan, nan)
    found: list[float] = []
    for top, bottom in _statistics(doubled_ranks):
        rest = n_tasks * df * bottom - top
        statistic = (n_tasks - 1) * top / rest if rest else nan
        found += [0.0, 1.0] if top == 0 else [statistic, float(fdtrc(*degrees, statistic))]
    return ImanDavenport(found[0], degrees, found[1], found[2], found[3])


def _statistics(doubled_ranks: Integers) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return χ² with and without tie correction, each as numerator and denominator."""
    n, k = doubled_ranks.shape
    apart = doubled_ranks.sum(axis=0) - n * (k + 1)
    squares = int(np.sum(apart**2))  # four times the sum of squares of R − N(k + 1)/2
    cubes = 2 * k * (k + 1) * (2 * k + 1) * n - 3 * int(np.sum(doubled_ranks**2))
    corrected = 3 * squares * (k - 1), n * (k**3 - k) - cubes
    return corrected, (3 * squares, n * k * (k + 1))
