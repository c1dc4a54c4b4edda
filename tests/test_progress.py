"""What takes long is shown on a terminal, on a line that is gone at the end; a pipe gets none of it."""

import io
import os
import subprocess
import sys

import pytest

from comparatex import progress


@pytest.fixture
def impatient(monkeypatch):
    """Show everything at once."""
    monkeypatch.setattr(progress, "PATIENCE", 0.0)
    monkeypatch.setattr(progress, "_PAUSE", 0.0)


def test_the_innermost_step_is_drawn_and_cleared(impatient):
    stream = io.StringIO()
    with progress.shown(stream), progress.step("Outside"):
        assert stream.getvalue() == "\rOutside …"
        with progress.step("Inside", 10) as advance:
            advance(4)
            assert stream.getvalue().endswith("\rInside: 40 %, about 0 s left")
        assert stream.getvalue().rstrip().endswith("\rOutside …")
    end = stream.getvalue()
    assert end.endswith("\r") and not end.split("\r")[-2].strip()


def test_messages_end_by_themselves(impatient):
    stream = io.StringIO()
    with progress.shown(stream):
        with progress.step("Sets", 4) as advance:
            advance(1)
            assert stream.getvalue().startswith("\rSets: 25 %")
            progress.message("Laying out …")
            assert stream.getvalue().rstrip().endswith("\rLaying out …")
            progress.message("Drawing …")
            assert stream.getvalue().rstrip().endswith("\rDrawing …")
            advance(4)
        assert stream.getvalue().rstrip().endswith("\rDrawing …")


def test_messages_stand_in_a_cleared_line():
    stream = io.StringIO()
    with progress.shown(stream), progress.step("Reading"):
        progress.clear()
        assert stream.getvalue() == f"\rReading …\r{' ' * len('Reading …')}\r"


def test_what_ends_soon_is_shown_late_and_not_too_often(monkeypatch):
    stream, now = io.StringIO(), 0.0
    monkeypatch.setattr(progress.time, "monotonic", lambda: now)
    with progress.shown(stream), progress.step("Comparing", 100) as advance:
        for done in range(100):
            now = done / 10
            advance(done)
            if now < progress.PATIENCE:
                assert stream.getvalue() == ""
    assert 30 < stream.getvalue().count("Comparing: ") < 50


def test_short_work_shows_nothing_and_nobody_looks_in_a_library():
    stream = io.StringIO()
    with progress.shown(stream), progress.step("Short", 3) as advance:
        advance(2)
    assert stream.getvalue() == ""
    with progress.step("Nobody looks") as advance:
        advance(1)
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
    assert ("Comparing 2 methods on 3 tasks …" in drawn) is not bool(flags)
    assert not drawn.split("\r")[-1].strip()
