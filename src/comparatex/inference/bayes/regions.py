"""Which sums of two differences lie beyond the rope, as rectangles of sorted positions.

With differences sorted, z[0] ≤ … ≤ z[n-1], the pairs (i, j) with z[i] + z[j] > 2r fill a staircase: the lowest j
that qualifies falls as i rises. It is symmetric, and made of the square of all i, j with z[i], z[j] > r, and of
steps with z[i] > r ≥ z[j], which count for both orders. The mass of a rectangle under weights of the
differences is a product of two differences of their cumulative sums, so that a sample costs O(n).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from comparatex.inference.arithmetic.arrays import Booleans, Floats, Integers
from comparatex.inference.bayes.rope import comparable


@dataclass(frozen=True, eq=False)
class Region:
    """Pairs of sorted positions whose sum lies beyond one edge of the rope; on the edge, half of them.

    Parameters
    ----------
    corners : ndarray of int, of shape (4, n_rectangles)
        First row, end of rows, first column, end of columns of each rectangle.
    odd : int
        Rectangles from here on count less than twice.
    share : ndarray of shape (n_rectangles - odd, 1)
        How often those count, divided by two.
    alone : tuple of int and int, and int and int
        Positions beyond the edge when added to the pseudo-observation 0: strictly, and with the edge.
    at_zero : float
        How much of the pseudo-observation's sum with itself lies beyond.
    """

    corners: Integers
    odd: int
    share: Floats
    alone: tuple[tuple[int, int], tuple[int, int]]
    at_zero: float

    def mirrored(self, n: int) -> Region:
        """Return the same region by the positions of the negated differences."""
        (a, b), (c, d) = self.alone
        return Region(
            n - self.corners[[1, 0, 3, 2]],
            self.odd,
            self.share,
            ((n - b, n - a), (n - d, n - c)),
            self.at_zero,
        )


def regions(ordered: Floats, rope: float) -> tuple[Region, Region]:
    """Return where sums of two differences are above 2·rope, and where below -2·rope.

    Parameters
    ----------
    ordered : ndarray of shape (n,)
        Differences in rising order, n > 0.
    rope : float
        Half-width.

    Returns
    -------
    above, below : Region
        Rectangles of the two staircases.
    """
    values, half, tolerance = comparable(ordered, rope)
    above = _above(values, 2 * half, tolerance)
    below = _above(-values[::-1], 2 * half, tolerance)
    return above, below.mirrored(len(ordered))


def _above(values: Floats, edge: float, tolerance: float) -> Region:
    """Return where sums of two sorted values exceed an edge."""
    n = len(values)
    missing = np.append(edge - values, edge)  # what a value, and the pseudo-observation, lack to the edge
    slack = tolerance * np.maximum(np.abs(np.append(values, 0.0)), edge)
    low = np.searchsorted(values, missing - slack, "left")
    high = np.searchsorted(values, missing + slack, "right")
    position = np.arange(n)
    start = int(np.count_nonzero(high[:n] > position))  # the first value whose double exceeds the edge
    on_edge = int(np.count_nonzero(low[:n] > position))  # the first whose double reaches it
    rows = position[start:]
    steps = _runs(rows, high[start:n], high[start:n] < start)
    steps = np.vstack((steps, np.full(steps.shape[1], start)))
    edges = _runs(rows, low[start:n], low[start:n] < high[start:n])
    edges = np.vstack((edges, high[edges[0]]))
    squares = np.array([[start, n, start, n], [on_edge, start, on_edge, start]]).T
    share = np.array([0.5] * edges.shape[1] + [0.5, 0.25])[:, None]
    corners = np.hstack((steps, edges, squares))
    return Region(corners, steps.shape[1], share, ((int(high[n]), n), (int(low[n]), n)), 0.5 * (edge == 0))


def _runs(rows: Integers, column: Integers, wanted: Booleans) -> Integers:
    """Return first row, end and column of the runs of wanted rows with the same column."""
    rows, column = rows[wanted], column[wanted]
    first = np.flatnonzero(np.diff(column, prepend=-1))
    last = np.flatnonzero(np.diff(column, append=-1))
    return np.array([rows[first], rows[last] + 1, column[first]])
