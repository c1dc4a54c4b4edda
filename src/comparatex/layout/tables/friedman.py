"""The table of the tests that any comparates differ, with their critical values."""

from __future__ import annotations

from dataclasses import dataclass

from comparatex.layout.showing import Showing


@dataclass(frozen=True, kw_only=True)
class FriedmanOptions(Showing):
    """Settings of the table of the Friedman test.

    Parameters
    ----------
    label : str
        Name of the table for cross-references.
    """

    label: str = "tab-friedman"
