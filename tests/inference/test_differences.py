import re
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st
from scipy.stats import rankdata

from comparatex.data.read import read
from comparatex.data.scores import BINARY, Scores
from comparatex.errors import DataError
from comparatex.inference.compare import compare
from comparatex.inference.convention_verdicts import analysis_of
from comparatex.inference.differences import (
    _quotient,
    canonical,
    differences,
    mean_differences,
    mean_scores,
    median_scores,
)
from comparatex.inference.pair_tests import median_differences
from comparatex.inference.rank_tests import ranked, whole_numbers
from comparatex.inference.wilcoxon import wilcoxon


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
        ([[0.3, 0.2], [0.25, 0.2]], BINARY),  # whole numbers of one unit, found in the values
        ([[0.3, 0.2], [0.1 + 0.2, 0.2]], [[1, 1], [BINARY, 1]]),  # the same, but for rounding
        ([[0.3, 0.2], [1 / 3, 0.2]], [[1, 1], [BINARY, 1]]),  # the grid
        ([[0.3, 0.2], [0.1 + 0.2, 0.2], [1234.5, 0.1]], [[1, 1], [BINARY, 1], [1, 1]]),  # floats
        ([[0.3, 0.2], [0.123456789012, 0.1], [0.3, 1 / 3]], [[1, 1], [12, 1], [1, BINARY]]),
    ],
)
def test_differences_are_the_same_however_the_table_is_held(scores, decimals):
    assert of_pair(scores, decimals)[0] == 0.1


@st.composite
def decimals_as_floats(draw, most=10):
    """Scores of two comparates that are decimals but for some rounding, at a size of their own; and the decimals."""
    places = draw(st.integers(0, most))
    largest = 10 ** (places + draw(st.integers(-places, 3)))
    number = st.integers(-largest, largest).map(lambda k: k / 10**places)
    nudged = st.tuples(number, st.integers(-3, 3)).map(lambda pair: pair[0] + pair[1] * np.spacing(pair[0]))
    scores = number if draw(st.booleans()) else nudged
    return np.array(draw(st.lists(st.tuples(scores, scores), min_size=1, max_size=8))), places


@given(decimals_as_floats(), st.sampled_from([None, 1e-10, 1e-3, 1e-12]))
def test_decimals_found_in_the_values_leave_the_differences_of_the_grid(drawn, tolerance):
    """Beside a comparate that has all digits, they are not looked for."""
    values, _ = drawn
    beside = np.column_stack([values, np.full(len(values), 1 / 3)])
    found = of_pair(values, BINARY, tolerance=tolerance)
    assert found.tolist() == of_pair(beside, BINARY, tolerance=tolerance).tolist()


@given(decimals_as_floats(), st.integers(4, 9))
def test_decimals_found_beside_large_scores_leave_the_differences_of_the_grid(drawn, power):
    values, _ = drawn
    large = np.vstack([values, [[10.0**power, 0.0]]])
    beside = np.column_stack([large, np.full(len(large), 1 / 3)])
    assert of_pair(large, BINARY).tolist() == of_pair(beside, BINARY).tolist()


def test_decimals_of_floats_are_found():
    values = np.array([[0.25, 0.5, 0.125], [0.3, 0.7, 0.999]])
    for scores, unit in ((values, 3), (values + np.spacing(values), 3), (values * 100, 1), (values * 1e6, 0)):
        held = differences(scores, places(scores, BINARY))
        assert (held.unit, held.values.dtype.kind) == (unit, "i")
    for scores in (values + 1e-9 / 3, values * 1e-12, values + 1e12):
        assert differences(scores, places(scores, BINARY)).values.dtype.kind == "f"


