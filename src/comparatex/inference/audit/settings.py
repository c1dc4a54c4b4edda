"""Settings of an audit."""

from __future__ import annotations

from dataclasses import dataclass

from comparatex.inference.running import Backend
from comparatex.settings import Settings, headed, setting

ADDED = (4,)
"""How many others are added by default; every number where a table has fewer."""
SAMPLED = 1 << 20
"""Sets of a sample: shares are then within 0.1 percentage points (95 %)."""


@headed()
@dataclass(frozen=True, kw_only=True)
class AuditSettings(Settings):
    """Settings of an audit; comparates are positions in the summary order.

    {settings}
    """

    core: tuple[int, ...] = setting(
        (), common=True, help="Comparates whose mutual verdicts are followed; the best four by default."
    )
    added: tuple[int, ...] | None = setting(
        ADDED, common=True, flag="--add", kind="numbers", help="How many others to add; a range such as 2-5."
    )
    baseline: tuple[int, ...] = setting(
        (), common=True, help="The set whose conclusion is in question; the whole table by default."
    )
    jobs: int = setting(1, common=True, group="processes", help="Processes; -1 for all processors.")
    seed: int = setting(0, minimum=0, help="Of examples and samples.")
    budget: int = setting(1 << 22, minimum=1, help="Sets to decide at most.")
    sampled: int = setting(SAMPLED, minimum=1, help="Sets to draw where there are more than the budget.")
    backend: Backend = setting("local", group="processes", help="Where the processes run.")
    scheduler: str = setting("", group="processes", metavar="ADDRESS", help="Address of the Dask scheduler.")
