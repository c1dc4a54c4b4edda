"""What an audit finds, a table: for each finding its folder, template and preview."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from comparatex.preview import audit_patterns, audit_swap
from comparatex.preview import table as table_preview

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@dataclass(frozen=True)
class Form:
    """What a finding of an audit is beyond its layout: its folder, its template and its preview."""

    folder: Literal["figures", "tables"]
    template: str
    preview: Callable[..., Figure]


FINDINGS: Mapping[str, Form] = {
    "audit-swap": Form("figures", "audit-swap.tex.jinja", audit_swap.draw),
    "audit-weakened": Form("figures", "audit-swap.tex.jinja", audit_swap.draw),
    "audit-patterns": Form("figures", "audit-patterns.tex.jinja", audit_patterns.draw),
    "audit-robustness": Form("tables", "table.tex.jinja", table_preview.draw),
}
