from decimal import Decimal
from fractions import Fraction

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from comparatex.data.scores import BINARY
from comparatex.inference.differences import mean_differences, mean_scores, median_scores

ALL = settings(deadline=None, max_examples=80)
PAIR = np.array([0]), np.array([1])


def places(values, decimals):
    return np.full(np.shape(values), decimals, dtype=np.int8)


def test_means_of_decimals_are_decimal():
    values = np.array([[0.1, 0.3], [0.2, 0.4]])
    assert mean_scores(values, places(values, 1)).tolist() == [0.15, 0.35]
    assert mean_differences(values, places(values, 1), *PAIR).tolist() == [-0.2]
    assert median_scores(values).tolist() == [0.15, 0.35]


@given(
    st.lists(st.tuples(st.integers(-(10**5), 10**5), st.integers(-(10**5), 10**5)), min_size=1, max_size=20)
)
@ALL
def test_mean_differences_of_decimals_are_exact(pairs):
    values = np.array(pairs) / 1e4
    exact = sum(Fraction(a - b, 10**4) for a, b in pairs) / len(pairs)
    assert mean_differences(values, places(values, 4), *PAIR)[0] == float(exact)


@given(st.lists(st.tuples(st.floats(-1e6, 1e6), st.floats(-1e6, 1e6)), min_size=1, max_size=20))
@ALL
def test_mean_differences_of_floats_are_exact(pairs):
    values = np.array(pairs)
    exact = sum((Fraction(a) - Fraction(b) for a, b in pairs), Fraction(0)) / len(pairs)
    assert abs(mean_differences(values, places(values, BINARY), *PAIR)[0] - float(exact)) <= 1e-15 * abs(
        exact
    )


@given(
    st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1), st.floats(0, 1)), min_size=2, max_size=12),
    st.randoms(),
)
@ALL
def test_neither_the_order_of_tasks_nor_a_third_comparate_matters(rows, random):
    values = np.array(rows)
    shuffled = random.sample(rows, len(rows))
    alone = mean_differences(values[:, :2], places(values[:, :2], BINARY), *PAIR)
    assert mean_differences(values, places(values, BINARY), *PAIR) == alone
    assert mean_differences(np.array(shuffled), places(values, BINARY), *PAIR) == alone
    assert mean_differences(values, places(values, BINARY), *PAIR[::-1]) == -alone


def test_gaps_leave_the_tasks_of_both():
    values = np.array([[0.1, np.nan, 0.5], [0.2, 0.3, 0.5], [np.nan, 0.7, 0.7], [0.25, 0.15, np.nan]])
    row, column = np.triu_indices(3, 1)
    for decimals in (2, BINARY):
        found = mean_differences(values, places(values, decimals), row, column)
        np.testing.assert_allclose(found, [0.0, -0.35, -0.1], atol=1e-16)
    assert mean_scores(values, places(values, 2))[2] == float((Decimal("1.7")) / 3)


def test_no_task_in_common_is_undefined():
    values = np.array([[0.1, np.nan], [np.nan, 0.2]])
    assert np.isnan(mean_differences(values, places(values, 1), *PAIR)).all()
