"""Time the statistics against SciPy and against peers, and print the ratios of one run.

    python tests/benchmarks/speed.py [--peers PYTHON] [--share 0.05] [PART ...]

Parts are ``pairs``, ``threads``, ``memory``, ``nemenyi``, ``matrix``, ``bayes`` and ``start``; all by
default. Peers live in an environment of their own, because some of them need old packages:

    python -m venv /tmp/peers && /tmp/peers/bin/pip install baycomp multi-comp-matrix
    python tests/benchmarks/speed.py --peers /tmp/peers/bin/python

Times are seconds of CPU on one thread, the best of some runs, so that other work on the machine matters little; only
``threads`` takes the time of the clock, and needs a machine that does nothing else. SciPy
gets the better of two sizes of blocks, and zeros after Pratt as ours. What would take minutes is measured in part and
scaled: SciPy by the share of the pairs that ``--share`` says (1: all), baycomp by samples, of which it draws one after
the other. Every ratio stands beside the one that it has to reach; the exit status is 1 when one does not.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import textwrap
import time
import warnings
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median

os.environ["OPENBLAS_NUM_THREADS"] = "1"  # threads that wait for each other count as CPU

import numpy as np

SAMPLES = 50_000


@dataclass(frozen=True)
class Ratio:
    """What was measured: ours, theirs (or a limit), and how many times faster (or how much smaller) ours must be."""

    what: str
    ours: float
    theirs: float
    wanted: float
    unit: str = "s"

    @property
    def reached(self) -> float:
        """How many times faster ours is."""
        return self.theirs / self.ours

    def __str__(self) -> str:
        verdict = "" if self.reached >= self.wanted else "   MISSED"
        wanted = f"{self.wanted:>7g}" if self.wanted else "      –"
        return (
            f"{self.what:<58} {self.ours:>10.4g} {self.theirs:>10.4g} {self.unit:<2} "
            f"{self.reached:>9.3g} {wanted}{verdict}"
        )


def best(call: Callable[[], object], runs: int = 3) -> float:
    """Return the seconds of CPU that a call takes, the least of some runs."""
    times = []
    for _ in range(runs):
        start = time.process_time()
        call()
        times.append(time.process_time() - start)
    return min(times)


def table(m: int, n: int, digits: int, seed: int = 0) -> np.ndarray:
    """Return accuracies of m comparates on n tasks: alike within a task, as benchmarks have them."""
    rng = np.random.default_rng(seed)
    logit = rng.normal(1, 1, (n, 1)) + rng.normal(0, 0.2, m) + rng.normal(0, 0.4, (n, m))
    return np.round(1 / (1 + np.exp(-logit)), digits)


def scores(values: np.ndarray, digits: int):
    """Return scores as a text file with so many decimals gives them."""
    from comparatex.data.scores import Scores

    n, m = values.shape
    places = np.full(values.shape, digits, dtype=np.int8)
    return Scores(values, places, tuple(map(str, range(n))), tuple(f"c{k:04}" for k in range(m)))


SIZES = (
    (23, 108, 4, 0),
    (1000, 200, 4, 14),
    (1000, 200, 2, 10),
    (1000, 200, 12, 10),
    (2000, 500, 4, 10),
    (300, 20_000, 4, 10),
)
"""Comparates, tasks, decimals, and how many times faster than SciPy the comparison of all pairs must be."""

MEASURED = 5_000_000
"""Differences on which SciPy is measured at least."""


def framed(values: np.ndarray):
    """Return scores as a data frame gives them: floats, whose decimals are not known."""
    import pandas as pd

    from comparatex.data.read import read

    columns = [f"c{k:04}" for k in range(values.shape[1])]
    return read(pd.DataFrame(values, columns=columns, index=[f"t{k}" for k in range(len(values))]))


def pairs(options: argparse.Namespace) -> Iterator[Ratio]:
    """Yield the whole comparison (differences, counts, ranks, Holm, …) on one thread against SciPy's p alone."""
    from comparatex.inference.compare import compare

    for m, n, digits, wanted in SIZES:
        values, size = table(m, n, digits), m * (m - 1) // 2 * n
        share = min(1.0, max(options.share if size < 2e8 else 0.0, MEASURED / size))
        theirs = min(scipy_seconds(values, share, max(1, held // n)) for held in (200_000, 800_000))
        runs = 20 if size < MEASURED else 3 if size < 2e8 else 1
        for source in ("CSV", "data frame"):
            if source == "data frame" and digits > 10:
                continue  # its floats have more digits than the grid of floats
            given = scores(values, digits) if source == "CSV" else framed(values)
            ours = best(lambda given=given: compare(given, jobs=1), runs)
            yield Ratio(f"all pairs, {m} × {n}, {digits} decimals, {source}, against SciPy", ours, theirs, wanted)
    yield Ratio("  23 × 108 from a data frame, against 3 ms", best(small(), 50), 0.003, 1)


def small() -> Callable[[], object]:
    """Return a comparison in which overhead rules."""
    from comparatex.inference.compare import compare

    given = framed(table(23, 108, 4))
    return lambda: compare(given)


def threads(options: argparse.Namespace) -> Iterator[Ratio]:
    """Yield the time of the clock on two threads against that on one."""
    from comparatex.inference.compare import compare

    for m, n in ((1000, 200), (2000, 500)):
        given, seconds = scores(table(m, n, 4), 4), {1: np.inf, 2: np.inf}
        for _ in range(5):
            for jobs in seconds:
                start = time.perf_counter()
                compare(given, jobs=jobs)
                seconds[jobs] = min(seconds[jobs], time.perf_counter() - start)
        yield Ratio(f"two threads, {m} × {n}, against one, by the clock", seconds[2], seconds[1], 1 / 0.6)


def nemenyi(options: argparse.Namespace) -> Iterator[Ratio]:
    """Yield Nemenyi's p of all pairs of 2,000 comparates against the same without interpolation, on a share."""
    from comparatex.inference.nemenyi import nemenyi_pvalues, survival

    m, n = 2000, 50
    ranks = np.random.default_rng(0).integers(0, 2 * m * n, m) / (2 * n)
    row, column = np.triu_indices(m, 1)
    apart = np.abs(ranks[row] - ranks[column])
    ours = best(lambda: nemenyi_pvalues(apart, m, n))
    some = np.unique(apart)[::1000]
    theirs = best(lambda: survival(some, m)) * 1000
    yield Ratio("Nemenyi's p of all pairs of 2,000, against one by one", ours, theirs, 20)


def scipy_seconds(values: np.ndarray, share: float, size: int) -> float:
    """Return what SciPy's ``axis=`` takes for the p-values of all pairs, in blocks; measured on a share of them."""
    from scipy import stats

    row, column = np.triu_indices(values.shape[1], 1)
    blocks = list(range(0, len(row), size))
    chosen = blocks[:: max(1, round(1 / share))]
    flat = np.ascontiguousarray(values.T)

    def run() -> None:
        for start in chosen:
            part = slice(start, start + size)
            differences = flat[row[part]] - flat[column[part]]
            stats.wilcoxon(differences, axis=1, zero_method="pratt", method="asymptotic")

    done = sum(min(size, len(row) - start) for start in chosen)
    return best(run, 2) * len(row) / done


def memory(options: argparse.Namespace) -> Iterator[Ratio]:
    """Yield the memory that all pairs of the large tables need beyond that of imports and input (on Linux)."""
    code = """
        import re, sys
        sys.path.insert(0, {folder!r})
        import speed_again as b
        from comparatex.inference.compare import compare
        import comparatex.inference.wilcoxon, scipy.special
        compare(b.scores(b.table(5, 60, 4), 4))
        given = b.scores(b.table({m}, {n}, {digits}), {digits})
        def used(what):
            return int(re.search(what + r":\\s*(\\d+)", open("/proc/self/status").read())[1])
        open("/proc/self/clear_refs", "w").write("5")  # from now on, the peak is that of what follows
        before = used("VmRSS")
        found = compare(given)
        print((used("VmHWM") - before) / 1024)
    """
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "speed_again.py").write_text(Path(__file__).read_text(encoding="utf-8"))
        for m, n, limit in ((1000, 200, 100), (2000, 500, 300), (300, 20_000, 300)):
            for digits in (4, 12):
                text = textwrap.dedent(code.format(folder=folder, m=m, n=n, digits=digits))
                done = subprocess.run([sys.executable, "-c", text], check=True, capture_output=True, text=True)
                used = max(float(done.stdout), 0.1)
                what = f"memory, {m} × {n}, {digits} decimals, against {limit} MB"
                yield Ratio(what, used, limit, 1, "MB")


def asked(python: str, code: str, **values: object) -> dict[str, float]:
    """Run code with a peer's interpreter; ``given`` holds the values, and what it puts into ``found`` comes back."""
    prelude = """
        import json, sys, time, warnings
        import numpy as np
        warnings.simplefilter("ignore")
        given, found = json.loads(sys.argv[1]), {}
        def best(call, runs):
            times = []
            for _ in range(runs):
                start = time.process_time(); call(); times.append(time.process_time() - start)
            return min(times)
    """
    text = f"{textwrap.dedent(prelude)}\n{textwrap.dedent(code)}\nprint('\\n' + json.dumps(found))"
    done = subprocess.run([python, "-c", text, json.dumps(values)], capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"The peer failed: {done.stderr.strip().splitlines()[-1]}")
    answer: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return answer


def matrix(options: argparse.Namespace) -> Iterator[Ratio]:
    """Yield the array function at 23 × 108 against multi-comp-matrix's analysis."""
    from comparatex.inference.differences import differences, mean_differences
    from comparatex.inference.wilcoxon import wilcoxon

    values = table(23, 108, 4)
    places = np.full(values.shape, 4, dtype=np.int8)
    row, column = (index.astype(np.int64) for index in np.triu_indices(23, 1))

    def array_function() -> None:
        for _ in range(10):
            wilcoxon(differences(values, places), row, column)
            mean_differences(values, places, row, column)

    array_function()
    ours = best(array_function, 20) / 10
    code = """
        import contextlib, io, os, tempfile
        import pandas as pd
        from multi_comp_matrix import MCM
        values = np.array(given["values"])
        frame = pd.DataFrame(values, columns=[f"c{k}" for k in range(values.shape[1])])
        frame.insert(0, "dataset", [f"t{k}" for k in range(len(values))])
        os.chdir(tempfile.mkdtemp())
        call = lambda: MCM.get_analysis(frame, dataset_column="dataset", save_as_json=False)
        with contextlib.redirect_stdout(io.StringIO()):
            found["seconds"] = best(call, 2)
    """
    found = asked(options.peers, code, values=values.tolist())
    yield Ratio("array function, 23 × 108, against multi-comp-matrix", ours, found["seconds"], 200)


def bayes(options: argparse.Namespace) -> Iterator[Ratio]:
    """Yield the Bayesian signed-rank test against baycomp's, at 50,000 samples."""
    from comparatex.inference.bayes.signed_rank import signed_rank
    from comparatex.inference.compare import Analysis, compare

    code = """
        import baycomp
        x, y, n = np.array(given["x"]), np.array(given["y"]), given["samples"]
        call = lambda: baycomp.SignedRankTest.probs(x, y, rope=0.01, nsamples=n)
        found["seconds"] = best(call, 1)
        found["left"], found["rope"], found["right"] = map(float, call())
    """
    one = 0.0
    for n, wanted, part in ((108, 25, 1.0), (1000, 200, 0.01)):
        values = table(2, n, 6, seed=n)
        x, y = values[:, 0], values[:, 1]
        ours = best(lambda d=x - y: signed_rank(d, 0.01, n_samples=SAMPLES), 3)
        samples = round(SAMPLES * part)
        found = asked(options.peers, code, x=x.tolist(), y=y.tolist(), samples=samples)
        theirs = found["seconds"] / part
        one = one or theirs
        check(signed_rank(x - y, 0.01, n_samples=SAMPLES), found, samples)
        yield Ratio(f"Bayesian signed-rank, n = {n}, against baycomp", ours, theirs, wanted)
    comparison = compare(scores(table(23, 108, 6), 6), Analysis(rope=0.01))
    ours = best(lambda: comparison.__dict__.pop("posterior", None) or comparison.posterior, 1)
    yield Ratio("Bayesian signed-rank, 253 pairs of 23 × 108, against baycomp", ours, 253 * one, 50)


def check(ours, found: dict[str, float], samples: int) -> None:
    """Refuse a comparison of speed between results that differ by more than chance: five standard errors."""
    for mine, name in ((ours.p_left, "left"), (ours.p_rope, "rope"), (ours.p_right, "right")):
        theirs = found[name]
        error = np.sqrt(max(theirs * (1 - theirs), 1 / samples) * (1 / samples + 1 / SAMPLES))
        if abs(mine - theirs) > 5 * error:
            raise SystemExit(f"Ours and baycomp's differ: {mine:.4f} and {theirs:.4f}.")


def start(options: argparse.Namespace) -> Iterator[Ratio]:
    """Yield how long commands take to start, against importing what they do without, in turn."""
    click = ("-c", "import click")
    heavy = ("-c", "import numpy, scipy.stats, pandas, matplotlib.pyplot, jinja2, click")
    program = ("-m", "comparatex")
    with tempfile.TemporaryDirectory() as folder:
        results = Path(folder) / "results.csv"
        lines = [",".join(map(str, row)) for row in table(10, 30, 4)]
        heading = ",".join(["task", *(f"c{k}" for k in range(10))])
        results.write_text("\n".join([heading, *(f"t{k},{line}" for k, line in enumerate(lines))]) + "\n")
        matrix = (*program, "mcm", str(results), "-o", str(Path(folder) / "mcm.tex"))
        report = (*program, "report", str(results), "-o", str(Path(folder) / "report"), "--no-pdf", "-q")
        launched(*report)
        for what, ours, theirs, most in (
            ("--version, against import click", (*program, "--version"), click, 2),
            ("--help, against import click", (*program, "--help"), click, 2),
            ("mcm of 10 × 30 to .tex, against five imports", matrix, heavy, 0.35),
            ("an unchanged report, against --version", report, (*program, "--version"), 1.5),
            ("import comparatex, against five imports", ("-c", "import comparatex"), heavy, 0),
            ("stats of 10 × 30, against five imports", (*program, "stats", str(results)), heavy, 0),
        ):
            runs = [(launched(*ours), launched(*theirs)) for _ in range(12)][1:]  # the first fills caches
            yield Ratio(f"start: {what}", *map(median, zip(*runs, strict=True)), 1 / most if most else 0)


def launched(*arguments: str) -> float:
    """Return the seconds of CPU that a Python process takes which keeps compiled modules, as they usually do."""
    import resource

    surroundings = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [sys.executable, *arguments]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=surroundings)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


PARTS = {
    "pairs": pairs,
    "threads": threads,
    "memory": memory,
    "nemenyi": nemenyi,
    "matrix": matrix,
    "bayes": bayes,
    "start": start,
}
PEERS = ("matrix", "bayes")


def printed(ratios: Iterable[Ratio]) -> int:
    """Print ratios as they are measured, and return the exit status: 1 when one is missed."""
    print(f"{'':<58} {'ours':>10} {'theirs':>10}    {'times':>9} {'wanted':>7}")
    missed = 0
    for ratio in ratios:
        print(ratio, flush=True)
        missed += ratio.reached < ratio.wanted
    return 1 if missed else 0


def chosen(options: argparse.Namespace) -> Iterator[Ratio]:
    """Yield the ratios of the parts that are asked for."""
    for name in options.parts or PARTS:
        if name in PEERS and not options.peers:
            print(f"{name}: left out, for --peers is not given")
        else:
            yield from PARTS[name](options)


def main() -> int:
    """Measure, print, and return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", metavar="PART", help=", ".join(PARTS))
    parser.add_argument("--peers", help="Python of the environment that has baycomp and multi-comp-matrix")
    parser.add_argument("--share", type=float, default=0.05, help="share of the pairs that SciPy is measured on")
    options = parser.parse_args()
    unknown = set(options.parts) - set(PARTS)
    if unknown:
        parser.error(f"no part is called {', '.join(sorted(unknown))}")
    return printed(chosen(options))


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    sys.exit(main())
