"""Effect sizes of pairs of comparates."""

from __future__ import annotations

import numpy as np

from comparatex.inference.arrays import Floats, Integers


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

    References
    ----------
    Kerby (2014), The simple difference formula, Comprehensive Psychology 3.
    """
    total = w_plus + w_minus
    found = np.divide(w_plus - w_minus, total, out=np.zeros_like(total), where=total > 0)
    return np.where(n_tasks > 0, found, np.nan)
