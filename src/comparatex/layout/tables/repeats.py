"""The table of repeats: how scores spread over folds or seeds, and who wins repeat by repeat."""

from __future__ import annotations

from dataclasses import dataclass

from comparatex.layout.showing import PER_TASK
from comparatex.layout.tables.pair_lines import PairOptions
from comparatex.settings import setting


@dataclass(frozen=True, kw_only=True)
class RepeatsOptions(PairOptions):
    """Settings of the table of repeats.

    Parameters
    ----------
    per_task : bool
        A line for each task and comparate instead of one for each comparate.
    label : str
        Name of the table for cross-references.
    """

    per_task: bool = setting(False, **PER_TASK)
    label: str = "tab-repeats"
