"""Settings that tables of pairs share."""

from __future__ import annotations

from dataclasses import dataclass

from comparatex.layout.showing import Showing


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

    include: tuple[str, ...] = ()
    max_rows: int = 0
