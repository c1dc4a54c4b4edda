"""The bars of a diagram: which cliques have one, in which lane each lies, and letters where bars cannot be read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, groupby
from string import ascii_lowercase, ascii_uppercase
from typing import Literal

from comparatex.layout.cdd_view import Members
from comparatex.layout.options.figures import CddOptions

ALPHABET = ascii_lowercase + ascii_uppercase  # one letter per clique; more cliques than that have no letters

REDUCIBLE = 1000  # most cliques among which the essential ones are searched for


@dataclass(frozen=True, kw_only=True)
class Display:
    """How cliques are shown."""

    bars: tuple[Members, ...] = ()  # those that are bars
    letters: tuple[Members, ...] | None = None  # those that are letters
    shows: Literal["bars", "letters", "nothing"] = "bars"  # which of the two
    reason: Literal[
        "", "untested", "not all tested", "too many cliques", "too many lanes", "redundant bars"
    ] = ""
    """Why these are not the bars of all cliques; empty where they are, or where letters were asked for."""
    n_cliques: int = -1  # all cliques; −1 when they are too many to list
    n_lanes: int = 0  # n_lanes, max_lanes: lanes that the bars would need, and those that can be read
    max_lanes: int = 0

    @property
    def n_left_out(self) -> int:
        """Cliques without a bar."""
        return self.n_cliques - len(self.bars)


def display(cliques: tuple[Members, ...] | None, options: CddOptions) -> Display:
    """Decide how cliques are shown: as bars where these can be read, else as letters, else not at all."""
    n_cliques = -1 if cliques is None else len(cliques)
    if cliques is None or (n_cliques > REDUCIBLE and options.bars != "bars"):
        return Display(shows="nothing", reason="too many cliques", n_cliques=n_cliques)
    fits = _n_lanes(cliques) <= options.max_lanes
    if options.bars == "bars" or (options.bars == "auto" and fits):
        return Display(bars=cliques, n_cliques=n_cliques)
    needed = essential(cliques)
    n_lanes = _n_lanes(needed)
    if options.bars == "auto" and n_lanes <= options.max_lanes:
        return Display(bars=needed, reason="redundant bars", n_cliques=n_cliques)
    if len(needed) > len(ALPHABET):
        return Display(shows="nothing", reason="too many cliques", n_cliques=n_cliques)
    return Display(
        letters=needed,
        shows="letters",
        reason="" if options.bars == "letters" else "too many lanes",
        n_cliques=n_cliques,
        n_lanes=n_lanes,
        max_lanes=options.max_lanes,
    )


_LANES, _PASSES = 9, 12
"""Lanes of bars, and comparates that bars pass over, that the eye follows below an axis."""


def is_followed(cliques: Sequence[Members] | None) -> bool:
    """Whether the eye can follow bars: few lanes, few comparates passed over.

    >>> is_followed([(1, 2, 3), (3, 4, 6)]), is_followed([(i, i + 9) for i in range(1, 6)])
    (True, False)
    """
    if cliques is None:
        return False
    return _n_lanes(cliques) <= _LANES and sum(len(passed_over(clique)) for clique in cliques) <= _PASSES


def _n_lanes(cliques: Sequence[Members]) -> int:
    """Return how many lanes the bars of cliques need."""
    return max(pack_cliques(cliques), default=0)


def pack_cliques(cliques: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """Return the lane of the bar of each clique, see `pack`."""
    return pack([(clique[0], clique[-1]) for clique in cliques])


def pack(spans: Sequence[tuple[int, int]]) -> tuple[int, ...]:
    """Return a lane, from 1, for each bar: the first in which it fits, so that lanes are as few as can be.

    Bars that follow each other in a lane have at least one comparate between them, so that they read as two.
    """
    ends: list[int] = []
    lanes = []
    for first, last in spans:
        lane = next((i for i, end in enumerate(ends) if first - end > 1), len(ends))
        ends[lane : lane + 1] = [last]
        lanes.append(lane + 1)
    return tuple(lanes)


def essential(cliques: Sequence[Members]) -> tuple[Members, ...]:
    """Leave out cliques that say nothing new: every pair of theirs is together in another one that stays.

    Which pairs share a clique is unchanged. Small cliques are left out first.

    >>> essential([(1, 2, 3), (2, 3, 4), (3, 4, 5), (2, 4)])
    ((1, 2, 3), (2, 3, 4), (3, 4, 5))
    """
    shared = Counter(pair for clique in cliques for pair in combinations(clique, 2))
    kept = list(cliques)
    for clique in sorted(cliques, key=lambda clique: (len(clique), clique)):
        pairs = list(combinations(clique, 2))
        if all(shared[pair] > 1 for pair in pairs):
            shared.subtract(pairs)
            kept.remove(clique)
    return tuple(kept)


def passed_over(clique: Members) -> Members:
    """Return the comparates between the first and last member that are not members.

    >>> passed_over((2, 3, 6))
    (4, 5)
    """
    return tuple(i for i in range(clique[0], clique[-1]) if i not in clique)


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
    places = ([i for i, clique in enumerate(cliques) if k in clique] for k in range(1, n_comparates + 1))
    return tuple(map(_compact, places))


def _compact(places: Sequence[int]) -> str:
    """Return letters by their places in the alphabet, runs of three or more as a range."""
    runs = groupby(enumerate(places), key=lambda item: item[1] - item[0])
    texts = ("".join(ALPHABET[place] for _, place in run) for _, run in runs)
    return "".join(text if len(text) < 3 else f"{text[0]}–{text[-1]}" for text in texts)
