"""The Wilcoxon signed-rank test of all pairs of comparates."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from comparatex.inference.arithmetic.arrays import Floats, Integers, Keys
from comparatex.inference.arithmetic.blocks import blocks
from comparatex.inference.arithmetic.differences import Differences
from comparatex.inference.arithmetic.ranks import doubled_midranks
from comparatex.inference.choices import PvalueMethod, ZeroMethod
from comparatex.inference.pairwise.signed_rank_null import tied_tails, untied_tails
from comparatex.inference.pairwise.signed_ranks import SignedRanks, nonzero, signed_ranks, sorted_keys

EXACT_UP_TO = 50
"""Number of non-zero differences up to which ``auto`` is exact."""


@dataclass(frozen=True, eq=False)
class SignedRankTest:
    """Wilcoxon signed-rank tests, each field of shape (n_pairs,); the row is the first of a pair.

    Parameters
    ----------
    n_tasks, wins, ties, losses : ndarray of int
        Tasks on which both have a score; on which the row is better, equal, worse.
    w_plus, w_minus : ndarray
        Rank sums of the tasks where the row is better, and worse.
    row, column : ndarray
        One-sided p-values: the row is better, the column is better. NaN without a task.
    """

    n_tasks: Integers
    wins: Integers
    ties: Integers
    losses: Integers
    w_plus: Floats
    w_minus: Floats
    row: Floats
    column: Floats


def wilcoxon(
    differences: Differences,
    row: Integers,
    column: Integers,
    zero_method: ZeroMethod = "pratt",
    method: PvalueMethod = "auto",
) -> SignedRankTest:
    """Test pairs of comparates by the Wilcoxon signed-rank test.

    H0: the differences of a pair are symmetric about zero. The ranks of |d|, ties averaged, are summed over
    the tasks where the row is better (W⁺) and worse (W⁻).

    Parameters
    ----------
    differences : Differences
        The scores.
    row, column : ndarray of int, of shape (n_pairs,)
        The comparates of each pair.
    zero_method : {"pratt", "wilcox", "zsplit", "zsplit-drop-odd"}
        ``wilcox`` drops zeros before ranking. The others rank them: ``pratt`` then drops their ranks;
        ``zsplit`` gives half of them to each side; ``zsplit-drop-odd`` drops one zero before ranking when
        their number is odd (Demšar). A zero has no sign that chance could turn, so that given the zeros,
        splitting adds a constant to both sides: W⁺ and W⁻ differ from Pratt's, the p-values of ``zsplit`` are
        Pratt's, and those of ``zsplit-drop-odd`` are Pratt's with one zero less.
    method : {"auto", "exact", "asymptotic"}
        ``exact``: the distribution of W⁺ over all signs, given |d|; valid with ties and zeros.
        ``asymptotic``: normal, with mean and variance of that distribution, Σr/2 and Σr²/4 over the ranks r
        of the non-zero differences, hence corrected for ties and zeros; without continuity correction.
        ``auto``: exact up to 50 non-zero differences.

    Returns
    -------
    SignedRankTest
        Rank sums and both one-sided p-values of each pair; NaN p-values where no task has both scores.

    Notes
    -----
    With all differences zero both p-values are 1. Exact p-values of more than 50 differences take time and
    memory that grow with the cube, and the square, of their number where there are ties.

    References
    ----------
    Wilcoxon (1945), Individual comparisons by ranking methods, Biometrics Bulletin 1. Pratt (1959), Remarks on
    zeros and ties in the Wilcoxon signed rank procedures, JASA 54. Demšar (2006), JMLR 7, section 3.1.3.
    """
    limit = exact_limit(method, differences.values.shape[1])
    names = [item.name for item in fields(SignedRankTest)]
    found: dict[str, Any] = {}
    for pairs in blocks(len(row), differences.values.shape[1]):
        part = _test(differences, row[pairs], column[pairs], zero_method, limit)
        for name in names:  # into its place at once: parts kept until the end would double the memory
            values = getattr(part, name)
            found.setdefault(name, np.empty(len(row), dtype=values.dtype))[pairs] = values
    return SignedRankTest(**found)


def exact_limit(method: PvalueMethod, n_tasks: int) -> int:
    """Return the number of non-zero differences up to which p-values are exact.

    Parameters
    ----------
    method : {"auto", "exact", "asymptotic"}
        As in `wilcoxon`.
    n_tasks : int
        Number of tasks of the table.

    Returns
    -------
    int
        50, all of them, or none.
    """
    return {"auto": EXACT_UP_TO, "exact": n_tasks, "asymptotic": 0}[method]


def _test(
    differences: Differences, row: Integers, column: Integers, zero_method: ZeroMethod, limit: int
) -> SignedRankTest:
    """Return the tests of some pairs: exact up to a number of non-zero differences, else normal."""
    both = differences.both(row, column)
    keys = sorted_keys(differences.compared(differences.signed(row, column)), both)
    n_tasks = np.full(len(keys), keys.shape[1]) if both is None else np.count_nonzero(both, axis=1)
    return of_keys(keys, n_tasks, zero_method, limit)


def of_keys(keys: Keys, n_tasks: Integers, zero_method: ZeroMethod, limit: int) -> SignedRankTest:
    """Return the tests of some pairs from their sorted keys; see `signed_ranks`.

    Parameters
    ----------
    keys : ndarray of shape (n_pairs, n_tasks)
        Sorted keys.
    n_tasks : ndarray of int, of shape (n_pairs,)
        Tasks on which both have a score.
    zero_method : str
        As in `wilcoxon`.
    limit : int
        Number of non-zero differences up to which p-values are exact; see `exact_limit`.

    Returns
    -------
    SignedRankTest
        Its fields as in `wilcoxon`, of the pairs whose keys were given.
    """
    ranks = signed_ranks(keys, n_tasks)
    offset = _offset(ranks.zeros, zero_method)
    plus, minus, *pvalues = _pvalues(keys, ranks, offset, limit)
    split = offset * (offset + 1) / 4 if zero_method.startswith("zsplit") else 0.0
    return SignedRankTest(
        n_tasks, ranks.wins, ranks.zeros, ranks.losses, plus + split, minus + split, pvalues[0], pvalues[1]
    )


def _offset(zeros: Integers, zero_method: ZeroMethod) -> Integers:
    """Return how many ranks the zeros take below those of the other differences."""
    if zero_method == "wilcox":
        return np.zeros_like(zeros)
    return zeros - zeros % 2 if zero_method == "zsplit-drop-odd" else zeros


def _pvalues(
    keys: Keys, ranks: SignedRanks, offset: Integers, limit: int
) -> tuple[Floats, Floats, Floats, Floats]:
    """Return both rank sums and both one-sided p-values: exact up to a number of differences, else normal."""
    count = ranks.wins + ranks.losses
    doubled = ranks.doubled_plus + 2 * offset * ranks.wins
    total = count * (2 * offset + count + 1)  # twice the sum of all ranks
    row, column = _normal(ranks.cubes, offset, count, 2 * doubled - total)
    few = np.flatnonzero((count > 0) & (count <= limit))
    if len(few):
        smaller = np.minimum(doubled, total - doubled)[few]
        inclusive, exclusive = _tails(keys[few], ranks.cubes[few], offset[few], count[few], smaller)
        low = doubled[few] <= total[few] - doubled[few]
        column[few] = np.where(low, inclusive, 1 - exclusive)
        row[few] = np.where(2 * smaller == total[few], inclusive, np.where(low, 1 - exclusive, inclusive))
    row[count == 0] = column[count == 0] = 1.0
    row[ranks.n_tasks == 0] = column[ranks.n_tasks == 0] = np.nan
    return doubled / 2, (total - doubled) / 2, row, column


def _normal(
    cubes: Integers, offset: Integers, count: Integers, quadrupled: Integers
) -> tuple[Floats, Floats]:
    """Return both one-sided p-values of the normal approximation, by four times W⁺ less its mean."""
    from scipy.special import ndtr

    top = (offset + count).astype(np.float64)
    squares = (
        top * (top + 1) * (2 * top + 1) - offset * (offset + 1.0) * (2.0 * offset + 1)
    ) / 6 - cubes / 12
    with np.errstate(divide="ignore", invalid="ignore"):
        z = (quadrupled / 4) / np.sqrt(squares / 4)
    return np.asarray(ndtr(-z)), np.asarray(ndtr(z))


def _tails(
    keys: Keys, cubes: Integers, offset: Integers, count: Integers, smaller: Integers
) -> tuple[Floats, Floats]:
    """Return the exact P(W ≤ w) and P(W < w), by twice w, the smaller rank sum."""
    inclusive, exclusive = np.empty((2, len(keys)))
    free, tied = np.flatnonzero(cubes == 0), np.flatnonzero(cubes)
    if len(free):
        inclusive[free], exclusive[free] = untied_tails(offset[free], count[free], smaller[free] // 2)
    if len(tied):
        there = nonzero(keys[tied])
        shift = 2 * (offset[tied] - np.count_nonzero(keys[tied] == 0, axis=1))[:, None]
        midranks = np.where(there, doubled_midranks(keys[tied] >> 1) + shift, 0)
        descending = -np.sort(-midranks, axis=1)[:, : int(count[tied].max())]
        inclusive[tied], exclusive[tied] = tied_tails(descending, smaller[tied])
    return inclusive, exclusive
