"""An audit's sets, decided in blocks by whoever works, and kept on interruption."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import partial

import numpy as np

from comparatex.inference.audit import patterns
from comparatex.inference.audit.patterns import Question, Tally, tally
from comparatex.inference.workers import Backend, digest, each

Block = tuple[int, int]


def decided(
    asked: Question,
    planned: list[Block],
    everything: bool,
    *,
    jobs: int = 1,
    backend: Backend = "local",
    scheduler: str = "",
) -> Iterator[tuple[Block, Tally]]:
    """Yield the tally of every block as it is completed.

    Parameters
    ----------
    asked : Question
        The question asked of every set.
    planned : list of (int, int)
        The blocks: ranges of set numbers.
    everything : bool
        Whether the numbers are those of all sets; otherwise they are those of a sample.
    jobs : int
        Number of processes; 1 works in this one, −1 uses all processors (with Dask, all of the cluster's).
    backend : {"local", "dask"}
        Where processes run.
    scheduler : str
        Address of the Dask scheduler.

    Raises
    ------
    UsageError
        Dask is not installed, or no scheduler answers at the address.
    """
    decide = partial(_decide, asked, everything)
    yield from each(decide, planned, jobs=jobs, backend=backend, scheduler=scheduler)


def _decide(asked: Question, everything: bool, block: Block) -> tuple[Block, Tally]:
    """Decide one block, and return it with its tally."""
    return block, tally(asked, block, everything)


def identity(asked: Question, budget: int) -> str:
    """Return a hash of everything that tallies depend on."""
    parts = (
        np.ascontiguousarray(asked.pvalues).tobytes().hex(), asked.core, asked.family, asked.alpha,
        asked.correction, asked.seed, asked.sampled, budget, patterns.BLOCK,
    )  # fmt: skip
    return digest(repr(parts).encode())


def to_text(asked: Question, budget: int, tallies: Mapping[Block, Tally]) -> str:
    """Return the tallies of finished blocks, as JSON."""
    blocks = [
        {
            "block": block,
            "counts": sorted(part.counts.items()),
            "examples": [
                [code, [[priority, list(added)] for priority, added in part.examples[code]]]
                for code in sorted(part.examples)
            ],
        }
        for block, part in sorted(tallies.items())
    ]
    return json.dumps({"question": identity(asked, budget), "blocks": blocks}) + "\n"


def from_text(asked: Question, budget: int, text: str) -> dict[Block, Tally]:
    """Return the tallies in a checkpoint; none when it belongs to another question or is not a checkpoint."""
    try:
        content = json.loads(text)
        if content["question"] != identity(asked, budget):
            return {}
        return {
            (block["block"][0], block["block"][1]): Tally(
                dict(block["counts"]),
                {
                    code: [(priority, tuple(added)) for priority, added in kept]
                    for code, kept in block["examples"]
                },
            )
            for block in content["blocks"]
        }
    except (ValueError, KeyError, TypeError, IndexError):
        return {}
