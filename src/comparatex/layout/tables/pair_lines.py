"""Lines of pairs, as several tables have them: which pairs, who they are, and what is left out."""

from __future__ import annotations

from dataclasses import dataclass

from comparatex.layout.showing import MAX_ROWS, ONLY_SHOWN, Showing
from comparatex.settings import setting


@dataclass(frozen=True, kw_only=True)
class PairOptions(Showing):
    """Settings that tables of pairs share.

    Parameters
    ----------
    include : tuple of str
        Comparates whose pairs are shown; empty: all.
    max_rows : int
        Pairs to show at most; 0: all. The caption says when some are left out.
    """

    include: tuple[str, ...] = setting((), **ONLY_SHOWN)
    max_rows: int = setting(0, **MAX_ROWS)