@pytest.mark.parametrize(
    ("span", "kind"),
    [(2**15 - 2, np.int16), (2**15 - 1, np.int32), (2**31 - 2, np.int32), (2**31 - 1, np.int64)],
)
def test_the_narrowest_type_holds_all_differences_and_their_keys(span, kind):
    values = np.array([[span, 0, 1], [0, span, 1], [span, 1, 0], [np.nan, 0, span], [5, 5, 5], [0, 2, 0]])
    held, (row, column) = differences(values, places(values, 0)), np.triu_indices(3, 1)
    assert held.values.dtype == kind
    expected = (values[:, row] - values[:, column]).T
    np.testing.assert_array_equal(held.between(row, column), expected)
    np.testing.assert_array_equal(median_differences(held, row, column), np.nanmedian(expected, axis=1))
    for d, plus in zip(expected, wilcoxon(held, row, column).w_plus, strict=True):
        d = d[~np.isnan(d)]
        assert plus == rankdata(np.abs(d))[d > 0].sum()


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
    """Differences of 1e-9 beside scores of 1e5 all tie on the grid of 1e-8; those that are asked for do not."""
    scores = 1e5 + np.array([[1e-9, 3e-9], [2e-9, 5e-9]])
    assert of_pair(scores, BINARY).tolist() == [0, 0]
    assert (of_pair(scores, BINARY, tolerance=1e-10) < 0).all()
    assert of_pair(1e5 + 1e5 * SMALL, BINARY, tolerance=1e-7).tolist() == [-2, -3, 0]


def test_a_tolerance_coarser_than_the_grid_of_small_scores():
    assert of_pair(SMALL, BINARY, tolerance=1e-12).tolist() == [-2, -3, 0]
    places = np.full(SMALL.shape, BINARY, np.int8)
    assert np.rint(canonical(SMALL, places, 1e-12) / 1e-12).tolist() == [[1, 3], [2, 5], [4, 4]]


def test_canonical_scores_lie_on_the_grid_of_their_size():
    scores = np.array([[0.1 + 0.2, 0.3, 1 / 3, 4000.123456789012]])
    places = np.array([[BINARY, 1, BINARY, BINARY]], np.int8)
    assert canonical(scores, places).tolist() == [[0.3, 0.3, 0.3333333333, 4000.123456789]]
    assert canonical(scores, places, 0.25).tolist() == [[0.25, 0.25, 0.25, 4000.0]]


SMALL = np.array([[1e-12, 3e-12], [2e-12, 5e-12], [4e-12, 4.2e-12]])


def test_small_scores_differ_and_their_equal_differences_tie():
    assert of_pair([[1e-13, 1.1e-13]], BINARY)[0] == pytest.approx(-1e-14, rel=1e-6)
    assert of_pair(SMALL, BINARY).tolist() == [-2e-12, -3e-12, -2e-13]
    assert canonical(SMALL, np.full(SMALL.shape, BINARY, np.int8)).tolist() == SMALL.tolist()
    assert of_pair([[0.1 + 0.2, 0.3], [(0.1 + 0.2) * 1e-20, 0.3e-20]], BINARY).tolist() == [0.0, 0.0]


def test_a_third_small_score_leaves_a_pair_as_it_is():
    """With it the table is held otherwise: 1e-10 is the grid of all pairs but those of two small scores."""
    values = np.array([[1 / 3, 0.2, 1e-7 / 3, 1e-8], *([0.7, 0.1 * 3, 2.0, 1 / 7] for _ in range(5))])
    assert of_pair(values[:, :2], BINARY).tolist() == of_pair(values, BINARY).tolist()
    places = np.full(values.shape, BINARY, np.int8)
    held = differences(values, places)
    assert held.apart.tolist() == [0]
    alone = of_pair(values[:, 2:], BINARY)
    assert held.between(np.array([2]), np.array([3]))[0].tolist() == alone.tolist()
    assert alone[0] == pytest.approx(1e-7 / 3 - 1e-8, rel=1e-6)


