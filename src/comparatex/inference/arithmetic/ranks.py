"""Ranks of comparates within each task."""

from __future__ import annotations

import numpy as np

from comparatex.data.scores import Scores
from comparatex.inference.arithmetic.arrays import Floats, Integers, Keys
from comparatex.inference.arithmetic.differences import canonical


def best_first(scores: Scores, order: Integers) -> Floats:
    """Return the complete tasks' scores as they are compared, turned so that smaller is better.

    Parameters
    ----------
    scores : Scores
        The table.
    order : ndarray of int, of shape (n_comparates,)
        Positions of the comparates to return.

    Returns
    -------
    ndarray of shape (n_complete, n_comparates)
        Scores of the tasks on which no comparate of the table lacks one.
    """
    complete = scores.complete
    values, decimals = scores.values[complete][:, order], scores.decimals[complete][:, order]
    sign = 1.0 if scores.higher_is_better else -1.0
    return -sign * canonical(values, decimals, scores.tie_tolerance)


def doubled_ranks(values: Floats) -> Integers:
    """Return twice the rank of each score within its task, ties averaged; doubled, ranks are whole numbers.

    Parameters
    ----------
    values : ndarray of shape (n_tasks, n_comparates)
        Scores in canonical form, the smallest of a row being the best.

    Returns
    -------
    ndarray of int, of shape (n_tasks, n_comparates)
        From 2 for the best to twice the number of comparates.

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
    """Return twice the midrank of each of the numbers of sorted rows.

    Parameters
    ----------
    ordered : ndarray of shape (n_rows, n)
        Numbers, each row in rising order.

    Returns
    -------
    ndarray of int, of shape (n_rows, n)
        From 2 on; equal numbers share the mean of their ranks.
    """
    position = np.arange(ordered.shape[1])
    change = ordered[:, 1:] != ordered[:, :-1]
    edge = np.ones((len(ordered), 1), dtype=np.bool_)
    first = np.maximum.accumulate(np.where(np.hstack([edge, change]), position, 0), axis=1)
    ends = np.where(np.hstack([change, edge]), position, ordered.shape[1])
    last = np.minimum.accumulate(ends[:, ::-1], axis=1)[:, ::-1]
    return np.asarray(first + last + 2, dtype=np.int64)
