"""Settings of an audit."""

from __future__ import annotations

from dataclasses import dataclass

from comparatex.inference.workers import Backend
from comparatex.settings import Settings, setting

ADDED = (4,)
"""How many others are added by default; every number where a table has fewer."""
SAMPLED = 1 << 20
"""Sets of a sample: shares are then within 0.1 percentage points (95 %)."""


@dataclass(frozen=True, kw_only=True)
class AuditSettings(Settings):
    """Settings of an audit.

    Parameters
    ----------
    core : tuple of int
        Comparates whose verdicts are followed, as positions in the summary order; empty: the best four.
    added : tuple of int or None
        How many others are added; None: every number.
    baseline : tuple of int
        The set whose conclusion is in question; empty: the whole table.
    jobs : int
        Number of processes; 1 works in this one, −1 uses all processors.
    seed : int
        Chooses examples, subsamples, and the sets where they are sampled.
    budget : int
        Largest number of sets to decide, for patterns and for each flip.
    sampled : int
        Sets to draw for patterns when there are more than the budget; the error is given with the shares.
    backend : {"local", "dask"}
        Where processes run.
    scheduler : str
        Address of the Dask scheduler.
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
