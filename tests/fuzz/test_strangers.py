"""Tables of strangers are read as they are meant, or asked about: never another comparison.

A short run is part of the tests. ``pytest tests/fuzz/test_strangers.py --strangers 5000`` tries more tables, and
``--strangers 1 --fuzz-from SEED`` one of them again.
"""

from __future__ import annotations

import shutil

import pytest

from fuzz.judge import Meaning, Stranger, outcome_of
from fuzz.strangers import plain, stranger

MOST_ASKED = 0.25
"""Share of the tables of which a person knows what is meant that may end in a question without a remedy."""
ONE_IN = 200
"""Of so many tables of nothing but scores, one may raise an objection."""


def pytest_generate_tests(metafunc):
    first, number = metafunc.config.getoption("--fuzz-from"), metafunc.config.getoption("--strangers")
    if "seeds" in metafunc.fixturenames:
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


READ = {"A": {"x": 0.9, "y": 0.7, "z": 0.8}, "B": {"x": 0.8, "y": 0.6, "z": 0.9}}


@pytest.mark.parametrize(
    ("change", "kind"),
    [
        (lambda scores: Meaning(scores), "right"),
        (lambda scores: Meaning(scores, "lower"), "assumed"),
        (lambda scores: Meaning({(task, method): score for (method, task), score in scores.items()}), "other"),
        (lambda scores: Meaning({**scores, ("A", "x"): 0.91}), "other"),
        (lambda scores: Meaning({**scores, ("C", "x"): 0.91}), "other"),
        (lambda scores: Meaning({pair: score for pair, score in scores.items() if pair[1] != "z"}), "other"),
        (
            lambda scores: Meaning({("a", task): score for (_, task), score in scores.items()}, names={"A": "a"}),
            "other",
        ),
    ],
    ids=["as read", "direction", "turned", "score", "method", "data set", "name"],
)
def test_the_judge_sees_another_comparison(change, kind):
    scores = {(method, task): score for method, column in READ.items() for task, score in column.items()}
    assert outcome_of(Stranger("", READ, (change(scores),))).kind == kind


def test_the_judge_follows_remedies():
    gaps = {"A": READ["A"], "B": {"x": 0.8, "y": 0.6}, "C": READ["B"]}
    meant = Meaning({(method, task): score for method, column in gaps.items() for task, score in column.items()})
    assert outcome_of(Stranger("", gaps, (meant,))).kind == "solved"
    other = Meaning({**meant.scores, ("A", "x"): 0.5})
    assert "missing='drop-tasks'" in outcome_of(Stranger("", gaps, (other,))).why
