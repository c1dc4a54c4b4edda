"""Processes, a cluster and an interrupt: the same counts, however the work is done."""

import json

import numpy as np
import pytest

from comparatex.audits import in_words
from comparatex.data.scores import Scores
from comparatex.errors import UsageError
from comparatex.inference.analysis import AuditSettings
from comparatex.inference.audit import patterns as module
from comparatex.inference.audit.audit import audit
from comparatex.inference.audit.patterns import (
    blocks,
    decided,
    from_text,
    patterns,
    question,
    tally,
    to_text,
)
from comparatex.inference.compare import compare


def _pvalues(m=9, seed=1):
    p = np.triu(np.random.default_rng(seed).beta(0.3, 2, (m, m)), 1)
    return p + p.T


@pytest.fixture
def small_blocks(monkeypatch):
    monkeypatch.setattr("comparatex.inference.audit.patterns.BLOCK", 20)


@pytest.fixture
def asked(small_blocks):
    return question(_pvalues(), (0, 1, 2))


def _comparison():
    rng = np.random.default_rng(4)
    values = np.round(rng.normal(0.8, 0.05, (15, 7)) + 0.02 * np.arange(7), 3)
    return compare(
        Scores(values, np.full(values.shape, 3, np.int8), tuple(f"t{i}" for i in range(15)), tuple("ABCDEFG"))
    )


def on_cluster(scheduler):
    return AuditSettings(backend="dask", scheduler=scheduler)


def test_several_processes_decide_the_same(asked):
    planned = blocks(asked, 1000)
    alone = dict(decided(asked, planned, True))
    assert dict(decided(asked, planned, True, AuditSettings(jobs=2))) == alone
    assert sorted(alone) == planned


def test_a_local_cluster_decides_the_same(asked):
    from dask.distributed import LocalCluster

    planned = blocks(asked, 1000)
    with LocalCluster(n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address=":0") as cluster:
        parts = dict(decided(asked, planned, True, on_cluster(cluster.scheduler_address)))
    assert patterns(asked, tallies=parts.values()) == patterns(asked)


@pytest.mark.parametrize(("scheduler", "words"), [("", "`scheduler="), ("127.0.0.1:9", "No Dask scheduler")])
def test_without_a_scheduler_there_is_one_sentence(asked, scheduler, words, monkeypatch):
    from dask import distributed

    def refuse(*_, **__):
        raise OSError("timed out")

    monkeypatch.setattr(distributed, "Client", refuse)
    with pytest.raises(UsageError, match=words):
        list(decided(asked, blocks(asked, 1000), True, on_cluster(scheduler)))


def test_a_checkpoint_holds_what_is_done_and_nothing_else(asked):
    done = {block: tally(asked, block, True) for block in blocks(asked, 1000)[:2]}
    text = to_text(asked, 1000, done)
    assert from_text(asked, 1000, text) == done
    assert from_text(asked, 999, text) == {}
    assert from_text(question(_pvalues(), (0, 1, 3)), 1000, text) == {}
    for damaged in ("", "{}", "[1]", text[: len(text) // 2]):
        assert from_text(asked, 1000, damaged) == {}


@pytest.mark.parametrize("change", ["counts", "block", "hash", "deep", "examples"])
def test_an_altered_block_is_decided_again_and_said(asked, change):
    done = {block: tally(asked, block, True) for block in blocks(asked, 1000)[:2]}
    content, said = json.loads(to_text(asked, 1000, done)), []
    first = content["blocks"][0]
    if change == "counts":
        first["counts"][0][1] -= 1
    elif change == "block":
        first["block"] = [0, 10**9]
    elif change == "deep":
        content["blocks"] = "DEEP"
    else:
        del first[change]
    text = json.dumps(content).replace('"DEEP"', "[" * 100_000 + "]" * 100_000)
    kept = from_text(asked, 1000, text, lambda: said.append("damaged"))
    assert said and kept.items() < done.items()


def test_an_interrupted_audit_goes_on_where_it_stopped(small_blocks, monkeypatch):
    comparison = _comparison()
    settings = AuditSettings(core=(0, 1), added=None)
    whole = audit(comparison, settings)
    calls = []

    def once(asked, block, everything):
        if calls:
            raise KeyboardInterrupt
        calls.append(block)
        return tally(asked, block, everything)

    monkeypatch.setattr(module, "tally", once)
    partial = audit(comparison, settings)
    assert (partial.complete, partial.patterns.exhaustive, partial.patterns.n_sets) == (False, False, 20)
    assert (partial.patterns.at_random, partial.patterns.margin) == (False, 0)  # the first sets are no sample
    assert "Shares are within" not in in_words(partial)
    again = []

    def counted(asked, block, everything):
        again.append(block)
        return tally(asked, block, everything)

    monkeypatch.setattr(module, "tally", counted)
    resumed = audit(comparison, settings, checkpoint=partial.checkpoint)
    assert resumed.patterns == whole.patterns
    assert (resumed.complete, resumed.checkpoint) == (True, "")
    assert calls[0] not in again
