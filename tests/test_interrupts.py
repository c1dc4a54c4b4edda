"""Programs that a signal ends at once, whatever they do, with its status and without unfinished files."""

import os
import signal
import subprocess
import sys
from functools import partial
from textwrap import indent

import pytest

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals")

DEAF = """
while True:
    try:
        time.sleep(60)
    except KeyboardInterrupt:
        pass
"""
BUSY = "threading.Thread(target=time.sleep, args=(60,)).start()"
DESTRUCTOR = """
class Deaf:
    def __del__(self):
        signal.raise_signal(signal.SIGINT)
        time.sleep(0.01)
deaf = Deaf()
del deaf
time.sleep(60)
"""
LIBRARY = """
try:
    signal.raise_signal(signal.SIGINT)
    time.sleep(1)
except KeyboardInterrupt:
    raise ValueError("cut short") from None
"""
HALF = f"with replacing(Path('a')) as file:\n    file.write(b'half')\n{indent(DEAF, '    ')}"


def program(work, *, number="SIGINT", times=1):
    """Return a program that does some work, and gets a signal from one of its threads."""
    signals = f"[(time.sleep(0.2), os.kill(os.getpid(), signal.{number})) for _ in range({times})]"
    start = f"threading.Timer(0, lambda: {signals}).start()" if times else ""
    return f"""
import os, signal, sys, threading, time
from pathlib import Path
from comparatex import interrupts
from comparatex.files import replacing
from comparatex.cli import main
import comparatex.cli.analyses as analyses
def work():
{indent(work, "    ")}
analyses.formats.callback = lambda **_: work()
sys.argv = ["comparatex", "formats"]
{start}
from comparatex.__main__ import main
main()
"""


def heed():
    """Heed the signals that the tests themselves may have been started to ignore, as in the background."""
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        signal.signal(getattr(signal, name), signal.SIG_DFL)


def run(text, folder, first=heed):
    done = subprocess.run(
        [sys.executable, "-c", text],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        timeout=50,
        preexec_fn=first,
    )
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize(
    ("work", "times"),
    [
        ("time.sleep(60)", 1),
        (DEAF, 1),
        (f"{BUSY}; time.sleep(60)", 1),
        (DESTRUCTOR, 0),
        (LIBRARY, 0),
        (HALF, 1),
    ],
    ids=["plain", "deaf", "threads", "destructor", "library", "half a file"],
)
def test_an_interrupt_ends_whatever_is_done(tmp_path, work, times):
    assert run(program(work, times=times), tmp_path) == (130, "", "Interrupted.\n")
    assert not list(tmp_path.iterdir())


def test_a_second_interrupt_does_not_wait(tmp_path):
    patient = program(f"interrupts.GRACE = 3600\n{DEAF}", times=2)
    assert run(patient, tmp_path) == (130, "", "Interrupted.\n")


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_the_status_is_that_of_the_signal(tmp_path, name):
    found = run(program("time.sleep(60)", number=name), tmp_path)
    assert found == (128 + getattr(signal, name), "", "Interrupted.\n")


def test_a_signal_that_is_ignored_from_the_start_stays_ignored(tmp_path):
    ignore = partial(signal.signal, signal.SIGINT, signal.SIG_IGN)
    found = run(program("time.sleep(0.5); print('done')"), tmp_path, first=ignore)
    assert found == (0, "done\n", "")
