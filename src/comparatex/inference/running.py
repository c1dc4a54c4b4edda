"""The settings of who works on an analysis, for commands that have these options without what computes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from comparatex.errors import UsageError
from comparatex.settings import Settings, headed, setting

Backend = Literal["local", "dask"]


@headed("Analysis")
@dataclass(frozen=True, kw_only=True)
class Running(Settings):
    """Who works on an analysis, on which its results do not depend."""

    jobs: int = setting(-1, help="Threads that compare pairs; -1: one for each processor allotted.")
    backend: Backend = setting("local", help="Where pairs are compared.")
    scheduler: str = setting("", metavar="ADDRESS", help="Address of the Dask scheduler.")
    checkpoint: str = ""
    """File that keeps what a cluster has computed, so that an interrupted analysis goes on from there; empty:
    none."""

    def __post_init__(self) -> None:
        """Refuse words that are unknown, and a number of threads that is none."""
        super().__post_init__()
        if self.jobs != -1 and self.jobs < 1:
            raise UsageError(f"`jobs` is {self.jobs}: give a number of threads, or -1 for all processors.")


ALONE = Running(jobs=1)
"""One thread of this process."""
