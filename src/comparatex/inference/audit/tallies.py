"""An audit's sets, decided in blocks by whoever works, and kept on interruption."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

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
    """Yield the tally of every block as it is completed."""
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
    """Return the tallies of finished blocks, each with its hash, as JSON."""
    question = identity(asked, budget)
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
    hashed = [{**block, "hash": _hash(question, block)} for block in blocks]
    return json.dumps({"question": question, "blocks": hashed}) + "\n"


def _hash(question: str, block: Mapping[str, Any]) -> str:
    return digest(json.dumps([question, {**block, "hash": ""}], sort_keys=True).encode())


def from_text(
    asked: Question, budget: int, text: str, damaged: Callable[[], None] = lambda: None
) -> dict[Block, Tally]:
    """Return the tallies in a checkpoint that are as they were written; none when it belongs to another question.

    `damaged` is called if there are others.
    """
    question, tallies = identity(asked, budget), dict[Block, Tally]()
    try:
        content: Any = json.loads(text) if text else {"question": "", "blocks": []}
        if content["question"] != question:
            return {}
        for block in content["blocks"]:
            if block["hash"] != _hash(question, block):
                damaged()
                continue
            start, end = block["block"]
            tallies[start, end] = Tally(
                dict(block["counts"]),
                {
                    code: [(priority, tuple(added)) for priority, added in kept]
                    for code, kept in block["examples"]
                },
            )
    except (ValueError, KeyError, TypeError, IndexError, AttributeError, RecursionError):
        damaged()
    return tallies
