"""The share of tasks that one of two comparates wins, with its interval."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from comparatex.inference.arithmetic.arrays import Floats, Integers
from comparatex.inference.choices import SignTies
from comparatex.inference.counts.intervals import Method, share_interval
from comparatex.inference.pairwise.sign import with_ties


@dataclass(frozen=True, eq=False)
class WinShares:
    """Shares of tasks that rows win, and the ends of their intervals; NaN where no task counts.

    Parameters
    ----------
    share, low, high : ndarray of shape (n_pairs,)
        The normal interval may leave [0, 1].
    """

    share: Floats
    low: Floats
    high: Floats


def win_shares(
    wins: Integers,
    ties: Integers,
    losses: Integers,
    *,
    rule: SignTies = "drop",
    level: float = 0.95,
    method: Method = "normal",
) -> WinShares:
    """Return what share of tasks the row of each pair wins.

    Parameters
    ----------
    wins, ties, losses : ndarray of int, of shape (n_pairs,)
        Tasks on which the row is better, equal, worse.
    rule : {"drop", "split", "count"}
        What ties are: left out; half a win each, one of an odd number left out; tasks that are not won.
    level : float
        Confidence level of the intervals.
    method : {"normal", "wilson", "clopper-pearson", "count"}
        As in `share_interval`. The normal one is as taught, p̂ ± z √(p̂(1 − p̂)/n): it may leave [0, 1], and is a
        point when one comparate wins all.

    Returns
    -------
    WinShares
        With w of n tasks won as the rule counts them, w/n and its interval.

    Raises
    ------
    UsageError
        The level is not between 0 and 1, or the method unknown.

    References
    ----------
    Demšar (2006), JMLR 7, section 3.1.4, on ties. Mitchell (1997), Machine learning, section 5.2, on the
    normal interval.

    Examples
    --------
    >>> win_shares(np.array([9]), np.array([0]), np.array([2])).low.round(2)
    array([0.59])
    """
    won, lost = (wins, losses + ties) if rule == "count" else with_ties(wins, ties, losses, rule)
    n = won + lost
    return WinShares(won / np.where(n > 0, n, np.nan), *share_interval(won, n, level, method))
