"""Random results in random layouts: never another comparison than was meant, and nearly always the right one.

A short run is part of the tests. ``pytest tests/fuzz/test_layouts.py --fuzz 5000`` runs more cases, and ``--fuzz 1
--fuzz-from SEED`` one of them again.
"""

from __future__ import annotations

import math
import os
import re
import shlex
import shutil
from collections import Counter
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from comparatex.cli import main
from comparatex.cli.study import Source
from comparatex.data.read import read_measures
from comparatex.errors import ComparatexError
from fuzz.layouts import MEASURES, Layout, layout

LEAST_SHARE = 0.95
"""Share of the layouts that must be read without an option."""

_COMMAND = re.compile(r"^\s*(comparatex [a-z-]+ .+?)\s*$", re.M)


@contextmanager
def _within(folder: Path):
    home = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(home)


def _differences(meant: Layout, scores) -> str:
    """Return how scores differ from what is meant; empty where they do not."""
    measures = [name for name in meant.comparisons if _plain(name) == _plain(scores.measure)]
    measures = measures or (list(meant.comparisons) if not scores.measure else [])
    if not measures:
        return f"the measure {scores.measure!r} is none of {list(meant.comparisons)}"
    faults = [_of_measure(meant, name, scores) for name in measures]
    return "" if "" in faults else faults[0]


def _plain(name: str) -> str:
    return re.sub(r"\W|_", "", name).lower()


def _of_measure(meant: Layout, measure: str, scores) -> str:
    truth = meant.comparisons[measure]
    methods, tasks = {method for method, _ in truth}, {task for _, task in truth}
    if set(scores.comparates) != methods:
        return f"compares {sorted(scores.comparates)}, not {sorted(methods)}"
    if set(scores.tasks) != tasks:
        return f"compares on {sorted(scores.tasks)}, not on {sorted(tasks)}"
    for t, task in enumerate(scores.tasks):
        for c, method in enumerate(scores.comparates):
            if not math.isclose(scores.values[t, c], truth[method, task], rel_tol=1e-9, abs_tol=1e-12):
                return f"{measure} of {method} on {task} is {scores.values[t, c]}, not {truth[method, task]}"
    if scores.direction != MEASURES[measure][0]:
        return f"{scores.direction} is taken as better, by {measure}"
    return ""


@cache
def _reading_of(command: str):
    """Return the scores that a command compares, or what it says in place of them."""
    _, *arguments = shlex.split(command)
    compared = []
    original = Source.scores

    def kept(source, *given, **more):
        scores = original(source, *given, **more)
        compared.append(scores)
        raise click.exceptions.Exit(0)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Source, "scores", kept)
        ended = CliRunner().invoke(main, arguments)
    return compared[0] if compared else ended.stderr


def fault_of(seed: int, folder: Path) -> tuple[str, str]:
    """Return the name of a layout, and what is wrong with its reading: nothing, or a command was needed, or a fault."""
    meant = layout(seed, folder)
    source = list(meant.sources) if len(meant.sources) > 1 else meant.sources[0]
    with _within(folder):
        try:
            readings = read_measures(source)
        except ComparatexError:
            return meant.name, _by_command(meant)
        faults = [fault for scores in readings if (fault := _differences(meant, scores))]
    return meant.name, f"WRONG: {faults[0]}" if faults else ""


def _by_command(meant: Layout) -> str:
    """Return what is wrong with an error: it must print a command that reads what is meant."""
    _reading_of.cache_clear()
    said = _reading_of(shlex.join(["comparatex", "stats", *meant.sources]))
    if not isinstance(said, str):
        return "" if not _differences(meant, said) else f"WRONG: {_differences(meant, said)}"
    commands = _COMMAND.findall(said)
    for command in commands:
        scores = _reading_of(command)
        if not isinstance(scores, str) and not _differences(meant, scores):
            return "asked"
    return f"NO COMMAND: {said.strip()}"


def pytest_generate_tests(metafunc):
    first, number = metafunc.config.getoption("--fuzz-from"), metafunc.config.getoption("--fuzz")
    metafunc.parametrize("seeds", [range(first, first + number)], ids=str)


def test_no_other_comparison_than_was_meant(seeds, tmp_path):
    faults, asked = [], Counter()
    for seed in seeds:
        name, fault = fault_of(seed, tmp_path / str(seed))
        shutil.rmtree(tmp_path / str(seed))
        if fault == "asked":
            asked[name] += 1
        elif fault:
            faults.append(f"--fuzz-from {seed}: {name}: {fault}")
    assert not faults, f"{len(faults)} faults\n" + "\n\n".join(faults)
    assert asked.total() <= (1 - LEAST_SHARE) * len(seeds) + 1, asked
