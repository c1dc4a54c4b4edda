"""The table of scores: tasks in the lines, comparates in the columns, the best of each line marked."""

from __future__ import annotations

from dataclasses import dataclass

from comparatex.layout.showing import ACROSS, MAX_ROWS, ONLY_SHOWN, Showing
from comparatex.settings import setting


@dataclass(frozen=True, kw_only=True)
class ScoresOptions(Showing):
    """Settings of the table of scores.

    Parameters
    ----------
    include : tuple of str
        Comparates to show; empty: all.
    across : int
        Comparates side by side; 0: as many as fit 16 cm of text. The others follow below.
    max_rows : int
        Tasks to show at most; 0: all. The caption says when some are left out.
    spread : bool
        Print the standard deviation of repeats, where there are any.
    label : str
        Name of the table for cross-references.
    """

    include: tuple[str, ...] = setting((), **ONLY_SHOWN)
    max_rows: int = setting(0, **MAX_ROWS)
    across: int = setting(0, **ACROSS)
    spread: bool = setting(True, off="--no-spread", help="Print the standard deviation of repeats.")
    label: str = "tab-scores"
