"""The table of pairs: for each its difference, its record and its test."""

from __future__ import annotations

from dataclasses import dataclass

from comparatex.layout.tables.pair_lines import PairOptions


@dataclass(frozen=True, kw_only=True)
class PairwiseOptions(PairOptions):
    """Settings of the table of pairs, beside those that all such tables share.

    Parameters
    ----------
    label : str
        Name of the table for cross-references.
    """

    label: str = "tab-pairwise"
