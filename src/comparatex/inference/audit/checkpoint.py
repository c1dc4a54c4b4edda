"""What an interrupted audit has decided so far, as text: the next run of the same question goes on from there."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping

import numpy as np

from comparatex.inference.audit import patterns
from comparatex.inference.audit.patterns import Question, Tally
from comparatex.inference.audit.workers import Block


def identity(asked: Question, budget: int) -> str:
    """Return a hash of everything that tallies depend on."""
    parts = (
        np.ascontiguousarray(asked.pvalues).tobytes().hex(), asked.core, asked.family, asked.alpha,
        asked.correction, asked.seed, asked.sampled, budget, patterns.BLOCK,
    )  # fmt: skip
    return hashlib.sha256(repr(parts).encode()).hexdigest()


def to_text(asked: Question, budget: int, tallies: Mapping[Block, Tally]) -> str:
    """Return the tallies of the blocks that are done, as JSON."""
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
    """Return the tallies in a checkpoint; none when it belongs to another question or is no checkpoint."""
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
