"""What fragments of many comparates, and a report, cost TeX: CPU seconds against an empty document.

    python tests/benchmarks/typesetting.py

The empty document has the same packages. The exit status is 1 when something fails, or costs more than its limit.
"""

import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import numpy as np

from comparatex.data.read import read
from comparatex.errors import ComparatexError
from comparatex.figures.cdd import lay_out as cdd
from comparatex.files import TEMPLATES
from comparatex.inference.analysis import Analysis
from comparatex.inference.compare import compare
from comparatex.inference.comparison import Comparison
from comparatex.layout.mcm import mcm
from comparatex.layout.options import McmOptions
from comparatex.render import render
from comparatex.report import write_report
from comparatex.report_settings import Report
from comparatex.tables.scores import ScoresOptions, scores

RUNS = 5
PREAMBLE = r"""\documentclass{article}
\usepackage[T1]{fontenc}\usepackage{lmodern}
\usepackage{comparatex}
\usepackage[hidelinks]{hyperref}
\begin{document}
"""


@dataclass(frozen=True)
class Case:
    """Something that TeX sets, and the most it may cost in units of an empty document; 0: it only has to compile."""

    name: str
    cost: Callable[[Path], float]  # in CPU seconds, in a folder with the style
    limit: float = 0.0


def comparison(m: int, n: int) -> Comparison:
    """Return a comparison of m comparates on n tasks."""
    values = np.random.default_rng(1).uniform(0.3, 1, (n, m)) ** np.linspace(1, 3, m)
    return compare(read((np.round(values, 4), [f"Method {k}" for k in range(m)])), Analysis())


def matrix(m: int) -> str:
    """Return one matrix of all pairs, not divided into panels."""
    options = McmOptions(cells="full", panel_rows=m, panel_columns=m)
    return render("mcm.tex.jinja", view=mcm(comparison(m, 40), options))


def diagram(m: int) -> str:
    """Return a critical difference diagram."""
    return render("cdd.tex.jinja", view=cdd(comparison(m, 40)))


def table(m: int, n: int) -> str:
    """Return a table of all scores."""
    return render("table.tex.jinja", view=replace(scores(comparison(m, n), ScoresOptions()), long=True))


def seconds(body: str, folder: Path) -> float:
    """Return the CPU seconds of a run of pdfLaTeX with its default memory."""
    (folder / "document.tex").write_text(f"{PREAMBLE}{body}\n\\end{{document}}\n", encoding="utf-8")
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", "document.tex"]
    with children() as taken:
        done = subprocess.run(command, cwd=folder, capture_output=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(done.stdout.decode("utf-8", "replace")[-400:])
    return taken[0]


@contextmanager
def children() -> Iterator[list[float]]:
    """Measure the CPU seconds of the processes that are run within the context."""
    taken: list[float] = []
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    yield taken
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    taken.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def setting(make: Callable[[], str]) -> Callable[[Path], float]:
    """Return what it costs to set a fragment."""
    tex = cache(make)
    return lambda folder: seconds(tex(), folder)


def report(folder: Path) -> float:
    """Return what the PDFs of a report of 24 comparates on 108 tasks cost: of the document and of its figures."""
    compared = comparison(24, 108)
    with tempfile.TemporaryDirectory(dir=folder) as place, children() as taken:
        write_report(compared, Path(place), Report(showing={"ours": compared.names[:1]}, engine="pdflatex"))
    return taken[0]


CASES = (
    *(Case(f"mcm of {m}", setting(lambda m=m: matrix(m)), limit) for m, limit in ((23, 1.3), (50, 3), (100, 8))),
    Case("cdd of 50", setting(lambda: diagram(50)), 2),  # by rows, an axis of pgfplots
    Case("scores of 50 on 1000 tasks", setting(lambda: table(50, 1000))),
    Case("report of 24 on 108 tasks", report, 9),
)


def least(cost: Callable[[Path], float], folder: Path) -> tuple[float, float]:
    """Return the least CPU seconds of several runs, and of an empty document's in turn: other load hits both."""
    runs = [(cost(folder), seconds("x", folder)) for _ in range(RUNS)]
    return min(run[0] for run in runs), min(run[1] for run in runs)


def outcomes() -> Iterator[bool]:
    """Print a line for each case, and yield whether it keeps to its limit."""
    with tempfile.TemporaryDirectory(prefix="comparatex-") as name:
        folder = Path(name)
        shutil.copy(TEMPLATES / "comparatex.sty", folder)
        for case in CASES:
            try:
                taken, empty = least(case.cost, folder)
            except (RuntimeError, ComparatexError) as error:
                print(f"{case.name:32}fails: {error}")
                yield False
                continue
            limit = f"   at most {case.limit:g}" if case.limit else ""
            print(f"{case.name:32}{taken:7.2f} s, {taken / empty:5.2f} times {empty:.2f} s{limit}", flush=True)
            yield not case.limit or taken <= case.limit * empty


def writing() -> bool:
    """Print how long it takes to write the TeX of a matrix of 50, and return whether that is under 0.1 s."""
    compared = comparison(50, 40)
    render("mcm.tex.jinja", view=mcm(compared))  # loads the template
    taken = []
    for _ in range(RUNS):
        start = time.process_time()
        tex = render("mcm.tex.jinja", view=mcm(compared))
        taken.append(time.process_time() - start)
    print(f"{'writing an mcm of 50':32}{min(taken):7.3f} s for {len(tex) / 1000:.0f} kB   at most 0.1 s")
    return min(taken) < 0.1


if __name__ == "__main__":
    os.environ.setdefault("SOURCE_DATE_EPOCH", "0")
    sys.exit(0 if all([writing(), *outcomes()]) else 1)
