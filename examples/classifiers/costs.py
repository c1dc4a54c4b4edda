"""Measure what training costs: the mean CPU time of a fit, over some of the tasks; write a table of costs.

    pip install "scikit-learn>=1.8"
    python examples/classifiers/costs.py --output examples/classifiers/costs.csv

Times depend on the machine; their order hardly does.
"""

from __future__ import annotations

import argparse
import csv
import sys
import time
from pathlib import Path
from statistics import mean

import classifiers
from numpy.random import RandomState
from tasks import TASKS
from threadpoolctl import threadpool_limits

MEASURED = ("Iris", "Wine", "BreastCancer", "Digits", "LinearWide", "Moons", "Waveform")


def seconds(name: str) -> float:
    """Return the mean CPU time of fitting a classifier, in seconds; the first fit warms up."""
    times = []
    for task in ("Iris", *MEASURED):
        x, y = TASKS[task](RandomState(0))
        start = time.process_time()
        classifiers.make_classifier(name, 0).fit(x, y)
        times.append(time.process_time() - start)
    return mean(times[1:])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--output", type=Path, metavar="FILE", help="CSV file (default: standard output)")
    output = parser.parse_args().output
    with threadpool_limits(1):
        rows = [(name, f"{seconds(name):.4f}") for name in classifiers.NAMES]
    file = output.open("w", encoding="utf-8", newline="") if output else sys.stdout
    table = csv.writer(file, lineterminator="\n")
    table.writerow(("comparate", "seconds"))
    table.writerows(rows)
    if output:
        file.close()


if __name__ == "__main__":
    main()
