import numpy as np
import pytest

from comparatex.errors import DataError
from comparatex.inference.analysis import Analysis
from comparatex.inference.compare import compare
from comparatex.inference.corrections import holm
from comparatex.inference.repeats import repeat_record, spread
from comparatex.inference.verdicts import ablation, razor, simplest

# Errors in ten folds: Paulheim, lecture on model validation, Mannheim.
M0 = np.array([0.37, 0.28, 0.38, 0.40, 0.27, 0.42, 0.26, 0.39, 0.41, 0.29])
A = np.array([0.28, 0.30, 0.31, 0.32, 0.25, 0.32, 0.27, 0.32, 0.33, 0.30])
B = np.array([0.17, 0.29, 0.18, 0.53, 0.28, 0.49, 0.27, 0.29, 0.19, 0.31])


def test_lecture_folds():
    """Standard deviations 0.06, 0.03, 0.12; A beats M0 in 7 of 10 folds, M0 beats B in 6 of 10."""
    found = spread(np.array([M0, A, B]), higher_is_better=False)
    assert found.mean.round(2).tolist() == [0.35, 0.3, 0.3]
    assert found.deviation.round(2).tolist() == [0.06, 0.03, 0.12]
    assert found.worst.tolist() == [0.42, 0.33, 0.53]
    assert found.best.tolist() == [0.26, 0.25, 0.17]
    assert [int(x) for x in repeat_record(A, M0, higher_is_better=False)] == [7, 0, 3]
    assert [int(x) for x in repeat_record(M0, B, higher_is_better=False)] == [6, 0, 4]


def test_equal_decimals_are_no_win_in_any_repeat():
    """1 − 0.9 and 0.1 differ in their last bit; so do 0.1 + 0.2 and 0.3, and both in thousands."""
    first, second = np.array([1 - 0.9, 0.1 + 0.2, 0.5, np.nan]), np.array([0.1, 0.3, 0.4, 0.1])
    for unit in (1.0, 1e7):
        assert [int(x) for x in repeat_record(unit * first, unit * second)] == [1, 2, 0]
        assert [int(x) for x in repeat_record(unit * second, unit * first)] == [0, 2, 1]


def test_missing_repeats():
    found = spread(np.array([[0.1, np.nan, 0.3], [np.nan] * 3, [0.5, np.nan, np.nan]]))
    assert found.count.tolist() == [2, 0, 1]
    assert np.nan_to_num(found.mean, nan=-1).tolist() == [0.2, -1, 0.5]
    assert np.isnan(found.deviation).tolist() == [False, True, True]
    assert found.deviation[0] == pytest.approx(np.std([0.1, 0.3], ddof=1))
    assert np.nan_to_num(found.worst, nan=-1).tolist() == [0.1, -1, 0.5]
    wins = repeat_record(np.array([[0.1, np.nan, 0.3]]), np.array([[0.1, 0.2, 0.2]]))
    assert [int(x[0]) for x in wins] == [1, 1, 0]
    with pytest.raises(DataError, match="belong together"):
        repeat_record(M0, A[:5])


def test_the_simplest_of_those_near_to_the_best():
    near, complexity = np.array([True, True, False, True]), np.array([10.0, 5.0, 1.0, 5.0])
    assert simplest(near, complexity) == 1
    assert simplest(np.zeros(4, dtype=bool), complexity) == 0
    with pytest.raises(DataError, match="complexity"):
        simplest(near, np.array([1.0, np.nan, 2.0, 3.0]))


def test_with_a_margin_the_razor_takes_only_what_is_shown_not_to_be_worse(make):
    """B is 0.001 below A on most tasks; C is far below on few tasks, so that nothing is shown of it."""
    rng = np.random.default_rng(2)
    a = rng.uniform(0.7, 0.9, 12)
    few = np.where(np.arange(12) < 3, -0.3, rng.choice([-0.02, 0.02], 12))
    values = np.column_stack((a, a - 0.001 + rng.choice([-0.003, 0.003], 12), a + few)).round(4)
    costs = {"A": 9.0, "B": 5.0, "C": 1.0}
    for rope, simple in ((None, "C"), (0.01, "B"), (0.0001, "A")):
        comparison = compare(make(values, 4, ["A", "B", "C"]), Analysis(rope=rope))
        assert [comparison.names[i] for i in razor(comparison, costs)] == ["A", simple]


@pytest.mark.parametrize(("test", "matters"), [("wilcoxon", False), ("sign", False), ("t", False)])
def test_a_better_mean_does_not_make_the_full_pipeline_significantly_better(make, test, matters):
    """The reduced form wins 19 of 20 tasks by a little, the full one by far on the last: tests favour the reduced."""
    lead = np.append(np.full(19, -0.01), 0.5)
    comparison = compare(make(np.column_stack((0.4 + lead, np.full(20, 0.4))), 2), Analysis(test=test))
    found = ablation(comparison, 0)
    assert found.difference[0] > 0
    assert (found.adjusted_pvalue[0] < 0.05) == (test != "t")
    assert found.matters.tolist() == [matters]


@pytest.mark.parametrize("higher", [True, False])
def test_ablation_corrects_over_its_own_family(higher, make):
    """Leaving out "a" costs 0.1 on every task; "b" nothing; "c" helps."""
    rng = np.random.default_rng(0)
    full = rng.random(20).round(2) + 1
    values = np.column_stack((full, full - 0.1, full + rng.choice([-0.01, 0.01], 20), full + 0.05)).round(2)
    scores = make(values if higher else 10 - values, 2, ["full", "a", "b", "c"], higher_is_better=higher)
    comparison = compare(scores, Analysis(correction="shaffer"))
    found = ablation(comparison, comparison.names.index("full"))
    names = [comparison.names[i] for i in found.reduced]
    matters = dict(zip(names, found.matters.tolist(), strict=True))
    assert matters == {"a": True, "b": False, "c": False}
    difference = dict(zip(names, found.difference.tolist(), strict=True))
    assert difference["a"] == pytest.approx(0.1 if higher else -0.1)
    assert found.adjusted_pvalue.tolist() == holm(found.pvalue).tolist()
    assert len(found.pvalue) == 3
