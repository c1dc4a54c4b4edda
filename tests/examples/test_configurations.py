"""The table of 121 configurations is complete, and of the tasks of the other example."""

import csv
from pathlib import Path

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


def test_the_table_is_complete():
    with (EXAMPLES / "configurations" / "results.csv").open(encoding="utf-8") as file:
        (_, *names), *rows = csv.reader(file)
    with (EXAMPLES / "classifiers" / "results.csv").open(encoding="utf-8") as file:
        tasks = dict.fromkeys(row["task"] for row in csv.DictReader(file))
    assert len(set(names)) == len(names) == 121
    assert sum(name.startswith("RBF ") for name in names) == 24
    assert [task for task, *_ in rows] == list(tasks)
    assert all(len(errors) == 121 and all(0 <= float(error) <= 1 for error in errors) for _, *errors in rows)
