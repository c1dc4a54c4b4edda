from __future__ import annotations

from decimal import Decimal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from comparatex import read
from comparatex.data.scores import BINARY
from comparatex.data.written_numbers import decimals_of, holds_numbers
from comparatex.errors import DataError


@pytest.mark.parametrize(
    ("text", "decimals"),
    [
        ("0", 0),
        ("12", 0),
        ("-0.5", 1),
        ("+.25", 2),
        ("5.", 0),
        ("0.950", 3),
        (" 0.95 ", 2),
        ("1e-3", 3),
        ("1.5E-03", 4),
        ("1.25e1", 1),
        ("1e5", 0),
        ("0.123456789012", 12),
        ("0.1234567890123", BINARY),
        ("0.000001234567890123", BINARY),
        ("1234567.123456", BINARY),
        ("0.30000000000000004", BINARY),
        ("0.0000000000001", 13),
        ("1e-127", 127),
        ("1e-128", BINARY),
    ],
)
def test_decimals_are_those_written(text, decimals):
    assert decimals_of(text) == decimals


@given(st.integers(-(10**12) + 1, 10**12 - 1), st.integers(0, 20), st.booleans())
def test_the_written_number_can_be_had_back_exactly(digits, places, scientific):
    number = Decimal(digits).scaleb(-places)
    text = f"{number:e}" if scientific else f"{number:f}"
    decimals = decimals_of(text)
    assert decimals != BINARY
    assert round(float(text) * 10**decimals) == number.scaleb(decimals)


@pytest.mark.parametrize(
    "token",
    ["", " ", "NA", "NaN", "nan", "null", "NULL", "None", "-", "--", "?", "n/a", "N/A", "#N/A", "\u2013"],
)
def test_missing_scores_are_known_by_their_tokens(table_file, token):
    scores = read(table_file(f"name,A,B\nx,1.5,{token}\ny,3,4\nz,5,6\n"), missing="pairwise")
    np.testing.assert_array_equal(scores.values, [[1.5, np.nan], [3, 4], [5, 6]])
    np.testing.assert_array_equal(scores.decimals, [[1, 0], [0, 0], [0, 0]])


@pytest.mark.parametrize("separator", [";", "\t", "|"])
def test_decimal_commas_are_read(table_file, separator):
    content = "name;A;B\nx;0,950;1\ny;1,25e-2;1,234\n".replace(";", separator)
    scores = read(table_file(content))
    np.testing.assert_array_equal(scores.values, [[0.95, 1], [0.0125, 1.234]])
    np.testing.assert_array_equal(scores.decimals, [[3, 0], [4, 3]])


def test_quoted_decimal_commas_are_read_between_commas(table_file):
    scores = read(table_file('name,A,B\nx,"0,95","0,9"\ny,"0,5","0,8"\n'))
    np.testing.assert_array_equal(scores.values, [[0.95, 0.9], [0.5, 0.8]])


def test_a_typographic_minus_is_a_minus(table_file):
    assert read(table_file("name,A,B\nx,−1.5,2\ny,3,4\n")).values[0, 0] == -1.5


GROUPED = [
    (",", ".", ("1,234.5 987.1", "2,345.0 12.5")),
    (",", ".", ("1,234,567.5 987.1", "2,345.0 12.5")),
    (".", ",", ("1.234,5 987,1", "2.345,0 12,5")),
    ("'", ".", ("1'234.5 987.1", "2'345.0 12.5")),
    ("_", ",", ("1_234,5 987,1", "2_345,0 3_012,5")),
    (",", ".", ("1,234 987", "2,345 31,012")),
]


def table_of(*rows: str) -> str:
    lines = (row.replace(" ", "\t").replace("_", "\N{NARROW NO-BREAK SPACE}") for row in rows)
    return "\n".join(["name\tA\tB", *(f"x{k}\t{line}" for k, line in enumerate(lines))])


@pytest.mark.parametrize(("parting", "decimal", "rows"), GROUPED)
def test_separators_of_thousands_that_leave_no_doubt_are_read_and_said(table_file, parting, decimal, rows):
    scores = read(table_file(table_of(*rows)))
    plain = [[cell.replace(parting, "").replace(decimal, ".") for cell in row.split()] for row in rows]
    np.testing.assert_array_equal(scores.values, np.array(plain, float))
    assert "with a separator of thousands" in scores.notes[0]