@given(st.floats(1e-300, 1e300), st.floats(1e-5, 0.5), st.integers(-4, 4))
def test_at_any_scale_what_is_alike_in_digits_differs_and_rounding_does_not(size, apart, ulps):
    near = size + ulps * np.spacing(size)
    assume(size > 1e-300 and not (size <= 1e-4 and (size * 2.0**53).is_integer()))
    assert of_pair([[size, near], [size, size * (1 - apart)]], BINARY)[0] == 0
    assert of_pair([[size, near], [size, size * (1 - apart)]], BINARY)[1] > 0
    task = np.array([[size, near, size * (1 - apart)]])
    on_grid = canonical(task, np.full(task.shape, BINARY, np.int8))[0]
    assert on_grid[2] < min(on_grid[:2])


@given(
    st.lists(st.lists(st.floats(0.1, 1), min_size=3, max_size=3), min_size=5, max_size=12),
    st.integers(-290, 290),
)
def test_verdicts_do_not_depend_on_the_scale(rows, power):
    """Scores of two decimals held as floats: their ties are those of the decimals at every power of ten."""
    written = np.round(np.array(rows), 2)
    scaled = np.array([[float(f"{score!r}e{power}") for score in row] for row in written.tolist()])
    pair = np.array([0, 0, 1]), np.array([1, 2, 2])
    expected = wilcoxon(differences(written, places(written, 2)), *pair)
    found = wilcoxon(differences(scaled, places(written, BINARY)), *pair)
    for name in ("wins", "ties", "losses", "w_plus", "w_minus", "row", "column"):
        assert np.array_equal(getattr(found, name), getattr(expected, name)), name


def of_complements(values):
    """Return absolute differences of the first two columns, of scores and of 1 − scores as floats."""
    return np.abs(of_pair(values, BINARY)).tolist(), np.abs(of_pair(1.0 - values, BINARY)).tolist()


dyadic = st.one_of(st.integers(0, 2**53), st.integers(0, 2**20), st.integers(2**53 - 2**20, 2**53)).map(
    lambda k: k / 2.0**53
)
ten_places = st.one_of(st.integers(0, 10**10), st.integers(0, 10**4), st.integers(10**10 - 10**4, 10**10)).map(
    lambda k: k / 1e10
)


@given(st.lists(st.tuples(dyadic, dyadic), min_size=1, max_size=8))
def test_complements_of_multiples_of_a_power_of_two_have_the_same_differences(pairs):
    scores, complements = of_complements(np.array(pairs))
    assert scores == complements


@given(st.lists(st.tuples(ten_places, ten_places), min_size=1, max_size=8))
def test_complements_of_decimals_have_the_same_differences(pairs):
    """Ten places, above 1 − 1e-6 and below 1e-6 as well, and the complements of the complements."""
    values = np.array(pairs)
    scores, complements = of_complements(values)
    assert scores == complements == of_complements(1.0 - values)[1]


def test_neighbours_tie_that_differ_by_less_than_the_steps_of_both():
    assert ranked(np.array([0, 10, 12]), np.array([1, 5, 5])).tolist() == [1, 2.5, 2.5]
    assert ranked(np.array([12, 0, 10]), np.array([5, 1, 1])).tolist() == [3, 1, 2]


def test_whole_numbers_of_very_many_comparates_are_exact_in_sum():
    """Their products with the number of comparates do not fit 64 bits, so that they are Python's."""
    assert whole_numbers(np.full((1, 3), 8e14))[0].dtype == np.int64
    assert whole_numbers(np.full((1, 4000), 8e14))[0].dtype == object


@pytest.mark.parametrize("decimals", [0, BINARY])
def test_whole_numbers_up_to_2_to_the_53_are_exact(decimals):
    scores = [[2.0**53, 2.0**53 - 1], [2.0**52 + 1, 2.0**52]]
    assert of_pair(scores, decimals).tolist() == ([1, 1] if decimals == 0 else [0, 0])


