"""Who works on an analysis: this process, its threads, or whatever joblib is configured for; the results are the same.

Pairs are taken in blocks, each by itself, and put where they belong. What tables of thousands of comparates cost:
``docs/guides/scale.md``.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

import numpy as np

from comparatex import progress
from comparatex.inference.analysis import ALONE, Running
from comparatex.inference.arithmetic import CACHED, Integers, Keys, blocks

OfPairs = Callable[[Integers, Integers], Sequence[Keys]]
"""From the two comparates of some pairs to their statistics, each of shape (…, n_pairs)."""

T = TypeVar("T")
R = TypeVar("R")

THREADED = 4_000_000
"""Differences from which threads save more than they cost to start: some milliseconds of work."""

_ALLOCATING = threading.Lock()


def processors() -> int:
    """Return how many processors are allotted to this process."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def over_pairs(
    function: OfPairs, row: Integers, column: Integers, n_tasks: int, running: Running = ALONE, held: int = CACHED
) -> list[Keys]:
    """Return statistics of pairs, computed in blocks."""
    parts, statistics = list(blocks(len(row), n_tasks, held)), list[Keys]()
    jobs = processors() if running.jobs == -1 else running.jobs
    threads = min(jobs, len(parts)) if len(row) * n_tasks >= THREADED else 1

    def compute(pairs: slice) -> None:
        _put(statistics, len(row), pairs, function(row[pairs], column[pairs]))

    with progress.step(f"Computing with {len(row):,} pairs", len(parts)) as advance:
        for k, _ in enumerate(_in_threads(compute, parts, threads), 1):
            advance(k)
    return statistics


def _in_threads(compute: Callable[[slice], None], parts: Sequence[slice], threads: int) -> Iterator[None]:
    """Compute blocks; an error or an interrupt ends the threads after the blocks that they have begun."""
    if threads == 1:
        yield from map(compute, parts)
        return
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(threads) as pool:
        yield from pool.map(compute, parts)


def _put(statistics: list[Keys], n_pairs: int, pairs: slice, values: Sequence[Keys]) -> None:
    """Put the statistics of a block where they belong: keeping parts until the end would double the memory."""
    with _ALLOCATING:
        if not statistics:
            statistics.extend(np.empty((*part.shape[:-1], n_pairs), dtype=part.dtype) for part in values)
    for statistic, part in zip(statistics, values, strict=True):
        statistic[..., pairs] = part


def each(function: Callable[[T], R], items: Sequence[T], jobs: int) -> Iterator[R]:
    """Yield what a function returns for each item, as completed, in any order.

    One job is this process, unless ``joblib.parallel_config`` says otherwise: who did that has imported joblib.
    """
    if len(items) < 2 or (jobs == 1 and "joblib" not in sys.modules):
        yield from map(function, items)
        return
    from joblib import Parallel, delayed

    n_jobs = None if jobs == 1 else jobs
    try:
        parallel = Parallel(n_jobs, return_as="generator_unordered")
    except ValueError:  # a backend that returns everything at the end, such as Ray's
        parallel = Parallel(n_jobs)
    yield from parallel(delayed(function)(item) for item in items)
