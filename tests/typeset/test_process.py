from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import pytest

from comparatex.errors import TypesetError
from comparatex.typeset.compile import Clock, run_process


def test_status_and_output_come_back_and_there_is_no_standard_input(tmp_path):
    code = "import sys; print(repr(sys.stdin.read())); print('oops', file=sys.stderr); sys.exit(3)"
    done = run_process([sys.executable, "-c", code], tmp_path, os.environ, Clock(60))
    assert done.status == 3
    assert sorted(done.output.split()) == ["''", "oops"]
    assert not done.timed_out


def test_a_process_and_its_children_end_with_the_clock(tmp_path):
    pid = tmp_path / "pid"
    code = f"sleep 60 & echo $! > '{pid}'; wait"
    done = run_process(["sh", "-c", code], tmp_path, os.environ, Clock(1))
    assert done.timed_out
    child = int(pid.read_text())
    for _ in range(200):
        if not _runs(child):
            break
        time.sleep(0.02)
    assert not _runs(child)


def _runs(pid: int) -> bool:
    """Say whether a process runs; one that ended and was not yet waited for does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_a_program_that_is_not_there_is_named(tmp_path):
    with pytest.raises(TypesetError, match=r"Cannot run /nowhere/tex: No such file"):
        run_process(["/nowhere/tex"], tmp_path, os.environ, Clock(1))
