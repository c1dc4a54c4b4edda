"""Processes, threads and clusters: the same counts, however the work is done."""

import threading

import joblib
import numpy as np
import pytest

from comparatex.inference.audit import patterns as module
from comparatex.inference.audit.patterns import patterns, question


@pytest.fixture
def asked(monkeypatch):
    monkeypatch.setattr(module, "BLOCK", 20)
    p = np.triu(np.random.default_rng(1).beta(0.3, 2, (9, 9)), 1)
    return question(p + p.T, (0, 1, 2))


@pytest.fixture
def threads(monkeypatch):
    """Names of the threads of this process that decide a block."""
    names, numbered_sets = [], module.numbered_sets

    def noted(*args):
        names.append(threading.current_thread().name)
        return numbered_sets(*args)

    monkeypatch.setattr(module, "numbered_sets", noted)
    return names


@pytest.mark.parametrize("jobs", [2, -1])
def test_several_processes_decide_the_same(asked, jobs):
    assert patterns(asked, jobs=jobs) == patterns(asked)


@pytest.mark.parametrize("backend", ["threading", "multiprocessing"])
def test_whoever_joblib_names_decides_the_same(asked, backend):
    """Threads return what is done one by one; a pool of processes, as that of Ray, returns everything at the end."""
    alone = patterns(asked)
    with joblib.parallel_config(backend=backend, n_jobs=2):
        assert patterns(asked) == alone


def test_a_cluster_decides_the_same(asked, threads):
    from dask.distributed import Client

    alone = patterns(asked)
    assert {*threads} == {threading.current_thread().name}
    threads.clear()
    with Client(processes=False, dashboard_address=None), joblib.parallel_config(backend="dask"):
        assert patterns(asked) == alone
    assert len(threads) == 4
    assert all("Dask" in name for name in threads)