def test_whole_numbers_are_short_decimals_beside_binary_floats():
    """Where another task has a float as its score, too: no grid cuts what two written numbers differ by."""
    for first, second, places, difference in (
        (1.0, 0.12345678901, [0, 11], 0.87654321099),
        (1e15 + 1, 1e15 + 8, [0, 0], -7.0),
    ):
        assert of_pair([[first, second], [1 / 3, 0.5]], [places, [BINARY, 1]])[0] == difference
        assert of_pair([[second, first], [0.5, 1 / 3]], [places[::-1], [1, BINARY]])[0] == -difference


def unequal_ties(values, decimals=BINARY):
    """Return how many pairs of unequal scores a note says to count as equal."""
    n_tasks, n_comparates = values.shape
    names = tuple(f"t{k}" for k in range(n_tasks)), tuple(f"c{k}" for k in range(n_comparates))
    notes = compare(Scores(values, places(values, decimals), *names)).notes
    found = [re.match("(One|[0-9,]+) pairs? of scores? differ", note) for note in notes]
    return sum(1 if match[1] == "One" else int(match[1]) for match in found if match)


def test_unequal_ties_are_counted():
    values = np.array([[0.1 + 0.2, 0.3, 0.3, 0.5], [np.nan, 1e-13, 1.1e-13, 0.5], [1e6, 1e6 + 1e-9, 2e6, 0]])
    assert unequal_ties(values) == 2 + 0 + 1
    assert unequal_ties(values, 1) == 0


@given(
    st.lists(
        st.sampled_from([0.3, 0.1 + 0.2, 0.3 + 3e-11, 0.3 + 9e-11, 1e-13, 1.1e-13, 0.0, 2e-11, 5e3, 5e3 + 1e-10]),
        min_size=2,
        max_size=8,
    )
)
def test_unequal_ties_are_those_of_all_pairs(task):
    values = np.array([task, np.linspace(0.1, 0.9, len(task))])
    row, column = np.triu_indices(len(task), 1)
    zero = differences(values, places(values, BINARY)).between(row, column)[:, 0] == 0
    assert unequal_ties(values) == np.count_nonzero(zero & (values[0, row] != values[0, column]))


@given(st.integers(-(10**15), 10**15), st.integers(-290, 292))
def test_quotients_by_powers_of_ten_are_the_nearest_floats(whole, power):
    found = _quotient(np.array([float(whole)]), np.array([power]))[0]
    assert found == float(f"{whole}e{-power}")


decimal = st.integers(0, 8).flatmap(
    lambda places: st.tuples(
        st.integers(-(10**4), 10**4).map(lambda k: float(Decimal(k).scaleb(-places))), st.just(places)
    )
)


@given(st.lists(st.tuples(decimal, decimal), min_size=1, max_size=8), st.sampled_from([0, 12, BINARY]))
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
def test_binary_differences_are_within_half_the_grid(pairs):
    values = np.array(pairs)
    off = of_pair(values, BINARY) - (values[:, 0] - values[:, 1])
    assert np.abs(off).max() <= 0.5e-10 + 1e-15


PAIR = np.array([0]), np.array([1])


def places(values, decimals):
    return np.full(np.shape(values), decimals, dtype=np.int8)


def test_means_of_decimals_are_decimal():
    values = np.array([[0.1, 0.3], [0.2, 0.4]])
    assert mean_scores(values, places(values, 1)).tolist() == [0.15, 0.35]
    assert mean_differences(values, places(values, 1), *PAIR).tolist() == [-0.2]
    assert median_scores(values).tolist() == [0.15, 0.35]


@given(st.lists(st.tuples(st.integers(-(10**5), 10**5), st.integers(-(10**5), 10**5)), min_size=1, max_size=20))
def test_mean_differences_of_decimals_are_exact(pairs):
    values = np.array(pairs) / 1e4
    exact = sum(Fraction(a - b, 10**4) for a, b in pairs) / len(pairs)
    assert mean_differences(values, places(values, 4), *PAIR)[0] == float(exact)


