"""Effect sizes that look at the differences task by task."""

from __future__ import annotations

import numpy as np

from comparatex.inference.arithmetic.arrays import Floats, Integers
from comparatex.inference.arithmetic.powers import evened


def rank_biserial(w_plus: Floats, w_minus: Floats, n_tasks: Integers) -> Floats:
    """Return the matched-pairs rank-biserial correlation (W⁺ − W⁻)/(W⁺ + W⁻).

    1 where the row is better on every task, −1 where it is worse on every one, 0 when all differences are
    zero; NaN without a task.

    Parameters
    ----------
    w_plus, w_minus : ndarray of shape (n_pairs,)
        Rank sums of the tasks where the row is better, and worse.
    n_tasks : ndarray of int, of shape (n_pairs,)
        Tasks on which both have a score.

    Returns
    -------
    ndarray of shape (n_pairs,)
        Between −1 and 1.

    References
    ----------
    Kerby (2014), The simple difference formula, Comprehensive Psychology 3.
    """
    total = w_plus + w_minus
    found = np.divide(w_plus - w_minus, total, out=np.zeros_like(total), where=total > 0)
    return np.where(n_tasks > 0, found, np.nan)


def cohens_d(differences: Floats) -> Floats:
    """Return Cohen's d for pairs, d_z: mean difference over the standard deviation of the differences.

    NaN on fewer than two tasks, or where all differences are equal.

    Parameters
    ----------
    differences : ndarray of shape (n_pairs, n_tasks)
        In the unit of the scores, positive where the row is better; NaN where missing.

    Returns
    -------
    ndarray of shape (n_pairs,)
        In standard deviations; positive where the row is better.

    References
    ----------
    Cohen (1988), Statistical power analysis for the behavioral sciences, section 2.3.5.

    Examples
    --------
    >>> cohens_d(np.array([[1.0, 2.0, 3.0], [1.0, 1.0, np.nan]]))
    array([ 2., nan])
    """
    differences, _ = evened(differences)  # d has no unit
    there = ~np.isnan(differences)
    count = there.sum(axis=1)
    filled = np.where(there, differences, 0.0)
    smallest = np.where(there, differences, np.inf).min(axis=1, initial=np.inf)
    varies = smallest < np.where(there, differences, -np.inf).max(axis=1, initial=-np.inf)
    mean = filled.sum(axis=1) / np.maximum(count, 1)
    squares = (np.where(there, differences - mean[:, None], 0.0) ** 2).sum(axis=1)
    deviation = np.sqrt(squares / np.maximum(count - 1, 1))
    return np.asarray(np.divide(mean, deviation, out=np.full(len(mean), np.nan), where=varies))


def log_ratios(values: Floats, row: Integers, column: Integers, *, higher_is_better: bool = True) -> Floats:
    """Return the mean logarithm of score(row)/score(column), turned so that it is positive for the better.

    Its exponential is the geometric mean of the ratios: the effect for errors on scales of their own, such
    as RMSE, where the mean difference is ruled by the tasks with the largest errors. NaN where a score of
    either is not positive, or no task has both.

    Parameters
    ----------
    values : ndarray of shape (n_tasks, n_comparates)
        Scores; NaN where missing.
    row, column : ndarray of int, of shape (n_pairs,)
        The comparates of each pair.
    higher_is_better : bool
        Direction of the measure.

    Returns
    -------
    ndarray of shape (n_pairs,)
        Mean natural logarithms.

    Examples
    --------
    >>> errors = np.array([[1.0, 2.0], [30.0, 60.0]])
    >>> np.exp(log_ratios(errors, np.array([0]), np.array([1]), higher_is_better=False))
    array([2.])
    """
    missing = np.isnan(values)
    with np.errstate(divide="ignore", invalid="ignore"):
        logarithms = np.where(values > 0, np.log(values), np.where(missing, np.nan, -np.inf))
    found = np.full(len(row), np.nan)
    for first in np.unique(row).tolist():
        pairs = np.flatnonzero(row == first)
        own, other = logarithms[:, [first]], logarithms[:, column[pairs]]
        both = ~(np.isnan(own) | np.isnan(other))
        defined = (~both | (np.isfinite(own) & np.isfinite(other))).all(axis=0) & both.any(axis=0)
        with np.errstate(invalid="ignore"):
            total = np.where(both, own - other, 0.0).sum(axis=0)
        found[pairs] = np.where(defined, total / np.maximum(both.sum(axis=0), 1), np.nan)
    return found if higher_is_better else 0.0 - found


def relative_differences(values: Floats, baseline: int) -> Floats:
    """Return (score − score(baseline))/|score(baseline)| of every task and comparate.

    NaN where either is missing or the baseline's score is 0; infinite where the ratio is too large for a
    float.

    Parameters
    ----------
    values : ndarray of shape (n_tasks, n_comparates)
        Scores; NaN where missing.
    baseline : int
        Position of the comparate that the others are set against.

    Returns
    -------
    ndarray of shape (n_tasks, n_comparates)
        In shares of the baseline's score, 0.5 being 50 % more; as measured, not turned where lower is better.

    Examples
    --------
    >>> relative_differences(np.array([[2.0, 3.0], [0.0, 1.0]]), 0)
    array([[0. , 0.5],
           [nan, nan]])
    """
    own = values[:, [baseline]]
    nothing = np.full(values.shape, np.nan)
    with np.errstate(over="ignore"):
        return np.asarray(np.divide(values - own, np.abs(own), out=nothing, where=own != 0))
