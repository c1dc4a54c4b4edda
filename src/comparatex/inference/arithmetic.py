"""What all statistics share: array types, blocks of pairs that fit into memory, and scaling by powers of two.

Squares of numbers beyond 1e±154 leave the range of floats: sums of squares are taken of rows scaled like this.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from comparatex.errors import UsageError

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Booleans = NDArray[np.bool_]
Keys = NDArray[Any]
"""Whole numbers of any width, or floats that stand for them."""


class Estimates(NamedTuple):
    """Estimates of pairs with the ends of their intervals, each of shape (n_pairs,); NaN where undefined."""

    estimate: Floats
    low: Floats
    high: Floats


@dataclass(frozen=True, eq=False)
class Interval:
    """Lower and upper ends of intervals, one for each comparate or pair."""

    low: Floats  # low, high, of shape (n_columns,) or (n_pairs,): the ends, in the unit of the means
    high: Floats
    student: Booleans  # where Student's interval takes the place of a studentized one

    def within(self, least: float, greatest: float) -> Interval:
        """Return them cut to a range that means cannot leave; ends that are infinite stay so."""
        low, high = (np.where(np.isinf(end), end, np.clip(end, least, greatest)) for end in (self.low, self.high))
        return Interval(low, high, self.student)


CACHED = 200_000
"""Differences that stay in the processor's cache, with what is made of them."""

HELD = 4_000_000
"""Differences that are held at a time where one pair's take long."""


def blocks(n_pairs: int, n_tasks: int, held: int = CACHED) -> Iterator[slice]:
    """Yield slices of pairs to process at a time: at least one, empty when there are no pairs.

    >>> list(blocks(5, 10, held=20))
    [slice(0, 2, None), slice(2, 4, None), slice(4, 6, None)]
    """
    size = max(1, held // max(1, n_tasks))
    for start in range(0, max(1, n_pairs), size):
        yield slice(start, start + size)


def rejects(pvalues: Floats | float, alpha: float) -> Booleans:
    """Return which null hypotheses are rejected at a level: p ≤ α, raw or adjusted; none without a p-value.

    A p-value is valid when P(p ≤ α) ≤ α under H0, so that p = α rejects.

    >>> rejects(np.array([0.05, 0.0501, np.nan]), 0.05)
    array([ True, False, False])
    """
    return np.asarray(np.less_equal(pvalues, alpha))


def check_level(level: float) -> None:
    """Refuse a confidence level that is none."""
    if not 0 < level < 1:
        raise UsageError(f"The confidence level must lie between 0 and 1, not {level!r}.")


def in_order(
    pvalues: Floats, rule: Callable[[Floats, Floats, int], Floats], step: Literal["single", "down", "up"] | None = None
) -> Floats:
    """Return adjusted p-values in the places of the raw ones: at most 1, at least raw, whatever the rounding.

    A p-value that stepping down does not reject retains all larger ones, so that each is worth the most of those
    before it; one that stepping up rejects rejects all smaller ones, so that each is worth the least of those after it.
    """
    defined = ~np.isnan(pvalues)
    if not defined.all():
        adjusted = np.full(pvalues.shape, np.nan)
        adjusted[defined] = in_order(pvalues[defined], rule, step)
        return adjusted
    adjusted = np.empty(pvalues.shape)
    if not len(pvalues):
        return adjusted
    order = np.argsort(pvalues)  # equal p-values get the same whatever their order
    ordered = pvalues[order]
    if not 0 <= ordered[0] <= ordered[-1] <= 1:
        raise UsageError("P-values must lie between 0 and 1.")
    worth: Floats = rule(ordered, np.arange(1.0, len(ordered) + 1), len(ordered))
    if step == "down":
        worth = np.maximum.accumulate(worth)
    elif step == "up":
        worth = np.minimum.accumulate(worth[::-1])[::-1]
    adjusted[order] = np.clip(worth, ordered, 1.0)
    return adjusted


def scaled_to_unit(values: Floats, largest: Floats | None = None) -> tuple[Floats, Integers]:
    """Return numbers divided by powers of two, one for each row along the last axis, and their exponents.

    >>> scaled_to_unit(np.array([[3e300, 1e300], [0.0, 0.0]]))[0].max(axis=1)
    array([0.55995817, 0.        ])
    """
    if largest is None:
        highest, lowest = (f.reduce(values, axis=-1, initial=0.0) for f in (np.fmax, np.fmin))
        largest = np.fmax(highest, -lowest)
    exponents = np.frexp(largest)[1]
    return np.ldexp(values, -exponents[..., None]), np.asarray(exponents, dtype=np.int64)


def pair_numbers(first: Integers | int, second: Integers | int, m: int) -> Integers:
    """Return the numbers of pairs among those of ``np.triu_indices(m, 1)``, whichever of the two is asked about.

    >>> pair_numbers(np.array([0, 2, 3]), np.array([1, 0, 2]), 4)
    array([0, 1, 5])
    """
    low, high = np.minimum(first, second), np.maximum(first, second)
    return np.asarray(low * (2 * m - low - 1) // 2 + high - low - 1)


def records(columns: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return a dictionary for each row of a table that is given by its columns, as JSON has it; see `defined`.

    >>> records({"name": ("A", "B"), "p": np.array([0.5, np.nan])})
    [{'name': 'A', 'p': 0.5}, {'name': 'B', 'p': None}]
    """
    return [dict(zip(columns, row, strict=True)) for row in zip(*map(defined, columns.values()), strict=True)]


def defined(content: Any) -> Any:
    """Return content as JSON has it: lists in place of arrays, None in place of undefined and infinite numbers.

    >>> defined({"p": np.array([0.5, np.nan]), "names": ("A", "B")})
    {'p': [0.5, None], 'names': ['A', 'B']}
    """
    if isinstance(content, float):
        return content if math.isfinite(content) else None
    if isinstance(content, np.ndarray | np.generic):
        return defined(content.tolist())
    if isinstance(content, Mapping):
        return {key: defined(value) for key, value in content.items()}
    if isinstance(content, list | tuple):
        return [defined(value) for value in content]
    return content
