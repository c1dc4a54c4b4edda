"""What a mean difference rests on, against sums in exact fractions."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from comparatex.inference.concentration import concentration, n_close

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


@given(
    st.lists(st.tuples(st.integers(0, 100), st.integers(0, 100)), min_size=1, max_size=20), st.integers(0, 20)
)
def test_the_number_within_a_distance(scores, distance):
    first, second = (np.array(column) / 100 for column in zip(*scores, strict=True))
    assert n_close(first, second, distance / 100) == sum(abs(a - b) <= distance for a, b in scores)
    relative = sum(100 * abs(a - b) <= distance * max(a, b) for a, b in scores)
    assert n_close(first, second, distance / 100, relative=True) == relative


def test_a_missing_score_is_not_close():
    assert n_close(np.array([np.nan, 0.5]), np.array([0.5, 0.5]), 0.1) == 1


def test_what_rounding_errors_keep_from_zero_is_zero():
    found = concentration(np.array([0.5, 0.1, 0.2, -0.3]), 1)
    assert found.rest == 0.0
    assert found.share == 1.0
