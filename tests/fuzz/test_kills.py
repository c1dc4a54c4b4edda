"""Runs that are ended leave no process, no temporary folder and nothing half written; the next one gives the same.

What SIGKILL ends cannot remove its temporary folder and its half files, which have names of their own; its processes
end when they next print something, or after five minutes without work.

A short run is part of the tests. ``pytest tests/fuzz/test_kills.py --kills 300`` ends so many runs, of all commands
that write, each by one signal after the other.
"""

import json
import os
import random
import signal
import subprocess
import sys
import time
from functools import cache, partial
from pathlib import Path

import pytest

from comparatex.files import _PARTIAL as PARTIAL
from comparatex.stamps import BEGIN, END

if os.name != "posix":
    pytest.skip("Signals are those of POSIX.", allow_module_level=True)

TABLE = "task,A,B,C\n" + "".join(f"t{i},0.{50 + i * 3},0.{80 - i},0.{30 + 5 * i % 47}\n" for i in range(12))
SHORT = ("--artefacts", "mcm")
COMMANDS = {
    "watch": ("report", "r.csv", "-o", "out", "--no-pdf", "--no-previews", "--watch", *SHORT),
    "report-pdf": ("report", "r.csv", "-o", "out", *SHORT),
    "audit": ("audit", "r.csv", "-o", "out", "--no-pdf"),
    "bundle": ("bundle", "paper", "-o", "out/a.zip"),
    "report": ("report", "r.csv", "-o", "out", "--no-pdf", "--previews", *SHORT),
    "into": ("leaderboard", "r.csv", "--into", "README.md"),
    "csv": ("stats", "r.csv", "--format", "csv", "-o", "out"),
    "parquet": ("stats", "r.csv", "--format", "parquet", "-o", "out/pairs.parquet"),
    "init": ("init", "r.csv", "--schema", "--force"),
    "page": ("report", "r.csv", "-o", "out", "--no-pdf", "--html"),
    "audit-pdf": ("audit", "r.csv", "-o", "out"),
    "mcm": ("mcm", "r.csv", "-o", "out/mcm.tex"),
    "svg": ("cdd", "r.csv", "-o", "out/cdd.svg"),
    "pdf": ("boxes", "r.csv", "-o", "out/boxes.pdf"),
    "table": ("table", "ranks", "r.csv", "-o", "out/ranks.docx"),
    "json": ("stats", "r.csv", "-o", "out/stats.json"),
}
"""What is run in turn; the first of them write in different ways, and are part of every run of the tests."""

TYPESET = ("report-pdf", "audit-pdf", "bundle", "pdf")
SIGNALS = (signal.SIGTERM, signal.SIGKILL, signal.SIGINT)


def pytest_generate_tests(metafunc):
    """Take the commands in turn, each with one signal after the other."""
    if "turn" in metafunc.fixturenames:
        cases = range(metafunc.config.getoption("--kills"))
        names = [list(COMMANDS)[k % len(COMMANDS)] for k in cases]
        marks = [[pytest.mark.latex] if name in TYPESET else [] for name in names]
        metafunc.parametrize(
            ("name", "turn"),
            [
                pytest.param(name, k % len(COMMANDS) + k // len(COMMANDS), marks=marks[k])
                for k, name in enumerate(names)
            ],
        )


def start(folder, name, without=()):
    temporary = folder / "tmp"
    temporary.mkdir(exist_ok=True)
    variables = {**os.environ, "TMPDIR": str(temporary), "SOURCE_DATE_EPOCH": "0"}
    command = [
        sys.executable, "-m", "comparatex", *(word for word in COMMANDS[name] if word not in without)
    ]  # fmt: skip
    return subprocess.Popen(
        command, cwd=folder, env=variables, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
        preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),  # which shells ignore in the background
    )  # fmt: skip


def prepare(folder):
    folder.mkdir()
    (folder / "r.csv").write_text(TABLE, encoding="utf-8")
    (folder / "README.md").write_text(f"Words.\n{BEGIN}\n{END}\n", encoding="utf-8")
    (folder / "paper").mkdir()
    (folder / "paper" / "main.tex").write_text(
        "\\documentclass{article}\\begin{document}Words.\\end{document}", encoding="utf-8"
    )
    return folder


