"""The table of intervals: by how much comparates differ, and how far means and mean ranks could have varied."""

from __future__ import annotations

from dataclasses import dataclass

from comparatex.layout.tables.pair_lines import PairOptions


@dataclass(frozen=True, kw_only=True)
class IntervalsOptions(PairOptions):
    """Settings of the table of intervals.

    Parameters
    ----------
    draws : int
        Bootstrap samples of tasks.
    label : str
        Name of the table for cross-references.
    """

    draws: int = 10_000
    label: str = "tab-intervals"
