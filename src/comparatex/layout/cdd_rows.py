"""The diagram by rows: when it serves better than bars below an axis, and which cliques are its columns."""

from __future__ import annotations

import heapq
from collections.abc import Sequence

import numpy as np

from comparatex.layout.cdd_bars import REDUCIBLE, Display, essential, pack, passed_over
from comparatex.layout.cdd_view import LINE, Members
from comparatex.layout.options.figures import CddOptions
from comparatex.layout.widths import hundredths

PART = 61
"""Rows of a part: what a page of an A4 article of 10 pt holds in footnotesize."""

_LANES, _PASSES = 9, 12
"""Lanes of bars, and comparates that bars pass over, that the eye follows below an axis."""
_AXIS, _LEADER = 0.45, 6.3
"""Share of the line that labels on both sides leave to an axis, and points between leaders that the eye keeps apart."""
_TYPE, _PITCH, _NUMBER = 8.0, 3.2, 26.0
"""Points: the type, from one narrow column to the next, a mean rank with the space around it."""
_NAMES = 0.45
"""Most of a line for names; longer ones break."""


def chosen_form(
    cliques: Sequence[Members] | None, n_comparates: int, options: CddOptions, *, tested: bool
) -> str:
    """Return the form of a diagram: by rows where nobody could follow the bars or leaders of the classic one."""
    if options.form != "auto":
        return options.form
    if options.bars != "auto" or options.labels != "two-sided":
        return "classic"  # which alone has these
    followed = is_followed(cliques, n_comparates) if tested else is_followed((), n_comparates)
    return "classic" if followed else "rows"


def is_followed(cliques: Sequence[Members] | None, n_comparates: int) -> bool:
    """Whether the eye can follow bars and leaders: few lanes, few comparates passed over, leaders apart.

    >>> is_followed([(1, 2, 3), (3, 4, 6)], 6), is_followed([(i, i + 9) for i in range(1, 6)], 14)
    (True, False)
    """
    if cliques is None or (n_comparates - 1) * _LEADER > _AXIS * LINE:
        return False
    lanes = max(pack([(clique[0], clique[-1]) for clique in cliques]), default=0)
    return lanes <= _LANES and sum(len(passed_over(clique)) for clique in cliques) <= _PASSES


def columns(cliques: tuple[Members, ...] | None, names: Sequence[str]) -> Display:
    """Decide which cliques are columns: all that a page has room for, else those that join most pairs."""
    if cliques is None:
        return Display(shows="nothing", reason="too many cliques")
    most = capacity(names)
    if len(cliques) <= most:
        return Display(bars=cliques, n_cliques=len(cliques))
    found, complete = _needed(cliques, most)
    return Display(
        bars=found, reason="redundant columns" if complete else "too many columns", n_cliques=len(cliques)
    )


def capacity(names: Sequence[str]) -> int:
    """Return how many columns stand beside names on a line of 16 cm, as narrow as can be told apart."""
    widest = max(hundredths(name) for name in names) * _TYPE / 100
    return int((LINE - min(widest, _NAMES * LINE) - _NUMBER) / _PITCH)


def _needed(cliques: tuple[Members, ...], most: int) -> tuple[tuple[Members, ...], bool]:
    """Return cliques that say all there is, as few as are found, or those that say most."""
    found, complete = covering(cliques, most)
    if not complete and len(cliques) <= REDUCIBLE:
        needed = essential(cliques)
        if len(needed) <= most:
            return needed, True
    return found, complete


def covering(cliques: Sequence[Members], most: int) -> tuple[tuple[Members, ...], bool]:
    """Return so many cliques that most pairs are together in one of them, and whether all pairs are.

    Each one that is taken joins more pairs that nobody has joined before than any other would.

    >>> covering([(1, 2, 3), (2, 3, 4), (3, 4, 5), (2, 4)], 3)
    (((1, 2, 3), (2, 3, 4), (3, 4, 5)), True)
    >>> covering([(1, 2, 3), (3, 4)], 1)
    (((1, 2, 3),), False)
    """
    size = max((clique[-1] for clique in cliques), default=0) + 1
    open_pairs = np.zeros((size, size), dtype=bool)
    members = [np.array(clique) for clique in cliques]
    for one in members:
        open_pairs[np.ix_(one, one)] = True
    np.fill_diagonal(open_pairs, val=False)
    taken: list[int] = []
    queue = [(-len(one) * (len(one) - 1), k) for k, one in enumerate(members)]
    heapq.heapify(queue)
    while queue and len(taken) < most and open_pairs.any():
        _, k = heapq.heappop(queue)
        gain = int(open_pairs[np.ix_(members[k], members[k])].sum())
        if queue and (-gain, k) > queue[0]:  # others may join more by now
            heapq.heappush(queue, (-gain, k))
            continue
        open_pairs[np.ix_(members[k], members[k])] = False
        taken.append(k)
    return tuple(cliques[k] for k in sorted(taken)), not open_pairs.any()


def n_parts(n_comparates: int) -> int:
    """Return in how many parts rows break, each on a page.

    >>> n_parts(60), n_parts(121)
    (1, 2)
    """
    return -(-n_comparates // PART)


def part_of(n_comparates: int, part: int) -> range:
    """Return the positions from 1 of the rows of a part, all of them of part 0.

    >>> part_of(121, 1), part_of(121, 2), part_of(5, 0)
    (range(1, 62), range(62, 122), range(1, 6))
    """
    if not part:
        return range(1, n_comparates + 1)
    rows = -(-n_comparates // n_parts(n_comparates))
    return range((part - 1) * rows + 1, min(part * rows, n_comparates) + 1)
