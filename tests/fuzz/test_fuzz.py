"""Whatever the tables, files, names and options: one sentence or the right numbers, in time, and nothing left behind.

A short run is part of the tests. ``pytest tests/fuzz --fuzz 20000 --cells 5000 --workbooks 5000`` runs more cases, of
all kinds, of decorated cells and of damaged workbooks, and ``--fuzz 1 --fuzz-from SEED`` one of them again.
"""

from __future__ import annotations

import csv
import faulthandler
import io
import json
import math
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import traceback
import warnings
from collections import Counter
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from scipy import stats

from comparatex.cli import main
from fuzz.cases import Case, case, damaged_workbook, decorated

PATIENCE = 20
"""Seconds of a processor that a case may take; six times as many by the clock."""

BATCH = 100
"""Cases of a test."""

RARE = 250
"""One case in so many runs in a process of its own."""

_QUESTION = re.compile(r"if (it is a method|they are methods), list all (methods )?in --include")
"""What is said of a column of numbers that may be no scores: it is no fault to ask."""
_UNPRINTABLE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\u202e\ud800-\udfff]")
_COMMANDS_OF_NAMES = ("\\input{/etc", "\\immediate\\write18", "\\def\\x{}")


def pytest_generate_tests(metafunc):
    for name, option in (("seeds", "fuzz"), ("cells", "cells"), ("workbooks", "workbooks")):
        if name in metafunc.fixturenames:
            first, number = (metafunc.config.getoption(word) for word in ("--fuzz-from", f"--{option}"))
            starts = range(first, first + number, BATCH)
            metafunc.parametrize(name, [range(seed, min(seed + BATCH, first + number)) for seed in starts], ids=str)


class Hang(BaseException):
    """A case takes too long."""


@dataclass(frozen=True)
class Ended:
    """How a case ended."""

    status: int
    stdout: str
    stderr: str


def test_nothing_goes_wrong(seeds, tmp_path):
    faults = [fault for seed in seeds for fault in _faults(case(seed), tmp_path / str(seed))]
    assert not faults, f"{len(faults)} faults\n" + "\n\n".join(faults)


def test_decorated_cells_are_scores_or_errors(cells, tmp_path):
    faults = [fault for seed in cells for fault in _faults(decorated(seed), tmp_path / str(seed))]
    assert not faults, f"{len(faults)} faults\n" + "\n\n".join(faults)


def test_damaged_workbooks_are_read_or_refused_in_a_sentence(workbooks, tmp_path):
    faults = [fault for seed in workbooks for fault in _faults(damaged_workbook(seed), tmp_path / str(seed))]
    assert not faults, f"{len(faults)} faults\n" + "\n\n".join(faults)


