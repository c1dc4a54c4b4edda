"""Measure how time and memory of comparing all pairs grow, and write a table from which the docs draw a figure.

    python tests/benchmarks/growth.py [--peers PYTHON] [--limit 20] [-o docs/growth.csv] [--figure FILE.svg]

Peers live in an environment of their own, because some need old packages:

    python -m venv /tmp/peers && /tmp/peers/bin/pip install aeon multi-comp-matrix matplotlib
    python tests/benchmarks/growth.py --peers /tmp/peers/bin/python

Every point is a process of its own. Seconds are of CPU, on one thread, without imports; megabytes are what the peak
rises above that of a small table (on Linux). A tool is not measured on larger tables once a point takes longer than the
limit. Ours is the whole comparison (ranks, tests, corrections), SciPy's the p-values alone (``axis=``, in blocks); of
the peers it is the analysis without any drawing.
"""

import argparse
import contextlib
import csv
import io
import os
import re
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path

os.environ["OPENBLAS_NUM_THREADS"] = "1"  # threads that wait for each other count as CPU

from speed import scores, table

ROOT = Path(__file__).resolve().parents[2]
COMPARATES = (10, 20, 50, 100, 200, 500, 1000, 2000)
TASKS = (10, 30, 100, 300, 1000, 3000, 10_000, 30_000, 100_000)
"""Sizes; the other side of the table has 100 tasks or 20 comparates."""

FIELDS = ("tool", "along", "comparates", "tasks", "seconds", "megabytes")


def ours(m: int, n: int) -> Callable[[], object]:
    """Return a call that compares m comparates on n tasks."""
    from comparatex.inference.compare import compare

    given = scores(table(m, n, 4), 4)
    return lambda: compare(given, jobs=1)


def scipy(m: int, n: int) -> Callable[[], object]:
    """Return a call of SciPy's signed-rank test for all pairs, in blocks."""
    import numpy as np
    from scipy import stats

    flat = np.ascontiguousarray(table(m, n, 4).T)
    row, column = np.triu_indices(m, 1)
    block = max(1, min(1000, 2_000_000 // n))

    def run() -> None:
        for start in range(0, len(row), block):
            part = slice(start, start + block)
            differences = flat[row[part]] - flat[column[part]]
            stats.wilcoxon(differences, axis=1, zero_method="pratt", method="asymptotic")

    return run


def frame(m: int, n: int):
    """Return a table as the peers take it."""
    import pandas as pd

    values = table(m, n, 4)
    data = pd.DataFrame(values, columns=[f"c{k}" for k in range(m)])
    data.insert(0, "dataset", [f"t{k}" for k in range(n)])
    return data


def aeon(m: int, n: int) -> Callable[[], object]:
    """Return a call of the analysis behind aeon's multi-comparison matrix."""
    from aeon.visualisation.results._mcm import _get_analysis

    data = frame(m, n)
    return lambda: _get_analysis(data, save_path=None, formats=None, dataset_column="dataset")


def multi_comp_matrix(m: int, n: int) -> Callable[[], object]:
    """Return a call of multi-comp-matrix's analysis."""
    from multi_comp_matrix import MCM

    data = frame(m, n)
    return lambda: MCM.get_analysis(data, dataset_column="dataset", save_as_json=False)


TOOLS = {"comparatex": ours, "SciPy": scipy, "aeon": aeon, "multi-comp-matrix": multi_comp_matrix}
PEERS = ("aeon", "multi-comp-matrix")


def peak(*, reset: bool = False) -> float:
    """Return the largest memory so far, or from now on, in megabytes; 0 where the system does not say."""
    if reset:
        with contextlib.suppress(OSError):
            Path("/proc/self/clear_refs").write_text("5", encoding="ascii")
    with contextlib.suppress(OSError):
        found = re.search(r"VmHWM:\s*(\d+)", Path("/proc/self/status").read_text(encoding="ascii"))
        return int(found[1]) / 1024 if found else 0.0
    return 0.0


def one(tool: str, m: int, n: int) -> None:
    """Measure a point and print seconds and megabytes."""
    warnings.simplefilter("ignore")
    folder, quiet = tempfile.TemporaryDirectory(), contextlib.redirect_stdout(io.StringIO())
    with folder as place, contextlib.chdir(place), quiet:
        TOOLS[tool](4, 12)()
        call = TOOLS[tool](m, n)
        before, times = peak(reset=True), []
        while not times or (sum(times) < 0.5 and len(times) < 5):
            start = time.process_time()
            call()
            times.append(time.process_time() - start)
        found = min(times), peak() - before
    print(*found)


def measured(python: str, tool: str, m: int, n: int, limit: float) -> tuple[float, float] | str:
    """Return seconds and megabytes of a point, or why there are none."""
    command = [python, __file__, "--one", tool, str(m), str(n)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=20 + 8 * limit)
    except subprocess.TimeoutExpired:
        return "it takes too long"
    if done.returncode:
        return done.stderr.strip().splitlines()[-1]
    seconds, megabytes = map(float, done.stdout.split())
    return seconds, megabytes


def points(options: argparse.Namespace) -> Iterator[dict[str, object]]:
    """Yield all points, and say on standard error what is left out."""
    for tool in TOOLS:
        python = options.peers if tool in PEERS else sys.executable
        if not python:
            print(f"{tool}: left out, because --peers is not given", file=sys.stderr)
            continue
        for along, sizes in (
            ("comparates", [(m, 100) for m in COMPARATES]),
            ("tasks", [(20, n) for n in TASKS]),
        ):
            for m, n in sizes:
                found = measured(python, tool, m, n, options.limit)
                if isinstance(found, str):
                    print(f"{tool}, {m} × {n}: {found}", file=sys.stderr)
                    break
                print(f"{tool:<20} {m:>6} × {n:<7} {found[0]:>10.4g} s {found[1]:>8.1f} MB", file=sys.stderr)
                yield dict(zip(FIELDS, (tool, along, m, n, f"{found[0]:.3g}", f"{found[1]:.3g}"), strict=True))
                if found[0] > options.limit:
                    break


def main() -> None:
    """Measure, write the table, and draw it if asked to."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--peers", help="Python of the environment that has aeon and multi-comp-matrix")
    parser.add_argument("--limit", type=float, default=20, help="seconds above which no larger table is tried")
    parser.add_argument("-o", "--output", type=Path, default=ROOT / "docs" / "growth.csv")
    parser.add_argument("--figure", type=Path, help="draw the figure of the docs, too")
    parser.add_argument("--one", nargs=3, metavar=("TOOL", "COMPARATES", "TASKS"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        tool, m, n = options.one
        one(tool, int(m), int(n))
        return
    rows = list(points(options))
    with options.output.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, FIELDS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    if options.figure:
        sys.path.insert(0, str(ROOT / "docs" / "_ext"))
        import growth

        growth.draw(options.figure, options.output)


if __name__ == "__main__":
    main()
