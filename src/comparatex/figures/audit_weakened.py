"""Draw a swap of mean ranks by weakened variants of the two."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from comparatex.artefacts import ANY_NUMBER, declare
from comparatex.figures.audit_swap import Swap, draw, swap_of
from comparatex.layout.options import Showing

if TYPE_CHECKING:
    from comparatex.inference.audit.audit import Audit

__all__ = ["AuditWeakenedOptions", "draw", "lay_out"]


@dataclass(frozen=True, kw_only=True)
class AuditWeakenedOptions(Showing):
    """Settings of the swap by weakened variants."""


@declare(
    "Draw mean ranks before and after a weakened variant of one method replaces one of another, which swaps the two.",
    limit=ANY_NUMBER,
    of="audit",
)
def lay_out(audit: Audit, options: AuditWeakenedOptions = AuditWeakenedOptions()) -> Swap:
    """Return the swap of two comparates that differ least in mean rank, by weakened variants of theirs."""
    return swap_of(audit.weakened_example, options)
