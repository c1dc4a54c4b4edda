"""The bootstrap over tasks: how means, differences and mean ranks vary when tasks are resampled."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from comparatex.errors import DataError, UsageError
from comparatex.inference.arithmetic import Floats, Integers

_BLOCK = 4_000_000


@dataclass(frozen=True, eq=False)
class Interval:
    """Lower and upper ends of intervals, one for each comparate or pair.

    Parameters
    ----------
    low, high : ndarray of shape (n_columns,) or (n_pairs,)
        The ends, in the unit of the means.
    """

    low: Floats
    high: Floats


def resampled_means(values: Floats, *, n_samples: int = 10_000, seed: int = 0) -> Floats:
    """Return the means of columns over tasks drawn with replacement, of shape (n_samples, n_columns).

    Parameters
    ----------
    values : ndarray of shape (n_tasks, n_columns)
        Scores or ranks on the complete tasks.
    n_samples, seed : int
        Number of draws, and their seed. Which tasks are drawn depends on the seed and the number of tasks
        alone, so that the draws of scores and of ranks of the same table correspond, and no comparate
        changes the draws of another.

    Returns
    -------
    ndarray of shape (n_samples, n_columns)
        Means, in the unit of the values; a row for each draw.

    Raises
    ------
    DataError
        A score is missing, or there is no task.
    UsageError
        There are no samples to draw.

    References
    ----------
    Efron and Tibshirani (1993), An introduction to the bootstrap.
    """
    n = len(values)
    if n == 0 or np.isnan(values).any():
        raise DataError("The bootstrap draws complete tasks: there must be one, and no missing score.")
    if n_samples < 1:
        raise UsageError(f"{n_samples} samples are too few: ask for at least 1.")
    generator = np.random.default_rng((seed, n))
    size = max(1, _BLOCK // n)
    parts = []
    for start in range(0, n_samples, size):
        drawn = generator.multinomial(n, np.full(n, 1 / n), min(size, n_samples - start))
        parts.append(drawn @ values / n)
    return np.concatenate(parts)


def intervals(means: Floats, level: float = 0.95) -> Interval:
    """Return percentile intervals of resampled means.

    Parameters
    ----------
    means : ndarray of shape (n_samples, n_columns)
        As `resampled_means` returns them.
    level : float
        Confidence level, between 0 and 1. Percentile intervals are too short for few tasks: for ten, those of
        a mean contain it about 90 times in 100 at the level 0.95.

    Returns
    -------
    Interval
        From the (1 − level)/2 to the (1 + level)/2 quantile of the draws, for each column.

    Raises
    ------
    UsageError
        The level is not between 0 and 1.

    References
    ----------
    Efron and Tibshirani (1993), An introduction to the bootstrap, chapter 13.
    """
    if not 0 < level < 1:
        raise UsageError(f"The confidence level must lie between 0 and 1, not {level!r}.")
    low, high = np.quantile(means, [(1 - level) / 2, (1 + level) / 2], axis=0)
    return Interval(low, high)


def difference_intervals(means: Floats, row: Integers, column: Integers, level: float = 0.95) -> Interval:
    """Return percentile intervals of the mean differences of pairs, row less column.

    Parameters
    ----------
    means : ndarray of shape (n_samples, n_comparates)
        As `resampled_means` returns them.
    row, column : ndarray of int, of shape (n_pairs,)
        The comparates of each pair.
    level : float
        Confidence level, between 0 and 1.

    Returns
    -------
    Interval
        As `intervals` of the differences, one for each pair.

    Raises
    ------
    UsageError
        The level is not between 0 and 1.

    References
    ----------
    Efron and Tibshirani (1993), An introduction to the bootstrap, chapter 13.
    """
    parts = [
        intervals(means[:, row[pairs]] - means[:, column[pairs]], level)
        for pairs in _slices(len(row), len(means))
    ]
    return Interval(np.concatenate([p.low for p in parts]), np.concatenate([p.high for p in parts]))


def first_frequency(means: Floats, *, higher_is_better: bool = True) -> Floats:
    """Return the share of the draws in which each comparate has the best mean; those that tie split the draw.

    It is not the probability that the comparate is the best, but shows how much the leader depends on the tasks.

    Parameters
    ----------
    means : ndarray of shape (n_samples, n_comparates)
        Resampled means of scores, or of ranks with ``higher_is_better=False``.
    higher_is_better : bool
        Which mean is the best.

    Returns
    -------
    ndarray of shape (n_comparates,)
        Shares, which add up to 1.

    Examples
    --------
    >>> first_frequency(np.array([[0.5, 0.7], [0.6, 0.6]]))
    array([0.25, 0.75])
    """
    oriented = means if higher_is_better else -means
    first = np.isclose(oriented, oriented.max(axis=1, keepdims=True), rtol=1e-12, atol=1e-12)
    return np.asarray((first / first.sum(axis=1, keepdims=True)).mean(axis=0))


def _slices(n_pairs: int, n_samples: int) -> Iterator[slice]:
    size = max(1, _BLOCK // max(1, n_samples))
    for start in range(0, max(1, n_pairs), size):
        yield slice(start, start + size)
