"""The table of all comparates against a control, under the corrections for such a family."""

from __future__ import annotations

from dataclasses import dataclass

from comparatex.layout.showing import ACROSS, Showing
from comparatex.settings import setting


@dataclass(frozen=True, kw_only=True)
class ControlOptions(Showing):
    """Settings of the table of all against a control.

    Parameters
    ----------
    control : str
        The comparate that the others are compared with; empty: the first of `ours`.
    across : int
        Corrections side by side; 0: what fits a page's width.
    label : str
        Name of the table for cross-references.
    """

    control: str = ""
    across: int = setting(0, **ACROSS)
    label: str = "tab-control"
