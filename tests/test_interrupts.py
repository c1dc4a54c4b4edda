"""Programs that a signal ends, with its status and one word, without unfinished files and processes."""

import os
import signal
import subprocess
import sys
import time
from functools import partial
from textwrap import indent

import pytest

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals")

HALF = "with replacing(Path('a')) as file:\n    file.write(b'half')\n    time.sleep(60)"
TEX = "run_process(['sleep', '61'], Path(), {**os.environ}, time.monotonic() + 60)"
IN_THREADS = f"with ThreadPoolExecutor() as pool, ending_all(pool):\n    pool.submit(lambda: {TEX})\n    time.sleep(60)"
SLOW_END = "try:\n    time.sleep(60)\nfinally:\n    time.sleep(1)\n    os.write(1, b'closed')"


def program(work, number="SIGINT", times=1):
    """Return a program that does some work, and gets a signal from one of its threads."""
    return f"""
import os, signal, sys, threading, time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from comparatex.files import replacing
from comparatex.typeset.compile import ending_all, run_process
import comparatex.cli.analyses as analyses
def work():
{indent(work, "    ")}
analyses.formats.callback = lambda **_: work()
sys.argv = ["comparatex", "formats"]
def kill():
    for _ in range({times}):
        time.sleep(0.3)
        os.kill(os.getpid(), signal.{number})
threading.Thread(target=kill, daemon=True).start()
from comparatex.__main__ import main
main()
"""


def heed():
    """Heed the signals that the tests themselves may have been started to ignore, as in the background."""
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        signal.signal(getattr(signal, name), signal.SIG_DFL)


def run(text, folder, first=heed):
    (folder / "tmp").mkdir()
    done = subprocess.run(
        [sys.executable, "-c", text], cwd=folder, capture_output=True, text=True, check=False, timeout=50,
        preexec_fn=first, env={**os.environ, "TMPDIR": str(folder / "tmp")},
    )  # fmt: skip
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize(
    ("work", "number"),
    [("time.sleep(60)", "SIGHUP"), (HALF, "SIGTERM"), (TEX, "SIGINT"), (IN_THREADS, "SIGTERM")],
    ids=["plain", "half a file", "a process", "a thread's process"],
)
def test_a_signal_ends_whatever_is_done(tmp_path, work, number):
    assert run(program(work, number), tmp_path) == (128 + getattr(signal, number), "", "Interrupted.\n")
    assert [path.name for path in tmp_path.rglob("*")] == ["tmp"]
    listed = subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True, check=True).stdout
    assert "sleep 61" not in listed.splitlines()


def test_a_second_interrupt_ends_at_once(tmp_path):
    begun = time.monotonic()
    endless = "try:\n    time.sleep(60)\nfinally:\n    time.sleep(60)"
    assert run(program(endless, times=2), tmp_path) == (-signal.SIGINT, "", "Interrupted.\n")
    assert time.monotonic() - begun < 30


def test_other_signals_that_repeat_leave_the_end_its_time(tmp_path):
    """As those of timeout, which sends one to the process and one to its group."""
    assert run(program(SLOW_END, "SIGTERM", 2), tmp_path) == (128 + signal.SIGTERM, "closed", "Interrupted.\n")


def test_a_signal_that_is_ignored_from_the_start_stays_ignored(tmp_path):
    ignore = partial(signal.signal, signal.SIGINT, signal.SIG_IGN)
    found = run(program("time.sleep(0.5); print('done')"), tmp_path, first=ignore)
    assert found == (0, "done\n", "")
