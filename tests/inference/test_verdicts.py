"""Who a verdict favours: the side of the test, also where the mean scores are on the other."""

import numpy as np
import pytest

from comparatex.data.read import read
from comparatex.inference.analysis import CLUSTERED, SUPPLIED, TESTS
from comparatex.inference.compare import compare
from comparatex.inference.verdicts import contrary, favoured, sides

RAMP = np.arange(30)


def torn(n_rivals=1, higher=True, **analysis):
    """Return B, the best by mean for two of 30 tasks, against rivals that win on the other 28."""
    rivals = [0.3 + RAMP / 100 + k / 1000 for k in range(n_rivals)]
    own = rivals[-1] + np.where(RAMP < 28, -0.01 - RAMP / 1e4, 0.5)
    values = np.stack([own, *rivals], axis=1).round(4)
    names = ("B", *(f"C{k}" for k in range(n_rivals)))
    clusters = {str(task): str(task) for task in range(1, 31)} if analysis.get("test") in CLUSTERED else None
    table = read((values if higher else (2 - values).round(4), names), higher_is_better=higher, cluster=clusters)
    return compare(table, **analysis)


@pytest.mark.parametrize("higher", [True, False])
@pytest.mark.parametrize(
    "test", [name for name in TESTS if name not in ("t", "corrected-t", "cluster-sign-flip", SUPPLIED)]
)
def test_the_side_is_that_of_the_test_not_of_the_mean(test, higher):
    found = torn(test=test, higher=higher)
    assert found.names == ("B", "C0")
    assert favoured(found).tolist() == [-1]
    assert sides(found).tolist() == [-1]
    assert contrary(found).tolist() == [True]


@pytest.mark.parametrize("test", ["t", "cluster-sign-flip"])
def test_tests_of_means_go_with_the_mean(test):
    found = torn(test=test)
    assert favoured(found).tolist() == [1]
    assert not contrary(found).any()


def test_several_verdicts_against_the_means_are_noted():
    assert not any("worse mean" in note for note in torn().notes)  # a single one is marked where it is shown
    (note,) = (note for note in torn(3).notes if "worse mean" in note)
    assert note.startswith("In 3 pairs the test is significantly in favour of the method with the worse mean")


def test_matrices_have_the_sides_from_both_ends():
    found = torn(2)
    for field in ("favoured", "side"):
        square = found.square(field)
        off = ~np.eye(3, dtype=bool)
        assert (square[off] == -square.T[off]).all()