def contents(folder):
    """Return all files but the manifest, whose versions and codes are of no interest."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != "manifest.json" and "tmp" not in path.parts and path.suffix != PARTIAL
    }


def working_in(folder):
    """Return the processes whose command line names a folder."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            if str(folder).encode() in (entry / "cmdline").read_bytes():
                found.append((entry / "cmdline").read_bytes())
        except OSError:
            continue
    return found


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory):
    """Return, by the name of a command, what it writes if it is not killed, and how many seconds that takes."""

    @cache
    def run(name):
        folder = prepare(tmp_path_factory.mktemp(name) / "whole")
        begun = time.monotonic()
        finish(folder, name)
        return contents(folder), time.monotonic() - begun

    return run


@pytest.mark.thorough
def test_a_run_that_is_killed_leaves_nothing(tmp_path, undisturbed, name, turn):
    whole, seconds = undisturbed(name)
    chance = random.Random(f"{name} {turn}")
    folder = prepare(tmp_path / "run")
    process = start(folder, name)
    time.sleep(chance.uniform(0.2, 1.5 if name == "watch" else 1.0) * seconds)
    number = SIGNALS[turn % len(SIGNALS)]
    process.send_signal(number)
    _, message = process.communicate(timeout=60)
    # Before it runs anything of ours, Python itself prints where it was interrupted.
    assert "Traceback" not in message or "__main__.py" not in message
    until = time.monotonic() + 30
    while working_in(folder) and time.monotonic() < until:
        time.sleep(0.1)
    assert number == signal.SIGKILL or not list((folder / "tmp").glob("comparatex-*")), message
    assert not working_in(folder)
    assert number == signal.SIGKILL or not list(folder.rglob(f"*{PARTIAL}"))
    for path in folder.rglob("*.json"):
        json.loads(path.read_text(encoding="utf-8"))
    finish(folder, name)
    assert contents(folder) == whole


def finish(folder, name):
    """Run a command to its end; one that watches would have none."""
    process = start(folder, name, without=("--watch",))
    _, message = process.communicate(timeout=300)
    assert process.returncode == 0, message


LONG = {
    "threads": ("stats", "long.csv", "--intervals", "--format", "csv", "-o", "out"),
    "processes": (
        "audit",
        "long.csv",
        "--all-supersets",
        "--core",
        "c0,c1",
        "--jobs",
        "2",
        "--no-pdf",
        "-o",
        "out",
    ),
    "streams": ("stats", "long.csv", "--pairs", "all"),
    "parquet": ("stats", "long.csv", "--format", "parquet", "-o", "long.parquet"),
}


@pytest.mark.parametrize(
    ("name", "number"),
    [
        ("threads", signal.SIGINT),
        ("processes", signal.SIGINT),
        pytest.param("streams", signal.SIGTERM, marks=pytest.mark.thorough),
        pytest.param("parquet", signal.SIGHUP, marks=pytest.mark.thorough),
    ],
)
def test_threads_and_processes_end_with_the_run(request, tmp_path, name, number):
    numbers = random.Random(name)
    size = 60 if name == "processes" else 320
    rows = [f"t{i}," + ",".join(f"{numbers.random():.4f}" for _ in range(size)) for i in range(90)]
    head = "task," + ",".join(f"c{k}" for k in range(size))
    (tmp_path / "long.csv").write_text("\n".join([head, *rows, ""]), encoding="utf-8")
    chance = random.Random(f"{name} {number}")
    for _ in range(max(1, request.config.getoption("--kills") // 100)):
        process = subprocess.Popen(
            [sys.executable, "-m", "comparatex", *LONG[name]], cwd=tmp_path, stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE, text=True, start_new_session=True,
            preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),
        )  # fmt: skip
        time.sleep(chance.uniform(0.8, 2.5))
        process.send_signal(number)
        sent = time.monotonic()
        process.wait(timeout=30)
        assert time.monotonic() - sent < 2.5
        while in_session(process.pid) and time.monotonic() < sent + 5:
            time.sleep(0.1)
        assert not in_session(process.pid)
        said = process.stderr.read()
        process.stderr.close()
        # Before Python runs our code, and after, a signal ends it as it ends any program: shells say 128 + number, too.
        assert process.returncode in (0, -number, 128 + number) and "Traceback" not in said, said
        if process.returncode == 128 + number:
            assert said.splitlines()[-1].startswith("Interrupted"), said
            assert not list(tmp_path.rglob(f"*{PARTIAL}"))


def in_session(leader):
    """Return the processes of a session that have not ended."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            state, _, _, session = (entry / "stat").read_text().rpartition(")")[2].split()[:4]
        except OSError:
            continue
        if int(session) == leader and state != "Z":
            found.append(int(entry.name))
    return found
