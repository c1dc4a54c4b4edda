"""What a mean difference rests on, against sums in exact fractions."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from comparatex.inference.effects import concentration, n_close, n_outlying

HUNDREDTHS = st.lists(st.integers(-100, 100), min_size=1, max_size=30)


@given(HUNDREDTHS, st.integers(1, 4))
def test_against_exact_sums(hundredths, most):
    found = concentration(np.array(hundredths) / 128, most)
    exact = [Fraction(number, 128) for number in hundredths]
    total = sum(exact)
    towards = [number if total >= 0 else -number for number in exact]
    first = sorted(range(len(exact)), key=lambda i: (-towards[i], i))[:most]
    rest = [towards[i] for i in range(len(exact)) if i not in first]
    assert found.tasks == tuple(first)
    assert found.largest == tuple(float(towards[i]) for i in first)
    if total:
        assert found.share == pytest.approx(float(sum(towards[i] for i in first) / abs(total)), rel=1e-12)
    else:
        assert math.isnan(found.share)
    if rest:
        assert found.rest == pytest.approx(float(sum(rest) / len(rest)), abs=1e-15)
    else:
        assert math.isnan(found.rest)


@given(HUNDREDTHS)
def test_from_the_other_side_it_is_the_same(hundredths):
    differences = np.array(hundredths) / 128
    if differences.sum():
        there, back = concentration(differences), concentration(-differences)
        assert (there.tasks, there.largest, there.share) == (back.tasks, back.largest, back.share)


def test_missing_scores_are_no_contribution():
    found = concentration(np.array([np.nan, 0.25, np.nan, 0.5, 0.25]), 1)
    assert (found.tasks, found.largest, found.share, found.rest) == ((3,), (0.5,), 0.5, 0.25)


def test_the_rest_goes_the_other_way_where_the_share_exceeds_the_whole():
    found = concentration(np.array([1.0, -0.25, -0.25]), 1)
    assert found.share == 2.0
    assert found.rest == -0.25


@given(st.lists(st.tuples(st.integers(0, 100), st.integers(0, 100)), min_size=1, max_size=20), st.integers(0, 20))
def test_the_number_within_a_distance(scores, distance):
    first, second = (np.array(column) / 100 for column in zip(*scores, strict=True))
    assert n_close(first, second, distance / 100) == sum(abs(a - b) <= distance for a, b in scores)


def test_a_missing_score_is_not_close():
    assert n_close(np.array([np.nan, 0.5]), np.array([0.5, 0.5]), 0.1) == 1


def test_what_rounding_errors_keep_from_zero_is_zero():
    found = concentration(np.array([0.5, 0.1, 0.2, -0.3]), 1)
    assert found.rest == 0.0
    assert found.share == 1.0


# fmt: off
ROSNER = [-0.25, 0.68, 0.94, 1.15, 1.20, 1.26, 1.26, 1.34, 1.38, 1.43, 1.49, 1.49, 1.55, 1.56, 1.58, 1.65, 1.69, 1.70,
          1.76, 1.77, 1.81, 1.91, 1.94, 1.96, 1.99, 2.06, 2.09, 2.10, 2.14, 2.15, 2.23, 2.24, 2.26, 2.35, 2.37, 2.40,
          2.47, 2.54, 2.62, 2.64, 2.90, 2.92, 2.92, 2.93, 3.21, 3.26, 3.30, 3.59, 3.68, 4.30, 4.64, 5.34, 5.42, 6.01]
# fmt: on
"""The data of Rosner (1983), section 4: three outliers of two sides at 5 %, hence three of one side at 2.5 %."""


def test_outliers_are_those_of_rosner():
    assert n_outlying(np.array(ROSNER), 3, 0.025) == 3
    assert n_outlying(-np.array(ROSNER), 3, 0.025) == 3  # in the direction of the sum
    assert n_outlying(np.array(ROSNER[:-5]), 3) == 0
    assert n_outlying(np.array([*[0.5] * 9, 9.0]), 3) == 1 and n_outlying(np.array([*[0.5] * 8, 9.0]), 3) == 0
    assert n_outlying(np.full(30, 0.5)) == 0


@pytest.mark.parametrize("n", [10, 12, 24, 25, 40, 108])
def test_normal_differences_have_outliers_in_one_table_of_twenty(n):
    rng = np.random.default_rng(n)
    draws = 4000
    found = sum(n_outlying(rng.normal(size=n)) > 0 for _ in range(draws)) / draws
    assert found == pytest.approx(0.05, abs=0.012)  # 3.5 standard errors of the simulation
