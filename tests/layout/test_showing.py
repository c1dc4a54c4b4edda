"""Orders of comparates, and names that must exist."""

import numpy as np
import pytest

from comparatex.data.scores import Scores
from comparatex.errors import UsageError
from comparatex.inference.compare import compare
from comparatex.layout.selection import ordered, positions

# By mean: B, C, A. C wins most often: its mean suffers from one task. By median C, B, A.
VALUES = np.array([[0.1, 0.5, 0.6], [0.2, 0.5, 0.6], [0.3, 0.5, 0.7], [0.4, 0.9, 0.1]])


@pytest.fixture
def comparison():
    decimals = np.full(VALUES.shape, 1, np.int8)
    return compare(Scores(VALUES, decimals, ("t1", "t2", "t3", "t4"), ("A", "B", "C")))


@pytest.mark.parametrize(
    ("order", "names"),
    [("mean", "BCA"), ("rank", "CBA"), ("wins", "CBA"), ("median", "CBA"), ("given", "ABC")],
)
def test_orders(comparison, order, names):
    # B wins 5 of 8 duels, C 6 of 8, A 1.
    assert "".join(comparison.names[i] for i in ordered(comparison, order)) == names


def test_names_are_found_in_the_summary_order(comparison):
    assert positions(comparison, ("A", "B")) == (2, 0)


def test_an_unknown_name_gets_a_suggestion(comparison):
    with pytest.raises(UsageError, match="No method is called 'b'"):
        positions(comparison, ("b",))
