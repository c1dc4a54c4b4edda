"""Axes of plots: round ticks inside, places in percent, no binary floats."""

from decimal import Decimal

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from comparatex.layout.plots.axes import Scale, log_scale, scale

numbers = st.floats(-1e9, 1e9).map(lambda x: round(x, 6))


@given(st.lists(numbers, min_size=1, max_size=6), st.integers(3, 9))
@example([222222223.0], 3)
def test_ticks_are_inside_and_ascend_and_numbers_keep_their_order(values, most):
    found = scale(values)
    ticks = found.axis("score", most=most).ticks
    places = [tick.at for tick in ticks]
    assert 1 <= len(ticks) <= most
    assert places == sorted(set(places))
    assert all(0 <= at <= 100 for at in places)
    at = [found.at(value) for value in sorted(values)]
    assert at == sorted(at)
    assert all(0 <= place <= 100 for place in at)


def test_ticks_are_round_numbers_at_their_places():
    axis = Scale(Decimal(0), Decimal(2)).axis("score")
    assert [(str(tick.at), tick.text) for tick in axis.ticks] == [
        ("0.00", "0.0"),
        ("25.00", "0.5"),
        ("50.00", "1.0"),
        ("75.00", "1.5"),
        ("100.00", "2.0"),
    ]


def test_one_number_has_an_axis_around_it():
    assert scale([0.5]).at(0.5) == 50
    assert scale([0.0]).at(0.0) == 50


def test_what_the_axis_must_reach_lies_on_its_end():
    found = scale([2.0, 3.0], include=(0.0,))
    assert found.low == 0
    assert found.at(0.0) == 0


@pytest.mark.parametrize(
    ("values", "texts"),
    [
        ([1.0, 3000.0], ["1", "10", "100", "1000"]),
        ([0.0024, 0.5], ["0.003", "0.01", "0.03", "0.1", "0.3"]),
        ([20.0, 95.0], ["20", "50", "100"]),
        ([1e-9, 1e12], ["10⁻⁸", "0.0001", "1", "10\N{NARROW NO-BREAK SPACE}000", "10⁸", "10¹²"]),
        ([1.2, 1.4], ["1.20", "1.25", "1.30", "1.35", "1.40"]),
    ],
)
def test_logarithmic_ticks_are_powers_of_ten_or_round(values, texts):
    found = log_scale(values)
    ticks = found.axis("seconds").ticks
    assert [tick.text for tick in ticks] == texts
    assert [tick.at for tick in ticks] == sorted(tick.at for tick in ticks)


def test_a_logarithmic_place_is_that_of_the_logarithm():
    assert Scale(Decimal(0), Decimal(2), logarithmic=True).at(10.0) == 50
