"""Which side of a pair the verdict favours, and the verdicts on one comparate against each rival."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from comparatex.inference.analysis import RANK_TESTS
from comparatex.inference.arithmetic import Booleans, Floats, Integers
from comparatex.inference.pair_tests import family_members
from comparatex.inference.statistics import Statistics


def sides(comparison: Statistics) -> Integers:
    """Return, for every pair, 1 where the row is significantly better, −1 where the column is, else 0.

    A significant pair goes to the side that the test favours; see `favoured`.

    Parameters
    ----------
    comparison : Statistics
        The statistics.

    Returns
    -------
    ndarray of int, of shape (n_pairs,)
        In the order of the pairs.
    """
    pairs = comparison.pair_statistics
    different = ~comparison.joined[pairs.row, pairs.column]
    found: Integers = np.where(different, favoured(comparison), 0)
    return found


def favoured(comparison: Statistics) -> Integers:
    """Return, for every pair, 1 where the analysis' test favours the row, −1 where the column, 0 where neither.

    That is the side with the larger rank sum, more wins, the better mean rank or the better mean score,
    depending on what the test compares. The mean scores may differ in direction.

    Parameters
    ----------
    comparison : Statistics
        The statistics.

    Returns
    -------
    ndarray of int, of shape (n_pairs,)
        In the order of the pairs, whether or not they differ significantly.
    """
    pairs = comparison.pair_statistics
    if comparison.analysis.test in RANK_TESTS:
        favour = comparison.tested_rank[pairs.column] - comparison.tested_rank[pairs.row]
    elif comparison.analysis.test == "t":
        favour = pairs.mean_difference * (1 if comparison.scores.higher_is_better else -1)
    elif comparison.analysis.test == "sign":
        favour = (pairs.wins - pairs.losses).astype(np.float64)
    else:
        favour = pairs.w_plus - pairs.w_minus
    return np.asarray(np.sign(np.nan_to_num(favour)), dtype=np.int64)


def contrary(comparison: Statistics) -> Booleans:
    """Return which pairs the test decides significantly in favour of the side with the worse mean score.

    Parameters
    ----------
    comparison : Statistics
        The statistics.

    Returns
    -------
    ndarray of bool, of shape (n_pairs,)
        In the order of the pairs.
    """
    better = 1 if comparison.scores.higher_is_better else -1
    return np.asarray(better * comparison.pair_statistics.mean_difference * sides(comparison) < 0)


def in_family(comparison: Statistics) -> Booleans:
    """Return which pairs are in the family of tests; there is no verdict on others.

    Parameters
    ----------
    comparison : Statistics
        The statistics.

    Returns
    -------
    ndarray of bool, of shape (n_pairs,)
        In the order of the pairs.
    """
    pairs = comparison.pair_statistics
    return family_members(comparison.analysis, comparison.names, pairs.row, pairs.column)


def significant_counts(comparison: Statistics) -> tuple[Integers, Integers]:
    """Return in how many pairs each comparate is significantly better, and worse.

    Parameters
    ----------
    comparison : Statistics
        The statistics.

    Returns
    -------
    better, worse : ndarray of int, of shape (n_comparates,)
        Numbers of pairs.
    """
    pairs, m = comparison.pair_statistics, len(comparison.names)
    found = sides(comparison)
    first, second = found > 0, found < 0
    rows, columns = (
        np.bincount(index[first], minlength=m) + np.bincount(other[second], minlength=m)
        for index, other in ((pairs.row, pairs.column), (pairs.column, pairs.row))
    )
    return rows, columns


def places(values: Floats) -> Floats:
    """Return the place of each value, 1 for the smallest, the same for equal ones.

    Parameters
    ----------
    values : ndarray of shape (n_comparates,)
        Smaller is better.

    Returns
    -------
    ndarray of shape (n_comparates,)
        Whole numbers; all NaN if any value is.
    """
    if np.isnan(values).any():
        return np.full(len(values), np.nan)
    return np.asarray(1.0 + np.sum(values < values[:, None], axis=1))


@dataclass(frozen=True)
class Rivals:
    """The verdicts on a comparate; rivals are given by position in the summary order.

    Parameters
    ----------
    own : int
        The comparate.
    better, worse, undecided : tuple of int
        The rivals that it is significantly better than, worse than, and not distinguishable from.
    simpler : tuple of int
        Those that it is simpler than (they cost more) without being significantly worse.
    unjudged : tuple of int
        Those whose pair with it is outside the family of tests; they are in none of the other lists.
    """

    own: int
    better: tuple[int, ...]
    worse: tuple[int, ...]
    undecided: tuple[int, ...]
    simpler: tuple[int, ...] = ()
    unjudged: tuple[int, ...] = ()

    def of(self, rival: int) -> int | None:
        """Return 1, −1 or 0: better, worse, or not distinguishable; None when there is no verdict."""
        if rival in self.unjudged:
            return None
        return int(rival in self.better) - int(rival in self.worse)


def rivals(comparison: Statistics, own: int, costs: Mapping[str, float] = {}) -> Rivals:
    """Return the verdicts on a comparate against every other.

    Parameters
    ----------
    comparison : Statistics
        The statistics.
    own : int
        Position of the comparate in the summary order.
    costs : mapping of str to float
        The costs of comparates, where known.

    Returns
    -------
    Rivals
        Each other comparate in one of its lists; those of ``simpler`` in two.
    """
    pairs, found, inside = comparison.pair_statistics, sides(comparison), in_family(comparison)
    of_own = (pairs.row == own) | (pairs.column == own)
    mine, unjudged = of_own & inside, of_own & ~inside
    sign = np.where(pairs.row == own, found, -found)[mine].tolist()
    rival = np.where(pairs.row == own, pairs.column, pairs.row)
    others = rival[mine].tolist()
    better, worse, undecided = (
        tuple(sorted(i for i, s in zip(others, sign, strict=True) if s == side)) for side in (1, -1, 0)
    )
    cost, names = costs.get(comparison.names[own]), comparison.names
    dearer = () if cost is None else tuple(i for i in others if costs.get(names[i], cost) > cost)
    simpler = tuple(sorted(i for i in dearer if i not in worse))
    return Rivals(
        own=own,
        better=better,
        worse=worse,
        undecided=undecided,
        simpler=simpler,
        unjudged=tuple(sorted(rival[unjudged].tolist())),
    )
