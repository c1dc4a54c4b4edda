"""Compact letter display: comparates that share a letter are not significantly different."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from string import ascii_lowercase, ascii_uppercase

ALPHABET = ascii_lowercase + ascii_uppercase
"""One letter per clique; more cliques than that have no letters."""


def letters(cliques: Sequence[tuple[int, ...]], n_comparates: int) -> tuple[str, ...]:
    """Return the letters of comparates 1, 2, …; one that differs from all others has none.

    Three or more letters in a row are written as a range.

    References
    ----------
    Piepho (2004), An algorithm for a letter-based representation of all-pairwise comparisons, Journal of
    Computational and Graphical Statistics 13.

    >>> letters([(1, 2), (2, 3), (2, 4), (2, 3, 5)], 6)
    ('a', 'a–d', 'bd', 'c', 'd', '')
    """
    return tuple(
        _compact([i for i, clique in enumerate(cliques) if comparate in clique])
        for comparate in range(1, n_comparates + 1)
    )


def _compact(places: Sequence[int]) -> str:
    """Return letters by their places in the alphabet, runs of three or more as a range."""
    runs = groupby(enumerate(places), key=lambda item: item[1] - item[0])
    return "".join(_run([ALPHABET[place] for _, place in run]) for _, run in runs)


def _run(run: list[str]) -> str:
    """Return letters that follow each other."""
    return "".join(run) if len(run) < 3 else f"{run[0]}–{run[-1]}"
