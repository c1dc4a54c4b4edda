"""The table of critical values: of the sign and signed-rank test by tasks, of tests of ranks by comparates, and z."""

from __future__ import annotations

from dataclasses import dataclass

from comparatex.layout.showing import Showing


@dataclass(frozen=True, kw_only=True)
class CriticalOptions(Showing):
    """Settings of the table of critical values.

    Parameters
    ----------
    label : str
        Name of the table for cross-references.
    """

    label: str = "tab-critical"
