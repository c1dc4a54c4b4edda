"""The steps of Holm's procedure: p-values in ascending order, each against its level."""

from __future__ import annotations

from dataclasses import dataclass

from comparatex.layout.showing import MAX_ROWS, Showing
from comparatex.settings import setting


@dataclass(frozen=True, kw_only=True)
class HolmOptions(Showing):
    """Settings of the table of Holm's steps.

    Parameters
    ----------
    max_rows : int
        Steps to show at most; 0: all. The caption says when some are left out.
    label : str
        Name of the table for cross-references.
    """

    max_rows: int = setting(0, **MAX_ROWS)
    label: str = "tab-holm"
