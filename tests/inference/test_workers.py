"""Threads, a cluster and an interrupt: the same statistics, whoever works."""

import random

import numpy as np
import pytest

from comparatex.data.scores import Scores
from comparatex.errors import UsageError
from comparatex.inference import workers
from comparatex.inference.analysis import Running
from comparatex.inference.compare import compare
from comparatex.inference.fields import OptionalStatistics
from comparatex.inference.workers import Kept, is_damaged, over_pairs, processors
from comparatex.stats import to_json


@pytest.fixture(scope="module")
def table():
    rng = np.random.default_rng(4)
    values = np.round(rng.normal(0.8, 0.05, (31, 12)) + 0.02 * np.arange(12), 2)
    values[rng.random(values.shape) < 0.1] = np.nan
    tasks, comparates = tuple(f"t{i}" for i in range(31)), tuple("ABCDEFGHIJKL")
    return Scores(values, np.full(values.shape, 2, np.int8), tasks, comparates, missing="pairwise")


@pytest.fixture
def small_blocks(monkeypatch):
    """Blocks of a few pairs, in threads and on a cluster."""
    monkeypatch.setattr("comparatex.inference.workers.THREADED", 0)
    monkeypatch.setattr("comparatex.inference.workers.SENT", 31 * 20)
    monkeypatch.setattr("comparatex.inference.workers.PARTS", 1)
    whole = workers.blocks
    monkeypatch.setattr(workers, "blocks", lambda n, tasks, held: whole(n, tasks, min(held, 31 * 20)))


def statistics(table, **running):
    return to_json(compare(table, **running), optional=OptionalStatistics(draws=50))


@pytest.mark.parametrize("jobs", [2, 3, -1])
@pytest.mark.parametrize("test", ["wilcoxon", "t"])
def test_threads_change_no_byte(table, small_blocks, jobs, test):
    assert statistics(table, jobs=jobs, test=test) == statistics(table, jobs=1, test=test)


def test_small_tables_start_no_thread(table, monkeypatch):
    def refuse(*_, **__):
        raise AssertionError

    monkeypatch.setattr("concurrent.futures.ThreadPoolExecutor", refuse)
    assert statistics(table)


def test_an_error_in_a_thread_is_raised(small_blocks):
    def fail(row, column):
        if row[0] == 40:
            raise KeyboardInterrupt
        return [row]

    row = np.arange(100)
    with pytest.raises(KeyboardInterrupt):
        over_pairs(fail, row, row, 31, Running(jobs=2))


@pytest.mark.parametrize("jobs", [1, 2, 3])
@pytest.mark.parametrize("error", [IndexError, KeyError])
def test_no_error_of_a_block_is_lost(small_blocks, jobs, error):
    def fail(row, column):
        if row[-1] == 99:
            raise error
        return [row]

    row = np.arange(100)
    with pytest.raises(error):
        over_pairs(fail, row, row, 31, Running(jobs=jobs))


@pytest.mark.parametrize("jobs", [0, -2])
def test_a_number_of_threads_is_asked_for(table, jobs):
    with pytest.raises(UsageError, match="`jobs` is"):
        compare(table, jobs=jobs)


def test_processors_are_those_allotted(monkeypatch):
    monkeypatch.setattr("os.sched_getaffinity", lambda _: {1, 5, 7}, raising=False)
    assert processors() == 3


def test_a_cluster_changes_no_byte_and_goes_on_where_it_stopped(table, small_blocks, monkeypatch, tmp_path):
    from dask.distributed import LocalCluster

    expected, kept = statistics(table, jobs=1), tmp_path / "kept"
    with LocalCluster(n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address=":0") as cluster:
        there = {"backend": "dask", "scheduler": cluster.scheduler_address, "checkpoint": str(kept)}
        with monkeypatch.context() as patch:
            patch.setattr(Kept, "add", stopping(Kept.add))
            with pytest.raises(KeyboardInterrupt):
                statistics(table, **there)
        assert statistics(table, **there) == expected
    kept.write_bytes(kept.read_bytes() + kept.read_bytes()[17:300])  # a block that a crash cut off
    monkeypatch.setattr(workers, "_client", None)  # nothing is left to compute
    assert statistics(table, **there) == expected


def stopping(add):
    """Return a method that keeps one block, and then is interrupted."""

    def once(kept, start, values):
        add(kept, start, values)
        raise KeyboardInterrupt

    return once


def test_blocks_are_kept_by_question_and_damage_is_cut_off(tmp_path):
    path, one, other = tmp_path / "kept", "11" * 32, "22" * 32
    with Kept(str(path), one) as kept:
        kept.add(5, [np.arange(3), np.array([0.5, np.nan])])
    with Kept(str(path), other) as kept:
        assert list(kept.results()) == []
        kept.add(0, [np.zeros(1)])
    size = path.stat().st_size
    path.write_bytes(path.read_bytes() + path.read_bytes()[20:200])
    with Kept(str(path), one) as kept:
        ((start, values),) = kept.results()
    assert path.stat().st_size == size
    assert start == 5
    np.testing.assert_array_equal(values[0], [0, 1, 2])
    np.testing.assert_array_equal(values[1], [0.5, np.nan])


@pytest.mark.parametrize("seed", range(12))
def test_a_checkpoint_with_a_flipped_bit_gives_no_other_numbers(tmp_path, seed):
    path, chance, made = tmp_path / "kept", random.Random(seed), {}
    with Kept(str(path), "11" * 32) as kept:
        for start in range(0, 30, 5):
            made[start] = np.arange(start, start + 5) / 7
            kept.add(start, [made[start]])
    assert not is_damaged(str(path))
    content = bytearray(path.read_bytes())
    content[chance.randrange(16, len(content))] ^= 1 << chance.randrange(8)
    path.write_bytes(content)
    assert is_damaged(str(path))
    with Kept(str(path), "11" * 32) as kept:
        read = {start: values for start, (values,) in kept.results()}
        assert len(read) < len(made)
        for start in made:
            np.testing.assert_array_equal(read.get(start, made[start]), made[start])
    assert not is_damaged(str(path))


def test_a_file_that_is_no_checkpoint_is_left_alone(tmp_path):
    path = tmp_path / "kept"
    path.write_text("notes of mine")
    with pytest.raises(UsageError, match="is no checkpoint"):
        Kept(str(path), "11" * 32)
    assert path.read_text() == "notes of mine"
