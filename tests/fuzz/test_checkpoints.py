"""Checkpoints that something has damaged: what was computed is used as it was, or computed again; nothing else is.

A short run is part of the tests. ``pytest tests/fuzz/test_checkpoints.py --checkpoints 2000`` damages so many.
"""

import json
import random

import numpy as np
import pytest

from comparatex.errors import UsageError
from comparatex.inference.audit.patterns import blocks, from_text, question, tally, to_text
from comparatex.inference.workers import Kept, is_damaged

QUESTION = "11" * 32


def pytest_generate_tests(metafunc):
    if "seed" in metafunc.fixturenames:
        metafunc.parametrize("seed", range((metafunc.config.getoption("--checkpoints") + 1) // 2))


def damaged(chance, content):
    """Return bytes of which some are others, missing, repeated or at another place."""
    start, end = sorted(chance.sample(range(len(content) + 1), 2))
    kind = chance.choice(("flip", "flip", "cut", "out", "again", "swap", "noise"))
    if kind == "flip":
        content = bytearray(content)
        content[min(start, len(content) - 1)] ^= 1 << chance.randrange(8)
        return bytes(content)
    middle = {
        "cut": None,
        "out": b"",
        "again": content[start:end] * 2,
        "noise": chance.randbytes(end - start),
    }
    if kind == "swap":
        return content[end:] + content[start:end] + content[:start]
    return content[:start] if kind == "cut" else content[:start] + middle[kind] + content[end:]


def test_damaged_blocks_of_pairs_are_computed_again(tmp_path, seed):
    chance, path = random.Random(f"pairs {seed}"), tmp_path / "kept"
    made = {start: np.array([chance.random() for _ in range(5)]) for start in range(0, 30, 5)}
    with Kept(str(path), QUESTION) as kept:
        for start, values in made.items():
            kept.add(start, [values])
    whole = path.read_bytes()
    path.write_bytes(damaged(chance, whole))
    changed = path.read_bytes() != whole
    try:
        with Kept(str(path), QUESTION) as kept:
            read = {start: values for start, (values,) in kept.results()}
            for start in made.keys() - read.keys():
                kept.add(start, [made[start]])
    except UsageError:
        assert changed  # what it begins with is that of no checkpoint, so it may be somebody's file
        return
    for start, values in read.items():
        np.testing.assert_array_equal(values, made[start])
    with Kept(str(path), QUESTION) as kept:
        assert {start for start, _ in kept.results()} == made.keys()
    assert not is_damaged(str(path))


@pytest.fixture(scope="module")
def done():
    """Return a question of an audit, and its blocks with their tallies."""
    p = np.triu(np.random.default_rng(1).beta(0.3, 2, (9, 9)), 1)
    asked = question(p + p.T, (0, 1, 2))
    return asked, {block: tally(asked, block, True) for block in blocks(asked, 1000)[:4]}


def test_damaged_blocks_of_an_audit_are_decided_again(seed, done):
    asked, tallies = done
    chance, notes = random.Random(f"audit {seed}"), list[str]()
    text = to_text(asked, 1000, tallies)
    if chance.random() < 0.5:
        text = damaged(chance, text.encode()).decode("utf-8", errors="replace")
    else:
        content = json.loads(text)
        alter(chance, content)
        text = json.dumps(content)
    kept = from_text(asked, 1000, text, lambda: notes.append("damaged"))
    assert kept.items() <= tallies.items()
    assert notes or not kept or kept == tallies


def alter(chance, content):
    """Replace a value somewhere in a document of JSON by another one."""
    place = chance.choice([*content]) if isinstance(content, dict) else chance.randrange(len(content))
    if isinstance(content[place], (dict, list)) and content[place] and chance.random() < 0.8:
        alter(chance, content[place])
    else:
        content[place] = chance.choice((0, -1, 10**30, 0.5, "", "x", None, [], {}, [[]], True, [1, 2, 3]))
