"""Numbers as they are printed."""

import math
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from comparatex.layout.numbers import Notation, fixed, percentages, place, pvalue

THIN = "\N{NARROW NO-BREAK SPACE}"


@pytest.mark.parametrize(
    ("value", "precision", "text"),
    [
        (0.12345, 4, "0.1234"),  # half to even, of the decimal as it reads
        (0.12355, 4, "0.1236"),
        (-0.00004, 4, "0.0000"),
        (-12.5, 0, "−12"),
        (9999.0, 1, "9999.0"),
        (-12345.6, 1, f"−12{THIN}345.6"),
        (math.inf, 2, "–"),
        (math.nan, 2, "–"),
    ],
)
def test_fixed(value, precision, text):
    assert fixed(value, precision) == text


@pytest.mark.parametrize(
    ("value", "precision", "text"),
    [
        (0.0, 4, "<0.0001"),
        (0.0001, 4, "0.0001"),
        (0.00009, 4, "<0.0001"),
        (1.0, 3, "1.000"),
        (math.nan, 4, "–"),
    ],
)
def test_pvalues_are_never_zero(value, precision, text):
    assert pvalue(value, precision) == text


@given(st.floats(-1e6, 1e6), st.integers(0, 8))
def test_a_printed_number_is_near_its_value(value, precision):
    printed = float(fixed(value, precision).replace("−", "-").replace(THIN, ""))
    assert abs(printed - value) <= 0.5000001 * 10.0**-precision + math.ulp(value)
    assert place(value, precision) == Decimal(repr(printed)).quantize(Decimal(1).scaleb(-precision))


@given(st.floats(-1e6, 1e6))
def test_a_sign_is_plus_or_minus_or_nothing(value):
    text = Notation(2).signed(value)
    assert text.startswith("+") == (round(value, 2) > 0 and text.strip("0.") != "")
    assert text.lstrip("+") == fixed(value, 2)


@pytest.mark.parametrize("value", [1e24, -1e24, 1e300, 1.7e308])
def test_scores_of_any_size_are_printed(value):
    whole = str(int(Decimal(repr(abs(value)))))
    assert fixed(value).replace(THIN, "") == ("−" if value < 0 else "") + whole + ".0000"
    assert {len(group) for group in fixed(abs(value)).partition(".")[0].split(THIN)[1:]} == {3}


@given(st.lists(st.integers(0, 50_000), min_size=3, max_size=3).filter(any))
def test_percentages_are_whole_and_add_up(draws):
    shares = [number / sum(draws) for number in draws]
    whole = [int(part) for part in percentages(*shares).split("/")]
    assert sum(whole) == 100
    assert all(abs(number - 100 * share) < 1 for number, share in zip(whole, shares, strict=True))
