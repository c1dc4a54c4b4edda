"""Blocks of an audit's sets decided in this process, in several, or on a cluster."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any, Literal

from comparatex.errors import UsageError
from comparatex.inference.audit.patterns import Question, Tally, tally

Block = tuple[int, int]
Backend = Literal["local", "dask"]


def decided(
    asked: Question,
    planned: list[Block],
    everything: bool,
    *,
    jobs: int = 1,
    backend: Backend = "local",
    scheduler: str = "",
) -> Iterator[tuple[Block, Tally]]:
    """Yield the tally of every block, as they are ready.

    Parameters
    ----------
    asked : Question
        What is asked of every set.
    planned : list of (int, int)
        The blocks: ranges of set numbers.
    everything : bool
        Numbers are of all sets; otherwise of a sample.
    jobs : int
        Processes; 1 works in this one, −1 takes all processors (with Dask: all of the cluster's).
    backend : {"local", "dask"}
        Where processes run.
    scheduler : str
        Address of the Dask scheduler.

    Raises
    ------
    UsageError
        Dask is not installed, or no scheduler answers at the address.
    """
    if backend == "local" and (jobs == 1 or len(planned) < 2):
        for block in planned:
            yield block, tally(asked, block, everything)
        return
    from joblib import Parallel, delayed

    with _cluster(scheduler) if backend == "dask" else nullcontext():
        parallel = Parallel(n_jobs=-1 if backend == "dask" else jobs, return_as="generator_unordered")
        yield from parallel(delayed(_decide)(asked, block, everything) for block in planned)


def _decide(asked: Question, block: Block, everything: bool) -> tuple[Block, Tally]:
    """Decide one block, and say which."""
    return block, tally(asked, block, everything)


@contextmanager
def _cluster(scheduler: str) -> Iterator[None]:
    """Let joblib work on the Dask cluster at an address."""
    try:
        from dask.distributed import Client
    except ImportError as error:
        raise UsageError("`backend=\"dask\"` needs the extra: pip install 'comparatex[dask]'.") from error
    from joblib import parallel_config

    if not scheduler:
        raise UsageError('`backend="dask"` needs the address of the scheduler: add `scheduler="HOST:PORT"`.')
    try:
        connect: Any = Client  # untyped
        client: AbstractContextManager[Any] = connect(scheduler, timeout="10s")
    except OSError as error:
        raise UsageError(f"No Dask scheduler answers at {scheduler}.") from error
    with client, parallel_config(backend="dask"):
        yield
