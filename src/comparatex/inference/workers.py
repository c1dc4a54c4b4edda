"""Who works on an analysis: this process, its threads, other processes, or a Dask cluster; and what is kept of it.

The results are the same whoever works. Pairs are taken in blocks, each by itself, and put where they belong.

When a cluster pays, what it costs, and a plan for 20,000 comparates: ``docs/guides/scale.md``.
"""

from __future__ import annotations

import hashlib
import io
import os
import pickle
import signal
import struct
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from functools import partial
from importlib.util import find_spec
from itertools import islice
from operator import call
from pathlib import Path
from typing import IO, Any, TypeVar

import numpy as np

from comparatex import progress
from comparatex.errors import UsageError
from comparatex.inference.analysis import ALONE, Backend, Running
from comparatex.inference.arithmetic import CACHED, Integers, Keys, blocks
from comparatex.version import __version__

OfPairs = Callable[[Integers, Integers], Sequence[Keys]]
"""From the two comparates of some pairs to their statistics, each of shape (…, n_pairs)."""

T = TypeVar("T")
R = TypeVar("R")

THREADED = 4_000_000
"""Differences from which threads save more than they cost to start: some milliseconds of work."""

SENT = 200_000_000
"""Differences of a block that is sent to a cluster, at most: about a second of work."""

PARTS = 64
"""Blocks into which a cluster's work is cut at least, unless they would be too small for a thread."""

_AHEAD = 3
"""Blocks that wait for each thread of a cluster."""

_ALLOCATING = threading.Lock()

_MAGIC = b"comparatex pairs 2\n"
_ANY_MAGIC = b"comparatex pairs"
_HEAD = struct.Struct("<32sqq")
"""Of a block in a checkpoint, behind the hash of all that follows: that of its question, its first pair, its bytes."""


