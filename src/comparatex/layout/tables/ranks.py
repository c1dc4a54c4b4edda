"""The table of ranks: each comparate's mean rank and scores, or its rank on every task."""

from __future__ import annotations

from dataclasses import dataclass

from comparatex.layout.showing import ACROSS, MAX_ROWS, ONLY_SHOWN, PER_TASK, Order, Showing
from comparatex.settings import setting


@dataclass(frozen=True, kw_only=True)
class RanksOptions(Showing):
    """Settings of the table of ranks.

    Parameters
    ----------
    order : {"rank", "mean", "wins", "median", "given"}
        Order of the comparates.
    include : tuple of str
        Comparates to show; empty: all. Their ranks stay those among all.
    per_task : bool
        Show the rank on every task, comparates in columns, instead of the summary.
    across : int
        Comparates side by side with `per_task`; 0: as many as fit 16 cm of text.
    max_rows : int
        Lines to show at most; 0: all.
    label : str
        Name of the table for cross-references.
    """

    order: Order = "rank"
    include: tuple[str, ...] = setting((), **ONLY_SHOWN)
    per_task: bool = setting(False, **PER_TASK)
    across: int = setting(0, **ACROSS)
    max_rows: int = setting(0, **MAX_ROWS)
    label: str = "tab-ranks"
