"""Compare scikit-learn's classifiers on bundled and generated tasks; write the results as a long table.

    pip install "scikit-learn>=1.8"
    python examples/classifiers/run.py --output examples/classifiers/results.csv

It takes five minutes. Every task is split five times, stratified, into halves for training and testing. An
accuracy depends on its task, comparate, repeat and the seed alone, so that a part can be computed by itself:

    python examples/classifiers/run.py --tasks Iris Wine --comparates LDA "RBF SVM"
"""

from __future__ import annotations

import argparse
import csv
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple, TextIO
from zlib import crc32

import classifiers
import numpy as np
from joblib import Parallel, delayed
from numpy.random import MT19937, RandomState, SeedSequence
from sklearn.model_selection import train_test_split
from tasks import TASKS
from threadpoolctl import threadpool_limits


class Result(NamedTuple):
    """One row of the table."""

    task: str
    comparate: str
    repeat: int
    accuracy: str


def main(arguments: Sequence[str] | None = None) -> None:
    options = _parser().parse_args(arguments)
    results = run(options.tasks, options.comparates, options.repeats, options.seed, options.jobs)
    if options.output is None:
        write(results, sys.stdout)
        return
    finished = list(results)  # an interrupted run leaves the old table
    with options.output.open("w", encoding="utf-8", newline="") as file:
        write(finished, file)


def run(tasks: Sequence[str], comparates: Sequence[str], n_repeats: int, seed: int, n_jobs: int) -> Iterator[Result]:
    """Yield the results task by task, in the order of `tasks`, saying on a terminal how far it is."""
    work = (delayed(run_task)(task, comparates, n_repeats, seed) for task in tasks)
    progress = sys.stderr.isatty()
    for done, results in enumerate(Parallel(n_jobs=n_jobs, return_as="generator")(work), start=1):
        if progress:
            print(f"\r{done} of {len(tasks)} tasks", end="\n" if done == len(tasks) else "", file=sys.stderr)
        yield from results


def run_task(task: str, comparates: Sequence[str], n_repeats: int, seed: int) -> list[Result]:
    """Return the accuracy of every comparate in every repeat of a task."""
    x, y = TASKS[task](RandomState(MT19937(_seeds(seed, task))))
    results = []
    with threadpool_limits(1):  # many small fits: threads cost more than they save
        for repeat in range(1, n_repeats + 1):
            split, training = map(int, _seeds(seed, task, repeat).generate_state(2))
            train, test = train_test_split(np.arange(len(y)), test_size=0.5, stratify=y, random_state=split)
            for comparate in comparates:
                classifier = classifiers.make_classifier(comparate, training).fit(x[train], y[train])
                accuracy = classifier.score(x[test], y[test])
                results.append(Result(task, comparate, repeat, f"{accuracy:.4f}"))
    return results


def write(results: Iterable[Result], file: TextIO) -> None:
    """Write a long table: one row for each task, comparate and repeat."""
    table = csv.writer(file, lineterminator="\n")
    table.writerow(Result._fields)
    table.writerows(results)


def _seeds(seed: int, task: str, *repeat: int) -> SeedSequence:
    """Return the randomness of a task, or of one of its repeats, whatever other tasks there are."""
    return SeedSequence(seed, spawn_key=(crc32(task.encode()), *repeat))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False
    )
    names = classifiers.NAMES
    parser.add_argument("--tasks", nargs="+", choices=TASKS, default=list(TASKS), metavar="TASK")
    parser.add_argument("--comparates", nargs="+", choices=names, default=names, metavar="COMPARATE")
    parser.add_argument("--repeats", type=int, default=5, help="splits of every task (default: 5)")
    parser.add_argument("--seed", type=int, default=0, help="of all randomness (default: 0)")
    parser.add_argument("--jobs", type=int, default=1, help="processes (default: 1)")
    parser.add_argument("--output", type=Path, metavar="FILE", help="CSV file (default: standard output)")
    return parser


if __name__ == "__main__":
    main()
