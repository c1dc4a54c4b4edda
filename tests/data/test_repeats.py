"""What repeats are: folds, random divisions or runs, as their heading or the user says; else nobody claims it."""

import pytest

from comparatex import read

LINES = [
    f"{task},{method},{k},{score}"
    for task in ("iris", "wine")
    for method, score in (("A", 0.9), ("B", 0.7))
    for k in (1, 2)
]


def table(heading: str) -> str:
    return "\n".join([f"task,method,{heading},accuracy", *LINES, ""])


@pytest.mark.parametrize(
    ("heading", "kind", "noun", "shared"),
    [
        ("fold", "folds", "fold", True),
        ("CV fold", "folds", "fold", True),
        ("resample", "resamples", "resample", True),
        ("splits", "resamples", "split", True),
        ("seed", "runs", "seed", False),
        ("random_state", "runs", "seed", False),
        ("run_id", "runs", "run", False),
        ("repeat", "", "", False),
        ("rep", "", "", False),
    ],
)
def test_the_heading_says_what_repeats_are(table_file, heading, kind, noun, shared):
    scores = read(table_file(table(heading)))
    assert (scores.repeats_are, scores.repeat_noun, scores.share_data) == (kind, noun, shared)
    assert scores.extent.endswith(f", 2 {noun or 'repeat'}s each")


def test_what_is_stated_wins(table_file):
    scores = read(table_file(table("repeat")), repeats_are="runs")
    assert (scores.repeats_are, scores.repeat_noun) == ("runs", "run")
    scores = read(table_file(table("seed")), repeats_are="folds")
    assert (scores.repeats_are, scores.repeat_noun) == ("folds", "fold")


def test_of_two_columns_that_of_folds_says_what_both_are(table_file):
    lines = [f"{line.replace(',1,', ',1,1,').replace(',2,', ',1,2,')}" for line in LINES]
    scores = read(table_file("\n".join(["task,method,seed,fold,accuracy", *lines, ""])))
    assert (scores.repeats_are, scores.repeat_noun) == ("folds", "fold")


def test_items_are_no_repeats_of_any_kind(table_file):
    scores = read(table_file(table("question")))
    assert (scores.repeats_are, scores.repeat_noun) == ("", "")


def test_one_score_each_is_no_repeat(table_file):
    lines = [line for line in LINES if ",1," in line]
    assert read(table_file("\n".join(["task,method,fold,accuracy", *lines, ""]))).repeats_are == ""
