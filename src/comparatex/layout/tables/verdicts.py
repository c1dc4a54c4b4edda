"""The table of the verdicts on one comparate: better, worse, or not distinguishable from each rival."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from comparatex.layout.showing import Showing
from comparatex.text import Text


@dataclass(frozen=True, kw_only=True)
class VerdictsOptions(Showing):
    """Settings of the table of verdicts.

    Parameters
    ----------
    control : str
        The comparate that the verdicts are on; empty: the first of `ours`.
    costs : mapping of str to float
        What comparates cost: then there are columns of costs.
    cost_name : str
        What costs are.
    label : str
        Name of the table for cross-references.
    """

    control: str = ""
    costs: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))
    cost_name: str = "cost"
    label: str = "tab-verdicts"


def word(side: int | None, *, simpler: bool = False) -> str:
    """Return a verdict in words; None: there is none.

    >>> word(1), word(0, simpler=True), word(-1), word(None)
    ('better', 'simpler, not worse', 'worse', 'not judged')
    """
    key = "none" if side is None else {1: "better", -1: "worse"}.get(side, "simpler" if simpler else "alike")
    return str(Text("words").verdict(key))
