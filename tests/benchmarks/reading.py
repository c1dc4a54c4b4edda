"""Time reading of large tables against pandas, and print the ratios of one run.

    python tests/benchmarks/reading.py [PART ...]

Parts are ``wide``, ``long`` and ``frame``; all by default. Times are seconds of CPU, the best of some runs;
every table is read in a process of its own, which gives the memory at the peak, too (on Linux).
"""

import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from speed import Ratio, printed, table

_OURS = """
import sys, time
sys.path.insert(0, {folder!r})
from growth import peak
{prepare}
times = []
for _ in range({runs}):
    start = time.process_time(); {call}; times.append(time.process_time() - start)
print(min(times), peak())
"""
_READ = "import comparatex.data.read as r", "r.read(sys.argv[1], missing='drop-tasks')"


def seconds(path: Path, prepare: str, call: str, runs: int) -> tuple[float, float]:
    """Return seconds and megabytes of a call in a process of its own."""
    folder = str(Path(__file__).parent)
    code = _OURS.format(folder=folder, prepare=prepare, call=call, runs=runs)
    done = subprocess.run([sys.executable, "-c", code, path], check=True, capture_output=True, text=True)
    found, memory = map(float, done.stdout.split())
    return found, memory


def written(path: Path, head: str, lines: Iterator[str]) -> Path:
    """Write a file line by line."""
    with path.open("w", encoding="utf-8") as file:
        file.write(f"{head}\n")
        file.writelines(f"{line}\n" for line in lines)
    return path


def wide(folder: Path) -> Iterator[Ratio]:
    """Yield tables of 20,000 tasks and 30 comparates."""
    for name, digits, form in (("4 decimals", 4, "{:.4f}"), ("all digits", 18, "{!r}")):
        rows = enumerate(table(30, 20_000, digits).tolist())
        head = ",".join(["dataset", *(f"method{k}" for k in range(30))])
        path = written(folder / "wide.csv", head, (f"task{t},{','.join(map(form.format, row))}" for t, row in rows))
        yield from against_pandas(f"CSV, 20,000 × 30, {name}", path, 5, 10)


def long(folder: Path) -> Iterator[Ratio]:
    """Yield tables of 5,000,000 rows, with and without repeats."""
    scores = table(50, 100_000, 4)
    lines = (
        f"method_{m},dataset_{t:04d},{f},{scores[100 * t + f, m]:.4f}"
        for m in range(50)
        for t in range(1000)
        for f in range(100)
    )
    path = written(folder / "long.csv", "method,dataset,repeat,score", lines)
    yield from against_pandas("CSV, 5,000,000 rows with repeats", path, 1, 50, 1024)
    lines = (f"method_{m},dataset_{t:05d},{scores[t, m]:.4f}" for t in range(100_000) for m in range(50))
    yield from against_pandas("CSV, 5,000,000 rows", written(path, "method,dataset,score", lines), 1, 50, 1024)


def against_pandas(what: str, path: Path, runs: int, wanted: float, most: float = 0) -> Iterator[Ratio]:
    """Yield the time of reading a CSV file against that of pandas, and the memory against a limit."""
    found, memory = seconds(path, *_READ, runs)
    theirs, _ = seconds(path, "import pandas", "pandas.read_csv(sys.argv[1])", runs)
    yield Ratio(f"{what}, against pandas", found, theirs, 1 / wanted)
    if most:
        yield Ratio("  memory, against 1 GB", memory, most, 1, "MB")


def frame(folder: Path) -> Iterator[Ratio]:
    """Yield a data frame of 5,000,000 rows against the same as CSV."""
    prepare = (
        "import pandas, numpy, comparatex.data.read as r; n = numpy.arange(5_000_000); frame = pandas.DataFrame("
        "{'method': pandas.Series(n // 100_000).map('m{}'.format), 'dataset': pandas.Series(n // 100 % 1000).map("
        "'d{}'.format), 'repeat': n % 100, 'score': numpy.random.default_rng(0).random(len(n))})"
    )
    found, _ = seconds(folder, prepare, "r.read(frame)", 2)
    written_too = f"{prepare}; frame.to_csv(sys.argv[1], index=False)"
    theirs, _ = seconds(folder / "frame.csv", f"{written_too}; {_READ[0]}", _READ[1], 2)
    yield Ratio("data frame, 5,000,000 rows, against its CSV file", found, theirs, 1)


PARTS: dict[str, Callable[[Path], Iterator[Ratio]]] = {
    "wide": wide,
    "long": long,
    "frame": frame,
}


def main() -> int:
    """Measure, print, and return the exit status: 1 when a ratio is missed."""
    with tempfile.TemporaryDirectory() as folder:
        return printed(ratio for name in sys.argv[1:] or PARTS for ratio in PARTS[name](Path(folder)))


if __name__ == "__main__":
    sys.exit(main())
