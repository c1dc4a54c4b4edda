"""The table of effect sizes of pairs."""

from __future__ import annotations

from dataclasses import dataclass

from comparatex.layout.tables.pair_lines import PairOptions


@dataclass(frozen=True, kw_only=True)
class EffectsOptions(PairOptions):
    """Settings of the table of effect sizes.

    Parameters
    ----------
    label : str
        Name of the table for cross-references.
    """

    label: str = "tab-effects"
