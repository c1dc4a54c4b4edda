"""How many comparates each artefact takes, known before anything is computed, and what helps where there are more."""

from __future__ import annotations

import math
import sys
from dataclasses import dataclass, replace

from comparatex.errors import UsageError
from comparatex.files import limited
from comparatex.layout.options.shared import Showing


@dataclass(frozen=True)
class Limit:
    """How many comparates an artefact takes.

    Parameters
    ----------
    most : int
        Comparates; of a matrix, the root of its cells; of a table of pairs that prints few of them, any number.
    why : str
        What more of them would be, after "of so many comparates".
    remedy : str
        What can be done, after "show fewer by".
    of_pairs : bool
        Whether it has a line for each pair, so that with `max_rows` any number has room.
    """

    most: int
    why: str
    remedy: str = "`top`"
    of_pairs: bool = False


_PAIRS = Limit(150, "would fill hundreds of pages", "`top` or `max_rows`", of_pairs=True)
"""11,175 lines, on 250 pages; `stats` has the numbers of any number of pairs."""
_LINES = Limit(3000, "would fill dozens of pages")
"""A line for each, 45 on a page."""

ANY_NUMBER = Limit(sys.maxsize, "", "")
"""Of what shows one or two comparates."""

LIMITS: dict[str, Limit] = {
    # Panels of a page each: 64 for 200, a fragment of 3.5 MB, which TeX sets in 10 s; 22 MB for 500.
    "mcm": Limit(200, "would fill dozens of pages", "`top` or `focus`"),
    # A column for each: seven or eight stand side by side.
    "scores": Limit(300, "would fill dozens of pages"),
    "pairwise": _PAIRS,
    "holm": replace(_PAIRS, remedy="`max_rows`"),
    "effects": _PAIRS,
    "intervals": _PAIRS,
    "items": _PAIRS,
    "repeats": _PAIRS,
    # One convention has an integral of SciPy's for each pair, 30 ms each: a minute for 60.
    "conventions": Limit(60, "takes minutes", "`exclude`"),
    "ablation": replace(_LINES, remedy="`exclude`"),
}
"""The limits, by artefact; others have that of a line for each comparate. Declared figures add theirs."""

_OF_FEW = frozenset({"friedman", "proportions"})
"""Artefacts of one or two comparates, or of the study: any table has room."""


def require_room(name: str, options: Showing, n_comparates: int) -> None:
    """Refuse an artefact of more comparates than it takes.

    Parameters
    ----------
    name : str
        The artefact.
    options : Showing
        Its settings, which may show some of the comparates.
    n_comparates : int
        All of them.

    Raises
    ------
    UsageError
        There are too many; the message says how to draw fewer.
    """
    limit, n_shown = LIMITS.get(name, _LINES), shown(options, n_comparates)
    cut = limit.of_pairs and bool(getattr(options, "max_rows", 0))
    if not limited() or cut or name in _OF_FEW:
        return
    if math.prod(n_shown) > limit.most ** len(n_shown):
        raise UsageError(
            f"{name} of {max(n_shown):,} comparates {limit.why}, and it takes {limit.most:,}: show fewer by "
            f"{limit.remedy}, or give `no_limits`."
        )


def shown(options: Showing, n_comparates: int) -> tuple[int, ...]:
    """Return how many comparates are shown at most; of a matrix, in rows and in columns.

    >>> from comparatex.layout.options.figures import McmOptions
    >>> from comparatex.layout.options.shared import Choosing
    >>> shown(Choosing(top=12, ours=("A",)), 500), shown(McmOptions(focus=("A",)), 500)
    ((13,), (1, 500))
    """
    some = len(getattr(options, "include", ())) or n_comparates
    top = getattr(options, "top", 0)
    if top:
        some = min(some, top + len({*options.ours, *options.focus}))
    rows, columns = getattr(options, "rows", None), getattr(options, "columns", None)
    if rows is None or columns is None:
        return (some,)
    return len(rows or options.focus) or some, len(columns) or some