@pytest.mark.parametrize(
    ("rows", "point", "comma"),
    [
        (("1,234 2,345", "3,456 4,567"), 1234, 1.234),
        (("1,234 0.95", "2,345 0.96"), 1234, None),
        (("1.234 987", "987 2.345", "3.456 321"), 1.234, 1234),
        (("1.234 987,5", "2.345 12,5"), None, 1234),
    ],
)
def test_where_thousands_are_in_doubt_the_decimal_mark_is_asked(table_file, rows, point, comma):
    path = table_file(table_of(*rows))
    with pytest.raises(DataError, match="decimal_mark") as asked:
        read(path)
    remedies = {remedy["decimal_mark"] for remedy in asked.value.remedies}
    assert remedies >= {mark for mark, value in (("point", point), ("comma", comma)) if value}
    for mark, value in (("point", point), ("comma", comma)):
        if value:
            assert read(path, decimal_mark=mark).values[0, 0] == value
        else:
            with pytest.raises(DataError, match="another mark than a decimal"):
                read(path, decimal_mark=mark)


def test_points_before_three_digits_beside_semicolons_are_decimal_ones_and_said(table_file):
    rows = "name;A;B\nx;82.214;81.345\ny;71.902;70.451\n"
    scores = read(table_file(rows))
    assert scores.values[0, 0] == 82.214
    assert "'82.214' is taken to have a decimal point" in scores.notes[0]
    stated = read(table_file(rows), decimal_mark="comma")
    assert stated.values[0, 0] == 82214 and "separator of thousands" in stated.notes[0]
    for known in (rows.replace(";", ","), rows.replace("81.345", "81.3")):
        assert not read(table_file(known)).notes
    assert not read(table_file(rows), decimal_mark="point").notes


def test_versions_and_dates_are_texts(table_file):
    rows = [f"f{k},{k}.1.0,2024.05.1{k},0.{k}1,0.{k}3" for k in range(1, 6)]
    path = table_file("\n".join(["name,rhif,dydd,A,B", *rows, ""]))
    with pytest.raises(DataError, match=r"'rhif' \(texts, such as '1.1.0' in line 2\) .*'dydd' \(texts") as error:
        read(path)
    assert error.value.remedies[0]["exclude"] == "rhif,dydd"
    grouped = table_file("name,A,B\nx,1.234.561,0.5\ny,1.234.562,0.75\nz,1.234.563,0.25\n")
    with pytest.raises(DataError, match=r"'1.234.561' may have a thousands separator"):
        read(grouped)


@pytest.mark.parametrize("text", ["OOM", "timeout", "T/O", "n.s.", "x", "...", "failed (OOM)"])
def test_texts_in_place_of_scores_are_missing_and_said(table_file, text):
    path = table_file(f"name,A,B\nx,1.5,{text}\ny,3,4\nz,5,6\n")
    with pytest.raises(DataError, match=r"1 of 6 scores is missing.* is read as missing"):
        read(path)
    scores = read(path, missing="pairwise")
    assert np.isnan(scores.values[0, 1]) and "read as missing" in scores.notes[0]


def test_rows_of_texts_that_stand_beside_scores_elsewhere_are_missing(table_file):
    path = table_file("name,A,B\nx,1.5,OOM\ny,3,4\nt,OOM,OOM\nz,5,6\n")
    scores = read(path, missing="drop-tasks")
    assert scores.tasks == ("y", "z") and "'OOM' is read as missing" in scores.notes[0]


def test_rows_of_texts_alone_are_no_missing_scores(table_file):
    path = table_file("name,A,B\nx,1.5,OOM\ny,3,4\nt,best,worst\nz,5,6\n")
    with pytest.raises(DataError, match="the row 't' seems to hold no scores"):
        read(path)
    scores = read(path, exclude_tasks="t", missing="drop-tasks")
    assert scores.tasks == ("y", "z")


@pytest.mark.parametrize("text", [">3600", "> 3600", "≥3600", "3600*"])
def test_bounds_count_where_the_user_says_so(table_file, text):
    path = table_file(f"name,A,B\nx,1.5,{text}\ny,3,4\nz,5,6\n")
    if text[0] != "3":
        with pytest.raises(DataError, match="is a bound") as asked:
            read(path)
        assert asked.value.remedies == ({"marked_cells": ""},)
    assert read(path, marked_cells=True).values[0, 1] == 3600


def test_a_typing_error_does_not_make_a_column_of_names():
    assert holds_numbers(["0.1", "O.2", "0.3"])
    assert holds_numbers(["1%", "2,5", "1 000"])
    assert holds_numbers(["", "NA"])
    assert not holds_numbers(["x", "y", "3"])
