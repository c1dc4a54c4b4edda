"""Repeats (folds, resamples, seeds) of scores: their spread, and wins repeat by repeat."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from comparatex.data.scores import BINARY
from comparatex.errors import DataError
from comparatex.inference.arithmetic import Floats, Integers, scaled_to_unit
from comparatex.inference.differences import differences


@dataclass(frozen=True, eq=False)
class Spread:
    """Spread of the repeats, each field of the shape of the scores without their last axis."""

    count: Integers  # number of repeats present
    mean: Floats  # mean, deviation: mean, and standard deviation (divisor n − 1); the latter is NaN for fewer than two
    deviation: Floats
    best: Floats  # best, worst: best and worst case, by the direction of the measure
    worst: Floats


def spread(repeats: Floats, *, higher_is_better: bool = True) -> Spread:
    """Return the spread of the repeats of each score.

    Nadeau and Bengio (2003), Inference for the generalization error, Machine Learning 52, on the dependence
    of repeats.
    """
    present, (small, exponent) = ~np.isnan(repeats), scaled_to_unit(repeats)
    count = present.sum(axis=-1)
    mean = _quotient(np.where(present, small, 0.0).sum(axis=-1), count)
    squares = (np.where(present, small - mean[..., None], 0.0) ** 2).sum(axis=-1)
    low = np.where(present, repeats, np.inf).min(axis=-1, initial=np.inf)
    high = np.where(present, repeats, -np.inf).max(axis=-1, initial=-np.inf)
    low, high = np.where(count > 0, low, np.nan), np.where(count > 0, high, np.nan)
    deviation = np.ldexp(np.sqrt(_quotient(squares, count - 1)), exponent)
    best, worst = (high, low) if higher_is_better else (low, high)
    return Spread(count, np.ldexp(mean, exponent), deviation, best, worst)


def repeat_record(
    first: Floats, second: Floats, *, higher_is_better: bool = True
) -> tuple[Integers, Integers, Integers]:
    """Return in how many repeats the first is better, equal and worse; `repeat_differences` defines equality."""
    if first.shape != second.shape:
        raise DataError("The repeats of two methods do not belong together: their numbers differ.")
    difference = repeat_differences(first, second)
    above, ties, below = (side.sum(axis=-1) for side in (difference > 0, difference == 0, difference < 0))
    return (above, ties, below) if higher_is_better else (below, ties, above)


def repeat_differences(first: Floats, second: Floats) -> Floats:
    """Return differences of repeats, rounded like those of means of repeats: to 1e-10, the grid of binary scores.

    Rounding errors of binary subtraction, as in (1 − 0.9) − 0.1, are not differences. Any tie tolerance is
    ignored.
    """
    both = np.stack([first.ravel(), second.ravel()], axis=1)
    table = differences(both, np.full(both.shape, BINARY, np.int8))
    return table.between(np.array([0]), np.array([1])).reshape(first.shape)


def _quotient(total: Floats, count: Integers) -> Floats:
    """Return total/count, NaN where nothing was counted."""
    return np.asarray(np.divide(total, count, out=np.full(np.shape(total), np.nan), where=count > 0))
