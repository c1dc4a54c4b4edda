"""Ranks of comparates within each task, and tables of scores as exact whole numbers to rank."""

from __future__ import annotations

from decimal import Decimal

import numpy as np

from comparatex.data.scores import Scores
from comparatex.inference.arithmetic import Floats, Integers, Keys, blocks
from comparatex.inference.differences import canonical


def best_first(scores: Scores, order: Integers, *, incomplete: bool = False) -> Floats:
    """Return the complete tasks' scores as they are compared, negated where needed so that smaller is better.

    With incomplete tasks, too, a missing score is NaN.
    """
    complete = scores.complete | incomplete
    values, decimals = scores.values[complete][:, order], scores.decimals[complete][:, order]
    sign = 1.0 if scores.higher_is_better else -1.0
    return -sign * canonical(values, decimals, scores.tie_tolerance)


def doubled_ranks(values: Floats) -> Integers:
    """Return twice the rank of each score within its task, ties averaged; doubled ranks are whole numbers.

    >>> doubled_ranks(np.array([[0.3, 0.1, 0.3, 0.9]]))
    array([[5, 2, 5, 8]])
    """
    doubled = np.empty(values.shape, dtype=np.int64)
    for tasks in blocks(*values.shape):
        order = np.argsort(values[tasks], axis=1)
        midranks = doubled_midranks(np.take_along_axis(values[tasks], order, axis=1))
        np.put_along_axis(doubled[tasks], order, midranks, axis=1)
    return doubled


def doubled_midranks(ordered: Keys) -> Integers:
    """Return twice the midrank of each number in sorted rows."""
    position = np.arange(ordered.shape[1])
    change = ordered[:, 1:] != ordered[:, :-1]
    edge = np.ones((len(ordered), 1), dtype=np.bool_)
    first = np.maximum.accumulate(np.where(np.hstack([edge, change]), position, 0), axis=1)
    ends = np.where(np.hstack([change, edge]), position, ordered.shape[1])
    last = np.minimum.accumulate(ends[:, ::-1], axis=1)[:, ::-1]
    return np.asarray(first + last + 2, dtype=np.int64)


_DIGITS = 15
"""Significant digits of a decimal number that a float surely keeps."""

_LARGEST_EXACT = 1e15
_COMPARED_DIGITS = 12


def whole_numbers(scores: Floats) -> tuple[Keys, Keys]:
    """Return scores as whole numbers of a power of ten chosen for the table, and by how much those of each task tie.

    Numbers, of shape (n_tasks, n_comparates), are Python integers when 64 bits are too few: sums over a task, and
    products with the number of comparates, do not overflow. Those that differ by less than the step of their task tie,
    of shape (n_tasks, 1): 1 when the table's scores are decimals with 15 digits in the same unit, else the twelfth
    digit of the task's largest score.

    >>> whole_numbers(np.array([[0.3, 0.25], [2.0, 1.0]]))[0]
    array([[ 30,  25],
           [200, 100]])
    """
    room = 2**61 // max(1, scores.shape[1])
    largest = float(np.abs(scores).max(initial=0))
    for places in range(_DIGITS + 1):
        power = 10.0**places
        if largest * power > min(room, _LARGEST_EXACT):
            break
        whole = np.rint(scores * power)
        if np.array_equal(whole / power, scores):
            return whole.astype(np.int64), np.ones((len(scores), 1), dtype=np.int64)
    exact = [Decimal(f"{score:.{_DIGITS}g}") for score in scores.ravel().tolist()]
    last = min((int(number.as_tuple().exponent) for number in exact), default=0)
    integers = [int(number.scaleb(-last)) for number in exact]
    kind = np.int64 if max(map(abs, integers), default=0) <= room else object
    numbers = np.array(integers, dtype=kind).reshape(scores.shape)
    steps = [10 ** max(0, len(str(size)) - _COMPARED_DIGITS) for size in np.abs(numbers).max(axis=1).tolist()]
    return numbers, np.array(steps, dtype=kind).reshape(-1, 1)


def ranked(numbers: Keys, steps: Keys) -> Floats:
    """Return the ranks of whole numbers, ties averaged; neighbours that differ by less than both their steps tie."""
    order = np.argsort(numbers, kind="stable")
    wide = np.diff(numbers[order]) >= np.minimum(steps[order][1:], steps[order][:-1])
    place = np.concatenate([[0], np.cumsum(wide.astype(np.int64))])
    ranks = np.empty(len(order))
    ranks[order] = doubled_midranks(place[None])[0] / 2
    return ranks
