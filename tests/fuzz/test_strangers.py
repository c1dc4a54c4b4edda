"""Tables of strangers are read as they are meant, or asked about: never another comparison.

A short run is part of the tests. ``pytest tests/fuzz/test_strangers.py --strangers 5000`` tries more tables, and
``--strangers 1 --fuzz-from SEED`` one of them again.
"""

from __future__ import annotations

import shutil

from fuzz.judge import outcome_of
from fuzz.strangers import plain, stranger

MOST_ASKED = 0.25
"""Share of the tables of which a person knows what is meant that may end in a question without a remedy."""
ONE_IN = 200
"""Of so many tables of nothing but scores, one may raise an objection."""


def pytest_generate_tests(metafunc):
    first, number = metafunc.config.getoption("--fuzz-from"), metafunc.config.getoption("--strangers")
    metafunc.parametrize("seeds", [range(first, first + number)], ids=str)


def outcomes(seeds, folder, kind=None):
    for seed in seeds:
        table = stranger(seed, folder / str(seed), kind)
        yield seed, table, outcome_of(table)
        shutil.rmtree(folder / str(seed))


def told(found):
    return "\n".join(f"--fuzz-from {seed}: {table.kind}: {outcome.why}" for seed, table, outcome in found)


def test_no_table_of_a_stranger_becomes_another_comparison(seeds, tmp_path):
    ended = list(outcomes(seeds, tmp_path))
    others = [one for one in ended if one[2].kind == "other"]
    assert not others, f"{len(others)} of {len(ended)}\n{told(others)}"
    known = [one for one in ended if one[1].known]
    asked = [one for one in known if one[2].kind in ("asked", "assumed")]
    assert len(asked) <= MOST_ASKED * len(known) + 1, f"{len(asked)} of {len(known)}\n{told(asked)}"


def test_tables_of_nothing_but_scores_are_read_at_once(seeds, tmp_path):
    objected = [one for one in outcomes(seeds, tmp_path, plain) if one[2].kind != "right"]
    assert len(objected) <= len(seeds) // ONE_IN, f"{len(objected)} of {len(seeds)}\n{told(objected)}"
