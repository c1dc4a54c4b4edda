"""The bootstrap over tasks: how means, differences and mean ranks vary when tasks are resampled.

Percentile intervals are too short for few tasks, as are bias-corrected ones (BCa), and Student's miss the mean of
skewed differences. How often intervals at the level 0.95 contain the mean of 10 differences, in 8,000 samples:

================  ======  ===========  ===========
Interval          normal  Student's t₃  exponential
================  ======  ===========  ===========
percentile         0.90      0.89          0.86
BCa                0.90      0.87          0.88
Student's          0.95      0.96          0.90
studentized        0.95      0.93          0.94
================  ======  ===========  ===========

With 8 to 50 differences, the studentized ones contain it in 0.92 to 0.95 of the samples of all three.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache, partial

import numpy as np

from comparatex import progress
from comparatex.errors import DataError, UsageError
from comparatex.inference.analysis import DRAWS, IntervalMethod
from comparatex.inference.arithmetic import Floats, Integers, Interval, blocks, check_level, scaled_to_unit

FEWEST = 8
"""Tasks from which intervals are studentized: fewer have so few distinct samples that the ends are erratic."""

_BLOCK = 4_000_000
"""Tasks of draws that are held at a time."""
_COLUMNS = 2_000_000
"""Draws of columns that are held at a time."""
_PAIRS = 1_000_000
"""Draws of pairs that are held at a time."""
_NOISE = 1e-12
"""Of the largest, what may be a rounding error."""


def resampled_means(values: Floats, *, n_samples: int = DRAWS, seed: int = 0) -> Floats:
    """Return the means of columns over tasks drawn with replacement, of shape (n_samples, n_columns).

    Efron and Tibshirani (1993), An introduction to the bootstrap.
    """
    return np.concatenate([drawn @ values for drawn in _draws(values, n_samples, seed)])


def mean_intervals(
    values: Floats,
    level: float = 0.95,
    *,
    method: IntervalMethod = "studentized",
    n_samples: int = DRAWS,
    seed: int = 0,
) -> Interval:
    """Return confidence intervals of the means of columns, for tasks drawn at random from a population.

    With mean m and standard deviation s of the n values of a column (divisor n), and m* and s* those of a draw of n
    tasks with replacement, the studentized interval, also called bootstrap-t, is [m − t⁺s, m − t⁻s], where t⁻ and t⁺
    are the r-th smallest and the r-th largest t* = (m* − m)/s* of B draws, r = ⌊(B + 1)(1 − level)/2⌋, at least 1.
    A draw of equal values has s* = 0: its t* is infinite, with the sign of m* − m, or 0 where m* = m.

    Student's interval, m ± t s/√(n − 1) with the (1 + level)/2 quantile t of Student's distribution with n − 1 degrees
    of freedom, takes its place for a column of fewer than 8 tasks, and where t⁻ or t⁺ is infinite, as it is when most
    values are equal. It is exact for normal values.

    The percentile interval goes from the (1 − level)/2 to the (1 + level)/2 quantile of the m*. It is too short for few
    tasks: for ten, it contains the mean about 90 times in 100 at the level 0.95.

    Parameters
    ----------
    values : ndarray of shape (n_tasks, n_columns)
        Scores, ranks or differences on the complete tasks.
    level : float
        Confidence level, between 0 and 1.
    method : {"studentized", "percentile", "student"}
        Which interval.
    n_samples, seed : int
        Number B of draws, and their seed; the draws are those of `resampled_means`.

    Returns
    -------
    Interval
        One for each column, in the unit of the values; without bounds on a single task, unless it is of percentiles.

    Raises
    ------
    DataError
        A score is missing, or there is no task.
    UsageError
        The level is not between 0 and 1, or there are no samples to draw.

    Notes
    -----
    An interval is as good as the tasks are like a random sample. For a comparate that is first on nearly all tasks,
    no method knows how often it would not be: intervals of such a mean rank are too short, whichever the method.

    References
    ----------
    Efron and Tibshirani (1993), An introduction to the bootstrap, sections 12.5 and 13.3.
    Hall (1988), Theoretical comparison of bootstrap confidence intervals, The Annals of Statistics 16.
    DiCiccio and Efron (1996), Bootstrap confidence intervals, Statistical Science 11.
    """
    from scipy.special import stdtrit

    check_level(level)
    if method == "percentile":
        means = resampled_means(values, n_samples=n_samples, seed=seed)
        low, high = np.quantile(means, [(1 - level) / 2, (1 + level) / 2], axis=0)
        return Interval(low, high, np.zeros(len(low), dtype=np.bool_))
    _check(values, n_samples)
    n = len(values)
    scaled, exponents = scaled_to_unit(values.T)
    mean = scaled.mean(axis=1)
    centred = scaled - mean[:, None]
    centred[np.abs(centred) <= _NOISE] = 0.0  # equal values differ from their mean by rounding
    deviation = np.sqrt((centred**2).mean(axis=1))
    student = np.ones(len(mean), dtype=np.bool_)
    half = np.full(len(mean), np.inf)
    if n > 1:
        half = float(stdtrit(n - 1, (1 + level) / 2) / np.sqrt(n - 1)) * deviation
    low, high = mean - half, mean + half
    if method == "studentized" and n >= FEWEST:
        draws, parts = partial(_draws, values, n_samples, seed), blocks(len(centred), n_samples, _COLUMNS)
        extremes = [_studentized(centred[some], level, draws) for some in parts]
        least, greatest = np.concatenate(extremes, axis=1)
        student = ~(np.isfinite(least) & np.isfinite(greatest))
        with np.errstate(invalid="ignore"):
            low = np.where(student, low, mean - greatest * deviation)
            high = np.where(student, high, mean - least * deviation)
    return Interval(np.ldexp(low, exponents), np.ldexp(high, exponents), student)


def joint_level(values: Floats, level: float = 0.95, *, n_samples: int = DRAWS, seed: int = 0) -> float:
    """Return the level of each interval at which those of the means of all columns hold at once, at a level.

    It is that at which Student's intervals are as wide as the largest of correlated t statistics asks: that of columns
    with the correlations of these, normal, of which the quantile is found by draws. Columns that rise and fall together
    cost little; the level is never above that of Bonferroni, 1 − (1 − level)/k for k columns, and is that where there
    are no more tasks than columns, of which correlations are not known well enough.

    Parameters
    ----------
    values : ndarray of shape (n_tasks, n_columns)
        Scores or ranks on the complete tasks.
    level : float
        With what probability all intervals hold.
    n_samples, seed : int
        Number of draws, and their seed.

    Returns
    -------
    float
        From `level` to that of Bonferroni.

    References
    ----------
    Hothorn, Bretz and Westfall (2008), Simultaneous inference in general parametric models, Biometrical Journal 50.

    Examples
    --------
    >>> alike = np.arange(30.0)[:, None] * np.ones(20)
    >>> round(joint_level(alike), 2)
    0.95
    """
    from scipy.special import stdtr

    n, k = values.shape
    scaled, _ = scaled_to_unit(values.T)
    centred = (scaled - scaled.mean(axis=1)[:, None]).T
    centred[np.abs(centred) <= _NOISE] = 0.0
    lengths = np.sqrt((centred**2).sum(axis=0))
    bonferroni = 1 - (1 - level) / k
    if n <= k or not lengths.any():
        return bonferroni if lengths.any() else level
    directions = centred[:, lengths > 0] / lengths[lengths > 0]
    random = np.random.default_rng(seed)
    largest = [
        np.abs(random.standard_normal((len(range(n_samples)[some]), n)) @ directions).max(axis=1)
        for some in blocks(n_samples, max(n, k), _BLOCK)
    ]
    limit = np.quantile(np.concatenate(largest) / np.sqrt(random.chisquare(n - 1, n_samples) / (n - 1)), level)
    return float(np.clip(2 * stdtr(n - 1, limit) - 1, level, bonferroni))


def difference_intervals(
    values: Floats,
    row: Integers,
    column: Integers,
    level: float = 0.95,
    *,
    method: IntervalMethod = "studentized",
    n_samples: int = DRAWS,
    seed: int = 0,
) -> Interval:
    """Return confidence intervals of the mean differences of pairs, row less column.

    Parameters
    ----------
    values : ndarray of shape (n_tasks, n_comparates)
        Scores on the complete tasks.
    row, column : ndarray of int, of shape (n_pairs,)
        The comparates of each pair.
    level : float
        Confidence level, between 0 and 1.
    method : {"studentized", "percentile", "student"}
        Which interval; see `mean_intervals`.
    n_samples, seed : int
        Number of draws, and their seed.

    Returns
    -------
    Interval
        As `mean_intervals` of the differences, one for each pair. Swapping row and column exchanges the ends and
        changes their signs.

    Raises
    ------
    DataError
        A score is missing, or there is no task.
    UsageError
        The level is not between 0 and 1, or there are no samples to draw.

    References
    ----------
    Efron and Tibshirani (1993), An introduction to the bootstrap, sections 12.5 and 13.3.
    Hall (1988), Theoretical comparison of bootstrap confidence intervals, The Annals of Statistics 16.
    """
    intervals = partial(mean_intervals, level=level, method=method, n_samples=n_samples, seed=seed)
    parts = []
    with progress.step("Bootstrap of differences", len(row)) as advance:
        for pairs in blocks(len(row), n_samples, _PAIRS):
            parts.append(intervals(values[:, row[pairs]] - values[:, column[pairs]]))
            advance(pairs.stop)
    low, high = np.concatenate([(part.low, part.high) for part in parts], axis=1)
    return Interval(low, high, np.concatenate([part.student for part in parts]))


def first_frequency(means: Floats, *, higher_is_better: bool = True) -> Floats:
    """Return the share of the draws in which each comparate has the best mean; those that tie split the draw.

    It is not the probability that the comparate is the best, but shows how much the leader depends on the tasks.

    >>> first_frequency(np.array([[0.5, 0.7], [0.6, 0.6]]))
    array([0.25, 0.75])
    """
    oriented = means if higher_is_better else -means
    first = np.isclose(oriented, oriented.max(axis=1, keepdims=True), rtol=1e-12, atol=1e-12)
    return np.asarray((first / first.sum(axis=1, keepdims=True)).mean(axis=0))


def _studentized(centred: Floats, level: float, draws: Callable[[], Iterator[Floats]]) -> tuple[Floats, Floats]:
    """Return the r-th smallest and the r-th largest t* of each row of centred values."""
    means, squares = [], []
    for drawn in draws():
        means.append(centred @ drawn.T)
        squares.append(centred**2 @ drawn.T)
    mean, square = np.concatenate(means, axis=1), np.concatenate(squares, axis=1)
    variance = square - mean**2
    variance[variance <= _NOISE * square] = 0.0
    with np.errstate(divide="ignore", invalid="ignore"):
        t = np.divide(mean, np.sqrt(variance, out=variance), out=mean)
    t[np.isnan(t)] = 0.0
    r = max(1, int((t.shape[1] + 1) * (1 - level) / 2 + _NOISE))
    t.partition((r - 1, t.shape[1] - r), axis=1)
    return t[:, r - 1], t[:, t.shape[1] - r]


def _draws(values: Floats, n_samples: int, seed: int) -> Iterator[Floats]:
    """Yield the shares of the tasks in draws, of shape (some draws, n_tasks), after a check."""
    _check(values, n_samples)
    shared = len(values) * n_samples <= 2 * _BLOCK
    return iter((_shared_draws if shared else _new_draws)(len(values), n_samples, seed))


def _check(values: Floats, n_samples: int) -> None:
    """Refuse what cannot be drawn."""
    if len(values) == 0 or np.isnan(values).any():
        raise DataError("The bootstrap draws complete tasks: there must be one, and no missing score.")
    if n_samples < 1:
        raise UsageError(f"{n_samples} samples are too few: ask for at least 1.")


@lru_cache(maxsize=1)  # scores, ranks and blocks of pairs of one table share them
def _shared_draws(n: int, n_samples: int, seed: int) -> tuple[Floats, ...]:
    return tuple(_new_draws(n, n_samples, seed))


def _new_draws(n: int, n_samples: int, seed: int) -> Iterator[Floats]:
    generator = np.random.default_rng((seed, n))
    size = max(1, _BLOCK // n)
    for start in range(0, n_samples, size):
        yield generator.multinomial(n, np.full(n, 1 / n), min(size, n_samples - start)) / n