def processors() -> int:
    """Return how many processors are allotted to this process."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def over_pairs(
    function: OfPairs,
    row: Integers,
    column: Integers,
    n_tasks: int,
    running: Running = ALONE,
    held: int = CACHED,
) -> list[Keys]:
    """Return statistics of pairs, computed in blocks; a cluster pickles the function, or a `partial` of one."""
    if running.backend == "dask":
        return _by_cluster(function, row, column, n_tasks, running, held)
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


def _by_cluster(
    function: OfPairs, row: Integers, column: Integers, n_tasks: int, running: Running, held: int
) -> list[Keys]:
    """Return what `over_pairs` returns, computed by the workers of a cluster, or found in the checkpoint."""
    statistics: list[Keys] = []
    sent = min(SENT, max(THREADED, len(row) * n_tasks // PARTS))
    remaining = {pairs.start: pairs for pairs in blocks(len(row), n_tasks, sent)}
    question = pickle.dumps((__version__, function, n_tasks, held, sent)), row.tobytes(), column.tobytes()
    with Kept(running.checkpoint, digest(*question)) as checkpoint:
        for start, values in checkpoint.results():
            if start in remaining:
                _put(statistics, len(row), remaining.pop(start), values)
        items = [(start, row[pairs], column[pairs]) for start, pairs in remaining.items()]
        work = partial(_block, function, n_tasks, held)
        for start, values in each(work, items, backend="dask", scheduler=running.scheduler) if items else ():
            _put(statistics, len(row), remaining[start], values)
            checkpoint.add(start, values)
    return statistics


def _block(function: OfPairs, n_tasks: int, held: int, item: tuple[int, Integers, Integers]) -> tuple[int, list[Keys]]:
    """Compute a block that was sent to a worker, and return it with its place."""
    start, row, column = item
    return start, over_pairs(function, row, column, n_tasks, ALONE, held)


def each(
    function: Callable[[T], R],
    items: Sequence[T],
    *,
    jobs: int = 1,
    backend: Backend = "local",
    scheduler: str = "",
) -> Iterator[R]:
    """Yield what a function, which is sent to each process once, returns for each item as completed, in any order."""
    if backend == "dask":
        yield from _on_cluster(function, items, scheduler)
    elif jobs == 1 or len(items) < 2:
        yield from map(function, items)
    else:
        from joblib import Parallel, delayed

        parallel = Parallel(
            n_jobs=jobs, return_as="generator_unordered", initializer=_end_with, initargs=(os.getpid(),)
        )
        yield from parallel(delayed(function)(item) for item in items)


def _end_with(parent: int) -> None:
    """Have this process end soon after the one that started it, however that ends; an interrupt is for that one."""

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(1)
        os._exit(1)

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if os.name == "posix":  # elsewhere a process keeps the number of a parent that has ended
        threading.Thread(target=watch, daemon=True).start()


def _on_cluster(function: Callable[[T], R], items: Sequence[T], scheduler: str) -> Iterator[R]:
    """Yield results from a cluster, to which a few blocks are sent at a time, so that none of its memory fills."""
    with _client(scheduler) as client:
        from dask import distributed

        shared, remaining = client.scatter(function, broadcast=True, hash=False), iter(items)
        ahead = _AHEAD * max(1, sum(client.nthreads().values()))
        waiting = [client.submit(call, shared, item, pure=False) for item in islice(remaining, ahead)]
        completed: Any = distributed.as_completed  # untyped
        finished = completed(waiting, with_results=True)
        for future, result in finished:
            for item in islice(remaining, 1):
                finished.add(client.submit(call, shared, item, pure=False))
            future.release()
            yield result


def require_cluster(backend: Backend, scheduler: str) -> None:
    """Refuse a cluster without Dask, or without an address, before anything is computed."""
    if backend == "dask" and find_spec("distributed") is None:
        raise UsageError("`backend=\"dask\"` needs the extra: pip install 'comparatex[dask]'.")
    if backend == "dask" and not scheduler:
        raise UsageError('`backend="dask"` needs the address of the scheduler: add `scheduler="HOST:PORT"`.')


def _client(scheduler: str) -> AbstractContextManager[Any]:
    """Return the client of the Dask cluster at an address."""
    require_cluster("dask", scheduler)
    from dask.distributed import Client

    try:
        connect: Any = Client  # untyped
        client: AbstractContextManager[Any] = connect(scheduler, timeout="10s")
    except OSError as error:
        raise UsageError(f"No Dask scheduler answers at {scheduler}.") from error
    return client


def digest(*parts: bytes) -> str:
    """Return a hash of everything that results depend on, by which a checkpoint knows its question."""
    hashed = hashlib.sha256()
    for part in parts:
        hashed.update(len(part).to_bytes(8, "little"))
        hashed.update(part)
    return hashed.hexdigest()


def _blocks(file: IO[bytes]) -> Iterator[tuple[bytes, int, bytes]]:
    """Yield the question, the first pair and the content of each block of a checkpoint, up to one that is damaged."""
    size = file.seek(0, os.SEEK_END)
    file.seek(0)
    readable, n = file.read(len(_MAGIC)) == _MAGIC, hashlib.sha256().digest_size
    while readable and len(head := file.read(n + _HEAD.size)) == n + _HEAD.size:
        question, start, length = _HEAD.unpack(head[n:])
        if not 0 <= length <= size - file.tell():
            return
        content = file.read(length)
        if hashlib.sha256(head[n:] + content).digest() != head[:n]:
            return
        yield question, start, content


def is_damaged(path: str) -> bool:
    """Whether a checkpoint of pairs has something that is not as it was written, and will be computed again."""
    if not path or not Path(path).is_file():
        return False
    with Path(path).open("rb") as file:
        if not file.read(len(_MAGIC)).startswith(_ANY_MAGIC):
            return False  # empty, or something else, which is refused
        end = max((file.tell() for _ in _blocks(file)), default=len(_MAGIC))
        return end < Path(path).stat().st_size


class Kept:
    """Blocks of statistics in a file that grows with each of them; what was cut off by a crash is left out."""

    def __init__(self, path: str, question: str) -> None:
        self._question = bytes.fromhex(question)
        self._file = Path(path).open("a+b") if path else None  # noqa: SIM115  (closed on leaving the context)
        if self._file is None:
            return
        self._file.seek(0)
        start = self._file.read(len(_MAGIC))
        if not start:
            self._file.write(_MAGIC)
        elif not start.startswith(_ANY_MAGIC):
            self._file.close()
            raise UsageError(f"{path} is no checkpoint of pairs: move it away, or name another output.")

    def results(self) -> Iterator[tuple[int, list[Keys]]]:
        """Yield the blocks of the question, as far as nothing is damaged: the first pair, and the statistics."""
        if self._file is None:
            return
        end = 0
        for question, start, content in _blocks(self._file):
            end = self._file.tell()
            if question == self._question:
                with np.load(io.BytesIO(content), allow_pickle=False) as arrays:
                    yield start, [arrays[name] for name in arrays.files]
        self._file.truncate(end)
        if not end:
            self._file.write(_MAGIC)

    def add(self, start: int, values: Iterable[Keys]) -> None:
        """Keep a block."""
        if self._file is None:
            return
        content = io.BytesIO()
        np.savez(content, *values)
        block = _HEAD.pack(self._question, start, content.tell()) + content.getvalue()
        self._file.write(hashlib.sha256(block).digest() + block)
        self._file.flush()

    def __enter__(self) -> Kept:
        return self

    def __exit__(self, *_: object) -> None:
        if self._file is not None:
            self._file.close()
