"""Tables from columns: formats, what is not defined, what is not said, and the lines of a table."""

import math

import pytest

from comparatex.errors import UsageError
from comparatex.layout.options import Showing
from comparatex.layout.tables.sheet import FORMS, Sheet, column, comparates, ends


@pytest.fixture
def sheet(tutorial):
    return Sheet("effects", tutorial, Showing(precision=2, ours=("boss",)), n_shown=1, ratios=False)


def entries(parts):
    return [[entry.text for entry in line.entries] for part in parts for line in part.lines]


@pytest.mark.parametrize(
    ("form", "values", "printed"),
    [
        ("score", (0.125,), "0.12"),
        ("count", (3.0,), "3"),
        ("count", (math.nan,), "–"),
        ("sum", (12.0,), "12"),
        ("sum", (12.5,), "12.5"),
        ("record", (3, 0, 2.0), "3/0/2"),
        ("effect", (0.12345,), "0.123"),
        ("pvalue", (1e-9,), "<0.0001"),
        ("percent", (0.125,), "12.5%"),
        ("interval", (0.5, 1.0), "[0.50, 1.00]"),
        ("amount", (123456.7,), "123457"),
        ("cost", (math.nan,), "–"),
    ],
)
def test_formats(sheet, form, values, printed):
    (part,) = sheet.parts([column("row", form, *([value] for value in values))], [0])
    assert part.lines[0].entries[0].text == printed
    assert part.columns[0].align == FORMS[form].align


def test_lines_are_numbers_that_columns_have_values_for(sheet):
    columns = (
        comparates(sheet.comparison),
        column("mean", "score", {3: 0.5, 0: None}, bold={3: True, 0: True}),
    )
    (part,) = sheet.parts(columns, [3, 0], rules=[0])
    assert entries([part]) == [["boss", "0.50"], ["rocket", ""]]
    assert [[entry.mark for entry in line.entries] for line in part.lines] == [
        ["ours", "significant"],
        ["", ""],
    ]
    assert [line.rule for line in part.lines] == [False, True]
    assert [column.heading for column in part.columns] == ["Method", "Mean"]


def test_a_part_without_lines_is_left_out_and_a_table_without_parts_is_an_error(sheet):
    assert sheet.parts(ends(sheet.comparison), []) == ()
    with pytest.raises(UsageError, match="no line to show"):
        sheet.table(())
