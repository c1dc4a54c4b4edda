"""Pairs in blocks: what is made of the differences of all pairs at once would not fit into memory."""

from __future__ import annotations

from collections.abc import Iterator

CACHED = 400_000
"""Differences that stay in the processor's cache, with what is made of them."""


def blocks(n_pairs: int, n_tasks: int, held: int = CACHED) -> Iterator[slice]:
    """Yield slices of pairs to be taken at a time: at least one, empty when there are no pairs.

    Parameters
    ----------
    n_pairs, n_tasks : int
        Numbers of pairs, and of tasks of each.
    held : int
        Differences to hold at a time.

    Examples
    --------
    >>> list(blocks(5, 10, held=20))
    [slice(0, 2, None), slice(2, 4, None), slice(4, 6, None)]
    """
    size = max(1, held // max(1, n_tasks))
    for start in range(0, max(1, n_pairs), size):
        yield slice(start, start + size)
