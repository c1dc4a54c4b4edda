"""Threads and an interrupt: the same statistics, whoever works."""

import numpy as np
import pytest

from comparatex.data.scores import Scores
from comparatex.errors import UsageError
from comparatex.inference import workers
from comparatex.inference.analysis import Running
from comparatex.inference.compare import compare
from comparatex.inference.fields import OptionalStatistics
from comparatex.inference.workers import over_pairs, processors
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
    """Blocks of a few pairs, in threads."""
    monkeypatch.setattr("comparatex.inference.workers.THREADED", 0)
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
