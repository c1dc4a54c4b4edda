"""What takes long is shown on a terminal, on a line that is gone at the end; a pipe gets none of it."""

import io
import os
import subprocess
import sys
import time

import pytest

from comparatex import progress


@pytest.fixture
def patient(monkeypatch):
    """Show everything at once."""
    monkeypatch.setattr(progress, "PATIENCE", 0.0)
    monkeypatch.setattr(progress, "_PAUSE", 0.001)


def until(stream, text):
    """Wait until a text was drawn."""
    end = time.monotonic() + 10
    while text not in stream.getvalue() and time.monotonic() < end:
        time.sleep(0.002)
    assert text in stream.getvalue(), stream.getvalue()


def test_the_innermost_step_is_drawn_and_cleared(patient):
    stream = io.StringIO()
    with progress.shown(stream), progress.step("Outside"):
        until(stream, "\rOutside: 0 s")
        with progress.step("Inside", 10) as advance:
            advance(4)
            until(stream, "\rInside: 40 %, about 0 s left")
        stream.truncate(0)
        until(stream, "Outside: 0 s")
    end = stream.getvalue()
    assert end.endswith("\r") and not end.split("\r")[-2].strip()


def test_stages_and_messages_end_by_themselves(patient):
    stream = io.StringIO()
    with progress.shown(stream):
        progress.stage("Sets", 1, 4)
        until(stream, "\rSets: 25 %")
        progress.message("Laying out …")
        until(stream, "\rLaying out: 0 s")
        progress.message("Drawing …")
        until(stream, "\rDrawing: 0 s")
        progress.stage("Sets", 4, 4)
        assert [doing.what for doing in progress._LINE.get()._doing] == ["Drawing"]


def test_messages_stand_in_a_cleared_line(patient):
    stream = io.StringIO()
    with progress.shown(stream), progress.step("Reading"):
        until(stream, "\rReading: 0 s")
        with progress._LINE.get()._lock:
            progress.clear()
            assert stream.getvalue().endswith(f"\r{' ' * len('Reading: 0 s')}\r")


def test_short_work_shows_nothing_and_nobody_looks_in_a_library():
    stream = io.StringIO()
    with progress.shown(stream), progress.step("Short", 3) as advance:
        advance(2)
    assert stream.getvalue() == ""
    with progress.step("Nobody looks") as advance:
        advance(1)
    progress.stage("Nobody", 1, 2)
    progress.message("Nobody")
    progress.clear()


@pytest.mark.skipif(os.name != "posix", reason="a terminal")
@pytest.mark.parametrize("flags", [(), ("--quiet",)])
def test_a_terminal_shows_what_takes_long(tmp_path, flags):
    import pty

    (tmp_path / "r.csv").write_text("task,A,B\nx,1,2\ny,3,4\nz,5,7\n", encoding="utf-8")
    code = (
        "import sys, comparatex.progress as p; p.PATIENCE, p._PAUSE = 0.0, 0.05\n"
        "import time, comparatex.inference.compare as c; made = c.compare\n"
        "c.compare = lambda *given, **more: (time.sleep(0.3), made(*given, **more))[1]\n"
        "from comparatex.__main__ import main; main()"
    )
    master, slave = pty.openpty()
    command = [sys.executable, "-c", code, "stats", "r.csv", *flags]
    subprocess.run(command, cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=slave, check=True, timeout=60)
    os.close(slave)
    os.set_blocking(master, False)
    try:
        drawn = os.read(master, 1 << 20).decode()
    except OSError:  # nothing was written
        drawn = ""
    os.close(master)
    assert ("Comparing 2 comparates on 3 tasks: 0 s" in drawn) is not bool(flags)
    assert not drawn.split("\r")[-1].strip()
