"""Write the sizes of the test sets: the half of every task that each split tests on.

pip install "scikit-learn>=1.8"
python examples/classifiers/sizes.py --output examples/classifiers/sizes.csv
"""

from __future__ import annotations

import argparse
import csv
import sys
from pathlib import Path

from numpy.random import RandomState
from tasks import TASKS


def size(task: str) -> int:
    """Return how many of a task's samples are for testing: half of them, rounded up."""
    _, y = TASKS[task](RandomState(0))
    return -(-len(y) // 2)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--output", type=Path, metavar="FILE", help="CSV file (default: standard output)")
    output = parser.parse_args().output
    file = output.open("w", encoding="utf-8", newline="") if output else sys.stdout
    table = csv.writer(file, lineterminator="\n")
    table.writerow(("task", "size"))
    table.writerows((task, size(task)) for task in TASKS)
    if output:
        file.close()


if __name__ == "__main__":
    main()
