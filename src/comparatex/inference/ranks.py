"""Ranks of comparates within each task."""

from __future__ import annotations

import numpy as np

from comparatex.inference.arrays import Floats, Integers, Keys


def doubled_ranks(values: Floats) -> Integers:
    """Return twice the rank of each score within its task, ties averaged; doubled, ranks are whole numbers.

    Parameters
    ----------
    values : ndarray of shape (n_tasks, n_comparates)
        Scores in canonical form, the smallest of a row being the best.

    Examples
    --------
    >>> doubled_ranks(np.array([[0.3, 0.1, 0.3, 0.9]]))
    array([[5, 2, 5, 8]])
    """
    order = np.argsort(values, axis=1, kind="stable")
    found = np.empty(values.shape, dtype=np.int64)
    np.put_along_axis(found, order, doubled_midranks(np.take_along_axis(values, order, axis=1)), axis=1)
    return found


def doubled_midranks(ordered: Keys) -> Integers:
    """Return twice the midrank of each of the numbers of sorted rows."""
    position = np.arange(ordered.shape[1])
    change = ordered[:, 1:] != ordered[:, :-1]
    edge = np.ones((len(ordered), 1), dtype=np.bool_)
    first = np.maximum.accumulate(np.where(np.hstack([edge, change]), position, 0), axis=1)
    ends = np.where(np.hstack([change, edge]), position, ordered.shape[1])
    last = np.minimum.accumulate(ends[:, ::-1], axis=1)[:, ::-1]
    return np.asarray(first + last + 2, dtype=np.int64)
