"""Measure what is written of large tables against `compare` alone, and print the ratios of one run (on Unix).

    python tests/benchmarks/writing.py [PART ...]

Parts are ``stats``, ``leaderboard`` and ``report``; all by default. Every line is a process of its own: seconds of CPU
of all its threads, its start and the reading of the table among them, or its peak of memory. Files are removed at the
end; the largest take 1 GB. Every ratio stands beside the one that it has to reach; the exit status is 1 when one
does not.
"""

import argparse
import csv
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from speed import Ratio, printed, table

COMPARE = "import comparatex as cx, sys; cx.compare(cx.read(sys.argv[1]))"


@dataclass(frozen=True)
class Used:
    """What a process has used: seconds of CPU, and MB at its peak."""

    seconds: float
    memory: float


def used(*arguments: str) -> Used:
    """Run Python, and return what it used."""
    with subprocess.Popen(
        [sys.executable, *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as process:
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{' '.join(arguments)} failed.")
    unit = 2**20 if sys.platform == "darwin" else 2**10
    return Used(usage.ru_utime + usage.ru_stime, usage.ru_maxrss / unit)


def written(folder: Path, m: int, n: int) -> str:
    """Write a table of m comparates on n tasks, and return its path."""
    path = folder / f"{m}x{n}.csv"
    if not path.exists():
        with path.open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(["task", *(f"c{k:04}" for k in range(m))])
            rows = table(m, n, 4).tolist()
            writer.writerows([f"t{k}", *(f"{score:.4f}" for score in row)] for k, row in enumerate(rows))
    return str(path)


@cache
def compared(path: str) -> Used:
    """Return what the comparison alone uses."""
    return used("-c", COMPARE, path)


def stats(folder: Path) -> Iterator[Ratio]:
    """Yield the statistics in every form."""
    for m, n in ((500, 50), (1000, 200), (1500, 300), (2000, 500)):
        path = written(folder, m, n)
        for form, output in (("json", "s.json"), ("parquet", "s.parquet"), ("csv", "tables")):
            if form == "csv" and m > 1000:
                continue
            ours = used("-m", "comparatex", "stats", path, "--format", form, "-o", str(folder / output), "--force")
            wanted = 1 / 3 if m == 2000 else 0
            yield Ratio(f"stats as {form}, {m} × {n}, against compare", ours.seconds, compared(path).seconds, wanted)
            yield Ratio("  its memory, against 1 GB", ours.memory, 1024, 1, "MB")


def leaderboard(folder: Path) -> Iterator[Ratio]:
    """Yield the leaderboard, with its bootstrap."""
    for m, n in ((1000, 50), (1000, 500)):
        path = written(folder, m, n)
        ours = used("-m", "comparatex", "leaderboard", path, "-o", str(folder / "board.json"), "--force")
        yield Ratio(f"leaderboard, {m} × {n}, against compare", ours.seconds, compared(path).seconds, 1 / 3)
        yield Ratio("  its memory, against 500 MB", ours.memory, 500, 1, "MB")


def report(folder: Path) -> Iterator[Ratio]:
    """Yield the report without PDF, and the size of its JSON."""
    for m, n in ((500, 50), (1000, 50)):
        path, out = written(folder, m, n), folder / f"report-{m}"
        ours = used("-m", "comparatex", "report", path, "--no-pdf", "-o", str(out))
        size = (out / "stats.json").stat().st_size / 1e6
        yield Ratio(f"report without PDF, {m} × {n}, against 15 s", ours.seconds, 15, 1)
        yield Ratio("  against compare", ours.seconds, compared(path).seconds, 0)
        yield Ratio("  its memory, against 500 MB", ours.memory, 500, 1, "MB")
        yield Ratio("  its stats.json, against 20 MB", size, 20, 1, "MB")


PARTS = {"stats": stats, "leaderboard": leaderboard, "report": report}


def main() -> int:
    """Measure, print, and return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", choices=[*PARTS, []], metavar="PART")
    chosen = parser.parse_args().parts or list(PARTS)
    with tempfile.TemporaryDirectory() as folder:
        return printed(ratio for name in chosen for ratio in PARTS[name](Path(folder)))


if __name__ == "__main__":
    sys.exit(main())
