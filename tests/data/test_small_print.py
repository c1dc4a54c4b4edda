"""A cell with small print is its score or an error, never another number."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from comparatex import read
from comparatex.errors import DataError
from fuzz.small_print import (
    EXCEL,
    HTML,
    LATEX,
    MARKDOWN,
    OPEN_DOCUMENT,
    document,
    open_document,
    styled,
    workbook,
)


def table(cell: object) -> list[list[object]]:
    """Return a table of two comparates on two tasks, whose first score is the cell."""
    return [["data", "A", "B"], ["x", cell, "0.25"], ["y", "0.5", "0.75"]]


def check(path, content: bytes, score: str, marked: bool) -> None:
    path.write_bytes(content)
    try:
        scores = read(path, marked_cells=marked)
    except DataError as error:
        assert "\x01" not in str(error) and "\n" not in str(error)
        return
    np.testing.assert_array_equal(scores.values, [[float(score), 0.25], [0.5, 0.75]])


SCORES = st.decimals(0, 999, places=2).map(str) | st.integers(0, 999).map(str)
OTHERS = st.integers(0, 2000).map(str)
FEW = settings(suppress_health_check=[HealthCheck.function_scoped_fixture])


@pytest.mark.parametrize(("kind", "patterns"), [("html", HTML), ("md", MARKDOWN), ("tex", LATEX)])
@FEW
@given(data=st.data())
def test_small_print_in_documents_never_joins_a_score(tmp_path, kind, patterns, data):
    score, other = data.draw(SCORES), data.draw(OTHERS)
    cell = score
    for pattern in data.draw(st.lists(st.sampled_from(patterns), min_size=1, max_size=3)):
        cell = pattern.format(score=cell, other=other)
    check(tmp_path / f"r.{kind}", document(kind, table(cell)), score, data.draw(st.booleans()))


@pytest.mark.parametrize(("kind", "patterns"), [("html", HTML), ("md", MARKDOWN), ("tex", LATEX)])
def test_every_kind_of_small_print_is_seen(tmp_path, kind, patterns):
    for pattern in patterns:
        for marked in (False, True):
            content = document(kind, table(pattern.format(score="85.3", other="2")))
            check(tmp_path / f"r.{kind}", content, "85.3", marked)


@pytest.mark.parametrize("style", EXCEL)
@FEW
@given(score=SCORES, other=OTHERS, before=st.booleans(), marked=st.booleans())
def test_small_print_in_workbooks_never_joins_a_score(tmp_path, style, score, other, before, marked):
    pytest.importorskip("openpyxl")
    check(tmp_path / "r.xlsx", workbook(table(styled(score, other, style, before))), score, marked)


@FEW
@given(score=SCORES, other=OTHERS, pattern=st.sampled_from(OPEN_DOCUMENT), marked=st.booleans())
def test_small_print_in_open_documents_never_joins_a_score(tmp_path, score, other, pattern, marked):
    pytest.importorskip("python_calamine")
    content = open_document({"s": table(pattern.format(score=score, other=other))})
    check(tmp_path / "r.ods", content, score, marked)


def test_a_number_that_is_a_text_in_an_old_workbook_may_hold_small_print():
    pytest.importorskip("python_calamine")
    with pytest.raises(DataError, match=r"row 2, column 'A': '0\.951' is a text, whose raised, lowered and struck"):
        read(Path(__file__).with_name("small_print.xls"))


@pytest.mark.parametrize(
    ("kind", "cell"),
    [
        ("html", "0.95<sup>1</sup>"),
        ("html", "0.95<br>2"),
        ("md", "0.95<sub>2</sub>"),
        ("tex", r"0.95\textsuperscript{1}"),
        ("tex", r"\gain{2}0.95"),
    ],
)
def test_a_cell_of_several_numbers_is_refused(tmp_path, kind, cell):
    path = tmp_path / f"r.{kind}"
    path.write_bytes(document(kind, table(cell)))
    with pytest.raises(DataError, match=r"'.*' holds more than a score, as a footnote or a second line is"):
        read(path)


@pytest.mark.parametrize(
    ("kind", "cell"),
    [
        ("html", "<b>0.95</b><sup>a</sup>"),
        ("html", "<span style='display: none'>0095</span>0.95"),
        ("html", "<math><mn>0.95</mn><annotation>0.95</annotation></math>"),
        ("html", "<p class=MsoNormal>0.95<o:p></o:p></p>"),
        ("md", "**0.95**<sup>†</sup>"),
        ("md", "~~0.9~~ 0.95"),
        ("tex", "$0{.}95$"),
        ("tex", r"\phantom{-}\textbf{0.95}\footnote{with \emph{care}, 2 times}"),
    ],
)
def test_marks_without_a_number_are_left_out(tmp_path, kind, cell):
    path = tmp_path / f"r.{kind}"
    path.write_bytes(document(kind, table(cell)))
    assert read(path).values[0, 0] == 0.95


def test_hidden_rows_and_cells_of_html_are_left_out(tmp_path):
    (tmp_path / "r.html").write_text(
        "<table><tr><th>data<th>A<th hidden>C<th>B<tr><td>x<td>0.5<td hidden>9<td>0.25<tr style='display:none'><td>z"
        "<td>1<td hidden>9<td>1<tr><td>y<td>0.75<td hidden>9<td>0.5</table>"
    )
    scores = read(tmp_path / "r.html")
    assert (scores.tasks, scores.comparates) == (("x", "y"), ("A", "B"))
    np.testing.assert_array_equal(scores.values, [[0.5, 0.25], [0.75, 0.5]])
    assert any("1 hidden row is left out" in note for note in scores.notes)


def test_scores_in_the_unit_of_most_columns_are_read_beside_properties_in_others(table_file):
    lines = ["board,GPU Memory,200,400,800"]
    lines += [
        f"{kind},{40 - 8 * k} GB,{9 + k}.21 s,{19 + 2 * k}.40 s,{41 + 3 * k}.86 s" for k, kind in enumerate("vwxyz")
    ]
    path = table_file("\n".join([*lines, ""]))
    with pytest.raises(DataError, match=r"'GPU Memory \(GB\)' seems to hold no scores") as error:
        read(path)
    leave = {"transpose": "", "exclude_tasks": "GPU Memory (GB)"}
    assert leave in error.value.remedies
    scores = read(path, transpose=True, exclude_tasks=("GPU Memory (GB)",))
    assert (scores.tasks, scores.measure, scores.direction) == (("200", "400", "800"), "time (s)", "lower")
    assert scores.values.tolist()[0] == [9.21, 10.21, 11.21, 12.21, 13.21]
    everything = read(path, transpose=True, tasks=("GPU Memory (GB)", "200", "400", "800"))
    assert everything.tasks[0] == "GPU Memory (GB)"
    others = "\n".join(["board,shelf,200,400,800", *(line.replace(" GB", " U") for line in lines[1:]), ""])
    with pytest.raises(DataError, match=r"'shelf' seems .*such as '40 U'"):
        read(table_file(others))
