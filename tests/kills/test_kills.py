"""Runs that are killed leave no process, no temporary folder and nothing half written; the next one gives the same."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest

from comparatex.stamps import BEGIN, END

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals")

TABLE = "task,A,B,C\n" + "".join(f"t{i},0.{50 + i * 3},0.{80 - i},0.{30 + 5 * i % 47}\n" for i in range(12))
TIMES = int(os.environ.get("COMPARATEX_KILLS", "2"))
"""How often each command is killed; 10 and more on demand."""

COMMANDS = {
    "init": ("init", "r.csv", "--schema", "--latexmkrc", "--force"),
    "audit": ("audit", "r.csv", "-o", "out", "--no-pdf"),
    "report": ("report", "r.csv", "-o", "out", "--no-pdf", "--previews"),
    "report-pdf": ("report", "r.csv", "-o", "out"),
    "bundle": ("bundle", "paper", "-o", "out/a.zip"),
    "mcm": ("mcm", "r.csv", "-o", "out/mcm.tex"),
    "svg": ("cdd", "r.csv", "-o", "out/cdd.svg"),
    "table": ("table", "ranks", "r.csv", "-o", "out/ranks.docx"),
    "leaderboard": ("leaderboard", "r.csv", "--into", "README.md"),
    "csv": ("stats", "r.csv", "--format", "csv", "-o", "out"),
    "parquet": ("stats", "r.csv", "--format", "parquet", "-o", "out/pairs.parquet"),
    "json": ("stats", "r.csv", "-o", "out/stats.json"),
}


def start(folder, name):
    temporary = folder / "tmp"
    temporary.mkdir(exist_ok=True)
    variables = {**os.environ, "TMPDIR": str(temporary), "SOURCE_DATE_EPOCH": "0"}
    command = [sys.executable, "-m", "comparatex", *COMMANDS[name]]
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
        if path.is_file() and path.name != "manifest.json" and "tmp" not in path.parts
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


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL, signal.SIGINT])
@pytest.mark.parametrize(
    "name",
    [
        *(name for name in COMMANDS if name not in ("report-pdf", "bundle")),
        pytest.param("report-pdf", marks=pytest.mark.latex),
        pytest.param("bundle", marks=pytest.mark.latex),
    ],
)
def test_a_run_that_is_killed_leaves_nothing(tmp_path, name, number):
    reference = prepare(tmp_path / "reference")
    begun = time.monotonic()
    first = start(reference, name)
    _, said = first.communicate(timeout=120)
    assert first.returncode == 0, said
    took = time.monotonic() - begun
    chance = random.Random(f"{name} {number}")
    for k in range(TIMES):
        folder = prepare(tmp_path / f"run{k}")
        process = start(folder, name)
        time.sleep(chance.uniform(0.2, 1.0) * took)
        process.send_signal(number)
        _, said = process.communicate(timeout=30)
        assert "Traceback" not in said
        until = time.monotonic() + 30
        while (any((folder / "tmp").iterdir()) or working_in(folder)) and time.monotonic() < until:
            time.sleep(0.1)
        assert not list((folder / "tmp").glob("comparatex-*")), said
        assert not working_in(folder)
        for path in folder.rglob("*.json"):
            json.loads(path.read_text(encoding="utf-8"))
        again = start(folder, name)
        _, said = again.communicate(timeout=120)
        assert again.returncode == 0, said
        assert contents(folder) == contents(reference)


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


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
@pytest.mark.parametrize("name", LONG)
def test_threads_and_processes_end_with_the_run(tmp_path, name, number):
    numbers = random.Random(name)
    size = 60 if name == "processes" else 320
    rows = [f"t{i}," + ",".join(f"{numbers.random():.4f}" for _ in range(size)) for i in range(90)]
    head = "task," + ",".join(f"c{k}" for k in range(size))
    (tmp_path / "long.csv").write_text("\n".join([head, *rows, ""]), encoding="utf-8")
    chance = random.Random(f"{name} {number}")
    for _ in range(max(1, TIMES // 2)):
        process = subprocess.Popen(
            [sys.executable, "-m", "comparatex", *LONG[name]], cwd=tmp_path, stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE, text=True, start_new_session=True,
            preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),
        )  # fmt: skip
        time.sleep(chance.uniform(0.8, 4))
        process.send_signal(number)
        sent = time.monotonic()
        process.wait(timeout=30)
        assert time.monotonic() - sent < 2.5
        while in_session(process.pid) and time.monotonic() < sent + 5:
            time.sleep(0.1)
        assert not in_session(process.pid)
        said = process.stderr.read()
        process.stderr.close()
        status = -number if number == signal.SIGKILL else 128 + number
        assert process.returncode in (0, status) and "Traceback" not in said, said
        if process.returncode == 128 + number:
            assert said.splitlines()[-1].startswith("Interrupted"), said
            assert not list(tmp_path.rglob(".*comparatex-part"))


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
