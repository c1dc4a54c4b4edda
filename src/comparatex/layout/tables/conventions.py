"""The table of conventions: how many pairs differ under each, and on which pairs they disagree."""

from __future__ import annotations

from dataclasses import dataclass

from comparatex.layout.showing import ACROSS, MAX_ROWS, Showing
from comparatex.settings import setting


@dataclass(frozen=True, kw_only=True)
class ConventionsOptions(Showing):
    """Settings of the table of conventions.

    Parameters
    ----------
    max_rows : int
        Pairs to show at most; 0: all. The caption says when some are left out.
    across : int
        Conventions side by side; 0: what fits a page's width.
    label : str
        Name of the table for cross-references.
    """

    max_rows: int = setting(0, **MAX_ROWS)
    across: int = setting(0, **ACROSS)
    label: str = "tab-conventions"