@given(st.lists(st.tuples(st.floats(-1e6, 1e6), st.floats(-1e6, 1e6)), min_size=1, max_size=20))
@example([(-1e-10, -1e-10), (8.3e-317, 1e6), (1e6, -1e-300)])
def test_mean_differences_of_floats_have_the_digits_of_two_floats(pairs):
    """The mean is rounded to a float; before, each comparate's sum to two floats, so that equal sums cancel to zero."""
    values = np.array(pairs)
    sums = [sum(map(Fraction, column), Fraction(0)) for column in zip(*pairs, strict=True)]
    exact = (sums[0] - sums[1]) / len(pairs)
    rounding = abs(exact) / 2**52 + (abs(sums[0]) + abs(sums[1])) / 2**104 / len(pairs) + Fraction(5e-324)
    mean = mean_differences(values, places(values, BINARY), *PAIR)[0]
    assert abs(Fraction(float(mean)) - exact) <= rounding


@given(
    st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1), st.floats(0, 1)), min_size=2, max_size=12),
    st.randoms(),
)
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


@given(
    st.lists(st.lists(st.none() | st.integers(-(10**12), 10**12), min_size=3, max_size=3), min_size=1, max_size=9),
    st.integers(0, 12),
    st.booleans(),
)
def test_mean_differences_with_gaps_are_exact(rows, decimals, beside):
    """Also where a score that is no short decimal lets the others be summed one by one."""
    values = np.array([[np.nan if k is None else k / 10**decimals for k in row] for row in rows])
    exact, pairs = [], [(0, 1), (0, 2), (1, 2)]
    for i, j in pairs:
        both = [Fraction(row[i] - row[j], 10**decimals) for row in rows if None not in (row[i], row[j])]
        exact.append(float(sum(both) / len(both)) if both else np.nan)
    written = places(values, decimals)
    if beside:
        values = np.column_stack([values, np.full(len(values), 1 / 3)])
        written = np.column_stack([written, np.full(len(values), BINARY, np.int8)])
    found = mean_differences(values, written, *np.array(pairs).T)
    np.testing.assert_array_equal(found, exact)


def test_no_task_in_common_is_undefined():
    values = np.array([[0.1, np.nan], [np.nan, 0.2]])
    assert np.isnan(mean_differences(values, places(values, 1), *PAIR)).all()


def test_a_note_counts_unequal_ties(make):
    values = [[0.1 + 0.2, 0.3], [0.4, 0.7], [0.6, 0.1 * 6]]
    note = "2 pairs of scores differ by no more than a computer's rounding error and count as equal."
    assert note in compare(make(values)).notes
    assert (
        "One pair of scores differs by no more than a computer's rounding error and counts as equal."
        in compare(make(values[:2])).notes
    )
    assert not any("rounding error" in found for found in compare(make(values[1:2])).notes)
    assert not any("rounding error" in found for found in compare(make(values), analysis_of("mcm-2023")).notes)


def test_twelve_wins_of_small_scores_are_wins(make):
    losses = np.arange(12) * 2.2e-11 + 1.2e-11
    found = compare(make(np.column_stack([losses, 0.9 * losses]), higher_is_better=False))
    pairs = found.pair_statistics
    assert (pairs.wins.tolist(), pairs.ties.tolist(), pairs.pvalue.tolist()) == ([12], [0], [2.0**-11])


def test_whole_numbers_are_exact_or_refused(tmp_path):
    path = tmp_path / "counts.csv"
    text = "task,A,B\nt1,{},9007199254740990\nt2,1234567890123456,1234567890123455\n"
    path.write_text(text.format(9007199254740992))
    pairs = compare(read(path)).pair_statistics
    assert (pairs.wins + pairs.losses).tolist() == [2]
    path.write_text(text.format(9007199254740993))
    with pytest.raises(DataError, match="more digits than a floating-point number holds"):
        read(path)
    numbers = np.array([[2**53 + 1, 2], [3, 4]])
    with pytest.raises(DataError, match="more digits"):
        read((numbers, ["A", "B"], ["t1", "t2"]))
