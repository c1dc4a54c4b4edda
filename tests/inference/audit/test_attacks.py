"""Weakened variants and disagreements of mean and count, on tables where the answer is known."""

import numpy as np
import pytest

from comparatex.data.scores import Scores
from comparatex.inference.audit.examples import weaken
from comparatex.inference.audit.mean_ranks import disagreements
from comparatex.inference.compare import compare


def _scores(values, names, higher=True):
    values = np.array(values, float)
    return Scores(
        values,
        np.full(values.shape, 4, np.int8),
        tuple(f"t{i}" for i in range(len(values))),
        tuple(names),
        higher,
    )


def _table():
    rng = np.random.default_rng(2)
    base = rng.uniform(0.6, 0.9, 30)
    first = base + rng.normal(0.005, 0.02, 30)
    second = base + rng.normal(0.005, 0.02, 30)
    weak = base - rng.uniform(0.05, 0.15, 30)
    return _scores(np.round(np.column_stack([first, second, weak]), 4), ("A", "B", "weak"))


def test_a_weakened_copy_lifts_its_original():
    scores, gaps = _table(), []
    for table in (weaken(scores, 1, 2, 0.9), scores, weaken(scores, 0, 2, 0.9)):
        comparison = compare(table)
        a, b = (comparison.names.index(name) for name in "AB")
        gaps.append(comparison.mean_rank[b] - comparison.mean_rank[a])
    assert gaps[0] < gaps[1] < gaps[2]


@pytest.mark.parametrize("higher", [True, False])
def test_many_small_losses_and_a_few_large_gains(higher):
    # A loses eight tasks by 0.01 and wins two by 0.2 and 0.05: the first gain alone outweighs all losses.
    values = np.array([[0.50, 0.51]] * 8 + [[0.70, 0.50], [0.55, 0.50]])
    scores = _scores(values if higher else 1 - values, ("A", "B"), higher)
    (found,) = disagreements(compare(scores))
    assert (found.better_mean, found.more_wins) == (0, 1)
    assert (found.wins, found.ties, found.losses, found.largest_gains) == (2, 0, 8, 1)
    assert found.mean_difference == pytest.approx(0.017 if higher else -0.017)


def test_where_mean_and_count_agree_nothing_is_found():
    assert disagreements(compare(_scores([[0.9, 0.8]] * 5, ("A", "B")))) == ()
