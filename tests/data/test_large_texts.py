"""Texts of any size: their cells are those of `csv`, and each different one is understood as each cell would be."""

import csv
import io

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from comparatex.data import sources
from comparatex.data.raw_table import Column
from comparatex.data.read import read
from comparatex.data.sources import decode, read_text
from comparatex.data.written_numbers import parse_numbers
from comparatex.errors import DataError
from comparatex.names import unguarded

CELLS = ["0.5", "0.50", " 1", "-0.0", "1e-3", "", "NA", "nan", "007", "0,5", "0.7 ", "12345678901234567", "iris", "x y",
         "é", "1_000", "inf", "1e-400", "50 %", '"q"', '"a,b"', '"two\nlines"', "\x0b", "\u2028", "'=x"]  # fmt: skip


@st.composite
def texts(draw):
    n = draw(st.integers(2, 4))
    rows = draw(st.lists(st.lists(st.sampled_from(CELLS), min_size=n, max_size=n), min_size=1))
    separator, end = draw(st.sampled_from(",;\t|")), draw(st.sampled_from(["\n", "\r\n", "\r"]))
    head = ["dataset", *"ABC"[: n - 1]]
    return end.join(map(separator.join, [head, *rows])) + end * draw(st.booleans())


@given(texts(), st.sampled_from([0, 1 << 30]))
def test_cells_are_those_of_csv(text, least):
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=sources.separator(text), skipinitialspace=True)
    lines = [(1 + before, cells) for before, cells in zip(count_lines(reader), reader, strict=False)]
    rows = [(line, list(map(unguarded, cells))) for line, cells in lines if any(map(str.strip, cells))]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sources, "_BLOCK", 3)
        patch.setattr(sources, "LEAST", least)
        patch.setattr(sources, "heading_rows", lambda _: (1, 0))
        patch.setattr(sources, "titles", lambda *_: (0, ()))
        try:
            table = read_text(text, "r.csv")
        except DataError as error:
            assert len(rows) == 1 or len({len(cells) for _, cells in rows}) > 1, error
            return
    (_, header), *body = rows
    if all(len(cells) > len(header) and not cells[0].strip() for _, cells in body):  # of rows without names
        body = [(line, cells[1:]) for line, cells in body]
    if all(len(cells) > len(header) and not cells[-1].strip() for _, cells in body):  # separators behind all rows
        body = [(line, cells[:-1]) for line, cells in body]
    assert list(zip(table.lines, map(list, zip(*table.columns, strict=True)), strict=True)) == body


NUMBERS = ["0.5", "0.50", "0.123456789012345678", "-0.0", ".5", "5.", "+5", "007", "12345678901234567", "123456789012",
           "0." + "0" * 126 + "1", "0." + "0" * 127 + "1", "0." + "0" * 400 + "1", "9" * 400 + ".5"]  # fmt: skip
STRANGE = ["", " ", "\x0b", "-", "1.2.3", "5-", "NA", "nan", "inf", "1e-3", "1e-400", "1_000", " 0.5", "0.5 ", "0,5",
           "٣", "x y", "é", "\u2028", '"q"', "'=x", "2020-01-02"]  # fmt: skip


@st.composite
def larger_texts(draw):
    n, kinds = draw(st.integers(2, 4)), st.sampled_from([NUMBERS[:4], NUMBERS, [*NUMBERS, *STRANGE], STRANGE])
    columns = [draw(st.lists(st.sampled_from(draw(kinds)), min_size=8, max_size=8)) for _ in range(n)]
    rows = [list(cells) for cells in zip(*columns, strict=True)]
    if draw(st.integers(0, 5)) == 0:
        rows[-1] = draw(st.sampled_from([[""], rows[-1][1:], [*rows[-1], "0.5"], [""] * n]))
    separator, end = draw(st.sampled_from(",;\t|")), draw(st.sampled_from(["\n", "\n", "\r\n", "\r"]))
    above = draw(st.sampled_from([[], [["sep=" + separator]], [["A title"]], [[""]]]))
    head = ["dataset", *"ABC"[: n - draw(st.integers(1, 2))]]
    return end.join(map(separator.join, [*above, head, *rows])) + end * draw(st.booleans())


def read_by(text, least):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sources, "LEAST", least)
        patch.setattr(sources, "heading_rows", lambda _: (1, 0))
        try:
            table = read_text(text, "r.csv")
        except DataError as error:
            return str(error)
    return table.header, list(table.lines), [list(cells) for cells in table.columns], outcome(table.columns[1:])


@given(larger_texts())
@settings(max_examples=100)
def test_arrays_find_the_cells_that_csv_finds(text):
    assert read_by(text, 0) == read_by(text, 1 << 30)


def test_arrays_find_nearly_all_cells_of_a_usual_large_text():
    body = [f"d{k},{k / 997:.4f},{k / 991!r},{'' if k == 70 else k / 983:.3},{k % 3}" for k in range(200)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sources, "LEAST", 0)
        patch.setattr(sources, "_columns", None)
        table = read_text("\n".join(["dataset,A,B,C,D", *body]), "r.csv")
    cells = list(csv.reader(body))
    assert [list(column) for column in table.columns] == list(map(list, zip(*cells, strict=True)))
    picked = table.columns[2].pick(np.arange(0, 200, 7))
    assert list(picked) == [row[2] for row in cells[::7]]
    assert picked.numbers[0].tolist() == [float(row[2]) for row in cells[::7]]


def count_lines(reader):
    """Yield, before each row, how many lines have been read."""
    while True:
        yield reader.line_num


def outcome(columns):
    try:
        return [part.tobytes() for part in parse_numbers(columns, lambda row, k: f"row {row}, column {k}")]
    except DataError as error:
        return str(error)


@given(st.lists(st.tuples(*[st.sampled_from(CELLS[:17])] * 2), min_size=1, max_size=20))
@example([("0,5", "0.7"), ("", "0.7")])
def test_numbers_are_those_of_each_cell(rows):
    columns = [list(cells) for cells in zip(*rows, strict=True)]
    texts = [list(dict.fromkeys(cells)) for cells in columns]
    coded = [Column(np.array(list(map(each.index, cells))), each) for each, cells in zip(texts, columns, strict=True)]
    assert outcome(coded) == outcome(columns)


def test_a_message_names_the_line_in_a_large_file():
    rows = [f"{t},{f},0.{t}" for t in range(1000) for f in range(3)]
    lines = [
        "method,dataset,fold,score",
        *(f"m{m},t{row}" for m in range(7) for row in rows),
        "",
        *(f"k1,t{row}" for row in rows),
    ]
    with pytest.raises(DataError, match=rf"lines 17 and {len(lines) + 1} both score 'm0' on 't5' in repeat '0'"):
        read(decode("\n".join([*lines, "m0,t5,0,0.5"]).encode(), "r.csv"))
    with pytest.raises(DataError, match=rf"line {len(lines)}, column 'score': '0.9x9' is not a number"):
        read(decode("\n".join([*lines[:-1], "k1,t999,2,0.9x9"]).encode(), "r.csv"))
    with pytest.raises(DataError, match=rf"line {len(lines)} \(starting 'k1'\) has 3 of the header's 4 cells"):
        read(decode("\n".join([*lines[:-1], "k1,t999,2"]).encode(), "r.csv"))
