from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from comparatex.data.scores import BINARY
from comparatex.inference.differences import (
    canonical,
    differences,
    mean_differences,
    mean_scores,
    median_scores,
)

ALL = settings(deadline=None, max_examples=60)


def of_pair(values, decimals, **options):
    """Return the differences of the first two columns, as compared, in the unit of the scores."""
    values = np.asarray(values, dtype=float)
    taken = differences(values, np.broadcast_to(np.asarray(decimals, np.int8), values.shape), **options)
    signed = taken.signed(np.array([0]), np.array([1]))
    return taken.numbers(signed)[0] if taken.tolerance is None else taken.compared(signed)[0]


def test_equal_decimal_differences_are_equal():
    assert of_pair([[0.3, 0.2], [0.2, 0.1], [0.9, 0.8]], 1).tolist() == [0.1, 0.1, 0.1]


def test_lower_is_better_changes_the_sign():
    assert of_pair([[0.3, 0.2]], 1, higher_is_better=False).tolist() == [-0.1]


@pytest.mark.parametrize(
    ("scores", "decimals"),
    [
        ([[0.3, 0.2], [1e-9, 2e-9]], [[1, 1], [9, 9]]),  # whole numbers of one unit
        ([[0.3, 0.2], [0.1 + 0.2, 0.2]], [[1, 1], [BINARY, 1]]),  # the grid
        ([[0.3, 0.2], [0.1 + 0.2, 0.2], [1234.5, 0.1]], [[1, 1], [BINARY, 1], [1, 1]]),  # floats
        ([[0.3, 0.2], [0.123456789012, 0.1], [0.3, 1 / 3]], [[1, 1], [12, 1], [1, BINARY]]),
    ],
)
def test_differences_are_the_same_however_the_table_is_held(scores, decimals):
    assert of_pair(scores, decimals)[0] == 0.1


def test_scores_of_binary_floats_tie_on_the_grid():
    assert of_pair([[0.1 + 0.2, 0.3], [0.7, 0.1 * 3 + 0.4]], BINARY).tolist() == [0.0, 0.0]


def test_twelve_digits_keep_differences_below_the_grid():
    scores = [[0.123456789012, 0.123456789011]]
    assert of_pair(scores, 12).tolist() == [1e-12]
    assert of_pair([*scores, [0.5, 1 / 3]], [[12, 12], [1, BINARY]])[0] == 1e-12
    assert of_pair(scores, BINARY).tolist() == [0.0]


@pytest.mark.parametrize(("size", "grid"), [(999.0, 1e-10), (1001.0, 1e-9), (20000.0, 1e-8), (3e15, 1e3)])
def test_grid_grows_with_the_larger_score(size, grid):
    below, above = size + 0.4 * grid, size + 0.6 * grid
    assert of_pair([[below, size], [above, size]], BINARY)[0] == 0
    assert of_pair([[above, size], [below, size]], BINARY)[0] == pytest.approx(grid, rel=1e-3)


def test_large_scores_with_equal_differences_tie():
    scores = [[2000.1, 2000.0], [3000.3, 3000.2], [40000.2, 40000.1], [0.3, 0.2]]
    assert of_pair(scores, BINARY).tolist() == [0.1, 0.1, 0.1, 0.1]


def test_decimals_that_floats_cannot_hold_are_taken_on_the_grid():
    scores = [[123456789012.0, 0.123456789012]]
    assert of_pair(scores, [[0, 12]])[0] == pytest.approx(123456789011.9, abs=0.1)


@pytest.mark.parametrize("decimals", [25, 40, 100])
def test_tiny_decimals_are_exact(decimals):
    unit = float(f"1e-{decimals}")
    assert of_pair([[3 * unit, 2 * unit], [5 * unit, 4 * unit]], decimals).tolist() == [unit, unit]


@pytest.mark.parametrize("value", [1e300, 1e15, 1e22])
def test_huge_scores_do_not_overflow(value):
    assert of_pair([[value, 0.5], [value, value]], [[0, 1], [0, BINARY]]).tolist() == [
        pytest.approx(value),
        0,
    ]


def test_tie_tolerance_rounds_differences():
    scores = [[0.512, 0.51], [0.52, 0.51], [0.53, 0.51]]
    assert of_pair(scores, 3, tolerance=0.01).tolist() == [0, 1, 2]
    assert of_pair(scores, BINARY, tolerance=0.01).tolist() == [0, 1, 2]


def test_a_tolerance_finer_than_the_grid_takes_its_place():
    """Losses of 1e-12 held as floats all tie on the grid of 1e-10; those that are asked for do not."""
    scores = np.array([[1e-12, 3e-12], [2e-12, 5e-12], [4e-12, 4.2e-12]])
    assert of_pair(scores, BINARY).tolist() == [0, 0, 0]
    assert of_pair(scores, BINARY, tolerance=1e-12).tolist() == [-2, -3, 0]
    assert of_pair(1e5 + scores * 1e5, BINARY, tolerance=1e-7).tolist() == [-2, -3, 0]
    places = np.full(scores.shape, BINARY, np.int8)
    assert (canonical(scores, places) == 0).all()
    assert np.rint(canonical(scores, places, 1e-12) / 1e-12).tolist() == [[1, 3], [2, 5], [4, 4]]


def test_canonical_scores_lie_on_the_grid_of_their_size():
    scores = np.array([0.1 + 0.2, 0.3, 1 / 3, 4000.123456789012])
    places = np.array([BINARY, 1, BINARY, BINARY], np.int8)
    assert canonical(scores, places).tolist() == [0.3, 0.3, 0.3333333333, 4000.123456789]
    assert canonical(scores, places, 0.25).tolist() == [0.25, 0.25, 0.25, 4000.0]


decimal = st.integers(0, 8).flatmap(
    lambda places: st.tuples(
        st.integers(-(10**4), 10**4).map(lambda k: float(Decimal(k).scaleb(-places))), st.just(places)
    )
)


@given(st.lists(st.tuples(decimal, decimal), min_size=1, max_size=8), st.sampled_from([0, 12, BINARY]))
@ALL
def test_differences_are_exact_whatever_else_the_table_holds(pairs, other):
    """Each difference of decimals is the float nearest to the exact one; a third column changes none."""
    values = np.array([[a[0], b[0], 4321.123456789 if other != 12 else 0.123456789012] for a, b in pairs])
    places = np.array([[a[1], b[1], other] for a, b in pairs], np.int8)
    exact = [float(Decimal(repr(a[0])) - Decimal(repr(b[0]))) for a, b in pairs]
    if other == 0:
        values[:, 2] = 1e15
    assert of_pair(values[:, :2], places[:, :2]).tolist() == exact
    assert of_pair(values, places).tolist() == exact


@given(st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1)), min_size=1, max_size=8))
@ALL
def test_binary_differences_are_within_half_the_grid(pairs):
    values = np.array(pairs)
    off = of_pair(values, BINARY) - (values[:, 0] - values[:, 1])
    assert np.abs(off).max() <= 0.5e-10 + 1e-15


TOTALS = settings(deadline=None, max_examples=80)
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
@TOTALS
def test_mean_differences_of_decimals_are_exact(pairs):
    values = np.array(pairs) / 1e4
    exact = sum(Fraction(a - b, 10**4) for a, b in pairs) / len(pairs)
    assert mean_differences(values, places(values, 4), *PAIR)[0] == float(exact)


@given(st.lists(st.tuples(st.floats(-1e6, 1e6), st.floats(-1e6, 1e6)), min_size=1, max_size=20))
@TOTALS
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
@TOTALS
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