@pytest.mark.parametrize("piece", ["\\begin{equation}x", "\\cite[", "A < 0.5 ", "A by 0.1 "])
@pytest.mark.thorough
def test_a_long_paper_is_read_in_time(piece, tmp_path):
    """Patterns that look back or ahead for long would take many seconds."""
    files = {"r.csv": b"task,A,B\nx,1,2\ny,2,3\n", "p.tex": (piece * (50_000 // len(piece))).encode()}
    assert not _faults(Case(1, ("lint", "p.tex", "r.csv"), files), tmp_path / "paper")


@pytest.mark.parametrize(
    "piece", ["\\begin{tabular}{ll}a&b\\\\", "\\cmidrule(lr", "\\begin{tabular}{ll}", "\\cmidrule{", "\\\\["]
)
@pytest.mark.thorough
def test_a_long_table_in_latex_is_read_in_time(piece, tmp_path):
    """Searches for an end that is not there, from each place, would take minutes."""
    text = "\\begin{tabular}{ll}" + piece * 20_000 + "a&b\\\\c&1\\\\d&2" + "\\end{tabular}" * 20_000
    assert not _faults(Case(1, ("doctor", "r.tex"), {"r.tex": text.encode()}), tmp_path / "table")


def _faults(one: Case, folder: Path) -> list[str]:
    """Run a case in a folder; return what is wrong."""
    work, temporary = folder / "work", folder / "tmp"
    work.mkdir(parents=True)
    temporary.mkdir()
    for name, content in one.files.items():
        (work / name).parent.mkdir(exist_ok=True)
        (work / name).write_bytes(content)
    try:
        run = _alone if one.seed % RARE == 0 else _here
        ended, found = run(one, work, temporary)
        found += [*_of_manners(ended), *_of_files(one, ended, work, temporary)]
        if one.truth is not None and not (ended.status and (one.refusable or _QUESTION.search(ended.stderr))):
            found += [f"refused: {ended.stderr}"] if ended.status else _of_numbers(one, json.loads(ended.stdout))
    except Hang:
        found = ["takes too long"]
    except Exception:
        found = [traceback.format_exc()]
    finally:
        shutil.rmtree(folder)
    return [f"--fuzz-from {one.seed}: {one.arguments}\n{fault}" for fault in found]


# --------------------------------------------------------------------------------------------------------- run
def _here(one: Case, work: Path, temporary: Path) -> tuple[Ended, list[str]]:
    """Run a case in this process."""
    home, place = Path.cwd(), tempfile.tempdir
    try:
        os.chdir(work)
        tempfile.tempdir = str(temporary)
        with warnings.catch_warnings(record=True) as warned, _within(PATIENCE):
            warnings.simplefilter("always")
            warnings.simplefilter("ignore", DeprecationWarning)
            warnings.simplefilter("ignore", PendingDeprecationWarning)
            result = CliRunner().invoke(main, list(one.arguments), input=one.stdin)
    finally:
        os.chdir(home)
        tempfile.tempdir = place
    found = [f"{warning.filename}:{warning.lineno}: {warning.message}" for warning in warned]
    if result.exc_info and not isinstance(result.exception, (SystemExit, type(None))):
        found += ["".join(traceback.format_exception(result.exception)[-6:])]
    stdout = result.stdout_bytes.decode("utf-8", "surrogateescape")
    return Ended(result.exit_code, stdout, result.stderr), found


@contextmanager
def _within(seconds):
    """Raise `Hang` after some time; end the process where that does not help."""

    def alarm(*_):
        raise Hang

    if not hasattr(signal, "setitimer"):
        yield
        return
    faulthandler.dump_traceback_later(12 * seconds, exit=True)
    clocks = (
        (signal.ITIMER_PROF, signal.SIGPROF, seconds),
        (signal.ITIMER_REAL, signal.SIGALRM, 6 * seconds),
    )
    for clock, number, limit in clocks:
        signal.signal(number, alarm)
        signal.setitimer(clock, limit)
    try:
        yield
    finally:
        for clock, number, _ in clocks:
            signal.setitimer(clock, 0)
            signal.signal(number, signal.SIG_DFL)
        faulthandler.cancel_dump_traceback_later()


def _alone(one: Case, work: Path, temporary: Path) -> tuple[Ended, list[str]]:
    """Run a case in a process of its own."""
    try:
        done = subprocess.run(
            [sys.executable, "-m", "comparatex", *map(os.fsencode, one.arguments)],
            cwd=work, env={**os.environ, "TMPDIR": str(temporary)}, input=one.stdin, capture_output=True,
            timeout=6 * PATIENCE, check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired as error:
        raise Hang from error
    except ValueError:  # no process can be given a zero byte
        return _here(one, work, temporary)
    return Ended(done.returncode, done.stdout.decode(), done.stderr.decode()), []


# ----------------------------------------------------------------------------------------------------- what holds
def _of_manners(ended: Ended) -> list[str]:
    """Return what is wrong about status and messages."""
    found = []
    errors = [line for line in ended.stderr.splitlines() if line.startswith("Error: ")]
    if ended.status not in (0, 1, 2):
        found.append(f"status {ended.status}: {ended.stderr}")
    if len(errors) != (ended.status != 0):
        found.append(f"{len(errors)} errors at status {ended.status}: {ended.stderr}")
    if "Traceback" in ended.stderr or "Warning:" in ended.stderr:
        found.append(f"raw words: {ended.stderr}")
    if _UNPRINTABLE.search(ended.stderr):
        found.append(f"characters that nobody can see: {ended.stderr!a}")
    if len(ended.stderr) > 20_000:
        found.append(f"{len(ended.stderr)} letters of messages")
    return found


def _of_files(one: Case, ended: Ended, work: Path, temporary: Path) -> list[str]:
    """Return what is wrong about the files that are left."""
    found = [f"left behind: {path}" for path in temporary.rglob("*") if path.name.startswith("comparatex-")]
    there = {path.relative_to(work).as_posix(): path for path in work.rglob("*") if path.is_file()}
    for name, content in one.files.items():
        if name not in there or there[name].read_bytes() != content:
            found.append(f"{name} has changed")
    for name in sorted(there.keys() - one.files.keys()):
        found += _of_output(name, there[name].read_bytes().decode("utf-8", "replace"), ended.status)
    return found


def _of_output(name: str, text: str, status: int) -> list[str]:
    """Return what is wrong about a file that was written."""
    if "comparatex-part" in name or (status and name == "out.tex"):
        return [f"{name} is there at status {status}"]
    if name.endswith(".json"):
        json.loads(text)
    if name.endswith(".csv") and len({*map(len, csv.reader(io.StringIO(text)))}) > 1:
        return [f"{name} has rows of several lengths"]
    if name.endswith(".tex") and any(command in _without_comments(text) for command in _COMMANDS_OF_NAMES):
        return [f"{name} lets a name run"]
    return []


def _without_comments(tex: str) -> str:
    return re.sub(r"(?<!\\)%.*", "", tex)


# ----------------------------------------------------------------------------------------------------- numbers
def _of_numbers(one: Case, content: dict) -> list[str]:
    """Return which of the statistics disagree with plain arithmetic on the written scores."""
    header, *rows = one.truth
    scores = {name: [Fraction(row[k]) for row in rows] for k, name in enumerate(header) if k}
    sign = -1 if "--lower-is-better" in one.arguments else 1
    found = []
    names = {" ".join(name.split()) for name in scores}
    if names != {row["comparate"] for row in content["summary"]}:
        return [f"comparates: {content['summary']}"]
    for row in content["summary"]:
        values = scores[row["comparate"]]
        _compare(found, f"mean of {row['comparate']}", row["mean"], float(sum(values) / len(values)), scale=values)
    for pair in content["pairs"]:
        x, y = scores[pair["row"]], scores[pair["column"]]
        differences = [sign * (a - b) for a, b in zip(x, y, strict=True)]
        where = f"{pair['row']} against {pair['column']}"
        signs = Counter((d > 0) - (d < 0) for d in differences)
        for key, wanted in (("wins", signs[1]), ("ties", signs[0]), ("losses", signs[-1])):
            _compare(found, f"{key} of {where}", pair[key], wanted)
        decided = signs[1] + signs[-1]
        by_sign = stats.binomtest(signs[1], decided).pvalue if decided else 1.0
        _compare(found, f"sign p of {where}", pair["sign_pvalue"], by_sign)
        if "sign" in one.arguments:
            _compare(found, f"p of {where}", pair["pvalue"], by_sign)
        elif "t" in one.arguments:
            _compare(found, f"p of {where}", pair["pvalue"], _t(differences), tolerance=1e-7)
        else:
            _compare(found, f"p of {where}", pair["pvalue"], _wilcoxon(differences, "wilcox" not in one.arguments))
    return found


def _compare(found, what, printed, wanted, tolerance=1e-10, scale=()):
    """Note a number that differs."""
    step = float(max(map(abs, scale), default=0)) * 1e-13
    if printed is None or not math.isclose(printed, wanted, rel_tol=tolerance, abs_tol=step):
        found.append(f"{what}: {printed}, not {wanted}")


def _wilcoxon(differences, pratt):
    """Return the two-sided p of the signed-rank test, by counting the sums of all 2^n choices of signs."""
    kept = differences if pratt else [d for d in differences if d]
    ranks = stats.rankdata([float(rank) for rank in _order(kept)]) if kept else []
    doubled = [(round(2 * rank), d) for rank, d in zip(ranks, kept, strict=True) if d]
    if not doubled:
        return 1.0
    sums = Counter({0: 1})
    for rank, _ in doubled:
        sums = _shifted(sums, rank)
    total = sum(rank for rank, _ in doubled)
    seen = abs(2 * sum(rank for rank, d in doubled if d > 0) - total)
    extreme = sum(number for one, number in sums.items() if abs(2 * one - total) >= seen)
    return float(Fraction(extreme, 2 ** len(doubled)))


def _order(differences):
    """Return each size's place among the sizes that occur, which floating-point numbers could not tell apart."""
    places = {size: k for k, size in enumerate(sorted({abs(d) for d in differences}))}
    return [places[abs(d)] for d in differences]


def _shifted(sums, rank):
    """Return the counts of sums with a rank left out or added."""
    found = Counter(sums)
    for one, number in sums.items():
        found[one + rank] += number
    return found


def _t(differences):
    """Return the two-sided p of the paired t-test."""
    n, mean = len(differences), sum(differences) / len(differences)
    variance = sum((d - mean) ** 2 for d in differences) / (n - 1)
    if variance == 0:
        return 1.0 if mean == 0 else 0.0
    statistic = float(mean) / math.sqrt(float(variance / n))
    return float(2 * stats.t.sf(np.abs(statistic), n - 1))
