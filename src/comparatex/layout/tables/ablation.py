"""The ablation table: a full pipeline against its reduced forms."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from comparatex.layout.showing import Showing
from comparatex.settings import setting


@dataclass(frozen=True, kw_only=True)
class AblationOptions(Showing):
    """Settings of the ablation table.

    Parameters
    ----------
    full : str
        The full pipeline; empty: the first of `ours`.
    costs : mapping of str to float
        Complexity of each form, such as its number of features: adds a column, and Occam's verdict.
    cost_name : str
        What the costs are.
    label : str
        Name of the table for cross-references.
    """

    full: str = setting(
        "",
        metavar="NAME",
        after="column",
        help="Table ablation: the full pipeline; --control or the first of --ours else.",
    )
    costs: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))
    cost_name: str = "cost"
    label: str = "tab-ablation"
